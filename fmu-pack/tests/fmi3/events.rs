//! Event mode and early return.

use super::command::{fails, succeeds};
use super::fmu::Integrator;

const HEADER: &str = "time,x,hits,crossing,table_sum,half";

/// Rows without the columns that say nothing of events.
fn rows(out: &str) -> Vec<[f64; 4]> {
    assert!(out.starts_with(&format!("{HEADER}\n")), "{out}");
    super::command::table(out).1.iter().map(|row| [row[0], row[1], row[2], row[3]]).collect()
}

#[test]
fn an_event_inside_a_step_has_a_row_before_it_and_one_after_it_with_the_clock() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--event-mode", "--set", "u=1", "--set", "threshold=0.375"]);
    let expected = [
        [0.0, 0.0, 0.0, 0.0],
        [0.25, 0.25, 0.0, 0.0],
        [0.375, 0.375, 0.0, 0.0],
        [0.375, 0.375, 1.0, 1.0],
        [0.5, 0.5, 1.0, 0.0],
        [0.75, 0.75, 1.0, 0.0],
        [1.0, 1.0, 1.0, 0.0],
    ];
    assert_eq!(rows(&out), expected);
}

#[test]
fn an_event_at_a_communication_point_makes_its_row_two_and_not_three() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--event-mode", "--set", "u=1", "--set", "threshold=0.5"]);
    let found: Vec<[f64; 4]> = rows(&out).into_iter().filter(|row| row[0] == 0.5).collect();
    assert_eq!(found, [[0.5, 0.5, 0.0, 0.0], [0.5, 0.5, 1.0, 1.0]]);
    assert_eq!(rows(&out).len(), 6);
}

#[test]
fn a_discrete_input_changes_in_event_mode_only() {
    let fmu = Integrator::new();
    // The library refuses any other time.
    let input = fmu.signals("time,u,hold\n0,1,0\n0.375,1,1\n0.625,1,0\n2,1,0\n");
    let out = succeeds(&["run", fmu.path(), "--event-mode", "--input", &input]);
    let positions: Vec<[f64; 2]> = rows(&out).iter().map(|row| [row[0], row[1]]).collect();
    let expected = [
        [0.0, 0.0],
        [0.25, 0.25],
        [0.375, 0.375],
        [0.375, 0.375],
        [0.5, 0.375],
        [0.625, 0.375],
        [0.625, 0.375],
        [0.75, 0.5],
        [1.0, 0.75],
    ];
    assert_eq!(positions, expected);
}

#[test]
fn a_step_of_a_continuous_input_is_an_event_and_a_bend_is_none() {
    let fmu = Integrator::new();
    let input = fmu.signals("time,u\n0,0\n0.375,0\n0.625,0.25\n0.625,1\n2,1\n");
    let out = succeeds(&["run", fmu.path(), "--event-mode", "--input", &input]);
    let times: Vec<f64> = rows(&out).iter().map(|row| row[0]).collect();
    assert_eq!(times, [0.0, 0.25, 0.5, 0.625, 0.625, 0.75, 1.0]);
    // (0.25)^2/2 on the ramp, then 1 over 0.375 s.
    assert_eq!(rows(&out).last().unwrap()[1], 0.03125 + 0.375);
}

#[test]
fn a_time_event_ends_a_step_at_its_instant() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--event-mode", "--set", "next=0.625"]);
    let times: Vec<f64> = rows(&out).iter().map(|row| row[0]).collect();
    assert_eq!(times, [0.0, 0.25, 0.5, 0.625, 0.625, 0.75, 1.0]);
}

#[test]
fn events_that_never_end_end_the_run() {
    let endless = "*event=*early=true;me.is_pending=true;return 0";
    let fmu = Integrator::with(&[("ON_STEP", endless)], str::to_string);
    let message = fails(&["run", fmu.path(), "--event-mode", "-o", "/dev/null"], 1);
    let expected = "error: the FMU finds event after event at 0 s, more than 1000, and time does not go on\n";
    assert_eq!(message, expected);
    let fmu = Integrator::with(&[("ON_UPDATE", "*again=true")], str::to_string);
    assert_eq!(fails(&["run", fmu.path(), "--event-mode"], 1), expected);
}

#[test]
fn an_fmu_without_event_mode_is_told_apart() {
    let fmu = Integrator::with(&[], |text| text.replace("hasEventMode=\"true\"", ""));
    let message = fails(&["run", fmu.path(), "--event-mode"], 2);
    let expected = "error: the FMU has no event mode: its description does not say hasEventMode=\"true\", a capability of \
                    FMI 3.0\n";
    assert_eq!(message, expected);
}
