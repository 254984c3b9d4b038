//! A frictionless mass, for tests of the instance: it refuses a `travel.lower` above `travel.upper`, and a huge force breaks it.
#![allow(clippy::unwrap_used)]

use super::log::{Category, Log};
use super::models::{FromInterface, hold};
use super::state::InterfaceType;
use super::status::Status;
use super::{Instance, OutOfMemory, Sink};
use crate::actuator::{
    Actuator, Arrival, DiscreteUpdate, InvalidParameter, Observer, StateVisitor, Statistics, Warning,
};
use crate::fmi2::CALL_TABLE;
use crate::interface::{
    Causality, FrictionTable, IntegerVariable, Interface, ModelKind, RealVariable, StateVariable, Variability,
};
use std::boxed::Box;
use std::format;
use std::string::String;
use std::sync::{Arc, Mutex};
use std::vec::Vec;

pub(super) const FORCE: u32 = 0;
pub(super) const POSITION: u32 = 1;
pub(super) const VELOCITY: u32 = 2;
pub(super) const ACCELERATION: u32 = 3;
pub(super) const MASS: u32 = 4;
pub(super) const LOW: u32 = 5;
pub(super) const HIGH: u32 = 6;
pub(super) const COUNT: u32 = 4096;

const fn real(name: &'static str, causality: Causality, variability: Variability, start: f64) -> RealVariable {
    let (min, max) = (f64::NEG_INFINITY, f64::INFINITY);
    RealVariable { name, causality, variability, unit: "", start, min, max, exclusive_min: false, can_be_tunable: true }
}

static REALS: [RealVariable; 7] = [
    real("force", Causality::Input, Variability::Continuous, 0.0),
    real("position", Causality::Output, Variability::Continuous, 0.0),
    real("velocity", Causality::Output, Variability::Continuous, 0.0),
    real("acceleration", Causality::Output, Variability::Continuous, 0.0),
    real("mass", Causality::Parameter, Variability::Fixed, 2.0),
    real("travel.lower", Causality::Parameter, Variability::Tunable, -1.0),
    real("travel.upper", Causality::Parameter, Variability::Tunable, 1.0),
];

static INTEGERS: [IntegerVariable; 1] = [IntegerVariable {
    name: "event_count",
    causality: Causality::Output,
    variability: Variability::Discrete,
    start: 0,
    min: i32::MIN,
    max: i32::MAX,
    items: &[],
}];

pub(super) static INTERFACE: Interface = Interface {
    model: ModelKind::MotionTransmission,
    identifier: "Mass",
    guid: "{mass}",
    reals: &REALS,
    integers: &INTEGERS,
    inputs: &[FORCE],
    states: &[
        StateVariable { state: POSITION, derivative: VELOCITY, nominal: 1.0 },
        StateVariable { state: VELOCITY, derivative: ACCELERATION, nominal: 1.0 },
    ],
    elements: &[],
    event_indicators: 0,
    table: FrictionTable::NONE,
};

/// Force above which the mass has no finite state.
pub(super) const BREAKING_FORCE: f64 = 1e300;
/// Mass for which the steps of the model are too long.
pub(super) const LIGHT: f64 = 0.5;
/// Force at which the mass warns.
pub(super) const WARNING_FORCE: f64 = 7.0;

#[derive(Clone)]
pub(super) struct Mass {
    reals: [f64; 7],
    integers: [i32; 1],
    states: [f64; 2],
    slope: f64,
}

impl FromInterface for Mass {
    fn from_interface(interface: &'static Interface) -> Result<Self, OutOfMemory> {
        let mut reals = [0.0; 7];
        for (value, variable) in reals.iter_mut().zip(interface.reals) {
            *value = variable.start;
        }
        Ok(Self { reals, integers: [0], states: [0.0; 2], slope: 0.0 })
    }

    fn copied(&self) -> Result<Self, OutOfMemory> {
        Ok(self.clone())
    }

    fn follow(&mut self, other: &Self) -> bool {
        self.clone_from(other);
        true
    }
}

impl Mass {
    fn acceleration(&self) -> f64 {
        self.reals[FORCE as usize] / self.reals[MASS as usize]
    }
}

