//! The friction bench: one HTML file in which the models run, without a server and without the network.
//!
//! | part of the file | made by |
//! |---|---|
//! | models, their variables, blocks and drawings, as JSON | [`catalogue`], from the declaration that the library and modelDescription.xml come from |
//! | the models as WebAssembly, as compiled | `fmu-pack libraries --platform wasm` |
//! | what the page does and looks like | `web` beside this file, put together by [`bundle`] |
//! | plots | uPlot, in `third-party` |
//!
//! The page calls the functions of FMI 2.0 of the module, as any importer does; what a configured model has of its own is written into its
//! configuration block, as the packer does in the file of a library ([packaging](../../docs/packaging.md)).

mod bundle;
mod catalogue;
mod examples;
mod units;

pub use bundle::{Part, html};
pub use catalogue::{catalogue, described};

use model_description::configuration::{ConfigurationError, TooLarge};

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A configuration is wrong.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// A configuration for which no library has room.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A block that cannot be filled, which is a defect.
    #[error(transparent)]
    Damage(#[from] configuration_block::Damage),
    /// A drawing.
    #[error(transparent)]
    Plot(#[from] fmu_plot::Error),
    /// The catalogue.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// What is compressed.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}
