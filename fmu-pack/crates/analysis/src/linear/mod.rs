//! A linear time-invariant system: its poles, zeros and frequency response.
//!
//! ```text
//! dx/dt = A x + B u,   y = C x + D u
//! ```
//!
//! It knows no FMU: [`crate::linearization`] makes one from an FMU, [`crate::sizing`] one from the equations of the position servo.

mod pole;
mod response;
mod zeros;

pub use nalgebra::{Complex, DMatrix, DVector};
pub use pole::{Pole, balanced, eigenvalues_of_balanced};

use serde::{Deserialize, Serialize};

/// A name and the unit of its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    /// Name of a variable.
    pub name: String,
    /// Its unit; empty where it has none.
    pub unit: String,
}

impl Signal {
    /// A signal.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into() }
    }
}

/// The matrices with the names of their rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinearSystem {
    /// x, in the order of the rows of A.
    pub states: Vec<Signal>,
    /// u, in the order of the columns of B.
    pub inputs: Vec<Signal>,
    /// y, in the order of the rows of C.
    pub outputs: Vec<Signal>,
    /// States by states.
    pub a: DMatrix<f64>,
    /// States by inputs.
    pub b: DMatrix<f64>,
    /// Outputs by states.
    pub c: DMatrix<f64>,
    /// Outputs by inputs.
    pub d: DMatrix<f64>,
}

impl LinearSystem {
    /// The eigenvalues of A, the slowest first, each conjugate pair once.
    ///
    /// A is balanced (Parlett and Reinsch 1969) before its real Schur form is taken, because states have sizes from
    /// micrometres to megapascals.
    pub fn poles(&self) -> Vec<Pole> {
        Pole::all(&self.a)
    }

    /// Number of the input of that name.
    pub fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|signal| signal.name == name)
    }

    /// Number of the output of that name.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|signal| signal.name == name)
    }
}
