//! λ, w and T for known places, from the data of the problem alone, and whether they satisfy all conditions.
//!
//! The dictionary of the search has collected the rounding of all its pivots; here the torques are solved for once.

use super::start::bound_at;
use super::{Constants, Germ, Place, Problem, Solution};
use crate::memory::{Heap, List};

/// Space for the torques of a block.
#[derive(Clone, Debug)]
pub(super) struct Torques<const N: usize> {
    /// Unknowns that are solved for; the others are constants.
    open: List<usize>,
    matrix: List<f64>,
    rhs: List<Germ<N>>,
}

impl<const N: usize> Torques<N> {
    pub fn new(most_unknowns: usize, heap: &mut Heap) -> Self {
        let n = most_unknowns;
        Self { open: heap.with_capacity(n), matrix: heap.filled(0.0, n * n), rhs: heap.with_capacity(n) }
    }

    /// Solves for λ of the members of a block, whose places and mesh signs stand in the solution.
    pub fn solve(
        &mut self,
        problem: &Problem<N>,
        members: &[usize],
        scale: &[f64],
        solution: &mut Solution<N>,
        constants: &Constants,
    ) {
        for &i in members {
            if let Some(bound) = bound_at(&problem.law[i], solution.place[i])
                && bound.slope.is_none()
            {
                solution.lambda[i] = bound.constant;
            }
        }
        let (index, is_unique) = self.eliminate_for_places(problem, members, scale, solution, constants);
        members.iter().for_each(|&i| (solution.index[i], solution.is_unique[i]) = (index, is_unique));
        for (row, &i) in self.open.iter().enumerate() {
            solution.lambda[i] = self.rhs[row].times(scale[i]);
        }
    }

    /// Solves for them, and gives the index and whether they are all determined; λ of what is at constant bounds stands in the solution.
    pub fn eliminate_for_places(
        &mut self,
        problem: &Problem<N>,
        members: &[usize],
        scale: &[f64],
        solution: &Solution<N>,
        constants: &Constants,
    ) -> (i8, bool) {
        self.open.clear();
        self.rhs.clear();
        let is_open = |i: &usize| !is_constant(problem, *i, solution.place[*i]);
        self.open.extend(members.iter().copied().filter(is_open));
        let m = self.open.len();
        for row in 0..m {
            let i = self.open[row];
            let bound = bound_at(&problem.law[i], solution.place[i]);
            let slope = bound
                .and_then(|bound| bound.slope)
                .map(|slope| (slope.mesh, slope.with_sign(solution.mesh_sign[slope.mesh])));
            // Scaled, so that rows of torques and rows of motions compare.
            let (factor, mut rhs) = match (bound, slope) {
                (Some(bound), Some((mesh, slope))) => {
                    (1.0 / scale[i], bound.constant.plus(slope, &problem.mesh_free[mesh]))
                }
                _ => (scale[i], problem.free[i].times(-1.0)),
            };
            let entry = |j: usize| match slope {
                Some((mesh, slope)) => f64::from(u8::from(i == j)) - slope * problem.mesh_at(mesh, j),
                None => problem.at(i, j),
            };
            for &j in members {
                if is_constant(problem, j, solution.place[j]) {
                    rhs = rhs.plus(-entry(j), &solution.lambda[j]);
                }
            }
            self.rhs.push(rhs.times(factor));
            for column in 0..m {
                let j = self.open[column];
                self.matrix[row * m + column] = factor * entry(j) * scale[j];
            }
        }
        self.eliminate(constants)
    }

    /// Gauss–Jordan with partial pivoting; what depends on others is zero. The solution stands in the right-hand sides. Gives the sign of
    /// the determinant of what does not, and whether that is all.
    fn eliminate(&mut self, constants: &Constants) -> (i8, bool) {
        let Self { open, matrix, rhs, .. } = self;
        let m = open.len();
        let (mut pivot, mut end, mut sign) = (0, m, 1);
        while pivot < end {
            let size = |row: &usize| matrix[row * m + pivot].abs();
            let largest = (pivot..m).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(pivot);
            if size(&largest) <= constants.reltol_rank {
                // It depends on those before: others come first, and it takes no part.
                end -= 1;
                (0..m).for_each(|row| matrix.swap(row * m + pivot, row * m + end));
                open.swap(pivot, end);
                sign = if end == pivot { sign } else { -sign };
                continue;
            }
            (0..m).for_each(|column| matrix.swap(pivot * m + column, largest * m + column));
            rhs.swap(pivot, largest);
            if largest != pivot {
                sign = -sign;
            }
            let value = matrix[pivot * m + pivot];
            if value < 0.0 {
                sign = -sign;
            }
            (pivot..m).for_each(|column| matrix[pivot * m + column] /= value);
            rhs[pivot] = rhs[pivot].times(1.0 / value);
            for row in (0..m).filter(|&row| row != pivot) {
                let factor = matrix[row * m + pivot];
                if factor != 0.0 {
                    (pivot..m).for_each(|column| matrix[row * m + column] -= factor * matrix[pivot * m + column]);
                    rhs[row] = rhs[row].plus(-factor, &rhs[pivot].clone());
                }
            }
            pivot += 1;
        }
        rhs[end..].fill(Germ::default());
        (sign, end == m)
    }
}

