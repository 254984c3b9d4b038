//! What is wrong with a block.

use core::fmt;

/// Why a block cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It does not begin with the magic number, or has another size.
    NoBlock,
    /// It was written for a library of another layout.
    Layout(u32),
    /// The length of the content, or an unused part of the header, is none that is written.
    Header,
    /// The checksum does not fit.
    Checksum,
    /// The content ends too early.
    NotWhole,
    /// The content goes on after its end.
    Trailing,
    /// A text is not UTF-8.
    NotText,
    /// No variability has this number.
    Variability(u8),
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBlock => formatter.write_str("it does not begin as one"),
            Self::Layout(layout) => write!(formatter, "it has layout {layout}, and {} is read", super::LAYOUT),
            Self::Header => formatter.write_str("its header holds a length that cannot be"),
            Self::Checksum => formatter.write_str("its checksum does not fit; it was changed or is not whole"),
            Self::NotWhole => formatter.write_str("its content ends too early"),
            Self::Trailing => formatter.write_str("its content goes on after the last variable"),
            Self::NotText => formatter.write_str("a name in it is not UTF-8"),
            Self::Variability(number) => {
                write!(formatter, "a variable in it has the variability {number}; there are 0 to 2")
            }
        }
    }
}

impl core::error::Error for Damage {}
