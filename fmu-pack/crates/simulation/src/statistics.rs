//! What an FMU tells of its work, read from the message of category `logStatistics`.

use serde::{Deserialize, Serialize};

/// Counts by name, as in `statistics internal_steps=500 expansions=2 ...`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// In the order of the message.
    pub counts: Vec<(String, u64)>,
}

impl Statistics {
    /// Reads a message; `None` where it has no counts.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        if words.next()? != "statistics" {
            return None;
        }
        let count = |word: &str| {
            let (name, count) = word.split_once('=')?;
            Some((name.to_string(), count.parse().ok()?))
        };
        Some(Self { counts: words.map(count).collect::<Option<_>>()? })
    }
}

/// A line per count.
impl std::fmt::Display for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        self.counts.iter().try_for_each(|(name, count)| writeln!(f, "{:width$}  {count:>10}", name.replace('_', " ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_fmus_log_and_shows_a_line_per_count() {
        let statistics = Statistics::parse("statistics internal_steps=500 jams=0").expect("counts");
        assert_eq!(statistics.counts, [("internal_steps".to_string(), 500), ("jams".to_string(), 0)]);
        assert_eq!(statistics.to_string(), "internal steps         500\njams                     0\n");
    }

    #[test]
    fn other_messages_have_no_counts() {
        for text in ["", "event=stop time=1", "statistics internal_steps=many", "statistics of the run"] {
            assert_eq!(Statistics::parse(text), None, "{text:?}");
        }
    }
}
