//! An instance with the functions of its version of the standard, in one form for both.

use super::table::{Call, Standard};
use actuator_fmu::fmi2::*;
use actuator_fmu::fmi3::*;
use actuator_fmu::instance::TIME_REFERENCE;
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};

/// How a step ended.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub event: u8,
    pub terminate: u8,
    pub early: u8,
    pub time: f64,
}

impl End {
    /// As no function leaves it.
    pub const UNTOUCHED: Self = Self { event: 9, terminate: 9, early: 9, time: f64::NAN };
}

/// Handles and pointers are the duty of who calls.
#[derive(Clone, Copy)]
pub struct Port {
    pub standard: Standard,
    pub handle: *mut c_void,
}

/// The function of the version, with the same arguments in both.
macro_rules! same {
    ($($name:ident($($argument:ident: $type:ty),*) = $two:ident, $three:ident;)*) => {
        $(pub unsafe fn $name(self, $($argument: $type),*) -> i32 {
            // SAFETY: the same duties.
            unsafe {
                match self.standard {
                    Standard::Two => $two(self.handle, $($argument),*),
                    Standard::Three => $three(self.handle, $($argument),*),
                }
            }
        })*
    };
}

/// The same, but that the last argument stands once more in FMI 2.0 only as the number of references.
macro_rules! counted {
    ($($name:ident($value:ty) = $two:ident, $three:ident;)*) => {
        $(pub unsafe fn $name(self, references: *const u32, count: usize, values: $value, n: usize) -> i32 {
            // SAFETY: the same duties.
            unsafe {
                match self.standard {
                    Standard::Two => $two(self.handle, references, count, values),
                    Standard::Three => $three(self.handle, references, count, values, n),
                }
            }
        })*
    };
}

impl Port {
    same! {
        exit_initialization() = fmi2ExitInitializationMode, fmi3ExitInitializationMode;
        terminate() = fmi2Terminate, fmi3Terminate;
        reset() = fmi2Reset, fmi3Reset;
        get_state(state: *mut *mut c_void) = fmi2GetFMUstate, fmi3GetFMUState;
        set_state(state: *mut c_void) = fmi2SetFMUstate, fmi3SetFMUState;
        free_state(state: *mut *mut c_void) = fmi2FreeFMUstate, fmi3FreeFMUState;
        serialized_size(state: *mut c_void, size: *mut usize) = fmi2SerializedFMUstateSize, fmi3SerializedFMUStateSize;
        enter_event_mode() = fmi2EnterEventMode, fmi3EnterEventMode;
        enter_continuous_time_mode() = fmi2EnterContinuousTimeMode, fmi3EnterContinuousTimeMode;
        set_time(time: f64) = fmi2SetTime, fmi3SetTime;
        set_continuous_states(states: *const f64, n: usize) = fmi2SetContinuousStates, fmi3SetContinuousStates;
        get_derivatives(values: *mut f64, n: usize) = fmi2GetDerivatives, fmi3GetContinuousStateDerivatives;
        get_event_indicators(values: *mut f64, n: usize) = fmi2GetEventIndicators, fmi3GetEventIndicators;
        get_continuous_states(values: *mut f64, n: usize) = fmi2GetContinuousStates, fmi3GetContinuousStates;
        get_nominals(values: *mut f64, n: usize) = fmi2GetNominalsOfContinuousStates, fmi3GetNominalsOfContinuousStates;
    }

    counted! {
        get_real(*mut f64) = fmi2GetReal, fmi3GetFloat64;
        set_real(*const f64) = fmi2SetReal, fmi3SetFloat64;
        get_integer(*mut i32) = fmi2GetInteger, fmi3GetInt32;
        set_integer(*const i32) = fmi2SetInteger, fmi3SetInt32;
    }

