//! What the replays simulate, as the text that they read, and the reference of each.

use model_description::Export;
use model_description::schema::{Causality, ModelDescription, ScalarVariable, Variability, VariableType};
use std::fmt::Write;
use test_support::figures::{self, DEGREE};
use test_support::reference::Table;
use test_support::{Signal, transmission};

/// Where the right positions are.
pub struct Reference {
    path: String,
    time: &'static str,
    position: &'static str,
    /// SI units per unit of the file.
    factor: f64,
    pub unit: &'static str,
}

/// A model with parameters, inputs and a reference.
pub struct Case {
    model: &'static str,
    parameters: Vec<(&'static str, f64)>,
    inputs: Vec<(&'static str, Signal)>,
    stop: f64,
    step: f64,
    pub reference: Reference,
}

impl Case {
    /// A manoeuvre of the servo.
    pub fn figure(figure: u32) -> Self {
        let (inputs, stop) = figures::inputs(figure);
        let path = format!("servo/fig{figure:02}.csv");
        let reference = Reference { path, time: "t_s", position: "xj_deg", factor: DEGREE, unit: "rad" };
        let parameters = figures::transmission(figure).to_vec();
        Self { model: "ServoActuator", parameters, inputs, stop, step: 1e-3, reference }
    }

    /// Motor and load torque switch between end stops.
    pub fn p3() -> Self {
        let path = "transmission/P3_rev.csv".to_string();
        let reference = Reference { path, time: "t", position: "x", factor: 1.0, unit: "rad" };
        let (parameters, inputs) = (transmission::P3.to_vec(), transmission::p3_inputs());
        Self { model: "MotionTransmission", parameters, inputs, stop: transmission::P3_END, step: 1e-3, reference }
    }

    /// Mass and spring with LuGre friction under a pressure step of 10 N.
    pub fn lugre() -> Self {
        let path = "lugre/A10.csv".to_string();
        let reference = Reference { path, time: "t", position: "x", factor: 1.0, unit: "m" };
        let parameters = vec![("pressure_step.force_amplitude", 10.0)];
        let inputs = vec![("force", Signal::constant(0.0))];
        Self { model: "HydraulicActuator", parameters, inputs, stop: 10.0, step: 1e-3, reference }
    }

    /// The same at another communication step.
    pub fn with_step(self, step: f64) -> Self {
        Self { step, ..self }
    }

    pub fn description(&self) -> ModelDescription {
        let export =
            model_description::exports().into_iter().find(|export: &Export| export.model.identifier == self.model);
        model_description::read(&export.unwrap().xml).unwrap()
    }

    /// Largest difference from the reference at the communication points; each of them must have been met.
    pub fn deviation(&self, found: &[(f64, f64)]) -> f64 {
        let table = Table::read(&self.reference.path);
        let expected = table.column(self.reference.time).iter().zip(table.column(self.reference.position));
        let every = (self.step * 1e3).round().max(1.0) as usize;
        let points: Vec<(f64, f64)> = expected.map(|(t, x)| (*t, x * self.reference.factor)).step_by(every).collect();
        let met = points.iter().map(|(time, position)| {
            let near = found.iter().filter(|(t, _)| (t - time).abs() < 1e-9).map(|(_, x)| (x - position).abs());
            near.reduce(f64::max).unwrap_or_else(|| panic!("no output at {time} s"))
        });
        met.fold(0.0, f64::max)
    }

    /// What a replay reads from its standard input.
    pub fn text(&self, library: &str) -> String {
        let description = self.description();
        let variables = &description.model_variables.variables;
        let states = description.model_structure.derivatives.as_ref().map_or(0, |list| list.unknowns.len());
        let position = self.find(variables, "position").value_reference;
        let mut text = format!("library {library}\nguid {}\nposition {position}\n", description.guid);
        writeln!(text, "stop {:?}\nstep {:?}\nstates {states}", self.stop, self.step).unwrap();
        writeln!(text, "indicators {}", description.number_of_event_indicators.unwrap()).unwrap();
        variables.iter().filter_map(|variable| self.line(variable)).for_each(|line| text.push_str(&line));
        self.inputs.iter().for_each(|(name, _)| {
            writeln!(text, "input {}", self.find(variables, name).value_reference).unwrap();
        });
        text + &self.rows() + &unknowns(&description)
    }

    fn find<'a>(&self, variables: &'a [ScalarVariable], name: &str) -> &'a ScalarVariable {
        let found = variables.iter().find(|variable| variable.name == name);
        found.unwrap_or_else(|| panic!("{} has no variable {name}", self.model))
    }

