//! Numerical constants of drivetrains: what counts as rounding, as zero or as the same, which errors do not matter, and what the work of a step is
//! limited to. Each is relative, to what its comment says, so that units do not matter. What only counts (iterations, rounds) stands beside
//! its loop.

use crate::complementarity;

/// The numbers that are no physics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Constants {
    /// Those of the joint decision and of shares, as plain problems.
    pub complementarity: complementarity::Constants,

    // What is rounding: shares of the size of what a number was summed from.
    /// A term of a series that is no more than this share of the largest of its kind: it does not change the sum.
    pub reltol_term: f64,
    /// A step of Newton's method, over the states: it changes their last digits.
    pub reltol_newton: f64,
    /// The distance of a body to a stop, over the place of the stop: it is at the stop.
    pub reltol_place: f64,
    /// A guard, a mesh torque or the distance to a limit, over what it is made of: a few terms of a polynomial.
    pub reltol_guard: f64,
    /// A relative velocity after an impact, over what it was summed from: impulses have been divided by inertias.
    pub reltol_impact: f64,
    /// What elimination leaves of the diagonal of a chord: it depends on others.
    pub reltol_chord: f64,
    /// The difference of an input to where its straight line has led it: it has not jumped.
    pub reltol_input: f64,
    /// A torque beyond its bound, over the largest torque: both are sums over all bodies of a cluster.
    pub reltol_admissible: f64,
    /// The difference of the ratios of two ways round a loop, over them: the loop can move. Users write ratios in decimals.
    pub reltol_same_motion: f64,
    /// What an element seems to carry beyond its bound, over that: shares have weights up to 1e9.
    pub reltol_bound: f64,
    /// How far a guard may be beyond its surface where it was located, over what it is made of; an importer of Model Exchange locates no
    /// better.
    pub reltol_located: f64,
    /// A sum that round numbers make zero, over its terms: the inertia J_a + η·J_b/ratio² of a self-locking gear, or what the torque of a
    /// clutch on both bodies of a gear adds up to where ratio = η.
    pub reltol_singular: f64,

    // Numbers below which something is treated as if it were at them.
    /// Share of the mesh torque that the first body of a gear gives at least: at an efficiency of 0 it would give nothing.
    pub min_transmission: f64,
    /// Share of the mesh torque below which the balance of the first body would magnify rounding a hundredfold: its cluster gets that body as
    /// its root.
    pub small_transmission: f64,
    /// What stands for an engagement that is zero and about to be positive, where something is divided by it [1].
    pub min_engagement: f64,
    /// Level with which a contact at rest weighs at least where torques are shared, over the greatest: one that holds nothing yet takes
    /// nothing.
    pub min_shared_level: f64,
    /// The same where it is decided who moves: numbers of very different size cost digits, and there shares matter only where nothing
    /// else tells.
    pub min_decided_level: f64,
    /// Weight of what carries last (freewheels, gears, stops), over that of the lightest contact: beside that it takes a thousandth.
    pub reserve_weight: f64,

    // Time, as shares of an internal step.
    /// By so much a communication step may be longer without being split: steps of importers are rounded sums.
    pub reltol_step: f64,
    /// Resolution of time where something departs: velocities are sums over some thousand steps.
    pub time_resolution: f64,
    /// Smallest part that is taken: what happens within it happens at one instant.
    pub min_step_fraction: f64,
    /// What is bridged first where there are too many events: what chatters at one instant is over after it.
    pub first_bridge: f64,
    /// How much longer the next is: what goes on for the whole step is bridged with the sixth.
    pub bridge_growth: f64,
    /// How far the implicit integrator looks ahead along the rates at the start of its step, of which this is a share.
    pub look_ahead: f64,
    /// To how much of itself its step is shortened where a motion is over before its polynomials show it.
    pub shortening: f64,
    /// Below this part of what remains it is shortened no further.
    pub min_shortened_step: f64,
    /// Two iterates of an event's instant that differ by this share of its step are the same.
    pub reltol_event_time: f64,

    // Errors that do not matter: scales of the error control, over the size of what is scaled.
    /// Of a velocity that an expansion resolves, over that of `solver.velocity`: a body at rest has no size of its own.
    pub abstol_velocity: f64,
    /// Of a state of a linear system in a series, over the largest in balanced sizes: those at the end of a chain begin with their
    /// highest orders.
    pub abstol_linear_series: f64,
    /// The same for the implicit integrator.
    pub abstol_linear: f64,
    /// Least size of the largest of these states: at zero they have none.
    pub min_linear_size: f64,
    /// Of a bristle's deflection, over that of breakaway.
    pub abstol_deflection: f64,
    /// Of flapper and spool for the implicit integrator, over their travels.
    pub abstol_valve: f64,
    /// The same in a series.
    pub abstol_valve_series: f64,
    /// What is left of all these scales where a broken power begins: what is small there, and wrong, grows.
    pub abstol_singular: f64,
    /// Change of a velocity in a bridged step at which the tangent of a friction curve stands: Newton's method squares it once more.
    pub reltol_tangent: f64,

    // Lengths and counts.
    /// To how much of itself an expansion is shortened whose terms exceed all numbers.
    pub shorter_expansion: f64,
    /// How far a rate limiter may have run past what it follows, over what both move within an integrator step of Model Exchange: rates
    /// are those at its end.
    pub limiter_overshoot: f64,
    /// Steps of a servo in a bridged step, per radian of the motion of its flapper.
    pub valve_steps_per_radian: f64,
    /// Steps of a linear system in a bridged step, per sum of the entries in a row of its matrix.
    pub linear_steps_per_rate: f64,
    /// The most of them.
    pub max_linear_steps: f64,

    // Work, in tries of an integrator: expansions into series and steps of Radau IIA.
    /// Of an internal step, before the rest of it is bridged.
    pub max_tries: f64,
    /// The same where something was bridged already.
    pub max_tries_after_bridge: f64,
    /// The same in real time.
    pub max_real_time_tries: f64,
    /// What a step of Radau IIA with its Jacobian counts for in real time: it costs as much as so many expansions.
    pub real_time_implicit_step: f64,
    /// Looks at polynomials, while roots of guards are isolated, that cost as much as an expansion.
    pub looks_per_try: f64,
    /// Products in the problems of joint decisions that cost as much.
    pub decision_work_per_try: f64,
    /// Evaluations of a mode that cost as much.
    pub evaluations_per_try: f64,
    /// Products in these problems that one instant may cost: some 50 ms, as one takes 5 to 9 ns.
    pub max_decision_work: u64,

    // The equilibrium at the start.
    /// A step of Newton's method that is this share of the states is the last but one.
    pub equilibrium_reltol_state: f64,
    /// What of a balance is rounding, over the largest torque, and of a share, over its parts.
    pub equilibrium_reltol_torque: f64,
    /// What of a balance is rounding that elimination leaves, over its parts.
    pub equilibrium_reltol_row: f64,
    /// A pivot that is rounding, where the largest entry of each row and column is about 1.
    pub equilibrium_reltol_rank: f64,
    /// Least share of the largest entry with which an unknown has its pivot in its own row.
    pub equilibrium_min_own_pivot: f64,
    /// By this share of a limit a value must be beyond it to be taken there.
    pub equilibrium_reltol_beyond: f64,
    /// And by this it must come back: what rests at the limit stays there.
    pub equilibrium_reltol_back: f64,
    /// Weight of a condition over that of a share.
    pub equilibrium_condition_weight: f64,
    /// Level of what holds without limit, over the largest torque.
    pub equilibrium_unlimited_level: f64,
    /// How far beyond its travel a spool is looked for, over that.
    pub equilibrium_spool_room: f64,
}

