//! Derivatives by differences through events, against closed forms.

use super::Bench;
use crate::command::model;
use fmu_fit::optimizer::{Residuals, jacobian};
use fmu_fit::{Predictor, Problem, Study, StudyTable, Units, Workers, recording};
use fmu_import::fmu::Fmu;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Inertia, velocity at the start, load, Coulomb torque, efficiency, rate of the drive, static ratio.
const J: f64 = 3.0;
const V: f64 = 0.2;
const L: f64 = 2.0;
const F: f64 = 4.0;
const ETA: f64 = 0.7;
const RATE: f64 = 5.0;
const RATIO: f64 = 1.7;

/// Derivatives of the outputs at the end of a recording, a row per parameter.
fn derivatives(set: &str, parameters: &[(&str, f64)], outputs: &[&str]) -> Vec<Vec<f64>> {
    fmu_isolation::use_program(Path::new(env!("CARGO_BIN_EXE_fmu-pack")));
    let free: Vec<String> =
        parameters.iter().map(|(name, start)| format!("[parameter.\"{name}\"]\nstart = {start}\n")).collect();
    let measured: Vec<String> =
        outputs.iter().map(|name| format!("output.{name}.column = 1\noutput.{name}.noise = 1\n")).collect();
    let study = format!(
        "[model.m]\nfmu = \"{}\"\n{}[recording.r]\nfiles = \"r.csv\"\nkind = \"stationary\"\nsettle = \"0.6 s\"\n{}{set}\n",
        model("MotionTransmission"),
        free.concat(),
        measured.concat()
    );
    let bench = Bench::new(&[("r.csv", "a\n0\n1\n0\n"), ("study.toml", &study)]);
    let study = Study::read(&bench.path("study.toml")).unwrap();
    let fmu = Fmu::open(Path::new(&model("MotionTransmission"))).unwrap();
    let predictor = Predictor::fmu(&fmu, None);
    let place = StudyTable { study: &study, model: &study.models[0], table: "model.m" };
    let recordings = recording::read(&study, &Units { predictor: &predictor, place }).unwrap();
    let stop = AtomicBool::new(false);
    let workers = Workers { jobs: 2, stop: &stop };
    let problem =
        Problem::new(&study, &study.models[0], &predictor, (&study.recordings, &recordings), workers).unwrap();
    let start = problem.start();
    let view = problem.view((0..start.len()).collect(), &start);
    let here = view.at(std::slice::from_ref(&start)).pop().unwrap().unwrap();
    let jacobian = jacobian(&view, &start, &here).unwrap();
    jacobian.column_iter().map(|column| column.iter().copied().collect()).collect()
}

fn agree(found: &[Vec<f64>], expected: &[Vec<f64>]) {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!((found - expected).abs() <= 1e-8 * expected.abs(), "{found} instead of {expected}");
    }
}

/// From v it slides until J·v/(F + L/η), over J·v²/(2(F + L/η)).
#[test]
fn when_and_where_a_body_stops_depends_on_level_and_efficiency_as_the_closed_form_says() {
    let set = format!(
        "set.inertia = {J}\nset.velocity_start = {V}\nset.load_torque = {L}\nset.viscous_coefficient = 0\n\
         set.friction.law = \"coulomb\"\nset.friction.static_ratio = {RATIO}\nset.friction.efficiency_aiding = 0.5"
    );
    let parameters = [("friction.coulomb_torque", F), ("friction.efficiency_opposing", ETA), ("inertia", J)];
    let set = set.replace(&format!("set.inertia = {J}\n"), "");
    let found = derivatives(&set, &parameters, &["last_event_time", "position"]);
    let total = F + L / ETA;
    // By the level; by the efficiency L/η² times as much, in the other direction; by the inertia.
    let by_level = [-J * V / total.powi(2), -J * V * V / (2.0 * total.powi(2))];
    let by_efficiency = by_level.map(|by| -by * L / ETA.powi(2));
    let by_inertia = [V / total, V * V / (2.0 * total)];
    agree(&found, &[by_level.to_vec(), by_efficiency.to_vec(), by_inertia.to_vec()]);
}

