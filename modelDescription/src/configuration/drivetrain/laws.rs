//! Which friction laws contacts may have, told with the line of the file.

use super::super::ConfigurationError;
use super::super::document::{Document, Entry, Scalar};
use super::draft::Draft;
use crate::declaration::Element;
use crate::elements::ElementKind;
use crate::models::laws::{self, Family, FrictionLaw, LAWS};

/// Comparators that compute the motion of a single body, not a torque.
const OF_ONE_BODY: [&str; 3] = ["karnopp", "sign", "quinn"];

/// The law that an entry chooses by its name or number.
pub fn chosen(key: &str, entry: &Entry) -> Option<&'static FrictionLaw> {
    match (key, &entry.value) {
        ("friction.law", Scalar::Text(name)) => laws::law(name),
        ("friction.law_number", Scalar::Number(number)) => {
            let number: usize = number.parse().ok()?;
            LAWS.get(number.checked_sub(1)?)
        }
        _ => None,
    }
}

/// Refuses laws that an element cannot have, in its own table and in `[start]`, and names that are no law.
pub fn check(document: &Document, elements: &[Element]) -> Result<(), ConfigurationError> {
    for entry in &document.entries {
        let mut parts = entry.key.splitn(3, '.');
        let (Some(table), Some(name), Some(key)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let element = elements.iter().find(|element| element.name == name);
        let Some(element) = element else { continue };
        match (chosen(key, entry), &entry.value) {
            (Some(law), _) => {
                if let Some(problem) = refusal(element.kind, law, table == "start") {
                    return Err(document.error(entry, problem));
                }
            }
            (None, Scalar::Text(_)) if key == "friction.law" && has_law(element.kind) => {
                let is_allowed = |law: &&FrictionLaw| refusal(element.kind, law, table == "start").is_none();
                let allowed: Vec<_> = LAWS.iter().filter(is_allowed).map(|law| law.name).collect();
                return Err(document.error(entry, format!("must be one of {}, or its number", allowed.join(", "))));
            }
            (None, _) => {}
        }
    }
    Ok(())
}

/// Whether an element has a friction law.
fn has_law(kind: ElementKind) -> bool {
    use ElementKind::{BristleContact, Contact, Freewheel, LinearBristleContact, LinearContact, LinearFreewheel};
    let contacts = [Contact, LinearContact, BristleContact, LinearBristleContact, Freewheel, LinearFreewheel];
    contacts.contains(&kind)
}

fn refusal(kind: ElementKind, law: &FrictionLaw, is_in_start: bool) -> Option<&'static str> {
    let is_freewheel = matches!(kind, ElementKind::Freewheel | ElementKind::LinearFreewheel);
    let has_room = matches!(kind, ElementKind::BristleContact | ElementKind::LinearBristleContact);
    if is_freewheel && law.family != Family::Sticks {
        Some("a one-way clutch has a law that sticks: coulomb, hess_soom, stribeck or tabulated")
    } else if OF_ONE_BODY.contains(&law.name) {
        Some("karnopp, sign and quinn are algorithms for a single body, which a drivetrain does not have")
    } else if is_in_start && law.family == Family::Bristle && !has_room {
        Some("a law with bristles stands in the table of its element, not in [start]: their deflection is a state")
    } else {
        None
    }
}

/// Only gears and screws have a bearing at their second body.
pub fn check_bearing(document: &Document, draft: &Draft<'_>) -> Result<(), ConfigurationError> {
    let of_bearing = draft.entries.iter().find(|(key, _)| key.starts_with("friction_second."));
    match of_bearing {
        Some((_, entry)) if !draft.is_bearing() => {
            let problem =
                "only gears and screws have friction at the second body; elsewhere it is a [brake.*] on that body";
            Err(document.error(entry, problem))
        }
        Some(_) | None => Ok(()),
    }
}
