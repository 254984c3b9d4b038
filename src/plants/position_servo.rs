//! An electrohydraulic position servo up to the torque of its motor: controller, servovalve and motor (Borello & Dalla Vedova
//! 2012, section 5). What its motor moves is up to who has one.
//!
//! ```text
//! Err = Com − position     Cor = sat(K_P·Err + K_I·∫Err dt + K_D·dErr/dt, CorM)
//! Cor → flapper → spool → P12 → TM: see `servovalve`
//! ```
//!
//! In each branch of its saturations and stops the chain is linear, so one formula holds for every Taylor coefficient; but for
//! the pressure of a valve with orifices, whose coefficients follow from all lower ones.

use super::orifice::{OrificeInputs, OrificeSeries, OrificeSides};
use super::servovalve::{STOP_SLACK, VALVE_GUARDS, crossed, saturation_guards, select, stop_guards};
use super::{Controller, Order, PressureBranch, SecondStage, ServovalveMode, Valve, ValveElement, ValveGuard};

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
    /// ∫Err dt, less what anti-windup takes back [rad·s].
    pub error_integral: f64,
}

/// What the servo is given, or Taylor coefficients of it.
#[derive(Clone, Copy, Debug, Default)]
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
#[derive(Clone, Copy, Debug, Default)]
pub struct ServoSignals {
    /// Err [rad].
    pub error: f64,
    /// Current before saturation [A].
    pub demand: f64,
    /// Cor [A].
    pub current: f64,
    /// Acceleration that the flapper has, or would have if no stop held it [m/s²].
    pub flapper_drive: f64,
    /// Pressure that a linear valve commands before saturation [Pa].
    pub valve_pressure: f64,
    /// P12 [Pa].
    pub differential_pressure: f64,
    /// TM [N·m].
    pub motor_torque: f64,
}

/// Why nothing can rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEquilibrium {
    /// The valve has not the pressure for the torque, with its spool at the end of its travel or the supply as it is.
    Stall,
    /// The torque motor has not the current to hold the spool there.
    Current,
    /// The controller has no gain to demand that current.
    Controller,
}

impl PositionServo {
    /// The chain from command to torque: values, and coefficients of any order as long as the mode is linear.
    #[inline(always)]
    pub fn signals(&self, mode: &ServovalveMode, at: &ServoInputs, states: &ServoStates) -> ServoSignals {
        if mode.is_linear() { self.linear_signals(mode, at, states) } else { self.orifice_signals(mode, at, states) }
    }

    /// The same in a branch of a linear valve.
    #[inline(always)]
    fn linear_signals(&self, mode: &ServovalveMode, at: &ServoInputs, states: &ServoStates) -> ServoSignals {
        self.with_pressure(mode, at, states, |valve_pressure| {
            let saturated = select(mode.pressure.number(), valve_pressure, at.supply_pressure);
            self.valve.differential_pressure(saturated, at.velocity)
        })
    }

    #[inline(never)]
    fn orifice_signals(&self, mode: &ServovalveMode, at: &ServoInputs, states: &ServoStates) -> ServoSignals {
        let sides = orifice_sides(mode);
        self.with_pressure(mode, at, states, |_| self.valve.orifice().pressure(sides, &orifice_inputs(at, states)))
    }

    /// The same where the mode may have orifices: coefficients one order after the other, from order 0 on.
    #[inline(always)]
    pub fn expanded_signals(
        &self,
        mode: &ServovalveMode,
        at: &ServoInputs,
        states: &ServoStates,
        series: &mut OrificeSeries,
    ) -> ServoSignals {
        if mode.is_linear() {
            self.linear_signals(mode, at, states)
        } else {
            self.expanded_orifice_signals(mode, at, states, series)
        }
    }

    #[inline(never)]
    fn expanded_orifice_signals(
        &self,
        mode: &ServovalveMode,
        at: &ServoInputs,
        states: &ServoStates,
        series: &mut OrificeSeries,
    ) -> ServoSignals {
        let sides = orifice_sides(mode);
        self.with_pressure(mode, at, states, |_| {
            series.extend(&self.valve.orifice(), at.order, sides, &orifice_inputs(at, states))
        })
    }

    /// The chain with this differential pressure, from that which a linear valve commands.
    #[inline(always)]
    fn with_pressure(
        &self,
        mode: &ServovalveMode,
        at: &ServoInputs,
        states: &ServoStates,
        pressure: impl FnOnce(f64) -> f64,
    ) -> ServoSignals {
        let error = at.command - at.position;
        let error_rate = at.command_rate - at.position_rate;
        let demand = self.controller.demand(error, states.error_integral, error_rate);
        let current = self.controller.current(mode.current, demand, at.order);
        let flapper_drive =
            self.valve.flapper_acceleration(current, states.spool, states.flapper, states.flapper_velocity);
        let valve_pressure = self.valve.pressure_gain * states.spool;
        let differential_pressure = pressure(valve_pressure);
        let motor_torque = self.valve.displacement * differential_pressure;
        ServoSignals { error, demand, current, flapper_drive, valve_pressure, differential_pressure, motor_torque }
    }

