//! The problems for CVODE: the same data that the FMUs get.

use crate::piece::{Piece, pieces};
use fmu_import::interface::{Interface, Variable};
use fmu_simulation::scenario::Scenario;

/// Mirrors `plant_t` in cvode.c.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Plant {
    inertia: f64,
    viscous: f64,
    spring: f64,
    coulomb: f64,
    opposing: f64,
    aiding: f64,
    static_ratio: f64,
    lower: f64,
    upper: f64,
    is_servo: i32,
    proportional_gain: f64,
    current_limit: f64,
    torque_motor_gain: f64,
    feedback_stiffness: f64,
    flapper_stiffness: f64,
    frequency: f64,
    damping: f64,
    flapper_travel: f64,
    spool_gain: f64,
    spool_travel: f64,
    pressure_gain: f64,
    flow_gain: f64,
    leakage: f64,
    displacement: f64,
    start: f64,
}

/// Mirrors `piece_t` in cvode.c: inputs are linear from `time` on.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    time: f64,
    value: [f64; 3],
    slope: [f64; 3],
}

/// Order of the inputs in C, by the names that a model has for them.
const INPUTS: [&[&str]; 3] = [&["force", "motor_torque", "command"], &["load_torque"], &["supply_pressure"]];

impl Plant {
    /// The values of a scenario, or else the start values of its FMU.
    pub fn new(scenario: &Scenario, interface: &Interface) -> Self {
        let value = |name: &str| {
            let own = scenario.parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            own.or_else(|| interface.find(name).and_then(Variable::start_number)).unwrap_or(0.0)
        };
        let either = |one: &str, other: &str| if interface.find(one).is_some() { value(one) } else { value(other) };
        Self {
            inertia: either("inertia", "mass"),
            viscous: value("viscous_coefficient"),
            spring: value("spring_stiffness"),
            coulomb: either("friction.coulomb_torque", "friction.coulomb_force"),
            opposing: value("friction.efficiency_opposing"),
            aiding: value("friction.efficiency_aiding"),
            static_ratio: value("friction.static_ratio"),
            lower: value("travel.lower"),
            upper: value("travel.upper"),
            is_servo: i32::from(interface.find("servovalve.pressure_gain").is_some()),
            proportional_gain: value("controller.proportional_gain"),
            current_limit: value("controller.current_limit"),
            torque_motor_gain: value("servovalve.torque_motor_gain"),
            feedback_stiffness: value("servovalve.feedback_stiffness"),
            flapper_stiffness: value("servovalve.flapper_stiffness"),
            frequency: value("servovalve.natural_frequency"),
            damping: value("servovalve.damping_ratio"),
            flapper_travel: value("servovalve.flapper_travel"),
            spool_gain: value("servovalve.spool_velocity_gain"),
            spool_travel: value("servovalve.spool_travel"),
            pressure_gain: value("servovalve.pressure_gain"),
            flow_gain: value("servovalve.flow_gain"),
            leakage: value("motor.leakage_coefficient"),
            displacement: value("motor.displacement"),
            start: value("position_start"),
        }
    }
}

/// The inputs of a scenario between their bends, in the order that C has.
pub fn inputs(scenario: &Scenario) -> Vec<Inputs> {
    pieces(scenario).iter().map(|piece| Inputs::new(scenario, piece)).collect()
}

impl Inputs {
    fn new(scenario: &Scenario, piece: &Piece) -> Self {
        let mut inputs = Self { time: piece.time, value: [0.0; 3], slope: [0.0; 3] };
        for (index, names) in INPUTS.iter().enumerate() {
            if let Some(place) = scenario.inputs.iter().position(|(name, _)| names.contains(name)) {
                (inputs.value[index], inputs.slope[index]) = (piece.value[place], piece.slope[place]);
            }
        }
        inputs
    }
}
