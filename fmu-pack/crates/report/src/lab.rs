//! Runs the FMUs for the report.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_import::library::Place;
use fmu_isolation::{self as isolation, Initial, Session};
use fmu_output::number;
use fmu_simulation::input::Table;
use fmu_simulation::scenario::Scenario;
use fmu_simulation::{self as simulation, Event, EventKind, Grid, Plan, Recorder, Setting};
use std::cell::RefCell;
use std::collections::HashMap;

/// The FMUs under test, by model identifier.
pub struct Lab {
    fmus: Vec<(String, Fmu)>,
}

/// Everything that an FMU showed in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Communication points, in s.
    pub time: Vec<f64>,
    columns: HashMap<String, Vec<f64>>,
    /// Events of the moving body.
    pub events: Vec<Event>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// What rest is called, by the regime of each body or contact.
    rest_names: HashMap<String, &'static str>,
}

impl Lab {
    /// Takes the FMUs.
    pub fn new(fmus: Vec<(String, Fmu)>) -> Self {
        Self { fmus }
    }

    /// The FMU of a model.
    pub fn fmu(&self, model: &str) -> Result<&Fmu, Error> {
        let found = self.fmus.iter().find(|(identifier, _)| identifier == model);
        found.map(|(_, fmu)| fmu).ok_or_else(|| Error::Model { name: model.to_string() })
    }

    /// Start value of a parameter, as the FMU's description has it.
    pub fn start(&self, model: &str, name: &str) -> Result<f64, Error> {
        let variable = self.fmu(model)?.interface().find(name);
        let value = variable.and_then(Variable::start_number);
        value.ok_or_else(|| Error::Variable { model: model.to_string(), name: name.to_string() })
    }

    /// Runs a scenario.
    pub fn run(&self, scenario: &Scenario) -> Result<Trace, Error> {
        let fmu = self.fmu(scenario.model)?;
        let plan = Plan {
            grid: Grid::new(0.0, scenario.step_size, scenario.stop_time),
            start: 0.0,
            stop: scenario.stop_time,
            tolerance: None,
            settings: self.settings(scenario.model, &scenario.parameters)?,
            rows: (!scenario.inputs.is_empty()).then(|| Box::new(Table::from(scenario)) as Box<_>),
            event_mode: false,
            restore_at: None,
        };
        Trace::of(fmu, plan, scenario.name)
    }

    /// Runs a scenario with some parameters changed.
    pub fn run_with(&self, scenario: &Scenario, parameters: &[(&'static str, f64)]) -> Result<Trace, Error> {
        let mut changed = scenario.clone();
        changed.parameters.extend(parameters);
        self.run(&changed)
    }

    fn settings(&self, model: &str, values: &[(&str, f64)]) -> Result<Vec<Setting>, Error> {
        let interface = self.fmu(model)?.interface();
        values.iter().map(|(name, value)| Ok(Setting::new(name, &number(*value), interface)?)).collect()
    }

    /// A place to ask a model for values right after its initialization, many times.
    pub fn probe(&self, model: &'static str) -> Result<Probe<'_>, Error> {
        let fmu = self.fmu(model)?;
        Ok(Probe { lab: self, model, fmu, session: RefCell::new(Session::load(fmu, None)?) })
    }
}

/// An FMU in a worker that is initialized again and again.
pub struct Probe<'a> {
    lab: &'a Lab,
    model: &'static str,
    fmu: &'a Fmu,
    session: RefCell<Session<'a>>,
}

impl Probe<'_> {
    /// Initializes an instance and reads `outputs`.
    pub fn ask(&self, parameters: &[(&str, f64)], outputs: &[&str]) -> Result<Initial, Error> {
        let settings = self.lab.settings(self.model, parameters)?;
        let places = outputs.iter().map(|name| self.place(name)).collect::<Result<_, _>>()?;
        let initial = self.session.borrow_mut().initialize(settings, places);
        initial.map_err(|source| Error::Run { scenario: self.model.to_string(), source })
    }

    fn place(&self, name: &str) -> Result<Place, Error> {
        let missing = || Error::Variable { model: self.model.to_string(), name: name.to_string() };
        self.fmu.interface().find(name).map(Variable::place).ok_or_else(missing)
    }
}

struct Recording {
    rows: Vec<Vec<f64>>,
    trace: Trace,
}

impl Recorder for Recording {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.trace.time.push(time);
        self.rows.iter_mut().zip(values).for_each(|(row, value)| row.push(*value));
        Ok(())
    }

    fn event(&mut self, event: Event) -> std::io::Result<()> {
        self.trace.events.push(event);
        Ok(())
    }

    fn warning(&mut self, text: &str) {
        self.trace.warnings.push(text.to_string());
    }
}

impl Trace {
    /// Runs an FMU; `name` tells which run has failed.
    pub(super) fn of(fmu: &Fmu, plan: Plan, name: &str) -> Result<Self, Error> {
        let names: Vec<String> = simulation::recorded(fmu.interface(), false).iter().map(|v| v.name.clone()).collect();
        let regimes = names.iter().filter(|name| name.ends_with("friction_regime"));
        let rest_name = |name: &String| simulation::laws::rest_name(fmu.interface(), &plan.settings, name);
        let rest_names = regimes.map(|name| (name.clone(), rest_name(name))).collect();
        let trace = Self { rest_names, ..Self::default() };
        let mut recording = Recording { rows: vec![Vec::new(); names.len()], trace };
        let failure = |source| Error::Run { scenario: name.to_string(), source };
        isolation::run(fmu, plan, &mut recording, None).map_err(failure)?;
        Ok(Self { columns: names.into_iter().zip(recording.rows).collect(), ..recording.trace })
    }

    /// Values of a variable at the communication points; empty if there is none of that name.
    pub fn column(&self, name: &str) -> &[f64] {
        self.columns.get(name).map_or(&[], Vec::as_slice)
    }

    /// What rest is called of the body or contact with that regime.
    pub fn rest_name(&self, regime: &str) -> &'static str {
        self.rest_names.get(regime).copied().unwrap_or_default()
    }

    /// Value of a variable at the last communication point up to `time`.
    pub fn at(&self, name: &str, time: f64) -> f64 {
        let index = self.time.partition_point(|point| *point <= time + 1e-9).saturating_sub(1);
        self.column(name).get(index).copied().unwrap_or(f64::NAN)
    }

    /// Value of a variable at the end.
    pub fn last(&self, name: &str) -> f64 {
        self.column(name).last().copied().unwrap_or(f64::NAN)
    }

    /// Largest absolute value of a variable.
    pub fn largest(&self, name: &str) -> f64 {
        self.column(name).iter().fold(0.0, |most, value| most.max(value.abs()))
    }

    /// Events of one kind.
    pub fn events_of(&self, kind: EventKind) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.kind == kind)
    }

    /// The first event after `time` of that kind; direction 0 is any.
    pub fn next_event(&self, kind: EventKind, direction: i8, time: f64) -> Option<&Event> {
        let fits = |event: &&Event| event.time > time && (direction == 0 || event.direction == Some(direction));
        self.events.iter().filter(|event| event.kind == kind).find(fits)
    }
}
