//! Communication steps, their status, and derivatives.

use super::actor::{Actor, Expected, Verdict, expect};
use super::memory::{Layout, integer_index, is_set_by_importer};
use super::player::Player;
use super::port::{End, Port};
use super::table::{Call, Mode, Standard};
use super::values::width;
use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{Causality, FIRST_INTEGER_REFERENCE, Interface, Variability};

/// Internal steps that one call may take, so that a campaign ends; now and then more.
const WORK: f64 = 50.0;
const MUCH_WORK: f64 = 1e5;
/// By how much communication points may differ, relative to time or step (rounding of importers that add up steps).
const SAME_POINT: f64 = 1e-9;

/// Yet a step is not taken twice, nor one left out, however late it is.
fn same_point(time: f64, step: f64) -> f64 {
    (SAME_POINT * time.abs().max(step)).min(0.01 * step).max(4.0 * f64::EPSILON * time.abs())
}

impl Player<'_> {
    pub fn do_step(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let step = self.step_size(actor, layout);
        let point = self.point(actor, step);
        let fits = !actor.memory.beginning || self.fits_together(actor)?;
        let expected = if fits { expected_step(actor, point, step) } else { Expected::Refused };
        let status = actor.attempt(Call::DoStep, expected, |handle| {
            // SAFETY: the handle is valid.
            unsafe { handle.do_step(point, step, &mut End::UNTOUCHED.clone(), None) }
        })?;
        actor.memory.beginning &= status > 2;
        match status {
            0 | 1 => self.stepped(actor, point, step, status)?,
            2 => {
                actor.memory.mode = Mode::Continuous;
                actor.memory.last_step = status;
                actor.memory.ramps.fill(0.0);
                adopt_inputs(actor, layout);
                self.check_status(actor)?;
            }
            _ => {}
        }
        Ok(status)
    }

    pub fn step_size(&mut self, actor: &Actor, layout: &Layout) -> f64 {
        if self.random.one_in(30) {
            return self.random.pick(&[0.0, -0.0, -1e-3, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324]);
        }
        let step = match self.random.below(4) {
            0 => self.random.magnitude(-12.0, 3.0),
            1 => self.random.pick(&[1e-12, 1e-6, 1e-3, 0.1, 1.0, 1e3]),
            _ => self.random.pick(&[1e-4, 1e-3, 2e-3, 1e-2]),
        };
        let allowed = if self.random.one_in(100_000) { MUCH_WORK } else { WORK };
        step / (layout.work(&actor.memory, step) / allowed).max(1.0)
    }

    pub fn point(&mut self, actor: &Actor, step: f64) -> f64 {
        let time = actor.memory.time;
        let size = time.abs().max(step);
        match self.random.below(40) {
            0 => self.random.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
            1 => time + 1e-6 * size,
            2 => time - 1e-3 * size,
            3 => time + 1e-11 * size,
            _ => time,
        }
    }

    fn stepped(&mut self, actor: &mut Actor, point: f64, step: f64, status: i32) -> Verdict {
        let layout = &self.layouts[actor.model];
        let ramped = actor.memory.ramps.iter().any(|&ramp| ramp != 0.0);
        actor.memory.time = point + step;
        actor.memory.last_step = status;
        actor.memory.inputs_after(layout.interface, step);
        if ramped {
            follow_inputs(actor, layout)?;
        }
        self.figures.steps += 1;
        self.figures.events += u64::from(actor.logger.count(0));
        self.figures.simulated += step;
        self.check_status(actor)?;
        self.check_outputs(actor)
    }

    /// Time is where the steps led, and the status is that of the last one.
    fn check_status(&self, actor: &Actor) -> Verdict {
        let (mut time, mut last) = (f64::NAN, -1);
        // SAFETY: handle and pointers are valid.
        let statuses =
            unsafe { [fmi2GetRealStatus(actor.handle, 2, &mut time), fmi2GetStatus(actor.handle, 0, &mut last)] };
        let memory = &actor.memory;
        if statuses != [0; 2] || time.to_bits() != memory.time.to_bits() || last != memory.last_step {
            return Err(format!("at {time} s with status {last} where {} and {} are", memory.time, memory.last_step));
        }
        Ok(())
    }

    pub fn call_what_is_never_legal(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let number = if actor.standard == Standard::Three { self.random.below(10) } else { 0 };
        // SAFETY: the handle is valid.
        actor.attempt(Call::CancelStep, Expected::Refused, |handle| unsafe { handle.never(number) })
    }

    pub fn step_status(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let kind = self.random.pick(&[0, 1, 2, 3, 4, -1, i32::MAX]);
        let asked = self.random.below(5);
        let available = [(0, 0), (2, 1), (3, 3)].contains(&(kind, asked));
        let expected = match (actor.is_legal(Call::StepStatus) && (0..=3).contains(&kind), available) {
            (false, _) => Expected::Refused,
            (true, true) => Expected::Done,
            (true, false) => Expected::Discarded,
        };
        let (mut integer, mut real, mut string) = (0, 0.0, std::ptr::null());
        actor.attempt(Call::StepStatus, expected, |Port { handle, .. }| {
            // SAFETY: handle and pointers are valid.
            unsafe {
                match asked {
                    0 => fmi2GetStatus(handle, kind, &mut integer),
                    1 => fmi2GetRealStatus(handle, kind, &mut real),
                    2 => fmi2GetIntegerStatus(handle, kind, &mut integer),
                    3 => fmi2GetBooleanStatus(handle, kind, &mut integer),
                    _ => fmi2GetStringStatus(handle, kind, &mut string),
                }
            }
        })
    }

    pub fn input_derivatives(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let interface = self.layouts[actor.model].interface;
        let reference =
            if self.random.one_in(20) { self.random.below(200) as u32 } else { self.random.pick(interface.inputs) };
        let order = if self.random.one_in(10) { self.random.pick(&[0, -1, 2, i32::MAX, i32::MIN]) } else { 1 };
        let value = match self.random.below(20) {
            0 => self.random.wild(),
            1..6 => 0.0,
            _ => self.random.sign() * self.random.magnitude(-3.0, 5.0),
        };
        let input = interface.inputs.iter().position(|&input| input == reference);
        let fits = input.is_some() && order >= 1 && value.is_finite() && (order == 1 || value == 0.0);
        let expected = expect(actor.is_legal(Call::InputDerivatives) && fits);
        let status = actor.attempt(Call::InputDerivatives, expected, |Port { handle, .. }| {
            // SAFETY: handle and pointers are valid.
            unsafe { fmi2SetRealInputDerivatives(handle, &reference, 1, &order, &value) }
        })?;
        if let (Expected::Done, 1, Some(input)) = (expected, order, input) {
            actor.memory.ramps[input] = value;
        }
        Ok(status)
    }

    pub fn output_derivatives(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let interface = layout.interface;
        let reference = self.random.below(interface.reals.len() + 1) as u32;
        let order = if self.random.one_in(10) { self.random.pick(&[0, -1, 2, i32::MAX]) } else { 1 };
        let variable = interface.reals.get(reference as usize);
        let fits = variable.is_some_and(|variable| {
            variable.causality == Causality::Output && variable.variability == Variability::Continuous && order >= 1
        });
        let mut value = f64::NAN;
        let expected = expect(actor.is_legal(Call::OutputDerivatives) && fits && actor.can_compute(layout));
        let readable = if expected == Expected::Done { Expected::Readable } else { expected };
        let status = actor.attempt(Call::OutputDerivatives, readable, |handle| {
            // SAFETY: handle and pointers are valid.
            unsafe { handle.output_derivative(&reference, &order, &mut value) }
        })?;
        if status <= 1 && !value.is_finite() {
            return Err(format!("derivative {order} of {} is {value}", variable.map_or("", |variable| variable.name)));
        }
        Ok(status)
    }

    /// The adjoint derivative too: of one unknown and one known it is the same.
    pub fn directional_derivative(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let interface = layout.interface;
        let unknown = self.random.below(interface.reals.len() + 1) as u32;
        let state = |player: &mut Self| interface.states[player.random.below(interface.states.len())].state;
        let known = match self.random.below(9) {
            0 => self.random.below(interface.reals.len() + 1) as u32,
            1..5 => state(self),
            5 => FIRST_INTEGER_REFERENCE + self.random.below(interface.integers.len() + 1) as u32,
            _ => self.random.pick(interface.inputs),
        };
        let seed = if self.random.one_in(20) { self.random.wild() } else { self.random.pick(&[1.0, 1.0, 0.0]) };
        let real = |reference: u32| interface.reals.get(reference as usize);
        let is_known = real(known).is_some_and(|variable| match variable.causality {
            Causality::Input => true,
            Causality::Parameter => actor.mode() == Mode::Initialization || is_tunable_now(actor, variable.variability),
            _ => interface.states.iter().any(|state| state.state == known),
        });
        // What cannot move continuously is left out where it does not move.
        let is_integer = integer_index(known) < interface.integers.len();
        let is_left_out = match call {
            // Its seed is that of the unknown; what does not move has no effect.
            Call::AdjointDerivative => is_integer || actor.mode() != Mode::Initialization,
            _ => seed == 0.0,
        };
        let is_known = is_known || is_left_out && !can_move(interface, known);
        let computed = real(unknown).is_some_and(|variable| !is_set_by_importer(variable.causality));
        let is_one =
            actor.standard == Standard::Two || [known, unknown].map(|reference| width(interface, reference)) == [1; 2];
        let fits = is_known && computed && seed.is_finite() && is_one && actor.can_compute(layout);
        let expected = expect(actor.is_legal(call) && fits);
        let readable = if expected == Expected::Done { Expected::Readable } else { expected };
        let mut change = f64::NAN;
        let status = actor.attempt(call, readable, |handle| {
            // SAFETY: handle and pointers are valid.
            unsafe {
                match call {
                    Call::AdjointDerivative => handle.adjoint_derivative(&unknown, &known, &seed, &mut change),
                    _ => handle.directional_derivative(&unknown, &known, &seed, &mut change),
                }
            }
        })?;
        if status <= 1 && !change.is_finite() {
            let name = |reference| real(reference).map_or("", |variable| variable.name);
            return Err(format!("d {} / d {} = {change} in {:?}", name(unknown), name(known), actor.mode()));
        }
        Ok(status)
    }
}

