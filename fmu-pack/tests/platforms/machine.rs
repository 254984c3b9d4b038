//! Where the driver runs: natively, under Wine, under QEMU.

use crate::platforms::build::succeed;
use fmu_import::platform::Platform;
use fmu_library::toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use test_support::cases;

/// A platform that can be built for and run here.
pub struct Machine {
    platform: Platform,
    emulator: Option<PathBuf>,
    /// Holds the driver and the disk of the emulated machine; it is kept, because Wine takes 10 s to make one.
    folder: PathBuf,
}

/// The compiler of the driver, its emulator, and what to install for both.
struct Tools {
    platform: &'static str,
    compiler: &'static str,
    emulator: &'static [&'static str],
    packages: &'static str,
}

const TOOLS: [Tools; 3] = [
    Tools { platform: "linux64", compiler: "cc", emulator: &[], packages: "gcc" },
    Tools {
        platform: "win64",
        compiler: "x86_64-w64-mingw32-gcc",
        // Debian keeps it out of PATH.
        emulator: &["wine64", "/usr/lib/wine/wine64"],
        packages: "gcc-mingw-w64-x86-64-win32 wine64",
    },
    Tools {
        platform: "aarch64-linux",
        compiler: "aarch64-linux-gnu-gcc",
        emulator: &["qemu-aarch64"],
        packages: "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user",
    },
];

/// Where Debian has the libraries of the other architecture.
const AARCH64_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// This machine where its tools are there; with FMU_PACK_ALL_PLATFORMS=1 all platforms, of which none may be missing.
pub fn machines() -> &'static [Machine] {
    static MACHINES: OnceLock<Vec<Machine>> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let all = cases::all_platforms_are_wanted();
        let wanted = TOOLS.iter().filter(|tools| all || tools.platform == Platform::host().folder());
        let (found, missing): (Vec<_>, Vec<_>) = wanted.map(Machine::find).partition(Result::is_ok);
        let missing: Vec<String> = missing.into_iter().filter_map(Result::err).collect();
        assert!(!all || missing.is_empty(), "{}", missing.join("\n"));
        missing.iter().for_each(|missing| eprintln!("not tested: {missing}"));
        found.into_iter().filter_map(Result::ok).collect()
    })
}

/// Those for which a library is built once more, which takes a minute of one core each: all in a thorough run, otherwise none.
pub fn machines_to_build_for_again() -> impl Iterator<Item = &'static Machine> {
    machines().iter().filter(|_| cases::is_thorough())
}

impl Machine {
    fn find(tools: &Tools) -> Result<Self, String> {
        let platform: Platform = tools.platform.parse()?;
        toolchain::ensure(&platform).map_err(|error| error.to_string())?;
        let missing = |what: &str| format!("{platform}: {what} is missing; apt-get install {}", tools.packages);
        let emulator = tools.emulator.iter().find_map(|program| in_path(program));
        if !tools.emulator.is_empty() && emulator.is_none() {
            return Err(missing(tools.emulator[0]));
        }
        if tools.emulator.is_empty() && platform != Platform::host() {
            return Err(format!("{platform}: this machine is none, and there is no emulator"));
        }
        let compiler = in_path(tools.compiler).ok_or_else(|| missing(tools.compiler))?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machines").join(tools.platform);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        compile(&compiler, &folder.join("driver"));
        let machine = Self { platform, emulator, folder };
        machine.start();
        Ok(machine)
    }

    pub fn platform(&self) -> &Platform {
        &self.platform
    }

    /// Runs a case on a library.
    pub fn run_case(&self, library: PathBuf, case: &str) -> String {
        // Relative paths mean the same under Wine, whose absolute ones begin with another letter.
        let folder = tempfile::tempdir_in(&self.folder).unwrap();
        std::fs::write(folder.path().join("case.txt"), case).unwrap();
        self.run(folder.path(), &library, &["case.txt"])
    }

    /// Provokes a panic in a library.
    pub fn run_panic(&self, library: &Path, guid: &str) -> String {
        let folder = tempfile::tempdir_in(&self.folder).unwrap();
        self.run(folder.path(), library, &["panic", guid])
    }

    fn run(&self, folder: &Path, library: &Path, arguments: &[&str]) -> String {
        let name = library.file_name().unwrap();
        std::fs::copy(library, folder.join(name)).unwrap();
        let mut command = self.driver();
        command.current_dir(folder).arg(Path::new(".").join(name)).args(arguments);
        succeed(&mut command).replace('\r', "")
    }

    /// Without arguments the driver only answers 2; Wine makes its disk, which it must not do several times at once.
    fn start(&self) {
        let folder = tempfile::tempdir_in(&self.folder).unwrap();
        let output = self.driver().current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}: {output:?}", self.platform);
    }

    fn driver(&self) -> Command {
        let driver = self.folder.join("driver");
        let Some(emulator) = &self.emulator else { return Command::new(driver) };
        let mut command = Command::new(emulator);
        if self.platform.folder() == "win64" {
            command.env("WINEPREFIX", self.folder.join("wine")).env("WINEDEBUG", "-all").arg("../driver.exe");
        } else {
            command.args(["-L", AARCH64_LIBRARIES]).arg(driver);
        }
        command
    }
}

/// Compiles the driver; MinGW adds `.exe` to the name.
fn compile(compiler: &Path, output: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/platforms/driver.c");
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Werror", "-O2"]).arg(source).arg("-o").arg(output);
    command.args(cfg!(target_os = "linux").then_some("-ldl").filter(|_| !compiler.to_string_lossy().contains("mingw")));
    succeed(&mut command);
}

/// A program in PATH, or at its absolute place.
fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}
