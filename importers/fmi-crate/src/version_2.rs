//! FMI 2.0.

use crate::{Result, Slave};
use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common, InstanceCS};
use fmi::traits::FmiImport;

pub fn open(path: &str) -> Result<Fmi2Import> {
    Ok(fmi::import::from_path(path)?)
}

pub fn instantiate(import: &Fmi2Import) -> Result<InstanceCS> {
    Ok(import.instantiate_cs("slave", false, true)?)
}

/// Value reference of the variable called `name`.
pub fn reference(import: &Fmi2Import, name: &str) -> Option<u32> {
    let variables = &import.model_description().model_variables.variables;
    variables.iter().find(|variable| variable.name == name).map(|variable| variable.value_reference)
}

impl Slave for InstanceCS {
    fn set(&mut self, references: &[u32], values: &[f64]) -> Result<()> {
        self.set_real(references, values)?;
        Ok(())
    }

    fn get(&mut self, reference: u32) -> Result<f64> {
        let mut value = [f64::NAN];
        self.get_real(&[reference], &mut value)?;
        Ok(value[0])
    }

    fn initialize(&mut self) -> Result<()> {
        self.setup_experiment(None, 0.0, None)?;
        self.enter_initialization_mode()?;
        self.exit_initialization_mode()?;
        Ok(())
    }

    fn step(&mut self, start: f64, length: f64) -> Result<()> {
        self.do_step(start, length, true)?;
        Ok(())
    }

    fn terminate(&mut self) -> Result<()> {
        Common::terminate(self)?;
        Ok(())
    }
}
