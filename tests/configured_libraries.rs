//! Libraries that were configured in the file, loaded as an importer loads them: several in one process, from several threads.
#![allow(unsafe_code)]

use fmu_library::Library;
use libloading::Library as Loaded;
use model_description::configuration::{content, parse};
use model_description::{Export, models};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::null;
use std::sync::Mutex;
use tempfile::TempDir;

/// The library that was built with this test.
fn compiled() -> Library {
    let path = std::env::current_exe().expect("a test runs");
    let path = path.with_file_name(libloading::library_filename("actuator_fmu"));
    Library::read(std::fs::read(path).expect("it was built")).expect("it has a block")
}

fn export(text: &str) -> Export {
    Export::new(parse(text, Path::new("test.toml")).expect("a legal configuration"))
}

fn elevator() -> Export {
    export("name = \"Elevator\"\nmodel = \"ServoActuator\"\ntunable = [\"friction.*\"]\n[start]\ninertia = 12\n")
}

fn flap() -> Export {
    export("name = \"Flap\"\nmodel = \"MotionTransmission\"\n[start]\ninertia = 7\nposition_start = \"0.1 deg\"\n")
}

fn plain() -> Export {
    Export::new(models::all().remove(0))
}

/// The library of an FMU as a file of its own.
fn file(folder: &TempDir, export: &Export) -> PathBuf {
    let bytes = match content(export).expect("it is small") {
        Some(content) => compiled().configured(&content).expect("it has a block"),
        None => compiled().bytes().to_vec(),
    };
    let path = folder.path().join(libloading::library_filename(&export.model.identifier));
    std::fs::write(&path, bytes).expect("the folder is new");
    path
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
type GetReal = unsafe extern "C" fn(*mut c_void, *const u32, usize, *mut f64) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void);

/// Loads a library, or panics with its name.
fn load(path: &Path) -> Loaded {
    // SAFETY: loading the library runs nothing of it.
    unsafe { Loaded::new(path) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Real values of a fresh instance; `None` if there is no FMU with this GUID.
fn values(library: &Loaded, guid: &str, count: u32) -> Option<Vec<f64>> {
    let guid = CString::new(guid).expect("without zeros");
    let references: Vec<u32> = (0..count).collect();
    let mut values = vec![0.0; references.len()];
    // SAFETY: the signatures are those of the standard, and the arrays have their lengths.
    unsafe {
        let instantiate = library.get::<Instantiate>(b"fmi2Instantiate").expect("exported");
        let handle = instantiate(c"one".as_ptr(), 1, guid.as_ptr(), null(), null(), 0, 0);
        if handle.is_null() {
            return None;
        }
        let get_real = library.get::<GetReal>(b"fmi2GetReal").expect("exported");
        for (reference, value) in references.iter().zip(&mut values) {
            // What is computed cannot be read yet.
            let _ = get_real(handle, reference, 1, value);
        }
        library.get::<Free>(b"fmi2FreeInstance").expect("exported")(handle);
    }
    Some(values)
}

/// Every parameter and input of a fresh instance has the start value of the description.
fn starts_as_described(library: &Loaded, export: &Export) {
    let count = export.model.reals().count() as u32;
    let values = values(library, &export.guid, count).expect("it is this FMU");
    for ((variable, real), value) in export.model.reals().zip(values) {
        if variable.has_start() {
            assert_eq!(value.to_bits(), real.start.to_bits(), "{} {}", export.model.identifier, variable.name);
        }
    }
}

#[test]
fn two_configured_fmus_and_a_plain_one_live_in_one_process_and_are_called_from_several_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let exports = [elevator(), flap(), plain()];
    let libraries = exports.each_ref().map(|export| load(&file(&folder, export)));
    let refusals = Mutex::new(0);
    std::thread::scope(|scope| {
        for shift in 0..6 {
            let (exports, libraries, refusals) = (&exports, &libraries, &refusals);
            scope.spawn(move || {
                for turn in 0..60 {
                    let (mine, other) = ((shift + turn) % 3, (shift + turn + 1) % 3);
                    starts_as_described(&libraries[mine], &exports[mine]);
                    if values(&libraries[mine], &exports[other].guid, 0).is_none() {
                        *refusals.lock().expect("no thread panics with it") += 1;
                    }
                }
            });
        }
    });
    assert_eq!(refusals.into_inner().expect("no thread panicked"), 6 * 60, "an FMU knows no GUID but its own");
}

#[test]
fn a_library_with_any_damaged_byte_gives_no_instance() {
    let (folder, export) = (tempfile::tempdir().expect("a temporary folder"), flap());
    let whole = std::fs::read(file(&folder, &export)).expect("just written");
    let block = compiled().block().start;
    let length = configuration_block::HEADER + content(&export).expect("small").expect("configured").len();
    // Each file is loaded anew, so that a sample must do; `instance::configured` tries them all.
    for place in (0..length).step_by(37) {
        let mut damaged = whole.clone();
        damaged[block + place] ^= 1;
        let path = folder.path().join(format!("damaged {place}"));
        std::fs::write(&path, damaged).expect("the folder is there");
        assert_eq!(values(&load(&path), &export.guid, 0), None, "byte {place}");
    }
}

/// A drivetrain with a linear system: the kind that has the most variables.
fn line() -> Export {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/configurations/pitch_hold.toml");
    Export::new(model_description::configuration::read(&path).expect("it is an example").model)
}

/// Simulations one after the other, each of which loads the library and unloads it: as FMPy's `simulate_fmu` in a loop.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod loads {
    use super::*;
    use std::process::Command;

    /// Loads that are not counted: the loader and the allocator take what they keep.
    const FIRST: usize = 20;

    fn load_and_unload(path: &Path, guid: &str) {
        let library = load(path);
        assert!(values(&library, guid, 1).is_some(), "it is this FMU");
        library.close().expect("nobody else has it");
    }

    /// Bytes that the process has from the allocator. With one arena that is all there are, and without the caches of threads none
    /// that was given back counts.
    fn held() -> usize {
        // SAFETY: it reads counters.
        unsafe { libc::mallinfo2() }.uordblks
    }

    #[test]
    fn a_library_that_is_loaded_and_unloaded_again_and_again_leaves_nothing() {
        let test = "configured_libraries::loads::loads_one_after_the_other";
        let mut command = Command::new(std::env::current_exe().expect("a test runs"));
        command.args(["--ignored", "--exact", "--show-output", test]);
        command.env("MALLOC_ARENA_MAX", "1").env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");
        let ran = command.output().expect("it runs again");
        let told = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && told.contains("1 passed"), "{}\n{told}", ran.status);
    }

    #[test]
    #[ignore = "runs alone in a process whose allocator can be read"]
    fn loads_one_after_the_other() {
        let loads = test_support::cases::count(100, 1000);
        let folder = tempfile::tempdir().expect("a temporary folder");
        for export in [line(), flap(), plain()] {
            let path = file(&folder, &export);
            (0..FIRST).for_each(|_| load_and_unload(&path, &export.guid));
            let before = held();
            (0..loads).for_each(|_| load_and_unload(&path, &export.guid));
            let left = held() as f64 - before as f64;
            println!("{}: {} bytes a load", export.model.identifier, left / loads as f64);
            // The loader keeps no byte of a library that it has unloaded; a list that stays has 4 kB and more.
            assert!(left <= 0.0, "{}: {} bytes a load are left", export.model.identifier, left / loads as f64);
        }
    }
}
