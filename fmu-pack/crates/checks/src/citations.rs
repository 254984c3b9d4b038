//! The sentences of the standards that the rules are of.
//!
//! Those of the description stand with its rules in the crate `model-description`; here are those of archives, libraries, terminals and
//! references. FMI 2.0 is quoted from 2.0.5, FMI 3.0 from 3.0.2, without their marks of layout. A rule without words is the advice of
//! this program, and its findings are warnings.

use super::Finding;
use model_description::{FmiVersion, validation};
use std::collections::BTreeMap;
use std::fmt::Write;

/// In place of a section: the layered standard is a document of its own.
pub(crate) const LS_REF: &str = "FMI-LS-REF 1.0.0-beta.1";

/// A rule that both versions may have.
struct Rule {
    id: &'static str,
    demand: &'static str,
    fmi2: Place,
    fmi3: Place,
}

/// Section and words, where a version has them.
type Place = Option<(&'static str, &'static str)>;

/// A rule of the layered standard, which is one for both versions.
const fn layered(id: &'static str, demand: &'static str, words: &'static str) -> Rule {
    let place = Some((LS_REF, words));
    Rule { id, demand, fmi2: place, fmi3: place }
}

/// What a finding is cited with: the section, and its words where the standard demands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Id of the rule.
    pub rule: &'static str,
    /// What is demanded.
    pub demand: &'static str,
    /// Version of FMI.
    pub version: FmiVersion,
    /// Section, or the name of a layered standard.
    pub section: &'static str,
    /// The words, or nothing where it is advice.
    pub words: &'static str,
}

impl std::fmt::Display for Quote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rule, demand, version, section, words } = self;
        write!(f, "rule {rule} (FMI {}, {section}): {demand}", version.name())?;
        if words.is_empty() { write!(f, "; advice") } else { write!(f, ": \"{words}\"") }
    }
}

/// All rules, by the order of their ids.
pub fn quotes() -> Vec<Quote> {
    let of_description = |version| {
        validation::rules(version).map(move |rule| {
            let validation::Citation { id, section, demand, words, severity: _ } = *rule;
            Quote { rule: id, demand, version, section, words }
        })
    };
    let others = OTHERS.iter().flat_map(|rule| {
        let places = [(FmiVersion::V2, rule.fmi2), (FmiVersion::V3, rule.fmi3)];
        places.into_iter().filter_map(|(version, place)| {
            let (section, words) = place?;
            Some(Quote { rule: rule.id, demand: rule.demand, version, section, words })
        })
    });
    let all = of_description(FmiVersion::V2).chain(of_description(FmiVersion::V3)).chain(others);
    let sorted: BTreeMap<(&str, FmiVersion), Quote> = all.map(|quote| ((quote.rule, quote.version), quote)).collect();
    sorted.into_values().collect()
}

/// Of each rule that is broken by these findings, its quote.
pub fn quotes_of(findings: &[Finding]) -> Vec<Quote> {
    let is_broken = |quote: &Quote| findings.iter().any(|f| f.rule == quote.rule && f.version == quote.version);
    quotes().into_iter().filter(is_broken).collect()
}

/// All rules as a page for people.
pub fn rules_page() -> String {
    let mut page = String::from(INTRODUCTION);
    for quote in quotes() {
        let Quote { rule, demand, version, section, words } = quote;
        let words = if words.is_empty() { "(advice)".to_owned() } else { format!("\u{201c}{words}\u{201d}") };
        let place = if section == LS_REF { section.to_owned() } else { format!("FMI {}, {section}", version.name()) };
        let cell = |text: &str| text.replace('|', "\\|").replace('<', "&lt;");
        // A string takes whatever is written to it.
        let _ = writeln!(page, "| {rule} | {} | {place} | {} |", cell(demand), cell(&words));
    }
    page
}

const INTRODUCTION: &str = "# Rules of `fmu-pack check`

What `check` demands of an FMU, with the sentence of the standard that it is of: FMI 2.0.5, FMI 3.0.2, FMI-LS-REF. Marks of layout are left
out of the quotes, and [...] stands for what is between two parts. A rule that is advice has no sentence, and its findings are
warnings. Other commands do not demand these things: they read what can be read. This page is written by
`UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command pages::`.

