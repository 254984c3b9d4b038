//! Levels that differ by direction, and a static ratio of its own for the share of the load: where bodies break away, how they coast
//! and where they stop, against closed forms.

use crate::laws::{Kind, law};
use actuator_fmu::actuator::{Actuator, EventKind, MotionTransmission};
use actuator_fmu::interface::motion_transmission::INTERFACE;
use model_description::models::laws::{Family, numbers};
use test_support::drivetrain::drivetrain;
use test_support::quadrature::over_octaves;
use test_support::saved::continues_as;
use test_support::{Recorder, Run, Signal, get, set, set_all};

const COULOMB: f64 = 3.0;
const STATIC_RATIO: f64 = 1.5;
const LOAD_STATIC_RATIO: f64 = 2.5;
const STRIBECK_VELOCITY: f64 = 0.1;
const OPPOSING: f64 = 0.8;
const AIDING: f64 = 0.4;

/// A body of 2 kg·m² without stops; its table falls from 1.5 times the Coulomb level to that.
fn body(number: i32, more: &[(&str, f64)]) -> MotionTransmission {
    let mut actuator = MotionTransmission::new(&INTERFACE);
    let coulomb = more.iter().find(|(name, _)| *name == "friction.coulomb_torque").map_or(COULOMB, |(_, level)| *level);
    set_all(
        &mut actuator,
        &[
            ("inertia", 2.0),
            ("viscous_coefficient", 0.0),
            ("travel.lower", -1e9),
            ("travel.upper", 1e9),
            ("friction.law", f64::from(number)),
            ("friction.coulomb_torque", coulomb),
            ("friction.static_ratio", STATIC_RATIO),
            ("friction.efficiency_opposing", 1.0),
            ("friction.efficiency_aiding", 1.0),
            ("friction.stribeck_velocity", STRIBECK_VELOCITY),
            ("friction.bristle_stiffness", 1e5),
            ("friction.bristle_damping", 10.0),
            ("friction.table.size", 3.0),
            ("friction.table.velocity[2]", 0.25),
            ("friction.table.velocity[3]", 1.0),
            ("friction.table.torque[1]", STATIC_RATIO * coulomb),
            ("friction.table.torque[2]", coulomb),
            ("friction.table.torque[3]", coulomb),
        ],
    );
    set_all(&mut actuator, more);
    actuator
}

/// What a motor does to a body: from rest beyond breakaway and back, in a direction.
fn to_and_fro(direction: f64) -> Vec<(&'static str, Signal)> {
    let torque = [(0.0, 0.0), (0.4, 8.0), (0.8, -1.0), (1.5, 0.0)];
    vec![("motor_torque", Signal(torque.map(|(time, torque)| (time, direction * torque)).into()))]
}

fn rows(actuator: &mut dyn Actuator, direction: f64) -> Vec<[f64; 3]> {
    let mut rows = Vec::new();
    Run { actuator, inputs: to_and_fro(direction), end: 1.5, step: 1e-2 }.go(|_, actuator| {
        rows.push(["position", "velocity", "friction_torque"].map(|name| direction * get(actuator, name) + 0.0));
    });
    rows
}

#[test]
fn in_a_direction_with_half_the_level_every_law_moves_a_body_as_with_half_the_level() {
    // Powers of two scale exactly. The bare sign of the velocity chatters to either side.
    for number in law::all().into_iter().filter(|number| *number != law::SIGN) {
        let mut uneven = body(number, &[("friction.backward_ratio", 0.5), ("solver.tolerance", 1e-12)]);
        let mut half = body(number, &[("friction.coulomb_torque", 0.5 * COULOMB), ("solver.tolerance", 1e-12)]);
        let mut whole = body(number, &[("solver.tolerance", 1e-12)]);
        let pairs = [(rows(&mut uneven, -1.0), rows(&mut half, 1.0)), (rows(&mut uneven, 1.0), rows(&mut whole, 1.0))];
        let is_integrated = numbers(Family::Smooth).contains(&number) || numbers(Family::Bristle).contains(&number);
        // What is integrated has errors of the tolerance, whose scales are those of the greater level.
        let allowed = if is_integrated { 1e-8 } else { 0.0 };
        // Later what creeps or springs back moves the other way, against the other level.
        let last = if law::sticking().contains(&number) { 150 } else { 70 };
        for (own, other) in pairs {
            assert!(own.iter().any(|row| row[0] > 0.1), "law {number} moves");
            for (own, other) in own.iter().zip(&other).take(last) {
                let difference = own.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(difference <= allowed, "law {number}: {own:?} {other:?}");
            }
        }
    }
}

