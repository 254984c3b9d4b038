//! `initialization = trim` of drivetrains: at rest and in equilibrium, friction carrying as little as possible, or refused by the
//! element that has none. Expected values are closed forms of the statics, written down here and nowhere else.

use actuator_fmu::actuator::{Actuator, InvalidParameter, ServoActuator};
use actuator_fmu::drivetrain::Drivetrain;
use actuator_fmu::interface::servo_actuator::INTERFACE;
use test_support::drivetrain::{drivetrain, example};
use test_support::{Recorder, Run, Signal, get, set, set_all};

/// K_P·(G_M/K_F)·k·D·G_P of the start values of a servo with the linear valve [N·m/rad].
const STIFFNESS: f64 = 40.0 * (2.5 / 100.0) * 0.00445 * 4e10 / (1.0 + 1e-12 * 4e10 / 1.06);

fn trimmed(configuration: &str, inputs: &[(&str, f64)]) -> Drivetrain {
    let mut drivetrain = drivetrain(configuration);
    set(&mut drivetrain, "initialization", 2.0);
    set_all(&mut drivetrain, inputs);
    drivetrain.check().expect("the parameters are admissible");
    drivetrain
}

/// Starts, and runs half a second; nothing that is named may move by more than 1e-12 of its size, nor anything happen.
fn rests(mut drivetrain: Drivetrain, positions: &[&str]) -> Drivetrain {
    assert_eq!(drivetrain.check_start(), Ok(()));
    let mut start: Option<Vec<f64>> = None;
    let Recorder { events, .. } =
        Run { actuator: &mut drivetrain, inputs: Vec::new(), end: 0.5, step: 1e-3 }.go(|time, actuator| {
            let now: Vec<f64> = positions.iter().map(|name| get(actuator, &format!("{name}.position"))).collect();
            let start = start.get_or_insert(now.clone());
            for ((name, start), now) in positions.iter().zip(start).zip(&now) {
                assert!((*start - now).abs() <= 1e-12 * start.abs().max(1e-3), "{name} at {time}: {now} after {start}");
            }
        });
    assert!(events.is_empty(), "{events:?}");
    drivetrain
}

fn near(drivetrain: &Drivetrain, name: &str, value: f64, size: f64) {
    let found = get(drivetrain, name);
    assert!((found - value).abs() <= 1e-12 * size, "{name}: {found} instead of {value}");
}

/// Name of the variable by which the start is refused, and what is allowed.
fn refusal(drivetrain: &Drivetrain) -> (&'static str, &'static str) {
    let InvalidParameter { reference, allowed, .. } = drivetrain.check_start().expect_err("no equilibrium");
    let interface = drivetrain.interface();
    (interface.reals[reference as usize].name, allowed)
}

const SERVO: &str = "name = \"Servo\"\nmodel = \"Drivetrain\"\n[body.shaft]\ninertia = 2200\ntravel.lower = -0.6\ntravel.upper = 0.6\n\
                     [servo.left]\non = \"shaft\"\n[brake.bearing]\non = \"shaft\"\nfriction.coulomb_torque = 2500\n\
                     [[input]]\nname = \"air_load\"\non = \"shaft\"\n";

#[test]
fn one_servo_on_one_body_begins_where_servo_actuator_does() {
    for law in [1.0, 2.0] {
        for integral_gain in [0.0, 20.0] {
            let loads = [("left.command", 0.05), ("air_load", -6e4)];
            let mut chain = trimmed(SERVO, &loads);
            set_all(&mut chain, &[("left.servovalve.law", law), ("left.controller.integral_gain", integral_gain)]);
            let mut chain = rests(chain, &["shaft"]);
            chain.initialize(0.0, &mut Recorder::default());
            chain.update_outputs();
            let mut single = ServoActuator::new(&INTERFACE);
            let of_single = [("initialization", 2.0), ("servovalve.law", law), ("command", 0.05), ("load_torque", 6e4)];
            set_all(&mut single, &of_single);
            set(&mut single, "controller.integral_gain", integral_gain);
            set(&mut single, "supply_pressure", get(&chain, "left.supply_pressure"));
            assert_eq!(single.check_start(), Ok(()));
            single.initialize(0.0, &mut Recorder::default());
            single.update_outputs();
            for (ours, theirs, size) in [
                ("shaft.position", "position", 0.05),
                ("left.spool_position", "spool_position", 1e-3),
                ("left.controller.error_integral", "controller.error_integral", 0.1),
            ] {
                near(&chain, ours, get(&single, theirs), size);
            }
            near(&chain, "bearing.friction_torque", 0.0, 6e4);
        }
    }
}

