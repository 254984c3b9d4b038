//! Tables of friction that a configuration gives as lists: up to 256 points, on single bodies and on contacts, and columns for the
//! share of the load.

use crate::laws::{Kind, law};
use actuator_fmu::actuator::{Actuator, EventKind, HydraulicActuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{Interface, motion_transmission};
use model_description::configuration;
use std::path::Path;
use test_support::drivetrain::{drivetrain, interface};
use test_support::quadrature::integral;
use test_support::saved::continues_as;
use test_support::{Recorder, Run, Signal, get, set};

/// A falling and rising level with ripples, at so many speeds up to 2 rad/s.
fn points(size: usize) -> Vec<[f64; 2]> {
    let point = |k: usize| {
        let speed = 2.0 * (k as f64 / (size - 1) as f64).powf(1.3);
        [speed, 1.0 + 0.6 * (-speed / 0.1).exp() + 0.2 * speed + 0.02 * (40.0 * speed).sin()]
    };
    (0..size).map(point).collect()
}

fn list(numbers: impl Iterator<Item = f64>) -> String {
    format!("[{}]", numbers.map(|number| format!("{number:?}")).collect::<Vec<_>>().join(", "))
}

/// The lines of a table.
fn lines(points: &[[f64; 2]], effort: &str) -> String {
    format!(
        "friction.law = \"tabulated\"\nfriction.table.velocity = {}\nfriction.table.{effort} = {}\n",
        list(points.iter().map(|[speed, _]| *speed)),
        list(points.iter().map(|[_, level]| *level))
    )
}

fn transmission(table: &str, more: &str) -> &'static Interface {
    interface(&format!(
        "name = \"Coasting\"\nmodel = \"MotionTransmission\"\n[start]\ninertia = 1\nviscous_coefficient = 0\n\
         travel.lower = -1e9\ntravel.upper = 1e9\nfriction.static_ratio = 1.25\n{more}\n{table}"
    ))
}

const WITHOUT_LOSSES: &str = "friction.efficiency_opposing = 1\nfriction.efficiency_aiding = 1";

fn braked(table: &str, velocity: f64) -> String {
    format!(
        "name = \"Braked\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\nvelocity_start = {velocity}\n\
         [brake.k]\non = \"b\"\nfriction.static_ratio = 1.25\n{table}[[input]]\nname = \"motor_torque\"\non = \"b\"\n"
    )
}

/// Time and way from a speed to rest, by a slowing down that is smooth between the points of a table.
fn coast(points: &[[f64; 2]], from: f64, slowing: impl Fn(f64) -> f64) -> [f64; 2] {
    let mut ends: Vec<f64> = points.iter().map(|[speed, _]| *speed).filter(|speed| *speed < from).collect();
    ends.push(from);
    let sum = |function: &dyn Fn(f64) -> f64| -> f64 {
        ends.windows(2).map(|pair| integral(pair[0], pair[1], 400, function)).sum()
    };
    [sum(&|v| 1.0 / slowing(v)), sum(&|v| v / slowing(v))]
}

fn at(points: &[[f64; 2]], speed: f64) -> f64 {
    let right = points.iter().position(|point| point[0] > speed).unwrap_or(points.len() - 1).max(1);
    let ([v0, f0], [v1, f1]) = (points[right - 1], points[right]);
    f0 + (f1 - f0) * (speed - v0) / (v1 - v0)
}

#[test]
fn a_body_coasts_along_a_table_of_any_length_to_where_the_closed_form_has_it() {
    for size in [2, 3, 16, 17, 46, 51, 256] {
        let points = points(size);
        let [time, way] = coast(&points, 1.9, |v| at(&points, v));
        for direction in [1.0, -1.0] {
            let alone = transmission(&lines(&points, "torque"), WITHOUT_LOSSES);
            let mut body = MotionTransmission::new(alone);
            set(&mut body, "velocity_start", 1.9 * direction);
            let mut brake = drivetrain(&braked(&lines(&points, "torque"), 1.9 * direction));
            let actuators: [&mut dyn Actuator; 2] = [&mut body, &mut brake];
            for actuator in actuators {
                let recorder = Run { actuator, inputs: vec![], end: 3.0, step: 0.3 }.go(|_, _| {});
                let stop = recorder.events[0];
                assert_eq!(stop.kind, EventKind::Stop, "{size}");
                // Rounding of as many segments as there are points.
                assert!((stop.time / time - 1.0).abs() < 1e-12, "{size}: {:e} s, expected {time:e}", stop.time);
                let found = direction * stop.position;
                assert!((found / way - 1.0).abs() < 1e-12, "{size}: {found:e} rad, expected {way:e}");
            }
        }
    }
}