    /// Where everything rests while the motor carries a torque [N·m] under a command [rad] and a supply [Pa]: the position, and
    /// the states of the servo.
    ///
    /// ```text
    /// P12 = T/Dis → XS of the valve at rest → Cor = KF·XS/GM, XF = 0
    /// Err = Cor/K_P with K_I = 0; else Err = 0 and K_I·∫Err dt = Cor
    /// ```
    pub fn equilibrium(
        &self,
        torque: f64,
        command: f64,
        supply_pressure: f64,
    ) -> Result<(f64, ServoStates), NoEquilibrium> {
        let spool = self.valve.spool_at_rest(torque / self.valve.displacement, supply_pressure);
        let spool = spool.filter(|spool| spool.abs() <= self.valve.spool_travel).ok_or(NoEquilibrium::Stall)?;
        let current = self.valve.current_at_rest(spool).ok_or(NoEquilibrium::Current)?;
        let Controller { proportional_gain, integral_gain, current_limit, .. } = self.controller;
        if current.abs() > current_limit {
            return Err(NoEquilibrium::Current);
        }
        let (error, error_integral) = match (proportional_gain != 0.0, integral_gain != 0.0) {
            (_, true) => (0.0, current / integral_gain),
            (true, false) => (current / proportional_gain, 0.0),
            (false, false) if current == 0.0 => (0.0, 0.0),
            (false, false) => return Err(NoEquilibrium::Controller),
        };
        Ok((command - error, ServoStates { spool, error_integral, ..ServoStates::default() }))
    }

