//! Days of simulated time: a body that sticks and slips, and one that stays stuck under a load that changes.

use crate::scenario::Kind;
use actuator_fmu::actuator::{Actuator, Event, EventKind, Observer, Warning};
use std::fmt;
use std::time::Instant;

/// Communication step [s], exact in binary so that a period is a whole number of them.
pub const STEP: f64 = 1.0 / 1024.0;
/// Of all inputs [s].
pub const PERIOD: f64 = 4.0;
const STEPS: usize = 4096;
/// The period from which on the rest are compared with it: transients are over.
const SETTLED: usize = 8;

/// What a long run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Endurance {
    pub events: u64,
    /// Events of the first settled period and of the last.
    pub first_events: u64,
    pub last_events: u64,
    pub warnings: u64,
    /// Largest difference of positions between these two periods [SI].
    pub drift: f64,
    /// Largest difference of the times of their events, less whole periods [s].
    pub period_error: f64,
    /// Communication points at which a stuck body was not exactly where it started.
    pub moved: u64,
    /// Time on the clock for the last twentieth of the run over that for the first.
    pub slow_down: f64,
}

impl fmt::Display for Endurance {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { events, first_events, last_events, warnings, drift, period_error, moved, slow_down } = self;
        write!(formatter, "{events} events ({first_events} in an early period, {last_events} in the last), ")?;
        write!(formatter, "{warnings} warnings, drift {drift:.1e}, period error {period_error:.1e} s, ")?;
        write!(
            formatter,
            "{moved} points away from the start, last twentieth {slow_down:.2} times as long as the first"
        )
    }
}

/// Times and kinds of events in one period.
#[derive(Default)]
struct Log {
    count: u64,
    warnings: u64,
    period: Vec<(f64, EventKind)>,
}

impl Observer for Log {
    fn event(&mut self, event: &Event) {
        self.count += 1;
        self.period.push((event.time, event.kind));
    }

    fn warning(&mut self, warning: &Warning) {
        self.warnings += u64::from(!matches!(warning, Warning::Validity { .. }));
    }
}

/// Steps of the slow half of a period and of the fast way back; the rest is a pause. Sliding back wipes out what the slow
/// half left, as quasi-static stick-slip itself forgets nothing.
const SLOW: usize = STEPS / 2;
const FAST: usize = STEPS / 8;

/// An input: its number, from where it is led slowly, and to where.
#[derive(Clone, Copy)]
struct Wave(usize, f64, f64);

impl Wave {
    /// Value and slope at a communication point of a period.
    fn at(self, step: usize) -> (f64, f64) {
        let Self(_, low, high) = self;
        let leg = |from: f64, to: f64, step: usize, steps: usize| {
            let slope = (to - from) / steps as f64;
            (from + slope * step as f64, slope / STEP)
        };
        match step {
            0..SLOW => leg(low, high, step, SLOW),
            step if step < SLOW + FAST => leg(high, low, step - SLOW, FAST),
            _ => (low, 0.0),
        }
    }
}

