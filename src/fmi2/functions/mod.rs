//! The exported functions by topic.

mod continuous;
mod derivatives;
mod lifecycle;
mod saved_state;
mod status;
mod step;
mod values;

pub use continuous::*;
pub use derivatives::*;
pub use lifecycle::*;
pub use saved_state::*;
pub use status::*;
pub use step::*;
pub use values::*;