/// Those of the product.
pub(super) const CONSTANTS: Constants = Constants {
    complementarity: complementarity::Constants::DEFAULT,
    // What is rounding: shares of the size of what a number was summed from.
    reltol_term: 0.125 * f64::EPSILON,
    reltol_newton: 4.0 * f64::EPSILON,
    reltol_place: 8.0 * f64::EPSILON,
    reltol_guard: 16.0 * f64::EPSILON,
    reltol_impact: 64.0 * f64::EPSILON,
    reltol_chord: 1e-14,
    reltol_input: 1e-12,
    reltol_admissible: 1e-11,
    reltol_same_motion: 1e-9,
    reltol_bound: 1e-9,
    reltol_located: 1e-9,
    reltol_singular: 1e-8,
    // Numbers below which something is treated as if it were at them.
    min_transmission: 1e-12,
    small_transmission: 1e-2,
    min_engagement: 1e-100,
    min_shared_level: 1e-6,
    min_decided_level: 1e-3,
    reserve_weight: 1e3,
    // Time, as shares of an internal step.
    reltol_step: 1e-9,
    time_resolution: 1e-9,
    min_step_fraction: 4e-12,
    first_bridge: 1.0 / 1_073_741_824.0,
    bridge_growth: 64.0,
    look_ahead: 1e-3,
    shortening: 0.125,
    min_shortened_step: 1e-9,
    reltol_event_time: 2.0 * f64::EPSILON,
    // Errors that do not matter: scales of the error control, over the size of what is scaled.
    abstol_velocity: 1e-6,
    abstol_linear_series: 1e-8,
    abstol_linear: 1e-3,
    min_linear_size: 1e-6,
    abstol_deflection: 10.0,
    abstol_valve: 1e-3,
    abstol_valve_series: 1e-9,
    abstol_singular: 1e-6,
    reltol_tangent: 1e-7,
    // Lengths and counts.
    shorter_expansion: 1.0 / 1_048_576.0,
    limiter_overshoot: 2.0,
    valve_steps_per_radian: 8.0,
    linear_steps_per_rate: 8.0,
    max_linear_steps: 16.0,
    // Work, in tries of an integrator: expansions into series and steps of Radau IIA.
    max_tries: 5_000.0,
    max_tries_after_bridge: 1_000.0,
    max_real_time_tries: 16.0,
    real_time_implicit_step: 4.0,
    looks_per_try: 32.0,
    decision_work_per_try: 1_500.0,
    evaluations_per_try: 30.0,
    max_decision_work: 7_000_000,
    // The equilibrium at the start.
    equilibrium_reltol_state: 1e-9,
    equilibrium_reltol_torque: 1e-9,
    equilibrium_reltol_row: 1e-10,
    equilibrium_reltol_rank: 1e-12,
    equilibrium_min_own_pivot: 1e-2,
    equilibrium_reltol_beyond: 1e-12,
    equilibrium_reltol_back: 1e-9,
    equilibrium_condition_weight: 1e10,
    equilibrium_unlimited_level: 1e3,
    equilibrium_spool_room: 2.0,
};
