//! Which regime is taken, and parameters without friction.

use super::point::{OperatingPoint, Signals};
use super::{Error, Regime, Wanted};
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_simulation::Setting;

/// The regime, with the reason.
pub(crate) fn choose(signals: &Signals<'_>, point: &OperatingPoint, wanted: Wanted) -> Result<(Regime, String), Error> {
    let velocities = signals.body_velocities();
    let moving = velocities.iter().map(|place| &point.states[*place]).find(|(_, value)| *value != 0.0);
    let has_friction = signals.interface.variables.iter().any(is_level);
    let time = point.time;
    match (wanted.regime, moving) {
        (Some(regime @ (Regime::Sliding | Regime::Stuck | Regime::WithoutFriction)), _) if !has_friction => {
            Err(Error::NoFriction { regime: regime.name() })
        }
        (Some(Regime::AsIs), _) => Ok((Regime::AsIs, "asked for".to_string())),
        (None, _) if !has_friction => {
            Ok((Regime::AsIs, "the FMU has no parameter friction.coulomb_torque or friction.coulomb_force".to_string()))
        }
        (Some(Regime::WithoutFriction), _) => Ok((
            Regime::WithoutFriction,
            "asked for: Coulomb friction is set to 0 and efficiencies to 1 for the linearization".to_string(),
        )),
        (Some(Regime::Stuck), Some((signal, value))) => {
            Err(Error::Moves { time, name: signal.name.clone(), value: *value })
        }
        (Some(Regime::Stuck), None) => Ok((
            Regime::Stuck,
            format!(
                "asked for: at {time} s all bodies rest, and friction holds those that it acts on against small changes"
            ),
        )),
        (Some(Regime::Sliding), None) if velocities.len() > 1 => Err(Error::Rest { time, count: velocities.len() }),
        (Some(Regime::Sliding), None) => Ok((
            Regime::Sliding,
            format!("asked for: at {time} s the body rests; it is taken to slide forward, as slowly as can be"),
        )),
        (Some(Regime::Sliding), Some(_)) => Ok((Regime::Sliding, format!("asked for, and the body moves at {time} s"))),
        (None, Some((signal, value))) => {
            Ok((Regime::Sliding, format!("at {time} s the body moves: {} is {value}", signal.name)))
        }
        (None, None) => Ok((
            Regime::WithoutFriction,
            format!(
                "at {time} s all bodies rest, and what friction holds would not move in the linear system (--regime stuck shows \
                 that one): Coulomb friction is set to 0 and efficiencies to 1 for the linearization"
            ),
        )),
    }
}

/// The level of a contact.
fn is_level(variable: &Variable) -> bool {
    ["friction.coulomb_torque", "friction.coulomb_force"].iter().any(|level| variable.name.ends_with(level))
}

/// Coulomb friction of zero, and transmissions that lose nothing.
pub(crate) fn switched_off(interface: &Interface) -> Result<Vec<Setting>, Error> {
    let mut settings = Vec::new();
    for variable in &interface.variables {
        let Some(value) = without_friction(variable) else { continue };
        if variable.causality != "parameter" {
            // What is constant and has no friction is as it should be.
            if variable.start_number() == value.parse().ok() {
                continue;
            }
            let (model, name) = (interface.model_name.clone(), variable.name.clone());
            return Err(Error::Frozen { model, name });
        }
        settings.push(Setting::new(&variable.name, value, interface)?);
    }
    Ok(settings)
}

fn without_friction(variable: &Variable) -> Option<&'static str> {
    let ends = |end: &str| variable.name.ends_with(end);
    if is_level(variable) {
        return Some("0");
    }
    if ends("efficiency_opposing") || ends("efficiency_aiding") {
        return Some("1");
    }
    match &variable.kind {
        // The law by its number is left to the enumeration, which is that of Coulomb.
        Kind::Integer if ends("friction.law_number") => Some("0"),
        Kind::Enumeration(items) if ends("friction.law") && items.iter().any(|item| item.value == 1) => Some("1"),
        _ => None,
    }
}
