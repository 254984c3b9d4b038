//! Model Exchange with an integrator of the test against Co-Simulation.

use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, example};
use test_support::{Recorder, Run, get, set};

fn rates(actuator: &mut Drivetrain, states: &[f64]) -> Vec<f64> {
    actuator.set_states(states);
    let mut rates = vec![0.0; states.len()];
    actuator.derivatives(&mut rates);
    rates
}

fn runge_kutta(actuator: &mut Drivetrain, states: &[f64], step: f64) -> Vec<f64> {
    let along = |rates: &[f64], by: f64| states.iter().zip(rates).map(|(x, rate)| x + by * rate).collect::<Vec<f64>>();
    let k1 = rates(actuator, states);
    let k2 = rates(actuator, &along(&k1, 0.5 * step));
    let k3 = rates(actuator, &along(&k2, 0.5 * step));
    let k4 = rates(actuator, &along(&k3, step));
    (0..states.len()).map(|i| states[i] + step / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])).collect()
}

/// Steps of order four; where an event indicator changes its sign the step ends there, by bisection.
pub fn integrate(actuator: &mut Drivetrain, end: f64, step: f64) -> usize {
    let count = actuator.event_indicator_count();
    let indicators = |actuator: &mut Drivetrain, states: &[f64]| {
        actuator.set_states(states);
        let mut values = vec![0.0; count];
        actuator.event_indicators(&mut values);
        values
    };
    let (mut time, mut events) = (0.0, 0);
    while time < end - 1e-12 {
        let start = actuator.states().to_vec();
        let before = indicators(actuator, &start);
        let changes = |actuator: &mut Drivetrain, length: f64| {
            let states = runge_kutta(actuator, &start, length);
            let after = indicators(actuator, &states);
            (before.iter().zip(&after).any(|(a, b)| (*a > 0.0) != (*b > 0.0)), states)
        };
        let length = step.min(end - time);
        let (mut is_event, mut states) = changes(actuator, length);
        let mut taken = length;
        if is_event {
            let (mut low, mut high) = (0.0, length);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                let (is_before, _) = changes(actuator, middle);
                if is_before { high = middle } else { low = middle }
            }
            (is_event, states) = changes(actuator, high);
            taken = high;
        }
        actuator.set_states(&states);
        time += taken;
        if is_event {
            events += 1;
            while actuator.update_discrete_states(time, &mut Recorder::default()).states_changed {}
        }
    }
    actuator.update_outputs();
    events
}

#[test]
fn a_limited_sine_is_that_of_co_simulation() {
    let text = "name = \"Sine\"\nmodel = \"LinearSystem\"\nstates = [\"s\", { name = \"c\", start = 1 }]\nA = [[0, 1], [-1, 0]]\n\
        outputs = [{ name = \"y\", limit.lower = -0.5, limit.upper = 0.75, rate_limit = 0.5 }]\nC = [[1, 0]]\n";
    let mut exchange = drivetrain(text);
    exchange.initialize(0.0, &mut Recorder::default());
    let events = integrate(&mut exchange, 6.0, 1e-3);
    assert!(events >= 4, "{events}");
    let mut simulation = drivetrain(text);
    Run { actuator: &mut simulation, inputs: Vec::new(), end: 6.0, step: 0.01 }.go(|_, _| {});
    for name in ["s", "y", "y.derivative", "y.rate_saturation", "y.saturation"] {
        let (a, b) = (get(&exchange, name), get(&simulation, name));
        // The method has an error of 1e-12 per second; an event is found where its indicator is 1e-12 below zero.
        assert!((a - b).abs() <= 1e-10, "{name}: {a} {b}");
    }
}

#[test]
fn the_closed_loop_is_that_of_co_simulation() {
    let degree = std::f64::consts::PI / 180.0;
    let start = |mut actuator: Drivetrain| {
        set(&mut actuator, "control.theta_command", 0.25 * degree);
        actuator
    };
    let mut exchange = start(drivetrain(&example("pitch_hold")));
    exchange.initialize(0.0, &mut Recorder::default());
    let events = integrate(&mut exchange, 0.5, 2e-5);
    assert!(events >= 2, "{events}");
    let mut simulation = start(drivetrain(&example("pitch_hold")));
    Run { actuator: &mut simulation, inputs: Vec::new(), end: 0.5, step: 0.01 }.go(|_, _| {});
    for name in ["airframe.theta", "elevator.position", "control.command", "actuator.spool_position"] {
        let (a, b) = (get(&exchange, name), get(&simulation, name));
        // Order four with 2e-5 s beside poles of 2500 1/s, and events where indicators are below zero by rounding.
        assert!((a - b).abs() <= 1e-8 * b.abs(), "{name}: {a} {b}");
    }
}
