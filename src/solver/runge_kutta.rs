//! The classical Runge-Kutta method and Euler's, for the comparators only: fixed steps, no events.

/// One step of the classical fourth-order method; `rates(state, elapsed)` are the time derivatives.
pub fn classical_step<const N: usize>(
    state: &[f64; N],
    length: f64,
    rates: impl Fn(&[f64; N], f64) -> [f64; N],
) -> [f64; N] {
    let moved = |k: &[f64; N], factor: f64| core::array::from_fn(|i| state[i] + factor * k[i]);
    let k1 = rates(state, 0.0);
    let k2 = rates(&moved(&k1, 0.5 * length), 0.5 * length);
    let k3 = rates(&moved(&k2, 0.5 * length), 0.5 * length);
    let k4 = rates(&moved(&k3, length), length);
    core::array::from_fn(|i| state[i] + length / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

/// One step of Euler's method.
pub fn euler_step<const N: usize>(
    state: &[f64; N],
    length: f64,
    rates: impl Fn(&[f64; N], f64) -> [f64; N],
) -> [f64; N] {
    let k = rates(state, 0.0);
    core::array::from_fn(|i| state[i] + length * k[i])
}
