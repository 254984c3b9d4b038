//! The moving body that every model has: position, velocity, friction, end stops, events.
//!
//! Sign convention: inertia * acceleration = active effort - friction - contact of the end stop.

use super::Motion;
use super::laws::{Family, of};
use crate::declaration::{
    EnumerationItem, EnumerationType, Variable, choice, input, integer_output, local, number_of, output, parameter,
};

/// Where a simulation starts.
static INITIALIZATION: EnumerationType = EnumerationType {
    name: "Initialization",
    description: "Where a simulation starts",
    items: &[
        EnumerationItem {
            name: "start_values",
            description: "At position_start with velocity_start; all other states are zero, or have a start value of their own",
        },
        EnumerationItem {
            name: "trim",
            description: "At rest and in equilibrium with the inputs at the start; refused where there is no equilibrium",
        },
    ],
};

/// The load torque input of the rotary models.
pub fn load_torque() -> Variable {
    input(
        "load_torque",
        Motion::Rotary.effort(),
        0.0,
        "Load torque on the output shaft; positive pushes towards negative position",
    )
    .nominal(1e4)
}

/// The outputs and states of the body. `active` names what the active effort (all but friction and contact) is
/// computed from, apart from the velocity and the viscous friction.
pub fn outputs(motion: Motion, active: &[&str]) -> Vec<Variable> {
    let mut variables = kinematics(motion);
    variables.extend(contact(motion, active));
    variables.extend(events(motion));
    variables.extend(bristle(motion, active));
    variables
}

fn kinematics(motion: Motion) -> Vec<Variable> {
    let effort = motion.effort_word();
    let inertia = motion.inertia_name();
    let friction = format!("friction_{effort}");
    let contact = format!("end_stop_{effort}");
    let acceleration = format!(
        "Acceleration: {inertia} * acceleration = active {effort} - friction {effort} - end stop contact {effort}"
    );
    vec![
        output("position", motion.position(), "Position of the output").state(&["position_start"]).nominal(0.1),
        output("velocity", motion.velocity(), "Velocity of the output; exactly 0 while it sticks")
            .derivative_of("position")
            .state(&["velocity_start"])
            .nominal(0.1),
        output("acceleration", motion.acceleration(), &acceleration)
            .derivative_of("velocity")
            .computed_from(&[&friction, &contact]),
    ]
}

fn contact(motion: Motion, active: &[&str]) -> Vec<Variable> {
    let effort = motion.effort_word();
    let friction = format!("friction_{effort}");
    let description = format!("Friction {effort}, without viscous friction; positive opposes positive motion");
    let mut sources =
        vec!["velocity", "position", "bristle_deflection", "viscous_coefficient", "friction.*", "travel.*"];
    sources.push(motion.inertia_name());
    sources.extend(active);
    let stop =
        format!("Contact {effort} of the hard end stop; positive at the upper stop, where it opposes positive motion");
    vec![
        output(&friction, motion.effort(), &description).computed_from(&sources),
        output(&format!("end_stop_{effort}"), motion.effort(), &stop).computed_from(&[&friction]),
    ]
}

fn events(motion: Motion) -> Vec<Variable> {
    let friction = format!("friction_{}", motion.effort_word());
    let from = ["position", "velocity", "travel.*", &friction];
    vec![
        integer_output(
            "friction_regime",
            -1..=1,
            "Friction regime: -1 sliding backward, 0 at rest (bristle laws: presliding, where the bristles do not slip), \
             1 sliding forward; a law that creeps has the sign of the velocity",
        )
        .computed_from(&from),
        integer_output("end_stop", -1..=1, "Contact with an end stop: -1 lower, 0 none, 1 upper").computed_from(&from),
        integer_output(
            "event_count",
            0..=i32::MAX,
            "Number of breakaways, stops, reversals, end stop contacts and jams since initialization; a law that creeps or has \
             bristles has them by a criterion",
        )
        .computed_from(&from),
        output("last_event_time", crate::declaration::unit::TIME, "Time of the latest of these events")
            .discrete()
            .computed_from(&from),
    ]
}

fn bristle(motion: Motion, active: &[&str]) -> Vec<Variable> {
    let mut sources = vec!["velocity", "bristle_deflection", "friction.*"];
    sources.extend(active);
    vec![
        output(
            "bristle_deflection",
            motion.position(),
            &format!("Mean deflection of the bristles, the state of {}", of(&[Family::Bristle])),
        )
        .state(&["friction.bristle_deflection_start"])
        .nominal(1e-5),
        local("bristle_deflection_rate", motion.velocity(), "Time derivative of the bristle deflection")
            .derivative_of("bristle_deflection")
            .computed_from(&sources),
    ]
}

/// How the states start, and where `trim` puts the body.
pub fn initialization(trim: &str) -> [Variable; 2] {
    let description = format!("Where the simulation starts; trim: {trim}");
    let initialization = choice("initialization", &INITIALIZATION, 1, &description);
    let number = "Number of the initialization, for tools that do not pass enumerations; 0: as initialization says";
    let number = number_of(&initialization, number);
    [initialization, number]
}

/// Start values and travel.
pub fn travel_and_start(motion: Motion, half_travel: f64) -> Vec<Variable> {
    vec![
        parameter(
            "position_start",
            motion.position(),
            0.0,
            "Position at initialization, within the travel; trim keeps it where friction alone holds the body",
        )
        .always_fixed(),
        parameter("velocity_start", motion.velocity(), 0.0, "Velocity at initialization; 0 with trim").always_fixed(),
        parameter("travel.lower", motion.position(), -half_travel, "Position of the lower end stop").always_fixed(),
        parameter("travel.upper", motion.position(), half_travel, "Position of the upper end stop").always_fixed(),
    ]
}

/// Viscous friction.
pub fn viscous(motion: Motion, start: f64) -> Variable {
    let description = format!("Viscous friction {} per velocity, part of the active effort", motion.effort_word());
    parameter("viscous_coefficient", motion.damping(), start, &description).at_least(0.0)
}
