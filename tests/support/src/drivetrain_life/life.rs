//! A life: a drivetrain as its user would write it, and inputs along straight lines. Everything is data, so that a life that
//! has found something can be made smaller piece by piece.

use std::fmt::{self, Write};

/// A table of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// `body`, `brake`, ...
    pub table: &'static str,
    pub name: String,
    /// What it is on, or connects.
    pub joins: Vec<String>,
    pub numbers: Vec<(String, f64)>,
    pub words: Vec<(&'static str, &'static str)>,
}

impl Element {
    pub fn new(table: &'static str, name: String, joins: &[&str]) -> Self {
        let joins = joins.iter().map(|&join| join.to_owned()).collect();
        Self { table, name, joins, numbers: Vec::new(), words: Vec::new() }
    }

    pub fn number(&self, key: &str, default: f64) -> f64 {
        self.numbers.iter().find(|(known, _)| known == key).map_or(default, |(_, value)| *value)
    }

    pub fn set(&mut self, key: impl Into<String>, value: f64) {
        self.numbers.push((key.into(), value));
    }

    pub fn word(&self, key: &str) -> &'static str {
        self.words.iter().find(|(known, _)| *known == key).map_or("", |(_, word)| word)
    }

    pub fn is_body(&self) -> bool {
        matches!(self.table, "body" | "mass")
    }

    pub fn is_contact(&self) -> bool {
        matches!(self.table, "brake" | "clutch" | "freewheel")
    }

    pub fn is_spring(&self) -> bool {
        matches!(self.table, "shaft" | "rod")
    }

    pub fn is_gear(&self) -> bool {
        matches!(self.table, "gear" | "screw")
    }
}

/// An entry of `[[input]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    pub name: String,
    pub on: String,
    pub gain: f64,
}

/// Inputs along straight lines for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// [s].
    pub length: f64,
    /// Of each signal: where it begins and ends.
    pub values: Vec<[f64; 2]>,
}

/// A drivetrain and what happens to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    pub seed: u64,
    pub elements: Vec<Element>,
    pub loads: Vec<Load>,
    /// Inputs that are led; the others keep their start values.
    pub signals: Vec<String>,
    pub pieces: Vec<Piece>,
    /// Communication steps of each piece.
    pub steps: usize,
}

impl Life {
    /// The configuration file.
    pub fn text(&self) -> String {
        let mut text = String::from("name = \"Life\"\nmodel = \"Drivetrain\"\n");
        self.elements.iter().for_each(|element| write_element(&mut text, element));
        for Load { name, on, gain } in &self.loads {
            let _ = writeln!(text, "[[input]]\nname = \"{name}\"\non = \"{on}\"\ngain = {gain:?}");
        }
        text
    }

    pub fn end(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.length).sum()
    }
}

fn write_element(text: &mut String, element: &Element) {
    let _ = writeln!(text, "[{}.{}]", element.table, element.name);
    match element.joins.as_slice() {
        [] => {}
        [on] => {
            let _ = writeln!(text, "on = \"{on}\"");
        }
        joins => {
            let _ = writeln!(text, "connects = {joins:?}");
        }
    }
    for (key, word) in &element.words {
        let _ = writeln!(text, "{key} = \"{word}\"");
    }
    for (key, value) in &element.numbers {
        let _ = match key.as_str() {
            "friction.table.size" => writeln!(text, "{key} = {value}"),
            key if key.contains('[') => writeln!(text, "\"{key}\" = {value:?}"),
            key => writeln!(text, "{key} = {value:?}"),
        };
    }
}

impl fmt::Display for Life {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}# {} communication steps per piece of the inputs", self.text(), self.steps)?;
        for piece in &self.pieces {
            write!(f, "\n# {:?} s:", piece.length)?;
            for (name, [begin, end]) in self.signals.iter().zip(&piece.values) {
                write!(f, " {name} {begin:?} .. {end:?},")?;
            }
        }
        Ok(())
    }
}
