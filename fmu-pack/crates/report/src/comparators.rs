//! The four algorithms that the papers compare themselves with, on the stick-slip mass.

use super::lab::{Lab, Trace};
use super::picture::{Picture, deviation};
use super::section::{Section, Statement, Table, fixed, scientific};
use super::transmission::pulled;
use super::{Case, Chapter, Error};
use fmu_simulation::scenario::{Scenario, Signal};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Other friction algorithms, and where they go wrong",
        introduction: include_str!("../assets/comparators.html"),
        cases: vec![Case::new("comparators", section)],
    }
}

/// Number of `friction.law`, name.
const LAWS: [(f64, &str); 4] = [(9.0, "Karnopp"), (10.0, "SIGN"), (11.0, "hyperviscous"), (12.0, "Quinn")];
/// Width of the dead band or of the smoothing, in m/s; and the comparators' step, in s.
const WIDTH: f64 = 1e-3;
const STEP: f64 = 1e-4;
const END: f64 = 20.0;
/// The spring holds less than the Coulomb level until 5 s.
const RESTING: [f64; 2] = [1.0, 4.5];

fn scenario() -> Scenario {
    let force = Signal::new(&[(0.0, 0.0), (END, pulled::STIFFNESS * pulled::SPEED * END)]);
    Scenario { inputs: vec![("force", force)], stop_time: END, ..pulled::scenario() }
}

/// One algorithm's run and what is wrong with it.
struct Tried {
    name: &'static str,
    trace: Trace,
}

impl Tried {
    fn error(&self, truth: &Trace) -> f64 {
        deviation(self.trace.column("position"), truth.column("position"))
    }

    /// Where it should rest, and even without stiction, it moves this far.
    fn creep(&self) -> f64 {
        let [from, to] = RESTING;
        (self.trace.at("position", to) - self.trace.at("position", from)).abs()
    }

    /// When it first exceeds 0.05 m/s.
    fn first_slip(&self) -> f64 {
        slip(&self.trace)
    }
}

fn slip(trace: &Trace) -> f64 {
    let moving = trace.time.iter().zip(trace.column("velocity")).find(|(_, velocity)| **velocity > 0.05);
    moving.map_or(f64::NAN, |(time, _)| *time)
}

fn section(lab: &Lab) -> Result<Section, Error> {
    let truth = lab.run(&scenario())?;
    let tried: Vec<Tried> = LAWS
        .into_iter()
        .map(|(law, name)| {
            let parameters =
                [("friction.law", law), ("friction.regularization_velocity", WIDTH), ("solver.fixed_step_size", STEP)];
            Ok(Tried { name, trace: lab.run_with(&scenario(), &parameters)? })
        })
        .collect::<Result<_, Error>>()?;
    Ok(Section {
        title: "Stick-slip mass: Karnopp, SIGN, hyperviscous, Quinn".to_string(),
        against: "closed form; the event-located law".to_string(),
        about: "Width of the dead band or smoothing 1 mm/s, steps of 0.1 ms. True motion: stuck until 7.5 s, slip, stuck until \
                15.1 s, slip. SIGN lies under hyperviscous."
            .to_string(),
        pictures: vec![(String::new(), picture(&truth, &tried)?)],
        tables: vec![table(&truth, &tried)],
        agreement: format!("up to {} m off", scientific(tried.iter().map(|t| t.error(&truth)).fold(0.0, f64::max))),
        statements: statements(&truth, &tried),
        remark: "These laws are in the FMU so that a user can see the difference on an actuator. A wider band or a shorter step \
                 changes the numbers, not the kind of error."
            .to_string(),
        ..Section::default()
    })
}

fn statements(truth: &Trace, tried: &[Tried]) -> Vec<Statement> {
    let known: Vec<f64> = truth.time.iter().map(|time| pulled::position(*time)).collect();
    let exact = deviation(truth.column("position"), &known);
    let [karnopp, sign, viscous, quinn] = tried else { return Vec::new() };
    let breakaway = pulled::first_breakaway();
    let late = karnopp.first_slip() - slip(truth);
    // Inside the band the net force grows with 0.2 N/s from zero on: v = 0.1·t².
    let crossing = (WIDTH / (0.5 * pulled::STIFFNESS * pulled::SPEED)).sqrt();
    // The spring pulls with 0.2 N/s and is not relieved much.
    let [from, to] = RESTING;
    let creep = WIDTH / pulled::FRICTION * 0.5 * pulled::STIFFNESS * pulled::SPEED * (to * to - from * from);
    vec![
        Statement::closed_form("the event-located law meets the closed form").below(exact, 1e-11, "m"),
        Statement::closed_form("Karnopp breaks away late, by the time to cross its dead band").close(
            late,
            crossing,
            0.2 * crossing,
            "s",
        ),
        Statement::requirement("SIGN chatters at rest: a direction change in every other step").is(
            sign.trace.events.len() > 20_000,
            format!("{} events instead of {}", sign.trace.events.len(), truth.events.len()),
        ),
        Statement::requirement("SIGN knows no stiction: it leaves at the Coulomb level, 2.5 s too early")
            .is(sign.first_slip() < breakaway - 1.5, format!("slips at {} s", fixed(sign.first_slip(), 2))),
        Statement::closed_form(
            "hyperviscous friction creeps at rest, with width/fc times the force; from 1 to 4.5 s by",
        )
        .close(viscous.creep(), creep, 0.05 * creep, "m"),
        Statement::requirement("Quinn breaks away in time, but comes to rest only asymptotically").is(
            quinn.trace.at("velocity", 12.0) != 0.0,
            format!("{} m/s at 12 s", scientific(quinn.trace.at("velocity", 12.0))),
        ),
    ]
}

fn table(truth: &Trace, tried: &[Tried]) -> Table {
    let columns = ["Algorithm", "Largest error, m", "First slip, s", "Creep from 1 to 4.5 s, m", "Events"];
    let mut table = Table::new("Where each goes wrong", &columns);
    let row = |name: &str, error: f64, slip: f64, creep: f64, events: usize| {
        vec![name.to_string(), scientific(error), fixed(slip, 3), scientific(creep), events.to_string()]
    };
    table.rows.push(row("event-located", 0.0, slip(truth), 0.0, truth.events.len()));
    for tried in tried {
        let events = tried.trace.events.len();
        table.rows.push(row(tried.name, tried.error(truth), tried.first_slip(), tried.creep(), events));
    }
    table
}

fn picture(truth: &Trace, tried: &[Tried]) -> Result<String, Error> {
    let mut picture =
        Picture::of(truth).panel("Position", "m").given("event-located", truth.column("position").to_vec());
    for tried in tried {
        picture = picture.result(tried.name, tried.trace.column("position").to_vec());
    }
    picture = picture.panel("Velocity", "m/s").given("event-located", truth.column("velocity").to_vec());
    for tried in tried {
        picture = picture.result(tried.name, tried.trace.column("velocity").to_vec());
    }
    picture = picture.panel("Error of the position", "m");
    for tried in tried {
        let pairs = tried.trace.column("position").iter().zip(truth.column("position"));
        picture = picture.result(tried.name, pairs.map(|(found, true_one)| found - true_one).collect());
    }
    picture.svg()
}
