//! Gears that lock themselves behind contacts: which motion is possible, and what jams where none is.

use crate::drivetrains::decision::{body, friction, solve};
use crate::drivetrains::minimal::run_unwarned;
use crate::drivetrains::reference::Log;
use actuator_fmu::actuator::EventKind;
use actuator_fmu::friction::{Levels, RestRatios};
use actuator_fmu::mechanism::{ContactMode, Gear, GearMode, Mechanism, Structure};
use test_support::cases;
use test_support::random::Random;
use test_support::{Signal, get};

/// A chain of gears and clutches that turns, with brakes, under random torques.
struct Turning {
    structure: Structure,
    torques: Vec<f64>,
    velocities: Vec<f64>,
}

impl Turning {
    fn random(random: &mut Random) -> Self {
        let bodies = 2 + random.below(3);
        let mut structure = Structure::default();
        let mut velocities = vec![if random.one_in(2) { 1.0 } else { -1.0 }];
        for second in 1..bodies {
            let first = second - 1;
            if random.one_in(2) {
                let (opposing, aiding) = (random.between(0.5, 1.0), random.between(-2.0, 0.9));
                let levels = Levels::new(random.between(0.0, 0.5), opposing, aiding);
                let ratio = random.between(0.5, 2.0) * if random.one_in(2) { 1.0 } else { -1.0 };
                // Driven by either of them.
                let (a, b) = if random.one_in(3) { (second, first) } else { (first, second) };
                structure.gears.push(Gear {
                    first: a,
                    second: b,
                    ratio,
                    levels,
                    table: None,
                    static_ratios: RestRatios::alike(1.0),
                });
                velocities.push(velocities[first] * if a == first { 1.0 / ratio } else { ratio });
            } else {
                let level = if random.one_in(2) { random.between(0.05, 1.0) } else { random.between(1.0, 30.0) };
                structure.contacts.push(friction(Some(first), second, level, 1.0));
                velocities.push(velocities[first] + if random.one_in(4) { random.between(-0.5, 0.5) } else { 0.0 });
            }
        }
        if random.one_in(2) {
            structure.contacts.push(friction(None, random.below(bodies), random.between(0.1, 2.0), 1.0));
        }
        structure.bodies = (0..bodies).map(|_| body(random.between(0.1, 4.0))).collect();
        let torques = (0..bodies).map(|_| random.between(-3.0, 3.0)).collect();
        Self { structure, torques, velocities }
    }

    fn relative(&self, contact: usize) -> f64 {
        let contact = &self.structure.contacts[contact];
        self.velocities[contact.second] - contact.first.map_or(0.0, |first| self.velocities[first])
    }

    /// Accelerations, contact torques and mesh torques for these regimes of the contacts and signs of the mesh torques, and the
    /// sign of the determinant of the bodies in `members` alone.
    fn system(&self, regimes: &[i8], sides: &[i8], members: &[bool], is_lossless: bool) -> (Vec<Vec<f64>>, Vec<f64>) {
        let Structure { bodies, contacts, gears, .. } = &self.structure;
        let size = bodies.len() + contacts.len() + gears.len();
        let (mut matrix, mut rhs) = (vec![vec![0.0; size]; size], vec![0.0; size]);
        for (index, body) in bodies.iter().enumerate() {
            (matrix[index][index], rhs[index]) = (body.inertia, self.torques[index]);
        }
        for (index, contact) in contacts.iter().enumerate() {
            let row = bodies.len() + index;
            matrix[contact.second][row] += 1.0;
            contact.first.into_iter().for_each(|first| matrix[first][row] -= 1.0);
            if regimes[index] == 0 && members[contact.second] {
                matrix[row][contact.second] = 1.0;
                contact.first.into_iter().for_each(|first| matrix[row][first] = -1.0);
            } else {
                (matrix[row][row], rhs[row]) = (1.0, f64::from(regimes[index]) * contact.coulomb);
            }
        }
        for (index, gear) in gears.iter().enumerate() {
            let row = bodies.len() + contacts.len() + index;
            let direction = if self.velocities[gear.first] > 0.0 { 1 } else { -1 };
            let gain = if is_lossless { 0.0 } else { gear.levels.signed_gain(direction, sides[index]) };
            matrix[gear.first][row] += 1.0 + gain;
            matrix[gear.second][row] -= gear.ratio;
            rhs[gear.first] -= f64::from(direction) * gear.levels.forward;
            if members[gear.first] {
                (matrix[row][gear.first], matrix[row][gear.second]) = (1.0, -gear.ratio);
            } else {
                matrix[row][row] = 1.0;
            }
        }
        (matrix, rhs)
    }

