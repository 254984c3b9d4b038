//! Names that were given more than once.

use std::collections::BTreeMap;

/// The names that occur more than once, each once, in alphabetical order.
pub fn repeated<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeMap::new();
    names.into_iter().for_each(|name| *seen.entry(name).or_insert(0) += 1);
    seen.into_iter().filter(|&(_, count)| count > 1).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::repeated;

    #[test]
    fn a_name_that_occurs_three_times_is_told_once() {
        assert_eq!(repeated(["b", "a", "c", "b", "a", "b"]), ["a", "b"]);
        assert!(repeated(["a", "b"]).is_empty());
    }
}
