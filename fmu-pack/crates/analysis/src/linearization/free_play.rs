//! Shafts and rods that lie within their free play, where they pass no torque.

use super::Error;
use super::point::Signals;
use super::probe::Probe;
use fmu_output::number;

/// Deflections of shafts and of rods.
const DEFLECTIONS: [&str; 2] = [".twist", ".extension"];

/// One clause for each shaft or rod that is strictly within its free play where the probe is.
pub(crate) fn open(signals: &Signals<'_>, probe: &mut Probe<'_>) -> Result<Vec<String>, Error> {
    let mut open = Vec::new();
    for deflection in &signals.interface.variables {
        let Some(element) = DEFLECTIONS.iter().find_map(|ending| deflection.name.strip_suffix(ending)) else {
            continue;
        };
        // A configuration leaves out the parameters of free play that it does not use.
        let mut parameter = |name: &str| match signals.interface.find(&format!("{element}.{name}")) {
            Some(variable) => probe.value(&variable.place()),
            None => Ok(0.0),
        };
        let half = 0.5 * parameter("backlash")?;
        let (lower, upper) = (parameter("gap.lower")? - half, parameter("gap.upper")? + half);
        let value = probe.value(&deflection.place())?;
        if lower < value && value < upper {
            let unit = &deflection.unit;
            open.push(format!(
                "{} = {} {unit} is within its free play, {} to {} {unit}",
                deflection.name,
                number(value),
                number(lower),
                number(upper)
            ));
        }
    }
    Ok(open)
}
