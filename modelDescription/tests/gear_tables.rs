//! Losses of gears and screws over speed: which lists are a table, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::message::without_column;
use model_description::configuration::Configured;
use std::path::Path;

const BODIES: &str = "name = \"Line\"\nmodel = \"Drivetrain\"\n[body.nut]\ninertia = 0.002\n[mass.ram]\nmass = 40\n[body.wheel]\n\
                      inertia = 0.1\n[brake.k]\non = \"wheel\"\nfriction.coulomb_torque = 1\n";
const WORM: &str = "[gear.worm]\nconnects = [\"nut\", \"wheel\"]\nratio = 40\n";
const SPEED: &str =
    "friction.table.velocity = [\"0 rad/s\", \"1 rad/s\", \"9 rad/s\"]\nfriction.table.torque = [0.2, 0.1, 0.3]\n";
const EFFICIENCIES: &str =
    "friction.table.efficiency_opposing = [0.5, 0.8, 0.75]\nfriction.table.efficiency_aiding = [-0.5, 0.25, 0.5]\n";
const ANGLES: &str = "lead_angle = \"3 deg\"\npressure_angle = \"20 deg\"\n";

fn parse(text: &str) -> Result<Configured, String> {
    Configured::parse(&format!("{BODIES}{text}"), Path::new("line.toml"))
        .map_err(|error| without_column(&error.to_string()))
}

#[test]
fn columns_are_data_of_the_gear_and_no_variables() {
    let model = parse(&format!("{WORM}{SPEED}{EFFICIENCIES}")).unwrap().model;
    let [table] = &model.tables[..] else { panic!("{:?}", model.tables) };
    let points = [[0.0, 0.2, 1.0, 1.5], [1.0, 0.1, 0.25, 0.75], [9.0, 0.3, 1.0 / 0.75 - 1.0, 0.5]];
    assert_eq!((table.contact.as_str(), table.has_load, &table.points[..]), ("worm.", true, &points[..]));
    for name in ["efficiency_opposing", "efficiency_aiding", "friction.coulomb_torque"] {
        assert!(model.variable(&format!("worm.{name}")).unwrap().is_hidden, "{name}");
    }
    // Without columns of efficiencies these stay what they are.
    let model = parse(&format!("{WORM}{SPEED}efficiency_opposing = 0.7\n")).unwrap().model;
    assert!(!model.tables[0].has_load && !model.variable("worm.efficiency_opposing").unwrap().is_hidden);
}

#[test]
fn coefficients_over_speed_are_the_efficiencies_of_each() {
    let text = format!("{WORM}{ANGLES}{SPEED}friction.table.coefficient = [0.2, 0.1, 0]\n");
    let table = &parse(&text).unwrap().model.tables[0];
    for (coefficient, [_, _, opposing, aiding]) in [0.2, 0.1, 0.0].into_iter().zip(&table.points) {
        let one = parse(&format!("{WORM}{ANGLES}friction.coefficient = {coefficient}\n")).unwrap().model;
        let efficiency = |key: &str| one.variable(&format!("worm.{key}")).unwrap().real().unwrap().start;
        let gains = [1.0 / efficiency("efficiency_opposing") - 1.0, 1.0 - efficiency("efficiency_aiding")];
        assert_eq!([*opposing, *aiding], gains);
    }
}

/// Columns of both bearings in the place of `friction.table.torque`.
fn both(opposing: &[f64], aiding: &[f64]) -> String {
    format!(
        "friction.table.velocity = [0, 1, 9]\nfriction.table.torque_opposing = {opposing:?}\nfriction.table.torque_aiding = {aiding:?}\n"
    )
}

