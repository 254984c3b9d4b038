//! The electrohydraulic servomechanism of Borello & Dalla Vedova (2012), Figs 6 to 17.
//!
//! Loads, commands and supply pressures are the paper's; the efficiencies and the static ratio of each case are part of
//! the reconstructed parameter set, not the authors' data.

use super::{Scenario, Signal};

/// Friction of one case of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Efficiency of the transmission against the load, η of eq. (3).
    pub efficiency_opposing: f64,
    /// Efficiency with the load.
    pub efficiency_aiding: f64,
    /// Static over dynamic friction.
    pub static_ratio: f64,
}

const REVERSIBLE: Case = Case { efficiency_opposing: 0.96, efficiency_aiding: 0.66, static_ratio: 1.7 };
const IRREVERSIBLE: Case = Case { efficiency_opposing: 0.92, efficiency_aiding: -0.2, static_ratio: 1.7 };
const HIGHLY_IRREVERSIBLE: Case = Case { efficiency_opposing: 0.92, efficiency_aiding: -0.4, static_ratio: 1.7 };
/// Holds the load at rest, is driven by it once it moves.
const STATICALLY_IRREVERSIBLE: Case = Case { efficiency_opposing: 0.96, efficiency_aiding: 0.5, static_ratio: 2.0 };

/// One figure of the paper: what is done to the actuator.
#[derive(Clone, Debug, PartialEq)]
pub struct Manoeuvre {
    /// Name of the scenario.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Friction.
    pub case: Case,
    /// Commanded position: break points (s, deg).
    pub command: Vec<(f64, f64)>,
    /// Load torque, in N.m.
    pub load: Signal,
    /// Supply pressure, in Pa.
    pub supply: Signal,
    /// End, in s.
    pub stop_time: f64,
}

/// Nominal supply pressure, in Pa.
const SUPPLY: f64 = 26e6;

/// Figures in the order of the paper.
pub fn manoeuvres() -> [Manoeuvre; 12] {
    [
        pressure_drop("fig06", "Step to 1.5 deg against the load, pressure drop, reversible", REVERSIBLE, 0.0, 1.5),
        pressure_drop("fig07", "Step from 7 deg with the load, pressure drop, reversible", REVERSIBLE, 7.0, 0.0),
        pressure_drop("fig08", "Step to 1.5 deg against the load, pressure drop, irreversible", IRREVERSIBLE, 0.0, 1.5),
        pressure_drop("fig09", "Step from 4 deg with the load, pressure drop, irreversible", IRREVERSIBLE, 4.0, 0.0),
        pressure_drop(
            "fig10",
            "Step from 4 deg with the load, pressure drop, highly irreversible",
            HIGHLY_IRREVERSIBLE,
            4.0,
            0.0,
        ),
        load_pulse("fig11", "Load pulse and slow ramp, reversible", REVERSIBLE),
        load_pulse("fig12", "Load pulse and slow ramp, irreversible", IRREVERSIBLE),
        load_pulse("fig13", "Load pulse and slow ramp, irreversible at rest only", STATICALLY_IRREVERSIBLE),
        sawtooth("fig14", "Sawtooth command under load, reversible", REVERSIBLE),
        sawtooth("fig15", "Sawtooth command under load, irreversible", IRREVERSIBLE),
        stick_slip("fig16", "Very slow ramps: stick-slip, reversible", REVERSIBLE),
        stick_slip("fig17", "Very slow ramps: stick-slip, irreversible", IRREVERSIBLE),
    ]
}

/// Figs 6 to 10: a command step at 0.1 s under full load while the supply pressure drops to 5 MPa and comes back.
fn pressure_drop(name: &'static str, title: &'static str, case: Case, from: f64, to: f64) -> Manoeuvre {
    let command = vec![(0.1, from), (0.1, to)];
    let supply = Signal::new(&[(0.3, SUPPLY), (0.4, 5e6), (0.6, 5e6), (0.8, SUPPLY)]);
    Manoeuvre { name, title, case, command, load: Signal::constant(74500.0), supply, stop_time: 1.6 }
}

/// Figs 11 to 13: the load comes and goes under a slow ramp back.
fn load_pulse(name: &'static str, title: &'static str, case: Case) -> Manoeuvre {
    // Back at 0.5 deg/s from 0.07 s on.
    let command = vec![(0.0, 0.1), (0.07, 0.1), (0.4, 0.1 - 0.5 * (0.4 - 0.07))];
    let load = Signal::steps(&[(0.0, 0.0), (0.02, 74500.0), (0.2, 0.0)]);
    Manoeuvre { name, title, case, command, load, supply: Signal::constant(SUPPLY), stop_time: 0.4 }
}

/// Figs 14 and 15: ramps of 0.5 deg/s in both directions, each begun with a step ahead.
fn sawtooth(name: &'static str, title: &'static str, case: Case) -> Manoeuvre {
    let command = vec![
        (0.0, 0.0),
        (0.1, 0.0),
        (0.1, 0.05),
        (0.5, 0.25),
        (0.5, 0.2),
        (0.9, 0.0),
        (0.9, 0.05),
        (1.3, 0.25),
        (1.3, 0.2),
        (1.7, 0.0),
    ];
    let load = Signal::step(0.1, 0.0, 37243.0);
    Manoeuvre { name, title, case, command, load, supply: Signal::constant(SUPPLY), stop_time: 1.7 }
}

/// Figs 16 and 17: ramps of 0.025 deg/s, up and back.
fn stick_slip(name: &'static str, title: &'static str, case: Case) -> Manoeuvre {
    let command = vec![(0.0, 0.0), (0.1, 0.0), (2.05, 0.04875), (4.0, 0.0)];
    let load = Signal::step(0.1, 0.0, 25000.0);
    Manoeuvre { name, title, case, command, load, supply: Signal::constant(SUPPLY), stop_time: 4.0 }
}

impl Case {
    /// Values of the parameters.
    pub fn parameters(&self) -> [(&'static str, f64); 3] {
        [
            ("friction.efficiency_opposing", self.efficiency_opposing),
            ("friction.efficiency_aiding", self.efficiency_aiding),
            ("friction.static_ratio", self.static_ratio),
        ]
    }
}

impl From<Manoeuvre> for Scenario {
    /// In SI units, beginning at the command.
    fn from(manoeuvre: Manoeuvre) -> Self {
        let Manoeuvre { name, title, case, command, load, supply, stop_time } = manoeuvre;
        let command = Signal::degrees(&command);
        let mut parameters = case.parameters().to_vec();
        parameters.push(("position_start", command.at(0.0)));
        let inputs = vec![("command", command), ("load_torque", load), ("supply_pressure", supply)];
        Self { name, title, model: "ServoActuator", parameters, inputs, step_size: 1e-3, stop_time }
    }
}
