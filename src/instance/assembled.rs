//! Models that a configuration puts together from elements. Their variables are those of the elements, one element after the
//! other; they are made once, when the first instance is, and stay for as long as the library is loaded.

use super::configured::{Refused, configured_integer, configured_real};
use super::memory::{OutOfMemory, list};
use crate::drivetrain::event_indicators;
use crate::interface::{
    Causality, Element, ElementKind, FIRST_INTEGER_REFERENCE, IntegerVariable, Interface, ModelKind, RealVariable,
    StateVariable,
};
use configuration_block::{Content, Element as Listed};
use std::string::String;
use std::vec::Vec;

/// Name of the model in a configuration.
pub const MODEL: &str = "Drivetrain";

impl From<OutOfMemory> for Refused {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

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
        for variable in of_reals {
            let (start, configured) = reals.next().ok_or(Refused::Count)?;
            configured_real(variable, start, configured)?;
        }
        for variable in of_integers {
            let (start, configured) = integers.next().ok_or(Refused::Count)?;
            configured_integer(variable, start, configured)?;
        }
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

/// An element joins bodies, or what acts on them, that come before it.
fn check_ends(content: &Content<'_>, element: &Listed<'_>, kind: ElementKind) -> Result<(), Refused> {
    let at = |end: Option<u16>| match end {
        None => Ok(None),
        Some(index) => {
            let other = content.elements.iter().nth(usize::from(index)).ok_or(Refused::Element)?;
            kind_of(&other).map(Some)
        }
    };
    let is_body = |kind: Option<ElementKind>| matches!(kind, Some(ElementKind::Body | ElementKind::Mass));
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
        | ElementKind::Rod => (first.is_none() || is_body(first)) && is_body(second) && element.first != element.second,
        ElementKind::Gear | ElementKind::Screw => is_body(first) && is_body(second) && element.first != element.second,
        ElementKind::Servo | ElementKind::LinearServo => is_body(first) && is_body(second),
        ElementKind::Load => matches!(first, Some(ElementKind::Torque | ElementKind::Force)) && is_body(second),
    };
    if is_right { Ok(()) } else { Err(Refused::Element) }
}

/// The variables of a content that was checked.
pub fn interface(content: &Content<'static>) -> Result<Interface, Refused> {
    let (elements, reals, integers) = tables(content)?;
    let inputs = reals.iter().enumerate().filter(|(_, variable)| variable.causality == Causality::Input);
    let inputs: Vec<u32> = inputs.map(|(index, _)| index as u32).collect();
    let states = content.states.iter().map(|state| StateVariable {
        state: state.state,
        derivative: state.derivative,
        nominal: state.nominal,
    });
    let states = list(states)?;
    Ok(Interface {
        model: ModelKind::Drivetrain,
        identifier: content.identifier,
        guid: content.guid,
        event_indicators: event_indicators(&elements),
        reals: Vec::leak(reals),
        integers: Vec::leak(integers),
        inputs: Vec::leak(inputs),
        states: Vec::leak(states),
        elements: Vec::leak(elements),
    })
}

type Lists = (Vec<Element>, Vec<RealVariable>, Vec<IntegerVariable>);

fn tables(content: &Content<'static>) -> Result<Lists, Refused> {
    let mut elements = Vec::new();
    elements.try_reserve_exact(content.elements.iter().count()).map_err(|_| Refused::Memory)?;
    let (mut reals, mut integers) = (Vec::new(), Vec::new());
    reals.try_reserve_exact(content.reals.iter().len()).map_err(|_| Refused::Memory)?;
    integers.try_reserve_exact(content.integers.iter().len()).map_err(|_| Refused::Memory)?;
    let (mut of_reals, mut of_integers) = (content.reals.iter(), content.integers.iter());
    for listed in content.elements.iter() {
        let kind = kind_of(&listed)?;
        elements.push(Element {
            kind,
            name: listed.name,
            first: listed.first.map(usize::from),
            second: listed.second.map(usize::from),
            reals: reals.len(),
            integers: integers.len(),
        });
        for variable in kind.variables().0 {
            let (start, configured) = of_reals.next().ok_or(Refused::Count)?;
            let name = full_name(listed.name, variable.name)?;
            reals.push(RealVariable { name, ..configured_real(variable, start, configured)? });
        }
        for variable in kind.variables().1 {
            let (start, configured) = of_integers.next().ok_or(Refused::Count)?;
            let name = full_name(listed.name, variable.name)?;
            integers.push(IntegerVariable { name, ..configured_integer(variable, start, configured)? });
        }
    }
    Ok((elements, reals, integers))
}

/// The name of a variable of an element; it stays in memory.
fn full_name(element: &'static str, variable: &'static str) -> Result<&'static str, Refused> {
    if element.is_empty() || variable.is_empty() {
        return Ok(if element.is_empty() { variable } else { element });
    }
    let mut name = String::new();
    name.try_reserve_exact(element.len() + 1 + variable.len()).map_err(|_| Refused::Memory)?;
    name.push_str(element);
    name.push('.');
    name.push_str(variable);
    Ok(name.leak())
}
