//! The problems: scenario, truth at each communication point, sizes.

use crate::cvode::Scales;
use crate::network::{Case, Network};
use fmu_report::{Columns, stick_slip};
use fmu_simulation::scenario::{Scenario, Signal};

/// Something to integrate whose solution is known.
pub struct Problem {
    /// Short name.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// Inputs and parameters.
    pub scenario: Scenario,
    /// The positions among the variables of the FMU.
    pub outputs: Vec<String>,
    /// All of them at multiples of the communication step from the first on, in the unit below.
    pub truth: Vec<f64>,
    /// Unit of errors, and its factor from SI.
    pub unit: (&'static str, f64),
    /// For CVODE.
    pub equations: Equations,
}

/// What CVODE integrates.
pub enum Equations {
    /// A single body; sizes of its states.
    Plant(Scales),
    /// Several.
    Network(Network),
}

/// Communication step, in s.
pub const STEP: f64 = 1e-3;

/// All of them.
pub fn problems() -> anyhow::Result<Vec<Problem>> {
    Ok(vec![stick_slip_mass(), load_switching()?, figure_16()?, coupled_clutches()?, flap_line()?])
}

fn position() -> Vec<String> {
    vec!["position".to_string()]
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
    Problem {
        id: "stick-slip",
        title: "Stick-slip mass",
        scenario,
        truth,
        outputs: position(),
        unit: ("m", 1.0),
        equations: Equations::Plant(scales),
    }
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
    Ok(Problem {
        id: "p3",
        title: "Load switching with end stops (P3)",
        scenario,
        truth,
        outputs: position(),
        unit: ("rad", 1.0),
        equations: Equations::Plant(scales),
    })
}

fn figure_16() -> anyhow::Result<Problem> {
    let table = Columns::read("servo/fig16.csv")?;
    let scenario = scenario("fig16")?;
    let times: Vec<f64> = grid(scenario.stop_time).collect();
    let truth = table.at("t_s", "xj_deg", &times)?;
    // rad, rad/s, spool and flapper in m and m/s.
    let scales = [1e-3, 1e-2, 1e-3, 5e-5, 1e-1];
    let unit = ("deg", 180.0 / std::f64::consts::PI);
    Ok(Problem {
        id: "fig16",
        title: "Servomechanism, Fig 16",
        scenario,
        truth,
        outputs: position(),
        unit,
        equations: Equations::Plant(scales),
    })
}

/// Inputs of the FMU, and the signals of the reference that they are.
type Inputs = [(&'static str, &'static str)];

const CLUTCHES: &Inputs = &[
    ("torque", "torque"),
    ("clutch1.engagement", "fn1"),
    ("clutch2.engagement", "fn2"),
    ("clutch3.engagement", "fn3"),
];

const FLAPS: &Inputs = &[
    ("drive", "drive"),
    ("load_1", "load1"),
    ("load_2", "load2"),
    ("load_3", "load3"),
    ("load_4", "load4"),
    ("pdu_brake.engagement", "pdu_brake_normal"),
    ("wingtip_brake.engagement", "wtb_normal"),
];

fn coupled_clutches() -> anyhow::Result<Problem> {
    drivetrain("coupled_clutches", "CoupledClutches", "Modelica's CoupledClutches", CLUTCHES)
}

fn flap_line() -> anyhow::Result<Problem> {
    drivetrain("flap_line", "FlapLine", "Flap line", FLAPS)
}

fn drivetrain(id: &'static str, model: &'static str, title: &'static str, inputs: &Inputs) -> anyhow::Result<Problem> {
    let case = Case::read(id)?;
    let table = Columns::read(&format!("drivetrain/{id}.csv"))?;
    let signals = inputs.iter().map(|(name, signal)| Ok((*name, case.signal(signal)?)));
    let scenario = Scenario {
        name: id,
        title,
        model,
        parameters: Vec::new(),
        inputs: signals.collect::<anyhow::Result<_>>()?,
        step_size: STEP,
        stop_time: case.stop_time,
    };
    let times: Vec<f64> = grid(case.stop_time).collect();
    let columns = |what: &str| -> anyhow::Result<Vec<Vec<f64>>> {
        case.bodies.iter().map(|body| Ok(table.at("time", &format!("{what}_{}", body.name), &times)?)).collect()
    };
    let (positions, velocities) = (columns("q")?, columns("v")?);
    let size = |columns: &[Vec<f64>]| columns.iter().flatten().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let order: Vec<&str> = inputs.iter().map(|(_, signal)| *signal).collect();
    let network = Network::new(&case, &scenario, &order, [size(&positions), size(&velocities)])?;
    Ok(Problem {
        id,
        title,
        scenario,
        outputs: case.bodies.iter().map(|body| format!("{}.position", own(&body.name))).collect(),
        truth: (0..times.len()).flat_map(|row| positions.iter().map(move |column| column[row])).collect(),
        unit: ("rad", 1.0),
        equations: Equations::Network(network),
    })
}

/// Where the reference has station1, the example has station_1.
fn own(name: &str) -> String {
    match name.strip_prefix("station") {
        Some(number) => format!("station_{number}"),
        None => name.to_string(),
    }
}
