//! Values that the user sets: `NAME=VALUE`.

use crate::input::heading;
use fmu_import::interface::{Interface, Item, Kind, Variable, nearest};
use fmu_import::library::{self, Instance, Place, Value};
use model_description::configuration::{Given, number_in_unit, refusal};
use model_description::counted;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// A value for one variable, or the values of all elements of an array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    name: String,
    given: Given,
    /// One, or one for each element.
    values: Vec<(Place, Value)>,
    is_input: bool,
}

/// Why a value cannot be set.
#[derive(Debug, thiserror::Error)]
#[error("{}", refusal(given, problem))]
pub struct Error {
    /// The value.
    pub given: Box<Given>,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a value.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Not of the form.
    #[error("is not of the form NAME=VALUE")]
    Form,
    /// No such variable.
    #[error("the FMU has no parameter or input called {name}{nearest}")]
    Unknown {
        /// The name.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// A result.
    #[error("{name} has causality {causality}; only parameters and inputs can be set")]
    Computed {
        /// The name.
        name: String,
        /// Its causality.
        causality: &'static str,
    },
    /// Two values for one variable.
    #[error("{name} is set twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A signal would overwrite the value.
    #[error("{name} follows the input signals; it cannot be set as well")]
    Driven {
        /// The name.
        name: String,
    },
    /// An array is given as a whole.
    #[error("{name} has {}, not {}", counted(*wanted, "element"), counted(*found, "value"))]
    Count {
        /// The array.
        name: String,
        /// How many values it takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The variable does not take the value.
    #[error("{}must be {allowed}", value.as_ref().map_or_else(String::new, |value| format!("{value} ")))]
    Value {
        /// The value, where it is one of several that were given together.
        value: Option<String>,
        /// What is allowed.
        allowed: String,
    },
}

impl Problem {
    /// The same with the value that it is about.
    pub fn of(self, given: &Given) -> Error {
        Error { given: Box::new(given.clone()), problem: self }
    }
}

/// The parameter that says how an FMU starts, and its item for a start in equilibrium.
const INITIALIZATION: &str = "initialization";
const TRIM: &str = "trim";

/// Reads settings of one source, in which each variable is set once.
pub struct SettingReader<'a> {
    interface: &'a Interface,
    names: HashSet<String>,
}

impl<'a> SettingReader<'a> {
    /// For this FMU.
    pub fn new(interface: &'a Interface) -> Self {
        Self { interface, names: HashSet::new() }
    }

    /// Reads a value.
    pub fn read(&mut self, given: Given) -> Result<Setting, Error> {
        let value = given.value.clone().filter(|_| !given.key.is_empty());
        let Some(value) = value else { return Err(Problem::Form.of(&given)) };
        let name = given.key.clone();
        let variables = Setting::variables(&name, self.interface).map_err(|problem| problem.of(&given))?;
        if let Some(twice) = variables.iter().find(|variable| !self.names.insert(variable.name.clone())) {
            return Err(Problem::Twice { name: twice.name.clone() }.of(&given));
        }
        Setting::of_variables(&variables, given, &name, &value)
    }

    /// Reads all texts `NAME=VALUE` behind an option.
    pub fn read_all(mut self, option: &str, texts: &[String]) -> Result<Vec<Setting>, Error> {
        texts.iter().map(|text| self.read(Given::behind(option, text))).collect()
    }
}

/// The lines of a file with a `NAME=VALUE` each; lines that begin with # are remarks.
pub fn given_in_file(path: &Path) -> std::io::Result<Vec<Given>> {
    let text = std::fs::read_to_string(path)?;
    let is_value = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines = text.lines().zip(1..).filter(|(line, _)| is_value(line));
    Ok(lines.map(|(line, number)| Given::in_line(path, number, line)).collect())
}

impl Setting {
    /// A value that the program sets, as text, for the variable called `name`.
    pub fn new(name: &str, value: &str, interface: &Interface) -> Result<Self, Error> {
        Self::given(Given::by_program(name, value), name, value, interface)
    }

    /// The value `value` for the variable called `name`, from what was given for it: that may be several values.
    pub fn given(given: Given, name: &str, value: &str, interface: &Interface) -> Result<Self, Error> {
        let variables = Self::variables(name, interface).map_err(|problem| problem.of(&given))?;
        Self::of_variables(&variables, given, name, value)
    }

    /// The same for the variables that are called so: one, or all elements of an array.
    fn of_variables(variables: &[&Variable], given: Given, name: &str, value: &str) -> Result<Self, Error> {
        match read_values(variables, &given, name, value) {
            Ok(values) => {
                let is_input = variables.iter().any(|variable| variable.causality == "input");
                Ok(Self { name: name.into(), given, values, is_input })
            }
            Err(problem) => Err(problem.of(&given)),
        }
    }

