//! Gears whose losses depend on their speed, against quadrature of the equations in each comment.
//!
//! With the first as a and the second as b, T the torque that crosses the mesh, s the direction of a, m the sign of T:
//!
//! ```text
//! T = (J_b·a/r − load)/r,   J_a·a = torque − T − s·(C(|v|) + κ(|v|)·|T|)
//! ```
//!
//! Under constant torques a is a function of v, and time and way are the integrals of dv/a and v·dv/a.

use crate::drivetrains::minimal::run_unwarned;
use crate::drivetrains::singular::STEPS;
use actuator_fmu::actuator::EventKind;
use test_support::quadrature::integral;
use test_support::{Signal, get};

const INERTIA: [f64; 2] = [0.02, 3.0];
const RATIO: f64 = 10.0;
const SPEED: [f64; 4] = [0.0, 0.5, 2.0, 8.0];
const LEVEL: [f64; 4] = [0.3, 0.2, 0.15, 0.4];
const OPPOSING: [f64; 4] = [0.5, 0.6, 0.8, 0.7];
const AIDING: [f64; 4] = [-0.3, 0.2, 0.5, 0.45];

/// Bodies a and b with a gear that loses by the table; `more` may add to it.
fn drivetrain(start: f64, more: &str) -> String {
    format!(
        "[body.a]\ninertia = {}\nvelocity_start = {start}\n[body.b]\ninertia = {}\n\
         [gear.g]\nconnects = [\"a\", \"b\"]\nratio = {RATIO}\nfriction.table.velocity = {SPEED:?}\n\
         friction.table.torque = {LEVEL:?}\nfriction.table.efficiency_opposing = {OPPOSING:?}\n\
         friction.table.efficiency_aiding = {AIDING:?}\n{more}\
         [[input]]\nname = \"torque\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n",
        INERTIA[0], INERTIA[1]
    )
}

/// A column, linear between its points and constant beyond the last.
fn at(speed: f64, column: impl Fn(usize) -> f64) -> f64 {
    let upper = SPEED.iter().position(|point| *point > speed).unwrap_or(SPEED.len());
    if upper == SPEED.len() {
        return column(upper - 1);
    }
    let share = (speed - SPEED[upper - 1]) / (SPEED[upper] - SPEED[upper - 1]);
    (1.0 - share) * column(upper - 1) + share * column(upper)
}

/// Acceleration of a at a velocity: that for which T has the sign with which it was computed.
fn acceleration(velocity: f64, [torque, load]: [f64; 2], from_rest: f64) -> (f64, f64) {
    let direction = if velocity == 0.0 { from_rest } else { velocity.signum() };
    let level = at(velocity.abs(), |k| LEVEL[k]);
    let of_sign = |sign: f64| {
        let gain = if sign == direction {
            at(velocity.abs(), |k| 1.0 / OPPOSING[k] - 1.0)
        } else {
            at(velocity.abs(), |k| 1.0 - AIDING[k])
        };
        let share = 1.0 + direction * sign * gain;
        let a =
            (torque - direction * level + share * load / RATIO) / (INERTIA[0] + share * INERTIA[1] / (RATIO * RATIO));
        (a, (INERTIA[1] * a / RATIO - load) / RATIO)
    };
    let [forward, backward] = [1.0, -1.0].map(of_sign);
    if forward.1 >= 0.0 { forward } else { backward }
}

/// Time and way between two velocities of one direction, by Simpson's rule over what lies between points of the table and `kinks`.
fn passage(from: f64, to: f64, torques: [f64; 2], kinks: &[f64]) -> [f64; 2] {
    let (least, most) = (from.min(to), from.max(to));
    let inside = |point: &f64| *point > least && *point < most;
    let mut ends: Vec<f64> =
        SPEED.iter().flat_map(|point| [*point, -point]).chain(kinks.iter().copied()).filter(inside).collect();
    ends.extend([from, to]);
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    let direction = (from + to).signum();
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        ends.windows(2)
            .map(|pair| {
                // Just inside, so that an end belongs to what is between.
                let inner =
                    |v: f64| v.clamp(pair[0] + 1e-15 * (pair[1] - pair[0]), pair[1] - 1e-15 * (pair[1] - pair[0]));
                integral(pair[0], pair[1], 2000, |v| of(inner(v)) / acceleration(v, torques, direction).0)
            })
            .sum()
    };
    let sign = if to > from { 1.0 } else { -1.0 };
    [sign * sum(&|_| 1.0), sign * sum(&|v| v)]
}

