//! Elements in a mechanism: the places of their states, inputs and guards among those of all, and what the mechanism asks of each.

use super::{
    Actuator, AnyElement, Branch, Coefficients, Crossed, Element, MOST_PLACES, ServoTerms, SignalTerms, Surface,
    Watched,
};
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::expansion::{Expansion, Situation, coefficient};
use crate::mechanism::guard::{Consequence, ElementGuard};
use crate::mechanism::prescribed::Kinematics;
use crate::mechanism::{GUARDS_PER_ELEMENT, Inputs, Mechanism, Mode, Snapshot, Structure};
use crate::plants::Order;

/// An element in a mechanism, with the places of its first internal state and its first input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// What it is.
    pub element: AnyElement,
    /// Place of its first state among the internal states.
    pub state: usize,
    /// Place of its first input among those of all components.
    pub input: usize,
    /// Place of its first slot among all elements with guards.
    pub slot: usize,
}

impl Structure {
    /// Gives all components the places of their states, inputs and guards. Those of actuators are before the states of bristles, and behind
    /// the guards of gears; those of the others behind and before them.
    pub fn assign_places(&mut self) {
        let (actuators, others) = self.components.split_at(self.actuators().count());
        let slots = |of: &[Component]| of.iter().map(|component| component.element.get().slots()).sum();
        (self.actuator_count, self.component_slots) = (actuators.len(), [slots(actuators), slots(others)]);
        let (mut state, mut input) = (0, 0);
        let mut slot = self.gears_begin() + self.gears.len();
        for (index, component) in self.components.iter_mut().enumerate() {
            if index == self.actuator_count {
                (state, slot) = (state + self.bristle_states, self.contacts.len() + self.bodies.len());
            }
            (component.state, component.input, component.slot) = (state, input, slot);
            let element = component.element.get();
            (state, input, slot) = (state + element.states(), input + element.inputs(), slot + element.slots());
        }
        let states = self.components.iter().map(|component| component.element.get().states());
        self.linear_begin = self.bristle_states + states.sum::<usize>();
    }

    /// Elements that take signals, by their numbers among the components.
    pub(in crate::mechanism) fn actuators(&self) -> impl Iterator<Item = (usize, &Component, &dyn Actuator)> {
        let components = self.components.iter().enumerate();
        components.map_while(|(index, component)| Some((index, component, component.element.get().actuator()?)))
    }

    /// Inputs of all components together.
    pub(in crate::mechanism) fn component_inputs(&self) -> usize {
        self.components.iter().map(|component| component.element.get().inputs()).sum()
    }

    /// That of the actuators which has an internal state, and the place of the state in it.
    pub(in crate::mechanism) fn actuator_of(&self, state: usize) -> Option<(usize, &dyn Actuator, usize)> {
        let mut actuators = self.actuators().filter(|(_, component, _)| component.states().contains(&state));
        actuators.next().map(|(index, component, actuator)| (index, actuator, state - component.state))
    }
}

impl Component {
    /// The coefficients that its equations take, among those of all bodies and states.
    pub(in crate::mechanism) fn coefficients<'a>(&self, sizes: (usize, usize), of: [&'a [f64]; 3]) -> Coefficients<'a> {
        let ((bodies, states), [position, velocity, internal]) = (sizes, of);
        Coefficients { position, velocity, internal, bodies, states, first: self.state, inputs: &[], terms: None }
    }

    /// The signals that it takes: see [`Actuator::signals`].
    pub(in crate::mechanism) fn signals(&self) -> [Option<usize>; 2] {
        self.element.get().actuator().map_or([None; 2], Actuator::signals)
    }

    /// The bodies on which it acts: see [`Element::ends`].
    pub(in crate::mechanism) fn ends(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
        self.element.get().ends().into_iter().flatten()
    }

    /// Places of its states.
    pub fn states(&self) -> core::ops::Range<usize> {
        self.state..self.state + self.element.get().states()
    }

    /// A component whose places are assigned when the mechanism is made.
    pub fn new(element: AnyElement) -> Self {
        Self { element, state: 0, input: 0, slot: 0 }
    }

    /// Coefficient number `order` of the torque of an actuator over a length. Its inputs are these signals, or lines from outside; of its command
    /// it takes the rate as well where that is known.
    pub(in crate::mechanism) fn expand(
        &self,
        (at, index): (&Situation<'_>, usize),
        coefficients: &Coefficients<'_>,
        (order, length): (usize, f64),
        (signals, knows_rate): (&SignalTerms, bool),
        terms: &mut ServoTerms,
    ) -> f64 {
        let Some(actuator) = self.element.get().actuator() else { return 0.0 };
        let (lines, taken) = (&at.inputs.components, actuator.signals());
        let value = |place: usize| match taken[place] {
            Some(signal) => signals.value[signal],
            None => coefficient((lines.value[self.input + place], lines.slope[self.input + place] * length), order),
        };
        let rate = match taken[0] {
            Some(signal) if knows_rate => signals.rate[signal],
            Some(_) => 0.0,
            None => Order::of(order).constant(lines.slope[self.input]),
        };
        terms.give(value(0), rate, value(1));
        actuator.expand(at.mode.components[index], coefficients, order, terms)
    }

    /// The motion that it prescribes: see [`Element::prescribed`].
    pub(in crate::mechanism) fn prescribed(&self, inputs: &Inputs, integrated: Kinematics) -> Kinematics {
        self.element.get().prescribed(&inputs.components, self.input, integrated)
    }

    /// The same of an instant.
    pub(in crate::mechanism) fn here<'a>(&self, at: &Situation<'a>) -> Coefficients<'a> {
        let inputs = &at.inputs.components.value[self.input..];
        let sizes = (at.position.len(), at.internal.len());
        Coefficients { inputs, ..self.coefficients(sizes, [at.position, at.velocity, at.internal]) }
    }
}

