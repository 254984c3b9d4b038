//! `fmu-pack compare`

use super::experiment::Described;
use super::paths::{open, picture, refuse_overwriting};
use super::recording::{EarlyEnd, commit, create, exact_cell, with_files};
use super::run::{positive, scenario_settings, seconds, settings_in_file, time};
use super::scenario::find;
use super::{Outcome, sentence, warn};
use anyhow::{Context, bail, ensure};
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable, nearest};
use fmu_import::library::Exact;
use fmu_isolation as isolation;
use fmu_output::{Cell, CsvWriter, Format, write_atomically};
use fmu_plot::{self as plot, Case};
use fmu_simulation::input::{Rows, Table};
use fmu_simulation::{
    self as simulation, Event, Grid, Plan, Recordable, Recorder, Setting, SettingReader, Source, input_file, laws,
};
use model_description::counted;
use model_description::repeated;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// Run several FMUs, friction laws or sets of parameters on the same inputs, and draw them over each other.
///
/// Each FMU is run with each case. FMUs are called by their files, and by their folders too where files have the same name. A panel of the plot shows one output of all of them, and below the panels a row per case
/// shows when it is at rest: stuck, presliding or neither, as its friction law has it.
///
/// Examples:
///
///   fmu-pack compare ServoActuator.fmu --scenario fig06 --vary friction.law=coulomb,stribeck,lugre --plot laws.svg
///   fmu-pack compare A.fmu B.fmu --input step.csv --case 'cold: viscous_coefficient=90' --case 'warm:' --plot two.png
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMUs.
    #[arg(required = true)]
    fmus: Vec<PathBuf>,
    /// A case per value of this parameter or constant input.
    #[arg(long, value_name = "NAME=V,W,...", allow_hyphen_values = true)]
    vary: Option<String>,
    /// A case with these values; its name stands in the legend.
    #[arg(long = "case", value_name = "LABEL: NAME=VALUE, ...", allow_hyphen_values = true, conflicts_with = "vary")]
    cases: Vec<String>,
    /// A case with the values in this file, a line NAME=VALUE each; the name of the file stands in the legend.
    #[arg(long, value_name = "TXT", conflicts_with = "vary")]
    parameters: Vec<PathBuf>,
    /// Value of a parameter or a constant input in all cases.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Input signals of all cases, as for `fmu-pack run`.
    #[arg(long, value_name = "CSV", conflicts_with = "scenario")]
    input: Option<PathBuf>,
    /// A published manoeuvre instead: its inputs, parameters and times. See `fmu-pack scenario --list`.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Outputs to show, one panel each; position, velocity and friction if not given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    record: Vec<String>,
    /// Communication step, in s; the default experiment of the first FMU, or 1 ms.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    step_size: Option<f64>,
    /// End, in s; the default experiment of the first FMU, or 1 s.
    #[arg(long, value_name = "S", value_parser = time, allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Longest time that one run may take on the clock, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// File for the values: time, then a column CASE/OUTPUT for each, without values after the end of a case that ends before
    /// the others. One of this and --plot is enough.
    #[arg(short, long, value_name = "CSV")]
    output: Option<PathBuf>,
    /// File for the plot. Where curves lie on each other they take turns, so that all are seen.
    #[arg(long, value_name = "SVG|PNG", value_parser = picture())]
    plot: Option<PathBuf>,
}

/// More lines in one panel are not told apart.
const MOST_CASES: usize = plot::MOST_CURVES;
/// What is shown where nothing else is asked for.
const SHOWN: [&str; 4] = ["position", "velocity", "friction_torque", "friction_force"];
const REGIME: &str = "friction_regime";
/// All cases are in memory.
const MOST_ROWS: u64 = 10_000_000;

