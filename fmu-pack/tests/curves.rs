//! Friction curves against the formulas of the publications, through the command line.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;
use crate::curve_file;

use command::{fails, file, model, succeeds};
use curve_file::{Point, assert_peaks_at, curve};

fn named<'a>(points: &'a [Point], diagram: &str, law: &str) -> Vec<&'a [f64; 4]> {
    let of = points.iter().filter(|point| point.diagram == diagram && point.law == law);
    let values: Vec<&[f64; 4]> = of.map(|point| &point.values).collect();
    assert!(!values.is_empty(), "{diagram} of {law}");
    values
}

/// Relative to the larger level.
fn assert_near(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {value} instead of {expected}");
}

/// Start values of MotionTransmission.
const COULOMB: f64 = 2500.0;
const STATIC: f64 = 4250.0;
const STRIBECK: f64 = 1e-3;

#[test]
fn laws_that_stick_follow_their_formulas_and_break_away_at_the_static_level() {
    let points = curve(&[&model("MotionTransmission"), "--law", "coulomb", "stribeck", "hess_soom"]);
    let excess = STATIC - COULOMB;
    let share = |law: &str, speed: f64| match law {
        "coulomb" => 0.0,
        "stribeck" => (-speed).exp(),
        _ => 1.0 / (1.0 + speed),
    };
    for law in ["coulomb", "stribeck", "hess_soom"] {
        for [velocity, .., friction] in named(&points, "sliding", law) {
            let level = COULOMB + excess * share(law, (velocity / STRIBECK).abs());
            assert_near(*friction, level.copysign(*velocity), 1e-14, law); // rounding
        }
        let levels: Vec<f64> = named(&points, "breakaway", law).iter().map(|values| values[3]).collect();
        assert_eq!(levels.len(), 2);
        assert_near(levels[0], -STATIC, 1e-14, law);
        assert_near(levels[1], STATIC, 1e-14, law);
    }
}

#[test]
fn the_continuous_model_passes_through_zero_and_peaks_at_the_static_level() {
    let points = curve(&[&model("MotionTransmission"), "--law", "majd_simaan"]);
    let sliding = named(&points, "sliding", "majd_simaan");
    assert_peaks_at(STATIC, sliding.iter().map(|values| values[3]));
    let nearest = sliding.iter().min_by(|a, b| a[0].abs().total_cmp(&b[0].abs())).unwrap();
    assert!(nearest[3].abs() < 1e-3 * COULOMB, "{}", nearest[3]);
    assert!(!points.iter().any(|point| point.diagram == "breakaway"), "it has no stiction");
}

#[test]
fn a_load_scales_friction_by_the_efficiencies_and_shifts_breakaway() {
    let points = curve(&[&model("ServoActuator"), "--set", "load_torque=74500"]);
    let (opposing, aiding) = (COULOMB + (1.0 / 0.96 - 1.0) * 74500.0, COULOMB + (1.0 - 0.66) * 74500.0);
    for [velocity, .., friction] in named(&points, "sliding", "coulomb") {
        let level = if *velocity > 0.0 { opposing } else { -aiding };
        assert_near(*friction, level, 1e-14, "sliding");
    }
    let levels = named(&points, "breakaway", "coulomb");
    assert_near(levels[0][3], -1.7 * aiding, 1e-14, "backward");
    assert_near(levels[1][3], 1.7 * opposing, 1e-14, "forward");
}

/// Start values of HydraulicActuator.
const FORCE: f64 = 0.981;
const STATIC_FORCE: f64 = 1.47;
const STIFFNESS: f64 = 1e5;

