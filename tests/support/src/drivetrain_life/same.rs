//! What must not depend on the mirror, on saved states, on communication steps, or on the order of the file.

use super::judge::{judge, judge_undecided};
use super::life::{Element, Life};
use super::machine::Instant;
use super::run::{Scene, Trace};
use crate::life::Shift;
use crate::random::Random;
use crate::reports::Reports;
use crate::saved;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;

/// A kind of its own, where a step was bridged.
pub fn after_warning(problem: String, trace: &Trace) -> String {
    if trace.reports.warnings > 0 { format!("bridged {problem}") } else { problem }
}

/// The mirror image is exact: all is negated, nothing else changes.
pub fn mirror(scene: &Scene<'_>, right: &Trace) -> Result<(), String> {
    let mirrored = mirrored(scene.life);
    let image = Scene { spoil: scene.spoil, ..Scene::new(&mirrored)? };
    let left = image.trace(image.fresh.copy().unwrap(), scene.life.steps, -1.0)?;
    for (a, b) in right.points.iter().zip(&left.points) {
        let mut negated = negated(b);
        // Between stops without room both are touched.
        for ((body, a), b) in scene.machine.bodies.iter().zip(&a.bodies).zip(&mut negated.bodies) {
            if body.travel.0 == body.travel.1 {
                b.number = a.number;
            }
        }
        if same(a) != same(&negated) {
            return Err(format!("mirror: at {:?} s {a:?}, but {negated:?}", a.time));
        }
    }
    Ok(())
}

/// An instant without the sign of zeros.
fn same(at: &Instant) -> Instant {
    let mut plain = at.clone();
    for shown in [&mut plain.bodies, &mut plain.contacts, &mut plain.springs, &mut plain.gears].into_iter().flatten() {
        shown.reals.iter_mut().for_each(|real| *real += 0.0);
    }
    plain.others().for_each(|real| *real += 0.0);
    plain
}

fn negated(at: &Instant) -> Instant {
    let mut negated = at.clone();
    let shown = [&mut negated.bodies, &mut negated.contacts, &mut negated.springs, &mut negated.gears];
    for shown in shown.into_iter().flatten() {
        shown.reals.iter_mut().for_each(|real| *real = -*real);
        shown.number = if shown.number == 2 { 2 } else { -shown.number };
    }
    negated.others().for_each(|real| *real = -*real);
    for servo in &mut negated.servos {
        // A supply has no direction.
        servo[9] = -servo[9];
    }
    negated.systems.iter_mut().for_each(|(_, saturation)| *saturation = -*saturation);
    negated
}

/// The configuration with all directions turned; inputs are turned as they are fed.
fn mirrored(life: &Life) -> Life {
    let mut life = life.clone();
    for element in &mut life.elements {
        for (key, value) in &mut element.numbers {
            let other = match key.as_str() {
                "position_start" | "velocity_start" | "rest_angle" | "rest_position" => key.clone(),
                "travel.lower" => "travel.upper".into(),
                "travel.upper" => "travel.lower".into(),
                "gap.lower" => "gap.upper".into(),
                "gap.upper" => "gap.lower".into(),
                _ => continue,
            };
            (*key, *value) = (other, -*value);
        }
    }
    for system in &mut life.systems {
        system.start.iter_mut().for_each(|start| *start = -*start);
        system.limits = system.limits.map(|[lower, upper]| [-upper, -lower]);
    }
    life
}

/// A life that goes on in another instance, and from then on by turns in both, is the same to the bit.
pub fn saved_state(scene: &Scene<'_>, right: &Trace, random: &mut Random) -> Result<(), String> {
    let steps: Vec<_> = scene.steps(scene.life.steps).collect();
    let change = random.below(steps.len());
    let mut reports = Reports::default();
    let mut actuator = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports)?;
    let mut other = scene.fresh.copy().unwrap();
    for (number, step) in steps.iter().enumerate() {
        if number == change {
            let bytes = saved::save(&mut actuator);
            saved::restore(&mut other, &bytes);
            std::mem::swap(&mut actuator, &mut other);
        } else if number > change {
            assert!(other.assign(&actuator));
            std::mem::swap(&mut actuator, &mut other);
        }
        scene.step(&mut actuator, step, 1.0, &mut reports)?;
        let (now, then) = (scene.read(step.to, &actuator), &right.points[number + 1]);
        if now != *then {
            let saved = steps[change].from;
            return Err(format!("saved state: of {saved:?} s, at {:?} s {now:?}, but {then:?}", step.to));
        }
    }
    Ok(())
}

