//! Where an FMU is linearized.

use super::Error;
use crate::linear::Signal;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::library::Library;
use fmu_output::number;
use fmu_simulation::{Plan, Setting, SettingError, values_at_stop};
use serde::{Deserialize, Serialize};

/// Values of states and inputs at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperatingPoint {
    /// \[s\].
    pub time: f64,
    /// All states with their values, also those that the linear system leaves out.
    pub states: Vec<(Signal, f64)>,
    /// The continuous inputs.
    pub inputs: Vec<(Signal, f64)>,
}

/// Variables of the linear system.
pub(crate) struct Signals<'a> {
    pub(crate) interface: &'a Interface,
    /// Continuous states and their derivatives.
    pub(crate) states: Vec<&'a Variable>,
    pub(crate) derivatives: Vec<&'a Variable>,
    pub(crate) inputs: Vec<&'a Variable>,
    pub(crate) outputs: Vec<&'a Variable>,
}

impl<'a> Signals<'a> {
    pub(crate) fn of(interface: &'a Interface) -> Result<Self, Error> {
        let place = |index: usize| &interface.variables[index];
        let states: Vec<&Variable> = interface.states.iter().map(|state| place(state.state)).collect();
        let derivatives: Vec<&Variable> = interface.states.iter().map(|state| place(state.derivative)).collect();
        if interface.model_exchange.is_none() {
            return Err(Error::NoModelExchange);
        }
        if states.is_empty() {
            return Err(Error::NoStates);
        }
        let continuous = |causality| {
            let all = interface.with_causality(causality);
            let is_continuous = |v: &&Variable| v.kind == Kind::Real && v.variability == "continuous" && !v.is_alias;
            all.filter(is_continuous).collect::<Vec<&Variable>>()
        };
        let signals =
            Self { interface, states, derivatives, inputs: continuous("input"), outputs: continuous("output") };
        let all = signals.states.iter().chain(&signals.inputs).chain(&signals.outputs);
        match all.into_iter().find(|variable| variable.element.is_some()) {
            Some(array) => Err(Error::Array { name: array.name.clone() }),
            None => Ok(signals),
        }
    }

    /// Runs to the end of a plan.
    pub(crate) fn reach(&self, fmu: &Fmu, library: &Library, plan: Plan) -> Result<OperatingPoint, Error> {
        let time = plan.stop;
        let places: Vec<_> = self.states.iter().chain(&self.inputs).map(|variable| variable.place()).collect();
        let values = values_at_stop(fmu, library, plan, &places)?;
        let (states, inputs) = values.split_at(self.states.len());
        Ok(OperatingPoint { time, states: named(&self.states, states), inputs: named(&self.inputs, inputs) })
    }

    /// Places of states that are velocities: time derivatives of other states.
    pub(crate) fn velocities(&self) -> Vec<usize> {
        let is_derivative =
            |state: &Variable| self.derivatives.iter().any(|derivative| derivative.reference == state.reference);
        (0..self.states.len()).filter(|place| is_derivative(self.states[*place])).collect()
    }

    /// Velocities of bodies, on which friction acts; without those of the servovalves' flappers.
    pub(crate) fn body_velocities(&self) -> Vec<usize> {
        let all = self.velocities().into_iter();
        let is_of_body = |place: &usize| {
            let name = &self.states[*place].name;
            !name.ends_with("flapper_velocity") && !name.ends_with("pressure_rate")
        };
        all.filter(is_of_body).collect()
    }

    /// The same point with bodies that rest moving a little, each at another speed so that none sticks to another.
    pub(crate) fn nudged(&self, point: &OperatingPoint) -> OperatingPoint {
        /// So little that no coefficient feels it, and still a direction.
        const SPEED: f64 = 1e-9;
        let mut nudged = point.clone();
        for (count, place) in self.body_velocities().into_iter().enumerate() {
            let velocity = &mut nudged.states[place].1;
            if *velocity == 0.0 {
                *velocity = SPEED * (1.0 + 0.1 * count as f64);
            }
        }
        nudged
    }

    /// Start values of states, where the FMU has parameters for them (`velocity_start`): what slides is decided at initialization.
    pub(crate) fn starts(&self, point: &OperatingPoint) -> Result<Vec<Setting>, SettingError> {
        let parameter = |name: &str| {
            let found = self.interface.find(&format!("{name}_start"))?;
            (found.causality == "parameter").then_some(found.name.as_str())
        };
        let with_start = point.states.iter().filter_map(|(signal, value)| Some((parameter(&signal.name)?, value)));
        with_start.map(|(name, value)| Setting::new(name, &number(*value), self.interface)).collect()
    }

    /// Constant inputs as settings.
    pub(crate) fn settings(&self, point: &OperatingPoint) -> Result<Vec<Setting>, SettingError> {
        let setting = |(signal, value): &(Signal, f64)| Setting::new(&signal.name, &number(*value), self.interface);
        point.inputs.iter().map(setting).collect()
    }
}

pub(crate) fn signals(variables: &[&Variable]) -> Vec<Signal> {
    variables.iter().map(|variable| Signal::new(&variable.name, &variable.unit)).collect()
}

fn named(variables: &[&Variable], values: &[f64]) -> Vec<(Signal, f64)> {
    signals(variables).into_iter().zip(values.iter().copied()).collect()
}
