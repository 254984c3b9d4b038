//! Taylor coefficients of a velocity characteristic, or of bristles all of whose motion slips, along a motion.
//!
//! With u = |v|/v_s, coefficient number k of each function follows from those of lower order, as the differential
//! equation of the function has it (Moore, Interval Analysis, 1966, section 11):
//!
//! ```text
//! p = u^m:        u·p' = m·u'·p      k·u₀·pₖ = Σ (m·j − (k − j))·uⱼ·pₖ₋ⱼ,  j = 1 … k
//! q = exp(−p):    q' = −p'·q         k·qₖ = −Σ j·pⱼ·qₖ₋ⱼ
//! q = 1/(1 + p):  (1 + p)·q = 1      (1 + p₀)·qₖ = −Σ pⱼ·qₖ₋ⱼ
//! ```
//!
//! Of bristles with z along the motion and the steady deflection g = g_c + g_e·q
//!
//! ```text
//! r = z/g:        g·r = z         g₀·rₖ = zₖ − g_e·Σ qⱼ·rₖ₋ⱼ
//! ż = |v| − |v|·r
//! ```

use super::Bristle;
use super::characteristic::{Characteristic, StribeckEffect, decayed};

/// Orders that an expansion has room for.
pub const ORDERS: usize = crate::SERIES_ORDER;

/// Taylor coefficients of one quantity, each stored so that convolutions are products of contiguous vectors.
#[derive(Clone, Debug)]
pub struct Orders {
    /// cₖ, from order 0 up.
    ascending: [f64; ORDERS],
    /// cₖ, from the highest order down.
    descending: [f64; ORDERS],
}

impl Default for Orders {
    fn default() -> Self {
        Self { ascending: [0.0; ORDERS], descending: [0.0; ORDERS] }
    }
}

impl Orders {
    /// Sets coefficient number `order`; returns it.
    #[inline]
    pub fn set(&mut self, order: usize, value: f64) -> f64 {
        self.ascending[order] = value;
        self.descending[ORDERS - 1 - order] = value;
        value
    }

    /// Coefficient number `order`.
    #[inline]
    pub fn get(&self, order: usize) -> f64 {
        self.ascending[order]
    }

    /// By how much the quantity changes over `share` of the interval at most, by its first `orders` coefficients.
    pub fn change(&self, orders: usize, share: f64) -> f64 {
        self.ascending[1..orders].iter().rev().fold(0.0, |sum, c| (sum + c.abs()) * share)
    }

    /// `Σ aⱼ·b₍order − j₎` from j = 1.
    #[inline]
    pub fn convolution(&self, other: &Self, order: usize) -> f64 {
        convolution(&self.ascending, &other.descending, order)
    }

    /// Coefficient number `order` of the product of two series.
    #[inline]
    pub fn product(&self, other: &Self, order: usize) -> f64 {
        self.get(0) * other.get(order) + self.convolution(other, order)
    }
}

/// `Σ aⱼ·b₍order − j₎` from j = 1, of coefficients from order 0 up and from the highest order down. Four sums side by side: a processor
/// waits for none of them. Once in the library: it is asked for in many places.
#[inline(never)]
fn convolution(ascending: &[f64; ORDERS], descending: &[f64; ORDERS], order: usize) -> f64 {
    let (a_quads, a_rest) = ascending[1..=order].as_chunks::<4>();
    let (b_quads, b_rest) = descending[ORDERS - order..].as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in a_quads.iter().zip(b_quads) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    let [mut first, mut second, mut third, fourth] = sums;
    let mut rest = a_rest.iter().zip(b_rest).map(|(a, b)| a * b);
    // One by one: sums that are indexed would be kept in memory.
    if let Some(product) = rest.next() {
        first += product;
    }
    if let Some(product) = rest.next() {
        second += product;
    }
    if let Some(product) = rest.next() {
        third += product;
    }
    (first + second) + (third + fourth)
}

/// The coefficients of a characteristic as far as they are known, and what the next follow from.
#[derive(Clone, Debug, Default)]
pub struct RatioSeries {
    ratio: Orders,
    effect: Option<StribeckSeries>,
    is_exponential: bool,
}

