//! FMI 3.0.

use crate::{Result, Slave};
use fmi::fmi3::import::Fmi3Import;
use fmi::fmi3::instance::InstanceCS;
use fmi::fmi3::{CoSimulation, Common, Fmi3Model, GetSet};
use fmi::traits::FmiImport;

pub fn open(path: &str) -> Result<Fmi3Import> {
    Ok(fmi::import::from_path(path)?)
}

pub fn instantiate(import: &Fmi3Import) -> Result<InstanceCS> {
    let (visible, logging, event_mode, early_return) = (false, true, false, false);
    Ok(import.instantiate_cs("slave", visible, logging, event_mode, early_return, &[])?)
}

/// Value reference of the variable called `name`.
pub fn reference(import: &Fmi3Import, name: &str) -> Option<u32> {
    let variables = &import.model_description().model_variables;
    variables.find_by_name(name).map(|variable| variable.value_reference())
}

impl Slave for InstanceCS {
    fn set(&mut self, references: &[u32], values: &[f64]) -> Result<()> {
        self.set_float64(references, values)?;
        Ok(())
    }

    fn get(&mut self, reference: u32) -> Result<f64> {
        let mut value = [f64::NAN];
        self.get_float64(&[reference], &mut value)?;
        Ok(value[0])
    }

    fn initialize(&mut self) -> Result<()> {
        self.enter_initialization_mode(None, 0.0, None)?;
        self.exit_initialization_mode()?;
        Ok(())
    }

    fn step(&mut self, start: f64, length: f64) -> Result<()> {
        let (mut event, mut terminate, mut early, mut reached) = (false, false, false, f64::NAN);
        self.do_step(start, length, true, &mut event, &mut terminate, &mut early, &mut reached)?;
        if event || terminate || early {
            return Err(format!("the step from {start} s ended at {reached} s with an event, early or for good").into());
        }
        Ok(())
    }

    fn terminate(&mut self) -> Result<()> {
        Common::terminate(self)?;
        Ok(())
    }
}
