//! Properties that hold for every transmission under every input: random parameters, random straight lines of torque.

use actuator_fmu::actuator::{Actuator, MotionTransmission};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use test_support::cases;
use test_support::friction::Friction;
use test_support::saved::continues_as;
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set};

/// A transmission, and how it starts.
#[derive(Clone, Copy, Debug)]
struct Plant {
    friction: Friction,
    inertia: f64,
    load_inertia: f64,
    viscous: f64,
    half_travel: f64,
    /// Position as a share of the half travel, velocity [rad/s].
    start: (f64, f64),
}

/// One piece of input: duration [s], then motor and load torque [N.m] at its begin and end.
type Piece = (f64, [f64; 2], [f64; 2]);

impl Plant {
    fn build(&self) -> MotionTransmission {
        transmission(&[
            ("inertia", self.inertia),
            ("load_inertia", self.load_inertia),
            ("viscous_coefficient", self.viscous),
            ("friction.coulomb_torque", self.friction.coulomb),
            ("friction.static_ratio", self.friction.static_ratio),
            ("friction.efficiency_opposing", self.friction.opposing),
            ("friction.efficiency_aiding", self.friction.aiding),
            ("travel.lower", -self.half_travel),
            ("travel.upper", self.half_travel),
            ("position_start", self.start.0 * self.half_travel),
            ("velocity_start", self.start.1),
        ])
    }

    fn mirrored(mut self) -> Self {
        self.start = (-self.start.0, -self.start.1);
        self
    }
}

fn friction() -> impl Strategy<Value = Friction> {
    (0.0..3.0, prop_oneof![Just(1.0), 1.0..3.0], 0.3..=1.0, -0.5..=1.0)
        .prop_map(|(coulomb, static_ratio, opposing, aiding)| Friction { coulomb, static_ratio, opposing, aiding })
}

/// Time constants from 0.1 ms up to none; all sizes that a default internal step of 1 ms resolves.
fn plant() -> impl Strategy<Value = Plant> {
    let start = (prop_oneof![Just(-1.0), Just(1.0), -1.0..1.0], prop_oneof![Just(0.0), -5.0..5.0]);
    (friction(), -2.0..1.0, prop_oneof![Just(0.0), 0.0..2.0], 0.05..5.0, start).prop_map(
        |(friction, exponent, viscous, half_travel, start)| {
            let inertia = 10.0_f64.powf(exponent);
            Plant { friction, inertia, load_inertia: 0.0, viscous, half_travel, start }
        },
    )
}

fn torque() -> impl Strategy<Value = [f64; 2]> {
    // Steps, ramps, equal ends, zero.
    prop_oneof![[-10.0..10.0, -10.0..10.0], (-10.0..10.0).prop_map(|t| [t, t]), Just([0.0, 0.0])]
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    prop::collection::vec((0.005..0.3, torque(), torque()), 1..8)
}

/// The inputs of `pieces`, and their end.
fn inputs(pieces: &[Piece], sign: f64) -> (Vec<(&'static str, Signal)>, f64) {
    let signal = |of: fn(&Piece) -> [f64; 2]| {
        Signal::pieces(pieces.iter().map(|piece| (piece.0, of(piece).map(|torque| sign * torque))))
    };
    let end = pieces.iter().fold(0.0, |end, piece| end + piece.0);
    (vec![("motor_torque", signal(|piece| piece.1)), ("load_torque", signal(|piece| piece.2))], end)
}

fn simulate(plant: &Plant, pieces: &[Piece], step: f64, sample: impl FnMut(f64, &mut dyn Actuator)) -> Recorder {
    let (inputs, end) = inputs(pieces, 1.0);
    Run { actuator: &mut plant.build(), inputs, end, step }.go(sample)
}

/// The largest velocity and position that these torques can cause, so that a runaway is noticed.
fn speed_limit(plant: &Plant, pieces: &[Piece]) -> f64 {
    let impulse: f64 = pieces.iter().map(|(duration, ..)| duration * 20.0).sum();
    plant.start.1.abs() + impulse / plant.inertia
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: cases::count(256, 2000) as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(cases::seed(2012)),
        ..ProptestConfig::default()
    }
}

