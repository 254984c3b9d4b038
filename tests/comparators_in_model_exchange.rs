//! The comparators in Model Exchange: end stops are events there too.

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{Kind, law, loaded};
use test_support::{Recorder, get, set};

/// What an importer does: explicit steps, and event mode after the step that made an indicator negative.
struct Importer {
    actuator: Box<dyn Actuator>,
    time: f64,
    events: usize,
}

impl Importer {
    fn new(kind: Kind, law: i32) -> Self {
        let mut actuator = loaded(kind, law, 1.0);
        actuator.initialize(0.0, &mut Recorder::default());
        actuator.update_discrete_states(0.0, &mut Recorder::default());
        Self { actuator, time: 0.0, events: 0 }
    }

    fn step(&mut self, length: f64) {
        let states = self.actuator.states().to_vec();
        let mut rates = vec![0.0; states.len()];
        self.actuator.derivatives(&mut rates);
        let moved: Vec<f64> = states.iter().zip(&rates).map(|(state, rate)| state + length * rate).collect();
        self.actuator.set_states(&moved);
        self.time += length;
        let mut indicators = vec![0.0; self.actuator.event_indicator_count()];
        self.actuator.event_indicators(&mut indicators);
        if indicators.iter().any(|&indicator| indicator < 0.0) {
            self.actuator.update_discrete_states(self.time, &mut Recorder::default());
            self.events += 1;
        }
        self.actuator.update_outputs();
    }

    fn shown<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        names.map(|name| get(&*self.actuator, name))
    }
}

#[test]
fn a_comparator_stops_at_its_end_stop_and_leaves_it_when_pulled_away() {
    for law in law::comparators() {
        for side in [1.0, -1.0] {
            let mut importer = Importer::new(Kind::Transmission, law);
            set(&mut *importer.actuator, "motor_torque", 20.0 * side);
            importer.actuator.inputs_changed();
            (0..2000).for_each(|_| importer.step(1e-3));
            let [position, velocity, stop, torque] =
                importer.shown(["position", "velocity", "end_stop", "end_stop_torque"]);
            assert_eq!([position, velocity, stop], [0.7 * side, 0.0, side], "law {law}");
            assert!(torque * side > 0.0, "law {law}: the stop carries what friction does not: {torque}");
            assert!(importer.events < 5, "law {law}: {} events", importer.events);
            set(&mut *importer.actuator, "motor_torque", -20.0 * side);
            importer.actuator.inputs_changed();
            importer.actuator.update_discrete_states(importer.time, &mut Recorder::default());
            (0..50).for_each(|_| importer.step(1e-3));
            let [velocity, stop] = importer.shown(["velocity", "end_stop"]);
            assert!(velocity * side < 0.0 && stop == 0.0, "law {law}: velocity {velocity}, end_stop {stop}");
        }
    }
}
