//! The parts of a drivetrain as the judge knows them: from the configuration's data, not from the library.

use super::scenario::{Element, LinearSystem, Scenario};
use actuator_fmu::interface::Interface;
use std::f64::consts::TAU;

/// A body or mass.
pub struct Body {
    pub name: String,
    pub inertia: f64,
    pub viscous: f64,
    pub travel: (f64, f64),
    /// How far it moves relative to others, by the ratios between them.
    pub lever: f64,
    /// It belongs to a group that gears tie.
    pub is_tied: bool,
}

/// Law of a contact.
pub struct Friction {
    pub law: &'static str,
    pub coulomb: f64,
    pub static_ratio: f64,
    pub breakaway_ratio: f64,
    pub velocity: f64,
    pub exponent: f64,
    pub viscous: f64,
    pub table: Vec<(f64, f64)>,
    /// Stiffness and damping of bristles.
    pub bristles: [f64; 2],
    /// Share of the steady deflection up to which bristles do not slip; none where they always do.
    pub elastic_share: Option<f64>,
    /// Exponent of the smooth curves.
    pub sharpness: f64,
}

impl Friction {
    /// It creeps, and never sticks.
    pub fn creeps(&self) -> bool {
        matches!(self.law, "majd_simaan" | "majd_simaan_approximate" | "hyperviscous")
    }

    /// Number of the segment of its table at a speed; the one beyond the last point ends where the level comes to zero.
    pub fn segment(&self, speed: f64) -> usize {
        let passed = self.table.iter().take_while(|(velocity, _)| *velocity < speed).count();
        match self.table[..] {
            [.., (from, begin), (to, end)] if speed > to && end + (end - begin) / (to - from) * (speed - to) <= 0.0 => {
                passed + 1
            }
            _ => passed,
        }
    }

    /// It has bristles.
    pub fn has_bristles(&self) -> bool {
        matches!(self.law, "dahl" | "lugre" | "elasto_plastic")
    }

    /// It sticks.
    pub fn sticks(&self) -> bool {
        !self.creeps() && !self.has_bristles()
    }
}

/// A brake, clutch or one-way clutch.
pub struct Contact {
    pub name: String,
    pub first: Option<usize>,
    pub second: usize,
    pub is_freewheel: bool,
    pub release: f64,
    pub friction: Friction,
}

/// A shaft or rod.
pub struct Spring {
    pub name: String,
    pub first: Option<usize>,
    pub second: usize,
    pub ratio: f64,
    pub stiffness: f64,
    pub damping: f64,
    pub rest: f64,
    pub gap: Option<(f64, f64)>,
    pub is_unilateral: bool,
}

/// A gear or screw.
pub struct Gear {
    pub name: String,
    pub first: usize,
    pub second: usize,
    pub ratio: f64,
    pub opposing: f64,
    pub aiding: f64,
    pub coulomb: f64,
    pub static_ratio: f64,
    /// Level of the bearing at the second, and what it holds at rest over that. Its torque is not shown.
    pub bearing: (f64, f64),
}

/// A servo, by the symbols of its paper.
pub struct Servo {
    pub name: String,
    pub on: usize,
    /// K_P, K_I, K_D, CorM.
    pub gains: [f64; 3],
    pub current_limit: f64,
    /// GSF, GPS, GQS.
    pub spool_velocity_gain: f64,
    pub pressure_gain: f64,
    pub flow_gain: f64,
    pub displacement: f64,
    pub leakage: f64,
    /// Pressure at which the flow gain of orifices holds; none of a linear valve.
    pub rated_pressure: Option<f64>,
}

/// All of them.
pub struct Machine {
    pub servos: Vec<Servo>,
    pub systems: Vec<LinearSystem>,
    /// Bodies that the systems sense.
    pub sensed: Vec<usize>,
    /// The machine as it is in later pieces, where parameters change.
    later: Vec<Machine>,
    pub bodies: Vec<Body>,
    pub contacts: Vec<Contact>,
    pub springs: Vec<Spring>,
    pub gears: Vec<Gear>,
    /// Of each load: name of the variable, body, gain.
    pub loads: Vec<(String, usize, f64)>,
    /// Largest value of each input that is led.
    inputs: Vec<(String, f64)>,
    /// Rounding of the end of the shortest line, over the largest value on it.
    pub of_lines: f64,
}

