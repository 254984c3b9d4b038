//! Losses of gears where a direction, or the sign of a mesh torque, is decided: right values follow from the equations in each comment.

use crate::drivetrains::minimal::run_unwarned;
use crate::drivetrains::singular::STEPS;
use actuator_fmu::actuator::{Element, EventKind};
use test_support::drivetrain::drivetrain;
use test_support::{Run, Signal, get};

fn gear(connects: [&str; 2], ratio: f64, (opposing, aiding): (f64, f64), coulomb: f64) -> String {
    let [first, second] = connects;
    format!(
        "[gear.g]\nconnects = [\"{first}\", \"{second}\"]\nratio = {ratio}\nefficiency_opposing = {opposing}\n\
         efficiency_aiding = {aiding}\nfriction.coulomb_torque = {coulomb}\n"
    )
}

fn load(on: &str) -> String {
    format!("[[input]]\nname = \"on_{on}\"\non = \"{on}\"\n")
}

#[test]
fn a_gear_turns_the_way_in_which_its_clutches_take_it_once_they_slide() {
    // At their breakaway levels, 4 and 1 N·m, the clutches would take the gear forwards against −4 N·m, at their sliding levels, 2 and
    // 1 N·m, they do not: (1 + 1/10²)·a = −4 + 3.
    let text = format!(
        "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[body.c]\ninertia = 1\n{}\
         [clutch.c0]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 2\nfriction.static_ratio = 2\n\
         [clutch.c1]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 1\n{}{}",
        gear(["b", "c"], 10.0, (1.0, 0.9), 0.0),
        load("a"),
        load("b")
    );
    for step in STEPS {
        let inputs = vec![("on_a", Signal::constant(11.0)), ("on_b", Signal::constant(-4.0))];
        let mut end = [0.0; 2];
        let recorder = run_unwarned(&text, inputs, 0.4, step, |_, made| {
            end = [get(made, "a.position"), get(made, "b.position")];
        });
        let expected = [0.5 * 8.0 * 0.16, -0.5 / 1.01 * 0.16];
        assert!((0..2).all(|at| (end[at] - expected[at]).abs() <= 1e-13), "{end:?} {expected:?}");
        assert!(recorder.events.iter().all(|event| !matches!(event.kind, EventKind::Reversal { .. })));
    }
}

/// q, v and a after a time with an acceleration that grows with it.
fn later([q, v]: [f64; 2], (a, slope): (f64, f64), time: f64) -> [f64; 2] {
    [q + time * (v + time * (a / 2.0 + time * slope / 6.0)), v + time * (a + time * slope / 2.0)]
}

#[test]
fn a_gear_of_no_inertia_left_by_its_losses_goes_on_behind_a_clutch_that_holds() {
    // With the second driving 0.025 − 0.2·0.5/2² = 0 is left of the gear's own inertia; a clutch adds 2 kg·m². At the second
    // −(2 − 150·t), at the first −10 + 187.5·t: the mesh torque is zero where 0.125·(−9 + 112.5·t)/2.15 = 1 − 75·t.
    let text = format!(
        "[body.a]\ninertia = 2\n[body.b]\ninertia = 0.5\n[body.c]\ninertia = 0.025\n{}\
         [clutch.k]\nconnects = [\"a\", \"c\"]\nfriction.coulomb_torque = 10\n{}{}",
        gear(["c", "b"], -2.0, (1.0, -0.2), 0.0),
        load("b"),
        load("c")
    );
    let turns = (1.0 + 0.125 * 9.0 / 2.15) / (75.0 + 0.125 * 112.5 / 2.15);
    let first = later([0.0; 2], (-9.0 / 2.15, 112.5 / 2.15), turns);
    // The first gets −0.2 of what the second would bring: −10 + 187.5·t − 0.2·(1 − 75·t).
    let expected = later(first, ((-10.2 + 202.5 * turns) / 2.0, 202.5 / 2.0), 0.08 - turns);
    for step in STEPS {
        let inputs = vec![
            ("on_b", Signal::through(&[(0.0, -2.0), (0.08, 10.0)])),
            ("on_c", Signal::through(&[(0.0, -10.0), (0.08, 5.0)])),
        ];
        let mut end = [0.0; 2];
        run_unwarned(&text, inputs, 0.08, step, |_, made| end = [get(made, "a.position"), get(made, "a.velocity")]);
        assert!((0..2).all(|at| (end[at] - expected[at]).abs() <= 1e-12), "{end:?} {expected:?}");
    }
}

