//! Second stage with orifices: a critical-centre four-way spool valve that feeds a motor of constant displacement (Merritt,
//! Hydraulic Control Systems, 1967, sections 5-2 and 5-3), with the pressures quasi-static as in Borello & Dalla Vedova 2012.
//!
//! With x the spool position, s its sign, p = P12 the differential pressure, P_S the supply and P_R the pressure at which the
//! flow gain is given:
//!
//! ```text
//! Q = GQS·x·√((P_S − s·p)/P_R)        through the two open edges in series; √ of a negative number: −√ of its size, the
//!                                     flow goes back into the supply
//! Q = Dis·DXJ + CLk·p                 displacement and leakage
//! ```
//!
//! Both together are a quadratic for the dimensionless root ρ, with ρ·|ρ| = (P_S − s·p)/P_R:
//!
//! ```text
//! X = GQS·s·x ≥ 0     c = s·Dis·DXJ + CLk·P_S     A = CLk·P_R     σ = sign c
//! A·σ·ρ² + X·ρ − c = 0       S = 2·A·σ·ρ + X = √(X² + 4·A·σ·c)       ρ = 2·c/(X + S)
//! p = s·(P_S − P_R·σ·ρ²) = s·(X·ρ − s·Dis·DXJ)/CLk
//! ```
//!
//! Of the two forms of p the one with less rounding is taken: the second where the valve is closed, or less flows than leaks at
//! supply pressure. So a closed valve has the same pressure from both sides to the bit, and at rest 0 exactly.
//!
//! All of it is analytic while s and σ last; the spool passing its centre (x = 0) and the flow changing its direction (c = 0, the
//! motor driven so fast that leakage alone lets the pressure rise to the supply) are guards and are located. Nothing is
//! regularised: at c = 0 with an open valve ρ goes through zero with the slope 1/X, and with a closed valve (X = 0) the
//! pressure is −Dis·DXJ/CLk whatever ρ is. Only where both vanish at once (S = 0) has the pressure no derivatives, though it
//! is continuous; a motion through that point has no series and is integrated implicitly. A valve without leakage would lock
//! an incompressible motor when it is closed, so CLk must be greater than 0.
//!
//! Cavitation is not modelled: where |p| exceeds P_S one of the two chambers, at (P_S ± p)/2, would be below the return pressure.

use super::Order;
use crate::friction::{ORDERS, Orders};

/// Constants of the flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orifice {
    /// GQS, flow per spool position at the rated pressure [m²/s].
    pub flow_gain: f64,
    /// P_R, supply pressure at which the flow gain is given [Pa].
    pub rated_pressure: f64,
    /// CLk, leakage coefficient [m³/(s·Pa)].
    pub leakage_coefficient: f64,
    /// Dis, motor displacement [m³/rad].
    pub displacement: f64,
}

/// What the flow depends on, or a Taylor coefficient of it.
#[derive(Clone, Copy, Debug)]
pub struct OrificeInputs {
    /// x [m].
    pub spool: f64,
    /// DXJ [rad/s].
    pub velocity: f64,
    /// P_S [Pa].
    pub supply_pressure: f64,
}

/// Where the valve is open to, and which way the oil goes through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrificeSides {
    /// s, sign of the spool position.
    pub opening: i8,
    /// σ, +1 out of the supply, −1 back into it.
    pub flow: i8,
}

/// The root at a point.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// X.
    opening: f64,
    /// ρ.
    root: f64,
    /// σ as it follows from the values.
    flow: f64,
    /// S.
    discriminant: f64,
}

/// Part of its summands below which c is rounding, so that the mode determines which sign it has.
const ROUNDING: f64 = 1e-12;

impl Orifice {
    /// c in Pa: how far the supply is above the pressure at which leakage alone carries the flow of the motor.
    #[inline]
    pub fn reserve(&self, opening: i8, at: &OrificeInputs) -> f64 {
        at.supply_pressure + f64::from(opening) * (self.displacement * at.velocity / self.leakage_coefficient)
    }

    /// x at which what flows is what leaks at a differential pressure [Pa], the motor at rest, if the supply is above it.
    pub fn spool_at_rest(&self, pressure: f64, supply_pressure: f64) -> Option<f64> {
        let head = (supply_pressure - pressure.abs()) / self.rated_pressure;
        (head > 0.0).then(|| self.leakage_coefficient * pressure / (self.flow_gain * libm::sqrt(head)))
    }

    /// Size of what [`Orifice::reserve`] is made of [Pa].
    pub fn reserve_size(&self, velocity: f64, supply_pressure: f64) -> f64 {
        supply_pressure.abs() + (self.displacement * velocity / self.leakage_coefficient).abs()
    }

