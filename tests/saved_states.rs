//! An instance that is saved, restored or cloned anywhere continues with the same bits, and instances share nothing.

use actuator_fmu::actuator::{Actuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{motion_transmission, servo_actuator};
use test_support::saved::{restore, save};
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Recorder, Run, Signal, figures, set};

type Inputs = Vec<(&'static str, Signal)>;

/// A run that can be taken up at any communication point.
struct Course {
    inputs: Inputs,
    end: f64,
    step: f64,
}

impl Course {
    fn points(&self, actuator: &mut dyn Actuator) -> Vec<f64> {
        self.run(actuator).points()
    }

    fn run<'a>(&self, actuator: &'a mut dyn Actuator) -> Run<'a> {
        Run { actuator, inputs: self.inputs.clone(), end: self.end, step: self.step }
    }

    /// Every bit at every communication point, and the events up to each.
    fn trace(&self, actuator: &mut dyn Actuator) -> (Vec<Vec<u8>>, Recorder) {
        let mut trace = Vec::new();
        let recorder = self.run(actuator).go(|_, actuator| trace.push(save(actuator)));
        (trace, recorder)
    }

    /// Continues from a saved point to the end; the last bytes.
    fn last_bytes_from(&self, number: usize, bytes: &[u8], actuator: &mut dyn Actuator) -> Vec<u8> {
        restore(actuator, bytes);
        assert!(save(actuator) == bytes, "what was restored is what was saved");
        let points = self.points(actuator);
        let mut recorder = Recorder::default();
        for pair in points[number..].windows(2) {
            self.run(actuator).advance(pair[0], pair[1], &mut recorder);
        }
        save(actuator)
    }
}

fn load_switching(step: f64) -> Course {
    Course { inputs: p3_inputs(), end: P3_END, step }
}

#[test]
fn a_transmission_restored_at_any_communication_point_continues_with_the_same_bits() {
    let course = load_switching(0.01);
    let (trace, _) = course.trace(&mut transmission(&P3));
    for (number, bytes) in trace.iter().enumerate() {
        // A fresh instance, with the start values of the declaration.
        let mut fresh = MotionTransmission::new(&motion_transmission::INTERFACE);
        let last = course.last_bytes_from(number, bytes, &mut fresh);
        assert!(last == trace[trace.len() - 1], "from point {number}");
    }
}

#[test]
fn a_servo_restored_at_any_communication_point_continues_with_the_same_bits() {
    let (inputs, end) = figures::inputs(14);
    let course = Course { inputs, end, step: 0.02 };
    let (trace, _) = course.trace(&mut figures::servo(14));
    for (number, bytes) in trace.iter().enumerate() {
        let mut fresh = ServoActuator::new(&servo_actuator::INTERFACE);
        let last = course.last_bytes_from(number, bytes, &mut fresh);
        assert!(last == trace[trace.len() - 1], "from point {number}");
    }
}

#[test]
fn a_fixed_step_run_restored_at_any_communication_point_continues_with_the_same_bits() {
    let course = load_switching(0.05);
    let mut actuator = transmission(&P3);
    set(&mut actuator, "solver.method", 2.0);
    let (trace, _) = course.trace(&mut actuator);
    for (number, bytes) in trace.iter().enumerate() {
        let mut fresh = MotionTransmission::new(&motion_transmission::INTERFACE);
        assert!(course.last_bytes_from(number, bytes, &mut fresh) == trace[trace.len() - 1], "from point {number}");
    }
}

#[test]
fn restoring_an_earlier_point_forgets_what_came_after() {
    let course = load_switching(0.01);
    let mut actuator = transmission(&P3);
    let (trace, _) = course.trace(&mut actuator);
    for number in [0, 7, 60, 150] {
        let last = course.last_bytes_from(number, &trace[number], &mut actuator);
        assert!(last == trace[trace.len() - 1], "from point {number}");
    }
}

#[test]
fn a_clone_continues_with_the_same_bits() {
    let (inputs, end) = figures::inputs(6);
    let course = Course { inputs, end, step: 1e-3 };
    let mut servo = figures::servo(6);
    let points = course.points(&mut servo);
    let mut recorder = Recorder::default();
    course.run(&mut servo).start(&mut recorder);
    for pair in points.windows(2) {
        let mut clone = servo;
        course.run(&mut servo).advance(pair[0], pair[1], &mut recorder);
        course.run(&mut clone).advance(pair[0], pair[1], &mut recorder);
        assert!(save(&mut servo) == save(&mut clone), "after {}", pair[0]);
    }
}

#[test]
fn interleaved_instances_have_the_bits_of_instances_that_run_alone() {
    let courses = [6, 14].map(|figure| {
        let (inputs, end) = figures::inputs(figure);
        (figure, Course { inputs, end, step: 1e-3 })
    });
    let alone = courses.each_ref().map(|(figure, course)| course.trace(&mut figures::servo(*figure)).0);
    let mut servos = [6, 14].map(figures::servo);
    let mut recorder = Recorder::default();
    let points = [0, 1].map(|i| courses[i].1.points(&mut servos[i]));
    for (servo, (_, course)) in servos.iter_mut().zip(&courses) {
        course.run(servo).start(&mut recorder);
    }
    for step in 1..points[0].len().max(points[1].len()) {
        for i in [0, 1] {
            if step < points[i].len() {
                courses[i].1.run(&mut servos[i]).advance(points[i][step - 1], points[i][step], &mut recorder);
                assert!(save(&mut servos[i]) == alone[i][step], "fig {}, point {step}", courses[i].0);
            }
        }
    }
}
