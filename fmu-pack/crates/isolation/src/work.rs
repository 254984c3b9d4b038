//! What the worker does: the only place where a command's FMU is loaded.

use super::channel::{Channel, RemoteRows};
use super::message::{Initial, Order, Question, Report, Signals, Task};
use fmu_analysis::curve::{self as curve, Wanted};
use fmu_analysis::linearization;
use fmu_analysis::response::{self as response, Sine, Way};
use fmu_analysis::step_cost::{self as step_cost, Campaign};
use fmu_checks as checks;
use fmu_import::fmu::{self, Fmu};
use fmu_import::library::{self, Exact, Instance, Library, Status};
use fmu_simulation::input::{Rows, SharedRows};
use fmu_simulation::{self as simulation, Event, Kept, Plan, Recorder, Setting, Statistics, Summary};
use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;

/// Serves the command that started this process, for the FMU that is unpacked in a folder.
pub fn serve(folder: &Path) -> ExitCode {
    let worker = Channel::take_standard_streams().map(|channel| Worker { folder, channel, kept: RefCell::default() });
    match worker {
        Ok(worker) => worker.serve(),
        Err(error) => {
            eprintln!("error: the standard streams of the worker: {error}");
            ExitCode::from(2)
        }
    }
}

struct Worker<'a> {
    folder: &'a Path,
    channel: Channel,
    /// Input signals of runs to come.
    kept: RefCell<Option<SharedRows>>,
}

/// Why an order cannot be fulfilled: a sentence, and whether the FMU is at fault.
struct Failure(String, bool);

impl Worker<'_> {
    fn serve(&self) -> ExitCode {
        match Fmu::in_folder(self.folder) {
            Ok(fmu) => self.serve_fmu(&fmu),
            Err(error) => self.fail(error.into()),
        }
        ExitCode::SUCCESS
    }

    /// Until the library is unloaded.
    fn serve_fmu(&self, fmu: &Fmu) {
        let library = match self.channel.order() {
            Order::Load => self.load(fmu),
            Order::Check => self.check(fmu),
            other => unreachable!("{other:?} comes first"),
        };
        self.serve_library(fmu, library.as_ref());
        drop(library);
        self.channel.tell_now(&Report::Unloaded);
    }

    fn load(&self, fmu: &Fmu) -> Option<Library> {
        let library = fmu.load();
        self.tell(library.as_ref().map(|_| Report::Loaded).map_err(Failure::from));
        library.ok()
    }

    fn check(&self, fmu: &Fmu) -> Option<Library> {
        let library = fmu.load_any_version();
        if library.is_ok() {
            self.channel.tell_now(&Report::Loaded);
        }
        self.channel.tell_now(&Report::Findings(checks::examine(fmu, &library)));
        library.ok()
    }

    /// Order by order. Without a library, the command was told so and orders the end.
    fn serve_library(&self, fmu: &Fmu, library: Option<&Library>) {
        loop {
            let answer = match (self.channel.order(), library) {
                (Order::Unload, _) => return,
                (Order::Run(task), Some(library)) => self.run(fmu, library, task),
                (Order::Summary(task, watched), Some(library)) => {
                    self.summarize(fmu, library, task, Summary::new(watched))
                }
                (Order::Series(task, kept), Some(library)) => self.series(fmu, library, task, &kept),
                (Order::Initialize(question), Some(library)) => initialize(fmu, library, &question),
                (Order::Measure(wanted), Some(library)) => measure(fmu, library, wanted),
                (Order::Respond(way, sine), Some(library)) => respond(fmu, library, &way, sine),
                (Order::Threshold(way, frequency, largest), Some(library)) => {
                    threshold(fmu, library, &way, frequency, largest)
                }
                (Order::StepCost(campaign), Some(library)) => step_cost(fmu, library, &campaign),
                (Order::Linearize(task, wanted), Some(library)) => self.linearize(fmu, library, task, wanted),
                (other, _) => unreachable!("{other:?} at this time"),
            };
            self.tell(answer);
        }
    }

    fn run(&self, fmu: &Fmu, library: &Library, task: Task) -> Result<Report, Failure> {
        let logging = task.logging;
        let mut recorder = Passing { channel: &self.channel, has_begun: false, wants_exact: task.exact };
        simulation::run_loaded(fmu, library, logging, self.plan(task), &mut recorder)?;
        Ok(Report::Done)
    }

    fn summarize(&self, fmu: &Fmu, library: &Library, task: Task, mut summary: Summary) -> Result<Report, Failure> {
        let logging = task.logging;
        simulation::run_loaded(fmu, library, logging, self.plan(task), &mut summary)?;
        Ok(Report::Summary(summary.finish()))
    }

    fn series(&self, fmu: &Fmu, library: &Library, task: Task, kept: &Kept) -> Result<Report, Failure> {
        Ok(Report::Series(simulation::series(fmu, library, self.plan(task), kept)?))
    }

    fn linearize(
        &self,
        fmu: &Fmu,
        library: &Library,
        task: Task,
        wanted: linearization::Wanted,
    ) -> Result<Report, Failure> {
        let linear = linearization::linearize(fmu, library, self.plan(task), wanted);
        let linear = linear.map_err(|error| Failure(error.to_string(), error.is_in_the_fmu()))?;
        Ok(Report::Linearization(Box::new(linear)))
    }

    fn plan(&self, task: Task) -> Plan {
        let Task { grid, start, stop, tolerance, settings, signals, logging: _, event_mode, restore_at, exact: _ } =
            task;
        let rows = signals.and_then(|signals| self.rows(signals));
        Plan { grid, start, stop, tolerance, settings, rows, event_mode, restore_at }
    }

    fn rows(&self, signals: Signals) -> Option<Box<dyn Rows>> {
        let remote = |names| RemoteRows::new(self.channel.clone(), names);
        match signals {
            Signals::Passing(names) => return Some(Box::new(remote(names))),
            Signals::ToKeep(names) => *self.kept.borrow_mut() = Some(remote(names).all()),
            Signals::Kept => (),
        }
        self.kept.borrow().as_ref().map(|kept| Box::new(kept.from_the_first()) as Box<dyn Rows>)
    }

    fn tell(&self, answer: Result<Report, Failure>) {
        match answer {
            Ok(report) => self.channel.tell_now(&report),
            Err(failure) => self.fail(failure),
        }
    }

    fn fail(&self, Failure(problem, is_in_the_fmu): Failure) {
        self.channel.tell_now(&Report::Failed { problem, is_in_the_fmu });
    }
}

