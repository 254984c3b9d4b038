//! Friction while sliding and at rest (Borello & Dalla Vedova 2012, eqs 3 and 4), with the characteristics of the laws.

use model_description::models::laws::{Family, FrictionLaw};

/// What a law does below its breakaway level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BelowBreakaway {
    /// The body rests.
    Holds,
    /// Bristles deflect like a spring, with little damping of their own.
    Presliding,
    /// Any effort moves the body, slowly.
    Creeps,
}

/// The friction of the transmission.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// The law of `friction.law`.
    pub law: &'static FrictionLaw,
    /// What the levels here, those of the direction in which friction is greater, are over the values of the parameters.
    pub greater_ratio: f64,
    /// F₀ [N·m].
    pub coulomb: f64,
    /// `friction.static_ratio`.
    pub static_ratio: f64,
    /// `friction.load_static_ratio`, where it is not that of the whole level.
    pub load_static_ratio: Option<f64>,
    /// `friction.load_dependence`: a law that creeps or has bristles does not ignore the load.
    pub load_dependence: bool,
    /// `friction.breakaway_ratio`.
    pub breakaway_ratio: f64,
    /// η_O.
    pub efficiency_opposing: f64,
    /// η_A.
    pub efficiency_aiding: f64,
    /// \[rad/s\].
    pub stribeck_velocity: f64,
    /// Exponent of the Stribeck effect.
    pub stribeck_exponent: f64,
    /// Velocity \[rad/s\] and friction [N·m] of each point of the table in use.
    pub table: Vec<(f64, f64)>,
    /// 1/η_O − 1 and 1 − η_A at each of its points, which take the place of the efficiencies; empty where it has no columns for them.
    pub table_shares: Vec<(f64, f64)>,
}

impl Friction {
    /// Sliding friction without load at a speed above 0 [N·m].
    ///
    /// Laws 2, 3, 7 and 13 have their Stribeck characteristic, law 8 its table; the others the Coulomb level: of the
    /// continuous laws 4 and 5 that is the one they have at speeds well above `friction.stribeck_velocity`.
    pub fn sliding(&self, speed: f64) -> f64 {
        match self.law.name {
            "tabulated" => self.tabulated(speed),
            _ => self.coulomb * self.characteristic(speed),
        }
    }

    /// Friction in excess of [`Self::sliding`] per load that opposes the motion (direction 1) or aids it (−1).
    pub fn share(&self, speed: f64, direction: i8) -> f64 {
        let (opposing, aiding) = self.load_gains(speed);
        let gain = if direction > 0 { opposing } else { aiding };
        gain * match self.law.name {
            // A table has no part in the share of the load.
            "hess_soom" | "stribeck" => {
                self.characteristic_from(self.load_static_ratio.unwrap_or(self.static_ratio), speed)
            }
            _ => self.characteristic(speed),
        }
    }

    /// Breakaway level without load [N·m].
    pub fn breakaway(&self) -> f64 {
        let level = if self.law.name == "tabulated" { self.tabulated(0.0) } else { self.coulomb };
        self.ratio_at_rest() * level
    }

    /// What becomes of an effort below the breakaway level.
    pub fn below_breakaway(&self) -> BelowBreakaway {
        match self.law.family {
            Family::Sticks => BelowBreakaway::Holds,
            Family::Bristle => BelowBreakaway::Presliding,
            Family::Smooth => BelowBreakaway::Creeps,
            // Those that know a static level hold up to it: Karnopp and Quinn, not SIGN and hyperviscous.
            Family::Comparator if self.law.uses.contains(&"static_ratio") => BelowBreakaway::Holds,
            Family::Comparator => BelowBreakaway::Creeps,
        }
    }

    /// Breakaway level in excess of [`Self::breakaway`] per load, against and with it.
    pub fn breakaway_shares(&self) -> (f64, f64) {
        let (opposing, aiding) = self.load_gains(0.0);
        let ratio = self.load_ratio_at_rest();
        (ratio * opposing, ratio * aiding)
    }

    /// R_L: the same as [`Self::ratio_at_rest`] of the share of the load.
    pub fn load_ratio_at_rest(&self) -> f64 {
        let of_load = self.load_static_ratio.filter(|_| self.law.uses.contains(&"load_static_ratio"));
        of_load.map_or_else(|| self.ratio_at_rest(), |ratio| ratio * self.breakaway_ratio)
    }

    /// Whether the level grows with the load.
    pub fn depends_on_load(&self) -> bool {
        self.law.depends_on_load() || self.load_dependence
    }

    /// R: breakaway over sliding level.
    pub fn ratio_at_rest(&self) -> f64 {
        let used = |name: &str, value: f64| if self.law.uses.contains(&name) { value } else { 1.0 };
        used("static_ratio", self.static_ratio) * used("breakaway_ratio", self.breakaway_ratio)
    }

    /// Those of the efficiencies, or of the table at a speed: the library interpolates them, not the efficiencies.
    fn load_gains(&self, speed: f64) -> (f64, f64) {
        if !self.depends_on_load() {
            return (0.0, 0.0);
        }
        if self.law.name == "tabulated" && !self.table_shares.is_empty() {
            let of = |share: fn(&(f64, f64)) -> f64| self.interpolated(speed, |point| share(&self.table_shares[point]));
            return (of(|shares| shares.0), of(|shares| shares.1));
        }
        (1.0 / self.efficiency_opposing - 1.0, 1.0 - self.efficiency_aiding)
    }

    /// Sliding level at a speed over that at high speed.
    fn characteristic(&self, speed: f64) -> f64 {
        self.characteristic_from(self.static_ratio, speed)
    }

    fn characteristic_from(&self, static_ratio: f64, speed: f64) -> f64 {
        let excess = static_ratio - 1.0;
        let ratio = (speed / self.stribeck_velocity).abs().powf(self.stribeck_exponent);
        match self.law.name {
            "hess_soom" => 1.0 + excess / (1.0 + ratio),
            "stribeck" | "lugre" | "elasto_plastic" => 1.0 + excess * (-ratio).exp(),
            _ => 1.0,
        }
    }

    fn tabulated(&self, speed: f64) -> f64 {
        if self.table.is_empty() { self.coulomb } else { self.interpolated(speed, |point| self.table[point].1) }
    }

    /// A column of the table, which has points: linear between them, constant beyond the last.
    fn interpolated(&self, speed: f64, value: impl Fn(usize) -> f64) -> f64 {
        match self.table.iter().position(|(velocity, _)| *velocity > speed) {
            Some(next) if next > 0 => {
                let (from, to) = (self.table[next - 1].0, self.table[next].0);
                let (low, high) = (value(next - 1), value(next));
                low + (high - low) * (speed - from) / (to - from)
            }
            Some(_) | None => value(self.table.len() - 1),
        }
    }
}
