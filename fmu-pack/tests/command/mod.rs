//! Runs the `fmu-pack` command.
#![allow(dead_code)]

use std::process::Command;

/// How it ended and what it said.
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the command with `arguments`.
pub fn fmu_pack(arguments: &[&str]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_fmu-pack")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Standard output of a command that must succeed.
pub fn succeeds(arguments: &[&str]) -> String {
    let answer = fmu_pack(arguments);
    assert_eq!(answer.code, Some(0), "{arguments:?}: {}{}", answer.out, answer.err);
    answer.out
}

/// Standard error of a command that must end with `code`.
pub fn fails(arguments: &[&str], code: i32) -> String {
    let answer = fmu_pack(arguments);
    assert_eq!(answer.code, Some(code), "{arguments:?}: {}{}", answer.out, answer.err);
    answer.err
}
