//! What an engine is asked to do.

use super::Engine;
use super::names::Names;
use crate::facts::Facts;
use crate::ssp::Package;
use crate::system::{DataType, Linear, System};
use fmu_import::interface::{Kind, Variable};
use fmu_simulation::Grid;
use fmu_simulation::input::{Rows, Track};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;

/// A run.
pub struct Order<'a> {
    /// The archive of the system, with its FMUs.
    pub package: &'a Package,
    /// The system with all its inputs and outputs, in which nothing is between components.
    pub whole: &'a System,
    /// Which engine.
    pub engine: Engine,
    /// The system as this engine reads it, with all values.
    pub system: System,
    /// What the FMUs of the components are, by component.
    pub facts: &'a BTreeMap<&'a str, &'a Facts>,
    /// Begin of the run, in s.
    pub start: f64,
    /// End, in s.
    pub stop: f64,
    /// Communication step, in s.
    pub step: f64,
    /// What is recorded.
    pub record: Vec<Signal>,
    /// Signals for inputs of the system.
    pub rows: Option<Box<dyn Rows>>,
}

/// A variable of a component that is recorded.
#[derive(Clone, Debug)]
pub struct Signal {
    /// The component.
    pub component: String,
    /// The variable, under its name in the system, as in `servo.position`.
    pub variable: Variable,
    /// Its name in the component.
    pub name: String,
    /// What is recorded of its value: an output of the system may have another unit.
    pub transformation: Linear,
}

impl Signal {
    /// A variable of a component.
    pub fn new(component: &str, variable: &Variable) -> Self {
        let shown = Variable { name: format!("{component}.{}", variable.name), ..variable.clone() };
        let name = variable.name.clone();
        Self { component: component.to_string(), variable: shown, name, transformation: Linear::IDENTITY }
    }

    /// Engines can read it: a number or truth value that is no element of an array.
    pub fn is_readable(variable: &Variable) -> bool {
        let is_plain = match variable.kind {
            Kind::Real | Kind::Integer | Kind::Boolean => true,
            Kind::Enumeration(_) | Kind::String | Kind::Binary | Kind::Clock => false,
        };
        is_plain && variable.element.is_none() && variable.causality != "independent"
    }
}

/// A job as the driver reads it.
#[derive(Serialize)]
pub(super) struct Job<'a> {
    engine: &'static str,
    ssp: &'a Path,
    start: f64,
    stop: f64,
    step: f64,
    steps: u64,
    parameter_set: Option<&'static str>,
    components: Vec<&'a str>,
    record: Vec<Recorded<'a>>,
    input: Vec<Input<'a>>,
    input_file: &'a Path,
    parameters: Vec<Set<'a>>,
}

#[derive(Serialize)]
struct Recorded<'a> {
    component: &'a str,
    name: &'a str,
    reference: u32,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Input<'a> {
    name: &'a str,
    targets: Vec<Target<'a>>,
}

#[derive(Serialize)]
struct Target<'a> {
    component: &'a str,
    name: &'a str,
    reference: u32,
    factor: f64,
    offset: f64,
}

#[derive(Serialize)]
struct Set<'a> {
    component: &'a str,
    name: &'a str,
    r#type: &'static str,
    value: &'a str,
}

impl<'a> Job<'a> {
    /// `system` is as the engine gets it, with all values, where components have other `names`; signals are for `inputs`.
    pub(super) fn new(
        order: &'a Order<'_>,
        system: &'a System,
        names: &'a Names,
        (ssp, input_file): (&'a Path, &'a Path),
        inputs: &'a [String],
    ) -> Self {
        let recorded = |signal: &'a Signal| Recorded {
            component: names.of(&signal.component),
            name: &signal.name,
            reference: signal.variable.reference,
            r#type: super::super::assemble::data_type(&signal.variable.kind).name(),
        };
        let has_values = system.components.iter().any(|component| !component.bindings.is_empty());
        let sets = system.components.iter().flat_map(|component| {
            component.parameters().into_values().map(|value| Set {
                component: &component.name,
                name: &value.name,
                r#type: value.data_type.name(),
                value: &value.value,
            })
        });
        Self {
            engine: order.engine.name(),
            ssp,
            start: order.start,
            stop: order.stop,
            step: order.step,
            steps: order.grid().count(),
            parameter_set: has_values.then_some(crate::ssp::PARAMETER_SET),
            components: system.components.iter().map(|component| component.name.as_str()).collect(),
            record: order.record.iter().map(recorded).collect(),
            input: inputs.iter().map(|name| order.input(name, names)).collect(),
            input_file,
            parameters: sets.collect(),
        }
    }
}

impl Order<'_> {
    /// Communication points.
    pub fn grid(&self) -> Grid {
        Grid::new(self.start, self.step, self.stop)
    }

    fn input<'a>(&'a self, name: &'a str, names: &'a Names) -> Input<'a> {
        let from_here = self
            .whole
            .connections
            .iter()
            .filter(|connection| connection.from.component.is_none() && connection.from.connector == name);
        let target = |connection: &'a crate::Connection| {
            let component = connection.to.component.as_deref()?;
            let linear = connection.transformation.unwrap_or(crate::Linear::IDENTITY);
            let reference = self.facts.get(component)?.interface.find(&connection.to.connector)?.reference;
            Some(Target {
                component: names.of(component),
                name: &connection.to.connector,
                reference,
                factor: linear.factor,
                offset: linear.offset,
            })
        };
        Input { name, targets: from_here.filter_map(target).collect() }
    }

    /// Writes what each input holds in each step: its value at the beginning of the step.
    pub(super) fn write_inputs(
        rows: Option<Box<dyn Rows>>,
        grid: Grid,
        path: &Path,
    ) -> Result<Vec<String>, super::RunError> {
        let failed = |source| super::RunError::Folder { source };
        let mut file = BufWriter::new(std::fs::File::create(path).map_err(failed)?);
        let mut track = rows.map(Track::new).transpose()?;
        let names = track.as_ref().map_or_else(Vec::new, |track| track.names().to_vec());
        let mut values = vec![0.0; names.len()];
        for step in 0..grid.count() {
            if let Some(track) = &mut track {
                let time = grid.point(step);
                track.advance(time, grid.snap())?;
                track.values(time, &mut values);
            }
            let line = values.iter().map(|value| fmu_output::number(*value)).collect::<Vec<_>>().join(" ");
            writeln!(file, "{line}").map_err(failed)?;
        }
        file.flush().map_err(failed)?;
        Ok(names)
    }
}

impl DataType {
    /// Engines pass it on from a connector.
    pub(crate) fn is_passed_on(self) -> bool {
        match self {
            Self::Real | Self::Integer | Self::Boolean => true,
            Self::Enumeration | Self::String | Self::Binary => false,
        }
    }
}
