//! A value of a table.

use super::ColumnKind;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// It does not exist.
    Missing,
    /// A whole number.
    Whole(i64),
    /// A whole number without sign.
    Unsigned(u64),
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
}

impl Cell {
    /// What a text is in a column of this kind; what cannot be read does not exist.
    pub fn read(text: &str, kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Whole => text.parse().map_or(Self::Missing, Self::Whole),
            ColumnKind::Unsigned => text.parse().map_or(Self::Missing, Self::Unsigned),
            ColumnKind::Number => text.parse().map_or(Self::Missing, Self::Number),
            ColumnKind::Text if text.is_empty() => Self::Missing,
            ColumnKind::Text => Self::Text(text.to_string()),
        }
    }
}
