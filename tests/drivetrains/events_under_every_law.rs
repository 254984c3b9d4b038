//! Stops, breakaways and reversals of contacts mean the same under every law, also under those that pass through rest smoothly.

use crate::drivetrains::event_mode::same_events;
use actuator_fmu::actuator::{Actuator, Event, EventKind, MotionTransmission};
use actuator_fmu::drivetrain::Drivetrain;
use actuator_fmu::fmi3;
use actuator_fmu::instance::{Discretes, Instance, InterfaceType, Status, StepEnd};
use actuator_fmu::interface::FIRST_CLOCK_REFERENCE;
use test_support::drivetrain::{drivetrain, interface};
use test_support::programme::PROGRAMME;
use test_support::saved::{restore, save};
use test_support::transmission::transmission;
use test_support::values::real;
use test_support::{Recorder, Run, Signal, get, set};

/// Laws that creep or have bristles, with their numbers.
const CONTINUOUS: [(&str, f64); 5] =
    [("majd_simaan", 4.0), ("majd_simaan_approximate", 5.0), ("dahl", 6.0), ("lugre", 7.0), ("elasto_plastic", 13.0)];

const STRIBECK_VELOCITY: f64 = 1e-3;
const STIFFNESS: f64 = 1e6;
/// Of the bristles: 0.5 to 0.9 of critical damping. With less they swing to twice a torque that jumps, and slip, as they should.
const DAMPING: f64 = 1000.0;

/// The friction of a contact with a level [N·m], with 20 % more at rest where the law has that.
fn friction(law: &str, level: f64) -> String {
    let mut text = format!("friction.law = \"{law}\"\nfriction.coulomb_torque = {level}\n");
    if law != "dahl" {
        text += "friction.static_ratio = 1.2\n";
    }
    if !["coulomb", "dahl"].contains(&law) {
        text += &format!("friction.stribeck_velocity = {STRIBECK_VELOCITY}\n");
    }
    if ["dahl", "lugre", "elasto_plastic"].contains(&law) {
        text += &format!("friction.bristle_stiffness = {STIFFNESS}\n");
    }
    if ["lugre", "elasto_plastic"].contains(&law) {
        text += &format!("friction.bristle_damping = {DAMPING}\n");
    }
    text
}

fn one_body(law: &str) -> Drivetrain {
    drivetrain(&format!(
        "name = \"One\"\nmodel = \"Drivetrain\"\n[body.shaft]\ninertia = 1\n[brake.bearing]\non = \"shaft\"\n{}\
         [[input]]\nname = \"torque\"\non = \"shaft\"\n",
        friction(law, 10.0)
    ))
}

/// A motor behind a clutch drives a load with a brake, which holds more than the clutch. Both have this law, or each its own.
fn clutch_and_brake(laws: [&str; 2]) -> Drivetrain {
    drivetrain(&text_of_clutch_and_brake(laws))
}

fn text_of_clutch_and_brake([clutch, brake]: [&str; 2]) -> String {
    format!(
        "name = \"Two\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 0.5\n[body.load]\ninertia = 2\n\
         [clutch.c]\nconnects = [\"motor\", \"load\"]\n{}[brake.k]\non = \"load\"\n{}\
         [[input]]\nname = \"torque\"\non = \"motor\"\n[[input]]\nname = \"outer\"\non = \"load\"\n",
        friction(clutch, 6.0),
        friction(brake, 10.0)
    )
}

