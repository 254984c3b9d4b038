//! Instructions that take values and give one, as expressions of C.
//!
//! A number of 32 or 64 bits is unsigned in C, where arithmetic wraps as it does in WebAssembly; what takes it with a sign says so.
//! Functions that are called here stand in `runtime.c`.

use crate::sources::module::Type;
use Type::{F32, F64, I32, I64};

/// An expression in which `a` and `b` stand for the operands.
pub(super) struct Operator {
    pub(super) result: Type,
    /// Pieces between operands: `a` comes before the second piece, `b` before the third.
    pub(super) pieces: &'static [&'static str],
    /// The operands may stand as they are, without parentheses: they are arguments of a function.
    pub(super) is_call: bool,
    /// The expression is true or false.
    pub(super) is_truth: bool,
}

/// How two operands are joined.
const fn infix(result: Type, pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { result, pieces, is_call: false, is_truth: false })
}

const fn truth(pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { result: I32, pieces, is_call: false, is_truth: true })
}

const fn call(result: Type, pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { result, pieces, is_call: true, is_truth: false })
}

/// The instruction of a code; none where it is another kind of instruction, or one that rustc has not made so far.
pub(super) fn operator(code: u8) -> Option<Operator> {
    integers(code).or_else(|| floats(code)).or_else(|| conversions(code))
}

fn integers(code: u8) -> Option<Operator> {
    match code {
        0x45 => truth(&["!", ""]),
        0x46 => truth(&["", "==", ""]),
        0x47 => truth(&["", "!=", ""]),
        0x48 => truth(&["(s32)", "<(s32)", ""]),
        0x49 => truth(&["", "<", ""]),
        0x4a => truth(&["(s32)", ">(s32)", ""]),
        0x4b => truth(&["", ">", ""]),
        0x4c => truth(&["(s32)", "<=(s32)", ""]),
        0x4d => truth(&["", "<=", ""]),
        0x4e => truth(&["(s32)", ">=(s32)", ""]),
        0x4f => truth(&["", ">=", ""]),
        0x50 => truth(&["!", ""]),
        0x51 => truth(&["", "==", ""]),
        0x52 => truth(&["", "!=", ""]),
        0x53 => truth(&["(s64)", "<(s64)", ""]),
        0x54 => truth(&["", "<", ""]),
        0x55 => truth(&["(s64)", ">(s64)", ""]),
        0x56 => truth(&["", ">", ""]),
        0x57 => truth(&["(s64)", "<=(s64)", ""]),
        0x58 => truth(&["", "<=", ""]),
        0x59 => truth(&["(s64)", ">=(s64)", ""]),
        0x5a => truth(&["", ">=", ""]),
        0x67 => call(I32, &["clz32(", ")"]),
        0x68 => call(I32, &["ctz32(", ")"]),
        0x69 => call(I32, &["popcnt32(", ")"]),
        0x6a => infix(I32, &["", "+", ""]),
        0x6b => infix(I32, &["", "-", ""]),
        0x6c => infix(I32, &["", "*", ""]),
        0x6d => call(I32, &["div_s32(i,", ",", ")"]),
        0x6e => call(I32, &["div_u32(i,", ",", ")"]),
        0x6f => call(I32, &["rem_s32(i,", ",", ")"]),
        0x70 => call(I32, &["rem_u32(i,", ",", ")"]),
        0x71 => infix(I32, &["", "&", ""]),
        0x72 => infix(I32, &["", "|", ""]),
        0x73 => infix(I32, &["", "^", ""]),
        0x74 => infix(I32, &["", "<<(", "&31)"]),
        0x75 => call(I32, &["shr_s32(", ",", ")"]),
        0x76 => infix(I32, &["", ">>(", "&31)"]),
        0x77 => call(I32, &["rotl32(", ",", ")"]),
        0x78 => call(I32, &["rotr32(", ",", ")"]),
        0x79 => call(I64, &["clz64(", ")"]),
        0x7a => call(I64, &["ctz64(", ")"]),
        0x7b => call(I64, &["popcnt64(", ")"]),
        0x7c => infix(I64, &["", "+", ""]),
        0x7d => infix(I64, &["", "-", ""]),
        0x7e => infix(I64, &["", "*", ""]),
        0x7f => call(I64, &["div_s64(i,", ",", ")"]),
        0x80 => call(I64, &["div_u64(i,", ",", ")"]),
        0x81 => call(I64, &["rem_s64(i,", ",", ")"]),
        0x82 => call(I64, &["rem_u64(i,", ",", ")"]),
        0x83 => infix(I64, &["", "&", ""]),
        0x84 => infix(I64, &["", "|", ""]),
        0x85 => infix(I64, &["", "^", ""]),
        0x86 => infix(I64, &["", "<<(", "&63)"]),
        0x87 => call(I64, &["shr_s64(", ",", ")"]),
        0x88 => infix(I64, &["", ">>(", "&63)"]),
        0x89 => call(I64, &["rotl64(", ",", ")"]),
        0x8a => call(I64, &["rotr64(", ",", ")"]),
        _ => None,
    }
}