#[test]
fn both_columns_of_friction_are_a_bearing_at_either_body() {
    // tau_bf1 = η_opp·τ_a + τ_b/i, tau_bf2 = τ_a/η_aid + τ_b/i with τ_a = 0.5, 0, 0.2 and τ_b/i = 0.5, 0.1, 0: LossyGearDemo3, equal
    // columns, and a bearing at the first alone.
    let efficiencies =
        "friction.table.efficiency_opposing = [0.25, 0.5, 0.5]\nfriction.table.efficiency_aiding = [0.25, 0.8, 0.5]\n";
    let text = format!("{}{efficiencies}", both(&[0.625, 0.1, 0.1], &[2.5, 0.1, 0.4]));
    let model = parse(&format!("{WORM}{text}")).unwrap().model;
    let [gear, bearing] = &model.tables[..] else { panic!("{:?}", model.tables) };
    let close = |points: &[[f64; 4]], expected: [[f64; 2]; 3]| {
        let pairs = points.iter().zip(expected);
        // Rounding of the division.
        pairs.into_iter().all(|(point, [speed, torque])| {
            (point[0] - speed).abs() <= 1e-15 && (point[1] - torque).abs() <= 1e-14 && points.len() == 3
        })
    };
    assert!(gear.contact == "worm." && close(&gear.points, [[0.0, 0.5], [1.0, 0.0], [9.0, 0.2]]), "{gear:?}");
    assert_eq!(gear.points[1][2..], [1.0, 1.0 - 0.8]);
    // At the wheel 40 times as large, over a 40th of the speed.
    let of_wheel = [[0.0, 20.0], [1.0 / 40.0, 4.0], [9.0 / 40.0, 0.0]];
    assert!(bearing.contact == "worm.friction_second." && close(&bearing.points, of_wheel), "{bearing:?}");
    assert!(!bearing.has_load && model.variable("worm.friction_second.coulomb_torque").unwrap().is_hidden);
    assert!(!model.variable("worm.friction_second.static_ratio").unwrap().is_hidden);
    // On a screw a force, at its mass.
    let screw = "[screw.s]\nconnects = [\"nut\", \"ram\"]\nlead = \"-5 mm\"\nfriction_second.static_ratio = 1.2\n";
    let model = parse(&format!("{screw}{text}")).unwrap().model;
    let ratio = std::f64::consts::TAU / 5e-3;
    assert_eq!(model.tables[1].points[1][..2], [1.0 / ratio, ratio * 0.1]);
}

#[test]
fn friction_with_which_a_bearing_would_drive_is_refused() {
    let with = |opposing: &[f64], aiding: &[f64], efficiencies: &str, more: &str| {
        parse(&format!("{WORM}{}{efficiencies}{more}", both(opposing, aiding))).unwrap_err()
    };
    let efficiencies =
        "friction.table.efficiency_opposing = [0.5, 0.5, 0.5]\nfriction.table.efficiency_aiding = [0.25, 0.25, 0.25]\n";
    let none = "friction.table.efficiency_opposing = [1, 1, 1]\nfriction.table.efficiency_aiding = [1, 1, 1]\n";
    for (refused, expected) in [
        (
            with(&[1.0, 1.0, 1.0], &[1.0, 8.0, 8.1], efficiencies, ""),
            "has 8.1 N.m as number 3, which must be from 1 to 8 N.m: from torque_opposing to that over both efficiencies",
        ),
        (
            with(&[1.0, 1.0, 1.0], &[0.9, 1.0, 1.0], efficiencies, ""),
            "has 0.9 N.m as number 1, which must be from 1 to",
        ),
        (with(&[1.0, 1.0, 1.0], &[1.0, 1.1, 1.0], none, ""), "must be from 1 to 1 N.m"),
        (
            with(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], EFFICIENCIES, ""),
            "needs an efficiency_aiding above 0 at each point",
        ),
        (with(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], "", ""), "column worm.friction.table.efficiency_opposing is missing"),
        (
            with(&[1.0, 1.0], &[1.0, 1.0, 1.0], efficiencies, ""),
            "has 2 numbers, gear.worm.friction.table.velocity has 3",
        ),
        (
            with(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], efficiencies, "friction.table.torque = [1, 1, 1]\n"),
            "is given a second time, by gear.worm.friction.table.torque_opposing",
        ),
        (
            with(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], efficiencies, "friction_second.coulomb_torque = 1\n"),
            "is given over speed by",
        ),
        (
            parse(&format!("{WORM}friction.table.velocity = [0]\nfriction.table.torque_aiding = [1]\n")).unwrap_err(),
            "column worm.friction.table.torque_opposing is missing",
        ),
    ] {
        assert!(refused.contains(expected) && refused.starts_with("line.toml, line "), "{refused}\n{expected}");
    }
}

