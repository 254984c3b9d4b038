//! Torques of several contacts at rest that share a load, and how they change with engagements and loads: whatever is changed, the
//! shares are those of the new values, and so are derivatives.

use crate::drivetrains::minimal::run_unwarned;
use crate::neighbours::{neighbours, none_of};
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use actuator_fmu::interface::Interface;
use std::fmt::Write;
use test_support::drivetrain::{drivetrain, interface};
use test_support::random::Random;
use test_support::values::real;
use test_support::{Recorder, Run, Signal, get, set};

/// Share of its bound up to which a contact is strictly within it.
const WITHIN: f64 = 0.98;
/// Change of an input to each side, of a size of 1: differences are off by some 1e-10 of the torques, by its square and by rounding.
const CHANGE: f64 = 1e-5;
/// A change that is seen and leaves what is within its bound within it.
const VISIBLE: f64 = 1e-3;
/// Of torques of up to some 10 N·m per unit of the input.
const TOLERANCE: f64 = 1e-8;

/// What holds, and what acts on it: engagements and loads.
#[derive(Debug)]
struct Hold {
    text: String,
    contacts: Vec<String>,
    bounds: Vec<f64>,
    inputs: Vec<(String, f64)>,
}

impl Hold {
    /// Two to four contacts: on one body, or on two or three that clutches join, and a gear.
    fn random(random: &mut Random) -> Self {
        let mut hold = Self {
            text: "name = \"M\"\nmodel = \"Drivetrain\"\n".into(),
            contacts: vec![],
            bounds: vec![],
            inputs: vec![],
        };
        let bodies = 1 + random.below(3);
        for body in 0..bodies {
            writeln!(hold.text, "[body.b{body}]\ninertia = 1").unwrap();
        }
        let count = 2 + random.below(3);
        for place in 0..count {
            // The first brakes hold every body.
            let (first, second) = (random.below(bodies), random.below(bodies));
            if place < bodies {
                hold.add(random, "brake", place, &format!("on = \"b{place}\""));
            } else if first == second {
                hold.add(random, "brake", place, &format!("on = \"b{first}\""));
            } else {
                hold.add(random, "clutch", place, &format!("connects = [\"b{first}\", \"b{second}\"]"));
            }
        }
        if bodies > 1 && random.one_in(2) {
            let ratio = random.sign() * random.between(0.5, 2.0);
            writeln!(hold.text, "[gear.g]\nconnects = [\"b0\", \"b1\"]\nratio = {ratio:?}").unwrap();
        }
        for body in 0..bodies {
            let (name, load) = (format!("l{body}"), random.between(-2.0, 2.0));
            writeln!(hold.text, "[[input]]\nname = \"{name}\"\non = \"b{body}\"").unwrap();
            hold.inputs.push((name, load));
        }
        hold
    }

    fn add(&mut self, random: &mut Random, kind: &str, number: usize, ends: &str) {
        let (name, level, ratio) = (format!("k{number}"), random.between(0.5, 5.0), random.pick(&[1.0, 1.0, 1.5]));
        let engagement = random.between(0.1, 1.2);
        writeln!(
            self.text,
            "[{kind}.{name}]\n{ends}\nfriction.coulomb_torque = {level:?}\nfriction.static_ratio = {ratio}"
        )
        .unwrap();
        self.bounds.push(engagement * level * ratio);
        self.inputs.push((format!("{name}.engagement"), engagement));
        self.contacts.push(name);
    }

    /// Decided at these inputs, one of them changed.
    fn decided(&self, interface: &'static Interface, change: Option<(usize, f64)>) -> Drivetrain {
        let mut made = Drivetrain::new(interface).unwrap();
        for (place, (name, value)) in self.inputs.iter().enumerate() {
            set(&mut made, name, value + change.filter(|(changed, _)| *changed == place).map_or(0.0, |(_, by)| by));
        }
        made.initialize(0.0, &mut Recorder::default());
        made.update_outputs();
        made
    }

    fn torques(&self, made: &Drivetrain) -> Vec<f64> {
        self.contacts.iter().map(|name| get(made, &format!("{name}.friction_torque"))).collect()
    }

    /// Whether all rest, each strictly within its bound.
    fn is_within(&self, made: &Drivetrain) -> bool {
        let is_at_rest = |name: &String| get(made, &format!("{name}.friction_regime")) == 0.0;
        let torques = self.torques(made);
        self.contacts.iter().all(is_at_rest)
            && torques.iter().zip(&self.bounds).all(|(torque, bound)| torque.abs() < WITHIN * bound)
    }

