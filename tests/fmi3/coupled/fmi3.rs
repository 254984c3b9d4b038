//! An actuator in FMI 3.0, with event mode: it is in event mode at each communication point.

use super::actuator::Actuator;
use super::spring::Line;
use crate::fmi3::master::{Master, OK, Options};
use actuator_fmu::fmi3::*;
use std::ptr::null_mut;
use test_support::Signal;

pub struct Fmi3 {
    master: Master,
    state: fmi3FMUState,
    /// Time of the state that is kept.
    kept: f64,
}

const OPTIONS: Options =
    Options { event_mode: true, early_return: true, intermediate: &["motor_torque", "load_torque"] };

/// Place of the load among the inputs.
const LOAD: usize = 1;

impl Fmi3 {
    /// Sets the inputs of the step to come, in event mode: they may jump.
    fn feed(&mut self, load: Line, end: f64) {
        let time = self.master.time;
        let led = load.start + load.slope * (end - time);
        self.master.world.inputs[LOAD].1 = Signal::through(&[(time, load.start), (end, led)]);
        for (reference, signal) in &self.master.world.inputs {
            if load.goes_on && *reference == self.master.world.inputs[LOAD].0 {
                continue;
            }
            let value = signal.right_of(time).0;
            assert_eq!(unsafe { fmi3SetFloat64(self.master.handle, reference, 1, &value, 1) }, OK);
        }
    }
}

impl Actuator for Fmi3 {
    fn start(parameters: &[(&str, f64)], motor: &Signal) -> Self {
        let inputs = [("motor_torque", motor.clone()), ("load_torque", Signal::constant(0.0))];
        let master = Master::new("MotionTransmission", &inputs, OPTIONS);
        for (name, value) in parameters {
            assert_eq!(master.set(name, *value), OK, "{name}");
        }
        master.initialize();
        master.update_discrete_states();
        Self { master, state: null_mut(), kept: 0.0 }
    }

    fn position(&self) -> f64 {
        self.master.get("position")
    }

    fn velocity(&self) -> f64 {
        let (reference, mut value) = (self.master.reference("position"), f64::NAN);
        let status = unsafe { fmi3GetOutputDerivatives(self.master.handle, &reference, 1, &1, &mut value, 1) };
        assert_eq!(status, OK, "{:?}", self.master.messages());
        value
    }

    fn regime(&self) -> i32 {
        self.master.get_integer("friction_regime")
    }

    fn event_count(&self) -> i32 {
        self.master.get_integer("event_count")
    }

    fn last_event_time(&self) -> f64 {
        self.master.get("last_event_time")
    }

    fn load(&self) -> f64 {
        self.master.get("load_torque")
    }

    fn save(&mut self) {
        assert_eq!(unsafe { fmi3GetFMUState(self.master.handle, &mut self.state) }, OK, "{:?}", self.master.messages());
        self.kept = self.master.time;
    }

    fn restore(&mut self) {
        assert_eq!(unsafe { fmi3SetFMUState(self.master.handle, self.state) }, OK, "{:?}", self.master.messages());
        self.master.time = self.kept;
    }

    fn step(&mut self, load: Line, end: f64) -> f64 {
        self.feed(load, end);
        self.master.update_discrete_states();
        self.master.enter_step_mode();
        let step = self.master.step_to(end);
        assert_eq!(step.status, OK, "{:?}", self.master.messages());
        self.master.enter_event_mode();
        self.master.update_discrete_states();
        step.time
    }
}

impl Drop for Fmi3 {
    fn drop(&mut self) {
        unsafe { fmi3FreeFMUState(self.master.handle, &mut self.state) };
    }
}
