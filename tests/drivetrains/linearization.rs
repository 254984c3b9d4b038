//! Directional derivatives against differences.

use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;

/// Where the drivetrain is: compares along each state with central differences over `half` to either side. Those that are
/// greater than 1 may differ by `tolerance` of them, others by as much as 1 may.
pub fn assert_slopes(actuator: &mut Drivetrain, half: f64, tolerance: f64) {
    let (states, interface) = (actuator.states().to_vec(), actuator.interface());
    for column in 0..states.len() {
        let mut direction = vec![0.0; states.len()];
        direction[column] = 1.0;
        let mut changes = vec![0.0; interface.reals.len()];
        actuator.directional_derivative(&direction, &vec![0.0; interface.inputs.len()], &mut changes);
        let (low, high) = (rates(actuator, &states, column, -half), rates(actuator, &states, column, half));
        for (row, state) in interface.states.iter().enumerate() {
            let difference = (high[row] - low[row]) / (2.0 * half);
            let exact = changes[state.derivative as usize];
            let is_near = (difference - exact).abs() <= tolerance * exact.abs().max(1.0);
            assert!(is_near, "{row} {column}: {difference} {exact}");
        }
        actuator.set_states(&states);
    }
}

/// Derivatives of the states where one of them has moved.
fn rates(actuator: &mut Drivetrain, states: &[f64], column: usize, by: f64) -> Vec<f64> {
    let mut moved = states.to_vec();
    moved[column] += by;
    actuator.set_states(&moved);
    let mut rates = vec![0.0; states.len()];
    actuator.derivatives(&mut rates);
    rates
}
