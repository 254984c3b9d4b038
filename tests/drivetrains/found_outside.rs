//! What testers from outside have found, each as the smallest drivetrain that shows it.

use crate::drivetrains::minimal::{run, run_unwarned};
use actuator_fmu::actuator::{Actuator, Element, EventKind};
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, example};
use test_support::random::Random;
use test_support::values::integer;
use test_support::{Recorder, Run, Signal, get, set};

#[test]
fn an_impact_at_a_stop_takes_no_momentum_through_a_sliding_clutch() {
    for connects in ["\"b1\", \"b0\"", "\"b0\", \"b1\""] {
        let text = format!(
            "[body.b0]\ninertia = 1\nvelocity_start = 4\ntravel.upper = 0.5\n[body.b1]\ninertia = 1\nvelocity_start = 2\n\
             [clutch.c0]\nconnects = [{connects}]\nfriction.coulomb_torque = 0.5\n"
        );
        let mut last = 0.0;
        let recorder = run(&text, vec![], 0.6, 1e-3, |_, actuator| {
            assert!(get(actuator, "b0.position") <= 0.5);
            last = get(actuator, "b1.velocity");
        });
        // The clutch brakes b0 by 0.5 and drives b1 as much until the impact, and then brakes b1.
        let impact = (4.0 - 15.5_f64.sqrt()) / 0.5;
        let expected = 2.0 + 0.5 * impact - 0.5 * (0.6 - impact);
        assert!((last - expected).abs() <= 1e-12, "{last} {expected}");
        let stops = recorder.events.iter().filter(|event| matches!(event.kind, EventKind::EndStop { .. }));
        assert_eq!(stops.count(), 1);
    }
}

#[test]
fn two_clutches_that_a_gear_ties_up_hold_everything() {
    let body = "[body.b0]\ninertia = 1\n[body.b1]\ninertia = 1\n[body.b2]\ninertia = 1\n";
    let c0 = "[clutch.c0]\nconnects = [\"b0\", \"b1\"]\nfriction.coulomb_torque = 5\n";
    let cx = "[clutch.cx]\nconnects = [\"b0\", \"b2\"]\nfriction.coulomb_torque = 2\n";
    for ratio in [2.0, -1.0, 0.5] {
        for clutches in [format!("{c0}{cx}"), format!("{cx}{c0}")] {
            let text = format!(
                "{body}{clutches}[gear.g]\nconnects = [\"b1\", \"b2\"]\nratio = {ratio}\n[[input]]\nname = \"u\"\non = \"b2\"\n"
            );
            run(&text, vec![("u", Signal::constant(1.0))], 0.3, 1e-2, |_, actuator| {
                for name in ["b0.velocity", "b1.velocity", "b2.velocity", "b2.position"] {
                    assert_eq!(get(actuator, name), 0.0, "{name} with ratio {ratio}");
                }
                // c0 + cx = 0 at b0, and at the gear ratio·c0 + cx = u, where a torque against b1 is one on b2.
                let (first, second) = (get(actuator, "c0.friction_torque"), get(actuator, "cx.friction_torque"));
                assert!(
                    (first + second).abs() <= 1e-15 && (ratio * first + second - 1.0).abs() <= 1e-15,
                    "{first} {second}"
                );
            });
        }
    }
}

#[test]
fn a_locked_loop_turns_when_one_of_its_clutches_slips() {
    let text = "[body.b0]\ninertia = 1\n[body.b1]\ninertia = 1\n[body.b2]\ninertia = 1\n[clutch.c0]\nconnects = [\"b0\", \"b1\"]\n\
                friction.coulomb_torque = 5\n[clutch.cx]\nconnects = [\"b0\", \"b2\"]\nfriction.coulomb_torque = 2\n[gear.g]\n\
                connects = [\"b1\", \"b2\"]\nratio = 2\n[[input]]\nname = \"u\"\non = \"b2\"\n";
    let mut end = 0.0;
    let recorder =
        run_unwarned(text, vec![("u", Signal::through(&[(0.0, 0.0), (1.0, 4.0)]))], 1.0, 1e-3, |_, actuator| {
            end = get(actuator, "b2.velocity");
        });
    // c0 = u and cx = −u while it is locked, so cx slips at u = 2. Then b0 and b1 turn at twice the velocity of b2, which they
    // overtake: cx drives b2 by 2 and brakes b0 by as much. (1 + 2·4)·a = u + 2 − 2·2.
    assert!((recorder.events[0].time - 0.5).abs() <= 1e-13, "{:?}", recorder.events);
    assert!((end - 2.0 * 0.5 * 0.5 / 9.0).abs() <= 1e-14, "{end}");
}

#[test]
fn brakes_that_are_being_applied_at_rest_share_and_do_not_fight() {
    let brakes = "[body.b]\ninertia = 1\n[brake.k1]\non = \"b\"\nfriction.coulomb_torque = 1\n[brake.k2]\non = \"b\"\n\
                  friction.coulomb_torque = 3\n[brake.k3]\non = \"b\"\nfriction.coulomb_torque = 2\n[[input]]\nname = \"u\"\non = \"b\"\n";
    for (from, load) in [(0.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.1, -1.0)] {
        let inputs =
            vec![("k1.engagement", Signal::through(&[(0.0, from), (0.4, 1.0)])), ("u", Signal::constant(load))];
        run(brakes, inputs, 0.5, 1e-3, |time, actuator| {
            let torque = |name: &str| get(actuator, name);
            let torques = ["k1.friction_torque", "k2.friction_torque", "k3.friction_torque"].map(torque);
            let engagement = (from + (1.0 - from) * time / 0.4).clamp(0.0, 1.0);
            // By their levels: Σ λ²/B is least where all are in the same proportion.
            let share = load / (engagement + 5.0);
            for (torque, level) in torques.iter().zip([engagement, 3.0, 2.0]) {
                // A contact that holds less than a millionth of the others takes as much as that.
                assert!((torque - share * level).abs() <= 1e-5, "{torques:?} at {time} from {from} with {load}");
            }
            assert_eq!(get(actuator, "b.velocity"), 0.0);
        });
    }
}

#[test]
fn a_brake_and_the_friction_of_a_gear_hold_together() {
    for on in ["b0", "b1"] {
        let text = format!(
            "[body.b0]\ninertia = 1\n[body.b1]\ninertia = 1\n[brake.k]\non = \"{on}\"\nfriction.coulomb_torque = 2\n[gear.g]\n\
             connects = [\"b1\", \"b0\"]\nratio = 1\nfriction.coulomb_torque = 1.2765\n[[input]]\nname = \"u\"\non = \"b0\"\n"
        );
        let slope = 10.0 / 1.8;
        let breakaway = 3.2765 / slope;
        let mut end = 0.0;
        let recorder = run_unwarned(
            &text,
            vec![("u", Signal::through(&[(0.0, 0.0), (1.8, 10.0)]))],
            1.0,
            1e-3,
            |time, actuator| {
                end = get(actuator, "b0.position");
                if time < breakaway {
                    assert_eq!(end, 0.0, "at {time}");
                    assert!(get(actuator, "k.friction_torque").abs() <= 2.0);
                }
            },
        );
        let expected = slope / 12.0 * (1.0 - breakaway).powi(3);
        assert!((end - expected).abs() <= 1e-14, "{end} {expected}");
        assert!(recorder.events.iter().any(|event| (event.time - breakaway).abs() < 1e-13), "{:?}", recorder.events);
    }
}

