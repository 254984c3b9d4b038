//! Screws and worm gears that are given by the geometry of their flanks and a coefficient of friction in place of efficiencies.
#![allow(clippy::unwrap_used)]

use crate::message;

use message::without_column;
use model_description::configuration::Configured;
use model_description::declaration::Model;
use model_description::{Export, configuration};
use std::path::Path;

const BODIES: &str = "name = \"Line\"\nmodel = \"Drivetrain\"\n[body.nut]\ninertia = 0.002\n[mass.ram]\nmass = 40\n[body.wheel]\n\
                      inertia = 0.1\n";
const SCREW: &str = "[screw.jack]\nconnects = [\"nut\", \"ram\"]\nlead = \"8 mm\"\n";
const WORM: &str = "[gear.worm]\nconnects = [\"nut\", \"wheel\"]\nratio = 40\n";

fn parse(text: &str) -> Result<Configured, String> {
    Configured::parse(&format!("{BODIES}{text}"), Path::new("line.toml"))
        .map_err(|error| without_column(&error.to_string()))
}

fn start(model: &Model, name: &str) -> f64 {
    model.variable(name).unwrap().real().unwrap().start
}

/// Opposing and aiding.
fn efficiencies(text: &str, element: &str) -> [f64; 2] {
    let model = parse(text).unwrap().model;
    ["efficiency_opposing", "efficiency_aiding"].map(|key| start(&model, &format!("{element}.{key}")))
}

fn screw(keys: &str) -> [f64; 2] {
    efficiencies(&format!("{SCREW}{keys}\n"), "jack")
}

fn worm(keys: &str) -> [f64; 2] {
    efficiencies(&format!("{WORM}{keys}\n"), "worm")
}

/// The closed form has three functions of angles, each rounded once, and the subtraction of two angles.
const ROUNDING: f64 = 1e-13;

fn are_equal(efficiencies: [f64; 2], wanted: [f64; 2], tolerance: f64) {
    for (efficiency, wanted) in efficiencies.into_iter().zip(wanted) {
        assert!((efficiency - wanted).abs() <= tolerance, "{efficiency} is not {wanted}");
    }
}

/// tan(l)/tan(l + p) and tan(l - p)/tan(l).
fn closed_form(lead_angle: f64, flank_angle: f64, coefficient: f64) -> [f64; 2] {
    let friction_angle = (coefficient / flank_angle.cos()).atan();
    [lead_angle.tan() / (lead_angle + friction_angle).tan(), (lead_angle - friction_angle).tan() / lead_angle.tan()]
}

#[test]
fn a_screw_has_the_efficiencies_of_its_lead_angle_and_coefficient() {
    for (degrees, flank, coefficient) in [(2.0, 15.0, 0.1), (5.0, 14.5, 0.15), (12.0, 0.0, 0.03), (44.0, 30.0, 0.6)] {
        let keys = format!(
            "lead_angle = \"{degrees} deg\"\nthread_angle = \"{flank} deg\"\nfriction.coefficient = {coefficient}"
        );
        let wanted = closed_form(f64::to_radians(degrees), f64::to_radians(flank), coefficient);
        are_equal(screw(&keys), wanted, ROUNDING);
        // The same of a worm gear, whose angle of the flank has another name; a number is in rad.
        let keys = format!(
            "lead_angle = {}\npressure_angle = {}\nfriction.coefficient = {coefficient}",
            f64::to_radians(degrees),
            f64::to_radians(flank)
        );
        are_equal(worm(&keys), wanted, ROUNDING);
    }
}

/// Shigley's example of a power screw: square thread, lead 8 mm, mean diameter 30 mm, friction 0.08, 6.4 kN. The book prints 15.94 N.m to
/// raise the load, without the collar, and -0.466 N.m to lower it.
#[test]
fn a_square_thread_takes_the_torques_that_a_textbook_prints() {
    let [opposing, aiding] = screw("pitch_diameter = \"30 mm\"\nthread_angle = 0\nfriction.coefficient = 0.08");
    let without_loss = 6400.0 * 8e-3 / std::f64::consts::TAU;
    assert!((without_loss / opposing - 15.94).abs() < 0.005, "{}", without_loss / opposing);
    assert!((without_loss * aiding - 0.466).abs() < 0.0005, "{}", without_loss * aiding);
}