    /// The parameter or input called `name`, or all elements of the array: one at least.
    fn variables<'a>(name: &str, interface: &'a Interface) -> Result<Vec<&'a Variable>, Problem> {
        let elements = interface.elements(name);
        if elements.is_empty() {
            return Self::settable(name, interface).map(|variable| vec![variable]);
        }
        elements.into_iter().map(not_computed).collect()
    }

    /// The parameter or input called `name`.
    pub fn settable<'a>(name: &str, interface: &'a Interface) -> Result<&'a Variable, Problem> {
        match interface.find(name) {
            Some(variable) => not_computed(variable),
            None => {
                let names =
                    interface.variables.iter().filter(|variable| is_settable(variable)).map(|v| v.name.as_str());
                Err(Problem::Unknown { name: name.to_string(), nearest: nearest(name, names) })
            }
        }
    }

    /// All of it that a run depends on, as text.
    pub fn signature(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(_, value)| format!("{value:?}")).collect();
        format!("{}={}", self.name, values.join(" "))
    }

    /// Whether an FMU can start in equilibrium: it has a parameter `initialization` with the item `trim`.
    pub fn has_trim(interface: &Interface) -> bool {
        let initialization = interface.find(INITIALIZATION).map(|variable| &variable.kind);
        matches!(initialization, Some(Kind::Enumeration(items)) if items.iter().any(|item| item.name == TRIM))
    }

    /// The start in equilibrium.
    pub fn trim(interface: &Interface) -> Result<Self, Error> {
        Self::new(INITIALIZATION, TRIM, interface)
    }

    /// The name of the variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value as it was given.
    pub fn text(&self) -> &str {
        self.given.value.as_deref().map_or("", unquoted)
    }

    /// Refuses values of variables that follow input signals, whose headings these are: the signals would overwrite them.
    pub fn refuse_driven(settings: &[Self], headings: &[String], interface: &Interface) -> Result<(), Error> {
        let driven = headings.iter().filter_map(|text| interface.find(heading::name(text, interface)));
        let places: Vec<Place> = driven.map(Variable::place).collect();
        let is_driven = |setting: &&Self| setting.values.iter().any(|(place, _)| places.contains(place));
        let found = settings.iter().find(is_driven);
        let refused = |setting: &Self| Problem::Driven { name: setting.name.clone() }.of(&setting.given);
        found.map_or(Ok(()), |setting| Err(refused(setting)))
    }

    /// It is for an input, not for a parameter.
    pub fn is_input(&self) -> bool {
        self.is_input
    }

    /// The value for this variable, if it is among these: in its unit; of an Enumeration the number of the item.
    pub fn value_of(&self, variable: &Variable) -> Option<&Value> {
        self.values.iter().find(|(place, _)| *place == variable.place()).map(|(_, value)| value)
    }

    /// Sets an instance and enters its initialization mode, in which inputs are set: parameters before, in FMI 3.0 too.
    pub fn enter_initialization(
        settings: &[Self],
        instance: &mut Instance<'_>,
        tolerance: Option<f64>,
        (start, stop): (f64, f64),
    ) -> Result<(), library::Error> {
        settings.iter().filter(|setting| !setting.is_input).try_for_each(|setting| setting.apply(instance))?;
        instance.enter_initialization(tolerance, start, stop)?;
        settings.iter().filter(|setting| setting.is_input).try_for_each(|setting| setting.apply(instance))
    }

    /// Ends initialization mode, where values are refused that do not fit to others: the error tells which of these are set.
    pub fn exit_initialization(settings: &[Self], instance: &mut Instance<'_>) -> Result<(), library::Error> {
        let values = settings.iter().map(|setting| (&*setting.name, &setting.given));
        instance.exit_initialization().map_err(|error| error.beside_values(values))
    }

    /// Writes the value to an instance.
    pub fn apply(&self, instance: &mut Instance<'_>) -> Result<(), library::Error> {
        instance.set_all(&self.values).map_err(|error| error.of_value(&self.name, &self.given))
    }
}

/// A value may stand in quotes, as a configuration has it.
fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

fn is_settable(variable: &Variable) -> bool {
    matches!(variable.causality, "parameter" | "input")
}

/// The variable, if it is one that can be set.
fn not_computed(variable: &Variable) -> Result<&Variable, Problem> {
    let computed = || Problem::Computed { name: variable.name.clone(), causality: variable.causality };
    is_settable(variable).then_some(variable).ok_or_else(computed)
}

/// The values of the variables that are called `name` from the text `value`, which is what was given or a part of it.
fn read_values(
    variables: &[&Variable],
    given: &Given,
    name: &str,
    value: &str,
) -> Result<Vec<(Place, Value)>, Problem> {
    let texts = match variables {
        [variable] if variable.name == name => vec![value.to_owned()],
        _ => parts(value, &variables[0].kind),
    };
    let (wanted, found) = (variables.len(), texts.len());
    if found != wanted {
        return Err(Problem::Count { name: name.to_owned(), wanted, found });
    }
    variables.iter().zip(&texts).map(|(variable, text)| read_value(variable, given, text)).collect()
}

