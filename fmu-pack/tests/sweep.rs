//! `fmu-pack sweep`: studies of the transmission, whole and interrupted.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, fmu_pack, succeeds};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The transmission under a motor torque that breaks it away.
fn transmission() -> &'static str {
    static FOLDER: OnceLock<(TempDir, String)> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        succeeds(&["build", "MotionTransmission", "-o", folder.path().to_str().unwrap()]);
        let path = folder.path().join("MotionTransmission.fmu").to_str().unwrap().to_string();
        (folder, path)
    };
    &FOLDER.get_or_init(build).1
}

/// A folder for the results of one test, and one for temporary files of commands that are killed.
struct Desk(TempDir, TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Arguments of a sweep with results in `name`.
    fn sweep(&self, name: &str, more: &[&str]) -> Vec<String> {
        let output = self.path(name);
        let first = ["sweep", transmission(), "-o", output.to_str().unwrap()];
        first.iter().chain(more).map(ToString::to_string).collect()
    }

    /// Results of a sweep that succeeds, as text.
    fn results(&self, name: &str, more: &[&str]) -> String {
        succeeds(&as_strs(&self.sweep(name, more)));
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

fn as_strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// Cells of the columns called `names`, row by row.
fn cells(csv: &str, names: &[&str]) -> Vec<Vec<String>> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let places = names.iter().map(|name| header.iter().position(|found| found == name).unwrap());
    let places: Vec<usize> = places.collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        places.iter().map(|place| fields[*place].to_string()).collect()
    };
    lines.map(row).collect()
}

fn column(csv: &str, name: &str) -> Vec<f64> {
    cells(csv, &[name]).iter().map(|row| row[0].parse().unwrap()).collect()
}

const MONTE_CARLO: [&str; 8] = [
    "--set",
    "friction.coulomb_torque=normal:2500:250",
    "--set",
    "motor_torque=1000:9000",
    "--set",
    "load_torque=-1000,1000",
    "--samples",
    "20",
];

#[test]
fn runs_are_all_combinations_the_last_fastest() {
    let set = ["--set", "motor_torque=0:9000:3", "--set", "friction.law=stribeck,1", "--stop-time", "0.01"];
    let csv = Desk::new().results("a.csv", &set);
    let expected = ["0,0,stribeck", "1,0,coulomb", "2,4500,stribeck", "3,4500,coulomb", "4,9000,stribeck"];
    let found = cells(&csv, &["run", "motor_torque", "friction.law"]);
    assert_eq!(found[..5].iter().map(|row| row.join(",")).collect::<Vec<String>>(), expected);
    assert_eq!(found.len(), 6);
}

