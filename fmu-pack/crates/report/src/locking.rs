//! Self-locking: an irreversible transmission under a pure load, where Modelica's LossyGear fails.

use super::lab::{Lab, Trace};
use super::matching::side_by_side;
use super::picture::Picture;
use super::section::{Section, Statement, Table, fixed, scientific};
use super::transmission::NEUTRAL;
use super::{Case, Chapter, Error};
use fmu_simulation::EventKind;
use fmu_simulation::scenario::{Scenario, Signal};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Self-locking",
        introduction: include_str!("../assets/locking.html"),
        cases: vec![Case::new("locking", locked), Case::new("jam", jam)],
    }
}

/// An hour, in s.
const HOUR: f64 = 3600.0;

fn scenario(aiding: f64, load_inertia: f64, static_ratio: f64) -> Scenario {
    let mut parameters = NEUTRAL.to_vec();
    parameters.extend([
        ("inertia", 1.0),
        ("load_inertia", load_inertia),
        ("friction.coulomb_torque", 0.0),
        ("friction.efficiency_opposing", 0.5),
        ("friction.efficiency_aiding", aiding),
        ("friction.static_ratio", static_ratio),
        ("solver.max_step_size", 0.1),
    ]);
    Scenario {
        name: "locking",
        title: "",
        model: "MotionTransmission",
        parameters,
        inputs: vec![("motor_torque", Signal::constant(0.0)), ("load_torque", Signal::constant(10.0))],
        step_size: 1.0,
        stop_time: HOUR,
    }
}

/// Efficiency with the load, driven-side inertia, static ratio; and what LossyGear does with the same data.
const CASES: [(f64, f64, f64, &str); 4] = [
    (-0.2, 0.0, 1.0, "no consistent mode"),
    (-0.2, 1.5, 1.0, "no consistent mode"),
    (0.0, 0.0, 1.0, "–"),
    (0.01, 0.0, 1.02, "creeps: it knows no stiction"),
];

fn locked(lab: &Lab) -> Result<Section, Error> {
    let columns = ["η aiding", "load inertia", "static ratio", "moved in an hour, rad", "LossyGear"];
    let mut table = Table::new("A load of 10 N·m on a free input, 3600 s", &columns);
    let mut farthest = 0.0_f64;
    for (aiding, inertia, ratio, other) in CASES {
        let trace = lab.run(&scenario(aiding, inertia, ratio))?;
        let moved = trace.largest("position").max(trace.largest("velocity"));
        farthest = farthest.max(moved);
        let cells = [fixed(aiding, 2), fixed(inertia, 1), fixed(ratio, 2), scientific(moved), other.to_string()];
        table.rows.push(cells.to_vec());
    }
    let free = lab.run(&Scenario { stop_time: 2.0, step_size: 1e-3, ..scenario(0.1, 0.0, 1.0) })?;
    Ok(Section {
        title: "A pure load does not move an irreversible transmission".to_string(),
        against: "section 3 of Borello & Dalla Vedova; statics".to_string(),
        about: "No motor torque, no load-independent friction: only the friction that the load itself makes holds it."
            .to_string(),
        tables: vec![table],
        agreement: format!("{} rad", scientific(farthest)),
        statements: vec![
            Statement::paper("a friction torque “… actually equal to it …, so preventing any incipient movement”")
                .is(farthest == 0.0, format!("moved by {} rad in an hour", scientific(farthest))),
            Statement::closed_form("with η = 0.1 the load drives it: acceleration η·T/J = 1 rad/s² backwards").close(
                free.last("velocity") / 2.0,
                -1.0,
                1e-12,
                "rad/s²",
            ),
        ],
        ..Section::default()
    })
}

/// Backdriven at speed, an irreversible transmission with a large driven inertia has no sliding solution.
fn jam(lab: &Lab) -> Result<Section, Error> {
    let mut scenario = scenario(-0.9, 1.5, 1.0);
    scenario.parameters.push(("velocity_start", -1.0));
    let (motor, load) = (Signal::step(0.05, -12.0, 0.0), Signal::step(0.05, -5.0, 10.0));
    scenario.inputs = vec![("motor_torque", motor), ("load_torque", load)];
    let trace = lab.run(&Scenario { stop_time: 0.1, step_size: 1e-4, ..scenario })?;
    let jams = trace.events_of(EventKind::Jam).count();
    let rests = trace.last("velocity") == 0.0;
    Ok(Section {
        title: "Jam: the Painlevé paradox of self-locking".to_string(),
        against: "complementarity of the mesh".to_string(),
        about: "Inertia 1 drives, 1.5 is driven, η aiding −0.9: J + η·J_L < 0. The motor drives it against \
                the load until 50 ms; then the motor is off and the load turns. Sliding with the load has no solution \
                with a finite mesh torque: the teeth jam and the velocity is zero at once."
            .to_string(),
        pictures: vec![(String::new(), jam_picture(&trace)?)],
        events: side_by_side(&trace.events, &[], &[]),
        agreement: format!("{jams} jam"),
        statements: vec![
            Statement::requirement("one jam, logged as an event, then rest").is(
                jams == 1 && rests,
                format!("{jams} jam, velocity {} at the end", scientific(trace.last("velocity"))),
            ),
        ],
        ..Section::default()
    })
}

fn jam_picture(trace: &Trace) -> Result<String, Error> {
    Picture::of(trace)
        .panel("Velocity", "rad/s")
        .result("velocity", trace.column("velocity").to_vec())
        .panel("Torque", "N·m")
        .given("motor", trace.column("motor_torque").to_vec())
        .given("load", trace.column("load_torque").to_vec())
        .result("friction", trace.column("friction_torque").to_vec())
        .svg()
}
