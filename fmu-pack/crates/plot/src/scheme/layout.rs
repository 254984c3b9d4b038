//! Where everything stands. Bodies and the gaps between them are as wide as the texts at them need.

use super::{BODY, Link, Scheme, order};
use crate::style::{FINE, LEFT, RIGHT, width};
use crate::wrapping::shortened;

/// A row of bodies is broken where it would be wider: a page shows it at a size that can be read.
const MOST: i32 = 1300 * FINE;
/// From one body to the next, at least.
const GAP: i32 = 96 * FINE;
/// Lines of text: of a body without its first two, of an element, of the loads above a body.
pub(super) const FACT: i32 = 14 * FINE;
pub(super) const LOAD: i32 = 18 * FINE;
/// Height of a body with two lines.
const BODY_HEIGHT: i32 = 46 * FINE;
/// Of each element below a body with one line, and of each row of links with a name alone.
const HANGING: i32 = 26 * FINE;
const ROW: i32 = 46 * FINE;
/// Below the middle of a link to the first of its facts.
pub(super) const FACTS_BELOW: i32 = 17 * FINE;
/// The arrow of the loads, and what stays free between two rows of bodies.
const ARROW: i32 = 22 * FINE;
const BETWEEN: i32 = 30 * FINE;
/// From the left side of a body to the name of an element below it.
pub(super) const HANGING_NAME: i32 = 47 * FINE;
/// Free beside a text, at both sides together.
const BESIDE_TEXT: i32 = 20 * FINE;
/// From the side of a body to the lines that leave it below.
pub(super) const CORNER: i32 = 4 * FINE;
/// Strong letters are wider, by this many per cent.
const STRONG_WIDER: i32 = 106;

/// Places of all that is drawn, below the heading.
pub(super) struct Layout<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) across: i32,
    pub(super) height: i32,
}

/// A row of bodies with what is above and below it.
pub(super) struct Row<'a> {
    pub(super) places: Vec<Place<'a>>,
    pub(super) links: Vec<Joint<'a>>,
    /// Upper and lower edge of the bodies.
    pub(super) top: i32,
    pub(super) bottom: i32,
}

/// A body.
pub(super) struct Place<'a> {
    pub(super) body: usize,
    pub(super) left: i32,
    pub(super) width: i32,
    pub(super) hanging: Vec<Hanging<'a>>,
}

impl Place<'_> {
    pub(super) fn middle(&self) -> i32 {
        self.left + self.width / 2
    }

    pub(super) fn right(&self) -> i32 {
        self.left + self.width
    }
}

/// An element below a body: one to the ground, or to a body of another row.
#[derive(Clone)]
pub(super) struct Hanging<'a> {
    pub(super) link: &'a Link,
    pub(super) name: String,
    pub(super) end: HangingEnd,
}

/// What an element below a body leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HangingEnd {
    Ground,
    /// The second body, in another row: the element is drawn here.
    Second,
    /// The first body, in another row: the element is drawn there.
    First,
}

impl<'a> Hanging<'a> {
    pub(super) fn facts(&self) -> &'a [String] {
        match self.end {
            HangingEnd::Ground | HangingEnd::Second => &self.link.facts,
            HangingEnd::First => &[],
        }
    }

    pub(super) fn height(&self) -> i32 {
        HANGING + FACT * self.facts().len() as i32
    }

    fn width(&self) -> i32 {
        HANGING_NAME + widest(self.facts()).max(width(&self.name)) + BESIDE_TEXT
    }
}

/// A link between two bodies of a row.
pub(super) struct Joint<'a> {
    pub(super) link: &'a Link,
    /// Places of its bodies in the row.
    pub(super) ends: (usize, usize),
    /// Its height; that of the bodies if it stands beside them.
    pub(super) y: i32,
    pub(super) is_beside: bool,
}

fn widest(texts: &[String]) -> i32 {
    texts.iter().map(|text| width(text)).max().unwrap_or(0)
}

impl<'a> Layout<'a> {
    pub(super) fn of(scheme: &'a Scheme) -> Self {
        let order = order::order(scheme);
        // Before it is known where rows end, what will hang below a body because of that is not.
        let whole = [order.clone()];
        let widths = columns(scheme, &order, &whole);
        let widths: Vec<i32> = widths.into_iter().map(|(body, gap)| body + gap).collect();
        let bodies = order::rows(scheme, &order, &widths, MOST);
        let mut layout = Self { rows: Vec::new(), across: 0, height: 0 };
        for row in &bodies {
            layout.add(scheme, row, &bodies);
        }
        layout.height -= if layout.rows.is_empty() { 0 } else { BETWEEN };
        layout
    }

