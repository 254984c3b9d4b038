//! Friction curves of the contacts of drivetrains against their laws, through the command line.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;
use crate::curve_file;

use command::{fails, file, model, succeeds};
use curve_file::{Point, assert_peaks_at};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Contacts of every kind, in a structure in which none can be driven alone: `in` and `out` are tied by a gear, and start in
/// motion.
const DRIVE: &str = r#"
name = "Drive"
model = "Drivetrain"
[body.in]
inertia = 0.1
velocity_start = 12
[body.out]
inertia = 0
[body.load]
inertia = 2
velocity_start = 7
[mass.ram]
mass = 12
[gear.box]
connects = ["in", "out"]
ratio = 3
[brake.bearing]
on = "in"
friction.law = "stribeck"
friction.coulomb_torque = 2
friction.static_ratio = 1.5
friction.stribeck_velocity = 0.4
friction.stribeck_exponent = 2
friction.breakaway_ratio = 1.2
friction.viscous_coefficient = 0.05
[clutch.coupling]
connects = ["out", "load"]
engagement = 0.5
friction.coulomb_torque = 10
friction.static_ratio = 1.25
[freewheel.sprag]
connects = ["out", "load"]
friction.coulomb_torque = 3
friction.static_ratio = 2
[brake.seal]
on = "ram"
friction.coulomb_force = 80
[brake.wiper]
on = "ram"
friction.law = "lugre"
friction.coulomb_force = 20
friction.static_ratio = 1.5
friction.stribeck_velocity = 0.002
friction.stribeck_exponent = 2
friction.bristle_stiffness = 1e6
friction.bristle_damping = 1e3
[brake.grease]
on = "load"
friction.law = "majd_simaan"
friction.coulomb_torque = 4
friction.static_ratio = 1.5
[[input]]
name = "drive"
on = "load"
"#;

fn drive() -> &'static str {
    static BUILT: OnceLock<(TempDir, String)> = OnceLock::new();
    let build = || {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
        std::fs::write(path("drive.toml"), DRIVE).unwrap();
        succeeds(&["build", "--config", &path("drive.toml"), "-o", &path("")]);
        let fmu = path("Drive.fmu");
        (folder, fmu)
    };
    &BUILT.get_or_init(build).1
}

/// All points of a contact.
fn points(more: &[&str]) -> Vec<Point> {
    curve_file::curve(&[&[drive()], more].concat())
}

/// Velocity (NaN where a diagram has none) and friction.
fn of<'a>(diagram: &'a str, points: &'a [Point]) -> impl Iterator<Item = (f64, f64)> + 'a {
    points.iter().filter(move |point| point.diagram == diagram).map(|Point { values, .. }| (values[0], values[3]))
}

/// Sliding points, and breakaway levels, backward first.
fn curve(more: &[&str]) -> (Vec<(f64, f64)>, Vec<f64>) {
    let points = points(more);
    (of("sliding", &points).collect(), of("breakaway", &points).map(|point| point.1).collect())
}

fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-12 * expected.abs()
}

/// Friction against every sliding velocity is this level of the speed.
fn assert_sliding(sliding: &[(f64, f64)], level: impl Fn(f64) -> f64) {
    for (velocity, friction) in sliding {
        let level = level(velocity.abs());
        assert!(is_near(*friction, level.copysign(*velocity)), "{friction} at {velocity} instead of {level}");
    }
}

/// Both breakaway levels, which are alike.
fn assert_breakaway(breakaway: &[f64], level: f64) {
    assert_eq!(breakaway.len(), 2);
    assert!(is_near(breakaway[0], -level) && is_near(breakaway[1], level), "{breakaway:?}");
}

#[test]
fn a_coulomb_clutch_has_its_level_times_its_engagement_at_every_velocity() {
    let (sliding, breakaway) = curve(&["--contact", "coupling", "--velocity", "20"]);
    assert_eq!((sliding.len(), sliding[0].0, sliding[sliding.len() - 1].0), (302, -20.0, 20.0));
    assert_sliding(&sliding, |_| 5.0);
    // Half of 1.25 * 10 N.m.
    assert_eq!(breakaway, [-6.25, 6.25]);
}

#[test]
fn a_stribeck_bearing_follows_its_law_with_the_viscous_part() {
    let (sliding, breakaway) = curve(&["--contact", "bearing"]);
    let largest = sliding.iter().map(|point| point.0).fold(0.0, f64::max);
    assert!(is_near(largest, 4.0), "ten times the Stribeck velocity, not {largest}");
    assert_sliding(&sliding, |speed| 2.0 + (3.0 - 2.0) * (-(speed / 0.4).powi(2)).exp() + 0.05 * speed);
    assert_breakaway(&breakaway, 3.6);
}

