//! FMI 3.0 without event mode computes the same bits as FMI 2.0.

use crate::fmi3::master::{Master, OK, Options};
use model_description::models::laws::LAWS;
use test_support::Signal;
use test_support::component::{Component, STEP};

fn wave() -> Signal {
    Signal::sampled(|t| 3.0 * (9.0 * t).sin() + 0.5 * (41.0 * t).cos(), 7e-3, 1.4)
}

/// Trajectories of a thousand steps, inputs as lines in both versions.
fn compare(identifier: &str, input: &'static str, size: f64, law: f64) {
    let signal = Signal(wave().0.iter().map(|&(t, v)| (t, v * size)).collect());
    let start = signal.right_of(0.0).0;
    let mut old = Component::new(identifier).with("friction.law", law).with(input, start).started();
    let reference = old.reference(input);
    let options = Options { intermediate: &[input], ..Options::default() };
    let mut new = Master::new(identifier, &[(input, signal.clone())], options);
    assert_eq!(new.set("friction.law", law), OK);
    new.initialize();
    let mut time = 0.0;
    for _ in 0..1000 {
        // What the new version asks for is the end of the step; the old one is given the slope to the same point.
        let (now, end) = (signal.right_of(time).0, crate::fmi3::master::left_of(&signal, time + STEP));
        old.set(reference, now);
        old.set_slope(reference, (end - now) / STEP);
        old.step();
        new.feed();
        let step = new.step(STEP);
        assert_eq!(step.status, OK, "{:?}", new.messages());
        time += STEP;
        for name in ["position", "velocity"] {
            let (old, new) = (old.get(name), new.get(name));
            assert_eq!(old.to_bits(), new.to_bits(), "{identifier} law {law}: {name} at {time}: {old} {new}");
        }
    }
    assert!(old.get("position") != 0.0, "{identifier} law {law} has moved");
}

#[test]
fn all_laws_on_all_actuators_have_the_bits_of_fmi_2() {
    for law in (1..=LAWS.len()).map(|number| number as f64) {
        compare("MotionTransmission", "motor_torque", 5000.0, law);
        compare("ServoActuator", "command", 0.05, law);
        compare("HydraulicActuator", "force", 2000.0, law);
    }
}
