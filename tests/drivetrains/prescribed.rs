//! Bodies whose motion is prescribed, against closed forms: what it takes, what sticks to them and slides on them, and what jumps do.

use crate::linear_systems::model_exchange::integrate;
use actuator_fmu::actuator::{Actuator, Arrival, EventKind, Remark, Warning};
use actuator_fmu::drivetrain::Drivetrain;
use std::f64::consts::{PI, TAU};
use test_support::cases::seeds;
use test_support::drivetrain::{drivetrain, read};
use test_support::random::Random;
use test_support::saved::{restore, save};
use test_support::values::integer;
use test_support::{Recorder, Run, Signal, get, set};

/// Values are sums of a few numbers of the size of the result.
const ROUNDING: f64 = 1e-12;

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance * expected.abs().max(1.0), "{value} instead of {expected}");
}

fn get_integer(actuator: &dyn Actuator, name: &str) -> i32 {
    actuator.integers()[integer(actuator.interface(), name)]
}

fn text(elements: &str) -> String {
    format!("name = \"M\"\nmodel = \"Drivetrain\"\n{elements}")
}

fn run(text: &str, inputs: &[(&'static str, Signal)], end: f64, step: f64) -> (Drivetrain, Recorder) {
    let mut actuator = drivetrain(text);
    let recorder = Run { actuator: &mut actuator, inputs: inputs.to_vec(), end, step }.go(|_, _| {});
    (actuator, recorder)
}

const BENCH: &str = "[body.b]\ninertia = 2\nviscous_coefficient = 3\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 5\n\
                     friction.static_ratio = 1.4\n[motion.m]\non = \"b\"\n[[input]]\nname = \"load\"\non = \"b\"\n";

#[test]
fn the_motion_takes_inertia_viscous_load_and_sliding_torque_in_each_direction() {
    for sign in [1.0, -1.0] {
        let velocity = Signal::through(&[(0.0, sign), (1.0, 4.0 * sign)]);
        let load = Signal::constant(7.0);
        let mut actuator = drivetrain(&text(BENCH));
        let inputs = vec![("m.velocity", velocity), ("load", load)];
        let mut before_the_end = 0.0;
        Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.01 }.go(|time, actuator| {
            let (v, q) = (1.0 + 3.0 * time, time + 1.5 * time * time);
            near(get(actuator, "b.velocity"), sign * v, ROUNDING);
            near(get(actuator, "b.position"), sign * q, ROUNDING);
            assert_eq!(get_integer(actuator, "k.friction_regime"), sign as i32);
            if time > 0.0 && time < 0.995 {
                before_the_end = time;
                near(get(actuator, "m.torque"), sign * (2.0 * 3.0 + 3.0 * v + 5.0) - 7.0, ROUNDING);
            }
        });
        assert!(before_the_end > 0.9);
    }
}

#[test]
fn at_rest_the_motion_carries_the_load_and_the_brake_nothing() {
    let (actuator, recorder) = run(&text(BENCH), &[("load", Signal::constant(7.0))], 1.0, 0.01);
    assert_eq!((get(&actuator, "m.torque"), get(&actuator, "k.friction_torque")), (-7.0, 0.0));
    assert_eq!((get_integer(&actuator, "k.friction_regime"), get(&actuator, "b.position")), (0, 0.0));
    assert!(recorder.events.is_empty(), "{:?}", recorder.events);
}

#[test]
fn the_brake_of_a_driven_body_turns_where_the_velocity_does() {
    // From 1 to −1 rad/s over 1 s, then at rest: the torque is J·a + 3·v + 5·sign(v).
    let velocity = Signal::through(&[(0.0, 1.0), (1.0, -1.0), (1.5, 0.0), (2.0, 0.0)]);
    let mut actuator = drivetrain(&text(BENCH));
    let mut torques = Vec::new();
    let inputs = vec![("m.velocity", velocity)];
    let recorder = Run { actuator: &mut actuator, inputs, end: 2.0, step: 0.1 }
        .go(|time, actuator| torques.push((time, get(actuator, "m.torque"))));
    let at = |wanted: f64| torques.iter().find(|(time, _)| (time - wanted).abs() < 1e-9).unwrap().1;
    near(at(0.4), 2.0 * -2.0 + 3.0 * 0.2 + 5.0, ROUNDING);
    near(at(0.6), 2.0 * -2.0 - 3.0 * 0.2 - 5.0, ROUNDING);
    near(at(1.8), 0.0, ROUNDING);
    let kinds: Vec<_> = recorder.events.iter().map(|event| (event.kind, (event.time * 1e9).round() * 1e-9)).collect();
    assert_eq!(kinds, [(EventKind::Reversal { direction: -1 }, 0.5), (EventKind::Stop, 1.5)]);
    assert_eq!(get_integer(&actuator, "k.friction_regime"), 0);
}

/// A screw jack that a motor turns at a given velocity; the load on its ram is 10 kN.
fn jack(on: &str, more: &str) -> String {
    text(&format!(
        "[body.nut]\ninertia = 0.02\n[mass.ram]\nmass = 300\n[screw.s]\nconnects = [\"nut\", \"ram\"]\nlead = 0.01\n\
         efficiency_opposing = 0.4\nefficiency_aiding = 0.2\nfriction.coulomb_torque = 0.5\n{more}\n\
         [motion.m]\non = \"{on}\"\n[[input]]\nname = \"load\"\non = \"ram\"\n"
    ))
}

#[test]
fn a_screw_jack_takes_the_torque_of_either_efficiency() {
    let mesh = 10_000.0 * 0.01 / TAU;
    for (velocity, expected) in [(2.0, mesh / 0.4 + 0.5), (-2.0, 0.2 * mesh - 0.5)] {
        let inputs = [("m.velocity", Signal::constant(velocity)), ("load", Signal::constant(-10_000.0))];
        let (actuator, recorder) = run(&jack("nut", ""), &inputs, 1.0, 0.01);
        near(get(&actuator, "m.torque"), expected, ROUNDING);
        near(get(&actuator, "s.torque"), expected, ROUNDING);
        near(get(&actuator, "ram.position"), velocity * 0.01 / TAU, ROUNDING);
        assert!(recorder.events.is_empty(), "{:?}", recorder.events);
    }
}

#[test]
fn an_accelerated_jack_takes_the_inertia_of_nut_and_ram_through_the_losses() {
    // T = (m·a_ram + F)·lead/2π; τ = J·a + T/η + C.
    let inputs = [("m.velocity", Signal::line(1.0, 31.0, 1.0)), ("load", Signal::constant(-10_000.0))];
    let mut actuator = drivetrain(&jack("nut", ""));
    Run { actuator: &mut actuator, inputs: inputs.to_vec(), end: 0.99, step: 0.01 }.go(|time, actuator| {
        if time > 0.0 && time < 0.98 {
            let mesh = (300.0 * 30.0 * 0.01 / TAU + 10_000.0) * 0.01 / TAU;
            near(get(actuator, "m.torque"), 0.02 * 30.0 + mesh / 0.4 + 0.5, ROUNDING);
        }
    });
}

#[test]
fn a_ram_at_a_given_velocity_turns_its_nut_by_the_aiding_efficiency() {
    // The second drives the first, which a torque of 2 N·m brakes: −τ_first = η·T·…; with T < 0 and s > 0 the nut receives
    // −T − C − (1 − η)·|T| = η·|T| − C = 2, so |T| = 2.5/0.2, and the force on the ram is |T|·2π/lead.
    let more = "[brake.k]\non = \"nut\"\nfriction.coulomb_torque = 2";
    let (actuator, _) = run(&jack("ram", more), &[("m.velocity", Signal::constant(0.1))], 1.0, 0.01);
    near(get(&actuator, "m.force"), 12.5 * TAU / 0.01, 1e-11);
}

#[test]
fn a_jack_at_rest_needs_no_losses_where_its_motion_is_given() {
    let inputs = [("load", Signal::line(-10_000.0, 10_000.0, 1.0))];
    let (actuator, recorder) = run(&jack("nut", ""), &inputs, 1.0, 0.01);
    near(get(&actuator, "m.torque"), -10_000.0 * 0.01 / TAU, 1e-9);
    assert_eq!((get(&actuator, "nut.position"), get(&actuator, "s.loss_torque")), (0.0, 0.0));
    assert!(recorder.events.is_empty() && recorder.warnings.is_empty(), "{recorder:?}");
}

/// A block of 2 kg on a spring of 50 N/m, on a belt with friction 4 N, 6 N at rest. `belt` says how the belt moves.
fn belt(belt: &str) -> String {
    text(&format!(
        "[mass.belt]\n{belt}\n[mass.block]\nmass = 2\n[rod.spring]\nconnects = [\"ground\", \"block\"]\nstiffness = 50\n\
         [clutch.c]\nconnects = [\"belt\", \"block\"]\nfriction.coulomb_force = 4\nfriction.static_ratio = 1.5\n"
    ))
}

const GIVEN: &str = "mass = 1\n[motion.m]\non = \"belt\"";

#[test]
fn a_block_on_a_belt_sticks_and_slips_with_the_period_of_the_closed_form() {
    let (velocity, omega, amplitude) = (0.1, 5.0_f64, (6.0 - 4.0) / 50.0);
    let slip = 2.0 * (PI - (amplitude * omega / velocity).atan()) / omega;
    let period = 2.0 * amplitude / velocity + slip;
    for step in [1e-3, 1e-2, 3.7e-3] {
        // It sticks from the start.
        let mut actuator = drivetrain(&belt(GIVEN).replace("mass = 2", "mass = 2\nvelocity_start = 0.1"));
        let (mut distance, mut drift) = (None, 0.0_f64);
        let inputs = vec![("m.velocity", Signal::constant(velocity))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 20.0, step }.go(|_, actuator| {
            let now = get(actuator, "belt.position") - get(actuator, "block.position");
            if get_integer(actuator, "c.friction_regime") != 0 {
                distance = None;
            } else {
                assert_eq!(get(actuator, "c.relative_velocity"), 0.0);
                assert_eq!(get(actuator, "block.velocity"), velocity);
                drift = drift.max((now - *distance.get_or_insert(now)).abs());
            }
        });
        // Positions are up to 2 m.
        assert!(drift <= 4.0 * f64::EPSILON, "{drift:e}");
        let times: Vec<f64> = recorder
            .events
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Breakaway { .. }))
            .map(|event| event.time)
            .collect();
        assert!(times.len() >= 10, "{times:?}");
        near(times[0], 6.0 / 50.0 / velocity, 1e-11);
        for pair in times.windows(2) {
            near(pair[1] - pair[0], period, 1e-11);
        }
    }
}

