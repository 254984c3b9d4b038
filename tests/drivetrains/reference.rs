//! Reference solutions of drivetrains: `tests/reference/drivetrain`, format in its README.

use actuator_fmu::actuator::EventKind;
use actuator_fmu::friction::{Characteristic, StribeckEffect, TABLE_POINTS, Table};
use actuator_fmu::mechanism::{
    Body, Component, Contact, ContactKind, ContactLaw, DampingLaw, Event, Freewheel, Limits, Mechanism, Observer,
    Outcome, Spring, Structure, Subject,
};
use serde_json::Value;

/// A line through points; two equal times are a jump.
pub struct Signal {
    time: Vec<f64>,
    value: Vec<f64>,
}

impl Signal {
    /// Value and slope right of a time.
    pub fn right(&self, time: f64) -> (f64, f64) {
        let next = self.time.iter().take_while(|t| **t <= time).count();
        match (next.checked_sub(1), self.time.get(next)) {
            (None, _) => (self.value[0], 0.0),
            (Some(last), None) => (self.value[last], 0.0),
            (Some(last), Some(end)) => {
                let slope = (self.value[next] - self.value[last]) / (end - self.time[last]);
                (self.value[last] + slope * (time - self.time[last]), slope)
            }
        }
    }
}

/// One case.
pub struct Case {
    pub name: String,
    pub structure: Structure,
    pub start: Vec<(f64, f64)>,
    pub bodies: Vec<String>,
    pub contacts: Vec<String>,
    pub stop_time: f64,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<f64>>,
    signals: Vec<(String, Signal)>,
    loads: Vec<(usize, usize, f64)>,
    engagements: Vec<Option<usize>>,
    nonunique: Vec<(f64, f64)>,
}

fn number(value: &Value, key: &str, or: f64) -> f64 {
    value[key].as_f64().unwrap_or(or)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_string()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/drivetrain")
}

impl Case {
    pub fn read(name: &str) -> Self {
        let json = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
        let data: Value = serde_json::from_str(&json).unwrap();
        let list = |key: &str| data[key].as_array().unwrap().clone();
        let bodies: Vec<String> = list("bodies").iter().map(|body| text(&body["name"])).collect();
        let find = |end: &Value| end.as_str().map(|name| bodies.iter().position(|body| body == name).unwrap());
        let signals: Vec<(String, Signal)> = data["signals"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, signal)| (name.clone(), Signal { time: numbers(&signal["t"]), value: numbers(&signal["y"]) }))
            .collect();
        let signal =
            |name: &Value| name.as_str().map(|name| signals.iter().position(|(known, _)| known == name).unwrap());
        let structure = Structure {
            bodies: list("bodies")
                .iter()
                .map(|body| Body {
                    inertia: number(body, "inertia", 0.0),
                    viscous: 0.0,
                    travel: (number(body, "stop_lo", f64::NEG_INFINITY), number(body, "stop_hi", f64::INFINITY)),
                })
                .collect(),
            contacts: list("contacts").iter().map(|contact| read_contact(contact, &find)).collect(),
            components: list("springs")
                .iter()
                .map(|spring| Component::new(read_spring(spring, &find).into()))
                .collect(),
            ..Structure::default()
        };
        let csv = std::fs::read_to_string(folder().join(format!("{name}.csv"))).unwrap();
        let mut lines = csv.lines();
        let columns = lines.next().unwrap().split(',').map(str::to_string).collect();
        let rows = lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
        Self {
            name: name.to_string(),
            start: list("bodies").iter().map(|body| (number(body, "q0", 0.0), number(body, "v0", 0.0))).collect(),
            contacts: list("contacts").iter().map(|contact| text(&contact["name"])).collect(),
            stop_time: number(&data, "stop_time", 0.0),
            loads: list("loads")
                .iter()
                .map(|load| (find(&load["body"]).unwrap(), signal(&load["signal"]).unwrap(), number(load, "gain", 1.0)))
                .collect(),
            engagements: list("contacts").iter().map(|contact| signal(&contact["normal"])).collect(),
            nonunique: list("nonunique_torques")
                .iter()
                .map(|interval| (number(interval, "t_from", 0.0), number(interval, "t_to", 0.0)))
                .collect(),
            structure,
            bodies,
            columns,
            rows,
            signals,
        }
    }

    /// Events of contacts: time, contact, the regime after it.
    pub fn events(&self) -> Vec<(f64, String, String)> {
        let json = std::fs::read_to_string(folder().join("events.json")).unwrap();
        let data: Value = serde_json::from_str(&json).unwrap();
        let of_case = data.as_array().unwrap().iter().filter(|event| event["case"] == self.name.as_str());
        let read = |event: &Value| (number(event, "time", 0.0), text(&event["element"]), text(&event["what"]));
        of_case.map(read).filter(|(_, element, _)| self.contacts.contains(element)).collect()
    }

    /// Times at which any signal has a kink or a jump.
    pub fn kinks(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.signals.iter().flat_map(|(_, signal)| signal.time.iter().copied()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    pub fn has_unique_torques(&self, time: f64) -> bool {
        !self.nonunique.iter().any(|(from, to)| (*from..=*to).contains(&time))
    }

    /// At the start.
    pub fn mechanism(&self) -> Mechanism {
        let mut mechanism = Mechanism::new(self.structure.clone()).unwrap();
        for (body, (position, velocity)) in self.start.iter().enumerate() {
            (mechanism.position[body], mechanism.velocity[body]) = (*position, *velocity);
        }
        mechanism
    }

    /// Sets what acts from a time on.
    pub fn drive(&self, mechanism: &mut Mechanism, time: f64) {
        mechanism.inputs.torque.value.fill(0.0);
        mechanism.inputs.torque.slope.fill(0.0);
        for &(body, signal, gain) in &self.loads {
            let (value, slope) = self.signals[signal].1.right(time);
            mechanism.inputs.torque.value[body] += gain * value;
            mechanism.inputs.torque.slope[body] += gain * slope;
        }
        for (contact, signal) in self.engagements.iter().enumerate() {
            let (value, slope) = signal.map_or((1.0, 0.0), |signal| self.signals[signal].1.right(time));
            mechanism.inputs.engagement.value[contact] = value;
            mechanism.inputs.engagement.slope[contact] = slope;
        }
    }

    pub fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).unwrap()
    }
}

