//! Draws a figure as SVG.

use super::{Error, Figure, Line, Panel};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Measures of the drawing, in units of the SVG.
const WIDTH: u32 = 960;
const HEAD: u32 = 62;
const PANEL: u32 = 168;
const FOOT: u32 = 46;
const LEFT: i32 = 70;
const RIGHT: i32 = 24;
/// Above the first grid line of each panel, for its heading and legend.
const PANEL_HEAD: i32 = 30;

const FONT: &str = "Roboto, Helvetica, Arial, sans-serif";
const STRONG: &str = "Roboto Medium, Roboto, Helvetica, Arial, sans-serif";

const INK: RGBColor = RGBColor(33, 37, 43);
const FAINT: RGBColor = RGBColor(107, 114, 124);
const GRID: RGBColor = RGBColor(226, 229, 233);
const BAND: RGBColor = RGBColor(250, 238, 214);
/// Inputs are drawn in grey, results in these.
const GIVEN: RGBColor = RGBColor(130, 138, 148);
const RESULTS: [RGBColor; 4] =
    [RGBColor(23, 92, 172), RGBColor(204, 75, 55), RGBColor(24, 140, 115), RGBColor(136, 84, 168)];

/// More points than this are thinned out: several per pixel look the same.
const MOST_POINTS: usize = 4 * WIDTH as usize;

/// The figure as an SVG document.
pub fn to_svg(figure: &Figure) -> Result<String, Error> {
    let mut svg = String::new();
    draw(figure, &mut svg).map_err(|error| Error::Drawing(error.to_string()))?;
    Ok(svg)
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn draw(figure: &Figure, svg: &mut String) -> Outcome {
    let height = HEAD + PANEL * figure.panels.len() as u32 + FOOT;
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(HEAD);
    let (body, foot) = body.split_vertically(PANEL * figure.panels.len() as u32);
    draw_head(figure, &head)?;
    for (panel, area) in figure.panels.iter().zip(body.split_evenly((figure.panels.len(), 1))) {
        draw_panel(figure, panel, &area)?;
    }
    draw_foot(figure, &foot)?;
    root.present()?;
    Ok(())
}

fn draw_head(figure: &Figure, area: &Area<'_>) -> Outcome {
    area.draw(&Text::new(figure.title.clone(), (LEFT, 14), style(STRONG, 20, INK)))?;
    area.draw(&Text::new(figure.subtitle.clone(), (LEFT, 40), style(FONT, 13, FAINT)))?;
    Ok(())
}

fn draw_foot(figure: &Figure, area: &Area<'_>) -> Outcome {
    let (width, _) = area.dim_in_pixel();
    let middle = (LEFT + width as i32 - RIGHT) / 2;
    let centred = style(FONT, 13, FAINT).pos(Pos::new(HPos::Center, VPos::Top));
    area.draw(&Text::new(figure.axis.clone(), (middle, 22), centred))?;
    if !figure.stuck.is_empty() {
        area.draw(&Rectangle::new([(LEFT, 21), (LEFT + 22, 35)], BAND.filled()))?;
        area.draw(&Text::new("stuck", (LEFT + 29, 22), style(FONT, 13, FAINT)))?;
    }
    Ok(())
}

fn draw_panel(figure: &Figure, panel: &Panel, area: &Area<'_>) -> Outcome {
    let (begin, end) = (figure.time[0], figure.time[figure.time.len() - 1]);
    let (low, high) = panel.range();
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_HEAD)
        .margin_right(RIGHT)
        .y_label_area_size(LEFT)
        .x_label_area_size(18)
        .build_cartesian_2d(begin..end.max(begin + f64::EPSILON), low..high)?;
    for &(from, to) in &figure.stuck {
        chart.draw_series([Rectangle::new([(from, low), (to, high)], BAND.filled())])?;
    }
    draw_mesh(&mut chart)?;
    for (line, colour) in panel.lines.iter().zip(colours(panel)) {
        let points = thinned(&figure.time, line);
        let width = if line.given { 1 } else { 2 };
        chart.draw_series(LineSeries::new(points, colour.stroke_width(width)))?;
    }
    draw_panel_head(panel, area)
}

fn draw_mesh(chart: &mut Chart<'_, '_>) -> Outcome {
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .x_labels(11)
        .y_labels(5)
        .x_label_formatter(&|value| tick(*value))
        .y_label_formatter(&|value| tick(*value))
        .label_style(style(FONT, 12, FAINT))
        .draw()?;
    Ok(())
}

/// Quantity and unit on the left, the legend on the right.
fn draw_panel_head(panel: &Panel, area: &Area<'_>) -> Outcome {
    let heading = if panel.unit.is_empty() { panel.quantity.clone() } else { format!("{}, {}", panel.quantity, panel.unit) };
    area.draw(&Text::new(heading, (LEFT, 9), style(STRONG, 14, INK)))?;
    let (width, _) = area.dim_in_pixel();
    let mut right = width as i32 - RIGHT;
    for (line, colour) in panel.lines.iter().zip(colours(panel)).rev() {
        let end = style(FONT, 13, INK).pos(Pos::new(HPos::Right, VPos::Top));
        area.draw(&Text::new(line.name.clone(), (right, 10), end))?;
        // Without font metrics at hand: the mean width of a letter at this size, rounded up.
        right -= line.name.chars().count() as i32 * 7 + 8;
        area.draw(&PathElement::new([(right - 22, 17), (right, 17)], colour.stroke_width(2)))?;
        right -= 22 + 20;
    }
    Ok(())
}

fn colours(panel: &Panel) -> Vec<RGBColor> {
    let mut results = RESULTS.iter().cycle();
    let colour = |line: &Line| if line.given { GIVEN } else { results.next().copied().unwrap_or(INK) };
    panel.lines.iter().map(colour).collect()
}

fn style(family: &'static str, size: i32, colour: RGBColor) -> TextStyle<'static> {
    (family, size).into_font().color(&colour)
}

/// A number without the dust of binary fractions.
fn tick(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    let text = if rounded == 0.0 && value != 0.0 { format!("{value:.2e}") } else { format!("{rounded}") };
    if value.abs() < 1e-12 { "0".to_string() } else { text.replace('-', "\u{2212}") }
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
        assert_eq!(tick(0.300_000_000_000_000_04), "0.3");
        assert_eq!(tick(-2.0), "\u{2212}2");
        assert_eq!(tick(-1e-17), "0");
    }
}
