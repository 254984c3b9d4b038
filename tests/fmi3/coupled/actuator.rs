//! An actuator as the master of two sees it, whichever version of FMI it speaks.

use super::spring::Line;
use test_support::Signal;

/// An instance of MotionTransmission at a communication point.
pub trait Actuator {
    /// Through initialization, with its parameters, what its motor does and the first load.
    fn start(parameters: &[(&str, f64)], motor: &Signal) -> Self;

    fn position(&self) -> f64;

    /// The time derivative of the position.
    fn velocity(&self) -> f64;

    fn regime(&self) -> i32;

    fn event_count(&self) -> i32;

    fn last_event_time(&self) -> f64;

    /// Where the last step has led the load.
    fn load(&self) -> f64;

    /// Keeps its state, instead of the one kept before.
    fn save(&mut self);

    /// Goes back to the state that is kept.
    fn restore(&mut self);

    /// Takes a step under a load, to this time or to an event before; returns when it has ended.
    fn step(&mut self, load: Line, end: f64) -> f64;
}
