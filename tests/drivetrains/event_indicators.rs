//! Event indicators of Model Exchange follow from time, states and inputs, in whichever order an importer asks for them.

use actuator_fmu::actuator::{Actuator, EventKind};
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, interface};
use test_support::saved::{restore, save};
use test_support::{Recorder, get, set};

/// A mass on its lower stop, driven by a screw whose losses hold 0.05 N·m, or held by a brake: friction and stop share the load.
fn at_stop(first: &str, others: &str) -> Drivetrain {
    drivetrain(&format!(
        "name = \"A\"\nmodel = \"Drivetrain\"\n{first}[mass.a]\nmass = 3\ntravel.lower = -0.01\nposition_start = -0.01\n{others}"
    ))
}

fn screw() -> Drivetrain {
    at_stop(
        "[body.m]\ninertia = 1e-3\n",
        "[screw.s]\nconnects = [\"m\", \"a\"]\nlead = \"5 mm\"\nfriction.coulomb_torque = 0.05\n\
         [[input]]\nname = \"f\"\non = \"m\"\n",
    )
}

fn brake() -> Drivetrain {
    at_stop(
        "",
        "[brake.b]\non = \"a\"\nfriction.coulomb_force = 10\nfriction.static_ratio = 1.3\n[[input]]\nname = \"f\"\non = \"a\"\n",
    )
}

fn indicators(actuator: &mut Drivetrain, input: f64, is_integrated: bool) -> Vec<f64> {
    set(actuator, "f", input);
    actuator.inputs_changed();
    if is_integrated {
        let mut rates = vec![0.0; actuator.states().len()];
        actuator.derivatives(&mut rates);
    }
    let mut indicators = vec![0.0; actuator.event_indicator_count()];
    actuator.event_indicators(&mut indicators);
    indicators
}

fn begin(actuator: &mut Drivetrain, input: f64) {
    let mut recorder = Recorder::default();
    set(actuator, "f", input);
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
}

#[test]
fn they_do_not_depend_on_what_was_asked_before() {
    for (mut actuator, first, inputs) in [(screw(), -0.5, [0.02, 0.06, -0.1]), (brake(), -20.0, [6.0, 16.0, -20.0])] {
        begin(&mut actuator, first);
        let alone = indicators(&mut actuator, inputs[0], false);
        for other in inputs {
            indicators(&mut actuator, other, true);
            assert_eq!(indicators(&mut actuator, inputs[0], false), alone, "after {other}");
            assert_eq!(indicators(&mut actuator, inputs[0], true), alone, "after {other}");
        }
    }
}

/// Length of the intervals in which an importer looks for events [s].
const INTERVAL: f64 = 1e-3;

/// Where an importer finds that an indicator goes below zero next, to the last bit; it has taken the event then.
fn next_event(
    actuator: &mut Drivetrain,
    input: impl Fn(f64) -> f64,
    (mut time, end): (f64, f64),
    recorder: &mut Recorder,
) -> Option<f64> {
    let is_crossed = |actuator: &mut Drivetrain, at: f64| {
        actuator.set_time(at);
        indicators(actuator, input(at), false).iter().any(|indicator| *indicator < 0.0)
    };
    while time < end {
        let (mut low, mut high) = (time, time + INTERVAL);
        if !is_crossed(actuator, high) {
            time = high;
            continue;
        }
        while low.next_up() < high {
            let middle = 0.5 * (low + high);
            *(if is_crossed(actuator, middle) { &mut high } else { &mut low }) = middle;
        }
        actuator.set_time(high);
        indicators(actuator, input(high), true);
        actuator.update_discrete_states(high, recorder);
        actuator.begin_continuous_time();
        return Some(high);
    }
    None
}

/// A mesh torque turns, an element comes to its bound and another one follows, and all let go.
const MOST_EVENTS: usize = 4;

/// When a ramp of the input sets something in motion that rests: an importer finds where an indicator goes below zero, few times.
fn first_motion(
    actuator: &mut Drivetrain,
    input: impl Fn(f64) -> f64,
    is_moving: impl Fn(&mut Drivetrain, &Recorder) -> bool,
) -> f64 {
    let (mut recorder, mut time, mut events) = (Recorder::default(), 0.0, 0);
    while let Some(next) = next_event(actuator, &input, (time, 1.0), &mut recorder) {
        time = next;
        events += 1;
        assert!(events <= MOST_EVENTS, "at {time} s");
        if is_moving(actuator, &recorder) {
            return time;
        }
    }
    panic!("nothing moves, after {events} events");
}

