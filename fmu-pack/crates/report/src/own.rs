//! A user's own FMU: what can be asked of it without a reference.
//!
//! Every case runs the FMU on the same inputs and compares the run with another one that must be the same, or with an equation that
//! must hold. A case that needs a variable which the FMU does not have is not run, and says so.

mod agreement;
mod excitation;
mod mirror;
mod sticking;

use super::lab::Trace;
use super::section::{Section, Statement, Table, scientific};
use super::{Case, Chapter, Error};
use fmu_import::fmu::Fmu;
use fmu_import::interface::Interface;
use fmu_output::number;
use fmu_plot as plot;
use fmu_simulation::input::{Row, Table as Rows};
use fmu_simulation::laws::{self, ContactLaw};
use fmu_simulation::{self as simulation, Grid, Plan, Setting};
use model_description::models::laws::Family;
use std::rc::Rc;

use agreement::{events_agree, positions_agree};

pub use excitation::{DURATION, excitation};

/// An FMU, and how it is run.
pub struct Own {
    /// The FMU.
    pub fmu: Fmu,
    /// Parameters and constant inputs.
    pub settings: Vec<Setting>,
    /// Names of the input signals.
    pub names: Vec<String>,
    /// Their rows.
    pub rows: Vec<Row>,
    /// Communication step, in s.
    pub step: f64,
    /// End, in s.
    pub stop: f64,
}

/// One way to run it.
#[derive(Clone, Default)]
struct Way {
    /// Parameters that differ.
    settings: Vec<(String, String)>,
    /// Communication step, if another [s].
    step: Option<f64>,
    /// Another instance goes on from the saved state [s].
    restore_at: Option<f64>,
    /// Other input signals.
    rows: Option<Vec<Row>>,
}

/// The chapter.
pub fn chapter(own: Own) -> Chapter {
    let own = Rc::new(own);
    let case = |id: &str, run: fn(&Own) -> Result<Section, Error>| {
        let own = Rc::clone(&own);
        Case::new(id, move |_| run(&own))
    };
    Chapter {
        title: "Your own FMU",
        introduction: include_str!("../assets/own.html"),
        cases: vec![
            case("own-run", shown),
            case("own-balance", balance),
            case("own-sticking", sticking::section_of),
            case("own-mirror", mirror::section_of),
            case("own-steps", steps),
            case("own-convergence", convergence),
            case("own-restored", restored),
        ],
    }
}

impl Own {
    fn interface(&self) -> &Interface {
        self.fmu.interface()
    }

    fn run(&self, way: Way) -> Result<Trace, Error> {
        let step = way.step.unwrap_or(self.step);
        let more = way.settings.iter().map(|(name, value)| Setting::new(name, value, self.interface()));
        let settings = self.settings.iter().cloned().map(Ok).chain(more);
        let rows = way.rows.unwrap_or_else(|| self.rows.clone());
        let plan = Plan {
            grid: Grid::new(0.0, step, self.stop),
            start: 0.0,
            stop: self.stop,
            tolerance: None,
            settings: settings.collect::<Result<_, _>>()?,
            rows: (!rows.is_empty()).then(|| Box::new(Rows::new(self.names.clone(), rows)) as Box<_>),
            event_mode: false,
            restore_at: way.restore_at,
        };
        Trace::of(&self.fmu, plan, &self.interface().model_name)
    }

    /// The value of a parameter in these runs, in its unit.
    fn parameter(&self, name: &str) -> Option<f64> {
        let variable = self.interface().find(name)?;
        let text = self.setting(name).unwrap_or(&variable.start);
        simulation::real(text, &variable.unit).ok()
    }

    /// What a variable is set to, as text.
    fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().rev().find(|setting| setting.name() == name).map(Setting::text)
    }

    /// What the laws of all its contacts do at rest; none of a law that is not known.
    fn families(&self) -> Vec<Option<Family>> {
        let family = |law: &ContactLaw| match law {
            ContactLaw::Declared(law) => Some(law.family),
            ContactLaw::Fixed => Some(Family::Sticks),
            ContactLaw::Foreign => None,
        };
        laws::of_all_contacts(self.interface(), &self.settings).iter().map(family).collect()
    }

    /// Its motion is located by series, not integrated within a tolerance: one contact with another law has all of it integrated.
    fn is_located(&self) -> bool {
        self.families().iter().all(|family| *family == Some(Family::Sticks))
    }

    fn is_comparator(&self) -> bool {
        self.families().contains(&Some(Family::Comparator))
    }

    /// Outputs that end with this name, of the FMU itself or of its elements.
    fn outputs<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let is_it = move |full: &str| full == name || full.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
        let outputs = self.interface().with_causality("output").map(|variable| variable.name.as_str());
        outputs.filter(move |full| is_it(full))
    }

    /// It shows positions of bodies with names of their own.
    fn has_elements(&self) -> bool {
        self.interface().find("position").is_none() && self.outputs("position").next().is_some()
    }

    fn unit(&self, name: &str) -> String {
        self.interface().find(name).map(|variable| variable.unit.replace("N.m", "N·m")).unwrap_or_default()
    }
}

