//! Servos at their limits while an equilibrium is looked for: current, spool stops, and the supply pressure of a linear valve.

use super::{FLAPPER, SPOOL};
use crate::mechanism::Mechanism;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::servo::SERVO_STATES;
use crate::plants::{NoEquilibrium, PressureBranch, SecondStage, ServovalveMode};

/// Changes of one servo at a time, of which that farthest beyond its limit is the first; then they are taken in their order, which
/// does not go in circles where springs couple the servos (Murty 1974, "Note on a Bard-type scheme").
const WORST_FIRST: usize = 20;

/// The limit that a servo is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Limited {
    Current(i8),
    Spool(i8),
    Pressure(i8),
}

impl Limited {
    /// Why such a servo carries no more.
    pub fn reason(self) -> NoEquilibrium {
        match self {
            Self::Current(_) => NoEquilibrium::Current,
            Self::Spool(_) | Self::Pressure(_) => NoEquilibrium::Stall,
        }
    }
}

/// The limit that a branch of a servo is at: the first in the chain.
pub(super) fn limited(mode: &ServovalveMode) -> Option<Limited> {
    match (mode.current, mode.spool, mode.pressure) {
        (0, 0, PressureBranch::LowerSaturation) => Some(Limited::Pressure(-1)),
        (0, 0, PressureBranch::UpperSaturation) => Some(Limited::Pressure(1)),
        (0, 0, _) => None,
        (0, side, _) => Some(Limited::Spool(side)),
        (side, ..) => Some(Limited::Current(side)),
    }
}

/// The branch on which a value belongs that is on `side` of a limit, or within it (0); and how far beyond the limit it is.
fn beyond(side: i8, value: f64, limit: f64) -> (i8, f64) {
    if value == 0.0 && limit == 0.0 {
        return (side, 0.0);
    }
    let share = value.abs() / limit;
    let own = if value < 0.0 { -1 } else { 1 };
    let stays = side == own && share >= 1.0 - CONSTANTS.equilibrium_reltol_back;
    if stays || share > 1.0 + CONSTANTS.equilibrium_reltol_beyond { (own, share - 1.0) } else { (0, 1.0 - share) }
}

impl Mechanism {
    /// Takes one servo to a limit beyond which it is, or back from it; whether there was any.
    pub(super) fn choose_limit_of_servo(&mut self) -> bool {
        let mut chosen: Option<(usize, ServovalveMode, f64)> = None;
        for index in 0..self.structure.servos.len() {
            let Some((mode, excess)) = self.other_limit(index) else { continue };
            if self.equilibrium.changes == 0 && self.equilibrium.first_limited == Some(index) {
                chosen = Some((index, mode, excess));
                break;
            }
            if chosen.is_none_or(|(.., most)| excess > most) {
                chosen = Some((index, mode, excess));
            }
            if self.equilibrium.changes >= WORST_FIRST {
                break;
            }
        }
        let Some((index, mode, _)) = chosen else { return false };
        self.equilibrium.changes += 1;
        self.mode.servos[index] = mode;
        true
    }

    /// Spools and flappers that are at stops are there.
    pub(super) fn place_at_stops(&mut self) {
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let (mode, valve) = (&self.mode.servos[index], &servo.chain.valve);
            let states = &mut self.internal[SERVO_STATES * index..];
            if mode.spool != 0 {
                states[SPOOL] = f64::from(mode.spool) * valve.spool_travel;
            }
            if mode.flapper != 0 {
                states[FLAPPER] = f64::from(mode.flapper) * valve.flapper_travel;
            }
        }
    }

    /// The branch of a servo whose values belong to another one, and by how much: pressure and stops before the current, since a
    /// servo at stall need not be at the limit of its current.
    fn other_limit(&self, index: usize) -> Option<(ServovalveMode, f64)> {
        let (servo, mode) = (&self.structure.servos[index], self.mode.servos[index]);
        let (valve, terms) = (&servo.chain.valve, &self.expansion.servos[index]);
        let states = &terms.states;
        if valve.law() == SecondStage::Linear {
            let before = mode.pressure.number();
            let (side, excess) = beyond(before, terms.signals.valve_pressure, terms.supply_pressure());
            if side != before {
                return Some((ServovalveMode { pressure: PressureBranch::saturation(side), ..mode }, excess));
            }
        }
        if mode.spool == 0 {
            let (side, excess) = beyond(0, states.spool, valve.spool_travel);
            if side != 0 {
                return Some((ServovalveMode { spool: side, ..mode }, excess));
            }
        } else {
            let pressing = f64::from(mode.spool) * states.flapper / valve.flapper_travel;
            let drive = f64::from(mode.flapper) * terms.signals.flapper_drive;
            if pressing < -CONSTANTS.equilibrium_reltol_back {
                return Some((ServovalveMode { spool: 0, flapper: 0, ..mode }, -pressing));
            }
            let (side, excess) = beyond(mode.flapper, states.flapper, valve.flapper_travel);
            if mode.flapper == 0 && side != 0 {
                return Some((ServovalveMode { flapper: side, ..mode }, excess));
            }
            if drive < -CONSTANTS.equilibrium_reltol_back * valve.full_flapper_acceleration() {
                return Some((ServovalveMode { flapper: 0, ..mode }, 1.0));
            }
        }
        let limit = servo.chain.controller.current_limit;
        let (side, excess) = beyond(mode.current, terms.signals.demand, limit);
        (side != mode.current).then_some((ServovalveMode { current: side, ..mode }, excess))
    }

    /// The first servo at a limit that it could be anywhere beyond, as where its body floats.
    pub(super) fn floating_at_limit(&self) -> Option<(usize, Limited)> {
        let floats = self.equilibrium.floats.iter().enumerate().filter(|(_, floats)| **floats);
        floats.map(|(index, _)| index).find_map(|index| Some((index, limited(&self.mode.servos[index])?)))
    }

    /// Bodies of servos that float at a limit are held where they start.
    pub(super) fn hold_bodies_of_limited(&mut self) {
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let is_limited = limited(&self.mode.servos[index]).is_some();
            if let Some(root) = self.ties.root[servo.on].filter(|_| is_limited && self.equilibrium.floats[index]) {
                self.equilibrium.held[root] = true;
            }
        }
    }

    /// Whether a body is driven by a servo whose integral determines where it is.
    pub(super) fn is_placed_by_integral(&self, root: usize) -> bool {
        let mut servos = self.structure.servos.iter();
        servos.any(|servo| self.ties.root[servo.on] == Some(root) && servo.chain.controller.integral_gain != 0.0)
    }

    /// Whether a state of a servo is at a stop, and stays there.
    pub(super) fn is_at_stop(&self, state: usize) -> bool {
        let Some(mode) = self.mode.servos.get(state / SERVO_STATES) else { return false };
        match state % SERVO_STATES {
            FLAPPER => mode.flapper != 0,
            SPOOL => mode.spool != 0,
            _ => false,
        }
    }
}
