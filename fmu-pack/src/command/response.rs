//! `fmu-pack response`

mod measured;
mod numbers;
mod picture;

use super::format::Format;
use super::jobs::{at_a_time, jobs};
use super::linearize::linearized;
use super::paths::{open, picture, refuse_overwriting};
use super::run::seconds;
use super::{Outcome, progress, say, sentence, warn};
use anyhow::{Context, bail, ensure};
use clap::Args;
use fmu_analysis::linear::LinearSystem;
use fmu_analysis::linearization::{self as linearization, Linearization};
use fmu_analysis::response::{Response, Sine, Threshold, Way, variable};
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_isolation::{self as isolation, Session};
use fmu_output::process as interrupt;
use fmu_output::{number, visible, write_atomically};
use fmu_plot::render_sheet;
use fmu_simulation::{Grid, Plan, Setting, SettingReader};
use fmu_sweep::spread;
use measured::Measured;
use model_description::configuration::number_in_unit;
use model_description::counted;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Measure the frequency response of an FMU: gain, phase and distortion, for one amplitude after the other.
///
/// One input moves as a sine about its value. Each measurement runs until successive periods are alike, and says where they never
/// are; the first harmonic of the output gives gain and phase, all others the distortion. The phase goes on from one frequency to the next, beyond 180 degrees. What friction does to small signals shows
/// as a curve per amplitude. The threshold is the amplitude below which the output rests, at the lowest frequency: the smallest that moves
/// it in every period; it is told at the end, on standard error where the CSV goes to standard output.
/// This executes the FMU, in a process of its own for each job. An interrupted measurement is not resumed: it writes nothing.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The FMU.
    fmu: PathBuf,
    /// The input that moves, about the value that --set gives it or that it starts with.
    #[arg(long, value_name = "NAME", default_value = "command")]
    input: String,
    /// The output that is looked at.
    #[arg(long, value_name = "NAME", default_value = "position")]
    output: String,
    /// Frequencies in Hz: LOW:HIGH:N, spaced evenly on a logarithmic axis, or a list such as 0.5,1,2.
    #[arg(long, value_name = "HZ", default_value = "0.1:10:20", allow_hyphen_values = true)]
    frequencies: String,
    /// Amplitudes of the input, separated by commas, in its unit or with one of their own, as 0.05deg,1deg.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true, allow_hyphen_values = true)]
    amplitude: Vec<String>,
    /// Value of a parameter or a constant input, in its unit or with one of its own ("25 deg").
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Beside the measured curves that of the linear system without friction, as `linearize --trim` has it: about the equilibrium in which
    /// the FMU settles; about the start where the FMU cannot begin in equilibrium.
    #[arg(long)]
    linear: bool,
    /// Most periods of one measurement; what is not periodic by then is told as not periodic.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(4..=100_000))]
    periods: u32,
    /// Measurements at one time; one per core if not given.
    #[arg(long, value_name = "N", value_parser = jobs())]
    jobs: Option<u16>,
    /// File for the numbers; without -o, --plot, --numbers and --format json they go to standard output.
    #[arg(short = 'o', long = "csv", value_name = "CSV")]
    csv: Option<PathBuf>,
    /// Print the numbers as a table for people, in display units, whatever files are written: for each amplitude a row per frequency.
    #[arg(long)]
    numbers: bool,
    /// How the results are printed; with json all of them, with units and threshold, are printed as one object, whatever files are
    /// written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// File for a Bode plot with one curve per amplitude.
    #[arg(long, value_name = "SVG|PNG", value_parser = picture())]
    plot: Option<PathBuf>,
    /// Longest time that one measurement may take on the clock, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

const EXAMPLES: &str = "A period is 1000 steps, in each of which the input is a straight line: its first harmonic is that of a sine to
3.3e-6, which the gain takes into account, and its other harmonics are below 1e-6. Measurements end when all samples of a period
are those of the one before within 1e-5 of the output's amplitude, twice in a row.

