//! Draws a figure as SVG.

use super::{Error, Figure, Line, Panel};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// plotters rounds every coordinate to a whole unit; this many units make one of the finished drawing.
const FINE: i32 = 10;
/// Measures of the drawing.
const WIDTH: i32 = 960 * FINE;
const HEAD: i32 = 66 * FINE;
const PANEL: i32 = 172 * FINE;
const FOOT: i32 = 44 * FINE;
const LEFT: i32 = 66 * FINE;
const RIGHT: i32 = 24 * FINE;
/// Above the first grid line of each panel, for its heading and legend.
const PANEL_HEAD: i32 = 34 * FINE;
/// Length of a legend's sample line, and the gaps behind it and between two entries.
const SAMPLE: i32 = 20 * FINE;
const GAP: i32 = 6 * FINE;
const BETWEEN: i32 = 18 * FINE;

/// Heights of letters.
const TITLE: f64 = 19.0;
const HEADING: f64 = 13.5;
const SMALL: f64 = 12.0;
/// Mean width of a letter over its height: no font metrics are at hand.
const LETTER: f64 = 0.49;

const FONT: &str = "Roboto, Helvetica, Arial, sans-serif";
const STRONG: &str = "Roboto Medium, Roboto, Helvetica, Arial, sans-serif";

const INK: RGBColor = RGBColor(33, 37, 43);
const FAINT: RGBColor = RGBColor(107, 114, 124);
const GRID: RGBColor = RGBColor(226, 229, 233);
const BAND: RGBColor = RGBColor(250, 238, 214);
/// Inputs are drawn in quiet colours, results in strong ones.
const GIVEN: [RGBColor; 2] = [RGBColor(130, 138, 148), RGBColor(176, 132, 40)];
const RESULTS: [RGBColor; 4] =
    [RGBColor(23, 92, 172), RGBColor(204, 75, 55), RGBColor(24, 140, 115), RGBColor(136, 84, 168)];

/// More points than this are thinned out: several per pixel look the same.
const MOST_POINTS: usize = 4 * 960;

