//! The inputs of a mechanism, which act from outside: straight lines over a step, or what an importer of Model Exchange sets at each instant.

use super::Structure;
use super::constants::CONSTANTS;
use crate::memory::{Heap, List};

/// How inputs go on from the present instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMotion {
    /// As straight lines, whose slopes are known: Co-Simulation.
    Lines,
    /// They are set anew at every instant, and nothing determines how fast they move: continuous time of Model Exchange.
    Moving,
    /// Time stands still: they stay, or jump. Event mode of Model Exchange.
    AtEvent,
}

impl InputMotion {
    /// Whether it is known how fast inputs change from here on, as it is in Co-Simulation alone.
    pub(super) fn has_slopes(self) -> bool {
        self == Self::Lines
    }

    /// Its number in a saved state.
    pub(super) fn number(self) -> i8 {
        match self {
            Self::Lines => 0,
            Self::Moving => 1,
            Self::AtEvent => 2,
        }
    }

    pub(super) fn from_number(number: i8) -> Self {
        match number {
            1 => Self::Moving,
            2 => Self::AtEvent,
            _ => Self::Lines,
        }
    }
}

/// Values that change linearly with time.
#[derive(Debug, PartialEq)]
pub struct Lines {
    /// Values at this instant.
    pub value: List<f64>,
    /// Slopes [1/s].
    pub slope: List<f64>,
    /// Values at the beginning of the step.
    start: List<f64>,
}

impl Lines {
    fn new(value: f64, count: usize, heap: &mut Heap) -> Self {
        Self { value: heap.filled(value, count), slope: heap.filled(0.0, count), start: heap.filled(value, count) }
    }

    fn copy_from(&mut self, other: &Self) {
        self.value.copy_from_slice(&other.value);
        self.slope.copy_from_slice(&other.slope);
        self.start.copy_from_slice(&other.start);
    }

    /// Sets values that are zero and about to be positive to a small one.
    pub(super) fn begin_positive(&mut self, small: f64) {
        let lines = self.value.iter_mut().zip(&self.slope);
        lines.filter(|(value, slope)| **value == 0.0 && **slope > 0.0).for_each(|(value, _)| *value = small);
    }

    /// Sets them back to zero.
    pub(super) fn end_positive(&mut self, small: f64) {
        self.value.iter_mut().filter(|value| **value == small).for_each(|value| *value = 0.0);
    }

    /// Sets one line; whether its value goes on as it was led.
    pub fn set(&mut self, index: usize, value: f64, slope: f64) -> bool {
        let is_led = (value - self.value[index]).abs() <= CONSTANTS.reltol_input * self.value[index].abs();
        (self.value[index], self.slope[index]) = (value, slope);
        is_led
    }

    /// The slope of an engagement that is set where nothing determines yet how it goes on: 0, but where it was led through zero. There it stays on
    /// its way until a step does; without a slope it would end, to begin again with that step.
    pub fn slope_through_zero(&self, index: usize, value: f64) -> f64 {
        let passes = value == 0.0 && self.value[index].abs() <= CONSTANTS.reltol_input;
        if passes { self.slope[index].max(0.0) } else { 0.0 }
    }

    /// Values are given as sums from here on.
    pub fn begin_sum(&mut self) {
        self.start.copy_from_slice(&self.value);
        self.value.fill(0.0);
        self.slope.fill(0.0);
    }

    /// Adds to one line.
    pub fn add(&mut self, index: usize, value: f64, slope: f64) {
        self.value[index] += value;
        self.slope[index] += slope;
    }

    /// All are given; whether the values go on as they were led.
    pub fn end_sum(&self) -> bool {
        self.value.iter().zip(&self.start).all(|(new, old)| (new - old).abs() <= CONSTANTS.reltol_input * old.abs())
    }

    fn begin(&mut self) {
        self.start.copy_from_slice(&self.value);
    }

    fn at(&mut self, elapsed: f64) {
        for (value, (start, slope)) in self.value.iter_mut().zip(self.start.iter().zip(&self.slope)) {
            *value = start + slope * elapsed;
        }
    }
}

/// The inputs: what acts from outside.
#[derive(Debug, PartialEq)]
pub struct Inputs {
    /// Torque on each body [N·m], positive towards positive position.
    pub torque: Lines,
    /// Engagement of each contact.
    pub engagement: Lines,
    /// Inputs of linear systems.
    pub signal: Lines,
    /// Inputs of the components: of a servo its command [rad] and supply pressure [Pa].
    pub components: Lines,
    /// How all of them go on.
    pub motion: InputMotion,
}

impl Inputs {
    /// No torques, all contacts engaged.
    pub(super) fn new(structure: &Structure, heap: &mut Heap) -> Self {
        Self {
            torque: Lines::new(0.0, structure.bodies.len(), heap),
            engagement: Lines::new(1.0, structure.contacts.len(), heap),
            signal: Lines::new(0.0, structure.network.inputs, heap),
            components: Lines::new(0.0, structure.component_inputs(), heap),
            motion: InputMotion::Lines,
        }
    }

    /// Takes over what acts on another mechanism of the same structure; no memory is taken for it.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.all_mut().into_iter().zip(other.all()).for_each(|(own, other)| own.copy_from(other));
        self.motion = other.motion;
    }

    fn all(&self) -> [&Lines; 4] {
        let Self { torque, engagement, signal, components, motion: _ } = self;
        [torque, engagement, signal, components]
    }

    fn all_mut(&mut self) -> [&mut Lines; 4] {
        let Self { torque, engagement, signal, components, motion: _ } = self;
        [torque, engagement, signal, components]
    }

    /// All values.
    pub(super) fn lines(&mut self) -> impl Iterator<Item = &mut List<f64>> {
        self.all_mut().into_iter().flat_map(|lines| [&mut lines.value, &mut lines.slope])
    }

    /// Number of lines on a structure.
    pub(super) fn lines_of(structure: &Structure) -> usize {
        structure.bodies.len() + structure.contacts.len() + structure.network.inputs + structure.component_inputs()
    }

    /// All slopes.
    pub(super) fn slopes(&self) -> impl Iterator<Item = &f64> {
        self.all().into_iter().flat_map(|lines| &lines.slope)
    }

    /// Whether these are all slopes, in the order of [`Inputs::slopes`]. Each step asks: whole lists are compared faster than their items.
    pub(super) fn have_slopes(&self, known: &[f64]) -> bool {
        let mut rest = known;
        self.all().into_iter().all(|lines| {
            let (own, others) = rest.split_at(lines.slope.len().min(rest.len()));
            rest = others;
            lines.slope[..] == *own
        })
    }

    /// All slopes are zero.
    pub(super) fn stand_still(&mut self) {
        self.all_mut().into_iter().for_each(|lines| lines.slope.fill(0.0));
    }

    /// A step begins.
    pub(super) fn begin(&mut self) {
        self.all_mut().into_iter().for_each(Lines::begin);
    }

    /// Goes to a time after the beginning of the step [s].
    pub(super) fn at(&mut self, elapsed: f64) {
        self.all_mut().into_iter().for_each(|lines| lines.at(elapsed));
    }
}
