//! Bytes of a saved state, changed and sealed again so that no checksum shows it: refused, or usable.

use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{INTERFACES, Interface};
use std::ffi::CString;
use std::ptr::{null, null_mut};
use test_support::calls::seal;

const FATAL: fmi2Status = 4;
/// Internal steps of a step that follows.
const WORK: f64 = 20.0;

/// The first byte chooses model and kind; the others are what is different from a healthy state.
pub fn saved_state(bytes: &[u8]) {
    let [choice, changes @ ..] = bytes else { return };
    let interface = INTERFACES[usize::from(choice >> 1) % INTERFACES.len()];
    let subject = Subject::new(interface, i32::from(choice & 1));
    let mut state = subject.healthy();
    let frame = 8 + 4 + 4 + interface.guid.len() + 8;
    let end = state.len() - 8;
    for (byte, change) in state[frame..end].iter_mut().zip(changes) {
        *byte ^= change;
    }
    seal(&mut state);
    if subject.accepts(&state) {
        subject.work();
    }
}

/// An instance, freed at the end.
struct Subject {
    handle: fmi2Component,
    interface: &'static Interface,
}

impl Drop for Subject {
    fn drop(&mut self) {
        unsafe { fmi2FreeInstance(self.handle) }
    }
}

impl Subject {
    fn new(interface: &'static Interface, kind: fmi2Type) -> Self {
        let guid = CString::new(interface.guid).expect("a GUID has no zero byte");
        let handle = unsafe { fmi2Instantiate(c"fuzz".as_ptr(), kind, guid.as_ptr(), null(), null(), 0, 0) };
        assert!(!handle.is_null());
        Self { handle, interface }
    }

    /// The bytes of the instance at its first point, by which its kind shows.
    fn healthy(&self) -> Vec<u8> {
        let (mut state, mut size) = (null_mut(), 0);
        unsafe {
            let statuses = [
                fmi2EnterInitializationMode(self.handle),
                fmi2ExitInitializationMode(self.handle),
                fmi2GetFMUstate(self.handle, &mut state),
                fmi2SerializedFMUstateSize(self.handle, state, &mut size),
            ];
            let mut bytes = vec![0_u8; size];
            let written = fmi2SerializeFMUstate(self.handle, state, bytes.as_mut_ptr().cast(), size);
            assert_eq!((statuses, written, fmi2FreeFMUstate(self.handle, &mut state)), ([0; 4], 0, 0));
            bytes
        }
    }

    /// Makes a state of bytes and takes it over.
    fn accepts(&self, bytes: &[u8]) -> bool {
        let mut state = null_mut();
        unsafe {
            let made = fmi2DeSerializeFMUstate(self.handle, bytes.as_ptr().cast(), bytes.len(), &mut state);
            assert_eq!(state.is_null(), made != 0, "status {made}");
            if made == 0 {
                let taken = [fmi2SetFMUstate(self.handle, state), fmi2FreeFMUstate(self.handle, &mut state)];
                assert_eq!(taken, [0; 2]);
            }
            made == 0
        }
    }

    /// Everything that leads on from wherever the state is; nothing may be a defect, and what is read a number.
    fn work(&self) {
        let steps = ["solver.max_step_size", "solver.fixed_step_size"].map(|name| self.value(name));
        let step = (WORK * steps[0].min(steps[1])).min(1e3);
        for _ in 0..3 {
            let (mut time, mut states) = (0.0, [0.0; 16]);
            let (count, handle) = (self.interface.states.len(), self.handle);
            let statuses = unsafe {
                [
                    fmi2ExitInitializationMode(handle),
                    fmi2GetRealStatus(handle, 2, &mut time),
                    fmi2DoStep(handle, time, step, 1),
                    fmi2NewDiscreteStates(handle, &mut std::mem::zeroed()),
                    fmi2EnterContinuousTimeMode(handle),
                    fmi2GetDerivatives(handle, states.as_mut_ptr(), count),
                    fmi2EnterEventMode(handle),
                ]
            };
            assert!(!statuses.contains(&FATAL), "{statuses:?}");
            self.read_all();
        }
    }

    fn value(&self, name: &str) -> f64 {
        let place = self.interface.reals.iter().position(|variable| variable.name == name);
        let (reference, mut value) = (place.unwrap_or_else(|| panic!("no variable {name}")) as u32, 0.0);
        unsafe { fmi2GetReal(self.handle, &reference, 1, &mut value) };
        value
    }

    fn read_all(&self) {
        for (reference, variable) in (0..).zip(self.interface.reals) {
            let mut value = f64::NAN;
            let status = unsafe { fmi2GetReal(self.handle, &reference, 1, &mut value) };
            assert!(status < FATAL && (status > 1 || value.is_finite()), "{} reads {value}: {status}", variable.name);
        }
    }
}
