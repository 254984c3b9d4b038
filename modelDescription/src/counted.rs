//! Numbers of things in sentences.

use std::fmt::Display;

/// So many of them: "1 row", "2 rows".
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular() {
        assert_eq!([0usize, 1, 2].map(|number| counted(number, "row")), ["0 rows", "1 row", "2 rows"]);
    }
}
