//! Draws a figure as SVG.

use super::covered::{self, Point};
use super::curves::{Dash, draw_curve, look, pale};
use super::ends::{self, End, MOST_IN_LEGEND, draw_ends};
use super::parts::{axis, entry, entry_width, heading, mesh, relative, title};
use super::style::{
    Area, BETWEEN, FAINT, FINE, FONT, GAP, GRID, INK, LEFT, Outcome, RIGHT, SAMPLE, SMALL, WIDTH, document, style,
    tick, width,
};
use super::thinning::thinned;
use super::wrapping::{further, wrapped};
use super::{Error, Figure, Lane, Line, Panel, Role};
use plotters::prelude::*;
use plotters::style::text_anchor::VPos;
use std::collections::HashMap;

/// Measures of the drawing.
const HEAD: i32 = 66 * FINE;
const PANEL: i32 = 172 * FINE;
const FOOT: i32 = 44 * FINE;
/// Above the first grid line of each panel, for its heading and legend.
const PANEL_HEAD: i32 = 34 * FINE;
/// Below the last grid line, for the numbers of the axis.
const PANEL_FOOT: i32 = 18 * FINE;
/// A heading is larger and bolder than the text of a legend, by this many per cent.
const HEADING_WIDER: i32 = 120;
/// Of each contact, with its name above its bars, and above all of them.
const LANE: i32 = 32 * FINE;
const LANE_NAME: i32 = 16 * FINE;
const LANES_HEAD: i32 = 38 * FINE;

/// Around a value that is known at an instant.
const RING: i32 = 5 * FINE;

const BAND: RGBColor = RGBColor(250, 238, 214);
const LANE_BAND: RGBColor = RGBColor(243, 219, 170);
/// Inputs are drawn in quiet colours, results in those of counted curves.
const GIVEN: [RGBColor; 2] = [RGBColor(130, 138, 148), RGBColor(176, 132, 40)];

/// A drawing after its first word, for a page that begins it. It needs no namespace there, and a plot of plotters has no declaration.
pub fn embedded(svg: &str) -> String {
    svg.strip_prefix("<svg ").unwrap_or(svg).replace(" xmlns=\"http://www.w3.org/2000/svg\"", "")
}

/// The figure as an SVG document.
pub fn to_svg(figure: &Figure) -> Result<String, Error> {
    let height = head(figure) + body(figure).iter().sum::<i32>() + lanes(figure) + FOOT;
    document((WIDTH - RIGHT + right(figure), height), |root| draw(figure, root))
}

fn lanes(figure: &Figure) -> i32 {
    if figure.lanes.is_empty() { 0 } else { LANES_HEAD + LANE * figure.lanes.len() as i32 }
}

/// Heights of the panels: a few are taller than many, and names at the ends of curves need theirs.
fn body(figure: &Figure) -> Vec<i32> {
    let usual = match figure.panels.len() {
        1 => 2 * PANEL,
        2 => 3 * PANEL / 2,
        _ => PANEL,
    };
    let needed = |panel: &Panel| match names(panel) {
        Names::InLegend => 0,
        Names::AtEnds => PANEL_HEAD + ends::height(named(panel).count()) + PANEL_FOOT,
    };
    figure.panels.iter().map(|panel| usual.max(needed(panel))).collect()
}

/// Right of the panels: where one of them has names at the ends of its curves, all have the room for them.
fn right(figure: &Figure) -> i32 {
    let at_ends = || figure.panels.iter().filter(|panel| names(panel) == Names::AtEnds);
    let rooms = at_ends().map(|panel| ends::room(named(panel).map(|(_, line)| line.name.as_str())));
    rooms.max().unwrap_or(RIGHT)
}

/// Where the names of the lines stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    InLegend,
    AtEnds,
}