Examples:
  fmu-pack response target/fmu/ServoActuator.fmu --amplitude 0.01deg,0.1deg,1deg --linear --plot bode.svg
  fmu-pack response target/fmu/ServoActuator.fmu --frequencies 1,2,5 --amplitude 0.05deg -o response.csv --numbers
  fmu-pack response target/fmu/ServoActuator.fmu --frequencies 1,2,5 --amplitude 0.05deg --format json
  fmu-pack response target/fmu/Rudder.fmu --input load_torque --output position --amplitude 100 --set command=5deg";

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[Some(&self.fmu)], &[self.csv.as_ref(), self.plot.as_ref()])?;
        ensure!(
            !(self.numbers && self.format == Format::Json),
            "--numbers prints a table for people, and --format json an object for programs: only one of them can be printed"
        );
        let fmu = open(&self.fmu)?;
        let measured = self.measure(&fmu)?;
        let table = measured.csv();
        if let Some(path) = &self.csv {
            write_atomically(path, table.as_bytes()).with_context(|| path.display().to_string())?;
        }
        if let Some(path) = &self.plot {
            let picture = render_sheet(&measured.sheet(), path)?;
            write_atomically(path, &picture).with_context(|| path.display().to_string())?;
        }
        self.print(&measured, &table, out)?;
        warn_of_doubts(&measured);
        Ok(Outcome::Fine)
    }

    /// What is printed says the threshold; where that is CSV, it is told beside it.
    fn print(&self, measured: &Measured<'_>, csv: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let threshold = format!("threshold at {}", measured.threshold_in_words());
        let has_files = self.csv.is_some() || self.plot.is_some();
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &measured.results())?;
                writeln!(out)?;
            }
            Format::Text if self.numbers => writeln!(out, "{}{threshold}", measured.numbers())?,
            Format::Text if has_files => writeln!(out, "{threshold}")?,
            Format::Text => {
                out.write_all(csv.as_bytes())?;
                out.flush()?;
                say(&visible(&threshold));
            }
        }
        Ok(())
    }

    fn measure<'a>(&self, fmu: &'a Fmu) -> anyhow::Result<Measured<'a>> {
        let (input, output) = (variable(fmu, "input", &self.input)?, variable(fmu, "output", &self.output)?);
        let frequencies = frequencies(&self.frequencies)?;
        let amplitudes = self.amplitudes(input)?;
        let settings = SettingReader::new(fmu.interface()).read_all("--set", &self.set)?;
        let linear = self.linear.then(|| self.linear_system(fmu)).transpose()?;
        let way = Way { settings, input: self.input.clone(), output: self.output.clone(), most_periods: self.periods };
        let sines: Vec<Sine> = amplitudes
            .iter()
            .flat_map(|&amplitude| frequencies.iter().map(move |&frequency| Sine { frequency, amplitude }))
            .collect();
        let (points, threshold) = self.all(fmu, &way, &sines)?;
        let model = fmu.interface().model_name.as_str();
        let mut measured = Measured {
            model,
            input,
            output,
            frequencies,
            amplitudes,
            points,
            threshold,
            guide: linear.clone(),
            linear,
        };
        if measured.guide.is_none() && measured.first_doubt().is_some() {
            measured.guide = self.guide(fmu);
        }
        Ok(measured)
    }

    /// A linear system for the turns of the phase alone; that there is none is no fault.
    fn guide(&self, fmu: &Fmu) -> Option<LinearSystem> {
        let about = |trim: bool| {
            let wanted = linearization::Wanted { regime: None, trim };
            linearized(fmu, self.at_the_start(fmu).ok()?, wanted, self.timeout).ok()
        };
        let in_equilibrium = Setting::has_trim(fmu.interface()).then(|| about(true)).flatten();
        in_equilibrium.or_else(|| about(false)).map(|linear| linear.system)
    }

    fn amplitudes(&self, input: &Variable) -> anyhow::Result<Vec<f64>> {
        let amplitude = |text: &String| {
            let value = number_in_unit(text, &input.unit);
            let value = value.map_err(|allowed| anyhow::anyhow!("--amplitude {text}: {allowed}"))?;
            ensure!(value > 0.0, "--amplitude {text}: it must be greater than 0");
            Ok(value)
        };
        self.amplitude.iter().map(amplitude).collect()
    }

    /// About the equilibrium, which is where the measurements settle; about the start where there is none.
    fn linear_system(&self, fmu: &Fmu) -> anyhow::Result<LinearSystem> {
        let about = |trim: bool| {
            let wanted = linearization::Wanted { regime: None, trim };
            linearized(fmu, self.at_the_start(fmu)?, wanted, self.timeout)
        };
        if !Setting::has_trim(fmu.interface()) {
            return Ok(Self::about_the_start(about(false)?));
        }
        match about(true) {
            Ok(linear) => Ok(linear.system),
            Err(refused) => {
                warn(&format!("--linear is about the start, because there is no equilibrium: {}", sentence(&refused)));
                Ok(Self::about_the_start(about(false)?))
            }
        }
    }

    fn about_the_start(linear: Linearization) -> LinearSystem {
        for limit in &linear.at_limits {
            warn(&format!(
                "--linear is about the start, where {limit}: the loop is open there, and the linear curve is not that of the closed loop"
            ));
        }
        linear.system
    }

    fn at_the_start(&self, fmu: &Fmu) -> anyhow::Result<Plan> {
        let settings = SettingReader::new(fmu.interface()).read_all("--set", &self.set)?;
        let start = fmu.interface().default_experiment.start_time.unwrap_or(0.0);
        let grid = Grid::new(start, 1.0, start + 1.0);
        Ok(Plan {
            grid,
            start,
            stop: start,
            tolerance: None,
            settings,
            rows: None,
            event_mode: false,
            restore_at: None,
        })
    }

    /// All sines and the threshold, on all cores.
    fn all(&self, fmu: &Fmu, way: &Way, sines: &[Sine]) -> anyhow::Result<(Vec<Response>, Threshold)> {
        let mut points: Vec<Option<Response>> = vec![None; sines.len()];
        let mut threshold = None;
        let lowest = sines.iter().map(|sine| sine.frequency).fold(f64::INFINITY, f64::min);
        let largest = sines.iter().map(|sine| sine.amplitude).fold(0.0, f64::max);
        let count = sines.len() as u64 + 1;
        let jobs = at_a_time(self.jobs).min(count as usize);
        let bar = progress::bar(count);
        let mut problem = None;
        let outcome = spread(
            0..count,
            jobs,
            interrupt::postpone(),
            (
                || Runner { fmu, timeout: self.timeout, session: None },
                |runner: &mut Runner<'_>, run| {
                    let sine = sines.get(run as usize);
                    (
                        run,
                        runner.measure(|session| match sine {
                            Some(sine) => session.respond(way, *sine).map(Found::Response),
                            None => session.threshold(way, lowest, largest).map(Found::Threshold),
                        }),
                    )
                },
            ),
            |(run, found): (u64, Result<Found, isolation::Error>)| {
                match found {
                    Ok(Found::Response(response)) => points[run as usize] = Some(response),
                    Ok(Found::Threshold(found)) => threshold = Some(found),
                    Err(error) => problem = problem.take().or(Some(error)),
                }
                bar.inc(1);
                Ok(())
            },
        );
        bar.finish_and_clear();
        outcome?;
        if let Some(problem) = problem {
            return Err(problem.into());
        }
        let points: Option<Vec<Response>> = points.into_iter().collect();
        match points.zip(threshold) {
            Some(all) => Ok(all),
            None => bail!("interrupted: nothing is written, and the same command begins anew"),
        }
    }
}

