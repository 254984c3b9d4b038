//! Laws that creep or have bristles with `friction.load_dependence` = 1: steady friction, presliding, what they hold and what they store,
//! against closed forms, with steps of 0.37, 1 and 10 ms.

use crate::laws::law;
use actuator_fmu::actuator::{Actuator, EventKind, MotionTransmission};
use actuator_fmu::interface::motion_transmission::INTERFACE;
use model_description::models::laws::{Family, numbers};
use test_support::{Run, Signal, get, set, set_all};

const COULOMB: f64 = 2.0;
const STATIC_RATIO: f64 = 1.5;
const BACKWARD_RATIO: f64 = 0.6;
const OPPOSING: f64 = 0.8;
/// Self-locking.
const AIDING: f64 = -0.5;
const STIFFNESS: f64 = 1e4;
const DAMPING: f64 = 1.0;
const STRIBECK_VELOCITY: f64 = 0.01;
const LOADS: [f64; 5] = [-7.0, -0.3, 0.0, 1.0, 20.0];
const STEPS: [f64; 3] = [0.37e-3, 1e-3, 10e-3];

/// A body of 1 kg·m² with losses by the load and nothing but friction.
fn body(number: i32, more: &[(&str, f64)]) -> MotionTransmission {
    let mut actuator = MotionTransmission::new(&INTERFACE);
    let common = [
        ("inertia", 1.0),
        ("viscous_coefficient", 0.0),
        ("travel.lower", -1e9),
        ("travel.upper", 1e9),
        ("friction.law", f64::from(number)),
        ("friction.load_dependence", 1.0),
        ("friction.coulomb_torque", COULOMB),
        ("friction.static_ratio", STATIC_RATIO),
        ("friction.backward_ratio", BACKWARD_RATIO),
        ("friction.efficiency_opposing", OPPOSING),
        ("friction.efficiency_aiding", AIDING),
        ("friction.stribeck_velocity", STRIBECK_VELOCITY),
        ("friction.stribeck_exponent", 2.0),
        ("friction.bristle_stiffness", STIFFNESS),
        ("friction.bristle_damping", DAMPING),
    ];
    set_all(&mut actuator, common.iter().chain(more));
    actuator
}

/// F₀ in the direction and the share of the load, by the sign of its power.
fn level(direction: f64, load: f64) -> f64 {
    let gain = if direction * load > 0.0 { 1.0 / OPPOSING - 1.0 } else { 1.0 - AIDING };
    COULOMB * if direction < 0.0 { BACKWARD_RATIO } else { 1.0 } + gain * load.abs()
}

/// Steady friction over the level, at a speed.
fn characteristic(actuator: &dyn Actuator, number: i32, speed: f64) -> f64 {
    let u = speed / STRIBECK_VELOCITY;
    match number {
        law::DAHL => 1.0,
        law::LUGRE | law::ELASTO_PLASTIC => 1.0 + (STATIC_RATIO - 1.0) * (-u * u).exp(),
        _ => {
            let sigma = get(actuator, "friction.stribeck_sigma") / COULOMB;
            1.0 + sigma * (-u).exp() - (sigma + 1.0) * (-get(actuator, "friction.sharpness") * u).exp()
        }
    }
}

#[test]
fn steady_friction_is_that_of_the_law_times_the_level_under_the_load() {
    for number in law::continuous() {
        for (load, velocity, step) in LOADS
            .into_iter()
            .flat_map(|load| [0.004, -0.004, 0.02, -0.02].map(|velocity| (load, velocity)))
            .flat_map(|(load, velocity)| STEPS.map(|step| (load, velocity, step)))
        {
            // So heavy that its velocity is constant to 1e-12.
            let mut actuator = body(number, &[("inertia", 1e15), ("velocity_start", velocity)]);
            // 40 lengths g of presliding.
            let end = 40.0 * STATIC_RATIO * level(velocity, load) / STIFFNESS / velocity.abs();
            let end = (end / step).ceil() * step;
            let inputs = vec![("load_torque", Signal::constant(load))];
            Run { actuator: &mut actuator, inputs, end, step }.go(|_, _| {});
            let expected =
                velocity.signum() * level(velocity, load) * characteristic(&actuator, number, velocity.abs());
            let error = (get(&actuator, "friction_torque") - expected).abs();
            // The tolerance of the deflection; of curves the rounding of 1e15 times an acceleration.
            assert!(
                error <= 1e-8 * expected.abs(),
                "law {number} under {load} at {velocity} rad/s, {step} s: {error:e} of {expected}"
            );
        }
    }
}

