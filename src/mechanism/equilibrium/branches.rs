//! The branches of the equations while an equilibrium is looked for: free play that is closed, limits of signals, sides of orifices.

use super::{SPOOL, Unbalanced};
use crate::mechanism::Mechanism;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::servo::SERVO_STATES;
use crate::plants::SecondStage;

impl Mechanism {
    /// Without free play springs show on which side they carry, and whether they do; then everything is at its start again.
    pub(super) fn find_loaded_sides(&mut self) -> Result<(), Unbalanced> {
        if !self.has_play() {
            return Ok(());
        }
        self.newton_step()?;
        self.choose_rest_branches();
        self.return_to_start();
        self.choose_sides_of_orifices();
        Ok(())
    }

    /// The branches of valves with orifices that belong to the values; limits stay.
    pub(super) fn choose_sides_of_orifices(&mut self) {
        self.list_guards();
        self.evaluate();
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let mode = &mut self.mode.servos[index];
            if servo.chain.valve.law() == SecondStage::Orifice {
                let current = mode.current;
                *mode = servo.mode_at(mode, &self.expansion.servos[index]);
                mode.current = current;
            }
        }
        self.list_guards();
        self.evaluate();
    }

    /// A load near stall needs a spool far out, and what overshoots it leads nowhere.
    pub(super) fn keep_spools_near(&mut self) {
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let valve = &servo.chain.valve;
            if valve.law() == SecondStage::Orifice {
                let room = CONSTANTS.equilibrium_spool_room * valve.spool_travel;
                let spool = &mut self.internal[SERVO_STATES * index + SPOOL];
                // `clamp` panics with its bounds in the message: the code that prints numbers would add 20 KB to the library.
                *spool = spool.max(-room).min(room);
            }
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
