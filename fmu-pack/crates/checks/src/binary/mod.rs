//! Rules for the libraries of all platforms: they are read, never executed.

mod configuration;
mod facts;
mod system;

pub use facts::{Facts, Unreadable, Version};

use super::{Finding, Severity, by_standard};
use fmu_import::interface::Interface;
use fmu_import::library::required_functions;
use model_description::FmiVersion;
use object::{Architecture, BinaryFormat};

/// The newest glibc that a library may need: that of 2012, which every Linux in use for simulation has. RHEL 7 has it, and
/// importers that run anywhere are built against it.
pub const GLIBC: Version = Version(2, 17);

/// How many names a finding shows of a longer list.
const SHOWN: usize = 3;

/// What is wrong with the library `name` for the platform of a folder.
pub fn check(name: &str, folder: &str, bytes: &[u8], interface: &Interface) -> Vec<Finding> {
    let version = interface.version_of_fmi();
    findings(name, folder, bytes, interface).into_iter().map(|finding| by_standard(finding, version)).collect()
}

fn findings(name: &str, folder: &str, bytes: &[u8], interface: &Interface) -> Vec<Finding> {
    let facts = match Facts::read(bytes) {
        Ok(facts) => facts,
        Err(problem) => return vec![Finding::error("BI-FORMAT-01", name, problem.to_string(), "2.3")],
    };
    let mut findings = foreign(name, folder, &facts);
    if findings.is_empty() {
        findings.extend(missing_functions(name, &facts, interface));
        findings
            .extend([other_exports(name, &facts), libraries(name, &facts), glibc(name, &facts)].into_iter().flatten());
        findings.extend(configuration::check(name, bytes, interface));
    }
    findings
}

/// Format, architecture and kind that a folder asks for.
fn expected(folder: &str) -> Option<(BinaryFormat, &'static [Architecture])> {
    const BOTH: &[Architecture] = &[Architecture::X86_64, Architecture::Aarch64];
    Some(match folder {
        "linux32" | "x86-linux" => (BinaryFormat::Elf, &[Architecture::I386]),
        "linux64" | "x86_64-linux" => (BinaryFormat::Elf, &[Architecture::X86_64]),
        "aarch32-linux" => (BinaryFormat::Elf, &[Architecture::Arm]),
        "aarch64-linux" => (BinaryFormat::Elf, &[Architecture::Aarch64]),
        "win32" | "x86-windows" => (BinaryFormat::Pe, &[Architecture::I386]),
        "win64" | "x86_64-windows" => (BinaryFormat::Pe, &[Architecture::X86_64]),
        "aarch64-windows" => (BinaryFormat::Pe, &[Architecture::Aarch64]),
        "darwin64" | "x86_64-darwin" => (BinaryFormat::MachO, BOTH),
        "aarch64-darwin" => (BinaryFormat::MachO, &[Architecture::Aarch64]),
        _ => return None,
    })
}

fn foreign(name: &str, folder: &str, facts: &Facts) -> Vec<Finding> {
    let Some((format, architectures)) = expected(folder) else { return Vec::new() };
    let mut problems = Vec::new();
    if facts.format != format {
        problems.push(("BI-FORMAT-02", format!("the library is {:?}; {folder} needs {format:?}", facts.format)));
    } else if !architectures.contains(&facts.architecture) {
        let needed = architectures[0];
        problems
            .push(("BI-ARCH-01", format!("the library is for {:?}; {folder} needs {needed:?}", facts.architecture)));
    } else if !facts.shared {
        problems.push(("BI-FORMAT-03", "the file is not a shared library".to_string()));
    }
    problems.into_iter().map(|(rule, problem)| Finding::error(rule, name, problem, "2.3")).collect()
}

fn missing_functions(name: &str, facts: &Facts, interface: &Interface) -> Option<Finding> {
    let (co_simulation, model_exchange) = (interface.co_simulation.is_some(), interface.model_exchange.is_some());
    let wanted = required_functions(interface.version_of_fmi(), co_simulation, model_exchange).into_iter();
    let missing: Vec<&str> = wanted.filter(|wanted| !facts.exports.iter().any(|export| export == wanted)).collect();
    let problem = || format!("the library does not export {}", missing.join(", "));
    (!missing.is_empty()).then(|| Finding::error("BI-FUNCTION-01", name, problem(), "2.1.2"))
}