#[test]
fn without_load_and_without_losses_a_law_is_the_same_to_the_bit() {
    for number in law::continuous() {
        let run = |more: &[(&str, f64)], load: f64| {
            let mut actuator = body(number, more);
            let torque = Signal(vec![(0.0, 0.0), (0.1, 6.0), (0.3, -6.0), (0.5, 1.0)]);
            let inputs = vec![("motor_torque", torque), ("load_torque", Signal::constant(load))];
            let mut rows = Vec::new();
            Run { actuator: &mut actuator, inputs, end: 0.5, step: 1e-3 }.go(|_, actuator| {
                rows.push(["position", "velocity", "friction_torque"].map(|name| get(actuator, name)));
            });
            rows
        };
        let without = |more: &[(&str, f64)], load| run(&[more, &[("friction.load_dependence", 0.0)]].concat(), load);
        assert_eq!(run(&[], 0.0), without(&[], 0.0), "law {number}");
        let lossless = [("friction.efficiency_opposing", 1.0), ("friction.efficiency_aiding", 1.0)];
        assert_eq!(run(&lossless, 3.0), without(&lossless, 3.0), "law {number}");
        assert_ne!(run(&[], 3.0), without(&[], 3.0), "law {number}");
    }
}

/// Dahl's loop between ±x at constant speed: on each branch F = R·f − (R·f − F₁)·e^(−σ₀·|x − x₁|/f), with the level f of its direction.
#[test]
fn a_loop_of_presliding_has_the_size_of_the_level_under_the_load() {
    const SPEED: f64 = 0.01;
    for (load, step) in LOADS.into_iter().flat_map(|load| STEPS.map(|step| (load, step))) {
        let mut torque = 0.0;
        for direction in [1.0, -1.0, 1.0, -1.0] {
            let mut actuator = body(
                law::DAHL,
                &[
                    ("inertia", 1e15),
                    ("velocity_start", direction * SPEED),
                    ("friction.bristle_deflection_start", torque / STIFFNESS),
                ],
            );
            let inputs = vec![("load_torque", Signal::constant(load))];
            let limit = level(direction, load);
            let (start, length) = (torque, 2.0 * limit / STIFFNESS / SPEED);
            let end = (length / step).ceil() * step;
            let at =
                |time: f64| direction * limit - (direction * limit - start) * (-STIFFNESS * SPEED * time / limit).exp();
            Run { actuator: &mut actuator, inputs, end, step }.go(|time, actuator| {
                let error = (get(actuator, "friction_torque") - at(time)).abs();
                // Tolerance 1e-9 of the scales over up to some hundred steps.
                assert!(error <= 1e-7 * limit, "under {load} at {time} s, {step} s: {error:e} of {limit}");
            });
            torque = at(end);
        }
    }
}

/// The same while the load grows along a line, and the level with it: dF/dx = σ₀·(1 − R·F/f) by the classical method of order 4.
#[test]
fn presliding_follows_a_level_that_grows_with_its_load() {
    const SPEED: f64 = 0.01;
    const END: f64 = 0.1;
    const SUBSTEPS: u32 = 10_000;
    let load = |time: f64| 1.0 + 190.0 * time;
    for (direction, step) in [1.0, -1.0].into_iter().flat_map(|direction| STEPS.map(|step| (direction, step))) {
        let mut actuator = body(law::DAHL, &[("inertia", 1e15), ("velocity_start", direction * SPEED)]);
        let inputs = vec![("load_torque", Signal::line(load(0.0), load(END), END))];
        Run { actuator: &mut actuator, inputs, end: END, step }.go(|_, _| {});
        let rate = |time: f64, torque: f64| {
            STIFFNESS * direction * SPEED * (1.0 - direction * torque / level(direction, load(time)))
        };
        let h = END / f64::from(SUBSTEPS);
        let expected = (0..SUBSTEPS).fold(0.0, |torque, number| {
            let time = f64::from(number) * h;
            let first = rate(time, torque);
            let second = rate(time + 0.5 * h, torque + 0.5 * h * first);
            let third = rate(time + 0.5 * h, torque + 0.5 * h * second);
            torque + h / 6.0 * (first + 2.0 * (second + third) + rate(time + h, torque + h * third))
        });
        let error = (get(&actuator, "friction_torque") - expected).abs();
        assert!(error <= 1e-7 * expected.abs(), "in direction {direction}, {step} s: {error:e} of {expected}");
    }
}

