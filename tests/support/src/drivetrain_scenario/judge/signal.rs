//! Linear systems and servos: what they show follows from what they are given.

use super::{Case, Verdict, refuse_unless};
use crate::drivetrain_scenario::machine::Servo;
use crate::drivetrain_scenario::scenario::LinearSystem;

/// Rounding of sums of a few products, relative to the sum of their sizes.
const ROUNDING: f64 = 1e-13;

/// Rounding of inputs that a line leads to zero, relative to where it comes from.
const OF_LINES: f64 = 1e-15;

/// A sum of products, and the sum of their sizes.
fn product(row: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    row.fold((0.0, 0.0), |(sum, size), (a, b)| (sum + a * b, size + (a * b).abs()))
}

pub(super) fn linear(case: &Case<'_>) -> Verdict {
    for (number, (system, (shown, saturation))) in case.machine.systems.iter().zip(&case.at.systems).enumerate() {
        let LinearSystem { name, a, b, c, d, limits, rate_limit, start, .. } = system;
        let order = start.len();
        let ([u, q, y], states, rates) = ([shown[0], shown[1], shown[2]], &shown[3..3 + order], &shown[3 + order..]);
        let sensed = case.at.position(case.machine.sensed[number]);
        refuse_unless(q == sensed, || format!("{name}.q is {q:?}, and the body is at {sensed:?}"))?;
        for row in 0..order {
            let of = |entries: &[f64], of_inputs: [f64; 2]| {
                let states = entries.iter().copied().zip(states.iter().copied());
                product(states.chain([(of_inputs[0], u), (of_inputs[1], q)]))
            };
            let (rate, size) = of(&a[row], b[row]);
            refuse_unless((rates[row] - rate).abs() <= ROUNDING * size, || {
                format!("{name}.x{} changes by {:e}, not {rate:e}", row + 1, rates[row])
            })?;
        }
        let terms = c.iter().copied().zip(states.iter().copied()).chain([(d[0], u), (d[1], q)]);
        let (sum, size) = product(terms);
        let [lower, upper] = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        // An input that a line leads to zero is that up to rounding of where it comes from.
        let of_line = OF_LINES * d[0].abs() * case.machine.largest_input(&format!("{name}.u"));
        let (wanted, allowed) = (sum.max(lower).min(upper), ROUNDING * size + of_line);
        let side = i32::from(sum > upper + allowed) - i32::from(sum < lower - allowed);
        refuse_unless(*saturation == side || (sum - wanted).abs() <= allowed, || {
            format!("{name}.y is {wanted:e} of {sum:e} and shows the limit {saturation}")
        })?;
        match rate_limit {
            None => refuse_unless((y - wanted).abs() <= allowed && y >= lower && y <= upper, || {
                format!("{name}.y is {y:?}, not {wanted:?}")
            })?,
            Some(limit) => {
                let rate = rates[order];
                // It follows, or goes towards what it follows as fast as it may.
                let gap = wanted - y;
                let follows = gap.abs() <= 1e-9 * (size + y.abs()) + of_line;
                let hurries = rate == limit * gap.signum();
                refuse_unless(rate.abs() <= limit * (1.0 + 1e-9) && (follows || hurries), || {
                    format!("{name}.y is {y:e} behind {wanted:e} and changes by {rate:e} of {limit:e}")
                })?;
            }
        }
    }
    Ok(())
}

pub(super) fn servo(case: &Case<'_>) -> Verdict {
    for (servo, shown) in case.machine.servos.iter().zip(&case.at.servos) {
        let &[command, error, integral, current, flapper, spool, spool_velocity, pressure, torque, supply] =
            shown.as_slice()
        else {
            return Err(format!("{} shows too little", servo.name));
        };
        let (position, velocity) = (case.at.position(servo.on), case.at.velocity(servo.on));
        let name = &servo.name;
        let near = |value: f64, expected: f64, size: f64, what: &str| {
            refuse_unless((value - expected).abs() <= ROUNDING * size, || {
                format!("{what} of {name} is {value:e}, not {expected:e}")
            })
        };
        let of_line = OF_LINES / ROUNDING * case.machine.largest_input(&format!("{name}.command"));
        near(error, command - position, command.abs() + position.abs() + of_line, "position error")?;
        let [proportional, of_integral, derivative] = servo.gains;
        let limit = servo.current_limit;
        let (demand, size) = product([(proportional, error), (of_integral, integral)].into_iter());
        if derivative == 0.0 {
            near(current, demand.max(-limit).min(limit), size + limit, "current")?;
        }
        refuse_unless(current.abs() <= limit, || format!("current of {name} is {current:e}, beyond {limit:e}"))?;
        refuse_unless(flapper.abs() <= FLAPPER_TRAVEL && spool.abs() <= SPOOL_TRAVEL, || {
            format!("{name} has its flapper at {flapper:e} and its spool at {spool:e}")
        })?;
        let moves = servo.spool_velocity_gain * flapper;
        let is_held = spool.abs() == SPOOL_TRAVEL && spool * moves >= 0.0;
        near(spool_velocity, if is_held { 0.0 } else { moves }, moves.abs(), "spool velocity")?;
        if let Some(rated) = servo.rated_pressure {
            orifices(servo, rated, [spool, pressure, supply, velocity])
                .map_err(|problem| format!("{name} {problem}"))?;
            near(torque, servo.displacement * pressure, torque.abs(), "torque")?;
            continue;
        }
        let per_flow = servo.pressure_gain / servo.flow_gain;
        let valve = (servo.pressure_gain * spool).max(-supply).min(supply);
        let lost = per_flow * servo.displacement * velocity;
        let wanted = (valve - lost) / (1.0 + servo.leakage * per_flow);
        // A supply that a line leads to zero may be above or below it by rounding, which turns both limits round.
        near(pressure, wanted, valve.abs() + lost.abs() + 2.0 * RATED * OF_LINES / ROUNDING, "pressure")?;
        near(torque, servo.displacement * pressure, torque.abs(), "torque")?;
    }
    Ok(())
}

/// G_QS·x_S·√((p_S − s·p12)/p_rated) = D·v + c_L·p12, s = sign(x_S), where the root of a negative number is minus that of its size.
fn orifices(servo: &Servo, rated: f64, [spool, pressure, supply, velocity]: [f64; 4]) -> Verdict {
    let drop = (supply - f64::from(i8::from(spool > 0.0) - i8::from(spool < 0.0)) * pressure) / rated;
    let root = |drop: f64| drop.signum() * drop.abs().sqrt();
    let through = servo.flow_gain * spool * root(drop);
    let taken = servo.displacement * velocity + servo.leakage * pressure;
    // Where the drop vanishes its rounding is that of the pressures under a root.
    let sizes = (supply + pressure.abs()) / rated + OF_LINES / ROUNDING;
    let spread = servo.flow_gain * spool.abs() * (root(drop + ROUNDING * sizes) - root(drop - ROUNDING * sizes));
    let size = through.abs() + (servo.displacement * velocity).abs() + (servo.leakage * pressure).abs();
    refuse_unless((through - taken).abs() <= 1e3 * ROUNDING * size + spread, || {
        format!("takes {taken:e} of a flow of {through:e}")
    })
}

/// Size of pressures [Pa].
const RATED: f64 = 2.6e7;
/// Travels of the valve where they are not set [m].
const FLAPPER_TRAVEL: f64 = 5e-5;
const SPOOL_TRAVEL: f64 = 1e-3;
