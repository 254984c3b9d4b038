//! Directional derivatives of the state derivatives against differences, in every law and regime, on stops and saturations.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{Kind, drive, law, loaded};
use test_support::{Recorder, Run, get, set};

/// Place of the velocity among the states.
const VELOCITY: usize = 1;
/// Place of the bristle deflection among the states.
const DEFLECTION: usize = 2;
/// Share of a state's scale by which it is moved; the error of a central difference is about the square of it.
const SHARE: f64 = 1e-6;

fn scale(column: usize, value: f64) -> f64 {
    // Bristles deflect by micrometres.
    value.abs().max(if column == DEFLECTION { 1e-6 } else { 1e-3 })
}

fn derivatives(actuator: &mut dyn Actuator, states: &[f64]) -> Vec<f64> {
    let mut rates = vec![0.0; states.len()];
    actuator.set_states(states);
    actuator.derivatives(&mut rates);
    rates
}

/// The largest deviation over all pairs of state and derivative, relative to the largest derivative of the column.
fn deviation(actuator: &mut dyn Actuator, column: usize) -> f64 {
    let interface = actuator.interface();
    let states = actuator.states().to_vec();
    let mut direction = vec![0.0; states.len()];
    direction[column] = 1.0;
    let mut changes = vec![0.0; interface.reals.len()];
    actuator.directional_derivative(&direction, &vec![0.0; interface.inputs.len()], &mut changes);
    let size = SHARE * scale(column, states[column]);
    let moved = |sign: f64| {
        let mut moved = states.clone();
        moved[column] += sign * size;
        moved
    };
    let (low, high) = (derivatives(actuator, &moved(-1.0)), derivatives(actuator, &moved(1.0)));
    actuator.set_states(&states);
    let pairs = interface.states.iter().zip(low.iter().zip(&high));
    let compared: Vec<_> =
        pairs.map(|(state, (low, high))| (changes[state.derivative as usize], (high - low) / (2.0 * size))).collect();
    let largest = compared.iter().map(|(_, difference)| difference.abs()).fold(1e-3, f64::max);
    compared.iter().map(|(exact, difference)| (exact - difference).abs() / largest).fold(0.0, f64::max)
}

#[test]
fn derivatives_of_all_laws_agree_with_differences_in_every_regime() {
    // Laws whose equations have |v|.
    let kinked = [law::bristles(), law::comparators()].concat();
    for kind in Kind::ALL {
        for law in law::all() {
            let mut actuator = loaded(kind, law, 1.0);
            Run { actuator: &mut *actuator, inputs: drive(kind, 1.0), end: 1.0, step: 1e-2 }.go(|time, actuator| {
                for column in 0..actuator.states().len() {
                    // Where |v| counts, the differences must not reach over zero velocity.
                    let velocity = actuator.states()[VELOCITY];
                    if column == VELOCITY && kinked.contains(&law) && velocity.abs() <= SHARE * scale(column, velocity)
                    {
                        continue;
                    }
                    let deviation = deviation(actuator, column);
                    // Truncation of the difference where friction is steepest, and its rounding of 1e-16/SHARE.
                    assert!(deviation < 1e-4, "{kind:?}, law {law}, {time} s, state {column}: {deviation:e}");
                }
            });
        }
    }
}

#[test]
fn a_controller_without_current_passes_nothing_of_its_command() {
    for command in [-0.01, 0.0, 0.01] {
        let mut actuator = Kind::Servo.actuator();
        set(&mut *actuator, "controller.current_limit", 0.0);
        set(&mut *actuator, "command", command);
        actuator.configure();
        actuator.initialize(0.0, &mut Recorder::default());
        let interface = actuator.interface();
        let place = |name: &str| interface.reals.iter().position(|variable| variable.name == name).unwrap();
        let is_command = |&&input: &&u32| interface.reals[input as usize].name == "command";
        let direction: Vec<f64> =
            interface.inputs.iter().map(|input| f64::from(u8::from(is_command(&input)))).collect();
        let mut changes = vec![f64::NAN; interface.reals.len()];
        actuator.directional_derivative(&vec![0.0; actuator.states().len()], &direction, &mut changes);
        assert_eq!([changes[place("current")], changes[place("position_error")]], [0.0, 1.0], "{command}");
    }
}

