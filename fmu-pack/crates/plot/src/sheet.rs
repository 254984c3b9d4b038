//! A sheet of diagrams with a common legend: a wide one, and below it two side by side.

use super::Error;
use super::curves::{Dash, draw_curve, look};
use super::ends::{self, End, MOST_IN_LEGEND, draw_ends};
use super::parts::{axis, entry, entry_width, heading, mesh, relative, title};
use super::style::{Area, BETWEEN, FINE, FONT, INK, LEFT, Outcome, RIGHT, SMALL, WIDTH, document, style, tick};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A page of diagrams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Heading.
    pub title: String,
    /// Below the heading.
    pub subtitle: String,
    /// Common to all diagrams.
    pub legend: Vec<Key>,
    /// The first over the full width, then two per row.
    pub charts: Vec<Chart>,
}

/// An entry of the legend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key {
    /// What the line shows.
    pub name: String,
    /// How it looks.
    pub stroke: Stroke,
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// Number of the colour.
    pub colour: usize,
    /// Dashes instead of a solid line.
    pub is_dashed: bool,
}

/// One diagram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// What the vertical axis shows.
    pub heading: String,
    /// What the horizontal axis shows.
    pub axis: String,
    /// The horizontal axis is logarithmic; all its values are then greater than 0.
    pub is_logarithmic: bool,
    /// So is the vertical axis.
    pub is_logarithmic_up: bool,
    /// The lines.
    pub traces: Vec<Trace>,
    /// Points that matter.
    pub marks: Vec<Mark>,
}

/// A line through points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// How it looks.
    pub stroke: Stroke,
    /// The points, in shown units.
    pub points: Vec<(f64, f64)>,
    /// A line that only connects.
    pub is_thin: bool,
}

/// A ring around a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Its colour.
    pub stroke: Stroke,
    /// The point, in shown units.
    pub at: (f64, f64),
    /// Rings that are there already; this one goes around them.
    pub rings: usize,
    /// Beside it.
    pub label: Option<String>,
}

/// Measures of the drawing.
const HEAD: i32 = 62 * FINE;
const LEGEND_ROW: i32 = 22 * FINE;
const WIDE: i32 = 420 * FINE;
const NARROW: i32 = 300 * FINE;
/// Above the first grid line of each diagram, for its heading; below the last, for the axis.
const CHART_HEAD: i32 = 36 * FINE;
const CHART_FOOT: i32 = 26 * FINE;
/// For the numbers of the axis.
const CHART_NUMBERS: i32 = 18 * FINE;
/// Thickness of the last line; those below are wider, so that lines on top of each other can be told apart.
const LINE: u32 = 18;
const WIDER: u32 = 6;
const WIDEST: u32 = 34;
const THIN: u32 = 8;
const RING: i32 = 42;
const RING_GAP: i32 = 26;
const ZERO: RGBColor = RGBColor(178, 184, 192);

/// The sheet as an SVG document.
pub fn sheet_to_svg(sheet: &Sheet) -> Result<String, Error> {
    let (legend, at_ends) = places_of_names(sheet);
    let right = if at_ends.is_empty() { RIGHT } else { ends::room(at_ends.iter().map(|key| key.name.as_str())) };
    let wide = WIDE.max(CHART_HEAD + ends::height(at_ends.len()) + CHART_NUMBERS + CHART_FOOT);
    let rows = rows(&legend);
    let legend = LEGEND_ROW * (rows.len() as i32);
    let narrow = sheet.charts.len().saturating_sub(1).div_ceil(2) as i32;
    let head = head(sheet);
    let size = (WIDTH - RIGHT + right, head + legend + wide + narrow * NARROW + 10 * FINE);
    document(size, |root| {
        let (head, body) = root.split_vertically(head + legend);
        draw_head(sheet, rows, &head)?;
        let (wide, rest) = body.split_vertically(wide);
        let Some((first, others)) = sheet.charts.split_first() else { return Ok(()) };
        draw_chart(first, &wide, (11, right), &at_ends)?;
        for (index, pair) in others.chunks(2).enumerate() {
            let (_, row) = rest.split_vertically(index as i32 * NARROW);
            let (row, _) = row.split_vertically(NARROW);
            let halves = row.split_evenly((1, 2));
            pair.iter().zip(&halves).try_for_each(|(chart, half)| draw_chart(chart, half, (6, RIGHT), &[]))?;
        }
        Ok(())
    })
}

/// A sheet without a heading has no room for one.
fn head(sheet: &Sheet) -> i32 {
    if sheet.title.is_empty() { 6 * FINE } else { HEAD }
}

