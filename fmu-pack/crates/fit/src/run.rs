//! A study from beginning to end.

use crate::checkpoint::Checkpoint;
use crate::fit::{Fitted, Progress, fit};
use crate::outcome::Outcome;
use crate::predictor::{Predictor, StudyTable, Units};
use crate::problem::{Problem, Workers};
use crate::recording::{self, Recording};
use crate::study::{ModelKeys, Study};
use crate::{Error, study};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A model of a study with what runs it.
pub struct Candidate<'a, 'f> {
    /// The model.
    pub model: &'a ModelKeys,
    /// What runs it.
    pub predictor: &'a Predictor<'f>,
}

/// What a study came to, with what a page shows of it.
pub struct StudyResult {
    /// What it came to.
    pub outcome: Outcome,
    /// The recordings as each model has them.
    pub recordings: Vec<Vec<Recording>>,
    /// What is known of each model.
    pub fitted: Vec<Fitted>,
}

/// Fits all models of a study.
pub fn run(
    study: &Study,
    candidates: &[Candidate<'_, '_>],
    workers: Workers<'_>,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<StudyResult, Error> {
    refuse_nothing(study)?;
    let mut done = StudyResult {
        outcome: Outcome { title: study.title.clone(), models: Vec::new(), best: None, recordings: Vec::new() },
        recordings: Vec::new(),
        fitted: Vec::new(),
    };
    for (number, Candidate { model, predictor }) in candidates.iter().enumerate() {
        let table = format!("model.{}", model.name);
        let units = Units { predictor, place: StudyTable { study, model, table: &table } };
        let recordings = recording::read(study, &units)?;
        let mut problem = Problem::new(study, model, predictor, (&study.recordings, &recordings), workers)?;
        let fitted = fit(study, &mut problem, checkpoint, progress)?;
        drop(problem);
        done.outcome.models.push(fitted.outcome.clone());
        if number == 0 {
            done.outcome.recordings = remarks(&recordings);
        }
        done.recordings.push(recordings);
        done.fitted.push(fitted);
    }
    let best = done.outcome.models.iter().min_by(|one, other| one.aic.total_cmp(&other.aic));
    done.outcome.best = best.map(|model| model.name.clone());
    Ok(done)
}

fn refuse_nothing(study: &Study) -> Result<(), Error> {
    let nothing = |problem| Err(Error::Nothing { study: study.path.clone(), problem });
    let unknowns = study.recordings.iter().flat_map(|recording| {
        let inputs = recording.inputs.iter().flat_map(|input| &input.unknowns);
        inputs.chain(recording.outputs.iter().flat_map(|output| &output.unknowns))
    });
    if study.recordings.iter().all(|recording| recording.is_held_back) {
        return nothing("there is no recording to fit: a study needs [recording.NAME] that is not held back");
    }
    if study.parameters.is_empty() && unknowns.count() == 0 {
        return nothing("nothing is free: a study needs [parameter.NAME], or unknown = [...] of a column");
    }
    Ok(())
}

fn remarks(recordings: &[Recording]) -> Vec<String> {
    let mut remarks = Vec::new();
    for recording in recordings {
        remarks.extend(recording.remarks.iter().map(|remark| format!("{}: {remark}", recording.name)));
        let is_uneven = recording.kind == study::Kind::Trajectory && !crate::predictor::is_even(&recording.times);
        if is_uneven {
            let (shortest, longest) = recording::distances(&recording.times);
            remarks.push(format!(
                "{}: its samples are unequally spaced, {shortest:.3e} s to {longest:.3e} s: the model is stepped by the shortest distance \
                 and compared on straight lines between",
                recording.name
            ));
        }
    }
    remarks
}

/// The study and its recordings.
pub fn files(study: &Study) -> Result<Vec<PathBuf>, Error> {
    let mut files = vec![study.path.clone()];
    for pattern in study.recordings.iter().chain(&study.manoeuvres).flat_map(|recording| &recording.files) {
        files.extend(crate::table::files(pattern)?);
    }
    Ok(files)
}

/// A hash of all that results depend on: the study, its files, and the models' files.
pub fn fingerprint(study: &Study, of_models: &[&Path]) -> Result<String, Error> {
    let mut digest = Sha256::new();
    let mut add = |path: &Path| -> Result<(), Error> {
        let of_file = hash(path).map_err(|source| Error::Read { path: path.to_path_buf(), source })?;
        digest.update(of_file);
        Ok(())
    };
    files(study)?.iter().try_for_each(|file| add(file))?;
    of_models.iter().try_for_each(|file| add(file))?;
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The hash of a file, which is never in memory as a whole.
fn hash(path: &Path) -> std::io::Result<impl AsRef<[u8]>> {
    let (mut file, mut digest, mut piece) = (File::open(path)?, Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(digest.finalize()),
            Ok(count) => digest.update(&piece[..count]),
            Err(problem) if problem.kind() == ErrorKind::Interrupted => (),
            Err(problem) => return Err(problem),
        }
    }
}

/// Most numbers of a result in the resume file: all free parameters where the search has ended and where the last derivatives were taken,
/// cost, iterations and whether the search has converged.
pub fn row_length(study: &Study) -> usize {
    let files = study.recordings.iter().flat_map(|recording| &recording.files);
    let recordings: usize = files.map(|pattern| crate::table::files(pattern).map_or(1, |files| files.len())).sum();
    let of_columns: usize = study
        .recordings
        .iter()
        .map(|recording| {
            let inputs: usize = recording.inputs.iter().map(|input| input.unknowns.len()).sum();
            inputs + recording.outputs.iter().map(|output| output.unknowns.len()).sum::<usize>()
        })
        .sum();
    let of_parameters: usize = study.parameters.iter().map(|p| if p.is_per_recording { recordings } else { 1 }).sum();
    2 * (of_parameters + of_columns) + 3
}
