//! Equilibria: efforts, rates, threshold, stiffness and back-driving.
//!
//! While the body slides at a steady speed v against a load L ≥ 0
//!
//! ```text
//! T(v, P) = L + (1/η_O − 1)·s(v)·L + F(v) + C·v                                  (Borello & Dalla Vedova 2012, eqs 3, 5)
//! ```
//!
//! with the torque T of the valve at full spool ([`Valve::torque`](super::valve::Valve::torque)), sliding friction F(v) and the
//! characteristic s(v) of the law, which is 1 for Coulomb friction. A load L < 0 aids: (1 − η_A)·s(v)·|L| stands in the place of
//! the share (eq. 4).

use super::actuator::{Servo, Transmission};

/// Whether a load can drive the transmission (Borello & Dalla Vedova 2012, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversibility {
    /// A load that is large enough starts it and keeps it going.
    Reversible,
    /// No load starts it, but one keeps it going.
    StaticallyIrreversible,
    /// No load drives it: self-locking.
    Irreversible,
}

impl Reversibility {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reversible => "no: a load can drive it",
            Self::StaticallyIrreversible => "from rest only: no load starts it, but one keeps it going",
            Self::Irreversible => "yes: no load drives it",
        }
    }
}

impl Transmission {
    /// Smallest load that moves the body from rest while no torque drives it [N·m]; none where no load does.
    ///
    /// ```text
    /// L = R·F₀/(1 − R_L·(1 − η_A))
    /// ```
    ///
    /// Source: the aiding level of eq. 4 at its breakaway value, equal to the load.
    pub fn back_drive_from_rest(&self) -> Option<f64> {
        let (_, share) = self.friction.breakaway_shares();
        (share < 1.0).then(|| self.friction.breakaway() / (1.0 - share))
    }

    /// Smallest load that keeps the body moving, however slowly, while no torque drives it [N·m]: L = F₀/η_A for Coulomb
    /// friction. `damping` is what it loses per velocity, with that of a motor which it turns without pressure [N·m·s/rad].
    ///
    /// ```text
    /// L = min over v of (F(v) + B·v)/(1 − (1 − η_A)·s(v))
    /// ```
    ///
    /// On a segment of a table that is a quotient of two lines, whose smallest value is at one of its ends.
    pub fn back_drive_moving(&self, damping: f64) -> Option<f64> {
        let points = self.friction.table.iter().map(|(speed, _)| *speed);
        let load = |speed: f64| {
            let share = self.friction.share(speed, -1);
            (share < 1.0).then(|| (self.friction.sliding(speed) + damping * speed) / (1.0 - share))
        };
        let speeds = speeds(self.friction.stribeck_velocity * 1e3).chain(points);
        speeds.filter_map(load).filter(|load| load.is_finite()).min_by(f64::total_cmp)
    }

    /// Whether a load can drive it; damping does not decide that.
    pub fn reversibility(&self) -> Reversibility {
        match (self.back_drive_from_rest(), self.back_drive_moving(self.viscous_coefficient)) {
            (Some(_), _) => Reversibility::Reversible,
            (None, Some(_)) => Reversibility::StaticallyIrreversible,
            (None, None) => Reversibility::Irreversible,
        }
    }
}

impl Servo {
    /// What accelerates the body at full spool while it slides forward [N·m]. `load` opposes where it is positive.
    fn surplus(&self, speed: f64, load: f64, supply: f64) -> f64 {
        let friction = &self.transmission.friction;
        let share = friction.share(speed, if load >= 0.0 { 1 } else { -1 });
        self.valve.torque(speed, supply)
            - self.transmission.viscous_coefficient * speed
            - friction.sliding(speed)
            - load
            - share * load.abs()
    }

    /// Largest steady rate against a load at full command \[rad/s\]; 0 where it does not move, negative where the load drives it
    /// back.
    ///
    /// ```text
    /// linear valve, Coulomb friction    v = (k·D·P − F₀ − L/η_O)/B,   B = C + k·(G_P/G_Q)·D²,   k = 1/(1 + c·G_P/G_Q)
    /// ```
    ///
    /// In general the largest speed at which the equilibrium of this module holds, found by bisection.
    pub fn rate(&self, load: f64, supply: f64) -> f64 {
        // Where an aiding load drives the motor faster than its valve would.
        let mut top = self.valve.free_velocity(supply).max(1e-9);
        while self.surplus(top, load, supply) > 0.0 && top < 1e12 {
            top *= 2.0;
        }
        let Some(below) = speeds(top).find(|speed| self.surplus(*speed, load, supply) >= 0.0) else {
            return 0.0 - self.driven_back(load, supply);
        };
        bisect(below, above(below, top), |speed| self.surplus(speed, load, supply))
    }

