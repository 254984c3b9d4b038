//! An input that makes friction work: it holds, jumps, alternates and ramps by turns, between round shares of its amplitude, so that
//! contacts break away, stop, reverse and jam in all orders.

use fmu_simulation::Stream;

/// One input, with the same course for the same seed and name.
#[derive(Clone)]
pub(super) struct Adversary {
    middle: f64,
    amplitude: f64,
    draws: Stream,
    drawn: u64,
    course: Course,
    /// Steps until the next course.
    left: u32,
    value: f64,
    target: f64,
}

/// How it goes on.
#[derive(Clone, Copy)]
enum Course {
    Hold,
    Jump,
    Alternate,
    Ramp,
}

const COURSES: [Course; 4] = [Course::Hold, Course::Jump, Course::Alternate, Course::Ramp];
/// Shares of the amplitude that are drawn: at round ones several things happen at once.
const SHARES: [f64; 12] = [0.0, 0.01, 0.1, 0.25, 0.5, 1.0, -0.01, -0.1, -0.25, -0.5, -1.0, 0.75];
/// Most steps of one course.
const LONGEST: usize = 64;

impl Adversary {
    pub(super) fn new(seed: u64, name: &str, middle: f64, amplitude: f64) -> Self {
        let draws = Stream::new(seed, name);
        Self { middle, amplitude, draws, drawn: 0, course: Course::Hold, left: 0, value: middle, target: middle }
    }

    /// A whole number below another.
    fn draw(&mut self, below: usize) -> usize {
        self.drawn += 1;
        (self.draws.unit(self.drawn) * below as f64) as usize
    }

    fn drawn_value(&mut self) -> f64 {
        let share = SHARES[self.draw(SHARES.len())];
        self.middle + share * self.amplitude
    }

    /// The value in the next step.
    pub(super) fn next(&mut self) -> f64 {
        if self.left == 0 {
            self.course = COURSES[self.draw(COURSES.len())];
            self.left = 1 + self.draw(LONGEST) as u32;
            self.target = self.drawn_value();
        }
        self.value = match self.course {
            Course::Hold => self.target,
            Course::Jump => self.drawn_value(),
            Course::Alternate if self.left.is_multiple_of(2) => self.target,
            Course::Alternate => 2.0 * self.middle - self.target,
            Course::Ramp => self.value + (self.target - self.value) / f64::from(self.left),
        };
        self.left -= 1;
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(name: &str) -> Vec<f64> {
        let mut adversary = Adversary::new(7, name, 3.0, 2.0);
        (0..10_000).map(|_| adversary.next()).collect()
    }

    #[test]
    fn an_input_stays_within_its_amplitude_and_reaches_both_ends_and_its_middle() {
        let values = course("load_torque");
        assert!(values.iter().all(|value| (1.0..=5.0).contains(value)));
        for reached in [1.0, 3.0, 5.0] {
            assert!(values.contains(&reached), "{reached}");
        }
    }

    #[test]
    fn inputs_move_independently_and_the_same_each_time() {
        let [load, command] = ["load_torque", "command"].map(course);
        assert_eq!(load, course("load_torque"));
        let product = |(a, b): (&f64, &f64)| (a - 3.0) * (b - 3.0);
        let correlation = load.iter().zip(&command).map(product).sum::<f64>() / 1e4;
        // Of values of size 1 that hold for some 16 steps: four standard errors are 4·sqrt(16/1e4).
        assert!(correlation.abs() < 0.16, "{correlation}");
    }
}