/// The figure as an SVG document.
pub fn to_svg(figure: &Figure) -> Result<String, Error> {
    let mut svg = String::new();
    let (width, height) = (WIDTH, HEAD + PANEL * figure.panels.len() as i32 + FOOT);
    draw(figure, &mut svg, (width as u32, height as u32)).map_err(|error| Error::Drawing(error.to_string()))?;
    let fine = format!("width=\"{width}\" height=\"{height}\"");
    let finished = format!("width=\"{}\" height=\"{}\"", width / FINE, height / FINE);
    Ok(svg.replacen(&fine, &finished, 1))
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn draw(figure: &Figure, svg: &mut String, size: (u32, u32)) -> Outcome {
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(HEAD);
    let (body, foot) = body.split_vertically(PANEL * figure.panels.len() as i32);
    draw_head(figure, &head)?;
    let last = figure.panels.len() - 1;
    for (index, area) in body.split_evenly((figure.panels.len(), 1)).iter().enumerate() {
        draw_panel(figure, &figure.panels[index], area, index == last)?;
    }
    draw_foot(figure, &foot)?;
    root.present()?;
    Ok(())
}

fn draw_head(figure: &Figure, area: &Area<'_>) -> Outcome {
    area.draw(&Text::new(figure.title.clone(), (LEFT, 16 * FINE), style(STRONG, TITLE, INK)))?;
    area.draw(&Text::new(figure.subtitle.clone(), (LEFT, 42 * FINE), style(FONT, SMALL, FAINT)))?;
    Ok(())
}

fn draw_foot(figure: &Figure, area: &Area<'_>) -> Outcome {
    let top = 10 * FINE;
    let centred = style(FONT, SMALL, FAINT).pos(Pos::new(HPos::Center, VPos::Top));
    area.draw(&Text::new(figure.axis.clone(), ((LEFT + WIDTH - RIGHT) / 2, top), centred))?;
    if !figure.stuck.is_empty() {
        let sample = [(LEFT, top - FINE), (LEFT + SAMPLE, top + 12 * FINE)];
        area.draw(&Rectangle::new(sample, BAND.filled()))?;
        area.draw(&Text::new("stuck", (LEFT + SAMPLE + GAP, top), style(FONT, SMALL, FAINT)))?;
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
    draw_mesh(&mut chart, end - begin, high - low, is_last)?;
    for (line, colour) in panel.lines.iter().zip(colours(panel)) {
        let points = thinned(&figure.time, line);
        chart.draw_series(LineSeries::new(points, colour.stroke_width(stroke(line))))?;
    }
    draw_panel_head(panel, area)
}

/// Only the last panel has numbers at its horizontal axis.
fn draw_mesh(chart: &mut Chart<'_, '_>, duration: f64, span: f64, is_last: bool) -> Outcome {
    let thin = GRID.stroke_width(FINE as u32);
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(thin)
        .axis_style(thin)
        .set_all_tick_mark_size(4 * FINE)
        .x_labels(11)
        .y_labels(5)
        .x_label_formatter(&|value| if is_last { tick(*value, duration) } else { String::new() })
        .y_label_formatter(&|value| tick(*value, span))
        .label_style(style(FONT, SMALL, FAINT))
        .draw()?;
    Ok(())
}

/// Quantity and unit on the left, the legend on the right.
fn draw_panel_head(panel: &Panel, area: &Area<'_>) -> Outcome {
    let unit = if panel.unit.is_empty() { String::new() } else { format!(", {}", panel.unit) };
    let heading = format!("{}{unit}", panel.quantity);
    area.draw(&Text::new(heading, (LEFT, 13 * FINE), style(STRONG, HEADING, INK)))?;
    let mut right = WIDTH - RIGHT;
    for (line, colour) in panel.lines.iter().zip(colours(panel)).rev() {
        let left = right - (line.name.chars().count() as f64 * LETTER * SMALL * f64::from(FINE)) as i32;
        area.draw(&Text::new(line.name.clone(), (left, 14 * FINE), style(FONT, SMALL, INK)))?;
        let (from, to) = (left - GAP - SAMPLE, left - GAP);
        area.draw(&PathElement::new([(from, 20 * FINE), (to, 20 * FINE)], colour.stroke_width(stroke(line))))?;
        right = from - BETWEEN;
    }
    Ok(())
}

/// Inputs are thinner than results.
fn stroke(line: &Line) -> u32 {
    if line.given { 14 } else { 20 }
}

fn colours(panel: &Panel) -> Vec<RGBColor> {
    let (mut given, mut results) = (GIVEN.iter().cycle(), RESULTS.iter().cycle());
    let colour = |line: &Line| if line.given { given.next() } else { results.next() }.copied().unwrap_or(INK);
    panel.lines.iter().map(colour).collect()
}

fn style(family: &'static str, height: f64, colour: RGBColor) -> TextStyle<'static> {
    // The SVG backend divides sizes by this.
    (family, height * f64::from(FINE) * 1.24).into_font().color(&colour)
}

/// A number with as many decimals as an axis of this span needs.
fn tick(value: f64, span: f64) -> String {
    let decimals = (1.0 - span.log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.decimals$}");
    let is_zero = text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.'));
    if is_zero { "0".to_string() } else { text.replace('-', "\u{2212}") }
}

/// The points of a line; of very many, the lowest and the highest of each small interval.
fn thinned(time: &[f64], line: &Line) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> = time.iter().copied().zip(line.values.iter().copied()).collect();
    if points.len() <= MOST_POINTS {
        return points;
    }
    let size = points.len().div_ceil(MOST_POINTS / 2);
    points.chunks(size).flat_map(extremes).collect()
}

fn extremes(points: &[(f64, f64)]) -> [(f64, f64); 2] {
    let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let low = *points.iter().min_by(by_value).expect("chunks are not empty");
    let high = *points.iter().max_by(by_value).expect("chunks are not empty");
    if low.0 <= high.0 { [low, high] } else { [high, low] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_peaks_and_the_order() {
        let time: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut values = vec![0.0; time.len()];
        values[77_777] = 9.0;
        let points = thinned(&time, &Line { name: String::new(), values, given: false });
        assert!(points.len() <= MOST_POINTS);
        assert!(points.contains(&(77_777.0, 9.0)));
        assert!(points.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(tick(0.300_000_000_000_000_04, 1.6), "0.3");
        assert_eq!(tick(1.0, 1.6), "1.0");
        assert_eq!(tick(-20.0, 50.0), "\u{2212}20");
        assert_eq!(tick(-1e-17, 1.6), "0");
    }
}
