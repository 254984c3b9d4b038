//! What one `--set` says: a value, several in turn, or draws.

use super::distribution::Distribution;
use super::{Design, Error};
use fmu_import::interface::{Interface, Item, Kind, Variable};
use fmu_output::number;
use fmu_simulation::{Setting, SettingError, SettingProblem, Stream, has_unit, real};
use model_description::configuration::Given;

/// The values of one variable over all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the variable; [`INPUT`] for the files with the input signals.
    pub name: String,
    values: Values,
    /// What the user gave for all of them; of a table its heading.
    given: Given,
}

/// Name of the axis, and of the column, of several files with input signals.
pub const INPUT: &str = "input";

/// A value in a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    /// As it stands there.
    pub(super) given: Given,
    /// With the unit that its heading has.
    pub(super) value: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Values {
    /// Each in turn, with each value of the other axes.
    Turns(Vec<String>),
    /// So many numbers from the first to exactly the last, in turn.
    Even { first: f64, last: f64, count: u32 },
    /// The same of whole numbers, which are beyond what doubles hold.
    EvenWhole { first: i128, last: i128, count: u32 },
    /// One for each sample.
    Drawn(Distribution),
    /// One for each sample, from the user's own table.
    Tabulated(Vec<Cell>),
}

impl Axis {
    /// Reads `NAME=VALUE`, `NAME=A:B:N`, `NAME=V,W,...`, `NAME=A:B`, `NAME=normal:MEAN:DEVIATION`,
    /// `NAME=normal:MEAN:DEVIATION:LOW:HIGH` or `NAME=lognormal:MEDIAN:SIGMA`. Numbers may have units.
    pub fn parse(text: &str, interface: &Interface) -> Result<Self, Error> {
        let given = Given::behind("--set", text);
        let form = || Error::Form { text: text.to_string() };
        let (name, values) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().to_string();
        let words: Vec<&str> = values.split(':').map(str::trim).collect();
        if let Some(problem) = Distribution::missing(&words).filter(|_| words.len() > 1) {
            return Err(Error::Distribution { given: Box::new(given), problem });
        }
        if is_mixed(with_units(&words)) || is_mixed(&values.split(',').collect::<Vec<&str>>()) {
            return Err(Error::MixedUnits { given: Box::new(given) });
        }
        let number = |text: &str| quantity(&name, text, &given, interface);
        let is_whole = interface.find(&name).is_some_and(|variable| variable.kind == Kind::Integer);
        let values = match Values::whole(&words).filter(|_| is_whole) {
            Some(values) => values,
            None => Values::parse(values.trim(), number)?.ok_or_else(form)?,
        };
        if let Some(problem) = values.problem() {
            return Err(Error::Distribution { given: Box::new(given), problem });
        }
        Self { name, values, given }.checked(interface)
    }

    /// A value for each sample, below a heading.
    pub(super) fn tabulated(
        name: String,
        heading: Given,
        cells: Vec<Cell>,
        interface: &Interface,
    ) -> Result<Self, Error> {
        Self { name, values: Values::Tabulated(cells), given: heading }.checked(interface)
    }

    /// Files with input signals, in turn.
    pub fn inputs(files: Vec<String>) -> Self {
        let given = Given::behind("--input", &files.join(" "));
        Self { name: INPUT.to_string(), values: Values::Turns(files), given }
    }

    /// What the user gave for all values.
    pub fn given(&self) -> &Given {
        &self.given
    }

    fn checked(mut self, interface: &Interface) -> Result<Self, Error> {
        let variable = interface.find(&self.name);
        if self.is_distributed() && variable.is_some_and(|variable| variable.kind != Kind::Real) {
            return Err(Error::NoDraws { given: Box::new(self.given), name: self.name });
        }
        if self.turns() > Design::MOST_RUNS {
            return Err(Error::TooMany { runs: self.turns() as f64 });
        }
        // The name first: what is wrong with it is told of the heading of a table.
        if let Values::Tabulated(_) = self.values {
            Setting::settable(&self.name, interface).map_err(|problem| problem.of(&self.given))?;
        }
        let is_real = variable.is_some_and(|variable| variable.kind == Kind::Real);
        self.examples(is_real)
            .try_for_each(|(given, value)| Setting::given(given, &self.name, &value, interface).map(|_| ()))?;
        match &mut self.values {
            Values::Turns(values) => {
                values.iter_mut().try_for_each(|value| in_plain_terms(value, &self.given, variable))?;
            }
            Values::Tabulated(cells) => {
                cells.iter_mut().try_for_each(|cell| in_plain_terms(&mut cell.value, &cell.given, variable))?;
            }
            Values::Even { .. } | Values::EvenWhole { .. } | Values::Drawn(_) => (),
        }
        Ok(self)
    }

