//! Drivetrains: mechanisms that a configuration puts together from elements, mapped to their variables.

mod assembly;
mod check;
mod components;
mod friction;
mod outputs;
mod signals;
mod state;
mod trim;
mod watch;

use crate::actuator::{
    Actuator, Arrival, DiscreteUpdate, EventStatistics, InvalidParameter, Observer, StateVisitor, Statistics,
};
use crate::interface::{Element, ElementKind, Initialization, Interface, element};
use crate::mechanism::{GUARDS_PER_ELEMENT, Inputs, Limits, Mechanism, Outcome, Structure};
use crate::memory::{Heap, List, OutOfMemory};
use assembly::{Part, Values, bristle_starts, describe, gear_ratio, parts, with_capacity_for};
use core::cell::RefCell;
use core::ops::Range;
pub use signals::is_source;
use watch::Watch;

/// Number of event indicators of a drivetrain: as many for each body, contact, spring, prescribed motion, gear and limited output, and twice
/// as many for a servo.
pub fn event_indicators(elements: &[Element]) -> usize {
    let guarded = elements.iter().map(|element| match element.kind {
        ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => 1,
        // Each has eight surfaces.
        ElementKind::Servo | ElementKind::LinearServo => 2,
        ElementKind::System
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
        | ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::Coefficient
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection => 0,
    });
    GUARDS_PER_ELEMENT * guarded.sum::<usize>()
}

/// What an input acts on.
#[derive(Debug)]
enum Target {
    /// The engagement of a contact.
    Engagement(usize),
    /// An input of a linear system, by its line.
    Signal(usize),
    /// An input of a component, by its line.
    Component(usize),
    /// Torques on bodies: places of the loads.
    Bodies(Range<usize>),
}

/// A body with continuous states: its position, and its velocity where that is none of an input.
#[derive(Clone, Copy, Debug)]
struct Independent {
    body: usize,
    has_velocity: bool,
}

/// What an external torque acts on.
#[derive(Debug)]
struct Load {
    /// Value reference of the gain.
    gain: usize,
    body: usize,
}

/// What the inputs act on. The loads, for which there is room, are listed input by input.
fn targets(
    interface: &Interface,
    (parts, structure): (&[Part], &Structure),
    loads: &mut List<Load>,
    heap: &mut Heap,
) -> List<Target> {
    let mut lines = 0..;
    heap.list(interface.inputs.iter().map(|&reference| {
        let place = interface.elements.iter().rposition(|element| element.reals <= reference as usize);
        let place = place.unwrap_or_default();
        match parts[place] {
            Part::Contact(contact) => return Target::Engagement(contact),
            Part::Signal(_) => return Target::Signal(lines.next().unwrap_or_default()),
            Part::Component(index) => {
                let input = components::input(&interface.elements[place], reference);
                return Target::Component(structure.components[index].input + input);
            }
            Part::System | Part::Body(_) | Part::Gear(_) | Part::External | Part::Load(..) | Part::SignalLoad(..) => {}
        }
        let first = loads.len();
        loads.extend(interface.elements.iter().zip(parts).filter_map(|(element, part)| match *part {
            Part::Load(input, body) if input == place => Some(Load { gain: element.reals, body }),
            Part::Load(..)
            | Part::System
            | Part::Body(_)
            | Part::Contact(_)
            | Part::Gear(_)
            | Part::External
            | Part::Signal(_)
            | Part::SignalLoad(..)
            | Part::Component(_) => None,
        }));
        Target::Bodies(first..loads.len())
    }))
}

/// Events so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Events {
    count: i32,
    last_time: f64,
    bridged_time: f64,
    by_kind: EventStatistics,
}

/// One instance of a drivetrain.
pub struct Drivetrain {
    interface: &'static Interface,
    reals: List<f64>,
    integers: List<i32>,
    /// What each element is.
    parts: List<Part>,
    /// Evaluating it needs the space that it brings, also where nothing of it changes.
    mechanism: RefCell<Mechanism>,
    /// What each input acts on.
    targets: List<Target>,
    /// What the torques among them act on.
    loads: List<Load>,
    /// Bodies with continuous states, in the order of the states.
    independent: List<Independent>,
    /// Number of their states.
    states_of_bodies: usize,
    /// Continuous states of Model Exchange: these, then the internal ones.
    states: List<f64>,
    /// Slopes of the inputs, in their order.
    slopes: List<f64>,
    /// The slopes are those with which the inputs arrived.
    has_arrived: bool,
    /// Inputs or parameters changed since the contacts were last decided.
    is_undecided: bool,
    events: Events,
}

