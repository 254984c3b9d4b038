//! The yardstick in C: table1.c, compiled by the system's C compiler (`CC`, or cc) and loaded as an FMU is.
#![allow(unsafe_code, reason = "loads a C function")]

use super::table1::Table1;
use super::{HOLD, TORQUES, Workload};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::component::STEP;

type Step = unsafe extern "C" fn(*mut Table1, f64, f64, f64);

/// Table 1, one step of 1 ms, under the torques of `sliding_transient`.
pub fn table1_plain() -> Workload {
    let library = library();
    // SAFETY: table1.c defines the function with these arguments.
    let step = unsafe { *library.get::<Step>(b"table1_step").expect("table1.c defines it") };
    let mut table1 = Table1::default();
    let mut number = 0;
    Box::new(move |steps| {
        let _keeps_it_loaded = &library;
        for _ in 0..steps {
            let motor = TORQUES[(number / HOLD % 2) as usize];
            number += 1;
            // SAFETY: the argument has the layout of the C struct.
            unsafe { black_box(step)(black_box(&mut table1), motor, 2e4, STEP) };
        }
    })
}

fn library() -> libloading::Library {
    let path = std::env::temp_dir().join(format!("table1-{}.so", std::process::id()));
    compile(&path);
    // SAFETY: the library has no initializers.
    let library = unsafe { libloading::Library::new(&path) }.expect("the compiler made a library");
    // What is loaded stays; where a loaded file cannot be removed, a small one stays in the temporary folder.
    let _ = std::fs::remove_file(path);
    library
}

fn compile(library: &Path) {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/workloads/table1.c");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let mut command = Command::new(&compiler);
    let status = command.args(["-O2", "-fPIC", "-shared", "-o"]).arg(library).arg(source).arg("-lm").status();
    let status = status.unwrap_or_else(|error| panic!("the C compiler {compiler} does not start: {error}"));
    assert!(status.success(), "{compiler} refuses table1.c");
}
