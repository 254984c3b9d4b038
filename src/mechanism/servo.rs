//! A position servo that drives a body: its states, its inputs and its torque, as Taylor coefficients.

use super::constants::CONSTANTS;
use super::expansion::coefficient;
use super::signal::Sources;
use super::{Inputs, Mechanism, Structure};
use crate::plants::servovalve::VALVE_GUARDS;
use crate::plants::{
    Order, OrificeInputs, OrificeSeries, PositionServo, SecondStage, ServoInputs, ServoSignals, ServoStates,
    ServovalveMode,
};

/// States of a servo.
pub const SERVO_STATES: usize = 4;

/// A servo and what it is joined to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Servo {
    /// The body that its motor drives.
    pub on: usize,
    /// The body whose position it controls.
    pub feedback: usize,
    /// Controller, valve and motor.
    pub chain: PositionServo,
    /// The signal that is its command; none where it comes from outside.
    pub command: Option<usize>,
    /// The same of its supply pressure.
    pub supply_pressure: Option<usize>,
}

/// What a servo does at one order.
#[derive(Clone, Copy, Debug)]
pub struct ServoTerms {
    /// Coefficients of what it is given.
    inputs: ServoInputs,
    /// Coefficients of the states.
    pub states: ServoStates,
    /// Of what happens in it.
    pub signals: ServoSignals,
    /// Of the time derivatives of the states.
    pub rates: ServoStates,
    /// Of its guards.
    pub(super) guards: [f64; VALVE_GUARDS],
}

impl ServoTerms {
    /// Coefficient of the supply pressure [Pa].
    pub(super) fn supply_pressure(&self) -> f64 {
        self.inputs.supply_pressure
    }
}

/// The states of a servo among the internal states.
pub(super) fn read_states(internal: &[f64], servo: usize) -> ServoStates {
    let of = &internal[SERVO_STATES * servo..];
    ServoStates { flapper: of[0], flapper_velocity: of[1], spool: of[2], error_integral: of[3] }
}

/// Puts the states of a servo among the internal states.
pub(super) fn write_states(internal: &mut [f64], servo: usize, states: &ServoStates) {
    let ServoStates { flapper, flapper_velocity, spool, error_integral } = *states;
    let of = &mut internal[SERVO_STATES * servo..SERVO_STATES * (servo + 1)];
    of.copy_from_slice(&[flapper, flapper_velocity, spool, error_integral]);
}

/// Coefficients of the motion at one order.
#[derive(Clone, Copy)]
pub(super) struct Motion<'a> {
    pub order: usize,
    /// Length that the coefficients belong to [s].
    pub length: f64,
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub internal: &'a [f64],
}

impl<'a> Motion<'a> {
    /// That which signals are made from.
    pub fn of(sources: &Sources<'a>) -> Self {
        let Sources { order, length, position, velocity, internal, .. } = *sources;
        Self { order, length, position, velocity, internal }
    }
}

/// The command of a servo.
#[derive(Clone, Copy)]
pub(super) enum Command {
    /// From outside.
    Outside,
    /// A signal and its time derivative.
    Signal(f64, f64),
    /// None is known yet.
    None,
}

impl Servo {
    /// Nothing happens.
    pub(super) fn none(structure: &Structure) -> impl ExactSizeIterator<Item = ServoTerms> {
        let signals = ServoSignals {
            error: 0.0,
            demand: 0.0,
            current: 0.0,
            flapper_drive: 0.0,
            valve_pressure: 0.0,
            differential_pressure: 0.0,
            motor_torque: 0.0,
        };
        let states = ServoStates::default();
        let inputs = ServoInputs {
            order: Order::VALUE,
            command: 0.0,
            command_rate: 0.0,
            position: 0.0,
            position_rate: 0.0,
            velocity: 0.0,
            supply_pressure: 0.0,
        };
        let guards = [0.0; VALVE_GUARDS];
        structure.servos.iter().map(move |_| ServoTerms { inputs, states, signals, rates: states, guards })
    }

