//! Gears with losses.

use super::{Case, FEW, PLACE, Verdict, refuse_unless};
use crate::drivetrain_scenario::machine::Gear;

/// Level of the losses of a gear in a direction.
fn loss_level(gear: &Gear, direction: f64, mesh: f64) -> f64 {
    let gain = if direction * mesh >= 0.0 { 1.0 / gear.opposing - 1.0 } else { 1.0 - gear.aiding };
    gear.coulomb + gain * mesh.abs()
}

pub(super) fn gear(case: &Case<'_>) -> Verdict {
    case.machine.gears.iter().enumerate().try_for_each(|(index, gear)| {
        let at = case.at;
        let name = &gear.name;
        let (first, second) = (at.position(gear.first), gear.ratio * at.position(gear.second));
        refuse_unless((first - second).abs() <= PLACE * case.reach[gear.first], || {
            format!("{name} ties position {first:?} to {second:?}")
        })?;
        let (first, second) = (at.velocity(gear.first), gear.ratio * at.velocity(gear.second));
        refuse_unless((first - second).abs() <= FEW * first.abs(), || {
            format!("{name} ties velocity {first:?} to {second:?}")
        })?;
        let (torque, loss) = at.gear(index);
        let mesh = torque - loss;
        let velocity = at.velocity(gear.first);
        let direction = f64::from(at.gears[index].number);
        let allowed = case.rounding(gear.first);
        refuse_unless(direction * velocity >= 0.0 && (direction != 0.0 || velocity == 0.0), || {
            format!("{name} turns with {velocity:e} and shows {direction}")
        })?;
        if direction != 0.0 {
            let expected = direction * loss_level(gear, direction, mesh);
            return refuse_unless((loss - expected).abs() <= allowed, || {
                format!("{name} turns to {direction} under {mesh:e} and loses {loss:e}, not {expected:e}")
            });
        }
        let bounds = [-1.0, 1.0].map(|direction| direction * gear.static_ratio * loss_level(gear, direction, mesh));
        refuse_unless(loss >= bounds[0] - allowed && loss <= bounds[1] + allowed, || {
            format!("{name} rests under {mesh:e} with {loss:e}, outside {bounds:?}")
        })
    })
}
