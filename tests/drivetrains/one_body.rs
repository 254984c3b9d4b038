//! A body with a lossy gear is MotionTransmission.

use crate::drivetrains::reference::Log;
use actuator_fmu::friction::{Levels, RestRatios};
use actuator_fmu::mechanism::{Body, Gear, Limits, Mechanism, Outcome, Structure};
use test_support::random::Random;
use test_support::transmission::transmission;
use test_support::{Run, Signal, get};

/// Parameters of one transmission with inertia on both sides.
#[derive(Clone, Copy, Debug)]
struct Transmission {
    inertia: f64,
    load_inertia: f64,
    viscous: f64,
    coulomb: f64,
    static_ratio: f64,
    opposing: f64,
    aiding: f64,
    travel: f64,
    /// Of the gear that stands for it.
    ratio: f64,
}

impl Transmission {
    fn random(random: &mut Random) -> Self {
        Self {
            inertia: random.between(0.5, 3.0),
            load_inertia: random.between(0.0, 2.0),
            viscous: random.between(0.0, 1.0),
            coulomb: random.between(0.0, 3.0),
            static_ratio: random.between(1.0, 1.8),
            opposing: random.between(0.6, 1.0),
            aiding: random.between(-0.6, 1.0),
            travel: random.between(0.3, 3.0),
            ratio: random.sign() * random.between(0.3, 20.0),
        }
    }

    fn mechanism(&self) -> Mechanism {
        let ratio = self.ratio;
        let first = Body { inertia: self.inertia, viscous: self.viscous, travel: (-self.travel, self.travel) };
        let second = Body {
            inertia: self.load_inertia * ratio * ratio,
            viscous: 0.0,
            travel: (f64::NEG_INFINITY, f64::INFINITY),
        };
        let levels = Levels::new(self.coulomb, self.opposing, self.aiding);
        let gear = Gear {
            first: 0,
            second: 1,
            ratio,
            levels,
            table: None,
            static_ratios: RestRatios::alike(self.static_ratio),
        };
        Mechanism::new(Structure {
            bodies: vec![first, second].into(),
            gears: vec![gear].into(),
            ..Structure::default()
        })
        .unwrap()
    }
}

/// Every fifth point is a jump.
fn signal(random: &mut Random, size: f64) -> Signal {
    Signal::random(random, (0.0, size), 20, 5)
}

fn largest_difference(seed: u64) -> (f64, f64) {
    let mut random = Random::new(seed);
    let data = Transmission::random(&mut random);
    let (motor, load) = (signal(&mut random, 12.0), signal(&mut random, 8.0));
    let mut body = transmission(&[
        ("inertia", data.inertia),
        ("load_inertia", data.load_inertia),
        ("viscous_coefficient", data.viscous),
        ("friction.coulomb_torque", data.coulomb),
        ("friction.static_ratio", data.static_ratio),
        ("friction.efficiency_opposing", data.opposing),
        ("friction.efficiency_aiding", data.aiding),
        ("travel.lower", -data.travel),
        ("travel.upper", data.travel),
    ]);
    let inputs = vec![("motor_torque", motor.clone()), ("load_torque", load.clone())];
    let mut mechanism = data.mechanism();
    let mut log = Log::default();
    let limits = Limits { max_step_size: 1e-3, velocity: 1e-3, tolerance: 1e-8, is_real_time: false, settled: None };
    let (mut worst, mut at, mut last) = (0.0_f64, 0.0, None);
    let set = |mechanism: &mut Mechanism, time: f64| {
        let (motor, load) = (motor.right_of(time), load.right_of(time));
        mechanism.inputs.torque.value.copy_from_slice(&[motor.0, -data.ratio * load.0]);
        mechanism.inputs.torque.slope.copy_from_slice(&[motor.1, -data.ratio * load.1]);
    };
    Run { actuator: &mut body, inputs, end: 2.5, step: 1.0 / 1024.0 }.go(|time, actuator| {
        match last {
            None => {
                set(&mut mechanism, 0.0);
                mechanism.initialize(0.0, &mut log);
            }
            Some(last) if time > last => {
                set(&mut mechanism, last);
                mechanism.settle(last, false, &mut log);
                assert_eq!(mechanism.advance(last, time - last, &limits, &mut log), Outcome::Done);
            }
            Some(_) => {}
        }
        last = Some(time);
        let difference = (get(actuator, "position") - mechanism.position[0]).abs();
        if difference > worst {
            (worst, at) = (difference, time);
        }
    });
    (worst, at)
}

#[test]
fn a_lossy_gear_between_two_bodies_is_a_transmission_with_driven_side_inertia() {
    // Both solve the same equations in another order: rounding, which two and a half seconds carry on.
    for seed in 0..300 {
        let (difference, time) = largest_difference(seed);
        assert!(difference <= 1e-12, "seed {seed}: {difference:e} rad at {time} s");
    }
}
