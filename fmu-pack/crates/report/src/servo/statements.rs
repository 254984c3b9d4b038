//! What the paper says of each figure, section 6, and what the FMU does.

use super::Runs;
use crate::Error;
use crate::lab::{Lab, Trace};
use crate::picture::DEGREES;
use crate::section::{Statement, fixed};
use fmu_simulation::{Event, EventKind};

/// When the commanded position is reached, as printed, in s.
pub(super) fn arrival(figure: u32) -> Option<f64> {
    [(6, 1.41), (7, 0.94), (8, 1.30), (9, 1.02), (10, 1.28)].iter().find(|(known, _)| *known == figure).map(|f| f.1)
}

/// The statements of a figure.
pub(super) fn statements(lab: &Lab, runs: &Runs) -> Result<Vec<Statement>, Error> {
    let trace = &runs.located;
    let mut statements = match runs.figure {
        6 => figure_6(trace),
        7 => figure_7(trace),
        8 => figure_8(trace),
        9 => figure_9(trace),
        10 => figure_10(trace),
        11 => figure_11(trace),
        12 => figure_12(trace),
        13 => figure_13(trace),
        14 => figure_14(trace),
        15 => figure_15(trace, &Runs::new(lab, 14)?.located),
        16 => figure_16(trace),
        _ => figure_17(trace, &Runs::new(lab, 16)?.located),
    };
    if let (Some(paper), Some(last)) = (arrival(runs.figure), trace.events.last()) {
        let says = format!("the commanded position is reached at “time = {paper} s”");
        // Figs 9 and 10 depend on parameters that the text determines weakly.
        statements.push(Statement::paper(says).close_or_misses(last.time, paper, (0.005, 0.025), "s"));
    }
    Ok(statements)
}

fn seconds(event: Option<&Event>) -> String {
    event.map_or_else(|| "never".to_string(), |event| format!("{} s", fixed(event.time, 4)))
}

/// The load alone moves it at once, and it stops where the servo holds.
fn gives_way(trace: &Trace, loaded: f64) -> Statement {
    let says = "the load alone leads to “a movement following the … step load application”";
    let [first, second, ..] = &trace.events[..] else { return Statement::paper(says) };
    let back = first.direction == Some(-1) && second.kind == EventKind::Stop && first.time == loaded;
    let found = format!("breaks away at {} s, stops at {} s", fixed(first.time, 4), fixed(second.time, 4));
    Statement::paper(says).is(back, found)
}

/// Of Figs 8 to 10.
const NO_MOVEMENT: &str = "“not interested by any movement following the step load application”";

/// The load alone does not move it.
fn holds_the_load(trace: &Trace, command: f64, says: &str) -> Statement {
    let first = trace.events.first();
    let holds = first.is_some_and(|event| event.time > command);
    Statement::paper(says).is(holds, format!("first motion at {}, after the command at {command} s", seconds(first)))
}

/// The rate at three instants, in deg/s: at high pressure, at low pressure, restored.
fn rates(trace: &Trace) -> [f64; 3] {
    [0.29, 0.59, 0.87].map(|time| DEGREES * trace.at("velocity", time))
}

fn never_sticks(trace: &Trace, arrival: f64) -> Statement {
    let [high, low, _] = rates(trace);
    let rests = trace.events.iter().any(|event| event.time > 0.11 && event.time < arrival);
    let slows = high < low && low < 0.0;
    let found = format!("{} deg/s at 26 MPa, {} deg/s at 5 MPa, no stop", fixed(high, 3), fixed(low, 3));
    let says = "when the pressure drops “the actuation rate decreases, but no sticking … is reached”";
    Statement::paper(says).is(slows && !rests, found)
}

fn rate_returns(trace: &Trace, words: &str) -> Statement {
    let [high, _, restored] = rates(trace);
    let says = format!("when the pressure is restored “the actuation rate increases again till to {words}”");
    let found = format!("{} deg/s before, {} deg/s after", fixed(high, 4), fixed(restored, 4));
    // The pressure is back 70 ms earlier; the servo's transients decay within 5 ms.
    Statement::paper(says).is((high - restored).abs() <= 1e-4 * high.abs(), found)
}

fn figure_6(trace: &Trace) -> Vec<Statement> {
    let forward = trace.next_event(EventKind::Breakaway, 1, 0.1);
    let stop = trace.next_event(EventKind::Stop, 0, 0.3);
    let back = trace.next_event(EventKind::Breakaway, -1, 0.3);
    let again = trace.next_event(EventKind::Stop, 0, 0.5);
    let recovery = trace.next_event(EventKind::Breakaway, 1, 0.6);
    let time = |event: Option<&Event>| event.map_or(f64::NAN, |event| event.time);
    vec![
        gives_way(trace, 0.0),
        Statement::paper("the step command gives “the quick breakaway of the system”")
            .is(time(forward) < 0.105, seconds(forward)),
        Statement::paper("when the pressure drops the rate decreases “till to a full system stop”")
            .is(time(stop) < 0.4, seconds(stop)),
        Statement::paper("an “‘aiding’ movement, overcoming the position command” develops")
            .is(time(back) > time(stop) && time(back) < 0.6, format!("runs back from {}", seconds(back))),
        Statement::paper("with the pressure recovery it “decreases till to a new sticking condition”")
            .is(time(again) > 0.6, seconds(again)),
        Statement::paper("“followed by the desired breakaway towards the commanded position”")
            .is(time(recovery) > time(again), seconds(recovery)),
    ]
}

