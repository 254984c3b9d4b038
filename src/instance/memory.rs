//! Memory that may be refused: an importer that runs out of it gets an answer. The usual containers would end its
//! process instead.

use std::borrow::Cow;
use std::boxed::Box;
use std::collections::TryReserveError;
use std::fmt::{Arguments, Error, Write};
use std::string::String;
use std::vec::Vec;

/// An allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl OutOfMemory {
    /// What is told of it; it needs no memory itself.
    pub const MESSAGE: &'static str = "there is not enough memory";
}

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// A message: made of parts, or the one that is left where there is no memory for it.
pub type Text = Cow<'static, str>;

/// `format!` that does not end the process where there is no memory.
macro_rules! text {
    ($($part:tt)*) => { $crate::instance::memory::write(format_args!($($part)*)) };
}
pub(crate) use text;

/// For the macro `text`.
pub fn write(parts: Arguments) -> Text {
    let mut message = Growing(String::new());
    match message.write_fmt(parts) {
        Ok(()) => Cow::Owned(message.0),
        Err(Error) => Cow::Borrowed(OutOfMemory::MESSAGE),
    }
}

struct Growing(String);

impl Write for Growing {
    fn write_str(&mut self, part: &str) -> Result<(), Error> {
        self.0.try_reserve(part.len()).map_err(|_| Error)?;
        self.0.push_str(part);
        Ok(())
    }
}

/// Items in a list of just their number.
pub fn list<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    list.try_reserve_exact(items.len())?;
    list.extend(items);
    Ok(list)
}

/// A number as many times as there are places.
#[inline(never)]
pub fn numbers(number: f64, places: usize) -> Result<Vec<f64>, OutOfMemory> {
    list((0..places).map(|_| number))
}

/// A value of its own place in memory. As an array of one, because only a list can be made without unsafe code that
/// does not end the process.
pub fn held<T>(value: T) -> Result<Box<[T; 1]>, OutOfMemory> {
    let list = list([value].into_iter())?.into_boxed_slice();
    Box::<[T; 1]>::try_from(list).map_err(|_| OutOfMemory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_what_its_parts_say() {
        assert_eq!(text!("{} = {:+}", "inertia", 1.5), "inertia = +1.5");
        assert_eq!(text!("constant"), "constant");
    }

    #[test]
    fn a_list_takes_no_more_than_its_items() {
        assert_eq!(list([1, 2, 3].into_iter()).map(|list| (list.capacity(), list)), Ok((3, [1, 2, 3].into())));
        assert_eq!(held(7), Ok(Box::new([7])));
    }

    #[test]
    fn more_than_memory_can_be_is_refused() {
        assert_eq!(numbers(0.0, isize::MAX as usize / 4), Err(OutOfMemory));
    }
}
