//! Drivetrains of round numbers in which a sum is exactly zero, and their neighbours. The files in `singular/` were found by testers from
//! outside, as was the motion that is right; where it says "as beside", a gear with an efficiency 1e-7 beside has it.

use crate::neighbours::{at_most, neighbours, none_of, warning};
use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::random::Random;
use test_support::{Run, Signal, get};

/// Steps at which one answer is asked for [s].
pub const STEPS: [f64; 3] = [1e-3, 1e-2, 3.7e-4];

/// One body, contact, gear or input.
#[derive(Clone)]
pub enum Part {
    Body {
        name: &'static str,
        inertia: f64,
        velocity: f64,
    },
    Contact {
        kind: &'static str,
        name: &'static str,
        first: Option<&'static str>,
        second: &'static str,
        level: f64,
    },
    Gear {
        name: &'static str,
        first: &'static str,
        second: &'static str,
        ratio: f64,
        opposing: f64,
        aiding: f64,
        more: String,
    },
    Input {
        name: &'static str,
        on: &'static str,
    },
}

impl Part {
    fn text(&self, sign: f64) -> String {
        match self {
            Self::Body { name, inertia, velocity } => {
                // What a gear ties follows it.
                let start =
                    if *velocity == 0.0 { String::new() } else { format!("velocity_start = {:?}\n", sign * velocity) };
                format!("[body.{name}]\ninertia = {inertia:?}\n{start}")
            }
            Self::Contact { kind, name, first, second, level } => {
                let ends = match first {
                    None => format!("on = {second:?}"),
                    // The mirror of a one-way clutch blocks the other direction.
                    Some(first) if *kind == "freewheel" && sign < 0.0 => format!("connects = [{second:?}, {first:?}]"),
                    Some(first) => format!("connects = [{first:?}, {second:?}]"),
                };
                format!("[{kind}.{name}]\n{ends}\nfriction.coulomb_torque = {level:?}\n")
            }
            Self::Gear { name, first, second, ratio, opposing, aiding, more } => format!(
                "[gear.{name}]\nconnects = [{first:?}, {second:?}]\nratio = {ratio:?}\nefficiency_opposing = {opposing:?}\n\
                 efficiency_aiding = {aiding:?}\n{more}"
            ),
            Self::Input { name, on } => format!("[[input]]\nname = {name:?}\non = {on:?}\n"),
        }
    }
}

#[derive(Clone)]
pub struct Case {
    pub parts: Vec<Part>,
    pub loads: Vec<(&'static str, Signal)>,
    pub end: f64,
}

/// How a case is run.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub sign: f64,
    pub step: f64,
    /// Efficiencies of gears with which the second drives, times this.
    pub beside: f64,
}

pub const PLAIN: Way = Way { sign: 1.0, step: 1e-3, beside: 1.0 };

impl Case {
    pub fn text(&self, way: Way) -> String {
        let parts: String = self
            .parts
            .iter()
            .map(|part| match part {
                Part::Gear { name, first, second, ratio, opposing, aiding, more } => {
                    let aiding = aiding * way.beside;
                    Part::Gear { name, first, second, ratio: *ratio, opposing: *opposing, aiding, more: more.clone() }
                        .text(way.sign)
                }
                other => other.text(way.sign),
            })
            .collect();
        format!("name = \"M\"\nmodel = \"Drivetrain\"\n{parts}")
    }

    /// Positions and velocities of all bodies at the end, in the order of their names; and what was wrong on the way.
    pub fn run(&self, way: Way) -> (Vec<f64>, Option<String>) {
        let text = self.text(way);
        let mut wrong = None;
        let mut last = Vec::new();
        let inputs = self
            .loads
            .iter()
            .map(|(name, signal)| (*name, if way.sign < 0.0 { signal.mirrored() } else { signal.clone() }));
        let mut made = drivetrain(&text);
        let recorder = Run { actuator: &mut made, inputs: inputs.collect(), end: self.end, step: way.step }.go(
            |time, actuator| {
                if wrong.is_none() {
                    wrong = self.wrong(actuator, way).map(|what| format!("{what} at {time}\n{text}"));
                }
                last = self
                    .bodies()
                    .flat_map(|name| ["position", "velocity"].map(|of| (name, of)))
                    .map(|(name, of)| way.sign * get(actuator, &format!("{name}.{of}")))
                    .collect();
            },
        );
        wrong = wrong.or_else(|| warning(&recorder).map(|warning| format!("{warning}\n{text}")));
        (last, wrong)
    }

