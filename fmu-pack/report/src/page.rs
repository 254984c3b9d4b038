//! The report as one HTML file that needs nothing else: no network, no scripts, light and dark, fit for printing.

use crate::Error;
use crate::event_table::EventTable;
use crate::section::{Section, Verdict};
use askama::Template;
use serde::Serialize;

/// An FMU that was examined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Origin {
    /// Model identifier.
    pub model: String,
    /// Version.
    pub version: String,
    /// GUID.
    pub guid: String,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// A chapter with what its cases found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// Heading.
    pub title: String,
    /// HTML.
    #[serde(skip)]
    pub introduction: String,
    /// The cases.
    pub sections: Vec<Section>,
}

/// Everything that the report says; serializes to its JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The FMUs that were run.
    pub fmus: Vec<Origin>,
    /// Platform of the library that was run.
    pub platform: String,
    /// How many statements hold, miss and fail.
    pub summary: Summary,
    /// In the order of reading.
    pub chapters: Vec<Findings>,
}

/// How many statements stand how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// They hold.
    pub holds: usize,
    /// They are off by more than is printed.
    pub misses: usize,
    /// They do not hold.
    pub fails: usize,
}

impl Report {
    /// Counts the verdicts.
    pub fn new(fmus: Vec<Origin>, platform: String, chapters: Vec<Findings>) -> Self {
        let sections = chapters.iter().flat_map(|chapter| &chapter.sections);
        let summary = Summary::of(sections.flat_map(|section| section.statements.iter().map(|s| s.verdict)));
        Self { fmus, platform, summary, chapters }
    }
}

impl Summary {
    /// Counts verdicts.
    pub fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        verdicts.fold(Self::default(), |mut summary, verdict| {
            match verdict {
                Verdict::Holds => summary.holds += 1,
                Verdict::Misses => summary.misses += 1,
                Verdict::Fails => summary.fails += 1,
            }
            summary
        })
    }
}

/// The page, by the templates of this crate.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
}

impl Page<'_> {
    fn cases(&self) -> usize {
        self.report.chapters.iter().map(|chapter| chapter.sections.len()).sum()
    }

    fn holding(&self, section: &Section) -> usize {
        Summary::of(section.statements.iter().map(|statement| statement.verdict)).holds
    }

    /// A drawing after its first word: the template begins it, with its name for those who cannot see it. A plot of
    /// plotters begins with no declaration, but with a namespace, which an embedded drawing does not need.
    fn drawing(&self, svg: &str) -> String {
        svg.strip_prefix("<svg ").unwrap_or(svg).replace(" xmlns=\"http://www.w3.org/2000/svg\"", "")
    }
}

/// The page.
pub fn page(report: &Report) -> Result<String, Error> {
    Ok(Page { report }.render()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Statement;

    fn report() -> Report {
        let statements = vec![Statement::paper("a < b").is(true, "yes"), Statement::paper("c").is(false, "no")];
        let section = Section { id: "one".into(), title: "One & all".into(), statements, ..Section::default() };
        let chapter = Findings { title: "First".into(), introduction: String::new(), sections: vec![section] };
        Report::new(Vec::new(), "linux64".into(), vec![chapter])
    }

    #[test]
    fn counts_every_verdict() {
        assert_eq!(report().summary, Summary { holds: 1, misses: 0, fails: 1 });
    }

    #[test]
    fn needs_nothing_from_elsewhere() {
        let page = page(&report()).unwrap();
        for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("One &#38; all") && page.contains("a &#60; b"));
        assert!(page.contains("href=\"#one\"") && page.contains("id=\"one\""));
    }
}
