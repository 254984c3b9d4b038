//! Figs 6 to 17 of Borello & Dalla Vedova (2012): the electrohydraulic servomechanism.

mod balance;
mod statements;

use super::lab::{Lab, Trace};
use super::matching::{agree, side_by_side};
use super::picture::{DEGREES, Picture, deviation, scaled};
use super::reference::{Columns, Known, servo_events};
use super::section::{EventRow, Section, Statement, scientific};
use super::{Case, Chapter, Error};
use fmu_simulation::scenario::Scenario;

/// Figures whose converged trajectory is among the references.
const WITH_REFERENCE: [u32; 7] = [6, 7, 9, 11, 12, 14, 16];

/// What the references print: nine digits.
const POSITION_LIMIT: f64 = 1e-8;
const TIME_LIMIT: f64 = 1e-8;

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Servomechanism with reversible and irreversible transmission",
        introduction: include_str!("../../assets/servo.html"),
        cases: (6..=17).map(|figure| Case::new(format!("fig{figure:02}"), move |lab| section(lab, figure))).collect(),
    }
}

/// A figure as the FMU runs it, located and with the published algorithm.
struct Runs {
    figure: u32,
    scenario: Scenario,
    located: Trace,
    table_1: Trace,
}

impl Runs {
    fn new(lab: &Lab, figure: u32) -> Result<Self, Error> {
        let name = format!("fig{figure:02}");
        let scenario = Scenario::find(&name).ok_or(Error::Model { name })?;
        let located = lab.run(&scenario)?;
        let table_1 = lab.run_with(&scenario, &[("solver.method", 2.0)])?;
        Ok(Self { figure, scenario, located, table_1 })
    }
}

fn section(lab: &Lab, figure: u32) -> Result<Section, Error> {
    let runs = Runs::new(lab, figure)?;
    let reference =
        WITH_REFERENCE.contains(&figure).then(|| Reference::read(figure, &runs.located.time)).transpose()?;
    let known = reference.as_ref().map_or(&[][..], |reference| &reference.events);
    let mut events = side_by_side(&runs.located.events, known, &runs.table_1.events);
    mark_arrival(&mut events, figure);
    let mut statements = statements::statements(lab, &runs)?;
    statements.extend(balance::statements(lab, &runs)?);
    let measured = measured(&runs, reference.as_ref(), &events);
    let agreement = measured.1;
    statements.extend(measured.0);
    Ok(Section {
        title: format!("Fig {figure}: {}", runs.scenario.title),
        against: against(reference.is_some()).to_string(),
        about: about(lab, &runs)?,
        pictures: vec![(String::new(), picture(&runs, reference.as_ref())?)],
        events,
        statements,
        agreement,
        remark: remark(figure).to_string(),
        ..Section::default()
    })
}

fn against(has_reference: bool) -> &'static str {
    if has_reference { "the paper’s text; converged solution" } else { "the paper’s text; Table 1, 10\u{a0}µs" }
}

/// Why a figure is off.
fn remark(figure: u32) -> &'static str {
    match figure {
        9 => {
            "The arrival is 19 ms later than the paper's 1.02 s. The paper prints no parameters; the reconstructed set \
             meets the other figures and is not bent to meet this one."
        }
        10 => {
            "The arrival is 18 ms earlier than the paper's 1.28 s, with the same parameters that make Fig 9 late: no \
             common set was found that meets both."
        }
        13 => {
            "The transmission of this figure (efficiencies 0.96 and 0.5, static ratio 2) is weakly determined by the text."
        }
        16 | 17 => "The number of steps holds for exactly these parameters: a change of 1 % can alter it.",
        _ => "",
    }
}

fn about(lab: &Lab, runs: &Runs) -> Result<String, Error> {
    let value = |name: &str| -> Result<f64, Error> {
        let own = runs.scenario.parameters.iter().find(|(known, _)| *known == name);
        own.map_or_else(|| lab.start(runs.scenario.model, name), |(_, value)| Ok(*value))
    };
    Ok(format!(
        "Efficiency against the load {}, with the load {}; static over dynamic friction {}. Communication step 1 ms.",
        value("friction.efficiency_opposing")?,
        super::section::fixed(value("friction.efficiency_aiding")?, 2),
        value("friction.static_ratio")?
    ))
}