    /// The sides at a point; where a value is zero they stay as they are.
    pub fn sides_at(&self, sides: OrificeSides, at: &OrificeInputs) -> OrificeSides {
        let opening = sign_or(at.spool, sides.opening);
        OrificeSides { opening, flow: sign_or(self.reserve(opening, at), sides.flow) }
    }

    /// Differential pressure at a point [Pa].
    #[inline]
    pub fn pressure(&self, sides: OrificeSides, at: &OrificeInputs) -> f64 {
        let root = self.root(sides, at);
        if self.is_nearly_closed(&root, at) {
            self.leaking_pressure(sides, at, root.opening * root.root)
        } else {
            self.throttled_pressure(sides, at, root.flow * root.root * root.root)
        }
    }

    /// Whether the valve is closed, or less flows, by valve or motor, than leaks at supply pressure.
    fn is_nearly_closed(&self, root: &Root, at: &OrificeInputs) -> bool {
        if root.opening == 0.0 {
            return true;
        }
        let flow = (root.opening * root.root).abs() + (self.displacement * at.velocity).abs();
        flow < self.leakage_coefficient * at.supply_pressure
    }

    /// p, or a coefficient of it, from that of X·ρ.
    fn leaking_pressure(&self, sides: OrificeSides, at: &OrificeInputs, through: f64) -> f64 {
        (f64::from(sides.opening) * through - self.displacement * at.velocity) / self.leakage_coefficient
    }

    /// p, or a coefficient of it, from that of σ·ρ².
    fn throttled_pressure(&self, sides: OrificeSides, at: &OrificeInputs, squared: f64) -> f64 {
        f64::from(sides.opening) * (at.supply_pressure - self.rated_pressure * squared)
    }

    /// −∂p/∂(velocity) at a point [Pa·s/rad].
    pub fn velocity_loss(&self, sides: OrificeSides, at: &OrificeInputs) -> f64 {
        let Root { root, flow, discriminant, .. } = self.root(sides, at);
        let per_flow = 2.0 * self.rated_pressure * (flow * root);
        if discriminant > 0.0 {
            per_flow * self.displacement / discriminant
        } else {
            self.displacement / self.leakage_coefficient
        }
    }

    /// A, flow through a closed valve's leakage at the rated pressure [m³/s].
    fn leakage(&self) -> f64 {
        self.leakage_coefficient * self.rated_pressure
    }

    /// X, or a coefficient of it.
    #[inline]
    fn opening(&self, sides: OrificeSides, spool: f64) -> f64 {
        f64::from(sides.opening) * (self.flow_gain * spool)
    }

    /// c in m³/s, or a coefficient of it.
    #[inline]
    fn supplied(&self, sides: OrificeSides, at: &OrificeInputs) -> f64 {
        f64::from(sides.opening) * (self.displacement * at.velocity) + self.leakage_coefficient * at.supply_pressure
    }

    /// The root at a point. A mode that has outlived a jump of the velocity may have the wrong σ: the values decide then.
    fn root(&self, sides: OrificeSides, at: &OrificeInputs) -> Root {
        let opening = self.opening(sides, at.spool);
        let supplied = self.supplied(sides, at);
        let size = (self.displacement * at.velocity).abs() + self.leakage_coefficient * at.supply_pressure.abs();
        // Without supply both vanish with the velocity: what the open valve does not feel is rounding as well.
        let is_rounding =
            supplied.abs() <= ROUNDING * size || 4.0 * self.leakage() * supplied.abs() <= ROUNDING * opening * opening;
        let flow = f64::from(if is_rounding { sides.flow } else { sign_or(supplied, sides.flow) });
        let discriminant = libm::sqrt((opening * opening + 4.0 * self.leakage() * (flow * supplied)).max(0.0));
        let root = if opening < 0.0 {
            // An integrator looks beyond the centre before it is found: the equations of the mode go on smoothly.
            flow * (discriminant - opening) / (2.0 * self.leakage())
        } else if opening + discriminant > 0.0 {
            2.0 * supplied / (opening + discriminant)
        } else {
            0.0
        };
        Root { opening, root, flow, discriminant }
    }
}

fn sign_or(value: f64, otherwise: i8) -> i8 {
    match value {
        value if value > 0.0 => 1,
        value if value < 0.0 => -1,
        _ => otherwise,
    }
}

/// The Taylor coefficients so far; order 0 begins a new series. Coefficient number k follows from the quadratic:
///
/// ```text
/// S₀·ρₖ = cₖ − A·σ·Σ ρⱼ·ρₖ₋ⱼ (j = 1 … k−1) − Σ Xⱼ·ρₖ₋ⱼ (j = 1 … k)
/// ```
#[derive(Clone, Debug, Default)]
pub struct OrificeSeries {
    /// How many are known.
    count: usize,
    sides: Option<OrificeSides>,
    flow: f64,
    discriminant: f64,
    is_nearly_closed: bool,
    /// Whether the spool is at its centre and stays there, as far as its coefficients are known.
    is_closed: bool,
    opening: Orders,
    root: Orders,
    /// Largest coefficient of ρ.
    largest: f64,
}

