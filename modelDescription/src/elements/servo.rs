//! Position servos: controller, servovalve and the hydraulic motor or cylinder that drives a body.

use crate::declaration::Variable;
use crate::models::{Motion, position_servo};

/// Of a servo whose motor moves in this way, with feedback of the same kind.
pub(super) fn variables(motion: Motion) -> Vec<Variable> {
    mixed(motion, motion)
}

/// Of a servo that controls a position of one kind with a motor of another. Names and their order are the same.
pub fn mixed(feedback: Motion, motion: Motion) -> Vec<Variable> {
    let [command, supply_pressure] = position_servo::inputs(feedback);
    let mut variables = vec![command, supply_pressure];
    variables.extend(position_servo::outputs(feedback, motion));
    variables.extend(position_servo::parameters(feedback, motion));
    variables.extend(position_servo::anti_windup(feedback));
    for variable in variables.iter_mut().filter(|variable| !variable.computed_from.is_empty()) {
        // The position that is fed back is that of another element.
        variable.computed_from = vec!["*".into()];
    }
    variables
}
