//! The exported functions by topic.

mod absent;
mod continuous;
mod derivatives;
mod lifecycle;
mod saved_state;
mod step;
mod values;

pub use absent::*;
pub use continuous::*;
pub use derivatives::*;
pub use lifecycle::*;
pub use saved_state::*;
pub use step::*;
pub use values::*;
