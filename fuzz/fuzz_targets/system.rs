//! See `actuator_fuzz::system`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::system(bytes));
