//! The examples, in the order of reading.

use super::exact::Solution;

/// One example.
pub struct Drivetrain {
    /// Name of its scenario.
    pub name: &'static str,
    /// What is known of it besides Dymola's results.
    pub exact: Option<Solution>,
    /// What it is.
    pub about: &'static str,
    /// What the reader must know to judge.
    pub remark: &'static str,
}

impl Drivetrain {
    /// Short name in the report.
    pub fn id(&self) -> String {
        format!("modelica-{}", self.name)
    }
}

const PLAIN: Drivetrain = Drivetrain { name: "", exact: None, about: "", remark: "" };

/// All of them.
pub const CASES: [Drivetrain; 13] = [
    Drivetrain {
        name: "coupled-clutches",
        exact: Some(Solution::Lines("coupled_clutches")),
        about: "Four inertias; the clutches between them close one after the other.",
        ..PLAIN
    },
    Drivetrain {
        name: "rotational-friction",
        exact: Some(Solution::Lines("rotational_friction")),
        about: "A motor with a sine torque, a clutch that is always closed, a spring, and a brake that closes when the torque ends.",
        ..PLAIN
    },
    Drivetrain {
        name: "lossy-gear-demo-1",
        exact: Some(Solution::Sines(
            "modelica/lossy_gear_demo1_exact.csv",
            "time",
            &[
                ("Inertia2.phi", "Inertia2.position"),
                ("Inertia2.w", "Inertia2.velocity"),
                ("gear.mode", "gear.friction_regime"),
            ],
        )),
        about: "A gear between two inertias, efficiency 0.5 both ways.",
        ..PLAIN
    },
    Drivetrain {
        name: "lossy-gear-demo-2",
        about: "The same with friction in a bearing.",
        remark: "Where the bearing and the gear are both stuck, their torques are not unique. Modelica’s two state machines decide \
                 alone: its gear is stuck from 0.0636 to 0.2304 s while its bearing’s mode is 1, and its bearing is stuck from \
                 0.4562 to 0.4727 s while its gear’s mode is −1. Nothing moves then. Compared is the motion: 0 where either mode is.",
        ..PLAIN
    },
    Drivetrain {
        name: "lossy-gear-demo-3",
        about: "A gear between equal inertias with friction in both bearings, which does not tell which side drives. The second \
                bearing is a brake on the second inertia.",
        ..PLAIN
    },
    Drivetrain {
        name: "backlash",
        exact: Some(Solution::Lines("backlash")),
        about: "Three oscillators: without free play, with ElastoBacklash and with ElastoBacklash2.",
        remark: "Modelica’s results do not have those of ElastoBacklash2; the reference solution has them.",
    },
    Drivetrain {
        name: "one-way-clutch",
        exact: Some(Solution::Lines("one_way_clutch")),
        about: "A one-way clutch that a pulse engages.",
        remark: "Shortly before 1.5 s the relative velocity hardly reaches zero: whether it does depends on the sixth digit of the \
                 torque. That instant is left out.",
    },
    Drivetrain {
        name: "one-way-clutch-disengaged",
        about: "The same without engagement: it only runs free or carries.",
        ..PLAIN
    },
    Drivetrain {
        name: "translational-friction",
        exact: Some(Solution::Sines(
            "modelica/mass_with_stop_stop1.csv",
            "t",
            &[("s", "stop1.position"), ("v", "stop1.velocity"), ("mode", "stop1_friction.friction_regime")],
        )),
        about: "stop1 and stop2 are masses with stops and Stribeck friction, mass has a table of friction with 50 points. A table \
                here has 16: two brakes add up to those 50.",
        remark: "The reference solution is that of stop1.",
    },
    Drivetrain {
        name: "translational-brake",
        exact: Some(Solution::Lines("translational_brake")),
        about: "Two masses and their brakes.",
        ..PLAIN
    },
    Drivetrain {
        name: "elasto-gap",
        about: "A mass between two springs, and one between two springs that only push.",
        ..PLAIN
    },
    Drivetrain {
        name: "preload",
        about: "A spool held in its middle by one preloaded spring, two plates and four contacts of 1 kN/mm; 100 s.",
        ..PLAIN
    },
    Drivetrain {
        name: "translational-heat-losses",
        about: "A chain of four masses with spring contact, bearing friction, a brake and stops.",
        remark: "Compared up to the first impact at a stop, 0.4285 s. There Modelica’s model sets the velocity of the mass at the \
                 stop to zero; the state that it keeps is the relative velocity of springDamper1, so the mass before that spring \
                 loses its velocity as well, 0.68 m/s without any force. Here it keeps its momentum. Started right after the \
                 impact with that velocity gone too, the FMU agrees with Dymola up to the next impact.",
        ..PLAIN
    },
];
