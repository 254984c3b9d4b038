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

/// Likeness of names of which one has the words of the other.
const SAME_WORDS: f64 = 0.95;

/// The last part of a dotted name is what one remembers; the whole name is the better match.
fn likeness(name: &str, other: &str) -> f64 {
    let other = other.to_lowercase();
    let last = other.rsplit('.').next().unwrap_or(&other);
    let letters = strsim::jaro_winkler(name, &other).max(0.999 * strsim::jaro_winkler(name, last));
    if is_part(last, name) || is_part(name, last) { letters.max(SAME_WORDS) } else { letters }
}

/// Whether the words of a name follow each other in another one.
fn is_part(name: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> { name.split(['.', '_']).map(str::to_string).collect() };
    let (name, other) = (words(name), words(other));
    other.windows(name.len()).any(|part| part == name)
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

    #[test]
    fn a_name_with_a_word_more_or_less_is_found() {
        let known = ["controller.derivative_gain", "inertia", "motor.displacement", "servovalve.natural_frequency"];
        assert_eq!(nearest("driven_inertia", known)[0], "inertia");
        assert_eq!(nearest("frequency", known), ["servovalve.natural_frequency"]);
    }
}
