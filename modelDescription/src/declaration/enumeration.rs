//! Enumeration types with named, described items.

/// One item; its value is its place in the list, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationItem {
    /// Name in modelDescription.xml.
    pub name: &'static str,
    /// What it means.
    pub description: &'static str,
}

/// A list of named items.
#[derive(Debug, PartialEq, Eq)]
pub struct EnumerationType {
    /// Name of the SimpleType, and of the Rust enum.
    pub name: &'static str,
    /// What is chosen.
    pub description: &'static str,
    /// The items, the first with value 1.
    pub items: &'static [EnumerationItem],
}
