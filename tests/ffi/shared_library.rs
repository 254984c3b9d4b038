//! The shared library as an importer loads it.

use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// Beside this test's executable, where the build puts what the tests depend on.
fn library() -> Library {
    let path = std::env::current_exe().unwrap().with_file_name(libloading::library_filename("actuator_fmu"));
    // SAFETY: loading the library runs nothing of it.
    unsafe { Library::new(&path) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All functions of FMI 2.0: those of both kinds, of Model Exchange, of Co-Simulation.
const FUNCTIONS: &str = "fmi2GetTypesPlatform fmi2GetVersion fmi2SetDebugLogging fmi2Instantiate fmi2FreeInstance \
    fmi2SetupExperiment fmi2EnterInitializationMode fmi2ExitInitializationMode fmi2Terminate fmi2Reset \
    fmi2GetReal fmi2GetInteger fmi2GetBoolean fmi2GetString fmi2SetReal fmi2SetInteger fmi2SetBoolean fmi2SetString \
    fmi2GetFMUstate fmi2SetFMUstate fmi2FreeFMUstate fmi2SerializedFMUstateSize fmi2SerializeFMUstate \
    fmi2DeSerializeFMUstate fmi2GetDirectionalDerivative \
    fmi2EnterEventMode fmi2NewDiscreteStates fmi2EnterContinuousTimeMode fmi2CompletedIntegratorStep fmi2SetTime \
    fmi2SetContinuousStates fmi2GetDerivatives fmi2GetEventIndicators fmi2GetContinuousStates \
    fmi2GetNominalsOfContinuousStates \
    fmi2SetRealInputDerivatives fmi2GetRealOutputDerivatives fmi2DoStep fmi2CancelStep fmi2GetStatus \
    fmi2GetRealStatus fmi2GetIntegerStatus fmi2GetBooleanStatus fmi2GetStringStatus";

#[test]
fn all_functions_of_the_standard_are_exported() {
    let library = library();
    assert_eq!(FUNCTIONS.split_whitespace().count(), 44);
    for name in FUNCTIONS.split_whitespace() {
        // SAFETY: the symbol is only looked up.
        let symbol = unsafe { library.get::<*const c_void>(name.as_bytes()) };
        assert!(symbol.is_ok(), "{name} is not exported");
    }
}

#[test]
fn the_header_declares_all_functions_but_no_others() {
    let header = include_str!("../../src/fmi2/actuator_fmu.h");
    let declared = |name: &str| header.contains(&format!("{name}("));
    for name in FUNCTIONS.split_whitespace() {
        assert!(declared(name), "{name} is not in the header");
    }
    assert_eq!(header.matches("(fmi2Component c").count() + 3, 44);
}

type Instantiate = unsafe extern "C" fn(
    *const c_char,
    c_int,
    *const c_char,
    *const c_char,
    *const c_void,
    c_int,
    c_int,
) -> *mut c_void;
type Plain = unsafe extern "C" fn(*mut c_void) -> c_int;
type DoStep = unsafe extern "C" fn(*mut c_void, f64, f64, c_int) -> c_int;

#[test]
fn the_loaded_library_steps_and_can_be_unloaded_and_loaded_again_many_times() {
    let guid = CString::new(test_support::importer::interface("ServoActuator").guid).unwrap();
    for _ in 0..test_support::cases::count(100, 1000) {
        let library = library();
        // SAFETY: the signatures are those of the standard.
        unsafe {
            let version = library.get::<unsafe extern "C" fn() -> *const c_char>(b"fmi2GetVersion").unwrap();
            assert_eq!(CStr::from_ptr(version()), c"2.0");
            let instantiate = library.get::<Instantiate>(b"fmi2Instantiate").unwrap();
            let handle = instantiate(c"servo".as_ptr(), 1, guid.as_ptr(), null(), null(), 0, 0);
            assert_ne!(handle, null_mut());
            assert_eq!(library.get::<Plain>(b"fmi2EnterInitializationMode").unwrap()(handle), 0);
            assert_eq!(library.get::<Plain>(b"fmi2ExitInitializationMode").unwrap()(handle), 0);
            assert_eq!(library.get::<DoStep>(b"fmi2DoStep").unwrap()(handle, 0.0, 1e-3, 1), 0);
            library.get::<unsafe extern "C" fn(*mut c_void)>(b"fmi2FreeInstance").unwrap()(handle);
        }
    }
}

#[test]
fn the_types_have_the_layout_that_abi_c_asserts_of_the_official_ones() {
    use actuator_fmu::fmi2::{fmi2CallbackFunctions as Callbacks, fmi2EventInfo as EventInfo};
    use std::mem::{offset_of, size_of};
    assert_eq!(size_of::<Callbacks>(), 40);
    assert_eq!(
        [
            offset_of!(Callbacks, logger),
            offset_of!(Callbacks, allocateMemory),
            offset_of!(Callbacks, freeMemory),
            offset_of!(Callbacks, stepFinished),
            offset_of!(Callbacks, componentEnvironment)
        ],
        [0, 8, 16, 24, 32]
    );
    assert_eq!(size_of::<EventInfo>(), 32);
    assert_eq!([offset_of!(EventInfo, nextEventTimeDefined), offset_of!(EventInfo, nextEventTime)], [16, 24]);
}
