//! How an FMU integrates inside a communication step.

use super::laws::{Family, of};
use crate::declaration::{
    EnumerationItem, EnumerationType, Variable, choice, integer_parameter, local, number_of, parameter, unit,
};

/// Integration methods.
static SOLVER_METHOD: EnumerationType = EnumerationType {
    name: "SolverMethod",
    description: "How motion is integrated inside a communication step (Co-Simulation)",
    items: &[
        EnumerationItem {
            name: "event_located",
            description: "Breakaway, stop, reversal and end stop are located within the step; results do not depend on \
                          the step size",
        },
        EnumerationItem {
            name: "fixed_step",
            description: "The algorithm of Table 1 of Borello and Dalla Vedova (2012) at solver.fixed_step_size: first \
                          order, for comparison and for fixed-step targets",
        },
    ],
};

/// What a step with a bound has in every model.
pub fn real_time() -> [Variable; 2] {
    [
        integer_parameter(
            "solver.real_time",
            0,
            0..=1,
            "1: each solver.max_step_size of a communication step may cost some 160000 instructions, in drivetrains 16 tries of an \
             integrator and 3 changes of the mode, and what is left of it is bridged; 0: all events are located",
        ),
        local("solver.bridged_time", unit::TIME, "Time that was bridged since initialization")
            .discrete()
            .computed_from(&["*"]),
    ]
}

/// The variables of the group `solver`.
pub fn variables() -> Vec<Variable> {
    let method = choice("solver.method", &SOLVER_METHOD, 1, "Integration method of Co-Simulation");
    let number = "Number of the integration method, for tools that do not pass enumerations; 0: as solver.method says";
    let number = number_of(&method, number);
    let tolerance = format!(
        "Relative tolerance of the event_located method where a step has no series: {}; {} in drivetrains, and where bristles slip or are \
         stiff; stiff characteristics",
        of(&[Family::Smooth]),
        of(&[Family::Bristle])
    );
    let [real_time, bridged_time] = real_time();
    vec![
        method,
        number,
        parameter("solver.fixed_step_size", unit::TIME, 1e-5, "Internal step of the fixed_step method")
            .above(0.0)
            .always_fixed(),
        parameter("solver.max_step_size", unit::TIME, 1e-3, "Longest internal step of the event_located method")
            .above(0.0)
            .always_fixed(),
        parameter("solver.tolerance", unit::RATIO, 1e-9, &tolerance).at_least(1e-14).at_most(1e-2).always_fixed(),
        real_time,
        bridged_time,
    ]
}
