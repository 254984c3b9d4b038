//! What a plot shows, free of how it is drawn.

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Heading.
    pub title: String,
    /// Below the heading.
    pub subtitle: String,
    /// What the horizontal axis shows.
    pub axis: String,
    /// Common horizontal values: times in s in a plot of a run.
    pub time: Vec<f64>,
    /// From top to bottom.
    pub panels: Vec<Panel>,
    /// Intervals in which the body is at rest, in s.
    pub rest: Vec<(f64, f64)>,
    /// What these intervals are called.
    pub rest_name: &'static str,
    /// Below the panels: when each of several contacts, or of several runs, is at rest.
    pub lanes: Vec<Lane>,
    /// What the lanes are of.
    pub lanes_name: &'static str,
}

/// When a contact, or the body of a run, is at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Of what.
    pub name: String,
    /// What rest is called under its friction law.
    pub rest_name: &'static str,
    /// When, in s.
    pub bands: Vec<(f64, f64)>,
}

/// Lines with a common vertical axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What the axis shows.
    pub quantity: String,
    /// In which unit.
    pub unit: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// How many more of this kind there are that have no room.
    pub left_out: usize,
}

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// For the legend.
    pub name: String,
    /// One value per time, in the unit of the panel.
    pub values: Vec<f64>,
    /// What it is to the reader.
    pub role: Role,
}

/// What a line is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An output.
    Result,
    /// Given from outside: an input.
    Given,
    /// What the result after it is compared with.
    Reference,
    /// The same at single instants, drawn as rings over the result before it; elsewhere it is not a number.
    Instants,
}

impl Panel {
    /// Range of the axis: the values with a margin, and zero where it is near.
    pub fn range(&self) -> (f64, f64) {
        let values = || self.lines.iter().flat_map(|line| &line.values).copied().filter(|value| value.is_finite());
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            return (-1.0, 1.0);
        }
        let low = if low > 0.0 && low < 0.5 * high { 0.0 } else { low };
        let high = if high < 0.0 && high > 0.5 * low { 0.0 } else { high };
        let span = if high > low { high - low } else { low.abs().max(1.0) };
        (low - 0.08 * span, high + 0.08 * span)
    }
}

impl Figure {
    /// Bands from a regime that is 0 where the body is at rest.
    pub fn rest_bands(time: &[f64], regime: &[f64]) -> Vec<(f64, f64)> {
        let mut bands: Vec<(f64, f64)> = Vec::new();
        let mut was_at_rest = false;
        for (&time, &regime) in time.iter().zip(regime) {
            match (was_at_rest, regime == 0.0, bands.last_mut()) {
                (true, _, Some(band)) => band.1 = time,
                (false, true, _) => bands.push((time, time)),
                _ => (),
            }
            was_at_rest = regime == 0.0;
        }
        bands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_span_the_times_at_rest() {
        let time = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(Figure::rest_bands(&time, &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0]), [(0.0, 2.0), (4.0, 5.0)]);
        assert_eq!(Figure::rest_bands(&time, &[1.0; 6]), []);
    }

    #[test]
    fn a_constant_line_has_a_range_around_it() {
        let line = Line { name: String::new(), values: vec![3.0; 4], role: Role::Result };
        let panel = Panel { quantity: String::new(), unit: String::new(), lines: vec![line], left_out: 0 };
        let (low, high) = panel.range();
        assert!(low < 3.0 && high > 3.0);
    }
}