    /// The bodies that move with each body.
    fn clusters(&self, regimes: &[i8]) -> Vec<Vec<bool>> {
        let Structure { bodies, contacts, gears, .. } = &self.structure;
        let mut set: Vec<usize> = (0..bodies.len()).collect();
        let gears = gears.iter().map(|gear| (gear.first, gear.second));
        let held = contacts.iter().zip(regimes).filter(|(_, regime)| **regime == 0);
        for (a, b) in gears.chain(held.filter_map(|(contact, _)| Some((contact.first?, contact.second)))) {
            let (from, to) = (set[a], set[b]);
            set.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
        }
        (0..bodies.len()).map(|body| set.iter().map(|of| *of == set[body]).collect()).collect()
    }

    /// Whether all can move so; `None` where that is close to the end of what is possible.
    fn is_possible(&self, regimes: &[i8], sides: &[i8]) -> Option<bool> {
        let Structure { bodies, contacts, gears, .. } = &self.structure;
        let everybody = vec![true; bodies.len()];
        let (matrix, rhs) = self.system(regimes, sides, &everybody, false);
        let solution = solve(matrix, rhs)?;
        let mut margins = Vec::new();
        for (index, contact) in contacts.iter().enumerate().filter(|(index, _)| self.relative(*index) == 0.0) {
            let relative = solution[contact.second] - contact.first.map_or(0.0, |first| solution[first]);
            margins.push(match regimes[index] {
                0 => contact.coulomb - solution[bodies.len() + index].abs(),
                regime => f64::from(regime) * relative,
            });
        }
        let meshes = &solution[bodies.len() + contacts.len()..];
        margins.extend(meshes.iter().zip(sides).map(|(mesh, side)| f64::from(*side) * mesh));
        assert_eq!(meshes.len(), gears.len());
        for members in self.clusters(regimes) {
            let [sign, lossless] = [false, true].map(|is_lossless| {
                let (matrix, _) = self.system(regimes, sides, &members, is_lossless);
                determinant(matrix)
            });
            margins.push(sign / lossless);
        }
        let least = margins.into_iter().fold(f64::INFINITY, f64::min);
        if least.abs() < 1e-6 { None } else { Some(least > 0.0) }
    }

    /// Regimes of the contacts of all motions that are possible.
    fn motions(&self) -> Option<Vec<Vec<i8>>> {
        let (contacts, gears) = (self.structure.contacts.len(), self.structure.gears.len());
        let mut found = Vec::new();
        for code in 0..3_usize.pow(contacts as u32) {
            let regimes: Vec<i8> =
                (0..contacts).map(|index| (code / 3_usize.pow(index as u32) % 3) as i8 - 1).collect();
            let fits = |index: usize| {
                let relative = self.relative(index);
                relative == 0.0 || f64::from(regimes[index]) * relative > 0.0
            };
            if !(0..contacts).all(fits) {
                continue;
            }
            for number in 0..1_u32 << gears {
                let sides: Vec<i8> = (0..gears).map(|gear| if number >> gear & 1 == 1 { -1 } else { 1 }).collect();
                if self.is_possible(&regimes, &sides)? {
                    found.push(regimes.clone());
                }
            }
        }
        Some(found)
    }
}

fn determinant(mut matrix: Vec<Vec<f64>>) -> f64 {
    let n = matrix.len();
    let mut product = 1.0;
    for pivot in 0..n {
        let largest = (pivot..n).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs())).unwrap();
        if largest != pivot {
            matrix.swap(pivot, largest);
            product = -product;
        }
        product *= matrix[pivot][pivot];
        for row in pivot + 1..n {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            below[0].iter_mut().zip(&above[pivot]).skip(pivot).for_each(|(value, other)| *value -= factor * other);
        }
    }
    product
}

