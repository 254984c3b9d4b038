//! Columns of a diagram, and the order in each (after Sugiyama, Tagawa and Toda 1981).

use super::{Diagram, Item};

/// Who stands where.
pub(super) struct Layers {
    /// Columns from left to right, each from top to bottom.
    pub(super) columns: Vec<Vec<Item>>,
    /// By wire: the items that it goes through, from its source to its target; empty where it leads back.
    pub(super) chains: Vec<Vec<Item>>,
}

/// Sweeps over the columns in which the order is made better.
const SWEEPS: usize = 8;

impl Layers {
    pub(super) fn of(diagram: &Diagram) -> Self {
        let is_back = back_wires(diagram);
        let depths = depths(diagram, &is_back);
        let last = depths.iter().copied().max().unwrap_or(0);
        // Inputs stand before the first block, outputs behind the last.
        let column = |item: Item| match item {
            Item::Input(_) => 0,
            Item::Block(block) => depths[block] + 1,
            Item::Output(_) => last + 2,
            Item::Passage(_, column) => column,
        };
        let mut columns: Vec<Vec<Item>> = vec![Vec::new(); last + 3];
        let blocks = (0..diagram.blocks.len()).map(Item::Block);
        let inputs = (0..diagram.inputs.len()).map(Item::Input);
        let outputs = (0..diagram.outputs.len()).map(Item::Output);
        inputs.chain(blocks).chain(outputs).for_each(|item| columns[column(item)].push(item));
        let mut chains = Vec::new();
        for (wire, is_back) in is_back.iter().enumerate() {
            let (from, to) = (diagram.source(wire), diagram.target(wire));
            if *is_back {
                chains.push(Vec::new());
                continue;
            }
            let passages: Vec<Item> =
                (column(from) + 1..column(to)).map(|column| Item::Passage(wire, column)).collect();
            passages.iter().for_each(|item| columns[column(*item)].push(*item));
            chains.push([vec![from], passages, vec![to]].concat());
        }
        let mut layers = Self { columns, chains };
        layers.arrange();
        layers
    }

    /// Each item goes to the mean place of those that it is joined to, on one side and on the other in turn.
    fn arrange(&mut self) {
        let steps: Vec<(Item, Item)> =
            self.chains.iter().flat_map(|chain| chain.windows(2).map(|pair| (pair[0], pair[1]))).collect();
        for sweep in 0..SWEEPS {
            let forward = sweep % 2 == 0;
            let count = self.columns.len();
            let order: Vec<usize> = if forward { (1..count).collect() } else { (0..count - 1).rev().collect() };
            for column in order {
                let beside = if forward { column - 1 } else { column + 1 };
                let neighbours = self.columns[beside].clone();
                let mean = |item: Item, own: usize| {
                    let joined = steps.iter().filter_map(|(from, to)| match forward {
                        true if *to == item => Some(*from),
                        false if *from == item => Some(*to),
                        _ => None,
                    });
                    let places: Vec<f64> = joined
                        .filter_map(|item| neighbours.iter().position(|other| *other == item))
                        .map(|p| p as f64)
                        .collect();
                    let weight = neighbours.len().max(1) as f64;
                    if places.is_empty() {
                        own as f64 / 1e3
                    } else {
                        places.iter().sum::<f64>() / places.len() as f64 / weight
                    }
                };
                let mut ranked: Vec<(f64, Item)> =
                    self.columns[column].iter().enumerate().map(|(own, item)| (mean(*item, own), *item)).collect();
                ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.columns[column] = ranked.into_iter().map(|(_, item)| item).collect();
            }
        }
    }
}

/// Wires that lead back to a block on whose way they begin.
fn back_wires(diagram: &Diagram) -> Vec<bool> {
    let mut is_back = vec![false; diagram.wires.len()];
    // 0: not seen, 1: on the way, 2: done.
    let mut state = vec![0u8; diagram.blocks.len()];
    let outgoing =
        |block: usize| (0..diagram.wires.len()).filter(move |wire| diagram.source(*wire) == Item::Block(block));
    // Blocks that the system's inputs lead to come first, then those without a source, then the rest.
    let has_source = |block: usize| (0..diagram.wires.len()).any(|wire| diagram.target(wire) == Item::Block(block));
    let is_led = |block: usize| {
        let led =
            |wire: usize| matches!(diagram.source(wire), Item::Input(_)) && diagram.target(wire) == Item::Block(block);
        (0..diagram.wires.len()).any(led)
    };
    let mut starts: Vec<usize> = (0..diagram.blocks.len()).collect();
    starts.sort_by_key(|block| (has_source(*block), !is_led(*block)));
    for start in starts {
        if state[start] != 0 {
            continue;
        }
        let mut path: Vec<(usize, Vec<usize>)> = vec![(start, outgoing(start).collect())];
        state[start] = 1;
        while let Some((block, wires)) = path.last_mut() {
            let block = *block;
            let Some(wire) = (!wires.is_empty()).then(|| wires.remove(0)) else {
                state[block] = 2;
                path.pop();
                continue;
            };
            if let Item::Block(next) = diagram.target(wire) {
                match state[next] {
                    0 => {
                        state[next] = 1;
                        path.push((next, outgoing(next).collect()));
                    }
                    1 => is_back[wire] = true,
                    _ => (),
                }
            }
        }
    }
    is_back
}

/// Longest way to each block.
fn depths(diagram: &Diagram, is_back: &[bool]) -> Vec<usize> {
    let mut depths = vec![0; diagram.blocks.len()];
    // Without the wires that lead back there are no circles: after as many rounds as blocks nothing changes.
    for _ in 0..diagram.blocks.len() {
        let mut has_changed = false;
        for wire in (0..diagram.wires.len()).filter(|wire| !is_back[*wire]) {
            if let (Item::Block(from), Item::Block(to)) = (diagram.source(wire), diagram.target(wire))
                && depths[to] <= depths[from]
            {
                depths[to] = depths[from] + 1;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    depths
}
