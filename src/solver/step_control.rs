//! Step control of the implicit integrators, of a single body and of mechanisms (Hairer & Wanner, Solving Ordinary Differential
//! Equations II, section IV.8).

/// Safety factor, largest growth and smallest shrinkage of the step.
const SAFETY: f64 = 0.9;
const GROWTH: f64 = 6.0;
pub const SHRINKAGE: f64 = 0.125;
/// Factor on the length of a step that Newton's method does not solve, and the largest on that of one whose error is too large.
pub const UNSOLVED: f64 = 0.25;
pub const REJECTED: f64 = 0.5;
/// Repetitions of a step whose error is too large, or that Newton's method does not solve, after which it is taken as it is:
/// the equations have a singularity there.
pub const MAX_TRIES: u32 = 60;

/// Length of the first try, of what remains and what was proposed; 0 is no proposal.
#[inline(always)]
pub fn first_length(remaining: f64, proposed: f64) -> f64 {
    let mut length = if proposed > 0.0 { remaining.min(proposed) } else { remaining };
    // What is left after an almost whole step would be a very short step: take half and half.
    if length < remaining && length > 0.6 * remaining {
        length = 0.5 * remaining;
    }
    length
}

/// Factor on the length of a step by its error over the tolerance.
#[inline(always)]
pub fn factor(error: f64) -> f64 {
    (SAFETY / libm::sqrt(libm::sqrt(error))).clamp(SHRINKAGE, GROWTH)
}

/// The proposal after an accepted step. One that was cut short by what remains does not lower it.
#[inline(always)]
pub fn proposal(length: f64, factor: f64, remaining: f64, proposed: f64) -> f64 {
    (length * factor).max(if length == remaining { proposed } else { 0.0 })
}

/// Tolerance up to which the estimated error is the one that is meant: the default of solver.tolerance.
#[cfg(feature = "drivetrain")]
const ESTIMATED: f64 = 1e-9;

/// Tolerance for the estimated error of a step where the motion is to be right to `tolerance`.
///
/// The estimate is of the embedded formula of order 3, so it goes with h⁴ and the error of the step, of order 5, with h⁶. A
/// tolerance that is λ times tighter asks for steps that are shorter by λ^(1/6), and the estimate by λ^(4/6) (RADAU5 of Hairer &
/// Wanner takes the same power). Asked for λ times less itself, it would be met by steps whose error is far below rounding. From
/// the default on upwards the estimate is taken as it is: it also sees what is less smooth than that.
#[cfg(feature = "drivetrain")]
pub fn tolerance_of_estimate(tolerance: f64) -> f64 {
    let tighter = tolerance / ESTIMATED;
    if tighter < 1.0 { ESTIMATED * libm::cbrt(tighter * tighter) } else { tolerance }
}

#[cfg(all(test, feature = "drivetrain"))]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_tighter_by_lambda_shortens_steps_by_its_sixth_root() {
        // The estimate goes with h⁴: 10^(-6/6·4) of it is a tenth of h.
        let shorter = (tolerance_of_estimate(1e-15) / tolerance_of_estimate(1e-9)).powf(0.25);
        assert!((shorter - 0.1).abs() <= 1e-15, "{shorter}");
        assert_eq!([1e-9, 1e-6].map(tolerance_of_estimate), [1e-9, 1e-6]);
    }
}
