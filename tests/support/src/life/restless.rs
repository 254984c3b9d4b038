//! Lives in which tunable parameters change, right after initialization and at every switching instant, and what else the
//! lives before them did not have.

use super::draw::{Life, TABULATED, family};
use super::model::Kind;
use crate::random::Random;
use model_description::models::laws::Family;

/// Makes a life restless.
pub fn restless(life: &mut Life, random: &mut Random) {
    if random.one_in(2) {
        start_at_rest(life);
    }
    if life.kind == Kind::Servo && random.one_in(2) {
        let gain = life.parameter("controller.proportional_gain") * random.magnitude(-4.0, -1.5);
        life.set("controller.derivative_gain", gain);
    }
    if life.kind == Kind::Hydraulic && random.one_in(6) {
        let stiffness = life.parameter("spring_stiffness") * random.magnitude(3.0, 9.0);
        life.set("spring_stiffness", stiffness);
    }
    // A table has no level but its own, whatever the Coulomb level is.
    if life.law == TABULATED && random.one_in(3) {
        life.set(life.level_name(), random.pick(&[0.0, 1e-6]));
    }
    for number in 0..life.pieces.len() {
        for name in tunable(life) {
            if random.one_in(3) {
                let value = changed(life, name, random);
                life.pieces[number].tuned.push((name, value));
            }
        }
    }
}

/// Away from the stops and pushed hard: right after initialization the body slides and has not moved yet.
fn start_at_rest(life: &mut Life) {
    let middle = 0.5 * (life.parameter("travel.lower") + life.parameter("travel.upper"));
    life.set("position_start", middle);
    life.set("velocity_start", 0.0);
}

/// What may change without an importer's leave to start anew. Not what bounds the deflection of bristles, which is a state and
/// stays what it was.
fn tunable(life: &Life) -> Vec<&'static str> {
    let mut names = vec!["viscous_coefficient"];
    if family(life.law) != Family::Bristle {
        names.extend([life.level_name(), "friction.static_ratio", "friction.breakaway_ratio"]);
    }
    names.extend(["friction.efficiency_opposing", "friction.efficiency_aiding", "friction.stribeck_velocity"]);
    match life.kind {
        Kind::Transmission => {}
        Kind::Servo => names.extend(["controller.proportional_gain", "controller.current_limit"]),
        Kind::Hydraulic => names.extend(["spring_stiffness", "pressure_step.force_amplitude"]),
    }
    names
}

fn changed(life: &Life, name: &str, random: &mut Random) -> f64 {
    let factor = random.magnitude(-1.0, 1.0);
    match name {
        "friction.static_ratio" => random.between(1.0, 3.0),
        "friction.breakaway_ratio" => random.between(1.0, 1.5),
        "friction.efficiency_opposing" => random.pick(&[1.0, 0.7, 1e-3]),
        "friction.efficiency_aiding" => random.pick(&[1.0, 0.5, 0.0, -0.5]),
        "friction.stribeck_velocity" => life.parameter(name) * factor,
        "controller.current_limit" => 0.04 * factor,
        "pressure_step.force_amplitude" => life.scale.level * random.between(-4.0, 4.0),
        "viscous_coefficient" => life.scale.inertia / life.scale.duration * factor,
        "spring_stiffness" => life.scale.level / life.scale.distance * factor,
        name if name == life.level_name() => life.scale.level * factor,
        _ => life.parameter(name) * factor,
    }
}
