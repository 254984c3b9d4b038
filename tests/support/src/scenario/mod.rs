//! Random scenarios of the actuators: parameters within their admissible ranges and on the very edges of them, inputs of
//! straight lines and steps, every friction law.
//!
//! What must hold whatever happens: every output is a number; the position stays within the travel; forces balance;
//! friction stays within its level and does not drive; stuck means 0.0, and a position constant to the bit; events are
//! counted, follow from each other and do not depend on the communication step; the mirrored scenario is the exact negative; a scenario that
//! goes on in another instance is the same;
//! what is put in as work is stored, or lost where friction and stops are. Only the fixed steps of a comparator may diverge;
//! the FMU then refuses and reports what to change.

mod campaign;
mod defects;
mod draw;
mod edges;
mod energy;
mod judge;
mod model;
mod neighbours;
mod promises;
mod recorded;
mod refusal;
mod restored;
mod retuned;
mod run;
mod scaling;
mod score;
mod shift;

pub use campaign::assess_all;
pub use defects::{defect, known_defects};
pub use draw::{ORIFICES, RETUNED, ROUND, Scenario};
pub use judge::judge;
pub use model::{Body, Kind};
pub use recorded::recorded;
pub use run::trace;
pub use scaling::{Method, in_other_units};
pub use score::{Scores, Weighing, assess, assess_recorded};
pub use shift::Shift;
