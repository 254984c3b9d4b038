//! See `actuator_fuzz::configuration_block`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::configuration_block(bytes));
