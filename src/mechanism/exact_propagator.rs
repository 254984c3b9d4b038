//! Whole steps of a linear mode by its exact propagator, where no guard can vanish on the way.
//!
//! With Coulomb friction, springs, gears, servos and linear systems a mode is linear: `x' = A·x + b₀ + b₁·t`, x the positions and
//! velocities of the roots of the clusters and the internal states. A and the derivatives C of the guards are found by evaluating the mode along each
//! state in turn; they are kept, with what [`DensePropagator`] makes of them, for the last few modes and the length of the steps
//! that repeat. A step then takes one evaluation of the mode, for its rates and guards, and the products of matrices with them:
//!
//! ```text
//! x(h) = x(0) + F·r + G·b₁,   |gᵢ(t) − gᵢ(0)| ≤ Σⱼ Rᵢⱼ·(|rⱼ| + h·|b₁ⱼ|) + h·|dᵢ|
//! ```
//!
//! Rates are always those of the equations themselves, in which differences are taken first: A·x would lose them where shafts turn
//! far. What is kept follows from properties, mode and length, and is not part of the state; the [`RepeatedLength`] is.

use super::elements::Contact;
use super::expansion::Situation;
use super::{ContactMode, GUARDS_PER_ELEMENT, Gear, GearMode, Inputs, Mechanism, Mode, Structure};
use crate::memory::{Heap, List};
use crate::solver::{DensePropagator, RepeatedLength, count};

/// Most states of a mode with a propagator. Measured on blocks on springs: with 32 states a step costs 30 % less than a series, with
/// 64 more, because products of matrices grow with the square and series with the number of elements.
const MOST_STATES: usize = 40;
/// Modes that are kept.
const KEPT: usize = 4;

/// What is kept, and the space to make it.
#[derive(Debug)]
pub(super) struct ExactPropagators {
    /// Steps of one length so far.
    pub repeated: RepeatedLength,
    /// The present mode is linear, and nothing is known of the present instant.
    applies: bool,
    /// Contacts whose engagement must stand still in it: their torque changes with their velocity, or others share with them.
    still: List<usize>,
    /// Engagement of each contact in the last step.
    pub engagement: List<f64>,
    /// Roots of the clusters that move in the present mode.
    roots: List<usize>,
    kept: List<Kept>,
    /// That of the present mode.
    present: Option<usize>,
    /// The next that is replaced.
    oldest: usize,
    matrices: DensePropagator,
    /// Derivatives of the guards, state by state; those of one guard, and its reach.
    guards: List<f64>,
    guard: List<f64>,
    guard_reach: List<f64>,
    /// A direction, or rates.
    position: List<f64>,
    velocity: List<f64>,
    internal: List<f64>,
    rates: List<f64>,
    change: List<f64>,
    reach: List<f64>,
}

/// The propagator of a mode.
#[derive(Debug)]
struct Kept {
    /// Where it is one for steps of this length.
    length: Option<f64>,
    mode: Mode,
    /// Engagement of each contact, of which so many matter.
    engagement: List<f64>,
    still: usize,
    /// Equations that are too fast have none.
    is_usable: bool,
    transition: List<f64>,
    integral: List<f64>,
    double_integral: List<f64>,
    /// R, state by state.
    reach: List<f64>,
    /// Slopes of what acts from outside, and what follows from them: b₁ and d.
    slopes: Slopes,
}

/// How rates and guards change with what acts from outside.
#[derive(Debug)]
struct Slopes {
    /// Of all inputs, in the order of [`Inputs::slopes`].
    of_inputs: List<f64>,
    of_rates: List<f64>,
    of_guards: List<f64>,
    /// All are zero.
    are_zero: bool,
}

impl Structure {
    /// Whether those of all components are.
    pub(super) fn has_linear_components(&self, mode: &Mode) -> bool {
        let mut components = self.components.iter().zip(&mode.components);
        components.all(|(component, branch)| component.element.get().is_linear(*branch))
    }