#[test]
fn a_gear_runs_up_through_its_table_as_quadrature_has_it() {
    // It breaks away at once: 20 > 0.3 + … at rest. The load of −12 N·m opposes.
    let torques = [9.0, -12.0];
    let [time, way] = passage(0.0, 11.0, torques, &[]);
    for step in STEPS {
        let inputs = vec![("torque", Signal::constant(torques[0])), ("load", Signal::constant(torques[1]))];
        let mut end = [0.0; 2];
        let recorder = run_unwarned(&drivetrain(0.0, ""), inputs, time, step, |_, made| {
            end = [get(made, "a.position"), get(made, "a.velocity")]
        });
        assert!((end[0] - way).abs() <= 1e-11 * way && (end[1] - 11.0).abs() <= 1e-11 * 11.0, "{end:?} {way} {step}");
        assert_eq!(recorder.events.len(), 1, "{:?}", recorder.events);
    }
}

#[test]
fn a_gear_coasts_down_through_its_table_and_locks_itself_although_it_does_not_at_speed() {
    // The load of 10 N·m drives on; at speed half of it comes through, at rest nothing holds less than it gives.
    let torques = [0.0, 10.0];
    let [time, way] = passage(9.0, 0.0, [-1.5, 10.0], &[]);
    for step in STEPS {
        let inputs = vec![("torque", Signal::constant(-1.5)), ("load", Signal::constant(torques[1]))];
        let mut end = [0.0; 2];
        let recorder = run_unwarned(&drivetrain(9.0, ""), inputs, 2.0 * time, step, |_, made| {
            end = [get(made, "a.position"), get(made, "a.velocity")];
        });
        let stop = recorder.events.iter().find(|event| matches!(event.kind, EventKind::Stop)).unwrap();
        assert!(
            (stop.time - time).abs() <= 1e-11 && (end[0] - way).abs() <= 1e-11 * way,
            "{} {time} {end:?} {way}",
            stop.time
        );
        assert_eq!((end[1], recorder.events.len()), (0.0, 1), "{:?}", recorder.events);
    }
}

#[test]
fn a_mesh_torque_turns_where_the_level_of_its_speed_lets_it() {
    // T = 0 where J_a·load·r/J_b = torque − C(v): C = 0.15 + 0.02·0.8·10/3, at 2 + 6·(0.16/3)/0.25 and at 0.5·(1 − 0.16/30) rad/s.
    let torques = [0.15, -0.8];
    let level = torques[0] - INERTIA[0] * torques[1] * RATIO / INERTIA[1];
    let kinks = [2.0 + 6.0 * (level - 0.15) / 0.25, 0.5 * (0.3 - level) / 0.1];
    let [time, way] = passage(9.0, 0.0, torques, &kinks);
    for step in STEPS {
        let inputs = vec![("torque", Signal::constant(torques[0])), ("load", Signal::constant(torques[1]))];
        let mut end = 0.0;
        let recorder =
            run_unwarned(&drivetrain(9.0, ""), inputs, 1.5 * time, step, |_, made| end = get(made, "a.position"));
        let stop = recorder.events.iter().find(|event| matches!(event.kind, EventKind::Stop)).unwrap();
        assert!(
            (stop.time - time).abs() <= 1e-11 && (end - way).abs() <= 1e-11 * way,
            "{} {time} {end} {way}",
            stop.time
        );
    }
}

#[test]
fn integrated_implicitly_it_is_the_same_within_the_tolerance() {
    let torques = [9.0, -12.0];
    let [time, way] = passage(0.0, 11.0, torques, &[]);
    // A spring without force that has no series.
    let spring = "[hysteresis.h]\nconnects = [\"ground\", \"b\"]\nstiffness = 1e-9\n";
    let text = format!("{}[start]\nsolver.tolerance = 1e-9\n", drivetrain(0.0, spring));
    let inputs = vec![("torque", Signal::constant(torques[0])), ("load", Signal::constant(torques[1]))];
    let mut end = [0.0; 2];
    run_unwarned(&text, inputs, time, 1e-2, |_, made| end = [get(made, "a.position"), get(made, "a.velocity")]);
    assert!((end[0] - way).abs() <= 1e-7 * way && (end[1] - 11.0).abs() <= 1e-7 * 11.0, "{end:?} {way}");
}

#[test]
fn its_slopes_are_those_of_the_equations() {
    for (velocity, torque, load) in [(1.0, 9.0, -12.0), (5.0, -1.5, 10.0), (0.2, 0.1, 1.0), (-3.0, 0.0, -5.0)] {
        let text = format!("name = \"Slopes\"\nmodel = \"Drivetrain\"\n{}", drivetrain(velocity, ""));
        let mut made = test_support::drivetrain::drivetrain(&text);
        test_support::set(&mut made, "torque", torque);
        test_support::set(&mut made, "load", load);
        actuator_fmu::actuator::Actuator::initialize(&mut made, 0.0, &mut test_support::Recorder::default());
        // Differences of a quotient of lines: half² of its third derivative, and rounding over half.
        super::linearization::assert_slopes(&mut made, 1e-6, 1e-7);
    }
}

