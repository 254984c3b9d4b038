//! From instantiation to freeing.

use super::actor::{Actor, Expected, Verdict, expect};
use super::memory::Memory;
use super::partner::Partner;
use super::player::Player;
use super::table::{Call, Mode, Standard};
use actuator_fmu::fmi2::*;
use actuator_fmu::fmi3::*;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

impl Player<'_> {
    pub fn instantiate(&mut self) -> Verdict {
        self.figures.calls += 1;
        self.figures.instances += 1;
        let model = self.random.below(self.layouts.len());
        let (co_simulation, logging) = (!self.random.one_in(3), self.random.one_in(2));
        let layout = &self.layouts[model];
        self.actors.push(match self.standard {
            Standard::Two => Actor::new(layout, model, co_simulation, logging)?,
            Standard::Three => {
                let partner = Partner::random(&mut self.random, layout.interface, co_simulation);
                Actor::new_of_three(layout, model, co_simulation, logging, partner)?
            }
        });
        Ok(())
    }

    /// Arguments of which one is wrong give no instance.
    pub fn instantiate_badly(&mut self) -> Verdict {
        self.figures.calls += 1;
        let guid = CString::new(self.layouts[0].interface.guid).map_err(|error| error.to_string())?;
        let (mut name, mut kind, mut guid) = (c"fuzz".as_ptr(), 1, guid.as_ptr());
        match self.random.below(5) {
            0 => name = self.random.pick(&[null(), c"".as_ptr(), c" \t".as_ptr()]),
            1 => kind = self.random.pick(&[2, -1, i32::MAX, i32::MIN]),
            2 => guid = null(),
            3 => guid = c"\xff\xfe%s%n".as_ptr(),
            _ => guid = c"{00000000-0000-0000-0000-000000000000}".as_ptr(),
        }
        // SAFETY: all pointers are null or of strings that outlive the call.
        let handle = unsafe {
            match self.standard {
                Standard::Two => fmi2Instantiate(name, kind, guid, null(), null(), 0, 1),
                Standard::Three => instantiate_three(name, kind, guid),
            }
        };
        if handle.is_null() { Ok(()) } else { Err("an instance from wrong arguments".to_string()) }
    }

    /// Every function answers Error to no instance, and to memory that is none.
    pub fn call_without_instance(&mut self) -> Verdict {
        self.figures.calls += 1;
        let mut foreign = [0_u64; 64];
        let place: *mut u64 = foreign.as_mut_ptr();
        // SAFETY: null, misaligned, or of zeros, as the library checks; all other pointers are null.
        let status = unsafe {
            let none = self.random.pick(&[null_mut(), place.cast(), place.cast::<u8>().add(3).cast()]);
            match self.standard {
                Standard::Two => call_two(none, self.random.below(12)),
                Standard::Three => call_three(none, self.random.below(12)),
            }
        };
        if status == 3 { Ok(()) } else { Err(format!("status {status} without an instance")) }
    }

    pub fn set_debug_logging(&mut self, actor: &mut Actor) -> Verdict<i32> {
        const NAMES: [(&CStr, bool, bool); 7] = [
            (c"logEvents", true, false),
            (c"logStatusWarning", true, false),
            (c"logStatusDiscard", true, false),
            (c"logStatusError", true, true),
            (c"logStatusFatal", true, false),
            (c"logAll", true, true),
            (c"%s%n", false, false),
        ];
        let chosen: Vec<_> = (0..self.random.below(4)).map(|_| self.random.pick(&NAMES)).collect();
        let names: Vec<_> = chosen.iter().map(|(name, ..)| name.as_ptr()).collect();
        let on = self.random.below(3) as i32 - 1;
        let known = chosen.iter().all(|&(_, known, _)| known);
        let expected = expect(actor.is_legal(Call::SetDebugLogging) && known);
        let status = actor.attempt(Call::SetDebugLogging, expected, |handle| {
            // SAFETY: handle and array are valid.
            unsafe { handle.set_debug_logging(on, names.len(), names.as_ptr()) }
        })?;
        if status == 0 && (names.is_empty() || chosen.iter().any(|&(.., errors)| errors)) {
            actor.tells_errors = on != 0;
        }
        Ok(status)
    }

    /// The experiment, in FMI 3.0 with initialization mode.
    pub fn setup_experiment(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let awkward = self.random.one_in(8);
        let mut time = || if awkward { self.random.wild() } else { self.random.below(3) as f64 * 50_000.0 };
        let (start, tolerance) = (time(), if awkward { time() } else { 1e-6 });
        let stop = if awkward { time() } else { start + 1e6 };
        let [has_tolerance, has_stop] = [(); 2].map(|()| self.random.one_in(3));
        let fits = start.is_finite()
            && (!has_tolerance || tolerance.is_finite())
            && (!has_stop || (stop.is_finite() && stop >= start));
        let expected = expect(actor.is_legal(call) && fits);
        let status = actor.attempt(call, expected, |handle| {
            // SAFETY: the handle is valid.
            unsafe { handle.experiment(has_tolerance.then_some(tolerance), start, has_stop.then_some(stop)) }
        })?;
        if expected == Expected::Done {
            if call == Call::EnterInitializationMode {
                actor.memory.mode = Mode::Initialization;
            }
            actor.memory.time = start;
            actor.memory.stop = has_stop.then_some(stop);
        }
        Ok(status)
    }

    pub fn enter_initialization(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let call = Call::EnterInitializationMode;
        if actor.standard == Standard::Three {
            return self.setup_experiment(actor, call);
        }
        let expected = expect(actor.is_legal(call));
        // SAFETY: the handle is valid.
        let status = actor.attempt(call, expected, |handle| unsafe { handle.enter_initialization() })?;
        if expected == Expected::Done {
            actor.memory.mode = Mode::Initialization;
        }
        Ok(status)
    }

    pub fn exit_initialization(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let call = Call::ExitInitializationMode;
        let layout = &self.layouts[actor.model];
        if actor.is_legal(call) && !layout.is_consistent(&actor.memory) && self.random.one_in(2) {
            self.repair(actor)?;
        }
        let expected = expect(actor.is_legal(call) && layout.is_consistent(&actor.memory));
        // SAFETY: the handle is valid.
        let status = actor.attempt(call, expected, |handle| unsafe { handle.exit_initialization() })?;
        if expected == Expected::Done {
            let steps = actor.standard == Standard::Three && !actor.has_event_mode();
            actor.memory.mode = if steps { Mode::Step } else { Mode::Event };
            actor.memory.beginning = true;
            self.check_outputs(actor)?;
        }
        Ok(status)
    }

    pub fn terminate(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let expected = expect(actor.is_legal(Call::Terminate));
        // SAFETY: the handle is valid.
        let status = actor.attempt(Call::Terminate, expected, |handle| unsafe { handle.terminate() })?;
        if expected == Expected::Done {
            actor.memory.mode = Mode::Terminated;
        }
        Ok(status)
    }

    /// As fresh, bit by bit.
    pub fn reset(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let expected = expect(actor.is_legal(Call::Reset));
        // SAFETY: the handle is valid.
        let status = actor.attempt(Call::Reset, expected, |handle| unsafe { handle.reset() })?;
        if expected == Expected::Done {
            let layout = &self.layouts[actor.model];
            actor.memory = Memory::fresh(layout.interface);
            let mut fresh = Actor::of(actor.standard, layout, actor.model, actor.co_simulation)?;
            if fresh.bytes()? != actor.bytes()? {
                return Err("a reset instance is not as a fresh one".to_string());
            }
        }
        Ok(status)
    }
}

