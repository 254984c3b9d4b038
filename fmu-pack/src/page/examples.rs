//! What the page shows before anything is chosen: drivetrains with their inputs, and the published manoeuvres.

use fmu_simulation::scenario::{Scenario, Signal};
use serde_json::{Value as Json, json};

/// An example of a drivetrain.
pub(super) struct Example {
    /// File of the configuration, for messages.
    pub(super) file: &'static str,
    /// The file.
    pub(super) configuration: &'static str,
    /// What it is.
    pub(super) title: &'static str,
    /// What is done to it.
    pub(super) experiment: Json,
}

macro_rules! example {
    ($file:literal, $title:literal, $experiment:expr) => {
        Example {
            file: concat!("examples/configurations/", $file),
            configuration: include_str!(concat!("../../../examples/configurations/", $file)),
            title: $title,
            experiment: $experiment,
        }
    };
}

/// All of them.
pub(super) fn all() -> Vec<Example> {
    vec![
        example!(
            "stick_slip_belt.toml",
            "Block on a belt",
            experiment("A belt drags a block on a spring", 20.0, json!({}))
        ),
        example!(
            "flap_line.toml",
            "Flap line",
            experiment(
                "Drive out, brake, wing-tip brake",
                1.5,
                json!({
                    "drive": points(&[(0.0, 0.0), (0.2, 160.0), (0.8, 160.0), (0.9, 0.0)]),
                    "load_1": points(&[(0.0, -2.0), (1.5, -12.0)]),
                    "load_2": points(&[(0.0, -2.0), (1.5, -12.0)]),
                    "load_3": points(&[(0.0, -2.0), (1.5, -12.0)]),
                    "load_4": points(&[(0.0, -2.0), (1.5, -12.0)]),
                    "pdu_brake.engagement": points(&[(0.0, 0.0), (0.9, 0.0), (0.9, 1.0)]),
                    "wingtip_brake.engagement": points(&[(0.0, 0.0), (1.2, 0.0), (1.2, 1.0)]),
                }),
            )
        ),
        example!(
            "electromechanical_actuator.toml",
            "Actuator with ball screw",
            experiment(
                "Motor swings the surface through its freeplay",
                2.0,
                json!({
                    "motor_torque": { "kind": "sine", "offset": 0.0, "amplitude": 0.35, "frequency": 1.0, "phase": 0.0 },
                    "hinge_moment": points(&[(0.0, 0.0), (1.0, 0.0), (1.0, -40.0)]),
                }),
            )
        ),
        example!(
            "dual_servo_surface.toml",
            "Two servos, one surface",
            experiment("Two servos that are rigged unlike push one surface", 1.0, json!({}))
        ),
        example!(
            "coupled_clutches.toml",
            "Coupled clutches",
            experiment(
                "Modelica: three clutches close one after the other",
                1.5,
                json!({
                    "torque": { "kind": "sine", "offset": 0.0, "amplitude": 10.0, "frequency": 5.0, "phase": 0.0 },
                    "clutch1.engagement": {
                        "kind": "sine", "offset": 0.0, "amplitude": 1.0, "frequency": 0.2, "phase": std::f64::consts::FRAC_PI_2
                    },
                    "clutch2.engagement": { "kind": "step", "before": 0.0, "after": 1.0, "time": 0.4 },
                    "clutch3.engagement": { "kind": "step", "before": 0.0, "after": 1.0, "time": 0.9 },
                }),
            )
        ),
    ]
}

/// What a model is called on the page; one that is put together has the name that it is given.
pub(super) fn title(identifier: &str) -> &str {
    match identifier {
        "MotionTransmission" => "Transmission",
        "ServoActuator" => "Position servo",
        "HydraulicActuator" => "Hydraulic actuator",
        given => given,
    }
}

/// A published manoeuvre.
pub(super) fn of_scenario(scenario: &Scenario) -> Json {
    let inputs = scenario.inputs.iter().map(|(name, signal)| ((*name).to_owned(), of_signal(signal)));
    let parameters = scenario.parameters.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
    json!({
        "name": scenario.name,
        "title": scenario.title,
        "stopTime": scenario.stop_time,
        "stepSize": scenario.step_size,
        "inputs": inputs.collect::<serde_json::Map<_, _>>(),
        "parameters": parameters.collect::<serde_json::Map<_, _>>(),
    })
}

fn of_signal(signal: &Signal) -> Json {
    match signal.points() {
        [(_, value)] => json!({ "kind": "constant", "value": value }),
        several => points(several),
    }
}

fn points(points: &[(f64, f64)]) -> Json {
    json!({ "kind": "points", "points": points })
}

fn experiment(title: &str, stop_time: f64, inputs: Json) -> Json {
    json!({ "name": title, "title": title, "stopTime": stop_time, "inputs": inputs, "parameters": {} })
}
