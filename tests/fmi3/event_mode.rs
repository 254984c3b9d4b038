//! Steps that end at events, and clocks.

#![allow(clippy::excessive_precision, reason = "the references are written as they are printed")]

use crate::fmi3::master::{ERROR, Master, OK, Options};
use actuator_fmu::fmi3::*;
use test_support::Signal;
use test_support::transmission::{P3, P3_END, p3_inputs};

const EVENT_MODE: Options =
    Options { event_mode: true, early_return: true, intermediate: &["motor_torque", "load_torque"] };

/// Load switching with stops, with event times of 40 digits (tests/reference/transmission/events.json).
fn p3(options: Options) -> Master {
    let master = Master::new("MotionTransmission", &p3_inputs(), options);
    for (name, value) in P3.iter() {
        assert_eq!(master.set(name, *value), OK, "{name}");
    }
    master
}

/// Grid of 1 ms or longer, and the breakpoints of the inputs.
fn points(step: f64) -> Vec<f64> {
    let count = (P3_END / step).round() as usize;
    let mut points: Vec<f64> = (0..=count).map(|k| (k as f64 * step).min(P3_END)).collect();
    points.extend(p3_inputs().iter().flat_map(|(_, signal)| &signal.0).map(|point| point.0).filter(|t| *t < P3_END));
    points.sort_by(f64::total_cmp);
    points.dedup_by(|b, a| *b - *a < 1e-12);
    points
}

/// Events between the switching instants of the inputs, with their clocks: a reversal, which has none, and end stops.
const EVENTS: [(f64, [bool; 3]); 5] = [
    (0.057102918789934734602, [false, false, false]),
    (0.22406392373461396057, [false, false, true]),
    (0.77350087369472213807, [false, false, true]),
    (1.1353124153084470254, [false, false, true]),
    (1.7149750472755053633, [false, false, true]),
];

/// Through all switching instants with steps of this length; events as the steps end, with the clocks in event mode.
fn events_with(step: f64) -> Vec<(f64, [bool; 3])> {
    let mut master = p3(EVENT_MODE);
    let mut found = Vec::new();
    master.run(&points(step), |master, end| found.push((end.time, master.clocks())));
    assert_eq!(master.messages(), [""; 0]);
    // What the inputs cause by a jump is decided in event mode: four breakaways.
    assert_eq!(master.get_integer("event_count"), 10);
    found
}

#[test]
fn every_event_ends_a_step_at_its_instant_once_and_its_clock_ticks() {
    for step in [1e-3, 10e-3, 0.37e-3, P3_END] {
        let found = events_with(step);
        assert_eq!(found.len(), EVENTS.len(), "{found:?} with {step}");
        for ((time, clocks), (expected, expected_clocks)) in found.iter().zip(EVENTS) {
            assert!((time - expected).abs() <= 1e-11, "{time:.15} instead of {expected:.15} with {step}");
            assert_eq!(*clocks, expected_clocks, "at {time} with {step}");
        }
    }
}

/// The inputs are constant from here, with a reversal at 0.0571 s and the end stop at 0.2241 s.
const BEGIN: f64 = 0.0503;
const END: f64 = 0.25;

/// Behind the switching instant at [`BEGIN`].
fn switched(options: Options) -> Master {
    let mut master = p3(options);
    let mode = |master: &Master| {
        if options.event_mode {
            master.update_discrete_states();
            master.enter_step_mode();
        }
    };
    master.initialize();
    mode(&master);
    assert_eq!(master.step_to(BEGIN).status, OK);
    if options.event_mode {
        master.enter_event_mode();
    }
    master.feed();
    mode(&master);
    master
}

