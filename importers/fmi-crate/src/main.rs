//! Runs a Co-Simulation FMU with the crate `fmi`: `fmi-crate-importer FMU`.
//!
//! Standard input: a line of `name=value` parameters, a line of input names, then for each step a line with the
//! communication point, the step and the values of the inputs. Standard output: the position before the first step and
//! after each.

mod version_2;
mod version_3;

use fmi::import::peek_descr_path;
use std::error::Error;
use std::io::{BufRead, Lines, StdinLock, Write, stdin, stdout};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An instance of either version of FMI.
trait Slave {
    fn set(&mut self, references: &[u32], values: &[f64]) -> Result<()>;
    fn get(&mut self, reference: u32) -> Result<f64>;
    /// From instantiated to step mode.
    fn initialize(&mut self) -> Result<()>;
    fn step(&mut self, start: f64, length: f64) -> Result<()>;
    fn terminate(&mut self) -> Result<()>;
}

fn main() -> Result<()> {
    let path = std::env::args().nth(1).ok_or("usage: fmi-crate-importer FMU")?;
    let lines = stdin().lock().lines();
    if peek_descr_path(&path)?.fmi_version.starts_with("3.") {
        let import = version_3::open(&path)?;
        let slave = version_3::instantiate(&import)?;
        return run(slave, |name| version_3::reference(&import, name), lines);
    }
    let import = version_2::open(&path)?;
    let slave = version_2::instantiate(&import)?;
    run(slave, |name| version_2::reference(&import, name), lines)
}

fn run(mut slave: impl Slave, find: impl Fn(&str) -> Option<u32>, mut lines: Lines<StdinLock<'static>>) -> Result<()> {
    let reference = |name: &str| find(name).ok_or_else(|| format!("the FMU has no variable {name}"));
    let mut line = || -> Result<String> { Ok(lines.next().ok_or("the input ends before its first step")??) };
    for pair in line()?.split_whitespace() {
        let (name, value) = pair.split_once('=').ok_or_else(|| format!("{pair} is not name=value"))?;
        slave.set(&[reference(name)?], &[value.parse()?])?;
    }
    let inputs = line()?.split_whitespace().map(reference).collect::<std::result::Result<Vec<u32>, String>>()?;
    let position = reference("position")?;
    slave.initialize()?;
    let mut out = stdout().lock();
    // The shortest text that reads back to the same number.
    writeln!(out, "{}", slave.get(position)?)?;
    for line in lines {
        step(&mut slave, &inputs, &numbers(&line?)?)?;
        writeln!(out, "{}", slave.get(position)?)?;
    }
    slave.terminate()
}

fn numbers(line: &str) -> Result<Vec<f64>> {
    line.split_whitespace().map(|number| Ok(number.parse()?)).collect()
}

/// One step; `numbers` are the communication point, the step and the inputs.
fn step(slave: &mut impl Slave, inputs: &[u32], numbers: &[f64]) -> Result<()> {
    let [start, length, values @ ..] = numbers else {
        return Err("a step needs its start and its length".into());
    };
    slave.set(inputs, values)?;
    slave.step(*start, *length)
}
