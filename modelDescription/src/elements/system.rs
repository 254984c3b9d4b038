//! What belongs to a drivetrain as a whole.

use crate::declaration::{Variable, integer_output, output, parameter, unit};
use crate::models::laws::{Family, of};
use crate::models::{initialization, real_time};

pub(super) fn variables() -> Vec<Variable> {
    let [initialization, initialization_number] = initialization(
        "at rest and in equilibrium with the inputs, friction carrying as little as possible; what only friction holds stays at its \
         start value",
    );
    let [real_time, bridged_time] = real_time();
    let tolerance = format!("Relative tolerance where contacts have {}", of(&[Family::Smooth, Family::Bristle]));
    vec![
        parameter("solver.max_step_size", unit::TIME, 1e-3, "Longest internal step of Co-Simulation")
            .above(0.0)
            .always_fixed(),
        parameter("solver.tolerance", unit::RATIO, 1e-9, &tolerance).at_least(1e-14).at_most(1e-2).always_fixed(),
        real_time,
        bridged_time,
        integer_output(
            "event_count",
            0..=i32::MAX,
            "Number of breakaways, stops, reversals, engagements and end stop contacts since initialization",
        )
        .computed_from(&["*"]),
        output("last_event_time", unit::TIME, "Time of the latest of these events").discrete().computed_from(&["*"]),
        initialization,
        initialization_number,
    ]
}