/// u, p and q of the heading.
#[derive(Clone, Debug, Default)]
struct StribeckSeries {
    scaled_speed: Orders,
    power: Orders,
    share: Orders,
    /// k·uₖ, where the power is broken.
    speed_slope: [f64; ORDERS],
    /// k·pₖ, where q is an exponential.
    power_slope: [f64; ORDERS],
}

impl RatioSeries {
    /// Coefficients of χ up to the last that was added.
    #[inline]
    pub fn ratio(&self) -> &Orders {
        &self.ratio
    }

    /// Adds coefficient number `order` and returns it; `speed` is that of |v| [rad/s]. Order 0 begins anew.
    #[inline]
    pub fn extend(&mut self, characteristic: &Characteristic, segment: u8, order: usize, speed: f64) -> f64 {
        let Self { ratio, effect, is_exponential } = self;
        *is_exponential = matches!(characteristic, Characteristic::Stribeck(_));
        let value = match characteristic {
            Characteristic::HessSoom(law) => {
                excess(law, order, effect.get_or_insert_default().hess_soom(law, order, speed))
            }
            Characteristic::Stribeck(law) => {
                excess(law, order, effect.get_or_insert_default().stribeck(law, order, speed))
            }
            // Lines.
            Characteristic::Coulomb | Characteristic::Tabulated(_) if order == 0 => {
                characteristic.ratio(speed, segment)
            }
            Characteristic::Coulomb | Characteristic::Tabulated(_) => characteristic.slope(0.0, segment) * speed,
        };
        ratio.set(order, value)
    }

    /// The same of what scales the share of a load that opposes or aids the motion, where it is not χ itself; `of_level` is the series
    /// of χ, which has that coefficient already.
    #[inline(never)]
    pub fn extend_load(
        &mut self,
        characteristic: &Characteristic,
        (segment, is_opposing): (u8, bool),
        order: usize,
        speed: f64,
        of_level: &Self,
    ) -> f64 {
        let share = |law: &StribeckEffect| {
            let share = of_level.effect.as_ref().map_or(0.0, |effect| effect.share.get(order));
            excess(&law.of_load(), order, share)
        };
        let value = match characteristic {
            Characteristic::HessSoom(law) | Characteristic::Stribeck(law) => share(law),
            Characteristic::Coulomb | Characteristic::Tabulated(_) if order == 0 => {
                characteristic.load_ratio(1.0, speed, segment, is_opposing)
            }
            Characteristic::Coulomb | Characteristic::Tabulated(_) => {
                characteristic.load_slope(0.0, 0.0, segment, is_opposing) * speed
            }
        };
        self.ratio.set(order, value)
    }

    /// Adds coefficient number `order` of z/g in the place of χ, and returns that of ż, along the motion in `direction`; `speed` is that of
    /// |v| [rad/s], `along` that of z [rad].
    #[inline]
    pub fn extend_bristles(&mut self, bristle: &Bristle, direction: f64, order: usize, speed: f64, along: f64) -> f64 {
        let law = bristle.effect();
        let Self { ratio, effect, is_exponential } = self;
        *is_exponential = law.excess != 0.0;
        let effect = effect.get_or_insert_default();
        if *is_exponential {
            effect.stribeck(&law, order, speed);
        } else {
            effect.scaled_speed.set(order, speed / law.velocity);
        }
        let (share, per_deflection) = (&effect.share, bristle.stiffness / bristle.ratios.of(direction));
        let later = per_deflection * along - law.excess * share.convolution(ratio, order);
        ratio.set(order, later / (bristle.coulomb + law.excess * share.get(0)));
        speed - law.velocity * effect.scaled_speed.product(ratio, order)
    }

    /// Coefficient number `order` of the steady deflection of bristles [rad].
    pub fn steady_deflection(&self, bristle: &Bristle, direction: f64, order: usize) -> f64 {
        let share = self.effect.as_ref().map_or(0.0, |effect| effect.share.get(order));
        let coulomb = if order == 0 { bristle.coulomb } else { 0.0 };
        bristle.ratios.of(direction) * (coulomb + bristle.excess * share) / bristle.stiffness
    }

    /// What |v| [rad/s] of bristles comes to over `share` of the interval at most, by its first `orders` coefficients.
    pub fn greatest_speed(&self, bristle: &Bristle, orders: usize, share: f64) -> f64 {
        let of =
            |StribeckSeries { scaled_speed: speed, .. }: &StribeckSeries| speed.get(0) + speed.change(orders, share);
        bristle.stribeck_velocity * self.effect.as_ref().map_or(0.0, of)
    }

