//! What sticks stands still, to the bit.

use super::{Own, Way, section};
use crate::Error;
use crate::lab::Trace;
use crate::section::{Section, Statement};
use fmu_simulation::laws::{ContactLaw, of_regime};
use model_description::models::laws::{Family, FrictionLaw};

/// Every friction regime that the FMU shows, of its body or of its contacts, gears and screws.
pub(super) fn section_of(own: &Own) -> Result<Section, Error> {
    let trace = own.run(Way::default())?;
    let mut statements: Vec<Statement> =
        own.outputs("friction_regime").map(|regime| of_contact(own, &trace, regime)).collect();
    if statements.is_empty() {
        statements.push(Statement::requirement("what sticks stands still").not_run("the FMU shows no friction regime"));
    }
    let about = "The friction regime, velocity and position at all communication points.";
    Ok(section("Sticking", "exactly zero", about, statements))
}

fn of_contact(own: &Own, trace: &Trace, regime: &str) -> Statement {
    let prefix = regime.strip_suffix("friction_regime").unwrap_or_default();
    let velocities = [format!("{prefix}relative_velocity"), format!("{prefix}velocity")];
    let velocity = velocities.iter().find(|name| !trace.column(name).is_empty());
    let says = format!("while {regime} is 0, the velocity is exactly 0 and the position does not change by a bit");
    let statement = Statement::requirement(says);
    match why_not_at_rest(of_regime(own.interface(), &own.settings, regime)) {
        Some(why) => statement.not_run(why),
        None => match velocity {
            Some(name) => stuck(statement, trace.column(regime), trace.column(name), position_beside(trace, name)),
            None => of_gear(own, trace, regime),
        },
    }
}

/// A gear or screw shows no velocity of its own, and not which of the bodies is its first: that is one which turns as the regime says.
/// Of several, as where bodies are tied rigidly, one that rests stands for all.
fn of_gear(own: &Own, trace: &Trace, regime: &str) -> Statement {
    let turning = trace.column(regime);
    let velocities: Vec<&str> = own.outputs("velocity").collect();
    let candidates = || velocities.iter().copied().filter(|name| turns_as(turning, trace.column(name)));
    let rests = |name: &&str| points_with_velocity(turning, trace.column(name)) == 0;
    let resting = candidates().find(rests);
    // One of those that are not shown may be the first.
    let shows_all = || own.interface().with_causality("local").all(|variable| !variable.name.ends_with(".velocity"));
    let first = resting.or_else(|| candidates().next());
    let of_first = first.unwrap_or("the velocity of its first body");
    let says = format!("while {regime} is 0, {of_first} is exactly 0 and the position does not change by a bit");
    let statement = Statement::requirement(says);
    match first {
        _ if velocities.is_empty() => statement.not_run("the FMU shows no velocity"),
        _ if turning.iter().all(|turning| *turning == 0.0) => {
            statement.not_run("it never turns on these inputs, and only its turning tells which body is its first")
        }
        _ if resting.is_none() && !shows_all() => statement.not_run(
            "the FMU does not show the velocity of each body, and of those that it shows none is that of its first",
        ),
        Some(first) => stuck(statement, turning, trace.column(first), position_beside(trace, first)),
        None => statement.is(false, "no body turns as the regime says"),
    }
}

fn position_beside<'a>(trace: &'a Trace, velocity: &str) -> Option<&'a [f64]> {
    let body = velocity.strip_suffix("velocity")?;
    Some(trace.column(&format!("{body}position"))).filter(|column| !column.is_empty())
}

/// A velocity never has the other sign than the regime. It is 0 where a motion begins at a communication point, which is one point.
fn turns_as(regime: &[f64], velocity: &[f64]) -> bool {
    let rests_while_turning = |row: usize| regime[row] != 0.0 && velocity[row] == 0.0;
    (0..regime.len()).all(|row| regime[row] * velocity[row] >= 0.0)
        && !(1..regime.len()).any(|row| rests_while_turning(row - 1) && rests_while_turning(row))
}

fn points_with_velocity(regime: &[f64], velocity: &[f64]) -> usize {
    regime.iter().zip(velocity).filter(|(regime, velocity)| **regime == 0.0 && **velocity != 0.0).count()
}

/// Why a law has no rest that is exact to the bit; none where it has.
fn why_not_at_rest(law: ContactLaw) -> Option<&'static str> {
    match law {
        ContactLaw::Fixed => None,
        ContactLaw::Declared(law) => why_it_moves(law),
        ContactLaw::Foreign => Some("its law is none of those that are known to stick"),
    }
}

fn why_it_moves(law: &FrictionLaw) -> Option<&'static str> {
    match law.family {
        Family::Sticks => None,
        Family::Smooth => Some("its law creeps: friction is a smooth curve through zero velocity"),
        Family::Bristle => Some("its law is elastic before it slides"),
        Family::Comparator => Some(match law.name {
            "karnopp" => "its law takes any velocity within its dead band for rest",
            "sign" => "its law chatters about rest: friction steps with the sign of the velocity",
            _ => "its law creeps: friction is viscous below friction.regularization_velocity",
        }),
    }
}

fn stuck(statement: Statement, regime: &[f64], velocity: &[f64], position: Option<&[f64]>) -> Statement {
    let is_stuck = |row: usize| regime[row] == 0.0;
    let rows = (0..regime.len()).filter(|row| is_stuck(*row)).count();
    if rows == 0 {
        return statement.not_run("nothing sticks on these inputs");
    }
    let moves = points_with_velocity(regime, velocity);
    // An interval with events inside may begin and end at rest: it counts only if the end is where the beginning was.
    let drifts = |position: &[f64]| {
        let creeps = |row: usize| {
            let (before, after) = (position[row], position[row + 1]);
            is_stuck(row)
                && is_stuck(row + 1)
                && before != after
                && (before - after).abs() < 1e-12 * before.abs().max(1e-3)
        };
        (0..regime.len() - 1).filter(|row| creeps(*row)).count()
    };
    let drifts = position.map_or(0, drifts);
    let found = format!("{rows} points at rest; {moves} with a velocity, {drifts} with a creeping position");
    statement.is(moves == 0 && drifts == 0, found)
}
