//! The command line without an FMU: usage, exit codes, scenarios, input files.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, fmu_pack, succeeds};
use fmu_simulation::input::{CsvRows, Rows};

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in [&[][..], &["frobnicate"], &["check"], &["run", "a.fmu", "--step-size", "0"], &["scenario"]] {
        assert_eq!(fmu_pack(arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_missing_file_exits_with_2_and_is_named() {
    for command in ["check", "info", "run"] {
        let message = fails(&[command, "no/such.fmu"], 2);
        assert!(message.contains("no/such.fmu"), "{message}");
    }
}

#[test]
fn what_is_no_archive_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.fmu");
    std::fs::write(&path, "no archive").unwrap();
    for command in ["check", "info", "run"] {
        let message = fails(&[command, path.to_str().unwrap()], 1);
        assert!(message.contains("not a ZIP archive"), "{message}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named_once() {
    let message = fails(&["run", "no/such.fmu"], 2);
    assert!(message.starts_with("error: no/such.fmu cannot be read: "), "{message}");
}

#[test]
fn a_configuration_in_the_place_of_an_fmu_is_told_what_makes_one_of_it() {
    let more = [("run", vec![]), ("check", vec![]), ("info", vec![]), ("sweep", vec!["--set", "a=1", "-o", "a.csv"])];
    for (command, more) in more {
        let message = fails(&[&[command, "R.toml"][..], &more].concat(), 2);
        let expected = "error: R.toml is a configuration; `fmu-pack build --config R.toml` makes an FMU of it\n";
        assert_eq!(message, expected, "{command}");
    }
}

#[test]
fn help_names_every_command() {
    let help = succeeds(&["--help"]);
    for command in ["build", "check", "info", "run", "sweep", "fit", "scenario", "curve", "demo", "page", "completions"]
    {
        assert!(help.contains(command), "{command}");
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(succeeds(&["completions", shell]).contains("scenario"), "{shell}");
    }
}

#[test]
fn a_scenario_is_written_with_two_rows_at_a_step() {
    let csv = succeeds(&["scenario", "fig06"]);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "time,command,load_torque,supply_pressure");
    assert_eq!(rows[1], "0,0,74500,26000000");
    assert_eq!(rows[2], "0.1,0,74500,26000000");
    assert_eq!(rows[3], "0.1,0.02617993877991494,74500,26000000");
    assert_eq!(rows.last().unwrap(), &"1.6,0.02617993877991494,74500,26000000");
}

#[test]
fn a_scenario_in_a_file_reads_back_to_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/fig14.csv");
    succeeds(&["scenario", "fig14", "-o", path.to_str().unwrap()]);
    let mut rows = CsvRows::open(&path).unwrap();
    let mut read = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        read.push((row.time, row.values));
    }
    assert_eq!(read, fmu_simulation::scenario::Scenario::find("fig14").unwrap().rows());
}

#[test]
fn an_unknown_scenario_is_answered_with_the_nearest_names() {
    let message = fails(&["scenario", "fig6"], 2);
    assert!(message.contains("there is no scenario fig6") && message.contains("fig06"), "{message}");
}

#[test]
fn every_scenario_is_listed() {
    let list = succeeds(&["scenario", "--list"]);
    for name in ["fig06", "fig17", "p3_rev", "p4"] {
        assert!(list.contains(name), "{name}");
    }
}

/// What reading a whole input file says.
fn input_error(text: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.csv");
    std::fs::write(&path, text).unwrap();
    let read = || {
        let mut rows = CsvRows::open(&path)?;
        while rows.next()?.is_some() {}
        Ok::<(), fmu_simulation::input::Error>(())
    };
    read().err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn an_input_file_in_another_encoding_is_told_with_its_line() {
    let latin = b"time,command\n0,1\n1,2 \xb0\n";
    assert!(input_error(latin).ends_with("input.csv, line 3: its text is not in UTF-8"), "{}", input_error(latin));
    let utf_16 = b"\xff\xfet\0i\0m\0e\0";
    assert!(input_error(utf_16).ends_with("input.csv, line 1: its text is not in UTF-8"), "{}", input_error(utf_16));
}

#[test]
fn malformed_input_files_are_told_with_line_column_and_value() {
    let cases = [
        ("", "the file is empty"),
        ("t,command\n0,1\n", "the first column is \"t\"; it must be time"),
        ("time (s),command\n0,1\n", "it must be time, or with another unit than s as time [ms]"),
        ("time;command\n0;1\n", "semicolons; columns must be separated by commas"),
        ("time\tcommand\n0\t1\n", "tabs; columns must be separated by commas"),
        (
            "time [h],command\n0,1\n",
            "line 1, column 1: time [h]: \"h\" is no unit of time; there are s, min, and s with a prefix as ms",
        ),
        ("time,command,command\n", "line 1, column 3: command: the column command appears twice"),
        ("\n\ntime,command,command\n", "line 3, column 3: command: the column command appears twice"),
        ("time,command\n", "no row of values"),
        ("time,command\n0,1\n0.1,abc\n", "line 3, column 2: command = \"abc\": must be a finite number"),
        ("time,command\n0,1\n0.1,NaN\n", "line 3, column 2: command = NaN: must be"),
        // Empty lines count, and so do those that other systems end otherwise; the last one needs no end.
        ("\ntime,command\n\n0,1\n\n\n0.1,abc", "line 7, column 2: command = \"abc\": must be"),
        ("time,command\r\n0,1\r\n\r\n0.1,abc\r\n", "line 4, column 2: command = \"abc\": must be"),
        ("time,command\r0,1\r0.1,abc\r", "line 3, column 2: command = \"abc\": must be"),
        ("time,command\n\"0\",\"a\nb\"\n0,1\n", "line 2, column 2: command = \"a\\nb\": must be"),
        ("time,command\n0,1\n0.1,\n", "line 3, column 2: command = \"\": must be"),
        ("time,command\nx,1\n", "line 2, column 1: time = \"x\": must be"),
        ("time,command\n0,1\n0.1\n", "line 3: 1 value where the header names 2 columns"),
        ("time,command\n0,1,2\n", "line 2: 3 values where the header names 2 columns"),
        ("time,command\n1,1\n0.5,1\n", "line 3, column 1: time = 0.5: 0.5 comes after 1"),
        ("time,command\n1,1\n1,2\n1,3\n", "line 4, column 1: time = 1: 1 comes after 1"),
    ];
    for (text, expected) in cases {
        let error = input_error(text);
        assert!(error.contains(expected), "{text:?} gives {error:?} instead of {expected:?}");
        assert!(error.contains("input.csv"), "{error}");
    }
}

#[test]
fn a_byte_order_mark_spaces_and_windows_line_ends_do_no_harm() {
    assert_eq!(input_error("\u{feff}time, command\r\n0, 1\r\n0.5 ,2\r\n"), "");
}

#[test]
fn help_of_each_analysis_has_its_options_and_examples() {
    for (command, words) in [
        ("size", ["REQUIREMENT.toml", "--of", "--reduced-pressure", "stall_torque", "fmu-pack size rudder.toml"]),
        ("linearize", ["--trim", "--at-time", "--regime", "without-friction", "fmu-pack linearize"]),
        ("response", ["--amplitude", "--numbers", "--format", "is not resumed", "fmu-pack response"]),
        ("sweep", ["--metric", "time_at_rest", "--keep", ".resume", "fmu-pack sweep"]),
        ("compare", ["--vary", "--case", "--record", "--plot", "fmu-pack compare"]),
    ] {
        let help = succeeds(&[command, "--help"]);
        words.iter().for_each(|word| assert!(help.contains(word), "{command}: {word}\n{help}"));
    }
}

#[test]
fn an_archive_in_place_of_a_toml_file_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("a.zip"), b"PK\x03\x04\xff\xfe").unwrap();
    std::fs::write(path("a.fmu"), b"PK\x03\x04\xff\xfe").unwrap();
    std::fs::write(path("latin.toml"), b"name = \"R\xfcder\"\n").unwrap();
    for command in [&["size"][..], &["draw", "-o", &path("a.svg")], &["ssp", "-o", &path("a.ssp")]] {
        let told = |file: &str| fails(&[command, &[&path(file)]].concat(), 2);
        assert!(told("a.zip").contains("is a ZIP archive, as FMUs and SSP files are; here a TOML file is needed"));
        let latin = "latin.toml, line 1, column 10: is no TOML file: from here on it is no text in UTF-8";
        assert!(told("latin.toml").contains(latin), "{}", told("latin.toml"));
    }
    assert!(fails(&["size", &path("a.fmu")], 2).contains("what an FMU can do is told by size --of"));
    let drawn = fails(&["draw", &path("a.fmu"), "-o", &path("a.svg")], 2);
    assert!(
        drawn.contains("a.fmu: a drawing is made of the configuration (TOML) that an FMU was built from"),
        "{drawn}"
    );
}

#[test]
fn the_list_of_models_says_what_else_a_configuration_can_be() {
    let help = succeeds(&["models", "--help"]);
    assert!(help.contains("\"Drivetrain\"") && help.contains("\"LinearSystem\""), "{help}");
}

#[test]
fn a_model_that_there_is_not_is_told_before_anything_is_compiled() {
    let message = fails(&["curve", "step.csv", "-o", "curve.svg"], 2);
    assert!(message.contains("there is no model step.csv") && message.contains("MotionTransmission"), "{message}");
}
