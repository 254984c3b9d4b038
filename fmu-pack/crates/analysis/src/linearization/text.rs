//! A linear system as JSON and as a script for MATLAB and Octave.

use super::Linearization;
use crate::linear::{DMatrix, LinearSystem, Pole, Signal};
use fmu_output::number;
use serde_json::{Value, json};
use std::fmt::Write;

/// JSON, with poles and zeros.
pub fn to_json(linear: &Linearization) -> String {
    let system = &linear.system;
    let valued = |values: &[(Signal, f64)]| -> Vec<Value> {
        let one = |(signal, value): &(Signal, f64)| json!({"name": signal.name, "unit": signal.unit, "value": value});
        values.iter().map(one).collect()
    };
    let removed: Vec<Value> =
        linear.removed.iter().map(|removed| json!({"name": removed.state.name, "why": removed.why})).collect();
    let value = json!({
        "model": linear.model,
        "regime": linear.regime.name(),
        "reason": linear.reason,
        "method": linear.method,
        "operating_point": {
            "time": linear.point.time,
            "states": valued(&linear.point.states),
            "inputs": valued(&linear.point.inputs),
        },
        "removed_states": removed,
        "at_limits": linear.at_limits,
        "open_free_play": linear.open_free_play,
        "states": system.states,
        "inputs": system.inputs,
        "outputs": system.outputs,
        "a": rows(&system.a),
        "b": rows(&system.b),
        "c": rows(&system.c),
        "d": rows(&system.d),
        "poles": system.poles().iter().map(pole).collect::<Vec<Value>>(),
        "zeros": zeros(system),
    });
    // A value of numbers, texts and lists can be written.
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

fn rows(matrix: &DMatrix<f64>) -> Vec<Vec<f64>> {
    matrix.row_iter().map(|row| row.iter().copied().collect()).collect()
}

fn pole(pole: &Pole) -> Value {
    json!({
        "real": pole.real,
        "imaginary": pole.imaginary,
        "natural_frequency": pole.natural_frequency(),
        "damping_ratio": pole.damping_ratio(),
    })
}

/// Of each way from an input to an output that it reaches.
fn zeros(system: &LinearSystem) -> Vec<Value> {
    let ways = (0..system.inputs.len()).flat_map(|input| (0..system.outputs.len()).map(move |output| (input, output)));
    let way = |(input, output): (usize, usize)| {
        let zeros: Vec<Value> = system.zeros(input, output)?.iter().map(pole).collect();
        Some(json!({"input": system.inputs[input].name, "output": system.outputs[output].name, "zeros": zeros}))
    };
    ways.filter_map(way).collect()
}

/// A script that makes `sys`, in MATLAB by the Control System Toolbox and in Octave by the package control.
pub fn to_matlab(linear: &Linearization) -> String {
    let system = &linear.system;
    let mut text = String::new();
    // A string takes whatever is written to it.
    let _ = writeln!(
        text,
        "% {}: linearized at {} s by fmu-pack, {}.",
        linear.model,
        number(linear.point.time),
        linear.method
    );
    let _ = writeln!(text, "% Regime {}: {}.", linear.regime.name(), linear.reason.replace('\n', " "));
    for removed in &linear.removed {
        let _ = writeln!(text, "% Left out: {}, which {}.", removed.state.name, removed.why.words());
    }
    for limit in &linear.at_limits {
        let _ = writeln!(text, "% {limit}: the loop is open there.");
    }
    for open in &linear.open_free_play {
        let _ = writeln!(text, "% {open}: what is behind it is apart.");
    }
    for (name, signals) in [("States", &system.states), ("Inputs", &system.inputs), ("Outputs", &system.outputs)] {
        let with_units: Vec<String> =
            signals.iter().map(|signal| format!("{} [{}]", signal.name, signal.unit)).collect();
        let _ = writeln!(text, "% {name}: {}.", with_units.join(", "));
    }
    for (name, matrix) in [("A", &system.a), ("B", &system.b), ("C", &system.c), ("D", &system.d)] {
        matlab_matrix(&mut text, name, matrix);
    }
    for (name, signals) in
        [("state_names", &system.states), ("input_names", &system.inputs), ("output_names", &system.outputs)]
    {
        let quoted: Vec<String> =
            signals.iter().map(|signal| format!("'{}'", signal.name.replace('\'', "''"))).collect();
        let _ = writeln!(text, "{name} = {{{}}};", quoted.join(", "));
    }
    text + "sys = ss(A, B, C, D);\n\
            if exist('OCTAVE_VERSION', 'builtin')\n  \
            sys = set(sys, 'stname', state_names, 'inname', input_names, 'outname', output_names);\n\
            else\n  \
            set(sys, 'StateName', state_names, 'InputName', input_names, 'OutputName', output_names);\n\
            end\n"
}

fn matlab_matrix(text: &mut String, name: &str, matrix: &DMatrix<f64>) {
    // An empty matrix has its size too.
    if matrix.is_empty() {
        let _ = writeln!(text, "{name} = zeros({}, {});", matrix.nrows(), matrix.ncols());
        return;
    }
    let row = |values: Vec<f64>| values.iter().map(|value| number(*value)).collect::<Vec<String>>().join(", ");
    let rows: Vec<String> = rows(matrix).into_iter().map(row).collect();
    let _ = writeln!(text, "{name} = [\n  {}\n];", rows.join("\n  "));
}