/// A guard of a component, by its place among those of its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentGuard(pub usize);

impl ElementGuard for ComponentGuard {
    fn list(structure: &Structure, mode: &Mode, index: usize, add: &mut dyn FnMut(Self, u8)) {
        let (branch, known) = (mode.components[index], &mode.component_known[index]);
        structure.components[index].element.get().guards(branch, &mut |place| add(Self(place), known[place]));
    }

    fn slot(&self, index: usize, structure: &Structure) -> usize {
        let component = &structure.components[index];
        component.slot + (self.0 / GUARDS_PER_ELEMENT).min(component.element.get().slots() - 1)
    }

    fn coefficient(&self, index: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
        if let Some(terms) = of.terms.get(index) {
            return terms.guards[self.0];
        }
        let component = &at.structure.components[index];
        component.element.get().guard(at.mode.components[index], self.0, &of.coefficients_for(component), order)
    }

    fn size(&self, index: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        if let Some(terms) = of.terms.get(index) {
            return terms.sizes[self.0];
        }
        let component = &at.structure.components[index];
        component.element.get().guard_size(self.0, &component.here(at))
    }

    fn cross(&self, index: usize, now: &mut Mechanism, is_located: bool) -> Consequence {
        now.cross_component(index, self.0, is_located);
        Consequence::Kink
    }

    fn changes_load(&self) -> bool {
        true
    }
}

impl Expansion {
    /// Torques of the components that take no signals at one order, and the rates of their states.
    pub fn add_components(&mut self, at: &Situation<'_>, order: usize) {
        for (index, component) in at.structure.components.iter().enumerate().skip(at.structure.actuator_count) {
            let Self { bodies, position, velocity, internal, internal_rate, force, component_torque, .. } = self;
            let coefficients = component.coefficients((*bodies, internal_rate.len()), [position, velocity, internal]);
            component_torque[index] =
                component.element.act(at.mode.components[index], &coefficients, order, internal_rate, force);
        }
    }

    /// What an actuator does at one order.
    pub fn add_actuator(&mut self, at: &Situation<'_>, index: usize, order: usize) {
        let (component, knows_rate) = (&at.structure.components[index], self.knows_rate_of_command(index));
        let Self { length, signals, position, velocity, internal, internal_rate, force, terms, .. } = self;
        let of = component.coefficients((self.bodies, internal_rate.len()), [position, velocity, internal]);
        let terms = &mut terms[index];
        let torque = component.expand((at, index), &of, (order, *length), (signals, knows_rate), terms);
        internal_rate[component.states()].copy_from_slice(&terms.state_rates());
        self.component_torque[index] = torque;
        component.ends().for_each(|(body, divisor)| force[body] += torque / divisor);
    }

    /// The coefficients that the equations of a component take.
    pub fn coefficients_for(&self, component: &Component) -> Coefficients<'_> {
        let sizes = (self.bodies, self.internal_rate.len());
        component.coefficients(sizes, [&self.position, &self.velocity, &self.internal])
    }
}

impl Snapshot<'_> {
    /// What happens in an actuator.
    pub fn actuator(&self, actuator: usize) -> &ServoTerms {
        &self.expansion.terms[actuator]
    }

    /// Current of an actuator [A]: within its limit also where the rate of the command has jumped.
    pub fn current(&self, actuator: usize) -> f64 {
        let (element, terms) = (self.at.structure.components[actuator].element.get(), self.actuator(actuator));
        let limited = element.actuator().filter(|_| self.order == 0);
        limited.map_or(terms.signals.current, |actuator| actuator.shown_current(terms))
    }

    /// Torque of a component [N·m].
    pub fn component_torque(&self, component: usize) -> f64 {
        self.expansion.component_torque[component]
    }

    /// How far its ends are apart [rad]: its torque acts against that.
    pub fn component_deflection(&self, index: usize) -> f64 {
        let component = &self.at.structure.components[index];
        component.element.get().deflection(&self.expansion.coefficients_for(component), self.order).0
    }

    /// End of its free play at which it is: −1, 0 none, 1.
    pub fn component_contact(&self, component: usize) -> i32 {
        self.at.structure.components[component].element.get().contact(self.mode.components[component])
    }

    /// A state of a component, by its place, and the rate of it.
    pub fn component_state(&self, component: usize, place: usize) -> (f64, f64) {
        self.expansion.internal_at(self.order, self.at.structure.components[component].state + place)
    }
}

