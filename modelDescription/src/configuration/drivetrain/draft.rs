//! What a document says of each element, before it is known what the elements join.

use super::super::ConfigurationError;
use super::super::document::{Document, Entry};
use super::linear::{self, Part};
use super::{flanks, gear_table, laws};
use crate::elements::{ElementKind, Prescribes};
use crate::models::Motion;
use crate::models::laws::Family;
use crate::nearest;

/// The tables that elements have.
const TABLES: [&str; 13] = [
    "body",
    "mass",
    "brake",
    "clutch",
    "freewheel",
    "shaft",
    "rod",
    "gear",
    "screw",
    "servo",
    "motion",
    "hysteresis",
    "linear",
];

/// Tables of elements that act on one body, which the key `on` names.
const ON: [&str; 3] = ["brake", "servo", "motion"];

/// The key of a motion that is no variable.
const PRESCRIBES: &str = "prescribes";

/// The draft of the bearing at the second body of a gear.
const BEARING: &str = "bearing";

/// Longest name of an element.
const LONGEST_NAME: usize = 64;

/// Whether a key belongs to an element.
pub fn is_element(key: &str) -> bool {
    let table = key.split(['.', '[']).next().unwrap_or(key);
    TABLES.contains(&table) || table == "input" || linear::is_key(key)
}

/// The table in which a file has the element with that name.
pub fn table_of(document: &Document, name: &str) -> Option<String> {
    TABLES.iter().map(|table| format!("{table}.{name}")).find(|table| document.position(table).is_some())
}

/// The table of the file that a state comes from; a state of a linear system has the name of the system before its own.
pub fn table_with_state(document: &Document, state: &str) -> String {
    let element = state.split('.').next().unwrap_or(state);
    table_of(document, element).unwrap_or_default()
}

/// Keys that are no elements.
const GENERAL: [&str; 8] = ["name", "model", "description", "frozen", "tunable", "start", "experiment", "output"];

/// What a drivetrain may have, for messages.
pub fn allowed_keys() -> String {
    let elements = TABLES.map(|table| format!("[{table}.*]")).join(", ");
    format!(
        "name, model, description, frozen, tunable, [start], [experiment], [output], [[input]] and the elements {elements}"
    )
}

/// Refuses tables that are none, before what is in them is looked at.
pub fn check_keys(document: &Document, is_linear_system: bool) -> Result<(), ConfigurationError> {
    for entry in &document.entries {
        if is_linear_system {
            check_key_of_linear_system(document, entry)?;
            continue;
        }
        let table = entry.key.split('.').next().unwrap_or(&entry.key);
        if table == "input" || (table.starts_with("input[") && table == entry.key) {
            return Err(document.error(entry, "external torques and forces are a list: write [[input]]"));
        }
        let is_known = table.starts_with("input[") || GENERAL.contains(&table) || TABLES.contains(&table);
        if !is_known {
            let name = table.split('[').next().unwrap_or(table);
            let similar = nearest(name, TABLES.into_iter().chain(GENERAL).chain(["input"]));
            let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
            return Err(document.error(entry, format!("unknown key{hint}; allowed are {}", allowed_keys())));
        }
    }
    Ok(())
}

fn check_key_of_linear_system(document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    let key = entry.key.split(['.', '[']).next().unwrap_or(&entry.key);
    if GENERAL.contains(&key) || linear::is_key(key) {
        return Ok(());
    }
    let similar = nearest(key, linear::KEYS.into_iter().chain(GENERAL));
    let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
    let problem = format!(
        "unknown key{hint}; allowed in a LinearSystem are name, model, description, frozen, tunable, [start], [experiment], \
         [output], {}",
        linear::KEYS.join(", ")
    );
    Err(document.error(entry, problem))
}

