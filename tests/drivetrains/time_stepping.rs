//! One implicit step after the other against closed forms: the step with which too many events are bridged.

use super::reference::{Case, Log};
use actuator_fmu::friction::{Amplitude, Bristle, Characteristic, LevelRatios, Levels, MajdSimaan, RestRatios, Slip};
use actuator_fmu::mechanism::{
    AnyElement, Body, Component, Contact, ContactKind, ContactLaw, DampingLaw, Freewheel, Gear, Mechanism, Spring,
    Structure,
};
use test_support::random::Random;

const H: f64 = 1.0 / 1024.0;

fn body(inertia: f64) -> Body {
    Body { inertia, viscous: 0.0, travel: (f64::NEG_INFINITY, f64::INFINITY) }
}

/// Coulomb friction with a static ratio.
fn friction(first: Option<usize>, second: usize, coulomb: f64, rest_ratio: f64) -> Contact {
    let law = ContactLaw::SetValued { characteristic: Characteristic::Coulomb, rest_ratio };
    Contact { first, second, kind: ContactKind::Friction, coulomb, backward_ratio: 1.0, law, viscous: 0.0 }
}

fn shaft(first: Option<usize>, second: usize, stiffness: f64, damping: f64) -> Component {
    let law = DampingLaw::Unilateral;
    let spring = Spring { first, second, ratio: 1.0, stiffness, damping, rest: 0.0, gap: None, law };
    Component::new(spring.into())
}

fn gear(efficiencies: (f64, f64), coulomb: f64, static_ratio: f64) -> Gear {
    let levels = Levels::new(coulomb, efficiencies.0, efficiencies.1);
    Gear { levels, static_ratios: RestRatios::alike(static_ratio), ..Gear::lossless(0, 1, 2.0) }
}

/// A mechanism with these velocities and torques.
fn start(structure: Structure, velocity: &[f64], torque: &[f64]) -> Mechanism {
    let mut mechanism = Mechanism::new(structure).unwrap();
    mechanism.velocity.copy_from_slice(velocity);
    mechanism.inputs.torque.value.copy_from_slice(torque);
    mechanism.inputs.engagement.value.fill(1.0);
    mechanism.initialize(0.0, &mut Log::default());
    mechanism
}

fn with_contacts(bodies: &[Body], contacts: &[Contact]) -> Structure {
    Structure { bodies: bodies.to_vec().into(), contacts: contacts.to_vec().into(), ..Structure::default() }
}

fn step(mechanism: &mut Mechanism, steps: u32) {
    (0..steps).for_each(|_| mechanism.bridge(H));
}

/// Rounding of a sum of a few terms of this size.
fn is_close(found: f64, expected: f64, size: f64) -> bool {
    (found - expected).abs() <= 8.0 * f64::EPSILON * size.abs()
}

#[test]
fn what_holds_has_no_velocity_at_all_and_does_not_creep() {
    // 6 N·m at the end of a chain of a brake and two clutches, and a second brake beside the first.
    let contacts = [
        friction(None, 0, 5.0, 1.0),
        friction(None, 0, 5.0, 1.0),
        friction(Some(0), 1, 7.0, 1.0),
        friction(Some(1), 2, 4.0, 1.6),
    ];
    let mut mechanism =
        start(with_contacts(&[body(0.3), body(1e-6), body(7.0)], &contacts), &[0.0; 3], &[0.0, 0.1, 6.2]);
    mechanism.position.copy_from_slice(&[0.1, 0.2, 0.3]);
    step(&mut mechanism, 1000);
    assert_eq!((&*mechanism.position.to_vec(), &*mechanism.velocity.to_vec()), (&[0.1, 0.2, 0.3][..], &[0.0; 3][..]));
}

#[test]
fn a_body_that_nothing_touches_goes_its_exact_way_beside_others() {
    // v·t + a·t²/2 with −7 N·m on 2 kg·m²; a brake holds the other body.
    let structure = with_contacts(&[body(2.0), body(1.0)], &[friction(None, 1, 5.0, 1.0)]);
    let mut mechanism = start(structure, &[1.0, 0.0], &[-7.0, 3.0]);
    step(&mut mechanism, 512);
    assert!(is_close(mechanism.velocity[0], 1.0 - 3.5 * 0.5, 2.0), "{}", mechanism.velocity[0]);
    assert!(is_close(mechanism.position[0], 0.5 - 3.5 * 0.125, 2.0), "{}", mechanism.position[0]);
    assert_eq!((mechanism.position[1], mechanism.velocity[1]), (0.0, 0.0));
}

