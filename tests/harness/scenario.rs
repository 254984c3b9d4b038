//! The runs of the paper's Figs 6 to 17 (equations.md of the references, section 2), in SI units.

use super::{Recorder, Run, Signal, get, set, set_all};
use actuator_fmu::actuator::{Actuator, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;

pub const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Command [deg], load [N.m], supply pressure [Pa], end [s].
pub fn signals(figure: u32) -> ([Signal; 3], f64) {
    let command = match figure {
        6 | 8 => vec![(0.0, 0.0), (0.1, 0.0), (0.1, 1.5)],
        7 => vec![(0.0, 7.0), (0.1, 7.0), (0.1, 0.0)],
        9 | 10 => vec![(0.0, 4.0), (0.1, 4.0), (0.1, 0.0)],
        11..=13 => vec![(0.0, 0.1), (0.07, 0.1), (0.4, 0.1 - 0.5 * (0.4 - 0.07))],
        14 | 15 => vec![
            (0.0, 0.0),
            (0.1, 0.0),
            (0.1, 0.05),
            (0.5, 0.25),
            (0.5, 0.20),
            (0.9, 0.0),
            (0.9, 0.05),
            (1.3, 0.25),
            (1.3, 0.20),
            (1.7, 0.0),
        ],
        16 | 17 => vec![(0.0, 0.0), (0.1, 0.0), (2.05, 0.04875), (4.0, 0.0)],
        _ => panic!("no figure {figure}"),
    };
    let (load, end) = match figure {
        6..=10 => (vec![(0.0, 74500.0)], 1.6),
        11..=13 => (vec![(0.0, 0.0), (0.02, 0.0), (0.02, 74500.0), (0.2, 74500.0), (0.2, 0.0)], 0.4),
        14 | 15 => (vec![(0.0, 0.0), (0.1, 0.0), (0.1, 37243.0)], 1.7),
        _ => (vec![(0.0, 0.0), (0.1, 0.0), (0.1, 25000.0)], 4.0),
    };
    let supply = match figure {
        6..=10 => vec![(0.0, 26e6), (0.3, 26e6), (0.4, 5e6), (0.6, 5e6), (0.8, 26e6)],
        _ => vec![(0.0, 26e6)],
    };
    let command = command.into_iter().map(|(t, v)| (t, v * DEGREE)).collect();
    ([Signal(command), Signal(load), Signal(supply)], end)
}

/// Efficiencies and static ratio of the figure's transmission.
pub fn transmission(figure: u32) -> [(&'static str, f64); 3] {
    let (opposing, aiding, ratio) = match figure {
        6 | 7 | 11 | 14 | 16 => (0.96, 0.66, 1.7),
        8 | 9 | 12 | 15 | 17 => (0.92, -0.2, 1.7),
        10 => (0.92, -0.4, 1.7),
        _ => (0.96, 0.5, 2.0),
    };
    [
        ("friction.efficiency_opposing", opposing),
        ("friction.efficiency_aiding", aiding),
        ("friction.static_ratio", ratio),
    ]
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
