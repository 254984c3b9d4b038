//! Scenarios in which tunable parameters change, right after initialization and at every switching instant, and what else the
//! scenarios before them did not have.

use super::draw::{Scenario, TABULATED, family};
use super::model::Kind;
use crate::random::Random;
use model_description::models::laws::Family;

/// Changes tunable parameters of a scenario while it runs, and adds what else earlier seeds do not have.
pub fn retuned(scenario: &mut Scenario, random: &mut Random) {
    if random.one_in(2) {
        start_at_rest(scenario);
    }
    if scenario.kind == Kind::Servo && random.one_in(2) {
        let gain = scenario.parameter("controller.proportional_gain") * random.magnitude(-4.0, -1.5);
        scenario.set("controller.derivative_gain", gain);
    }
    if scenario.kind == Kind::Hydraulic && random.one_in(6) {
        let stiffness = scenario.parameter("spring_stiffness") * random.magnitude(3.0, 9.0);
        scenario.set("spring_stiffness", stiffness);
    }
    // A table has no level but its own, whatever the Coulomb level is.
    if scenario.law == TABULATED && random.one_in(3) {
        scenario.set(scenario.level_name(), random.pick(&[0.0, 1e-6]));
    }
    for number in 0..scenario.pieces.len() {
        for name in tunable(scenario) {
            if random.one_in(3) {
                let value = changed(scenario, name, random);
                scenario.pieces[number].tuned.push((name, value));
            }
        }
    }
}

/// Away from the stops and pushed hard: right after initialization the body slides and has not moved yet.
fn start_at_rest(scenario: &mut Scenario) {
    let middle = 0.5 * (scenario.parameter("travel.lower") + scenario.parameter("travel.upper"));
    scenario.set("position_start", middle);
    scenario.set("velocity_start", 0.0);
}

/// What may change without an importer's leave to start anew. Not what bounds the deflection of bristles, which is a state and
/// stays what it was.
fn tunable(scenario: &Scenario) -> Vec<&'static str> {
    let mut names = vec!["viscous_coefficient"];
    if family(scenario.law) != Family::Bristle {
        names.extend([scenario.level_name(), "friction.static_ratio", "friction.breakaway_ratio"]);
    }
    names.extend(["friction.efficiency_opposing", "friction.efficiency_aiding", "friction.stribeck_velocity"]);
    match scenario.kind {
        Kind::Transmission => {}
        Kind::Servo => names.extend(["controller.proportional_gain", "controller.current_limit"]),
        Kind::Hydraulic => names.extend(["spring_stiffness", "pressure_step.force_amplitude"]),
    }
    names
}

fn changed(scenario: &Scenario, name: &str, random: &mut Random) -> f64 {
    let factor = random.magnitude(-1.0, 1.0);
    match name {
        "friction.static_ratio" => random.between(1.0, 3.0),
        "friction.breakaway_ratio" => random.between(1.0, 1.5),
        "friction.efficiency_opposing" => random.pick(&[1.0, 0.7, 1e-3]),
        "friction.efficiency_aiding" => random.pick(&[1.0, 0.5, 0.0, -0.5]),
        "friction.stribeck_velocity" => scenario.parameter(name) * factor,
        "controller.current_limit" => 0.04 * factor,
        "pressure_step.force_amplitude" => scenario.scale.level * random.between(-4.0, 4.0),
        "viscous_coefficient" => scenario.scale.inertia / scenario.scale.duration * factor,
        "spring_stiffness" => scenario.scale.level / scenario.scale.distance * factor,
        name if name == scenario.level_name() => scenario.scale.level * factor,
        _ => scenario.parameter(name) * factor,
    }
}