#[test]
fn a_body_leaves_its_stop_when_the_load_turns() {
    let text = "[body.b]\ninertia = 1\ntravel.upper = 0.7541\n[[input]]\nname = \"u\"\non = \"b\"\n";
    let inputs = || vec![("u", Signal::through(&[(0.0, 3.0), (1.5, 3.0), (2.0, -3.0)]))];
    for step in [1e-3, 1e-2, 3.7e-4] {
        let mut last = (0.0, 0.0);
        run_unwarned(text, inputs(), 2.0, step, |_, actuator| {
            last = (get(actuator, "b.velocity"), get(actuator, "b.position"));
        });
        assert!((last.0 + 6.0 * 0.25 * 0.25).abs() <= 1e-13, "{last:?}");
        assert!((last.1 - (0.7541 - 2.0 * 0.25_f64.powi(3))).abs() <= 1e-13, "{last:?}");
    }
}

#[test]
fn two_gears_in_a_train_hold_together() {
    for on in ["m", "x", "o"] {
        let text = format!(
            "[body.m]\ninertia = 1\n[body.x]\ninertia = 1\n[body.o]\ninertia = 1\n[gear.g1]\nconnects = [\"m\", \"x\"]\n\
             friction.coulomb_torque = 0.1\n[gear.g2]\nconnects = [\"x\", \"o\"]\nfriction.coulomb_torque = 1\n[[input]]\n\
             name = \"u\"\non = \"{on}\"\n"
        );
        let recorder = run_unwarned(
            &text,
            vec![("u", Signal::through(&[(0.0, 0.0), (2.0, 2.0)]))],
            1.5,
            1e-3,
            |time, actuator| {
                assert!(
                    get(actuator, "g1.loss_torque").abs() <= 0.1 + 1e-15
                        && get(actuator, "g2.loss_torque").abs() <= 1.0 + 1e-15
                );
                if time < 1.1 {
                    assert_eq!(get(actuator, "m.position"), 0.0, "at {time}");
                }
            },
        );
        let breakaways: Vec<f64> = recorder.events.iter().map(|event| event.time).collect();
        assert!(breakaways.len() == 2 && breakaways.iter().all(|time| (time - 1.1).abs() <= 1e-12), "{breakaways:?}");
    }
}

#[test]
fn a_gear_that_cannot_be_driven_back_does_the_same_in_any_order_of_its_bodies() {
    let (b0, b1) = ("[body.b0]\ninertia = 1\nvelocity_start = 1.597\n", "[body.b1]\ninertia = 1\n");
    for efficiency in [0.001, 0.0, -1e-6, -0.001, -0.1] {
        let end = |first: &str, second: &str, step: f64| {
            let text = format!(
                "{first}{second}[gear.g0]\nconnects = [\"b1\", \"b0\"]\nratio = 0.5\nefficiency_aiding = {efficiency}\n[[input]]\n\
                 name = \"u1\"\non = \"b1\"\n"
            );
            // Of the two the one that comes first has the start value.
            let text = if first == b1 {
                text.replace("velocity_start = 1.597\n", "").replacen(
                    "inertia = 1\n",
                    "inertia = 1\nvelocity_start = 0.7985\n",
                    1,
                )
            } else {
                text
            };
            let mut last = 0.0;
            let inputs = vec![("u1", Signal::through(&[(0.0, 6.664), (0.54, -3.64)]))];
            run(&text, inputs, 0.54, step, |_, actuator| last = get(actuator, "b1.velocity"));
            last
        };
        let reference = end(b1, b0, 1e-3);
        for step in [1e-3, 3.7e-4, 1e-2, 0.54] {
            assert!(
                (end(b0, b1, step) - reference).abs() <= 1e-10,
                "{efficiency} at {step}: {} {reference}",
                end(b0, b1, step)
            );
        }
    }
}

#[test]
fn a_body_between_two_stops_at_one_place_is_held() {
    let text = "[body.a]\ninertia = 1\nposition_start = 0.3\ntravel.lower = 0.3\ntravel.upper = 0.3\n[[input]]\nname = \"u\"\non = \"a\"\n";
    run_unwarned(text, vec![("u", Signal::through(&[(0.0, 5.0), (1.0, -5.0)]))], 1.0, 1e-2, |_, actuator| {
        assert_eq!((get(actuator, "a.position"), get(actuator, "a.velocity")), (0.3, 0.0));
    });
}

#[test]
fn what_happens_to_a_gear_is_told() {
    let text = "[body.a]\ninertia = 0.01\n[body.b]\ninertia = 5\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 5\n\
                efficiency_opposing = 0.9\nefficiency_aiding = -0.2\nfriction.coulomb_torque = 0.1\n[[input]]\nname = \"ua\"\n\
                on = \"a\"\n[[input]]\nname = \"ub\"\non = \"b\"\n";
    let inputs = vec![
        ("ua", Signal::through(&[(0.0, 5.0), (0.5, 5.0), (0.5, 0.0)])),
        ("ub", Signal::through(&[(0.0, -10.0), (0.5, -10.0), (0.5, 10.0)])),
    ];
    let recorder = run(text, inputs, 1.0, 1e-3, |_, _| {});
    let found: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.element)).collect();
    assert_eq!(found[0], (EventKind::Breakaway { direction: 1 }, Element::Named("g")), "{found:?}");
    assert!(found.contains(&(EventKind::Jam, Element::Named("g"))), "{found:?}");
}

/// Three bodies with a gear that locks itself and wedges again and again, a clutch setting it in motion each time a twentieth as fast.
const WEDGED: &str = "[body.b0]\ninertia = 1.9541591645060161\nvelocity_start = -0.41514876823926095\n\
    [body.b1]\ninertia = 0.9441081634098302\nvelocity_start = -0.41514876823926095\n\
    [body.b2]\ninertia = 0.3087486464376407\nvelocity_start = 0.9104457283627365\n\
    [gear.g]\nconnects = [\"b1\", \"b0\"]\nratio = 1\nefficiency_opposing = 0.5\nefficiency_aiding = -1.5\nfriction.coulomb_torque = 0\n\
    [clutch.c]\nconnects = [\"b1\", \"b2\"]\nfriction.coulomb_torque = 2.831182676651194\nfriction.static_ratio = 1.2\n\
    [brake.k1]\non = \"b1\"\nfriction.coulomb_torque = 2.2622984112065136\nfriction.static_ratio = 1.5\n\
    [brake.k2]\non = \"b2\"\nfriction.coulomb_torque = 3.722983325270547\nfriction.static_ratio = 1.2\n\
    [[input]]\nname = \"u0\"\non = \"b0\"\n[[input]]\nname = \"u1\"\non = \"b1\"\n[[input]]\nname = \"u2\"\non = \"b2\"\n\
    [start]\nu0 = 1.9006160202015767\nu1 = 4.8140099422080205\nu2 = -1.8006539758644102\nk1.engagement = 0.5\nk2.engagement = 2\n";

#[test]
fn what_wedges_ever_slower_comes_to_rest_and_stays_there() {
    let mut rows = Vec::new();
    let recorder = crate::drivetrains::minimal::run(WEDGED, vec![], 0.03, 5e-4, |time, actuator| {
        let shown = ["b0", "b1", "b2"]
            .map(|body| ["velocity", "acceleration"].map(|name| get(actuator, &format!("{body}.{name}"))));
        let regimes = ["g", "c", "k1", "k2"].map(|name| get(actuator, &format!("{name}.friction_regime")));
        rows.push((time, shown, regimes));
    });
    // What holds at rest at 0.0235 s: the gear locks itself, and each brake can carry what acts on its body.
    // Was: a velocity of 1e-17 that rounding left wedged without an end, and the step was bridged.
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    let last = 0.023274007634797;
    for event in &recorder.events {
        assert!(event.time <= last + 1e-12, "the next step decides it again: {event:?}");
    }
    for (time, shown, regimes) in rows.iter().filter(|row| row.0 > last) {
        assert_eq!((*shown, *regimes), ([[0.0; 2]; 3], [0.0; 4]), "{time}");
    }
    assert!(rows.iter().any(|row| (row.0 - 0.0235).abs() < 1e-9));
}