/// A section of which the rest is filled in.
fn section(title: &str, against: &str, about: &str, statements: Vec<Statement>) -> Section {
    let (title, against, about) = (title.to_string(), against.to_string(), about.to_string());
    Section { title, against, about, statements, ..Section::default() }
}

fn shown(own: &Own) -> Result<Section, Error> {
    let trace = own.run(Way::default())?;
    let variables = simulation::recorded(own.interface(), false);
    let columns: Vec<Vec<f64>> = variables.iter().map(|variable| trace.column(&variable.name).to_vec()).collect();
    let figure = plot::layout(("", ""), &trace.time, &variables, &columns, &|regime| trace.rest_name(regime))?;
    let statements = vec![
        warnings(&trace.warnings),
        Statement::requirement("events are told in the order of time").is(
            trace.events.is_sorted_by(|one, other| one.time <= other.time),
            format!("{} events", trace.events.len()),
        ),
    ];
    let about =
        format!("{} s on the inputs of this report, a communication step of {} s.", number(own.stop), number(own.step));
    let mut section = section("The run", "the FMU’s own messages", &about, statements);
    section.pictures = vec![(String::new(), plot::to_svg(&figure)?)];
    section.agreement = format!("{} events", trace.events.len());
    Ok(section)
}

/// What is to be known of a law is no fault of the run, and is told all the same.
fn warnings(told: &[String]) -> Statement {
    let (advice, faults): (Vec<&String>, Vec<&String>) =
        told.iter().partition(|text| simulation::laws::is_advice(text));
    let remarks: String = advice.iter().map(|text| format!("; remark: {text}")).collect();
    let found = match faults[..] {
        [] => format!("none{remarks}"),
        [first, ..] => format!("{}: {first}{remarks}", faults.len()),
    };
    Statement::requirement("no warning in the whole run").is(faults.is_empty(), found)
}

/// J·a = active − friction − end stop, for what the FMU shows of it.
fn balance(own: &Own) -> Result<Section, Error> {
    let says = "inertia times acceleration is the active torque less friction and end stop, wherever no input steps";
    let statement = Statement::closed_form(says);
    let trace = own.run(Way::default())?;
    let statement = match torques(own, &trace) {
        None if own.has_elements() => statement
            .not_run("the FMU consists of elements, and does not tell which of their torques act on which body"),
        None => statement.not_run("the FMU does not show acceleration, friction and what drives its body"),
        Some((off, largest, unit)) => {
            // Rounding of sums of torques of this size, and of the fixed steps of comparators.
            statement.below(off, 1e-9 * largest, unit)
        }
    };
    let agreement = statement.found.clone();
    let section = section(
        "Balance",
        "Newton’s second law",
        "Torques or forces that the FMU shows at the same instant.",
        vec![statement],
    );
    Ok(Section { agreement, ..section })
}

/// Largest residual of the balance, largest torque, unit.
fn torques(own: &Own, trace: &Trace) -> Option<(f64, f64, &'static str)> {
    let column = |name: &str| Some(trace.column(name)).filter(|column| !column.is_empty());
    let parameter = |name: &str| own.parameter(name);
    let viscous = parameter("viscous_coefficient").unwrap_or(0.0);
    let (acceleration, velocity) = (column("acceleration")?, column("velocity")?);
    let (active, friction, stop, inertia, unit): (Vec<f64>, _, _, _, _) =
        if let Some(friction) = column("friction_torque") {
            let inertia = parameter("inertia")? + parameter("load_inertia").unwrap_or(0.0);
            let (motor, load) = (column("motor_torque")?, column("load_torque")?);
            let active = (0..motor.len()).map(|row| motor[row] - load[row] - viscous * velocity[row]).collect();
            (active, friction, column("end_stop_torque")?, inertia, "N·m")
        } else {
            let (force, pressure, position) = (column("force")?, column("pressure_force")?, column("position")?);
            let stiffness = parameter("spring_stiffness")?;
            let active = (0..force.len()).map(|row| force[row] + pressure[row] - stiffness * position[row]).collect();
            (active, column("friction_force")?, column("end_stop_force")?, parameter("mass")?, "N")
        };
    // Where an input steps, the row shows its value after the step, and the outputs at the end of the step before.
    let steps = |time: f64| own.rows.windows(2).any(|pair| pair[0].time == pair[1].time && pair[0].time == time);
    let rows = (0..active.len()).filter(|row| !steps(trace.time[*row]));
    let residual = rows.map(|row| inertia * acceleration[row] - (active[row] - friction[row] - stop[row]));
    let off = residual.fold(0.0_f64, |most, residual| most.max(residual.abs()));
    let largest = active.iter().chain(friction).chain(stop).fold(0.0_f64, |most, torque| most.max(torque.abs()));
    Some((off, largest.max(f64::MIN_POSITIVE), unit))
}

