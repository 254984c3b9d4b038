//! Draws a scheme at the places of its layout.

use super::layout::{CORNER, FACT, FACTS_BELOW, HANGING_NAME, Hanging, HangingEnd, Joint, LOAD, Layout, Place, Row};
use super::layout::{loads, text_width};
use super::symbol::{self, LINE, Way};
use super::{Scheme, Symbol};
use crate::parts::title;
use crate::style::{Area, FAINT, FINE, FONT, INK, Outcome, SMALL, STRONG, style};
use crate::wrapping::shortened;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) const FILL: RGBColor = RGBColor(232, 240, 250);
pub(crate) const EDGE: RGBColor = RGBColor(23, 92, 172);
/// Half the length of the symbol of a link.
const HALF: i32 = 16 * FINE;
/// From the middle of a link up to its name.
const NAME_ABOVE: i32 = 15 * FINE;

/// The scheme below its heading.
pub(super) fn draw(scheme: &Scheme, subtitle: &[String], layout: &Layout<'_>, head: i32, root: &Area<'_>) -> Outcome {
    title(root, &scheme.title, subtitle)?;
    let (_, area) = root.split_vertically(head);
    layout.rows.iter().try_for_each(|row| draw_row(scheme, row, &area))
}

/// Lines first: names are written over those that cross them.
fn draw_row(scheme: &Scheme, row: &Row<'_>, area: &Area<'_>) -> Outcome {
    row.links.iter().try_for_each(|joint| draw_wires(joint, row, area))?;
    row.links.iter().try_for_each(|joint| draw_joint(joint, row, area))?;
    for place in &row.places {
        draw_body(scheme, place, row, area)?;
        draw_loads(&loads(scheme, place.body).collect::<Vec<String>>(), place.middle(), row.top, area)?;
        let mut top = row.bottom;
        for hanging in &place.hanging {
            draw_hanging(hanging, place, (row.bottom, top), area)?;
            top += hanging.height();
        }
    }
    Ok(())
}

pub(crate) fn stroke(area: &Area<'_>, points: Vec<(i32, i32)>, colour: RGBColor) -> Outcome {
    area.draw(&PathElement::new(points, colour.stroke_width(LINE)))?;
    Ok(())
}

fn text(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    side: HPos,
    (family, colour): (&'static str, RGBColor),
) -> Outcome {
    let style = style(family, SMALL, colour).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text.to_string(), at, style))?;
    Ok(())
}

fn draw_body(scheme: &Scheme, place: &Place<'_>, row: &Row<'_>, area: &Area<'_>) -> Outcome {
    let body = &scheme.bodies[place.body];
    let corners = [(place.left, row.top), (place.right(), row.bottom)];
    area.draw(&Rectangle::new(corners, FILL.filled()))?;
    area.draw(&Rectangle::new(corners, EDGE.stroke_width(LINE)))?;
    text(area, &shortened(&body.name), (place.middle(), row.top + 16 * FINE), HPos::Center, (STRONG, INK))?;
    for (line, fact) in (0..).zip(&body.facts) {
        let y = row.top + 32 * FINE + line * FACT;
        text(area, fact, (place.middle(), y), HPos::Center, (FONT, FAINT))?;
    }
    Ok(())
}

/// Names above an arrow.
fn draw_loads(names: &[String], middle: i32, top: i32, area: &Area<'_>) -> Outcome {
    if names.is_empty() {
        return Ok(());
    }
    let tip = top - 3 * FINE;
    stroke(area, vec![(middle, tip - 16 * FINE), (middle, tip)], FAINT)?;
    stroke(area, vec![(middle - 4 * FINE, tip - 6 * FINE), (middle, tip), (middle + 4 * FINE, tip - 6 * FINE)], FAINT)?;
    for (place, name) in (1..).zip(names.iter().rev()) {
        text(area, name, (middle, tip - 8 * FINE - place * LOAD), HPos::Center, (FONT, FAINT))?;
    }
    Ok(())
}

/// An element below a body, and what it leads to.
fn draw_hanging(hanging: &Hanging<'_>, place: &Place<'_>, (from, top): (i32, i32), area: &Area<'_>) -> Outcome {
    let left = place.left + 10 * FINE;
    let (begin, end) = (left + 6 * FINE, left + 24 * FINE);
    let y = top + 15 * FINE;
    stroke(area, vec![(left, from), (left, y), (begin, y)], INK)?;
    match hanging.end {
        HangingEnd::Ground => {
            symbol::draw(hanging.link.symbol, Way { first: end, second: begin, y }, area)?;
            draw_hatching(end + 4 * FINE, y, area)?;
        }
        HangingEnd::Second => {
            let way = Way { first: begin, second: end, y };
            symbol::draw(hanging.link.symbol, way, area)?;
            draw_elsewhere(end, y, area)?;
        }
        HangingEnd::First => {
            stroke(area, vec![(begin, y), (end, y)], INK)?;
            draw_elsewhere(end, y, area)?;
        }
    }
    let names = place.left + HANGING_NAME;
    text(area, &hanging.name, (names, y), HPos::Left, (FONT, INK))?;
    for (line, fact) in (1..).zip(hanging.facts()) {
        text(area, fact, (names, y + line * FACT), HPos::Left, (FONT, FAINT))?;
    }
    Ok(())
}

