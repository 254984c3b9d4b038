//! Shafts and rods.

use super::{Case, FEW, PLACE, ROUNDING, Verdict, refuse_unless};
use crate::drivetrain_scenario::machine::{Instant, Spring};

/// Deflection, its rate, and the rounding of both.
pub(super) fn deflection(spring: &Spring, at: &Instant) -> ((f64, f64), (f64, f64)) {
    let of = |end: Option<usize>, read: fn(&Instant, usize) -> f64| end.map_or(0.0, |body| read(at, body));
    let (q, v) = (of(spring.first, Instant::position), of(spring.first, Instant::velocity));
    let (q2, v2) = (at.position(spring.second), at.velocity(spring.second));
    let sizes = (q2.abs() + (q / spring.ratio).abs() + spring.rest.abs(), v2.abs() + (v / spring.ratio).abs());
    ((q2 - q / spring.ratio - spring.rest, v2 - v / spring.ratio), (FEW * sizes.0, FEW * sizes.1))
}

/// Elastic torque and whole torque at a deflection, where it is on this side of the gap.
pub fn spring_torque(spring: &Spring, side: i32, (angle, rate): (f64, f64)) -> (f64, f64) {
    let Some((lower, upper)) = spring.gap else {
        return (spring.stiffness * angle, spring.stiffness * angle + spring.damping * rate);
    };
    if side == 0 {
        return (0.0, 0.0);
    }
    let s = f64::from(side);
    let depth = s * angle - if side > 0 { upper } else { -lower };
    let (elastic, damping) = (spring.stiffness * depth, spring.damping * s * rate);
    let whole =
        if spring.is_unilateral { (elastic + damping).max(0.0) } else { elastic + damping.max(-elastic).min(elastic) };
    (s * elastic, s * whole)
}

pub(super) fn spring(case: &Case<'_>) -> Verdict {
    case.machine.springs.iter().enumerate().try_for_each(|(index, spring)| {
        let (torque, shown) = case.at.spring(index);
        let side = case.at.springs[index].number;
        let ((angle, rate), (of_angle, of_rate)) = deflection(spring, case.at);
        let name = &spring.name;
        refuse_unless((angle - shown).abs() <= of_angle, || {
            format!("{name} is deflected by {angle:e}, not {shown:e}")
        })?;
        if let Some((lower, upper)) = spring.gap {
            let size = of_angle * PLACE / FEW;
            let fits = match side {
                0 => angle >= lower - size && angle <= upper + size,
                1 => angle >= upper - size,
                _ => angle <= lower + size,
            };
            refuse_unless(fits, || format!("{name} is deflected by {angle:?} and shows contact {side}"))?;
        } else {
            refuse_unless(side == 0, || format!("{name} has no free play and shows contact {side}"))?;
        }
        let (_, expected) = spring_torque(spring, side, (angle, rate));
        let size = of_angle * PLACE / FEW;
        let allowed = 2.0 * spring.stiffness * size + spring.damping * of_rate + ROUNDING * expected.abs();
        refuse_unless((torque - expected).abs() <= allowed, || {
            format!("{name} at {angle:e} with {rate:e} has {torque:e}, not {expected:e}")
        })
    })
}