fn read_value(variable: &Variable, given: &Given, text: &str) -> Result<(Place, Value), Problem> {
    let is_one_of_several = given.value.as_deref().map(unquoted) != Some(unquoted(text));
    let read = read(variable, unquoted(text)).and_then(|read| {
        // What the program sets follows from what an FMU has.
        if given.is_of_the_user() { within_limits(variable, read) } else { Ok(read) }
    });
    let value = is_one_of_several.then(|| text.to_owned());
    let read = read.map_err(|allowed| Problem::Value { value, allowed })?;
    Ok((variable.place(), read))
}

/// A value within the limits that are declared for it, or what is allowed. Items of an Enumeration are known by their numbers.
fn within_limits(variable: &Variable, value: Value) -> Result<Value, String> {
    match (&value, &variable.kind) {
        (Value::Real(number), _) => variable.check_limits(*number),
        (Value::Integer(number), Kind::Integer) => variable.check_whole_limits(*number),
        (Value::Integer(_) | Value::Boolean(_) | Value::Text(_) | Value::Bytes(_), _) => Ok(()),
    }
    .map(|()| value)
}

/// The value, or what is allowed instead.
fn read(variable: &Variable, text: &str) -> Result<Value, String> {
    match &variable.kind {
        Kind::Real => real(text, &variable.unit).map(Value::Real),
        Kind::Integer => {
            let number = text.parse::<i128>().ok().filter(|number| variable.place().holds(*number));
            number.map(Value::Integer).ok_or_else(|| variable.place().whole_numbers())
        }
        Kind::Boolean => truth(text).map(Value::Boolean),
        Kind::Enumeration(items) => item(items, text).map(|item| Value::Integer(item.into())),
        Kind::String if text.contains('\0') => Err("a text without the character NUL, at which C ends one".to_string()),
        Kind::String => Ok(Value::Text(text.to_owned())),
        Kind::Binary => bytes(text).map(Value::Bytes),
        Kind::Clock => Err("of another type: clocks cannot be set".to_string()),
    }
}

/// Bytes in pairs of hexadecimal digits, as a description has their start value. Error: what is allowed.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let pairs = digits.filter(|digits| digits.len().is_multiple_of(2));
    let pairs = pairs.map(|digits| digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect());
    pairs.ok_or_else(|| "bytes of two hexadecimal digits each, such as 00ff3c".to_string())
}

/// The values of an array, separated by white space as in a description. Numbers may have one unit behind the last of them; texts
/// with white space stand in quotes.
fn parts(value: &str, kind: &Kind) -> Vec<String> {
    if *kind == Kind::String {
        return texts(value);
    }
    let mut parts: Vec<String> = unquoted(value).split_whitespace().map(str::to_owned).collect();
    let unit = (*kind == Kind::Real && parts.len() > 1).then(|| parts.pop_if(|last| last.parse::<f64>().is_err()));
    if let Some(unit) = unit.flatten() {
        parts.iter_mut().for_each(|part| *part = format!("{part} {unit}"));
    }
    parts
}

/// Words, and what stands in quotes as one.
fn texts(value: &str) -> Vec<String> {
    let (mut texts, mut rest) = (Vec::new(), value.trim_start());
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|inside| inside.split_once('"'));
        let (text, after) = quoted.unwrap_or_else(|| rest.split_once(char::is_whitespace).unwrap_or((rest, "")));
        texts.push(text.to_owned());
        rest = after.trim_start();
    }
    texts
}

/// A number in this unit, or one with a unit of its own. Error: what is allowed.
pub fn real(text: &str, unit: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err("a finite number such as 0.25 or -1e3".to_string()),
        Err(_) => number_in_unit(text, unit).map_err(|problem| allowed(&problem)),
    }
}

fn allowed(problem: &str) -> String {
    if problem.starts_with("a number") {
        return problem.to_string();
    }
    format!("a finite number such as 0.25 or -1e3, or one with a unit such as \"25 deg\" ({problem})")
}

/// True or false, in words or as a number. Error: what is allowed.
pub(crate) fn truth(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("true or false".to_string()),
    }
}

/// The value of an item by its name or number. Error: what is allowed.
pub(crate) fn item(items: &[Item], text: &str) -> Result<i64, String> {
    let number = text.parse::<i64>().ok();
    let found = items.iter().find(|item| item.name == text || Some(item.value) == number);
    found.map(|item| item.value).ok_or_else(|| {
        let items: Vec<String> = items.iter().map(|item| format!("{} ({})", item.name, item.value)).collect();
        format!("one of {}", items.join(", "))
    })
}
