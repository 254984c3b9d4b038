//! Limit cycles of a position servo with integral action: hunting with stiction, and none without.

use super::lab::{Lab, Trace};
use super::matching::{agree, side_by_side};
use super::picture::{Picture, largest, scaled};
use super::reference::{Columns, Known};
use super::section::{Section, Statement, Table, fixed, scientific};
use super::{Case, Chapter, Error};
use fmu_simulation::EventKind;
use fmu_simulation::scenario::{Scenario, Signal};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Limit cycles of a servo with integral action",
        introduction: include_str!("../assets/limit_cycle.html"),
        cases: vec![Case::new("hunting", hunting), Case::new("without-stiction", without_stiction)],
    }
}

/// Motions that the reference of a cycle is compared over: a thousand periods.
const MOTIONS: usize = 2000;
/// What a picture of the cycle shows [s].
const SHOWN: f64 = 2.0;
/// Shown of the motion without stiction, and how much is run [s].
const WITHOUT_STICTION_SHOWN: f64 = 8.0;
const WITHOUT_STICTION_END: f64 = 30.0;
/// From rad to µrad.
const MICRO: f64 = 1e6;

/// A servo of no load, with the gains of the references.
fn scenario(name: &'static str, integral_gain: f64, static_ratio: f64, stop_time: f64) -> Scenario {
    Scenario {
        name,
        title: "",
        model: "ServoActuator",
        parameters: vec![
            ("controller.integral_gain", integral_gain),
            ("controller.derivative_gain", 0.02),
            ("friction.static_ratio", static_ratio),
            ("friction.efficiency_opposing", 1.0),
            ("friction.efficiency_aiding", 1.0),
            ("position_start", 2e-5),
        ],
        inputs: vec![("command", Signal::constant(0.0))],
        step_size: 1e-3,
        stop_time,
    }
}

/// Breakaway and stop of each motion, and where it ends.
struct Motion {
    direction: i8,
    times: [f64; 2],
    end: f64,
}

/// The motions of a reference; once its rows end the cycle of the last two goes on.
fn motions(table: &str, count: usize) -> Result<Vec<Motion>, Error> {
    let table = Columns::read(&format!("limit_cycle/{table}.csv"))?;
    let [direction, breakaway, stop, to] =
        [table.column("direction")?, table.column("breakaway")?, table.column("stop")?, table.column("to")?];
    let rows = stop.len();
    let period = stop[rows - 1] - stop[rows - 3];
    let motion = |number: usize| {
        let cycles = if number < rows { 0 } else { (number - rows) / 2 + 1 };
        let row = number - 2 * cycles;
        let later = period * cycles as f64;
        let times = [breakaway[row] + later, stop[row] + later];
        Motion { direction: if direction[row] > 0.0 { 1 } else { -1 }, times, end: to[row] }
    };
    Ok((0..count).map(motion).collect())
}

fn known(motions: &[Motion]) -> Vec<Known> {
    let event = |kind, direction, time, position| Known { kind, direction, time, position };
    let both = |motion: &Motion| {
        [
            event(EventKind::Breakaway, Some(motion.direction), motion.times[0], f64::NAN),
            event(EventKind::Stop, None, motion.times[1], motion.end),
        ]
    };
    motions.iter().flat_map(both).collect()
}

/// Positions at rest of the reference, at the first communication point after each stop; not a number elsewhere.
fn at_rest(trace: &Trace, motions: &[Motion]) -> Vec<f64> {
    let mut values = vec![f64::NAN; trace.time.len()];
    for motion in motions {
        let row = trace.time.partition_point(|time| *time < motion.times[1]);
        if let Some(value) = values.get_mut(row) {
            *value = motion.end;
        }
    }
    values
}

/// Largest distances from a reference at its stops: instants [s] and positions [rad].
fn off(trace: &Trace, motions: &[Motion]) -> (f64, f64) {
    let stops: Vec<_> = trace.events_of(EventKind::Stop).collect();
    if stops.len() != motions.len() {
        return (f64::INFINITY, f64::INFINITY);
    }
    let instants: Vec<f64> = stops.iter().zip(motions).map(|(event, motion)| event.time - motion.times[1]).collect();
    // At the next communication point after the stop the body is at rest still.
    let rests: Vec<f64> = motions
        .iter()
        .filter_map(|motion| {
            let row = trace.time.partition_point(|time| *time < motion.times[1]);
            Some(trace.column("position").get(row)? - motion.end)
        })
        .collect();
    (largest(&instants), largest(&rests))
}

