//! The files of an SSP archive: written for engines as they are, read from any tool.

mod read;
mod schema;
mod write;

pub use read::{Package, ReadError};
pub use write::{STRUCTURE, files};
