//! The equilibrium under constant inputs.

use super::point::{OperatingPoint, Signals};
use super::probe::Probe;
use super::reduction::{Why, reduced};
use super::{Error, friction};
use fmu_import::fmu::Fmu;
use fmu_import::library::Library;
use fmu_linear::{DMatrix, DVector};
use fmu_simulation::{Grid, Plan, Setting};

/// Time for settling \[s\], and the communication step.
const SETTLING: f64 = 10.0;
const STEP: f64 = 1e-2;

/// Steps of Newton's method; in one mode of saturations and stops all models are linear but for orifices.
const MOST_STEPS: usize = 50;

/// Singular values below it count as 0: nothing that is scaled has such.
const PRECISION: f64 = 1e-12;

/// Largest rate, in sizes of what moves it, that counts as rest.
const REST: f64 = 1e-9;

/// The equilibrium that friction has no part in: the FMU is run without friction under the inputs of `point`, so that saturations
/// and stops find their place, and Newton's method takes it from there to where all derivatives vanish. States that no derivative
/// depends on keep their values (the step of least norm).
pub(crate) fn trim(
    fmu: &Fmu,
    library: &Library,
    signals: &Signals<'_>,
    settings: &[Setting],
    start: f64,
    point: OperatingPoint,
) -> Result<OperatingPoint, Error> {
    let constant = signals.settings(&point)?;
    let parameters = settings.iter().filter(|setting| !setting.is_input()).cloned();
    let settings: Vec<Setting> = parameters.chain(friction::switched_off(signals.interface)?).chain(constant).collect();
    let stop = start + SETTLING;
    let plan = Plan {
        grid: Grid::new(start, STEP, stop),
        start,
        stop,
        tolerance: None,
        settings: settings.clone(),
        rows: None,
        event_mode: false,
        restore_at: None,
    };
    let settled = signals.reach(fmu, library, plan)?;
    // An instance of its own for each point: regimes are decided at initialization.
    let probe_at = |point: &OperatingPoint| Probe::new(fmu, library, signals, &settings, point);
    let solved = newton(&probe_at, signals, OperatingPoint { time: point.time, ..settled })?;
    Ok(at_rest(signals, solved))
}

fn newton<'a>(
    probe_at: &dyn Fn(&OperatingPoint) -> Result<Probe<'a>, Error>,
    signals: &Signals<'_>,
    mut point: OperatingPoint,
) -> Result<OperatingPoint, Error> {
    let count = signals.states.len();
    let mut worst = (0, 0.0);
    for _ in 0..MOST_STEPS {
        point = at_rest(signals, point);
        // A body that moves a little has no friction regime that could hold it.
        let mut moving = probe_at(&signals.nudged(&point))?;
        let (system, _) = moving.jacobian(&point)?;
        let nominals = moving.nominals().to_vec();
        let columns = DMatrix::from_fn(count, count, |row, column| system.a[(row, column)] * nominals[column]);
        let (_, removed) = reduced(system);
        let rates = probe_at(&point)?.rates()?;
        let is_free = |row: usize| {
            let name = &signals.states[row].name;
            removed.iter().any(|removed| removed.state.name == *name && removed.why == Why::ChangesNothing)
        };
        let size = |row: usize| columns.row(row).amax().max(f64::MIN_POSITIVE);
        let scaled = DMatrix::from_fn(count, count, |row, column| columns[(row, column)] / size(row));
        let residual =
            DVector::from_fn(
                count,
                |row, _| if is_free(row) || rates[row] == 0.0 { 0.0 } else { rates[row] / size(row) },
            );
        let row = residual.iamax();
        worst = (row, rates[row]);
        if residual[row].abs() <= REST {
            return Ok(point);
        }
        let inverse = scaled.pseudo_inverse(PRECISION).ok().filter(|_| residual.iter().all(|value| value.is_finite()));
        let Some(step) = inverse.map(|inverse| inverse * residual) else { break };
        for (place, (_, value)) in point.states.iter_mut().enumerate() {
            *value -= step[place] * nominals[place];
        }
    }
    Err(Error::NoEquilibrium { name: signals.states[worst.0].name.clone(), rate: worst.1 })
}

/// Velocities of bodies are exactly 0.
fn at_rest(signals: &Signals<'_>, mut point: OperatingPoint) -> OperatingPoint {
    for place in signals.body_velocities() {
        point.states[place].1 = 0.0;
    }
    point
}
