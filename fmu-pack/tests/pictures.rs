//! What an engineer reads off the drawing of a drivetrain and off the plot of its run.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::succeeds;

/// The drawing of a configuration.
fn drawn(configuration: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("a.toml"), configuration).unwrap();
    succeeds(&["draw", &path("a.toml"), "-o", &path("a.svg")]);
    std::fs::read_to_string(path("a.svg")).unwrap()
}

/// The plot of a run that starts with these values.
fn plotted(name: &str, configuration: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("a.toml"), configuration).unwrap();
    succeeds(&["build", "-o", &path(""), "--config", &path("a.toml")]);
    succeeds(&["run", &path(&format!("{name}.fmu")), "--plot", &path("a.svg")]);
    std::fs::read_to_string(path("a.svg")).unwrap()
}

/// Whether the triangles of the drawing, which the one-way clutches have, point to the right.
fn triangles_point_right(svg: &str) -> Vec<bool> {
    let lines = svg.split("points=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let points = lines.map(|line| line.split_whitespace().collect::<Vec<&str>>());
    let triangles = points.filter(|points| points.len() == 4 && points[0] == points[3]);
    let x = |point: &str| point.split(',').next().unwrap().parse::<i32>().unwrap();
    triangles.map(|points| x(points[1]) > x(points[0])).collect()
}

const ONE_WAY: &str = "name = \"OneWay\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n\
    [body.c]\ninertia = 1\n[freewheel.a_to_b]\nconnects = [\"a\", \"b\"]\n[freewheel.c_to_b]\nconnects = [\"c\", \"b\"]\n";

#[test]
fn a_one_way_clutch_points_from_the_first_to_the_second_body_wherever_they_stand() {
    assert_eq!(triangles_point_right(&drawn(ONE_WAY)), [true, false]);
}

#[test]
fn the_larger_wheel_of_a_gear_stands_at_the_slower_body() {
    let gear = |connects: &str, ratio: &str| {
        let bodies = "name = \"G\"\nmodel = \"Drivetrain\"\n[body.a]\ninertia = 1\n[body.b]\ninertia = 1\n";
        let svg = drawn(&format!("{bodies}[gear.g]\nconnects = {connects}\nratio = {ratio}\n"));
        let number = |text: &str, name: &str| -> i32 {
            text.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        let mut wheels: Vec<(i32, i32)> =
            svg.split("<circle").skip(1).map(|circle| (number(circle, "cx"), number(circle, "r"))).collect();
        wheels.sort_unstable();
        assert!(svg.contains(&format!("ratio {ratio}")), "{svg}");
        wheels[1].1 > wheels[0].1
    };
    assert!(gear("[\"a\", \"b\"]", "5"));
    assert!(!gear("[\"b\", \"a\"]", "5"));
    assert!(!gear("[\"a\", \"b\"]", "0.2"));
}

#[test]
fn a_drawing_shows_the_few_numbers_that_one_looks_for_with_four_digits() {
    let actuator = "name = \"Jack\"\nmodel = \"Drivetrain\"\n[body.motor]\ninertia = \"1.1e-4 lbf.ft.s2\"\n\
        [brake.hold]\non = \"motor\"\nfriction.coulomb_torque = \"15 lbf.in\"\n\
        [mass.ram]\nmass = 1.8\ntravel.lower = \"-1.25 in\"\ntravel.upper = \"1.25 in\"\n\
        [screw.jack]\nconnects = [\"motor\", \"ram\"]\nlead = \"0.2 in\"\n\
        [body.surface]\ninertia = 1\n[shaft.linkage]\nconnects = [\"ram\", \"surface\"]\nratio = \"3 in/rad\"\n\
        stiffness = \"6e5 lbf.in/rad\"\nbacklash = \"0.05 deg\"\n\
        [brake.seal]\non = \"ram\"\nfriction.law = \"lugre\"\nfriction.coulomb_force = 350\n\
        [[input]]\nname = \"air\"\non = \"surface\"\ngain = -2\n";
    let svg = drawn(actuator);
    let numbers = [
        "1.491e\u{2212}4 kg.m2",
        "\n1.695 N.m",
        "stops \u{2212}31.75 to 31.75 mm",
        "lead 5.08 mm",
        "ratio 0.0762 m/rad",
        "67790 N.m/rad",
        "play 0.05 deg",
        "lugre 350 N",
        "air \u{d7} \u{2212}2",
    ];
    for number in numbers {
        assert!(svg.contains(number), "{number}");
    }
}

#[test]
fn a_drawing_of_32_bodies_fits_a_page_and_shows_each_of_them() {
    let body = |number: i32| format!("[body.b{number}]\ninertia = {}\n", 0.1 * f64::from(number + 1));
    let tube =
        |number: i32| format!("[shaft.t{number}]\nconnects = [\"b{}\", \"b{number}\"]\nstiffness = 100\n", number - 1);
    let bodies: String = (0..32).map(body).chain((1..32).map(tube)).collect();
    let svg = drawn(&format!("name = \"Chain\"\nmodel = \"Drivetrain\"\n{bodies}"));
    let width: f64 = svg.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    assert!(width < 1500.0, "{width}");
    assert!((0..32).all(|number| svg.contains(&format!("\nb{number}\n"))));
}

#[test]
fn a_plot_has_the_whole_description_and_the_force_of_a_rod_under_force() {
    let rod = "name = \"Rod\"\nmodel = \"Drivetrain\"\ndescription = \"A rod: between two masses\"\n[experiment]\n\
        stop_time = 0.01\n[mass.a]\nmass = 1\nposition_start = 0.001\n[mass.b]\nmass = 1\n[brake.seal]\non = \"b\"\n\
        [rod.link]\nconnects = [\"a\", \"b\"]\nstiffness = 1000\n";
    let svg = plotted("Rod", rod);
    for text in ["A rod: between two masses", "\nForce, N\n"] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert!(!svg.contains("\nTorque"), "{svg}");
}
