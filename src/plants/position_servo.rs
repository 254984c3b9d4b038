//! An electrohydraulic position servo up to the torque of its motor: controller, servovalve and motor (Borello & Dalla Vedova
//! 2012, section 5). What its motor moves is up to who has one.
//!
//! ```text
//! Err = Com − position     Cor = sat(K_P·Err + K_I·∫Err dt + K_D·dErr/dt, CorM)
//! Cor → flapper → spool → P12 → TM: see `servovalve`
//! ```
//!
//! In each branch of its saturations and stops the chain is linear, so one formula holds for every Taylor coefficient.

use super::servovalve::{STOP_SLACK, VALVE_GUARDS, saturation_guards, stop_guards};
use super::{Controller, Order, ServovalveMode, Valve, ValveElement, ValveGuard};

/// Controller and valve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionServo {
    /// The controller.
    pub controller: Controller,
    /// The valve with the motor.
    pub valve: Valve,
}

/// States, or Taylor coefficients of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServoStates {
    /// XF [m].
    pub flapper: f64,
    /// DXF [m/s].
    pub flapper_velocity: f64,
    /// XS [m].
    pub spool: f64,
    /// ∫Err dt [rad·s].
    pub error_integral: f64,
}

/// What the servo is given, or Taylor coefficients of it.
#[derive(Clone, Copy, Debug)]
pub struct ServoInputs {
    /// Which coefficient.
    pub order: Order,
    /// Com [rad] and its rate.
    pub command: f64,
    /// [rad/s].
    pub command_rate: f64,
    /// Position that is fed back [rad] and its rate.
    pub position: f64,
    /// [rad/s].
    pub position_rate: f64,
    /// Velocity of the motor [rad/s].
    pub velocity: f64,
    /// PSR [Pa].
    pub supply_pressure: f64,
}

/// Signals of the chain, or Taylor coefficients of them.
#[derive(Clone, Copy, Debug)]
pub struct ServoSignals {
    /// Err [rad].
    pub error: f64,
    /// Current before saturation [A].
    pub demand: f64,
    /// Cor [A].
    pub current: f64,
    /// Acceleration that the flapper has, or would have if no stop held it [m/s²].
    pub flapper_drive: f64,
    /// Pressure that the valve commands before saturation [Pa].
    pub valve_pressure: f64,
    /// P12 [Pa].
    pub differential_pressure: f64,
    /// TM [N·m].
    pub motor_torque: f64,
}

impl PositionServo {
    /// The chain from command to torque.
    #[inline]
    pub fn signals(&self, mode: &ServovalveMode, at: &ServoInputs, states: &ServoStates) -> ServoSignals {
        let error = at.command - at.position;
        let error_rate = at.command_rate - at.position_rate;
        let demand = self.controller.demand(error, states.error_integral, error_rate);
        let current = select(mode.current, demand, at.order.constant(self.controller.current_limit));
        let flapper_drive =
            self.valve.flapper_acceleration(current, states.spool, states.flapper, states.flapper_velocity);
        let valve_pressure = self.valve.pressure_gain * states.spool;
        let saturated = select(mode.pressure, valve_pressure, at.supply_pressure);
        let differential_pressure = self.valve.differential_pressure(saturated, at.velocity);
        let motor_torque = self.valve.displacement * differential_pressure;
        ServoSignals { error, demand, current, flapper_drive, valve_pressure, differential_pressure, motor_torque }
    }

    /// Time derivatives of the states.
    #[inline]
    pub fn rates(&self, mode: &ServovalveMode, states: &ServoStates, signals: &ServoSignals) -> ServoStates {
        ServoStates {
            // Zero on a stop, as the state is.
            flapper: states.flapper_velocity,
            flapper_velocity: if mode.flapper == 0 { signals.flapper_drive } else { 0.0 },
            spool: if mode.spool == 0 { self.valve.spool_velocity_gain * states.flapper } else { 0.0 },
            error_integral: signals.error,
        }
    }