enum Found {
    Response(Response),
    Threshold(Threshold),
}

/// A thread's worker, replaced where the library ended it.
struct Runner<'fmu> {
    fmu: &'fmu Fmu,
    timeout: Option<Duration>,
    session: Option<Session<'fmu>>,
}

impl Runner<'_> {
    fn measure<T>(
        &mut self,
        measure: impl FnOnce(&mut Session<'_>) -> Result<T, isolation::Error>,
    ) -> Result<T, isolation::Error> {
        let kept = self.session.take();
        let mut session = kept.map_or_else(|| Session::load(self.fmu, self.timeout), Ok)?;
        session.restart_clock();
        let found = measure(&mut session);
        let is_alive = found.as_ref().err().is_none_or(isolation::Error::leaves_the_worker);
        self.session = is_alive.then_some(session);
        found
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        // What the library does when it is unloaded changes no result.
        let _ = self.session.take().map_or(Ok(()), Session::unload);
    }
}

/// LOW:HIGH:N or a list, ascending.
fn frequencies(text: &str) -> anyhow::Result<Vec<f64>> {
    const ALLOWED: &str =
        "allowed are LOW:HIGH:N with 0 < LOW < HIGH and N from 2 to 10000, and lists such as 0.5,1,2, in Hz";
    let positive = |text: &str| number_in_unit(text, "").ok().filter(|value| *value > 0.0);
    let parts: Vec<&str> = text.split(':').collect();
    let found = match parts[..] {
        [low, high, count] => {
            let count = count.trim().parse::<u32>().ok().filter(|count| (2..=10_000).contains(count));
            let range = positive(low).zip(positive(high)).filter(|(low, high)| low < high);
            range.zip(count).map(|((low, high), count)| {
                let share = |place: u32| f64::from(place) / f64::from(count - 1);
                let between = |place: u32| low * (high / low).powf(share(place));
                // The ends are as they were given.
                (0..count).map(|place| if place + 1 == count { high } else { between(place) }).collect()
            })
        }
        [list] => list.split(',').map(|text| positive(text.trim())).collect::<Option<Vec<f64>>>(),
        _ => None,
    };
    let mut found: Vec<f64> = found.with_context(|| format!("--frequencies {text}: {ALLOWED}"))?;
    found.sort_by(f64::total_cmp);
    found.dedup();
    Ok(found)
}

