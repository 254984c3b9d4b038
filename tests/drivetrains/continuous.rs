//! Contacts without a series, because they creep, have bristles or begin with a broken power: one body is MotionTransmission
//! with the same law, and two bodies behind a clutch obey the same equations.

use crate::drivetrains::linearization::assert_slopes;
use crate::drivetrains::minimal::run_unwarned;
use actuator_fmu::actuator::{Actuator, Event, Remark, Warning};
use model_description::models::laws;
use test_support::drivetrain::{drivetrain, interface};
use test_support::random::Random;
use test_support::saved::{restore, save};
use test_support::transmission::transmission;
use test_support::{Recorder, Run, Signal, get, set};

/// Numbers of all laws, with bristles that a torque of a few N·m deflects by 0.1 mrad.
const FRICTION: [(&str, f64); 9] = [
    ("coulomb_torque", 2.0),
    ("static_ratio", 1.5),
    ("stribeck_velocity", 0.05),
    ("stribeck_exponent", 1.3),
    ("sharpness", 2.0),
    ("regularization_velocity", 0.01),
    ("bristle_stiffness", 2e4),
    ("bristle_damping", 60.0),
    ("elastic_share", 0.4),
];

const TOLERANCE: f64 = 1e-12;

fn is_used(law: &str, parameter: &str) -> bool {
    parameter == "coulomb_torque" || laws::law(law).unwrap().uses.contains(&parameter)
}

/// The numbers that a law uses, as the lines of its contact.
fn contact(table: &str, law: &str) -> String {
    let used = FRICTION.iter().filter(|(name, _)| is_used(law, name));
    let lines: String = used.map(|(name, value)| format!("friction.{name} = {value:e}\n")).collect();
    format!("[{table}]\nfriction.law = \"{law}\"\n{lines}")
}

fn one_body(law: &str) -> String {
    format!(
        "name = \"Body\"\nmodel = \"Drivetrain\"\n[start]\nsolver.tolerance = {TOLERANCE:e}\n[body.shaft]\ninertia = 1.5\n\
         viscous_coefficient = 0.3\ntravel.lower = -0.5\ntravel.upper = 0.5\n{}on = \"shaft\"\n\
         [[input]]\nname = \"torque\"\non = \"shaft\"\n",
        contact("brake.bearing", law)
    )
}