fn tells(_: &mut Drivetrain, recorder: &Recorder) -> bool {
    !recorder.events.is_empty()
}

#[test]
fn a_screw_breaks_away_from_its_stop_after_few_events() {
    let mut actuator = screw();
    begin(&mut actuator, -0.5);
    let time = first_motion(&mut actuator, |time| -0.5 + 8.0 * time, tells);
    // Where the input is the loss of the screw; before that the screw takes over from the stop what that carried.
    assert!((time - 0.55 / 8.0).abs() < 1e-12, "{time}");
}

#[test]
fn a_gear_that_locks_itself_holds_with_the_other_set_of_shares_where_one_comes_to_its_end() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.b0]\ninertia = 0.03\n[body.b1]\ninertia = 0.08\n[gear.g]\n\
         connects = [\"b0\", \"b1\"]\nratio = 1\nefficiency_opposing = 1\nefficiency_aiding = -0.2\n\
         friction.coulomb_torque = 0.1\nfriction.static_ratio = 1.6\n[brake.k]\non = \"b1\"\nfriction.coulomb_torque = 2.70427\n\
         friction.static_ratio = 1.3\n[[input]]\nname = \"f\"\non = \"b0\"\n[[input]]\nname = \"load\"\non = \"b1\"\n",
    );
    set(&mut actuator, "load", 0.683);
    begin(&mut actuator, 0.0);
    let time = first_motion(&mut actuator, |time| 10.0 * time, tells);
    // The brake holds the mesh torque T from below -4.1985 to above 2.8325. From 0 on the gear holds T + 1.6·0.1, 2.9925 at most;
    // below 0 it holds T + 1.6 (0.1 - 1.2 T), 4.0227 at most.
    let most = 1.3 * 2.70427 + 0.683;
    let expected = (1.6 * (0.1 + 1.2 * most) - most) / 10.0;
    // The indicators are shifted by rounding of torques of this size, over the slope of the ramp.
    assert!((time - expected).abs() < 1e-11, "{time} {expected}");
}

#[test]
fn bristles_behind_a_lossy_gear_pull_a_body_off_its_stop() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 0.3\ntravel.upper = 0.1\nposition_start = 0.1\n\
         [body.b]\ninertia = 0.1\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 1\nefficiency_opposing = 0.95\n\
         efficiency_aiding = 0.95\nfriction.coulomb_torque = 0\n[brake.k]\non = \"b\"\nfriction.law = \"lugre\"\n\
         friction.coulomb_torque = 3\nfriction.static_ratio = 1.5\nfriction.stribeck_velocity = 0.4\nfriction.bristle_damping = 4\n\
         friction.bristle_stiffness = 800\n[[input]]\nname = \"f\"\non = \"a\"\n",
    );
    begin(&mut actuator, 6.0);
    let bristles = 3.0;
    actuator.set_states(&[0.1, 0.0, bristles / 800.0]);
    actuator.update_discrete_states(0.0, &mut Recorder::default());
    actuator.begin_continuous_time();
    let has_left = |actuator: &mut Drivetrain, _: &Recorder| {
        actuator.update_outputs();
        get(actuator, "a.end_stop") == 0.0
    };
    let time = first_motion(&mut actuator, |time| 6.0 - 30.0 * time, has_left);
    // The gear holds until the input is 0.95 of what the bristles pull; at 1/0.95 of it the stop has ceased to press.
    let expected = (6.0 - 0.95 * bristles) / 30.0;
    // Indicators are located to 1e-13 s, after rounding of torques of this size over the slope of the ramp.
    assert!((time - expected).abs() < 1e-12, "{time} {expected}");
}

