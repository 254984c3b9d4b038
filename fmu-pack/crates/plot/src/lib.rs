//! Time plots of a run: stacked panels over a common time axis, with bands where the body is at rest. Sheets of
//! diagrams, schemes of drivetrains, and block diagrams of systems.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod blocks;
mod covered;
mod curves;
mod diagram;
mod ends;
mod figure;
mod kept;
mod layout;
mod overlay;
mod parts;
mod picture;
#[cfg(feature = "png")]
mod png;
mod scheme;
mod sheet;
mod style;
mod svg;
mod thinning;
mod wrapping;

pub use blocks::SignalBlock;
pub use curves::MOST_CURVES;
pub use diagram::{Block, Diagram, Port, Wire, block_places, diagram_to_svg};
pub use figure::{Figure, Lane, Line, Panel, Role};
pub use kept::Kept;
pub use layout::{layout, layout_of_named};
pub use overlay::{Case, overlay, times_of_all};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::to_png;
pub use scheme::{Body, Link, Scheme, Symbol, scheme_to_svg};
pub use sheet::{Chart, Key, Mark, Sheet, Stroke, Trace, sheet_to_svg};
pub use svg::{embedded, to_svg};

use std::path::Path;

/// What regime 0 is called, by the name of the regime's variable: that depends on the friction law.
pub type RestNames<'a> = &'a dyn Fn(&str) -> &'static str;

/// Why a plot cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Drawing failed.
    #[error("the plot cannot be drawn: {0}")]
    Drawing(String),
    /// There is nothing to draw.
    #[error("there is nothing to plot: the FMU has no outputs")]
    Nothing,
    /// Another kind of file.
    #[error("{name}: a plot is an .svg or a .png file")]
    Kind {
        /// The name that was given.
        name: String,
    },
    /// PNG is a feature of the program.
    #[error("{name}: this fmu-pack was compiled without PNG; name an .svg file, or {}", fmu_output::COMPILE_WITH_ALL)]
    WithoutPng {
        /// The name that was given.
        name: String,
    },
}

/// The figure in the format that the file name asks for.
pub fn render(figure: &Figure, path: &Path) -> Result<Vec<u8>, Error> {
    in_format(path, || to_svg(figure))
}

/// The sheet in the format that the file name asks for.
pub fn render_sheet(sheet: &Sheet, path: &Path) -> Result<Vec<u8>, Error> {
    in_format(path, || sheet_to_svg(sheet))
}

/// The scheme in the format that the file name asks for.
pub fn render_scheme(scheme: &Scheme, path: &Path) -> Result<Vec<u8>, Error> {
    in_format(path, || scheme_to_svg(scheme))
}

/// The block diagram in the format that the file name asks for.
pub fn render_diagram(diagram: &Diagram, path: &Path) -> Result<Vec<u8>, Error> {
    in_format(path, || diagram_to_svg(diagram))
}

fn in_format(path: &Path, svg: impl FnOnce() -> Result<String, Error>) -> Result<Vec<u8>, Error> {
    let picture = Picture::of(path)?;
    picture.encode(svg()?)
}
