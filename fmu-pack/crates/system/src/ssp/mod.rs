//! The files of an SSP archive: written for engines as they are, read from any tool.

mod collect;
mod element;
mod read;
mod schema;
mod write;

pub use read::{Package, ReadError};
pub(crate) use write::PARAMETER_SET;
pub use write::{STRUCTURE, files};
