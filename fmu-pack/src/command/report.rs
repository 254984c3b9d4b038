//! `fmu-pack report`

use super::build::build_native;
use super::{Outcome, progress, provenance};
use crate::package::{Packed, Request};
use anyhow::Context;
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_import::platform::Platform;
use fmu_output::write_atomically;
use fmu_process::TemporaryFolder;
use fmu_report::{
    Case, Chapter, Findings, Lab, LeftOut, Origin, Report, Section, Summary, Verdict, chapters, configurations, page,
};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Validate: build the FMUs, run the published and analytic cases through them, and write a page that shows the result.
///
/// The exit code is 1 where a statement fails.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder for index.html and report.json.
    #[arg(short, long, value_name = "DIR", default_value = "target/report")]
    output: PathBuf,
    /// Only cases whose short name contains this, such as fig06; may be given several times.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

const MODELS: [&str; 3] = ["MotionTransmission", "ServoActuator", "HydraulicActuator"];

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let folder = TemporaryFolder::new().context("no temporary folder")?;
        let (lab, origins) = lab(folder.path())?;
        let (findings, left_out) = self.chapters(&lab)?;
        let report = Report::new(provenance::collect(&Platform::host()), origins, left_out, findings);
        let json = serde_json::to_vec_pretty(&report).context("the figures of the report")?;
        self.write("report.json", &json, out)?;
        self.write("index.html", page(&report)?.as_bytes(), out)?;
        tell(&report, out)
    }

    fn chapters(&self, lab: &Lab) -> anyhow::Result<(Vec<Findings>, Vec<LeftOut>)> {
        let mut chapters = chapters();
        let wanted = |id: &str| self.only.is_empty() || self.only.iter().any(|text| id.contains(text.as_str()));
        let reason = || format!("the report was asked for {} only", self.only.join(", "));
        let mut left_out = Vec::new();
        for chapter in &mut chapters {
            let title = chapter.title;
            let (kept, others) = std::mem::take(&mut chapter.cases).into_iter().partition(|case| wanted(&case.id));
            chapter.cases = kept;
            let others: Vec<Case> = others;
            left_out
                .extend(others.iter().map(|case| LeftOut { case: format!("{title}: {}", case.id), reason: reason() }));
        }
        chapters.retain(|chapter| !chapter.cases.is_empty());
        anyhow::ensure!(!chapters.is_empty(), "no case has a name with {} in it", self.only.join(" or "));
        let bar = progress::count(chapters.iter().map(|chapter| chapter.cases.len() as u64).sum());
        let written = chapters.iter().map(|chapter| examine(chapter, lab, &bar)).collect::<anyhow::Result<_>>();
        bar.finish_and_clear();
        Ok((written?, left_out))
    }

    fn write(&self, name: &str, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
        let path = self.output.join(name);
        write_atomically(&path, bytes).with_context(|| path.display().to_string())?;
        Ok(writeln!(out, "{}", path.display())?)
    }
}

fn lab(folder: &Path) -> anyhow::Result<(Lab, Vec<Origin>)> {
    let models = MODELS.map(String::from).to_vec();
    let models = build_native(&Request { models, configurations: configurations(), ..Request::default() })?;
    let (mut fmus, mut origins) = (Vec::new(), Vec::new());
    for model in models.identifiers() {
        let packed = models.pack(model, folder)?;
        let fmu = Fmu::open(&packed.path).with_context(|| packed.path.display().to_string())?;
        origins.push(origin(model, &packed, &fmu));
        fmus.push((model.to_string(), fmu));
    }
    Ok((Lab::new(fmus), origins))
}

fn origin(model: &str, packed: &Packed, fmu: &Fmu) -> Origin {
    let (version, guid) = (fmu.interface().version.clone(), fmu.interface().guid.clone());
    Origin { model: model.to_string(), version, guid, sha256: packed.sha256.clone() }
}

fn examine(chapter: &Chapter, lab: &Lab, bar: &indicatif::ProgressBar) -> anyhow::Result<Findings> {
    let section = |case: &Case| -> anyhow::Result<Section> {
        bar.set_message(case.id.clone());
        let section = case.run(lab).with_context(|| format!("the case {}", case.id))?;
        bar.inc(1);
        Ok(section)
    };
    let sections = chapter.cases.iter().map(section).collect::<Result<_, _>>()?;
    Ok(Findings { title: chapter.title.to_string(), introduction: chapter.introduction.to_string(), sections })
}

/// The verdicts in a line each, where they are not simply good.
fn tell(report: &Report, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    for section in report.chapters.iter().flat_map(|chapter| &chapter.sections) {
        for statement in section.statements.iter().filter(|statement| statement.verdict != Verdict::Holds) {
            let word = match statement.verdict {
                Verdict::Holds => "holds",
                Verdict::NotRun => "not run",
                Verdict::Misses => "misses",
                Verdict::Fails => "FAILS ",
            };
            writeln!(out, "{word} {}: {}: {}", section.id, statement.says, statement.found)?;
        }
    }
    let summary = report.summary;
    let Summary { holds, misses, fails, not_run } = summary;
    writeln!(out, "{holds} statements hold, {misses} miss, {fails} fail, {not_run} not run")?;
    Ok(if summary.fails == 0 { Outcome::Fine } else { Outcome::FmuHasProblems })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fmu_report::{Provenance, Statement};

    fn outcome(statement: Statement) -> (Outcome, String) {
        let section = Section { id: "one".into(), statements: vec![statement], ..Section::default() };
        let chapter = Findings { title: String::new(), introduction: String::new(), sections: vec![section] };
        let mut out = Vec::new();
        let outcome =
            tell(&Report::new(Provenance::default(), Vec::new(), Vec::new(), vec![chapter]), &mut out).unwrap();
        (outcome, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_failing_statement_decides_the_exit_code_and_a_miss_does_not() {
        let (fine, text) = outcome(Statement::paper("so").close_or_misses(1.5, 1.0, (0.1, 1.0), "s"));
        assert_eq!(fine, Outcome::Fine);
        assert!(text.contains("misses one: so"), "{text}");
        let (failing, text) = outcome(Statement::paper("so").close(1.5, 1.0, 0.1, "s"));
        assert_eq!(failing, Outcome::FmuHasProblems);
        assert!(
            text.contains("FAILS  one: so") && text.ends_with("0 statements hold, 0 miss, 1 fail, 0 not run\n"),
            "{text}"
        );
    }
}
