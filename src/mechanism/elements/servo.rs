//! A position servo that drives a body: controller, servovalve and motor.
//!
//! ```text
//! command, supply pressure ─▶ current ─▶ flapper ─▶ spool ─▶ pressure ─▶ torque on the body     see crate::plants::PositionServo
//! ```
//!
//! It is linear in each branch of its two saturations and two stops, so one formula gives each Taylor coefficient from those of its inputs and of
//! the positions; with orifices the pressure is not, and its coefficients follow from all lower ones. Source: Borello & Dalla Vedova (2012),
//! section 5.

use super::{Actuator, Branch, Coefficients, Crossed, Element, Surface, Watched};
use crate::mechanism::constants::CONSTANTS;
use crate::plants::servovalve::VALVE_GUARDS;
use crate::plants::{
    NoEquilibrium, Order, OrificeInputs, OrificeSeries, PositionServo, PressureBranch, SecondStage, ServoInputs,
    ServoSignals, ServoStates, ServovalveMode, ValveGuard,
};

/// A servo and what it is joined to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Servo {
    /// The body that its motor drives.
    pub on: usize,
    /// The body whose position it controls.
    pub feedback: usize,
    /// Controller, valve and motor.
    pub chain: PositionServo,
    /// The signal that is its command; none where it comes from outside.
    pub command: Option<usize>,
    /// The same of its supply pressure.
    pub supply_pressure: Option<usize>,
}

/// What a servo does at one order.
#[derive(Clone, Debug, Default)]
pub struct ServoTerms {
    /// Coefficients of what it is given.
    inputs: ServoInputs,
    /// Coefficients of the states.
    pub states: ServoStates,
    /// Of what happens in it.
    pub signals: ServoSignals,
    /// Of the time derivatives of the states.
    pub rates: ServoStates,
    /// Of its guards, and the sizes of what these are made of at order 0.
    pub(in crate::mechanism) guards: [f64; VALVE_GUARDS],
    pub(in crate::mechanism) sizes: [f64; VALVE_GUARDS],
    /// What the pressure of a valve with orifices follows from.
    series: OrificeSeries,
    has_series: bool,
}

/// A variable that others may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Position error.
    Error,
    /// Current.
    Current,
    /// Pressure difference across the motor.
    Pressure,
    /// Torque of the motor.
    Torque,
}

/// Place of the guard of the side to which a valve with orifices is open.
const OPENING_GUARD: usize = VALVE_GUARDS - 2;

impl Output {
    /// Whether it follows the command directly, and not through the states.
    pub(in crate::mechanism) fn follows_command(self) -> bool {
        match self {
            Self::Error | Self::Current => true,
            Self::Pressure | Self::Torque => false,
        }
    }
}

impl ServoTerms {
    /// Takes over what it is given at the order at hand.
    pub(super) fn give(&mut self, command: f64, command_rate: f64, supply_pressure: f64) {
        self.inputs = ServoInputs { command, command_rate, supply_pressure, ..self.inputs };
    }

    /// Coefficient of the supply pressure [Pa].
    pub(in crate::mechanism) fn supply_pressure(&self) -> f64 {
        self.inputs.supply_pressure
    }

    /// Coefficient of an output.
    pub(in crate::mechanism) fn output(&self, output: Output) -> f64 {
        match output {
            Output::Error => self.signals.error,
            Output::Current => self.signals.current,
            Output::Pressure => self.signals.differential_pressure,
            Output::Torque => self.signals.motor_torque,
        }
    }

    /// Coefficients of the time derivatives of the states, in their order.
    pub(super) fn state_rates(&self) -> [f64; 4] {
        numbers(&self.rates)
    }

    /// Whether the last coefficient does not matter.
    pub(in crate::mechanism) fn is_settled(&self) -> bool {
        !self.has_series || self.series.is_settled()
    }

    /// The part of `share` of the step up to which the coefficients show how it goes on.
    pub(in crate::mechanism) fn horizon(&self, share: f64) -> f64 {
        if self.has_series { self.series.horizon(share) } else { share }
    }
}

