//! Algorithms that the papers compare themselves with; here so that a user can see the difference on an actuator.
//!
//! Each gives friction at a point from velocity, active torque and the levels there. None sticks truly: they chatter,
//! creep, or hold in a dead band whose width is the user's choice. They are integrated with fixed steps
//! (`solver.fixed_step_size`) by the classical Runge-Kutta method, the bare sign by Euler's, as their authors do.

use super::Band;

/// Which algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// Karnopp (1985): inside |v| ≤ v₀ the velocity counts as zero and friction balances the active torque up to the
    /// static level.
    Karnopp,
    /// Coulomb friction with the bare sign of the velocity; no stiction.
    Sign,
    /// Saturated viscous friction: F = level·sat(v/v₀); no stiction.
    Hyperviscous,
    /// After Quinn (2004): inside |v| < v₀ a blend of the balancing friction at v = 0 with the sliding level at v₀, so
    /// that equilibria are kept.
    Quinn,
}

/// What a comparator needs to know of a point.
#[derive(Clone, Copy, Debug)]
pub struct ContactPoint {
    /// Velocity [rad/s].
    pub velocity: f64,
    /// Active torque [N·m].
    pub active: f64,
    /// Sliding levels in both directions [N·m].
    pub sliding: Band,
    /// Breakaway levels in both directions [N·m].
    pub breakaway: Band,
}

/// Partial derivatives of the friction torque of a comparator; at a kink those on its right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComparatorSlopes {
    /// With the velocity [N·m·s/rad].
    pub velocity: f64,
    /// With the active torque.
    pub active: f64,
    /// With the sliding friction in the direction of the velocity.
    pub level: f64,
    /// With the breakaway friction in `breakaway_direction`.
    pub breakaway: f64,
    /// Direction in which the active torque exceeds the breakaway level, or 0.
    pub breakaway_direction: i8,
}

impl Comparator {
    /// Partial derivatives of [`Comparator::torque`].
    pub fn slopes(self, at: &ContactPoint, width: f64) -> ComparatorSlopes {
        let ContactPoint { velocity, active, sliding, breakaway } = *at;
        let (direction, level) = if velocity < 0.0 { (-1.0, -sliding.backward) } else { (1.0, sliding.forward) };
        let breakaway_direction = breakaway.breakaway(active);
        let held = f64::from(u8::from(breakaway_direction == 0));
        let none = ComparatorSlopes { breakaway_direction, ..ComparatorSlopes::default() };
        let inside = velocity.abs() < width;
        match self {
            Self::Karnopp if velocity.abs() <= width => {
                ComparatorSlopes { active: held, breakaway: 1.0 - held, ..none }
            }
            Self::Sign if velocity == 0.0 => none,
            Self::Hyperviscous if inside => {
                ComparatorSlopes { velocity: direction * level / width, level: velocity.abs() / width, ..none }
            }
            Self::Quinn if inside => {
                let share = velocity.abs() / width;
                ComparatorSlopes {
                    velocity: direction * (level - breakaway.hold(active)) / width,
                    active: held * (1.0 - share),
                    level: share,
                    breakaway: (1.0 - held) * (1.0 - share),
                    ..none
                }
            }
            Self::Karnopp | Self::Sign | Self::Hyperviscous | Self::Quinn => ComparatorSlopes { level: 1.0, ..none },
        }
    }

    /// Friction torque [N·m]; `width` is v₀ [rad/s].
    pub fn torque(self, at: &ContactPoint, width: f64) -> f64 {
        let ContactPoint { velocity, active, sliding, breakaway } = *at;
        let level = if velocity < 0.0 { -sliding.backward } else { sliding.forward };
        match self {
            Self::Karnopp if velocity.abs() <= width => breakaway.hold(active),
            Self::Karnopp => level,
            Self::Sign if velocity == 0.0 => 0.0,
            Self::Sign => level,
            Self::Hyperviscous => level * (velocity.abs() / width).min(1.0),
            Self::Quinn => {
                let share = (velocity.abs() / width).min(1.0);
                level * share + breakaway.hold(active) * (1.0 - share)
            }
        }
    }