/// Checks of one communication point; `share` is a tolerance for rounding, relative to the torques of up to 30 N.m.
fn check_point(plant: &Plant, limit: f64, time: f64, actuator: &dyn Actuator) -> Result<(), TestCaseError> {
    const ROUNDING: f64 = 1e-12;
    let value = |name| get(actuator, name);
    prop_assert!(actuator.reals().iter().all(|value| value.is_finite()), "at {time}");
    let (position, velocity, load) = (value("position"), value("velocity"), value("load_torque"));
    let (friction, regime) = (value("friction_torque"), value("friction_regime"));
    prop_assert!(position.abs() <= plant.half_travel, "outside its travel at {time}: {position}");
    prop_assert!(velocity.abs() <= limit, "too fast at {time}: {velocity}");
    prop_assert!(friction * velocity >= 0.0, "friction drives at {time}: {friction} {velocity}");
    let balance = value("active_torque") - friction - value("end_stop_torque") - plant.inertia * value("acceleration");
    prop_assert!(balance.abs() <= ROUNDING * 100.0, "out of balance by {balance:e} at {time}");
    if regime == 0.0 {
        prop_assert_eq!(velocity.to_bits(), 0.0_f64.to_bits(), "at {}", time);
        prop_assert_eq!(value("acceleration").to_bits(), 0.0_f64.to_bits(), "at {}", time);
        let level = plant.friction.breakaway(friction.signum(), load);
        prop_assert!(friction.abs() <= level * (1.0 + ROUNDING) + ROUNDING, "above {level} at {time}: {friction}");
    } else {
        prop_assert!(velocity * regime >= 0.0, "regime {regime} at {time} with velocity {velocity}");
        let level = regime * plant.friction.sliding(regime, load);
        prop_assert!((friction - level).abs() <= ROUNDING * 100.0, "at {time}: {friction} instead of {level}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn state_and_torques_are_admissible_at_every_communication_point(plant in plant(), pieces in pieces()) {
        let limit = speed_limit(&plant, &pieces);
        let mut outcome = Ok(());
        simulate(&plant, &pieces, 1e-3, |time, actuator| {
            if outcome.is_ok() {
                outcome = check_point(&plant, limit, time, actuator);
            }
        });
        outcome?;
    }

    #[test]
    fn the_mirrored_run_is_the_exact_negative(plant in plant(), pieces in pieces()) {
        let trace = |plant: Plant, sign: f64| {
            let (inputs, end) = inputs(&pieces, sign);
            let mut trace = Vec::new();
            let names = ["position", "velocity", "acceleration", "friction_torque", "end_stop_torque", "friction_regime"];
            Run { actuator: &mut plant.build(), inputs, end, step: 0.01 }
                .go(|_, actuator| trace.push(names.map(|name| sign * get(actuator, name))));
            trace
        };
        prop_assert_eq!(trace(plant, 1.0), trace(plant.mirrored(), -1.0));
    }

    #[test]
    fn results_do_not_depend_on_the_communication_step(plant in plant(), pieces in pieces()) {
        let end_state = |step| {
            let mut state = [0.0; 2];
            simulate(&plant, &pieces, step, |_, a| state = [get(a, "position"), get(a, "velocity")]);
            state
        };
        let whole = end_state(10.0);
        let scale = 1.0 + speed_limit(&plant, &pieces);
        for step in [1e-3, 7.7e-3] {
            let split = end_state(step);
            for (found, expected) in split.iter().zip(whole) {
                prop_assert!((found - expected).abs() <= 1e-9 * scale, "step {step}: {split:?} {whole:?}");
            }
        }
    }

    #[test]
    fn friction_never_returns_energy_and_no_energy_comes_from_nowhere(plant in plant(), pieces in pieces()) {
        let (mut friction, mut surplus, mut largest) = (0.0, 0.0, (0.0_f64, 0.0_f64));
        let mut last: Option<[f64; 4]> = None;
        let recorder = simulate(&plant, &pieces, 5e-5, |time, a| {
            let velocity = get(a, "velocity");
            let power = (get(a, "active_torque") - get(a, "friction_torque")) * velocity;
            let kinetic = 0.5 * plant.inertia * velocity * velocity;
            let loss = get(a, "friction_torque") * velocity;
            if let Some([t0, power0, kinetic0, loss0]) = last {
                friction += 0.5 * (time - t0) * (loss + loss0);
                // Supplied and neither stored nor lost to friction: what an end stop took.
                surplus += 0.5 * (time - t0) * (power + power0) - (kinetic - kinetic0);
            }
            largest = (largest.0.max(power.abs()), largest.1.max(kinetic));
            last = Some([time, power, kinetic, loss]);
        });
        prop_assert!(friction >= 0.0, "friction returned {friction:e} J");
        // The trapezoidal rule misses up to a step's work where a torque jumps, and 1e-4 of the rest.
        let jumps = (pieces.len() + recorder.events.len()) as f64;
        let tolerance = jumps * 5e-5 * largest.0 + 1e-4 * largest.1;
        prop_assert!(surplus >= -tolerance, "{surplus:e} J from nowhere, tolerance {tolerance:e}");
    }

    #[test]
    fn a_restored_instance_continues_with_the_same_bits(plant in plant(), pieces in pieces(), place in 0.0..1.0) {
        let (inputs, end) = inputs(&pieces, 1.0);
        let run = Run { actuator: &mut plant.build(), inputs, end, step: 0.01 };
        prop_assert!(continues_as(run, &mut transmission(&[]), place));
    }

    #[test]
    fn table_1_stays_within_its_bounds_and_sticks_exactly(plant in plant(), pieces in pieces()) {
        let (inputs, end) = inputs(&pieces, 1.0);
        let mut actuator = plant.build();
        set(&mut actuator, "solver.method", 2.0);
        set(&mut actuator, "solver.fixed_step_size", 1e-4);
        let mut outcome = Ok(());
        Run { actuator: &mut actuator, inputs, end, step: 1e-3 }.go(|time, actuator| {
            let (position, velocity) = (get(actuator, "position"), get(actuator, "velocity"));
            let stuck = get(actuator, "friction_regime") == 0.0;
            let outside = position.is_nan() || position.abs() > plant.half_travel;
            if outside || (stuck && velocity.to_bits() != 0) {
                outcome = Err(TestCaseError::fail(format!("at {time}: {position} {velocity}")));
            }
        });
        outcome?;
    }

    /// With driven-side inertia friction depends on the torque that crosses the mesh.
    #[test]
    fn friction_follows_the_mesh_torque_with_driven_side_inertia(
        plant in plant(), load_inertia in 0.001..5.0, pieces in pieces(),
    ) {
        let plant = Plant { load_inertia, ..plant };
        let total = plant.inertia + load_inertia;
        let mut outcome = Ok(());
        simulate(&plant, &pieces, 1e-3, |time, actuator| {
            let value = |name| get(actuator, name);
            let (acceleration, friction, regime) = (value("acceleration"), value("friction_torque"), value("friction_regime"));
            let mesh = value("load_torque") + load_inertia * acceleration;
            let balance = value("active_torque") - friction - value("end_stop_torque") - total * acceleration;
            let level = regime * plant.friction.sliding(regime, mesh);
            // Accelerations reach 2000 rad/s², torques 1e4 N.m: 1e-9 is their rounding with a margin.
            let wrong = balance.abs() > 1e-9
                || (regime != 0.0 && (friction - level).abs() > 1e-9)
                || (regime == 0.0 && value("velocity").to_bits() != 0);
            if wrong && outcome.is_ok() {
                outcome = Err(TestCaseError::fail(format!("at {time}: {friction} {level} {balance:e}")));
            }
        });
        outcome?;
    }
}
