//! Targets in the packer.

#[path = "packer/archive.rs"]
pub mod archive;
#[path = "packer/arguments.rs"]
pub mod arguments;
#[path = "packer/csv.rs"]
pub mod csv;
#[path = "packer/system.rs"]
pub mod system;
