//! `fmu-pack size`: what comes out of it does what was required when it is built and simulated.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, model, succeeds, table};
use fmu_analysis::sizing::Requirement;
use model_description::models::laws::LAWS;
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
        self.start("supply_pressure")
    }

    /// Start value of a variable.
    fn start(&self, name: &str) -> f64 {
        let variables = succeeds(&["info", &self.fmu, "--variables", "--format", "json"]);
        let variables: serde_json::Value = serde_json::from_str(&variables).unwrap();
        let list = variables["variables"].as_array().unwrap();
        let start = list.iter().find(|variable| variable["name"] == name).unwrap();
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
        message.contains("possible is 0.6455")
            && message.contains("a smaller servovalve.spool_velocity_gain (400 1/s)"),
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

/// The aileron of a tester: 450 N.m.
const SMALL: &str = "name = \"Aileron\"\nsupply_pressure = \"20.7 MPa\"\nstall_torque = \"450 N.m\"\n\
                     no_load_rate = \"80 deg/s\"\ntravel = \"25 deg\"\n";
/// Its valve.
const ORIFICE: &str = "servovalve.law = \"orifice\"\n";

/// What an actuator of these lines and [start] can do, or what is wrong.
fn sized(lines: &str, start: &str) -> Result<fmu_analysis::sizing::Properties, String> {
    let text = format!("{lines}[start]\n{start}");
    let requirement = Requirement::parse(&text, Path::new("requirement.toml"));
    let design = requirement.and_then(|requirement| fmu_analysis::sizing::size(&requirement));
    design.map(|design| design.properties).map_err(|error| error.to_string())
}

#[test]
fn a_valve_with_orifices_takes_any_smaller_threshold() {
    // Friction follows from the threshold with the pressure that breakaway takes from the orifices.
    for threshold in [0.0067, 0.006, 0.003, 0.001, 0.0001] {
        let properties = sized(&format!("{SMALL}threshold = \"{threshold} deg\"\n"), ORIFICE).unwrap();
        let achieved = properties.number("threshold").unwrap().to_degrees();
        // Seven digits are written.
        assert!((achieved / threshold - 1.0).abs() < 1e-6, "{achieved} instead of {threshold}");
    }
}

/// The remedies of a message as a line of [start] each, or of the requirement.
fn remedies(message: &str) -> Vec<(&str, String)> {
    let advice = message.rsplit_once("; ").unwrap().1.strip_suffix(" helps").unwrap();
    let each = advice.split(", ").flat_map(|some| some.split(" or "));
    each.map(|one| {
        let (words, value) = one.trim_end_matches(')').split_once(" (").unwrap();
        let name = words.rsplit_once(' ').unwrap().1;
        let name = if name == "friction" { "friction.coulomb_torque" } else { name };
        (name, format!("{name} = \"{value}\"\n"))
    })
    .collect()
}

#[test]
fn every_remedy_that_is_named_works_and_what_is_possible_can_be_required() {
    let damped = format!("{SMALL}bandwidth = \"30 Hz\"\ndamping_ratio = 0.7\n");
    let fast = format!("{SMALL}bandwidth = \"10 Hz\"\n");
    let fine = format!("{SMALL}threshold = \"0.05 deg\"\ndamping_ratio = 0.5\n");
    let cases = [
        (&damped, ORIFICE, "damping_ratio"),
        (&damped, "", "damping_ratio"),
        (&damped, "servovalve.spool_velocity_gain = 400\n", "bandwidth"),
        (&damped, "servovalve.spool_velocity_gain = 8000\n", "damping_ratio"),
        (&damped, "servovalve.natural_frequency = 5000\n", "damping_ratio"),
        (&fast, "inertia = 300\n", "bandwidth"),
        (&fast, "controller.proportional_gain = 0.5\n", "bandwidth"),
        (&fine, "friction.coulomb_torque = 40\n", "threshold"),
    ];
    let mut named = Vec::new();
    for (lines, start, key) in cases {
        let message = sized(lines, start).unwrap_err();
        for (name, line) in remedies(&message) {
            let others: Vec<&str> = start.lines().filter(|other| !other.starts_with(name)).collect();
            let kept: String =
                lines.lines().filter(|other| !other.starts_with(name)).map(|l| format!("{l}\n")).collect();
            let start = others.join("\n") + "\n";
            let (lines, start) =
                if name == "bandwidth" { (kept + &line, start) } else { (lines.clone(), start + &line) };
            assert!(sized(&lines, &start).is_ok(), "{line}: {message}: {:?}", sized(&lines, &start));
            named.push(name.to_owned());
        }
        let (_, possible) = message.split_once("possible is ").unwrap();
        let possible = possible.split(';').next().unwrap();
        let line =
            format!("{key} = {}\n", if key == "damping_ratio" { possible.into() } else { format!("{possible:?}") });
        let kept: String = lines.lines().filter(|other| !other.starts_with(key)).map(|l| format!("{l}\n")).collect();
        assert!(sized(&(kept + &line), start).is_ok(), "{line}: {message}");
    }
    for name in [
        "servovalve.damping_ratio",
        "servovalve.spool_velocity_gain",
        "inertia",
        "bandwidth",
        "friction.coulomb_torque",
    ] {
        assert!(named.iter().any(|known| known == name), "{name} is not among {named:?}");
    }
}

/// Largest friction \[N.m\] in steps of 5 deg to both sides, one of them reversed under full torque.
fn largest_friction(sized: &Sized) -> f64 {
    let input = sized.folder.path().join("steps.csv");
    let text = "time,command [deg]\n0,0\n0.05,0\n0.05,5\n0.1,5\n0.1,-5\n0.4,-5\n0.4,-4.9\n0.6,-4.9\n";
    std::fs::write(&input, text).unwrap();
    let arguments =
        ["run", &sized.fmu, "--input", input.to_str().unwrap(), "--stop-time", "0.6", "--step-size", "1e-4"];
    let (header, rows) = table(&succeeds(&[&arguments[..], &["--record", "friction_torque"]].concat()));
    assert_eq!(header[1], "friction_torque");
    rows.iter().map(|row| row[1].abs()).fold(0.0, f64::max)
}

#[test]
fn bristles_have_the_size_of_the_actuator() {
    for (law, valve) in [("lugre", ""), ("lugre", ORIFICE), ("elasto_plastic", ""), ("dahl", ORIFICE)] {
        let small = Sized::new("Aileron", &format!("{SMALL}[start]\nfriction.law = \"{law}\"\n{valve}"));
        required(&small, "stall_torque", 450.0);
        // The bristles of the model threw a friction of 30 N.m up to 300 N.m (linear) and 780 N.m. Up to the breakaway level it
        // is their deflection; their damping adds least to LuGre, and 6 % of it to what does not slip before 70 % of it.
        let (largest, breakaway) = (largest_friction(&small), small.number("breakaway_torque"));
        assert!(largest <= 1.1 * breakaway && largest > 0.5 * breakaway, "{law}, {valve}: {largest} of {breakaway}");
        let (start, end) = (small.start("friction.bristle_stiffness"), 100.0 * small.number("stiffness"));
        assert!((start / end - 1.0).abs() < 1e-6, "{law}, {valve}: {start} instead of {end}"); // seven digits
    }
    let given = format!("{SMALL}[start]\nfriction.law = \"lugre\"\nfriction.bristle_stiffness = 4e6\ninertia = 1\n");
    let given = Sized::new("Aileron", &given);
    assert_eq!(given.start("friction.bristle_stiffness"), 4e6);
    assert_eq!(given.start("friction.bristle_damping"), 0.2 * 4e6f64.sqrt());
}

#[test]
fn a_table_of_friction_is_sized_or_kept() {
    let flat = Sized::new("Aileron", &format!("{SMALL}[start]\nfriction.law = \"tabulated\"\n"));
    required(&flat, "stall_torque", 450.0);
    assert!((flat.start("friction.table.torque[1]") / 18.75 - 1.0).abs() < 1e-6); // 4 % of 450/0.96
    let table = "friction.law = \"tabulated\"\nfriction.static_ratio = 1.2\nfriction.table.size = 2\n\
                 \"friction.table.velocity[2]\" = 0.1\n\"friction.table.torque[1]\" = 30\n\"friction.table.torque[2]\" = 20\n";
    let kept = Sized::new("Aileron", &format!("{SMALL}threshold = \"0.2 deg\"\n[start]\n{table}"));
    required(&kept, "stall_torque", 450.0);
    required(&kept, "no_load_rate", 80f64.to_radians());
    required(&kept, "threshold", 0.2f64.to_radians());
    assert_eq!(kept.number("breakaway_torque"), 36.0);
    let weak = sized(&format!("{SMALL}threshold = \"0.2 deg\"\n"), &table.replace("30", "3000")).unwrap_err();
    assert!(weak.contains("friction.table, which ends at 20 N.m"), "{weak}");
}

#[test]
fn a_load_above_stall_is_held_or_drives_the_actuator_back_at_the_rate_of_the_simulation() {
    let start = "[start]\nfriction.efficiency_aiding = 0.95\nfriction.static_ratio = 1.1\n";
    for valve in ["", ORIFICE] {
        let small = Sized::new("Aileron", &format!("{SMALL}{start}{valve}"));
        let told = |load: f64| {
            let torque = format!("{load} N.m");
            succeeds(&["size", "--of", &small.fmu, "--load-torque", &torque, "--format", "json"])
        };
        let rate = |load: f64| {
            let list: Vec<serde_json::Value> = serde_json::from_str(&told(load)).unwrap();
            list.iter().find(|property| property["name"] == "rate_under_load").unwrap()["value"].as_f64().unwrap()
        };
        let simulated = |load: f64| {
            let rows = [[0.0, 0.0, 0.0], [0.1, 20f64.to_radians(), 0.0], [0.1, 20f64.to_radians(), load]];
            small.run(&[], &rows, 0.25).last().unwrap()[2]
        };
        assert!(told(700.0).contains("against 0.7 kN.m, which drives it back"));
        let (here, there) = (rate(700.0), simulated(700.0));
        assert!(there < -0.4 && (here / there - 1.0).abs() < MISS, "{valve}: {here}, simulated {there}");
        // Between stall and that, friction and motor hold it.
        assert!(told(460.0).contains("against 0.46 kN.m, which it holds"));
        assert_eq!((rate(460.0), simulated(460.0)), (0.0, 0.0), "{valve}");
    }
}

#[test]
fn the_properties_of_an_orifice_actuator_have_its_equations_and_need_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("requirement.toml");
    std::fs::write(&path, format!("{SMALL}[start]\n{ORIFICE}")).unwrap();
    let told = succeeds(&["size", path.to_str().unwrap(), "--format", "json"]);
    let told: Vec<serde_json::Value> = serde_json::from_str(&told).unwrap();
    let equation = |name: &str| {
        let property = told.iter().find(|property| property["name"] == name).unwrap();
        property["equation"].as_str().unwrap().to_owned()
    };
    assert_eq!(equation("stiffness"), "K = K_P·(G_M/K_F)·D·G_Q·√(P/P_r)/c");
    assert_eq!(equation("threshold"), "R·F₀/(K·√(1 − R·F₀/(D·P)))");
    assert_eq!(equation("damping_ratio"), "−Re(s)/|s| about the centred spool");
    assert_eq!(equation("travel_lower"), "travel.lower");
    assert!(!told.iter().any(|property| property["equation"].as_str().unwrap().contains("G_P")));
}

