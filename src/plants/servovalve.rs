//! Two-stage electrohydraulic servovalve with hydraulic motor (Borello & Dalla Vedova 2012, section 5.2).
//!
//! First stage (flapper), second order with inelastic stops; second stage (spool), an integrator with stops:
//!
//! ```text
//! D2XF = WF²·((GM·Cor − KF·XS)/KFS − XF) − 2·ZF·WF·DXF,   |XF| ≤ XFM
//! DXS  = GSF·XF,                                           |XS| ≤ XSM
//! P12  = (sat(GPS·XS, PSR) − (GPS/GQS)·Dis·DXJ)/(1 + CLk·GPS/GQS)      not clipped again at PSR
//! TM   = Dis·P12
//! ```
//!
//! The third line is the paper's law, the linear one; the law of [`orifice`](super::orifice) takes its place where it is chosen.

use super::orifice::{Orifice, OrificeInputs, OrificeSides};

/// Number of guards of the valve: an upper and a lower surface of each element.
pub const VALVE_GUARDS: usize = 8;

/// An element of controller or valve that saturates or has stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValveElement {
    /// Current, saturated.
    Current,
    /// Flapper, with stops.
    Flapper,
    /// Spool, with stops.
    Spool,
    /// Pressure, saturated; of a valve with orifices the spool about its centre (upper guard) and the direction of its flow (lower
    /// guard).
    Pressure,
}

/// A guard of the valve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValveGuard {
    /// The element.
    pub element: ValveElement,
    /// Its upper (+1) or lower (-1) surface.
    pub side: i8,
}

impl ValveGuard {
    /// The guard in a place, counted from the first of the valve: upper and lower surface of one element after the other.
    pub fn in_place(place: usize) -> Self {
        let element = match place / 2 {
            0 => ValveElement::Current,
            1 => ValveElement::Flapper,
            2 => ValveElement::Spool,
            _ => ValveElement::Pressure,
        };
        Self { element, side: if place.is_multiple_of(2) { 1 } else { -1 } }
    }
}

/// Valve and motor constants, symbols of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Servovalve {
    /// GM, torque motor gain [N·m/A].
    pub torque_motor_gain: f64,
    /// KF, feedback stiffness of the second stage on the first [N·m/m].
    pub feedback_stiffness: f64,
    /// KFS, flapper stiffness [N·m/m].
    pub flapper_stiffness: f64,
    /// WF, natural frequency of the first stage [rad/s].
    pub natural_frequency: f64,
    /// ZF, damping ratio of the first stage.
    pub damping_ratio: f64,
    /// XFM, flapper travel [m].
    pub flapper_travel: f64,
    /// GSF, spool velocity per flapper position [1/s].
    pub spool_velocity_gain: f64,
    /// XSM, spool travel [m].
    pub spool_travel: f64,
    /// GPS, pressure gain [Pa/m].
    pub pressure_gain: f64,
    /// GQS, flow gain [m²/s].
    pub flow_gain: f64,
    /// CLk, leakage coefficient [m³/(s·Pa)].
    pub leakage_coefficient: f64,
    /// Dis, motor displacement [m³/rad].
    pub displacement: f64,
    /// P_R, supply pressure at which the flow gain of a valve with orifices holds [Pa].
    pub rated_pressure: f64,
    /// Law of the second stage.
    pub law: SecondStage,
}

/// Law of the flow through the second stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondStage {
    /// The paper's.
    Linear,
    /// [`Orifice`].
    Orifice,
}

/// Which branch of the law of the second stage holds. By numbers: those of the linear law are −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(i8)]
pub enum PressureBranch {
    /// Linear law: minus the supply pressure.
    LowerSaturation = -1,
    /// Linear law: between the saturations.
    #[default]
    Unsaturated = 0,
    /// Linear law: the supply pressure.
    UpperSaturation = 1,
    /// Orifices, open to the positive side, flow out of the supply.
    PositiveOut = 2,
    /// Orifices, open to the positive side, flow back into the supply.
    PositiveBack = 3,
    /// Orifices, open to the negative side, flow out of the supply.
    NegativeOut = -2,
    /// Orifices, open to the negative side, flow back into the supply.
    NegativeBack = -3,
}

impl PressureBranch {
    /// Of a linear valve, by its saturation.
    pub fn saturation(side: i8) -> Self {
        match side {
            0 => Self::Unsaturated,
            1 => Self::UpperSaturation,
            _ => Self::LowerSaturation,
        }
    }

    /// Of a valve with orifices.
    pub fn of_orifice(sides: OrificeSides) -> Self {
        match (sides.opening < 0, sides.flow < 0) {
            (false, false) => Self::PositiveOut,
            (false, true) => Self::PositiveBack,
            (true, false) => Self::NegativeOut,
            (true, true) => Self::NegativeBack,
        }
    }

