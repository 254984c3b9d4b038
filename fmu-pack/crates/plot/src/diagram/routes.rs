//! Lines of the wires: along rows and in tracks between the columns; feedback goes below everything.

use super::layers::Layers;
use super::places::Places;
use super::{Diagram, Item, Port};
use crate::style::{FINE, width};

/// Beside the columns and between two tracks.
const MARGIN: i32 = 26 * FINE;
const TRACK: i32 = 12 * FINE;
/// Between the last track and what a wire ends at: the arrow, and what is free beside the text above it.
const BESIDE_LABEL: i32 = 15 * FINE;
/// From one line of feedback to the next, and from the blocks to the first.
const LANE: i32 = 16 * FINE;
const BELOW: i32 = 26 * FINE;

/// Wires of one source: they share a line until they part.
type Net = Port;

/// Which nets change their height before which column.
pub(super) struct Channels {
    /// By column: nets that turn there.
    turning: Vec<Vec<Net>>,
    is_used: Vec<bool>,
    /// By column: room for the texts above the ends of wires, so that no line that turns there crosses them.
    labels: Vec<i32>,
}

impl Channels {
    pub(super) fn of(diagram: &Diagram, layers: &Layers) -> Self {
        let count = layers.columns.len() + 1;
        let mut channels =
            Self { turning: vec![Vec::new(); count], is_used: vec![false; count], labels: vec![0; count] };
        for (column, items) in layers.columns.iter().enumerate() {
            channels.is_used[column] =
                column > 0 && !items.is_empty() && layers.columns[..column].iter().any(|c| !c.is_empty());
        }
        for (wire, chain) in layers.chains.iter().enumerate() {
            let net = diagram.wires[wire].from;
            let label = &diagram.wires[wire].label;
            let room = if label.is_empty() { 0 } else { (width(label) + BESIDE_LABEL - MARGIN).max(0) };
            let labels = &mut channels.labels[column(layers, diagram.target(wire))];
            *labels = room.max(*labels);
            if chain.is_empty() {
                let (from, to) = (column(layers, diagram.source(wire)) + 1, column(layers, diagram.target(wire)));
                channels.add(from, net);
                channels.add(to, net);
            }
            chain.windows(2).for_each(|pair| channels.add(column(layers, pair[1]), net));
        }
        channels
    }

    fn add(&mut self, column: usize, net: Net) {
        self.is_used[column] = true;
        if !self.turning[column].contains(&net) {
            self.turning[column].push(net);
        }
    }

    /// Room before a column; behind the last one for its number.
    pub(super) fn width(&self, column: usize) -> i32 {
        if !self.is_used[column] {
            return 0;
        }
        2 * MARGIN + (self.turning[column].len() as i32 - 1).max(0) * TRACK + self.labels[column]
    }
}

fn column(layers: &Layers, item: Item) -> usize {
    layers.columns.iter().position(|column| column.contains(&item)).unwrap_or(0)
}

/// A wire as it is drawn.
pub(super) struct Route {
    pub(super) points: Vec<(i32, i32)>,
    /// Where another wire of the same source leaves this line.
    pub(super) junctions: Vec<(i32, i32)>,
    pub(super) is_feedback: bool,
}

/// All routes, and the lowest line.
pub(super) fn routes(diagram: &Diagram, layers: &Layers, places: &Places, channels: &Channels) -> (Vec<Route>, i32) {
    let tracks = Tracks::of(diagram, layers, places, channels);
    let lanes = lanes(diagram, layers, places);
    let mut routes = Vec::new();
    let mut lowest = places.bottom;
    for (wire, chain) in layers.chains.iter().enumerate() {
        let net = diagram.wires[wire].from;
        let mut points = Vec::new();
        if chain.is_empty() {
            let (source, target) = (diagram.source(wire), diagram.target(wire));
            let (start, end) = (places.exit(diagram, wire, source), places.entry(diagram, wire, target));
            let lane = lanes.iter().position(|other| *other == net).unwrap_or(0);
            let y = places.bottom + BELOW + lane as i32 * LANE;
            lowest = lowest.max(y);
            let out = tracks.x(column(layers, source) + 1, net);
            let back = tracks.x(column(layers, target), net);
            points.extend([start, (out, start.1), (out, y), (back, y), (back, end.1), end]);
        } else {
            points.push(places.exit(diagram, wire, chain[0]));
            for pair in chain.windows(2) {
                let (from, to) = (places.exit(diagram, wire, pair[0]), places.entry(diagram, wire, pair[1]));
                if from.1 != to.1 {
                    let x = tracks.x(column(layers, pair[1]), net);
                    points.extend([(x, from.1), (x, to.1)]);
                }
                points.push(to);
                if matches!(pair[1], Item::Passage(..)) {
                    points.push(places.exit(diagram, wire, pair[1]));
                }
            }
        }
        routes.push(Route { points, junctions: Vec::new(), is_feedback: chain.is_empty() });
    }
    mark_junctions(diagram, &mut routes);
    (routes, lowest)
}

