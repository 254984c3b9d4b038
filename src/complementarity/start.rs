//! The dictionary with which the search begins: everything rests, whatever the bounds are.
//!
//! Bounds that a problem violates there are relaxed by [`Variable::Relaxation`], and the search takes that back. So what rests
//! without violating a bound takes no pivot, and what gives way first is what is furthest beyond its bound.
//!
//! Units are taken out by powers of two, so that W has a diagonal of about one: w' = s·w, λ' = λ/s.

use super::tableau::{Tableau, Variable};
use super::{Bound, Constants, Germ, Law, Place, Problem, pairs};
use crate::memory::{Heap, List};

/// Space for the start of a search.
#[derive(Clone, Debug)]
pub(super) struct Start<const N: usize> {
    core: Tableau<N>,
    /// s of each unknown.
    pub scale: List<f64>,
    /// The same of each mesh torque.
    pub mesh_scale: List<f64>,
    diagonal: List<f64>,
    sizes: List<Germ<N>>,
    /// The columns of pairs that each column of the core goes to: with its own sign, and with the other.
    columns: List<pairs::Columns>,
}

/// The power of two below a number; 1 where there is none.
fn power_of_two(size: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    let power = f64::from_bits(size.to_bits() & EXPONENT);
    if power > 0.0 && power.is_finite() { power } else { 1.0 }
}

/// s of an unknown.
pub(super) fn scale_of<const N: usize>(problem: &Problem<N>, i: usize) -> f64 {
    power_of_two(1.0 / libm::sqrt(problem.at(i, i)))
}

/// Where the unknowns of a search begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StartingPoint {
    /// Where they rest, whatever the bounds are.
    #[default]
    Rest,
    /// At the bounds that oppose their motion.
    Opposing,
    /// At the others.
    Aiding,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Beginning {
    pub point: StartingPoint,
    /// A bit for each mesh that begins with the part of its torque that it does not have there.
    pub reversed: u64,
}

impl Beginning {
    /// All but the default with so many meshes, the nearest first.
    pub fn others(meshes: u32) -> impl Iterator<Item = Self> {
        let all = |reversed: u64| {
            [StartingPoint::Rest, StartingPoint::Opposing, StartingPoint::Aiding].map(|point| Self { point, reversed })
        };
        (0..1_u64 << meshes).flat_map(all).skip(1)
    }
}

/// There is no such dictionary: a gear is just at the limit of its self-locking.
pub(super) struct Singular;

impl<const N: usize> Start<N> {
    pub fn new(most_unknowns: usize, most_meshes: usize, heap: &mut Heap) -> Self {
        let (n, g) = (most_unknowns, most_meshes);
        Self {
            core: Tableau::new(3 * n + g, n + 2 * g, heap),
            scale: heap.filled(1.0, n),
            mesh_scale: heap.filled(1.0, g),
            diagonal: heap.with_capacity(n),
            sizes: heap.with_capacity(n + g),
            columns: heap.with_capacity(n + 2 * g),
        }
    }

    /// Writes the dictionary of these unknowns and meshes.
    pub fn build(
        &mut self,
        problem: &Problem<N>,
        (members, meshes): (&[usize], &[usize]),
        beginning: Beginning,
        tableau: &mut Tableau<N>,
        constants: &Constants,
    ) -> Result<(), Singular> {
        self.set_scales(problem, members, meshes);
        self.write_equations(problem, members, meshes);
        // Unknowns without bounds come first: one of those that depend on each other begins at a bound, and they have none.
        let holds = |i: usize| problem.bounds(i) == (None, None);
        self.note_diagonal();
        self.put_to_rest(holds, constants);
        if beginning.point == StartingPoint::Rest {
            self.put_to_rest(|i| !holds(i), constants);
        }
        self.follow_sizes(constants);
        self.split_meshes(meshes, beginning.reversed, constants)?;
        for &i in members {
            self.add_gaps(problem, i);
        }
        for &i in members {
            if let Some(column) = self.core.column_of(Variable::Lambda(i)) {
                self.put_at_bound(i, column, beginning.point, constants)?;
            }
        }
        pairs::write(problem, (members, meshes), &self.core, &mut self.columns, tableau);
        Ok(())
    }

    /// Sets the units of these unknowns and meshes.
    pub fn set_scales(&mut self, problem: &Problem<N>, members: &[usize], meshes: &[usize]) {
        for &i in members {
            self.scale[i] = scale_of(problem, i);
        }
        for &g in meshes {
            let sizes = members.iter().map(|&j| (problem.mesh_at(g, j) * self.scale[j]).abs());
            self.mesh_scale[g] = power_of_two(sizes.fold(0.0, f64::max));
        }
    }