#[test]
fn a_body_slides_with_its_level_and_stops_where_this_takes_all_of_its_momentum() {
    // 7 N·m against 5 N·m on 0.5 kg·m²; then it loses 5/0.5·h in each step, and the last takes what is left.
    let mut mechanism = start(with_contacts(&[body(0.5)], &[friction(None, 0, 5.0, 1.2)]), &[0.0], &[7.0]);
    step(&mut mechanism, 100);
    assert!(is_close(mechanism.velocity[0], 100.0 * H * 4.0, 1.0), "{}", mechanism.velocity[0]);
    // h·Σ v, for velocities after each step.
    assert!(is_close(mechanism.position[0], H * H * 4.0 * 5050.0, 1.0), "{}", mechanism.position[0]);
    mechanism.inputs.torque.value[0] = 0.0;
    step(&mut mechanism, 39);
    assert!(is_close(mechanism.velocity[0], 10.0 * H, 1.0), "{}", mechanism.velocity[0]);
    step(&mut mechanism, 1);
    // Rounding may leave some of the last.
    assert!(mechanism.velocity[0].abs() < 1e-15);
    step(&mut mechanism, 1);
    let at_rest = mechanism.position[0];
    step(&mut mechanism, 10);
    assert_eq!((mechanism.position[0], mechanism.velocity[0]), (at_rest, 0.0));
    assert_eq!(mechanism.mode.contacts[0].regime(), 0);
}

#[test]
fn what_is_loaded_above_its_breakaway_level_slides_with_its_sliding_level() {
    for (load, expected) in [(5.9, 0.0), (6.1, 1.1), (-6.1, -1.1)] {
        let mut mechanism = start(with_contacts(&[body(1.0)], &[friction(None, 0, 5.0, 1.2)]), &[0.0], &[0.0]);
        mechanism.inputs.torque.value[0] = load;
        step(&mut mechanism, 1);
        assert!(is_close(mechanism.velocity[0], H * expected, H * 6.0), "{load}: {}", mechanism.velocity[0]);
    }
}

#[test]
fn a_clutch_takes_two_bodies_to_the_velocity_of_their_common_momentum() {
    let structure = with_contacts(&[body(0.25), body(0.75)], &[friction(Some(0), 1, 8.0, 1.0)]);
    let mut mechanism = start(structure, &[1.0, -1.0], &[0.0; 2]);
    // The relative velocity falls by 8·(4 + 4/3)·h in each step: 2 rad/s in the 48th.
    for number in 1..=47 {
        step(&mut mechanism, 1);
        let slip = mechanism.velocity[1] - mechanism.velocity[0];
        assert!(is_close(slip, -2.0 + 8.0 * (4.0 + 4.0 / 3.0) * H * f64::from(number), 2.0), "{slip}");
        assert_eq!(mechanism.mode.contacts[0].regime(), -1);
    }
    step(&mut mechanism, 1);
    assert_eq!(mechanism.velocity[0], mechanism.velocity[1]);
    assert!(is_close(mechanism.velocity[0], -0.5, 1.0));
    assert_eq!(mechanism.mode.contacts[0].regime(), 0);
}

#[test]
fn viscous_friction_of_a_contact_decays_and_does_not_stop_its_body() {
    // d·h/J = 10: an explicit torque would turn the body back, and one that may only brake would stop it.
    let contact = Contact { viscous: 10.0 / H, ..friction(None, 0, 0.5 / H, 1.0) };
    let mut mechanism = start(with_contacts(&[body(1.0)], &[contact]), &[2.0], &[0.0]);
    step(&mut mechanism, 1);
    assert!(is_close(mechanism.velocity[0], (2.0 - 0.5) / 11.0, 2.0), "{}", mechanism.velocity[0]);
}

#[test]
fn springs_are_taken_at_the_end_of_the_step() {
    // (J + h·d + h²·c)·(v⁺ − v) = −h·(c·φ + d·v + h·c·v)
    let structure = Structure {
        bodies: vec![body(2.0)].into(),
        components: vec![shaft(None, 0, 1e9, 1e3)].into(),
        ..Structure::default()
    };
    let mut mechanism = start(structure, &[3.0], &[0.0]);
    mechanism.position[0] = 1e-3;
    step(&mut mechanism, 1);
    let expected = (2.0 * 3.0 - H * 1e9 * 1e-3) / (2.0 + H * 1e3 + H * H * 1e9);
    assert!(is_close(mechanism.velocity[0], expected, 1e3), "{} {expected}", mechanism.velocity[0]);
}

