//! The published airframes: their modes against the tables of their sources.

use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::{drivetrain, example};
use test_support::{Recorder, get, set};

/// Real and imaginary part.
type Complex = (f64, f64);

fn times((a, b): Complex, (c, d): Complex) -> Complex {
    (a * c - b * d, a * d + b * c)
}

/// A, from the FMU itself: column by column its directional derivatives.
fn matrix(actuator: &Drivetrain) -> Vec<Vec<f64>> {
    let (interface, n) = (actuator.interface(), actuator.states().len());
    let column = |column: usize| {
        let (mut direction, mut changes) = (vec![0.0; n], vec![0.0; interface.reals.len()]);
        direction[column] = 1.0;
        actuator.directional_derivative(&direction, &vec![0.0; interface.inputs.len()], &mut changes);
        interface.states.iter().map(|state| changes[state.derivative as usize]).collect::<Vec<f64>>()
    };
    let columns: Vec<Vec<f64>> = (0..n).map(column).collect();
    (0..n).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

/// Coefficients of det(λ − A), the highest first (Faddeev and Le Verrier).
fn characteristic(a: &[Vec<f64>]) -> Vec<f64> {
    let n = a.len();
    let mut coefficients = vec![1.0];
    let mut m = vec![vec![0.0; n]; n];
    for k in 1..=n {
        let last = coefficients[k - 1];
        let product = |i: usize, j: usize| (0..n).map(|l| a[i][l] * m[l][j]).sum::<f64>();
        m = (0..n).map(|i| (0..n).map(|j| product(i, j) + if i == j { last } else { 0.0 }).collect()).collect();
        let trace: f64 = (0..n).map(|i| (0..n).map(|l| a[i][l] * m[l][i]).sum::<f64>()).sum();
        coefficients.push(-trace / k as f64);
    }
    coefficients
}

/// The eigenvalue that Newton's method finds from a printed one.
fn eigenvalue(a: &[Vec<f64>], printed: Complex) -> Complex {
    let polynomial = characteristic(a);
    let mut z = printed;
    for _ in 0..50 {
        let (mut value, mut slope) = ((0.0, 0.0), (0.0, 0.0));
        for coefficient in &polynomial {
            slope = (times(slope, z).0 + value.0, times(slope, z).1 + value.1);
            value = (times(value, z).0 + coefficient, times(value, z).1);
        }
        let size = slope.0 * slope.0 + slope.1 * slope.1;
        let change = times(value, (slope.0 / size, -slope.1 / size));
        z = (z.0 - change.0, z.1 - change.1);
    }
    z
}

fn assert_modes(name: &str, printed: &[(Complex, f64)]) {
    let mut actuator = drivetrain(&example(name));
    actuator.initialize(0.0, &mut Recorder::default());
    let a = matrix(&actuator);
    for (mode, digit) in printed {
        let found = eigenvalue(&a, *mode);
        // Half a unit of the last digit that is printed, each.
        let is_near = (found.0 - mode.0).abs() <= 0.5 * digit && (found.1 - mode.1).abs() <= 0.5 * digit;
        assert!(is_near, "{name}: {found:?} {mode:?}");
    }
}

#[test]
fn the_modes_of_the_transport_are_those_of_its_source() {
    let mut actuator = drivetrain(&example("b747_longitudinal"));
    actuator.initialize(0.0, &mut Recorder::default());
    let a = matrix(&actuator);
    // What is printed, and half a unit of its last digit.
    let is_printed = |value: f64, printed: f64, digit: f64| {
        assert!((value - printed).abs() <= 0.5 * digit, "{value} {printed}");
    };
    // Etkin & Reid 1996, eq. (6.2,2): λ⁴ + 0.750468 λ³ + 0.935494 λ² + 0.0094630 λ + 0.0041959.
    let coefficients = characteristic(&a);
    for (value, (printed, digit)) in
        coefficients[1..].iter().zip([(0.750468, 1e-6), (0.935494, 1e-6), (0.0094630, 1e-7), (0.0041959, 1e-7)])
    {
        is_printed(*value, printed, digit);
    }
    // The same section, "Eigenvalues": phugoid and short period.
    for [re, im] in [[(-0.003289, 1e-6), (0.06723, 1e-5)], [(-0.3719, 1e-4), (0.8875, 1e-4)]] {
        let found = eigenvalue(&a, (re.0, im.0));
        is_printed(found.0, re.0, re.1);
        is_printed(found.1, im.0, im.1);
    }
}

/// Short period and phugoid, Stevens, Lewis & Johnson 2016, section 3.8: the matrix is printed there as well. With a unit of the last
/// digit of real and imaginary part, and how far the roundings of the printed entries move either at most: all of them, each by half a
/// unit of its last digit, added up.
#[test]
fn the_longitudinal_modes_of_the_fighter_are_those_of_its_source() {
    assert_printed(
        "f16_longitudinal_cg30",
        &[
            ((-1.2039, 1.4922), (1e-4, 1e-4), (5.1e-5, 2.6e-5)),
            ((-0.0087297, 0.073966), (1e-7, 1e-6), (3.7e-7, 3.1e-6)),
        ],
    );
}

/// Dutch roll, roll subsidence and spiral, example 3.8-1 of the same source.
#[test]
fn the_lateral_modes_of_the_fighter_are_those_of_its_source() {
    assert_printed(
        "f16_lateral",
        &[
            ((-0.4399, 3.220), (1e-4, 1e-3), (8.4e-6, 2.2e-5)),
            ((-3.601, 0.0), (1e-3, 0.0), (5.4e-5, 0.0)),
            ((-0.0128, 0.0), (1e-4, 0.0), (1.3e-6, 0.0)),
        ],
    );
}

/// Modes with the unit of the last printed digit and what the roundings of the matrix can add, each of real and imaginary part.
fn assert_printed(name: &str, modes: &[(Complex, Complex, Complex)]) {
    let mut actuator = drivetrain(&example(name));
    actuator.initialize(0.0, &mut Recorder::default());
    let a = matrix(&actuator);
    for (mode, digit, of_matrix) in modes {
        let found = eigenvalue(&a, *mode);
        let is_near =
            |found: f64, printed: f64, digit: f64, of_matrix: f64| (found - printed).abs() <= 0.5 * digit + of_matrix;
        let is_printed =
            is_near(found.0, mode.0, digit.0, of_matrix.0) && is_near(found.1, mode.1, digit.1, of_matrix.1);
        assert!(is_printed, "{name}: {found:?} {mode:?}");
    }
}

/// The matrix is that of Stevens & Lewis; its modes as the configuration tells them, which no public copy of the book could confirm,
/// are here compared with NumPy's.
#[test]
fn the_fighter_is_unstable_as_its_configuration_says() {
    assert_modes("f16_longitudinal", &[((-1.912, 0.0), 1e-3), ((0.0976, 0.0), 1e-4), ((-0.1507, 0.1153), 1e-4)]);
}

#[test]
fn matrices_count_in_the_units_that_the_file_names() {
    let actuator = drivetrain(&example("f16_longitudinal"));
    let degree = std::f64::consts::PI / 180.0;
    let is = |name: &str, wanted: f64| {
        let value = get(&actuator, name);
        assert!((value - wanted).abs() <= 1e-15 * wanted.abs(), "{name}: {value} {wanted}");
    };
    // ft/s2 per rad, rad/s2 per degree, ft/s2 per degree.
    is("A[1,2]", 8.8157 * 0.3048);
    is("A[2,1]", -2.5389e-4 / 0.3048);
    is("B[4,1]", -0.17555 / degree);
    is("B[1,1]", 0.1737 * 0.3048 / degree);
}

#[test]
fn a_linear_system_with_entries_too_large_for_a_series_is_no_defect() {
    // Coefficients of a series grow with the powers of the entries and leave the range of numbers: then the step is implicit.
    for entry in [1e20, 1e60, 1e150, -1e60, -1e150] {
        let text = example("f16_lateral").replace("[-0.32200,", &format!("[{entry:e},"));
        let mut actuator = drivetrain(&text);
        set(&mut actuator, "aileron", 1.0);
        actuator.initialize(0.0, &mut Recorder::default());
        // Nothing panics; a step that leaves the range of numbers is told and undone.
        let is_done = actuator.advance(0.0, 0.01, &mut Recorder::default());
        actuator.update_outputs();
        assert!(!is_done || actuator.states().iter().all(|state| state.is_finite()), "{entry}");
    }
}
