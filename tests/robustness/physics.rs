//! Random lives of every actuator with every friction law; see `life`.

use crate::life::{Kind, Scores, live};

/// Seeds `first .. first + count` of one actuator and law.
pub fn lives(kind: Kind, law: i32, first: u64, count: u64) -> Result<Scores, String> {
    let mut scores = Scores::default();
    for seed in first..first + count {
        scores.add(&live(kind, law, seed)?);
    }
    Ok(scores)
}