#[test]
fn a_one_way_clutch_drives_and_runs_ahead() {
    let freewheel =
        Contact { kind: ContactKind::Freewheel(Freewheel { release: 0.0 }), ..friction(Some(0), 1, 0.5, 1.0) };
    let structure = with_contacts(&[body(1.0), body(3.0)], &[freewheel]);
    let mut mechanism = start(structure, &[0.0; 2], &[8.0, 0.0]);
    step(&mut mechanism, 16);
    // The first drives the second: 8/4; then it is braked, and the second runs ahead, with 0.5 N·m between them.
    let [driven, common] = [mechanism.velocity[1], 16.0 * H * 2.0];
    assert!(mechanism.velocity[0] == driven && is_close(driven, common, 1.0), "{driven}");
    mechanism.inputs.torque.value[0] = -8.0;
    step(&mut mechanism, 8);
    let found = [mechanism.velocity[0], mechanism.velocity[1]];
    let expected = [common - 8.0 * H * 7.5, common - 8.0 * H * 0.5 / 3.0];
    assert!((0..2).all(|body| is_close(found[body], expected[body], 1.0)), "{found:?} {expected:?}");
}

#[test]
fn a_stop_takes_what_sticks_to_its_body_with_it_and_what_slides_goes_on() {
    // The first reaches its stop within the step, the second is held by the clutch only as far as its level goes.
    for (level, expected) in [(1e4, 0.0), (0.5, 3.0 - 0.5 * H)] {
        let mut first = body(1.0);
        first.travel.1 = 1e-3;
        let structure = with_contacts(&[first, body(1.0)], &[friction(Some(0), 1, level, 1.0)]);
        let mut mechanism = start(structure, &[3.0; 2], &[0.0; 2]);
        step(&mut mechanism, 1);
        assert_eq!(mechanism.position[0], 1e-3);
        assert_eq!(mechanism.velocity[0], 0.0);
        assert_eq!(mechanism.mode.stops[0], 1);
        step(&mut mechanism, 1);
        assert_eq!((mechanism.position[0], mechanism.velocity[0]), (1e-3, 0.0));
        // The first step is longer than the way, and the clutch brakes the second by its level in both.
        let second = expected - if level < 1.0 { 0.5 * H } else { 0.0 };
        assert!(is_close(mechanism.velocity[1], second, 3.0), "{level}: {} {second}", mechanism.velocity[1]);
    }
}

#[test]
fn a_body_leaves_its_stop_when_it_is_pulled_and_not_before() {
    let mut held = body(2.0);
    held.travel = (0.0, 1.0);
    let mut mechanism = start(with_contacts(&[held], &[]), &[0.0], &[-4.0]);
    step(&mut mechanism, 3);
    assert_eq!((mechanism.position[0], mechanism.velocity[0], mechanism.mode.stops[0]), (0.0, 0.0, -1));
    mechanism.inputs.torque.value[0] = 4.0;
    step(&mut mechanism, 1);
    assert_eq!((mechanism.velocity[0], mechanism.mode.stops[0]), (2.0 * H, 0));
}

/// Two bodies of 0.1 and 0.4 kg·m² with a gear of ratio 2, at the velocity of the second.
fn geared(gear: Gear, velocity: f64, torque: [f64; 2]) -> Mechanism {
    let structure =
        Structure { bodies: vec![body(0.1), body(0.4)].into(), gears: vec![gear].into(), ..Structure::default() };
    start(structure, &[2.0 * velocity, velocity], &torque)
}

#[test]
fn gears_have_the_losses_of_their_direction_and_mesh_torque() {
    let gear = gear((0.8, 0.5), 0.5, 1.0);
    // 0.4·a = 2·T + u and 0.2·a = m − loss − T, with the loss of the side that drives.
    // Opposing: loss = C + (1/0.8 − 1)·T. Aiding, T < 0: loss = C − (1 − 0.5)·T.
    let opposing = 2.0 * 0.8 * (3.0 - 0.5) / (0.4 + 4.0 * 0.8 * 0.1);
    let aiding = (6.0 - 2.0 * 0.5 / 0.5) / (0.4 + 4.0 * 0.1 / 0.5);
    for (torque, acceleration) in
        [([3.0, 0.0], opposing), ([-3.0, 0.0], -opposing), ([0.0, 6.0], aiding), ([0.0, -6.0], -aiding)]
    {
        let mut mechanism = geared(gear, 0.0, torque);
        step(&mut mechanism, 4);
        let found = mechanism.velocity[1];
        assert!(is_close(found, 4.0 * H * acceleration, 1.0), "{torque:?}: {found} {}", 4.0 * H * acceleration);
        assert_eq!(mechanism.velocity[0], 2.0 * found);
    }
}