#[test]
fn what_a_gear_ties_to_a_body_on_its_stop_is_where_that_puts_it() {
    // An importer steps over the stop by what shifts an indicator, 1e-12 m, and writes the states of the motor.
    let mut actuator = screw();
    let mut recorder = Recorder::default();
    begin(&mut actuator, -0.5);
    set(&mut actuator, "f", 0.1);
    actuator.inputs_changed();
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    let lead = 5e-3 / core::f64::consts::TAU;
    actuator.set_states(&[(-0.01 - 1.0e-12) / lead, -2.0]);
    actuator.update_discrete_states(0.1, &mut recorder);
    assert!(recorder.events.iter().any(|event| matches!(event.kind, EventKind::EndStop { side: -1 })));
    let states = actuator.states().to_vec();
    assert_eq!(states[1], 0.0);
    assert!((states[0] * lead + 0.01).abs() < 1e-17, "{:e}", states[0] * lead + 0.01);
}

#[test]
fn free_play_without_damping_pushes_with_its_spring_once_an_importer_has_passed_the_gap() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\nvelocity_start = 1\n[shaft.s]\nconnects = [\"ground\", \"b\"]\n\
         stiffness = 1000\ndamping = 0\ngap.lower = -1\ngap.upper = 0.1\n",
    );
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    let depth = 7e-6;
    actuator.set_states(&[0.1 + depth, 1.0]);
    actuator.set_time(0.1 + depth);
    actuator.update_discrete_states(0.1 + depth, &mut recorder);
    let mut rates = vec![0.0; 2];
    actuator.derivatives(&mut rates);
    // The depth is known to the rounding of the position.
    assert!((rates[1] + 1000.0 * depth).abs() <= 1000.0 * f64::EPSILON, "{rates:?}");
}

/// A chain whose clutches and brakes all hold at rest, and share its torques with a gear that locks itself.
fn locked_chain() -> Drivetrain {
    drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.b0]\ninertia = 0.89183\nposition_start = 0.008\n[body.b1]\ninertia = 1.8266\n\
         [body.b2]\ninertia = 0.20825\n[body.b3]\ninertia = 0.1316\n[body.b4]\ninertia = 0.062044\nviscous_coefficient = 0.2489\n\
         [body.b5]\ninertia = 1.9701\n[clutch.c1]\nconnects = [\"b0\", \"b1\"]\nfriction.coulomb_torque = 5.04946\n\
         [gear.g2]\nconnects = [\"b1\", \"b2\"]\nratio = -1\nefficiency_opposing = 1\nefficiency_aiding = -0.1\n\
         friction.coulomb_torque = 0.1\n[clutch.c3]\nconnects = [\"b2\", \"b3\"]\nfriction.coulomb_torque = 8.2\n\
         [freewheel.c4]\nconnects = [\"b3\", \"b4\"]\nfriction.coulomb_torque = 5.637\nfriction.static_ratio = 1.3\n\
         [freewheel.c5]\nconnects = [\"b4\", \"b5\"]\nfriction.coulomb_torque = 7.03702\nfriction.static_ratio = 1.3\n\
         [shaft.e0]\nconnects = [\"ground\", \"b0\"]\nstiffness = 657.57\ndamping = 0\n\
         [brake.k1]\non = \"b1\"\nfriction.coulomb_torque = 0.3282198\n[brake.k2]\non = \"b2\"\nfriction.coulomb_torque = 0.6342\n\
         [brake.k3]\non = \"b3\"\nfriction.coulomb_torque = 5.17189\n[brake.k5]\non = \"b5\"\nfriction.coulomb_torque = 1.16462\n\
         friction.static_ratio = 1.1\n[[input]]\nname = \"u0\"\non = \"b0\"\n[[input]]\nname = \"f\"\non = \"b2\"\n\
         [[input]]\nname = \"u3\"\non = \"b3\"\n[[input]]\nname = \"u4\"\non = \"b4\"\n[[input]]\nname = \"u5\"\non = \"b5\"\n",
    )
}

