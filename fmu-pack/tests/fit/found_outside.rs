//! Studies that somebody wrote who had not seen the code.

use super::Bench;
use super::refusals::{STUDY, file, samples};

fn refused(study: &str) -> String {
    Bench::new(&[("a.csv", &file(&samples(40)))]).refused(study)
}

#[test]
fn noise_of_which_residuals_have_no_squares_is_refused() {
    for (noise, said) in [
        ("1e-160", "must be from 1e-75 to 1e75, so that the squares of residuals in it are numbers"),
        ("1e300", "must be from 1e-75 to 1e75"),
        ("0", "must be greater than 0"),
    ] {
        let told = refused(&format!("{STUDY}output.torque.noise = {noise}\n"));
        assert!(told.contains(said), "{told}");
        assert!(told.contains("study.toml, line 13"), "{told}");
    }
}

#[test]
fn a_start_at_which_the_sum_of_squares_is_no_number_is_refused() {
    let told = refused(&STUDY.replace("start = 0.1", "start = 1e300"));
    assert!(told.contains("times its noise off, and the square of that is no number"), "{told}");
}

#[test]
fn a_variable_has_the_value_of_one_parameter_in_a_recording() {
    let told = refused(&format!("{STUDY}[parameter.c2]\nvariable = \"coulomb\"\nstart = 1\n"));
    assert!(told.contains("coulomb has the value of parameter.coulomb in the same recordings already"), "{told}");
}

#[test]
fn recordings_of_a_parameter_are_named_once_each() {
    for (recordings, said) in
        [("[]", "must name a recording; without the key a parameter holds for all"), ("[\"r\", \"r\"]", "has r twice")]
    {
        let told = refused(&STUDY.replace("start = 0.1", &format!("start = 0.1\nrecordings = {recordings}")));
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_remark_that_is_cut_off_has_a_character() {
    let told = refused(&format!("{STUDY}cut_at = \"\"\n"));
    assert!(told.contains("cut_at = \"\": must have a character at least"), "{told}");
}

#[test]
fn an_element_that_a_list_does_not_have_is_no_parameter() {
    let configuration = "name = \"T\"\nmodel = \"MotionTransmission\"\n[start]\nfriction.law = \"tabulated\"\n\
                         friction.table.velocity = [0, 1]\nfriction.table.torque = [2, 1]\n";
    let study = "[model.m]\nconfig = \"t.toml\"\n[parameter.p3]\nvariable = \"friction.table.torque[3]\"\n\
                 [recording.a]\nfiles = \"a.csv\"\ntime.column = \"t\"\ninput.motor_torque.column = \"T\"\n\
                 output.velocity.column = \"w\"\n";
    let told = Bench::new(&[("a.csv", &file(&samples(40))), ("t.toml", configuration)]).refused(study);
    assert!(told.contains("friction.table.torque[3]: start.friction.table.torque in line 6 of"), "{told}");
    assert!(told.contains("t.toml has the elements 1 to 2"), "{told}");
}
