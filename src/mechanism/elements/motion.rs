//! A body whose motion is prescribed: test benches, belts, cranks.
//!
//! ```text
//! acceleration   a = input                                  v and q are its integrals     (Modelica's Accelerate)
//! velocity       v = input, a = its derivative              q is its integral             (Modelica's Speed, exact)
//! position       q = input, v and a = its derivatives                                     (Modelica's Move)
//! torque         τ = J·a − F      F: all other torques on the body; positive accelerates it forwards
//! ```
//!
//! Between two communication points the motion is a polynomial of time: that of the inputs as they were set. A velocity has an input for
//! its acceleration beside it, a position those for its velocity and acceleration; where the importer sends the derivative of an input,
//! that counts instead, and what is above it is zero. Source: the Modelica Standard Library 4.1.0, `Mechanics.Rotational.Sources`.

use super::Element;
use crate::mechanism::inputs::Lines;
use crate::mechanism::prescribed::Kinematics;

/// Which input comes first; what it is the derivative of follows by integration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prescribes {
    /// Position, velocity and acceleration are inputs.
    Position,
    /// Velocity and acceleration are.
    Velocity,
    /// The acceleration is.
    Acceleration,
}

/// The motion of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrescribedMotion {
    /// The body.
    pub body: usize,
    /// What of its motion is prescribed.
    pub prescribes: Prescribes,
}

impl PrescribedMotion {
    /// Places of the inputs among its own: position, velocity, acceleration.
    fn places(&self) -> (Option<usize>, Option<usize>, usize) {
        match self.prescribes {
            Prescribes::Position => (Some(0), Some(1), 2),
            Prescribes::Velocity => (None, Some(0), 1),
            Prescribes::Acceleration => (None, None, 0),
        }
    }
}

impl Element for PrescribedMotion {
    /// Its torque is found by the balance of its body.
    fn ends(&self) -> [Option<(usize, f64)>; 2] {
        [None, None]
    }

    fn inputs(&self) -> usize {
        self.places().2 + 1
    }

    fn prescribes(&self) -> Option<usize> {
        Some(self.body)
    }

    fn gives_position(&self) -> bool {
        self.prescribes == Prescribes::Position
    }

    fn gives_velocity(&self) -> bool {
        self.prescribes != Prescribes::Acceleration
    }

    fn prescribed(&self, inputs: &Lines, first: usize, integrated: Kinematics) -> Kinematics {
        let line = |place: usize| (inputs.value[first + place], inputs.slope[first + place]);
        let (position, velocity, acceleration) = self.places();
        let (acceleration, jerk) = line(acceleration);
        let mut motion = Kinematics { acceleration, jerk, ..integrated };
        if let Some((velocity, slope)) = velocity.map(line) {
            motion.velocity = velocity;
            if slope != 0.0 {
                (motion.acceleration, motion.jerk) = (slope, 0.0);
            }
        }
        if let Some((position, slope)) = position.map(line) {
            motion.position = position;
            if slope != 0.0 {
                (motion.velocity, motion.acceleration, motion.jerk) = (slope, 0.0, 0.0);
            }
        }
        motion
    }

    fn prescribed_change(&self, slopes: &mut [f64]) -> (Option<f64>, Option<f64>) {
        let (position, velocity, _) = self.places();
        let mut take = |place: usize| core::mem::take(&mut slopes[place]);
        (position.map(&mut take), velocity.map(&mut take))
    }

    fn follow_inputs(&self, now: Kinematics, inputs: &mut Lines, first: usize) {
        let (position, velocity, _) = self.places();
        if let Some(place) = position {
            inputs.value[first + place] = now.position;
            if inputs.slope[first + place] != 0.0 {
                // The inputs for its derivatives do not count.
                return;
            }
        }
        if let Some(place) = velocity {
            inputs.value[first + place] = now.velocity;
        }
    }
}