    /// Values that show whether the variable takes them: all, or the ends of the interval, or the mean. Each with what was given
    /// for it.
    fn examples(&self, is_real: bool) -> Box<dyn Iterator<Item = (Given, String)> + '_> {
        let of_all = |value: f64| (self.given.clone(), number(value));
        match &self.values {
            Values::Turns(values) => Box::new(values.iter().map(|value| (self.given.clone(), value.clone()))),
            Values::Tabulated(cells) => Box::new(cells.iter().map(|cell| (cell.given.clone(), cell.value.clone()))),
            // Between the ends may be numbers that are not whole.
            &Values::Even { first, last, count } if !is_real => {
                Box::new((0..count).map(move |turn| of_all(evenly(first, last, count, turn))))
            }
            Values::Even { first: low, last: high, .. } => Box::new([*low, *high].into_iter().map(of_all)),
            &Values::EvenWhole { first, last, count } => Box::new([0, count - 1].into_iter().map(move |turn| {
                let value = evenly_whole(first, last, count, turn);
                (self.given.clone(), value.to_string())
            })),
            Values::Drawn(distribution) => Box::new(distribution.samples().into_iter().map(of_all)),
        }
    }

    /// The setting of a value of it, in a run with sample number `sample`.
    pub(super) fn setting(&self, value: &str, sample: u64, interface: &Interface) -> Result<Setting, SettingError> {
        let given = match &self.values {
            Values::Tabulated(cells) => &cells[sample as usize].given,
            Values::Turns(_) | Values::Even { .. } | Values::EvenWhole { .. } | Values::Drawn(_) => &self.given,
        };
        // Which of its values it is in this run, too.
        let given = Given { value: Some(value.to_string()), ..given.clone() };
        Setting::given(given, &self.name, value, interface)
    }

    /// Refuses a draw that the variable does not take; which run has it first, and of how many samples it is one.
    pub(super) fn check_draw(&self, value: &str, run: u64, samples: u64, interface: &Interface) -> Result<(), Error> {
        let Some(remedy) = self.remedy() else { return Ok(()) };
        let refused = match self.setting(value, run, interface).map_err(|error| error.problem) {
            Ok(_) => return Ok(()),
            Err(SettingProblem::Value { allowed, .. }) => format!("must be {allowed}"),
            Err(problem) => problem.to_string(),
        };
        let unit = interface.find(&self.name).map_or("", |variable| &*variable.unit);
        Err(Error::Draw {
            given: Box::new(self.given.clone()),
            run,
            samples,
            value: format!("{value} {}", if unit == "1" { "" } else { unit }).trim_end().to_string(),
            refused,
            remedy,
        })
    }

    /// What keeps its draws within the range of the variable; none where no value can leave it that was tried at its ends.
    pub(super) fn remedy(&self) -> Option<&'static str> {
        match &self.values {
            Values::Drawn(distribution) => distribution.remedy(),
            Values::Turns(_) | Values::Even { .. } | Values::EvenWhole { .. } | Values::Tabulated(_) => None,
        }
    }

    /// All of it that the runs depend on, as text.
    pub(super) fn signature(&self) -> String {
        match &self.values {
            Values::Tabulated(cells) => {
                let values: Vec<&String> = cells.iter().map(|cell| &cell.value).collect();
                format!("{} {values:?}", self.name)
            }
            values @ (Values::Turns(_) | Values::Even { .. } | Values::EvenWhole { .. } | Values::Drawn(_)) => {
                format!("{} {values:?}", self.name)
            }
        }
    }

    /// How many values it takes in turn; 1 where it has one for each sample.
    pub fn turns(&self) -> u64 {
        match &self.values {
            Values::Turns(values) => values.len() as u64,
            Values::Even { count, .. } | Values::EvenWhole { count, .. } => u64::from(*count),
            Values::Drawn(_) | Values::Tabulated(_) => 1,
        }
    }

    /// It has the same values in each sample.
    pub fn is_in_turn(&self) -> bool {
        matches!(self.values, Values::Turns(_) | Values::Even { .. } | Values::EvenWhole { .. })
    }

    /// It is drawn from a distribution.
    pub fn is_distributed(&self) -> bool {
        matches!(self.values, Values::Drawn(_))
    }

    /// How many samples its table has, if it has one.
    pub fn table_length(&self) -> Option<u64> {
        match &self.values {
            Values::Tabulated(cells) => Some(cells.len() as u64),
            Values::Turns(_) | Values::Even { .. } | Values::EvenWhole { .. } | Values::Drawn(_) => None,
        }
    }

    /// Its value, in turn number `turn` or of sample number `sample`. `standard` is the standard normal draw that it is made
    /// from, where it depends on those of other axes.
    pub fn value(&self, turn: u64, sample: u64, seed: u64, standard: Option<f64>) -> String {
        match &self.values {
            Values::Turns(values) => values[turn as usize].clone(),
            Values::Tabulated(cells) => cells[sample as usize].value.clone(),
            &Values::Even { first, last, count } => number(evenly(first, last, count, turn as u32)),
            &Values::EvenWhole { first, last, count } => evenly_whole(first, last, count, turn as u32).to_string(),
            Values::Drawn(distribution) => {
                let independent = || distribution.draw(Stream::new(seed, &self.name), sample);
                number(standard.map_or_else(independent, |standard| distribution.of_normal(standard)))
            }
        }
    }
}