/// A term that is this small against the largest does not change the sum.
const NEGLIGIBLE: f64 = 0.125 * f64::EPSILON;

impl OrificeSeries {
    /// The next coefficient of the differential pressure [Pa]; order 1 alone is its change along a direction.
    #[inline(never)]
    pub fn extend(&mut self, orifice: &Orifice, order: Order, sides: OrificeSides, at: &OrificeInputs) -> f64 {
        if order.is_value() {
            return self.begin(orifice, sides, at);
        }
        // All orders that there is room for are known, or none: nothing can be added.
        if self.count == 0 || self.count >= ORDERS {
            return 0.0;
        }
        let k = self.count;
        let sides = self.sides.unwrap_or(sides);
        let Self { opening, root, flow, discriminant, .. } = self;
        let of_spool = orifice.opening(sides, at.spool);
        self.is_closed &= of_spool == 0.0;
        opening.set(k, of_spool);
        root.set(k, 0.0);
        // Through a closed valve nothing flows, whatever the root is.
        let through = if self.is_closed { 0.0 } else { opening.convolution(root, k) };
        let squared = root.convolution(root, k);
        let rest = orifice.supplied(sides, at) - orifice.leakage() * (*flow * squared) - through;
        let (value, squared) = if *discriminant > 0.0 {
            let value = rest / *discriminant;
            (value, 2.0 * root.get(0) * value + squared)
        } else if rest == 0.0 {
            (0.0, 0.0)
        } else if k == 1 {
            // Of a valve that stays closed.
            (f64::NAN, *flow * rest / orifice.leakage())
        } else {
            (f64::NAN, f64::NAN)
        };
        root.set(k, value);
        self.largest = self.largest.max(value.abs());
        self.count = k + 1;
        if self.is_nearly_closed {
            let through = if value.is_nan() { through } else { self.opening.get(0) * value + through };
            orifice.leaking_pressure(sides, at, through)
        } else {
            orifice.throttled_pressure(sides, at, self.flow * squared)
        }
    }

    fn begin(&mut self, orifice: &Orifice, sides: OrificeSides, at: &OrificeInputs) -> f64 {
        let root = orifice.root(sides, at);
        (self.count, self.sides, self.flow, self.discriminant) = (1, Some(sides), root.flow, root.discriminant);
        self.is_nearly_closed = orifice.is_nearly_closed(&root, at);
        self.is_closed = root.opening == 0.0;
        self.opening.set(0, root.opening);
        self.root.set(0, root.root);
        self.largest = root.root.abs();
        orifice.pressure(sides, at)
    }

    /// Goes back to where coefficient number `order` is the next: each direction from a point has its own of order 1.
    pub fn resume_at(&mut self, order: usize) {
        self.count = self.count.min(order);
    }

    /// Whether the last coefficient does not matter, or there is no series.
    pub fn is_settled(&self) -> bool {
        self.count < 2 || self.root.get(self.count - 1).abs() <= NEGLIGIBLE * self.largest
    }

    /// The part of `share` of the interval up to which the coefficients show how the pressure goes on: up to there the last two
    /// do not matter against one of the first. The states alone do not show it: those of a body at rest do not depend on the pressure,
    /// whose series may converge no further than a spool near its centre moves in a tenth of a millisecond. It is 0 at a point without a
    /// series.
    pub fn horizon(&self, share: f64) -> f64 {
        if self.is_closed {
            return share;
        }
        let tail = self.count.saturating_sub(2).max(1)..self.count;
        tail.fold(share, |share, n| {
            let term = self.root.get(n).abs();
            if term == 0.0 {
                return share;
            }
            if term.is_nan() {
                return 0.0;
            }
            if term == f64::INFINITY {
                return share * MUCH_SHORTER;
            }
            // |ρₙ|·θⁿ ≤ ε·|ρₖ|·θᵏ for one k.
            let enough = |k: usize| {
                let ratio = f64::EPSILON * self.root.get(k).abs() / term;
                if ratio >= 1.0 { 1.0 } else { libm::pow(ratio, 1.0 / (n - k) as f64) }
            };
            share.min((0..n.min(HEAD)).map(enough).fold(0.0, f64::max))
        })
    }
}

/// Terms among which the largest is sought: one of a later order would not be the largest of a step that is short enough.
const HEAD: usize = 12;
/// Share of a step whose terms exceed all numbers that is tried next.
const MUCH_SHORTER: f64 = 1.0 / 1_048_576.0;