#[test]
fn a_freewheel_has_the_side_on_which_it_turns() {
    let (sliding, breakaway) = curve(&["--contact", "sprag"]);
    assert!(sliding.iter().all(|(velocity, friction)| *velocity > 0.0 && is_near(*friction, 3.0)), "{sliding:?}");
    assert_eq!((sliding.len(), breakaway), (151, vec![6.0]));
}

#[test]
fn a_contact_with_bristles_settles_on_its_stribeck_curve_and_has_a_presliding_loop() {
    let points = points(&["--contact", "wiper"]);
    let breakaway: Vec<(f64, f64)> = of("breakaway", &points).collect();
    assert!(of("presliding", &points).count() > 1000);
    for (velocity, friction) in of("sliding", &points) {
        let level: f64 = 20.0 + 10.0 * (-(velocity / 0.002).powi(2)).exp();
        // The bristles settle within the tolerance of the solver, 1e-9 per step.
        assert!((friction.abs() - level).abs() <= 1e-8 * level, "{friction} at {velocity} instead of {level}");
    }
    // At rest, then the faster the force grows: between the static and the Coulomb level.
    assert!(
        breakaway.len() > 10 && breakaway[2..].iter().all(|point| (20.0..30.0).contains(&point.1)),
        "{breakaway:?}"
    );
}

#[test]
fn a_contact_that_creeps_peaks_at_its_static_level_and_never_breaks_away() {
    let (sliding, breakaway) = curve(&["--contact", "grease"]);
    assert_peaks_at(6.0, sliding.iter().map(|point| point.1));
    assert!(breakaway.is_empty(), "{breakaway:?}");
}

#[test]
fn settings_and_laws_are_those_of_the_contact_in_its_drivetrain() {
    let settings = ["--set", "seal.engagement=0.25", "--set", "seal.friction.static_ratio=2"];
    let (sliding, breakaway) = curve(&[&["--contact", "seal", "--law", "hess_soom"], &settings[..]].concat());
    assert_sliding(&sliding, |speed| 20.0 + 20.0 / (1.0 + speed / 1e-3));
    assert_breakaway(&breakaway, 40.0);
}

#[test]
fn a_picture_names_the_contact_and_marks_breakaway() {
    let (_folder, svg) = file("curve.svg");
    succeeds(&["curve", drive(), "--contact", "seal", "-o", svg.to_str().unwrap()]);
    let text = std::fs::read_to_string(&svg).unwrap();
    for expected in ["seal: friction against velocity", "80 N", "velocity, mm/s"] {
        assert!(text.contains(expected), "{expected}");
    }
}

#[test]
fn an_unknown_contact_is_refused_with_the_names_of_those_there_are() {
    let (folder, path) = file("curve.csv");
    let output = ["-o", path.to_str().unwrap()];
    let refused = |arguments: &[&str]| fails(&[&["curve"], arguments, &output].concat(), 2);
    let unknown = refused(&[drive(), "--contact", "couplin"]);
    assert!(
        unknown.contains("there is no contact couplin") && unknown.contains("nearest names are coupling"),
        "{unknown}"
    );
    assert!(unknown.contains("there are bearing, coupling, sprag, seal, wiper, grease"), "{unknown}");
    assert_eq!(unknown.trim_end().lines().count(), 1, "{unknown}");
    let none = refused(&[drive()]);
    assert!(none.contains("choose a contact with --contact: bearing, coupling, sprag, seal, wiper, grease"), "{none}");
    let transmission = refused(&[&model("MotionTransmission"), "--contact", "seal"]);
    assert!(transmission.contains("no contacts to choose from"), "{transmission}");
    assert!(!Path::new(&path).exists());
    drop(folder);
}

#[test]
fn a_law_or_a_velocity_that_a_contact_cannot_have_is_told_as_what_it_is() {
    let (_folder, path) = file("curve.csv");
    let refused = |more: &[&str]| {
        fails(&[&["curve", drive(), "--contact", "seal", "-o", path.to_str().unwrap()], more].concat(), 2)
    };
    let law = refused(&["--law", "lugre"]);
    let told = "the contact has the friction law coulomb and cannot change to lugre, which its configuration file would have to name";
    assert!(law.contains(told), "{law}");
    assert!(refused(&["--law", "lugra"]).contains("there is no friction law lugra"));
    for velocity in ["10 rad/s", "-3", "inf"] {
        let told = refused(&["--velocity", velocity]);
        assert!(told.contains("it must be a number greater than 0, in rad/s or m/s, without a unit"), "{told}");
    }
}
