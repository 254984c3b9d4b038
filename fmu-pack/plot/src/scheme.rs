//! The scheme of a drivetrain: bodies in a row, what joins two of them below, what holds them to the ground under each, and
//! what acts on them from above.

use super::Error;
use super::blocks::{self, SignalBlock};
use super::parts::title;
use super::style::{Area, FAINT, FINE, FONT, INK, LEFT, Outcome, RIGHT, SMALL, STRONG, document, style, width};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What a drivetrain consists of.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// Heading.
    pub title: String,
    /// Below the heading.
    pub subtitle: String,
    /// Bodies with what is said of them.
    pub bodies: Vec<(String, String)>,
    /// What joins them.
    pub links: Vec<Link>,
    /// What acts on a body from outside.
    pub loads: Vec<(usize, String)>,
    /// Linear systems.
    pub blocks: Vec<SignalBlock>,
}

/// What joins two bodies, or a body and the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub symbol: Symbol,
    /// The body that it begins at; `None` is the ground.
    pub first: Option<usize>,
    /// The body that it ends at.
    pub second: usize,
}

/// How a link is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Two plates: a brake or clutch.
    Friction,
    /// A plate and an arrow: a one-way clutch.
    Freewheel,
    /// A zigzag line: a shaft or rod.
    Spring,
    /// Two wheels: a gear or screw.
    Gear,
}

const HEAD: i32 = 66 * FINE;
/// From one body to the next, at least, and the size of a body.
const PITCH: i32 = 212 * FINE;
pub(super) const BODY: (i32, i32) = (116 * FINE, 46 * FINE);
/// Of each load above a body, of each element between it and the ground, and of each link below them.
const LOAD: i32 = 18 * FINE;
const GROUND: i32 = 26 * FINE;
const ROW: i32 = 46 * FINE;
const FOOT: i32 = 20 * FINE;
/// From the left side of a body to the name of an element between it and the ground, and what stays free beside a name.
const GROUND_NAME: i32 = 47 * FINE;
const BESIDE_NAME: i32 = 10 * FINE;
/// From the side of a body to the lines that leave it below.
const CORNER: i32 = 4 * FINE;
pub(super) const FILL: RGBColor = RGBColor(232, 240, 250);
pub(super) const EDGE: RGBColor = RGBColor(23, 92, 172);
const LINE: u32 = 14;

/// The scheme as an SVG document.
pub fn scheme_to_svg(scheme: &Scheme) -> Result<String, Error> {
    let places = places(scheme);
    let rows = rows(scheme, &places);
    let most = |count: &dyn Fn(usize) -> usize| (0..scheme.bodies.len()).map(count).max().unwrap_or(0) as i32;
    let loads = most(&|body| scheme.loads.iter().filter(|load| load.0 == body).count());
    let grounds = most(&|body| grounded(scheme, body).count());
    let top = HEAD + loads * LOAD + if loads > 0 { 22 * FINE } else { 0 };
    let bodies = if scheme.bodies.is_empty() { 0 } else { BODY.1 + grounds * GROUND + 14 * FINE };
    let below = top + bodies;
    let levels = rows.iter().flatten().max().map_or(0, |row| row + 1).max(0);
    let signals = below + levels * ROW + FOOT;
    let height = signals + blocks::height(&scheme.blocks);
    let beside = blocks::columns(&scheme.blocks);
    let columns = scheme.bodies.len() as i32;
    let pitch = pitch(scheme, &rows);
    let left = LEFT.max(overhang(scheme));
    let across = (left + columns * pitch + RIGHT).max(LEFT + RIGHT + width(&scheme.subtitle));
    let across = if scheme.blocks.is_empty() { across } else { across.max(beside.end) };
    let layout = Layout { places, rows, left, pitch, top, below };
    document((across, height), |root| {
        draw(scheme, &layout, root)?;
        blocks::draw(&scheme.blocks, &beside, signals, root)
    })
}

/// From one body to the next, so that names beside, above and below bodies have room.
fn pitch(scheme: &Scheme, rows: &[Option<i32>]) -> i32 {
    let beside = scheme.links.iter().zip(rows).filter(|(_, row)| **row == Some(BESIDE));
    let beside = beside.map(|(link, _)| BODY.0 + width(&link.name));
    let above = scheme.loads.iter().map(|(_, name)| width(name));
    let below = scheme.links.iter().filter(|link| link.first.is_none()).map(|link| GROUND_NAME + width(&link.name));
    beside.chain(above).chain(below).map(|room| room + BESIDE_NAME).fold(PITCH, i32::max)
}

