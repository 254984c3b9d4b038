//! Libraries that never come back.

use super::command::{fails, fmu_pack};
use super::fmu::Bad;
use super::process::{Running, names, processes};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A command that hangs in a library, and the processes that do.
struct Hung {
    fmu: Bad,
    running: Running,
    temporary: TempDir,
    workers: Vec<u32>,
}

impl Hung {
    /// Waits until the library hangs in so many processes.
    fn new(macros: &[(&str, &str)], command: &[&str], more: &[&str], count: usize) -> Self {
        let (fmu, temporary) = (Bad::new(macros), tempfile::tempdir().unwrap());
        let notes = fmu.beside("notes");
        let arguments = [command, &[fmu.path()], more].concat();
        let output = fmu.beside("out.csv");
        let arguments: Vec<&str> =
            arguments.iter().map(|word| if *word == "OUT" { output.to_str().unwrap() } else { word }).collect();
        let mut running = Running::start(&arguments, temporary.path(), &[("NOTES", &notes)]);
        let hanging = || {
            let text = std::fs::read_to_string(&notes).unwrap_or_default();
            let ids = text.lines().filter_map(|line| line.strip_prefix("hangs ")).map(|id| id.parse().unwrap());
            ids.collect::<Vec<u32>>()
        };
        let workers = running.until(|_| Some(hanging()).filter(|workers| workers.len() == count));
        Self { fmu, running, temporary, workers }
    }

