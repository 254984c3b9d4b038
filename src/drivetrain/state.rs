//! The state of a drivetrain beside its values, item by item.

use super::Drivetrain;
use crate::actuator::StateVisitor;
use crate::mechanism::Item;

/// Visits everything that the values do not hold.
pub fn visit(drivetrain: &mut Drivetrain, visitor: &mut dyn StateVisitor) {
    drivetrain.rebuild();
    let Drivetrain { mechanism, states, slopes, has_arrived, is_undecided, events, .. } = drivetrain;
    mechanism.get_mut().visit(&mut |item| match item {
        Item::Real(value) => visitor.real(value),
        Item::Small(value) => {
            let mut number = i32::from(*value);
            visitor.integer(&mut number);
            *value = number.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8;
        }
    });
    states.iter_mut().chain(slopes).for_each(|value| visitor.real(value));
    visitor.real(&mut events.last_time);
    visitor.real(&mut events.bridged_time);
    visitor.integer(&mut events.count);
    for flag in [has_arrived, is_undecided] {
        let mut value = i32::from(*flag);
        visitor.integer(&mut value);
        *flag = value != 0;
    }
}
