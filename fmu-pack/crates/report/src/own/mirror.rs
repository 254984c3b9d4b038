//! The mirror image: what is negated goes in, what is negated must come out, to the bit.

use super::{Own, Way, section};
use crate::Error;
use crate::lab::Trace;
use crate::section::{Section, Statement};
use fmu_import::interface::{Interface, Variable};
use fmu_output::number;
use fmu_simulation::input::heading;

/// Start values that have a direction.
const STARTS: [&str; 4] =
    ["position_start", "velocity_start", "friction.bristle_deflection_start", "pressure_step.force_amplitude"];
/// Outputs that have one.
const OUTPUTS: [&str; 7] =
    ["position", "velocity", "acceleration", "friction_torque", "friction_force", "friction_regime", "end_stop"];

pub(super) fn section_of(own: &Own) -> Result<Section, Error> {
    let statement = Statement::requirement("negated inputs and start values give the negated motion, to the bit");
    let statement = match mirrored(own) {
        Err(reason) => statement.not_run(reason),
        Ok(way) => {
            let (base, image) = (own.run(Way::default())?, own.run(way)?);
            let compared: Vec<&str> = OUTPUTS.into_iter().filter(|name| !base.column(name).is_empty()).collect();
            let differing: Vec<&str> = compared.iter().copied().filter(|name| !is_image(&base, &image, name)).collect();
            let found = if differing.is_empty() {
                format!("{} outputs are mirrored", compared.len())
            } else {
                format!("{} are not", differing.join(", "))
            };
            statement.is(differing.is_empty(), found)
        }
    };
    let agreement = statement.found.clone();
    let about = "Commands, loads, start values and end stops with the other sign; the supply as it is.";
    Ok(Section { agreement, ..section("Mirror image", "itself", about, vec![statement]) })
}

/// Both zeros are the same here: the negative of a zero that was computed as a difference is the other one.
fn is_image(base: &Trace, image: &Trace, name: &str) -> bool {
    base.column(name).iter().zip(image.column(name)).all(|(value, image)| *value == -*image)
}

/// What is set for the mirror image. Error: why there is none.
fn mirrored(own: &Own) -> Result<Way, String> {
    let interface = own.interface();
    let find = |name: &str| interface.find(name);
    if find("position").is_none() {
        let why = if own.has_elements() {
            "the FMU has several bodies: their mirror image is another configuration"
        } else {
            "the FMU has no output called position"
        };
        return Err(why.to_string());
    }
    let mut settings = Vec::new();
    let mut set = |name: &str, value: f64| match find(name).map(|variable| variable.causality) {
        Some("parameter" | "input") => {
            settings.push((name.to_string(), number(value)));
            Ok(())
        }
        Some(_) if value != 0.0 => Err(format!("{name} is frozen in the FMU")),
        Some(_) | None => Ok(()),
    };
    for name in STARTS.into_iter().chain(constant_inputs(&own.names, interface)) {
        let value = own.parameter(name).unwrap_or(0.0);
        if value != 0.0 {
            set(name, -value)?;
        }
    }
    let (lower, upper) = (own.parameter("travel.lower"), own.parameter("travel.upper"));
    if let Some((lower, upper)) = lower.zip(upper).filter(|(lower, upper)| *lower != -*upper) {
        set("travel.lower", -upper)?;
        set("travel.upper", -lower)?;
    }
    let sign = signs(&own.names, interface);
    let mut rows = own.rows.clone();
    rows.iter_mut().for_each(|row| row.values.iter_mut().zip(&sign).for_each(|(value, sign)| *value *= sign));
    Ok(Way { settings, rows: Some(rows), ..Way::default() })
}

/// Inputs that have a direction and follow no signal: they keep the value that is set, or their start value.
fn constant_inputs<'a>(headings: &[String], interface: &'a Interface) -> impl Iterator<Item = &'a str> {
    let driven: Vec<&str> = headings.iter().map(|text| heading::name(text, interface)).collect();
    let is_constant = move |input: &&Variable| has_direction(input) && !driven.contains(&&*input.name);
    interface.with_causality("input").filter(is_constant).map(|input| &*input.name)
}

fn has_direction(variable: &&Variable) -> bool {
    matches!(&*variable.unit, "rad" | "m" | "N.m" | "N")
}

/// -1 for signals that have a direction, 1 for others. A heading may have a unit behind the name.
fn signs(headings: &[String], interface: &Interface) -> Vec<f64> {
    let is_negated = |text: &String| interface.find(heading::name(text, interface)).filter(has_direction).is_some();
    headings.iter().map(|text| if is_negated(text) { -1.0 } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_with_a_unit_of_its_own_is_negated_as_one_without() {
        let model = model_description::models::all().into_iter().find(|model| model.identifier == "ServoActuator");
        let description = model_description::write(&model_description::describe(&model.unwrap()));
        let interface = Interface::read(&description).unwrap();
        let headings = ["command", "command [deg]", "load_torque [kN.m]", "supply_pressure", "supply_pressure [MPa]"];
        assert_eq!(signs(&headings.map(String::from), &interface), [-1.0, -1.0, -1.0, 1.0, 1.0]);
        let constant = |headings: &[&str]| -> Vec<&str> {
            let headings: Vec<String> = headings.iter().map(ToString::to_string).collect();
            constant_inputs(&headings, &interface).collect()
        };
        assert_eq!(constant(&["command [deg]"]), ["load_torque"], "the supply has no direction");
        assert!(constant(&["load_torque [kN.m]", "command"]).is_empty());
    }
}
