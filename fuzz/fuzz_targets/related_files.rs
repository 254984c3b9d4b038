//! See `actuator_fuzz::related_files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::related_files(bytes));