/// One set of parameters.
struct Parameters {
    label: String,
    /// The option that gives them, with texts NAME=VALUE.
    option: &'static str,
    texts: Vec<String>,
    file: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        ensure!(
            self.output.is_some() || self.plot.is_some(),
            "there is nothing to write: give --plot SVG|PNG, --output CSV, or both"
        );
        let read: Vec<Option<&PathBuf>> =
            self.fmus.iter().chain(&self.parameters).chain(&self.input).map(Some).collect();
        refuse_overwriting(&read, &[self.output.as_ref(), self.plot.as_ref()])?;
        let fmus = self.fmus.iter().map(|path| open(path)).collect::<anyhow::Result<Vec<Fmu>>>()?;
        let parameters = self.parameter_sets()?;
        self.refuse_set_twice(&parameters)?;
        let is_csv = |path: &&PathBuf| Format::of_rows(path).is_ok_and(|format| format == Format::Csv);
        if let Some(path) = self.output.as_ref().filter(|path| !is_csv(path)) {
            bail!("{}: compare writes CSV: the name must end with .csv", path.display());
        }
        let count = fmus.len() * parameters.len();
        ensure!(count <= MOST_CASES, "{count} cases; at most {MOST_CASES} can be told apart in one plot");
        let grid = self.grid(&fmus[0])?;
        let outputs = self.outputs(&fmus)?;
        let names = distinct_names(&self.fmus)?;
        let fmus_and_names = || fmus.iter().zip(&names);
        let drawn = self.drawn(&fmus, &outputs)?;
        let mut runs = Vec::new();
        for ((fmu, name), set) in fmus_and_names().flat_map(|fmu| parameters.iter().map(move |set| (fmu, set))) {
            let label = label(name, set, fmus.len(), parameters.len());
            let of_case = || format!("the case {label}");
            let (series, early_end) = self.run_case(fmu, set, grid, &outputs).with_context(of_case)?;
            let rest_name = laws::rest_name(fmu.interface(), &self.settings(fmu, set)?, REGIME);
            runs.push(Run { label, series, rest_name, early_end });
        }
        self.write_values(&outputs, &runs)?;
        let (cases, ends): (Vec<Case>, Vec<_>) = runs.into_iter().map(|run| run.drawn(&drawn)).unzip();
        let shown: Vec<&String> = drawn.iter().map(|place| &outputs[*place]).collect();
        self.write_plot(&fmus, &shown, &cases)?;
        self.conclude(ends)?;
        writeln!(
            out,
            "{} of {}, {} each",
            counted(count, "case"),
            counted(outputs.len(), "output"),
            counted(grid.count(), "step")
        )?;
        Ok(Outcome::Fine)
    }

    /// A case that the FMU has ended is complete; the first one that has failed is told with the files that have what came before.
    fn conclude(&self, ends: Vec<(String, Option<EarlyEnd>)>) -> anyhow::Result<()> {
        let mut errors = Vec::new();
        for (label, early_end) in ends {
            match early_end {
                None => (),
                Some(EarlyEnd::Asked(time)) => warn(&format!("the case {label}: {}", EarlyEnd::told(time))),
                Some(EarlyEnd::Failed(error, _)) => {
                    errors.push(anyhow::Error::from(error).context(format!("the case {label}")));
                }
            }
        }
        let mut errors = errors.into_iter();
        let first = errors.next();
        errors.for_each(|error| warn(&sentence(&error)));
        first.map_or(Ok(()), |error| Err(with_files(error, None, &[&self.output, &self.plot])))
    }

    fn parameter_sets(&self) -> anyhow::Result<Vec<Parameters>> {
        let mut sets = Vec::new();
        if let Some(text) = &self.vary {
            let (name, values) = text.split_once('=').context("--vary: it must be NAME=V,W,...")?;
            for value in values.split(',').map(str::trim) {
                let texts = vec![format!("{}={value}", name.trim())];
                sets.push(Parameters { label: value.to_string(), option: "--vary", texts, file: None });
            }
        }
        for text in &self.cases {
            let (label, values) = text.split_once(':').with_context(|| {
                format!("--case {text:?}: it must be LABEL: NAME=VALUE, ..., with nothing after the colon for the start values")
            })?;
            let texts = values.split(',').map(str::trim).filter(|text| !text.is_empty()).map(str::to_string).collect();
            sets.push(Parameters { label: label.trim().to_string(), option: "--case", texts, file: None });
        }
        for path in &self.parameters {
            let label = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            sets.push(Parameters { label, option: "--parameters", texts: Vec::new(), file: Some(path.clone()) });
        }
        if sets.is_empty() {
            sets.push(Parameters { label: String::new(), option: "--case", texts: Vec::new(), file: None });
        }
        Ok(sets)
    }

    /// What a case sets cannot be set for all cases, and a value twice makes no two cases.
    fn refuse_set_twice(&self, sets: &[Parameters]) -> anyhow::Result<()> {
        let name = |text: &str| text.split_once('=').map(|(name, _)| name.trim().to_string());
        for text in sets.iter().flat_map(|set| &set.texts) {
            if let Some(again) = self.set.iter().find(|set| name(set) == name(text)) {
                bail!("--set {again}: a case sets that variable, {text}");
            }
        }
        if let [label, ..] = *repeated(sets.iter().map(|set| set.label.as_str())) {
            bail!("two cases are called {label:?}");
        }
        Ok(())
    }

    fn grid(&self, first: &Fmu) -> anyhow::Result<Grid> {
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let described = Described::of(scenario.as_ref(), first.interface());
        let stop = described.stop(self.stop_time)?;
        let grid = Grid::checked(described.start, described.step(self.step_size)?, stop)?;
        ensure!(grid.count() <= MOST_ROWS, "{} steps are more than {MOST_ROWS}, which fit into memory", grid.count());
        Ok(grid)
    }

    /// The outputs that all FMUs have and the user wants.
    fn outputs(&self, fmus: &[Fmu]) -> anyhow::Result<Vec<String>> {
        let has = |fmu: &Fmu, name: &str| Recordable::of(fmu.interface(), false).find(name).is_some();
        for name in &self.record {
            if let Some(fmu) = fmus.iter().find(|fmu| !has(fmu, name)) {
                let nearest = nearest(name, Recordable::of(fmu.interface(), false).names());
                bail!("--record: {} has no output or input called {name}{nearest}", fmu.interface().model_name);
            }
        }
        let mut outputs = self.record.clone();
        if outputs.is_empty() {
            let common = SHOWN.iter().filter(|name| fmus.iter().all(|fmu| has(fmu, name)));
            outputs = common.map(ToString::to_string).collect();
        }
        ensure!(
            !outputs.is_empty(),
            "none of {} is an output of all these FMUs; name some with --record",
            SHOWN.join(", ")
        );
        Ok(outputs)
    }

    /// Places of the outputs that are drawn: of all but texts. Those are named.
    fn drawn(&self, fmus: &[Fmu], outputs: &[String]) -> anyhow::Result<Vec<usize>> {
        let is_number = |place: &usize| {
            let variable = |fmu: &'_ Fmu| fmu.interface().find(&outputs[*place]).is_some_and(|v| v.kind.is_number());
            fmus.iter().all(variable)
        };
        let (drawn, texts): (Vec<usize>, Vec<usize>) = (0..outputs.len()).partition(is_number);
        let texts: Vec<&str> = texts.into_iter().map(|place| &*outputs[place]).collect();
        let are_texts = format!("{} {}", texts.join(", "), if texts.len() == 1 { "is a text" } else { "are texts" });
        if self.plot.is_some() && !texts.is_empty() {
            ensure!(!drawn.is_empty(), "--plot: {are_texts}, and there is nothing else to draw");
            warn(&format!("{are_texts}, and not in the plot"));
        }
        Ok(drawn)
    }

    /// The outputs at all communication points, and the friction regime if there is one, as far as the FMU goes.
    fn run_case(
        &self,
        fmu: &Fmu,
        set: &Parameters,
        grid: Grid,
        outputs: &[String],
    ) -> anyhow::Result<(Series, Option<EarlyEnd>)> {
        let recordable = Recordable::of(fmu.interface(), false);
        let sources: Vec<Source> = outputs.iter().filter_map(|name| recordable.find(name)).collect();
        let mut series = Series::new(&sources, recordable.find(REGIME));
        let (start, stop) = (grid.point(0), grid.point(grid.count()));
        let settings = self.settings(fmu, set)?;
        let rows = self.rows(fmu.interface())?;
        let headings = rows.as_ref().map_or(&[][..], |rows| rows.names());
        Setting::refuse_driven(&settings, headings, fmu.interface())?;
        let plan = Plan { grid, start, stop, tolerance: None, settings, rows, event_mode: false, restore_at: None };
        let outcome = isolation::run(fmu, plan, &mut series, self.timeout);
        let early_end = EarlyEnd::of(outcome, series.times.last().copied(), series.asked_for_the_end)?;
        Ok((series, early_end))
    }

    fn settings(&self, fmu: &Fmu, set: &Parameters) -> anyhow::Result<Vec<Setting>> {
        let mut settings = Vec::new();
        if let Some(name) = &self.scenario {
            settings = scenario_settings(&find(name)?, fmu)?;
        }
        settings.extend(SettingReader::new(fmu.interface()).read_all("--set", &self.set)?);
        if let Some(path) = &set.file {
            settings.extend(settings_in_file(path, fmu)?);
        }
        settings.extend(SettingReader::new(fmu.interface()).read_all(set.option, &set.texts)?);
        Ok(settings)
    }

    fn rows(&self, interface: &Interface) -> anyhow::Result<Option<Box<dyn Rows>>> {
        Ok(match (&self.input, &self.scenario) {
            (Some(path), _) => Some(Box::new(input_file(path, interface)?)),
            (None, Some(name)) => Some(Box::new(Table::from(&find(name)?))),
            (None, None) => None,
        })
    }

    /// A row for each time of any case; the cells of one that has no values then are empty.
    fn write_values(&self, outputs: &[String], runs: &[Run]) -> anyhow::Result<()> {
        let Some(path) = &self.output else { return Ok(()) };
        let name = |run: &Run, output: &String| format!("{}/{output}", run.label);
        let names: Vec<String> = runs.iter().flat_map(|run| outputs.iter().map(|output| name(run, output))).collect();
        let mut csv = CsvWriter::new(create(path)?, &names);
        let mut passed = vec![0; runs.len()];
        for time in plot::times_of_all(runs.iter().map(|run| &*run.series.times)) {
            let mut cells = Vec::with_capacity(names.len());
            for (Run { series, .. }, row) in runs.iter().zip(&mut passed) {
                let is_there = series.times.get(*row) == Some(&time);
                cells.extend(series.columns.iter().map(|column| column.cell(is_there.then_some(*row))));
                *row += usize::from(is_there);
            }
            csv.cells(time, &cells)?;
        }
        commit(csv.finish()?)
    }

    fn write_plot(&self, fmus: &[Fmu], shown: &[&String], cases: &[Case]) -> anyhow::Result<()> {
        let Some(path) = &self.plot else { return Ok(()) };
        let interface = fmus[0].interface();
        let shown: Vec<&Variable> = shown.iter().filter_map(|name| interface.find(name)).collect();
        let title = if fmus.len() == 1 { interface.model_name.clone() } else { "Comparison".to_string() };
        let figure = plot::overlay((&title, &self.subtitle()?), &shown, cases)?;
        write_atomically(path, &plot::render(&figure, path)?).with_context(|| path.display().to_string())
    }

    fn subtitle(&self) -> anyhow::Result<String> {
        let varied = self.vary.as_deref().and_then(|text| text.split_once('=')).map(|(name, _)| name.trim());
        let scenario = self.scenario.as_deref().map(find).transpose()?;
        let input = self.input.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let first = scenario.map(|scenario| scenario.title.to_string()).or(input).unwrap_or_default();
        Ok([Some(first.as_str()), varied]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" · "))
    }
}

