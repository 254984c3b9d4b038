//! Elements of XML as they are written.

use model_description::schema::BaseUnit;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// An element with its attributes and what stands in it.
pub(super) struct Element {
    name: &'static str,
    /// Names begin with `@`.
    attributes: Vec<(&'static str, String)>,
    content: Vec<Content>,
}

enum Content {
    Element(Element),
    /// `<ssc:BaseUnit>`, which is that of FMI.
    BaseUnit(BaseUnit),
}

impl Element {
    /// Without attributes and content.
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), content: Vec::new() }
    }

    /// With an attribute, if there is a value.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Option<String>>) -> Self {
        self.attributes.extend(value.into().map(|value| (name, value)));
        self
    }

    /// With elements in it.
    pub(super) fn holding(mut self, elements: impl IntoIterator<Item = Self>) -> Self {
        self.content.extend(elements.into_iter().map(Content::Element));
        self
    }

    /// With a base unit in it.
    pub(super) fn of_base_unit(mut self, base: BaseUnit) -> Self {
        self.content.push(Content::BaseUnit(base));
        self
    }

    /// Nothing in the place of an element that would be empty.
    pub(super) fn unless_empty(self) -> Option<Self> {
        (!self.content.is_empty()).then_some(self)
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct(self.name, self.attributes.len() + self.content.len())?;
        for (name, value) in &self.attributes {
            fields.serialize_field(name, value)?;
        }
        for content in &self.content {
            match content {
                Content::Element(element) => fields.serialize_field(element.name, element)?,
                Content::BaseUnit(base) => fields.serialize_field("ssc:BaseUnit", base)?,
            }
        }
        fields.end()
    }
}