#[test]
fn a_hold_at_its_end_lets_a_chain_go_whose_clutches_arrive_again_at_once() {
    let mut actuator = locked_chain();
    let u0 = 3.8393;
    for (name, load) in [("u0", u0), ("u3", 12.5475), ("u4", -8.0918), ("u5", 4.934)] {
        set(&mut actuator, name, load);
    }
    let ramp = |time: f64| 2.0 - 119.0 * time;
    begin(&mut actuator, ramp(0.0));
    let time = first_motion(&mut actuator, ramp, tells);
    // The gear holds 0.1 + 0.1 T, best with the greatest mesh torque T that clutch, brake and load at its second body give.
    let beyond = u0 - 657.57 * 0.008 + 0.3282198;
    let expected = (0.1 + beyond + 0.1 * (2.0 + 0.6342 + 8.2)) / 11.9;
    // The indicators are shifted by rounding of torques of this size, over a tenth of the slope of the ramp.
    assert!((time - expected).abs() < 1e-11, "{time} {expected}");
    actuator.update_outputs();
    // All of it moves as one: the clutch whose hold came to its end carries less as soon as it does.
    for (name, regime) in [("c1", 0.0), ("c3", 0.0), ("c4", 0.0), ("c5", 0.0), ("g2", -1.0), ("k1", -1.0), ("k2", 1.0)]
    {
        assert_eq!(get(&actuator, &format!("{name}.friction_regime")), regime, "{name}");
    }
    let mut indicators = vec![0.0; actuator.event_indicator_count()];
    actuator.event_indicators(&mut indicators);
    assert!(indicators.iter().all(|indicator| *indicator > 0.0), "{indicators:?}");
}

/// Events that an importer meets while the input goes along a ramp, up to 100.
fn count_of_events(actuator: &mut Drivetrain, input: impl Fn(f64) -> f64, end: f64) -> u32 {
    let (mut recorder, mut time, mut events) = (Recorder::default(), 0.0, 0);
    while let Some(next) = next_event(actuator, &input, (time, end), &mut recorder) {
        time = next;
        events += 1;
        if events == 100 {
            break;
        }
    }
    events
}

#[test]
fn a_mesh_torque_that_passes_zero_beside_a_stop_is_one_event() {
    for slope in [-660.0, 660.0] {
        let mut actuator = drivetrain(
            "name = \"A\"\nmodel = \"Drivetrain\"\n[body.m]\ninertia = 0.036398\ntravel.upper = 0.1378\nposition_start = 0.1378\n\
             [mass.a]\nmass = 0.69722\n[screw.s]\nconnects = [\"m\", \"a\"]\nlead = 0.1606\nefficiency_opposing = 1\n\
             efficiency_aiding = 0.6\nfriction.coulomb_torque = 1\n[[input]]\nname = \"f\"\non = \"a\"\n\
             [[input]]\nname = \"u\"\non = \"m\"\n",
        );
        set(&mut actuator, "u", 9.111749560452353);
        begin(&mut actuator, -slope * 0.0137);
        let events = count_of_events(&mut actuator, |time| slope * (time - 0.0137), 0.03);
        assert_eq!(events, 1, "{slope}");
    }
}

#[test]
fn they_do_not_depend_on_torques_that_something_carried_before() {
    let text = "name = \"A\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[brake.j]\non = \"a\"\nfriction.coulomb_torque = 2000\n\
         [body.b]\ninertia = 1\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 200\n[[input]]\nname = \"f\"\non = \"a\"\n";
    let interface = interface(text);
    let mut actuator = Drivetrain::new(interface).unwrap();
    begin(&mut actuator, 1000.0);
    // What the brake carries when it lets go is none of the torques of which the indicators tell, up to rounding, from there on.
    set(&mut actuator, "j.engagement", 0.0);
    indicators(&mut actuator, 1000.0, false);
    actuator.update_discrete_states(0.0, &mut Recorder::default());
    actuator.begin_continuous_time();
    let mut other = Drivetrain::new(interface).unwrap();
    restore(&mut other, &save(&mut actuator));
    let [own, restored] = [&mut actuator, &mut other].map(|actuator| indicators(actuator, 0.0, false));
    assert_eq!(own, restored);
}

#[test]
fn what_a_gear_ties_to_a_body_that_was_passed_beyond_its_stop_goes_back_with_it() {
    let mut actuator = drivetrain(
        "name = \"A\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\ntravel.lower = -0.1\n[body.b]\ninertia = 1\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\n\
         efficiency_opposing = 0.9\nfriction.coulomb_torque = 0.1\n[brake.k]\non = \"b\"\n[[input]]\nname = \"f\"\non = \"a\"\n",
    );
    begin(&mut actuator, -5.0);
    actuator.set_states(&[-0.138, -11.8]);
    let mut recorder = Recorder::default();
    actuator.end_continuous_time(0.01);
    actuator.update_discrete_states(0.01, &mut recorder);
    actuator.update_outputs();
    assert_eq!(["a.position", "b.position"].map(|name| get(&actuator, name)), [-0.1, -0.05], "{recorder:?}");
}
