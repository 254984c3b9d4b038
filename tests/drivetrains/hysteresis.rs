//! Springs with hysteresis against closed forms of Bouc's and Wen's law: loops, limits, energy.

use crate::drivetrains::minimal::run_unwarned;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, read};
use test_support::quadrature::integral;
use test_support::random::Random;
use test_support::saved::{restore, save};
use test_support::{Recorder, Run, Signal, get, set};

/// k, D and the share α of the spring below.
const STIFFNESS: f64 = 100.0;
const YIELD: f64 = 0.02;
const SHARE: f64 = 0.25;
/// The solver's tolerance is 1e-12, and its estimates are below it by a hundred.
const TOLERANCE: f64 = 1e-10;

/// A spring between the ground and a body that is moved at given velocities.
fn bench(shape: &str) -> String {
    format!(
        "name = \"H\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[motion.m]\non = \"b\"\n[hysteresis.h]\n\
         connects = [\"ground\", \"b\"]\nstiffness = 100\nyield_twist = 0.02\nstiffness_share = 0.25\n{shape}\n\
         [start]\n\"solver.tolerance\" = 1e-12\n"
    )
}

/// Triangles between −a and a with speed 1, from 0; the velocity of one period is 1, −1, 1 over a, 2a, a.
fn triangle(a: f64, periods: u32) -> Signal {
    let mut points = vec![(0.0, 1.0), (a, 1.0)];
    for half in 0..2 * periods {
        let (begin, sign) = (a + 2.0 * a * f64::from(half), if half % 2 == 0 { -1.0 } else { 1.0 });
        points.extend([(begin, sign), (begin + 2.0 * a, sign)]);
    }
    Signal::through(&points)
}

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance * expected.abs().max(1.0), "{value} instead of {expected}");
}

/// dz/dx·D for motion in a direction.
fn slope(z: f64, direction: f64, (a, beta, gamma, n): (f64, f64, f64, f64)) -> f64 {
    a - (gamma + beta * direction * if z < 0.0 { -1.0 } else { 1.0 }) * z.abs().powf(n)
}

/// z after a displacement, of n = 1: exponential branches on either side of z = 0.
fn exponential(z: f64, moved: f64, (a, beta, gamma): (f64, f64, f64)) -> f64 {
    let (direction, mut rest, mut z) = (moved.signum(), moved.abs() / YIELD, z);
    // dz/ds = d·(a − κ·σ·z) with κ = γ + β·d·σ on the side σ of z.
    loop {
        let side = if z == 0.0 { direction } else { z.signum() };
        let kappa = (gamma + beta * direction * side) * side * direction;
        let drive = direction * a;
        let after = |s: f64| {
            if kappa == 0.0 { z + drive * s } else { drive / kappa + (z - drive / kappa) * (-kappa * s).exp() }
        };
        let is_towards_zero = side != direction;
        let to_zero = match kappa {
            _ if !is_towards_zero => f64::INFINITY,
            0.0 => -z / drive,
            kappa => ((z - drive / kappa) / (-drive / kappa)).ln() / kappa,
        };
        if to_zero >= rest {
            return after(rest);
        }
        (rest, z) = (rest - to_zero, 0.0);
    }
}

#[test]
fn the_branches_of_n_1_are_exponentials() {
    for (a, beta, gamma) in [(1.0, 0.5, 0.5), (1.0, 0.9, 0.1), (1.5, 0.8, -0.6), (1.0, 0.5, -0.2)] {
        let shape = format!("A = {a}\nbeta = {beta}\ngamma = {gamma}\nexponent = 1");
        let mut actuator = drivetrain(&bench(&shape));
        let (mut z, mut before) = (0.0, 0.0);
        let inputs = vec![("m.velocity", triangle(0.05, 2))];
        Run { actuator: &mut actuator, inputs, end: 0.45, step: 0.005 }.go(|_, actuator| {
            let now = get(actuator, "b.position");
            z = if now == before { z } else { exponential(z, now - before, (a, beta, gamma)) };
            before = now;
            near(get(actuator, "h.z"), z, TOLERANCE);
            let torque = SHARE * STIFFNESS * now + (1.0 - SHARE) * STIFFNESS * YIELD * z;
            near(get(actuator, "h.torque"), torque, TOLERANCE);
        });
        assert!(z.abs() > 0.1);
    }
}