#[test]
fn a_gear_that_could_jam_goes_on_where_its_mesh_torque_is_zero_from_then_on() {
    // Once the second clutch, which lets go until 0.035 s, is free, what acts leaves nothing to cross the mesh: −2 + 2 − 1 = −1 at b, of
    // 1 kg·m², and −2 at a.
    let text = format!(
        "[body.a]\ninertia = 1\nvelocity_start = 1\n[body.b]\ninertia = 1\n{}\
         [clutch.k]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 2\n\
         [clutch.l]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 10\n{}",
        gear(["b", "a"], 0.5, (0.5, -1.0), 1.0),
        load("b")
    );
    for step in STEPS {
        let inputs = vec![
            ("on_b", Signal::constant(-2.0)),
            ("l.engagement", Signal::through(&[(0.0, 0.5), (0.035, 0.0), (1.0, 0.0)])),
        ];
        let mut times = vec![];
        run_unwarned(&text, inputs, 0.3, step, |time, made| times.push((time, get(made, "a.velocity"))));
        let free: Vec<_> = times.iter().filter(|(time, _)| *time > 0.035).collect();
        let (begin, first) = *free[0];
        for (time, velocity) in &free {
            assert!((velocity - (first - 2.0 * (time - begin))).abs() <= 1e-12, "{time}: {velocity}");
        }
        assert!(free[free.len() - 1].1 > 0.3);
    }
}

#[test]
fn a_gear_that_gives_its_first_body_nothing_jams_at_once_if_that_has_no_inertia() {
    // The second goes on until 2 − 100·t is zero; then the first, without inertia and driven by nothing, can not be slowed down: it
    // stops with the second, and both turn back from rest with (2 − 100·t)/(1/2²) at the first.
    let text = format!(
        "[body.a]\ninertia = 1\n[body.b]\ninertia = 0\n{}{}",
        gear(["b", "a"], 2.0, (1.0, 0.0), 0.0),
        load("b")
    );
    let stop = later([0.0; 2], (8.0, -400.0), 0.02)[0];
    let [position, velocity] = later([stop, 0.0], (0.0, -400.0), 0.08);
    for step in STEPS {
        let inputs = vec![("on_b", Signal::through(&[(0.0, 2.0), (1.0, -98.0)]))];
        let mut end = [0.0; 2];
        let recorder = run_unwarned(&text, inputs, 0.1, step, |_, made| {
            end = [get(made, "b.position"), get(made, "b.velocity")];
        });
        assert!((end[0] - position).abs() <= 1e-13 && (end[1] - velocity).abs() <= 1e-12, "{end:?}");
        let jam = recorder.events.iter().find(|event| event.kind == EventKind::Jam).unwrap();
        assert!((jam.time - 0.02).abs() <= 1e-12 && jam.element == Element::Named("g"), "{jam:?}");
    }
}

#[test]
fn a_freewheel_across_a_gear_does_not_wedge_it_where_losses_take_all_that_goes_round() {
    // What the freewheel pressed would go through the gear and back into its losses, and hold nothing: at 4 N·m the gear breaks away
    // against C = 2 N·m and the brake, and turns (1 + 0.5/2²/0.5)·a = 2000·(t − 0.002).
    let text = format!(
        "[body.a]\ninertia = 1\n[body.b]\ninertia = 0.5\n{}[brake.k]\non = \"a\"\nfriction.coulomb_torque = 2\n\
         [freewheel.f]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 0\nrelease_torque = 1\n{}",
        gear(["a", "b"], 2.0, (0.5, 0.5), 2.0),
        load("a")
    );
    for step in STEPS {
        let inputs = vec![("on_a", Signal::through(&[(0.0, 0.0), (1.0, 2000.0)]))];
        let mut end = 0.0;
        run_unwarned(&text, inputs, 0.02, step, |_, made| {
            end = get(made, "a.position");
            assert!(get(made, "f.friction_torque").abs() <= 10.0);
        });
        let expected = later([0.0; 2], (0.0, 1600.0), 0.018)[0];
        assert!((end - expected).abs() <= 1e-14, "{end} {expected}");
    }
}

#[test]
fn a_freewheel_at_a_locked_loop_runs_ahead_under_a_load() {
    // The gear, the freewheel g and the brake hold each other; the body a hangs at them by the freewheel f only, which lets go of it
    // with 1 N·m: 20 − 1 = 19 N·m accelerate it from 0.21 s on.
    let text = format!(
        "[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[body.c]\ninertia = 2\n{}\
         [freewheel.f]\nconnects = [\"c\", \"a\"]\nfriction.coulomb_torque = 1\nrelease_torque = 1\n\
         [freewheel.g2]\nconnects = [\"c\", \"b\"]\nfriction.coulomb_torque = 5\n\
         [brake.k]\non = \"b\"\nfriction.coulomb_torque = 1\n{}",
        gear(["c", "b"], -2.0, (1.0, 0.0), 0.0),
        load("a")
    );
    for step in STEPS {
        let inputs = vec![("on_a", Signal::through(&[(0.0, -1.00000002), (0.21, -1.00000002), (0.21, 20.0)]))];
        run_unwarned(&text, inputs, 0.28, step, |time, made| {
            let velocity = get(made, "a.velocity");
            assert!((velocity - 19.0 * (time - 0.21).max(0.0)).abs() <= 1e-12, "{time}: {velocity}");
            let expected = if time > 0.21 { 1.0 } else { 0.0 };
            assert_eq!(get(made, "f.friction_regime"), expected, "{time}");
        });
    }
}