#[test]
fn a_body_breaks_away_from_a_long_table_at_its_first_point_times_the_ratios() {
    let points = points(256);
    let level = 1.25 * points[0][1];
    for direction in [1.0, -1.0] {
        let motor = Signal(vec![(0.0, 0.0), (4.0, direction * 4.0)]);
        let mut body = MotionTransmission::new(transmission(&lines(&points, "torque"), WITHOUT_LOSSES));
        let mut brake = drivetrain(&braked(&lines(&points, "torque"), 0.0));
        let actuators: [&mut dyn Actuator; 2] = [&mut body, &mut brake];
        for actuator in actuators {
            let inputs = vec![("motor_torque", motor.clone())];
            let recorder = Run { actuator, inputs, end: level + 0.1, step: 0.17 }.go(|_, _| {});
            let event = recorder.events[0];
            assert_eq!(event.kind, EventKind::Breakaway { direction: direction as i8 });
            assert!((event.time / level - 1.0).abs() < 1e-12, "{} s, expected {level}", event.time);
        }
    }
}

#[test]
fn lists_that_fit_into_the_variables_are_their_values() {
    let points = points(16);
    let (mut scalars, mut expected) =
        (String::from("friction.law = \"tabulated\"\nfriction.table.size = 16\n"), Vec::new());
    for (number, [speed, level]) in (1..).zip(&points) {
        scalars += &format!(
            "\"friction.table.velocity[{number}]\" = {speed:?}\n\"friction.table.torque[{number}]\" = {level:?}\n"
        );
    }
    let (by_lists, by_scalars) = (transmission(&lines(&points, "torque"), ""), transmission(&scalars, ""));
    assert!(by_lists.table.points.is_empty());
    for interface in [by_lists, by_scalars] {
        expected
            .push(interface.reals.iter().map(|variable| (variable.name, variable.start.to_bits())).collect::<Vec<_>>());
    }
    assert_eq!(expected[0], expected[1]);
    // Columns of forces, and texts with a unit.
    let hydraulic = interface(
        "name = \"H\"\nmodel = \"HydraulicActuator\"\n[start]\nfriction.table.velocity = [\"0 mm/s\", \"5 mm/s\"]\n\
         friction.table.force = [\"2 kN\", \"1 kN\"]\n",
    );
    let actuator = HydraulicActuator::new(hydraulic);
    let found =
        ["friction.table.size", "friction.table.velocity[2]", "friction.table.force[1]", "friction.table.force[2]"];
    assert_eq!(found.map(|name| get(&actuator, name)), [2.0, 0.005, 2000.0, 1000.0]);
}

/// What takes no memory of each instance and has no variables of its points: a long table is data of the FMU.
#[test]
fn a_long_table_is_data_of_the_fmu_on_every_actuator() {
    for kind in Kind::ALL {
        let model = match kind {
            Kind::Transmission => "MotionTransmission",
            Kind::Servo => "ServoActuator",
            Kind::Hydraulic => "HydraulicActuator",
        };
        let points: Vec<[f64; 2]> = points(256).into_iter().map(|[v, f]| [v, 100.0 * f]).collect();
        let text = format!("name = \"Long\"\nmodel = \"{model}\"\n[start]\n{}", lines(&points, kind.effort()));
        let described = configuration::parse(&text, Path::new("test.toml")).expect("it is admissible");
        assert!(described.described().iter().all(|(variable, _)| !variable.name.starts_with("friction.table")));
        let interface = interface(&text);
        let mut actuator: Box<dyn Actuator> = match kind {
            Kind::Transmission => Box::new(MotionTransmission::new(interface)),
            Kind::Servo => Box::new(ServoActuator::new(interface)),
            Kind::Hydraulic => Box::new(HydraulicActuator::new(interface)),
        };
        set(&mut *actuator, "velocity_start", 0.05);
        set(&mut *actuator, "viscous_coefficient", 0.0);
        actuator.check().expect("it is admissible");
        actuator.initialize(0.0, &mut Recorder::default());
        actuator.update_outputs();
        let name = kind.friction_name();
        // No load acts yet; what is shown is what does not accelerate.
        assert!((get(&*actuator, name) / at(&points, 0.05) - 1.0).abs() < 1e-9, "{model}: {}", get(&*actuator, name));
    }
}

