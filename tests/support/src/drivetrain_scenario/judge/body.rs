//! Bodies between their stops.

use super::{Case, FEW, Verdict, refuse_unless};

pub(super) fn travel(case: &Case<'_>) -> Verdict {
    case.machine.bodies.iter().enumerate().try_for_each(|(index, body)| {
        let (position, (lower, upper)) = (case.at.position(index), body.travel);
        // A tied body is where its ratio to another has it.
        let allowed = if body.is_tied { FEW * position.abs() } else { 0.0 };
        refuse_unless((lower - allowed..=upper + allowed).contains(&position), || {
            format!("{} is at {position:?}, outside its travel {lower:?} .. {upper:?}", body.name)
        })
    })
}

pub(super) fn stop(case: &Case<'_>) -> Verdict {
    case.machine.bodies.iter().enumerate().try_for_each(|(index, body)| {
        let (side, torque) = (case.at.bodies[index].number, case.at.stop(index));
        let (position, velocity) = (case.at.position(index), case.at.velocity(index));
        let name = &body.name;
        if side == 0 {
            return refuse_unless(torque == 0.0, || format!("{name} touches no stop, which acts with {torque:e}"));
        }
        let limit = if side < 0 { body.travel.0 } else { body.travel.1 };
        let allowed = if body.is_tied { FEW * position.abs() } else { 0.0 };
        refuse_unless((position - limit).abs() <= allowed, || {
            format!("{name} touches its stop at {limit:?} at {position:?}")
        })?;
        refuse_unless(velocity == 0.0, || format!("{name} touches a stop with the velocity {velocity:e}"))?;
        let push = f64::from(side) * torque;
        refuse_unless(body.travel.0 == body.travel.1 || push >= -case.rounding(index), || {
            format!("the stop of {name} on side {side} pulls with {torque:e}")
        })
    })
}
