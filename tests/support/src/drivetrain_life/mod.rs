//! Random lives of drivetrains: what the configuration can say, under inputs of straight lines and jumps.
//!
//! A life is [drawn](draw) from a seed as the text of a configuration, read by the reader that users have, and
//! [run](run::Scene); [rules](judge::RULES) judge every communication point, [flow] integrates motion and energy, [same] compares
//! with the mirror image, a restored state, other communication steps and another order of the file. A life that breaks a
//! rule is [reduced](reduce) to a smallest one. Lives of some [kinds] have round numbers.

pub mod additions;
mod arriving;
mod defects;
pub mod draw;
mod engaged;
pub mod flow;
pub mod judge;
pub mod kinds;
pub mod life;
pub mod machine;
mod parameters;
pub mod reduce;
mod rows;
pub mod run;
pub mod same;
mod score;
mod singular;
mod supplied;

pub use defects::{UNBALANCED, brief_defect, defect};
pub use draw::{BEARINGS, draw};
pub use kinds::Kind;
pub use life::Life;
pub use score::{Scores, live, live_briefly, live_unwarned, lives};