    fn bodies(&self) -> impl Iterator<Item = &'static str> {
        let mut names: Vec<_> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Body { name, .. } => Some(*name),
                Part::Contact { .. } | Part::Gear { .. } | Part::Input { .. } => None,
            })
            .collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// What is not finite, not balanced or beyond its level where nothing else acts than these parts.
    pub fn wrong(&self, actuator: &mut dyn Actuator, Way { sign, beside, .. }: Way) -> Option<String> {
        let value = |element: &str, of: &str| get(actuator, &format!("{element}.{of}"));
        let mut balances: Vec<(&str, f64, f64)> = Vec::new();
        let mut add = |body: &'static str, torque: f64| match balances.iter_mut().find(|(name, ..)| *name == body) {
            Some((_, sum, size)) => (*sum, *size) = (*sum + torque, *size + torque.abs()),
            None => balances.push((body, torque, torque.abs())),
        };
        let mut over = None;
        for part in &self.parts {
            match part {
                Part::Body { name, inertia, .. } => {
                    add(name, -inertia * value(name, "acceleration"));
                    // Stops push at the body.
                    add(name, -value(name, "end_stop_torque"));
                }
                Part::Contact { kind, name, first, second, level } => {
                    let torque = value(name, "friction_torque");
                    let turned = if *kind == "freewheel" && sign < 0.0 { -1.0 } else { 1.0 };
                    add(second, -turned * torque);
                    if let Some(first) = first {
                        add(first, turned * torque);
                    }
                    let load = if *kind == "freewheel" { torque } else { torque.abs() };
                    if load > level * (1.0 + 1e-9 + 10.0 * (beside - 1.0).abs()) {
                        // What can neither rest nor turn is held: beside the exact balance it is short of as much as that.
                        over = Some(format!("{name} carries {torque} of {level}"));
                    }
                }
                Part::Gear { name, first, second, ratio, .. } => {
                    let (torque, loss) = (value(name, "torque"), value(name, "loss_torque"));
                    add(first, -torque);
                    // What goes into it is what comes out and its loss: where that is all of it, rounding of both is left.
                    add(first, loss);
                    add(first, -loss);
                    add(second, ratio * (torque - loss));
                }
                Part::Input { .. } => {}
            }
        }
        for part in &self.parts {
            if let Part::Input { name, on } = part {
                add(on, get(actuator, name));
            }
        }
        let open = balances.iter().find(|(_, sum, size)| !sum.is_finite() || sum.abs() > 1e-11 * size.max(1.0));
        over.or(open.map(|(body, sum, _)| format!("{body} is out of balance by {sum}")))
    }

    /// The same with its parts in another order.
    fn shuffled(&self, random: &mut Random) -> Self {
        let mut other = self.clone();
        for place in (1..other.parts.len()).rev() {
            other.parts.swap(place, random.below(place + 1));
        }
        other
    }
}

pub fn body(name: &'static str, inertia: f64) -> Part {
    Part::Body { name, inertia, velocity: 0.0 }
}

pub fn contact(kind: &'static str, name: &'static str, ends: (Option<&'static str>, &'static str), level: f64) -> Part {
    Part::Contact { kind, name, first: ends.0, second: ends.1, level }
}

pub fn gear(
    name: &'static str,
    ends: (&'static str, &'static str),
    ratio: f64,
    efficiencies: (f64, f64),
    more: &str,
) -> Part {
    let (opposing, aiding) = efficiencies;
    Part::Gear { name, first: ends.0, second: ends.1, ratio, opposing, aiding, more: more.into() }
}

pub fn input(name: &'static str, on: &'static str) -> Part {
    Part::Input { name, on }
}

