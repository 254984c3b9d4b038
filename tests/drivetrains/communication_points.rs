//! What happens exactly at a communication point: the end of an engagement, and of a play.

use crate::drivetrains::minimal::run_unwarned;
use crate::neighbours::neighbours;
use actuator_fmu::actuator::{Actuator, Arrival, EventKind};
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
use test_support::{Recorder, Signal, get, set};

/// Every law that a clutch can have.
const LAWS: [&str; 9] = [
    "coulomb",
    "hess_soom",
    "stribeck",
    "majd_simaan",
    "majd_simaan_approximate",
    "dahl",
    "lugre",
    "elasto_plastic",
    "hyperviscous",
];

/// What a clutch and its bodies are, and how its engagement falls to 0 from `begin` to `end` [s].
struct Release<'a> {
    law: &'a str,
    level: f64,
    load: f64,
    engagement: f64,
    begin: f64,
    end: f64,
}

/// Velocities at the end, and how often the clutch was released, after the release was checked at every later point.
fn release(case: &Release<'_>, step: f64) -> ([f64; 2], usize) {
    let Release { law, level, load, engagement, begin, end } = *case;
    let text = format!(
        "[body.a]\ninertia = 1\nvelocity_start = 1\n[body.b]\ninertia = 1\n[clutch.c]\nconnects = [\"a\", \"b\"]\n\
         friction.coulomb_torque = {level}\nfriction.law = \"{law}\"\n[[input]]\nname = \"u\"\non = \"b\"\n"
    );
    let falling = Signal::through(&[(0.0, engagement), (begin, engagement), (end, 0.0), (end, 0.0)]);
    let inputs = vec![("c.engagement", falling), ("u", Signal::constant(load))];
    let mut last = [0.0; 2];
    let is_bristle = ["dahl", "lugre", "elasto_plastic"].contains(&law);
    let recorder = run_unwarned(&text, inputs, end + 0.02, step, |time, actuator| {
        last = ["a.velocity", "b.velocity"].map(|name| get(actuator, name));
        // At the point itself outputs are those of the step before it.
        if time > end + 1e-9 {
            assert_eq!(get(actuator, "c.friction_regime"), 2.0, "{law} at {time} with {step}");
            assert_eq!(get(actuator, "c.friction_torque"), 0.0, "{law} at {time} with {step}");
            assert!(!is_bristle || get(actuator, "c.bristle_deflection") == 0.0, "{law} at {time} with {step}");
        }
    });
    let released: Vec<f64> =
        recorder.events.iter().filter(|event| event.kind == EventKind::Disengaged).map(|event| event.time).collect();
    assert!(released.iter().all(|time| (time - end).abs() <= 1e-9), "{law} with {step}: {released:?}");
    (last, released.len())
}

#[test]
fn an_engagement_that_falls_to_zero_at_a_communication_point_releases_under_every_law() {
    for law in LAWS {
        for (engagement, begin, end) in [(0.5, 0.05, 0.1), (1.0, 0.03, 0.13), (0.75, 0.0, 0.07)] {
            let case = Release { law, level: 0.1, load: 0.0, engagement, begin, end };
            for step in [1e-2, 1e-3, 3.7e-4] {
                let (_, released) = release(&case, step);
                assert_eq!(released, 1, "{law} from {engagement} with {step}");
            }
        }
    }
}

#[test]
fn round_engagements_that_fall_to_zero_give_the_same_motion_with_every_step() {
    let mut random = Random::new(77);
    let mut pick = |values: &[f64]| random.pick(values);
    for number in 0..neighbours(45) {
        let law = LAWS[number % LAWS.len()];
        let (begin, duration) = (pick(&[0.0, 0.01, 0.02, 0.05]), pick(&[0.01, 0.02, 0.05, 0.1]));
        let case = Release {
            law,
            level: pick(&[0.1, 0.5, 1.0, 2.0, 5.0]),
            load: pick(&[0.0, 0.5, -1.0, 2.0]),
            engagement: pick(&[0.1, 0.25, 0.5, 0.8, 1.0, 2.0]),
            begin,
            end: begin + duration,
        };
        let runs = [1e-2, 1e-3, 3.7e-4].map(|step| release(&case, step));
        for (last, released) in runs {
            assert_eq!(released, 1, "{law}, number {number}");
            for (one, other) in last.iter().zip(runs[0].0) {
                // The integrator of these laws keeps 1e-9 over a step of 1 ms.
                assert!((one - other).abs() <= 1e-7, "{law}, number {number}: {runs:?}");
            }
        }
    }
}

#[test]
fn a_brake_whose_shaft_comes_to_the_end_of_its_play_at_a_communication_point_shows_what_it_holds_at_most() {
    // Was: 5 N.m of a brake of 1 N.m, in regime 0, at the end of steps of 10 ms and 1 ms.
    let text = "[body.b3]\ninertia = 5\n[body.b4]\ninertia = 5\nvelocity_start = -1\n[brake.k8]\non = \"b3\"\n\
                friction.coulomb_torque = 1\n[shaft.s3]\nconnects = [\"b3\", \"b4\"]\nstiffness = 300\ndamping = 5\n\
                backlash = 0.02\nbacklash_damping = \"unilateral\"\n";
    for step in [2e-2, 1e-2, 1e-3, 3.7e-4] {
        let mut last = [0.0; 2];
        run_unwarned(text, vec![], 0.06, step, |time, actuator| {
            last = ["b3.velocity", "b4.velocity"].map(|name| get(actuator, name));
            let [torque, regime, acceleration, shaft] =
                ["k8.friction_torque", "k8.friction_regime", "b3.acceleration", "s3.torque"]
                    .map(|name| get(actuator, name));
            assert!(torque.abs() <= 1.0, "{torque} at {time} with {step}");
            assert!(regime == 0.0 || torque == regime, "{torque} in regime {regime} at {time} with {step}");
            assert!((5.0 * acceleration - (shaft - torque)).abs() <= 1e-14, "{acceleration} at {time} with {step}");
        });
        // Momentum is lost to the brake alone, from the contact at 10 ms on.
        assert!((5.0 * (last[0] + last[1]) + 5.0 - 0.05).abs() <= 1e-13, "{last:?} with {step}");
    }
}