impl Values {
    fn parse<E>(text: &str, number: impl Fn(&str) -> Result<f64, E>) -> Result<Option<Self>, E> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        match parts[..] {
            [values] => Ok(Self::in_turn(values)),
            [first, last, count] if !matches!(first, "normal" | "lognormal") => {
                let Ok(count) = count.parse() else { return Ok(None) };
                Ok((count > 0).then_some(Self::Even { first: number(first)?, last: number(last)?, count }))
            }
            _ => Ok(Distribution::parse(&parts, number)?.map(Self::Drawn)),
        }
    }

    /// A:B:N where all of the N values are whole numbers.
    fn whole(words: &[&str]) -> Option<Self> {
        let [first, last, count] = words else { return None };
        // No type has more than 64 bits.
        let limits = i128::from(i64::MIN)..=i128::from(u64::MAX);
        let end = |text: &str| text.parse().ok().filter(|end| limits.contains(end));
        let (first, last, count) = (end(first)?, end(last)?, count.parse::<u32>().ok().filter(|count| *count > 0)?);
        let is_whole = (last - first) % i128::from(count - 1).max(1) == 0;
        is_whole.then_some(Self::EvenWhole { first, last, count })
    }

    fn problem(&self) -> Option<&'static str> {
        match self {
            Self::Drawn(distribution) => distribution.problem(),
            // Numbers between them are computed from this product.
            Self::Even { first, last, count } => (!((last - first) * f64::from(count - 1)).is_finite())
                .then_some("A and B of A:B:N must not be so far apart: N times their difference is beyond all numbers"),
            Self::Turns(_) | Self::EvenWhole { .. } | Self::Tabulated(_) => None,
        }
    }

    fn in_turn(text: &str) -> Option<Self> {
        let values: Vec<String> = text.split(',').map(|value| value.trim().to_string()).collect();
        values.iter().all(|value| !value.is_empty()).then_some(Self::Turns(values))
    }
}

