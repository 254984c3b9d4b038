//! The importer within a step of FMI 3.0: gives inputs, reads outputs, ends steps, and does what it must not.

use super::actor::{DISCARD, ERROR, OK, WARNING};
use super::memory::is_in_range;
use crate::importer::{Counts, Logger, RawMessage};
use crate::random::Random;
use actuator_fmu::fmi3::*;
use actuator_fmu::interface::{Causality, Interface, Variability};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

/// What the importer wants of steps, and what it did in the last one.
#[derive(Default)]
pub struct Partner {
    pub event_mode: bool,
    pub early_return: bool,
    /// Required intermediate variables.
    pub wanted: Vec<u32>,
    /// Has a function to be called within steps.
    pub listens: bool,
    interface: Cell<Option<&'static Interface>>,
    logger: Cell<*const Counts>,
    handle: Cell<fmi3Instance>,
    pub step: RefCell<Step>,
}

/// One step, as the importer sees it from inside.
#[derive(Default)]
pub struct Step {
    /// Of what it does.
    random: Option<Random>,
    point: f64,
    length: f64,
    /// How often inputs were asked for.
    pub asked: u32,
    /// How often outputs were shown, and when last.
    pub shown: u32,
    pub shown_at: f64,
    /// Inputs and their values, in the order in which they were given.
    pub given: Vec<(u32, f64)>,
    /// When the step is to end.
    pub until: Option<f64>,
    /// What was answered otherwise than the standard says.
    pub problems: Vec<String>,
}

impl Partner {
    pub fn random(random: &mut Random, interface: &Interface, co_simulation: bool) -> Box<Self> {
        if !co_simulation {
            return Box::default();
        }
        let [event_mode, early_return] = [(); 2].map(|()| random.one_in(2));
        let listens = !random.one_in(3);
        let mut wanted = Vec::new();
        for (reference, variable) in (0..).zip(interface.reals) {
            let one_in = match variable.causality {
                Causality::Input => 2,
                Causality::Output => 4,
                _ => continue,
            };
            if variable.variability == Variability::Continuous && random.one_in(one_in) {
                wanted.push(reference);
            }
        }
        Box::new(Self { event_mode, early_return, wanted, listens, ..Self::default() })
    }

    /// An instance that calls this importer back, or null.
    pub fn instantiate(
        &self,
        interface: &'static Interface,
        co_simulation: bool,
        logging: bool,
        logger: &Counts,
    ) -> fmi3Instance {
        self.logger.set(logger);
        self.interface.set(Some(interface));
        let Ok(token) = CString::new(interface.guid) else { return null_mut() };
        let (name, token, logging) = (c"fuzz".as_ptr(), token.as_ptr(), u8::from(logging));
        let environment = std::ptr::from_ref(self).cast_mut().cast::<c_void>();
        // SAFETY: the strings outlive the call, the environment the instance.
        let handle = unsafe {
            if co_simulation {
                let (events, early) = (u8::from(self.event_mode), u8::from(self.early_return));
                let (wanted, count) = (self.wanted.as_ptr(), self.wanted.len());
                let update: fmi3IntermediateUpdateCallback = if self.listens { Some(update) } else { None };
                let (path, log) = (null(), Some(log as _));
                fmi3InstantiateCoSimulation(
                    name,
                    token,
                    path,
                    0,
                    logging,
                    events,
                    early,
                    wanted,
                    count,
                    environment,
                    log,
                    update,
                )
            } else {
                fmi3InstantiateModelExchange(name, token, null(), 0, logging, environment, Some(log))
            }
        };
        self.handle.set(handle);
        handle
    }

    /// Before a step.
    pub fn expect_step(&self, seed: u64, point: f64, length: f64) {
        *self.step.borrow_mut() = Step { random: Some(Random::new(seed)), point, length, ..Step::default() };
    }

    /// Whether it is asked for inputs.
    pub fn gives_inputs(&self, interface: &Interface) -> bool {
        self.listens && self.wanted.iter().any(|reference| interface.inputs.contains(reference))
    }
}

unsafe extern "C" fn log(environment: *mut c_void, status: fmi3Status, category: *const c_char, text: *const c_char) {
    // SAFETY: the environment is the partner of the instance, the strings end with a zero byte.
    unsafe {
        let counts = &*(*environment.cast::<Partner>()).logger.get();
        let [category, text] = [category, text].map(|text| CStr::from_ptr(text));
        counts.receive(RawMessage { instance: c"fuzz", status, category, format: c"%s", text });
    }
}

unsafe extern "C" fn update(
    environment: *mut c_void,
    time: f64,
    set: u8,
    get: u8,
    finished: u8,
    can_return: u8,
    requested: *mut u8,
    until: *mut f64,
) {
    // SAFETY: the environment is the partner of the instance.
    let partner = unsafe { &*environment.cast::<Partner>() };
    let step = &mut *partner.step.borrow_mut();
    let Some(mut random) = step.random.take() else { return step.problems.push("called outside of a step".into()) };
    if set == get || finished != get || (set != 0 && time != step.point + step.length) {
        step.problems.push(format!("called at {time} with {set} {get} {finished}"));
    }
    if set != 0 {
        step.asked += 1;
    } else {
        (step.shown, step.shown_at) = (step.shown + 1, time);
    }
    let allowed = partner.early_return && set != 0;
    if can_return != u8::from(allowed) {
        step.problems.push(format!("early return: {can_return}, where {allowed} is right"));
    }
    for _ in 0..random.below(5) {
        partner.act(step, &mut random, set != 0);
    }
    if random.one_in(3) {
        let wish = partner.wish(step, &mut random);
        // SAFETY: the library gives both places.
        unsafe { (*requested, *until) = (1, wish) };
        step.until = allowed.then_some(wish).or(step.until);
    }
    // SAFETY: the logger lives as long as the instance.
    unsafe { &*partner.logger.get() }.take(OK);
    step.random = Some(random);
}

