//! Rest is exact: velocity 0.0, position constant to the bit, forces in balance; and so is rest on an end stop.

use actuator_fmu::actuator::{Actuator, Event, EventKind, ServoActuator};
use actuator_fmu::interface::servo_actuator;
use test_support::friction::Friction;
use test_support::random::Random;
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Recorder, Run, Signal, figures, get, set_all};

/// Watches that nothing moves between two communication points at rest without an event between them.
#[derive(Default)]
struct Rest {
    last: Option<(f64, f64)>,
    points: usize,
}

impl Rest {
    fn watch(&mut self, time: f64, actuator: &dyn Actuator) {
        if get(actuator, "friction_regime") != 0.0 {
            self.last = None;
            return;
        }
        let (position, events) = (get(actuator, "position"), get(actuator, "event_count"));
        assert_eq!(get(actuator, "velocity").to_bits(), 0.0_f64.to_bits(), "at {time}");
        assert_eq!(get(actuator, "acceleration").to_bits(), 0.0_f64.to_bits(), "at {time}");
        if let Some((before, count)) = self.last
            && count == events
        {
            assert_eq!(position.to_bits(), before.to_bits(), "at {time}");
            self.points += 1;
        }
        self.last = Some((position, events));
    }
}

#[test]
fn the_stuck_servo_has_velocity_zero_and_a_position_constant_to_the_bit() {
    // How many of the 1 ms points are at rest: the figures must really test it.
    for (figure, points) in [(6, 150), (8, 400), (10, 400), (12, 60), (16, 2000), (17, 2000)] {
        let mut rest = Rest::default();
        figures::run(figure, 1e-3, |_| {}, |time, servo| rest.watch(time, servo));
        assert!(rest.points > points, "fig {figure}: {} points at rest", rest.points);
    }
}

#[test]
fn stuck_friction_is_exactly_the_active_torque() {
    let mut seen = 0;
    let mut actuator = transmission(&P3);
    let motor = Signal::sampled(|t| 1.5 * (9.0 * t).sin(), 1e-2, 2.0);
    let inputs = vec![("motor_torque", motor), ("load_torque", Signal::constant(0.4))];
    Run { actuator: &mut actuator, inputs, end: 2.0, step: 1e-3 }.go(|time, actuator| {
        if get(actuator, "friction_regime") == 0.0 && get(actuator, "end_stop") == 0.0 {
            let (friction, active) = (get(actuator, "friction_torque"), get(actuator, "active_torque"));
            assert_eq!(friction.to_bits(), active.to_bits(), "at {time}");
            seen += 1;
        }
    });
    assert!(seen > 500, "{seen} points at rest");
}

#[test]
fn the_stop_carries_exactly_what_friction_does_not() {
    let mut pressed = 0;
    let mut actuator = transmission(&P3);
    Run { actuator: &mut actuator, inputs: p3_inputs(), end: P3_END, step: 1e-3 }.go(|time, actuator| {
        let value = |name| get(actuator, name);
        let balance = value("active_torque") - value("friction_torque");
        match value("end_stop") {
            0.0 => assert_eq!(value("end_stop_torque"), 0.0, "at {time}"),
            side => {
                assert_eq!(value("acceleration").to_bits(), 0.0_f64.to_bits(), "at {time}");
                assert_eq!(value("velocity").to_bits(), 0.0_f64.to_bits(), "at {time}");
                assert_eq!(value("position"), 0.8 * side, "at {time}");
                assert_eq!(value("end_stop_torque").to_bits(), balance.to_bits(), "at {time}");
                assert!(value("end_stop_torque") * side >= 0.0, "a stop does not pull, at {time}");
                pressed += usize::from(value("end_stop_torque") != 0.0);
            }
        }
    });
    assert!(pressed > 200, "{pressed} points pressed on a stop");
}