/// A body that is pushed to and fro through a clutch or against a brake; the level of both can be set.
const WITHOUT_LEVEL: &str = "name = \"NoLevel\"\nmodel = \"Drivetrain\"\ntunable = [\"*.friction.coulomb_torque\"]\n\
    [body.a]\ninertia = 1\n[body.b]\ninertia = 2\n[clutch.c]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 0\n\
    [brake.k]\non = \"b\"\nfriction.coulomb_torque = 0\n[[input]]\nname = \"u\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n";

#[test]
fn a_contact_whose_level_is_zero_is_free_and_has_no_events() {
    let mut actuator = drivetrain(WITHOUT_LEVEL);
    let to_and_fro = Signal::through(&[(0.0, 1.0), (0.2, 1.0), (0.2, -3.0), (0.6, -3.0)]);
    let inputs = vec![("u", to_and_fro.clone()), ("load", to_and_fro)];
    let recorder = Run { actuator: &mut actuator, inputs, end: 0.6, step: 0.01 }.go(|time, actuator| {
        let regimes = ["c", "k"].map(|contact| get(actuator, &format!("{contact}.friction_regime")));
        assert_eq!((regimes, get(actuator, "event_count")), ([2.0; 2], 0.0), "{time}");
        assert_eq!(get(actuator, "a.acceleration"), 2.0 * get(actuator, "b.acceleration"), "{time}");
    });
    assert!(recorder.events.is_empty(), "{:?}", recorder.events);
}

#[test]
fn a_contact_that_is_given_a_level_sticks_and_is_free_again_without_it() {
    let mut actuator = drivetrain(WITHOUT_LEVEL);
    actuator.initialize(0.0, &mut Recorder::default());
    let regime_with = |actuator: &mut Drivetrain, time: f64, level: f64| {
        set(actuator, "k.friction.coulomb_torque", level);
        actuator.configure();
        actuator.advance(time, 0.01, &mut Recorder::default());
        actuator.update_outputs();
        get(actuator, "k.friction_regime")
    };
    assert_eq!(regime_with(&mut actuator, 0.0, 5.0), 0.0);
    assert_eq!(regime_with(&mut actuator, 0.01, 0.0), 2.0);
    assert_eq!(regime_with(&mut actuator, 0.02, 5.0), 0.0);
}

#[test]
fn what_friction_holds_on_its_stop_touches_it_whatever_happens_elsewhere() {
    // The breakaway level is 13 N; friction alone carries the load from 0.025 s on. The shaft breaks away at 0.046 s and has no part in it.
    let text = "name = \"A\"\nmodel = \"Drivetrain\"\n[mass.a]\nmass = 1\ntravel.lower = -0.01\nposition_start = -0.01\n[brake.b]\non = \"a\"\n\
                friction.coulomb_force = 10\nfriction.static_ratio = 1.3\n[body.s]\ninertia = 1\n[brake.h]\non = \"s\"\n\
                friction.coulomb_torque = 12\n[[input]]\nname = \"f\"\non = \"a\"\n[[input]]\nname = \"g\"\non = \"s\"\n";
    for shaft in [0.0, 13.0] {
        for step in [1e-3, 1e-2] {
            let mut actuator = drivetrain(text);
            let load = Signal(vec![(0.0, -20.0), (0.1, 8.0), (0.2, -8.0), (0.3, 8.0)]);
            let inputs = vec![("f", load), ("g", Signal(vec![(0.0, 0.0), (0.05, shaft), (0.3, shaft)]))];
            Run { actuator: &mut actuator, inputs, end: 0.3, step }.go(|time, actuator| {
                let [position, stop, force] =
                    ["a.position", "a.end_stop", "a.end_stop_force"].map(|name| get(actuator, name));
                assert_eq!((position, stop), (-0.01, -1.0), "at {time} s");
                assert_eq!(get(actuator, "s.end_stop"), 0.0, "the shaft has no stops, at {time} s");
                // Where both could carry it, as of now all that friction cannot is on the stop.
                assert!(time < 0.0251 || force == 0.0, "{force} at {time} s");
            });
        }
    }
}