/// The keys of the legend, and those that stand at the ends of their curves in the first diagram.
fn places_of_names(sheet: &Sheet) -> (Vec<&Key>, Vec<&Key>) {
    let is_at_end = |key: &&Key| {
        sheet.legend.len() > MOST_IN_LEGEND
            && sheet.charts.first().is_some_and(|chart| chart.last_point(key.stroke).is_some())
    };
    let (at_ends, legend) = sheet.legend.iter().partition(is_at_end);
    (legend, at_ends)
}

impl Chart {
    /// The point furthest to the right of the lines that look so.
    fn last_point(&self, stroke: Stroke) -> Option<(f64, f64)> {
        let traces = self.traces.iter().filter(|trace| trace.stroke == stroke && !trace.is_thin);
        let ends =
            traces.filter_map(|trace| trace.points.last()).copied().filter(|(x, y)| x.is_finite() && y.is_finite());
        ends.max_by(|one, other| one.0.total_cmp(&other.0))
    }
}

impl Stroke {
    fn look(self) -> (RGBColor, Dash) {
        let (colour, dash) = look(self.colour);
        (colour, if self.is_dashed { Dash::Short } else { dash })
    }
}

fn draw_head(sheet: &Sheet, rows: Vec<Vec<&Key>>, area: &Area<'_>) -> Outcome {
    if !sheet.title.is_empty() {
        title(area, &sheet.title, std::slice::from_ref(&sheet.subtitle))?;
    }
    for (row, keys) in rows.into_iter().enumerate() {
        let top = head(sheet) + 6 * FINE + row as i32 * LEGEND_ROW;
        let mut left = LEFT;
        for key in keys {
            entry(area, (left, top), &key.name, |ends| draw_line(area, key.stroke, ends.to_vec(), LINE))?;
            left += entry_width(&key.name) + BETWEEN;
        }
    }
    Ok(())
}

/// The entries in rows that fit.
fn rows<'a>(keys: &[&'a Key]) -> Vec<Vec<&'a Key>> {
    let (mut rows, mut left): (Vec<Vec<&Key>>, i32) = (Vec::new(), LEFT);
    for &key in keys {
        let entry = entry_width(&key.name) + BETWEEN;
        if rows.is_empty() || left + entry > WIDTH - RIGHT {
            rows.push(Vec::new());
            left = LEFT;
        }
        left += entry;
        rows.last_mut().expect("there is a first row").push(key);
    }
    rows
}

fn draw_line(area: &Area<'_>, stroke: Stroke, points: Vec<(i32, i32)>, thickness: u32) -> Outcome {
    let (colour, dash) = stroke.look();
    draw_curve(area, points, dash, colour.stroke_width(thickness))
}

/// With so many numbers at its horizontal axis and so much room on the right, in which the names of these curves stand.
fn draw_chart(chart: &Chart, area: &Area<'_>, (labels, right): (usize, i32), at_ends: &[&Key]) -> Outcome {
    let scaled = |value: f64, is_logarithmic: bool| if is_logarithmic { value.log10() } else { value };
    let to_axis = |(x, y): (f64, f64)| (scaled(x, chart.is_logarithmic), scaled(y, chart.is_logarithmic_up));
    let points = || chart.traces.iter().flat_map(|trace| &trace.points).copied().map(to_axis);
    let side = if labels > 6 { 0.0 } else { 0.04 };
    let (across, up) = (range(points().map(|point| point.0), side), range(points().map(|point| point.1), 0.08));
    let mut plane = ChartBuilder::on(area)
        .margin_top(CHART_HEAD)
        .margin_right(right)
        .margin_bottom(CHART_FOOT)
        .y_label_area_size(LEFT)
        .x_label_area_size(CHART_NUMBERS)
        .build_cartesian_2d(Ticked::new(across, chart.is_logarithmic), Ticked::new(up, chart.is_logarithmic_up))?;
    draw_mesh(&mut plane, chart, (across, up), labels)?;
    draw_zero(&mut plane, chart, (across, up))?;
    let last = chart.traces.iter().map(|trace| trace.stroke.colour).max().unwrap_or(0);
    for trace in &chart.traces {
        let points = trace.points.iter().map(|at| relative(area, plane.backend_coord(&to_axis(*at)))).collect();
        let above = if last < MOST_IN_LEGEND { (last - trace.stroke.colour) as u32 } else { 0 };
        let thickness = if trace.is_thin { THIN } else { (LINE + WIDER * above).min(WIDEST) };
        draw_line(area, trace.stroke, points, thickness)?;
    }
    for mark in &chart.marks {
        let at = relative(area, plane.backend_coord(&to_axis(mark.at)));
        draw_mark(mark, at, area)?;
        draw_label(mark, at, outermost(chart, mark), area)?;
    }
    heading(area, &chart.heading)?;
    let (width, height) = area.dim_in_pixel();
    let (width, height) = (width as i32 - right, height as i32);
    let end = |key: &&'_ Key| chart.last_point(key.stroke).map(|at| relative(area, plane.backend_coord(&to_axis(at))));
    let ends: Vec<End<'_>> = at_ends
        .iter()
        .filter_map(|key| Some(End { name: &key.name, at: end(key)?, colour: key.stroke.look().0 }))
        .collect();
    let sample = |place: usize, points: [(i32, i32); 2]| draw_line(area, at_ends[place].stroke, points.to_vec(), LINE);
    draw_ends(area, &ends, (width, CHART_HEAD, height - CHART_FOOT - CHART_NUMBERS), &sample)?;
    axis(area, &chart.axis, ((LEFT + width) / 2, height - 4 * FINE), VPos::Bottom)
}