/// Event indicators stand at least this far above their guards: see the models of single bodies.
const INDICATOR_SHIFT: f64 = 1e-12;

/// How far the indicator of a guard stands above it: where it is zero the guard is below zero by more than its rounding, and
/// event mode sees what the importer has located.
fn indicator_shift(rounding: f64) -> f64 {
    INDICATOR_SHIFT.max(4.0 * rounding)
}

impl Drivetrain {
    /// With the start values of the interface.
    pub fn new(interface: &'static Interface) -> Result<Self, OutOfMemory> {
        let heap = &mut Heap::default();
        let reals = heap.list(interface.reals.iter().map(|variable| variable.start));
        let integers = heap.list(interface.integers.iter().map(|variable| variable.start));
        let states = heap.filled(0.0, interface.states.len());
        let slopes = heap.filled(0.0, interface.inputs.len());
        let parts = parts(interface.elements, heap);
        let mut structure = with_capacity_for(interface.elements, &parts, heap);
        let mut independent = heap.with_capacity(structure.bodies.capacity());
        let mut loads = heap.with_capacity(parts.iter().filter(|part| matches!(part, Part::Load(..))).count());
        // What follows fills the rooms.
        heap.outcome()?;
        describe(&mut structure, interface.elements, &parts, Values { reals: &reals, integers: &integers });
        independent.extend(independent_bodies(interface, &parts));
        let states_of_bodies = independent.iter().map(|of: &Independent| 1 + usize::from(of.has_velocity)).sum();
        let targets = targets(interface, (&parts, &structure), &mut loads, heap);
        heap.outcome()?;
        let mut drivetrain = Self {
            interface,
            reals,
            integers,
            mechanism: RefCell::new(Mechanism::new(structure)?),
            targets,
            loads,
            parts,
            independent,
            states_of_bodies,
            states,
            slopes,
            has_arrived: false,
            is_undecided: true,
            events: Events::default(),
        };
        drivetrain.begin();
        Ok(drivetrain)
    }

    /// A copy with the same values and state.
    pub fn copy(&self) -> Result<Self, OutOfMemory> {
        let mut copy = Self::new(self.interface)?;
        copy.assign(self);
        Ok(copy)
    }

    /// Takes over values and state of another instance of the same drivetrain; no memory is taken for it. False, and nothing is
    /// changed, if it is of another one.
    pub fn assign(&mut self, other: &Self) -> bool {
        if !core::ptr::eq(self.interface, other.interface) {
            return false;
        }
        // The interface alone determines what is not copied. A new field does not compile until it is thought about.
        let Self {
            interface: _,
            parts: _,
            targets: _,
            loads: _,
            independent: _,
            states_of_bodies: _,
            reals,
            integers,
            mechanism,
            states,
            slopes,
            has_arrived,
            is_undecided,
            events,
        } = other;
        self.reals.copy_from_slice(reals);
        self.integers.copy_from_slice(integers);
        self.mechanism.get_mut().copy_from(&mechanism.borrow());
        self.states.copy_from_slice(states);
        self.slopes.copy_from_slice(slopes);
        self.has_arrived = *has_arrived;
        self.is_undecided = *is_undecided;
        self.events = *events;
        true
    }

