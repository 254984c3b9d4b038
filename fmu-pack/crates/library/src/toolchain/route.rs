//! How to build for a platform with what is installed, or what is missing.

use super::Error;
use super::machine::{Compiler, MINGW, Machine};
use fmu_import::platform::Platform;
use std::path::PathBuf;

/// One way to build.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Route {
    pub(super) compiler: Compiler,
    /// The target, as rustc calls it; the compiler's own if it is empty.
    pub(super) triple: String,
    pub(super) std: Std,
    pub(super) linker: Linker,
}

/// Where Rust's standard library comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Std {
    Installed,
    FromSource,
}

/// What puts the library together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Linker {
    /// That of the machine.
    Own,
    /// cargo-zigbuild at this path.
    Zig(PathBuf),
    /// MinGW's.
    MinGw,
}

/// For machines like this one, with the compiler as it is.
pub(super) fn native(machine: &Machine) -> Route {
    let compiler = machine.default_compiler();
    Route { triple: compiler.host.clone(), compiler, std: Std::Installed, linker: Linker::Own }
}

/// WebAssembly without a system.
const BARE: &str = "wasm32-unknown-unknown";
/// WebAssembly with files. Debian's source of the standard library has no C library for it.
const WASI: &str = "wasm32-wasip1";

/// For the module that is translated to C.
pub(super) fn portable(machine: &Machine) -> Result<Route, Error> {
    let installed = machine.compilers.iter().find(|compiler| compiler.has(BARE));
    installed
        .map(|compiler| web_assembly(compiler, BARE, Std::Installed))
        .ok_or_else(|| Error::Missing { what: "the module that C is made of".to_owned(), missing: vec![to_add(BARE)] })
}

/// For what of `fmu-pack` runs in a browser: it has files, which WASI gives it.
pub(super) fn packer(machine: &Machine) -> Result<Route, Error> {
    let (compiler, _, std) = compiler(machine, WASI, WASI)
        .map_err(|missing| Error::Missing { what: "fmu-pack in a page".to_owned(), missing: vec![missing] })?;
    Ok(web_assembly(compiler, WASI, std))
}

/// rustc brings the linker.
fn web_assembly(compiler: &Compiler, triple: &str, std: Std) -> Route {
    Route { compiler: compiler.clone(), triple: triple.to_owned(), std, linker: Linker::Own }
}

fn to_add(triple: &str) -> String {
    format!("Rust's standard library for {triple} (rustup target add {triple})")
}

/// For any machine of a platform.
pub(super) fn find(platform: &Platform, machine: &Machine) -> Result<Route, Error> {
    let (installed, from_source) = match platform.folder() {
        // rustup has the first, for Windows 10; the second runs on Windows 7 too.
        "win64" => ("x86_64-pc-windows-gnu", "x86_64-win7-windows-gnu"),
        "linux64" => ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"),
        "aarch64-linux" => ("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"),
        "darwin64" => ("x86_64-apple-darwin", "x86_64-apple-darwin"),
        "aarch64-darwin" => ("aarch64-apple-darwin", "aarch64-apple-darwin"),
        "wasm" => (BARE, BARE),
        _ => return Ok(native(machine)),
    };
    // Their own tools make what runs on all of their machines.
    if cfg!(any(windows, target_os = "macos")) && *platform == Platform::host() {
        return Ok(native(machine));
    }
    match (compiler(machine, installed, from_source), linker(platform, machine)) {
        (Ok((compiler, triple, std)), Ok(linker)) => {
            Ok(Route { compiler: compiler.clone(), triple: triple.to_string(), std, linker })
        }
        (compiler, linker) => {
            let missing = [compiler.err(), linker.err()].into_iter().flatten().collect();
            Err(Error::Missing { what: format!("a library for {}", platform.folder()), missing })
        }
    }
}

/// A compiler with the platform's standard library, or one that can compile it. That of the compiler's own machine comes
/// last: it is always there, and brings code for backtraces, a third of the library.
fn compiler<'a>(
    machine: &'a Machine,
    installed: &'a str,
    from_source: &'a str,
) -> Result<(&'a Compiler, &'a str, Std), String> {
    let with = |fits: &dyn Fn(&Compiler) -> bool| machine.compilers.iter().find(|compiler| fits(compiler));
    let has = |compiler: &Compiler| compiler.has(installed);
    let ready = |compiler| (compiler, installed, Std::Installed);
    let added = with(&|compiler| has(compiler) && compiler.host != installed).map(ready);
    let is_in_source = installed != WASI;
    let source =
        with(&|compiler| compiler.has_source && is_in_source).map(|compiler| (compiler, from_source, Std::FromSource));
    added.or(source).or_else(|| with(&has).map(ready)).ok_or_else(|| {
        if installed.starts_with("wasm32-") {
            return to_add(installed);
        }
        format!(
            "Rust's standard library for {installed} (rustup target add {installed}, or on Debian: apt-get install \
             rustc-web cargo-web rust-web-src)"
        )
    })
}