    /// Whether it is a branch of the linear law.
    #[inline]
    pub fn is_linear(self) -> bool {
        matches!(self, Self::LowerSaturation | Self::Unsaturated | Self::UpperSaturation)
    }

    /// The sides of a valve with orifices.
    #[inline]
    pub fn orifice_sides(self) -> Option<OrificeSides> {
        let (opening, flow) = match self {
            Self::LowerSaturation | Self::Unsaturated | Self::UpperSaturation => return None,
            Self::PositiveOut => (1, 1),
            Self::PositiveBack => (1, -1),
            Self::NegativeOut => (-1, 1),
            Self::NegativeBack => (-1, -1),
        };
        Some(OrificeSides { opening, flow })
    }

    /// Its number, as a saved state has it.
    pub fn number(self) -> i8 {
        self as i8
    }

    /// The branch with this number; of one that there is not, that of a linear valve within its limits.
    pub fn from_number(number: i8) -> Self {
        match number {
            -1 => Self::LowerSaturation,
            1 => Self::UpperSaturation,
            2 => Self::PositiveOut,
            3 => Self::PositiveBack,
            -2 => Self::NegativeOut,
            -3 => Self::NegativeBack,
            _ => Self::Unsaturated,
        }
    }
}

/// Which saturations and stops hold: −1 lower, 0 none, +1 upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ServovalveMode {
    /// Current saturation.
    pub current: i8,
    /// Flapper stop.
    pub flapper: i8,
    /// Spool stop.
    pub spool: i8,
    /// Branch of the law of the second stage.
    pub pressure: PressureBranch,
}

impl ServovalveMode {
    /// Whether all equations up to the motor's torque are linear.
    #[inline]
    pub fn is_linear(&self) -> bool {
        self.pressure.is_linear()
    }

    /// Whether a guard has a meaning: both surfaces of what is free, that which holds of what does not.
    pub fn has_guard(&self, guard: ValveGuard) -> bool {
        let branch = match guard.element {
            ValveElement::Current => self.current,
            ValveElement::Flapper => self.flapper,
            ValveElement::Spool => self.spool,
            ValveElement::Pressure if self.is_linear() => self.pressure.number(),
            ValveElement::Pressure => 0,
        };
        branch == 0 || branch == guard.side
    }
}

/// What the branch is after a surface of it was crossed.
pub(super) fn crossed(branch: i8, side: i8) -> i8 {
    if branch == 0 { side } else { 0 }
}

/// What a saturation passes on: `value`, or the limit on the side that holds.
#[inline]
pub(super) fn select(branch: i8, value: f64, limit: f64) -> f64 {
    match branch {
        0 => value,
        1 => limit,
        _ => -limit,
    }
}

/// Distances to the upper and lower surface of a saturation of `value` at `limit`: inside they are the distances to
/// both ends, in saturation the excess over the end that holds.
#[inline]
pub fn saturation_guards(mode: i8, absent: f64, value: f64, limit: f64) -> [f64; 2] {
    match mode {
        0 => [limit - value, limit + value],
        1 => [value - limit, absent],
        _ => [absent, -value - limit],
    }
}

/// What presses on a stop may fall this far below zero, relative to its full size, before the element leaves it: an
/// element that settles on its stop stays there, rounding or not.
pub const STOP_SLACK: f64 = 1e-12;

/// Distances to both ends of travel while free; on a stop, what presses on it and the `slack` of that.
#[inline]
pub fn stop_guards(mode: i8, absent: f64, position: f64, limit: f64, pressing: f64, slack: f64) -> [f64; 2] {
    match mode {
        0 => [limit - position, limit + position],
        1 => [pressing + slack, absent],
        _ => [absent, slack - pressing],
    }
}

/// The valve with what its equations need at every evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valve {
    /// XFM, flapper travel [m].
    pub flapper_travel: f64,
    /// WF, natural frequency of the first stage [rad/s].
    pub natural_frequency: f64,
    /// GSF, spool velocity per flapper position [1/s].
    pub spool_velocity_gain: f64,
    /// XSM, spool travel [m].
    pub spool_travel: f64,
    /// GPS, pressure gain [Pa/m].
    pub pressure_gain: f64,
    /// Dis, motor displacement [m³/rad].
    pub displacement: f64,
    /// GM/KFS.
    flapper_per_current: f64,
    /// KF/KFS.
    flapper_per_spool: f64,
    /// WF².
    stiffness: f64,
    /// 2·ZF·WF.
    damping: f64,
    /// Two factors of the law of the second stage: an instance has no room for those of both laws. Linear: 1/(1 + CLk·GPS/GQS), the
    /// share of the pressure that leakage leaves, and that share of the pressure loss per motor velocity. Orifices: GQS and CLk.
    factors: [f64; 2],
    /// P_R of a valve with orifices, which is above 0 [Pa]; 0 of a linear one.
    rated_pressure: f64,
}

