//! See `actuator_fuzz::arguments`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::arguments(bytes));
