//! Scenarios beside a scenario: what all of them do, it does too, and what its communication step does is no more than a change of its data.

use super::draw::Scenario;
use super::model::Body;
use super::promises::promise;
use super::run::{Trace, trace};
use crate::random::Random;

/// What neighbours differ by in their data.
const NEAR: f64 = 1e-7;
/// They say nothing where a scenario is not this far from all of them, ...
const APART: f64 = 1e-4;
/// ... and this many times as far as they are from each other.
const ALONE: f64 = 100.0;
/// Of neighbours that differ to opposite sides: at a limit one of them is beyond it.
const PAIRS: u64 = 2;
/// Positions may differ by this many times the change of the data that is promised not to show.
const FACTOR: f64 = 100.0;

/// Where all scenarios whose levels, inertias, losses and inputs differ by 1e-7 move alike, this one moves as they do: at a limit they do
/// not. And with one communication step per piece of the inputs it is in the same places.
pub fn neighbours(actuator: &impl Body, scenario: &Scenario, right: &Trace, steps_count: bool) -> Result<(), String> {
    let mut traces = Vec::new();
    for (pair, side) in (0..PAIRS).flat_map(|pair| [(pair, NEAR), (pair, -NEAR)]) {
        let random = &mut Random::new(!scenario.seed ^ pair);
        let near = trace(actuator, &beside(scenario, random, side), scenario.steps, 1.0)?;
        if near.reports.warnings > 0 || near.diverged.is_some() {
            return Ok(());
        }
        traces.push(near);
    }
    if right.reports.warnings > 0 {
        return Err("steps are bridged, and none of those whose data differ by 1e-7".into());
    }
    let among: Vec<f64> =
        traces.iter().enumerate().flat_map(|(n, a)| traces[..n].iter().map(|b| apart(a, b))).collect();
    let among = among.into_iter().fold(0.0, f64::max);
    let away: Vec<f64> = traces.iter().map(|near| apart(right, near)).collect();
    let nearest = away.iter().copied().fold(f64::INFINITY, f64::min);
    if nearest > APART && nearest > ALONE * among {
        return Err(format!(
            "{nearest:e} of its motion away from all whose data differ by {NEAR:e}, which are {among:e} apart"
        ));
    }
    let sensitivity = away.into_iter().fold(among, f64::max) / NEAR;
    let other = trace(actuator, scenario, 1, 1.0)?;
    let (moved, data) = (apart(right, &other), promise(scenario).data);
    let allowed = FACTOR * data * sensitivity.max(1.0);
    if steps_count && other.reports.warnings == 0 && moved > allowed && sensitivity * NEAR < APART {
        return Err(format!("{moved:e} of its motion elsewhere with another step, allowed are {allowed:e}"));
    }
    Ok(())
}

/// Largest difference of the positions at the ends of the pieces, relative to what is moved.
fn apart(a: &Trace, b: &Trace) -> f64 {
    let of = |trace: &Trace, end: &usize| trace.points[*end].1.position;
    let places = a.points.iter().chain(&b.points).map(|(_, at)| at.position);
    let (least, most) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), place| (l.min(place), m.max(place)));
    let differences = a.ends.iter().zip(&b.ends).map(|(a_end, b_end)| (of(a, a_end) - of(b, b_end)).abs());
    let largest = differences.fold(0.0, f64::max);
    if largest <= ROUNDING * least.abs().max(most.abs()) { 0.0 } else { largest / (most - least) }
}

/// Of positions.
const ROUNDING: f64 = 1e-15;

/// A scenario whose data differ by a little, each to a side of its own.
fn beside(scenario: &Scenario, random: &mut Random, side: f64) -> Scenario {
    let mut near = scenario.clone();
    let mut little = || side * random.sign() * (1.0 + random.unit());
    let names = [scenario.level_name(), scenario.inertia_name(), "load_inertia"];
    for name in names.into_iter().chain(BOUNDED) {
        let (value, change) = (scenario.parameter(name), little());
        // Ratios stay above 1, and efficiencies below.
        let is_bounded = BOUNDED.contains(&name);
        let stays = value.is_nan() || (is_bounded && value == 1.0);
        if !stays {
            near.set(name, if is_bounded && value == 0.0 { change } else { value * (1.0 + change) });
        }
    }
    for input in 0..scenario.pieces[0].begin.len() {
        let factor = 1.0 + little();
        for piece in &mut near.pieces {
            piece.begin[input] *= factor;
            piece.end[input] *= factor;
        }
    }
    near
}

/// 1 is the least ratio and the largest efficiency.
const BOUNDED: [&str; 3] = ["friction.static_ratio", "friction.efficiency_opposing", "friction.efficiency_aiding"];