    /// A parameter with its value, or what a tool that shows everything reads.
    fn line(&self, variable: &ScalarVariable) -> Option<String> {
        let reference = variable.value_reference;
        let set = self.parameters.iter().find(|(name, _)| *name == variable.name).map(|(_, value)| *value);
        if variable.causality == Some(Causality::Parameter) {
            let (kind, start) = start(&variable.kind);
            let chosen = set.map(|value| format!("set-real {reference} {value:?}\n")).unwrap_or_default();
            return Some(format!("{chosen}parameter-{kind} {reference} {:?}\n", set.unwrap_or(start)));
        }
        let is_computed =
            variable.causality != Some(Causality::Input) && variable.variability != Some(Variability::Constant);
        let (kind, _) = start(&variable.kind);
        is_computed.then(|| format!("output-{kind} {reference} 0\n"))
    }

    /// Break points of all inputs; two rows at one time are a step.
    fn rows(&self) -> String {
        let mut times: Vec<f64> =
            self.inputs.iter().flat_map(|(_, signal)| signal.0.iter().map(|point| point.0)).collect();
        times.push(self.stop);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let row = |time: f64, value: &dyn Fn(&Signal) -> f64| {
            let values: String = self.inputs.iter().map(|(_, signal)| format!(" {:?}", value(signal))).collect();
            format!("row {time:?}{values}\n")
        };
        let mut text = String::new();
        for time in times {
            let (left, right) = (row(time, &|s| left_of(s, time)), row(time, &|s| s.right_of(time).0));
            text.push_str(&left);
            if right != left {
                text.push_str(&right);
            }
        }
        text
    }
}

/// Type and start value of a variable.
fn start(kind: &VariableType) -> (&'static str, f64) {
    match kind {
        VariableType::Real(real) => ("real", real.start.unwrap_or(0.0)),
        VariableType::Integer(integer) => ("integer", f64::from(integer.start.unwrap_or(0))),
        VariableType::Enumeration(choice) => ("enumeration", f64::from(choice.start.unwrap_or(1))),
        VariableType::Boolean(_) | VariableType::String(_) => panic!("the models have no such variable"),
    }
}

/// Value of a signal left of `time`.
fn left_of(signal: &Signal, time: f64) -> f64 {
    let next = signal.0.partition_point(|&(t, _)| t < time);
    match (next.checked_sub(1).map(|last| signal.0[last]), signal.0.get(next)) {
        (_, Some(&(t, value))) if t == time => value,
        (Some((t0, v0)), Some(&(t1, v1))) => v0 + (v1 - v0) / (t1 - t0) * (time - t0),
        (Some((_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => panic!("a signal without points"),
    }
}

/// What each Real depends on at initialization.
fn unknowns(description: &ModelDescription) -> String {
    let variables = &description.model_variables.variables;
    let of = |index: u32| &variables[index as usize - 1];
    let is_real = |index: u32| i32::from(matches!(of(index).kind, VariableType::Real(_)));
    let list = description.model_structure.initial_unknowns.iter().flat_map(|list| &list.unknowns);
    let line = |unknown: &model_description::schema::Unknown| {
        let knowns = unknown.dependencies.clone().unwrap_or_default();
        let pairs: String =
            knowns.iter().map(|&known| format!(" {} {}", of(known).value_reference, is_real(known))).collect();
        format!("unknown {} {}{pairs}\n", of(unknown.index).value_reference, knowns.len())
    };
    list.filter(|unknown| is_real(unknown.index) == 1).map(line).collect()
}
