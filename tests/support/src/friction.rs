//! Friction levels, written down a second time straight from eqs (3) and (4) of Borello & Dalla Vedova (2012).

/// Parameters of the level.
#[derive(Clone, Copy, Debug)]
pub struct Friction {
    pub coulomb: f64,
    pub static_ratio: f64,
    pub opposing: f64,
    pub aiding: f64,
}

impl Friction {
    /// Magnitude of sliding friction in `direction` under `load`, which opposes positive motion where it is positive.
    pub fn sliding(&self, direction: f64, load: f64) -> f64 {
        let efficiency_loss = if direction * load < 0.0 { 1.0 - self.aiding } else { 1.0 / self.opposing - 1.0 };
        self.coulomb + efficiency_loss * load.abs()
    }

    /// Largest friction at rest against motion in `direction`.
    pub fn breakaway(&self, direction: f64, load: f64) -> f64 {
        self.static_ratio * self.sliding(direction, load)
    }
}
