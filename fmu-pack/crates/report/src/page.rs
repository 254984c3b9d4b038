//! The report as one HTML file that needs nothing else: no network, no scripts, light and dark, fit for printing.

use crate::Error;
use crate::event_table::EventTable;
use crate::invocation::Invocation;
use crate::section::{Section, Statement, Verdict};
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

/// When and with what the report was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Provenance {
    /// Date and time, UTC.
    pub date: String,
    /// Version of fmu-pack.
    pub fmu_pack: String,
    /// Commit of the sources of the models, with a word where they were changed since.
    pub commit: String,
    /// Compiler of the library.
    pub compiler: String,
    /// Platform of the library that was run.
    pub platform: String,
    /// Operating system and processor.
    pub machine: String,
}

/// A case that was left out, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    /// Chapter and short name.
    pub case: String,
    /// Why.
    pub reason: String,
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The models of this project, by published and analytic cases.
    Models,
    /// A user's own FMU, by cases that need no reference.
    OwnFmu,
}

/// Everything that the report says; serializes to its JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What it is about.
    pub subject: Subject,
    /// When and with what it was made.
    pub provenance: Provenance,
    /// How it was asked for.
    pub invocation: Invocation,
    /// The FMUs that were run.
    pub fmus: Vec<Origin>,
    /// Cases that were not run.
    pub left_out: Vec<LeftOut>,
    /// How many statements hold, miss and fail.
    pub summary: Summary,
    /// In the order of reading.
    pub chapters: Vec<Findings>,
}

/// How many statements have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// They hold.
    pub holds: usize,
    /// They are off by more than is printed.
    pub misses: usize,
    /// They do not hold.
    pub fails: usize,
    /// They were not looked at, because what they need was not there.
    pub not_run: usize,
}

impl Report {
    /// Counts the verdicts.
    pub fn new(
        subject: Subject,
        provenance: Provenance,
        invocation: Invocation,
        fmus: Vec<Origin>,
        left_out: Vec<LeftOut>,
        chapters: Vec<Findings>,
    ) -> Self {
        let sections = chapters.iter().flat_map(|chapter| &chapter.sections);
        let summary = Summary::of(sections.flat_map(|section| section.statements.iter().map(|s| s.verdict)));
        Self { subject, provenance, invocation, fmus, left_out, summary, chapters }
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
                Verdict::NotRun => summary.not_run += 1,
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
    fn is_own(&self) -> bool {
        self.report.subject == Subject::OwnFmu
    }

    fn cases(&self) -> usize {
        self.report.chapters.iter().map(|chapter| chapter.sections.len()).sum()
    }

    fn of_section(&self, section: &Section) -> Summary {
        Summary::of(section.statements.iter().map(|statement| statement.verdict))
    }

    /// How many statements of a section were looked at.
    fn looked_at(&self, section: &Section) -> usize {
        section.statements.len() - self.of_section(section).not_run
    }

    fn of_chapter(&self, chapter: &Findings) -> Summary {
        let statements = chapter.sections.iter().flat_map(|section| &section.statements);
        Summary::of(statements.map(|statement| statement.verdict))
    }

    /// All statements that a reviewer must decide about, with their sections.
    fn open_points(&self) -> Vec<(&Section, &Statement)> {
        let sections = self.report.chapters.iter().flat_map(|chapter| &chapter.sections);
        let all = sections.flat_map(|section| section.statements.iter().map(move |statement| (section, statement)));
        all.filter(|(_, statement)| statement.verdict != Verdict::Holds).collect()
    }

    /// A drawing after its first word: the template begins it, with its name for those who cannot see it.
    fn drawing(&self, svg: &str) -> String {
        fmu_plot::embedded(svg)
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
        let statements = vec![
            Statement::paper("a < b").is(true, "yes"),
            Statement::paper("c").is(false, "no"),
            Statement::reference("d").not_run("its data are not here"),
        ];
        let section = Section { id: "one".into(), title: "One & all".into(), statements, ..Section::default() };
        let chapter = Findings { title: "First".into(), introduction: String::new(), sections: vec![section] };
        let left_out = LeftOut { case: "First: two".into(), reason: "--only".into() };
        let invocation = Invocation::new(vec!["fmu-pack".into(), "report".into()], Vec::new(), None);
        Report::new(Subject::Models, Provenance::default(), invocation, Vec::new(), vec![left_out], vec![chapter])
    }

    #[test]
    fn counts_every_verdict() {
        assert_eq!(report().summary, Summary { holds: 1, misses: 0, fails: 1, not_run: 1 });
    }

    #[test]
    fn a_reviewer_sees_all_that_does_not_simply_hold() {
        let report = report();
        let open: Vec<String> = Page { report: &report }.open_points().iter().map(|(_, s)| s.says.clone()).collect();
        assert_eq!(open, ["c", "d"]);
        let page = page(&report).unwrap();
        for shown in ["First: two", "its data are not here", "Signature", "<code>fmu-pack report</code>"] {
            assert!(page.contains(shown), "{shown}");
        }
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