    /// w and the balance of each mesh as functions of λ and of the parts of mesh torques; what is given is substituted.
    fn write_equations(&mut self, problem: &Problem<N>, members: &[usize], meshes: &[usize]) {
        let Self { core, scale, mesh_scale, .. } = self;
        core.clear();
        let bounded = members.iter().copied().filter(|&i| !problem.is_given(i));
        core.nonbasic.extend(bounded.clone().map(Variable::Lambda));
        core.nonbasic.extend(meshes.iter().flat_map(|&g| [Variable::MeshPlus(g), Variable::MeshMinus(g)]));
        let mesh_column = |mesh: usize| {
            let place = meshes.iter().position(|own| *own == mesh).unwrap_or(0);
            members.iter().filter(|&&i| !problem.is_given(i)).count() + 2 * place
        };
        let add_all = |core: &mut Tableau<N>, row: usize, factor: f64, entry: &dyn Fn(usize) -> f64| {
            for (column, j) in bounded.clone().enumerate() {
                core.row_mut(row)[column] += factor * entry(j) * scale[j];
            }
            for &j in members {
                let Law::Given(bound) = &problem.law[j] else { continue };
                let factor = factor * entry(j);
                core.rhs[row] = core.rhs[row].plus(factor, &bound.constant);
                core.size[row] = core.size[row].plus(factor.abs(), &bound.constant.abs());
                if let Some(slope) = bound.slope {
                    let (column, factor) = (mesh_column(slope.mesh), factor * mesh_scale[slope.mesh]);
                    core.row_mut(row)[column] += factor * slope.positive;
                    core.row_mut(row)[column + 1] += factor * slope.negative;
                }
            }
        };
        for i in bounded.clone() {
            let [free, size] = [&problem.free, &problem.free_size].map(|germs| germs[i].times(scale[i]));
            let row = core.add_row(Variable::Motion(i), free, size.max(&free.abs()));
            add_all(core, row, scale[i], &|j| problem.at(i, j));
        }
        for &g in meshes {
            let per = 1.0 / mesh_scale[g];
            let [free, size] = [&problem.mesh_free, &problem.mesh_free_size].map(|germs| germs[g].times(per));
            let row = core.add_row(Variable::MeshBalance(g), free, size.max(&free.abs()));
            add_all(core, row, per, &|j| problem.mesh_at(g, j));
            let column = mesh_column(g);
            core.row_mut(row)[column] -= 1.0;
            core.row_mut(row)[column + 1] += 1.0;
        }
    }

    /// Exchanges each w with its λ, that with the largest share of its diagonal first, as long as none depends on others.
    fn put_to_rest(&mut self, rests: impl Fn(usize) -> bool, constants: &Constants) {
        let Self { core, diagonal, .. } = self;
        let moves = |core: &Tableau<N>, place: usize| matches!(core.basic[place], Variable::Motion(i) if rests(i));
        loop {
            let mut best = (constants.reltol_rank, None);
            for place in (0..diagonal.len()).filter(|&place| diagonal[place] > 0.0 && moves(core, place)) {
                let share = core.at(place, place) / diagonal[place];
                if share > best.0 {
                    best = (share, Some(place));
                }
            }
            let Some(place) = best.1 else { break };
            core.exchange(place, place, constants);
        }
    }

    /// The diagonal before anything rests: w and λ of an unknown have the same place among rows and columns.
    fn note_diagonal(&mut self) {
        let Self { core, diagonal, .. } = self;
        diagonal.clear();
        let motions = core.basic.iter().take_while(|variable| matches!(variable, Variable::Motion(_)));
        diagonal.extend(motions.enumerate().map(|(place, _)| core.at(place, place)));
    }

    /// The sizes of what stands in the dictionary, from those of its beginning: not what all the steps have added up.
    fn follow_sizes(&mut self, constants: &Constants) {
        let Self { core, sizes, diagonal, .. } = self;
        let places = diagonal.len();
        sizes.clear();
        sizes.extend(core.size.iter().copied());
        let is_exchanged = |core: &Tableau<N>, place: usize| matches!(core.nonbasic[place], Variable::Motion(_));
        for row in 0..core.rows() {
            let own = if row < places && is_exchanged(core, row) { Germ::default() } else { sizes[row] };
            let exchanged = (0..places).filter(|&place| is_exchanged(core, place));
            core.size[row] = exchanged.fold(own, |sum, place| sum.plus(core.at(row, place).abs(), &sizes[place]));
        }
        core.clear_rounding(constants);
    }