#[test]
fn pressed_on_a_stop_friction_is_at_its_breakaway_level() {
    let friction = Friction { coulomb: 0.8, static_ratio: 1.3, opposing: 0.8, aiding: 0.7 };
    let mut actuator = transmission(&P3);
    let inputs = vec![("motor_torque", Signal::constant(9.0)), ("load_torque", Signal::constant(3.0))];
    let run = Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-2 }.go(|_, _| {});
    assert_eq!(run.events.last().map(|e| e.kind), Some(EventKind::EndStop { side: 1 }));
    let level = friction.breakaway(1.0, 3.0);
    // Rounding of the levels' few operations.
    assert!((get(&actuator, "friction_torque") - level).abs() < 1e-14);
    assert!((get(&actuator, "end_stop_torque") - (6.0 - level)).abs() < 1e-14);
}

#[test]
fn leaving_a_stop_is_not_delayed() {
    // The torque falls through the breakaway level at a known instant inside a step.
    let mut actuator = transmission(&P3);
    set_all(&mut actuator, &[("position_start", 0.8)]);
    let inputs = vec![("motor_torque", Signal::line(5.0, -5.0, 1.0))];
    let run = Run { actuator: &mut actuator, inputs, end: 1.0, step: 0.4 }.go(|_, _| {});
    let [breakaway] = &run.events[..] else { panic!("{:?}", run.events) };
    assert_eq!(breakaway.kind, EventKind::Breakaway { direction: -1 });
    let due = 0.5 + 1.3 * 0.8 / 10.0;
    assert!((breakaway.time - due).abs() < 1e-14, "{:e}", breakaway.time - due); // rounding of a line of slope 10
}

#[test]
fn pressing_on_a_stop_makes_no_events() {
    for method in [1.0, 2.0] {
        let mut actuator = transmission(&P3);
        set_all(&mut actuator, &[("position_start", -0.8), ("solver.method", method)]);
        let inputs = vec![("motor_torque", Signal::constant(-20.0))];
        let Recorder { events, warnings, .. } = Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-3 }
            .go(|_, a| assert_eq!(get(a, "velocity"), 0.0));
        assert_eq!((events.len(), warnings.len()), (0, 0), "method {method}");
        assert_eq!(get(&actuator, "end_stop"), -1.0);
    }
}

/// Holds `load` with an irreversible transmission, from the start or as a step while at rest without load.
fn events_under_load(load: Signal) -> Vec<Event> {
    let mut actuator = transmission(&P3);
    set_all(&mut actuator, &[("friction.efficiency_aiding", -0.2)]);
    let inputs = vec![("load_torque", load)];
    let run = Run { actuator: &mut actuator, inputs, end: 10.0, step: 1.0 }.go(|_, _| {});
    assert_eq!(get(&actuator, "position").to_bits(), 0.0_f64.to_bits());
    run.events
}

#[test]
fn a_self_locking_transmission_holds_any_load() {
    for load in [1.0, 1e3, 1e9, -1.0, -1e3, -1e9] {
        assert_eq!(events_under_load(Signal::constant(load)), [], "under {load} N·m");
    }
}

#[test]
fn a_self_locking_transmission_holds_load_steps_and_their_reversals() {
    for load in [1.0, 1e3, 1e9, -1.0, -1e3, -1e9] {
        let steps = Signal(vec![(0.0, 0.0), (2.0, 0.0), (2.0, load), (5.0, load), (5.0, -load)]);
        assert_eq!(events_under_load(steps), [], "under {load} N·m");
    }
}

#[test]
fn levels_while_sliding_are_those_of_the_paper() {
    let friction = Friction { coulomb: 0.8, static_ratio: 1.3, opposing: 0.8, aiding: 0.7 };
    let mut seen = [0, 0];
    let mut actuator = transmission(&P3);
    Run { actuator: &mut actuator, inputs: p3_inputs(), end: P3_END, step: 1e-3 }.go(|time, actuator| {
        let (regime, load) = (get(actuator, "friction_regime"), get(actuator, "load_torque"));
        if regime != 0.0 {
            let expected = regime * friction.sliding(regime, load);
            assert!((get(actuator, "friction_torque") - expected).abs() < 1e-14, "at {time}");
            seen[usize::from(regime * load < 0.0)] += 1;
        }
    });
    assert!(seen[0] > 100 && seen[1] > 100, "opposing and aiding: {seen:?}");
}