/// How far the names above the bodies reach beyond their left sides.
fn overhang(scheme: &Scheme) -> i32 {
    let names = scheme.loads.iter().map(|(_, name)| (width(name) - BODY.0) / 2 + BESIDE_NAME);
    names.max().unwrap_or(0)
}

/// The row of a link that goes straight from a body to its neighbour.
const BESIDE: i32 = -1;

/// Where everything stands.
struct Layout {
    /// Column of each body.
    places: Vec<usize>,
    /// Row of each link between bodies; [`BESIDE`] between two neighbours.
    rows: Vec<Option<i32>>,
    /// Left side of the first body, and from one to the next.
    left: i32,
    pitch: i32,
    /// Upper edge of the bodies.
    top: i32,
    /// Upper edge of the rows.
    below: i32,
}

impl Layout {
    /// Middle of a body.
    fn middle(&self, body: usize) -> i32 {
        self.left + self.places[body] as i32 * self.pitch + BODY.0 / 2
    }
}

fn grounded(scheme: &Scheme, body: usize) -> impl Iterator<Item = &Link> {
    scheme.links.iter().filter(move |link| link.first.is_none() && link.second == body)
}

/// Columns: from the first body on, each next to one that it is joined to where that is possible.
fn places(scheme: &Scheme) -> Vec<usize> {
    let count = scheme.bodies.len();
    let mut order: Vec<usize> = Vec::new();
    while let Some(start) = (0..count).find(|body| !order.contains(body)) {
        let mut next = Some(start);
        while let Some(body) = next {
            order.push(body);
            let neighbour = |from: usize| {
                let ends = scheme.links.iter().filter_map(move |link| match (link.first, link.second) {
                    (Some(first), second) if first == from => Some(second),
                    (Some(first), second) if second == from => Some(first),
                    (Some(_) | None, _) => None,
                });
                ends.into_iter().find(|end| !order.contains(end))
            };
            next = order.iter().rev().find_map(|from| neighbour(*from));
        }
    }
    (0..count).map(|body| order.iter().position(|other| *other == body).unwrap_or(body)).collect()
}

/// Rows of the links: the first between neighbours stands between them, the others below; two that would overlap are in
/// different rows, and short ones come first.
fn rows(scheme: &Scheme, places: &[usize]) -> Vec<Option<i32>> {
    let span = |link: &Link| {
        let (a, b) = (places[link.first?], places[link.second]);
        Some((a.min(b), a.max(b)))
    };
    let mut order: Vec<usize> = (0..scheme.links.len()).filter(|link| scheme.links[*link].first.is_some()).collect();
    order.sort_by_key(|link| span(&scheme.links[*link]).map(|(a, b)| b - a));
    let mut rows: Vec<Option<i32>> = vec![None; scheme.links.len()];
    for link in order {
        let Some((from, to)) = span(&scheme.links[link]) else { continue };
        let is_free = |row: i32| {
            let others = (0..rows.len()).filter(|other| rows[*other] == Some(row));
            others.filter_map(|other| span(&scheme.links[other])).all(|(a, b)| b <= from || a >= to)
        };
        let first = if to - from == 1 { BESIDE } else { 0 };
        rows[link] = (first..).find(|row| is_free(*row));
    }
    rows
}

fn draw(scheme: &Scheme, layout: &Layout, root: &Area<'_>) -> Outcome {
    title(root, &scheme.title, &scheme.subtitle)?;
    for (link, row) in scheme.links.iter().zip(&layout.rows) {
        if let (Some(first), Some(row)) = (link.first, row) {
            draw_link(link, first, *row, layout, root)?;
        }
    }
    for (body, (name, text)) in scheme.bodies.iter().enumerate() {
        draw_body((name, text), layout.middle(body), layout.top, root)?;
        let loads = scheme.loads.iter().filter(|load| load.0 == body).map(|load| load.1.as_str());
        draw_loads(&loads.collect::<Vec<&str>>(), layout.middle(body), layout.top, root)?;
        for (place, link) in (0..).zip(grounded(scheme, body)) {
            draw_ground(link, (layout.middle(body), layout.top + BODY.1), place, root)?;
        }
    }
    Ok(())
}