fn steps(own: &Own) -> Result<Section, Error> {
    let about = "The same inputs, given as straight lines, with communication steps of other lengths.";
    let title = "Communication steps";
    if own.is_comparator() {
        let why = "the law is a comparator: it has fixed steps of its own, whose error it is there to show";
        let statements = vec![Statement::requirement("the same positions with other communication steps").not_run(why)];
        return Ok(section(title, "itself", about, statements));
    }
    let base = own.run(Way::default())?;
    let mut statements = Vec::new();
    let mut table = Table::new("Events", &["communication step, s", "events"]);
    table.rows.push(vec![number(own.step), base.events.len().to_string()]);
    for factor in [10.0, 0.5] {
        let step = factor * own.step;
        let other = own.run(Way { step: Some(step), ..Way::default() })?;
        table.rows.push(vec![number(step), other.events.len().to_string()]);
        let says = format!("the same with a communication step of {} s", number(step));
        statements.extend(positions_agree(own, &says, &base, &other));
        let says = format!("the same events with a communication step of {} s", number(step));
        statements.push(events_agree(own, says, &base, &other)?);
    }
    let mut section = section(title, "itself", about, statements);
    section.agreement = worst(&section.statements);
    section.tables = vec![table];
    Ok(section)
}

fn convergence(own: &Own) -> Result<Section, Error> {
    let about = "Internal steps of half the length, and a tolerance ten times tighter where the law is integrated.";
    let title = "Convergence";
    let has = |name: &str| own.interface().find(name).is_some_and(|variable| variable.causality == "parameter");
    let statement = || Statement::requirement("the same with finer internal steps");
    if own.is_comparator() || !has("solver.max_step_size") {
        let why = if own.is_comparator() { "the law is a comparator" } else { "the FMU has no solver.max_step_size" };
        return Ok(section(title, "itself", about, vec![statement().not_run(why)]));
    }
    let base = own.run(Way::default())?;
    let halved = number(0.5 * own.parameter("solver.max_step_size").unwrap_or(1e-3));
    let mut settings = vec![("solver.max_step_size".to_string(), halved)];
    if !own.is_located() && has("solver.tolerance") {
        let tighter = number(0.1 * own.parameter("solver.tolerance").unwrap_or(1e-9));
        settings.push(("solver.tolerance".to_string(), tighter));
    }
    let fine = own.run(Way { settings, ..Way::default() })?;
    let mut statements = positions_agree(own, "the same with finer internal steps", &base, &fine);
    statements.push(events_agree(own, "the same events".to_string(), &base, &fine)?);
    let mut section = section(title, "itself", about, statements);
    section.agreement = worst(&section.statements);
    Ok(section)
}

fn restored(own: &Own) -> Result<Section, Error> {
    let about = "In the middle of the run the state is saved as bytes; another instance takes it over and goes on.";
    let offer = own.interface().co_simulation.as_ref();
    let can = offer.is_some_and(|offer| offer.can("canSerializeFMUstate") || offer.can("canSerializeFMUState"));
    let statement = Statement::requirement("the same bits as without a break, in all outputs");
    let statement = if can {
        let base = own.run(Way::default())?;
        let other = own.run(Way { restore_at: Some(0.5 * own.stop), ..Way::default() })?;
        let names: Vec<&str> = own.interface().with_causality("output").map(|variable| &*variable.name).collect();
        let bits =
            |trace: &Trace, name: &str| trace.column(name).iter().map(|value| value.to_bits()).collect::<Vec<u64>>();
        let differing: Vec<&str> =
            names.iter().copied().filter(|name| bits(&base, name) != bits(&other, name)).collect();
        statement.is(differing.is_empty(), format!("{} of {} outputs differ", differing.len(), names.len()))
    } else {
        statement.not_run("the FMU does not serialize its state")
    };
    let agreement = statement.found.clone();
    Ok(Section { agreement, ..section("Saved and restored", "itself", about, vec![statement]) })
}

/// The largest deviation of those statements that have one.
fn worst(statements: &[Statement]) -> String {
    let values = statements.iter().filter_map(|statement| statement.quantity).filter(|quantity| quantity.unit != "s");
    let most = values.clone().map(|quantity| quantity.value).fold(0.0, f64::max);
    values.clone().next().map_or(String::new(), |quantity| format!("{} {}", scientific(most), quantity.unit))
}