type Ranges = ((f64, f64), (f64, f64));
/// Where the lines of a diagram are drawn.
type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Ticked, Ticked>>;

/// An axis with lines at round values; a logarithmic one has exponents as its values.
struct Ticked {
    even: RangedCoordf64,
    is_logarithmic: bool,
}

impl Ticked {
    fn new((low, high): (f64, f64), is_logarithmic: bool) -> Self {
        Self { even: (low..high).into(), is_logarithmic }
    }
}

impl Ranged for Ticked {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.even.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let Range { start, end } = self.range();
        let round = if self.is_logarithmic { round_exponents((start, end), hint.max_num_points()) } else { Vec::new() };
        // An axis of less than an octave has too few round numbers.
        if round.len() < 2 { self.even.key_points(hint) } else { round }
    }

    fn range(&self) -> Range<f64> {
        self.even.range()
    }
}

/// Exponents of 1, 2 and 5 times the powers of ten; of the powers alone, or of some of them, where that is too much.
fn round_exponents((low, high): (f64, f64), most: usize) -> Vec<f64> {
    // Ends that are round themselves are off by rounding.
    const ROUNDING: f64 = 1e-9;
    let decades = || (low.floor() as i32)..=(high.ceil() as i32);
    let is_inside = |exponent: &f64| (low - ROUNDING..=high + ROUNDING).contains(exponent);
    let times = |factors: &'static [f64], every: i32| -> Vec<f64> {
        let whole = decades().filter(move |decade| decade.rem_euclid(every) == 0);
        let all = whole.flat_map(|decade| factors.iter().map(move |factor| f64::from(decade) + factor.log10()));
        all.filter(is_inside).collect()
    };
    let fine = times(&[1.0, 2.0, 5.0], 1);
    // A few more than wanted are better than a third of them.
    if fine.len() <= most + most / 2 {
        return fine;
    }
    let every = (1..).find(|every| times(&[1.0], *every).len() <= most).unwrap_or(1);
    times(&[1.0], every)
}

fn draw_mesh(plane: &mut Plane<'_, '_>, chart: &Chart, (across, up): Ranges, labels: usize) -> Outcome {
    let label = |value: f64, is_logarithmic: bool, (low, high): (f64, f64)| {
        if is_logarithmic { power(value) } else { tick(value, high - low) }
    };
    mesh(
        plane,
        (labels, &|value| label(*value, chart.is_logarithmic, across)),
        (if labels > 6 { 11 } else { 6 }, &|value| label(*value, chart.is_logarithmic_up, up)),
    )
}

/// 10^exponent, to three digits where the exponent is not whole.
fn power(exponent: f64) -> String {
    if (exponent - exponent.round()).abs() > 1e-9 {
        let rounded = format!("{:.2e}", 10f64.powf(exponent)).parse().unwrap_or(f64::NAN);
        return fmu_output::number(rounded);
    }
    fmu_output::number(10f64.powi(exponent.round() as i32))
}

/// Lines at zero, where the axes have one.
fn draw_zero(plane: &mut Plane<'_, '_>, chart: &Chart, (across, up): Ranges) -> Outcome {
    let look = ZERO.stroke_width(FINE as u32);
    if !chart.is_logarithmic_up && up.0 < 0.0 && up.1 > 0.0 {
        plane.draw_series(LineSeries::new([(across.0, 0.0), (across.1, 0.0)], look))?;
    }
    if !chart.is_logarithmic && across.0 < 0.0 && across.1 > 0.0 {
        plane.draw_series(LineSeries::new([(0.0, up.0), (0.0, up.1)], look))?;
    }
    Ok(())
}

fn draw_mark(mark: &Mark, at: (i32, i32), area: &Area<'_>) -> Outcome {
    if mark.rings == 0 {
        area.draw(&Circle::new(at, RING, WHITE.filled()))?;
    }
    let radius = RING + mark.rings as i32 * RING_GAP;
    area.draw(&Circle::new(at, radius, mark.stroke.look().0.stroke_width(LINE)))?;
    Ok(())
}

