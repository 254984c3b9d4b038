//! Modes of linear systems that grow without control.

use fmu_analysis::linear::{Complex, DMatrix, balanced, eigenvalues_of_balanced};
use model_description::declaration::{Model, Value};
use model_description::elements::ElementKind;
use std::f64::consts::LN_2;

/// Growth that is this small against the entries of the matrix is rounding.
const ROUNDING: f64 = 1e-9;

/// A sentence for each mode that grows.
pub fn unstable_modes(model: &Model) -> Vec<String> {
    let mut systems: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, element) in model.elements.iter().enumerate() {
        if element.kind == ElementKind::LinearState {
            let system = element.name.split_once('.').map_or(model.identifier.as_str(), |(system, _)| system);
            match systems.iter_mut().find(|(known, _)| *known == system) {
                Some((_, states)) => states.push(index),
                None => systems.push((system, vec![index])),
            }
        }
    }
    systems.iter().flat_map(|(system, states)| of_system(model, system, states)).collect()
}

fn of_system(model: &Model, system: &str, states: &[usize]) -> Vec<String> {
    let place = |element: Option<usize>| states.iter().position(|state| Some(*state) == element);
    let mut matrix = DMatrix::zeros(states.len(), states.len());
    for element in model.elements.iter().filter(|element| element.kind == ElementKind::Coefficient) {
        if let (Some(row), Some(column)) = (place(element.first), place(element.second)) {
            matrix[(row, column)] = start(model, &element.name);
        }
    }
    let sentence = |mode: Complex<f64>| {
        let imaginary = if mode.im > 0.0 { format!(" ± {}i", readable(mode.im, 4)) } else { String::new() };
        format!(
            "{system} is unstable by itself: the mode {}{imaginary} 1/s of A doubles in {} s",
            readable(mode.re, 4),
            readable(LN_2 / mode.re, 3)
        )
    };
    coupled_parts(&matrix)
        .iter()
        .flat_map(|part| growing(matrix.select_rows(part).select_columns(part)))
        .map(sentence)
        .collect()
}

/// States that act on each other, in groups. The modes of a matrix are those of its parts; as a part, an integrator has the mode 0
/// exactly, while of several in a row the eigenvalues of the whole matrix are 0 to the root of the rounding only.
fn coupled_parts(matrix: &DMatrix<f64>) -> Vec<Vec<usize>> {
    let count = matrix.nrows();
    // Whether a state acts on another one, also by way of others (Warshall).
    let mut acts = matrix.map(|entry| entry != 0.0);
    for between in 0..count {
        for to in 0..count {
            for from in 0..count {
                acts[(to, from)] |= acts[(to, between)] && acts[(between, from)];
            }
        }
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for state in 0..count {
        let is_coupled = |part: &&mut Vec<usize>| acts[(state, part[0])] && acts[(part[0], state)];
        match parts.iter_mut().find(is_coupled) {
            Some(part) => part.push(state),
            None => parts.push(vec![state]),
        }
    }
    parts
}

/// Of a pair the one with the positive imaginary part.
fn growing(matrix: DMatrix<f64>) -> Vec<Complex<f64>> {
    let (matrix, unit) = balanced(&matrix);
    let least = ROUNDING * matrix.amax();
    let modes = eigenvalues_of_balanced(matrix).into_iter();
    modes.filter(|mode| mode.re > least && mode.im >= 0.0).map(|mode| mode * unit).collect()
}

/// With so many decimals, and in powers of ten where that would be only zeros or a long row of digits.
fn readable(value: f64, decimals: usize) -> String {
    if (1e-2..1e7).contains(&value.abs()) { format!("{value:.decimals$}") } else { format!("{value:.decimals$e}") }
}

fn start(model: &Model, name: &str) -> f64 {
    match model.variable(name).map(|variable| variable.value) {
        Some(Value::Real(real)) => real.start,
        Some(Value::Integer { .. } | Value::Enumeration { .. }) | None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::configuration::parse;
    use std::path::Path;

    fn told(a: &str) -> Vec<String> {
        let states: Vec<String> = (1..a.matches('[').count()).map(|state| format!("x{state}")).collect();
        let text = format!("name = \"S\"\nmodel = \"LinearSystem\"\nstates = {states:?}\nA = {a}\n");
        unstable_modes(&parse(&text, Path::new("s.toml")).expect("it is a linear system"))
    }

    #[test]
    fn modes_that_grow_are_told_and_integrators_are_not() {
        assert_eq!(
            told("[[0.5, 2], [-2, 0.5]]"),
            ["S is unstable by itself: the mode 0.5000 ± 2.0000i 1/s of A doubles in 1.386 s"]
        );
        assert_eq!(
            told("[[0.25, 0], [0, -1]]"),
            ["S is unstable by itself: the mode 0.2500 1/s of A doubles in 2.773 s"]
        );
        assert!(told("[[0, 1], [0, 0]]").is_empty() && told("[[0, 1], [-4, 0]]").is_empty());
        assert!(told("[[-1, 1e6], [-1e-6, -1]]").is_empty());
    }

    #[test]
    fn a_mode_of_any_size_is_told_in_a_short_sentence() {
        assert_eq!(
            told("[[1e300]]"),
            ["S is unstable by itself: the mode 1.0000e300 1/s of A doubles in 6.931e-301 s"]
        );
        assert_eq!(
            told("[[1e-200]]"),
            ["S is unstable by itself: the mode 1.0000e-200 1/s of A doubles in 6.931e199 s"]
        );
    }

    /// An airframe, its attitude, and the integral of that: an eigenvalue of the whole matrix comes out as 5e-9.
    #[test]
    fn integrators_in_a_row_do_not_grow() {
        let airframe = "[-1.01887, 0.90506, 0, 0], [0.82225, -1.07741, 0, 0], [0, 1, 0, 0]";
        assert!(told(&format!("[{airframe}, [0, 0, -1, 0]]")).is_empty());
        let closed = told(&format!("[{airframe}, [0, 0, 0, 0.25]]"));
        assert_eq!(closed, ["S is unstable by itself: the mode 0.2500 1/s of A doubles in 2.773 s"]);
    }
}
