//! Kinds on drivetrains. Numbers are round, as users write them.

use super::{at_most, neighbours, none_of, warning};
use crate::drivetrains::singular::{Case, Load, PLAIN, Part, STEPS, body, check, contact, gear, input, longest_step};
use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::random::{Random, tidy};
use test_support::{Run, Signal, get};

const INERTIAS: [f64; 6] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
const LEVELS: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
const RATIOS: [f64; 6] = [1.0, -1.0, 2.0, 0.5, -2.0, 0.2];

/// A straight load, or one that jumps to another.
fn load(random: &mut Random, end: f64) -> Signal {
    let mut value = || random.sign() * random.pick(&[0.0, 1.0, 5.0, 20.0, 50.0]);
    let [begin, middle, after, last] = [(); 4].map(|()| value());
    Signal::through(&[(0.0, begin), (tidy(0.4 * end), middle), (tidy(0.4 * end), after), (end, last)])
}

/// static_ratio·(1 − efficiency_aiding) = 1, and no friction without load: a load that drives the gear is just held.
#[test]
fn gears_that_just_lock_themselves_move_alike_in_every_order_mirror_and_step() {
    let random = &mut Random::new(41);
    none_of((0..neighbours(100)).map(|_| {
        let aiding = random.pick(&[0.2, 0.5, 0.75, 0.0, 0.6, 0.8, 0.9, 0.95]);
        let more = format!("friction.coulomb_torque = 0\nfriction.static_ratio = {:?}\n", tidy(1.0 / (1.0 - aiding)));
        let efficiencies = (random.pick(&[1.0, 0.9, 0.5]), aiding);
        let begin = random.sign() * random.pick(&[777.7, 100.0, 20.0, 5.0]);
        let end = random.pick(&[0.0, 0.1, 0.5, 0.9, 2.0]) * begin;
        let case = Case {
            parts: vec![
                body("a", random.pick(&INERTIAS)),
                body("b", random.pick(&INERTIAS)),
                gear("g", ("a", "b"), random.pick(&RATIOS), efficiencies, &more),
                input("u", "b"),
            ],
            loads: vec![("u", Signal::through(&[(0.0, begin), (0.1, tidy(end))]))],
            end: 0.1,
        };
        let mut failures = check(&case, random, 1e-9, false);
        let (states, _) = case.run(PLAIN);
        // It can rest at its bound, and so it does.
        failures.extend(
            states.iter().any(|state| *state != 0.0).then(|| format!("turns: {states:?}\n{}", case.text(PLAIN))),
        );
        failures
    }));
}

/// Rows of stations at rest whose loads jump at every step: lossy gears in series, or jacks on a torque tube.
#[test]
#[cfg(target_os = "linux")]
fn rows_of_stations_at_rest_take_milliseconds() {
    let random = &mut Random::new(42);
    // Some 13 take 0.15 to 0.4 s, without optimization: a decision that has used up its tries takes what it has found.
    at_most(
        20,
        (0..neighbours(4)).map(|_| {
            let (text, inputs) = if random.one_in(2) { row_of_gears(random) } else { row_of_jacks(random) };
            let longest = longest_step(&text, inputs, 6);
            (longest >= crate::drivetrains::singular::MOST)
                .then(|| format!("{longest} s\n{text}"))
                .into_iter()
                .collect()
        }),
    );
}

fn swinging(random: &mut Random, size: f64) -> Box<dyn Fn(f64) -> f64> {
    let (rate, phase) = (random.pick(&[0.2, 0.3, 0.5, 1.0]), random.pick(&[0.0, 1.0, 2.0, 3.0]));
    Box::new(move |k| size * (rate * k + phase).sin() * (1.0 + k / 5.0))
}

