//! What a bristle law does before it slips: the hysteresis of small motion, and breakaway the faster the effort grows.

use super::bench::Value;
use super::sliding::{read, slip_deflection, with_free_travel};
use super::{Bench, Error};
use fmu_import::library::{Instance, Line};
use fmu_simulation::Setting;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Largest effort of the cycles over the Coulomb level: near enough to slip that the loop opens.
const CYCLE: f64 = 0.95;
/// Quarter cycles, and steps of each: the first loads, the others go round two loops.
const QUARTERS: u32 = 9;
const STEPS: u32 = 150;
/// Period of a cycle over that of the free vibration on the bristles: slow enough for inertia not to matter.
const SLOWNESS: f64 = 400.0;
/// Duration from zero effort to the static level over the period of the free vibration, from slow to fast.
const DURATIONS: (f64, f64) = (3000.0, 0.6);
/// Number of rates.
const RATES: u32 = 49;
/// Steps from zero effort to the static level.
const RAMP: f64 = 4000.0;
/// The body has slipped when it moved so many times the deflection of the bristles.
const SLIPPED: f64 = 20.0;
/// Steps after which a body that does not move is given up: no spring or motor is that stiff.
const MOST_STEPS: u32 = 100_000;

const VISCOUS: &str = "viscous_coefficient";

/// Behaviour before slip. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Presliding {
    /// Position and friction under a slow cyclic effort below slip.
    pub cycle: Vec<(f64, f64)>,
    /// Rate of the effort, and the largest friction before slip.
    pub breakaway: Vec<(f64, f64)>,
}

pub(super) fn measure(bench: &Bench<'_>, law: &str) -> Result<Presliding, Error> {
    Ok(Presliding { cycle: cycle(bench, law)?, breakaway: breakaway(bench, law)? })
}

/// Period of the free vibration on the bristles, in s.
fn vibration(bench: &Bench<'_>) -> Result<f64, Error> {
    Ok(TAU * (bench.value(bench.names().inertia)? / bench.value("friction.bristle_stiffness")?).sqrt())
}

/// The body at rest in the middle, without any effort but the drive's; `viscous` damps it where that is not frozen.
fn at_rest(bench: &Bench<'_>, law: &str, viscous: Option<f64>) -> Result<Vec<Setting>, Error> {
    let has = |name: &str| bench.interface().find(name).is_some();
    let mut values: Vec<Value<'_>> = vec![("velocity_start", 0.0), ("position_start", 0.0), (bench.names().drive, 0.0)];
    let others = ["command", "load_torque", "supply_pressure", "pressure_step.force_amplitude"];
    values.extend(others.into_iter().filter(|name| has(name)).map(|name| (name, 0.0)));
    let is_free = bench.variable(VISCOUS)?.causality == "parameter";
    values.extend(viscous.filter(|_| is_free).map(|value| (VISCOUS, value)));
    bench.settings(law, &with_free_travel(bench, &values, 1e3)?)
}

/// Viscous friction slows the body without changing how friction depends on position: it keeps the body, which has
/// next to no damping on its bristles, from ringing at each turn.
fn critical_damping(bench: &Bench<'_>) -> Result<f64, Error> {
    Ok(2.0 * (bench.value(bench.names().inertia)? * bench.value("friction.bristle_stiffness")?).sqrt())
}

fn cycle(bench: &Bench<'_>, law: &str) -> Result<Vec<(f64, f64)>, Error> {
    let amplitude = CYCLE * bench.value(bench.names().coulomb)?;
    let quarter = SLOWNESS * vibration(bench)? / 4.0;
    let step = quarter / f64::from(STEPS);
    let mut run = Ramp::new(bench, law, Some(critical_damping(bench)?))?;
    let mut points = vec![run.point()?];
    for index in 0..QUARTERS {
        let slope = if matches!(index % 4, 0 | 3) { amplitude } else { -amplitude } / quarter;
        for _ in 0..STEPS {
            run.advance(slope, step)?;
            points.push(run.point()?);
        }
    }
    Ok(points)
}

fn breakaway(bench: &Bench<'_>, law: &str) -> Result<Vec<(f64, f64)>, Error> {
    let level = bench.value(bench.names().coulomb)? * bench.value("friction.static_ratio")?;
    let (slowest, fastest) = DURATIONS;
    let duration = |index: u32| slowest * (fastest / slowest).powf(f64::from(index) / f64::from(RATES - 1));
    let vibration = vibration(bench)?;
    (0..RATES).map(|index| largest_friction(bench, law, level / (duration(index) * vibration), level)).collect()
}

/// Rate, and the largest friction while the effort grows at that rate from zero until the body has slipped.
fn largest_friction(bench: &Bench<'_>, law: &str, rate: f64, level: f64) -> Result<(f64, f64), Error> {
    let slipped = SLIPPED * slip_deflection(bench, law)?;
    let step = level / rate / RAMP;
    let mut run = Ramp::new(bench, law, None)?;
    let mut largest: f64 = 0.0;
    for _ in 0..MOST_STEPS {
        run.advance(rate, step)?;
        let (position, friction) = run.point()?;
        largest = largest.max(friction);
        if position > slipped {
            break;
        }
    }
    Ok((rate, largest))
}

/// A run with the drive as linear pieces.
struct Ramp<'a> {
    bench: &'a Bench<'a>,
    law: &'a str,
    instance: Instance<'a>,
    time: f64,
    effort: f64,
    /// For taking viscous friction out of the friction output; zero where it is not in it.
    viscous: f64,
}

impl<'a> Ramp<'a> {
    fn new(bench: &'a Bench<'a>, law: &'a str, viscous: Option<f64>) -> Result<Self, Error> {
        let instance = bench.start(law, &at_rest(bench, law, viscous)?)?;
        let viscous = if bench.names().is_viscous { read(bench, law, &instance, VISCOUS)? } else { 0.0 };
        Ok(Self { bench, law, instance, time: 0.0, effort: 0.0, viscous })
    }

    /// One step while the effort grows with `slope`.
    fn advance(&mut self, slope: f64, step: f64) -> Result<(), Error> {
        let names = self.bench.names();
        let reference = self.bench.variable(names.drive)?.reference;
        let (begin, end) = (names.sign * self.effort, names.sign * (self.effort + slope * step));
        let mut go = || {
            self.instance.set_reals(&[reference], &[begin])?;
            self.instance.set_input_lines(&[Line { reference, begin, end }], step)?;
            self.instance.do_step(self.time, step)
        };
        go().map_err(|source| Error::Call { law: self.law.to_string(), source })?;
        self.time += step;
        self.effort += slope * step;
        Ok(())
    }

    /// Position and dry friction.
    fn point(&self) -> Result<(f64, f64), Error> {
        let value = |name| read(self.bench, self.law, &self.instance, name);
        let friction = value(self.bench.names().friction)? - self.viscous * value("velocity")?;
        Ok((value("position")?, friction))
    }
}
