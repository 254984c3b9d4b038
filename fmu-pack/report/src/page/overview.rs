//! The first screen: how many statements hold, and every case in a line.

use super::{Findings, Report, Summary, badge, escaped};
use crate::section::Section;

/// The verdicts in large numbers.
pub(super) fn tiles(report: &Report) -> String {
    let Summary { holds, misses, fails } = report.summary;
    let cases: usize = report.chapters.iter().map(|chapter| chapter.sections.len()).sum();
    let tile = |class: &str, number: usize, words: &str| {
        format!("<div class=\"tile {class}\"><strong>{number}</strong><span>{words}</span></div>\n")
    };
    let failing = if fails == 0 { "none" } else { "fails" };
    format!(
        "<div class=\"tiles\">\n{}{}{}{}</div>\n",
        tile("", cases, "cases"),
        tile("holds", holds, "statements hold"),
        tile("misses", misses, "miss: off by more than the source prints, shown with the reason"),
        tile(failing, fails, "fail")
    )
}

/// Every case with its agreement and verdict.
pub(super) fn table(report: &Report) -> String {
    let rows: String = report.chapters.iter().enumerate().map(|(index, chapter)| rows(index + 1, chapter)).collect();
    format!(
        "<section id=\"overview\">\n<h2>Overview</h2>\n<div class=\"wide\"><table class=\"overview\">\n<thead><tr>\
         <th>Case</th><th>Checked against</th><th>Largest deviation; events</th><th class=\"number\">Statements</th>\
         <th>Verdict</th></tr></thead>\n{rows}</table></div>\n</section>\n"
    )
}

fn rows(number: usize, chapter: &Findings) -> String {
    let rows: String = chapter.sections.iter().map(row).collect();
    let title = escaped(&chapter.title);
    format!(
        "<tbody><tr class=\"group\"><th colspan=\"5\"><a href=\"#chapter{number}\">{number}. {title}</a></th></tr>\n\
         {rows}</tbody>\n"
    )
}

fn row(section: &Section) -> String {
    let Section { id, title, against, agreement, statements, .. } = section;
    let summary = Summary::of(statements.iter().map(|statement| statement.verdict));
    format!(
        "<tr><td><a href=\"#{id}\">{}</a></td><td>{}</td><td>{}</td><td class=\"number\">{} of {}</td><td>{}</td></tr>\n",
        escaped(title),
        escaped(against),
        escaped(agreement),
        summary.holds,
        statements.len(),
        badge(section.verdict())
    )
}