    /// Whether the equations of a mode are linear in states and inputs, but for engagements that change while
    /// [`Contact::changes_with_velocity`].
    fn is_linear(&self, mode: &Mode) -> bool {
        let contacts = self.contacts.iter().zip(mode.contacts.iter().zip(&mode.engaged));
        let mut linear = contacts.map(|(contact, (mode, is_engaged))| contact.is_linear(*mode, *is_engaged));
        // While the output of a rate limiter follows its input it is no state of its own, as which a column of A would take it.
        let has_linear_signals = self.network.limiters.iter().all(|limiter| limiter.rate.is_none());
        let losses_follow_speed =
            |(gear, mode): (&Gear, &GearMode)| gear.table.is_some() && matches!(mode, GearMode::Turning { .. });
        let has_linear_gears = !self.gears.iter().zip(&mode.gears).any(losses_follow_speed);
        has_linear_signals && self.has_linear_components(mode) && has_linear_gears && linear.all(|is_linear| is_linear)
    }
}

impl Kept {
    fn new(structure: &Structure, states: usize, guards: usize, heap: &mut Heap) -> Self {
        Self {
            length: None,
            mode: Mode::new(structure, heap),
            engagement: heap.filled(0.0, structure.contacts.len()),
            still: 0,
            is_usable: false,
            transition: heap.filled(0.0, states * states),
            integral: heap.filled(0.0, states * states),
            double_integral: heap.filled(0.0, states * states),
            reach: heap.filled(0.0, states * guards),
            slopes: Slopes {
                of_inputs: heap.filled(0.0, Inputs::lines_of(structure)),
                of_rates: heap.filled(0.0, states),
                of_guards: heap.filled(0.0, guards),
                are_zero: true,
            },
        }
    }

    /// Whether it is for this length and mode, with these engagements.
    fn is_for(&self, length: f64, mode: &Mode, inputs: &Inputs, still: &[usize]) -> bool {
        self.length == Some(length) && self.mode == *mode && self.has_engagements(inputs, still)
    }

    fn has_engagements(&self, inputs: &Inputs, still: &[usize]) -> bool {
        self.still == still.len()
            && still.iter().all(|&contact| self.engagement[contact] == inputs.engagement.value[contact])
    }
}

