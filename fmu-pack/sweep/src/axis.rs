//! What one `--set` says: a value, several in turn, or draws.

use super::draw::Stream;
use super::{Design, Error};
use fmu_import::interface::{Interface, Item, Kind, Variable};
use fmu_output::number;
use fmu_simulation::Setting;

/// The values of one variable over all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the variable.
    pub name: String,
    values: Values,
}

#[derive(Clone, Debug, PartialEq)]
enum Values {
    /// Each in turn, with each value of the other axes.
    Turns(Vec<String>),
    /// So many numbers from the first to exactly the last, in turn.
    Even {
        first: f64,
        last: f64,
        count: u32,
    },
    Uniform {
        low: f64,
        high: f64,
    },
    Normal {
        mean: f64,
        deviation: f64,
    },
}

impl Axis {
    /// Reads `NAME=VALUE`, `NAME=A:B:N`, `NAME=V,W,...`, `NAME=A:B` or `NAME=normal:MEAN:DEVIATION`.
    pub fn parse(text: &str, interface: &Interface) -> Result<Self, Error> {
        let form = || Error::Form { text: text.to_string() };
        let (name, values) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().to_string();
        let axis = Self { name, values: Values::parse(values.trim()).ok_or_else(form)? };
        axis.checked(interface)
    }

    fn checked(mut self, interface: &Interface) -> Result<Self, Error> {
        let variable = interface.find(&self.name);
        if self.is_drawn() && variable.is_some_and(|variable| variable.kind != Kind::Real) {
            return Err(Error::NoDraws { name: self.name });
        }
        if self.turns() > Design::MOST_RUNS {
            return Err(Error::TooMany { runs: self.turns() as f64 });
        }
        let is_real = variable.is_some_and(|variable| variable.kind == Kind::Real);
        self.samples(is_real).try_for_each(|value| {
            Setting::new(&self.name, &value, interface)?;
            variable.map_or(Ok(()), |variable| in_range(variable, &value))
        })?;
        if let (Values::Turns(values), Some(Kind::Enumeration(items))) = (&mut self.values, variable.map(|v| &v.kind)) {
            values.iter_mut().for_each(|value| *value = name_of(value, items));
        }
        Ok(self)
    }

    /// Values that show whether the variable takes them: all, or the ends of the interval, or the mean.
    fn samples(&self, is_real: bool) -> Box<dyn Iterator<Item = String> + '_> {
        match &self.values {
            Values::Turns(values) => Box::new(values.iter().cloned()),
            // Between the ends may be numbers that are not whole.
            &Values::Even { first, last, count } if !is_real => {
                Box::new((0..count).map(move |turn| number(evenly(first, last, count, turn))))
            }
            Values::Even { first: low, last: high, .. } | Values::Uniform { low, high } => {
                Box::new([number(*low), number(*high)].into_iter())
            }
            Values::Normal { mean, .. } => Box::new(std::iter::once(number(*mean))),
        }
    }

    /// How many values it takes in turn; 1 where it is drawn.
    pub fn turns(&self) -> u64 {
        match &self.values {
            Values::Turns(values) => values.len() as u64,
            Values::Even { count, .. } => u64::from(*count),
            Values::Uniform { .. } | Values::Normal { .. } => 1,
        }
    }

    /// It is drawn at random.
    pub fn is_drawn(&self) -> bool {
        match self.values {
            Values::Turns(_) | Values::Even { .. } => false,
            Values::Uniform { .. } | Values::Normal { .. } => true,
        }
    }

    /// Its value, in turn number `turn` or of sample number `sample`.
    pub fn value(&self, turn: u64, sample: u64, seed: u64) -> String {
        let stream = || Stream::new(seed, &self.name);
        match &self.values {
            Values::Turns(values) => values[turn as usize].clone(),
            &Values::Even { first, last, count } => number(evenly(first, last, count, turn as u32)),
            Values::Uniform { low, high } => number(stream().uniform(sample, *low, *high)),
            Values::Normal { mean, deviation } => number(stream().normal(sample, *mean, *deviation)),
        }
    }
}

impl Values {
    fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        match parts[..] {
            ["normal", mean, deviation] => {
                let (mean, deviation) = (finite(mean)?, finite(deviation)?);
                (deviation >= 0.0).then_some(Self::Normal { mean, deviation })
            }
            [first, last, count] => {
                let (first, last, count) = (finite(first)?, finite(last)?, count.parse().ok()?);
                (count > 0).then_some(Self::Even { first, last, count })
            }
            [low, high] => {
                let (low, high) = (finite(low)?, finite(high)?);
                (low < high).then_some(Self::Uniform { low, high })
            }
            [values] => Self::in_turn(values),
            _ => None,
        }
    }

    fn in_turn(text: &str) -> Option<Self> {
        let values: Vec<String> = text.split(',').map(|value| value.trim().to_string()).collect();
        values.iter().all(|value| !value.is_empty()).then_some(Self::Turns(values))
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Number `index` of `count` values from `first` to exactly `last`.
fn evenly(first: f64, last: f64, count: u32, index: u32) -> f64 {
    match (index, count - 1 - index) {
        (0, _) => first,
        (_, 0) => last,
        _ => first + (last - first) * f64::from(index) / f64::from(count - 1),
    }
}

/// Items may be told by number; the results tell their names.
fn name_of(value: &str, items: &[Item]) -> String {
    let item = items.iter().find(|item| item.value.to_string() == value);
    item.map_or(value.to_string(), |item| item.name.clone())
}

fn in_range(variable: &Variable, value: &str) -> Result<(), Error> {
    let bound = |text: &str, open: f64| text.parse().unwrap_or(open);
    let (min, max) = (bound(&variable.min, f64::NEG_INFINITY), bound(&variable.max, f64::INFINITY));
    match value.parse::<f64>() {
        // Items of Enumerations are checked by name.
        Ok(number) if !matches!(variable.kind, Kind::Enumeration(_)) && !(min..=max).contains(&number) => {
            Err(Error::Range { name: variable.name.clone(), value: value.to_string(), min, max })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Option<Vec<String>> {
        match Values::parse(text)? {
            Values::Turns(values) => Some(values),
            Values::Even { first, last, count } => {
                Some((0..count).map(|index| number(evenly(first, last, count, index))).collect())
            }
            Values::Uniform { .. } | Values::Normal { .. } => None,
        }
    }

    #[test]
    fn a_range_ends_exactly_at_its_end() {
        assert_eq!(values("0:0.3:4").unwrap(), ["0", "0.09999999999999999", "0.19999999999999998", "0.3"]);
        assert_eq!(values("5:9:1").unwrap(), ["5"]);
        assert_eq!(values("-1e3:1000:3").unwrap(), ["-1000", "0", "1000"]);
    }

    #[test]
    fn a_list_keeps_its_order_and_its_words() {
        assert_eq!(values("lugre, coulomb").unwrap(), ["lugre", "coulomb"]);
        assert_eq!(values("7").unwrap(), ["7"]);
    }

    #[test]
    fn draws_are_told_from_ranges() {
        assert_eq!(Values::parse("1:2"), Some(Values::Uniform { low: 1.0, high: 2.0 }));
        assert_eq!(Values::parse("normal:5:0.5"), Some(Values::Normal { mean: 5.0, deviation: 0.5 }));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for text in ["", "1:2:0", "2:1", "1:1", "1:x", "1:2:3:4", "normal:1:-1", "a,,b", "0:inf:3", "1:2:1.5"] {
            assert_eq!(Values::parse(text), None, "{text:?}");
        }
    }
}
