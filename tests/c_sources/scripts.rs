//! Scripts for the player in `script.c`: recorded trajectories, and random lives.

use crate::trajectory_bits::{OUTPUTS, Recorded};
use actuator_fmu::interface::{Causality, FIRST_INTEGER_REFERENCE, Interface};
use std::fmt::Write;
use test_support::random::Random;
use test_support::values::{integer, real};

fn bits(value: f64) -> String {
    format!("{:016x}", value.to_bits())
}

fn reference(interface: &Interface, name: &str) -> u32 {
    let is_real = interface.reals.iter().any(|variable| variable.name == name);
    if is_real { real(interface, name) as u32 } else { FIRST_INTEGER_REFERENCE + integer(interface, name) as u32 }
}

/// A case in the making.
struct Script<'a> {
    text: &'a mut String,
    interface: &'static Interface,
}

impl Script<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("a String takes all");
        self.text.push('\n');
    }

    fn begin(&mut self, name: &str, outputs: &[&str]) {
        let guid = self.interface.guid;
        let references: Vec<_> = outputs.iter().map(|name| reference(self.interface, name).to_string()).collect();
        self.line(format_args!("case {} {guid}", name.replace(' ', "_")));
        self.line(format_args!("outputs {} {}", references.len(), references.join(" ")));
    }

    fn real(&mut self, reference: usize, value: f64) {
        self.line(format_args!("real {reference} {}", bits(value)));
    }

    fn step(&mut self, time: f64, size: f64) {
        self.line(format_args!("step {} {}", bits(time), bits(size)));
    }
}

/// An experiment as calls of FMI that give its recorded bits.
pub fn recorded(text: &mut String, recorded: &mut Recorded) {
    let interface = recorded.actuator.interface();
    let mut script = Script { text, interface };
    script.begin(&recorded.name, &OUTPUTS);
    let is_set = |causality| matches!(causality, Causality::Parameter | Causality::Input);
    for (place, (variable, value)) in interface.reals.iter().zip(recorded.actuator.reals()).enumerate() {
        if is_set(variable.causality) && variable.start.to_bits() != value.to_bits() {
            script.real(place, *value);
        }
    }
    for (place, (variable, value)) in
        (FIRST_INTEGER_REFERENCE..).zip(interface.integers.iter().zip(recorded.actuator.integers()))
    {
        if is_set(variable.causality) && variable.start != *value {
            script.line(format_args!("integer {place} {value}"));
        }
    }
    let inputs: Vec<_> = recorded.inputs.iter().map(|(name, signal)| (real(interface, name), signal.clone())).collect();
    for (input, signal) in &inputs {
        script.real(*input, signal.right_of(0.0).0);
    }
    script.line(format_args!("initialize {}", bits(0.0)));
    for pair in recorded.run().points().windows(2) {
        for (input, signal) in &inputs {
            script.real(*input, signal.right_of(pair[0]).0);
        }
        for (input, signal) in &inputs {
            script.line(format_args!("slope {input} {}", bits(signal.right_of(pair[0]).1)));
        }
        script.step(pair[0], pair[1] - pair[0]);
    }
    script.line(format_args!("end"));
}

/// Calls of a life once it is initialized.
const CALLS: u32 = 40;

/// A life of an instance: parameters, most of them legal, and calls in any order, of which many are refused. All that comes back is in
/// the hash: values, statuses, messages.
pub fn life(text: &mut String, interface: &'static Interface, seed: u64) {
    let random = &mut Random::new(seed);
    let mut script = Script { text, interface };
    let outputs: Vec<&str> =
        interface.reals.iter().filter(|v| v.causality == Causality::Output).map(|v| v.name).collect();
    script.begin(&format!("life {seed} of {}", interface.identifier), &outputs[..outputs.len().min(30)]);
    script.line(format_args!("demand 0"));
    for _ in 0..random.below(8) {
        set_something(&mut script, random);
    }
    script.line(format_args!("initialize {}", bits(0.0)));
    let (mut time, mut saved) = (0.0, None);
    for _ in 0..CALLS {
        match random.below(20) {
            0 => set_something(&mut script, random),
            1 => {
                script.line(format_args!("save"));
                saved = Some(time);
            }
            2 => {
                script.line(format_args!("restore"));
                time = saved.unwrap_or(time);
            }
            3 if random.one_in(4) => {
                script.line(format_args!("reset"));
                script.line(format_args!("initialize {}", bits(0.0)));
                time = 0.0;
            }
            4..=7 => drive(&mut script, random),
            _ => {
                let size = if random.one_in(50) { random.wild() } else { random.magnitude(1e-5, 2e-2) };
                script.step(time, size);
                time += if size.is_finite() && size > 0.0 && size < 1.0 { size } else { 0.0 };
            }
        }
    }
    script.line(format_args!("end"));
}

/// A parameter, by its start value, between its bounds, or wild.
fn set_something(script: &mut Script<'_>, random: &mut Random) {
    let interface = script.interface;
    if random.one_in(3) {
        let place = random.below(interface.integers.len());
        let variable = &interface.integers[place];
        let value = random.below(variable.max.clamp(1, 20) as usize + 2);
        return script.line(format_args!("integer {} {value}", FIRST_INTEGER_REFERENCE as usize + place));
    }
    let place = random.below(interface.reals.len());
    let variable = &interface.reals[place];
    let value = if random.one_in(10) {
        random.wild()
    } else if variable.min > -1e3 && variable.max < 1e3 {
        variable.min + (variable.max - variable.min) * random.unit()
    } else {
        variable.start * random.magnitude(0.3, 3.0)
    };
    script.real(place, value);
}

/// An input with its slope, as large as moves the model.
fn drive(script: &mut Script<'_>, random: &mut Random) {
    let interface = script.interface;
    let input = interface.inputs[random.below(interface.inputs.len())] as usize;
    let size = match interface.reals[input].name {
        "motor_torque" | "load_torque" => 2e4,
        "supply_pressure" => 2e7,
        "command" => 0.05,
        _ => 2e3,
    };
    script.real(input, size * (2.0 * random.unit() - 1.0));
    script.line(format_args!("slope {input} {}", bits(if random.one_in(2) { size * random.unit() } else { 0.0 })));
}