/// One element of the file.
pub struct Draft<'a> {
    /// Its table; `input` for an external torque, `load` for what one acts on.
    pub table: &'a str,
    /// Its name.
    pub name: String,
    /// Its variables, and the entries that give their start values.
    pub entries: Vec<(String, &'a Entry)>,
    /// What it joins or acts on.
    joins: Vec<(String, &'a Entry)>,
    /// Where it begins in the file.
    pub at: &'a Entry,
    /// What it is of a linear system, or what signal it takes.
    pub part: Option<Part<'a>>,
}

/// The elements of a document in the order of the file; external torques follow the others.
pub fn drafts(document: &Document, is_linear_system: bool) -> Result<Vec<Draft<'_>>, ConfigurationError> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for entry in &document.entries {
        let Some((table, rest)) = entry.key.split_once('.') else { continue };
        if !TABLES.contains(&table) || table == "linear" {
            continue;
        }
        let (name, key) = rest.split_once('.').unwrap_or((rest, ""));
        if key.is_empty() && !matches!(entry.value, super::super::document::Scalar::Table) {
            return Err(document.error(entry, format!("must be a table: [{table}.{name}]")));
        }
        let known = drafts.iter().position(|draft| draft.table == table && draft.name == name);
        let place = match known {
            Some(place) => place,
            None => {
                check_name(document, entry, document.quoted_name(table, name).unwrap_or(name), &drafts)?;
                drafts.push(Draft {
                    table,
                    name: name.into(),
                    entries: Vec::new(),
                    joins: Vec::new(),
                    at: entry,
                    part: None,
                });
                drafts.len() - 1
            }
        };
        drafts[place].take(document, key, entry)?;
    }
    bearings(document, &mut drafts);
    connections(document, &mut drafts)?;
    linear::drafts(document, is_linear_system, &mut drafts)?;
    inputs(document, &mut drafts)?;
    Ok(drafts)
}

/// The bearing at the second body of a gear is an element of its own, with the name of the gear.
fn bearings<'a>(document: &'a Document, drafts: &mut Vec<Draft<'a>>) {
    for index in 0..drafts.len() {
        let draft = &mut drafts[index];
        let is_bearing = |entry: &(String, &Entry)| entry.0.starts_with("friction_second.");
        let has_bearing = draft.entries.iter().any(is_bearing) || gear_table::has_bearings(document, draft);
        if !["gear", "screw"].contains(&draft.table) || !has_bearing {
            continue;
        }
        let entries = draft.entries.extract_if(.., |entry| is_bearing(entry)).collect();
        let (name, joins, at) = (draft.name.clone(), draft.joins.clone(), draft.at);
        drafts.push(Draft { table: BEARING, name, entries, joins, at, part: None });
    }
}

/// Command or supply pressure of a servo may come from another element.
fn connections<'a>(document: &Document, drafts: &mut Vec<Draft<'a>>) -> Result<(), ConfigurationError> {
    let kinds =
        [("command_from", ElementKind::CommandConnection), ("supply_pressure_from", ElementKind::SupplyConnection)];
    for index in 0..drafts.len() {
        for (key, kind) in kinds {
            let draft = &mut drafts[index];
            if draft.table != "servo" {
                continue;
            }
            let Some((_, entry)) = draft.entries.extract_if(.., |(known, _)| known == key).last() else { continue };
            let name = format!("{}.{key}", draft.name);
            let source = (document.text(entry)?.to_owned(), entry);
            drafts.push(Draft::of_part("connection", name, entry, linear::connection(kind, index, source)));
        }
    }
    Ok(())
}

