//! Random mechanisms as problems.

use crate::complementarity::enumeration::eliminate;
use crate::complementarity::{Bound, Germ, Law, MeshSlope, Problem};
use crate::memory::Heap;
use std::vec;
use std::vec::Vec;

/// A linear congruential generator: the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.bits() * limit) >> 31
    }

    /// Between −1 and 1.
    pub fn real(&mut self) -> f64 {
        self.bits() as f64 / 1_073_741_824.0 - 1.0
    }

    /// One of −2, …, 2, or a real number.
    fn load(&mut self, is_round: bool) -> f64 {
        if is_round { self.below(5) as f64 - 2.0 } else { 2.0 * self.real() }
    }
}

/// What holds in a candidate of [`Mechanism`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<const N: usize> {
    Contact(Germ<N>),
    OneWay(Germ<N>),
    Stop(i8),
    /// A gear at rest, or one that turns in a direction.
    Loss(usize, i8),
}

/// Inertias, loads, and candidates between bodies; the ground is none.
#[derive(Clone, Debug)]
pub struct Mechanism<const N: usize> {
    pub inertia: Vec<f64>,
    pub load: Vec<Germ<N>>,
    /// First, second, ratio, C, 1/η_opp − 1, 1 − η_aid.
    pub gears: Vec<(usize, usize, f64, [f64; 3])>,
    pub candidates: Vec<(Kind<N>, Option<usize>, usize)>,
}

/// How random numbers are made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub is_round: bool,
    pub bodies: u64,
    pub candidates: u64,
    pub gears: u64,
    /// Whether gears may be self-locking, and whether some turn.
    pub locks: bool,
    pub turns: bool,
}

impl<const N: usize> Mechanism<N> {
    pub fn random(random: &mut Random, recipe: &Recipe) -> Self {
        let bodies = 1 + recipe.gears + random.below(recipe.bodies);
        let germ = |random: &mut Random| {
            let mut germ = Germ::default();
            // Round ones are often zero, so that derivatives decide.
            germ.0.iter_mut().for_each(|own| *own = random.load(recipe.is_round));
            germ
        };
        let positive = |random: &mut Random| {
            let germ = germ(random);
            if germ.sign(0.0, &Germ::default()) < 0 { germ.times(-1.0) } else { germ }
        };
        let inertia = (0..bodies).map(|_| match recipe.is_round {
            true => 1.0 + random.below(2) as f64,
            false => libm::exp2(3.0 * random.real()),
        });
        let inertia: Vec<f64> = inertia.collect();
        let load = (0..bodies).map(|_| germ(random)).collect();
        let gears: Vec<_> = (0..recipe.gears as usize)
            .map(|gear| {
                let ratio = [1.0, 2.0, -1.0, 0.5, -3.0][random.below(5) as usize];
                let coulomb = if recipe.is_round { random.below(3) as f64 / 2.0 } else { random.real().abs() };
                let opposing = [0.0, 0.25, 1.0][random.below(3) as usize];
                let least = if recipe.locks { 7 } else { 4 };
                let aiding = [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 2.0][random.below(least) as usize];
                // Each joins a body to one of those before it.
                (random.below(gear as u64 + 1) as usize, gear + 1, ratio, [coulomb, opposing, aiding])
            })
            .collect();
        let mut candidates: Vec<_> = (0..gears.len())
            .map(|gear| {
                let turns = if recipe.turns { [0, 0, 1, -1][random.below(4) as usize] } else { 0 };
                (Kind::Loss(gear, turns), None, gears[gear].0)
            })
            .collect();
        let more = 1 + random.below(recipe.candidates);
        for _ in 0..more {
            let second = random.below(bodies) as usize;
            let first = Some(random.below(bodies) as usize).filter(|first| *first != second);
            candidates.push(match random.below(6) {
                0 => (Kind::Stop(1), None, second),
                1 => (Kind::Stop(-1), None, second),
                2 => (Kind::OneWay(positive(random)), first, second),
                _ => (Kind::Contact(positive(random)), first, second),
            });
        }
        Self { inertia, load, gears, candidates }
    }

