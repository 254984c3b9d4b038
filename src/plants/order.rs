//! Values and Taylor coefficients by the same formula.

/// Which Taylor coefficient a quantity is: the value, which is that of order 0, or one of a higher order, in which constants
/// have no part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Order {
    /// This coefficient of the constant 1.
    one: f64,
}

impl Order {
    /// Order 0.
    pub const VALUE: Self = Self { one: 1.0 };
    /// Any higher order; also of changes, as constants do not change.
    pub const HIGHER: Self = Self { one: 0.0 };

    /// A coefficient of this order.
    #[inline(always)]
    pub fn of(order: usize) -> Self {
        if order == 0 { Self::VALUE } else { Self::HIGHER }
    }

    /// Whether it is the value.
    #[inline(always)]
    pub fn is_value(self) -> bool {
        self.one != 0.0
    }

    /// This coefficient of a constant.
    #[inline(always)]
    pub fn constant(self, value: f64) -> f64 {
        value * self.one
    }
}
