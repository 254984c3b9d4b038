//! Drivetrains: a table per element, `[body.pdu]`, `[brake.pdu_brake]`, `[[input]]`.
//!
//! ```toml
//! name = "FlapLine"
//! model = "Drivetrain"
//!
//! [body.pdu]
//! inertia = "0.4 kg.m2"
//!
//! [brake.pdu_brake]
//! on = "pdu"
//! friction.coulomb_torque = 120
//!
//! [[input]]
//! name = "drive"
//! on = "pdu"
//! ```

mod bearings;
mod draft;
mod flanks;
pub mod gear_table;
mod laws;
mod left_out;
mod linear;
mod motions;
mod starts;
mod ties;

pub(super) use draft::allowed_keys;

use super::document::{Document, Entry, Scalar};
use super::{ConfigurationError, apply_general, identifier, pattern, start, tune};
use crate::declaration::{
    Causality, Element, Experiment, FIRST_INTEGER_REFERENCE, IMPORTER_TOLERANCE, IMPORTER_TOLERANCE_OF_SERVO, Model,
    ModelKind, Value, Variable, unit,
};
use crate::elements::{ElementKind, servo};
use crate::models::{Motion, position_servo};
use draft::{Draft, drafts};
pub use left_out::left_out;

/// Most bodies, and most contacts, of a drivetrain.
pub const MOST_BODIES: usize = 32;
/// Most brakes, clutches and freewheels.
pub const MOST_CONTACTS: usize = 64;
/// Most states besides those of the bodies: a servo has four, a contact with bristles, a spring with hysteresis and an output of limited
/// rate one, a linear system its own.
pub const MOST_STATES: usize = 64;
/// Longest internal step of a linear system alone, unless the file says otherwise [s].
const LINEAR_STEP: f64 = 0.1;
/// Event indicators of each body, contact, spring, prescribed motion, gear and limited output.
pub const GUARDS_PER_ELEMENT: usize = 4;

/// The drivetrain of a document whose model is `Drivetrain`, or `LinearSystem`: that is one without bodies.
pub fn parse(document: &Document, is_linear_system: bool) -> Result<Model, ConfigurationError> {
    draft::check_keys(document, is_linear_system)?;
    let drafts = drafts(document, is_linear_system)?;
    let elements = elements(document, &drafts)?;
    count(document, &drafts, &elements)?;
    let ties = ties::find(document, &drafts, &elements)?;
    motions::check_ends(document, &drafts, &elements, &ties)?;
    laws::check(document, &elements)?;
    let mut model = model(identifier(document)?, elements);
    if is_linear_system {
        describe_linear_system(&mut model);
    }
    ratio_units(&mut model);
    servo_units(&mut model);
    linear::apply(&mut model, document, &drafts)?;
    for draft in &drafts {
        draft.check_play(document)?;
        laws::check_bearing(document, draft)?;
        flanks::check(document, draft)?;
        for (name, entry) in draft.variables() {
            set(&mut model, &full_name(&draft.name, name), document, entry)?;
        }
    }
    given_once(document, &drafts)?;
    for entry in &document.entries {
        match entry.key.split_once('.') {
            Some(("start", name)) => set(&mut model, name, document, entry)?,
            Some(("output", "show")) => show(&mut model, document, entry)?,
            Some(("output", _)) => return Err(document.error(entry, "unknown key; allowed is show")),
            _ if draft::is_element(&entry.key) || (entry.key == "output" && entry.value == Scalar::Table) => {}
            _ => apply_general(&mut model, document, entry)?,
        }
    }
    starts::check_ratios(&model, document, &drafts)?;
    for (place, draft) in drafts.iter().enumerate() {
        flanks::apply(&mut model, document, (place + 1, draft))?;
        gear_table::apply(&mut model, document, (place + 1, draft))?;
    }
    starts::tie(&mut model, document, &drafts, &ties)?;
    starts::check(&model, document, &drafts, &ties)?;
    motions::check(&model, document, &drafts, &ties)?;
    linear::check_loops(&model, document, &drafts)?;
    hide_connected_inputs(&mut model);
    internal_states(&mut model);
    count_variables(document, &model)?;
    count_states(document, &model)?;
    starts::hide_what_is_not_there(&mut model, document, &drafts);
    document.get("tunable").map_or(Ok(()), |entry| tune(&mut model, document, entry))?;
    Ok(model)
}