pub fn check_name(
    document: &Document,
    entry: &Entry,
    name: &str,
    drafts: &[Draft<'_>],
) -> Result<(), ConfigurationError> {
    if !crate::validation::is_c_identifier(name) || name.len() > LONGEST_NAME {
        let problem = format!(
            "{name:?} is no name of an element; up to {LONGEST_NAME} letters, digits and _ are allowed, the first not a digit"
        );
        return Err(document.error(entry, problem));
    }
    if ["solver", "event_count", "last_event_time", "ground"].contains(&name) {
        return Err(document.error(entry, format!("{name:?} is taken; choose another name")));
    }
    let has_name = |draft: &&Draft<'_>| draft.name == name || draft.name.split('.').next() == Some(name);
    match drafts.iter().find(has_name) {
        Some(other) => {
            let begin = document.position(&other.table()).unwrap_or(other.at.position);
            let problem = format!("another element has the name {name:?} too (line {})", begin.line);
            Err(document.error(entry, problem))
        }
        None => Ok(()),
    }
}

/// The entries of `[[input]]`: one external torque for each name, and a load for each entry.
fn inputs<'a>(document: &'a Document, drafts: &mut Vec<Draft<'a>>) -> Result<(), ConfigurationError> {
    let mut groups: Vec<(&str, Vec<(&str, &Entry)>)> = Vec::new();
    for entry in &document.entries {
        let Some((table, key)) = entry.key.split_once('.').filter(|(table, _)| table.starts_with("input[")) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == table) {
            Some((_, entries)) => entries.push((key, entry)),
            None => groups.push((table, vec![(key, entry)])),
        }
    }
    for group in &groups {
        input(document, group, &groups, drafts)?;
    }
    Ok(())
}

type Group<'a> = (&'a str, Vec<(&'a str, &'a Entry)>);

fn input<'a>(
    document: &Document,
    (table, entries): &Group<'a>,
    groups: &[Group<'a>],
    drafts: &mut Vec<Draft<'a>>,
) -> Result<(), ConfigurationError> {
    let find = |wanted: &str| entries.iter().find(|(key, _)| *key == wanted).map(|(_, entry)| *entry);
    if let Some((_, unknown)) = entries.iter().find(|(key, _)| !["name", "on", "gain", "from"].contains(key)) {
        return Err(document.error(unknown, "unknown key; allowed are name, on, gain and from"));
    }
    let required = |key: &str| {
        let problem = || document.table_error(table, format!("the key {key:?} of this [[input]] is missing"));
        find(key).ok_or_else(problem)
    };
    let (name_entry, on_entry) = (required("name")?, required("on")?);
    let (name, on) = (document.text(name_entry)?.to_owned(), document.text(on_entry)?.to_owned());
    if let Some(from) = find("from") {
        check_name(document, name_entry, &name, drafts)?;
        let (body, _) = Draft::body(document, drafts, &(on, on_entry))?;
        let part = linear::load(body, (document.text(from)?.to_owned(), from));
        let entries = find("gain").map(|entry| ("gain".to_owned(), entry)).into_iter().collect();
        drafts.push(Draft { entries, ..Draft::of_part("load", name, name_entry, part) });
        return Ok(());
    }
    if !drafts.iter().any(|draft| draft.table == "input" && draft.name == name) {
        check_name(document, name_entry, &name, drafts)?;
        let joins = vec![(on.clone(), on_entry)];
        drafts.push(Draft {
            table: "input",
            name: name.clone(),
            entries: Vec::new(),
            joins,
            at: name_entry,
            part: None,
        });
    }
    let is_named = |(_, entries): &&Group<'_>| {
        entries.iter().any(|(key, entry)| *key == "name" && document.text(entry).is_ok_and(|other| other == name))
    };
    let several = groups.iter().filter(is_named).count() > 1;
    let load = if several { format!("{name}.{on}") } else { name.clone() };
    let gain = find("gain").map(|entry| ("gain".to_owned(), entry));
    drafts.push(Draft {
        table: "load",
        name: load,
        entries: gain.into_iter().collect(),
        joins: vec![(name, name_entry), (on, on_entry)],
        at: name_entry,
        part: None,
    });
    Ok(())
}

impl<'a> Draft<'a> {
    /// What is of a linear system, or takes a signal.
    pub fn of_part(table: &'static str, name: String, at: &'a Entry, part: Part<'a>) -> Self {
        Self { table, name, entries: Vec::new(), joins: Vec::new(), at, part: Some(part) }
    }

