//! Frequency response, measured on a running FMU.
//!
//! One input moves as a sine about its value, all others keep theirs; one output is sampled. A linear system answers with a sine,
//! one with friction with a periodic motion that has harmonics. What is measured is the first harmonic, and how much the others
//! are ([`period::Harmonic`]).
//!
//! **Input.** A period is [`POINTS`] communication steps, and in each the input is a straight line where the FMU takes its course
//! (derivatives in FMI 2.0, intermediate update in FMI 3.0), so it is a polygon through a sine. Its first harmonic is
//! sinc²(1/N) = 1 − 3.3e-6 of the amplitude, and the gain refers to it; its other harmonics, of order kN ± 1, are below
//! 1/(N − 1)² = 1e-6. An FMU that holds inputs over a step gets the value of its middle.
//!
//! **Settling.** Periods are run until each sample of one differs from that of the period before by less than
//! [`SETTLED`] of the amplitude of the output, twice in a row. What is not so after the allowed number of periods is not periodic,
//! as where it hunts or drifts: the mean of the last ten periods is told, and that it is not periodic.

mod bench;
mod period;
mod threshold;

pub use period::Harmonic;
pub use threshold::{Threshold, threshold};

use crate::linear::Complex;
use bench::Bench;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Kind, Variable};
use fmu_import::library::{self, Library};
use fmu_simulation::Setting;
use serde::{Deserialize, Serialize};

/// N, communication steps of a period.
pub const POINTS: usize = 1000;

/// Largest difference between samples of successive periods, relative to the amplitude of the output.
pub const SETTLED: f64 = 1e-5;

/// What is driven, and what is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// Parameters and constant inputs.
    pub settings: Vec<Setting>,
    /// Name of the input.
    pub input: String,
    /// Name of the output.
    pub output: String,
    /// Most periods of one measurement.
    pub most_periods: u32,
}

/// A sine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sine {
    /// \[Hz\].
    pub frequency: f64,
    /// Of the input, in its unit.
    pub amplitude: f64,
}

/// What a sine gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The sine.
    pub sine: Sine,
    /// Amplitude of the output's first harmonic over that of the input's.
    pub gain: f64,
    /// How far the output leads the input \[rad\], from −π to π; none where it does not move.
    pub phase: Option<f64>,
    /// Root mean square of all other harmonics over that of the first; none where it does not move.
    pub distortion: Option<f64>,
    /// Periods that were run.
    pub periods: u32,
    /// The last periods are alike.
    pub is_periodic: bool,
    /// A body touches an end stop in the periods that were measured.
    pub touches_end_stop: bool,
}

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] library::Error),
    /// No Co-Simulation.
    #[error("the FMU offers no Co-Simulation")]
    NoCoSimulation,
    /// No such variable.
    #[error("the FMU has no continuous {kind} called {name}; there are {allowed}")]
    Unknown {
        /// "input" or "output".
        kind: &'static str,
        /// Its name.
        name: String,
        /// All names, with commas.
        allowed: String,
    },
    /// An output that is no number.
    #[error("{name} is {value} at {time} s; results must be finite numbers")]
    NotFinite {
        /// The output.
        name: String,
        /// Its value.
        value: f64,
        /// When, in s.
        time: f64,
    },
}

impl Error {
    /// The FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Call(error) => error.is_in_the_fmu(),
            Self::NotFinite { .. } => true,
            Self::NoCoSimulation | Self::Unknown { .. } => false,
        }
    }
}

/// A continuous variable of that causality.
pub fn variable<'a>(fmu: &'a Fmu, kind: &'static str, name: &str) -> Result<&'a Variable, Error> {
    let is_continuous = |variable: &&Variable| {
        variable.kind == Kind::Real && variable.variability == "continuous" && variable.element.is_none()
    };
    let of_kind = || fmu.interface().with_causality(kind).filter(is_continuous);
    of_kind().find(|variable| variable.name == name).ok_or_else(|| Error::Unknown {
        kind,
        name: name.to_string(),
        allowed: of_kind().map(|variable| variable.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}

/// Measures one sine on a new instance.
pub fn respond(fmu: &Fmu, library: &Library, way: &Way, sine: Sine) -> Result<Response, Error> {
    let mut bench = Bench::new(fmu, library, way, sine)?;
    let settled = settle(&mut bench, way.most_periods)?;
    Ok(response(&bench, sine, &settled))
}

/// Runs periods until they are alike, or until so many are run.
fn settle(bench: &mut Bench<'_>, most: u32) -> Result<Settled, Error> {
    let mut last: Option<Vec<f64>> = None;
    let mut alike = 0;
    let mut measured: Vec<Period> = Vec::new();
    for periods in 1..=most {
        let samples = bench.period()?;
        let harmonic = Harmonic::of(&samples);
        let touches_end_stop = bench.touched_end_stop();
        let difference = last.as_ref().map(|last| period::difference(last, &samples));
        let is_alike = difference.is_some_and(|difference| difference <= SETTLED * harmonic.size);
        alike = if is_alike { alike + 1 } else { 0 };
        measured.push(Period { harmonic, touches_end_stop });
        if alike == 2 {
            let last = measured.split_off(measured.len() - 1);
            return Ok(Settled { measured: last, periods, is_periodic: true });
        }
        last = Some(samples);
    }
    let last = measured.split_off(measured.len().saturating_sub(10));
    Ok(Settled { measured: last, periods: most, is_periodic: false })
}

/// What a measurement ends in.
struct Settled {
    /// The last period, or the last ones where they never are alike.
    measured: Vec<Period>,
    /// Periods that were run.
    periods: u32,
    is_periodic: bool,
}

impl Settled {
    /// First harmonic of the periods, on the average.
    fn first(&self) -> Complex<f64> {
        self.measured.iter().map(|period| period.harmonic.first).sum::<Complex<f64>>() / self.count()
    }

    /// The output has a first harmonic: it does not rest.
    fn moves(&self) -> bool {
        self.first().norm() > 0.0
    }

    fn count(&self) -> f64 {
        self.measured.len().max(1) as f64
    }
}

/// What is known of one period.
struct Period {
    harmonic: Harmonic,
    touches_end_stop: bool,
}

/// The mean of the periods.
fn response(bench: &Bench<'_>, sine: Sine, settled: &Settled) -> Response {
    let first = settled.first();
    let others = settled.measured.iter().map(|period| period.harmonic.others).sum::<f64>() / settled.count();
    let moves = settled.moves();
    Response {
        sine,
        gain: first.norm() / bench.first_harmonic(),
        phase: moves.then(|| first.arg()),
        distortion: moves.then(|| others / (first.norm() * std::f64::consts::FRAC_1_SQRT_2)),
        periods: settled.periods,
        is_periodic: settled.is_periodic,
        touches_end_stop: settled.measured.iter().any(|period| period.touches_end_stop),
    }
}