/// Derivatives of one output by the parameters at each time of a trajectory: rows of time, motor and load torque, which are straight lines
/// between them, or held.
fn along(output: &str, set: (&str, bool), parameters: &[(&str, f64)], rows: &[[f64; 3]]) -> Vec<Vec<f64>> {
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
    let (set, is_held) = set;
    let inputs = [("motor_torque", is_held), ("load_torque", is_held)];
    derivatives_along(("MotionTransmission", &inputs), output, set, parameters, &rows)
}

/// The same of a model with its inputs, and whether each is held.
fn derivatives_along(
    (name, inputs): (&str, &[(&str, bool)]),
    output: &str,
    set: &str,
    parameters: &[(&str, f64)],
    rows: &[Vec<f64>],
) -> Vec<Vec<f64>> {
    fmu_isolation::use_program(Path::new(env!("CARGO_BIN_EXE_fmu-pack")));
    let free: Vec<String> =
        parameters.iter().map(|(name, start)| format!("[parameter.\"{name}\"]\nstart = {start}\n")).collect();
    let columns: Vec<String> = (2..)
        .zip(inputs)
        .map(|(column, (input, is_held))| format!("input.{input}.column = {column}\ninput.{input}.hold = {is_held}\n"))
        .collect();
    let study = format!(
        "[model.m]\nfmu = \"{}\"\n{}[recording.r]\nfiles = \"r.csv\"\ntime.column = 1\n{}\
         output.{output}.column = {}\noutput.{output}.noise = 1\n{set}\n",
        model(name),
        free.concat(),
        columns.concat(),
        inputs.len() + 2
    );
    // What was measured is of no consequence, but residuals are rounded as it is: so it is small.
    let line = |row: &Vec<f64>| {
        row.iter().chain(&[1e-5 * row[0]]).map(|value| format!("{value:e}")).collect::<Vec<_>>().join(",")
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let bench = Bench::new(&[
        ("r.csv", &format!("{}\n{}\n", "c,".repeat(inputs.len() + 1) + "y", lines.join("\n"))),
        ("study.toml", &study),
    ]);
    let study = Study::read(&bench.path("study.toml")).unwrap();
    let fmu = Fmu::open(Path::new(&model(name))).unwrap();
    let predictor = Predictor::fmu(&fmu, None);
    let place = StudyTable { study: &study, model: &study.models[0], table: "model.m" };
    let recordings = recording::read(&study, &Units { predictor: &predictor, place }).unwrap();
    let stop = AtomicBool::new(false);
    let workers = Workers { jobs: 2, stop: &stop };
    let problem =
        Problem::new(&study, &study.models[0], &predictor, (&study.recordings, &recordings), workers).unwrap();
    let start = problem.start();
    let view = problem.view((0..start.len()).collect(), &start);
    let here = view.at(std::slice::from_ref(&start)).pop().unwrap().unwrap();
    let jacobian = jacobian(&view, &start, &here).unwrap();
    let first = jacobian.nrows() - rows.len();
    jacobian.column_iter().map(|column| column.iter().skip(first).copied().collect()).collect()
}

/// Pushed by a motor torque that grows, without load or against one: it breaks away at (s·F + s_T·(1/η − 1)·L)/rate.
#[test]
fn when_a_body_breaks_away_depends_on_level_static_ratios_and_efficiency_as_the_closed_form_says() {
    const OF_LOAD: f64 = 2.2;
    for load in [0.0, L] {
        let share = (1.0 / ETA - 1.0) * load;
        let end = (RATIO * F + OF_LOAD * share) / RATE + 0.25;
        let rows: Vec<[f64; 3]> =
            (0..=4).map(|k| f64::from(k) * end / 4.0).map(|t| [t, load + RATE * t, load]).collect();
        let set = format!("set.inertia = {J}\nset.friction.law = \"coulomb\"\nset.friction.efficiency_aiding = 0.5");
        let mut parameters = vec![("friction.coulomb_torque", F), ("friction.static_ratio", RATIO)];
        let mut expected = vec![vec![RATIO / RATE], vec![F / RATE]];
        if load > 0.0 {
            parameters.extend([("friction.load_static_ratio", OF_LOAD), ("friction.efficiency_opposing", ETA)]);
            expected.extend([vec![share / RATE], vec![-OF_LOAD * load / (ETA * ETA * RATE)]]);
        }
        let found = along("last_event_time", (&set, false), &parameters, &rows);
        let last: Vec<Vec<f64>> = found.iter().map(|column| column.last().copied().into_iter().collect()).collect();
        agree(&last, &expected);
    }
}

/// Motor and load torque of P3 from these times on; end stops at 0.8 rad (`tests/reference/transmission`).
const P3: [[f64; 3]; 11] = [
    [0.0, 0.0, 3.0],
    [0.0503, 9.0, 3.0],
    [0.2517, 3.2, 3.0],
    [0.4011, 0.0, 3.0],
    [0.6029, -4.0, 3.0],
    [0.8507, 0.0, -6.0],
    [1.1003, 12.0, -6.0],
    [1.3009, -2.0, -6.0],
    [1.5001, -14.0, -6.0],
    [1.7503, 0.0, 0.0],
    [1.9, 2.5, 0.0],
];

/// Derivatives of the position and of the time of the last event by level, both efficiencies and inertia along P3, with all of its
/// reversals, stops and breakaways: differences of 1e-20 with 80 digits through its piecewise closed form
/// v = v_inf + (v_0 - v_inf)·exp(-C·t/J), roots by mpmath 1.3.0; its instants are those of `events.json` there.
const ALONG_P3: [(f64, [f64; 4], [f64; 4]); 9] = [
    (0.04, [0.014421574085528414, 0.0, -0.043264722256585245, 0.33705157738466485], [0.0; 4]),
    (
        0.1,
        [0.030933921494920583, 0.0771819066634124, -0.1421981847493457, -0.8506758177338729],
        [-0.005953048684296145, 0.0, 0.017859146052888433, 0.02849739650911883],
    ),
    (0.3, [0.0; 4], [0.013429122925803304, -0.10695334417856586, 0.02816277149687224, 1.2701255573192665]),
    (0.7, [0.46334993568870086, 0.0, -1.3900498070661027, 10.175650297398056], [0.0; 4]),
    (0.8, [0.0; 4], [0.06024291174901453, 0.0, -0.18072873524704358, 1.5555252018583987]),
    (1.2, [0.0; 4], [0.028822956210813808, 0.0, -0.17293773726488285, 1.106650069488064]),
    (1.6, [0.07777767847254197, -0.7291657356800809, 0.0, 6.801536501711084], [0.0; 4]),
    (1.73, [0.0; 4], [0.024000309944938274, -0.22500290573379633, 0.0, 1.561465611787144]),
    (2.2, [-0.4658493604029414, 0.0, 0.0, -7.347813937419973], [0.0; 4]),
];

#[test]
fn derivatives_through_all_events_of_p3_are_those_of_its_closed_form() {
    // Samples at equal distances, among which are all instants: unequal ones are compared on straight lines.
    let at = |k: u32| {
        let time = f64::from(k) / 1e4;
        let [_, motor, load] = *P3.iter().rev().find(|row| row[0] <= time).unwrap();
        [time, motor, load]
    };
    let rows: Vec<[f64; 3]> = (0..=22_000).map(at).collect();
    let set = "set.viscous_coefficient = 0.4\nset.friction.law = \"coulomb\"\nset.friction.static_ratio = 1.3\n\
               set.travel.lower = -0.8\nset.travel.upper = 0.8";
    let parameters = [
        ("friction.coulomb_torque", 0.8),
        ("friction.efficiency_opposing", 0.8),
        ("friction.efficiency_aiding", 0.7),
        ("inertia", 0.05),
    ];
    for (output, is_position) in [("position", true), ("last_event_time", false)] {
        let found = along(output, (set, true), &parameters, &rows);
        for (time, of_position, of_time) in ALONG_P3 {
            let row = rows.iter().position(|row| row[0] == time).unwrap();
            let expected = if is_position { of_position } else { of_time };
            for ((name, _), (found, expected)) in parameters.iter().zip(found.iter().zip(expected)) {
                let difference = (found[row] - expected).abs();
                assert!(
                    difference <= 1e-8 * expected.abs().max(0.1),
                    "{output} by {name} at {time}: {} instead of {expected}",
                    found[row]
                );
            }
        }
    }
}

/// Mass, spring, and by how much the force grows: as if the other end of the spring moved with v.
const MASS: f64 = 2.0;
const SPRING: f64 = 50.0;
const PULL: f64 = 0.1;
const FORCE: f64 = 4.0;
const STATIC: f64 = 1.5;

/// Stick-slip of a mass on a spring that is pulled with v. It breaks away at s·F = k·v·t, slips for τ with
///
/// ```text
/// ω·τ = 2π − 2·atan z,   z = (s − 1)·F·ω/(k·v),   ω² = k/m
/// ```
///
/// and has moved by v·P, P = τ + 2(s − 1)·F/(k·v), when it stops; P later it breaks away again. Rows: derivatives by F and s of the last
/// event and of the position, in the rest after slip number `slips`, counted from 1.
fn of_stick_slip(slips: f64) -> [[f64; 2]; 2] {
    let (w, kv, excess) = ((SPRING / MASS).sqrt(), SPRING * PULL, STATIC - 1.0);
    let z = excess * FORCE * w / kv;
    let of_slip = [FORCE, excess].map(|by| -2.0 / w * (z / by) / (1.0 + z * z));
    let of_period = [of_slip[0] + 2.0 * excess / kv, of_slip[1] + 2.0 * FORCE / kv];
    let of_first = [STATIC / kv, FORCE / kv];
    let stop = [0, 1].map(|by| of_first[by] + (slips - 1.0) * of_period[by] + of_slip[by]);
    [stop, of_period.map(|by| PULL * slips * by)]
}

#[test]
fn derivatives_through_six_slips_of_a_mass_on_a_spring_are_those_of_the_closed_form() {
    let (w, kv, excess) = ((SPRING / MASS).sqrt(), SPRING * PULL, STATIC - 1.0);
    let slip = (std::f64::consts::TAU - 2.0 * (excess * FORCE * w / kv).atan()) / w;
    let period = slip + 2.0 * excess * FORCE / kv;
    let rows: Vec<Vec<f64>> = (0..=60).map(|k| 0.2 * f64::from(k)).map(|time| vec![time, kv * time]).collect();
    let set = format!(
        "set.mass = {MASS}\nset.spring_stiffness = {SPRING}\nset.viscous_coefficient = 0\nset.friction.law = \"coulomb\"\n\
         set.pressure_step.force_amplitude = 0\nset.travel.lower = -10\nset.travel.upper = 10\nset.position_start = 0"
    );
    let parameters = [("friction.coulomb_force", FORCE), ("friction.static_ratio", STATIC)];
    let model: (&str, &[(&str, bool)]) = ("HydraulicActuator", &[("force", false)]);
    let found =
        ["last_event_time", "position"].map(|output| derivatives_along(model, output, &set, &parameters, &rows));
    let mut rests = 0;
    for (number, row) in rows.iter().enumerate() {
        let since = row[0] - (STATIC * FORCE / kv + slip);
        let slips = (since / period).floor() + 1.0;
        let rests_here = since > 0.0 && since.rem_euclid(period) < period - slip;
        if !rests_here {
            continue;
        }
        rests += 1;
        for (found, expected) in found.iter().zip(of_stick_slip(slips)) {
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found[number] - expected).abs() <= 1e-8 * expected.abs(),
                    "{} {expected} {row:?}",
                    found[number]
                );
            }
        }
    }
    assert!(rests >= 20 && (12.0 - STATIC * FORCE / kv) / period > 6.0, "{rests} {period}");
}

