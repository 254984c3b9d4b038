//! A value as the user gave it, with its place. All that reads values refuses one by the same sentence.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::xml::shortened;

/// A place in a file. The column is that of the character at which a value begins; in a table (CSV) that of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

impl Position {
    /// The position of a byte of a text.
    pub fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: 1 + before.matches('\n').count(), column: 1 + before[line_start..].chars().count() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}", self.line, self.column)
    }
}

/// Who gave a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Giver {
    /// The user, in a file, which is called like this.
    File(String, Position),
    /// The user, behind an option of the command line such as `--set`.
    Option(String),
    /// Nobody: the program set it.
    Program,
}

impl Giver {
    /// The user, in a file.
    pub fn file(path: &Path, position: Position) -> Self {
        Self::File(path.display().to_string(), position)
    }
}

/// A value as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// By whom, and where.
    pub by: Giver,
    /// The name of the variable, the key of a configuration or the heading of a column, as written.
    pub key: String,
    /// The value as written; none where there is a name only.
    pub value: Option<String>,
}

impl Given {
    /// `NAME=VALUE` behind an option.
    pub fn behind(option: &str, text: &str) -> Self {
        let (key, value, _) = split(text);
        Self { by: Giver::Option(option.to_owned()), key, value }
    }

    /// `NAME=VALUE` in a line of a file, from 1.
    pub fn in_line(file: &Path, line: usize, text: &str) -> Self {
        let (key, value, column) = split(text);
        Self { by: Giver::file(file, Position { line, column }), key, value }
    }

    /// A value below the heading of a table, or the heading itself; line and column of the table from 1.
    pub fn in_table(file: &Path, position: Position, heading: &str, value: Option<&str>) -> Self {
        let by = Giver::file(file, position);
        Self { by, key: heading.to_owned(), value: value.map(str::to_owned) }
    }

    /// A value that the program sets.
    pub fn by_program(key: &str, value: &str) -> Self {
        Self { by: Giver::Program, key: key.to_owned(), value: Some(value.to_owned()) }
    }

    /// The user gave it: what is wrong with it is no fault of an FMU.
    pub fn is_of_the_user(&self) -> bool {
        match self.by {
            Giver::File(..) | Giver::Option(_) => true,
            Giver::Program => false,
        }
    }
}

/// The sentence that refuses what stands at a place.
pub fn refusal(place: impl fmt::Display, problem: impl fmt::Display) -> String {
    format!("{place}: {problem}")
}

/// Name and value, and the column at which the value begins; where there is no value, at which the name does.
fn split(text: &str) -> (String, Option<String>, usize) {
    let column = |rest: &str| 1 + text.chars().count() - rest.trim_start().chars().count();
    match text.split_once('=') {
        Some((key, value)) => (key.trim().to_owned(), Some(value.trim().to_owned()), column(value)),
        None => (text.trim().to_owned(), None, column(text)),
    }
}

impl fmt::Display for Given {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is wrong comes after it, and must be seen.
        let key = shortened(&self.key);
        let sign = match &self.by {
            Giver::File(file, position) => {
                write!(formatter, "{file}, {position}: {key}")?;
                " = "
            }
            Giver::Option(option) => {
                write!(formatter, "{option} {key}")?;
                "="
            }
            Giver::Program => {
                write!(formatter, "{key}")?;
                " = "
            }
        };
        self.value.as_ref().map_or(Ok(()), |value| write!(formatter, "{sign}{}", shortened(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Given, Position, refusal};
    use std::path::Path;

    #[test]
    fn a_value_is_told_with_its_place() {
        let given = Given::behind("--set", " inertia = -3 kg.m2");
        assert_eq!(refusal(&given, "must be greater than 0"), "--set inertia=-3 kg.m2: must be greater than 0");
        let given = Given::in_line(Path::new("a.txt"), 7, "  größe =  \"5 deg\" ");
        assert_eq!(given.to_string(), "a.txt, line 7, column 12: größe = \"5 deg\"");
        assert_eq!(Given::by_program("inertia", "2").to_string(), "inertia = 2");
    }

    #[test]
    fn what_has_no_value_is_told_where_it_begins() {
        assert_eq!(Given::in_line(Path::new("a.txt"), 2, "  inertia").to_string(), "a.txt, line 2, column 3: inertia");
        let heading = Given::in_table(Path::new("in.csv"), Position { line: 1, column: 2 }, "command [deg]", None);
        assert_eq!(heading.to_string(), "in.csv, line 1, column 2: command [deg]");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(Position::of("a\nü = 3", 7), Position { line: 2, column: 5 });
        assert_eq!(Position::of("a\n", 2), Position { line: 2, column: 1 });
        assert_eq!(Position::of("", 9), Position { line: 1, column: 1 });
    }
}