#[test]
fn bristles_hold_what_is_below_the_static_level_under_the_load_and_slip_above_it() {
    for number in law::bristles() {
        let ratio = if number == law::DAHL { 1.0 } else { STATIC_RATIO };
        for (load, direction, step) in LOADS
            .into_iter()
            .flat_map(|load| [1.0, -1.0].map(|direction| (load, direction)))
            .flat_map(|(load, direction)| STEPS.map(|step| (load, direction, step)))
        {
            let limit = ratio * level(direction, load);
            for share in [0.95, 1.05] {
                // What grows within 1 s is slow beside the Stribeck velocity: that of LuGre's bristles is known to lower what they hold.
                let more = [("friction.bristle_damping", 100.0), ("friction.stribeck_velocity", 1.0)];
                let mut actuator = body(number, &more);
                if number == law::DAHL {
                    // It has none of its own, and swings.
                    set(&mut actuator, "viscous_coefficient", 20.0);
                }
                // What is active grows within 1 s.
                let motor =
                    [(0.0, load), (1.0, load + direction * share * limit), (3.0, load + direction * share * limit)];
                let inputs = vec![("motor_torque", Signal(motor.into())), ("load_torque", Signal::constant(load))];
                let recorder = Run { actuator: &mut actuator, inputs, end: 3.0, step }.go(|_, _| {});
                // Dahl's bristles hold 95 % at -ln(0.05) = 3 of the deflection of the level.
                let (position, breakaway) = (get(&actuator, "position"), 4.0 * limit / STIFFNESS);
                let case = format!("law {number} under {load} by {share} in direction {direction}, {step} s");
                if share < 1.0 {
                    assert!(direction * position < breakaway, "{case}: {position}");
                    assert!(recorder.events.is_empty(), "{case}: {:?}", recorder.events);
                    let held = direction * share * limit / STIFFNESS;
                    assert!((get(&actuator, "bristle_deflection") / held - 1.0).abs() < 1e-6, "{case}");
                } else {
                    assert!(direction * position > 2.0 * breakaway, "{case}: {position}");
                    let event = recorder.events.first().expect("a breakaway");
                    assert_eq!(event.kind, EventKind::Breakaway { direction: direction as i8 }, "{case}");
                    let shown = if direction > 0.0 { event.forward_limit } else { event.backward_limit };
                    assert!((shown / limit - 1.0).abs() < 1e-14, "{case}: {shown}, expected {limit}");
                }
            }
        }
    }
}

/// While the load is constant, ½·J·v² + ½·σ₀·z² + L·x only falls: friction is passive at any level, and a level that jumps leaves what
/// bristles have stored.
#[test]
fn a_load_that_jumps_makes_no_energy() {
    let loads = [20.0, 0.1, -7.0, 20.0, 0.0, 3.0, -20.0, 0.5];
    for (number, step) in law::continuous().into_iter().flat_map(|number| STEPS.map(|step| (number, step))) {
        let has_bristles = law::bristles().contains(&number);
        for velocity in [-0.5, 0.0, 0.3] {
            let mut actuator = body(number, &[("velocity_start", velocity), ("solver.tolerance", 1e-11)]);
            let load = Signal::pieces(loads.map(|load| (20.0 * step, [load; 2])).into_iter());
            let inputs = vec![("load_torque", load.clone())];
            let mut before: Option<(f64, [f64; 3])> = None;
            Run { actuator: &mut actuator, inputs, end: 160.0 * step, step }.go(|time, actuator| {
                let [x, v, mut z] = ["position", "velocity", "bristle_deflection"].map(|name| get(actuator, name));
                if !has_bristles {
                    z = 0.0;
                }
                if let Some((start, [x0, v0, z0])) = before.replace((time, [x, v, z])) {
                    let stored = |v: f64, z: f64| 0.5 * v * v + 0.5 * STIFFNESS * z * z;
                    let gained = stored(v, z) - stored(v0, z0) + load.right_of(start).0 * (x - x0);
                    // The tolerance over some internal steps.
                    let allowed = 1e-9 * (stored(v, z) + stored(v0, z0)) + 1e-12;
                    assert!(gained <= allowed, "law {number} at {time} s, {step} s: {gained:e} J");
                }
            });
        }
    }
}

