//! Messages, whose memory may be refused like all other.

pub use crate::memory::{OutOfMemory, held, list, numbers};
use std::borrow::Cow;
use std::fmt::{Arguments, Error, Write};
use std::string::String;

/// A message: made of parts, or the one that is left where there is no memory for it.
pub type Text = Cow<'static, str>;

/// `format!` that does not end the process where there is no memory.
macro_rules! text {
    ($($part:tt)*) => { $crate::instance::memory::write(format_args!($($part)*)) };
}
pub(crate) use text;

/// For the macro `text`.
pub fn write(parts: Arguments) -> Text {
    let mut message = Growing(String::new());
    match message.write_fmt(parts) {
        Ok(()) => Cow::Owned(message.0),
        Err(Error) => Cow::Borrowed(OutOfMemory::MESSAGE),
    }
}

struct Growing(String);

impl Write for Growing {
    fn write_str(&mut self, part: &str) -> Result<(), Error> {
        self.0.try_reserve(part.len()).map_err(|_| Error)?;
        self.0.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_is_what_its_parts_say() {
        assert_eq!(text!("{} = {:+}", "inertia", 1.5), "inertia = +1.5");
        assert_eq!(text!("constant"), "constant");
    }
}
