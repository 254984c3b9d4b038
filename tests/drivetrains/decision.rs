//! The joint decision of contacts at rest against the enumeration of everything that they could do.

use crate::drivetrains::reference::Log;
use actuator_fmu::friction::Characteristic;
use actuator_fmu::mechanism::{
    Body, Contact, ContactKind, ContactLaw, ContactMode, Limits, Mechanism, Outcome, Structure,
};
use test_support::random::Random;

pub fn body(inertia: f64) -> Body {
    Body { inertia, viscous: 0.0, travel: (f64::NEG_INFINITY, f64::INFINITY) }
}

pub fn friction(first: Option<usize>, second: usize, coulomb: f64, rest_ratio: f64) -> Contact {
    let law = ContactLaw::SetValued { characteristic: Characteristic::Coulomb, rest_ratio };
    Contact { first, second, kind: ContactKind::Friction, coulomb, backward_ratio: 1.0, law, viscous: 0.0 }
}

/// A chain with random clutches and brakes, and torques of the size of the levels.
fn random_system(random: &mut Random) -> (Structure, Vec<f64>) {
    let bodies = 2 + random.below(3);
    let mut contacts = Vec::new();
    for second in 0..bodies {
        let ratio = if random.one_in(3) { 1.0 } else { random.between(1.0, 1.8) };
        let first = if second > 0 && !random.one_in(4) { Some(second - 1) } else { None };
        contacts.push(friction(first, second, random.between(0.1, 2.0), ratio));
        if random.one_in(3) {
            contacts.push(friction(None, second, random.between(0.1, 2.0), ratio));
        }
    }
    let torques = (0..bodies).map(|_| random.between(-3.0, 3.0)).collect();
    let bodies = (0..bodies).map(|_| body(random.between(0.2, 3.0))).collect();
    (Structure { bodies, contacts: contacts.into(), ..Structure::default() }, torques)
}

/// Solves a small system; `None` where it is singular.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut rhs: Vec<f64>) -> Option<Vec<f64>> {
    let n = rhs.len();
    for pivot in 0..n {
        let largest = (pivot..n).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))?;
        matrix.swap(pivot, largest);
        rhs.swap(pivot, largest);
        if matrix[pivot][pivot].abs() < 1e-9 {
            return None;
        }
        for row in pivot + 1..n {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            below[0].iter_mut().zip(&above[pivot]).skip(pivot).for_each(|(value, other)| *value -= factor * other);
            rhs[row] -= factor * rhs[pivot];
        }
    }
    for row in (0..n).rev() {
        let sum: f64 = (row + 1..n).map(|column| matrix[row][column] * rhs[column]).sum();
        rhs[row] = (rhs[row] - sum) / matrix[row][row];
    }
    Some(rhs)
}

/// Whether contacts can do this: 0 holds, ±1 slides from rest. `None` where torques are not unique.
fn is_consistent(structure: &Structure, torques: &[f64], regimes: &[i8]) -> Option<bool> {
    let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
    let size = bodies + contacts;
    let mut matrix = vec![vec![0.0; size]; size];
    let mut rhs = vec![0.0; size];
    for index in 0..bodies {
        (matrix[index][index], rhs[index]) = (structure.bodies[index].inertia, torques[index]);
    }
    for (index, contact) in structure.contacts.iter().enumerate() {
        let row = bodies + index;
        matrix[contact.second][row] += 1.0;
        contact.first.into_iter().for_each(|first| matrix[first][row] -= 1.0);
        if regimes[index] == 0 {
            matrix[row][contact.second] = 1.0;
            contact.first.into_iter().for_each(|first| matrix[row][first] = -1.0);
        } else {
            (matrix[row][row], rhs[row]) = (1.0, f64::from(regimes[index]) * contact.coulomb);
        }
    }
    let solution = solve(matrix, rhs)?;
    let fits = structure.contacts.iter().enumerate().all(|(index, contact)| {
        let torque = solution[bodies + index];
        let relative = solution[contact.second] - contact.first.map_or(0.0, |first| solution[first]);
        match regimes[index] {
            0 => torque.abs() <= contact.breakaway(),
            regime => relative * f64::from(regime) > 0.0,
        }
    });
    Some(fits)
}

/// Everything that contacts can do; `None` where some of it has torques that are not unique.
fn consistent_ones(structure: &Structure, torques: &[f64]) -> Option<Vec<Vec<i8>>> {
    let contacts = structure.contacts.len();
    let all = (0..3_usize.pow(contacts as u32))
        .map(|code| (0..contacts).map(|index| (code / 3_usize.pow(index as u32) % 3) as i8 - 1).collect::<Vec<i8>>());
    let mut found = Vec::new();
    for regimes in all {
        if is_consistent(structure, torques, &regimes)? {
            found.push(regimes);
        }
    }
    Some(found)
}