    /// The part of `share` of the interval up to which the first `orders` coefficients show how χ goes on. Far out, where
    /// exp(−p) and its first coefficients vanish, they do not show that it rises later; they do as long as p falls by less
    /// than 10, or stays where exp(−p) does not matter.
    pub fn horizon(&self, orders: usize, share: f64) -> f64 {
        let Some(StribeckSeries { power, .. }) = self.effect.as_ref().filter(|_| self.is_exponential) else {
            return share;
        };
        let change = |share: f64| power.change(orders, share);
        let allowed = FALL.max(power.get(0) - NEGLIGIBLE_POWER);
        largest_share(change, allowed, share)
    }
}

/// The largest part of `share` at which `change`, a polynomial without a constant whose coefficients are not negative, is
/// `allowed` at most, within a few per cent. Such a polynomial is convex: on the line from zero to its value at `share` it is
/// allowed, but where p comes close to its singularity at rest that may be a millionth of what is possible.
fn largest_share(change: impl Fn(f64) -> f64, allowed: f64, share: f64) -> f64 {
    let whole = change(share);
    if whole <= allowed {
        return share;
    }
    let (mut safe, mut unsafe_share) = (share * (allowed / whole), share);
    for _ in 0..HALVINGS {
        let between = libm::sqrt(safe * unsafe_share);
        if change(between) <= allowed {
            safe = between;
        } else {
            unsafe_share = between;
        }
    }
    safe
}

/// How often the ratio of a share that is too large to one that is allowed becomes its root: 2^128 becomes 2^0.03.
const HALVINGS: u32 = 12;
/// Change of p over which the largest term of exp(−p) is among the first and an eighth of their sum at least.
const FALL: f64 = 10.0;
/// p from which on exp(−p) is far below rounding.
const NEGLIGIBLE_POWER: f64 = 45.0;

/// Coefficient number `order` of χ = 1 + excess·q.
fn excess(law: &StribeckEffect, order: usize, share: f64) -> f64 {
    if order == 0 { 1.0 + law.excess * share } else { law.excess * share }
}

impl StribeckSeries {
    #[inline]
    fn hess_soom(&mut self, law: &StribeckEffect, order: usize, speed: f64) -> f64 {
        self.extend_power(law, order, speed);
        let (p, q) = (&self.power, &mut self.share);
        let share = if order == 0 { 1.0 / (1.0 + p.get(0)) } else { -q.get(0) * p.convolution(q, order) };
        q.set(order, share)
    }

    #[inline]
    fn stribeck(&mut self, law: &StribeckEffect, order: usize, speed: f64) -> f64 {
        self.extend_power(law, order, speed);
        let Self { power: p, share: q, power_slope: slope, .. } = self;
        let k = order as f64;
        slope[order] = k * p.get(order);
        let share = if order == 0 { decayed(p.get(0)) } else { -convolution(slope, &q.descending, order) / k };
        q.set(order, share)
    }

    /// Adds to |v/v_s|^m.
    #[inline]
    fn extend_power(&mut self, law: &StribeckEffect, order: usize, speed: f64) {
        let Self { scaled_speed: u, power: p, speed_slope: slope, .. } = self;
        let scaled = u.set(order, speed / law.velocity);
        let m = law.exponent;
        let power = if order == 0 {
            law.power(speed)
        } else if m == 1.0 {
            scaled
        } else if m == 2.0 {
            u.product(u, order)
        } else {
            let k = order as f64;
            slope[order] = k * scaled;
            ((m + 1.0) * convolution(slope, &p.descending, order) - k * u.convolution(p, order)) / (k * u.get(0))
        };
        p.set(order, power);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::{LevelRatios, Slip};

    /// Sums the series of χ for a given polynomial of the speed.
    fn ratio_along(characteristic: &Characteristic, speed: &[f64], time: f64) -> f64 {
        let mut series = RatioSeries::default();
        (0..ORDERS).for_each(|k| _ = series.extend(characteristic, 0, k, speed.get(k).copied().unwrap_or(0.0)));
        (0..ORDERS).rev().fold(0.0, |sum, k| sum * time + series.ratio().get(k))
    }

    #[test]
    fn the_series_of_a_characteristic_sums_to_its_value_along_the_motion() {
        let time = 0.2;
        for exponent in [0.7, 1.0, 1.5, 2.0] {
            let effect = StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 0.1, exponent };
            for law in [Characteristic::HessSoom(effect), Characteristic::Stribeck(effect)] {
                let speed = [0.1, 0.04, -0.02, 0.003];
                let value = speed.iter().rev().fold(0.0, |sum, c| sum * time + c);
                let sum = ratio_along(&law, &speed, time);
                // Rounding: the nearest singularity is more than 10 times as far away as this time.
                assert!((sum - law.ratio(value, 0)).abs() < 4.0 * f64::EPSILON, "{law:?}: {sum}");
            }
        }
    }

