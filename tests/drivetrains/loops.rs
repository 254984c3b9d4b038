//! Loops of stuck contacts and a gear that turns with losses: what goes round in them changes the losses, and so the motion. They
//! close as their contacts deflect, each by its torque over its level at an engagement of 1.

use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::{Run, Signal, get};

const BODIES: &str = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b1]\ninertia = 1\n[body.b2]\ninertia = 1\n[body.geared]\ninertia = 1\n\
    [[input]]\nname = \"load\"\non = \"b2\"\n";
const GEAR: &str = "[gear.gearing]\nconnects = [\"b1\", \"geared\"]\nefficiency_opposing = 0.5\n";
const DIRECT: &str = "[clutch.direct]\nconnects = [\"b1\", \"b2\"]\nfriction.coulomb_torque = 40\n";
const AROUND: &str = "[clutch.around]\nconnects = [\"geared\", \"b2\"]\nfriction.coulomb_torque = 1\n";

/// Names and values of what is shown after 0.1 s from rest.
fn after(parts: &[&str], load: f64, engagement: Signal, step: f64) -> [f64; 5] {
    let mut made = drivetrain(&(BODIES.to_owned() + &parts.concat()));
    let mut inputs = vec![("load", Signal::constant(load))];
    if parts.contains(&DIRECT) {
        inputs.push(("direct.engagement", engagement));
    }
    Run { actuator: &mut made, inputs, end: 0.1, step }.go(|_, _| {});
    let of =
        |name: &str| if made.interface().reals.iter().any(|known| known.name == name) { get(&made, name) } else { 0.0 };
    ["b2.velocity", "b2.acceleration", "direct.friction_torque", "around.friction_torque", "gearing.torque"].map(of)
}

/// With a the acceleration of all three bodies of 1 kg·m² and t the torque of `around`, of which `direct` has 40 times as much, as its level:
///
/// ```text
/// −10 − 40·t − t = a     T + t = a     40·t − T/0.5 = a     so t = a/14 and a = −10/(1 + 41/14)
/// ```
#[test]
fn two_clutches_around_a_lossy_gear_share_by_their_levels_in_every_order_and_mirror() {
    let a = -10.0 / (1.0 + 41.0 / 14.0);
    let expected = [0.1 * a, a, 40.0 * a / 14.0, a / 14.0, 2.0 * (a - a / 14.0)];
    let orders = [[GEAR, AROUND, DIRECT], [DIRECT, AROUND, GEAR], [GEAR, DIRECT, AROUND]];
    for parts in orders {
        for sign in [1.0, -1.0] {
            for step in [1e-2, 1e-3, 3.7e-4] {
                let shown = after(&parts, -10.0 * sign, Signal::constant(1.0), step).map(|value| sign * value);
                let is_near = shown.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs());
                assert!(is_near, "{parts:?} {sign} {step}: {shown:?}, not {expected:?}");
            }
        }
    }
}

/// −10 − t = a and 0 = a of the geared bodies: a clutch from a gear to itself moves nothing. Here b2 is free.
#[test]
fn a_clutch_that_is_alone_on_a_lossy_gear_carries_nothing_as_it_turns() {
    let across = "[clutch.around]\nconnects = [\"geared\", \"b1\"]\nfriction.coulomb_torque = 1\n";
    let shown = after(&[GEAR, across, DIRECT], -10.0, Signal::constant(1.0), 1e-3);
    // T = a and 40 at most on b1: t = a + 2·a, −10 − t = a.
    let a = -10.0 / 4.0;
    let expected = [0.1 * a, a, 3.0 * a, 0.0, 2.0 * a];
    assert!(shown.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs()), "{shown:?}, not {expected:?}");
}

/// The levels of a moment do not count, as the motion would depend on when they were taken.
#[test]
fn a_motion_does_not_depend_on_the_steps_in_which_a_clutch_of_its_loop_is_eased() {
    let eased = || Signal::through(&[(0.0, 1.0), (0.1, 0.5)]);
    let parts = [GEAR, AROUND, DIRECT];
    let expected = after(&parts, -10.0, Signal::constant(1.0), 1e-3);
    for step in [1e-2, 1e-3, 3.7e-4] {
        let shown = after(&parts, -10.0, eased(), step);
        assert!(
            shown.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs()),
            "{step}: {shown:?} {expected:?}"
        );
    }
}