/// The electromechanical actuator with a hinge that creeps.
fn with_creeping_hinge() -> String {
    let text = example("electromechanical_actuator").replace("\"stribeck\"", "\"majd_simaan\"");
    let is_taken = |line: &&str| !(line.contains("stribeck_velocity") || line.contains("static_ratio = 1.4"));
    text.lines().filter(is_taken).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_cap_of_a_damper_is_left_once_however_the_motion_is_integrated() {
    // The linkage comes to the end of its freeplay at 0.0134 s and its damper below its cap at 0.0141 s, while the hinge creeps.
    let mut actuator = drivetrain(&with_creeping_hinge());
    let hinge = Signal(vec![(0.0, -20.0), (0.1, -38.0)]);
    let recorder =
        Run { actuator: &mut actuator, inputs: vec![("hinge_moment", hinge)], end: 0.1, step: 1e-3 }.go(|_, _| {});
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
}

#[test]
fn gears_that_held_a_body_against_its_stop_hold_it_when_its_push_ends() {
    // Random torques of up to 0.6 N·m at the motor and 250 N·m at the hinge drive the ram into its stops and let it lean there: a creeping
    // hinge is integrated within a tolerance, so that its stop has come to push no more where the gears seem to carry a bit too much.
    for seed in test_support::cases::seeds(0, 10, 40) {
        let mut random = Random::new(seed);
        let mut torques = |largest: f64| {
            Signal((0..8).map(|point| (0.25 * f64::from(point), random.between(-largest, largest))).collect())
        };
        let inputs = vec![("motor_torque", torques(0.6)), ("hinge_moment", torques(250.0))];
        let mut actuator = drivetrain(&with_creeping_hinge());
        let recorder = Run { actuator: &mut actuator, inputs, end: 1.75, step: 1e-3 }.go(|_, _| {});
        assert!(recorder.warnings.is_empty(), "seed {seed}: {:?}", recorder.warnings);
    }
}

#[test]
fn a_load_that_ties_two_brakes_at_their_bounds_goes_on_to_the_freewheel_that_can_carry_it() {
    // a moves backwards only with b and c, which the freewheels push: all hold until −ua = ub + uc + 2·(4.7 + 3.52 + 2.03).
    let text = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[body.c]\ninertia = 1\n[freewheel.f1]\nconnects = [\"b\", \"a\"]\n\
                friction.coulomb_torque = 3\n[freewheel.f2]\nconnects = [\"c\", \"a\"]\nfriction.coulomb_torque = 3\n[brake.ka]\non = \"a\"\n\
                friction.coulomb_torque = 4.7\nfriction.static_ratio = 2\n[brake.kb]\non = \"b\"\nfriction.coulomb_torque = 3.52\n\
                friction.static_ratio = 2\n[brake.kc]\non = \"c\"\nfriction.coulomb_torque = 2.03\nfriction.static_ratio = 2\n\
                [[input]]\nname = \"ua\"\non = \"a\"\n[[input]]\nname = \"ub\"\non = \"b\"\n[[input]]\nname = \"uc\"\non = \"c\"\n";
    let inputs = vec![
        ("ua", Signal(vec![(0.0, 3.76), (0.5, -46.24)])),
        ("ub", Signal::constant(3.51)),
        ("uc", Signal::constant(4.56)),
    ];
    let recorder = run_unwarned(text, inputs, 0.36, 1e-3, |_, _| {});
    let breakaway = (3.76 + 3.51 + 4.56 + 2.0 * (4.7 + 3.52 + 2.03)) / 100.0;
    assert_eq!(recorder.events.len(), 3);
    for event in &recorder.events {
        assert!(
            (event.time - breakaway).abs() <= 1e-14 && matches!(event.kind, EventKind::Breakaway { direction: -1 })
        );
    }
}

#[test]
fn freewheels_that_push_against_a_stop_strike_it_once_and_brakes_hold_with_their_breakaway_level_from_there() {
    // Was: an impact left a velocity of 1e-17, which struck again, and a brake that had slid by 1e-36 rad let go at its sliding level.
    let bodies = [
        "[body.a]\ninertia = 1.9977\nvelocity_start = 0.5\ntravel.upper = 0.01\n",
        "[body.b]\ninertia = 1.2194\nvelocity_start = 0.5\n",
        "[body.c]\ninertia = 0.7853\nvelocity_start = 0.5\n",
    ];
    let freewheels = "[freewheel.f1]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 3\n\
                      [freewheel.f2]\nconnects = [\"c\", \"a\"]\nfriction.coulomb_torque = 3\n";
    let others = "[brake.ka]\non = \"a\"\nfriction.coulomb_torque = 3.14\nfriction.static_ratio = 2\n\
                  [brake.kb]\non = \"b\"\nfriction.coulomb_torque = 2.38\nfriction.static_ratio = 2\n\
                  [brake.kc]\non = \"c\"\nfriction.coulomb_torque = 1.24\nfriction.static_ratio = 2\n\
                  [[input]]\nname = \"ua\"\non = \"a\"\n[[input]]\nname = \"ub\"\non = \"b\"\n[[input]]\nname = \"uc\"\non = \"c\"\n";
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let text = format!("{}{freewheels}{others}", order.map(|body| bodies[body]).concat());
        let inputs = vec![
            ("ua", Signal(vec![(0.0, -3.19), (0.12, -3.19), (0.42, -33.19)])),
            ("ub", Signal::constant(4.68)),
            ("uc", Signal::constant(3.72)),
        ];
        let recorder = run_unwarned(&text, inputs, 0.36, 1e-3, |_, _| {});
        let of = |kind: fn(&EventKind) -> bool| recorder.events.iter().filter(move |event| kind(&event.kind));
        assert_eq!(of(|kind| matches!(kind, EventKind::EndStop { .. })).count(), 1);
        assert_eq!(of(|kind| matches!(kind, EventKind::Stop)).count(), 3);
        assert_eq!(recorder.events.len(), 7, "{:?}", recorder.events);
        // All three let go once −ua = ub + uc + 2·(3.14 + 2.38 + 1.24).
        let breakaway = 0.12 + (4.68 + 3.72 + 13.52 - 3.19) / 100.0;
        for event in of(|kind| matches!(kind, EventKind::Breakaway { direction: -1 })) {
            assert!((event.time - breakaway).abs() <= 1e-14, "{event:?}");
            assert_eq!(
                (event.position, event.velocity),
                (0.01, 0.0),
                "of that instant, not of the next step: {event:?}"
            );
        }
    }
}

/// Six bodies in a train of four gears with losses, a freewheel and two brakes.
fn train() -> String {
    let mut text = String::new();
    let mut add = |element: String| text.push_str(&element);
    for (body, inertia) in
        [("b0", 1.1635), ("b2", 1.4439), ("b3", 0.741), ("b4", 0.1426), ("b5", 1.8664), ("b7", 1.8137)]
    {
        add(format!("[body.{body}]\ninertia = {inertia}\n"));
    }
    // Ratio, efficiencies opposing and aiding, friction and its static ratio.
    for (gear, bodies, [ratio, opposing, aiding, coulomb, rest]) in [
        ("g2", ["b2", "b0"], [-0.7466, 0.754, 0.5517, 0.0, 1.411]),
        ("g3", ["b3", "b2"], [-1.0298, 0.9164, 0.6273, 0.0193, 1.0]),
        ("g4", ["b4", "b3"], [-0.5746, 0.9451, 0.414, 0.0, 1.7404]),
        ("g7", ["b5", "b7"], [-2.2202, 0.6427, 0.3942, 0.0, 1.6153]),
    ] {
        add(format!(
            "[gear.{gear}]\nconnects = {bodies:?}\nratio = {ratio}\nefficiency_opposing = {opposing}\n\
             efficiency_aiding = {aiding}\nfriction.coulomb_torque = {coulomb}\nfriction.static_ratio = {rest}\n"
        ));
    }
    for (contact, between, [coulomb, rest]) in [
        ("freewheel.f5", "connects = [\"b4\", \"b5\"]", [0.9275, 1.2415]),
        ("brake.k3", "on = \"b3\"", [2.5789, 1.1845]),
        ("brake.k5", "on = \"b5\"", [3.1132, 1.0948]),
    ] {
        add(format!("[{contact}]\n{between}\nfriction.coulomb_torque = {coulomb}\nfriction.static_ratio = {rest}\n"));
    }
    for place in [0, 2, 3, 5, 7] {
        add(format!("[[input]]\nname = \"u{place}\"\non = \"b{place}\"\n"));
    }
    text
}

#[test]
fn a_train_of_gears_with_losses_moves_once_no_torques_hold_it() {
    let line = |begin: f64, slope: f64| Signal(vec![(0.0, begin), (0.01, begin + 0.01 * slope)]);
    let inputs = vec![
        ("u0", line(20.2348528, -185.4994)),
        ("u2", line(15.627668, 100.656)),
        ("u3", line(-4.3869624, 658.0192)),
        ("u5", line(-40.1294024, 244.0392)),
        ("u7", line(-13.1715824, 561.7792)),
    ];
    // The last instant with admissible torques by bisection, and the one consistent motion from there with these accelerations of b4, by
    // the balances of all bodies for each direction and sign of the mesh torques (independent program).
    let (breakaway, at_first, at_the_end) = (3.137_729_832_823e-4, -1.027_515_231_74, -1.073_084_797_38);
    let mut velocity = 0.0;
    let recorder = run_unwarned(&train(), inputs, 1e-3, 1e-4, |_, actuator| velocity = get(actuator, "b4.velocity"));
    // Loads are straight lines, and so are accelerations between events.
    let expected = 0.5 * (at_first + at_the_end) * (1e-3 - breakaway);
    assert!((velocity - expected).abs() <= 1e-11 * expected.abs(), "{velocity} instead of {expected}");
    assert_eq!(recorder.events.len(), 6, "two brakes and four gears: {:?}", recorder.events);
    for event in &recorder.events {
        assert!(matches!(event.kind, EventKind::Breakaway { .. }), "{event:?}");
        assert!((event.time - breakaway).abs() <= 1e-13, "{event:?}");
    }
}

#[test]
fn a_screw_that_locks_itself_leaves_its_stop_whatever_brakes_are_beside_it() {
    let screw = "[body.motor]\ninertia = 0.01\n[mass.ram]\nmass = 2\nposition_start = -0.01\ntravel.lower = -0.01\n\
                 [screw.jack]\nconnects = [\"motor\", \"ram\"]\nlead = 0.05\nefficiency_opposing = 0.4\nefficiency_aiding = -0.2\n\
                 friction.coulomb_torque = 0.1\n[[input]]\nname = \"tm\"\non = \"motor\"\n[[input]]\nname = \"f\"\non = \"ram\"\n";
    let brake = |on: &str, level: &str| format!("[brake.b]\non = \"{on}\"\nfriction.{level} = 1e-6\n");
    let per_force = 0.05 / std::f64::consts::TAU;
    for (brake, load) in [
        (String::new(), 0.1 + 50.0 * per_force / 0.4),
        (brake("motor", "coulomb_torque"), 0.1 + 1e-6 + 50.0 * per_force / 0.4),
        (brake("ram", "coulomb_force"), 0.1 + (50.0 + 1e-6) * per_force / 0.4),
    ] {
        let text = format!("{screw}{brake}");
        let inputs = vec![("tm", Signal::through(&[(0.0, 0.0), (1.0, 20.0)])), ("f", Signal::constant(-50.0))];
        let recorder = run_unwarned(&text, inputs, 0.2, 1e-3, |_, actuator| {
            assert_eq!(get(actuator, "ram.end_stop_force"), 0.0, "the screw holds the load");
        });
        for event in &recorder.events {
            assert!(matches!(event.kind, EventKind::Breakaway { direction: 1 }), "{event:?}");
            assert!((event.time - load / 20.0).abs() <= 1e-14, "{event:?} instead of {}", load / 20.0);
        }
        assert!(recorder.events.iter().any(|event| event.element == Element::Named("jack")), "{:?}", recorder.events);
        // Pressed into the stop for a while, and pulled off at once.
        let inputs = vec![
            ("tm", Signal(vec![(0.0, -5.0), (0.1, -5.0), (0.1, 20.0), (0.2, 20.0)])),
            ("f", Signal::constant(-50.0)),
        ];
        let recorder = run_unwarned(&text, inputs, 0.2, 1e-3, |_, _| ());
        let first = recorder.events.first().map(|event| event.time);
        assert!(first.is_some_and(|time| (time - 0.1).abs() <= 1e-15), "{:?}", recorder.events);
    }
}

#[test]
fn a_body_is_pulled_off_its_stop_at_one_instant_with_any_communication_step() {
    let bodies = "[body.b0]\n[body.b2]\ntravel.upper = 1\n[body.b3]\n[body.b4]\n[body.b5]\n";
    let gears = "[gear.g2]\nconnects = [\"b0\", \"b2\"]\nefficiency_aiding = -1\n[gear.g3]\nconnects = [\"b0\", \"b3\"]\n\
                 friction.coulomb_torque = 1\n[gear.g4]\nconnects = [\"b4\", \"b3\"]\nratio = -1\n";
    let shaft =
        "[shaft.s5]\nconnects = [\"b4\", \"b5\"]\nbacklash_damping = \"unilateral\"\nratio = -0.3\nstiffness = 70\n";
    let inputs = "[[input]]\nname = \"u\"\non = \"b4\"\n[[input]]\nname = \"u\"\non = \"b5\"\n";
    let text = format!("{bodies}{gears}{shaft}{inputs}");
    let ends = [1e-3, 1.0, 1.0 / 7.0].map(|step| {
        let mut end = 0.0;
        let load = vec![("u", Signal::through(&[(0.0, 90.0), (1.0, 0.0)]))];
        let recorder = run_unwarned(&text, load, 1.0, step, |_, actuator| end = get(actuator, "b2.position"));
        let last = &recorder.events[recorder.events.len() - 1];
        assert!(matches!(last.kind, EventKind::Breakaway { direction: -1 }), "{last:?}");
        (end, last.time)
    });
    for (end, time) in ends {
        // Rounding that a stop, a spring and three reversals have magnified.
        assert!((end - ends[0].0).abs() <= 1e-12 && (time - ends[0].1).abs() <= 1e-12, "{ends:?}");
    }
}

#[test]
fn gears_leave_their_stop_at_one_instant_in_any_order_of_the_file() {
    let bodies = "[body.b0]\n[body.b2]\ntravel.upper = 0.03\n[body.b3]\n[body.b4]\n[body.b5]\n";
    let locking = "[gear.g2]\nconnects = [\"b0\", \"b2\"]\nefficiency_aiding = -1\n";
    let rough = "[gear.g3]\nconnects = [\"b0\", \"b3\"]\nfriction.coulomb_torque = 1\n";
    let others = "[gear.g4]\nconnects = [\"b4\", \"b3\"]\nratio = -1\n[shaft.s5]\nconnects = [\"b4\", \"b5\"]\n\
                  backlash_damping = \"unilateral\"\nratio = -1\nstiffness = 70\n[[input]]\nname = \"u\"\non = \"b4\"\n[[input]]\n\
                  name = \"u\"\non = \"b5\"\n";
    let ends = [format!("{locking}{rough}"), format!("{rough}{locking}")].map(|gears| {
        let mut end = 0.0;
        let load = vec![("u", Signal(vec![(0.0, 90.0), (0.06, 90.0), (0.06, 0.0), (1.06, 0.0)]))];
        let recorder = run_unwarned(&format!("{bodies}{gears}{others}"), load, 1.06, 0.06, |_, actuator| {
            end = get(actuator, "b2.position");
        });
        let is_breakaway = |kind: EventKind| matches!(kind, EventKind::Breakaway { direction: -1 });
        let times = recorder.events.iter().filter(|event| is_breakaway(event.kind)).map(|event| event.time);
        (end, times.collect::<Vec<_>>())
    });
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0].1.len(), 4, "two at the start, and two from the stop: {ends:?}");
}

