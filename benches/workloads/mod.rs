//! What is measured: each workload does a number of communication steps of 1 ms.
#![allow(dead_code, reason = "each bench uses its part")]

mod calls;
pub mod drivetrain;
mod fmi3;
mod hour;
mod laws;
mod table1;
mod table1_in_c;

use std::hint::black_box;
use table1::Table1;
use test_support::component::{Component, STEP};

/// Does as many steps as it is told; keeps its state between calls.
pub type Workload = Box<dyn FnMut(u64)>;

/// Sets a workload up.
type Make = fn() -> Workload;

/// Every workload by name, the yardstick first.
pub const WORKLOADS: [(&str, Make); 50] = [
    ("table1_plain_c", table1_in_c::table1_plain),
    ("table1_plain_rust", table1_plain),
    ("transmission_sliding_transient", sliding_transient),
    ("transmission_sliding_steady", sliding_steady),
    ("transmission_stuck", stuck),
    ("transmission_reversal_each_step", reversals),
    ("transmission_fixed_step_100_per_step", transmission_fixed_step),
    ("transmission_after_an_hour", hour::transmission),
    ("servo_fig_6_transit", servo_transit),
    ("servo_fig_6_at_rest", servo_at_rest),
    ("servo_fig_6_whole", servo_figure_6),
    ("servo_fig_16_stick_slip", servo_figure_16),
    ("servo_fixed_step_100_per_step", servo_fixed_step),
    (SERVO_AFTER_AN_HOUR, hour::servo),
    ("hydraulic_lugre_presliding_10_n", laws::lugre::<10>),
    ("hydraulic_lugre_sliding_1000_n", laws::lugre::<1000>),
    ("law_01_coulomb", laws::sliding::<1>),
    ("law_02_hess_soom", laws::sliding::<2>),
    ("law_03_stribeck", laws::sliding::<3>),
    ("law_04_majd_simaan", laws::sliding::<4>),
    ("law_05_majd_simaan_approximate", laws::sliding::<5>),
    ("law_06_dahl", laws::sliding::<6>),
    ("law_07_lugre", laws::sliding::<7>),
    ("law_08_tabulated", laws::sliding::<8>),
    ("law_09_karnopp", laws::sliding::<9>),
    ("law_10_sign", laws::sliding::<10>),
    ("law_11_hyperviscous", laws::sliding::<11>),
    ("law_12_quinn", laws::sliding::<12>),
    ("law_01_coulomb_reversal_each_step", laws::reversing::<1>),
    ("law_02_hess_soom_reversal_each_step", laws::reversing::<2>),
    ("law_03_stribeck_reversal_each_step", laws::reversing::<3>),
    ("law_08_tabulated_reversal_each_step", laws::reversing::<8>),
    ("get_10_reals", calls::get_ten),
    ("get_10_reals_after_a_set", calls::get_ten_after_a_set),
    ("set_one_input", calls::set_one_input),
    ("set_10_reals", calls::set_ten),
    ("save_and_restore_transmission", calls::save_and_restore_transmission),
    ("save_and_restore_servo", calls::save_and_restore_servo),
    ("instantiate_and_free_transmission", calls::instantiate_transmission),
    ("instantiate_and_free_servo", calls::instantiate_servo),
    ("instantiate_and_free_hydraulic", calls::instantiate_hydraulic),
    ("fmi3_transmission_sliding_transient", fmi3::sliding_transient),
    ("fmi3_transmission_stuck", fmi3::stuck),
    ("fmi3_transmission_reversal_each_step", fmi3::reversals),
    ("fmi3_transmission_reversal_in_event_mode", fmi3::reversals_in_event_mode),
    ("drivetrain_clutches_sliding", drivetrain::clutches_sliding),
    ("drivetrain_clutches_whole", drivetrain::clutches_whole),
    ("drivetrain_flaps_sliding", drivetrain::flaps_sliding),
    ("drivetrain_flaps_stuck", drivetrain::flaps_stuck),
    ("drivetrain_flaps_whole", drivetrain::flaps_whole),
];

/// Its preparation takes seconds, and minutes under an instruction counter.
pub const SERVO_AFTER_AN_HOUR: &str = "servo_after_an_hour";

/// Does steps of one workload and nothing else, for an instruction counter.
pub fn run_alone(name: &str, steps: &str) {
    let mut run = workload(name).unwrap_or_else(|| panic!("no workload {name}"));
    run(steps.parse().unwrap_or_else(|_| panic!("{steps} is no number of steps")));
}

/// The workload of that name.
pub fn workload(name: &str) -> Option<Workload> {
    WORKLOADS.iter().find(|(found, _)| *found == name).map(|(_, make)| make())
}

/// Torques [N·m] that keep the default transmission in motion; they alternate, so that no step is a steady state.
const TORQUES: [f64; 2] = [0.9e5, 1.1e5];
/// Steps between two torques; the time constant of the default transmission is 27 steps.
const HOLD: u64 = 10;