    /// Number of an input of the interface.
    fn input(&self, interface: &Interface, place: usize) -> usize {
        let reference = real(interface, &self.inputs[place].0) as u32;
        interface.inputs.iter().position(|known| *known == reference).unwrap()
    }

    /// Changes of the torques per change of an input.
    fn derivative(&self, interface: &Interface, made: &Drivetrain, place: usize) -> Vec<f64> {
        let mut along = vec![0.0; interface.inputs.len()];
        along[self.input(interface, place)] = 1.0;
        let mut changes = vec![0.0; interface.reals.len()];
        made.directional_derivative(&vec![0.0; interface.states.len()], &along, &mut changes);
        self.contacts.iter().map(|name| changes[real(interface, &format!("{name}.friction_torque"))]).collect()
    }

    /// What differs from `differences`.
    fn compare(&self, what: &str, place: usize, derivatives: &[f64], differences: &[f64]) -> Option<String> {
        let off = derivatives.iter().zip(differences).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        let told = || format!("{what} per {}: {derivatives:?}, not {differences:?}\n{self:?}", self.inputs[place].0);
        (off.is_nan() || off > TOLERANCE).then(told)
    }
}

fn central(high: &[f64], low: &[f64], change: f64) -> Vec<f64> {
    high.iter().zip(low).map(|(high, low)| (high - low) / (2.0 * change)).collect()
}

