//! The calls of real tools, repeated in their order: each file in `c/` is one version of one tool, with its source
//! named.
//!
//! Each replay is compiled, run as a process with the library that these tests are built with, and its output is
//! compared with the references. Where `REPLAYS_TABLE` names a file, each comparison adds a line to it, for the table
//! of importers in the README.
#![allow(clippy::unwrap_used, missing_docs)]

mod case;
mod derivatives;
mod examples;
mod process;
mod table;
mod tools;

use case::Case;
use tools::Tool;

/// Runs a case in a tool; its position may be off by `allowed`.
fn compare(tool: &Tool, case: &Case, task: &str, allowed: f64) {
    let run = process::run(tool, case);
    let deviation = case.deviation(&run.positions);
    table::add(tool, task, deviation, allowed, case.reference.unit);
    assert_eq!(run.errors, [""; 0], "{}: messages with status Error", tool.file);
    assert_eq!(run.notes, [""; 0], "{}", tool.file);
    // It completes steps before it looks for events in them.
    assert!(tool.name != "OpenModelica" || run.missed.is_empty(), "{}: {:?}", tool.file, run.missed);
    assert!(
        deviation <= allowed,
        "{} {}, {task}: off by {deviation:e} {}",
        tool.name,
        tool.version,
        case.reference.unit
    );
}

/// Fast restart: the second run begins where the first one began.
#[test]
fn simulink_gets_the_same_bits_after_a_reset() {
    let positions = process::run(&tools::SIMULINK, &Case::p3()).positions;
    let (first, second) = positions.split_at(positions.len() / 2);
    assert_eq!(first.len(), 2201);
    assert_eq!(first, second);
}

/// A test for each manoeuvre in a tool.
macro_rules! replays {
    ($($name:ident: $tool:ident, $case:expr, $task:literal, $allowed:expr;)*) => {
        $(#[test]
        fn $name() {
            compare(&tools::$tool, &$case, $task, $allowed);
        })*
    };
}

/// What steps of 50 us leave where events are located: 1.4e-10 rad on fig 6, whose reference has 9 digits.
const LOCATED: f64 = 1e-9;
/// P3 has constant inputs between its events, and the closed form has 40 digits: what is left is rounding, 1e-16 in each
/// of up to a hundred thousand steps.
const ROUNDING: f64 = 2e-11;
/// Inputs held at the middle of steps of 0.1 ms: the limits of importers/matrix/held.py.
const HELD: f64 = 1e-6;
const HELD_CONSTANT: f64 = 1e-10;
/// Inputs held as they are at the beginning of steps of 0.1 ms: half a step late on the ramps of the supply pressure.
const HELD_FROM_THE_BEGINNING: f64 = 5e-6;
/// Inputs that are up to 20 us old in the right-hand side: a fifth of that.
const OLD: f64 = 1e-6;
/// A reversal that is found 0.1 ms late: friction of 1 N.m on 0.05 kg.m2 has the wrong sign so long, 4 mrad/s, and the
/// motion after it takes 0.2 s.
const LATE: f64 = 1e-3;
/// The same on the servo: the load is held, and at a stop 0.1 ms late little moves.
const LATE_ON_THE_SERVO: f64 = 1e-5;
/// A reversal that is found 10 ms late: a law with a bristle has the right friction all the same, if it keeps its
/// velocity.
const LATE_WITH_BRISTLES: f64 = 1e-4;

