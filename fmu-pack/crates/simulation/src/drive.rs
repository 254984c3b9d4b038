//! Puts signals on the inputs of an instance, with their course over the next step where the FMU takes it.

use super::Error;
use crate::input::{self, CsvRows, Driven, Rows, Track, heading};
use fmu_import::interface::{Interface, Kind, Variable, nearest};
use fmu_import::library::{Instance, Line, Place, Reference, Value};
use model_description::FmiVersion;
use model_description::fmi3::VariableType;
use std::collections::HashSet;
use std::path::Path;

/// Signals tied to variables.
pub struct Drive {
    track: Track,
    time: f64,
    /// Scalar Float64 variables, which are written in one call.
    reals: Vec<Channel>,
    /// All others.
    singles: Vec<Single>,
    /// What the signals are worth in the units of their variables.
    factors: Vec<f64>,
    values: Vec<f64>,
    /// Room for the values at the end of a step.
    ahead: Vec<f64>,
    /// The Float64 variables and what the FMU has of them: nothing before they are first written.
    references: Vec<Reference>,
    written: Vec<f64>,
    /// Room for what is written next.
    next: Vec<f64>,
    /// Room for the courses over the next step.
    lines: Vec<Line>,
}

/// Which signal goes to which variable.
struct Channel {
    index: usize,
    reference: Reference,
    /// The FMU takes its course over a step. Tunable parameters take values only.
    is_followed: bool,
}

/// The same for a variable that is written by itself.
struct Single {
    index: usize,
    place: Place,
    name: String,
    form: Form,
}

/// What a signal becomes.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Real,
    Integer,
    Boolean,
}

impl Drive {
    /// Ties `rows` to the inputs and tunable parameters that they name.
    pub fn new(rows: Box<dyn Rows>, interface: &Interface) -> Result<Self, Error> {
        let track = Track::new(rows)?;
        check_headings(track.names(), interface)?;
        let (mut reals, mut singles, mut factors) = (Vec::new(), Vec::new(), Vec::new());
        for (index, heading) in track.names().iter().enumerate() {
            let name = heading::name(heading, interface);
            let variable = drivable(name, interface)?;
            factors.push(factor(heading, variable)?);
            let place = variable.place();
            let is_followed = follows(variable, interface);
            match (form(variable)?, place.data_type, place.element) {
                (Form::Real, VariableType::Float64, None) => {
                    reals.push(Channel { index, reference: place.reference, is_followed });
                }
                (form, _, _) => singles.push(Single { index, place, name: name.to_string(), form }),
            }
        }
        let values = vec![0.0; track.names().len()];
        let ahead = values.clone();
        let references = reals.iter().map(|channel| channel.reference).collect();
        let (written, next, lines) = (Vec::new(), Vec::new(), Vec::new());
        let time = f64::NEG_INFINITY;
        Ok(Self { track, time, reals, singles, factors, values, ahead, references, written, next, lines })
    }

    /// The inputs whose course over a step the FMU takes.
    pub fn followed(&self) -> Vec<Reference> {
        self.reals.iter().filter(|channel| channel.is_followed).map(|channel| channel.reference).collect()
    }

    /// Goes to `time`. True where a signal steps there, or one that is held changes.
    pub fn advance(&mut self, time: f64, snap: f64) -> Result<bool, Error> {
        self.time = time;
        let held = |drive: &Self| -> Vec<f64> {
            let held = drive.singles.iter().filter(|single| single.form != Form::Real);
            held.map(|single| drive.track.held()[single.index]).collect()
        };
        let before = held(self);
        let steps = self.track.advance(time, snap)?;
        Ok(steps || held(self) != before)
    }

    /// Writes the values that have changed.
    pub fn write(&mut self, instance: &mut Instance<'_>) -> Result<(), Error> {
        self.track.values(self.time, &mut self.values);
        scale(&mut self.values, &self.factors);
        self.write_reals(instance)?;
        let held = self.track.held();
        for single in &self.singles {
            instance.set(&single.place, single.value(self.values[single.index], held[single.index])?)?;
        }
        Ok(())
    }

    fn write_reals(&mut self, instance: &mut Instance<'_>) -> Result<(), Error> {
        self.next.clear();
        self.next.extend(self.reals.iter().map(|channel| self.values[channel.index]));
        if self.written == self.next {
            return Ok(());
        }
        instance.set_reals(&self.references, &self.next)?;
        std::mem::swap(&mut self.written, &mut self.next);
        Ok(())
    }

    /// Says how the inputs go on up to `next`, the end of the next step, where one moves.
    pub fn lead(&mut self, next: f64, instance: &mut Instance<'_>) -> Result<(), Error> {
        self.track.values_before(next, &mut self.ahead);
        scale(&mut self.ahead, &self.factors);
        let line = |channel: &Channel| {
            let (begin, end) = (self.values[channel.index], self.ahead[channel.index]);
            Line { reference: channel.reference, begin, end }
        };
        self.lines.clear();
        self.lines.extend(self.reals.iter().filter(|channel| channel.is_followed).map(line));
        if self.lines.iter().any(|line| line.begin != line.end) {
            instance.set_input_lines(&self.lines, next - self.time)?;
        }
        Ok(())
    }

