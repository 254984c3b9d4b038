//! `fmu-pack size`: what comes out of it does what was required when it is built and simulated.
#![allow(clippy::unwrap_used, missing_docs)]

mod command;

use command::{fails, fmu_pack, model, succeeds, table};
use std::f64::consts::TAU;
use std::path::Path;
use tempfile::TempDir;

/// The rudder of a data sheet.
const RUDDER: &str = include_str!("../../examples/sizing/rudder.toml");

/// Friction is known: the threshold decides how stiff the loop is. Its transmission locks.
const JACK: &str = r#"
name = "Jack"
supply_pressure = "3000 psi"
stall_torque = "41.5 kN.m"
no_load_rate = "11 deg/s"
travel_lower = "-12 deg"
travel_upper = "28 deg"
threshold = "0.31 deg"
self_locking = true

[start]
friction.coulomb_torque = "1.3 kN.m"
friction.static_ratio = 1.4
friction.efficiency_opposing = "47 %"
inertia = 900
"#;

/// A velocity characteristic, a viscous part, and a load that shall start it.
const AILERON: &str = r#"
name = "Aileron"
supply_pressure = "207 bar"
stall_torque = "1234 N.m"
no_load_rate = "83 deg/s"
travel = "22 deg"
bandwidth = "6.5 Hz"
threshold = "0.08 deg"
back_drive_torque = "77 N.m"

[start]
friction.law = "stribeck"
friction.static_ratio = 1.25
friction.stribeck_velocity = "0.8 deg/s"
friction.efficiency_opposing = 0.9
viscous_coefficient = "90 N.m.s/rad"
"#;

/// A valve with orifices takes friction, threshold and bandwidth together, and more rate at half the pressure.
const SPOILER: &str = r#"
name = "Spoiler"
supply_pressure = "21 MPa"
stall_torque = "2.2 kN.m"
no_load_rate = "45 deg/s"
travel_lower = "-10 deg"
travel_upper = "45 deg"
threshold = "0.2 deg"
bandwidth = "3 Hz"
load_torque = "1.1 kN.m"
rate_under_load = "30 deg/s"
reduced_pressure = "10.5 MPa"
rate_at_reduced_pressure = "31 deg/s"

[start]
servovalve.law = "orifice"
friction.coulomb_torque = "90 N.m"
friction.static_ratio = 1.3
"#;

/// Measured properties are those of `size`, within half a percent.
const MISS: f64 = 5e-3;

/// A requirement that was sized and built.
struct Sized {
    folder: TempDir,
    fmu: String,
    properties: Vec<(String, Option<f64>)>,
    travel: (f64, f64),
}

impl Sized {
    fn new(name: &str, requirement: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (asked, actuator) = (folder.path().join("requirement.toml"), folder.path().join("actuator.toml"));
        std::fs::write(&asked, requirement).unwrap();
        let [asked, actuator, place] = [&asked, &actuator, folder.path()].map(|path| path.to_str().unwrap());
        succeeds(&["size", asked, "-o", actuator]);
        succeeds(&["build", "--config", actuator, "-o", place]);
        let fmu = folder.path().join(format!("{name}.fmu")).to_str().unwrap().to_string();
        let properties = properties(&fmu);
        let number = |key: &str| properties.iter().find(|(name, _)| name == key).unwrap().1.unwrap();
        let travel = (number("travel_lower"), number("travel_upper"));
        Self { folder, fmu, properties, travel }
    }

    fn get(&self, key: &str) -> Option<f64> {
        self.properties.iter().find(|(name, _)| name == key).unwrap().1
    }

    fn number(&self, key: &str) -> f64 {
        self.get(key).unwrap()
    }

