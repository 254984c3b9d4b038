//! The oracle of the tests: tries all places and all signs of mesh torques. It shares no code with what it judges.

use super::{Bound, Germ, Law, Place, Problem};
use std::vec;
use std::vec::Vec;

/// A solution.
#[derive(Clone, Debug)]
pub struct Found<const N: usize> {
    pub lambda: Vec<Germ<N>>,
    pub w: Vec<Germ<N>>,
    /// The sign of the determinant of its equations.
    pub index: i8,
}

impl<const N: usize> Found<N> {
    /// Number of unknowns that do not move.
    pub fn at_rest(&self) -> usize {
        self.w.iter().filter(|w| w.sign(1.0, &Germ([ROUNDING; N])) == 0).count()
    }
}

/// Numbers of the tests are of the size 1; the least of their determinants is far above this, and rounding far below.
pub const ROUNDING: f64 = 1e-8;

/// All solutions with an equation for each unknown that determines it.
pub fn solutions<const N: usize>(problem: &Problem<N>) -> Vec<Found<N>> {
    let (n, g) = (problem.unknowns(), problem.meshes());
    let mut all: Vec<Found<N>> = Vec::new();
    let choices: Vec<Vec<Place>> = (0..n).map(|i| places(&problem.law[i])).collect();
    let combinations: usize = choices.iter().map(Vec::len).product();
    for code in 0..combinations {
        let (mut rest, mut place) = (code, vec![]);
        for choice in &choices {
            place.push(choice[rest % choice.len()]);
            rest /= choice.len();
        }
        for signs in 0..1_usize << g {
            let sign: Vec<i8> = (0..g).map(|g| if signs >> g & 1 == 1 { -1 } else { 1 }).collect();
            if let Some(found) = solution(problem, &place, &sign)
                && !all.iter().any(|other| is_same(other, &found))
            {
                all.push(found);
            }
        }
    }
    all
}

fn is_same<const N: usize>(a: &Found<N>, b: &Found<N>) -> bool {
    let near = |(a, b): (&Germ<N>, &Germ<N>)| a.plus(-1.0, b).sign(1.0, &Germ([ROUNDING; N])) == 0;
    a.lambda.iter().zip(&b.lambda).all(near)
}

fn places<const N: usize>(law: &Law<N>) -> Vec<Place> {
    match law {
        Law::Given(_) => vec![Place::Given],
        Law::Between(lower, upper) => {
            let mut places = vec![Place::Inside];
            places.extend(lower.is_finite().then_some(Place::Lower));
            places.extend(upper.is_finite().then_some(Place::Upper));
            places
        }
    }
}

fn bound_of<const N: usize>(law: &Law<N>, place: Place) -> Option<Bound<N>> {
    match (law, place) {
        (Law::Given(bound), _) | (Law::Between(bound, _), Place::Lower) | (Law::Between(_, bound), Place::Upper) => {
            Some(*bound)
        }
        (Law::Between(..), Place::Inside | Place::Given) => None,
    }
}

/// The unknowns are λ and T.
fn solution<const N: usize>(problem: &Problem<N>, place: &[Place], sign: &[i8]) -> Option<Found<N>> {
    let (n, g) = (problem.unknowns(), problem.meshes());
    let slope_of = |bound: &Bound<N>| {
        bound.slope.map(|slope| {
            let per = if sign[slope.mesh] < 0 { -slope.negative } else { slope.positive };
            (slope.mesh, per)
        })
    };
    let mut rows = vec![vec![0.0; n + g]; n + g];
    let mut right = vec![Germ::default(); n + g];
    for i in 0..n {
        match bound_of(&problem.law[i], place[i]) {
            None => {
                (0..n).for_each(|j| rows[i][j] = problem.at(i, j));
                right[i] = problem.free[i].times(-1.0);
            }
            Some(bound) => {
                rows[i][i] = 1.0;
                right[i] = bound.constant;
                if let Some((mesh, per)) = slope_of(&bound) {
                    rows[i][n + mesh] = -per;
                }
            }
        }
    }
    for mesh in 0..g {
        (0..n).for_each(|j| rows[n + mesh][j] = -problem.mesh_at(mesh, j));
        rows[n + mesh][n + mesh] = 1.0;
        right[n + mesh] = problem.mesh_free[mesh];
    }
    let (x, index) = eliminate(rows, right)?;
    let (lambda, mesh) = (x[..n].to_vec(), x[n..].to_vec());
    let zero = |germ: &Germ<N>| germ.sign(1.0, &Germ([ROUNDING; N]));
    let motion = |i: usize| (0..n).fold(problem.free[i], |sum, j| sum.plus(problem.at(i, j), &lambda[j]));
    let w: Vec<Germ<N>> = (0..n).map(motion).collect();
    for i in 0..n {
        let fits = match place[i] {
            Place::Inside => zero(&w[i]) == 0,
            Place::Lower => zero(&w[i]) >= 0,
            Place::Upper => zero(&w[i]) <= 0,
            Place::Given => true,
        };
        let is_within = match &problem.law[i] {
            Law::Given(_) => true,
            Law::Between(lower, upper) => [(lower, 1.0), (upper, -1.0)].iter().all(|(bound, side)| {
                let slope = slope_of(bound).map_or(Germ::default(), |(mesh_index, per)| mesh[mesh_index].times(per));
                let bound_now = bound.constant.plus(1.0, &slope);
                !bound.is_finite() || zero(&lambda[i].plus(-1.0, &bound_now).times(*side)) >= 0
            }),
        };
        if !fits || !is_within {
            return None;
        }
    }
    let has_signs = mesh.iter().zip(sign).all(|(torque, sign)| zero(torque) * sign >= 0);
    has_signs.then_some(Found { lambda, w, index })
}

/// Gauss–Jordan with complete pivoting; nothing where the equations do not determine the unknowns. Also gives the sign of the determinant.
pub fn eliminate<const N: usize>(mut rows: Vec<Vec<f64>>, mut right: Vec<Germ<N>>) -> Option<(Vec<Germ<N>>, i8)> {
    let n = rows.len();
    let mut column_of = vec![usize::MAX; n];
    let mut is_taken = vec![false; n];
    let mut sign = 1;
    for step in 0..n {
        let places = (step..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let open = places.filter(|(_, column)| !is_taken[*column]);
        let (row, column) = open.max_by(|a, b| rows[a.0][a.1].abs().total_cmp(&rows[b.0][b.1].abs()))?;
        if rows[row][column].abs() < ROUNDING {
            return None;
        }
        if row != step {
            sign = -sign;
        }
        if rows[row][column] < 0.0 {
            sign = -sign;
        }
        rows.swap(step, row);
        right.swap(step, row);
        (column_of[step], is_taken[column]) = (column, true);
        let (pivot, pivot_right) = (rows[step].clone(), right[step]);
        for row in (0..n).filter(|&row| row != step) {
            let factor = rows[row][column] / pivot[column];
            rows[row].iter_mut().zip(&pivot).for_each(|(own, pivot)| *own -= factor * pivot);
            rows[row][column] = 0.0;
            right[row] = right[row].plus(-factor, &pivot_right);
        }
    }
    let mut x = vec![Germ::default(); n];
    (0..n).for_each(|row| x[column_of[row]] = right[row].times(1.0 / rows[row][column_of[row]]));
    // Columns were taken in another order than rows.
    for i in 0..n {
        (0..i).filter(|&j| column_of[j] > column_of[i]).for_each(|_| sign = -sign);
    }
    Some((x, sign))
}
