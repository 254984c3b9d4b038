//! Memory that may be refused: an importer that runs out of it gets an answer. The usual containers would end its
//! process instead.

use core::ops::{Deref, DerefMut, Index, IndexMut};
use core::slice::SliceIndex;
use std::boxed::Box;
use std::collections::TryReserveError;
use std::vec::Vec;

/// An allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl OutOfMemory {
    /// The message of it; it needs no memory itself.
    pub const MESSAGE: &'static str = "there is not enough memory";
}

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// A list in memory of a [`Heap`]. It is a `Vec` in all but one thing: what indexes it does not bring its place in the source into
/// the library. A mechanism indexes its lists at more than a thousand places, of 48 bytes and as much code each. Where debug
/// assertions are on, as in tests, a panic shows the place all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

/// For tests: memory that is refused ends the process.
impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T> From<List<T>> for Vec<T> {
    fn from(list: List<T>) -> Self {
        list.0
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Copy + PartialEq> List<T> {
    /// Gives all items a value. Most of them have it, and only the others are written: what is read next does not wait for that.
    // In line it would be a kilobyte at each place.
    #[inline(never)]
    pub fn reset(&mut self, value: T) {
        self.0.iter_mut().filter(|item| **item != value).for_each(|item| *item = value);
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut List<T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T, I: SliceIndex<[T]>> Index<I> for List<T> {
    type Output = I::Output;

    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    fn index(&self, index: I) -> &I::Output {
        match self.0.get(index) {
            Some(item) => item,
            None => outside(),
        }
    }
}

impl<T, I: SliceIndex<[T]>> IndexMut<I> for List<T> {
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        match self.0.get_mut(index) {
            Some(item) => item,
            None => outside(),
        }
    }
}

#[cold]
#[inline(never)]
#[cfg_attr(debug_assertions, track_caller)]
fn outside() -> ! {
    panic!("an index is outside of its list")
}

/// Where the parts of something large take their memory. One answer is given for all of them: after the first part for which
/// there is none, all others are empty too.
#[derive(Debug, Default)]
pub struct Heap {
    is_exhausted: bool,
}

impl Heap {
    /// Whether there was memory for all that was taken.
    pub fn outcome(&self) -> Result<(), OutOfMemory> {
        if self.is_exhausted { Err(OutOfMemory) } else { Ok(()) }
    }

    /// An empty list with memory for so many items.
    pub fn with_capacity<T>(&mut self, capacity: usize) -> List<T> {
        let mut items = Vec::new();
        self.is_exhausted = self.is_exhausted || items.try_reserve_exact(capacity).is_err();
        List(items)
    }

    /// A value as many times as there are places.
    #[cfg(feature = "drivetrain")]
    #[inline(never)]
    pub fn filled<T: Copy>(&mut self, value: T, places: usize) -> List<T> {
        self.list((0..places).map(|_| value))
    }

    /// Items in a list of just their number.
    #[cfg(feature = "drivetrain")]
    pub fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>) -> List<T> {
        let mut list = self.with_capacity(items.len());
        if !self.is_exhausted {
            list.extend(items);
        }
        list
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
    fn a_list_takes_no_more_than_its_items() {
        assert_eq!(list([1, 2, 3].into_iter()).map(|list| (list.capacity(), list)), Ok((3, [1, 2, 3].into())));
        assert_eq!(held(7), Ok(Box::new([7])));
    }

    #[test]
    fn more_than_memory_can_be_is_refused() {
        assert_eq!(numbers(0.0, isize::MAX as usize / 4), Err(OutOfMemory));
    }

    #[test]
    fn a_list_is_indexed_by_places_and_ranges_as_a_vec_is() {
        let mut list = Heap::default().list([1, 2, 3].into_iter());
        list[1] = 5;
        list[1..].reverse();
        assert_eq!((list[0], &list[1..], list.iter().sum::<i32>()), (1, &[3, 5][..], 9));
    }

    #[test]
    #[should_panic(expected = "an index is outside of its list")]
    fn an_index_outside_of_a_list_is_a_panic() {
        let list = Heap::default().filled(0.0, 3);
        let _ = list[list.len()];
    }

    #[test]
    fn a_heap_gives_what_fits_and_nothing_after_it_was_exhausted() {
        let mut heap = Heap::default();
        assert_eq!((&heap.filled(2_u8, 3)[..], &heap.list([1, 2].into_iter())[..]), (&[2; 3][..], &[1, 2][..]));
        assert_eq!((heap.with_capacity::<u64>(5).capacity(), heap.outcome()), (5, Ok(())));
        assert!(heap.filled(0.0, isize::MAX as usize / 4).is_empty());
        assert!(heap.filled(0.0, 1).is_empty());
        assert_eq!(heap.outcome(), Err(OutOfMemory));
    }
}