    /// Position and velocity at each millisecond, under inputs as rows of time, command and load.
    fn run(&self, settings: &[&str], rows: &[[f64; 3]], end: f64) -> Vec<[f64; 3]> {
        let input = self.folder.path().join("input.csv");
        let lines: Vec<String> =
            rows.iter().map(|[time, command, load]| format!("{time},{command},{load}\n")).collect();
        std::fs::write(&input, format!("time,command,load_torque\n{}", lines.concat())).unwrap();
        let end = end.to_string();
        let mut arguments =
            vec!["run", &self.fmu, "--input", input.to_str().unwrap(), "--step-size", "0.001", "--stop-time", &end];
        settings.iter().for_each(|setting| arguments.extend(["--set", setting]));
        let (header, rows) = table(&succeeds(&arguments));
        let column = |name: &str| header.iter().position(|known| known == name).unwrap();
        let columns = [0, column("position"), column("velocity")];
        rows.iter().map(|row| columns.map(|column| row[column])).collect()
    }

    /// Largest velocity on the way from one end to the other.
    fn top_rate(&self, settings: &[&str], load: f64) -> f64 {
        let (lower, upper) = self.travel;
        let start = format!("position_start={lower}");
        let settings = [settings, &[start.as_str()]].concat();
        // A load that would keep it at its stop comes when it moves.
        let rows = [[0.0, upper, 0.0], [0.05, upper, 0.0], [0.05, upper, load]];
        let end = 0.05 + 0.6 * (upper - lower) / self.number("no_load_rate").max(1e-3);
        let steady = self.run(&settings, &rows, end);
        steady.iter().skip(200).map(|row| row[2]).fold(0.0, f64::max)
    }

    /// Whether it goes on moving up against a load that comes while it moves.
    fn moves_on(&self, load: f64) -> bool {
        let (lower, upper) = self.travel;
        let rows = [[0.0, upper, 0.0], [0.1, upper, 0.0], [0.1, upper, load]];
        let end = self.run(&[&format!("position_start={lower}")], &rows, 1.0);
        end.last().unwrap()[2] > 0.0
    }

    /// Whether it leaves its lower stop, on which the load presses it.
    fn starts(&self, load: f64) -> bool {
        let (lower, upper) = self.travel;
        let rows = [[0.0, upper, load], [1.0, upper, load]];
        let end = self.run(&[&format!("position_start={lower}")], &rows, 0.5);
        end.last().unwrap()[1] > lower
    }

    /// Whether it follows a command that comes so slowly that the valve is in equilibrium.
    fn follows(&self, command: f64) -> bool {
        let rows = [[0.0, 0.0, 0.0], [0.5, command, 0.0], [0.7, command, 0.0]];
        self.run(&[], &rows, 0.7).last().unwrap()[1] != 0.0
    }

    /// Whether a load moves it without pressure.
    fn is_driven_by(&self, load: f64) -> bool {
        let rows = [[0.0, 0.0, 0.0], [0.1, 0.0, load], [0.5, 0.0, load]];
        self.run(&["supply_pressure=0"], &rows, 0.5).last().unwrap()[1] != 0.0
    }

    /// Position over command at a frequency [Hz], without friction, by least squares over the last two of six periods.
    fn gain(&self, frequency: f64) -> f64 {
        const AMPLITUDE: f64 = 1e-4;
        let end = 6.0 / frequency;
        // Straight lines between 2000 points of a period follow a sine to 2e-6.
        let points = (0..=12_000).map(|point| end * f64::from(point) / 12_000.0);
        let rows: Vec<[f64; 3]> = points.map(|time| [time, AMPLITUDE * (TAU * frequency * time).sin(), 0.0]).collect();
        let motion = self.run(&["friction.coulomb_torque=0"], &rows, end);
        let last = motion.iter().filter(|row| row[0] > end - 2.0 / frequency);
        let (mut sine, mut cosine, mut count) = (0.0, 0.0, 0.0);
        for [time, position, _] in last {
            let (sin, cos) = (TAU * frequency * time).sin_cos();
            (sine, cosine, count) = (sine + sin * position, cosine + cos * position, count + 0.5);
        }
        f64::hypot(sine, cosine) / count / AMPLITUDE
    }

