//! The models by interface, as instances that can be copied.

use crate::actuator::{Actuator, HydraulicActuator, MotionTransmission, ServoActuator};
use crate::interface::{Interface, Model};
use std::any::Any;
use std::boxed::Box;

/// A model that can be copied without knowing its type.
pub trait Instance: Actuator {
    /// A copy with the same values and state.
    fn clone_boxed(&self) -> Box<dyn Instance>;
    /// Takes over values and state of another instance of the same model, without allocating; false if it is of another
    /// model.
    fn assign(&mut self, other: &dyn Instance) -> bool;
    /// For [`Instance::assign`].
    fn as_any(&self) -> &dyn Any;
}

impl<T: Actuator + Clone + 'static> Instance for T {
    fn clone_boxed(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn assign(&mut self, other: &dyn Instance) -> bool {
        let other = other.as_any().downcast_ref::<T>();
        other.inspect(|other| self.clone_from(other)).is_some()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Makes an instance with the start values of the interface.
pub type Constructor = fn(&'static Interface) -> Box<dyn Instance>;

/// The physics of an interface, with its start values.
pub fn new(interface: &'static Interface) -> Box<dyn Instance> {
    match interface.model {
        Model::MotionTransmission => Box::new(MotionTransmission::new(interface)),
        Model::ServoActuator => Box::new(ServoActuator::new(interface)),
        Model::HydraulicActuator => Box::new(HydraulicActuator::new(interface)),
    }
}
