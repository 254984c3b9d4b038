//! Kinds on single bodies.

use super::{neighbours, none_of};
use crate::laws::{Kind, law};
use actuator_fmu::actuator::{Actuator, ServoActuator};
use actuator_fmu::interface::servo_actuator;
use test_support::random::{Random, tidy};
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set, set_all};

/// static_ratio·(1 − efficiency_aiding) = 1 and no Coulomb friction: every load that drives is just held.
#[test]
fn transmissions_whose_static_level_is_the_load_itself_rest_at_every_step_and_mirror() {
    let random = &mut Random::new(51);
    none_of((0..neighbours(100)).map(|_| {
        let aiding = random.pick(&[0.2, 0.5, 0.75, 0.0, 0.6, 0.8, 0.9, 0.95]);
        let parameters = [
            ("friction.coulomb_torque", 0.0),
            ("friction.static_ratio", tidy(1.0 / (1.0 - aiding))),
            ("friction.efficiency_aiding", aiding),
            ("friction.efficiency_opposing", random.pick(&[1.0, 0.9, 0.5])),
            ("inertia", random.pick(&[0.1, 0.5, 1.0, 2.0])),
            ("load_inertia", random.pick(&[0.0, 0.5, 1.0])),
        ];
        let begin = random.sign() * random.pick(&[777.7, 100.0, 20.0, 5.0]);
        let end = tidy(begin * random.pick(&[0.0, 0.1, 0.5, 0.9, 2.0, -1.0]));
        let mut failures = Vec::new();
        for (sign, step) in [(1.0, 1e-2), (1.0, 1e-3), (1.0, 3.7e-4), (-1.0, 1e-3)] {
            let mut actuator = transmission(&parameters);
            let inputs = vec![("load_torque", Signal::line(sign * begin, sign * end, 0.1))];
            let recorder = Run { actuator: &mut actuator, inputs, end: 0.1, step }.go(|_, _| {});
            let position = get(&actuator, "position");
            if position != 0.0 || !recorder.events.is_empty() {
                failures.push(format!("{position} with {step}, {sign}: {parameters:?} {begin} {end}"));
            }
        }
        failures
    }));
}

/// A servo with orifices whose supply comes and goes, and that locks itself: what sticks has a velocity of 0.0.
#[test]
fn servos_with_orifices_that_stick_have_velocity_zero_to_the_bit() {
    let random = &mut Random::new(52);
    none_of((0..neighbours(20)).map(|number| {
        let mut servo = ServoActuator::new(&servo_actuator::INTERFACE);
        let parameters = [
            ("servovalve.law", 2.0),
            ("friction.law", [1.0, 2.0, 3.0][number % 3]),
            ("controller.derivative_gain", random.pick(&[50.0, 0.0, 10.0, 100.0])),
            ("friction.efficiency_aiding", random.pick(&[-50.0, -50.0, -1.0, -0.2, 0.5])),
            ("travel.lower", -random.pick(&[0.05, 0.02, 1.0])),
            ("travel.upper", random.pick(&[0.05, 0.02, 1.0])),
        ];
        set_all(&mut servo, &parameters);
        let present = random.one_in(2);
        let supply = (0..8).map(|index| (0.0625, [if (index % 2 == 0) == present { 26e6 } else { 0.0 }; 2]));
        let inputs = vec![
            ("command", Signal::random(random, (0.0, 0.1), 4, 2)),
            ("load_torque", Signal::random(random, (0.0, 6e4), 4, 3)),
            ("supply_pressure", Signal::pieces(supply)),
        ];
        let step = random.pick(&[1e-3, 3.7e-4, 1e-2]);
        let mut wrong = None;
        Run { actuator: &mut servo, inputs, end: 0.5, step }.go(|time, actuator| {
            let velocity = get(actuator, "velocity");
            if get(actuator, "friction_regime") == 0.0 && velocity.to_bits() != 0.0_f64.to_bits() {
                wrong = Some(format!("{velocity:e} at {time} of number {number}: {parameters:?}"));
            }
        });
        wrong.into_iter().collect()
    }));
}

