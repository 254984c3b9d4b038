//! See `actuator_fuzz::model_description_fmi3`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| actuator_fuzz::model_description_fmi3(bytes));
