//! Branches and guards of controller and valve in the servo.

use crate::interface::servo_actuator::STATES;
use crate::plants::servovalve::VALVE_GUARDS;
use crate::plants::{OrificeSeries, PressureBranch, ServovalveMode};

use super::super::StateVisitor;
use super::super::machine::{Chain, ElementSeries, Elements, Terms, visit_small};
use super::Servo;
use super::chain::{States, servo_inputs};

impl Elements for ServovalveMode {
    #[inline]
    fn linear_mode(&self, body: u8) -> u8 {
        let Self { current, flapper, spool, pressure } = *self;
        let saturations = [current, flapper, spool, pressure.number()].map(|element| u8::from(element != 0));
        saturations.into_iter().fold(body, |number, saturation| 2 * number + saturation)
    }

    fn visit(&mut self, visitor: &mut dyn StateVisitor) {
        let Self { current, flapper, spool, pressure } = self;
        for element in [current, flapper, spool] {
            visit_small(element, visitor);
        }
        let mut number = i32::from(pressure.number());
        visitor.integer(&mut number);
        *pressure = PressureBranch::from_number(number.clamp(-128, 127) as i8);
    }
}

impl ElementSeries for OrificeSeries {
    fn is_settled(&self) -> bool {
        self.is_settled()
    }
    fn horizon(&self, share: f64) -> f64 {
        self.horizon(share)
    }
}

impl Servo {
    /// The saturations that belong to the values, which may have jumped; stops are left as they are.
    #[inline]
    pub(super) fn valve_mode(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> ServovalveMode {
        let (_, signals) = self.chain(valve, at);
        self.servo.mode_at(valve, &servo_inputs(at), &States::from(at.state).servo, &signals)
    }

    /// The same with the stops that flapper and spool touch.
    pub(super) fn valve_mode_with_stops(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> ServovalveMode {
        let saturated = self.valve_mode(valve, at);
        let (_, signals) = self.chain(&saturated, at);
        self.servo.with_stops(saturated, &States::from(at.state).servo, &signals)
    }

    #[inline]
    pub(super) fn valve_guards(&self, valve: &ServovalveMode, at: &Chain<'_, Self>) -> [f64; VALVE_GUARDS] {
        self.servo.guards(valve, &servo_inputs(at.terms), &States::from(at.terms.state).servo, at.signals)
    }

    /// See [`PositionServo::transition`](crate::plants::PositionServo::transition).
    pub(super) fn valve_transition(
        &self,
        valve: &mut ServovalveMode,
        place: usize,
        state: &mut [f64; STATES],
    ) -> usize {
        let mut servo = States::from(&*state).servo;
        let known = self.servo.transition(valve, place, &mut servo);
        States::write_servo(&servo, state);
        known
    }
}