/// Roundings of a slope, of its product with a time and of a sum.
const ROUNDINGS_OF_A_LINE: f64 = 4.0;

impl Machine {
    pub fn new(scenario: &Scenario) -> Self {
        let later = if scenario.changes.is_empty() { 0 } else { scenario.pieces.len() - 1 };
        let later = (1..=later).map(|piece| Self::unchanged(&scenario.at_piece(piece))).collect();
        Self { later, ..Self::unchanged(scenario) }
    }

    /// As it is in a piece.
    pub fn of_piece(&self, piece: usize) -> &Self {
        piece.checked_sub(1).and_then(|place| self.later.get(place)).unwrap_or(self)
    }

    fn unchanged(scenario: &Scenario) -> Self {
        let names: Vec<&str> = scenario.elements.iter().filter(|e| e.is_body()).map(|e| e.name.as_str()).collect();
        let body = |name: &str| names.iter().position(|known| *known == name);
        let ends = |element: &Element| {
            let second = element.joins.last().and_then(|name| body(name)).expect("it is on a body");
            (if element.joins.len() > 1 { body(&element.joins[0]) } else { None }, second)
        };
        let of = |filter: fn(&Element) -> bool| scenario.elements.iter().filter(move |element| filter(element));
        let mut machine = Self {
            bodies: of(Element::is_body).map(body_of).collect(),
            contacts: of(Element::is_contact).map(|element| contact(element, ends(element))).collect(),
            springs: of(Element::is_spring).map(|element| spring(element, ends(element))).collect(),
            gears: of(Element::is_gear).map(|element| gear(element, ends(element))).collect(),
            loads: scenario.loads.iter().filter_map(|l| Some((l.name.clone(), body(&l.on)?, l.gain))).collect(),
            servos: of(|element| element.table == "servo").map(|element| servo(element, ends(element).1)).collect(),
            sensed: scenario.systems.iter().filter_map(|system| body(&system.senses)).collect(),
            systems: scenario.systems.clone(),
            later: Vec::new(),
            inputs: largest_inputs(scenario),
            of_lines: {
                // Steps are differences of times since the beginning, whose rounding is a larger share of a short line.
                let shortest = scenario.pieces.iter().map(|piece| piece.length).fold(f64::INFINITY, f64::min);
                f64::EPSILON * (ROUNDINGS_OF_A_LINE + scenario.end() / shortest)
            },
        };
        let acts = scenario.systems.iter().filter_map(|s| Some((format!("{}.y", s.name), body(&s.on)?, s.gain)));
        machine.loads.extend(acts);
        machine.measure();
        machine
    }

    /// Largest value of an input in the scenario: what a line that ends at 0 comes from.
    pub fn largest_input(&self, name: &str) -> f64 {
        self.inputs.iter().find(|(known, _)| known == name).map_or(0.0, |(_, largest)| *largest)
    }

    /// Levers, from body to body.
    fn measure(&mut self) {
        let mut joints: Vec<(usize, usize, f64)> = Vec::new();
        joints.extend(self.gears.iter().map(|gear| (gear.first, gear.second, gear.ratio.abs())));
        joints.extend(self.springs.iter().filter_map(|s| Some((s.first?, s.second, s.ratio.abs()))));
        joints.extend(self.contacts.iter().filter_map(|contact| Some((contact.first?, contact.second, 1.0))));
        let mut known = vec![None; self.bodies.len()];
        for root in 0..known.len() {
            known[root].get_or_insert(1.0);
            for _ in 0..known.len() {
                for &(first, second, ratio) in &joints {
                    match (known[first], known[second]) {
                        (Some(lever), None) => known[second] = Some(lever / ratio),
                        (None, Some(lever)) => known[first] = Some(lever * ratio),
                        (Some(_), Some(_)) | (None, None) => {}
                    }
                }
            }
        }
        for (index, (body, lever)) in self.bodies.iter_mut().zip(known).enumerate() {
            body.lever = lever.unwrap_or(1.0);
            body.is_tied = self.gears.iter().any(|gear| [gear.first, gear.second].contains(&index));
        }
    }

    /// Bearings at a body: what they take while it turns, and what they hold at rest.
    pub fn bearings(&self, body: usize) -> (f64, f64) {
        let of_body = self.gears.iter().filter(|gear| gear.second == body).map(|gear| gear.bearing);
        of_body.fold((0.0, 0.0), |(level, hold), (coulomb, ratio)| (level + coulomb, hold + ratio * coulomb))
    }
}

