//! A master for FMI 3.0: one instance, its inputs as signals, steps that end at events.

use actuator_fmu::fmi3::*;
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, Interface};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use test_support::Signal;
use test_support::importer::{interface, reference};

pub const OK: fmi3Status = 0;
pub const ERROR: fmi3Status = 3;

/// Inputs, and what the callbacks need.
pub struct World {
    pub inputs: Vec<(u32, Signal)>,
    pub messages: RefCell<Vec<String>>,
    pub handle: fmi3Instance,
    /// Intermediate updates: time, inputs asked for, step finished.
    pub updates: RefCell<Vec<(f64, bool, bool)>>,
    /// Ends each step here, in the first update that allows it.
    pub stop_at: Option<f64>,
    /// What is read where a step is finished.
    pub watched: Vec<u32>,
    pub seen: RefCell<Vec<f64>>,
}

unsafe extern "C" fn log(environment: *mut c_void, _: fmi3Status, _: *const c_char, message: *const c_char) {
    let world = unsafe { &*environment.cast::<World>() };
    world.messages.borrow_mut().push(unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned());
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
    let world = unsafe { &*environment.cast::<World>() };
    world.updates.borrow_mut().push((time, set != 0, finished != 0));
    if set != 0 {
        for (reference, signal) in &world.inputs {
            let value = left_of(signal, time);
            assert_eq!(unsafe { fmi3SetFloat64(world.handle, reference, 1, &value, 1) }, OK, "{:?}", world.messages);
        }
    }
    if get != 0 {
        for reference in &world.watched {
            let (mut value, mut number) = (f64::NAN, 0);
            if *reference < FIRST_INTEGER_REFERENCE {
                assert_eq!(unsafe { fmi3GetFloat64(world.handle, reference, 1, &mut value, 1) }, OK);
            } else {
                assert_eq!(unsafe { fmi3GetInt32(world.handle, reference, 1, &mut number, 1) }, OK);
                value = f64::from(number);
            }
            world.seen.borrow_mut().push(value);
        }
    }
    if let Some(stop) = world.stop_at.filter(|stop| can_return != 0 && *stop < time) {
        unsafe { (*requested, *until) = (1, stop) };
    }
}

/// The value that a signal has led to at the end of a step.
pub fn left_of(signal: &Signal, time: f64) -> f64 {
    let points = &signal.0;
    let next = points.partition_point(|&(t, _)| t < time);
    match (points[next.max(1) - 1], points.get(next)) {
        ((t0, v0), Some(&(t1, v1))) if next > 0 => v0 + (v1 - v0) / (t1 - t0) * (time - t0),
        ((_, value), _) => value,
    }
}

/// An instance and its world.
pub struct Master {
    pub interface: &'static Interface,
    pub handle: fmi3Instance,
    pub world: Box<World>,
    pub time: f64,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    pub status: fmi3Status,
    pub event: bool,
    pub early: bool,
    pub time: f64,
}

/// What an importer uses of a Co-Simulation.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    pub event_mode: bool,
    pub early_return: bool,
    /// Names of the required intermediate variables.
    pub intermediate: &'a [&'a str],
}