    /// Whether all processes of the library are gone, soon.
    fn are_gone(workers: &[u32]) -> bool {
        let begin = Instant::now();
        while processes().iter().any(|(id, ..)| workers.contains(id)) {
            if begin.elapsed() > Duration::from_secs(10) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// Ends the command; nothing of it must be left but `files`.
    fn ends_by(self, signal: &str, code: i32, files: &[&str]) {
        let begin = Instant::now();
        self.running.signal(signal);
        let (ended, message) = self.running.end();
        assert_eq!(ended, Some(code), "{message}");
        // A library that is asked to end may take two seconds, a sweep five.
        assert!(begin.elapsed() < Duration::from_secs(9), "{:?}", begin.elapsed());
        assert!(Self::are_gone(&self.workers));
        assert_eq!(names(self.temporary.path()), [].into());
        let left: Vec<String> = names(self.fmu.folder.path()).into_iter().collect();
        assert_eq!(left, files);
    }
}

const RUN: [&str; 2] = ["-o", "OUT"];
const SWEEP: [&str; 6] = ["--set", "p=1:4:4", "--jobs", "2", "-o", "OUT"];
const LEFT: [&str; 2] = ["bad.fmu", "notes"];

#[test]
fn a_library_that_hangs_ends_with_the_command() {
    for (signal, code) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
        Hung::new(&[("ON_STEP", "hang()")], &["run"], &RUN, 1).ends_by(signal, code, &LEFT);
        Hung::new(&[("ON_LOAD", "spin()")], &["check", "--load"], &[], 1).ends_by(signal, code, &LEFT);
        Hung::new(&[("ON_LOAD", "hang()")], &["sweep"], &SWEEP, 1).ends_by(signal, code, &LEFT);
        Hung::new(&[("ON_LOAD", "hang()")], &["curve"], &RUN, 1).ends_by(signal, code, &LEFT);
    }
}

#[test]
fn a_library_that_hangs_and_ignores_signals_ends_with_the_command() {
    Hung::new(&[("ON_STEP", "cling()")], &["run"], &RUN, 1).ends_by("TERM", 143, &LEFT);
    Hung::new(&[("ON_UNLOAD", "cling()")], &["run"], &RUN, 1).ends_by("TERM", 143, &LEFT);
}

#[test]
fn a_sweep_waits_for_runs_in_progress_but_not_for_those_that_hang() {
    let macros = [("ON_STEP", "if (p > 2) hang()")];
    let left = ["bad.fmu", "notes", "out.csv.resume"];
    let hung = Hung::new(&macros, &["sweep"], &SWEEP, 2);
    let journal = hung.fmu.beside("out.csv.resume");
    hung.running.signal("TERM");
    std::thread::sleep(Duration::from_secs(2));
    // The header and the two runs that do not hang.
    assert_eq!(std::fs::read_to_string(journal).unwrap().lines().count(), 3);
    assert!(processes().iter().any(|(id, ..)| hung.workers.contains(id)), "it waits");
    let begin = Instant::now();
    let (ended, message) = hung.running.end();
    assert_eq!(ended, Some(143), "{message}");
    assert!(begin.elapsed() < Duration::from_secs(6));
    assert!(Hung::are_gone(&hung.workers));
    assert_eq!(names(hung.fmu.folder.path()).into_iter().collect::<Vec<_>>(), left);
    assert_eq!(names(hung.temporary.path()), [].into());
}

#[test]
fn a_library_that_hangs_ends_where_the_command_is_killed() {
    for (macros, command, more, count) in [
        ([("ON_STEP", "cling()")], &["run"][..], &RUN[..], 1),
        ([("ON_LOAD", "spin()")], &["check", "--load"], &[], 1),
        ([("ON_STEP", "cling()")], &["sweep"], &SWEEP, 2),
    ] {
        let hung = Hung::new(&macros, command, more, count);
        hung.running.signal("KILL");
        assert_eq!(hung.running.end().0, None);
        assert!(Hung::are_gone(&hung.workers), "{command:?}");
    }
}

#[test]
fn a_process_that_a_library_started_ends_with_it() {
    let hung = Hung::new(&[("ON_INSTANTIATE", "breed()")], &["run"], &["--stop-time", "9e5", "-o", "OUT"], 1);
    hung.ends_by("TERM", 143, &LEFT);
    // The other process holds the pipe to the command.
    for (end, code) in [("(void)0", 0), ("crash()", 1), ("exit(0)", 1)] {
        let macros = [("ON_INSTANTIATE", "breed(), usleep(300000)"), ("ON_TERMINATE", end)];
        let hung = Hung::new(&macros, &["run"], &["-o", "OUT"], 1);
        assert_eq!(hung.running.end().0, Some(code), "{end}");
        assert!(Hung::are_gone(&hung.workers), "{end}");
    }
}

#[test]
fn a_timeout_ends_a_library_and_says_where_it_was() {
    for (place, when, last) in [
        ("ON_LOAD", "while it was loaded", None),
        ("ON_INITIALIZATION", "during instantiation and initialization", None),
        ("ON_STEP", "during its communication steps", Some("0")),
        ("ON_UNLOAD", "while it was unloaded", Some("0.01")),
    ] {
        let fmu = Bad::new(&[(place, "cling()")]);
        let output = fmu.beside("out.csv");
        let message = fails(&["run", fmu.path(), "--timeout", "0.5", "-o", output.to_str().unwrap()], 1);
        let told = format!("{}: its library was not done after 0.5 s (--timeout), and was ended {when}\n", fmu.path());
        let left = |last| format!("{} has what came before the run failed, up to {last} s: ", output.display());
        assert_eq!(message, format!("error: {}{told}", last.map(left).unwrap_or_default()), "{place}");
        let files = [Some("bad.fmu"), last.map(|_| "out.csv")].into_iter().flatten();
        assert_eq!(names(fmu.folder.path()), files.map(str::to_string).collect(), "{place}");
    }
}

#[test]
fn a_timeout_of_a_check_is_a_finding() {
    let fmu = Bad::new(&[("ON_INSTANTIATE", "spin()")]);
    let answer = fmu_pack(&["check", "--load", "--timeout", "0.5", fmu.path()]);
    assert_eq!(answer.code, Some(1), "{}", answer.out);
    assert!(answer.out.contains("LD-PROCESS-01") && answer.out.contains("was not done after 0.5 s"), "{}", answer.out);
}

#[test]
fn a_timeout_of_a_sweep_is_for_each_run() {
    let fmu = Bad::new(&[("ON_STEP", "if (p == 2) cling(); else usleep(20000)")]);
    let output = fmu.beside("out.csv");
    let study = ["--set", "p=1:4:4", "--jobs", "1", "--timeout", "0.6", "-o", output.to_str().unwrap()];
    // Three runs of 0.2 s.
    let answer = fmu_pack(&[&["sweep", fmu.path()], &study[..]].concat());
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(answer.out.contains("4 runs of 10 steps") && answer.out.contains("1 failed"), "{}", answer.out);
    let text = std::fs::read_to_string(output).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[2].starts_with("1,2,,,,") && rows[2].contains("was not done after 0.6 s"), "{text}");
    assert!(rows[1].starts_with("0,1,1.01,") && rows[4].starts_with("3,4,4.01,"), "{text}");
}

#[test]
fn a_timeout_that_is_not_reached_changes_nothing() {
    let fmu = Bad::new(&[]);
    let run = |more: &[&str]| fmu_pack(&[&["run", fmu.path()], more].concat()).out;
    assert_eq!(run(&["--timeout", "1e18"]), run(&[]));
    for (timeout, told) in [("0", "greater than 0"), ("1e300", "number of seconds"), ("soon", "greater than 0")] {
        let message = fails(&["run", fmu.path(), "--timeout", timeout], 2);
        assert!(message.contains(told), "{message}");
    }
}
