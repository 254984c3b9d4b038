//! A command while it runs, and what can be seen of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// An option of env. Whoever runs the tests may have SIGHUP ignored, as nohup does, which the command would keep to.
pub const HANDLED: &str = "--default-signal=HUP";

/// The command with a folder of its own for temporary files.
pub struct Running {
    pub child: Child,
}

impl Running {
    pub fn start(arguments: &[&str], temporary: &Path, environment: &[(&str, &Path)]) -> Self {
        Self::with(HANDLED, arguments, temporary, environment)
    }

    /// With an option of env.
    pub fn with(option: &str, arguments: &[&str], temporary: &Path, environment: &[(&str, &Path)]) -> Self {
        let mut command = Command::new("env");
        command
            .args([option, env!("CARGO_BIN_EXE_fmu-pack")])
            .args(arguments)
            .env("TMPDIR", temporary)
            .envs(environment.iter().copied());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child }
    }

    /// Waits until something can be seen; fails if the command ends before.
    pub fn until<T>(&mut self, seen: impl Fn(u32) -> Option<T>) -> T {
        loop {
            if let Some(found) = seen(self.child.id()) {
                return found;
            }
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "it ended too early: {ended:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    /// Exit code and standard error.
    pub fn end(self) -> (Option<i32>, String) {
        let output = self.child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

/// Names in a folder; none if it is not there.
pub fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_string()).collect()
}

/// The first file in a folder whose name begins so.
pub fn file_like(folder: &Path, beginning: &str) -> Option<PathBuf> {
    names(folder).into_iter().find(|name| name.starts_with(beginning)).map(|name| folder.join(name))
}

/// A named pipe.
pub fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Processes that are alive: id, parent, process group.
pub fn processes() -> Vec<(u32, u32, u32)> {
    let stat =
        |entry: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok();
    let read = |stat: String| {
        // The name in parentheses may have anything in it.
        let (first, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let is_alive = !matches!(*fields.first()?, "Z" | "X");
        let number = |text: &str| text.parse::<u32>().ok();
        let id = number(first.split(' ').next()?)?;
        is_alive.then_some((id, number(fields[1])?, number(fields[2])?))
    };
    std::fs::read_dir("/proc").unwrap().filter_map(stat).filter_map(read).collect()
}

/// The same of a process and all that it has started.
pub fn all_memory(id: u32, line: &str) -> u64 {
    let children = processes().into_iter().filter(|(_, parent, _)| *parent == id);
    memory(id, line) + children.map(|(child, ..)| memory(child, line)).sum::<u64>()
}

/// A line such as `VmHWM` of the status of a process, in bytes.
pub fn memory(id: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let value = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':')).unwrap();
    1024 * value.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}
