//! `fmu-pack report`

use super::build::{build_native, pack};
use super::paths::{open, refuse_overwriting};
use super::run::positive;
use super::{Outcome, progress, provenance};
use crate::package::{Packed, Request, sha256};
use anyhow::Context;
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_import::platform::Platform;
use fmu_output::process::TemporaryFolder;
use fmu_output::{number, write_atomically};
use fmu_report::{
    Case, Chapter, Conditions, DURATION, Findings, Invocation, Lab, LeftOut, Origin, Own, ReadFile, Report, Section,
    Subject, Summary, Verdict, chapters, configurations, excitation, own_chapter, page,
};
use fmu_simulation::input::{CsvRows, Row, Rows};
use fmu_simulation::{Setting, SettingReader, input_file};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Verify: build the FMUs, run the published and analytic cases through them, and write a page that shows the result.
///
/// With --fmu your own FMU goes through the cases that need no reference instead: balance, sticking, mirror image,
/// communication steps, convergence, restored states. Nothing is compiled for that.
///
/// Example: fmu-pack report --fmu Rudder.fmu --input manoeuvre.csv -o rudder-report
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
    /// Your own FMU.
    #[arg(long, value_name = "FMU")]
    fmu: Option<PathBuf>,
    /// Input signals for it, as for `fmu-pack run`; if not given, made from its start values for those inputs that --set leaves free.
    #[arg(long, value_name = "CSV", requires = "fmu")]
    input: Option<PathBuf>,
    /// Value of a parameter or a constant input of it.
    #[arg(long, value_name = "NAME=VALUE", requires = "fmu", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Communication step, in s; its default experiment, or 1 ms.
    #[arg(long, value_name = "S", requires = "fmu", value_parser = positive, allow_negative_numbers = true)]
    step_size: Option<f64>,
    /// End, in s; the last row of --input, or 2 s.
    #[arg(long, value_name = "S", requires = "fmu", value_parser = positive, allow_negative_numbers = true)]
    stop_time: Option<f64>,
}

