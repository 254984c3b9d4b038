//! The FMU on the test bench.

use super::Error;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Item, Kind, Variable};
use fmu_import::library::{self, Identity, Instance, Library};
use fmu_output::number;
use fmu_simulation::Setting;

/// Chooses a law.
const LAW: &str = "friction.law";
/// Chooses it by its number, where that is not 0; not every FMU has it.
const LAW_NUMBER: &str = "friction.law_number";

/// An actuator FMU, loaded, with the user's settings.
pub struct Bench<'a> {
    fmu: &'a Fmu,
    library: &'a Library,
    settings: Vec<Setting>,
    names: Names,
}

/// What this model calls things, by its kind of motion and its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Names {
    /// Friction output.
    pub(super) friction: &'static str,
    /// Level parameter.
    pub(super) coulomb: &'static str,
    /// Moving mass.
    pub(super) inertia: &'static str,
    /// Input that pushes the body at once.
    pub(super) drive: &'static str,
    /// Which way it pushes.
    pub(super) sign: f64,
    /// Friction includes viscous friction.
    pub(super) is_viscous: bool,
    /// A contact between two bodies of a drivetrain.
    pub(super) contact: Contact,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Contact {
    /// The friction of an actuator, which has one.
    Own,
    /// `contact` on `body`, as `fmu-pack curve --contact` makes it.
    Either,
    /// The same, where it turns one way only.
    Forward,
}

/// One variable that a measurement sets.
pub(super) type Value<'a> = (&'a str, f64);

impl<'a> Bench<'a> {
    /// An FMU with its library.
    pub fn new(fmu: &'a Fmu, library: &'a Library, settings: Vec<Setting>) -> Result<Self, Error> {
        let names = Names::of(fmu.interface())?;
        Ok(Self { fmu, library, settings, names })
    }

    /// The law that the FMU has with the user's settings.
    pub fn law(&self) -> Result<String, Error> {
        let law = self.variable(LAW)?;
        let number = match self.law_number()? {
            0 => self.plain(|instance| instance.get(&law.place()))? as i64,
            number => number,
        };
        let item = laws(law).iter().find(|item| item.value == number);
        item.map(|item| item.name.clone()).ok_or_else(|| Error::NoActuator { missing: "known friction law".into() })
    }

    fn law_number(&self) -> Result<i64, Error> {
        let Ok(number) = self.variable(LAW_NUMBER) else { return Ok(0) };
        Ok(self.plain(|instance| instance.get(&number.place()))? as i64)
    }

    /// All laws.
    pub fn laws(&self) -> Result<Vec<&str>, Error> {
        let own = self.law()?;
        let is_offered = |law: &&str| self.names.contact.offers(law, &own);
        Ok(laws(self.variable(LAW)?).iter().map(|item| item.name.as_str()).filter(is_offered).collect())
    }

    /// Whether the FMU knows a law of that name, for whatever contact.
    pub fn has_law(&self, name: &str) -> Result<bool, Error> {
        Ok(laws(self.variable(LAW)?).iter().any(|item| item.name == name))
    }

    /// Value of a parameter or input with the user's settings, in SI units.
    pub fn value(&self, name: &str) -> Result<f64, Error> {
        let place = self.variable(name)?.place();
        self.plain(|instance| instance.get(&place))
    }

    /// What the FMU says of itself.
    pub fn interface(&self) -> &Interface {
        self.fmu.interface()
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// The output that is friction.
    pub fn friction(&self) -> Result<&Variable, Error> {
        self.variable(self.names.friction)
    }

    /// By the name that an actuator has for it.
    pub(super) fn variable(&self, name: &str) -> Result<&Variable, Error> {
        self.interface().find(&self.names.full(name)).ok_or_else(|| Error::NoActuator { missing: name.to_string() })
    }

    /// The user's settings, then the law, then what a measurement needs.
    pub(super) fn settings(&self, law: &str, values: &[Value<'_>]) -> Result<Vec<Setting>, Error> {
        let mut settings = self.settings.clone();
        if self.law()? != law {
            settings.push(self.setting(LAW, law, &self.law()?)?);
            if self.law_number()? != 0 {
                settings.push(self.setting(LAW_NUMBER, "0", &self.law()?)?);
            }
        }
        for (name, value) in values {
            let present = self.value(name)?;
            if present != *value {
                settings.push(self.setting(name, &number(*value), &number(present))?);
            }
        }
        Ok(settings)
    }

    fn setting(&self, name: &str, value: &str, present: &str) -> Result<Setting, Error> {
        let is_frozen = !matches!(self.variable(name)?.causality, "parameter" | "input");
        if is_frozen {
            let (name, value, frozen) = (name.to_string(), value.to_string(), present.to_string());
            return Err(Error::Frozen { name, value, frozen });
        }
        Ok(Setting::new(&self.names.full(name), value, self.interface())?)
    }

    /// An initialized instance.
    pub(super) fn start(&self, law: &str, settings: &[Setting]) -> Result<Instance<'_>, Error> {
        self.initialized(settings).map_err(|source| Error::Call { law: law.to_string(), source })
    }

    fn initialized(&self, settings: &[Setting]) -> Result<Instance<'_>, library::Error> {
        let mut instance = self.instance()?;
        Setting::enter_initialization(settings, &mut instance, None, (0.0, f64::MAX))?;
        Setting::exit_initialization(settings, &mut instance)?;
        Ok(instance)
    }

