//! A run in progress.

use super::event_mode::EventMode;
use super::reader::Reader;
use super::{Drive, Error, Event, Plan, Recorder, Setting, Statistics, recorded, recorded_exactly};
use crate::grid::Grid;
use fmu_import::fmu::{self, Fmu};
use fmu_import::interface::Variable;
use fmu_import::library::{self, Exact, Identity, Instance, Library, Place, Status, StepEnd};

/// Runs a new instance of a loaded FMU from start to stop. Without `logging` it tells no events, and runs faster.
pub fn run_loaded(
    fmu: &Fmu,
    library: &Library,
    logging: bool,
    plan: Plan,
    recorder: &mut dyn Recorder,
) -> Result<(), Error> {
    run_and_then(fmu, library, logging, plan, recorder, |_| Ok(()))
}

/// Runs a new instance of a loaded FMU from start to stop, which may be the start; the values of variables there.
pub fn values_at_stop(fmu: &Fmu, library: &Library, plan: Plan, places: &[Place]) -> Result<Vec<f64>, Error> {
    let values = |instance: &Instance<'_>| places.iter().map(|place| instance.get(place)).collect();
    run_and_then(fmu, library, false, plan, &mut Nobody, values)
}

/// Wants to know nothing.
struct Nobody;

impl Recorder for Nobody {
    fn row(&mut self, _time: f64, _values: &[f64]) -> std::io::Result<()> {
        Ok(())
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, _text: &str) {}
}

