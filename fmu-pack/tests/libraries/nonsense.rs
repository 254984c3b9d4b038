//! Libraries that answer with what is no number, or are for another FMI.

use super::command::{fails, fmu_pack, succeeds};
use super::fmu::Bad;

#[test]
fn a_result_that_is_not_finite_fails_the_run_with_its_name_and_time_and_the_rows_before_stay() {
    for (value, shown) in [("NAN", "NaN"), ("INFINITY", "inf"), ("-INFINITY", "-inf")] {
        let fmu = Bad::new(&[("RESULT", &format!("now > 0.0035 ? {value} : now"))]);
        let [output, events, plotted] = ["out.csv", "events.csv", "plot.svg"].map(|name| fmu.beside(name));
        let files = ["-o", output.to_str().unwrap(), "--events", events.to_str().unwrap()];
        let plot = ["--plot", plotted.to_str().unwrap()];
        let message = fails(&[&["run", fmu.path()], &files[..], &plot].concat(), 1);
        let left = format!("{}, {}, {} have", output.display(), events.display(), plotted.display());
        let told = format!("y is {shown} at 0.004 s; results must be finite numbers");
        assert_eq!(message, format!("error: {left} what came before the run failed, up to 0.003 s: {told}\n"));
        let rows = std::fs::read_to_string(output).unwrap();
        assert_eq!(rows, "time,y\n0,0\n0.001,0.001\n0.002,0.002\n0.003,0.003\n");
    }
}

#[test]
fn a_run_of_a_sweep_with_values_that_are_not_finite_has_failed_and_has_no_results() {
    let fmu = Bad::new(&[("RESULT", "now == 0 && p == 1 ? NAN : now > 0.0095 && p == 3 ? INFINITY : p")]);
    let output = fmu.beside("out.csv");
    let answer = fmu_pack(&["sweep", fmu.path(), "--set", "p=0:4:5", "-o", output.to_str().unwrap()]);
    assert_eq!(answer.code, Some(1), "{}", answer.out);
    assert!(answer.out.contains("5 runs") && answer.out.contains("2 failed"), "{}", answer.out);
    assert!(answer.err.contains("2 of 5 runs failed, first run 1: y is NaN at 0 s"), "{}", answer.err);
    let expected = "run,p,y,y_min,y_max,problem\n0,0,0,0,0,\n1,1,,,,y is NaN at 0 s; results must be finite numbers\n\
                    2,2,2,2,2,\n3,3,,,,y is inf at 0.01 s; results must be finite numbers\n4,4,4,4,4,\n";
    assert_eq!(std::fs::read_to_string(output).unwrap(), expected);
}

#[test]
fn a_library_for_another_version_is_refused_by_every_command() {
    for version in ["3.0", "1.0", "2.1", ""] {
        let fmu = Bad::new(&[("VERSION", &format!("{version:?}"))]);
        let output = fmu.beside("out.csv");
        let output = output.to_str().unwrap();
        let told = format!("fmi2GetVersion answers {version:?}; it must be \"2.0\"");
        for arguments in [&["run", fmu.path()][..], &["sweep", fmu.path(), "--set", "p=1", "-o", output]] {
            let message = fails(arguments, 1);
            assert!(message.contains(&told), "{message}");
        }
        let answer = fmu_pack(&["check", "--load", fmu.path()]);
        assert!(answer.code == Some(1) && answer.out.contains(&told), "{}", answer.out);
    }
}

/// What a run says about a file of signals.
fn refused(signals: &str, code: i32) -> String {
    let fmu = Bad::new(&[]);
    let input = fmu.beside("in.csv");
    std::fs::write(&input, signals).unwrap();
    let output = fmu.beside("out.csv");
    let message = fails(&["run", fmu.path(), "--input", input.to_str().unwrap(), "-o", output.to_str().unwrap()], code);
    assert!(!output.exists());
    message
}

#[test]
fn times_that_fall_after_the_stop_time_are_refused() {
    // The run ends at 0.01 s.
    let rows: String = (0..5000).map(|number| format!("{},1\n", number)).collect();
    let message = refused(&format!("time,u\n{rows}4998,1\n"), 2);
    assert!(message.contains("in.csv, line 5002, column 1: time = 4998: 4998 comes after 4999"), "{message}");
    let message = refused("time,u\n0,1\n1,1\n0.5,1\n", 2);
    assert!(message.contains("in.csv, line 4, column 1: time = 0.5: 0.5 comes after 1"), "{message}");
    assert!(refused("time,u\n0,1\n1,1\n2,NaN\n", 2).contains("line 4, column 2: u = NaN: must be"));
}

#[test]
fn a_variable_that_is_set_twice_is_refused() {
    let fmu = Bad::new(&[]);
    for more in [["--set", "p=1", "--set", "p=2"], ["--set", "p=1", "--set", " p = 1"]] {
        for command in ["run", "curve", "sweep"] {
            let output = fmu.beside("out.csv");
            let files = ["-o", output.to_str().unwrap()];
            let message = fails(&[&[command, fmu.path()], &more[..], &files].concat(), 2);
            assert!(message.contains("p is set twice"), "{message}");
        }
    }
    let file = fmu.beside("parameters.txt");
    std::fs::write(&file, "p=1\n# again\np=2\n").unwrap();
    let file = file.to_str().unwrap();
    let message = fails(&["run", fmu.path(), "--parameters", file], 2);
    assert!(message.contains("parameters.txt, line 3, column 3: p = 2: p is set twice"), "{message}");
    std::fs::write(file, "p=1\n").unwrap();
    // --set counts more than the file.
    let out = succeeds(&["run", fmu.path(), "--parameters", file, "--set", "p=5", "--stop-time", "0.001"]);
    assert_eq!(out, "time,y\n0,5\n0.001,5.001\n");
}
