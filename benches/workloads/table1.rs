//! The yardstick: Table 1 of Borello & Dalla Vedova (2012), corrected, as a plain program writes it.

/// Constants of the default transmission and the state; laid out as in table1.c.
#[repr(C)]
pub struct Table1 {
    coulomb: f64,
    opposing_gain: f64,
    aiding_gain: f64,
    static_ratio: f64,
    inertia: f64,
    viscous: f64,
    travel: f64,
    position: f64,
    velocity: f64,
}

impl Default for Table1 {
    fn default() -> Self {
        Self {
            coulomb: 2500.0,
            opposing_gain: 1.0 / 0.96 - 1.0,
            aiding_gain: 1.0 - 0.66,
            static_ratio: 1.7,
            inertia: 2200.0,
            viscous: 8e4,
            travel: 1e9,
            position: 0.0,
            velocity: 0.0,
        }
    }
}

impl Table1 {
    /// One step of `dt`; not inlined, as a call of a simulation program is not.
    #[inline(never)]
    pub fn step(&mut self, motor: f64, load: f64, dt: f64) {
        let active = motor - load - self.viscous * self.velocity;
        let opposing = self.coulomb + self.opposing_gain * load.abs();
        let aiding = self.coulomb + self.aiding_gain * load.abs();
        let friction = if self.velocity != 0.0 {
            let level = if self.velocity * load < 0.0 { aiding } else { opposing };
            level.copysign(self.velocity)
        } else if load < 0.0 {
            active.max(-self.static_ratio * opposing).min(self.static_ratio * aiding)
        } else {
            active.max(-self.static_ratio * aiding).min(self.static_ratio * opposing)
        };
        let old = self.velocity;
        self.velocity += (active - friction) / self.inertia * dt;
        if old * self.velocity < 0.0 {
            self.velocity = 0.0;
        }
        self.position = (self.position + (old + self.velocity) * dt / 2.0).max(-self.travel).min(self.travel);
        if self.position == -self.travel {
            self.velocity = self.velocity.max(0.0);
        }
        if self.position == self.travel {
            self.velocity = self.velocity.min(0.0);
        }
    }
}
