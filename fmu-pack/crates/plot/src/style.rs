//! Fonts, colours and number formats that all plots share.

use plotters::coord::Shift;
use plotters::prelude::*;

/// A part of a drawing.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// What drawing gives.
pub(super) type Outcome = Result<(), Box<dyn std::error::Error>>;

/// plotters rounds every coordinate to a whole unit; this many units make one of the finished drawing.
pub(super) const FINE: i32 = 10;
/// Width of a drawing and its margins.
pub(super) const WIDTH: i32 = 960 * FINE;
pub(super) const LEFT: i32 = 66 * FINE;
pub(super) const RIGHT: i32 = 24 * FINE;
/// Length of a legend's sample line, and the gaps behind it and between two entries.
pub(super) const SAMPLE: i32 = 20 * FINE;
pub(super) const GAP: i32 = 6 * FINE;
pub(super) const BETWEEN: i32 = 18 * FINE;

/// Heights of letters.
pub(super) const TITLE: f64 = 19.0;
pub(super) const HEADING: f64 = 13.5;
pub(super) const SMALL: f64 = 12.0;
pub(super) const FONT: &str = "Roboto, Helvetica, Arial, sans-serif";
pub(super) const STRONG: &str = "Roboto Medium, Roboto, Helvetica, Arial, sans-serif";

pub(super) const INK: RGBColor = RGBColor(33, 37, 43);
pub(super) const FAINT: RGBColor = RGBColor(107, 114, 124);
pub(super) const GRID: RGBColor = RGBColor(226, 229, 233);

/// A text style; `height` in units of the finished drawing.
pub(super) fn style(family: &'static str, height: f64, colour: RGBColor) -> TextStyle<'static> {
    // The SVG backend divides sizes by this.
    (family, height * f64::from(FINE) * 1.24).into_font().color(&colour)
}

/// About how wide a small text is: no font metrics are at hand, so letters have the widths of their kind in Helvetica.
pub(super) fn width(text: &str) -> i32 {
    (text.chars().map(letter_width).sum::<f64>() * SMALL * f64::from(FINE)) as i32
}

/// Width of a letter over its height, the widest of its kind.
fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | 'f' | 't' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '/' | '[' | ']' => 0.28,
        'r' | '(' | ')' | '-' => 0.34,
        'm' | 'w' | 'M' | 'W' | '%' => 0.86,
        _ if letter.is_uppercase() => 0.72,
        _ => 0.56,
    }
}

/// A number with as many decimals as an axis of this span needs.
pub(super) fn tick(value: f64, span: f64) -> String {
    let decimals = (1.0 - span.log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.'));
    if is_zero { "0".to_string() } else { text.replace('-', "\u{2212}") }
}

/// Writes a document of this size through `draw`; coordinates are fine, the finished drawing is not.
pub(super) fn document(
    (width, height): (i32, i32),
    draw: impl FnOnce(&Area<'_>) -> Outcome,
) -> Result<String, super::Error> {
    let mut svg = String::new();
    let drawn = || -> Outcome {
        let root = SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area();
        root.fill(&WHITE)?;
        draw(&root)?;
        root.present()?;
        Ok(())
    };
    drawn().map_err(|error| super::Error::Drawing(error.to_string()))?;
    let fine = format!("width=\"{width}\" height=\"{height}\"");
    let finished = format!("width=\"{}\" height=\"{}\"", width / FINE, height / FINE);
    Ok(svg.replacen(&fine, &finished, 1))
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn ticks_are_short() {
        assert_eq!(tick(0.300_000_000_000_000_04, 1.6), "0.3");
        assert_eq!(tick(1.0, 1.6), "1.0");
        assert_eq!(tick(-20.0, 50.0), "\u{2212}20");
        assert_eq!(tick(-1e-17, 1.6), "0");
    }
}