#[test]
fn guids_of_fmus_that_differ_in_a_long_table_alone_differ() {
    let of = |last: f64| {
        let mut points = points(40);
        points[39][1] = last;
        transmission(&lines(&points, "torque"), "").guid
    };
    assert_eq!(of(1.0), of(1.0));
    assert_ne!(of(1.0), of(1.5));
}

const LOAD: f64 = 4.0;

#[test]
fn efficiencies_of_a_table_follow_the_speed_and_are_those_at_rest_where_the_body_breaks_away() {
    // tanh has no meaning here: a share of the load that falls with the speed and rises again.
    let opposing = |v: f64| 0.6 + 0.3 * (v / 0.7).tanh();
    let aiding = |v: f64| 0.2 + 0.5 * (v / 0.4).tanh();
    let points = points(60);
    let table = format!(
        "{}friction.table.efficiency_opposing = {}\nfriction.table.efficiency_aiding = {}\n",
        lines(&points, "torque"),
        list(points.iter().map(|[v, _]| opposing(*v))),
        list(points.iter().map(|[v, _]| aiding(*v)))
    );
    let interface = transmission(&table, "friction.load_static_ratio = 1.1\nload_inertia = 0.3");
    let gains = |gain: &dyn Fn(f64) -> f64| -> Vec<[f64; 2]> { points.iter().map(|[v, _]| [*v, gain(*v)]).collect() };
    let (against, along) = (gains(&|v| 1.0 / opposing(v) - 1.0), gains(&|v| 1.0 - aiding(v)));
    for direction in [1.0, -1.0] {
        // (J_M + f·J_L)·|a| = ±f·T + τ, f = 1 ± κ; driven by the load alone it would run away.
        let factor = |v: f64| if direction > 0.0 { 1.0 + at(&against, v) } else { 1.0 - at(&along, v) };
        let motor = if direction > 0.0 { 0.0 } else { LOAD };
        let slowing = |v: f64| (direction * factor(v) * LOAD + motor + at(&points, v)) / (1.0 + factor(v) * 0.3);
        let [time, way] = coast(&points, 1.9, slowing);
        let mut body = MotionTransmission::new(interface);
        set(&mut body, "velocity_start", 1.9 * direction);
        let inputs = || vec![("load_torque", Signal::constant(LOAD)), ("motor_torque", Signal::constant(motor))];
        let recorder = Run { actuator: &mut body, inputs: inputs(), end: 2.0, step: 0.1 }.go(|_, _| {});
        let stop = recorder.events[0];
        assert_eq!(stop.kind, EventKind::Stop);
        assert!((stop.time / time - 1.0).abs() < 1e-12, "{direction}: {:e} s, expected {time:e}", stop.time);
        assert!(
            (direction * stop.position / way - 1.0).abs() < 1e-12,
            "{direction}: {:e}, expected {way:e}",
            stop.position
        );
        let mut body = MotionTransmission::new(interface);
        let level = 1.25 * points[0][1]
            + 1.1 * LOAD * if direction > 0.0 { 1.0 / opposing(0.0) - 1.0 } else { 1.0 - aiding(0.0) };
        let ramp = Signal(vec![(0.0, LOAD), (20.0, LOAD + direction * 20.0)]);
        let inputs = vec![("load_torque", Signal::constant(LOAD)), ("motor_torque", ramp)];
        let recorder = Run { actuator: &mut body, inputs, end: level + 0.1, step: 0.3 }.go(|_, _| {});
        assert_eq!(recorder.events[0].kind, EventKind::Breakaway { direction: direction as i8 });
        let found = recorder.events[0].time;
        assert!((found / level - 1.0).abs() < 1e-12, "{direction}: {found} s, expected {level}");
    }
}

