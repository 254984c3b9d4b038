//! What linear systems can be connected to, and what is refused.

use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::{drivetrain, read};
use test_support::{Recorder, Run, Signal, get, set};

/// A body on a spring that is a linear system instead of a shaft.
fn spring(is_linear: bool) -> String {
    let of = if is_linear {
        "[linear.spring]\ninputs = [{ name = \"q\", from = \"disc.position\" }, { name = \"v\", from = \"disc.velocity\" }]\n\
         outputs = [{ name = \"torque\", unit = \"N.m\" }]\nD = [[-40, -0.5]]\n\
         [[input]]\nname = \"pull\"\non = \"disc\"\nfrom = \"spring.torque\"\n"
    } else {
        "[shaft.spring]\nconnects = [\"ground\", \"disc\"]\nstiffness = 40\ndamping = 0.5\n"
    };
    format!(
        "name = \"Spring\"\nmodel = \"Drivetrain\"\n[body.disc]\ninertia = 0.25\nposition_start = 0.75\n\
         [brake.pad]\non = \"disc\"\nfriction.coulomb_torque = 1\nfriction.static_ratio = 1.5\n{of}\
         [[input]]\nname = \"load\"\non = \"disc\"\n"
    )
}

#[test]
fn a_spring_as_a_linear_system_is_the_shaft_that_it_describes() {
    let trace = |is_linear: bool| {
        let mut actuator = drivetrain(&spring(is_linear));
        let load = Signal::through(&[(0.0, 0.0), (1.0, 3.0), (1.0, -4.0), (2.0, 1.0)]);
        let mut trace = Vec::new();
        let recorder = Run { actuator: &mut actuator, inputs: vec![("load", load)], end: 2.0, step: 0.01 }
            .go(|_, actuator| trace.push(["position", "velocity"].map(|name| get(actuator, &format!("disc.{name}")))));
        assert!(recorder.warnings.is_empty());
        (trace, recorder.events)
    };
    let ((shaft, events), (linear, others)) = (trace(false), trace(true));
    for (a, b) in shaft.iter().flatten().zip(linear.iter().flatten()) {
        assert!((a - b).abs() <= 1e-12, "{a} {b}");
    }
    assert!(events.len() > 5 && events.len() == others.len());
    for (a, b) in events.iter().zip(&others) {
        assert!(a.kind == b.kind && (a.time - b.time).abs() <= 1e-12, "{a:?} {b:?}");
    }
}

/// A servo whose command and supply pressure come from linear systems that pass on what is set from outside.
fn servo(is_connected: bool, gain: f64) -> String {
    let through = "[linear.pilot]\ninputs = [{ name = \"u\", unit = \"rad\" }]\noutputs = [{ name = \"command\", unit = \"rad\" }]\n\
        D = [[1]]\n[linear.pump]\ninputs = [{ name = \"u\", unit = \"Pa\", start = \"26 MPa\" }]\n\
        outputs = [{ name = \"pressure\", unit = \"Pa\" }]\nD = [[1]]\n";
    let from = "command_from = \"pilot.command\"\nsupply_pressure_from = \"pump.pressure\"\n";
    format!(
        "name = \"Servo\"\nmodel = \"Drivetrain\"\n[body.fin]\ninertia = 2200\nviscous_coefficient = 80e3\n\
         [brake.seal]\non = \"fin\"\nfriction.coulomb_torque = 2500\n[servo.left]\non = \"fin\"\n\
         controller.derivative_gain = {gain}\n{}{}",
        if is_connected { from } else { "" },
        if is_connected { through } else { "" }
    )
}

#[test]
fn a_connected_servo_is_that_with_the_same_inputs() {
    for gain in [0.0, 0.5] {
        let trace = |is_connected: bool| {
            let mut actuator = drivetrain(&servo(is_connected, gain));
            let command = Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.1, 0.05), (0.3, 0.02), (0.6, 0.02)]);
            let supply = Signal::through(&[(0.0, 26e6), (0.2, 26e6), (0.4, 8e6), (0.6, 8e6)]);
            let names = if is_connected { ["pilot.u", "pump.u"] } else { ["left.command", "left.supply_pressure"] };
            let inputs = names.into_iter().zip([command, supply]).collect();
            let mut trace = Vec::new();
            Run { actuator: &mut actuator, inputs, end: 0.6, step: 0.005 }.go(|_, actuator| {
                trace.push(["fin.position", "left.current", "left.motor_torque"].map(|name| get(actuator, name)));
            });
            trace
        };
        // The one without signals takes its repeated steps by the exact propagator, the other by its series: rounding of 120 steps.
        let sizes: [f64; 3] = [0.05, 0.04, 1e5];
        for (connected, alone) in trace(true).iter().zip(&trace(false)) {
            for ((one, other), size) in connected.iter().zip(alone).zip(sizes) {
                assert!((one - other).abs() <= 1e-12 * size, "{gain}: {one:e} {other:e}");
            }
        }
    }
}