fn row_of_gears(random: &mut Random) -> (String, Vec<Load>) {
    let (bodies, ratio) = (8 + random.below(5), random.pick(&[1.0, 1.1, 0.9, -1.0, 2.0]));
    let (opposing, aiding) = (random.pick(&[1.0, 0.9, 0.8]), random.pick(&[0.5, 0.8, 0.2, 0.0]));
    let (level, coulomb) = (random.pick(&[0.5, 1.0, 2.0]), random.pick(&[0.0, 0.1, 1.0]));
    let mut text = String::from("name = \"Row\"\nmodel = \"Drivetrain\"\n");
    for i in 0..bodies {
        text +=
            &format!("[body.b{i}]\ninertia = 1\n[brake.k{i}]\non = \"b{i}\"\nfriction.coulomb_torque = {level:?}\n");
        if i > 0 {
            text += &format!(
                "[gear.g{i}]\nconnects = [\"b{}\", \"b{i}\"]\nratio = {ratio:?}\nefficiency_opposing = {opposing:?}\n\
                 efficiency_aiding = {aiding:?}\nfriction.coulomb_torque = {coulomb:?}\n",
                i - 1
            );
        }
    }
    text +=
        &format!("[[input]]\nname = \"first\"\non = \"b0\"\n[[input]]\nname = \"last\"\non = \"b{}\"\n", bodies - 1);
    (text, vec![("first", swinging(random, 50.0)), ("last", swinging(random, 20.0))])
}

const STATIONS: [&str; 15] =
    ["l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10", "l11", "l12", "l13", "l14"];

fn row_of_jacks(random: &mut Random) -> (String, Vec<Load>) {
    let stations = 8 + random.below(8);
    let (opposing, aiding) = (random.pick(&[0.5, 0.4, 0.8]), random.pick(&[-0.2, -0.5, -0.1]));
    let (brake, is_shaft) = (random.pick(&[0.0, 1.0, 2.0]), random.one_in(2));
    let joint =
        if is_shaft { ("shaft", "stiffness = 1000\ndamping = 1") } else { ("clutch", "friction.coulomb_torque = 10") };
    let mut text = String::from("name = \"Tube\"\nmodel = \"Drivetrain\"\n");
    let mut inputs: Vec<Load> = vec![("motor", swinging(random, 20.0))];
    for (i, station) in STATIONS.into_iter().enumerate().take(stations) {
        text += &format!(
            "[body.s{i}]\ninertia = 0.05\n[mass.m{i}]\nmass = 20\n[screw.j{i}]\nconnects = [\"s{i}\", \"m{i}\"]\nlead = \"5 mm\"\n\
             efficiency_opposing = {opposing:?}\nefficiency_aiding = {aiding:?}\nfriction.coulomb_torque = 0.1\n\
             [[input]]\nname = \"l{i}\"\non = \"m{i}\"\n"
        );
        if brake > 0.0 {
            text += &format!("[brake.k{i}]\non = \"s{i}\"\nfriction.coulomb_torque = {brake:?}\n");
        }
        if i > 0 {
            text += &format!("[{}.t{i}]\nconnects = [\"s{}\", \"s{i}\"]\n{}\n", joint.0, i - 1, joint.1);
        }
        inputs.push((station, swinging(random, 500.0)));
    }
    text += "[[input]]\nname = \"motor\"\non = \"s0\"\n";
    (text, inputs)
}

/// The train of gears of `mirror.toml`, with a freewheel that a body on its stop presses, with these numbers.
struct Train {
    inertias: [f64; 4],
    velocity: f64,
    travel: f64,
    levels: [f64; 3],
    ratios: [f64; 2],
    aiding: [f64; 3],
    loads: [f64; 5],
}

