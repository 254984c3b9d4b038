//! What stops and one-way clutches carry where several of them could: what friction can not, and of that the least sum of squares of theirs, whatever
//! the order of the file, and the mirror image of it in that of the drivetrain.

use std::fmt::Write;
use test_support::cases;
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
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
    body(name, travel(sign))
}

fn travel(sign: f64) -> &'static str {
    if sign > 0.0 { "travel.upper = 0" } else { "travel.lower = 0" }
}

const NO_ROOM: &str = "travel.lower = 0\ntravel.upper = 0";

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

/// All orders of so many elements.
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
    check_after(&[], name, case);
}

/// The same where other loads have acted before.
fn check_after(before: &[(&str, f64)], name: &str, case: impl Fn(f64) -> Case) {
    for sign in [1.0, -1.0] {
        let Case { elements, loads, shown } = case(sign);
        for order in orders(elements.len()) {
            let elements = order.iter().map(|place| elements[*place].as_str());
            let text = format!("name = \"M\"\nmodel = \"Drivetrain\"\n{}", elements.collect::<String>());
            let inputs = loads.iter().map(|(name, load)| {
                let first = before.iter().find(|(other, _)| other == name).map_or(*load, |(_, load)| *load);
                (*name, Signal::steps(&[(0.0, sign * first), (0.01, sign * load)]))
            });
            let mut made = drivetrain(&text);
            let recorder =
                Run { actuator: &mut made, inputs: inputs.collect(), end: 0.03, step: 0.01 }.go(|time, made| {
                    let is_before = !before.is_empty() && time < 0.015;
                    for (variable, expected) in shown.iter().filter(|_| !is_before) {
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
fn a_stop_that_pushed_nothing_begins_to_where_it_relieves_others() {
    // The one-way clutch alone could hold b as well, and a then all of the load.
    check_after(&[("on_a", -1.0), ("on_b", 0.0)], "beside a one-way clutch", |sign| Case {
        elements: vec![at_stop("a", -sign), at_stop("b", -sign), freewheel("c", ("a", "b"), 1.0, sign)],
        loads: vec![("on_a", -2.0), ("on_b", -3.0)],
        shown: vec![
            ("a.end_stop_torque", -7.0 / 3.0),
            ("b.end_stop_torque", -8.0 / 3.0),
            ("c.friction_torque", -sign / 3.0),
        ],
    });
    // The stops of a have no room: it holds in both directions.
    check_after(&[("on_a", -6.0)], "beside stops without room", |sign| Case {
        elements: vec![body("a", NO_ROOM), at_stop("b", sign), gear("a", "b", 1.0)],
        loads: vec![("on_a", 6.0)],
        shown: vec![("a.end_stop_torque", 3.0), ("b.end_stop_torque", 3.0)],
    });
    check_after(&[("on_b", -6.0)], "which had nothing to hold", |sign| Case {
        elements: vec![body("a", NO_ROOM), at_stop("b", -sign), gear("a", "b", 1.0)],
        loads: vec![("on_b", 6.0)],
        shown: vec![("a.end_stop_torque", 6.0), ("b.end_stop_torque", 0.0)],
    });
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
    // Both bodies move at −3 rad/s2.
    check("in motion", |sign| {
        let [one, two] = [("f", 1.0), ("g", 5.0)].map(|(name, level)| freewheel(name, ("a", "b"), level, sign));
        Case {
            elements: vec![body("a", "inertia = 1"), body("b", "inertia = 1"), one, two],
            loads: vec![("on_b", -6.0)],
            shown: vec![
                ("f.friction_torque", -1.5 * sign),
                ("g.friction_torque", -1.5 * sign),
                ("a.acceleration", -3.0),
            ],
        }
    });
    check("beside a stop", |sign| Case {
        elements: vec![body("a", ""), brake("a", 100.0), at_stop("b", -sign), freewheel("f", ("a", "b"), 1.0, sign)],
        loads: vec![("on_b", -6.0)],
        shown: vec![("f.friction_torque", -3.0 * sign), ("b.end_stop_torque", -3.0)],
    });
}

/// Weight of friction in the sum that is enumerated, beside 1 of stops and one-way clutches: its least is that of both sums one after the other but for
/// this share.
const FRICTION: f64 = 1e-5;
/// Of torques, beside that weight.
const ENUMERATED: f64 = 2e-3;

/// What holds in a random drivetrain: its variable, its torques on the groups of bodies that gears tie, its bounds, and its weight.
struct Holds {
    shown: String,
    on_groups: Vec<f64>,
    bounds: [f64; 2],
    weight: f64,
}

/// A drivetrain at rest, with the loads of its bodies one after the other.
struct AtRest {
    text: String,
    loads: [Vec<f64>; 2],
    holds: Vec<Holds>,
    /// Torque on the group of each body per load.
    group: Vec<(usize, f64)>,
}

const INPUTS: [&str; 4] = ["u0", "u1", "u2", "u3"];

impl AtRest {
    /// Two to four bodies, some of them tied by gears, and up to six of what holds them.
    fn random(random: &mut Random) -> Self {
        let bodies = 2 + random.below(3);
        let mut text = String::from("name = \"M\"\nmodel = \"Drivetrain\"\n");
        // The group of each body, and its velocity over that of the first of the group.
        let (mut group, mut factor): (Vec<usize>, Vec<f64>) = ((0..bodies).collect(), vec![1.0; bodies]);
        let limits = [
            ("", None),
            (travel(1.0), Some([0.0, f64::INFINITY])),
            (travel(-1.0), Some([f64::NEG_INFINITY, 0.0])),
            (NO_ROOM, Some([f64::NEG_INFINITY, f64::INFINITY])),
        ];
        let stops: Vec<_> = (0..bodies).map(|_| random.pick(&limits)).collect();
        for (body, (travel, _)) in stops.iter().enumerate() {
            text += &format!("[body.b{body}]\n{travel}\n");
        }
        for body in 1..bodies {
            if random.one_in(2) {
                let ratio = random.pick(&[1.0, -1.0, 2.0, 0.5, -3.0]);
                text += &gear("b0", &format!("b{body}"), ratio);
                (group[body], factor[body]) = (0, 1.0 / ratio);
            }
        }
        let mut loads = || {
            let mut load =
                || if random.one_in(2) { random.pick(&[0.0, 1.0, -2.0, 6.0]) } else { random.between(-5.0, 5.0) };
            (0..bodies).map(|_| load()).collect()
        };
        let loads: [Vec<f64>; 2] = [loads(), loads()];
        for body in 0..bodies {
            writeln!(text, "[[input]]\nname = \"u{body}\"\non = \"b{body}\"").unwrap();
        }
        let group_and_factor = group.iter().copied().zip(factor.iter().copied()).collect();
        let mut rest = Self { text, loads, holds: vec![], group: group_and_factor };
        let on = |ends: [(Option<usize>, f64); 2]| {
            let mut on_groups = vec![0.0; bodies];
            for (body, sign) in ends {
                body.into_iter().for_each(|body: usize| on_groups[group[body]] += sign * factor[body]);
            }
            on_groups
        };
        for (body, (_, bounds)) in stops.into_iter().enumerate() {
            let Some(bounds) = bounds else { continue };
            let on_groups = on([(None, 0.0), (Some(body), -1.0)]);
            rest.holds.push(Holds { shown: format!("b{body}.end_stop_torque"), on_groups, bounds, weight: 1.0 });
        }
        while rest.holds.len() < 6 && !random.one_in(6) {
            let place = rest.holds.len();
            let (first, second, level) =
                (random.below(bodies), random.below(bodies), random.pick(&[0.5, 1.0, 2.0, 3.7]));
            let kind = if first == second { "brake" } else { random.pick(&["clutch", "freewheel"]) };
            let ends = if first == second {
                format!("on = \"b{first}\"")
            } else {
                format!("connects = [\"b{first}\", \"b{second}\"]")
            };
            let is_one_way = kind == "freewheel";
            let level = if is_one_way && random.one_in(2) { 0.0 } else { level };
            writeln!(rest.text, "[{kind}.c{place}]\n{ends}\nfriction.coulomb_torque = {level:?}").unwrap();
            rest.holds.push(Holds {
                shown: format!("c{place}.friction_torque"),
                on_groups: on([(Some(first).filter(|first| *first != second), 1.0), (Some(second), -1.0)]),
                bounds: [if is_one_way { f64::NEG_INFINITY } else { -level }, level],
                weight: if is_one_way { 1.0 } else { FRICTION / level },
            });
        }
        rest
    }

    /// The torques of these loads on the groups.
    fn on_groups(&self, loads: &[f64]) -> Vec<f64> {
        let mut on_groups = vec![0.0; loads.len()];
        self.group.iter().zip(loads).for_each(|((group, factor), load)| on_groups[*group] += factor * load);
        on_groups
    }

    /// The least weighted sum of squares within all bounds that balances the loads, of those with each set of torques at their bounds; none if nothing
    /// balances them.
    fn least(&self, loads: &[f64]) -> Option<Vec<f64>> {
        let mut best: Option<(f64, Vec<f64>)> = None;
        for code in 0..3_usize.pow(self.holds.len() as u32) {
            let at = |hold: usize| [None, Some(0), Some(1)][code / 3_usize.pow(hold as u32) % 3];
            let known: Vec<Option<f64>> = self
                .holds
                .iter()
                .enumerate()
                .map(|(hold, holds)| at(hold).map(|side: usize| holds.bounds[side]))
                .collect();
            if known.iter().flatten().any(|bound| bound.is_infinite()) {
                continue;
            }
            let Some(torques) = self.least_with(&known, &self.on_groups(loads)) else { continue };
            let is_within = self.holds.iter().zip(&torques).all(|(holds, torque)| {
                let [lower, upper] = holds.bounds;
                (lower - 1e-10..=upper + 1e-10).contains(torque)
            });
            let cost: f64 = self.holds.iter().zip(&torques).map(|(holds, torque)| holds.weight * torque * torque).sum();
            if is_within && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, torques));
            }
        }
        best.map(|(_, torques)| torques)
    }

    /// The same with the torques that are known: y + Nᵀ·μ = 0 of the others, in units in which each weighs 1, and the balances of the groups.
    fn least_with(&self, known: &[Option<f64>], on_groups: &[f64]) -> Option<Vec<f64>> {
        let (groups, count) = (on_groups.len(), self.holds.len());
        let (mut matrix, mut rhs) = (vec![vec![0.0; count + groups]; count + groups], vec![0.0; count + groups]);
        let unit = |hold: usize| known[hold].map_or(1.0 / self.holds[hold].weight.sqrt(), |_| 1.0);
        for (row, (holds, known)) in self.holds.iter().zip(known).enumerate() {
            (matrix[row][row], rhs[row]) = (1.0, known.unwrap_or(0.0));
            for (group, on) in holds.on_groups.iter().enumerate() {
                matrix[count + group][row] = unit(row) * on;
                matrix[row][count + group] = if known.is_some() { 0.0 } else { unit(row) * on };
            }
        }
        rhs[count..].iter_mut().zip(on_groups).for_each(|(rhs, load)| *rhs = -load);
        let found = solved(matrix, rhs);
        let torques: Vec<f64> = (0..count).map(|hold| unit(hold) * found[hold]).collect();
        let is_balanced = (0..groups).all(|row| {
            let held: f64 = self.holds.iter().zip(&torques).map(|(holds, torque)| holds.on_groups[row] * torque).sum();
            (on_groups[row] + held).abs() <= 1e-8
        });
        is_balanced.then_some(torques)
    }
}

/// A solution of these equations; unknowns that nothing determines are zero.
fn solved(mut matrix: Vec<Vec<f64>>, mut rhs: Vec<f64>) -> Vec<f64> {
    let n = rhs.len();
    let mut pivot_of = vec![None; n];
    let size = matrix.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    for column in 0..n {
        let free = (0..n).filter(|row| !pivot_of.contains(&Some(*row)));
        let Some(pivot) = free.max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs())) else {
            continue;
        };
        if matrix[pivot][column].abs() <= 1e-12 * size {
            continue;
        }
        pivot_of[column] = Some(pivot);
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = matrix[row][column] / matrix[pivot][column];
            let own = matrix[pivot].clone();
            matrix[row].iter_mut().zip(own).for_each(|(entry, own)| *entry -= factor * own);
            rhs[row] -= factor * rhs[pivot];
        }
    }
    pivot_of
        .iter()
        .enumerate()
        .map(|(column, pivot)| pivot.map_or(0.0, |pivot| rhs[pivot] / matrix[pivot][column]))
        .collect()
}

