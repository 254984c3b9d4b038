//! How many random neighbours each kind of failure that testers from outside found is tried on.

/// So many neighbours of a kind: what the variable `NEIGHBOURS` says, or else this usual number, with which the tests stay quick.
///
/// A campaign of 1,000 of each kind, which `scripts/reliability.sh` runs in its short and long forms:
///
/// ```text
/// NEIGHBOURS=1000 cargo test --locked --test library -- neighbours
/// ```
pub fn neighbours(usual: usize) -> usize {
    std::env::var("NEIGHBOURS").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Fails with the first of the failures, and their number; each case says what is wrong with it.
pub fn none_of(cases: impl Iterator<Item = Vec<String>>) {
    let (mut count, mut failed, mut first) = (0, 0, None);
    for failures in cases {
        count += 1;
        failed += usize::from(!failures.is_empty());
        first = first.or(failures.into_iter().next());
    }
    if let Some(first) = first {
        panic!("{failed} of {count} fail, the first: {first}");
    }
}
