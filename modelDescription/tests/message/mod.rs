//! The message of a configuration that is refused.

/// The message on an entry but its column, which is that of its value in all configurations.
pub fn without_column(message: &str) -> String {
    let Some((place, rest)) = message.split_once(", column ") else { return message.to_owned() };
    let problem = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    assert!(problem.len() < rest.len() && problem.starts_with(": "), "{message}");
    format!("{place}{problem}")
}