    fn values(&self) -> Values<'_> {
        Values { reals: &self.reals, integers: &self.integers }
    }

    /// Start values of positions and velocities. What a gear ties follows the body with the states.
    fn begin(&mut self) {
        let Self { interface, reals, integers, parts, mechanism, .. } = self;
        mechanism.get_mut().lead_inputs();
        stand_at_start(interface.elements, parts, Values { reals, integers }, mechanism.get_mut());
        self.has_arrived = false;
        self.slopes.fill(0.0);
        let _ = self.take_inputs();
        self.read_states();
    }

    /// Takes the inputs over, with the slopes that they have. Returns whether their values go on as they were led.
    fn take_inputs(&mut self) -> bool {
        self.lead(true)
    }

    fn lead(&mut self, are_known: bool) -> bool {
        let Self { interface, reals, slopes, targets, loads, mechanism, .. } = self;
        let mechanism = mechanism.get_mut();
        let is_led = take_over(interface.inputs, (targets, loads), (reals, slopes), are_known, &mut mechanism.inputs);
        mechanism.take_prescribed();
        is_led
    }

    /// A small change of the inputs as a change of what acts on the mechanism.
    fn vary_inputs(&self, changes: &[f64], inputs: &mut Inputs) {
        for (change, target) in changes.iter().zip(&self.targets) {
            match target {
                Target::Engagement(contact) => inputs.engagement.slope[*contact] = *change,
                Target::Signal(line) => inputs.signal.slope[*line] = *change,
                Target::Component(line) => inputs.components.slope[*line] = *change,
                Target::Bodies(loads) => {
                    for &Load { gain, body } in &self.loads[loads.clone()] {
                        inputs.torque.slope[body] += self.reals[gain] * change;
                    }
                }
            }
        }
    }

    fn read_states(&mut self) {
        let mechanism = self.mechanism.get_mut();
        let (of_bodies, internal) = self.states.split_at_mut(self.states_of_bodies);
        write_states(&self.independent, (&mechanism.position, &mechanism.velocity), of_bodies);
        internal.copy_from_slice(&mechanism.internal);
    }

    /// Takes over parameters.
    fn rebuild(&mut self) {
        let Self { interface, reals, integers, parts, mechanism, .. } = self;
        let values = Values { reals, integers };
        mechanism.get_mut().change_structure(|structure| describe(structure, interface.elements, parts, values));
    }

    fn system(&self) -> element::system::Parameters {
        let (reals, integers) = self.values().of(&self.interface.elements[0]);
        element::system::Parameters::read(reals, integers)
    }

    fn limits(&self, settled: Option<f64>) -> Limits {
        let element::system::Parameters { max_step_size, tolerance, real_time, .. } = self.system();
        Limits { max_step_size, velocity: 1e-3, tolerance, is_real_time: real_time == 1, settled }
    }

    fn forget_past_slopes(&mut self) {
        if core::mem::replace(&mut self.has_arrived, false) {
            self.slopes.fill(0.0);
        }
    }

    /// Decides what a jump before the step has left undecided. Whether that is an event at which the step ends.
    fn jump_is_an_event(&mut self, time: f64, settled: Option<f64>, observer: &mut dyn Observer) -> bool {
        let may_end = self.is_undecided && settled.is_some_and(|settled| settled < time);
        if may_end {
            // The outputs at an event are those before it.
            self.update_outputs();
        }
        let before = self.events.count;
        self.settle_if_undecided(time, observer);
        self.read_states();
        may_end && self.events.count != before
    }

    /// Advances by a communication step, or to its first event.
    fn advance_until(&mut self, time: f64, step: f64, settled: Option<f64>, observer: &mut dyn Observer) -> Arrival {
        self.forget_past_slopes();
        self.mechanism.get_mut().lead_inputs();
        let _ = self.take_inputs();
        self.has_arrived = true;
        if self.jump_is_an_event(time, settled, observer) {
            return Arrival::AtEvent(time);
        }
        let limits = self.limits(settled);
        let Self { interface, parts, mechanism, events, reals, integers, .. } = self;
        let values = settled.is_some().then_some((reals.as_mut_slice(), integers.as_mut_slice()));
        let is_real_time = limits.is_real_time;
        let mut watch = Watch { elements: interface.elements, parts, events, observer, is_real_time, values };
        let arrival = match mechanism.get_mut().advance(time, step, &limits, &mut watch) {
            Outcome::Done => Arrival::AtEnd,
            Outcome::AtEvent(event) => Arrival::AtEvent(event),
            Outcome::Failed => Arrival::Failed,
        };
        self.read_states();
        let elapsed = if let Arrival::AtEvent(event) = arrival { event - time } else { step };
        for (&reference, slope) in self.interface.inputs.iter().zip(&self.slopes) {
            self.reals[reference as usize] += slope * elapsed;
        }
        let is_finite = self.interface.inputs.iter().all(|input| self.reals[*input as usize].is_finite());
        if is_finite { arrival } else { Arrival::Failed }
    }

    /// Does something with the mechanism whose events are counted and reported.
    fn watched<R>(&mut self, observer: &mut dyn Observer, act: impl FnOnce(&mut Mechanism, &mut Watch<'_>) -> R) -> R {
        let Self { interface, parts, mechanism, events, .. } = self;
        let elements = interface.elements;
        act(mechanism.get_mut(), &mut Watch { elements, parts, events, observer, is_real_time: false, values: None })
    }

    /// Decides what no longer holds.
    fn settle(&mut self, time: f64, is_located: bool, observer: &mut dyn Observer) -> bool {
        let element::system::Parameters { max_step_size, .. } = self.system();
        let changed = self.watched(observer, |mechanism, watch| {
            mechanism.set_time_resolution(max_step_size);
            let changed = mechanism.settle(time, is_located, watch);
            mechanism.forget_caught_up();
            changed
        });
        self.is_undecided = false;
        changed
    }

    fn settle_if_undecided(&mut self, time: f64, observer: &mut dyn Observer) {
        if self.is_undecided {
            self.mechanism.get_mut().properties_changed();
            self.settle(time, false, observer);
        }
    }
}

