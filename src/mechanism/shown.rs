//! What is shown between a jump of inputs or parameters and the step, or event mode, that decides what follows from it.
//!
//! Nothing is decided by looking: regimes, touched stops and who moves with whom stay those of the last decision. Branches without
//! a memory are those that belong to the values as they are: limits of signals, saturations of servos, sides of springs, segments
//! of tables, laws; and contacts at rest that share a torque do so by their breakaway levels as they are. And no torque is shown that could not be:
//!
//! ```text
//! contact at rest   −B₋ ≤ τ ≤ B₊,  B = e·breakaway level, 0 where it is not engaged;  a freewheel  τ ≤ B₊
//! gear              loss = s·(C + gain·|T|) with the sign of T as it is;  at rest within these, times the static ratio
//! stop              pushes
//! ```
//!
//! This is what the models of single bodies show. Bodies at rest do not accelerate, so where a bound is reached the torques of a
//! body do not balance until it is decided. What was chosen is put back: the next step goes on with the same bits, read or not.

use super::elements::is_engaged;
use super::{ContactMode, Mechanism, Snapshot};

impl Mechanism {
    /// Shows this instant. `is_undecided`: what acts from outside, or properties, have jumped since the last decision.
    pub fn show<R>(&mut self, is_undecided: bool, read: impl FnOnce(&Snapshot<'_>) -> R) -> R {
        if is_undecided {
            return self.with_present_branches(|mechanism| {
                mechanism.evaluate();
                read(&mechanism.bounded_snapshot())
            });
        }
        self.with_present_shares(|mechanism| read(&mechanism.snapshot_of(0)))
    }

    /// Does something with the torques of this instant, where it is evaluated, and puts back those that were shared last.
    fn with_present_shares<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let work = self.question.solution.work;
        let is_shared_anew = self.share_to_show();
        let outcome = act(self);
        if is_shared_anew {
            self.mode.copy_from(&self.decided);
            self.rebuild();
            self.clusters.restore_offsets();
            let (at, expansion) = self.here();
            expansion.restore_weights(&at);
            // What reading costs shortens no step.
            self.question.solution.work = work;
        }
        outcome
    }

    /// Shares torques as at this instant, and evaluates it; whether the shares are others than before, which are in `decided`.
    fn share_to_show(&mut self) -> bool {
        self.evaluate();
        if self.keeps_share() {
            return false;
        }
        self.decided.copy_from(&self.mode);
        self.clusters.keep_offsets();
        self.expansion.split.keep_bounds();
        self.note_pressing();
        self.share_anew();
        self.evaluate();
        true
    }

    /// Shows the time derivatives at this instant.
    pub fn show_rates<R>(&mut self, is_undecided: bool, read: impl FnOnce(&Snapshot<'_>) -> R) -> R {
        self.as_shown(is_undecided, |mechanism| read(&mechanism.rate_of_change()))
    }

    /// Does something with the branches and shares with which this instant is shown.
    pub fn as_shown<R>(&mut self, is_undecided: bool, act: impl FnOnce(&mut Self) -> R) -> R {
        if is_undecided { self.with_present_branches(act) } else { self.with_present_shares(act) }
    }

    /// Does something with the branches that belong to the present values, where they have no memory, and puts back those that were
    /// decided.
    fn with_present_branches<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        self.decided.copy_from(&self.mode);
        self.choose_branches();
        let outcome = self.with_present_weights(act);
        self.mode.copy_from(&self.decided);
        outcome
    }

    /// Does something with the weights of the present breakaway levels, and puts back those by which torques were shared last.
    fn with_present_weights<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let are_shared = !self.clusters.chords.is_empty();
        if are_shared {
            let (at, expansion) = self.here();
            expansion.use_present_weights(&at);
        }
        let outcome = act(self);
        if are_shared {
            let (at, expansion) = self.here();
            expansion.restore_weights(&at);
        }
        outcome
    }

    fn choose_branches(&mut self) {
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            let relative = self.relative_velocity(index);
            let mode = &mut self.mode.contacts[index];
            // A law may have been set that creeps, or one that sticks.
            match (contact.is_continuous(), *mode) {
                (true, ContactMode::Sliding(direction)) => *mode = ContactMode::Continuous(direction),
                (false, ContactMode::Continuous(direction)) if relative != 0.0 => {
                    *mode = ContactMode::Sliding(direction)
                }
                (true | false, _) => {}
            }
            self.mode.engaged[index] = is_engaged(&self.structure, &self.inputs, index);
            self.mode.segments[index] = contact.segment(relative.abs());
        }
        self.choose_loss_segments();
        self.choose_branches_of_components();
        self.choose_saturations();
    }
}