/// What a case is called: by what tells it from the others.
fn label(name: &str, set: &Parameters, fmus: usize, sets: usize) -> String {
    match (fmus, sets) {
        (_, 1) if set.label.is_empty() => name.to_string(),
        (1, _) => set.label.clone(),
        (_, _) => format!("{name}, {}", set.label),
    }
}

/// What the FMUs are called: their files without the extension, after as many of their folders as tell those apart that have the same
/// name.
fn distinct_names(paths: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let parts: Vec<Vec<String>> = paths.iter().map(|path| parts(path)).collect();
    let name = |place: usize, count: usize| {
        let parts = &parts[place];
        parts[parts.len().saturating_sub(count)..].join("/")
    };
    let is_alone = |place: usize, count: usize| {
        (0..paths.len()).all(|other| other == place || name(other, count) != name(place, count))
    };
    let distinct = |place: usize| {
        let count = (1..=parts[place].len()).find(|count| is_alone(place, *count));
        let count = count.with_context(|| format!("{} is given twice", paths[place].display()))?;
        Ok(name(place, count))
    };
    (0..paths.len()).map(distinct).collect()
}

/// The folders from the root on, and the file without its extension.
fn parts(path: &Path) -> Vec<String> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let file = path.with_extension("");
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    file.components().filter(is_name).map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

