//! What a communication step costs on this machine: a campaign of adversarial inputs, timed step by step.
//!
//! A time is that of the work, and of what interrupted it. An interrupt does not come again, and the work does: a stretch of [`STRETCH`] steps in
//! which one took longer than the dearest so far is taken again from the state at its begin, until none does or it was taken
//! [`Campaign::repetitions`] times more. Each step counts with the least of its times. So the dearest at the end is the largest least time of all steps:
//! what was not taken again took no longer. Nothing is logged meanwhile.
//!
//! Beside the run that is timed go two that are not, with `solver.real_time` and without, by [`BLOCK`] steps each: how far their outputs are apart.

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

/// Capabilities of an FMU whose steps can be taken again.
const SAVES_STATES: [&str; 2] = ["canSerializeFMUstate", "canSerializeFMUState"];

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
    /// How often a stretch is taken again at most, in which a step took longer than the dearest so far.
    pub repetitions: u32,
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
    /// The largest.
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
    /// The largest time that a step took once, with what interrupted it, in ns.
    pub largest_once: u32,
    /// Number of the steps that were taken again.
    pub repeated: u32,
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

/// Steps of the timed run before the two others take them.
const BLOCK: u32 = 10_000;
/// Steps that are taken again together.
const STRETCH: u32 = 100;

/// Runs a campaign.
pub fn measure(fmu: &Fmu, library: &Library, campaign: &Campaign) -> Result<StepCost, Error> {
    let mut compared = match &campaign.exact {
        Some(exact) => Some(Compared::new(fmu, library, campaign, exact)?),
        None => None,
    };
    let mut timed = Timed::new(fmu, library, campaign)?;
    for block in parts(0..campaign.steps, BLOCK) {
        for stretch in parts(block.clone(), STRETCH) {
            timed.run(stretch)?;
        }
        if let Some(compared) = &mut compared {
            compared.run(block)?;
        }
    }
    Ok(StepCost {
        all: timed.all.costs(),
        bridged: timed.bridged.costs(),
        bridged_time: timed.bridged_time,
        largest_at: start_of(fmu) + campaign.step * f64::from(timed.dearest.1),
        largest_once: timed.largest_once,
        repeated: timed.repeated,
        differences: compared.map(|compared| compared.differences).unwrap_or_default(),
    })
}

/// A range of steps in parts of so many.
fn parts(steps: Range<u32>, length: u32) -> impl Iterator<Item = Range<u32>> {
    let end = steps.end;
    steps.step_by(length as usize).map(move |begin| begin..end.min(begin.saturating_add(length)))
}

/// The run that is timed.
struct Timed<'a> {
    run: Run<'a>,
    /// How often a stretch may be taken again.
    repetitions: u32,
    bridging: Option<Reference>,
    bridged_time: f64,
    all: Histogram,
    bridged: Histogram,
    /// The largest least time so far, and its step.
    dearest: (u32, u32),
    largest_once: u32,
    repeated: u32,
    /// Of each step of the last stretch what it costs, and whether something was bridged in it.
    costs: Vec<(u32, bool)>,
}

impl<'a> Timed<'a> {
    fn new(fmu: &'a Fmu, library: &'a Library, campaign: &'a Campaign) -> Result<Self, Error> {
        let offer = fmu.interface().co_simulation.as_ref().ok_or(Error::NoCoSimulation)?;
        let can_repeat = SAVES_STATES.iter().any(|capability| offer.can(capability));
        Ok(Self {
            run: Run::new(fmu, library, campaign, &campaign.settings)?,
            repetitions: if can_repeat { campaign.repetitions } else { 0 },
            bridging: fmu.interface().find(BRIDGED_TIME).map(|variable| variable.reference),
            bridged_time: 0.0,
            all: Histogram::new(),
            bridged: Histogram::new(),
            dearest: (0, 0),
            largest_once: 0,
            repeated: 0,
            costs: Vec::new(),
        })
    }

    /// The steps of a stretch, with the least of their times.
    fn run(&mut self, stretch: Range<u32>) -> Result<(), Error> {
        let begin = if self.repetitions > 0 { Some(self.run.saved()?) } else { None };
        self.costs.clear();
        for number in stretch.clone() {
            let cost = self.run.step(number)?;
            let mut is_bridged = false;
            if let Some(bridging) = self.bridging {
                let before = std::mem::replace(&mut self.bridged_time, self.run.value(bridging)?);
                is_bridged = before != self.bridged_time;
            }
            self.costs.push((cost, is_bridged));
        }
        self.largest_once = self.costs.iter().fold(self.largest_once, |largest, (cost, _)| largest.max(*cost));
        let mut left = self.repetitions;
        while let Some(begin) =
            begin.as_ref().filter(|_| left > 0 && self.costs.iter().any(|(cost, _)| *cost > self.dearest.0))
        {
            self.run.restore(begin)?;
            for (number, (least, _)) in stretch.clone().zip(&mut self.costs) {
                *least = (*least).min(self.run.step(number)?);
            }
            self.repeated += stretch.len() as u32;
            left -= 1;
        }
        for (number, &(cost, is_bridged)) in stretch.zip(&self.costs) {
            self.all.count(cost);
            if is_bridged {
                self.bridged.count(cost);
            }
            if cost > self.dearest.0 {
                self.dearest = (cost, number);
            }
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
#[derive(Clone)]
enum Signal<'a> {
    Adversarial(Adversary),
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

/// Where one was.
struct Saved<'a> {
    state: Vec<u8>,
    signals: Vec<Signal<'a>>,
    values: Vec<f64>,
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
        instance.silence()?;
        let start = start_of(fmu);
        Setting::enter_initialization(settings, &mut instance, None, (start, f64::MAX))?;
        let mut values = vec![0.0; inputs.len()];
        instance.get_reals(&inputs, &mut values)?;
        Setting::exit_initialization(settings, &mut instance)?;
        let signal = |((name, course), middle): (&'a (String, Course), &f64)| match course {
            Course::Adversarial(amplitude) => {
                Signal::Adversarial(Adversary::new(campaign.seed, name, *middle, *amplitude))
            }
            Course::Given(values) => Signal::Given(values),
        };
        let signals = campaign.inputs.iter().zip(&values).map(signal).collect();
        Ok(Self { instance, inputs, signals, values, start, step: campaign.step })
    }

    fn saved(&mut self) -> Result<Saved<'a>, Error> {
        Ok(Saved { state: self.instance.save_state()?, signals: self.signals.clone(), values: self.values.clone() })
    }

    fn restore(&mut self, saved: &Saved<'a>) -> Result<(), Error> {
        self.signals.clone_from(&saved.signals);
        self.values.clone_from(&saved.values);
        Ok(self.instance.restore_state(&saved.state)?)
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
