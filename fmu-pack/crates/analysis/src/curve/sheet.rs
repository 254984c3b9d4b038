//! The picture of measured friction curves.

use super::{Bench, Breakaway, Error, Measured, is_comparator};
use fmu_output::number;
use fmu_plot::{Chart, Key, Mark, Sheet, Stroke, Trace};

/// A quantity on an axis: shown = factor * value.
struct Axis {
    factor: f64,
    unit: String,
}

/// All laws in one picture: friction against velocity; below it, for laws with bristles, the presliding loop and the
/// breakaway level against the rate of the effort.
pub fn sheet(bench: &Bench<'_>, measured: &[Measured]) -> Result<Sheet, Error> {
    let friction = bench.friction()?;
    let effort = Axis::fitting(&friction.unit, measured.iter().flat_map(frictions));
    let mut charts = vec![sliding(bench, measured, &effort)?];
    if measured.iter().any(|law| law.presliding.is_some()) {
        charts.push(cycle(bench, measured, &effort)?);
        charts.push(breakaway(bench, measured, &effort)?);
    }
    let legend = measured.iter().enumerate().map(|(index, law)| key(index, &law.law)).collect();
    let title = format!("{}: friction against velocity", bench.interface().model_name);
    Ok(Sheet { title, subtitle: subtitle(bench)?, legend, charts })
}

fn key(index: usize, law: &str) -> Key {
    Key { name: law.to_string(), stroke: stroke(index, law) }
}

fn stroke(colour: usize, law: &str) -> Stroke {
    Stroke { colour, is_dashed: is_comparator(law) }
}

fn frictions(measured: &Measured) -> impl Iterator<Item = f64> {
    let sliding = measured.sliding.backward.iter().chain(&measured.sliding.forward).map(|point| point.1);
    let levels = measured.sliding.breakaway.iter();
    sliding.chain(levels.flat_map(|levels| std::iter::once(levels.forward).chain(levels.backward)))
}

/// The levels behind the curves.
fn subtitle(bench: &Bench<'_>) -> Result<String, Error> {
    let mut words = Vec::new();
    for (name, word) in [
        (bench.names().coulomb, "Coulomb level"),
        ("friction.static_ratio", "static ratio"),
        ("friction.efficiency_opposing", "efficiency opposing"),
        ("friction.efficiency_aiding", "aiding"),
    ] {
        // Contacts of drivetrains have no efficiencies.
        let Ok(variable) = bench.variable(name) else { continue };
        let unit = variable.unit.replace('1', "");
        words.push(format!("{word} {} {unit}", rounded(bench.value(name)?)).trim_end().to_string());
    }
    if let Some(load) = bench.interface().find("load_torque") {
        words.push(format!("load {} {}", rounded(bench.value(&load.name)?), load.unit));
    }
    Ok(words.join("   \u{b7}   "))
}

/// With at most four digits.
fn rounded(value: f64) -> String {
    format!("{value:.3e}").parse().map_or(String::new(), number).replace('-', "\u{2212}")
}

fn sliding(bench: &Bench<'_>, measured: &[Measured], effort: &Axis) -> Result<Chart, Error> {
    let velocity = bench.variable("velocity")?;
    let viscous = if bench.names().is_viscous { " (with viscous friction)" } else { "" };
    let shown = |points: &[(f64, f64)]| points.iter().map(|(v, f)| (velocity.shown(*v), effort.shown(*f))).collect();
    let mut chart = Chart {
        heading: format!("Friction, {}{viscous}", effort.unit),
        axis: format!("velocity, {}", velocity.shown_unit()),
        is_logarithmic: false,
        is_logarithmic_up: false,
        traces: Vec::new(),
        marks: Vec::new(),
    };
    for (index, law) in measured.iter().enumerate() {
        let stroke = stroke(index, &law.law);
        let mut pieces: Vec<Vec<(f64, f64)>> = vec![shown(&law.sliding.backward), shown(&law.sliding.forward)];
        match law.sliding.breakaway {
            Some(levels) => rest(&mut chart, stroke, levels, effort),
            None => pieces = vec![pieces.concat()],
        }
        chart.traces.extend(pieces.into_iter().map(|points| Trace { stroke, points, is_thin: false }));
    }
    Ok(chart)
}

