//! A Model Exchange instance that is put to a point and asked for derivatives there.

use super::point::{OperatingPoint, Signals, signals};
use super::{Error, LinearSystem};
use crate::linear::DMatrix;
use fmu_import::fmu::Fmu;
use fmu_import::interface::Variable;
use fmu_import::library::{Identity, Library, ModelExchange, Place, Reference};
use fmu_simulation::Setting;

pub(crate) struct Probe<'a> {
    exchange: ModelExchange<'a>,
    signals: &'a Signals<'a>,
    derivatives: Vec<Reference>,
    outputs: Vec<Reference>,
    states: Vec<Reference>,
    inputs: Vec<Reference>,
    nominals: Vec<f64>,
    has_directional_derivatives: bool,
}

/// Passes of one event iteration.
const MOST_PASSES: u32 = 1000;

impl<'a> Probe<'a> {
    /// Initialized with these settings at a point, and put there.
    pub(crate) fn new(
        fmu: &Fmu,
        library: &'a Library,
        signals: &'a Signals<'a>,
        settings: &[Setting],
        point: &OperatingPoint,
    ) -> Result<Self, Error> {
        let parameters = settings.iter().filter(|setting| !setting.is_input()).cloned();
        let settings: Vec<Setting> = parameters.chain(signals.starts(point)?).chain(signals.settings(point)?).collect();
        let offer = fmu.interface().model_exchange.as_ref().ok_or(Error::NoModelExchange)?;
        let identity = Identity { logging: false, ..fmu.identity(&offer.identifier) };
        let mut exchange = ModelExchange::new(library, &identity)?;
        let instance = exchange.instance();
        Setting::enter_initialization(&settings, instance, None, (point.time, f64::MAX))?;
        Setting::exit_initialization(&settings, instance)?;
        let references = |variables: &[&Variable]| variables.iter().map(|variable| variable.reference).collect();
        let mut probe = Self {
            exchange,
            signals,
            derivatives: references(&signals.derivatives),
            outputs: references(&signals.outputs),
            states: references(&signals.states),
            inputs: references(&signals.inputs),
            nominals: vec![1.0; signals.states.len()],
            has_directional_derivatives: offer.can("providesDirectionalDerivative")
                || offer.can("providesDirectionalDerivatives"),
        };
        // FMI 2.0 and 3.0 are both in event mode after initialization.
        probe.iterate(point.time)?;
        probe.exchange.get_nominals(&mut probe.nominals)?;
        probe.go(point)?;
        Ok(probe)
    }

    /// Sets time, inputs and states, and has the regime decided.
    pub(crate) fn go(&mut self, point: &OperatingPoint) -> Result<(), Error> {
        self.exchange.set_time(point.time)?;
        let inputs: Vec<f64> = point.inputs.iter().map(|(_, value)| *value).collect();
        self.exchange.instance().set_reals(&self.inputs, &inputs)?;
        self.exchange.set_continuous_states(&values(point))?;
        self.exchange.enter_event_mode()?;
        self.iterate(point.time)
    }

    fn iterate(&mut self, time: f64) -> Result<(), Error> {
        for _ in 0..MOST_PASSES {
            if !self.exchange.update_discrete_states()?.need_update {
                return Ok(self.exchange.enter_continuous_time_mode()?);
            }
        }
        Err(Error::EndlessEvents { time })
    }

    /// The value of a variable where it is.
    pub(crate) fn value(&mut self, place: &Place) -> Result<f64, Error> {
        Ok(self.exchange.instance().get(place)?)
    }

    /// Time derivatives of the states where it is.
    pub(crate) fn rates(&self) -> Result<Vec<f64>, Error> {
        let mut rates = vec![0.0; self.states.len()];
        self.exchange.get_derivatives(&mut rates)?;
        Ok(rates)
    }

