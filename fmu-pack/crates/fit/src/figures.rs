//! What a page shows of recordings: measured over fitted, residuals, and profiles.

use crate::correlated::autocorrelations;
use crate::outcome::ModelOutcome;
use crate::probability::CHI_SQUARED_95;
use crate::recording::{Measured, Recording};
use crate::run::StudyResult;
use crate::{Error, study::Kind, unit_in_words};
use fmu_plot::{Chart, Key, Mark, Sheet, Stroke, Trace, sheet_to_svg};

/// A drawing with what is below it.
pub struct Picture {
    /// What it shows.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// Colour of what was measured; models follow.
const MEASURED: Stroke = Stroke { colour: 0, is_dashed: false };
/// More recordings are in the table alone.
const MOST_TRAJECTORIES: usize = 8;
/// More points of a line are not told apart on paper.
const MOST_POINTS: usize = 1200;
/// Lags of an autocorrelation.
const LAGS: usize = 60;

/// All pictures of a study.
pub fn pictures(done: &StudyResult) -> Result<Vec<Picture>, Error> {
    let mut pictures = Vec::new();
    for group in groups(&done.recordings[0]) {
        pictures.extend(steady_pictures(done, &group)?);
    }
    let is_shown = |place: &usize| done.recordings[0][*place].kind == Kind::Trajectory;
    for place in (0..done.recordings[0].len()).filter(is_shown).take(MOST_TRAJECTORIES) {
        for output in 0..done.recordings[0][place].outputs.len() {
            pictures.push(course(done, place, output)?);
        }
    }
    for model in &done.outcome.models {
        if !model.profiles.is_empty() {
            pictures.push(profiles(model)?);
        }
    }
    Ok(pictures)
}

/// Places of stationary recordings that were read alike.
fn groups(recordings: &[Recording]) -> Vec<Vec<usize>> {
    let count = recordings.iter().map(|recording| recording.group + 1).max().unwrap_or(0);
    let of = |group: usize| -> Vec<usize> {
        let is_of = |place: &usize| recordings[*place].group == group && recordings[*place].kind == Kind::Stationary;
        (0..recordings.len()).filter(is_of).collect()
    };
    (0..count).map(of).filter(|places| !places.is_empty()).collect()
}

fn model_stroke(model: usize) -> Stroke {
    Stroke { colour: 1 + model, is_dashed: false }
}

fn legend(done: &StudyResult) -> Vec<Key> {
    let models = done.outcome.models.iter().enumerate();
    let models = models.map(|(place, model)| Key { name: model.name.clone(), stroke: model_stroke(place) });
    std::iter::once(Key { name: "measured".to_owned(), stroke: MEASURED }).chain(models).collect()
}

fn chart(heading: String, axis: &str) -> Chart {
    Chart {
        heading,
        axis: axis.to_owned(),
        is_logarithmic: false,
        is_logarithmic_up: false,
        traces: Vec::new(),
        marks: Vec::new(),
    }
}

fn line(stroke: Stroke, points: Vec<(f64, f64)>, is_thin: bool) -> Trace {
    Trace { stroke, points, is_thin }
}

fn with_unit(name: &str, unit: Option<&str>) -> String {
    match unit_in_words(unit) {
        "" => name.to_owned(),
        unit => format!("{name}, {unit}"),
    }
}

/// The means of a group against the mean of its first input: data as points with their 95 % intervals.
fn steady_pictures(done: &StudyResult, places: &[usize]) -> Result<Vec<Picture>, Error> {
    let recordings = &done.recordings[0];
    let first = &recordings[places[0]];
    let axis = first.inputs.first().map_or("recording", |input| input.name.as_str());
    let mut pictures = Vec::new();
    for (output, measured) in first.outputs.iter().enumerate() {
        let across =
            |place: usize| recordings[place].inputs.first().map_or(place as f64, crate::recording::Signal::mean);
        let mut order: Vec<usize> = places.to_vec();
        order.sort_by(|one, other| across(*one).total_cmp(&across(*other)));
        let mut main = chart(with_unit(&measured.name, measured.unit.as_deref()), axis);
        let mut rest = chart("residual, standard errors".to_owned(), axis);
        let against =
            format!("against the motion: sgn({axis})·{}", with_unit(&measured.name, measured.unit.as_deref()));
        let mut folded = chart(against, &format!("|{axis}|"));
        for place in &order {
            let Some(mean) = recordings[*place].outputs[output].mean else { continue };
            let (x, half) = (across(*place), crate::probability::NORMAL_95 * mean.error);
            main.traces.push(line(MEASURED, vec![(x, mean.value - half), (x, mean.value + half)], false));
            main.marks.push(Mark { stroke: MEASURED, at: (x, mean.value), rings: 0, label: None });
            let at = (x.abs(), x.signum() * mean.value);
            folded.traces.push(line(MEASURED, vec![(at.0, at.1 - half), (at.0, at.1 + half)], false));
            folded.marks.push(Mark { stroke: MEASURED, at, rings: 0, label: None });
        }
        for (model, fitted) in done.fitted.iter().enumerate() {
            let stroke = model_stroke(model);
            let value = |of: &[Vec<Vec<f64>>], place: usize| of.get(place)?.get(output)?.first().copied();
            // Friction steps where the motion turns round.
            for side in [false, true] {
                let of_side = || order.iter().copied().filter(|place| (across(*place) > 0.0) == side);
                let points = |of: &[Vec<Vec<f64>>]| -> Vec<(f64, f64)> {
                    of_side().filter_map(|place| Some((across(place), value(of, place)?))).collect()
                };
                let course = points(&fitted.predicted);
                folded.traces.push(line(
                    stroke,
                    course.iter().map(|(x, y)| (x.abs(), x.signum() * y)).collect(),
                    false,
                ));
                main.traces.push(line(stroke, course, false));
                let left = points(&fitted.residuals);
                rest.marks.extend(left.iter().map(|at| Mark { stroke, at: *at, rings: 0, label: None }));
                rest.traces.push(line(stroke, left, true));
                for sign in [-1.0, 1.0] {
                    let edge = of_side().filter_map(|place| {
                        let value = value(&fitted.predicted, place)? + sign * value(&fitted.bands, place)?;
                        Some((across(place), value))
                    });
                    main.traces.push(line(Stroke { is_dashed: true, ..stroke }, edge.collect(), true));
                }
            }
        }
        let caption = format!(
            "{} against {axis}{}: means of {} recordings with their 95 % intervals, the models with the 95 % bands of their parameters, and \
             the residuals in standard errors of the means",
            measured.name,
            if first.is_held_back { " (held back, so predicted)" } else { "" },
            places.len()
        );
        pictures.push(drawn(
            caption,
            Sheet {
                title: String::new(),
                subtitle: String::new(),
                legend: legend(done),
                charts: vec![main, folded, rest],
            },
        )?);
    }
    Ok(pictures)
}

/// A trajectory, its residual, and how that is correlated.
fn course(done: &StudyResult, place: usize, output: usize) -> Result<Picture, Error> {
    let recording = &done.recordings[0][place];
    let measured = &recording.outputs[output];
    let mut main = chart(with_unit(&measured.name, measured.unit.as_deref()), "time, s");
    let mut rest = chart("residual, standard deviations".to_owned(), "time, s");
    let mut correlation = chart("autocorrelation of the residual".to_owned(), "lag, samples");
    main.traces.push(line(MEASURED, thinned(&recording.times, &measured.values), false));
    for (model, fitted) in done.fitted.iter().enumerate() {
        let stroke = model_stroke(model);
        let of = |all: &[Vec<Vec<f64>>]| all.get(place).and_then(|of| of.get(output)).cloned().unwrap_or_default();
        let (predicted, band, left) = (of(&fitted.predicted), of(&fitted.bands), of(&fitted.residuals));
        main.traces.push(line(stroke, thinned(&recording.times, &predicted), false));
        for sign in [-1.0, 1.0] {
            let edge: Vec<f64> = predicted.iter().zip(&band).map(|(value, half)| value + sign * half).collect();
            main.traces.push(line(Stroke { is_dashed: true, ..stroke }, thinned(&recording.times, &edge), true));
        }
        rest.traces.push(line(stroke, thinned(&recording.times, &left), true));
        let correlations = autocorrelations(&left, LAGS.min(left.len().saturating_sub(1)));
        let points = correlations.into_iter().enumerate().map(|(lag, value)| (lag as f64, value));
        correlation.traces.push(line(stroke, points.collect(), false));
    }
    // 95 % of independent residuals are within.
    let chance = crate::probability::NORMAL_95 / (measured.values.len() as f64).sqrt();
    for level in [-chance, chance] {
        let ends = vec![(0.0, level), (LAGS as f64, level)];
        correlation.traces.push(line(Stroke { is_dashed: true, ..MEASURED }, ends, true));
    }
    let sheet = Sheet {
        title: String::new(),
        subtitle: String::new(),
        legend: legend(done),
        charts: vec![main, rest, correlation],
    };
    drawn(caption(recording, measured), sheet)
}

fn caption(recording: &Recording, measured: &Measured) -> String {
    let role = if recording.is_held_back { "held back, so predicted" } else { "fitted" };
    format!(
        "{}, {} ({role}): measured and modelled, with the 95 % bands of the parameters; the residual; its autocorrelation",
        recording.name, measured.name
    )
}

fn profiles(model: &ModelOutcome) -> Result<Picture, Error> {
    let one = |profile: &crate::outcome::Profile| {
        let mut chart = chart("χ² above the smallest".to_owned(), &profile.name);
        let (first, last) = (profile.points.first().map_or(0.0, |p| p.0), profile.points.last().map_or(1.0, |p| p.0));
        chart.traces.push(line(model_stroke(0), profile.points.clone(), false));
        let level = vec![(first, CHI_SQUARED_95), (last, CHI_SQUARED_95)];
        chart.traces.push(line(Stroke { is_dashed: true, ..MEASURED }, level, true));
        chart
    };
    let key = |name: &str, stroke: Stroke| Key { name: name.to_owned(), stroke };
    let sheet = Sheet {
        title: String::new(),
        subtitle: String::new(),
        legend: vec![
            key("smallest with this value", model_stroke(0)),
            key("95 %", Stroke { is_dashed: true, ..MEASURED }),
        ],
        charts: model.profiles.iter().map(one).collect(),
    };
    drawn(format!("{}: profiles of the likelihood", model.name), sheet)
}

fn drawn(caption: String, sheet: Sheet) -> Result<Picture, Error> {
    Ok(Picture { caption, svg: sheet_to_svg(&sheet)? })
}

/// A line with few points, in which extremes are kept: of each stretch the smallest and the largest value.
fn thinned(times: &[f64], values: &[f64]) -> Vec<(f64, f64)> {
    let stretch = (2 * values.len()).div_ceil(MOST_POINTS).max(1);
    if stretch == 1 {
        return times.iter().copied().zip(values.iter().copied()).collect();
    }
    let mut points = Vec::new();
    for (times, values) in times.chunks(stretch).zip(values.chunks(stretch)) {
        let places = || 0..values.len().min(times.len());
        let least = places().min_by(|one, other| values[*one].total_cmp(&values[*other])).unwrap_or(0);
        let most = places().max_by(|one, other| values[*one].total_cmp(&values[*other])).unwrap_or(0);
        for place in [least.min(most), least.max(most)] {
            points.push((times[place], values[place]));
        }
    }
    points
}
