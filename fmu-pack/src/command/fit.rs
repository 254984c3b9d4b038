//! `fmu-pack fit`

use super::format::Format;
use super::jobs::{at_a_time, jobs};
use super::paths::{open, refuse_overwriting};
use super::run::seconds;
use super::sweep::damage;
use super::{Outcome, progress, warn};
use anyhow::Context;
use clap::Args;
use fmu_fit::design::{Design, Expected, design};
use fmu_fit::outcome::{Estimate, ModelOutcome, Status};
use fmu_fit::study::{ModelKeys, Source};
use fmu_fit::{Candidate, Checkpoint, Configured, Predictor, Study, StudyResult, Workers, rounded_to, unit_in_words};
use fmu_import::fmu::Fmu;
use fmu_output::process::{self as interrupt, TemporaryFolder};
use fmu_output::{number, visible, write_atomically};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Identify parameters from recordings of a test bench: friction, inertia, delays, whatever an FMU has.
///
/// From recordings (CSV of any make) and a study file to a configuration with 95 % intervals, and a page that shows what fits and what
/// does not: docs/identification.md. What the recordings do not determine is named, with a recording that would. Models are compared by
/// what they leave over and by recordings that were held back. This executes the FMU, in processes of its own, on all cores; an
/// interrupted study goes on where it was when the same command is given again, and gives the same numbers on every machine.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// What shall be fitted to what; see below.
    study: PathBuf,
    /// Folder for the results: report.html, result.json, and for each model its values MODEL.txt and, where the study
    /// has its configuration, MODEL.toml.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Compare the manoeuvres of the study instead, before any is done on the bench: which determine the parameters best at their start
    /// values, with the intervals to be expected. The result is in design.json.
    #[arg(long)]
    design: bool,
    /// Runs at a time; as many as there are cores if not given.
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    jobs: Option<u16>,
    /// Longest time that one run may take on the clock, in s: a run that takes longer has failed. Any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const EXAMPLES: &str = r#"A study file, here for friction of a motor from its steady speeds; docs/identification.md has all keys:

  [model.stribeck]
  law = "sliding"                 # or fmu = "Motor.fmu", or config = "motor.toml"

  [parameter.coulomb]
  start = "20 mN.m"
  lower = 0
  [parameter.viscous]
  start = "0.1 mN.m.s/rad"

  [recording.steady]
  files = ["steady/*.csv"]        # separator = ";", decimal = "comma", skip = 14, …
  kind = "stationary"
  input.velocity.column = "speed"
  input.velocity.unit = "rpm"
  output.torque.column = 3
  output.torque.unit = "mN.m"

  fmu-pack fit motor_study.toml -o target/fit"#;

