//! Patterns of variable names.

/// Whether `name` is what `pattern` says; `*` stands for any text, also for none.
pub fn matches(pattern: &str, name: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(head) else { return false };
    let mut starts = (0..=rest.len()).filter(|&start| rest.is_char_boundary(start));
    starts.any(|start| matches(tail, &rest[start..]))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("friction.*", "friction.law"));
        assert!(matches("*", "inertia"));
        assert!(matches("friction.table.*[1*]", "friction.table.torque[16]"));
        assert!(matches("inertia", "inertia"));
        assert!(!matches("inertia", "load_inertia"));
        assert!(!matches("friction.*", "solver.method"));
        assert!(!matches("*_inertia", "inertia"));
    }
}
