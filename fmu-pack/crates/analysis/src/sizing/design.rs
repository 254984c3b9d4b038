//! From a requirement to an actuator.
//!
//! Stall torque S, no-load rate w and supply P fix the motor and the slope of its torque, with M = T − F₀ the torque that is
//! left for load and rate:
//!
//! ```text
//! M = S/η_O,   T = M + F₀
//! linear     B = M/w,   D = T·(1 + λ)/P,   G_P/G_Q = (B − C)·(1 + λ)/D²,   c = λ·G_Q/G_P          k = 1/(1 + λ)
//! orifice    D = T/(P·π),   π = (√(1 + 4λ²) − 1)/(2λ²),   G_Q·X = D·w/(√(1 − q) − λ·q),   c = λ·G_Q·X/P,   q = (F₀ + C·w)/(D·P)
//! ```
//!
//! λ is the leakage at stall over the flow without load. The stiffness K and friction F₀ then follow from threshold θ and
//! bandwidth: K is the gain that gives the bandwidth, and θ·K = R·F₀ gives the friction, with orifices
//! θ·K = R·F₀/√(1 − R·F₀/(D·P)). Where friction is known, K is the largest that threshold, stiffness and bandwidth ask for.
//! Last K_P = K/((G_M/K_F)·dT/dX).
//!
//! These are the equations of [`statics`](super::statics) solved for the parameters, with Coulomb friction. Where the law of
//! friction has a velocity characteristic, requirement by requirement is corrected by what the actuator lacks, until it is met.

use super::actuator::{Actuator, Parameters, Servo};
use super::damping;
use super::flanks;
use super::friction::Friction;
use super::friction_values::{self as friction, Presliding};
use super::judge;
use super::properties::{Conditions, Properties};
use super::requirement::Requirement;
use super::shown::{rounded, shown};
use super::stability;
use super::valve::ValveLaw;
use model_description::configuration::{self, ConfigurationError};
use model_description::declaration::{Model, Value, unit};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::fmt::Write;
use std::path::Path;

/// Bandwidth where none is required \[Hz\]: what primary flight controls have.
const BANDWIDTH: f64 = 4.0;
/// Friction over the torque M where neither it nor a threshold is required.
const FRICTION_SHARE: f64 = 0.04;
/// λ where no leakage is known.
const LINEAR_LEAKAGE: f64 = 0.01;
const ORIFICE_LEAKAGE: f64 = 0.03;
/// Largest velocity gain that is looked at, over the frequency that is asked for in rad/s.
const MOST_VELOCITY_GAIN: f64 = 1e9;
/// Damping ratio where nothing asks for a bandwidth, and the usual one would have less: its steps overshoot by 37 %.
const LEAST_DAMPING: f64 = 0.3;
/// Share of the spool at which the pressure of the linear valve reaches the supply, where no gain of it is known.
const SATURATION: f64 = 0.65;
/// Digits of the parameters that are written.
const DIGITS: usize = 7;

/// A sized actuator.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The configuration file.
    pub configuration: String,
    /// What it can do.
    pub properties: Properties,
}

/// Sizes an actuator.
pub fn size(requirement: &Requirement) -> Result<Design, ConfigurationError> {
    let text = write(requirement, &solve(requirement)?);
    let model = configuration::parse(&text, Path::new(&format!("the actuator sized for {}", requirement.name)))?;
    let actuator =
        Actuator::new(&Parameters::of(&model)).map_err(|error| requirement.document.general_error(error.problem))?;
    let Actuator::Servo(servo) = &actuator else { unreachable!("ServoActuator is a servo") };
    let mut properties = Properties::of(&actuator, &conditions(requirement));
    if let Some(refused) = stability::given_gain_conflict(requirement, servo) {
        return Err(refused);
    }
    if let Some(conflict) = judge::conflict(requirement, servo, &properties) {
        return Err(conflict.into_error(requirement));
    }
    if let Some(refused) = stability::conflict(requirement, servo) {
        return Err(refused);
    }
    properties.notes.extend(slow_note(requirement, &properties));
    properties.notes.extend(threshold_note(requirement, &properties));
    let locks = requirement.self_locking.as_ref().is_none_or(|(locks, _)| *locks);
    let of_flanks = |flanks| flanks::locking(flanks, &servo.transmission.friction, locks);
    properties.notes.extend(requirement.flanks().and_then(of_flanks));
    Ok(Design { configuration: text, properties })
}