#[test]
fn a_gear_that_locks_itself_holds_what_its_stop_lets_go() {
    // a meets its stop at 0.05 rad, which holds 1 N·m there. From 0.127 s on the load pulls it away, and the losses hold it, whose bound is
    // static_ratio·(1 − η_aid) = 2 of the mesh torque.
    let text = format!(
        "[body.a]\ninertia = 4\nvelocity_start = 1\ntravel.upper = 0.05\n[body.b]\ninertia = 1\n{}friction.static_ratio = 2\n\
         [freewheel.f]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 1\nfriction.static_ratio = 1.5\n{}",
        gear(["a", "b"], -0.5, (0.5, 0.0), 0.0),
        load("a")
    );
    for step in STEPS {
        let inputs = vec![("on_a", Signal::through(&[(0.0, 1.0), (0.12, 1.0), (0.2, -10.0)]))];
        run_unwarned(&text, inputs, 0.2, step, |time, made| {
            if time > 0.051 {
                assert_eq!([get(made, "a.position"), get(made, "a.velocity")], [0.05, 0.0], "{time}");
            }
        });
    }
}

#[test]
fn losses_that_follow_no_mesh_torque_ask_for_no_decision_where_it_is_zero() {
    // Both bodies are one, and the clutches share what crosses the gear: (12 − 600·t)/0.1, with C = 1 N·m and the
    // brake against the motion.
    let text = format!(
        "[body.a]\ninertia = 0\nvelocity_start = -1\n[body.b]\ninertia = 0.1\n{}\
         [clutch.k]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 2\n\
         [clutch.l]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 2\n[brake.m]\non = \"a\"\nfriction.coulomb_torque = 1\n{}{}",
        gear(["a", "b"], 1.0, (1.0, 1.0), 1.0),
        load("a"),
        load("b")
    );
    for step in STEPS {
        let inputs = vec![("on_a", Signal::through(&[(0.0, 2.0), (1.0, -598.0)])), ("on_b", Signal::constant(10.0))];
        let mut end = 0.0;
        run_unwarned(&text, inputs, 0.008, step, |_, made| end = get(made, "b.velocity"));
        let expected = later([0.0, -1.0], (140.0, -6000.0), 0.008)[1];
        assert!((end - expected).abs() <= 1e-12, "{end} {expected}");
    }
}

/// Both bodies alone would move alike, so there is no mesh torque and nothing is lost, whatever the efficiencies. Where the springs turn them back a gear
/// that locks itself may hold them.
#[test]
fn a_gear_between_bodies_that_move_alike_by_themselves_loses_nothing_and_has_no_events() {
    for (aiding, viscous, stiffness) in
        [(0.5, 1.0, 0.0), (0.9, 0.1, 0.0), (0.0, 0.0, 10.0), (-0.5, 0.0, 10.0), (-4.0, 0.0, 10.0), (-5.0, 1.0, 0.0)]
    {
        let text = format!(
            "name = \"Alike\"\nmodel = \"Drivetrain\"\n[body.a]\nvelocity_start = 2\nviscous_coefficient = {viscous}\n[body.b]\n\
             viscous_coefficient = {viscous}\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\nefficiency_opposing = 0.5\n\
             efficiency_aiding = {aiding}\n[shaft.u]\nconnects = [\"ground\", \"a\"]\nstiffness = {stiffness}\n[shaft.s]\n\
             connects = [\"ground\", \"b\"]\nstiffness = {stiffness}\n"
        );
        for step in [0.125, 0.0625, 0.001] {
            let mut made = drivetrain(&text);
            Run { actuator: &mut made, inputs: Vec::new(), end: 0.375, step }.go(|_, _| {});
            let w = f64::sqrt(stiffness);
            let expected = if stiffness > 0.0 { 2.0 * f64::cos(0.375 * w) } else { 2.0 * f64::exp(-0.375 * viscous) };
            let velocity = get(&made, "a.velocity");
            assert!(
                (velocity - expected).abs() <= 1e-12,
                "{aiding} {viscous} {stiffness} {step}: {velocity}, not {expected}"
            );
            assert_eq!(get(&made, "solver.bridged_time"), 0.0, "{aiding} {viscous} {stiffness} {step}");
        }
    }
}
