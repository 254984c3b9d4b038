//! The three actuators behind one set of names.

use actuator_fmu::actuator::{Actuator, HydraulicActuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{Interface, hydraulic_actuator, motion_transmission, servo_actuator};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Transmission,
    Servo,
    Hydraulic,
}

/// An instance that can be copied.
pub trait Body: Actuator + Copy {}
impl<T: Actuator + Copy> Body for T {}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Transmission, Self::Servo, Self::Hydraulic];

    pub fn interface(self) -> &'static Interface {
        match self {
            Self::Transmission => &motion_transmission::INTERFACE,
            Self::Servo => &servo_actuator::INTERFACE,
            Self::Hydraulic => &hydraulic_actuator::INTERFACE,
        }
    }

    pub fn transmission(self) -> MotionTransmission {
        MotionTransmission::new(self.interface())
    }

    pub fn servo(self) -> ServoActuator {
        ServoActuator::new(self.interface())
    }

    pub fn hydraulic(self) -> HydraulicActuator {
        HydraulicActuator::new(self.interface())
    }
}

/// Where the variables are that all actuators have, under whichever name.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub position: usize,
    pub velocity: usize,
    pub acceleration: usize,
    friction: usize,
    stop: usize,
    pub deflection: usize,
    regime: usize,
    end_stop: usize,
    event_count: usize,
    /// What drives: motor torque, or the force of the pressure.
    drive: usize,
    /// The load torque, or the additional force.
    load: usize,
    viscous: usize,
    spring: Option<usize>,
    /// The first input is the drive, and not a command.
    has_direct_drive: bool,
}

/// What holds at one instant; friction without its viscous part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    pub position: f64,
    pub velocity: f64,
    pub acceleration: f64,
    /// All torques but dry friction and stop.
    pub active: f64,
    /// Sum of the sizes of all torques, for rounding.
    pub size: f64,
    /// Torque from outside: what changes the energy, the viscous loss apart.
    pub supplied: f64,
    pub viscous: f64,
    pub friction: f64,
    pub stop: f64,
    pub load: f64,
    pub deflection: f64,
    pub regime: i32,
    pub end_stop: i32,
    pub event_count: i32,
    /// Derivative of the acceleration with the drive, where that is a torque or a force.
    pub response: Option<f64>,
    /// Number of the piece of the scenario that leads here.
    pub piece: usize,
}

impl Places {
    pub fn new(kind: Kind) -> Self {
        let interface = kind.interface();
        let real = |name: &str| interface.reals.iter().position(|variable| variable.name == name);
        let find = |name: &str| real(name).unwrap_or_else(|| panic!("no variable {name}"));
        let integer = |name: &str| {
            let place = interface.integers.iter().position(|variable| variable.name == name);
            place.unwrap_or_else(|| panic!("no variable {name}"))
        };
        let (effort, drive, load) = match kind {
            Kind::Hydraulic => ("force", "pressure_force", "force"),
            _ => ("torque", "motor_torque", "load_torque"),
        };
        Self {
            position: find("position"),
            velocity: find("velocity"),
            acceleration: find("acceleration"),
            friction: find(&format!("friction_{effort}")),
            stop: find(&format!("end_stop_{effort}")),
            deflection: find("bristle_deflection"),
            regime: integer("friction_regime"),
            end_stop: integer("end_stop"),
            event_count: integer("event_count"),
            drive: find(drive),
            load: find(load),
            viscous: find("viscous_coefficient"),
            spring: real("spring_stiffness"),
            has_direct_drive: kind != Kind::Servo,
        }
    }

    fn response(&self, actuator: &impl Actuator) -> f64 {
        let interface = actuator.interface();
        let (states, mut inputs) = (vec![0.0; actuator.states().len()], vec![0.0; interface.inputs.len()]);
        inputs[0] = 1.0;
        let mut changes = vec![0.0; interface.reals.len()];
        actuator.directional_derivative(&states, &inputs, &mut changes);
        changes[self.acceleration]
    }

    pub fn read(&self, actuator: &impl Actuator) -> Instant {
        let (reals, integers) = (actuator.reals(), actuator.integers());
        let (position, velocity, drive) = (reals[self.position], reals[self.velocity], reals[self.drive]);
        let viscous = reals[self.viscous] * velocity;
        let (supplied, load, friction) = match self.spring {
            Some(spring) => (drive + reals[self.load], reals[spring] * position, reals[self.friction] - viscous),
            None => (drive, reals[self.load], reals[self.friction]),
        };
        Instant {
            position,
            velocity,
            acceleration: reals[self.acceleration],
            active: supplied - viscous - load,
            size: drive.abs() + reals[self.load].abs() + viscous.abs() + load.abs() + friction.abs(),
            supplied,
            viscous,
            friction,
            stop: reals[self.stop],
            load,
            deflection: reals[self.deflection],
            regime: integers[self.regime],
            end_stop: integers[self.end_stop],
            event_count: integers[self.event_count],
            response: self.has_direct_drive.then(|| self.response(actuator)),
            piece: 0,
        }
    }
}
