//! See `actuator_fuzz::saved_state`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::saved_state(bytes));