fn largest_inputs(scenario: &Scenario) -> Vec<(String, f64)> {
    let of = |signal: usize| scenario.pieces.iter().flat_map(move |piece| piece.values[signal]);
    let largest = |signal: usize| of(signal).fold(0.0, |largest, value| f64::max(largest, value.abs()));
    scenario.signals.iter().enumerate().map(|(signal, name)| (name.clone(), largest(signal))).collect()
}

fn body_of(element: &Element) -> Body {
    Body {
        name: element.name.clone(),
        inertia: element.number(if element.table == "mass" { "mass" } else { "inertia" }, 1.0),
        viscous: element.number("viscous_coefficient", 0.0),
        travel: (element.number("travel.lower", f64::NEG_INFINITY), element.number("travel.upper", f64::INFINITY)),
        lever: 1.0,
        is_tied: false,
    }
}

fn servo(element: &Element, on: usize) -> Servo {
    let gain = |key: &str| element.number(&format!("controller.{key}_gain"), 0.0);
    Servo {
        name: element.name.clone(),
        on,
        gains: ["proportional", "integral", "derivative"].map(gain),
        current_limit: element.number("controller.current_limit", 0.04),
        spool_velocity_gain: element.number("servovalve.spool_velocity_gain", 3000.0),
        pressure_gain: element.number("servovalve.pressure_gain", 4e10),
        flow_gain: element.number("servovalve.flow_gain", 1.06),
        displacement: element.number("motor.displacement", 0.00445),
        leakage: element.number("motor.leakage_coefficient", 1e-12),
        rated_pressure: (element.word("servovalve.law") == "orifice")
            .then(|| element.number("servovalve.rated_pressure", 2.6e7)),
    }
}

fn either(element: &Element, torque: &str, force: &str, default: f64) -> f64 {
    let linear = element.number(force, default);
    element.number(torque, linear)
}

fn contact(element: &Element, (first, second): (Option<usize>, usize)) -> Contact {
    let point = |number: usize| {
        let torque = format!("friction.table.torque[{number}]");
        let level = either(element, &torque, &torque.replace("torque", "force"), 0.0);
        (element.number(&format!("friction.table.velocity[{number}]"), 0.0), level)
    };
    let size = element.number("friction.table.size", 1.0) as usize;
    Contact {
        name: element.name.clone(),
        first,
        second,
        is_freewheel: element.table == "freewheel",
        release: either(element, "release_torque", "release_force", 0.0),
        friction: Friction {
            law: element.word("friction.law"),
            coulomb: either(element, "friction.coulomb_torque", "friction.coulomb_force", 1.0),
            static_ratio: element.number("friction.static_ratio", 1.0),
            breakaway_ratio: element.number("friction.breakaway_ratio", 1.0),
            velocity: element.number("friction.stribeck_velocity", 1e-3),
            exponent: element.number("friction.stribeck_exponent", 1.0),
            viscous: element.number("friction.viscous_coefficient", 0.0),
            table: (1..=size).map(point).collect(),
            bristles: ["stiffness", "damping"].map(|key| element.number(&format!("friction.bristle_{key}"), 0.0)),
            elastic_share: (element.word("friction.law") == "elasto_plastic")
                .then(|| element.number("friction.elastic_share", 0.5)),
            sharpness: element.number("friction.sharpness", 4.0),
        },
    }
}

fn spring(element: &Element, (first, second): (Option<usize>, usize)) -> Spring {
    let half = 0.5 * element.number("backlash", 0.0);
    let gap =
        if half > 0.0 { (-half, half) } else { (element.number("gap.lower", 0.0), element.number("gap.upper", 0.0)) };
    Spring {
        name: element.name.clone(),
        first,
        second,
        ratio: element.number("ratio", 1.0),
        stiffness: element.number("stiffness", 0.0),
        damping: element.number("damping", 0.0),
        rest: either(element, "rest_angle", "rest_position", 0.0),
        gap: (gap != (0.0, 0.0)).then_some(gap),
        is_unilateral: element.word("backlash_damping") == "unilateral",
    }
}

