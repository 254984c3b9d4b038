//! Both columns of friction of Modelica's `lossTable`, against the equations of its LossyGear, which know no bearings.
//!
//! With the first as a and the second as b, s the direction of a, τ what goes into the gear at a and τ_bf_a = (bf1 − bf2)/(η1 − 1/η2):
//!
//! ```text
//! −τ_b = r·(η1·τ − s·bf1) where s·τ ≥ τ_bf_a, else r·(τ/η2 − s·bf2)
//! J_a·a = torque − τ,   J_b·a/r = load − τ_b
//! ```
//!
//! Under constant torques a is a function of v, and time and way are the integrals of dv/a and v·dv/a.

use super::minimal::run_unwarned;
use super::singular::STEPS;
use actuator_fmu::actuator::EventKind;
use test_support::quadrature::integral;
use test_support::{Signal, get};

const INERTIA: [f64; 2] = [0.02, 3.0];
const RATIO: f64 = 10.0;
const SPEED: [f64; 4] = [0.0, 0.5, 2.0, 8.0];
/// From equal columns to a bearing at the first alone, bf1/(η1·η2).
const BF1: [f64; 4] = [0.3, 0.2, 0.15, 0.4];
const BF2: [f64; 4] = [0.5, 0.2, 0.5, 1.0];
const ETA: [f64; 2] = [0.6, 0.5];

/// Bodies a and b with a gear of that table, `losses` for its lines.
fn drivetrain(start: f64, losses: &str) -> String {
    format!(
        "[body.a]\ninertia = {}\nvelocity_start = {start}\n[body.b]\ninertia = {}\n\
         [gear.g]\nconnects = [\"a\", \"b\"]\nratio = {RATIO}\n{losses}\
         [[input]]\nname = \"torque\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n",
        INERTIA[0], INERTIA[1]
    )
}

/// The table with constant efficiencies, between whose points bearings and columns are both linear.
fn losses() -> String {
    format!(
        "friction.table.velocity = {SPEED:?}\nfriction.table.torque_opposing = {BF1:?}\n\
         friction.table.torque_aiding = {BF2:?}\nfriction.table.efficiency_opposing = {:?}\n\
         friction.table.efficiency_aiding = {:?}\n",
        [ETA[0]; 4], [ETA[1]; 4]
    )
}

/// A column, linear between its points and constant beyond the last.
fn at(speed: f64, column: &[f64; 4]) -> f64 {
    let upper = SPEED.iter().position(|point| *point > speed).unwrap_or(SPEED.len());
    if upper == SPEED.len() {
        return column[upper - 1];
    }
    let share = (speed - SPEED[upper - 1]) / (SPEED[upper] - SPEED[upper - 1]);
    (1.0 - share) * column[upper - 1] + share * column[upper]
}

/// Acceleration of a while it turns, and whether the first drives.
fn acceleration(velocity: f64, [torque, load]: [f64; 2]) -> (f64, bool) {
    let direction = velocity.signum();
    let [bf1, bf2] = [&BF1, &BF2].map(|column| at(velocity.abs(), column));
    let of_first = (bf1 - bf2) / (ETA[0] - 1.0 / ETA[1]);
    let with = |eta: f64, bf: f64| {
        let a = (load + RATIO * (eta * torque - direction * bf)) / (INERTIA[1] / RATIO + RATIO * eta * INERTIA[0]);
        (a, direction * (torque - INERTIA[0] * a) >= of_first)
    };
    let (first_drives, second_drives) = (with(ETA[0], bf1), with(1.0 / ETA[1], bf2));
    assert!(first_drives.1 == second_drives.1 || (first_drives.0 - second_drives.0).abs() < 1e-9, "{velocity}");
    if first_drives.1 { first_drives } else { second_drives }
}

/// Velocities between two of one direction at which the other body begins to drive.
fn turns(from: f64, to: f64, torques: [f64; 2]) -> Vec<f64> {
    let drives = |velocity: f64| acceleration(velocity, torques).1;
    let at = |number: usize| from + (to - from) * (number as f64 + 0.5) / 1000.0;
    let changed = (0..999).filter(|&number| drives(at(number)) != drives(at(number + 1)));
    let bisect = |number: usize| {
        let (mut low, mut high) = (at(number), at(number + 1));
        for _ in 0..60 {
            let middle = low.midpoint(high);
            if drives(middle) == drives(low) { low = middle } else { high = middle }
        }
        low
    };
    changed.map(bisect).collect()
}

/// Time and way between two velocities of one direction, by Simpson's rule over what lies between points of the table and turns.
fn passage(from: f64, to: f64, torques: [f64; 2]) -> [f64; 2] {
    let (least, most) = (from.min(to), from.max(to));
    let kinks = SPEED.iter().flat_map(|point| [*point, -point]).chain(turns(from, to, torques));
    let mut ends: Vec<f64> = kinks.filter(|point| *point > least && *point < most).chain([from, to]).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        let parts = ends.windows(2).map(|pair| {
            // Just inside, so that an end belongs to what is between.
            let margin = 1e-15 * (pair[1] - pair[0]);
            integral(pair[0], pair[1], 2000, |v| {
                let v = v.clamp(pair[0] + margin, pair[1] - margin);
                of(v) / acceleration(v, torques).0
            })
        });
        parts.sum()
    };
    let sign = if to > from { 1.0 } else { -1.0 };
    [sign * sum(&|_| 1.0), sign * sum(&|v| v)]
}

