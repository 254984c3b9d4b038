//! The published manoeuvres as data: commands, loads and supply pressures as break points, parameters per case.

pub mod mass;
pub mod modelica;
pub mod servo;
pub mod transmission;

mod signal;

pub use signal::Signal;

/// A complete experiment for one model.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Model identifier of the FMU that it is for.
    pub model: &'static str,
    /// Parameters that differ from the FMU's start values.
    pub parameters: Vec<(&'static str, f64)>,
    /// Inputs by name.
    pub inputs: Vec<(&'static str, Signal)>,
    /// Communication step, in s.
    pub step_size: f64,
    /// End, in s; the start is 0.
    pub stop_time: f64,
}

impl Scenario {
    /// All scenarios: figures, closed forms, examples of Modelica.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = servo::manoeuvres().map(Self::from).into();
        all.extend(transmission::scenarios());
        all.extend(modelica::examples(modelica::PIECE).into_iter().map(|example| example.scenario));
        all
    }

    /// The scenario called `name`.
    pub fn find(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|scenario| scenario.name == name)
    }

    /// The inputs as rows of a time and a value per input: one per break point of any signal, two where any signal steps.
    pub fn rows(&self) -> Vec<(f64, Vec<f64>)> {
        let mut times: Vec<f64> = self.inputs.iter().flat_map(|(_, signal)| signal.times()).collect();
        times.push(self.stop_time);
        times.sort_by(f64::total_cmp);
        times.dedup();
        times.into_iter().flat_map(|time| self.rows_at(time)).collect()
    }

    fn rows_at(&self, time: f64) -> Vec<(f64, Vec<f64>)> {
        let values = |value: fn(&Signal, f64) -> f64| self.inputs.iter().map(|(_, s)| value(s, time)).collect();
        let (before, after) = ((time, values(Signal::before)), (time, values(Signal::at)));
        if before == after || time == 0.0 { vec![after] } else { vec![before, after] }
    }

    /// Names of the inputs.
    pub fn input_names(&self) -> Vec<String> {
        self.inputs.iter().map(|(name, _)| (*name).to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, input: usize, time: f64) -> f64 {
        Scenario::find(name).expect("a known scenario").inputs[input].1.at(time)
    }

    fn degrees(degrees: f64) -> f64 {
        degrees * std::f64::consts::PI / 180.0
    }

    #[test]
    fn names_are_unique() {
        let all = Scenario::all();
        for (index, scenario) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.name != scenario.name), "{} appears twice", scenario.name);
        }
        assert_eq!(all.iter().filter(|scenario| scenario.model == "ServoActuator").count(), 12);
    }

    #[test]
    fn figure_6_steps_to_one_and_a_half_degrees_under_a_pressure_drop() {
        assert_eq!(input("fig06", 0, 0.0999), 0.0);
        assert_eq!(input("fig06", 0, 0.1), degrees(1.5));
        assert_eq!(input("fig06", 1, 0.0), 74500.0);
        assert_eq!(input("fig06", 2, 0.3), 26e6);
        assert!((input("fig06", 2, 0.35) - 15.5e6).abs() < 1e-6);
        assert_eq!(input("fig06", 2, 0.5), 5e6);
        assert!((input("fig06", 2, 0.7) - 15.5e6).abs() < 1e-6);
        assert_eq!(input("fig06", 2, 1.6), 26e6);
    }

    #[test]
    fn figure_11_loads_from_20_to_200_milliseconds_and_ramps_back() {
        assert_eq!(input("fig11", 1, 0.0199), 0.0);
        assert_eq!(input("fig11", 1, 0.02), 74500.0);
        assert_eq!(input("fig11", 1, 0.2), 0.0);
        assert_eq!(input("fig11", 0, 0.07), degrees(0.1));
        assert!((input("fig11", 0, 0.27) - degrees(0.0)).abs() < 1e-16);
    }

    #[test]
    fn figure_14_is_a_sawtooth_with_steps() {
        for (time, expected) in
            [(0.0999, 0.0), (0.1, 0.05), (0.3, 0.15), (0.5, 0.2), (0.9, 0.05), (1.3, 0.2), (1.7, 0.0)]
        {
            assert!((input("fig14", 0, time) - degrees(expected)).abs() < 1e-15, "at {time}");
        }
    }

    #[test]
    fn figure_16_turns_at_its_peak() {
        assert!((input("fig16", 0, 2.05) - degrees(0.04875)).abs() < 1e-17);
        assert!((input("fig16", 0, 3.0) - degrees(0.025)).abs() < 1e-16);
        assert_eq!(input("fig16", 1, 0.1), 25000.0);
    }

    #[test]
    fn starts_at_the_command() {
        let scenario = Scenario::find("fig07").expect("a known scenario");
        assert!(scenario.parameters.contains(&("position_start", degrees(7.0))));
    }
}