/// The parameters that meet the requirements as far as they can be met.
fn solve(requirement: &Requirement) -> Result<Values, ConfigurationError> {
    let mut targets = Targets::of(requirement);
    // The correction of a velocity characteristic converges by the share of it that is left at the rate.
    for _ in 0..30 {
        let values = design(requirement, &targets);
        let servo = evaluate(requirement, &values)?;
        if !targets.correct(requirement, &servo) {
            break;
        }
    }
    Ok(design(requirement, &targets))
}

/// What comes out for a requirement, whether it is met or not.
pub(crate) fn outcome(requirement: &Requirement) -> Option<(Servo, Properties)> {
    let servo = evaluate(requirement, &solve(requirement).ok()?).ok()?;
    let properties = Properties::of(&Actuator::Servo(Box::new(servo.clone())), &conditions(requirement));
    Some((servo, properties))
}

/// Nobody asked for a bandwidth, and it is less than one would expect.
fn slow_note(requirement: &Requirement, properties: &Properties) -> Option<String> {
    let is_asked = requirement.number("bandwidth").is_some() || requirement.is_given("controller.proportional_gain");
    let reached = properties.number("bandwidth").filter(|frequency| !is_asked && *frequency < 0.99 * TAU * BANDWIDTH);
    reached.map(|frequency| {
        format!(
            "no bandwidth is required; the loop has {}, less than the {BANDWIDTH} Hz that are usual: with a bandwidth in the \
             requirements it is told what stands against it",
            shown(frequency, unit::NATURAL_FREQUENCY, 3),
        )
    })
}

/// The threshold is less than was asked for, which is allowed and nothing that one would expect.
fn threshold_note(requirement: &Requirement, properties: &Properties) -> Option<String> {
    let required = requirement.required("threshold")?;
    let reached = properties.number("threshold").filter(|reached| *reached < 0.99 * required.value)?;
    let is_asked = |key: &&str| requirement.number(key).is_some();
    let asked: Vec<&str> = ["bandwidth", "stiffness"].into_iter().filter(is_asked).collect();
    let why = if requirement.is_given("controller.proportional_gain") {
        "controller.proportional_gain in [start] makes the loop that stiff".to_owned()
    } else if friction::known_level(requirement).is_some() {
        format!("{} asks for a loop that is that stiff", asked.join(" or "))
    } else {
        "the pressure gain of the orifices, servovalve.flow_gain over motor.leakage_coefficient, makes the loop that stiff at this \
         bandwidth and the usual friction; with friction.coulomb_torque in [start] and no bandwidth required the gain is so small that the \
         whole step is needed"
            .to_owned()
    };
    Some(format!(
        "threshold = {} is kept with room: {} moves it already, because {why}",
        required.entry.source,
        shown(reached, unit::ANGLE, 4),
    ))
}

pub(crate) fn conditions(requirement: &Requirement) -> Conditions {
    Conditions {
        supply_pressure: requirement.number("supply_pressure"),
        reduced_pressure: requirement.number("reduced_pressure"),
        load_torque: requirement.number("load_torque"),
    }
}

/// What the equations are solved for: the requirements, corrected for what they leave out.
struct Targets {
    stall: f64,
    rate: f64,
    threshold: Option<f64>,
}

impl Targets {
    fn of(requirement: &Requirement) -> Self {
        Self {
            stall: requirement.number("stall_torque").unwrap_or(f64::NAN),
            rate: requirement.number("no_load_rate").unwrap_or(f64::NAN),
            threshold: requirement.number("threshold"),
        }
    }

    /// By the share that the actuator lacks; false where it lacks nothing any more.
    fn correct(&mut self, requirement: &Requirement, servo: &Servo) -> bool {
        let supply = requirement.number("supply_pressure").unwrap_or(servo.supply_pressure);
        let lack = |key: &str, achieved: f64| {
            let share = requirement.number(key).unwrap_or(achieved) / achieved;
            if share.is_finite() { share.clamp(0.5, 2.0) } else { 1.0 }
        };
        let (stall, rate) =
            (lack("stall_torque", servo.stall_moving(supply)), lack("no_load_rate", servo.rate(0.0, supply)));
        self.stall *= stall;
        self.rate *= rate;
        (stall - 1.0).abs() > 1e-10 || (rate - 1.0).abs() > 1e-10
    }
}

