//! Steady states against the balance of torques, in closed form.

use super::Runs;
use crate::Error;
use crate::lab::Lab;
use crate::picture::DEGREES;
use crate::section::Statement;

/// Relative accuracy: transients have decayed, what is left is rounding over hundreds of steps.
const ROUNDING: f64 = 1e-9;

/// Symbols of the paper, SI units, as the FMU has them.
struct Servo {
    opposing: f64,
    aiding: f64,
    coulomb: f64,
    displacement: f64,
    /// Share of the valve's pressure that leakage leaves.
    leakage: f64,
    /// B: torque lost per velocity.
    damping: f64,
    /// K: torque per position error.
    stiffness: f64,
}

impl Servo {
    fn of(lab: &Lab, runs: &Runs) -> Result<Self, Error> {
        let value = |name: &str| {
            let own = runs.scenario.parameters.iter().find(|(known, _)| *known == name);
            own.map_or_else(|| lab.start(runs.scenario.model, name), |(_, value)| Ok(*value))
        };
        let (pressure_gain, flow_gain) = (value("servovalve.pressure_gain")?, value("servovalve.flow_gain")?);
        let displacement = value("motor.displacement")?;
        let leakage = 1.0 / (1.0 + value("motor.leakage_coefficient")? * pressure_gain / flow_gain);
        let control = value("servovalve.torque_motor_gain")? * value("controller.proportional_gain")?;
        Ok(Self {
            opposing: value("friction.efficiency_opposing")?,
            aiding: value("friction.efficiency_aiding")?,
            coulomb: value("friction.coulomb_torque")?,
            displacement,
            leakage,
            damping: value("viscous_coefficient")? + leakage * pressure_gain / flow_gain * displacement.powi(2),
            stiffness: leakage * displacement * pressure_gain * control / value("servovalve.feedback_stiffness")?,
        })
    }

    /// Speed with the pressure saturated, in rad/s.
    fn rate(&self, is_opposing: bool, supply: f64, load: f64) -> f64 {
        let net = if is_opposing { -load / self.opposing } else { self.aiding * load };
        (self.leakage * self.displacement * supply + net - self.coulomb) / self.damping
    }

    /// Error of a steady ramp of `slope`, in rad.
    fn ramp_error(&self, is_opposing: bool, slope: f64, load: f64) -> f64 {
        let lag = self.coulomb + self.damping * slope;
        let torque = if is_opposing { load / self.opposing + lag } else { self.aiding * load - lag };
        torque / self.stiffness
    }
}

/// What the balance of torques says of a figure.
pub(super) fn statements(lab: &Lab, runs: &Runs) -> Result<Vec<Statement>, Error> {
    let servo = Servo::of(lab, runs)?;
    Ok(match runs.figure {
        6..=10 => rates(&servo, runs),
        14 | 15 => ramps(&servo, runs),
        _ => Vec::new(),
    })
}

fn rates(servo: &Servo, runs: &Runs) -> Vec<Statement> {
    const LOAD: f64 = 74500.0;
    let is_opposing = matches!(runs.figure, 6 | 8);
    let mut statements = vec![compared(
        "rate at 0.3 s, before the pressure drops, is that of the torque balance",
        runs.located.at("velocity", 0.3).abs(),
        servo.rate(is_opposing, 26e6, LOAD),
        "deg/s",
    )];
    if matches!(runs.figure, 7 | 9) {
        let (says, found) = ("so is the rate at 0.6 s, at 5 MPa", runs.located.at("velocity", 0.6).abs());
        statements.push(compared(says, found, servo.rate(false, 5e6, LOAD), "deg/s"));
    }
    statements
}

fn ramps(servo: &Servo, runs: &Runs) -> Vec<Statement> {
    const LOAD: f64 = 37243.0;
    let slope = 0.5 / DEGREES;
    // One millisecond before the command jumps.
    let error = |time: f64| runs.located.at("position_error", time);
    vec![
        compared("lag on the ramp against the load", error(0.499), servo.ramp_error(true, slope, LOAD), "deg"),
        compared("error on the ramp with the load", error(0.899), servo.ramp_error(false, slope, LOAD), "deg"),
    ]
}

/// Angles or rates in rad against a closed form.
fn compared(says: &str, found: f64, expected: f64, unit: &'static str) -> Statement {
    let (found, expected) = (DEGREES * found, DEGREES * expected);
    Statement::closed_form(says).close(found, expected, ROUNDING * expected.abs(), unit)
}
