//! Runs the smallest drivetrains that show something.

use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, Run, Signal};

/// Elements and inputs without the head of a configuration.
pub fn run(
    text: &str,
    inputs: Vec<(&'static str, Signal)>,
    end: f64,
    step: f64,
    visit: impl FnMut(f64, &mut dyn Actuator),
) -> Recorder {
    let text = format!("name = \"Found\"\nmodel = \"Drivetrain\"\n{text}");
    Run { actuator: &mut drivetrain(&text), inputs, end, step }.go(visit)
}

/// The same where no step may be bridged, and no law leave its region.
pub fn run_unwarned(
    text: &str,
    inputs: Vec<(&'static str, Signal)>,
    end: f64,
    step: f64,
    visit: impl FnMut(f64, &mut dyn Actuator),
) -> Recorder {
    let recorder = run(text, inputs, end, step, visit);
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    recorder
}
