//! Directional derivatives: how unknowns change when knowns are moved along a direction.
//!
//! For states and inputs the model gives them exactly, within its present regime. What cannot move continuously (Integer
//! and Enumeration variables, and in a running simulation parameters) is left out where its seed is 0: OMSimulator names
//! it among the knowns because the initial unknowns depend on it. For parameters, which may be knowns
//! during initialization, and where they are tunable at communication points and events, copies of the model are moved to both sides of the present point. The central differences of a
//! sequence of shrinking moves are extrapolated pairwise, and for each unknown the pair with the least estimated error is
//! taken: a linear relation is exact but for rounding, and a limit that a large move meets shows in the estimate.

use super::Instance;
use super::memory::{list, numbers, text};
use super::models::AnyActuator;
use super::shortest_decimal::ShortestDecimal;
use super::state::{Operation, State};
use super::status::{Outcome, Refusal, Status};
use crate::actuator::{Event, Observer, Warning};
use crate::interface::{Causality, Interface, Variability};
use std::boxed::Box;
use std::vec::Vec;

/// Largest move of a known, relative to its size.
const LARGEST_MOVE: f64 = 0.1;
/// Each move is this much shorter than the one before.
const SHRINKAGE: f64 = 4.0;
/// Number of moves; the smallest is 1e-7 of the size, below which rounding rules.
const MOVES: usize = 11;

/// What a known is, and so how it is moved.
#[derive(Clone, Copy)]
enum Known {
    /// Left out.
    Unmoved,
    State(usize),
    Input(usize),
    /// A parameter of which the start state may depend.
    Start(usize),
    /// A parameter that may be changed while the simulation runs.
    Tunable(usize),
}

impl Instance {
    /// `changes` of the unknowns for the `seed` of the knowns.
    pub fn get_directional_derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Status {
        self.call(Operation::GetDirectionalDerivative, |instance| {
            instance.check_unknowns(unknowns)?;
            instance.derive(unknowns, knowns, seed, changes)
        })
    }