    #[test]
    fn a_series_has_no_term_that_is_too_small_for_a_processor_to_be_fast() {
        let bristle = Bristle {
            stiffness: 1e5,
            damping: 1.0,
            coulomb: 1.0,
            excess: 0.5,
            stribeck_velocity: 1e-3,
            exponent: 2.0,
            slip: Slip::Always,
            ratios: LevelRatios::of_backward(1.0),
        };
        // exp(−u²) is above 1e-308 up to u = 26.6, and above 0 up to 27.3.
        for tenths in 200..300 {
            let mut series = RatioSeries::default();
            for order in 0..ORDERS {
                let speed = if order < 2 { [f64::from(tenths) * 1e-4, 1e-3][order] } else { 0.0 };
                let rate = series.extend_bristles(&bristle, 1.0, order, speed, 1e-5 * 0.3_f64.powi(order as i32));
                let share = series.effect.as_ref().map_or(f64::NAN, |effect| effect.share.get(order));
                assert!(!rate.is_subnormal() && !share.is_subnormal(), "{tenths} {order}: {rate:e} {share:e}");
            }
        }
    }

    #[test]
    fn smooth_characteristics_can_be_expanded_from_rest() {
        for exponent in [1.0, 2.0] {
            let effect = StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 0.1, exponent };
            for law in [Characteristic::HessSoom(effect), Characteristic::Stribeck(effect)] {
                let sum = ratio_along(&law, &[0.0, 0.1], 0.2);
                assert!((sum - law.ratio(0.02, 0)).abs() < 4.0 * f64::EPSILON, "{law:?}: {sum}");
            }
        }
    }

    #[test]
    fn the_horizon_ends_where_the_power_has_changed_by_ten_or_by_what_does_not_matter() {
        let law =
            Characteristic::Stribeck(StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 1.0, exponent: 1.0 });
        let horizon = |start: f64, rate: f64| {
            let mut series = RatioSeries::default();
            (0..3).for_each(|k| _ = series.extend(&law, 0, k, [start, rate, 0.0][k]));
            series.horizon(3, 0.5)
        };
        // p changes by |rate|·0.5 over half of the interval.
        assert_eq!((horizon(1.0, 16.0), horizon(1.0, -16.0)), (0.5, 0.5));
        assert_eq!((horizon(30.0, 40.0), horizon(30.0, -40.0)), (0.25, 0.25));
        // From p = 75 on it may fall by 30.
        assert_eq!(horizon(75.0, -120.0), 0.25);
    }

    #[test]
    fn the_horizon_of_a_body_that_slows_down_is_a_share_of_its_way_to_rest() {
        // u falls from 39 to the singularity at rest within a 4000th of the interval. Of p = 243.6·(1 − x)^1.5, by whose terms
        // p may change by 198.6, 1.5·x + 0.375·x² + 0.0625·x³ + … = 0.8152 at x = 0.4801.
        let law =
            Characteristic::Stribeck(StribeckEffect { excess: 0.5, load_excess: 0.5, velocity: 1.0, exponent: 1.5 });
        let mut series = RatioSeries::default();
        (0..13).for_each(|k| _ = series.extend(&law, 0, k, if k < 2 { [39.0, -39.0 * 4000.0][k] } else { 0.0 }));
        let way = 4000.0 * series.horizon(13, 1.0);
        assert!((0.469..=0.4802).contains(&way), "{way}");
    }
}
