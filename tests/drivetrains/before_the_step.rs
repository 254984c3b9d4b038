//! Outputs that are read after inputs or parameters were set and before the step that decides what follows from them: where masters
//! of SSP read them.

use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, get, set};

fn started(text: &str, inputs: &[(&str, f64)]) -> Drivetrain {
    let mut actuator = drivetrain(text);
    inputs.iter().for_each(|(name, value)| set(&mut actuator, name, *value));
    actuator.check().unwrap();
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    actuator
}

/// Sets inputs, and shows what follows before any step.
fn after_inputs(actuator: &mut Drivetrain, inputs: &[(&str, f64)]) {
    inputs.iter().for_each(|(name, value)| set(actuator, name, *value));
    actuator.inputs_changed();
    actuator.update_outputs();
}

fn step(actuator: &mut Drivetrain) {
    assert!(actuator.advance(0.0, 1e-3, &mut Recorder::default()));
    actuator.update_outputs();
}

fn shown(actuator: &Drivetrain, names: &[&str]) -> Vec<f64> {
    names.iter().map(|name| get(actuator, name)).collect()
}

const BRAKED: &str = "name = \"Braked\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 2\ntravel.upper = 0\n\
    [brake.k]\non = \"b\"\nfriction.coulomb_torque = 3\nfriction.static_ratio = 1.5\n[[input]]\nname = \"u\"\non = \"b\"\n";

const OF_BRAKED: [&str; 4] = ["k.friction_torque", "k.friction_regime", "b.acceleration", "b.end_stop_torque"];

#[test]
fn friction_at_rest_is_shown_at_its_level_until_the_step_lets_go() {
    let mut actuator = started(BRAKED, &[("u", -4.0)]);
    after_inputs(&mut actuator, &[("u", -10.0)]);
    assert_eq!(shown(&actuator, &OF_BRAKED), [-4.5, 0.0, 0.0, 0.0]);
    step(&mut actuator);
    // 10 N·m less 3 on 2 kg·m².
    assert_eq!(shown(&actuator, &OF_BRAKED), [-3.0, -1.0, -3.5, 0.0]);
}

#[test]
fn a_brake_that_was_released_is_shown_without_torque() {
    let mut actuator = started(BRAKED, &[("u", -4.0)]);
    for engagement in [0.0, -1.0] {
        after_inputs(&mut actuator, &[("k.engagement", engagement)]);
        assert_eq!(shown(&actuator, &OF_BRAKED)[..3], [0.0, 0.0, 0.0]);
    }
    after_inputs(&mut actuator, &[("k.engagement", 1.0)]);
    assert_eq!(shown(&actuator, &OF_BRAKED)[..3], [-4.0, 0.0, 0.0]);
}

#[test]
fn a_brake_that_slides_does_not_drive_with_a_negative_engagement() {
    for law in ["coulomb", "stribeck", "majd_simaan", "majd_simaan_approximate", "hyperviscous", "lugre"] {
        let text = format!(
            "name = \"Law\"\nmodel = \"Drivetrain\"\n[body.b]\n[brake.k]\non = \"b\"\nfriction.law = \"{law}\"\n\
             friction.coulomb_torque = 3\n[[input]]\nname = \"u\"\non = \"b\"\n"
        );
        let mut actuator = started(&text, &[("u", -10.0)]);
        step(&mut actuator);
        assert!(get(&actuator, "b.velocity") < 0.0 && get(&actuator, "k.friction_torque") < 0.0, "{law}");
        for engagement in [-0.5, 0.0] {
            after_inputs(&mut actuator, &[("k.engagement", engagement)]);
            assert_eq!(get(&actuator, "k.friction_torque"), 0.0, "{law}");
        }
    }
}

#[test]
fn a_stop_does_not_pull_what_has_been_turned_away_from_it() {
    let mut actuator = started(BRAKED, &[("u", 10.0)]);
    assert_eq!(get(&actuator, "b.end_stop"), 1.0);
    after_inputs(&mut actuator, &[("u", -2.0)]);
    assert_eq!(get(&actuator, "b.end_stop_torque"), 0.0);
    after_inputs(&mut actuator, &[("u", 12.0)]);
    assert_eq!(get(&actuator, "b.end_stop_torque") + get(&actuator, "k.friction_torque"), 12.0);
}

#[test]
fn levels_are_those_of_the_parameters_as_they_are() {
    let mut actuator = started(BRAKED, &[("u", -4.0)]);
    set(&mut actuator, "k.friction.coulomb_torque", 1.0);
    actuator.check().unwrap();
    actuator.configure();
    actuator.update_outputs();
    assert_eq!(shown(&actuator, &OF_BRAKED)[..3], [-1.5, 0.0, 0.0]);
}