#[test]
fn the_friction_of_a_comparator_changes_as_its_slope_says() {
    for law in 9..=12 {
        let mut actuator = loaded(Kind::Transmission, law, 1.0);
        let friction = test_support::values::real(actuator.interface(), "friction_torque");
        Run { actuator: &mut *actuator, inputs: drive(Kind::Transmission, 1.0), end: 1.0, step: 1e-2 }.go(
            |time, actuator| {
                let states = actuator.states().to_vec();
                let size = SHARE * scale(VELOCITY, states[VELOCITY]);
                if states[VELOCITY].abs() <= size {
                    return;
                }
                let mut at = |velocity: f64| {
                    let mut moved = states.clone();
                    moved[VELOCITY] = velocity;
                    actuator.set_states(&moved);
                    actuator.update_outputs();
                    actuator.reals()[friction]
                };
                let difference = (at(states[VELOCITY] + size) - at(states[VELOCITY] - size)) / (2.0 * size);
                at(states[VELOCITY]);
                let mut direction = vec![0.0; states.len()];
                direction[VELOCITY] = 1.0;
                let mut changes = vec![0.0; actuator.reals().len()];
                actuator.directional_derivative(&direction, &[0.0; 2], &mut changes);
                let deviation = (changes[friction] - difference).abs() / difference.abs().max(1.0);
                // Rounding of the difference, 1e-16/SHARE of torques of some ten N.m.
                assert!(deviation < 1e-4, "law {law}, {time} s: {} instead of {difference}", changes[friction]);
            },
        );
    }
}

#[test]
fn a_body_on_a_law_that_does_not_stick_answers_its_input_at_once_from_exact_rest() {
    // Was: as if it stuck, until an event told that it does not.
    for kind in Kind::ALL {
        for law in [law::MAJD_SIMAAN, law::MAJD_SIMAAN_APPROXIMATE, law::DAHL, law::LUGRE, law::ELASTO_PLASTIC] {
            let mut actuator = kind.actuator();
            let input = if kind == Kind::Hydraulic { "force" } else { "load_torque" };
            let zeros = ["load_torque", "command", "pressure_step.force_amplitude"];
            let known: Vec<_> = actuator.interface().reals.iter().map(|variable| variable.name).collect();
            zeros.iter().filter(|name| known.contains(*name)).for_each(|name| set(&mut *actuator, name, 0.0));
            set(&mut *actuator, "friction.law", f64::from(law));
            let mut recorder = Recorder::default();
            actuator.initialize(0.0, &mut recorder);
            let interface = actuator.interface();
            let (mass, sign) = if kind == Kind::Hydraulic {
                (get(&*actuator, "mass"), 1.0)
            } else {
                (get(&*actuator, "inertia") + get(&*actuator, "load_inertia"), -1.0)
            };
            let reference = interface.reals.iter().position(|variable| variable.name == input).unwrap();
            let place = interface.inputs.iter().position(|known| *known == reference as u32).unwrap();
            let mut along = vec![0.0; interface.inputs.len()];
            along[place] = 1.0;
            let mut changes = vec![0.0; interface.reals.len()];
            actuator.directional_derivative(&vec![0.0; interface.states.len()], &along, &mut changes);
            let derivative = interface.states[VELOCITY].derivative as usize;
            assert_eq!(changes[derivative], sign / mass, "{kind:?}, law {law}");
            // The friction follows the motion, and is none yet.
            set(&mut *actuator, input, 0.3);
            actuator.inputs_changed();
            let mut rates = vec![0.0; interface.states.len()];
            actuator.derivatives(&mut rates);
            assert!((rates[VELOCITY] - sign * 0.3 / mass).abs() <= 1e-15 / mass, "{kind:?}, law {law}: {rates:?}");
        }
    }
}

#[test]
fn at_exact_rest_bristles_are_the_spring_and_damper_that_they_are_under_the_least_force() {
    // The published actuator: 1 kg on bristles of 1e5 N/m and 1 N.s/m: 50.37 Hz, damping 0.0016.
    let matrix = |force: f64| {
        let mut actuator = Kind::Hydraulic.actuator();
        set(&mut *actuator, "pressure_step.force_amplitude", 0.0);
        set(&mut *actuator, "friction.law", f64::from(law::LUGRE));
        set(&mut *actuator, "force", force);
        actuator.initialize(0.0, &mut Recorder::default());
        let interface = actuator.interface();
        let count = interface.states.len();
        let column = |column: usize| {
            let mut direction = vec![0.0; count];
            direction[column] = 1.0;
            let mut changes = vec![0.0; interface.reals.len()];
            actuator.directional_derivative(&direction, &vec![0.0; interface.inputs.len()], &mut changes);
            interface.states.iter().map(|state| changes[state.derivative as usize]).collect::<Vec<_>>()
        };
        (0..count).map(column).collect::<Vec<_>>()
    };
    let rest = matrix(0.0);
    assert_eq!(rest, matrix(1e-300));
    // m·v' = −k·x − (σ₁ + σ₂)·v − σ₀·z, z' = v.
    assert_eq!((rest[0][VELOCITY], rest[VELOCITY][DEFLECTION], rest[DEFLECTION][VELOCITY]), (-170.0, 1.0, -1e5));
    assert!((rest[VELOCITY][VELOCITY] + 1.01).abs() <= 1e-15, "{rest:?}");
}
