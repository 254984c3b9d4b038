//! The block diagram of a system: components from left to right in the direction of the signals, feedback below.
//!
//! ```text
//! Diagram ─▶ layers (columns and order) ─▶ places (rectangles, ports) ─▶ routes (lines) ─▶ drawing
//! ```

mod draw;
mod layers;
mod places;
mod routes;

pub use draw::{block_places, diagram_to_svg};

/// What a system consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagram {
    /// Heading.
    pub title: String,
    /// Below the heading.
    pub subtitle: String,
    /// The components.
    pub blocks: Vec<Block>,
    /// Inputs of the system.
    pub inputs: Vec<String>,
    /// Outputs of the system.
    pub outputs: Vec<String>,
    /// Connections.
    pub wires: Vec<Wire>,
}

/// A component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Inputs that are shown.
    pub inputs: Vec<String>,
    /// Outputs that are shown.
    pub outputs: Vec<String>,
    /// What is said of those that are not shown.
    pub note: String,
}

/// A connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Where it begins.
    pub from: Port,
    /// Where it ends.
    pub to: Port,
    /// What happens to the value on the way, or empty.
    pub label: String,
}

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Of a component: its place among the blocks, and that of the port among the block's inputs or outputs.
    Block(usize, usize),
    /// Of the system: its place among the inputs or outputs of the system.
    System(usize),
}

/// What stands in a column: a block, an input or output of the system, or room for a wire that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Block(usize),
    Input(usize),
    Output(usize),
    /// Of a wire, in this column.
    Passage(usize, usize),
}

impl Diagram {
    /// What a wire begins at.
    fn source(&self, wire: usize) -> Item {
        match self.wires[wire].from {
            Port::Block(block, _) => Item::Block(block),
            Port::System(input) => Item::Input(input),
        }
    }

    /// What a wire ends at.
    fn target(&self, wire: usize) -> Item {
        match self.wires[wire].to {
            Port::Block(block, _) => Item::Block(block),
            Port::System(output) => Item::Output(output),
        }
    }
}