/// A servo with orifices that sticks at once when its supply is gone, and on both stops.
fn self_locking_servo(random: &mut Random, law: f64) -> (ServoActuator, Vec<(&'static str, Signal)>) {
    let mut servo = ServoActuator::new(&servo_actuator::INTERFACE);
    let parameters = [
        ("servovalve.law", 2.0),
        ("friction.law", law),
        ("controller.derivative_gain", 50.0),
        ("friction.efficiency_aiding", -50.0),
        ("travel.lower", -0.05),
        ("travel.upper", 0.05),
        ("velocity_start", -0.0),
    ];
    set_all(&mut servo, &parameters);
    let supply = (0..8).map(|index| (0.125, [if index % 2 == 0 { 26e6 } else { 0.0 }; 2]));
    let inputs = vec![
        ("command", Signal::random(random, (0.0, 0.1), 8, 2)),
        ("load_torque", Signal::random(random, (0.0, 6e4), 8, 3)),
        ("supply_pressure", Signal::pieces(supply)),
    ];
    (servo, inputs)
}

#[test]
fn a_servo_with_orifices_that_sticks_has_velocity_zero_to_the_bit_also_on_a_stop_without_supply() {
    // Was: -1e-34 rad/s at 1 of 500 points at rest, where an implicit step of the valve went over the rest of the body.
    let mut random = Random::new(4);
    let (mut points, mut on_stops) = (0, 0);
    for number in 0..12 {
        let law = [1.0, 2.0, 3.0][number % 3];
        let (mut servo, inputs) = self_locking_servo(&mut random, law);
        let step = [1e-3, 3.7e-4, 1e-2][number / 3 % 3];
        Run { actuator: &mut servo, inputs, end: 1.0, step }.go(|time, actuator| {
            if get(actuator, "friction_regime") == 0.0 {
                let velocity = get(actuator, "velocity");
                assert_eq!(velocity.to_bits(), 0.0_f64.to_bits(), "{velocity:e} at {time} of number {number}");
                points += 1;
                on_stops += usize::from(get(actuator, "end_stop") != 0.0 && get(actuator, "supply_pressure") == 0.0);
            }
        });
    }
    assert!(points > 3000 && on_stops > 50, "{points} points at rest, {on_stops} on stops without supply");
}

#[test]
fn a_transmission_whose_static_level_is_the_load_itself_rests_with_every_step() {
    // static_ratio·(1 − efficiency_aiding) = 1: every load is at the edge of what holds, and what can rest does rest. The same with a ratio
    // that is larger by 1e-7; with one that is smaller by that every load moves it.
    for (ratio, efficiency) in [(1.25, 0.2), (2.0, 0.5), (4.0, 0.75), (1.5, 1.0 / 3.0)] {
        for beside in [0.0, 1e-7] {
            for step in [1e-2, 1e-3, 3.7e-4, 1e-4] {
                let mut actuator = transmission(&[
                    ("friction.coulomb_torque", 0.0),
                    ("friction.static_ratio", ratio * (1.0 + beside)),
                    ("friction.efficiency_aiding", efficiency),
                ]);
                let inputs = vec![("load_torque", Signal::line(777.7, 777.7 - 321.0 * 3.0, 3.0))];
                let recorder = Run { actuator: &mut actuator, inputs, end: 3.0, step }.go(|time, actuator| {
                    // Beside it the level and the load vanish together but for rounding, and the body may be let go for an instant.
                    let most = if beside == 0.0 { 0.0 } else { 1e-25 };
                    let position = get(actuator, "position");
                    assert!(position.abs() <= most, "{position:e} with {ratio} and {beside} at {time} with {step}");
                });
                assert!(beside != 0.0 || recorder.events.is_empty(), "{ratio} with {step}");
            }
        }
        let mut actuator = transmission(&[
            ("friction.coulomb_torque", 0.0),
            ("friction.static_ratio", ratio * (1.0 - 1e-7)),
            ("friction.efficiency_aiding", efficiency),
        ]);
        let inputs = vec![("load_torque", Signal::constant(777.7))];
        let recorder = Run { actuator: &mut actuator, inputs, end: 0.1, step: 1e-3 }.go(|_, _| {});
        assert_eq!(recorder.events.len(), 1, "{ratio}");
    }
}
