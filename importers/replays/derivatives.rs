//! OMSimulator asks for partial derivatives with all knowns of InitialUnknowns, of which some are no Reals.

use crate::replays::case::Case;
use crate::replays::{process, table, tools};

#[test]
fn omsimulator_gets_the_partial_derivatives_of_initialization() {
    for case in [Case::figure(6), Case::p3(), Case::lugre()] {
        let run = process::run(&tools::OMSIMULATOR_DERIVATIVES, &case);
        assert_eq!(run.errors, [""; 0]);
        assert!(run.derivatives.len() > 100, "{} derivatives", run.derivatives.len());
        assert!(run.derivatives.iter().all(|(_, _, value)| value.is_finite()));
        // A position starts where the parameter says: the derivative is 1 exactly, in both kinds of simulation.
        let reference = |name: &str| {
            let description = case.description();
            description.model_variables.variables.iter().find(|v| v.name == name).unwrap().value_reference
        };
        let pair = (reference("position"), reference("position_start"));
        let values: Vec<f64> = run.derivatives.iter().filter(|(u, k, _)| (*u, *k) == pair).map(|row| row.2).collect();
        assert_eq!(values, [1.0, 1.0]);
    }
    table::add(&tools::OMSIMULATOR_DERIVATIVES, "ME and CS, partial derivatives at initialization", 0.0, 0.0, "");
}
