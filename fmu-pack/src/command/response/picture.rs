//! The Bode plot.

use super::measured::{Linear, Measured, decibels};
use fmu_analysis::response::Response;
use fmu_plot::{Chart, Key, Mark, Sheet, Stroke, Trace};

impl Measured<'_> {
    /// What the legend calls an amplitude: one at which nothing moves has no curve.
    fn key(&self, place: usize) -> String {
        let amplitude = self.shown_amplitude(self.amplitudes[place]);
        let rests = self.curve(place).all(|(point, _)| point.gain == 0.0);
        let touches = self.curve(place).any(|(point, _)| point.touches_end_stop);
        let remark = match (rests, touches) {
            (true, _) => " (rests)",
            (false, true) => " (touches an end stop)",
            (false, false) => "",
        };
        amplitude + remark
    }

    /// A curve per amplitude: gain, phase, distortion.
    pub(super) fn sheet(&self) -> Sheet {
        let stroke = |colour: usize| Stroke { colour, is_dashed: false };
        let dashed = Stroke { colour: self.amplitudes.len(), is_dashed: true };
        let mut legend: Vec<Key> =
            (0..self.amplitudes.len()).map(|place| Key { name: self.key(place), stroke: stroke(place) }).collect();
        let mut charts = [bode("Gain, dB"), bode("Phase, deg"), bode("Distortion: other harmonics over the first, %")];
        for amplitude in 0..self.amplitudes.len() {
            let mut add = |chart: usize, value: &dyn Fn(&Response, Option<f64>) -> Option<f64>| {
                let point =
                    |(point, phase): (&Response, Option<f64>)| Some((point.sine.frequency, value(point, phase)?));
                let not_periodic = self.curve(amplitude).filter(|(point, _)| !point.is_periodic).filter_map(point);
                let ring = |at| Mark { stroke: stroke(amplitude), at, rings: 0, label: None };
                charts[chart].marks.extend(not_periodic.map(ring));
                let points = self.curve(amplitude).filter_map(point).collect();
                charts[chart].traces.push(Trace { stroke: stroke(amplitude), points, is_thin: false });
            };
            add(0, &|point, _| (point.gain > 0.0).then(|| decibels(point.gain)));
            add(1, &|_, phase| phase);
            add(2, &|point, _| point.distortion.map(|distortion| 100.0 * distortion));
        }
        if let (Some(low), Some(high)) = (self.frequencies.first(), self.frequencies.last()) {
            let dense: Vec<f64> = (0..=300).map(|step| low * (high / low).powf(f64::from(step) / 300.0)).collect();
            if let Some(curve) = self.linear_curve(&dense) {
                legend.push(Key { name: "linear, without friction".to_string(), stroke: dashed });
                let known: Vec<(f64, Linear)> =
                    dense.iter().zip(curve).filter_map(|(frequency, point)| Some((*frequency, point?))).collect();
                let trace = |value: fn(&Linear) -> f64| {
                    let points = known.iter().map(|(frequency, point)| (*frequency, value(point))).collect();
                    Trace { stroke: dashed, points, is_thin: false }
                };
                charts[0].traces.push(trace(|point| point.gain_db));
                charts[1].traces.push(trace(|point| point.phase));
            }
        }
        let is_ringed = charts.iter().any(|chart| !chart.marks.is_empty());
        let rings = if is_ringed { "   \u{b7}   ring: not periodic" } else { "" };
        Sheet {
            title: format!("{}: {} over {}", self.model, self.output.name, self.input.name),
            subtitle: format!(
                "First harmonic, a curve per amplitude   \u{b7}   threshold at {}{rings}",
                self.threshold_in_words()
            ),
            legend,
            charts: charts.into(),
        }
    }
}

fn bode(heading: &str) -> Chart {
    Chart {
        heading: heading.to_string(),
        axis: "frequency, Hz".to_string(),
        is_logarithmic: true,
        is_logarithmic_up: false,
        traces: Vec::new(),
        marks: Vec::new(),
    }
}
