//! See `actuator_fuzz::life`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::life(bytes));
