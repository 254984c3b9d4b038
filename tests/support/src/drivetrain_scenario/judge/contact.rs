//! Brakes, bearings, clutches and one-way clutches.

use super::{Case, FEW, PLACE, ROUNDING, Verdict, refuse_unless};
use crate::drivetrain_scenario::machine::{Contact, Friction};
use crate::friction::approximate_peak;

/// Level of friction at engagement 1 while sliding.
pub(super) fn level(friction: &Friction, speed: f64) -> f64 {
    let Friction { coulomb, static_ratio, velocity, exponent, viscous, table, .. } = friction;
    let excess = coulomb * (static_ratio - 1.0);
    let law = match friction.law {
        "stribeck" => coulomb + excess * (-(speed / velocity).powf(*exponent)).exp(),
        "hess_soom" => coulomb + excess / (1.0 + (speed / velocity).powf(*exponent)),
        "tabulated" => {
            // Beyond the last point as between the last two, down to zero.
            let next = table.iter().position(|(at, _)| *at > speed).unwrap_or(table.len() - 1);
            match next {
                0 => table[0].1,
                next => {
                    let ((v0, f0), (v1, f1)) = (table[next - 1], table[next]);
                    (f0 + (f1 - f0) * (speed - v0) / (v1 - v0)).max(0.0)
                }
            }
        }
        _ => *coulomb,
    };
    law + viscous * speed
}

/// Whether there is friction at any speed: at rest, where a table has a point, or where viscous friction shows.
fn has_level(friction: &Friction) -> bool {
    let speeds = friction.table.iter().map(|(speed, _)| *speed).chain([0.0, 1.0]);
    speeds.into_iter().any(|speed| level(friction, speed) > 0.0)
}

/// Level that is held at rest, at engagement 1.
fn breakaway(friction: &Friction) -> f64 {
    let at_rest = if friction.law == "tabulated" { friction.table[0].1 } else { friction.coulomb };
    friction.breakaway_ratio * friction.static_ratio * at_rest
}

/// What rounding of the speed does to the level.
fn rounding_of_level(friction: &Friction, speed: f64, speeds: f64) -> f64 {
    let width = PLACE * speeds;
    let at = |speed: f64| level(friction, speed.max(0.0));
    let spread = (at(speed + width) - at(speed)).abs().max((at(speed - width) - at(speed)).abs());
    spread + ROUNDING * at(speed)
}

pub(super) fn sliding(case: &Case<'_>) -> Verdict {
    let slides =
        |(index, contact): &(usize, &Contact)| contact.friction.sticks() && case.at.contacts[*index].number.abs() == 1;
    case.contacts().filter(slides).try_for_each(|(index, contact)| {
        let (torque, velocity) = case.at.contact(index);
        let direction = f64::from(case.at.contacts[index].number);
        let (first, second) = case.ends(contact);
        let speeds = first.abs() + second.abs();
        let name = &contact.name;
        refuse_unless((velocity - (second - first)).abs() <= FEW * speeds, || {
            format!("{name} shows {velocity:e} and not {second:e} − {first:e}")
        })?;
        refuse_unless(direction * velocity >= -FEW * speeds, || {
            format!("{name} slides to {direction} with {velocity:e}")
        })?;
        let engagement = case.at.engagements[index].max(0.0);
        let expected = direction * engagement * level(&contact.friction, velocity.abs());
        let allowed = engagement * rounding_of_level(&contact.friction, velocity.abs(), speeds);
        refuse_unless((torque - expected).abs() <= allowed + PLACE * level(&contact.friction, velocity.abs()), || {
            format!("{name} slides with {velocity:e} under {torque:e}, not {expected:e}")
        })?;
        let relative = case.relative_acceleration(contact);
        let accelerations = case.at.acceleration(contact.second).abs()
            + contact.first.map_or(0.0, |first| case.at.acceleration(first).abs());
        // With a breakaway at a ratio of 1 the acceleration begins at zero.
        refuse_unless(velocity.abs() > 0.0 || direction * relative >= -1e-9 * accelerations, || {
            format!("{name} begins to slide to {direction} with the acceleration {relative:e}")
        })
    })
}

