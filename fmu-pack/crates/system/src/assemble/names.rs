//! Names such as `servo.command`: which variable of which component is meant.

use super::{Assembly, Model, names_with};
use crate::definition::Part;
use crate::document::Node;
use crate::facts::is_connectable;
use crate::system::End;
use fmu_import::interface::{Variable, nearest};
use model_description::configuration::ConfigurationError;

/// A variable of a component.
pub(super) struct Found<'a> {
    pub(super) end: End,
    pub(super) variable: &'a Variable,
    pub(super) model: &'a Model<'a>,
}

impl<'a> Assembly<'a> {
    /// The component and the rest of a name.
    pub(super) fn split(
        &self,
        name: &str,
        place: &Node,
    ) -> Result<(&'a Part, &'a Model<'a>, String), ConfigurationError> {
        let document = &self.definition.document;
        let Some((component, variable)) = name.split_once('.') else {
            let problem = format!("{name:?} names no variable; it must be COMPONENT.VARIABLE, as in servo.command");
            return Err(document.error(place, problem));
        };
        let parts = &self.definition.components;
        let index = parts.iter().position(|part| part.name == component).ok_or_else(|| {
            let near = nearest(component, parts.iter().map(|part| part.name.as_str()));
            let known = parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", ");
            let near = if near.is_empty() { format!("; there are {known}") } else { near };
            document.error(place, format!("there is no component {component:?}{near}"))
        })?;
        Ok((&parts[index], &self.models[index], variable.to_string()))
    }

    /// The variable of a name, which must have this causality.
    pub(super) fn find(&self, name: &str, causality: &str, place: &Node) -> Result<Found<'a>, ConfigurationError> {
        let (part, model, rest) = self.split(name, place)?;
        let error = |problem: String| self.definition.document.error(place, problem);
        let file = &model.facts.interface.model_name;
        let Some(variable) = model.facts.interface.find(&rest) else {
            let near = nearest(&rest, names_with(model.facts, causality));
            return Err(error(format!("{} ({file}) has no {causality} {rest:?}{near}", part.name)));
        };
        if variable.causality != causality {
            let near = nearest(&rest, names_with(model.facts, causality));
            let problem =
                format!("{name} is of causality {}; it must be an {causality} here{near}", variable.causality);
            return Err(error(problem));
        }
        if !is_connectable(variable) {
            let what = if variable.element.is_some() { "an element of an array" } else { "a text, bytes or a clock" };
            return Err(error(format!("{name} is {what}; SSP connects numbers and truth values")));
        }
        let end = End { component: Some(part.name.clone()), connector: rest };
        Ok(Found { end, variable, model })
    }
}
