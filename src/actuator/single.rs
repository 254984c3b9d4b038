//! An array of one actuator is an actuator: the form in which the instance holds a model of whatever type.

use super::{Actuator, Arrival, DiscreteUpdate, InvalidParameter, Observer, StateVisitor, Statistics};
use crate::interface::Interface;

impl<T: Actuator> Actuator for [T; 1] {
    fn interface(&self) -> &'static Interface {
        self[0].interface()
    }
    fn reals(&self) -> &[f64] {
        self[0].reals()
    }
    fn reals_mut(&mut self) -> &mut [f64] {
        self[0].reals_mut()
    }
    fn integers(&self) -> &[i32] {
        self[0].integers()
    }
    fn integers_mut(&mut self) -> &mut [i32] {
        self[0].integers_mut()
    }
    fn check(&self) -> Result<(), InvalidParameter> {
        self[0].check()
    }
    fn check_start(&self) -> Result<(), InvalidParameter> {
        self[0].check_start()
    }
    fn initialize(&mut self, time: f64, observer: &mut dyn Observer) {
        self[0].initialize(time, observer);
    }
    fn configure(&mut self) {
        self[0].configure();
    }
    fn inputs_changed(&mut self) {
        self[0].inputs_changed();
    }
    fn set_input_derivative(&mut self, input: usize, derivative: f64) {
        self[0].set_input_derivative(input, derivative);
    }
    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        self[0].advance(time, step, observer)
    }
    fn advance_to_event(&mut self, time: f64, step: f64, settled: f64, observer: &mut dyn Observer) -> Arrival {
        self[0].advance_to_event(time, step, settled, observer)
    }
    fn diverging_step(&self) -> Option<InvalidParameter> {
        self[0].diverging_step()
    }
    fn located_step(&self) -> Option<f64> {
        self[0].located_step()
    }
    fn update_outputs(&mut self) {
        self[0].update_outputs();
    }
    fn output_derivative(&self, reference: u32) -> f64 {
        self[0].output_derivative(reference)
    }
    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]) {
        self[0].directional_derivative(states, inputs, changes);
    }
    fn states(&self) -> &[f64] {
        self[0].states()
    }
    fn set_states(&mut self, states: &[f64]) {
        self[0].set_states(states);
    }
    fn set_time(&mut self, time: f64) {
        self[0].set_time(time);
    }
    fn derivatives(&self, derivatives: &mut [f64]) {
        self[0].derivatives(derivatives);
    }
    fn event_indicator_count(&self) -> usize {
        self[0].event_indicator_count()
    }
    fn event_indicators(&self, indicators: &mut [f64]) {
        self[0].event_indicators(indicators);
    }
    fn is_event_due(&self) -> bool {
        self[0].is_event_due()
    }
    fn begin_continuous_time(&mut self) {
        self[0].begin_continuous_time();
    }

    fn is_integral(&self, input: usize) -> bool {
        self[0].is_integral(input)
    }

    fn limited_by_inputs(&self) -> u64 {
        self[0].limited_by_inputs()
    }

    fn end_continuous_time(&mut self, elapsed: f64) {
        self[0].end_continuous_time(elapsed);
    }
    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate {
        self[0].update_discrete_states(time, observer)
    }
    fn statistics(&self) -> Statistics {
        self[0].statistics()
    }
    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        self[0].visit_state(visitor);
    }
}
