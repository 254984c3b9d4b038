//! Which known names a mistyped one may have meant.

/// Names with less in common than this (Jaro-Winkler, 1 for equal names) are not meant.
const ALIKE: f64 = 0.75;

/// Up to three of `known`, the most similar first; none that has little in common with `name`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let mut ranked: Vec<(f64, &str)> = known.into_iter().map(|other| (likeness(&name, other), other)).collect();
    ranked.retain(|&(likeness, _)| likeness > ALIKE);
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    ranked.into_iter().take(3).map(|(_, other)| other).collect()
}

/// The last part of a dotted name is what one remembers; the whole name is the better match.
fn likeness(name: &str, other: &str) -> f64 {
    let other = other.to_lowercase();
    let last = other.rsplit('.').next().unwrap_or(&other);
    strsim::jaro_winkler(name, &other).max(0.999 * strsim::jaro_winkler(name, last))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_mistyped_name_finds_the_meant_one_first() {
        let known = ["friction.coulomb_torque", "friction.static_ratio", "inertia", "position", "position_start"];
        assert_eq!(nearest("friction.coulomb_torqe", known)[0], "friction.coulomb_torque");
        assert_eq!(nearest("static_ratio", known), ["friction.static_ratio"]);
        assert_eq!(nearest("Positon", known), ["position", "position_start"]);
        assert!(nearest("zzzzzz", known).is_empty());
    }
}