    /// Every property is that of the simulation.
    fn is_met_by_simulation(&self) {
        let between = |key: &str, moves: &dyn Fn(f64) -> bool| {
            let value = self.number(key);
            assert!(moves(value * (1.0 - MISS)), "{key} is less than {value}");
            assert!(!moves(value * (1.0 + MISS)), "{key} is more than {value}");
        };
        let is = |key: &str, measured: f64| {
            let value = self.number(key);
            assert!((measured / value - 1.0).abs() < MISS, "{key} is {measured}, not {value}");
        };
        between("stall_torque", &|load| self.moves_on(load));
        between("stall_torque_from_rest", &|load| self.starts(load));
        between("threshold", &|command| !self.follows(command));
        is("no_load_rate", self.top_rate(&[], 0.0));
        is("rate_under_load", self.top_rate(&[], self.number("stall_torque") / 2.0));
        let half = format!("supply_pressure={}", self.supply() / 2.0);
        is("rate_at_reduced_pressure", self.top_rate(&[&half], 0.0));
        match self.get("back_drive_torque") {
            Some(_) => between("back_drive_torque", &|load| !self.is_driven_by(load)),
            None => assert!(!self.is_driven_by(self.number("stall_torque"))),
        }
        let gain = self.gain(self.number("bandwidth") / TAU);
        assert!((gain * 2f64.sqrt() - 1.0).abs() < MISS, "the gain at the bandwidth is {gain}");
        // Against a load without friction: the error carries it.
        let load = self.number("stiffness") * 1e-6;
        let loose = ["friction.coulomb_torque=0", "friction.efficiency_opposing=1", "friction.efficiency_aiding=1"];
        let held = self.run(&loose, &[[0.0, 0.0, load]], 12.0 / self.number("velocity_gain"));
        is("stiffness", -load / held.last().unwrap()[1]);
    }

    fn supply(&self) -> f64 {
        let variables = succeeds(&["info", &self.fmu, "--variables", "--format", "json"]);
        let variables: serde_json::Value = serde_json::from_str(&variables).unwrap();
        let list = variables["variables"].as_array().unwrap();
        let start = list.iter().find(|variable| variable["name"] == "supply_pressure").unwrap();
        start["start"].as_str().unwrap().parse().unwrap()
    }
}

/// Properties by name, in SI units.
fn properties(of: &str) -> Vec<(String, Option<f64>)> {
    let told: serde_json::Value = serde_json::from_str(&succeeds(&["size", "--of", of, "--format", "json"])).unwrap();
    let list = told.as_array().unwrap().iter();
    list.map(|property| (property["name"].as_str().unwrap().to_string(), property["value"].as_f64())).collect()
}

fn required(sized: &Sized, key: &str, value: f64) {
    let achieved = sized.number(key);
    assert!((achieved / value - 1.0).abs() < 1e-5, "{key} is {achieved}, required is {value}");
}

#[test]
fn a_rudder_from_five_lines_of_a_data_sheet_does_what_they_say() {
    let rudder = Sized::new("Rudder", RUDDER);
    required(&rudder, "stall_torque", 3000.0);
    required(&rudder, "no_load_rate", 60f64.to_radians());
    required(&rudder, "threshold", 0.15f64.to_radians());
    required(&rudder, "travel_upper", 30f64.to_radians());
    rudder.is_met_by_simulation();
}

#[test]
fn a_locking_jack_whose_friction_is_known_does_what_was_required() {
    let jack = Sized::new("Jack", JACK);
    required(&jack, "stall_torque", 41_500.0);
    required(&jack, "threshold", 0.31f64.to_radians());
    assert_eq!(jack.get("back_drive_torque"), None);
    jack.is_met_by_simulation();
}

#[test]
fn an_aileron_with_stribeck_friction_does_what_was_required() {
    let aileron = Sized::new("Aileron", AILERON);
    required(&aileron, "no_load_rate", 83f64.to_radians());
    required(&aileron, "bandwidth", 6.5 * TAU);
    required(&aileron, "back_drive_torque", 77.0);
    aileron.is_met_by_simulation();
}