/// Holds strictly within their bounds, each with all that the check says.
fn of_all_holds(seed: u64, mut check: impl FnMut(&Hold, &'static Interface) -> Vec<String>) {
    let random = &mut Random::new(seed);
    let mut next = || loop {
        let hold = Hold::random(random);
        let interface = interface(&hold.text);
        if hold.is_within(&hold.decided(interface, None)) {
            return check(&hold, interface);
        }
    };
    none_of((0..neighbours(200)).map(|_| next()));
}

#[test]
fn directional_derivatives_of_shared_torques_are_those_of_decided_holds() {
    of_all_holds(31, |hold, interface| {
        let made = hold.decided(interface, None);
        let per_input = (0..hold.inputs.len()).filter_map(|place| {
            let [high, low] = [CHANGE, -CHANGE].map(|by| hold.torques(&hold.decided(interface, Some((place, by)))));
            let differences = central(&high, &low, CHANGE);
            hold.compare("decided", place, &hold.derivative(interface, &made, place), &differences)
        });
        per_input.collect()
    });
}

#[test]
fn torques_shown_before_a_decision_share_by_the_inputs_that_are_set() {
    of_all_holds(32, |hold, interface| {
        let mut made = hold.decided(interface, None);
        let mut found = Vec::new();
        for place in 0..hold.inputs.len() {
            let (name, value) = &hold.inputs[place];
            let mut at = |value: f64| {
                set(&mut made, name, value);
                made.inputs_changed();
                made.update_outputs();
                hold.torques(&made)
            };
            let changed = at(value + VISIBLE);
            let [high, low] = [value + CHANGE, value - CHANGE].map(&mut at);
            let shown = at(*value);
            let differences = central(&high, &low, CHANGE);
            found.extend(hold.compare("undecided", place, &hold.derivative(interface, &made, place), &differences));
            for (by, shown) in [(0.0, &shown), (VISIBLE, &changed)] {
                let decided = hold.torques(&hold.decided(interface, Some((place, by))));
                found.extend(hold.compare("torque", place, shown, &decided));
            }
        }
        found
    });
}

#[test]
fn output_derivatives_of_shared_torques_follow_the_ramps_of_engagements_and_loads() {
    of_all_holds(33, |hold, interface| {
        let mut made = hold.decided(interface, None);
        let slopes: Vec<f64> = (0..hold.inputs.len()).map(|place| [0.5, -0.7, 0.3][place % 3]).collect();
        for (place, slope) in slopes.iter().enumerate() {
            made.set_input_derivative(hold.input(interface, place), *slope);
        }
        // So short that all stay within.
        let step = 1e-3;
        assert!(made.advance(0.0, step, &mut Recorder::default()));
        made.update_outputs();
        let at = |time: f64| {
            let moved =
                hold.inputs.iter().zip(&slopes).map(|((name, value), slope)| (name.clone(), value + slope * time));
            let moved =
                Hold { inputs: moved.collect(), text: String::new(), contacts: hold.contacts.clone(), bounds: vec![] };
            moved.torques(&moved.decided(interface, None))
        };
        let rate = |name: &String| made.output_derivative(real(interface, &format!("{name}.friction_torque")) as u32);
        let rates: Vec<f64> = hold.contacts.iter().map(rate).collect();
        let differences = central(&at(step + CHANGE), &at(step - CHANGE), CHANGE);
        hold.compare("along the ramps", 0, &rates, &differences).into_iter().collect()
    });
}

#[test]
fn what_brake_clutches_gear_and_freewheel_hold_together_stays_until_nothing_can() {
    // Clutches, gear and freewheel go round: with a share in which all of them carry what they can nothing else holds the bodies. All of 4 kg·m²
    // goes once 0.2·t exceeds the 0.05 N·m of the brake, and then nothing is lost in the gear.
    let text = "[body.b0]\n[body.b1]\n[body.b2]\n[body.b3]\n[clutch.c0]\nconnects = [\"b1\", \"b0\"]\nfriction.coulomb_torque = 0.01\n\
        [clutch.c1]\nconnects = [\"b1\", \"b2\"]\n[brake.k]\non = \"b1\"\nfriction.coulomb_torque = 0.05\n\
        [gear.g]\nconnects = [\"b0\", \"b3\"]\nefficiency_opposing = 0.5\n[freewheel.f]\nconnects = [\"b3\", \"b2\"]\n\
        [[input]]\nname = \"u0\"\non = \"b0\"\n[[input]]\nname = \"u1\"\non = \"b1\"\n";
    for (u0, u1, begin) in [([-0.05, 0.0], [0.05, 0.2], 0.25_f64), ([-0.1, 0.0], [0.0, 0.2], 0.5)] {
        for step in [0.05, 0.01, 1e-3] {
            let inputs =
                [("u0", u0), ("u1", u1)].map(|(name, ends)| (name, Signal::through(&[(0.0, ends[0]), (1.0, ends[1])])));
            let mut end = 0.0;
            let recorder = run_unwarned(text, inputs.into(), 1.0, step, |time, made| {
                end = get(made, "b1.position");
                assert!(time > begin || end == 0.0, "at {time} s {end}");
            });
            let rate: f64 = (u0[1] - u0[0] + u1[1] - u1[0]) / 4.0;
            let expected = rate * (1.0 - begin).powi(3) / 6.0;
            assert!((end - expected).abs() <= 1e-14, "{end} and not {expected}");
            assert!((recorder.events[0].time - begin).abs() <= 1e-14, "{:?}", recorder.events);
        }
    }
}

/// A clutch of 4 N·m and a gear with η_aid = 0 join a and b, a gear with η = 0.5 holds c. −6 on b and c and −p on a: with x the loss of the first
/// gear beyond that of the second, 0 ≤ x ≤ T is strictly within all bounds for each x in (0, 3.5). Alone the first gear would be at its bound whatever
/// it carries.
#[test]
fn a_gear_at_its_bound_does_not_hold_alone_what_another_one_can_hold_with_it() {
    let [bodies, clutch, one, other, inputs] = [
        "[body.a]\n[body.b]\n[body.c]\n",
        "[clutch.c1]\nconnects = [\"a\", \"b\"]\nfriction.coulomb_torque = 4\n",
        "[gear.g1]\nconnects = [\"a\", \"b\"]\nefficiency_opposing = 1\nefficiency_aiding = 0\n",
        "[gear.g2]\nconnects = [\"b\", \"c\"]\nefficiency_opposing = 0.5\nefficiency_aiding = 0.5\n",
        "[[input]]\nname = \"u_a\"\non = \"a\"\n[[input]]\nname = \"u_b\"\non = \"b\"\n[[input]]\nname = \"u_c\"\non = \"c\"\n",
    ];
    for parts in [[clutch, one, other], [clutch, other, one], [one, other, clutch], [other, one, clutch]] {
        let text = [bodies, &parts.concat(), inputs].concat();
        for sign in [1.0, -1.0] {
            let load = |name, from: f64, to: f64| (name, Signal::through(&[(0.0, sign * from), (0.2, sign * to)]));
            let loads = vec![load("u_a", 0.0, -0.5), load("u_b", -6.0, -6.0), load("u_c", -6.0, -6.0)];
            let recorder = run_unwarned(&text, loads, 0.2, 1e-2, |time, made| {
                assert_eq!(get(made, "a.velocity"), 0.0, "{parts:?} {sign} at {time} s");
            });
            assert!(recorder.events.is_empty(), "{parts:?} {sign} {:?}", recorder.events);
        }
    }
}

/// The brake of b2 carries its level of 1 N·m, g2 loses 2 of 3 parts of the 10 + 10·t N·m behind it, b3 presses with the third and 2 N·m on its stop,
/// and nothing is left for g1 and the stop of b1, whose bounds are zero then.
#[test]
fn a_stop_behind_a_gear_that_carries_nothing_does_not_pull_as_the_load_grows() {
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b1]\ntravel.upper = 0\n[body.b2]\n[body.b3]\ntravel.lower = 0\n[brake.c1]\non = \"b2\"\n\
        [gear.g1]\nconnects = [\"b1\", \"b2\"]\nratio = -1\nefficiency_opposing = 0.8\nefficiency_aiding = 0.5\n\
        friction.static_ratio = 1.5\n[gear.g2]\nconnects = [\"b2\", \"b3\"]\nratio = -1\nefficiency_opposing = 0.5\n\
        efficiency_aiding = 0.5\nfriction.static_ratio = 2\n[[input]]\nname = \"u2\"\non = \"b2\"\n[[input]]\nname = \"u3\"\non = \"b3\"\n";
    for slope in [10.0, 1e-3, 0.0] {
        let inputs = vec![("u2", Signal::through(&[(0.0, 11.0), (1.0, 11.0 + slope)])), ("u3", Signal::constant(-2.0))];
        let mut made = drivetrain(text);
        Run { actuator: &mut made, inputs, end: 0.1, step: 0.01 }.go(|time, made| {
            let load = 10.0 + slope * time;
            let shown = ["c1.friction_torque", "g1.torque", "g2.torque", "b1.end_stop_torque", "b3.end_stop_torque"];
            let expected = [1.0, 0.0, load, 0.0, -load / 3.0 - 2.0];
            for (name, expected) in shown.into_iter().zip(expected) {
                let value = get(made, name);
                assert!((value - expected).abs() <= 1e-12 * load, "{name} at {time}: {value}, not {expected}");
            }
        });
    }
}