/// A gear that locks itself between a motor and a load, a brake on the load and one on the motor that may have no level.
fn locking_gear(start: f64, brake: f64) -> String {
    format!(
        "[body.motor]\ninertia = 1.389\nvelocity_start = {start}\n[body.load]\ninertia = 2.456\nvelocity_start = {}\n[gear.g]\nconnects = \
         [\"motor\", \"load\"]\nratio = -4\nefficiency_opposing = 0.9\nefficiency_aiding = -0.2\nfriction.coulomb_torque = 0\n\
         [brake.out]\non = \"load\"\nfriction.coulomb_torque = 3.2\n[brake.in]\non = \"motor\"\nfriction.coulomb_torque = {brake}\n\
         [[input]]\nname = \"drive\"\non = \"motor\"\n[[input]]\nname = \"air\"\non = \"load\"\n",
        start / -4.0
    )
}

/// Inertia of motor and load about the motor where the load drives.
const AIDED: f64 = 1.389 - 0.2 * 2.456 / 16.0;

#[test]
fn a_brake_that_has_pressed_a_gear_which_locks_itself_goes_with_the_load_when_the_gear_lets_go() {
    let inputs = vec![("drive", Signal::through(&[(0.0, 0.0), (0.1, -0.8)])), ("air", Signal::constant(5.2))];
    let mut velocity = 0.0;
    let recorder = run_unwarned(&locking_gear(0.0, 0.0), inputs, 0.06, 1e-2, |_, actuator| {
        velocity = get(actuator, "motor.velocity");
    });
    // The last admissible share has the whole level of the brake press the mesh: 0.2·(5.2 + 3.2)/4 holds the motor. From there
    // the brake opposes the motion, and 0.2·(5.2 − 3.2)/4 is left.
    let breakaway = 0.2 * (5.2 + 3.2) / 4.0 / 8.0;
    assert_eq!(recorder.events.len(), 2, "{:?}", recorder.events);
    for event in &recorder.events {
        let direction = if event.element == Element::Named("g") { -1 } else { 1 };
        assert_eq!(event.kind, EventKind::Breakaway { direction }, "{event:?}");
        assert!((event.time - breakaway).abs() <= 1e-15, "{event:?} instead of {breakaway}");
    }
    let expected = (-4.0 * (0.06_f64.powi(2) - breakaway.powi(2)) + 0.1 * (0.06 - breakaway)) / AIDED;
    assert!((velocity - expected).abs() <= 1e-14 * expected.abs(), "{velocity} instead of {expected}");
}

#[test]
fn a_gear_which_locks_itself_turns_back_at_once_between_two_brakes() {
    let inputs = vec![("drive", Signal::constant(2.5)), ("air", Signal::constant(-5.34))];
    let mut velocity = 0.0;
    let recorder = run_unwarned(&locking_gear(-0.05, 0.3), inputs, 0.03, 1e-2, |_, actuator| {
        velocity = get(actuator, "motor.velocity");
    });
    // The load opposes until the motor stands, and drives afterwards.
    let slowing = (2.5 + 0.3 + (5.34 + 3.2) / 4.0 / 0.9) / (1.389 + 2.456 / 16.0 / 0.9);
    let returning = (2.5 - 0.3 - 0.2 * (5.34 - 3.2) / 4.0) / AIDED;
    let turn = 0.05 / slowing;
    assert_eq!(recorder.events.len(), 3, "{:?}", recorder.events);
    for event in &recorder.events {
        assert!(matches!(event.kind, EventKind::Reversal { .. }) && (event.time - turn).abs() <= 1e-15, "{event:?}");
    }
    let expected = returning * (0.03 - turn);
    assert!((velocity - expected).abs() <= 1e-14 * expected, "{velocity} instead of {expected}");
}

