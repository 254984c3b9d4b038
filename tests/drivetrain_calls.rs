//! Random calls, legal and illegal, on a drivetrain behind the C interface.
#![allow(clippy::unwrap_used, missing_docs)]

use test_support::calls::{Layout, ROUND, Standard, campaign_on};
use test_support::cases;
use test_support::drivetrain::{interface, run_configured};

/// Every kind of element that has state or events. What must fit together is constant.
const CONFIGURATION: &str = r#"
name = "Called"
model = "Drivetrain"
frozen = ["*.travel.*", "*_start", "*.inertia", "*.mass", "*.ratio", "*.lead", "*.friction.law", "*.friction.table*", "*.load_static_ratio",
  "*.servovalve.*", "*.motor.*", "*.derivative_gain", "*.limit.*", "bristles.friction.coulomb_torque"]
tunable = ["hold.friction.coulomb_*", "slip.friction.coulomb_*", "one_way.friction.coulomb_*", "*.stiffness", "*.efficiency_*", "law.A*", "law.D*", "*.proportional_gain"]
[body.motor]
inertia = 0.01
[body.shaft_end]
inertia = 0.02
[body.surface]
inertia = 0.5
travel.lower = -0.4
travel.upper = 0.4
[mass.ram]
mass = 3
[body.idler]
[gear.box]
connects = ["motor", "shaft_end"]
ratio = -5
efficiency_opposing = 0.9
efficiency_aiding = -0.1
[shaft.tube]
connects = ["shaft_end", "surface"]
stiffness = 500
damping = 0.5
backlash = 0.01
[screw.jack]
connects = ["surface", "ram"]
efficiency_opposing = 0.8
[brake.hold]
on = "surface"
friction.law = "stribeck"
friction.coulomb_torque = 2
friction.static_ratio = 1.3
[clutch.slip]
connects = ["motor", "idler"]
[freewheel.one_way]
connects = ["idler", "surface"]
friction.coulomb_torque = 0.5
[brake.bristles]
on = "idler"
friction.law = "lugre"
[linear.law]
inputs = ["wanted", { name = "angle", from = "surface.position" }]
states = ["filtered", "integral"]
outputs = [{ name = "command", unit = "rad", limit.lower = -1, limit.upper = 1 }, { name = "ramp", rate_limit = 3 }]
A = [[-20, 0], [1, 0.5]]
B = [[20, 0], [0, -1]]
C = [[0.3, 0.1], [1, 0]]
D = [[0, -0.2], [1, 0]]
[servo.hold_position]
on = "surface"
command_from = "law.command"
[[input]]
name = "drive"
on = "motor"
[[input]]
name = "load"
on = "ram"
"#;

/// Calls at each change and in a thorough run.
const FEW: u64 = 4_000;
const MANY: u64 = 12_000;
/// Seed of the first world. Some have a step of 1000 s whose work comes to its bound, which takes a minute; a thorough run plays such
/// worlds too.
const FIRST_SEED: u64 = 202;

#[test]
fn random_calls_on_a_drivetrain_are_answered_as_the_standard_says() {
    let folder = tempfile::tempdir().unwrap();
    run_configured(CONFIGURATION, "drivetrain_calls::calls_in_a_configured_program", folder.path());
}

#[test]
#[ignore = "runs in a program that was configured to be the drivetrain"]
fn calls_in_a_configured_program() {
    let layouts = [Layout::drivetrain(interface(CONFIGURATION))];
    for standard in [Standard::Two, Standard::Three] {
        let mut problems = Vec::new();
        let mut tell = |problem| problems.push(problem);
        let [figures, round] = [FIRST_SEED, ROUND].map(|first| {
            let drawn = cases::drawn(first, MANY);
            campaign_on(standard, &layouts, drawn.start, drawn.end - drawn.start, &mut tell);
            campaign_on(standard, &layouts, first, cases::count(FEW, MANY), &mut tell)
        });
        assert!(problems.is_empty(), "{problems:#?}");
        // So many in 12,000 calls; of fewer half as many in proportion, because two worlds differ more than six.
        let calls = cases::count(FEW, MANY);
        let of_few = if calls < MANY { 2 } else { 1 };
        let enough = |number: u64, of_many: u64| of_few * number * MANY > of_many * calls;
        assert!(enough(round.steps, 500) && enough(round.events, 20), "{round}");
        assert!(
            enough(figures.steps, 500) && enough(figures.refused, 1000) && enough(figures.restored, 100),
            "{figures}"
        );
        assert!(enough(figures.events, 50) && enough(figures.corrupted, 20), "{figures}");
        println!("{figures}");
    }
}