fn hunting(lab: &Lab) -> Result<Section, Error> {
    let motions = motions("unloaded", MOTIONS)?;
    let all = motions[MOTIONS - 1].times[1] + 0.01;
    let cycles = lab.run(&Scenario { step_size: 0.01, ..scenario("hunting", 1600.0, 1.7, all) })?;
    let shown = lab.run(&scenario("hunting", 1600.0, 1.7, SHOWN))?;
    let first: Vec<_> = motions.iter().take_while(|motion| motion.times[1] < SHOWN).collect();
    let events = side_by_side(&shown.events, &known(&motions)[..shown.events.len().min(2 * first.len() + 1)], &[]);
    let (late, away) = off(&cycles, &motions);
    let cycle = &motions[MOTIONS - 3..];
    let period = cycle[2].times[1] - cycle[0].times[1];
    let amplitude = (cycle[2].end - cycle[1].end).abs() / 2.0;
    let found = last_period(&cycles);
    let stick = cycle[1].times[0] - cycle[0].times[1];
    let mut table = Table::new("The cycle", &["Quantity", "Closed form", "FMU, 1000th period"]);
    let row = |name: &str, expected: f64, found: f64, digits| {
        vec![name.to_string(), fixed(expected, digits), fixed(found, digits)]
    };
    table.rows = vec![
        row("period, s", period, found.period, 12),
        row("at rest between two motions, s", stick, found.rest, 12),
        row("amplitude, µrad", MICRO * amplitude, MICRO * found.amplitude, 12),
    ];
    Ok(Section {
        title: "Hunting: stiction and integral action".to_string(),
        against: "closed form from event to event, evaluated with 50 digits".to_string(),
        about: "Friction 2500 N·m while sliding and 4250 at breakaway, integral gain 40 per second of the proportional one, no load, \
                command 0. The start is 20 µrad off; the cycle of 13 ms of motion and 137 ms of rest takes over at once."
            .to_string(),
        pictures: vec![(String::new(), picture_of_hunting(&shown, &motions)?)],
        agreement: format!("{} s; {} rad", scientific(late), scientific(away)),
        tables: vec![table],
        statements: vec![
            agree(&events, 1e-12),
            Statement::closed_form("every stop of 1000 periods, 300 s, at its instant").below(late, 1e-10, "s"),
            Statement::closed_form("the position at every rest of 1000 periods").below(away, 1e-16, "rad"),
            Statement::closed_form("the same period after 1000 periods").below((found.period - period).abs(), 1e-11, "s"),
            Statement::closed_form("the same amplitude after 1000 periods").below(
                (found.amplitude - amplitude).abs(),
                1e-16,
                "rad",
            ),
        ],
        events,
        ..Section::default()
    })
}

/// Of the last period of a run.
struct Cycle {
    period: f64,
    rest: f64,
    amplitude: f64,
}

fn last_period(trace: &Trace) -> Cycle {
    let last = |back: usize| trace.events.iter().rev().nth(back).map_or(f64::NAN, |event| event.time);
    let (after, before) = (trace.last("position"), trace.at("position", last(1)));
    // Backwards: stop, breakaway, stop, breakaway, stop.
    Cycle { period: last(0) - last(4), rest: last(3) - last(4), amplitude: (after - before).abs() / 2.0 }
}

fn picture_of_hunting(trace: &Trace, motions: &[Motion]) -> Result<String, Error> {
    let kilo = |name: &str| scaled(trace.column(name), 1e-3);
    Picture::of(trace)
        .panel("Position", "µrad")
        .result("position", scaled(trace.column("position"), MICRO))
        .instants("closed form, at rest", scaled(&at_rest(trace, motions), MICRO))
        .panel("Velocity", "mrad/s")
        .result("velocity", scaled(trace.column("velocity"), 1e3))
        .panel("Torque", "kN·m")
        .given("motor", kilo("motor_torque"))
        .result("friction", kilo("friction_torque"))
        .svg()
}

/// Laws that stand beside: number, name, width of the dead band or smoothing in rad/s.
const OTHERS: [(f64, &str); 4] = [(11.0, "hyperviscous (tanh)"), (10.0, "SIGN"), (9.0, "Karnopp"), (12.0, "Quinn")];
const WIDTH: f64 = 1e-5;
/// Of their integration [s].
const STEP: f64 = 1e-4;

