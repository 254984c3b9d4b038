//! Controller, servovalve and motor or cylinder of a position servo (Borello and Dalla Vedova 2012, section 5.2).
//!
//! Two motions matter: that of the position which is fed back, and that of what the motor drives.

use super::Motion;
use crate::declaration::{
    EnumerationItem, EnumerationType, Variable, choice, input, local, number_of, output, parameter, unit,
};

/// How the flow of the second stage depends on spool position and pressures.
static VALVE_LAW: EnumerationType = EnumerationType {
    name: "ValveLaw",
    description: "How the flow of the servovalve depends on spool position, supply and load pressure",
    items: &[
        EnumerationItem {
            name: "linear",
            description: "Pressure proportional to spool position up to the supply pressure, less a share of the flow \
                          (Borello and Dalla Vedova 2012)",
        },
        EnumerationItem {
            name: "orifice",
            description: "Flow proportional to spool position and to the square root of the pressure across the open \
                          edges: a critical-centre four-way spool valve (Merritt 1967)",
        },
    ],
};

/// What becomes of the integral of the controller while its demand is beyond the limit.
static ANTI_WINDUP: EnumerationType = EnumerationType {
    name: "AntiWindup",
    description: "What becomes of the integral of the controller while the current is limited",
    items: &[
        EnumerationItem { name: "off", description: "It goes on (Borello and Dalla Vedova 2012)" },
        EnumerationItem {
            name: "back_calculation",
            description: "What the limit takes off the demand is fed back to the integral, over the tracking time \
                          (Astrom and Hagglund 2006)",
        },
    ],
};

/// Its continuous states, in the order in which the library has them.
pub const STATES: [&str; 4] = ["flapper_position", "flapper_velocity", "spool_position", "controller.error_integral"];

/// Command and supply pressure.
pub fn inputs(feedback: Motion) -> [Variable; 2] {
    [
        input("command", feedback.position(), 0.0, "Commanded position (Com)").nominal(0.1),
        input("supply_pressure", unit::PRESSURE, 26e6, "Supply less return pressure (PSR)").at_least(0.0).nominal(1e7),
    ]
}

/// What happens from the command to the torque.
pub fn outputs(feedback: Motion, motion: Motion) -> Vec<Variable> {
    let mut variables = control_outputs(feedback);
    variables.extend(valve_outputs());
    variables.extend(motor_outputs(motion));
    variables
}

/// Gains and limits.
pub fn parameters(feedback: Motion, motion: Motion) -> Vec<Variable> {
    let mut variables = controller(feedback);
    variables.extend(servovalve());
    variables.extend(motor(motion));
    variables
}

fn control_outputs(feedback: Motion) -> Vec<Variable> {
    vec![
        output("position_error", feedback.position(), "Command less position (Err)")
            .computed_from(&["command", "position"])
            .nominal(0.01),
        output("current", unit::CURRENT, "Torque motor current after saturation (Cor)")
            .computed_from(&["position_error", "velocity", "command", "controller.error_integral", "controller.*"])
            .nominal(0.01),
        local("controller.error_integral", feedback.position_integral(), "Time integral of the position error")
            .state(&[])
            .nominal(0.01),
    ]
}

fn valve_outputs() -> Vec<Variable> {
    let flapper = ["flapper_position", "flapper_velocity", "spool_position", "current", "servovalve.*"];
    vec![
        output("flapper_position", unit::LENGTH, "Flapper position, first stage of the servovalve (XF)")
            .state(&[])
            // Its travel.
            .nominal(5e-5),
        local("flapper_velocity", unit::VELOCITY, "Flapper velocity (DXF)")
            .derivative_of("flapper_position")
            .state(&[])
            // Its travel times its natural frequency.
            .nominal(0.125),
        local("flapper_acceleration", unit::ACCELERATION, "Flapper acceleration (D2XF)")
            .derivative_of("flapper_velocity")
            .computed_from(&flapper),
        output("spool_position", unit::LENGTH, "Spool position, second stage of the servovalve (XS)")
            .state(&[])
            // Its travel.
            .nominal(1e-3),
        local("spool_velocity", unit::VELOCITY, "Spool velocity (DXS)")
            .derivative_of("spool_position")
            .computed_from(&["flapper_position", "spool_position", "servovalve.*"]),
    ]
}

fn motor_outputs(motion: Motion) -> Vec<Variable> {
    let pressure = ["spool_position", "supply_pressure", "velocity", "servovalve.*", "motor.*"];
    vec![
        output("differential_pressure", unit::PRESSURE, "Pressure difference across the motor (P12)")
            .computed_from(&pressure)
            .nominal(1e7),
        output(
            &format!("motor_{}", motion.effort_word()),
            motion.effort(),
            motion.pick("Torque of the hydraulic motor (TM)", "Force of the hydraulic cylinder"),
        )
        .computed_from(&["differential_pressure", "motor.displacement"])
        .nominal(1e4),
    ]
}