#[test]
fn a_surface_of_two_servos_that_fight_begins_with_the_fight_decided() {
    let loads = [("left.command", 0.017), ("right.command", 0.017), ("air_load", -6e4)];
    let found = rests(trimmed(&example("dual_servo_surface"), &loads), &["left_motor", "right_motor", "surface"]);
    // Two chains of servo and rod in series, K and c, side by side: T = s·(command + rest − surface), s = K·c/(K + c).
    let series = |stiffness: f64| stiffness * 2e7 / (stiffness + 2e7);
    let (left, right, rest) = (series(STIFFNESS), series(0.9 * STIFFNESS), 0.05_f64.to_radians());
    let surface = ((left + right) * 0.017 + right * rest - 6e4) / (left + right);
    let torques = [left * (0.017 - surface), right * (0.017 + rest - surface)];
    near(&found, "surface.position", surface, 0.017);
    near(&found, "left_motor.position", 0.017 - torques[0] / STIFFNESS, 0.017);
    near(&found, "right_motor.position", 0.017 - torques[1] / (0.9 * STIFFNESS), 0.017);
    for (name, torque) in [("left_rod.torque", torques[0]), ("right_rod.torque", torques[1])] {
        near(&found, name, -torque, 1e6);
    }
    near(&found, "hinge.friction_torque", 0.0, 1e6);
}

/// The flap line with a servo at the drive.
fn driven_flap_line() -> String {
    example("flap_line") + "\n[servo.drive_servo]\non = \"pdu\"\n"
}

const STATIONS: [&str; 5] = ["pdu", "station_1", "station_2", "station_3", "station_4"];

#[test]
fn a_line_of_shafts_is_wound_by_its_loads() {
    let loads = [("load_1", -300.0), ("load_2", -200.0), ("load_3", -100.0), ("load_4", 50.0)];
    let inputs = [&loads[..], &[("drive_servo.command", 0.2)]].concat();
    let found = rests(trimmed(&driven_flap_line(), &inputs), &STATIONS);
    let mut position = 0.2 - 550.0 / STIFFNESS;
    near(&found, "pdu.position", position, 0.2);
    for (place, (station, stiffness)) in STATIONS[1..].iter().zip([9000.0, 7500.0, 6000.0, 4500.0]).enumerate() {
        position += loads[place..].iter().map(|(_, load)| load).sum::<f64>() / stiffness;
        near(&found, &format!("{station}.position"), position, 1.0);
    }
}

#[test]
fn what_only_friction_holds_stays_at_its_start_and_is_shared_by_levels() {
    // Breakaway levels: 144, 7.5, 8.05, 6.5, 9.6 and 99 N·m; without a drive the loads are theirs.
    let mut line = trimmed(&example("flap_line"), &[("load_2", 90.0)]);
    set(&mut line, "pdu.position_start", 0.1);
    let found = rests(line, &STATIONS);
    let levels = [144.0, 7.5, 8.05, 6.5, 9.6 + 99.0];
    let share = 90.0 / levels.iter().sum::<f64>();
    let loads = [0.0, 0.0, 90.0, 0.0, 0.0];
    let mut position = 0.1;
    near(&found, "pdu.position", position, 0.1);
    for (place, stiffness) in [9000.0, 7500.0, 6000.0, 4500.0].into_iter().enumerate() {
        let beyond = loads[place + 1..].iter().sum::<f64>() - share * levels[place + 1..].iter().sum::<f64>();
        position += beyond / stiffness;
        near(&found, &format!("{}.position", STATIONS[place + 1]), position, 0.1);
    }
}

#[test]
fn the_first_body_of_what_floats_without_a_load_stays() {
    let mut line = trimmed(&example("flap_line"), &[]);
    set_all(&mut line, &[("pdu.position_start", 0.3), ("station_4.position_start", -0.2)]);
    let found = rests(line, &STATIONS);
    STATIONS.iter().for_each(|name| near(&found, &format!("{name}.position"), 0.3, 0.3));
}

const FREEPLAY: &str = "name = \"Play\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 10\n[servo.left]\non = \"motor\"\n\
                        [body.surface]\ninertia = 5\n[shaft.rod]\nconnects = [\"motor\", \"surface\"]\nstiffness = 1e6\n\
                        backlash = 0.01\n[[input]]\nname = \"air_load\"\non = \"surface\"\n";