/// Files in the folder for the results, besides those of each model.
const RESULT: &str = "result.json";
const REPORT: &str = "report.html";
const DESIGN: &str = "design.json";
const RESUME: &str = "study.resume";

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let study = Study::read(&self.study)?;
        self.refuse_overwriting(&study)?;
        let sources = study.models.iter().map(Loaded::of).collect::<anyhow::Result<Vec<Loaded>>>()?;
        let predictors: Vec<Predictor<'_>> = sources.iter().map(|source| source.predictor(self.timeout)).collect();
        let models = study.models.iter().zip(&predictors);
        let candidates: Vec<Candidate<'_, '_>> =
            models.map(|(model, predictor)| Candidate { model, predictor }).collect();
        if self.design {
            return self.compare_manoeuvres(&study, &candidates, out);
        }
        let done = self.fit(&study, &candidates, &sources)?;
        self.write(&study, &done, &sources)?;
        self.print(&done, out)?;
        Ok(Outcome::Fine)
    }

    /// No result takes the place of the study, a recording or what a model is made of.
    fn refuse_overwriting(&self, study: &Study) -> anyhow::Result<()> {
        let mut read = fmu_fit::files(study)?;
        let mut written: Vec<String> = match self.design {
            true => vec![DESIGN.into()],
            false => [RESULT, REPORT, RESUME].map(String::from).into(),
        };
        for model in &study.models {
            let (fmu, configuration) = match &model.source {
                Source::Fmu(path) => (Some(path), None),
                Source::Configuration(path) => (None, Some(path)),
                Source::Sliding => (None, model.template.as_ref()),
            };
            read.extend(fmu.into_iter().chain(configuration).cloned());
            let endings = ["txt"].into_iter().chain(configuration.map(|_| "toml")).filter(|_| !self.design);
            written.extend(endings.map(|ending| format!("{}.{ending}", model.name)));
        }
        let written: Vec<PathBuf> = written.iter().map(|name| self.output.join(name)).collect();
        let (read, written): (Vec<_>, Vec<_>) = (read.iter().map(Some).collect(), written.iter().map(Some).collect());
        refuse_overwriting(&read, &written)
    }

    fn fit(&self, study: &Study, candidates: &[Candidate<'_, '_>], sources: &[Loaded]) -> anyhow::Result<StudyResult> {
        let files: Vec<&Path> = sources.iter().filter_map(|source| source.file.as_deref()).collect();
        let resume = self.output.join(RESUME);
        let mut checkpoint =
            Checkpoint::open(&resume, &fmu_fit::fingerprint(study, &files)?, fmu_fit::row_length(study))?;
        if let Some(warning) = damage(&resume, &checkpoint.damaged) {
            warn(&warning);
        }
        let spinner = progress::spinner("reading the recordings");
        let tell = |text: &str| spinner.set_message(text.to_owned());
        let workers = Workers { jobs: at_a_time(self.jobs), stop: interrupt::postpone() };
        let done = fmu_fit::run(study, candidates, workers, &mut checkpoint, &tell);
        spinner.finish_and_clear();
        // An empty resume file is of no use, and in the way of a study that was mended.
        if done.is_ok() || checkpoint.is_empty() {
            checkpoint.remove()?;
        }
        Ok(done?)
    }

    fn compare_manoeuvres(
        &self,
        study: &Study,
        candidates: &[Candidate<'_, '_>],
        out: &mut dyn Write,
    ) -> anyhow::Result<Outcome> {
        let workers = Workers { jobs: at_a_time(self.jobs), stop: interrupt::postpone() };
        let mut designs = Vec::new();
        for Candidate { model, predictor } in candidates {
            designs.push(design(study, model, predictor, workers)?);
        }
        let json = serde_json::to_string_pretty(&designs)?;
        let path = self.output.join(DESIGN);
        write_atomically(&path, json.as_bytes()).with_context(|| path.display().to_string())?;
        match self.format {
            Format::Json => writeln!(out, "{json}")?,
            Format::Text => designs.iter().try_for_each(|design| print_design(design, out))?,
        }
        Ok(Outcome::Fine)
    }

    fn write(&self, study: &Study, done: &StudyResult, sources: &[Loaded]) -> anyhow::Result<()> {
        let put = |name: &str, bytes: &[u8]| {
            let path = self.output.join(name);
            write_atomically(&path, bytes).with_context(|| path.display().to_string())
        };
        // All is made before the first is written.
        let (result, page) = (serde_json::to_string_pretty(&done.outcome)?, fmu_fit::page(done)?);
        put(RESULT, result.as_bytes())?;
        put(REPORT, page.as_bytes())?;
        for ((model, source), fitted) in study.models.iter().zip(sources).zip(&done.fitted) {
            // `run --parameters` takes variables, no data.
            let is_variable =
                |(name, _): &&(String, f64)| source.fmu.as_ref().is_none_or(|fmu| fmu.interface().find(name).is_some());
            let variables = fitted.variables.iter().filter(is_variable);
            let values: String = variables.map(|(name, value)| format!("{name} = {value}\n")).collect();
            put(&format!("{}.txt", model.name), values.as_bytes())?;
            if let Some((text, path)) = &source.configuration {
                let told = fmu_fit::with_values(text, path, &fitted.configuration)?;
                put(&format!("{}.toml", model.name), told.as_bytes())?;
            }
        }
        Ok(())
    }

    fn print(&self, done: &StudyResult, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&done.outcome)?)?,
            Format::Text => {
                for model in &done.outcome.models {
                    print_model(model, out)?;
                }
                if let (Some(best), true) = (&done.outcome.best, done.outcome.models.len() > 1) {
                    writeln!(out, "smallest criterion of Akaike: {best}")?;
                }
            }
        }
        done.outcome.recordings.iter().for_each(|remark| warn(remark));
        Ok(())
    }
}

