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
    /// Pressure, saturated.
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
    /// Pressure saturation.
    pub pressure: i8,
}

impl ServovalveMode {
    /// The branch of an element.
    pub fn branch_mut(&mut self, element: ValveElement) -> &mut i8 {
        match element {
            ValveElement::Current => &mut self.current,
            ValveElement::Flapper => &mut self.flapper,
            ValveElement::Spool => &mut self.spool,
            ValveElement::Pressure => &mut self.pressure,
        }
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
    /// 1/(1 + CLk·GPS/GQS): share of the pressure that leakage leaves.
    leakage_factor: f64,
    /// Share of the pressure loss per motor velocity that leakage leaves.
    loss: f64,
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
            leakage_factor,
            loss: leakage_factor * (pressure_gain / flow_gain * displacement),
        }
    }

    /// Torque that the motor loses per velocity [N·m·s/rad].
    pub fn damping(&self) -> f64 {
        self.displacement * self.loss
    }

    /// Acceleration of the free flapper [m/s²].
    #[inline]
    pub fn flapper_acceleration(&self, current: f64, spool: f64, flapper: f64, flapper_velocity: f64) -> f64 {
        let target = self.flapper_per_current * current - self.flapper_per_spool * spool;
        self.stiffness * (target - flapper) - self.damping * flapper_velocity
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
        self.leakage_factor * valve_pressure + self.loss * velocity
    }

    /// Acceleration of a flapper that is a full travel away from its target [m/s²].
    #[inline]
    pub fn full_flapper_acceleration(&self) -> f64 {
        self.stiffness * self.flapper_travel
    }

    /// Differential pressure P12 [Pa] from the (saturated) valve pressure [Pa] and the motor velocity [rad/s].
    #[inline]
    pub fn differential_pressure(&self, valve_pressure: f64, velocity: f64) -> f64 {
        self.leakage_factor * valve_pressure - self.loss * velocity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reach_of_an_acceleration_or_pressure_is_what_the_worst_signs_give() {
        let valve = Valve::new(&Servovalve {
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
        });
        // 100·(0.25·2 + 1.5·3 + 5) + 5·7 and (6 + 1·9)/2.
        assert_eq!(valve.flapper_reach(2.0, 3.0, 5.0, 7.0), 1035.0);
        assert_eq!(valve.flapper_acceleration(2.0, -3.0, -5.0, -7.0), 1035.0);
        assert_eq!(valve.pressure_reach(6.0, 9.0), 7.5);
        assert_eq!(valve.differential_pressure(6.0, -9.0), 7.5);
    }
}