    fn instance(&self) -> Result<Instance<'_>, library::Error> {
        let drive = self.interface().find(&self.names.full(self.names.drive));
        let intermediate_inputs = drive.filter(|drive| drive.intermediate_update).map(|drive| drive.reference);
        let intermediate_inputs = intermediate_inputs.into_iter().collect();
        Instance::new(self.library, &Identity { intermediate_inputs, ..self.fmu.identity("curve") })
    }

    /// Asks an instance that has the user's settings and is not initialized.
    fn plain<T>(&self, ask: impl FnOnce(&Instance<'_>) -> Result<T, library::Error>) -> Result<T, Error> {
        let answer = || {
            let mut instance = self.instance()?;
            self.settings.iter().try_for_each(|setting| setting.apply(&mut instance))?;
            ask(&instance)
        };
        answer().map_err(|source| Error::Call { law: "of the FMU".to_string(), source })
    }
}

fn laws(variable: &Variable) -> &[Item] {
    match &variable.kind {
        Kind::Enumeration(items) => items,
        Kind::Real | Kind::Integer | Kind::Boolean => &[],
        Kind::String | Kind::Binary | Kind::Clock => &[],
    }
}

impl Contact {
    /// Contacts of drivetrains have bristles or not, one-way clutches stick, and algorithms for one body are for one body.
    fn offers(self, law: &str, own: &str) -> bool {
        match self {
            Self::Own => true,
            Self::Either if super::is_bristle(own) => super::is_bristle(law),
            Self::Either => !super::is_bristle(law) && (!super::is_comparator(law) || law == "hyperviscous"),
            Self::Forward => super::sticks(law),
        }
    }
}

impl Names {
    fn of(interface: &Interface) -> Result<Self, Error> {
        let has = |name: &str| interface.find(name).is_some();
        let rotary = Self {
            friction: "friction_torque",
            coulomb: "friction.coulomb_torque",
            inertia: "inertia",
            drive: "motor_torque",
            sign: 1.0,
            is_viscous: false,
            contact: Contact::Own,
        };
        if let Some(contact) = Self::of_contact(interface) {
            return Ok(contact);
        }
        let is_input = |name: &str| interface.find(name).is_some_and(|variable| variable.causality == "input");
        if has("friction_force") && is_input("force") {
            let (friction, coulomb) = ("friction_force", "friction.coulomb_force");
            return Ok(Self { friction, coulomb, inertia: "mass", drive: "force", is_viscous: true, ..rotary });
        }
        if has("friction_torque") && is_input("motor_torque") {
            return Ok(rotary);
        }
        if has("friction_torque") && is_input("load_torque") {
            return Ok(Self { drive: "load_torque", sign: -1.0, ..rotary });
        }
        Err(Error::NoActuator { missing: "friction_torque or friction_force".to_string() })
    }

    fn of_contact(interface: &Interface) -> Option<Self> {
        let has = |name: &str| interface.find(name).is_some();
        if !has("contact.relative_velocity") || !has("body.velocity") {
            return None;
        }
        let is_one_way = has("contact.release_torque") || has("contact.release_force");
        let contact = if is_one_way { Contact::Forward } else { Contact::Either };
        let rotary = Self {
            friction: "friction_torque",
            coulomb: "friction.coulomb_torque",
            inertia: "inertia",
            drive: "drive",
            sign: 1.0,
            is_viscous: true,
            contact,
        };
        let (friction, coulomb) = ("friction_force", "friction.coulomb_force");
        let linear = Self { friction, coulomb, inertia: "mass", ..rotary };
        Some(if has("contact.friction_force") { linear } else { rotary })
    }

    /// The name that this FMU has for what is called `name` in an actuator.
    fn full(&self, name: &str) -> String {
        match self.contact {
            Contact::Own => name.to_string(),
            Contact::Either | Contact::Forward if name.starts_with("friction") => format!("contact.{name}"),
            Contact::Either | Contact::Forward if name == self.drive || name.starts_with("solver") => name.to_string(),
            Contact::Either | Contact::Forward => format!("body.{name}"),
        }
    }
}