fn figure_7(trace: &Trace) -> Vec<Statement> {
    vec![gives_way(trace, 0.0), never_sticks(trace, 0.9), rate_returns(trace, "the previously seen value")]
}

fn figure_8(trace: &Trace) -> Vec<Statement> {
    let stop = trace.next_event(EventKind::Stop, 0, 0.3);
    let breakaway = trace.next_event(EventKind::Breakaway, 1, 0.4);
    let moved_back = trace.next_event(EventKind::Breakaway, -1, -1.0).is_some();
    let place = |event: Option<&Event>| event.and_then(|event| event.value("position"));
    let same_place = place(stop).is_some() && place(stop) == place(breakaway);
    vec![
        holds_the_load(trace, 0.1, NO_MOVEMENT),
        Statement::paper("when the pressure drops it comes “to a sticking condition, without any back movement”").is(
            !moved_back && same_place,
            format!("stuck from {} to {}, at the same position to the last bit", seconds(stop), seconds(breakaway)),
        ),
        Statement::paper("the recovery “performs a new load opposing system breakaway”")
            .is(breakaway.is_some(), seconds(breakaway)),
    ]
}

fn figure_9(trace: &Trace) -> Vec<Statement> {
    vec![holds_the_load(trace, 0.1, NO_MOVEMENT), never_sticks(trace, 1.0), rate_returns(trace, "its initial value")]
}

fn figure_10(trace: &Trace) -> Vec<Statement> {
    let stop = trace.next_event(EventKind::Stop, 0, 0.3);
    let breakaway = trace.next_event(EventKind::Breakaway, -1, 0.4);
    let rests = [0.45, 0.55, 0.65].iter().all(|time| trace.at("velocity", *time) == 0.0);
    let [high, ..] = rates(trace);
    let restored = DEGREES * trace.at("velocity", 1.1);
    vec![
        holds_the_load(trace, 0.1, NO_MOVEMENT),
        Statement::paper("the rate decreases “reaching a sticking condition … notwithstanding the aiding load”")
            .is(stop.is_some() && rests, format!("stalls from {}", seconds(stop))),
        Statement::paper("“when PSR restores, the system performs a new breakaway”")
            .is(breakaway.is_some(), seconds(breakaway)),
        Statement::paper("“developing the initial actuation rate value”").is(
            (high - restored).abs() <= 1e-4 * high.abs(),
            format!("{} deg/s before, {} deg/s after", fixed(high, 4), fixed(restored, 4)),
        ),
    ]
}

/// Error at the breakaway on the ramp, in deg.
fn error_at_breakaway(trace: &Trace) -> f64 {
    let Some(breakaway) = trace.next_event(EventKind::Breakaway, -1, 0.07) else { return f64::NAN };
    let command = 0.1 - 0.5 * (breakaway.time - 0.07);
    command - DEGREES * breakaway.value("position").unwrap_or(f64::NAN)
}

fn degrees(value: f64) -> String {
    format!("{} deg", fixed(value, 5))
}

fn error(trace: &Trace, time: f64) -> f64 {
    DEGREES * trace.at("position_error", time)
}

fn unloaded(trace: &Trace) -> Statement {
    let found = error(trace, 0.4);
    let says = "without load the position error has “the same sign of ComR”, the slope of the command";
    Statement::paper(says).is(found < 0.0, degrees(found))
}

fn figure_11(trace: &Trace) -> Vec<Statement> {
    let (at_breakaway, loaded) = (error_at_breakaway(trace), error(trace, 0.199));
    vec![
        gives_way(trace, 0.02),
        Statement::paper("it breaks away on the ramp “starting from a positive … value of position error”")
            .is(at_breakaway > 0.0, degrees(at_breakaway)),
        Statement::paper("loaded, “the slope and position error signs are opposite”").is(loaded > 0.0, degrees(loaded)),
        unloaded(trace),
    ]
}

fn figure_12(trace: &Trace) -> Vec<Statement> {
    let (at_breakaway, loaded) = (error_at_breakaway(trace), error(trace, 0.19));
    vec![
        holds_the_load(trace, 0.07, "“performing no movement in the same step load conditions”"),
        Statement::paper("it breaks away on the ramp “starting from a … negative … value of position error”")
            .is(at_breakaway < 0.0, degrees(at_breakaway)),
        Statement::paper("loaded, “the system irreversibility … produces the opposite behaviour”")
            .is(loaded < 0.0, degrees(loaded)),
        unloaded(trace),
    ]
}