#[test]
fn a_gear_that_is_braked_stops_and_is_not_turned_back_by_its_losses() {
    // Nothing acts but its losses: they take it to rest within 0.2 s, and it stays there.
    let mut mechanism = geared(gear((0.8, 0.5), 0.5, 1.0), 0.02, [0.0, 0.0]);
    step(&mut mechanism, 200);
    assert_eq!((mechanism.velocity[0], mechanism.velocity[1]), (0.0, 0.0));
    let position = mechanism.position[1];
    step(&mut mechanism, 20);
    assert_eq!(mechanism.position[1], position);
}

#[test]
fn a_gear_that_locks_itself_holds_any_load_on_its_second_body_and_lets_itself_be_driven() {
    let gear = gear((0.6, -0.2), 0.0, 1.0);
    for load in [1.0, -1e6] {
        let mut mechanism = geared(gear, 0.0, [0.0, load]);
        step(&mut mechanism, 50);
        assert_eq!((mechanism.velocity[0], mechanism.position[1]), (0.0, 0.0), "{load}");
    }
    // Driven against a load of −2: 0.4·a = 2·T − 2 and 0.2·a = 3 − T/0.6.
    let mut mechanism = geared(gear, 0.0, [3.0, -2.0]);
    step(&mut mechanism, 8);
    let acceleration = (2.0 * 0.6 * 3.0 - 2.0) / (0.4 + 4.0 * 0.6 * 0.1);
    assert!(is_close(mechanism.velocity[1], 8.0 * H * acceleration, 1.0), "{}", mechanism.velocity[1]);
}

#[test]
fn a_gear_that_jams_stops_at_once() {
    // J_a + η_aid·J_b/ratio² = 0.1 − 1.2·0.1 < 0: turning while the second drives is no motion (Painlevé's paradox).
    let mut mechanism = geared(gear((0.6, -1.2), 0.1, 1.0), 0.0, [0.0, 0.0]);
    mechanism.velocity.copy_from_slice(&[2.0, 1.0]);
    mechanism.initialize(0.0, &mut Log::default());
    step(&mut mechanism, 2);
    assert_eq!((mechanism.velocity[0], mechanism.velocity[1]), (0.0, 0.0));
}

const BRISTLE: Bristle = Bristle {
    stiffness: 1e6,
    damping: 30.0,
    coulomb: 2.0,
    excess: 1.0,
    stribeck_velocity: 0.1,
    exponent: 2.0,
    slip: Slip::Always,
    ratios: LevelRatios::of_backward(1.0),
};

#[test]
fn bristles_deflect_by_what_their_contact_moves_and_slip_as_in_an_implicit_step_of_their_law() {
    let law = ContactLaw::Bristle { bristle: BRISTLE, state: 0 };
    let structure = Structure {
        bristle_states: 1,
        ..with_contacts(&[body(0.5)], &[Contact { law, ..friction(None, 0, 1.0, 1.0) }])
    };
    let mut mechanism = start(structure, &[0.0], &[0.0]);
    mechanism.inputs.torque.value[0] = 2.5;
    step(&mut mechanism, 1);
    // J·v = h·(F − (σ₀·h + σ₁)·v)
    let velocity = H * 2.5 / (0.5 + H * (1e6 * H + 30.0));
    assert!(is_close(mechanism.velocity[0], velocity, 1.0), "{} {velocity}", mechanism.velocity[0]);
    // z⁺ = h·(v − v·z⁺/g)
    let deflection = H * velocity / (1.0 + H * velocity / BRISTLE.steady_deflection(velocity));
    assert!(is_close(mechanism.internal[0], deflection, 1e-3), "{} {deflection}", mechanism.internal[0]);
    step(&mut mechanism, 200);
    // 2.5 N·m deflect them by 2.5e-6 rad, and then nothing moves.
    assert!((mechanism.internal[0] - 2.5e-6).abs() < 1e-12 && mechanism.velocity[0].abs() < 1e-9);
}

