//! Source files that are listed must be there.

use super::{Finding, by_standard};
use fmu_import::archive::{Archive, DESCRIPTION};
use model_description::{FmiVersion, ReadError, build_description};

/// What is wrong with the list of source files, where the version has it.
pub(crate) fn check(archive: &Archive, description: &str, version: FmiVersion) -> Result<Vec<Finding>, ReadError> {
    match version {
        FmiVersion::V2 => Ok(missing(archive, DESCRIPTION, &listed(description)?, version)),
        FmiVersion::V3 => Ok(check_build_description(archive)),
    }
}

/// Those that FMI 2.0 lists in the description, each once.
fn listed(description: &str) -> Result<Vec<String>, ReadError> {
    let description = model_description::read(description)?;
    let exchange = description.model_exchange.and_then(|kind| kind.source_files);
    let simulation = description.co_simulation.and_then(|kind| kind.source_files);
    let files = exchange.into_iter().chain(simulation).flat_map(|list| list.files);
    let mut names: Vec<String> = files.map(|file| file.name).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

fn check_build_description(archive: &Archive) -> Vec<Finding> {
    let file = format!("sources/{}", build_description::FILE);
    if !archive.contains(&file) {
        let has_sources = archive.entries().iter().map(|entry| entry.text()).any(|name| is_source(&name));
        let problem = format!("there are source files and no {}", build_description::FILE);
        return has_sources.then(|| no_build_description("sources", problem)).into_iter().collect();
    }
    let text = archive.read(&file).map_err(|problem| problem.to_string());
    let text = text.and_then(|bytes| String::from_utf8(bytes).map_err(|problem| problem.to_string()));
    match text.and_then(|text| build_description::read(&text).map_err(|problem| problem.problem)) {
        Ok(read) => {
            let names: Vec<String> = read.files().map(str::to_owned).collect();
            missing(archive, &file, &names, FmiVersion::V3)
        }
        Err(problem) => vec![no_build_description(&file, format!("it cannot be read: {problem}"))],
    }
}

fn no_build_description(place: &str, problem: String) -> Finding {
    Finding::error("AR-SOURCE-02", place, problem, "2.5.1.3").of_version(FmiVersion::V3)
}

fn is_source(name: &str) -> bool {
    name.strip_prefix("sources/").is_some_and(|file| !file.is_empty())
}

fn missing(archive: &Archive, place: &str, names: &[String], version: FmiVersion) -> Vec<Finding> {
    let missing = names.iter().filter(|name| !archive.contains(&format!("sources/{name}")));
    let finding = |name: &String| {
        let problem = format!("sources/{name} is listed as a source file and is not in the FMU");
        by_standard(Finding::error("AR-SOURCE-01", place, problem, ""), version)
    };
    missing.map(finding).collect()
}
