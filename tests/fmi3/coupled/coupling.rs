//! The master: both actuators from communication point to communication point, the spring between them.

use super::actuator::Actuator;
use super::spring::{Cubic, Line, Torque};

/// What the actuators are told of the spring's torque during a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// Its value at the beginning.
    Held,
    /// Its tangent at the beginning.
    Extrapolated,
    /// What it turns out to be: steps are repeated from their beginning until it no longer changes.
    Iterated,
    /// The same, with the straight line between what it is at both ends.
    IteratedChords,
}

impl Coupling {
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Extrapolated => "extrapolated",
            Self::Iterated => "iterated",
            Self::IteratedChords => "iterated chords",
        }
    }
}

/// Another regime of an actuator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub time: f64,
    pub actuator: usize,
    pub regime: i32,
}

/// Repetitions of a step. Each takes the torque's error down by (13 Hz·2π·h)²/10 or better: to rounding in twelve.
const REPETITIONS: usize = 40;
/// The torque no longer changes, of some N·m; nor does the instant of an event [s].
const SAME_TORQUE: f64 = 1e-14;
const SAME_TIME: f64 = 1e-15;

/// Both actuators with the spring between them.
pub struct Coupled<A> {
    pub actuators: [A; 2],
    coupling: Coupling,
    time: f64,
    events: [i32; 2],
    regimes: [i32; 2],
    pub changes: Vec<Change>,
    /// Calls of DoStep, of both actuators, those that were taken back too.
    pub calls: usize,
}

impl<A: Actuator> Coupled<A> {
    pub fn new(actuators: [A; 2], coupling: Coupling) -> Self {
        let mut coupled =
            Self { actuators, coupling, time: 0.0, events: [0; 2], regimes: [0; 2], changes: Vec::new(), calls: 0 };
        coupled.note_changes();
        coupled
    }

    pub fn positions(&self) -> [f64; 2] {
        self.actuators.each_ref().map(Actuator::position)
    }

    /// To a communication point, with the stops on the way that events make.
    pub fn advance(&mut self, point: f64) {
        while self.time < point {
            self.actuators.iter_mut().for_each(Actuator::save);
            let reached = match self.coupling {
                Coupling::Held => self.attempt(self.both(Line::new(self.torque().value, 0.0)), point),
                Coupling::Extrapolated => {
                    let torque = self.torque();
                    self.attempt(self.both(Line::new(torque.value, torque.slope)), point)
                }
                Coupling::Iterated | Coupling::IteratedChords => self.repeat(point),
            };
            self.time = reached;
            self.note_changes();
        }
    }

    fn torque(&self) -> Torque {
        Torque::between(self.positions(), self.actuators.each_ref().map(Actuator::velocity))
    }

    /// What is a load on the first drives the second.
    fn both(&self, line: Line) -> [Line; 2] {
        [line, line.negated()]
    }

    /// Steps both from the states that are kept, to this point or to the earliest event before; returns when.
    fn attempt(&mut self, loads: [Line; 2], point: f64) -> f64 {
        let mut reached = [point; 2];
        for ((actuator, load), reached) in self.actuators.iter_mut().zip(loads).zip(&mut reached) {
            *reached = actuator.step(load, point);
            self.calls += 1;
        }
        let earliest = reached[0].min(reached[1]);
        for ((actuator, load), reached) in self.actuators.iter_mut().zip(loads).zip(reached) {
            if reached > earliest {
                actuator.restore();
                let again = actuator.step(load, earliest);
                // The sum of the last point and the length may be rounded once.
                assert!((again - earliest).abs() <= f64::EPSILON * earliest, "{again} instead of {earliest}");
                self.calls += 1;
            }
        }
        earliest
    }

    /// Repeats the step until the torque at its end, and its end, are what was assumed.
    fn repeat(&mut self, point: f64) -> f64 {
        let begin = self.torque();
        let shapes = self.shapes();
        let (mut end, mut until) = (begin.led(point - self.time), point);
        for repetition in 0..REPETITIONS {
            if repetition > 0 {
                self.actuators.iter_mut().for_each(Actuator::restore);
            }
            let cubic = Cubic { begin, end, length: until - self.time };
            let reached = self.attempt([shapes[0].line(&cubic), shapes[1].line(&cubic.negated())], point);
            let torque = self.torque();
            let is_same = (torque.value - end.value).abs() <= SAME_TORQUE && (reached - until).abs() <= SAME_TIME;
            (end, until) = (torque, reached);
            if is_same {
                break;
            }
        }
        until
    }

    fn shapes(&self) -> [Shape; 2] {
        match self.coupling {
            Coupling::IteratedChords => [Shape::Chord; 2],
            Coupling::Held | Coupling::Extrapolated | Coupling::Iterated => {
                self.actuators.each_ref().map(Shape::fit_for)
            }
        }
    }

    fn note_changes(&mut self) {
        for (number, actuator) in self.actuators.iter().enumerate() {
            let (events, regime) = (actuator.event_count(), actuator.regime());
            if events != self.events[number] && regime != self.regimes[number] {
                self.changes.push(Change { time: actuator.last_event_time(), actuator: number, regime });
            }
            (self.events[number], self.regimes[number]) = (events, regime);
        }
    }
}

/// Which line stands for the torque in a repeated step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// The one that moves a body as the torque does.
    SameMotion,
    /// The one with the torque's ends.
    Chord,
    /// The one that begins at this load and gives a body the impulse that the torque gives.
    SameImpulse(f64),
}

impl Shape {
    /// As an actuator begins a step.
    fn fit_for(actuator: &impl Actuator) -> Self {
        match (actuator.regime(), actuator.velocity() == 0.0) {
            (0, _) => Self::Chord,
            // It is about to move. A jump of the load, be it by a rounding, would decide anew whether it breaks away.
            (_, true) => Self::SameImpulse(actuator.load()),
            (_, false) => Self::SameMotion,
        }
    }

    fn line(self, cubic: &Cubic) -> Line {
        match self {
            Self::SameMotion => cubic.line_of_same_motion(),
            Self::Chord => cubic.chord(),
            Self::SameImpulse(load) => cubic.line_of_same_impulse(load),
        }
    }
}
