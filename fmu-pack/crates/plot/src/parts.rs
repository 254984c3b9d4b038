//! What time plots and sheets of diagrams have in common: heading, grid, legend, names of axes.

use super::style::{
    Area, FAINT, FINE, FONT, GAP, GRID, HEADING, INK, LEFT, Outcome, SAMPLE, SMALL, STRONG, TITLE, style, width,
};
use super::wrapping::LINE_PITCH;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Heading of a drawing, and the lines of its subtitle below it.
pub(super) fn title(area: &Area<'_>, title: &str, subtitle: &[String]) -> Outcome {
    area.draw(&Text::new(title.to_string(), (LEFT, 16 * FINE), style(STRONG, TITLE, INK)))?;
    for (place, line) in (0..).zip(subtitle) {
        let at = (LEFT, 42 * FINE + place * LINE_PITCH);
        area.draw(&Text::new(line.clone(), at, style(FONT, SMALL, FAINT)))?;
    }
    Ok(())
}

/// Heading of a diagram.
pub(super) fn heading(area: &Area<'_>, text: &str) -> Outcome {
    area.draw(&Text::new(text.to_string(), (LEFT, 13 * FINE), style(STRONG, HEADING, INK)))?;
    Ok(())
}

/// Name of a horizontal axis, centred at a point.
pub(super) fn axis(area: &Area<'_>, name: &str, at: (i32, i32), side: VPos) -> Outcome {
    let centred = style(FONT, SMALL, FAINT).pos(Pos::new(HPos::Center, side));
    area.draw(&Text::new(name.to_string(), at, centred))?;
    Ok(())
}

/// Numbers at an axis: how many at most, and how they are written.
pub(super) type Labels<'a> = (usize, &'a dyn Fn(&f64) -> String);

/// Grid and numbers at the axes.
pub(super) fn mesh<X, Y>(
    plane: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    (across, write_across): Labels<'_>,
    (up, write_up): Labels<'_>,
) -> Outcome
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let thin = GRID.stroke_width(FINE as u32);
    plane
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(thin)
        .axis_style(thin)
        .set_all_tick_mark_size(4 * FINE)
        .x_labels(across)
        .y_labels(up)
        .x_label_formatter(&write_across)
        .y_label_formatter(&write_up)
        .label_style(style(FONT, SMALL, FAINT))
        .draw()?;
    Ok(())
}

/// A point of the area; backend coordinates count from the whole drawing.
pub(super) fn relative(area: &Area<'_>, (x, y): (i32, i32)) -> (i32, i32) {
    let (left, top) = area.get_base_pixel();
    (x - left, y - top)
}

/// How much of a legend's row an entry takes.
pub(super) fn entry_width(name: &str) -> i32 {
    SAMPLE + GAP + width(name)
}

/// An entry of a legend whose text has its top at `top`; `draw` draws the sample line between two points.
pub(super) fn entry(
    area: &Area<'_>,
    at: (i32, i32),
    name: &str,
    draw: impl FnOnce([(i32, i32); 2]) -> Outcome,
) -> Outcome {
    named_sample(area, at, SAMPLE, name, draw)
}

/// A sample line of this length with its name.
pub(super) fn named_sample(
    area: &Area<'_>,
    (left, top): (i32, i32),
    length: i32,
    name: &str,
    draw: impl FnOnce([(i32, i32); 2]) -> Outcome,
) -> Outcome {
    let middle = top + 6 * FINE;
    draw([(left, middle), (left + length, middle)])?;
    area.draw(&Text::new(name.to_string(), (left + length + GAP, top), style(FONT, SMALL, INK)))?;
    Ok(())
}
