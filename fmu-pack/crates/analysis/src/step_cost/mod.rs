//! What a communication step costs on this machine: a campaign of adversarial inputs, timed step by step.
//!
//! ```text
//! once          with solver.real_time and without, side by side: which steps were bridged, how far the outputs are apart
//! PASSES times  with solver.real_time, each step timed: the least of its times is the cost of a step
//! ```
//!
//! The least of several times is that without what other processes took. The worst case that was measured is the largest cost of all
//! steps; where something was bridged, a step has spent all the work that it may.

mod adversary;

use super::response::{Error, variable};
use adversary::Adversary;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_import::library::{Identity, Instance, Library, Reference};
use fmu_simulation::Setting;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Name of the parameter that bounds a step.
pub const REAL_TIME: &str = "solver.real_time";
/// Name of the sum of bridged intervals.
pub const BRIDGED_TIME: &str = "solver.bridged_time";

/// What is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// Parameters and constant inputs.
    pub settings: Vec<Setting>,
    /// The same with all events located, to compare with; none where the FMU has no bounded step.
    pub exact: Option<Vec<Setting>>,
    /// Names of the inputs that move, and how.
    pub inputs: Vec<(String, Course)>,
    /// Length of a communication step, in s.
    pub step: f64,
    /// Number of steps.
    pub steps: u32,
    /// How often each step is timed.
    pub passes: u32,
    /// Which random inputs.
    pub seed: u64,
}

/// How an input moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Course {
    /// Adversarially, so far to either side of its start value, in its unit.
    Adversarial(f64),
    /// As given: its value in each step, the last of them from then on.
    Given(Vec<f64>),
}

/// Costs of steps, in ns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Number of steps.
    pub steps: u32,
    /// The median.
    pub median: u32,
    /// The percentile 99.9.
    pub percentile_99_9: u32,
    /// The worst case.
    pub largest: u32,
}

/// What it came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepCost {
    /// All steps.
    pub all: Costs,
    /// Those in which something was bridged.
    pub bridged: Costs,
    /// Time that was bridged, in s.
    pub bridged_time: f64,
    /// Begin of the step with the largest cost, in s.
    pub largest_at: f64,
    /// Of each continuous output; none where there is nothing to compare with.
    pub differences: Vec<Difference>,
}

/// How far an output is from that with all events located.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Name of the output.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Largest difference at a communication point.
    pub largest: f64,
    /// Largest size of the output with all events located.
    pub size: f64,
}

/// Runs a campaign.
pub fn measure(fmu: &Fmu, library: &Library, campaign: &Campaign) -> Result<StepCost, Error> {
    let compared = Compared::run(fmu, library, campaign)?;
    let mut least = vec![u32::MAX; campaign.steps as usize];
    for _ in 0..campaign.passes.max(1) {
        let mut run = Run::new(fmu, library, campaign, &campaign.settings)?;
        for (number, least) in (0..campaign.steps).zip(&mut least) {
            *least = (*least).min(run.step(number)?);
        }
    }
    let largest = least.iter().enumerate().max_by_key(|(_, cost)| **cost).map_or(0, |(number, _)| number);
    let of_bridged = least.iter().zip(&compared.is_bridged).filter(|(_, is_bridged)| **is_bridged);
    Ok(StepCost {
        bridged: Costs::of(of_bridged.map(|(cost, _)| *cost).collect()),
        all: Costs::of(least),
        bridged_time: compared.bridged_time,
        largest_at: start_of(fmu) + campaign.step * largest as f64,
        differences: compared.differences,
    })
}

impl Costs {
    fn of(mut costs: Vec<u32>) -> Self {
        costs.sort_unstable();
        let at = |share: f64| costs.get((share * costs.len() as f64) as usize).or(costs.last()).copied().unwrap_or(0);
        Self { steps: costs.len() as u32, median: at(0.5), percentile_99_9: at(0.999), largest: at(1.0) }
    }
}

/// A campaign that is not timed.
#[derive(Default)]
struct Compared {
    is_bridged: Vec<bool>,
    bridged_time: f64,
    differences: Vec<Difference>,
}