fn floats(code: u8) -> Option<Operator> {
    match code {
        0x5b => truth(&["", "==", ""]),
        0x5c => truth(&["", "!=", ""]),
        0x5d => truth(&["", "<", ""]),
        0x5e => truth(&["", ">", ""]),
        0x5f => truth(&["", "<=", ""]),
        0x60 => truth(&["", ">=", ""]),
        0x61 => truth(&["", "==", ""]),
        0x62 => truth(&["", "!=", ""]),
        0x63 => truth(&["", "<", ""]),
        0x64 => truth(&["", ">", ""]),
        0x65 => truth(&["", "<=", ""]),
        0x66 => truth(&["", ">=", ""]),
        0x92 => infix(F32, &["(f32)(", "+", ")"]),
        0x93 => infix(F32, &["(f32)(", "-", ")"]),
        0x94 => infix(F32, &["(f32)(", "*", ")"]),
        0x95 => infix(F32, &["(f32)(", "/", ")"]),
        0x99 => call(F64, &["abs64(", ")"]),
        0x9a => infix(F64, &["-", ""]),
        0x9c => call(F64, &["floor64(", ")"]),
        0xa0 => infix(F64, &["", "+", ""]),
        0xa1 => infix(F64, &["", "-", ""]),
        0xa2 => infix(F64, &["", "*", ""]),
        0xa3 => infix(F64, &["", "/", ""]),
        0xa4 => call(F64, &["min64(", ",", ")"]),
        0xa5 => call(F64, &["max64(", ",", ")"]),
        0xa6 => call(F64, &["copysign64(", ",", ")"]),
        _ => None,
    }
}

fn conversions(code: u8) -> Option<Operator> {
    match code {
        0xa7 => infix(I32, &["(u32)", ""]),
        0xac => infix(I64, &["(u64)(s64)(s32)", ""]),
        0xad => infix(I64, &["(u64)", ""]),
        0xb2 => infix(F32, &["(f32)(s32)", ""]),
        0xb3 => infix(F32, &["(f32)", ""]),
        0xb6 => infix(F32, &["(f32)", ""]),
        0xb7 => infix(F64, &["(f64)(s32)", ""]),
        0xb8 => infix(F64, &["(f64)", ""]),
        0xb9 => infix(F64, &["(f64)(s64)", ""]),
        0xba => infix(F64, &["(f64)", ""]),
        0xbb => infix(F64, &["(f64)", ""]),
        0xbc => call(I32, &["bits_of_f32(", ")"]),
        0xbd => call(I64, &["bits_of_f64(", ")"]),
        0xbe => call(F32, &["f32_of_bits(", ")"]),
        0xbf => call(F64, &["f64_of_bits(", ")"]),
        0xc0 => infix(I32, &["(u32)(s32)(s8)", ""]),
        0xc1 => infix(I32, &["(u32)(s32)(s16)", ""]),
        0xc2 => infix(I64, &["(u64)(s64)(s8)", ""]),
        0xc3 => infix(I64, &["(u64)(s64)(s16)", ""]),
        0xc4 => infix(I64, &["(u64)(s64)(s32)", ""]),
        _ => None,
    }
}

/// Conversions that give the nearest number where there is none, by the number after their prefix.
pub(super) fn saturating(code: u32) -> Option<Operator> {
    match code {
        2 => call(I32, &["s32_of_f64(", ")"]),
        3 => call(I32, &["u32_of_f64(", ")"]),
        6 => call(I64, &["s64_of_f64(", ")"]),
        7 => call(I64, &["u64_of_f64(", ")"]),
        _ => None,
    }
}

/// Reading from memory: the function that does it, and what it gives.
pub(super) fn load(code: u8) -> Option<(&'static str, Type)> {
    Some(match code {
        0x28 => ("load32", I32),
        0x29 => ("load64", I64),
        0x2a => ("load_f32", F32),
        0x2b => ("load_f64", F64),
        0x2c => ("load8s", I32),
        0x2d => ("load8", I32),
        0x2e => ("load16s", I32),
        0x2f => ("load16", I32),
        0x30 => ("load8s_64", I64),
        0x31 => ("load8_64", I64),
        0x32 => ("load16s_64", I64),
        0x33 => ("load16_64", I64),
        0x34 => ("load32s_64", I64),
        0x35 => ("load32_64", I64),
        _ => return None,
    })
}

/// Writing to memory: the function that does it.
pub(super) fn store(code: u8) -> Option<&'static str> {
    Some(match code {
        0x36 => "store32",
        0x37 => "store64",
        0x38 => "store_f32",
        0x39 => "store_f64",
        0x3a => "store8",
        0x3b => "store16",
        0x3c => "store8_64",
        0x3d => "store16_64",
        0x3e => "store32_64",
        _ => return None,
    })
}