#[test]
fn a_loaded_surface_lies_at_the_end_of_its_free_play() {
    for load in [3000.0, -3000.0] {
        let found = rests(trimmed(FREEPLAY, &[("left.command", 0.1), ("air_load", load)]), &["motor", "surface"]);
        let motor = 0.1 + load / STIFFNESS;
        near(&found, "motor.position", motor, 0.1);
        near(&found, "surface.position", motor + load.signum() * 0.005 + load / 1e6, 0.1);
    }
}

#[test]
fn a_surface_without_load_stays_where_the_play_allows() {
    for (start, expected) in [(0.098, 0.098), (0.0, 0.095), (0.2, 0.105)] {
        let mut play = trimmed(FREEPLAY, &[("left.command", 0.1)]);
        set(&mut play, "surface.position_start", start);
        let found = rests(play, &["motor", "surface"]);
        near(&found, "surface.position", expected, 0.1);
    }
}

#[test]
fn bristles_hold_what_nothing_else_holds_by_their_deflection() {
    let held = "name = \"Held\"\nmodel = \"Drivetrain\"\n[body.drum]\ninertia = 2\nposition_start = 0.4\n[brake.pads]\non = \"drum\"\n\
                friction.law = \"lugre\"\nfriction.coulomb_torque = 10\nfriction.static_ratio = 1.5\n\
                friction.bristle_stiffness = 1e4\n[[input]]\nname = \"load\"\non = \"drum\"\n";
    let found = trimmed(held, &[("load", 12.0)]);
    assert_eq!(found.check_start(), Ok(()));
    let found = rests(found, &["drum"]);
    near(&found, "drum.position", 0.4, 0.4);
    near(&found, "pads.bristle_deflection", 12.0 / 1e4, 1e-3);
    let (name, allowed) = refusal(&trimmed(held, &[("load", 16.0)]));
    assert_eq!(name, "pads.engagement");
    assert!(allowed.contains("hold"), "{allowed}");
}

#[test]
fn a_self_locking_gear_holds_its_load_and_one_that_is_not_is_refused() {
    let jack = |aiding: &str| {
        format!(
            "name = \"Jack\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 0.01\nposition_start = 3\n[body.flap]\ninertia = 5\n\
             [gear.worm]\nconnects = [\"motor\", \"flap\"]\nratio = 30\nefficiency_opposing = 0.5\nefficiency_aiding = {aiding}\n\
             [[input]]\nname = \"air_load\"\non = \"flap\"\n"
        )
    };
    let found = rests(trimmed(&jack("-0.2"), &[("air_load", -600.0)]), &["motor", "flap"]);
    near(&found, "flap.position", 0.1, 0.1);
    let (name, _) = refusal(&trimmed(&jack("0.4"), &[("air_load", -600.0)]));
    assert_eq!(name, "worm.friction.static_ratio");
}

#[test]
fn a_stop_carries_what_presses_on_it_and_does_not_pull() {
    let stop = "name = \"Stop\"\nmodel = \"Drivetrain\"\n[body.lever]\ninertia = 1\nposition_start = 0.2\ntravel.upper = 0.2\n\
                [[input]]\nname = \"load\"\non = \"lever\"\n";
    let found = rests(trimmed(stop, &[("load", 40.0)]), &["lever"]);
    near(&found, "lever.position", 0.2, 0.2);
    let (name, _) = refusal(&trimmed(stop, &[("load", -40.0)]));
    assert_eq!(name, "lever.position_start");
}