/// Everything that one case must satisfy whatever it is: returns what it does not.
pub fn check(case: &Case, random: &mut Random, tolerance: f64, is_compared_beside: bool) -> Vec<String> {
    let (own, wrong) = case.run(PLAIN);
    let mut failures: Vec<String> = wrong.into_iter().map(|what| format!("itself: {what}")).collect();
    let mut compare = |what: &str, other: &Case, way: Way, tolerance: f64| {
        let (states, wrong) = other.run(way);
        failures.extend(wrong.map(|wrong| format!("{what}: {wrong}")));
        let size = own.iter().fold(1e-2, |most, value| f64::max(most, value.abs()));
        let off = own.iter().zip(&states).fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs() / size));
        if off.is_nan() || off > tolerance {
            failures.push(format!("{what}, {way:?}: {own:?} {states:?} {:?}\n{}", other.loads, other.text(way)));
        }
    };
    compare("in another order", &case.shuffled(random), PLAIN, tolerance);
    compare("mirrored", case, Way { sign: -1.0, ..PLAIN }, tolerance);
    for step in &STEPS[1..] {
        compare("at another step", case, Way { step: *step, ..PLAIN }, tolerance);
    }
    if is_compared_beside {
        for beside in [1.0 - 1e-7, 1.0 + 1e-7] {
            compare("beside", case, Way { beside, ..PLAIN }, 1e-4);
        }
    }
    failures
}

/// The case of `nan_after_jump.toml` with these numbers: a clutch between the bodies of a gear whose ratio is its efficiency.
fn wedge(ratio: f64, inertias: [f64; 4], levels: [f64; 2], load: [f64; 3]) -> Case {
    let [before, after, slope] = load;
    Case {
        parts: vec![
            body("b1", inertias[0]),
            body("b2", inertias[1]),
            body("b3", inertias[2]),
            body("b4", inertias[3]),
            contact("freewheel", "f3", (Some("b2"), "b4"), levels[0]),
            contact("clutch", "c11", (Some("b2"), "b1"), levels[1]),
            gear("g1", ("b1", "b2"), ratio, (1.0, ratio), ""),
            gear("g2", ("b1", "b3"), 10.0, (1.0, 0.9), ""),
            input("l4", "b4"),
        ],
        loads: vec![("l4", Signal::through(&[(0.0, before), (0.13, before), (0.13, after), (1.13, after + slope)]))],
        end: 0.23,
    }
}

#[test]
fn a_clutch_on_both_bodies_of_a_gear_whose_ratio_is_its_efficiency_holds_nothing() {
    // The motion with slopes of 0 and -1, which were right before; the file has the same numbers.
    for slope in [0.0, 1e-6, -1e-6] {
        let case = wedge(0.5, [0.5, 0.1, 1.0, 0.5], [10.0, 10.0], [-1.0, -50.0, slope]);
        let (states, _) = case.run(PLAIN);
        assert!((states[6] + 0.292397661).abs() <= 1e-8, "{states:?}");
        assert_eq!(check(&case, &mut Random::new(1), 1e-9, true), Vec::<String>::new());
    }
}

#[test]
fn neighbours_of_that_gear_are_finite_and_balanced_in_every_order_and_mirror() {
    let random = &mut Random::new(11);
    none_of((0..neighbours(100)).map(|_| {
        let inertia = [0.1, 0.5, 1.0, 2.0, 5.0];
        let ratio = random.pick(&[0.5, 0.2, 0.8, 0.25, 0.3, 0.6, 0.9]);
        let inertias = [0; 4].map(|_| random.pick(&inertia));
        let levels = [0; 2].map(|_| random.pick(&[1.0, 2.0, 5.0, 10.0]));
        let load = [
            random.pick(&[-1.0, 0.0, 1.0]),
            random.sign() * random.pick(&[5.0, 20.0, 50.0]),
            random.pick(&[0.0, 1e-6, -1e-6, -1.0]),
        ];
        check(&wedge(ratio, inertias, levels, load), random, 1e-9, true)
    }));
}