/// At rest friction takes any value between the breakaway levels, which are marked.
fn rest(chart: &mut Chart, stroke: Stroke, levels: Breakaway, effort: &Axis) {
    let ends = [levels.backward.map(|level| effort.shown(-level)), Some(effort.shown(levels.forward))];
    chart.traces.push(Trace { stroke, points: ends.map(|end| (0.0, end.unwrap_or(0.0))).to_vec(), is_thin: true });
    for end in ends.into_iter().flatten() {
        let rings = chart.marks.iter().filter(|mark| near(mark.at.1, end)).count();
        let label = (rings == 0).then(|| format!("{} {}", rounded(end), effort.unit));
        chart.marks.push(Mark { stroke, at: (0.0, end), rings, label });
    }
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 0.01 * other.abs()
}

fn cycle(bench: &Bench<'_>, measured: &[Measured], effort: &Axis) -> Result<Chart, Error> {
    let unit = &bench.variable("position")?.unit;
    let cycles = || measured.iter().filter_map(|law| law.presliding.as_ref()).flat_map(|loops| &loops.cycle);
    let position = Axis::fitting(unit, cycles().map(|point| point.0));
    let shown = |points: &[(f64, f64)]| points.iter().map(|(x, f)| (position.shown(*x), effort.shown(*f))).collect();
    Ok(Chart {
        heading: format!("Presliding: friction, {}", effort.unit),
        axis: format!("position, {}", position.unit),
        is_logarithmic: false,
        is_logarithmic_up: false,
        traces: traces(measured, |presliding| shown(&presliding.cycle)),
        marks: Vec::new(),
    })
}

fn breakaway(bench: &Bench<'_>, measured: &[Measured], effort: &Axis) -> Result<Chart, Error> {
    let unit = format!("{}/s", bench.friction()?.unit);
    let all = || measured.iter().filter_map(|law| law.presliding.as_ref()).flat_map(|loops| &loops.breakaway);
    // On a logarithmic axis the middle should be handy.
    let logarithms = || all().map(|point| point.0.ln());
    let middle = (logarithms().sum::<f64>() / logarithms().count().max(1) as f64).exp();
    let rate = Axis::fitting(&unit, std::iter::once(middle));
    let shown = |points: &[(f64, f64)]| points.iter().map(|(r, f)| (rate.shown(*r), effort.shown(*f))).collect();
    let word = bench.names().friction.trim_start_matches("friction_");
    Ok(Chart {
        heading: format!("Largest friction before slip, {}", effort.unit),
        axis: format!("rate of the growing {word}, {}", rate.unit),
        is_logarithmic: true,
        is_logarithmic_up: false,
        traces: traces(measured, |presliding| shown(&presliding.breakaway)),
        marks: Vec::new(),
    })
}

fn traces(measured: &[Measured], points: impl Fn(&super::Presliding) -> Vec<(f64, f64)>) -> Vec<Trace> {
    let with_index = measured.iter().enumerate();
    let stateful = with_index.filter_map(|(index, law)| Some((stroke(index, &law.law), law.presliding.as_ref()?)));
    stateful.map(|(stroke, presliding)| Trace { stroke, points: points(presliding), is_thin: false }).collect()
}

impl Axis {
    /// The unit with the prefix that makes the largest value handy.
    fn fitting(unit: &str, values: impl Iterator<Item = f64>) -> Self {
        const PREFIXES: [(f64, &str); 5] = [(1e-6, "M"), (1e-3, "k"), (1.0, ""), (1e3, "m"), (1e6, "\u{b5}")];
        let largest = values.map(f64::abs).fold(0.0, f64::max);
        let fits = PREFIXES.iter().find(|(factor, _)| largest * factor >= 1.0);
        let (factor, prefix) = fits.copied().unwrap_or(if largest == 0.0 { (1.0, "") } else { (1e9, "n") });
        Self { factor, unit: format!("{prefix}{unit}") }
    }

    fn shown(&self, value: f64) -> f64 {
        self.factor * value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_take_the_prefix_that_makes_numbers_handy() {
        let fitting = |value: f64| Axis::fitting("N", [value].into_iter());
        assert_eq!(fitting(4250.0).unit, "kN");
        assert_eq!(fitting(1.47).unit, "N");
        assert_eq!(fitting(-26.0).unit, "N");
        assert_eq!(fitting(1.5e-5).unit, "\u{b5}N");
        assert_eq!(fitting(0.0).unit, "N");
    }

    #[test]
    fn numbers_in_a_subtitle_are_short() {
        assert_eq!(rounded(1.4984709480122325), "1.498");
        assert_eq!(rounded(2500.0), "2500");
    }
}