fn gear(element: &Element, (first, second): (Option<usize>, usize)) -> Gear {
    let ratio =
        if element.table == "screw" { TAU / element.number("lead", 5e-3) } else { element.number("ratio", 1.0) };
    Gear {
        name: element.name.clone(),
        first: first.expect("no gear is on the ground"),
        second,
        ratio,
        opposing: element.number("efficiency_opposing", 1.0),
        aiding: element.number("efficiency_aiding", 1.0),
        coulomb: element.number("friction.coulomb_torque", 0.0),
        static_ratio: element.number("friction.static_ratio", 1.0),
        bearing: (
            either(element, "friction_second.coulomb_torque", "friction_second.coulomb_force", 0.0),
            element.number("friction_second.static_ratio", 1.0),
        ),
    }
}

/// Where the values of an element stand.
struct Place {
    reals: Vec<usize>,
    integer: Option<usize>,
}

/// Where all outputs stand.
pub struct Places {
    servos: Vec<Place>,
    systems: Vec<Place>,
    bodies: Vec<Place>,
    contacts: Vec<Place>,
    springs: Vec<Place>,
    gears: Vec<Place>,
    loads: Vec<usize>,
    engagements: Vec<usize>,
    events: usize,
}

impl Places {
    pub fn new(machine: &Machine, interface: &Interface) -> Self {
        let real = |name: &str| interface.reals.iter().position(|variable| variable.name == name);
        let integer = |name: &str| interface.integers.iter().position(|variable| variable.name == name);
        let place = |element: &str, reals: &[[&str; 2]], number: &str| {
            let one = |names: &[&str; 2]| names.iter().find_map(|name| real(&format!("{element}.{name}")));
            Place {
                reals: reals.iter().map(|names| one(names).expect("a variable of the element")).collect(),
                integer: Some(integer(&format!("{element}.{number}")).expect("a variable of the element")),
            }
        };
        let body = [
            ["position", "position"],
            ["velocity", "velocity"],
            ["acceleration", "acceleration"],
            ["end_stop_torque", "end_stop_force"],
        ];
        let contact = |contact: &Contact| {
            let mut names = vec![["friction_torque", "friction_force"], ["relative_velocity", "relative_velocity"]];
            if contact.friction.has_bristles() {
                names.extend(["bristle_deflection", "bristle_deflection_rate"].map(|name| [name, name]));
            }
            place(&contact.name, &names, "friction_regime")
        };
        let servo = |servo: &Servo| Place {
            reals: SERVO
                .map(|names| {
                    let known = names.iter().find_map(|name| real(&format!("{}.{name}", servo.name)));
                    known.expect("a variable of a servo")
                })
                .to_vec(),
            integer: None,
        };
        let system = |system: &LinearSystem| {
            let order = system.start.len();
            let states = (1..=order).map(|k| format!("x{k}"));
            let rates = (1..=order).map(|k| format!("x{k}.derivative"));
            let names = ["u".to_owned(), "q".to_owned(), "y".to_owned()].into_iter().chain(states).chain(rates);
            let names = names.chain(system.rate_limit.map(|_| "y.derivative".to_owned()));
            let variable = |name: &str| format!("{}.{name}", system.name);
            Place {
                reals: names.map(|name| real(&variable(&name)).expect("a variable of a system")).collect(),
                integer: integer(&variable("y.saturation")),
            }
        };
        let spring = [["torque", "force"], ["twist", "extension"]];
        let gear = [["torque", "torque"], ["loss_torque", "loss_torque"]];
        let engagement = |contact: &Contact| real(&format!("{}.engagement", contact.name)).expect("an input");
        Self {
            bodies: machine.bodies.iter().map(|part| place(&part.name, &body, "end_stop")).collect(),
            servos: machine.servos.iter().map(servo).collect(),
            systems: machine.systems.iter().map(system).collect(),
            contacts: machine.contacts.iter().map(contact).collect(),
            springs: machine.springs.iter().map(|part| place(&part.name, &spring, "contact")).collect(),
            gears: machine.gears.iter().map(|part| place(&part.name, &gear, "friction_regime")).collect(),
            loads: machine.loads.iter().map(|(name, ..)| real(name).expect("an input")).collect(),
            engagements: machine.contacts.iter().map(engagement).collect(),
            events: integer("event_count").expect("every drivetrain counts events"),
        }
    }