/// Worm gearing in Shigley: (cos a - f tan l)/(cos a + f cot l) where the worm drives, (cos a - f cot l)/(cos a + f tan l) where the
/// wheel does, with the normal pressure angle a.
#[test]
fn a_worm_gear_has_the_efficiencies_of_the_textbook_in_both_directions() {
    let (lead, pressure, coefficient) = (10_f64.to_radians(), 20_f64.to_radians(), 0.05);
    let part = coefficient / pressure.cos();
    let wanted =
        [(1.0 - part * lead.tan()) / (1.0 + part / lead.tan()), (1.0 - part / lead.tan()) / (1.0 + part * lead.tan())];
    are_equal(
        worm("lead_angle = \"10 deg\"\npressure_angle = \"20 deg\"\nfriction.coefficient = 0.05"),
        wanted,
        ROUNDING,
    );
}

#[test]
fn the_pitch_diameter_gives_the_lead_angle_with_the_size_of_the_lead_wherever_it_stands() {
    let rest = "thread_angle = \"15 deg\"\nfriction.coefficient = 0.12";
    let of_diameter = screw(&format!("pitch_diameter = \"29 mm\"\n{rest}"));
    let lead_angle = (8.0 / (29.0 * std::f64::consts::PI)).atan();
    are_equal(of_diameter, screw(&format!("lead_angle = {lead_angle}\n{rest}")), ROUNDING);
    let others = [
        SCREW.replace("\"8 mm\"", "\"-8 mm\"") + &format!("pitch_diameter = 0.029\n{rest}\n"),
        SCREW.replace("lead = \"8 mm\"\n", "")
            + &format!("pitch_diameter = 0.029\n{rest}\n[start]\njack.lead = \"8 mm\"\n"),
    ];
    for text in others {
        assert_eq!(efficiencies(&text, "jack"), of_diameter);
    }
}

#[test]
fn without_friction_nothing_is_lost_and_a_screw_locks_itself_from_the_lead_angle_on() {
    let aiding = |coefficient: f64| {
        let keys = format!("lead_angle = \"5 deg\"\nthread_angle = \"15 deg\"\nfriction.coefficient = {coefficient}");
        screw(&keys)[1]
    };
    assert_eq!(screw("lead_angle = \"5 deg\"\nthread_angle = \"15 deg\"\nfriction.coefficient = 0"), [1.0, 1.0]);
    // With a square thread the lead angle is the friction angle of its own tangent.
    let tangent = 5_f64.to_radians().tan();
    let square = format!("lead_angle = \"5 deg\"\nthread_angle = 0\nfriction.coefficient = {tangent}");
    assert_eq!(screw(&square)[1], 0.0);
    let edge = tangent * 15_f64.to_radians().cos();
    assert!(aiding(edge * (1.0 - 1e-12)) > 0.0 && aiding(edge * (1.0 + 1e-12)) < 0.0);
}