    /// Coefficients of one order of all that happens in servo number `index`, one order after the other; the supply pressure where
    /// it comes from a signal.
    pub(super) fn terms(
        &self,
        index: usize,
        mode: &ServovalveMode,
        inputs: &Inputs,
        motion: &Motion<'_>,
        (command, supply): (Command, Option<f64>),
        series: &mut OrificeSeries,
    ) -> ServoTerms {
        let order = Order::of(motion.order);
        let of = |lines: &super::inputs::Lines| {
            coefficient((lines.value[index], lines.slope[index] * motion.length), motion.order)
        };
        let (command, command_rate) = match command {
            Command::Outside => (of(&inputs.command), order.constant(inputs.command.slope[index])),
            Command::Signal(value, rate) => (value, rate),
            Command::None => (0.0, 0.0),
        };
        let at = ServoInputs {
            order,
            command,
            command_rate,
            position: motion.position[self.feedback],
            position_rate: motion.velocity[self.feedback],
            velocity: motion.velocity[self.on],
            supply_pressure: supply.unwrap_or_else(|| of(&inputs.supply_pressure)),
        };
        let states = read_states(motion.internal, index);
        series.resume_at(motion.order);
        let signals = self.chain.expanded_signals(mode, &at, &states, series);
        let rates = self.chain.rates(mode, &states, &signals);
        ServoTerms { inputs: at, states, signals, rates, guards: self.chain.guards(mode, &at, &states, &signals) }
    }

    /// The branches that belong to values which may have jumped.
    pub(super) fn mode_at(&self, mode: &ServovalveMode, terms: &ServoTerms) -> ServovalveMode {
        self.chain.mode_at(mode, &terms.inputs, &terms.states, &terms.signals)
    }

    /// Sizes of what the guards are made of, from the terms of order 0.
    pub(super) fn guard_sizes(&self, terms: &ServoTerms) -> [f64; VALVE_GUARDS] {
        let valve = &self.chain.valve;
        let current = self.chain.controller.current_limit + terms.signals.demand.abs();
        let (flapper, spool) = (valve.flapper_travel, valve.spool_travel);
        let [upper, lower] = match valve.law() {
            SecondStage::Linear => [valve.pressure_gain * valve.spool_travel; 2],
            SecondStage::Orifice => {
                [spool, valve.orifice().reserve_size(terms.inputs.velocity, terms.inputs.supply_pressure)]
            }
        };
        [current, current, flapper, flapper, spool, spool, upper, lower]
    }

    /// Torque that its motor loses per velocity, where it stands.
    pub(super) fn damping(
        &self,
        mode: &ServovalveMode,
        states: &ServoStates,
        velocity: f64,
        supply_pressure: f64,
    ) -> f64 {
        self.chain.valve.damping(mode.pressure, &OrificeInputs { spool: states.spool, velocity, supply_pressure })
    }

    /// Sizes of the states below which an error does not matter; that of the integral follows from that of the position.
    pub(super) fn sizes(&self, position: f64) -> [f64; SERVO_STATES] {
        let valve = &self.chain.valve;
        let flapper = CONSTANTS.abstol_valve_series * valve.flapper_travel;
        [flapper, flapper * valve.natural_frequency, CONSTANTS.abstol_valve_series * valve.spool_travel, position]
    }
}

impl Mechanism {
    /// Valves with orifices whose spool is at its centre open to the side to which its first derivative that is not zero takes it; whether any
    /// would have opened to the other.
    pub(super) fn choose_openings(&mut self) -> bool {
        let mut any = false;
        for servo in 0..self.structure.servos.len() {
            let Some(sides) = self.mode.servos[servo].pressure.orifice_sides() else { continue };
            let is_known = self.mode.servo_known[servo][OPENING_GUARD] > 0;
            if is_known || read_states(&self.internal, servo).spool != 0.0 {
                continue;
            }
            if self.first_sign(|this, _| (this.expansion.servos[servo].rates.spool, 0.0)) == -sides.opening {
                self.cross_valve(servo, OPENING_GUARD);
                any = true;
            }
        }
        any
    }
}

/// Place of the guard of the side to which a valve with orifices is open.
const OPENING_GUARD: usize = VALVE_GUARDS - 2;