/// The elements with what they join, in the order of the file, behind the drivetrain as a whole.
fn elements(document: &Document, drafts: &[Draft<'_>]) -> Result<Vec<Element>, ConfigurationError> {
    let system = Element { kind: ElementKind::System, name: String::new(), first: None, second: None, connector: 0 };
    let mut elements = vec![system];
    for draft in drafts {
        elements.push(Element {
            kind: draft.kind(document, drafts)?,
            name: draft.name.clone(),
            first: None,
            second: None,
            connector: 0,
        });
    }
    for (index, draft) in drafts.iter().enumerate() {
        // One more for the drivetrain as a whole.
        let (first, second) = draft.ends(document, drafts)?;
        (elements[index + 1].first, elements[index + 1].second) = (first.map(|end| end + 1), second.map(|end| end + 1));
    }
    for (index, draft) in drafts.iter().enumerate() {
        if let Some(source) = draft.part.as_ref().and_then(|part| part.source.as_ref()) {
            let (first, connector) = linear::resolve(document, &elements, source)?;
            (elements[index + 1].first, elements[index + 1].connector) = (Some(first), connector);
        }
    }
    Ok(elements)
}

fn count(document: &Document, drafts: &[Draft<'_>], elements: &[Element]) -> Result<(), ConfigurationError> {
    let of = |is_one: fn(ElementKind) -> bool| (0..elements.len()).filter(move |&index| is_one(elements[index].kind));
    at_most(document, drafts, of(is_body), (MOST_BODIES, "bodies and masses"))?;
    at_most(document, drafts, of(is_contact), (MOST_CONTACTS, "contacts"))?;
    if !elements.iter().any(|element| is_body(element.kind) || element.kind.is_of_linear_system()) {
        let problem =
            "a drivetrain has at least one body, mass or linear system: [body.name], [mass.name] or [linear.name]";
        return Err(document.general_error(problem));
    }
    Ok(())
}

/// More elements than there is room for, told at the first one too many.
fn at_most(
    document: &Document,
    drafts: &[Draft<'_>],
    mut elements: impl Iterator<Item = usize>,
    (most, what): (usize, &str),
) -> Result<(), ConfigurationError> {
    let Some(excess) = elements.nth(most) else { return Ok(()) };
    // The first element is the drivetrain as a whole.
    let table = drafts[excess - 1].table();
    let number = most + 1 + elements.count();
    let problem = format!("[{table}] is one too many: {number} {what}; a drivetrain has at most {most}");
    Err(document.table_error(&table, problem))
}

pub(super) fn is_body(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::Body | ElementKind::Mass)
}

fn is_contact(kind: ElementKind) -> bool {
    matches!(
        kind,
        ElementKind::Contact
            | ElementKind::LinearContact
            | ElementKind::BristleContact
            | ElementKind::LinearBristleContact
            | ElementKind::Freewheel
            | ElementKind::LinearFreewheel
    )
}

/// The states of the servos, one servo after the other, then those of the bristles, of the springs with hysteresis and of the linear
/// systems follow those of the bodies: the state vector of the library, whose order is not that in which the variables of a servo are declared.
fn internal_states(model: &mut Model) {
    let has_bristles = |kind| matches!(kind, ElementKind::BristleContact | ElementKind::LinearBristleContact);
    let is_linear = |kind| matches!(kind, ElementKind::LinearState | ElementKind::RateLimitedOutput);
    let servos = model.elements.iter().filter(|element| is_servo(element.kind));
    let of_servos = servos.flat_map(|servo| position_servo::STATES.map(|state| full_name(&servo.name, state)));
    model.states.extend(of_servos);
    let bristles = model.elements.iter().filter(|element| has_bristles(element.kind));
    let others = model.elements.iter().filter(|element| element.kind.has_hysteresis());
    let linear = model.elements.iter().filter(|element| is_linear(element.kind));
    for element in bristles.chain(others).chain(linear) {
        let states = element.kind.variables().into_iter().filter(Variable::is_state);
        model.states.extend(states.map(|state| full_name(&element.name, &state.name)));
    }
}

fn count_states(document: &Document, model: &Model) -> Result<(), ConfigurationError> {
    let of_bodies = model
        .elements
        .iter()
        .filter(|element| is_body(element.kind))
        .flat_map(|body| ["position", "velocity"].map(|state| full_name(&body.name, state)));
    let of_bodies: Vec<String> = of_bodies.collect();
    let mut others = model.states.iter().filter(|state| !of_bodies.contains(state));
    let Some(excess) = others.nth(MOST_STATES) else { return Ok(()) };
    let number = MOST_STATES + 1 + others.count();
    let problem = format!(
        "{excess} is one too many: {number} states besides those of the bodies; a drivetrain has at most {MOST_STATES}"
    );
    Err(document.table_error(&draft::table_with_state(document, excess), problem))
}

/// The variables of all elements, with their start values as declared.
fn model(identifier: String, elements: Vec<Element>) -> Model {
    let variables = elements.iter().flat_map(variables).collect();
    let is_guarded =
        |element: &&Element| is_body(element.kind) || is_contact(element.kind) || is_guarded_link(element.kind);
    let servos = elements.iter().filter(|element| is_servo(element.kind)).count();
    let tolerance = if servos > 0 { IMPORTER_TOLERANCE_OF_SERVO } else { IMPORTER_TOLERANCE };
    // A servo has eight surfaces.
    let event_indicators = GUARDS_PER_ELEMENT * (elements.iter().filter(is_guarded).count() + 2 * servos);
    Model {
        kind: ModelKind::Drivetrain,
        identifier,
        description: "Drivetrain of bodies, contacts with dry friction that truly sticks, springs and gears".into(),
        variables,
        states: Vec::new(),
        elements,
        event_indicators,
        experiment: Experiment { stop_time: 1.0, step_size: 1e-3, tolerance },
        tables: Vec::new(),
    }
}

/// A linear system alone has no friction to be told of, and its series reach far.
fn describe_linear_system(model: &mut Model) {
    model.description = "Linear system x' = A x + B u, y = C x + D u".into();
    if let Some(step) = model.variables.iter_mut().find(|variable| variable.name == "solver.max_step_size") {
        step.start_at(LINEAR_STEP);
    }
}

/// What comes from another element is no input.
fn hide_connected_inputs(model: &mut Model) {
    for index in 0..model.elements.len() {
        let inputs = [(ElementKind::CommandConnection, "command"), (ElementKind::SupplyConnection, "supply_pressure")];
        let Some((_, input)) = inputs.iter().find(|(kind, _)| *kind == model.elements[index].kind) else { continue };
        let servo = model.elements[index].second.map_or("", |servo| &model.elements[servo].name);
        let name = full_name(servo, input);
        model.variables.iter_mut().filter(|variable| variable.name == name).for_each(|input| input.is_hidden = true);
    }
}

fn count_variables(document: &Document, model: &Model) -> Result<(), ConfigurationError> {
    let (number, most) = (model.reals().count(), FIRST_INTEGER_REFERENCE as usize);
    if number > most {
        let problem = format!("{number} Real variables, with the entries of the matrices; an FMU has at most {most}");
        return Err(document.general_error(problem));
    }
    Ok(())
}

fn is_servo(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::Servo | ElementKind::LinearServo)
}

fn is_guarded_link(kind: ElementKind) -> bool {
    let is_other = kind.has_hysteresis() || kind.prescribes().is_some();
    is_other
        || matches!(
            kind,
            ElementKind::Shaft
                | ElementKind::Rod
                | ElementKind::Gear
                | ElementKind::Screw
                | ElementKind::GearBearing
                | ElementKind::LinearGearBearing
                | ElementKind::LimitedOutput
                | ElementKind::RateLimitedOutput
        )
}

/// The variables of an element under their full names.
fn variables(element: &Element) -> Vec<Variable> {
    let full = |name: &str| full_name(&element.name, name);
    let rename = |mut variable: Variable| {
        variable.name = full(&variable.name);
        variable.derivative_of = variable.derivative_of.as_deref().map(full);
        variable.number_of = variable.number_of.as_deref().map(full);
        let sources = variable.starts_from.iter_mut().flatten();
        // A star stands for everything.
        sources.filter(|source| *source != "*").for_each(|source| *source = full(source));
        variable
    };
    element.kind.variables().into_iter().map(rename).collect()
}

/// The name of a variable of an element.
pub(super) fn full_name(element: &str, variable: &str) -> String {
    match (element.is_empty(), variable.is_empty()) {
        (true, _) => variable.to_owned(),
        (false, true) => element.to_owned(),
        (false, false) => format!("{element}.{variable}"),
    }
}

/// A shaft or rod between a body and a mass has a ratio with a unit.
fn ratio_units(model: &mut Model) {
    for index in 0..model.elements.len() {
        let Element {
            kind: ElementKind::Shaft | ElementKind::Rod,
            ref name,
            first: Some(first),
            second: Some(second),
            ..
        } = model.elements[index]
        else {
            continue;
        };
        let quantity = match [first, second].map(|end| model.elements[end].kind.motion()) {
            [Motion::Rotary, Motion::Linear] => unit::ANGLE_PER_LENGTH,
            [Motion::Linear, Motion::Rotary] => unit::LENGTH_PER_ANGLE,
            [Motion::Rotary, Motion::Rotary] | [Motion::Linear, Motion::Linear] => continue,
        };
        let ratio = full_name(name, "ratio");
        if let Some(variable) = model.variables.iter_mut().find(|variable| variable.name == ratio) {
            variable.measure_in(quantity);
            // Between bodies of one kind 1 is what a shaft has; here it is a radius or pitch.
            variable.is_expected = true;
        }
    }
}

/// A servo may control the position of a mass with a motor that turns, and the other way round.
fn servo_units(model: &mut Model) {
    for index in 0..model.elements.len() {
        let Element { kind, ref name, first: Some(feedback), .. } = model.elements[index] else { continue };
        let feedback = model.elements[feedback].kind.motion();
        if !is_servo(kind) || feedback == kind.motion() {
            continue;
        }
        for wanted in servo::mixed(feedback, kind.motion()) {
            let (full, Value::Real(real)) = (full_name(name, &wanted.name), wanted.value) else { continue };
            if let Some(variable) = model.variables.iter_mut().find(|variable| variable.name == full) {
                variable.measure_in(real.quantity);
            }
        }
    }
}

/// A variable has one value: in the table of its element or in `[start]`.
fn given_once(document: &Document, drafts: &[Draft<'_>]) -> Result<(), ConfigurationError> {
    let given: Vec<(String, &Entry)> = drafts.iter().flat_map(Draft::given).collect();
    for entry in &document.entries {
        let Some(name) = entry.key.strip_prefix("start.") else { continue };
        if let Some((_, other)) = given.iter().find(|(known, _)| known == name) {
            let (key, value, line) = (&other.key, &other.source, other.position.line);
            let problem =
                format!("{name} has a value already, {key} = {value} in line {line}; give it in one of the two places");
            return Err(document.error(entry, problem));
        }
    }
    Ok(())
}

/// Sets a start value; limits may be infinite.
fn set(model: &mut Model, name: &str, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    let is_limit = [".travel.lower", ".travel.upper", ".gap.lower", ".gap.upper"].iter().any(|end| name.ends_with(end));
    let known = model.variables.iter_mut().find(|variable| variable.name == name && !variable.is_hidden);
    if let (true, Some(variable), Scalar::Number(text)) = (is_limit, known, &entry.value)
        && let Some(sign) = infinity(text)
    {
        variable.start_at(sign * f64::MAX);
        return Ok(());
    }
    start::set(model, name, document, entry)
}

/// The sign of an infinite number.
fn infinity(text: &str) -> Option<f64> {
    match text {
        "inf" | "+inf" => Some(1.0),
        "-inf" => Some(-1.0),
        _ => None,
    }
}

/// Outputs that are not asked for become local variables.
fn show(model: &mut Model, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    let patterns = document.list(entry)?;
    let outputs = || model.variables.iter().filter(|variable| variable.causality == Causality::Output);
    for wanted in patterns {
        if !outputs().any(|variable| pattern::matches(wanted, &variable.name)) {
            let known = outputs().map(|variable| variable.name.as_str());
            let similar = crate::nearest(wanted, known);
            let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
            return Err(document.error(entry, format!("{wanted:?} matches no output{hint}")));
        }
    }
    for variable in model.variables.iter_mut().filter(|variable| variable.causality == Causality::Output) {
        if !patterns.iter().any(|wanted| pattern::matches(wanted, &variable.name)) {
            variable.causality = Causality::Local;
        }
    }
    Ok(())
}