    fn add(&mut self, scheme: &'a Scheme, row: &[usize], rows: &[Vec<usize>]) {
        let mut left = LEFT.max(overhang(scheme, row.first().copied(), rows) + BESIDE_TEXT);
        let mut places = Vec::new();
        for (&body, (width, gap)) in row.iter().zip(columns(scheme, row, rows)) {
            places.push(Place { body, left, width, hanging: hanging(scheme, body, rows) });
            left += width + gap;
        }
        let end = places.last().map_or(0, Place::right) + overhang(scheme, row.last().copied(), rows);
        self.across = self.across.max(end + RIGHT);
        let most = |count: &dyn Fn(usize) -> usize| row.iter().map(|body| count(*body)).max().unwrap_or(0) as i32;
        let loads = most(&|body| loads(scheme, body).count());
        let facts = most(&|body| scheme.bodies[body].facts.len());
        let top = self.height + loads * LOAD + if loads > 0 { ARROW } else { 0 };
        let bottom = top + BODY_HEIGHT + (facts - 1).max(0) * FACT;
        let (links, below) = joints(scheme, row, (top, bottom), &places);
        self.height = below + BETWEEN;
        self.rows.push(Row { places, links, top, bottom });
    }
}

/// Width of each body of a row and of the gap behind it.
fn columns(scheme: &Scheme, row: &[usize], rows: &[Vec<usize>]) -> Vec<(i32, i32)> {
    let next = row.iter().skip(1).copied().map(Some).chain([None]);
    row.iter().zip(next).map(|(body, next)| (body_width(scheme, *body, rows), gap(scheme, *body, next, rows))).collect()
}

/// What hangs below a body is no wider than the body, so that it does not meet what leaves the body at its corners.
fn body_width(scheme: &Scheme, body: usize, rows: &[Vec<usize>]) -> i32 {
    let it = &scheme.bodies[body];
    let inner = (width(&shortened(&it.name)) * STRONG_WIDER / 100).max(widest(&it.facts)) + BESIDE_TEXT;
    let below = hanging(scheme, body, rows).iter().map(Hanging::width).max().unwrap_or(0);
    BODY.max(inner).max(below)
}

/// Room for what stands between two bodies and above them.
fn gap(scheme: &Scheme, body: usize, next: Option<usize>, rows: &[Vec<usize>]) -> i32 {
    let Some(next) = next else { return 0 };
    let between = scheme
        .links
        .iter()
        .filter(|link| link.first.is_some_and(|first| [(body, next), (next, body)].contains(&(first, link.second))));
    let texts = between.map(|link| text_width(link) + BESIDE_TEXT).max().unwrap_or(0);
    let above = overhang(scheme, Some(body), rows) + overhang(scheme, Some(next), rows) + BESIDE_TEXT;
    GAP.max(texts).max(above)
}

/// Of the name and the facts of a link.
pub(super) fn text_width(link: &Link) -> i32 {
    width(&shortened(&link.name)).max(widest(&link.facts))
}

/// How far the names above a body reach beyond its sides.
fn overhang(scheme: &Scheme, body: Option<usize>, rows: &[Vec<usize>]) -> i32 {
    let Some(body) = body else { return 0 };
    let names = loads(scheme, body).map(|name| (width(&name) - body_width(scheme, body, rows)) / 2);
    names.max().unwrap_or(0).max(0)
}

pub(super) fn loads(scheme: &Scheme, body: usize) -> impl Iterator<Item = String> {
    scheme.loads.iter().filter(move |load| load.0 == body).map(|load| shortened(&load.1))
}

/// What hangs below a body: elements to the ground, then those to bodies of other rows.
fn hanging<'a>(scheme: &'a Scheme, body: usize, rows: &[Vec<usize>]) -> Vec<Hanging<'a>> {
    let row = |body: usize| rows.iter().position(|row| row.contains(&body));
    let grounded = scheme.links.iter().filter(|link| link.first.is_none() && link.second == body);
    let grounded = grounded.map(|link| Hanging { link, name: shortened(&link.name), end: HangingEnd::Ground });
    let apart = scheme.links.iter().filter_map(|link| {
        let first = link.first?;
        let (word, other, end) = if first == body {
            ("to", link.second, HangingEnd::Second)
        } else if link.second == body {
            ("from", first, HangingEnd::First)
        } else {
            return None;
        };
        let name = format!("{} {word} {}", shortened(&link.name), shortened(&scheme.bodies[other].name));
        (row(first) != row(link.second)).then_some(Hanging { link, name, end })
    });
    grounded.chain(apart).collect()
}