impl Valve {
    /// Prepares the constants.
    pub fn new(constants: &Servovalve) -> Self {
        let Servovalve { natural_frequency, flapper_stiffness, pressure_gain, flow_gain, displacement, .. } =
            *constants;
        let leakage_factor = 1.0 / (1.0 + constants.leakage_coefficient * pressure_gain / flow_gain);
        Self {
            flapper_travel: constants.flapper_travel,
            natural_frequency,
            spool_velocity_gain: constants.spool_velocity_gain,
            spool_travel: constants.spool_travel,
            pressure_gain,
            displacement,
            flapper_per_current: constants.torque_motor_gain / flapper_stiffness,
            flapper_per_spool: constants.feedback_stiffness / flapper_stiffness,
            stiffness: natural_frequency * natural_frequency,
            damping: 2.0 * constants.damping_ratio * natural_frequency,
            factors: match constants.law {
                SecondStage::Linear => [leakage_factor, leakage_factor * (pressure_gain / flow_gain * displacement)],
                SecondStage::Orifice => [flow_gain, constants.leakage_coefficient],
            },
            rated_pressure: match constants.law {
                SecondStage::Linear => 0.0,
                SecondStage::Orifice => constants.rated_pressure,
            },
        }
    }

    /// Law of the second stage.
    #[inline]
    pub fn law(&self) -> SecondStage {
        if self.rated_pressure == 0.0 { SecondStage::Linear } else { SecondStage::Orifice }
    }

    /// Constants of a valve with orifices.
    #[inline]
    pub fn orifice(&self) -> Orifice {
        let [flow_gain, leakage_coefficient] = self.factors;
        let Self { rated_pressure, displacement, .. } = *self;
        Orifice { flow_gain, rated_pressure, leakage_coefficient, displacement }
    }

    /// Torque that the motor loses per velocity at a point [N·m·s/rad].
    pub fn damping(&self, branch: PressureBranch, at: &OrificeInputs) -> f64 {
        let loss = branch.orifice_sides().map_or(self.factors[1], |sides| self.orifice().velocity_loss(sides, at));
        self.displacement * loss
    }

    /// Spool position [m] at which a motor at rest has this differential pressure [Pa], if there is one. In saturation there is
    /// none: what a saturated valve holds is not in equilibrium with a spool.
    pub fn spool_at_rest(&self, pressure: f64, supply_pressure: f64) -> Option<f64> {
        if pressure == 0.0 {
            return Some(0.0);
        }
        match self.law() {
            SecondStage::Linear => {
                let commanded = pressure / self.factors[0];
                (self.pressure_gain > 0.0 && commanded.abs() < supply_pressure)
                    .then_some(commanded / self.pressure_gain)
            }
            SecondStage::Orifice => self.orifice().spool_at_rest(pressure, supply_pressure),
        }
    }

    /// Current [A] that holds the flapper in the middle with the spool there, if one does.
    pub fn current_at_rest(&self, spool: f64) -> Option<f64> {
        let wanted = self.flapper_per_spool * spool;
        if wanted == 0.0 {
            return Some(0.0);
        }
        (self.flapper_per_current > 0.0).then_some(wanted / self.flapper_per_current)
    }

    /// Acceleration of the free flapper [m/s²].
    #[inline]
    pub fn flapper_acceleration(&self, current: f64, spool: f64, flapper: f64, flapper_velocity: f64) -> f64 {
        let target = self.flapper_per_current * current - self.flapper_per_spool * spool;
        self.stiffness * (target - flapper) - self.damping * flapper_velocity
    }

    /// Flapper [m], its velocity [m/s] and spool [m] after an implicit step of `length` [s] under a current [A] within both travels:
    ///
    /// ```text
    /// (XF⁺ − XF)/h − DXF = h·(WF²·((GM·Cor − KF·XS⁺)/KFS − XF⁺) − 2·ZF·WF·(XF⁺ − XF)/h),   XS⁺ = XS + h·GSF·XF⁺
    /// ```
    ///
    /// The left side less the right one grows with XF⁺, also where XS⁺ is on its stop: the root within the travel of the flapper, or the end of
    /// it that is nearer, is the one solution with inelastic stops, whatever h is.
    pub fn implicit_step(
        &self,
        current: f64,
        (flapper, flapper_velocity, spool): (f64, f64, f64),
        length: f64,
    ) -> (f64, f64, f64) {
        let (stiffness, damping) = (length * length * self.stiffness, length * self.damping);
        let follows = length * self.spool_velocity_gain;
        let target = self.flapper_per_current * current;
        // With the spool from `from` on and `gain` of the flapper added to it.
        let flapper_with = |from: f64, gain: f64| {
            let pushed = (1.0 + damping) * flapper + length * flapper_velocity;
            let slope = 1.0 + damping + stiffness * (1.0 + self.flapper_per_spool * gain);
            (pushed + stiffness * (target - self.flapper_per_spool * from)) / slope
        };
        let within = |value: f64, travel: f64| value.max(-travel).min(travel);
        let free = flapper_with(spool, follows);
        let reached = spool + follows * free;
        let root = if reached.abs() <= self.spool_travel {
            free
        } else {
            flapper_with(within(reached, self.spool_travel), 0.0)
        };
        let end = within(root, self.flapper_travel);
        let velocity = if end == root { (end - flapper) / length } else { 0.0 };
        (end, velocity, within(spool + follows * end, self.spool_travel))
    }