| rule | demand | place | words |
| --- | --- | --- | --- |
";

// Words that several rules are of.
const PERFORMED: &str = "the expectation is that the set of experiments defined in the file can be performed on the FMU \
     just using the resources present in the FMU";
const BINARIES_OF_FMI_3: Place = Some((
    "2.5.1.4",
    "A binary FMU must contain the binary files - that are needed at linking or loading time - of the FMU for all \
     supported platforms in this folder.",
));
const ZIP_OF_FMI_2: Place = Some(("2.3", "All relevant files are stored in a ZIP file with a pre-defined structure."));
const ZIP_OF_FMI_3: Place =
    Some(("2.5", "An FMU consists of several files, that are stored in a ZIP file with a pre-defined structure."));
const BINARIES_OF_FMI_2: Place = Some(("2.3", "<modelIdentifier>.so    // Shared library of the FMI implementation"));

const OTHERS: &[Rule] = &[
    Rule {
        id: "AR-DESCRIPTION-01",
        demand: "there is a modelDescription.xml",
        fmi2: Some(("2.3", "modelDescription.xml      // Description of FMU (required file)")),
        fmi3: Some((
            "2.5.1",
            "All static information related to the core functionality of an FMU is stored in the text file \
             modelDescription.xml in XML format",
        )),
    },
    Rule {
        id: "AR-DESCRIPTION-02",
        demand: "modelDescription.xml can be read",
        fmi2: Some((
            "2.2",
            "All static information related to an FMU is stored in the text file modelDescription.xml in XML format.",
        )),
        fmi3: Some((
            "2.4",
            "All static information related to the core functionality of an FMU is stored in the text file \
             modelDescription.xml in XML format",
        )),
    },
    Rule {
        id: "AR-ENCODING-01",
        demand: "descriptions are in UTF-8",
        fmi2: Some(("2.2", "It is required that the encoding scheme is always UTF-8")),
        fmi3: Some(("2.4", "It is required that the encoding scheme is always UTF-8")),
    },
    Rule {
        id: "MD-READ-01",
        demand: "modelDescription.xml is XML as the schema has it",
        fmi2: Some((
            "2.2",
            "All static information related to an FMU is stored in the text file modelDescription.xml in XML format.",
        )),
        fmi3: Some((
            "2.4",
            "All static information related to the core functionality of an FMU is stored in the text file \
             modelDescription.xml in XML format",
        )),
    },
    Rule {
        id: "AR-NAME-01",
        demand: "names are relative, with forward slashes, and names of files on every platform",
        fmi2: Some((
            "2.3",
            "Note especially section 4.4.17 states that backslashes \"\\\" are forbidden as path separator only forward \
             slashes \"/\" are allowed.",
        )),
        fmi3: Some((
            "2.5",
            "Especially section 4.4.17 of the ZIP format specification states that backslashes (\\) are forbidden as path \
             separator, only forward slashes (/) are allowed.",
        )),
    },
    Rule {
        id: "AR-NAME-02",
        demand: "the header in front of the data says what the directory says",
        fmi2: ZIP_OF_FMI_2,
        fmi3: ZIP_OF_FMI_3,
    },
    Rule {
        id: "AR-KIND-01",
        demand: "entries are files and folders, stored or deflated, not encrypted",
        fmi2: Some((
            "2.3",
            "The compression method for all files stored in the ZIP archive must be either 8 (deflate), or 0 (store). \
             [...] encryption must not be employed. [...] Links must not be used inside the ZIP archive.",
        )),
        fmi3: Some((
            "2.5",
            "The compression method for all files stored in the ZIP archive must be either 8 (deflate) or 0 (store). \
             [...] encryption must not be employed. [...] Links must not be used inside the ZIP archive.",
        )),
    },
    Rule {
        id: "AR-KIND-02",
        demand: "files with their size behind the data are deflated",
        fmi2: Some((
            "2.3",
            "Only files stored using compression method 8 (deflate) may be stored with general purpose bit 3 set.",
        )),
        fmi3: Some((
            "2.5",
            "Only files stored using compression method 8 (deflate) may be stored with general purpose bit 3 set.",
        )),
    },
    Rule {
        id: "AR-VERSION-01",
        demand: "entries need no version above 2.0 of ZIP",
        fmi2: Some((
            "2.3",
            "The field version needed to extract of the archive must not be higher than 2.0, and encryption must not be \
             employed.",
        )),
        fmi3: Some((
            "2.5",
            "The field version needed to extract of the archive must not be higher than 2.0 and encryption must not be \
             employed.",
        )),
    },
    Rule {
        id: "AR-DUPLICATE-01",
        demand: "each file is there once, whatever the system thinks of upper and lower case",
        fmi2: ZIP_OF_FMI_2,
        fmi3: ZIP_OF_FMI_3,
    },
    Rule { id: "AR-OVERLAP-01", demand: "no entries share their data", fmi2: ZIP_OF_FMI_2, fmi3: ZIP_OF_FMI_3 },
    Rule {
        id: "AR-SIZE-01",
        demand: "sizes are within the limits of this program",
        fmi2: ZIP_OF_FMI_2,
        fmi3: ZIP_OF_FMI_3,
    },
    Rule {
        id: "AR-BEGIN-01",
        demand: "the file begins with the first entry of the archive: some readers look for it there",
        fmi2: Some(("2.3", "")),
        fmi3: Some(("2.5", "")),
    },
    Rule {
        id: "AR-END-01",
        demand: "the archive ends with its directory and one record of its end",
        fmi2: ZIP_OF_FMI_2,
        fmi3: ZIP_OF_FMI_3,
    },
    Rule {
        id: "AR-PLACE-01",
        demand: "files stand where FMI has a place for them",
        fmi2: Some(("2.3", "")),
        fmi3: Some(("2.5.1", "")),
    },
    Rule {
        id: "AR-BINARY-01",
        demand: "there is a library for some platform, or sources",
        fmi2: Some((
            "2.3",
            "The FMU must be distributed with at least one implementation, in other words, either sources or one of the \
             binaries for a particular machine.",
        )),
        fmi3: Some((
            "2.5",
            "The FMU must be distributed with at least one implementation, in other words, either sources or one of the \
             binaries for a particular machine.",
        )),
    },
    Rule {
        id: "AR-BINARY-02",
        demand: "platforms have the names of the standard",
        fmi2: Some((
            "2.3",
            "The following names are standardized: for Windows: \"win32\", \"win64\"- for Linux: \"linux32\", \
             \"linux64\", for Macintosh: \"darwin32\", \"darwin64\"",
        )),
        fmi3: Some((
            "2.5.1.4.1",
            "The binaries must be placed in the respective <platformTuple> directory with the general format <arch>-<sys>.",
        )),
    },
    Rule {
        id: "AR-LICENSE-01",
        demand: "licences have an entry point",
        fmi2: None,
        fmi3: Some((
            "2.5.1.1.1",
            "If it is present, it must contain either a license.spdx, license.txt or license.html file as entry point.",
        )),
    },
    Rule {
        id: "AR-SOURCE-01",
        demand: "source files that are listed are there",
        fmi2: Some((
            "2.3",
            "The files to be compiled (but not the files included from these files) have to be reported in the xml-file under \
             the structure <ModelExchange><SourceFiles> ... and <CoSimulation><SourceFiles>",
        )),
        fmi3: Some((
            "2.5.1",
            "The files to be compiled (but not the files included from these files) have to be reported in the \
             buildDescription.xml.",
        )),
    },
    Rule {
        id: "AR-SOURCE-02",
        demand: "sources have a build description",
        fmi2: None,
        fmi3: Some((
            "2.5.1.3",
            "A source code FMU contains the sources of the model in the sources directory together with a \
             buildDescription.xml",
        )),
    },
    Rule { id: "BI-READ-01", demand: "libraries can be unpacked", fmi2: BINARIES_OF_FMI_2, fmi3: BINARIES_OF_FMI_3 },
    Rule {
        id: "BI-FORMAT-01",
        demand: "a library is one of some platform",
        fmi2: BINARIES_OF_FMI_2,
        fmi3: BINARIES_OF_FMI_3,
    },
    Rule {
        id: "BI-FORMAT-02",
        demand: "a library has the format of its platform",
        fmi2: BINARIES_OF_FMI_2,
        fmi3: BINARIES_OF_FMI_3,
    },
    Rule { id: "BI-FORMAT-03", demand: "a library is a shared one", fmi2: BINARIES_OF_FMI_2, fmi3: BINARIES_OF_FMI_3 },
    Rule {
        id: "BI-ARCH-01",
        demand: "a library is for the processor of its platform",
        fmi2: Some(("2.3", "Shared library of the FMI implementation")),
        fmi3: BINARIES_OF_FMI_3,
    },
    Rule {
        id: "BI-FUNCTION-01",
        demand: "a library exports the functions of the standard",
        fmi2: Some((
            "2.3",
            "Specifically it is required that all functions specified for Model Exchange and/or Co-Simulation are \
             present, even if they are only needed for capabilities that the FMU does not support.",
        )),
        fmi3: Some((
            "2.5",
            "The FMU must implement all API functions declared in fmi3Functions.h, even if they are only needed for \
             interface types or optional capabilities that the FMU does not support.",
        )),
    },
    Rule {
        id: "BI-EXPORT-01",
        demand: "a library exports nothing else",
        fmi2: Some(("2.3", "")),
        fmi3: Some(("2.5", "")),
    },
    Rule {
        id: "BI-IMPORT-01",
        demand: "a library needs no others than those of every system",
        fmi2: Some(("2.3", "Shared libraries should be statically linked against their dependencies")),
        fmi3: Some(("2.5.1.4.1", "Shared libraries should be statically linked against their dependencies")),
    },
    Rule {
        id: "BI-GLIBC-01",
        demand: "a library needs no newer C library than common systems have",
        fmi2: Some(("2.3", "Shared libraries should be statically linked against their dependencies")),
        fmi3: Some(("2.5.1.4.1", "Shared libraries should be statically linked against their dependencies")),
    },
    Rule {
        id: "BI-CONFIGURATION-01",
        demand: "the values in a library that is configured can be read",
        fmi2: Some((
            "2.2.1",
            "The \"Globally Unique IDentifier\" is a string that is used to check that the XML file is compatible with \
             the C functions of the FMU.",
        )),
        fmi3: Some((
            "2.4.1",
            "The instantiationToken is a string that may be used by the FMU to check that the XML file is compatible with \
             the implementation of the FMU.",
        )),
    },
    Rule {
        id: "BI-CONFIGURATION-02",
        demand: "the values in a library are those of the model that the description is of",
        fmi2: Some((
            "2.2.1",
            "The \"Globally Unique IDentifier\" is a string that is used to check that the XML file is compatible with \
             the C functions of the FMU.",
        )),
        fmi3: Some((
            "2.4.1",
            "The instantiationToken is a string that may be used by the FMU to check that the XML file is compatible with \
             the implementation of the FMU.",
        )),
    },
    Rule {
        id: "BI-CONFIGURATION-03",
        demand: "start values in the library are those in the description",
        fmi2: Some(("2.2.7", "Initial or guess value of variable. This value is also stored in the C functions.")),
        fmi3: Some(("2.4.7.5", "During instantiation, the FMU initializes its variables with their start values.")),
    },
    Rule { id: "LD-LIBRARY-01", demand: "the library can be loaded", fmi2: BINARIES_OF_FMI_2, fmi3: BINARIES_OF_FMI_3 },
    Rule {
        id: "LD-FUNCTION-01",
        demand: "the loaded library has the functions of the standard",
        fmi2: Some((
            "2.3",
            "Specifically it is required that all functions specified for Model Exchange and/or Co-Simulation are \
             present, even if they are only needed for capabilities that the FMU does not support.",
        )),
        fmi3: Some((
            "2.5",
            "The FMU must implement all API functions declared in fmi3Functions.h, even if they are only needed for \
             interface types or optional capabilities that the FMU does not support.",
        )),
    },
    Rule {
        id: "LD-VERSION-01",
        demand: "the library says the version of its description",
        fmi2: Some((
            "2.1.4",
            "Returns the version of the fmi2Functions.h header file which was used to compile the functions of the FMU.",
        )),
        fmi3: Some((
            "2.2.5",
            "This function returns fmi3Version of the fmi3Functions.h header file which was used to compile the functions \
             of the FMU.",
        )),
    },
    Rule {
        id: "LD-VERSION-02",
        demand: "the library has the types of this platform",
        fmi2: Some((
            "2.1.4",
            "Returns the string to uniquely identify the fmi2TypesPlatform.h header file used for compilation of the \
             functions of the FMU.",
        )),
        fmi3: None,
    },
    Rule {
        id: "LD-INSTANCE-01",
        demand: "an instance can be made",
        fmi2: Some(("2.1.5", "If a null pointer is returned, then instantiation failed.")),
        fmi3: Some(("2.3.1", "If a NULL pointer is returned, then instantiation failed.")),
    },
    Rule {
        id: "LD-PROCESS-01",
        demand: "the library does not end the process that loads it",
        fmi2: Some(("2.1.5", "If a null pointer is returned, then instantiation failed.")),
        fmi3: Some(("2.3.1", "If a NULL pointer is returned, then instantiation failed.")),
    },
    Rule {
        id: "TI-READ-01",
        demand: "terminalsAndIcons.xml can be read",
        fmi2: None,
        fmi3: Some((
            "2.4",
            "Additional optional information about the graphical representation and the grouping of FMU variables into \
             terminals is stored in the optional text file terminalsAndIcons/terminalsAndIcons.xml in XML format",
        )),
    },
    Rule {
        id: "TI-VERSION-01",
        demand: "terminals are for the version of the description",
        fmi2: None,
        fmi3: Some((
            "2.4.9",
            "this fmiVersion attribute must match the fmiVersion attribute of element fmiModelDescription of the \
             modelDescription.xml file",
        )),
    },
    Rule {
        id: "TI-NAME-01",
        demand: "terminals have names, each once among its siblings",
        fmi2: None,
        fmi3: Some(("2.4.9.2.2", "The terminal name must be unique among siblings")),
    },
    Rule {
        id: "TI-RULE-01",
        demand: "matching rules are those of the standard, or of a domain",
        fmi2: None,
        fmi3: Some((
            "2.4.9.2.2",
            "rule names must follow the reverse domain name notation of a domain that is controlled by the entity \
             defining the semantics and content of the additional entries",
        )),
    },
    Rule {
        id: "TI-MEMBER-01",
        demand: "members of a plug or bus have names of their own",
        fmi2: None,
        fmi3: Some((
            "2.4.9.2.3",
            "the memberName attribute is required for plug and bus and must be unique per terminal",
        )),
    },
    Rule {
        id: "TI-MEMBER-02",
        demand: "members are variables of the description",
        fmi2: None,
        fmi3: Some(("2.4.9.2.3", "The normalized string variableName identifies a variable in ModelVariables")),
    },
    Rule {
        id: "TI-MEMBER-03",
        demand: "kinds of members are those of the standard",
        fmi2: None,
        fmi3: Some((
            "2.4.9.2.3",
            "It is strongly recommended to use reverse domain name notation to define a variableKind.",
        )),
    },
    Rule {
        id: "TI-ICON-01",
        demand: "there is a PNG icon where there is an SVG one",
        fmi2: None,
        fmi3: Some((
            "2.4.9.1",
            "Optionally an SVG file with path terminalsAndIcons/icon.svg can be provided if also the PNG file is present.",
        )),
    },
    Rule {
        id: "TI-ICON-02",
        demand: "pictures of terminals are there",
        fmi2: None,
        fmi3: Some(("2.4.9.2.2", "The PNG file with the extension '.png' has to be provided.")),
    },
    layered(
        "LR-READ-01",
        "files that the manifest leads to can be read",
        "All information about the related files included with the FMU are contained in the layered standard manifest \
         file.",
    ),
    layered(
        "LR-MANIFEST-01",
        "the manifest has the name of the layered standard",
        "Name of the layered standard in reverse domain name notation.",
    ),
    layered(
        "LR-MANIFEST-02",
        "the manifest has a version",
        "Version of the layered standard. This layered standard uses semantic versioning",
    ),
    layered(
        "LR-MANIFEST-03",
        "the manifest describes the layered standard in its words",
        "Layered Standard providing information on related files included in an FMU.",
    ),
    layered(
        "LR-ROLE-01",
        "roles are those of the layered standard",
        "Role of the related file, e.g., model, requirement, specification, parameter, experiment, etc.",
    ),
    layered(
        "LR-SOURCE-01",
        "sources are within the FMU",
        "Any relative URIs are to be interpreted relative to the location of the layered standard manifest file in \
         the FMU archive",
    ),
    layered(
        "LR-SOURCE-02",
        "files that the manifest names are there",
        "an importer should be prepared to handle related files that are described in the layered standard manifest \
         file, but are not present in the FMU archive",
    ),
    layered("LR-EXPERIMENT-01", "a file of experiments has a name and an experiment", PERFORMED),
    layered("LR-EXPERIMENT-02", "experiments have names", PERFORMED),
    layered("LR-EXPERIMENT-03", "experiments have a begin, an end and a step", PERFORMED),
    layered("LR-PARAMETER-01", "parameters of an experiment are those of the FMU", PERFORMED),
    layered("LR-STIMULI-01", "signals are for inputs and tunable parameters", PERFORMED),
    layered("LR-RESULT-01", "results are of variables", PERFORMED),
    layered("LR-DEVIATION-01", "deviations are numbers that are not negative", PERFORMED),
    layered("LR-RUN-01", "an experiment gives its results", PERFORMED),
    layered("LR-RUN-02", "an experiment can be run", PERFORMED),
];