/// In a legend as long as one can be read, which has a row.
fn names(panel: &Panel) -> Names {
    let entries = named(panel).map(|(_, line)| entry_width(&line.name) + BETWEEN).sum::<i32>();
    let fits = entries + HEADING_WIDER * width(&panel_heading(panel)) / 100 <= WIDTH - LEFT - RIGHT;
    if fits && named(panel).count() <= MOST_IN_LEGEND { Names::InLegend } else { Names::AtEnds }
}

/// The lines that have a name, with their places.
fn named(panel: &Panel) -> impl DoubleEndedIterator<Item = (usize, &Line)> {
    panel.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty())
}

/// A figure without a heading has no room for one.
fn head(figure: &Figure) -> i32 {
    if figure.title.is_empty() { 0 } else { HEAD + further(&subtitle(figure)) }
}

/// In lines that fit.
fn subtitle(figure: &Figure) -> Vec<String> {
    wrapped(&figure.subtitle, WIDTH - LEFT - RIGHT)
}

fn draw(figure: &Figure, root: &Area<'_>) -> Outcome {
    let (head, body) = root.split_vertically(head(figure));
    let heights = self::body(figure);
    let (mut body, rest) = body.split_vertically(heights.iter().sum::<i32>());
    let (lanes, foot) = rest.split_vertically(self::lanes(figure));
    if !figure.title.is_empty() {
        title(&head, &figure.title, &subtitle(figure))?;
    }
    let last = figure.panels.len() - 1;
    for (index, height) in heights.into_iter().enumerate() {
        let (area, below) = body.split_vertically(height);
        draw_panel(figure, &figure.panels[index], &area, index == last)?;
        body = below;
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
    heading(area, &format!("{} (shaded: {})", figure.lanes_name, common.unwrap_or("at rest, as named in each row")))?;
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
        .margin_right(right(figure))
        .y_label_area_size(LEFT)
        .x_label_area_size(PANEL_FOOT)
        .build_cartesian_2d(begin..end.max(begin + f64::EPSILON), low..high)?;
    for &(from, to) in &figure.rest {
        chart.draw_series([Rectangle::new([(from, low), (to, high)], BAND.filled())])?;
    }
    // Only the last panel has numbers at its horizontal axis.
    let time = |value: &f64| if is_last { tick(*value, end - begin) } else { String::new() };
    mesh(&mut chart, (11, &time), (5, &|value| tick(*value, high - low)))?;
    let mut last_points = Vec::new();
    let at = |point: &(f64, f64)| relative(area, chart.backend_coord(point));
    let mut pieces = pieces_of_results(figure, panel, &at);
    for (place, (line, (colour, dash))) in panel.lines.iter().zip(looks(panel)).enumerate() {
        let look = colour.stroke_width(stroke(line));
        let known = figure.time.iter().copied().zip(line.values.iter().copied()).filter(|(_, value)| value.is_finite());
        last_points.push(known.clone().next_back().map(|point| relative(area, chart.backend_coord(&point))));
        if line.role == Role::Instants {
            chart.draw_series(known.map(|point| Circle::new(point, RING, look)))?;
        } else if let Some(pieces) = pieces.remove(&place) {
            pieces.into_iter().try_for_each(|piece| draw_curve(area, piece, dash, look))?;
        } else {
            let points = thinned(&figure.time, &line.values, high - low).into_iter();
            draw_curve(area, points.map(|point| relative(area, chart.backend_coord(&point))).collect(), dash, look)?;
        }
    }
    heading(area, &panel_heading(panel))?;
    match names(panel) {
        Names::InLegend => draw_legend(panel, area),
        Names::AtEnds => draw_names(panel, &last_points, area),
    }
}

/// The pieces of those results that lie on others, by the place of their line.
fn pieces_of_results(
    figure: &Figure,
    panel: &Panel,
    at: &dyn Fn(&(f64, f64)) -> Point,
) -> HashMap<usize, Vec<Vec<Point>>> {
    // A result that has ended before others has points up to there.
    let is_known_up_to_its_end = |line: &Line| line.values.iter().skip_while(|v| v.is_finite()).all(|v| !v.is_finite());
    let is_result = |(_, line): &(usize, &Line)| line.role == Role::Result && is_known_up_to_its_end(line);
    let (places, results): (Vec<usize>, Vec<&Line>) = panel.lines.iter().enumerate().filter(is_result).unzip();
    let points = |line: &&Line| {
        let known = figure.time.iter().zip(&line.values).take_while(|(_, value)| value.is_finite());
        known.map(|(time, value)| at(&(*time, *value))).collect()
    };
    let curves: Vec<Vec<Point>> = results.iter().map(points).collect();
    let thickness = results.first().map_or(0, |line| stroke(line));
    let pieces = covered::pieces(&curves, thickness).into_iter();
    places.into_iter().zip(pieces).filter_map(|(place, pieces)| Some((place, pieces?))).collect()
}

/// Quantity and unit, and of how many curves some are shown.
fn panel_heading(panel: &Panel) -> String {
    let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
    let shown = panel.lines.len();
    let some = format!(" ({shown} of {}; --record shows others)", shown + panel.left_out);
    format!("{}{unit}{}", panel.quantity, if panel.left_out > 0 { &some } else { "" })
}

/// Each name at the last point of its line; what has no point has no name.
fn draw_names(panel: &Panel, last_points: &[Option<(i32, i32)>], area: &Area<'_>) -> Outcome {
    let looks = looks(panel);
    let with_point = named(panel).filter_map(|(place, line)| Some((place, line, last_points[place]?)));
    let (places, ends): (Vec<usize>, Vec<End<'_>>) =
        with_point.map(|(place, line, at)| (place, End { name: &line.name, at, colour: looks[place].0 })).unzip();
    let bottom = area.dim_in_pixel().1 as i32 - PANEL_FOOT;
    let sample = |end: usize, points| draw_sample(&panel.lines[places[end]], looks[places[end]], points, area);
    draw_ends(area, &ends, (WIDTH - RIGHT, PANEL_HEAD, bottom), &sample)
}

/// On the right, at the height of the heading.
fn draw_legend(panel: &Panel, area: &Area<'_>) -> Outcome {
    let looks = looks(panel);
    let mut right = WIDTH - RIGHT;
    for (place, line) in named(panel).rev() {
        let left = right - entry_width(&line.name);
        entry(area, (left, 14 * FINE), &line.name, |ends| draw_sample(line, looks[place], ends, area))?;
        right = left - BETWEEN;
    }
    Ok(())
}

fn draw_sample(line: &Line, (colour, dash): (RGBColor, Dash), ends: [(i32, i32); 2], area: &Area<'_>) -> Outcome {
    let look = colour.stroke_width(stroke(line));
    if line.role == Role::Instants {
        area.draw(&Circle::new(((ends[0].0 + ends[1].0) / 2, ends[0].1), RING, look))?;
    } else {
        draw_curve(area, ends.to_vec(), dash, look)?;
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

/// Of each line.
fn looks(panel: &Panel) -> Vec<(RGBColor, Dash)> {
    let (mut given, mut results) = (0, 0);
    let next = |number: &mut usize| {
        *number += 1;
        *number - 1
    };
    let look_of = |line: &Line| match line.role {
        Role::Given => (GIVEN[next(&mut given) % GIVEN.len()], Dash::Solid),
        Role::Result => look(next(&mut results)),
        Role::Reference => (pale(look(results).0), Dash::Solid),
        Role::Instants => (look(results.max(1) - 1).0, Dash::Solid),
    };
    panel.lines.iter().map(look_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One panel with lines that all end at one value.
    fn figure(count: usize) -> Figure {
        let line =
            |number| Line { name: format!("case {number}"), values: vec![number as f64, 0.0], role: Role::Result };
        let lines = (0..count).map(line).collect();
        Figure {
            title: "Many".to_string(),
            subtitle: String::new(),
            axis: "time, s".to_string(),
            time: vec![0.0, 1.0],
            panels: vec![Panel { quantity: "Position".to_string(), unit: "deg".to_string(), lines, left_out: 0 }],
            rest: Vec::new(),
            rest_name: "",
            lanes: Vec::new(),
            lanes_name: "",
        }
    }

    /// Places of the names in the drawing, and its size.
    fn drawn(count: usize) -> (Vec<(i32, i32)>, (i32, i32)) {
        let svg = to_svg(&figure(count)).unwrap();
        let number = |text: &str, name: &str| -> i32 {
            let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        let names = svg.split("<text").filter(|text| text.contains("\ncase "));
        let places = names.map(|text| (number(text, "x"), number(text, "y"))).collect();
        (places, (number(&svg, "width"), number(&svg, "height")))
    }

    #[test]
    fn few_names_stand_in_a_legend() {
        let (places, (width, _)) = drawn(8);
        assert_eq!((places.len(), width), (8, 960));
        assert!(places.windows(2).all(|pair| pair[0].1 == pair[1].1 && pair[0].0 != pair[1].0), "{places:?}");
    }

    #[test]
    fn many_names_stand_at_the_ends_of_the_curves_and_do_not_overlap_where_all_end_at_one_value() {
        for count in [9, 20, 48] {
            let (mut places, (width, height)) = drawn(count);
            places.sort_by_key(|place| place.1);
            assert_eq!(places.len(), count);
            assert!(places.iter().all(|place| place.0 > WIDTH - RIGHT && place.0 == places[0].0), "{places:?}");
            // A letter is 12 high.
            assert!(places.windows(2).all(|pair| pair[1].1 - pair[0].1 >= 14 * FINE), "{places:?}");
            assert!(width > 960 && places.last().unwrap().1 < (height - 18) * FINE, "{places:?} {height}");
        }
    }

    #[test]
    fn of_two_curves_on_each_other_both_are_seen() {
        let drawn = |shift: f64| {
            let mut figure = figure(2);
            let lines = &mut figure.panels[0].lines;
            lines[0].values = vec![0.0, 1.0];
            lines[1].values = vec![shift, 1.0 + shift];
            let RGBColor(red, green, blue) = look(1).0;
            to_svg(&figure).unwrap().matches(&format!("stroke=\"#{red:02X}{green:02X}{blue:02X}\"")).count()
        };
        // The curve and its sample in the legend; some 870 pixels in turns of 14, every other of which is its own.
        assert_eq!(drawn(0.5), 2);
        assert!((30..=34).contains(&drawn(0.0)), "{}", drawn(0.0));
    }

    #[test]
    fn of_a_curve_that_has_ended_and_one_that_goes_on_above_it_both_are_seen() {
        let mut figure = figure(2);
        figure.time = vec![0.0, 1.0, 2.0];
        let lines = &mut figure.panels[0].lines;
        lines[0].values = vec![0.0, 1.0, f64::NAN];
        lines[1].values = vec![0.0, 1.0, 2.0];
        let RGBColor(red, green, blue) = look(1).0;
        let drawn = to_svg(&figure).unwrap().matches(&format!("stroke=\"#{red:02X}{green:02X}{blue:02X}\"")).count();
        // Half of the way is that of the test above, the rest one piece.
        assert!((15..=19).contains(&drawn), "{drawn}");
    }

    #[test]
    fn a_reference_has_the_colour_of_the_result_that_follows_and_instants_that_of_the_one_before() {
        let line = |role| Line { name: String::new(), values: Vec::new(), role };
        let lines = [Role::Given, Role::Result, Role::Reference, Role::Result, Role::Instants].map(line).to_vec();
        let panel = Panel { quantity: String::new(), unit: String::new(), lines, left_out: 0 };
        let colours: Vec<RGBColor> = looks(&panel).into_iter().map(|(colour, _)| colour).collect();
        let results = [look(0).0, look(1).0];
        assert_eq!(colours, [GIVEN[0], results[0], pale(results[1]), results[1], results[1]]);
    }
}