/// Laws that do not stick answer a force from exact rest at once, whatever the body.
#[test]
fn bodies_on_laws_that_do_not_stick_answer_their_input_at_once_from_exact_rest() {
    const LAWS: [i32; 5] = [law::MAJD_SIMAAN, law::MAJD_SIMAAN_APPROXIMATE, law::DAHL, law::LUGRE, law::ELASTO_PLASTIC];
    let random = &mut Random::new(53);
    none_of((0..neighbours(200)).map(|number| {
        let (kind, law) = (Kind::ALL[number % 3], LAWS[number / 3 % 5]);
        let mut actuator = kind.actuator();
        let (name, sign) = if kind == Kind::Hydraulic { ("force", 1.0) } else { ("load_torque", -1.0) };
        set(&mut *actuator, "friction.law", f64::from(law));
        for zero in ["load_torque", "command", "pressure_step.force_amplitude"] {
            if actuator.interface().reals.iter().any(|variable| variable.name == zero) {
                set(&mut *actuator, zero, 0.0);
            }
        }
        let own = if kind == Kind::Hydraulic { "mass" } else { "inertia" };
        let mut mass = random.pick(&[0.1, 0.5, 1.0, 2.0, 5.0, 2200.0]);
        set(&mut *actuator, own, mass);
        let level = random.pick(&[0.1, 0.5, 1.0, 2.0, 10.0]);
        set(&mut *actuator, kind.coulomb_name(), level);
        set(&mut *actuator, "viscous_coefficient", random.pick(&[0.0, 1.0, 170.0]));
        if kind != Kind::Hydraulic {
            let load_inertia = random.pick(&[0.0, 0.5, 1.0]);
            set(&mut *actuator, "load_inertia", load_inertia);
            mass += load_inertia;
        }
        actuator.initialize(0.0, &mut Recorder::default());
        let told = format!("{kind:?}, law {law}, {mass}, {level}");
        answers(&mut *actuator, name, sign / mass, random.sign() * random.pick(&[0.3, 1e-3, 5.0]), &told)
    }));
}

/// What differs from this acceleration per force, in derivatives and under a small force.
fn answers(actuator: &mut dyn Actuator, name: &str, per_force: f64, force: f64, told: &str) -> Vec<String> {
    let interface = actuator.interface();
    let reference = interface.reals.iter().position(|variable| variable.name == name).expect("a variable");
    let place = interface.inputs.iter().position(|known| *known == reference as u32).expect("an input");
    let mut along = vec![0.0; interface.inputs.len()];
    along[place] = 1.0;
    let mut changes = vec![0.0; interface.reals.len()];
    actuator.directional_derivative(&vec![0.0; interface.states.len()], &along, &mut changes);
    let mut failures = Vec::new();
    let change = changes[interface.states[1].derivative as usize];
    if (change - per_force).abs() > 1e-15 * per_force.abs() {
        failures.push(format!("{change} per force, not {per_force}: {told}"));
    }
    set(actuator, name, force);
    actuator.inputs_changed();
    let mut rates = vec![0.0; interface.states.len()];
    actuator.derivatives(&mut rates);
    if (rates[1] - force * per_force).abs() > 1e-15 * (force * per_force).abs() {
        failures.push(format!("{} under {force}, not {}: {told}", rates[1], force * per_force));
    }
    failures
}

/// A servo with orifices without supply, its own valve closed or open, ends alike with every step.
#[test]
fn servos_with_orifices_without_supply_end_alike_at_every_step() {
    let random = &mut Random::new(54);
    none_of((0..neighbours(20)).map(|_| {
        let parameters = [
            ("servovalve.law", 2.0),
            ("friction.law", f64::from(random.pick(&[1, 2, 3]))),
            ("friction.efficiency_aiding", random.pick(&[0.5, 0.9, -0.2, 1.0])),
            ("motor.leakage_coefficient", random.pick(&[1e-12, 1e-11, 1e-10])),
            ("solver.tolerance", 1e-12),
        ];
        let (load, command) = (random.sign() * random.pick(&[2e4, 6e4, 1e5]), random.pick(&[0.0, 0.1, -0.1]));
        let end = |sign: f64, step: f64| {
            let mut servo = ServoActuator::new(&servo_actuator::INTERFACE);
            set_all(&mut servo, &parameters);
            let inputs = vec![
                ("command", Signal(vec![(0.0, 0.0), (0.1, 0.0), (0.1, sign * command)])),
                ("load_torque", Signal(vec![(0.0, 0.0), (0.05, 0.0), (0.05, sign * load)])),
                ("supply_pressure", Signal::constant(0.0)),
            ];
            Run { actuator: &mut servo, inputs, end: 0.2, step }.go(|_, _| {});
            sign * get(&servo, "position")
        };
        let ends = [(1.0, 1e-3), (1.0, 1e-2), (1.0, 3.7e-4), (-1.0, 1e-3)].map(|(sign, step)| end(sign, step));
        // The implicit steps keep their tolerance on what counts, which a valve without supply makes large of the load.
        let is_off = ends.iter().any(|end| (end - ends[0]).abs() > 1e-10 * ends[0].abs().max(0.1));
        is_off.then(|| format!("{ends:?}: {parameters:?}, {load}, {command}")).into_iter().collect()
    }));
}