/// Severity and section of a finding are those of its rule.
pub(crate) fn cited(finding: Finding) -> Finding {
    let quote = quotes().into_iter().find(|quote| quote.rule == finding.rule && quote.version == finding.version);
    match quote {
        Some(quote) => Finding { section: quote.section.to_owned(), ..finding },
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::Severity;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Ids of rules in the sources, each in quotation marks.
    fn ids_in(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                ids_in(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("citations.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.extend(text.split('"').filter(|part| is_id(part)).map(str::to_string));
            }
        }
    }

    fn is_id(text: &str) -> bool {
        let parts: Vec<&str> = text.split('-').collect();
        let [standard, subject, number] = parts[..] else { return false };
        ["AR", "BI", "LD", "LR", "TI", "MD", "M3"].contains(&standard)
            && subject.chars().all(|letter| letter.is_ascii_uppercase())
            && number.len() == 2
            && number.parse::<u8>().is_ok()
    }

    #[test]
    fn every_rule_of_check_is_cited_and_none_that_there_is_not() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut found = BTreeSet::new();
        for folder in ["crates", "src", "../modelDescription/src"] {
            ids_in(&root.join(folder), &mut found);
        }
        let cited: BTreeSet<String> = quotes().iter().map(|quote| quote.rule.to_string()).collect();
        assert_eq!(found, cited);
    }

    #[test]
    fn what_is_an_error_has_words_of_a_standard() {
        let rules = [FmiVersion::V2, FmiVersion::V3].into_iter().flat_map(validation::rules);
        let without: Vec<&str> = rules
            .filter(|rule| rule.severity == Severity::Error && rule.words.is_empty())
            .map(|rule| rule.id)
            .collect();
        // Those that say how many findings are not listed, among which there may be errors.
        assert_eq!(without, ["MD-MANY-01", "M3-MANY-01"]);
        // Of the others these are warnings.
        let advice: Vec<&str> = OTHERS
            .iter()
            .filter(|rule| rule.fmi2.is_some_and(|(_, words)| words.is_empty()))
            .map(|rule| rule.id)
            .collect();
        assert_eq!(advice, ["AR-BEGIN-01", "AR-PLACE-01", "BI-EXPORT-01"]);
    }
}
