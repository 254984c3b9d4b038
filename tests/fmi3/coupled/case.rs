//! The case: two actuators at a spring, one of them driven by a motor, and the same as one drivetrain.

use super::coupling::Change;
use super::spring::STIFFNESS;
use test_support::drivetrain::drivetrain;
use test_support::{Run, Signal, get};

/// End [s].
pub const END: f64 = 1.2;
/// The longest communication step [s]; results are compared at its points, which are points of all shorter ones.
pub const LONGEST: f64 = 4e-3;

/// Inertia [kg·m²], sliding friction [N·m], ratio of the friction at rest, viscous friction [N·m·s/rad].
const BODIES: [[f64; 4]; 2] = [[0.05, 0.8, 1.3, 1.0], [0.08, 1.5, 1.4, 0.8]];

/// What the motor does: it winds the spring up until both break away, and goes back.
pub fn motor() -> Signal {
    Signal::through(&[(0.0, 0.0), (0.3, 9.0), (0.4, 9.0), (0.6, 0.0), (0.7, 0.0), (1.0, -9.0), (1.2, -9.0)])
}

/// Parameters of an actuator as an FMU of its own.
pub fn parameters(actuator: usize) -> Vec<(&'static str, f64)> {
    let [inertia, coulomb, ratio, viscous] = BODIES[actuator];
    vec![
        ("inertia", inertia),
        ("friction.coulomb_torque", coulomb),
        ("friction.static_ratio", ratio),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("viscous_coefficient", viscous),
        ("travel.lower", -1e3),
        ("travel.upper", 1e3),
    ]
}

/// Both in one drivetrain.
fn configuration() -> String {
    let body = |number: usize| {
        let [inertia, coulomb, ratio, viscous] = BODIES[number];
        format!(
            "[body.b{number}]\ninertia = {inertia}\nviscous_coefficient = {viscous}\n\
             [brake.f{number}]\non = \"b{number}\"\nfriction.law = \"coulomb\"\nfriction.coulomb_torque = {coulomb}\n\
             friction.static_ratio = {ratio}\n"
        )
    };
    format!(
        "name = \"Coupled\"\nmodel = \"Drivetrain\"\n{}{}\
         [shaft.spring]\nconnects = [\"b0\", \"b1\"]\nstiffness = {STIFFNESS}\ndamping = 0\n\
         [[input]]\nname = \"motor_torque\"\non = \"b0\"\n",
        body(0),
        body(1)
    )
}

/// The exact motion.
pub struct Reference {
    /// Positions of both at the points of the longest step.
    pub positions: Vec<[f64; 2]>,
    pub changes: Vec<Change>,
}

impl Reference {
    /// With communication steps that divide the longest one.
    pub fn with(step: f64) -> Self {
        let mut actuator = drivetrain(&configuration());
        let (mut reference, mut regimes) = (Self { positions: Vec::new(), changes: Vec::new() }, [0; 2]);
        let every = (LONGEST / step).round() as usize;
        let points = points(step);
        let mut index = 0;
        let run = Run { actuator: &mut actuator, inputs: vec![("motor_torque", motor())], end: END, step };
        let recorder = run.over(&points, |_, actuator| {
            let now = [0, 1].map(|number| get(actuator, ["f0.friction_regime", "f1.friction_regime"][number]) as i32);
            for number in [0, 1].into_iter().filter(|number| now[*number] != regimes[*number]) {
                let time = get(actuator, "last_event_time");
                reference.changes.push(Change { time, actuator: number, regime: now[number] });
            }
            regimes = now;
            if index % every == 0 {
                reference.positions.push(["b0.position", "b1.position"].map(|name| get(actuator, name)));
            }
            index += 1;
        });
        assert_eq!(recorder.warnings.len(), 0, "{:?}", recorder.warnings);
        reference
    }
}

/// Communication points.
pub fn points(step: f64) -> Vec<f64> {
    let count = (END / step).round() as usize;
    (0..=count).map(|index| index as f64 * step).collect()
}