fn linker(platform: &Platform, machine: &Machine) -> Result<Linker, String> {
    if *platform == Platform::web() {
        // rustc brings it.
        return Ok(Linker::Own);
    }
    if platform.folder() == "win64" {
        return machine.mingw.then_some(Linker::MinGw).ok_or_else(|| {
            format!("the linker {MINGW} of MinGW-w64 (on Debian: apt-get install gcc-mingw-w64-x86-64-win32)")
        });
    }
    let zig = machine.zigbuild.clone().map(Linker::Zig);
    zig.ok_or_else(|| "the linker cargo-zigbuild (pip install ziglang cargo-zigbuild)".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rustc(name: &str, targets: &[&str], has_source: bool) -> Compiler {
        let targets = targets.iter().map(|target| (*target).to_string()).collect();
        let host = "x86_64-unknown-linux-gnu".to_string();
        let (cargo, rustc) = (format!("{name}/cargo").into(), format!("{name}/rustc").into());
        Compiler { cargo, rustc, sysroot: name.into(), host, targets, has_source }
    }

    fn machine(compilers: &[Compiler], zig: bool, mingw: bool) -> Machine {
        Machine { compilers: compilers.to_vec(), zigbuild: zig.then(|| "bin/cargo-zigbuild".into()), mingw }
    }

    fn route(platform: &str, machine: &Machine) -> Result<Route, String> {
        let platform: Platform = platform.parse().unwrap();
        find(&platform, machine).map_err(|error| error.to_string())
    }

    const HOST: &str = "x86_64-unknown-linux-gnu";
    const WINDOWS: &str = "x86_64-pc-windows-gnu";
    const ARM: &str = "aarch64-unknown-linux-gnu";

    #[test]
    fn a_target_of_rustup_is_used_before_one_compiled_from_source() {
        let machine =
            machine(&[rustc("rustup", &[HOST, WINDOWS, ARM], false), rustc("debian", &[HOST], true)], true, true);
        for (platform, triple) in [("win64", WINDOWS), ("aarch64-linux", ARM)] {
            let route = route(platform, &machine).unwrap();
            assert_eq!((route.triple.as_str(), route.std), (triple, Std::Installed), "{platform}");
            assert_eq!(route.compiler, machine.compilers[0], "{platform}");
        }
    }

    #[test]
    fn without_a_target_the_compiler_with_the_source_builds_for_windows_7() {
        let machine = machine(&[rustc("rustup", &[HOST], false), rustc("debian", &[HOST], true)], true, true);
        let windows = route("win64", &machine).unwrap();
        assert_eq!((windows.triple.as_str(), windows.std), ("x86_64-win7-windows-gnu", Std::FromSource));
        assert_eq!((&windows.compiler, windows.linker), (&machine.compilers[1], Linker::MinGw));
    }

    #[test]
    fn the_library_of_the_own_machine_is_compiled_from_source_where_there_is_some() {
        let zig = Linker::Zig("bin/cargo-zigbuild".into());
        let both = machine(&[rustc("rustup", &[HOST], false), rustc("debian", &[HOST], true)], true, true);
        let small = route("linux64", &both).unwrap();
        assert_eq!(
            (small.compiler, small.std, small.linker),
            (both.compilers[1].clone(), Std::FromSource, zig.clone())
        );
        let one = machine(&[rustc("rustup", &[HOST], false)], true, true);
        let large = route("linux64", &one).unwrap();
        assert_eq!((large.compiler, large.std, large.linker), (one.compilers[0].clone(), Std::Installed, zig));
    }

    #[test]
    fn one_sentence_says_all_that_must_be_installed() {
        let machine = machine(&[rustc("rustup", &[HOST], false)], false, false);
        assert_eq!(
            route("win64", &machine).unwrap_err(),
            "a library for win64 needs Rust's standard library for x86_64-pc-windows-gnu (rustup target add \
             x86_64-pc-windows-gnu, or on Debian: apt-get install rustc-web cargo-web rust-web-src), and the linker \
             x86_64-w64-mingw32-gcc of MinGW-w64 (on Debian: apt-get install gcc-mingw-w64-x86-64-win32)"
        );
        assert_eq!(
            route("linux64", &machine).unwrap_err(),
            "a library for linux64 needs the linker cargo-zigbuild (pip install ziglang cargo-zigbuild)"
        );
    }

    #[test]
    fn modules_for_browsers_are_linked_by_rustc_and_need_targets_of_rustup() {
        let web = Platform::web();
        let both = ["wasm32-unknown-unknown", "wasm32-wasip1"];
        let ready = machine(&[rustc("rustup", &[HOST, both[0], both[1]], false)], false, false);
        let routes = [find(&web, &ready).unwrap(), packer(&ready).unwrap()];
        assert_eq!(
            routes.each_ref().map(|route| (route.triple.as_str(), &route.linker)),
            both.map(|triple| (triple, &Linker::Own))
        );
        let debian = machine(&[rustc("debian", &[HOST], true)], false, false);
        assert_eq!(
            packer(&debian).unwrap_err().to_string(),
            "fmu-pack in a page needs Rust's standard library for wasm32-wasip1 (rustup target add wasm32-wasip1)"
        );
    }

    #[test]
    #[cfg(not(target_os = "macos"))]
    fn a_library_for_macos_is_linked_by_zig() {
        let zig = Linker::Zig("bin/cargo-zigbuild".into());
        for (platform, triple) in [("darwin64", "x86_64-apple-darwin"), ("aarch64-darwin", "aarch64-apple-darwin")] {
            let route = route(platform, &machine(&[rustc("debian", &[HOST], true)], true, false)).unwrap();
            assert_eq!((route.triple.as_str(), route.std, route.linker), (triple, Std::FromSource, zig.clone()));
        }
    }
}
