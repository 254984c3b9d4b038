//! What the declaration of the elements of drivetrains promises to the library, which reads several kinds with one type.

use std::mem::{Discriminant, discriminant};

use model_description::declaration::{Causality, Value, Variable};
use model_description::elements::ElementKind;

/// What the typed code of the library takes from a variable: its name in that code, what it is for, and its type.
type Slot = (String, Causality, Discriminant<Value>);

/// Words of quantities along a line, and those of their rotary twins.
const TWINS: [(&str, &str); 5] = [
    ("force", "torque"),
    ("mass", "inertia"),
    ("extension", "twist"),
    ("rest_position", "rest_angle"),
    // A screw is a gear that says its ratio in another way.
    ("lead", "ratio"),
];

fn slot(variable: &Variable) -> Slot {
    let mut name = variable.field.clone().unwrap_or_else(|| variable.name.clone());
    for (linear, rotary) in TWINS {
        name = name.replace(linear, rotary);
    }
    (name, variable.causality, discriminant(&variable.value))
}

fn slots(kind: ElementKind) -> Vec<Slot> {
    kind.variables().iter().map(slot).collect()
}

/// The computed variables alone, with their places among the Real and among the other variables.
fn computed(kind: ElementKind) -> Vec<(usize, Slot)> {
    let variables = kind.variables();
    let is_real = |variable: &&Variable| matches!(variable.value, Value::Real(_));
    let (reals, integers): (Vec<_>, Vec<_>) = variables.iter().partition(is_real);
    let places = reals.into_iter().enumerate().chain(integers.into_iter().enumerate());
    let is_computed = |variable: &Variable| !matches!(variable.causality, Causality::Parameter | Causality::Input);
    places.filter(|(_, variable)| is_computed(variable)).map(|(place, variable)| (place, slot(variable))).collect()
}

#[test]
fn what_is_read_with_the_parameters_of_another_kind_has_the_same_variables_in_the_same_order() {
    for kind in ElementKind::ALL {
        assert_eq!(slots(kind), slots(kind.typed_parameters()), "{kind:?}");
    }
    // A screw is read as a gear but for its lead.
    assert_eq!(slots(ElementKind::Screw), slots(ElementKind::Gear));
}

#[test]
fn what_is_written_with_the_outputs_of_another_kind_has_the_same_computed_variables_in_the_same_places() {
    for kind in ElementKind::ALL {
        assert_eq!(computed(kind), computed(kind.typed_outputs()), "{kind:?}");
    }
}

#[test]
fn a_kind_that_serves_another_serves_itself() {
    for kind in ElementKind::ALL {
        assert_eq!(kind.typed_parameters().typed_parameters(), kind.typed_parameters(), "{kind:?}");
        assert_eq!(kind.typed_outputs().typed_outputs(), kind.typed_outputs(), "{kind:?}");
    }
}