/// SAFETY: as stated for [`Player::instantiate_badly`].
unsafe fn instantiate_three(name: *const c_char, kind: i32, token: *const c_char) -> *mut c_void {
    // SAFETY: the same duties.
    unsafe {
        match kind {
            1 => fmi3InstantiateCoSimulation(name, token, null(), 0, 1, 1, 1, null(), 0, null_mut(), None, None),
            // A variable that cannot be wanted within a step, and an array that is not there.
            2 => fmi3InstantiateCoSimulation(name, token, null(), 0, 1, 0, 0, &u32::MAX, 1, null_mut(), None, None),
            -1 => fmi3InstantiateCoSimulation(name, token, null(), 0, 1, 0, 0, null(), 3, null_mut(), None, None),
            _ => fmi3InstantiateScheduledExecution(name, token, null(), 0, 1, null_mut(), None, None, None, None),
        }
    }
}

/// SAFETY: as stated for [`Player::call_without_instance`].
unsafe fn call_two(none: *mut c_void, number: usize) -> i32 {
    // SAFETY: the same duties.
    unsafe {
        match number {
            0 => fmi2DoStep(none, 0.0, 1.0, 0),
            1 => fmi2GetReal(none, null(), 0, null_mut()),
            2 => fmi2SetReal(none, null(), 0, null()),
            3 => fmi2Reset(none),
            4 => fmi2GetFMUstate(none, null_mut()),
            5 => fmi2FreeFMUstate(none, null_mut()),
            6 => fmi2SetTime(none, 0.0),
            7 => fmi2NewDiscreteStates(none, null_mut()),
            8 => fmi2GetStatus(none, 0, null_mut()),
            9 => fmi2Terminate(none),
            10 => fmi2SetDebugLogging(none, 1, 0, null()),
            _ => {
                fmi2FreeInstance(none);
                3
            }
        }
    }
}

/// SAFETY: as stated for [`Player::call_without_instance`].
unsafe fn call_three(none: *mut c_void, number: usize) -> i32 {
    // SAFETY: the same duties.
    unsafe {
        match number {
            0 => fmi3DoStep(none, 0.0, 1.0, 0, null_mut(), null_mut(), null_mut(), null_mut()),
            1 => fmi3GetFloat64(none, null(), 0, null_mut(), 0),
            2 => fmi3SetInt64(none, null(), 0, null(), 0),
            3 => fmi3Reset(none),
            4 => fmi3GetFMUState(none, null_mut()),
            5 => fmi3FreeFMUState(none, null_mut()),
            6 => fmi3GetClock(none, null(), 0, null_mut()),
            7 => fmi3EnterStepMode(none),
            8 => fmi3GetNumberOfContinuousStates(none, null_mut()),
            9 => fmi3EnterInitializationMode(none, 0, 0.0, 0.0, 0, 0.0),
            10 => fmi3EnterConfigurationMode(none),
            _ => {
                fmi3FreeInstance(none);
                3
            }
        }
    }
}
