//! What a user should know of the friction law that was chosen: that it ignores the load, or that its data are still those of
//! another actuator. A value that is set is the user's own, also where it equals the default.

use crate::Setting;
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::library::Value;
use model_description::declaration;
use model_description::elements::ElementKind;
use model_description::models::{self, laws};

/// Points of a friction table.
const TABLE_POINTS: usize = 16;

/// What a contact has for a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactLaw {
    /// None to choose from: dry friction with the levels of the element, as in a gear.
    Fixed,
    /// One of those that are declared.
    Declared(&'static laws::FrictionLaw),
    /// One that only the FMU knows.
    Foreign,
}

/// One sentence for each thing, of every contact that has a law, where these settings go before the start values.
pub fn warnings(interface: &Interface, settings: &[Setting]) -> Vec<String> {
    contacts(interface, settings).flat_map(|contact| contact.warnings()).collect()
}

/// The laws of all contacts that have one to choose.
pub fn of_all_contacts(interface: &Interface, settings: &[Setting]) -> Vec<ContactLaw> {
    contacts(interface, settings).map(|contact| contact.contact_law()).collect()
}

/// The law of that body or contact which has the variable `regime` (`friction_regime`, or that of an element).
pub fn of_regime(interface: &Interface, settings: &[Setting], regime: &str) -> ContactLaw {
    let law = regime.strip_suffix("friction_regime").map(|element| format!("{element}friction.law"));
    let law = law.and_then(|law| interface.find(&law));
    law.map_or(ContactLaw::Fixed, |law| Contact { interface, settings, law }.contact_law())
}

fn contacts<'a>(interface: &'a Interface, settings: &'a [Setting]) -> impl Iterator<Item = Contact<'a>> {
    let is_law = |variable: &&Variable| variable.name == "friction.law" || variable.name.ends_with(".friction.law");
    interface.variables.iter().filter(is_law).map(move |law| Contact { interface, settings, law })
}

/// Whether what an FMU warns of is one of these things, which are so by choice, and nothing that went wrong in its run.
pub fn is_advice(warning: &str) -> bool {
    let begins_with_friction = warning.split(' ').next().is_some_and(|name| {
        let of_contact = name.split_once(".friction.").map(|(_, rest)| rest);
        name.strip_prefix("friction.").or(of_contact).is_some_and(|rest| !rest.is_empty())
    });
    begins_with_friction && (warning.contains(" ignores the load: ") || warning.contains(" equals the default of "))
}

/// In a few words each law that ignores the load, for a plot.
pub fn ignoring_load(interface: &Interface, settings: &[Setting]) -> Option<String> {
    let all = warnings(interface, settings).into_iter();
    let mut short = all.filter_map(|text| text.split_once(": ").map(|(head, _)| head.to_owned()));
    short.find(|head| head.ends_with("ignores the load"))
}

/// What regime 0 of the variable `regime` (`friction_regime`, or that of an element) is called, by the law of that body or contact.
pub fn rest_name(interface: &Interface, settings: &[Setting], regime: &str) -> &'static str {
    match of_regime(interface, settings, regime) {
        ContactLaw::Declared(law) => law.rest_name(),
        ContactLaw::Fixed | ContactLaw::Foreign => laws::STUCK,
    }
}

/// A sliding contact.
struct Contact<'a> {
    interface: &'a Interface,
    settings: &'a [Setting],
    law: &'a Variable,
}

