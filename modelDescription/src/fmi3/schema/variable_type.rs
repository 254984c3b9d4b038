//! The types of FMI 3.0. A variable and a type definition say theirs by the name of their element.

use serde::{Deserialize, Serialize};

/// Type of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the standard and say all")]
pub enum VariableType {
    Float32,
    #[default]
    Float64,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Boolean,
    String,
    Binary,
    Enumeration,
    Clock,
}

impl VariableType {
    /// Name of the element.
    pub fn name(self) -> &'static str {
        match self {
            Self::Float32 => "Float32",
            Self::Float64 => "Float64",
            Self::Int8 => "Int8",
            Self::UInt8 => "UInt8",
            Self::Int16 => "Int16",
            Self::UInt16 => "UInt16",
            Self::Int32 => "Int32",
            Self::UInt32 => "UInt32",
            Self::Int64 => "Int64",
            Self::UInt64 => "UInt64",
            Self::Boolean => "Boolean",
            Self::String => "String",
            Self::Binary => "Binary",
            Self::Enumeration => "Enumeration",
            Self::Clock => "Clock",
        }
    }

    /// It can be continuous and have a unit.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float32 | Self::Float64)
    }

    /// The smallest and the largest whole number of the type; `None` where its values are no whole numbers.
    pub fn whole_numbers(self) -> Option<(i128, i128)> {
        match self {
            Self::Int8 => Some((i8::MIN.into(), i8::MAX.into())),
            Self::UInt8 => Some((0, u8::MAX.into())),
            Self::Int16 => Some((i16::MIN.into(), i16::MAX.into())),
            Self::UInt16 => Some((0, u16::MAX.into())),
            Self::Int32 => Some((i32::MIN.into(), i32::MAX.into())),
            Self::UInt32 => Some((0, u32::MAX.into())),
            Self::Int64 | Self::Enumeration => Some((i64::MIN.into(), i64::MAX.into())),
            Self::UInt64 => Some((0, u64::MAX.into())),
            Self::Float32 | Self::Float64 | Self::Boolean | Self::String | Self::Binary | Self::Clock => None,
        }
    }
}

/// The elements of a list as they stand in the text, and the conversions from and to the list and what stands in them.
macro_rules! elements {
    ($list:ident of $contents:ident: $content:ident, $($tag:literal $kind:ident),*) => {
        /// The list as it stands in the text.
        #[derive(Clone, Serialize, Deserialize)]
        struct Elements {
            #[serde(rename = "$value", default)]
            list: Vec<Element>,
        }

        impl From<Elements> for $list {
            fn from(elements: Elements) -> Self {
                Self { $contents: elements.list.into_iter().map($content::from).collect() }
            }
        }

        impl From<$list> for Elements {
            fn from(list: $list) -> Self {
                Self { list: list.$contents.into_iter().map(Element::from).collect() }
            }
        }

        /// An element of the list, whose name says the type.
        #[derive(Clone, Serialize, Deserialize)]
        enum Element {
            $(#[serde(rename = $tag)] $kind($content)),*
        }

        impl From<Element> for $content {
            fn from(element: Element) -> Self {
                match element {
                    $(Element::$kind(content) => Self { variable_type: VariableType::$kind, ..content }),*
                }
            }
        }

        impl From<$content> for Element {
            fn from(content: $content) -> Self {
                match content.variable_type {
                    $(VariableType::$kind => Self::$kind(content)),*
                }
            }
        }
    };
}
pub(super) use elements;
