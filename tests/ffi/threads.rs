//! Several instances at once.

use test_support::importer::{CO_SIMULATION, Instance, OK};

/// One run; the bits of its positions.
fn drive(instance: &Instance, amplitude: f64, steps: std::ops::Range<i32>) -> Vec<u64> {
    steps
        .map(|step| {
            let time = f64::from(step) * 2e-3;
            assert_eq!(instance.set("motor_torque", amplitude * (20.0 * time).sin()), OK);
            assert_eq!(instance.step(time, 2e-3), OK);
            instance.get("position").to_bits()
        })
        .collect()
}

fn alone(amplitude: f64) -> Vec<u64> {
    drive(&Instance::started("MotionTransmission", CO_SIMULATION), amplitude, 0..200)
}

#[test]
fn interleaved_instances_run_as_each_alone() {
    let [first, second] = [(); 2].map(|()| Instance::started("MotionTransmission", CO_SIMULATION));
    let mut results = [Vec::new(), Vec::new()];
    for step in 0..200 {
        results[0].extend(drive(&first, 8000.0, step..step + 1));
        results[1].extend(drive(&second, -12_000.0, step..step + 1));
    }
    assert_eq!(results, [alone(8000.0), alone(-12_000.0)]);
    assert_ne!(results[0], results[1]);
}

#[test]
fn instances_on_threads_run_as_each_alone() {
    let amplitudes: Vec<f64> = (0..8).map(|number| 5000.0 + 1000.0 * f64::from(number)).collect();
    let parallel: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = amplitudes.iter().map(|&amplitude| scope.spawn(move || alone(amplitude))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let serial: Vec<_> = amplitudes.iter().map(|&amplitude| alone(amplitude)).collect();
    assert_eq!(parallel, serial);
}

/// Instances may be called from another thread each time, by one at a time.
struct Moved(Instance);
// SAFETY: FMI allows it, and the library keeps nothing per thread.
unsafe impl Send for Moved {}

#[test]
fn steps_from_changing_threads_give_the_same_bits() {
    let mut moved = Moved(Instance::started("MotionTransmission", CO_SIMULATION));
    let mut result = Vec::new();
    for step in 0..200 {
        let (part, back) = std::thread::spawn(move || {
            let whole = moved;
            (drive(&whole.0, 8000.0, step..step + 1), whole)
        })
        .join()
        .unwrap();
        result.extend(part);
        moved = back;
    }
    assert_eq!(result, alone(8000.0));
}
