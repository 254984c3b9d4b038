//! From the elements of an interface to a mechanism: which element is which body, contact, spring or gear, and their properties.

use super::components;
use super::friction::{contact_friction, is_freewheel};
use super::signals::{self, signals_of};
use crate::actuator::{friction_law as law, load_static_ratio, rest_ratio};
use crate::friction::{Characteristic, Law, Levels, RestRatios, TABLE_POINTS, Table, TableColumns};
use crate::interface::element;
use crate::interface::{Element, ElementKind, FrictionLaw, FrictionParameters, FrictionTable};
use crate::mechanism::{Body, Component, Contact, ContactKind, ContactLaw, Freewheel, Gear, Structure};
use crate::memory::{Heap, List};

/// What part of the mechanism an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// None: the drivetrain as a whole.
    System,
    /// The body with this index.
    Body(usize),
    /// The contact with this index.
    Contact(usize),
    /// The gear with this index.
    Gear(usize),
    /// An external torque or force.
    External,
    /// What an external torque acts on: index of the torque's element, and of the body.
    Load(usize, usize),
    /// The signal with this index; of an output with limited rate the first of two.
    Signal(usize),
    /// A signal that acts on a body: their indices.
    SignalLoad(usize, usize),
    /// The component with this index.
    Component(usize),
}

impl Part {
    /// The body that an element is.
    pub fn body(self) -> Option<usize> {
        match self {
            Self::Body(body) => Some(body),
            Self::System
            | Self::Contact(_)
            | Self::Gear(_)
            | Self::External
            | Self::Load(..)
            | Self::Signal(_)
            | Self::SignalLoad(..)
            | Self::Component(_) => None,
        }
    }
}

/// The values of all elements.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// Real values by value reference.
    pub reals: &'a [f64],
    /// Integer values.
    pub integers: &'a [i32],
}

impl<'a> Values<'a> {
    /// Those of one element.
    pub fn of(self, element: &Element) -> (&'a [f64], &'a [i32]) {
        (&self.reals[element.reals..], &self.integers[element.integers..])
    }
}

/// The parts that the elements are, in their order. Elements join only bodies.
pub fn parts(elements: &[Element], heap: &mut Heap) -> List<Part> {
    let (mut bodies, mut contacts, mut gears) = (0.., 0.., 0..);
    // Actuators are the first components.
    let (mut servos, mut components) = (0.., elements.iter().filter(|element| is_servo(element)).count()..);
    let next = |numbers: &mut core::ops::RangeFrom<usize>| numbers.next().unwrap_or_default();
    let mut parts = heap.list(elements.iter().map(|element| match element.kind {
        ElementKind::System => Part::System,
        ElementKind::Body | ElementKind::Mass => Part::Body(next(&mut bodies)),
        ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel => Part::Contact(next(&mut contacts)),
        ElementKind::Gear | ElementKind::Screw => Part::Gear(next(&mut gears)),
        ElementKind::Servo | ElementKind::LinearServo => Part::Component(next(&mut servos)),
        ElementKind::Torque | ElementKind::Force | ElementKind::Load | ElementKind::Coefficient => Part::External,
        ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection => Part::Signal(0),
        ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => Part::Component(next(&mut components)),
    }));
    let mut signal = 0;
    for (index, element) in elements.iter().enumerate() {
        let signals = signals_of(element, elements);
        let first = signal;
        signal += signals;
        if let Some(part @ Part::Signal(_)) = parts.get_mut(index) {
            *part = Part::Signal(first);
        } else if let (ElementKind::Load, 1, Some(body)) = (element.kind, signals, element.second)
            && let Some(Part::Body(body)) = parts.get(body).copied()
        {
            parts[index] = Part::SignalLoad(first, body);
        } else if let (ElementKind::Load, Some(input), Some(body)) = (element.kind, element.first, element.second)
            && let Some(Part::Body(body)) = parts.get(body).copied()
        {
            parts[index] = Part::Load(input, body);
        }
    }
    parts
}

/// The body at an end of an element.
fn body_at(parts: &[Part], end: Option<usize>) -> Option<usize> {
    parts[end?].body()
}

/// A structure without elements yet, with room for these.
pub fn with_capacity_for(elements: &[Element], parts: &[Part], heap: &mut Heap) -> Structure {
    let count = |is_such: fn(&Part) -> bool| parts.iter().filter(|part| is_such(part)).count();
    Structure {
        bodies: heap.with_capacity(count(|part| matches!(part, Part::Body(_)))),
        contacts: heap.with_capacity(count(|part| matches!(part, Part::Contact(_)))),
        gears: heap.with_capacity(count(|part| matches!(part, Part::Gear(_)))),
        components: heap.with_capacity(count(|part| matches!(part, Part::Component(_)))),
        actuator_count: 0,
        linear_begin: 0,
        component_slots: [0; 2],
        driver: List::default(),
        motions: List::default(),
        bristle_states: elements.iter().filter(|element| has_bristles(element)).count(),
        network: signals::with_capacity_for(elements, heap),
    }
}

