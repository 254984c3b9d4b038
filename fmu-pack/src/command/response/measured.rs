//! What was measured, and how it is written.

use fmu_analysis::linear::LinearSystem;
use fmu_analysis::response::{Response, Threshold};
use fmu_import::interface::Variable;
use fmu_output::number;
use serde::Serialize;
use std::f64::consts::TAU;

/// Frequencies and amplitudes with what was measured.
pub(super) struct Measured<'a> {
    /// Name of the model.
    pub(super) model: &'a str,
    pub(super) input: &'a Variable,
    pub(super) output: &'a Variable,
    /// \[Hz\], ascending.
    pub(super) frequencies: Vec<f64>,
    /// Of the input, in its unit.
    pub(super) amplitudes: Vec<f64>,
    /// One amplitude after the other, all frequencies of each.
    pub(super) points: Vec<Response>,
    pub(super) threshold: Threshold,
    pub(super) linear: Option<LinearSystem>,
    /// The linear system that tells how often the phase turns between two frequencies, where it is known.
    pub(super) guide: Option<LinearSystem>,
}

/// Everything that was found, for programs.
#[derive(Serialize)]
pub(super) struct Results<'a> {
    model: &'a str,
    input: Signal<'a>,
    output: Signal<'a>,
    /// Of the numbers below.
    units: Units,
    threshold: Least,
    curves: Vec<Curve>,
}

#[derive(Serialize)]
struct Signal<'a> {
    name: &'a str,
    unit: &'a str,
}

#[derive(Serialize)]
struct Units {
    frequency: &'static str,
    amplitude: String,
    gain: String,
    gain_db: &'static str,
    phase: &'static str,
    /// A ratio.
    distortion: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    linear_gain_db: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linear_phase: Option<&'static str>,
}

/// The threshold.
#[derive(Serialize)]
struct Least {
    frequency: f64,
    /// The smallest amplitude found to move the output; 0 where it moves without a sine, none where it rests at all that were tried.
    moves_from: Option<f64>,
    /// The largest amplitude that was tried, where the output rests at it.
    rests_up_to: Option<f64>,
}

#[derive(Serialize)]
struct Curve {
    amplitude: f64,
    points: Vec<Point>,
}

/// All numbers of one frequency.
#[derive(Serialize)]
pub(super) struct Point {
    /// \[Hz\].
    pub(super) frequency: f64,
    pub(super) gain: f64,
    /// None where the output rests.
    pub(super) gain_db: Option<f64>,
    /// \[deg\]; none where the output rests.
    pub(super) phase: Option<f64>,
    /// Other harmonics over the first; none where the output rests.
    pub(super) distortion: Option<f64>,
    pub(super) periods: u32,
    pub(super) is_periodic: bool,
    pub(super) touches_end_stop: bool,
    /// Gain \[dB\] and phase \[deg\] of the linear system, if it was wanted.
    #[serde(flatten)]
    pub(super) linear: Option<Linear>,
}

/// Gain and phase of the linear system.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Linear {
    /// \[dB\].
    #[serde(rename = "linear_gain_db")]
    pub(super) gain_db: f64,
    /// \[deg\].
    #[serde(rename = "linear_phase")]
    pub(super) phase: f64,
}

