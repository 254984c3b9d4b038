//! Pages of the documentation, and parts of them, that are written from their sources:
//! `UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command pages::` writes them.
#![allow(clippy::unwrap_used, missing_docs)]

mod calls;
mod cvode;
mod models;
mod page;
mod speed;