fn without_stiction(lab: &Lab) -> Result<Section, Error> {
    let end = WITHOUT_STICTION_END;
    let scenario = |end| scenario("without-stiction", 4000.0, 1.0, end);
    let all = motions("without_stiction", Columns::read("limit_cycle/without_stiction.csv")?.column("stop")?.len())?;
    let motions: Vec<Motion> = all.into_iter().filter(|motion| motion.times[1] < end).collect();
    let long = lab.run(&Scenario { step_size: 0.01, ..scenario(end) })?;
    let shown = lab.run(&scenario(WITHOUT_STICTION_SHOWN))?;
    let width =
        |law| [("friction.law", law), ("friction.regularization_velocity", WIDTH), ("solver.fixed_step_size", STEP)];
    let others: Vec<Trace> = OTHERS
        .iter()
        .map(|(law, _)| lab.run_with(&scenario(WITHOUT_STICTION_SHOWN), &width(*law)))
        .collect::<Result<_, _>>()?;
    let (late, away) = off(&long, &motions);
    let ratios: Vec<f64> = motions[1..].windows(2).map(|pair| pair[1].end / pair[0].end).collect();
    let rests = long.events_of(EventKind::Stop).count();
    Ok(Section {
        title: "No hunting without stiction".to_string(),
        against: "closed form, 50 digits; global asymptotic stability (Bisoffi et al. 2018)".to_string(),
        about: "The same servo with an integral gain of 100 per second of the proportional one, and 2500 N·m of friction at \
                breakaway as well as while sliding. It comes to rest again and again: each time 4.5 times nearer and 4.5 times \
                as long."
            .to_string(),
        pictures: vec![(String::new(), picture_without_stiction(&shown, &others, &motions)?)],
        agreement: format!("{} s; {} rad", scientific(late), scientific(away)),
        tables: vec![table_of_rests(&motions, &long), table_of_laws(&shown, &others)],
        statements: vec![
            Statement::closed_form("every stop at its instant, up to 26 s").below(late, 1e-11, "s"),
            Statement::closed_form("the position at every rest").below(away, 1e-18, "rad"),
            Statement::paper("it converges: every rest is nearer to the command than the one before").is(
                ratios.iter().all(|ratio| ratio.abs() < 0.5) && rests == motions.len(),
                format!("{rests} rests, ratio {}", fixed(ratios.last().copied().unwrap_or(f64::NAN), 6)),
            ),
            restless("tanh friction never rests: it swings about the command", &others[0]),
            restless("nor does a fixed step with the sign of the velocity", &others[1]),
        ],
        remark: "At rest only the square of the error is left of the Lyapunov function of the theorem, which never grows, so each \
                 rest must be nearer than the one before. The theorem is of a PID loop on a mass; here a valve of 600 rad/s is \
                 between controller and torque."
            .to_string(),
        ..Section::default()
    })
}

/// It moves at the end, and has crossed the command several times.
fn restless(says: &str, trace: &Trace) -> Statement {
    let (crossed, speed) = (crossings(trace), trace.last("velocity").abs());
    let end = fixed(WITHOUT_STICTION_SHOWN, 0);
    Statement::requirement(says).is(
        speed > 0.0 && crossed > 4,
        format!("{crossed} crossings of the command in {end} s, at {} rad/s in the end", scientific(speed)),
    )
}

fn crossings(trace: &Trace) -> usize {
    trace.column("position").windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count()
}

fn table_of_rests(motions: &[Motion], trace: &Trace) -> Table {
    let columns = ["Rest from, s", "lasts, s", "Error, rad, closed form", "FMU", "Error over the one before"];
    let mut table = Table::new("Times at rest", &columns);
    table.rows = motions
        .windows(2)
        .enumerate()
        .map(|(number, pair)| {
            let found = trace.time.partition_point(|time| *time < pair[0].times[1]);
            let before = if number == 0 { 2e-5 } else { motions[number - 1].end };
            vec![
                fixed(pair[0].times[1], 4),
                fixed(pair[1].times[0] - pair[0].times[1], 4),
                scientific(pair[0].end),
                scientific(trace.column("position")[found]),
                fixed(pair[0].end / before, 6),
            ]
        })
        .collect();
    table
}

fn table_of_laws(located: &Trace, others: &[Trace]) -> Table {
    let columns = ["Law", "Largest error after 1.5 s, rad", "Speed at the end, rad/s", "Crossings of the command"];
    let mut table =
        Table::new("The same loop with other friction algorithms, width 10 µrad/s, fixed steps of 0.1 ms", &columns);
    let row = |name: &str, trace: &Trace| {
        let from = trace.time.partition_point(|time| *time < 1.5);
        vec![
            name.to_string(),
            scientific(largest(&trace.column("position")[from..])),
            scientific(trace.last("velocity").abs()),
            crossings(trace).to_string(),
        ]
    };
    table.rows = std::iter::once(row("event-located", located))
        .chain(OTHERS.iter().zip(others).map(|((_, name), trace)| row(name, trace)))
        .collect();
    table
}

fn picture_without_stiction(trace: &Trace, others: &[Trace], motions: &[Motion]) -> Result<String, Error> {
    let mut picture = Picture::of(trace).panel("Position", "µrad");
    for ((_, name), other) in OTHERS.iter().zip(others) {
        picture = picture.result(name, scaled(&cut(trace, other.column("position")), MICRO));
    }
    picture
        .reference("event-located", scaled(&cut(trace, trace.column("position")), MICRO))
        .instants("closed form, at rest", scaled(&cut(trace, &at_rest(trace, motions)), MICRO))
        .panel("Torque", "kN·m")
        .given("motor", scaled(trace.column("motor_torque"), 1e-3))
        .result("friction", scaled(trace.column("friction_torque"), 1e-3))
        .svg()
}

/// Without the first approach, beside which the rest cannot be seen.
fn cut(trace: &Trace, values: &[f64]) -> Vec<f64> {
    trace.time.iter().zip(values).map(|(time, value)| if *time < 0.09 { f64::NAN } else { *value }).collect()
}