/// A case that was run.
struct Run {
    label: String,
    series: Series,
    /// What regime 0 is called.
    rest_name: &'static str,
    early_end: Option<EarlyEnd>,
}

impl Run {
    /// What a plot shows of it, the columns at these places; and how it ended.
    fn drawn(self, places: &[usize]) -> (Case, (String, Option<EarlyEnd>)) {
        let Self { label, series: Series { times: time, columns, regime, .. }, rest_name, early_end } = self;
        let shown = columns.into_iter().enumerate().filter(|(place, _)| places.contains(place));
        let columns = shown.map(|(_, column)| column.drawn()).collect();
        let regime = regime.map(|(_, values)| values);
        (Case { label: label.clone(), time, columns, regime, rest_name }, (label, early_end))
    }
}

/// Some variables of all rows.
struct Series {
    times: Vec<f64>,
    columns: Vec<Column>,
    /// Its place among the numbers, and its values.
    regime: Option<(usize, Vec<f64>)>,
    /// What the next row has that no double holds.
    exact: Vec<Option<Exact>>,
    asked_for_the_end: Option<f64>,
}

/// The values of a variable, with its place in what is recorded.
enum Column {
    Numbers(usize, Vec<f64>),
    Exact(usize, Vec<Option<Exact>>),
}