#[test]
fn a_spoiler_with_orifices_does_what_no_linear_valve_could() {
    let spoiler = Sized::new("Spoiler", SPOILER);
    required(&spoiler, "stall_torque", 2200.0);
    required(&spoiler, "no_load_rate", 45f64.to_radians());
    assert!(spoiler.number("threshold") <= 0.2f64.to_radians());
    // The root of half the pressure, but for friction and leakage.
    let share = spoiler.number("rate_at_reduced_pressure") / spoiler.number("no_load_rate");
    assert!((share - 0.5f64.sqrt()).abs() < 0.02, "{share}");
    spoiler.is_met_by_simulation();
    assert!(refused(&SPOILER.replace("\"orifice\"", "\"linear\"")).contains("rate_under_load"));
}

#[test]
fn delivered_fmus_have_the_properties_of_hand_formulas() {
    let told = properties(&model("ServoActuator"));
    let number = |key: &str| told.iter().find(|(name, _)| name == key).unwrap().1.unwrap();
    // The start values of docs/interface.md.
    let (displacement, gain, flow, leakage, supply) = (0.00445, 4e10, 1.06, 1e-12, 26e6);
    let (coulomb, ratio, opposing, aiding, viscous) = (2500.0, 1.7, 0.96, 0.66, 80_000.0);
    let share = 1.0 / (1.0 + leakage * gain / flow);
    let torque = share * displacement * supply;
    let slope = viscous + share * gain / flow * displacement * displacement;
    let stiffness = 40.0 * 2.5 / 100.0 * share * displacement * gain;
    let close = |key: &str, value: f64| {
        let achieved = number(key);
        // The largest load is that of a speed that is not quite 0.
        assert!((achieved / value - 1.0).abs() < 1e-9, "{key} is {achieved}, by hand {value}");
    };
    close("stall_torque", opposing * (torque - coulomb));
    close("stall_torque_from_rest", (torque - ratio * coulomb) / (1.0 + ratio * (1.0 / opposing - 1.0)));
    close("no_load_rate", (torque - coulomb) / slope);
    close("threshold", ratio * coulomb / stiffness);
    close("stiffness", stiffness);
    close("back_drive_torque", ratio * coulomb / (1.0 - ratio * (1.0 - aiding)));
    close("back_drive_torque_moving", coulomb / aiding);
    // 2.2478 deg/s against 74500 N.m is what the converged solution of figure 6 has.
    let text = succeeds(&["size", "--of", &model("ServoActuator"), "--load-torque", "74.5kN.m"]);
    assert!(text.contains("rate_under_load                  2.248 deg/s"), "{text}");
}

#[test]
fn a_transmission_and_a_piston_have_their_share_of_the_table() {
    let transmission = properties(&model("MotionTransmission"));
    let number = |key: &str| transmission.iter().find(|(name, _)| name == key).and_then(|(_, value)| *value);
    assert_eq!(number("breakaway_torque"), Some(1.7 * 2500.0));
    assert_eq!(number("no_load_rate"), None);
    let piston = properties(&model("HydraulicActuator"));
    let frequency = piston.iter().find(|(name, _)| name == "natural_frequency").unwrap().1.unwrap();
    assert!((frequency - 170f64.sqrt()).abs() < 1e-12);
}