/// Ground.
fn draw_hatching(x: i32, y: i32, area: &Area<'_>) -> Outcome {
    stroke(area, vec![(x, y - 7 * FINE), (x, y + 7 * FINE)], INK)?;
    for mark in [-4, 0, 4] {
        let at = y + mark * FINE;
        stroke(area, vec![(x, at), (x + 4 * FINE, at - 3 * FINE)], INK)?;
    }
    Ok(())
}

/// It goes on in another row.
fn draw_elsewhere(x: i32, y: i32, area: &Area<'_>) -> Outcome {
    let radius = 3 * FINE;
    area.draw(&Circle::new((x + radius, y), radius, EDGE.stroke_width(LINE)))?;
    Ok(())
}

/// From the left to the right body of a link the places where it meets them.
fn ends(joint: &Joint<'_>, row: &Row<'_>) -> (i32, i32) {
    let (first, second) = joint.ends;
    let (left, right) = (&row.places[first.min(second)], &row.places[first.max(second)]);
    if joint.is_beside { (left.right(), right.left) } else { (left.right() - CORNER, right.left + CORNER) }
}

fn way(joint: &Joint<'_>, row: &Row<'_>) -> Way {
    let (left, right) = ends(joint, row);
    let middle = (left + right) / 2;
    let (first, second) = if joint.ends.0 < joint.ends.1 { (-HALF, HALF) } else { (HALF, -HALF) };
    Way { first: middle + first, second: middle + second, y: joint.y }
}

fn draw_wires(joint: &Joint<'_>, row: &Row<'_>, area: &Area<'_>) -> Outcome {
    let (left, right) = ends(joint, row);
    let (middle, y) = ((left + right) / 2, joint.y);
    let from = if joint.is_beside { y } else { row.bottom };
    stroke(area, vec![(left, from), (left, y), (middle - HALF, y)], EDGE)?;
    stroke(area, vec![(right, from), (right, y), (middle + HALF, y)], EDGE)
}

/// Symbol, arrow and texts.
fn draw_joint(joint: &Joint<'_>, row: &Row<'_>, area: &Area<'_>) -> Outcome {
    let way = way(joint, row);
    let (middle, y) = way.at(0, 0);
    clear_for_texts(joint, (middle, y), area)?;
    symbol::draw(joint.link.symbol, way, area)?;
    draw_arrow(joint.link.symbol, way, area)?;
    text(area, &shortened(&joint.link.name), (middle, y - NAME_ABOVE), HPos::Center, (FONT, INK))?;
    for (line, fact) in (0..).zip(&joint.link.facts) {
        text(area, fact, (middle, y + FACTS_BELOW + line * FACT), HPos::Center, (FONT, FAINT))?;
    }
    Ok(())
}

/// A line that passes behind the texts of another link is interrupted there.
fn clear_for_texts(joint: &Joint<'_>, (middle, y): (i32, i32), area: &Area<'_>) -> Outcome {
    if joint.is_beside {
        return Ok(());
    }
    let half = text_width(joint.link) / 2 + 2 * FINE;
    let clear = |top: i32, bottom: i32| {
        area.draw(&Rectangle::new([(middle - half, top), (middle + half, bottom)], WHITE.filled()))
    };
    clear(y - NAME_ABOVE - 7 * FINE, y - NAME_ABOVE + 7 * FINE)?;
    let facts = joint.link.facts.len() as i32;
    if facts > 0 {
        clear(y + FACTS_BELOW - 7 * FINE, y + FACTS_BELOW - 7 * FINE + facts * FACT)?;
    }
    Ok(())
}

/// On the wire to the second, where it matters which end that is.
fn draw_arrow(symbol: Symbol, way: Way, area: &Area<'_>) -> Outcome {
    if !symbol.has_arrow() {
        return Ok(());
    }
    let (tip, back, wide) = (HALF + 12 * FINE, HALF + 5 * FINE, 4 * FINE);
    let points = vec![way.at(back, -wide), way.at(tip, 0), way.at(back, wide)];
    area.draw(&Polygon::new(points, EDGE.filled()))?;
    Ok(())
}
