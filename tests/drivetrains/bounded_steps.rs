//! What a communication step of a drivetrain may cost, in tries and not by the clock.

use actuator_fmu::actuator::{Actuator, Element, Warning};
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
use test_support::{Recorder, Run, Signal, get};

/// An oscillation of 1e7 rad/s beside steps of a millisecond: some 3000 expansions each. With a limited rate, which never comes to its limit,
/// no propagator takes them at once.
const FAST: &str = "name = \"Fast\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{ name = \"x\", start = 1 }, \"v\"]\n\
    outputs = [{ name = \"y\", rate_limit = 1 }]\nA = [[0, 1e7], [-1e7, 0]]\nB = [[0], [1]]\nC = [[0, 0]]\nD = [[0]]\n\
    [start]\nsolver.max_step_size = \"1 ms\"\n";

/// Whether a step succeeds, and what it costs.
fn tries_of(text: &str, step: f64) -> (bool, u32) {
    let (succeeds, tries, _) = cost_of(text, step);
    (succeeds, tries)
}

/// The same, and how many parts of it were bridged.
fn cost_of(text: &str, step: f64) -> (bool, u32, usize) {
    let mut actuator = drivetrain(text);
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let succeeds = actuator.advance(0.0, step, &mut recorder);
    (succeeds, actuator.statistics().solver.tries(), recorder.warnings.len())
}

#[test]
fn a_step_that_would_cost_more_than_it_may_is_bridged_in_part() {
    // 100 internal steps may cost 1000 tries each, one of which counts the step itself, and 100,000 in reserve. Each would cost some 3,000, so that the
    // reserve lasts for the first third; the others have 1000.
    let (succeeds, tries, bridged) = cost_of(FAST, 0.1);
    assert!(succeeds && tries <= 200_000 && (1..100).contains(&bridged), "{tries}, {bridged}");
}

#[test]
fn a_fast_oscillation_without_limits_costs_no_more_than_its_first_steps() {
    let (succeeds, tries) = tries_of(&FAST.replace(", rate_limit = 1", ""), 0.1);
    assert!(succeeds && tries < 10_000, "{tries}");
}

#[test]
fn a_single_internal_step_may_cost_more_than_its_share() {
    let (succeeds, tries) = tries_of(FAST, 1e-3);
    assert!(succeeds && (1_000..5_000).contains(&tries), "{tries}");
}

/// A millisecond of elements beside a body that oscillates with 1e6 rad/s against a brake: 318 reversals, too many to locate.
fn beside_too_many_events(elements: &str) -> (Drivetrain, Vec<f64>) {
    let mut actuator = drivetrain(&format!(
        "name = \"Bridged\"\nmodel = \"Drivetrain\"\n[body.fast]\nposition_start = 1e-3\n[shaft.spring]\n\
         connects = [\"ground\", \"fast\"]\nstiffness = 1e12\n[brake.brake]\non = \"fast\"\nfriction.coulomb_torque = 1000\n{elements}"
    ));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 1e-3, &mut recorder));
    actuator.update_outputs();
    let duration = |warning: &Warning| match warning {
        Warning::EventLimit { duration, last: Some(Element::Named("brake")), .. } => *duration,
        other => panic!("{other:?}"),
    };
    (actuator, recorder.warnings.iter().map(duration).collect())
}

#[test]
fn parts_that_are_bridged_begin_short_and_grow() {
    let (_, bridged) = beside_too_many_events("");
    let expected = [30, 24, 18, 12, 6].map(|octaves| 1e-3 * f64::from(-octaves).exp2());
    assert_eq!(bridged.len(), 6);
    for (found, expected) in bridged.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected, "{bridged:?}");
    }
    // Events are located between them; the last is what is left.
    assert!(bridged[5] > 0.5e-3 && bridged.iter().sum::<f64>() < 1e-3, "{bridged:?}");
}

#[test]
fn what_a_brake_holds_does_not_move_in_a_bridged_step() {
    let (actuator, bridged) = beside_too_many_events(
        "[body.held]\n[body.behind]\n[clutch.c]\nconnects = [\"held\", \"behind\"]\nfriction.coulomb_torque = 9\n[brake.k]\n\
         on = \"held\"\nfriction.coulomb_torque = 5\n[shaft.load]\nconnects = [\"ground\", \"behind\"]\nstiffness = 7\nrest_angle = 0.5\n",
    );
    assert!(!bridged.is_empty());
    for name in ["held.position", "held.velocity", "behind.position", "behind.velocity"] {
        assert_eq!(get(&actuator, name), 0.0, "{name}");
    }
}

#[test]
fn a_gear_that_turns_has_its_losses_in_a_bridged_step() {
    let (actuator, bridged) = beside_too_many_events(
        "[body.a]\ninertia = 0.1\nvelocity_start = 10\n[body.b]\ninertia = 0.4\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\n\
         efficiency_opposing = 0.8\nfriction.coulomb_torque = 0.5\n[shaft.load]\nconnects = [\"ground\", \"b\"]\nstiffness = 0.003\nrest_angle = -1000\n",
    );
    assert!(!bridged.is_empty());
    // 0.4·a = 2·T − 3 and 0.1·2·a = −(T/0.8 + 0.5). The load changes by 1.5e-5 of it.
    let acceleration = -2.375 / 0.45;
    let changed = get(&actuator, "b.velocity") - 5.0;
    assert!((changed / (1e-3 * acceleration) - 1.0).abs() <= 1e-5, "{changed}");
}

/// (x, y) after a time, by the Taylor series of the matrix exponential.
fn after([x, y]: [f64; 2], [[a, b], [c, d]]: [[f64; 2]; 2], time: f64) -> [f64; 2] {
    let (mut sum, mut term) = ([x, y], [x, y]);
    for order in 1..20 {
        let factor = time / f64::from(order);
        term = [factor * (a * term[0] + b * term[1]), factor * (c * term[0] + d * term[1])];
        sum = [sum[0] + term[0], sum[1] + term[1]];
    }
    sum
}

