//! Draws a figure as SVG.

use super::parts::{axis, entry, entry_width, heading, mesh, title};
use super::style::{
    Area, BETWEEN, FAINT, FINE, FONT, GAP, GRID, INK, LEFT, Outcome, RIGHT, SAMPLE, SMALL, WIDTH, document, style, tick,
};
use super::thinning::thinned;
use super::{Error, Figure, Lane, Line, Panel, Role};
use plotters::prelude::*;
use plotters::style::text_anchor::VPos;

/// Measures of the drawing.
const HEAD: i32 = 66 * FINE;
const PANEL: i32 = 172 * FINE;
const FOOT: i32 = 44 * FINE;
/// Above the first grid line of each panel, for its heading and legend.
const PANEL_HEAD: i32 = 34 * FINE;
/// Of each contact, with its name above its bars, and above all of them.
const LANE: i32 = 32 * FINE;
const LANE_NAME: i32 = 16 * FINE;
const LANES_HEAD: i32 = 38 * FINE;

/// Around a value that is known at an instant.
const RING: i32 = 5 * FINE;

const BAND: RGBColor = RGBColor(250, 238, 214);
const LANE_BAND: RGBColor = RGBColor(243, 219, 170);
/// Inputs are drawn in quiet colours, results in strong ones.
const GIVEN: [RGBColor; 2] = [RGBColor(130, 138, 148), RGBColor(176, 132, 40)];
const RESULTS: [RGBColor; 8] = [
    RGBColor(23, 92, 172),
    RGBColor(204, 75, 55),
    RGBColor(24, 140, 115),
    RGBColor(136, 84, 168),
    RGBColor(191, 135, 20),
    RGBColor(60, 160, 200),
    RGBColor(205, 100, 155),
    RGBColor(110, 120, 40),
];
/// A reference lies under its result, wide and pale in the same colour.
const PALE: [RGBColor; 8] = [
    RGBColor(191, 211, 236),
    RGBColor(242, 201, 193),
    RGBColor(190, 224, 216),
    RGBColor(222, 205, 232),
    RGBColor(239, 225, 196),
    RGBColor(206, 231, 241),
    RGBColor(243, 216, 230),
    RGBColor(219, 221, 201),
];

/// The figure as an SVG document.
pub fn to_svg(figure: &Figure) -> Result<String, Error> {
    document((WIDTH, head(figure) + body(figure) + lanes(figure) + FOOT), |root| draw(figure, root))
}

fn lanes(figure: &Figure) -> i32 {
    if figure.lanes.is_empty() { 0 } else { LANES_HEAD + LANE * figure.lanes.len() as i32 }
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
    let (body, rest) = body.split_vertically(self::body(figure));
    let (lanes, foot) = rest.split_vertically(self::lanes(figure));
    if !figure.title.is_empty() {
        title(&head, &figure.title, &figure.subtitle)?;
    }
    let last = figure.panels.len() - 1;
    for (index, area) in body.split_evenly((figure.panels.len(), 1)).iter().enumerate() {
        draw_panel(figure, &figure.panels[index], area, index == last)?;
    }
    if !figure.lanes.is_empty() {
        draw_lanes(figure, &lanes)?;
    }
    draw_foot(figure, &foot)
}

/// A row for each contact, shaded while it is at rest. Where rest is not the same under all laws, each row says what it is.
fn draw_lanes(figure: &Figure, area: &Area<'_>) -> Outcome {
    let (begin, end) = (figure.time[0], figure.time[figure.time.len() - 1]);
    let span = (end - begin).max(f64::EPSILON);
    let across = |time: f64| LEFT + ((time - begin) / span * f64::from(WIDTH - LEFT - RIGHT)) as i32;
    let common = common_rest_name(&figure.lanes);
    heading(area, &format!("{} (shaded: {})", figure.lanes_name, common.unwrap_or("what its row says")))?;
    for (row, lane) in (0..).zip(&figure.lanes) {
        let top = LANES_HEAD + row * LANE;
        for &(from, to) in &lane.bands {
            let band = [(across(from), top + LANE_NAME), (across(to), top + LANE - 2 * FINE)];
            area.draw(&Rectangle::new(band, LANE_BAND.filled()))?;
        }
        let line = [(LEFT, top + LANE), (WIDTH - RIGHT, top + LANE)];
        area.draw(&PathElement::new(line, GRID.stroke_width(FINE as u32)))?;
        let place = (LEFT, top + 3 * FINE);
        let name = if common.is_some() { lane.name.clone() } else { format!("{}: {}", lane.name, lane.rest_name) };
        area.draw(&Text::new(name, place, style(FONT, SMALL, INK)))?;
    }
    Ok(())
}

