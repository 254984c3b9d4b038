//! Fixed numbers of values: the states, inputs and guards of a system.

use core::fmt::Debug;
use core::ops::{Index, IndexMut};

/// As many items of one kind as a [`Vector`] has values.
pub trait Items<T>: Copy + Debug + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]> {}

impl<T: Copy + Debug, const N: usize> Items<T> for [T; N] {}

/// Values of the states, inputs or guards of a system. All that the solver knows of their number stands here.
pub trait Vector: Items<f64> + PartialEq + Send + 'static {
    /// How many.
    const LEN: usize;
    /// All of them zero.
    const ZERO: Self;

    /// An item of another kind for each value: complex numbers, or the rows of a matrix.
    type Each<T: Copy + Debug>: Items<T>;

    /// Values by index.
    fn from_fn(value: impl FnMut(usize) -> f64) -> Self;
    /// Items by index.
    fn each<T: Copy + Debug>(item: impl FnMut(usize) -> T) -> Self::Each<T>;
    /// Each value changed.
    #[must_use]
    fn map(self, change: impl FnMut(f64) -> f64) -> Self;
    /// The values of many vectors one after the other.
    fn flattened(vectors: &[Self]) -> &[f64];
}

impl<const N: usize> Vector for [f64; N] {
    const LEN: usize = N;
    const ZERO: Self = [0.0; N];

    type Each<T: Copy + Debug> = [T; N];

    #[inline(always)]
    fn from_fn(value: impl FnMut(usize) -> f64) -> Self {
        core::array::from_fn(value)
    }

    #[inline(always)]
    fn each<T: Copy + Debug>(item: impl FnMut(usize) -> T) -> [T; N] {
        core::array::from_fn(item)
    }

    #[inline(always)]
    fn map(self, change: impl FnMut(f64) -> f64) -> Self {
        <[f64; N]>::map(self, change)
    }

    #[inline(always)]
    fn flattened(vectors: &[Self]) -> &[f64] {
        vectors.as_flattened()
    }
}

/// A square matrix over the places of a vector, by rows or by columns.
pub type Matrix<X> = <X as Vector>::Each<X>;
