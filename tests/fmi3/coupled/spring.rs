//! The spring between the actuators: its torque, and the straight lines that stand for it over a step.

/// Stiffness [N·m/rad]: with the inertias of the case the actuators swing against each other at 13 Hz.
pub const STIFFNESS: f64 = 200.0;

/// Torque of the spring and its time derivative, at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torque {
    pub value: f64,
    pub slope: f64,
}

impl Torque {
    /// Of positions [rad] and velocities [rad/s] of both ends. Positive is a load on the first.
    pub fn between(position: [f64; 2], velocity: [f64; 2]) -> Self {
        let between = |[first, second]: [f64; 2]| STIFFNESS * (first - second);
        Self { value: between(position), slope: between(velocity) }
    }

    fn negated(self) -> Self {
        Self { value: -self.value, slope: -self.slope }
    }

    /// Where its tangent leads.
    pub fn led(self, length: f64) -> Self {
        Self { value: self.value + self.slope * length, slope: self.slope }
    }
}

/// An input over a step: where it begins and how fast it grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The input goes on from where the last step has led it: it is not set.
    pub goes_on: bool,
    pub start: f64,
    pub slope: f64,
}

impl Line {
    pub fn new(start: f64, slope: f64) -> Self {
        Self { goes_on: false, start, slope }
    }

    pub fn negated(self) -> Self {
        Self { start: -self.start, slope: -self.slope, ..self }
    }
}

/// The cubic through value and slope at both ends of a step.
#[derive(Clone, Copy, Debug)]
pub struct Cubic {
    pub begin: Torque,
    pub end: Torque,
    pub length: f64,
}

impl Cubic {
    /// As the other end of the spring feels it.
    pub fn negated(self) -> Self {
        Self { begin: self.begin.negated(), end: self.end.negated(), ..self }
    }

    /// What moves a body is the integral of the torque, and where it goes the integral of that: the line with both integrals
    /// of the cubic moves it as the cubic would, but for what its viscous friction makes of the rest.
    pub fn line_of_same_motion(&self) -> Line {
        let (mean, moment) = (self.mean(), self.moment());
        let rise = 12.0 * moment - 6.0 * mean;
        Line::new(mean - 0.5 * rise, rise / self.length)
    }

    /// The line from a given start with the same integral.
    pub fn line_of_same_impulse(&self, start: f64) -> Line {
        Line { goes_on: true, start, slope: 2.0 * (self.mean() - start) / self.length }
    }

    /// The line with the same ends: a body at rest breaks away by what the torque is, not by what it was.
    pub fn chord(&self) -> Line {
        Line::new(self.begin.value, (self.end.value - self.begin.value) / self.length)
    }

    fn mean(&self) -> f64 {
        0.5 * (self.begin.value + self.end.value) + self.length / 12.0 * (self.begin.slope - self.end.slope)
    }

    /// Integral of torque times time, over the square of the length.
    fn moment(&self) -> f64 {
        0.15 * self.begin.value
            + 0.35 * self.end.value
            + self.length * (self.begin.slope / 30.0 - self.end.slope / 20.0)
    }
}

#[test]
fn a_line_has_the_integrals_of_its_cubic() {
    // t³ over one second: integrals 1/4 and, times t, 1/5.
    let cubic = Cubic { begin: Torque { value: 0.0, slope: 0.0 }, end: Torque { value: 1.0, slope: 3.0 }, length: 1.0 };
    let Line { start, slope, .. } = cubic.line_of_same_motion();
    assert!((start + slope / 2.0 - 0.25).abs() <= 1e-15 && (start / 2.0 + slope / 3.0 - 0.2).abs() <= 1e-15);
    let Line { start, slope, .. } = cubic.line_of_same_impulse(0.1);
    assert!((start + slope / 2.0 - 0.25).abs() <= 1e-15 && start == 0.1);
}