const MODELS: [&str; 3] = ["MotionTransmission", "ServoActuator", "HydraulicActuator"];

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[self.fmu.as_ref(), self.input.as_ref()], &[Some(&self.output.join("index.html"))])?;
        let folder = TemporaryFolder::new().context("no temporary folder")?;
        let (lab, origins, chapters, invocation) = match &self.fmu {
            Some(path) => self.own(path)?,
            None => {
                let (lab, origins) = lab(folder.path())?;
                (lab, origins, chapters(), Invocation::new(self.words(), Vec::new(), None))
            }
        };
        let (findings, left_out) = self.chapters(chapters, &lab)?;
        let subject = if self.fmu.is_some() { Subject::OwnFmu } else { Subject::Models };
        let provenance = provenance::collect(&Platform::host());
        let report = Report::new(subject, provenance, invocation, origins, left_out, findings);
        let json = serde_json::to_vec_pretty(&report).context("the figures of the report")?;
        self.write("report.json", &json, out)?;
        self.write("index.html", page(&report)?.as_bytes(), out)?;
        tell(&report, out)
    }

    /// The chapter of the user's own FMU.
    fn own(&self, path: &Path) -> anyhow::Result<(Lab, Vec<Origin>, Vec<Chapter>, Invocation)> {
        let fmu = open(path)?;
        // Refuses what the FMU does not take, before anything runs.
        let set = SettingReader::new(fmu.interface()).read_all("--set", &self.set)?;
        let (names, rows) = match &self.input {
            Some(path) => all_rows(input_file(path, fmu.interface())?)?,
            None => {
                let is_free = |name: &str| set.iter().all(|setting| setting.name() != name);
                excitation(fmu.interface(), &is_free)
            }
        };
        if self.input.is_some() {
            Setting::refuse_driven(&set, &names, fmu.interface())?;
        }
        let last = rows.last().map(|row| row.time).filter(|time| *time > 0.0);
        let experiment = fmu.interface().default_experiment;
        let stop = self.stop_time.or(last).or(experiment.stop_time).unwrap_or(DURATION);
        let step = self.step_size.or(experiment.step_size).unwrap_or(1e-3);
        let conditions = Conditions {
            signals: self.origin_of_signals(&names).to_string(),
            inputs: names.clone(),
            settings: self.set.clone(),
            step_size: step,
            stop_time: stop,
        };
        let files = [("--fmu", Some(path)), ("--input", self.input.as_deref())];
        let files = files.into_iter().filter_map(|(option, path)| Some(read_file(option, path?)));
        let files = files.collect::<anyhow::Result<Vec<ReadFile>>>()?;
        let sha256 = files[0].sha256.clone();
        let invocation = Invocation::new(self.words(), files, Some(conditions));
        let interface = fmu.interface();
        let (model, version, guid) = (interface.model_name.clone(), interface.version.clone(), interface.guid.clone());
        let origin = Origin { model, version, guid, sha256 };
        let chapter = own_chapter(Own { fmu, settings: set, names, rows, step, stop });
        Ok((Lab::new(Vec::new()), vec![origin], vec![chapter], invocation))
    }

    fn origin_of_signals(&self, names: &[String]) -> &'static str {
        match (&self.input, names.is_empty()) {
            (Some(_), _) => "the file of --input",
            (None, false) => "made by this version of fmu-pack from the start values of the FMU",
            (None, true) => "none: no input is known for what it is",
        }
    }

    /// The command that was given, with what is given once before what may be given several times.
    fn words(&self) -> Vec<String> {
        let shown = |path: &PathBuf| path.display().to_string();
        let once = [
            ("--output", Some(shown(&self.output))),
            ("--fmu", self.fmu.as_ref().map(shown)),
            ("--input", self.input.as_ref().map(shown)),
            ("--step-size", self.step_size.map(number)),
            ("--stop-time", self.stop_time.map(number)),
        ];
        let again = |option: &'static str, texts: &[String]| -> Vec<String> {
            texts.iter().flat_map(|text| [option.to_string(), text.clone()]).collect()
        };
        let once = once.into_iter().filter_map(|(option, text)| Some([option.to_string(), text?])).flatten();
        let words = ["fmu-pack".to_string(), "report".to_string()].into_iter().chain(once);
        words.chain(again("--only", &self.only)).chain(again("--set", &self.set)).collect()
    }

    fn chapters(&self, mut chapters: Vec<Chapter>, lab: &Lab) -> anyhow::Result<(Vec<Findings>, Vec<LeftOut>)> {
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

/// A file by its content.
fn read_file(option: &'static str, path: &Path) -> anyhow::Result<ReadFile> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(ReadFile { option, path: path.display().to_string(), sha256: sha256(&bytes) })
}

/// Names and all rows of input signals.
fn all_rows(mut source: CsvRows) -> anyhow::Result<(Vec<String>, Vec<Row>)> {
    let mut rows = Vec::new();
    while let Some(row) = source.next()? {
        rows.push(row);
    }
    Ok((source.names().to_vec(), rows))
}

fn lab(folder: &Path) -> anyhow::Result<(Lab, Vec<Origin>)> {
    let models = MODELS.map(String::from).to_vec();
    let models = build_native(&Request { models, configurations: configurations(), ..Request::default() })?;
    let (mut fmus, mut origins) = (Vec::new(), Vec::new());
    for model in models.identifiers() {
        let packed = pack(&models, model, folder, "")?;
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

fn examine(chapter: &Chapter, lab: &Lab, bar: &progress::ProgressBar) -> anyhow::Result<Findings> {
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
        let (provenance, invocation) = (Provenance::default(), Invocation::default());
        let report = Report::new(Subject::Models, provenance, invocation, Vec::new(), Vec::new(), vec![chapter]);
        let mut out = Vec::new();
        let outcome = tell(&report, &mut out).unwrap();
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
