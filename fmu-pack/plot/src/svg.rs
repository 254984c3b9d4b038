//! Draws a figure as SVG.

use super::parts::{axis, entry, entry_width, heading, mesh, title};
use super::style::{
    Area, BETWEEN, FAINT, FINE, FONT, GAP, LEFT, Outcome, RIGHT, SAMPLE, SMALL, WIDTH, document, style, tick,
};
use super::thinning::thinned;
use super::{Error, Figure, Line, Panel, Role};
use plotters::prelude::*;
use plotters::style::text_anchor::VPos;

/// Measures of the drawing.
const HEAD: i32 = 66 * FINE;
const PANEL: i32 = 172 * FINE;
const FOOT: i32 = 44 * FINE;
/// Above the first grid line of each panel, for its heading and legend.
const PANEL_HEAD: i32 = 34 * FINE;

const BAND: RGBColor = RGBColor(250, 238, 214);
/// Inputs are drawn in quiet colours, results in strong ones.
const GIVEN: [RGBColor; 2] = [RGBColor(130, 138, 148), RGBColor(176, 132, 40)];
const RESULTS: [RGBColor; 4] =
    [RGBColor(23, 92, 172), RGBColor(204, 75, 55), RGBColor(24, 140, 115), RGBColor(136, 84, 168)];
/// A reference lies under its result, wide and pale in the same colour.
const PALE: [RGBColor; 4] =
    [RGBColor(191, 211, 236), RGBColor(242, 201, 193), RGBColor(190, 224, 216), RGBColor(222, 205, 232)];

/// The figure as an SVG document.
pub fn to_svg(figure: &Figure) -> Result<String, Error> {
    document((WIDTH, head(figure) + body(figure) + FOOT), |root| draw(figure, root))
}

/// A few panels are taller than many.
fn body(figure: &Figure) -> i32 {
    match figure.panels.len() as i32 {
        1 => 2 * PANEL,
        2 => 3 * PANEL,
        count => count * PANEL,
    }
}

/// A figure without a heading has no room for one.
fn head(figure: &Figure) -> i32 {
    if figure.title.is_empty() { 0 } else { HEAD }
}

fn draw(figure: &Figure, root: &Area<'_>) -> Outcome {
    let (head, body) = root.split_vertically(head(figure));
    let (body, foot) = body.split_vertically(self::body(figure));
    if !figure.title.is_empty() {
        title(&head, &figure.title, &figure.subtitle)?;
    }
    let last = figure.panels.len() - 1;
    for (index, area) in body.split_evenly((figure.panels.len(), 1)).iter().enumerate() {
        draw_panel(figure, &figure.panels[index], area, index == last)?;
    }
    draw_foot(figure, &foot)
}

fn draw_foot(figure: &Figure, area: &Area<'_>) -> Outcome {
    let top = 10 * FINE;
    axis(area, &figure.axis, ((LEFT + WIDTH - RIGHT) / 2, top), VPos::Top)?;
    if !figure.stuck.is_empty() {
        let sample = [(LEFT, top - FINE), (LEFT + SAMPLE, top + 12 * FINE)];
        area.draw(&Rectangle::new(sample, BAND.filled()))?;
        area.draw(&Text::new(figure.stuck_name, (LEFT + SAMPLE + GAP, top), style(FONT, SMALL, FAINT)))?;
    }
    Ok(())
}

fn draw_panel(figure: &Figure, panel: &Panel, area: &Area<'_>, is_last: bool) -> Outcome {
    let (begin, end) = (figure.time[0], figure.time[figure.time.len() - 1]);
    let (low, high) = panel.range();
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_HEAD)
        .margin_right(RIGHT)
        .y_label_area_size(LEFT)
        .x_label_area_size(18 * FINE)
        .build_cartesian_2d(begin..end.max(begin + f64::EPSILON), low..high)?;
    for &(from, to) in &figure.stuck {
        chart.draw_series([Rectangle::new([(from, low), (to, high)], BAND.filled())])?;
    }
    // Only the last panel has numbers at its horizontal axis.
    let time = |value: &f64| if is_last { tick(*value, end - begin) } else { String::new() };
    mesh(&mut chart, (11, &time), (5, &|value| tick(*value, high - low)))?;
    for (line, colour) in panel.lines.iter().zip(colours(panel)) {
        let points = thinned(&figure.time, &line.values, high - low);
        chart.draw_series(LineSeries::new(points, colour.stroke_width(stroke(line))))?;
    }
    draw_panel_head(panel, area)
}

/// Quantity and unit on the left, the legend on the right.
fn draw_panel_head(panel: &Panel, area: &Area<'_>) -> Outcome {
    let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
    let heading = format!("{}{unit}", panel.quantity);
    self::heading(area, &heading)?;
    let mut right = WIDTH - RIGHT;
    for (line, colour) in panel.lines.iter().zip(colours(panel)).rev() {
        let left = right - entry_width(&line.name);
        entry(area, (left, 14 * FINE), &line.name, |ends| {
            area.draw(&PathElement::new(ends, colour.stroke_width(stroke(line))))?;
            Ok(())
        })?;
        right = left - BETWEEN;
    }
    Ok(())
}

/// Inputs are thinner than results, references are wide enough to show on both sides of them.
fn stroke(line: &Line) -> u32 {
    match line.role {
        Role::Given => 14,
        Role::Result => 20,
        Role::Reference => 64,
    }
}

fn colours(panel: &Panel) -> Vec<RGBColor> {
    let (mut given, mut results) = (0, 0);
    let next = |number: &mut usize, colours: &[RGBColor]| {
        *number += 1;
        colours[(*number - 1) % colours.len()]
    };
    let colour = |line: &Line| match line.role {
        Role::Given => next(&mut given, &GIVEN),
        Role::Result => next(&mut results, &RESULTS),
        Role::Reference => PALE[results % PALE.len()],
    };
    panel.lines.iter().map(colour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_has_the_colour_of_the_result_that_follows() {
        let line = |role| Line { name: String::new(), values: Vec::new(), role };
        let lines = [Role::Given, Role::Result, Role::Reference, Role::Result].map(line).to_vec();
        let panel = Panel { quantity: String::new(), unit: String::new(), lines };
        assert_eq!(colours(&panel), [GIVEN[0], RESULTS[0], PALE[1], RESULTS[1]]);
    }
}
