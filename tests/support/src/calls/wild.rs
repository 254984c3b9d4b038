//! Saved states that were changed and then sealed again, so that no checksum shows it: refused or usable, never a crash.

use super::actor::{Actor, OK, Verdict};
use super::player::Player;
use super::port::End;
use std::ptr::null_mut;

/// Internal steps of the steps that follow a corrupted state.
const WORK: f64 = 20.0;

impl Player<'_> {
    pub fn restore_corrupted(&mut self) -> Verdict {
        self.figures.calls += 1;
        let Some((mut bytes, model, co_simulation)) = self.some_bytes() else { return Ok(()) };
        let header = 24 + self.layouts[model].interface.guid.len();
        for _ in 0..1 + self.random.below(3) {
            let payload = bytes.len() - header - 8;
            let place = header + self.random.below(payload);
            let length = 8.min(bytes.len() - 8 - place);
            let real = self.random.wild().to_le_bytes();
            match self.random.below(3) {
                0 => bytes[place] = self.random.bits() as u8,
                1 => bytes[place..place + length].copy_from_slice(&real[..length]),
                _ => bytes[place..place + length.min(4)].fill(self.random.pick(&[0, 0xff, 0x7f])),
            }
        }
        seal(&mut bytes);
        self.figures.corrupted += 1;
        let actor = Actor::of(self.standard, &self.layouts[model], model, co_simulation)?;
        self.use_corrupted(&actor, &bytes)
    }

    fn use_corrupted(&mut self, actor: &Actor, bytes: &[u8]) -> Verdict {
        let layout = &self.layouts[actor.model];
        let mut state = null_mut();
        // SAFETY: handles and pointers are valid.
        unsafe {
            if actor.port().deserialize(bytes, &mut state) != OK {
                return if state.is_null() { Ok(()) } else { Err("a refused state has a handle".to_string()) };
            }
            self.figures.corrupted_accepted += 1;
            let restored = actor.port().set_state(state);
            let freed = actor.port().free_state(&mut state);
            if [restored, freed] != [OK; 2] {
                return Err(format!("an accepted state cannot be restored or freed: {restored} {freed}"));
            }
        }
        let step_places = [layout.max_step as u32, layout.fixed_step as u32];
        let mut steps = [0.0; 2];
        let (mut time, port) = (0.0, actor.port());
        let mut end = End::UNTOUCHED;
        // SAFETY: handles and pointers are valid.
        unsafe {
            let mut fatal = port.get_real(step_places.as_ptr(), 2, steps.as_mut_ptr(), 2) > 3;
            let step = WORK * steps[0].min(steps[1]);
            let mut indicators = vec![0.0; layout.event_indicators];
            for _ in 0..3 {
                fatal |= port.exit_initialization() > 3;
                port.time(&mut time);
                fatal |= port.do_step(time, step.min(1e3), &mut end, None) > 3;
                fatal |= port.enter_continuous_time_mode() > 3;
                fatal |= port.get_event_indicators(indicators.as_mut_ptr(), indicators.len()) > 3;
                fatal |= port.enter_event_mode() > 3;
                fatal |= self.read_all(actor)? > 3;
            }
            if fatal { Err("a corrupted state made the instance fatal".to_string()) } else { Ok(()) }
        }
    }

    /// Reads every variable; the worst status.
    fn read_all(&self, actor: &Actor) -> Verdict<i32> {
        let mut worst = OK;
        for (reference, variable) in (0..).zip(self.layouts[actor.model].interface.reals) {
            let mut value = f64::NAN;
            // SAFETY: handle and pointers are valid.
            let status = unsafe { actor.port().get_real(&reference, 1, &mut value, 1) };
            if status <= 1 && !value.is_finite() {
                return Err(format!("{} reads {value} after a corrupted state", variable.name));
            }
            worst = worst.max(status);
        }
        Ok(worst)
    }
}

/// Makes the checksum fit: 64-bit FNV-1a of all bytes before it.
pub fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let (body, checksum) = bytes.split_at_mut(end);
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    checksum.copy_from_slice(&body.iter().fold(0xcbf2_9ce4_8422_2325, mix).to_le_bytes());
}
