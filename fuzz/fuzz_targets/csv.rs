//! See `actuator_fuzz::csv`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::csv(bytes));