/// The case of `singular_inertia_at_rest.toml` with these numbers: J_a + η·J_b/ratio² = 0.
fn at_rest(inertias: [f64; 3], ratio: f64, aiding: f64, levels: [f64; 2], loads: [f64; 2]) -> Case {
    Case {
        parts: vec![
            body("b0", inertias[0]),
            body("b1", inertias[1]),
            body("b2", inertias[2]),
            contact("freewheel", "f1", (Some("b0"), "b2"), levels[0]),
            contact("brake", "k4", (None, "b0"), levels[1]),
            gear("g0", ("b0", "b1"), ratio, (1.0, aiding), ""),
            input("l0", "b0"),
            input("l1", "b1"),
        ],
        loads: vec![("l0", Signal::constant(loads[0])), ("l1", Signal::constant(loads[1]))],
        end: 0.05,
    }
}

#[test]
fn a_gear_whose_inertia_losses_make_zero_turns_where_it_is_driven() {
    let case = at_rest([0.1, 0.5, 0.1], 1.0, -0.2, [10.0, 1.0], [50.0, 5.0]);
    let (states, _) = case.run(PLAIN);
    // All of 0.7 kg.m2 turns with 50 + 5 − 1 N.m.
    assert!((states[1] - 54.0 / 0.7 * 0.05).abs() <= 1e-12, "{states:?}");
    assert_eq!(check(&case, &mut Random::new(1), 1e-9, true), Vec::<String>::new());
}

#[test]
fn neighbours_of_that_inertia_are_finite_and_balanced_in_every_order_and_mirror() {
    let random = &mut Random::new(12);
    // 3 of 1,000: the inertia is zero and a load is exactly at what the freewheel holds; or 1e-7 beside it some 1e-7 s are bridged.
    at_most(
        8,
        (0..neighbours(100)).map(|_| {
            let ratio = random.pick(&[1.0, 2.0, 0.5, -1.0]);
            let (aiding, second) = (random.pick(&[-0.2, -0.5, -0.1, -1.0]), random.pick(&[0.1, 0.5, 1.0, 2.0, 5.0]));
            let first: f64 = format!("{:.9}", -aiding * second / (ratio * ratio)).parse().unwrap();
            let inertias = [first, second, random.pick(&[0.1, 1.0, 5.0])];
            let levels = [0; 2].map(|_| random.pick(&[1.0, 2.0, 5.0, 10.0]));
            let loads = [0; 2].map(|_| random.sign() * random.pick(&[0.0, 1.0, 5.0, 20.0, 50.0]));
            check(&at_rest(inertias, ratio, aiding, levels, loads), random, 1e-9, true)
        }),
    );
}

/// The case of `singular_inertia_cut.toml` with these numbers.
fn cut(inertias: [f64; 3], aiding: f64, [velocity, other]: [f64; 2], level: f64, loads: [f64; 3]) -> Case {
    let moving = |name, inertia, velocity| Part::Body { name, inertia, velocity };
    Case {
        parts: vec![
            moving("b0", inertias[0], velocity),
            body("b1", inertias[1]),
            moving("b2", inertias[2], other),
            contact("clutch", "c1", (Some("b0"), "b2"), level),
            gear("g0", ("b0", "b1"), 1.0, (0.9, aiding), "friction.coulomb_torque = 0.4\n"),
            input("l0", "b0"),
            input("l2", "b2"),
        ],
        loads: vec![
            ("l0", Signal::through(&[(0.0, loads[0]), (0.1, loads[0]), (0.1, loads[1])])),
            ("l2", Signal::constant(loads[2])),
        ],
        end: 0.15,
    }
}

#[test]
fn a_gear_whose_inertia_losses_make_zero_jams_and_its_clutch_passes_no_impulse() {
    let case = cut([1.0, 5.0, 2.0], -0.2, [2.0, 1.0], 5.0, [20.0, -1.0, -20.0]);
    let (states, _) = case.run(PLAIN);
    // As with an efficiency of -0.2·(1 + 1e-7), where the inertia is below zero.
    assert!((states[1] + 0.025506168).abs() <= 1e-8 && (states[5] + 0.223938083).abs() <= 1e-8, "{states:?}");
    assert_eq!(check(&case, &mut Random::new(1), 1e-9, false), Vec::<String>::new());
    let (beside, _) = case.run(Way { beside: 1.0 + 1e-7, ..PLAIN });
    assert!(states.iter().zip(&beside).all(|(a, b)| (a - b).abs() <= 1e-7), "{states:?} {beside:?}");
}