#[test]
fn nothing_jams_that_can_move_and_what_can_not_jams() {
    let (mut moved, mut jammed, mut several, mut behind_clutches) = (0, 0, 0, 0);
    for seed in cases::seeds(0, 6000, 60_000) {
        let turning = Turning::random(&mut Random::new(seed));
        if turning.structure.gears.is_empty() {
            continue;
        }
        let Some(possible) = turning.motions() else { continue };
        let mut mechanism = Mechanism::new(turning.structure.clone()).unwrap();
        mechanism.inputs.torque.value.copy_from_slice(&turning.torques);
        mechanism.velocity.copy_from_slice(&turning.velocities);
        mechanism.initialize(0.0, &mut Log::default());
        let jams = mechanism.velocity.contains(&0.0);
        let about = || {
            format!(
                "seed {seed}: {possible:?} {:?} {:?} {:?} {:?}",
                mechanism.mode.contacts, mechanism.velocity, turning.velocities, turning.structure
            )
        };
        assert_eq!(jams, possible.is_empty(), "{}", about());
        if jams {
            jammed += 1;
            continue;
        }
        moved += 1;
        several += usize::from(possible.len() > 1);
        let at_rest = |regimes: &Vec<i8>| regimes.iter().filter(|regime| **regime == 0).count();
        let most = possible.iter().map(at_rest).max().unwrap();
        let regime = |mode: &ContactMode| mode.regime() as i8;
        let found: Vec<i8> = mechanism.mode.contacts.iter().map(regime).collect();
        assert!(possible.contains(&found) && at_rest(&found) == most, "{found:?} {}", about());
        let turns = |mode: &GearMode| matches!(mode, GearMode::Turning { .. } | GearMode::Lossless);
        assert!(mechanism.mode.gears.iter().all(turns), "{}", about());
        behind_clutches += usize::from(most > 0);
    }
    assert!(
        moved > 1000 && jammed > 100 && several > 10 && behind_clutches > 500,
        "{moved} {jammed} {several} {behind_clutches}"
    );
}

/// Motor, clutch, what the clutch drives, a gear that locks itself, and its load.
fn machine(level: f64, coulomb: f64, velocity: f64) -> String {
    format!(
        "[body.motor]\ninertia = 10\nvelocity_start = {velocity}\n[body.shaft]\ninertia = 0.4\nvelocity_start = {velocity}\n\
         [body.load]\ninertia = 2\n[clutch.c]\nconnects = [\"motor\", \"shaft\"]\nfriction.coulomb_torque = {level}\n[gear.g]\n\
         connects = [\"shaft\", \"load\"]\nefficiency_aiding = -0.4\nfriction.coulomb_torque = {coulomb}\n[[input]]\nname = \"motor_torque\"\n\
         on = \"motor\"\n[[input]]\nname = \"shaft_torque\"\non = \"shaft\"\n[[input]]\nname = \"load_torque\"\non = \"load\"\n"
    )
}

#[test]
fn a_machine_slows_down_behind_a_clutch_that_sticks() {
    // The load drives: 10 + 0.4 − 0.4·2 kg·m² under −1 N·m. Alone, 0.4 − 0.4·2 kg·m² would jam.
    let acceleration = -1.0 / 9.6;
    for steps in [1.0, 100.0] {
        let inputs = vec![("motor_torque", Signal::constant(-1.0))];
        let recorder = run_unwarned(&machine(100.0, 0.0, 2.0), inputs, 1.0, 1.0 / steps, |time, actuator| {
            let [velocity, torque, clutch] =
                ["load.velocity", "g.torque", "c.friction_torque"].map(|name| get(actuator, name));
            // Each internal step of 1 ms rounds once.
            assert!((velocity - (2.0 + acceleration * time)).abs() <= 2e-13, "{velocity} at {time}");
            // T = 2·a, of which the shaft gets −0.4·T; the clutch takes from the motor what is left.
            assert!((torque + 0.4 * 2.0 * acceleration).abs() <= 1e-15, "{torque}");
            assert!((clutch - (10.0 * acceleration + 1.0)).abs() <= 1e-14, "{clutch}");
        });
        assert!(recorder.events.is_empty(), "{:?}", recorder.events);
    }
}