impl Measured<'_> {
    /// All points of one amplitude, with a phase in degrees that goes on from one frequency to the next: of the angles a turn apart it
    /// is nearest to that before, changed as the phase of the linear system changes where that is known.
    pub(super) fn curve(&self, amplitude: usize) -> impl Iterator<Item = (&Response, Option<f64>)> {
        let count = self.frequencies.len();
        let guide = self.guide.as_ref().and_then(|system| self.response_of(system, &self.frequencies));
        let mut before: Option<(f64, Option<f64>)> = None;
        self.points[amplitude * count..(amplitude + 1) * count].iter().enumerate().map(move |(place, point)| {
            let guide = guide.as_ref().and_then(|guide| guide[place]).map(|guide| guide.phase);
            let phase = point.phase.map(|phase| {
                let expected =
                    before.map(|(phase, then)| phase + guide.zip(then).map_or(0.0, |(guide, then)| guide - then));
                unwrapped(phase.to_degrees(), expected)
            });
            before = phase.map(|phase| (phase, guide)).or(before);
            (point, phase)
        })
    }

    /// Two successive frequencies between which a phase changes so much that it may be off by turns, unless a linear system tells them.
    pub(super) fn first_doubt(&self) -> Option<(f64, f64)> {
        const MOST: f64 = 90.0;
        let known = |amplitude: usize| -> Vec<(f64, f64)> {
            self.curve(amplitude).filter_map(|(point, phase)| Some((point.sine.frequency, phase?))).collect()
        };
        let doubt = |amplitude: usize| {
            let known = known(amplitude);
            let pair = known.windows(2).find(|pair| (pair[1].1 - pair[0].1).abs() > MOST)?;
            Some((pair[0].0, pair[1].0))
        };
        (0..self.amplitudes.len()).find_map(doubt)
    }

    /// The linear system at these frequencies, ascending; it has none at an undamped pole, and where the input does not act on the output.
    pub(super) fn linear_curve(&self, frequencies: &[f64]) -> Option<Vec<Option<Linear>>> {
        self.response_of(self.linear.as_ref()?, frequencies)
    }

    /// Its phase is followed over frequencies between these.
    fn response_of(&self, system: &LinearSystem, frequencies: &[f64]) -> Option<Vec<Option<Linear>>> {
        const BETWEEN: u32 = 100;
        let (input, output) = (system.input(&self.input.name)?, system.output(&self.output.name)?);
        let mut before: Option<(f64, f64)> = None;
        let point = |frequency: &f64| {
            let low = before.map_or(*frequency, |(frequency, _)| frequency);
            let between = |step: u32| low * (frequency / low).powf(f64::from(step) / f64::from(BETWEEN));
            let mut found = None;
            // The last is the frequency itself, to the bit.
            for frequency in (1..BETWEEN).map(between).chain([*frequency]) {
                // What the input does not act on has neither gain in decibels nor phase.
                let value = system.response(input, output, TAU * frequency).filter(|value| value.norm() > 0.0);
                found = value.map(|value| {
                    let phase = unwrapped(value.arg().to_degrees(), before.map(|(_, phase)| phase));
                    before = Some((frequency, phase));
                    Linear { gain_db: decibels(value.norm()), phase }
                });
            }
            found
        };
        Some(frequencies.iter().map(point).collect())
    }

    /// All numbers, by amplitude.
    pub(super) fn table(&self) -> Vec<Vec<Point>> {
        let linear = self.linear_curve(&self.frequencies).unwrap_or_default();
        let point = |(place, (point, phase)): (usize, (&Response, Option<f64>))| Point {
            frequency: point.sine.frequency,
            gain: point.gain,
            gain_db: (point.gain > 0.0).then(|| decibels(point.gain)),
            phase,
            distortion: point.distortion,
            periods: point.periods,
            is_periodic: point.is_periodic,
            touches_end_stop: point.touches_end_stop,
            linear: linear.get(place).copied().flatten(),
        };
        (0..self.amplitudes.len()).map(|amplitude| self.curve(amplitude).enumerate().map(point).collect()).collect()
    }

    /// The unit of the gain; 1 where input and output have the same.
    pub(super) fn gain_unit(&self) -> String {
        let (input, output) = (&self.input.unit, &self.output.unit);
        if input == output { "1".to_string() } else { format!("{output}/({input})") }
    }

    pub(super) fn csv(&self) -> String {
        let (input, ratio) = (&self.input.unit, self.gain_unit());
        let more = if self.linear.is_some() { ",linear_gain_db,linear_phase [deg]" } else { "" };
        let mut text = format!(
            "frequency [Hz],amplitude [{input}],gain [{ratio}],gain_db,phase [deg],distortion,periods,is_periodic,touches_end_stop{more}\n"
        );
        let perhaps = |value: Option<f64>| value.map_or_else(String::new, number);
        for (amplitude, points) in self.amplitudes.iter().zip(self.table()) {
            for point in points {
                let mut fields = vec![
                    number(point.frequency),
                    number(*amplitude),
                    number(point.gain),
                    perhaps(point.gain_db),
                    perhaps(point.phase),
                    perhaps(point.distortion),
                    point.periods.to_string(),
                    u8::from(point.is_periodic).to_string(),
                    u8::from(point.touches_end_stop).to_string(),
                ];
                if self.linear.is_some() {
                    fields.extend(
                        [point.linear.map(|linear| linear.gain_db), point.linear.map(|linear| linear.phase)]
                            .map(perhaps),
                    );
                }
                text += &(fields.join(",") + "\n");
            }
        }
        text
    }

    pub(super) fn results(&self) -> Results<'_> {
        let signal = |variable| {
            let Variable { name, unit, .. }: &Variable = variable;
            Signal { name, unit }
        };
        let curve = |(amplitude, points): (&f64, Vec<Point>)| Curve { amplitude: *amplitude, points };
        let (moves_from, rests_up_to) = match self.threshold {
            Threshold::At(amplitude) | Threshold::Below(amplitude) => (Some(amplitude), None),
            Threshold::Above(amplitude) => (None, Some(amplitude)),
            Threshold::None => (Some(0.0), None),
        };
        let has_linear = self.linear.is_some();
        Results {
            model: self.model,
            input: signal(self.input),
            output: signal(self.output),
            units: Units {
                frequency: "Hz",
                amplitude: self.input.unit.clone(),
                gain: self.gain_unit(),
                gain_db: "dB",
                phase: "deg",
                distortion: "1",
                linear_gain_db: has_linear.then_some("dB"),
                linear_phase: has_linear.then_some("deg"),
            },
            threshold: Least { frequency: self.lowest_frequency(), moves_from, rests_up_to },
            curves: self.amplitudes.iter().zip(self.table()).map(curve).collect(),
        }
    }

    pub(super) fn shown_amplitude(&self, amplitude: f64) -> String {
        let shown: f64 = format!("{:.3e}", self.input.shown(amplitude)).parse().unwrap_or(amplitude);
        format!("{} {}", number(shown), self.input.shown_unit()).trim_end().to_string()
    }

    fn lowest_frequency(&self) -> f64 {
        self.frequencies.first().copied().unwrap_or_default()
    }

    pub(super) fn threshold_in_words(&self) -> String {
        let what = match self.threshold {
            Threshold::At(amplitude) => self.shown_amplitude(amplitude),
            Threshold::Above(amplitude) => format!("more than {}", self.shown_amplitude(amplitude)),
            Threshold::Below(amplitude) => {
                format!("at most {}, the smallest that was tried", self.shown_amplitude(amplitude))
            }
            Threshold::None => "none, it moves without a sine".to_string(),
        };
        format!("{} Hz: {what}", number(self.lowest_frequency()))
    }
}

pub(super) fn decibels(gain: f64) -> f64 {
    20.0 * gain.log10()
}

/// The angle that is nearest to the one before, of those a turn apart.
fn unwrapped(phase: f64, before: Option<f64>) -> f64 {
    before.map_or(phase, |before| phase + 360.0 * ((before - phase) / 360.0).round())
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn a_phase_goes_on_where_the_angle_jumps() {
        assert_eq!(unwrapped(170.0, Some(-175.0)), -190.0);
        assert_eq!(unwrapped(170.0, None), 170.0);
    }
}
