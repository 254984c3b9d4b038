//! Pages of the documentation: those and parts of those that are written from their sources, which
//! `UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command pages::` writes; their links; and what they say of the code.
#![allow(clippy::unwrap_used, missing_docs)]

mod calls;
mod cvode;
mod files;
mod guides;
mod links;
mod models;
mod page;
mod speed;