#[test]
fn a_contact_that_creeps_has_the_torque_of_its_curve_at_the_end_of_the_step() {
    let curve = MajdSimaan::new(0.5, 0.95, 0.019, 10.0, Amplitude::Exact);
    let contact = Contact { law: ContactLaw::Smooth(curve), ..friction(None, 0, 1.0, 1.0) };
    for (velocity, torque) in [(0.0, 0.4), (0.0, 0.9), (0.0, 0.1), (0.0, -0.6), (5.0, 0.0)] {
        let mut mechanism = start(with_contacts(&[body(1e-4)], &[contact]), &[velocity], &[torque]);
        step(&mut mechanism, 1);
        let found = mechanism.velocity[0];
        let balance = 1e-4 * (found - velocity) / H - torque + curve.torque(found);
        assert!(balance.abs() < 1e-9, "{velocity} {torque}: {found} {balance}");
        assert!(found != 0.0);
    }
}

/// A random mechanism with contacts, springs and stops, in an order that may be reversed, and mirrored.
fn chain(seed: u64, reversed: bool, mirror: f64) -> Mechanism {
    let random = &mut Random::new(seed);
    let n = 2 + random.below(4);
    let at = |body: usize| if reversed { n - 1 - body } else { body };
    let mut bodies: Vec<_> = (0..n).map(|_| body(random.pick(&[0.1, 1.0, 3.0]))).collect();
    let limits: Vec<_> = (0..n).map(|_| random.pick(&[f64::INFINITY, f64::INFINITY, 1e-3, 0.02])).collect();
    for (body, limit) in bodies.iter_mut().zip(&limits) {
        body.travel = if mirror < 0.0 { (-limit, f64::INFINITY) } else { (f64::NEG_INFINITY, *limit) };
    }
    let mut contacts = Vec::new();
    for body in 0..n {
        if body > 0 {
            contacts.push(friction(
                Some(at(body - 1)),
                at(body),
                random.pick(&[1.0, 2.0, 5.0]),
                random.pick(&[1.0, 1.3]),
            ));
        }
        if random.below(2) == 0 {
            contacts.push(friction(None, at(body), random.pick(&[0.5, 1.0, 2.0]), random.pick(&[1.0, 1.5])));
        }
    }
    let spring = shaft(Some(at(0)), at(n - 1), random.pick(&[10.0, 1e4]), random.pick(&[0.0, 1.0]));
    let velocity: Vec<_> = (0..n).map(|_| random.pick(&[0.0, 0.0, 1.0, -1.0, 0.3]) * mirror).collect();
    let torque: Vec<_> = (0..n).map(|_| random.pick(&[0.0, 1.0, -3.0, 6.0, 20.0]) * mirror).collect();
    let order = |mut of: Vec<f64>| {
        if reversed {
            of.reverse();
        }
        of
    };
    if reversed {
        bodies.reverse();
        contacts.reverse();
    }
    let structure = Structure { components: vec![spring].into(), ..with_contacts(&bodies, &contacts) };
    start(structure, &order(velocity), &order(torque))
}

#[test]
fn steps_depend_neither_on_the_order_of_the_elements_nor_on_a_mirror() {
    for seed in 0..300 {
        let [mut one, mut reversed, mut mirrored] =
            [(false, 1.0), (true, 1.0), (false, -1.0)].map(|(order, mirror)| chain(seed, order, mirror));
        for number in 0..20 {
            for mechanism in [&mut one, &mut reversed, &mut mirrored] {
                step(mechanism, 1);
            }
            let n = one.velocity.len();
            for body in 0..n {
                let (a, b, c) = (one.velocity[body], reversed.velocity[n - 1 - body], mirrored.velocity[body]);
                assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{seed} {number}: {a} {b}");
                assert_eq!(a, -c, "{seed} {number}");
            }
        }
    }
}

