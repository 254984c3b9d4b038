//! Loops of direct feedthrough: every value of an instant has to follow from states and inputs.

use super::super::super::ConfigurationError;
use super::super::super::document::{Document, Entry};
use super::super::draft::Draft;
use crate::declaration::{Element, Model, Value};
use crate::elements::ElementKind;

/// Outputs of servos that follow from the command; the others follow from the states of the valve.
const FROM_COMMAND: [&str; 2] = ["position_error", "current"];

/// What follows from what at one instant.
struct Feedthrough<'a> {
    elements: &'a [Element],
    /// Way from where the search began.
    way: Vec<usize>,
    is_done: Vec<bool>,
}

/// Refuses algebraic loops, and rates that are not known.
pub fn check(model: &Model, document: &Document, drafts: &[Draft<'_>]) -> Result<(), ConfigurationError> {
    let elements = &model.elements;
    let mut search = Feedthrough { elements, way: Vec::new(), is_done: vec![false; elements.len()] };
    for index in 0..elements.len() {
        if let Some(loop_) = search.visit(index) {
            let names: Vec<&str> = loop_.iter().map(|index| elements[*index].name.as_str()).collect();
            let problem = format!(
                "an algebraic loop: {} follow from each other at the same instant; a state between them (a filter, a lag) \
                 breaks it",
                names.join(", ")
            );
            return Err(document.error(place(drafts, &loop_), problem));
        }
    }
    check_rates(model, document, drafts, &search)
}

/// Where one of these elements stands, best where it takes a signal.
fn place<'a>(drafts: &'a [Draft<'_>], elements: &[usize]) -> &'a Entry {
    let of_source = |index: &usize| {
        let part = drafts.get(index.checked_sub(1)?)?.part.as_ref()?;
        part.source.as_ref().map(|(_, entry)| *entry)
    };
    let taken = elements.iter().find_map(of_source);
    taken.unwrap_or(drafts[elements.first().map_or(0, |index| index - 1)].at)
}

impl Feedthrough<'_> {
    /// Elements whose values at an instant lead to the value of this one at the same instant.
    fn sources(&self, index: usize) -> Vec<usize> {
        let element = &self.elements[index];
        match element.kind {
            ElementKind::ConnectedInput | ElementKind::CommandConnection | ElementKind::SupplyConnection => {
                element.first.map_or(Vec::new(), |first| self.taken(first, element.connector))
            }
            ElementKind::LinearOutput | ElementKind::LimitedOutput | ElementKind::RateLimitedOutput => {
                let of_row = |other: &&Element| other.kind == ElementKind::Coefficient && other.first == Some(index);
                let columns = self.elements.iter().filter(of_row).filter_map(|entry| entry.second);
                columns.filter(|column| self.elements[*column].kind == ElementKind::ConnectedInput).collect()
            }
            _other => Vec::new(),
        }
    }

    /// What a variable of an element follows from.
    fn taken(&self, first: usize, connector: u8) -> Vec<usize> {
        let element = &self.elements[first];
        match element.kind {
            ElementKind::Servo | ElementKind::LinearServo => {
                let variables = element.kind.variables();
                let mut reals = variables.iter().filter(|variable| matches!(variable.value, Value::Real(_)));
                let name = reals.nth(connector.into()).map_or("", |variable| &variable.name);
                let of_command = FROM_COMMAND.contains(&name);
                let connections = self.elements.iter().enumerate().filter(|(_, other)| other.second == Some(first));
                let wanted = connections.filter(|(_, other)| match other.kind {
                    ElementKind::CommandConnection => of_command,
                    ElementKind::SupplyConnection => !name.ends_with("_position"),
                    _other => false,
                });
                wanted.map(|(index, _)| index).collect()
            }
            _other => vec![first],
        }
    }

    /// The elements of a loop behind this one, if there is one.
    fn visit(&mut self, index: usize) -> Option<Vec<usize>> {
        if let Some(begin) = self.way.iter().position(|known| *known == index) {
            return Some(self.way[begin..].to_vec());
        }
        if self.is_done[index] {
            return None;
        }
        self.way.push(index);
        let found = self.sources(index).into_iter().find_map(|source| self.visit(source));
        self.way.pop();
        self.is_done[index] = true;
        found
    }

    /// The element that has no known rate of change, on which the value of this one depends directly.
    fn unknown_rate(&self, index: usize) -> Option<usize> {
        let element = &self.elements[index];
        if matches!(element.kind, ElementKind::ConnectedInput | ElementKind::CommandConnection)
            && let Some(first) = element.first
        {
            let is_velocity =
                matches!(self.elements[first].kind, ElementKind::Body | ElementKind::Mass) && element.connector > 0;
            let is_effort = matches!(
                self.elements[first].kind,
                ElementKind::Shaft | ElementKind::Rod | ElementKind::Servo | ElementKind::LinearServo
            );
            return if is_velocity || is_effort { Some(index) } else { self.unknown_rate(first) };
        }
        match element.kind {
            ElementKind::LinearOutput | ElementKind::LimitedOutput => self.unknown_feedthrough(index),
            _other => None,
        }
    }

    fn unknown_feedthrough(&self, index: usize) -> Option<usize> {
        self.sources(index).into_iter().find_map(|source| self.unknown_rate(source))
    }
}

/// A limit of a rate, and a controller with derivative gain, need to know how fast what they follow changes.
fn check_rates(
    model: &Model,
    document: &Document,
    drafts: &[Draft<'_>],
    search: &Feedthrough<'_>,
) -> Result<(), ConfigurationError> {
    for (index, element) in model.elements.iter().enumerate() {
        let (unknown, what) = match element.kind {
            ElementKind::RateLimitedOutput => (search.unknown_feedthrough(index), "a limit of its rate".to_owned()),
            ElementKind::CommandConnection => {
                let servo = element.second.map_or("", |servo| &model.elements[servo].name);
                let gain = format!("{servo}.controller.derivative_gain");
                let has_gain = model.reals().any(|(variable, real)| variable.name == gain && real.start != 0.0);
                (search.unknown_rate(index).filter(|_| has_gain), gain)
            }
            _other => continue,
        };
        if let Some(unknown) = unknown {
            let (place, source) = (place(drafts, &[unknown]), &drafts[unknown - 1]);
            let taken = source.part.as_ref().and_then(|part| part.source.as_ref()).map_or("", |(name, _)| name);
            let problem = format!(
                "{} follows {taken} directly, whose rate of change is not known, and {what} needs it; a state between them \
                 (a filter, a lag) gives it",
                element.name
            );
            return Err(document.error(place, problem));
        }
    }
    Ok(())
}