/// Derivatives of position and time of the last event along Fig 16, its stick-slip with a load that comes at 0.1 s, by level, static ratio and
/// both efficiencies, with 40 digits (`tests/reference/servo/sensitivities.py`): rows of a time, whether it slides, and four pairs.
const ALONG_FIG_16: &str = include_str!("../../../tests/reference/servo/fig16_sensitivities.csv");

#[test]
fn derivatives_through_the_stick_slip_of_fig_16_are_those_of_its_solution_with_40_digits() {
    let degree = std::f64::consts::PI / 180.0;
    let at = |k: u32| {
        let time = f64::from(k) / 1e3;
        let command = if time <= 0.1 {
            0.0
        } else if time <= 2.05 {
            0.025 * (time - 0.1)
        } else {
            0.04875 - 0.025 * (time - 2.05)
        };
        vec![time, command * degree, if time < 0.1 { 0.0 } else { 25_000.0 }]
    };
    let rows: Vec<Vec<f64>> = (0..=4000).map(at).collect();
    let parameters = [
        ("friction.coulomb_torque", 2500.0),
        ("friction.static_ratio", 1.7),
        ("friction.efficiency_opposing", 0.96),
        ("friction.efficiency_aiding", 0.66),
    ];
    let model: (&str, &[(&str, bool)]) = ("ServoActuator", &[("command", false), ("load_torque", true)]);
    let found = ["position", "last_event_time"]
        .map(|output| derivatives_along(model, output, "set.friction.law = \"coulomb\"", &parameters, &rows));
    let expected: Vec<Vec<f64>> =
        ALONG_FIG_16.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert_eq!(expected.len(), 40);
    // Largest difference over the largest derivative: of positions at rest, of positions while it slides, of the last event.
    let off = |place: usize, column: usize, slides: Option<f64>| {
        let counts = |row: &&Vec<f64>| slides.is_none_or(|slides| row[1] == slides);
        let rows: Vec<&Vec<f64>> = expected.iter().filter(counts).collect();
        let wanted: Vec<f64> = rows.iter().map(|row| row[2 + 2 * column + place]).collect();
        let found = |row: &Vec<f64>| found[place][column][(row[0] * 1e3).round() as usize];
        let off: Vec<f64> = rows.iter().zip(&wanted).map(|(row, wanted)| found(row) - wanted).collect();
        super::size(&off) / super::size(&wanted)
    };
    for (column, (name, _)) in parameters.iter().enumerate() {
        let [rest, slide, event] = [off(0, column, Some(0.0)), off(0, column, Some(1.0)), off(1, column, None)];
        println!("{name}: {rest:e} at rest, {slide:e} while it slides, {event:e} of the last event");
        assert!(rest <= 1e-8 && event <= 1e-9, "{name}: {rest} {event}");
        // A difference moves the slip by up to 10 s·6e-6, of the 13 ms that it takes: (6e-5/13e-3·2π)²/6 is left of it.
        assert!(slide <= 1.5e-4, "{name}: {slide}");
    }
}

