//! What a call answers, and why an FMU does not go on.

use super::{Message, Place, Reference};
use model_description::fmi3::VariableType;
use std::ffi::c_int;
use std::path::PathBuf;

/// `fmi2Status` and `fmi3Status`, which have the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All well.
    Ok,
    /// Went on, with a remark.
    Warning,
    /// The step was not done.
    Discard,
    /// The instance cannot go on.
    Error,
    /// No instance can go on.
    Fatal,
    /// Asynchronous, which is never asked for; of FMI 2.0 only.
    Pending,
    /// Not a value of the standard.
    Unknown(i32),
}

impl Status {
    pub(crate) fn from_raw(status: c_int) -> Self {
        match status {
            0 => Self::Ok,
            1 => Self::Warning,
            2 => Self::Discard,
            3 => Self::Error,
            4 => Self::Fatal,
            5 => Self::Pending,
            other => Self::Unknown(other),
        }
    }

    /// The answer of `function`, with what was logged where it did not succeed.
    pub(crate) fn judge(self, function: &'static str, log: impl FnOnce() -> Vec<Message>) -> Result<(), Error> {
        match self {
            Self::Ok | Self::Warning => Ok(()),
            Self::Discard | Self::Error | Self::Fatal | Self::Pending | Self::Unknown(_) => {
                Err(Error::Call { function, status: self, messages: Error::told(log()) })
            }
        }
    }
}

/// Why an FMU cannot be loaded or does not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The dynamic linker refused.
    #[error("the library {} cannot be loaded: {source}", path.display())]
    Load {
        /// The unpacked library.
        path: PathBuf,
        /// What the dynamic linker said.
        source: libloading::Error,
    },
    /// A function that is needed is not exported.
    #[error("the library does not export {name}, which FMI {}.0 requires", &name[3..4])]
    MissingFunction {
        /// Its name.
        name: &'static str,
    },
    /// The function that makes an instance returned NULL.
    #[error("{function} returned NULL{messages}")]
    Refused {
        /// The function.
        function: &'static str,
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A call did not succeed.
    #[error("{}", told_once(function, messages, || format!("{function} answered {status:?}{messages}")))]
    Call {
        /// The function.
        function: &'static str,
        /// Its answer.
        status: Status,
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A value of a variable was refused.
    #[error("{}", told_once(function, messages, || format!("{name} = {value} is refused by {function}{messages}")))]
    Value {
        /// The variable.
        name: String,
        /// The value.
        value: String,
        /// The function.
        function: &'static str,
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A text that C cannot hold.
    #[error("the text {text:?} contains a zero byte, which C strings cannot hold")]
    ZeroByte {
        /// The text.
        text: String,
    },
    /// A number that is not one of the variable's type.
    #[error(
        "{value} cannot be the value of the variable with value reference {reference}, which is of type {}",
        data_type.name()
    )]
    Type {
        /// The number.
        value: String,
        /// The variable.
        reference: Reference,
        /// Its type.
        data_type: VariableType,
    },
    /// A step ended early, and was not allowed to.
    #[error("fmi3DoStep returned early, at {time} s, which was not allowed: earlyReturnAllowed was false")]
    EarlyReturn {
        /// `lastSuccessfulTime`, in s.
        time: f64,
    },
    /// The state of an FMU that cannot save it.
    #[error("the library does not export all functions that save the state of an instance as bytes")]
    NoStates,
    /// Event mode of an FMU that has none.
    #[error("event mode is part of FMI 3.0; this FMU is for FMI 2.0")]
    NoEventMode,
}

/// What stands between a value that is refused and the reason.
const REFUSED: &str = " is refused: ";

/// What may be names of variables in a sentence.
fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ';', ':']))
}

/// What was logged alone, where it says itself which function refused what; else the sentence about it.
fn told_once(function: &str, messages: &str, sentence: impl FnOnce() -> String) -> String {
    let logged = messages.strip_prefix(": ").filter(|logged| logged.starts_with(function) && logged.contains(REFUSED));
    logged.map_or_else(sentence, str::to_owned)
}

impl Error {
    /// The same of a call that has set a variable of this `name` to this `value`.
    pub fn of_value(self, name: &str, value: &str) -> Self {
        match self {
            Self::Call { function, messages, status: _ } => {
                Self::Value { name: name.into(), value: value.into(), function, messages }
            }
            other @ (Self::Load { .. }
            | Self::MissingFunction { .. }
            | Self::Refused { .. }
            | Self::Value { .. }
            | Self::ZeroByte { .. }
            | Self::Type { .. }
            | Self::EarlyReturn { .. }
            | Self::NoStates
            | Self::NoEventMode) => other,
        }
    }

    /// The same of a call that refuses a value because of others: those among these names and values that have been set are
    /// told with it.
    pub fn beside_values<'a>(self, values: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let Self::Call { function, status, mut messages } = self else { return self };
        if let Some((_, reason)) = messages.split_once(REFUSED) {
            let is_word = |name: &str| words(reason).any(|word| word == name);
            let set: Vec<String> =
                values.filter(|(name, _)| is_word(name)).map(|(name, value)| format!("{name} = {value}")).collect();
            if !set.is_empty() {
                messages += &format!(", and {} is set", set.join(", "));
            }
        }
        Self::Call { function, status, messages }
    }

    /// The variable has a type to which this value does not belong.
    pub(crate) fn unlike(place: &Place, value: impl ToString) -> Self {
        Self::Type { value: value.to_string(), reference: place.reference, data_type: place.data_type }
    }

    /// The warnings and errors among `messages` as the end of a sentence.
    pub(crate) fn told(messages: Vec<Message>) -> String {
        let told: Vec<String> =
            messages.into_iter().filter(|message| message.status != Status::Ok).map(|message| message.text).collect();
        if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(messages: &str) -> Error {
        Error::Call { function: "fmi2SetReal", status: Status::Error, messages: messages.into() }
    }

    #[test]
    fn what_the_log_says_in_full_is_told_once() {
        let logged =
            "fmi2SetReal at t = 0 s: inertia (value reference 21) = -1 kg.m2 is refused: must be greater than 0";
        let error = refused(&format!(": {logged}"));
        assert_eq!(error.to_string(), logged);
        assert_eq!(error.of_value("inertia", "-1").to_string(), logged);
    }

    #[test]
    fn what_the_log_does_not_say_is_told_about_it() {
        assert_eq!(refused("").to_string(), "fmi2SetReal answered Error");
        assert_eq!(refused(": no").of_value("inertia", "-1").to_string(), "inertia = -1 is refused by fmi2SetReal: no");
    }
}