#[test]
fn regimes_change_in_event_mode_and_not_before() {
    let mut master = switched(EVENT_MODE);
    let step = master.step_to(END);
    assert!(step.event && step.early && (step.time - EVENTS[0].0).abs() <= 1e-11, "{step:?}");
    // The body still moves backwards, with a velocity that is zero but for rounding.
    let (before, events) = (master.get_integer("friction_regime"), master.get_integer("event_count"));
    assert!(master.get("velocity").abs() <= 1e-15, "{}", master.get("velocity"));
    let position = master.get("position");
    master.enter_event_mode();
    assert_eq!((before, master.get_integer("friction_regime")), (-1, 1));
    assert_eq!(master.get_integer("event_count"), events + 1);
    assert_eq!(master.get("velocity"), 0.0);
    assert_eq!(master.get("position").to_bits(), position.to_bits());
    assert_eq!(master.update_discrete_states(), 1);
    assert_eq!(master.get_integer("friction_regime"), 1);
    master.enter_step_mode();
    let step = master.step_to(0.2);
    assert!(!step.event && !step.early && step.time == 0.2, "{step:?}");
}

#[test]
fn without_early_return_a_step_goes_to_its_end_and_event_mode_tells_what_happened() {
    let mut master = switched(Options { early_return: false, ..EVENT_MODE });
    let step = master.step_to(END);
    assert!(step.event && !step.early && step.time == END, "{step:?}");
    master.enter_event_mode();
    assert_eq!(master.clocks(), [false, false, true]);
    assert_eq!(master.update_discrete_states(), 1);
    assert_eq!(master.clocks(), [false; 3]);
}

#[test]
fn without_early_return_an_event_without_a_clock_is_told_at_the_end_too() {
    // The first event is a reversal, for which no clock ticks.
    let mut master = p3(Options { early_return: false, ..EVENT_MODE });
    let mut found = Vec::new();
    master.run(&points(10e-3), |master, end| found.push((end.time, master.clocks())));
    assert!((found[0].0 - 0.06).abs() <= 1e-12 && found[0].1 == [false; 3], "{found:?}");
}

#[test]
fn without_event_mode_no_step_ends_early_and_there_is_no_event_mode() {
    let mut master = switched(Options { event_mode: false, ..EVENT_MODE });
    let step = master.step_to(END);
    assert_eq!((step.status, step.event, step.early, step.time), (OK, false, false, END));
    assert_eq!(unsafe { fmi3EnterEventMode(master.handle) }, ERROR);
    assert!(master.messages().last().unwrap().contains("eventModeUsed was false"), "{:?}", master.messages());
}

#[test]
fn an_event_at_a_communication_point_is_told_once_whichever_step_finds_it() {
    let instant = switched(EVENT_MODE).step_to(END).time;
    for first in [instant.next_down(), instant, instant.next_up()] {
        let mut master = switched(EVENT_MODE);
        let (mut events, mut steps) = (Vec::new(), 0);
        for end in [first, 0.2] {
            while master.time < end {
                let step = master.step_to(end);
                assert_eq!(step.early, step.time < end, "{step:?}");
                steps += 1;
                if step.event {
                    events.push(step.time);
                    master.enter_event_mode();
                    master.update_discrete_states();
                    master.enter_step_mode();
                }
            }
        }
        assert_eq!(events.len(), 1, "{events:?} after a step to {first}");
        assert!((events[0] - instant).abs() <= 1e-16, "{events:?}");
        // At most one more than without the event.
        assert!(steps <= 3, "{steps}");
    }
}

#[test]
fn a_saved_state_between_an_event_and_event_mode_goes_on_with_the_same_bits() {
    let mut master = switched(EVENT_MODE);
    assert!(master.step_to(END).early);
    let mut state = std::ptr::null_mut();
    let time = master.time;
    let run = |master: &mut Master| {
        master.enter_event_mode();
        let clocks = master.clocks();
        master.update_discrete_states();
        master.enter_step_mode();
        let step = master.step_to(time + 0.01);
        (clocks, step, master.get("position").to_bits(), master.get("velocity").to_bits())
    };
    assert_eq!(unsafe { fmi3GetFMUState(master.handle, &mut state) }, OK);
    let first = run(&mut master);
    assert_eq!(unsafe { fmi3SetFMUState(master.handle, state) }, OK);
    master.time = time;
    assert_eq!(run(&mut master), first);
    assert_eq!(unsafe { fmi3FreeFMUState(master.handle, &mut state) }, OK);
}

