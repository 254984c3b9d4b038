//! The LuGre actuator of Yadav & Agnihotri, and the canonical presliding loop.

use super::comparison::{Comparison, Solution};
use super::lab::{Lab, Trace};
use super::picture::{Picture, deviation};
use super::reference::Columns;
use super::section::{Section, Statement, fixed, scientific};
use super::{Case, Chapter, Error, drift};
use fmu_plot::{self as plot, Key, Sheet, Stroke};
use fmu_simulation::scenario::{Scenario, Signal};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    let mut cases = vec![Case::new("lugre-fig3", pressure)];
    cases.extend([1, 10, 100, 1000].map(|area| Case::new(format!("lugre-{area}"), move |lab| response(lab, area))));
    cases.push(Case::new("lugre-presliding", presliding));
    cases.push(Case::new("elasto-plastic-drift", drift::case));
    Chapter {
        title: "Hydraulic actuator with LuGre friction",
        introduction: include_str!("../assets/lugre.html"),
        cases,
    }
}

/// The actuator of the paper's Table 1 under a pressure step of that amplitude.
fn scenario(amplitude: f64) -> Scenario {
    Scenario {
        name: "lugre",
        title: "",
        model: "HydraulicActuator",
        parameters: vec![("pressure_step.force_amplitude", amplitude)],
        inputs: Vec::new(),
        step_size: 1e-3,
        stop_time: 10.0,
    }
}

/// Eq. (2) with the exponent ζ·ωn, for a step of 1.
fn step_response(time: f64, frequency: f64, damping: f64) -> f64 {
    let root = (1.0 - damping * damping).sqrt();
    let (sine, cosine) = (frequency * root * time).sin_cos();
    1.0 - (-damping * frequency * time).exp() * (cosine + damping / root * sine)
}

fn pressure(lab: &Lab) -> Result<Section, Error> {
    const AMPLITUDE: f64 = 1000.0;
    let trace = lab.run(&scenario(AMPLITUDE))?;
    let value = |name: &str| lab.start("HydraulicActuator", name);
    let (frequency, damping) = (value("pressure_step.natural_frequency")?, value("pressure_step.damping_ratio")?);
    let expected: Vec<f64> =
        trace.time.iter().map(|time| AMPLITUDE * step_response(*time, frequency, damping)).collect();
    let found = trace.column("pressure_force");
    let off = deviation(found, &expected) / AMPLITUDE;
    let picture = Picture::over("time, s", trace.time.clone())
        .panel("Pressure force", "N")
        .reference("eq. (2)", expected.clone())
        .result("FMU", found.to_vec())
        .residual("FMU − eq. (2)", "N", found, &expected);
    Ok(Section {
        title: "Fig 3: pressure step".to_string(),
        against: "eq. (2) of the paper".to_string(),
        about: "Force of the pressure behind a suddenly opened valve: natural frequency 5 rad/s, damping 0.5."
            .to_string(),
        pictures: vec![(String::new(), picture.svg()?)],
        agreement: format!("{} of the step", scientific(off)),
        statements: vec![
            Statement::closed_form("eq. (2), with ζωn in the exponent").below(off, 1e-12, "of the step"),
            Statement::closed_form("overshoot exp(−πζ/√(1 − ζ²))").close(
                trace.largest("pressure_force") / AMPLITUDE - 1.0,
                (-std::f64::consts::PI * damping / (1.0 - damping * damping).sqrt()).exp(),
                1e-6,
                "of the step",
            ),
        ],
        remark: "The paper prints ζωd in the exponent; with it the pressure would first fall. It must be ζωn."
            .to_string(),
        ..Section::default()
    })
}

/// Below the Stribeck velocity the actuator counts as stopped, in m/s.
const STOPPED: f64 = 1e-3;

/// When the velocity was last above the Stribeck velocity.
fn stop_time(trace: &Trace) -> f64 {
    let moving = trace.time.iter().zip(trace.column("velocity")).filter(|(_, velocity)| velocity.abs() > STOPPED);
    moving.map(|(time, _)| *time).next_back().unwrap_or(0.0)
}