#[test]
fn a_given_motion_moves_the_others_as_a_mass_of_1e12_kg_does() {
    let heavy = belt("mass = 1e12\nvelocity_start = 0.1\n[[input]]\nname = \"push\"\non = \"belt\"");
    let given = belt(
        &GIVEN
            .replace("on =", "prescribes = \"acceleration\"\non =")
            .replace("mass = 1\n", "mass = 1\nvelocity_start = 0.1\n"),
    );
    // The belt swings between −0.1 and 0.1 m/s.
    let shape: Vec<(f64, f64)> = (0..=20).map(|k| (f64::from(k) * 0.25, if k % 2 == 0 { -0.3 } else { 0.3 })).collect();
    let scaled = |factor: f64| Signal::through(&shape.iter().map(|&(t, v)| (t, factor * v)).collect::<Vec<_>>());
    let mut blocks = [Vec::new(), Vec::new()];
    let (mut one, mut other) = (drivetrain(&heavy), drivetrain(&given));
    let events = [
        Run { actuator: &mut one, inputs: vec![("push", scaled(1e12))], end: 5.0, step: 0.01 }
            .go(|_, actuator| blocks[0].push(get(actuator, "block.position"))),
        Run { actuator: &mut other, inputs: vec![("m.acceleration", scaled(1.0))], end: 5.0, step: 0.01 }
            .go(|_, actuator| blocks[1].push(get(actuator, "block.position"))),
    ]
    .map(|recorder| recorder.events.iter().map(|event| (event.kind, event.time)).collect::<Vec<_>>());
    // 6 N move 1e12 kg by 1e-10 m in 5 s.
    for (heavy, given) in blocks[0].iter().zip(&blocks[1]) {
        assert!((heavy - given).abs() <= 2e-10, "{heavy} {given}");
    }
    assert!(events[0].len() >= 4 && events[0].len() == events[1].len(), "{events:?}");
    for (heavy, given) in events[0].iter().zip(&events[1]) {
        assert!(heavy.0 == given.0 && (heavy.1 - given.1).abs() <= 1e-8, "{heavy:?} {given:?}");
    }
}

#[test]
fn what_stuck_slides_where_the_velocity_jumps_and_catches_up_by_its_level() {
    // 4 N on 2 kg, without the spring: 0.5 s to 1 m/s, in which the belt is 0.25 m ahead.
    let free = belt(GIVEN).replace("stiffness = 50", "stiffness = 0");
    let velocity = Signal::through(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (3.0, 1.0)]);
    let (actuator, recorder) = run(&free, &[("m.velocity", velocity)], 3.0, 0.1);
    let events: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.time)).collect();
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!((events[0].0, events[1].0), (EventKind::Breakaway { direction: -1 }, EventKind::Stop));
    near(events[0].1, 1.0, ROUNDING);
    near(events[1].1, 1.5, ROUNDING);
    near(get(&actuator, "belt.position") - get(&actuator, "block.position"), 0.25, ROUNDING);
}

#[test]
fn one_way_clutches_and_gears_take_a_jump_on() {
    let elements = "[body.a]\ninertia = 1\n[body.tied]\ninertia = 1\n[body.b]\ninertia = 2\n[motion.m]\non = \"a\"\n\
                    [gear.g]\nconnects = [\"tied\", \"a\"]\nratio = -3\n[freewheel.f]\nconnects = [\"a\", \"b\"]\n\
                    friction.coulomb_torque = 0\n";
    let velocity = Signal::through(&[(0.0, 0.0), (0.5, 0.0), (0.5, 2.0), (1.0, 2.0), (1.0, 1.0), (2.0, 1.0)]);
    let mut actuator = drivetrain(&text(elements));
    let mut seen = Vec::new();
    Run { actuator: &mut actuator, inputs: vec![("m.velocity", velocity)], end: 2.0, step: 0.1 }.go(
        |time, actuator| {
            seen.push((time, ["a.velocity", "tied.velocity", "b.velocity"].map(|name| get(actuator, name))));
        },
    );
    let at = |wanted: f64| seen.iter().find(|(time, _)| (time - wanted).abs() < 1e-9).unwrap().1;
    assert_eq!(at(0.8), [2.0, -6.0, 2.0]);
    // It runs ahead from there on.
    assert_eq!(at(1.5), [1.0, -3.0, 2.0]);
}

#[test]
fn a_position_with_its_derivatives_is_a_polynomial_between_communication_points() {
    // q = t³ with v = 3·t², a = 6·t and the derivative 6 of that: exact at any step.
    let elements = "[body.b]\ninertia = 2\n[motion.m]\non = \"b\"\nprescribes = \"position\"\n";
    let mut actuator = drivetrain(&text(elements));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    for number in 0..10 {
        let time = f64::from(number) * 0.25;
        for (name, value) in [("position", time.powi(3)), ("velocity", 3.0 * time * time), ("acceleration", 6.0 * time)]
        {
            set(&mut actuator, &format!("m.{name}"), value);
        }
        actuator.inputs_changed();
        actuator.set_input_derivative(2, 6.0);
        assert!(actuator.advance(time, 0.25, &mut recorder));
        actuator.update_outputs();
        let end = time + 0.25;
        near(get(&actuator, "b.position"), end.powi(3), ROUNDING);
        near(get(&actuator, "b.velocity"), 3.0 * end * end, ROUNDING);
        near(get(&actuator, "m.torque"), 12.0 * end, ROUNDING);
    }
    // With the derivative of the position alone it is a straight line.
    set(&mut actuator, "m.position", 1.0);
    actuator.inputs_changed();
    actuator.set_input_derivative(0, -2.0);
    assert!(actuator.advance(2.5, 0.5, &mut recorder));
    actuator.update_outputs();
    assert_eq!(
        (get(&actuator, "b.position"), get(&actuator, "b.velocity"), get(&actuator, "m.torque")),
        (0.0, -2.0, 0.0)
    );
}

#[test]
fn a_brake_and_a_given_motion_share_a_clutched_body_until_the_motion_begins() {
    // The clutch carries 6 N·m at most, the brake 4: where the motion begins the brake lets go, and with 2 the clutch does.
    for (clutch, regimes) in [(6.0, [1, 0]), (2.0, [0, -1])] {
        let elements = format!(
            "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 4\n[clutch.c]\n\
             connects = [\"a\", \"b\"]\nfriction.coulomb_torque = {clutch}\n[motion.m]\non = \"a\"\n"
        );
        let velocity = Signal::through(&[(0.0, 0.0), (0.5, 0.0), (1.0, 0.1), (2.0, 0.3)]);
        let (actuator, recorder) = run(&text(&elements), &[("m.velocity", velocity)], 2.0, 0.1);
        assert_eq!(["k", "c"].map(|of| get_integer(&actuator, &format!("{of}.friction_regime"))), regimes);
        assert_eq!(recorder.events.len(), 1, "{:?}", recorder.events);
        near(recorder.events[0].time, 0.5, ROUNDING);
    }
}

#[test]
fn what_a_clutch_couples_to_a_motion_that_ends_rests_and_carries_nothing() {
    // The motion ramps up, down to rest at 2 s, and stays: the brake stops with it. A load that the clutch carries beside the brake
    // then divides between them, and moves b where it exceeds both levels.
    let elements = "[body.d]\ninertia = 1\n[body.b]\ninertia = 1\n[motion.m]\non = \"d\"\n[clutch.f]\nconnects = [\"d\", \"b\"]\n\
                    friction.coulomb_torque = 5\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n[[input]]\nname = \"u\"\non = \"b\"\n";
    for (sign, step) in [(1.0, 0.01), (-1.0, 0.01), (1.0, 0.37), (1.0, 2.0)] {
        let velocity = Signal::through(&[(0.0, 0.0), (1.0, sign), (2.0, 0.0), (9.0, 0.0)]);
        let load = Signal::through(&[(0.0, 0.0), (2.0, 0.0), (9.0, 7.0 * sign)]);
        let mut actuator = drivetrain(&text(elements));
        let inputs = vec![("m.velocity", velocity), ("u", load)];
        let recorder = Run { actuator: &mut actuator, inputs, end: 8.9, step }.go(|time, actuator| {
            if time > 2.0 + 1e-9 && time < 8.0 {
                assert_eq!(
                    ["k", "f"].map(|of| get_integer(actuator, &format!("{of}.friction_regime"))),
                    [0, 0],
                    "{time}"
                );
                let [brake, clutch] = ["k", "f"].map(|of| sign * get(actuator, &format!("{of}.friction_torque")));
                let load = time - 2.0;
                // Squares of torques over levels are least, as long as no level is reached.
                let expected = (load / 6.0).min(1.0);
                near(brake, expected, 1e-9);
                near(clutch, load - expected, 1e-9);
            }
        });
        let events: Vec<_> =
            recorder.events.iter().map(|event| (event.kind, (event.time * 1e9).round() * 1e-9)).collect();
        let side = sign as i8;
        assert_eq!(
            events[..2],
            [(EventKind::Breakaway { direction: side }, 0.0), (EventKind::Stop, 2.0)],
            "{events:?}"
        );
        assert!((events[2].1 - 8.0).abs() < 1e-9 && events.len() == 4, "{events:?}");
    }
}

