//! The servo at rest under load and command: `initialization = trim`.

use crate::interface::servo_actuator::{Inputs, STATES, reference};
use crate::plants::NoEquilibrium;

use super::super::{CONTROLLER_NEEDED, Figures, InvalidParameter};
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
            figures: Some(Figures::Outside(position, (lower, upper), "rad")),
        });
    }
    let mut state = [0.0; STATES];
    state[0] = position;
    States::write_servo(&states, &mut state);
    Ok(state)
}

fn refused(servo: &Servo, inputs: &Inputs, why: NoEquilibrium) -> InvalidParameter {
    let &Inputs { command, load_torque, supply_pressure } = inputs;
    let load = |allowed| {
        let held = servo.servo.largest_held(load_torque, command, supply_pressure);
        InvalidParameter {
            reference: reference::LOAD_TORQUE,
            value: load_torque,
            allowed,
            figures: Some(Figures::Bound(held, "N.m")),
        }
    };
    match why {
        NoEquilibrium::Stall => {
            load("must in size be below what the motor holds at this supply_pressure, for initialization trim")
        }
        NoEquilibrium::Current => {
            load("must in size be below what the valve holds with controller.current_limit, for initialization trim")
        }
        NoEquilibrium::Controller => InvalidParameter::new(
            reference::CONTROLLER_PROPORTIONAL_GAIN,
            servo.servo.controller.proportional_gain,
            CONTROLLER_NEEDED,
        ),
    }
}
