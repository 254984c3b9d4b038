//! The parameters of an actuator as the equations need them.

use super::friction::Friction;
use super::valve::{Valve, ValveLaw};
use model_description::declaration::{FrictionTable, Model, Value};
use model_description::models::Motion;
use model_description::models::laws::LAWS;
use std::collections::BTreeMap;

/// 1/η_O − 1 at the points of a table that is data.
const OPPOSING_SHARE: &str = "friction.table.share_opposing";
/// 1 − η_A at these points.
const AIDING_SHARE: &str = "friction.table.share_aiding";

/// Start values by name, in SI units; of an enumeration the number of the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(BTreeMap<String, f64>);

/// Why there is nothing to say about an actuator.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Unknown {
    /// A clause.
    pub problem: String,
}

impl Parameters {
    /// From names and values.
    pub fn new(values: impl IntoIterator<Item = (String, f64)>) -> Self {
        Self(values.into_iter().collect())
    }

    /// Of a model.
    pub fn of(model: &Model) -> Self {
        let start = |value: &Value| match value {
            Value::Real(real) => real.start,
            Value::Integer { start, .. } | Value::Enumeration { start, .. } => f64::from(*start),
        };
        let mut parameters =
            Self::new(model.variables.iter().map(|variable| (variable.name.clone(), start(&variable.value))));
        parameters.take_tables(&model.tables);
        parameters
    }

    /// Takes the table of the body where it is data, which has no variables.
    pub fn take_tables(&mut self, tables: &[FrictionTable]) {
        tables.iter().filter(|table| table.contact.is_empty()).for_each(|table| self.take_table(table));
    }

    /// The points of a table that is data, as if they were variables, and its shares of a load.
    fn take_table(&mut self, table: &FrictionTable) {
        let effort = if self.find("friction.coulomb_force").is_some() { "force" } else { "torque" };
        self.set("friction.table.size", table.points.len() as f64);
        for (number, [speed, level, opposing, aiding]) in (1..).zip(&table.points) {
            self.set(&format!("friction.table.velocity[{number}]"), *speed);
            self.set(&format!("friction.table.{effort}[{number}]"), *level);
            if table.has_load {
                self.set(&format!("{OPPOSING_SHARE}[{number}]"), *opposing);
                self.set(&format!("{AIDING_SHARE}[{number}]"), *aiding);
            }
        }
    }

    /// Puts a value in the place of another.
    pub fn set(&mut self, name: &str, value: f64) {
        self.0.insert(name.to_owned(), value);
    }

    /// The value, if there is one.
    pub fn find(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    fn get(&self, name: &str) -> Result<f64, Unknown> {
        self.find(name).ok_or_else(|| Unknown { problem: format!("it has no variable {name}") })
    }
}

/// What is sized or described.
#[derive(Clone, Debug, PartialEq)]
pub enum Actuator {
    /// ServoActuator.
    Servo(Box<Servo>),
    /// MotionTransmission.
    Transmission(Transmission),
    /// HydraulicActuator.
    Piston(Piston),
}

/// Friction, end stops and what moves between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Transmission {
    /// Angles and torques, or distances and forces.
    pub motion: Motion,
    /// J with that of the driven side [kg·m²], or the mass \[kg\].
    pub inertia: f64,
    /// C [N·m·s/rad].
    pub viscous_coefficient: f64,
    /// Lower and upper end stop \[rad\].
    pub travel: (f64, f64),
    /// Friction.
    pub friction: Friction,
}

/// A mass on a spring.
#[derive(Clone, Debug, PartialEq)]
pub struct Piston {
    /// With a mass instead of an inertia.
    pub transmission: Transmission,
    /// k [N/m].
    pub spring_stiffness: f64,
}

/// The position servo.
#[derive(Clone, Debug, PartialEq)]
pub struct Servo {
    /// What it moves.
    pub transmission: Transmission,
    /// Second stage and motor.
    pub valve: Valve,
    /// First stage.
    pub first_stage: FirstStage,
    /// Gains.
    pub controller: Controller,
    /// G_M/K_F [m/A].
    pub spool_per_current: f64,
    /// Start value of the input \[Pa\].
    pub supply_pressure: f64,
}

/// First stage of the servovalve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstStage {
    /// G_M [N·m/A].
    pub torque_motor_gain: f64,
    /// K_F [N·m/m].
    pub feedback_stiffness: f64,
    /// K_FS [N·m/m].
    pub flapper_stiffness: f64,
    /// ω \[rad/s\].
    pub natural_frequency: f64,
    /// ζ.
    pub damping_ratio: f64,
    /// G_SF \[1/s\].
    pub spool_velocity_gain: f64,
}

/// Gains of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// K_P [A/rad].
    pub proportional_gain: f64,
    /// K_I [A/(rad·s)].
    pub integral_gain: f64,
    /// K_D [A·s/rad].
    pub derivative_gain: f64,
}