/// Tunable parameters may change at events and communication points.
fn is_tunable_now(actor: &Actor, variability: Variability) -> bool {
    variability == Variability::Tunable && matches!(actor.mode(), Mode::Event | Mode::Step)
}

/// Whether it may be a known that moves; so counts what does not exist.
fn can_move(interface: &Interface, reference: u32) -> bool {
    match interface.reals.get(reference as usize) {
        Some(variable) => variable.variability == Variability::Continuous,
        None => integer_index(reference) >= interface.integers.len(),
    }
}

pub fn expected_step(actor: &Actor, point: f64, step: f64) -> Expected {
    let memory = &actor.memory;
    let end = point + step;
    let lands = step > 0.0 && step.is_finite() && end > point && end.is_finite();
    let here = (point - memory.time).abs() <= same_point(memory.time, step);
    let past = memory.stop.map_or(-1.0, |stop| (end - stop) / (SAME_POINT * stop.abs().max(step)));
    if !(actor.is_legal(Call::DoStep) && lands && here) || past > 2.0 {
        Expected::Refused
    } else if past < 0.5 {
        // The physics may go astray: then the step is discarded.
        Expected::Readable
    } else {
        Expected::Open
    }
}

/// Inputs with a derivative are where the line led, but for rounding; from there on they hold.
fn follow_inputs(actor: &mut Actor, layout: &Layout) -> Verdict {
    let led = actor.memory.reals.clone();
    adopt_inputs(actor, layout);
    for &input in layout.interface.inputs {
        let (value, led) = (actor.memory.reals[input as usize], led[input as usize]);
        if led.is_finite() && (value - led).abs() > 1e-9 * led.abs() + 1e-9 {
            return Err(format!("an input is at {value} after a line that leads to {led}"));
        }
    }
    Ok(())
}

/// Takes over the inputs as they read.
pub fn adopt_inputs(actor: &mut Actor, layout: &Layout) {
    for &input in layout.interface.inputs {
        let port = actor.port();
        let value = &mut actor.memory.reals[input as usize];
        // SAFETY: handle and pointers are valid; an input that is no number is not written.
        unsafe { port.get_real(&input, 1, value, 1) };
    }
}
