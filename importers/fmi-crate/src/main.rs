//! Runs a Co-Simulation FMU with the crate `fmi`: `fmi-crate-importer FMU`.
//!
//! Standard input: a line of `name=value` parameters, a line of input names, then for each step a line with the
//! communication point, the step and the values of the inputs. Standard output: the position before the first step and
//! after each.

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common, InstanceCS};
use fmi::import::from_path;
use fmi::traits::FmiImport;
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let path = std::env::args().nth(1).ok_or("usage: fmi-crate-importer FMU")?;
    let import: Fmi2Import = from_path(path)?;
    let mut lines = stdin().lock().lines();
    let mut line = || -> Result<String> { Ok(lines.next().ok_or("the input ends before its first step")??) };
    let parameters = parameters(&import, &line()?)?;
    let inputs = line()?.split_whitespace().map(|name| reference(&import, name)).collect::<Result<Vec<u32>>>()?;
    let position = [reference(&import, "position")?];
    let mut slave = import.instantiate_cs("slave", false, true)?;
    initialize(&mut slave, &parameters)?;
    let mut out = stdout().lock();
    print(&mut slave, &position, &mut out)?;
    for line in lines {
        step(&mut slave, &inputs, &numbers(&line?)?)?;
        print(&mut slave, &position, &mut out)?;
    }
    slave.terminate()?;
    Ok(())
}

/// Value reference of the variable called `name`.
fn reference(import: &Fmi2Import, name: &str) -> Result<u32> {
    let variables = &import.model_description().model_variables.variables;
    let variable = variables.iter().find(|variable| variable.name == name);
    Ok(variable.ok_or_else(|| format!("the FMU has no variable {name}"))?.value_reference)
}

fn parameters(import: &Fmi2Import, line: &str) -> Result<Vec<(u32, f64)>> {
    let parameter = |pair: &str| {
        let (name, value) = pair.split_once('=').ok_or_else(|| format!("{pair} is not name=value"))?;
        Ok((reference(import, name)?, value.parse()?))
    };
    line.split_whitespace().map(parameter).collect()
}

fn initialize(slave: &mut InstanceCS, parameters: &[(u32, f64)]) -> Result<()> {
    slave.setup_experiment(None, 0.0, None)?;
    for &(reference, value) in parameters {
        slave.set_real(&[reference], &[value])?;
    }
    slave.enter_initialization_mode()?;
    slave.exit_initialization_mode()?;
    Ok(())
}

fn numbers(line: &str) -> Result<Vec<f64>> {
    line.split_whitespace().map(|number| Ok(number.parse()?)).collect()
}

/// One step; `numbers` are the communication point, the step and the inputs.
fn step(slave: &mut InstanceCS, inputs: &[u32], numbers: &[f64]) -> Result<()> {
    let [start, length, values @ ..] = numbers else {
        return Err("a step needs its start and its length".into());
    };
    slave.set_real(inputs, values)?;
    slave.do_step(*start, *length, true)?;
    Ok(())
}

fn print(slave: &mut InstanceCS, position: &[u32; 1], out: &mut impl Write) -> Result<()> {
    let mut value = [f64::NAN];
    slave.get_real(position, &mut value)?;
    // The shortest text that reads back to the same number.
    Ok(writeln!(out, "{}", value[0])?)
}
