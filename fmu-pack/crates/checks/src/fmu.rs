//! Static rules: nothing of the FMU is executed.

use super::citations::cited;
use super::{Finding, Severity, binary, by_standard, references, sources, terminals};
use fmu_import::archive::{Archive, DESCRIPTION, audit};
use fmu_import::interface::Interface;
use model_description::{FmiVersion, ReadError};

/// The platform folders that FMI 2.0 names, with the suffix of their libraries, and those in wide use for ARM.
const PLATFORMS: [(&str, &str); 8] = [
    ("linux32", ".so"),
    ("linux64", ".so"),
    ("win32", ".dll"),
    ("win64", ".dll"),
    ("darwin32", ".dylib"),
    ("darwin64", ".dylib"),
    ("aarch64-linux", ".so"),
    ("aarch64-darwin", ".dylib"),
];

/// The same of FMI 3.0: architecture and system.
const PLATFORMS_OF_FMI_3: [(&str, &str); 10] = [
    ("x86-linux", ".so"),
    ("x86_64-linux", ".so"),
    ("aarch32-linux", ".so"),
    ("aarch64-linux", ".so"),
    ("x86-windows", ".dll"),
    ("x86_64-windows", ".dll"),
    ("aarch32-windows", ".dll"),
    ("aarch64-windows", ".dll"),
    ("x86_64-darwin", ".dylib"),
    ("aarch64-darwin", ".dylib"),
];

/// Where a version has what is looked for.
#[derive(Clone, Copy)]
struct Places {
    version: FmiVersion,
    platforms: &'static [(&'static str, &'static str)],
    /// Section of the standard about the archive.
    section: &'static str,
}

impl Places {
    fn of(version: FmiVersion) -> Self {
        match version {
            FmiVersion::V2 => Self { version, platforms: &PLATFORMS, section: "2.3" },
            FmiVersion::V3 => Self { version, platforms: &PLATFORMS_OF_FMI_3, section: "2.5" },
        }
    }

    fn error(&self, rule: &str, location: &str, problem: String) -> Finding {
        Finding::error(rule, location, problem, self.section).of_version(self.version)
    }
}

/// All findings on archive, description and libraries.
pub fn check(archive: &Archive) -> Vec<Finding> {
    let mut findings = audit(archive);
    if !archive.contains(DESCRIPTION) {
        return findings;
    }
    findings.extend(encodings(archive));
    let text = match archive.description() {
        Ok(text) => text,
        Err(problem) => {
            findings.push(Finding::error("AR-DESCRIPTION-02", DESCRIPTION, problem.to_string(), "2.2"));
            return findings;
        }
    };
    findings.extend(
        check_description(archive, &text)
            .unwrap_or_else(|problem| vec![Finding::error("MD-READ-01", DESCRIPTION, problem.to_string(), "2.2")]),
    );
    let version = match model_description::version(&text) {
        Ok(Some(version)) if version.starts_with("3.") => FmiVersion::V3,
        Ok(Some(_) | None) | Err(_) => FmiVersion::V2,
    };
    findings.into_iter().map(|finding| in_version(finding, version)).collect()
}

/// What is found before the version is known has none yet.
fn in_version(finding: Finding, version: FmiVersion) -> Finding {
    let is_of_both = ["AR-", "MD-READ-"].iter().any(|prefix| finding.rule.starts_with(prefix));
    if is_of_both { by_standard(finding, version) } else { cited(finding) }
}

/// Descriptions that are not in UTF-8, which is read all the same.
fn encodings(archive: &Archive) -> Vec<Finding> {
    let files = [DESCRIPTION, model_description::terminals::FILE].into_iter().filter(|file| archive.contains(file));
    let problem = |file: &'static str| Some((file, model_description::encoding_problem(&archive.read(file).ok()?)?));
    let finding = |(file, problem): (&str, String)| {
        let problem = format!("{problem}; FMI demands UTF-8");
        Finding::error("AR-ENCODING-01", file, problem, "2.2")
    };
    files.filter_map(problem).map(finding).collect()
}

/// By the rules of the version that the description says.
fn check_description(archive: &Archive, text: &str) -> Result<Vec<Finding>, ReadError> {
    let is_fmi3 = model_description::version(text)?.is_some_and(|version| version.starts_with("3."));
    let mut findings = if is_fmi3 {
        model_description::fmi3::validate(&model_description::fmi3::read(text)?)
    } else {
        model_description::validate(&model_description::read(text)?)
    };
    let interface = Interface::read(text)?;
    let places = Places::of(interface.version_of_fmi());
    findings.extend(check_binaries(archive, &interface, places));
    findings.extend(sources::check(archive, text, places.version)?);
    findings.extend(references::check(archive, &interface));
    if is_fmi3 {
        findings.extend(terminals::check(archive, &interface));
        findings.extend(licenses(archive, places));
    }
    Ok(findings)
}

/// FMI 3.0 says which file among the licences is read first.
fn licenses(archive: &Archive, places: Places) -> Option<Finding> {
    const FOLDER: &str = "documentation/licenses";
    let has_some = archive.entries().iter().any(|entry| entry.text().starts_with(&format!("{FOLDER}/")));
    let is_there = |ending: &&str| archive.contains(&format!("{FOLDER}/license.{ending}"));
    let has_first = ["txt", "html", "spdx"].iter().any(is_there);
    let problem = "there is none of license.txt, license.html and license.spdx".to_string();
    (has_some && !has_first).then(|| places.error("AR-LICENSE-01", FOLDER, problem))
}

fn check_binaries(archive: &Archive, interface: &Interface, places: Places) -> Vec<Finding> {
    let names: Vec<String> = archive.entries().iter().map(fmu_import::archive::Entry::text).collect();
    let mut findings: Vec<Finding> = names.iter().filter_map(|name| foreign(name, places)).collect();
    for identifier in interface.identifiers() {
        let platforms = places.platforms.iter();
        findings.extend(platforms.flat_map(|platform| check_binary(archive, interface, platform, identifier, places)));
        let found = places.platforms.iter().any(|platform| names.contains(&library(platform, identifier)));
        let sources = names.iter().any(|name| name.starts_with("sources/") && name.len() > "sources/".len());
        if !found && !sources {
            let problem = format!("there is no library {identifier} for any platform, and no sources");
            findings.push(places.error("AR-BINARY-01", "binaries", problem));
        }
    }
    findings
}

fn check_binary(
    archive: &Archive,
    interface: &Interface,
    platform: &(&str, &str),
    identifier: &str,
    places: Places,
) -> Vec<Finding> {
    let name = library(platform, identifier);
    if !archive.contains(&name) {
        return Vec::new();
    }
    match archive.read(&name) {
        Ok(bytes) => binary::check(&name, platform.0, &bytes, interface),
        Err(problem) => vec![places.error("BI-READ-01", &name, problem.to_string())],
    }
}

fn library((platform, suffix): &(&str, &str), identifier: &str) -> String {
    format!("binaries/{platform}/{identifier}{suffix}")
}

/// A platform folder that no importer looks into.
fn foreign(name: &str, places: Places) -> Option<Finding> {
    let platform = name.strip_prefix("binaries/")?.split('/').next()?;
    if platform.is_empty() || places.platforms.iter().any(|(known, _)| *known == platform) {
        return None;
    }
    let known: Vec<&str> = places.platforms.iter().map(|(known, _)| *known).collect();
    let problem = format!("{platform} is not a platform that importers look for; those are {}", known.join(", "));
    Some(Finding { severity: Severity::Warning, ..places.error("AR-BINARY-02", name, problem) })
}
