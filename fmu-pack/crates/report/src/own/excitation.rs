//! Inputs for an FMU whose user gave none: enough to break it away both ways, and to leave it at rest.

use fmu_import::interface::{Interface, Kind, Variable};
use fmu_simulation::input::Row;

/// How long it takes, in s.
pub const DURATION: f64 = 2.0;

/// Times at which a signal bends or steps [s], and its share of the amplitude there.
type Course = [(f64, f64); 6];

/// A step, rest, a ramp to the other side, rest.
const DRIVE: Course = [(0.0, 0.0), (0.1, 0.0), (0.1, 1.0), (0.8, 1.0), (1.5, -0.5), (DURATION, -0.5)];
/// A load that comes and goes.
const LOAD: Course = [(0.0, 0.0), (0.4, 0.0), (0.4, 1.0), (1.2, 1.0), (1.2, 0.0), (DURATION, 0.0)];

/// A signal: name, amplitude, course.
type Signal = (String, f64, &'static Course);

/// Names and rows of the signals for inputs that are free; no rows where none of them is known for what it is.
pub fn excitation(interface: &Interface, is_free: &dyn Fn(&str) -> bool) -> (Vec<String>, Vec<Row>) {
    let inputs = interface.with_causality("input").filter(|input| is_free(&input.name));
    let signals: Vec<Signal> = inputs.filter_map(|input| signal(input, interface)).collect();
    let names: Vec<String> = signals.iter().map(|(name, ..)| name.clone()).collect();
    if names.is_empty() {
        return (names, Vec::new());
    }
    let mut times: Vec<f64> = DRIVE.iter().chain(&LOAD).map(|(time, _)| *time).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let row = |time: f64, after: bool| {
        let value = |(_, amplitude, course): &Signal| amplitude * share(course, time, after);
        Row { time, values: signals.iter().map(value).collect() }
    };
    let steps = |time: &f64| row(*time, false) != row(*time, true);
    let rows = times.iter().flat_map(|time| {
        let before = (*time > 0.0 && steps(time)).then(|| row(*time, false));
        before.into_iter().chain([row(*time, true)])
    });
    (names, rows.collect())
}

/// The share at a time; where it steps, that before or after it.
fn share(course: &Course, time: f64, after: bool) -> f64 {
    let passed = course.partition_point(|(point, _)| if after { *point <= time } else { *point < time });
    match (passed.checked_sub(1).map(|last| course[last]), course.get(passed)) {
        (Some((from, low)), Some((to, high))) if to > &from => low + (high - low) * (time - from) / (to - from),
        (Some((_, last)), _) => last,
        (None, Some((_, first))) => *first,
        (None, None) => 0.0,
    }
}

fn signal(input: &Variable, interface: &Interface) -> Option<Signal> {
    if input.kind != Kind::Real {
        return None;
    }
    let name = &input.name;
    let last = name.rsplit('.').next().unwrap_or(name);
    let (amplitude, course) = match (last, &*input.unit) {
        ("command", "rad" | "m") => (0.1 * travel(interface, &input.unit), &DRIVE),
        ("load_torque" | "load_force", _) => (load(interface), &LOAD),
        (_, "N.m" | "N") => (4.0 * breakaway(interface), &DRIVE),
        _ => return None,
    };
    Some((name.clone(), amplitude, course))
}

/// From end to end; of an actuator without narrow stops a usual one.
fn travel(interface: &Interface, unit: &str) -> f64 {
    let usual = if unit == "rad" { 1.0 } else { 0.1 };
    let stop = |name: &str| interface.find(name).and_then(Variable::start_number);
    let span = stop("travel.upper").zip(stop("travel.lower")).map(|(upper, lower)| upper - lower);
    span.map_or(usual, |span| span.clamp(0.0, usual))
}

/// A quarter of what the supply can hold, or the friction of an actuator without supply.
fn load(interface: &Interface) -> f64 {
    let start = |name: &str| interface.find(name).and_then(Variable::start_number);
    let stall = start("motor.displacement").zip(start("supply_pressure")).map(|(volume, pressure)| volume * pressure);
    stall.map_or_else(|| breakaway(interface), |stall| 0.25 * stall)
}

/// The largest breakaway level without load; 1 where there is none.
fn breakaway(interface: &Interface) -> f64 {
    let level = |variable: &Variable| {
        let element = variable
            .name
            .strip_suffix("friction.coulomb_torque")
            .or_else(|| variable.name.strip_suffix("friction.coulomb_force"))?;
        let ratio = interface.find(&format!("{element}friction.static_ratio")).and_then(Variable::start_number);
        Some(variable.start_number()? * ratio.unwrap_or(1.0))
    };
    let largest = interface.variables.iter().filter_map(level).fold(0.0, f64::max);
    if largest > 0.0 { largest } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_step_and_bend_where_their_courses_do() {
        assert_eq!([share(&DRIVE, 0.1, false), share(&DRIVE, 0.1, true), share(&DRIVE, 0.4, true)], [0.0, 1.0, 1.0]);
        assert!((share(&DRIVE, 1.15, true) - 0.25).abs() < 1e-15, "half way down");
        assert_eq!([share(&LOAD, 1.2, false), share(&LOAD, 1.2, true), share(&LOAD, 5.0, true)], [1.0, 0.0, 0.0]);
    }

    #[test]
    fn an_actuator_is_driven_beyond_its_breakaway_level() {
        let model = model_description::models::all().into_iter().find(|model| model.identifier == "MotionTransmission");
        let description = model_description::write(&model_description::describe(&model.unwrap()));
        let interface = Interface::read(&description).unwrap();
        let (names, rows) = excitation(&interface, &|_| true);
        assert_eq!(names, ["motor_torque", "load_torque"]);
        assert!(rows.is_sorted_by(|one, other| one.time <= other.time));
        assert!(
            rows.iter().any(|row| row.values[0] > 4000.0) && rows.iter().any(|row| row.values[0] < -2000.0),
            "{rows:?}"
        );
        assert_eq!(
            excitation(&interface, &|name| name != "load_torque").0,
            ["motor_torque"],
            "one that is set keeps its value"
        );
    }
}
