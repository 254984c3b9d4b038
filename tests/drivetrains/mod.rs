//! Mechanisms of several bodies and contacts against reference solutions and closed forms.
#![allow(clippy::unwrap_used, missing_docs)]

mod before_the_step;
mod bounded_steps;
mod communication_points;
mod continuous;
mod decision;
mod event_indicators;
mod event_mode;
mod events_under_every_law;
mod examples;
mod found_by_scenarios;
mod found_outside;
mod hysteresis;
mod jamming;
mod linearization;
mod loops;
mod loss_table;
mod losses;
mod losses_over_speed;
mod minimal;
mod mirrored;
mod modelica;
mod one_body;
mod one_way_shares;
mod prescribed;
mod propagators;
mod reference;
mod servo;
mod shared_torques;
pub mod singular;
mod time_stepping;
mod trim;
pub mod variables;

use actuator_fmu::actuator::EventKind;
use reference::{Case, Log, run};

/// How far a case is from its reference.
#[derive(Default)]
struct Differences {
    position: f64,
    torque: f64,
    /// Time, contact, and the two regimes.
    regimes: Vec<(f64, String, f64, i32)>,
}

/// Runs a case on a grid.
fn differences(case: &Case, grid: f64) -> (Differences, Log) {
    let mut found = Differences::default();
    let mut rows = case.rows.iter().peekable();
    let mut log = Log::default();
    run(case, grid, &mut log, |time, mechanism| {
        while rows.next_if(|row| row[0] < time - 1e-9).is_some() {}
        // Of two rows at a jump the last holds the values after it.
        let mut row = None;
        while let Some(next) = rows.next_if(|row| (row[0] - time).abs() <= 1e-9) {
            row = Some(next);
        }
        let Some(row) = row else { return };
        for (body, of) in case.bodies.iter().enumerate() {
            let reference = row[case.column(&format!("q_{of}"))];
            let scale = if reference.abs() > 10.0 { reference.abs() / 10.0 } else { 1.0 };
            found.position = found.position.max((reference - mechanism.position[body]).abs() / scale);
        }
        let modes = mechanism.mode.contacts.clone();
        let snapshot = mechanism.snapshot_of_present_shares();
        for (contact, of) in case.contacts.iter().enumerate() {
            let regime = row[case.column(&format!("reg_{of}"))];
            if regime != f64::from(modes[contact].regime()) {
                found.regimes.push((time, of.clone(), regime, modes[contact].regime()));
            } else if case.has_unique_torques(time) {
                let reference = row[case.column(&format!("tau_{of}"))];
                found.torque =
                    found.torque.max((reference - snapshot.contact_torque(contact)).abs() / reference.abs().max(1.0));
            }
        }
    });
    (found, log)
}

const CASES: [&str; 8] = [
    "translational_brake",
    "coupled_clutches",
    "one_way_clutch",
    "rotational_friction",
    "backlash",
    "freeplay_surface",
    "force_fight",
    "flap_line",
];

#[test]
fn the_reference_solutions_are_met() {
    for name in CASES {
        let case = Case::read(name);
        let (found, log) = differences(&case, 1e-3);
        // The references have 12 digits and positions exact to 1.4e-11; those above 10 rad count relative to a tenth of them.
        assert!(found.position <= 1e-10, "{name}: {:e} rad", found.position);
        assert!(found.torque <= 1e-7, "{name}: {:e} N.m", found.torque);
        let times: Vec<f64> = case.events().iter().map(|event| event.0).collect();
        found.regimes.iter().for_each(|(time, ..)| {
            let near = |event: &f64| (event - time).abs() <= if name == "one_way_clutch" { 1e-5 } else { 1e-9 };
            assert!(times.iter().any(near), "{name}: {:?}", found.regimes);
        });
        assert_eq!(log.bridged, 0, "{name}");
    }
}

#[test]
fn the_events_of_the_reference_solutions_are_found_at_their_times() {
    for name in CASES {
        let case = Case::read(name);
        let (_, log) = differences(&case, 1e-3);
        for (time, element, what) in case.events().iter().filter(|event| event.0 > 0.0) {
            let contact = case.contacts.iter().position(|contact| contact == element).unwrap();
            let after = what.split(" -> ").last().unwrap();
            let fits = |what: EventKind| match what {
                EventKind::Breakaway { direction: d } | EventKind::Reversal { direction: d } => {
                    after == if d > 0 { "slide+" } else { "slide-" }
                }
                EventKind::Stop => after == "stuck",
                EventKind::Disengaged => after == "free",
                // What it does from then on is told by its mode.
                EventKind::Engaged => true,
                EventKind::EndStop { .. } | EventKind::Jam => false,
            };
            let found = log
                .happened
                .iter()
                .find(|(at, index, what)| *index == contact && (at - time).abs() <= 1e-9 && fits(*what));
            assert!(found.is_some(), "{name}: {what} of {element} at {time}: {:?}", log.happened);
        }
    }
}

#[test]
fn other_communication_steps_give_the_same_motion() {
    for name in CASES {
        let case = Case::read(name);
        let ends = [1e-3, 1e-2, 3.7e-4].map(|grid| {
            let mut last = Vec::new();
            run(&case, grid, &mut Log::default(), |_, mechanism| last = mechanism.position.to_vec());
            last
        });
        for other in &ends[1..] {
            for (a, b) in ends[0].iter().zip(other) {
                assert!((a - b).abs() <= 1e-10 * a.abs().max(1.0), "{name}: {a} {b}");
            }
        }
    }
}
