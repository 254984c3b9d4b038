//! Time plots of a run: stacked panels over a common time axis, with bands where the body is stuck.

mod figure;
mod layout;
mod png;
mod style;
mod svg;

pub use figure::{Figure, Line, Panel};
pub use layout::layout;
pub use png::to_png;
pub use svg::to_svg;

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
}

/// The figure in the format that the file name asks for.
pub fn render(figure: &Figure, path: &std::path::Path) -> Result<Vec<u8>, Error> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => to_svg(figure).map(String::into_bytes),
        Some("png") => to_png(&to_svg(figure)?, PNG_SCALE),
        _ => Err(Error::Kind { name: path.display().to_string() }),
    }
}

/// Pixels per unit of the SVG: sharp on paper and on dense screens.
const PNG_SCALE: f32 = 2.0;