pub(super) fn stuck(case: &Case<'_>) -> Verdict {
    let sticks =
        |(index, contact): &(usize, &Contact)| contact.friction.sticks() && case.at.contacts[*index].number == 0;
    case.contacts().filter(sticks).try_for_each(|(index, contact)| {
        let (torque, velocity) = case.at.contact(index);
        let (first, second) = case.ends(contact);
        let ends = [contact.first.unwrap_or(contact.second), contact.second];
        let is_tied = ends.iter().any(|end| case.machine.bodies[*end].is_tied);
        let name = &contact.name;
        refuse_unless(velocity == 0.0, || format!("{name} sticks with the relative velocity {velocity:e}"))?;
        let apart = (first - second).abs();
        let allowed = if is_tied && contact.first.is_some() { FEW * first.abs().max(second.abs()) } else { 0.0 };
        refuse_unless(apart <= allowed, || format!("{name} sticks, but its ends have {first:?} and {second:?}"))?;
        let engagement = case.at.engagements[index];
        let bound = if contact.is_freewheel && engagement <= 0.0 {
            contact.release
        } else {
            // One that is released while it sticks does not hold.
            engagement.max(0.0) * breakaway(&contact.friction)
        };
        let load = if contact.is_freewheel { torque } else { torque.abs() };
        refuse_unless(load <= bound * (1.0 + 1e-9) + case.rounding(contact.second), || {
            format!("{name} sticks under {torque:e} at a level of {bound:e}")
        })
    })
}

/// Laws that creep: their torque has the direction of the motion and is at most the static level.
pub(super) fn creeping(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(_, contact)| contact.friction.creeps()).try_for_each(|(index, contact)| {
        let ((torque, velocity), friction) = (case.at.contact(index), &contact.friction);
        let engagement = case.at.engagements[index].max(0.0);
        let largest = friction.coulomb * largest_ratio(friction) + friction.viscous * velocity.abs();
        let most = engagement * largest;
        // An engagement that a line leads to zero is that up to rounding.
        let rounding = PLACE * largest;
        let is_within = torque.abs() <= most * (1.0 + PEAK) + rounding;
        refuse_unless(is_within && torque * velocity >= -rounding * velocity.abs(), || {
            format!("{} creeps with {velocity:e} under {torque:e}, of {most:e}", contact.name)
        })?;
        let regime = case.at.contacts[index].number;
        // What begins to move at once may show where to; through others that creep it does so by a later derivative, of which nothing is shown.
        let moves = if velocity == 0.0 && regime != 0 { case.relative_acceleration(contact) } else { velocity };
        let direction = i32::from(moves > 0.0) - i32::from(moves < 0.0);
        let is_moved_by_others = velocity == 0.0 && moves == 0.0 && case.moves();
        refuse_unless(regime == 2 || regime == direction || is_moved_by_others, || {
            format!("{} creeps with {velocity:e} and shows {regime}", contact.name)
        })
    })
}

/// Peak of a smooth curve over its Coulomb level.
fn largest_ratio(friction: &Friction) -> f64 {
    match friction.law {
        "majd_simaan_approximate" => approximate_peak(friction.sharpness, friction.static_ratio),
        "hyperviscous" => 1.0,
        _ => friction.static_ratio,
    }
}

/// To which the amplitude of the smooth curve is solved for.
const PEAK: f64 = 1e-9;

/// Share of the motion that slips at the deflection `u` over the steady one, along the motion (Dupont et al. 2002).
fn slipping(friction: &Friction, u: f64) -> f64 {
    match friction.elastic_share {
        Some(share) if u <= share => 0.0,
        Some(share) if u < 1.0 => {
            0.5 * (1.0 + (std::f64::consts::PI * (u - 0.5 * (1.0 + share)) / (1.0 - share)).sin())
        }
        _ => 1.0,
    }
}

