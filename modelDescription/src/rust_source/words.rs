//! Spelling of Rust names and literals.

/// `hess_soom` to `HessSoom`.
pub fn camel_case(snake: &str) -> String {
    snake.split('_').map(capitalized).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `friction.table.velocity[3]` to `friction_table_velocity_3`.
pub fn snake_case(dotted: &str) -> String {
    dotted.replace(['.', '['], "_").replace(']', "")
}

/// A Rust literal of type f64 with the same bits.
pub fn real_literal(value: f64) -> String {
    match value {
        f64::INFINITY => "f64::INFINITY".into(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".into(),
        finite => format!("{finite:?}"),
    }
}

/// A doc comment; brackets are escaped, so that rustdoc sees no links in array indices.
pub fn doc(indent: &str, text: &str, unit: &str) -> String {
    let text = text.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<");
    let text = text.trim_end_matches('.');
    match unit {
        "" => format!("{indent}/// {text}.\n"),
        unit => format!("{indent}/// {text}. Unit: `{unit}`.\n"),
    }
}
