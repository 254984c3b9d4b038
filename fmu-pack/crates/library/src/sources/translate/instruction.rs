//! One instruction of a function, with what follows it in the code.

use super::operators::{Operator, load, operator, saturating, store};
use crate::sources::module::{Reader, Type, Unreadable, kind};

/// What to do.
pub(super) enum Instruction {
    Unreachable,
    Nop,
    Block(Option<Type>),
    Loop(Option<Type>),
    If(Option<Type>),
    Else,
    End,
    Branch(usize),
    BranchIf(usize),
    /// To one of these by number, to the last for all others.
    BranchTable(Vec<usize>),
    Return,
    Call(usize),
    /// Of a function in the table, with this signature.
    CallIndirect(usize),
    Drop,
    Select,
    LocalGet(usize),
    LocalSet(usize),
    LocalTee(usize),
    GlobalGet(usize),
    GlobalSet(usize),
    Load {
        function: &'static str,
        kind: Type,
        offset: u32,
    },
    Store {
        function: &'static str,
        offset: u32,
    },
    MemorySize,
    MemoryGrow,
    MemoryCopy,
    MemoryFill,
    /// A number, as C writes it.
    Constant(Type, String),
    Operator(Operator),
}

impl Instruction {
    pub(super) fn read(code: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let first = code.byte()?;
        Ok(match first {
            0x00 => Self::Unreachable,
            0x01 => Self::Nop,
            0x02 => Self::Block(block_type(code)?),
            0x03 => Self::Loop(block_type(code)?),
            0x04 => Self::If(block_type(code)?),
            0x05 => Self::Else,
            0x0b => Self::End,
            0x0c => Self::Branch(code.size()?),
            0x0d => Self::BranchIf(code.size()?),
            0x0e => {
                let mut targets = code.list(Reader::size)?;
                targets.push(code.size()?);
                Self::BranchTable(targets)
            }
            0x0f => Self::Return,
            0x10 => Self::Call(code.size()?),
            0x11 => {
                let signature = code.size()?;
                let _table = code.size()?;
                Self::CallIndirect(signature)
            }
            0x1a => Self::Drop,
            0x1b => Self::Select,
            0x1c => {
                let _kind = code.part()?;
                Self::Select
            }
            0x20 => Self::LocalGet(code.size()?),
            0x21 => Self::LocalSet(code.size()?),
            0x22 => Self::LocalTee(code.size()?),
            0x23 => Self::GlobalGet(code.size()?),
            0x24 => Self::GlobalSet(code.size()?),
            0x28..=0x3e => memory_access(first, code)?,
            0x3f => with_memory(code, Self::MemorySize)?,
            0x40 => with_memory(code, Self::MemoryGrow)?,
            0x41 => Self::Constant(Type::I32, format!("{}u", code.bits32()?)),
            0x42 => Self::Constant(Type::I64, format!("{}ull", code.bits64()?)),
            0x43 => Self::Constant(Type::F32, format!("f32_of_bits({}u)", code.word()?)),
            0x44 => Self::Constant(Type::F64, float(code.float()?)),
            0xfc => prefixed(code)?,
            other => {
                let unknown = || Unreadable::Unknown(format!("the instruction {other:#x}"));
                Self::Operator(operator(other).ok_or_else(unknown)?)
            }
        })
    }
}

/// Result of a block; one that takes values too is none that rustc makes.
fn block_type(code: &mut Reader<'_>) -> Result<Option<Type>, Unreadable> {
    match code.byte()? {
        0x40 => Ok(None),
        // Another byte is the number of a signature.
        byte => kind(byte).map(Some).map_err(|_| Unreadable::Unknown("a block that takes values".to_owned())),
    }
}

fn memory_access(first: u8, code: &mut Reader<'_>) -> Result<Instruction, Unreadable> {
    let _alignment = code.unsigned()?;
    let offset = code.unsigned()?;
    let reading = load(first).map(|(function, kind)| Instruction::Load { function, kind, offset });
    let access = reading.or_else(|| store(first).map(|function| Instruction::Store { function, offset }));
    access.ok_or_else(|| Unreadable::Unknown(format!("the instruction {first:#x}")))
}

/// The number of the memory follows, which is always the one.
fn with_memory(code: &mut Reader<'_>, instruction: Instruction) -> Result<Instruction, Unreadable> {
    code.byte().map(|_| instruction)
}

fn prefixed(code: &mut Reader<'_>) -> Result<Instruction, Unreadable> {
    match code.unsigned()? {
        10 => {
            code.bytes(2)?;
            Ok(Instruction::MemoryCopy)
        }
        11 => with_memory(code, Instruction::MemoryFill),
        other => {
            let unknown = || Unreadable::Unknown(format!("the instruction 0xfc {other:#x}"));
            saturating(other).map(Instruction::Operator).ok_or_else(unknown)
        }
    }
}

/// A number as C reads it back to the last bit: short ones in decimal digits, all others in hexadecimal.
fn float(value: f64) -> String {
    if !value.is_finite() {
        return format!("f64_of_bits({}ull)", value.to_bits());
    }
    let short = format!("{value:?}");
    let text = if short.len() <= 8 { short } else { hexadecimal(value) };
    // Two signs after each other would be another operator.
    if text.starts_with('-') { format!("({text})") } else { text }
}

fn hexadecimal(value: f64) -> String {
    const FRACTION: u32 = 52;
    let (bits, sign) = (value.to_bits(), if value.is_sign_negative() { "-" } else { "" });
    let (fraction, exponent) = (bits & ((1 << FRACTION) - 1), (bits >> FRACTION & 0x7ff) as i32);
    let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
    let digits = format!("{fraction:013x}");
    format!("{sign}0x{lead}.{}p{exponent}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_so_that_c_reads_the_same_bits() {
        let written = [
            (0.0, "0.0"),
            (-0.0, "(-0.0)"),
            (0.5, "0.5"),
            (1e-9, "1e-9"),
            (-1.5, "(-1.5)"),
            (std::f64::consts::PI, "0x1.921fb54442d18p1"),
            (f64::MIN_POSITIVE, "0x1.p-1022"),
            (5e-324, "5e-324"),
            (1e300 / 3.0, "0x1.fdafb60009cdp994"),
            (f64::INFINITY, "f64_of_bits(9218868437227405312ull)"),
        ];
        for (value, text) in written {
            assert_eq!(float(value), text);
        }
    }
}