fn constant([torque, load]: [f64; 2]) -> Vec<(&'static str, Signal)> {
    vec![("torque", Signal::constant(torque)), ("load", Signal::constant(load))]
}

#[test]
fn it_coasts_to_rest_as_modelicas_equations_have_it_whichever_body_drives() {
    // The first drives all the way, the second does, and they change: where the friction of the speed lets them.
    let cases = [([-0.3, -12.0], 0, true), ([-1.5, 10.0], 0, false), ([0.0, 1.0], 2, false), ([0.15, -0.8], 1, false)];
    for ([torque, load], changes, reverses) in cases {
        for mirror in [1.0, -1.0] {
            let torques = [mirror * torque, mirror * load];
            let [time, way] = passage(9.0 * mirror, 0.0, torques);
            assert_eq!(turns(9.0 * mirror, 0.0, torques).len(), changes, "{torques:?}");
            for step in STEPS {
                let text = drivetrain(9.0 * mirror, &losses());
                let mut end = 0.0;
                run_unwarned(&text, constant(torques), time, step, |_, made| end = get(made, "a.position"));
                assert!((end - way).abs() <= 1e-11 * way.abs(), "{end} {way} {torques:?} {step}");
                let recorder = run_unwarned(&text, constant(torques), 1.1 * time, step, |_, _| {});
                let first = &recorder.events[0];
                assert!((first.time - time).abs() <= 1e-11, "{} {time} {torques:?} {step}", first.time);
                let kind = &first.kind;
                assert!(
                    matches!(kind, EventKind::Stop) != reverses && recorder.events.len() == 2,
                    "{:?}",
                    recorder.events
                );
            }
        }
    }
}

#[test]
fn it_runs_up_as_modelicas_equations_have_it() {
    let torques = [9.0, -12.0];
    let [time, way] = passage(0.0, 11.0, torques);
    for step in STEPS {
        let mut end = [0.0; 2];
        let recorder = run_unwarned(&drivetrain(0.0, &losses()), constant(torques), time, step, |_, made| {
            end = [get(made, "a.position"), get(made, "a.velocity")];
        });
        assert!((end[0] - way).abs() <= 1e-11 * way && (end[1] - 11.0).abs() <= 1e-11 * 11.0, "{end:?} {way} {step}");
        assert!(recorder.events.iter().all(|event| event.time == 0.0), "{:?}", recorder.events);
    }
}

#[test]
fn it_breaks_away_where_modelicas_greatest_loss_at_rest_is_reached() {
    // The least that reaches b is −load/r: τ = (−load/r + bf1)/η1 or (−load/r + bf2)·η2, the greater of the two, as which Modelica's
    // tauLossMax_p at w = 0+ has it; backward the mirror image.
    for load in [-5.0, 0.0, 3.0, 7.0, 12.0] {
        let needed = -load / RATIO;
        let forward = f64::max((needed + BF1[0]) / ETA[0], (needed + BF2[0]) * ETA[1]);
        let backward = f64::min((needed - BF1[0]) / ETA[0], (needed - BF2[0]) * ETA[1]);
        for (limit, direction) in [(forward, 1.0), (backward, -1.0)] {
            for (torque, moves) in [(limit - 1e-9 * direction, false), (limit + 1e-9 * direction, true)] {
                let mut velocity = 0.0;
                run_unwarned(&drivetrain(0.0, &losses()), constant([torque, load]), 0.1, 0.01, |_, made| {
                    velocity = get(made, "a.velocity");
                });
                assert_eq!(direction * velocity > 0.0, moves, "{torque} {load} {velocity}");
                assert!(moves || velocity == 0.0, "{torque} {load} {velocity}");
            }
        }
    }
}