/// Table 1, one step of 1 ms, under the torques of `sliding_transient`.
fn table1_plain() -> Workload {
    let mut table1 = Table1::default();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            let motor = TORQUES[(number / HOLD % 2) as usize];
            number += 1;
            black_box(&mut table1).step(black_box(motor), black_box(2e4), STEP);
        }
    })
}

fn transmission() -> Component {
    Component::new("MotionTransmission").with("travel.lower", -1e9).with("travel.upper", 1e9)
}

fn sliding_transient() -> Workload {
    alternating(transmission())
}

/// A transmission in motion under torques that alternate.
fn alternating(transmission: Component) -> Workload {
    let mut component = transmission.with("load_torque", 2e4).with("motor_torque", 1e5).started();
    let motor = component.reference("motor_torque");
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            if number % HOLD == 0 {
                component.set(motor, TORQUES[(number / HOLD % 2) as usize]);
            }
            number += 1;
            component.step();
        }
    })
}

fn stepping(mut component: Component, settle: u64) -> Workload {
    (0..settle).for_each(|_| component.step());
    Box::new(move |steps| (0..steps).for_each(|_| component.step()))
}

fn sliding_steady() -> Workload {
    stepping(transmission().with("load_torque", 2e4).with("motor_torque", 1e5).started(), 1000)
}

fn stuck() -> Workload {
    stepping(transmission().with("load_torque", 2e4).with("motor_torque", 2.1e4).started(), 1000)
}

fn reversals() -> Workload {
    reversing(transmission())
}

/// The torque changes its sign at every communication point, so that every step has one reversal.
fn reversing(transmission: Component) -> Workload {
    let mut component = transmission.with("motor_torque", 1e5).started();
    let motor = component.reference("motor_torque");
    let mut sign = 1.0;
    Box::new(move |steps| {
        for _ in 0..steps {
            sign = -sign;
            component.set(motor, sign * 1e5);
            component.step();
        }
    })
}

fn transmission_fixed_step() -> Workload {
    let component = transmission().with("solver.method", 2.0).with("load_torque", 2e4).with("motor_torque", 1e5);
    stepping(component.started(), 10)
}

fn loaded_servo(command: f64) -> Component {
    Component::new("ServoActuator").with("command", command).with("load_torque", 74500.0).started()
}

/// Command of Fig 6 [rad].
const COMMAND: f64 = 1.5 * std::f64::consts::PI / 180.0;

/// Fig 6 between 0.12 s and 0.22 s, in motion at saturated pressure, again and again.
fn servo_transit() -> Workload {
    let mut servo = loaded_servo(COMMAND);
    (0..20).for_each(|_| servo.step());
    let saved = servo.save();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            if number % 100 == 0 {
                servo.restore(&saved);
            }
            number += 1;
            servo.step();
        }
    })
}

fn servo_at_rest() -> Workload {
    stepping(loaded_servo(COMMAND), 2000)
}

fn servo_fixed_step() -> Workload {
    let servo = Component::new("ServoActuator").with("solver.method", 2.0).with("load_torque", 74500.0);
    stepping(servo.started(), 10)
}

/// Steps of Fig 16.
const FIGURE_16_STEPS: u64 = 4000;

/// The ramps of Fig 16 with some 90 stops and breakaways, again and again.
fn servo_figure_16() -> Workload {
    let rate = 0.025 * std::f64::consts::PI / 180.0;
    let mut servo = Component::new("ServoActuator").started();
    let (command, load) = (servo.reference("command"), servo.reference("load_torque"));
    let start = servo.save();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            let step = number % FIGURE_16_STEPS;
            match step {
                0 => servo.restore(&start),
                100 => servo.set(load, 25_000.0),
                _ => {}
            }
            if step >= 100 {
                let (time, slope) = if step < 2050 { (step - 100, rate) } else { (4000 - step, -rate) };
                servo.set(command, rate * 1e-3 * time as f64);
                servo.set_slope(command, slope);
            }
            number += 1;
            servo.step();
        }
    })
}

/// Steps of Fig 6.
const FIGURE_6_STEPS: u64 = 1600;

/// All of Fig 6 with its eight events, pressure drop and saturations, again and again.
fn servo_figure_6() -> Workload {
    let mut servo = loaded_servo(0.0);
    let (command, supply) = (servo.reference("command"), servo.reference("supply_pressure"));
    let start = servo.save();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            match number % FIGURE_6_STEPS {
                0 => servo.restore(&start),
                100 => servo.set(command, COMMAND),
                n @ 300..400 => {
                    servo.set(supply, 26e6 - 21e4 * (n - 300) as f64);
                    servo.set_slope(supply, -21e7);
                }
                n @ 600..800 => {
                    servo.set(supply, 5e6 + 10.5e4 * (n - 600) as f64);
                    servo.set_slope(supply, 10.5e7);
                }
                _ => {}
            }
            number += 1;
            servo.step();
        }
    })
}