#[test]
fn the_image_of_uneven_levels_has_the_other_level_and_the_inverse_ratio() {
    for number in law::sticking().into_iter().chain(law::comparators()) {
        let load = ("load_torque", Signal(vec![(0.0, 1.0), (1.5, 2.0)]));
        let of = |coulomb: f64, ratio: f64, sign: f64| {
            let mut actuator = body(
                number,
                &[
                    ("friction.coulomb_torque", coulomb),
                    ("friction.backward_ratio", ratio),
                    ("friction.efficiency_opposing", OPPOSING),
                    ("friction.efficiency_aiding", AIDING),
                    ("friction.load_static_ratio", LOAD_STATIC_RATIO),
                ],
            );
            let mut inputs = to_and_fro(sign);
            inputs.push((load.0, if sign < 0.0 { load.1.mirrored() } else { load.1.clone() }));
            let mut rows = Vec::new();
            Run { actuator: &mut actuator, inputs, end: 1.5, step: 1e-2 }
                .go(|_, actuator| rows.push(["position", "velocity"].map(|name| sign * get(actuator, name) + 0.0)));
            rows
        };
        assert_eq!(of(COULOMB, 0.5, 1.0), of(0.5 * COULOMB, 2.0, -1.0), "law {number}");
    }
}

/// Breakaway levels forward and backward under a load: F₀·s and the share of the load, which opposes forward motion, times its own ratio.
fn breakaway(load: f64, ratio: f64) -> [f64; 2] {
    let (opposing, aiding) = (1.0 / OPPOSING - 1.0, 1.0 - AIDING);
    [
        STATIC_RATIO * COULOMB + LOAD_STATIC_RATIO * (opposing * load),
        STATIC_RATIO * (ratio * COULOMB) + LOAD_STATIC_RATIO * (aiding * load),
    ]
}

#[test]
fn a_loaded_body_breaks_away_on_either_side_where_level_and_share_of_the_load_are_exceeded() {
    const LOAD: f64 = 2.0;
    const RATIO: f64 = 0.6;
    for number in law::sticking() {
        for direction in [1_i8, -1] {
            let mut actuator = body(
                number,
                &[
                    ("friction.backward_ratio", RATIO),
                    ("friction.load_static_ratio", LOAD_STATIC_RATIO),
                    ("friction.efficiency_opposing", OPPOSING),
                    ("friction.efficiency_aiding", AIDING),
                ],
            );
            if number == law::TABULATED {
                // The table has the static level itself.
                set(&mut actuator, "friction.static_ratio", 1.0);
            }
            let [forward, backward] = breakaway(LOAD, RATIO);
            let level = if direction > 0 { forward } else { backward };
            // The active torque grows by 1 N·m/s from zero.
            let motor = Signal(vec![(0.0, LOAD), (20.0, LOAD + f64::from(direction) * 20.0)]);
            let inputs = vec![("motor_torque", motor), ("load_torque", Signal::constant(LOAD))];
            let recorder =
                Run { actuator: &mut actuator, inputs, end: level + 0.1, step: 0.37 }.go(|time, actuator| {
                    if time < level - 1e-9 {
                        let torque = f64::from(direction) * time;
                        assert!((get(actuator, "friction_torque") - torque).abs() < 1e-12 * level, "law {number}");
                    }
                });
            let event = recorder.events[0];
            assert_eq!(event.kind, EventKind::Breakaway { direction }, "law {number}");
            // Rounding of torques of 10 N·m.
            assert!((event.time / level - 1.0).abs() < 1e-12, "law {number}: {} s, expected {level}", event.time);
            assert!((event.forward_limit / forward - 1.0).abs() < 1e-14, "law {number}: {}", event.forward_limit);
            assert!((event.backward_limit / backward - 1.0).abs() < 1e-14, "law {number}: {}", event.backward_limit);
        }
    }
}