impl ExactPropagators {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, internal) = (structure.bodies.len(), structure.internal_states());
        let states = (2 * bodies + internal).min(MOST_STATES);
        let guards = GUARDS_PER_ELEMENT * structure.elements();
        Self {
            repeated: RepeatedLength::default(),
            applies: false,
            still: heap.with_capacity(structure.contacts.len()),
            engagement: heap.filled(0.0, structure.contacts.len()),
            roots: heap.with_capacity(bodies),
            kept: {
                let mut kept = heap.with_capacity(KEPT);
                for _ in 0..kept.capacity().min(KEPT) {
                    kept.push(Kept::new(structure, states, guards, heap));
                }
                kept
            },
            present: None,
            oldest: 0,
            matrices: DensePropagator::with_room(states, heap),
            guards: heap.filled(0.0, states * guards),
            guard: heap.filled(0.0, states),
            guard_reach: heap.filled(0.0, states),
            position: heap.filled(0.0, bodies),
            velocity: heap.filled(0.0, bodies),
            internal: heap.filled(0.0, internal),
            rates: heap.filled(0.0, states),
            change: heap.filled(0.0, states),
            reach: heap.filled(0.0, guards),
        }
    }

    /// Properties of elements have changed.
    pub fn forget(&mut self) {
        self.kept.iter_mut().for_each(|kept| kept.length = None);
        self.present = None;
    }

    /// Another mode holds, with these guards; `is_shared_by`: the contacts whose bounds shares of torques follow from.
    pub fn begin_mode(&mut self, at: &Situation<'_>, is_shared_by: impl Fn(usize) -> bool) {
        self.present = None;
        let Situation { structure, mode, clusters, .. } = at;
        self.roots.clear();
        self.roots.extend(clusters.order.iter().copied().filter(|&body| clusters.root[body] == Some(body)));
        let contacts = structure.contacts.iter().zip(&mode.contacts).enumerate();
        let is_still = |(index, (contact, mode)): &(usize, (&Contact, &ContactMode))| {
            contact.changes_with_velocity(**mode) || (mode.is_at_rest() && is_shared_by(*index))
        };
        self.still.clear();
        self.still.extend(contacts.filter(is_still).map(|(index, _)| index));
        let is_loss_saturated = mode.gears.iter().any(|gear| matches!(gear, GearMode::LossSaturated { .. }));
        let fits = self.states() <= self.rates.len();
        self.applies = fits && !is_loss_saturated && !mode.is_at_event() && structure.is_linear(mode);
    }

    /// States of the present mode.
    fn states(&self) -> usize {
        2 * self.roots.len() + self.internal.len()
    }

    /// What it costs to prepare a propagator, in expansions.
    fn preparation(&self) -> u32 {
        let states = self.states() as u32;
        2 + states * states * states / 512
    }

    /// The repeated length, if a step of `length` may be taken at once.
    pub fn prepared_length(&mut self, length: f64, inputs: &Inputs) -> Option<f64> {
        let Self { still, engagement, .. } = self;
        let value = &inputs.engagement.value;
        if still.iter().any(|&contact| engagement[contact] != value[contact]) {
            // It has jumped: the equations are others.
            self.begin_anew();
        }
        self.engagement.copy_from_slice(value);
        let stand_still = self.still.iter().all(|&contact| inputs.engagement.slope[contact] == 0.0);
        let applies = self.applies && stand_still;
        if applies { self.repeated.prepared_length(length, self.preparation()) } else { None }
    }

    /// The equations are others than in the last step.
    pub fn begin_anew(&mut self) {
        self.begin_anew_with(self.repeated.length);
    }

    /// The first whole step with other equations is one of series: a mode may be over in it, and where modes follow each other from step to step
    /// none makes a propagator.
    fn begin_anew_with(&mut self, length: f64) {
        let preparation = self.preparation();
        self.repeated.begin_anew(length, preparation);
        self.repeated.steps = self.repeated.steps.min(preparation - 1);
    }

    /// A step was taken, in which the mode stayed or has changed.
    pub fn count_step(&mut self, length: f64, has_changed: bool) {
        if has_changed {
            self.begin_anew_with(length);
        } else {
            self.repeated.count(length, self.preparation());
        }
    }
}

impl Mechanism {
    /// Takes a whole internal step of `length` at once, if it is one of those that repeat and nothing can happen in it.
    /// `is_evaluated`: it was evaluated at this instant.
    pub(super) fn propagated_step(&mut self, length: f64, is_evaluated: bool) -> bool {
        let Some(prepared) = self.propagators.prepared_length(length, &self.inputs) else { return false };
        if !is_evaluated {
            self.evaluate();
        }
        self.read_rates_of_roots();
        let Some(place) = self.propagator(prepared) else { return false };
        self.lead_slopes(place);
        if !self.is_clear(place, prepared) {
            return false;
        }
        self.take_propagated_step(place, length - prepared);
        true
    }

    /// Place of the propagator of the present mode, which is made if there is none yet.
    fn propagator(&mut self, length: f64) -> Option<usize> {
        let Self { propagators, mode, inputs, .. } = self;
        let (kept, still) = (&propagators.kept, &propagators.still);
        let is_present =
            |place: &usize| kept[*place].length == Some(length) && kept[*place].has_engagements(inputs, still);
        let is_it = |kept: &Kept| kept.is_for(length, mode, inputs, still);
        let known = propagators.present.filter(is_present).or_else(|| kept.iter().position(is_it));
        let place = match known {
            Some(place) => place,
            None => self.make_propagator(length),
        };
        self.propagators.present = Some(place);
        self.propagators.kept[place].is_usable.then_some(place)
    }

