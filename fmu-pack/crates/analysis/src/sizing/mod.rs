//! What an actuator can do, from its parameters; and parameters, from what it shall do.
//!
//! ```text
//! parameters ──▶ Actuator ──▶ Properties ──▶ the table of `fmu-pack size --of`
//!                   ▲              │
//!              configuration       ▼ is each requirement met?
//!                   ▲           Conflict, or the file is written
//! Requirement ──▶ design
//! ```
//!
//! The equations stand in [`statics`] (efforts, rates, threshold, back-driving) and [`small_signal`] (bandwidth, damping), in
//! SI units and the symbols of Borello & Dalla Vedova (2012). [`properties::TABLE`] tells which parameters set which
//! property. Nothing here knows an FMU or runs one.
//!
//! | symbol | parameter |
//! |---|---|
//! | P | `supply_pressure` |
//! | D | `motor.displacement` |
//! | G_P, G_Q | `servovalve.pressure_gain`, `servovalve.flow_gain` |
//! | c | `motor.leakage_coefficient` |
//! | X | spool position at full current, the smaller of `servovalve.spool_travel` and G_M·i_max/K_F |
//! | G_M, K_F | `servovalve.torque_motor_gain`, `servovalve.feedback_stiffness` |
//! | K_P, i_max | `controller.proportional_gain`, `controller.current_limit` |
//! | C, J | `viscous_coefficient`, `inertia` with `load_inertia` |
//! | F₀, R | `friction.coulomb_torque`; `friction.static_ratio` times `friction.breakaway_ratio` |
//! | η_O, η_A | `friction.efficiency_opposing`, `friction.efficiency_aiding` |

// A new law must be thought about wherever one is asked for.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod actuator;
pub mod design;
pub mod flanks;
pub mod friction;
pub mod properties;
pub mod requirement;
pub mod small_signal;
pub mod statics;
pub mod valve;

mod conflict;
mod damping;
mod friction_values;
mod judge;
mod notes;
mod remedies;
mod shown;
mod stability;
mod ties;

pub use actuator::{Actuator, Parameters};
pub use conflict::Conflict;
pub use design::{Design, size};
pub use properties::{Conditions, Properties, Property};
pub use requirement::Requirement;
pub use shown::shown;
