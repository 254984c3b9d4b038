//! x' = A·x + B·u against the matrix exponential, for every length of the communication step.

use crate::linear_systems::reference;
use actuator_fmu::actuator::Actuator;
use test_support::drivetrain::drivetrain;
use test_support::saved::{restore, save};
use test_support::{Run, Signal, get};

const SIZE: usize = 10;

/// The entries of tests/reference/linear_system/reference.py.
fn entry(i: usize, j: usize) -> f64 {
    let pairs = [3.0, 0.0, 12.0, 0.0, 60.0, 0.0, 75.0];
    if i == j {
        return [-0.5, -0.5, -4.0, -4.0, -30.0, -30.0, -100.0, -100.0, -400.0, -0.25][i];
    }
    if j == i + 1 && i.is_multiple_of(2) && i < 7 {
        return pairs[i];
    }
    if i == j + 1 && j.is_multiple_of(2) && j < 7 {
        return -pairs[j];
    }
    (((7 * i + 3 * j) % 5) as f64 - 2.0) * 0.0625
}

fn matrix(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) -> String {
    let row = |i: usize| format!("{:?}", (0..columns).map(|j| entry(i, j)).collect::<Vec<f64>>());
    format!("[{}]", (0..rows).map(row).collect::<Vec<String>>().join(", "))
}

fn ten_states() -> String {
    let states: Vec<String> =
        (0..SIZE).map(|i| format!("{{ name = \"x{}\", start = {:?} }}", i + 1, ((i % 3) as f64 - 1.0) / 4.0)).collect();
    format!(
        "name = \"Ten\"\nmodel = \"LinearSystem\"\ninputs = [\"u1\", \"u2\"]\nstates = [{}]\nA = {}\nB = {}\n\
         outputs = [\"y\"]\nC = {}\nD = [[2, -1]]\n",
        states.join(", "),
        matrix(SIZE, SIZE, entry),
        matrix(SIZE, 2, |i, j| (((i + 2 * j) % 3) as f64 - 1.0) * 0.5),
        matrix(1, SIZE, |_, j| j as f64)
    )
}

fn inputs() -> Vec<(&'static str, Signal)> {
    let first = Signal::through(&[(0.0, 0.0), (0.5, 1.0), (1.0, 1.0), (1.0, -1.0), (2.0, 0.5), (3.0, 0.5)]);
    let second = Signal::through(&[(0.0, 0.25), (1.0, 0.25), (1.5, -0.75), (1.5, 0.5), (3.0, 0.0)]);
    vec![("u1", first), ("u2", second)]
}