#[test]
fn a_gear_jams_when_the_clutch_before_it_slips_and_the_motor_goes_on() {
    // A brake torque of 10·t on the shaft: 9.6·a = −1 − 10·t, and the clutch carries −10·a, at most 5 N·m. At rest the losses hold 2 N·m.
    let text = machine(5.0, 1.0, 2.0).replace("-0.4\n", "-0.4\nfriction.static_ratio = 2\n");
    let slip = (5.0 / 10.0 * 9.6 - 1.0) / 10.0;
    let before = |time: f64| 2.0 - (time + 5.0 * time * time) / 9.6;
    for step in [0.6, 0.01, 0.0037] {
        let inputs = vec![("shaft_torque", Signal::through(&[(0.0, 0.0), (1.0, -10.0)]))];
        let recorder = run_unwarned(&text, inputs, 0.6, step, |time, actuator| {
            let [motor, shaft] = ["motor.velocity", "shaft.velocity"].map(|name| get(actuator, name));
            if time < slip {
                assert!((motor - before(time)).abs() <= 1e-13 && shaft == motor, "{motor} {shaft} at {time}");
            } else if time > slip {
                // The clutch passes its level and no impulse.
                let expected = before(slip) - 0.5 * (time - slip);
                assert!((motor - expected).abs() <= 1e-12 && shaft == 0.0, "{motor} {expected} {shaft} at {time}");
            }
        });
        let [slips, jams] = [0, 1].map(|number| recorder.events[number]);
        assert!(matches!(slips.kind, EventKind::Breakaway { .. }) && (slips.time - slip).abs() <= 1e-12, "{slips:?}");
        assert!(matches!(jams.kind, EventKind::Jam) && jams.time == slips.time, "{jams:?}");
        assert_eq!(recorder.events.len(), 2, "{:?}", recorder.events);
    }
}

#[test]
fn a_machine_at_rest_breaks_away_at_the_level_of_its_gear() {
    // T = 2 N·m at rest: forwards T + C = 6 N·m are needed, backwards C + (1 − η_aid)·T − T = 4.8 N·m.
    let inputs = || {
        let ramp = Signal::through(&[(0.0, 5.0), (10.0, -5.0)]);
        vec![("motor_torque", ramp), ("load_torque", Signal::constant(-2.0))]
    };
    for step in [1.0, 0.037] {
        let mut end = 0.0;
        let recorder = run_unwarned(&machine(100.0, 4.0, 0.0), inputs(), 10.0, step, |time, actuator| {
            end = get(actuator, "load.position");
            assert!(time > 9.8 || end == 0.0, "{end} at {time}");
        });
        let first = &recorder.events[0];
        assert!((first.time - 9.8).abs() <= 1e-12 && recorder.events.len() == 1, "{:?}", recorder.events);
        assert!((end + 0.2_f64.powi(3) / 6.0 / 9.6).abs() <= 1e-14, "{end}");
    }
    // Without the inertia of the motor the load can not drive: the shaft has to drive it, T = 2·a + 2 < 0, 2.4·a = −2.8 − t.
    let alone = machine(100.0, 4.0, 0.0).replace("inertia = 10", "inertia = 1e-9");
    let mut end = 0.0;
    let recorder = run_unwarned(&alone, inputs(), 10.0, 1.0, |_, actuator| end = get(actuator, "load.position"));
    let expected = -(2.8 * 0.2 * 0.2 / 2.0 + 0.2_f64.powi(3) / 6.0) / 2.4;
    assert!((recorder.events[0].time - 9.8).abs() <= 1e-12, "{:?}", recorder.events);
    assert!((end - expected).abs() <= 1e-10, "{end} {expected}");
}

#[test]
fn no_load_drives_a_machine_that_locks_itself() {
    for coulomb in [0.0, 1.0] {
        let inputs = vec![("load_torque", Signal::through(&[(0.0, 5.0), (1.0, -5.0)]))];
        let recorder = run_unwarned(&machine(100.0, coulomb, 0.0), inputs, 1.0, 0.1, |time, actuator| {
            assert_eq!(get(actuator, "motor.position"), 0.0, "at {time}");
        });
        assert!(recorder.events.is_empty(), "{:?}", recorder.events);
    }
}

