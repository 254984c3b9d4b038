//! See `actuator_fuzz::calls_fmi3`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::calls_fmi3(bytes));