/// τ = e·(σ₀·z + σ₁·ż + viscous·v) with ż = v − α·|v|·z/g(v).
pub(super) fn bristles(case: &Case<'_>) -> Verdict {
    let bristled =
        |(index, contact): &(usize, &Contact)| contact.friction.has_bristles() && case.at.contacts[*index].number != 2;
    case.contacts().filter(bristled).try_for_each(|(index, contact)| {
        let [torque, velocity, deflection, rate] = case.at.contacts[index].reals;
        let Friction { coulomb, static_ratio, velocity: width, viscous, bristles: [stiffness, damping], .. } =
            contact.friction;
        let excess = coulomb * (static_ratio - 1.0);
        let steady = (coulomb + excess * (-(velocity / width).powi(2)).exp()) / stiffness;
        let slip =
            velocity.abs() * deflection / steady * slipping(&contact.friction, velocity.signum() * deflection / steady);
        let name = &contact.name;
        refuse_unless((rate - (velocity - slip)).abs() <= PLACE * (velocity.abs() + slip.abs()), || {
            format!("{name} deflects by {rate:e} 1/s, not {:e}", velocity - slip)
        })?;
        let terms = [stiffness * deflection, damping * rate, viscous * velocity];
        let engagement = case.at.engagements[index].max(0.0);
        let (expected, size) = (terms.iter().sum::<f64>(), terms.iter().map(|term| term.abs()).sum::<f64>());
        // An engagement that a line leads to zero is that up to rounding.
        let of_line = case.machine.of_lines * case.machine.largest_input(&format!("{name}.engagement"));
        refuse_unless((torque - engagement * expected).abs() <= (PLACE * engagement + of_line) * size, || {
            format!("{name} carries {torque:e}, not {expected:e} times {engagement:e}")
        })?;
        let most = coulomb * static_ratio / stiffness;
        refuse_unless(deflection.abs() <= most * (1.0 + 1e-9), || {
            format!("{name} is deflected by {deflection:e}, beyond {most:e}")
        })
    })
}

pub(super) fn free(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(_, contact)| !contact.is_freewheel).try_for_each(|(index, contact)| {
        let (engagement, regime) = (case.at.engagements[index], case.at.contacts[index].number);
        let torque = case.at.contact(index).0;
        let name = &contact.name;
        // An engagement that a line leads to zero may be above or below it by rounding; where it stays at zero it is that.
        let is_clear = engagement.abs() > 1e-12 || case.at.is_steady[index];
        let is_free = engagement <= 0.0 || (contact.friction.sticks() && !has_level(&contact.friction));
        refuse_unless(!is_clear || (regime == 2) == is_free, || {
            format!("{name} with the engagement {engagement:e} has the regime {regime}")
        })?;
        refuse_unless(regime != 2 || torque == 0.0, || format!("{name} is free under {torque:e}"))?;
        let deflection = case.at.contacts[index].reals[2];
        refuse_unless(regime != 2 || deflection == 0.0, || {
            format!("{name} is free and its bristles are deflected by {deflection:e}")
        })
    })
}

pub(super) fn one_way(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(_, contact)| contact.is_freewheel).try_for_each(|(index, contact)| {
        let (velocity, regime) = (case.at.contact(index).1, case.at.contacts[index].number);
        let name = &contact.name;
        refuse_unless(matches!(regime, 0 | 1), || format!("{name} has the regime {regime}"))?;
        let (first, second) = case.ends(contact);
        let rounding = FEW * (first.abs() + second.abs());
        refuse_unless(velocity >= -rounding, || format!("{name} turns the wrong way with {velocity:e}"))
    })
}

pub(super) fn rest(case: &Case<'_>) -> Verdict {
    let Some(before) = case.before.filter(|before| before.events == case.at.events) else { return Ok(()) };
    case.contacts().filter(|(_, contact)| contact.first.is_none() && contact.friction.sticks()).try_for_each(
        |(index, contact)| {
            let held = [before, case.at].iter().all(|at| at.contacts[index].number == 0);
            let [then, now] = [before, case.at].map(|at| at.position(contact.second));
            refuse_unless(!held || then.to_bits() == now.to_bits(), || {
                format!("{} holds its body, which moves from {then:?} to {now:?}", contact.name)
            })
        },
    )
}
