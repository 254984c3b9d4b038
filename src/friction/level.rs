//! Load-dependent friction levels (Borello & Dalla Vedova 2012, eqs 3 and 4 with |load|).

/// Levels of a contact whose friction grows with the load torque that crosses it.
///
/// ```text
/// F = F₀ + (1/η_opp − 1)·|T|   where the load opposes the motion          (eq. 3)
/// F = F₀ + (1 − η_aid)·|T|     where it aids the motion                   (eq. 4)
/// ```
///
/// `0 < η_opp ≤ 1`, `η_aid ≤ 1`; `η_aid ≤ 0` makes the transmission irreversible (self-locking): the friction that a load
/// causes exceeds the load. Source: Borello & Dalla Vedova (2012). Deviations: the paper writes T for |T|, and has one F₀ for both
/// directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Load-independent Coulomb torque F₀ against motion towards positive position [N·m].
    pub forward: f64,
    /// The same against motion towards negative position.
    pub backward: f64,
    /// 1/η_opp − 1, not negative.
    pub opposing_gain: f64,
    /// 1 − η_aid, not negative.
    pub aiding_gain: f64,
}

/// Breakaway levels at rest [N·m]: the contact sticks while `−backward ≤ active torque ≤ forward`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Level against motion towards positive position.
    pub forward: f64,
    /// Level against motion towards negative position.
    pub backward: f64,
}

/// Breakaway levels over the levels at zero speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestRatios {
    /// Of the part without load.
    pub coulomb: f64,
    /// Of the share of the load.
    pub load: f64,
}

impl RestRatios {
    /// Both alike.
    pub const fn alike(ratio: f64) -> Self {
        Self { coulomb: ratio, load: ratio }
    }
}

/// Levels in either direction over those that a law has by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRatios {
    /// For motion towards positive position.
    pub forward: f64,
    /// For motion towards negative position.
    pub backward: f64,
}

impl LevelRatios {
    /// Of a law whose levels for motion towards negative position are so many times those for the other.
    pub const fn of_backward(backward: f64) -> Self {
        Self { forward: 1.0, backward }
    }

    /// Of levels that are so many times as large.
    pub fn times(self, factors: Self) -> Self {
        Self { forward: factors.forward * self.forward, backward: factors.backward * self.backward }
    }

    /// For motion in a direction, of which the sign of a zero counts.
    #[inline]
    pub fn of(&self, direction: f64) -> f64 {
        if direction.is_sign_negative() { self.backward } else { self.forward }
    }
}

/// How far the growth of a level at rest with the load may be from 1 by rounding.
const NEUTRAL: f64 = 1e-12;

impl Levels {
    /// Levels from the two efficiencies.
    pub fn new(coulomb: f64, efficiency_opposing: f64, efficiency_aiding: f64) -> Self {
        let (opposing_gain, aiding_gain) = (1.0 / efficiency_opposing - 1.0, 1.0 - efficiency_aiding);
        Self { forward: coulomb, backward: coulomb, opposing_gain, aiding_gain }
    }

    /// The same with another level without load for motion towards negative position: so many times the other.
    pub fn with_backward_ratio(self, ratio: f64) -> Self {
        Self { backward: ratio * self.forward, ..self }
    }

    /// The same with levels without load that are so many times as large.
    pub fn times(self, factor: f64) -> Self {
        Self { forward: factor * self.forward, backward: factor * self.backward, ..self }
    }

    /// F₀ against motion in `direction` [N·m].
    #[inline]
    pub fn coulomb(&self, direction: i8) -> f64 {
        if direction < 0 { self.backward } else { self.forward }
    }

    /// Torque of F₀ while sliding in `direction`, with the sign of friction; 0 at rest.
    #[inline]
    pub fn signed_coulomb(&self, direction: i8) -> f64 {
        f64::from(direction) * self.coulomb(direction)
    }

    /// Whether both directions have the same level without load.
    pub fn are_symmetric(&self) -> bool {
        self.forward == self.backward
    }

    /// Growth of the level with |load| for motion in `direction` while the load has the sign `load_side`.
    #[inline]
    pub fn gain(&self, direction: i8, load_side: i8) -> f64 {
        if direction == load_side { self.opposing_gain } else { self.aiding_gain }
    }

