//! Directional and adjoint derivatives are each other's transpose.

use crate::master::{ERROR, Master, OK, Options};
use actuator_fmu::fmi3::*;
use actuator_fmu::interface::{Causality, Variability};
use test_support::Signal;

#[test]
fn the_adjoint_derivative_is_the_transposed_product() {
    for identifier in ["ServoActuator", "HydraulicActuator", "MotionTransmission"] {
        let input = if identifier == "HydraulicActuator" { "force" } else { "load_torque" };
        let mut master = Master::new(identifier, &[(input, Signal::constant(10.0))], Options::default());
        master.initialize();
        assert_eq!(master.step_to(0.05).status, OK);
        let interface = master.interface;
        let outputs: Vec<u32> = (0..interface.reals.len() as u32)
            .filter(|&place| {
                let variable = &interface.reals[place as usize];
                variable.causality == Causality::Output && variable.variability == Variability::Continuous
            })
            .collect();
        let knowns: Vec<u32> =
            interface.inputs.iter().copied().chain(interface.states.iter().map(|state| state.state)).collect();
        let weights: Vec<f64> = (0..outputs.len()).map(|k| 1.0 + 0.25 * k as f64).collect();
        let mut adjoint = vec![f64::NAN; knowns.len()];
        let status = unsafe {
            fmi3GetAdjointDerivative(
                master.handle,
                outputs.as_ptr(),
                outputs.len(),
                knowns.as_ptr(),
                knowns.len(),
                weights.as_ptr(),
                weights.len(),
                adjoint.as_mut_ptr(),
                adjoint.len(),
            )
        };
        assert_eq!(status, OK, "{:?}", master.messages());
        for (number, known) in knowns.iter().enumerate() {
            let mut changes = vec![f64::NAN; outputs.len()];
            let status = unsafe {
                fmi3GetDirectionalDerivative(
                    master.handle,
                    outputs.as_ptr(),
                    outputs.len(),
                    known,
                    1,
                    &1.0,
                    1,
                    changes.as_mut_ptr(),
                    changes.len(),
                )
            };
            assert_eq!(status, OK, "{:?}", master.messages());
            let product: f64 = changes.iter().zip(&weights).map(|(change, weight)| change * weight).sum();
            assert_eq!(product.to_bits(), adjoint[number].to_bits(), "{identifier}, known {known}");
        }
        assert!(adjoint.iter().any(|value| *value != 0.0));
    }
}

#[test]
fn as_many_sensitivities_as_unknowns_and_seeds_as_knowns_are_wanted() {
    let master = Master::new("ServoActuator", &[], Options::default());
    master.initialize();
    let (unknown, known) = (master.reference("position"), master.reference("load_torque"));
    let (seed, mut sensitivity) = ([1.0; 2], [0.0; 2]);
    for (seeds, sensitivities) in [(2, 1), (1, 2), (0, 1), (1, 0)] {
        let status = unsafe {
            fmi3GetDirectionalDerivative(
                master.handle,
                &unknown,
                1,
                &known,
                1,
                seed.as_ptr(),
                seeds,
                sensitivity.as_mut_ptr(),
                sensitivities,
            )
        };
        assert_eq!(status, ERROR, "{seeds} {sensitivities}");
    }
}

#[test]
fn an_adjoint_derivative_that_is_no_number_is_discarded() {
    let mut master = Master::new("MotionTransmission", &[("motor_torque", Signal::constant(9e3))], Options::default());
    assert_eq!(master.set("inertia", 1e-3), OK);
    master.initialize();
    assert_eq!(master.step_to(1e-3).status, OK);
    let [unknown, known] = ["acceleration", "motor_torque"].map(|name| master.reference(name));
    let mut change = 0.0;
    let status = unsafe { fmi3GetAdjointDerivative(master.handle, &unknown, 1, &known, 1, &1e307, 1, &mut change, 1) };
    assert_eq!(status, 2, "{change:e} {:?}", master.messages());
}