/// Gives a structure with room for them the elements with these values, in place of those that it has. What moves along a line is
/// read with the type of its rotary twin, whose variables stand in the same order (`typed_parameters` in modelDescription).
pub fn describe(structure: &mut Structure, elements: &[Element], parts: &[Part], values: Values<'_>) {
    structure.bodies.clear();
    structure.contacts.clear();
    structure.gears.clear();
    structure.components.clear();
    let ends = |element: &Element| (body_at(parts, element.first), body_at(parts, element.second).unwrap_or_default());
    for is_actuator in [true, false] {
        let of_sort = elements.iter().enumerate().filter(|(_, element)| is_servo(element) == is_actuator);
        structure.components.extend(of_sort.filter_map(|(index, element)| {
            components::of(element, ends(element), signals::of_servo(elements, parts, index), values)
                .map(Component::new)
        }));
    }
    structure.assign_places();
    let mut bristles = structure.bristles_begin()..;
    for element in elements {
        let (reals, integers) = values.of(element);
        let ends = ends(element);
        match element.kind {
            ElementKind::Body | ElementKind::Mass => {
                structure.bodies.push(body(&element::body::Parameters::read(reals, integers)));
            }
            ElementKind::Contact
            | ElementKind::LinearContact
            | ElementKind::BristleContact
            | ElementKind::LinearBristleContact
            | ElementKind::Freewheel
            | ElementKind::LinearFreewheel => {
                let state = has_bristles(element).then(|| bristles.next().unwrap_or_default());
                structure.contacts.extend(contact(element, values, ends, state));
            }
            ElementKind::GearBearing | ElementKind::LinearGearBearing => {
                let of = element::gear_bearing::Parameters::read(reals, integers);
                structure.contacts.push(bearing(ends.1, &of, element.table));
            }
            ElementKind::Gear | ElementKind::Screw => {
                structure.gears.push(gear(ends, &gear_parameters(element.kind, reals, integers), element.table));
            }
            ElementKind::System
            | ElementKind::Torque
            | ElementKind::Force
            | ElementKind::Load
            | ElementKind::LinearInput
            | ElementKind::ConnectedInput
            | ElementKind::LinearState
            | ElementKind::LinearOutput
            | ElementKind::LimitedOutput
            | ElementKind::RateLimitedOutput
            | ElementKind::Coefficient
            | ElementKind::CommandConnection
            | ElementKind::SupplyConnection
            | ElementKind::Servo
            | ElementKind::LinearServo
            | ElementKind::Shaft
            | ElementKind::Rod
            | ElementKind::PositionMotion
            | ElementKind::LinearPositionMotion
            | ElementKind::VelocityMotion
            | ElementKind::LinearVelocityMotion
            | ElementKind::AccelerationMotion
            | ElementKind::LinearAccelerationMotion
            | ElementKind::Hysteresis
            | ElementKind::LinearHysteresis => {}
        }
    }
    let first_state = structure.linear_begin;
    signals::describe(&mut structure.network, first_state, elements, (parts, values));
}

/// Whether an element has bristles, whatever its law.
pub fn has_bristles(element: &Element) -> bool {
    matches!(element.kind, ElementKind::BristleContact | ElementKind::LinearBristleContact)
}

/// Whether an element is a servo, the only actuator that there is.
pub fn is_servo(element: &Element) -> bool {
    matches!(element.kind, ElementKind::Servo | ElementKind::LinearServo)
}

/// Start values of the deflections of bristles, in the order of the elements.
pub fn bristle_starts<'a>(elements: &'a [Element], values: Values<'a>) -> impl Iterator<Item = f64> + use<'a> {
    let starts = elements
        .iter()
        .filter(|element| has_bristles(element))
        .filter_map(move |element| contact_friction(element, values));
    starts.map(|(friction, _)| friction.bristle_deflection_start)
}

/// What an element joins: its first body, or the ground, and its second.
type Ends = (Option<usize>, usize);

/// Coulomb friction at the second body of a gear, or with a table that over speed, constant beyond the last point as that of the gear.
fn bearing(second: usize, of: &element::gear_bearing::Parameters, table: FrictionTable) -> Contact {
    let rest_ratio = of.friction_second_static_ratio;
    let table = Table::shared(TableColumns { points: table.points, has_load: false });
    let (characteristic, coulomb) = match table {
        Some(table) => (Characteristic::Tabulated(table), 1.0),
        None => (Characteristic::Coulomb, of.friction_second_coulomb_level),
    };
    let law = ContactLaw::SetValued { characteristic, rest_ratio };
    Contact { first: None, second, kind: ContactKind::Friction, coulomb, backward_ratio: 1.0, law, viscous: 0.0 }
}