    /// How far the acceleration of the free flapper can move while what it depends on moves by at most the given.
    #[inline]
    pub fn flapper_reach(&self, current: f64, spool: f64, flapper: f64, flapper_velocity: f64) -> f64 {
        let target = self.flapper_per_current * current + self.flapper_per_spool * spool;
        self.stiffness * (target + flapper) + self.damping * flapper_velocity
    }

    /// How far the differential pressure can move while what it depends on moves by at most the given.
    #[inline]
    pub fn pressure_reach(&self, valve_pressure: f64, velocity: f64) -> f64 {
        let [leakage_factor, loss] = self.factors;
        leakage_factor * valve_pressure + loss * velocity
    }

    /// Acceleration of a flapper that is a full travel away from its target [m/s²].
    #[inline]
    pub fn full_flapper_acceleration(&self) -> f64 {
        self.stiffness * self.flapper_travel
    }

    /// Differential pressure P12 [Pa] from the (saturated) valve pressure [Pa] and the motor velocity [rad/s].
    #[inline]
    pub fn differential_pressure(&self, valve_pressure: f64, velocity: f64) -> f64 {
        let [leakage_factor, loss] = self.factors;
        leakage_factor * valve_pressure - loss * velocity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valve() -> Valve {
        Valve::new(&Servovalve {
            torque_motor_gain: 0.5,
            feedback_stiffness: 3.0,
            flapper_stiffness: 2.0,
            natural_frequency: 10.0,
            damping_ratio: 0.25,
            flapper_travel: 1.0,
            spool_velocity_gain: 1.0,
            spool_travel: 1.0,
            pressure_gain: 8.0,
            flow_gain: 4.0,
            displacement: 0.5,
            leakage_coefficient: 0.5,
            rated_pressure: 1.0,
            law: SecondStage::Linear,
        })
    }

    #[test]
    fn the_reach_of_an_acceleration_or_pressure_is_what_the_worst_signs_give() {
        let valve = valve();
        // 100·(0.25·2 + 1.5·3 + 5) + 5·7 and (6 + 1·9)/2.
        assert_eq!(valve.flapper_reach(2.0, 3.0, 5.0, 7.0), 1035.0);
        assert_eq!(valve.flapper_acceleration(2.0, -3.0, -5.0, -7.0), 1035.0);
        assert_eq!(valve.pressure_reach(6.0, 9.0), 7.5);
        assert_eq!(valve.differential_pressure(6.0, -9.0), 7.5);
    }

    #[test]
    fn an_implicit_step_of_any_length_solves_the_equations_of_the_valve_or_ends_on_its_stops() {
        let valve = valve();
        for length in [1e-9, 1e-3, 0.1, 1e3] {
            for (current, before) in
                [(0.5, (0.1, 2.0, -0.3)), (30.0, (0.0, 0.0, 0.0)), (-9.0, (-0.9, -40.0, 1.0)), (0.0, (1.0, 0.0, -1.0))]
            {
                let (flapper, velocity, spool) = valve.implicit_step(current, before, length);
                assert!(flapper.abs() <= valve.flapper_travel && spool.abs() <= valve.spool_travel);
                let reached: f64 = before.2 + length * valve.spool_velocity_gain * flapper;
                assert_eq!(spool, reached.max(-valve.spool_travel).min(valve.spool_travel));
                // What pushes the flapper beyond where it is, of the size of its terms.
                let moved = (flapper - before.0) / length;
                let push = length * valve.flapper_acceleration(current, spool, flapper, moved) - (moved - before.1);
                let rounding =
                    1e-12 * (1.0 + 1.0 / length + length * valve.flapper_reach(current.abs(), 1.0, 1.0, moved.abs()));
                if flapper.abs() < valve.flapper_travel {
                    assert!(push.abs() <= rounding && velocity == moved, "{length} {current}: {push}");
                } else {
                    assert!(push * flapper >= -rounding && velocity == 0.0, "{length} {current}: {push}");
                }
            }
        }
    }
}