/// The words of a range or of a distribution that may have units: not how many, and not the spread of a logarithm.
fn with_units<'a>(words: &'a [&'a str]) -> &'a [&'a str] {
    match words {
        ["normal", numbers @ ..] => numbers,
        ["lognormal", ..] => &[],
        [_first, _last, _count] => &words[..2],
        all => all,
    }
}

/// Some numbers have units, and others are in that of the variable: 1 deg:2 is hardly meant as from 1 deg to 2 rad.
fn is_mixed(words: &[&str]) -> bool {
    let units: Vec<bool> = words.iter().filter_map(|word| has_unit(word)).collect();
    units.contains(&true) && units.contains(&false)
}

/// A number in the unit of a variable.
fn quantity(name: &str, text: &str, given: &Given, interface: &Interface) -> Result<f64, Error> {
    let Some(variable) = interface.find(name) else {
        // What is wrong is the name, and is told where all values are tried.
        return Ok(real(text, "").unwrap_or_default());
    };
    Ok(real(text, &variable.unit).map_err(|allowed| not_allowed(text, given, allowed))?)
}

/// Items may be told by number, and numbers with units; the results tell names of items, and numbers in the variable's unit.
fn in_plain_terms(value: &mut String, given: &Given, variable: Option<&Variable>) -> Result<(), Error> {
    match variable.map(|variable| (&variable.kind, &variable.unit)) {
        Some((Kind::Enumeration(items), _)) => *value = name_of(value, items),
        Some((Kind::Real, unit)) if value.parse::<f64>().is_err() => {
            *value = number(real(value, unit).map_err(|allowed| not_allowed(value, given, allowed))?);
        }
        Some(_) | None => (),
    }
    Ok(())
}

/// What was given has this value, which its variable does not take.
fn not_allowed(value: &str, given: &Given, allowed: String) -> SettingError {
    let one_of_several = (given.value.as_deref() != Some(value)).then(|| value.to_string());
    SettingProblem::Value { value: one_of_several, allowed }.of(given)
}

/// Number `index` of `count` values from `first` to exactly `last`.
fn evenly(first: f64, last: f64, count: u32, index: u32) -> f64 {
    match (index, count - 1 - index) {
        (0, _) => first,
        (_, 0) => last,
        _ => first + (last - first) * f64::from(index) / f64::from(count - 1),
    }
}

/// The same of whole numbers, if all `count` are.
fn evenly_whole(first: i128, last: i128, count: u32, index: u32) -> i128 {
    first + (last - first) / i128::from(count - 1).max(1) * i128::from(index)
}

/// Items may be told by number; the results tell their names.
fn name_of(value: &str, items: &[Item]) -> String {
    let item = items.iter().find(|item| item.value.to_string() == value);
    item.map_or(value.to_string(), |item| item.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Values> {
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(());
        Values::parse(text, number).ok().flatten().filter(|values| values.problem().is_none())
    }

    fn values(text: &str) -> Option<Vec<String>> {
        match parse(text)? {
            Values::Turns(values) => Some(values),
            Values::Even { first, last, count } => {
                Some((0..count).map(|index| number(evenly(first, last, count, index))).collect())
            }
            Values::EvenWhole { .. } | Values::Drawn(_) | Values::Tabulated(_) => None,
        }
    }

    #[test]
    fn a_range_ends_exactly_at_its_end() {
        assert_eq!(values("0:0.3:4").unwrap(), ["0", "0.09999999999999999", "0.19999999999999998", "0.3"]);
        assert_eq!(values("5:9:1").unwrap(), ["5"]);
        assert_eq!(values("-1e3:1000:3").unwrap(), ["-1000", "0", "1000"]);
    }

    #[test]
    fn numbers_with_a_unit_and_without_are_not_mixed() {
        let is_mixed_range = |text: &str| is_mixed(with_units(&text.split(':').collect::<Vec<&str>>()));
        for text in ["1 deg:2", "1:2 deg", "1 deg:2:5", "normal:1 deg:0.1", "normal:1:2:3 deg:4"] {
            assert!(is_mixed_range(text), "{text}");
        }
        for text in ["1:2", "1 deg:2 deg", "1 deg:2 deg:5", "0:2 deg", "lognormal:1 deg:0.1", "normal:1 deg:6 mrad"] {
            assert!(!is_mixed_range(text), "{text}");
        }
        assert!(is_mixed(&["1 deg", "2 deg", "3"]) && !is_mixed(&["lugre", "coulomb"]));
    }

    #[test]
    fn a_list_keeps_its_order_and_its_words() {
        assert_eq!(values("lugre, coulomb").unwrap(), ["lugre", "coulomb"]);
        assert_eq!(values("7").unwrap(), ["7"]);
    }

    #[test]
    fn draws_are_told_from_ranges() {
        assert_eq!(parse("1:2"), Some(Values::Drawn(Distribution::Uniform { low: 1.0, high: 2.0 })));
        let normal = Distribution::Normal { mean: 5.0, deviation: 0.5 };
        assert_eq!(parse("normal:5:0.5"), Some(Values::Drawn(normal)));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for text in ["", "1:2:0", "2:1", "1:1", "1:x", "1:2:3:4", "normal:1:-1", "a,,b", "0:inf:3", "1:2:1.5"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