impl Train {
    fn random(random: &mut Random) -> Self {
        Self {
            inertias: [(); 4].map(|()| random.pick(&INERTIAS)),
            velocity: -random.pick(&[0.0, 0.5, 1.0]),
            travel: random.pick(&[0.05, 0.1, 0.02]),
            levels: [(); 3].map(|()| random.pick(&[1.0, 2.0, 5.0])),
            ratios: [(); 2].map(|()| random.pick(&[1.0, -1.0, 2.0, 0.5])),
            aiding: [(); 3].map(|()| random.pick(&[0.3, 0.5, 0.9])),
            loads: [
                random.pick(&[1.0, 0.0, -1.0]),
                random.pick(&[-20.0, -10.0, -50.0]),
                random.pick(&[350.0, 100.0, 200.0]),
                random.pick(&[5.0, 1.0, 0.0]),
                random.pick(&[500.0, 100.0, 200.0]),
            ],
        }
    }

    fn text(&self, sign: f64) -> String {
        let Self {
            inertias: [j0, j1, j2, j3],
            velocity,
            travel,
            levels: [f, k, g],
            ratios: [r0, r1],
            aiding: [e0, e1, e2],
            ..
        } = self;
        let (side, ends) = if sign > 0.0 { ("lower", "\"b3\", \"b1\"") } else { ("upper", "\"b1\", \"b3\"") };
        let (limit, start) = (-sign * travel, sign * velocity);
        format!(
            "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b0]\ninertia = {j0:?}\n[body.b1]\ninertia = {j1:?}\n[body.b2]\ninertia = {j2:?}\n\
             [body.b3]\ninertia = {j3:?}\ntravel.{side} = {limit:?}\nvelocity_start = {start:?}\n[mass.b5]\nmass = 0.5\n[freewheel.f2]\n\
             connects = [{ends}]\nfriction.coulomb_torque = {f:?}\n[brake.k5]\non = \"b0\"\nfriction.coulomb_torque = {k:?}\n[gear.g0]\n\
             connects = [\"b0\", \"b1\"]\nratio = {r0:?}\nefficiency_opposing = 1.0\nefficiency_aiding = {e0:?}\n\
             friction.coulomb_torque = {g:?}\nfriction.static_ratio = 1.5\n[gear.g1]\nconnects = [\"b1\", \"b2\"]\nratio = {r1:?}\n\
             efficiency_opposing = 1.0\nefficiency_aiding = {e1:?}\n[screw.g4]\nconnects = [\"b0\", \"b5\"]\nlead = -2.0\n\
             efficiency_opposing = 1.0\nefficiency_aiding = {e2:?}\nfriction_second.coulomb_force = 1.0\n[[input]]\nname = \"l0\"\non = \"b0\"\n\
             [[input]]\nname = \"l1\"\non = \"b1\"\n"
        )
    }

    /// States at the end, as without the mirror; and the first warning.
    fn run(&self, sign: f64, step: f64) -> (Vec<f64>, Option<String>) {
        let [before, after, slope, other, rise] = self.loads.map(|load| sign * load);
        let l0 = Signal::through(&[(0.0, before), (0.05, before), (0.05, after), (1.05, after + slope)]);
        let l1 = Signal::through(&[(0.0, other), (1.0, other + rise)]);
        let mut made = drivetrain(&self.text(sign));
        let recorder = Run { actuator: &mut made, inputs: vec![("l0", l0), ("l1", l1)], end: 0.3, step }.go(|_, _| {});
        (made.states().iter().map(|state| sign * state).collect(), warning(&recorder))
    }
}

fn differ(one: &[f64], other: &[f64], tolerance: f64) -> bool {
    let size = one.iter().fold(1e-2, |most: f64, value| most.max(value.abs()));
    one.iter().zip(other).any(|(a, b)| (a - b).abs().is_nan() || (a - b).abs() > tolerance * size)
}

#[test]
fn trains_of_gears_with_a_freewheel_before_a_stop_move_as_their_images_at_every_step() {
    let random = &mut Random::new(43);
    none_of((0..neighbours(40)).map(|_| {
        let train = Train::random(random);
        let (own, warned) = train.run(1.0, 1e-3);
        let (mut failures, mut warnings) = (Vec::new(), Vec::from_iter(warned));
        for (sign, step) in [(-1.0, 1e-3), (1.0, 1e-2), (1.0, 3.7e-4), (-1.0, 3.7e-4)] {
            let (other, warned) = train.run(sign, step);
            warnings
                .extend(warned.map(|warned| format!("{warned} {sign} {step} {:?}\n{}", train.loads, train.text(1.0))));
            if differ(&own, &other, 1e-8) {
                failures.push(format!("{sign} {step}: {own:?} {other:?} {:?}\n{}", train.loads, train.text(1.0)));
            }
        }
        failures.extend(warnings);
        failures
    }));
}

