//! Responses that are asked for again: the derivatives at the end of a search are those that intervals and bands follow from.

use crate::predictor::{Response, Values};
use std::collections::HashMap;
use std::sync::Arc;

/// Responses by what was asked; all are forgotten where they become too many.
#[derive(Default)]
pub struct ResponseCache {
    responses: HashMap<Key, Result<Arc<Response>, String>>,
    numbers: usize,
}

/// A recording and what it is asked with.
pub type Key = (usize, Vec<u64>);

impl ResponseCache {
    /// 64 megabytes.
    const MOST_NUMBERS: usize = 8_000_000;

    /// The response, if it is there.
    pub fn get(&self, key: &Key) -> Option<&Result<Arc<Response>, String>> {
        self.responses.get(key)
    }

    /// Keeps a response.
    pub fn keep(&mut self, key: Key, response: &Result<Arc<Response>, String>) {
        if self.numbers > Self::MOST_NUMBERS {
            *self = Self::default();
        }
        let count = |response: &Response| response.times.len() * (1 + response.outputs.len());
        self.numbers += response.as_ref().map_or(1, |response| count(response));
        self.responses.insert(key, response.clone());
    }
}

/// The key of a recording, by its place, and of the values that it is asked with.
pub fn key(place: usize, values: &Values) -> Key {
    let set = values.set.iter().map(|(_, value)| *value);
    let inputs = values.inputs.iter().flat_map(|input| [input.scale, input.offset, input.delay]);
    (place, set.chain(inputs).map(f64::to_bits).collect())
}
