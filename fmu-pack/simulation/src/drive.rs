//! Puts signals on the inputs of an instance, with their derivatives where the FMU takes them.

use super::Error;
use crate::input::{Rows, Track};
use fmu_import::fmi2::Instance;
use fmu_import::interface::{Interface, Kind, Variable, nearest};

/// Signals tied to variables.
pub struct Drive {
    track: Track,
    reals: Vec<Channel>,
    integers: Vec<Channel>,
    booleans: Vec<Channel>,
    interpolates: bool,
    values: Vec<f64>,
    last: Option<Written>,
}

/// Which signal goes to which variable.
struct Channel {
    index: usize,
    reference: u32,
    name: String,
    /// Tunable parameters take values only.
    is_input: bool,
}

#[derive(PartialEq)]
struct Written {
    values: Vec<f64>,
    slopes: Vec<f64>,
}

impl Drive {
    /// Ties `rows` to the inputs and tunable parameters that they name.
    pub fn new(rows: Box<dyn Rows>, interface: &Interface) -> Result<Self, Error> {
        let track = Track::new(rows)?;
        let (mut reals, mut integers, mut booleans) = (Vec::new(), Vec::new(), Vec::new());
        for (index, name) in track.names().iter().enumerate() {
            let variable = drivable(name, interface)?;
            let is_input = variable.causality == "input";
            let channel = Channel { index, reference: variable.reference, name: name.clone(), is_input };
            match variable.kind {
                Kind::Real => reals.push(channel),
                Kind::Integer | Kind::Enumeration(_) => integers.push(channel),
                Kind::Boolean => booleans.push(channel),
                Kind::String => return Err(Error::TextSignal { name: name.clone() }),
            }
        }
        let interpolates = interface.co_simulation.as_ref().is_some_and(|offer| offer.can("canInterpolateInputs"));
        let values = vec![0.0; track.names().len()];
        Ok(Self { track, reals, integers, booleans, interpolates, values, last: None })
    }

    /// Goes to `time` and writes what has changed: values, and slopes to the right of `time`.
    pub fn write(&mut self, time: f64, snap: f64, instance: &mut Instance<'_>) -> Result<(), Error> {
        self.track.advance(time, snap)?;
        self.track.values(time, &mut self.values);
        self.write_reals(time, instance)?;
        let held = self.track.held();
        for channel in &self.integers {
            instance.set_integer(channel.reference, whole(held[channel.index], channel)?)?;
        }
        for channel in &self.booleans {
            instance.set_boolean(channel.reference, held[channel.index] != 0.0)?;
        }
        Ok(())
    }

    fn write_reals(&mut self, time: f64, instance: &mut Instance<'_>) -> Result<(), Error> {
        let values: Vec<f64> = self.reals.iter().map(|channel| self.values[channel.index]).collect();
        let inputs = || self.reals.iter().filter(|channel| channel.is_input);
        let slopes: Vec<f64> = inputs().map(|channel| self.track.slope(channel.index, time)).collect();
        let moves = self.interpolates && slopes.iter().any(|slope| *slope != 0.0);
        let written = Written { values, slopes };
        if self.last.as_ref() == Some(&written) && !moves {
            return Ok(());
        }
        let references: Vec<u32> = self.reals.iter().map(|channel| channel.reference).collect();
        instance.set_real(&references, &written.values)?;
        if moves {
            let references: Vec<u32> = inputs().map(|channel| channel.reference).collect();
            instance.set_input_derivatives(&references, &written.slopes)?;
        }
        self.last = Some(written);
        Ok(())
    }

    /// When the signals bend or step next.
    pub fn next_change(&self, time: f64) -> Option<f64> {
        self.track.next_row_time(time)
    }
}

fn drivable<'a>(name: &str, interface: &'a Interface) -> Result<&'a Variable, Error> {
    let takes = |variable: &Variable| {
        variable.causality == "input" || (variable.causality == "parameter" && variable.variability == "tunable")
    };
    if interface.find(name).is_some_and(|variable| variable.causality == "parameter" && !takes(variable)) {
        return Err(Error::FixedSignal { name: name.to_string() });
    }
    interface.find(name).filter(|variable| takes(variable)).ok_or_else(|| {
        let names = interface.variables.iter().filter(|variable| takes(variable)).map(|v| v.name.as_str());
        Error::UnknownSignal { name: name.to_string(), nearest: nearest(name, names) }
    })
}

fn whole(value: f64, channel: &Channel) -> Result<i32, Error> {
    let is_whole = value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX);
    is_whole.then_some(value as i32).ok_or_else(|| Error::NotWhole { name: channel.name.clone(), value })
}
