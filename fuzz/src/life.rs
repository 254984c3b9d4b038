//! The parts of the random lives of `tests/robustness` that the fuzzer needs: how a life is drawn and lived, and what
//! must hold at every point of it. What costs many runs, such as the balance of energy, is left to the campaign.
#![allow(dead_code, reason = "a test uses more of it")]

#[path = "../../tests/robustness/life/draw.rs"]
mod draw;
#[path = "../../tests/robustness/life/edges.rs"]
mod edges;
#[path = "../../tests/robustness/life/judge.rs"]
mod judge;
#[path = "../../tests/robustness/life/model.rs"]
mod model;
#[path = "../../tests/robustness/life/restless.rs"]
mod restless;
#[path = "../../tests/robustness/life/run.rs"]
mod run;

pub use draw::Life;
pub use judge::judge;
pub use model::{Body, Kind};
pub use run::trace;
