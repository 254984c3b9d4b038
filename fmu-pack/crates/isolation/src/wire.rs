//! Messages on a pipe: four bytes of length, then so many bytes of message.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Error, ErrorKind, Read, Result, Write};

/// No message is as long; a damaged length is noticed.
const LONGEST: u32 = 1 << 30;

/// Bytes of a message for which there is room from the beginning.
const MOST_ROOM: u32 = 1 << 18;

/// Writes a message.
pub(super) fn send(sink: &mut impl Write, message: &impl Serialize) -> Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(Error::other)?;
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| Error::new(ErrorKind::InvalidData, "a message is too long"))?;
    sink.write_all(&length.to_le_bytes())?;
    sink.write_all(&bytes)
}

/// Reads a message; an error at the end of the pipe.
pub(super) fn receive<T: DeserializeOwned>(source: &mut impl Read) -> Result<T> {
    let mut length = [0; 4];
    source.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(Error::new(ErrorKind::InvalidData, "no message"));
    }
    // What is not there takes no memory, but for a little.
    let mut bytes = Vec::with_capacity(length.min(MOST_ROOM) as usize);
    source.take(u64::from(length)).read_to_end(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_arrive_with_the_same_bits() {
        let sent = vec![0.1, -0.0, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN, 1e300];
        let mut pipe = Vec::new();
        send(&mut pipe, &sent).unwrap();
        let received: Vec<f64> = receive(&mut pipe.as_slice()).unwrap();
        assert!(sent.iter().zip(&received).all(|(one, other)| one.to_bits() == other.to_bits()), "{received:?}");
    }

    #[test]
    fn a_pipe_that_ends_or_holds_something_else_is_an_error() {
        let mut pipe = Vec::new();
        send(&mut pipe, &"a message").unwrap();
        for bytes in [&[][..], &pipe[..3], &pipe[..8], b"hello, world, this is no message"] {
            assert!(receive::<String>(&mut &*bytes).is_err(), "{bytes:?}");
        }
    }
}