impl Compared {
    fn run(fmu: &Fmu, library: &Library, campaign: &Campaign) -> Result<Self, Error> {
        let mut compared = Self::default();
        let Some(exact) = &campaign.exact else { return Ok(compared) };
        let outputs = outputs(fmu);
        let difference = |output: &&Variable| Difference {
            name: output.name.clone(),
            unit: output.unit.clone(),
            largest: 0.0,
            size: 0.0,
        };
        compared.differences = outputs.iter().map(difference).collect();
        let references: Vec<Reference> = outputs.iter().map(|output| output.reference).collect();
        let bridged_time = fmu.interface().find(BRIDGED_TIME).map(|variable| variable.reference);
        let mut runs =
            [Run::new(fmu, library, campaign, &campaign.settings)?, Run::new(fmu, library, campaign, exact)?];
        let mut values = [vec![0.0; references.len()], vec![0.0; references.len()]];
        for number in 0..campaign.steps {
            for (run, values) in runs.iter_mut().zip(&mut values) {
                run.step(number)?;
                run.instance.get_reals(&references, values)?;
            }
            let mut bridged = [0.0];
            if let Some(bridged_time) = bridged_time {
                runs[0].instance.get_reals(&[bridged_time], &mut bridged)?;
            }
            compared.is_bridged.push(bridged[0] != compared.bridged_time);
            compared.bridged_time = bridged[0];
            compared.compare(&values);
        }
        Ok(compared)
    }

    fn compare(&mut self, [bounded, exact]: &[Vec<f64>; 2]) {
        for (difference, (bounded, exact)) in self.differences.iter_mut().zip(bounded.iter().zip(exact)) {
            difference.largest = difference.largest.max((bounded - exact).abs());
            difference.size = difference.size.max(exact.abs());
        }
    }
}

/// Outputs that move: events and counts are discrete.
fn outputs(fmu: &Fmu) -> Vec<&Variable> {
    let outputs = fmu.interface().with_causality("output");
    outputs.filter(|output| output.variability == "continuous").collect()
}

/// Where the values of an input come from.
enum Signal<'a> {
    Adversarial(Box<Adversary>),
    Given(&'a [f64]),
}

/// One instance on its way through the campaign.
struct Run<'a> {
    instance: Instance<'a>,
    inputs: Vec<Reference>,
    signals: Vec<Signal<'a>>,
    values: Vec<f64>,
    start: f64,
    step: f64,
}

/// When its campaigns begin [s].
fn start_of(fmu: &Fmu) -> f64 {
    fmu.interface().default_experiment.start_time.unwrap_or(0.0)
}

impl<'a> Run<'a> {
    fn new(fmu: &Fmu, library: &'a Library, campaign: &'a Campaign, settings: &[Setting]) -> Result<Self, Error> {
        let interface = fmu.interface();
        let offer = interface.co_simulation.as_ref().ok_or(Error::NoCoSimulation)?;
        let mut inputs = Vec::new();
        for (name, _) in &campaign.inputs {
            inputs.push(variable(fmu, "input", name)?.reference);
        }
        let identity = Identity { logging: false, ..fmu.identity(&offer.identifier) };
        let mut instance = Instance::new(library, &identity)?;
        let start = start_of(fmu);
        Setting::enter_initialization(settings, &mut instance, None, (start, f64::MAX))?;
        let mut values = vec![0.0; inputs.len()];
        instance.get_reals(&inputs, &mut values)?;
        Setting::exit_initialization(settings, &mut instance)?;
        let signal = |((name, course), middle): (&'a (String, Course), &f64)| match course {
            Course::Adversarial(amplitude) => {
                Signal::Adversarial(Box::new(Adversary::new(campaign.seed, name, *middle, *amplitude)))
            }
            Course::Given(values) => Signal::Given(values),
        };
        let signals = campaign.inputs.iter().zip(&values).map(signal).collect();
        Ok(Self { instance, inputs, signals, values, start, step: campaign.step })
    }

    /// One step; how long it took, in ns.
    fn step(&mut self, number: u32) -> Result<u32, Error> {
        for (value, signal) in self.values.iter_mut().zip(&mut self.signals) {
            match signal {
                Signal::Adversarial(adversary) => *value = adversary.next(),
                Signal::Given(values) => *value = values.get(number as usize).copied().unwrap_or(*value),
            }
        }
        self.instance.set_reals(&self.inputs, &self.values)?;
        let time = self.start + self.step * f64::from(number);
        let clock = Instant::now();
        self.instance.do_step(time, self.step)?;
        Ok(u32::try_from(clock.elapsed().as_nanos()).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_have_their_median_their_percentile_and_their_largest() {
        let costs = Costs::of((1..=2000).rev().collect());
        assert_eq!(costs, Costs { steps: 2000, median: 1001, percentile_99_9: 1999, largest: 2000 });
        assert_eq!(Costs::of(Vec::new()), Costs::default());
    }
}