fn decided(structure: &Structure, torques: &[f64]) -> Vec<i8> {
    let mut mechanism = Mechanism::new(structure.clone()).unwrap();
    mechanism.inputs.torque.value.copy_from_slice(torques);
    mechanism.initialize(0.0, &mut Log::default());
    let regime = |mode: &ContactMode| match mode {
        ContactMode::Sliding(direction) | ContactMode::Continuous(direction) => *direction,
        ContactMode::Free | ContactMode::Stuck | ContactMode::Saturated(_) => 0,
    };
    mechanism.mode.contacts.iter().map(regime).collect()
}

#[test]
fn the_decision_is_the_only_consistent_one_wherever_there_is_only_one() {
    let (mut unique, mut several, mut among) = (0, 0, 0);
    for seed in test_support::cases::seeds(0, 3000, 30_000) {
        let (structure, torques) = random_system(&mut Random::new(seed));
        let Some(possible) = consistent_ones(&structure, &torques) else { continue };
        let found = decided(&structure, &torques);
        match possible.len() {
            0 => {}
            1 => {
                unique += 1;
                assert_eq!(found, possible[0], "seed {seed}: {structure:?} {torques:?}");
            }
            _ => {
                several += 1;
                among += usize::from(possible.contains(&found));
            }
        }
    }
    // Static ratios above one leave several answers in some of the chains.
    assert!(unique > 300 && several > 10, "{unique} {several}");
    assert_eq!(several, among);
}

#[test]
fn a_mirrored_chain_moves_mirrored_to_the_bit() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (structure, torques) = random_system(&mut random);
        let slopes: Vec<f64> = torques.iter().map(|_| random.between(-4.0, 4.0)).collect();
        let run = |sign: f64| {
            let mut mechanism = Mechanism::new(structure.clone()).unwrap();
            for body in 0..torques.len() {
                mechanism.inputs.torque.value[body] = sign * torques[body];
                mechanism.inputs.torque.slope[body] = sign * slopes[body];
            }
            mechanism.initialize(0.0, &mut Log::default());
            let limits =
                Limits { max_step_size: 1e-2, velocity: 1e-3, tolerance: 1e-8, is_real_time: false, settled: None };
            let outcome = mechanism.advance(0.0, 2.0, &limits, &mut Log::default());
            assert_eq!(outcome, Outcome::Done);
            let all = mechanism.position.iter().chain(&mechanism.velocity);
            all.map(|value| sign * value).collect::<Vec<f64>>()
        };
        assert_eq!(run(1.0), run(-1.0), "seed {seed}");
    }
}

#[test]
fn energy_is_lost_in_friction_and_nowhere_else() {
    for seed in 0..100 {
        let (structure, _) = random_system(&mut Random::new(seed));
        let mut mechanism = Mechanism::new(structure.clone()).unwrap();
        let mut random = Random::new(1000 + seed);
        mechanism.velocity.iter_mut().for_each(|velocity| *velocity = random.between(-5.0, 5.0));
        mechanism.initialize(0.0, &mut Log::default());
        let energy = |mechanism: &Mechanism| {
            let bodies = structure.bodies.iter().zip(&mechanism.velocity);
            bodies.map(|(body, velocity)| 0.5 * body.inertia * velocity * velocity).sum::<f64>()
        };
        let slips = |mechanism: &Mechanism| {
            let slip = |contact: &Contact| {
                mechanism.position[contact.second] - contact.first.map_or(0.0, |body| mechanism.position[body])
            };
            structure.contacts.iter().map(slip).collect::<Vec<f64>>()
        };
        let limits =
            Limits { max_step_size: 1e-2, velocity: 1e-3, tolerance: 1e-8, is_real_time: false, settled: None };
        let (start, mut last, mut work) = (energy(&mechanism), energy(&mechanism), 0.0);
        let mut before = slips(&mechanism);
        for step in 0..3000 {
            let outcome = mechanism.advance(f64::from(step) * 1e-3, 1e-3, &limits, &mut Log::default());
            assert_eq!(outcome, Outcome::Done);
            let now = energy(&mechanism);
            assert!(now <= last * (1.0 + 1e-14), "seed {seed}: {last} {now}");
            last = now;
            let after = slips(&mechanism);
            let levels = structure.contacts.iter().map(|contact| contact.coulomb);
            work += levels.zip(before.iter().zip(&after)).map(|(level, (a, b))| level * (b - a).abs()).sum::<f64>();
            before = after;
        }
        // A contact that turns back within a millisecond has slipped a little further than that.
        let lost = start - last;
        assert!(lost >= work - 1e-12 * start && lost - work <= 1e-5 * start, "seed {seed}: {lost} {work}");
    }
}