/// A body of 3 kg·m² at 0.2 rad/s under a level of 4 N·m, driven with a share of it: the derivative of its position by the level, once with
/// the friction that sticks, once with 4·tanh(v/v_s), when it stops, and ten times as late.
#[test]
fn the_gradient_of_a_smoothed_law_is_off_near_sticking_by_what_the_documents_say() {
    let smoothed = |drive: f64, width: f64, end: f64| {
        let rate = |[_, v, _, v_by]: [f64; 4]| {
            let tanh = (v / width).tanh();
            [v, (drive - F * tanh) / J, v_by, (-tanh - F * (1.0 - tanh * tanh) / width * v_by) / J]
        };
        let steps = (end / (0.25 * width * J / F).min(1e-3)).ceil();
        let step = end / steps;
        let moved = |y: [f64; 4], k: [f64; 4], h: f64| -> [f64; 4] { std::array::from_fn(|i| y[i] + h * k[i]) };
        let mut y = [0.0, V, 0.0, 0.0];
        for _ in 0..steps as usize {
            let k1 = rate(y);
            let k2 = rate(moved(y, k1, 0.5 * step));
            let k3 = rate(moved(y, k2, 0.5 * step));
            let k4 = rate(moved(y, k3, step));
            y = std::array::from_fn(|i| y[i] + step / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y[2]
    };
    for (share, width, at_stop, later) in [
        (0.9, 0.1, -0.26, 0.60),
        (0.9, 0.01, -0.030, 0.056),
        (0.9, 0.001, -0.0030, 0.0056),
        (0.99, 0.01, -0.052, 0.038),
    ] {
        let stop = J * V / (F - share * F);
        let exact = -J * V * V / (2.0 * (F - share * F).powi(2));
        for (end, off) in [(stop, at_stop), (10.0 * stop, later)] {
            let found = smoothed(share * F, width * V, end) / exact - 1.0;
            // As the documents round it.
            assert!((found / off - 1.0).abs() < 0.02, "{share} {width} {end}: {found} instead of {off}");
        }
    }
}