#[test]
fn a_loaded_body_coasts_as_level_and_share_of_the_load_fall_each_by_its_own_stribeck_effect() {
    const LOAD: f64 = 40.0;
    const RATIO: f64 = 0.6;
    // Opposed by the load it stops; driven by it, with losses above the load, too.
    const LOCKING: f64 = -0.5;
    for (number, load_inertia) in [law::HESS_SOOM, law::STRIBECK].into_iter().flat_map(|law| [(law, 0.0), (law, 0.3)]) {
        for direction in [1.0, -1.0] {
            let mut actuator = body(
                number,
                &[
                    ("load_inertia", load_inertia),
                    ("friction.backward_ratio", RATIO),
                    ("friction.load_static_ratio", LOAD_STATIC_RATIO),
                    ("friction.efficiency_opposing", OPPOSING),
                    ("friction.efficiency_aiding", LOCKING),
                    ("velocity_start", direction),
                ],
            );
            let inputs = vec![("load_torque", Signal::constant(LOAD))];
            let recorder = Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.1 }.go(|_, _| {});
            let fading = |v: f64| {
                let power = v / STRIBECK_VELOCITY;
                if number == law::STRIBECK { (-power).exp() } else { 1.0 / (1.0 + power) }
            };
            // (J_M + f·J_L)·|a| = ±f·T + F, f = 1 ± κ·χ_T.
            let slowing = |v: f64| {
                let level = (if direction > 0.0 { COULOMB } else { RATIO * COULOMB })
                    * (1.0 + (STATIC_RATIO - 1.0) * fading(v));
                let ratio = 1.0 + (LOAD_STATIC_RATIO - 1.0) * fading(v);
                let factor =
                    if direction > 0.0 { 1.0 + (1.0 / OPPOSING - 1.0) * ratio } else { 1.0 - (1.0 - LOCKING) * ratio };
                (direction * factor * LOAD + level) / (2.0 + factor * load_inertia)
            };
            let (time, way) = (over_octaves(|v| 1.0 / slowing(v)), over_octaves(|v| v / slowing(v)));
            let stop = recorder.events[0];
            assert_eq!(stop.kind, EventKind::Stop, "law {number} {direction}");
            let case = format!("law {number}, J_L {load_inertia}, direction {direction}");
            // Rounding of some hundred series.
            assert!((stop.time / time - 1.0).abs() < 1e-13, "{case}: {:e} s, expected {time:e}", stop.time);
            assert!(
                (direction * stop.position / way - 1.0).abs() < 1e-13,
                "{case}: {:e} rad, expected {way:e}",
                stop.position
            );
        }
    }
}

#[test]
fn the_static_ratio_of_the_load_is_that_of_the_level_where_none_is_given() {
    let losses = [("friction.efficiency_opposing", OPPOSING), ("friction.efficiency_aiding", AIDING)];
    for number in law::sticking().into_iter().chain(law::comparators()) {
        let mut runs = [0.0, STATIC_RATIO].map(|ratio| {
            let mut actuator = body(number, &losses);
            set(&mut actuator, "friction.load_static_ratio", ratio);
            let mut inputs = to_and_fro(1.0);
            inputs.push(("load_torque", Signal::constant(2.0)));
            let mut rows = Vec::new();
            Run { actuator: &mut actuator, inputs, end: 1.5, step: 1e-2 }.go(|_, actuator| {
                rows.push(["position", "velocity", "friction_torque"].map(|name| get(actuator, name)))
            });
            rows
        });
        let [own, given] = &mut runs;
        assert_eq!(own, given, "law {number}");
    }
}

