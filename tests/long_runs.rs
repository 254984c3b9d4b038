//! Long runs: time stays right after a day, what is stuck stays where it is to the bit, what repeats repeats, and no
//! step costs more than the one before. `tests/campaigns/fuzz_campaign.rs --hours 24` does the same for whole days.
#![cfg(feature = "fmi")]
#![allow(unsafe_code, clippy::unwrap_used)]

use actuator_fmu::fmi2::*;
use test_support::endurance::{Endurance, STEP, stick_slip, stuck};
use test_support::importer::{CO_SIMULATION, Instance, OK};
use test_support::scenario::Kind;

const KINDS: [Kind; 3] = [Kind::Transmission, Kind::Servo, Kind::Hydraulic];
const MODELS: [(&str, &str, f64); 3] = [
    ("MotionTransmission", "motor_torque", 2e4),
    ("ServoActuator", "command", 0.02),
    ("HydraulicActuator", "force", 50.0),
];

/// Late in a long simulation [s], and a small step: the spacing of numbers is 1.5e-11 s, a ten-millionth of it.
const LATE: f64 = 1e5;
const SMALL: f64 = 1e-4;

fn begun(model: &str, start: f64) -> Instance {
    let instance = Instance::new(model, CO_SIMULATION);
    assert_eq!(instance.setup(start, None), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    instance
}

fn time_of(instance: &Instance) -> f64 {
    let mut time = f64::NAN;
    // SAFETY: the handle and the pointer are valid.
    assert_eq!(unsafe { fmi2GetRealStatus(instance.handle, 2, &mut time) }, OK);
    time
}

fn input_at(step: usize, size: f64) -> f64 {
    let wave = step % 400;
    size * (if wave < 200 { wave as f64 } else { 400.0 - wave as f64 } / 100.0 - 1.0)
}

#[test]
fn a_hundred_thousand_seconds_later_the_same_steps_give_the_same_bits() {
    for (model, input, size) in MODELS {
        let (early, late) = (begun(model, 0.0), begun(model, LATE));
        let (mut point, mut late_point) = (0.0, LATE);
        for step in 0..2000 {
            let value = input_at(step, size);
            assert_eq!([early.set(input, value), late.set(input, value)], [OK; 2]);
            assert_eq!([early.step(point, SMALL), late.step(late_point, SMALL)], [OK; 2], "step {step}");
            (point, late_point) = (point + SMALL, late_point + SMALL);
            assert_eq!(time_of(&late), late_point);
        }
        // The hydraulic actuator's pressure rises from a set time on: at 1e5 s it has long settled.
        if model != "HydraulicActuator" {
            for name in ["position", "velocity", "acceleration", "friction_torque"] {
                assert_eq!(early.get(name).to_bits(), late.get(name).to_bits(), "{model}.{name}");
            }
            assert_eq!(early.get_integer("event_count"), late.get_integer("event_count"));
            assert!(early.get_integer("event_count") > 4, "{model}");
        }
    }
}

#[test]
fn points_that_are_added_up_and_points_that_are_multiplied_are_both_accepted_late() {
    for multiplied in [false, true] {
        let instance = begun("MotionTransmission", LATE);
        assert_eq!(instance.set("motor_torque", 1.0), OK);
        let mut point = LATE;
        for step in 1..=100_000_u32 {
            assert_eq!(instance.step(point, SMALL), OK, "step {step}");
            point = if multiplied { LATE + SMALL * f64::from(step) } else { point + SMALL };
        }
        // Each sum is rounded to a multiple of 1.5e-11 s.
        assert!((time_of(&instance) - (LATE + 10.0)).abs() < 1e5 * 1.5e-11);
    }
}

#[test]
fn a_step_that_is_taken_twice_or_left_out_late_is_refused() {
    // Was: accepted where the step was below 1e-9 of the time.
    for offset in [-SMALL, SMALL, -0.02 * SMALL, 0.02 * SMALL] {
        let instance = begun("MotionTransmission", LATE);
        assert_eq!(instance.step(LATE, SMALL), OK);
        let text = instance.refusal(instance.step(LATE + SMALL + offset, SMALL));
        assert!(text.contains("currentCommunicationPoint = "), "{text}");
        assert_eq!(time_of(&instance), LATE + SMALL);
    }
}

#[test]
fn time_of_small_steps_is_exact_where_the_steps_are() {
    // 2⁻¹³ s: every communication point is a number.
    let step = 1.0 / 8192.0;
    let instance = begun("ServoActuator", LATE);
    for number in 0..20_000_u32 {
        assert_eq!(instance.step(LATE + step * f64::from(number), step), OK);
    }
    assert_eq!(time_of(&instance), LATE + 20_000.0 * step);
}

#[test]
fn an_instance_does_not_grow_and_a_fresh_one_continues_with_the_same_bits_for_the_same_cost() {
    for (model, input, size) in MODELS {
        let old = begun(model, 0.0);
        let young = old.bytes().len();
        let go = |instance: &Instance, from: usize, to: usize| {
            for step in from..to {
                assert_eq!(instance.set(input, input_at(step, size)), OK);
                assert_eq!(instance.step(STEP * step as f64, STEP), OK);
            }
        };
        go(&old, 0, 20_000);
        // The whole state is as large as at the start, and nothing else has a part in what follows.
        let bytes = old.bytes();
        assert_eq!(bytes.len(), young, "{model}");
        let fresh = begun(model, 0.0);
        assert_eq!(fresh.restore(&bytes), OK);
        go(&old, 20_000, 21_000);
        go(&fresh, 20_000, 21_000);
        assert_eq!(fresh.bytes(), old.bytes(), "{model}");
    }
}

fn assert_repeats(kind: Kind, run: &Endurance) {
    assert!(run.first_events >= 2 && run.first_events == run.last_events, "{kind:?}: {run:?}");
    assert_eq!(run.warnings, 0, "{kind:?}: {run:?}");
    // The tolerance is 1e-9 per step; what a period starts from is wiped out by sticking.
    assert!(run.drift < 1e-9 && run.period_error < 1e-9, "{kind:?}: {run:?}");
}

#[test]
fn stick_slip_repeats_itself() {
    for kind in KINDS {
        assert_repeats(kind, &stick_slip(kind, 20));
    }
}

#[test]
fn what_is_stuck_under_a_changing_load_stays_where_it_is_to_the_bit() {
    for kind in KINDS {
        let run = stuck(kind, 50);
        assert_eq!((run.moved, run.events, run.warnings), (0, 0, 0), "{kind:?}: {run:?}");
    }
}

#[test]
#[ignore = "a whole day of simulated time takes minutes"]
fn a_day_of_stick_slip_ends_as_it_began() {
    for kind in KINDS {
        assert_repeats(kind, &stick_slip(kind, 21_600));
        assert_eq!(stuck(kind, 21_600).moved, 0);
    }
}
