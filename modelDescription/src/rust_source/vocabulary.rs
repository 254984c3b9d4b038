//! Names, items and units as places in one text: a pointer to each would need a relocation, which is larger than most.

use crate::Export;
use crate::declaration::{Model, Value};

/// The text in which all of them stand.
pub struct Vocabulary(String);

impl Vocabulary {
    /// Of all variables; what is part of another word stands there.
    pub fn of<'a>(exports: impl IntoIterator<Item = &'a Export>) -> Self {
        let mut words: Vec<_> = exports.into_iter().flat_map(|export| words(&export.model)).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let mut text = String::new();
        for word in words {
            if !text.contains(word) {
                text += word;
            }
        }
        Self(text)
    }

    /// The constant that holds the text.
    pub fn source(&self) -> String {
        format!("/// Names, items and units, where each [`Word`] says.\nconst WORDS: &str = {:?};\n\n", self.0)
    }

    /// A word as an expression, to stand in a module one level below the types.
    pub fn word(&self, word: &str) -> String {
        let start = self.0.find(word).expect("the vocabulary was made of all words");
        format!("super::Word::new({start}, {})", word.len())
    }
}

fn words(model: &Model) -> impl Iterator<Item = &str> {
    model.variables.iter().flat_map(|variable| {
        let others = match variable.value {
            Value::Real(real) => vec![real.quantity.unit.name],
            Value::Integer { .. } => vec![],
            Value::Enumeration { of, .. } => of.items.iter().map(|item| item.name).collect(),
        };
        others.into_iter().chain([variable.name.as_str()])
    })
}
