//! Starts the driver with a job and takes its answers.

use super::adapt::leave_out_inputs_without_signal;
use super::job::{Job, Order};
use super::names::Names;
use super::{Engine, Python};
use crate::ssp::{ReadError, files};
use crate::system::{Connector, ConnectorKind, Linear};
use fmu_import::archive::Contents;
use fmu_output::process::{Started, TemporaryFolder};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The script that has an engine run a job.
const DRIVER: &str = include_str!("driver.py");

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The archive.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Files for the engine.
    #[error("no files for the engine can be written: {source}")]
    Folder {
        /// Why.
        source: std::io::Error,
    },
    /// The signals.
    #[error(transparent)]
    Input(#[from] fmu_simulation::input::Error),
    /// Python does not start.
    #[error("Python cannot be started: {source}")]
    Start {
        /// Why.
        source: std::io::Error,
    },
    /// The engine said why.
    #[error("{}: {problem}{said}", engine.name())]
    Failed {
        /// Which engine.
        engine: Engine,
        /// What it said.
        problem: String,
        /// What it printed, as the end of the sentence.
        said: String,
    },
    /// The process is gone.
    #[error("{}: its process {how} after {time} s of the run{said}", engine.name())]
    Ended {
        /// Which engine.
        engine: Engine,
        /// What happened to it.
        how: String,
        /// Up to where there are results, in s.
        time: f64,
        /// What it printed, as the end of the sentence.
        said: String,
    },
    /// The time is over.
    #[error("{}: it was not done after {seconds} s (--timeout), and was ended after {time} s of the run", engine.name())]
    Late {
        /// Which engine.
        engine: Engine,
        /// The time that it had.
        seconds: f64,
        /// Up to where there are results, in s.
        time: f64,
    },
    /// A result that is no number.
    #[error("{}: {name} is {value} at {time} s; results must be finite numbers", engine.name())]
    NotFinite {
        /// Which engine.
        engine: Engine,
        /// The variable.
        name: String,
        /// Its value.
        value: f64,
        /// When, in s.
        time: f64,
    },
    /// A result cannot be written.
    #[error("a result cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

impl Error {
    /// The system is at fault, not the machine.
    pub fn is_in_the_system(&self) -> bool {
        match self {
            Self::Read(error) => error.is_in_the_archive(),
            Self::Failed { .. } | Self::Ended { .. } | Self::Late { .. } | Self::NotFinite { .. } => true,
            Self::Folder { .. } | Self::Input(_) | Self::Start { .. } | Self::Write(_) => false,
        }
    }
}

/// Runs a system; `row` gets time and values of what is recorded, in that order.
pub fn run(
    mut order: Order<'_>,
    python: &Python,
    timeout: Option<Duration>,
    row: &mut dyn FnMut(f64, &[f64]) -> std::io::Result<()>,
) -> Result<(), Error> {
    let folder = TemporaryFolder::new().map_err(|source| Error::Folder { source })?;
    let rows = order.rows.take();
    let inputs = folder.path().join("inputs.txt");
    let names = Order::write_inputs(rows, order.grid(), &inputs)?;
    write_files(&order, &names, folder.path(), &inputs)?;
    let said = folder.path().join("said.txt");
    let talk = std::fs::File::create(&said).map_err(|source| Error::Folder { source })?;
    let mut command = Command::new(python.path());
    // -I would hide engines that a user has installed for himself; the script's own folder has nothing to import.
    command.arg(folder.path().join("driver.py")).arg(folder.path().join("job.json"));
    command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::from(talk));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    let mut child = Started::new(&mut command).map_err(|source| Error::Start { source })?;
    child.takes_along_what_it_starts().map_err(|source| Error::Start { source })?;
    let answers = child.stdout().map(listen).transpose().map_err(|source| Error::Start { source })?;
    let mut listener = Listener { order: &order, answers, child, timeout, begin: Instant::now(), time: order.start };
    listener.listen(&said, row)
}

/// The system for the engine, the driver and its job.
fn write_files(order: &Order<'_>, signals: &[String], folder: &Path, inputs: &Path) -> Result<(), Error> {
    let failed = |source| Error::Folder { source };
    let mut system = order.system.clone();
    system.experiment.start_time = order.start;
    system.experiment.stop_time = Some(order.stop);
    system.experiment.step_size = Some(order.step);
    match order.engine {
        Engine::Libcosim | Engine::Ecos => (),
        Engine::OmSimulator => leave_out_inputs_without_signal(&mut system, signals),
        Engine::Fmpy => {
            leave_out_inputs_without_signal(&mut system, signals);
            list_recorded(&mut system, order);
        }
    }
    let names = Names::new(&system);
    let fmus = names.give(&mut system);
    let mut contents = Contents::default();
    files(&system).into_iter().for_each(|(name, text)| contents.add(name, text));
    for (source, file) in fmus {
        contents.add(file, order.package.fmu(&source)?);
    }
    let ssp = folder.join("system.ssp");
    contents.write(&ssp).map_err(failed)?;
    let job = Job::new(order, &system, &names, (&ssp, inputs), signals);
    std::fs::write(folder.join("job.json"), serde_json::to_vec(&job).map_err(|e| failed(e.into()))?).map_err(failed)?;
    std::fs::write(folder.join("driver.py"), DRIVER).map_err(failed)
}

