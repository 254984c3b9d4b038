//! The shared library of an FMI 3.0 FMU.

use super::functions::Functions;
use crate::library::{Answer, Error, symbols};

/// A loaded FMU library.
pub struct Library {
    /// In a box: a table of some hundred bytes, which would make every library as large.
    pub(super) functions: Box<Functions>,
    library: crate::library::symbols::Library,
}

impl Library {
    /// A loaded library with all the functions that are needed.
    pub(crate) fn of(library: crate::library::symbols::Library) -> Result<Self, Error> {
        Ok(Self { functions: Box::new(Functions::of(&library)?), library })
    }

    pub(crate) fn exports(&self, name: &str) -> bool {
        symbols::exports(&self.library, name)
    }

    /// What it says of the FMI that it is for.
    pub(crate) fn answer(&self) -> Answer {
        // SAFETY: by the standard a function without arguments that returns a constant C string.
        let answer = unsafe { symbols::owned((self.functions.get_version)()) };
        Answer { function: "fmi3GetVersion", answer, expected: "3.0" }
    }
}