#[test]
fn a_breakaway_that_an_input_causes_in_event_mode_lets_the_clock_tick_in_the_next_iteration() {
    let master = Master::new("MotionTransmission", &[("motor_torque", Signal::constant(0.0))], EVENT_MODE_OF_MOTOR);
    master.initialize();
    assert_eq!(master.update_discrete_states(), 1);
    let reference = master.reference("motor_torque");
    assert_eq!(unsafe { fmi3SetFloat64(master.handle, &reference, 1, &1e5, 1) }, OK);
    let [mut again, mut terminate, mut nominals, mut values, mut defined] = [9; 5];
    let mut next = 0.0;
    let update = |again: &mut u8| unsafe {
        fmi3UpdateDiscreteStates(
            master.handle,
            again,
            &mut terminate,
            &mut nominals,
            &mut values,
            &mut defined,
            &mut next,
        )
    };
    let mut update = update;
    assert_eq!((update(&mut again), again), (OK, 1));
    assert_eq!(master.clocks(), [true, false, false]);
    assert_eq!((update(&mut again), again), (OK, 0));
    assert_eq!(master.clocks(), [false; 3]);
}

/// At rest at 0.1 s, with a torque from there on that was set in step mode, where changes should be continuous.
fn pushed(early_return: bool) -> Master {
    let options = Options { event_mode: true, early_return, intermediate: &[] };
    let mut master = Master::new("MotionTransmission", &[("motor_torque", Signal::constant(0.0))], options);
    master.initialize();
    master.update_discrete_states();
    master.enter_step_mode();
    assert_eq!(master.step_to(0.1).status, OK);
    assert_eq!(master.set("motor_torque", 9000.0), OK);
    master
}

#[test]
fn a_breakaway_that_an_input_causes_in_step_mode_is_told_at_its_instant() {
    let mut master = pushed(true);
    let step = master.step_to(0.11);
    assert_eq!((step.status, step.event, step.early, step.time), (OK, true, true, 0.1));
    assert_eq!(master.get_integer("friction_regime"), 0, "regimes change in event mode");
    master.enter_event_mode();
    assert_eq!((master.get_integer("friction_regime"), master.clocks()), (1, [true, false, false]));
    assert_eq!(master.update_discrete_states(), 1);
    master.enter_step_mode();
    // Even if the importer sets the same once more, time goes on.
    assert_eq!(master.set("motor_torque", 9000.0), OK);
    let step = master.step_to(0.11);
    assert_eq!((step.status, step.event, step.early, step.time), (OK, false, false, 0.11));
    assert_eq!(master.get_integer("event_count"), 1);
    assert!(master.get("velocity") > 0.0);
}

#[test]
fn an_event_at_the_beginning_of_a_step_changes_no_bit_of_what_follows() {
    let [mut stopped, mut straight] = [true, false].map(pushed);
    while stopped.time < 0.11 {
        if stopped.step_to(0.11).event {
            stopped.enter_event_mode();
            stopped.update_discrete_states();
            stopped.enter_step_mode();
        }
    }
    let step = straight.step_to(0.11);
    assert_eq!(
        (step.event, step.early, step.time),
        (true, false, 0.11),
        "it is told at the end where no step ends early"
    );
    for name in ["position", "velocity"] {
        assert_eq!(stopped.get(name).to_bits(), straight.get(name).to_bits(), "{name}");
    }
}

const EVENT_MODE_OF_MOTOR: Options = Options { event_mode: true, early_return: true, intermediate: &["motor_torque"] };