/// Reading outputs changes nothing: a life that is read right after the inputs are set, and one that is not read until its end,
/// are the same to the bit. What is shown there, before a step has decided anything, keeps the rules that hold without it.
pub fn reading(scene: &Scene<'_>, right: &Trace) -> Result<(), String> {
    let mut reports = Reports::default();
    let mut read = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports)?;
    let mut unread = read.copy().unwrap();
    let mut shown = Vec::new();
    for (number, step) in scene.steps(scene.life.steps).enumerate() {
        for actuator in [&mut read, &mut unread] {
            scene.feed(actuator, step.piece, step.elapsed, 1.0);
        }
        read.update_outputs();
        shown.push(Instant { piece: step.number, ..scene.read(step.from, &read) });
        scene.advance(&mut unread, &step, &mut reports)?;
        scene.advance(&mut read, &step, &mut reports)?;
        read.update_outputs();
        let (now, then) = (scene.read(step.to, &read), &right.points[number + 1]);
        if now != *then {
            return Err(format!("reading: before the step from {:?} s leads to {now:?}, not {then:?}", step.from));
        }
    }
    unread.update_outputs();
    let end = scene.life.end();
    if scene.read(end, &unread) != scene.read(end, &read) {
        return Err("reading: a life that is not read until its end ends elsewhere".into());
    }
    judge_undecided(&scene.machine, &shown).map_err(|problem| format!("undecided {problem}"))
}

/// Positions and velocities may differ by this share of their sizes.
const ALLOWED: f64 = 1e-9;
/// What the same differences are compared with: what a change of the data by this share does, ...
const CHANGE: f64 = 1e-10;
/// ... times this.
const FACTOR: f64 = 10.0;
/// A life that such a change leads elsewhere by this share is not compared.
const SENSITIVE: f64 = 1e-5;

/// The ends of the pieces agree with another number of communication steps.
pub fn other_steps(scene: &Scene<'_>, right: &Trace, steps: usize) -> Result<Shift, String> {
    let other = scene.trace(scene.fresh.copy().unwrap(), steps, 1.0)?;
    judge(&scene.machine, &other.points)
        .map_err(|problem| after_warning(format!("{problem} (with {steps} steps)"), &other))?;
    compare(scene, right, &other).map_err(|problem| format!("step: with {steps} steps {problem}"))
}

/// The elements in another order make the same drivetrain.
pub fn other_order(scene: &Scene<'_>, right: &Trace, random: &mut Random) -> Result<Shift, String> {
    let mut life = scene.life.clone();
    // The start of tied bodies is given at the first of them: bodies stay in their order.
    let (bodies, mut others): (Vec<Element>, Vec<Element>) = life.elements.into_iter().partition(Element::is_body);
    for last in (1..others.len()).rev() {
        others.swap(last, random.below(last + 1));
    }
    life.elements = others.into_iter().chain(bodies).collect();
    let shuffled = Scene { spoil: scene.spoil, ..Scene::new(&life)? };
    let other = shuffled.trace(shuffled.fresh.copy().unwrap(), life.steps, 1.0)?;
    compare(scene, right, &other).map_err(|problem| {
        let names: Vec<&str> = life.elements.iter().map(|element| element.name.as_str()).collect();
        format!("order: with the elements as {names:?} {problem}")
    })
}