#[test]
fn an_engagement_that_rises_through_zero_is_told_once_where_event_mode_sets_it_to_zero_without_a_slope() {
    // Was: engaged, disengaged in event mode, and engaged again with the next step.
    for law in LAWS {
        for (start, slope) in [(-0.1, 1.0), (-0.3, 0.7), (-1.0, 3.0)] {
            let text = format!(
                "name = \"M\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\nvelocity_start = 1\n[brake.k]\non = \"a\"\n\
                 friction.coulomb_torque = 0.1\nfriction.law = \"{law}\"\n"
            );
            let (mut actuator, mut recorder) = (drivetrain(&text), Recorder::default());
            set(&mut actuator, "k.engagement", start);
            actuator.initialize(0.0, &mut recorder);
            actuator.set_input_derivative(0, slope);
            let Arrival::AtEvent(event) = actuator.advance_to_event(0.0, 1.0, 0.0, &mut recorder) else {
                panic!("{law}: no event")
            };
            assert!((event + start / slope).abs() <= 1e-12, "{law}: {event}");
            // Event mode: the importer has its own value, and knows of no slope.
            set(&mut actuator, "k.engagement", 0.0);
            actuator.inputs_changed();
            actuator.update_discrete_states(event, &mut recorder);
            actuator.set_input_derivative(0, slope);
            assert_eq!(actuator.advance_to_event(event, 0.01, event + 1e-9, &mut recorder), Arrival::AtEnd, "{law}");
            actuator.update_outputs();
            assert!(get(&actuator, "k.friction_torque") > 0.0, "{law}");
            let told: Vec<_> = recorder.events.iter().map(|event| event.kind).collect();
            assert_eq!(told, [EventKind::Engaged], "{law}");
            // What stays at zero from there on is free.
            set(&mut actuator, "k.engagement", 0.0);
            actuator.inputs_changed();
            assert!(actuator.advance(event + 0.01, 0.01, &mut recorder));
            actuator.update_outputs();
            assert_eq!(get(&actuator, "k.friction_regime"), 2.0, "{law}");
        }
    }
}

#[test]
fn a_load_that_saturates_at_exactly_the_breakaway_level_is_held() {
    // Was: it broke away, or not, as the steps were.
    for sign in [1.0, -1.0] {
        let text = "[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\nfriction.coulomb_torque = 0.5\nfriction.static_ratio = 2\n[linear.l]\n\
                    inputs = [\"u\"]\noutputs = [{ name = \"y\", limit.lower = -1, limit.upper = 1 }]\nD = [[1]]\n[[input]]\n\
                    name = \"load\"\non = \"a\"\nfrom = \"l.y\"\ngain = \"1 N.m\"\n";
        for step in [2.0, 0.5, 0.37, 0.1, 0.01] {
            let inputs = vec![("l.u", Signal::line(0.0, 4.0 * sign, 2.0))];
            let recorder = run_unwarned(text, inputs, 2.0, step, |time, actuator| {
                let [position, velocity] = ["a.position", "a.velocity"].map(|name| get(actuator, name));
                assert_eq!((position, velocity), (0.0, 0.0), "{time} with {step}");
            });
            assert_eq!(recorder.events, [], "{step}");
        }
    }
}

#[test]
fn a_clutch_that_comes_to_rest_as_a_brake_engages_sticks_whatever_the_step() {
    // b comes to the −1 rad/s of a at 2 s, from which on the clutch holds 1 + 0.5 N·m. Was: after steps of 37 ms the velocities differ by
    // 7e-15 rad/s there, and b slid on, as load and clutch alone balance.
    let text = "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\nvelocity_start = -1\n[clutch.c]\n\
                connects = [\"a\", \"b\"]\nfriction.coulomb_torque = 1\nfriction.static_ratio = 2\n[brake.k]\non = \"b\"\n\
                friction.coulomb_torque = 0.5\n[[input]]\nname = \"l\"\non = \"b\"\n";
    let constant_between = |points: &[(f64, f64)]| {
        let held = points.iter().enumerate().flat_map(|(place, &(time, value))| {
            let end = points.get(place + 1).map_or(3.0, |next| next.0);
            [(time, value), (end, value)]
        });
        Signal::through(&held.collect::<Vec<_>>())
    };
    for step in [0.1, 0.037, 0.01] {
        let inputs = vec![
            ("m.velocity", constant_between(&[(0.0, 1.0), (1.0, -1.0)])),
            ("l", constant_between(&[(0.0, -1.0), (0.5, 0.0), (2.0, 1.0)])),
            ("k.engagement", constant_between(&[(0.0, 0.0), (0.5, 1.0), (1.5, -1.0), (2.0, 1.0)])),
        ];
        run_unwarned(text, inputs, 2.25, step, |time, actuator| {
            if time > 2.0 {
                assert_eq!(get(actuator, "b.velocity"), -1.0, "{time} with {step}");
            }
        });
    }
}