#[test]
fn the_hysteretic_torque_comes_to_its_limit_and_stays_there() {
    for (a, beta, gamma, n) in [(1.0, 0.5, 0.5, 1.0), (2.0, 0.7, 0.3, 2.0), (1.0, 3.0, 1.0, 5.5)] {
        let shape = format!("A = {a}\nbeta = {beta}\ngamma = {gamma}\nexponent = {n}");
        let mut actuator = drivetrain(&bench(&shape));
        let inputs = vec![("m.velocity", Signal::constant(1.0))];
        Run { actuator: &mut actuator, inputs, end: 2.0, step: 0.01 }.go(|_, _| {});
        let limit = f64::powf(a / (beta + gamma), 1.0 / n);
        near(get(&actuator, "h.z"), limit, 1e-11);
        near(get(&actuator, "h.torque"), SHARE * STIFFNESS * 2.0 + (1.0 - SHARE) * STIFFNESS * YIELD * limit, 1e-11);
    }
}

#[test]
fn half_a_loop_has_the_way_and_the_area_that_quadrature_gives() {
    for (a, beta, gamma, n) in [(1.0, 0.5, 0.5, 1.0), (1.0, 0.6, 0.4, 2.0), (1.0, 0.9, 0.05, 1.5), (2.0, 0.5, 0.5, 8.0)]
    {
        let law = (a, beta, gamma, n);
        let shape = format!("A = {a}\nbeta = {beta}\ngamma = {gamma}\nexponent = {n}");
        let mut actuator = drivetrain(&bench(&shape));
        let (amplitude, steps) = (0.012, 800);
        // Written as the triangles are, to the bit.
        let turns: Vec<f64> = (0..40).map(|turn| amplitude + 2.0 * amplitude * f64::from(turn)).collect();
        let last = turns[39];
        let fine = (1..=steps).map(|k| last + 2.0 * amplitude * f64::from(k) / f64::from(steps));
        let points: Vec<f64> = [0.0].into_iter().chain(turns.iter().copied()).chain(fine).collect();
        let inputs = vec![("m.velocity", triangle(amplitude, 21))];
        let mut samples = Vec::new();
        Run { actuator: &mut actuator, inputs, end: last + 2.0 * amplitude, step: amplitude }
            .over(&points, |time, actuator| samples.push((time, get(actuator, "h.z"), get(actuator, "b.position"))));
        let half = &samples[samples.len() - 1 - steps as usize..];
        let ends = (half[0].1, half[half.len() - 1].1);
        near((half[0].2 - half[half.len() - 1].2).abs(), 2.0 * amplitude, 1e-9);
        // As if it fell: z goes from above zero to below it.
        let sign = ends.0.signum();
        let slope_of = |z: f64| slope(z, -1.0, law);
        let both =
            |f: &dyn Fn(f64) -> f64| integral(sign * ends.1, 0.0, 4000, f) + integral(0.0, sign * ends.0, 4000, f);
        near(YIELD * both(&|z| 1.0 / slope_of(z)), 2.0 * amplitude, 1e-9);
        // Simpson's rule over the samples, against the area by the law alone.
        let step = 2.0 * amplitude / f64::from(steps);
        let simpson: f64 = half.windows(3).step_by(2).map(|of| step / 3.0 * (of[0].1 + 4.0 * of[1].1 + of[2].1)).sum();
        let area = -YIELD * both(&|z| z / slope_of(z));
        // z has a kink at 0 where n is 1, which the rule sees as its step squared.
        near(-sign * simpson / area, 1.0, 1e-4);
        assert!(area > 0.0);
    }
}

/// A mass on such a spring, alone: energy that is lost stands in the loop.
#[test]
fn a_swing_loses_the_energy_of_its_loop() {
    let text = "name = \"H\"\nmodel = \"Drivetrain\"\n[mass.b]\nmass = 2\nvelocity_start = 1\n[hysteresis.h]\n\
                connects = [\"ground\", \"b\"]\nstiffness = 200\nyield_extension = 0.01\nstiffness_share = 0.5\nexponent = 2\n\
                [start]\n\"solver.tolerance\" = 1e-12\n";
    let mut actuator = drivetrain(text);
    let (mut work, mut before, mut balance) = (0.0, None::<(f64, f64)>, 0.0_f64);
    Run { actuator: &mut actuator, inputs: vec![], end: 2.0, step: 1e-4 }.go(|_, actuator| {
        let (force, position) = (get(actuator, "h.force"), get(actuator, "b.position"));
        if let Some((f, x)) = before {
            work += 0.5 * (force + f) * (position - x);
        }
        before = Some((force, position));
        balance = balance.max((get(actuator, "b.velocity").powi(2) + work - 1.0).abs());
    });
    // The trapezoidal rule over 1e-4 s is off by some 1e-8 of the energy.
    assert!(balance <= 1e-6, "{balance:e}");
    assert!(get(&actuator, "b.velocity").powi(2) < 0.9);
}

