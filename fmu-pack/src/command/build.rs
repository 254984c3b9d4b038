//! `fmu-pack build`

use super::{Outcome, progress, say, warn};
use crate::package::{Binary, Error, Models, Packed, Request, SourceCode};
use anyhow::Context;
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_import::platform::{FOLDERS, Platform};
use model_description::FmiVersion;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Pack models as FMUs, each with start values of its own where a configuration says so.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Models to pack, such as ServoActuator; without any, those of the configurations, or else all.
    #[arg(value_name = "MODEL")]
    models: Vec<String>,
    /// An FMU of your own: a TOML file with name, model, start values, frozen and tunable parameters, experiment; see
    /// examples/configurations. May be given several times.
    #[arg(long, value_name = "TOML")]
    config: Vec<PathBuf>,
    /// Version of FMI: 2 or 3. The models and their libraries are the same.
    #[arg(long, value_name = "VERSION", default_value = "2", value_parser = version)]
    fmi: FmiVersion,
    /// Parameters that an importer may change while the simulation runs, such as 'friction.*'; * stands for any text. May
    /// be given several times. Without it, parameters are fixed once the simulation has begun.
    #[arg(long, value_name = "PATTERN")]
    tunable: Vec<String>,
    /// Input signals for the default experiment of the one FMU that is built: a column time in s, then columns named like
    /// inputs. The experiment becomes a reference inside the FMU (layered standard FMI-LS-REF) with the results of
    /// --reference, or else those that the FMU itself computes here; see `fmu-pack check --reference`.
    #[arg(long, value_name = "CSV")]
    inputs: Option<PathBuf>,
    /// Results that do not come from the FMU, for the same: a column time in s, then columns named like outputs.
    #[arg(long, value_name = "CSV")]
    reference: Option<PathBuf>,
    /// Leave out the results that a configured FMU computes here in its default experiment, which takes as long as that simulation
    /// does: the FMU then has no reference, and is the same otherwise.
    #[arg(long, conflicts_with_all = ["inputs", "reference"])]
    no_reference: bool,
    /// Folder for the FMUs.
    #[arg(short, long, value_name = "DIR", default_value = "target/fmu")]
    output: PathBuf,
    /// Platform to build for: linux64, win64, aarch64-linux, darwin64 or aarch64-darwin. May be given several times: the FMU
    /// then runs on all of them; x86_64-linux and the other names of FMI 3.0 are known too. Without any, all that have a prebuilt library, or else this machine's.
    #[arg(long, value_name = "PLATFORM", value_parser = platform)]
    platform: Vec<Platform>,
    /// Folder of prebuilt libraries, as `fmu-pack libraries` makes it; without it, the one beside this program if there is
    /// one, and otherwise the libraries are compiled now.
    #[arg(long, value_name = "DIR", conflicts_with = "workspace")]
    libraries: Option<PathBuf>,
    /// Library for another platform (linux64, win64, aarch64-linux, darwin64, aarch64-darwin), built elsewhere from the
    /// same sources.
    #[arg(long, value_name = "PLATFORM=PATH", value_parser = binary)]
    binary: Vec<Binary>,
    /// Folder of the models' own sources, the one with Cargo.lock; without it, the one that this program was built from.
    #[arg(long, value_name = "DIR")]
    workspace: Option<PathBuf>,
    /// C99 sources of the model in the FMU, for targets that take no libraries; --sources=only leaves the libraries out. What is
    /// needed is made once by `fmu-pack libraries --platform c`.
    #[arg(long, value_name = "only", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = source_code)]
    sources: Option<SourceCode>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let models = build_for(&self.request())?;
        warn_of(&models)?;
        for model in models.identifiers() {
            let packed = pack(&models, model, &self.output, ", --no-reference leaves it out")?;
            writeln!(out, "{}  {} bytes  sha256 {}", packed.path.display(), packed.size, packed.sha256)?;
        }
        Ok(Outcome::Fine)
    }

    fn request(&self) -> Request {
        let mut platforms = self.platform.clone();
        platforms.sort();
        platforms.dedup();
        Request {
            models: self.models.clone(),
            platforms,
            binaries: self.binary.clone(),
            libraries: self.libraries.clone(),
            configurations: self.config.clone(),
            tunable: self.tunable.clone(),
            workspace: self.workspace.clone(),
            source_code: self.sources.unwrap_or_default(),
            version: self.fmi,
            inputs: self.inputs.clone(),
            results: self.reference.clone(),
            omits_own_results: self.no_reference,
        }
    }
}