/// Bodies with states: those whose position is one. Position and velocity are the first two variables of a body.
fn independent_bodies(interface: &Interface, parts: &[Part]) -> impl Iterator<Item = Independent> {
    let is_state = |reference: usize| interface.states.iter().any(|state| state.state as usize == reference);
    let of_state = move |reference: u32| {
        let mut elements =
            interface.elements.iter().zip(parts).filter(|(element, _)| element.reals == reference as usize);
        let body = elements.find_map(|(_, part)| part.body())?;
        Some(Independent { body, has_velocity: is_state(reference as usize + 1) })
    };
    interface.states.iter().filter_map(move |state| of_state(state.state))
}

/// Values of bodies and of their derivatives as states of theirs.
fn write_states(independent: &[Independent], (values, derivatives): (&[f64], &[f64]), states: &mut [f64]) {
    let mut states = states.iter_mut();
    for &Independent { body, has_velocity } in independent {
        let Some(state) = states.next() else { return };
        *state = values[body];
        if has_velocity && let Some(state) = states.next() {
            *state = derivatives[body];
        }
    }
}

/// The states of each of these bodies: its position, and its velocity if that is one.
fn states_of<'a>(
    independent: &'a [Independent],
    states: &'a [f64],
) -> impl Iterator<Item = (usize, f64, Option<f64>)> + use<'a> {
    let mut states = states.iter().copied();
    independent.iter().map_while(move |&Independent { body, has_velocity }| {
        let position = states.next()?;
        Some((body, position, if has_velocity { states.next() } else { None }))
    })
}

/// Takes the states to their start values.
fn stand_at_start(elements: &[Element], parts: &[Part], values: Values<'_>, mechanism: &mut Mechanism) {
    start_at(elements, parts, values, &mut mechanism.position, &mut mechanism.velocity);
    mechanism.internal.fill(0.0);
    let bristles = mechanism.structure.bristles_begin()..;
    bristles.zip(bristle_starts(elements, values)).for_each(|(state, start)| mechanism.internal[state] = start);
    for (element, part) in elements.iter().zip(parts) {
        if let (Part::Component(index), Some(start)) = (*part, components::start(element, values)) {
            mechanism.internal[mechanism.structure.components[index].state] = start;
        }
    }
    let linear = mechanism.structure.linear_begin..;
    linear.zip(signals::starts(elements, values)).for_each(|(state, start)| mechanism.internal[state] = start);
    mechanism.follow();
}

/// Leads what acts on a mechanism from these values of the inputs, by value reference, with their slopes, if these `are_known` yet. Whether
/// the values go on as they were led.
fn take_over(
    references: &[u32],
    (targets, loads): (&[Target], &[Load]),
    (reals, slopes): (&[f64], &[f64]),
    are_known: bool,
    inputs: &mut Inputs,
) -> bool {
    let mut is_led = true;
    inputs.torque.begin_sum();
    for (place, (&reference, target)) in references.iter().zip(targets).enumerate() {
        let (value, slope) = (reals[reference as usize], slopes[place]);
        match target {
            Target::Engagement(contact) => {
                let slope = if are_known { slope } else { inputs.engagement.slope_through_zero(*contact, value) };
                is_led &= inputs.engagement.set(*contact, value, slope);
            }
            Target::Signal(line) => is_led &= inputs.signal.set(*line, value, slope),
            Target::Component(line) => is_led &= inputs.components.set(*line, value, slope),
            Target::Bodies(range) => {
                for &Load { gain, body } in &loads[range.clone()] {
                    inputs.torque.add(body, reals[gain] * value, reals[gain] * slope);
                }
            }
        }
    }
    inputs.torque.end_sum() && is_led
}

