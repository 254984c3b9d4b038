//! Germs: numbers with their time derivatives, in the order that they have an instant later.

/// What is no more than `share` of its size is zero.
pub fn without_rounding(value: f64, share: f64, size: f64) -> f64 {
    if value.abs() <= share * size { 0.0 } else { value }
}

/// A sum; zero where it is no more than `share` of the sum of the sizes of its parts.
pub fn sum_without_rounding(parts: impl Iterator<Item = f64>, share: f64) -> f64 {
    let (sum, size) = parts.fold((0.0, 0.0), |(sum, size), part| (sum + part, size + f64::abs(part)));
    without_rounding(sum, share, size)
}

/// A number and its time derivatives up to the order N − 1.
///
/// A load that is analytic after an instant is its germ, f + f'·t + f''·t²/2 + …, and of two different ones the greater is that
/// whose first different derivative is greater: so it is for all small t > 0. With this order germs are an ordered vector space over
/// the real numbers, which is all that a pivoting method asks of its right-hand sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Germ<const N: usize>(pub [f64; N]);

impl<const N: usize> Default for Germ<N> {
    fn default() -> Self {
        Self([0.0; N])
    }
}

impl<const N: usize> From<f64> for Germ<N> {
    fn from(value: f64) -> Self {
        let mut germ = Self::default();
        germ.0.iter_mut().take(1).for_each(|first| *first = value);
        germ
    }
}

impl<const N: usize> Germ<N> {
    /// The number itself.
    pub fn value(&self) -> f64 {
        self.0.first().copied().unwrap_or(0.0)
    }

    /// Whether the number is finite. One that is not is no bound.
    pub fn is_finite(&self) -> bool {
        self.value().is_finite()
    }

    /// self + factor·other
    #[inline]
    #[must_use]
    pub fn plus(mut self, factor: f64, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own += factor * other);
        self
    }

    /// factor·self
    #[inline]
    #[must_use]
    pub fn times(mut self, factor: f64) -> Self {
        self.0.iter_mut().for_each(|own| *own *= factor);
        self
    }

    /// So many of its numbers; the others are zero.
    #[inline]
    #[must_use]
    pub fn up_to(self, orders: usize) -> Self {
        Self(core::array::from_fn(|order| if order < orders { self.0[order] } else { 0.0 }))
    }

    /// Size of each derivative.
    #[inline]
    #[must_use]
    pub fn abs(mut self) -> Self {
        self.0.iter_mut().for_each(|own| *own = own.abs());
        self
    }

    /// Square of each derivative.
    #[must_use]
    pub(super) fn squares(mut self) -> Self {
        self.0.iter_mut().for_each(|own| *own *= *own);
        self
    }

    /// Its size an instant later.
    #[must_use]
    pub(super) fn magnitude(self) -> Self {
        if self.sign(0.0, &Self::default()) < 0 { self.times(-1.0) } else { self }
    }

    /// The greater of each derivative.
    #[inline]
    #[must_use]
    pub fn max(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = own.max(*other));
        self
    }

    /// What is no more than `share` of its size is zero.
    #[inline]
    #[must_use]
    pub fn without_rounding(mut self, share: f64, size: &Self) -> Self {
        for (own, size) in self.0.iter_mut().zip(&size.0) {
            *own = without_rounding(*own, share, *size);
        }
        self
    }

    /// Whether all derivatives are exactly zero.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|own| *own == 0.0)
    }

    /// The sign of the first derivative that is not zero, where no more than `share` of its size is; 0 if all are.
    pub fn sign(&self, share: f64, size: &Self) -> i8 {
        let first = self.0.iter().zip(&size.0).find(|(own, size)| own.abs() > share * **size);
        first.map_or(0, |(own, _)| if *own > 0.0 { 1 } else { -1 })
    }

    /// The first derivatives are zero as long as they have this sign.
    #[must_use]
    pub(super) fn without_leading_sign(mut self, sign: f64) -> Self {
        let leading = self.0.iter_mut().take_while(|own| sign * **own >= 0.0);
        leading.for_each(|own| *own = 0.0);
        self
    }

    /// The first derivatives are zero as long as they are no more than those of `rounding`.
    #[must_use]
    pub(super) fn without_leading(mut self, rounding: &Self) -> Self {
        let leading = self.0.iter_mut().zip(&rounding.0).take_while(|(own, rounding)| own.abs() <= **rounding);
        leading.for_each(|(own, _)| *own = 0.0);
        self
    }
}