impl Actuator {
    /// From the parameters of one of the three models, whatever the FMU is called.
    pub fn new(parameters: &Parameters) -> Result<Self, Unknown> {
        if parameters.find("servovalve.pressure_gain").is_some() {
            return servo(parameters).map(|servo| Self::Servo(Box::new(servo)));
        }
        if let Some(spring_stiffness) = parameters.find("spring_stiffness") {
            let transmission = transmission(parameters, Motion::Linear)?;
            return Ok(Self::Piston(Piston { transmission, spring_stiffness }));
        }
        if parameters.find("friction.efficiency_aiding").is_some() {
            return transmission(parameters, Motion::Rotary).map(Self::Transmission);
        }
        let problem = "it is none of the three models ServoActuator, MotionTransmission and HydraulicActuator; of a drivetrain \
                       there is no table, since what it can do depends on how its elements work together";
        Err(Unknown { problem: problem.to_owned() })
    }
}

fn servo(parameters: &Parameters) -> Result<Servo, Unknown> {
    let get = |name: &str| parameters.get(name);
    let first_stage = FirstStage {
        torque_motor_gain: get("servovalve.torque_motor_gain")?,
        feedback_stiffness: get("servovalve.feedback_stiffness")?,
        flapper_stiffness: get("servovalve.flapper_stiffness")?,
        natural_frequency: get("servovalve.natural_frequency")?,
        damping_ratio: get("servovalve.damping_ratio")?,
        spool_velocity_gain: get("servovalve.spool_velocity_gain")?,
    };
    let spool_per_current = first_stage.torque_motor_gain / first_stage.feedback_stiffness;
    let valve = Valve {
        law: ValveLaw::of_number(number_of(parameters, "servovalve.law")),
        displacement: get("motor.displacement")?,
        pressure_gain: get("servovalve.pressure_gain")?,
        flow_gain: get("servovalve.flow_gain")?,
        rated_pressure: parameters.find("servovalve.rated_pressure").unwrap_or(f64::NAN),
        leakage: get("motor.leakage_coefficient")?,
        spool: get("servovalve.spool_travel")?.min(spool_per_current * get("controller.current_limit")?),
    };
    Ok(Servo {
        transmission: transmission(parameters, Motion::Rotary)?,
        valve,
        first_stage,
        controller: Controller {
            proportional_gain: get("controller.proportional_gain")?,
            integral_gain: get("controller.integral_gain")?,
            derivative_gain: get("controller.derivative_gain")?,
        },
        spool_per_current,
        supply_pressure: get("supply_pressure")?,
    })
}

fn transmission(parameters: &Parameters, motion: Motion) -> Result<Transmission, Unknown> {
    let load_inertia = parameters.find("load_inertia").unwrap_or(0.0);
    Ok(Transmission {
        motion,
        inertia: parameters.get(motion.inertia_name())? + load_inertia,
        viscous_coefficient: parameters.get("viscous_coefficient")?,
        travel: (parameters.get("travel.lower")?, parameters.get("travel.upper")?),
        friction: friction(parameters, motion)?,
    })
}

fn friction(parameters: &Parameters, motion: Motion) -> Result<Friction, Unknown> {
    let get = |name: &str| parameters.get(&format!("friction.{name}"));
    let number = number_of(parameters, "friction.law");
    let law = LAWS.get((number as usize).saturating_sub(1));
    let law =
        law.ok_or_else(|| Unknown { problem: format!("friction.law {number} is none of 1 to {}", LAWS.len()) })?;
    let effort = motion.effort_word();
    let points = 1..=get("table.size")? as usize;
    let greater_ratio = get("backward_ratio")?.max(1.0);
    let level = |name: &str| Ok(greater_ratio * get(name)?);
    let point = |number| Ok((get(&format!("table.velocity[{number}]"))?, level(&format!("table.{effort}[{number}]"))?));
    let find = |name: &str, number: usize| parameters.find(&format!("{name}[{number}]"));
    let shares = |number| Some((find(OPPOSING_SHARE, number)?, find(AIDING_SHARE, number)?));
    Ok(Friction {
        law,
        greater_ratio,
        coulomb: level(&format!("coulomb_{effort}"))?,
        static_ratio: get("static_ratio")?,
        load_static_ratio: Some(get("load_static_ratio")?).filter(|ratio| *ratio > 0.0),
        // FMUs of earlier versions do not have it.
        load_dependence: parameters.find("friction.load_dependence") == Some(1.0),
        breakaway_ratio: get("breakaway_ratio")?,
        efficiency_opposing: get("efficiency_opposing")?,
        efficiency_aiding: get("efficiency_aiding")?,
        stribeck_velocity: get("stribeck_velocity")?,
        stribeck_exponent: get("stribeck_exponent")?,
        table: points.clone().map(point).collect::<Result<_, Unknown>>()?,
        table_shares: points.filter_map(shares).collect(),
    })
}

/// The item of an enumeration, which the number beside it overrules where it is not 0.
fn number_of(parameters: &Parameters, choice: &str) -> f64 {
    let overruling = parameters.find(&format!("{choice}_number")).filter(|number| *number != 0.0);
    overruling.or_else(|| parameters.find(choice)).unwrap_or(1.0)
}
