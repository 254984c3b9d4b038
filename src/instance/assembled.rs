//! Models that a configuration puts together from elements. Their variables are those of the elements, one element after the
//! other.

use super::configured::{
    Keeper, Refused, Storage, check_tables, configured_integer, configured_real, keep_points, table_of,
};
use crate::drivetrain::{event_indicators, is_source};
use crate::interface::{
    Causality, Element, ElementKind, FIRST_INTEGER_REFERENCE, FrictionTable, IntegerVariable, Interface, ModelKind,
    RealVariable, StateVariable,
};
use crate::memory::Heap;
use configuration_block::{Content, Damage, Element as Listed};
use std::vec::Vec;

/// Name of the model in a configuration.
pub const MODEL: &str = "Drivetrain";

fn kind_of(element: &Listed<'_>) -> Result<ElementKind, Refused> {
    ElementKind::ALL.get(usize::from(element.kind)).copied().ok_or(Refused::Element)
}

/// Checks the elements and the values of their variables.
pub fn check(content: &Content<'_>) -> Result<(), Refused> {
    let count = content.elements.iter().count();
    let (mut reals, mut integers) = (content.reals.iter(), content.integers.iter());
    for (index, element) in content.elements.iter().enumerate() {
        let kind = kind_of(&element)?;
        check_ends(content, &element, kind)?;
        if (kind == ElementKind::System) != (index == 0) || (index > 0 && element.name.is_empty()) {
            return Err(Refused::Element);
        }
        let (of_reals, of_integers) = kind.variables();
        for variable in of_reals.iter() {
            let (start, configured) = reals.next().ok_or(Refused::Count)?;
            configured_real(variable, start, configured)?;
        }
        for variable in of_integers.iter() {
            let (start, configured) = integers.next().ok_or(Refused::Count)?;
            configured_integer(variable, start, configured)?;
        }
    }
    let kind_at = |index: usize| content.elements.iter().nth(index).and_then(|element| kind_of(&element).ok());
    let is_gear = |kind: ElementKind| matches!(kind, ElementKind::Gear | ElementKind::Screw);
    let is_bearing = |kind: ElementKind| matches!(kind, ElementKind::GearBearing | ElementKind::LinearGearBearing);
    let has_friction =
        |kind: ElementKind| kind.variables().1.iter().any(|variable| variable.name == "friction.table.size");
    let can_have = |kind: ElementKind| has_friction(kind) || is_gear(kind) || is_bearing(kind);
    check_tables(content, &|index| kind_at(index).is_some_and(can_have))?;
    let has_gear = |index: u16| kind_at(usize::from(index)).is_some_and(is_gear);
    if content.tables.iter().any(|table| table.has_load && !has_gear(table.element)) {
        return Err(Refused::Table);
    }
    let numbers = content.reals.iter().len();
    let is_state = |state: configuration_block::State| {
        (state.state as usize) < numbers && (state.derivative as usize) < numbers && state.nominal.is_finite()
    };
    let is_complete = reals.next().is_none() && integers.next().is_none();
    if count == 0 || !is_complete || !content.states.iter().all(is_state) || numbers > FIRST_INTEGER_REFERENCE as usize
    {
        return Err(Refused::Count);
    }
    Ok(())
}

/// An element joins bodies, or what acts on them, or takes a signal.
fn check_ends(content: &Content<'_>, element: &Listed<'_>, kind: ElementKind) -> Result<(), Refused> {
    let at = |end: Option<u16>| match end {
        None => Ok(None),
        Some(index) => {
            let other = content.elements.iter().nth(usize::from(index)).ok_or(Refused::Element)?;
            kind_of(&other).map(Some)
        }
    };
    let is_body = |kind: Option<ElementKind>| matches!(kind, Some(ElementKind::Body | ElementKind::Mass));
    let is_signal = |kind: Option<ElementKind>| kind.is_some_and(|kind| is_source(kind, element.connector));
    let is_row = |kind: Option<ElementKind>| {
        matches!(
            kind,
            Some(
                ElementKind::LinearState
                    | ElementKind::LinearOutput
                    | ElementKind::LimitedOutput
                    | ElementKind::RateLimitedOutput
            )
        )
    };
    let is_column = |kind: Option<ElementKind>| {
        matches!(kind, Some(ElementKind::LinearInput | ElementKind::ConnectedInput | ElementKind::LinearState))
    };
    let (first, second) = (at(element.first)?, at(element.second)?);
    let is_right = match kind {
        ElementKind::System | ElementKind::Body | ElementKind::Mass | ElementKind::Torque | ElementKind::Force => {
            first.is_none() && second.is_none()
        }
        ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => {
            (first.is_none() || is_body(first)) && is_body(second) && element.first != element.second
        }
        ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion => first.is_none() && is_body(second),
        ElementKind::Gear | ElementKind::Screw => is_body(first) && is_body(second) && element.first != element.second,
        ElementKind::Servo | ElementKind::LinearServo => is_body(first) && is_body(second),
        ElementKind::Load => {
            (matches!(first, Some(ElementKind::Torque | ElementKind::Force)) || is_signal(first)) && is_body(second)
        }
        ElementKind::LinearInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput => first.is_none() && second.is_none(),
        ElementKind::ConnectedInput => is_signal(first) && second.is_none(),
        ElementKind::CommandConnection | ElementKind::SupplyConnection => {
            is_signal(first) && matches!(second, Some(ElementKind::Servo | ElementKind::LinearServo))
        }
        ElementKind::Coefficient => is_row(first) && is_column(second),
    };
    if is_right { Ok(()) } else { Err(Refused::Element) }
}