fn initialize(fmu: &Fmu, library: &Library, question: &Question) -> Result<Report, Failure> {
    let initial = initial(fmu, library, question).map_err(|error| Failure(error.to_string(), error.is_in_the_fmu()))?;
    Ok(Report::Initial(initial))
}

fn initial(fmu: &Fmu, library: &Library, question: &Question) -> Result<Initial, library::Error> {
    let mut instance = Instance::new(library, &fmu.identity("probe"))?;
    Setting::enter_initialization(&question.settings, &mut instance, None, (0.0, f64::MAX))?;
    Setting::exit_initialization(&question.settings, &mut instance)?;
    let values = question.places.iter().map(|place| instance.get(place)).collect::<Result<_, _>>()?;
    let warned = instance.take_messages().iter().any(|message| message.status == Status::Warning);
    Ok(Initial { values, warned })
}

fn measure(fmu: &Fmu, library: &Library, wanted: Wanted) -> Result<Report, Failure> {
    Ok(Report::Curves(Box::new(curve::measure(fmu, library, wanted)?)))
}

fn respond(fmu: &Fmu, library: &Library, way: &Way, sine: Sine) -> Result<Report, Failure> {
    Ok(Report::Response(response::respond(fmu, library, way, sine)?))
}

fn step_cost(fmu: &Fmu, library: &Library, campaign: &Campaign) -> Result<Report, Failure> {
    Ok(Report::StepCost(step_cost::measure(fmu, library, campaign)?))
}

fn threshold(fmu: &Fmu, library: &Library, way: &Way, frequency: f64, largest: f64) -> Result<Report, Failure> {
    Ok(Report::Threshold(response::threshold(fmu, library, way, frequency, largest)?))
}

impl From<response::Error> for Failure {
    fn from(error: response::Error) -> Self {
        Self(error.to_string(), error.is_in_the_fmu())
    }
}

impl From<fmu::Error> for Failure {
    fn from(error: fmu::Error) -> Self {
        Self(error.to_string(), error.is_in_the_fmu())
    }
}

impl From<&fmu::Error> for Failure {
    fn from(error: &fmu::Error) -> Self {
        Self(error.to_string(), error.is_in_the_fmu())
    }
}

impl From<simulation::Error> for Failure {
    fn from(error: simulation::Error) -> Self {
        Self(error.to_string(), error.is_in_the_fmu())
    }
}

impl From<curve::Error> for Failure {
    fn from(error: curve::Error) -> Self {
        Self(error.to_string(), error.is_in_the_fmu())
    }
}

/// Passes everything on to the command.
struct Passing<'a> {
    channel: &'a Channel,
    /// The first values were passed on.
    has_begun: bool,
    wants_exact: bool,
}

impl Recorder for Passing<'_> {
    /// At once: the next call of the library may be the last thing that this process does, and the row is right.
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.channel.tell(&Report::Initialized);
        }
        self.channel.tell_now(&Report::Row(time, values.to_vec()));
        Ok(())
    }

    fn event(&mut self, event: Event) -> std::io::Result<()> {
        self.channel.tell(&Report::Event(event));
        Ok(())
    }

    fn warning(&mut self, text: &str) {
        self.channel.tell(&Report::Warning(text.to_string()));
    }

    fn statistics(&mut self, statistics: Statistics) {
        self.channel.tell(&Report::Statistics(statistics));
    }

    fn ended_early(&mut self, time: f64) -> Result<(), simulation::Error> {
        self.channel.tell(&Report::EndedEarly(time));
        Ok(())
    }

    fn wants_exact(&self) -> bool {
        self.wants_exact
    }

    fn exact(&mut self, values: Vec<Option<Exact>>) {
        self.channel.tell(&Report::Exact(values));
    }
}
