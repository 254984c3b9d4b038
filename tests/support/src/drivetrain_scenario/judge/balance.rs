//! Newton and Euler: what acts on each body.

use super::{Case, Verdict, refuse_unless};
use crate::drivetrain_scenario::machine::{Instant, Machine};

/// Terms of the balances of all bodies: what acts on each.
fn terms(machine: &Machine, at: &Instant) -> Vec<Vec<f64>> {
    let mut terms: Vec<Vec<f64>> = machine
        .bodies
        .iter()
        .enumerate()
        .map(|(index, body)| {
            vec![-body.inertia * at.acceleration(index), -body.viscous * at.velocity(index), -at.stop(index)]
        })
        .collect();
    for (index, contact) in machine.contacts.iter().enumerate() {
        let (torque, _) = at.contact(index);
        terms[contact.second].push(-torque);
        contact.first.into_iter().for_each(|first| terms[first].push(torque));
    }
    for (index, spring) in machine.springs.iter().enumerate() {
        let (torque, _) = at.spring(index);
        terms[spring.second].push(-torque);
        spring.first.into_iter().for_each(|first| terms[first].push(torque / spring.ratio));
    }
    for (index, gear) in machine.gears.iter().enumerate() {
        let (torque, loss) = at.gear(index);
        terms[gear.first].push(-torque);
        terms[gear.second].push(gear.ratio * (torque - loss));
    }
    for (servo, shown) in machine.servos.iter().zip(&at.servos) {
        terms[servo.on].push(shown[8]);
    }
    for ((_, body, gain), load) in machine.loads.iter().zip(&at.loads) {
        terms[*body].push(gain * load);
    }
    terms
}

pub(super) fn size(machine: &Machine, at: &Instant) -> f64 {
    let of_body = terms(machine, at).into_iter().zip(&machine.bodies);
    of_body.flat_map(|(terms, body)| terms.into_iter().map(|term| term.abs() * body.lever)).fold(0.0, f64::max)
}

/// Largest load that a scenario leads to any body: what is left of it where a line ends at 0 is rounding of that.
pub(super) fn size_of_loads(machine: &Machine) -> f64 {
    let of_load = |(name, body, gain): &(String, usize, f64)| {
        (gain * machine.largest_input(name)).abs() * machine.bodies[*body].lever
    };
    machine.loads.iter().map(of_load).fold(0.0, f64::max)
}

pub(super) fn balance(case: &Case<'_>) -> Verdict {
    terms(case.machine, case.at).iter().enumerate().try_for_each(|(index, terms)| {
        let name = &case.machine.bodies[index].name;
        let (level, hold) = case.machine.bearings(index);
        let missing = terms.iter().sum::<f64>() - sign(case.at.velocity(index)) * level;
        // At rest bearings, which are not shown, hold what they can.
        let held = if case.at.velocity(index) == 0.0 { hold * (1.0 + 1e-9) } else { 0.0 };
        refuse_unless(missing.abs() <= held + case.rounding(index), || {
            format!("{name} is out of balance by {missing:e}, of {terms:?} and bearings of {level:e} and {hold:e}")
        })
    })
}

fn sign(velocity: f64) -> f64 {
    if velocity == 0.0 { 0.0 } else { velocity.signum() }
}
