//! Steps that repeat, taken by exact propagators.

use crate::drivetrains::variables::flap_line;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::solver::Statistics;
use test_support::drivetrain::{drivetrain, example, interface};
use test_support::saved::{restore, save};
use test_support::{Run, Signal};

/// What a run costs.
fn work(text: &str, inputs: Vec<(&'static str, Signal)>, end: f64, step: f64) -> Statistics {
    let mut actuator = drivetrain(text);
    Run { actuator: &mut actuator, inputs, end, step }.go(|_, _| ());
    actuator.statistics().solver
}

#[test]
fn steps_of_the_flap_line_take_expansions_only_around_events() {
    for step in [1e-3, 1e-2, 0.37e-3] {
        let Statistics { internal_steps, expansions, propagators, mode_changes, .. } =
            work(&example("flap_line"), flap_line(), 1.5, step);
        let per_change = f64::from(expansions) / f64::from(mode_changes);
        assert!(internal_steps >= 1500 && mode_changes >= 20, "{internal_steps} {mode_changes}");
        // One up to the event, one behind it, and some until the guard that was left is far enough away. Of a ramp of an
        // engagement at which torques are shared, none is a propagator.
        assert!(
            per_change < 12.0 && propagators <= 2 * mode_changes,
            "{step}: {expansions} {propagators} {mode_changes}"
        );
    }
}

/// A brake whose torque grows with the speed.
const VISCOUS: &str = "name = \"Brake\"\nmodel = \"Drivetrain\"\n[body.disc]\ninertia = 2\nvelocity_start = 50\n[brake.b]\non = \"disc\"\n\
                       friction.coulomb_torque = 1\nfriction.viscous_coefficient = 0.3\n[[input]]\nname = \"torque\"\non = \"disc\"\n";

#[test]
fn an_engagement_that_scales_viscous_friction_is_not_taken_as_constant() {
    // J·v' = −e·(C + d·v) with e = 1 − t/2 on the way: v + C/d = (v₀ + C/d)·exp(−d/J·(t − t²/4)).
    let inputs = vec![("b.engagement", Signal(vec![(0.0, 1.0), (1.0, 0.5)]))];
    let mut velocity = 0.0;
    let mut brake = drivetrain(VISCOUS);
    let run = Run { actuator: &mut brake, inputs, end: 1.0, step: 1e-3 };
    run.go(|_, actuator| velocity = test_support::get(actuator, "disc.velocity"));
    let (level, rate) = (1.0_f64 / 0.3, 0.3 / 2.0);
    let exact = (50.0 + level) * (-rate * 0.75_f64).exp() - level;
    // A thousand steps, each rounded.
    assert!((velocity - exact).abs() < 1e-12 * exact, "{velocity} {exact}");
    assert_eq!(brake.statistics().solver.propagators, 0);
}

#[test]
fn an_engagement_that_jumps_at_each_step_does_not_make_a_propagator_for_each() {
    let stairs = (0..1000).map(|k| (f64::from(k) * 1e-3, 1.0 - 0.5e-3 * f64::from(k)));
    let stairs: Vec<(f64, f64)> = stairs.flat_map(|(time, value)| [(time, value), (time + 1e-3, value)]).collect();
    let Statistics { propagators, .. } = work(VISCOUS, vec![("b.engagement", Signal(stairs))], 1.0, 1e-3);
    assert!(propagators <= 1, "{propagators}");
    // A torque that jumps changes no equations.
    let stairs = (0..1000).map(|k| (f64::from(k) * 1e-3, 1e-3 * f64::from(k)));
    let stairs: Vec<(f64, f64)> = stairs.flat_map(|(time, value)| [(time, value), (time + 1e-3, value)]).collect();
    let Statistics { propagators, expansions, .. } = work(VISCOUS, vec![("torque", Signal(stairs))], 1.0, 1e-3);
    assert!(propagators == 1 && expansions <= 4, "{propagators} {expansions}");
}

fn run(actuator: &mut dyn Actuator) -> Run<'_> {
    Run { actuator, inputs: flap_line(), end: 1.5, step: 2e-3 }
}

#[test]
fn a_twin_goes_on_with_the_same_bits_wherever_it_takes_the_state_over() {
    let interface = interface(&example("flap_line"));
    let mut line = actuator_fmu::drivetrain::Drivetrain::new(interface).unwrap();
    let mut twin = actuator_fmu::drivetrain::Drivetrain::new(interface).unwrap();
    let mut trace = Vec::new();
    run(&mut line).go(|_, actuator| trace.push(save(actuator)));
    let points = run(&mut line).points();
    let mut recorder = test_support::Recorder::default();
    for (number, pair) in points.windows(2).enumerate() {
        // Forth and back: neither has what the other has prepared.
        restore(&mut line, &trace[number]);
        twin.assign(&line);
        run(&mut twin).advance(pair[0], pair[1], &mut recorder);
        assert!(save(&mut twin) == trace[number + 1], "from point {number}");
    }
}
