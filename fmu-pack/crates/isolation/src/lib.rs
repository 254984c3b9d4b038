//! Foreign code runs in a process of its own.
//!
//! The library of an FMU may end the process that loads it, crash it, hang, or change its folder. So no command loads
//! one: it starts a second `fmu-pack`, a worker, and talks to it through two pipes.
//!
//! ```text
//! command                                            worker (`fmu-pack serve-library FOLDER`)
//! unpacks the FMU, reads signals,                    loads the library of the unpacked FMU, calls it;
//! writes results                                     writes no file
//!
//!   Session ---- standard input: Order ----------->  channel -> work -> simulation, checks, curve -> import
//!           <--- standard output: Report ----------
//! ```
//!
//! * One message is a length of four bytes and the message in the format of the crate `postcard` ([`wire`]).
//! * The command speaks first: [`message::Order::Load`], then any number of orders, then [`message::Order::Unload`]. An
//!   order is answered with reports, of which the last is a result or [`message::Report::Failed`]. A run passes each row
//!   on before it calls the library again, so that none is lost however the worker ends; one of a sweep tells its
//!   extremes only. Input signals travel the other way: the worker asks
//!   for more rows ([`message::Report::RowsWanted`]), so that neither side keeps them all. The first rows come unasked.
//! * **The library ends the worker** (exit, crash): the pipe ends before the last report. The command then says how the
//!   worker ended and in which [`Stage`], and has exit code 1. That the worker is alive at the end of an order is shown by
//!   the report, and at the end of all by [`message::Report::Unloaded`]: no exit code of the worker is taken for success.
//! * **The library hangs**: the command waits until its `--timeout`, if it has one. Whatever ends the command ends the
//!   worker: a signal and an error through [`fmu_output::process::Started`], which ends the worker's process group; the
//!   death of the command because a thread of the worker waits for the end of its standard input.
//! * **The library changes the folder** or prints: the command has opened its files by then, and never loads anything.
//!   The worker moves both pipes away from the standard streams before it loads the library, whose standard input is
//!   empty and whose standard output is the command's standard error (on Unix).
//! * A sweep has a worker for each of its threads, which does one run after the other; a worker that ended is replaced.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod channel;
mod deadline;
#[cfg(target_family = "wasm")]
mod here;
mod listener;
mod message;
mod session;
mod stage;
mod trial;
mod wire;
mod work;

#[cfg(target_family = "wasm")]
pub use here::{initialize, run};
pub use message::Initial;
pub use session::{Session, use_program};
#[cfg(not(target_family = "wasm"))]
pub use session::{initialize, run};
pub use stage::Stage;
pub use trial::trial;
pub use work::serve;

use std::path::PathBuf;

/// Why a library did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No process for it.
    #[error("{}: the process for its library cannot be started: {source}", file.display())]
    Start {
        /// The FMU.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The worker said why.
    #[error("{problem}")]
    Failed {
        /// A sentence.
        problem: String,
        /// The FMU is at fault.
        is_in_the_fmu: bool,
    },
    /// The worker is gone.
    #[error("{}: its library {how} {stage}", file.display())]
    Ended {
        /// The FMU.
        file: PathBuf,
        /// What happened to the process, as in "crashed with SIGSEGV".
        how: String,
        /// When.
        stage: Stage,
    },
    /// The time is over.
    #[error("{}: its library was not done after {seconds} s (--timeout), and was ended {stage}", file.display())]
    Late {
        /// The FMU.
        file: PathBuf,
        /// The time that it had.
        seconds: f64,
        /// When.
        stage: Stage,
    },
    /// The signals cannot be read.
    #[error(transparent)]
    Input(#[from] fmu_simulation::input::Error),
    /// A result cannot be written.
    #[error("a result cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Failed { is_in_the_fmu, .. } => *is_in_the_fmu,
            Self::Ended { .. } | Self::Late { .. } => true,
            Self::Start { .. } | Self::Input(_) | Self::Write(_) => false,
        }
    }

    /// The worker waits for its next order.
    pub fn leaves_the_worker(&self) -> bool {
        matches!(self, Self::Failed { .. })
    }
}