    fn derive(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64], changes: &mut [f64]) -> Outcome {
        let knowns = self.knowns(knowns, seed)?;
        self.ensure_start_state()?;
        if knowns.iter().any(|known| matches!(known, Known::Start(_) | Known::Tunable(_))) {
            self.differentiate(unknowns, &knowns, seed, changes)?;
        } else {
            self.linearize(unknowns, &knowns, seed, changes)?;
        }
        match unknowns.iter().zip(changes).find(|(_, change)| !change.is_finite()) {
            Some((&unknown, change)) => Err(self.not_finite(unknown, *change)),
            None => Ok(()),
        }
    }

    /// For each known the sum of its effects on the unknowns, each times its seed. What cannot move has none.
    pub(super) fn adjoint(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64], changes: &mut [f64]) -> Outcome {
        self.check_unknowns(unknowns)?;
        if let Some((&unknown, value)) = unknowns.iter().zip(seed).find(|(_, value)| !value.is_finite()) {
            let (name, value) = (self.variable_name(unknown), ShortestDecimal(*value));
            return Err(Refusal::error(text!("the seed of {name} = {value} is refused: it must be finite")));
        }
        for &known in knowns.iter().filter(|known| self.moves(**known)) {
            self.known(known)?;
        }
        self.ensure_start_state()?;
        let mut effects = numbers(0.0, unknowns.len())?;
        for (change, &known) in changes.iter_mut().zip(knowns) {
            *change = 0.0;
            if self.moves(known) {
                self.derive(unknowns, &[known], &[1.0], &mut effects)?;
                *change = effects.iter().zip(seed).map(|(effect, weight)| effect * weight).sum();
            }
            if !change.is_finite() {
                return Err(self.not_finite(known, *change));
            }
        }
        Ok(())
    }

    fn moves(&self, known: u32) -> bool {
        let can_move = self.is_continuous(known) || self.state() == State::Initialization || self.is_tunable_now(known);
        can_move && !self.has_integer(known)
    }

    fn check_unknowns(&self, unknowns: &[u32]) -> Outcome {
        for &reference in unknowns {
            let variable = self.real_variable(reference)?;
            if matches!(variable.causality, Causality::Parameter | Causality::Input) {
                let name = self.variable_name(reference);
                return Err(Refusal::error(text!("{name} is not computed by the model and cannot be an unknown")));
            }
        }
        Ok(())
    }

    fn knowns(&self, references: &[u32], seed: &[f64]) -> Outcome<Vec<Known>> {
        let mut knowns = list(references.iter().map(|_| Known::Unmoved))?;
        for ((known, &reference), value) in knowns.iter_mut().zip(references).zip(seed) {
            if !value.is_finite() {
                let (name, value) = (self.variable_name(reference), ShortestDecimal(*value));
                return Err(Refusal::error(text!("dvKnown of {name} = {value} is refused: it must be finite")));
            }
            if *value != 0.0 || self.is_continuous(reference) {
                *known = self.known(reference)?;
            }
        }
        Ok(knowns)
    }

    /// Whether a variable can move continuously; one that does not exist is left to the message of [`Instance::known`].
    fn is_continuous(&self, reference: u32) -> bool {
        match self.interface.reals.get(reference as usize) {
            Some(variable) => variable.variability == Variability::Continuous,
            None => !self.has_integer(reference),
        }
    }

    /// Whether a parameter may be changed at present.
    fn is_tunable_now(&self, reference: u32) -> bool {
        let variable = self.interface.reals.get(reference as usize);
        let is_tunable = variable.is_some_and(|variable| {
            variable.causality == Causality::Parameter && variable.variability == Variability::Tunable
        });
        is_tunable && matches!(self.state(), State::EventMode | State::StepComplete)
    }

    fn known(&self, reference: u32) -> Outcome<Known> {
        if self.has_integer(reference) {
            let name = self.variable_name(reference);
            return Err(Refusal::error(text!("{name} cannot be moved continuously: its dvKnown must be 0")));
        }
        let variable = self.real_variable(reference)?;
        let index = reference as usize;
        if let Some(state) = self.interface.states.iter().position(|state| state.state == reference) {
            return Ok(Known::State(state));
        }
        match (variable.causality, variable.variability) {
            (Causality::Input, Variability::Continuous) => Ok(Known::Input(index)),
            (Causality::Parameter, _) if self.state() == State::Initialization => Ok(Known::Start(index)),
            (Causality::Parameter, _) if self.is_tunable_now(reference) => Ok(Known::Tunable(index)),
            _ => {
                let name = self.variable_name(reference);
                Err(Refusal::error(text!("{name} is neither a continuous state nor a continuous input")))
            }
        }
    }

    /// Exact changes for a seed of states and inputs.
    fn linearize(&self, unknowns: &[u32], knowns: &[Known], seed: &[f64], changes: &mut [f64]) -> Outcome {
        let mut states = numbers(0.0, self.interface.states.len())?;
        let mut inputs = numbers(0.0, self.interface.inputs.len())?;
        for (known, change) in knowns.iter().zip(seed) {
            match *known {
                Known::Unmoved => {}
                Known::State(state) => states[state] += change,
                Known::Input(index) | Known::Start(index) | Known::Tunable(index) => {
                    let number = self.interface.inputs.iter().position(|&input| input as usize == index);
                    inputs[number.unwrap_or_default()] += change;
                }
            }
        }
        let mut all = numbers(0.0, self.interface.reals.len())?;
        self.now.model.directional_derivative(&states, &inputs, &mut all);
        for (change, &unknown) in changes.iter_mut().zip(unknowns) {
            *change = all[unknown as usize];
        }
        Ok(())
    }

    fn differentiate(&self, unknowns: &[u32], knowns: &[Known], seed: &[f64], changes: &mut [f64]) -> Outcome {
        changes.fill(0.0);
        let reach = reach(self.interface, self.now.model.as_ref(), knowns, seed);
        if reach == 0.0 {
            return Ok(());
        }
        let mut errors = numbers(f64::INFINITY, unknowns.len())?;
        let mut step = LARGEST_MOVE / reach;
        let mut coarse = self.differences(unknowns, knowns, seed, step)?;
        for _ in 1..MOVES {
            step /= SHRINKAGE;
            let fine = self.differences(unknowns, knowns, seed, step)?;
            for (index, (coarse, fine)) in coarse.iter().zip(&fine).enumerate() {
                let (value, error) = extrapolated(coarse, fine);
                if error < errors[index] {
                    (changes[index], errors[index]) = (value, error);
                }
            }
            coarse = fine;
        }
        Ok(())
    }

    /// Central differences with a move of `step` times the seed to each side.
    fn differences(&self, unknowns: &[u32], knowns: &[Known], seed: &[f64], step: f64) -> Outcome<Vec<Difference>> {
        let after = self.moved(knowns, seed, step)?;
        let before = self.moved(knowns, seed, -step)?;
        let difference = |&unknown: &u32| {
            let (high, low) = (after.reals()[unknown as usize], before.reals()[unknown as usize]);
            let rounding = f64::EPSILON * high.abs().max(low.abs()) / step;
            Difference { value: (high - low) / (2.0 * step), rounding }
        };
        Ok(list(unknowns.iter().map(difference))?)
    }

    /// A copy of the model at the present point plus `step` times the seed.
    fn moved(&self, knowns: &[Known], seed: &[f64], step: f64) -> Outcome<Box<dyn AnyActuator>> {
        let mut model = self.now.model.copy()?;
        let mut states = numbers(0.0, self.interface.states.len())?;
        states.copy_from_slice(model.states());
        let (mut restart, mut configures, mut inputs, mut moves) = (false, false, false, false);
        for (known, change) in knowns.iter().zip(seed) {
            match *known {
                Known::Unmoved => {}
                Known::State(state) => states[state] += step * change,
                Known::Input(index) | Known::Start(index) | Known::Tunable(index) => {
                    model.reals_mut()[index] += step * change;
                }
            }
            restart |= matches!(known, Known::Start(_));
            configures |= matches!(known, Known::Tunable(_));
            inputs |= matches!(known, Known::Input(_));
            moves |= matches!(known, Known::State(_));
        }
        if restart {
            model.initialize(self.now.progress.time, &mut Unobserved);
        } else {
            if configures {
                model.configure();
            }
            if inputs {
                model.inputs_changed();
            }
        }
        if moves {
            model.set_states(&states);
        }
        model.update_outputs();
        Ok(model)
    }
}

/// A central difference and what rounding may have made of it.
struct Difference {
    value: f64,
    rounding: f64,
}

/// The two differences without their error of second order in the move, and an estimate of the error that is left.
fn extrapolated(coarse: &Difference, fine: &Difference) -> (f64, f64) {
    let correction = (fine.value - coarse.value) / (SHRINKAGE * SHRINKAGE - 1.0);
    (fine.value + correction, correction.abs() + fine.rounding)
}

/// How far one unit of `step` goes in the known that moves most for its size.
fn reach(interface: &Interface, model: &dyn AnyActuator, knowns: &[Known], seed: &[f64]) -> f64 {
    let relative = |(known, change): (&Known, &f64)| {
        let size = match *known {
            Known::Unmoved => return 0.0,
            Known::State(state) => interface.states[state].nominal.abs().max(model.states()[state].abs()),
            Known::Input(index) | Known::Start(index) | Known::Tunable(index) => model.reals()[index].abs().max(1.0),
        };
        change.abs() / size
    };
    knowns.iter().zip(seed).map(relative).fold(0.0, f64::max)
}

struct Unobserved;

impl Observer for Unobserved {
    fn event(&mut self, _: &Event) {}
    fn warning(&mut self, _: &Warning) {}
}