#[test]
fn bodies_that_a_clutch_holds_are_one_body_of_their_sum_on_either_side_of_a_gear() {
    let body = |name: &str, inertia: f64| format!("[body.{name}]\ninertia = {inertia}\n");
    let clutch =
        |a: &str, b: &str| format!("[clutch.c]\nconnects = [\"{a}\", \"{b}\"]\nfriction.coulomb_torque = 1e9\n");
    let rest = "velocity_start = 1\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = 2\nefficiency_opposing = 0.8\nefficiency_aiding = -0.4\n\
                friction.coulomb_torque = 0.1\n[[input]]\nname = \"u\"\non = \"a\"\n[[input]]\nname = \"w\"\non = \"b\"\n";
    // With 0.3 + 0.3 kg·m² at the first and 4 + 4 at the second 0.6 − 0.4·8/4 < 0: it jams when its load drives. With 3 + 3 it does not.
    for (first, jams) in [(0.3, true), (3.0, false)] {
        let one = format!("{}{}{}", body("b", 8.0), body("a", 2.0 * first), rest);
        let before = format!(
            "{}{}{}{}{}",
            body("b", 8.0),
            body("x", first) + "velocity_start = 1\n",
            clutch("a", "x"),
            body("a", first),
            rest
        );
        let behind = format!(
            "{}{}{}{}{}",
            body("b", 4.0),
            body("x", 4.0) + "velocity_start = 0.5\n",
            clutch("b", "x"),
            body("a", 2.0 * first),
            rest
        );
        let end = |text: &str| {
            let (mut ends, mut stops) = (Vec::new(), false);
            let u = Signal::through(&[(0.0, 1.0), (1.0, -1.0), (3.0, 3.0)]);
            let inputs = vec![("u", u), ("w", Signal::through(&[(0.0, -1.0), (2.0, 1.0)]))];
            run_unwarned(text, inputs, 3.0, 0.1, |time, actuator| {
                ends.push(get(actuator, "a.position"));
                stops |= time < 1.5 && get(actuator, "a.velocity") == 0.0;
            });
            (ends, stops)
        };
        let (expected, stops) = end(&one);
        assert_eq!(stops, jams);
        for text in [&before, &behind] {
            for level in [1e9, 1e5] {
                let found = end(&text.replace("1e9", &level.to_string())).0;
                let off = found.iter().zip(&expected).fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs()));
                // After a jam the clutch has about 1 J to take up, which it slips by.
                assert!(off <= if jams { 10.0 / level } else { 1e-12 }, "{off:e} {text}");
            }
        }
    }
}

/// Whether there is a torque with which a gear at rest holds: that of the load, or more if it presses a stop at the second body that
/// nothing takes it away from. `gear` is ratio, both efficiencies and the friction without load.
fn can_rest([ratio, opposing, aiding, coulomb]: [f64; 4], motor: f64, load: f64, touches_stop: bool) -> bool {
    let holds = |mesh: f64| {
        let (with, against) = ((1.0 - aiding) * mesh.abs(), (1.0 / opposing - 1.0) * mesh.abs());
        let (up, down) = if mesh >= 0.0 { (against, with) } else { (with, against) };
        (-coulomb - down - 1e-12..=coulomb + up + 1e-12).contains(&(motor - mesh))
    };
    let is_pressed = touches_stop && ratio * motor + load >= 0.0;
    holds(-load / ratio) || (is_pressed && (0..20_000).any(|push| holds((f64::from(push) * 5e-3 - load) / ratio)))
}

#[test]
fn a_gear_that_locks_itself_against_a_stop_breaks_away_exactly_where_nothing_holds_any_more() {
    let mut breakaways = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let ratio = random.sign() * random.between(1.0, 8.0);
        let gear = [ratio, random.between(0.3, 0.9), random.between(-2.0, -0.01), random.between(0.0, 1.0)];
        let [_, opposing, aiding, coulomb] = gear;
        let text = format!(
            "[body.a]\ninertia = {}\n[body.b]\ninertia = {}\ntravel.upper = 0\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = {ratio}\n\
             efficiency_opposing = {opposing}\nefficiency_aiding = {aiding}\nfriction.coulomb_torque = {coulomb}\n[[input]]\n\
             name = \"motor\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n",
            random.between(0.1, 1.0),
            random.between(0.1, 1.0)
        );
        let [motor, load] = [4.0, 10.0].map(|size| Signal::random(&mut random, (0.0, size), 12, 30));
        let rests =
            |time: f64, position: f64| can_rest(gear, motor.right_of(time).0, load.right_of(time).0, position == 0.0);
        let mut positions = Vec::new();
        let inputs = vec![("motor", motor.clone()), ("load", load.clone())];
        let recorder = run_unwarned(&text, inputs, 1.5, 1.0 / 1024.0, |time, actuator| {
            let position = get(actuator, "b.position");
            positions.push((time, position));
            if get(actuator, "a.velocity") == 0.0 {
                assert!(rests(time, position), "seed {seed}: at rest at {time} s, where nothing holds");
            }
        });
        for event in recorder.events.iter().filter(|event| matches!(event.kind, EventKind::Breakaway { .. })) {
            let (_, position) = positions.iter().rev().find(|(time, _)| *time <= event.time).unwrap();
            assert!(!rests(event.time + 1e-7, *position), "seed {seed}: {event:?}, where it could rest");
            breakaways += 1;
        }
    }
    assert!(breakaways > 100, "{breakaways}");
}