#[test]
fn neighbours_that_are_cut_are_finite_and_balanced_in_every_order_and_mirror() {
    let random = &mut Random::new(13);
    none_of((0..neighbours(100)).map(|_| {
        let (aiding, second) = (random.pick(&[-0.2, -0.5, -0.1, -1.0]), random.pick(&[0.1, 0.5, 1.0, 2.0, 5.0]));
        let first: f64 = format!("{:.9}", -aiding * second).parse().unwrap();
        let inertias = [first, second, random.pick(&[0.1, 1.0, 2.0, 5.0])];
        let velocities = [0; 2].map(|_| random.sign() * random.pick(&[0.0, 1.0, 2.0]));
        let loads = [0; 3].map(|_| random.sign() * random.pick(&[0.0, 1.0, 5.0, 20.0]));
        check(&cut(inertias, aiding, velocities, random.pick(&[1.0, 5.0]), loads), random, 1e-7, false)
    }));
}

fn kept(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/drivetrains/singular/{name}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Processor time of this thread [s].
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    told.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9
}

/// An input, and its value in each step.
pub type Load = (&'static str, Box<dyn Fn(f64) -> f64>);

/// The longest step of a run in processor time [s], of 1 ms each, with inputs that jump at each.
pub fn longest_step(text: &str, inputs: Vec<Load>, steps: u32) -> f64 {
    let signals = inputs.iter().map(|(name, value)| {
        let pieces = (0..steps).map(|k| (1e-3, [value(f64::from(k)); 2]));
        (*name, Signal::pieces(pieces))
    });
    let (mut last, mut longest) = (processor_time(), 0.0);
    let mut made = drivetrain(text);
    Run { actuator: &mut made, inputs: signals.collect(), end: f64::from(steps) * 1e-3, step: 1e-3 }.go(|time, _| {
        let now = processor_time();
        if time > 0.0 {
            longest = f64::max(longest, now - last);
        }
        last = now;
    });
    longest
}

/// Processor time that a step may take here [s]: 50 ms, and what a processor that others use costs.
pub const MOST: f64 = 0.15;

#[test]
#[cfg(target_os = "linux")]
fn twelve_gears_at_rest_take_milliseconds() {
    let inputs: Vec<Load> = vec![
        ("first", Box::new(|k| 50.0 * (0.3 * k).sin() * (1.0 + k / 5.0))),
        ("last", Box::new(|k| 20.0 * (0.2 * k).cos())),
    ];
    let longest = longest_step(&kept("twelve_gears_at_rest"), inputs, 20);
    assert!(longest < MOST, "{longest} s");
}

#[test]
#[cfg(target_os = "linux")]
fn fifteen_self_locking_jacks_on_a_torque_tube_take_milliseconds() {
    for tube in ["shaft", "clutch"] {
        for brake in [true, false] {
            let mut text = String::from("name = \"Tube\"\nmodel = \"Drivetrain\"\n");
            let mut inputs: Vec<Load> = vec![("motor", Box::new(|k| 20.0 * (0.2 * k).cos()))];
            for i in 0..15 {
                text += &format!(
                    "[body.s{i}]\ninertia = 0.05\n[mass.m{i}]\nmass = 20\n[screw.j{i}]\nconnects = [\"s{i}\", \"m{i}\"]\n\
                     lead = \"5 mm\"\nefficiency_opposing = 0.5\nefficiency_aiding = -0.2\nfriction.coulomb_torque = 0.1\n\
                     [[input]]\nname = \"load{i}\"\non = \"m{i}\"\n"
                );
                if brake {
                    text += &format!("[brake.k{i}]\non = \"s{i}\"\nfriction.coulomb_torque = 1\n");
                }
                if i > 0 {
                    let more =
                        if tube == "shaft" { "stiffness = 1000\ndamping = 1" } else { "friction.coulomb_torque = 10" };
                    text += &format!("[{tube}.t{i}]\nconnects = [\"s{}\", \"s{i}\"]\n{more}\n", i - 1);
                }
                let name: &'static str = Box::leak(format!("load{i}").into_boxed_str());
                inputs.push((name, Box::new(move |k| 500.0 * (0.3 * k + f64::from(i)).sin() * (1.0 + k / 5.0))));
            }
            text += "[[input]]\nname = \"motor\"\non = \"s0\"\n";
            let longest = longest_step(&text, inputs, 20);
            assert!(longest < MOST, "{longest} s, {tube}, brakes: {brake}");
        }
    }
}

/// Positions and velocities of a file at the end, every load a straight line after its jump at 0.05 s.
fn mirrored_file(name: &str, sign: f64, step: f64) -> Vec<f64> {
    let l0 = Signal::through(&[(0.0, 1.0), (0.05, 1.0), (0.05, -20.0), (1.05, 330.0)]);
    let l1 = Signal::through(&[(0.0, 5.0), (1.0, 505.0)]);
    let inputs =
        [("l0", l0), ("l1", l1)].map(|(name, signal)| (name, if sign < 0.0 { signal.mirrored() } else { signal }));
    let mut made = drivetrain(&kept(name));
    Run { actuator: &mut made, inputs: inputs.into(), end: 0.4, step }.go(|_, _| {});
    made.states().iter().map(|state| sign * state).collect()
}

/// b1 and b3 rest without a load on stop and one-way clutch when the loads grow beyond what the gears hold: these begin to press on nothing.
#[test]
fn the_mirror_of_a_freewheel_on_a_train_of_gears_moves_as_its_image() {
    let right = mirrored_file("mirror", 1.0, 1e-3);
    assert!((right[1] - 17.285741299).abs() <= 1e-6, "{right:?}");
    for step in STEPS {
        for (name, sign) in [("mirror", 1.0), ("mirror_image", -1.0)] {
            let other = mirrored_file(name, sign, step);
            assert!(right.iter().zip(&other).all(|(a, b)| (a - b).abs() <= 1e-8), "{name} {step}: {right:?} {other:?}");
        }
    }
}

#[test]
fn torques_of_clutches_beside_a_lossy_gear_balance() {
    let case = Case {
        parts: vec![
            body("b0", 1.0),
            body("b2", 2.0),
            body("b5", 1.0),
            contact("clutch", "c101", (Some("b5"), "b2"), 2.0),
            contact("clutch", "c102", (Some("b5"), "b0"), 1.0),
            gear("g1", ("b0", "b2"), 1.0, (0.9, 0.9), "friction.coulomb_torque = 1\n"),
            // Their level at rest is twice that of sliding; the file says what they are.
            contact("brake", "k5", (None, "b0"), 20.0),
            contact("brake", "k11", (None, "b2"), 20.0),
            input("l0", "b0"),
            input("l2", "b2"),
        ],
        loads: vec![("l0", Signal::constant(30.0)), ("l2", Signal::constant(-5.0))],
        end: 0.2,
    };
    let mut wrong = None;
    let mut made = drivetrain(&kept("clutches_beside_a_lossy_gear"));
    Run { actuator: &mut made, inputs: case.loads.clone(), end: case.end, step: 1e-3 }.go(|time, actuator| {
        wrong = wrong.take().or_else(|| case.wrong(actuator, PLAIN).map(|what| format!("{what} at {time}")));
    });
    assert_eq!(wrong, None);
}

#[test]
fn a_gear_that_just_locks_itself_moves_alike_at_every_step() {
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n[gear.g]\nconnects = [\"a\", \"b\"]\n\
        ratio = 1\nefficiency_opposing = 0.9\nefficiency_aiding = 0.2\nfriction.coulomb_torque = 0\nfriction.static_ratio = 1.25\n\
        [[input]]\nname = \"u\"\non = \"b\"\n";
    let end = |step: f64| {
        let load = Signal::through(&[(0.0, 777.7), (1.0, 777.7 - 321.0)]);
        let mut made = drivetrain(text);
        Run { actuator: &mut made, inputs: vec![("u", load)], end: 0.5, step }.go(|_, _| {});
        made.states()[0]
    };
    let ends = [1e-2, 1e-3, 3.7e-4, 1e-4].map(end);
    // It can rest at its bound, and so it does.
    assert_eq!(ends, [0.0; 4]);
}

/// The other clutch may carry 6.25 N·m, so that 5 and 3.5714 N·m are an admissible share.
#[test]
fn clutches_across_a_self_locking_gear_are_shown_within_their_levels() {
    let mut made = drivetrain(&kept("clutches_across_a_self_locking_gear"));
    let loads = [("l_b0", -20.0), ("l_b1", -20.0), ("l_b2", 20.0)].map(|(name, load)| (name, Signal::constant(load)));
    Run { actuator: &mut made, inputs: loads.into(), end: 0.01, step: 1e-3 }.go(|time, made| {
        let (first, second) = (get(made, "c00.friction_torque"), get(made, "c01.friction_torque"));
        assert!(first.abs() <= 5.0 + 1e-9 && second.abs() <= 6.25 + 1e-9, "{time}: {first} {second}");
    });
}

/// b0 breaks away where 100·t reaches 1 + 5·1.25 = 7.25 N·m, at 0.0725 s, and slides at 6 N·m: over the next 0.5 ms the mean torque is
/// 1.275 N·m, and with 0.1 kg·m² the velocity is 0.006375 rad/s.
#[test]
fn what_a_freewheel_beside_a_singular_gear_lets_go_goes_in_the_mirror_too() {
    for (name, sign) in [("freewheel_across_a_singular_gear", 1.0), ("freewheel_across_a_singular_gear_image", -1.0)] {
        let ramp = Signal::through(&[(0.0, 0.0), (1.0, -100.0 * sign)]);
        let mut made = drivetrain(&kept(name));
        let inputs = vec![("l_b0", ramp), ("l_b1", Signal::constant(5.0 * sign))];
        Run { actuator: &mut made, inputs, end: 0.073, step: 1e-3 }.go(|_, _| {});
        let expected = -(1.275 / 0.1) * 0.0005 * sign;
        assert!((get(&made, "b0.velocity") - expected).abs() <= 1e-9, "{name}: {}", get(&made, "b0.velocity"));
    }
}

/// What rounding makes of a load and a level of the same line lets nothing go: no step is bridged, and nothing else takes part in it.
#[test]
fn a_load_that_grows_exactly_as_the_level_that_holds_it_is_held_without_a_bridge() {
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b]\n[body.beside]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 12.7\n\
        [[input]]\nname = \"load\"\non = \"b\"\n[[input]]\nname = \"drive\"\non = \"beside\"\n[start]\nk.friction.static_ratio = ";
    for (static_ratio, from, sign) in [(1.0, 0.0, 1.0), (1.0, 0.1, -1.0), (1.5, 0.0, -1.0), (1.5, 0.1, 1.0)] {
        for step in [0.1, 0.01, 3.7e-3] {
            let mut made = drivetrain(&format!("{text}{static_ratio}\n"));
            let level = sign * 12.7 * static_ratio;
            let inputs = vec![
                ("k.engagement", Signal::line(from, 0.93, 1.0)),
                ("load", Signal::line(level * from, level * 0.93, 1.0)),
                ("drive", Signal::constant(1.0)),
            ];
            let recorder = Run { actuator: &mut made, inputs, end: 1.0, step }.go(|_, _| {});
            assert!(recorder.warnings.is_empty(), "{static_ratio} {from} {step}: {:?}", recorder.warnings);
            assert_eq!(get(&made, "b.position"), 0.0, "{static_ratio} {from} {step}");
            let beside = get(&made, "beside.velocity");
            assert!((beside - 1.0).abs() < 1e-13, "{static_ratio} {from} {step}: {beside}");
        }
    }
}
