//! The inputs of a scenario between their bends.

use fmu_simulation::scenario::Scenario;

/// Most inputs of a problem.
pub const MOST: usize = 8;

/// Inputs are linear from `time` on, in the order of the scenario: mirrors `segment_t` in network.c.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Its begin.
    pub time: f64,
    /// Values there.
    pub value: [f64; MOST],
    /// Slopes.
    pub slope: [f64; MOST],
    /// Not 0 where no method goes on smoothly: some input jumps, or leaves zero, which no root function that is zero tells.
    restarts: i32,
}

/// The inputs of a scenario.
pub fn pieces(scenario: &Scenario) -> Vec<Piece> {
    let mut times: Vec<f64> = scenario.inputs.iter().flat_map(|(_, signal)| signal.times()).collect();
    times.extend([0.0, scenario.stop_time]);
    times.retain(|time| (0.0..=scenario.stop_time).contains(time));
    times.sort_by(f64::total_cmp);
    times.dedup();
    times.windows(2).map(|pair| piece(scenario, pair[0], pair[1])).collect()
}

fn piece(scenario: &Scenario, from: f64, to: f64) -> Piece {
    let mut piece = Piece { time: from, value: [0.0; MOST], slope: [0.0; MOST], restarts: 0 };
    for (index, (_, signal)) in scenario.inputs.iter().enumerate() {
        piece.value[index] = signal.at(from);
        piece.slope[index] = (signal.before(to) - signal.at(from)) / (to - from);
        let (jumps, is_zero) = (signal.before(from) != signal.at(from), signal.at(from) == 0.0);
        piece.restarts |= i32::from(jumps || (is_zero && piece.slope[index] != 0.0));
    }
    piece
}

impl Piece {
    /// Values at a time.
    pub fn values(&self, time: f64) -> [f64; MOST] {
        std::array::from_fn(|index| self.value[index] + self.slope[index] * (time - self.time))
    }

    /// Some input is not constant.
    pub fn is_sloped(&self) -> bool {
        self.slope != [0.0; MOST]
    }
}
