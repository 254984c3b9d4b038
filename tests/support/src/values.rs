//! Variables by name.

use actuator_fmu::actuator::Actuator;
use actuator_fmu::interface::Interface;

/// Value reference of a Real variable.
pub fn real(interface: &Interface, name: &str) -> usize {
    interface.reals.iter().position(|v| v.name == name).unwrap_or_else(|| panic!("no Real variable {name}"))
}

/// Index of an Integer variable.
pub fn integer(interface: &Interface, name: &str) -> usize {
    interface.integers.iter().position(|v| v.name == name).unwrap_or_else(|| panic!("no Integer variable {name}"))
}

/// Sets a variable by name.
pub fn set(actuator: &mut dyn Actuator, name: &str, value: f64) {
    let interface = actuator.interface();
    if interface.reals.iter().any(|v| v.name == name) {
        actuator.reals_mut()[real(interface, name)] = value;
    } else {
        actuator.integers_mut()[integer(interface, name)] = value as i32;
    }
}

/// Sets several variables by name, the last mention of a name wins.
pub fn set_all<'a>(actuator: &mut dyn Actuator, values: impl IntoIterator<Item = &'a (&'a str, f64)>) {
    for (name, value) in values {
        set(actuator, name, *value);
    }
}

/// Reads a variable by name.
pub fn get(actuator: &dyn Actuator, name: &str) -> f64 {
    let interface = actuator.interface();
    match interface.reals.iter().position(|v| v.name == name) {
        Some(index) => actuator.reals()[index],
        None => f64::from(actuator.integers()[integer(interface, name)]),
    }
}