#[test]
fn a_table_whose_losses_leave_no_sliding_solution_is_refused() {
    let table = format!(
        "{}friction.table.efficiency_opposing = [0.9, 0.9]\nfriction.table.efficiency_aiding = [0.5, -2]\n",
        lines(&points(2), "torque")
    );
    let interface = transmission(&table, "load_inertia = 0.4");
    let mut body = MotionTransmission::new(interface);
    body.check().expect("1 - 2·0.4 > 0");
    set(&mut body, "load_inertia", 0.6);
    let refused = body.check().expect_err("1 - 2·0.6 < 0");
    assert_eq!((interface.reals[refused.reference as usize].name, refused.value), ("load_inertia", 0.6));
    assert!(refused.allowed.contains("greater than 0 at each point of friction.table"), "{}", refused.allowed);
}

#[test]
fn the_slope_of_a_table_with_efficiencies_is_that_of_the_equations() {
    let table = format!(
        "{}friction.table.efficiency_opposing = [0.5, 0.9]\nfriction.table.efficiency_aiding = [0.2, 0.8]\n",
        lines(&[[0.0, 2.0], [2.0, 1.0]], "torque")
    );
    for direction in [1.0, -1.0] {
        let mut body = MotionTransmission::new(transmission(&table, "load_inertia = 0.3"));
        set(&mut body, "load_torque", LOAD);
        set(&mut body, "velocity_start", direction * 0.7);
        body.check().expect("it is admissible");
        body.initialize(0.0, &mut Recorder::default());
        let rate = |body: &mut MotionTransmission, velocity: f64| {
            body.set_states(&[0.0, velocity, 0.0]);
            let mut rates = [0.0; 3];
            body.derivatives(&mut rates);
            rates[1]
        };
        let difference = (rate(&mut body, direction * 0.7 + 1e-4) - rate(&mut body, direction * 0.7 - 1e-4)) / 2e-4;
        body.set_states(&[0.0, direction * 0.7, 0.0]);
        let mut changes = vec![0.0; motion_transmission::INTERFACE.reals.len()];
        body.directional_derivative(&[0.0, 1.0, 0.0], &[0.0, 0.0], &mut changes);
        let acceleration =
            motion_transmission::INTERFACE.reals.iter().position(|v| v.name == "acceleration").expect("it is declared");
        // A central difference with this step.
        assert!((changes[acceleration] / difference - 1.0).abs() < 1e-6, "{} {difference}", changes[acceleration]);
    }
}

#[test]
fn a_run_with_a_long_table_goes_on_from_a_saved_state_with_the_same_bits() {
    let table = lines(&points(256), "torque");
    let motor = vec![("motor_torque", Signal(vec![(0.0, 0.0), (0.5, 6.0), (1.5, -6.0), (2.0, 2.0)]))];
    for place in [0.2, 0.4, 0.6, 0.8] {
        let interface = transmission(&table, WITHOUT_LOSSES);
        let mut actuator = MotionTransmission::new(interface);
        let run = Run { actuator: &mut actuator, inputs: motor.clone(), end: 2.0, step: 1e-2 };
        assert!(continues_as(run, &mut MotionTransmission::new(interface), place), "{place}");
        let text = braked(&table, 0.0);
        let mut actuator = drivetrain(&text);
        let run = Run { actuator: &mut actuator, inputs: motor.clone(), end: 2.0, step: 1e-2 };
        assert!(continues_as(run, &mut drivetrain(&text), place), "{place}");
    }
}

#[test]
fn the_law_of_a_long_table_is_chosen_as_any_other() {
    // With another law the table has no part; chosen by its number, it has.
    let mut body = MotionTransmission::new(transmission(&lines(&points(40), "torque"), WITHOUT_LOSSES));
    for (number, level) in [(law::COULOMB, 2500.0), (law::TABULATED, at(&points(40), 0.5))] {
        set(&mut body, "friction.law", f64::from(number));
        set(&mut body, "velocity_start", 0.5);
        body.initialize(0.0, &mut Recorder::default());
        body.update_outputs();
        assert!((get(&body, "friction_torque") / level - 1.0).abs() < 1e-12, "law {number}");
    }
}