    /// All loads and directions turned round; stops change sides, one-way clutches their bodies.
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.load.iter_mut().for_each(|load| *load = load.times(-1.0));
        for (kind, ..) in &mut mirrored.candidates {
            *kind = match *kind {
                Kind::Stop(side) => Kind::Stop(-side),
                Kind::Loss(gear, turns) => Kind::Loss(gear, -turns),
                kind @ (Kind::Contact(_) | Kind::OneWay(_)) => kind,
            };
        }
        mirrored
    }

    /// M·a = F + Gᵀ·T with a_first = ratio·a_second: the accelerations and mesh torques of a load.
    fn response(&self, load: &[Germ<N>]) -> (Vec<Germ<N>>, Vec<Germ<N>>) {
        let (b, g) = (self.inertia.len(), self.gears.len());
        let mut rows = vec![vec![0.0; b + g]; b + g];
        let mut right = vec![Germ::default(); b + g];
        for body in 0..b {
            rows[body][body] = self.inertia[body];
            right[body] = load[body];
        }
        for (gear, &(first, second, ratio, _)) in self.gears.iter().enumerate() {
            for (body, factor) in [(first, 1.0), (second, -ratio)] {
                rows[body][b + gear] += factor;
                rows[b + gear][body] += factor;
            }
        }
        let (x, _) = eliminate(rows, right).expect("gears form a tree");
        (x[..b].to_vec(), x[b..].to_vec())
    }

    fn of_candidate(&self, candidate: usize, of_body: &[Germ<N>]) -> Germ<N> {
        let (_, first, second) = self.candidates[candidate];
        first.map_or(of_body[second], |first| of_body[second].plus(-1.0, &of_body[first]))
    }

    /// Torques λ accelerate their candidates: they are the friction torques with the other sign.
    pub fn problem(&self) -> Problem<N> {
        let (n, g) = (self.candidates.len(), self.gears.len());
        let mut problem = Problem::new(n, g, &mut Heap::default());
        problem.begin(n, g);
        let (free, mesh) = self.response(&self.load);
        let sizes: Vec<Germ<N>> = self.load.iter().map(|load| load.abs()).collect();
        let largest = sizes.iter().fold(Germ::default(), |most: Germ<N>, size| most.max(size));
        problem.mesh_free[..g].copy_from_slice(&mesh);
        problem.mesh_free_size[..g].fill(largest);
        for i in 0..n {
            let (kind, first, second) = self.candidates[i];
            problem.free[i] = self.of_candidate(i, &free);
            problem.free_size[i] = largest;
            let mut unit = vec![Germ::default(); self.inertia.len()];
            unit[second] = Germ::from(1.0);
            if let Some(first) = first {
                unit[first] = Germ::from(-1.0);
            }
            let (free, mesh) = self.response(&unit);
            for j in 0..n {
                let value = self.of_candidate(j, &free).value();
                problem.set(j, i, if value.abs() < 1e-14 { 0.0 } else { value });
            }
            (0..g).for_each(|gear| problem.set_mesh(gear, i, mesh[gear].value()));
            problem.law[i] = self.law(kind);
        }
        // Symmetric to the bit, as a mechanism makes it.
        for i in 0..n {
            (0..i).for_each(|j| problem.set(i, j, problem.at(j, i)));
        }
        problem
    }

    fn law(&self, kind: Kind<N>) -> Law<N> {
        let none = |sign: f64| Bound::constant(Germ::from(sign * f64::INFINITY));
        let zero = Bound::constant(Germ::default());
        match kind {
            Kind::Contact(level) => Law::Between(Bound::constant(level.times(-1.0)), Bound::constant(level)),
            Kind::OneWay(level) => Law::Between(Bound::constant(level.times(-1.0)), none(1.0)),
            Kind::Stop(1) => Law::Between(none(-1.0), zero),
            Kind::Stop(_) => Law::Between(zero, none(1.0)),
            Kind::Loss(mesh, turns) => {
                let [coulomb, opposing, aiding] = self.gears[mesh].3;
                let (lower, upper) = (
                    (-coulomb, MeshSlope { mesh, positive: -opposing, negative: -aiding }),
                    (coulomb, MeshSlope { mesh, positive: aiding, negative: opposing }),
                );
                let [lower, upper] = [lower, upper]
                    .map(|(constant, slope)| Bound { constant: Germ::from(constant), slope: Some(slope) });
                match turns {
                    0 => Law::Between(lower, upper),
                    1 => Law::Given(lower),
                    _ => Law::Given(upper),
                }
            }
        }
    }
}
