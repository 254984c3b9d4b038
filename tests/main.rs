//! Physics, solver, C interface and importers, tested in one program; a module has one subject.
//!
//! What counts allocations of the whole process has programs of its own: `allocation` and `faults`.

mod bounded_work;
mod closed_forms;
mod communication_points;
mod comparators_in_model_exchange;
mod configured_libraries;
mod controller_rate;
mod corpus;
mod decided_anew;
mod directional_derivatives;
mod drivetrain_calls;
mod drivetrain_scenarios;
mod drivetrains;
mod elasto_plastic;
mod events_under_every_law;
mod events_within_a_step;
mod ffi;
mod fixed_step;
mod fmi3;
mod hydraulic_references;
mod laws;
mod laws_comparators;
mod laws_on_actuators;
mod laws_presliding;
mod laws_properties;
mod laws_refusals;
mod laws_sticking;
mod limit_cycle;
mod linear_systems;
mod load_inertia;
mod long_runs;
mod majd_simaan;
mod mirror;
mod model_structure;
mod neighbours;
mod orifice_overrun;
mod orifice_valve;
mod propagator;
mod properties;
#[path = "../importers/replays/mod.rs"]
mod replays;
mod rest_and_stops;
mod robustness;
mod saved_states;
mod scaling;
mod servo_figures;
mod servo_statements;
mod sliding_laws;
mod statistics;
mod stepped_over_events;
mod stiffness;
mod threads;
mod trajectory_bits;
mod transmission_references;
mod trim;
