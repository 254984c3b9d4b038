//! Which parameter values are refused.

use crate::interface::{
    Causality, CommonParameters, CommonReferences, FIRST_INTEGER_REFERENCE, Interface, SolverParameters,
    SolverReferences, TravelParameters, TravelReferences,
};

use super::{InvalidParameter, law};

/// Checks every parameter against the range of its declaration. Inputs are checked where they are set; a straight line
/// may lead them beyond their range afterwards, which is no fault of the parameters.
pub fn ranges(interface: &Interface, reals: &[f64], integers: &[i32]) -> Result<(), InvalidParameter> {
    for (reference, (variable, &value)) in (0..).zip(interface.reals.iter().zip(reals)) {
        let inside = value >= variable.min && value <= variable.max && value.is_finite();
        if variable.causality == Causality::Parameter && !(inside && !(variable.exclusive_min && value == variable.min))
        {
            return Err(InvalidParameter::new(reference, value, "must be within the declared range"));
        }
    }
    for (index, (variable, &value)) in (0..).zip(interface.integers.iter().zip(integers)) {
        if variable.causality == Causality::Parameter && !(variable.min..=variable.max).contains(&value) {
            let reference = FIRST_INTEGER_REFERENCE + index;
            return Err(InvalidParameter::new(reference, f64::from(value), "must be within the declared range"));
        }
    }
    Ok(())
}

/// Refuses combinations of parameters that their single ranges allow.
pub fn combinations(parameters: &dyn CommonParameters, references: &CommonReferences) -> Result<(), InvalidParameter> {
    let position_start = (references.position_start, parameters.position_start());
    travel(parameters.travel(), &references.travel, position_start)?;
    law::check(parameters.friction(), &references.friction)?;
    solver(parameters.solver(), &references.solver)
}

/// The end stops must leave room, and the body must start between them.
fn travel(
    travel: &TravelParameters,
    references: &TravelReferences,
    position_start: (u32, f64),
) -> Result<(), InvalidParameter> {
    let TravelParameters { lower, upper } = *travel;
    if lower > upper {
        return Err(InvalidParameter::new(references.lower, lower, "must not exceed travel.upper"));
    }
    let (reference, value) = position_start;
    if value < lower || value > upper {
        return Err(InvalidParameter::new(reference, value, "must lie between travel.lower and travel.upper"));
    }
    Ok(())
}

/// Shortest internal step of the fixed-step method, so that a communication step has a bounded cost.
const SHORTEST_STEP: f64 = 1e-9;

/// The internal steps must not be so short that a communication step never ends.
fn solver(solver: &SolverParameters, references: &SolverReferences) -> Result<(), InvalidParameter> {
    let too_short = |reference, value| Err(InvalidParameter::new(reference, value, "must be at least 1e-9 s"));
    if solver.fixed_step_size < SHORTEST_STEP {
        return too_short(references.fixed_step_size, solver.fixed_step_size);
    }
    if solver.max_step_size < SHORTEST_STEP {
        return too_short(references.max_step_size, solver.max_step_size);
    }
    Ok(())
}
