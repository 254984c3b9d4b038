//! See `actuator_fuzz::calls`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::calls(bytes));