/// The links within a row of bodies, and the lowest line below it. The first between neighbours stands between them, the others
/// below; two that would overlap are at different heights, and short ones come first.
fn joints<'a>(
    scheme: &'a Scheme,
    row: &[usize],
    (top, bottom): (i32, i32),
    places: &[Place<'_>],
) -> (Vec<Joint<'a>>, i32) {
    let place = |body: usize| row.iter().position(|other| *other == body);
    let within = |link: &'a Link| Some((link, (place(link.first?)?, place(link.second)?)));
    let mut links: Vec<(&Link, (usize, usize))> = scheme.links.iter().filter_map(within).collect();
    links.sort_by_key(|(_, (first, second))| first.abs_diff(*second));
    let levels = levels(&links.iter().map(|(_, ends)| *ends).collect::<Vec<_>>());
    let count = levels.iter().flatten().max().map_or(0, |level| level + 1);
    let facts = |level: Option<usize>| {
        let here = links.iter().zip(&levels).filter(move |(_, other)| **other == level);
        here.map(|((link, _), _)| link.facts.len() as i32).max().unwrap_or(0)
    };
    let hanging = places.iter().map(|place| place.hanging.iter().map(Hanging::height).sum::<i32>()).max().unwrap_or(0);
    let middle = (top + bottom) / 2;
    let mut below = (bottom + hanging + 10 * FINE).max(middle + FACTS_BELOW + facts(None) * FACT);
    let mut heights = Vec::new();
    for level in 0..count {
        heights.push(below + ROW / 2);
        below += ROW + (facts(Some(level)) * FACT - 6 * FINE).max(0);
    }
    let joint = |((link, ends), level): ((&'a Link, (usize, usize)), Option<usize>)| Joint {
        link,
        ends,
        y: level.map_or(middle, |level| heights[level]),
        is_beside: level.is_none(),
    };
    (links.into_iter().zip(levels).map(joint).collect(), below)
}

/// At which height below the bodies each link stands, of links in the order in which they are placed; `None` between neighbours.
fn levels(ends: &[(usize, usize)]) -> Vec<Option<usize>> {
    let span = |(a, b): (usize, usize)| (a.min(b), a.max(b));
    let mut levels: Vec<Option<usize>> = Vec::new();
    for &link in ends {
        let (from, to) = span(link);
        let is_free = |level: Option<usize>| {
            let others = levels.iter().zip(ends).filter(|(other, _)| **other == level);
            others.map(|(_, ends)| span(*ends)).all(|(a, b)| b <= from || a >= to)
        };
        let is_beside = to - from == 1 && is_free(None);
        let level = if is_beside { None } else { (0..).map(Some).find(|level| is_free(*level)).flatten() };
        levels.push(level);
    }
    levels
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Body, Symbol};
    use super::*;

    pub(in super::super) fn link(first: Option<usize>, second: usize) -> Link {
        let symbol = Symbol::Spring { has_play: false, has_ratio: false };
        Link { name: format!("link {second}"), facts: Vec::new(), symbol, first, second }
    }

    pub(in super::super) fn scheme(bodies: usize, links: Vec<Link>) -> Scheme {
        let body = |body: usize| Body { name: format!("body {body}"), facts: vec!["1 kg.m2".into()] };
        Scheme {
            title: "T".into(),
            subtitle: "S".into(),
            bodies: (0..bodies).map(body).collect(),
            links,
            loads: vec![(0, "load".into())],
            blocks: Vec::new(),
        }
    }

    #[test]
    fn links_that_would_overlap_have_heights_of_their_own() {
        assert_eq!(levels(&[(0, 1), (1, 2), (1, 0), (0, 2)]), [None, None, Some(0), Some(1)]);
    }

    #[test]
    fn names_have_room() {
        let mut chain = scheme(2, vec![link(Some(0), 1), link(None, 1)]);
        let gap = |chain: &Scheme| {
            let row = &Layout::of(chain).rows[0];
            row.places[1].left - row.places[0].right()
        };
        assert_eq!(gap(&chain), GAP);
        chain.links[0].name = "a_link_with_a_name_of_28_let".into();
        assert!(gap(&chain) >= width(&chain.links[0].name));
        chain.loads[0].1 = "servo left_outboard (feedback from the_left_surface)".into();
        let layout = Layout::of(&chain);
        let places = &layout.rows[0].places;
        let half = width(&chain.loads[0].1) / 2;
        assert!(places[0].middle() >= half && places[0].middle() + half < places[1].left);
    }

    #[test]
    fn what_hangs_below_a_body_does_not_reach_the_line_that_leaves_at_its_corner() {
        let mut chain = scheme(3, vec![link(Some(0), 1), link(Some(1), 2), link(Some(0), 2), link(None, 0)]);
        chain.links[3].name = "left_bearing_1_of_station_2".into();
        let layout = Layout::of(&chain);
        let place = &layout.rows[0].places[0];
        assert!(place.left + HANGING_NAME + width(&chain.links[3].name) < place.right() - CORNER);
    }

    #[test]
    fn a_long_chain_is_broken_into_rows_that_fit_a_page() {
        let chain = scheme(32, (1..32).map(|second| link(Some(second - 1), second)).collect());
        let layout = Layout::of(&chain);
        assert!(layout.across <= MOST + LEFT + RIGHT + GAP, "{}", layout.across);
        assert_eq!(layout.rows.iter().map(|row| row.places.len()).sum::<usize>(), 32);
    }
}
