//! A programme of torques on a body with friction of 10 N·m, 12 N·m at rest, in which it stops, breaks away and reverses.

/// Time [s] and torque [N·m]: pushed, let go, drawn back, reversed, let go, pushed by a ramp, let go, left alone.
pub const PROGRAMME: [(f64, f64); 15] = [
    (0.0, 0.0),
    (0.1, 0.0),
    (0.1, 20.0),
    (0.3, 20.0),
    (0.3, 0.0),
    (1.0, 0.0),
    (1.0, -30.0),
    (1.2, -30.0),
    (1.2, 20.0),
    (1.7, 20.0),
    (1.7, 3.0),
    (3.0, 3.0),
    (3.5, 16.0),
    (4.0, 0.0),
    (5.0, 0.0),
];
/// Points up to the end of its last ramp.
pub const LAST_RAMP: usize = 14;
