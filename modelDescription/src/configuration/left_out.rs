//! What a configuration leaves out and is told of.

use std::fmt;

use super::error::Subject;
use super::given::refusal;
use crate::declaration::RealValue;

/// Keys of one element that its file does not give, and the start values that they have for it.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Where the element begins.
    pub place: Subject,
    /// Its table, without brackets.
    pub table: String,
    /// The keys, each with the value that is taken.
    pub keys: Vec<(String, RealValue)>,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.keys.iter().map(|(key, _)| format!("{key:?}")).collect();
        let values: Vec<String> = self.keys.iter().map(|(_, value)| value.start_with_unit()).collect();
        let (key, is) = if names.len() == 1 { ("key", "is") } else { ("keys", "are") };
        let (names, values, table) = (names.join(" and "), values.join(" and "), &self.table);
        let problem = format!("the {key} {names} of [{table}] {is} missing; {values} {is} taken");
        formatter.write_str(&refusal(&self.place, problem))
    }
}