    /// The same with the sign of the friction: against the load it costs the drive more than the load, with it less.
    #[inline]
    pub fn signed_gain(&self, direction: i8, load_side: i8) -> f64 {
        f64::from(direction * load_side) * self.gain(direction, load_side)
    }

    /// Coulomb level for motion in `direction` against a load torque of the sign `load_side` [N·m].
    ///
    /// `load` may be any Taylor coefficient of the load torque, with `one` = 1 for order 0 and 0 for the others.
    #[inline]
    pub fn level(&self, one: f64, direction: i8, load_side: i8, load: f64) -> f64 {
        self.coulomb(direction) * one + self.gain(direction, load_side) * (f64::from(load_side) * load)
    }

    /// The larger growth of both.
    #[inline]
    pub fn largest_gain(&self) -> f64 {
        if self.opposing_gain > self.aiding_gain { self.opposing_gain } else { self.aiding_gain }
    }

    /// Whether the level grows with the load.
    #[inline]
    pub fn depend_on_load(&self) -> bool {
        self.opposing_gain != 0.0 || self.aiding_gain != 0.0
    }

    /// Levels in both directions under a load over those without, which are not 0.
    pub fn growth(&self, load_side: i8, load: f64) -> LevelRatios {
        let of = |direction: i8| self.level(1.0, direction, load_side, load) / self.coulomb(direction);
        LevelRatios { forward: of(1), backward: of(-1) }
    }

    /// Breakaway levels at rest: the Coulomb levels in both directions, each part times its ratio [N·m].
    #[inline]
    pub fn band(&self, one: f64, ratios: RestRatios, load_side: i8, load: f64) -> Band {
        if self.forward == 0.0 && self.backward == 0.0 {
            return self.proportional_band(ratios.load, load_side, load);
        }
        if self.forward != self.backward || ratios.coulomb != ratios.load {
            return self.uneven_band(one, ratios, load_side, load);
        }
        let level = |gain: f64, load: f64| ratios.coulomb * (self.forward * one + gain * load);
        // Written out for each side: in this order a step at rest takes 20 instructions less.
        match load_side {
            1 => Band { forward: level(self.opposing_gain, load), backward: level(self.aiding_gain, load) },
            -1 => Band { forward: level(self.aiding_gain, -load), backward: level(self.opposing_gain, -load) },
            _ => Band { forward: level(self.aiding_gain, 0.0 * load), backward: level(self.aiding_gain, 0.0 * load) },
        }
    }

    /// The same where directions, or the parts of a level, differ.
    #[inline(never)]
    fn uneven_band(&self, one: f64, ratios: RestRatios, load_side: i8, load: f64) -> Band {
        let level = |direction: i8| self.rest_level(one, ratios, direction, load_side, load);
        Band { forward: level(1), backward: level(-1) }
    }

    /// Level at rest against motion in `direction`: each part of it times its ratio [N·m].
    #[inline(never)]
    pub fn rest_level(&self, one: f64, ratios: RestRatios, direction: i8, load_side: i8, load: f64) -> f64 {
        if ratios.coulomb == ratios.load {
            return ratios.coulomb * self.level(one, direction, load_side, load);
        }
        let share = self.gain(direction, load_side) * (f64::from(load_side) * load);
        ratios.coulomb * (self.coulomb(direction) * one) + ratios.load * share
    }

    /// The same without Coulomb torque. Where `ratio`·(1 − η_aid) is 1 but for rounding, the level at rest is the load itself: every load is
    /// at the edge of what holds, where rounding would decide, and what can rest does rest.
    #[inline(never)]
    fn proportional_band(&self, ratio: f64, load_side: i8, load: f64) -> Band {
        let is_neutral = (ratio * self.aiding_gain - 1.0).abs() <= NEUTRAL;
        let level = |direction: i8| {
            if is_neutral && direction != load_side {
                return f64::from(load_side) * load;
            }
            ratio * self.level(0.0, direction, load_side, load)
        };
        Band { forward: level(1), backward: level(-1) }
    }
}

impl Band {
    /// Of what has no level.
    pub const NONE: Self = Self { forward: 0.0, backward: 0.0 };

    /// The direction in which `active` torque [N·m] breaks the contact away, or 0 where it holds.
    #[inline]
    pub fn breakaway(&self, active: f64) -> i8 {
        i8::from(active > self.forward) - i8::from(active < -self.backward)
    }