fn run(actuator: &mut dyn Actuator, inputs: &[(&'static str, &[(f64, f64)])], step: f64) -> Vec<Event> {
    let end = inputs[0].1.last().expect("a torque has points").0;
    let inputs = inputs.iter().map(|(name, torque)| (*name, Signal(torque.to_vec()))).collect();
    let Recorder { events, warnings, .. } = Run { actuator: &mut *actuator, inputs, end, step }.go(|_, _| {});
    assert_eq!(get(actuator, "event_count"), events.len() as f64);
    assert!(warnings.is_empty(), "{warnings:?}");
    events
}

fn kinds(events: &[Event]) -> Vec<(&'static str, EventKind)> {
    events.iter().map(|event| (event.element.name(), event.kind)).collect()
}

/// A transmission that is the body of [`one_body`].
fn transmission_with(law: f64) -> MotionTransmission {
    transmission(&[
        ("inertia", 1.0),
        ("friction.coulomb_torque", 10.0),
        ("friction.static_ratio", 1.2),
        ("friction.stribeck_velocity", STRIBECK_VELOCITY),
        ("friction.stribeck_exponent", 1.0),
        ("friction.bristle_stiffness", STIFFNESS),
        ("friction.bristle_damping", DAMPING),
        ("friction.law", law),
        ("solver.tolerance", TIGHT),
    ])
}

/// Of the implicit integrators: bristles of one body go by their series, which is exact, and those of a contact do not.
const TIGHT: f64 = 1e-13;

#[test]
fn a_contact_of_one_body_has_the_events_of_the_transmission_at_the_same_instants() {
    let sticking = [("coulomb", 1.0), ("hess_soom", 2.0), ("stribeck", 3.0)];
    for (law, number) in sticking.into_iter().chain(CONTINUOUS) {
        let expected = run(&mut transmission_with(number), &[("motor_torque", &PROGRAMME)], 1e-3);
        let mut contact = one_body(law);
        set(&mut contact, "solver.tolerance", TIGHT);
        let found = run(&mut contact, &[("torque", &PROGRAMME)], 1e-3);
        assert_eq!((expected.len(), found.len()), (7, 7), "{law}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.element.name(), found.kind), ("bearing", expected.kind), "{law}");
            // Series, and two integrators of one method: without series, and at a tolerance of 1e-9, 7e-14 were measured.
            assert!((found.time - expected.time).abs() < 1e-12, "{law}: {} {}", found.time, expected.time);
            assert!((level(found) - level(expected)).abs() < 1e-12, "{law}");
            // Was: what the step after the event had made of them, 1e-6 rad and 1e-3 rad/s further.
            assert!((found.position - expected.position).abs() < 1e-12, "{law}: {found:?} {expected:?}");
            // At most 30 rad/s² for as long as the instants differ by at most.
            assert!((found.velocity - expected.velocity).abs() < 30.0 * 1e-12, "{law}: {found:?} {expected:?}");
        }
    }
}

/// The level that an event tells, the same in both directions.
fn level(event: &Event) -> f64 {
    assert_eq!(event.forward_limit, event.backward_limit);
    event.forward_limit
}

type Torques<'a> = [(&'static str, &'a [(f64, f64)]); 2];

/// The motor slips in the clutch against the brake, to and fro; the load is driven alone and takes the motor along, turned back
/// and let go; then the motor slips under a ramp.
const MOTOR: [(f64, f64); 12] = [
    (0.0, 0.0),
    (0.1, 0.0),
    (0.1, 9.0),
    (0.3, 9.0),
    (0.3, 0.0),
    (0.8, 0.0),
    (0.8, -9.0),
    (0.9, -9.0),
    (0.9, 14.0),
    (1.1, 14.0),
    (1.1, 0.0),
    (2.6, 0.0),
];
const OUTER: [(f64, f64); 7] =
    [(0.0, 0.0), (1.6, 0.0), (1.65, 22.0), (1.8, 22.0), (1.85, -14.0), (2.15, -14.0), (2.2, 0.0)];
const TORQUES: Torques<'_> = [("torque", &MOTOR), ("outer", &OUTER)];

#[test]
fn the_same_torques_cause_the_same_events_of_a_clutch_and_a_brake_under_every_law() {
    let expected = run(&mut clutch_and_brake(["coulomb"; 2]), &TORQUES, 1e-3);
    let breakaway = |direction| EventKind::Breakaway { direction };
    let reversal = |direction| EventKind::Reversal { direction };
    let of_coulomb = [
        // Motion of the load relative to the motor.
        ("c", breakaway(-1)),
        ("c", EventKind::Stop),
        ("c", breakaway(1)),
        ("c", reversal(-1)),
        ("c", EventKind::Stop),
        ("k", breakaway(1)),
        ("k", reversal(-1)),
        ("k", EventKind::Stop),
    ];
    assert_eq!(kinds(&expected), of_coulomb);
    for (law, _) in CONTINUOUS {
        let found = run(&mut clutch_and_brake([law; 2]), &TORQUES, 1e-3);
        assert_eq!(kinds(&found), kinds(&expected), "{law}");
        for (found, expected) in found.iter().zip(&expected) {
            // Bristles and the rise of the curve take 2 ms; the load rises to the level of Dahl's law, which has no more at rest, 4.5 ms
            // before it reaches that of the others.
            assert!((found.time - expected.time).abs() < 6e-3, "{law}: {} {}", found.time, expected.time);
        }
    }
}

#[test]
fn events_of_contacts_do_not_depend_on_the_communication_step() {
    for (law, _) in CONTINUOUS {
        let of = |step: f64| run(&mut clutch_and_brake([law; 2]), &TORQUES, step);
        let fine = of(1e-3);
        // No multiple of the first is an instant at which a torque has a corner: that would be rounded.
        for step in [3.9e-4, 1e-2] {
            let other = of(step);
            assert_eq!(kinds(&other), kinds(&fine), "{law}, {step} s");
            for (other, fine) in other.iter().zip(&fine) {
                // Integrated with a tolerance of 1e-9, seen through the slowest passage of a criterion.
                assert!((other.time - fine.time).abs() < 1e-6, "{law}: {} {}", other.time, fine.time);
            }
        }
    }
}

#[test]
fn events_of_contacts_end_steps_and_are_found_once() {
    let inputs = TORQUES.map(|(name, torque)| (name, Signal(torque.to_vec())));
    for law in ["majd_simaan", "lugre"] {
        same_events(&text_of_clutch_and_brake([law; 2]), &inputs, 2.6, "motor.position");
    }
}

#[test]
fn a_contact_that_swings_on_its_bristles_has_no_event() {
    for law in ["dahl", "lugre", "elasto_plastic"] {
        let level = if law == "dahl" { 6.0 } else { 7.2 };
        let swing = [(0.0, 0.0), (0.1, 0.0), (0.1, 0.45 * level), (0.5, 0.45 * level), (0.5, 0.0), (1.0, 0.0)];
        let torques: Torques<'_> = [("torque", &swing), ("outer", &[(0.0, 0.0)])];
        assert_eq!(kinds(&run(&mut clutch_and_brake([law; 2]), &torques, 1e-3)), [], "{law}");
    }
}

#[test]
fn a_clutch_that_is_engaged_while_it_slips_stops_and_one_that_is_let_go_has_left_its_rest() {
    for law in ["coulomb", "majd_simaan", "dahl", "lugre", "elasto_plastic"] {
        let engagement = [(0.0, 0.0), (0.1, 0.0), (0.2, 1.0), (1.0, 1.0), (1.0, 0.0), (1.2, 0.0)];
        let mut actuator = clutch_and_brake([law, "coulomb"]);
        set(&mut actuator, "motor.velocity_start", 2.0);
        let found = run(&mut actuator, &[("c.engagement", &engagement)], 1e-3);
        let expected = [("c", EventKind::Engaged), ("c", EventKind::Stop), ("c", EventKind::Disengaged)];
        let counted = get(&actuator, "event_count") as usize;
        assert_eq!(kinds(&found), expected, "{law}");
        assert_eq!(counted, found.len());
    }
}

#[test]
fn what_others_stop_has_stopped() {
    // The body strikes its stop, and leaves it again. So does a clutch beside one that sticks.
    let torque = [(0.0, 0.0), (0.1, 0.0), (0.1, 30.0), (1.0, 30.0), (1.5, -30.0)];
    let events = |law: &str| {
        let mut actuator = one_body(law);
        set(&mut actuator, "shaft.travel.upper", 0.5);
        run(&mut actuator, &[("torque", &torque)], 1e-3)
    };
    let expected = kinds(&events("coulomb"));
    assert_eq!(
        expected,
        [
            ("bearing", EventKind::Breakaway { direction: 1 }),
            ("shaft", EventKind::EndStop { side: 1 }),
            ("bearing", EventKind::Stop),
            ("bearing", EventKind::Breakaway { direction: -1 }),
        ]
    );
    for (law, _) in CONTINUOUS {
        assert_eq!(kinds(&events(law)), expected, "{law}");
    }
}

/// Runs Model Exchange with steps of this length, halved until an event indicator has just gone below zero; inputs jump.
fn exchange(actuator: &mut Drivetrain, inputs: &Torques<'_>, end: f64, length: f64) -> Vec<Event> {
    let mut recorder = Recorder::default();
    let signals: Vec<_> = inputs.iter().map(|(name, torque)| (*name, Signal(torque.to_vec()))).collect();
    let points = Run { actuator: &mut *actuator, inputs: signals.clone(), end, step: end }.points();
    Run { actuator: &mut *actuator, inputs: signals.clone(), end, step: end }.start(&mut recorder);
    for pair in points.windows(2) {
        signals.iter().for_each(|(name, signal)| set(actuator, name, signal.right_of(pair[0]).0));
        actuator.inputs_changed();
        actuator.update_discrete_states(pair[0], &mut recorder);
        let mut time = pair[0];
        while time < pair[1] {
            let start = actuator.states().to_vec();
            let mut step = length.min(pair[1] - time);
            let whole = step;
            let (mut low, mut high) = (0.0, step);
            step_of_runge_kutta(actuator, &start, step);
            if actuator.is_event_due() {
                while high - low > 1e-12 {
                    step = 0.5 * (low + high);
                    step_of_runge_kutta(actuator, &start, step);
                    *(if actuator.is_event_due() { &mut high } else { &mut low }) = step;
                }
                step = high;
                step_of_runge_kutta(actuator, &start, step);
                actuator.update_discrete_states(time + step, &mut recorder);
            }
            time = if step == whole && whole < length { pair[1] } else { time + step };
        }
    }
    assert!(recorder.warnings.is_empty());
    recorder.events
}

/// The classical method of order 4.
fn step_of_runge_kutta(actuator: &mut Drivetrain, start: &[f64], length: f64) {
    let mut sum = vec![0.0; start.len()];
    let mut rates = vec![0.0; start.len()];
    for (share, weight) in [(0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)] {
        let at: Vec<f64> = start.iter().zip(&rates).map(|(start, rate)| start + share * length * rate).collect();
        actuator.set_states(&at);
        actuator.derivatives(&mut rates);
        sum.iter_mut().zip(&rates).for_each(|(sum, rate)| *sum += weight / 6.0 * rate);
    }
    let end: Vec<f64> = start.iter().zip(&sum).map(|(start, rate)| start + length * rate).collect();
    actuator.set_states(&end);
}

#[test]
fn model_exchange_finds_the_same_events_by_its_indicators() {
    let end = 0.7;
    let torque =
        [(0.0, 0.0), (0.05, 0.0), (0.05, 9.0), (0.15, 9.0), (0.15, -14.0), (0.35, -14.0), (0.35, 0.0), (end, 0.0)];
    let torques: Torques<'_> = [("torque", &torque), ("outer", &[(0.0, 0.0)])];
    for law in ["majd_simaan", "lugre"] {
        let softer = || {
            let mut actuator = clutch_and_brake([law; 2]);
            if law == "lugre" {
                // An explicit method does not integrate bristles that are stiff.
                for name in ["c.friction", "k.friction"] {
                    set(&mut actuator, &format!("{name}.bristle_stiffness"), 1e4);
                    set(&mut actuator, &format!("{name}.bristle_damping"), 100.0);
                }
            }
            actuator
        };
        let expected = run(&mut softer(), &torques, 1e-3);
        let found = exchange(&mut softer(), &torques, end, 2e-5);
        assert_eq!(kinds(&found), kinds(&expected), "{law}");
        assert_eq!(found.len(), 3);
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found.time - expected.time).abs() < 1e-5, "{law}: {} {}", found.time, expected.time);
        }
    }
}

