//! The exported models: plants, friction and solver put together, and mapped to the declared variables.
//!
//! [`Actuator`] is all that a instance knows of a model.

mod assembly;
mod check;
mod event;
mod hydraulic_actuator;
mod law;
mod machine;
mod motion_transmission;
mod servo_actuator;
mod single;
mod statistics;

pub use event::{Element, Event, EventKind, Observer, Remark, Warning};
pub use hydraulic_actuator::HydraulicActuator;
pub use machine::{EventStatistics, Machine};
pub use motion_transmission::MotionTransmission;
pub use servo_actuator::ServoActuator;
pub use statistics::Statistics;

#[cfg(feature = "drivetrain")]
pub(crate) use check::ranges as check_ranges;
#[cfg(feature = "drivetrain")]
pub(crate) use law::{
    Declared as DeclaredFriction, LOAD_STATIC_RATIO_ALLOWED, is_load_static_ratio, law as friction_law,
    load_static_ratio, remark_on as remark_on_friction, rest_ratio_of as rest_ratio, warn as warn_of_law,
};
#[cfg(feature = "drivetrain")]
pub(crate) use servo_actuator::{LEAKAGE_NEEDED, second_stage, tracking};

use crate::interface::Interface;

/// Of a proportional gain, where a servo has to hold a load.
pub(crate) const CONTROLLER_NEEDED: &str =
    "must not be 0 where controller.integral_gain is 0 and there is a load to hold, for initialization trim";

/// A parameter value, or a combination, that the model refuses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InvalidParameter {
    /// Value reference of the parameter.
    pub reference: u32,
    /// The refused value.
    pub value: f64,
    /// What is allowed, as a clause: "must be greater than travel.lower".
    pub allowed: &'static str,
    /// Numbers of the clause, for whoever has to choose another value.
    pub figures: Option<Figures>,
}

impl InvalidParameter {
    /// A value for which the clause is complete.
    pub fn new(reference: u32, value: f64, allowed: &'static str) -> Self {
        Self { reference, value, allowed, figures: None }
    }
}

/// Numbers of a refusal, with their unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figures {
    /// The bound that it must keep.
    Bound(f64, &'static str),
    /// A consequence that is not within these bounds.
    Outside(f64, (f64, f64), &'static str),
}

/// Reads or writes the hidden state of an instance, item by item, always in the same order.
pub trait StateVisitor {
    /// A real item.
    fn real(&mut self, value: &mut f64);
    /// A small integer item.
    fn integer(&mut self, value: &mut i32);
}

/// Outcome of [`Actuator::update_discrete_states`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DiscreteUpdate {
    /// The continuous states (velocity set to zero, position to a stop) or their derivatives (a regime, a jump of an input)
    /// changed, so that an integrator must start anew.
    pub states_changed: bool,
    /// Time of the next time event [s], if one is known.
    pub next_event_time: Option<f64>,
}

/// How [`Actuator::advance_to_event`] ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrival {
    /// At the end of the step.
    AtEnd,
    /// At the first event, at this time [s]; it may be the end of the step.
    AtEvent(f64),
    /// Not at all; see [`Actuator::advance`].
    Failed,
}

/// One instance of a model.
///
/// Values live in two arrays indexed by value reference (`reals`, `integers`). The caller writes parameters and inputs
/// there, has `configure` or `initialize` check them, and calls `update_outputs` before it reads what the model computes.
/// Times in s; a communication step is `time .. time + step`.
pub trait Actuator: Send {
    /// The variables.
    fn interface(&self) -> &'static Interface;
    /// Real values by value reference.
    fn reals(&self) -> &[f64];
    /// Real values for writing.
    fn reals_mut(&mut self) -> &mut [f64];
    /// Integer values by value reference less `FIRST_INTEGER_REFERENCE`.
    fn integers(&self) -> &[i32];
    /// Integer values for writing.
    fn integers_mut(&mut self) -> &mut [i32];