/// The clutch carries its level of 1 N·m and g1 nothing, where both of its bounds meet. So T₂ = 0.5 N·m behind g2, whose loss is its bound 2·0.5 + T₂,
/// and 5 − 1 N·m of the load of b1 are left for its stop.
#[test]
fn a_gear_that_can_hold_no_more_leaves_the_rest_to_a_stop() {
    let text = "name = \"M\"\nmodel = \"Drivetrain\"\n[body.b1]\ntravel.lower = 0\n[body.b2]\n[body.b3]\n[clutch.c1]\nconnects = [\"b1\", \"b3\"]\n\
        friction.backward_ratio = 2\n[gear.g1]\nconnects = [\"b3\", \"b1\"]\nratio = -2\nefficiency_opposing = 0.5\n\
        efficiency_aiding = 0.5\n[gear.g2]\nconnects = [\"b2\", \"b3\"]\nratio = 10\nefficiency_opposing = 0.5\n\
        efficiency_aiding = 0.5\nfriction.coulomb_torque = 0.5\nfriction.static_ratio = 2\nfriction.load_static_ratio = 1\n\
        [[input]]\nname = \"u1\"\non = \"b1\"\n[[input]]\nname = \"u2\"\non = \"b2\"\n[[input]]\nname = \"u3\"\non = \"b3\"\n";
    for load in [-5.3, -5.0, -4.9] {
        let inputs = [("u1", load), ("u2", 2.0), ("u3", -4.0)].map(|(name, value)| (name, Signal::constant(value)));
        let mut made = drivetrain(text);
        Run { actuator: &mut made, inputs: inputs.into(), end: 0.02, step: 0.01 }.go(|time, made| {
            let shown = ["c1.friction_torque", "g1.torque", "g2.torque", "g2.loss_torque", "b1.end_stop_torque"];
            let expected = [1.0, 0.0, 2.0, 1.5, load + 1.0];
            for (name, expected) in shown.into_iter().zip(expected) {
                let value = get(made, name);
                assert!((value - expected).abs() <= 1e-12, "{name} at {time}: {value}, not {expected}");
            }
        });
    }
}