    /// What is left of a load that drives the body back, the valve at full spool against it [N·m].
    ///
    /// ```text
    /// (1 − (1 − η_A)·s(v))·L − T(−v, P) − F(v) − C·v
    /// ```
    fn excess(&self, speed: f64, load: f64, supply: f64) -> f64 {
        let friction = &self.transmission.friction;
        (1.0 - friction.share(speed, -1)) * load
            - self.valve.torque(-speed, supply)
            - friction.sliding(speed)
            - self.transmission.viscous_coefficient * speed
    }

    /// Steady speed at which a load drives it back against full command \[rad/s\]; 0 where motor and friction hold it.
    fn driven_back(&self, load: f64, supply: f64) -> f64 {
        let friction = &self.transmission.friction;
        let (_, share) = friction.breakaway_shares();
        if (1.0 - share) * load <= friction.breakaway() + self.valve.torque(0.0, supply) {
            return 0.0;
        }
        let mut top = self.valve.free_velocity(supply).max(1e-9);
        while self.excess(top, load, supply) > 0.0 && top < 1e12 {
            top *= 2.0;
        }
        // It comes from rest: the slowest equilibrium holds it.
        let balanced = speeds(top).filter(|speed| self.excess(*speed, load, supply) <= 0.0).last();
        let Some(high) = balanced else { return 0.0 };
        bisect(0.0, high, |speed| self.excess(speed, load, supply))
    }

    /// Largest load that it moves steadily, however slowly [N·m]: η_O·(k·D·P − F₀) for the linear valve (with full spool beyond
    /// saturation) and Coulomb friction; 0 where it moves none.
    pub fn stall_moving(&self, supply: f64) -> f64 {
        let friction = &self.transmission.friction;
        let load = |speed: f64| {
            let left = self.valve.torque(speed, supply)
                - self.transmission.viscous_coefficient * speed
                - friction.sliding(speed);
            left / (1.0 + friction.share(speed, 1))
        };
        speeds(self.valve.free_velocity(supply)).map(load).fold(0.0, f64::max)
    }

    /// Largest load from which it starts at full command [N·m].
    ///
    /// ```text
    /// L = (T(0, P) − R·F₀)/(1 + R_L·(1/η_O − 1))
    /// ```
    pub fn stall_from_rest(&self, supply: f64) -> f64 {
        let friction = &self.transmission.friction;
        let (share, _) = friction.breakaway_shares();
        ((self.valve.torque(0.0, supply) - friction.breakaway()) / (1.0 + share)).max(0.0)
    }

    /// Torque per position error in equilibrium [N·m/rad], the static stiffness against the load while nothing saturates.
    ///
    /// ```text
    /// K = K_P·(G_M/K_F)·dT/dX
    /// ```
    pub fn stiffness(&self, supply: f64) -> f64 {
        self.controller.proportional_gain * self.spool_per_current * self.valve.torque_per_spool(supply)
    }

    /// Smallest step of the command that moves the unloaded body from rest, with the spool centred \[rad\]: R·F₀/K with the linear
    /// valve; with orifices what [`spool_for`](super::valve::Valve::spool_for) adds. It is half the
    /// width of the dead zone. None where the torque at full spool is below the breakaway level.
    pub fn threshold(&self, supply: f64) -> Option<f64> {
        let breakaway = self.transmission.friction.breakaway();
        let per_error = self.controller.proportional_gain * self.spool_per_current;
        let is_enough = breakaway < self.valve.torque(0.0, supply);
        is_enough.then(|| self.valve.spool_for(breakaway, supply) / per_error)
    }

    /// B = C + the damping of the motor [N·m·s/rad].
    pub fn damping(&self) -> f64 {
        self.transmission.viscous_coefficient + self.valve.damping()
    }

    /// Rate per position error in equilibrium without friction \[1/s\]: K/B.
    pub fn velocity_gain(&self, supply: f64) -> f64 {
        self.stiffness(supply) / self.damping()
    }
}

/// How finely speeds are looked through: what falls with speed and rises again, as with the Stribeck effect, is wider.
const SPEEDS: i32 = 2000;
const DECADES: f64 = 12.0;

/// From `top` down over twelve decades.
fn speeds(top: f64) -> impl Iterator<Item = f64> {
    (0..=SPEEDS).map(move |step| top * 10f64.powf(-DECADES * f64::from(step) / f64::from(SPEEDS)))
}

/// The speed looked at before `speed`.
fn above(speed: f64, top: f64) -> f64 {
    (speed * 10f64.powf(DECADES / f64::from(SPEEDS))).min(top)
}

/// Where `surplus` vanishes, not negative at `low` and not positive at `high`.
fn bisect(mut low: f64, mut high: f64, surplus: impl Fn(f64) -> f64) -> f64 {
    // As many halvings as a double has bits.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if surplus(middle) >= 0.0 { low = middle } else { high = middle }
    }
    low
}
