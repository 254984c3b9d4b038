//! Where blocks and their ports are.

use super::layers::Layers;
use super::routes::Channels;
use super::{Diagram, Item, Port};
use crate::style::{FINE, LEFT, RIGHT, width};

/// Of a block: above its first port, from port to port, below the last.
const HEAD: i32 = 48 * FINE;
const PITCH: i32 = 22 * FINE;
const FOOT: i32 = 10 * FINE;
/// Extra height for the note.
const NOTE: i32 = 18 * FINE;
/// Between a name and the side of its block, and between the names of an input and of an output.
const BESIDE: i32 = 12 * FINE;
const BETWEEN: i32 = 24 * FINE;
/// Between the blocks of a column.
const GAP: i32 = 30 * FINE;
const NARROWEST: i32 = 120 * FINE;
/// An input or output of the system, and what a wire takes that goes on.
const PORT_HEIGHT: i32 = 26 * FINE;
const PASSAGE: i32 = 14 * FINE;
/// Above all.
pub(super) const TOP: i32 = 76 * FINE;

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// All places.
pub(super) struct Places {
    items: Vec<(Item, Place)>,
    /// Right side of the last column, and lower side of all.
    pub(super) right: i32,
    pub(super) bottom: i32,
    /// Order of the ports of each block, from top to bottom: inputs and outputs.
    inputs: Vec<Vec<usize>>,
    outputs: Vec<Vec<usize>>,
}

impl Places {
    pub(super) fn of(diagram: &Diagram, layers: &Layers, channels: &Channels) -> Self {
        let mut places = Self {
            items: Vec::new(),
            right: 0,
            bottom: 0,
            inputs: diagram.blocks.iter().map(|block| (0..block.inputs.len()).collect()).collect(),
            outputs: diagram.blocks.iter().map(|block| (0..block.outputs.len()).collect()).collect(),
        };
        places.order_ports(diagram, layers);
        let mut left = LEFT;
        for (number, column) in layers.columns.iter().enumerate() {
            left += channels.width(number);
            let widest = column.iter().map(|item| size(diagram, *item).0).max().unwrap_or(0);
            let mut top = TOP;
            for item in column {
                let (own, height) = size(diagram, *item);
                // What has ports on both sides is as wide as its column.
                let across = if matches!(item, Item::Block(_) | Item::Passage(..)) { widest } else { own };
                let left = if matches!(item, Item::Input(_)) { left + widest - across } else { left };
                places.items.push((*item, Place { left, top, width: across, height }));
                top += height + GAP;
            }
            left += widest;
        }
        places.right = left + RIGHT;
        places.align(diagram, layers);
        let bottoms = places.items.iter().map(|(_, place)| place.top + place.height);
        places.bottom = bottoms.max().unwrap_or(TOP);
        places
    }

    /// Ports in the order of what they are joined to; those of feedback come last.
    fn order_ports(&mut self, diagram: &Diagram, layers: &Layers) {
        let rank = |item: Item| {
            let place = |column: &Vec<Item>| column.iter().position(|other| *other == item);
            layers.columns.iter().find_map(place).unwrap_or(usize::MAX)
        };
        let key = |wire: Option<usize>, is_input: bool| match wire {
            None => (2, 0),
            Some(wire) => match layers.chains[wire].as_slice() {
                [] => (1, 0),
                chain if is_input => (0, rank(chain[chain.len() - 2])),
                chain => (0, rank(chain[1])),
            },
        };
        for (block, ports) in self.inputs.iter_mut().enumerate() {
            let wire = |port| diagram.wires.iter().position(|wire| wire.to == Port::Block(block, port));
            ports.sort_by_key(|port| key(wire(*port), true));
        }
        for (block, ports) in self.outputs.iter_mut().enumerate() {
            let wire = |port| diagram.wires.iter().position(|wire| wire.from == Port::Block(block, port));
            ports.sort_by_key(|port| key(wire(*port), false));
        }
    }

    pub(super) fn find(&self, item: Item) -> Place {
        let found = self.items.iter().find(|(other, _)| *other == item).map(|(_, place)| *place);
        found.unwrap_or(Place { left: 0, top: 0, width: 0, height: 0 })
    }

    /// Height of a port above the top of its item.
    fn offset(&self, port: Port, is_input: bool) -> i32 {
        match port {
            Port::Block(block, port) => {
                let order = if is_input { &self.inputs[block] } else { &self.outputs[block] };
                HEAD + order.iter().position(|other| *other == port).unwrap_or(0) as i32 * PITCH
            }
            Port::System(_) => PORT_HEIGHT / 2,
        }
    }

    /// Where a wire leaves an item of its chain on the right, and where it enters one on the left.
    pub(super) fn exit(&self, diagram: &Diagram, wire: usize, item: Item) -> (i32, i32) {
        let place = self.find(item);
        let offset = match item {
            Item::Passage(..) => PASSAGE / 2,
            Item::Block(_) | Item::Input(_) | Item::Output(_) => self.offset(diagram.wires[wire].from, false),
        };
        (place.left + place.width, place.top + offset)
    }

    pub(super) fn entry(&self, diagram: &Diagram, wire: usize, item: Item) -> (i32, i32) {
        let offset = match item {
            Item::Passage(..) => PASSAGE / 2,
            Item::Block(_) | Item::Input(_) | Item::Output(_) => self.offset(diagram.wires[wire].to, true),
        };
        let place = self.find(item);
        (place.left, place.top + offset)
    }

