//! Runs of a study of which more is kept than a row.

use anyhow::bail;
use fmu_simulation::Source;
use fmu_sweep::{ColumnKind, Row, Study};
use model_description::counted;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Which runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Chosen {
    /// By number.
    Numbers(Vec<RangeInclusive<u64>>),
    /// Those with the largest values in a column.
    Largest(String, usize),
    /// Those with the smallest.
    Smallest(String, usize),
}

impl FromStr for Chosen {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const ALLOWED: &str =
            "allowed are numbers and ranges of runs such as 0,5-9, largest:COLUMN:N and smallest:COLUMN:N";
        let parts: Vec<&str> = text.split(':').collect();
        let count = |text: &str| text.parse().ok().filter(|count| *count > 0).ok_or(ALLOWED);
        match parts[..] {
            ["largest", column, runs] => Ok(Self::Largest(column.to_string(), count(runs)?)),
            ["smallest", column, runs] => Ok(Self::Smallest(column.to_string(), count(runs)?)),
            [numbers] => {
                let ranges: Option<Vec<_>> = numbers.split(',').map(range).collect();
                ranges.map(Self::Numbers).ok_or(ALLOWED)
            }
            _ => Err(ALLOWED),
        }
    }
}

fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last).then_some(first..=last)
}

impl Chosen {
    /// Refuses runs and columns that the study does not have.
    pub(super) fn check(&self, study: &Study<'_>) -> anyhow::Result<()> {
        let runs = study.design().runs();
        match self {
            Self::Numbers(ranges) => match ranges.iter().find(|range| *range.end() >= runs) {
                Some(range) => bail!("--keep: there is no run {}; the study has runs 0 to {}", range.end(), runs - 1),
                None => Ok(()),
            },
            Self::Largest(column, count) | Self::Smallest(column, count) => match study.result(column) {
                Some((_, ColumnKind::Text)) => {
                    bail!("--keep: {column} is a text, and has no smallest and no largest value")
                }
                Some(_) if *count as u64 > runs => {
                    bail!("--keep: {} of {column}, and the study has {runs}", counted(*count, "run"))
                }
                Some(_) => Ok(()),
                None => {
                    let names = study.results().iter().map(|column| column.name.as_str());
                    bail!("--keep: there is no result called {column}{}", fmu_import::interface::nearest(column, names))
                }
            },
        }
    }

    fn numbers(&self, study: &Study<'_>, rows: &BTreeMap<u64, Row>) -> Vec<u64> {
        match self {
            Self::Numbers(ranges) => ranges.iter().cloned().flatten().collect(),
            Self::Largest(column, count) => first(study, rows, column, *count, Ordering::reverse),
            Self::Smallest(column, count) => first(study, rows, column, *count, |order| order),
        }
    }
}

/// The runs of all choices, each once, in their order.
pub(super) fn numbers(choices: &[Chosen], study: &Study<'_>, rows: &BTreeMap<u64, Row>) -> BTreeSet<u64> {
    choices.iter().flat_map(|chosen| chosen.numbers(study, rows)).collect()
}

/// The first runs in the order of a column, as it is or turned; runs without a value are not among them.
fn first(
    study: &Study<'_>,
    rows: &BTreeMap<u64, Row>,
    column: &str,
    count: usize,
    turned: fn(Ordering) -> Ordering,
) -> Vec<u64> {
    let sorted = match study.result(column) {
        None => Vec::new(),
        Some((Source::Number(place), _)) => {
            let value = |row: &Row| row.values.get(place).copied().filter(|value| !value.is_nan());
            sorted(rows, value, |one, other| turned(one.total_cmp(other)))
        }
        Some((Source::Exact(place), _)) => {
            let value = |row: &Row| row.exact.get(place)?.as_ref()?.parse::<i128>().ok();
            sorted(rows, value, |one, other| turned(one.cmp(other)))
        }
    };
    sorted.into_iter().take(count).collect()
}

/// The runs that have a value in its order; those of equal values by their numbers.
fn sorted<T>(
    rows: &BTreeMap<u64, Row>,
    value: impl Fn(&Row) -> Option<T>,
    order: impl Fn(&T, &T) -> Ordering,
) -> Vec<u64> {
    let mut runs: Vec<(T, u64)> = rows.values().filter_map(|row| Some((value(row)?, row.run))).collect();
    runs.sort_by(|one, other| order(&one.0, &other.0));
    runs.into_iter().map(|(_, run)| run).collect()
}

#[cfg(test)]
mod tests {
    use super::Chosen;

    #[test]
    fn runs_are_chosen_by_number_and_by_result() {
        assert_eq!("0, 5-9".parse(), Ok(Chosen::Numbers(vec![0..=0, 5..=9])));
        assert_eq!("largest:position_overshoot:3".parse(), Ok(Chosen::Largest("position_overshoot".into(), 3)));
        for text in ["", "9-5", "largest:position", "largest:position:0", "worst:position:1"] {
            assert!(text.parse::<Chosen>().is_err(), "{text:?}");
        }
    }
}
