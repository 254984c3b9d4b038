//! The dictionary of complementary pairs: w of an unknown becomes the difference of its parts.
//!
//! ```text
//! w = w⁺ − w⁻     0 ≤ λ − lower ⊥ w⁺ ≥ 0     0 ≤ upper − λ ⊥ w⁻ ≥ 0     0 ≤ T⁺ ⊥ T⁻ ≥ 0
//! ```

use super::Problem;
use super::tableau::{Tableau, Variable};
use crate::memory::List;

/// Where a column goes to: with its own sign, and with the other.
pub(super) type Columns = [Option<usize>; 2];

/// Writes the pairs of these unknowns and meshes, each with its condition relaxed by the same amount.
pub(super) fn write<const N: usize>(
    problem: &Problem<N>,
    (members, meshes): (&[usize], &[usize]),
    core: &Tableau<N>,
    columns: &mut List<Columns>,
    tableau: &mut Tableau<N>,
) {
    tableau.clear();
    write_columns(problem, core, columns, tableau);
    let gaps = members.iter().flat_map(|&i| [Variable::LowerGap(i), Variable::Motion(i), Variable::UpperGap(i)]);
    let parts = meshes.iter().flat_map(|&g| [Variable::MeshPlus(g), Variable::MeshMinus(g)]);
    for variable in gaps.chain(parts) {
        if let Some(row) = core.row_of(variable) {
            write_row(problem, core, row, columns, tableau);
        }
    }
}

fn has_bounds<const N: usize>(problem: &Problem<N>, i: usize) -> (bool, bool) {
    let (lower, upper) = problem.bounds(i);
    (lower.is_some(), upper.is_some())
}

fn add<const N: usize>(tableau: &mut Tableau<N>, variable: Variable) -> Option<usize> {
    tableau.nonbasic.push(variable);
    Some(tableau.nonbasic.len() - 1)
}

fn write_columns<const N: usize>(
    problem: &Problem<N>,
    core: &Tableau<N>,
    columns: &mut List<Columns>,
    tableau: &mut Tableau<N>,
) {
    columns.clear();
    for variable in core.nonbasic.iter() {
        columns.push(if let Variable::Motion(i) = *variable {
            let (lower, upper) = has_bounds(problem, i);
            let lower = if lower { add(tableau, Variable::LowerMotion(i)) } else { None };
            [lower, if upper { add(tableau, Variable::UpperMotion(i)) } else { None }]
        } else {
            [add(tableau, *variable), None]
        });
    }
    // An unknown at a bound begins with the part of w that this bound opposes as basic; the other part is nonbasic.
    for variable in core.basic.iter() {
        if let Variable::Motion(i) = *variable
            && has_bounds(problem, i) == (true, true)
        {
            add(tableau, parts_at_bound(core, i).1);
        }
    }
    add(tableau, Variable::Relaxation);
}

fn write_row<const N: usize>(
    problem: &Problem<N>,
    core: &Tableau<N>,
    row: usize,
    columns: &[Columns],
    tableau: &mut Tableau<N>,
) {
    let (mut own, mut other, mut sign) = (core.basic[row], None, 1.0);
    if let Variable::Motion(i) = own {
        // Without bounds there is nothing to be complementary to.
        if has_bounds(problem, i) == (false, false) {
            return;
        }
        let (first, second) = parts_at_bound(core, i);
        sign = if matches!(first, Variable::LowerMotion(_)) { 1.0 } else { -1.0 };
        (own, other) = (first, tableau.column_of(second));
    }
    let to = tableau.add_row(own, core.rhs[row].times(sign), core.size[row]);
    let cells = tableau.row_mut(to);
    for (value, [same, reversed]) in core.row(row).iter().zip(columns) {
        same.iter().for_each(|column| cells[*column] = sign * value);
        reversed.iter().for_each(|column| cells[*column] = -sign * value);
    }
    other.into_iter().for_each(|column| cells[column] = 1.0);
    if let Some(relaxation) = cells.last_mut() {
        *relaxation = 1.0;
    }
}

/// The part of w with which an unknown at a bound begins, and the other.
fn parts_at_bound<const N: usize>(core: &Tableau<N>, i: usize) -> (Variable, Variable) {
    let parts = (Variable::LowerMotion(i), Variable::UpperMotion(i));
    if core.column_of(Variable::LowerGap(i)).is_some() { parts } else { (parts.1, parts.0) }
}
