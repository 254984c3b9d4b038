//! Makes a scenario that breaks a rule smaller, as long as it breaks the same rule.

use super::scenario::Scenario;
use super::score::Scores;
use std::time::{Duration, Instant};

/// What is smallest after this is good enough.
const PATIENCE: Duration = Duration::from_secs(30);

/// The rule that a problem names.
pub fn rule(problem: &str) -> &str {
    problem.split(':').next().unwrap_or(problem)
}

/// Runs and judges a scenario.
pub type Trial = fn(&Scenario) -> Result<Scores, String>;

/// The smallest scenario that was found to break the same rule, and how it does.
pub fn reduce(trial: Trial, scenario: &Scenario, problem: &str) -> (Scenario, String) {
    let (mut scenario, mut problem) = (scenario.clone(), problem.to_owned());
    let begin = Instant::now();
    for _ in 0..12 {
        let before = scenario.clone();
        for candidate in candidates(&scenario) {
            // Earlier candidates may have changed what this one was made from.
            let Some(smaller) = candidate(&scenario) else { continue };
            if smaller == scenario || begin.elapsed() > PATIENCE {
                continue;
            }
            let outcome = std::panic::catch_unwind(|| trial(&smaller));
            let found = match outcome {
                Ok(outcome) => outcome.err(),
                Err(_) => Some("panic: in the library".into()),
            };
            if let Some(found) = found.filter(|found| rule(found) == rule(&problem)) {
                (scenario, problem) = (smaller, found);
            }
        }
        if scenario == before {
            break;
        }
    }
    (scenario, problem)
}

type Candidate = Box<dyn Fn(&Scenario) -> Option<Scenario>>;

/// Ways to make a scenario smaller, the largest first.
fn candidates(scenario: &Scenario) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for index in (0..scenario.pieces.len()).rev() {
        all.push(Box::new(move |scenario| without_piece(scenario, index)));
    }
    for name in scenario.elements.iter().rev().map(|element| element.name.clone()) {
        all.push(Box::new(move |scenario| Some(without_element(scenario, &name))));
    }
    for name in scenario.signals.clone() {
        all.push(Box::new(move |scenario| Some(without_signal(scenario, &name))));
    }
    for index in (0..scenario.changes.len()).rev() {
        all.push(Box::new(move |scenario| {
            let mut smaller = scenario.clone();
            (index < smaller.changes.len()).then(|| smaller.changes.remove(index))?;
            Some(smaller)
        }));
    }
    all.push(Box::new(|scenario| Some(Scenario { steps: 1, ..scenario.clone() })));
    all.push(Box::new(|scenario| Some(Scenario { steps: scenario.steps.div_ceil(2), ..scenario.clone() })));
    for element in &scenario.elements {
        for (key, _) in element.numbers.clone().into_iter().filter(|(key, _)| !key.contains("table")) {
            let name = element.name.clone();
            all.push({
                let (name, key) = (name.clone(), key.clone());
                Box::new(move |scenario| with_number(scenario, &name, &key, |_| None))
            });
            for round in [unit, one_digit, two_digits] {
                let (name, key) = (name.clone(), key.clone());
                all.push(Box::new(move |scenario| with_number(scenario, &name, &key, |value| Some(round(value)))));
            }
        }
    }
    for piece in 0..scenario.pieces.len() {
        for round in [unit, one_digit, two_digits] {
            all.push(Box::new(move |scenario| {
                let mut smaller = scenario.clone();
                let length = &mut smaller.pieces.get_mut(piece)?.length;
                *length = round(*length);
                Some(smaller)
            }));
        }
        for place in 0..2 * scenario.signals.len() {
            for change in [zero, unit, one_digit, two_digits] {
                all.push(Box::new(move |scenario| {
                    let mut smaller = scenario.clone();
                    let value = &mut smaller.pieces.get_mut(piece)?.values.get_mut(place / 2)?[place % 2];
                    *value = change(*value);
                    Some(smaller)
                }));
            }
            all.push(Box::new(move |scenario| {
                let mut smaller = scenario.clone();
                let values = smaller.pieces.get_mut(piece)?.values.get_mut(place / 2)?;
                *values = [values[place % 2]; 2];
                Some(smaller)
            }));
        }
    }
    all
}

fn zero(_: f64) -> f64 {
    0.0
}

fn unit(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

fn one_digit(value: f64) -> f64 {
    format!("{value:.0e}").parse().unwrap_or(value)
}

fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

fn without_piece(scenario: &Scenario, index: usize) -> Option<Scenario> {
    let mut smaller = scenario.clone();
    if scenario.pieces.len() < 2 || index >= scenario.pieces.len() {
        return None;
    }
    smaller.pieces.remove(index);
    smaller.changes.retain(|change| change.piece != index || index == 0);
    smaller.changes.iter_mut().filter(|change| change.piece > index).for_each(|change| change.piece -= 1);
    smaller.changes.retain(|change| change.piece > 0);
    Some(smaller)
}

/// Without an element, and what is on it.
fn without_element(scenario: &Scenario, name: &str) -> Scenario {
    let mut smaller = scenario.clone();
    let gone =
        |element: &super::scenario::Element| element.name == name || element.joins.iter().any(|join| join == name);
    let names: Vec<String> = smaller.elements.iter().filter(|element| gone(element)).map(|e| e.name.clone()).collect();
    smaller.elements.retain(|element| !names.contains(&element.name));
    smaller.loads.retain(|load| load.on != name);
    smaller.changes.retain(|change| !names.contains(&change.element));
    for system in scenario.systems.iter().filter(|system| system.on == name || system.senses == name) {
        smaller = without_signal(&smaller, &format!("{}.u", system.name));
    }
    let loads = smaller.loads.clone();
    for signal in scenario.signals.clone() {
        let of_gone = signal.split_once('.').is_some_and(|(name, _)| names.iter().any(|gone| gone == name));
        if of_gone || (!signal.contains('.') && !loads.iter().any(|load| load.name == signal)) {
            smaller = without_signal(&smaller, &signal);
        }
    }
    smaller
}

/// Without a signal; a load goes with it.
fn without_signal(scenario: &Scenario, name: &str) -> Scenario {
    let mut smaller = scenario.clone();
    smaller.loads.retain(|load| load.name != name);
    // A linear system goes with its input.
    smaller.systems.retain(|system| format!("{}.u", system.name) != name);
    if let Some(place) = smaller.signals.iter().position(|signal| signal == name) {
        smaller.signals.remove(place);
        smaller.pieces.iter_mut().for_each(|piece| _ = piece.values.remove(place));
    }
    smaller
}

/// With another number, or without it.
fn with_number(scenario: &Scenario, name: &str, key: &str, change: impl Fn(f64) -> Option<f64>) -> Option<Scenario> {
    let mut smaller = scenario.clone();
    let element = smaller.elements.iter_mut().find(|element| element.name == name)?;
    let place = element.numbers.iter().position(|(known, _)| known == key)?;
    match change(element.numbers[place].1) {
        Some(value) => element.numbers[place].1 = value,
        None => _ = element.numbers.remove(place),
    }
    Some(smaller)
}