#[test]
fn ratios_that_are_none_are_refused_with_what_is_allowed() {
    for (name, value, allowed) in [
        ("friction.load_static_ratio", 0.5, "must be at least 1, or 0 for that of friction.static_ratio"),
        ("friction.load_static_ratio", -1.0, "must be within the declared range"),
        ("friction.backward_ratio", 0.0, "must be within the declared range"),
    ] {
        for kind in Kind::ALL {
            let mut actuator = kind.actuator();
            set(&mut *actuator, name, value);
            let refused = actuator.check().expect_err(name);
            assert_eq!(refused.allowed, allowed, "{kind:?} {name}");
        }
    }
}

/// A body of 2 kg·m² and a brake with its law, on which a torque acts.
fn braked(number: i32, more: &str) -> String {
    let name = model_description::models::laws::LAWS[number as usize - 1].name;
    format!(
        "name = \"Braked\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 2\n[brake.k]\non = \"b\"\nfriction.law = \"{name}\"\n\
         friction.coulomb_torque = {COULOMB}\nfriction.stribeck_velocity = {STRIBECK_VELOCITY}\n{more}\n\
         [[input]]\nname = \"motor_torque\"\non = \"b\"\n"
    )
}

const TABLE: &str = "friction.table.velocity = [0, 0.25, 1]\nfriction.table.torque = [4.5, 3, 3]\n";

#[test]
fn a_brake_with_uneven_levels_moves_a_body_as_the_transmission_does() {
    for number in law::sticking() {
        for (static_ratio, ratio) in [(1.0, 0.6), (1.5, 0.25), (1.5, 3.0), (3.0, 0.2), (3.0, 7.0)] {
            // With a static ratio of 3 the level of motion is beyond the middle of what holds.
            let table = if number == law::TABULATED { TABLE } else { "" };
            let text = braked(
                number,
                &format!("friction.static_ratio = {static_ratio}\nfriction.backward_ratio = {ratio}\n{table}"),
            );
            let mut alone =
                body(number, &[("friction.static_ratio", static_ratio), ("friction.backward_ratio", ratio)]);
            let torque = [0.0, 12.0, -14.0, 3.0, -3.0, 40.0, -40.0, 0.0];
            let motor = Signal(torque.into_iter().enumerate().map(|(k, torque)| (0.3 * k as f64, torque)).collect());
            let inputs = || vec![("motor_torque", motor.clone())];
            let (mut rows, mut of_alone) = (Vec::new(), Vec::new());
            let mut brake = drivetrain(&text);
            let recorder = Run { actuator: &mut brake, inputs: inputs(), end: 2.1, step: 1e-2 }.go(|_, actuator| {
                rows.push(
                    ["b.position", "b.velocity", "k.friction_torque", "k.friction_regime"]
                        .map(|name| get(actuator, name)),
                );
            });
            let events = Run { actuator: &mut alone, inputs: inputs(), end: 2.1, step: 1e-2 }.go(|_, actuator| {
                of_alone.push(
                    ["position", "velocity", "friction_torque", "friction_regime"].map(|name| get(actuator, name)),
                );
            });
            let case = format!("law {number}, static ratio {static_ratio}, backward ratio {ratio}");
            assert!(rows.iter().any(|row| row[3] == 0.0) && rows.iter().any(|row| row[0].abs() > 0.1), "{case}");
            for (row, alone) in rows.iter().zip(&of_alone) {
                assert_eq!(row[3], alone[3], "{case}: {row:?} {alone:?}");
                // Rounding of series, over two seconds of motion with 40 N·m.
                let close = row.iter().zip(alone).all(|(a, b)| (a - b).abs() <= 1e-11 * b.abs().max(1.0));
                assert!(close, "{case}: {row:?} {alone:?}");
            }
            assert_eq!(recorder.events.len(), events.events.len(), "{case}");
            for (own, alone) in recorder.events.iter().zip(&events.events) {
                assert_eq!(own.kind, alone.kind, "{case}");
                assert!((own.time - alone.time).abs() < 1e-12, "{case}: {} {}", own.time, alone.time);
                if let EventKind::Breakaway { direction } = own.kind {
                    let level = if direction > 0 { alone.forward_limit } else { alone.backward_limit };
                    let told = if direction > 0 { own.forward_limit } else { own.backward_limit };
                    assert!((told / level - 1.0).abs() < 1e-12, "{case}: {told}, expected {level}");
                }
            }
        }
    }
}

