//! A scenario: a drivetrain as its user would write it, and inputs along straight lines. Everything is data, so that a scenario that
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

    /// Whether a power of the speed begins where this slides, which has no series there.
    pub fn has_broken_power(&self) -> bool {
        self.number("friction.stribeck_exponent", 2.0).fract() != 0.0
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

/// A linear system that follows an input `u` and the position of a body, `q`, and whose output `y` acts on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearSystem {
    pub name: String,
    pub start: Vec<f64>,
    pub a: Vec<Vec<f64>>,
    /// By state: of `u` and of `q`.
    pub b: Vec<[f64; 2]>,
    pub c: Vec<f64>,
    pub d: [f64; 2],
    pub limits: Option<[f64; 2]>,
    pub rate_limit: Option<f64>,
    pub senses: String,
    pub on: String,
    pub is_on_mass: bool,
    /// Torque or force per `y`.
    pub gain: f64,
}

/// A parameter that changes where a piece of the inputs begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub piece: usize,
    pub element: String,
    pub key: String,
    pub value: f64,
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
pub struct Scenario {
    pub seed: u64,
    pub elements: Vec<Element>,
    pub systems: Vec<LinearSystem>,
    pub loads: Vec<Load>,
    /// Inputs that are led; the others keep their start values.
    pub signals: Vec<String>,
    pub pieces: Vec<Piece>,
    pub changes: Vec<Change>,
    /// Communication steps of each piece.
    pub steps: usize,
    /// Laws among it have no series, or none where a motion begins: motions are integrated within a tolerance.
    pub is_integrated: bool,
}

impl Scenario {
    /// The configuration file.
    pub fn text(&self) -> String {
        let mut text = String::from("name = \"Scenario\"\nmodel = \"Drivetrain\"\n");
        self.elements.iter().for_each(|element| write_element(&mut text, element));
        for Load { name, on, gain } in &self.loads {
            let _ = writeln!(text, "[[input]]\nname = \"{name}\"\non = \"{on}\"\ngain = {gain:?}");
        }
        self.systems.iter().for_each(|system| write_system(&mut text, system));
        if self.is_integrated {
            let _ = writeln!(text, "[start]\nsolver.tolerance = {TOLERANCE:?}");
        }
        text
    }

    pub fn end(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.length).sum()
    }
}

/// solver.tolerance of scenarios that are integrated, so tight that most of what is judged does not see it.
pub const TOLERANCE: f64 = 1e-12;

impl Scenario {
    /// The elements as they are from the beginning of a piece on.
    pub fn at_piece(&self, piece: usize) -> Self {
        let mut scenario = self.clone();
        for change in self.changes.iter().filter(|change| change.piece <= piece) {
            let of = scenario.elements.iter_mut().find(|element| element.name == change.element);
            let number = of.and_then(|element| element.numbers.iter_mut().find(|(key, _)| *key == change.key));
            number.into_iter().for_each(|(_, value)| *value = change.value);
        }
        scenario
    }
}

fn write_system(text: &mut String, system: &LinearSystem) {
    let LinearSystem { name, start, a, b, c, d, limits, rate_limit, senses, on, is_on_mass, gain } = system;
    let states = start.iter().enumerate().map(|(k, start)| format!("{{ name = \"x{}\", start = {start:?} }}", k + 1));
    let states = states.collect::<Vec<_>>().join(", ");
    let limits =
        limits.map_or(String::new(), |[lower, upper]| format!(", limit.lower = {lower:?}, limit.upper = {upper:?}"));
    let rate = rate_limit.map_or(String::new(), |rate| format!(", rate_limit = {rate:?}"));
    let _ = writeln!(text, "[linear.{name}]\ninputs = [\"u\", {{ name = \"q\", from = \"{senses}.position\" }}]");
    let _ = writeln!(text, "states = [{states}]\noutputs = [{{ name = \"y\"{limits}{rate} }}]\nD = [{d:?}]");
    if !start.is_empty() {
        let _ = writeln!(text, "A = {a:?}\nB = {b:?}\nC = [{c:?}]");
    }
    let unit = if *is_on_mass { "N" } else { "N.m" };
    let _ = writeln!(
        text,
        "[[input]]\nname = \"{name}_acts\"\non = \"{on}\"\nfrom = \"{name}.y\"\ngain = \"{gain:?} {unit}\""
    );
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

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}# {} communication steps per piece of the inputs", self.text(), self.steps)?;
        for Change { piece, element, key, value } in &self.changes {
            write!(f, "\n# from piece {piece} on {element}.{key} = {value:?}")?;
        }
        for piece in &self.pieces {
            write!(f, "\n# {:?} s:", piece.length)?;
            for (name, [begin, end]) in self.signals.iter().zip(&piece.values) {
                write!(f, " {name} {begin:?} .. {end:?},")?;
            }
        }
        Ok(())
    }
}
