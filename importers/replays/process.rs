//! Compiles a replay and runs it as a process.

use crate::replays::case::Case;
use crate::replays::tools::Tool;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a replay wrote.
pub struct Run {
    /// Time and position.
    pub positions: Vec<(f64, f64)>,
    /// Messages with status Error or worse.
    pub errors: Vec<String>,
    /// Messages on events that the importer overlooked, or was asked to handle and did not.
    pub missed: Vec<String>,
    /// What the replay noticed itself.
    pub notes: Vec<String>,
    /// Value references of unknown and known, and the partial derivative.
    pub derivatives: Vec<(u32, u32, f64)>,
}

/// Runs a case in a tool, to the end.
pub fn run(tool: &Tool, case: &Case) -> Run {
    let library = std::env::current_exe().unwrap().with_file_name(libloading::library_filename("actuator_fmu"));
    let program = program(tool);
    let mut command = Command::new(&program);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(case.text(library.to_str().unwrap()).as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    std::fs::remove_file(program).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap_or_default();
    assert!(output.status.success(), "{}: {} {last}", tool.file, output.status);
    read(&text)
}

fn read(text: &str) -> Run {
    let after = |word: &'static str| text.lines().filter_map(move |line| line.strip_prefix(word));
    let numbers = |rest: &str| rest.split(' ').map(finite).collect::<Vec<f64>>();
    let positions = after("at ").map(numbers).map(|row| (row[0], row[1])).collect();
    let is_error = |message: &&str| !message.starts_with(['0', '1']);
    let errors = after("message ").filter(is_error).map(str::to_string).collect();
    let is_missed =
        |message: &&str| ["ran through an event", "has gone on without"].iter().any(|of| message.contains(of));
    let missed = after("message ").filter(is_missed).map(str::to_string).collect();
    let derivatives = after("derivative ").map(numbers).map(|row| (row[0] as u32, row[1] as u32, row[2])).collect();
    Run { positions, errors, missed, notes: after("note ").map(str::to_string).collect(), derivatives }
}

fn finite(text: &str) -> f64 {
    let number: f64 = text.parse().unwrap();
    assert!(number.is_finite(), "{text} in the output");
    number
}

/// The compiled replay, in a file of this thread's own.
fn program(tool: &Tool) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("importers/replays/c");
    let name = format!("replay-{}-{:?}", tool.file, std::thread::current().id());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace(['(', ')'], ""));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let files = tool.parts.iter().chain([&tool.file]).map(|file| sources.join(file).with_extension("c"));
    let mut command = Command::new(&compiler);
    command
        .args(["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .args(files)
        .args(["-ldl", "-lm"]);
    let status = command.status().unwrap_or_else(|error| panic!("the C compiler {compiler} does not start: {error}"));
    assert!(status.success(), "{compiler} refuses {}", tool.file);
    program
}