/// Inputs come first: what a load would have done at the end of a step that it has left by a jump, or turns at, does not happen.
#[test]
fn what_comes_to_the_end_of_its_hold_as_inputs_jump_is_decided_with_the_new_ones() {
    let held = "friction.coulomb_torque = 4\nfriction.static_ratio = 1.25\n[[input]]\nname = \"u\"\non = \"a\"\n";
    let brake = format!("[body.a]\n[brake.b]\non = \"a\"\n{held}");
    let freewheel = format!(
        "[body.hub]\n[brake.h]\non = \"hub\"\nfriction.coulomb_torque = 100\n[body.a]\n[freewheel.b]\n\
         connects = [\"hub\", \"a\"]\n{held}"
    );
    // At 0.3 s the load has reached the 5 N·m that hold, and is or goes where no motion, or a motion backwards, is possible.
    for (text, jump, slope, position, events) in [
        (&brake, 0.0, 0.0, 0.0, 0),
        (&brake, -4.5, 0.0, 0.0, 0),
        (&brake, -8.0, 0.0, -0.5 * 4.0 * 0.01, 1),
        (&brake, 5.0, 0.0, 0.0, 0),
        (&brake, 5.0, -50.0, 0.0, 0),
        (&brake, 5.0, 12.0, 0.5 * 0.01 + 12.0 * 1e-3 / 6.0, 1),
        (&freewheel, -8.0, 0.0, 0.0, 0),
    ] {
        for step in [1e-3, 3.7e-4, 1e-2, 0.3] {
            let load = Signal(vec![(0.0, 0.0), (0.3, 5.0), (0.3, jump), (0.4, jump + 0.1 * slope)]);
            let mut end = 0.0;
            let recorder = run_unwarned(text, vec![("u", load)], 0.4, step, |time, actuator| {
                let [velocity, regime] = ["b.relative_velocity", "b.friction_regime"].map(|name| get(actuator, name));
                assert!(velocity * regime >= 0.0, "friction drives with {velocity} at {time} s, steps of {step} s");
                end = get(actuator, "a.position");
            });
            assert_eq!(recorder.events.len(), events, "{jump} with {slope}, steps of {step} s: {:?}", recorder.events);
            assert!((end - position).abs() <= 1e-15, "{jump} with {slope}, steps of {step} s: {end}");
        }
    }
}

/// The load is at 4 N·m, so that the mesh of the second gear has 4 ± 0.1 N·m and the first holds down to −(0.1 + 0.2·4.1) N·m.
#[test]
fn gears_in_series_that_lock_themselves_turn_one_way_whatever_rests_elsewhere() {
    let gear = |name: &str, of: &str, efficiencies: &str| {
        format!("[gear.{name}]\nconnects = [{of}]\n{efficiencies}friction.coulomb_torque = 0.1\n")
    };
    let train = format!(
        "[body.a]\ninertia = 0.1\n[body.b]\ninertia = 0.1\n[body.c]\ninertia = 0.1\n{}{}[[input]]\nname = \"ua\"\non = \"a\"\n[[input]]\n\
         name = \"uc\"\non = \"c\"\n",
        gear("g", "\"a\", \"b\"", "efficiency_aiding = -0.2\n"),
        gear("h", "\"b\", \"c\"", ""),
    );
    let elsewhere = format!("{train}[body.x]\n[brake.k]\non = \"x\"\nfriction.coulomb_torque = 3\n");
    // 0.06·a = 0.88 − 20·t until the mesh torque of the first turns at 0.1025 s, then 0.3·a = −3.8 − 20·t.
    let (start, turn, end) = (0.046_f64, 0.1025_f64, 0.5_f64);
    let speed = |t: f64| (0.88 * t - 10.0 * t * t) / 0.06;
    let way = |t: f64| (0.44 * t * t - 10.0 / 3.0 * t.powi(3)) / 0.06;
    let first = way(turn) - way(start) - speed(start) * (turn - start);
    let (speed_then, left) = (speed(turn) - speed(start), end - turn);
    let second = (-(3.8 + 20.0 * turn) / 2.0 * left * left - 10.0 / 3.0 * left.powi(3)) / 0.3;
    let wanted = first + speed_then * left + second;
    for text in [train, elsewhere] {
        let inputs = vec![("ua", Signal::line(0.0, -10.0, 0.5)), ("uc", Signal::constant(-4.0))];
        let mut position = 0.0;
        run_unwarned(&text, inputs, end, 1e-3, |_, actuator| position = get(actuator, "c.position"));
        assert!((position - wanted).abs() <= 1e-13, "{position} instead of {wanted}");
    }
}

#[test]
fn a_mesh_torque_that_is_zero_where_a_step_ends_and_jumps_back_has_the_losses_of_its_sign() {
    let text = "[body.a]\ninertia = 1.5\nvelocity_start = 10\n[body.b]\ninertia = 0\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\n\
                efficiency_opposing = 0.8\nefficiency_aiding = 0.5\nfriction.coulomb_torque = 0.5\n[[input]]\nname = \"u\"\non = \"b\"\n";
    for step in [1e-3, 3.7e-4, 1e-2, 0.3] {
        let mut end = 0.0;
        let load = Signal(vec![(0.0, -10.0), (0.3, 0.0), (0.3, -10.0), (0.4, -10.0)]);
        run_unwarned(text, vec![("u", load)], 0.4, step, |_, actuator| end = get(actuator, "a.position"));
        // T = 5·(1 − t/0.3), then 5, and a = −(0.5 + T/0.8)/1.5; the steps between add up to rounding of 4 rad.
        assert!((end - 3.765).abs() <= 1e-14, "{end} with steps of {step} s");
    }
}

#[test]
fn a_brake_that_is_engaged_where_a_velocity_passes_zero_holds_what_it_can() {
    let text = "[body.a]\nvelocity_start = 1\n[brake.b]\non = \"a\"\nfriction.coulomb_torque = 3\nfriction.static_ratio = 1.2\n\
                [[input]]\nname = \"u\"\non = \"a\"\n";
    for (load, step) in [-3.5, 3.5].into_iter().flat_map(|load| [1e-3, 3.7e-4, 1e-2, 0.5].map(|step| (load, step))) {
        let inputs = vec![
            ("u", Signal(vec![(0.0, -2.0), (0.5, -2.0), (0.5, load), (0.8, load)])),
            ("b.engagement", Signal(vec![(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.8, 1.0)])),
        ];
        let mut end = 0.0;
        run_unwarned(text, inputs, 0.8, step, |_, actuator| end = get(actuator, "a.position"));
        assert!((end - 0.25).abs() <= 1e-14, "{end} under {load} N.m, with steps of {step} s");
    }
}

/// A hub and two equal bodies that clutches bring to its velocity, the second one `later` in velocity.
fn hub_with_two_clutches(later: f64) -> String {
    let body = |name: &str, inertia: f64, velocity: f64| {
        format!("[body.{name}]\ninertia = {inertia}\nvelocity_start = {velocity:e}\n")
    };
    let branch = |number: usize| {
        format!(
            "[clutch.k{number}]\nconnects = [\"h\", \"x{number}\"]\nfriction.coulomb_torque = 1.1\nfriction.static_ratio = 1.2\n\
             [[input]]\nname = \"load\"\non = \"x{number}\"\n"
        )
    };
    body("h", 0.66, -0.0134) + &body("x0", 1.0, -0.046) + &body("x1", 1.0, -0.046 + later) + &branch(0) + &branch(1)
}