#[test]
fn a_state_that_is_saved_in_a_rest_ends_it_at_the_same_bits() {
    for (law, _) in CONTINUOUS {
        let mut first = clutch_and_brake([law; 2]);
        let early = &MOTOR[..5];
        run(&mut first, &[("torque", early)], 1e-3);
        let state = save(&mut first);
        let mut second = Drivetrain::new(first.interface()).unwrap();
        second.initialize(0.0, &mut Recorder::default());
        restore(&mut second, &state);
        let ends = [&mut first, &mut second].map(|actuator| {
            let mut recorder = Recorder::default();
            let mut told = Vec::new();
            for number in 0..600 {
                let time = 0.3 + f64::from(number) * 1e-3;
                set(actuator, "torque", if number < 400 { 0.0 } else { -9.0 });
                actuator.inputs_changed();
                assert!(actuator.advance(time, 1e-3, &mut recorder));
                told.push(actuator.states().iter().map(|state| state.to_bits()).collect::<Vec<_>>());
            }
            let events: Vec<_> = recorder.events.iter().map(|event| (event.kind, event.time.to_bits())).collect();
            assert_eq!(events.len(), 2, "{law}");
            (told, events)
        });
        assert_eq!(ends[0], ends[1], "{law}");
    }
}

#[test]
fn clocks_of_fmi_3_tick_where_rests_of_contacts_end_and_begin() {
    for law in ["coulomb", "majd_simaan", "dahl", "lugre"] {
        let interface = interface(&text_of_clutch_and_brake([law; 2]));
        let kind = InterfaceType::CoSimulation;
        let mut instance = Instance::instantiate(&fmi3::CALL_TABLE, "clocks", kind, interface, None, false).unwrap();
        instance.choose_step_options(true, true, &[], false).unwrap();
        assert_eq!(instance.setup_experiment(None, 0.0, None), Status::Ok);
        assert_eq!(instance.enter_initialization_mode(), Status::Ok);
        assert_eq!(instance.exit_initialization_mode(), Status::Ok);
        let torque = real(interface, "torque") as u32;
        let (mut time, mut ticked) = (0.0_f64, Vec::new());
        while time < 0.6 {
            assert_eq!(instance.set_real(&[torque], &[if (0.1..0.3).contains(&time) { 9.0 } else { 0.0 }]), Status::Ok);
            let discretes = &mut Discretes { clocks_ticked: true, ..Discretes::default() };
            while discretes.clocks_ticked {
                // Those of the event at which the step has ended, then those of what is decided now.
                let mut ticks = [false; 2];
                let clocks = [FIRST_CLOCK_REFERENCE, FIRST_CLOCK_REFERENCE + 1];
                assert_eq!(instance.get_clock(&clocks, &mut ticks), Status::Ok);
                ticked.extend(ticks.contains(&true).then_some(ticks));
                assert_eq!(instance.update_discrete_states(discretes), Status::Ok);
            }
            assert_eq!(instance.enter_step_mode(), Status::Ok);
            let (next, mut end) = (0.1 * (10.0 * time + 1.0 + 1e-9).floor(), StepEnd::default());
            assert_eq!(instance.do_step_to_event(time, next - time, &mut end), Status::Ok);
            time = end.time;
            assert_eq!(instance.enter_event_mode(), Status::Ok);
        }
        assert_eq!(ticked, [[true, false], [false, true]], "{law}: a breakaway and a standstill");
    }
}

