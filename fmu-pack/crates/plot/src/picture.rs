//! The kinds of picture files.

use super::Error;
use std::path::Path;

/// A kind of picture file that this program can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Scalable vector graphics.
    Svg,
    /// Portable network graphics.
    #[cfg(feature = "png")]
    Png,
}

impl Picture {
    /// The kind that a file name asks for: asked before a run, so that none is done in vain.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            #[cfg(feature = "png")]
            Some("png") => Ok(Self::Png),
            #[cfg(not(feature = "png"))]
            Some("png") => Err(Error::WithoutPng { name }),
            Some(_) | None => Err(Error::Kind { name }),
        }
    }

    /// The bytes of the file for a drawing.
    pub(super) fn encode(self, svg: String) -> Result<Vec<u8>, Error> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            #[cfg(feature = "png")]
            Self::Png => super::to_png(&svg, PNG_SCALE),
        }
    }
}

/// Pixels per unit of the SVG: sharp on paper and on dense screens.
#[cfg(feature = "png")]
const PNG_SCALE: f32 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_kind_is_refused_by_name() {
        let refusal = Picture::of(Path::new("plot.gif")).unwrap_err();
        assert_eq!(refusal.to_string(), "plot.gif: a plot is an .svg or a .png file");
        assert_eq!(Picture::of(Path::new("plot.svg")).unwrap(), Picture::Svg);
    }

    #[cfg(not(feature = "png"))]
    #[test]
    fn without_the_feature_a_png_is_refused_with_the_remedy() {
        let refusal = Picture::of(Path::new("plot.png")).unwrap_err().to_string();
        assert!(refusal.starts_with("plot.png: this fmu-pack was compiled without PNG"), "{refusal}");
        assert!(refusal.ends_with("--features full`"), "{refusal}");
    }
}
