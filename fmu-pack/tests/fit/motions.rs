//! Drives whose velocity is controlled: it goes in, and the torque that this takes is what is measured.

use super::{Bench, built, csv, noisy, run, size};

/// A worm drive on a bench, as of the measured ones: the motor turns at a given velocity, weights hang at the wheel.
const WORM: &str = r#"name = "WormBench"
model = "Drivetrain"
[body.motor]
inertia = 6.5e-7
viscous_coefficient = 1.2e-5
[motion.bench]
on = "motor"
[body.wheel]
inertia = 8.5e-6
[gear.worm]
connects = ["motor", "wheel"]
ratio = 60
efficiency_opposing = 0.28
efficiency_aiding = -1.5
friction.coulomb_torque = 0.55e-3
[[input]]
name = "load"
on = "wheel"
"#;

const TRUTH: [(&str, f64); 4] = [
    ("worm.friction.coulomb_torque", 0.55e-3),
    ("motor.viscous_coefficient", 1.2e-5),
    ("worm.efficiency_opposing", 0.28),
    ("worm.efficiency_aiding", -1.5),
];

/// Both ways through speeds up to 80 rad/s, under one load or several in turn.
fn recorded(bench: &Bench, fmu: &str, loads: &[f64]) {
    for (number, load) in loads.iter().enumerate() {
        let times: Vec<f64> = (0..=400).map(|k| f64::from(k) * 0.01).collect();
        let velocity: Vec<f64> = times.iter().map(|time| 80.0 * (std::f64::consts::TAU * time / 4.0).sin()).collect();
        let constant = vec![*load; times.len()];
        bench.write("input.csv", &csv("time,bench.velocity,load", &[times, velocity.clone(), constant.clone()]));
        let made = run(bench, fmu, "input.csv", (4.0, 0.01), &["bench.torque"]);
        let torque = noisy(&made[1], 0.01 * size(&made[1]), number as u64);
        let columns = [&made[0], &velocity, &constant, &torque].map(|column| column.clone());
        bench.write(&format!("swing{number}.csv"), &csv("t,w,load,M", &columns));
    }
}

fn study() -> String {
    let free = [
        "[parameter.\"worm.friction.coulomb_torque\"]\nstart = \"1 mN.m\"\nlower = 0\n",
        "[parameter.\"motor.viscous_coefficient\"]\nstart = 5e-6\nlower = 0\nsize = 1e-6\n",
        "[parameter.\"worm.efficiency_opposing\"]\nstart = 0.4\nlower = 0.1\nupper = 0.9\n",
        "[parameter.\"worm.efficiency_aiding\"]\nstart = -0.5\nlower = -5\nupper = 0.9\n",
    ];
    format!(
        "[model.worm]\nconfig = \"worm_bench.toml\"\n{}[recording.swing]\nfiles = \"swing*.csv\"\ntime.column = \"t\"\n\
         input.bench.velocity.column = \"w\"\ninput.load.column = \"load\"\noutput.bench.torque.column = \"M\"\n",
        free.concat()
    )
}

#[test]
fn a_worm_at_a_controlled_velocity_gives_its_losses_back_from_the_torque_of_its_motor() {
    let bench = Bench::new(&[("worm_bench.toml", WORM)]);
    let fmu = built(&bench, "worm_bench", &[]);
    recorded(&bench, &fmu, &[-0.01884, -0.1]);
    let fit = bench.fit(&study(), &[]);
    for (name, truth) in TRUTH {
        let (value, error) = (fit.value(name), fit.parameter(name)["error"].as_f64().unwrap());
        // Chance exceeds it once in ten thousand times; and a bench would be content with two per cent.
        assert!((value - truth).abs() <= 4.0 * error && error <= 0.02 * truth.abs(), "{name}: {value} ± {error}");
    }
    // The configuration has the values, and its gear is still one that a motion turns.
    let found = bench.read("out/worm.toml");
    assert!(found.contains("[motion.bench]") && !found.contains("efficiency_opposing = 0.28\n"), "{found}");
}

#[test]
fn under_one_load_the_share_of_the_load_is_named_as_not_determined() {
    let bench = Bench::new(&[("worm_bench.toml", WORM)]);
    let fmu = built(&bench, "worm_bench", &[]);
    recorded(&bench, &fmu, &[-0.1]);
    let fit = bench.fit(&study(), &[]);
    let undetermined = fit.model(0)["undetermined"].as_array().unwrap();
    assert_eq!(undetermined.len(), 1, "{}", fit.result);
    let sentence = undetermined[0]["sentence"].as_str().unwrap();
    assert!(sentence.contains("worm.efficiency_aiding is not determined") && sentence.contains("load"), "{sentence}");
}