#[test]
fn a_brake_that_is_released_slowly_lets_go_where_its_level_in_that_direction_is_what_it_holds() {
    // 1 and -1 N·m against 3·1.5·e and 0.6·3·1.5·e.
    for (torque, level) in [(1.0, COULOMB * STATIC_RATIO), (-1.0, 0.6 * COULOMB * STATIC_RATIO)] {
        let text = braked(law::COULOMB, "friction.static_ratio = 1.5\nfriction.backward_ratio = 0.6");
        let mut brake = drivetrain(&text);
        let inputs =
            vec![("motor_torque", Signal::constant(torque)), ("k.engagement", Signal(vec![(0.0, 1.0), (1.0, 0.0)]))];
        let recorder = Run { actuator: &mut brake, inputs, end: 0.999, step: 0.07 }.go(|_, actuator| {
            if get(actuator, "k.friction_regime") == 0.0 {
                // What it holds is shown, not what is decided.
                assert!((get(actuator, "k.friction_torque") - torque).abs() < 1e-14);
            }
        });
        let time = 1.0 - torque.abs() / level;
        assert_eq!(recorder.events[0].kind, EventKind::Breakaway { direction: torque as i8 });
        assert!((recorder.events[0].time - time).abs() < 1e-12, "{} s, expected {time}", recorder.events[0].time);
    }
}

