//! Studies that somebody wrote who had not seen the code.

use super::Bench;

/// Steady friction as a formula, from a trajectory; the parameters follow.
const BEGIN: &str = r#"
[model.a]
law = "sliding"
[recording.r]
files = "a.csv"
time.column = "t"
input.velocity.column = "w"
output.torque.column = "T"
"#;
const PARAMETERS: &str = "[parameter.coulomb]\nstart = 1\n[parameter.viscous]\nstart = 0.1\n";

/// Samples of 1 + 0.5·w.
fn samples() -> String {
    let one = |k: i32| {
        let w = 1.0 + (0.37 * f64::from(k)).sin();
        format!("{},{w},{}\n", 0.01 * f64::from(k), 1.0 + 0.5 * w + 0.001 * (1.7 * f64::from(k)).cos())
    };
    "t,w,T\n".to_owned() + &(0..40).map(one).collect::<String>()
}

fn refused(study: &str) -> String {
    Bench::new(&[("a.csv", &samples())]).refused(study)
}

#[test]
fn noise_of_which_residuals_have_no_squares_is_refused() {
    for (noise, said) in [
        ("1e-160", "must be from 1e-75 to 1e75, so that the squares of residuals in it are numbers"),
        ("1e300", "must be from 1e-75 to 1e75"),
        ("0", "must be greater than 0"),
    ] {
        let told = refused(&format!("{BEGIN}output.torque.noise = {noise}\n{PARAMETERS}"));
        assert!(told.contains(said), "{told}");
        assert!(told.contains("study.toml, line 9"), "{told}");
    }
}

#[test]
fn a_start_at_which_the_sum_of_squares_is_no_number_is_refused() {
    let told = refused(&format!("{BEGIN}{}", PARAMETERS.replace("start = 0.1", "start = 1e300")));
    assert!(told.contains("times its noise off, and the square of that is no number"), "{told}");
}

#[test]
fn a_variable_has_the_value_of_one_parameter_in_a_recording() {
    let told = refused(&format!("{BEGIN}{PARAMETERS}[parameter.c2]\nvariable = \"coulomb\"\nstart = 1\n"));
    assert!(told.contains("coulomb has the value of parameter.coulomb in the same recordings already"), "{told}");
}

#[test]
fn recordings_of_a_parameter_are_named_once_each() {
    for (recordings, said) in
        [("[]", "must name a recording; without the key a parameter holds for all"), ("[\"r\", \"r\"]", "has r twice")]
    {
        let told = refused(&format!("{BEGIN}{PARAMETERS}recordings = {recordings}\n"));
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_remark_that_is_cut_off_has_a_character() {
    let told = refused(&format!("{BEGIN}cut_at = \"\"\n{PARAMETERS}"));
    assert!(told.contains("cut_at = \"\": must have a character at least"), "{told}");
}

#[test]
fn an_element_that_a_list_does_not_have_is_no_parameter() {
    let configuration = "name = \"T\"\nmodel = \"MotionTransmission\"\n[start]\nfriction.law = \"tabulated\"\n\
                         friction.table.velocity = [0, 1]\nfriction.table.torque = [2, 1]\n";
    let study = "[model.m]\nconfig = \"t.toml\"\n[parameter.p3]\nvariable = \"friction.table.torque[3]\"\n\
                 [recording.a]\nfiles = \"a.csv\"\ntime.column = \"t\"\ninput.motor_torque.column = \"T\"\n\
                 output.velocity.column = \"w\"\n";
    let told = Bench::new(&[("a.csv", &samples()), ("t.toml", configuration)]).refused(study);
    assert!(told.contains("friction.table.torque[3]: start.friction.table.torque in line 6 of"), "{told}");
    assert!(told.contains("t.toml has the elements 1 to 2"), "{told}");
}