/// Where the lists will stand that a declared model does not have of its own.
struct Structure {
    elements: Vec<Element>,
    inputs: Vec<u32>,
    states: Vec<StateVariable>,
    /// All full names, one after the other.
    names: Vec<u8>,
}

impl Structure {
    /// Memory for a content that was checked.
    fn new(content: &Content<'_>) -> Result<Self, Refused> {
        let (inputs, length) = sizes(content)?;
        let heap = &mut Heap::default();
        let structure = Self {
            elements: heap.with_capacity(content.elements.iter().count()).into(),
            inputs: heap.with_capacity(inputs).into(),
            states: heap.with_capacity(content.states.iter().count()).into(),
            names: heap.with_capacity(length).into(),
        };
        heap.outcome()?;
        Ok(structure)
    }
}

/// Number of inputs, and length of all full names one after the other.
fn sizes(content: &Content<'_>) -> Result<(usize, usize), Refused> {
    let (mut inputs, mut length) = (0, 0);
    for element in content.elements.iter() {
        let kind = kind_of(&element)?;
        inputs += kind.variables().0.iter().filter(|variable| variable.causality == Causality::Input).count();
        length += names_of(kind).map(|name| joined_length(element.name, name)).sum::<usize>();
    }
    Ok((inputs, length))
}

/// The variables of a content that was checked, in the memory that was taken for them.
pub fn interface(content: &Content<'static>, storage: Storage, keeper: &mut impl Keeper) -> Result<Interface, Refused> {
    let Storage { reals, integers, points } = storage;
    let Structure { elements, mut inputs, mut states, names } = Structure::new(content)?;
    let points = keep_points(content, points, keeper);
    let names = joined_names(content, names, keeper)?;
    let (elements, reals, integers) = tables(content, (elements, reals, integers), names, points)?;
    let is_input = |(_, variable): &(usize, &RealVariable)| variable.causality == Causality::Input;
    inputs.extend(reals.iter().enumerate().filter(is_input).map(|(index, _)| index as u32));
    states.extend(content.states.iter().map(|state| StateVariable {
        state: state.state,
        derivative: state.derivative,
        nominal: state.nominal,
    }));
    Ok(Interface {
        model: ModelKind::Drivetrain,
        identifier: content.identifier,
        guid: content.guid,
        event_indicators: event_indicators(&elements),
        reals: keeper.keep(reals),
        integers: keeper.keep(integers),
        inputs: keeper.keep(inputs),
        states: keeper.keep(states),
        elements: keeper.keep(elements),
        table: FrictionTable::NONE,
    })
}

/// Names of the variables of an element.
fn names_of(kind: ElementKind) -> impl Iterator<Item = &'static str> {
    let (reals, integers) = kind.variables();
    reals.iter().map(|variable| variable.name).chain(integers.iter().map(|variable| variable.name))
}

/// Length of the name of an element's variable with that of the element; 0 where one of them is the name.
fn joined_length(element: &str, variable: &str) -> usize {
    if element.is_empty() || variable.is_empty() { 0 } else { element.len() + 1 + variable.len() }
}

/// The names that are joined, in the memory that was taken for them.
fn joined_names(content: &Content<'_>, mut names: Vec<u8>, keeper: &mut impl Keeper) -> Result<&'static str, Refused> {
    for element in content.elements.iter() {
        for variable in names_of(kind_of(&element)?).filter(|variable| joined_length(element.name, variable) > 0) {
            [element.name, ".", variable].into_iter().for_each(|part| names.extend_from_slice(part.as_bytes()));
        }
    }
    str::from_utf8(keeper.keep(names)).map_err(|_| Refused::Damaged(Damage::NotText))
}

type Lists = (Vec<Element>, Vec<RealVariable>, Vec<IntegerVariable>);

fn tables(
    content: &Content<'static>,
    (mut elements, mut reals, mut integers): Lists,
    mut names: &'static str,
    points: &'static [[f64; 4]],
) -> Result<Lists, Refused> {
    let (mut of_reals, mut of_integers) = (content.reals.iter(), content.integers.iter());
    for (index, listed) in content.elements.iter().enumerate() {
        let kind = kind_of(&listed)?;
        elements.push(Element {
            table: table_of(content, points, index),
            kind,
            name: listed.name,
            first: listed.first.map(usize::from),
            second: listed.second.map(usize::from),
            connector: listed.connector,
            reals: reals.len(),
            integers: integers.len(),
        });
        let mut full_name = |variable| {
            let (joined, others) = names.split_at(joined_length(listed.name, variable));
            names = others;
            [joined, listed.name, variable].into_iter().find(|name| !name.is_empty()).unwrap_or_default()
        };
        for variable in kind.variables().0.iter() {
            let (start, configured) = of_reals.next().ok_or(Refused::Count)?;
            let name = full_name(variable.name);
            reals.push(RealVariable { name, ..configured_real(variable, start, configured)? });
        }
        for variable in kind.variables().1.iter() {
            let (start, configured) = of_integers.next().ok_or(Refused::Count)?;
            let name = full_name(variable.name);
            integers.push(IntegerVariable { name, ..configured_integer(variable, start, configured)? });
        }
    }
    Ok((elements, reals, integers))
}