fn response(lab: &Lab, area: u32) -> Result<Section, Error> {
    let scenario = scenario(f64::from(area));
    let (comparison, statements) = if area == 10 {
        with_reference(lab, &scenario)?
    } else {
        let trace = lab.run(&scenario)?;
        let statements = behaviour(&trace, area);
        (trace, statements)
    };
    let figure = if area == 10 { reference_picture(&comparison)? } else { response_picture(&comparison)? };
    Ok(Section {
        title: format!("Figs 5 and 6: response, A = {area} N"),
        against: if area == 10 { "stiff reference solution" } else { "the paper’s text; balance of forces" }
            .to_string(),
        about: format!("Mass 1 kg, spring 170 N/m, bristles 100 kN/m; the pressure pushes with {area} N in the end."),
        pictures: vec![(String::new(), figure)],
        agreement: statements.first().map_or_else(String::new, |statement| {
            statement
                .quantity
                .map_or_else(String::new, |q| format!("{} {}", scientific((q.value - q.expected).abs()), q.unit))
        }),
        statements,
        remark: if area == 1000 {
            "The paper does not print A. Only near 1000 N do the oscillations die out as slowly as it says.".to_string()
        } else {
            String::new()
        },
        ..Section::default()
    })
}

fn with_reference(lab: &Lab, scenario: &Scenario) -> Result<(Trace, Vec<Statement>), Error> {
    let table = Columns::read("lugre/A10.csv")?;
    let solve = |times: &[f64]| {
        Ok(Solution {
            name: "reference",
            position: table.at("t", "x", times)?,
            velocity: table.at("t", "v", times)?,
            events: Vec::new(),
        })
    };
    let comparison = Comparison::new(lab, scenario, false, solve)?;
    let deflection = table.at("t", "z", &comparison.located.time)?;
    let bristle = deviation(comparison.located.column("bristle_deflection"), &deflection);
    let mut statements = vec![
        Statement::reference("the same position, with communication steps of 1 ms").below(
            comparison.position_error(),
            2e-7,
            "m",
        ),
        Statement::reference("the same velocity").below(comparison.velocity_error(), 1e-6, "m/s"),
        Statement::reference("the same deflection of the bristles").below(bristle, 1e-9, "m"),
    ];
    statements.extend(behaviour(&comparison.located, 10));
    Ok((comparison.located, statements))
}

/// What is known of the response by its balance of forces, and what the paper says.
fn behaviour(trace: &Trace, area: u32) -> Vec<Statement> {
    let stop = stop_time(trace);
    match area {
        1 => {
            let farthest = trace.largest("position");
            let slid = trace.column("friction_regime").iter().any(|regime| *regime != 0.0);
            vec![
                Statement::closed_form(
                    "1 N stays below breakaway at 1.47 N: friction carries it, less the spring’s share",
                )
                .close(trace.last("friction_force"), 1.0 - 170.0 * trace.last("position"), 1e-3, "N"),
                Statement::requirement("it never breaks away: the bristles give by micrometres")
                    .is(!slid && farthest < 1e-4, format!("at most {} m", scientific(farthest))),
            ]
        }
        1000 => {
            let swings = swings(trace);
            let (first, last) = (swings.first().copied().unwrap_or(0.0), swings.last().copied().unwrap_or(0.0));
            let found =
                format!("{} of {} m left after 10 s and {} swings", fixed(last, 3), fixed(first, 3), swings.len());
            // 4·fc/k of each full swing, and the decay of the viscous part.
            vec![
                Statement::closed_form("swings about A/k").close(centre(trace), 1000.0 / 170.0, 0.02, "m"),
                Statement::paper("“the oscillations die out rather slowly”")
                    .is(last > 0.5 * first && last < first && stop > 9.9, found),
            ]
        }
        _ => {
            let expected = if area == 10 { 1.42 } else { 2.41 };
            let held = trace.last("friction_force").abs();
            vec![
                Statement::reference(format!("it stops (below the Stribeck velocity) at {expected} s"))
                    .close(stop, expected, 0.01, "s"),
                Statement::requirement("at rest friction holds less than the breakaway level of 1.47 N")
                    .is(held < 1.47, format!("{} N", fixed(held, 3))),
            ]
        }
    }
}

/// Half the distance between neighbouring turning points, where the pressure no longer changes much.
fn swings(trace: &Trace) -> Vec<f64> {
    let turns = turns(trace);
    turns.windows(2).map(|pair| 0.5 * (pair[1] - pair[0]).abs()).collect()
}

fn turns(trace: &Trace) -> Vec<f64> {
    let (position, velocity) = (trace.column("position"), trace.column("velocity"));
    let turning = velocity.windows(2).enumerate().filter(|(_, pair)| pair[0] * pair[1] < 0.0);
    turning.map(|(index, _)| index).filter(|index| trace.time[*index] > 3.0).map(|index| position[index]).collect()
}

/// Mean of the turning points.
fn centre(trace: &Trace) -> f64 {
    let turns = turns(trace);
    let even = &turns[..turns.len() / 2 * 2];
    even.iter().sum::<f64>() / even.len().max(1) as f64
}

