//! Figs 6 to 17 of Borello & Dalla Vedova (2012) through the Rust API.

mod harness;

use actuator_fmu::actuator::EventKind;
use harness::reference::Table;
use harness::scenario::{self, DEGREE};
use harness::{get, set};

/// Largest deviation of the position [deg] from the reference at its 1 ms points.
fn position_error(figure: u32) -> f64 {
    let table = Table::read(&format!("servo/fig{figure:02}.csv"));
    let (times, positions) = (table.column("t_s"), table.column("xj_deg"));
    let mut largest: f64 = 0.0;
    scenario::run(
        figure,
        1e-3,
        |_| {},
        |time, servo| {
            let row = times.partition_point(|&t| t < time - 1e-9);
            if (times[row] - time).abs() < 1e-9 {
                let deviation = (get(servo, "position") / DEGREE - positions[row]).abs();
                if deviation > largest {
                    largest = deviation;
                    if deviation > 1e-7 {
                        println!("{figure} {time} {deviation:e}");
                    }
                }
            }
        },
    );
    largest
}

#[test]
fn positions_agree_with_the_converged_references() {
    for figure in [6, 7, 9, 11, 12, 14, 16] {
        let error = position_error(figure);
        println!("fig {figure}: {error:.3e} deg");
        // The references print 9 digits.
        assert!(error <= 1e-8, "fig {figure}: {error:e} deg");
    }
}
#[test]
fn events_print() {
    let r = scenario::run(6, 1e-3, |_| {}, |_, _| {});
    for e in r.events {
        println!("{:?} {:.9} {:.8}", e.kind, e.time, e.position / DEGREE);
    }
    println!("{:?}", r.warnings);
}