    /// The saturations that belong to the values, which may have jumped; stops are left as they are.
    #[inline]
    pub fn mode_at(&self, mode: &ServovalveMode, signals: &ServoSignals, supply_pressure: f64) -> ServovalveMode {
        ServovalveMode {
            current: beyond(signals.demand, self.controller.current_limit),
            pressure: beyond(signals.valve_pressure, supply_pressure),
            ..*mode
        }
    }

    /// Guards in the order of [`ValveGuard::in_place`].
    #[inline]
    pub fn guards(
        &self,
        mode: &ServovalveMode,
        at: &ServoInputs,
        states: &ServoStates,
        signals: &ServoSignals,
    ) -> [f64; VALVE_GUARDS] {
        let order = at.order;
        let absent = if order.is_value() { f64::INFINITY } else { 0.0 };
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        let slack = order.constant(STOP_SLACK);
        let flapper_slack = slack * self.valve.full_flapper_acceleration();
        let (flapper_end, spool_end) = (order.constant(flapper_travel), order.constant(spool_travel));
        let current_limit = order.constant(self.controller.current_limit);
        let current = saturation_guards(mode.current, absent, signals.demand, current_limit);
        let flapper =
            stop_guards(mode.flapper, absent, states.flapper, flapper_end, signals.flapper_drive, flapper_slack);
        let spool = stop_guards(mode.spool, absent, states.spool, spool_end, states.flapper, slack * flapper_travel);
        let pressure = saturation_guards(mode.pressure, absent, signals.valve_pressure, at.supply_pressure);
        let ([a, b], [c, d], [e, f], [g, h]) = (current, flapper, spool, pressure);
        [a, b, c, d, e, f, g, h]
    }

    /// Takes the guard in `place` to its other side. Returns how many coefficients of it are exactly zero on the surface that was
    /// just reached: of a saturation its excess, of a freed stop its distance with one (spool) or two (flapper) derivatives.
    pub fn transition(&self, mode: &mut ServovalveMode, place: usize, states: &mut ServoStates) -> usize {
        let ValveGuard { element, side } = ValveGuard::in_place(place);
        let branch = mode.branch_mut(element);
        *branch = if *branch == 0 { side } else { 0 };
        let is_reached = *branch != 0;
        match element {
            ValveElement::Flapper if is_reached => {
                states.flapper = f64::from(side) * self.valve.flapper_travel;
                states.flapper_velocity = 0.0;
                0
            }
            ValveElement::Flapper => 3,
            ValveElement::Spool if is_reached => {
                states.spool = f64::from(side) * self.valve.spool_travel;
                0
            }
            ValveElement::Spool => 2,
            ValveElement::Current | ValveElement::Pressure => 1,
        }
    }

    /// One step of `length` [s] in the style of the published fixed-step algorithm.
    pub fn euler_step(&self, states: &mut ServoStates, signals: &ServoSignals, length: f64) {
        states.error_integral += signals.error * length;
        states.spool += self.valve.spool_velocity_gain * states.flapper * length;
        let old = states.flapper_velocity;
        states.flapper_velocity += signals.flapper_drive * length;
        states.flapper += (old + states.flapper_velocity) * length / 2.0;
    }

    /// The inelastic stops of both stages, in the style of Table 1.
    pub fn limit(&self, states: &mut ServoStates) {
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        states.spool = states.spool.max(-spool_travel).min(spool_travel);
        states.flapper = states.flapper.max(-flapper_travel).min(flapper_travel);
        if states.flapper == flapper_travel {
            states.flapper_velocity = states.flapper_velocity.min(0.0);
        }
        if states.flapper == -flapper_travel {
            states.flapper_velocity = states.flapper_velocity.max(0.0);
        }
    }
}

/// What a saturation passes on: `value`, or the limit on the side that holds.
#[inline]
fn select(branch: i8, value: f64, limit: f64) -> f64 {
    match branch {
        0 => value,
        1 => limit,
        _ => -limit,
    }
}

fn beyond(value: f64, limit: f64) -> i8 {
    i8::from(value > limit) - i8::from(value < -limit)
}
