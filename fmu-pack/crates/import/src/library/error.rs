//! What a call answers, and why an FMU does not go on.

use super::{Message, Place, Reference};
use model_description::configuration::{Given, refusal};
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
    /// A value was refused, and the FMU did not say why.
    #[error("{}", refusal(given, format_args!("{function} refuses it{messages}")))]
    Value {
        /// The value.
        given: Box<Given>,
        /// The function.
        function: &'static str,
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A value was refused, and the FMU said why.
    #[error("{}", refusal(given, reason))]
    Disallowed {
        /// The value.
        given: Box<Given>,
        /// What is allowed.
        reason: String,
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

/// What stands between the name of a variable and its value, in what an FMU of ours logs.
const REFERENCE: &str = " (value reference ";

/// What an FMU of ours logs of a value that it refuses: `FUNCTION at t = TIME: NAME (value reference N) = VALUE is refused: REASON`.
struct Refusal<'a> {
    /// From the name on.
    sentence: &'a str,
    name: &'a str,
    reason: &'a str,
}

impl<'a> Refusal<'a> {
    /// From messages, which begin with ": ".
    fn parse(messages: &'a str) -> Option<Self> {
        let (subject, reason) = messages.split_once(REFUSED)?;
        let name = subject.split_once(REFERENCE)?.0.rsplit_once(": ")?.1;
        let begin = subject.find(&format!(": {name}{REFERENCE}"))? + 2;
        Some(Self { sentence: &messages[begin..], name, reason })
    }

    /// What is allowed, behind the value: "must be greater than 0".
    fn allowed(&self) -> &'a str {
        self.reason.strip_prefix("it ").unwrap_or(self.reason)
    }

    /// The reason names this variable.
    fn blames(&self, name: &str) -> bool {
        let words = self.reason.split_whitespace();
        words.map(|word| word.trim_end_matches(['.', ',', ';', ':'])).any(|word| word == name)
    }
}

/// What was logged alone, where it says itself which function refused what; else the sentence about it.
fn told_once(function: &str, messages: &str, sentence: impl FnOnce() -> String) -> String {
    let logged = messages.strip_prefix(": ").filter(|logged| logged.starts_with(function) && logged.contains(REFUSED));
    logged.map_or_else(sentence, str::to_owned)
}

impl Error {
    /// The same of a call that has set the variable called `name` to this value.
    pub fn of_value(self, name: &str, given: &Given) -> Self {
        let Self::Call { function, messages, status: _ } = self else { return self };
        let given = Box::new(given.clone());
        match Refusal::parse(&messages).filter(|refusal| refusal.name == name) {
            Some(refusal) => Self::Disallowed { given, reason: refusal.allowed().to_owned() },
            None => Self::Value { given, function, messages },
        }
    }

    /// The same of a call that refuses a value that does not fit to others. The values among these, by the names of their variables,
    /// that it is about are told.
    pub fn beside_values<'a>(self, values: impl Iterator<Item = (&'a str, &'a Given)>) -> Self {
        let Self::Call { messages, .. } = &self else { return self };
        let Some(refusal) = Refusal::parse(messages) else { return self };
        let is_about = |name: &str| name == refusal.name || refusal.blames(name);
        let (mut own, mut others) = (None, Vec::new());
        for (name, given) in values.filter(|(name, given)| is_about(name) && given.is_of_the_user()) {
            if name == refusal.name { own = Some(given) } else { others.push(given) }
        }
        let (first, sentence) = match own {
            Some(own) => (own, refusal.allowed()),
            None if others.is_empty() => return self,
            None => (others.remove(0), refusal.sentence),
        };
        let others: String = others.iter().map(|given| format!(", with {given}")).collect();
        Self::Disallowed { given: Box::new(first.clone()), reason: format!("{sentence}{others}") }
    }

    /// The FMU is at fault, and not a value of the user.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Disallowed { given, .. } => !given.is_of_the_user(),
            Self::Load { .. }
            | Self::MissingFunction { .. }
            | Self::Refused { .. }
            | Self::Call { .. }
            | Self::Value { .. }
            | Self::ZeroByte { .. }
            | Self::Type { .. }
            | Self::EarlyReturn { .. }
            | Self::NoStates
            | Self::NoEventMode => true,
        }
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
            "fmi2SetReal at t = 0 s: inertia (value reference 21) = -1 kg.m2 is refused: it must be greater than 0";
        let error = refused(&format!(": {logged}"));
        assert_eq!(error.to_string(), logged);
        let error = error.of_value("inertia", &Given::behind("--set", "inertia=-1"));
        assert_eq!(error.to_string(), "--set inertia=-1: must be greater than 0");
        assert!(!error.is_in_the_fmu());
    }

    #[test]
    fn what_the_log_does_not_say_is_told_about_it() {
        assert_eq!(refused("").to_string(), "fmi2SetReal answered Error");
        let error = refused(": no").of_value("inertia", &Given::behind("--set", "inertia=-1"));
        assert_eq!(error.to_string(), "--set inertia=-1: fmi2SetReal refuses it: no");
        assert!(error.is_in_the_fmu());
    }

    #[test]
    fn a_value_that_does_not_fit_to_others_is_told_with_those_that_were_given() {
        let logged =
            ": fmi2ExitInitializationMode at t = 0 s: a (value reference 1) = 2 m is refused: it must not exceed b";
        let (a, b) = (Given::behind("--set", "a=2"), Given::behind("--set", "b=1"));
        let told = |values: &[(&str, &Given)]| refused(logged).beside_values(values.iter().copied()).to_string();
        assert_eq!(told(&[("b", &b)]), "--set b=1: a (value reference 1) = 2 m is refused: it must not exceed b");
        assert_eq!(told(&[("b", &b), ("a", &a)]), "--set a=2: must not exceed b, with --set b=1");
        assert!(refused(logged).beside_values([("c", &a)].into_iter()).is_in_the_fmu());
    }
}