pub(crate) fn run_and_then<T>(
    fmu: &Fmu,
    library: &Library,
    logging: bool,
    plan: Plan,
    recorder: &mut dyn Recorder,
    last: impl FnOnce(&Instance<'_>) -> Result<T, library::Error>,
) -> Result<T, Error> {
    let interface = fmu.interface();
    let Some(offer) = &interface.co_simulation else { return Err(fmu::Error::NoCoSimulation.into()) };
    if plan.event_mode && !offer.can("hasEventMode") {
        return Err(Error::NoEventMode);
    }
    let drive = plan.rows.map(|rows| Drive::new(rows, interface)).transpose()?;
    let mut recorded = recorded(interface, plan.event_mode);
    if let Some(wanted) = recorder.wanted() {
        recorded = wanted.iter().map(|place| recorded[*place]).collect();
    }
    let intermediate_inputs = drive.as_ref().map(Drive::followed).unwrap_or_default();
    let event_mode = plan.event_mode;
    let identity = Identity { logging, event_mode, intermediate_inputs, ..fmu.identity(&offer.identifier) };
    let exact = if recorder.wants_exact() { recorded_exactly(interface) } else { Vec::new() };
    let mut run = Run {
        instance: Instance::new(library, &identity)?,
        drive,
        event_mode: plan.event_mode.then(|| EventMode::new(&recorded)),
        grid: plan.grid,
        splits: offer.can("canHandleVariableCommunicationStepSize"),
        reader: Reader::new(&recorded),
        outputs: outputs(&recorded),
        exact: exact.into_iter().map(|variable| (variable, true)).collect(),
        recorded_until: f64::NEG_INFINITY,
        recorder,
    };
    let another = || Instance::new(library, &identity);
    let initialized = run.initialize(plan.start, plan.stop, plan.tolerance, &plan.settings);
    let count = if plan.stop > plan.start { plan.grid.count() } else { 0 };
    match initialized.and_then(|()| run.steps(count, plan.restore_at, another)) {
        Err(Error::Terminated { time }) => run.end_early(time)?,
        complete_or_failed => complete_or_failed?,
    }
    let last = last(&run.instance)?;
    run.instance.terminate()?;
    run.tell().map(|()| last)
}

struct Run<'a> {
    instance: Instance<'a>,
    drive: Option<Drive>,
    event_mode: Option<EventMode>,
    grid: Grid,
    /// The FMU takes steps of any size.
    splits: bool,
    reader: Reader,
    /// Those of what is recorded, with their places.
    outputs: Vec<(usize, &'a Variable)>,
    /// What is recorded as the FMU gives it, and whether the FMU gives it.
    exact: Vec<(&'a Variable, bool)>,
    /// Time of the last row.
    recorded_until: f64,
    recorder: &'a mut dyn Recorder,
}

impl<'a> Run<'a> {
    fn initialize(&mut self, start: f64, stop: f64, tolerance: Option<f64>, settings: &[Setting]) -> Result<(), Error> {
        Setting::enter_initialization(settings, &mut self.instance, tolerance, (start, stop))?;
        self.advance_inputs(start)?;
        self.write_inputs()?;
        Setting::exit_initialization(settings, &mut self.instance)?;
        if let Some(event_mode) = &mut self.event_mode {
            event_mode.iterate(start, &mut self.instance)?;
        }
        self.record(start)
    }

    /// All communication steps; at the first point from `restore_at` on another instance takes over.
    fn steps(
        &mut self,
        count: u64,
        mut restore_at: Option<f64>,
        another: impl Fn() -> Result<Instance<'a>, library::Error>,
    ) -> Result<(), Error> {
        for index in 0..count {
            let next = self.grid.point(index + 1);
            self.step(self.grid.point(index), next)?;
            if restore_at.take_if(|time| *time <= next).is_some() {
                self.go_on_with(another()?)?;
            }
        }
        Ok(())
    }

    /// The FMU wants no more: what it has reached is the last row, if it is later than the one before.
    fn end_early(&mut self, time: f64) -> Result<(), Error> {
        if time > self.recorded_until {
            self.record(time)?;
        }
        self.tell()?;
        self.recorder.ended_early(time)
    }

    /// Another instance takes over the state.
    fn go_on_with(&mut self, mut instance: Instance<'a>) -> Result<(), Error> {
        instance.restore_state(&self.instance.save_state()?)?;
        self.tell()?;
        self.instance = instance;
        Ok(())
    }

    /// One communication step, in pieces where a signal changes inside or the FMU stops at an event.
    fn step(&mut self, from: f64, to: f64) -> Result<(), Error> {
        let mut time = from;
        while time < to {
            let next = self.next_point(time, to);
            if let Some(drive) = &mut self.drive {
                drive.lead(next, &mut self.instance)?;
            }
            let end = self.instance.do_step(time, next - time).map_err(|source| Error::Step { time, source })?;
            let reached = end.early.unwrap_or(next);
            if end.terminate {
                return Err(Error::Terminated { time: reached });
            }
            self.arrive(time, reached, to, end)?;
            time = reached;
        }
        self.record(to)
    }

    fn next_point(&self, time: f64, to: f64) -> f64 {
        let change = self.drive.as_ref().filter(|_| self.splits).and_then(|drive| drive.next_change(time));
        let event = self.event_mode.as_ref().and_then(EventMode::next_event_time);
        let inside = |point: &f64| *point > time && *point < to - self.grid.snap();
        change.into_iter().chain(event).filter(inside).fold(to, f64::min)
    }

    /// Goes on with the inputs at the end of a step, in event mode if there is an event.
    fn arrive(&mut self, from: f64, time: f64, to: f64, end: StepEnd) -> Result<(), Error> {
        let inputs_step = self.advance_inputs(time)?;
        let Some(event_mode) = &mut self.event_mode else { return self.write_inputs() };
        event_mode.went_on(from, time)?;
        let is_time_event = event_mode.next_event_time().is_some_and(|event| event <= time + self.grid.snap());
        if !end.event && !inputs_step && !is_time_event {
            return self.write_inputs();
        }
        self.record(time)?;
        self.handle_event(time)?;
        // At a communication point the row after the event is its row.
        if time < to { self.record(time) } else { Ok(()) }
    }

    fn handle_event(&mut self, time: f64) -> Result<(), Error> {
        self.instance.enter_event_mode()?;
        self.write_inputs()?;
        let Some(event_mode) = &mut self.event_mode else { return Ok(()) };
        event_mode.iterate(time, &mut self.instance)
    }

    fn advance_inputs(&mut self, time: f64) -> Result<bool, Error> {
        self.drive.as_mut().map_or(Ok(false), |drive| drive.advance(time, self.grid.snap()))
    }

    fn write_inputs(&mut self) -> Result<(), Error> {
        self.drive.as_mut().map_or(Ok(()), |drive| drive.write(&mut self.instance))
    }

    fn record(&mut self, time: f64) -> Result<(), Error> {
        let ticks = self.event_mode.as_ref().map_or(&[][..], EventMode::ticks);
        let values = self.reader.read(&self.instance, ticks)?;
        refuse_not_finite(&self.outputs, values, time)?;
        if !self.exact.is_empty() {
            let exact = read_exactly(&mut self.exact, &self.instance, self.recorder);
            self.recorder.exact(exact);
        }
        // What the FMU has logged comes before its row, with which a worker passes all on.
        tell(&self.instance, self.recorder)?;
        self.recorder.row(time, values)?;
        self.recorded_until = time;
        self.event_mode.iter_mut().for_each(EventMode::forget_ticks);
        Ok(())
    }

    fn tell(&mut self) -> Result<(), Error> {
        tell(&self.instance, self.recorder)
    }
}

/// Passes on what the FMU logged.
fn tell(instance: &Instance<'_>, recorder: &mut dyn Recorder) -> Result<(), Error> {
    for message in instance.take_messages() {
        match Event::parse(&message.text) {
            Some(event) => recorder.event(event)?,
            None if message.status != Status::Ok => recorder.warning(&message.text),
            None => Statistics::parse(&message.text).map_or((), |statistics| recorder.statistics(statistics)),
        }
    }
    Ok(())
}

/// Values as the FMU gives them. One that it does not give is told and not asked for again.
fn read_exactly(
    variables: &mut [(&Variable, bool)],
    instance: &Instance<'_>,
    recorder: &mut dyn Recorder,
) -> Vec<Option<Exact>> {
    let mut read = |(variable, is_given): &mut (&Variable, bool)| {
        let place = variable.place();
        let value = is_given.then(|| instance.get_exact(&place))?;
        value
            .map_err(|problem| {
                *is_given = false;
                recorder.warning(&format!("{} is left out: {problem}", variable.name));
            })
            .ok()
    };
    variables.iter_mut().map(&mut read).collect()
}

/// The outputs among variables, with their places.
fn outputs<'a>(variables: &[&'a Variable]) -> Vec<(usize, &'a Variable)> {
    variables.iter().copied().enumerate().filter(|(_, variable)| variable.causality == "output").collect()
}

/// What an FMU hands out as a result must be a number.
fn refuse_not_finite(outputs: &[(usize, &Variable)], values: &[f64], time: f64) -> Result<(), Error> {
    match outputs.iter().find(|(place, _)| !values[*place].is_finite()) {
        Some((place, output)) => Err(Error::NotFinite { name: output.name.clone(), value: values[*place], time }),
        None => Ok(()),
    }
}