#[test]
fn a_run_of_a_sweep_is_a_run_to_the_bit() {
    let (desk, set) = (Desk::new(), ["--set", "load_torque=500", "--stop-time", "0.3"]);
    let csv = desk.results("a.csv", &[&["--set", "motor_torque=3000:9000:3"], &set[..]].concat());
    for (row, torque) in ["3000", "6000", "9000"].iter().enumerate() {
        let single =
            succeeds(&[&["run", transmission(), "--set", &format!("motor_torque={torque}")], &set[..]].concat());
        for name in ["position", "velocity", "friction_torque", "event_count"] {
            assert_eq!(column(&csv, name)[row].to_bits(), column(&single, name).last().unwrap().to_bits(), "{name}");
        }
        let speeds = column(&single, "velocity");
        let (least, most) = (column(&csv, "velocity_min")[row], column(&csv, "velocity_max")[row]);
        assert_eq!(least, speeds.iter().copied().fold(f64::INFINITY, f64::min));
        assert_eq!(most, speeds.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    }
    assert!(column(&csv, "velocity")[0] == 0.0 && column(&csv, "velocity")[2] > 0.0, "one sticks, one moves");
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let desk = Desk::new();
    let one = desk.results("one.csv", &[&MONTE_CARLO[..], &["--jobs", "1"]].concat());
    let four = desk.results("four.csv", &[&MONTE_CARLO[..], &["--jobs", "4"]].concat());
    assert_eq!(one.lines().count(), 41);
    assert_eq!(one, four);
}

#[test]
fn every_combination_meets_the_same_draws_and_another_seed_others() {
    let desk = Desk::new();
    let torque = column(&desk.results("a.csv", &MONTE_CARLO), "motor_torque");
    assert_eq!(torque[..20], torque[20..]);
    assert!(torque[1..20].iter().all(|other| *other != torque[0]));
    let other = column(&desk.results("b.csv", &[&MONTE_CARLO[..], &["--seed", "2"]].concat()), "motor_torque");
    assert!(torque.iter().zip(&other).all(|(a, b)| a != b));
}

#[test]
fn recorded_outputs_are_those_asked_for() {
    let csv = Desk::new().results("a.csv", &["--set", "inertia=2000,2200", "--record", "velocity,position"]);
    let header =
        "run,inertia,event_count,velocity,velocity_min,velocity_max,position,position_min,position_max,problem";
    assert_eq!(csv.lines().next(), Some(header));
}

#[test]
fn a_list_has_the_runs_of_the_sweep() {
    let desk = Desk::new();
    let list = desk.results("list.csv", &[&MONTE_CARLO[..], &["--list"]].concat());
    let names = ["run", "friction.coulomb_torque", "motor_torque", "load_torque"];
    assert_eq!(list.lines().next(), Some(&*names.join(",")));
    assert_eq!(cells(&list, &names), cells(&desk.results("a.csv", &MONTE_CARLO), &names));
}

#[test]
fn a_run_that_fails_is_a_row_and_the_others_go_on() {
    let desk = Desk::new();
    let arguments = desk.sweep("a.csv", &["--set", "travel.lower=-1,2", "--set", "travel.upper=1"]);
    let answer = fmu_pack(&as_strs(&arguments));
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(answer.err.contains("1 of 2 runs failed") && answer.err.contains("travel.lower"), "{}", answer.err);
    let csv = std::fs::read_to_string(desk.path("a.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[1].ends_with(',') && lines[2].contains("travel"), "{csv}");
    assert!(lines[2].starts_with("1,2,1,,,"), "{csv}");
}

#[test]
fn wrong_settings_are_refused_before_anything_runs() {
    let desk = Desk::new();
    for (more, said) in [
        (&["--set", "inertia=1:2"][..], "--samples must say how often"),
        (&["--set", "inertia=1:2:3", "--samples", "5"], "no variable is drawn"),
        (&["--set", "inertia=5,-1"], "--set inertia=5,-1: -1 must be greater than 0 kg.m2"),
        (&["--set", "inertia"], "none of NAME=VALUE"),
        (&["--set", "inertai=1"], "inertia"),
        (&["--set", "friction.law=coulomb,glue"], "one of coulomb (1)"),
        (&["--set", "friction.law=1:3", "--samples", "2"], "not a Real variable"),
        (&["--set", "inertia=1", "--set", "inertia=2"], "inertia is set twice"),
        (&["--set", "inertia=1", "--record", "velocty"], "velocity"),
        (&["--set", "inertia=1:9:1000000", "--set", "viscous_coefficient=1:9:1000000"], "100000000 are allowed"),
    ] {
        let message = fails(&as_strs(&desk.sweep("a.csv", more)), 2);
        assert!(message.contains(said), "{message}");
    }
    assert!(fails(&as_strs(&desk.sweep("a.txt", &["--set", "inertia=1"])), 2).contains(".csv or .parquet"));
    assert_eq!(std::fs::read_dir(desk.0.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn a_variable_that_a_signal_drives_cannot_be_set() {
    let desk = Desk::new();
    let signal = desk.path("in.csv");
    std::fs::write(&signal, "time,motor_torque\n0,0\n1,5000\n").unwrap();
    let input = ["--input", signal.to_str().unwrap(), "--set"];
    let message = fails(&as_strs(&desk.sweep("a.csv", &[&input[..], &["motor_torque=1,2"]].concat())), 2);
    assert!(message.contains("motor_torque follows the input signals"), "{message}");
    let csv = desk.results("a.csv", &[&input[..], &["friction.coulomb_torque=1000:2000:2"]].concat());
    let reached = column(&csv, "position");
    assert!(reached[0] > reached[1] && reached[1] > 0.0, "less friction, further: {reached:?}");
}

/// A study of a few seconds, so that it can be interrupted.
const LONG: [&str; 10] = [
    "--set",
    "motor_torque=1000:9000",
    "--set",
    "friction.law=coulomb,hess_soom",
    "--samples",
    "150",
    "--stop-time",
    "2",
    "--record",
    "position",
];

/// Starts the study, and waits until some runs are kept.
#[cfg(unix)]
fn started(desk: &Desk, name: &str) -> std::process::Child {
    use std::process::{Command, Stdio};
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
    command.env("TMPDIR", desk.1.path());
    let child = command.args(desk.sweep(name, &LONG)).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let journal = desk.path(&format!("{name}.resume"));
    while lines(&journal) < 4 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child
}

/// A line of a resume file: its checksum is FNV-1a with 64 bits.
fn kept_line(text: &str) -> String {
    let sum =
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{sum:016x} {text}\n")
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
#[cfg(unix)]
fn interrupted_by_control_c_it_goes_on_to_the_same_bytes() {
    let desk = Desk::new();
    let child = started(&desk, "a.csv");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert_eq!(std::fs::read_dir(desk.1.path()).unwrap().count(), 0, "no temporary files are left");
    assert!(message.contains("interrupted") && message.contains("the same command"), "{message}");
    assert!(!desk.path("a.csv").exists());
    let kept = lines(&desk.path("a.csv.resume")) - 1;
    assert!((3..300).contains(&kept), "{kept}");
    assert_eq!(desk.results("a.csv", &LONG), desk.results("whole.csv", &LONG));
    assert_eq!(std::fs::read_dir(desk.0.path()).unwrap().count(), 2, "no resume file is left");
}

#[test]
#[cfg(unix)]
fn killed_it_goes_on_and_does_no_run_again() {
    let desk = Desk::new();
    let mut child = started(&desk, "a.csv");
    child.kill().unwrap();
    child.wait().unwrap();
    // What was kept is taken as it is: a marked run shows that it was not run again.
    let journal = desk.path("a.csv.resume");
    let text = std::fs::read_to_string(&journal).unwrap();
    let (_, record) = text.lines().nth(1).unwrap().split_once(' ').unwrap();
    let run = record.split(',').next().unwrap().to_string();
    let marked = text.split_inclusive('\n').map(|line| match line.split_once(' ') {
        Some((_, record)) if record.starts_with(&format!("{run},")) => kept_line(&format!("{run},77,1,2,3")),
        _ => line.to_string(),
    });
    let marked: Vec<String> = marked.collect();
    std::fs::write(&journal, marked.concat()).unwrap();
    let csv = desk.results("a.csv", &LONG);
    assert_eq!(column(&csv, "event_count")[run.parse::<usize>().unwrap()], 77.0);
    assert_eq!(csv.lines().count(), 301);
}

#[test]
#[cfg(unix)]
fn what_is_damaged_in_a_resume_file_is_told_and_done_again() {
    let desk = Desk::new();
    let mut child = started(&desk, "a.csv");
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = desk.path("a.csv.resume");
    let mut bytes = std::fs::read(&journal).unwrap();
    // A bit of the last digit of the second line, and bytes that are no text at the end.
    let ends: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place).collect();
    bytes.truncate(ends.last().unwrap() + 1);
    bytes[ends[1] - 1] ^= 1;
    bytes.extend(b"\xff\xfe\n");
    std::fs::write(&journal, &bytes).unwrap();
    let answer = fmu_pack(&as_strs(&desk.sweep("a.csv", &LONG)));
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let told = format!("a.csv.resume: lines 2, {} damaged", ends.len() + 1);
    assert!(answer.err.contains(&told), "{told}: {}", answer.err);
    assert_eq!(std::fs::read_to_string(desk.path("a.csv")).unwrap(), desk.results("whole.csv", &LONG));
}

#[test]
#[cfg(unix)]
fn of_two_sweeps_into_one_file_the_second_is_refused_at_once() {
    let desk = Desk::new();
    let mut child = started(&desk, "a.csv");
    let message = fails(&as_strs(&desk.sweep("a.csv", &LONG)), 2);
    assert!(message.contains("another sweep writes to") && message.contains("a.csv.resume"), "{message}");
    assert_eq!(message.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{message}");
    assert!(child.try_wait().unwrap().is_none(), "the first goes on, and the second has not waited for it");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(desk.results("a.csv", &LONG), desk.results("whole.csv", &LONG));
}

#[test]
#[cfg(unix)]
fn what_is_kept_of_one_study_is_not_used_for_another() {
    let desk = Desk::new();
    let mut child = started(&desk, "a.csv");
    child.kill().unwrap();
    child.wait().unwrap();
    let message = fails(&as_strs(&desk.sweep("a.csv", &MONTE_CARLO)), 2);
    assert!(message.contains("another study"), "{message}");
}

/// A CSV file on the desk.
fn file(desk: &Desk, name: &str, text: &str) -> String {
    std::fs::write(desk.path(name), text).unwrap();
    desk.path(name).to_str().unwrap().to_string()
}

#[test]
fn values_have_the_unit_of_the_variable_or_one_of_their_own() {
    let desk = Desk::new();
    let set =
        ["--set", "position_start=1 deg,2 deg", "--set", "friction.coulomb_torque=2.5 kNm", "--stop-time", "0.01"];
    let csv = desk.results("a.csv", &set);
    assert_eq!(column(&csv, "position_start"), [1f64.to_radians(), 2f64.to_radians()]);
    assert_eq!(column(&csv, "friction.coulomb_torque"), [2500.0, 2500.0]);
    let message = fails(&as_strs(&desk.sweep("b.csv", &["--set", "position_start=1 MPa"])), 2);
    assert!(message.contains("a number in rad, or one with a unit that converts to rad"), "{message}");
}

#[test]
fn samples_of_ones_own_come_row_by_row_with_each_combination() {
    let desk = Desk::new();
    let samples = file(&desk, "samples.csv", "inertia [kg.m2],motor_torque [kN.m]\n2000,1\n2100,2\n2200,3\n");
    let set = ["--samples-from", &samples, "--set", "load_torque=0,500", "--stop-time", "0.01"];
    let csv = desk.results("a.csv", &set);
    let found = cells(&csv, &["inertia", "motor_torque", "load_torque"]);
    let expected = ["2000,1000,0", "2100,2000,0", "2200,3000,0", "2000,1000,500", "2100,2000,500", "2200,3000,500"];
    assert_eq!(found.iter().map(|row| row.join(",")).collect::<Vec<String>>(), expected);
    let message = fails(&as_strs(&desk.sweep("b.csv", &[&set[..], &["--samples", "4"]].concat())), 2);
    assert!(message.contains("the table of samples has 3 rows"), "{message}");
    let message = fails(&as_strs(&desk.sweep("b.csv", &[&set[..], &["--samples", "2"]].concat())), 2);
    assert!(
        message.contains("the table of samples has 3 rows, each of which is one; leave --samples out"),
        "{message}"
    );
}

#[test]
fn what_is_wrong_in_a_table_of_samples_has_its_file_and_line() {
    let desk = Desk::new();
    let refusals = [
        ("inertia,mass\n2000,1\n", "line 1, column 2: mass: the FMU has no parameter or input called mass"),
        ("inertia\n2000\n\nheavy\n", "line 4, column 1: inertia = heavy: must be a finite number"),
        (
            "inertia [kg.m2]\n2000\n-1\n",
            "line 3, column 1: inertia [kg.m2] = -1: -1 kg.m2 must be greater than 0 kg.m2",
        ),
        ("inertia,motor_torque\n2000,1\n2100\n", "line 3: values: 1, and columns that the header names: 2"),
        ("inertia,inertia\n2000,1\n", "line 1, column 2: inertia: inertia has two columns"),
    ];
    for (text, expected) in refusals {
        let wrong = file(&desk, "wrong.csv", text);
        let message = fails(&as_strs(&desk.sweep("c.csv", &["--samples-from", &wrong])), 2);
        assert!(message.contains(&format!("wrong.csv, {expected}")), "{text:?}: {message}");
    }
    let latin = file(&desk, "latin.csv", "");
    std::fs::write(&latin, b"inertia\n2000\n21\xb0\n").unwrap();
    let message = fails(&as_strs(&desk.sweep("c.csv", &["--samples-from", &latin])), 2);
    assert!(message.contains("latin.csv, line 3: its text is not in UTF-8"), "{message}");
    let samples = file(&desk, "samples.csv", "inertia\n2000\n");
    let twice = ["--samples-from", &samples, "--set", "inertia=2000"];
    let message = fails(&as_strs(&desk.sweep("c.csv", &twice)), 2);
    assert!(
        message.contains("samples.csv, line 1, column 1: inertia: inertia is a column and is set by --set as well"),
        "{message}"
    );
}

#[test]
fn what_a_range_or_a_choice_of_runs_cannot_mean_is_refused() {
    let desk = Desk::new();
    let few = ["--set", "inertia=2000,2200", "--stop-time", "0.01"];
    let refusals: [(&[&str], &str); 5] = [
        (&["--set", "position_start=1 deg:2", "--samples", "2"], "some numbers have a unit and others have none"),
        (&["--set", "position_start=1 deg,2"], "some numbers have a unit and others have none"),
        (&["--set", "position_start=norml:0.5:1", "--samples", "2"], "distributions are A:B (uniform), normal:"),
        (&["--keep", "largest:position:5"], "--keep: 5 runs of position, and the study has 2"),
        (
            &["--metric", "steady_state_error(position, target=1 deg, over=9)"],
            "over=9 s is longer than what it looks at, 0.01 s of the run",
        ),
    ];
    for (more, expected) in refusals {
        let message = fails(&as_strs(&desk.sweep("b.csv", &[&few[..], more].concat())), 2);
        assert!(message.contains(expected), "{more:?}: {message}");
    }
}

#[test]
fn correlated_draws_have_the_coefficient_and_each_its_own_distribution() {
    let desk = Desk::new();
    let set = [
        "--set",
        "friction.coulomb_torque=normal:2500:250",
        "--set",
        "motor_torque=1000:9000",
        "--correlate",
        "friction.coulomb_torque,motor_torque=-0.8",
        "--samples",
        "4000",
        "--list",
    ];
    let csv = desk.results("a.csv", &set);
    let (x, y) = (column(&csv, "friction.coulomb_torque"), column(&csv, "motor_torque"));
    assert!(y.iter().all(|torque| (1000.0..9000.0).contains(torque)));
    // Of a normal and a uniform variable with this copula it is -0.8 sqrt(3/pi) = -0.7818 (Pearson); four standard errors.
    let found = correlation(&x, &y);
    assert!((found + 0.8 * (3.0 / std::f64::consts::PI).sqrt()).abs() < 4.0 * 0.39 / 4000f64.sqrt(), "{found}");
    let mean = y.iter().sum::<f64>() / 4000.0;
    assert!((mean - 5000.0).abs() < 4.0 * 8000.0 / 48000f64.sqrt(), "{mean}");
    let message = fails(
        &as_strs(&desk.sweep("b.csv", &[&set[..4], &["--correlate", "load_torque,motor_torque=0.5"]].concat())),
        2,
    );
    assert!(message.contains("load_torque is correlated and not drawn"), "{message}");
}

fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mx, my) = (mean(x), mean(y));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(x, y)| f(x - mx, y - my)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

#[test]
fn truncated_and_lognormal_draws_stay_within_what_they_say() {
    let desk = Desk::new();
    let set = ["--set", "inertia=normal:2000:200:1900:2300", "--set", "friction.coulomb_torque=lognormal:2500 N.m:0.2"];
    let csv = desk.results("a.csv", &[&set[..], &["--samples", "500", "--list"]].concat());
    assert!(column(&csv, "inertia").iter().all(|inertia| (1900.0..=2300.0).contains(inertia)));
    assert!(column(&csv, "friction.coulomb_torque").iter().all(|torque| *torque > 0.0));
    let message = fails(&as_strs(&desk.sweep("b.csv", &["--set", "inertia=normal:0:1:50:60", "--samples", "5"])), 2);
    assert!(message.contains("more than 1e-12 of the distribution between LOW and HIGH"), "{message}");
}

/// A normal distribution leaves any range once there are draws enough: that is told before the first run, and by --list too.
#[test]
fn a_draw_that_the_variable_does_not_take_is_told_before_anything_runs() {
    let desk = Desk::new();
    let ratio = ["--set", "friction.static_ratio=normal:1.1:0.1", "--samples", "100"];
    let free = ["--set", "motor_torque=1000:9000", "--correlate", "motor_torque,friction.static_ratio=0.9"];
    for more in [&["--list"][..], &[], &free, &["--set", "friction.law=coulomb,stribeck"]] {
        let message = fails(&as_strs(&desk.sweep("a.csv", &[&ratio[..], more].concat())), 2);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains("--set friction.static_ratio=normal:1.1:0.1: in run "), "{message}");
        assert!(message.contains(", one of 100, and must be at least 1; give LOW and HIGH as well, "), "{message}");
    }
    for (spread, allowed) in [
        ("motor_torque=lognormal:1 N.m:400", "must be a finite number"),
        ("inertia=lognormal:1 kg.m2:400", "the draw is 0 kg.m2, one of 100, and must be greater than 0 kg.m2"),
    ] {
        let message = fails(&as_strs(&desk.sweep("a.csv", &["--set", spread, "--samples", "100"])), 2);
        assert!(message.contains(allowed) && message.contains("give a smaller SIGMA"), "{message}");
    }
    let message = fails(&as_strs(&desk.sweep("a.csv", &["--set", "motor_torque=-1e308:1e308:3"])), 2);
    assert!(message.contains("must not be so far apart"), "{message}");
    assert_eq!(std::fs::read_dir(desk.0.path()).unwrap().count(), 0, "nothing is written");
    desk.results("b.csv", &["--set", "friction.static_ratio=normal:1.1:0.1:1:2", "--samples", "100", "--list"]);
}

#[test]
fn each_input_file_is_taken_in_turn_and_named_in_its_column() {
    let desk = Desk::new();
    let one = file(&desk, "one.csv", "time,motor_torque\n0,3000\n");
    let two = file(&desk, "two.csv", "time [ms],motor_torque [kN.m]\n0,9\n");
    let set = ["--input", &one, "--input", &two, "--set", "inertia=2000,2200", "--stop-time", "0.1"];
    let csv = desk.results("a.csv", &set);
    assert_eq!(cells(&csv, &["input"]).concat(), [&*one, &*one, &*two, &*two]);
    let velocity = column(&csv, "velocity");
    assert!(velocity[..2] == [0.0, 0.0] && velocity[2] > velocity[3], "{velocity:?}");
}

#[test]
fn metrics_are_columns_and_what_was_not_reached_is_empty() {
    let desk = Desk::new();
    let step = file(&desk, "step.csv", "time,motor_torque\n0,0\n0.1,0\n0.1,9000\n");
    let more = ["--set", "load_torque=0,1000000", "--input", &step, "--stop-time", "0.3"];
    let metrics = [
        "--metric",
        "rise_time(velocity, target=0.05, from=0.1, as=start)",
        "--metric",
        "time_stuck(friction_regime)",
        "--metric",
        "steady_state_error(velocity, target=0 deg/s)",
    ];
    let csv = desk.results("a.csv", &[&more[..], &metrics[..]].concat());
    let found = cells(&csv, &["start", "friction_regime_time_stuck", "velocity_steady_state_error", "velocity"]);
    // At rest until the torque steps; the step of 1 ms with one end stuck counts half.
    assert!((found[0][1].parse::<f64>().unwrap() - 0.1).abs() < 0.6e-3, "{found:?}");
    assert!(found[0][0].parse::<f64>().unwrap() > 0.0);
    assert_eq!(found[1][0], "", "a load of 1 MN.m is never overcome in the positive direction");
    let error: f64 = found[0][2].parse().unwrap();
    assert_eq!(-error, found[0][3].parse::<f64>().unwrap());
    let message =
        fails(&as_strs(&desk.sweep("b.csv", &["--set", "inertia=2000", "--metric", "rise_time(velocty)"])), 2);
    assert!(message.contains("nearest names are velocity"), "{message}");
    let late = ["--set", "inertia=2000", "--stop-time", "0.2", "--metric", "rise_time(velocity, from=0.2)"];
    let message = fails(&as_strs(&desk.sweep("b.csv", &late)), 2);
    assert!(message.contains("velocity_rise_time: from=0.2 s is not before the end at 0.2 s"), "{message}");
    let message = fails(&as_strs(&desk.sweep("b.csv", &["--set", "inertia=2000", "--scenario", "fig06"])), 2);
    assert!(message.contains("the scenario fig06 is for ServoActuator: the FMU has no input"), "{message}");
}

#[test]
fn trajectories_of_chosen_runs_are_those_of_single_runs() {
    let desk = Desk::new();
    let more =
        ["--set", "motor_torque=3000:9000:4", "--stop-time", "0.2", "--keep", "largest:position:1", "--keep", "0"];
    desk.results("a.csv", &more);
    let single = succeeds(&["run", transmission(), "--set", "motor_torque=9000", "--stop-time", "0.2"]);
    assert_eq!(std::fs::read_to_string(desk.path("a_run3.csv")).unwrap(), single);
    assert!(desk.path("a_run0.csv").exists() && !desk.path("a_run1.csv").exists());
    let message = fails(&as_strs(&desk.sweep("b.csv", &["--set", "inertia=2000,2200", "--keep", "7"])), 2);
    assert!(message.contains("there is no run 7; the study has runs 0 to 1"), "{message}");
}

#[test]
fn parameters_of_all_runs_come_from_a_file() {
    let desk = Desk::new();
    let parameters = file(&desk, "own.txt", "# measured\nfriction.coulomb_torque = 9 kN.m\n");
    let more = ["--parameters", &parameters, "--set", "motor_torque=5000,9500", "--stop-time", "0.1"];
    let velocity = column(&desk.results("a.csv", &more), "velocity");
    assert!(velocity[0] == 0.0, "{velocity:?}");
}

mod parquet {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    #[test]
    fn parquet_holds_the_values_of_the_csv_file() {
        let desk = Desk::new();
        let more = ["--set", "travel.lower=-1,2", "--set", "motor_torque=0:9000:3", "--set", "friction.law=coulomb"];
        for name in ["a.csv", "a.parquet"] {
            assert_eq!(fmu_pack(&as_strs(&desk.sweep(name, &more))).code, Some(1), "half of the runs fail");
        }
        let csv = std::fs::read_to_string(desk.path("a.csv")).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(desk.path("a.parquet")).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap().map(|row| {
            let row = row.unwrap();
            row.get_column_iter().map(|(_, field)| text(field)).collect::<Vec<String>>()
        });
        let mut expected = csv::Reader::from_reader(csv.as_bytes());
        let expected: Vec<Vec<String>> =
            expected.records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect();
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    fn text(field: &Field) -> String {
        match field {
            Field::Null => String::new(),
            Field::Long(whole) => whole.to_string(),
            Field::Double(number) => fmu_output::number(*number),
            Field::Str(text) => text.clone(),
            other => panic!("{other:?} is none of the types"),
        }
    }
}