/// Whether λ is given to the bit by its place.
fn is_constant<const N: usize>(problem: &Problem<N>, i: usize, place: Place) -> bool {
    bound_at(&problem.law[i], place).is_some_and(|bound| bound.slope.is_none())
}

/// The first condition that places violate: that of an unknown, with the place at which it would hold; none if it is an equation that is not solved,
/// or the sign of a mesh torque.
pub(super) type Violation = Option<(usize, Place)>;

/// Writes w and T that follow from λ, with exact zeros for what is rounding; whether all conditions of a block hold.
pub(super) fn check<const N: usize>(
    problem: &Problem<N>,
    (members, meshes): (&[usize], &[usize]),
    scale: &[f64],
    solution: &mut Solution<N>,
    constants: &Constants,
) -> Result<(), Violation> {
    let share = constants.reltol_certificate;
    let mut checked = Ok(());
    let mut require = |holds: bool, violation: Violation| {
        if !holds && checked.is_ok() {
            checked = Err(violation);
        }
    };
    for &g in meshes {
        let (torque, size) = mesh_torque(problem, g, &solution.lambda);
        solution.mesh[g] = torque.without_rounding(constants.reltol_zero, &size);
        require(torque.sign(share, &size) * solution.mesh_sign[g] >= 0, None);
        match solution.mesh[g].sign(0.0, &size) {
            0 => {}
            sign => solution.mesh_sign[g] = sign,
        }
    }
    // The greatest load or torque of the block: what it was solved for with has the rounding of these.
    let load = members.iter().fold(Germ::default(), |most: Germ<N>, &i| {
        most.max(&problem.free_size[i].times(scale[i])).max(&solution.lambda[i].times(1.0 / scale[i]).abs())
    });
    // As a motion w that is rounding is zero, so is a torque.
    for &i in members.iter().filter(|&&i| solution.place[i] == Place::Inside) {
        solution.lambda[i] = solution.lambda[i].without_rounding(constants.reltol_zero, &load.times(scale[i]));
    }
    for &i in members {
        let (w, size) = motion(problem, i, members, &solution.lambda);
        let solved = members.iter().filter(|&&j| solution.place[j] == Place::Inside);
        let size = solved.fold(size, |size, &j| size.plus(problem.at(i, j).abs() * scale[j], &load));
        solution.w[i] = w.without_rounding(constants.reltol_zero, &size);
        solution.w_size[i] = size;
        let sign = w.sign(share, &size);
        // What passes and has the other sign is rounding: the first derivative that is none says where it goes.
        let rests = Some((i, Place::Inside));
        let (holds, violation, w) = match solution.place[i] {
            Place::Inside => (sign == 0, None, Germ::default()),
            Place::Lower => (sign >= 0, rests, solution.w[i].without_leading_sign(-1.0)),
            Place::Upper => (sign <= 0, rests, solution.w[i].without_leading_sign(1.0)),
            Place::Given => (true, None, solution.w[i]),
        };
        require(holds, violation);
        solution.w[i] = w;
        // Equations that others contradict may have been left out.
        if let Some(bound) = bound_at(&problem.law[i], solution.place[i]) {
            let bound = bound.value(&solution.mesh);
            let size = solution.lambda[i].abs().plus(1.0, &bound.abs()).plus(scale[i], &load);
            require(solution.lambda[i].plus(-1.0, &bound).sign(share, &size) == 0, None);
        }
        let (lower, upper) = problem.bounds(i);
        for (side, bound, place) in [(1.0, lower, Place::Lower), (-1.0, upper, Place::Upper)] {
            let Some(bound) = bound else { continue };
            let bound = bound.value(&solution.mesh);
            let size = solution.lambda[i].abs().plus(1.0, &bound.abs()).plus(scale[i], &load);
            let is_within = solution.lambda[i].plus(-1.0, &bound).times(side).sign(share, &size) >= 0;
            require(is_within, Some((i, place)));
        }
    }
    checked
}

/// w of an unknown, and the sizes of what it is the sum of.
pub(super) fn motion<const N: usize>(
    problem: &Problem<N>,
    i: usize,
    members: &[usize],
    lambda: &[Germ<N>],
) -> (Germ<N>, Germ<N>) {
    let start = (problem.free[i], problem.free_size[i].max(&problem.free[i].abs()));
    members.iter().fold(start, |(sum, size), &j| {
        let entry = problem.at(i, j);
        (sum.plus(entry, &lambda[j]), size.plus(entry.abs(), &lambda[j].abs()))
    })
}

/// T of a mesh, and the sizes of what it is the sum of.
pub(super) fn mesh_torque<const N: usize>(problem: &Problem<N>, g: usize, lambda: &[Germ<N>]) -> (Germ<N>, Germ<N>) {
    let start = (problem.mesh_free[g], problem.mesh_free_size[g].max(&problem.mesh_free[g].abs()));
    (0..problem.unknowns()).fold(start, |(sum, size), j| {
        let entry = problem.mesh_at(g, j);
        (sum.plus(entry, &lambda[j]), size.plus(entry.abs(), &lambda[j].abs()))
    })
}