/// A saved state that was changed may have any numbers.
fn mode_of([current, flapper, spool, pressure]: Branch) -> ServovalveMode {
    let [current, flapper, spool] = [current, flapper, spool].map(i8::signum);
    ServovalveMode { current, flapper, spool, pressure: PressureBranch::from_number(pressure) }
}

fn branch_of(ServovalveMode { current, flapper, spool, pressure }: ServovalveMode) -> Branch {
    [current, flapper, spool, pressure.number()]
}

/// The states among its own.
fn read(of: &[f64]) -> ServoStates {
    ServoStates { flapper: of[Servo::FLAPPER], flapper_velocity: of[1], spool: of[Servo::SPOOL], error_integral: of[3] }
}

fn numbers(states: &ServoStates) -> [f64; 4] {
    let ServoStates { flapper, flapper_velocity, spool, error_integral } = *states;
    [flapper, flapper_velocity, spool, error_integral]
}

impl Servo {
    /// Place of the flapper among its states.
    pub const FLAPPER: usize = 0;
    /// Place of the spool.
    pub const SPOOL: usize = 2;

    /// Sizes of what the guards are made of, from the terms of order 0.
    fn guard_sizes(&self, terms: &ServoTerms) -> [f64; VALVE_GUARDS] {
        let valve = &self.chain.valve;
        let current = self.chain.controller.current_limit + terms.signals.demand.abs();
        let (flapper, spool) = (valve.flapper_travel, valve.spool_travel);
        let [upper, lower] = match valve.law() {
            SecondStage::Linear => [valve.pressure_gain * valve.spool_travel; 2],
            SecondStage::Orifice => {
                [spool, valve.orifice().reserve_size(terms.inputs.velocity, terms.inputs.supply_pressure)]
            }
        };
        [current, current, flapper, flapper, spool, spool, upper, lower]
    }

    /// The mode with the saturations, and the sides of orifices, that the values belong to.
    fn mode_at(&self, branch: Branch, terms: &ServoTerms) -> ServovalveMode {
        self.chain.mode_at(&mode_of(branch), &terms.inputs, &terms.states, &terms.signals)
    }
}

impl Element for Servo {
    fn ends(&self) -> [Option<(usize, f64)>; 2] {
        [Some((self.on, 1.0)), None]
    }

    fn states(&self) -> usize {
        4
    }

    fn inputs(&self) -> usize {
        2
    }

    fn first_branch(&self) -> Branch {
        branch_of(ServovalveMode::default())
    }

    fn branch_at(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        at.terms.map_or(branch, |terms| branch_of(self.mode_at(branch, terms)))
    }

    fn is_linear(&self, branch: Branch) -> bool {
        mode_of(branch).is_linear()
    }

    fn slots(&self) -> usize {
        VALVE_GUARDS.div_ceil(crate::mechanism::GUARDS_PER_ELEMENT)
    }

    fn guards(&self, branch: Branch, add: &mut dyn FnMut(usize)) {
        let mode = mode_of(branch);
        (0..VALVE_GUARDS).filter(|place| mode.has_guard(ValveGuard::in_place(*place))).for_each(add);
    }

    fn cross(&self, place: usize, now: &mut Crossed<'_>, _is_located: bool) {
        let (mut mode, mut states) = (mode_of(*now.branch), read(now.states));
        now.known[place] = self.chain.transition(&mut mode, place, &mut states) as u8;
        *now.branch = branch_of(mode);
        now.states.copy_from_slice(&numbers(&states));
    }

    /// A spool at the centre of a valve with orifices.
    fn at_surface(&self, branch: Branch, at: &Coefficients<'_>) -> Option<Surface> {
        let sides = mode_of(branch).pressure.orifice_sides().filter(|_| at.state(0, Self::SPOOL) == 0.0)?;
        Some(Surface { place: OPENING_GUARD, of: Watched::State(Self::SPOOL), side: sides.opening })
    }

    fn sizes_of_states(&self, share: f64, position: f64, sizes: &mut [f64]) {
        let valve = &self.chain.valve;
        let flapper = share * valve.flapper_travel;
        sizes.copy_from_slice(&[flapper, flapper * valve.natural_frequency, share * valve.spool_travel, position]);
    }