    /// Height of a port in the drawing.
    pub(super) fn port(&self, block: usize, port: usize, is_input: bool) -> i32 {
        self.find(Item::Block(block)).top + self.offset(Port::Block(block, port), is_input)
    }

    /// Moves items up and down, column by column, so that wires are straight where they can be.
    fn align(&mut self, diagram: &Diagram, layers: &Layers) {
        const SWEEPS: usize = 6;
        let steps: Vec<(usize, Item, Item)> = (layers.chains.iter().enumerate())
            .flat_map(|(wire, chain)| chain.windows(2).map(move |pair| (wire, pair[0], pair[1])))
            .collect();
        for sweep in 0..SWEEPS {
            let forward = sweep % 2 == 0;
            let count = layers.columns.len();
            let order: Vec<usize> = if forward { (0..count).collect() } else { (0..count).rev().collect() };
            for column in order {
                let wanted: Vec<i32> =
                    layers.columns[column].iter().map(|item| self.wanted(diagram, &steps, *item, forward)).collect();
                self.stack(&layers.columns[column], &wanted);
            }
        }
        self.straighten(diagram, layers);
        let highest = self.items.iter().map(|(_, place)| place.top).min().unwrap_or(TOP);
        self.items.iter_mut().for_each(|(_, place)| place.top += TOP - highest);
    }

    /// What goes on through columns stays at its height, where nothing is in the way.
    fn straighten(&mut self, diagram: &Diagram, layers: &Layers) {
        for (wire, chain) in layers.chains.iter().enumerate() {
            let last = chain.len().saturating_sub(1);
            for index in 1..last {
                let height = self.exit(diagram, wire, chain[index - 1]).1;
                self.move_passage(layers, chain[index], height - PASSAGE / 2);
            }
            // A small difference is left to the last item rather than to the first bend.
            for index in (1..last).rev() {
                let height = self.entry(diagram, wire, chain[index + 1]).1;
                if (height - self.exit(diagram, wire, chain[index]).1).abs() < GAP {
                    self.move_passage(layers, chain[index], height - PASSAGE / 2);
                }
            }
        }
    }

    fn move_passage(&mut self, layers: &Layers, item: Item, top: i32) {
        let column = layers.columns.iter().find(|column| column.contains(&item));
        let others = column.into_iter().flatten().filter(|other| **other != item).map(|other| self.find(*other));
        let is_free = others
            .into_iter()
            .all(|other| top + PASSAGE + GAP / 3 <= other.top || top >= other.top + other.height + GAP / 3);
        if let Some((_, place)) = self.items.iter_mut().find(|(other, _)| is_free && *other == item) {
            place.top = top;
        }
    }

    /// Top of an item at which its wires on one side would be straight, in the mean.
    fn wanted(&self, diagram: &Diagram, steps: &[(usize, Item, Item)], item: Item, forward: bool) -> i32 {
        let top = self.find(item).top;
        let moves = steps.iter().filter_map(|(wire, from, to)| {
            let (leaves, arrives) = (self.exit(diagram, *wire, *from).1, self.entry(diagram, *wire, *to).1);
            match forward {
                true if *to == item => Some(leaves - arrives),
                false if *from == item => Some(arrives - leaves),
                _ => None,
            }
        });
        let moves: Vec<i32> = moves.collect();
        if moves.is_empty() { top } else { top + moves.iter().sum::<i32>() / moves.len() as i32 }
    }

    /// Puts the items of a column where they want to be, as far as they leave each other room.
    fn stack(&mut self, column: &[Item], wanted: &[i32]) {
        let heights: Vec<i32> = column.iter().map(|item| self.find(*item).height).collect();
        let mut tops = wanted.to_vec();
        for index in 1..tops.len() {
            tops[index] = tops[index].max(tops[index - 1] + heights[index - 1] + GAP);
        }
        // What was pushed down moves the others up by the half of it.
        let pushed = tops.iter().zip(wanted).map(|(top, wanted)| top - wanted).max().unwrap_or(0) / 2;
        for (item, top) in column.iter().zip(tops) {
            if let Some((_, place)) = self.items.iter_mut().find(|(other, _)| other == item) {
                place.top = top - pushed;
            }
        }
    }
}

/// Width and height of an item.
fn size(diagram: &Diagram, item: Item) -> (i32, i32) {
    match item {
        Item::Passage(..) => (0, PASSAGE),
        Item::Input(input) => (width(&diagram.inputs[input]) + 2 * BESIDE, PORT_HEIGHT),
        Item::Output(output) => (width(&diagram.outputs[output]) + 2 * BESIDE, PORT_HEIGHT),
        Item::Block(block) => {
            let block = &diagram.blocks[block];
            let rows = block.inputs.len().max(block.outputs.len()) as i32;
            let widest = |names: &[String]| names.iter().map(|name| width(name)).max().unwrap_or(0);
            let ports = widest(&block.inputs) + widest(&block.outputs) + BETWEEN;
            let names = [&block.name, &block.kind, &block.note].map(|name| width(name) * 11 / 10);
            let across = ports.max(names.into_iter().max().unwrap_or(0)).max(NARROWEST) + 2 * BESIDE;
            let note = if block.note.is_empty() { 0 } else { NOTE };
            (across, HEAD + (rows - 1).max(0) * PITCH + PITCH / 2 + FOOT + note)
        }
    }
}