/// Means of a body that slides steadily, whose torque falls with the speed: a viscous coefficient would be negative, and may not.
#[test]
fn a_parameter_at_its_bound_leaves_intervals_and_bands_to_the_others() {
    let transmission = crate::command::model("MotionTransmission");
    let bench = Bench::new(&[]);
    for (place, speed) in [1.0, 2.0, 4.0, 7.0, 11.0].into_iter().enumerate() {
        let torques = vec![2000.0 - 3.0 * speed; 40];
        let torque = noisy(&torques, 5.0, place as u64);
        bench.write(&format!("steady{place}.csv"), &csv("w,M", &[vec![speed; 40], torque]));
    }
    let fit = bench.fit(
        &format!(
            "[model.body]\nfmu = \"{transmission}\"\n[parameter.\"friction.coulomb_torque\"]\nstart = 1000\nlower = 0\n\
             [parameter.viscous_coefficient]\nstart = 10\nlower = 0\n[recording.steady]\nfiles = \"steady*.csv\"\nkind = \"stationary\"\n\
             input.velocity_start.column = \"w\"\noutput.M.column = \"M\"\n\
             output.M.variables = [\"-acceleration\"]\nset.inertia = 1\nset.friction.law = \"coulomb\"\nset.friction.static_ratio = 1\n\
             set.travel.lower = -1e9\nset.travel.upper = 1e9\n"
        ),
        &[],
    );
    let viscous = fit.parameter("viscous_coefficient");
    assert_eq!((viscous["status"].as_str(), viscous["value"].as_f64()), (Some("at_bound"), Some(0.0)), "{viscous}");
    assert!(viscous["interval"].is_null());
    let error = fit.parameter("friction.coulomb_torque")["error"].as_f64().unwrap();
    assert!(error > 0.0, "{}", fit.result);
    let remarks = fit.model(0)["remarks"].to_string();
    assert!(remarks.contains("viscous_coefficient is at its bound, 0:"), "{remarks}");
}

/// The points of a table of a gear are data of its FMU. The coefficient of friction falls and rises again; the weight is enough to be told
/// from the friction without load, which is known.
#[test]
fn the_coefficient_of_friction_of_a_worm_comes_back_point_by_point_of_its_table() {
    let losses = "efficiency_opposing = 0.28\nefficiency_aiding = -1.5\nfriction.coulomb_torque = 0.55e-3\n";
    let table = |coefficients: &str| {
        let table = format!(
            "lead_angle = \"2.8625 deg\"\npressure_angle = \"20 deg\"\nfriction.table.velocity = [0, 30, 80]\n\
             friction.table.torque = [5e-4, 5e-4, 5e-4]\nfriction.table.coefficient = [{coefficients}]\n"
        );
        WORM.replace(losses, &table)
    };
    let bench = Bench::new(&[("worm_bench.toml", &table("0.18, 0.12, 0.14"))]);
    let fmu = built(&bench, "worm_bench", &[]);
    recorded(&bench, &fmu, &[-0.1]);
    bench.write("worm_bench.toml", &table("0.15, 0.15, 0.15"));
    let names = [1, 2, 3].map(|point| format!("worm.friction.table.coefficient[{point}]"));
    let free: String = names.iter().map(|name| format!("[parameter.\"{name}\"]\nlower = 0\n")).collect();
    let study = study();
    let (head, rest) = study.split_once("[parameter.").unwrap();
    let recording = rest.split_once("[recording.swing]").unwrap().1;
    let fit = bench.fit(&format!("{head}{free}[recording.swing]{recording}"), &[]);
    for (name, truth) in names.iter().zip([0.18, 0.12, 0.14]) {
        let (value, error) = (fit.value(name), fit.parameter(name)["error"].as_f64().unwrap());
        println!("{name}: {value} ± {error}");
        assert!((value - truth).abs() <= 4.0 * error && error <= 0.02 * truth, "{name}: {value} ± {error}");
    }
    let found = bench.read("out/worm.toml");
    let list = found.lines().find(|line| line.starts_with("friction.table.coefficient = [")).unwrap();
    assert!(!list.contains("0.15,"), "{list}");
    // They are no variables.
    assert_eq!(bench.read("out/worm.txt"), "");
}
