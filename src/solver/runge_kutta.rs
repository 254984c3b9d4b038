//! The classical Runge-Kutta method and Euler's, for the comparators only: fixed steps, no events.

use super::Vector;

/// One step of the classical fourth-order method; `rates(state, elapsed)` are the time derivatives.
pub fn classical_step<X: Vector>(state: &X, length: f64, rates: impl Fn(&X, f64) -> X) -> X {
    let moved = |k: &X, factor: f64| X::from_fn(|i| state[i] + factor * k[i]);
    let k1 = rates(state, 0.0);
    let k2 = rates(&moved(&k1, 0.5 * length), 0.5 * length);
    let k3 = rates(&moved(&k2, 0.5 * length), 0.5 * length);
    let k4 = rates(&moved(&k3, length), length);
    X::from_fn(|i| state[i] + length / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

/// One step of Euler's method.
pub fn euler_step<X: Vector>(state: &X, length: f64, rates: impl Fn(&X, f64) -> X) -> X {
    let k = rates(state, 0.0);
    X::from_fn(|i| state[i] + length * k[i])
}