/// The converged solution, in SI units at the communication points.
struct Reference {
    position: Vec<f64>,
    velocity: Vec<f64>,
    pressure: Vec<f64>,
    motor_torque: Vec<f64>,
    events: Vec<Known>,
}

impl Reference {
    fn read(figure: u32, times: &[f64]) -> Result<Self, Error> {
        let table = Columns::read(&format!("servo/fig{figure:02}.csv"))?;
        let column = |name: &str, factor: f64| Ok::<_, Error>(scaled(&table.at("t_s", name, times)?, factor));
        Ok(Self {
            position: column("xj_deg", 1.0 / DEGREES)?,
            velocity: column("dxj_deg_s", 1.0 / DEGREES)?,
            pressure: column("p12_MPa", 1e6)?,
            motor_torque: column("tm_Nm", 1.0)?,
            events: servo_events(figure)?,
        })
    }
}

/// Deviations from the reference, or from the published algorithm where there is none; and both in a few words.
fn measured(runs: &Runs, reference: Option<&Reference>, events: &[EventRow]) -> (Vec<Statement>, String) {
    let position = runs.located.column("position");
    match reference {
        Some(reference) => {
            let off = DEGREES * deviation(position, &reference.position);
            let at = agree(events, TIME_LIMIT);
            let late = at.quantity.map_or(f64::NAN, |quantity| quantity.value);
            let words = format!("{} deg; {} s", scientific(off), scientific(late));
            (
                vec![
                    Statement::reference("the same position at every millisecond").below(off, POSITION_LIMIT, "deg"),
                    at,
                ],
                words,
            )
        }
        None => {
            let off = DEGREES * deviation(position, runs.table_1.column("position"));
            let says = "Table 1 with steps of 10 µs, which is of first order, gives the same position to its accuracy";
            // 1.1e-4 s of error in an event time at up to 7 deg/s.
            (vec![Statement::reference(says).below(off, 1e-3, "deg")], format!("Table 1: {} deg", scientific(off)))
        }
    }
}

/// The paper's time of arrival stands beside the last stop.
fn mark_arrival(events: &mut [EventRow], figure: u32) {
    if let (Some(last), Some(paper)) = (events.last_mut(), statements::arrival(figure)) {
        last.paper = Some(paper);
    }
}

fn picture(runs: &Runs, reference: Option<&Reference>) -> Result<String, Error> {
    let trace = &runs.located;
    let column = |name: &str, factor: f64| scaled(trace.column(name), factor);
    let under = |picture: Picture, values: fn(&Reference) -> &[f64], factor: f64| match reference {
        Some(reference) => picture.reference("reference", scaled(values(reference), factor)),
        None => picture,
    };
    let mut picture = Picture::of(trace).panel("Position", "deg").given("command", column("command", DEGREES));
    picture = match reference {
        Some(reference) => picture.reference("reference", scaled(&reference.position, DEGREES)),
        None => picture.reference("Table 1, 10 µs", scaled(runs.table_1.column("position"), DEGREES)),
    };
    picture = picture.result("position", column("position", DEGREES)).panel("Rate", "deg/s");
    picture = under(picture, |r| &r.velocity, DEGREES).result("rate", column("velocity", DEGREES));
    picture = picture.panel("Error", "deg").result("command − position", column("position_error", DEGREES));
    picture = picture.panel("Pressure", "MPa").given("supply", column("supply_pressure", 1e-6));
    picture = under(picture, |r| &r.pressure, 1e-6).result("differential", column("differential_pressure", 1e-6));
    picture = picture.panel("Torque", "kN·m").given("load", column("load_torque", 1e-3));
    picture = under(picture, |r| &r.motor_torque, 1e-3).result("motor", column("motor_torque", 1e-3));
    picture = picture.result("friction", column("friction_torque", 1e-3));
    let expected = reference.map_or(runs.table_1.column("position"), |reference| &reference.position);
    let name = if reference.is_some() { "position − reference" } else { "position − Table 1" };
    picture.residual(name, "deg", &column("position", DEGREES), &scaled(expected, DEGREES)).svg()
}
