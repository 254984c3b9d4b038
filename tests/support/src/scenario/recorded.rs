//! Scenarios that have found something, as text: whatever is drawn otherwise later, they stay what they were.
//!
//! ```text
//! actuator Servo              one of Transmission, Servo, Hydraulic
//! law 2                       number in friction.law
//! valve orifice               if the servovalve has orifices
//! seed 120003069              with which it was drawn; chooses units and what is weighed
//! edge HeavyLoad              if it runs along one
//! steps 7                     communication steps per piece
//! scale LEVEL INERTIA DURATION VELOCITY DISTANCE
//! parameter NAME VALUE        the last mention wins
//! table SPEED RATIO           a point of the table of law 8
//! piece LENGTH                inputs along straight lines, from `begin` to `end`, after `tuned` was set
//! begin VALUE...
//! end VALUE...
//! tuned NAME VALUE
//! ```
//!
//! Numbers have the shortest digits that read back as the same bits. `cargo run --release --example fuzz_campaign -- --show
//! --kind 1 --law 2 --seed 120003069` prints the scenario of a seed.

use super::draw::{Piece, Scale, Scenario};
use super::edges::Edge;
use super::model::Kind;
use std::fmt;
use std::path::Path;

/// The scenario in `tests/robustness/scenarios` that was drawn with this seed once.
pub fn recorded(kind: Kind, law: i32, seed: u64) -> Scenario {
    let name = format!("{kind:?}_law_{law}_seed_{seed}.txt").to_lowercase();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robustness/scenarios").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut scenario = Scenario::empty();
    for (line, number) in text.lines().zip(1..) {
        read_line(&mut scenario, line).unwrap_or_else(|| panic!("{}, line {number}: {line:?}", path.display()));
    }
    scenario
}

impl Scenario {
    fn empty() -> Self {
        let scale = Scale { level: 0.0, inertia: 0.0, duration: 0.0, velocity: 0.0, distance: 0.0 };
        let (kind, edge) = (Kind::Transmission, None);
        let (parameters, table, pieces) = (Vec::new(), Vec::new(), Vec::new());
        Self { seed: 0, kind, law: 0, has_orifices: false, edge, parameters, table, pieces, steps: 0, scale }
    }
}

/// `None` where the line makes no sense.
fn read_line(scenario: &mut Scenario, line: &str) -> Option<()> {
    let (key, rest) = line.split_once(' ')?;
    match key {
        "actuator" => scenario.kind = Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == rest)?,
        "law" => scenario.law = rest.parse().ok()?,
        "valve" => scenario.has_orifices = (rest == "orifice").then_some(true)?,
        "seed" => scenario.seed = rest.parse().ok()?,
        "edge" => scenario.edge = Some(Edge::ALL.into_iter().find(|edge| format!("{edge:?}") == rest)?),
        "steps" => scenario.steps = rest.parse().ok()?,
        "scale" => scenario.scale = scale(&numbers(rest)?)?,
        "parameter" => scenario.parameters.push(setting(rest)?),
        "table" => scenario.table.push(pair(&numbers(rest)?)?),
        "piece" => {
            let (begin, end, tuned) = (Vec::new(), Vec::new(), Vec::new());
            scenario.pieces.push(Piece { length: rest.parse().ok()?, begin, end, tuned });
        }
        "begin" => scenario.pieces.last_mut()?.begin = numbers(rest)?,
        "end" => scenario.pieces.last_mut()?.end = numbers(rest)?,
        "tuned" => scenario.pieces.last_mut()?.tuned.push(setting(rest)?),
        _ => return None,
    }
    Some(())
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

fn pair(numbers: &[f64]) -> Option<(f64, f64)> {
    let [first, second] = numbers else { return None };
    Some((*first, *second))
}

fn scale(numbers: &[f64]) -> Option<Scale> {
    let [level, inertia, duration, velocity, distance] = *numbers else { return None };
    Some(Scale { level, inertia, duration, velocity, distance })
}

/// Names stay as long as the program, as those that are drawn do.
fn setting(text: &str) -> Option<(&'static str, f64)> {
    let (name, value) = text.split_once(' ')?;
    Some((String::from(name).leak(), value.parse().ok()?))
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { seed, kind, law, has_orifices, edge, parameters, table, pieces, steps, scale } = self;
        writeln!(f, "actuator {kind:?}\nlaw {law}\nseed {seed}")?;
        if *has_orifices {
            writeln!(f, "valve orifice")?;
        }
        edge.map_or(Ok(()), |edge| writeln!(f, "edge {edge:?}"))?;
        let Scale { level, inertia, duration, velocity, distance } = scale;
        writeln!(f, "steps {steps}\nscale {level:?} {inertia:?} {duration:?} {velocity:?} {distance:?}")?;
        parameters.iter().try_for_each(|(name, value)| writeln!(f, "parameter {name} {value:?}"))?;
        table.iter().try_for_each(|(speed, ratio)| writeln!(f, "table {speed:?} {ratio:?}"))?;
        pieces.iter().try_for_each(|Piece { length, begin, end, tuned }| {
            let words = |values: &[f64]| values.iter().map(|value| format!(" {value:?}")).collect::<String>();
            writeln!(f, "piece {length:?}\nbegin{}\nend{}", words(begin), words(end))?;
            tuned.iter().try_for_each(|(name, value)| writeln!(f, "tuned {name} {value:?}"))
        })
    }
}
