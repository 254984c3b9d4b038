//! The models by interface, as instances that can be copied.

use super::memory::{OutOfMemory, held};
use crate::actuator::{Actuator, HydraulicActuator, MotionTransmission, ServoActuator};
#[cfg(feature = "drivetrain")]
use crate::drivetrain::Drivetrain;
use crate::interface::{Interface, ModelKind};
use std::any::Any;
use std::boxed::Box;

/// A model that can be copied without knowing its type.
pub trait AnyActuator: Actuator {
    /// A copy with the same values and state.
    fn copy(&self) -> Held;
    /// An instance of the same model with its start values.
    fn fresh(&self) -> Held;
    /// Takes over values and state of another instance of the same model, without allocating; false if it is of another
    /// model.
    fn assign(&mut self, other: &dyn AnyActuator) -> bool;
    /// For [`AnyActuator::assign`].
    fn as_any(&self) -> &dyn Any;
}

/// A model of whatever type, if there was memory for it.
pub type Held = Result<Box<dyn AnyActuator>, OutOfMemory>;

/// A model that is made from its interface.
pub trait FromInterface: Actuator + Sized + 'static {
    /// With the start values of the interface.
    fn from_interface(interface: &'static Interface) -> Result<Self, OutOfMemory>;
    /// A copy with the same values and state.
    fn copied(&self) -> Result<Self, OutOfMemory>;
    /// Takes over values and state of another instance, without allocating; false if it is of another model.
    fn follow(&mut self, other: &Self) -> bool;
}

/// The models of one body take no memory of their own.
macro_rules! from_interface {
    ($($model:ty),*) => {$(
        impl FromInterface for $model {
            fn from_interface(interface: &'static Interface) -> Result<Self, OutOfMemory> {
                Ok(Self::new(interface))
            }

            fn copied(&self) -> Result<Self, OutOfMemory> {
                Ok(self.clone())
            }

            fn follow(&mut self, other: &Self) -> bool {
                self.clone_from(other);
                true
            }
        }
    )*};
}
from_interface!(MotionTransmission, ServoActuator, HydraulicActuator);

#[cfg(feature = "drivetrain")]
impl FromInterface for Drivetrain {
    fn from_interface(interface: &'static Interface) -> Result<Self, OutOfMemory> {
        Self::new(interface)
    }

    fn copied(&self) -> Result<Self, OutOfMemory> {
        self.copy()
    }

    fn follow(&mut self, other: &Self) -> bool {
        self.assign(other)
    }
}

/// An array of one is how a model of whatever type is held.
impl<T: FromInterface> AnyActuator for [T; 1] {
    fn copy(&self) -> Held {
        let [model] = self;
        hold(model.copied()?)
    }

    fn fresh(&self) -> Held {
        let [model] = self;
        hold(T::from_interface(model.interface())?)
    }

    fn assign(&mut self, other: &dyn AnyActuator) -> bool {
        let [model] = self;
        other.as_any().downcast_ref::<Self>().is_some_and(|[other]| model.follow(other))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A model in a place of its own.
pub fn hold(model: impl FromInterface) -> Held {
    held(model).map(|model| model as Box<dyn AnyActuator>)
}

/// The physics of an interface, with its start values.
pub fn new(interface: &'static Interface) -> Held {
    match interface.model {
        ModelKind::MotionTransmission => hold(MotionTransmission::new(interface)),
        ModelKind::ServoActuator => hold(ServoActuator::new(interface)),
        ModelKind::HydraulicActuator => hold(HydraulicActuator::new(interface)),
        #[cfg(feature = "drivetrain")]
        ModelKind::Drivetrain => hold(Drivetrain::new(interface)?),
    }
}
