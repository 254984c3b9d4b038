//! Branches and guards of controller and valve in the servo.

use crate::interface::servo_actuator::{Inputs, STATES};
use crate::plants::servovalve::{STOP_SLACK, VALVE_GUARDS, saturation_guards, stop_guards};
use crate::plants::{ServovalveMode, Valve, ValveElement, ValveGuard};

use super::super::StateVisitor;
use super::super::machine::{Chain, Elements, Terms, visit_small};
use super::Servo;
use super::chain::States;

impl Elements for ServovalveMode {
    #[inline]
    fn linear_mode(&self, body: u8) -> u8 {
        let Self { current, flapper, spool, pressure } = *self;
        let saturations = [current, flapper, spool, pressure].map(|element| u8::from(element != 0));
        saturations.into_iter().fold(body, |number, saturation| 2 * number + saturation)
    }

    fn visit(&mut self, visitor: &mut dyn StateVisitor) {
        let Self { current, flapper, spool, pressure } = self;
        for element in [current, flapper, spool, pressure] {
            visit_small(element, visitor);
        }
    }
}

impl Servo {
    /// The saturations that belong to the values, which may have jumped; stops are left as they are.
    pub(super) fn valve_mode(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> ServovalveMode {
        let (_, signals) = self.chain(valve, at);
        let Inputs { supply_pressure, .. } = Inputs::from_array(at.input);
        ServovalveMode {
            current: beyond(signals.demand, self.controller.current_limit),
            pressure: beyond(signals.valve_pressure, supply_pressure),
            ..*valve
        }
    }

    #[inline]
    pub(super) fn valve_guards(&self, valve: &ServovalveMode, at: &Chain<'_, Self>) -> [f64; VALVE_GUARDS] {
        let (states, signals, order) = (States::from(at.terms.state), at.signals, at.terms.order);
        let Inputs { supply_pressure, .. } = Inputs::from_array(at.terms.input);
        let absent = if order.is_value() { f64::INFINITY } else { 0.0 };
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        let slack = order.constant(STOP_SLACK);
        let flapper_slack = slack * self.valve.full_flapper_acceleration();
        let (flapper_end, spool_end) = (order.constant(flapper_travel), order.constant(spool_travel));
        let current_limit = order.constant(self.controller.current_limit);
        let current = saturation_guards(valve.current, absent, signals.demand, current_limit);
        let flapper =
            stop_guards(valve.flapper, absent, states.flapper, flapper_end, signals.flapper_drive, flapper_slack);
        let spool = stop_guards(valve.spool, absent, states.spool, spool_end, states.flapper, slack * flapper_travel);
        let pressure = saturation_guards(valve.pressure, absent, signals.valve_pressure, supply_pressure);
        let ([a, b], [c, d], [e, f], [g, h]) = (current, flapper, spool, pressure);
        [a, b, c, d, e, f, g, h]
    }

    /// Returns how many coefficients of the guard are exactly zero on the surface that was just reached: of a saturation its
    /// excess, of a freed stop its distance with one (spool) or two (flapper) derivatives.
    pub(super) fn valve_transition(
        &self,
        valve: &mut ServovalveMode,
        place: usize,
        state: &mut [f64; STATES],
    ) -> usize {
        let ValveGuard { element, side } = ValveGuard::in_place(place);
        let branch = valve.branch_mut(element);
        *branch = if *branch == 0 { side } else { 0 };
        let is_reached = *branch != 0;
        let [_, _, _, flapper, flapper_velocity, spool, _] = state;
        match element {
            ValveElement::Flapper if is_reached => {
                (*flapper, *flapper_velocity) = (f64::from(side) * self.valve.flapper_travel, 0.0);
                0
            }
            ValveElement::Flapper => 3,
            ValveElement::Spool if is_reached => {
                *spool = f64::from(side) * self.valve.spool_travel;
                0
            }
            ValveElement::Spool => 2,
            ValveElement::Current | ValveElement::Pressure => 1,
        }
    }
}

fn beyond(value: f64, limit: f64) -> i8 {
    i8::from(value > limit) - i8::from(value < -limit)
}