/// What is wrong, for a requirement with other lines.
fn refused(lines: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("requirement.toml");
    std::fs::write(&path, lines).unwrap();
    let output = folder.path().join("actuator.toml");
    let message = fails(&["size", path.to_str().unwrap(), "-o", output.to_str().unwrap()], 2);
    assert!(!output.exists(), "nothing is written");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn what_cannot_be_met_is_told_with_the_conflict_and_what_is_possible() {
    let with = |lines: &str| refused(&format!("{RUDDER}{lines}"));
    let message = with("load_torque = \"2 kN.m\"\nrate_under_load = \"30 deg/s\"\n");
    assert!(message.contains("rate_under_load = \"30 deg/s\": cannot be met together with no_load_rate"), "{message}");
    assert!(message.contains("possible is 20 deg/s") && message.contains("orifice"), "{message}");
    let message = with("stall_torque_from_rest = \"2.95 kN.m\"\n");
    assert!(message.contains("friction.static_ratio 1.7") && message.contains("possible is 2.85"), "{message}");
    // Friction so large that the stiffness for the threshold takes the damping.
    let message = with("damping_ratio = 0.5\n[start]\nfriction.coulomb_torque = \"1.5 kN.m\"\n");
    assert!(message.contains("threshold = \"0.15 deg\"") && message.contains("1.5 kN.m"), "{message}");
    // Both gains of a data sheet: the linear valve does not take them.
    let message = with("[start]\nservovalve.pressure_gain = 9.3e11\nservovalve.flow_gain = 0.2\n");
    assert!(
        message.contains("no_load_rate = \"60 deg/s\"") && message.contains("servovalve.law = \"orifice\""),
        "{message}"
    );
    let message = with("self_locking = true\n[start]\nfriction.efficiency_aiding = 0.9\n");
    assert!(message.contains("self_locking = true") && message.contains("efficiency_aiding = 0.9"), "{message}");
}

#[test]
fn a_damping_that_the_servovalve_does_not_have_is_told_with_what_helps() {
    // The threshold of RUDDER decides the gain; without it the usual bandwidth does, at which the valve's pair has 0.645.
    let free = "name = \"Rudder\"\nsupply_pressure = \"28 MPa\"\nstall_torque = \"3 kN.m\"\nno_load_rate = \"60 deg/s\"\n\
                travel = \"30 deg\"\n";
    let message = refused(&format!("{free}damping_ratio = 0.9\n"));
    assert!(
        message.contains("damping_ratio = 0.9: cannot be met together with servovalve.damping_ratio = 0.7"),
        "{message}"
    );
    assert!(
        message.contains("possible is 0.6455") && message.contains("a larger servovalve.damping_ratio"),
        "{message}"
    );
    // What is said to help does: a first stage of twice the frequency.
    let faster = format!("{free}damping_ratio = 0.65\n[start]\nservovalve.natural_frequency = 5000\n");
    assert!(Sized::new("Rudder", &faster).number("damping_ratio") >= 0.65);
    // A bandwidth that nobody required gives way to the damping that is.
    let heavy = format!("{free}damping_ratio = 0.4\n[start]\ninertia = 300\n");
    let heavy = Sized::new("Rudder", &heavy);
    required(&heavy, "damping_ratio", 0.4);
    assert!(heavy.number("bandwidth") < 4.0 * TAU);
}

#[test]
fn what_is_no_requirement_is_told_in_one_sentence() {
    assert!(refused("name = \"A\"\n").contains("the key \"supply_pressure\" is missing"));
    assert!(refused(&RUDDER.replace("60 deg/s", "60 deg")).contains(": no_load_rate = \"60 deg\""));
    assert!(refused(&RUDDER.replace("no_load_rate", "no_load_rat")).contains("similar are no_load_rate"));
    assert!(refused(&RUDDER.replace("3 kN.m", "-3 kN.m")).contains("must be greater than 0"));
    assert!(refused(&format!("{RUDDER}inertia = 3\n")).contains("stand in the table [start]"));
    assert!(refused(&format!("{RUDDER}load_torque = \"1 kN.m\"\n")).contains("go together"));
    assert!(refused(&RUDDER.replace("travel", "travel_upper")).contains("travel_lower"));
    assert!(refused(&format!("{RUDDER}[start]\ninertias = 3\n")).contains("inertia"));
    for (start, key) in [("travel.lower = -1", "travel.lower"), ("travel.upper = 1", "travel.upper")] {
        let message = refused(&format!("{RUDDER}[start]\n{start}\n"));
        assert!(message.contains(&format!("says the same as {key} in [start]")), "{message}");
    }
    let reduced = format!("{RUDDER}reduced_pressure = \"28 MPa\"\nrate_at_reduced_pressure = \"25 deg/s\"\n");
    assert!(refused(&reduced).contains("must be below supply_pressure"));
    let message = refused(&RUDDER.replace("3 kN.m", "1e300 N.m"));
    assert!(message.contains("stall_torque") && message.contains("must be between 1e-30 and 1e30"), "{message}");
    let answer = fmu_pack(&["size"]);
    assert!(answer.code == Some(2) && answer.err.contains("REQUIREMENT.toml"), "{}", answer.err);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations/flap_line.toml");
    assert!(fails(&["size", "--of", example.to_str().unwrap()], 2).contains("drivetrain"));
}
