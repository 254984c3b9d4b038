//! Blocks of signals below the bodies: what each takes from where on its left, what it gives to whom on its right.

use super::scheme::{BODY, EDGE, FILL, stroke};
use super::style::{Area, FAINT, FINE, FONT, INK, LEFT, Outcome, RIGHT, SMALL, STRONG, style, width};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A linear system.
#[derive(Clone, Debug, PartialEq)]
pub struct SignalBlock {
    /// Its name.
    pub name: String,
    /// What is said of it.
    pub text: String,
    /// Inputs, and where they come from; empty from outside.
    pub inputs: Vec<(String, String)>,
    /// Outputs, and where they go; empty if nowhere within.
    pub outputs: Vec<(String, String)>,
}

/// Of each signal; of the head of a block; between two blocks, and above the first.
const SIGNAL: i32 = 20 * FINE;
const NAMES: i32 = 50 * FINE;
const BETWEEN: i32 = 18 * FINE;
/// Length of an arrow, and what stays free beside a text.
const ARROW: i32 = 26 * FINE;
const BESIDE: i32 = 8 * FINE;

/// Where the columns stand: left and right side of the boxes, and the width of it all.
pub(super) struct Columns {
    left: i32,
    right: i32,
    /// Right end of what stands beside the boxes.
    pub end: i32,
}

fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> i32 {
    texts.map(|text| width(text)).max().unwrap_or(0)
}

/// Columns in which all texts have room.
pub(super) fn columns(blocks: &[SignalBlock]) -> Columns {
    let inputs = || blocks.iter().flat_map(|block| &block.inputs);
    let outputs = || blocks.iter().flat_map(|block| &block.outputs);
    let heads = widest(blocks.iter().flat_map(|block| [&block.name, &block.text])) + 2 * BESIDE;
    let signals = widest(inputs().map(|(name, _)| name)) + widest(outputs().map(|(name, _)| name)) + 8 * BESIDE;
    let left = LEFT / 2 + widest(inputs().map(|(_, source)| source)) + BESIDE + ARROW;
    let right = left + heads.max(signals).max(BODY);
    Columns { left, right, end: right + ARROW + BESIDE + widest(outputs().map(|(_, target)| target)) + RIGHT }
}

fn height_of(block: &SignalBlock) -> i32 {
    NAMES + block.inputs.len().max(block.outputs.len()) as i32 * SIGNAL
}

/// Height of all blocks.
pub(super) fn height(blocks: &[SignalBlock]) -> i32 {
    blocks.iter().map(|block| height_of(block) + BETWEEN).sum()
}

/// Draws them below a height.
pub(super) fn draw(blocks: &[SignalBlock], columns: &Columns, mut top: i32, area: &Area<'_>) -> Outcome {
    for block in blocks {
        draw_block(block, columns, top, area)?;
        top += height_of(block) + BETWEEN;
    }
    Ok(())
}

fn draw_block(block: &SignalBlock, columns: &Columns, top: i32, area: &Area<'_>) -> Outcome {
    let Columns { left, right, .. } = *columns;
    let corners = [(left, top), (right, top + height_of(block) - BESIDE)];
    area.draw(&Rectangle::new(corners, FILL.filled()))?;
    area.draw(&Rectangle::new(corners, EDGE.stroke_width(14)))?;
    let middle = (left + right) / 2;
    text(area, &block.name, (middle, top + 14 * FINE), HPos::Center, (STRONG, INK))?;
    text(area, &block.text, (middle, top + 29 * FINE), HPos::Center, (FONT, FAINT))?;
    let line = |place: usize| top + NAMES + place as i32 * SIGNAL;
    for (place, (name, source)) in block.inputs.iter().enumerate() {
        let y = line(place);
        arrow(area, left - ARROW, left, y)?;
        text(area, source, (left - ARROW - BESIDE, y), HPos::Right, (FONT, FAINT))?;
        text(area, name, (left + BESIDE, y), HPos::Left, (FONT, INK))?;
    }
    for (place, (name, target)) in block.outputs.iter().enumerate() {
        let y = line(place);
        arrow(area, right, right + ARROW, y)?;
        text(area, target, (right + ARROW + BESIDE, y), HPos::Left, (FONT, FAINT))?;
        text(area, name, (right - BESIDE, y), HPos::Right, (FONT, INK))?;
    }
    Ok(())
}

fn arrow(area: &Area<'_>, from: i32, to: i32, y: i32) -> Outcome {
    stroke(area, vec![(from, y), (to, y)], FAINT)?;
    let back = to - 6 * FINE;
    stroke(area, vec![(back, y - 4 * FINE), (to, y), (back, y + 4 * FINE)], FAINT)
}

fn text(area: &Area<'_>, of: &str, at: (i32, i32), side: HPos, (family, colour): (&'static str, RGBColor)) -> Outcome {
    let style = style(family, SMALL, colour).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(of.to_string(), at, style))?;
    Ok(())
}