#[test]
fn what_begins_to_move_by_the_rate_of_its_acceleration_slides_from_there() {
    // From rest with a = t: no acceleration yet at the instant at which it begins.
    let elements = BENCH.replace("[motion.m]", "[motion.m]\nprescribes = \"acceleration\"");
    let acceleration = Signal::through(&[(0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (3.0, 1.0)]);
    let (actuator, recorder) = run(&text(&elements), &[("m.acceleration", acceleration)], 2.0, 0.1);
    let events: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.time)).collect();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0].0, EventKind::Breakaway { direction: 1 });
    near(events[0].1, 1.0, ROUNDING);
    near(get(&actuator, "b.velocity"), 0.5, ROUNDING);
    near(get(&actuator, "b.position"), 1.0 / 6.0, ROUNDING);
    near(get(&actuator, "m.torque"), 2.0 + 1.5 + 5.0, ROUNDING);
}

#[test]
fn a_motion_that_begins_takes_along_through_a_one_way_clutch_what_a_brake_holds() {
    // The clutch holds v_b − v_a at zero, as a pushes: b goes with a, and the motion takes (J_a + J_b)·a and the level of the brake.
    for (connects, sign) in [("\"a\", \"b\"", 1.0), ("\"b\", \"a\"", -1.0)] {
        let elements = format!(
            "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\nprescribes = \"acceleration\"\n[body.b]\ninertia = 1\n\
             [freewheel.f]\nconnects = [{connects}]\nfriction.coulomb_torque = 1\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n"
        );
        for step in [1e-3, 0.05] {
            let acceleration = Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.1, 0.5 * sign), (1.0, 0.5 * sign)]);
            let (actuator, _) = run(&text(&elements), &[("m.acceleration", acceleration)], 0.3, step);
            near(get(&actuator, "a.velocity"), sign * 0.1, ROUNDING);
            near(get(&actuator, "b.velocity"), sign * 0.1, ROUNDING);
            near(get(&actuator, "m.torque"), sign * (2.0 * 0.5 + 1.0), ROUNDING);
        }
    }
}

#[test]
fn a_motion_that_drives_a_body_into_its_stop_is_told_with_the_element_and_the_instant() {
    let crush = |motion: &str| {
        text(&format!(
            "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n{motion}[body.b]\ninertia = 1\ntravel.upper = 0.1\n[freewheel.f]\n\
             connects = [\"a\", \"b\"]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\n"
        ))
    };
    // At 1 rad/s it is there at 0.1 s; with 20 rad/s² as well.
    let accelerated = crush("prescribes = \"acceleration\"\n");
    for (text, input) in [(crush(""), ("m.velocity", 1.0)), (accelerated, ("m.acceleration", 20.0))] {
        let (_, recorder) = run(&text, &[(input.0, Signal::constant(input.1))], 0.3, 0.05);
        let told: Vec<_> = recorder
            .warnings
            .iter()
            .filter_map(|warning| match warning {
                Warning::Contradiction { element, time } => Some((*element, *time)),
                _ => None,
            })
            .collect();
        assert_eq!((told.len(), told[0].0), (1, "b"), "{:?}", recorder.warnings);
        near(told[0].1, 0.1, ROUNDING);
    }
}

