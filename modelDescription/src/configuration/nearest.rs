//! Which known names a mistyped one may have meant.

/// Up to three of `known`, the most similar first; none that has little in common with `name`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ranked: Vec<(usize, &str)> = known.into_iter().map(|other| (rank(name, other), other)).collect();
    ranked.retain(|&(distance, other)| distance <= other.len().max(name.len()) / 2);
    ranked.sort_by_key(|&(distance, _)| distance);
    ranked.into_iter().take(3).map(|(_, other)| other).collect()
}

/// The last part of a dotted name is what one remembers.
fn rank(name: &str, other: &str) -> usize {
    let last = other.rsplit('.').next().unwrap_or(other);
    distance(name, other).min(distance(name, last) + 1)
}

/// Number of characters to insert, delete or replace (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (count, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = count + 1;
        for (place, &candidate) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != candidate);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_single_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn a_mistyped_name_finds_the_meant_one_first() {
        let known = ["friction.coulomb_torque", "friction.static_ratio", "inertia"];
        assert_eq!(nearest("friction.coulomb_torqe", known)[0], "friction.coulomb_torque");
        assert_eq!(nearest("static_ratio", known), ["friction.static_ratio"]);
        assert!(nearest("zzzzzz", known).is_empty());
    }
}