    /// Whether the comparator sets the velocity itself to zero while it holds (Karnopp).
    pub fn holds(self, at: &ContactPoint, width: f64) -> bool {
        self == Self::Karnopp && at.velocity.abs() <= width && at.breakaway.breakaway(at.active) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(velocity: f64, active: f64) -> ContactPoint {
        let sliding = Band { forward: 1.0, backward: 1.0 };
        let breakaway = Band { forward: 1.5, backward: 1.5 };
        ContactPoint { velocity, active, sliding, breakaway }
    }

    #[test]
    fn outside_their_width_all_give_the_sliding_level() {
        for comparator in [Comparator::Karnopp, Comparator::Sign, Comparator::Hyperviscous, Comparator::Quinn] {
            assert_eq!(comparator.torque(&at(0.2, 3.0), 0.1), 1.0);
            assert_eq!(comparator.torque(&at(-0.2, 3.0), 0.1), -1.0);
        }
    }

    #[test]
    fn inside_their_width_each_is_what_its_author_says() {
        assert_eq!(Comparator::Karnopp.torque(&at(0.05, 1.2), 0.1), 1.2);
        assert_eq!(Comparator::Hyperviscous.torque(&at(0.05, 1.2), 0.1), 0.5);
        assert_eq!(Comparator::Quinn.torque(&at(0.05, 1.2), 0.1), 0.5 + 0.6);
        assert_eq!(Comparator::Sign.torque(&at(0.0, 1.2), 0.1), 0.0);
    }

    const ALL: [Comparator; 4] = [Comparator::Karnopp, Comparator::Sign, Comparator::Hyperviscous, Comparator::Quinn];

    /// Friction where velocity, active torque, and the two frictions of `direction` and `exceeded` are changed a little.
    fn changed(comparator: Comparator, at: &ContactPoint, exceeded: i8, change: [f64; 4]) -> f64 {
        let [velocity, active, sliding, breakaway] = change;
        let with = |band: Band, direction: i8, change: f64| Band {
            forward: band.forward + if direction > 0 { change } else { 0.0 },
            backward: band.backward - if direction < 0 { change } else { 0.0 },
        };
        let direction = if at.velocity < 0.0 { -1 } else { 1 };
        let moved = ContactPoint {
            velocity: at.velocity + velocity,
            active: at.active + active,
            sliding: with(at.sliding, direction, sliding),
            breakaway: with(at.breakaway, exceeded, breakaway),
        };
        comparator.torque(&moved, 0.1)
    }

    #[test]
    fn the_slopes_are_the_differences_of_the_torque() {
        // Inside and outside of the width, held, and beyond the breakaway level in both directions.
        let points = [-0.2, -0.05, 0.05, 0.2].map(|velocity| [-3.0, 0.5, 3.0].map(|active| at(velocity, active)));
        for (comparator, at) in ALL.iter().flat_map(|one| points.as_flattened().iter().map(move |at| (*one, at))) {
            let slopes = comparator.slopes(at, 0.1);
            let exceeded = if at.active.abs() > 1.5 { at.active.signum() as i8 } else { 0 };
            assert_eq!(slopes.breakaway_direction, exceeded, "{comparator:?} {at:?}");
            let expected = [slopes.velocity, slopes.active, slopes.level, slopes.breakaway];
            for (place, slope) in expected.into_iter().enumerate().filter(|(place, _)| *place < 3 || exceeded != 0) {
                // Piecewise linear, and no kink within the change.
                let mut change = [0.0; 4];
                change[place] = 1e-4;
                let difference = changed(comparator, at, exceeded, change) - comparator.torque(at, 0.1);
                assert!((difference / 1e-4 - slope).abs() < 1e-9, "{comparator:?} {place} {at:?}: {slope}");
            }
        }
    }
}