/// The coefficient of friction of a worm over the speed of its motor.
const COEFFICIENT: [f64; 5] = [0.18, 0.15, 0.13, 0.12, 0.125];

#[test]
fn a_worm_at_a_given_velocity_takes_the_torque_of_its_coefficient_there_whatever_it_was_before() {
    let text = format!(
        "[body.motor]\ninertia = 6.5e-7\n[body.wheel]\ninertia = 8.5e-6\n[motion.m]\non = \"motor\"\n\
         [gear.worm]\nconnects = [\"motor\", \"wheel\"]\nratio = 60\nlead_angle = \"2.8625 deg\"\n\
         pressure_angle = \"20 deg\"\nfriction.table.velocity = [0, 0.5, 1, 2, 40]\n\
         friction.table.torque = [1e-3, 1e-3, 1e-3, 1.1e-3, 2e-3]\nfriction.table.coefficient = {COEFFICIENT:?}\n\
         [[input]]\nname = \"load\"\non = \"wheel\"\n"
    );
    let load = -18.84e-3;
    let (lead, flank) = (2.8625_f64.to_radians(), 20.0_f64.to_radians());
    let expected = |velocity: f64| {
        let speed = [0.0, 0.5, 1.0, 2.0, 40.0];
        let level = [1e-3, 1e-3, 1e-3, 1.1e-3, 2e-3];
        let at = speed.iter().rposition(|point| *point <= velocity.abs()).unwrap().min(3);
        let share = (velocity.abs() - speed[at]) / (speed[at + 1] - speed[at]);
        let between = |one: f64, other: f64| (1.0 - share) * one + share * other;
        let efficiencies = |k: usize| {
            let friction = (COEFFICIENT[k] / flank.cos()).atan();
            [lead.tan() / (lead + friction).tan(), (lead - friction).tan() / lead.tan()]
        };
        let gains = [at, at + 1].map(efficiencies).map(|[opposing, aiding]| [1.0 / opposing - 1.0, 1.0 - aiding]);
        let mesh = -load / 60.0;
        let gain = if velocity > 0.0 { gains.map(|[opposing, _]| opposing) } else { gains.map(|[_, aiding]| aiding) };
        mesh + velocity.signum() * (between(level[at], level[at + 1]) + between(gain[0], gain[1]) * mesh)
    };
    for steps in [[30.0, -7.0, 0.3, 1.5], [-0.7, 0.7, -35.0, 2.5]] {
        let velocity = Signal::pieces(steps.iter().map(|velocity| (0.25, [*velocity; 2])));
        let inputs = vec![("m.velocity", velocity), ("load", Signal::constant(load))];
        let mut seen = 0;
        run_unwarned(&text, inputs, 1.0, 0.05, |time, made| {
            // At a jump the values before it are seen.
            let number = ((time - 1e-9) / 0.25).floor();
            if number >= 0.0 {
                let torque = expected(steps[number as usize]);
                // Rounding of the tangents.
                assert!((get(made, "m.torque") - torque).abs() <= 1e-14, "{time} {} {torque}", get(made, "m.torque"));
                seen += 1;
            }
        });
        assert!(seen >= 19, "{seen}");
    }
}

#[test]
fn what_slides_on_a_long_table_keeps_its_place_in_it_where_something_else_is_decided() {
    // 1 N·m at rest, 0.01 N·m more per rad/s; another body breaks away at 0.5 s.
    let speed: Vec<f64> = (0..256).map(f64::from).collect();
    let torque: Vec<f64> = speed.iter().map(|speed| 1.0 + 0.01 * speed).collect();
    let text = format!(
        "[body.a]\ninertia = 1\nvelocity_start = 200.5\n[brake.k]\non = \"a\"\nfriction.law = \"tabulated\"\n\
         friction.table.velocity = {speed:?}\nfriction.table.torque = {torque:?}\n\
         [body.b]\ninertia = 1\n[brake.other]\non = \"b\"\nfriction.coulomb_torque = 2\n[[input]]\nname = \"on_b\"\non = \"b\"\n"
    );
    let mut end = 0.0;
    let jump = Signal::pieces([(0.5, [0.0; 2]), (0.5, [3.0; 2])].into_iter());
    run_unwarned(&text, vec![("on_b", jump)], 1.0, 0.1, |_, made| end = get(made, "a.velocity"));
    let expected = 300.5 * (-0.01_f64).exp() - 100.0;
    assert!((end - expected).abs() <= 1e-12 * expected, "{end} {expected}");
}