impl Master {
    pub fn try_new(identifier: &str, inputs: &[(&'static str, Signal)], options: Options) -> Self {
        let interface = interface(identifier);
        let required: Vec<u32> = options.intermediate.iter().map(|name| reference(interface, name)).collect();
        Self::wanting(&required, interface, inputs, options)
    }

    /// With the value references of the required intermediate variables, whatever they are.
    pub fn wanting(
        required: &[u32],
        interface: &'static Interface,
        inputs: &[(&'static str, Signal)],
        options: Options,
    ) -> Self {
        let inputs = inputs.iter().map(|(name, signal)| (reference(interface, name), signal.clone())).collect();
        let mut world = Box::new(World {
            inputs,
            messages: RefCell::default(),
            handle: null_mut(),
            updates: RefCell::default(),
            stop_at: None,
            watched: required.iter().copied().filter(|place| !interface.inputs.contains(place)).collect(),
            seen: RefCell::default(),
        });
        let environment = (&raw mut *world).cast::<c_void>();
        let (name, token) = (c"fmi3", CString::new(interface.guid).unwrap());
        let callback: fmi3IntermediateUpdateCallback = if required.is_empty() { None } else { Some(update) };
        world.handle = unsafe {
            fmi3InstantiateCoSimulation(
                name.as_ptr(),
                token.as_ptr(),
                null(),
                0,
                0,
                u8::from(options.event_mode),
                u8::from(options.early_return),
                required.as_ptr(),
                required.len(),
                environment,
                Some(log),
                callback,
            )
        };
        Self { interface, handle: world.handle, world, time: 0.0 }
    }

    pub fn new(identifier: &str, inputs: &[(&'static str, Signal)], options: Options) -> Self {
        let master = Self::try_new(identifier, inputs, options);
        assert!(!master.handle.is_null(), "{:?}", master.world.messages);
        master
    }

    pub fn reference(&self, name: &str) -> u32 {
        reference(self.interface, name)
    }

    pub fn set(&self, name: &str, value: f64) -> fmi3Status {
        let reference = self.reference(name);
        if reference < FIRST_INTEGER_REFERENCE {
            return unsafe { fmi3SetFloat64(self.handle, &reference, 1, &value, 1) };
        }
        let index = (reference - FIRST_INTEGER_REFERENCE) as usize;
        if self.interface.integers[index].is_enumeration() {
            return unsafe { fmi3SetInt64(self.handle, &reference, 1, &(value as i64), 1) };
        }
        unsafe { fmi3SetInt32(self.handle, &reference, 1, &(value as i32), 1) }
    }

    pub fn get(&self, name: &str) -> f64 {
        self.get_at(self.reference(name))
    }

    pub fn get_at(&self, reference: u32) -> f64 {
        let mut value = f64::NAN;
        assert_eq!(unsafe { fmi3GetFloat64(self.handle, &reference, 1, &mut value, 1) }, OK, "{:?}", self.messages());
        value
    }

    /// An Enumeration by the number of its item.
    pub fn get_item(&self, name: &str) -> i64 {
        let mut value = 0;
        assert_eq!(unsafe { fmi3GetInt64(self.handle, &self.reference(name), 1, &mut value, 1) }, OK);
        value
    }

    pub fn get_integer(&self, name: &str) -> i32 {
        let mut value = 0;
        assert_eq!(unsafe { fmi3GetInt32(self.handle, &self.reference(name), 1, &mut value, 1) }, OK);
        value
    }

    /// Clocks that tick: breakaway, standstill, end stop contact.
    pub fn clocks(&self) -> [bool; 3] {
        let mut ticks = [9; 3];
        assert_eq!(unsafe { fmi3GetClock(self.handle, [8193, 8194, 8195].as_ptr(), 3, ticks.as_mut_ptr()) }, OK);
        ticks.map(|tick| tick == 1)
    }

    pub fn messages(&self) -> Vec<String> {
        self.world.messages.borrow().clone()
    }

    /// Messages but for those of calls that were tolerated.
    pub fn refusals(&self) -> Vec<String> {
        self.messages().into_iter().filter(|message| !message.contains("tolerated")).collect()
    }

    /// Sets all inputs to their values right of the present time.
    pub fn feed(&self) {
        for (reference, signal) in &self.world.inputs {
            let value = signal.right_of(self.time).0;
            assert_eq!(unsafe { fmi3SetFloat64(self.handle, reference, 1, &value, 1) }, OK, "{:?}", self.messages());
        }
    }

    /// Through initialization; event mode remains.
    pub fn initialize(&self) {
        self.feed();
        assert_eq!(unsafe { fmi3EnterInitializationMode(self.handle, 0, 0.0, self.time, 0, 0.0) }, OK);
        assert_eq!(unsafe { fmi3ExitInitializationMode(self.handle) }, OK, "{:?}", self.messages());
    }

    /// Updates the discrete states until that is not needed; how often.
    pub fn update_discrete_states(&self) -> u32 {
        for count in 1..10 {
            let [mut again, mut terminate, mut nominals, mut values, mut is_defined] = [9; 5];
            let mut next = 0.0;
            let status = unsafe {
                fmi3UpdateDiscreteStates(
                    self.handle,
                    &mut again,
                    &mut terminate,
                    &mut nominals,
                    &mut values,
                    &mut is_defined,
                    &mut next,
                )
            };
            assert_eq!((status, terminate, nominals), (OK, 0, 0), "{:?}", self.messages());
            if again == 0 {
                return count;
            }
        }
        panic!("event mode does not come to an end");
    }

    pub fn enter_event_mode(&self) {
        assert_eq!(unsafe { fmi3EnterEventMode(self.handle) }, OK, "{:?}", self.messages());
    }

    pub fn enter_step_mode(&self) {
        assert_eq!(unsafe { fmi3EnterStepMode(self.handle) }, OK, "{:?}", self.messages());
    }

    pub fn step_to(&mut self, end: f64) -> Step {
        self.step(end - self.time)
    }

    pub fn step(&mut self, length: f64) -> Step {
        let [mut event, mut terminate, mut early] = [9; 3];
        let mut time = f64::NAN;
        let status =
            unsafe { fmi3DoStep(self.handle, self.time, length, 1, &mut event, &mut terminate, &mut early, &mut time) };
        if status == OK {
            assert_eq!(terminate, 0);
            self.time = time;
        }
        Step { status, event: event == 1, early: early == 1, time }
    }

    /// Runs over the given points, entering event mode at each event and each point; calls `at_event` in event mode.
    pub fn run(&mut self, points: &[f64], mut at_event: impl FnMut(&Self, &Step)) {
        self.initialize();
        self.update_discrete_states();
        self.enter_step_mode();
        for pair in points.windows(2) {
            self.enter_event_mode();
            self.feed();
            self.update_discrete_states();
            self.enter_step_mode();
            while self.time < pair[1] {
                let step = self.step_to(pair[1]);
                assert_eq!(step.status, OK, "{:?}", self.messages());
                if step.event {
                    self.enter_event_mode();
                    at_event(self, &step);
                    self.update_discrete_states();
                    self.enter_step_mode();
                }
            }
        }
    }
}

impl Drop for Master {
    fn drop(&mut self) {
        unsafe { fmi3FreeInstance(self.handle) };
    }
}