    /// One part of each mesh torque follows from the balance: that of its sign at rest, if the balance determines it well.
    fn split_meshes(&mut self, meshes: &[usize], reversed: u64, constants: &Constants) -> Result<(), Singular> {
        let core = &mut self.core;
        for (place, &g) in meshes.iter().enumerate() {
            let find = |variable| core.column_of(variable);
            let (Some(row), Some(plus), Some(minus)) =
                (core.row_of(Variable::MeshBalance(g)), find(Variable::MeshPlus(g)), find(Variable::MeshMinus(g)))
            else {
                continue;
            };
            let is_negative = core.rhs[row].sign(constants.reltol_zero, &core.size[row]) < 0;
            let is_negative = is_negative != (reversed >> place & 1 == 1);
            // T⁺ enters its balance with −1 and T⁻ with 1, changed by losses that are given: a part whose sign has turned would begin with
            // the index −1.
            let parts = [(plus, -core.at(row, plus)), (minus, core.at(row, minus))];
            let [own, other] = if is_negative { [parts[1], parts[0]] } else { parts };
            // A tenth: any number that keeps the pivot from being rounding would do.
            let is_sound = own.1 > constants.reltol_pivot && own.1 >= 0.1 * other.1;
            let column = match (is_sound, other.1 > constants.reltol_pivot) {
                (true, _) => own.0,
                (false, true) => other.0,
                (false, false) if own.1.abs().max(other.1.abs()) <= constants.reltol_pivot => return Err(Singular),
                (false, false) if own.1.abs() > other.1.abs() => own.0,
                (false, false) => other.0,
            };
            core.exchange_with_sizes(row, column, constants);
            core.remove_column(column);
        }
        Ok(())
    }

    /// Adds the distances of an unknown from its bounds.
    fn add_gaps(&mut self, problem: &Problem<N>, i: usize) {
        let (lower, upper) = problem.bounds(i);
        for (variable, side, bound) in [(Variable::LowerGap(i), 1.0, lower), (Variable::UpperGap(i), -1.0, upper)] {
            let Some(bound) = bound else { continue };
            let factor = -side / self.scale[i];
            let constant = bound.constant.times(factor);
            let row = self.core.add_row(variable, constant, constant.abs());
            self.core.add_to_row(row, side, Variable::Lambda(i));
            if let Some(slope) = bound.slope {
                let factor = factor * self.mesh_scale[slope.mesh];
                self.core.add_to_row(row, factor * slope.positive, Variable::MeshPlus(slope.mesh));
                self.core.add_to_row(row, factor * slope.negative, Variable::MeshMinus(slope.mesh));
            }
        }
    }

    /// An unknown that depends on others begins at the bound at which it leaves them less to carry, or at none if it has none.
    fn put_at_bound(
        &mut self,
        i: usize,
        column: usize,
        point: StartingPoint,
        constants: &Constants,
    ) -> Result<(), Singular> {
        let core = &mut self.core;
        let gaps = [Variable::LowerGap(i), Variable::UpperGap(i)].map(|gap| core.row_of(gap));
        let carried = (0..core.rows()).filter(|&row| matches!(core.basic[row], Variable::Lambda(_)));
        let relief = carried.fold(Germ::default(), |sum: Germ<N>, row| sum.plus(-core.at(row, column), &core.rhs[row]));
        let moves = core
            .row_of(Variable::Motion(i))
            .map_or(0, |row| core.rhs[row].sign(constants.reltol_zero, &core.size[row]));
        let prefers_upper = if moves == 0 { relief.sign(0.0, &Germ::default()) > 0 } else { moves < 0 };
        let prefers_upper = prefers_upper != (point == StartingPoint::Aiding);
        let order = if prefers_upper { [gaps[1], gaps[0]] } else { gaps };
        if order == [None, None] {
            core.remove_column(column);
            return Ok(());
        }
        // A bound that follows λ faster than λ itself would begin with the index −1.
        let share = |row: &usize| {
            let is_upper = matches!(core.basic[*row], Variable::UpperGap(_));
            if is_upper { -core.at(*row, column) } else { core.at(*row, column) }
        };
        let sound = order.into_iter().flatten().find(|row| share(row) > constants.reltol_pivot);
        let any = || order.into_iter().flatten().find(|row| share(row).abs() > constants.reltol_pivot);
        core.exchange_with_sizes(sound.or_else(any).ok_or(Singular)?, column, constants);
        Ok(())
    }
}

/// The bound of a law with this place.
pub(super) fn bound_at<const N: usize>(law: &Law<N>, place: Place) -> Option<&Bound<N>> {
    match (law, place) {
        (Law::Given(bound), _) => Some(bound),
        (Law::Between(lower, _), Place::Lower) => Some(lower),
        (Law::Between(_, upper), Place::Upper) => Some(upper),
        (Law::Between(..), Place::Inside | Place::Given) => None,
    }
}
