//! A message in the making, in a place of fixed size: a step that has something to tell takes no memory for it.

use core::fmt::{Error, Result, Write};

/// Bytes of a message at most; the rest of a longer one is left out. An event, the longest, has some 350 and the name of its element.
const LONGEST: usize = 1024;

/// The message so far.
pub struct Line {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Line {
    pub const fn new() -> Self {
        Self { bytes: [0; LONGEST], length: 0 }
    }

    pub fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for Line {
    fn write_str(&mut self, part: &str) -> Result {
        let room = &mut self.bytes[self.length..];
        let end = whole_characters(part, room.len());
        room[..end].copy_from_slice(&part.as_bytes()[..end]);
        self.length += end;
        if end == part.len() { Ok(()) } else { Err(Error) }
    }
}

/// The bytes of a text that go into so many, without half a character.
#[inline(never)]
pub fn whole_characters(text: &str, room: usize) -> usize {
    if text.len() <= room {
        return text.len();
    }
    (0..=room).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    #[test]
    fn a_line_holds_what_is_written_and_no_half_character() {
        let mut line = Line::new();
        assert_eq!(write!(line, "{} = {:+}", "velocity", 1), Ok(()));
        assert_eq!(line.text(), "velocity = +1");
        let long: String = core::iter::repeat_n('µ', LONGEST).collect();
        let mut line = Line::new();
        assert_eq!((line.write_str("a"), line.write_str(&long)), (Ok(()), Err(Error)));
        assert_eq!(line.text().len(), LONGEST - 1);
        assert!(line.text().starts_with("aµ") && line.text().ends_with('µ'));
    }
}