pub(super) fn stroke(area: &Area<'_>, points: Vec<(i32, i32)>, colour: RGBColor) -> Outcome {
    area.draw(&PathElement::new(points, colour.stroke_width(LINE)))?;
    Ok(())
}

fn centred(area: &Area<'_>, text: &str, at: (i32, i32), family: &'static str, colour: RGBColor) -> Outcome {
    let style = style(family, SMALL, colour).pos(Pos::new(HPos::Center, VPos::Center));
    area.draw(&Text::new(text.to_string(), at, style))?;
    Ok(())
}

fn draw_body((name, text): (&str, &str), middle: i32, top: i32, area: &Area<'_>) -> Outcome {
    let corners = [(middle - BODY.0 / 2, top), (middle + BODY.0 / 2, top + BODY.1)];
    area.draw(&Rectangle::new(corners, FILL.filled()))?;
    area.draw(&Rectangle::new(corners, EDGE.stroke_width(LINE)))?;
    centred(area, name, (middle, top + 16 * FINE), STRONG, INK)?;
    centred(area, text, (middle, top + 32 * FINE), FONT, FAINT)
}

/// Names above an arrow.
fn draw_loads(names: &[&str], middle: i32, top: i32, area: &Area<'_>) -> Outcome {
    if names.is_empty() {
        return Ok(());
    }
    let tip = top - 3 * FINE;
    stroke(area, vec![(middle, tip - 16 * FINE), (middle, tip)], FAINT)?;
    stroke(area, vec![(middle - 4 * FINE, tip - 6 * FINE), (middle, tip), (middle + 4 * FINE, tip - 6 * FINE)], FAINT)?;
    for (place, name) in (1..).zip(names.iter().rev()) {
        centred(area, name, (middle, tip - 8 * FINE - place * LOAD), FONT, FAINT)?;
    }
    Ok(())
}

/// The element at a place between a body and the ground, with hatched ground.
fn draw_ground(link: &Link, (middle, top): (i32, i32), place: i32, area: &Area<'_>) -> Outcome {
    let side = middle - BODY.0 / 2;
    let left = side + 10 * FINE;
    let y = top + place * GROUND + GROUND / 2 + 2 * FINE;
    stroke(area, vec![(left, top), (left, y), (left + 6 * FINE, y)], INK)?;
    draw_symbol(link.symbol, (left + 6 * FINE, left + 24 * FINE, y), area)?;
    let ground = left + 28 * FINE;
    stroke(area, vec![(ground, y - 7 * FINE), (ground, y + 7 * FINE)], INK)?;
    for mark in [-4, 0, 4] {
        let at = y + mark * FINE;
        stroke(area, vec![(ground, at), (ground + 4 * FINE, at - 3 * FINE)], INK)?;
    }
    let style = style(FONT, SMALL, INK).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(link.name.clone(), (side + GROUND_NAME, y), style))?;
    Ok(())
}

fn draw_link(link: &Link, first: usize, row: i32, layout: &Layout, area: &Area<'_>) -> Outcome {
    let (a, b) = (layout.middle(first), layout.middle(link.second));
    let edge = BODY.0 / 2;
    let half = 16 * FINE;
    let middle = (a + b) / 2;
    let y = if row == BESIDE { layout.top + BODY.1 / 2 } else { layout.below + row * ROW + ROW / 2 };
    if row == BESIDE {
        stroke(area, vec![(a.min(b) + edge, y), (middle - half, y)], EDGE)?;
        stroke(area, vec![(a.max(b) - edge, y), (middle + half, y)], EDGE)?;
    } else {
        let (left, right, from) = (a.min(b) + edge - CORNER, a.max(b) - edge + CORNER, layout.top + BODY.1);
        stroke(area, vec![(left, from), (left, y), (middle - half, y)], EDGE)?;
        stroke(area, vec![(right, from), (right, y), (middle + half, y)], EDGE)?;
    }
    draw_symbol(link.symbol, (middle - half, middle + half, y), area)?;
    centred(area, &link.name, (middle, y - 15 * FINE), FONT, INK)
}