impl Contact<'_> {
    fn warnings(&self) -> Vec<String> {
        let Some(law) = self.chosen() else { return Vec::new() };
        let foreign = [self.missing_table(law), self.foreign_stiffness(law), self.foreign_damping(law)];
        self.ignored_load(law).into_iter().chain(foreign.into_iter().flatten()).collect()
    }

    fn contact_law(&self) -> ContactLaw {
        self.chosen().map_or(ContactLaw::Foreign, ContactLaw::Declared)
    }

    /// The law that holds.
    fn chosen(&self) -> Option<&'static laws::FrictionLaw> {
        let Kind::Enumeration(items) = &self.law.kind else { return None };
        let number = self.number("law_number").filter(|number| *number != 0.0).or_else(|| self.number("law"))?;
        let item = items.iter().find(|item| item.value as f64 == number)?;
        laws::law(&item.name)
    }

    fn ignored_load(&self, law: &laws::FrictionLaw) -> Option<String> {
        if law.depends_on_load() || self.number("load_dependence") == Some(1.0) {
            return None;
        }
        let names = ["efficiency_opposing", "efficiency_aiding"];
        let values = names.map(|name| self.number(name).unwrap_or(1.0));
        let [opposing, aiding] = values;
        (values != [1.0, 1.0]).then(|| {
            format!(
                "{} {} ignores the load: {} = {opposing} and {} = {aiding} have no effect",
                self.law.name,
                law.name,
                self.name(names[0]),
                self.name(names[1])
            )
        })
    }

    /// A table with all of its points as declared is constant friction: none was given.
    fn missing_table(&self, law: &laws::FrictionLaw) -> Option<String> {
        let (effort, _, declared) = self.level().filter(|_| law.uses.contains(&"table"))?;
        if (1..=TABLE_POINTS).any(|number| self.is_set(&format!("table.{effort}[{number}]"))) {
            return None;
        }
        let point = |number: usize| self.number(&format!("table.{effort}[{number}]"));
        let is_declared = (1..=TABLE_POINTS).all(|number| point(number) == Some(declared));
        is_declared.then(|| {
            let unit = &self.law_variable(&format!("coulomb_{effort}")).map(|v| v.unit.clone()).unwrap_or_default();
            format!(
                "{} equals the default of {declared} {unit}: {} {} is constant friction until its points and {} (1 to 16) are given",
                self.name("table"),
                self.law.name,
                law.name,
                self.name("table.size")
            )
        })
    }

    /// Bristles as stiff as declared under another level.
    fn foreign_stiffness(&self, law: &laws::FrictionLaw) -> Option<String> {
        let uses = law.uses.contains(&"bristle_stiffness") && !self.is_set("bristle_stiffness");
        let (effort, level, declared) = self.level().filter(|_| uses)?;
        let stiffness = self.number("bristle_stiffness")?;
        let is_declared = self.declared(effort, "bristle_stiffness") == Some(stiffness) && level != declared;
        is_declared.then(|| {
            let unit = |name: &str| self.law_variable(name).map(|v| v.unit.clone()).unwrap_or_default();
            let coulomb = format!("coulomb_{effort}");
            format!(
                "{} equals the default of {stiffness} {}, {} is {level} {}: sliding begins after {:.1e} of deflection",
                self.name("bristle_stiffness"),
                unit("bristle_stiffness"),
                self.name(&coulomb),
                unit(&coulomb),
                level / stiffness
            )
        })
    }

    /// Bristles as damped as declared under another level, or with another stiffness.
    fn foreign_damping(&self, law: &laws::FrictionLaw) -> Option<String> {
        let uses = law.uses.contains(&"bristle_damping") && !self.is_set("bristle_damping");
        let (effort, ..) = self.level().filter(|_| uses)?;
        let is_declared = |rest: &str| Some(self.number(rest)? == self.declared(effort, rest)?);
        let coulomb = format!("coulomb_{effort}");
        let others = [coulomb.as_str(), "bristle_stiffness"];
        let other = others.into_iter().find(|rest| is_declared(rest) == Some(false))?;
        is_declared("bristle_damping").filter(|is_declared| *is_declared)?;
        Some(format!(
            "{} equals the default of {}, {} is {}",
            self.name("bristle_damping"),
            self.with_unit("bristle_damping")?,
            self.name(other),
            self.with_unit(other)?
        ))
    }

    fn with_unit(&self, rest: &str) -> Option<String> {
        Some(format!("{} {}", self.number(rest)?, self.law_variable(rest)?.unit))
    }

    /// "torque" or "force", the Coulomb level, and that which is declared.
    fn level(&self) -> Option<(&'static str, f64, f64)> {
        ["torque", "force"].into_iter().find_map(|effort| {
            let level = self.number(&format!("coulomb_{effort}"))?;
            Some((effort, level, self.declared(effort, &format!("coulomb_{effort}"))?))
        })
    }

    /// The declared start value of the friction of such contacts, whose effort is a torque or a force.
    fn declared(&self, effort: &str, rest: &str) -> Option<f64> {
        let variables = if self.law.name == "friction.law" { of_model(effort)? } else { of_contact(effort) };
        let name = format!("friction.{rest}");
        variables.iter().find(|variable| variable.name == name)?.real().map(|real| real.start)
    }

    /// Name of a variable of the contact's friction.
    fn name(&self, rest: &str) -> String {
        format!("{}{rest}", self.law.name.strip_suffix("law").unwrap_or_default())
    }

    fn law_variable(&self, rest: &str) -> Option<&Variable> {
        self.interface.find(&self.name(rest))
    }

    /// The user has given it.
    fn is_set(&self, rest: &str) -> bool {
        let is_for = |variable: &Variable| self.settings.iter().any(|setting| setting.value_of(variable).is_some());
        self.law_variable(rest).is_some_and(is_for)
    }

    /// What it is set to, or starts from.
    fn number(&self, rest: &str) -> Option<f64> {
        let variable = self.law_variable(rest)?;
        let set = self.settings.iter().rev().find_map(|setting| setting.value_of(variable));
        match set {
            Some(Value::Real(value)) => Some(*value),
            Some(Value::Integer(value)) => Some(*value as f64),
            Some(Value::Boolean(_) | Value::Text(_) | Value::Bytes(_)) => None,
            None => variable.start.parse().ok(),
        }
    }
}

/// Variables of the model whose friction is a torque or a force.
fn of_model(effort: &str) -> Option<Vec<declaration::Variable>> {
    let level = format!("friction.coulomb_{effort}");
    models::all().into_iter().find(|model| model.variable(&level).is_some()).map(|model| model.variables)
}

/// Variables of the contact of a drivetrain whose friction is a torque or a force: those of one with bristles are declared with
/// the values of all.
fn of_contact(effort: &str) -> Vec<declaration::Variable> {
    let kinds = [ElementKind::BristleContact, ElementKind::LinearBristleContact];
    kinds.iter().find(|kind| kind.motion().effort_word() == effort).map(|kind| kind.variables()).unwrap_or_default()
}