/// A transmission with the numbers of a law.
fn parameters(law: &str, others: &[(&'static str, f64)]) -> Vec<(String, f64)> {
    let number = 1 + laws::LAWS.iter().position(|known| known.name == law).unwrap();
    let of_law = [("friction.law".to_owned(), number as f64), ("solver.tolerance".to_owned(), TOLERANCE)];
    let numbers = FRICTION.iter().filter(|(name, _)| is_used(law, name));
    let numbers = numbers.map(|(name, value)| (format!("friction.{name}"), *value));
    of_law.into_iter().chain(numbers).chain(others.iter().map(|(name, value)| ((*name).to_owned(), *value))).collect()
}

/// Every fourth point is a jump.
fn signal(random: &mut Random, size: f64) -> Signal {
    Signal::random(random, (0.0, size), 16, 4)
}

/// Values of these names at all communication points.
fn trace<const N: usize>(
    actuator: &mut dyn Actuator,
    inputs: Vec<(&'static str, Signal)>,
    names: [&str; N],
) -> Vec<[f64; N]> {
    let mut rows = Vec::new();
    let run = Run { actuator, inputs, end: 2.0, step: 1.0 / 512.0 };
    let recorder = run.go(|_, actuator| rows.push(names.map(|name| get(actuator, name))));
    let is_bridged = |warning: &Warning| !matches!(warning, Warning::Validity { .. });
    assert!(!recorder.warnings.iter().any(is_bridged), "{:?}", recorder.warnings);
    rows
}

fn largest_differences<const N: usize>(one: &[[f64; N]], other: &[[f64; N]]) -> [f64; N] {
    assert_eq!(one.len(), other.len());
    assert!(one.iter().chain(other).flatten().all(|value| value.is_finite()));
    let pairs = || one.iter().zip(other);
    std::array::from_fn(|column| pairs().map(|(a, b)| (a[column] - b[column]).abs()).fold(0.0, f64::max))
}

#[test]
fn a_contact_without_a_series_is_that_of_the_transmission() {
    let laws = [
        "majd_simaan",
        "majd_simaan_approximate",
        "dahl",
        "lugre",
        "elasto_plastic",
        "hyperviscous",
        "hess_soom",
        "stribeck",
    ];
    for law in laws {
        for seed in 2..4 {
            let torque = signal(&mut Random::new(seed), 6.0);
            let parameters = parameters(
                law,
                &[("inertia", 1.5), ("viscous_coefficient", 0.3), ("travel.lower", -0.5), ("travel.upper", 0.5)],
            );
            let parameters: Vec<(&str, f64)> = parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let names = ["position", "velocity", "friction_torque"];
            let wanted = trace(&mut transmission(&parameters), vec![("motor_torque", torque.clone())], names);
            let names = ["shaft.position", "shaft.velocity", "bearing.friction_torque"];
            let found = trace(&mut drivetrain(&one_body(law)), vec![("torque", torque)], names);
            let [position, velocity, friction] = largest_differences(&found, &wanted);
            // Integrators that each keep 12 digits of a step meet in 9; the steepest friction changes by 200 N·m per rad/s.
            let most = (1e-9, 1e-9, 2e-7);
            assert!(
                position <= most.0 && velocity <= most.1 && friction <= most.2,
                "{law}, seed {seed}: {position:e} rad, {velocity:e} rad/s, {friction:e} N·m"
            );
        }
    }
}

#[test]
fn a_formula_outside_its_region_is_told_with_the_contact() {
    // The region of eq. (19): see tests/majd_simaan.rs for the ratio at which it ends with a sharpness of 10.
    let warnings = |law: &str, ratio: f64| {
        let of_law = format!("friction.law = \"{law}\"\nfriction.sharpness = 10\nfriction.static_ratio = {ratio}\n");
        let text =
            format!("name = \"One\"\nmodel = \"Drivetrain\"\n[mass.a]\nmass = 1\n[brake.k]\non = \"a\"\n{of_law}");
        let mut recorder = Recorder::default();
        drivetrain(&text).initialize(0.0, &mut recorder);
        recorder.warnings
    };
    assert_eq!(warnings("majd_simaan_approximate", 2.366), []);
    assert_eq!(warnings("majd_simaan", 2.367), [], "the exact amplitude has no region");
    let told = warnings("majd_simaan_approximate", 2.367);
    let [Warning::Validity { element, message }] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(element.name(), "k");
    assert!(message.contains("2 %"), "{message}");
}

#[test]
fn data_of_another_contact_are_told_with_the_contact() {
    let law = "friction.law = \"lugre\"\nfriction.coulomb_force = 12\n";
    let text = format!("name = \"One\"\nmodel = \"Drivetrain\"\n[mass.a]\nmass = 1\n[brake.k]\non = \"a\"\n{law}");
    let mut told = Recorder::default();
    drivetrain(&text).initialize(0.0, &mut told);
    let [Remark::DefaultData { element, data, level, .. }] = *told.remarks.as_slice() else {
        panic!("{:?}", told.remarks)
    };
    let expected = ("k", "friction.bristle_stiffness", ("friction.coulomb_force", 12.0, "N"));
    assert_eq!((element.name(), data, level), expected);
}

#[test]
fn a_contact_whose_law_lacks_its_table_is_told() {
    let remarks = |law: &str| {
        let text =
            format!("name = \"One\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[brake.k]\non = \"a\"\n{law}");
        let mut told = Recorder::default();
        drivetrain(&text).initialize(0.0, &mut told);
        told.remarks
    };
    let law = "friction.law = \"tabulated\"\n";
    let told = remarks(law);
    let [Remark::NoTable { element, level }] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((element.name(), *level), ("k", (1.0, "N.m")));
    assert_eq!(remarks(&format!("{law}friction.table.velocity = [0]\nfriction.table.torque = [3]\n")), []);
    let long: Vec<String> = (0..20).map(|point| point.to_string()).collect();
    let list = long.join(", ");
    assert_eq!(remarks(&format!("{law}friction.table.velocity = [{list}]\nfriction.table.torque = [{list}]\n")), []);
}

/// Two bodies that only a clutch joins; the bodies are not alike.
fn two_bodies(law: &str) -> String {
    format!(
        "name = \"Two\"\nmodel = \"Drivetrain\"\n[start]\nsolver.tolerance = {TOLERANCE:e}\n[body.a]\ninertia = 2\n\
         [body.b]\ninertia = 3\n{}connects = [\"a\", \"b\"]\n\
         [[input]]\nname = \"torque_a\"\non = \"a\"\n[[input]]\nname = \"torque_b\"\non = \"b\"\n",
        contact("clutch.c", law)
    )
}

/// ∫T dt of straight lines.
fn impulse(signal: &Signal, until: f64) -> f64 {
    let pieces = signal.0.windows(2).filter(|pair| pair[0].0 < until && pair[1].0 > pair[0].0);
    pieces.fold(0.0, |sum, pair| {
        let (from, to) = (pair[0], pair[1]);
        let length = (until - from.0).min(to.0 - from.0);
        let slope = (to.1 - from.1) / (to.0 - from.0);
        sum + length * (from.1 + 0.5 * slope * length)
    })
}

#[test]
fn two_bodies_behind_a_clutch_move_relative_to_each_other_as_one_body_would() {
    // (w_b − w_a)' = T_b/J_b − T_a/J_a − T_c (1/J_a + 1/J_b): a body of J_a J_b/(J_a + J_b); J_a w_a + J_b w_b = ∫(T_a + T_b).
    let (of_a, of_b) = (2.0, 3.0);
    let inertia = of_a * of_b / (of_a + of_b);
    for law in ["majd_simaan", "lugre", "elasto_plastic", "stribeck"] {
        for seed in 0..2 {
            let (a, b) = (signal(&mut Random::new(seed), 5.0), signal(&mut Random::new(seed + 100), 5.0));
            let both = a.0.iter().zip(&b.0).map(|(a, b)| (a.0, inertia * (b.1 / of_b - a.1 / of_a))).collect();
            let parameters = parameters(law, &[("inertia", inertia), ("viscous_coefficient", 0.0)]);
            let parameters: Vec<(&str, f64)> = parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let names = ["velocity", "friction_torque"];
            let wanted = trace(&mut transmission(&parameters), vec![("motor_torque", Signal(both))], names);
            let names = ["c.relative_velocity", "c.friction_torque"];
            let inputs = || vec![("torque_a", a.clone()), ("torque_b", b.clone())];
            let found = trace(&mut drivetrain(&two_bodies(law)), inputs(), names);
            let [velocity, friction] = largest_differences(&found, &wanted);
            assert!(velocity <= 1e-9 && friction <= 2e-7, "{law}, seed {seed}: {velocity:e} rad/s, {friction:e} N·m");
            let momenta = trace(&mut drivetrain(&two_bodies(law)), inputs(), ["a.velocity", "b.velocity"]);
            for (row, [va, vb]) in momenta.iter().enumerate() {
                let time = row as f64 / 512.0;
                let wanted = impulse(&a, time) + impulse(&b, time);
                // The clutch gives to one what it takes from the other; each of some thousand steps rounds.
                let error = of_a * va + of_b * vb - wanted;
                assert!(error.abs() <= 1e-11, "{law}, seed {seed}, {time} s: {error:e} N·m·s");
            }
        }
    }
}

#[test]
fn deflected_bristles_are_saved_and_restored_to_the_bit() {
    let torque = signal(&mut Random::new(1), 4.0);
    let text = one_body("lugre");
    let interface = interface(&text);
    let mut first = drivetrain(&text);
    Run { actuator: &mut first, inputs: vec![("torque", torque)], end: 0.6, step: 1.0 / 512.0 }.go(|_, _| {});
    let state = save(&mut first);
    let mut second = actuator_fmu::drivetrain::Drivetrain::new(interface).unwrap();
    second.initialize(0.0, &mut Recorder::default());
    restore(&mut second, &state);
    let ends = [&mut first, &mut second].map(|actuator| {
        assert!(actuator.advance(0.6, 0.3, &mut Recorder::default()));
        actuator.update_outputs();
        ["shaft.position", "shaft.velocity", "bearing.bristle_deflection"].map(|name| get(actuator, name).to_bits())
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn bristles_that_no_longer_touch_are_straight() {
    let text = one_body("lugre");
    let mut actuator = drivetrain(&text);
    let mut recorder = Recorder::default();
    set(&mut actuator, "torque", 1.0);
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 0.1, &mut recorder));
    actuator.update_outputs();
    // 1 N·m on 2e4 N·m/rad, a little less as the body still oscillates.
    assert!((get(&actuator, "bearing.bristle_deflection") - 5e-5).abs() < 1e-5);
    assert_eq!(get(&actuator, "bearing.friction_regime"), 0.0);
    set(&mut actuator, "bearing.engagement", 0.0);
    actuator.inputs_changed();
    assert!(actuator.advance(0.1, 0.1, &mut recorder));
    actuator.update_outputs();
    assert_eq!(get(&actuator, "bearing.bristle_deflection"), 0.0);
    assert_eq!(get(&actuator, "bearing.friction_regime"), 2.0);
    assert_eq!(get(&actuator, "bearing.friction_torque"), 0.0);
}

#[test]
fn directional_derivatives_of_bristles_are_the_slopes_of_the_derivatives() {
    let mut actuator = drivetrain(&two_bodies("lugre"));
    let mut recorder = Recorder::default();
    set(&mut actuator, "torque_a", 2.0);
    actuator.initialize(0.0, &mut recorder);
    assert!(actuator.advance(0.0, 0.02, &mut recorder));
    actuator.update_outputs();
    // Central differences over 1e-8: rounding of some N·m over it, and curvature.
    assert_slopes(&mut actuator, 1e-8, 1e-5);
}

#[test]
fn friction_at_the_second_body_of_a_gear_is_a_brake_there() {
    let gear = "name = \"Gear\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 0.1\n[body.b]\ninertia = 3\n[gear.g]\n\
                connects = [\"a\", \"b\"]\nratio = 5\nefficiency_opposing = 0.8\nefficiency_aiding = 0.7\n\
                friction.coulomb_torque = 0.3\nBEARING[[input]]\nname = \"torque\"\non = \"a\"\n[[input]]\nname = \"load\"\non = \"b\"\n";
    let inside = gear.replace("BEARING", "friction_second.coulomb_torque = 2\nfriction_second.static_ratio = 1.3\n");
    let outside =
        gear.replace("BEARING", "[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\nfriction.static_ratio = 1.3\n");
    for seed in 0..6 {
        let (torque, load) = (signal(&mut Random::new(seed), 2.0), signal(&mut Random::new(seed + 50), 6.0));
        let inputs = || vec![("torque", torque.clone()), ("load", load.clone())];
        let names = ["a.position", "b.velocity", "a.velocity"];
        let one = trace(&mut drivetrain(&inside), inputs(), names);
        let other = trace(&mut drivetrain(&outside), inputs(), names);
        assert_eq!(one, other, "seed {seed}");
        assert!(one.iter().any(|row| row[1] == 0.0) && one.iter().any(|row| row[1] != 0.0), "it sticks and moves");
    }
    let mut recorder = Recorder::default();
    let mut actuator = drivetrain(&inside.replace("friction.coulomb_torque = 0.3\n", ""));
    set(&mut actuator, "torque", 20.0);
    actuator.initialize(0.0, &mut recorder);
    let elements: Vec<String> = recorder.events.iter().map(|event| event.element.to_string()).collect();
    assert_eq!(elements, ["g.friction_second", "g"], "each breaks away under its own name");
}

#[test]
fn a_law_whose_state_was_not_configured_is_refused_and_nothing_breaks() {
    // Numbers of dahl, lugre and elasto_plastic on a plain brake; of coulomb on one with bristles.
    for (configured, chosen) in [("coulomb", 6.0), ("coulomb", 7.0), ("majd_simaan", 13.0), ("lugre", 1.0)] {
        let mut actuator = drivetrain(&one_body(configured));
        assert!(actuator.check().is_ok());
        set(&mut actuator, "bearing.friction.law", chosen);
        actuator.configure();
        assert!(actuator.check().is_err(), "{configured} {chosen}");
        assert_eq!(actuator.states().len(), if configured == "lugre" { 3 } else { 2 });
    }
}

#[test]
fn a_table_between_turning_bodies_beside_bristles_is_passed_once_at_each_of_its_points() {
    // The relative velocity is a difference of 7 rad/s: where it meets a point of the table, rounding may leave it on either side.
    for seed in 0..12 {
        let random = &mut Random::new(seed);
        let text = format!(
            "[body.a]\ninertia = {}\nvelocity_start = 7\n[body.b]\ninertia = 0.2\nvelocity_start = 7\n[clutch.k]\n\
             connects = [\"a\", \"b\"]\nfriction.law = \"tabulated\"\nfriction.coulomb_torque = 2\nfriction.table.size = 3\n\
             \"friction.table.velocity[2]\" = 0.2\n\"friction.table.velocity[3]\" = 0.6\n\"friction.table.torque[1]\" = 2.6\n\
             \"friction.table.torque[2]\" = 1.8\n\"friction.table.torque[3]\" = 2\n[brake.l]\non = \"a\"\nfriction.law = \"dahl\"\n\
             friction.coulomb_torque = 1\nfriction.bristle_stiffness = 200\n[[input]]\nname = \"u\"\non = \"b\"\n",
            0.1 + 0.4 * random.unit()
        );
        run_unwarned(&text, vec![("u", signal(random, 8.0))], 1.0, 1e-3, |_, _| {});
    }
}

/// Torques on a and b at 0, 0.1, 0.6 and 0.8 s.
const PAST_ZERO: [[[f64; 4]; 2]; 4] = [
    [[-11.6, -6.8, -13.8, -8.4], [13.0, 8.1, -5.2, 10.0]],
    [[-11.5, -7.1, -14.2, -8.1], [13.1, 7.8, -5.9, 10.0]],
    [[-11.4, -7.4, -13.9, -8.6], [13.0, 8.1, -5.8, 9.7]],
    [[-11.5, -6.6, -14.5, -8.0], [12.6, 7.9, -4.9, 9.4]],
];

#[test]
fn a_mesh_torque_that_turns_at_rest_beside_bristles_ends_no_hold() {
    let text = "[body.a]\n[body.b]\n[body.c]\n[body.d]\n[gear.g]\nconnects = [\"a\", \"b\"]\nratio = -0.5\nefficiency_opposing = 0.7\n\
                [clutch.ac]\nconnects = [\"a\", \"c\"]\nfriction.law = \"elasto_plastic\"\nfriction.bristle_damping = 2.4\n[freewheel.bd]\n\
                connects = [\"b\", \"d\"]\n[brake.k]\non = \"b\"\nfriction.coulomb_torque = 5.7\n[brake.l]\non = \"d\"\n\
                friction.law = \"lugre\"\nfriction.coulomb_torque = 3.5\nfriction.bristle_stiffness = 1000\nfriction.bristle_damping = 2\n\
                [[input]]\nname = \"on_a\"\non = \"a\"\n[[input]]\nname = \"on_b\"\non = \"b\"\n";
    // Each takes seconds.
    let few = test_support::cases::count(1, PAST_ZERO.len() as u64);
    for [on_a, on_b] in PAST_ZERO.into_iter().take(few as usize) {
        let signal = |values: [f64; 4]| Signal([0.0, 0.1, 0.6, 0.8].into_iter().zip(values).collect());
        let mut at_rest = 0;
        run_unwarned(text, vec![("on_a", signal(on_a)), ("on_b", signal(on_b))], 0.8, 1e-3, |time, actuator| {
            let of = |name: &str| get(actuator, name);
            // The brake carries what it can before losses of the gear do: within the rounding of torques of 20 N·m.
            if time >= 0.6 && of("a.velocity") == 0.0 && of("k.friction_torque").abs() < 5.7 - 1e-9 {
                assert!(
                    of("g.friction_regime") == 0.0 && of("g.loss_torque").abs() <= 1e-13,
                    "at {time} under {on_a:?}"
                );
                at_rest += 1;
            }
        });
        assert!(at_rest > 100, "{at_rest}");
    }
}

/// Engagements at multiples of 0.1 s, of which the lines between these pass zero where rounding leaves them on either side.
const ENGAGEMENTS: [[f64; 11]; 3] = [
    [0.449, -0.45, 0.385, -0.728, 0.7, -0.66, 0.579, -0.719, 0.929, -0.609, 0.629],
    [0.611, -0.457, 0.575, -0.939, 0.705, -0.854, 0.862, -0.96, 0.309, -0.448, 0.787],
    [0.85, -0.636, 0.368, -0.418, 0.511, -0.63, 0.415, -0.528, 0.631, -0.509, 0.512],
];

#[test]
fn an_engagement_passes_zero_once_beside_a_contact_that_creeps() {
    let text = "[body.a]\nvelocity_start = 3\n[brake.c]\non = \"a\"\nfriction.coulomb_torque = 2\n[body.b]\n[brake.l]\non = \"b\"\n\
                friction.law = \"majd_simaan\"\nfriction.coulomb_torque = 1\n[[input]]\nname = \"u\"\non = \"b\"\n";
    for values in ENGAGEMENTS {
        let engagement = Signal((0..).map(|tenth| f64::from(tenth) / 10.0).zip(values).collect());
        let inputs = vec![("c.engagement", engagement), ("u", Signal::line(2.0, -2.0, 1.0))];
        let recorder = run_unwarned(text, inputs, 1.0, 1e-3, |_, _| {});
        let of_brake = |event: &&Event| event.element.name() == "c";
        let times: Vec<f64> = recorder.events.iter().filter(of_brake).map(|event| event.time).collect();
        // A body of 3 rad/s, braked by 2 N·m for half of the time, never stops: each line passes zero once.
        assert_eq!(times.len(), 10, "{times:?}");
        for ((tenth, pair), time) in (0..).zip(values.windows(2)).zip(times) {
            let zero = (f64::from(tenth) + pair[0] / (pair[0] - pair[1])) / 10.0;
            assert!((time - zero).abs() <= 1e-14, "{time} {zero}");
        }
    }
}