impl Actuator for Mass {
    fn interface(&self) -> &'static Interface {
        &INTERFACE
    }
    fn reals(&self) -> &[f64] {
        &self.reals
    }
    fn reals_mut(&mut self) -> &mut [f64] {
        &mut self.reals
    }
    fn integers(&self) -> &[i32] {
        &self.integers
    }
    fn integers_mut(&mut self) -> &mut [i32] {
        &mut self.integers
    }
    fn check(&self) -> Result<(), InvalidParameter> {
        let (low, high) = (self.reals[LOW as usize], self.reals[HIGH as usize]);
        let refused = InvalidParameter::new(LOW, low, "must not exceed travel.upper");
        if low > high { Err(refused) } else { Ok(()) }
    }
    fn initialize(&mut self, _: f64, _: &mut dyn Observer) {
        self.states = [0.0; 2];
        self.slope = 0.0;
    }
    fn configure(&mut self) {}
    fn inputs_changed(&mut self) {
        self.slope = 0.0;
    }
    fn set_input_derivative(&mut self, _: usize, derivative: f64) {
        self.slope = derivative;
    }
    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        let force = self.reals[FORCE as usize];
        if force == WARNING_FORCE {
            observer.warning(&Warning::ToleranceNotMet { time });
        }
        let jerk = self.slope / self.reals[MASS as usize];
        let [position, velocity] = self.states;
        let acceleration = if force > BREAKING_FORCE { f64::NAN } else { self.acceleration() };
        self.states = [
            position + step * (velocity + step * (acceleration / 2.0 + step * jerk / 6.0)),
            velocity + step * (acceleration + step * jerk / 2.0),
        ];
        self.states.iter().all(|state| state.is_finite())
    }
    fn advance_to_event(&mut self, time: f64, step: f64, _: f64, observer: &mut dyn Observer) -> Arrival {
        if self.advance(time, step, observer) { Arrival::AtEnd } else { Arrival::Failed }
    }
    fn diverging_step(&self) -> Option<InvalidParameter> {
        let mass = self.reals[MASS as usize];
        (mass == LIGHT).then_some(InvalidParameter::new(MASS, mass, "must be greater"))
    }
    fn located_step(&self) -> Option<f64> {
        Some(0.125)
    }
    fn update_outputs(&mut self) {
        self.reals[POSITION as usize] = self.states[0];
        self.reals[VELOCITY as usize] = self.states[1];
        self.reals[ACCELERATION as usize] = self.acceleration();
        // Counts how often outputs were computed.
        self.integers[0] += 1;
    }
    fn output_derivative(&self, _: u32) -> f64 {
        self.states[1]
    }
    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]) {
        changes.fill(0.0);
        changes[FORCE as usize] = inputs[0];
        changes[POSITION as usize] = states[0];
        changes[VELOCITY as usize] = states[1];
        changes[ACCELERATION as usize] = inputs[0] / self.reals[MASS as usize];
    }
    fn states(&self) -> &[f64] {
        &self.states
    }
    fn set_states(&mut self, states: &[f64]) {
        self.states.copy_from_slice(states);
    }
    fn set_time(&mut self, _: f64) {}
    fn derivatives(&self, derivatives: &mut [f64]) {
        derivatives.copy_from_slice(&[self.states[1], self.acceleration()]);
    }
    fn event_indicator_count(&self) -> usize {
        0
    }
    fn event_indicators(&self, _: &mut [f64]) {}
    fn is_event_due(&self) -> bool {
        false
    }
    fn update_discrete_states(&mut self, _: f64, _: &mut dyn Observer) -> DiscreteUpdate {
        if self.reals[FORCE as usize] > BREAKING_FORCE {
            self.states[1] = f64::NAN;
        }
        DiscreteUpdate::default()
    }
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }

    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        self.states.iter_mut().for_each(|state| visitor.real(state));
        visitor.real(&mut self.slope);
    }
}

/// Messages as "category: text".
#[derive(Clone, Default)]
pub(super) struct Messages(Arc<Mutex<Vec<String>>>);

impl Sink for Messages {
    fn message(&self, _: Status, category: Category, text: &str) {
        self.0.lock().unwrap().push(format!("{}: {text}", category.name().to_str().unwrap()));
    }
}

impl Messages {
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

pub(super) fn instantiated(kind: InterfaceType) -> (Instance, Messages) {
    let messages = Messages::default();
    let log = Log::new(Some(Box::new(messages.clone())), true);
    (Instance::new(&CALL_TABLE, hold(Mass::from_interface(&INTERFACE).unwrap()), kind, log).unwrap(), messages)
}

/// At the first communication point or event.
pub(super) fn initialized(kind: InterfaceType) -> (Instance, Messages) {
    let (mut instance, messages) = instantiated(kind);
    assert_eq!(instance.enter_initialization_mode(), Status::Ok);
    assert_eq!(instance.exit_initialization_mode(), Status::Ok);
    (instance, messages)
}