#[test]
fn a_motion_that_drives_into_two_stops_again_and_again_is_told_once() {
    // Up to 0.3 rad and down to −0.3: b goes along upwards, c downwards.
    let elements = "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\ntravel.upper = 0.1\n[freewheel.f]\n\
                    connects = [\"a\", \"b\"]\n[body.c]\ninertia = 1\ntravel.lower = -0.1\n[freewheel.g]\nconnects = [\"c\", \"a\"]\n";
    let turns = (1..9).flat_map(|turn| {
        let (before, after) = if turn % 2 == 1 { (1.0, -1.0) } else { (-1.0, 1.0) };
        let time = 0.3 + 0.6 * f64::from(turn - 1);
        [(time, before), (time, after)]
    });
    let points: Vec<(f64, f64)> = [(0.0, 1.0)].into_iter().chain(turns).chain([(5.0, 1.0)]).collect();
    let (_, recorder) = run(&text(elements), &[("m.velocity", Signal::through(&points))], 5.0, 0.05);
    let told: Vec<&str> = recorder
        .warnings
        .iter()
        .filter_map(|warning| match warning {
            Warning::Contradiction { element, .. } => Some(*element),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["b"], "{:?}", recorder.warnings);
}

#[test]
fn a_saved_state_goes_on_with_the_same_bits() {
    for place in [0.31, 0.7, 1.43] {
        let velocity = Signal::through(&[(0.0, 0.1), (0.5, 0.3), (1.0, -0.2), (1.0, 0.1), (2.0, 0.4)]);
        let mut actuator = drivetrain(&belt(GIVEN));
        let mut other = drivetrain(&belt(GIVEN));
        let mut recorder = Recorder::default();
        let inputs = vec![("m.velocity", velocity)];
        let points: Vec<f64> = (0..=200).map(|k| f64::from(k) * 0.01).collect();
        Run { actuator: &mut other, inputs: inputs.clone(), end: 2.0, step: 0.01 }.start(&mut recorder);
        let mut run = Run { actuator: &mut actuator, inputs: inputs.clone(), end: 2.0, step: 0.01 };
        run.start(&mut recorder);
        let mut is_restored = false;
        for pair in points.windows(2) {
            if pair[0] >= place && !is_restored {
                // Inputs were set, and jump.
                run.feed(pair[0]);
                restore(&mut other, &save(run.actuator));
                is_restored = true;
            }
            run.advance(pair[0], pair[1], &mut recorder);
            if is_restored {
                Run { actuator: &mut other, inputs: inputs.clone(), end: 2.0, step: 0.01 }.advance(
                    pair[0],
                    pair[1],
                    &mut recorder,
                );
                assert!(save(run.actuator) == save(&mut other), "from {place} at {}", pair[1]);
            }
        }
    }
}

#[test]
fn directional_derivatives_are_those_of_small_changes() {
    let (inputs, states) = (2, 2 + 1);
    let mut actuator = drivetrain(&belt(GIVEN).replace("stiffness = 50", "stiffness = 50\ndamping = 3"));
    assert_eq!((actuator.states().len(), actuator.interface().inputs.len()), (states, inputs + 1));
    let mut recorder = Recorder::default();
    set(&mut actuator, "m.velocity", 0.3);
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    let outputs = ["belt.velocity", "block.acceleration", "m.force", "spring.force"];
    let names = ["m.velocity", "m.acceleration"];
    let values = |actuator: &mut Drivetrain| {
        actuator.inputs_changed();
        actuator.update_outputs();
        outputs.map(|name| get(actuator, name))
    };
    for name in names {
        let at = get(&actuator, name);
        set(&mut actuator, name, at + 1e-3);
        let above = values(&mut actuator);
        set(&mut actuator, name, at - 1e-3);
        let below = values(&mut actuator);
        set(&mut actuator, name, at);
        let _ = values(&mut actuator);
        let seeds: Vec<f64> = actuator
            .interface()
            .inputs
            .iter()
            .map(|&input| f64::from(u8::from(actuator.interface().reals[input as usize].name == name)))
            .collect();
        let mut changes = vec![0.0; actuator.reals().len()];
        actuator.directional_derivative(&vec![0.0; states], &seeds, &mut changes);
        for (place, output) in outputs.iter().enumerate() {
            let reference = actuator.interface().reals.iter().position(|real| real.name == *output).unwrap();
            near(changes[reference], (above[place] - below[place]) / 2e-3, 1e-9);
        }
    }
}

#[test]
fn in_model_exchange_the_velocity_is_no_state_and_its_acceleration_an_input() {
    let mut actuator = drivetrain(&text(BENCH));
    let mut recorder = Recorder::default();
    set(&mut actuator, "m.velocity", 1.0);
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    assert_eq!(actuator.states().len(), 1);
    for number in 1..=20 {
        let time = f64::from(number) * 0.05;
        set(&mut actuator, "m.velocity", 1.0 + 3.0 * time);
        set(&mut actuator, "m.acceleration", 3.0);
        actuator.set_time(time);
        actuator.set_states(&[time + 1.5 * time * time]);
        actuator.inputs_changed();
        let mut derivatives = [0.0];
        actuator.derivatives(&mut derivatives);
        assert_eq!(derivatives, [1.0 + 3.0 * time]);
        actuator.update_outputs();
        near(get(&actuator, "m.torque"), 6.0 + 3.0 * (1.0 + 3.0 * time) + 5.0, ROUNDING);
        assert_eq!(get(&actuator, "b.velocity"), 1.0 + 3.0 * time);
    }
}

#[test]
fn a_drivetrain_with_a_motion_at_rest_starts_in_equilibrium() {
    let elements = "[body.a]\ninertia = 1\nposition_start = 0.3\n[body.b]\ninertia = 1\n[shaft.s]\nconnects = [\"a\", \"b\"]\n\
                    stiffness = 40\n[motion.m]\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n[start]\ninitialization = \"trim\"\nload = 8\n";
    let (actuator, _) = run(&text(elements), &[], 1.0, 0.1);
    near(get(&actuator, "b.position"), 0.5, 1e-9);
    assert_eq!(get(&actuator, "a.position"), 0.3);
    near(get(&actuator, "m.torque"), -8.0, 1e-9);
    let mut moving = drivetrain(&text(elements));
    set(&mut moving, "m.velocity", 2.0);
    let refused = moving.check_start().unwrap_err();
    assert_eq!(moving.interface().reals[refused.reference as usize].name, "m.velocity");
}

#[test]
fn what_contradicts_a_given_motion_is_refused_at_its_line() {
    let two = "[body.a]\n[body.b]\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\n[motion.m]\non = \"a\"\n[motion.n]\non = \"b\"\n";
    let cases = [
        (two.to_owned(), "line 11", "the motion of b is given by [motion.m] in line 8 already"),
        (BENCH.replace("inertia = 2", "inertia = 2\ntravel.upper = 1"), "line 5", "it has no stops"),
        (BENCH.replace("inertia = 2", "inertia = 2\nvelocity_start = 1"), "line 5", "follows from [motion.m]"),
        (BENCH.replace("[motion.m]", "[motion.m]\nprescribes = \"speed\""), "line 11", "must be one of position, velocity, acceleration"),
        (jack("ram", "").replace("name = \"M\"\nmodel = \"Drivetrain\"\n", "").replace("aiding = 0.2", "aiding = -0.1"), "line 11", "drives this gear from its second side"),
        ("[body.a]\n[body.b]\n[motion.m]\non = \"a\"\n[motion.n]\non = \"b\"\n[freewheel.f]\nconnects = [\"a\", \"b\"]\n".to_owned(), "line 10", "nothing to do"),
    ];
    for (elements, place, problem) in cases {
        let error = read(&text(&elements)).unwrap_err().to_string();
        assert!(error.contains(place) && error.contains(problem), "{error}");
    }
}

/// A random drivetrain about a body `p`: bodies beside it that clutches, brakes, springs, freewheels and gears with losses join.
struct Drawn {
    elements: Vec<String>,
    loads: Vec<(&'static str, Signal)>,
    bodies: Vec<String>,
}

impl Drawn {
    fn new(random: &mut Random) -> Self {
        const LOADS: [&str; 3] = ["l0", "l1", "l2"];
        let count = 1 + random.below(3);
        let mut drawn = Self { elements: vec![], loads: vec![], bodies: vec![] };
        for (body, load) in LOADS.iter().enumerate().take(count) {
            let inertia = random.between(0.5, 3.0);
            drawn.elements.push(format!("[body.b{body}]\ninertia = {inertia:?}\nviscous_coefficient = 0.3\n"));
            drawn.elements.push(format!("[[input]]\nname = \"{load}\"\non = \"b{body}\"\n"));
            drawn.loads.push((load, Signal::random(random, (0.0, 6.0), 8, 4)));
            drawn.bodies.push(format!("b{body}.position"));
            // What hangs on p or on the body before it.
            let before = if body == 0 || random.one_in(2) { "p".to_owned() } else { format!("b{}", body - 1) };
            let name = format!("j{body}");
            let level = random.between(1.0, 6.0);
            let ratio = random.pick(&[1.0, 1.0, 1.3]);
            let friction = format!("friction.coulomb_torque = {level:?}\nfriction.static_ratio = {ratio:?}\n");
            let ends = format!("connects = [\"{before}\", \"b{body}\"]\n");
            let joint = match random.below(4) {
                0 | 1 => format!("[clutch.{name}]\n{ends}{friction}"),
                2 => format!("[shaft.{name}]\n{ends}stiffness = {:?}\ndamping = 1\n", random.between(20.0, 200.0)),
                _ => {
                    let ratio = random.sign() * random.between(0.5, 2.0);
                    format!(
                        "[gear.{name}]\n{ends}ratio = {ratio:?}\nefficiency_opposing = 0.8\nefficiency_aiding = 0.6\n\
                         friction.coulomb_torque = 0.4\n"
                    )
                }
            };
            drawn.elements.push(joint);
            if random.one_in(2) {
                let level = random.between(0.5, 4.0);
                drawn
                    .elements
                    .push(format!("[brake.k{body}]\non = \"b{body}\"\nfriction.coulomb_torque = {level:?}\n"));
            }
        }
        drawn
    }

    fn text(&self, p: &str, is_reversed: bool) -> String {
        let elements: String = if is_reversed {
            let (inputs, others): (Vec<_>, Vec<_>) = self.elements.iter().partition(|of| of.starts_with("[[input]]"));
            others.into_iter().rev().chain(inputs).map(String::as_str).collect()
        } else {
            self.elements.concat()
        };
        text(&if is_reversed { format!("{elements}{p}") } else { format!("{p}{elements}") })
    }

    fn positions(&self, text: &str, more: &[(&'static str, Signal)], sign: f64, step: f64) -> (Vec<f64>, Recorder) {
        let scaled = |(name, signal): &(&'static str, Signal)| {
            (*name, if sign < 0.0 { signal.mirrored() } else { signal.clone() })
        };
        let inputs = self.loads.iter().chain(more).map(scaled).collect();
        let mut actuator = drivetrain(text);
        let mut positions = Vec::new();
        let recorder = Run { actuator: &mut actuator, inputs, end: 1.0, step }.go(|time, actuator| {
            if (time * 8.0).fract().abs() < 1e-9 {
                positions.extend(self.bodies.iter().map(|name| sign * get(actuator, name)));
            }
        });
        assert!(positions.iter().all(|position| position.is_finite()));
        (positions, recorder)
    }
}

fn largest(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).fold(0.0, |most, (one, other)| f64::max(most, (one - other).abs()))
}

#[test]
fn random_drivetrains_move_about_a_given_velocity_as_about_a_mass_of_1e10() {
    for seed in seeds(1, 60, 2000) {
        let mut random = Random::new(seed);
        let drawn = Drawn::new(&mut random);
        let velocity = random.sign() * random.between(0.2, 2.0);
        let heavy = drawn.text(&format!("[body.p]\ninertia = 1e10\nvelocity_start = {velocity:?}\n"), false);
        let given = drawn.text("[body.p]\ninertia = 1\n[motion.m]\non = \"p\"\n", false);
        let (expected, heavy) = drawn.positions(&heavy, &[], 1.0, 0.01);
        let (found, recorder) = drawn.positions(&given, &[("m.velocity", Signal::constant(velocity))], 1.0, 0.01);
        // Some 10 N·m change its velocity by 1e-9 within the second.
        assert!(largest(&found, &expected) <= 1e-7, "seed {seed}: {:e}", largest(&found, &expected));
        assert!(recorder.warnings.is_empty() || !heavy.warnings.is_empty(), "seed {seed}: {:?}", recorder.warnings);
    }
}

#[test]
fn random_given_motions_move_alike_in_every_order_mirror_and_step() {
    for seed in seeds(1, 60, 2000) {
        let mut random = Random::new(seed);
        let drawn = Drawn::new(&mut random);
        // Straight lines between these velocities, at rest for a while, with jumps.
        let mut points = vec![(0.0, 0.0)];
        for place in 1..=8_u32 {
            let time = f64::from(place) * 0.125;
            let before = points[points.len() - 1].1;
            match random.below(4) {
                0 => points.push((time, before)),
                1 => points.extend([(time, before), (time, random.pick(&[0.0, 1.0, -0.5]))]),
                _ => points.push((time, random.pick(&[0.0, 0.8, -0.4, 1.5]))),
            }
        }
        let motion = [("m.velocity", Signal::through(&points))];
        let p = "[body.p]\ninertia = 1\n[motion.m]\non = \"p\"\n";
        let (first, recorder) = drawn.positions(&drawn.text(p, false), &motion, 1.0, 0.005);
        if !recorder.warnings.is_empty() {
            continue;
        }
        for (is_reversed, sign, step) in [(true, 1.0, 0.005), (false, -1.0, 0.005), (false, 1.0, 0.025)] {
            let (other, _) = drawn.positions(&drawn.text(p, is_reversed), &motion, sign, step);
            let off = largest(&first, &other);
            assert!(off <= 1e-9, "seed {seed}: {off:e} with {is_reversed} {sign} {step}");
        }
    }
}

#[test]
fn contacts_with_bristles_ride_on_a_given_motion() {
    // LuGre on a belt at constant velocity: the block settles where the spring carries the steady torque, σ0·z + σ2·v apart.
    let text = belt(GIVEN)
        .replace("friction.coulomb_force = 4", "friction.law = \"lugre\"\nfriction.coulomb_force = 4")
        .replace("stiffness = 50", "stiffness = 50\ndamping = 20")
        .replace("friction.static_ratio = 1.5\n", "friction.bristle_stiffness = 1e5\nfriction.bristle_damping = 300\n");
    let velocity = Signal::through(&[(0.0, 0.0), (0.5, 0.4), (12.0, 0.4)]);
    let (actuator, recorder) = run(&text, &[("m.velocity", velocity)], 12.0, 0.01);
    near(get(&actuator, "block.position"), 4.0 / 50.0, 1e-6);
    near(get(&actuator, "m.force"), 4.0, 1e-6);
    near(get(&actuator, "belt.position"), 0.5 * 0.5 * 0.4 + 11.5 * 0.4, ROUNDING);
    assert!(recorder.warnings.is_empty());
}

#[test]
fn a_belt_in_model_exchange_moves_its_block_as_in_co_simulation() {
    for (prescribes, inputs) in
        [("velocity", vec![("m.velocity", 0.1)]), ("acceleration", vec![("m.acceleration", 0.03)])]
    {
        let text = belt(&GIVEN.replace("on =", &format!("prescribes = \"{prescribes}\"\non =")));
        let mut exchange = drivetrain(&text);
        inputs.iter().for_each(|(name, value)| set(&mut exchange, name, *value));
        exchange.initialize(0.0, &mut Recorder::default());
        let events = integrate(&mut exchange, 6.0, 1e-3);
        assert!(events >= 2, "{events}");
        let constant = inputs.iter().map(|(name, value)| (*name, Signal::constant(*value))).collect::<Vec<_>>();
        let (simulation, _) = run(&text, &constant, 6.0, 0.01);
        for name in ["belt.position", "belt.velocity", "block.position", "block.velocity", "m.force"] {
            let (found, expected) = (get(&exchange, name), get(&simulation, name));
            // Order four, and events that are found where indicators are 1e-12 below zero.
            assert!((found - expected).abs() <= 1e-8, "{prescribes}: {name}: {found} {expected}");
        }
    }
}

#[test]
fn a_self_locking_jack_is_driven_up_and_down_under_loads_of_either_sign() {
    // τ = T + s·(C + (1/η − 1)·|T|) where s·T ≥ 0, else T + s·(C + (1 − η_aid)·|T|); T = −load·lead/2π, and a ram at constant velocity.
    let text = jack("nut", "").replace("aiding = 0.2", "aiding = -0.4");
    for direction in [1.0, -1.0] {
        let load = Signal::line(-10_000.0, 10_000.0, 1.0);
        let mut actuator = drivetrain(&text);
        let inputs = vec![("m.velocity", Signal::constant(2.0 * direction)), ("load", load)];
        let recorder = Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.05 }.go(|time, actuator| {
            let mesh = -(-10_000.0 + 20_000.0 * time) * 0.01 / TAU;
            let gain: f64 = if direction * mesh >= 0.0 { 1.0 / 0.4 - 1.0 } else { 1.4 };
            if time > 0.0 && (time - 0.5).abs() > 1e-9 {
                near(get(actuator, "m.torque"), mesh + direction * (0.5 + gain * mesh.abs()), 1e-11);
            }
        });
        assert!(recorder.events.is_empty() && recorder.warnings.is_empty(), "{recorder:?}");
    }
}

#[test]
fn a_servo_against_a_given_motion_begins_in_equilibrium_and_pushes_in_vain() {
    let text = text(
        "[body.b]\ninertia = 1\n[servo.s]\non = \"b\"\n[motion.m]\non = \"b\"\n[start]\ninitialization = \"trim\"\n\"s.command\" = 0.01\n",
    );
    let (actuator, _) = run(&text, &[], 0.5, 0.01);
    assert_eq!(get(&actuator, "b.position"), 0.0);
    let motor = get(&actuator, "s.motor_torque");
    assert!(motor > 0.0, "{motor}");
    near(get(&actuator, "m.torque"), -motor, ROUNDING);
}

#[test]
fn reading_between_inputs_and_the_step_changes_nothing() {
    let velocity = Signal::through(&[(0.0, 0.1), (0.5, 0.3), (1.0, -0.2), (1.0, 0.1), (2.0, 0.4)]);
    let ran = |reads: bool| {
        let mut actuator = drivetrain(&belt(GIVEN));
        let mut recorder = Recorder::default();
        let mut run =
            Run { actuator: &mut actuator, inputs: vec![("m.velocity", velocity.clone())], end: 2.0, step: 0.01 };
        run.start(&mut recorder);
        for number in 0..200 {
            let (from, to) = (f64::from(number) * 0.01, f64::from(number + 1) * 0.01);
            run.feed(from);
            if reads {
                run.actuator.update_outputs();
                let _ = run.actuator.output_derivative(0);
            }
            run.actuator.advance(from, to - from, &mut recorder);
            run.actuator.update_outputs();
        }
        save(&mut actuator)
    };
    assert!(ran(true) == ran(false));
}

#[test]
fn what_gears_tie_follows_wherever_it_stands_in_the_file() {
    // out = 2·p + 0 from 0.3 rad on; each kind of motion at 1 rad/s.
    let elements = |prescribes: &str| {
        let start = if prescribes == "position" { "" } else { "position_start = 0.3\n" };
        let speed = if prescribes == "acceleration" { "velocity_start = 1\n" } else { "" };
        text(&format!(
            "[body.out]\ninertia = 0.5\n[body.p]\ninertia = 0\n{start}{speed}[gear.g]\nconnects = [\"out\", \"p\"]\nratio = 2\n\
             friction.coulomb_torque = 0.25\n[motion.m]\non = \"p\"\nprescribes = \"{prescribes}\"\n"
        ))
    };
    let still = ("m.acceleration", Signal::constant(0.0));
    for (prescribes, states, input) in [
        ("velocity", 1, ("m.velocity", Signal::constant(1.0))),
        ("acceleration", 2, still),
        ("position", 0, ("m.position", Signal::line(0.3, 1.3, 1.0))),
    ] {
        let mut actuator = drivetrain(&elements(prescribes));
        assert_eq!(actuator.states().len(), states, "{prescribes}");
        let inputs = vec![input];
        let recorder = Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.1 }.go(|time, actuator| {
            near(get(actuator, "out.position"), 2.0 * (0.3 + time), ROUNDING);
            if time > 0.0 {
                near(get(actuator, "out.velocity"), 2.0, ROUNDING);
                // The loss stands at the first, and p moves half as far: 0.25·2.
                near(get(actuator, "m.torque"), 0.5, ROUNDING);
            }
        });
        // A position that is set without its velocity begins to move with the first step.
        assert!(recorder.events.len() <= usize::from(prescribes == "position"), "{:?}", recorder.events);
    }
}

#[test]
fn a_velocity_that_jumps_in_event_mode_leaves_the_block_behind() {
    let mut actuator = drivetrain(&belt(GIVEN));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    while actuator.update_discrete_states(0.0, &mut recorder).states_changed {}
    actuator.begin_continuous_time();
    actuator.set_time(0.5);
    assert!(!actuator.is_event_due());
    actuator.end_continuous_time(0.5);
    set(&mut actuator, "m.velocity", 0.4);
    actuator.inputs_changed();
    while actuator.update_discrete_states(0.5, &mut recorder).states_changed {}
    actuator.update_outputs();
    assert_eq!((get(&actuator, "belt.velocity"), get(&actuator, "block.velocity")), (0.4, 0.0));
    assert_eq!(get_integer(&actuator, "c.friction_regime"), -1);
    near(get(&actuator, "block.acceleration"), 4.0 / 2.0, ROUNDING);
    // Inputs that move in continuous time do not jump.
    actuator.begin_continuous_time();
    set(&mut actuator, "m.velocity", 0.5);
    actuator.set_time(0.6);
    actuator.inputs_changed();
    let mut derivatives = vec![0.0; actuator.states().len()];
    actuator.derivatives(&mut derivatives);
    assert_eq!(derivatives[0], 0.5);
}

/// A motion of c takes a along by a clutch, which holds `level`.
fn dragged(level: f64, of_a: &str, others: &str) -> String {
    text(&format!(
        "[body.c]\ninertia = 1\n[body.a]\ninertia = 1\n{of_a}[motion.m]\non = \"c\"\n[clutch.k]\nconnects = [\"c\", \"a\"]\n\
         friction.coulomb_torque = {level}\n{others}"
    ))
}

/// Rests for 0.1 s and begins to move with an acceleration of ±1.
fn from_rest(sign: f64) -> [(&'static str, Signal); 1] {
    [("m.velocity", Signal::through(&[(0.0, 0.0), (0.1, 0.0), (1.0, 0.9 * sign)]))]
}

#[test]
fn what_a_motion_begins_to_take_along_stays_at_its_stop() {
    for sign in [1.0, -1.0] {
        let stop = if sign > 0.0 { "travel.upper = 0\n" } else { "travel.lower = 0\n" };
        for step in [1e-3, 1e-2, 0.37e-3] {
            let (actuator, recorder) = run(&dragged(1.5, stop, ""), &from_rest(sign), 1.0, step);
            assert_eq!((get(&actuator, "a.position"), get(&actuator, "a.velocity")), (0.0, 0.0));
            near(get(&actuator, "a.end_stop_torque"), 1.5 * sign, ROUNDING);
            near(get(&actuator, "k.friction_torque"), -1.5 * sign, ROUNDING);
            // It accelerates 1 kg·m² besides.
            near(get(&actuator, "m.torque"), 2.5 * sign, ROUNDING);
            let kinds: Vec<_> = recorder.events.iter().map(|event| event.kind).collect();
            assert_eq!(kinds, [EventKind::Breakaway { direction: if sign > 0.0 { -1 } else { 1 } }], "{step}");
            near(recorder.events[0].time, 0.1, ROUNDING);
        }
    }
}

#[test]
fn a_gear_behind_a_clutch_that_a_motion_begins_to_take_along_loses_what_it_loses_in_motion() {
    let gear = "[body.b]\ninertia = 1\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\nefficiency_opposing = 0.5\n\
                efficiency_aiding = 0.5\n[[input]]\nname = \"u\"\non = \"b\"\n";
    for sign in [1.0, -1.0] {
        let velocity = Signal::through(&[(0.0, 0.0), (0.1, 0.2 * sign), (1.0, 0.2 * sign)]);
        let inputs = [("m.velocity", velocity), ("u", Signal::constant(-2.0 * sign))];
        for step in [1e-3, 1e-2, 0.37e-3] {
            let (actuator, recorder) = run(&dragged(20.0, "", gear), &inputs, 1.0, step);
            // The mesh has 2 N·m over the ratio, and half of what goes in is lost.
            near(get(&actuator, "g.torque"), 2.0 * sign, ROUNDING);
            near(get(&actuator, "g.loss_torque"), sign, ROUNDING);
            near(get(&actuator, "m.torque"), 2.0 * sign, ROUNDING);
            assert_eq!(get_integer(&actuator, "g.friction_regime"), sign as i32);
            assert!(recorder.warnings.is_empty(), "{step}: {:?}", recorder.warnings);
        }
    }
}

#[test]
fn between_a_motion_at_rest_and_a_stop_a_contact_carries_no_more_than_it_can() {
    // The load drives b to its stop: in the free direction of the one-way clutch, and by 2 N·m beyond what the clutch holds.
    let one_way = "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\ntravel.upper = 0.1\n[motion.m]\non = \"a\"\n[freewheel.f]\n\
                   connects = [\"a\", \"b\"]\nfriction.coulomb_torque = 0\n[[input]]\nname = \"u\"\non = \"b\"\n";
    let load = [("u", Signal::constant(2.0))];
    let (actuator, recorder) = run(&text(one_way), &load, 0.5, 1e-2);
    assert_eq!((get(&actuator, "f.friction_torque"), get(&actuator, "m.torque")), (0.0, 0.0));
    near(get(&actuator, "b.end_stop_torque"), 2.0, ROUNDING);
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    let clutch = "travel.upper = 0\n[[input]]\nname = \"u\"\non = \"a\"\n";
    let (stop, others) = clutch.split_at(clutch.find("[[").unwrap());
    let (actuator, recorder) = run(&dragged(0.5, stop, others), &load, 0.5, 1e-2);
    near(get(&actuator, "k.friction_torque"), 0.5, ROUNDING);
    near(get(&actuator, "a.end_stop_torque"), 1.5, ROUNDING);
    near(get(&actuator, "m.torque"), -0.5, ROUNDING);
    assert!(recorder.warnings.is_empty() && recorder.events.is_empty(), "{recorder:?}");
}

/// Steps of 1 ms in which a motion goes on at 0.2, as importers send it: the value, and the slope between two values with their rounding.
fn lead(actuator: &mut Drivetrain, input: &str, noise: f64, mut sample: impl FnMut(&Drivetrain)) -> Recorder {
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let interface = actuator.interface();
    let reference = test_support::values::real(interface, input) as u32;
    let number = interface.inputs.iter().position(|of| *of == reference).unwrap();
    for step in 0..1000 {
        let time = f64::from(step) * 1e-3;
        actuator.reals_mut()[reference as usize] = 0.2 * time;
        actuator.inputs_changed();
        actuator.set_input_derivative(number, 0.2 * (1.0 + if step % 2 == 0 { noise } else { -noise }));
        actuator.update_outputs();
        if step > 0 {
            sample(actuator);
        }
        actuator.advance(time, 1e-3, &mut recorder);
        actuator.update_outputs();
        sample(actuator);
    }
    recorder
}

#[test]
fn rounding_of_a_slope_is_no_jump_of_a_prescribed_position() {
    // A body goes with the motion, by a one-way clutch or by one that holds, against a brake.
    for joint in ["[freewheel.f]\n", "[clutch.f]\nfriction.coulomb_torque = 3\n"] {
        let elements = format!(
            "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[motion.m]\non = \"a\"\nprescribes = \"position\"\n{joint}\
             connects = [\"a\", \"b\"]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n"
        );
        let mut most = 0;
        for noise in [0.0, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10] {
            let mut actuator = drivetrain(&text(&elements));
            let recorder = lead(&mut actuator, "m.position", noise, |actuator| {
                // A clutch of finite level slips until b has its speed, 0.1 s.
                if joint.starts_with("[freewheel") {
                    near(get(actuator, "b.velocity"), 0.2, ROUNDING + noise);
                }
                near(get(actuator, "a.velocity"), 0.2, ROUNDING + noise);
            });
            near(get(&actuator, "b.velocity"), 0.2, ROUNDING + noise);
            if noise == 0.0 {
                most = recorder.events.len();
            }
            // From 1e-12 on it counts as a jump: what it takes along is left behind, and caught up with.
            assert!(noise >= 1e-12 || recorder.events.len() == most, "{joint}, {noise}: {:?}", recorder.events);
        }
        assert!(most <= 3, "{joint}: {most}");
    }
}

#[test]
fn rounding_of_positions_far_away_is_no_jump_of_their_slope() {
    // The slope of each step of 1 ms is the difference of two positions at 1e5 rad, with 1.5e-11 rad of rounding each.
    let mut actuator = drivetrain(&text(
        "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[motion.m]\non = \"a\"\nprescribes = \"position\"\n\
         [freewheel.f]\nconnects = [\"a\", \"b\"]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n",
    ));
    let mut recorder = Recorder::default();
    let interface = actuator.interface();
    let reference = test_support::values::real(interface, "m.position");
    let number = interface.inputs.iter().position(|of| *of as usize == reference).unwrap();
    let at = |step: i32| 1e5 + 0.2e-3 * f64::from(step);
    actuator.reals_mut()[reference] = at(0);
    actuator.inputs_changed();
    actuator.initialize(0.0, &mut recorder);
    for step in 0..1000 {
        actuator.reals_mut()[reference] = at(step);
        actuator.inputs_changed();
        actuator.set_input_derivative(number, (at(step + 1) - at(step)) / 1e-3);
        actuator.advance(f64::from(step) * 1e-3, 1e-3, &mut recorder);
        actuator.update_outputs();
        // Both go on with the slope.
        near(get(&actuator, "a.velocity"), 0.2, 1e-7);
        near(get(&actuator, "b.velocity"), 0.2, 1e-7);
    }
    // The velocity jumps where the motion begins, and then no more.
    assert!((1..=3).contains(&recorder.events.len()), "{:?}", recorder.events);
    // The brake is what the motion has to overcome.
    near(get(&actuator, "m.torque"), 1.0, 1e-9);
}

#[test]
fn a_motion_that_is_set_at_each_step_without_its_derivative_is_told_once() {
    let bench = "[body.b]\ninertia = 1\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n[motion.m]\non = \"b\"\nprescribes = \"";
    let remarks = |[quantity, derivative]: [&str; 2], slope: f64| {
        let bench = format!("{bench}{quantity}\"\n");
        let [quantity, derivative] = [quantity, derivative].map(|name| format!("m.{name}"));
        let (mut actuator, mut recorder) = (drivetrain(&text(&bench)), Recorder::default());
        actuator.initialize(0.0, &mut recorder);
        for step in 0..10 {
            let time = 0.5 * f64::from(step);
            set(&mut actuator, &quantity, time);
            set(&mut actuator, &derivative, slope);
            actuator.inputs_changed();
            actuator.advance(time, 0.5, &mut recorder);
        }
        recorder.remarks
    };
    // What is set at 0 s is where the motion starts: the third jump is that at 1.5 s.
    for inputs in [["position", "velocity"], ["velocity", "acceleration"]] {
        assert_eq!(remarks(inputs, 0.0), [Remark::MotionInSteps { element: "m", inputs, time: 1.5 }]);
        assert_eq!(remarks(inputs, 1.0), []);
    }
}

#[test]
fn what_prescribes_a_motion_shows_with_its_slope_once_that_is_set() {
    let mut actuator = drivetrain(&dragged(2.0, "", "[[input]]\nname = \"u\"\non = \"a\"\n"));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let interface = actuator.interface();
    let references = ["m.velocity", "u"].map(|name| test_support::values::real(interface, name));
    for step in 0..100 {
        let time = f64::from(step) * 1e-2;
        references.iter().zip([time, time]).for_each(|(reference, value)| actuator.reals_mut()[*reference] = value);
        actuator.inputs_changed();
        for reference in references {
            let number = interface.inputs.iter().position(|of| *of as usize == reference).unwrap();
            actuator.set_input_derivative(number, 1.0);
        }
        actuator.update_outputs();
        // Both move with 1 rad/s²: the clutch carries what the load does not.
        near(get(&actuator, "c.acceleration"), 1.0, ROUNDING);
        if step > 0 {
            near(get(&actuator, "k.friction_torque"), -(1.0 - time), ROUNDING);
            near(get(&actuator, "m.torque"), 2.0 - time, ROUNDING);
        }
        actuator.advance(time, 1e-2, &mut recorder);
    }
}

#[test]
fn what_a_motion_cannot_drive_back_is_told() {
    // The one-way clutch takes b along, which would have to drive a through a gear that gives it nothing.
    let elements = "[body.c]\ninertia = 1\n[body.b]\ninertia = 1\n[body.a]\ninertia = 1\n[motion.m]\non = \"c\"\n[freewheel.f]\n\
                    connects = [\"c\", \"b\"]\nfriction.coulomb_torque = 0\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 1\n\
                    efficiency_opposing = 0.5\nefficiency_aiding = 0\n";
    let (_, recorder) = run(&text(elements), &[("m.velocity", Signal::through(&[(0.0, 0.0), (1.0, 1.0)]))], 1.0, 1e-2);
    let told = recorder.warnings.iter().filter(|warning| matches!(warning, Warning::Contradiction { .. })).count();
    assert_eq!(told, 1, "{:?}", recorder.warnings.first());
}

#[test]
fn a_jump_to_the_velocity_of_the_ground_takes_nothing_along() {
    // The brake comes to rest with the motion; b goes on, and the clutch slows it down by 1 rad/s².
    let text = text(
        "[body.b]\ninertia = 1\nvelocity_start = -0.15\n[body.c]\ninertia = 1\n[brake.k]\non = \"c\"\nfriction.coulomb_torque = 1\n\
         [clutch.f]\nconnects = [\"c\", \"b\"]\nfriction.coulomb_torque = 1\n[motion.m]\non = \"c\"\n",
    );
    let velocity = Signal::steps(&[(0.0, -0.15), (0.25, 0.0)]);
    for step in [1e-3, 1e-2, 5e-2] {
        let mut actuator = drivetrain(&text);
        Run { actuator: &mut actuator, inputs: vec![("m.velocity", velocity.clone())], end: 0.5, step }.go(
            |time, actuator| {
                let slide = (time - 0.25).clamp(0.0, 0.15);
                if (time - 0.25).abs() > 1e-9 {
                    near(get(actuator, "b.velocity"), slide - 0.15, ROUNDING);
                    near(get(actuator, "b.position"), -0.15 * time.min(0.25 + slide) + 0.5 * slide * slide, ROUNDING);
                }
            },
        );
        near(get(&actuator, "b.position"), -0.04875, ROUNDING);
    }
}

#[test]
fn a_gear_turns_with_its_losses_after_a_rest_that_is_rounding() {
    // The sum of the steps leaves a velocity of −4e-17 at rest. T = J·a/ratio²; J·a + T/η from there on.
    for (acceleration, torque) in [(-20.0, -20.0), (20.0, 20.0)] {
        let text = text(
            "[body.b0]\ninertia = 0.5\n[body.b1]\ninertia = 1\n[gear.s]\nconnects = [\"b0\", \"b1\"]\nratio = 2\n\
             efficiency_opposing = 0.5\nefficiency_aiding = 0.9\n[motion.m]\non = \"b0\"\nprescribes = \"acceleration\"\n",
        );
        let steps = [(0.0, 5.0), (0.1, -5.0), (0.2, 0.0), (0.3, acceleration)];
        for step in [1e-3, 1e-2, 5e-2] {
            let (actuator, _) = run(&text, &[("m.acceleration", Signal::steps(&steps))], 0.4, step);
            near(get(&actuator, "s.torque"), torque / 2.0, ROUNDING);
            near(get(&actuator, "m.torque"), torque, ROUNDING);
        }
    }
}

#[test]
fn a_gear_that_presses_on_a_one_way_clutch_leaves_the_load_to_the_motion_behind_it() {
    // Only the one-way clutch, and so the motion, can hold 4 N·m: the losses of the gear hold (1/0.9 − 1)·T.
    let text = text(
        "[body.b0]\ninertia = 1\n[body.b1]\ninertia = 1\n[body.b2]\ninertia = 1\n[gear.s]\nconnects = [\"b0\", \"b1\"]\nratio = 1\n\
         efficiency_opposing = 0.9\nefficiency_aiding = 0.9\n[freewheel.f]\nconnects = [\"b1\", \"b2\"]\n\
         friction.coulomb_torque = 1\n[motion.m]\non = \"b2\"\nprescribes = \"position\"\n[[input]]\nname = \"u0\"\non = \"b0\"\n\
         [[input]]\nname = \"u1\"\non = \"b1\"\n",
    );
    let (actuator, recorder) = run(&text, &[("u0", Signal::constant(2.0)), ("u1", Signal::constant(2.0))], 0.05, 1e-3);
    let mesh = 2.0 - get(&actuator, "s.loss_torque");
    assert!(get(&actuator, "s.loss_torque").abs() <= (1.0 / 0.9 - 1.0) * mesh.abs() * (1.0 + ROUNDING));
    near(get(&actuator, "f.friction_torque"), -(mesh + 2.0), ROUNDING);
    near(get(&actuator, "m.torque"), -(mesh + 2.0), ROUNDING);
    assert!(recorder.warnings.is_empty() && recorder.events.is_empty(), "{recorder:?}");
    assert_eq!(get(&actuator, "b1.position"), 0.0);
}

/// Model Exchange: inputs as functions of time in steps of order four; where an indicator changes its sign the step ends, by bisection. The number
/// of events, of which there may be so many.
fn exchange(
    actuator: &mut Drivetrain,
    (begin, end): (f64, f64),
    step: f64,
    inputs: &dyn Fn(&mut Drivetrain, f64),
    most: usize,
) -> usize {
    let count = actuator.event_indicator_count();
    let at = |actuator: &mut Drivetrain, time: f64, states: &[f64]| {
        actuator.set_time(time);
        inputs(actuator, time);
        actuator.inputs_changed();
        actuator.set_states(states);
    };
    let (mut time, mut events) = (begin, 0);
    while time < end - 1e-9 && events < most {
        let start = actuator.states().to_vec();
        at(actuator, time, &start);
        let mut before = vec![0.0; count];
        actuator.event_indicators(&mut before);
        let after = |actuator: &mut Drivetrain, length: f64| {
            let mut sum = vec![0.0; start.len()];
            let mut rate = vec![0.0; start.len()];
            for (share, weight) in [(0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)] {
                let states: Vec<f64> = start.iter().zip(&rate).map(|(x, rate)| x + share * length * rate).collect();
                at(actuator, time + share * length, &states);
                actuator.derivatives(&mut rate);
                sum.iter_mut().zip(&rate).for_each(|(sum, rate)| *sum += weight / 6.0 * rate);
            }
            let states: Vec<f64> = start.iter().zip(&sum).map(|(x, rate)| x + length * rate).collect();
            at(actuator, time + length, &states);
            let mut values = vec![0.0; count];
            actuator.event_indicators(&mut values);
            before.iter().zip(&values).any(|(a, b)| (*a > 0.0) != (*b > 0.0))
        };
        let mut taken = step.min(end - time);
        let is_event = after(actuator, taken);
        if is_event {
            let mut low = 0.0;
            while taken - low > 1e-15 && 0.5 * (low + taken) > low && 0.5 * (low + taken) < taken {
                let middle = 0.5 * (low + taken);
                if after(actuator, middle) { taken = middle } else { low = middle }
            }
            let _ = after(actuator, taken);
        }
        time += taken;
        if is_event {
            events += 1;
            actuator.end_continuous_time(taken);
            while actuator.update_discrete_states(time, &mut Recorder::default()).states_changed {}
            actuator.begin_continuous_time();
        }
    }
    actuator.update_outputs();
    events
}

#[test]
fn what_slides_on_a_motion_beside_hysteresis_has_no_events_in_model_exchange() {
    for contact in ["freewheel", "clutch"] {
        let mut actuator = drivetrain(&text(&format!(
            "[body.b0]\ninertia = 1\n[body.b1]\ninertia = 4\n[hysteresis.h]\nconnects = [\"b0\", \"b1\"]\nstiffness = 10\n\
             stiffness_share = 0.5\nyield_twist = 1\n[{contact}.f]\nconnects = [\"b1\", \"b0\"]\nfriction.coulomb_torque = 0.5\n\
             [motion.m]\non = \"b0\"\n",
        )));
        let mut recorder = Recorder::default();
        actuator.initialize(0.0, &mut recorder);
        while actuator.update_discrete_states(0.0, &mut recorder).states_changed {}
        actuator.begin_continuous_time();
        actuator.set_time(0.1);
        actuator.end_continuous_time(0.1);
        set(&mut actuator, "m.acceleration", 10.0);
        actuator.inputs_changed();
        while actuator.update_discrete_states(0.1, &mut recorder).states_changed {}
        actuator.begin_continuous_time();
        let inputs = |actuator: &mut Drivetrain, time: f64| set(actuator, "m.velocity", 10.0 * (time - 0.1));
        let events = exchange(&mut actuator, (0.1, 0.11), 1e-3, &inputs, 50);
        assert!(events <= 2, "{contact}: {events}");
        // 4·v' = 0.5 + 10·(0.5 + 0.5)·φ but for what the spring yields, of the order of φ²; φ = 10·t²/2 in this time.
        near(get(&actuator, "f.relative_velocity"), 0.1 - 0.125 * 0.01, 1e-5);
    }
}

#[test]
fn what_a_motion_at_rest_holds_stays_where_it_is_as_another_one_lets_go() {
    // c rests at its stop and by the clutch on b, which is prescribed at rest elsewhere. From 0.5 s on the clutch alone holds it, to 1 s.
    let text = text(
        "[body.b]\ninertia = 1\nposition_start = -0.5\n[body.c]\ninertia = 1\nposition_start = 0.25\ntravel.upper = 0.25\n[clutch.k]\n\
         connects = [\"c\", \"b\"]\nfriction.coulomb_torque = 1\n[motion.m]\non = \"b\"\n[[input]]\nname = \"u\"\non = \"c\"\n",
    );
    for step in [1e-3, 1e-2, 1e-1] {
        let inputs = vec![("u", Signal::line(3.0, -0.6, 0.9))];
        let mut actuator = drivetrain(&text);
        let recorder = Run { actuator: &mut actuator, inputs, end: 0.9, step }
            .go(|_, actuator| assert_eq!(get(actuator, "c.position"), 0.25));
        assert!(recorder.warnings.is_empty() && recorder.events.is_empty(), "{recorder:?}");
    }
}

#[test]
fn a_jump_takes_nothing_along_where_something_else_comes_to_rest_within_rounding() {
    // The brake stops d at 0.1 s, where c jumps: a is taken along by the level of the clutch alone.
    for late in [0.0, 1e-15, 1e-14, 1e-13, 1e-12, -1e-12, 1e-11] {
        let start = 0.1 + late;
        let text = text(&format!(
            "[body.a]\ninertia = 1\n[body.c]\ninertia = 1\n[body.d]\ninertia = 1\nvelocity_start = {start}\n[clutch.f]\nconnects = [\"c\", \"a\"]\n\
             friction.coulomb_torque = 1\n[brake.k]\non = \"d\"\nfriction.coulomb_torque = 1\n[motion.m]\non = \"c\"\n",
        ));
        let (actuator, _) = run(&text, &[("m.velocity", Signal::steps(&[(0.0, 0.0), (0.1, 0.5)]))], 0.11, 1e-2);
        near(get(&actuator, "a.velocity"), 0.01, 1e-11);
        near(get(&actuator, "d.velocity"), 0.0, ROUNDING);
    }
}

#[test]
fn what_a_one_way_clutch_on_a_motion_at_rest_begins_to_hold_stays_where_it_is() {
    // The brake holds 2 N·m, which the load has at the end of an internal step, and the one-way clutch the rest.
    let text = text(
        "[body.b]\ninertia = 1\n[body.c]\ninertia = 1\nposition_start = 2\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\n[freewheel.f]\n\
         connects = [\"b\", \"c\"]\nfriction.coulomb_torque = 1\n[motion.m]\non = \"c\"\n[[input]]\nname = \"u\"\non = \"b\"\n",
    );
    for (load, position) in [(5.0, 0.0), (-5.0, -0.5 * 2.0 * 0.1 * 0.1 - 0.04 * 0.1 - 50.0 * 0.04_f64.powi(3) / 6.0)] {
        for step in [1e-3, 1e-2, 1e-1] {
            let inputs = [("u", Signal::through(&[(0.0, 0.0), (0.1, load), (0.2, load)]))];
            let (actuator, _) = run(&text, &inputs, 0.2, step);
            near(get(&actuator, "b.position"), position, ROUNDING);
        }
    }
}

#[test]
fn a_prescribed_acceleration_rests_where_its_sum_is_rounding() {
    // Two dwells, which the sum of the accelerations reaches with some 2e-17 rad/s: the brake carries nothing in either.
    let text =
        text("[body.b]\ninertia = 0.5\n[brake.k]\non = \"b\"\n[motion.m]\non = \"b\"\nprescribes = \"acceleration\"\n");
    let pieces = [(0.0, 3.0), (0.1, -3.0), (0.2, 0.0), (0.3, -1.0), (0.4, 1.0), (0.5, 0.0)];
    for step in [1e-3, 1e-2, 2e-2] {
        let mut actuator = drivetrain(&text);
        Run { actuator: &mut actuator, inputs: vec![("m.acceleration", Signal::steps(&pieces))], end: 0.6, step }.go(
            |time, actuator| {
                if (time > 0.2 + 1e-6 && time < 0.3 - 1e-6) || time > 0.5 + 1e-6 {
                    assert_eq!(get(actuator, "b.velocity"), 0.0, "{time}, {step}");
                    assert_eq!(
                        (get(actuator, "m.torque"), get_integer(actuator, "k.friction_regime")),
                        (0.0, 0),
                        "{time}, {step}"
                    );
                }
            },
        );
    }
}

#[test]
fn one_way_clutches_start_with_the_velocity_that_a_motion_gives() {
    // What is slower is taken along by the jump to it, and what is faster overruns.
    for (on, of_a, velocity, expected) in
        [("b", 1.0, 1.0, 1.0), ("b", 1.0, 2.0, 1.0), ("a", 0.0, 0.5, 0.5), ("b", 1.0, 0.5, 0.5)]
    {
        for prescribes in ["", "prescribes = \"position\"\n"] {
            let of_a = if on == "b" { format!("velocity_start = {of_a}\n") } else { String::new() };
            let mut actuator = drivetrain(&text(&format!(
                "[body.a]\ninertia = 1\n{of_a}[body.b]\ninertia = 1\n[freewheel.f]\nconnects = [\"a\", \"b\"]\n\
                 friction.coulomb_torque = 1\n[motion.m]\non = \"{on}\"\nvelocity = {velocity}\n{prescribes}"
            )));
            assert!(actuator.check().is_ok());
            actuator.initialize(0.0, &mut Recorder::default());
            actuator.update_outputs();
            let (driven, other) = if on == "b" { ("b.velocity", "a.velocity") } else { ("a.velocity", "b.velocity") };
            assert_eq!((get(&actuator, driven), get(&actuator, other)), (velocity, expected));
        }
    }
    let refused = "[body.a]\ninertia = 1\nvelocity_start = 1\n[body.b]\ninertia = 1\n[freewheel.f]\nconnects = [\"a\", \"b\"]\n\
                   friction.coulomb_torque = 1\n[motion.m]\non = \"b\"\nprescribes = \"acceleration\"\n";
    let error = read(&text(refused)).unwrap_err().to_string();
    assert!(error.ends_with("its second starts with the velocity 0, which is less than 1 of its first"), "{error}");
}

#[test]
fn engagements_that_jump_with_a_motion_count_before_anything_breaks_away() {
    // The brake holds 6 N·m. Until 0.25 s the clutch slides and takes 2 N·m of the load; free it takes none, whatever the engagement is below zero.
    let elements = |contact: &str| {
        text(&format!(
            "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[{contact}.f]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 2\n[brake.k]\non = \"a\"\n\
             friction.coulomb_torque = 4\nfriction.static_ratio = 1.5\n[brake.l]\non = \"a\"\nfriction.coulomb_torque = 4\n[motion.m]\non = \"b\"\n\
             [[input]]\nname = \"u\"\non = \"a\"\n"
        ))
    };
    let velocity = Signal::steps(&[(0.0, 0.5), (0.25, 0.6)]);
    for contact in ["clutch", "freewheel"] {
        for step in [1e-3, 1e-2, 5e-2] {
            for (load, of_clutch, of_brake) in [(-5.0, -1.0, -1.0), (-9.0, -1.0, 1.0)] {
                // With 9 N·m the second brake, engaged at that instant, holds the rest; before it the load is 5 N·m.
                let inputs = [
                    ("m.velocity", velocity.clone()),
                    ("u", Signal::steps(&[(0.0, -5.0), (0.25, load)])),
                    ("f.engagement", Signal::steps(&[(0.0, 1.0), (0.25, of_clutch)])),
                    ("l.engagement", Signal::steps(&[(0.0, -1.0), (0.25, of_brake)])),
                ];
                let (actuator, recorder) = run(&elements(contact), &inputs, 0.4, step);
                assert_eq!(
                    (get(&actuator, "a.velocity"), get(&actuator, "a.position")),
                    (0.0, 0.0),
                    "{contact} {load}"
                );
                assert_eq!(get_integer(&actuator, "k.friction_regime"), 0);
                assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
            }
        }
    }
}

/// A one-way clutch behind a motion at rest, and what its body meets as the velocity jumps to 2 rad/s at 1 s and the engagement of k to 1.
fn struck_as_k_engages(behind: &str, before: f64) -> Drivetrain {
    let text = text(&format!(
        "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\n[freewheel.f]\nconnects = [\"a\", \"b\"]\n\
         friction.coulomb_torque = 0\n{behind}friction.coulomb_torque = 1\n"
    ));
    let (mut actuator, mut recorder) = (drivetrain(&text), Recorder::default());
    set(&mut actuator, "k.engagement", before);
    actuator.initialize(0.0, &mut recorder);
    actuator.advance(0.0, 1.0, &mut recorder);
    set(&mut actuator, "k.engagement", 1.0);
    set(&mut actuator, "m.velocity", 2.0);
    actuator.inputs_changed();
    actuator.advance(1.0, 0.25, &mut recorder);
    actuator.update_outputs();
    actuator
}

#[test]
fn a_contact_that_engages_as_a_motion_jumps_carries_no_impulse() {
    for before in [0.0, -1.0, 0.5, 1.0] {
        // Was: the brake held b against the impact, and a passed it.
        let braked = struck_as_k_engages("[brake.k]\non = \"b\"\n", before);
        near(get(&braked, "b.velocity"), 2.0, ROUNDING);
        near(get(&braked, "b.position"), 0.5, ROUNDING);
        assert_eq!(get_integer(&braked, "k.friction_regime"), 1);
        // Was: the clutch passed an impulse of 2 N·m·s. It accelerates c with 1 rad/s².
        let coupled = struck_as_k_engages("[body.c]\ninertia = 1\n[clutch.k]\nconnects = [\"b\", \"c\"]\n", before);
        near(get(&coupled, "c.velocity"), 0.25, ROUNDING);
        near(get(&coupled, "c.position"), 0.03125, ROUNDING);
    }
}

#[test]
fn a_motion_that_jumps_to_the_velocity_of_what_overruns_it_leaves_that() {
    // 1 N·m takes b from rest to 1 rad/s within 1 s, to which the motion falls then, but for rounding. Was: b stopped at once.
    let bodies = "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\n[freewheel.f]\nconnects = [\"b\", \"a\"]\n\
                  friction.coulomb_torque = 0\n[[input]]\nname = \"l\"\non = \"b\"\n";
    for step in [1.0, 0.1, 0.01, 0.0037] {
        let inputs =
            [("m.velocity", Signal::through(&[(0.0, 2.0), (1.0, 2.0), (1.0, 1.0)])), ("l", Signal::constant(1.0))];
        let (actuator, _) = run(&text(bodies), &inputs, 2.0, step);
        near(get(&actuator, "b.velocity"), 1.0, ROUNDING);
        near(get(&actuator, "b.position"), 1.5, ROUNDING);
    }
}

#[test]
fn what_starts_with_the_velocity_of_a_motion_but_for_rounding_goes_on() {
    let bodies = "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\nvelocity_start = 2.0000000000000004\n\
                  [freewheel.f]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 0\n";
    let (actuator, recorder) = run(&text(bodies), &[("m.velocity", Signal::constant(2.0))], 1.0, 0.1);
    near(get(&actuator, "b.position"), 2.0, ROUNDING);
    // The one-way clutch engages.
    let told: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.time)).collect();
    assert_eq!(told, [(EventKind::Stop, 0.0)]);
}

