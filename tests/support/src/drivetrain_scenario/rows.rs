//! Rows of equal stations: gears with losses, each behind the one before it, with a brake at each body; or jacks on a torque
//! tube, each with its load. All of them rest or begin to move together.

use super::scenario::{Element, Load, Piece, Scenario};
use crate::random::Random;

/// Stations of a row. The work of a decision must not grow with a power of them.
const STATIONS: [usize; 8] = [2, 2, 3, 3, 4, 5, 6, 8];

/// The row of a seed.
pub fn row(seed: u64, random: &mut Random) -> Scenario {
    let stations = random.pick(&STATIONS);
    let mut scenario = Scenario {
        seed,
        elements: Vec::new(),
        systems: Vec::new(),
        loads: Vec::new(),
        signals: Vec::new(),
        pieces: Vec::new(),
        changes: Vec::new(),
        steps: random.pick(&[1, 2, 5]),
        is_integrated: false,
    };
    if random.one_in(2) {
        train(&mut scenario, random, stations)
    } else {
        jacks(&mut scenario, random, stations)
    }
    led(&mut scenario, random);
    scenario
}

fn body(table: &'static str, name: String, inertia: f64) -> Element {
    let mut element = Element::new(table, name, &[]);
    element.set(if table == "mass" { "mass" } else { "inertia" }, inertia);
    element
}

fn load(scenario: &mut Scenario, body: &str) {
    let name = format!("u{}", scenario.loads.len());
    scenario.loads.push(Load { name: name.clone(), on: body.into(), gain: 1.0 });
    scenario.signals.push(name);
}

/// Losses that are the same at every station.
fn losses(random: &mut Random) -> [(&'static str, f64); 4] {
    [
        ("efficiency_opposing", random.pick(&[1.0, 0.9, 0.9, 0.8])),
        ("efficiency_aiding", random.pick(&[0.5, 0.5, 0.9, 0.0, -0.2, 1.0])),
        ("friction.coulomb_torque", random.pick(&[0.0, 0.1, 0.1, 1.0])),
        ("friction.static_ratio", random.pick(&[1.0, 1.0, 1.25, 2.0])),
    ]
}

/// A train of gears, led at both its ends.
fn train(scenario: &mut Scenario, random: &mut Random, stations: usize) {
    let (ratio, losses) = (random.pick(&[1.1, 1.0, -1.0, 2.0]), losses(random));
    let (level, is_braked) = (random.pick(&[1.0, 0.5, 2.0]), !random.one_in(4));
    for station in 0..=stations {
        scenario.elements.push(body("body", format!("b{station}"), 1.0));
    }
    for station in (0..=stations).filter(|_| is_braked) {
        let mut brake = Element::new("brake", format!("k{station}"), &[&format!("b{station}")]);
        brake.set("friction.coulomb_torque", level);
        scenario.elements.push(brake);
    }
    for station in 0..stations {
        let ends = [station, station + 1].map(|end| format!("b{end}"));
        let mut gear = Element::new("gear", format!("g{station}"), &[&ends[0], &ends[1]]);
        gear.set("ratio", ratio);
        losses.into_iter().for_each(|(key, value)| gear.set(key, value));
        scenario.elements.push(gear);
    }
    load(scenario, "b0");
    load(scenario, &format!("b{stations}"));
}

/// Jacks on a tube of shafts that a motor drives.
fn jacks(scenario: &mut Scenario, random: &mut Random, stations: usize) {
    let (lead, losses) = (random.pick(&[0.005, 0.01, 0.02]), losses(random));
    scenario.elements.push(body("body", "motor".into(), 0.1));
    let mut last = "motor".to_owned();
    for station in 0..stations {
        let [nut, ram, tube] = ["nut", "ram", "tube"].map(|name| format!("{name}{station}"));
        scenario.elements.push(body("body", nut.clone(), 0.01));
        scenario.elements.push(body("mass", ram.clone(), 10.0));
        let mut shaft = Element::new("shaft", tube, &[&last, &nut]);
        shaft.set("stiffness", 1000.0);
        shaft.set("damping", 1.0);
        let mut screw = Element::new("screw", format!("jack{station}"), &[&nut, &ram]);
        screw.set("lead", lead);
        losses.into_iter().for_each(|(key, value)| screw.set(key, value));
        scenario.elements.extend([shaft, screw]);
        last = nut;
    }
    load(scenario, "motor");
    for station in 0..stations {
        load(scenario, &format!("ram{station}"));
    }
}

/// Round loads, the same on all the rams; at rest at first, more often than not.
fn led(scenario: &mut Scenario, random: &mut Random) {
    let count = scenario.signals.len();
    let mut now = vec![0.0; count];
    for _ in 0..2 + random.below(3) {
        let target =
            [random.pick(&[0.0, 1.0, -1.0, 5.0, 20.0, -50.0]), random.pick(&[0.0, 1.0, 5.0, -10.0, 100.0, -200.0])];
        let wanted = (0..count).map(|signal| target[usize::from(signal > 0)]);
        let jumps = random.one_in(2);
        let values = wanted.zip(&now).map(|(end, now)| [if jumps { end } else { *now }, end]).collect::<Vec<_>>();
        now = values.iter().map(|[_, end]| *end).collect();
        scenario.pieces.push(Piece { length: random.pick(&[0.01, 0.02, 0.05]), values });
    }
}
