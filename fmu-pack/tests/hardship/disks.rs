//! Full disks and folders that cannot be written. The disks are small ones in memory, of a namespace of their own.

use super::command::{fmu_pack, model};
use std::process::Command;

/// Runs a script with a disk of 64 KiB at $DISK, less than any FMU has, on which good.csv is; prints why where that cannot
/// be.
fn on_a_small_disk(script: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = "mount -t tmpfs -o size=64k none \"$DISK\" && echo mounted && echo good > \"$DISK/good.csv\"";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &format!("{mount} && {{ {script}\n}}")])
        .env("DISK", &disk)
        .env("FMU_PACK", env!("CARGO_BIN_EXE_fmu-pack"))
        .env("FMU", model("MotionTransmission"))
        .output();
    let (said, problem) = match &output {
        Ok(output) => (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => (String::new().into(), error.to_string()),
    };
    let said = said.strip_prefix("mounted\n").map(str::to_string);
    if said.is_none() {
        println!("not tested: a small disk cannot be made here: {problem}");
    }
    said
}

/// Why a command that writes `file` on the disk fails: one sentence; nothing half-written is left there.
fn refused(prepare: &str, command: &str, file: &str) -> Option<String> {
    let run = format!("\"$FMU_PACK\" {command} 2>&1; echo \"code $?\"; ls -A \"$DISK\"; cat \"$DISK/good.csv\"");
    let said = on_a_small_disk(&format!("{prepare}\n{run}"))?;
    // `build` may say that its library fits this machine only.
    let is_told = |line: &&str| !line.starts_with("warning: ") && !line.starts_with("A library for other machines");
    let lines: Vec<&str> = said.lines().filter(is_told).collect();
    assert_eq!(lines[1..], ["code 2", "good.csv", "good"], "{command}: {said}");
    assert!(lines[0].starts_with("error: ") && lines[0].contains(file), "{command}: {said}");
    Some(lines[0].to_string())
}

const NO_ROOM: &str = "cannot be written: No space left on device";

/// A run of two megabytes of results.
const LONG: &str = "--set motor_torque=5000 --stop-time 20";

#[test]
fn a_full_disk_is_one_sentence_with_the_file_and_leaves_what_was_there() {
    for (command, file) in [
        (format!("run \"$FMU\" {LONG} -o \"$DISK/good.csv\""), "good.csv: No space left on device"),
        (format!("run \"$FMU\" {LONG} -o \"$DISK/new.csv\""), "new.csv: No space left on device"),
        ("build MotionTransmission -o \"$DISK\"".to_string(), "MotionTransmission.fmu: No space left on device"),
        (
            "sweep \"$FMU\" --set inertia=2000:2100:90000 --list -o \"$DISK/new.csv\"".to_string(),
            "new.csv: No space left",
        ),
        (
            // The folder for temporary files is full: that is no fault of the FMU.
            "info --variables \"$FMU\" > /dev/null; TMPDIR=\"$DISK\" \"$FMU_PACK\" run \"$FMU\"".to_string(),
            "cannot be written: No space left on device",
        ),
        ("check \"$FMU\" > /dev/null; TMPDIR=\"$DISK\" \"$FMU_PACK\" check --load \"$FMU\"".to_string(), NO_ROOM),
        (
            "info \"$FMU\" > /dev/null; TMPDIR=\"$DISK\" \"$FMU_PACK\" sweep \"$FMU\" --set inertia=1,2 -o \"$DISK/s.csv\""
                .to_string(),
            NO_ROOM,
        ),
        (
            "info \"$FMU\" > /dev/null; TMPDIR=\"$DISK\" \"$FMU_PACK\" curve MotionTransmission -o \"$DISK/c.svg\"".to_string(),
            "MotionTransmission.fmu: No space left",
        ),
    ] {
        let Some(said) = refused("", &command, file) else { return };
        assert!(said.len() < 300, "{said}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_one_sentence_with_the_file() {
    let read_only = "mount -o remount,ro \"$DISK\"";
    for (command, file) in [
        ("run \"$FMU\" -o \"$DISK/good.csv\"", "good.csv: read-only file"),
        ("run \"$FMU\" --events \"$DISK/e.csv\"", "e.csv: read-only file"),
        ("run \"$FMU\" --plot \"$DISK/p.png\"", "p.png: read-only file"),
        ("run \"$FMU\" -o \"$DISK/new/folder/out.csv\"", "out.csv: Read-only file system"),
        ("build MotionTransmission -o \"$DISK\"", "MotionTransmission.fmu: read-only file"),
        ("sweep \"$FMU\" --set inertia=1,2 -o \"$DISK/s.csv\"", "s.csv.resume: Read-only file system"),
        ("sweep \"$FMU\" --set inertia=1,2 --list -o \"$DISK/s.csv\"", "s.csv: read-only file"),
        ("curve \"$FMU\" -o \"$DISK/c.svg\"", "c.svg: read-only file"),
        ("demo -o \"$DISK\"", "ServoActuator.fmu: read-only file"),
        ("report --only p4 -o \"$DISK\"", "report.json: read-only file"),
        ("info \"$FMU\" > /dev/null; TMPDIR=\"$DISK\" \"$FMU_PACK\" run \"$FMU\"", "no temporary folder: Read-only"),
        ("scenario fig06 -o \"$DISK/in.csv\"", "in.csv: read-only file"),
    ] {
        if refused(read_only, command, file).is_none() {
            return;
        }
    }
}

#[test]
fn standard_output_that_is_full_is_told() {
    let run = |redirected: &str| {
        let command = format!("\"$FMU_PACK\" {redirected}");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &command])
            .env("FMU_PACK", env!("CARGO_BIN_EXE_fmu-pack"))
            .env("FMU", model("MotionTransmission"));
        let output = shell.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for command in ["run \"$FMU\"", "info \"$FMU\"", "check \"$FMU\"", "scenario --list"] {
        let (code, message) = run(&format!("{command} > /dev/full"));
        assert_eq!(code, Some(2), "{command}: {message}");
        assert!(message.ends_with("standard output: No space left on device (os error 28)\n"), "{command}: {message}");
    }
    assert_eq!(run("info --variables \"$FMU\" | head -n 1").1, "", "a reader that has seen enough is no failure");
}

#[test]
fn a_folder_in_place_of_a_file_is_told_before_anything_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    std::fs::create_dir(&path).unwrap();
    let (fmu, path) = (model("MotionTransmission"), path.to_str().unwrap());
    for arguments in [
        &["run", &fmu, "-o", path][..],
        &["sweep", &fmu, "--set", "inertia=10,20", "-o", path],
        &["curve", &fmu, "-o", path],
        &["page", "-o", path],
    ] {
        let answer = fmu_pack(arguments);
        assert_eq!(answer.code, Some(2), "{}", answer.err);
        assert!(
            answer.err.ends_with("out.csv: this is a folder; a result needs the name of a file\n"),
            "{}",
            answer.err
        );
    }
    assert_eq!(super::process::names(folder.path()).len(), 1);
}
