//! The same library from any folder: paths that the compiler writes into it are replaced by fixed ones.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Separates flags in CARGO_ENCODED_RUSTFLAGS.
const SEPARATOR: &str = "\u{1f}";

/// Flags for rustc, as CARGO_ENCODED_RUSTFLAGS takes them.
pub(super) fn flags(workspace: &Path, target: &Path, sysroot: &Path, others: &[&str]) -> OsString {
    // rustc takes the last one that fits: the target folder is mostly inside the workspace.
    let replaced = [
        (workspace.to_path_buf(), "/actuator-fmu"),
        (cargo_home(), "/cargo"),
        (sysroot.join("lib/rustlib/src/rust"), "/rust"),
        (target.to_path_buf(), "/target"),
    ];
    let flags = replaced.iter().map(|(folder, name)| replace(folder, name)).chain(others.iter().map(OsString::from));
    flags.collect::<Vec<OsString>>().join(OsStr::new(SEPARATOR))
}

fn replace(folder: &Path, name: &str) -> OsString {
    let mut flag = OsString::from("--remap-path-prefix=");
    flag.push(folder);
    flag.push(format!("={name}"));
    flag
}

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> PathBuf {
    let default = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(default, PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_folder_is_replaced_last_and_other_flags_follow() {
        let flags = flags(Path::new("/w"), Path::new("/w/target"), Path::new("/usr"), &["-Ca", "-Cb"]);
        let flags = flags.into_string().unwrap();
        let flags: Vec<&str> = flags.split(SEPARATOR).collect();
        assert_eq!(
            (flags[0], flags[3]),
            ("--remap-path-prefix=/w=/actuator-fmu", "--remap-path-prefix=/w/target=/target")
        );
        assert_eq!(flags[2], "--remap-path-prefix=/usr/lib/rustlib/src/rust=/rust");
        assert_eq!(flags[4..], ["-Ca", "-Cb"]);
    }

    #[test]
    fn without_other_flags_there_is_no_empty_one_that_rustc_takes_for_a_file() {
        let flags = flags(Path::new("/w"), Path::new("/t"), Path::new("/usr"), &[]);
        assert!(!flags.into_string().unwrap().ends_with(SEPARATOR));
    }
}