    /// Checks all parameters (ranges of the declaration and cross conditions) and changes nothing else.
    fn check(&self) -> Result<(), InvalidParameter>;
    /// Checks that there is a start state as the parameters ask for, with the present inputs: an equilibrium, where they want one.
    fn check_start(&self) -> Result<(), InvalidParameter> {
        Ok(())
    }
    /// Takes over parameters and start values: the state becomes the start state at `time`, regimes are decided.
    /// The parameters were checked.
    fn initialize(&mut self, time: f64, observer: &mut dyn Observer);
    /// Takes over changed tunable parameters, which were checked. The state stays.
    fn configure(&mut self);
    /// Inputs were written: they hold from now on, with zero derivative.
    fn inputs_changed(&mut self);
    /// Sets the first time derivative of input number `input` (index in `Interface::inputs`) for the next step.
    fn set_input_derivative(&mut self, input: usize, derivative: f64);
    /// Whether input number `input` is the integral of another one, as the position of a prescribed motion is of its velocity: it follows from that
    /// where neither has a derivative of its own.
    fn is_integral(&self, input: usize) -> bool {
        let _ = input;
        false
    }
    /// Advances by `step` > 0 from `time`, landing exactly on `time + step`. Returns whether it got there: not where
    /// states are not finite any more, or inputs, which a line may lead beyond the largest number; nor where the step costs
    /// more than the solver allows.
    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool;
    /// As [`Actuator::advance`], but the step ends at its first event later than `settled`: breakaway, stop, reversal, end stop, or a switch of the
    /// configuration at a known time. The values of outputs are then those before the event, until they are updated; all else
    /// is as after it. With fixed steps, which locate no event, none ends a step.
    /// `settled` is at most `time`, and equal to it where the last step has ended with an event.
    fn advance_to_event(&mut self, time: f64, step: f64, settled: f64, observer: &mut dyn Observer) -> Arrival;
    /// What to change where a step led beyond all numbers: the length of explicit steps, if the method has them, which
    /// diverge where they are too long. `None` where only the size of parameters and inputs can be the cause.
    fn diverging_step(&self) -> Option<InvalidParameter>;
    /// Longest internal step in which events are located [s]; `None` with fixed steps, which locate none.
    fn located_step(&self) -> Option<f64>;
    /// Writes outputs, calculated parameters and locals of the present state and inputs to the value arrays.
    fn update_outputs(&mut self);
    /// First time derivative of a continuous real output at the end of the last step, by value reference.
    fn output_derivative(&self, reference: u32) -> f64;
    /// Changes of all Real variables by value reference, for small changes of the continuous states and of the inputs,
    /// within the present regime. Exact; parameters do not change.
    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]);

    /// Model Exchange: continuous states.
    fn states(&self) -> &[f64];
    /// Model Exchange: continuous states for writing, with the time to which they belong.
    fn set_states(&mut self, states: &[f64]);
    /// Model Exchange: another time than before. Time has passed: what an event has left may be met again, also where all states
    /// are at rest.
    fn set_time(&mut self, time: f64);
    /// Model Exchange: state derivatives of the present regime.
    fn derivatives(&self, derivatives: &mut [f64]);
    /// Number of event indicators.
    fn event_indicator_count(&self) -> usize;
    /// Model Exchange: event indicators of the present regime; an event is due where one becomes negative.
    fn event_indicators(&self, indicators: &mut [f64]);
    /// Model Exchange: whether a guard is so far below its surface that an importer which looks at the event indicators takes
    /// it as an event.
    fn is_event_due(&self) -> bool;
    /// Model Exchange: continuous time ends here, `elapsed` after the importer's integrator step began [s]. What was set until now
    /// moved continuously; what is set from here on may jump.
    fn end_continuous_time(&mut self, elapsed: f64) {
        let _ = elapsed;
    }

    /// Model Exchange: continuous time begins, in which inputs move and do not jump.
    fn begin_continuous_time(&mut self) {}

    /// Model Exchange: which limits of rates are reached that no event indicator shows, a bit for each: how fast inputs move is
    /// known over a whole step only.
    fn limited_by_inputs(&self) -> u64 {
        0
    }

    /// Model Exchange: decides the regimes once, at the present state.
    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate;

    /// What was done since initialization.
    fn statistics(&self) -> Statistics;

    /// Visits everything that `reals` and `integers` do not hold, so that a saved instance continues with the same bits.
    fn visit_state(&mut self, visitor: &mut dyn StateVisitor);
}
