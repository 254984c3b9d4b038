//! The command's end: a worker for one FMU.

use super::deadline::Deadline;
use super::listener::{Listener, Silence};
use super::message::{Initial, Order, Question, Report, Signals, Task};
use super::stage::{Stage, how};
use super::{Error, wire};
use fmu_analysis::curve::{Curves, Wanted};
use fmu_analysis::linearization::{self as linearization, Linearization};
use fmu_analysis::response::{Response, Sine, Threshold, Way};
use fmu_analysis::step_cost::{Campaign, StepCost};
use fmu_checks::Finding;
use fmu_import::fmu::Fmu;
use fmu_import::library::Place;
use fmu_output::process::Started;
use fmu_simulation::input::{Rows, SharedRows};
use fmu_simulation::{Figures, Kept, Plan, Recorder, Series, Setting, Watched};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// How long a worker that says no more may take to end.
const GRACE: Duration = Duration::from_secs(2);
/// Numbers of signals that a worker keeps at most: some ten megabytes. Longer ones pass through it in each run.
const MOST_KEPT: usize = 1_000_000;

/// A worker; it ends with this.
pub struct Session<'fmu> {
    fmu: &'fmu Fmu,
    orders: BufWriter<ChildStdin>,
    reports: Listener,
    stage: Stage,
    deadline: Deadline,
    process: Started,
    /// The input signals that the worker has kept.
    kept: Option<SharedRows>,
}

/// Runs an FMU in a worker of its own.
#[cfg(not(target_family = "wasm"))]
pub fn run(fmu: &Fmu, plan: Plan, recorder: &mut dyn Recorder, timeout: Option<Duration>) -> Result<(), Error> {
    let mut session = Session::load(fmu, timeout)?;
    session.run(plan, recorder)?;
    session.unload()
}

/// Initializes an instance of an FMU in a worker of its own.
#[cfg(not(target_family = "wasm"))]
pub fn initialize(fmu: &Fmu) -> Result<(), Error> {
    let mut session = Session::load(fmu, None)?;
    session.initialize(Vec::new(), Vec::new())?;
    session.unload()
}

impl<'fmu> Session<'fmu> {
    /// Starts a worker and has it load the library. All that it does may take `timeout` together.
    pub fn load(fmu: &'fmu Fmu, timeout: Option<Duration>) -> Result<Self, Error> {
        let mut session = Self::start(fmu, timeout)?;
        session.tell(&Order::Load)?;
        match session.report()? {
            Report::Loaded => Ok(session),
            other => Err(session.confused(&other)),
        }
    }

    /// Findings of a trial load.
    pub fn check(fmu: &'fmu Fmu, timeout: Option<Duration>) -> Result<Vec<Finding>, Error> {
        let mut session = Self::start(fmu, timeout)?;
        session.tell(&Order::Check)?;
        let findings = session.until(|report| match report {
            Report::Findings(findings) => Ok(findings),
            other => Err(other),
        })?;
        session.unload()?;
        Ok(findings)
    }