/// A body comes to the end of a play exactly at a communication point, and its shaft pulls at what a brake holds.
#[test]
fn brakes_at_the_end_of_a_play_show_what_they_hold_at_most_at_every_step_and_mirror() {
    let random = &mut Random::new(44);
    none_of((0..neighbours(60)).map(|_| {
        let inertias = [(); 2].map(|()| random.pick(&INERTIAS));
        let (level, ratio) = (random.pick(&[0.5, 1.0, 2.0, 5.0]), random.pick(&[1.0, 1.0, 1.5]));
        let (velocity, backlash) = random.pick(&[(1.0, 0.02), (1.0, 0.04), (0.5, 0.02), (2.0, 0.04), (2.0, 0.08)]);
        let (stiffness, damping) = (random.pick(&[100.0, 300.0, 1000.0, 5000.0]), random.pick(&[0.0, 1.0, 5.0, 20.0]));
        let law = random.pick(&["unilateral", "limited"]);
        let ends = |sign: f64, step: f64| {
            let text = format!(
                "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b3]\ninertia = {:?}\n[body.b4]\ninertia = {:?}\nvelocity_start = {:?}\n\
                 [brake.k8]\non = \"b3\"\nfriction.coulomb_torque = {level:?}\nfriction.static_ratio = {ratio:?}\n[shaft.s3]\n\
                 connects = [\"b3\", \"b4\"]\nstiffness = {stiffness:?}\ndamping = {damping:?}\nbacklash = {backlash:?}\n\
                 backlash_damping = {law:?}\n",
                inertias[0],
                inertias[1],
                -sign * velocity
            );
            let (mut wrong, mut made) = (None, drivetrain(&text));
            let recorder = Run { actuator: &mut made, inputs: vec![], end: 0.06, step }.go(|time, actuator| {
                let names = ["k8.friction_torque", "k8.friction_regime", "b3.acceleration", "s3.torque"];
                let [torque, regime, acceleration, shaft] = names.map(|name| get(actuator, name));
                let is_held = torque.abs() <= level * ratio * (1.0 + 1e-12);
                let is_sliding = regime == 0.0 || torque == regime * level;
                let open = (inertias[0] * acceleration - (shaft - torque)).abs();
                if !(is_held && is_sliding && open <= 1e-11 * (1.0 + shaft.abs())) {
                    wrong = Some(format!("{torque} N.m in regime {regime}, {open} open at {time} with {step}\n{text}"));
                }
            });
            let states: Vec<f64> = made.states().iter().map(|state| sign * state).collect();
            (states, wrong.or_else(|| warning(&recorder)), text)
        };
        let (own, wrong, text) = ends(1.0, 1e-2);
        let mut failures: Vec<String> = wrong.into_iter().collect();
        for (sign, step) in [(-1.0, 1e-2), (1.0, 2e-2), (1.0, 1e-3), (1.0, 3.7e-4)] {
            let (other, wrong, _) = ends(sign, step);
            failures.extend(wrong);
            if differ(&own, &other, 1e-9) {
                failures.push(format!("{sign} {step}: {own:?} {other:?}\n{text}"));
            }
        }
        failures
    }));
}

