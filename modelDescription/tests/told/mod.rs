//! What is told of a configuration that is refused.

/// What is told of an entry but its column, which is that of its value in all configurations.
pub fn without_column(told: &str) -> String {
    let Some((place, rest)) = told.split_once(", column ") else { return told.to_owned() };
    let problem = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    assert!(problem.len() < rest.len() && problem.starts_with(": "), "{told}");
    format!("{place}{problem}")
}