/// Largest difference of each state from its reference, over the largest value that it has.
fn differences(text: &str, name: &str, inputs: Vec<(&'static str, Signal)>, step: f64) -> Vec<f64> {
    let (header, rows) = reference(name);
    let mut actuator = drivetrain(text);
    let mut found = vec![0.0; header.len() - 1];
    let mut size = vec![0.0; header.len() - 1];
    let mut points = rows.iter().peekable();
    let run = Run { actuator: &mut actuator, inputs, end: 3.0, step };
    let mut times = run.points();
    times.extend(rows.iter().map(|row| row[0]));
    times.sort_by(f64::total_cmp);
    times.dedup_by(|b, a| *b - *a < 1e-12);
    let recorder = run.over(&times, |time, actuator| {
        let Some(row) = points.next_if(|row| (row[0] - time).abs() < 1e-9) else { return };
        for (column, wanted) in row[1..].iter().enumerate() {
            let value = get(actuator, &header[column + 1]);
            found[column] = f64::max(found[column], (value - wanted).abs());
            size[column] = f64::max(size[column], wanted.abs());
        }
    });
    assert!(points.next().is_none() && recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    found.iter().zip(size).map(|(found, size)| found / size).collect()
}

#[test]
fn states_are_those_of_the_matrix_exponential_for_every_communication_step() {
    for step in [1e-3, 1e-2, 3.7e-4, 0.5] {
        let found = differences(&ten_states(), "ten_states.csv", inputs(), step);
        let worst = found.iter().copied().fold(0.0, f64::max);
        println!("{step}: {worst:e}");
        // Rounding of 3 s with poles of 400 1/s.
        assert!(worst <= 1e-12, "{step}: {found:?}");
    }
}

fn chain() -> String {
    let names: Vec<String> = (1..=24).map(|number| format!("\"x{number}\"")).collect();
    let a = matrix(24, 24, |i, j| {
        if i == j {
            -20.0
        } else if i == j + 1 {
            20.0
        } else {
            0.0
        }
    });
    let b = matrix(24, 1, |i, _| if i == 0 { 20.0 } else { 0.0 });
    let states = names.join(", ");
    format!("name = \"Chain\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{states}]\nA = {a}\nB = {b}\n")
}

#[test]
fn a_chain_of_24_lags_moves_though_its_end_begins_with_more_derivatives_than_the_series_has() {
    for step in [1e-3, 1e-2, 0.5] {
        let found = differences(&chain(), "chain.csv", vec![("u", Signal::constant(1.0))], step);
        let worst = found.iter().copied().fold(0.0, f64::max);
        println!("{step}: {worst:e}");
        assert!(worst <= 1e-12, "{step}: {found:?}");
    }
}

#[test]
fn outputs_are_sums_of_states_and_inputs_with_exact_derivatives() {
    let mut actuator = drivetrain(&ten_states());
    Run { actuator: &mut actuator, inputs: inputs(), end: 0.25, step: 1e-2 }.go(|_, _| {});
    let interface = actuator.interface();
    let x: Vec<f64> = (1..=SIZE).map(|i| get(&actuator, &format!("x{i}"))).collect();
    let u = [get(&actuator, "u1"), get(&actuator, "u2")];
    let y: f64 = x.iter().enumerate().map(|(j, x)| j as f64 * x).sum::<f64>() + 2.0 * u[0] - u[1];
    assert!((get(&actuator, "y") - y).abs() <= 1e-15 * 10.0, "{y}");
    // Directional derivatives are the matrices.
    for column in 0..SIZE + 2 {
        let (mut states, mut inputs, mut changes) = (vec![0.0; SIZE], vec![0.0; 2], vec![0.0; interface.reals.len()]);
        if column < SIZE {
            states[column] = 1.0
        } else {
            inputs[column - SIZE] = 1.0
        }
        actuator.directional_derivative(&states, &inputs, &mut changes);
        for (row, state) in interface.states.iter().enumerate() {
            let b = |j: usize| (((row + 2 * j) % 3) as f64 - 1.0) * 0.5;
            let wanted = if column < SIZE { entry(row, column) } else { b(column - SIZE) };
            assert_eq!(changes[state.derivative as usize], wanted, "{row} {column}");
        }
        let wanted = if column < SIZE { column as f64 } else { [2.0, -1.0][column - SIZE] };
        assert_eq!(changes[interface.reals.iter().position(|real| real.name == "y").unwrap()], wanted);
    }
    // u1 rises by 2 per second, u2 rests.
    let rate = actuator.output_derivative(interface.reals.iter().position(|real| real.name == "y").unwrap() as u32);
    let of = |row: usize| {
        (0..SIZE).map(|j| entry(row, j) * x[j]).sum::<f64>()
            + ((row % 3) as f64 - 1.0) * 0.5 * u[0]
            + (((row + 2) % 3) as f64 - 1.0) * 0.5 * u[1]
    };
    let wanted: f64 = (0..SIZE).map(|j| j as f64 * of(j)).sum::<f64>() + 2.0 * 2.0;
    assert!((rate - wanted).abs() <= 1e-12 * wanted.abs(), "{rate} {wanted}");
}

#[test]
fn a_system_restored_anywhere_goes_on_with_the_same_bits() {
    let step = 1.0 / 64.0;
    let trace = |from: Option<(Vec<u8>, usize)>| {
        let mut actuator = drivetrain(&ten_states());
        let mut run = Run { actuator: &mut actuator, inputs: inputs(), end: 3.0, step };
        let mut recorder = Default::default();
        run.start(&mut recorder);
        let first = from.map_or(0, |(bytes, first)| {
            restore(run.actuator, &bytes);
            first
        });
        let mut saved = Vec::new();
        for number in first..96 {
            saved.push(save(run.actuator));
            run.advance(number as f64 * step, (number + 1) as f64 * step, &mut recorder);
        }
        saved
    };
    let whole = trace(None);
    for first in [1, 31, 64, 90] {
        assert!(trace(Some((whole[first].clone(), first)))[..] == whole[first..], "{first}");
    }
}

#[test]
fn the_mirror_of_all_starts_and_inputs_gives_the_mirror_to_the_bit() {
    let run = |sign: f64| {
        let mut actuator = drivetrain(&ten_states());
        for i in 1..=SIZE {
            let start = get(&actuator, &format!("x{i}.start"));
            test_support::set(&mut actuator, &format!("x{i}.start"), sign * start);
        }
        let mirrored = inputs().into_iter().map(|(name, signal)| {
            (name, Signal(signal.0.into_iter().map(|(time, value)| (time, sign * value)).collect()))
        });
        let mut trace = Vec::new();
        Run { actuator: &mut actuator, inputs: mirrored.collect(), end: 2.0, step: 1e-2 }
            .go(|_, actuator| trace.extend((1..=SIZE).map(|i| sign * get(actuator, &format!("x{i}")))));
        trace
    };
    assert!(run(1.0) == run(-1.0));
}

/// A pole of −2000 1/s, driven by 1 from zero: x = 1 − exp(−2000·t), at steps that are many time constants long.
#[test]
fn a_stiff_pole_is_exact_at_long_steps() {
    for step in [0.001, 0.02, 0.05, 0.09, 0.1, 0.17, 0.25, 0.3, 1.0] {
        let text =
            "name = \"K\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [\"x\"]\nA = [[-2000]]\nB = [[2000]]\n";
        let mut actuator = drivetrain(text);
        let input = Signal::through(&[(0.0, 1.0), (4.0, 1.0)]);
        Run { actuator: &mut actuator, inputs: vec![("u", input)], end: 4.0, step }.go(|time, actuator| {
            let exact = -(-2000.0 * time).exp_m1();
            // Rounding of as many substeps as the time constants of the steps.
            assert!((get(actuator, "x") - exact).abs() <= 1e-13, "{step}: {} at {time}", get(actuator, "x"));
        });
    }
}
