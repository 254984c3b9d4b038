//! A body whose motion is prescribed.

use super::spring::capital;
use crate::declaration::{Variable, input, output};
use crate::models::Motion;

/// Which input comes first: it and its derivatives are inputs; what it is the derivative of follows by integration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prescribes {
    /// Position, velocity and acceleration are inputs.
    Position,
    /// Velocity and acceleration.
    Velocity,
    /// The acceleration.
    Acceleration,
}

impl Prescribes {
    /// All that there are.
    pub const ALL: [Self; 3] = [Self::Position, Self::Velocity, Self::Acceleration];

    /// Its word in configurations.
    pub fn word(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
        }
    }
}

pub(super) fn variables(motion: Motion, prescribes: Prescribes) -> Vec<Variable> {
    let effort = motion.effort_word();
    let position = || input("position", motion.position(), 0.0, "Position of the body").nominal(0.1);
    let velocity = |of: &str| input("velocity", motion.velocity(), 0.0, of).nominal(0.1);
    let acceleration = |of: &str| input("acceleration", motion.acceleration(), 0.0, of);
    let inputs = match prescribes {
        Prescribes::Position => vec![
            position(),
            velocity("Velocity of the body; does not count while a derivative of the position is sent"),
            acceleration(
                "Acceleration of the body; does not count while a derivative of the position or velocity is sent",
            ),
        ],
        Prescribes::Velocity => vec![
            velocity("Velocity of the body"),
            acceleration("Acceleration of the body; does not count while a derivative of the velocity is sent"),
        ],
        Prescribes::Acceleration => vec![acceleration("Acceleration of the body")],
    };
    let description = format!("{} that the motion takes; positive accelerates the body forwards", capital(effort));
    let mut variables = vec![output(effort, motion.effort(), &description).computed_from(&["*"])];
    variables.extend(inputs);
    variables
}
