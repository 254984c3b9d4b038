//! What stops and one-way clutches carry where several of them could: what friction can not, and of that the least sum of squares of theirs, whatever
//! the order of the file, and the mirror image of it in that of the drivetrain.

use test_support::drivetrain::drivetrain;
use test_support::{Run, Signal, get};

/// Sums of a few torques of the size of 10 N·m.
const TOLERANCE: f64 = 2e-14;

/// Elements by their texts, loads of their bodies, and the torques that are shown.
struct Case {
    elements: Vec<String>,
    loads: Vec<(&'static str, f64)>,
    shown: Vec<(&'static str, f64)>,
}

/// A body with a stop at its start, on the side towards which torques of this sign push it.
fn at_stop(name: &str, sign: f64) -> String {
    body(name, if sign > 0.0 { "travel.upper = 0" } else { "travel.lower = 0" })
}

fn body(name: &str, more: &str) -> String {
    format!("[body.{name}]\n{more}\n[[input]]\nname = \"on_{name}\"\non = \"{name}\"\n")
}

fn gear(first: &str, second: &str, ratio: f64) -> String {
    format!("[gear.{first}{second}]\nconnects = [{first:?}, {second:?}]\nratio = {ratio:?}\n")
}

fn brake(on: &str, level: f64) -> String {
    format!("[brake.at_{on}]\non = {on:?}\nfriction.coulomb_torque = {level:?}\n")
}

fn clutch(first: &str, second: &str, level: f64) -> String {
    format!("[clutch.{first}{second}]\nconnects = [{first:?}, {second:?}]\nfriction.coulomb_torque = {level:?}\n")
}

/// Its mirror image has its bodies exchanged.
fn freewheel(name: &str, (first, second): (&str, &str), level: f64, sign: f64) -> String {
    let (first, second) = if sign > 0.0 { (first, second) } else { (second, first) };
    format!("[freewheel.{name}]\nconnects = [{first:?}, {second:?}]\nfriction.coulomb_torque = {level:?}\n")
}

/// All orders of up to five elements, and some of more.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![vec![]];
    for element in 0..count {
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, element);
                order
            })
        });
        orders = longer.collect();
    }
    orders
}

/// Runs a case in all orders and in its mirror image, at rest.
fn check(name: &str, case: impl Fn(f64) -> Case) {
    for sign in [1.0, -1.0] {
        let Case { elements, loads, shown } = case(sign);
        for order in orders(elements.len()) {
            let elements = order.iter().map(|place| elements[*place].as_str());
            let text = format!("name = \"M\"\nmodel = \"Drivetrain\"\n{}", elements.collect::<String>());
            let inputs = loads.iter().map(|(name, load)| (*name, Signal::constant(sign * load)));
            let mut made = drivetrain(&text);
            let recorder =
                Run { actuator: &mut made, inputs: inputs.collect(), end: 0.02, step: 0.01 }.go(|time, made| {
                    for (variable, expected) in &shown {
                        let value = get(made, variable);
                        let is_right = (value - sign * expected).abs() <= TOLERANCE;
                        assert!(is_right, "{name}, {order:?}, {sign}: {variable} at {time}: {value}, not {expected}");
                    }
                });
            assert!(recorder.events.is_empty() && recorder.warnings.is_empty(), "{name}, {order:?}, {sign}");
        }
    }
}

#[test]
fn stops_that_are_pressed_together_share_by_the_least_squares() {
    // 6 = s₁ + s₂/2, and the least squares are in proportion to these factors.
    let two = |sign: f64| [at_stop("a", sign), at_stop("b", sign), gear("a", "b", 2.0)].to_vec();
    check("two stops", |sign| Case {
        elements: two(sign),
        loads: vec![("on_a", 6.0)],
        shown: vec![("a.end_stop_torque", 4.8), ("b.end_stop_torque", 2.4), ("ab.torque", 1.2)],
    });
    check("friction carries first", |sign| Case {
        elements: [two(sign), vec![brake("b", 2.0)]].concat(),
        loads: vec![("on_a", 6.0)],
        shown: vec![("a.end_stop_torque", 4.0), ("b.end_stop_torque", 2.0), ("at_b.friction_torque", 2.0)],
    });
    check("friction carries all", |sign| Case {
        elements: [two(sign), vec![brake("b", 13.0)]].concat(),
        loads: vec![("on_a", 6.0)],
        shown: vec![("a.end_stop_torque", 0.0), ("b.end_stop_torque", 0.0), ("at_b.friction_torque", 12.0)],
    });
}

#[test]
fn stops_that_would_pull_take_no_part() {
    // b turns the other way: its stop holds what that of a and c can not.
    let three = |sign: f64| {
        let stops = [at_stop("a", sign), at_stop("b", sign), at_stop("c", sign)];
        [stops.to_vec(), vec![gear("a", "b", -1.0), gear("a", "c", 1.0)]].concat()
    };
    for (load, [a, b, c]) in [(6.0, [3.0, 0.0, 3.0]), (-6.0, [0.0, 6.0, 0.0])] {
        check("three stops", |sign| Case {
            elements: three(sign),
            loads: vec![("on_a", load)],
            shown: vec![("a.end_stop_torque", a), ("b.end_stop_torque", b), ("c.end_stop_torque", c)],
        });
    }
}

#[test]
fn a_clutch_between_two_stops_carries_what_evens_them_out_up_to_its_level() {
    for (level, share) in [(8.0, 5.0), (3.0, 3.0)] {
        check("behind a clutch", |sign| Case {
            elements: vec![at_stop("a", sign), at_stop("b", sign), clutch("a", "b", level)],
            loads: vec![("on_a", 10.0)],
            shown: vec![
                ("a.end_stop_torque", 10.0 - share),
                ("b.end_stop_torque", share),
                ("ab.friction_torque", -share),
            ],
        });
    }
}

#[test]
fn one_way_clutches_beside_each_other_and_beside_a_stop_share_by_the_least_squares() {
    // The brake holds a; on b pulls what its one-way clutches hold whatever comes.
    let two = |sign: f64| {
        let [one, two] = [("f", 1.0), ("g", 5.0)].map(|(name, level)| freewheel(name, ("a", "b"), level, sign));
        vec![body("a", ""), brake("a", 100.0), body("b", ""), one, two]
    };
    check("blocked", |sign| Case {
        elements: two(sign),
        loads: vec![("on_b", -6.0)],
        shown: vec![("f.friction_torque", -3.0 * sign), ("g.friction_torque", -3.0 * sign)],
    });
    // In the free direction friction holds, up to its level.
    for (load, [f, g]) in [(1.5, [0.75, 0.75]), (4.0, [1.0, 3.0])] {
        check("free", |sign| Case {
            elements: two(sign),
            loads: vec![("on_b", load)],
            shown: vec![("f.friction_torque", f * sign), ("g.friction_torque", g * sign)],
        });
    }
    check("beside a stop", |sign| Case {
        elements: vec![body("a", ""), brake("a", 100.0), at_stop("b", -sign), freewheel("f", ("a", "b"), 1.0, sign)],
        loads: vec![("on_b", -6.0)],
        shown: vec![("f.friction_torque", -3.0 * sign), ("b.end_stop_torque", -3.0)],
    });
}
