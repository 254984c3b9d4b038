//! What one case found: pictures, times of events, and statements with a verdict.

use serde::Serialize;

/// How a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds.
    Holds,
    /// What it needs was not there: nothing is known about it.
    NotRun,
    /// It is off by more than its source prints, within a bound that is stated and explained.
    Misses,
    /// It does not hold.
    Fails,
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The publication, in its own words.
    Paper,
    /// A reference solution that was computed by other means.
    Reference,
    /// A formula.
    ClosedForm,
    /// This project's own requirement.
    Requirement,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Paper => "paper",
            Self::Reference => "reference",
            Self::ClosedForm => "closed form",
            Self::Requirement => "requirement",
        })
    }
}

/// A number that was found, and what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// What was found.
    pub value: f64,
    /// What should be found.
    pub expected: f64,
    /// How far off it may be.
    pub tolerance: f64,
    /// Unit of the three.
    pub unit: &'static str,
}

/// Something that was said, and what the FMU does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statement {
    /// Who says so.
    pub source: Source,
    /// What is said.
    pub says: String,
    /// What the FMU does.
    pub found: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers behind it.
    #[serde(flatten)]
    pub quantity: Option<Quantity>,
}

impl Statement {
    fn new(source: Source, says: impl Into<String>) -> Self {
        Self { source, says: says.into(), found: String::new(), verdict: Verdict::Fails, quantity: None }
    }

    /// The publication's own words.
    pub fn paper(says: impl Into<String>) -> Self {
        Self::new(Source::Paper, says)
    }

    /// Of a reference solution.
    pub fn reference(says: impl Into<String>) -> Self {
        Self::new(Source::Reference, says)
    }

    /// Of a formula.
    pub fn closed_form(says: impl Into<String>) -> Self {
        Self::new(Source::ClosedForm, says)
    }

    /// What this project asks of itself.
    pub fn requirement(says: impl Into<String>) -> Self {
        Self::new(Source::Requirement, says)
    }

    /// It holds or it does not.
    #[must_use]
    pub fn is(mut self, holds: bool, found: impl Into<String>) -> Self {
        self.found = found.into();
        self.verdict = if holds { Verdict::Holds } else { Verdict::Fails };
        self
    }

    /// A number that must be `expected`.
    #[must_use]
    pub fn close(self, value: f64, expected: f64, tolerance: f64, unit: &'static str) -> Self {
        self.judged(Quantity { value, expected, tolerance, unit }, tolerance)
    }

    /// A number that should be `expected` within what its source prints, and must be within `bound`.
    #[must_use]
    pub fn close_or_misses(self, value: f64, expected: f64, (printed, bound): (f64, f64), unit: &'static str) -> Self {
        self.judged(Quantity { value, expected, tolerance: printed, unit }, bound)
    }

    /// It was not looked at, for this reason.
    #[must_use]
    pub fn not_run(mut self, reason: impl Into<String>) -> Self {
        self.found = reason.into();
        self.verdict = Verdict::NotRun;
        self
    }

    fn judged(mut self, quantity: Quantity, bound: f64) -> Self {
        let off = (quantity.value - quantity.expected).abs();
        self.verdict = if off <= quantity.tolerance {
            Verdict::Holds
        } else if off <= bound {
            Verdict::Misses
        } else {
            Verdict::Fails
        };
        let decimals = decimals(quantity.tolerance);
        self.found = format!("{} {}", fixed(quantity.value, decimals), quantity.unit);
        if self.verdict != Verdict::Holds {
            self.found += &format!(", {} {} off", scientific(off), quantity.unit);
        }
        self.quantity = Some(quantity);
        self
    }

    /// A deviation that must be at most `limit`.
    #[must_use]
    pub fn below(mut self, value: f64, limit: f64, unit: &'static str) -> Self {
        self.quantity = Some(Quantity { value, expected: 0.0, tolerance: limit, unit });
        let holds = value <= limit;
        self.is(holds, format!("{} {unit}; allowed {} {unit}", scientific(value), scientific(limit)))
    }
}