fn other_exports(name: &str, facts: &Facts) -> Option<Finding> {
    // A library may be for several versions of FMI.
    let versions = [FmiVersion::V2, FmiVersion::V3].into_iter();
    let known: Vec<&str> = versions.flat_map(|version| required_functions(version, true, true)).collect();
    let others: Vec<&str> = facts.exports.iter().map(String::as_str).filter(|export| !known.contains(export)).collect();
    let problem = || format!("the library also exports {}, which are no functions of FMI", some(&others));
    (!others.is_empty()).then(|| warning("BI-EXPORT-01", name, problem()))
}

fn libraries(name: &str, facts: &Facts) -> Option<Finding> {
    let is_foreign = |library: &&str| !system::has(facts.format, library);
    let foreign: Vec<&str> = facts.libraries.iter().map(String::as_str).filter(is_foreign).collect();
    let problem = || format!("the library needs {}, which not every machine has", some(&foreign));
    (!foreign.is_empty()).then(|| warning("BI-IMPORT-01", name, problem()))
}

fn glibc(name: &str, facts: &Facts) -> Option<Finding> {
    let newest = facts.glibc.filter(|newest| *newest > GLIBC)?;
    let problem = format!("the library needs glibc {newest}; importers can be expected to have {GLIBC}");
    Some(warning("BI-GLIBC-01", name, problem))
}

fn warning(rule: &str, name: &str, problem: String) -> Finding {
    Finding { severity: Severity::Warning, ..Finding::error(rule, name, problem, "2.3") }
}

/// The first few names.
fn some(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    if names.len() > SHOWN { format!("{shown} and {} more", names.len() - SHOWN) } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let exports = required_functions(FmiVersion::V2, true, true).into_iter().map(str::to_string).collect();
        Facts {
            format: BinaryFormat::Elf,
            architecture: Architecture::X86_64,
            shared: true,
            exports,
            libraries: vec!["libc.so.6".to_string(), "ld-linux-x86-64.so.2".to_string()],
            glibc: Some(Version(2, 14)),
        }
    }

    #[test]
    fn a_portable_library_has_no_findings() {
        let facts = facts();
        assert_eq!(foreign("a", "linux64", &facts), []);
        assert_eq!((other_exports("a", &facts), libraries("a", &facts), glibc("a", &facts)), (None, None, None));
    }

    #[test]
    fn a_library_in_the_wrong_folder_is_an_error() {
        let problem = |folder| foreign("a", folder, &facts())[0].problem.clone();
        assert_eq!(problem("win64"), "the library is Elf; win64 needs Pe");
        assert_eq!(problem("aarch64-linux"), "the library is for X86_64; aarch64-linux needs Aarch64");
        let executable = Facts { shared: false, ..facts() };
        assert_eq!(foreign("a", "linux64", &executable)[0].rule, "BI-FORMAT-03");
    }

    #[test]
    fn a_new_glibc_is_told_with_both_versions() {
        let new = Facts { glibc: Some(Version(2, 34)), ..facts() };
        let problem = glibc("a", &new).unwrap().problem;
        assert_eq!(problem, "the library needs glibc 2.34; importers can be expected to have 2.17");
        assert_eq!(glibc("a", &Facts { glibc: Some(GLIBC), ..facts() }), None);
    }

    #[test]
    fn a_compiler_runtime_beside_the_system_is_named() {
        let mut gcc = facts();
        gcc.libraries.push("libgcc_s.so.1".to_string());
        assert_eq!(
            libraries("a", &gcc).unwrap().problem,
            "the library needs libgcc_s.so.1, which not every machine has"
        );
    }

    #[test]
    fn names_beside_fmi_are_counted() {
        let mut chatty = facts();
        chatty.exports.extend(["a", "b", "c", "d", "e"].map(str::to_string));
        let problem = other_exports("x", &chatty).unwrap().problem;
        assert_eq!(problem, "the library also exports a, b, c and 2 more, which are no functions of FMI");
    }

    #[test]
    fn what_is_no_library_is_told() {
        let answer = Facts::read(b"no library").unwrap_err().to_string();
        assert!(answer.starts_with("not a library of any platform"), "{answer}");
    }
}
