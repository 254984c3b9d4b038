//! Communication steps without event mode, and what a library does wrong in them.

use super::command::{fails, fmu_pack, succeeds};
use super::fmu::Integrator;

const HEADER: &str = "time,x,hits,table_sum,half";

/// x at the communication points.
fn positions(out: &str) -> Vec<f64> {
    super::command::table(out).1.iter().map(|row| row[1]).collect()
}

#[test]
fn a_constant_input_is_integrated_and_no_clock_is_recorded() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--set", "u=1", "--set", "threshold=0.3"]);
    let rows = "0,0,0,321,0\n0.25,0.25,0,321,0.125\n0.5,0.5,1,321,0.25\n0.75,0.75,1,321,0.375\n1,1,1,321,0.5\n";
    assert_eq!(out, format!("{HEADER}\n{rows}"));
}

#[test]
fn the_intermediate_update_gets_the_input_at_the_end_of_the_step() {
    let fmu = Integrator::new();
    let input = fmu.signals("time,u\n0,0\n2,2\n");
    // u = t, so x = t^2/2, exact in binary at these times.
    let out = succeeds(&["run", fmu.path(), "--input", &input]);
    assert_eq!(positions(&out), [0.0, 0.03125, 0.125, 0.28125, 0.5]);
}

#[test]
fn an_input_that_may_not_be_set_inside_a_step_is_held() {
    let fmu = Integrator::with(&[], |text| text.replace(" intermediateUpdate=\"true\"", ""));
    let input = fmu.signals("time,u\n0,0\n2,2\n");
    let out = succeeds(&["run", fmu.path(), "--input", &input]);
    assert_eq!(positions(&out), [0.0, 0.0, 0.0625, 0.1875, 0.375]);
}

#[test]
fn a_signal_that_bends_inside_a_step_ends_it_there() {
    let fmu = Integrator::new();
    let input = fmu.signals("time,u\n0,0\n0.375,0\n0.875,0.5\n2,0.5\n");
    // After the bend x = (t - 0.375)^2/2, from 0.875 on with u = 0.5.
    let out = succeeds(&["run", fmu.path(), "--input", &input]);
    assert_eq!(positions(&out), [0.0, 0.0, 0.0078125, 0.0703125, 0.1875]);
}

#[test]
fn an_early_return_that_was_not_allowed_is_an_error() {
    let fmu = Integrator::with(&[("ON_STEP", "*early=true,*reached=time+step/2;return 0")], str::to_string);
    let message = fails(&["run", fmu.path()], 1);
    let expected = "error: the step from 0 s: fmi3DoStep returned early, at 0.125 s, which was not allowed: \
                    earlyReturnAllowed was false\n";
    assert_eq!(message, expected);
}

#[test]
fn a_library_that_asks_for_the_end_is_told_with_the_time() {
    let fmu = Integrator::with(&[("ON_STEP", "if(time>=0.5){*terminate=true;return 0;}")], str::to_string);
    let answer = fmu_pack(&["run", fmu.path()]);
    assert_eq!((answer.code, answer.out.lines().last()), (Some(0), Some("0.5,0,0,321,0")));
    let told = "the FMU asked for the end of the run at 0.5 s (terminateSimulation), where the results end";
    assert_eq!(answer.err, format!("warning: {told}\n"));
}

#[test]
fn a_library_of_another_version_or_token_is_refused_with_its_words() {
    let fmu = Integrator::with(&[("VERSION", "\"2.0\"")], str::to_string);
    let message = fails(&["run", fmu.path()], 1);
    let expected = "error: the library is for another FMI than its description says: fmi3GetVersion answers \"2.0\"; it \
                    must be \"3.0\"\n";
    assert_eq!(message, expected);
    let fmu = Integrator::with(&[], |text| text.replace("\"token\"", "\"other\""));
    let message = fails(&["run", fmu.path()], 1);
    assert_eq!(message, "error: fmi3InstantiateCoSimulation returned NULL: the instantiationToken is another one\n");
}

#[test]
fn a_sweep_runs_it_as_well() {
    let fmu = Integrator::new();
    let output = fmu.folder.path().join("sweep.csv");
    let output = output.to_str().unwrap();
    succeeds(&["sweep", fmu.path(), "--set", "u=1:3:3", "--record", "x", "-o", output]);
    let expected = "run,u,x,x_min,x_max,problem\n0,1,1,0,1,\n1,2,2,0,2,\n2,3,3,0,3,\n";
    assert_eq!(std::fs::read_to_string(output).unwrap(), expected);
}