    /// A, B, C and D where it is; true: by directional derivatives.
    pub(crate) fn jacobian(&mut self, point: &OperatingPoint) -> Result<(LinearSystem, bool), Error> {
        let (states, inputs) = (self.states.len(), self.inputs.len());
        let mut all = DMatrix::zeros(self.derivatives.len() + self.outputs.len(), states + inputs);
        for column in 0..states + inputs {
            let changes = match self.has_directional_derivatives {
                true => self.directional(column)?,
                false => self.difference(point, column)?,
            };
            all.column_mut(column).copy_from_slice(&changes);
        }
        let part = |from: (usize, usize), size: (usize, usize)| all.view(from, size).into_owned();
        let system = LinearSystem {
            states: signals(&self.signals.states),
            inputs: signals(&self.signals.inputs),
            outputs: signals(&self.signals.outputs),
            a: part((0, 0), (states, states)),
            b: part((0, states), (states, inputs)),
            c: part((states, 0), (self.outputs.len(), states)),
            d: part((states, states), (self.outputs.len(), inputs)),
        };
        Ok((system, self.has_directional_derivatives))
    }

    /// Of the derivatives and the outputs. An output that is a state or an input is not asked for: some FMUs know directional derivatives of
    /// other variables only.
    fn directional(&self, column: usize) -> Result<Vec<f64>, Error> {
        let known = self.known(column);
        let is_asked = |output: &&Reference| self.change_of_known(**output, column).is_none();
        let asked: Vec<Reference> =
            self.derivatives.iter().chain(self.outputs.iter().filter(is_asked)).copied().collect();
        let mut changes = vec![0.0; asked.len()];
        self.exchange.directional_derivative(&asked, &[known], &[1.0], &mut changes)?;
        let mut of_outputs = changes.split_off(self.derivatives.len()).into_iter();
        let change = |output: &Reference| {
            self.change_of_known(*output, column).or_else(|| of_outputs.next()).unwrap_or_default()
        };
        changes.extend(self.outputs.iter().map(change));
        Ok(changes)
    }

    fn known(&self, column: usize) -> Reference {
        self.states.iter().chain(&self.inputs).nth(column).copied().unwrap_or_default()
    }

    /// How an output that is a state or an input, by its value reference, changes with one of them: as that does.
    fn change_of_known(&self, output: Reference, column: usize) -> Option<f64> {
        let is_known = self.states.iter().chain(&self.inputs).any(|known| *known == output);
        is_known.then(|| f64::from(u8::from(output == self.known(column))))
    }

    /// Central difference of derivatives and outputs, within the regime that was decided. The step is the cube root of the
    /// precision of a double times the size of what is moved, where rounding and curvature cost the same.
    fn difference(&mut self, point: &OperatingPoint, column: usize) -> Result<Vec<f64>, Error> {
        const STEP: f64 = 6e-6;
        let states = values(point);
        let size = match column.checked_sub(states.len()) {
            None => states[column].abs().max(self.nominals[column]),
            Some(input) => point.inputs[input].1.abs().max(1e-3),
        };
        let step = STEP * size;
        let [up, down] = [step, -step].map(|move_by| self.evaluated(point, column, move_by));
        let difference = |(up, down): (&f64, &f64)| (up - down) / (2.0 * step);
        let mut changes: Vec<f64> = up?.iter().zip(&down?).map(difference).collect();
        self.evaluated(point, column, 0.0)?;
        let of_outputs = changes.split_off(self.derivatives.len()).into_iter().zip(&self.outputs);
        changes.extend(of_outputs.map(|(change, output)| self.change_of_known(*output, column).unwrap_or(change)));
        Ok(changes)
    }

    fn evaluated(&mut self, point: &OperatingPoint, column: usize, move_by: f64) -> Result<Vec<f64>, Error> {
        let mut all = values(point);
        let states = all.len();
        all.extend(point.inputs.iter().map(|(_, value)| value));
        all[column] += move_by;
        self.exchange.instance().set_reals(&self.inputs, &all[states..])?;
        self.exchange.set_continuous_states(&all[..states])?;
        let mut values = self.rates()?;
        let mut outputs = vec![0.0; self.outputs.len()];
        self.exchange.instance().get_reals(&self.outputs, &mut outputs)?;
        values.extend(outputs);
        Ok(values)
    }
}

fn values(point: &OperatingPoint) -> Vec<f64> {
    point.states.iter().map(|(_, value)| *value).collect()
}
