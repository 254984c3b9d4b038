//! A buffer of fixed size in which a message is written: a step that has something to tell allocates nothing for it.

use core::fmt::{Error, Result, Write};

/// Bytes of a message at most; the rest of a longer one is left out. An event, the longest, has some 350 and the name of its element.
const LONGEST: usize = 1024;

/// The message so far.
pub struct MessageBuffer {
    bytes: [u8; LONGEST],
    length: usize,
}

impl MessageBuffer {
    pub const fn new() -> Self {
        Self { bytes: [0; LONGEST], length: 0 }
    }

    pub fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for MessageBuffer {
    fn write_str(&mut self, part: &str) -> Result {
        let room = &mut self.bytes[self.length..];
        let end = whole_characters(part, room.len());
        room[..end].copy_from_slice(&part.as_bytes()[..end]);
        self.length += end;
        if end == part.len() { Ok(()) } else { Err(Error) }
    }
}

/// How many bytes of a text fit into `room` without splitting a character.
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
    fn a_buffer_holds_what_is_written_and_no_half_character() {
        let mut buffer = MessageBuffer::new();
        assert_eq!(write!(buffer, "{} = {:+}", "velocity", 1), Ok(()));
        assert_eq!(buffer.text(), "velocity = +1");
        let long: String = core::iter::repeat_n('µ', LONGEST).collect();
        let mut buffer = MessageBuffer::new();
        assert_eq!((buffer.write_str("a"), buffer.write_str(&long)), (Ok(()), Err(Error)));
        assert_eq!(buffer.text().len(), LONGEST - 1);
        assert!(buffer.text().starts_with("aµ") && buffer.text().ends_with('µ'));
    }
}
