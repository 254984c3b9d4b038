//! Terminals and icons (FMI 3.0, 2.4.9): which variables belong together at a shaft end, and where it is drawn.
//!
//! A terminal changes no variable. A tool that knows terminals connects a flange at once, with the right signs.

mod describe;
mod schema;

pub use describe::describe;
pub use schema::{
    CoordinateSystem, GraphicalRepresentation, Icon, Terminal, TerminalGraphicalRepresentation, TerminalMemberVariable,
    Terminals, TerminalsAndIcons,
};

use crate::xml::{self, ReadError};

/// Where an FMU has the description of its terminals.
pub const FILE: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// Reads a description of terminals, tolerant of unknown attributes and elements.
pub fn read(text: &str) -> Result<TerminalsAndIcons, ReadError> {
    xml::read_element(text, "fmiTerminalsAndIcons").map_err(|error| ReadError { file: FILE, ..error })
}

/// Writes a description; the same description always gives the same text.
pub fn write(terminals: &TerminalsAndIcons) -> String {
    xml::write_element(terminals)
}
