//! How far the guards of a Coulomb body can move.

use super::{Body, BodyMode, GUARDS, Situation};

impl Body {
    /// How far each guard can move in the present mode while what it depends on moves by at most `by`; Coulomb friction
    /// only, as the guards of the other laws are not linear.
    #[inline]
    pub fn reach(&self, mode: &BodyMode, by: &Situation) -> [f64; GUARDS] {
        if mode.regime == 0 {
            let gain = self.levels.largest_gain();
            let band = by.drive + by.load + self.rest_ratios.load * gain * by.load;
            return [band, band, by.load, 0.0];
        }
        let branch = self.branch(mode);
        let acceleration = branch.inverse_inertia.abs() * (by.drive + branch.load_factor.abs() * by.load);
        [by.velocity, by.position, by.load + self.load_inertia * acceleration, 0.0]
    }
}