fn controller(feedback: Motion) -> Vec<Variable> {
    let proportional = "Current per position error (GAP)";
    let integral = "Current per time integral of the position error; 0 switches it off";
    let derivative = "Current per rate of the position error; 0 switches it off";
    vec![
        parameter(
            "controller.proportional_gain",
            feedback.pick(unit::CURRENT_PER_ANGLE, unit::CURRENT_PER_LENGTH),
            40.0,
            proportional,
        )
        .at_least(0.0),
        parameter(
            "controller.integral_gain",
            feedback.pick(unit::CURRENT_PER_ANGLE_INTEGRAL, unit::CURRENT_PER_LENGTH_INTEGRAL),
            0.0,
            integral,
        )
        .at_least(0.0),
        parameter(
            "controller.derivative_gain",
            feedback.pick(unit::CURRENT_PER_ANGULAR_VELOCITY, unit::CURRENT_PER_VELOCITY),
            0.0,
            derivative,
        )
        .at_least(0.0),
        parameter("controller.current_limit", unit::CURRENT, 0.04, "Largest current to either side (CorM)")
            .at_least(0.0),
    ]
}

/// What came later than all others, and stands behind them so that their value references stay.
pub fn anti_windup(feedback: Motion) -> Vec<Variable> {
    let choice = choice("controller.anti_windup", &ANTI_WINDUP, 1, "Anti-windup of the integral of the position error");
    let number =
        "Number of the anti-windup, for tools that do not pass enumerations; 0: as controller.anti_windup says";
    let number = number_of(&choice, number);
    let rate = "Rate of the integral: the position error, and with back_calculation what the current limit takes off over \
                integral_gain*tracking_time";
    vec![
        local("controller.error_integral_rate", feedback.position(), rate)
            .derivative_of("controller.error_integral")
            .computed_from(&["position_error", "velocity", "command", "controller.error_integral", "controller.*"])
            .nominal(0.01),
        choice,
        number,
        parameter(
            "controller.tracking_time",
            unit::TIME,
            0.1,
            "Time in which the integral follows the current limit (anti_windup back_calculation, Tt)",
        )
        .above(0.0),
    ]
}

fn servovalve() -> Vec<Variable> {
    let mut variables = first_stage();
    variables.extend(second_stage());
    variables
}

fn first_stage() -> Vec<Variable> {
    let damping = "Damping ratio of the first stage (ZF)";
    vec![
        parameter("servovalve.torque_motor_gain", unit::TORQUE_PER_CURRENT, 2.5, "Torque motor gain (GM)")
            .at_least(0.0),
        parameter(
            "servovalve.feedback_stiffness",
            unit::TORQUE_PER_LENGTH,
            100.0,
            "Torque of the feedback spring per spool displacement (KF)",
        )
        .at_least(0.0),
        parameter(
            "servovalve.flapper_stiffness",
            unit::TORQUE_PER_LENGTH,
            500.0,
            "Restoring torque per flapper displacement (KFS)",
        )
        .above(0.0),
        parameter(
            "servovalve.natural_frequency",
            unit::NATURAL_FREQUENCY,
            2500.0,
            "Undamped natural frequency of the first stage (WF)",
        )
        .above(0.0),
        parameter("servovalve.damping_ratio", unit::RATIO, 0.7, damping).at_least(0.0),
        parameter("servovalve.flapper_travel", unit::LENGTH, 5e-5, "Flapper travel to either side (XFM)")
            .above(0.0)
            .always_fixed(),
    ]
}

fn second_stage() -> Vec<Variable> {
    let law = choice("servovalve.law", &VALVE_LAW, 1, "Law of the flow through the second stage");
    let number = "Number of the law of the valve, for tools that do not pass enumerations; 0: as servovalve.law says";
    let number = number_of(&law, number);
    vec![
        law,
        number,
        parameter(
            "servovalve.spool_velocity_gain",
            unit::RATE,
            3000.0,
            "Spool velocity per flapper displacement (GSF)",
        )
        .at_least(0.0),
        parameter("servovalve.spool_travel", unit::LENGTH, 1e-3, "Spool travel to either side (XSM)")
            .above(0.0)
            .always_fixed(),
        parameter(
            "servovalve.pressure_gain",
            unit::PRESSURE_PER_LENGTH,
            4e10,
            "Differential pressure per spool displacement without flow (GPS; law linear; law orifice has its own, \
             flow_gain over leakage_coefficient at rated_pressure)",
        )
        .at_least(0.0),
        parameter(
            "servovalve.flow_gain",
            unit::FLOW_PER_LENGTH,
            1.06,
            "Flow per spool displacement without differential pressure (GQS); law linear: up to flow_gain*supply_pressure/\
             pressure_gain, which limits the rate; law orifice: at a supply of rated_pressure",
        )
        .above(0.0),
        parameter(
            "servovalve.rated_pressure",
            unit::PRESSURE,
            26e6,
            "Supply pressure at which flow_gain holds (law orifice: flow without differential pressure grows with the \
             square root of the supply)",
        )
        .above(0.0)
        .nominal(1e7),
    ]
}

fn motor(motion: Motion) -> Vec<Variable> {
    let displacement = motion.pick(
        "Motor volume per output angle, torque per differential pressure (Dis)",
        "Effective area of the cylinder, force per differential pressure",
    );
    vec![
        parameter(
            "motor.leakage_coefficient",
            unit::LEAKAGE,
            1e-12,
            "Leakage flow per differential pressure (CLk); law orifice needs some",
        )
        .at_least(0.0),
        parameter("motor.displacement", motion.pick(unit::DISPLACEMENT, unit::AREA), 0.00445, displacement).above(0.0),
    ]
}
