//! Values that an instruction has left for a later one, as expressions of C that are not written yet.

use crate::sources::module::Type;

impl Type {
    /// Its name in C.
    pub(in crate::sources) fn name(self) -> &'static str {
        match self {
            Self::I32 => "u32",
            Self::I64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// Longer expressions get a variable: compilers limit how deep they may be, and nobody reads them.
const LONGEST: usize = 240;

/// An expression that can stand anywhere until something that it reads changes.
pub(super) struct Value {
    pub(super) kind: Type,
    /// What it is, within parentheses if it is put together.
    text: String,
    /// It is true or false, and this is it before it is made a number.
    truth: Option<String>,
    /// Variables of the function that it reads.
    locals: Vec<usize>,
    /// It reads memory or globals.
    pub(super) reads_memory: bool,
    /// It is a constant or a variable that is written once.
    pub(super) is_settled: bool,
}

impl Value {
    pub(super) fn constant(kind: Type, text: String) -> Self {
        Self { kind, text, truth: None, locals: Vec::new(), reads_memory: false, is_settled: true }
    }

    pub(super) fn local(kind: Type, number: usize) -> Self {
        let text = format!("l{number}");
        Self { kind, text, truth: None, locals: vec![number], reads_memory: false, is_settled: false }
    }

    pub(super) fn global(number: usize) -> Self {
        let text = format!("i->g{number}");
        Self { kind: Type::I32, text, truth: None, locals: Vec::new(), reads_memory: true, is_settled: false }
    }

    /// An expression of others.
    pub(super) fn made_of(kind: Type, text: String, parts: &[&Self]) -> Self {
        let mut locals: Vec<usize> = parts.iter().flat_map(|part| part.locals.iter().copied()).collect();
        locals.sort_unstable();
        locals.dedup();
        let reads_memory = parts.iter().any(|part| part.reads_memory);
        Self { kind, text, truth: None, locals, reads_memory, is_settled: false }
    }

    /// The same where it is true or false.
    pub(super) fn truth_of(text: String, parts: &[&Self]) -> Self {
        Self { truth: Some(text.clone()), ..Self::made_of(Type::I32, format!("(u32){text}"), parts) }
    }

    pub(super) fn reading_memory(self) -> Self {
        Self { reads_memory: true, is_settled: false, ..self }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// As an argument or the right side of an assignment: outer parentheses are of no use there.
    pub(super) fn bare(&self) -> &str {
        without_parentheses(&self.text)
    }

    /// As a condition.
    pub(super) fn condition(&self) -> &str {
        self.truth.as_deref().map_or(self.bare(), without_parentheses)
    }

    /// As an operand of `!`, `?` and the like, that ask for nothing but true or false.
    pub(super) fn asked(&self) -> &str {
        self.truth.as_deref().unwrap_or(&self.text)
    }

    pub(super) fn reads(&self, local: usize) -> bool {
        self.locals.contains(&local)
    }

    pub(super) fn is_long(&self) -> bool {
        self.text.len() > LONGEST
    }
}

/// The inside of an expression that one pair of parentheses is around.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0_i32;
    for byte in inner.bytes() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth < 0 {
            return text;
        }
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pair_around_the_whole_goes() {
        for (text, bare) in [("(a+b)", "a+b"), ("(a)+(b)", "(a)+(b)"), ("a", "a"), ("(f(a)+b)", "f(a)+b")] {
            assert_eq!(without_parentheses(text), bare);
        }
    }
}