replays! {
    openmodelica_1_16_runs_figure_6: OPENMODELICA_1_16, Case::figure(6), "ME, fig 6", LOCATED;
    openmodelica_1_16_runs_figure_16: OPENMODELICA_1_16, Case::figure(16), "ME, fig 16", LOCATED;
    openmodelica_1_16_runs_p3: OPENMODELICA_1_16, Case::p3(), "ME, P3_rev", ROUNDING;
    openmodelica_1_16_runs_the_hydraulic_actuator: OPENMODELICA_1_16, Case::lugre(), "ME, LuGre actuator", LOCATED;
    openmodelica_1_21_runs_figure_6: OPENMODELICA_1_21, Case::figure(6), "ME, fig 6", LOCATED;
    openmodelica_1_21_runs_p3: OPENMODELICA_1_21, Case::p3(), "ME, P3_rev", ROUNDING;
    openmodelica_1_27_runs_figure_6: OPENMODELICA_1_27, Case::figure(6), "ME, fig 6", LOCATED;
    openmodelica_1_27_runs_figure_16: OPENMODELICA_1_27, Case::figure(16), "ME, fig 16", LOCATED;
    openmodelica_1_27_runs_p3: OPENMODELICA_1_27, Case::p3(), "ME, P3_rev", ROUNDING;
    openmodelica_1_27_runs_the_hydraulic_actuator: OPENMODELICA_1_27, Case::lugre(), "ME, LuGre actuator", LOCATED;
    openmodelica_2026_08_runs_figure_6: OPENMODELICA_2026_08, Case::figure(6), "ME, fig 6", LOCATED;
    openmodelica_2026_08_runs_p3: OPENMODELICA_2026_08, Case::p3(), "ME, P3_rev", ROUNDING;
    omsimulator_runs_figure_6_in_co_simulation:
        OMSIMULATOR_CS, Case::figure(6).with_step(1e-4), "CS, fig 6, inputs held over 0.1 ms", HELD;
    omsimulator_runs_p3_in_co_simulation:
        OMSIMULATOR_CS, Case::p3().with_step(1e-4), "CS, P3_rev, inputs held over 0.1 ms", HELD_CONSTANT;
    omsimulator_2_1_runs_figure_6:
        OMSIMULATOR_2_1, Case::figure(6).with_step(1e-4), "ME, fig 6, inputs held over 0.1 ms", HELD;
    omsimulator_2_1_runs_p3:
        OMSIMULATOR_2_1, Case::p3().with_step(1e-4), "ME, P3_rev, inputs held over 0.1 ms", HELD_CONSTANT;
    omsimulator_3_0_runs_figure_6:
        OMSIMULATOR_3_0, Case::figure(6).with_step(1e-4), "ME, fig 6, events found up to 0.1 ms late",
        LATE_ON_THE_SERVO;
    omsimulator_3_0_runs_p3:
        OMSIMULATOR_3_0, Case::p3().with_step(1e-4), "ME, P3_rev, events found up to 0.1 ms late", LATE;
    omsimulator_3_0_runs_the_hydraulic_actuator:
        OMSIMULATOR_3_0, Case::lugre().with_step(1e-2), "ME, LuGre actuator, events found up to 10 ms late",
        LATE_WITH_BRISTLES;
    omsimulator_2026_08_runs_figure_6:
        OMSIMULATOR_2026_08, Case::figure(6).with_step(1e-4), "ME, fig 6, inputs held over 0.1 ms", HELD;
    omsimulator_2026_08_runs_p3:
        OMSIMULATOR_2026_08, Case::p3().with_step(1e-4), "ME, P3_rev, inputs held over 0.1 ms", HELD_CONSTANT;
    fmusim_runs_figure_6_in_co_simulation:
        FMUSIM_CS, Case::figure(6).with_step(1e-4), "CS, fig 6, inputs of the beginning of each 0.1 ms",
        HELD_FROM_THE_BEGINNING;
    fmusim_runs_p3_in_co_simulation: FMUSIM_CS, Case::p3(), "CS, P3_rev", HELD_CONSTANT;
    fmusim_runs_figure_6: FMUSIM_ME, Case::figure(6), "ME, fig 6, inputs up to 20 us old", OLD;
    fmusim_runs_p3: FMUSIM_ME, Case::p3(), "ME, P3_rev", ROUNDING;
    fmi_kit_runs_figure_6_in_co_simulation:
        FMI_KIT_CS, Case::figure(6).with_step(1e-4), "CS, fig 6, inputs held over 0.1 ms", HELD;
    fmi_kit_runs_p3_in_co_simulation:
        FMI_KIT_CS, Case::p3().with_step(1e-4), "CS, P3_rev, inputs held over 0.1 ms", HELD_CONSTANT;
    fmi_kit_runs_figure_6: FMI_KIT_ME, Case::figure(6), "ME, fig 6", LOCATED;
    fmi_kit_runs_p3: FMI_KIT_ME, Case::p3(), "ME, P3_rev", ROUNDING;
    simulink_runs_figure_6_and_again_after_a_reset:
        SIMULINK, Case::figure(6).with_step(1e-4), "CS, fig 6, inputs held over 0.1 ms, twice", HELD;
    simulink_runs_p3_and_again_after_a_reset:
        SIMULINK, Case::p3().with_step(1e-4), "CS, P3_rev, inputs held over 0.1 ms, twice", HELD_CONSTANT;
    dymola_runs_figure_6: DYMOLA, Case::figure(6), "ME, fig 6", LOCATED;
    dymola_runs_p3: DYMOLA, Case::p3(), "ME, P3_rev", ROUNDING;
}
