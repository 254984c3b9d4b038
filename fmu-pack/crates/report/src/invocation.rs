//! How a report was asked for: all that is needed to repeat it.

use serde::Serialize;

/// The command and what it read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Invocation {
    /// The command, as a shell takes it.
    pub command: String,
    /// The same, word by word, as a program takes it.
    pub arguments: Vec<String>,
    /// What was read, with its content.
    pub files: Vec<ReadFile>,
    /// Under which conditions the FMU ran, where it is a user's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadFile {
    /// The option that named it.
    pub option: &'static str,
    /// The path as it was given.
    pub path: String,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// What each run of a user's own FMU has in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conditions {
    /// Where the input signals come from.
    pub signals: String,
    /// Headings of the input signals.
    pub inputs: Vec<String>,
    /// Values that were set, NAME=VALUE; all others are the start values of the FMU.
    pub settings: Vec<String>,
    /// Communication step, in s.
    pub step_size: f64,
    /// End, in s.
    pub stop_time: f64,
}

impl Invocation {
    /// Of a command with these arguments.
    pub fn new(arguments: Vec<String>, files: Vec<ReadFile>, conditions: Option<Conditions>) -> Self {
        let words: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
        Self { command: words.join(" "), arguments, files, conditions }
    }
}

/// A word in quotes where it needs them. Double ones do in the shells of all systems; single ones, which Windows does not have, only
/// where a POSIX shell would read something into a double one.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else if word.contains(['"', '$', '`', '\\', '!']) {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        format!("\"{word}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_words_of_a_command_back() {
        let words = ["report", "--set", "load_torque=1 kN.m", "it's", "a\"b", "$HOME's", "", "*.fmu"];
        let command = Invocation::new(words.map(String::from).to_vec(), Vec::new(), None).command;
        assert_eq!(command, r#"report --set "load_torque=1 kN.m" "it's" 'a"b' '$HOME'\''s' "" "*.fmu""#);
    }
}