#[test]
fn a_linear_system_takes_a_bridged_step_by_the_implicit_euler_method() {
    let a = [[-30.0, 400.0], [-100.0, -80.0]];
    let (actuator, bridged) = beside_too_many_events(&format!(
        "[linear.lag]\ninputs = [\"u\"]\nstates = [{{ name = \"x\", start = 1 }}, \"y\"]\nA = {a:?}\nB = [[0], [0]]\n"
    ));
    let exact = after([1.0, 0.0], a, 1e-3);
    // Of first order: each step is off by h²·A²·x/2, which is (-39,100, 11,000)·h²/2 at the beginning and less than 50,000·h²/2 after it.
    let bound: f64 = bridged.iter().map(|step| 0.5 * 50_000.0 * step * step).sum();
    for (name, exact) in ["lag.x", "lag.y"].into_iter().zip(exact) {
        let found = get(&actuator, name);
        assert!((found - exact).abs() <= bound && bound < 0.02, "{name} is {found}, exact is {exact}, within {bound}");
    }
}

#[test]
fn bristles_deflect_no_further_than_they_move_in_a_bridged_step() {
    let (actuator, bridged) = beside_too_many_events(
        "[body.b]\nvelocity_start = 1e-3\n[brake.k]\non = \"b\"\nfriction.law = \"dahl\"\nfriction.coulomb_torque = 1\n\
         friction.bristle_stiffness = 1000\n",
    );
    assert!(!bridged.is_empty());
    // z = 1e-3·1e-3 rad of the 1e-3 rad that slip: by a thousandth of it less.
    let torque = get(&actuator, "k.friction_torque");
    assert!((torque / 1e-3 - 1.0).abs() <= 2e-3, "{torque}");
}

#[test]
fn what_holds_within_its_breakaway_level_is_not_let_go_in_a_bridged_step() {
    // 6 N·m are above the sliding level of 5 N·m and below breakaway, 7.5 N·m.
    let (actuator, bridged) = beside_too_many_events(
        "[body.held]\n[brake.k]\non = \"held\"\nfriction.coulomb_torque = 5\nfriction.static_ratio = 1.5\n[shaft.load]\n\
         connects = [\"ground\", \"held\"]\nstiffness = 12\nrest_angle = 0.5\n",
    );
    assert!(!bridged.is_empty());
    for name in ["held.position", "held.velocity", "k.friction_regime"] {
        assert_eq!(get(&actuator, name), 0.0, "{name}");
    }
    assert_eq!(get(&actuator, "k.friction_torque"), 6.0);
}

#[test]
fn what_is_loaded_beyond_its_breakaway_level_slides_in_a_bridged_step() {
    // A shaft is twisted at 1000 rad/s: 7.5 N·m, the breakaway level, within the last bridged part, and 10 N·m at its end.
    let (actuator, bridged) = beside_too_many_events(
        "[body.mover]\ninertia = 1e6\nvelocity_start = 1000\n[body.held]\n[brake.k]\non = \"held\"\nfriction.coulomb_torque = 5\n\
         friction.static_ratio = 1.5\n[shaft.load]\nconnects = [\"mover\", \"held\"]\nstiffness = 10\n",
    );
    assert_eq!(get(&actuator, "k.friction_regime"), 1.0);
    // One implicit step: the torque at its end, less the sliding level. It twists the shaft back by a millionth.
    let expected = bridged[bridged.len() - 1] * (10.0 - 5.0);
    let velocity = get(&actuator, "held.velocity");
    assert!((velocity / expected - 1.0).abs() <= 1e-5, "{velocity} {expected}");
}

/// Most friction torque that is shown of a brake with stiff bristles under a load that jumps in each step, and how many steps were bridged.
fn shown_on_bristles(real_time: u8) -> (f64, usize) {
    let mut actuator = drivetrain(&format!(
        "name = \"M\"\nmodel = \"Drivetrain\"\n[body.a]\n[body.b]\n[shaft.s]\nconnects = [\"a\", \"b\"]\nstiffness = 1e4\ndamping = 1\n\
         [brake.ka]\non = \"a\"\nfriction.law = \"lugre\"\nfriction.coulomb_torque = 20\nfriction.static_ratio = 1.5\n[brake.kb]\non = \"b\"\n\
         friction.law = \"lugre\"\nfriction.coulomb_torque = 30\n[[input]]\nname = \"u\"\non = \"a\"\n[start]\nsolver.real_time = {real_time}\n"
    ));
    let random = &mut Random::new(3);
    let loads = (0..300).map(|_| (1e-3, [random.pick(&[-100.0, -50.0, 0.0, 25.0, 50.0, 100.0]); 2]));
    let inputs = vec![("u", Signal::pieces(loads))];
    let mut most = 0.0;
    let recorder = Run { actuator: &mut actuator, inputs, end: 0.3, step: 1e-3 }
        .go(|_, actuator| most = f64::max(most, get(actuator, "ka.friction_torque").abs()));
    (most, recorder.warnings.len())
}

#[test]
fn friction_that_is_shown_after_a_bridged_step_on_bristles_is_no_more_than_where_all_events_are_located() {
    let ((bounded, bridged), (exact, none)) = (shown_on_bristles(1), shown_on_bristles(0));
    assert!(bridged > 0 && none == 0, "{bridged} {none}");
    // Where only the torque of the step decided what the bristles were deflected by, some hundred times as much was shown.
    assert!(bounded <= exact && exact < 1e3, "{bounded} {exact}");
}
