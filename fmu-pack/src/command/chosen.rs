//! Runs of a study of which more is kept than a row.

use anyhow::bail;
use fmu_simulation::Source;
use fmu_sweep::{ColumnKind, Row, Study};
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
                Some(_) if *count as u64 > runs => bail!("--keep: {count} runs of {column}, and the study has {runs}"),
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
    let Some((place, _)) = study.result(column) else { return Vec::new() };
    let mut runs: Vec<(Figure, u64)> =
        rows.values().filter_map(|row| Figure::of(row, place).map(|figure| (figure, row.run))).collect();
    runs.sort_by(|one, other| turned(one.0.order(&other.0)).then(one.1.cmp(&other.1)));
    runs.into_iter().take(count).map(|(_, run)| run).collect()
}

/// A result by which runs are put in order.
enum Figure {
    Number(f64),
    /// A whole number of 64 bits.
    Whole(i128),
}

impl Figure {
    fn of(row: &Row, place: Source) -> Option<Self> {
        match place {
            Source::Number(place) => row.values.get(place).filter(|value| !value.is_nan()).copied().map(Self::Number),
            Source::Exact(place) => row.exact.get(place)?.as_ref()?.parse().ok().map(Self::Whole),
        }
    }

    /// All of one column are of one kind.
    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Whole(one), Self::Whole(other)) => one.cmp(other),
            (Self::Number(_), Self::Whole(_)) | (Self::Whole(_), Self::Number(_)) => Ordering::Equal,
        }
    }
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
