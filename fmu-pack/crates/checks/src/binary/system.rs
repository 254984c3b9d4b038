//! Libraries that every machine of a platform has.

use object::BinaryFormat;

/// Since glibc exists; libgcc_s and libstdc++ come with a compiler.
const LINUX: [&str; 6] = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"];

/// In lower case; Windows 7 and Wine have them. Not bcryptprimitives.dll: only Windows 10 and newer.
const WINDOWS: [&str; 18] = [
    "advapi32.dll",
    "bcrypt.dll",
    "comdlg32.dll",
    "crypt32.dll",
    "dbghelp.dll",
    "gdi32.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "ole32.dll",
    "oleaut32.dll",
    "psapi.dll",
    "rpcrt4.dll",
    "shell32.dll",
    "user32.dll",
    "userenv.dll",
    "version.dll",
    "ws2_32.dll",
];

/// Parts of Windows under names of their own.
const WINDOWS_SETS: &str = "api-ms-win-core-";

/// The platform itself has `library`.
pub(super) fn has(format: BinaryFormat, library: &str) -> bool {
    match format {
        BinaryFormat::Elf => LINUX.contains(&library) || library.starts_with("ld-linux"),
        BinaryFormat::Pe => {
            let library = library.to_ascii_lowercase();
            WINDOWS.contains(&library.as_str()) || library.starts_with(WINDOWS_SETS)
        }
        _ => library.starts_with("/usr/lib/") || library.starts_with("/System/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_a_compiler_is_not_part_of_the_system() {
        for (format, library) in [
            (BinaryFormat::Elf, "libgcc_s.so.1"),
            (BinaryFormat::Elf, "libstdc++.so.6"),
            (BinaryFormat::Pe, "libgcc_s_seh-1.dll"),
            (BinaryFormat::Pe, "libwinpthread-1.dll"),
            (BinaryFormat::Pe, "VCRUNTIME140.dll"),
            (BinaryFormat::Pe, "bcryptprimitives.dll"),
            (BinaryFormat::MachO, "@rpath/libgcc_s.1.dylib"),
        ] {
            assert!(!has(format, library), "{library}");
        }
        assert!(has(BinaryFormat::Pe, "KERNEL32.dll") && has(BinaryFormat::Pe, "api-ms-win-core-synch-l1-2-0.dll"));
        assert!(has(BinaryFormat::MachO, "/usr/lib/libSystem.B.dylib"));
    }
}