fn figure_13(trace: &Trace) -> Vec<Statement> {
    let (at_breakaway, loaded) = (error_at_breakaway(trace), error(trace, 0.199));
    vec![
        holds_the_load(trace, 0.07, "“a static friction torque exceeding the corresponding load” holds it"),
        Statement::paper("“the position error in breakaway condition is proper of an irreversible system”")
            .is(at_breakaway < 0.0, degrees(at_breakaway)),
        Statement::paper("“in steady state, the behaviour is characteristic of a reversible one”")
            .is(loaded > 0.0, degrees(loaded)),
        unloaded(trace),
    ]
}

fn figure_14(trace: &Trace) -> Vec<Statement> {
    let [first, second] = [0.899, 1.7].map(|time| error(trace, time));
    vec![
        Statement::paper("“the actual position leads the commanded one” where the load aids the motion")
            .is(first > 0.0 && second > 0.0, format!("error {} on the way back: it leads", degrees(first))),
        Statement::reference("the lead is 0.00504 deg, twice").close(first.min(second), 0.00504, 5e-6, "deg"),
    ]
}

fn figure_15(trace: &Trace, reversible: &Trace) -> Vec<Statement> {
    let aiding = error(trace, 0.899);
    let [lag, other] = [trace, reversible].map(|trace| error(trace, 0.499));
    vec![
        Statement::paper("“the delay between commanded and actual position is lower in case of a reversible than irreversible system”")
            .is(0.0 < other && other < lag, format!("{} here, {} in Fig 14", degrees(lag), degrees(other))),
        Statement::reference("with the load it lags by 0.00566 deg").close(aiding, -0.00566, 5e-6, "deg"),
    ]
}

/// Sizes of the completed steps in a direction while the command ramps that way, in deg.
fn steps(trace: &Trace, direction: i8) -> Vec<f64> {
    let breakaways =
        trace.events_of(EventKind::Breakaway).filter(|event| event.direction == Some(direction) && event.time > 0.1);
    let place = |event: &Event| event.value("position").unwrap_or(f64::NAN);
    let completed = |breakaway: &Event| {
        let stop = trace.next_event(EventKind::Stop, 0, breakaway.time)?;
        let is_on_ramp = if direction > 0 { stop.time < 2.05 } else { breakaway.time > 2.05 };
        is_on_ramp.then(|| DEGREES * (place(stop) - place(breakaway)).abs())
    };
    breakaways.filter_map(completed).collect()
}

/// Number and size of the steps of a ramp.
fn counted(trace: &Trace, direction: i8, count: usize, size: f64) -> Statement {
    let way = if direction > 0 { "against" } else { "with" };
    let steps = steps(trace, direction);
    let even = steps.iter().all(|step| (step - size).abs() <= 1e-5);
    let first = steps.first().copied().unwrap_or(f64::NAN);
    Statement::reference(format!("{count} steps of {size} deg {way} the load"))
        .is(even && steps.len() == count, format!("{} steps of {}", steps.len(), degrees(first)))
}

fn aiding_is_larger(trace: &Trace) -> Statement {
    let [opposing, aiding] = [1, -1].map(|direction| steps(trace, direction).first().copied().unwrap_or(f64::NAN));
    Statement::paper("“the aiding load travel performs higher steps than the opposing one”")
        .is(aiding > opposing, format!("{} against {}", degrees(aiding), degrees(opposing)))
}

fn figure_16(trace: &Trace) -> Vec<Statement> {
    let moves = steps(trace, 1).len() + steps(trace, -1).len();
    vec![
        Statement::paper("the rate is low enough “to perform a stepping dynamic response (stick-slip)”")
            .is(moves > 2, format!("{moves} complete steps")),
        aiding_is_larger(trace),
        counted(trace, 1, 34, 0.00131),
        counted(trace, -1, 12, 0.00346),
    ]
}

fn mean_error(trace: &Trace) -> f64 {
    let errors = trace.column("position_error");
    DEGREES * errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64
}

fn figure_17(trace: &Trace, reversible: &Trace) -> Vec<Statement> {
    let size = |trace: &Trace, direction| steps(trace, direction).first().copied().unwrap_or(f64::NAN);
    let higher = [1, -1].iter().all(|direction| size(trace, *direction) > size(reversible, *direction));
    let (here, there) = (mean_error(trace), mean_error(reversible));
    vec![
        Statement::paper("“the irreversible system is characterised by higher steps than the reversible one”").is(
            higher,
            format!(
                "{} and {}; Fig 16: {} and {}",
                degrees(size(trace, 1)),
                degrees(size(trace, -1)),
                degrees(size(reversible, 1)),
                degrees(size(reversible, -1))
            ),
        ),
        Statement::paper("“higher values of average position error regarding the irreversible system”")
            .is(here > there, format!("mean error {} here, {} in Fig 16", degrees(here), degrees(there))),
        aiding_is_larger(trace),
        counted(trace, 1, 23, 0.00163),
        counted(trace, -1, 3, 0.00974),
    ]
}
