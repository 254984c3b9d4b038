//! The second law: friction, damping and losses never deliver energy.

use super::contact::level;
use super::spring::{deflection, spring_torque};
use super::{Case, FEW, PLACE, ROUNDING, Verdict, refuse_unless};

pub(super) fn loss(case: &Case<'_>) -> Verdict {
    contacts(case)?;
    springs(case)?;
    gears(case)
}

fn contacts(case: &Case<'_>) -> Verdict {
    // Bristles give back what they have stored.
    for (index, contact) in case.contacts().filter(|(_, contact)| !contact.friction.has_bristles()) {
        let (torque, velocity) = case.at.contact(index);
        let (first, second) = case.ends(contact);
        // An engagement that a line leads to zero is that up to rounding.
        let rounding = PLACE * level(&contact.friction, velocity.abs()) * velocity.abs();
        let allowed = (FEW * (first.abs() + second.abs())) * torque.abs() + rounding;
        refuse_unless(torque * velocity >= -allowed, || {
            format!("{} drives: {torque:e} at {velocity:e}", contact.name)
        })?;
    }
    Ok(())
}

fn springs(case: &Case<'_>) -> Verdict {
    for (index, spring) in case.machine.springs.iter().enumerate() {
        let ((angle, rate), (of_angle, of_rate)) = deflection(spring, case.at);
        let torque = case.at.spring(index).0;
        let (elastic, _) = spring_torque(spring, case.at.springs[index].number, (angle, rate));
        let size = of_angle * PLACE / FEW;
        let allowed = (torque.abs() + elastic.abs()) * (of_rate + ROUNDING * rate.abs())
            + 2.0 * spring.stiffness * size * rate.abs();
        refuse_unless((torque - elastic) * rate >= -allowed, || {
            format!("{} delivers: {torque:e} at {angle:e} and {rate:e}", spring.name)
        })?;
    }
    Ok(())
}

fn gears(case: &Case<'_>) -> Verdict {
    for (index, gear) in case.machine.gears.iter().enumerate() {
        let (lost, velocity) = (case.at.gear(index).1, case.at.velocity(gear.first));
        refuse_unless(lost * velocity >= -case.rounding(gear.first) * velocity.abs(), || {
            format!("{} delivers: loss {lost:e} at {velocity:e}", gear.name)
        })?;
    }
    Ok(())
}