#[test]
fn two_brakes_with_uneven_levels_hold_what_they_can_together() {
    let text = "name = \"Two\"\nmodel = \"Drivetrain\"\n[body.b]\n[body.c]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\n\
                friction.backward_ratio = 0.25\n[brake.l]\non = \"b\"\nfriction.coulomb_torque = 1\nfriction.backward_ratio = 4\n\
                [clutch.m]\nconnects = [\"b\", \"c\"]\nfriction.coulomb_torque = 3\nfriction.backward_ratio = 0.5\n\
                [[input]]\nname = \"u\"\non = \"b\"\n[[input]]\nname = \"w\"\non = \"c\"\n";
    // 3 N·m forward, 4.5 N·m backward; the clutch takes 3 and 1.5 N·m of its second body.
    for (of_b, of_c, sum) in [(3.0, 0.0, 3.0), (-4.5, 0.0, -4.5), (1.0, 2.0, 3.0), (-3.25, -1.25, -4.5)] {
        let mut actuator = drivetrain(text);
        // Almost as much as they hold, then a little more.
        for (share, rests) in [(1.0 - 1e-9, true), (1.0 + 1e-9, false)] {
            set(&mut actuator, "u", share * of_b);
            set(&mut actuator, "w", share * of_c);
            actuator.check().expect("it is admissible");
            let mut recorder = Recorder::default();
            actuator.initialize(0.0, &mut recorder);
            actuator.advance(0.0, 0.1, &mut recorder);
            actuator.update_outputs();
            assert_eq!(get(&actuator, "b.velocity") == 0.0, rests, "{of_b} {of_c} {share}");
            if rests {
                let held = get(&actuator, "k.friction_torque") + get(&actuator, "l.friction_torque");
                assert!((held - share * sum).abs() < 1e-12, "{held}, expected {sum}");
                for (brake, forward, backward) in [("k", 2.0, 0.5), ("l", 1.0, 4.0), ("m", 3.0, 1.5)] {
                    let torque = get(&actuator, &format!("{brake}.friction_torque"));
                    assert!((-backward..=forward).contains(&torque), "{brake} {torque}");
                }
                assert!((get(&actuator, "m.friction_torque") - share * of_c).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn brakes_with_uneven_levels_share_by_the_means_of_these_and_carry_nothing_under_no_load() {
    let text = "name = \"Two\"\nmodel = \"Drivetrain\"\n[body.b]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\n\
                friction.backward_ratio = 0.25\n[brake.l]\non = \"b\"\nfriction.coulomb_torque = 1\nfriction.backward_ratio = 4\n\
                [[input]]\nname = \"u\"\non = \"b\"\n";
    // Means of 1.25 and 2.5 N·m: a third and two thirds, but for what is beyond 2 and 1 N·m forward, 0.5 and 4 N·m backward.
    for (load, carried) in
        [(0.0, [0.0, 0.0]), (0.6, [0.2, 0.4]), (-0.9, [-0.3, -0.6]), (-3.0, [-0.5, -2.5]), (2.4, [1.4, 1.0])]
    {
        let mut actuator = drivetrain(text);
        set(&mut actuator, "u", load);
        let mut recorder = Recorder::default();
        actuator.initialize(0.0, &mut recorder);
        for time in 0..3 {
            actuator.update_outputs();
            let shown = ["k", "l"].map(|brake| get(&actuator, &format!("{brake}.friction_torque")));
            let off = shown.iter().zip(&carried).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            assert!(off < 1e-12, "{shown:?} N·m under {load} N·m at {time} s, not {carried:?}");
            actuator.advance(f64::from(time), 1.0, &mut recorder);
        }
    }
}

#[test]
fn a_gear_and_a_screw_break_away_where_losses_without_and_with_load_are_exceeded_each_times_its_ratio() {
    const LOAD: f64 = 2.0;
    let losses = format!(
        "efficiency_opposing = {OPPOSING}\nefficiency_aiding = {AIDING}\nfriction.coulomb_torque = {COULOMB}\n\
         friction.static_ratio = {STATIC_RATIO}\nfriction.load_static_ratio = {LOAD_STATIC_RATIO}\n"
    );
    // The lead makes a force of 1000 N a torque of 2 N·m.
    let lead = LOAD * std::f64::consts::TAU / 1000.0;
    let gear =
        format!("[body.c]\n[gear.g]\nconnects = [\"b\", \"c\"]\n{losses}[[input]]\nname = \"load\"\non = \"c\"\n");
    let screw = format!(
        "[mass.c]\n[screw.g]\nconnects = [\"b\", \"c\"]\nlead = {lead:e}\n{losses}[[input]]\nname = \"load\"\non = \"c\"\n"
    );
    for (more, load) in [(gear, LOAD), (screw, 1000.0)] {
        let text = format!(
            "name = \"Geared\"\nmodel = \"Drivetrain\"\n[body.b]\n[[input]]\nname = \"motor\"\non = \"b\"\n{more}"
        );
        for (direction, level) in [1_i8, -1].into_iter().zip(breakaway(LOAD, 1.0)) {
            let mut actuator = drivetrain(&text);
            let motor = Signal(vec![(0.0, LOAD), (20.0, LOAD + f64::from(direction) * 20.0)]);
            let inputs = vec![("motor", motor), ("load", Signal::constant(-load))];
            let recorder = Run { actuator: &mut actuator, inputs, end: level + 0.1, step: 0.37 }.go(|_, _| {});
            let event = recorder.events[0];
            assert_eq!(event.kind, EventKind::Breakaway { direction });
            assert!((event.time / level - 1.0).abs() < 1e-12, "{} s, expected {level}", event.time);
        }
        // In equilibrium the losses hold all of the load.
        let mut actuator = drivetrain(&format!("{text}[start]\ninitialization = \"trim\"\n"));
        set(&mut actuator, "load", -load);
        actuator.check_start().expect("1.5·3 + 2.5·0.6·2 N·m hold 2 N·m");
        set(&mut actuator, "g.friction.load_static_ratio", 0.5);
        let refused = actuator.check().expect_err("it is no ratio");
        assert_eq!(refused.allowed, "must be at least 1, or 0 for that of friction.static_ratio");
    }
}

#[test]
fn an_importer_of_model_exchange_finds_the_breakaway_of_either_direction() {
    const SLOPE: f64 = 10.0;
    for direction in [1.0, -1.0] {
        let level = if direction > 0.0 { COULOMB } else { 0.6 * COULOMB } * STATIC_RATIO;
        let time = level / SLOPE;
        let text = braked(law::COULOMB, "friction.static_ratio = 1.5\nfriction.backward_ratio = 0.6");
        let models: [(Box<dyn Actuator>, &str); 2] = [
            (Box::new(body(law::COULOMB, &[("friction.backward_ratio", 0.6)])), ""),
            (Box::new(drivetrain(&text)), "b."),
        ];
        for (mut actuator, prefix) in models {
            let mut recorder = Recorder::default();
            actuator.initialize(0.0, &mut recorder);
            actuator.update_discrete_states(0.0, &mut recorder);
            actuator.begin_continuous_time();
            let mut indicators = vec![0.0; actuator.event_indicator_count()];
            let mut crossed = |actuator: &mut dyn Actuator, at: f64| {
                actuator.set_time(at);
                set(actuator, "motor_torque", direction * SLOPE * at);
                actuator.inputs_changed();
                actuator.event_indicators(&mut indicators);
                indicators.iter().any(|indicator| *indicator < 0.0)
            };
            let (mut low, mut high) = (0.0, 1.0);
            assert!(!crossed(&mut *actuator, low) && crossed(&mut *actuator, high));
            while low.next_up() < high {
                let middle = 0.5 * (low + high);
                *(if crossed(&mut *actuator, middle) { &mut high } else { &mut low }) = middle;
            }
            // Indicators stand above their guards by 1e-12 N·m.
            assert!((high - time).abs() < 1e-12, "{high} s, expected {time}");
            assert!(crossed(&mut *actuator, high));
            actuator.update_discrete_states(high, &mut recorder);
            actuator.begin_continuous_time();
            let mut rates = vec![0.0; actuator.states().len()];
            actuator.derivatives(&mut rates);
            let acceleration = direction * (level - level / STATIC_RATIO) / 2.0;
            assert!((rates[1] / acceleration - 1.0).abs() < 1e-9, "{prefix}: {} {acceleration}", rates[1]);
        }
    }
}

#[test]
fn a_run_with_uneven_levels_goes_on_from_a_saved_state_with_the_same_bits() {
    let text = braked(law::STRIBECK, "friction.static_ratio = 1.5\nfriction.backward_ratio = 0.6");
    for place in [0.21, 0.5, 0.77, 0.95] {
        let motor = vec![("motor_torque", Signal(vec![(0.0, 0.0), (0.4, 8.0), (0.8, -9.0), (1.5, 9.0)]))];
        let mut actuator = drivetrain(&text);
        let run = Run { actuator: &mut actuator, inputs: motor.clone(), end: 1.5, step: 1e-2 };
        assert!(continues_as(run, &mut drivetrain(&text), place), "{place}");
        let more = [("friction.backward_ratio", 0.6), ("friction.load_static_ratio", LOAD_STATIC_RATIO)];
        let mut actuator = body(law::STRIBECK, &more);
        let run = Run { actuator: &mut actuator, inputs: motor, end: 1.5, step: 1e-2 };
        assert!(continues_as(run, &mut body(law::STRIBECK, &more), place), "{place}");
    }
}

#[test]
fn a_body_starts_in_equilibrium_by_what_each_direction_holds() {
    let text = braked(law::COULOMB, "friction.backward_ratio = 0.5\n[start]\ninitialization = \"trim\"");
    for (torque, rests) in [(2.9, true), (3.1, false), (-1.4, true), (-1.6, false)] {
        let mut actuator = drivetrain(&text);
        set(&mut actuator, "motor_torque", torque);
        assert_eq!(actuator.check_start().is_ok(), rests, "{torque}");
    }
}
