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

/// A slide with dry friction under position control, whose force has limits.
const CONTROLLED: &str = r#"
name = "Controlled"
model = "Drivetrain"
[mass.slide]
mass = 95.1
viscous_coefficient = 203.5
[brake.guide]
on = "slide"
friction.coulomb_force = 20.4
[linear.control]
inputs = [
  { name = "reference", unit = "m" },
  { name = "position", unit = "m", from = "slide.position" },
  { name = "velocity", unit = "m/s", from = "slide.velocity" },
]
states = [{ name = "error_integral", unit = "m.s" }]
outputs = [{ name = "force", unit = "N", limit.lower = -150, limit.upper = 150 }]
A = [[0.0]]
B = [[1.0, -1.0, 0.0]]
C = [[2e6]]
D = [[1.37e6, -1.37e6, -8557.0]]
[[input]]
name = "motor"
on = "slide"
from = "control.force"
"#;

/// Position and force of the controlled slide at each millisecond of a motion by 0.2 m, with steps of 1 ms or of two lengths in turn, which
/// no propagator is prepared for; and what that costs.
fn controlled(of_two_lengths: bool) -> (Vec<[f64; 2]>, Statistics) {
    let smooth = |share: f64| 0.2 * share.powi(3) * (10.0 - 15.0 * share + 6.0 * share * share);
    let reference = (0..=1000).map(|k| (f64::from(k) * 1e-3, smooth(f64::from(k) * 1e-3))).collect();
    let mut actuator = drivetrain(CONTROLLED);
    let inputs = vec![("control.reference", Signal(reference))];
    let run = Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-3 };
    let grid = run.points();
    let points = grid.iter().flat_map(|time| [Some(*time), Some(time + 0.37e-3).filter(|_| of_two_lengths)]);
    let points: Vec<f64> = points.flatten().filter(|time| *time <= grid[grid.len() - 1]).collect();
    let mut way = Vec::new();
    run.over(&points, |time, actuator| {
        if grid.contains(&time) {
            way.push(["slide.position", "control.force"].map(|name| test_support::get(actuator, name)));
        }
    });
    (way, actuator.statistics().solver)
}

#[test]
fn a_loop_that_a_linear_system_closes_goes_the_same_way_by_propagators_as_by_series() {
    let ((way, work), (by_series, work_of_series)) = (controlled(false), controlled(true));
    // Series are left where the force is near its limit or the slide about to turn.
    assert!(work.propagators >= 2 && work.expansions <= work.internal_steps / 3, "{work:?}");
    assert!(work.mode_changes >= 4 && work_of_series.propagators == 0, "{work:?} {work_of_series:?}");
    assert_eq!((way.len(), by_series.len()), (1001, 1001));
    for (one, other) in way.iter().zip(&by_series) {
        // A thousand steps, each rounded by 3e-17 m; the gain makes 1.37e6 N of each metre.
        assert!((one[0] - other[0]).abs() <= 3e-14 && (one[1] - other[1]).abs() <= 4e-8, "{one:?} {other:?}");
    }
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
