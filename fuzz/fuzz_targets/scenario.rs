//! See `actuator_fuzz::scenario`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::scenario(bytes));