impl Partner {
    /// When the step is to end: mostly within it.
    fn wish(&self, step: &Step, random: &mut Random) -> f64 {
        let end = step.point + step.length;
        match random.below(8) {
            0 => random.wild(),
            1 => random.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0]),
            2 => random.pick(&[step.point, end, step.point.next_up(), end.next_down(), end.next_up()]),
            _ => step.point + step.length * random.unit(),
        }
    }

    fn act(&self, step: &mut Step, random: &mut Random, sets: bool) {
        match random.below(8) {
            0..4 => self.set(step, random, sets),
            4 | 5 => self.get(step, random, sets),
            6 => self.intrude(step, random),
            // SAFETY: an instance in the middle of a step is not freed.
            _ => unsafe { fmi3FreeInstance(self.handle.get()) },
        }
    }

    fn set(&self, step: &mut Step, random: &mut Random, sets: bool) {
        let Some(interface) = self.interface.get() else { return };
        let wanted = interface.inputs.iter().copied().filter(|input| self.wanted.contains(input)).collect::<Vec<_>>();
        let reference = match wanted.is_empty() || random.one_in(5) {
            true => random.below(interface.reals.len() + 1) as u32,
            false => random.pick(&wanted),
        };
        let value = if random.one_in(10) { random.wild() } else { random.sign() * random.magnitude(-3.0, 4.0) };
        let in_range = interface.reals.get(reference as usize).is_some_and(|variable| is_in_range(variable, value));
        let fits = sets && wanted.contains(&reference) && in_range;
        // SAFETY: handle and pointers are valid.
        let status = unsafe { fmi3SetFloat64(self.handle.get(), &reference, 1, &value, 1) };
        if status != if fits { OK } else { ERROR } {
            step.problems.push(format!("setting {reference} to {value} within a step: status {status}"));
        }
        if fits {
            step.given.push((reference, value));
        }
    }

    fn get(&self, step: &mut Step, random: &mut Random, sets: bool) {
        let reference = match self.wanted.is_empty() || random.one_in(3) {
            true => random.pick(&[0, 1, 2, 3, 1000, 8192, 12_288]),
            false => random.pick(&self.wanted),
        };
        let derivative = random.one_in(3);
        let mut value = f64::NAN;
        // SAFETY: handle and pointers are valid.
        let status = unsafe {
            match derivative {
                true => fmi3GetOutputDerivatives(self.handle.get(), &reference, 1, &1, &mut value, 1),
                false => fmi3GetFloat64(self.handle.get(), &reference, 1, &mut value, 1),
            }
        };
        let is_output = self.interface.get().is_some_and(|interface| !interface.inputs.contains(&reference));
        let fits = !sets && self.wanted.contains(&reference) && (is_output || !derivative);
        let answered = match status {
            OK | WARNING => fits && value.is_finite(),
            DISCARD => fits,
            _ => !fits && status == ERROR,
        };
        if !answered {
            let what = if derivative { "derivative of " } else { "" };
            step.problems.push(format!("reading {what}{reference} within a step: {value}, status {status}"));
        }
    }

    /// What no importer may do within a step.
    fn intrude(&self, step: &mut Step, random: &mut Random) {
        let (handle, number) = (self.handle.get(), random.below(15));
        let mut state = null_mut();
        let mut flags = [9_u8; 3];
        let [event, terminate, early] = &mut flags;
        let mut time = 0.0;
        // SAFETY: handle and pointers are valid.
        let status = unsafe {
            match number {
                0 => fmi3DoStep(handle, step.point, step.length, 1, event, terminate, early, &mut time),
                1 => fmi3Reset(handle),
                2 => fmi3GetFMUState(handle, &mut state),
                3 => fmi3SetFMUState(handle, state),
                4 => fmi3Terminate(handle),
                5 => fmi3EnterEventMode(handle),
                6 => fmi3EnterStepMode(handle),
                7 => fmi3ExitInitializationMode(handle),
                8 => fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0),
                9 => fmi3SetInt32(handle, null(), 0, null(), 0),
                10 => fmi3SetInt64(handle, null(), 0, null(), 0),
                11 => fmi3GetClock(handle, null(), 0, null_mut()),
                12 => fmi3SetDebugLogging(handle, 0, 0, null()),
                13 => fmi3GetDirectionalDerivative(handle, null(), 0, null(), 0, null(), 0, null_mut(), 0),
                _ => fmi3SerializedFMUStateSize(handle, state, &mut 0),
            }
        };
        if status != ERROR || !state.is_null() {
            step.problems.push(format!("illegal call {number} within a step: status {status}"));
        }
    }
}