#[test]
fn a_drivetrain_by_its_flanks_is_to_the_bit_that_with_the_efficiencies() {
    let rest = "friction.coulomb_torque = 0.2\nfriction.static_ratio = 1.2\nfriction_second.coulomb_force = 3\n";
    let by_flanks = format!(
        "{SCREW}pitch_diameter = \"29 mm\"\nthread_angle = \"15 deg\"\nfriction.coefficient = 0.12\n{rest}{WORM}lead_angle = \
         \"10 deg\"\npressure_angle = \"20 deg\"\nfriction.coefficient = 0.05\n"
    );
    let by_flanks = format!("tunable = [\"jack.efficiency_*\"]\n{BODIES}{by_flanks}");
    let read = |text: &str| Configured::parse(text, Path::new("line.toml")).unwrap();
    let flanks = read(&by_flanks);
    let [jack, worm] = ["jack", "worm"].map(|element| {
        ["efficiency_opposing", "efficiency_aiding"]
            .map(|key| format!("{key} = {:?}\n", start(&flanks.model, &format!("{element}.{key}"))))
            .concat()
    });
    let by_efficiencies = format!("tunable = [\"jack.efficiency_*\"]\n{BODIES}{SCREW}{jack}{rest}{WORM}{worm}");
    let efficiencies = read(&by_efficiencies);
    assert_eq!(flanks, efficiencies);
    let [flanks, efficiencies] = [flanks.model, efficiencies.model].map(Export::new);
    assert_eq!(flanks.xml, efficiencies.xml);
    assert_eq!(configuration::content(&flanks).unwrap(), configuration::content(&efficiencies).unwrap());
}

const OF_SCREWS: &str = "lead_angle or pitch_diameter, thread_angle and friction.coefficient";
const OF_GEARS: &str = "lead_angle, pressure_angle and friction.coefficient";

#[test]
fn both_ways_and_half_a_way_are_refused_with_what_is_allowed() {
    let angles = "lead_angle = 0.1\nthread_angle = 0\n";
    for (text, message) in [
        (
            format!("{SCREW}{angles}friction.coefficient = 0.1\nefficiency_aiding = 0.5\n"),
            format!(
                "line 15: screw.jack.efficiency_aiding = 0.5: follows from screw.jack.lead_angle = 0.1 in line 12; give either the \
                 efficiencies or {OF_SCREWS}, not both"
            ),
        ),
        (
            format!("{WORM}friction.coefficient = 0.1\n[start]\nworm.efficiency_opposing = 0.5\n"),
            format!(
                "line 14: start.worm.efficiency_opposing = 0.5: follows from gear.worm.friction.coefficient = 0.1 in line 12; give \
                 either the efficiencies or {OF_GEARS}, not both"
            ),
        ),
        (
            format!("{SCREW}{angles}pitch_diameter = 0.03\nfriction.coefficient = 0.1\n"),
            "line 14: screw.jack.pitch_diameter = 0.03: gives the lead angle a second time, after screw.jack.lead_angle = 0.1 in line \
             12; give one of the two"
                .to_owned(),
        ),
        (
            format!("{SCREW}{angles}"),
            format!(
                "line 12: screw.jack.lead_angle = 0.1: the key \"friction.coefficient\" or \"friction.table.coefficient\" is missing beside it; {OF_SCREWS} together take \
                 the place of the efficiencies"
            ),
        ),
        (
            format!("{SCREW}thread_angle = 0\nfriction.coefficient = 0.1\n"),
            format!(
                "line 12: screw.jack.thread_angle = 0: the key \"lead_angle\" or \"pitch_diameter\" is missing beside it; {OF_SCREWS} \
                 together take the place of the efficiencies"
            ),
        ),
        (
            format!("{WORM}lead_angle = 0.1\nfriction.coefficient = 0.1\n"),
            format!(
                "line 12: gear.worm.lead_angle = 0.1: the key \"pressure_angle\" is missing beside it; {OF_GEARS} together take the \
                 place of the efficiencies"
            ),
        ),
        (
            format!("{}pitch_diameter = 0.03\nthread_angle = 0\nfriction.coefficient = 0.1\n", SCREW.replace("lead = \"8 mm\"\n", "")),
            "line 11: screw.jack.pitch_diameter = 0.03: the key \"lead\" is missing beside it; the lead angle follows from both".to_owned(),
        ),
        (
            format!("{WORM}pitch_diameter = 0.03\n"),
            format!("line 12: gear.worm.pitch_diameter = 0.03: is no key of a [gear.*]; in the place of its efficiencies it takes {OF_GEARS}"),
        ),
        (
            format!("{SCREW}pressure_angle = 0.3\n"),
            format!("line 12: screw.jack.pressure_angle = 0.3: is no key of a [screw.*]; in the place of its efficiencies it takes {OF_SCREWS}"),
        ),
        (
            format!("{SCREW}[start]\njack.friction.coefficient = 0.1\n"),
            "line 13: start.jack.friction.coefficient = 0.1: is no variable, but gives the efficiencies; it stands in [screw.jack]"
                .to_owned(),
        ),
    ] {
        let refusal = parse(&text).expect_err("it is refused");
        assert_eq!(refusal, format!("line.toml, {message}"));
    }
}

