//! The problems: scenario, truth at each communication point, sizes.

use crate::cvode::Scales;
use fmu_report::{Columns, stick_slip};
use fmu_scenario::{Scenario, Signal};

/// Something to integrate whose solution is known.
pub struct Problem {
    /// Short name.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// Inputs and parameters.
    pub scenario: Scenario,
    /// Positions at multiples of the communication step from the first on, in the unit below.
    pub truth: Vec<f64>,
    /// Unit of errors, and its factor from SI.
    pub unit: (&'static str, f64),
    /// Sizes of the states.
    pub scales: Scales,
}

/// Communication step, in s.
pub const STEP: f64 = 1e-3;

/// All of them.
pub fn problems() -> anyhow::Result<Vec<Problem>> {
    Ok(vec![stick_slip_mass(), load_switching()?, figure_16()?])
}

fn grid(end: f64) -> impl Iterator<Item = f64> {
    (1..=(end / STEP).round() as u32).map(|k| f64::from(k) * STEP)
}

fn stick_slip_mass() -> Problem {
    const END: f64 = 100.0;
    let force = Signal::new(&[(0.0, 0.0), (END, stick_slip::STIFFNESS * stick_slip::SPEED * END)]);
    let scenario = Scenario { inputs: vec![("force", force)], stop_time: END, ..stick_slip::scenario() };
    let truth = grid(END).map(stick_slip::position).collect();
    let scales = [1.0, 0.5, 1.0, 1.0, 1.0];
    Problem { id: "stick-slip", title: "Stick-slip mass", scenario, truth, unit: ("m", 1.0), scales }
}

fn scenario(name: &str) -> anyhow::Result<Scenario> {
    Scenario::find(name).ok_or_else(|| anyhow::anyhow!("no scenario {name}"))
}

fn load_switching() -> anyhow::Result<Problem> {
    let table = Columns::read("transmission/P3_rev.csv")?;
    let scenario = scenario("p3_rev")?;
    let times: Vec<f64> = grid(scenario.stop_time).collect();
    let truth = table.at("t", "x", &times)?;
    let scales = [0.8, 5.0, 1.0, 1.0, 1.0];
    Ok(Problem { id: "p3", title: "Load switching with end stops (P3)", scenario, truth, unit: ("rad", 1.0), scales })
}

fn figure_16() -> anyhow::Result<Problem> {
    let table = Columns::read("servo/fig16.csv")?;
    let scenario = scenario("fig16")?;
    let times: Vec<f64> = grid(scenario.stop_time).collect();
    let truth = table.at("t_s", "xj_deg", &times)?;
    // rad, rad/s, spool and flapper in m and m/s.
    let scales = [1e-3, 1e-2, 1e-3, 5e-5, 1e-1];
    let unit = ("deg", 180.0 / std::f64::consts::PI);
    Ok(Problem { id: "fig16", title: "Servomechanism, Fig 16", scenario, truth, unit, scales })
}
