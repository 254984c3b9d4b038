//! Every friction law by its number in `friction.law`.

use super::{Workload, alternating, reversing as reversing_torque, transmission};
use test_support::component::Component;

/// The default transmission with a law. The table falls from the static to the Coulomb level [rad/s, N·m].
fn transmission_with(law: u8) -> Component {
    let mut component = transmission().with("friction.law", law.into()).with("friction.table.size", 3.0);
    for (number, (speed, torque)) in (1..).zip([(0.0, 4250.0), (0.1, 3000.0), (1.0, 2500.0)]) {
        component = component.with(&format!("friction.table.velocity[{number}]"), speed);
        component = component.with(&format!("friction.table.torque[{number}]"), torque);
    }
    component
}

/// As `transmission_sliding_transient`.
pub fn sliding<const LAW: u8>() -> Workload {
    alternating(transmission_with(LAW))
}

/// As `transmission_reversal_each_step`; for laws that know true rest.
pub fn reversing<const LAW: u8>() -> Workload {
    reversing_torque(transmission_with(LAW))
}

/// Steps of the LuGre response [1 ms], before it starts again.
const RESPONSE: u64 = 2000;

/// Response of the hydraulic actuator with its LuGre friction to a step of pressure of this force [N].
pub fn lugre<const FORCE: u32>() -> Workload {
    let actuator = Component::new("HydraulicActuator").with("pressure_step.force_amplitude", FORCE.into());
    let mut actuator = actuator.started();
    let start = actuator.save();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            if number % RESPONSE == 0 {
                actuator.restore(&start);
            }
            number += 1;
            actuator.step();
        }
    })
}