#[test]
fn angles_and_coefficients_out_of_range_are_refused_with_what_is_allowed() {
    let key = |key: &str, value: &str| {
        let rest = [("lead_angle", "\"5 deg\""), ("thread_angle", "\"15 deg\""), ("friction.coefficient", "0.1")];
        let keys: String = rest
            .into_iter()
            .filter(|(known, _)| !(key == "pitch_diameter" && *known == "lead_angle"))
            .map(|(known, usual)| format!("{known} = {}\n", if known == key { value } else { usual }))
            .collect();
        let first = if key == "pitch_diameter" { format!("{key} = {value}\n") } else { String::new() };
        parse(&format!("{SCREW}{first}{keys}")).expect_err("it is refused")
    };
    let in_rad = "; a number without a unit is in rad";
    for (name, value, problem) in [
        ("lead_angle", "0", format!("must be greater than 0 and less than 90 deg{in_rad}")),
        ("lead_angle", "5", format!("must be greater than 0 and less than 90 deg{in_rad}")),
        ("lead_angle", "\"-5 deg\"", "must be greater than 0 and less than 90 deg".to_owned()),
        ("lead_angle", "\"90 deg\"", "must be greater than 0 and less than 90 deg".to_owned()),
        ("thread_angle", "\"-1 deg\"", "must be at least 0 and less than 90 deg".to_owned()),
        ("thread_angle", "\"90 deg\"", "must be at least 0 and less than 90 deg".to_owned()),
        ("thread_angle", "\"15 mm\"", "the unit does not convert to rad; allowed is a number in rad or a text with a unit, as \"1 deg\"".to_owned()),
        ("friction.coefficient", "-0.1", "must be at least 0".to_owned()),
        ("friction.coefficient", "nan", "\"nan\" is not a finite number; allowed is a number".to_owned()),
        ("friction.coefficient", "inf", "\"inf\" is not a finite number; allowed is a number".to_owned()),
        ("friction.coefficient", "\"5 deg\"", "the unit does not convert to 1; allowed is a number".to_owned()),
        ("friction.coefficient", "20", "makes a friction angle of 87.235 deg, with the lead angle of 5.000 deg 90 deg or more, where the first cannot drive the second; here it must be less than 11.0406".to_owned()),
        ("lead_angle", "1e-310", "is so large beside the lead angle that the efficiencies are no numbers".to_owned()),
        ("pitch_diameter", "0", "must be greater than 0 m".to_owned()),
        ("pitch_diameter", "1e-320", "gives no lead angle between 0 and 90 deg with the lead of 0.008 m".to_owned()),
    ] {
        let refusal = key(name, value);
        let place = if problem.starts_with("is so large") { "friction.coefficient = 0.1".to_owned() } else { format!("{name} = {value}") };
        assert!(refusal.ends_with(&format!(": screw.jack.{place}: {problem}")), "{refusal}\n{problem}");
    }
}

