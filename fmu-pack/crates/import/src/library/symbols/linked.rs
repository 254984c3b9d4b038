//! In WebAssembly nothing can be loaded while it runs, so the library of the models is linked in, with its functions of FMI 2.0.
//!
//! As a file has its configuration in a section that the packer fills, so has it: whoever starts the program fills the block in its
//! memory. The file that is to be loaded must be of the same FMU.

use actuator_fmu::fmi2;
use std::ffi::c_void;
use std::ops::Deref;
use std::path::Path;

/// The library of the models.
pub(crate) struct Library(());

/// A function of it.
pub(super) struct Symbol<T>(T);

impl<T> Deref for Symbol<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl Library {
    /// # Safety
    /// None of it is foreign.
    pub(super) unsafe fn new(_: &Path) -> Result<Self, libloading::Error> {
        Ok(Self(()))
    }

    /// # Safety
    /// `T` is the type of the function pointer of that name.
    pub(super) unsafe fn get<T: Copy>(&self, name: &[u8]) -> Result<Symbol<T>, libloading::Error> {
        let address = address(name).ok_or(libloading::Error::DlSymUnknown)?;
        assert_eq!(size_of::<T>(), size_of::<*const c_void>(), "a function pointer is as large as any other");
        // SAFETY: both are pointers to that function, by the caller's promise.
        Ok(Symbol(unsafe { std::mem::transmute_copy(&address) }))
    }
}

macro_rules! addresses {
    ($name:ident of $($function:ident)*) => {
        match $name {
            $(name if name == stringify!($function).as_bytes() => Some(fmi2::$function as *const c_void),)*
            _ => None,
        }
    };
}

fn address(name: &[u8]) -> Option<*const c_void> {
    addresses!(name of
        fmi2GetVersion fmi2GetTypesPlatform fmi2SetDebugLogging fmi2Instantiate fmi2FreeInstance fmi2SetupExperiment
        fmi2EnterInitializationMode fmi2ExitInitializationMode fmi2Terminate fmi2Reset fmi2GetReal fmi2GetInteger fmi2GetBoolean
        fmi2GetString fmi2SetReal fmi2SetInteger fmi2SetBoolean fmi2SetString fmi2GetFMUstate fmi2SetFMUstate fmi2FreeFMUstate
        fmi2SerializedFMUstateSize fmi2SerializeFMUstate fmi2DeSerializeFMUstate fmi2SetRealInputDerivatives fmi2DoStep
        fmi2GetBooleanStatus fmi2GetRealStatus)
}