#[test]
fn signals_of_servos_and_shafts_can_be_taken() {
    let text = "name = \"Taken\"\nmodel = \"Drivetrain\"\n[body.fin]\ninertia = 2200\nviscous_coefficient = 80e3\n\
        [body.tip]\ninertia = 10\n[shaft.tube]\nconnects = [\"fin\", \"tip\"]\nstiffness = 1e6\ndamping = 1e3\n\
        [servo.left]\non = \"fin\"\n[linear.watch]\ninputs = [\n\
        { name = \"error\", from = \"left.position_error\" }, { name = \"current\", from = \"left.current\" },\n\
        { name = \"flapper\", from = \"left.flapper_position\" }, { name = \"spool\", from = \"left.spool_position\" },\n\
        { name = \"pressure\", from = \"left.differential_pressure\" }, { name = \"motor\", from = \"left.motor_torque\" },\n\
        { name = \"tube\", from = \"tube.torque\" }, { name = \"again\", from = \"watch.pressure\" }]\n\
        outputs = [{ name = \"sum\", unit = \"N.m\" }]\nD = [[0, 0, 0, 0, 0, 1, 1, 0]]\n";
    let mut actuator = drivetrain(text);
    let command = Signal::through(&[(0.0, 0.0), (0.01, 0.1), (0.3, 0.1)]);
    Run { actuator: &mut actuator, inputs: vec![("left.command", command)], end: 0.3, step: 0.01 }.go(|_, actuator| {
        for (taken, source) in [
            ("error", "left.position_error"),
            ("current", "left.current"),
            ("flapper", "left.flapper_position"),
            ("spool", "left.spool_position"),
            ("pressure", "left.differential_pressure"),
            ("again", "left.differential_pressure"),
            ("motor", "left.motor_torque"),
            ("tube", "tube.torque"),
        ] {
            assert_eq!(get(actuator, &format!("watch.{taken}")), get(actuator, source), "{source}");
        }
        assert_eq!(get(actuator, "watch.sum"), get(actuator, "left.motor_torque") + get(actuator, "tube.torque"));
    });
}

#[test]
fn a_contact_with_bristles_beside_a_linear_system_is_integrated_with_it() {
    // Without a series the step is implicit; the filter behind the velocity follows its own equation.
    let text = spring(true).replace(
        "friction.static_ratio = 1.5",
        "friction.law = \"lugre\"\nfriction.bristle_stiffness = 2e4\nfriction.bristle_damping = 60",
    ) + "[linear.filter]\ninputs = [{ name = \"v\", from = \"disc.velocity\" }]\nstates = [{ name = \"x\", unit = \"rad/s\" }]\n\
           A = [[-8]]\nB = [[8]]\n[start]\nsolver.tolerance = 1e-11\n";
    let run = |step: f64| {
        let mut actuator = drivetrain(&text);
        Run { actuator: &mut actuator, inputs: Vec::new(), end: 1.0, step }.go(|_, _| {});
        ["filter.x", "disc.position"].map(|name| get(&actuator, name))
    };
    let (one, other) = (run(1e-2), run(1e-3));
    for (a, b) in one.iter().zip(other) {
        assert!((a - b).abs() <= 1e-9 && a.abs() > 1e-6, "{a} {b}");
    }
}

#[test]
fn derivative_gain_needs_the_rate_of_the_command() {
    let text = servo(true, 0.0)
        .replace("{ name = \"u\", unit = \"rad\" }", "{ name = \"u\", unit = \"rad/s\", from = \"fin.velocity\" }");
    let mut actuator = drivetrain(&text);
    assert!(actuator.check().is_ok());
    set(&mut actuator, "left.controller.derivative_gain", 0.5);
    let refused = actuator.check().unwrap_err();
    assert_eq!(refused.value, 0.5);
    let with_gain = text.replace("derivative_gain = 0\n", "derivative_gain = 0.5\n");
    let told = read(&with_gain).unwrap_err().to_string();
    assert!(told.contains("whose rate of change is not known"), "{told}");
}

#[test]
fn a_start_value_of_a_state_is_where_it_begins() {
    let text =
        "name = \"S\"\nmodel = \"LinearSystem\"\nstates = [{ name = \"x\", unit = \"deg\", start = 3 }]\nA = [[-1]]\n";
    let mut actuator = drivetrain(text);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    assert_eq!(get(&actuator, "x"), 3.0 * (std::f64::consts::PI / 180.0));
    assert_eq!(get(&actuator, "x.derivative"), -get(&actuator, "x"));
}
