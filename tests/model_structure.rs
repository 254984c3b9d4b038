//! The declared dependencies of outputs and derivatives against what the physics does: every known is perturbed, every
//! unknown watched, in all laws and in many regimes.

use actuator_fmu::actuator::{Actuator, HydraulicActuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{
    FIRST_INTEGER_REFERENCE, Interface, hydraulic_actuator, motion_transmission, servo_actuator,
};
use model_description::models::laws::LAWS;
use model_description::schema::Unknown;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use test_support::{Recorder, set};

/// Numbers in −1..1, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Value references by name of what an unknown may depend on.
type Dependencies = BTreeMap<u32, BTreeSet<u32>>;

fn value_reference(interface: &Interface, name: &str) -> u32 {
    match interface.reals.iter().position(|variable| variable.name == name) {
        Some(index) => index as u32,
        None => {
            let index = interface.integers.iter().position(|variable| variable.name == name);
            FIRST_INTEGER_REFERENCE + index.unwrap_or_else(|| panic!("no variable {name}")) as u32
        }
    }
}

/// Value reference of a variable by its index in modelDescription.xml, which starts at 1.
fn references(interface: &Interface, description: &model_description::schema::ModelDescription) -> Vec<u32> {
    let names = description.model_variables.variables.iter().map(|variable| variable.name.as_str());
    names.map(|name| value_reference(interface, name)).collect()
}

fn declared(interface: &Interface) -> Dependencies {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("modelDescription/golden")
        .join(format!("{}.xml", interface.identifier));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let description = model_description::read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let references = references(interface, &description);
    let structure = &description.model_structure;
    let unknowns = |list: &Option<model_description::schema::Unknowns>| -> Vec<Unknown> {
        list.as_ref().map(|list| list.unknowns.clone()).unwrap_or_default()
    };
    let mut declared = Dependencies::new();
    for unknown in unknowns(&structure.outputs).iter().chain(&unknowns(&structure.derivatives)) {
        let known = unknown.dependencies.clone().expect("dependencies are declared");
        let known = known.iter().map(|&index| references[index as usize - 1]);
        declared.entry(references[unknown.index as usize - 1]).or_default().extend(known);
    }
    declared
}

/// All that some unknown was seen to depend on.
fn observed(make: impl Fn() -> Box<dyn Actuator>) -> Dependencies {
    let mut seen = Dependencies::new();
    let mut numbers = Numbers(1);
    for law in 1..=LAWS.len() as i32 {
        for _ in 0..60 {
            let mut actuator = make();
            set(actuator.as_mut(), "friction.law", f64::from(law));
            randomize(actuator.as_mut(), &mut numbers);
            watch(actuator.as_ref(), &mut seen);
        }
    }
    seen
}

/// Random inputs and states of the size of their nominal values, in the regime that they lead to.
fn randomize(actuator: &mut dyn Actuator, numbers: &mut Numbers) {
    let interface = actuator.interface();
    for &input in interface.inputs {
        let variable = &interface.reals[input as usize];
        let size = if variable.unit == "Pa" {
            2e7
        } else if variable.unit == "rad" {
            0.05
        } else {
            2e5
        };
        actuator.reals_mut()[input as usize] = (size * numbers.next()).max(variable.min);
    }
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    let rest = numbers.next() < 0.0;
    let states: Vec<f64> = interface
        .states
        .iter()
        .enumerate()
        .map(|(index, state)| if index == 1 && rest { 0.0 } else { state.nominal * numbers.next() })
        .collect();
    actuator.set_states(&states);
    actuator.update_discrete_states(0.0, &mut recorder);
    // Into the regime of a body that moves: through a step from there.
    actuator.advance(0.0, 1e-5, &mut recorder);
}

fn watch(actuator: &dyn Actuator, seen: &mut Dependencies) {
    let interface = actuator.interface();
    let (states, inputs) = (interface.states.len(), interface.inputs.len());
    let mut changes = vec![0.0; interface.reals.len()];
    for known in 0..states + inputs {
        let seed = |count: usize, offset: usize| -> Vec<f64> {
            (0..count).map(|index| f64::from(u8::from(index + offset == known))).collect()
        };
        actuator.directional_derivative(&seed(states, 0), &seed(inputs, states), &mut changes);
        let reference = if known < states { interface.states[known].state } else { interface.inputs[known - states] };
        for (unknown, change) in (0..).zip(&changes) {
            assert!(change.is_finite(), "{}", interface.reals[unknown as usize].name);
            if *change != 0.0 && unknown != reference {
                seen.entry(unknown).or_default().insert(reference);
            }
        }
    }
}

fn name(interface: &Interface, reference: u32) -> &'static str {
    match reference.checked_sub(FIRST_INTEGER_REFERENCE) {
        Some(index) => interface.integers[index as usize].name,
        None => interface.reals[reference as usize].name,
    }
}

fn check(interface: &'static Interface, make: impl Fn() -> Box<dyn Actuator>) {
    let (declared, observed) = (declared(interface), observed(make));
    for (unknown, knowns) in &observed {
        let Some(allowed) = declared.get(unknown) else { continue };
        let undeclared: Vec<_> = knowns.difference(allowed).map(|&known| name(interface, known)).collect();
        assert!(undeclared.is_empty(), "{} depends on {undeclared:?}, undeclared", name(interface, *unknown));
    }
    // Nor is it declared generously: what the acceleration is said to depend on, it does. The position of the rotary
    // models may act through the end stops only, where it changes the regime.
    let acceleration = value_reference(interface, "acceleration");
    let unseen = declared[&acceleration].difference(&observed[&acceleration]);
    let unseen: Vec<_> = unseen.map(|&known| name(interface, known)).filter(|&known| known != "position").collect();
    assert!(unseen.is_empty(), "the acceleration never depended on {unseen:?}");
}

#[test]
fn motion_transmission_depends_on_nothing_that_is_not_declared() {
    check(&motion_transmission::INTERFACE, || Box::new(MotionTransmission::new(&motion_transmission::INTERFACE)));
}

#[test]
fn servo_actuator_depends_on_nothing_that_is_not_declared() {
    check(&servo_actuator::INTERFACE, || Box::new(ServoActuator::new(&servo_actuator::INTERFACE)));
}

#[test]
fn hydraulic_actuator_depends_on_nothing_that_is_not_declared() {
    check(&hydraulic_actuator::INTERFACE, || Box::new(HydraulicActuator::new(&hydraulic_actuator::INTERFACE)));
}
