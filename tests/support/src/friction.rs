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

/// The peak of law 5 over the Coulomb level: the amplitude of eq (19) put into eq (13).
pub fn approximate_peak(sharpness: f64, ratio: f64) -> f64 {
    let n = sharpness;
    let amplitude = (2.0 * n.powf(n)).powf(1.0 / (n - 1.0)) / (n - 1.0) * (ratio - 1.0);
    if amplitude == 0.0 {
        return 1.0;
    }
    1.0 + amplitude * (n - 1.0) * n.powf(-n / (n - 1.0)) * (1.0 + 1.0 / amplitude).powf(-1.0 / (n - 1.0))
}