fn read_contact(data: &Value, find: &impl Fn(&Value) -> Option<usize>) -> Contact {
    let gain = number(data, "normal_gain", 1.0);
    let peak = number(data, "peak", 1.0);
    let (characteristic, coulomb) = match (data.get("table"), data.get("stribeck")) {
        (Some(points), _) => (Characteristic::Tabulated(table(points, gain)), 1.0),
        (None, Some(stribeck)) => {
            let coulomb = number(data, "coulomb", 0.0);
            let excess = stribeck.as_f64().unwrap() / coulomb;
            let effect = StribeckEffect {
                excess,
                load_excess: excess,
                velocity: 1.0 / number(data, "decay", 0.0),
                exponent: 1.0,
            };
            (Characteristic::Stribeck(effect), gain * coulomb)
        }
        (None, None) => (Characteristic::Coulomb, gain * number(data, "coulomb", 0.0)),
    };
    let at_rest = if let Characteristic::Stribeck(_) = characteristic { characteristic.ratio(0.0, 0) } else { 1.0 };
    Contact {
        first: find(&data["a"]),
        second: find(&data["b"]).unwrap(),
        kind: match data["type"].as_str().unwrap() {
            "one_way" => ContactKind::Freewheel(Freewheel { release: number(data, "breakaway_min", 0.0) }),
            _ => ContactKind::Friction,
        },
        coulomb,
        backward_ratio: 1.0,
        law: ContactLaw::SetValued { characteristic, rest_ratio: peak * at_rest },
        viscous: gain * number(data, "viscous", 0.0),
    }
}

fn table(points: &Value, gain: f64) -> Table {
    let points: Vec<Vec<f64>> = points.as_array().unwrap().iter().map(numbers).collect();
    let (mut speed, mut level) = ([0.0; TABLE_POINTS], [0.0; TABLE_POINTS]);
    for (index, point) in points.iter().enumerate() {
        (speed[index], level[index]) = (point[0], gain * point[1]);
    }
    Table::new(speed, level, points.len()).extrapolated()
}

fn read_spring(data: &Value, find: &impl Fn(&Value) -> Option<usize>) -> Spring {
    let half = 0.5 * number(data, "backlash", 0.0);
    Spring {
        first: find(&data["a"]),
        second: find(&data["b"]).unwrap(),
        ratio: number(data, "ratio", 1.0),
        stiffness: number(data, "c", 0.0),
        damping: number(data, "d", 0.0),
        rest: number(data, "rest", 0.0),
        gap: data.get("backlash").map(|_| (-half, half)),
        law: match data["law"].as_str() {
            Some("elasto_backlash2") => DampingLaw::Unilateral,
            _ => DampingLaw::Limited,
        },
    }
}

/// Remembers what happened to contacts.
#[derive(Default)]
pub struct Log {
    pub happened: Vec<(f64, usize, EventKind)>,
    pub bridged: usize,
}

impl Observer for Log {
    fn event(&mut self, event: &Event) {
        if let Subject::Contact(contact) = event.subject {
            self.happened.push((event.time, contact, event.kind));
        }
    }

    fn contradicted(&mut self, subject: Subject, _: f64) {
        panic!("nothing is prescribed at {subject:?}");
    }
    fn motion_goes_in_steps(&mut self, subject: Subject, _: bool, _: f64) {
        panic!("no motion is prescribed at {subject:?}");
    }
    fn bridged(&mut self, _: f64, _: f64, _: Option<Subject>) {
        self.bridged += 1;
    }
}

/// Runs a case on a grid, stopping at every kink of the signals too; calls `visit` at each stop with right limits.
pub fn run(case: &Case, grid: f64, log: &mut Log, mut visit: impl FnMut(f64, &mut Mechanism)) {
    let limits = Limits { max_step_size: 1e-3, velocity: 1e-3, tolerance: 1e-8, is_real_time: false, settled: None };
    let mut mechanism = case.mechanism();
    let count = (case.stop_time / grid).ceil() as usize;
    // A point of the grid that is a kink but for rounding is that kink.
    let kinks = case.kinks();
    let near = |time: f64| kinks.iter().copied().find(|kink| (kink - time).abs() < 1e-9);
    let mut times: Vec<f64> = (0..=count).map(|index| index as f64 * grid).collect();
    times.push(case.stop_time);
    times = times.into_iter().map(|time| near(time).unwrap_or(time)).chain(kinks.iter().copied()).collect();
    times.retain(|time| *time <= case.stop_time);
    times.sort_by(f64::total_cmp);
    times.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    case.drive(&mut mechanism, 0.0);
    mechanism.initialize(0.0, log);
    visit(0.0, &mut mechanism);
    for pair in times.windows(2) {
        let outcome = mechanism.advance(pair[0], pair[1] - pair[0], &limits, log);
        assert_eq!(outcome, Outcome::Done, "{} at {}", case.name, pair[1]);
        case.drive(&mut mechanism, pair[1]);
        mechanism.settle(pair[1], false, log);
        visit(pair[1], &mut mechanism);
    }
}
