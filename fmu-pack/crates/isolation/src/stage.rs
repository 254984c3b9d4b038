//! What a library was doing, and how its process ended.

use std::fmt;
use std::process::ExitStatus;

/// What the library was last asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The dynamic linker, and functions that run by themselves when a library is loaded.
    Loading,
    /// The functions that say what it is, and a trial instance.
    Examination,
    /// A run of a sweep, from instantiation to the end of the instance.
    Run,
    /// From instantiation to the values at the start.
    Initialization,
    /// Communication steps, and the end of the instance.
    Steps,
    /// Many short runs of `curve`.
    Measurement,
    /// Functions that run by themselves when a library is unloaded.
    Unloading,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loading => "while it was loaded",
            Self::Examination => "while it was examined",
            Self::Run => "during the run",
            Self::Initialization => "during instantiation and initialization",
            Self::Steps => "during its communication steps",
            Self::Measurement => "while friction was measured",
            Self::Unloading => "while it was unloaded",
        })
    }
}

/// What happened to a process, as a verb; without a status it is still there.
pub(super) fn how(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "closed the connection to its process".to_string() };
    match (status.code(), signal(status)) {
        (Some(code), _) => format!("ended its process with exit code {code}"),
        (None, Some(name)) => format!("crashed with {name}"),
        (None, None) => "crashed".to_string(),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    let number = status.signal()?;
    let name = signal_hook::low_level::signal_name(number).map(str::to_string);
    name.or_else(|| Some(format!("signal {number}")))
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<String> {
    None
}
