//! Integrals to compare with.

/// Simpson's rule with so many panels.
pub fn integral(from: f64, to: f64, panels: u32, function: impl Fn(f64) -> f64) -> f64 {
    let (width, mut sum) = ((to - from) / f64::from(panels), 0.0);
    for panel in 0..panels {
        let left = from + width * f64::from(panel);
        sum += width / 6.0 * (function(left) + 4.0 * function(left + 0.5 * width) + function(left + width));
    }
    sum
}
