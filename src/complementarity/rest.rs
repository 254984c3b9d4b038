//! Whether all of a block can rest, and who carries what.
//!
//! For given signs of the mesh torques bounds are linear in λ. So λ with a given motion are the solutions of linear equations and
//! inequalities, and that with the least Σ weight·λ² is a quadratic program: with positive weights there is one such λ, whatever the
//! order of the unknowns and whichever way round a mirror turns them. With both signs of each mesh torque it is the least of 2ᵍ such
//! programs; a contradiction between bounds excludes all combinations with the signs that took part in it.
//!
//! Bounds of losses are max(…) of two linear functions, so the bound that belongs to the wrong sign is the narrower one: where only
//! bounds depend on a mesh torque its sign need not be required.
//!
//! Unknowns in reserve are zero as long as the others can do without any of them. Otherwise either all of them take part, or those do that must
//! ([`Reserve`]), one after the other or several together ([`Part`]): then the share of these depends on no order.

use super::certificate::{Torques, mesh_torque, motion};
use super::quadratic::{QuadraticProgram, Reserve};
use super::start::{bound_at, scale_of};
use super::{Bound, Constants, Germ, Law, MeshSlope, Part, Place, Problem, Solution, blocks};
use crate::memory::{Heap, List};

/// What a block was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// There are such λ; they stand in the solution.
    Found,
    /// There are none, and [`Rest::contradiction`] names bounds for which there are none.
    Contradiction,
    /// It could not move like that, whatever the bounds were.
    Unbalanced,
}

/// What a share costs: the weighted sums of squares of those in reserve, and of the others; those of the values, then of each derivative, as each
/// has its least squares.
#[derive(Clone, Copy, Debug, Default)]
struct Cost<const N: usize> {
    /// Whether losses are at a bound that belongs to the other sign of their mesh torque: they could be more, and others less.
    is_of_other_sign: bool,
    reserve: Germ<N>,
    /// What those of the reserve have in it that take part together.
    together: Germ<N>,
    others: Germ<N>,
}

impl<const N: usize> Cost<N> {
    /// Whether it is less by more than a share that is rounding.
    fn is_below(&self, other: &Self, rounding: f64) -> bool {
        if self.is_of_other_sign != other.is_of_other_sign {
            return other.is_of_other_sign;
        }
        let all = other.reserve.plus(1.0, &other.others);
        match self.reserve.plus(-1.0, &other.reserve).sign(rounding, &all) {
            0 => self.has_less_of_others(other, rounding),
            sign => sign < 0,
        }
    }

    /// The same of those that are not in reserve.
    fn has_less_of_others(&self, other: &Self, rounding: f64) -> bool {
        self.others.plus(-1.0, &other.others).sign(rounding, &other.others) < 0
    }
}

/// Combinations of mesh signs that are excluded at a time: more would only be tried once more.
const MOST_EXCLUDED: usize = 16;

/// Space for shares of problems of up to a number of unknowns and meshes.
#[derive(Clone, Debug)]
pub struct Rest<const N: usize> {
    members: List<usize>,
    meshes: List<usize>,
    /// The bound that gives the λ of a member; none of a member that rests.
    given: List<Option<Bound<N>>>,
    scale: List<f64>,
    /// The λ of a member that rests and has no choice.
    fixed: List<Option<Germ<N>>>,
    /// Equations E·λ = r by rows of members, with the sizes of r, and the row from which each member follows.
    equations: List<f64>,
    rhs: List<Germ<N>>,
    size: List<Germ<N>>,
    row_of: List<Option<usize>>,
    is_used: List<bool>,
    /// The particular solution of the equations: λ where those of the members on which others depend are zero.
    particular: List<Germ<N>>,
    /// Members on which the others depend.
    free: List<usize>,
    /// A linear function of these, and the sizes of what it was summed from.
    form: List<f64>,
    form_size: List<f64>,
    /// The bounds that are required, in the order of the inequalities: −1 the lower, 1 the upper. The signs of meshes follow them.
    required: List<(usize, i8)>,
    /// The least λ so far, the signs of the mesh torques with which it was found, and the bound at which each unknown is: −1 the lower, 1 the
    /// upper, 0 none.
    best: List<Germ<N>>,
    best_signs: u64,
    bound: List<i8>,
    /// Unknowns in reserve without which the others can do.
    is_spared: List<bool>,
    /// The sign of the determinant of the equations.
    index: i8,
    reserve: Reserve,
    program: QuadraticProgram<N>,
    torques: Torques<N>,
}

