//! Random scenarios of drivetrains: what the configuration can say, under inputs of straight lines and jumps.
//!
//! A scenario is [drawn](draw) from a seed as the text of a configuration, read by the reader that users have, and
//! [run](run::Scene); [rules](judge::RULES) judge every communication point, [flow] integrates motion and energy, [same] compares
//! with the mirror image, a restored state, other communication steps and another order of the file. A scenario that breaks a
//! rule is [reduced](reduce) to a smallest one. Scenarios of some [kinds] have round numbers.

pub mod additions;
mod arriving;
mod defects;
pub mod draw;
mod engaged;
pub mod flow;
pub mod judge;
pub mod kinds;
pub mod machine;
mod parameters;
pub mod reduce;
mod rows;
pub mod run;
pub mod same;
pub mod scenario;
mod score;
mod singular;
mod supplied;

pub use defects::{UNBALANCED, brief_defect, defect, known_defects};
pub use draw::{BEARINGS, draw};
pub use kinds::Kind;
pub use scenario::Scenario;
pub use score::{Scores, assess, assess_all, assess_briefly, assess_unwarned};
