//! A scenario that goes on in another instance, with the state that was saved in the first, is the same to the bit.

use super::draw::Scenario;
use super::model::{Body, Places};
use super::run::{Trace, feed, prepare, scenario_steps, start, tune};
use crate::reports::Reports;
use actuator_fmu::actuator::StateVisitor;

/// A state is restored after every so many steps.
const EVERY: usize = 3;

/// The items of a saved state.
#[derive(Default)]
struct Saved {
    reals: Vec<f64>,
    integers: Vec<i32>,
}

impl StateVisitor for Saved {
    fn real(&mut self, value: &mut f64) {
        self.reals.push(*value);
    }

    fn integer(&mut self, value: &mut i32) {
        self.integers.push(*value);
    }
}

/// The same items, for another instance.
struct Restored<R, I> {
    reals: R,
    integers: I,
}

impl<R: Iterator<Item = f64>, I: Iterator<Item = i32>> StateVisitor for Restored<R, I> {
    fn real(&mut self, value: &mut f64) {
        *value = self.reals.next().expect("as many as were saved");
    }

    fn integer(&mut self, value: &mut i32) {
        *value = self.integers.next().expect("as many as were saved");
    }
}

/// A new instance that goes on where `actuator` is.
fn restored<A: Body>(actuator: &mut A, mut fresh: A) -> A {
    fresh.reals_mut().copy_from_slice(actuator.reals());
    fresh.integers_mut().copy_from_slice(actuator.integers());
    let mut saved = Saved::default();
    actuator.visit_state(&mut saved);
    fresh.visit_state(&mut Restored { reals: saved.reals.into_iter(), integers: saved.integers.into_iter() });
    fresh
}

/// Compares a scenario with the same one in several instances.
pub fn same_in_other_instances(fresh: &impl Body, scenario: &Scenario, trace: &Trace) -> Result<(), String> {
    let mut actuator = prepare(*fresh, scenario, 1.0);
    let (places, mut reports) = (Places::new(scenario.kind), Reports::default());
    start(&mut actuator, scenario, 1.0, &mut reports)?;
    for (number, (step, (time, expected))) in
        scenario_steps(scenario, scenario.steps).zip(trace.points.iter().skip(1)).enumerate()
    {
        if (number + scenario.seed as usize).is_multiple_of(EVERY) {
            actuator = restored(&mut actuator, *fresh);
        }
        tune(&mut actuator, &step, 1.0);
        feed(&mut actuator, scenario, step.piece, step.elapsed, 1.0);
        actuator.advance(step.from, step.to - step.from, &mut reports);
        actuator.update_outputs();
        let here = places.read(&actuator);
        if (here.position.to_bits(), here.velocity.to_bits(), here.friction.to_bits())
            != (expected.position.to_bits(), expected.velocity.to_bits(), expected.friction.to_bits())
        {
            return Err(format!("at {time} s: {here:?} in another instance, {expected:?} in one"));
        }
    }
    Ok(())
}
