//! The runs of the paper's Figs 6 to 17 (equations.md of the references, section 2), in SI units.

use crate::{Recorder, Run, Signal, get, set, set_all};
use actuator_fmu::actuator::{Actuator, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use fmu_simulation::scenario::servo::{Manoeuvre, manoeuvres};

pub const DEGREE: f64 = std::f64::consts::PI / 180.0;

fn manoeuvre(figure: u32) -> Manoeuvre {
    let name = format!("fig{figure:02}");
    manoeuvres().into_iter().find(|manoeuvre| manoeuvre.name == name).unwrap_or_else(|| panic!("no figure {figure}"))
}

/// Command [rad], load [N.m], supply pressure [Pa], end [s].
pub fn signals(figure: u32) -> ([Signal; 3], f64) {
    let Manoeuvre { command, load, supply, stop_time, .. } = manoeuvre(figure);
    let command = command.into_iter().map(|(time, value)| (time, value * DEGREE)).collect();
    ([Signal(command), Signal(load.points().to_vec()), Signal(supply.points().to_vec())], stop_time)
}

/// Efficiencies and static ratio of the figure's transmission.
pub fn transmission(figure: u32) -> [(&'static str, f64); 3] {
    manoeuvre(figure).case.parameters()
}

/// A servo with the figure's transmission, at the start of its command.
pub fn servo(figure: u32) -> ServoActuator {
    let mut servo = ServoActuator::new(&INTERFACE);
    set_all(&mut servo, &transmission(figure));
    set(&mut servo, "position_start", signals(figure).0[0].right_of(0.0).0);
    servo
}

/// A figure's inputs by name, and its end.
pub fn inputs(figure: u32) -> (Vec<(&'static str, Signal)>, f64) {
    let ([command, load, supply], end) = signals(figure);
    (vec![("command", command), ("load_torque", load), ("supply_pressure", supply)], end)
}

/// Runs a figure at communication steps of `step`, after `prepare` has set what differs.
pub fn run(
    figure: u32,
    step: f64,
    prepare: impl Fn(&mut dyn Actuator),
    sample: impl FnMut(f64, &mut dyn Actuator),
) -> Recorder {
    let mut servo = servo(figure);
    prepare(&mut servo);
    let (inputs, end) = inputs(figure);
    Run { actuator: &mut servo, inputs, end, step }.go(sample)
}

/// Values of one output at chosen instants, each of which is a communication point of the 1 ms grid.
pub fn values_at<const N: usize>(figure: u32, output: &str, times: [f64; N]) -> [f64; N] {
    let mut values = [f64::NAN; N];
    run(
        figure,
        1e-3,
        |_| {},
        |time, servo| {
            if let Some(index) = times.iter().position(|t| (t - time).abs() < 1e-9) {
                values[index] = get(servo, output);
            }
        },
    );
    values
}
