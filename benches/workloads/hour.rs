//! Steps that begin after an hour of simulated time: they must cost what the first ones cost.

use super::{Workload, servo_at_rest, sliding_transient};

/// Steps of 1 ms in an hour.
const HOUR: u64 = 3_600_000;

fn after_an_hour(mut workload: Workload) -> Workload {
    workload(HOUR);
    workload
}

/// As `transmission_sliding_transient`.
pub fn transmission() -> Workload {
    after_an_hour(sliding_transient())
}

/// As `servo_fig_6_at_rest`.
pub fn servo() -> Workload {
    after_an_hour(servo_at_rest())
}