impl Series {
    fn new(sources: &[Source], regime: Option<Source>) -> Self {
        let column = |source: &Source| match *source {
            Source::Number(place) => Column::Numbers(place, Vec::new()),
            Source::Exact(place) => Column::Exact(place, Vec::new()),
        };
        let regime = regime.and_then(|source| match source {
            Source::Number(place) => Some((place, Vec::new())),
            Source::Exact(_) => None,
        });
        let columns = sources.iter().map(column).collect();
        Self { times: Vec::new(), columns, regime, exact: Vec::new(), asked_for_the_end: None }
    }
}

impl Column {
    fn cell(&self, row: Option<usize>) -> Cell {
        match (self, row) {
            (_, None) => Cell::Missing,
            (Self::Numbers(_, values), Some(row)) => Cell::Number(values[row]),
            (Self::Exact(_, values), Some(row)) => exact_cell(values[row].as_ref()),
        }
    }

    /// Its values as numbers, for the eye.
    fn drawn(self) -> Vec<f64> {
        let number =
            |value: Option<Exact>| value.and_then(|value| value.whole()).map_or(f64::NAN, |whole| whole as f64);
        match self {
            Self::Numbers(_, values) => values,
            Self::Exact(_, values) => values.into_iter().map(number).collect(),
        }
    }
}

impl Recorder for Series {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        self.times.push(time);
        for column in &mut self.columns {
            match column {
                Column::Numbers(place, kept) => kept.push(values[*place]),
                Column::Exact(place, kept) => kept.push(self.exact.get(*place).cloned().flatten()),
            }
        }
        if let Some((place, kept)) = &mut self.regime {
            kept.push(values[*place]);
        }
        Ok(())
    }

    fn event(&mut self, _event: Event) -> std::io::Result<()> {
        Ok(())
    }

    fn warning(&mut self, text: &str) {
        warn(text);
    }

    fn ended_early(&mut self, time: f64) -> Result<(), simulation::Error> {
        self.asked_for_the_end = Some(time);
        Ok(())
    }

    fn wants_exact(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, Column::Exact(..)))
    }

    fn exact(&mut self, values: Vec<Option<Exact>>) {
        self.exact = values;
    }
}