#[test]
fn what_sticks_to_a_motion_is_left_where_its_clutch_opens_in_the_event_in_which_that_jumps() {
    let bodies = "[body.a]\ninertia = 1\n[motion.m]\non = \"a\"\n[body.b]\ninertia = 1\nvelocity_start = 1\n[clutch.c]\n\
                  connects = [\"a\", \"b\"]\nfriction.coulomb_torque = 1\n";
    for engagement in [0.0, -1.0] {
        let (mut actuator, mut recorder) = (drivetrain(&text(bodies)), Recorder::default());
        set(&mut actuator, "m.velocity", 1.0);
        actuator.initialize(0.0, &mut recorder);
        assert_eq!(actuator.advance_to_event(0.0, 1.0, 0.0, &mut recorder), Arrival::AtEnd);
        // Event mode. Was: at an engagement of 0 b went along to −2 rad/s.
        set(&mut actuator, "c.engagement", engagement);
        set(&mut actuator, "m.velocity", -2.0);
        actuator.inputs_changed();
        while actuator.update_discrete_states(1.0, &mut recorder).states_changed {}
        actuator.advance_to_event(1.0, 1.0, 1.0, &mut recorder);
        actuator.update_outputs();
        near(get(&actuator, "b.velocity"), 1.0, ROUNDING);
        near(get(&actuator, "b.position"), 2.0, ROUNDING);
    }
}