fn response_picture(trace: &Trace) -> Result<String, Error> {
    let column = |name: &str| trace.column(name).to_vec();
    Picture::of(trace)
        .panel("Position", "m")
        .result("position", column("position"))
        .panel("Velocity", "m/s")
        .result("velocity", column("velocity"))
        .panel("Friction", "N")
        .result("friction", column("friction_force"))
        .svg()
}

fn reference_picture(trace: &Trace) -> Result<String, Error> {
    let table = Columns::read("lugre/A10.csv")?;
    let reference = |name: &str| table.at("t", name, &trace.time);
    let column = |name: &str| trace.column(name).to_vec();
    Picture::of(trace)
        .panel("Position", "m")
        .reference("reference", reference("x")?)
        .result("position", column("position"))
        .panel("Velocity", "m/s")
        .reference("reference", reference("v")?)
        .result("velocity", column("velocity"))
        .panel("Friction", "N")
        .reference("reference", reference("Ff")?)
        .result("friction", column("friction_force"))
        .residual("position − reference", "m", trace.column("position"), &reference("x")?)
        .svg()
}

/// The force of the presliding loop: 0.1425 N/s to ±1.425 N, with rests of 5 s.
const CORNERS: [(f64, f64); 7] =
    [(0.0, 0.0), (10.0, 1.425), (15.0, 1.425), (35.0, -1.425), (40.0, -1.425), (60.0, 1.425), (65.0, 1.425)];

fn presliding(lab: &Lab) -> Result<Section, Error> {
    let scenario = Scenario {
        name: "lugre-presliding",
        title: "",
        model: "HydraulicActuator",
        parameters: vec![
            ("pressure_step.force_amplitude", 0.0),
            ("spring_stiffness", 0.0),
            ("friction.coulomb_force", 1.0),
            ("friction.static_ratio", 1.5),
            ("friction.bristle_stiffness", 1e5),
            ("friction.bristle_damping", 1e5_f64.sqrt()),
            ("friction.stribeck_velocity", 1e-3),
            ("viscous_coefficient", 0.4),
        ],
        inputs: vec![("force", Signal::new(&CORNERS))],
        step_size: 1e-2,
        stop_time: 65.0,
    };
    let trace = lab.run(&scenario)?;
    let table = Columns::read("lugre/lugre_canon_presliding.csv")?;
    let reference = |name: &str| table.at("t", name, &trace.time);
    let (position, force) = (reference("x")?, reference("Ff")?);
    let off = deviation(trace.column("position"), &position);
    let over_time = Picture::of(&trace)
        .panel("Position", "µm")
        .reference("reference", super::picture::scaled(&position, 1e6))
        .result("position", super::picture::scaled(trace.column("position"), 1e6))
        .panel("Force", "N")
        .given("force", trace.column("force").to_vec())
        .result("friction", trace.column("friction_force").to_vec())
        .residual("position − reference", "m", trace.column("position"), &position);
    Ok(Section {
        title: "Canonical presliding loop".to_string(),
        against: "stiff reference solution".to_string(),
        about: "Bristles 100 kN/m, damping √10⁵ N·s/m, levels 1 and 1.5 N, viscous 0.4, mass 1; a force that ramps to ±1.425 N \
                and rests, below breakaway."
            .to_string(),
        pictures: vec![
            ("Friction against displacement".to_string(), loop_chart(&trace, &position, &force)?),
            (String::new(), over_time.svg()?),
        ],
        agreement: format!("{} m", scientific(off)),
        statements: vec![
            Statement::reference("the same position; the loop is 55 µm wide").below(off, 1e-10, "m"),
            Statement::reference("the same friction").below(deviation(trace.column("friction_force"), &force), 1e-6, "N"),
        ],
        ..Section::default()
    })
}

fn loop_chart(trace: &Trace, position: &[f64], force: &[f64]) -> Result<String, Error> {
    let points = |x: &[f64], y: &[f64]| x.iter().map(|x| x * 1e6).zip(y.iter().copied()).step_by(10).collect();
    let (reference, found) = (Stroke { colour: 0, is_dashed: false }, Stroke { colour: 1, is_dashed: true });
    let line = |stroke, points| plot::Trace { stroke, points, is_thin: false };
    let chart = plot::Chart {
        heading: "Friction, N".to_string(),
        axis: "displacement, µm".to_string(),
        is_logarithmic: false,
        is_logarithmic_up: false,
        traces: vec![
            line(reference, points(position, force)),
            line(found, points(trace.column("position"), trace.column("friction_force"))),
        ],
        marks: Vec::new(),
    };
    let key = |name: &str, stroke| Key { name: name.to_string(), stroke };
    let legend = vec![key("reference", reference), key("FMU", found)];
    let sheet = Sheet { title: String::new(), subtitle: String::new(), legend, charts: vec![chart] };
    Ok(plot::sheet_to_svg(&sheet)?)
}
