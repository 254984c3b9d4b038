//! Friction against velocity, and the breakaway level.

use super::bench::{Contact, Value};
use super::{Bench, Error, is_bristle, is_comparator, sticks};
use fmu_import::library::Instance;
use fmu_simulation::{Event, EventKind, Setting};
use serde::{Deserialize, Serialize};

/// Points of a curve on either side of rest; they lie closer together near rest, where curves bend.
const POINTS: u32 = 150;
/// The point next to rest over the largest velocity: near enough to show the limit.
const NEAREST: f64 = 1e-9;
/// Bristles settle within a few of their deflections; e^-40 is below the last digit.
const SETTLING: f64 = 40.0;
/// Mass that no friction slows down noticeably, in kg or kg.m2.
const IMMOVABLE: f64 = 1e18;
/// How long a servo may take to build up a torque that breaks away, in s and in steps.
const PATIENCE: (f64, u32) = (2.0, 2000);

/// Friction against velocity. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sliding {
    /// Velocity below zero and friction, ascending.
    pub backward: Vec<(f64, f64)>,
    /// Velocity above zero and friction, ascending.
    pub forward: Vec<(f64, f64)>,
    /// Of laws that hold at rest.
    pub breakaway: Option<Breakaway>,
}

/// Friction at rest holds up to these levels, both positive.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breakaway {
    /// Against motion towards positive position.
    pub forward: f64,
    /// Against motion towards negative position; `None` where there is no such motion.
    pub backward: Option<f64>,
}

pub(super) fn measure(bench: &Bench<'_>, law: &str, largest: f64) -> Result<Sliding, Error> {
    let at = |velocity: f64| Ok((velocity, friction(bench, law, velocity)?));
    let mut speeds: Vec<f64> = speeds(largest, if is_bristle(law) { 1e-5 } else { NEAREST });
    if is_comparator(law) {
        let width = bench.value("friction.regularization_velocity")?;
        speeds.extend([width * (1.0 - NEAREST), width * (1.0 + NEAREST)].iter().filter(|speed| **speed < largest));
        speeds.sort_by(f64::total_cmp);
    }
    let forward: Vec<(f64, f64)> = speeds.iter().map(|speed| at(*speed)).collect::<Result<_, Error>>()?;
    let is_one_way = bench.names().contact == Contact::Forward;
    let backward = speeds.iter().rev().filter(|_| !is_one_way);
    let backward: Vec<(f64, f64)> = backward.map(|speed| at(-speed)).collect::<Result<_, Error>>()?;
    let breakaway = if sticks(law) {
        breakaway(bench, law)?
    } else if is_bristle(law) {
        // Very slow sliding is what breakaway at a very slowly growing effort comes to.
        limit(&backward, &forward)
    } else {
        None
    };
    Ok(Sliding { backward, forward, breakaway })
}

fn speeds(largest: f64, nearest: f64) -> Vec<f64> {
    let later = (1..=POINTS).map(|index| largest * (f64::from(index) / f64::from(POINTS)).powi(2));
    std::iter::once(nearest * largest).chain(later).collect()
}

fn limit(backward: &[(f64, f64)], forward: &[(f64, f64)]) -> Option<Breakaway> {
    Some(Breakaway { forward: forward.first()?.1, backward: Some(-backward.last()?.1) })
}

/// Friction while sliding at a velocity: right at the start, or for a bristle law when its deflection has settled.
fn friction(bench: &Bench<'_>, law: &str, velocity: f64) -> Result<f64, Error> {
    if !is_bristle(law) {
        let settings = bench.settings(law, &[("velocity_start", velocity)])?;
        return read(bench, law, &bench.start(law, &settings)?, bench.names().friction);
    }
    let deflection = slip_deflection(bench, law)?;
    let duration = SETTLING * deflection / velocity.abs();
    let values: [Value<'_>; 2] = [("velocity_start", velocity), (bench.names().inertia, IMMOVABLE)];
    let settings = bench.settings(law, &with_free_travel(bench, &values, duration)?)?;
    let mut instance = bench.start(law, &settings)?;
    instance.do_step(0.0, duration).map_err(|source| Error::Call { law: law.to_string(), source })?;
    read(bench, law, &instance, bench.names().friction)
}

/// Deflection of the bristles that holds the static level.
pub(super) fn slip_deflection(bench: &Bench<'_>, law: &str) -> Result<f64, Error> {
    let name = bench.names().coulomb;
    let coulomb = bench.value(name)?;
    if coulomb <= 0.0 {
        return Err(Error::NoLevel { name: name.to_string(), value: coulomb, law: law.to_string() });
    }
    Ok(coulomb * bench.value("friction.static_ratio")? / bench.value("friction.bristle_stiffness")?)
}

/// Steps as long as the solver finds right, and no end stop in the way; where these are frozen, as they are.
pub(super) fn with_free_travel<'v>(
    bench: &Bench<'_>,
    values: &[Value<'v>],
    step: f64,
) -> Result<Vec<Value<'v>>, Error> {
    let mut values = values.to_vec();
    for (name, value) in [("travel.lower", -1e6), ("travel.upper", 1e6), ("solver.max_step_size", step)] {
        if bench.variable(name).is_ok_and(|variable| variable.causality == "parameter") {
            values.push((name, value));
        }
    }
    Ok(values)
}

pub(super) fn read(bench: &Bench<'_>, law: &str, instance: &Instance<'_>, name: &str) -> Result<f64, Error> {
    let place = bench.variable(name)?.place();
    instance.get(&place).map_err(|source| Error::Call { law: law.to_string(), source })
}

/// The levels that the FMU reports when it breaks away; `None` where it never does.
fn breakaway(bench: &Bench<'_>, law: &str) -> Result<Option<Breakaway>, Error> {
    let settings = pushed(bench, law)?;
    let mut instance = bench.start(law, &settings)?;
    let (step, count) = (PATIENCE.0 / f64::from(PATIENCE.1), PATIENCE.1);
    let failure = |source| Error::Call { law: law.to_string(), source };
    for index in 0..count {
        if let Some(levels) = reported(bench, &instance) {
            return Ok(Some(levels));
        }
        instance.do_step(f64::from(index) * step, step).map_err(failure)?;
    }
    Ok(reported(bench, &instance))
}

/// At rest, with as much push as there is: directly, or by the servo's motor for a command far away.
fn pushed(bench: &Bench<'_>, law: &str) -> Result<Vec<Setting>, Error> {
    const MORE_THAN_ANY_LEVEL: f64 = 1e12;
    let is_servo = bench.interface().find("command").is_some();
    let drive = if is_servo { "command" } else { bench.names().drive };
    bench.settings(law, &[("velocity_start", 0.0), (drive, MORE_THAN_ANY_LEVEL)])
}

fn reported(bench: &Bench<'_>, instance: &Instance<'_>) -> Option<Breakaway> {
    let mut events = instance.take_messages().into_iter().filter_map(|message| Event::parse(&message.text));
    let event = events.rfind(|event| event.kind == EventKind::Breakaway)?;
    let backward = match bench.names().contact {
        Contact::Own | Contact::Either => Some(event.value("backward_limit")?),
        Contact::Forward => None,
    };
    Some(Breakaway { forward: event.value("forward_limit")?, backward })
}