fn print_model(model: &ModelOutcome, out: &mut dyn Write) -> std::io::Result<()> {
    let per_datum = model.chi_squared / model.data as f64;
    let held_back = model.held_back.map_or(String::new(), |held| format!(", held back {held:.3} per datum"));
    let (verdict, data) = (model.verdict.words(), model.data);
    writeln!(out, "{}: {verdict}; χ² {per_datum:.3} per datum of {data}{held_back}; AIC {:.2}", model.name, model.aic)?;
    for estimate in &model.parameters {
        writeln!(out, "  {}", visible(&line(estimate)))?;
    }
    for sentence in model.undetermined.iter().map(|one| &one.sentence).chain(&model.remarks) {
        writeln!(out, "  {}", visible(sentence))?;
    }
    Ok(())
}

/// Manoeuvres by name; of each the intervals to be expected.
fn print_design(design: &Design, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: half of the 95 % intervals to be expected, the best manoeuvre first, then pairs", design.model)?;
    for Expected { manoeuvres, intervals, .. } in &design.expected {
        let told = design.parameters.iter().zip(intervals).map(|((name, unit, value), half)| {
            let unit = unit_in_words(unit.as_deref());
            half.map_or_else(
                || format!("{name} not determined"),
                |half| format!("{name} {} ± {} {unit}", number(*value), rounded_to(half, half)).trim_end().to_owned(),
            )
        });
        let told: Vec<String> = told.collect();
        writeln!(out, "  {}: {}", visible(&manoeuvres.join(" and ")), visible(&told.join(", ")))?;
    }
    design.refused.iter().try_for_each(|sentence| writeln!(out, "  left out: {}", visible(sentence)))
}

fn line(estimate: &Estimate) -> String {
    let Estimate { name, value, error, interval, status, .. } = estimate;
    let unit = unit_in_words(estimate.unit.as_deref());
    let told = match (error, interval, status) {
        (Some(error), Some((low, high)), _) => {
            format!(
                "{} ± {}  95 %: {} to {} {unit}",
                rounded_to(*value, *error),
                rounded_to(*error, *error),
                rounded_to(*low, *error),
                rounded_to(*high, *error)
            )
        }
        (_, _, Status::Held) => format!("{} {unit}  not determined", number(*value)),
        (_, _, Status::AtBound) => format!("{} {unit}  at its bound", number(*value)),
        (_, _, Status::Determined) => format!("{} {unit}", number(*value)),
    };
    format!("{name:<32}{told}").trim_end().to_owned()
}

/// A model's FMU, opened or made.
struct Loaded {
    fmu: Option<Fmu>,
    /// What results depend on.
    file: Option<PathBuf>,
    /// Text and path of the configuration into which the result is written.
    configuration: Option<(String, PathBuf)>,
}

impl Loaded {
    fn of(model: &ModelKeys) -> anyhow::Result<Self> {
        let text = |path: &Path| -> anyhow::Result<(String, PathBuf)> {
            Ok((model_description::configuration::text_of(path)?, path.to_path_buf()))
        };
        match &model.source {
            Source::Fmu(path) => Ok(Self { fmu: Some(open(path)?), file: Some(path.clone()), configuration: None }),
            Source::Configuration(path) => Ok(Self {
                fmu: Some(super::build::made(path)?),
                file: Some(path.clone()),
                configuration: Some(text(path)?),
            }),
            Source::Sliding => {
                Ok(Self { fmu: None, file: None, configuration: model.template.as_deref().map(text).transpose()? })
            }
        }
    }

    fn predictor(&self, timeout: Option<Duration>) -> Predictor<'_> {
        match (&self.fmu, &self.configuration) {
            (Some(fmu), Some(_)) => Predictor::configured(fmu, timeout, self),
            (Some(fmu), None) => Predictor::fmu(fmu, timeout),
            (None, _) => Predictor::Sliding,
        }
    }
}

impl Configured for Loaded {
    fn datum(&self, name: &str) -> Result<Option<f64>, String> {
        let Some((text, path)) = self.configuration.as_ref() else { return Ok(None) };
        fmu_fit::element_in(text, path, name)
    }

    fn made(&self, data: &[(String, f64)]) -> Result<Fmu, String> {
        let made = || -> anyhow::Result<Fmu> {
            let (text, path) = self.configuration.as_ref().context("there is no configuration")?;
            let values: Vec<(String, String)> =
                data.iter().map(|(name, value)| (name.clone(), number(*value))).collect();
            let folder = TemporaryFolder::new()?;
            let other = folder.path().join(path.file_name().context("the configuration is no file")?);
            std::fs::write(&other, fmu_fit::with_values(text, path, &values)?)?;
            super::build::made(&other)
        };
        made().map_err(|error| format!("{error:#}"))
    }
}