/// A torque that falls in a jump each millisecond, as an importer sets it.
fn staircase(from: (f64, f64), to: (f64, f64)) -> Vec<(f64, f64)> {
    let steps = ((to.0 - from.0) * 1e3).round() as u32;
    let at = |number: u32| {
        let share = f64::from(number) / f64::from(steps);
        (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
    };
    (1..=steps).flat_map(|number| [(at(number).0, at(number - 1).1), at(number)]).collect()
}

#[test]
fn what_swings_on_its_bristles_against_its_stop_strikes_it_once() {
    // Under Coulomb's law the body leans on its stop until the torque is gone, and then rests there.
    let mut torque = vec![(0.0, 0.0), (0.1, 0.0), (0.1, 20.0), (0.2, 20.0)];
    torque.extend(staircase((0.2, 20.0), (0.5, 0.0)));
    torque.push((0.8, 0.0));
    for (law, number) in CONTINUOUS {
        let mut train = one_body(law);
        set(&mut train, "shaft.travel.upper", 0.05);
        if !law.starts_with("majd") {
            set(&mut train, "bearing.friction.bristle_stiffness", 1e8);
        }
        if ["lugre", "elasto_plastic"].contains(&law) {
            set(&mut train, "bearing.friction.bristle_damping", 100.0);
        }
        let found = kinds(&run(&mut train, &[("torque", &torque)], 1e-3));
        let stop = [("bearing", EventKind::Breakaway { direction: 1 }), ("shaft", EventKind::EndStop { side: 1 })];
        assert_eq!(found, [&stop[..], &[("bearing", EventKind::Stop)]].concat(), "{law}");
        let mut body = transmission(&[
            ("inertia", 1.0),
            ("viscous_coefficient", 0.0),
            ("travel.upper", 0.05),
            ("friction.coulomb_torque", 10.0),
            ("friction.static_ratio", 1.2),
            ("friction.stribeck_velocity", STRIBECK_VELOCITY),
            ("friction.bristle_stiffness", 1e8),
            ("friction.bristle_damping", 100.0),
            ("friction.law", number),
        ]);
        let found = run(&mut body, &[("motor_torque", &torque)], 1e-3);
        assert_eq!(found.iter().map(|event| event.kind).collect::<Vec<_>>(), stop.map(|(_, kind)| kind), "{law}");
    }
}

#[test]
fn a_body_that_swings_to_its_stop_strikes_it_if_it_has_more_energy_than_its_bristles_store_at_breakaway() {
    // As of a single body, in `events_under_every_law` of the library: the bearing holds 10 or 12 N·m on bristles of 100 N·m/rad.
    for (law, level) in [("dahl", 10.0), ("lugre", 12.0), ("elasto_plastic", 12.0)] {
        let stored = level * level / (2.0 * 100.0);
        for (share, expected) in [(0.9, vec![]), (1.2, vec![("shaft", EventKind::EndStop { side: 1 })])] {
            let (duration, speed) = (1e-4, libm::sqrt(2.0 * share * stored));
            let torque = [
                (0.0, 0.0),
                (0.1, 0.0),
                (0.1, speed / duration),
                (0.1 + duration, speed / duration),
                (0.1 + duration, 0.0),
            ];
            let mut train = one_body(law);
            set(&mut train, "shaft.travel.upper", 0.02);
            set(&mut train, "bearing.friction.bristle_stiffness", 100.0);
            if law != "dahl" {
                set(&mut train, "bearing.friction.stribeck_velocity", 10.0);
                set(&mut train, "bearing.friction.bristle_damping", 0.0);
            }
            let torque = [torque.as_slice(), &[(0.2, 0.0)]].concat();
            let found = kinds(&run(&mut train, &[("torque", &torque)], 1e-3));
            assert_eq!(found, expected, "{law}, {share} of the energy");
        }
    }
}

/// A motor turns a load through a gear with losses; one of them has a brake.
fn gear_and_brake(law: &str, ratio: f64, efficiency_aiding: f64, braked: &str) -> Drivetrain {
    drivetrain(&format!(
        "name = \"Geared\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 0.1\n[body.load]\ninertia = 2\n\
         [gear.g]\nconnects = [\"motor\", \"load\"]\nratio = {ratio}\nefficiency_opposing = 0.8\n\
         efficiency_aiding = {efficiency_aiding}\n[brake.k]\non = \"{braked}\"\n{}\
         [[input]]\nname = \"torque\"\non = \"motor\"\n[[input]]\nname = \"outer\"\non = \"load\"\n",
        friction(law, 2.0)
    ))
}

#[test]
fn a_gear_stops_and_breaks_away_with_its_brake_under_every_law() {
    // Its losses hold where the load would turn the motor back, and do not where the motor would: it is that which decides between a stop
    // and a reversal. A gear with an efficiency below 0 holds any load.
    let geared =
        [(5.0, 0.7, "motor"), (-5.0, 0.7, "motor"), (5.0, -0.3, "motor"), (5.0, -0.3, "load"), (1.0, 0.7, "load")];
    for (ratio, efficiency, braked) in geared {
        let of = |law: &str| run(&mut gear_and_brake(law, ratio, efficiency, braked), &TORQUES, 1e-3);
        let expected = of("coulomb");
        // Dahl's bristles have no damping, and swing to twice a torque that jumps.
        for law in ["majd_simaan", "majd_simaan_approximate", "lugre", "elasto_plastic"] {
            let found = of(law);
            assert_eq!(kinds(&found), kinds(&expected), "{law}, {ratio}, {efficiency}, {braked}");
            for (found, expected) in found.iter().zip(&expected) {
                // Bristles and the rise of the curve take 2 ms.
                assert!((found.time - expected.time).abs() < 2e-3, "{law}: {} {}", found.time, expected.time);
            }
        }
    }
}

#[test]
fn a_load_behind_a_self_locking_gear_breaks_away_and_stops_under_every_law() {
    // The motor follows a ramp forth and back, against a load or with it; where bristles are not thrown, Dahl's are as the others.
    let ramp = [(0.0, 0.0), (1.0, 9.0), (2.0, -9.0), (2.5, 0.0)];
    for (ratio, efficiency, braked) in
        [(5.0, -0.3, "load"), (-5.0, -0.3, "load"), (5.0, -0.3, "motor"), (1.0, -0.2, "load")]
    {
        for load in [0.0, 6.0, -6.0] {
            let outer = [(0.0, 0.0), (0.1, 0.0), (0.2, load), (1.4, load), (1.5, 0.0)];
            let torques: Torques<'_> = [("torque", &ramp), ("outer", &outer)];
            let of = |law: &str| kinds(&run(&mut gear_and_brake(law, ratio, efficiency, braked), &torques, 1e-3));
            let expected = of("coulomb");
            for (law, _) in CONTINUOUS {
                assert_eq!(of(law), expected, "{law}, {ratio}, {efficiency}, {braked}, {load}");
            }
        }
    }
}
