//! The linear hydraulic actuator with LuGre friction (Yadav and Agnihotri).

use super::{Motion, body, friction, solver};
use crate::declaration::{
    Experiment, IMPORTER_TOLERANCE, Model, ModelKind, Variable, input, local, output, parameter, unit,
};

/// "No end stop", as a finite number that every importer can read.
const UNLIMITED_TRAVEL: f64 = 1e6;

/// The declaration of HydraulicActuator.
pub fn declare() -> Model {
    Model {
        kind: ModelKind::HydraulicActuator,
        identifier: ModelKind::HydraulicActuator.name().into(),
        description: "Linear hydraulic actuator: a mass on a spring with dry friction (LuGre by default), driven by a \
                      pressure step through a second-order lag and by a force"
            .into(),
        variables: variables(),
        states: ["position", "velocity", "bristle_deflection", "pressure", "pressure_rate"].map(String::from).into(),
        elements: Vec::new(),
        event_indicators: 4,
        experiment: Experiment { stop_time: 10.0, step_size: 1e-3, tolerance: IMPORTER_TOLERANCE },
        tables: Vec::new(),
    }
}

fn variables() -> Vec<Variable> {
    let force = "External force, added to the pressure force; positive pushes towards positive position";
    let mut variables = vec![input("force", unit::FORCE, 0.0, force).nominal(100.0)];
    variables.extend(body::outputs(Motion::Linear, &["force", "pressure_force", "spring_stiffness"]));
    variables.extend(pressure_outputs());
    variables.extend(body::initialization(
        "before the pressure step, where the spring carries force; without a spring friction or an end stop holds the body at \
         position_start",
    ));
    variables.extend(body_parameters());
    variables.extend(pressure_step());
    variables.extend(friction::parameters(Motion::Linear, &TABLE_1));
    variables.extend(solver::variables());
    variables
}

fn pressure_outputs() -> Vec<Variable> {
    vec![
        output("pressure_force", unit::FORCE, "Force of the pressure step on the piston (A p)")
            .computed_from(&["pressure", "pressure_step.force_amplitude"])
            .nominal(100.0),
        local("pressure", unit::RATIO, "Pressure step response, 0 before the step, 1 in the end (p)")
            .state(&["pressure_step.*"])
            .nominal(1.0),
        local("pressure_rate", unit::RATE, "Time derivative of the pressure step response")
            .derivative_of("pressure")
            .state(&["pressure_step.*"])
            .nominal(1.0),
        local("pressure_acceleration", unit::RATE_CHANGE, "Second time derivative of the pressure step response")
            .derivative_of("pressure_rate")
            .computed_from(&["pressure", "pressure_rate", "pressure_step.*"]),
    ]
}

fn body_parameters() -> Vec<Variable> {
    let spring = "Stiffness of the spring towards position 0 (k)";
    let mut variables = vec![
        parameter("mass", unit::MASS, 1.0, "Moving mass (M)").above(0.0).always_fixed(),
        parameter("spring_stiffness", unit::STIFFNESS, 170.0, spring).at_least(0.0),
        body::viscous(Motion::Linear, 0.01),
    ];
    variables.extend(body::travel_and_start(Motion::Linear, UNLIMITED_TRAVEL));
    variables
}

fn pressure_step() -> Vec<Variable> {
    vec![
        parameter(
            "pressure_step.force_amplitude",
            unit::FORCE,
            1000.0,
            "Final force of the pressure step (A); 0 switches it off",
        ),
        parameter(
            "pressure_step.natural_frequency",
            unit::NATURAL_FREQUENCY,
            5.0,
            "Undamped natural frequency of the pressure step response (wn)",
        )
        .above(0.0)
        .always_fixed(),
        parameter(
            "pressure_step.damping_ratio",
            unit::RATIO,
            0.5,
            "Damping ratio of the pressure step response (zeta)",
        )
        .at_least(0.0)
        .always_fixed(),
        parameter("pressure_step.time", unit::TIME, 0.0, "Time at which the pressure step begins").always_fixed(),
    ]
}

/// Table 1 of the paper; static friction is 1.47 N.
const TABLE_1: friction::Defaults = friction::Defaults {
    law: 7,
    coulomb_level: 0.981,
    static_ratio: 1.47 / 0.981,
    efficiency_opposing: 1.0,
    efficiency_aiding: 1.0,
    stribeck_velocity: 1e-3,
    stribeck_exponent: 2.0,
    bristle_stiffness: 1e5,
    bristle_damping: 1.0,
    beyond_table: "is constant",
};
