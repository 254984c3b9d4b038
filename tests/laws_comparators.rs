//! The algorithms that the papers compare themselves with, on a mass pulled by a spring at constant speed: where each
//! goes wrong, by how much, and which of them converge.

use crate::laws;

use laws::{law, stick_slip_mass};
use test_support::{Run, Signal, get, set_all};

/// Time, position and velocity at every millisecond, and the number of events.
struct Pull {
    samples: Vec<[f64; 3]>,
    events: usize,
}

impl Pull {
    /// Two stick-slip cycles under 0.2 N/s; `width` in m/s, `step` in s.
    fn run(number: i32, width: f64, step: f64, static_ratio: f64) -> Self {
        let mut actuator = stick_slip_mass(number);
        let parameters = [
            ("friction.regularization_velocity", width),
            ("solver.fixed_step_size", step),
            ("friction.static_ratio", static_ratio),
        ];
        set_all(&mut actuator, &parameters);
        let mut samples = Vec::new();
        let inputs = vec![("force", Signal::line(0.0, 4.0, 20.0))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 20.0, step: 1e-3 }
            .go(|time, a| samples.push([time, get(a, "position"), get(a, "velocity")]));
        Self { samples, events: recorder.events.len() }
    }

    fn at(&self, time: f64) -> [f64; 3] {
        self.samples[(time * 1000.0).round() as usize]
    }

    /// Largest distance from another run [m].
    fn error(&self, reference: &Self) -> f64 {
        let distances = self.samples.iter().zip(&reference.samples).map(|(a, b)| (a[1] - b[1]).abs());
        distances.fold(0.0, f64::max)
    }

    /// Times at which the velocity rises above 0.05 m/s.
    fn slips(&self) -> Vec<f64> {
        let rising = self.samples.windows(2).filter(|pair| pair[0][2] <= 0.05 && pair[1][2] > 0.05);
        rising.map(|pair| pair[1][0]).collect()
    }
}

/// The true motion: stuck until 7.5 s, slip, stuck until 15.1 s, slip.
fn truth(static_ratio: f64) -> Pull {
    Pull::run(law::COULOMB, 1e-3, 1e-4, static_ratio)
}

#[test]
fn karnopp_breaks_away_late_by_the_time_to_cross_its_dead_band_and_converges_with_the_root_of_its_width() {
    let truth = truth(1.5);
    let errors = [1e-2, 1e-3, 1e-4].map(|width| {
        let pull = Pull::run(law::KARNOPP, width, 1e-4, 1.5);
        // Inside the band the net force is 0.2 N/s from zero on: v₀ = 0.1·t², so t = √(10 v₀).
        let late = pull.slips()[0] - truth.slips()[0];
        let crossing = (10.0 * width).sqrt();
        assert!((late / crossing - 1.0).abs() < 0.2, "width {width}: {late} s late, {crossing} s to cross");
        assert_eq!(pull.at(7.4)[2].to_bits(), 0, "it does hold");
        pull.error(&truth)
    });
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log10();
        assert!((0.4..0.6).contains(&order), "order {order} in the width: {errors:?}");
    }
    // A shorter step does not help.
    let fine = Pull::run(law::KARNOPP, 1e-3, 2e-5, 1.5).error(&truth);
    assert!((fine / errors[1] - 1.0).abs() < 0.01, "{fine} {errors:?}");
}

#[test]
fn the_bare_sign_chatters_at_rest_and_knows_no_stiction() {
    let truth = truth(1.5);
    assert_eq!(truth.events, 4);
    for step in [1e-4, 2e-5] {
        let pull = Pull::run(law::SIGN, 1e-3, step, 1.5);
        // At rest it alternates between motion and none: an event every other step up to 5 s, when 1 N is reached.
        let expected = 5.0 / (2.0 * step);
        assert!((pull.events as f64 / expected - 1.0).abs() < 0.01, "{} events, step {step}", pull.events);
        // Each of these throws it forward: a drift proportional to the step, 1.6 steps times 1 m/s after 4 s.
        let drift = pull.at(4.0)[1];
        assert!((drift / (1.6 * step) - 1.0).abs() < 0.02, "drift {drift} m");
        // It leaves at the Coulomb level, 2.5 s too early, and never sticks again: it swings with 2π√(m/k) instead.
        assert!(pull.at(7.4)[1] > 0.2);
        let swing = std::f64::consts::TAU / 2.0_f64.sqrt();
        for pair in pull.slips().windows(2) {
            assert!(((pair[1] - pair[0]) / swing - 1.0).abs() < 0.01, "{:?}", pull.slips());
        }
        assert!(pull.error(&truth) > 0.3);
    }
}

#[test]
fn hyperviscous_friction_creeps_in_proportion_to_its_width() {
    let truth = truth(1.5);
    for width in [1e-2, 1e-3, 1e-4] {
        let pull = Pull::run(law::HYPERVISCOUS, width, 1e-4, 1.5);
        let [time, position, velocity] = pull.at(4.0);
        // Friction 1 N·v/v₀ balances the force in the spring; the lag is one time constant m·v₀/fc of 0.2 N/s.
        let expected = width * (0.2 * (time - width) - 2.0 * position);
        assert!((velocity / expected - 1.0).abs() < 1e-3, "width {width}: creeps at {velocity}, not {expected} m/s");
        assert!(pull.error(&truth) > 0.28, "without stiction it never sticks");
    }
}

#[test]
fn quinn_converges_with_its_width_but_comes_to_rest_only_asymptotically() {
    let truth = truth(1.5);
    let errors = [1e-2, 1e-3, 1e-4].map(|width| {
        let pull = Pull::run(law::QUINN, width, 1e-4, 1.5);
        // Rest from the start is kept, rest after a slip is not reached: events count one departure only.
        assert_eq!(pull.at(7.4)[1], 0.0);
        assert!(pull.at(12.0)[2] != 0.0 && pull.at(12.0)[2].abs() < 1e-12, "{:?}", pull.at(12.0));
        assert_eq!(pull.events, 1);
        pull.error(&truth)
    });
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log10();
        assert!((0.7..1.1).contains(&order), "order {order} in the width: {errors:?}");
    }
    assert!(errors[2] < 3e-3 && errors[2] > 1e-4, "still far from what locating events gives: {errors:?}");
}

#[test]
fn without_stiction_the_sign_converges_with_its_step_and_hyperviscous_friction_with_its_width() {
    let truth = truth(1.0);
    let sign = [1e-3, 1e-4].map(|step| Pull::run(law::SIGN, 1e-3, step, 1.0).error(&truth));
    let viscous = [1e-2, 1e-3].map(|width| Pull::run(law::HYPERVISCOUS, width, 1e-4, 1.0).error(&truth));
    for errors in [sign, viscous] {
        let order = (errors[0] / errors[1]).log10();
        assert!((0.8..1.2).contains(&order), "order {order}: {errors:?}");
    }
    assert!(sign[1] < 1e-3 && viscous[1] < 1e-2, "{sign:?} {viscous:?}");
}