/// Digits behind the point that show a tenth of the tolerance.
fn decimals(tolerance: f64) -> usize {
    (1.0 - tolerance.log10().floor()).clamp(0.0, 12.0) as usize
}

/// A number with a minus sign of its own.
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}

/// Two digits and a power of ten, where the number is far from 1.
pub fn scientific(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    if (1e-2..1e4).contains(&value.abs()) {
        return fixed(value, (1.0 - value.abs().log10().floor()).clamp(0.0, 4.0) as usize);
    }
    let text = format!("{value:.1e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}\u{a0}×\u{a0}10{}", digits.replace('-', "\u{2212}"), superscript(exponent))
}

/// A whole number in small raised digits.
pub fn superscript(number: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.chars().map(raised).collect()
}

/// Times of one event from all who know it, in s.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EventRow {
    /// What happened, such as `breakaway +`.
    pub event: String,
    /// The publication.
    pub paper: Option<f64>,
    /// The reference solution.
    pub reference: Option<f64>,
    /// The published algorithm, Table 1, with steps of 10 µs.
    pub table_1: Option<f64>,
    /// The FMU.
    pub located: Option<f64>,
}

/// A table of numbers or words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// Above the table.
    pub caption: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(ToString::to_string).collect();
        Self { caption: caption.to_string(), columns, rows: Vec::new() }
    }
}

/// What one case found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Section {
    /// Short name, unique on the page.
    pub id: String,
    /// Heading.
    pub title: String,
    /// Against what it is checked.
    pub against: String,
    /// What is done.
    pub about: String,
    /// Drawings, each a caption and an SVG.
    #[serde(skip)]
    pub pictures: Vec<(String, String)>,
    /// Times of events.
    pub events: Vec<EventRow>,
    /// Other numbers.
    pub tables: Vec<Table>,
    /// What was said, with the verdicts.
    pub statements: Vec<Statement>,
    /// How well it agrees, in a few words.
    pub agreement: String,
    /// What the reader must know to judge.
    pub remark: String,
}

impl Section {
    /// The worst of the statements that were looked at.
    pub fn verdict(&self) -> Verdict {
        let verdicts = || self.statements.iter().map(|statement| statement.verdict);
        let worst = verdicts().filter(|verdict| *verdict != Verdict::NotRun).max();
        worst.or_else(|| verdicts().max()).unwrap_or(Verdict::Holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_between_what_is_printed_and_what_is_allowed_is_a_miss() {
        let verdict = |value| Statement::paper("").close_or_misses(value, 1.0, (0.01, 0.1), "s").verdict;
        assert_eq!([1.005, 1.05, 1.2].map(verdict), [Verdict::Holds, Verdict::Misses, Verdict::Fails]);
        assert_eq!(Statement::paper("").close(f64::NAN, 1.0, 0.1, "s").verdict, Verdict::Fails);
        assert_eq!(Statement::reference("").below(f64::NAN, 1.0, "s").verdict, Verdict::Fails);
    }

    #[test]
    fn the_worst_statement_decides() {
        let statement = |verdict| Statement { verdict, ..Statement::paper("") };
        let of = |verdicts: &[Verdict]| {
            Section { statements: verdicts.iter().copied().map(statement).collect(), ..Section::default() }.verdict()
        };
        assert_eq!(of(&[]), Verdict::Holds);
        assert_eq!(of(&[Verdict::Holds, Verdict::Misses]), Verdict::Misses);
        assert_eq!(of(&[Verdict::Fails, Verdict::Holds]), Verdict::Fails);
        assert_eq!(of(&[Verdict::Holds, Verdict::NotRun]), Verdict::Holds);
        assert_eq!(of(&[Verdict::NotRun]), Verdict::NotRun);
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(scientific(4.83e-9), "4.8\u{a0}×\u{a0}10⁻⁹");
        assert_eq!(scientific(-2.5e-12), "\u{2212}2.5\u{a0}×\u{a0}10⁻¹²");
        assert_eq!([scientific(0.0), scientific(0.25), scientific(1234.0)], ["0", "0.25", "1234"]);
        assert_eq!(fixed(-0.5, 2), "\u{2212}0.50");
    }
}
