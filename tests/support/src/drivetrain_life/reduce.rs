//! Makes a life that breaks a rule smaller, as long as it breaks the same rule.

use super::life::Life;
use super::score::Scores;
use std::time::{Duration, Instant};

/// What is smallest after this is good enough.
const PATIENCE: Duration = Duration::from_secs(30);

/// The rule that a problem names.
pub fn rule(problem: &str) -> &str {
    problem.split(':').next().unwrap_or(problem)
}

/// Lives a life.
pub type Trial = fn(&Life) -> Result<Scores, String>;

/// The smallest life that was found to break the same rule, and how it does.
pub fn reduce(trial: Trial, life: &Life, problem: &str) -> (Life, String) {
    let (mut life, mut problem) = (life.clone(), problem.to_owned());
    let begin = Instant::now();
    for _ in 0..12 {
        let before = life.clone();
        for candidate in candidates(&life) {
            // Earlier candidates may have changed what this one was made from.
            let Some(smaller) = candidate(&life) else { continue };
            if smaller == life || begin.elapsed() > PATIENCE {
                continue;
            }
            let outcome = std::panic::catch_unwind(|| trial(&smaller));
            let found = match outcome {
                Ok(outcome) => outcome.err(),
                Err(_) => Some("panic: in the library".into()),
            };
            if let Some(found) = found.filter(|found| rule(found) == rule(&problem)) {
                (life, problem) = (smaller, found);
            }
        }
        if life == before {
            break;
        }
    }
    (life, problem)
}

type Candidate = Box<dyn Fn(&Life) -> Option<Life>>;

/// Ways to make a life smaller, the largest first.
fn candidates(life: &Life) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for index in (0..life.pieces.len()).rev() {
        all.push(Box::new(move |life| without_piece(life, index)));
    }
    for name in life.elements.iter().rev().map(|element| element.name.clone()) {
        all.push(Box::new(move |life| Some(without_element(life, &name))));
    }
    for name in life.signals.clone() {
        all.push(Box::new(move |life| Some(without_signal(life, &name))));
    }
    for index in (0..life.changes.len()).rev() {
        all.push(Box::new(move |life| {
            let mut smaller = life.clone();
            (index < smaller.changes.len()).then(|| smaller.changes.remove(index))?;
            Some(smaller)
        }));
    }
    all.push(Box::new(|life| Some(Life { steps: 1, ..life.clone() })));
    all.push(Box::new(|life| Some(Life { steps: life.steps.div_ceil(2), ..life.clone() })));
    for element in &life.elements {
        for (key, _) in element.numbers.clone().into_iter().filter(|(key, _)| !key.contains("table")) {
            let name = element.name.clone();
            all.push({
                let (name, key) = (name.clone(), key.clone());
                Box::new(move |life| with_number(life, &name, &key, |_| None))
            });
            for round in [unit, one_digit, two_digits] {
                let (name, key) = (name.clone(), key.clone());
                all.push(Box::new(move |life| with_number(life, &name, &key, |value| Some(round(value)))));
            }
        }
    }
    for piece in 0..life.pieces.len() {
        for round in [unit, one_digit, two_digits] {
            all.push(Box::new(move |life| {
                let mut smaller = life.clone();
                let length = &mut smaller.pieces.get_mut(piece)?.length;
                *length = round(*length);
                Some(smaller)
            }));
        }
        for place in 0..2 * life.signals.len() {
            for change in [zero, unit, one_digit, two_digits] {
                all.push(Box::new(move |life| {
                    let mut smaller = life.clone();
                    let value = &mut smaller.pieces.get_mut(piece)?.values.get_mut(place / 2)?[place % 2];
                    *value = change(*value);
                    Some(smaller)
                }));
            }
            all.push(Box::new(move |life| {
                let mut smaller = life.clone();
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

fn without_piece(life: &Life, index: usize) -> Option<Life> {
    let mut smaller = life.clone();
    if life.pieces.len() < 2 || index >= life.pieces.len() {
        return None;
    }
    smaller.pieces.remove(index);
    smaller.changes.retain(|change| change.piece != index || index == 0);
    smaller.changes.iter_mut().filter(|change| change.piece > index).for_each(|change| change.piece -= 1);
    smaller.changes.retain(|change| change.piece > 0);
    Some(smaller)
}

/// Without an element, and what is on it.
fn without_element(life: &Life, name: &str) -> Life {
    let mut smaller = life.clone();
    let gone = |element: &super::life::Element| element.name == name || element.joins.iter().any(|join| join == name);
    let names: Vec<String> = smaller.elements.iter().filter(|element| gone(element)).map(|e| e.name.clone()).collect();
    smaller.elements.retain(|element| !names.contains(&element.name));
    smaller.loads.retain(|load| load.on != name);
    smaller.changes.retain(|change| !names.contains(&change.element));
    for system in life.systems.iter().filter(|system| system.on == name || system.senses == name) {
        smaller = without_signal(&smaller, &format!("{}.u", system.name));
    }
    for servo in life.elements.iter().filter(|element| element.table == "servo" && names.contains(&element.name)) {
        smaller = without_signal(&smaller, &format!("{}.command", servo.name));
    }
    let loads = smaller.loads.clone();
    for signal in life.signals.clone() {
        let of_gone = names.iter().any(|name| signal == format!("{name}.engagement"));
        if of_gone || (!signal.contains('.') && !loads.iter().any(|load| load.name == signal)) {
            smaller = without_signal(&smaller, &signal);
        }
    }
    smaller
}

/// Without a signal; a load goes with it.
fn without_signal(life: &Life, name: &str) -> Life {
    let mut smaller = life.clone();
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
fn with_number(life: &Life, name: &str, key: &str, change: impl Fn(f64) -> Option<f64>) -> Option<Life> {
    let mut smaller = life.clone();
    let element = smaller.elements.iter_mut().find(|element| element.name == name)?;
    let place = element.numbers.iter().position(|(known, _)| known == key)?;
    match change(element.numbers[place].1) {
        Some(value) => element.numbers[place].1 = value,
        None => _ = element.numbers.remove(place),
    }
    Some(smaller)
}