/// Start values of all bodies, whatever ties them.
fn start_at(elements: &[Element], parts: &[Part], values: Values<'_>, position: &mut [f64], velocity: &mut [f64]) {
    for (element, part) in elements.iter().zip(parts) {
        if let Part::Body(body) = *part {
            let (reals, integers) = values.of(element);
            let of = element::body::Parameters::read(reals, integers);
            (position[body], velocity[body]) = (of.position_start, of.velocity_start);
        }
    }
}

impl Actuator for Drivetrain {
    fn interface(&self) -> &'static Interface {
        self.interface
    }

    fn reals(&self) -> &[f64] {
        &self.reals
    }

    fn reals_mut(&mut self) -> &mut [f64] {
        &mut self.reals
    }

    fn integers(&self) -> &[i32] {
        &self.integers
    }

    fn integers_mut(&mut self) -> &mut [i32] {
        &mut self.integers
    }

    fn check(&self) -> Result<(), InvalidParameter> {
        check::all(self.interface, self.values())?;
        let (elements, parts) = (self.interface.elements, &self.parts);
        let mut mechanism = self.mechanism.borrow_mut();
        check::command_rates(elements, parts, self.values(), |actuator| mechanism.knows_rate_of_command(actuator))?;
        let is_driven = |body| mechanism.is_driven(body);
        check::inertias(elements, parts, self.values(), |one, other| mechanism.are_tied(one, other), is_driven)?;
        check::driven(elements, parts, self.values(), is_driven, |gear| mechanism.is_driven_backwards(gear))?;
        let (position, velocity) = mechanism.tied(
            |gear| gear_ratio(elements, parts, self.values(), gear),
            |position, velocity| start_at(elements, parts, self.values(), position, velocity),
        );
        check::start(elements, parts, self.values(), position, velocity)
    }

    fn check_start(&self) -> Result<(), InvalidParameter> {
        match self.system().initialization {
            Initialization::StartValues => Ok(()),
            Initialization::Trim => trim::check(self),
        }
    }

    fn initialize(&mut self, time: f64, observer: &mut dyn Observer) {
        self.configure();
        self.begin();
        if self.system().initialization == Initialization::Trim {
            // One that is refused is not begun: see `check_start`.
            let _ = self.mechanism.get_mut().trim();
            let _ = self.take_inputs();
        }
        self.events = Events { last_time: time, ..Events::default() };
        friction::warn(self.interface.elements, self.values(), observer);
        self.watched(observer, |mechanism, watch| mechanism.initialize(time, watch));
        self.is_undecided = false;
        self.read_states();
    }

    fn configure(&mut self) {
        self.rebuild();
        self.mechanism.get_mut().repeat_anew();
        self.mechanism.get_mut().forget_caught_up();
        self.is_undecided = true;
    }

    fn inputs_changed(&mut self) {
        self.slopes.fill(0.0);
        self.has_arrived = false;
        if !self.lead(false) {
            self.mechanism.get_mut().forget_caught_up();
            self.is_undecided = true;
        }
    }

    fn set_input_derivative(&mut self, input: usize, derivative: f64) {
        self.forget_past_slopes();
        // The step takes all of them over at once.
        self.slopes[input] = derivative;
    }

    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        self.advance_until(time, step, None, observer) == Arrival::AtEnd
    }

    fn advance_to_event(&mut self, time: f64, step: f64, settled: f64, observer: &mut dyn Observer) -> Arrival {
        self.advance_until(time, step, Some(settled), observer)
    }

    fn diverging_step(&self) -> Option<InvalidParameter> {
        None
    }

    fn located_step(&self) -> Option<f64> {
        Some(self.system().max_step_size)
    }

    fn update_outputs(&mut self) {
        // What prescribes a motion shows with its slope, which has come after its value.
        let has_slopes = || self.slopes.iter().any(|slope| *slope != 0.0);
        if !self.has_arrived && has_slopes() && self.mechanism.get_mut().has_prescribed_motions() {
            let _ = self.take_inputs();
        }
        let Self { interface, reals, integers, parts, mechanism, events, is_undecided, .. } = self;
        mechanism.get_mut().show(*is_undecided, |snapshot| {
            outputs::write(snapshot, interface.elements, parts, (&mut *reals, &mut *integers));
        });
        outputs::write_events(interface.elements, events, (reals, integers));
    }

    fn output_derivative(&self, reference: u32) -> f64 {
        let mut mechanism = self.mechanism.borrow_mut();
        mechanism.show_rates(self.is_undecided, |snapshot| {
            outputs::real(snapshot, self.interface.elements, &self.parts, reference as usize)
        })
    }

    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]) {
        let mut mechanism = self.mechanism.borrow_mut();
        let (of_bodies, internal) = states.split_at(self.states_of_bodies);
        let changes_of_bodies = states_of(&self.independent, of_bodies)
            .map(|(body, position, velocity)| (body, position, velocity.unwrap_or(0.0)));
        changes.fill(0.0);
        mechanism.as_shown(self.is_undecided, |mechanism| {
            let snapshot = mechanism.variation(changes_of_bodies, internal, |varied| self.vary_inputs(inputs, varied));
            outputs::write_reals(&snapshot, self.interface.elements, &self.parts, changes);
        });
        for (&reference, change) in self.interface.inputs.iter().zip(inputs) {
            changes[reference as usize] = *change;
        }
    }

    fn states(&self) -> &[f64] {
        &self.states
    }

    fn set_states(&mut self, states: &[f64]) {
        let moved = *self.states != *states;
        self.states.copy_from_slice(states);
        let mechanism = self.mechanism.get_mut();
        let (of_bodies, internal) = states.split_at(self.states_of_bodies);
        for (body, position, velocity) in states_of(&self.independent, of_bodies) {
            mechanism.position[body] = position;
            if let Some(velocity) = velocity {
                mechanism.velocity[body] = velocity;
            }
        }
        mechanism.internal.copy_from_slice(internal);
        mechanism.follow();
        mechanism.take_prescribed();
        if moved {
            mechanism.time_passed();
        }
    }

    fn set_time(&mut self, _time: f64) {
        self.mechanism.get_mut().time_passed();
    }

    fn derivatives(&self, derivatives: &mut [f64]) {
        let mut mechanism = self.mechanism.borrow_mut();
        let snapshot = mechanism.snapshot_of_present_shares();
        let (of_bodies, internal) = derivatives.split_at_mut(self.states_of_bodies);
        write_states(&self.independent, (snapshot.velocity, snapshot.acceleration), of_bodies);
        internal.copy_from_slice(snapshot.internal_rates());
    }

    fn event_indicator_count(&self) -> usize {
        self.interface.event_indicators
    }

    fn event_indicators(&self, indicators: &mut [f64]) {
        // A guard without meaning in the present regime never fires.
        indicators.fill(1.0);
        // States near the largest number lead to guards beyond it, and to differences of such, which show no crossing.
        let set = |place: usize, guard: f64, rounding| {
            let indicator = guard + indicator_shift(rounding);
            indicators[place] = if indicator.is_nan() { 1.0 } else { indicator.clamp(f64::MIN, f64::MAX) };
        };
        self.mechanism.borrow_mut().guards(set);
    }

    fn is_event_due(&self) -> bool {
        let mut is_due = false;
        self.mechanism.borrow_mut().guards(|_, guard, rounding| is_due |= guard < -indicator_shift(rounding));
        is_due
    }

    fn end_continuous_time(&mut self, elapsed: f64) {
        self.mechanism.get_mut().end_continuous_time(elapsed);
    }

    fn begin_continuous_time(&mut self) {
        self.mechanism.get_mut().begin_continuous_time();
    }

    fn is_integral(&self, input: usize) -> bool {
        match self.targets[input] {
            Target::Component(line) => self.mechanism.borrow().is_integral(line),
            Target::Engagement(_) | Target::Signal(_) | Target::Bodies(_) => false,
        }
    }

    fn limited_by_inputs(&self) -> u64 {
        self.mechanism.borrow().limited_by_inputs()
    }

    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate {
        let jumped = self.is_undecided;
        if jumped {
            self.watched(observer, |mechanism, watch| mechanism.settle_located(time, watch));
        }
        self.settle_if_undecided(time, observer);
        let changed = self.settle(time, true, observer);
        // The state of a rate limiter that follows is brought up to what it follows.
        let of_bodies = self.states_of_bodies;
        let moved = self.states[of_bodies..] != *self.mechanism.get_mut().internal;
        self.read_states();
        DiscreteUpdate { states_changed: jumped || changed || moved, next_event_time: None }
    }

    fn statistics(&self) -> Statistics {
        Statistics { solver: self.mechanism.borrow().statistics, events: self.events.by_kind }
    }

    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        state::visit(self, visitor);
    }
}
