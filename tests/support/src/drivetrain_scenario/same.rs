//! What must not depend on the mirror, on saved states, on communication steps, or on the order of the file.

use super::judge::{judge, judge_undecided};
use super::machine::{Instant, Machine};
use super::run::{Scene, Trace};
use super::scenario::{Element, Scenario};
use crate::random::Random;
use crate::reports::Reports;
use crate::saved;
use crate::scenario::Shift;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;

/// A kind of its own, where a step was bridged.
pub fn after_warning(problem: String, trace: &Trace) -> String {
    if trace.reports.warnings > 0 { format!("bridged {problem}") } else { problem }
}

/// The mirror image is exact: all is negated, nothing else changes. A one-way clutch connects the same bodies the other way round,
/// and shows the same.
pub fn mirror(scene: &Scene<'_>, right: &Trace) -> Result<(), String> {
    let mirrored = mirrored(scene.scenario);
    let image = Scene { spoil: scene.spoil, ..Scene::new(&mirrored)? };
    let left = image.trace(image.fresh.copy().unwrap(), scene.scenario.steps, -1.0)?;
    for (a, b) in right.points.iter().zip(&left.points) {
        let mut negated = negated(&scene.machine, b);
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

fn negated(machine: &Machine, at: &Instant) -> Instant {
    let mut negated = at.clone();
    let contacts = machine.contacts.iter().zip(&mut negated.contacts);
    let contacts = contacts.filter(|(contact, _)| !contact.is_freewheel).map(|(_, shown)| shown);
    let others = [&mut negated.bodies, &mut negated.springs, &mut negated.gears];
    for shown in others.into_iter().flatten().chain(contacts) {
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
fn mirrored(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    for element in &mut scenario.elements {
        if element.table == "freewheel" {
            element.joins.reverse();
        }
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
    for system in &mut scenario.systems {
        system.start.iter_mut().for_each(|start| *start = -*start);
        system.limits = system.limits.map(|[lower, upper]| [-upper, -lower]);
    }
    scenario
}

/// A scenario that goes on in another instance, before or after its inputs were set, and from then on by turns in both, is the same to the bit.
pub fn saved_state(scene: &Scene<'_>, right: &Trace, random: &mut Random) -> Result<(), String> {
    let steps: Vec<_> = scene.steps(scene.scenario.steps).collect();
    let change = random.below(steps.len());
    let has_inputs = change % 2 == 1;
    let mut reports = Reports::default();
    let mut actuator = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports)?;
    let mut other = scene.fresh.copy().unwrap();
    let go_on = |actuator: &mut Drivetrain, other: &mut Drivetrain| {
        let bytes = saved::save(actuator);
        saved::restore(other, &bytes);
        std::mem::swap(actuator, other);
    };
    for (number, step) in steps.iter().enumerate() {
        if number == change && !has_inputs {
            go_on(&mut actuator, &mut other);
        } else if number > change {
            assert!(other.assign(&actuator));
            std::mem::swap(&mut actuator, &mut other);
        }
        scene.feed(&mut actuator, step.piece, step.elapsed, 1.0);
        if number == change && has_inputs {
            go_on(&mut actuator, &mut other);
        }
        scene.advance(&mut actuator, step, &mut reports)?;
        actuator.update_outputs();
        let (now, then) = (scene.read(step.to, &actuator), &right.points[number + 1]);
        if now != *then {
            let saved = steps[change].from;
            return Err(format!("saved state: of {saved:?} s, at {:?} s {now:?}, but {then:?}", step.to));
        }
    }
    Ok(())
}

/// Reading outputs changes nothing: a scenario that is read right after the inputs are set, and one that is not read until its end,
/// are the same to the bit. What is shown there, before a step has decided anything, keeps the rules that hold without it.
pub fn reading(scene: &Scene<'_>, right: &Trace) -> Result<(), String> {
    let mut reports = Reports::default();
    let mut read = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports)?;
    let mut unread = read.copy().unwrap();
    let mut shown = Vec::new();
    for (number, step) in scene.steps(scene.scenario.steps).enumerate() {
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
    let end = scene.scenario.end();
    if scene.read(end, &unread) != scene.read(end, &read) {
        return Err("reading: a scenario that is not read until its end ends elsewhere".into());
    }
    judge_undecided(&scene.machine, &shown).map_err(|problem| format!("undecided {problem}"))
}

/// Positions and velocities may differ by this share of their sizes.
const ALLOWED: f64 = 1e-9;
/// What the same differences are compared with: what a change of the data by this share does, ...
const CHANGE: f64 = 1e-10;
/// ... times this.
const FACTOR: f64 = 10.0;
/// A scenario that such a change leads elsewhere by this share is not compared.
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
    let mut scenario = scene.scenario.clone();
    // The start of tied bodies is given at the first of them: bodies stay in their order.
    let (bodies, mut others): (Vec<Element>, Vec<Element>) = scenario.elements.into_iter().partition(Element::is_body);
    for last in (1..others.len()).rev() {
        others.swap(last, random.below(last + 1));
    }
    scenario.elements = others.into_iter().chain(bodies).collect();
    let shuffled = Scene { spoil: scene.spoil, ..Scene::new(&scenario)? };
    let other = shuffled.trace(shuffled.fresh.copy().unwrap(), scenario.steps, 1.0)?;
    compare(scene, right, &other).map_err(|problem| {
        let names: Vec<&str> = scenario.elements.iter().map(|element| element.name.as_str()).collect();
        format!("order: with the elements as {names:?} {problem}")
    })
}

/// What neighbours of a scenario differ by in their data.
const NEAR: f64 = 1e-7;
/// They say nothing where a scenario is not this far from all of them, ...
const APART: f64 = 1e-4;
/// ... and this many times as far as they are from each other.
const ALONE: f64 = 100.0;
/// Of neighbours that differ to opposite sides: at a limit one of them is beyond it.
const PAIRS: usize = 2;

/// Where all scenarios beside this one, whose levels, inertias, losses and loads differ by 1e-7, move alike, it moves as they do. At a limit,
/// where a load is just held, they move one way on the one side and another way on the other side; a motion that they have in common
/// and the scenario between them has not is the outcome of no equation.
pub fn neighbours(scene: &Scene<'_>, right: &Trace, random: &mut Random) -> Result<(), String> {
    let mut traces = Vec::new();
    let seeds: Vec<u64> = (0..PAIRS).map(|_| random.bits()).collect();
    for (seed, side) in seeds.into_iter().flat_map(|seed| [(seed, NEAR), (seed, -NEAR)]) {
        let scenario = beside(scene.scenario, &mut Random::new(seed), side);
        let near = Scene { scenario: &scenario, machine: Machine::new(&scenario), ..copy(scene) };
        let trace = near.trace(with_numbers(near.fresh.copy().unwrap(), &scenario), scenario.steps, 1.0)?;
        if trace.reports.warnings > 0 {
            return Ok(());
        }
        traces.push(trace);
    }
    if right.reports.warnings > 0 {
        return Err("neighbour: steps are bridged, and none of those whose data differ by 1e-7".into());
    }
    let pairs = traces.iter().enumerate().flat_map(|(number, a)| traces[..number].iter().map(move |b| (a, b)));
    let among = pairs.map(|(a, b)| apart(scene, a, b)).fold(0.0, f64::max);
    let away = traces.iter().map(|trace| apart(scene, right, trace)).fold(f64::INFINITY, f64::min);
    if away <= APART || away <= ALONE * among {
        return Ok(());
    }
    Err(format!(
        "neighbour: it is {away:e} of its motion away from all whose data differ by {NEAR:e}, which are {among:e} from each other"
    ))
}

/// A scenario whose data differ by a little, each to a side of its own.
fn beside(scenario: &Scenario, random: &mut Random, side: f64) -> Scenario {
    let mut scenario = scenario.clone();
    let mut little = || side * random.sign() * (1.0 + random.unit());
    for element in &mut scenario.elements {
        // Ratios stay above 1, and efficiencies below; some laws have no static ratio but 1.
        let is_free = |(key, value): &&mut (String, f64)| is_data(key) && !(is_bounded(key) && *value == 1.0);
        for (key, value) in element.numbers.iter_mut().filter(is_free) {
            let change = little();
            *value = if *value == 0.0 && is_bounded(key) { change } else { *value * (1.0 + change) };
        }
    }
    let signals = scenario.signals.clone();
    let loads = signals.iter().enumerate().filter(|(_, name)| !name.contains('.'));
    for (signal, _) in loads {
        let change = little();
        scenario.pieces.iter_mut().for_each(|piece| {
            piece.values[signal] = piece.values[signal].map(|value| value * (1.0 + change));
        });
    }
    scenario
}

fn is_data(key: &str) -> bool {
    matches!(key, "inertia" | "mass") || key.starts_with("friction.coulomb") || is_bounded(key)
}

/// 1 is the least ratio and the largest efficiency.
fn is_bounded(key: &str) -> bool {
    key.starts_with("efficiency") || key.ends_with("static_ratio") || key.ends_with("breakaway_ratio")
}

/// Largest difference of positions and velocities at the ends of the pieces, relative to what any body does, seen through the levers.
fn apart(scene: &Scene<'_>, a: &Trace, b: &Trace) -> f64 {
    let bodies = 0..scene.machine.bodies.len();
    let of = |read: fn(&Instant, usize) -> f64| {
        let lever = |body: usize| scene.machine.bodies[body].lever;
        let points = a.points.iter().chain(&b.points);
        let sizes = points.flat_map(|at| bodies.clone().map(move |body| read(at, body).abs() / lever(body)));
        let size = sizes.fold(0.0, f64::max);
        // Velocities may jump at the end of a piece; the next one shows whether they differ.
        let ends =
            a.ends.iter().zip(&b.ends).filter(|(a_end, b_end)| !has_event_at(a, **a_end) && !has_event_at(b, **b_end));
        let pairs = ends.map(|(a_end, b_end)| (&a.points[*a_end], &b.points[*b_end]));
        let differences = pairs
            .flat_map(|(a, b)| bodies.clone().map(move |body| (read(a, body) - read(b, body)).abs() / lever(body)));
        let largest = differences.fold(0.0, f64::max);
        if largest == 0.0 { 0.0 } else { largest / size }
    };
    of(Instant::position).max(of(Instant::velocity))
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
            let mut scenario = scene.scenario.clone();
            change(&mut scenario, 1.0 + sign * CHANGE);
            let near = Scene { scenario: &scenario, machine: Machine::new(&scenario), ..copy(scene) };
            let actuator = with_numbers(near.fresh.copy().unwrap(), &scenario);
            let trace = near.trace(actuator, scenario.steps, 1.0)?;
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
    let machine = Machine::new(scene.scenario);
    let places = super::machine::Places::new(&machine, scene.fresh.interface());
    let (fresh, inputs) = (scene.fresh.copy().unwrap(), scene.inputs.clone());
    Scene { scenario: scene.scenario, machine, places, fresh, inputs, spoil: |_, _| {} }
}

/// An event this close to the end of a piece, as a share of the scenario, may come before or after it.
const AT_THE_END: f64 = 1e-9;

/// Whether an event happens where a piece ends: one trace may show what was before it, and the other what was after it.
fn has_event_at(trace: &Trace, end: usize) -> bool {
    let (time, length) = (trace.points[end].time, trace.points[trace.points.len() - 1].time);
    trace.reports.events.iter().any(|event| (event.time - time).abs() <= AT_THE_END * length)
}

/// Largest relative difference at the end of each piece, of velocities only where no event happens there.
fn differences(a: &Trace, b: &Trace) -> Vec<f64> {
    let count = a.points[0].bodies.len();
    let largest = |read: fn(&Instant, usize) -> f64| {
        (0..count).map(move |body| a.points.iter().map(|at| read(at, body).abs()).fold(0.0, f64::max))
    };
    let sizes: Vec<(f64, f64)> = largest(Instant::position).zip(largest(Instant::velocity)).collect();
    let relative = |difference: f64, size: f64| if difference == 0.0 { 0.0 } else { difference.abs() / size };
    let at = |(a_end, b_end): (&usize, &usize)| {
        let jumps = has_event_at(a, *a_end) || has_event_at(b, *b_end);
        let (a, b) = (&a.points[*a_end], &b.points[*b_end]);
        let of = |body: usize| {
            let (position, velocity) = sizes[body];
            let moved = relative(a.position(body) - b.position(body), position);
            if jumps { moved } else { moved.max(relative(a.velocity(body) - b.velocity(body), velocity)) }
        };
        (0..count).map(of).fold(0.0, f64::max)
    };
    a.ends.iter().zip(&b.ends).map(at).collect()
}

fn scale_levels(scenario: &mut Scenario, factor: f64) {
    let is_level = |key: &str| {
        key.starts_with("friction.coulomb")
            || key.starts_with("friction.table.torque")
            || key.starts_with("friction.table.force")
    };
    scale(scenario, |element, key| element.is_contact() && is_level(key), factor);
}

fn scale_inertia(scenario: &mut Scenario, factor: f64) {
    scale(scenario, |_, key| matches!(key, "inertia" | "mass"), factor);
}

fn scale_loads(scenario: &mut Scenario, factor: f64) {
    let signals = scenario.signals.clone();
    for piece in &mut scenario.pieces {
        let values = piece.values.iter_mut().zip(&signals).filter(|(_, name)| !name.contains('.'));
        values.for_each(|(values, _)| *values = values.map(|value| value * factor));
    }
}

fn scale(scenario: &mut Scenario, which: impl Fn(&Element, &str) -> bool, factor: f64) {
    for element in &mut scenario.elements {
        let known = element.clone();
        let numbers = element.numbers.iter_mut().filter(|(key, _)| which(&known, key));
        numbers.for_each(|(_, value)| *value *= factor);
        let changes =
            scenario.changes.iter_mut().filter(|change| change.element == known.name && which(&known, &change.key));
        changes.for_each(|change| change.value *= factor);
    }
}

/// An instance with the numbers of a scenario that differs in its levels and inertias.
fn with_numbers(mut actuator: Drivetrain, scenario: &Scenario) -> Drivetrain {
    let interface = actuator.interface();
    for element in &scenario.elements {
        for (key, value) in &element.numbers {
            let is_changed = is_data(key) || key.starts_with("friction.");
            let name = format!("{}.{key}", element.name);
            let place = interface.reals.iter().position(|variable| variable.name == name);
            if let (true, Some(place)) = (is_changed, place) {
                actuator.reals_mut()[place] = *value;
            }
        }
    }
    actuator
}