    /// Its table in the file.
    pub fn table(&self) -> String {
        format!("{}.{}", self.table, self.name)
    }

    /// The full names of its variables that the file gives a value, and where.
    pub fn given(&self) -> Vec<(String, &'a Entry)> {
        let own = self.variables().map(|(name, entry)| (super::full_name(&self.name, name), entry));
        let of_part = self.part.iter().flat_map(|part| part.given(&self.name));
        own.chain(of_part).collect()
    }

    /// Its entries that give variables a value.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &'a Entry)> {
        let is_none = |name: &str| (self.table == "motion" && name == PRESCRIBES) || flanks::is_key(self.table, name);
        let entries = self.entries.iter().filter(move |(name, _)| !is_none(name));
        entries.map(|(name, entry)| (name.as_str(), *entry))
    }

    /// The entry of its table with a key.
    pub fn entry(&self, wanted: &str) -> Option<&'a Entry> {
        self.entries.iter().find(|(key, _)| key == wanted).map(|(_, entry)| *entry)
    }

    /// The entry that gives one of its variables a value, in its table or in `[start]`.
    pub fn entry_or_start(&self, document: &'a Document, variable: &str) -> Option<&'a Entry> {
        self.entry(variable).or_else(|| document.get(&format!("start.{}", super::full_name(&self.name, variable))))
    }

    /// What a motion prescribes: the velocity where nothing else is said.
    fn prescribes(&self, document: &Document) -> Result<Prescribes, ConfigurationError> {
        let Some(entry) = self.entry(PRESCRIBES) else {
            return Ok(Prescribes::Velocity);
        };
        let word = document.text(entry)?;
        Prescribes::ALL.into_iter().find(|prescribes| prescribes.word() == word).ok_or_else(|| {
            let words = Prescribes::ALL.map(Prescribes::word);
            document.error(entry, format!("must be one of {}", words.join(", ")))
        })
    }

    fn take(&mut self, document: &Document, key: &str, entry: &'a Entry) -> Result<(), ConfigurationError> {
        let is_joint = match self.table {
            "brake" | "motion" => key == "on",
            "servo" => key == "on" || key == "feedback_from",
            "clutch" | "freewheel" | "shaft" | "rod" | "gear" | "screw" | "hysteresis" => key == "connects",
            _ => false,
        };
        if !is_joint {
            if !key.is_empty() {
                self.entries.push((key.to_owned(), entry));
            }
            return Ok(());
        }
        self.joins = if self.table == "servo" {
            // What it drives, then what it controls.
            let name = (document.text(entry)?.to_owned(), entry);
            let known = core::mem::take(&mut self.joins).into_iter();
            if key == "on" { core::iter::once(name).chain(known).collect() } else { known.chain([name]).collect() }
        } else if ON.contains(&self.table) {
            vec![(document.text(entry)?.to_owned(), entry)]
        } else {
            document.list(entry)?.iter().map(|name| (name.clone(), entry)).collect()
        };
        if !ON.contains(&self.table) && self.joins.len() != 2 {
            return Err(document.error(entry, "must name two elements: [\"first\", \"second\"]"));
        }
        Ok(())
    }

    /// Free play is given in one way.
    pub fn check_play(&self, document: &Document) -> Result<(), ConfigurationError> {
        let find = |wanted: &str| self.entries.iter().find(|(key, _)| key == wanted).map(|(_, entry)| *entry);
        match (find("backlash"), find("gap.lower").or(find("gap.upper"))) {
            (Some(_), Some(entry)) => Err(document.error(entry, "give backlash or the ends of the gap, not both")),
            (Some(_) | None, Some(_) | None) => Ok(()),
        }
    }

    /// Rotary or linear body.
    fn motion(&self) -> Option<Motion> {
        match self.table {
            "body" => Some(Motion::Rotary),
            "mass" => Some(Motion::Linear),
            _ => None,
        }
    }

    /// The body with a name.
    fn body(
        document: &Document,
        drafts: &[Draft<'_>],
        (name, entry): &(String, &Entry),
    ) -> Result<(usize, Motion), ConfigurationError> {
        let found = drafts.iter().enumerate().find_map(|(index, draft)| {
            (draft.name == *name).then_some(()).and(draft.motion()).map(|motion| (index, motion))
        });
        found.ok_or_else(|| {
            let bodies = drafts.iter().filter(|draft| draft.motion().is_some()).map(|draft| draft.name.as_str());
            let similar = nearest(name, bodies);
            let hint = match similar.first() {
                _ if name == "ground" => {
                    "; the ground may be the first of a shaft, a rod or a hysteresis only, and a [brake] is a contact with it".to_owned()
                }
                Some(name) => format!("; the nearest is {name}"),
                None => String::new(),
            };
            document.error(entry, format!("there is no body or mass {name:?}{hint}"))
        })
    }

    /// Its kind, by the bodies that it joins.
    pub fn kind(&self, document: &Document, drafts: &[Draft<'_>]) -> Result<ElementKind, ConfigurationError> {
        if let Some(part) = &self.part {
            return Ok(part.kind);
        }
        // What a servo drives comes first, of others the second counts.
        let join = if self.table == "servo" { self.driven() } else { self.joins.last() };
        let last = || match join {
            Some(join) => Self::body(document, drafts, join).map(|(_, motion)| motion),
            None => {
                let key = if ON.contains(&self.table) { "on" } else { "connects" };
                let table = self.table();
                Err(document.table_error(&table, format!("the key {key:?} of [{table}] is missing")))
            }
        };
        let by_motion = |rotary, linear| last().map(|motion| if motion == Motion::Rotary { rotary } else { linear });
        match self.table {
            "body" => Ok(ElementKind::Body),
            "mass" => Ok(ElementKind::Mass),
            "brake" | "clutch" if self.has_bristles() => {
                by_motion(ElementKind::BristleContact, ElementKind::LinearBristleContact)
            }
            "brake" | "clutch" => by_motion(ElementKind::Contact, ElementKind::LinearContact),
            BEARING => by_motion(ElementKind::GearBearing, ElementKind::LinearGearBearing),
            "freewheel" => by_motion(ElementKind::Freewheel, ElementKind::LinearFreewheel),
            "shaft" => by_motion(ElementKind::Shaft, ElementKind::Rod)
                .and_then(|kind| self.only(document, kind, ElementKind::Shaft)),
            "rod" => by_motion(ElementKind::Shaft, ElementKind::Rod)
                .and_then(|kind| self.only(document, kind, ElementKind::Rod)),
            "gear" => last().map(|_| ElementKind::Gear),
            "screw" => last().map(|_| ElementKind::Screw),
            "servo" => by_motion(ElementKind::Servo, ElementKind::LinearServo),
            "motion" => match self.prescribes(document)? {
                Prescribes::Position => by_motion(ElementKind::PositionMotion, ElementKind::LinearPositionMotion),
                Prescribes::Velocity => by_motion(ElementKind::VelocityMotion, ElementKind::LinearVelocityMotion),
                Prescribes::Acceleration => {
                    by_motion(ElementKind::AccelerationMotion, ElementKind::LinearAccelerationMotion)
                }
            },
            "hysteresis" => by_motion(ElementKind::Hysteresis, ElementKind::LinearHysteresis),
            "input" => by_motion(ElementKind::Torque, ElementKind::Force),
            _ => Ok(ElementKind::Load),
        }
    }

    /// Whether its law has bristles, whose deflection is a state.
    fn has_bristles(&self) -> bool {
        let mut chosen = self.entries.iter().filter_map(|(key, entry)| laws::chosen(key, entry));
        chosen.any(|law| law.family == Family::Bristle)
    }

    /// Whether it is the bearing at the second body of a gear.
    pub fn is_bearing(&self) -> bool {
        self.table == BEARING
    }

    /// The body that a servo drives.
    fn driven(&self) -> Option<&(String, &'a Entry)> {
        self.joins.iter().find(|(_, entry)| entry.key.ends_with(".on"))
    }

    fn only(
        &self,
        document: &Document,
        kind: ElementKind,
        wanted: ElementKind,
    ) -> Result<ElementKind, ConfigurationError> {
        if kind == wanted {
            return Ok(kind);
        }
        let problem = if wanted == ElementKind::Rod {
            "the second must be a mass; between bodies, or to a body, it is a [shaft]"
        } else {
            "the second must be a body; between masses, or to a mass, it is a [rod]"
        };
        Err(document.error(self.joins.first().map_or(self.at, |(_, entry)| entry), problem))
    }

    /// Indices of the drafts at its ends.
    pub fn ends(
        &self,
        document: &Document,
        drafts: &[Draft<'_>],
    ) -> Result<(Option<usize>, Option<usize>), ConfigurationError> {
        if let Some(part) = &self.part {
            return Ok((part.first, part.second));
        }
        let body = |place: usize| Self::body(document, drafts, &self.joins[place]);
        let first_or_ground = || (self.joins[0].0 != "ground").then(|| body(0)).transpose();
        match self.table {
            "brake" | "motion" => Ok((None, Some(body(0)?.0))),
            BEARING => Ok((None, Some(body(1)?.0))),
            // Feedback comes from what it drives where nothing else is said.
            "servo" => Ok((Some(body(self.joins.len() - 1)?.0), Some(body(0)?.0))),
            "load" => {
                let input = drafts.iter().position(|draft| draft.table == "input" && draft.name == self.joins[0].0);
                let (on, motion) = body(1)?;
                let torque = input.map(|input| Self::body(document, drafts, &drafts[input].joins[0])).transpose()?;
                if torque.is_some_and(|(_, first)| first != motion) {
                    let problem = "entries of one name must all be on bodies, or all on masses";
                    return Err(document.error(self.joins[1].1, problem));
                }
                Ok((input, Some(on)))
            }
            "clutch" | "freewheel" | "gear" => {
                let ((first, a), (second, b)) = (body(0)?, body(1)?);
                self.differ(document, first, second)?;
                if a != b || (self.table == "gear" && a == Motion::Linear) {
                    let wanted = if self.table == "gear" {
                        "two bodies; to a mass it is a [screw] or a rod with a ratio"
                    } else {
                        "two bodies, or two masses"
                    };
                    return Err(document.error(self.joins[0].1, format!("must join {wanted}")));
                }
                Ok((Some(first), Some(second)))
            }
            "screw" => {
                let ((first, a), (second, b)) = (body(0)?, body(1)?);
                if (a, b) != (Motion::Rotary, Motion::Linear) {
                    return Err(document.error(self.joins[0].1, "must join a body and a mass, in this order"));
                }
                Ok((Some(first), Some(second)))
            }
            "shaft" | "rod" | "hysteresis" => {
                let (first, (second, motion)) = (first_or_ground()?, body(1)?);
                first.map_or(Ok(()), |(first, _)| self.differ(document, first, second))?;
                if self.table == "hysteresis" && first.is_some_and(|(_, of_first)| of_first != motion) {
                    return Err(document.error(self.joins[0].1, "must join two bodies, or two masses"));
                }
                Ok((first.map(|(first, _)| first), Some(second)))
            }
            _ => Ok((None, None)),
        }
    }

    fn differ(&self, document: &Document, first: usize, second: usize) -> Result<(), ConfigurationError> {
        if first == second { Err(document.error(self.joins[0].1, "must join two different bodies")) } else { Ok(()) }
    }
}
