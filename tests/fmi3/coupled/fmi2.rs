//! An actuator in FMI 2.0: a step goes to its end, whatever happens on the way.

use super::actuator::Actuator;
use super::spring::Line;
use actuator_fmu::fmi2::*;
use std::ptr::null_mut;
use test_support::Signal;
use test_support::importer::{CO_SIMULATION, Instance, OK};

pub struct Fmi2 {
    instance: Instance,
    motor: Signal,
    time: f64,
    state: fmi2FMUstate,
    /// Time of the state that is kept.
    kept: f64,
}

impl Fmi2 {
    /// The inputs of the step to come, as lines.
    fn feed(&self, load: Line) {
        let (motor, slope) = self.motor.right_of(self.time);
        assert_eq!(self.instance.set("motor_torque", motor), OK);
        if !load.goes_on {
            assert_eq!(self.instance.set("load_torque", load.start), OK);
        }
        let references = ["motor_torque", "load_torque"].map(|name| self.instance.reference(name));
        let slopes = [slope, load.slope];
        let status = unsafe {
            fmi2SetRealInputDerivatives(self.instance.handle, references.as_ptr(), 2, [1; 2].as_ptr(), slopes.as_ptr())
        };
        assert_eq!(status, OK, "{:?}", self.instance.messages());
    }
}

impl Actuator for Fmi2 {
    fn start(parameters: &[(&str, f64)], motor: &Signal) -> Self {
        let instance = Instance::new("MotionTransmission", CO_SIMULATION);
        for (name, value) in parameters {
            assert_eq!(instance.set(name, *value), OK, "{name}");
        }
        assert_eq!(instance.set("motor_torque", motor.right_of(0.0).0), OK);
        let started = [instance.setup(0.0, None), instance.enter_initialization(), instance.exit_initialization()];
        assert_eq!(started, [OK; 3]);
        Self { instance, motor: motor.clone(), time: 0.0, state: null_mut(), kept: 0.0 }
    }

    fn position(&self) -> f64 {
        self.instance.get("position")
    }

    fn velocity(&self) -> f64 {
        let (reference, mut value) = (self.instance.reference("position"), f64::NAN);
        // There are derivatives after a step only; both begin at rest.
        if self.time == 0.0 {
            return 0.0;
        }
        let status = unsafe { fmi2GetRealOutputDerivatives(self.instance.handle, &reference, 1, &1, &mut value) };
        assert_eq!(status, OK, "{:?}", self.instance.messages());
        value
    }

    fn regime(&self) -> i32 {
        self.instance.get_integer("friction_regime")
    }

    fn event_count(&self) -> i32 {
        self.instance.get_integer("event_count")
    }

    fn last_event_time(&self) -> f64 {
        self.instance.get("last_event_time")
    }

    fn load(&self) -> f64 {
        self.instance.get("load_torque")
    }

    fn save(&mut self) {
        assert_eq!(unsafe { fmi2GetFMUstate(self.instance.handle, &mut self.state) }, OK);
        self.kept = self.time;
    }

    fn restore(&mut self) {
        assert_eq!(unsafe { fmi2SetFMUstate(self.instance.handle, self.state) }, OK);
        self.time = self.kept;
    }

    fn step(&mut self, load: Line, end: f64) -> f64 {
        self.feed(load);
        assert_eq!(self.instance.step(self.time, end - self.time), OK, "{:?}", self.instance.messages());
        self.time = end;
        end
    }
}

impl Drop for Fmi2 {
    fn drop(&mut self) {
        self.instance.free(self.state);
    }
}
