//! Actuators at their limits while an equilibrium is looked for: of a servo those of current, spool and of the pressure of a linear valve.

use crate::mechanism::{Branch, Component, Mechanism};
use crate::plants::NoEquilibrium;

/// Changes of one actuator at a time, of which that farthest beyond its limit is the first; then they are taken in their order, which
/// does not go in circles where springs couple them (Murty 1974, "Note on a Bard-type scheme").
const WORST_FIRST: usize = 20;

impl Mechanism {
    /// Takes one actuator to a limit beyond which it is, or back from it; whether there was any.
    pub(super) fn choose_limit(&mut self) -> bool {
        let mut chosen: Option<(usize, Branch, f64)> = None;
        for (index, _, actuator) in self.structure.actuators() {
            let other = actuator.other_limit(self.mode.components[index], &self.expansion.terms[index]);
            let Some((branch, excess)) = other else { continue };
            if self.equilibrium.changes == 0 && self.equilibrium.first_limited == Some(index) {
                chosen = Some((index, branch, excess));
                break;
            }
            if chosen.is_none_or(|(.., most)| excess > most) {
                chosen = Some((index, branch, excess));
            }
            if self.equilibrium.changes >= WORST_FIRST {
                break;
            }
        }
        let Some((index, branch, _)) = chosen else { return false };
        self.equilibrium.changes += 1;
        self.mode.components[index] = branch;
        true
    }

    /// The first actuator at a limit that it could be anywhere beyond, as where its body floats, and why it carries no more.
    pub(super) fn floating_at_limit(&self) -> Option<(usize, NoEquilibrium)> {
        let mut floating = self.structure.actuators().filter(|(index, ..)| self.equilibrium.floats[*index]);
        floating.find_map(|(index, _, actuator)| Some((index, actuator.at_limit(self.mode.components[index])?)))
    }

    /// Bodies of actuators that float at a limit are held where they start.
    pub(super) fn hold_bodies_of_limited(&mut self) {
        for (index, component, actuator) in self.structure.actuators() {
            if self.equilibrium.floats[index] && actuator.at_limit(self.mode.components[index]).is_some() {
                let roots = component.ends().filter_map(|(body, _)| self.ties.root[body]);
                roots.for_each(|root| self.equilibrium.held[root] = true);
            }
        }
    }

    /// Whether a body is driven by an actuator whose integral determines where it is.
    pub(super) fn is_placed_by_integral(&self, root: usize) -> bool {
        let mut actuators = self.structure.actuators();
        actuators.any(|(_, component, actuator)| self.acts_on(component, root) && actuator.integrates())
    }

    /// Whether an actuator acts on a body, or on one that gears tie to it.
    pub(super) fn acts_on(&self, component: &Component, root: usize) -> bool {
        component.ends().any(|(body, _)| self.ties.root[body] == Some(root))
    }

    /// Whether a state of an actuator is at a stop, and stays there.
    pub(super) fn is_at_stop(&self, state: usize) -> bool {
        let of = self.structure.actuator_of(state);
        of.is_some_and(|(index, actuator, place)| actuator.is_at_stop(self.mode.components[index], place))
    }
}
