//! What an actuator can do: a list of properties, each with the equation that gives it and the parameters that set it.

use super::actuator::{Actuator, Piston, Servo, Transmission};
use super::friction::BelowBreakaway;
use super::shown::shown;
use super::statics::Reversibility;
use super::valve::ValveLaw;
use model_description::declaration::{Quantity, unit};
use model_description::models::Motion;

/// What is true of a property whatever the actuator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Definition {
    /// Name, also as a key of a requirement file.
    pub key: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Its equation: with the linear valve and Coulomb friction where it depends on them.
    pub equation: &'static str,
    /// The same with the valve `orifice`, where it differs; p and v follow from both equations of the valve.
    pub with_orifice: &'static str,
    /// Names of the parameters that set it, the most effective first.
    pub parameters: &'static str,
}

const fn define(
    key: &'static str,
    meaning: &'static str,
    equation: &'static str,
    with_orifice: &'static str,
    parameters: &'static str,
) -> Definition {
    Definition { key, meaning, equation, with_orifice, parameters }
}

impl Definition {
    /// The equation with a valve; "the same" in that of the orifice stands for the other one.
    pub fn equation_with(&self, law: ValveLaw) -> String {
        match law {
            ValveLaw::Linear => self.equation.to_owned(),
            ValveLaw::Orifice if self.with_orifice.is_empty() => self.equation.to_owned(),
            ValveLaw::Orifice => self.with_orifice.replace("the same", self.equation),
        }
    }
}