    fn start(fmu: &'fmu Fmu, timeout: Option<Duration>) -> Result<Self, Error> {
        let failed = |source| Error::Start { file: fmu.path().to_path_buf(), source };
        let mut command = Command::new(program().map_err(failed)?);
        command.arg("serve-library").arg(fmu.folder()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Started::new(&mut command).map_err(failed)?;
        process.takes_along_what_it_starts().map_err(failed)?;
        let (orders, reports) = process.pipes().expect("both were piped just above");
        let reports = Listener::new(reports, timeout.is_some()).map_err(failed)?;
        let (orders, deadline) = (BufWriter::new(orders), Deadline::after(timeout));
        Ok(Self { fmu, orders, reports, stage: Stage::Loading, deadline, process, kept: None })
    }

    /// Grants the whole time again.
    pub fn restart_clock(&mut self) {
        self.deadline.restart();
    }

    /// Runs the FMU from start to stop.
    pub fn run(&mut self, mut plan: Plan, recorder: &mut dyn Recorder) -> Result<(), Error> {
        let task = Task { exact: recorder.wants_exact(), ..Task::of(&plan, true) };
        self.begin(Stage::Initialization, &Order::Run(task), &mut plan)?;
        let mut end = None;
        loop {
            match self.answer(&mut plan)? {
                Report::Exact(values) => recorder.exact(values),
                Report::EndedEarly(time) => end = Some(time),
                Report::Row(time, values) => recorder.row(time, &values)?,
                Report::Event(event) => recorder.event(event)?,
                Report::Warning(text) => recorder.warning(&text),
                Report::Statistics(statistics) => recorder.statistics(statistics),
                Report::Done => break,
                other => return Err(self.confused(&other)),
            }
        }
        end.map_or(Ok(()), |time| recorder.ended_early(time))
            .map_err(|error| Error::Failed { problem: error.to_string(), is_in_the_fmu: error.is_in_the_fmu() })?;
        read_on(&mut plan)
    }

    /// Runs the FMU from start to stop, or to where it asks for the end; the figures of what is watched.
    pub fn summarize(&mut self, mut plan: Plan, watched: &Watched, logging: bool) -> Result<Figures, Error> {
        let task = self.task(&plan, logging);
        self.begin(Stage::Run, &Order::Summary(task, watched.clone()), &mut plan)?;
        match self.answer(&mut plan)? {
            Report::Summary(figures) => Ok(figures),
            other => Err(self.confused(&other)),
        }
    }

    /// Runs the FMU from start to stop, or to where it asks for the end; what is kept of it comes together at the end, in a fraction of the
    /// time that [`Self::run`] takes.
    pub fn series(&mut self, mut plan: Plan, kept: &Kept) -> Result<Series, Error> {
        let task = self.task(&plan, false);
        self.begin(Stage::Run, &Order::Series(task, kept.clone()), &mut plan)?;
        match self.answer(&mut plan)? {
            Report::Series(series) => Ok(series),
            other => Err(self.confused(&other)),
        }
    }

    /// Linearizes the FMU where the plan ends, which may be where it starts.
    pub fn linearize(&mut self, mut plan: Plan, wanted: linearization::Wanted) -> Result<Linearization, Error> {
        let order = Order::Linearize(Task::of(&plan, false), wanted);
        self.begin(Stage::Run, &order, &mut plan)?;
        match self.answer(&mut plan)? {
            Report::Linearization(linearization) => Ok(*linearization),
            other => Err(self.confused(&other)),
        }
    }

    /// Measures what steps cost.
    pub fn step_cost(&mut self, campaign: &Campaign) -> Result<StepCost, Error> {
        self.stage = Stage::Measurement;
        self.tell(&Order::StepCost(campaign.clone()))?;
        self.until(|report| match report {
            Report::StepCost(cost) => Ok(cost),
            other => Err(other),
        })
    }

    /// Measures the response to a sine.
    pub fn respond(&mut self, way: &Way, sine: Sine) -> Result<Response, Error> {
        self.stage = Stage::Measurement;
        self.tell(&Order::Respond(way.clone(), sine))?;
        self.until(|report| match report {
            Report::Response(response) => Ok(response),
            other => Err(other),
        })
    }

    /// Finds the amplitude below which the output rests, up to a largest one.
    pub fn threshold(&mut self, way: &Way, frequency: f64, largest: f64) -> Result<Threshold, Error> {
        self.stage = Stage::Measurement;
        self.tell(&Order::Threshold(way.clone(), frequency, largest))?;
        self.until(|report| match report {
            Report::Threshold(threshold) => Ok(threshold),
            other => Err(other),
        })
    }

    /// Initializes an instance, and reads variables.
    pub fn initialize(&mut self, settings: Vec<Setting>, places: Vec<Place>) -> Result<Initial, Error> {
        self.stage = Stage::Initialization;
        self.tell(&Order::Initialize(Question { settings, places }))?;
        self.until(|report| match report {
            Report::Initial(initial) => Ok(initial),
            other => Err(other),
        })
    }

    /// Measures friction.
    pub fn measure(&mut self, wanted: Wanted) -> Result<Curves, Error> {
        self.stage = Stage::Measurement;
        self.tell(&Order::Measure(wanted))?;
        self.until(|report| match report {
            Report::Curves(curves) => Ok(*curves),
            other => Err(other),
        })
    }

    /// Has the library unloaded and the worker end.
    pub fn unload(mut self) -> Result<(), Error> {
        self.stage = Stage::Unloading;
        self.tell(&Order::Unload)?;
        match self.report()? {
            Report::Unloaded => self.end(),
            other => Err(self.confused(&other)),
        }
    }

    /// Lets the worker do what is left to do at the end of a process.
    fn end(&mut self) -> Result<(), Error> {
        match self.process.wait_for(GRACE) {
            Some(status) if !status.success() => Err(self.ended()),
            Some(_) | None => Ok(()),
        }
    }

    /// The task of a plan. Signals that many runs read are sent once, until others of that kind are.
    fn task(&mut self, plan: &Plan, logging: bool) -> Task {
        let mut task = Task::of(plan, logging);
        let shared = plan.rows.as_ref().and_then(|rows| rows.shared());
        if let Some(shared) = shared.filter(|shared| shared.numbers() <= MOST_KEPT) {
            let is_kept = self.kept.as_ref().is_some_and(|kept| kept.is_copy_of(shared));
            task.signals = Some(if is_kept { Signals::Kept } else { Signals::ToKeep(shared.names().to_vec()) });
            self.kept = Some(shared.clone());
        }
        task
    }

    /// Sends an order and the first rows of its signals, where the worker does not have them.
    fn begin(&mut self, stage: Stage, order: &Order, plan: &mut Plan) -> Result<(), Error> {
        self.stage = stage;
        self.tell(order)?;
        let has_them = matches!(order.signals(), Some(Signals::Kept));
        let rows = plan.rows.as_mut().filter(|_| !has_them);
        rows.map_or(Ok(()), |rows| self.supply(&mut **rows))
    }

    fn supply(&mut self, rows: &mut dyn Rows) -> Result<(), Error> {
        self.tell(&Order::Rows(rows.batch()?))
    }

    /// The next report that is not about signals or stages.
    fn answer(&mut self, plan: &mut Plan) -> Result<Report, Error> {
        loop {
            match (self.report()?, &mut plan.rows) {
                (Report::Initialized, _) => self.stage = Stage::Steps,
                (Report::RowsWanted, Some(rows)) => self.supply(&mut **rows)?,
                (other, _) => return Ok(other),
            }
        }
    }

    /// The one report that an order is answered with, besides that of loading.
    fn until<T>(&mut self, wanted: impl Fn(Report) -> Result<T, Report>) -> Result<T, Error> {
        loop {
            match self.report()? {
                Report::Loaded => self.stage = Stage::Examination,
                other => return wanted(other).map_err(|other| self.confused(&other)),
            }
        }
    }

    fn tell(&mut self, order: &Order) -> Result<(), Error> {
        let told = wire::send(&mut self.orders, order).and_then(|()| self.orders.flush());
        // The reason for a broken pipe may have been reported before.
        told.map_err(|_| self.report().err().unwrap_or_else(|| self.ended()))
    }

    fn report(&mut self) -> Result<Report, Error> {
        match self.reports.next(self.deadline.left()) {
            Ok(Report::Failed { problem, is_in_the_fmu }) => Err(Error::Failed { problem, is_in_the_fmu }),
            Ok(report) => Ok(report),
            Err(Silence::Late) => Err(self.late()),
            Err(Silence::End) => Err(self.ended()),
        }
    }

    fn late(&self) -> Error {
        Error::Late { file: self.file(), seconds: self.deadline.seconds(), stage: self.stage }
    }

    fn ended(&mut self) -> Error {
        Error::Ended { file: self.file(), how: how(self.process.wait_for(GRACE)), stage: self.stage }
    }

    /// A report that is no answer: the library has written into the pipe.
    fn confused(&self, report: &Report) -> Error {
        let report = format!("{report:?}");
        let how = format!("disturbed its process, which answered {}", report.chars().take(40).collect::<String>());
        Error::Ended { file: self.file(), how, stage: self.stage }
    }

    fn file(&self) -> PathBuf {
        self.fmu.path().to_path_buf()
    }
}

/// What comes after the stop time is not needed, but must be right.
fn read_on(plan: &mut Plan) -> Result<(), Error> {
    let Some(rows) = &mut plan.rows else { return Ok(()) };
    while rows.next()?.is_some() {}
    Ok(())
}

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says where `fmu-pack` is: for other programs that use this library.
pub fn use_program(path: &Path) {
    PROGRAM.get_or_init(|| path.to_path_buf());
}

/// `fmu-pack`, also if another one has got its name since this one began to run.
fn program() -> std::io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    match PROGRAM.get() {
        Some(path) => Ok(path.clone()),
        // Wine shows it to programs for Windows too, for which it is none.
        None if cfg!(target_os = "linux") && running.exists() => Ok(running.to_path_buf()),
        None => std::env::current_exe(),
    }
}
