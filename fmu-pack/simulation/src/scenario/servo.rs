//! The electrohydraulic servomechanism of Borello & Dalla Vedova (2012), Figs 6 to 17.
//!
//! Loads, commands and supply pressures are the paper's; the efficiencies and the static ratio of each case are part of
//! the reconstructed parameter set, not the authors' data.

use super::{Scenario, Signal};

/// Friction of one case of the paper.
#[derive(Clone, Copy)]
struct Case {
    efficiency_opposing: f64,
    efficiency_aiding: f64,
    static_ratio: f64,
}

const REVERSIBLE: Case = Case { efficiency_opposing: 0.96, efficiency_aiding: 0.66, static_ratio: 1.7 };
const IRREVERSIBLE: Case = Case { efficiency_opposing: 0.92, efficiency_aiding: -0.2, static_ratio: 1.7 };
const HIGHLY_IRREVERSIBLE: Case = Case { efficiency_opposing: 0.92, efficiency_aiding: -0.4, static_ratio: 1.7 };
/// Holds the load at rest, is driven by it once it moves.
const STATICALLY_IRREVERSIBLE: Case = Case { efficiency_opposing: 0.96, efficiency_aiding: 0.5, static_ratio: 2.0 };

/// Nominal supply pressure, in Pa.
const SUPPLY: f64 = 26e6;

/// Figures in the order of the paper.
pub(super) fn scenarios() -> Vec<Scenario> {
    vec![
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
fn pressure_drop(name: &'static str, title: &'static str, case: Case, from: f64, to: f64) -> Scenario {
    let command = Signal::degrees(&[(0.1, from), (0.1, to)]);
    let supply = Signal::new(&[(0.3, SUPPLY), (0.4, 5e6), (0.6, 5e6), (0.8, SUPPLY)]);
    scenario((name, title), case, [command, Signal::constant(74500.0), supply], 1.6)
}

/// Figs 11 to 13: the load comes and goes under a slow ramp back.
fn load_pulse(name: &'static str, title: &'static str, case: Case) -> Scenario {
    // 0.1 - 0.5 (t - 0.07), at 0.4 s
    let command = Signal::degrees(&[(0.0, 0.1), (0.07, 0.1), (0.4, -0.065)]);
    let load = Signal::steps(&[(0.0, 0.0), (0.02, 74500.0), (0.2, 0.0)]);
    scenario((name, title), case, [command, load, Signal::constant(SUPPLY)], 0.4)
}

/// Figs 14 and 15: ramps of 0.5 deg/s in both directions, each begun with a step ahead.
fn sawtooth(name: &'static str, title: &'static str, case: Case) -> Scenario {
    let command = Signal::degrees(&[
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
    ]);
    scenario((name, title), case, [command, Signal::step(0.1, 0.0, 37243.0), Signal::constant(SUPPLY)], 1.7)
}

/// Figs 16 and 17: ramps of 0.025 deg/s, up and back.
fn stick_slip(name: &'static str, title: &'static str, case: Case) -> Scenario {
    let command = Signal::degrees(&[(0.0, 0.0), (0.1, 0.0), (2.05, 0.04875), (4.0, 0.0)]);
    scenario((name, title), case, [command, Signal::step(0.1, 0.0, 25000.0), Signal::constant(SUPPLY)], 4.0)
}

fn scenario(
    (name, title): (&'static str, &'static str),
    case: Case,
    [command, load_torque, supply_pressure]: [Signal; 3],
    stop_time: f64,
) -> Scenario {
    let parameters = vec![
        ("friction.efficiency_opposing", case.efficiency_opposing),
        ("friction.efficiency_aiding", case.efficiency_aiding),
        ("friction.static_ratio", case.static_ratio),
        ("position_start", command.at(0.0)),
    ];
    let inputs = vec![("command", command), ("load_torque", load_torque), ("supply_pressure", supply_pressure)];
    Scenario { name, title, model: "ServoActuator", parameters, inputs, step_size: 1e-3, stop_time }
}
