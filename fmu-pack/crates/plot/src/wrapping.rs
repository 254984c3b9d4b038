//! Texts that are longer than the room for them: a subtitle is broken into lines, a name loses its middle.

use super::style::{FINE, width};

/// From one line of a subtitle to the next.
pub(super) const LINE_PITCH: i32 = 15 * FINE;
/// A longer name is shortened to this many letters.
const LONGEST_NAME: usize = 28;
/// Of these the last: names of many elements of one kind differ at their ends.
const LAST_LETTERS: usize = 11;

/// The text in lines that are no wider than this, broken between words; a longer word has a line of its own.
pub(super) fn wrapped(text: &str, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Height that the lines after the first add.
pub(super) fn further(lines: &[String]) -> i32 {
    (lines.len() as i32 - 1).max(0) * LINE_PITCH
}

/// Names as they fit beside their neighbours, in a text of words.
pub(super) fn shortened(text: &str) -> String {
    text.split(' ').map(shortened_name).collect::<Vec<String>>().join(" ")
}

fn shortened_name(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let first = &letters[..LONGEST_NAME - LAST_LETTERS - 1];
    let last = &letters[letters.len() - LAST_LETTERS..];
    first.iter().chain(['\u{2026}'].iter()).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_has_lines_of_whole_words_that_fit() {
        let text = "Flap line of two wings: PDU, torque limiter clutches, torque tubes, screw stations";
        let lines = wrapped(text, 200 * FINE);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line) <= 200 * FINE), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrapped(text, 2000 * FINE), [text]);
    }

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("left_wing_tip_brake"), "left_wing_tip_brake");
        let short = shortened("a_bearing_with_a_name_of_many_letters_on_station_17");
        assert!(short.starts_with("a_bearing_with_a") && short.ends_with("_station_17"), "{short}");
        assert_eq!(short.chars().count(), LONGEST_NAME);
        let bearing = shortened("a_gear_with_a_name_of_many_letters_on_station_17 (second)");
        assert!(bearing.ends_with("_station_17 (second)"), "{bearing}");
    }
}
