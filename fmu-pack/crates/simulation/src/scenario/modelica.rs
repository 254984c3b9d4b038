//! Friction examples of the Modelica Standard Library 4.1.0, `Modelica.Mechanics`, as drivetrains: their inputs.

use super::{Scenario, Signal};
use std::f64::consts::{PI, TAU};

/// Length of the straight pieces that stand for a sine, in s; for the slow one of `preload` a hundred times as much.
pub const PIECE: f64 = 1e-4;

/// An example: what its FMU is made from, and its run.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Configuration file, from the root of the sources.
    pub configuration: &'static str,
    /// Its inputs.
    pub scenario: Scenario,
}

/// All examples, with sines as straight pieces of a length.
pub fn examples(piece: f64) -> Vec<Example> {
    vec![
        coupled_clutches(piece),
        rotational_friction(piece),
        lossy_gear_demo_1(piece),
        lossy_gear_demo_2(piece),
        lossy_gear_demo_3(),
        backlash(),
        one_way_clutch(piece),
        one_way_clutch_disengaged(piece),
        translational_friction(piece),
        translational_brake(),
        elasto_gap(),
        preload(piece),
        translational_heat_losses(piece),
    ]
}

type Inputs = Vec<(&'static str, Signal)>;

/// Communication step of most, in s: that of the published results.
const STEP: f64 = 5e-4;

fn example(
    (name, title): (&'static str, &'static str),
    (model, configuration): (&'static str, &'static str),
    (step_size, stop_time): (f64, f64),
    inputs: Inputs,
) -> Example {
    let parameters = Vec::new();
    Example { configuration, scenario: Scenario { name, title, model, parameters, inputs, step_size, stop_time } }
}

fn coupled_clutches(piece: f64) -> Example {
    example(
        ("coupled-clutches", "Modelica: three clutches close one after the other"),
        ("CoupledClutches", "examples/configurations/coupled_clutches.toml"),
        (STEP, 1.5),
        vec![
            ("torque", Signal::sampled(|t| 10.0 * (10.0 * PI * t).sin(), piece, 1.5)),
            ("clutch1.engagement", Signal::sampled(|t| (0.4 * PI * t).cos(), piece, 1.5)),
            ("clutch2.engagement", Signal::step(0.4, 0.0, 1.0)),
            ("clutch3.engagement", Signal::step(0.9, 0.0, 1.0)),
        ],
    )
}

fn rotational_friction(piece: f64) -> Example {
    let motor = Signal::sampled(|t| 200.0 * (100.0 * t).sin(), piece, 0.5);
    example(
        ("rotational-friction", "Modelica: a motor, a clutch, a spring, and a brake that closes as the motor stops"),
        ("RotationalFriction", "examples/modelica/rotational_friction.toml"),
        (STEP, 3.0),
        vec![
            ("torque", Signal::new(&[motor.points(), &[(0.5, 0.0)]].concat())),
            ("brake.engagement", Signal::step(0.5, 0.0, 1.0)),
        ],
    )
}

/// Driving sine and load that falls of the demonstrations of lossy gears.
fn gear_torques(piece: f64) -> Inputs {
    vec![
        ("torque1", Signal::sampled(|t| 10.0 * (TAU * t).sin(), piece, 0.5)),
        ("torque2", Signal::new(&[(0.0, -10.0), (0.5, -8.75)])),
    ]
}

fn lossy_gear_demo_1(piece: f64) -> Example {
    example(
        ("lossy-gear-demo-1", "Modelica: losses in the mesh stop a gear"),
        ("LossyGearDemo1", "examples/modelica/lossy_gear_demo_1.toml"),
        (STEP, 0.5),
        gear_torques(piece),
    )
}

fn lossy_gear_demo_2(piece: f64) -> Example {
    example(
        ("lossy-gear-demo-2", "Modelica: losses in the mesh and in a bearing stop a gear"),
        ("LossyGearDemo2", "examples/modelica/lossy_gear_demo_2.toml"),
        (STEP, 0.5),
        gear_torques(piece),
    )
}

fn lossy_gear_demo_3() -> Example {
    example(
        ("lossy-gear-demo-3", "Modelica: a gear between equal inertias, losses in the mesh and in both bearings"),
        ("LossyGearDemo3", "examples/modelica/lossy_gear_demo_3.toml"),
        (STEP, 1.0),
        vec![("torque2", Signal::step(0.5, 0.0, 1.0))],
    )
}

fn backlash() -> Example {
    example(
        ("backlash", "Modelica: oscillators without and with backlash"),
        ("Backlash", "examples/modelica/backlash.toml"),
        (STEP, 1.0),
        Vec::new(),
    )
}

fn one_way_clutch(piece: f64) -> Example {
    example(
        ("one-way-clutch", "Modelica: a one-way clutch that a pulse engages"),
        ("OneWayClutch", "examples/modelica/one_way_clutch.toml"),
        (STEP, 2.0),
        vec![
            ("torque", Signal::sampled(|t| 10.0 * (6.0 * PI * t).sin(), piece, 2.0)),
            ("oneWayClutch.engagement", Signal::steps(&[(0.0, 0.0), (0.3, 1.0), (0.95, 0.0), (1.6, 1.0)])),
        ],
    )
}

fn one_way_clutch_disengaged(piece: f64) -> Example {
    example(
        ("one-way-clutch-disengaged", "Modelica: a one-way clutch that is never engaged"),
        ("OneWayClutchDisengaged", "examples/modelica/one_way_clutch_disengaged.toml"),
        (STEP, 2.0),
        vec![
            ("torque", Signal::sampled(|t| 0.3 + 10.0 * (4.0 * PI * t).sin(), piece, 2.0)),
            ("torqueLoad", Signal::constant(-0.3)),
            ("oneWayClutch.engagement", Signal::constant(0.0)),
        ],
    )
}

fn translational_friction(piece: f64) -> Example {
    example(
        ("translational-friction", "Modelica: masses with stops and Stribeck friction"),
        ("TranslationalFriction", "examples/modelica/translational_friction.toml"),
        (STEP, 5.0),
        vec![("force", Signal::sampled(|t| 25.0 * (0.5 * PI * t).sin(), piece, 5.0))],
    )
}

fn translational_brake() -> Example {
    let closes = || Signal::step(0.1, 0.0, 2.0);
    example(
        ("translational-brake", "Modelica: brakes stop two masses"),
        ("TranslationalBrake", "examples/modelica/translational_brake.toml"),
        (STEP, 2.0),
        vec![("brake.engagement", closes()), ("brake1.engagement", closes())],
    )
}

fn elasto_gap() -> Example {
    example(
        ("elasto-gap", "Modelica: masses between springs without and with gaps"),
        ("ElastoGap", "examples/modelica/elasto_gap.toml"),
        (5e-3, 5.0),
        Vec::new(),
    )
}

fn preload(piece: f64) -> Example {
    example(
        ("preload", "Modelica: a spool held in its middle by a preloaded spring"),
        ("PreLoad", "examples/modelica/preload.toml"),
        (0.05, 100.0),
        vec![("force", Signal::sampled(|t| 150.0 * (0.01 * TAU * t).sin(), 100.0 * piece, 100.0))],
    )
}

fn translational_heat_losses(piece: f64) -> Example {
    example(
        ("translational-heat-losses", "Modelica: a chain of masses with all kinds of losses"),
        ("TranslationalHeatLosses", "examples/modelica/translational_heat_losses.toml"),
        (STEP, 2.0),
        vec![
            ("force", Signal::sampled(|t| 20.0 * (TAU * t).sin(), piece, 2.0)),
            ("brake.engagement", Signal::sampled(|t| 10.0 * (4.0 * PI * t).sin(), piece, 2.0)),
        ],
    )
}
