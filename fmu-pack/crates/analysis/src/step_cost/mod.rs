//! What a communication step costs on this machine: a campaign of adversarial inputs, timed step by step.
//!
//! ```text
//! PASSES times  with solver.real_time, each step timed: the least of its times is the cost of a step; which steps were bridged
//! once          with solver.real_time and without, side by side: how far the outputs are apart
//! ```
//!
//! All of these go on by [`BLOCK`] steps, one after the other, so that no more steps than these are kept.
//!
//! The least of several times is that without what other processes took. The worst case that was measured is the largest cost of all
//! steps; where something was bridged, a step has spent all the work that it may.

mod adversary;
mod histogram;

use super::response::{Error, variable};
use adversary::Adversary;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_import::library::{Identity, Instance, Library, Reference};
use fmu_simulation::Setting;
use histogram::Histogram;
use serde::{Deserialize, Serialize};
use std::ops::Range;
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
    /// The same with all events located, to compare with; none where nothing is compared.
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

/// Steps that one instance takes before the next one takes them.
const BLOCK: u32 = 10_000;
/// Of an FMU of which there is one instance at a time: it takes all steps before the next one is made.
const ONLY_ONCE: &str = "canBeInstantiatedOnlyOncePerProcess";

/// Runs a campaign.
pub fn measure(fmu: &Fmu, library: &Library, campaign: &Campaign) -> Result<StepCost, Error> {
    let offer = fmu.interface().co_simulation.as_ref().ok_or(Error::NoCoSimulation)?;
    let is_only_once = offer.capabilities.iter().any(|capability| capability == ONLY_ONCE);
    let block = if is_only_once { campaign.steps } else { BLOCK };
    let mut compared = match &campaign.exact {
        Some(exact) => Some(Compared::new(fmu, library, campaign, exact)?),
        None => None,
    };
    let mut timed = Timed::new(fmu, library, campaign);
    let (mut all, mut bridged) = (Histogram::new(), Histogram::new());
    let (mut largest, mut largest_at) = (0, 0);
    let mut begin = 0;
    while begin < campaign.steps {
        let block = begin..campaign.steps.min(begin.saturating_add(block));
        timed.run(block.clone())?;
        for (number, &(cost, is_bridged)) in block.clone().zip(&timed.costs) {
            all.count(cost);
            if is_bridged {
                bridged.count(cost);
            }
            if cost > largest {
                (largest, largest_at) = (cost, number);
            }
        }
        if let Some(compared) = &mut compared {
            compared.run(block.clone())?;
        }
        begin = block.end;
    }
    Ok(StepCost {
        all: all.costs(),
        bridged: bridged.costs(),
        bridged_time: timed.bridged_time,
        largest_at: start_of(fmu) + campaign.step * f64::from(largest_at),
        differences: compared.map(|compared| compared.differences).unwrap_or_default(),
    })
}

/// The runs that are timed.
struct Timed<'a> {
    fmu: &'a Fmu,
    library: &'a Library,
    campaign: &'a Campaign,
    /// Of each pass its instance, while it has steps ahead.
    runs: Vec<Option<Run<'a>>>,
    bridging: Option<Reference>,
    bridged_time: f64,
    /// Of each step of the last block what it costs, and whether something was bridged in it.
    costs: Vec<(u32, bool)>,
}

impl<'a> Timed<'a> {
    fn new(fmu: &'a Fmu, library: &'a Library, campaign: &'a Campaign) -> Self {
        let runs = (0..campaign.passes.max(1)).map(|_| None).collect();
        let bridging = fmu.interface().find(BRIDGED_TIME).map(|variable| variable.reference);
        Self { fmu, library, campaign, runs, bridging, bridged_time: 0.0, costs: Vec::new() }
    }

    /// The steps of a block, in each pass.
    fn run(&mut self, block: Range<u32>) -> Result<(), Error> {
        self.costs.clear();
        self.costs.resize(block.len(), (u32::MAX, false));
        for pass in 0..self.runs.len() {
            let mut run = match self.runs[pass].take() {
                Some(run) => run,
                None => Run::new(self.fmu, self.library, self.campaign, &self.campaign.settings)?,
            };
            for (number, (least, is_bridged)) in block.clone().zip(&mut self.costs) {
                *least = (*least).min(run.step(number)?);
                if let Some(bridging) = self.bridging.filter(|_| pass == 0) {
                    let before = std::mem::replace(&mut self.bridged_time, run.value(bridging)?);
                    *is_bridged = before != self.bridged_time;
                }
            }
            self.runs[pass] = (block.end < self.campaign.steps).then_some(run);
        }
        Ok(())
    }
}

/// Two runs that are not timed: with a bound, and with all events located.
struct Compared<'a> {
    pair: [Run<'a>; 2],
    references: Vec<Reference>,
    values: [Vec<f64>; 2],
    differences: Vec<Difference>,
}

impl<'a> Compared<'a> {
    fn new(fmu: &Fmu, library: &'a Library, campaign: &'a Campaign, exact: &[Setting]) -> Result<Self, Error> {
        let run = |settings: &[Setting]| Run::new(fmu, library, campaign, settings);
        let outputs = outputs(fmu);
        let difference = |output: &&Variable| Difference {
            name: output.name.clone(),
            unit: output.unit.clone(),
            largest: 0.0,
            size: 0.0,
        };
        Ok(Self {
            pair: [run(&campaign.settings)?, run(exact)?],
            references: outputs.iter().map(|output| output.reference).collect(),
            values: [vec![0.0; outputs.len()], vec![0.0; outputs.len()]],
            differences: outputs.iter().map(difference).collect(),
        })
    }

    fn run(&mut self, block: Range<u32>) -> Result<(), Error> {
        for number in block {
            for (run, values) in self.pair.iter_mut().zip(&mut self.values) {
                run.step(number)?;
                run.instance.get_reals(&self.references, values)?;
            }
            let [bounded, exact] = &self.values;
            for (difference, (bounded, exact)) in self.differences.iter_mut().zip(bounded.iter().zip(exact)) {
                difference.largest = difference.largest.max((bounded - exact).abs());
                difference.size = difference.size.max(exact.abs());
            }
        }
        Ok(())
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

    fn value(&mut self, reference: Reference) -> Result<f64, Error> {
        let mut value = [0.0];
        self.instance.get_reals(&[reference], &mut value)?;
        Ok(value[0])
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