/// Parameters by name, in SI units, with the reason for each.
pub(crate) type Values = Vec<(String, f64, &'static str)>;

/// What [start] says, or else what the model starts with.
pub(crate) fn known(requirement: &Requirement, name: &str) -> f64 {
    Parameters::of(&requirement.model).find(name).unwrap_or(f64::NAN)
}

pub(crate) fn given(requirement: &Requirement, name: &str) -> Option<f64> {
    requirement.is_given(name).then(|| known(requirement, name))
}

fn design(requirement: &Requirement, targets: &Targets) -> Values {
    let friction_known = friction::known_level(requirement);
    let rest = Rest::of(requirement, targets);
    // Friction and stiffness follow from each other.
    let mut friction = friction_known.unwrap_or(FRICTION_SHARE * rest.left);
    let mut sized = rest.motor(friction);
    for _ in 0..60 {
        let stiffness = rest.stiffness(requirement, targets, &sized, friction_known);
        let before = friction;
        friction = friction_known.unwrap_or_else(|| rest.friction(targets, &Sized { stiffness, ..sized }));
        sized = Sized { stiffness, ..rest.motor(friction) };
        if (friction - before).abs() <= 1e-13 * friction {
            break;
        }
    }
    rest.values(requirement, friction, &sized)
}

/// What does not depend on the friction.
struct Rest {
    law: ValveLaw,
    supply: f64,
    rate: f64,
    /// M.
    left: f64,
    viscous: f64,
    spool: f64,
    spool_per_current: f64,
    ratio_at_rest: f64,
    load_ratio_at_rest: f64,
    greater_ratio: f64,
    pressure_gain: Option<f64>,
    flow_gain: Option<f64>,
    leakage: Option<f64>,
    displacement: Option<f64>,
    inertia: f64,
}

/// Valve, motor and stiffness.
#[derive(Clone, Copy)]
struct Sized {
    displacement: f64,
    pressure_gain: f64,
    flow_gain: f64,
    leakage: f64,
    /// dT/dX.
    torque_per_spool: f64,
    damping: f64,
    stiffness: f64,
}

impl Rest {
    fn of(requirement: &Requirement, targets: &Targets) -> Self {
        let known = |name: &str| known(requirement, name);
        let given = |name: &str| given(requirement, name);
        let supply = requirement.number("supply_pressure").unwrap_or(f64::NAN);
        let spool_per_current = known("servovalve.torque_motor_gain") / known("servovalve.feedback_stiffness");
        let servo = servo(&Parameters::of(&requirement.model));
        let friction = servo.as_ref().map(|servo| &servo.transmission.friction);
        let share = friction.map_or(0.0, |friction| friction.share(f64::MAX.sqrt(), 1));
        let left = targets.stall * (1.0 + share);
        let bandwidth = requirement.number("bandwidth").map_or(BANDWIDTH, |frequency| frequency / TAU);
        Self {
            law: ValveLaw::of_number(known("servovalve.law")),
            supply,
            rate: targets.rate,
            left,
            viscous: given("viscous_coefficient").unwrap_or(0.0),
            spool: known("servovalve.spool_travel").min(spool_per_current * known("controller.current_limit")),
            spool_per_current,
            ratio_at_rest: friction.map_or(1.0, |friction| friction::ratio_at_rest(requirement, friction)),
            load_ratio_at_rest: friction.map_or(1.0, Friction::load_ratio_at_rest),
            greater_ratio: friction.map_or(1.0, |friction| friction.greater_ratio),
            pressure_gain: given("servovalve.pressure_gain"),
            flow_gain: given("servovalve.flow_gain"),
            leakage: given("motor.leakage_coefficient"),
            displacement: given("motor.displacement"),
            // A lag of a tenth of that of the bandwidth.
            inertia: given("inertia").unwrap_or(left / targets.rate / (10.0 * TAU * bandwidth)),
        }
    }

    fn motor(&self, friction: f64) -> Sized {
        match self.law {
            ValveLaw::Linear => self.linear(friction),
            ValveLaw::Orifice => self.orifice(friction),
        }
    }

    fn linear(&self, friction: f64) -> Sized {
        let torque = self.left + friction;
        let damping = self.left / self.rate;
        let hydraulic = (damping - self.viscous).max(1e-3 * damping);
        let mut share = LINEAR_LEAKAGE;
        let (mut displacement, mut slope) = (0.0, 0.0);
        for _ in 0..50 {
            displacement = self.displacement.unwrap_or(torque * (1.0 + share) / self.supply);
            slope = hydraulic * (1.0 + share) / (displacement * displacement);
            share = self.leakage.map_or(LINEAR_LEAKAGE, |leakage| leakage * slope);
        }
        let pressure_gain = match (self.pressure_gain, self.flow_gain) {
            (Some(gain), _) => gain,
            (None, Some(flow_gain)) => slope * flow_gain,
            (None, None) => self.supply / (SATURATION * self.spool),
        };
        let flow_gain = self.flow_gain.unwrap_or(pressure_gain / slope);
        let leakage = self.leakage.unwrap_or(share * flow_gain / pressure_gain);
        let torque_per_spool = displacement * pressure_gain / (1.0 + leakage * pressure_gain / flow_gain);
        Sized { displacement, pressure_gain, flow_gain, leakage, torque_per_spool, damping, stiffness: 0.0 }
    }

    fn orifice(&self, friction: f64) -> Sized {
        let torque = self.left + friction;
        let saturation = self.pressure_gain.map(|gain| self.supply / (gain * self.spool));
        let mut share = saturation.unwrap_or(ORIFICE_LEAKAGE);
        let (mut displacement, mut flow_gain) = (0.0, 0.0);
        for _ in 0..50 {
            let stalled = 2.0 / ((1.0 + 4.0 * share * share).sqrt() + 1.0);
            displacement = self.displacement.unwrap_or(torque / (self.supply * stalled));
            let loaded = ((friction + self.viscous * self.rate) / (displacement * self.supply)).min(0.999);
            let open = ((1.0 - loaded).sqrt() - share * loaded).max(1e-3);
            flow_gain = self.flow_gain.unwrap_or(displacement * self.rate / (open * self.spool));
            share = self.leakage.map_or(share, |leakage| leakage * self.supply / (flow_gain * self.spool));
        }
        let leakage = self.leakage.unwrap_or(share * flow_gain * self.spool / self.supply);
        Sized {
            displacement,
            pressure_gain: flow_gain / leakage,
            flow_gain,
            leakage,
            torque_per_spool: displacement * flow_gain / leakage,
            damping: self.viscous + displacement * displacement / leakage,
            stiffness: 0.0,
        }
    }

    /// K.
    fn stiffness(&self, requirement: &Requirement, targets: &Targets, sized: &Sized, friction: Option<f64>) -> f64 {
        if let Some(gain) = given(requirement, "controller.proportional_gain") {
            return gain * self.spool_per_current * sized.torque_per_spool;
        }
        let of_threshold = friction.zip(targets.threshold).map(|(friction, step)| {
            let breakaway = self.ratio_at_rest * friction;
            let left = match self.law {
                ValveLaw::Linear => 1.0,
                // What the pressure of breakaway leaves to the orifices.
                ValveLaw::Orifice => (1.0 - breakaway / (sized.displacement * self.supply)).max(1e-6).sqrt(),
            };
            breakaway / (step * left)
        });
        let bandwidth = requirement.number("bandwidth").map(|frequency| frequency / TAU);
        let of_bandwidth = match bandwidth {
            Some(frequency) => Some(self.gain_for(requirement, sized, frequency)),
            // Without any wish, and where the friction does not decide.
            None => of_threshold.is_none().then(|| self.usual_gain(requirement, sized)),
        };
        let stiffest = [of_threshold, of_bandwidth, requirement.number("stiffness")].into_iter().flatten();
        stiffest.fold(0.0, f64::max)
    }

    /// F₀ where it is free.
    fn friction(&self, targets: &Targets, sized: &Sized) -> f64 {
        let usual = FRICTION_SHARE * self.left;
        let Some(step) = targets.threshold else { return usual };
        match self.law {
            ValveLaw::Linear => step * sized.stiffness / self.ratio_at_rest,
            ValveLaw::Orifice => {
                // The spool follows the step by θ·K = b/√(1 − b/F), b = R·F₀, with the full torque F = D·P; solved for b.
                let full = sized.displacement * self.supply;
                let asked = step * sized.stiffness / full;
                let breakaway = full * 2.0 * asked / (asked + asked.hypot(2.0));
                // Its pressure gain makes the threshold smaller than friction of the usual size needs.
                usual.min(breakaway / self.ratio_at_rest)
            }
        }
    }

    /// The servo of these values, with a controller that is yet to be chosen.
    fn servo(&self, requirement: &Requirement, sized: &Sized) -> Option<Servo> {
        let mut servo = servo(&Parameters::of(&requirement.model))?;
        servo.transmission.inertia = self.inertia + known(requirement, "load_inertia");
        servo.transmission.viscous_coefficient = self.viscous;
        servo.valve.displacement = sized.displacement;
        servo.valve.pressure_gain = sized.pressure_gain;
        servo.valve.flow_gain = sized.flow_gain;
        servo.valve.leakage = sized.leakage;
        servo.valve.rated_pressure = self.supply;
        servo.supply_pressure = self.supply;
        Some(servo)
    }

    /// K with which the gain of the closed loop at `frequency` \[Hz\] is 1/√2.
    fn gain_for(&self, requirement: &Requirement, sized: &Sized, frequency: f64) -> f64 {
        let Some(mut servo) = self.servo(requirement, sized) else { return 0.0 };
        let per_gain = self.spool_per_current * sized.torque_per_spool;
        let mut too_small = |velocity_gain: f64| {
            servo.controller.proportional_gain = velocity_gain * sized.damping / per_gain;
            let response = servo.linear_system(self.supply).response(0, 0, TAU * frequency);
            response.is_some_and(|value| value.norm() < FRAC_1_SQRT_2)
        };
        // Of a first-order lag the velocity gain is the bandwidth in rad/s; with more lags less is enough, until they are so
        // slow that the frequency is beyond that of a resonance.
        let (mut low, mut high) = (1e-3 * TAU * frequency, 2.0 * TAU * frequency);
        while too_small(high) && high < MOST_VELOCITY_GAIN * TAU * frequency {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if too_small(middle) { low = middle } else { high = middle }
        }
        high * sized.damping
    }

    /// K where nothing asks for one: that of the usual bandwidth, or less where the loop would not be damped as required.
    fn usual_gain(&self, requirement: &Requirement, sized: &Sized) -> f64 {
        let usual = self.gain_for(requirement, sized, BANDWIDTH);
        let Some(mut servo) = self.servo(requirement, sized) else { return usual };
        let per_gain = self.spool_per_current * sized.torque_per_spool;
        servo.controller.proportional_gain = usual / per_gain;
        let least = requirement.number("damping_ratio").unwrap_or(LEAST_DAMPING);
        damping::with_damping(&servo, least).map_or(usual, |servo| servo.controller.proportional_gain * per_gain)
    }

    fn values(&self, requirement: &Requirement, friction: f64, sized: &Sized) -> Values {
        let (lower, upper) = requirement.travel();
        let gain = sized.stiffness / (self.spool_per_current * sized.torque_per_spool);
        let mut values = vec![
            ("supply_pressure", self.supply, "required"),
            ("travel.lower", lower, "required"),
            ("travel.upper", upper, "required"),
            ("position_start", 0f64.clamp(lower, upper), "within the travel"),
            ("inertia", self.inertia, "lag J/B a tenth of that of the bandwidth; put your own in its place"),
            ("viscous_coefficient", self.viscous, "none: the damping is that of the valve"),
            ("motor.displacement", sized.displacement, "stall_torque at supply_pressure"),
            (
                "motor.leakage_coefficient",
                sized.leakage,
                "leakage at stall over flow without load: 1 % (linear), 3 % (orifice)",
            ),
            ("servovalve.flow_gain", sized.flow_gain, "no_load_rate"),
            ("friction.coulomb_torque", friction / self.greater_ratio, "threshold and stiffness, or 4 % of the torque"),
            ("controller.proportional_gain", gain, "bandwidth, or threshold and stiffness"),
        ];
        match self.law {
            ValveLaw::Linear => {
                let reason = "pressure reaches the supply at 65 % of the spool travel";
                values.push(("servovalve.pressure_gain", sized.pressure_gain, reason));
            }
            ValveLaw::Orifice => {
                values.push(("servovalve.rated_pressure", self.supply, "where flow_gain holds"));
            }
        }
        if let Some(efficiency) = self.efficiency_aiding(requirement, friction) {
            values.push(("friction.efficiency_aiding", efficiency, "back_drive_torque or self_locking"));
        }
        let values = values.into_iter().map(|(name, value, reason)| (name.to_owned(), value, reason));
        let moved = self.inertia + known(requirement, "load_inertia");
        let of_law =
            friction::of_law(requirement, friction, &Presliding { loop_stiffness: sized.stiffness, inertia: moved });
        values.chain(of_law).filter(|(name, ..)| !requirement.is_given(name)).collect()
    }

    /// η_A, where a requirement sets it.
    fn efficiency_aiding(&self, requirement: &Requirement, friction: f64) -> Option<f64> {
        if let Some(load) = requirement.number("back_drive_torque") {
            let breakaway = self.ratio_at_rest * friction;
            return Some((1.0 - (1.0 - breakaway / load) / self.load_ratio_at_rest).min(1.0));
        }
        // A screw that loses as much in both directions has η_A = 2 − 1/η_O.
        let symmetric = 2.0 - 1.0 / known(requirement, "friction.efficiency_opposing");
        requirement.self_locking.as_ref().filter(|(locks, _)| *locks).map(|_| symmetric.min(0.0))
    }
}

fn servo(parameters: &Parameters) -> Option<Servo> {
    match Actuator::new(parameters) {
        Ok(Actuator::Servo(servo)) => Some(*servo),
        Ok(Actuator::Transmission(_) | Actuator::Piston(_)) | Err(_) => None,
    }
}

fn evaluate(requirement: &Requirement, values: &Values) -> Result<Servo, ConfigurationError> {
    let mut parameters = Parameters::of(&requirement.model);
    values.iter().for_each(|(name, value, _)| parameters.set(name, *value));
    servo(&parameters).ok_or_else(|| requirement.document.general_error("ServoActuator lacks a parameter"))
}

/// The configuration file.
fn write(requirement: &Requirement, values: &Values) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    let key = |name: &str| if name.contains('[') { quoted(name) } else { name.to_owned() };
    let mut text = String::from(
        "# Sized by fmu-pack size. Parameters that are not here have the start values of ServoActuator.\n",
    );
    let _ = writeln!(text, "name = {}", quoted(&requirement.name));
    let _ = writeln!(text, "model = \"ServoActuator\"");
    let _ = writeln!(text, "description = {}\n\n[start]", quoted(&requirement.description));
    for (name, value, reason) in values {
        let number = in_display_unit(&requirement.model, name, *value);
        let _ = writeln!(text, "{} = {number}  # {reason}", key(name));
    }
    for name in requirement.given() {
        let entry = requirement.document.get(&format!("start.{name}"));
        let source = entry.map_or("", |entry| entry.source.as_str());
        let _ = writeln!(text, "{} = {source}  # given", key(name));
    }
    for (place, (name, entry)) in requirement.lines_of_flanks().enumerate() {
        let table = if place == 0 { "\n[flanks]\n" } else { "" };
        let _ = writeln!(text, "{table}{name} = {}  # given", entry.source);
    }
    text
}

/// A number in SI units, or a text with the display unit.
fn in_display_unit(model: &Model, name: &str, value: f64) -> String {
    let quantity = model.variable(name).and_then(|variable| match variable.value {
        Value::Real(real) => Some(real.quantity),
        Value::Integer { .. } | Value::Enumeration { .. } => None,
    });
    match quantity.and_then(|quantity| quantity.display) {
        Some(display) => format!("\"{} {}\"", rounded(display.factor * value, DIGITS), display.name),
        None => rounded(value, DIGITS),
    }
}