    /// Its motor loses torque with the velocity.
    fn tangent(&self, branch: Branch, at: &Coefficients<'_>) -> (f64, f64) {
        let inputs = OrificeInputs {
            spool: at.state(0, Self::SPOOL),
            velocity: at.velocity(0, Some(self.on)),
            supply_pressure: at.inputs[1],
        };
        (0.0, self.chain.valve.damping(mode_of(branch).pressure, &inputs))
    }

    fn actuator(&self) -> Option<&dyn Actuator> {
        Some(self)
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

/// The side on which the pressure of a linear valve is saturated.
fn saturation(mode: &ServovalveMode) -> i8 {
    if mode.is_linear() { mode.pressure.number() } else { 0 }
}

/// What a measure is a share of.
fn reference(limit: f64) -> f64 {
    if limit > 0.0 { limit } else { 1.0 }
}

impl Actuator for Servo {
    fn signals(&self) -> [Option<usize>; 2] {
        [self.command, self.supply_pressure]
    }

    fn expand(&self, branch: Branch, at: &Coefficients<'_>, number: usize, terms: &mut ServoTerms) -> f64 {
        let (mode, feedback) = (mode_of(branch), Some(self.feedback));
        let inputs = ServoInputs {
            order: Order::of(number),
            position: at.position(number, feedback),
            position_rate: at.velocity(number, feedback),
            velocity: at.velocity(number, Some(self.on)),
            ..terms.inputs
        };
        let states = read(at.states_at(number, self.states()));
        terms.series.resume_at(number);
        let signals = self.chain.expanded_signals(&mode, &inputs, &states, &mut terms.series);
        terms.rates = self.chain.rates(&mode, &states, &signals);
        terms.guards = self.chain.guards(&mode, &inputs, &states, &signals);
        (terms.inputs, terms.states, terms.signals, terms.has_series) = (inputs, states, signals, !mode.is_linear());
        if number == 0 {
            terms.sizes = self.guard_sizes(terms);
        }
        signals.motor_torque
    }

    fn branch_on_stops(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let states = read(at.states_at(0, self.states()));
        at.terms.map_or(branch, |terms| branch_of(self.chain.with_stops(mode_of(branch), &states, &terms.signals)))
    }

    fn steps_of_bridge(&self, duration: f64) -> f64 {
        libm::ceil(duration * self.chain.valve.natural_frequency * CONSTANTS.valve_steps_per_radian).clamp(1.0, 1000.0)
    }

    fn step(&self, terms: &ServoTerms, duration: f64, states: &mut [f64]) {
        let mut own = read(states);
        self.chain.euler_step(&mut own, &terms.signals, duration);
        self.chain.limit(&mut own);
        states.copy_from_slice(&numbers(&own));
    }

    fn shown_current(&self, terms: &ServoTerms) -> f64 {
        self.chain.controller.saturate(terms.signals.current)
    }

    fn at_limit(&self, branch: Branch) -> Option<NoEquilibrium> {
        let mode = mode_of(branch);
        let is_stalled = mode.spool != 0 || saturation(&mode) != 0;
        let reason = if mode.current != 0 { NoEquilibrium::Current } else { NoEquilibrium::Stall };
        (mode.current != 0 || is_stalled).then_some(reason)
    }

    /// Pressure and stops before the current, since a servo at stall need not be at the limit of its current.
    fn other_limit(&self, branch: Branch, terms: &ServoTerms) -> Option<(Branch, f64)> {
        let (mode, valve, states) = (mode_of(branch), &self.chain.valve, &terms.states);
        let other = |mode: ServovalveMode, excess: f64| Some((branch_of(mode), excess));
        if valve.law() == SecondStage::Linear {
            let before = mode.pressure.number();
            let (side, excess) = beyond(before, terms.signals.valve_pressure, terms.supply_pressure());
            if side != before {
                return other(ServovalveMode { pressure: PressureBranch::saturation(side), ..mode }, excess);
            }
        }
        if mode.spool == 0 {
            let (side, excess) = beyond(0, states.spool, valve.spool_travel);
            if side != 0 {
                return other(ServovalveMode { spool: side, ..mode }, excess);
            }
        } else {
            let pressing = f64::from(mode.spool) * states.flapper / valve.flapper_travel;
            let drive = f64::from(mode.flapper) * terms.signals.flapper_drive;
            if pressing < -CONSTANTS.equilibrium_reltol_back {
                return other(ServovalveMode { spool: 0, flapper: 0, ..mode }, -pressing);
            }
            let (side, excess) = beyond(mode.flapper, states.flapper, valve.flapper_travel);
            if mode.flapper == 0 && side != 0 {
                return other(ServovalveMode { flapper: side, ..mode }, excess);
            }
            if drive < -CONSTANTS.equilibrium_reltol_back * valve.full_flapper_acceleration() {
                return other(ServovalveMode { flapper: 0, ..mode }, 1.0);
            }
        }
        let limit = self.chain.controller.current_limit;
        let (side, excess) = beyond(mode.current, terms.signals.demand, limit);
        if side == mode.current { None } else { other(ServovalveMode { current: side, ..mode }, excess) }
    }

    /// The limit is the first in the chain.
    fn measure(&self, branch: Branch, terms: &ServoTerms, order: usize, supply: f64) -> f64 {
        let (mode, signals) = (mode_of(branch), &terms.signals);
        let excess = |side: i8, value: f64, limit: f64| {
            let end = if order == 0 { limit } else { 0.0 };
            (f64::from(side) * value - end) / reference(limit)
        };
        match (mode.current, mode.spool, saturation(&mode)) {
            (0, 0, 0) => signals.motor_torque / self.capacity(supply),
            (0, 0, side) => excess(side, signals.valve_pressure, supply),
            (0, side, _) => f64::from(side) * terms.states.flapper / reference(self.chain.valve.flapper_travel),
            (side, ..) => excess(side, signals.demand, self.chain.controller.current_limit),
        }
    }

    /// But for leakage.
    fn capacity(&self, supply: f64) -> f64 {
        reference(self.chain.valve.displacement * supply)
    }

    /// A load near stall needs a spool far out, and what overshoots it leads nowhere.
    fn keep_within(&self, branch: Branch, states: &mut [f64]) {
        let (mode, valve) = (mode_of(branch), &self.chain.valve);
        if valve.law() == SecondStage::Orifice {
            let room = CONSTANTS.equilibrium_spool_room * valve.spool_travel;
            // `clamp` panics with its bounds in the message: the code that prints numbers would add 20 KB to the library.
            states[Self::SPOOL] = states[Self::SPOOL].max(-room).min(room);
        }
        if mode.spool != 0 {
            states[Self::SPOOL] = f64::from(mode.spool) * valve.spool_travel;
        }
        if mode.flapper != 0 {
            states[Self::FLAPPER] = f64::from(mode.flapper) * valve.flapper_travel;
        }
    }

    fn is_at_stop(&self, branch: Branch, state: usize) -> bool {
        let mode = mode_of(branch);
        (state == Self::FLAPPER && mode.flapper != 0) || (state == Self::SPOOL && mode.spool != 0)
    }

    /// The sides of orifices.
    fn branch_within_limits(&self, branch: Branch, terms: &ServoTerms) -> Branch {
        match self.chain.valve.law() {
            SecondStage::Linear => branch,
            SecondStage::Orifice => branch_of(ServovalveMode { current: branch[0], ..self.mode_at(branch, terms) }),
        }
    }

    fn confirm(&self, torque: f64, terms: &ServoTerms) -> Result<(), NoEquilibrium> {
        self.chain.equilibrium(torque, 0.0, terms.supply_pressure()).map(|_| ())
    }

    /// Without an integral gain the integral of the error has no effect, and need not rest.
    fn integrates(&self) -> bool {
        self.chain.controller.integral_gain != 0.0
    }

    fn demands_nothing(&self) -> bool {
        self.chain.controller.proportional_gain == 0.0 && !self.integrates()
    }
}
