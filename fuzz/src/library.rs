//! Targets in the library and the description of the models.

#[path = "library/calls.rs"]
pub mod calls;
#[path = "library/configuration.rs"]
pub mod configuration;
#[path = "library/configuration_block.rs"]
pub mod configuration_block;
#[path = "library/model_description.rs"]
pub mod model_description;
#[path = "library/related_files.rs"]
pub mod related_files;
#[path = "library/saved_state.rs"]
pub mod saved_state;
#[path = "library/scenario.rs"]
pub mod scenario;
