//! Efficiencies of screws and worm gears from the geometry of their flanks and the coefficient of friction between them.
//!
//! ```text
//! tan ρ = μ/cos α,   η_opp = tan λ/tan(λ + ρ),   η_aid = tan(λ − ρ)/tan λ
//! ```
//!
//! λ is the lead angle, on a screw also by tan λ = |lead|/(π·d) with the pitch diameter d. α is the angle of one flank in the section
//! normal to the thread: half of the angle between two flanks, on a gear the normal pressure angle. μ is the coefficient of friction while
//! the flanks slide. Source: Budynas & Nisbett, Shigley's Mechanical Engineering Design, chapters "Screws, Fasteners" (power screws) and
//! "Gears - General" (worm gearing). With α in the normal section both are exact for a rigid thread.
//!
//! Screws and gears of drivetrains have the keys in their tables. The transmission of a single body has them in one of its own, in the place
//! of `friction.efficiency_opposing` and `friction.efficiency_aiding`:
//!
//! ```toml
//! [flanks]
//! lead_angle = "3.77 deg"
//! thread_angle = "15 deg"       # or pressure_angle, which is the same by its name on gears
//! friction.coefficient = 0.12
//! ```

use std::f64::consts::FRAC_PI_2;

use super::document::{Document, Entry, Scalar};
use super::{ConfigurationError, start};
use crate::declaration::{Model, ModelKind, unit};

/// The flanks of a screw or gear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flanks {
    /// tan λ.
    pub tan_lead: f64,
    /// cos α.
    pub cos_flank: f64,
}

/// Of the product of the two tangents: that of 45 deg is a little below 1.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Flanks {
    /// Opposing and aiding, by the tangents alone: without friction both are exactly 1, and at ρ = λ the second is exactly 0.
    pub fn efficiencies(&self, coefficient: f64) -> Result<[f64; 2], String> {
        let Self { tan_lead, cos_flank } = *self;
        let tan_friction = coefficient / cos_flank;
        if tan_lead * tan_friction >= 1.0 - ROUNDING {
            let [lead, friction] = [tan_lead, tan_friction].map(|tangent| tangent.atan().to_degrees());
            return Err(format!(
                "makes a friction angle of {friction:.3} deg, with the lead angle of {lead:.3} deg 90 deg or more, where the first cannot \
                 drive the second; here it must be less than {:.4}",
                cos_flank / tan_lead
            ));
        }
        let opposing = tan_lead * (1.0 - tan_lead * tan_friction) / (tan_lead + tan_friction);
        let aiding = (tan_lead - tan_friction) / (tan_lead * (1.0 + tan_lead * tan_friction));
        if aiding.is_finite() {
            Ok([opposing, aiding])
        } else {
            Err("is so large beside the lead angle that the efficiencies are no numbers".to_owned())
        }
    }
}

/// An angle below 90 deg; 0 is allowed of flanks.
pub fn angle(document: &Document, entry: &Entry, zero_is_allowed: bool) -> Result<f64, ConfigurationError> {
    let value = start::real(unit::ANGLE, document, entry)?;
    if (value > 0.0 || (zero_is_allowed && value == 0.0)) && value < FRAC_PI_2 {
        return Ok(value);
    }
    let least = if zero_is_allowed { "at least" } else { "greater than" };
    let hint = if matches!(entry.value, Scalar::Number(_)) { "; a number without a unit is in rad" } else { "" };
    Err(document.error(entry, format!("must be {least} 0 and less than 90 deg{hint}")))
}

/// What the keys of the table begin with.
pub const TABLE: &str = "flanks.";
const LEAD_ANGLE: &str = "flanks.lead_angle";
/// Two names of one angle.
const FLANK_ANGLES: [&str; 2] = ["flanks.thread_angle", "flanks.pressure_angle"];
const COEFFICIENT: &str = "flanks.friction.coefficient";
/// What follows from them, opposing and aiding.
pub const EFFICIENCIES: [&str; 2] = ["friction.efficiency_opposing", "friction.efficiency_aiding"];
/// All of them, as a clause.
const WORDS: &str = "lead_angle, thread_angle (or pressure_angle) and friction.coefficient";

/// Whether a key is one of this table, of a model that may have it.
pub fn is_key(model: &Model, key: &str) -> bool {
    let has_transmission = match model.kind {
        ModelKind::MotionTransmission | ModelKind::ServoActuator => true,
        ModelKind::HydraulicActuator | ModelKind::Drivetrain => false,
    };
    has_transmission && key.starts_with(TABLE)
}

/// Gives the transmission of a single body the efficiencies of its flanks, if it has such; tells them with their coefficient of friction.
pub fn apply(model: &mut Model, document: &Document) -> Result<Option<(Flanks, f64)>, ConfigurationError> {
    let mut entries = document.entries.iter().filter(|entry| is_key(model, &entry.key));
    let Some(first) = entries.clone().next() else { return Ok(None) };
    let is_known = |key: &str| [LEAD_ANGLE, COEFFICIENT].contains(&key) || FLANK_ANGLES.contains(&key);
    if let Some(entry) = entries.find(|entry| !is_known(&entry.key)) {
        return Err(document.error(entry, format!("unknown key; [flanks] has {WORDS}")));
    }
    let columns = EFFICIENCIES.map(|name| name.replace("friction.", "friction.table."));
    let given = EFFICIENCIES.into_iter().chain(columns.iter().map(String::as_str));
    if let Some(entry) = given.into_iter().find_map(|name| document.get(&format!("start.{name}"))) {
        let problem =
            format!("follows from [flanks] in line {}; give either the one or the other", first.position.line);
        return Err(document.error(entry, problem));
    }
    let flank = FLANK_ANGLES.map(|key| document.get(key));
    if let [Some(_), Some(second)] = flank {
        return Err(document.error(second, "is the same angle as thread_angle; give one of the two"));
    }
    let flank = flank.into_iter().flatten().next();
    let (Some(lead), Some(flank), Some(friction)) = (document.get(LEAD_ANGLE), flank, document.get(COEFFICIENT)) else {
        return Err(document.error(first, format!("is not enough; [flanks] needs {WORDS}")));
    };
    let tan_lead = angle(document, lead, false)?.tan();
    let flanks = Flanks { tan_lead, cos_flank: angle(document, flank, true)?.cos() };
    let coefficient = start::real(unit::RATIO, document, friction)?;
    if coefficient < 0.0 {
        return Err(document.error(friction, "must be at least 0"));
    }
    let efficiencies = flanks.efficiencies(coefficient).map_err(|problem| document.error(friction, problem))?;
    for (name, value) in EFFICIENCIES.into_iter().zip(efficiencies) {
        model.variables.iter_mut().filter(|known| known.name == name).for_each(|known| known.start_at(value));
    }
    Ok(Some((flanks, coefficient)))
}
