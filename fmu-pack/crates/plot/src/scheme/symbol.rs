//! Symbols of elements, drawn from the first to the second that they join.

use super::Symbol;
use super::draw::stroke;
use crate::style::{Area, FINE, INK, Outcome};
use plotters::prelude::*;

pub(super) const LINE: u32 = 14;
/// Half the height of a symbol.
const TALL: i32 = 7 * FINE;
/// Radii of the wheels of a gear.
const LARGE_WHEEL: i32 = 7 * FINE;
const SMALL_WHEEL: i32 = 5 * FINE;

/// The way from the first to the second: horizontal, to the right or to the left.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) first: i32,
    pub(super) second: i32,
    pub(super) y: i32,
}

impl Way {
    fn direction(self) -> i32 {
        (self.second - self.first).signum()
    }

    /// A point so far behind the middle on the way to the second, and so far below it.
    pub(super) fn at(self, along: i32, down: i32) -> (i32, i32) {
        ((self.first + self.second) / 2 + self.direction() * along, self.y + down)
    }

    /// From the middle to an end.
    fn half(self) -> i32 {
        (self.second - self.first).abs() / 2
    }
}

pub(super) fn draw(symbol: Symbol, way: Way, area: &Area<'_>) -> Outcome {
    match symbol {
        Symbol::Friction => friction(way, area),
        Symbol::Freewheel => freewheel(way, area),
        Symbol::Spring { has_play: false, .. } => spring(way, (-way.half(), way.half()), area),
        Symbol::Spring { has_play: true, .. } => spring_with_play(way, area),
        Symbol::Gear { ratio } => gear(ratio, way, area),
        Symbol::Screw => screw(way, area),
    }
}

fn friction(way: Way, area: &Area<'_>) -> Outcome {
    for side in [-1, 1] {
        let plate = side * 2 * FINE;
        stroke(area, vec![way.at(side * way.half(), 0), way.at(plate, 0)], INK)?;
        stroke(area, vec![way.at(plate, -TALL), way.at(plate, TALL)], INK)?;
    }
    Ok(())
}

fn freewheel(way: Way, area: &Area<'_>) -> Outcome {
    stroke(area, vec![way.at(-way.half(), 0), way.at(way.half(), 0)], INK)?;
    let (back, tip) = (-5 * FINE, 4 * FINE);
    stroke(area, vec![way.at(tip, -TALL), way.at(tip, TALL)], INK)?;
    stroke(area, vec![way.at(back, -TALL), way.at(tip, 0), way.at(back, TALL), way.at(back, -TALL)], INK)
}

/// A zigzag line between two places; a shorter one has fewer turns, so that they are seen.
fn spring(way: Way, (from, to): (i32, i32), area: &Area<'_>) -> Outcome {
    let pieces = ((to - from) / (4 * FINE)).clamp(4, 8);
    let place = |number: i32| from + (to - from) * number / pieces;
    let zigzag = (1..pieces).map(|number| way.at(place(number), if number % 2 == 0 { TALL } else { -TALL }));
    stroke(area, [way.at(from, 0)].into_iter().chain(zigzag).chain([way.at(to, 0)]).collect(), INK)
}

/// Behind the zigzag line a stub that moves in a fork.
fn spring_with_play(way: Way, area: &Area<'_>) -> Outcome {
    let half = way.half();
    let (fork, prongs, stub) = (half - 9 * FINE, half - FINE, half - 5 * FINE);
    let (wide, narrow) = (6 * FINE, 2 * FINE);
    spring(way, (-half, fork), area)?;
    stroke(area, vec![way.at(prongs, -wide), way.at(fork, -wide), way.at(fork, wide), way.at(prongs, wide)], INK)?;
    stroke(area, vec![way.at(stub, -narrow), way.at(stub, narrow)], INK)?;
    stroke(area, vec![way.at(stub, 0), way.at(half, 0)], INK)
}

/// The wheel that turns more slowly is the larger one.
fn gear(ratio: f64, way: Way, area: &Area<'_>) -> Outcome {
    let wheel = |is_slower: bool| if is_slower { LARGE_WHEEL } else { SMALL_WHEEL };
    let (first, second) = (wheel(ratio.abs() < 1.0), wheel(ratio.abs() > 1.0));
    let reach = first + second;
    for (end, rim) in [(-way.half(), -reach), (way.half(), reach)] {
        stroke(area, vec![way.at(end, 0), way.at(rim, 0)], INK)?;
    }
    area.draw(&Circle::new(way.at(-second, 0), first, INK.stroke_width(LINE)))?;
    area.draw(&Circle::new(way.at(first, 0), second, INK.stroke_width(LINE)))?;
    Ok(())
}

/// A thread that goes into a nut.
fn screw(way: Way, area: &Area<'_>) -> Outcome {
    let (begin, end) = (-way.half(), 11 * FINE);
    stroke(area, vec![way.at(begin, 0), way.at(end, 0)], INK)?;
    for turn in 0..5 {
        let along = begin + (4 + 5 * turn) * FINE;
        stroke(area, vec![way.at(along - FINE, 5 * FINE), way.at(along + FINE, -5 * FINE)], INK)?;
    }
    stroke(
        area,
        vec![way.at(0, -TALL), way.at(end, -TALL), way.at(end, TALL), way.at(0, TALL), way.at(0, -TALL)],
        INK,
    )?;
    stroke(area, vec![way.at(end, 0), way.at(way.half(), 0)], INK)
}
