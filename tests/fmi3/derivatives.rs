//! Directional and adjoint derivatives are each other's transpose.

use crate::fmi3::master::{ERROR, Master, OK, Options};
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

/// One directional and one adjoint derivative, which must be the same number; `None` where both are refused.
fn partial(master: &Master, unknown: u32, known: u32) -> Option<f64> {
    let [mut directional, mut adjoint] = [f64::NAN; 2];
    let statuses = unsafe {
        [
            fmi3GetDirectionalDerivative(master.handle, &unknown, 1, &known, 1, &1.0, 1, &mut directional, 1),
            fmi3GetAdjointDerivative(master.handle, &unknown, 1, &known, 1, &1.0, 1, &mut adjoint, 1),
        ]
    };
    if statuses == [OK; 2] {
        assert_eq!(directional.to_bits(), adjoint.to_bits());
        return Some(directional);
    }
    None
}

#[test]
fn tunable_parameters_are_knowns_at_communication_points_and_fixed_ones_are_not() {
    let torque = [("motor_torque", Signal::constant(9000.0))];
    let running = |identifier| {
        let mut master = Master::new(identifier, &torque, Options::default());
        master.initialize();
        assert_eq!(master.step_to(1e-3).status, OK);
        master
    };
    let master = running("TunableMotionTransmission");
    let of = |unknown: &str, known: &str| {
        let [unknown, known] = [unknown, known].map(|name| master.reference(name));
        partial(&master, unknown, known).unwrap_or_else(|| panic!("{:?}", master.messages()))
    };
    assert!(master.get("acceleration") > 1.0);
    // J a is what is left of the torques: da/dF = -1/J where the body slides forward.
    let expected = -1.0 / master.get("inertia");
    let found = of("acceleration", "friction.coulomb_torque");
    // Extrapolated central differences: rounding of the acceleration over moves of a tenth of the parameter.
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found:e} {expected:e}");
    assert_eq!(of("acceleration", "friction.static_ratio"), 0.0, "it acts at rest only");
    assert_eq!(of("position", "friction.coulomb_torque"), 0.0, "states stay where they are");
    let fixed = running("MotionTransmission");
    let [unknown, known] = ["acceleration", "friction.coulomb_torque"].map(|name| fixed.reference(name));
    let mut change = 0.0;
    let status = unsafe { fmi3GetDirectionalDerivative(fixed.handle, &unknown, 1, &known, 1, &1.0, 1, &mut change, 1) };
    assert_eq!(status, ERROR, "it cannot change any more");
}

#[test]
fn event_indicators_and_time_are_no_unknowns_as_the_standard_has_it() {
    let master = Master::new("MotionTransmission", &[], Options::default());
    master.initialize();
    for (unknown, name) in [(12288, "event_indicator_1"), (8192, "time")] {
        assert_eq!(partial(&master, unknown, master.reference("motor_torque")), None);
        let told = master.messages();
        assert!(
            told.iter()
                .rev()
                .take(2)
                .all(|message| message.contains(&format!("{name} (value reference {unknown}) cannot be"))),
            "{told:?}"
        );
    }
}
