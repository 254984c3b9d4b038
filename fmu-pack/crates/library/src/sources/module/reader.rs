//! Bytes of a WebAssembly module, one after the other.

use super::Unreadable;

/// What is left to read.
#[derive(Clone, Copy)]
pub(in crate::sources) struct Reader<'a>(pub(in crate::sources) &'a [u8]);

impl<'a> Reader<'a> {
    pub(in crate::sources) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::sources) fn byte(&mut self) -> Result<u8, Unreadable> {
        let (first, rest) = self.0.split_first().ok_or(Unreadable::Short)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(in crate::sources) fn bytes(&mut self, length: usize) -> Result<&'a [u8], Unreadable> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Unreadable::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A part that is preceded by its length.
    pub(in crate::sources) fn part(&mut self) -> Result<Reader<'a>, Unreadable> {
        let length = self.size()?;
        self.bytes(length).map(Reader)
    }

    pub(in crate::sources) fn name(&mut self) -> Result<&'a str, Unreadable> {
        std::str::from_utf8(self.part()?.0).map_err(|_| Unreadable::Damaged("a name is not UTF-8"))
    }

    /// A list of what `item` reads, preceded by its length.
    pub(in crate::sources) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        (0..self.size()?).map(|_| item(self)).collect()
    }

    /// LEB128 without sign.
    pub(in crate::sources) fn unsigned(&mut self) -> Result<u32, Unreadable> {
        u32::try_from(self.leb(32)?).map_err(|_| Unreadable::Damaged("a number is too large"))
    }

    /// A length or an index.
    pub(in crate::sources) fn size(&mut self) -> Result<usize, Unreadable> {
        Ok(self.unsigned()? as usize)
    }

    /// The bits of a signed LEB128 number of 32 bits.
    pub(in crate::sources) fn bits32(&mut self) -> Result<u32, Unreadable> {
        Ok(self.signed()? as u32)
    }

    /// The bits of a signed LEB128 number of 64 bits.
    pub(in crate::sources) fn bits64(&mut self) -> Result<u64, Unreadable> {
        self.signed()
    }

    pub(in crate::sources) fn float(&mut self) -> Result<f64, Unreadable> {
        let bytes = self.bytes(8)?.first_chunk().ok_or(Unreadable::Short)?;
        Ok(f64::from_le_bytes(*bytes))
    }

    /// Four bytes as they are.
    pub(in crate::sources) fn word(&mut self) -> Result<u32, Unreadable> {
        let bytes = self.bytes(4)?.first_chunk().ok_or(Unreadable::Short)?;
        Ok(u32::from_le_bytes(*bytes))
    }

    fn signed(&mut self) -> Result<u64, Unreadable> {
        let before = self.0;
        let value = self.leb(64)?;
        let length = before.len() - self.0.len();
        let is_negative = before[length - 1] & 0x40 != 0;
        let shift = 7 * length;
        Ok(if is_negative && shift < 64 { value | u64::MAX << shift } else { value })
    }

    fn leb(&mut self, bits: u32) -> Result<u64, Unreadable> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
            if shift >= bits {
                return Err(Unreadable::Damaged("a number is too long"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_numbers_keep_their_sign() {
        for (bytes, value) in [(&[0x7f][..], -1), (&[0xc0, 0x00], 64), (&[0x40], -64), (&[0x80, 0x7f], -128)] {
            assert_eq!(Reader(bytes).bits64().unwrap() as i64, value, "{bytes:?}");
            assert_eq!(Reader(bytes).bits32().unwrap() as i32, value as i32, "{bytes:?}");
        }
        let largest = [0xff, 0xff, 0xff, 0xff, 0x07];
        assert_eq!(Reader(&largest).bits32().unwrap(), i32::MAX as u32);
        let lowest = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f];
        assert_eq!(Reader(&lowest).bits64().unwrap() as i64, i64::MIN);
    }

    #[test]
    fn a_part_that_is_cut_off_is_refused() {
        assert!(matches!(Reader(&[3, 1, 2]).part().err(), Some(Unreadable::Short)));
        assert!(matches!(Reader(&[0x80]).unsigned().err(), Some(Unreadable::Short)));
    }

    #[test]
    fn a_number_beyond_32_bits_is_refused_and_not_cut() {
        assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0x0f]).unsigned(), Ok(u32::MAX));
        let beyond = Reader(&[0xff, 0xff, 0xff, 0xff, 0x1f]).unsigned();
        assert_eq!(beyond, Err(Unreadable::Damaged("a number is too large")));
    }
}