    /// What is shown at an instant.
    pub fn read(&self, time: f64, (reals, integers): (&[f64], &[i32])) -> Instant {
        let read = |place: &Place| Shown {
            reals: std::array::from_fn(|k| place.reals.get(k).map_or(0.0, |&at| reals[at])),
            number: place.integer.map_or(0, |place| integers[place]),
        };
        let read_all = |place: &Place| {
            (place.reals.iter().map(|&at| reals[at]).collect(), place.integer.map_or(0, |place| integers[place]))
        };
        Instant {
            time,
            piece: 0,
            servos: self.servos.iter().map(|place| read_all(place).0).collect(),
            systems: self.systems.iter().map(read_all).collect(),
            bodies: self.bodies.iter().map(read).collect(),
            contacts: self.contacts.iter().map(read).collect(),
            springs: self.springs.iter().map(read).collect(),
            gears: self.gears.iter().map(read).collect(),
            loads: self.loads.iter().map(|&at| reals[at]).collect(),
            engagements: self.engagements.iter().map(|&at| reals[at]).collect(),
            is_steady: Vec::new(),
            events: integers[self.events],
        }
    }
}

/// Outputs of a servo that are judged.
pub const SERVO: [[&str; 2]; 10] = [
    ["command", "command"],
    ["position_error", "position_error"],
    ["controller.error_integral", "controller.error_integral"],
    ["current", "current"],
    ["flapper_position", "flapper_position"],
    ["spool_position", "spool_position"],
    ["spool_velocity", "spool_velocity"],
    ["differential_pressure", "differential_pressure"],
    ["motor_torque", "motor_force"],
    ["supply_pressure", "supply_pressure"],
];

/// Outputs of one element; see the functions of [`Instant`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    pub reals: [f64; 4],
    /// End stop, regime, or contact.
    pub number: i32,
}

/// All outputs, and the inputs that belong to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    pub time: f64,
    /// Piece of the inputs whose parameters hold.
    pub piece: usize,
    /// Outputs of the servos: see [`SERVO`].
    pub servos: Vec<Vec<f64>>,
    /// Of each linear system u, q, y, its states, their rates, and that of y where it is limited; and at which limit y is.
    pub systems: Vec<(Vec<f64>, i32)>,
    pub bodies: Vec<Shown>,
    pub contacts: Vec<Shown>,
    pub springs: Vec<Shown>,
    pub gears: Vec<Shown>,
    /// By load.
    pub loads: Vec<f64>,
    /// By contact.
    pub engagements: Vec<f64>,
    /// By contact: the engagement has not moved since the last communication point, or since inputs were set.
    pub is_steady: Vec<bool>,
    /// Number of events so far.
    pub events: i32,
}

impl Instant {
    pub fn position(&self, body: usize) -> f64 {
        self.bodies[body].reals[0]
    }

    pub fn velocity(&self, body: usize) -> f64 {
        self.bodies[body].reals[1]
    }

    pub fn acceleration(&self, body: usize) -> f64 {
        self.bodies[body].reals[2]
    }

    pub fn stop(&self, body: usize) -> f64 {
        self.bodies[body].reals[3]
    }

    /// Torque of a contact, and its relative velocity.
    pub fn contact(&self, contact: usize) -> (f64, f64) {
        let [torque, velocity, ..] = self.contacts[contact].reals;
        (torque, velocity)
    }

    /// Torque of a spring, and its deflection.
    pub fn spring(&self, spring: usize) -> (f64, f64) {
        let [torque, deflection, ..] = self.springs[spring].reals;
        (torque, deflection)
    }

    /// Torque into a gear, and the part that is lost.
    pub fn gear(&self, gear: usize) -> (f64, f64) {
        let [torque, loss, ..] = self.gears[gear].reals;
        (torque, loss)
    }

    /// Loads, and what servos and linear systems show.
    pub fn others(&mut self) -> impl Iterator<Item = &mut f64> {
        let of_systems = self.systems.iter_mut().map(|(reals, _)| reals);
        self.loads.iter_mut().chain(self.servos.iter_mut().chain(of_systems).flatten())
    }

    pub fn is_finite(&self) -> bool {
        let shown = self.bodies.iter().chain(&self.contacts).chain(&self.springs).chain(&self.gears);
        let others = self.servos.iter().chain(self.systems.iter().map(|(reals, _)| reals)).flatten();
        shown.flat_map(|shown| shown.reals).all(f64::is_finite) && others.copied().all(f64::is_finite)
    }
}