    /// When the signals bend or step next.
    pub fn next_change(&self, time: f64) -> Option<f64> {
        self.track.next_row_time(time)
    }
}

/// Whether headings name inputs and tunable parameters, each once, with units that fit.
pub fn check_headings(headings: &[String], interface: &Interface) -> Result<(), Error> {
    let mut names = HashSet::new();
    headings.iter().try_for_each(|heading| driven(heading, &mut names, interface).map(|_| ()))
}

/// A CSV file whose columns drive inputs and tunable parameters of an FMU: what does not fit is told with its line and column. The column
/// of an array has a value for each of its elements.
pub fn input_file(path: &Path, interface: &Interface) -> Result<CsvRows, input::Error> {
    let mut names = HashSet::new();
    CsvRows::open(path)?.driving(|heading| {
        let headings = heading::of_elements(heading, interface);
        let found = headings.into_iter().map(|heading| {
            let (variable, factor) = driven(&heading, &mut names, interface)?;
            Ok(Driven { heading, variable: variable.clone(), factor })
        });
        found.collect::<Result<_, Error>>().map_err(|problem| problem.to_string())
    })
}

/// The variable that a heading names, and what a number below it is worth. `names` has those before.
fn driven<'a>(
    heading: &str,
    names: &mut HashSet<String>,
    interface: &'a Interface,
) -> Result<(&'a Variable, f64), Error> {
    let name = heading::name(heading, interface);
    let variable = drivable(name, interface)?;
    let factor = factor(heading, variable)?;
    form(variable)?;
    if !names.insert(name.to_string()) {
        return Err(Error::SignalTwice { name: name.to_string() });
    }
    Ok((variable, factor))
}

impl Single {
    fn value(&self, value: f64, held: f64) -> Result<Value, Error> {
        match self.form {
            Form::Real => Ok(Value::Real(value)),
            Form::Boolean => Ok(Value::Boolean(held != 0.0)),
            Form::Integer => {
                let is_whole = held.fract() == 0.0 && self.place.holds(held as i128);
                let refuse = || Error::NotWhole { name: self.name.clone(), value: held };
                is_whole.then_some(Value::Integer(held as i128)).ok_or_else(refuse)
            }
        }
    }
}

/// Takes signals to the units of their variables; one that has no unit of its own keeps its bits.
fn scale(values: &mut [f64], factors: &[f64]) {
    values.iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
}

fn factor(heading: &str, variable: &Variable) -> Result<f64, Error> {
    match (heading::factor(heading, variable), &variable.kind) {
        (Ok(factor), Kind::Real) => Ok(factor),
        (Ok(1.0), _) => Ok(1.0),
        (Ok(_), _) => {
            Err(Error::SignalUnit { heading: heading.to_string(), allowed: "a number without a unit".into() })
        }
        (Err(allowed), _) => Err(Error::SignalUnit { heading: heading.to_string(), allowed }),
    }
}

fn form(variable: &Variable) -> Result<Form, Error> {
    match variable.kind {
        Kind::Real => Ok(Form::Real),
        Kind::Integer | Kind::Enumeration(_) => Ok(Form::Integer),
        Kind::Boolean => Ok(Form::Boolean),
        Kind::String | Kind::Binary => Err(Error::TextSignal { name: variable.name.clone() }),
        Kind::Clock => Err(Error::ClockSignal { name: variable.name.clone() }),
    }
}

/// The FMU interpolates the input (FMI 2.0), or asks for it inside its steps (FMI 3.0).
pub fn follows(variable: &Variable, interface: &Interface) -> bool {
    let can = |flag| interface.co_simulation.as_ref().is_some_and(|offer| offer.can(flag));
    let is_asked_for = match interface.version_of_fmi() {
        FmiVersion::V2 => can("canInterpolateInputs"),
        FmiVersion::V3 => can("providesIntermediateUpdate") && variable.intermediate_update,
    };
    variable.causality == "input" && is_asked_for
}

fn drivable<'a>(name: &str, interface: &'a Interface) -> Result<&'a Variable, Error> {
    let takes = |variable: &Variable| {
        variable.causality == "input" || (variable.causality == "parameter" && variable.variability == "tunable")
    };
    if interface.find(name).is_some_and(|variable| variable.causality == "parameter" && !takes(variable)) {
        return Err(Error::FixedSignal { name: name.to_string() });
    }
    interface.find(name).filter(|variable| takes(variable)).ok_or_else(|| {
        let names = interface.variables.iter().filter(|variable| takes(variable)).map(|v| v.name.as_str());
        Error::UnknownSignal { name: name.to_string(), nearest: nearest(name, names) }
    })
}