#[test]
fn lugre_settles_on_its_stribeck_curve_and_breaks_away_at_lower_levels_the_faster_the_force_grows() {
    let points = curve(&[&model("HydraulicActuator")]);
    for [velocity, .., friction] in named(&points, "sliding", "lugre") {
        let steady = FORCE + (STATIC_FORCE - FORCE) * (-(velocity / 1e-3).powi(2)).exp();
        // solver.tolerance is 1e-9 per step
        assert_near(*friction, steady.copysign(*velocity) + 0.01 * velocity, 1e-8, "steady");
    }
    let breakaway = named(&points, "breakaway", "lugre");
    let grown: Vec<(f64, f64)> = breakaway.iter().filter(|v| v[2] > 0.0).map(|v| (v[2], v[3])).collect();
    assert!(grown[0].1 > 0.99 * STATIC_FORCE && grown[0].1 < STATIC_FORCE, "{:?}", grown[0]);
    assert!(grown.last().unwrap().1 < 1.01 * FORCE, "{:?}", grown.last());
    // Up to about 8 N/s it falls steadily; beyond, the body vibrates on its bristles while it breaks away.
    let slow: Vec<f64> = grown.iter().filter(|(rate, _)| *rate < 2.0).map(|(_, level)| *level).collect();
    assert!(slow.len() > 10 && slow.windows(2).all(|pair| pair[1] < pair[0]), "{slow:?}");
}

#[test]
fn dahl_loads_along_its_exponential_and_returns_on_a_wider_loop_than_lugre() {
    let points = curve(&[&model("HydraulicActuator"), "--law", "dahl", "lugre"]);
    let dahl = named(&points, "presliding", "dahl");
    let turn = dahl.windows(2).position(|pair| pair[1][1] < pair[0][1]).unwrap();
    assert!(turn > 100, "the first quarter of the cycle");
    for [_, position, _, friction] in &dahl[..turn] {
        let expected = FORCE * (1.0 - (-STIFFNESS * position / FORCE).exp());
        assert!((friction - expected).abs() < 1e-7, "at {position}: {friction} instead of {expected}");
    }
    let width = |law: &str| {
        let at_rest = named(&points, "presliding", law).into_iter().filter(|values| values[3].abs() < 0.02);
        let ends = at_rest.fold((0.0_f64, 0.0_f64), |(low, high), values| (low.min(values[1]), high.max(values[1])));
        ends.1 - ends.0
    };
    assert!(width("dahl") > 2.0 * width("lugre"), "{} {}", width("dahl"), width("lugre"));
}

#[test]
fn all_laws_in_one_picture_have_a_legend_units_and_breakaway_marks() {
    let (folder, svg) = file("laws.svg");
    succeeds(&["curve", &model("MotionTransmission"), "--law", "all", "-o", svg.to_str().unwrap()]);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg"));
    for expected in
        ["majd_simaan_approximate", "quinn", "breakaway 4.25 kN.m", "velocity, deg/s", "position, \u{b5}rad"]
    {
        assert!(text.contains(expected), "{expected}");
    }
    let png = folder.path().join("laws.png");
    succeeds(&["curve", &model("MotionTransmission"), "-o", png.to_str().unwrap()]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_model_by_name_is_built() {
    let points = curve(&["MotionTransmission", "--velocity", "0.5"]);
    let largest = named(&points, "sliding", "coulomb").iter().map(|values| values[0]).fold(0.0, f64::max);
    assert_eq!(largest, 0.5);
}

#[test]
fn mistakes_are_told_before_anything_is_written() {
    let (folder, path) = file("curve.svg");
    let (transmission, output) = (model("MotionTransmission"), path.to_str().unwrap());
    let cases = [
        (vec!["--law", "stribek"], "the nearest names are stribeck"),
        (vec!["--set", "friction.static_ratio=much"], "a finite number"),
        (vec!["--velocity", "0"], "greater than 0"),
        (
            vec!["--law", "all", "--set", "friction.coulomb_torque=0"],
            "friction.coulomb_torque = 0: a curve of the law dahl needs a level above 0",
        ),
    ];
    for (more, expected) in cases {
        let message = fails(&[&["curve", &transmission, "-o", output], &more[..]].concat(), 2);
        assert!(message.contains(expected), "{message}");
    }
    let refused = fails(&["curve", &transmission, "-o", output, "--set", "inertia=-1"], 2);
    assert_eq!(refused, "error: --set inertia=-1: must be greater than 0 kg.m2\n");
    let pdf = folder.path().join("curve.pdf");
    assert!(fails(&["curve", &transmission, "-o", pdf.to_str().unwrap()], 2).contains(".svg, a .png or a .csv"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
