//! The C that an FMU carries, on machines that have nothing else: recorded trajectories and random lives, compiled by several
//! compilers, for processors that QEMU emulates, and without an operating system.
//!
//! ```text
//! scripts ── text of calls ──▶ script.c + the C of an FMU ── target: compiles, runs ──▶ a hash for each case
//! ```
//!
//! It is for a thorough run: each compilation of the C takes a quarter of a minute. What is not installed is told and left out, and missed
//! where FMU_PACK_ALL_PLATFORMS=1 wants it.

mod scripts;
mod target;

use crate::trajectory_bits;
use actuator_fmu::interface::INTERFACES;
use fmu_library::sources::{Extent, Portable};
use fmu_library::toolchain::{self, Order};
use model_description::FmiVersion;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use target::{TARGETS, Target, answer, file, is_there};
use tempfile::TempDir;
use test_support::cases;

/// The C of a model that is as declared, which has all three of them. None in a run that is not thorough, or without what it takes.
fn c() -> Option<&'static Path> {
    static FILE: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    let made = || {
        let can_compile = || {
            is_there("Rust for WebAssembly", "wasm32-unknown-unknown with rustup", toolchain::ensure_portable().is_ok())
        };
        if !cases::is_thorough() || !can_compile() {
            return None;
        }
        let module =
            toolchain::build_portable(Extent::Actuators, &Order::default(), &|_| ()).expect("the module compiles");
        let module = Portable::read(std::fs::read(module).expect("it was just made")).expect("it is a module");
        let folder = tempfile::tempdir().expect("there is room for it");
        let path = folder.path().join("ServoActuator.c");
        std::fs::write(&path, module.c(FmiVersion::V2, "ServoActuator", None).expect("the module is translated"))
            .expect("the folder is there");
        Some((folder, path))
    };
    FILE.get_or_init(made).as_ref().map(|(_, path)| path.as_path())
}

/// All recorded trajectories as one script, and what it must answer.
fn recorded() -> (String, String) {
    let mut script = String::new();
    for mut one in trajectory_bits::recorded() {
        scripts::recorded(&mut script, &mut one);
    }
    let answers = include_str!("../trajectory_bits.txt").lines().map(|line| {
        let (name, hash) = line.rsplit_once(' ').expect("a name and a hash");
        format!("{} {hash}\n", name.replace(' ', "_"))
    });
    (script, answers.collect())
}

/// Lives of each model in a script, always the same: some others take seconds natively, and an emulator a hundred times as long.
const LIVES: std::ops::Range<u64> = 7000..7012;

fn lives() -> String {
    let mut script = String::new();
    for interface in INTERFACES.iter().filter(|interface| !interface.identifier.starts_with("Tunable")) {
        LIVES.for_each(|seed| scripts::life(&mut script, interface, seed));
    }
    script
}

/// What the library that rustc made answers: the one that was built with this test.
fn answer_of_the_library(folder: &Path, script: &str) -> String {
    let library = std::env::current_exe()
        .expect("this program is a file")
        .with_file_name(libloading::library_filename("actuator_fmu"));
    let program = folder.join("with library");
    let mut path = std::ffi::OsString::from("-Wl,-rpath,");
    path.push(library.parent().expect("it lies in a folder"));
    let player = [file("script.c"), file("hosted.c"), library];
    answer(Command::new("cc").arg("-O1").args(player).arg(path).arg("-o").arg(&program), "");
    answer(&mut Command::new(program), script)
}

fn differing(found: &str, expected: &str) -> Vec<(String, String)> {
    let lines = found.lines().zip(expected.lines()).filter(|(found, expected)| found != expected);
    lines.map(|(found, expected)| (found.to_owned(), expected.to_owned())).collect()
}

fn gives_the_bits(target: &Target) {
    let Some(c) = c() else { return };
    if !target.is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for it");
    let program = target.program(c, folder.path());
    let agrees = |script: &str, expected: &str| {
        let found = target.run(&program, script);
        let (differing, found) = (differing(&found, expected), found.lines().count());
        assert!(
            differing.is_empty() && found == expected.lines().count(),
            "{}, {found} lines: {differing:#?}",
            target.name
        );
    };
    let (script, expected) = recorded();
    agrees(&script, &expected);
    let lives = lives();
    agrees(&lives, &answer_of_the_library(folder.path(), &lives));
}

/// A test for each of [`TARGETS`], so that they share the processors.
macro_rules! targets {
    ($($test:ident $number:literal),*) => {$(
        #[test]
        fn $test() {
            gives_the_bits(&TARGETS[$number]);
        }
    )*};
}
targets! {
    gcc_without_optimization 0, gcc_with_optimization 1, gcc_on_a_processor_that_fuses 2, clang_without_optimization 3,
    clang_with_optimization 4, clang_on_a_processor_that_fuses 5, gcc_finds_nothing_undefined 6, clang_finds_nothing_undefined 7,
    x86_of_32_bits 8, arm_of_64_bits 9, arm_of_32_bits 10, a_big_endian_machine 11, windows 12
}

#[test]
fn what_rounds_otherwise_is_refused_when_it_is_compiled() {
    let Some(c) = c() else { return };
    let refused = |flags: &[&str], sentence: &str| {
        let output = Command::new("gcc").args(["-fsyntax-only"]).args(flags).arg(c).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(sentence), "{flags:?}: {told}");
    };
    refused(&["-O2", "-ffast-math"], "compile without -ffast-math");
    refused(&["-mfpmath=387"], "-msse2 -mfpmath=sse");
    refused(&["-ffreestanding"], "define ACTUATOR_FMU_INSTANCES");
    refused(&["-DACTUATOR_FMU_PAGES=1"], "ACTUATOR_FMU_PAGES must be");
}

/// Figure 6 in two instances: there is no memory for a third.
#[test]
fn a_cortex_m7_without_an_operating_system_gives_the_bits_of_figure_6() {
    let Some(c) = c() else { return };
    let (gcc, qemu) = ("arm-none-eabi-gcc", "qemu-system-arm");
    let found = [gcc, qemu].iter().all(|program| Command::new(program).arg("--version").output().is_ok());
    if !is_there("a Cortex-M7", "gcc-arm-none-eabi qemu-system-arm", found) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for it");
    let (script, expected) = recorded();
    let end = script.find("end\n").unwrap() + "end\n".len();
    std::fs::write(folder.path().join("script.txt"), &script[..end]).unwrap();
    let machine =
        ["-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard", "-mthumb", "-O2", "-ffreestanding", "-std=gnu99"];
    let own = ["-DACTUATOR_FMU_INSTANCES=2", "-DACTUATOR_FMU_STOP=stop", "-DFMI2_OVERRIDE_FUNCTION_PREFIX"];
    let sources = [c.to_path_buf(), file("script.c"), file("bare_metal.c")];
    let link = ["-nostdlib", "-Wl,--gc-sections", "-T", file("bare_metal.ld").to_str().unwrap(), "-o", "program"]
        .map(str::to_owned);
    let compile = |command: &mut Command| answer(command.current_dir(folder.path()), "");
    compile(Command::new(gcc).args(machine).args(own).args(sources).args(link).arg("-lgcc"));
    let board = ["-M", "mps2-an500", "-display", "none", "-monitor", "none", "-serial", "none"];
    let semihosting = [
        "-chardev",
        "stdio,id=out",
        "-semihosting-config",
        "enable=on,target=native,chardev=out",
        "-kernel",
        "program",
    ];
    let found = compile(Command::new(qemu).args(board).args(semihosting));
    assert_eq!(found.lines().next(), expected.lines().next());
}