    /// Friction at rest: balances the active torque up to the breakaway levels [N·m].
    #[inline]
    pub fn hold(&self, active: f64) -> f64 {
        active.max(-self.backward).min(self.forward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_those_of_equations_3_and_4() {
        // Fig 9's irreversible transmission under 74500 N·m.
        let levels = Levels::new(2500.0, 0.92, -0.2);
        let opposing = levels.level(1.0, 1, 1, 74500.0);
        let aiding = levels.level(1.0, -1, 1, 74500.0);
        assert!((opposing - (2500.0 + (1.0 / 0.92 - 1.0) * 74500.0)).abs() < 1e-9); // rounding of 1e4
        assert!((aiding - (2500.0 + 1.2 * 74500.0)).abs() < 1e-9);
    }

    #[test]
    fn levels_grow_with_the_load_where_either_efficiency_is_not_one() {
        let grow = |opposing, aiding| Levels::new(1.0, opposing, aiding).depend_on_load();
        assert_eq!([grow(0.9, 1.0), grow(1.0, 0.9), grow(1.0, 1.0)], [true, true, false]);
    }

    #[test]
    fn ratios_of_levels_are_multiplied_in_each_direction() {
        let ratios = LevelRatios { forward: 2.0, backward: 3.0 }.times(LevelRatios { forward: 5.0, backward: 7.0 });
        assert_eq!((ratios.forward, ratios.backward), (10.0, 21.0));
    }

    #[test]
    fn a_mirrored_load_swaps_the_breakaway_levels_exactly() {
        let levels = Levels::new(0.8, 0.8, 0.7);
        let band = levels.band(1.0, RestRatios::alike(1.3), 1, 3.0);
        let mirrored = levels.band(1.0, RestRatios::alike(1.3), -1, -3.0);
        assert_eq!((band.forward, band.backward), (mirrored.backward, mirrored.forward));
    }

    #[test]
    fn each_direction_has_its_level_without_load_and_each_part_its_ratio_at_rest() {
        let levels = Levels::new(0.8, 0.8, 0.7).with_backward_ratio(0.5);
        assert_eq!(
            [levels.level(1.0, 1, 1, 3.0), levels.level(1.0, -1, 1, 3.0)],
            [0.8 + 0.25 * 3.0, 0.4 + (1.0 - 0.7) * 3.0]
        );
        let band = levels.band(1.0, RestRatios { coulomb: 1.5, load: 2.0 }, 1, 3.0);
        assert_eq!(
            (band.forward, band.backward),
            (1.5 * 0.8 + 2.0 * (0.25 * 3.0), 1.5 * 0.4 + 2.0 * ((1.0 - 0.7) * 3.0))
        );
    }

    #[test]
    fn a_level_at_rest_that_grows_as_fast_as_the_load_is_the_load_whatever_its_rounding() {
        for (ratio, efficiency) in [(1.25, 0.2), (1.5, 1.0 / 3.0), (2.0, 0.5), (10.0, 0.9)] {
            let levels = Levels::new(0.0, 1.0, efficiency);
            for load in [777.7, 321.0 / 7.0, 1e-9, 1e12] {
                assert_eq!(levels.band(1.0, RestRatios::alike(ratio), 1, load).backward, load, "{ratio} {load}");
                assert_eq!(levels.band(1.0, RestRatios::alike(ratio), -1, -load).forward, load, "{ratio} {load}");
                // What is no rounding is left as it is.
                let beside = [1.0 - 1e-7, 1.0 + 1e-7]
                    .map(|factor| levels.band(1.0, RestRatios::alike(factor * ratio), 1, load).backward);
                assert!(beside[0] < load && beside[1] > load, "{ratio} {load}");
            }
        }
    }

    #[test]
    fn the_contact_holds_up_to_and_including_the_static_limit() {
        let band = Band { forward: 1.5, backward: 1.0 };
        assert_eq!([band.breakaway(1.5), band.breakaway(1.5000001), band.breakaway(-1.1)], [0, 1, -1]);
        assert_eq!([band.hold(1.2), band.hold(2.0), band.hold(-2.0)], [1.2, 1.5, -1.0]);
    }
}