#[test]
fn tables_of_contacts_and_gears_stand_in_the_order_of_the_file() {
    let contact = "[brake.long]\non = \"nut\"\nfriction.law = \"tabulated\"\n";
    let speeds: Vec<f64> = (0..20).map(f64::from).collect();
    let contact = format!("{contact}friction.table.velocity = {speeds:?}\nfriction.table.torque = {speeds:?}\n");
    for (text, order) in [
        (format!("{WORM}{SPEED}{contact}"), ["worm.", "long."]),
        (format!("{contact}{WORM}{SPEED}"), ["long.", "worm."]),
    ] {
        let tables = parse(&text).unwrap().model.tables;
        assert_eq!([0, 1].map(|at: usize| tables[at].contact.as_str()), order);
    }
}

#[test]
fn what_is_no_table_is_refused_with_its_line() {
    let torque = "friction.table.torque = [1, 2]\n";
    let cases = [
        (torque.to_owned(), "is a column of a table whose column worm.friction.table.velocity is missing"),
        (
            format!("friction.table.velocity = [0, 1, 2]\n{torque}"),
            "has 2 numbers, gear.worm.friction.table.velocity has 3",
        ),
        (format!("friction.table.velocity = [1, 2]\n{torque}"), "begins with 1 rad/s and must begin with 0"),
        (
            format!("friction.table.velocity = [0, 0]\n{torque}"),
            "has 0 rad/s behind 0 rad/s, as number 2; velocities must ascend",
        ),
        (
            format!("{SPEED}friction.coulomb_torque = 1\n"),
            "is given over speed by gear.worm.friction.table.velocity in line 15 already",
        ),
        (format!("{SPEED}{EFFICIENCIES}efficiency_aiding = 1\n"), "is given over speed by"),
        (
            format!("{SPEED}friction.table.efficiency_aiding = [1, 1, 1]\n"),
            "worm.friction.table.efficiency_opposing is missing",
        ),
        (
            format!("{SPEED}{}", EFFICIENCIES.replace("0.8", "0")),
            "friction.table.efficiency_opposing[2] = 0: must be greater than 0",
        ),
        (format!("{SPEED}{}", EFFICIENCIES.replace("0.25", "1.5")), "must be at most 1"),
        (
            format!("{SPEED}friction.table.coefficient = [0, 0, 0]\n"),
            "coefficient of friction between flanks whose angles are missing",
        ),
        (
            format!("{ANGLES}{SPEED}friction.table.coefficient = [0, 0, 20]\n"),
            "where the first cannot drive the second",
        ),
        (
            format!("{ANGLES}{SPEED}friction.coefficient = 0.1\nfriction.table.coefficient = [0, 0, 0]\n"),
            "gives the coefficient of friction a second time",
        ),
        (
            format!("{ANGLES}{SPEED}{EFFICIENCIES}friction.table.coefficient = [0, 0, 0]\n"),
            "give either the efficiencies or",
        ),
    ];
    for (text, expected) in cases {
        let refused = parse(&format!("{WORM}{text}")).unwrap_err();
        assert!(refused.contains(expected) && refused.starts_with("line.toml, line "), "{refused}\n{expected}");
    }
}

#[test]
fn a_worm_that_locks_itself_at_any_speed_takes_no_motion_from_its_wheel() {
    let motion = "[motion.m]\non = \"wheel\"\n";
    let refused = parse(&format!("{WORM}{SPEED}{EFFICIENCIES}{motion}")).unwrap_err();
    assert!(refused.contains("takes no motion there"), "{refused}");
    assert!(parse(&format!("{WORM}{SPEED}{}{motion}", EFFICIENCIES.replace("-0.5", "0.1"))).is_ok());
}