#[test]
fn what_a_falling_load_leaves_beyond_its_level_slips_and_is_held_again_at_the_level() {
    for (number, step) in law::bristles().into_iter().flat_map(|number| STEPS.map(|step| (number, step))) {
        let ratio = if number == law::DAHL { 1.0 } else { STATIC_RATIO };
        // Driven with 5 N·m beyond the load: held under 20 N·m, no longer under 1 N·m.
        let active = 5.0;
        assert!(active < level(1.0, 20.0) && active > ratio * level(1.0, 1.0));
        let mut actuator = body(number, &[("viscous_coefficient", 10.0)]);
        let load = [(0.0, 20.0), (1.0, 20.0), (1.1, 1.0), (2.0, 1.0)];
        let motor = load.map(|(time, load)| (time, load + active * f64::min(time, 1.0)));
        let inputs = vec![("motor_torque", Signal(motor.into())), ("load_torque", Signal(load.into()))];
        let mut held = f64::NAN;
        let recorder = Run { actuator: &mut actuator, inputs, end: 2.0, step }.go(|time, actuator| {
            if time < 1.0 {
                held = get(actuator, "position");
            }
        });
        let case = format!("law {number}, {step} s");
        assert!(held < 2.0 * active / STIFFNESS, "{case}: {held}");
        assert!(get(&actuator, "position") > 100.0 * held, "{case}");
        let breakaways = recorder.events.iter().filter(|event| matches!(event.kind, EventKind::Breakaway { .. }));
        assert_eq!(breakaways.count(), 1, "{case}: {:?}", recorder.events);
        // It slides with what the new level leaves.
        let speed = get(&actuator, "velocity");
        let rest = (active - level(1.0, 1.0)) / 10.0;
        assert!((speed / rest - 1.0).abs() < 1e-3, "{case}: {speed} rad/s, expected {rest}");
    }
}

#[test]
fn the_fixed_step_method_slides_with_the_same_level() {
    for number in law::continuous() {
        let rows = [1.0, 2.0].map(|method| {
            let more = [("solver.method", method), ("velocity_start", 0.5), ("friction.bristle_stiffness", 1e3)];
            let mut actuator = body(number, &more);
            let inputs = vec![("load_torque", Signal::constant(3.0))];
            let mut rows = Vec::new();
            Run { actuator: &mut actuator, inputs, end: 0.1, step: 1e-2 }
                .go(|_, actuator| rows.push(get(actuator, "velocity")));
            rows
        });
        for (exact, fixed) in rows[0].iter().zip(&rows[1]) {
            // First order with 1e-5 s: deceleration 5 rad/s² times some steps, and presliding of 1e-2 s.
            assert!((exact - fixed).abs() < 2e-3, "law {number}: {exact} {fixed}");
        }
    }
}

#[test]
fn a_curve_without_level_can_not_grow_with_the_load() {
    for number in numbers(Family::Smooth) {
        let mut actuator = body(number, &[("friction.coulomb_torque", 0.0)]);
        let refused = actuator.check().expect_err("without level");
        assert_eq!(refused.allowed, "must be greater than 0 for a curve whose level grows with the load");
        set(&mut actuator, "friction.load_dependence", 0.0);
        assert!(actuator.check().is_ok());
    }
}

/// Rates of all states with a load, at the states of an actuator.
fn rates(actuator: &mut dyn Actuator, load: f64) -> Vec<f64> {
    set(actuator, "load_torque", load);
    actuator.inputs_changed();
    let mut rates = vec![0.0; actuator.states().len()];
    actuator.derivatives(&mut rates);
    rates
}

#[test]
fn the_derivative_with_the_load_is_that_of_the_level_too() {
    for (number, direction) in law::continuous().into_iter().flat_map(|number| [1.0, -1.0].map(|to| (number, to))) {
        for load in LOADS.into_iter().filter(|load| *load != 0.0) {
            let mut actuator = body(number, &[]);
            // Presliding, then sliding.
            let motor = Signal::line(load, load + direction * 40.0, 1.0);
            let inputs = vec![("motor_torque", motor), ("load_torque", Signal::constant(load))];
            Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.05 }.go(|time, actuator| {
                if time == 0.0 {
                    return;
                }
                let interface = actuator.interface();
                let of_load = interface
                    .inputs
                    .iter()
                    .map(|&input| f64::from(u8::from(interface.reals[input as usize].name == "load_torque")));
                let (of_load, none) = (of_load.collect::<Vec<_>>(), vec![0.0; actuator.states().len()]);
                let mut changes = vec![0.0; interface.reals.len()];
                actuator.directional_derivative(&none, &of_load, &mut changes);
                let size = 5e-8 * load.abs().max(1.0);
                let [low, high] = [-size, size].map(|change| rates(actuator, load + change));
                rates(actuator, load);
                for (state, (low, high)) in interface.states.iter().zip(low.iter().zip(&high)) {
                    let (exact, difference) = (changes[state.derivative as usize], (high - low) / (2.0 * size));
                    // The curvature of the elasto-plastic law jumps where it slides; rounding of torques of 50 N·m over the size.
                    let allowed = 1e-6 * (1.0 + exact.abs());
                    assert!((exact - difference).abs() < allowed, "law {number} under {load}: {exact} {difference}");
                }
            });
        }
    }
}
