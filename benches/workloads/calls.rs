//! Calls other than steps: values, saved states, instances.

use super::{Workload, transmission};
use std::hint::black_box;
use test_support::component::Component;

/// Reads ten Reals that are up to date.
pub fn get_ten() -> Workload {
    let component = transmission().started();
    let references = component.outputs::<10>();
    let mut values = [0.0; 10];
    Box::new(move |rounds| (0..rounds).for_each(|_| component.get_all(black_box(&references), &mut values)))
}

/// Sets an input and reads ten Reals, which must be computed anew.
pub fn get_ten_after_a_set() -> Workload {
    let component = transmission().started();
    let (motor, references) = (component.reference("motor_torque"), component.outputs::<10>());
    let mut values = [0.0; 10];
    Box::new(move |rounds| {
        for round in 0..rounds {
            component.set(motor, round as f64);
            component.get_all(&references, &mut values);
        }
    })
}

/// Sets one input. Takes part in the workloads with a reversal in each step.
pub fn set_one_input() -> Workload {
    let component = transmission().started();
    let motor = component.reference("motor_torque");
    Box::new(move |rounds| (0..rounds).for_each(|round| component.set(motor, round as f64)))
}

/// Sets ten inputs in one call.
pub fn set_ten() -> Workload {
    let component = transmission().started();
    let inputs = [component.reference("motor_torque"), component.reference("load_torque")];
    let references: [u32; 10] = std::array::from_fn(|index| inputs[index % 2]);
    Box::new(move |rounds| (0..rounds).for_each(|round| component.set_all(&references, &[round as f64; 10])))
}

/// Saves into an existing state and restores it.
fn save_and_restore(component: Component) -> Workload {
    let mut component = component.started();
    let mut saved = component.save();
    Box::new(move |rounds| {
        for _ in 0..rounds {
            component.save_into(&mut saved);
            component.restore(&saved);
        }
    })
}

/// Of the transmission.
pub fn save_and_restore_transmission() -> Workload {
    save_and_restore(transmission())
}

/// Of the servo.
pub fn save_and_restore_servo() -> Workload {
    save_and_restore(Component::new("ServoActuator"))
}

/// Makes an instance and frees it.
fn instantiate(identifier: &'static str) -> Workload {
    Box::new(move |rounds| (0..rounds).for_each(|_| drop(black_box(Component::new(identifier)))))
}

/// Of the transmission.
pub fn instantiate_transmission() -> Workload {
    instantiate("MotionTransmission")
}

/// Of the servo.
pub fn instantiate_servo() -> Workload {
    instantiate("ServoActuator")
}

/// Of the hydraulic actuator.
pub fn instantiate_hydraulic() -> Workload {
    instantiate("HydraulicActuator")
}