/// Three bodies, two clutches and a lossy gear in a loop, and brakes whose levels fall from rest.
fn clutches_beside_a_gear(random: &mut Random) -> (Case, String) {
    let velocity = random.pick(&[0.0, 0.3, 1.0, -0.3]);
    let moving = |name: &'static str, inertia: f64| Part::Body { name, inertia, velocity };
    let case = Case {
        parts: vec![
            moving("b0", random.pick(&INERTIAS)),
            moving("b2", random.pick(&INERTIAS)),
            moving("b5", random.pick(&INERTIAS)),
            contact("clutch", "c101", (Some("b5"), "b2"), random.pick(&[1.0, 2.0, 5.0])),
            contact("clutch", "c102", (Some("b5"), "b0"), random.pick(&[1.0, 2.0, 5.0])),
            gear(
                "g1",
                ("b0", "b2"),
                1.0,
                random.pick(&[(0.9, 0.9), (0.9, 0.5), (1.0, 0.9), (0.5, 0.2)]),
                "friction.coulomb_torque = 1\n",
            ),
            contact("brake", "k5", (None, "b0"), 2.0 * random.pick(&LEVELS)),
            contact("brake", "k11", (None, "b2"), 2.0 * random.pick(&LEVELS)),
            input("l0", "b0"),
            input("l2", "b2"),
        ],
        loads: vec![("l0", load(random, 0.1)), ("l2", load(random, 0.1))],
        end: 0.1,
    };
    (
        case,
        format!(
            "friction.law = \"hess_soom\"\nfriction.static_ratio = 2.0\nfriction.stribeck_velocity = {:?}\n",
            random.pick(&[0.1, 0.5])
        ),
    )
}

#[test]
fn torques_of_clutches_beside_lossy_gears_balance_at_every_step() {
    let random = &mut Random::new(45);
    none_of((0..neighbours(60)).map(|_| {
        let (case, law) = clutches_beside_a_gear(random);
        let mut text = case.text(PLAIN);
        // Half of the level at rest is that of sliding fast.
        for part in &case.parts {
            if let Part::Contact { kind: "brake", name, level, .. } = part {
                let of = format!("[brake.{name}]\n");
                text = text.replacen(&of, &format!("{of}{law}"), 1);
                let (before, after) = text.split_at(text.find(&of).unwrap());
                let halved = after.replacen(
                    &format!("coulomb_torque = {level:?}"),
                    &format!("coulomb_torque = {:?}", 0.5 * level),
                    1,
                );
                text = format!("{before}{halved}");
            }
        }
        let mut failures = Vec::new();
        for step in STEPS {
            let (mut wrong, mut made) = (None, drivetrain(&text));
            let recorder =
                Run { actuator: &mut made, inputs: case.loads.clone(), end: case.end, step }.go(|time, actuator| {
                    wrong = wrong.take().or_else(|| {
                        case.wrong(actuator, PLAIN).map(|what| format!("{what} at {time} {:?}\n{text}", case.loads))
                    });
                });
            failures
                .extend(wrong.or_else(|| warning(&recorder).map(|told| format!("{told} {:?}\n{text}", case.loads))));
        }
        failures
    }));
}

/// A clutch in parallel with a gear that a load cannot drive at all.
#[test]
fn clutches_beside_gears_without_an_aiding_efficiency_take_no_bridged_steps() {
    let random = &mut Random::new(46);
    // 10 of 1,000 show for one point a torque of the freewheel, or of a brake beside it, that does not balance, in one of the mirror images.
    at_most(
        12,
        (0..neighbours(60)).map(|_| {
            let ratio = random.pick(&[1.0, 1.0, -1.0, 2.0, 0.5]);
            let more = format!("friction.coulomb_torque = {:?}\n", random.pick(&[0.0, 0.0, 0.1, 1.0]));
            let kind = random.pick(&["clutch", "clutch", "freewheel"]);
            let mut parts = vec![
                body("a", random.pick(&INERTIAS)),
                body("b", random.pick(&INERTIAS)),
                gear("g", ("a", "b"), ratio, (random.pick(&[1.0, 0.9, 0.5]), 0.0), &more),
                contact(kind, "c", (Some("a"), "b"), random.pick(&LEVELS)),
                input("la", "a"),
                input("lb", "b"),
            ];
            if random.one_in(2) {
                parts.push(contact("brake", "k", (None, random.pick(&["a", "b"])), random.pick(&LEVELS)));
            }
            let case = Case { parts, loads: vec![("la", load(random, 0.1)), ("lb", load(random, 0.1))], end: 0.1 };
            let mut failures = check(&case, random, 1e-8, false);
            failures.iter_mut().for_each(|failure| *failure += &format!("{:?}", case.loads));
            failures
        }),
    );
}

