//! Law 13: LuGre with a purely elastic range (Dupont, Hayward, Armstrong & Altpeter 2002).

use crate::laws;

use actuator_fmu::actuator::Actuator;
use laws::{law, mass};
use test_support::published_scenarios::mass::PRESLIDING;
use test_support::{Run, Signal, get};

/// The presliding mass of the LuGre papers under a law.
fn presliding_mass(law: i32) -> impl Actuator {
    mass(&[[("friction.law", f64::from(law))].as_slice(), &PRESLIDING].concat())
}

/// Positions [m] at the end of each period of a force that swings between 0.3 and 0.9 N, after ten periods to settle. Elastic
/// is what stays below 0.7·1.5 N.
fn positions(law: i32) -> Vec<f64> {
    const PERIOD: f64 = 0.1;
    let force = Signal::sampled(|t| 0.6 + 0.3 * (std::f64::consts::TAU * t / PERIOD).sin(), PERIOD / 100.0, 6.0);
    let mut positions = Vec::new();
    let mut actuator = presliding_mass(law);
    Run { actuator: &mut actuator, inputs: vec![("force", force)], end: 6.0, step: PERIOD }
        .go(|_, actuator| positions.push(get(actuator, "position")));
    // Communication points are those of the force too.
    positions.into_iter().step_by(100).skip(10).collect()
}

#[test]
fn a_vibrating_load_below_breakaway_moves_a_lugre_mass_on_and_an_elasto_plastic_one_nowhere() {
    let [lugre, elastic] = [law::LUGRE, law::ELASTO_PLASTIC].map(positions);
    let steps = |positions: &[f64]| -> Vec<f64> { positions.windows(2).map(|pair| pair[1] - pair[0]).collect() };
    // LuGre creeps on by a share of the deflection of 6 um in every period.
    assert!(steps(&lugre).iter().all(|&step| step > 1e-8), "{:?}", steps(&lugre));
    // Of a linear spring and damper nothing is left but the tolerance of the integrator, 1e-9 of 15 um a step.
    assert!(steps(&elastic).iter().all(|&step| step.abs() < 1e-12), "{:?}", steps(&elastic));
}

#[test]
fn below_its_breakaway_deflection_the_body_swings_as_on_a_spring_and_damper() {
    // Released 3 um from the balance: z = x, so m·x'' + s1·x' + s0·x = 0 with w = sqrt(s0/m), ζ = s1/(2 sqrt(s0 m)) = 0.4996.
    let mut actuator = presliding_mass(law::ELASTO_PLASTIC);
    for (name, value) in [("friction.bristle_deflection_start", 3e-6), ("position_start", 3e-6)] {
        test_support::set(&mut actuator, name, value);
    }
    let (w, zeta) = (1e5_f64.sqrt(), 316.0 / (2.0 * 1e5_f64.sqrt()));
    let damped = w * (1.0 - zeta * zeta).sqrt();
    Run { actuator: &mut actuator, inputs: vec![], end: 0.05, step: 1e-3 }.go(|t, actuator| {
        let expected = 3e-6 * (-zeta * w * t).exp() * ((damped * t).cos() + zeta * w / damped * (damped * t).sin());
        // The tolerance of 1e-9 of the scale of the deflection, for some hundred steps.
        assert!((get(actuator, "position") - expected).abs() < 1e-12, "at {t} s");
    });
}

#[test]
fn beyond_its_steady_deflection_it_slides_as_lugre_does() {
    // 2 N moves a mass with 1 N of sliding friction on.
    let velocity = |law| {
        let mut actuator = presliding_mass(law);
        let inputs = vec![("force", Signal::constant(2.0))];
        let mut velocity = f64::NAN;
        Run { actuator: &mut actuator, inputs, end: 1.0, step: 1e-2 }.go(|_, a| velocity = get(a, "velocity"));
        velocity
    };
    // They differ on the first 15 um only, which both leave within 10 ms.
    let (lugre, elastic) = (velocity(law::LUGRE), velocity(law::ELASTO_PLASTIC));
    assert!((lugre - elastic).abs() < 1e-2 && lugre > 0.9, "{lugre} {elastic}");
}
