//! What `fmu-pack run` and `fmu-pack build` tell of a friction law, and the start in equilibrium.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, fmu_pack, model, table};

/// Warnings of a short run of the transmission with these settings.
fn warnings(settings: &[&str]) -> String {
    let transmission = model("MotionTransmission");
    let set = settings.iter().flat_map(|setting| ["--set", setting]);
    let arguments: Vec<&str> = ["run", &transmission, "--stop-time", "0.01"].into_iter().chain(set).collect();
    let answer = fmu_pack(&arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.err
}

#[test]
fn a_law_without_its_data_is_told() {
    let told = warnings(&["friction.law=tabulated", "friction.coulomb_torque=200"]);
    assert!(
        told.contains("friction.table equals the default of 2500 N.m: friction.law tabulated is constant"),
        "{told}"
    );
    let told = warnings(&["friction.law=lugre", "friction.coulomb_torque=200"]);
    assert!(told.contains("friction.bristle_stiffness equals the default of 1000000000 N.m/rad"), "{told}");
    assert_eq!(warnings(&["friction.law=tabulated"]).matches("friction.table equals the default").count(), 1);
    let own = ["friction.law=tabulated", "friction.coulomb_torque=200", "friction.table.torque[1]=200"];
    assert!(!warnings(&own).contains("default"));
}

#[test]
fn a_law_that_ignores_the_load_is_told_in_run_and_sweep() {
    let ignores = "friction.law dahl ignores the load: friction.efficiency_opposing = 0.96";
    // Told once, by the FMU itself.
    assert_eq!(warnings(&["friction.law_number=6"]).matches(ignores).count(), 1);
    assert!(!warnings(&["friction.law=stribeck"]).contains("ignores"));
    let none = ["friction.law=dahl", "friction.efficiency_opposing=1", "friction.efficiency_aiding=1"];
    assert!(!warnings(&none).contains("ignores"));
    let (_folder, output) = file("laws.csv");
    let transmission = model("MotionTransmission");
    let sweep = ["sweep", &transmission, "--set", "friction.law=coulomb,dahl", "--stop-time", "0.01", "-o"];
    let answer = fmu_pack(&[&sweep[..], &[output.to_str().unwrap()]].concat());
    assert!(answer.code == Some(0) && answer.err.contains(ignores), "{}", answer.err);
}

/// Warnings of a configuration that is built with these lines.
fn told_at_build(lines: &str, options: &[&str]) -> String {
    let (folder, path) = file("configuration.toml");
    std::fs::write(&path, lines).unwrap();
    let (config, output) = (path.to_str().unwrap(), folder.path().to_str().unwrap());
    let answer = fmu_pack(&[&["build", "--config", config, "-o", output], options].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    answer.err
}

#[test]
fn a_configuration_is_told_of_its_law_when_it_is_built() {
    let transmission = |start: &str| format!("name = \"Own\"\nmodel = \"MotionTransmission\"\n[start]\n{start}\n");
    let table = "friction.law = \"tabulated\"\nfriction.coulomb_torque = 200";
    let default =
        "warning: Own: friction.table equals the default of 2500 N.m: friction.law tabulated is constant friction";
    assert!(told_at_build(&transmission(table), &[]).contains(default));
    assert!(told_at_build(&transmission(table), &["--fmi", "3"]).contains(default));
    let ignores = "warning: Own: friction.law dahl ignores the load: friction.efficiency_opposing = 0.96";
    assert!(told_at_build(&transmission("friction.law = \"dahl\""), &[]).contains(ignores));
    // Who gives the stiffness alone has the damping of another actuator still.
    let stiffness = "friction.law = \"lugre\"\nfriction.coulomb_torque = 200\nfriction.bristle_stiffness = 1e6";
    let told = told_at_build(&transmission(stiffness), &[]);
    let damping =
        "friction.bristle_damping equals the default of 1000000 N.m.s/rad, friction.coulomb_torque is 200 N.m\n";
    assert!(told.contains(damping) && !told.contains("friction.bristle_stiffness equals the default"), "{told}");
    let both = told_at_build(&transmission(&format!("{stiffness}\nfriction.bristle_damping = 100")), &[]);
    assert!(!both.contains("default"), "{both}");
    // Who writes the value of the default has chosen it.
    let same = "friction.law = \"lugre\"\nfriction.coulomb_torque = 200\nfriction.bristle_stiffness = 1e9\nfriction.bristle_damping = 1e6";
    let told = told_at_build(&transmission(same), &[]);
    assert!(!told.contains("default"), "{told}");
    let own = told_at_build(&transmission(&format!("{table}\nfriction.table.\"torque[1]\" = 200")), &[]);
    assert!(!own.contains("Own: "), "{own}");
}

#[test]
fn contacts_of_a_drivetrain_are_told_of_their_laws_by_name() {
    let brake = |name: &str, law: &str| {
        let body = format!("[body.{name}]\ninertia = 1\n[brake.of_{name}]\non = \"{name}\"\n");
        format!("{body}friction.coulomb_torque = 12\nfriction.law = \"{law}\"\n")
    };
    let parts = [brake("a", "tabulated"), brake("b", "lugre"), brake("c", "stribeck")].concat();
    let told = told_at_build(&format!("name = \"Train\"\nmodel = \"Drivetrain\"\n{parts}"), &[]);
    let (table, bristles) = (
        "Train: of_a.friction.table equals the default of 1 N.m: of_a.friction.law tabulated is constant friction",
        "Train: of_b.friction.bristle_stiffness equals the default of 1000000000 N.m/rad, of_b.friction.coulomb_torque is 12 N.m",
    );
    assert!(told.contains(table) && told.contains(bristles) && !told.contains("of_c"), "{told}");
}

#[test]
fn a_run_in_trim_rests_from_the_start_or_is_refused() {
    let servo = model("ServoActuator");
    let inputs = ["run", &servo, "--trim", "--set", "command=0.05", "--set", "load_torque=6e4", "--stop-time", "0.2"];
    let answer = fmu_pack(&inputs);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let (header, rows) = table(&answer.out);
    let place = |name: &str| header.iter().position(|found| found == name).unwrap();
    assert!(rows.iter().all(|row| row[place("velocity")] == 0.0 && row[place("event_count")] == 0.0));
    assert!((rows[0][place("position")] - 0.05).abs() < 1e-3);
    let refused = fails(&["run", &servo, "--trim", "--set", "load_torque=2e5"], 2);
    assert!(refused.contains("--set load_torque=2e5: must in size be below what the motor holds"), "{refused}");
    assert!(refused.contains(" (111492 N.m)"), "{refused}");
}