/// A random train of gears with losses, clutches, one-way clutches and stops, and a spring, on which nothing acts from outside.
fn train(seed: u64) -> Mechanism {
    let random = &mut Random::new(seed);
    let n = 3 + random.below(3);
    let mut bodies: Vec<_> = (0..n).map(|_| body(random.pick(&[0.1, 0.4, 1.0, 3.0]))).collect();
    let (mut contacts, mut gears) = (Vec::new(), Vec::new());
    let mut velocity: Vec<f64> = (0..n).map(|_| random.pick(&[0.0, 1.0, -1.0, 0.3])).collect();
    for second in 1..n {
        let first = second - 1;
        match random.below(3) {
            0 => contacts.push(friction(Some(first), second, random.pick(&[1.0, 2.0, 5.0]), random.pick(&[1.0, 1.3]))),
            1 => {
                let kind = ContactKind::Freewheel(Freewheel { release: 0.0 });
                contacts.push(Contact { kind, ..friction(Some(first), second, random.pick(&[0.0, 0.5]), 1.0) });
                velocity[second] = velocity[second].max(velocity[first]);
            }
            _ => {
                let efficiency = (random.pick(&[1.0, 0.9, 0.6]), random.pick(&[0.9, 0.5, 0.0, -0.2, -1.0]));
                let ratio = random.pick(&[1.0, 2.0, -1.0, 0.5]);
                let levels = Levels::new(random.pick(&[0.0, 0.5]), efficiency.0, efficiency.1);
                let static_ratio = random.pick(&[1.0, 1.2]);
                gears.push(Gear {
                    levels,
                    static_ratios: RestRatios::alike(static_ratio),
                    ..Gear::lossless(first, second, ratio)
                });
                velocity[second] = velocity[first] / ratio;
            }
        }
        if random.below(3) == 0 {
            contacts.push(friction(None, second, random.pick(&[0.5, 2.0]), random.pick(&[1.0, 1.5])));
        }
        if random.below(3) == 0 {
            bodies[second].travel.1 = random.pick(&[0.0, 2e-3]);
        }
    }
    let components = vec![shaft(None, random.below(n), random.pick(&[10.0, 1e4]), 1.0)].into();
    let structure = Structure { gears: gears.into(), components, ..with_contacts(&bodies, &contacts) };
    start(structure, &velocity, &vec![0.0; n])
}

/// Kinetic and elastic energy.
fn energy(mechanism: &Mechanism) -> f64 {
    let bodies = mechanism.structure.bodies.iter().zip(&mechanism.velocity);
    let springs = mechanism.structure.components.iter().map(|component| match component.element {
        AnyElement::Spring(spring) => spring,
        AnyElement::Hysteresis(_) | AnyElement::PrescribedMotion(_) | AnyElement::Servo(_) => panic!("a spring"),
    });
    bodies.map(|(body, velocity)| 0.5 * body.inertia * velocity * velocity).sum::<f64>()
        + springs.map(|spring| 0.5 * spring.stiffness * mechanism.position[spring.second].powi(2)).sum::<f64>()
}

#[test]
fn friction_losses_and_stops_never_add_energy() {
    for seed in 0..1000 {
        let mut mechanism = train(seed);
        let mut before = energy(&mechanism);
        for number in 0..50 {
            step(&mut mechanism, 1);
            let now = energy(&mechanism);
            // Positions are rounded to one part in 1e16 of some radians, in front of 1e4 N·m/rad.
            assert!(now <= before + 1e-12, "{seed} {number}: {now} after {before}");
            for gear in &mechanism.structure.gears {
                let [first, second] = [gear.first, gear.second].map(|body| mechanism.velocity[body]);
                assert!(is_close(first, gear.ratio * second, first), "{seed} {number}");
            }
            before = now;
        }
    }
}

#[test]
fn steps_converge_to_the_reference_solutions_with_their_length() {
    // Each case up to its end by steps alone. First order: half the length, half the error.
    for (name, tolerance) in [("coupled_clutches", 0.05), ("one_way_clutch", 0.05), ("flap_line", 0.01)] {
        let case = Case::read(name);
        let errors = [1e-3, 5e-4].map(|length| {
            let mut mechanism = case.mechanism();
            case.drive(&mut mechanism, 0.0);
            mechanism.initialize(0.0, &mut Log::default());
            let (mut number, mut error) = (0, 0.0_f64);
            for row in case.rows.iter().filter(|row| (row[0] / 1e-3).fract().min(1.0 - (row[0] / 1e-3).fract()) < 1e-6)
            {
                while f64::from(number) * length < row[0] - 1e-9 {
                    number += 1;
                    case.drive(&mut mechanism, f64::from(number) * length);
                    for (mode, engagement) in mechanism.mode.engaged.iter_mut().zip(&mechanism.inputs.engagement.value)
                    {
                        *mode = *engagement > 0.0;
                    }
                    mechanism.bridge(length);
                }
                for (body, of) in case.bodies.iter().enumerate() {
                    let reference = row[case.column(&format!("q_{of}"))];
                    error = error.max((reference - mechanism.position[body]).abs() / reference.abs().max(1.0));
                }
            }
            error
        });
        assert!(errors[0] < tolerance && errors[1] < 0.7 * errors[0], "{name}: {errors:?}");
    }
}