/// Parameters and inputs under which an actuator sticks and slips.
pub fn stick_slip(kind: Kind, periods: usize) -> Endurance {
    match kind {
        // Torque to and fro across breakaway: it slides, stops, and breaks away to the other side.
        Kind::Transmission => run(
            kind.transmission(),
            &[("inertia", 1.0), ("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)],
            (3, &[("viscous_coefficient", 0.5), ("friction.stribeck_velocity", 0.1)]),
            &[Wave(0, -2.5, 2.5)],
            periods,
        ),
        // The slow ramp of Figs 16 and 17 under load: many small steps.
        Kind::Servo => run(kind.servo(), &[], (1, &[]), &[Wave(0, 0.0, 8.7e-4), Wave(1, 25_000.0, 25_000.0)], periods),
        // A spring that is loaded slowly, with Stribeck friction.
        Kind::Hydraulic => run(
            kind.hydraulic(),
            &[
                ("mass", 1.0),
                ("friction.coulomb_force", 1.0),
                ("friction.static_ratio", 1.5),
                ("friction.stribeck_velocity", 0.05),
            ],
            (3, &[("spring_stiffness", 200.0), ("pressure_step.force_amplitude", 0.0), ("viscous_coefficient", 6.0)]),
            &[Wave(0, -5.0, 5.0)],
            periods,
        ),
    }
}

/// A load that changes within what friction holds.
pub fn stuck(kind: Kind, periods: usize) -> Endurance {
    let start = [("position_start", 0.1 / 3.0)];
    match kind {
        Kind::Transmission => {
            let friction = [("friction.coulomb_torque", 10.0), ("friction.static_ratio", 1.5)];
            run(kind.transmission(), &friction, (1, &start), &[Wave(0, -5.0, 4.0), Wave(1, 2.0, -3.0)], periods)
        }
        Kind::Servo => run(kind.servo(), &[], (1, &[]), &[Wave(1, -2000.0, 2000.0)], periods),
        Kind::Hydraulic => {
            let friction = [("friction.coulomb_force", 10.0), ("pressure_step.force_amplitude", 0.0)];
            run(
                kind.hydraulic(),
                &friction,
                (3, &[("spring_stiffness", 20.0), start[0]]),
                &[Wave(0, -8.0, 8.0)],
                periods,
            )
        }
    }
}

fn run<A: Actuator>(
    mut actuator: A,
    friction: &[(&str, f64)],
    (law, others): (i32, &[(&str, f64)]),
    inputs: &[Wave],
    periods: usize,
) -> Endurance {
    let interface = actuator.interface();
    for (name, value) in friction.iter().chain(others) {
        let place = interface.reals.iter().position(|variable| variable.name == *name);
        actuator.reals_mut()[place.unwrap_or_else(|| panic!("no variable {name}"))] = *value;
    }
    let place = interface.integers.iter().position(|variable| variable.name == "friction.law");
    actuator.integers_mut()[place.unwrap_or_else(|| panic!("no law"))] = law;
    for wave in inputs {
        actuator.reals_mut()[interface.inputs[wave.0] as usize] = wave.at(0).0;
    }
    actuator.check().unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut log = Log::default();
    actuator.initialize(0.0, &mut log);
    endure(&mut actuator, inputs, periods, &mut log)
}

fn endure(actuator: &mut impl Actuator, inputs: &[Wave], periods: usize, log: &mut Log) -> Endurance {
    let place = actuator.interface().reals.iter().position(|variable| variable.name == "position").unwrap_or_default();
    actuator.update_outputs();
    let start = actuator.reals()[place];
    let mut result = Endurance::default();
    let (mut positions, mut events) = (vec![0.0; STEPS], Vec::new());
    let share = (periods / 20).max(1);
    let (mut first, mut last) = (0.0, 0.0);
    for period in 0..periods {
        let begin = Instant::now();
        let compared = period + 1 == periods;
        log.period.clear();
        for (step, position) in positions.iter_mut().enumerate() {
            one_step(actuator, inputs, period, step, log);
            let now = actuator.reals()[place];
            result.moved += u64::from(now.to_bits() != start.to_bits());
            if compared {
                result.drift = result.drift.max((now - *position).abs());
            } else if period == SETTLED {
                *position = now;
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        first += if period < share { seconds } else { 0.0 };
        last += if period >= periods - share { seconds } else { 0.0 };
        if period == SETTLED {
            events.clone_from(&log.period);
        }
    }
    result.slow_down = last / first;
    (result.events, result.warnings) = (log.count, log.warnings);
    (result.first_events, result.last_events) = (events.len() as u64, log.period.len() as u64);
    let between = PERIOD * (periods - 1 - SETTLED) as f64;
    for ((early, kind), (late, other)) in events.iter().zip(&log.period) {
        let error = if kind == other { (late - early - between).abs() } else { f64::INFINITY };
        result.period_error = result.period_error.max(error);
    }
    result
}

fn one_step(actuator: &mut impl Actuator, inputs: &[Wave], period: usize, step: usize, log: &mut Log) {
    let references = actuator.interface().inputs;
    for wave in inputs {
        actuator.reals_mut()[references[wave.0] as usize] = wave.at(step).0;
    }
    actuator.inputs_changed();
    for wave in inputs {
        actuator.set_input_derivative(wave.0, wave.at(step).1);
    }
    let time = PERIOD * period as f64 + STEP * step as f64;
    actuator.advance(time, STEP, log);
    actuator.update_outputs();
}