#[test]
fn a_spring_presses_a_body_on_its_stop() {
    // 100 N·m/rad, which would rest at −0.1 rad; the shaft behind the lever follows it, with its own stop beyond.
    let latch = |more: &str| {
        format!(
            "name = \"Latch\"\nmodel = \"Drivetrain\"\n[body.lever]\ninertia = 1\ntravel.lower = 0\n[shaft.spring]\n\
             connects = [\"ground\", \"lever\"]\nstiffness = 100\nrest_angle = -0.1\n[[input]]\nname = \"load\"\non = \"lever\"\n{more}"
        )
    };
    let brake = "[brake.k]\non = \"lever\"\nfriction.coulomb_torque = 2\n";
    for (more, load, pressure) in [("", 0.0, -10.0), ("", 5.0, -5.0), (brake, 5.0, -3.0)] {
        for start in ["", "position_start = 0.05\n"] {
            let text = latch(more).replace("travel.lower = 0\n", &format!("travel.lower = 0\n{start}"));
            let mut found = rests(trimmed(&text, &[("load", load)]), &["lever"]);
            found.update_outputs();
            assert_eq!(get(&found, "lever.position"), 0.0);
            near(&found, "lever.end_stop_torque", pressure, 10.0);
        }
    }
    // 15 N·m hold it off its stop, at 0.05 rad.
    let found = rests(trimmed(&latch(""), &[("load", 15.0)]), &["lever"]);
    near(&found, "lever.position", 0.05, 1.0);
    let arm = "[body.arm]\ninertia = 0.5\ntravel.lower = -0.2\n[shaft.s]\nconnects = [\"lever\", \"arm\"]\nstiffness = 50\nrest_angle = -0.3\n";
    let found = rests(trimmed(&latch(arm), &[("load", 0.0)]), &["lever", "arm"]);
    // The shaft is twisted by 0.1 rad on the arm's stop.
    near(&found, "arm.position", -0.2, 1.0);
    near(&found, "lever.end_stop_torque", -5.0, 10.0);
    near(&found, "arm.end_stop_torque", -5.0, 10.0);
}

#[test]
fn a_stop_that_a_body_leaves_on_the_way_carries_nothing() {
    // b is pressed on its stop by 10 N·m; a follows it to 0 by the shaft between, from its own stop.
    let text = "name = \"Pair\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\nposition_start = -0.3\ntravel.lower = -0.3\n[body.b]\ninertia = 1\n\
                travel.lower = 0\n[shaft.h]\nconnects = [\"a\", \"b\"]\nstiffness = 100\n[shaft.v]\nconnects = [\"ground\", \"b\"]\nstiffness = 100\n\
                rest_angle = -0.1\n";
    let ground = "[shaft.g]\nconnects = [\"ground\", \"a\"]\nstiffness = 100\n";
    for start in ["-0.3", "-0.1", "-0.01"] {
        for more in ["", ground] {
            let found = rests(trimmed(&(text.replace("-0.3", start) + more), &[]), &["a", "b"]);
            near(&found, "a.position", 0.0, 1e-3);
            near(&found, "b.end_stop_torque", -10.0, 10.0);
        }
    }
}

#[test]
fn a_one_way_clutch_holds_in_its_locked_direction_only() {
    let freewheel = "name = \"Way\"\nmodel = \"Drivetrain\"\n[body.housing]\ninertia = 1\n[brake.fixed]\non = \"housing\"\n\
                     friction.coulomb_torque = 1000\n[body.rotor]\ninertia = 1\n[freewheel.sprag]\n\
                     connects = [\"housing\", \"rotor\"]\nfriction.coulomb_torque = 5\n[[input]]\nname = \"load\"\non = \"rotor\"\n";
    let found = rests(trimmed(freewheel, &[("load", -80.0)]), &["housing", "rotor"]);
    near(&found, "sprag.friction_torque", -80.0, 80.0);
    let (name, _) = refusal(&trimmed(freewheel, &[("load", 80.0)]));
    assert_eq!(name, "rotor.position_start");
}