/// Two bodies on a spring with hysteresis, one of them braked and pushed.
fn pair(order: bool) -> String {
    let (a, b) = ("[body.a]\ninertia = 1\n", "[body.b]\ninertia = 2\n");
    let h = "[hysteresis.h]\nconnects = [\"a\", \"b\"]\nstiffness = 400\nyield_twist = 0.01\nexponent = 1.5\nbeta = 0.7\ngamma = 0.1\n";
    let k = "[brake.k]\non = \"b\"\nfriction.coulomb_torque = 2\nfriction.static_ratio = 1.3\n";
    let s = "[shaft.s]\nconnects = [\"ground\", \"a\"]\nstiffness = 30\n";
    let elements = if order { [a, b, h, k, s] } else { [s, k, h, b, a] };
    format!(
        "name = \"P\"\nmodel = \"Drivetrain\"\n{}[[input]]\nname = \"push\"\non = \"a\"\n[start]\n\"solver.tolerance\" = 1e-11\n",
        elements.concat()
    )
}

fn push(sign: f64) -> Vec<(&'static str, Signal)> {
    vec![("push", Signal::through(&[(0.0, 0.0), (0.3, 9.0 * sign), (0.8, -9.0 * sign), (1.2, 9.0 * sign), (2.0, 0.0)]))]
}

#[test]
fn neither_the_order_of_the_file_nor_the_step_nor_the_mirror_changes_the_motion() {
    let ran = |text: &str, sign: f64, step: f64| {
        let mut actuator = drivetrain(text);
        let recorder = Run { actuator: &mut actuator, inputs: push(sign), end: 2.0, step }.go(|_, _| {});
        let events: Vec<f64> = recorder.events.iter().map(|event| event.time).collect();
        (["a.position", "b.position", "h.z", "h.torque"].map(|name| sign * get(&actuator, name)), events)
    };
    let first = ran(&pair(true), 1.0, 1e-3);
    assert!(first.1.len() >= 2, "{:?}", first.1);
    for other in [ran(&pair(false), 1.0, 1e-3), ran(&pair(true), -1.0, 1e-3), ran(&pair(true), 1.0, 1e-2)] {
        for (one, other) in first.0.iter().zip(&other.0) {
            near(*other, *one, 1e-8);
        }
        assert_eq!(first.1.len(), other.1.len());
        for (one, other) in first.1.iter().zip(&other.1) {
            near(*other, *one, 1e-8);
        }
    }
}

#[test]
fn a_restored_spring_goes_on_with_the_same_bits() {
    let (mut one, mut other) = (drivetrain(&pair(true)), drivetrain(&pair(true)));
    let mut recorder = Recorder::default();
    Run { actuator: &mut other, inputs: push(1.0), end: 2.0, step: 0.01 }.start(&mut recorder);
    let mut run = Run { actuator: &mut one, inputs: push(1.0), end: 2.0, step: 0.01 };
    run.start(&mut recorder);
    for number in 0..200 {
        let (from, to) = (f64::from(number) * 0.01, f64::from(number + 1) * 0.01);
        restore(&mut other, &save(run.actuator));
        run.advance(from, to, &mut recorder);
        Run { actuator: &mut other, inputs: push(1.0), end: 2.0, step: 0.01 }.advance(from, to, &mut recorder);
        assert!(save(run.actuator) == save(&mut other), "{to}");
    }
}

#[test]
fn directional_derivatives_are_those_of_small_changes() {
    let mut actuator = drivetrain(&pair(true));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    // Positions and velocities of two bodies, z.
    let at = [0.004, 0.3, 0.001, -0.2, 0.6];
    assert_eq!(actuator.states().len(), at.len());
    let rates = |actuator: &mut Drivetrain, states: &[f64]| {
        actuator.set_states(states);
        let mut rates = vec![0.0; 5];
        actuator.derivatives(&mut rates);
        rates
    };
    rates(&mut actuator, &at);
    actuator.update_discrete_states(0.0, &mut recorder);
    actuator.begin_continuous_time();
    for state in 0..5 {
        let shifted = |by: f64| {
            let mut states = at;
            states[state] += by;
            states
        };
        let (above, below) = (rates(&mut actuator, &shifted(1e-6)), rates(&mut actuator, &shifted(-1e-6)));
        rates(&mut actuator, &at);
        let mut seeds = vec![0.0; 5];
        seeds[state] = 1.0;
        let mut changes = vec![0.0; actuator.reals().len()];
        actuator.directional_derivative(&seeds, &[0.0, 0.0], &mut changes);
        for (place, name) in
            ["a.velocity", "a.acceleration", "b.velocity", "b.acceleration", "h.z_rate"].iter().enumerate()
        {
            let reference = actuator.interface().reals.iter().position(|real| real.name == *name).unwrap();
            near(changes[reference], (above[place] - below[place]) / 2e-6, 1e-6);
        }
    }
}