/// tan 45 deg is a little below 1 as a number, and would leave an efficiency of 6e-17.
#[test]
fn a_lead_and_a_friction_angle_that_are_90_deg_together_are_refused_but_for_rounding() {
    for (lead, coefficient) in [(45.0_f64, 1.0), (30.0, 60f64.to_radians().tan()), (60.0, 30f64.to_radians().tan())] {
        let keys = |coefficient: f64| {
            format!("{SCREW}lead_angle = \"{lead} deg\"\nthread_angle = 0\nfriction.coefficient = {coefficient}\n")
        };
        let refusal = parse(&keys(coefficient)).expect_err("it is refused");
        assert!(refusal.contains("90 deg or more, where the first cannot drive the second"), "{refusal}");
        assert!(parse(&keys(coefficient * (1.0 - 1e-12))).is_ok(), "{lead}");
    }
}

#[test]
fn a_given_motion_that_would_drive_a_screw_which_locks_itself_is_refused_by_the_coefficient() {
    let text = format!(
        "{SCREW}lead_angle = \"5 deg\"\nthread_angle = 0\nfriction.coefficient = 0.2\n[motion.bench]\non = \"ram\"\n"
    );
    let refusal = parse(&text).expect_err("it is refused");
    // tan 5 deg = 0.087489: (0.087489 - 0.2)/(0.087489·(1 + 0.087489·0.2)) = -1.2639.
    assert_eq!(
        refusal,
        "line.toml, line 14: screw.jack.friction.coefficient = 0.2: makes efficiency_aiding -1.2639, which must be greater than 0, as \
         [motion.bench] drives this gear from its second side: one that locks itself takes no motion there"
    );
}

fn single(model: &str, flanks: &str, more: &str) -> Result<[f64; 2], String> {
    let text = format!("name = \"Own\"\nmodel = \"{model}\"\n[start]\nposition_start = 0\n{more}[flanks]\n{flanks}");
    let read = Configured::parse(&text, Path::new("own.toml")).map_err(|error| without_column(&error.to_string()))?;
    Ok(["friction.efficiency_opposing", "friction.efficiency_aiding"].map(|name| start(&read.model, name)))
}

#[test]
fn the_transmission_of_a_single_body_has_the_efficiencies_of_a_screw_with_its_flanks() {
    let coefficient = "friction.coefficient = 0.12\n";
    for (key, flank) in [("thread_angle", 15.0), ("pressure_angle", 20.0)] {
        let angles = format!("lead_angle = \"3.77 deg\"\n{key} = \"{flank} deg\"\n");
        for model in ["MotionTransmission", "ServoActuator"] {
            let wanted = closed_form(3.77_f64.to_radians(), f64::to_radians(flank), 0.12);
            are_equal(single(model, &format!("{angles}{coefficient}"), "").unwrap(), wanted, ROUNDING);
        }
    }
    let angles = "lead_angle = 0.07\nthread_angle = 0.2\n";
    let refused = |model, flanks: String, more| single(model, &flanks, more).unwrap_err();
    let cases = [
        (refused("HydraulicActuator", format!("{angles}{coefficient}"), ""), "unknown key; allowed are name, model"),
        (
            refused("ServoActuator", angles.to_owned(), ""),
            "line 6: flanks.lead_angle = 0.07: is not enough; [flanks] needs lead_angle",
        ),
        (
            refused("ServoActuator", format!("{angles}{coefficient}pressure_angle = 0.2\n"), ""),
            "is the same angle as thread_angle",
        ),
        (
            refused("ServoActuator", format!("{angles}friction.static_ratio = 1\n"), ""),
            "unknown key; [flanks] has lead_angle",
        ),
        (
            refused("ServoActuator", format!("{angles}{coefficient}"), "friction.efficiency_aiding = 0.5\n"),
            "line 5: start.friction.efficiency_aiding = 0.5: follows from [flanks] in line 7",
        ),
        (refused("ServoActuator", format!("{angles}friction.coefficient = -1\n"), ""), "must be at least 0"),
        (
            refused("ServoActuator", format!("{angles}friction.coefficient = 20\n"), ""),
            "where the first cannot drive the second",
        ),
    ];
    for (refused, expected) in cases {
        assert!(refused.contains(expected), "{refused}\n{expected}");
    }
}