/// Determinant of a matrix of three.
fn determinant(m: [[f64; 3]; 3]) -> f64 {
    let minor = |i: usize, j: usize| m[1][i] * m[2][j] - m[1][j] * m[2][i];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

#[test]
fn a_transport_begins_in_trimmed_flight_with_its_control_law_its_servo_and_the_hinge_moment() {
    let attitude = 1.0_f64.to_radians();
    let found = rests(trimmed(&example("pitch_hold"), &[("control.theta_command", attitude)]), &["elevator"]);
    // Rows u, w, q of the airframe in ft, with q = 0 and theta as commanded: unknowns u, w, elevator.
    let m = [[-0.006868, 0.01395, -0.000187], [-0.09055, -0.3151, -17.85], [0.0001187, -0.001026, -1.158]];
    let right = [32.2 * attitude, 0.0, 0.0];
    let solved = |column: usize| {
        let mut with = m;
        (0..3).for_each(|row| with[row][column] = right[row]);
        determinant(with) / determinant(m)
    };
    let (u, w, elevator) = (solved(0), solved(1), solved(2));
    // The third row is nearly dependent: 1e3 more than rounding.
    near(&found, "airframe.u", 0.3048 * u, 1e3 * u.abs());
    near(&found, "airframe.w", 0.3048 * w, 1e3 * w.abs());
    near(&found, "airframe.theta", attitude, 1.0);
    near(&found, "elevator.position", elevator, 1e3 * elevator.abs());
    let moment = -274.7e3 * 0.001_291_989_664_082_687_4 * w - 422.6e3 * elevator;
    near(&found, "actuator.motor_torque", -moment, 1e3 * moment.abs());
    let command = elevator - moment / STIFFNESS;
    near(&found, "control.command", command, 1e3 * command.abs());
    near(&found, "control.error_integral", -2.0 * command, 1e3 * command.abs());
}

#[test]
fn what_has_no_equilibrium_is_refused_by_its_element() {
    let (name, allowed) = refusal(&trimmed(SERVO, &[("air_load", 2e5)]));
    assert_eq!(name, "left.supply_pressure");
    assert_eq!(allowed, "must be enough for the load that this servo has to hold, for initialization trim");
    let mut orifice = trimmed(SERVO, &[("air_load", 1.2e5)]);
    set(&mut orifice, "left.servovalve.law", 2.0);
    assert_eq!(refusal(&orifice).0, "left.supply_pressure");
    let mut weak = trimmed(SERVO, &[("air_load", 6e4)]);
    set(&mut weak, "left.controller.current_limit", 1e-3);
    assert_eq!(refusal(&weak).0, "left.controller.current_limit");
    assert_eq!(refusal(&trimmed(SERVO, &[("left.command", 0.7)])).0, "shaft.travel.upper");
    let free = "name = \"Free\"\nmodel = \"Drivetrain\"\n[body.disc]\ninertia = 1\n[[input]]\nname = \"load\"\non = \"disc\"\n";
    assert_eq!(refusal(&trimmed(free, &[("load", 1.0)])).0, "disc.position_start");
    assert_eq!(trimmed(free, &[]).check_start(), Ok(()));
    // A law that creeps holds nothing.
    let creeping = SERVO.replace("coulomb_torque = 2500", "coulomb_torque = 2500\nfriction.law = \"majd_simaan\"");
    for (configuration, is_held) in [(SERVO, true), (&creeping, false)] {
        let mut idle = trimmed(configuration, &[("air_load", 1e3)]);
        set(&mut idle, "left.controller.proportional_gain", 0.0);
        match is_held {
            true => assert_eq!(idle.check_start(), Ok(())),
            false => assert_eq!(refusal(&idle).0, "left.controller.proportional_gain"),
        }
    }
    assert_eq!(
        refusal(&trimmed(&example("flap_line"), &[("load_2", 300.0)])).0.split('.').next_back(),
        Some("engagement")
    );
}

#[test]
fn an_integrator_rests_only_under_an_input_that_is_zero() {
    let integrator = "name = \"Sum\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{ name = \"x\", start = 3 }, \"y\"]\n\
                      A = [[0, 0], [1, -2]]\nB = [[1], [0]]\n";
    let mut resting = trimmed(integrator, &[]);
    assert_eq!(resting.check_start(), Ok(()));
    resting.initialize(0.0, &mut Recorder::default());
    resting.update_outputs();
    assert_eq!((get(&resting, "x"), get(&resting, "y")), (3.0, 1.5));
    let (name, allowed) = refusal(&trimmed(integrator, &[("u", 0.1)]));
    assert_eq!(name, "x.start");
    assert!(allowed.contains("goes on"), "{allowed}");
}

#[test]
fn the_mirrored_start_is_the_exact_negative() {
    let state = |sign: f64| {
        let inputs = [("left.command", sign * 0.1), ("air_load", sign * 3000.0)];
        let found = rests(trimmed(FREEPLAY, &inputs), &["motor"]);
        found.states().iter().map(|state| sign * state + 0.0).collect::<Vec<_>>()
    };
    assert_eq!(state(1.0), state(-1.0));
    let fight = |sign: f64| {
        let found = rests(trimmed(&surface(0.0, sign * 0.02), &[("air_load", -sign * 4e4)]), &["surface"]);
        found.states().iter().map(|state| sign * state + 0.0).collect::<Vec<_>>()
    };
    assert_eq!(fight(1.0), fight(-1.0));
}

#[test]
fn without_trim_a_drivetrain_starts_at_its_start_values() {
    let mut servo = trimmed(SERVO, &[("left.command", 0.05)]);
    set(&mut servo, "initialization", 1.0);
    assert_eq!(servo.check_start(), Ok(()));
    let inputs = vec![("left.command", Signal::constant(0.05))];
    let mut run = Run { actuator: &mut servo, inputs, end: 0.1, step: 1e-3 };
    run.start(&mut Recorder::default());
    assert_eq!(get(&servo, "shaft.position"), 0.0);
}

/// D·P_S/(1 + c·G_P/G_Q) of a servo with the linear valve [N·m].
const STALL: f64 = 0.00445 * 26e6 / (1.0 + 1e-12 * 4e10 / 1.06);

/// Two servos on one surface by rods, the right one longer.
fn surface(integral_gain: f64, longer: f64) -> String {
    let servo = |side: &str, feedback: &str, rest: f64| {
        format!(
            "[body.{side}_motor]\ninertia = 2200\n[servo.{side}]\non = \"{side}_motor\"\n{feedback}\
             controller.integral_gain = {integral_gain}\n[shaft.{side}_rod]\nconnects = [\"{side}_motor\", \"surface\"]\n\
             stiffness = 2e7\ndamping = 1e4\nrest_angle = {rest}\n"
        )
    };
    let feedback = if integral_gain == 0.0 { "" } else { "feedback_from = \"surface\"\n" };
    format!(
        "name = \"Pair\"\nmodel = \"Drivetrain\"\n[body.surface]\ninertia = 500\n{}{}[[input]]\nname = \"air_load\"\non = \"surface\"\n",
        servo("left", feedback, 0.0),
        servo("right", feedback, longer)
    )
}

#[test]
fn two_servos_with_integrators_share_their_load_equally() {
    let loads = [("left.command", 0.02), ("right.command", 0.02), ("air_load", -4e4)];
    let found = rests(trimmed(&surface(20.0, 0.0), &loads), &["surface", "left_motor", "right_motor"]);
    near(&found, "surface.position", 0.02, 0.02);
    for side in ["left", "right"] {
        near(&found, &format!("{side}.motor_torque"), 2e4, 1e6);
        near(&found, &format!("{side}_motor.position"), 0.02 + 2e4 / 2e7, 1.0);
    }
    // Commands that differ cannot both be reached.
    let differ = [("left.command", 0.02), ("right.command", 0.021), ("air_load", -4e4)];
    let (name, _) = refusal(&trimmed(&surface(20.0, 0.0), &differ));
    assert!(name.ends_with(".command"), "{name}");
}

#[test]
fn a_servo_that_loses_a_force_fight_begins_at_its_stall() {
    for sign in [1.0, -1.0] {
        let fight = trimmed(&surface(0.0, sign * 0.02), &[("air_load", -sign * 4e4)]);
        let found = rests(fight, &["surface", "left_motor", "right_motor"]);
        // What the model settles to from its start values.
        let mut settling = drivetrain(&surface(0.0, sign * 0.02));
        set(&mut settling, "air_load", -sign * 4e4);
        let _ = Run { actuator: &mut settling, inputs: Vec::new(), end: 5.0, step: 0.1 }.go(|_, _| {});
        let settled = get(&settling, "left.motor_torque");
        assert!((get(&found, "left.motor_torque") - settled).abs() < 1e-3, "{settled} after 5 s");
        for (name, torque) in [("right.motor_torque", 111_492.727), ("left.motor_torque", -71_492.727)] {
            let (torque, found) = (sign * torque, get(&found, name));
            assert!((found - torque).abs() < 1e-3, "{name}: {found} instead of {torque}");
        }
        near(&found, "left_motor.position", sign * 71_492.727 / STIFFNESS, 1e3);
    }
}

#[test]
fn a_fight_of_valves_with_orifices_has_one_at_its_spool_stop_and_the_other_within() {
    for (current_limit, load) in [(0.04, -6e4), (0.01, -108_103.0)] {
        let configure = |drivetrain: &mut Drivetrain| {
            let loads = [("left.command", 0.02), ("right.command", 0.02), ("air_load", load)];
            let limits = [("right.controller.current_limit", current_limit), ("left.servovalve.law", 2.0)];
            set_all(drivetrain, &loads);
            set_all(drivetrain, &limits);
            set(drivetrain, "right.servovalve.law", if current_limit < 0.04 { 1.0 } else { 2.0 });
        };
        let longer = if current_limit < 0.04 { 0.017_867 } else { -0.018 };
        let mut settling = drivetrain(&surface(0.0, longer));
        configure(&mut settling);
        let _ = Run { actuator: &mut settling, inputs: Vec::new(), end: 8.0, step: 0.1 }.go(|_, _| {});
        let mut found = trimmed(&surface(0.0, longer), &[]);
        configure(&mut found);
        let found = rests(found, &["surface", "left_motor", "right_motor"]);
        for name in ["left.motor_torque", "right.motor_torque"] {
            let (found, settled) = (get(&found, name), get(&settling, name));
            // What is left of the motion after 8 s.
            assert!((found - settled).abs() < 1.0, "{name}: {found} instead of {settled}");
        }
    }
}

#[test]
fn force_fights_end_at_spool_stops_and_limits_of_the_current_too() {
    for (law, current_limit) in [(2.0, 0.08), (2.0, 0.01), (1.0, 0.01)] {
        let mut fight = trimmed(&surface(0.0, 0.03), &[("air_load", -4e4)]);
        set_all(&mut fight, &[("right.servovalve.law", law), ("right.controller.current_limit", current_limit)]);
        let found = rests(fight, &["surface", "left_motor", "right_motor"]);
        let spool = f64::min(1e-3, current_limit * 2.5 / 100.0);
        near(&found, "right.spool_position", spool, 1e-3);
        // At rest, c·p = G_Q·x·sqrt((P_S − p)/P_R), or p = G_P·x with leakage.
        let (x, supply, leakage, rated) = (1.06 * spool, 26e6, 1e-12, get(&found, "right.servovalve.rated_pressure"));
        let pressure = match law {
            1.0 => 4e10 * spool / (1.0 + 1e-12 * 4e10 / 1.06),
            _ => {
                let (a, b) = (leakage * leakage * rated, x * x);
                2.0 * b * supply / (b + (b * b + 4.0 * a * b * supply).sqrt())
            }
        };
        let torque = 0.00445 * pressure;
        near(&found, "right.motor_torque", torque, 1e6);
        near(&found, "left.motor_torque", 4e4 - torque, 1e6);
    }
}

#[test]
fn a_load_beyond_all_stalls_is_refused_by_the_supply_of_a_servo() {
    // With their losses the gears of the example hold 2·(stall + 1.7·2.5e3)/(1 − 1.7·0.34) = 549 kN·m.
    for (configuration, load) in
        [(surface(0.0, 0.0), -3e5), (surface(20.0, 0.0), -3e5), (example("dual_servo_surface"), -5.6e5)]
    {
        let (name, _) = refusal(&trimmed(&configuration, &[("air_load", load)]));
        assert!(name.ends_with(".supply_pressure"), "{name}");
    }
    assert_eq!(trimmed(&example("dual_servo_surface"), &[("air_load", -5.4e5)]).check_start(), Ok(()));
}

/// A servo with a screw that locks itself.
fn screw(start: &str) -> String {
    format!(
        "name = \"Screw\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = 2200\n[servo.drive]\non = \"motor\"\n{start}\
         [body.flap]\ninertia = 500\n[gear.screw]\nconnects = [\"motor\", \"flap\"]\nratio = -3\nefficiency_aiding = -0.3\n\
         efficiency_opposing = 0.3\nfriction.coulomb_torque = 100\n[[input]]\nname = \"air_load\"\non = \"flap\"\n"
    )
}

#[test]
fn a_self_locking_screw_holds_what_its_servo_cannot() {
    for (integral_gain, load) in [(0.0, 1e6), (0.0, -1e6), (20.0, 1e6)] {
        let start = format!("controller.integral_gain = {integral_gain}\n");
        let found = rests(trimmed(&screw(&start), &[("air_load", load)]), &["motor", "flap"]);
        near(&found, "drive.motor_torque", 0.0, 1e6);
        near(&found, "screw.loss_torque", -load / 3.0, 1e6);
        near(&found, "flap.position", 0.0, 1.0);
    }
    // What the servo can hold, it holds.
    let found = rests(trimmed(&screw(""), &[("air_load", 3e5)]), &["motor", "flap"]);
    near(&found, "drive.motor_torque", 1e5, 1e6);
    near(&found, "screw.loss_torque", 0.0, 1e6);
}

#[test]
fn a_held_body_stays_at_its_start_or_where_the_integral_of_its_servo_has_it() {
    // An error of 0.2 mrad demands so much torque.
    for (integral_gain, position, torque) in [(0.0, 2e-4, -2e-4 * STIFFNESS), (20.0, 0.0, 0.0)] {
        let mut start = trimmed(&screw(""), &[("air_load", 1e6)]);
        set_all(&mut start, &[("motor.position_start", 2e-4), ("drive.controller.integral_gain", integral_gain)]);
        let found = rests(start, &["motor", "flap"]);
        near(&found, "motor.position", position, 1.0);
        near(&found, "drive.motor_torque", torque, 1e6);
        near(&found, "screw.loss_torque", torque - 1e6 / 3.0, 1e6);
    }
}

#[test]
fn a_held_screw_leaves_other_axes_at_their_commands() {
    let other = "[body.rudder]\ninertia = 2200\n[servo.yaw]\non = \"rudder\"\n[brake.hinge]\non = \"rudder\"\n\
                 friction.coulomb_torque = 200\n[[input]]\nname = \"side_load\"\non = \"rudder\"\n";
    let loads = [("air_load", 1e6), ("side_load", -5e4), ("yaw.command", 0.1)];
    let found = rests(trimmed(&(screw("") + other), &loads), &["motor", "flap", "rudder"]);
    near(&found, "rudder.position", 0.1 - 5e4 / STIFFNESS, 1.0);
    near(&found, "hinge.friction_torque", 0.0, 1e6);
    near(&found, "screw.loss_torque", -1e6 / 3.0, 1e6);
}

#[test]
fn a_brake_holds_what_a_servo_at_its_stall_leaves_over() {
    let braked =
        SERVO.replace("friction.coulomb_torque = 2500", "friction.coulomb_torque = 750\nfriction.static_ratio = 1");
    for (beyond, integral_gain) in [(0.0, 0.0), (300.0, 0.0), (749.0, 0.0), (300.0, 20.0)] {
        for sign in [1.0, -1.0] {
            let mut start = trimmed(&braked, &[("air_load", sign * (STALL + beyond))]);
            set(&mut start, "left.controller.integral_gain", integral_gain);
            let found = rests(start, &["shaft"]);
            near(&found, "left.motor_torque", -sign * STALL, 1e6);
            near(&found, "bearing.friction_torque", sign * beyond, 1e6);
            near(&found, "shaft.position", if integral_gain == 0.0 { sign * STALL / STIFFNESS } else { 0.0 }, 1.0);
        }
    }
    assert_eq!(refusal(&trimmed(&braked, &[("air_load", STALL + 751.0)])).0, "left.supply_pressure");
}

#[test]
fn contacts_carry_before_the_losses_of_gears() {
    let geared = "name = \"Geared\"\nmodel = \"Drivetrain\"\n[body.first]\ninertia = 1\n[body.second]\ninertia = 1\n[brake.pads]\n\
                  on = \"first\"\nfriction.coulomb_torque = 2\nfriction.static_ratio = 1\n[gear.box]\nconnects = [\"first\", \"second\"]\n\
                  ratio = -2\nefficiency_aiding = 0.5\nefficiency_opposing = 0.5\n[[input]]\nname = \"load\"\non = \"second\"\n";
    let found = rests(trimmed(geared, &[("load", 7.0)]), &["first", "second"]);
    near(&found, "pads.friction_torque", -2.0, 1.0);
    near(&found, "box.loss_torque", -1.5, 1.0);
}

#[test]
fn a_screw_that_carries_its_load_alone_needs_no_share_of_another_one_behind_a_shaft() {
    // The screw without a load holds 1.2·1.5 N·m, an equal share of 1131 N at most; the loaded one holds any load by its losses.
    let side = |body: &str, mass: &str| {
        format!(
            "[body.{body}]\ninertia = 0.1\n[mass.{mass}]\nmass = 60\n[screw.{body}_jack]\nconnects = [\"{body}\", \"{mass}\"]\n\
             lead = \"20 mm\"\nefficiency_opposing = 0.6\nefficiency_aiding = -0.1\nfriction.coulomb_torque = 1.5\n\
             friction.static_ratio = 1.2\n"
        )
    };
    let text = "name = \"Line\"\nmodel = \"Drivetrain\"\n".to_owned()
        + &side("left", "panel")
        + &side("right", "nut")
        + "[shaft.tube]\nconnects = [\"left\", \"right\"]\nstiffness = 6000\n[[input]]\nname = \"load\"\non = \"panel\"\n";
    for load in [-1000.0, -1130.0, -1132.0, -2000.0, 2e4, -2e4] {
        let actuator = rests(trimmed(&text, &[("load", load)]), &["left", "right"]);
        let losses = ["left_jack.loss_torque", "right_jack.loss_torque"].map(|name| get(&actuator, name));
        let expected = load * 0.02 / std::f64::consts::TAU;
        assert!((losses[0] + losses[1] - expected).abs() <= 1e-12 * expected.abs(), "{load} N: {losses:?}");
        assert!(losses[1].abs() <= 1.8 * (1.0 + 1e-12), "{load} N: {losses:?}");
    }
}