#[test]
fn with_efficiencies_that_change_it_takes_the_torque_of_modelicas_table_at_each_of_its_points() {
    let (eta1, eta2) = ([0.8, 0.9, 0.6, 0.95], [0.7, 0.8, 0.5, 0.9]);
    let text = format!(
        "[body.a]\ninertia = 0.1\n[body.b]\ninertia = 0.2\n[motion.m]\non = \"a\"\n\
         [gear.g]\nconnects = [\"a\", \"b\"]\nratio = {RATIO}\nfriction.table.velocity = {SPEED:?}\n\
         friction.table.torque_opposing = {BF1:?}\nfriction.table.torque_aiding = [0.5, 0.25, 0.45, 0.45]\n\
         friction.table.efficiency_opposing = {eta1:?}\nfriction.table.efficiency_aiding = {eta2:?}\n\
         [[input]]\nname = \"load\"\non = \"b\"\n"
    );
    let bf2 = [0.5, 0.25, 0.45, 0.45];
    for load in [-30.0, -1.0, 4.0, 30.0] {
        for (k, direction) in [(1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0), (3, 1.0), (3, -1.0)] {
            // At a constant velocity b takes nothing: −τ_b = −load, and the greater loss is that of the body that drives.
            let needed = -direction * load / RATIO;
            let torque = direction * f64::max((needed + BF1[k]) / eta1[k], (needed + bf2[k]) * eta2[k]);
            let inputs = vec![("m.velocity", Signal::constant(direction * SPEED[k])), ("load", Signal::constant(load))];
            let mut found = 0.0;
            run_unwarned(&text, inputs, 0.1, 0.05, |_, made| found = get(made, "m.torque"));
            // Rounding of the division between bearings.
            assert!((found - torque).abs() <= 1e-14 * torque.abs().max(1.0), "{found} {torque} {load} {k} {direction}");
        }
    }
}

#[test]
fn both_columns_have_the_bits_of_a_gear_or_screw_with_a_brake_on_its_second() {
    // τ_a = 0.5, 0, 1 and τ_b/r = 0.375, 0.5, 0 with efficiencies of 1/4, numbers without rounding.
    let columns = "friction.table.velocity = [0, 4, 8]\nfriction.table.efficiency_opposing = [0.25, 0.25, 0.25]\n\
                   friction.table.efficiency_aiding = [0.25, 0.25, 0.25]\n";
    let both = "friction.table.torque_opposing = [0.5, 0.5, 0.25]\nfriction.table.torque_aiding = [2.375, 0.5, 4.0]\n";
    let lead = -0.6;
    let screw = std::f64::consts::TAU / f64::abs(lead);
    for (second, gear, ratio) in [
        ("body.b]\ninertia", "gear.g]\nratio = 10".to_owned(), 10.0),
        ("mass.b]\nmass", format!("screw.g]\nlead = {lead}"), screw),
    ] {
        let of = |losses: &str| {
            let text = format!(
                "[body.a]\ninertia = 0.02\n[{second} = 3\n[{gear}\nconnects = [\"a\", \"b\"]\n{columns}{losses}\
                 [[input]]\nname = \"torque\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n"
            );
            let torque = Signal::pieces([(0.5, [9.0, 9.0]), (1.0, [-20.0, -10.0])].into_iter());
            let inputs = vec![("torque", torque), ("load", Signal::constant(-6.0))];
            let mut found = Vec::new();
            run_unwarned(&text, inputs, 1.5, 0.01, |_, made| {
                found.push(["a.position", "a.velocity", "g.torque"].map(|name| get(made, name)));
            });
            found
        };
        let effort = if second.starts_with("mass") { "force" } else { "torque" };
        let by_hand = format!(
            "friction.table.torque = [0.5, 0, 1]\n[brake.k]\non = \"b\"\nfriction.law = \"tabulated\"\n\
             friction.table.velocity = {:?}\nfriction.table.{effort} = {:?}\n",
            [0.0, 4.0, 8.0].map(|speed| speed / ratio),
            [0.375, 0.5, 0.0].map(|torque| ratio * torque)
        );
        let (table, brake) = (of(both), of(&by_hand));
        let bits = |found: &[[f64; 3]]| -> Vec<[u64; 3]> { found.iter().map(|row| row.map(f64::to_bits)).collect() };
        assert_eq!(bits(&table), bits(&brake));
        // It has passed points of the table, in both directions.
        let speeds = || table.iter().map(|[_, speed, _]| *speed);
        assert!(speeds().any(|speed| speed > 4.0) && speeds().any(|speed| speed < -4.0), "{gear} {table:?}");
    }
}

#[test]
fn the_table_of_lossy_gear_demo_3_has_the_motion_of_its_two_bearings() {
    // [0, 0.25, 0.25, 0.625, 2.5]: from 10 rad/s to rest within 0.02 s and 0.1 rad, as Dymola's results have it within 1e-8.
    let bodies = "[body.a]\ninertia = 0.001\n[body.b]\ninertia = 0.001\nvelocity_start = 10\n[gear.g]\nconnects = [\"a\", \"b\"]\n";
    let table = "friction.table.velocity = [0]\nfriction.table.efficiency_opposing = [0.25]\n\
                 friction.table.efficiency_aiding = [0.25]\nfriction.table.torque_opposing = [0.625]\n\
                 friction.table.torque_aiding = [2.5]\n";
    for ratio in [1.0, -1.0] {
        let text = format!("{bodies}ratio = {ratio}\n{table}");
        let mut way = 0.0;
        let recorder = run_unwarned(&text, Vec::new(), 1.0, 1e-3, |_, made| way = get(made, "b.position"));
        // The gear and its bearing.
        let [stop, _] = &recorder.events[..] else { panic!("{:?}", recorder.events) };
        assert!((stop.time - 0.02).abs() <= 1e-12 && (way - 0.1).abs() <= 1e-13, "{stop:?} {way}");
    }
}
