//! The scheme of a drivetrain: bodies in rows, what joins two of them beside or below them, what holds them to the ground under
//! each, and what acts on them from above.

mod draw;
mod layout;
mod order;
mod symbol;

use super::Error;
use super::blocks::{self, SignalBlock};
use super::style::{FINE, LEFT, RIGHT, document, width};
use super::wrapping::{further, wrapped};
pub(super) use draw::{EDGE, FILL, stroke};
use layout::Layout;

/// What a drivetrain consists of.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// Heading.
    pub title: String,
    /// Below the heading.
    pub subtitle: String,
    /// Bodies.
    pub bodies: Vec<Body>,
    /// What joins them.
    pub links: Vec<Link>,
    /// What acts on a body from outside.
    pub loads: Vec<(usize, String)>,
    /// Linear systems.
    pub blocks: Vec<SignalBlock>,
}

/// What moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// What is said of it, a line each.
    pub facts: Vec<String>,
}

/// What joins two bodies, or a body and the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// What is said of it, a line each.
    pub facts: Vec<String>,
    /// How it is drawn.
    pub symbol: Symbol,
    /// The body that it begins at; `None` is the ground.
    pub first: Option<usize>,
    /// The body that it ends at.
    pub second: usize,
}

/// How a link is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol {
    /// Two plates: a brake or clutch.
    Friction,
    /// A plate and an arrow, which points from the first to the second: only in this direction the first drives the second.
    Freewheel,
    /// A zigzag line: a shaft or rod.
    Spring {
        /// It has free play: a stub in a fork.
        has_play: bool,
        /// The first moves another way than the second, so that it matters which is which: an arrow to the second.
        has_ratio: bool,
    },
    /// Two wheels, the slower one larger, and an arrow to the second.
    Gear {
        /// Velocity of the first over that of the second.
        ratio: f64,
    },
    /// A thread in a nut, which is at the second, and an arrow to it.
    Screw,
}

impl Symbol {
    /// Whether an arrow has to say which end is the second; the symbol of a one-way clutch is an arrow itself.
    fn has_arrow(self) -> bool {
        match self {
            Self::Friction | Self::Freewheel => false,
            Self::Spring { has_ratio, .. } => has_ratio,
            Self::Gear { .. } | Self::Screw => true,
        }
    }
}

/// Below the heading, whose subtitle has one line or more.
const HEAD: i32 = 66 * FINE;
const FOOT: i32 = 20 * FINE;
/// A subtitle does not make a drawing wider than this.
const SUBTITLE: i32 = 800 * FINE;
/// Least width of a body, and of the block of a linear system.
pub(super) const BODY: i32 = 116 * FINE;

/// The scheme as an SVG document.
pub fn scheme_to_svg(scheme: &Scheme) -> Result<String, Error> {
    let beside = blocks::columns(&scheme.blocks);
    let blocks_end = if scheme.blocks.is_empty() { 0 } else { beside.end };
    let title = LEFT + RIGHT + width(&scheme.title) * 2;
    // A subtitle has the room that the drawing has, and is wrapped there.
    let subtitle = LEFT + RIGHT + width(&scheme.subtitle).min(SUBTITLE);
    let layout = Layout::of(scheme);
    let across = layout.across.max(title).max(subtitle).max(blocks_end);
    let lines = wrapped(&scheme.subtitle, across - LEFT - RIGHT);
    let head = HEAD + further(&lines);
    let signals = head + layout.height + FOOT;
    let height = signals + blocks::height(&scheme.blocks);
    document((across, height), |root| {
        draw::draw(scheme, &lines, &layout, head, root)?;
        blocks::draw(&scheme.blocks, &beside, signals, root)
    })
}

#[cfg(test)]
mod tests {
    use super::layout::tests::{link, scheme};
    use super::*;

    #[test]
    fn every_name_is_drawn() {
        let mut all = scheme(2, vec![link(Some(0), 1), link(None, 0)]);
        all.links[0].facts = vec!["9000 N.m/rad".into()];
        all.blocks.push(SignalBlock {
            name: "filter".into(),
            text: "1 state".into(),
            inputs: vec![("rate".into(), "body.velocity".into())],
            outputs: vec![("smooth".into(), "servo left".into())],
        });
        let svg = scheme_to_svg(&all).unwrap();
        let of_block = ["filter", "1 state", "rate", "body.velocity", "smooth", "servo left"];
        let of_links = ["link 0", "link 1", "load", "9000 N.m/rad"];
        for name in ["body 0", "body 1", "1 kg.m2"].into_iter().chain(of_links).chain(of_block) {
            assert!(svg.contains(name), "{name}");
        }
    }

    #[test]
    fn a_link_between_two_rows_is_named_at_both_of_its_bodies() {
        let chain = scheme(32, (1..32).map(|second| link(Some(second - 1), second)).collect());
        let svg = scheme_to_svg(&chain).unwrap();
        let rows = Layout::of(&chain).rows;
        let last = rows[0].places.last().unwrap().body;
        let next = rows[1].places[0].body;
        assert!(
            svg.contains(&format!("link {next} to body {next}"))
                && svg.contains(&format!("link {next} from body {last}"))
        );
    }
}