#[test]
fn two_clutches_that_come_to_rest_within_rounding_of_each_other_both_stick() {
    // At rest together each clutch needs 0.66·6/2.66/2 = 0.744 of its 1.1 N·m.
    for later in [0.0, 1e-17, -1e-17, 1e-16, -1e-16, 1e-15, -1e-15, 3e-15, -3e-15] {
        for step in [0.001, 0.00037, 0.01, 0.03] {
            let mut found = [0.0; 2];
            let recorder = run_unwarned(
                &hub_with_two_clutches(later),
                vec![("load", Signal::constant(3.0))],
                0.03,
                step,
                |time, actuator| {
                    found = ["x0.position", "x1.position"].map(|name| get(actuator, name));
                    if time > 0.005 {
                        let relative = ["k0.relative_velocity", "k1.relative_velocity"].map(|name| get(actuator, name));
                        assert_eq!(relative, [0.0; 2], "{later:e} at {time} s");
                    }
                },
            );
            let kinds: Vec<_> = recorder.events.iter().map(|event| event.kind).collect();
            assert_eq!(kinds, [EventKind::Stop; 2], "{later:e}, {step} s: {:?}", recorder.events);
            // What they were apart in velocity goes on for the 0.0044 s until they stick.
            assert!((found[0] - found[1]).abs() <= 0.0044 * later.abs() + 1e-17, "{later:e}, {step} s: {found:?}");
        }
    }
}

#[test]
fn what_comes_to_rest_exactly_as_its_load_jumps_is_decided_with_the_new_load() {
    // The brake holds 1.5 N·m and slides with 1: all of these loads hold after 1/16 rad, whatever the load before was.
    let text = "[body.a]\ninertia = 1\nvelocity_start = 1\n[brake.b]\non = \"a\"\nfriction.coulomb_torque = 1\n\
                friction.static_ratio = 1.5\n[[input]]\nname = \"u\"\non = \"a\"\n";
    for after in [-1.2, 1.2, -0.9, 0.9] {
        for step in [0.001, 0.01, 0.00037, 1.0] {
            let load = Signal::pieces([(0.125, [-7.0; 2]), (1.0, [after; 2])].into_iter());
            let mut found = 0.0;
            run_unwarned(text, vec![("u", load)], 0.325, step, |_, actuator| found = get(actuator, "a.position"));
            // Rounding of some hundred steps.
            assert!((found - 0.0625).abs() <= 1e-14, "{after} N·m, {step} s: {found}");
        }
    }
}

#[test]
fn an_engagement_that_jumps_exactly_as_its_brake_comes_to_rest_holds_by_its_new_level() {
    let text = "[body.a]\ninertia = 1\nvelocity_start = 1\n[brake.b]\non = \"a\"\nfriction.coulomb_torque = 1\n\
                friction.static_ratio = 1.5\n[[input]]\nname = \"u\"\non = \"a\"\n";
    for step in [0.001, 0.01, 0.00037, 1.0] {
        // 2.4 N·m: between 2·1 and 2·1.5 N·m.
        let stop = 1.0 / 3.4;
        let engagement = Signal::pieces([(stop, [1.0; 2]), (1.0, [2.0; 2])].into_iter());
        let inputs = vec![("u", Signal::constant(-2.4)), ("b.engagement", engagement)];
        let mut found = 0.0;
        run_unwarned(text, inputs, 0.5, step, |_, actuator| found = get(actuator, "a.position"));
        assert!((found - 0.5 * stop).abs() <= 1e-14, "{step} s: {found}");
    }
}

/// A body on a servo with orifices whose controller is out of action, so that the valve stays closed.
fn on_a_closed_valve(brake: &str) -> String {
    format!(
        "[body.a]\ninertia = 2200\nviscous_coefficient = 80000\n[servo.v]\non = \"a\"\nservovalve.law = \"orifice\"\n\
         controller.proportional_gain = 0\n{brake}[[input]]\nname = \"u\"\non = \"a\"\n"
    )
}

#[test]
fn a_body_creeps_through_the_leakage_of_a_closed_valve_whatever_the_supply() {
    for supply in [0.0, 1.0, 1e5, 26e6] {
        for load in [1e3, -2e4, 1.5e5] {
            for step in [0.001, 0.05] {
                let mut velocity = 0.0;
                let inputs = vec![("u", Signal::constant(load)), ("v.supply_pressure", Signal::constant(supply))];
                let mut damping = 0.0;
                run_unwarned(&on_a_closed_valve(""), inputs, 0.05, step, |_, actuator| {
                    velocity = get(actuator, "a.velocity");
                    let displacement = get(actuator, "v.motor.displacement");
                    damping = 80000.0 + displacement * displacement / get(actuator, "v.motor.leakage_coefficient");
                });
                let expected = load / damping * -f64::exp_m1(-damping / 2200.0 * 0.05);
                let close = 1e-9 * expected.abs();
                assert!(
                    (velocity - expected).abs() <= close,
                    "{supply} Pa, {load} N·m: {velocity} instead of {expected}"
                );
            }
        }
    }
}

#[test]
fn a_servo_without_pressure_yields_to_its_load_as_the_valve_opens() {
    // The controller sees the body creep and opens the valve, through which it is pushed on.
    for brake in ["", "[brake.k]\non = \"a\"\nfriction.coulomb_torque = 2500\nfriction.static_ratio = 1.7\n"] {
        let text = on_a_closed_valve(brake).replace("controller.proportional_gain = 0\n", "");
        for (supply, load) in [(0.0, 2e4), (1.0, -2e4), (1e5, 2e4), (26e6, 1.5e5)] {
            let ends = [0.001, 0.00037, 0.05].map(|step| {
                let gust = Signal::pieces([(0.01, [0.0; 2]), (1.0, [load; 2])].into_iter());
                let inputs = vec![("u", gust), ("v.supply_pressure", Signal::constant(supply))];
                let mut position = f64::NAN;
                run_unwarned(&text, inputs, 0.1, step, |_, actuator| position = get(actuator, "a.position"));
                position
            });
            assert!(ends[0] * load > 0.0, "{supply} Pa: {ends:?}");
            // The default tolerance of the implicit steps.
            let close = 1e-6 * ends[0].abs();
            assert!(ends.iter().all(|end| (end - ends[0]).abs() <= close), "{supply} Pa, {brake}: {ends:?}");
        }
    }
}

#[test]
fn two_gears_on_one_hub_that_lock_themselves_by_their_efficiency_alone_rest_at_their_stops() {
    let gear = |number: usize, ratio: f64| {
        format!(
            "[body.x{number}]\ninertia = 0.0125\ntravel.upper = 0\n[gear.g{number}]\nconnects = [\"h\", \"x{number}\"]\nratio = {ratio}\n\
             efficiency_opposing = 0.5\nefficiency_aiding = -0.2\n[[input]]\nname = \"w\"\non = \"x{number}\"\n"
        )
    };
    let mut random = Random::new(1);
    for number in 0..40 {
        let ratio = [0.5, 1.0, 2.0, 3.0][number % 4];
        let (hub, ends) = if number == 0 { (3.0, 1.25) } else { (random.between(0.0, 5.0), random.between(0.0, 5.0)) };
        let text = format!("[body.h]\n[[input]]\nname = \"u\"\non = \"h\"\n{}{}", gear(0, ratio), gear(1, ratio));
        let inputs = vec![("u", Signal::constant(hub)), ("w", Signal::constant(ends))];
        run_unwarned(&text, inputs, 0.003, 0.001, |_, actuator| {
            let [first, second] = ["g0.torque", "g1.torque"].map(|name| get(actuator, name));
            // Rounding of the shares.
            assert!((first + second - hub).abs() <= 1e-12 * hub, "{hub} and {ends} N·m, {ratio}: {first} + {second}");
            assert_eq!(get(actuator, "h.position"), 0.0);
            let stops = ["x0.end_stop_torque", "x1.end_stop_torque"].map(|name| get(actuator, name));
            assert!(stops.iter().all(|torque| *torque >= 0.0), "{stops:?}");
        });
    }
}