#[test]
fn the_losses_of_a_gear_stay_within_their_levels() {
    let mut actuator = started(
        "name = \"Geared\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 4\n[gear.g]\n\
         connects = [\"a\", \"b\"]\nratio = 2\nefficiency_opposing = 0.8\nefficiency_aiding = -0.5\n\
         [[input]]\nname = \"u\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n",
        &[("u", 0.0), ("load", -8.0)],
    );
    // A load of 4 N·m at the first is held by itself.
    assert_eq!(get(&actuator, "g.friction_regime"), 0.0);
    for (u, load) in [(20.0, -8.0), (-20.0, -8.0), (20.0, 8.0), (0.0, 30.0)] {
        after_inputs(&mut actuator, &[("u", u), ("load", load)]);
        let (torque, loss) = (get(&actuator, "g.torque"), get(&actuator, "g.loss_torque"));
        let mesh = torque - loss;
        let gain = |direction: f64| if direction * mesh >= 0.0 { 1.0 / 0.8 - 1.0 } else { 1.5 };
        // Rounding of 20 N·m.
        assert!(
            loss <= gain(1.0) * mesh.abs() + 1e-13 && loss >= -gain(-1.0) * mesh.abs() - 1e-13,
            "{u}: {mesh} {loss}"
        );
    }
}

const LIMITED: &str = "name = \"Limited\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\n\
    outputs = [{ name = \"y\", limit.lower = -2, limit.upper = 3 }, { name = \"r\", rate_limit = 5 }]\nD = [[1], [1]]\n";

#[test]
fn limited_outputs_of_a_linear_system_are_within_their_limits() {
    let mut actuator = started(LIMITED, &[("u", 1.0)]);
    let names = ["y", "y.saturation", "r", "r.derivative", "r.rate_saturation"];
    assert_eq!(shown(&actuator, &names), [1.0, 0.0, 1.0, 0.0, 0.0]);
    for (u, wanted) in [(10.0, [3.0, 1.0, 1.0, 5.0, 1.0]), (-10.0, [-2.0, -1.0, 1.0, -5.0, -1.0])] {
        after_inputs(&mut actuator, &[("u", u)]);
        assert_eq!(shown(&actuator, &names), wanted);
        // An output at its limit does not move.
        let reference = actuator.interface().reals.iter().position(|variable| variable.name == "y").unwrap();
        assert_eq!(actuator.output_derivative(reference as u32), 0.0);
    }
    after_inputs(&mut actuator, &[("u", 1.0)]);
    assert_eq!(shown(&actuator, &names), [1.0, 0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn an_output_that_follows_a_state_changes_within_its_rate_limit_where_the_state_has_become_faster() {
    // x' = 10·(u − x): an input that jumps by 3 makes it change by 30 1/s.
    let text = "name = \"Lag\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [\"x\"]\nA = [[-10]]\nB = [[10]]\nC = [[1]]\n\
                outputs = [{ name = \"r\", rate_limit = 5 }]\n";
    let mut actuator = started(text, &[("u", 0.0)]);
    for (u, expected) in [(3.0, 5.0), (-3.0, -5.0), (0.2, 2.0)] {
        after_inputs(&mut actuator, &[("u", u)]);
        assert_eq!(get(&actuator, "r.derivative"), expected);
    }
}

#[test]
fn a_limited_command_reaches_no_servo_beyond_its_limit() {
    let text = "name = \"Commanded\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[linear.c]\ninputs = [\"u\"]\n\
        outputs = [{ name = \"y\", unit = \"rad\", limit.lower = -0.1, limit.upper = 0.1 }]\nD = [[1]]\n\
        [servo.s]\non = \"b\"\ncommand_from = \"c.y\"\n";
    let mut actuator = started(text, &[("c.u", 0.0)]);
    after_inputs(&mut actuator, &[("c.u", 5.0)]);
    assert_eq!(shown(&actuator, &["c.y", "s.position_error"]), [0.1, 0.1]);
}

#[test]
fn reading_leaves_no_trace() {
    let mut actuator = started(BRAKED, &[("u", -4.0)]);
    let mut unread = actuator.copy().unwrap();
    for (number, u) in [-10.0, 3.0, -4.6, -2.0, 8.0].into_iter().enumerate() {
        let time = number as f64 * 1e-3;
        for other in [&mut actuator, &mut unread] {
            set(other, "u", u);
            other.inputs_changed();
        }
        (0..3).for_each(|_| actuator.update_outputs());
        for other in [&mut actuator, &mut unread] {
            assert!(other.advance(time, 1e-3, &mut Recorder::default()));
        }
        assert_eq!(actuator.states(), unread.states());
    }
}