    /// The largest torque [N·m] below one that is too large that the motor holds under this supply \[Pa\], rounded down to six digits.
    #[cold]
    pub fn largest_held(&self, too_large: f64, command: f64, supply_pressure: f64) -> f64 {
        let is_held = |torque| match self.equilibrium(torque, command, supply_pressure) {
            Ok(_) | Err(NoEquilibrium::Controller) => true,
            Err(NoEquilibrium::Stall | NoEquilibrium::Current) => false,
        };
        let (mut low, mut high) = (0.0, too_large.abs());
        // As many halvings as a double has bits.
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if is_held(middle) { low = middle } else { high = middle }
        }
        // Decimal places: up to six, fewer where six digits have fewer.
        let mut digits = 1e6;
        while digits > 1.0 && low * digits >= 1e6 {
            digits /= 10.0;
        }
        (low * digits).floor() / digits
    }

    /// Time derivatives of the states.
    #[inline]
    pub fn rates(&self, mode: &ServovalveMode, states: &ServoStates, signals: &ServoSignals) -> ServoStates {
        ServoStates {
            // Zero on a stop, as the state is.
            flapper: states.flapper_velocity,
            flapper_velocity: if mode.flapper == 0 { signals.flapper_drive } else { 0.0 },
            spool: if mode.spool == 0 { self.valve.spool_velocity_gain * states.flapper } else { 0.0 },
            error_integral: self.integral_rate(signals),
        }
    }

    #[inline]
    fn integral_rate(&self, signals: &ServoSignals) -> f64 {
        self.controller.integral_rate(signals.error, signals.demand, signals.current)
    }

    /// The branches that belong to the values, which may have jumped; stops are left as they are.
    #[inline]
    pub fn mode_at(
        &self,
        mode: &ServovalveMode,
        at: &ServoInputs,
        states: &ServoStates,
        signals: &ServoSignals,
    ) -> ServovalveMode {
        let pressure = match self.valve.law() {
            SecondStage::Linear => PressureBranch::saturation(beyond(signals.valve_pressure, at.supply_pressure)),
            SecondStage::Orifice => {
                let before = orifice_sides(mode);
                let opening = leading_sign([states.flapper, states.flapper_velocity, signals.flapper_drive]);
                let before = OrificeSides { opening: opening.unwrap_or(before.opening), ..before };
                PressureBranch::of_orifice(self.valve.orifice().sides_at(before, &orifice_inputs(at, states)))
            }
        };
        ServovalveMode { current: beyond(signals.demand, self.controller.current_limit), pressure, ..*mode }
    }

    /// The mode in which flapper and spool rest on the stops that they touch and are pressed against.
    pub fn with_stops(&self, mode: ServovalveMode, states: &ServoStates, signals: &ServoSignals) -> ServovalveMode {
        let stop = |position: f64, travel: f64, pressing: f64| {
            i8::from(position == travel && pressing >= 0.0) - i8::from(position == -travel && pressing <= 0.0)
        };
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        ServovalveMode {
            flapper: stop(states.flapper, flapper_travel, signals.flapper_drive),
            spool: stop(states.spool, spool_travel, states.flapper),
            ..mode
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
        let pressure = match mode.pressure.orifice_sides() {
            None => saturation_guards(mode.pressure.number(), absent, signals.valve_pressure, at.supply_pressure),
            Some(OrificeSides { opening, flow }) => {
                let reserve = self.valve.orifice().reserve(opening, &orifice_inputs(at, states));
                [f64::from(opening) * states.spool, f64::from(flow) * reserve]
            }
        };
        let ([a, b], [c, d], [e, f], [g, h]) = (current, flapper, spool, pressure);
        [a, b, c, d, e, f, g, h]
    }

    /// Takes the guard in `place` to its other side. Returns how many coefficients of it are exactly zero on the surface that was
    /// just reached: of a saturation its excess, of a freed stop its distance with one (spool) or two (flapper) derivatives.
    pub fn transition(&self, mode: &mut ServovalveMode, place: usize, states: &mut ServoStates) -> usize {
        let ValveGuard { element, side } = ValveGuard::in_place(place);
        match element {
            ValveElement::Current => {
                mode.current = crossed(mode.current, side);
                1
            }
            ValveElement::Flapper => {
                mode.flapper = crossed(mode.flapper, side);
                if mode.flapper == 0 {
                    return 3;
                }
                states.flapper = f64::from(side) * self.valve.flapper_travel;
                states.flapper_velocity = 0.0;
                0
            }
            ValveElement::Spool => {
                mode.spool = crossed(mode.spool, side);
                if mode.spool == 0 {
                    return 2;
                }
                states.spool = f64::from(side) * self.valve.spool_travel;
                0
            }
            ValveElement::Pressure => {
                mode.pressure = crossed_pressure(mode.pressure, side);
                1
            }
        }
    }

    /// One step of `length` [s] in the style of the published fixed-step algorithm.
    pub fn euler_step(&self, states: &mut ServoStates, signals: &ServoSignals, length: f64) {
        states.error_integral += self.integral_rate(signals) * length;
        states.spool += self.valve.spool_velocity_gain * states.flapper * length;
        let old = states.flapper_velocity;
        states.flapper_velocity += signals.flapper_drive * length;
        states.flapper += (old + states.flapper_velocity) * length / 2.0;
    }

    /// One set-valued implicit step of `length` [s], with the body as it is `at` its end: within all travels, whatever the length is.
    pub fn implicit_step(&self, states: &ServoStates, at: &ServoInputs, length: f64) -> ServoStates {
        let (error, rate) = (at.command - at.position, at.command_rate - at.position_rate);
        let (error_integral, current) = self.controller.implicit_step(error, states.error_integral, rate, length);
        let before = (states.flapper, states.flapper_velocity, states.spool);
        let (flapper, flapper_velocity, spool) = self.valve.implicit_step(current, before, length);
        ServoStates { flapper, flapper_velocity, spool, error_integral }
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

/// The branch after a surface of the second stage was crossed: a saturation, or of orifices the centre of the spool (upper) or the
/// direction of the flow (lower).
fn crossed_pressure(branch: PressureBranch, side: i8) -> PressureBranch {
    match branch.orifice_sides() {
        None => PressureBranch::saturation(crossed(branch.number(), side)),
        Some(OrificeSides { opening, flow }) if side > 0 => {
            PressureBranch::of_orifice(OrificeSides { opening: -opening, flow })
        }
        Some(OrificeSides { opening, flow }) => PressureBranch::of_orifice(OrificeSides { opening, flow: -flow }),
    }
}

/// The sides of a mode of a valve with orifices; before anything has happened nothing is open and nothing flows.
fn orifice_sides(mode: &ServovalveMode) -> OrificeSides {
    mode.pressure.orifice_sides().unwrap_or(OrificeSides { opening: 1, flow: 1 })
}

fn orifice_inputs(at: &ServoInputs, states: &ServoStates) -> OrificeInputs {
    OrificeInputs { spool: states.spool, velocity: at.velocity, supply_pressure: at.supply_pressure }
}

/// The direction in which a spool leaves its centre: the sign of the first derivative of its position that is not zero.
fn leading_sign(derivatives: [f64; 3]) -> Option<i8> {
    derivatives
        .into_iter()
        .find(|derivative| *derivative != 0.0)
        .map(|derivative| if derivative < 0.0 { -1 } else { 1 })
}

fn beyond(value: f64, limit: f64) -> i8 {
    i8::from(value > limit) - i8::from(value < -limit)
}
