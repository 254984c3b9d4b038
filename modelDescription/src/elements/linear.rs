//! Linear systems x' = A·x + B·u, y = C·x + D·u: an element for each input, state and output, and for each entry of the matrices
//! that is not zero. Names and units are those of the configuration.

use super::body::NO_LIMIT;
use crate::declaration::{Variable, input, integer_output, local, output, parameter, unit};

/// An input that the importer sets.
pub(super) fn external_input() -> Vec<Variable> {
    vec![input("", unit::RATIO, 0.0, "Input of a linear system").nominal(1.0)]
}

/// An input that another element of the drivetrain sets.
pub(super) fn connected_input() -> Vec<Variable> {
    vec![local("", unit::RATIO, "Input of a linear system, from another element").computed_from(&["*"])]
}

pub(super) fn state() -> Vec<Variable> {
    vec![
        output("", unit::RATIO, "State of a linear system").state(&["start"]).nominal(1.0),
        local("derivative", unit::RATE, "Time derivative of the state").derivative_of("").computed_from(&["*"]),
        parameter("start", unit::RATIO, 0.0, "State at initialization").always_fixed(),
    ]
}

pub(super) fn plain_output() -> Vec<Variable> {
    vec![output("", unit::RATIO, "Output of a linear system").computed_from(&["*"])]
}

fn limits() -> [Variable; 2] {
    [
        parameter("limit.lower", unit::RATIO, -NO_LIMIT, "Lower limit of the output"),
        parameter("limit.upper", unit::RATIO, NO_LIMIT, "Upper limit of the output"),
    ]
}

fn saturation() -> Variable {
    integer_output("saturation", -1..=1, "-1 at the lower limit, 0 between the limits, 1 at the upper limit")
        .computed_from(&["*"])
}

pub(super) fn limited_output() -> Vec<Variable> {
    let mut variables = plain_output();
    variables.push(saturation());
    variables.extend(limits());
    variables
}

/// While it moves at the limit of its rate, the output is the state of the rate limiter. While it follows it is C·x + D·u, and
/// inputs reach it directly.
pub(super) fn rate_limited_output() -> Vec<Variable> {
    let mut variables = vec![
        output("", unit::RATIO, "Output of a linear system, of limited rate").computed_from(&["*"]).nominal(1.0),
        local("derivative", unit::RATE, "Time derivative of the output").computed_from(&["*"]),
        saturation(),
        integer_output(
            "rate_saturation",
            -1..=1,
            "-1 falling at the rate limit, 0 following, 1 rising at the rate limit",
        )
        .computed_from(&["*"]),
    ];
    variables.extend([
        local(
            "limiter_state",
            unit::RATIO,
            "State of the rate limiter: the output while it moves at the limit of its rate",
        )
        .state(&["*"])
        .nominal(1.0),
        local("limiter_state.derivative", unit::RATE, "Time derivative of the state of the rate limiter")
            .derivative_of("limiter_state")
            .computed_from(&["*"]),
    ]);
    variables.extend(limits());
    variables.push(parameter("rate_limit", unit::RATE, NO_LIMIT, "Greatest rate of the output").above(0.0));
    variables
}

/// An entry of A, B, C or D.
pub(super) fn coefficient() -> Vec<Variable> {
    vec![parameter("", unit::RATIO, 0.0, "Entry of a matrix").field("value")]
}
