//! Instructions that take values and give one, as expressions of C.
//!
//! A number of 32 or 64 bits is unsigned in C, where arithmetic wraps as it does in WebAssembly; what takes it with a sign says so.
//! Functions that are called here stand in `runtime.c`.

use crate::sources::module::Type;
use Type::{F32, F64, I32, I64};

/// An expression in which `a` and `b` stand for the operands.
pub(super) struct Operator {
    pub(super) operands: &'static [Type],
    pub(super) result: Type,
    /// Pieces between operands: `a` comes before the second piece, `b` before the third.
    pub(super) pieces: &'static [&'static str],
    /// The operands may stand as they are, without parentheses: they are arguments of a function.
    pub(super) is_call: bool,
    /// The expression is true or false.
    pub(super) is_truth: bool,
}

/// How two operands are joined.
const fn infix(kind: &'static [Type], result: Type, pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { operands: kind, result, pieces, is_call: false, is_truth: false })
}

const fn truth(kind: &'static [Type], pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { operands: kind, result: I32, pieces, is_call: false, is_truth: true })
}

const fn call(kind: &'static [Type], result: Type, pieces: &'static [&'static str]) -> Option<Operator> {
    Some(Operator { operands: kind, result, pieces, is_call: true, is_truth: false })
}

const W: &[Type] = &[I32];
const WW: &[Type] = &[I32, I32];
const L: &[Type] = &[I64];
const LL: &[Type] = &[I64, I64];
const F: &[Type] = &[F32];
const FF: &[Type] = &[F32, F32];
const D: &[Type] = &[F64];
const DD: &[Type] = &[F64, F64];

/// The instruction of a code; none where it is another kind of instruction, or one that rustc has not made so far.
pub(super) fn operator(code: u8) -> Option<Operator> {
    integers(code).or_else(|| floats(code)).or_else(|| conversions(code))
}

fn integers(code: u8) -> Option<Operator> {
    match code {
        0x45 => truth(W, &["!", ""]),
        0x46 => truth(WW, &["", "==", ""]),
        0x47 => truth(WW, &["", "!=", ""]),
        0x48 => truth(WW, &["(s32)", "<(s32)", ""]),
        0x49 => truth(WW, &["", "<", ""]),
        0x4a => truth(WW, &["(s32)", ">(s32)", ""]),
        0x4b => truth(WW, &["", ">", ""]),
        0x4c => truth(WW, &["(s32)", "<=(s32)", ""]),
        0x4d => truth(WW, &["", "<=", ""]),
        0x4e => truth(WW, &["(s32)", ">=(s32)", ""]),
        0x4f => truth(WW, &["", ">=", ""]),
        0x50 => truth(L, &["!", ""]),
        0x51 => truth(LL, &["", "==", ""]),
        0x52 => truth(LL, &["", "!=", ""]),
        0x53 => truth(LL, &["(s64)", "<(s64)", ""]),
        0x54 => truth(LL, &["", "<", ""]),
        0x55 => truth(LL, &["(s64)", ">(s64)", ""]),
        0x56 => truth(LL, &["", ">", ""]),
        0x57 => truth(LL, &["(s64)", "<=(s64)", ""]),
        0x58 => truth(LL, &["", "<=", ""]),
        0x59 => truth(LL, &["(s64)", ">=(s64)", ""]),
        0x5a => truth(LL, &["", ">=", ""]),
        0x67 => call(W, I32, &["clz32(", ")"]),
        0x68 => call(W, I32, &["ctz32(", ")"]),
        0x69 => call(W, I32, &["popcnt32(", ")"]),
        0x6a => infix(WW, I32, &["", "+", ""]),
        0x6b => infix(WW, I32, &["", "-", ""]),
        0x6c => infix(WW, I32, &["", "*", ""]),
        0x6d => call(WW, I32, &["div_s32(i,", ",", ")"]),
        0x6e => call(WW, I32, &["div_u32(i,", ",", ")"]),
        0x6f => call(WW, I32, &["rem_s32(i,", ",", ")"]),
        0x70 => call(WW, I32, &["rem_u32(i,", ",", ")"]),
        0x71 => infix(WW, I32, &["", "&", ""]),
        0x72 => infix(WW, I32, &["", "|", ""]),
        0x73 => infix(WW, I32, &["", "^", ""]),
        0x74 => infix(WW, I32, &["", "<<(", "&31)"]),
        0x75 => call(WW, I32, &["shr_s32(", ",", ")"]),
        0x76 => infix(WW, I32, &["", ">>(", "&31)"]),
        0x77 => call(WW, I32, &["rotl32(", ",", ")"]),
        0x78 => call(WW, I32, &["rotr32(", ",", ")"]),
        0x79 => call(L, I64, &["clz64(", ")"]),
        0x7a => call(L, I64, &["ctz64(", ")"]),
        0x7b => call(L, I64, &["popcnt64(", ")"]),
        0x7c => infix(LL, I64, &["", "+", ""]),
        0x7d => infix(LL, I64, &["", "-", ""]),
        0x7e => infix(LL, I64, &["", "*", ""]),
        0x7f => call(LL, I64, &["div_s64(i,", ",", ")"]),
        0x80 => call(LL, I64, &["div_u64(i,", ",", ")"]),
        0x81 => call(LL, I64, &["rem_s64(i,", ",", ")"]),
        0x82 => call(LL, I64, &["rem_u64(i,", ",", ")"]),
        0x83 => infix(LL, I64, &["", "&", ""]),
        0x84 => infix(LL, I64, &["", "|", ""]),
        0x85 => infix(LL, I64, &["", "^", ""]),
        0x86 => infix(LL, I64, &["", "<<(", "&63)"]),
        0x87 => call(LL, I64, &["shr_s64(", ",", ")"]),
        0x88 => infix(LL, I64, &["", ">>(", "&63)"]),
        0x89 => call(LL, I64, &["rotl64(", ",", ")"]),
        0x8a => call(LL, I64, &["rotr64(", ",", ")"]),
        _ => None,
    }
}

fn floats(code: u8) -> Option<Operator> {
    match code {
        0x5b => truth(FF, &["", "==", ""]),
        0x5c => truth(FF, &["", "!=", ""]),
        0x5d => truth(FF, &["", "<", ""]),
        0x5e => truth(FF, &["", ">", ""]),
        0x5f => truth(FF, &["", "<=", ""]),
        0x60 => truth(FF, &["", ">=", ""]),
        0x61 => truth(DD, &["", "==", ""]),
        0x62 => truth(DD, &["", "!=", ""]),
        0x63 => truth(DD, &["", "<", ""]),
        0x64 => truth(DD, &["", ">", ""]),
        0x65 => truth(DD, &["", "<=", ""]),
        0x66 => truth(DD, &["", ">=", ""]),
        0x92 => infix(FF, F32, &["(f32)(", "+", ")"]),
        0x93 => infix(FF, F32, &["(f32)(", "-", ")"]),
        0x94 => infix(FF, F32, &["(f32)(", "*", ")"]),
        0x95 => infix(FF, F32, &["(f32)(", "/", ")"]),
        0x99 => call(D, F64, &["abs64(", ")"]),
        0x9a => infix(D, F64, &["-", ""]),
        0x9c => call(D, F64, &["floor64(", ")"]),
        0xa0 => infix(DD, F64, &["", "+", ""]),
        0xa1 => infix(DD, F64, &["", "-", ""]),
        0xa2 => infix(DD, F64, &["", "*", ""]),
        0xa3 => infix(DD, F64, &["", "/", ""]),
        0xa4 => call(DD, F64, &["min64(", ",", ")"]),
        0xa5 => call(DD, F64, &["max64(", ",", ")"]),
        0xa6 => call(DD, F64, &["copysign64(", ",", ")"]),
        _ => None,
    }
}

fn conversions(code: u8) -> Option<Operator> {
    match code {
        0xa7 => infix(L, I32, &["(u32)", ""]),
        0xac => infix(W, I64, &["(u64)(s64)(s32)", ""]),
        0xad => infix(W, I64, &["(u64)", ""]),
        0xb2 => infix(W, F32, &["(f32)(s32)", ""]),
        0xb3 => infix(W, F32, &["(f32)", ""]),
        0xb6 => infix(D, F32, &["(f32)", ""]),
        0xb7 => infix(W, F64, &["(f64)(s32)", ""]),
        0xb8 => infix(W, F64, &["(f64)", ""]),
        0xb9 => infix(L, F64, &["(f64)(s64)", ""]),
        0xba => infix(L, F64, &["(f64)", ""]),
        0xbb => infix(F, F64, &["(f64)", ""]),
        0xbc => call(F, I32, &["bits_of_f32(", ")"]),
        0xbd => call(D, I64, &["bits_of_f64(", ")"]),
        0xbe => call(W, F32, &["f32_of_bits(", ")"]),
        0xbf => call(L, F64, &["f64_of_bits(", ")"]),
        0xc0 => infix(W, I32, &["(u32)(s32)(s8)", ""]),
        0xc1 => infix(W, I32, &["(u32)(s32)(s16)", ""]),
        0xc2 => infix(L, I64, &["(u64)(s64)(s8)", ""]),
        0xc3 => infix(L, I64, &["(u64)(s64)(s16)", ""]),
        0xc4 => infix(L, I64, &["(u64)(s64)(s32)", ""]),
        _ => None,
    }
}

/// Conversions that give the nearest number where there is none, by the number after their prefix.
pub(super) fn saturating(code: u32) -> Option<Operator> {
    match code {
        2 => call(D, I32, &["s32_of_f64(", ")"]),
        3 => call(D, I32, &["u32_of_f64(", ")"]),
        6 => call(D, I64, &["s64_of_f64(", ")"]),
        7 => call(D, I64, &["u64_of_f64(", ")"]),
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