#[test]
fn parameters_beyond_those_that_are_admissible_are_refused() {
    let refused = |shape: &str| {
        let actuator = drivetrain(&bench(shape));
        let refused = actuator.check().unwrap_err();
        actuator.interface().reals[refused.reference as usize].name
    };
    assert_eq!(refused("beta = 0.3\ngamma = 0.5"), "h.gamma");
    assert_eq!(refused("beta = 0.3\ngamma = -0.3"), "h.gamma");
    let stiff = drivetrain(&bench("").replace("share = 0.25", "share = 1")).check().unwrap_err();
    assert_eq!(stiff.value, 1.0);
    assert_eq!(refused("z_start = 1.5"), "h.z_start");
    for (shape, name) in [("exponent = 0.5", "h.exponent"), ("A = 0", "h.A"), ("yield_twist = 0", "h.yield_twist")] {
        let text = bench("")
            .replace("yield_twist = 0.02\n", if name == "h.yield_twist" { "" } else { "yield_twist = 0.02\n" });
        let error =
            read(&text.replace("stiffness_share = 0.25\n", &format!("stiffness_share = 0.25\n{shape}\n"))).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn z_begins_at_its_start_value() {
    let mut actuator = drivetrain(&bench("z_start = -0.5"));
    set(&mut actuator, "m.velocity", 0.0);
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    actuator.update_outputs();
    near(get(&actuator, "h.torque"), -0.5 * (1.0 - SHARE) * STIFFNESS * YIELD, 1e-14);
}

#[test]
fn what_yields_at_once_goes_to_its_limit_in_the_direction_of_the_motion() {
    // Ways of 1e7 deflections of yielding in a step, so that no series or implicit step follows the law.
    let cases = [
        (3.0, 0.5, -0.4, 1e-10, 1.0),
        (3.0, 0.5, 0.5, 3.93e-7, 665.0),
        (3.0, 1.0, 1.0, 2.5e-8, 44.0),
        (2.0, 1.0, -0.999, 1e-11, 1.0),
    ];
    for (n, beta, gamma, deflection, speed) in
        cases.into_iter().chain([(50.0, 0.5, 0.5, 1e-12, 1.0), (100.0, 0.5, 0.5, 1e-12, 1.0)])
    {
        let mut actuator = drivetrain(&format!(
            "name = \"H\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[hysteresis.h]\nconnects = [\"ground\", \"b\"]\nstiffness = 100\n\
             stiffness_share = 0.1\nyield_twist = {deflection:e}\nA = 1\nbeta = {beta}\ngamma = {gamma}\nexponent = {n}\n[motion.m]\non = \"b\"\n"
        ));
        let turns = Signal::through(&[
            (0.0, speed),
            (1e-3, speed),
            (1e-3, -speed),
            (2e-3, -speed),
            (2e-3, speed),
            (3e-3, speed),
        ]);
        let limit = f64::powf(1.0 / (beta + gamma), 1.0 / n);
        Run { actuator: &mut actuator, inputs: vec![("m.velocity", turns)], end: 3e-3, step: 1e-3 }.go(
            |time, actuator| {
                let expected = limit * if (time - 2e-3).abs() < 1e-9 { -1.0 } else { 1.0 };
                if time > 0.0 {
                    near(get(actuator, "h.z"), expected, 1e-9);
                }
            },
        );
    }
}

#[test]
fn what_begins_to_bend_is_the_exact_negative_in_the_mirror() {
    // Was: what is straight and stands still was about to bend forwards in both.
    let random = &mut Random::new(7);
    for number in 0..40 {
        let (exponent, share) = (f64::from(1 + number % 3), random.pick(&[0.25, 0.5, 0.125]));
        let brake = if number % 2 == 0 { "" } else { "[brake.k]\non = \"b\"\nfriction.coulomb_torque = 0.25\n" };
        let text = format!(
            "[body.b]\ninertia = 1\n[hysteresis.y]\nconnects = [\"ground\", \"b\"]\nstiffness = 1\n\
             stiffness_share = {share:?}\nyield_twist = 1\nexponent = {exponent:?}\n[[input]]\nname = \"u\"\non = \"b\"\n{brake}"
        );
        let loads = [(); 4].map(|()| random.sign() * random.pick(&[0.0, 0.5, 1.0, 2.0, 16.0]));
        let motion = |sign: f64| {
            let points = [0.0, 0.25, 0.25, 0.5];
            let u: Vec<(f64, f64)> = points.iter().zip(loads).map(|(time, load)| (*time, sign * load)).collect();
            let mut states = Vec::new();
            let u = vec![("u", Signal::through(&u))];
            let _ = run_unwarned(&text, u, 0.5, 1.0 / 64.0, |_, actuator| {
                states.extend(actuator.states().iter().map(|state| sign * state + 0.0));
            });
            states
        };
        assert_eq!(motion(1.0), motion(-1.0), "{loads:?}\n{text}");
    }
}
