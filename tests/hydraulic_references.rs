//! The LuGre actuator of Yadav & Agnihotri and the canonical presliding loop.

mod harness;

use actuator_fmu::actuator::{Actuator, HydraulicActuator};
use actuator_fmu::interface::hydraulic_actuator::INTERFACE;
use harness::reference::Table;
use harness::{Run, Signal, get, set};

fn hydraulic(parameters: &[(&str, f64)]) -> HydraulicActuator {
    let mut actuator = HydraulicActuator::new(&INTERFACE);
    for (name, value) in parameters {
        set(&mut actuator, name, *value);
    }
    actuator
}

#[test]
fn lugre_actuator_at_10_newton_agrees_with_the_reference() {
    let table = Table::read("lugre/A10.csv");
    for tol in [1e-7, 1e-8, 1e-9, 1e-10, 1e-11] {
        let mut actuator = hydraulic(&[("pressure_step.force_amplitude", 10.0), ("solver.tolerance", tol)]);
        let (mut x, mut v, mut f): (f64, f64, f64) = (0.0, 0.0, 0.0);
        let mut row = 0;
        let start = std::time::Instant::now();
        let r = Run { actuator: &mut actuator, inputs: vec![], end: 10.0, step: 1e-3 }.go(|time, a| {
            assert!((table.column("t")[row] - time).abs() < 1e-9);
            x = x.max((get(a, "position") - table.column("x")[row]).abs());
            v = v.max((get(a, "velocity") - table.column("v")[row]).abs());
            f = f.max((get(a, "friction_force") - table.column("Ff")[row]).abs());
            row += 1;
        });
        println!("tol {tol}: x {x:e} v {v:e} f {f:e}  {:?} {} {:?}", start.elapsed(), r.events.len(), r.warnings);
    }
}
