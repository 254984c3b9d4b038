//! Runs that do not come to their stop time: what was computed before is there.

use super::command::{fails, fmu_pack, succeeds};
use super::fmu::Bad;
use super::process::names;

#[test]
fn a_run_that_the_fmu_ends_is_complete_and_its_end_is_told() {
    // FMI 2.0, 4.2.3: fmi2Discard with fmi2Terminated says that the slave wants to terminate, at fmi2LastSuccessfulTime.
    let fmu = Bad::new(&[("STEP_STATUS", "(now > 0.0025 ? 2 : 0)"), ("TERMINATED", "1")]);
    let output = fmu.beside("out.csv");
    let answer = fmu_pack(&["run", fmu.path(), "-o", output.to_str().unwrap()]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert_eq!(
        answer.err,
        "warning: the FMU asked for the end of the run at 0.0035 s (terminateSimulation), where the results end\n"
    );
    assert_eq!(
        std::fs::read_to_string(output).unwrap(),
        "time,y\n0,0\n0.001,0.001\n0.002,0.002\n0.003,0.003\n0.0035,0.0035\n"
    );
}

#[test]
fn a_step_that_is_discarded_for_another_reason_fails_the_run_and_leaves_its_rows() {
    let fmu = Bad::new(&[("STEP_STATUS", "(now > 0.0025 ? 2 : 0)")]);
    let output = fmu.beside("out.csv");
    let message = fails(&["run", fmu.path(), "-o", output.to_str().unwrap()], 1);
    let left = format!("error: {} has what came before the run failed, up to 0.003 s: ", output.display());
    assert_eq!(message, left + "the step from 0.003 s: fmi2DoStep answered Discard\n");
    assert_eq!(std::fs::read_to_string(output).unwrap(), "time,y\n0,0\n0.001,0.001\n0.002,0.002\n0.003,0.003\n");
}

#[test]
fn a_run_that_diverges_leaves_its_rows_as_parquet_too() {
    let fmu = Bad::new(&[("STEP_STATUS", "(now > 0.0025 ? 3 : 0)")]);
    let output = fmu.beside("out.parquet");
    let message = fails(&["run", fmu.path(), "-o", output.to_str().unwrap()], 1);
    assert!(message.contains("fmi2DoStep answered Error"), "{message}");
    let file = std::fs::File::open(output).unwrap();
    let reader = parquet::file::reader::SerializedFileReader::new(file).unwrap();
    let rows = parquet::file::reader::FileReader::metadata(&reader).file_metadata().num_rows();
    assert_eq!(rows, 4);
}

#[test]
fn a_result_that_is_no_number_in_an_output_that_is_not_recorded_fails_the_run_and_leaves_its_rows() {
    let fmu = Bad::new(&[("RESULT", "now > 0.0015 ? NAN : now")]);
    let output = fmu.beside("out.csv");
    let message = fails(&["run", fmu.path(), "--record", "u", "--set", "u=3", "-o", output.to_str().unwrap()], 1);
    assert!(message.ends_with(
        "has what came before the run failed, up to 0.001 s: y is NaN at 0.002 s; results must be finite numbers\n"
    ));
    assert_eq!(std::fs::read_to_string(output).unwrap(), "time,u\n0,3\n0.001,3\n");
}

#[test]
fn a_default_experiment_without_length_is_told_with_the_remedy() {
    let with = |from: &'static str, to: &'static str| Bad::with(&[], move |description| description.replace(from, to));
    let fmu = with("stopTime=\"0.01\"", "stopTime=\"0\"");
    assert_eq!(
        fails(&["run", fmu.path()], 2),
        "error: the default experiment of the FMU ends at 0 s, not after its start at 0 s: give --stop-time\n"
    );
    assert_eq!(succeeds(&["run", fmu.path(), "--stop-time", "0.001"]), "time,y\n0,0\n0.001,0.001\n");
    let message = fails(&["run", fmu.path(), "--stop-time", "0"], 2);
    assert_eq!(message, "error: --stop-time 0: the end must be after the start, 0 s\n");
    let fmu = with("stepSize=\"0.001\"", "stepSize=\"0\"");
    assert_eq!(
        fails(&["run", fmu.path()], 2),
        "error: the default experiment of the FMU has steps of 0 s, not greater than 0: give --step-size\n"
    );
}

/// y = p + time in steps of 1 ms, up to the last row.
fn rows_until(last: u32) -> String {
    let row = |index: u32| format!("{0},{0}\n", fmu_output::number(f64::from(index) * 0.001));
    "time,y\n".to_string() + &(0..=last).map(row).collect::<String>()
}

#[test]
fn a_library_that_ends_its_process_on_the_way_leaves_the_rows_before() {
    for (way, how) in [
        ("crash()", "crashed with SIGSEGV"),
        ("abort()", "crashed with SIGABRT"),
        ("exit(0)", "ended its process with exit code 0"),
        ("_exit(3)", "ended its process with exit code 3"),
    ] {
        let crash = format!("if (now > 0.0035) {way}");
        let fmu = Bad::new(&[("ON_STEP", crash.as_str())]);
        let output = fmu.beside("out.csv");
        let message = fails(&["run", fmu.path(), "-o", output.to_str().unwrap()], 1);
        let left = format!("error: {} has what came before the run failed, up to 0.003 s: ", output.display());
        let ended = format!("{}: its library {how} during its communication steps\n", fmu.path());
        assert_eq!(message, left + &ended);
        assert_eq!(std::fs::read_to_string(output).unwrap(), rows_until(3), "{way}");
    }
}

#[test]
fn a_library_that_hangs_on_the_way_leaves_the_rows_before() {
    let fmu = Bad::new(&[("ON_STEP", "if (now > 0.0035) cling()")]);
    let output = fmu.beside("out.csv");
    let message = fails(&["run", fmu.path(), "--timeout", "0.5", "-o", output.to_str().unwrap()], 1);
    let left = format!("error: {} has what came before the run failed, up to 0.003 s: ", output.display());
    let told = "its library was not done after 0.5 s (--timeout), and was ended during its communication steps\n";
    assert_eq!(message, format!("{left}{}: {told}", fmu.path()));
    assert_eq!(std::fs::read_to_string(output).unwrap(), rows_until(3));
}

#[test]
fn a_timeout_ends_a_run_that_goes_on_and_on_and_its_rows_are_left() {
    let fmu = Bad::new(&[]);
    let output = fmu.beside("out.csv");
    let begin = std::time::Instant::now();
    let run = ["run", fmu.path(), "--stop-time", "900000", "--timeout", "0.5", "-o", output.to_str().unwrap()];
    let message = fails(&run, 1);
    // A thousand million steps take half an hour and more.
    assert!(begin.elapsed() < std::time::Duration::from_secs(20), "{:?}", begin.elapsed());
    let text = std::fs::read_to_string(&output).unwrap();
    let (last, _) = text.lines().next_back().unwrap().split_once(',').unwrap();
    assert!(message.contains(&format!("before the run failed, up to {last} s: ")), "{message}: {last}");
    assert!(message.contains("was not done after 0.5 s (--timeout)"), "{message}");
}

#[test]
fn the_time_that_is_told_is_that_of_the_last_row_that_was_written() {
    let fmu = Bad::new(&[("ON_STEP", "if (now > 0.0035) crash()")]);
    let (output, plot) = (fmu.beside("out.parquet"), fmu.beside("out.svg"));
    let (output, plot) = (output.to_str().unwrap(), plot.to_str().unwrap());
    let message = fails(&["run", fmu.path(), "--every", "0.002", "-o", output], 1);
    assert!(message.contains("out.parquet has what came before the run failed, up to 0.002 s: "), "{message}");
    let message = fails(&["run", fmu.path(), "--plot", plot], 1);
    assert!(message.contains("out.svg has what came before the run failed, up to 0.003 s: "), "{message}");
}

#[test]
fn a_library_that_crashes_at_the_end_leaves_all_rows() {
    for (place, when) in [("ON_TERMINATE", "during its communication steps"), ("ON_UNLOAD", "while it was unloaded")] {
        let fmu = Bad::new(&[(place, "crash()")]);
        let output = fmu.beside("out.csv");
        let message = fails(&["run", fmu.path(), "-o", output.to_str().unwrap()], 1);
        let left = format!("error: {} has what came before the run failed, up to 0.01 s: ", output.display());
        assert_eq!(message, left + &format!("{}: its library crashed with SIGSEGV {when}\n", fmu.path()));
        assert_eq!(std::fs::read_to_string(output).unwrap(), rows_until(10), "{place}");
    }
}

#[test]
fn a_run_that_fails_before_its_first_row_leaves_nothing() {
    let fmu = Bad::new(&[("RESULT", "NAN")]);
    fails(&["run", fmu.path(), "-o", fmu.beside("out.csv").to_str().unwrap()], 1);
    assert_eq!(names(fmu.folder.path()), ["bad.fmu".to_string()].into());
}

/// What a sweep over p = 1, 2 says and writes.
fn swept(fmu: &Bad, more: &[&str], code: i32) -> (String, String) {
    let output = fmu.beside("out.csv");
    let answer = fmu_pack(&[&["sweep", fmu.path(), "--set", "p=1,2", "-o", output.to_str().unwrap()], more].concat());
    assert_eq!(answer.code, Some(code), "{}{}", answer.out, answer.err);
    (std::fs::read_to_string(output).unwrap(), answer.err)
}

#[test]
fn a_run_of_a_sweep_that_the_fmu_ends_is_complete_and_says_when_it_ended() {
    let fmu = Bad::new(&[("STEP_STATUS", "(p == 2 && now > 0.0025 ? 2 : 0)"), ("TERMINATED", "1")]);
    let (rows, told) = swept(&fmu, &["--metric", "steady_state_error(y, target=0, as=error)"], 0);
    // y = p + time, up to 0.01 s and to half of the step from 0.003 s.
    assert_eq!(
        rows,
        "run,p,y,y_min,y_max,error,problem,ended_at\n\
         0,1,1.01,1,1.01,-1.01,,\n1,2,2.0035,2,2.0035,-2.0035,,0.0035\n"
    );
    assert_eq!(
        told,
        "warning: the FMU asked for the end of 1 of 2 runs (terminateSimulation), first of run 1 at 0.0035 s, where its \
         results end; the column ended_at has the times\n"
    );
}

#[test]
fn a_metric_that_begins_after_the_end_of_a_run_has_no_value() {
    let fmu = Bad::new(&[("STEP_STATUS", "(p == 2 && now > 0.0025 ? 2 : 0)"), ("TERMINATED", "1")]);
    let (rows, _) = swept(&fmu, &["--metric", "steady_state_error(y, target=0, from=0.005, as=error)"], 0);
    assert_eq!(rows.lines().last(), Some("1,2,2.0035,2,2.0035,,,0.0035"));
}

#[test]
fn the_trajectory_of_a_run_that_fails_is_kept_as_far_as_it_goes() {
    let fmu = Bad::new(&[("STEP_STATUS", "(p == 2 && now > 0.0025 ? 3 : 0)")]);
    let (rows, told) = swept(&fmu, &["--keep", "0-1"], 1);
    let problem = "the step from 0.003 s: fmi2DoStep answered Error";
    assert_eq!(rows, format!("run,p,y,y_min,y_max,problem\n0,1,1.01,1,1.01,\n1,2,,,,{problem}\n"));
    assert_eq!(told, format!("warning: 1 of 2 runs failed, first run 1: {problem}\n"));
    assert_eq!(std::fs::read_to_string(fmu.beside("out_run0.csv")).unwrap().lines().last(), Some("0.01,1.01"));
    assert_eq!(
        std::fs::read_to_string(fmu.beside("out_run1.csv")).unwrap(),
        "time,y\n0,2\n0.001,2.001\n0.002,2.002\n0.003,2.003\n"
    );
}

#[test]
fn a_run_that_leaves_no_row_has_no_trajectory_and_the_others_have_theirs() {
    let fmu = Bad::new(&[("ON_INITIALIZATION", "if (p == 1) abort()")]);
    let (_, told) = swept(&fmu, &["--keep", "0-1"], 1);
    let crashed = format!("{}: its library crashed with SIGABRT", fmu.path());
    assert!(
        told.contains(&format!(
            "warning: the trajectory of run 0 is not kept: {crashed} during instantiation and initialization"
        )),
        "{told}"
    );
    assert_eq!(std::fs::read_to_string(fmu.beside("out_run1.csv")).unwrap().lines().last(), Some("0.01,2.01"));
    assert!(!fmu.beside("out_run0.csv").exists());
}

#[test]
fn a_run_of_a_study_whose_library_crashes_has_its_trajectory_up_to_there() {
    let fmu = Bad::new(&[("ON_STEP", "if (p == 1 && now > 0.0025) abort()")]);
    let (_, told) = swept(&fmu, &["--keep", "0-1"], 1);
    assert!(told.contains("its library crashed with SIGABRT"), "{told}");
    let rows = std::fs::read_to_string(fmu.beside("out_run0.csv")).unwrap();
    assert_eq!(rows, "time,y\n0,1\n0.001,1.001\n0.002,1.002\n");
    assert_eq!(std::fs::read_to_string(fmu.beside("out_run1.csv")).unwrap().lines().last(), Some("0.01,2.01"));
}

/// What a comparison of p = 1, 2 says and writes.
fn compared(fmu: &Bad, more: &[&str], code: i32) -> (Option<String>, String) {
    let output = fmu.beside("out.csv");
    let answer =
        fmu_pack(&[&["compare", fmu.path(), "--vary", "p=1,2", "-o", output.to_str().unwrap()], more].concat());
    assert_eq!(answer.code, Some(code), "{}{}", answer.out, answer.err);
    (std::fs::read_to_string(output).ok(), answer.err)
}

#[test]
fn a_case_that_the_fmu_ends_is_compared_up_to_its_end() {
    let fmu = Bad::new(&[("STEP_STATUS", "(p == 2 && now > 0.0025 ? 2 : 0)"), ("TERMINATED", "1")]);
    let plot = fmu.beside("out.svg");
    let more = ["--record", "y", "--stop-time", "0.005", "--plot", plot.to_str().unwrap()];
    let (rows, told) = compared(&fmu, &more, 0);
    // The second case ends between two communication points, where the first has no row.
    assert_eq!(
        rows.unwrap(),
        "time,1/y,2/y\n0,1,2\n0.001,1.001,2.001\n0.002,1.002,2.002\n0.003,1.003,2.003\n0.0035,,2.0035\n\
         0.004,1.004,\n0.005,1.005,\n"
    );
    assert_eq!(
        told,
        "warning: the case 2: the FMU asked for the end of the run at 0.0035 s (terminateSimulation), where the results \
         end\n"
    );
    assert!(std::fs::read_to_string(plot).unwrap().contains("</svg>"));
}

#[test]
fn a_case_that_fails_on_the_way_fails_the_comparison_and_leaves_all_rows() {
    for (macros, problem) in [
        (("STEP_STATUS", "(p == 1 && now > 0.0015 ? 3 : 0)"), "the step from 0.002 s: fmi2DoStep answered Error"),
        (("RESULT", "p == 1 && now > 0.0025 ? NAN : p + now"), "y is NaN at 0.003 s; results must be finite numbers"),
    ] {
        let fmu = Bad::new(&[macros]);
        let (output, plot) = (fmu.beside("out.csv"), fmu.beside("out.png"));
        let more = ["--record", "y", "--stop-time", "0.004", "--plot", plot.to_str().unwrap()];
        let (rows, told) = compared(&fmu, &more, 1);
        assert_eq!(
            rows.unwrap(),
            "time,1/y,2/y\n0,1,2\n0.001,1.001,2.001\n0.002,1.002,2.002\n0.003,,2.003\n0.004,,2.004\n"
        );
        let left = format!("{}, {} have what came before the run failed", output.display(), plot.display());
        assert_eq!(told, format!("error: {left}: the case 1: {problem}\n"));
        assert!(plot.is_file());
    }
}

#[test]
fn a_comparison_of_which_a_case_does_not_begin_leaves_nothing() {
    let fmu = Bad::new(&[("RESULT", "p == 2 ? NAN : p + now")]);
    let (rows, told) = compared(&fmu, &["--record", "y"], 1);
    assert_eq!((rows, &*told), (None, "error: the case 2: y is NaN at 0 s; results must be finite numbers\n"));
    assert_eq!(names(fmu.folder.path()), ["bad.fmu".to_string()].into());
}

/// Puts a variable into the description, and into the list of outputs if it is one.
fn with_variable(description: &str, variable: &str) -> String {
    description.replace("  </ModelVariables>", &format!("{variable}\n  </ModelVariables>"))
}

#[test]
fn a_text_is_recorded_as_it_is() {
    let text = r#"<ScalarVariable name="phase" valueReference="0" causality="output" variability="discrete"><String/></ScalarVariable>"#;
    let fmu = Bad::with(&[], |description| with_variable(description, text));
    let out = succeeds(&["run", fmu.path(), "--stop-time", "0.001"]);
    assert_eq!(out, "time,y,phase\n0,0,\"at \"\"rest\"\", yet\"\n0.001,0.001,moving\n");
    let out = succeeds(&["run", fmu.path(), "--stop-time", "0.001", "--record", "phase"]);
    assert_eq!(out, "time,phase\n0,\"at \"\"rest\"\", yet\"\n0.001,moving\n");
}

#[test]
fn a_text_and_the_elements_of_an_array_are_set_in_fmi_2_too() {
    let text = r#"<ScalarVariable name="note" valueReference="8" causality="parameter" variability="fixed"><String start=""/></ScalarVariable>
        <ScalarVariable name="noted" valueReference="8" causality="output" variability="discrete"><String/></ScalarVariable>"#;
    let element = |subscripts: &str, reference: u32| {
        format!(
            "<ScalarVariable name=\"table[{subscripts}]\" valueReference=\"{reference}\" causality=\"parameter\" \
             variability=\"fixed\"><Real start=\"0\" unit=\"m\"/></ScalarVariable>\
             <ScalarVariable name=\"of[{subscripts}]\" valueReference=\"{reference}\" causality=\"output\"><Real/></ScalarVariable>"
        )
    };
    // In any order; the last subscript counts fastest.
    let elements = [("2,1", 12), ("1,1", 10), ("2,2", 13), ("1,2", 11)].map(|(name, at)| element(name, at)).concat();
    let fmu = Bad::with(&[], |description| with_variable(description, &format!("{text}{elements}")));
    let set = ["--set", "note=at rest, yet", "--set", "table=1 2 3 4 mm"];
    let out = succeeds(&[&["run", fmu.path(), "--stop-time", "0.001"], &set[..]].concat());
    assert!(out.ends_with("\n0.001,0.001,\"at rest, yet\",0.003,0.001,0.004,0.002\n"), "{out}");
    let message = fails(&["run", fmu.path(), "--set", "table=1 2 3"], 2);
    assert_eq!(message, "error: --set table=1 2 3: table has 4 elements, not 3 values\n");
}

#[test]
fn an_fmu_without_outputs_says_so_and_shows_its_states() {
    let no_outputs = |description: &str| description.replace("causality=\"output\"", "causality=\"local\"");
    let fmu = Bad::with(&[], no_outputs);
    let answer = fmu_pack(&["run", fmu.path(), "--stop-time", "0.001"]);
    assert_eq!((answer.code, &*answer.out), (Some(0), "time\n0\n0.001\n"));
    assert_eq!(
        answer.err,
        "warning: the FMU has no outputs and no continuous states: the time alone is recorded; --record names inputs\n"
    );
    let rate = r#"<ScalarVariable name="rate" valueReference="3" causality="local" variability="continuous"><Real derivative="2"/></ScalarVariable>"#;
    let listed = "<Derivatives><Unknown index=\"4\"/></Derivatives>";
    let fmu = Bad::with(&[], |description| {
        with_variable(&no_outputs(description), rate).replace("<Outputs><Unknown index=\"2\"/></Outputs>", listed)
    });
    let answer = fmu_pack(&["run", fmu.path(), "--stop-time", "0.001"]);
    assert_eq!((answer.code, &*answer.out), (Some(0), "time,y\n0,0\n0.001,0.001\n"));
    assert!(
        answer.err.contains("the FMU has no outputs: its continuous states are recorded instead"),
        "{}",
        answer.err
    );
    assert_eq!(succeeds(&["run", fmu.path(), "--stop-time", "0.001", "--record", "y"]).lines().next(), Some("time,y"));
    let (rows, told) = swept(&fmu, &[], 0);
    assert_eq!(rows, "run,p,y,y_min,y_max,problem\n0,1,1.01,1,1.01,\n1,2,2.01,2,2.01,\n");
    assert_eq!(told, "warning: the FMU has no outputs: the results are its continuous states instead\n");
}