    /// Makes the propagator of the present mode in place of the oldest; after [`Mechanism::evaluate`].
    fn make_propagator(&mut self, length: f64) -> usize {
        count(&mut self.statistics.propagators, 1);
        let place = self.propagators.oldest;
        self.propagators.oldest = (place + 1) % KEPT;
        self.differentiate_along_states();
        let Self { propagators, mode, inputs, expansion, .. } = self;
        let states = propagators.states();
        let guards = expansion.guards.len();
        let ExactPropagators { kept, matrices, guard, guard_reach, guards: derivatives, still, .. } = propagators;
        let kept = &mut kept[place];
        kept.is_usable = matrices.prepare(states, length);
        kept.length = Some(length);
        kept.mode.copy_from(mode);
        kept.engagement.copy_from_slice(&inputs.engagement.value);
        kept.still = still.len();
        // No slope is equal to that.
        kept.slopes.of_inputs.fill(f64::NAN);
        if kept.is_usable {
            let used = ..states * states;
            kept.transition[used].copy_from_slice(&matrices.transition[used]);
            kept.integral[used].copy_from_slice(&matrices.integral[used]);
            kept.double_integral[used].copy_from_slice(&matrices.double_integral[used]);
            for index in 0..guards {
                let of_state = derivatives.iter().skip(index).step_by(guards);
                guard[..states].iter_mut().zip(of_state).for_each(|(to, derivative)| *to = *derivative);
                matrices.write_reach(&guard[..states], &mut guard_reach[..states]);
                for (state, reach) in guard_reach[..states].iter().enumerate() {
                    kept.reach[state * guards + index] = *reach;
                }
            }
        }
        place
    }

    /// Writes A and C, state by state, and leaves the mechanism evaluated.
    fn differentiate_along_states(&mut self) {
        let (roots, states) = (self.propagators.roots.len(), self.propagators.states());
        let guards = self.expansion.guards.len();
        for state in 0..states {
            let mut direction = self.propagators.take_direction();
            let (position, velocity, internal) = &mut direction;
            if state < 2 * roots {
                let root = self.propagators.roots[state % roots];
                let of_bodies = if state < roots { &mut *position } else { &mut *velocity };
                for (body, value) in of_bodies.iter_mut().enumerate() {
                    if self.clusters.root[body] == Some(root) {
                        *value = self.clusters.factor[body];
                    }
                }
            } else {
                internal[state - 2 * roots] = 1.0;
            }
            self.differentiate(position, velocity, internal);
            let Self { propagators, expansion, .. } = self;
            let column = &mut propagators.matrices.equations[state * states..(state + 1) * states];
            write_rates(&propagators.roots, velocity, expansion, column);
            let column = &mut propagators.guards[state * guards..(state + 1) * guards];
            column.iter_mut().enumerate().for_each(|(index, change)| *change = expansion.guard_change(index));
            propagators.give_back(direction);
        }
        // The levels of contacts know the last order only, and are led along the slopes next.
        self.evaluate();
    }

    /// After [`Mechanism::evaluate`].
    fn read_rates_of_roots(&mut self) {
        let Self { propagators, expansion, velocity, .. } = self;
        let ExactPropagators { roots, rates, .. } = propagators;
        write_rates(roots, velocity, expansion, rates);
    }

    /// Makes b₁ and d of the present slopes.
    fn lead_slopes(&mut self, place: usize) {
        let Self { propagators, inputs, .. } = self;
        let slopes = &mut propagators.kept[place].slopes;
        if inputs.have_slopes(&slopes.of_inputs) {
            return;
        }
        slopes.of_inputs.iter_mut().zip(inputs.slopes()).for_each(|(known, slope)| *known = *slope);
        slopes.are_zero = slopes.of_inputs.iter().all(|slope| *slope == 0.0);
        if slopes.are_zero {
            return;
        }
        let direction = self.propagators.take_direction();
        self.differentiate_along_slopes(&direction.0, &direction.1, &direction.2);
        let Self { propagators, expansion, .. } = self;
        let ExactPropagators { kept, roots, .. } = propagators;
        let Slopes { of_rates, of_guards, .. } = &mut kept[place].slopes;
        write_rates(roots, &direction.1, expansion, of_rates);
        let guards = expansion.guards.len();
        of_guards[..guards].iter_mut().enumerate().for_each(|(index, change)| *change = expansion.guard_change(index));
        propagators.give_back(direction);
    }

