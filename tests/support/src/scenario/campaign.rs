//! Random scenarios of every actuator with every friction law.

use super::{Kind, Scores, Weighing, assess, defect};

/// The scenarios of some seeds of one actuator and law; each problem is reported that is not known.
pub fn assess_all(
    kind: Kind,
    law: i32,
    seeds: impl Iterator<Item = u64>,
    weighing: Weighing,
    mut report: impl FnMut(String),
) -> Scores {
    let mut scores = Scores::default();
    for seed in seeds {
        match assess(kind, law, seed, weighing) {
            Ok(score) => scores.add(&score),
            Err(_) if defect(kind, law, seed).is_some() => scores.known += 1,
            Err(problem) => report(problem),
        }
    }
    scores
}
