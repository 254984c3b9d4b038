//! The servo at rest under load and command: `initialization = trim`.

use crate::interface::servo_actuator::{Inputs, STATES, reference};
use crate::plants::NoEquilibrium;

use super::super::InvalidParameter;
use super::Servo;
use super::chain::States;

/// The state in which the motor carries the load and friction nothing, so that nothing slips.
pub(super) fn trimmed(servo: &Servo, inputs: &Inputs) -> Result<[f64; STATES], InvalidParameter> {
    let &Inputs { command, load_torque, supply_pressure } = inputs;
    let (position, states) =
        servo.servo.equilibrium(load_torque, command, supply_pressure).map_err(|why| refused(servo, inputs, why))?;
    let (lower, upper) = servo.body.travel();
    if position < lower || position > upper {
        return Err(InvalidParameter {
            reference: reference::COMMAND,
            value: command,
            allowed: "must lead to a position within the travel, for initialization trim",
        });
    }
    let mut state = [0.0; STATES];
    state[0] = position;
    States::write_servo(&states, &mut state);
    Ok(state)
}

fn refused(servo: &Servo, inputs: &Inputs, why: NoEquilibrium) -> InvalidParameter {
    let load = |allowed| InvalidParameter { reference: reference::LOAD_TORQUE, value: inputs.load_torque, allowed };
    match why {
        NoEquilibrium::Stall => {
            load("must in size be below what the motor holds at this supply_pressure, for initialization trim")
        }
        NoEquilibrium::Current => {
            load("must in size be below what the valve holds with controller.current_limit, for initialization trim")
        }
        NoEquilibrium::Controller => InvalidParameter {
            reference: reference::CONTROLLER_PROPORTIONAL_GAIN,
            value: servo.servo.controller.proportional_gain,
            allowed: "or controller.integral_gain must not be 0 to hold a load, for initialization trim",
        },
    }
}