/// Another branch of an element at values.
type Change = fn(&dyn Element, Branch, &Coefficients<'_>) -> Branch;

impl Mechanism {
    /// Takes components to other branches, of whose guards nothing is known yet; whether any is another one.
    fn change_branches(&mut self, of: core::ops::Range<usize>, change: Change) -> bool {
        let mut is_changed = false;
        for index in of {
            let (component, before) = (&self.structure.components[index], self.mode.components[index]);
            let at = Coefficients { terms: self.expansion.terms.get(index), ..component.here(&self.situation()) };
            let branch = change(component.element.get(), before, &at);
            if branch != before {
                (self.mode.components[index], self.mode.component_known[index]) = (branch, [0; MOST_PLACES]);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Components that take no signals take the branches that belong to values which may have jumped.
    pub(in crate::mechanism) fn choose_branches_of_components(&mut self) {
        self.change_branches(self.structure.passive(), |element, branch, at| element.branch_at(branch, at));
    }

    /// The same of the actuators, after [`Mechanism::evaluate`].
    pub(in crate::mechanism) fn choose_branches_of_actuators(&mut self) {
        self.change_branches(0..self.structure.actuator_count, |element, branch, at| element.branch_at(branch, at));
        self.mode.component_known[..self.structure.actuator_count].fill([0; MOST_PLACES]);
    }

    /// States of actuators rest on the stops that they are pressed against, by what acted at the last evaluation.
    pub(in crate::mechanism) fn choose_stops_of_actuators(&mut self) {
        self.change_branches(0..self.structure.actuator_count, |element, branch, at| {
            element.actuator().map_or(branch, |actuator| actuator.branch_on_stops(branch, at))
        });
    }

    /// Components take the branches that belong to velocities which have jumped.
    pub(in crate::mechanism) fn follow_impact(&mut self) {
        let all = 0..self.structure.components.len();
        self.change_branches(all, |element, branch, at| element.branch_after_impact(branch, at));
    }

    /// Branches of values among which an equilibrium is looked for; whether any is another one.
    pub(in crate::mechanism) fn choose_branches_at_rest(&mut self) -> bool {
        let all = 0..self.structure.components.len();
        self.change_branches(all, |element, branch, at| element.branch_at_rest(branch, at))
    }

    /// What is at a surface goes to the side to which its first derivative takes it; whether any was to go to the other.
    pub(in crate::mechanism) fn choose_sides_at_surfaces(&mut self) -> bool {
        let mut any = false;
        for index in 0..self.structure.components.len() {
            let component = self.structure.components[index];
            let at = component.here(&self.situation());
            let at_surface = component.element.get().at_surface(self.mode.components[index], &at);
            let Some(Surface { place, of, side }) = at_surface else { continue };
            if self.mode.component_known[index][place] > 0 {
                continue;
            }
            let rate = |now: &Expansion| match of {
                Watched::State(state) => now.internal_rates()[component.state + state],
                Watched::DeflectionRate => {
                    component.ends().fold(0.0, |sum, (body, divisor)| sum - now.accelerations()[body] / divisor)
                }
            };
            if self.first_sign(|this, _| (rate(&this.expansion), 0.0)) == -side {
                self.cross_component(index, place, false);
                any = true;
            }
        }
        any
    }

    /// Whether free play gives an equilibrium a side to find.
    pub(in crate::mechanism) fn has_play(&self) -> bool {
        self.structure.components.iter().any(|component| component.element.get().has_play())
    }

    /// A component takes a guard to its other side.
    pub(in crate::mechanism) fn cross_component(&mut self, index: usize, place: usize, is_located: bool) {
        let (component, mode) = (&self.structure.components[index], &mut self.mode);
        let (branch, known) = (&mut mode.components[index], &mut mode.component_known[index]);
        let mut now = Crossed { branch, known, states: &mut self.internal[component.states()] };
        component.element.get().cross(place, &mut now, is_located);
    }

    /// Takes the actuators over a bridged step by short explicit ones, with the bodies as they are at its end.
    pub(in crate::mechanism) fn bridge_actuators(&mut self, duration: f64) {
        for index in 0..self.structure.actuator_count {
            let component = self.structure.components[index];
            let Some(actuator) = component.element.get().actuator() else { continue };
            let steps = actuator.steps_of_bridge(duration);
            self.budget -= steps / CONSTANTS.evaluations_per_try;
            self.mode.components[index] = component.element.get().first_branch();
            for _ in 0..steps as u32 {
                self.choose_saturations();
                let states = &mut self.internal[component.states()];
                actuator.step(&self.expansion.terms[index], duration / steps, states);
            }
        }
        self.choose_saturations();
        self.choose_stops_of_actuators();
    }

    /// Takes the states of the other components over it, with the velocities at its end.
    pub(in crate::mechanism) fn bridge_components(&mut self, duration: f64) {
        for index in self.structure.passive() {
            let component = self.structure.components[index];
            let element = component.element.get();
            let (_, rate) = element.deflection(&component.here(&self.situation()), 0);
            element.bridge(duration * rate, &mut self.internal[component.states()]);
        }
    }
}