#[test]
fn a_motion_that_turns_at_a_communication_point_ends_the_next_step_there() {
    let bodies = "[body.d]\ninertia = 1\n[motion.m]\non = \"d\"\n[brake.k]\non = \"d\"\nfriction.coulomb_torque = 1\n";
    let (mut actuator, mut recorder) = (drivetrain(&text(bodies)), Recorder::default());
    set(&mut actuator, "m.velocity", 1.0);
    actuator.initialize(0.0, &mut recorder);
    let reference = test_support::values::real(actuator.interface(), "m.velocity") as u32;
    let number = actuator.interface().inputs.iter().position(|&input| input == reference).unwrap();
    let mut arrivals = Vec::new();
    for step in 0..6 {
        let time = 0.25 * f64::from(step);
        set(&mut actuator, "m.velocity", 1.0 - time);
        actuator.inputs_changed();
        actuator.set_input_derivative(number, -1.0);
        arrivals.push(actuator.advance_to_event(time, 0.25, time.next_down(), &mut recorder));
    }
    let told: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.time)).collect();
    assert_eq!(told, [(EventKind::Reversal { direction: -1 }, 1.0)]);
    assert_eq!((arrivals[3], arrivals[4]), (Arrival::AtEnd, Arrival::AtEvent(1.0)));
}
