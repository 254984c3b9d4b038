//! Compilers for other machines, and what runs their programs here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use test_support::cases;

const UTF8: &str = "names of temporary files are UTF-8";

/// A compiler with flags, and what runs what it makes.
pub struct Target {
    pub name: &'static str,
    /// Program and first arguments.
    pub compiler: &'static [&'static str],
    pub flags: &'static [&'static str],
    pub emulator: &'static [&'static str],
    /// Of Debian.
    pub packages: &'static str,
}

const STRICT: &[&str] = &["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];
const SANITIZERS: &[&str] = &["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Of this machine's own processor.
const fn own(name: &'static str, compiler: &'static [&'static str], flags: &'static [&'static str]) -> Target {
    Target { name, compiler, flags, emulator: &[], packages: compiler[0] }
}

/// Of another one, which QEMU emulates.
const fn emulated(
    name: &'static str,
    compiler: &'static [&'static str],
    emulator: &'static [&'static str],
    packages: &'static str,
) -> Target {
    Target { name, compiler, flags: &["-O2", "-static"], emulator, packages }
}

/// What a thorough run tries.
pub const TARGETS: [Target; 13] = [
    own("gcc -O0", &["gcc"], &["-O0"]),
    own("gcc -O2", &["gcc"], &["-O2"]),
    own("gcc -O3 with fused multiply-add", &["gcc"], &["-O3", "-march=native", "-ffp-contract=fast"]),
    own("clang -O0", &["clang"], &["-O0"]),
    own("clang -O2", &["clang"], &["-O2"]),
    own("clang -O3 with fused multiply-add", &["clang"], &["-O3", "-march=native"]),
    own("gcc with sanitizers", &["gcc"], SANITIZERS),
    own("clang with sanitizers", &["clang"], SANITIZERS),
    Target {
        packages: "gcc-12-multilib",
        ..own("x86 of 32 bits", &["gcc", "-m32"], &["-O2", "-msse2", "-mfpmath=sse"])
    },
    emulated(
        "ARM of 64 bits",
        &["aarch64-linux-gnu-gcc"],
        &["qemu-aarch64"],
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user",
    ),
    emulated(
        "ARM of 32 bits",
        &["arm-linux-gnueabihf-gcc"],
        &["qemu-arm"],
        "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user",
    ),
    emulated(
        "s390x, big-endian",
        &["s390x-linux-gnu-gcc"],
        &["qemu-s390x"],
        "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
    ),
    Target {
        name: "Windows",
        compiler: &["target/cross/bin/python", "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu"],
        flags: &["-O2"],
        emulator: &["/usr/lib/wine/wine64"],
        packages: "wine64, and scripts/cross-build.sh --install for zig",
    },
];

/// Standard output of a program that must succeed, which is given a text.
pub fn answer(command: &mut Command, text: &str) -> String {
    let input = tempfile::NamedTempFile::new().expect("there is room for it");
    std::fs::write(input.path(), text).expect("the file is there");
    let output = command.stdin(Stdio::from(input.reopen().expect("the file is there"))).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {out}{err}");
    out.replace('\r', "")
}

/// A file beside this one.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c_sources").join(name)
}

fn starts(program: &str, arguments: &[&str]) -> bool {
    let started =
        Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    started.is_ok_and(|status| status.success())
}

/// Whether something is there; where all platforms are wanted nothing may be missing.
pub fn is_there(name: &str, packages: &str, found: bool) -> bool {
    assert!(found || !cases::all_platforms_are_wanted(), "{name} is missing; install {packages}");
    if !found {
        eprintln!("not tested: {name} is missing; install {packages}");
    }
    found
}

impl Target {
    /// Compiles and links a program of nothing.
    pub fn is_there(&self) -> bool {
        let folder = tempfile::tempdir().expect("there is room for it");
        let (source, program) = (folder.path().join("nothing.c"), folder.path().join("nothing.exe"));
        std::fs::write(&source, "#include <stdlib.h>\nint main(void) { return 0; }\n").expect("the folder is there");
        let arguments = [&self.compiler[1..], self.flags].concat();
        let files = [source.to_str().expect(UTF8), "-o", program.to_str().expect(UTF8)];
        let runs = |program: &str| match self.emulator {
            [] => starts(program, &[]),
            [emulator, first @ ..] => starts(emulator, &[first, &[program]].concat()),
        };
        let found = starts(self.compiler[0], &[&arguments[..], &files].concat()) && runs(program.to_str().expect(UTF8));
        is_there(self.name, self.packages, found)
    }

    fn compile(&self) -> Command {
        let mut command = Command::new(self.compiler[0]);
        command.args(&self.compiler[1..]).args(self.flags);
        command
    }

    /// The C with the player of scripts as one program.
    pub fn program(&self, c: &Path, folder: &Path) -> PathBuf {
        let object = folder.join("model.o");
        answer(
            self.compile().args(STRICT).arg("-DFMI2_OVERRIDE_FUNCTION_PREFIX").arg("-c").arg(c).arg("-o").arg(&object),
            "",
        );
        let program = folder.join("program.exe");
        let player = [file("script.c"), file("hosted.c"), object];
        answer(self.compile().args(player).arg("-o").arg(&program), "");
        program
    }

    /// What a program answers to a script.
    pub fn run(&self, program: &Path, script: &str) -> String {
        match self.emulator {
            [] => answer(&mut Command::new(program), script),
            [emulator, first @ ..] => {
                let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine");
                let mut command = Command::new(emulator);
                command.env("WINEPREFIX", prefix).env("WINEDEBUG", "-all");
                answer(command.args(first).arg(program), script)
            }
        }
    }
}