impl<const N: usize> Rest<N> {
    /// Memory for so many unknowns and meshes.
    pub fn new(most_unknowns: usize, most_meshes: usize, heap: &mut Heap) -> Self {
        let (n, g) = (most_unknowns, most_meshes);
        Self {
            members: heap.with_capacity(n),
            meshes: heap.with_capacity(g),
            given: heap.filled(None, n),
            scale: heap.filled(1.0, n),
            fixed: heap.filled(None, n),
            equations: heap.filled(0.0, n * n),
            rhs: heap.filled(Germ::default(), n),
            size: heap.filled(Germ::default(), n),
            row_of: heap.filled(None, n),
            is_used: heap.filled(false, n),
            particular: heap.filled(Germ::default(), n),
            free: heap.with_capacity(n),
            form: heap.filled(0.0, n),
            form_size: heap.filled(0.0, n),
            required: heap.with_capacity(2 * n + g),
            best: heap.filled(Germ::default(), n),
            best_signs: 0,
            bound: heap.filled(0, n),
            is_spared: heap.filled(false, n),
            index: 1,
            reserve: Reserve::Together,
            program: QuadraticProgram::new(2 * n + g, n, heap),
            torques: Torques::new(n, heap),
        }
    }

    /// Whether all of the block `own` ([`Solution::block`]) can rest, but for what is given. If it can, the least λ with which it
    /// does, w, T and places stand in the solution. Signs of mesh torques that stand there are tried first.
    pub fn can_rest(
        &mut self,
        problem: &Problem<N>,
        own: usize,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Share {
        self.hold(problem, own, Reserve::Together, solution, constants)
    }

    /// The same, with what is in reserve as `reserve` says.
    pub fn hold(
        &mut self,
        problem: &Problem<N>,
        own: usize,
        reserve: Reserve,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Share {
        self.reserve = reserve;
        self.list_members(problem, &solution.block, own);
        for &i in &self.members {
            self.given[i] = bound_at(&problem.law[i], Place::Inside).copied();
        }
        self.find_least(problem, solution, constants)
    }

    /// The least λ of the block `own` with the motion that stands in the solution: what moves is at its bound there.
    pub fn share(
        &mut self,
        problem: &Problem<N>,
        own: usize,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> Share {
        self.reserve = Reserve::Together;
        self.list_members(problem, &solution.block, own);
        for &i in &self.members {
            let place = if solution.w[i].is_zero() { Place::Inside } else { solution.place[i] };
            self.given[i] = bound_at(&problem.law[i], place).copied();
        }
        self.find_least(problem, solution, constants)
    }

    /// Bounds that contradict each other: −1 the lower bound of an unknown, 1 the upper; both of each unknown whose λ is fixed.
    pub fn contradiction(&self) -> impl Iterator<Item = (usize, i8)> {
        let fixed = self.members.iter().copied().filter(|&i| self.fixed[i].is_some());
        let both = fixed.flat_map(|i| [(i, -1), (i, 1)]);
        self.program.contradiction().filter_map(|inequality| self.required.get(inequality).copied()).chain(both)
    }

    /// The bound at which the share that was found has an unknown: −1 the lower, 1 the upper, 0 none.
    pub fn bound_of(&self, i: usize) -> i8 {
        self.bound[i]
    }

    /// Whether an unknown in reserve is not needed in it, now and later.
    pub fn is_spared(&self, i: usize) -> bool {
        self.is_spared[i]
    }

    fn list_members(&mut self, problem: &Problem<N>, block: &[usize], own: usize) {
        let Self { members, meshes, scale, .. } = self;
        blocks::list(problem, block, own, members, meshes);
        members.iter().for_each(|&i| scale[i] = scale_of(problem, i));
    }

    /// Tries the signs of the mesh torques, and takes the least sum.
    fn find_least(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) -> Share {
        let meshes = self.meshes.len().min(constants.max_enumerated_meshes as usize);
        let first = self.signs_of(solution);
        let mut excluded = [(0_u64, 0_u64); MOST_EXCLUDED];
        let (mut number, mut best, mut answer) = (0, None, Share::Unbalanced);
        for signs in (0..1_u64 << meshes).map(|change| first ^ change) {
            if excluded[..number].iter().any(|(mask, excluded)| signs & mask == *excluded) {
                continue;
            }
            match self.try_signs(problem, signs, constants) {
                // What turns with a negative index is no motion.
                Share::Found if self.turns() && self.index_within_bounds(problem, signs, solution, constants) < 0 => {
                    answer = Share::Contradiction;
                }
                Share::Found => {
                    let cost = self.cost(problem, signs, constants);
                    if best.as_ref().is_none_or(|least| self.is_preferred(problem, (&cost, least), constants)) {
                        best = Some(cost);
                        self.take_least(problem, signs, constants);
                    }
                    // Nothing but the bounds of losses depends on the signs.
                    if !self.is_mesh_at_bound(problem) {
                        break;
                    }
                }
                Share::Contradiction => {
                    answer = Share::Contradiction;
                    if number < MOST_EXCLUDED {
                        let mask = self.meshes_in_contradiction(problem);
                        excluded[number] = (mask, signs & mask);
                        number += 1;
                    }
                }
                Share::Unbalanced => {}
            }
        }
        solution.work += core::mem::take(&mut self.program.work);
        if best.is_none() {
            return answer;
        }
        self.write_solution(problem, solution, constants);
        Share::Found
    }

    /// Whether the λ of the program is less than the best so far: in the order of the reserve, as the program has it.
    fn is_preferred(&self, problem: &Problem<N>, (cost, best): (&Cost<N>, &Cost<N>), constants: &Constants) -> bool {
        if self.reserve == Reserve::Together || cost.is_of_other_sign != best.is_of_other_sign {
            return cost.is_below(best, constants.reltol_cost);
        }
        // Relative to the largest: what differs by less is rounding of that one.
        let largest =
            self.members.iter().fold(Germ::default(), |largest: Germ<N>, &i| largest.max(&self.best[i].abs()));
        let shares = self.program.shares_together();
        if shares {
            let all = best.reserve.plus(1.0, &best.others);
            match cost.together.plus(-1.0, &best.together).sign(constants.reltol_cost, &all) {
                0 => {}
                sign => return sign < 0,
            }
        }
        for place in self.reserve.order(self.members.len()) {
            let i = self.members[place];
            let change = self.lambda(place).magnitude().plus(-1.0, &self.best[i].magnitude());
            let sign = change.sign(constants.reltol_cost, &largest);
            let is_in_order = !shares || problem.weight[i].part == Part::InOrder;
            if self.is_kept(problem, i) && is_in_order && sign != 0 {
                return sign < 0;
            }
        }
        cost.has_less_of_others(best, constants.reltol_cost)
    }

    /// The least λ for these signs of the mesh torques; where all in reserve take part together, first without them.
    fn try_signs(&mut self, problem: &Problem<N>, signs: u64, constants: &Constants) -> Share {
        let mut answer = Share::Unbalanced;
        for opens_reserve in [false, true] {
            if self.reserve != Reserve::Together && !opens_reserve {
                continue;
            }
            self.write_equations(problem, signs, opens_reserve);
            self.program.work += self.members.len().pow(3) as u64;
            if !self.eliminate(problem, constants) {
                continue;
            }
            self.write_program(problem, signs, constants);
            if self.program.solve(self.reserve, constants) {
                return Share::Found;
            }
            answer = Share::Contradiction;
        }
        answer
    }

    /// The index of the equations of those λ that are strictly within their bounds; those at a bound are constants in them. Where these equations
    /// leave λ open, the index of all equations.
    fn index_within_bounds(
        &mut self,
        problem: &Problem<N>,
        signs: u64,
        solution: &mut Solution<N>,
        constants: &Constants,
    ) -> i8 {
        let before = self.signs_of(solution);
        self.write_signs(signs, solution);
        for &i in self.members.iter().filter(|&&i| self.given[i].is_none()) {
            solution.place[i] = if self.fixed[i].is_some() { Place::Lower } else { Place::Inside };
        }
        for (inequality, &(i, side)) in self.required.iter().enumerate() {
            if self.program.is_equality(inequality) {
                solution.place[i] = if side < 0 { Place::Lower } else { Place::Upper };
            }
        }
        let Self { members, scale, torques, .. } = self;
        let (within, is_unique) = torques.eliminate_for_places(problem, members, scale, solution, constants);
        self.members.iter().filter(|&&i| self.given[i].is_none()).for_each(|&i| solution.place[i] = Place::Inside);
        self.write_signs(before, solution);
        if is_unique { within } else { self.index }
    }

    /// Whether a member stays zero until the program finds that the others can not do without it.
    fn is_kept(&self, problem: &Problem<N>, i: usize) -> bool {
        self.reserve != Reserve::Together && self.given[i].is_none() && problem.weight[i].part != Part::First
    }

    /// Whether a λ that is given follows a mesh torque.
    fn turns(&self) -> bool {
        self.members.iter().any(|&i| self.given[i].is_some_and(|bound| bound.slope.is_some()))
    }

    /// The signs of the mesh torques that stand in the solution: a bit each, of those below zero.
    fn signs_of(&self, solution: &Solution<N>) -> u64 {
        let places = self.meshes.iter().enumerate();
        places.fold(0, |signs, (place, &mesh)| signs | u64::from(solution.mesh_sign[mesh] < 0) << place)
    }

    fn write_signs(&self, signs: u64, solution: &mut Solution<N>) {
        for &mesh in &self.meshes {
            solution.mesh_sign[mesh] = self.sign(mesh, signs);
        }
    }

    fn sign(&self, mesh: usize, signs: u64) -> i8 {
        let place = self.meshes.iter().position(|own| *own == mesh).unwrap_or(0);
        if signs >> place & 1 == 1 { -1 } else { 1 }
    }

    /// Rows and columns are the places of the members. What takes no part is zero.
    fn write_equations(&mut self, problem: &Problem<N>, signs: u64, opens_reserve: bool) {
        let m = self.members.len();
        for place in 0..m {
            let i = self.members[place];
            self.fixed[i] = match &self.given[i] {
                Some(_) => None,
                None if problem.weight[i].part != Part::First && !opens_reserve => Some(Germ::default()),
                None => fixed_by(&problem.law[i]),
            };
        }
        for row in 0..m {
            let i = self.members[row];
            let slope = self.given[i]
                .and_then(|bound| bound.slope)
                .map(|slope| (slope.mesh, slope.with_sign(self.sign(slope.mesh, signs))));
            let (factor, rhs, size) = match (&self.given[i], slope) {
                (Some(bound), Some((mesh, slope))) => (
                    1.0 / self.scale[i],
                    bound.constant.plus(slope, &problem.mesh_free[mesh]),
                    bound.constant.abs().plus(slope.abs(), &problem.mesh_free_size[mesh]),
                ),
                (Some(bound), None) => (1.0 / self.scale[i], bound.constant, bound.constant.abs()),
                (None, _) => (self.scale[i], problem.free[i].times(-1.0), problem.free_size[i]),
            };
            (self.rhs[row], self.size[row]) = (rhs.times(factor), size.times(factor).max(&rhs.times(factor).abs()));
            for column in 0..m {
                let j = self.members[column];
                let entry = match (&self.given[i], slope) {
                    (Some(_), Some((mesh, slope))) => f64::from(u8::from(i == j)) - slope * problem.mesh_at(mesh, j),
                    (Some(_), None) => f64::from(u8::from(i == j)),
                    (None, _) => problem.at(i, j),
                };
                self.equations[row * m + column] = match &self.fixed[j] {
                    None => factor * entry * self.scale[j],
                    Some(fixed) => {
                        self.rhs[row] = self.rhs[row].plus(-factor * entry, fixed);
                        self.size[row] = self.size[row].plus((factor * entry).abs(), &fixed.abs());
                        0.0
                    }
                };
            }
        }
    }

    /// Gauss–Jordan with complete pivoting, what is kept in reserve last and in its order; whether the equations do not contradict each other.
    fn eliminate(&mut self, problem: &Problem<N>, constants: &Constants) -> bool {
        let m = self.members.len();
        self.row_of[..m].fill(None);
        self.is_used[..m].fill(false);
        self.index = 1;
        let is_kept = |this: &Self, place: usize| this.is_kept(problem, this.members[place]);
        while let Some((row, column)) = self.largest(|place| !is_kept(self, place), constants) {
            self.clear_column(self.own_row((row, column), constants), column, constants);
        }
        for place in 0..m {
            if is_kept(self, place)
                && let Some((row, column)) = self.largest(|other| other == place, constants)
            {
                // The row of what has no choice is that of nothing else.
                let is_fixed = self.fixed[self.members[row]].is_some();
                let row = if is_fixed { self.own_row((row, column), constants) } else { row };
                self.clear_column(row, column, constants);
            }
        }
        self.index *= self.parity();
        // In these units coefficients are of the size 1: what is left of one by all the steps is rounding.
        let is_rounding = |entry: &&mut f64| entry.abs() <= constants.reltol_rank;
        self.equations[..m * m].iter_mut().filter(is_rounding).for_each(|entry| *entry = 0.0);
        self.free.clear();
        for place in 0..m {
            if self.fixed[self.members[place]].is_none() && self.row_of[place].is_none() {
                self.free.push(place);
            }
        }
        (0..m).all(|row| {
            self.is_used[row]
                || self.rhs[row].sign(constants.reltol_zero, &self.size[row]) == 0
                || self.is_consistent(problem, row, constants)
        })
    }

    /// Whether the residual of an equation that elimination has left over is rounding, with the particular solution and the data of the problem. Where
    /// light bodies are between heavy ones pivots are as small as the ratio of inertias, and elimination leaves more rounding than the sizes tell.
    fn is_consistent(&mut self, problem: &Problem<N>, row: usize, constants: &Constants) -> bool {
        let i = self.members[row];
        if self.given[i].is_some() {
            return false;
        }
        for (place, &j) in self.members.iter().enumerate() {
            self.particular[j] = match (self.fixed[j], self.row_of[place]) {
                (Some(fixed), _) => fixed,
                (None, Some(row)) => self.rhs[row].times(self.scale[j]),
                (None, None) => Germ::default(),
            };
        }
        let (w, size) = motion(problem, i, &self.members, &self.particular);
        w.sign(constants.reltol_zero, &size) == 0
    }

    /// Row and column of the largest entry of the rows and of these columns that are left over; none where there is only rounding.
    fn largest(&self, takes_part: impl Fn(usize) -> bool, constants: &Constants) -> Option<(usize, usize)> {
        let m = self.members.len();
        let (mut most, mut pivot) = (constants.reltol_rank, None);
        for row in (0..m).filter(|&row| !self.is_used[row]) {
            for column in (0..m).filter(|&column| self.row_of[column].is_none() && takes_part(column)) {
                let size = self.equations[row * m + column].abs();
                if size > most {
                    (most, pivot) = (size, Some((row, column)));
                }
            }
        }
        pivot
    }

    /// The row of a member itself, if its entry is about as large as that of a pivot: where rows depend on each other the index is that of
    /// a principal minor.
    fn own_row(&self, (row, column): (usize, usize), constants: &Constants) -> usize {
        let size = |row: usize| self.equations[row * self.members.len() + column].abs();
        if !self.is_used[column] && size(column) >= constants.min_diagonal_pivot * size(row) { column } else { row }
    }

    /// Whether an even number of exchanges (1) takes rows to the members that follow from them, or an odd one (−1); what is left over keeps its
    /// order.
    fn parity(&self) -> i8 {
        let m = self.members.len();
        let mut left_over = (0..m).filter(|&row| !self.is_used[row]);
        let row_of = |column: usize, rest: &mut dyn Iterator<Item = usize>| {
            self.row_of[column].or_else(|| rest.next()).unwrap_or(column)
        };
        let mut parity = 1;
        for column in 0..m {
            let row = row_of(column, &mut left_over);
            let mut others = (0..m).filter(|&row| !self.is_used[row]);
            for other in 0..column {
                if row_of(other, &mut others) > row {
                    parity = -parity;
                }
            }
        }
        parity
    }

    fn clear_column(&mut self, pivot: usize, column: usize, constants: &Constants) {
        let m = self.members.len();
        let Self { equations, rhs, size, .. } = self;
        let value = equations[pivot * m + column];
        if value < 0.0 {
            self.index = -self.index;
        }
        (0..m).for_each(|other| equations[pivot * m + other] /= value);
        (rhs[pivot], size[pivot]) = (rhs[pivot].times(1.0 / value), size[pivot].times(1.0 / value.abs()));
        let (own, own_size) = (rhs[pivot], size[pivot]);
        for row in (0..m).filter(|&row| row != pivot) {
            let factor = equations[row * m + column];
            if factor == 0.0 {
                continue;
            }
            for other in 0..m {
                let before = equations[row * m + other];
                let sum = before - factor * equations[pivot * m + other];
                let is_rounding = sum.abs() <= constants.reltol_cancellation * before.abs();
                equations[row * m + other] = if is_rounding { 0.0 } else { sum };
            }
            equations[row * m + column] = 0.0;
            size[row] = size[row].plus(factor.abs(), &own_size);
            rhs[row] = rhs[row].plus(-factor, &own).without_rounding(constants.reltol_zero, &size[row]);
        }
        self.row_of[column] = Some(pivot);
        self.is_used[pivot] = true;
    }

    fn begin_form(&mut self) {
        let columns = self.free.len();
        self.form[..columns].fill(0.0);
        self.form_size[..columns].fill(0.0);
    }

    /// Adds factor·λ to the form; gives what it adds to the constant.
    fn add_lambda(&mut self, place: usize, factor: f64) -> Germ<N> {
        let (m, factor) = (self.members.len(), factor * self.scale[self.members[place]]);
        let Self { form, form_size, free, equations, rhs, row_of, .. } = self;
        for (unknown, &column) in free.iter().enumerate() {
            let change = match row_of[place] {
                Some(row) => -factor * equations[row * m + column],
                None => factor * f64::from(u8::from(column == place)),
            };
            form[unknown] += change;
            form_size[unknown] += change.abs();
        }
        match (&self.fixed[self.members[place]], row_of[place]) {
            (Some(fixed), _) => fixed.times(factor / self.scale[self.members[place]]),
            (None, Some(row)) => rhs[row].times(factor),
            (None, None) => Germ::default(),
        }
    }

    /// Adds factor·T to the form; gives what it adds to the constant.
    fn add_mesh(&mut self, problem: &Problem<N>, mesh: usize, factor: f64) -> Germ<N> {
        let mut constant = problem.mesh_free[mesh].times(factor);
        for place in 0..self.members.len() {
            let entry = problem.mesh_at(mesh, self.members[place]);
            if entry != 0.0 {
                constant = constant.plus(1.0, &self.add_lambda(place, factor * entry));
            }
        }
        constant
    }

    /// Whether one on which others depend relieves another that takes part together with it, and that motion needs.
    fn relieves_its_kind(&self, problem: &Problem<N>, place: usize) -> bool {
        let takes_part = |place: usize| problem.weight[self.members[place]].part == Part::Together;
        let depends = |other: usize| {
            self.row_of[other].is_some_and(|row| self.equations[row * self.members.len() + place] != 0.0)
        };
        takes_part(place) && (0..self.members.len()).any(|other| takes_part(other) && depends(other))
    }

    fn write_program(&mut self, problem: &Problem<N>, signs: u64, constants: &Constants) {
        self.program.begin(self.free.len());
        for (unknown, &place) in self.free.iter().enumerate() {
            let i = self.members[place];
            if self.is_kept(problem, i) {
                self.program.reserve(unknown, problem.weight[i].part, self.relieves_its_kind(problem, place));
            }
        }
        self.required.clear();
        // The greatest of what λ, in units of the equations, was summed from.
        let sizes = self.size[..self.members.len()].iter();
        let load = sizes.fold(Germ::default(), |most: Germ<N>, size| most.max(size));
        for place in 0..self.members.len() {
            let i = self.members[place];
            self.begin_form();
            let constant = self.add_lambda(place, 1.0);
            self.drop_rounding_of_form(constants);
            self.program.weigh(problem.weight[i], constant, self.form[..self.free.len()].iter().copied());
            if self.given[i].is_some() || fixed_by(&problem.law[i]).is_some() {
                continue;
            }
            let (lower, upper) = problem.bounds(i);
            for (side, bound) in [(-1, lower), (1, upper)] {
                let Some(bound) = bound else { continue };
                let sign = f64::from(side);
                self.begin_form();
                let mut slack = bound.constant.times(sign).plus(1.0, &self.add_lambda(place, -sign));
                if let Some(slope) = bound.slope {
                    let factor = sign * slope.with_sign(self.sign(slope.mesh, signs));
                    slack = slack.plus(1.0, &self.add_mesh(problem, slope.mesh, factor));
                }
                let size = bound.constant.abs().plus(self.scale[i], &load);
                self.require(slack, &size, constants);
                self.required.push((i, side));
            }
        }
        for place in 0..self.meshes.len() {
            let mesh = self.meshes[place];
            if self.is_given_by(mesh) {
                self.begin_form();
                let sign = f64::from(self.sign(mesh, signs));
                let torque = self.add_mesh(problem, mesh, sign);
                let per_load = self.members.iter().map(|&j| (problem.mesh_at(mesh, j) * self.scale[j]).abs()).sum();
                let size = problem.mesh_free_size[mesh].plus(per_load, &load);
                self.require(torque, &size, constants);
            }
        }
    }

    fn require(&mut self, slack: Germ<N>, size: &Germ<N>, constants: &Constants) {
        self.drop_rounding_of_form(constants);
        self.program.require(slack, *size, self.form[..self.free.len()].iter().copied());
    }

    fn drop_rounding_of_form(&mut self, constants: &Constants) {
        let terms = self.form.iter_mut().zip(&self.form_size);
        terms.filter(|(term, size)| term.abs() <= constants.reltol_rank * **size).for_each(|(term, _)| *term = 0.0);
    }

    /// Whether a λ is given by this mesh torque, which then must have its sign.
    fn is_given_by(&self, mesh: usize) -> bool {
        let is_own = |slope: MeshSlope| slope.mesh == mesh;
        self.members.iter().any(|&i| self.given[i].and_then(|bound| bound.slope).is_some_and(is_own))
    }

    fn lambda(&self, place: usize) -> Germ<N> {
        let (m, scale) = (self.members.len(), self.scale[self.members[place]]);
        if let Some(fixed) = self.fixed[self.members[place]] {
            return fixed;
        }
        let lambda = match self.row_of[place] {
            Some(row) => self.free.iter().enumerate().fold(self.rhs[row], |sum, (unknown, &column)| {
                sum.plus(-self.equations[row * m + column], &self.program.value(unknown))
            }),
            None => match self.free.iter().position(|free| *free == place) {
                Some(unknown) => self.program.value(unknown),
                None => Germ::default(),
            },
        };
        lambda.times(scale)
    }

    fn cost(&self, problem: &Problem<N>, signs: u64, constants: &Constants) -> Cost<N> {
        let is_of_other_sign = self.is_at_bound_of_other_sign(problem, signs, constants);
        let mut cost = Cost { is_of_other_sign, ..Cost::default() };
        for (place, &i) in self.members.iter().enumerate() {
            let (lambda, weight) = (self.lambda(place), problem.weight[i]);
            let sum = if weight.part == Part::First { &mut cost.others } else { &mut cost.reserve };
            *sum = sum.plus(weight.weight, &lambda.squares());
            if weight.part == Part::Together {
                cost.together = cost.together.plus(weight.weight, &lambda.squares());
            }
        }
        cost
    }

    fn is_at_bound_of_other_sign(&self, problem: &Problem<N>, signs: u64, constants: &Constants) -> bool {
        let is_other = |slope: MeshSlope| {
            let parts =
                self.members.iter().enumerate().map(|(place, &i)| (problem.mesh_at(slope.mesh, i), self.lambda(place)));
            let start = (problem.mesh_free[slope.mesh], problem.mesh_free_size[slope.mesh]);
            let (torque, size) = parts.fold(start, |(torque, size), (factor, lambda)| {
                (torque.plus(factor, &lambda), size.plus(factor.abs(), &lambda.abs()))
            });
            torque.sign(constants.reltol_zero, &size) * self.sign(slope.mesh, signs) < 0
        };
        let at_bound = self.required.iter().enumerate().filter(|(inequality, _)| self.program.is_equality(*inequality));
        at_bound.flat_map(|(_, (i, _))| blocks::slopes(&problem.law[*i])).any(is_other)
    }

    fn take_least(&mut self, problem: &Problem<N>, signs: u64, constants: &Constants) {
        self.best_signs = signs;
        for place in 0..self.members.len() {
            let i = self.members[place];
            let bound = if self.given[i].is_none() && fixed_by(&problem.law[i]).is_some() { -1 } else { 0 };
            (self.best[i], self.bound[i]) = (self.lambda(place), bound);
        }
        for place in 0..self.members.len() {
            let i = self.members[place];
            self.is_spared[i] = self.is_kept(problem, i) && self.is_rounding(i, constants);
        }
        // What is at a constant bound is there to the bit.
        for (inequality, &(i, side)) in self.required.iter().enumerate() {
            if !self.program.is_equality(inequality) {
                continue;
            }
            self.bound[i] = side;
            let (lower, upper) = problem.bounds(i);
            let bound = if side < 0 { lower } else { upper };
            if let Some(bound) = bound.filter(|bound| bound.slope.is_none()) {
                self.best[i] = bound.constant;
            }
        }
        for &i in &self.members {
            if let Some(bound) = self.given[i].filter(|bound| bound.slope.is_none()) {
                self.best[i] = bound.constant;
            }
        }
    }

    /// Whether the least λ of an unknown is rounding of the largest.
    fn is_rounding(&self, i: usize, constants: &Constants) -> bool {
        let relative = |j: usize| self.best[j].times(1.0 / self.scale[j]).abs();
        let load = self.members.iter().fold(Germ::default(), |most: Germ<N>, &j| most.max(&relative(j)));
        self.best[i].without_rounding(constants.reltol_zero, &load.times(self.scale[i])).is_zero()
    }

    fn is_mesh_at_bound(&self, problem: &Problem<N>) -> bool {
        let has_slope = |i: usize| blocks::slopes(&problem.law[i]).next().is_some();
        let is_at_bound =
            |(inequality, (i, _)): (usize, &(usize, i8))| has_slope(*i) && self.program.is_equality(inequality);
        self.required.iter().enumerate().any(is_at_bound)
            || self.members.iter().any(|&i| self.given[i].is_some_and(|bound| bound.slope.is_some()))
    }

    /// Meshes whose signs have a part in the contradiction: those of the bounds, and all on which equations depend.
    fn meshes_in_contradiction(&self, problem: &Problem<N>) -> u64 {
        let takes_part = |mesh: usize| {
            self.is_given_by(mesh)
                || self.contradiction().any(|(i, _)| blocks::slopes(&problem.law[i]).any(|slope| slope.mesh == mesh))
        };
        let places = self.meshes.iter().enumerate();
        places.fold(0, |mask, (place, &mesh)| mask | u64::from(takes_part(mesh)) << place)
    }

    fn write_solution(&mut self, problem: &Problem<N>, solution: &mut Solution<N>, constants: &Constants) {
        for &i in &self.members {
            solution.lambda[i] = self.best[i];
            (solution.index[i], solution.is_unique[i]) = (0, self.free.is_empty());
        }
        for &g in &self.meshes {
            let (torque, size) = mesh_torque(problem, g, &solution.lambda);
            solution.mesh[g] = torque.without_rounding(constants.reltol_zero, &size);
            let follows = |i: &&usize| blocks::slopes(&problem.law[**i]).any(|slope| slope.mesh == g);
            let is_at_bound = self.members.iter().filter(follows).any(|&i| self.bound[i] != 0);
            solution.mesh_sign[g] = match solution.mesh[g].sign(0.0, &size) {
                sign if sign != 0 && !is_at_bound => sign,
                _ => self.sign(g, self.best_signs),
            };
        }
        for &i in &self.members {
            let (w, size) = motion(problem, i, &self.members, &solution.lambda);
            solution.w_size[i] = size;
            if matches!(problem.law[i], Law::Between(..)) && self.given[i].is_none() {
                solution.place[i] = Place::Inside;
                solution.w[i] = Germ::default();
            } else {
                solution.w[i] = w.without_rounding(constants.reltol_zero, &size);
            }
        }
    }
}

/// What is between bounds that are the same has no choice.
fn fixed_by<const N: usize>(law: &Law<N>) -> Option<Germ<N>> {
    match law {
        Law::Between(lower, upper) if lower.slope.is_none() && lower == upper => Some(lower.constant),
        Law::Between(..) | Law::Given(_) => None,
    }
}