/// Says what configurations leave out, what keeps libraries from other machines than this one, which linear systems need control, and
/// which friction laws lack data of their own or ignore the load.
fn warn_of(models: &Models) -> Result<(), Error> {
    models.left_out().for_each(warn);
    let mut findings = models.findings()?;
    // Names beside those of FMI are untidy and keep it from no machine.
    findings.retain(|(_, finding)| finding.rule != "BI-EXPORT-01");
    for (platform, finding) in &findings {
        warn(&format!("{platform}: {}", finding.problem));
    }
    for sentence in models.unstable_modes().iter().chain(&models.law_warnings()) {
        warn(sentence);
    }
    let host = Platform::host();
    if models.is_untried() {
        warn(&format!("start values are not tried out, because the FMU will have no library for {host}"));
    }
    if findings.iter().any(|(platform, _)| **platform == host) {
        say(&format!("A library for other machines than those like this one is built with --platform {host}."));
    }
    Ok(())
}

/// The models of a request, with a spinner while they are compiled.
pub(super) fn build_for(request: &Request) -> anyhow::Result<Models> {
    with_spinner(|progress| Models::build_for(request, progress))
}

/// The declared models for machines like this one, with a spinner while they are compiled.
pub(super) fn build() -> anyhow::Result<Models> {
    with_spinner(Models::build)
}

/// The models of a request for machines like this one.
pub(super) fn build_native(request: &Request) -> anyhow::Result<Models> {
    with_spinner(|progress| Models::build_native(request, progress))
}

/// The FMU of a configuration, for this machine.
pub(super) fn made(path: &Path) -> anyhow::Result<Fmu> {
    made_for(&Request { configurations: vec![path.to_path_buf()], omits_own_results: true, ..Request::default() })
        .with_context(|| path.display().to_string())
}

/// The one FMU of a request.
pub(super) fn made_for(request: &Request) -> anyhow::Result<Fmu> {
    let models = build_for(request)?;
    let identifier = models.identifiers().first().map(ToString::to_string).context("no FMU comes of it")?;
    let folder = fmu_output::process::TemporaryFolder::new()?;
    let packed = pack(&models, &identifier, folder.path(), "")?;
    super::paths::open(&packed.path)
}

/// Packs a model. Where its default experiment takes long, it is told what is done and how far it is; `remedy` says what else makes it
/// shorter.
pub(super) fn pack(models: &Models, identifier: &str, folder: &Path, remedy: &str) -> Result<Packed, Error> {
    let experiment = progress::LongExperiment::of(identifier, remedy);
    models.pack(identifier, folder, &mut |advance| experiment.is_at(advance))
}

fn with_spinner(build: impl FnOnce(&dyn Fn(&str)) -> Result<Models, Error>) -> anyhow::Result<Models> {
    progress::while_compiling("compiling the models", "no FMU was made", build)
}

/// By the name that any version of FMI has for it.
fn platform(text: &str) -> Result<Platform, String> {
    let mut known = FOLDERS.iter().filter_map(|folder| Platform::named(folder));
    known.find(|platform| platform.folder_for(FmiVersion::V3) == text).map_or_else(|| text.parse(), Ok)
}

fn version(text: &str) -> Result<FmiVersion, String> {
    match text {
        "2" | "2.0" => Ok(FmiVersion::V2),
        "3" | "3.0" => Ok(FmiVersion::V3),
        _ => Err("it must be 2 or 3".to_string()),
    }
}

fn source_code(text: &str) -> Result<SourceCode, String> {
    match text {
        "" => Ok(SourceCode::Beside),
        "only" => Ok(SourceCode::Only),
        _ => Err("it must be --sources or --sources=only".to_owned()),
    }
}

fn binary(text: &str) -> Result<Binary, String> {
    let (platform, path) = text.split_once('=').ok_or("it must be PLATFORM=PATH, such as win64=actuator_fmu.dll")?;
    Ok(Binary { platform: self::platform(platform)?, path: PathBuf::from(path) })
}
