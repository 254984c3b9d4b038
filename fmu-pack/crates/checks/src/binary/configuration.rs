//! Whether a library of the actuator models is configured to be the FMU that the description describes.

use super::Finding;
use fmu_import::interface::{Interface, Variable};
use fmu_library::{Content, Library, Variability};
use model_description::declaration::FIRST_INTEGER_REFERENCE;

/// How many differences are told.
const SHOWN: usize = 3;

/// What does not agree; nothing for a library of other models.
pub(super) fn check(name: &str, bytes: &[u8], interface: &Interface) -> Vec<Finding> {
    let Ok(library) = Library::read(bytes.to_vec()) else { return Vec::new() };
    match library.content() {
        Ok(Some(content)) => differences(name, &content, interface),
        Ok(None) if library.knows(&interface.guid) => Vec::new(),
        Ok(None) => {
            let problem = format!("the library has no model with the GUID {} and is not configured", interface.guid);
            vec![Finding::error("BI-CONFIGURATION-02", name, problem, "2.2.1")]
        }
        Err(error) => {
            let problem = format!("the library cannot be used: {error}");
            vec![Finding::error("BI-CONFIGURATION-01", name, problem, "2.2.1")]
        }
    }
}

fn differences(name: &str, content: &Content<'_>, interface: &Interface) -> Vec<Finding> {
    let differ = |what: &str, in_library: &str, described: &str| {
        let problem =
            format!("the library is configured with the {what} {in_library}, the description says {described}");
        Finding::error("BI-CONFIGURATION-02", name, problem, "2.2.1")
    };
    let mut findings = Vec::new();
    if content.guid != interface.guid {
        findings.push(differ("GUID", content.guid, &interface.guid));
    }
    if let Some(other) = interface.identifiers().into_iter().find(|identifier| *identifier != content.identifier) {
        findings.push(differ("model identifier", content.identifier, other));
    }
    let variables = interface.variables.iter().filter_map(|variable| {
        let (start, variability) = in_library(content, variable)?;
        difference(variable, start, variability)
    });
    findings.extend(variables.take(SHOWN).map(|problem| Finding::error("BI-CONFIGURATION-03", name, problem, "2.2.7")));
    findings
}

/// What the block says of a variable.
fn in_library(content: &Content<'_>, variable: &Variable) -> Option<(f64, Variability)> {
    // Elements of an array follow its first.
    let place = variable.element.map_or(0, |element| element.index as u32);
    let reference = variable.reference.checked_add(place)?;
    match reference.checked_sub(FIRST_INTEGER_REFERENCE) {
        None => content.reals.iter().nth(reference as usize),
        Some(index) => {
            content.integers.iter().nth(index as usize).map(|(start, variability)| (f64::from(start), variability))
        }
    }
}

fn difference(variable: &Variable, start: f64, variability: Variability) -> Option<String> {
    let name = &variable.name;
    // A variable that is computed has no start value in the description.
    if let Some(described) = variable.start_number().filter(|described| described.to_bits() != start.to_bits()) {
        return Some(format!("{name} starts with {start} in the library and with {described} in the description"));
    }
    let described = variable.variability;
    let (agree, configured) = match variability {
        Variability::Declared => (described != "tunable" && described != "constant", "as declared"),
        Variability::Constant => (described == "constant", "constant"),
        Variability::Tunable => (described == "tunable", "tunable"),
    };
    (!agree).then(|| format!("{name} is {configured} in the library and {described} in the description"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::Export;
    use model_description::configuration::{content, parse};
    use std::path::Path;

    fn export(text: &str) -> Export {
        let text = format!("name = \"Mine\"\nmodel = \"MotionTransmission\"\n{text}");
        Export::new(parse(&text, Path::new("mine.toml")).unwrap())
    }

    fn findings(configured: &Export, described: &Export) -> Vec<String> {
        let bytes = content(configured).unwrap().unwrap();
        let content = configuration_block::decode(&bytes).unwrap();
        let interface = Interface::read(&described.xml).unwrap();
        differences("a", &content, &interface).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn the_block_of_a_description_agrees_with_it() {
        let mine = export("frozen = [\"friction.*\"]\n[start]\ninertia = 0.1\nfriction.law = \"lugre\"\n");
        assert_eq!(findings(&mine, &mine), [] as [String; 0]);
    }

    #[test]
    fn every_difference_is_told() {
        let (mine, other) = (export("[start]\ninertia = 0.1\n"), export("frozen = [\"viscous_*\"]\n"));
        let found = findings(&mine, &other);
        assert!(found[0].contains("GUID") && found[0].contains(&mine.guid), "{found:?}");
        assert!(found[1].starts_with("inertia starts with 0.1 in the library"), "{found:?}");
        assert!(found[2].starts_with("viscous_coefficient is as declared in the library and constant"), "{found:?}");
        assert_eq!(found.len(), 3);
    }
}