/// All properties, in the order in which they are shown.
pub static TABLE: [Definition; 20] = [
    define(
        "stall_torque",
        "Largest load that it moves steadily, however slowly",
        "η_O·(k·D·min(P, G_P·X) − F₀)",
        "η_O·(D·p − F₀), c·p = G_Q·X·√((P − p)/P_r)",
        "motor.displacement, supply_pressure, friction.efficiency_opposing, friction.coulomb_torque",
    ),
    define(
        "stall_torque_from_rest",
        "Largest load from which it starts; friction.static_ratio lowers it",
        "(k·D·min(P, G_P·X) − R·F₀)/(1 + R_L·(1/η_O − 1))",
        "(D·p − R·F₀)/(1 + R_L·(1/η_O − 1)), p as for stall_torque",
        "motor.displacement, supply_pressure, friction.static_ratio, friction.efficiency_opposing, friction.coulomb_torque",
    ),
    define(
        "no_load_rate",
        "Steady rate without load at full command",
        "(k·D·P − F₀)/B, B = C + k·(G_P/G_Q)·D²",
        "c·p + D·v = G_Q·X·√((P − p)/P_r), D·p = F₀ + C·v",
        "servovalve.flow_gain, servovalve.pressure_gain (linear), servovalve.spool_travel (orifice), motor.displacement, \
         supply_pressure",
    ),
    define(
        "rate_under_load",
        "Steady rate against load_torque; 0 where it stands, negative where the load drives it back",
        "(k·D·P − F₀ − L/η_O)/B",
        "as no_load_rate, D·p = F₀ + L/η_O + C·v",
        "as no_load_rate and stall_torque",
    ),
    define(
        "rate_at_reduced_pressure",
        "Steady rate without load at reduced_pressure",
        "as no_load_rate with P reduced: falls in proportion to k·D·P − F₀",
        "as no_load_rate with P reduced: falls with √P",
        "as no_load_rate",
    ),
    define(
        "stall_torque_at_reduced_pressure",
        "Largest load that it moves at reduced_pressure",
        "as stall_torque with P reduced",
        "as stall_torque with P reduced",
        "as stall_torque",
    ),
    define(
        "threshold",
        "Smallest step of the command that moves it from rest without load: half of the dead zone",
        "R·F₀/K",
        "R·F₀/(K·√(1 − R·F₀/(D·P)))",
        "friction.static_ratio, friction.coulomb_torque, controller.proportional_gain, servovalve.pressure_gain (linear), \
         motor.leakage_coefficient (orifice)",
    ),
    define(
        "stiffness",
        "Torque per position error in equilibrium (static stiffness against the load)",
        "K = K_P·(G_M/K_F)·k·D·G_P",
        "K = K_P·(G_M/K_F)·D·G_Q·√(P/P_r)/c",
        "controller.proportional_gain, servovalve.pressure_gain (linear), motor.leakage_coefficient (orifice), \
         servovalve.torque_motor_gain, servovalve.feedback_stiffness, motor.displacement",
    ),
    define(
        "velocity_gain",
        "Rate per position error without friction",
        "K/B",
        "K/(C + D²/c)",
        "controller.proportional_gain, servovalve.flow_gain, motor.displacement",
    ),
    define(
        "bandwidth",
        "Frequency above which position over command is below −3 dB, for small signals without friction",
        "|x/x_com| = 1/√2 of the linear closed loop",
        "the same about the centred spool",
        "controller.proportional_gain, servovalve.flow_gain, inertia, servovalve.spool_velocity_gain, \
         servovalve.natural_frequency",
    ),
    define(
        "phase_bandwidth",
        "Frequency at which position lags command by 90 degrees, likewise",
        "arg(x/x_com) = −90°",
        "the same about the centred spool",
        "as bandwidth",
    ),
    define(
        "damping_ratio",
        "Damping of the slowest pair of poles of the closed loop; 1 where there is no pair",
        "−Re(s)/|s|",
        "the same about the centred spool",
        "controller.proportional_gain against servovalve.spool_velocity_gain, servovalve.natural_frequency, inertia",
    ),
    define(
        "friction_torque",
        "Friction while sliding fast without load",
        "F₀",
        "F₀",
        "friction.coulomb_torque, friction.table",
    ),
    define(
        "breakaway_torque",
        "What friction holds at rest without load",
        "R·F₀, R = static_ratio·breakaway_ratio",
        "R·F₀",
        "friction.static_ratio, friction.breakaway_ratio, friction.coulomb_torque",
    ),
    define(
        "back_drive_torque",
        "Smallest load that moves it from rest without pressure",
        "R·F₀/(1 − R_L·(1 − η_A)) with F₀ and η_A at rest; none where R_L·(1 − η_A) ≥ 1",
        "the same",
        "friction.efficiency_aiding, friction.static_ratio, friction.coulomb_torque, friction.table",
    ),
    define(
        "back_drive_torque_moving",
        "Smallest load that keeps it moving without pressure",
        "F₀/η_A; with a characteristic the least of (F(v) + B·v)/(1 − (1 − η_A)·s(v)) at any speed v, B with the motor's damping; none where η_A ≤ 0",
        "the same",
        "friction.efficiency_aiding, friction.coulomb_torque, friction.table",
    ),
    define(
        "self_locking",
        "No load moves it",
        "η_A ≤ 0; from rest already where R_L·(1 − η_A) ≥ 1",
        "the same",
        "friction.efficiency_aiding, friction.static_ratio",
    ),
    define(
        "natural_frequency",
        "Of the mass on its spring, without friction (HydraulicActuator)",
        "√(k/M)/(2π)",
        "",
        "spring_stiffness, mass",
    ),
    define("travel_lower", "Position of the lower end stop", "travel.lower", "the same", "travel.lower"),
    define("travel_upper", "Position of the upper end stop", "travel.upper", "the same", "travel.upper"),
];

/// The definition of a key.
pub fn definition(key: &str) -> Option<&'static Definition> {
    TABLE.iter().find(|definition| definition.key == key)
}

/// At which pressures and load the properties are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conditions {
    /// P \[Pa\]; that of the actuator's input if not given.
    pub supply_pressure: Option<f64>,
    /// \[Pa\]; half of P if not given.
    pub reduced_pressure: Option<f64>,
    /// L [N·m]; half of the stall torque if not given.
    pub load_torque: Option<f64>,
}