/// Nets that lead back, from the uppermost line to the lowest: one that begins lower is nested in those that begin higher.
fn lanes(diagram: &Diagram, layers: &Layers, places: &Places) -> Vec<Net> {
    let back = layers.chains.iter().enumerate().filter(|(_, chain)| chain.is_empty());
    let mut nets: Vec<(i32, Net)> =
        back.map(|(wire, _)| (-places.exit(diagram, wire, diagram.source(wire)).1, diagram.wires[wire].from)).collect();
    nets.sort_by_key(|(height, _)| *height);
    let mut lanes: Vec<Net> = Vec::new();
    for (_, net) in nets {
        if !lanes.contains(&net) {
            lanes.push(net);
        }
    }
    lanes
}

/// Where two wires of one source part.
fn mark_junctions(diagram: &Diagram, routes: &mut [Route]) {
    for first in 0..routes.len() {
        for second in first + 1..routes.len() {
            if diagram.wires[first].from != diagram.wires[second].from {
                continue;
            }
            if let Some(point) = parting(&routes[first].points, &routes[second].points) {
                routes[first].junctions.push(point);
            }
        }
    }
}

/// The end of the way that two lines from the same point have in common.
fn parting(a: &[(i32, i32)], b: &[(i32, i32)]) -> Option<(i32, i32)> {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (from, a, b) = (*a.get(common.checked_sub(1)?)?, *a.get(common)?, *b.get(common)?);
    let direction = |to: (i32, i32)| ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    if direction(a) != direction(b) {
        return Some(from);
    }
    let length = |to: (i32, i32)| (to.0 - from.0).abs() + (to.1 - from.1).abs();
    Some(if length(a) < length(b) { a } else { b })
}

/// Where each net turns, so that lines cross little.
struct Tracks {
    places: Vec<Vec<(Net, i32)>>,
}

impl Tracks {
    fn of(diagram: &Diagram, layers: &Layers, places: &Places, channels: &Channels) -> Self {
        let starts: Vec<i32> = left_sides(layers, places, channels);
        let of_column = |number: usize| {
            let mut nets: Vec<(i64, Net)> = channels.turning[number]
                .iter()
                .map(|net| (rank(diagram, layers, places, number, *net), *net))
                .collect();
            nets.sort_by_key(|(rank, _)| *rank);
            let first = starts[number] - channels.width(number) + MARGIN;
            (0..).zip(nets).map(|(track, (_, net))| (net, first + track * TRACK)).collect()
        };
        Self { places: (0..channels.turning.len()).map(of_column).collect() }
    }

    fn x(&self, column: usize, net: Net) -> i32 {
        self.places[column].iter().find(|(other, _)| *other == net).map_or(0, |(_, x)| *x)
    }
}

/// Left side of each column, and of what would come behind the last.
fn left_sides(layers: &Layers, places: &Places, channels: &Channels) -> Vec<i32> {
    let left = |column: &Vec<Item>| column.iter().map(|item| places.find(*item).left).min();
    let right =
        |column: &Vec<Item>| column.iter().map(|item| places.find(*item)).map(|place| place.left + place.width).max();
    let mut last = crate::style::LEFT;
    let mut sides = Vec::new();
    for (number, column) in layers.columns.iter().enumerate() {
        let here = left(column).unwrap_or(last + channels.width(number));
        sides.push(here);
        last = right(column).unwrap_or(here);
    }
    sides.push(last + channels.width(layers.columns.len()));
    sides
}

/// Of wires that go down, those that begin lower turn first; of those that go up, those that begin higher.
fn rank(diagram: &Diagram, layers: &Layers, places: &Places, number: usize, net: Net) -> i64 {
    let wires = layers.chains.iter().enumerate().filter(|(wire, _)| diagram.wires[*wire].from == net);
    let heights = wires.flat_map(|(wire, chain)| {
        let here = chain.windows(2).filter(|pair| column(layers, pair[1]) == number);
        here.map(move |pair| (places.exit(diagram, wire, pair[0]).1, places.entry(diagram, wire, pair[1]).1))
    });
    let heights: Vec<(i32, i32)> = heights.collect();
    let Some((from, _)) = heights.first() else {
        // Feedback turns outside of all others: first where it leaves, last where it arrives, nested.
        let mut back = layers
            .chains
            .iter()
            .enumerate()
            .filter(|(wire, chain)| chain.is_empty() && diagram.wires[*wire].from == net);
        let leaves = back.clone().find(|(wire, _)| column(layers, diagram.source(*wire)) + 1 == number);
        let arrives = back.find(|(wire, _)| column(layers, diagram.target(*wire)) == number);
        return match (leaves, arrives) {
            (Some((wire, _)), _) => {
                i64::from(i32::MIN) * 2 - i64::from(places.exit(diagram, wire, diagram.source(wire)).1)
            }
            (None, Some((wire, _))) => {
                i64::from(i32::MAX) * 2 + i64::from(places.entry(diagram, wire, diagram.target(wire)).1)
            }
            (None, None) => 0,
        };
    };
    let down: i64 = heights.iter().map(|(from, to)| i64::from(to - from)).sum();
    if down >= 0 { -i64::from(*from) } else { i64::from(*from) }
}