/// FMPy reads what is listed as a connector, and nothing else.
fn list_recorded(system: &mut crate::System, order: &Order<'_>) {
    for signal in &order.record {
        let Some(component) = system.components.iter_mut().find(|component| component.name == signal.component) else {
            continue;
        };
        if !component.connectors.iter().any(|connector| connector.name == signal.name) {
            component.connectors.push(Connector {
                name: signal.name.clone(),
                kind: ConnectorKind::Output,
                data_type: Some(crate::assemble::data_type(&signal.variable.kind)),
                unit: String::new(),
                base_unit: None,
                enumeration: String::new(),
                place: None,
            });
        }
    }
}

/// Lines that may wait.
const WAITING: usize = 1024;
/// No row of a run has as many bytes.
const LONGEST_LINE: u64 = 1 << 24;

/// Reads lines on a thread of its own: on a pipe one cannot wait for a limited time on every platform.
fn listen(answers: ChildStdout) -> std::io::Result<Receiver<String>> {
    let (sender, receiver) = sync_channel(WAITING);
    let receive = move || {
        use std::io::Read;
        let mut answers = BufReader::with_capacity(1 << 16, answers);
        loop {
            let mut line = String::new();
            match (&mut answers).take(LONGEST_LINE).read_line(&mut line) {
                Ok(1..) => (),
                Ok(0) | Err(_) => break,
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new().name("answers".to_string()).spawn(receive)?;
    Ok(receiver)
}

struct Listener<'a, 'b> {
    order: &'a Order<'b>,
    answers: Option<Receiver<String>>,
    child: Started,
    timeout: Option<Duration>,
    begin: Instant,
    /// Of the last row.
    time: f64,
}

impl Listener<'_, '_> {
    fn listen(&mut self, said: &Path, row: &mut dyn FnMut(f64, &[f64]) -> std::io::Result<()>) -> Result<(), Error> {
        let engine = self.order.engine;
        loop {
            let Some(line) = self.next()? else {
                let how = ended(self.child.wait());
                return Err(Error::Ended { engine, how, time: self.time, said: last_words(said) });
            };
            let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
            match word {
                "row" => self.row(rest, row)?,
                "done" => return Ok(()),
                "error" => {
                    return Err(Error::Failed { engine, problem: rest.to_string(), said: last_words(said) });
                }
                _ => (),
            }
        }
    }

    fn next(&self) -> Result<Option<String>, Error> {
        let Some(answers) = &self.answers else { return Ok(None) };
        let Some(allowed) = self.timeout else { return Ok(answers.recv().ok()) };
        match answers.recv_timeout(allowed.saturating_sub(self.begin.elapsed())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                Err(Error::Late { engine: self.order.engine, seconds: allowed.as_secs_f64(), time: self.time })
            }
        }
    }

    fn row(&mut self, text: &str, row: &mut dyn FnMut(f64, &[f64]) -> std::io::Result<()>) -> Result<(), Error> {
        let mut numbers: Option<Vec<f64>> = text.split(' ').map(|number| number.parse().ok()).collect();
        let Some((time, values)) = numbers.as_mut().and_then(|numbers| numbers.split_first_mut()) else {
            return Ok(());
        };
        if values.len() != self.order.record.len() {
            return Ok(());
        }
        for (signal, value) in self.order.record.iter().zip(values.iter_mut()) {
            // The sign of a zero stays.
            if signal.transformation != Linear::IDENTITY {
                *value = signal.transformation.of(*value);
            }
        }
        if let Some((signal, value)) = self.order.record.iter().zip(values.iter()).find(|(_, value)| !value.is_finite())
        {
            let (engine, name) = (self.order.engine, signal.variable.name.clone());
            return Err(Error::NotFinite { engine, name, value: *value, time: *time });
        }
        self.time = *time;
        row(*time, values)?;
        Ok(())
    }
}

fn ended(status: std::io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => format!("ended ({status})"),
        Err(error) => format!("is gone ({error})"),
    }
}

/// What an engine has printed, as the end of a sentence: its errors, of which the first tells the most, or else its last lines.
fn last_words(path: &Path) -> String {
    let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    words(&text)
}

fn words(text: &str) -> String {
    /// Letters of a line, and of all.
    const SHOWN: (usize, usize) = (300, 800);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut told: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| is_error(line)) {
        if !told.contains(line) {
            told.push(line);
        }
    }
    if told.is_empty() {
        told = lines[lines.len().saturating_sub(3)..].to_vec();
    }
    let told: Vec<String> = told.into_iter().map(|line| line.chars().take(SHOWN.0).collect()).collect();
    let shown: String = told.join("; ").chars().take(SHOWN.1).collect();
    if shown.is_empty() { shown } else { format!("; it printed: {shown}") }
}

/// `error: …`, `[error] …`, `… [error] …`, `ValueError: …`
fn is_error(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["error:", "[error]", "[fatal]", "exception:"].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn of_what_an_engine_prints_the_first_error_is_told_first() {
        let printed = "info:    maximum step size is 0.001\nerror:   [addConnection] Unit mismatch in connection: a.y -> b.u\n\
                       error:   [importFromSSD] Failed to import ssd:Connection\ninfo:    0 warnings\ninfo:    2 errors\n\
                       info:    the end\n";
        let told = words(printed);
        assert!(
            told.starts_with("; it printed: error:   [addConnection] Unit mismatch in connection: a.y -> b.u; "),
            "{told}"
        );
        assert!(told.ends_with("Failed to import ssd:Connection"), "{told}");
        assert_eq!(words("one\ntwo\nthree\nfour\n"), "; it printed: two; three; four");
        assert_eq!(words("\n"), "");
    }
}
