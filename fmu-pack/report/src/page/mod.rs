//! The report as one HTML file that needs nothing else: no network, no scripts, light and dark, fit for printing.

mod case;
mod overview;
mod table;

use super::section::{Section, Verdict};
use serde::Serialize;

const STYLE: &str = include_str!("../../assets/style.css");
const INTRODUCTION: &str = include_str!("../../assets/introduction.html");
const NOT_CHECKED: &str = include_str!("../../assets/not_checked.html");

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

/// The page.
pub fn page(report: &Report) -> String {
    let chapters: String = report.chapters.iter().enumerate().map(|(index, part)| chapter(index + 1, part)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Validation of the actuator FMUs</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n{INTRODUCTION}\
         {}</header>\n<main>\n{}{chapters}{NOT_CHECKED}{}</main>\n</body>\n</html>\n",
        overview::tiles(report),
        overview::table(report),
        origins(report)
    )
}

fn chapter(number: usize, chapter: &Findings) -> String {
    let sections: String = chapter.sections.iter().map(case::section).collect();
    let (title, introduction) = (escaped(&chapter.title), &chapter.introduction);
    format!(
        "<section class=\"chapter\" id=\"chapter{number}\">\n<h2>{number}. {title}</h2>\n{introduction}{sections}</section>\n"
    )
}

/// Which files were examined.
fn origins(report: &Report) -> String {
    let row = |origin: &Origin| {
        let Origin { model, version, guid, sha256 } = origin;
        format!(
            "<tr><td>{model}</td><td>{version}</td><td><code>{guid}</code></td><td><code>{sha256}</code></td></tr>\n"
        )
    };
    let rows: String = report.fmus.iter().map(row).collect();
    format!(
        "<section id=\"examined\">\n<h2>What was examined</h2>\n<p>FMI 2.0 for Co-Simulation on {}, each case through \
         the C interface of the packed FMU. Repeat it with <code>fmu-pack report</code>.</p>\n<div class=\"wide\">\
         <table>\n<thead><tr><th>FMU</th><th>Version</th><th>GUID</th><th>SHA-256 of the file</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></div>\n</section>\n",
        escaped(&report.platform)
    )
}

/// A verdict as a sign and a word, so that it does not depend on colour.
fn badge(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "<span class=\"badge holds\">✓ holds</span>",
        Verdict::Misses => "<span class=\"badge misses\">≈ misses</span>",
        Verdict::Fails => "<span class=\"badge fails\">✗ fails</span>",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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
        let page = page(&report());
        for outside in ["http:", "https:", "src=", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("One &amp; all") && page.contains("a &lt; b"));
        assert!(page.contains("href=\"#one\"") && page.contains("id=\"one\""));
    }
}