/// What rest is called in all lanes, where that is the same.
fn common_rest_name(lanes: &[Lane]) -> Option<&'static str> {
    let first = lanes.first()?.rest_name;
    lanes.iter().all(|lane| lane.rest_name == first).then_some(first)
}

fn draw_foot(figure: &Figure, area: &Area<'_>) -> Outcome {
    let top = 10 * FINE;
    axis(area, &figure.axis, ((LEFT + WIDTH - RIGHT) / 2, top), VPos::Top)?;
    if !figure.rest.is_empty() {
        let sample = [(LEFT, top - FINE), (LEFT + SAMPLE, top + 12 * FINE)];
        area.draw(&Rectangle::new(sample, BAND.filled()))?;
        area.draw(&Text::new(figure.rest_name, (LEFT + SAMPLE + GAP, top), style(FONT, SMALL, FAINT)))?;
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
    for &(from, to) in &figure.rest {
        chart.draw_series([Rectangle::new([(from, low), (to, high)], BAND.filled())])?;
    }
    // Only the last panel has numbers at its horizontal axis.
    let time = |value: &f64| if is_last { tick(*value, end - begin) } else { String::new() };
    mesh(&mut chart, (11, &time), (5, &|value| tick(*value, high - low)))?;
    for (line, colour) in panel.lines.iter().zip(colours(panel)) {
        let look = colour.stroke_width(stroke(line));
        if line.role == Role::Instants {
            let known =
                figure.time.iter().copied().zip(line.values.iter().copied()).filter(|(_, value)| value.is_finite());
            chart.draw_series(known.map(|point| Circle::new(point, RING, look)))?;
        } else {
            chart.draw_series(LineSeries::new(thinned(&figure.time, &line.values, high - low), look))?;
        }
    }
    draw_panel_head(panel, area)
}

/// Quantity and unit on the left, the legend on the right.
fn draw_panel_head(panel: &Panel, area: &Area<'_>) -> Outcome {
    let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
    let heading = format!("{}{unit}", panel.quantity);
    self::heading(area, &heading)?;
    let mut right = WIDTH - RIGHT;
    for (line, colour) in panel.lines.iter().zip(colours(panel)).rev().filter(|(line, _)| !line.name.is_empty()) {
        let left = right - entry_width(&line.name);
        entry(area, (left, 14 * FINE), &line.name, |ends| draw_sample(line, colour, ends, area))?;
        right = left - BETWEEN;
    }
    Ok(())
}

fn draw_sample(line: &Line, colour: RGBColor, ends: [(i32, i32); 2], area: &Area<'_>) -> Outcome {
    let look = colour.stroke_width(stroke(line));
    if line.role == Role::Instants {
        area.draw(&Circle::new(((ends[0].0 + ends[1].0) / 2, ends[0].1), RING, look))?;
    } else {
        area.draw(&PathElement::new(ends, look))?;
    }
    Ok(())
}

/// Inputs are thinner than results, references are wide enough to show on both sides of them.
fn stroke(line: &Line) -> u32 {
    match line.role {
        Role::Given | Role::Instants => 14,
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
        Role::Instants => RESULTS[(results.max(1) - 1) % RESULTS.len()],
    };
    panel.lines.iter().map(colour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_has_the_colour_of_the_result_that_follows_and_instants_that_of_the_one_before() {
        let line = |role| Line { name: String::new(), values: Vec::new(), role };
        let lines = [Role::Given, Role::Result, Role::Reference, Role::Result, Role::Instants].map(line).to_vec();
        let panel = Panel { quantity: String::new(), unit: String::new(), lines };
        assert_eq!(colours(&panel), [GIVEN[0], RESULTS[0], PALE[1], RESULTS[1], RESULTS[1]]);
    }
}