/// A symbol from left to right at a height.
fn draw_symbol(symbol: Symbol, (left, right, y): (i32, i32, i32), area: &Area<'_>) -> Outcome {
    let (middle, tall) = ((left + right) / 2, 7 * FINE);
    match symbol {
        Symbol::Friction => {
            for (end, plate) in [(left, middle - 2 * FINE), (right, middle + 2 * FINE)] {
                stroke(area, vec![(end, y), (plate, y)], INK)?;
                stroke(area, vec![(plate, y - tall), (plate, y + tall)], INK)?;
            }
            Ok(())
        }
        Symbol::Freewheel => {
            stroke(area, vec![(left, y), (right, y)], INK)?;
            let tip = middle + 4 * FINE;
            stroke(area, vec![(tip, y - tall), (tip, y + tall)], INK)?;
            let back = middle - 5 * FINE;
            stroke(area, vec![(back, y - tall), (tip, y), (back, y + tall), (back, y - tall)], INK)
        }
        Symbol::Spring => {
            let step = (right - left) / 8;
            let zigzag = (1..8).map(|number| (left + number * step, if number % 2 == 0 { y + tall } else { y - tall }));
            let points = [(left, y)].into_iter().chain(zigzag).chain([(right, y)]);
            stroke(area, points.collect(), INK)
        }
        Symbol::Gear => {
            stroke(area, vec![(left, y), (middle - 12 * FINE, y)], INK)?;
            stroke(area, vec![(right, y), (middle + 12 * FINE, y)], INK)?;
            area.draw(&Circle::new((middle - 5 * FINE, y), 7 * FINE, INK.stroke_width(LINE)))?;
            area.draw(&Circle::new((middle + 7 * FINE, y), 5 * FINE, INK.stroke_width(LINE)))?;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(first: Option<usize>, second: usize) -> Link {
        Link { name: format!("link {second}"), symbol: Symbol::Spring, first, second }
    }

    fn scheme(bodies: usize, links: Vec<Link>) -> Scheme {
        let bodies = (0..bodies).map(|body| (format!("body {body}"), String::new())).collect();
        Scheme {
            title: "T".into(),
            subtitle: "S".into(),
            bodies,
            links,
            loads: vec![(0, "load".into())],
            blocks: Vec::new(),
        }
    }

    #[test]
    fn bodies_stand_beside_those_that_they_are_joined_to() {
        let star = scheme(4, vec![link(Some(0), 2), link(Some(2), 3), link(Some(0), 1)]);
        assert_eq!(places(&star), [0, 3, 1, 2]);
    }

    #[test]
    fn links_that_would_overlap_have_rows_of_their_own() {
        let chain =
            scheme(3, vec![link(Some(0), 1), link(Some(1), 2), link(Some(0), 2), link(None, 1), link(Some(1), 0)]);
        assert_eq!(rows(&chain, &[0, 1, 2]), [Some(BESIDE), Some(BESIDE), Some(1), None, Some(0)]);
    }

    #[test]
    fn names_have_room() {
        let mut chain = scheme(2, vec![link(Some(0), 1), link(None, 1)]);
        assert_eq!(pitch(&chain, &[Some(BESIDE), None]), PITCH);
        chain.links[0].name = "a_link_with_a_name_that_is_long".into();
        assert!(pitch(&chain, &[Some(BESIDE), None]) >= BODY.0 + width(&chain.links[0].name));
        chain.loads[0].1 = "servo left_outboard (feedback from the_left_surface)".into();
        assert!(pitch(&chain, &[Some(BESIDE), None]) >= width(&chain.loads[0].1));
        assert!(overhang(&chain) > LEFT);
    }

    #[test]
    fn every_name_is_drawn() {
        let mut all = scheme(2, vec![link(Some(0), 1), link(None, 0)]);
        all.blocks.push(SignalBlock {
            name: "filter".into(),
            text: "1 state".into(),
            inputs: vec![("rate".into(), "body.velocity".into())],
            outputs: vec![("smooth".into(), "servo left".into())],
        });
        let svg = scheme_to_svg(&all).unwrap();
        let of_block = ["filter", "1 state", "rate", "body.velocity", "smooth", "servo left"];
        for name in ["body 0", "body 1", "link 0", "link 1", "load"].into_iter().chain(of_block) {
            assert!(svg.contains(name), "{name}");
        }
    }
}