/// A gear whose losses are more than what its second body drives with, in a loop with two clutches at their levels of 1 N·m: with these at rest
/// its equations would have no motion, but at their levels they do not answer. All four bodies move with a under −7500 N·m, and
///
/// ```text
/// 34·a = −7500 + loss     loss = (1/η − 1)·|T|     T = a/2 + 2 of the geared body     so |a|·(34 + 1/18) = 7500 + 2/9
/// ```
#[test]
fn a_gear_that_drives_back_nothing_moves_in_a_loop_whose_clutches_are_at_their_levels() {
    let around =
        |name: &str| format!("[clutch.{name}]\nconnects = [\"geared\", \"b2\"]\nfriction.coulomb_torque = 1\n");
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b0]\n[body.b1]\ninertia = 20\n[body.b2]\ninertia = 12.5\n[body.geared]\n\
        inertia = 0.5\n[clutch.c]\nconnects = [\"b0\", \"b1\"]\nfriction.coulomb_torque = 1250\n[freewheel.f]\nconnects = [\"b1\", \"b2\"]\n\
        friction.coulomb_torque = 5000\n[gear.g]\nconnects = [\"b0\", \"geared\"]\nefficiency_opposing = 0.9\nefficiency_aiding = -1\n\
        [brake.k]\non = \"b2\"\nfriction.coulomb_torque = 5000\n[[input]]\nname = \"load\"\non = \"b2\"\n";
    let mut made = drivetrain(&(text.to_owned() + &around("one") + &around("other")));
    let inputs = vec![("load", Signal::constant(-12_500.0))];
    let recorder = Run { actuator: &mut made, inputs, end: 1e-3, step: 1e-3 }.go(|_, _| {});
    let a = -(7500.0 + 2.0 / 9.0) / (34.0 + 1.0 / 18.0);
    assert!((get(&made, "geared.velocity") - 1e-3 * a).abs() <= 1e-13 * -a, "{}", get(&made, "geared.velocity"));
    assert_eq!(["one.friction_torque", "other.friction_torque"].map(|name| get(&made, name)), [-1.0, -1.0]);
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
}

/// `around` is eased from 1 to 0.1 N·m and tightened again. Its share is |t| = 10/55 as above; where its level e is below that it carries e, and
///
/// ```text
/// −10 − d + e = a     T − e = a     d − T/0.5 = a     so a = −(10 + e)/4
/// ```
#[test]
fn a_clutch_at_its_level_in_a_loop_that_turns_carries_its_share_again_from_the_instant_at_which_it_can() {
    let eased = Signal::through(&[(0.0, 1.0), (0.05, 0.1), (0.1, 1.0)]);
    let (share, least, slope) = (10.0 / 55.0, 0.1, 18.0);
    let (until, at_level) = ((1.0 - share) / slope, (share - least) / slope);
    let mean = -(10.0 + (share + least) / 2.0) / 4.0;
    let expected = 2.0 * (-14.0 * share * until + mean * at_level);
    for (max_step_size, step) in [(50, 0.05), (50, 0.025), (1, 1e-3), (1, 3.7e-4)] {
        let start = format!("[start]\nsolver.max_step_size = \"{max_step_size} ms\"\n");
        let mut made = drivetrain(&(BODIES.to_owned() + GEAR + AROUND + DIRECT + &start));
        let inputs = vec![("load", Signal::constant(-10.0)), ("around.engagement", eased.clone())];
        Run { actuator: &mut made, inputs, end: 0.1, step }.go(|_, _| {});
        let velocity = get(&made, "b2.velocity");
        assert!((velocity - expected).abs() <= 1e-12 * -expected, "{step}: {velocity}, not {expected}");
    }
}