#[test]
fn of_stops_without_room_that_one_is_touched_which_pushes() {
    let text = "name = \"N\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\ntravel.lower = 0\ntravel.upper = 0\n[[input]]\nname = \"u\"\n\
                on = \"b\"\n";
    for sign in [1.0, -1.0] {
        let mut train = drivetrain(text);
        let inputs = vec![("u", Signal::through(&[(0.0, 5.0 * sign), (1.0, -5.0 * sign)]))];
        let recorder = Run { actuator: &mut train, inputs, end: 1.0, step: 0.01 }.go(|time, actuator| {
            let torque = get(actuator, "b.end_stop_torque");
            let stop = actuator.integers()[integer(actuator.interface(), "b.end_stop")];
            assert!((torque - sign * (5.0 - 10.0 * time)).abs() < 1e-12, "{time}: {torque}");
            if torque != 0.0 {
                assert_eq!(f64::from(stop), torque.signum(), "{time}");
            }
        });
        assert!(recorder.events.is_empty(), "{:?}", recorder.events);
    }
}

#[test]
fn a_one_way_clutch_that_is_engaged_as_it_lets_go_holds() {
    // Until 0.5 s b slides forwards on a, and c goes with a, as nothing holds it. There b has the velocity of a; with c engaged all are one.
    let body = |name: &str, start: &str| {
        format!("[body.{name}]\ninertia = 1\n{start}[[input]]\nname = \"u{name}\"\non = \"{name}\"\n")
    };
    let clutch = |name: &str, second: &str| {
        format!("[freewheel.{name}]\nconnects = [\"a\", \"{second}\"]\nfriction.coulomb_torque = 1\n")
    };
    let text = [body("a", ""), body("b", "velocity_start = 1\n"), body("c", ""), clutch("c1", "b"), clutch("c2", "c")]
        .concat();
    for (step, level) in [(1e-3, 0.5), (1e-2, 0.5), (1e-1, 0.5), (1e-2, 0.2)] {
        let engagement = Signal::steps(&[(0.0, -1.0), (0.5, level)]);
        let inputs = vec![("ua", Signal::constant(0.5)), ("uc", Signal::constant(0.5)), ("c2.engagement", engagement)];
        run_unwarned(&text, inputs, 1.0, step, |time, actuator| {
            if time > 0.5 + 1e-9 {
                let expected = 0.5 + (time - 0.5) / 3.0;
                for name in ["a.velocity", "b.velocity", "c.velocity"] {
                    assert!(
                        (get(actuator, name) - expected).abs() <= 1e-12,
                        "{name} at {time}: {}",
                        get(actuator, name)
                    );
                }
            }
        });
    }
}

#[test]
fn a_gear_that_passes_nothing_back_turns_on_as_an_idle_clutch_lets_go() {
    // The second drives the gear, and the first gets nothing: T + |T| = 0, so a' = −2, and b' = 3 + ratio·T has the half of it. The clutch on c, with
    // c' = −2 as well, carries nothing at any time, and its level vanishes at 0.25 s.
    let text = "[body.a]\ninertia = 1\nvelocity_start = 1\n[body.b]\ninertia = 1\n[body.c]\ninertia = 0.5\nvelocity_start = 1\n[clutch.f]\n\
                connects = [\"a\", \"c\"]\nfriction.coulomb_torque = 2\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\nefficiency_opposing = 0.5\n\
                efficiency_aiding = 0\n[[input]]\nname = \"ua\"\non = \"a\"\n[[input]]\nname = \"ub\"\non = \"b\"\n[[input]]\nname = \"uc\"\n\
                on = \"c\"\n";
    for step in [1e-3, 1e-2, 1e-1] {
        let inputs = vec![
            ("ua", Signal::constant(-2.0)),
            ("ub", Signal::constant(3.0)),
            ("uc", Signal::constant(-1.0)),
            ("f.engagement", Signal::line(1.0, -0.6, 0.4)),
        ];
        run_unwarned(text, inputs, 0.4, step, |time, actuator| {
            for (name, ratio) in [("a.velocity", 1.0), ("b.velocity", 0.5), ("c.velocity", 1.0)] {
                let expected = ratio * (1.0 - 2.0 * time);
                assert!((get(actuator, name) - expected).abs() <= 1e-12, "{name} at {time}: {}", get(actuator, name));
            }
        });
    }
}

#[test]
fn a_damper_with_play_and_without_stiffness_acts_beyond_its_play_and_nowhere_else() {
    // Was: a side that was touched once was never left, as what compresses a spring without stiffness is 0 everywhere.
    for sign in [1.0, -1.0] {
        let text = |position: f64, velocity: f64| {
            format!(
                "[body.b]\ninertia = 1\nposition_start = {:?}\nvelocity_start = {:?}\n[[input]]\nname = \"u\"\non = \"b\"\n\
                 [shaft.s]\nconnects = [\"ground\", \"b\"]\nstiffness = 0\ndamping = 1\nbacklash = 0.125\n\
                 backlash_damping = \"unilateral\"\n",
                sign * position,
                sign * velocity
            )
        };
        let mut damped = 0;
        // Through the play from its other side, and then v' = −v.
        let _ =
            run_unwarned(&text(-0.125, 1.0), vec![("u", Signal::constant(0.0))], 0.5, 1.0 / 64.0, |time, actuator| {
                let beyond = time - 0.1875;
                let (position, velocity) =
                    if beyond > 0.0 { (0.0625 - (-beyond).exp_m1(), (-beyond).exp()) } else { (time - 0.125, 1.0) };
                damped += u32::from(beyond > 0.0);
                assert!((sign * get(actuator, "b.position") - position).abs() <= 1e-14, "{time}");
                assert!((sign * get(actuator, "b.velocity") - velocity).abs() <= 1e-14, "{time}");
            });
        assert!(damped > 10);
        // It turns within the play.
        let load = vec![("u", Signal::constant(4.0 * sign))];
        let _ = run_unwarned(&text(0.125, -1.0), load, 0.375, 1.0 / 64.0, |time, actuator| {
            let position = 0.125 - time + 2.0 * time * time;
            assert!((sign * get(actuator, "b.position") - position).abs() <= 1e-14, "{time}");
        });
    }
}

#[test]
fn a_stop_takes_what_a_brake_at_its_level_can_not_of_a_load_that_grows_with_the_square_of_time() {
    // The body with a prescribed motion is at 0.25 + t²/2, so the spring has 1 + 2·t², of which the brake holds 1.
    // Was: a bridge, as the share after the decision looked one derivative ahead, and did without the stop.
    for sign in [1.0, -1.0] {
        let text = format!(
            "[body.b]\ninertia = 1\ntravel.lower = {:?}\ntravel.upper = {:?}\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n\
             [body.m]\ninertia = 1\nposition_start = {:?}\n[motion.p]\non = \"m\"\nprescribes = \"acceleration\"\n[shaft.s]\n\
             connects = [\"m\", \"b\"]\nstiffness = 4\n",
            if sign > 0.0 { -1.0 } else { 0.0 },
            if sign > 0.0 { 0.0 } else { 1.0 },
            0.25 * sign
        );
        for step in [0.5, 1.0 / 64.0] {
            let inputs = vec![("p.acceleration", Signal::constant(sign))];
            let recorder = run_unwarned(&text, inputs, 1.0, step, |time, actuator| {
                assert_eq!((get(actuator, "b.position"), get(actuator, "b.velocity")), (0.0, 0.0), "{time}");
                let push = get(actuator, "b.end_stop_torque");
                assert!((push.abs() - 2.0 * time * time).abs() <= 1e-14, "{push} at {time}");
            });
            assert_eq!(recorder.events, [], "nothing moves");
        }
    }
}
