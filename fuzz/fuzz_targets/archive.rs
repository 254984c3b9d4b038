//! See `actuator_fuzz::archive`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::archive(bytes));