/// What a property is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// A number in SI units.
    Number(f64, Quantity),
    /// There is no such number.
    None,
    /// An answer.
    Words(&'static str),
}

/// One property of an actuator.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What it is.
    pub definition: &'static Definition,
    /// Its value.
    pub worth: Worth,
    /// Where it holds, as in "at 14 MPa"; empty where there is nothing to say.
    pub condition: String,
    /// The equation that gives it, with the valve of this actuator.
    pub equation: String,
}

/// All properties of an actuator.
#[derive(Clone, Debug, PartialEq)]
pub struct Properties {
    /// In the order of [`TABLE`].
    pub list: Vec<Property>,
    /// What a user must know about it.
    pub notes: Vec<String>,
}

impl Properties {
    /// Of an actuator.
    pub fn of(actuator: &Actuator, conditions: &Conditions) -> Self {
        let law = match actuator {
            Actuator::Servo(servo) => servo.valve.law,
            Actuator::Transmission(_) | Actuator::Piston(_) => ValveLaw::Linear,
        };
        let mut listed = Listed { list: Vec::new(), law };
        let mut notes = Vec::new();
        match actuator {
            Actuator::Servo(servo) => {
                listed.servo(servo, conditions);
                notes = super::notes::of(servo, conditions);
            }
            Actuator::Transmission(transmission) => listed.transmission(transmission, transmission.viscous_coefficient),
            Actuator::Piston(piston) => listed.piston(piston),
        }
        Self { list: listed.list, notes }
    }

    /// The number of a property, where it has one.
    pub fn number(&self, key: &str) -> Option<f64> {
        let property = self.list.iter().find(|property| property.definition.key == key)?;
        match property.worth {
            Worth::Number(value, _) => Some(value),
            Worth::None | Worth::Words(_) => None,
        }
    }
}

impl Property {
    /// The value in its display unit, with four digits.
    pub fn shown(&self) -> String {
        match self.worth {
            Worth::Number(value, quantity) => shown(value, quantity, 4),
            Worth::None => "none".to_owned(),
            Worth::Words(words) => words.to_owned(),
        }
    }
}

fn maybe(value: Option<f64>, quantity: Quantity) -> Worth {
    value.map_or(Worth::None, |value| Worth::Number(value, quantity))
}

/// Of what holds only until the integral of the error has grown.
fn integral_condition(servo: &Servo) -> &'static str {
    if servo.controller.integral_gain == 0.0 { "" } else { "before the integral acts" }
}

/// Of which step of the command the threshold is the smallest that moves the body.
fn threshold_condition(servo: &Servo) -> &'static str {
    match (integral_condition(servo), servo.transmission.friction.below_breakaway()) {
        (condition, BelowBreakaway::Holds) => condition,
        ("", BelowBreakaway::Presliding) => "of a command that rises slowly",
        ("", BelowBreakaway::Creeps) => "where friction is largest: the law creeps",
        (_, BelowBreakaway::Presliding) => "of a command that rises slowly, before the integral acts",
        (_, BelowBreakaway::Creeps) => "where friction is largest, before the integral acts: the law creeps",
    }
}

struct Listed {
    list: Vec<Property>,
    law: ValveLaw,
}

impl Listed {
    fn add(&mut self, key: &str, worth: Worth, condition: String) {
        let definition = definition(key).expect("every key that is listed is in the table");
        let equation = definition.equation_with(self.law);
        self.list.push(Property { definition, worth, condition, equation });
    }

    fn number(&mut self, key: &str, value: f64, quantity: Quantity) {
        self.add(key, Worth::Number(value, quantity), String::new());
    }

    fn perhaps(&mut self, key: &str, value: Option<f64>, quantity: Quantity) {
        self.add(key, maybe(value, quantity), String::new());
    }