    /// Whether no guard can vanish within `length`.
    fn is_clear(&mut self, place: usize, length: f64) -> bool {
        let Self { propagators, expansion, inputs, .. } = self;
        let (states, guards) = (propagators.states(), expansion.guards.len());
        let ExactPropagators { kept, rates, reach, .. } = propagators;
        let Kept { slopes, reach: per_rate, .. } = &kept[place];
        let reach = &mut reach[..guards];
        if slopes.are_zero {
            reach.fill(0.0);
        } else {
            reach.iter_mut().zip(&slopes.of_guards).for_each(|(reach, slope)| *reach = length * slope.abs());
        }
        for state in 0..states {
            let of_slope = if slopes.are_zero { 0.0 } else { length * slopes.of_rates[state].abs() };
            let rate = rates[state].abs() + of_slope;
            if rate != 0.0 {
                let column = &per_rate[state * guards..(state + 1) * guards];
                reach.iter_mut().zip(column).for_each(|(reach, factor)| *reach += factor * rate);
            }
        }
        reach.iter().enumerate().all(|(index, reach)| {
            let (value, kind) = (expansion.guard_value(index), expansion.guards[index].kind);
            value > *reach || (value == 0.0 && *reach == 0.0 && !kind.ends_at_zero(inputs))
        })
    }

    /// Takes the mechanism to the end of the step, which is longer than that of the propagator by a `rest` of rounding.
    fn take_propagated_step(&mut self, place: usize, rest: f64) {
        let Self { propagators, position, velocity, internal, clusters, .. } = self;
        let states = propagators.states();
        let ExactPropagators { kept, roots, rates, change, .. } = propagators;
        let kept = &kept[place];
        let (change, rates, slopes) = (&mut change[..states], &rates[..states], &kept.slopes.of_rates[..states]);
        change.fill(0.0);
        if rest != 0.0 {
            add_product(change, &kept.transition, rates);
            if !kept.slopes.are_zero {
                add_product(change, &kept.integral, slopes);
            }
            change.iter_mut().for_each(|change| *change *= rest);
        }
        if !kept.slopes.are_zero {
            add_product(change, &kept.double_integral, slopes);
        }
        add_product(change, &kept.integral, rates);
        let (of_positions, others) = change.split_at(roots.len());
        let (of_velocities, of_internal) = others.split_at(roots.len());
        for ((&root, of_position), of_velocity) in roots.iter().zip(of_positions).zip(of_velocities) {
            position[root] += of_position;
            velocity[root] += of_velocity;
        }
        internal.iter_mut().zip(of_internal).for_each(|(value, change)| *value += change);
        clusters.follow_roots(position, velocity);
    }
}

/// Directions of positions, velocities and internal states.
type Direction = (List<f64>, List<f64>, List<f64>);

impl ExactPropagators {
    /// The space of a direction, with nothing in it.
    fn take_direction(&mut self) -> Direction {
        let Self { position, velocity, internal, .. } = self;
        [&mut *position, &mut *velocity, &mut *internal].into_iter().for_each(|values| values.fill(0.0));
        (core::mem::take(position), core::mem::take(velocity), core::mem::take(internal))
    }

    fn give_back(&mut self, direction: Direction) {
        (self.position, self.velocity, self.internal) = direction;
    }
}

/// Rates of the states, from the velocities of the bodies and the last order of the expansion.
fn write_rates(roots: &[usize], velocity: &[f64], expansion: &super::expansion::Expansion, rates: &mut [f64]) {
    let (of_positions, others) = rates.split_at_mut(roots.len());
    let (of_velocities, of_internal) = others.split_at_mut(roots.len());
    let acceleration = expansion.accelerations();
    for ((&root, of_position), of_velocity) in roots.iter().zip(of_positions).zip(of_velocities) {
        (*of_position, *of_velocity) = (velocity[root], acceleration[root]);
    }
    of_internal.iter_mut().zip(expansion.internal_rates()).for_each(|(to, rate)| *to = *rate);
}

/// Adds the product of a matrix, by columns, and a vector.
fn add_product(to: &mut [f64], matrix: &[f64], vector: &[f64]) {
    for (column, factor) in matrix.chunks_exact(to.len().max(1)).zip(vector).filter(|(_, factor)| **factor != 0.0) {
        to.iter_mut().zip(column).for_each(|(sum, entry)| *sum += entry * factor);
    }
}