/// Way from rest at `begin` to `end` with the acceleration rate·t + constant.
fn travelled(rate: f64, constant: f64, begin: f64, end: f64) -> f64 {
    let time = end - begin;
    rate * ((end.powi(3) - begin.powi(3)) / 6.0 - 0.5 * begin * begin * time) + 0.5 * constant * time * time
}

/// A body behind a clutch with a brake.
const BEHIND: &str = "[body.c]\ninertia = 0.4\n[clutch.k]\nfriction.coulomb_torque = 4\n[brake.kc]\non = \"c\"\nfriction.coulomb_torque = 0.6\n";

/// Runs with steps of 1/1024 s and of 1/64 s without a warning, and compares the events and where a body ends.
fn ends_as_with_other_steps(text: &str, inputs: &[(&'static str, Signal)], body: &str, seed: u64) {
    let ends = [1.0 / 1024.0, 1.0 / 64.0].map(|step| {
        let mut end = 0.0;
        let recorder = run_unwarned(text, inputs.to_vec(), 1.5, step, |_, actuator| end = get(actuator, body));
        (end, recorder.events.len())
    });
    assert_eq!(ends[0].1, ends[1].1, "seed {seed}");
    // Rounding of some radians over a thousand steps.
    assert!((ends[0].0 - ends[1].0).abs() <= 1e-12 * ends[0].0.abs().max(1.0), "seed {seed}: {ends:?}");
}

/// A train of lossy gears between these bodies, of which the one in the place `locking`, or all, lock themselves.
fn train(random: &mut Random, bodies: usize, locking: usize) -> String {
    let mut text = String::new();
    for body in 0..bodies {
        text += &format!("[[input]]\nname = \"u{body}\"\non = \"b{body}\"\n");
        text += &format!("[body.b{body}]\ninertia = {}\n", random.between(0.1, 1.0));
    }
    for gear in 0..bodies - 1 {
        let aiding = if locking == gear || locking == bodies - 1 { (-1.0, -0.1) } else { (0.3, 1.0) };
        text += &format!(
            "[gear.g{gear}]\nconnects = [\"b{gear}\", \"b{}\"]\nratio = {}\nefficiency_opposing = {}\nefficiency_aiding = {}\n\
             friction.coulomb_torque = {}\n",
            gear + 1,
            random.sign() * random.between(0.5, 3.0),
            random.between(0.5, 1.0),
            random.between(aiding.0, aiding.1),
            random.between(0.05, 0.5)
        );
    }
    text
}

#[test]
fn trains_with_gears_that_lock_themselves_have_no_bridged_step() {
    for seed in cases::seeds(0, 24, 120) {
        let mut random = Random::new(seed);
        let bodies = if seed % 3 == 0 { 4 } else { 3 };
        let locking = random.below(bodies);
        let mut text = train(&mut random, bodies, locking);
        match seed % 3 {
            1 => text += &BEHIND.replace("[clutch.k]", "[clutch.k]\nconnects = [\"b2\", \"c\"]"),
            2 => text = text.replace("[body.b2]", "[body.b2]\ntravel.upper = 0"),
            _ => {}
        }
        let names = ["u0", "u1", "u2", "u3"];
        let inputs: Vec<_> =
            names[..bodies].iter().map(|name| (*name, Signal::random(&mut random, (0.0, 4.0), 12, 30))).collect();
        ends_as_with_other_steps(&text, &inputs, "b2.position", seed);
    }
}

#[test]
fn a_gear_that_locks_itself_leaves_its_stop_with_brakes_behind_it_without_a_bridged_step() {
    for seed in cases::seeds(0, 20, 60) {
        let mut random = Random::new(seed);
        let mut text = train(&mut random, 2, 0).replace("[body.b1]", "[body.b1]\ntravel.upper = 0");
        text += &BEHIND.replace("[clutch.k]", "[clutch.k]\nconnects = [\"b1\", \"c\"]").replace("= 4", "= 10");
        // With all three brakes the share that is least has squares of which one weighs 1e9 as much as another.
        for (body, level) in [("b0", 0.7), ("b1", 3.0)].into_iter().take((seed % 3) as usize) {
            text += &format!("[brake.k{body}]\non = \"{body}\"\nfriction.coulomb_torque = {level}\n");
        }
        let inputs =
            [("u0", 4.0), ("u1", 10.0)].map(|(name, size)| (name, Signal::random(&mut random, (0.0, size), 12, 30)));
        ends_as_with_other_steps(&text, &inputs, "b1.position", seed);
    }
}

#[test]
fn a_gear_that_locks_itself_takes_along_a_brake_behind_a_clutch_that_has_pressed_it() {
    // u0 turns against 8 N·m on b1, which leaves its stop with all that is behind it. At rest the brake presses the gear with up to 6 N·m,
    // T = 14, and the losses hold while −u0 ≤ 0.25·T = 3.5. Then the brake is turned against its friction: T is 2 + 2·a, the first drives,
    // and 3·a = u0 − 2.
    for sign in [1.0, -1.0] {
        let text = format!(
            "[body.a]\n[body.b]\ntravel.{} = 0\n[body.c]\n[gear.g]\nconnects = [\"a\", \"b\"]\nefficiency_aiding = -0.25\n\
             [clutch.k]\nconnects = [\"b\", \"c\"]\nfriction.coulomb_torque = 100\n[brake.kc]\non = \"c\"\n\
             friction.coulomb_torque = 6\n[[input]]\nname = \"u0\"\non = \"a\"\n[[input]]\nname = \"u1\"\non = \"b\"\n",
            if sign > 0.0 { "upper" } else { "lower" }
        );
        for step in [0.001, 0.0037, 0.5] {
            let inputs = vec![
                ("u0", Signal::through(&[(0.0, 0.0), (1.0, -10.0 * sign)])),
                ("u1", Signal::constant(-8.0 * sign)),
            ];
            let mut found = [0.0; 2];
            let recorder = run_unwarned(&text, inputs, 1.0, step, |_, actuator| {
                found = ["a.position", "c.position"].map(|name| sign * get(actuator, name));
            });
            let begin = 0.35;
            let expected = -travelled(10.0, 2.0, begin, 1.0) / 3.0;
            // Rounding of a thousand steps.
            assert!(
                found.iter().all(|position| (position - expected).abs() <= 1e-13),
                "{found:?} instead of {expected}"
            );
            assert!((recorder.events[0].time - begin).abs() <= 1e-15, "{:?}", recorder.events);
        }
    }
}

#[test]
fn a_gear_that_locks_itself_drives_a_one_way_clutch_that_has_pressed_it_by_its_friction() {
    // At rest c pushes b on with the 1 N·m with which the clutch overruns: T = −9, and the losses hold while u0 ≤ 0.25·9. Then b drives c
    // against its brake: T is 2·a − 2 − load, and a = u0 + 0.25·T. A load above the 6 N·m of the brake lets c run ahead of b by itself, and
    // the clutch holds it back.
    for (sign, load, slope) in [(1.0, 5.0, 0.0), (-1.0, 5.0, 0.0), (1.0, 6.7, -0.4), (-1.0, 6.7, -0.4), (1.0, 6.7, 0.4)]
    {
        let text = format!(
            "[body.a]\n[body.b]\n[body.c]\n[gear.g]\nconnects = [\"a\", \"b\"]\nefficiency_aiding = -0.25\n[freewheel.f]\n\
             connects = {}\nrelease_torque = 1\n[brake.k]\non = \"c\"\nfriction.coulomb_torque = 6\n[[input]]\nname = \"u0\"\n\
             on = \"a\"\n[[input]]\nname = \"u1\"\non = \"b\"\n[[input]]\nname = \"u2\"\non = \"c\"\n",
            if sign > 0.0 { "[\"b\", \"c\"]" } else { "[\"c\", \"b\"]" }
        );
        for step in [0.001, 0.013, 0.65] {
            let constant = |torque: f64| Signal::constant(sign * torque);
            let inputs = vec![
                ("u0", Signal::through(&[(0.0, 0.0), (1.0, 5.0 * sign)])),
                ("u1", constant(8.0)),
                ("u2", Signal::through(&[(0.0, load * sign), (1.0, (load + slope) * sign)])),
            ];
            let mut found = [0.0; 2];
            let recorder = run_unwarned(&text, inputs, 0.65, step, |_, actuator| {
                found = ["a.position", "c.position"].map(|name| sign * get(actuator, name));
            });
            let begin = 0.45;
            let expected = travelled(10.0 - slope / 2.0, -1.0 - load / 2.0, begin, 0.65);
            // Rounding of a thousand steps.
            assert!(
                found.iter().all(|position| (position - expected).abs() <= 1e-13),
                "{found:?} instead of {expected}"
            );
            assert!((recorder.events[0].time - begin).abs() <= 1e-15, "{:?}", recorder.events);
        }
    }
}

#[test]
fn a_gear_that_locks_itself_before_a_one_way_clutch_with_a_brake_has_no_bridged_step() {
    for seed in cases::seeds(0, 16, 80) {
        let mut random = Random::new(seed);
        let mut text = train(&mut random, 2, 0);
        let connects = if seed % 2 == 0 { "[\"b1\", \"c\"]" } else { "[\"c\", \"b1\"]" };
        text += &format!(
            "[body.c]\n[freewheel.f]\nconnects = {connects}\n[brake.k]\non = \"c\"\nfriction.coulomb_torque = 2\n[[input]]\n\
             name = \"u2\"\non = \"c\"\n"
        );
        let inputs = ["u0", "u1", "u2"].map(|name| (name, Signal::random(&mut random, (0.0, 4.0), 12, 30)));
        ends_as_with_other_steps(&text, &inputs, "b1.position", seed);
    }
}

#[test]
fn a_body_leaves_its_stop_before_a_gear_that_locks_itself_only_at_rest() {
    // The losses take the whole mesh torque, and 1.2 times as much at rest: they hold while u0 ≤ 0.2·4. Then a is accelerated by u0 alone.
    let text = "[body.a]\n[body.b]\ntravel.lower = 0\n[gear.g]\nconnects = [\"a\", \"b\"]\nefficiency_aiding = 0\n\
                friction.static_ratio = 1.2\n[[input]]\nname = \"u0\"\non = \"a\"\n[[input]]\nname = \"u1\"\non = \"b\"\n";
    for step in [0.001, 0.0037, 1.1] {
        let inputs = vec![("u0", Signal::through(&[(0.0, -8.0), (2.0, 12.0)])), ("u1", Signal::constant(4.0))];
        let mut found = 0.0;
        let recorder = run_unwarned(text, inputs, 1.1, step, |_, actuator| {
            found = get(actuator, "a.position");
            assert!(get(actuator, "b.end_stop_torque") <= 0.0, "a stop that pulls");
        });
        let begin = 0.88;
        let expected = travelled(10.0, -8.0, begin, 1.1);
        // An efficiency of 0 passes on a share of 1e-12 of 4 N·m; rounding of a thousand steps.
        assert!((found - expected).abs() <= 1e-12, "{found} instead of {expected}");
        assert!((recorder.events[0].time - begin).abs() <= 1e-14, "{:?}", recorder.events);
    }
}

#[test]
fn a_clutch_around_a_gear_that_turns_changes_nothing() {
    // With an efficiency of 0.5 both slow down under what resists; with the others J_a + η_aid·J_b is 0 kg·m², or below that, and they jam.
    for (aiding, [first, second]) in [(0.5, [1.0, 2.0]), (-1.0, [5.0, 5.0]), (-0.5, [1.0, 2.0]), (-1.0, [0.5, 2.0])] {
        for velocity in [1.0, -1.0] {
            let text = format!(
                "[body.a]\ninertia = {first}\nviscous_coefficient = 1\nvelocity_start = {velocity}\n[body.b]\ninertia = {second}\n\
                 [brake.k]\non = \"a\"\nfriction.coulomb_torque = 0.5\n\
                 [gear.g]\nconnects = [\"a\", \"b\"]\nefficiency_opposing = 0.9\nefficiency_aiding = {aiding}\n"
            );
            let around = text.clone() + "[clutch.c]\nconnects = [\"b\", \"a\"]\nfriction.coulomb_torque = 4\n";
            let [without, with] = [&text, &around].map(|text| {
                let mut shown = Vec::new();
                run_unwarned(text, Vec::new(), 0.1, 1e-3, |_, actuator| {
                    let of = ["a.position", "a.velocity", "a.acceleration", "g.torque", "g.loss_torque"];
                    shown.extend(of.map(|name| get(actuator, name)));
                });
                shown
            });
            assert_eq!(with, without, "{around}");
        }
    }
}
