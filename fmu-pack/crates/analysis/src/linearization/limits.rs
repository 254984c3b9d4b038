//! Signals of a servo that are at their limits, where its loop is open.

use super::Error;
use super::point::Signals;
use super::probe::Probe;
use fmu_output::number;

/// Outputs that saturate, and the parameters that say where.
const SATURATING: [(&str, &str); 3] = [
    ("current", "controller.current_limit"),
    ("flapper_position", "servovalve.flapper_travel"),
    ("spool_position", "servovalve.spool_travel"),
];

/// One clause for each signal that is at its limit where the probe is.
pub(crate) fn reached(signals: &Signals<'_>, probe: &mut Probe<'_>) -> Result<Vec<String>, Error> {
    let mut reached = Vec::new();
    for output in &signals.outputs {
        let Some((prefix, limit)) = limit_of(&output.name) else { continue };
        let Some(limit) = signals.interface.find(&format!("{prefix}{limit}")) else { continue };
        let [value, most] = [output.place(), limit.place()].map(|place| probe.value(&place));
        let (value, most) = (value?, most?);
        if value.abs() >= most {
            let (name, unit) = (&output.name, &output.unit);
            reached.push(format!("{name} = {} {unit} is at its limit, {}", number(value), limit.name));
        }
    }
    Ok(reached)
}

/// What stands before the name of an output that saturates, and the parameter.
fn limit_of(output: &str) -> Option<(&str, &'static str)> {
    SATURATING.iter().find_map(|(name, limit)| {
        let prefix = output.strip_suffix(name)?;
        (prefix.is_empty() || prefix.ends_with('.')).then_some((prefix, *limit))
    })
}