fn warn_of_doubts(measured: &Measured<'_>) {
    if let Some((low, high)) = measured.first_doubt().filter(|_| measured.guide.is_none()) {
        warn(&format!(
            "the phase changes by more than 90 degrees between {} Hz and {} Hz, and may be off by 360 degrees from there on: measure \
             frequencies between them",
            number(low),
            number(high),
        ));
    }
    let linear = measured.linear_curve(&measured.frequencies);
    if linear.is_some_and(|curve| curve.iter().all(Option::is_none)) {
        warn(&format!(
            "in the linear system {} does not act on {}, as where the free play between them lies open: it has no curve",
            measured.input.name, measured.output.name,
        ));
    }
    let at_stops: Vec<&Response> = measured.points.iter().filter(|point| point.touches_end_stop).collect();
    if let Some(first) = at_stops.first() {
        warn(&format!(
            "in {} of {} a body touches an end stop, first in that at {} Hz and {}",
            at_stops.len(),
            counted(measured.points.len(), "measurement"),
            number(first.sine.frequency),
            measured.shown_amplitude(first.sine.amplitude),
        ));
    }
    let wild: Vec<&Response> = measured.points.iter().filter(|point| !point.is_periodic).collect();
    if let Some(first) = wild.first() {
        let amplitude = measured.shown_amplitude(first.sine.amplitude);
        warn(&format!(
            "not periodic after {} periods: {} of {}, first that at {} Hz and {}; they are the mean of the last ten periods",
            first.periods,
            wild.len(),
            counted(measured.points.len(), "measurement"),
            number(first.sine.frequency),
            amplitude,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::frequencies;

    #[test]
    fn frequencies_are_spaced_evenly_on_a_logarithmic_axis() {
        let found = frequencies("0.1:10:5").unwrap();
        let expected = [0.1, 0.1f64 * 10f64.sqrt(), 1.0, 10f64.sqrt(), 10.0];
        assert!(found.iter().zip(expected).all(|(one, other)| (one / other - 1.0).abs() < 1e-12), "{found:?}");
        assert_eq!(frequencies("2, 1,2").unwrap(), [1.0, 2.0]);
        for wrong in ["", "1:2", "2:1:5", "0:1:5", "1:2:1", "a,b", "-1,2", "1:2:3:4"] {
            assert!(frequencies(wrong).is_err(), "{wrong}");
        }
    }
}