#[test]
fn what_is_shown_at_rest_is_the_least_of_all_sets_of_torques_at_their_bounds() {
    let (mut compared, mut shared) = (0, 0);
    for seed in cases::seeds(0, 300, 3_000) {
        let rest = AtRest::random(&mut Random::new(seed));
        let [Some(before), Some(after)] = rest.loads.each_ref().map(|loads| rest.least(loads)) else { continue };
        let loads = rest.loads[0].iter().zip(&rest.loads[1]);
        // A jump to the other loads, and a ramp back.
        let changing = loads.map(|(first, second)| {
            Signal::through(&[
                (0.0, *first),
                (0.01, *first),
                (0.01, *second),
                (0.03, *second),
                (0.04, *first),
                (0.05, *first),
            ])
        });
        let mut made = drivetrain(&rest.text);
        let inputs = INPUTS.into_iter().zip(changing).collect();
        Run { actuator: &mut made, inputs, end: 0.05, step: 0.01 }.go(|time, made| {
            let expected = if (0.015..0.035).contains(&time) { &after } else { &before };
            for (holds, expected) in rest.holds.iter().zip(expected) {
                let value = get(made, &holds.shown);
                let is_right = (value - expected).abs() <= ENUMERATED * (1.0 + expected.abs());
                let what = || format!("{}\n{:?}", rest.text, rest.loads);
                assert!(is_right, "seed {seed} at {time}: {} is {value}, not {expected}\n{}", holds.shown, what());
            }
        });
        compared += 1;
        let one_way = |(holds, torque): &(&Holds, &f64)| holds.weight == 1.0 && torque.abs() > 1e-3;
        shared += usize::from(rest.holds.iter().zip(&before).filter(one_way).count() > 1);
    }
    assert!(compared > 100 && shared > 30, "{compared} {shared}");
}