/// Radius of the outermost of the rings to which a mark belongs.
fn outermost(chart: &Chart, mark: &Mark) -> i32 {
    let at_same_place =
        |other: &&Mark| other.at.0 == mark.at.0 && (other.at.1 - mark.at.1).abs() <= 1e-2 * mark.at.1.abs();
    let rings = chart.marks.iter().filter(at_same_place).map(|other| other.rings).max().unwrap_or(0);
    RING + rings as i32 * RING_GAP
}

fn draw_label(mark: &Mark, at: (i32, i32), radius: i32, area: &Area<'_>) -> Outcome {
    let Some(label) = &mark.label else { return Ok(()) };
    let (side, place) =
        if mark.at.1 < 0.0 { (HPos::Left, radius + 8 * FINE) } else { (HPos::Right, -radius - 8 * FINE) };
    let look = style(FONT, SMALL, INK).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(format!("breakaway {label}"), (at.0 + place, at.1), look))?;
    Ok(())
}

/// The values with a margin on either side, as a share of their span.
fn range(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match high - low {
        span if span > 0.0 => (low - margin * span, high + margin * span),
        _ if low.is_finite() => (low - 0.5 * low.abs().max(1.0), high + 0.5 * high.abs().max(1.0)),
        _ => (-1.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(count: usize) -> Vec<Key> {
        let stroke = Stroke { colour: 0, is_dashed: false };
        vec![Key { name: "majd_simaan_approximate".to_string(), stroke }; count]
    }

    #[test]
    fn a_long_legend_takes_several_rows() {
        let (few, many) = (keys(3), keys(12));
        assert_eq!(rows(&[]).len(), 0);
        assert_eq!(rows(&few.iter().collect::<Vec<&Key>>()).len(), 1);
        let rows = rows(&many.iter().collect::<Vec<&Key>>());
        assert!(rows.len() > 1 && rows.iter().all(|row| !row.is_empty()));
        assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), 12);
    }

    #[test]
    fn of_many_curves_those_that_end_in_the_first_diagram_are_named_there() {
        let stroke = |colour| Stroke { colour, is_dashed: false };
        let key = |colour| Key { name: format!("curve {colour}"), stroke: stroke(colour) };
        // The first three have no curve.
        let traces = (3..20).map(|colour| Trace {
            stroke: stroke(colour),
            points: vec![(0.0, 0.0), (1.0, 1.0)],
            is_thin: false,
        });
        let chart = Chart {
            heading: String::new(),
            axis: String::new(),
            is_logarithmic: false,
            is_logarithmic_up: false,
            traces: traces.collect(),
            marks: Vec::new(),
        };
        let sheet = |count| Sheet {
            title: String::new(),
            subtitle: String::new(),
            legend: (0..count).map(key).collect(),
            charts: vec![chart.clone()],
        };
        let count = |count| {
            let sheet = sheet(count);
            let (legend, at_ends) = places_of_names(&sheet);
            (legend.len(), at_ends.len())
        };
        assert_eq!((count(8), count(20)), ((8, 0), (3, 17)));
        let svg = sheet_to_svg(&sheet(20)).unwrap();
        (0..20).for_each(|colour| assert!(svg.contains(&format!("curve {colour}\n")), "{colour}"));
        assert!(!svg.contains("width=\"960\"") && sheet_to_svg(&sheet(8)).unwrap().contains("width=\"960\""));
    }

    #[test]
    fn every_line_of_a_logarithmic_grid_has_its_number() {
        assert_eq!([power(2.0), power(-1.0), power(0.5), power(-0.5)], ["100", "0.1", "3.16", "0.316"]);
    }

    #[test]
    fn a_logarithmic_grid_stands_at_one_two_and_five() {
        let shown = |low: f64, high: f64| -> Vec<String> {
            round_exponents((low.log10(), high.log10()), 6).into_iter().map(power).collect()
        };
        assert_eq!(shown(0.1, 10.0), ["0.1", "0.2", "0.5", "1", "2", "5", "10"]);
        assert_eq!(shown(0.3, 4.0), ["0.5", "1", "2"]);
        assert_eq!(shown(1e-3, 1e2), ["0.001", "0.01", "0.1", "1", "10", "100"]);
        assert_eq!(shown(1e-8, 1.0), ["1e-8", "1e-6", "0.0001", "0.01", "1"]);
    }

    #[test]
    fn a_range_has_room_around_its_values() {
        assert_eq!(range([1.0, 3.0].into_iter(), 0.0), (1.0, 3.0));
        assert_eq!(range([f64::NAN].into_iter(), 0.1), (-1.0, 1.0));
        let (low, high) = range([2.0, 2.0].into_iter(), 0.1);
        assert!(low < 2.0 && high > 2.0);
    }
}
