//! When, from which sources and with which compiler something was made.

use chrono::{DateTime, Utc};
use fmu_import::platform::Platform;
use fmu_library::toolchain::own_workspace;
use fmu_report::Provenance;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Of a report that is made now. What cannot be found out is said to be unknown.
pub(super) fn collect(platform: &Platform) -> Provenance {
    Provenance {
        date: DateTime::<Utc>::from(SystemTime::now()).format("%Y-%m-%d %H:%M:%S UTC").to_string(),
        fmu_pack: env!("CARGO_PKG_VERSION").to_string(),
        commit: commit(&own_workspace()),
        compiler: printed(Command::new("rustc").arg("--version"))
            .unwrap_or_else(|| "unknown: there is no rustc".into()),
        platform: platform.folder().to_string(),
        machine: machine(),
    }
}

/// Commit of the sources, and whether they are as committed.
fn commit(sources: &Path) -> String {
    let git = |arguments: &[&str]| printed(Command::new("git").arg("-C").arg(sources).args(arguments));
    match (git(&["rev-parse", "HEAD"]), git(&["status", "--porcelain"])) {
        (Some(commit), Some(changes)) if changes.is_empty() => format!("commit {commit}"),
        (Some(commit), _) => format!("commit {commit} with changes that are not committed"),
        (None, _) => format!("{}, version {}, in no git checkout", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
    }
}

/// Operating system, architecture, and the processor where the system tells it.
fn machine() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let processor = processor.map_or(String::new(), |(_, name)| format!(", {}", name.trim()));
    format!("{}, {}{processor}", std::env::consts::OS, std::env::consts::ARCH)
}

/// What a program prints, if it runs and succeeds.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}
