//! SVG to PNG with the fonts that are embedded here: no font of the system is used.

use super::Error;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

const REGULAR: &[u8] = include_bytes!("../assets/Roboto-Regular-subset.ttf");
const MEDIUM: &[u8] = include_bytes!("../assets/Roboto-Medium-subset.ttf");

/// The drawing as PNG, `scale` pixels per unit.
pub fn to_png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let failure = |problem: String| Error::Drawing(problem);
    let tree = usvg::Tree::from_str(svg, &options()).map_err(|error| failure(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failure("it has no size".to_string()))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failure("it is too large".to_string()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failure(error.to_string()))
}

fn options() -> usvg::Options<'static> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(MEDIUM.to_vec());
    fonts.set_sans_serif_family("Roboto");
    usvg::Options { fontdb: Arc::new(fonts), font_family: "Roboto".to_string(), ..usvg::Options::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_drawn_with_the_embedded_font() {
        let page = |text: &str| {
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'>";
            to_png(&format!("{svg}<text y='20' font-family='sans-serif'>{text}</text></svg>"), 1.0).unwrap()
        };
        assert_ne!(page(""), page("η °"));
        assert_eq!(page("η °"), page("η °"));
    }
}