/// Torques at rest that are not unique, under loads that swing smoothly.
#[test]
fn torques_at_rest_that_are_not_unique_follow_smooth_loads_without_jumps() {
    let random = &mut Random::new(47);
    // 3 of 1,000: a clutch beside a lossy gear turns its torque over where both brakes have come to their levels.
    at_most(
        4,
        (0..neighbours(60)).map(|_| {
            let gears = random.below(2);
            let mut parts = vec![
                body("a", random.pick(&INERTIAS)),
                body("b", random.pick(&INERTIAS)),
                contact("brake", "ka", (None, "a"), random.pick(&LEVELS)),
                contact("brake", "kb", (None, "b"), random.pick(&LEVELS)),
                contact("clutch", "c0", (Some("a"), "b"), random.pick(&LEVELS)),
                input("la", "a"),
                input("lb", "b"),
            ];
            if random.one_in(2) {
                parts.push(contact("clutch", "c1", (Some("b"), "a"), random.pick(&LEVELS)));
            }
            if gears > 0 {
                let more = format!("friction.coulomb_torque = {:?}\n", random.pick(&[0.0, 0.1, 1.0]));
                let efficiencies = random.pick(&[(1.0, 1.0), (0.9, 0.9), (0.9, 0.5)]);
                parts.push(gear("g", ("a", "b"), random.pick(&[1.0, 2.0, -1.0]), efficiencies, &more));
            }
            let (size, rate) = (random.pick(&[0.5, 1.0, 2.0, 5.0]), random.pick(&[5.0, 10.0, 20.0]));
            let swing = |phase: f64| Signal::sampled(move |t| size * (rate * t + phase).sin(), 1e-3, 0.3);
            let case =
                Case { parts, loads: vec![("la", swing(random.pick(&[0.0, 1.0, 2.0]))), ("lb", swing(0.0))], end: 0.3 };
            jumps(&case, 2.0 * size * rate).into_iter().collect()
        }),
    );
}

/// Torques per load that torques at rest may change by: shares of a loop of a few contacts amplify a load by ratios of levels.
const AMPLIFICATION: f64 = 30.0;

/// A contact at rest before and after a step of 1 ms, where nothing moves, whose torque jumps; loads change by this slope.
fn jumps(case: &Case, slope: f64) -> Option<String> {
    let names: Vec<&str> = case
        .parts
        .iter()
        .filter_map(|part| if let Part::Contact { name, .. } = part { Some(*name) } else { None })
        .collect();
    let (mut before, mut jump): (Option<Vec<f64>>, _) = (None, None);
    let text = case.text(PLAIN);
    let mut made = drivetrain(&text);
    let recorder =
        Run { actuator: &mut made, inputs: case.loads.clone(), end: case.end, step: 1e-3 }.go(|time, actuator| {
            let rests = names.iter().all(|name| get(actuator, &format!("{name}.friction_regime")) == 0.0);
            let torques: Vec<f64> =
                names.iter().map(|name| get(actuator, &format!("{name}.friction_torque"))).collect();
            if let Some(before) = before.take().filter(|_| rests && jump.is_none()) {
                let most = before.iter().zip(&torques).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
                if most > AMPLIFICATION * slope * 1e-3 {
                    jump = Some(format!("{before:?} {torques:?} at {time}\n{text}"));
                }
            }
            before = rests.then_some(torques);
        });
    jump.or_else(|| warning(&recorder).map(|told| format!("{told}\n{text}")))
}