fn compare(scene: &Scene<'_>, right: &Trace, other: &Trace) -> Result<Shift, String> {
    if right.reports.warnings + other.reports.warnings > 0 {
        return Ok(Shift::Warned);
    }
    let apart = differences(right, other);
    let largest = apart.iter().copied().fold(0.0, f64::max);
    if largest <= ALLOWED {
        return Ok(Shift::Within(largest));
    }
    let mut changed = vec![0.0_f64; apart.len()];
    for change in [scale_levels, scale_loads, scale_inertia] {
        for sign in [1.0, -1.0] {
            let mut life = scene.life.clone();
            change(&mut life, 1.0 + sign * CHANGE);
            let near = Scene { life: &life, machine: super::machine::Machine::new(&life), ..copy(scene) };
            let actuator = with_numbers(near.fresh.copy().unwrap(), &life);
            let trace = near.trace(actuator, life.steps, 1.0)?;
            if trace.reports.warnings > 0 {
                return Ok(Shift::Sensitive);
            }
            changed.iter_mut().zip(differences(right, &trace)).for_each(|(most, now)| *most = most.max(now));
        }
    }
    let mut allowed: f64 = 0.0;
    for ((apart, changed), end) in apart.iter().zip(&changed).zip(&right.ends) {
        allowed = allowed.max(*changed);
        if allowed > SENSITIVE {
            return Ok(Shift::Sensitive);
        }
        if *apart > ALLOWED + FACTOR * allowed {
            let time = right.points[*end].time;
            return Err(format!("it is elsewhere at {time:?} s by {apart:e}; a change of {CHANGE:e} does {allowed:e}"));
        }
    }
    Ok(Shift::Within(largest))
}

/// The same, as it is shown without what spoils it.
fn copy<'a>(scene: &Scene<'a>) -> Scene<'a> {
    let machine = super::machine::Machine::new(scene.life);
    let places = super::machine::Places::new(&machine, scene.fresh.interface());
    let (fresh, inputs) = (scene.fresh.copy().unwrap(), scene.inputs.clone());
    Scene { life: scene.life, machine, places, fresh, inputs, spoil: |_, _| {} }
}

/// Largest relative difference at the end of each piece.
fn differences(a: &Trace, b: &Trace) -> Vec<f64> {
    let count = a.points[0].bodies.len();
    let largest = |read: fn(&Instant, usize) -> f64| {
        (0..count).map(move |body| a.points.iter().map(|at| read(at, body).abs()).fold(0.0, f64::max))
    };
    let sizes: Vec<(f64, f64)> = largest(Instant::position).zip(largest(Instant::velocity)).collect();
    let relative = |difference: f64, size: f64| if difference == 0.0 { 0.0 } else { difference.abs() / size };
    let pairs = a.ends.iter().zip(&b.ends).map(|(a_end, b_end)| (&a.points[*a_end], &b.points[*b_end]));
    let at = |(a, b): (&Instant, &Instant)| {
        let of = |body: usize| {
            let (position, velocity) = sizes[body];
            let moved = relative(a.position(body) - b.position(body), position);
            moved.max(relative(a.velocity(body) - b.velocity(body), velocity))
        };
        (0..count).map(of).fold(0.0, f64::max)
    };
    pairs.map(at).collect()
}

fn scale_levels(life: &mut Life, factor: f64) {
    let is_level = |key: &str| {
        key.starts_with("friction.coulomb")
            || key.starts_with("friction.table.torque")
            || key.starts_with("friction.table.force")
    };
    scale(life, |element, key| element.is_contact() && is_level(key), factor);
}

fn scale_inertia(life: &mut Life, factor: f64) {
    scale(life, |_, key| matches!(key, "inertia" | "mass"), factor);
}

fn scale_loads(life: &mut Life, factor: f64) {
    let signals = life.signals.clone();
    for piece in &mut life.pieces {
        let values = piece.values.iter_mut().zip(&signals).filter(|(_, name)| !name.contains('.'));
        values.for_each(|(values, _)| *values = values.map(|value| value * factor));
    }
}

fn scale(life: &mut Life, which: impl Fn(&Element, &str) -> bool, factor: f64) {
    for element in &mut life.elements {
        let known = element.clone();
        let numbers = element.numbers.iter_mut().filter(|(key, _)| which(&known, key));
        numbers.for_each(|(_, value)| *value *= factor);
        let changes =
            life.changes.iter_mut().filter(|change| change.element == known.name && which(&known, &change.key));
        changes.for_each(|change| change.value *= factor);
    }
}

/// An instance with the numbers of a life that differs in its levels and inertias.
fn with_numbers(mut actuator: Drivetrain, life: &Life) -> Drivetrain {
    let interface = actuator.interface();
    for element in &life.elements {
        for (key, value) in &element.numbers {
            let is_changed = matches!(key.as_str(), "inertia" | "mass") || key.starts_with("friction.");
            let name = format!("{}.{key}", element.name);
            let place = interface.reals.iter().position(|variable| variable.name == name);
            if let (true, Some(place)) = (is_changed, place) {
                actuator.reals_mut()[place] = *value;
            }
        }
    }
    actuator
}
