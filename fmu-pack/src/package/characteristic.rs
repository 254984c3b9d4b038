//! The friction characteristic of a model from its start values, for the documentation.

use fmu_import::interface::Interface;
use fmu_plot::{Figure, Line, Panel, Role};

/// Points of a curve: enough for a smooth one, few enough for a small page.
const POINTS: usize = 81;

/// Level against load for a rotary model, against velocity for a linear one; `None` without friction parameters.
pub(super) fn characteristic(interface: &Interface) -> Option<Figure> {
    against_load(interface).or_else(|| against_velocity(interface))
}

fn start(interface: &Interface, name: &str) -> Option<f64> {
    interface.find(name)?.start_number()
}

/// Levels opposing and aiding, sliding and at breakaway (Borello & Dalla Vedova, eqs 3 and 4 with |load|).
fn against_load(interface: &Interface) -> Option<Figure> {
    let coulomb = start(interface, "friction.coulomb_torque")?;
    let opposing = 1.0 / start(interface, "friction.efficiency_opposing")? - 1.0;
    let aiding = 1.0 - start(interface, "friction.efficiency_aiding")?;
    let ratio = start(interface, "friction.static_ratio")?;
    // Up to the load at which the load-dependent part is ten times the constant part.
    let steepest = opposing.max(aiding);
    let largest = if steepest > 0.0 { 10.0 * coulomb / steepest } else { 10.0 * coulomb };
    let loads = points(largest);
    let level = |slope: f64, ratio: f64| loads.iter().map(|load| ratio * (coulomb + slope * load) / 1e3).collect();
    let lines = vec![
        line("opposing, sliding", level(opposing, 1.0)),
        line("opposing, breakaway", level(opposing, ratio)),
        line("aiding, sliding", level(aiding, 1.0)),
        line("aiding, breakaway", level(aiding, ratio)),
    ];
    let axis = loads.iter().map(|load| load / 1e3).collect();
    Some(figure(
        "load torque, kN.m",
        axis,
        Panel { quantity: "Friction level".into(), unit: "kN.m".into(), lines, left_out: 0 },
    ))
}

/// The level while sliding steadily, between static and Coulomb.
fn against_velocity(interface: &Interface) -> Option<Figure> {
    let coulomb = start(interface, "friction.coulomb_force")?;
    let excess = coulomb * (start(interface, "friction.static_ratio")? - 1.0);
    let stribeck = start(interface, "friction.stribeck_velocity")?;
    let exponent = start(interface, "friction.stribeck_exponent")?;
    let velocities = points(5.0 * stribeck);
    let level = velocities.iter().map(|v| coulomb + excess * (-(v / stribeck).abs().powf(exponent)).exp()).collect();
    let axis = velocities.iter().map(|velocity| velocity * 1e3).collect();
    let lines = vec![line("sliding steadily", level)];
    Some(figure(
        "velocity, mm/s",
        axis,
        Panel { quantity: "Friction level".into(), unit: "N".into(), lines, left_out: 0 },
    ))
}

fn points(largest: f64) -> Vec<f64> {
    (0..POINTS).map(|index| largest * index as f64 / (POINTS - 1) as f64).collect()
}

fn line(name: &str, values: Vec<f64>) -> Line {
    Line { name: name.to_string(), values, role: Role::Result }
}

fn figure(axis: &str, values: Vec<f64>, panel: Panel) -> Figure {
    Figure {
        title: "Friction with the start values".to_string(),
        subtitle: String::new(),
        axis: axis.to_string(),
        time: values,
        panels: vec![panel],
        rest: Vec::new(),
        lanes: Vec::new(),
        lanes_name: "",
        rest_name: "",
    }
}
