//! The branches of the equations while an equilibrium is looked for: free play that is closed, limits of signals, sides of orifices.

use super::Unbalanced;
use crate::mechanism::Mechanism;

impl Mechanism {
    /// Without free play springs show on which side they carry, and whether they do; then everything is at its start again.
    pub(super) fn find_loaded_sides(&mut self) -> Result<(), Unbalanced> {
        if !self.has_play() {
            return Ok(());
        }
        self.newton_step()?;
        self.choose_rest_branches();
        self.return_to_start();
        self.choose_branches_within_limits();
        Ok(())
    }

    /// The branches of actuators that belong to the values; limits stay.
    pub(super) fn choose_branches_within_limits(&mut self) {
        self.list_guards();
        self.evaluate();
        for (index, _, actuator) in self.structure.actuators() {
            let branch = &mut self.mode.components[index];
            *branch = actuator.branch_within_limits(*branch, &self.expansion.terms[index]);
        }
        self.list_guards();
        self.evaluate();
    }

    /// States that are at stops are there, and others near an equilibrium.
    pub(super) fn keep_within(&mut self) {
        for (index, component, actuator) in self.structure.actuators() {
            actuator.keep_within(self.mode.components[index], &mut self.internal[component.states()]);
        }
    }

    /// The branches of springs with free play and of limits that belong to the values; whether any is another one.
    pub(super) fn choose_rest_branches(&mut self) -> bool {
        let mut is_changed = self.choose_branches_at_rest();
        is_changed |= self.choose_saturations_at_rest();
        if is_changed {
            self.list_guards();
            self.evaluate();
        }
        is_changed
    }

    fn choose_saturations_at_rest(&mut self) -> bool {
        let mut is_changed = false;
        for (index, limiter) in self.structure.network.limiters.iter().enumerate() {
            let sum = self.expansion.signals.unlimited[index];
            let saturation = i8::from(sum > limiter.upper) - i8::from(sum < limiter.lower);
            is_changed |= core::mem::replace(&mut self.mode.limiters[index].saturation, saturation) != saturation;
        }
        is_changed
    }
}