    pub unsafe fn serialize(self, state: *mut c_void, bytes: &mut [u8]) -> i32 {
        let (pointer, size) = (bytes.as_mut_ptr(), bytes.len());
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2SerializeFMUstate(self.handle, state, pointer.cast(), size),
                Standard::Three => fmi3SerializeFMUState(self.handle, state, pointer, size),
            }
        }
    }

    pub unsafe fn deserialize(self, bytes: &[u8], state: *mut *mut c_void) -> i32 {
        let (pointer, size) = (bytes.as_ptr(), bytes.len());
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2DeSerializeFMUstate(self.handle, pointer.cast(), size, state),
                Standard::Three => fmi3DeserializeFMUState(self.handle, pointer, size, state),
            }
        }
    }

    pub unsafe fn set_debug_logging(self, on: i32, n: usize, names: *const *const c_char) -> i32 {
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2SetDebugLogging(self.handle, on, n, names),
                Standard::Three => fmi3SetDebugLogging(self.handle, on as u8, n, names),
            }
        }
    }

    /// Without an experiment in FMI 2.0, from zero in FMI 3.0.
    pub unsafe fn enter_initialization(self) -> i32 {
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2EnterInitializationMode(self.handle),
                Standard::Three => fmi3EnterInitializationMode(self.handle, 0, 0.0, 0.0, 0, 0.0),
            }
        }
    }

    /// The experiment, with the beginning of initialization mode in FMI 3.0.
    pub unsafe fn experiment(self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> i32 {
        let ([has_tolerance, has_stop], handle) = ([tolerance, stop].map(|value| value.is_some()), self.handle);
        let [tolerance, stop] = [tolerance, stop].map(|value| value.unwrap_or(f64::NAN));
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => {
                    fmi2SetupExperiment(handle, has_tolerance.into(), tolerance, start, has_stop.into(), stop)
                }
                Standard::Three => {
                    fmi3EnterInitializationMode(handle, has_tolerance.into(), tolerance, start, has_stop.into(), stop)
                }
            }
        }
    }

    /// A step; where one of the answers has no place, which is numbered, FMI 3.0 is told so.
    pub unsafe fn do_step(self, point: f64, step: f64, end: &mut End, missing: Option<usize>) -> i32 {
        let place = |number, pointer: *mut u8| if missing == Some(number) { null_mut() } else { pointer };
        let (event, terminate) = (place(0, &raw mut end.event), place(1, &raw mut end.terminate));
        let (early, time) =
            (place(2, &raw mut end.early), if missing == Some(3) { null_mut() } else { &raw mut end.time });
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2DoStep(self.handle, point, step, 1),
                Standard::Three => fmi3DoStep(self.handle, point, step, 1, event, terminate, early, time),
            }
        }
    }

    /// The time of the last communication point.
    pub unsafe fn time(self, time: &mut f64) -> i32 {
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2GetRealStatus(self.handle, 2, time),
                Standard::Three => fmi3GetFloat64(self.handle, &TIME_REFERENCE, 1, time, 1),
            }
        }
    }

    pub unsafe fn update_discrete_states(self, info: &mut fmi2EventInfo) -> i32 {
        if self.standard == Standard::Two {
            // SAFETY: the same duties.
            return unsafe { fmi2NewDiscreteStates(self.handle, info) };
        }
        let [mut again, mut terminate, mut nominals, mut values, mut defined] = [9; 5];
        let (handle, time) = (self.handle, &raw mut info.nextEventTime);
        // SAFETY: the same duties.
        let status = unsafe {
            fmi3UpdateDiscreteStates(handle, &mut again, &mut terminate, &mut nominals, &mut values, &mut defined, time)
        };
        // Clocks may ask for another iteration.
        let iterates = if again > 1 { again } else { 0 };
        (info.newDiscreteStatesNeeded, info.terminateSimulation) = (iterates.into(), terminate.into());
        status
    }

    pub unsafe fn completed_integrator_step(self, event: &mut i32, terminate: &mut i32) -> i32 {
        if self.standard == Standard::Two {
            // SAFETY: the same duties.
            return unsafe { fmi2CompletedIntegratorStep(self.handle, 1, event, terminate) };
        }
        let [mut is_due, mut is_over] = [9; 2];
        // SAFETY: the same duties.
        let status = unsafe { fmi3CompletedIntegratorStep(self.handle, 1, &mut is_due, &mut is_over) };
        (*event, *terminate) = (is_due.into(), is_over.into());
        status
    }

    pub unsafe fn directional_derivative(self, unknown: &u32, known: &u32, seed: &f64, change: &mut f64) -> i32 {
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2GetDirectionalDerivative(self.handle, unknown, 1, known, 1, seed, change),
                Standard::Three => fmi3GetDirectionalDerivative(self.handle, unknown, 1, known, 1, seed, 1, change, 1),
            }
        }
    }

    pub unsafe fn adjoint_derivative(self, unknown: &u32, known: &u32, seed: &f64, change: &mut f64) -> i32 {
        // SAFETY: the same duties.
        unsafe { fmi3GetAdjointDerivative(self.handle, unknown, 1, known, 1, seed, 1, change, 1) }
    }

    pub unsafe fn output_derivative(self, reference: &u32, order: &i32, value: &mut f64) -> i32 {
        // SAFETY: the same duties.
        unsafe {
            match self.standard {
                Standard::Two => fmi2GetRealOutputDerivatives(self.handle, reference, 1, order, value),
                Standard::Three => fmi3GetOutputDerivatives(self.handle, reference, 1, order, value, 1),
            }
        }
    }

    /// Variables of a type of which there is none, by a number.
    pub unsafe fn absent(self, call: Call, number: usize, reference: &u32, count: usize) -> i32 {
        let handle = self.handle;
        // SAFETY: the same duties; values are not looked at.
        unsafe {
            match (self.standard, call, number) {
                (Standard::Two, Call::GetAbsent, 0) => fmi2GetBoolean(handle, reference, count, null_mut()),
                (Standard::Two, Call::GetAbsent, _) => fmi2GetString(handle, reference, count, null_mut()),
                (Standard::Two, _, 0) => fmi2SetBoolean(handle, reference, count, null()),
                (Standard::Two, ..) => fmi2SetString(handle, reference, count, null()),
                (Standard::Three, Call::GetAbsent, _) => self.get_absent(number, reference, count),
                (Standard::Three, ..) => self.set_absent(number, reference, count),
            }
        }
    }

    unsafe fn get_absent(self, number: usize, reference: &u32, count: usize) -> i32 {
        let get = match number {
            0 => fmi3GetBoolean,
            1 => fmi3GetString,
            2 => fmi3GetFloat32,
            3 => fmi3GetInt8,
            4 => fmi3GetUInt8,
            5 => fmi3GetInt16,
            6 => fmi3GetUInt16,
            7 => fmi3GetUInt32,
            8 => fmi3GetUInt64,
            // SAFETY: the same duties; values are not looked at.
            _ => return unsafe { fmi3GetBinary(self.handle, reference, count, null_mut(), null_mut(), count) },
        };
        // SAFETY: the same duties; values are not looked at.
        unsafe { get(self.handle, reference, count, null_mut(), count) }
    }

    unsafe fn set_absent(self, number: usize, reference: &u32, count: usize) -> i32 {
        let set = match number {
            0 => fmi3SetBoolean,
            1 => fmi3SetString,
            2 => fmi3SetFloat32,
            3 => fmi3SetInt8,
            4 => fmi3SetUInt8,
            5 => fmi3SetInt16,
            6 => fmi3SetUInt16,
            7 => fmi3SetUInt32,
            8 => fmi3SetUInt64,
            // SAFETY: the same duties; values are not looked at.
            _ => return unsafe { fmi3SetBinary(self.handle, reference, count, null(), null(), count) },
        };
        // SAFETY: the same duties; values are not looked at.
        unsafe { set(self.handle, reference, count, null(), count) }
    }

    /// Functions of what these FMUs do not have, by a number: refused at any time.
    pub unsafe fn never(self, number: usize) -> i32 {
        let handle = self.handle;
        let (mut sizes, mut counts) = ([0_usize; 1], [0_u64; 2]);
        // SAFETY: the same duties; values are not looked at.
        unsafe {
            match (self.standard, number) {
                (Standard::Two, _) => fmi2CancelStep(handle),
                (Standard::Three, 0) => fmi3EnterConfigurationMode(handle),
                (Standard::Three, 1) => fmi3ExitConfigurationMode(handle),
                (Standard::Three, 2) => fmi3ActivateModelPartition(handle, 8193, 0.0),
                (Standard::Three, 3) => fmi3GetIntervalDecimal(handle, null(), 0, null_mut(), null_mut()),
                (Standard::Three, 4) => fmi3SetShiftDecimal(handle, &8193, 1, &0.0),
                (Standard::Three, 5) => fmi3GetShiftFraction(handle, &8193, 1, &mut counts[0], &mut counts[1]),
                (Standard::Three, 6) => fmi3GetNumberOfVariableDependencies(handle, 0, sizes.as_mut_ptr()),
                (Standard::Three, 7) => {
                    fmi3GetVariableDependencies(handle, 0, null_mut(), null_mut(), null_mut(), null_mut(), 0)
                }
                (Standard::Three, 8) => fmi3GetNumberOfContinuousStates(handle, null_mut()),
                (Standard::Three, _) => fmi3SetIntervalFraction(handle, &8193, 1, &1, &2),
            }
        }
    }
}