    fn servo(&mut self, servo: &Servo, conditions: &Conditions) {
        let supply = conditions.supply_pressure.unwrap_or(servo.supply_pressure);
        let reduced = conditions.reduced_pressure.unwrap_or(supply / 2.0);
        let stall = servo.stall_moving(supply);
        let load = conditions.load_torque.unwrap_or(stall / 2.0);
        let at = |pressure: f64| format!("at {}", shown(pressure, unit::PRESSURE, 4));
        let under_load = servo.rate(load, supply);
        let effect = match under_load {
            rate if rate < 0.0 => ", which drives it back",
            0.0 => ", which it holds",
            _ => "",
        };
        let against = format!("against {}{effect}", shown(load, unit::TORQUE, 4));
        let torque = |value: f64| Worth::Number(value, unit::TORQUE);
        let rate = |value: f64| Worth::Number(value, unit::ANGULAR_VELOCITY);
        self.add("stall_torque", torque(stall), at(supply));
        self.add("stall_torque_from_rest", torque(servo.stall_from_rest(supply)), at(supply));
        self.add("no_load_rate", rate(servo.rate(0.0, supply)), at(supply));
        self.add("rate_under_load", rate(under_load), against);
        self.add("rate_at_reduced_pressure", rate(servo.rate(0.0, reduced)), at(reduced));
        self.add("stall_torque_at_reduced_pressure", torque(servo.stall_moving(reduced)), at(reduced));
        let (threshold, stiffness) = (servo.threshold(supply), servo.stiffness(supply));
        let (of_threshold, of_stiffness) = (threshold_condition(servo), integral_condition(servo));
        self.add("threshold", maybe(threshold, unit::ANGLE), of_threshold.to_owned());
        self.add("stiffness", Worth::Number(stiffness, unit::ANGULAR_STIFFNESS), of_stiffness.to_owned());
        self.number("velocity_gain", servo.velocity_gain(supply), unit::RATE);
        let small = servo.small_signal(supply);
        // Hz are shown; a frequency in SI units is in rad/s.
        let frequency = |hertz: Option<f64>| hertz.filter(|_| small.is_stable).map(|hz| hz * std::f64::consts::TAU);
        self.perhaps("bandwidth", frequency(small.bandwidth), unit::NATURAL_FREQUENCY);
        self.perhaps("phase_bandwidth", frequency(small.phase_bandwidth), unit::NATURAL_FREQUENCY);
        if small.is_stable {
            self.number("damping_ratio", small.damping_ratio, unit::RATIO);
        } else {
            self.add("damping_ratio", Worth::Words("the closed loop is unstable"), String::new());
        }
        self.transmission(&servo.transmission, servo.damping());
    }

    fn transmission(&mut self, transmission: &Transmission, damping: f64) {
        let effort = transmission.motion.effort();
        let friction = &transmission.friction;
        let fast = friction.table.last().map_or(0.0, |(velocity, _)| *velocity) + 1e6 * friction.stribeck_velocity;
        self.number("friction_torque", friction.sliding(fast), effort);
        self.number("breakaway_torque", friction.breakaway(), effort);
        if transmission.motion == Motion::Rotary {
            self.perhaps("back_drive_torque", transmission.back_drive_from_rest(), effort);
            self.perhaps("back_drive_torque_moving", transmission.back_drive_moving(damping), effort);
            let locking: Reversibility = transmission.reversibility();
            self.add("self_locking", Worth::Words(locking.words()), String::new());
        }
        self.travel(transmission);
    }

    fn piston(&mut self, piston: &Piston) {
        let transmission = &piston.transmission;
        let effort = transmission.motion.effort();
        let friction = &transmission.friction;
        self.number("friction_torque", friction.sliding(1e6 * friction.stribeck_velocity), effort);
        self.number("breakaway_torque", friction.breakaway(), effort);
        let frequency = (piston.spring_stiffness / transmission.inertia).sqrt();
        self.number("natural_frequency", frequency, unit::NATURAL_FREQUENCY);
        self.travel(transmission);
    }

    fn travel(&mut self, transmission: &Transmission) {
        let position = transmission.motion.position();
        self.number("travel_lower", transmission.travel.0, position);
        self.number("travel_upper", transmission.travel.1, position);
    }
}