#[test]
fn a_requirement_that_contradicts_itself_is_told_with_its_own_line_and_unit() {
    let with = |lines: &str, start: &str| sized(&format!("{SMALL}{lines}"), start).unwrap_err();
    let message = with("back_drive_torque = \"100 N.m\"\n", "friction.efficiency_aiding = -0.1\n");
    assert!(message.contains("friction.efficiency_aiding = -0.1 in [start], with which no load moves it"), "{message}");
    let message = with("back_drive_torque = \"100 N.m\"\nself_locking = true\n", "");
    assert!(
        message.contains("line 7, column 16: self_locking = true: contradicts back_drive_torque = \"100 N.m\""),
        "{message}"
    );
    let message = with("back_drive_torque = \"10 N.m\"\n", "");
    assert!(message.contains("possible is 31.88 N.m; it must be larger"), "{message}");
    let message = with("self_locking = true\n", "friction.law = \"lugre\"\n");
    assert!(message.contains("friction.law = \"lugre\", which ignores the load"), "{message}");
    let message = with("stall_torque_from_rest = \"440 N.m\"\n", ORIFICE);
    assert!(message.contains("possible is 425.5 N.m"), "{message}");
    for bare in ["6", "\"6\""] {
        let message = with(&format!("bandwidth = {bare}\n"), "");
        assert!(message.ends_with("state a unit: \"6 Hz\" or \"6 rad/s\""), "{message}");
    }
    assert!(with("damping_ratio = 1.2\n", "").contains("damping_ratio = 1.2: must be at most 1"));
    let travel = SMALL.replace("travel = \"25 deg\"", "travel_upper = \"-12 deg\"\ntravel_lower = \"10 deg\"");
    let message = sized(&travel, "").unwrap_err();
    let expected =
        "requirement.toml, line 6, column 16: travel_lower = \"10 deg\": must be below travel_upper = \"-12 deg\"";
    assert_eq!(message, expected);
    let message = with("", "position_start = \"30 deg\"\n");
    assert!(
        message.contains("line 7") && message.contains("must be within the travel, -25 deg to 25 deg"),
        "{message}"
    );
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

/// The number behind these words, with its unit, and the unit alone.
fn told_behind(message: &str, words: &str) -> (f64, String) {
    let told = message.split_once(words).unwrap_or_else(|| panic!("{message}")).1;
    let told = told.split("; ").next().unwrap();
    let (number, unit) = told.split_once(' ').unwrap_or((told, ""));
    (number.parse().unwrap(), unit.to_owned())
}

#[test]
fn a_given_gain_that_makes_the_loop_oscillate_is_refused_with_the_largest_that_does_not() {
    let cases = [
        ("controller.proportional_gain", 40.0, ""),
        ("controller.proportional_gain", 40.0, ORIFICE),
        // The threshold sizes friction and motor with the gain.
        ("controller.proportional_gain", 40.0, "friction.static_ratio = 1.5\ninertia = 3\n"),
        ("controller.proportional_gain", 300.0, "servovalve.flow_gain = 0.4\n"),
        ("controller.integral_gain", 400.0, ""),
        ("controller.derivative_gain", 20.0, ""),
        ("servovalve.spool_velocity_gain", 50_000.0, "controller.proportional_gain = 3\n"),
    ];
    for (name, given, others) in cases {
        let lines =
            if others.contains("static_ratio") { format!("{SMALL}threshold = \"0.1 deg\"\n") } else { SMALL.into() };
        let at = |gain: f64| sized(&lines, &format!("{name} = {gain}\n{others}"));
        let message = at(given).unwrap_err();
        let line = lines.lines().count() + 2;
        let place =
            format!("requirement.toml, line {line}, column {}: start.{name} = {given}: makes the", name.len() + 4);
        assert!(message.starts_with(&place), "{message}");
        let (largest, _) = told_behind(&message, "the largest gain that does not is ");
        assert!(largest < given, "{message}");
        let below = at(0.99 * largest).unwrap_or_else(|refused| panic!("{name}, {others}: {refused}"));
        assert!(below.number("damping_ratio").unwrap() >= 1e-3, "{name}, {others}");
        let above = at(1.01 * largest).expect_err("it is above the largest stable gain");
        assert_eq!(told_behind(&above, "the largest gain that does not is ").0, largest, "{above}");
    }
}

#[test]
fn a_given_gain_is_refused_in_its_own_unit_with_a_margin_or_with_the_damping_that_is_required() {
    let message = sized(SMALL, "controller.proportional_gain = \"900 mA/deg\"\n").unwrap_err();
    let (largest, unit) = told_behind(&message, "the largest gain that does not is ");
    assert!(unit == "mA/deg" && message.ends_with(" mA/deg leaves a gain margin of 6 dB"), "{message}");
    let (half, _) = told_behind(&message, &format!("is {largest} mA/deg; "));
    assert!((half / largest - 0.5).abs() < 1e-3, "{message}");
    let damped = format!("{SMALL}damping_ratio = 0.4\n");
    let at = |gain: f64| sized(&damped, &format!("controller.proportional_gain = {gain}\n"));
    let message = at(40.0).unwrap_err();
    let (gain, _) = told_behind(&message, "damping_ratio = 0.4 is met up to ");
    assert!((at(0.999 * gain).unwrap().number("damping_ratio").unwrap() - 0.4).abs() < 2e-3, "{message}");
    assert!(at(1.01 * gain).is_err());
}

#[test]
fn the_largest_stable_gain_is_that_of_the_linearized_fmu_to_its_last_digit() {
    for (name, given, digit) in
        [("controller.proportional_gain", 40.0, 0.01), ("controller.derivative_gain", 20.0, 1e-4)]
    {
        let message = sized(SMALL, &format!("{name} = {given}\n")).unwrap_err();
        let (largest, _) = told_behind(&message, "the largest gain that does not is ");
        let small = Sized::new("Aileron", &format!("{SMALL}[start]\n{name} = {largest}\n"));
        let fastest_growth = |gain: f64| {
            let gain = format!("{name}={gain}");
            let linear = succeeds(&["linearize", &small.fmu, "--regime", "without-friction", "--set", &gain]);
            let linear: serde_json::Value = serde_json::from_str(&linear).unwrap();
            let poles = linear["poles"].as_array().unwrap().iter();
            poles.map(|pole| pole["real"].as_f64().unwrap()).fold(f64::NEG_INFINITY, f64::max)
        };
        let (below, above) = (fastest_growth(largest), fastest_growth(largest + digit));
        assert!(below < 0.0 && above > 0.0, "{below} and {above} at {name} = {largest}");
    }
}

#[test]
fn a_loop_with_almost_no_damping_is_sized_with_a_note() {
    let message = sized(SMALL, "controller.proportional_gain = 40\n").unwrap_err();
    let (largest, _) = told_behind(&message, "the largest gain that does not is ");
    let at = |gain: f64| sized(SMALL, &format!("controller.proportional_gain = {gain}\n")).unwrap();
    let (ringing, calm) = (at(largest), at(0.3 * largest));
    assert!(ringing.number("damping_ratio").unwrap() < 1e-3);
    assert!(has_note(&ringing, "is stable, but rings: its damping_ratio is "), "{:?}", ringing.notes);
    assert!(calm.number("damping_ratio").unwrap() > 0.05 && !has_note(&calm, "rings"), "{:?}", calm.notes);
}

fn has_note(properties: &fmu_analysis::sizing::Properties, words: &str) -> bool {
    properties.notes.iter().any(|note| note.contains(words))
}

#[test]
fn a_threshold_that_is_less_than_asked_is_told_with_the_reason() {
    let with = |start: &str| sized(RUDDER, start).unwrap();
    let threshold =
        |properties: &fmu_analysis::sizing::Properties| properties.number("threshold").unwrap().to_degrees();
    let steep = with(ORIFICE);
    assert!(threshold(&steep) < 0.006, "{}", threshold(&steep));
    let words = "threshold = \"0.15 deg\" is kept with room: 0.005166 deg moves it already, because the pressure gain of the orifices";
    assert!(has_note(&steep, words), "{:?}", steep.notes);
    // What is said to need the whole step does, with a loop that is slow.
    let slow = with(&format!("{ORIFICE}friction.coulomb_torque = 120\n"));
    assert!((threshold(&slow) / 0.15 - 1.0).abs() < 1e-5 && !has_note(&slow, "with room"), "{:?}", slow.notes);
    assert!(slow.number("bandwidth").unwrap() < 0.25 * TAU);
    assert!(!has_note(&with(""), "with room"));
    let given = with("controller.proportional_gain = 5\nfriction.coulomb_torque = 10\n");
    assert!(has_note(&given, "because controller.proportional_gain in [start] makes"), "{:?}", given.notes);
    let fast = sized(&format!("{RUDDER}bandwidth = \"4 Hz\"\n"), "friction.coulomb_torque = 10\n").unwrap();
    assert!(has_note(&fast, "because bandwidth asks for"), "{:?}", fast.notes);
}

/// Position \[rad\] and number of events at the end of a second under a command \[rad\], or of a ramp to it that takes so long \[s\].
fn moved(sized: &Sized, command: f64, ramp: Option<f64>) -> [f64; 2] {
    let input = sized.folder.path().join("command.csv");
    let start = if ramp.is_some() { 0.0 } else { command };
    let end = ramp.unwrap_or(1.0).to_string();
    std::fs::write(&input, format!("time,command\n0,{start}\n{end},{command}\n")).unwrap();
    let arguments = ["run", &sized.fmu, "--input", input.to_str().unwrap(), "--stop-time", &end, "--step-size", "0.01"];
    let (_, rows) = table(&succeeds(&[&arguments[..], &["--record", "position,event_count"]].concat()));
    [1, 2].map(|column| rows.last().unwrap()[column])
}

#[test]
fn a_law_that_holds_has_its_threshold_and_one_that_does_not_a_note() {
    for law in LAWS.iter().map(|law| law.name) {
        let rudder = Sized::new("Rudder", &format!("{RUDDER}[start]\nfriction.law = \"{law}\"\n"));
        let told = fmu_pack(&["size", "--of", &rudder.fmu]);
        let line = told.out.lines().find(|line| line.starts_with("threshold")).unwrap();
        let threshold = rudder.number("threshold");
        let [just_below, _] = moved(&rudder, (1.0 - MISS) * threshold, None);
        let [far_below, _] = moved(&rudder, 0.5 * threshold, None);
        match law {
            "dahl" | "lugre" | "elasto_plastic" => {
                assert!(line.ends_with("of a command that rises slowly"), "{line}");
                assert!(told.err.contains(&format!("friction.law = \"{law}\" carries what is below")), "{}", told.err);
            }
            "majd_simaan" | "majd_simaan_approximate" | "sign" | "hyperviscous" => {
                assert!(far_below > 0.01 * threshold, "{law} creeps: {far_below} of {threshold}");
                assert!(line.ends_with("where friction is largest: the law creeps"), "{line}");
                assert!(told.err.contains(&format!("friction.law = \"{law}\" creeps: it has no threshold")));
            }
            _ => {
                assert_eq!([just_below, far_below], [0.0, 0.0], "{law} holds");
                let [above, _] = moved(&rudder, (1.0 + MISS) * threshold, None);
                assert!(above > 0.0 && line.ends_with("0.15 deg"), "{law}: {above}, {line}");
                assert!(!told.err.contains("friction.law"), "{}", told.err);
            }
        }
        if law == "lugre" || law == "elasto_plastic" {
            // Within the deflection of the bristles and what the ramp of 10 s is not slow: 3 %.
            let events = |share: f64, ramp| moved(&rudder, share * threshold, ramp)[1];
            assert_eq!([events(0.97, Some(10.0)), events(0.5, None)], [0.0, 0.0], "{law}");
            assert!(events(1.03, Some(10.0)) > 0.0 && events(0.9, None) > 0.0, "{law}");
        }
    }
}

#[test]
fn with_an_integral_there_is_neither_threshold_nor_stiffness_in_the_long_run() {
    let rudder = Sized::new("Rudder", &format!("{RUDDER}[start]\ncontroller.integral_gain = 5\n"));
    let told = fmu_pack(&["size", "--of", &rudder.fmu]);
    for (key, value) in [("threshold", "0.15 deg"), ("stiffness", " N.m/rad")] {
        let line = told.out.lines().find(|line| line.starts_with(key)).unwrap();
        assert!(line.contains(value) && line.ends_with("before the integral acts"), "{line}");
    }
    assert!(told.err.contains("with controller.integral_gain any error moves it in time"), "{}", told.err);
    let command = 0.02f64.to_radians();
    let motion = rudder.run(&[], &[[0.0, command, 0.0], [20.0, command, 0.0]], 20.0);
    assert_eq!(motion[100][1], 0.0, "before the integral acts");
    assert!(motion.last().unwrap()[1] > 0.0, "a seventh of the threshold moves it in 20 s");
}

#[test]
fn a_pressure_that_moves_nothing_is_told_in_the_unit_in_which_it_was_taken() {
    let told = fmu_pack(&["size", "--of", &model("ServoActuator"), "--supply-pressure", "28"]);
    assert!(told.err.contains("at a supply pressure of 28 Pa nothing moves it from rest"), "{}", told.err);
    assert!(!told.err.contains("0 deg/s instead of 0 deg/s"), "{}", told.err);
}

#[test]
fn a_loop_that_oscillates_at_any_gain_is_refused() {
    let message = sized(SMALL, "servovalve.damping_ratio = 0\n").unwrap_err();
    assert!(message.starts_with("requirement.toml: the closed loop oscillates at any gain"), "{message}");
}

/// A servo whose friction is a table, as a configuration; and the FMU of it.
fn of_table(folder: &TempDir, columns: &str) -> [String; 2] {
    let text = format!(
        "name = \"Tabled\"\nmodel = \"ServoActuator\"\n[start]\nfriction.law = \"tabulated\"\nfriction.static_ratio = 1.25\n{columns}\n"
    );
    let path = folder.path().join("tabled.toml");
    std::fs::write(&path, text).unwrap();
    let (config, out) = (path.to_str().unwrap().to_owned(), folder.path().to_str().unwrap().to_owned());
    succeeds(&["build", "--config", &config, "-o", &out]);
    [config, folder.path().join("Tabled.fmu").to_str().unwrap().to_owned()]
}

/// L = R·F₀/(1 − R·(1 − η_A)) with the first row of the table, and from there on whatever its other rows are: 2500/(1 − 1.25·0.5). Moving,
/// the least of F/η_A over the rows; the damping of the servo takes what a fall of friction by 1 kN·m in 0.01 rad/s would give, or not.
#[test]
fn the_load_that_drives_a_table_back_is_that_of_its_rows_and_the_same_of_its_fmu() {
    let folder = tempfile::tempdir().unwrap();
    for (aiding, from_rest, locks) in [
        ("0.5, 0.2, 0.2", Some(2500.0 / 0.375), "no: "),
        ("0.5, 0.2, 0", Some(2500.0 / 0.375), "no: "),
        ("0.5, 0, -0.2", Some(2500.0 / 0.375), "no: "),
        ("0.1, 0.2, 0.5", None, "from rest only: "),
        ("-0.2, 0.5, 0.5", None, "from rest only: "),
        ("-0.2, -0.1, 0", None, "yes: "),
    ] {
        let files = of_table(
            &folder,
            &format!(
                "friction.table.velocity = [0, 0.01, 0.02]\nfriction.table.torque = [2000, 1000, 1000]\n\
                 friction.table.efficiency_opposing = [0.5, 0.8, 1]\nfriction.table.efficiency_aiding = [{aiding}]"
            ),
        );
        for file in &files {
            let told = properties(file);
            let number = |key: &str| told.iter().find(|(name, _)| name == key).unwrap().1;
            match (number("back_drive_torque"), from_rest) {
                (Some(load), Some(by_hand)) => assert!((load / by_hand - 1.0).abs() < 1e-12, "{aiding}: {load}"),
                (load, by_hand) => assert_eq!(load, by_hand, "{aiding} of {file}"),
            }
            assert_eq!(number("back_drive_torque_moving").is_some(), !locks.starts_with("yes"), "{aiding}");
            let text = succeeds(&["size", "--of", file]);
            let line = text.lines().find(|line| line.starts_with("self_locking")).unwrap();
            assert!(line.contains(locks), "{aiding}: {line}");
        }
    }
}

/// Without pressure the motor of the linear valve still loses D²·(G_P/G_Q)/(1 + c·G_P/G_Q) per velocity, 7.2e5 N·m·s/rad with the start
/// values: at 0.01 rad/s that is more than the 1 kN·m by which friction falls until there, so the least load is 2000/0.5 near rest.
#[test]
fn the_damping_of_the_motor_counts_in_the_load_that_keeps_it_moving() {
    let folder = tempfile::tempdir().unwrap();
    let files = of_table(
        &folder,
        "friction.efficiency_opposing = 0.5\nfriction.efficiency_aiding = 0.5\n\
         friction.table.velocity = [0, 0.01]\nfriction.table.torque = [2000, 1000]",
    );
    for file in &files {
        let told = properties(file);
        let moving = told.iter().find(|(name, _)| name == "back_drive_torque_moving").unwrap().1.unwrap();
        assert!((moving / 4000.0 - 1.0).abs() < 1e-12, "{moving}");
    }
}

/// A table of the rudder by its points; lists are the same.
const POINTS: &str = "friction.law = \"tabulated\"\nfriction.table.size = 2\n\"friction.table.velocity[2]\" = \"0.1 rad/s\"\n\
                      \"friction.table.torque[1]\" = 150\n\"friction.table.torque[2]\" = 100\n";

#[test]
fn a_table_of_friction_by_lists_is_that_of_its_points() {
    let lists = "friction.law = \"tabulated\"\nfriction.table.velocity = [\"0\", \"0.1 rad/s\"]\nfriction.table.torque = [150, 100]\n";
    let of_lists = sized(RUDDER, lists).unwrap();
    assert_eq!(of_lists, sized(RUDDER, POINTS).unwrap());
    assert_eq!(of_lists.number("friction_torque"), Some(100.0));
    // As the command writes it and builds it.
    let built = Sized::new("Rudder", &format!("{RUDDER}[start]\n{lists}"));
    required(&built, "stall_torque", 3000.0);
    let descends = lists.replace("[\"0\", \"0.1 rad/s\"]", "[0.1, 0]");
    let message = sized(SMALL, &descends).unwrap_err();
    assert!(message.starts_with("requirement.toml, line 8") && message.contains("begins with 0.1"), "{message}");
}

#[test]
fn friction_that_is_greater_backward_is_designed_by_the_greater_level() {
    let [even, uneven] = ["", "friction.backward_ratio = 2\n"].map(|ratio| sized(RUDDER, ratio).unwrap());
    let known = sized(RUDDER, "friction.coulomb_torque = 50\nfriction.backward_ratio = 2\n").unwrap();
    let same = sized(RUDDER, "friction.coulomb_torque = 100\n").unwrap();
    for (uneven, even) in [(uneven, even), (known, same)] {
        for key in ["stall_torque", "no_load_rate", "threshold", "friction_torque", "breakaway_torque"] {
            let (here, there) = (uneven.number(key).unwrap(), even.number(key).unwrap());
            assert!((here / there - 1.0).abs() < 1e-6, "{key} is {here}, of even friction {there}"); // seven digits are written
        }
    }
}

#[test]
fn a_load_that_drives_it_back_has_the_static_ratio_of_its_own_share() {
    let own = Sized::new("Aileron", &format!("{AILERON}friction.load_static_ratio = 1.02\n"));
    required(&own, "back_drive_torque", 77.0);
    let start = "friction.static_ratio = 1.7\nfriction.load_static_ratio = 1.1\nfriction.efficiency_aiding = 0.2\n";
    let message = sized(&format!("{SMALL}self_locking = true\n"), start).unwrap_err();
    assert!(message.contains("efficiency_aiding = 0.2 and a static ratio of the load of 1.1"), "{message}");
}

/// A jack whose screw has a lead angle and a coefficient of friction, with what is required of it and what is known.
fn jack(lead: f64, coefficient: f64, required: &str, known: &str) -> String {
    format!(
        "{SMALL}{required}\n[flanks]\nlead_angle = \"{lead} deg\"\nthread_angle = \"15 deg\"\nfriction.coefficient = {coefficient}\n\n\
         [start]\nfriction.static_ratio = 1.5\n{known}"
    )
}

fn sized_jack(jack: &str) -> Result<fmu_analysis::sizing::Design, String> {
    let requirement = Requirement::parse(jack, Path::new("requirement.toml"));
    requirement.and_then(|requirement| fmu_analysis::sizing::size(&requirement)).map_err(|error| error.to_string())
}

#[test]
fn flanks_of_a_requirement_are_those_of_the_configuration_and_give_it_both_efficiencies() {
    let sized = Sized::new("Aileron", &jack(5.0, 0.15, "self_locking = true", ""));
    let written = std::fs::read_to_string(sized.folder.path().join("actuator.toml")).unwrap();
    assert!(!written.contains("efficiency"), "{written}");
    let (lead, friction) = (5f64.to_radians().tan(), 0.15 / 15f64.to_radians().cos());
    let opposing = lead * (1.0 - lead * friction) / (lead + friction);
    let aiding = (lead - friction) / (lead * (1.0 + lead * friction));
    let model = model_description::configuration::parse(&written, Path::new("actuator.toml")).unwrap();
    for (name, value) in [("opposing", opposing), ("aiding", aiding)] {
        let own = model.variable(&format!("friction.efficiency_{name}")).unwrap().real().unwrap().start;
        assert!((own - value).abs() < 1e-15, "{name}: {own}, expected {value}");
    }
    assert_eq!(sized.get("back_drive_torque"), None);
    required(&sized, "stall_torque", 450.0);
}

/// What the notes or a refusal say of the coefficient and the lead at which it locks itself.
fn limits(told: &str) -> [f64; 2] {
    ["friction.coefficient = ", "lead_angle = "].map(|words| {
        let (_, behind) = told.split_once(words).unwrap_or_else(|| panic!("{told}"));
        behind.split([' ', ',']).next().unwrap().parse().unwrap()
    })
}

#[test]
fn the_coefficient_and_the_lead_at_which_it_locks_itself_are_told_and_hold() {
    // From rest R·(1 − η_A) = 1: η_A = 1/3 with R = 1.5.
    let (lead, cosine, aiding) = (8f64.to_radians().tan(), 15f64.to_radians().cos(), 1.0 - 1.0 / 1.5);
    let coefficient = cosine * lead * (1.0 - aiding) / (1.0 + aiding * lead * lead);
    let friction = 0.05 / cosine;
    let loss: f64 = 1.0 - aiding;
    let steepest = 2.0 * friction / (loss + (loss * loss - 4.0 * aiding * friction * friction).sqrt());
    let expected = [coefficient, steepest.atan().to_degrees()];
    let refusal = sized_jack(&jack(8.0, 0.05, "self_locking = true", "")).unwrap_err();
    assert!(refusal.contains("self_locking = true") && refusal.contains("of [flanks]"), "{refusal}");
    let told = limits(&refusal);
    for (told, expected) in told.into_iter().zip(expected) {
        // Six digits, on the safe side.
        assert!((told / expected - 1.0).abs() < 1e-5, "{told}, expected {expected}: {refusal}");
    }
    sized_jack(&jack(8.0, told[0], "self_locking = true", "")).unwrap();
    sized_jack(&jack(told[1], 0.05, "self_locking = true", "")).unwrap();
    sized_jack(&jack(8.0, told[0] * (1.0 - 1e-4), "self_locking = true", "")).unwrap_err();
    sized_jack(&jack(told[1] * (1.0 + 1e-4), 0.05, "self_locking = true", "")).unwrap_err();
    // What is met is told with its limits as well, and that it must not lock.
    let met = sized_jack(&jack(8.0, 0.2, "self_locking = true", "")).unwrap();
    let note = met.properties.notes.iter().find(|note| note.contains("locks itself from")).unwrap();
    assert!((limits(note)[0] / coefficient - 1.0).abs() < 1e-5, "{note}");
    let locks = sized_jack(&jack(8.0, 0.2, "self_locking = false", "")).unwrap_err();
    assert!(locks.contains("does not lock itself up to friction.coefficient"), "{locks}");
    sized_jack(&jack(8.0, limits(&locks)[0], "self_locking = false", "")).unwrap();
    sized_jack(&jack(limits(&locks)[1], 0.2, "self_locking = false", "")).unwrap();
}

#[test]
fn the_coefficient_and_the_lead_with_which_a_load_drives_it_back_are_told_and_hold() {
    for known in ["", "friction.coulomb_torque = \"20 N.m\"\n"] {
        let asked = "back_drive_torque = \"200 N.m\"";
        let refusal = sized_jack(&jack(20.0, 0.01, asked, known)).unwrap_err();
        assert!(refusal.contains("back_drive_torque") && refusal.contains("of [flanks]"), "{refusal}");
        let [coefficient, lead] = limits(&refusal);
        for (lead, coefficient) in [(20.0, coefficient), (lead, 0.01)] {
            let design = sized_jack(&jack(lead, coefficient, asked, known)).unwrap();
            let load = design.properties.number("back_drive_torque").unwrap();
            assert!((load / 200.0 - 1.0).abs() < 1e-4, "{known}: {load}");
        }
    }
}

/// A configuration is told the limits of its own flanks, and they are those: with μ_lock = cos α·tan λ at η_A = 0, as R = 1.
#[test]
fn a_configuration_with_flanks_is_told_where_it_locks_itself() {
    let limit = 15f64.to_radians().cos() * 5f64.to_radians().tan();
    for (model, coefficient, words) in
        [("MotionTransmission", 0.12, "it locks itself from"), ("ServoActuator", 0.05, "it does not lock itself up to")]
    {
        let flanks =
            format!("lead_angle = \"5 deg\"\nthread_angle = \"15 deg\"\nfriction.coefficient = {coefficient}\n");
        let start = "friction.static_ratio = 1\n";
        let (folder, path) = file("jack.toml");
        let text = format!("name = \"Jack\"\nmodel = \"{model}\"\n[flanks]\n{flanks}[start]\n{start}");
        std::fs::write(&path, text).unwrap();
        let told = fmu_pack(&["size", "--of", path.to_str().unwrap()]);
        assert!(told.err.contains(words), "{}", told.err);
        assert!((limits(&told.err)[0] / limit - 1.0).abs() < 1e-5, "{}", told.err);
        drop(folder);
    }
}

#[test]
fn flanks_and_an_efficiency_are_refused_together_with_both_lines() {
    let refusal = sized_jack(&jack(5.0, 0.1, "", "friction.efficiency_aiding = 0.5\n")).unwrap_err();
    assert!(refusal.contains("friction.efficiency_aiding = 0.5: follows from [flanks] in line"), "{refusal}");
    let half = jack(5.0, 0.1, "", "").replace("thread_angle = \"15 deg\"\n", "");
    let refusal = sized_jack(&half).unwrap_err();
    assert!(refusal.contains("is not enough; [flanks] needs lead_angle, thread_angle"), "{refusal}");
}