fn gear((first, second): Ends, of: &element::gear::Parameters, table: FrictionTable) -> Gear {
    let levels = Levels::new(of.friction_coulomb_torque, of.efficiency_opposing, of.efficiency_aiding);
    let table = Table::shared(TableColumns { points: table.points, has_load: table.has_load });
    let gear = Gear {
        first: first.unwrap_or_default(),
        second,
        ratio: of.ratio,
        levels,
        table,
        static_ratios: RestRatios {
            coulomb: of.friction_static_ratio,
            load: load_static_ratio(of.friction_load_static_ratio, of.friction_static_ratio),
        },
    };
    Gear { levels: gear.levels_at(0.0, 0), ..gear }
}

/// A screw is a gear whose ratio follows from the lead: q_second = lead/(2 pi) q_first.
fn gear_parameters(kind: ElementKind, reals: &[f64], integers: &[i32]) -> element::gear::Parameters {
    let of = element::gear::Parameters::read(reals, integers);
    if kind != ElementKind::Screw {
        return of;
    }
    let ratio = core::f64::consts::TAU / element::screw::Parameters::read(reals, integers).lead;
    element::gear::Parameters { ratio, ..of }
}

/// The ratio of a gear with these values.
pub fn gear_ratio(elements: &[Element], parts: &[Part], values: Values<'_>, gear: usize) -> f64 {
    let element = elements.iter().zip(parts).find(|(_, part)| **part == Part::Gear(gear)).map(|(element, _)| element);
    element.map_or(1.0, |element| {
        let (reals, integers) = values.of(element);
        gear_parameters(element.kind, reals, integers).ratio
    })
}

/// From here on a limit is none.
const NO_LIMIT: f64 = 1e300;

/// An upper limit; infinite where it is none.
pub fn upper_limit(limit: f64) -> f64 {
    if limit >= NO_LIMIT { f64::INFINITY } else { limit }
}

/// A lower and an upper limit; infinite where they are none.
pub fn limits(lower: f64, upper: f64) -> (f64, f64) {
    (-upper_limit(-lower), upper_limit(upper))
}

fn body(of: &element::body::Parameters) -> Body {
    let travel = limits(of.travel_lower, of.travel_upper);
    Body { inertia: of.inertia, viscous: of.viscous_coefficient, travel }
}

/// A brake, clutch or freewheel; nothing of other elements.
fn contact(
    element: &Element,
    values: Values<'_>,
    (first, second): Ends,
    bristle_state: Option<usize>,
) -> Option<Contact> {
    let (friction, viscous) = contact_friction(element, values)?;
    let coulomb = if friction.law == FrictionLaw::Tabulated || friction.law == FrictionLaw::Hyperviscous {
        1.0
    } else {
        friction.coulomb_level
    };
    let backward_ratio = if is_freewheel(element) { 1.0 } else { friction.backward_ratio };
    let FrictionTable { points, has_load } = element.table;
    let law = contact_law(&friction, bristle_state, TableColumns { points, has_load });
    Some(Contact { first, second, kind: contact_kind(element, values), coulomb, backward_ratio, law, viscous })
}

fn contact_kind(element: &Element, values: Values<'_>) -> ContactKind {
    if !is_freewheel(element) {
        return ContactKind::Friction;
    }
    let (reals, integers) = values.of(element);
    ContactKind::Freewheel(Freewheel { release: element::freewheel::Parameters::read(reals, integers).release_torque })
}

/// The law of a contact; `state` is the place of its bristles among the internal states, if it has any. Where law and bristles do
/// not belong together the values are refused, before anything moves.
fn contact_law(friction: &FrictionParameters, state: Option<usize>, shared: TableColumns) -> ContactLaw {
    let sticks = |characteristic| ContactLaw::SetValued { characteristic, rest_ratio: rest_ratio(friction) };
    match law(friction) {
        Law::Coulomb(()) => sticks(Characteristic::Coulomb),
        // Without an excess there is no Stribeck effect, and no singularity at rest.
        Law::SetValued(Characteristic::HessSoom(effect) | Characteristic::Stribeck(effect)) if effect.excess == 0.0 => {
            sticks(Characteristic::Coulomb)
        }
        Law::SetValued(Characteristic::Tabulated(table)) => {
            sticks(Characteristic::Tabulated(Table::shared(shared).unwrap_or(table).extrapolated()))
        }
        Law::SetValued(characteristic) => sticks(characteristic),
        Law::Smooth(curve) => ContactLaw::Smooth(curve),
        Law::Stateful(bristle) => match state {
            Some(state) => ContactLaw::Bristle { bristle, state },
            None => sticks(Characteristic::Coulomb),
        },
        // Saturated viscous friction is a table that begins at zero; the others are refused.
        Law::Comparator(_, width) => {
            let (mut speed, mut level) = ([0.0; TABLE_POINTS], [0.0; TABLE_POINTS]);
            (speed[1], level[1]) = (width, friction.coulomb_level);
            let table = Table::new(speed, level, 2);
            ContactLaw::SetValued { characteristic: Characteristic::Tabulated(table), rest_ratio: 1.0 }
        }
    }
}
