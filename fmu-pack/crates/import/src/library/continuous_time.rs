//! The functions of Model Exchange that FMI 2.0 and FMI 3.0 have alike, but for their names.

use super::Error;
use super::symbols::required;
use std::ffi::{c_int, c_void};

type Handle = *mut c_void;
type Plain = unsafe extern "C" fn(Handle) -> c_int;
type SetTime = unsafe extern "C" fn(Handle, f64) -> c_int;
type SetNumbers = unsafe extern "C" fn(Handle, *const f64, usize) -> c_int;
type GetNumbers = unsafe extern "C" fn(Handle, *mut f64, usize) -> c_int;

/// What the functions are called in a version of FMI.
pub(crate) struct Names {
    pub(crate) enter_continuous_time_mode: &'static str,
    pub(crate) set_time: &'static str,
    pub(crate) set_continuous_states: &'static str,
    pub(crate) get_continuous_states: &'static str,
    pub(crate) get_derivatives: &'static str,
    pub(crate) get_nominals: &'static str,
}

/// The functions of one library.
pub(crate) struct Functions {
    names: &'static Names,
    enter_continuous_time_mode: Plain,
    set_time: SetTime,
    set_continuous_states: SetNumbers,
    get_continuous_states: GetNumbers,
    get_derivatives: GetNumbers,
    get_nominals: GetNumbers,
}

impl Functions {
    /// # Safety
    /// The names are those of a version of FMI for the functions that they stand for.
    pub(crate) unsafe fn of(library: &crate::library::symbols::Library, names: &'static Names) -> Result<Self, Error> {
        // SAFETY: both versions have these signatures for the functions of these names.
        unsafe {
            Ok(Self {
                names,
                enter_continuous_time_mode: required(library, names.enter_continuous_time_mode)?,
                set_time: required(library, names.set_time)?,
                set_continuous_states: required(library, names.set_continuous_states)?,
                get_continuous_states: required(library, names.get_continuous_states)?,
                get_derivatives: required(library, names.get_derivatives)?,
                get_nominals: required(library, names.get_nominals)?,
            })
        }
    }
}

/// An instance whose continuous states the importer integrates.
///
/// # Safety
/// The handle is that of a living instance of the library that the functions are of.
pub(crate) unsafe trait ContinuousTime {
    /// The functions of its library, and its handle.
    fn continuous_time(&self) -> Result<(&Functions, Handle), Error>;

    /// The answer of a function.
    fn judge(&self, function: &'static str, status: c_int) -> Result<(), Error>;

    /// From event mode to continuous-time mode.
    fn enter_continuous_time_mode(&self) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises.
        let status = unsafe { (functions.enter_continuous_time_mode)(handle) };
        self.judge(functions.names.enter_continuous_time_mode, status)
    }

    /// Sets the time, in s.
    fn set_time(&self, time: f64) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises.
        let status = unsafe { (functions.set_time)(handle, time) };
        self.judge(functions.names.set_time, status)
    }

    /// Sets the continuous states.
    fn set_continuous_states(&self, states: &[f64]) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises, and the array holds as many numbers as are said.
        let status = unsafe { (functions.set_continuous_states)(handle, states.as_ptr(), states.len()) };
        self.judge(functions.names.set_continuous_states, status)
    }

    /// The continuous states.
    fn get_continuous_states(&self, states: &mut [f64]) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises, and there is room for as many numbers as are said.
        let status = unsafe { (functions.get_continuous_states)(handle, states.as_mut_ptr(), states.len()) };
        self.judge(functions.names.get_continuous_states, status)
    }

    /// Their time derivatives.
    fn get_derivatives(&self, derivatives: &mut [f64]) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises, and there is room for as many numbers as are said.
        let status = unsafe { (functions.get_derivatives)(handle, derivatives.as_mut_ptr(), derivatives.len()) };
        self.judge(functions.names.get_derivatives, status)
    }

    /// Typical sizes of the continuous states.
    fn get_nominals(&self, nominals: &mut [f64]) -> Result<(), Error> {
        let (functions, handle) = self.continuous_time()?;
        // SAFETY: what the trait promises, and there is room for as many numbers as are said.
        let status = unsafe { (functions.get_nominals)(handle, nominals.as_mut_ptr(), nominals.len()) };
        self.judge(functions.names.get_nominals, status)
    }
}