/// `around` holds 0.1 N·m at most, a twelfth of its share: −t₁ − a = 0 of b1 with t₁ = a − 0.1, 10 − t₁ − 2·(a + 0.1) = a of b2.
#[test]
fn a_clutch_far_below_its_share_is_shown_at_its_level() {
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b1]\n[body.b2]\n[body.b3]\n[clutch.c1]\nconnects = [\"b1\", \"b2\"]\n\
        friction.coulomb_torque = 5\n[clutch.c2]\nconnects = [\"b3\", \"b1\"]\nfriction.coulomb_torque = 5\n[gear.g]\n\
        connects = [\"b2\", \"b3\"]\nefficiency_opposing = 0.5\n[[input]]\nname = \"u\"\non = \"b2\"\n";
    for engagement in [0.002, 0.02, 0.2] {
        let level = 5.0 * engagement;
        let a = (10.0 - level) / 4.0;
        let inputs = vec![("u", Signal::constant(10.0)), ("c2.engagement", Signal::constant(engagement))];
        let mut made = drivetrain(text);
        Run { actuator: &mut made, inputs, end: 0.03, step: 0.01 }.go(|time, made| {
            let shown = ["b1.acceleration", "c1.friction_torque", "c2.friction_torque"].map(|name| get(made, name));
            let expected = [a, a - level, -level];
            let is_near = shown.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs());
            assert!(is_near, "{engagement} at {time}: {shown:?}, not {expected:?}");
        });
    }
}

/// With c3 at rest −6 = 1.625·a, so that it would carry 1.846 N·m: below that it slides, and −6 + level = 1.125·a.
#[test]
fn a_contact_beside_a_loop_slides_where_it_holds_less_than_the_closed_loop_asks_of_it() {
    let bodies: String = (1..=4)
        .map(|i| format!("[body.b{i}]\ninertia = 0.5\n{}", if i < 4 { "velocity_start = 5\n" } else { "" }))
        .collect();
    let clutch =
        |name: &str, ends: [&str; 2]| format!("[clutch.{name}]\nconnects = {ends:?}\nfriction.coulomb_torque = 5\n");
    let parts = [
        clutch("c1", ["b3", "b4"]),
        clutch("c2", ["b3", "b1"]),
        clutch("c3", ["b1", "b2"]),
        "[gear.g1]\nconnects = [\"b1\", \"b4\"]\nefficiency_aiding = 0.5\n".to_owned(),
    ];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
        let elements = order.map(|part| parts[part].clone()).concat();
        let text =
            format!("name = \"M\"\nmodel = \"Drivetrain\"\n{bodies}{elements}[[input]]\nname = \"u\"\non = \"b1\"\n");
        for (level, a) in [(1.6, (-6.0 + 1.6) / 1.125), (1.8, (-6.0 + 1.8) / 1.125), (1.9, -6.0 / 1.625)] {
            for step in [0.1, 0.01] {
                let mut made = drivetrain(&text);
                let inputs = vec![("u", Signal::constant(-6.0)), ("c3.engagement", Signal::constant(level / 5.0))];
                Run { actuator: &mut made, inputs, end: 0.6, step }.go(|time, made| {
                    let velocity = get(made, "b1.velocity");
                    assert!((velocity - (5.0 + a * time)).abs() <= 1e-12, "{order:?} {level} {time}: {velocity}");
                });
                assert_eq!(get(&made, "solver.bridged_time"), 0.0);
            }
        }
    }
}

/// Both carry t, whatever their levels are: 10 − t − 2·T = a, T − t = a, 2·t = a, so that a = 10/4.5.
#[test]
fn two_one_way_clutches_around_a_lossy_gear_share_evenly_in_every_order() {
    let freewheel = |name: &str, from: &str, level: f64| {
        format!("[freewheel.{name}]\nconnects = [\"{from}\", \"b3\"]\nfriction.coulomb_torque = {level}\n")
    };
    let (one, other) = (freewheel("one", "b1", 5.0), freewheel("other", "b2", 8.0));
    for parts in [[&one, &other], [&other, &one]] {
        for sign in [1.0, -1.0] {
            let text = format!(
                "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b1]\n[body.b2]\n[body.b3]\n[gear.g]\nconnects = [\"b1\", \"b2\"]\n\
                 efficiency_opposing = 0.5\n{}{}[[input]]\nname = \"u\"\non = \"b1\"\n",
                parts[0], parts[1]
            );
            for step in [0.1, 0.01] {
                let mut made = drivetrain(&text);
                let inputs = vec![("u", Signal::constant(10.0 * sign))];
                Run { actuator: &mut made, inputs, end: 0.1, step }.go(|_, _| {});
                let shown =
                    ["b3.position", "one.friction_torque", "other.friction_torque"].map(|name| sign * get(&made, name));
                let a = 10.0 / 4.5;
                let expected = [a * 0.005, -a / 2.0, -a / 2.0];
                assert!(
                    shown.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12),
                    "{parts:?} {sign} {step}: {shown:?}"
                );
            }
        }
    }
}
