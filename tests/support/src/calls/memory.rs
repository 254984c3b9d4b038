//! What an importer may expect an instance to remember.

use super::table::Mode;
use actuator_fmu::interface::{
    Causality, FIRST_INTEGER_REFERENCE, INTERFACES, Interface, RealVariable, Variability, hydraulic_actuator,
    motion_transmission, servo_actuator,
};
use model_description::models::laws::{Family, numbers};

/// Everything that a saved state holds, as far as an importer knows it.
#[derive(Clone, Debug)]
pub struct Memory {
    pub mode: Mode,
    pub time: f64,
    pub stop: Option<f64>,
    /// Parameters and inputs by value reference; what the model computes is not looked at.
    pub reals: Vec<f64>,
    pub integers: Vec<i32>,
    /// Derivatives of the inputs for the next step.
    pub ramps: Vec<f64>,
    /// After initialization, before the first step or event: parameters may still be set.
    pub beginning: bool,
    pub last_step: i32,
}

/// Places of the variables on which the rules of consistency depend.
pub struct Layout {
    pub interface: &'static Interface,
    pub event_indicators: usize,
    pub max_step: usize,
    /// The same where a model has no fixed steps.
    pub fixed_step: usize,
    /// None where everything that must fit together is constant.
    pub rules: Option<Rules>,
}

/// Places of what must fit together in an actuator.
pub struct Rules {
    pub law: usize,
    pub law_number: usize,
    pub table_size: usize,
    pub method: usize,
    pub method_number: usize,
    coulomb: usize,
    load_dependence: usize,
    load_static_ratio: usize,
    sharpness: usize,
    table_velocity: usize,
    travel: [usize; 2],
    position_start: usize,
    valve: Option<ValveRules>,
}

/// Places of what must fit together in a servovalve.
struct ValveRules {
    law: usize,
    law_number: usize,
    leakage: usize,
}

/// The item of `servovalve.law` for a valve with orifices, whose pressure follows from the leakage.
const ORIFICE: i32 = 2;

impl Layout {
    /// One per model, with all parameters tunable that can be; the others are fixed.
    pub fn all() -> [Self; 3] {
        [
            Self::new("TunableMotionTransmission", motion_transmission::EVENT_INDICATORS, "torque"),
            Self::new("TunableServoActuator", servo_actuator::EVENT_INDICATORS, "torque"),
            Self::new("TunableHydraulicActuator", hydraulic_actuator::EVENT_INDICATORS, "force"),
        ]
    }

    fn new(identifier: &str, event_indicators: usize, effort: &str) -> Self {
        let interface = INTERFACES.iter().find(|interface| interface.identifier == identifier);
        let interface = interface.unwrap_or_else(|| panic!("the feature tunable-twins is off: no {identifier}"));
        let real = |name: &str| {
            let place = interface.reals.iter().position(|variable| variable.name == name);
            place.unwrap_or_else(|| panic!("no Real variable {name}"))
        };
        let integer = |name: &str| {
            let place = interface.integers.iter().position(|variable| variable.name == name);
            place.unwrap_or_else(|| panic!("no Integer variable {name}"))
        };
        let rules = Rules {
            law: integer("friction.law"),
            law_number: integer("friction.law_number"),
            table_size: integer("friction.table.size"),
            method: integer("solver.method"),
            method_number: integer("solver.method_number"),
            load_dependence: integer("friction.load_dependence"),
            coulomb: real(&format!("friction.coulomb_{effort}")),
            load_static_ratio: real("friction.load_static_ratio"),
            sharpness: real("friction.sharpness"),
            table_velocity: real("friction.table.velocity[1]"),
            travel: [real("travel.lower"), real("travel.upper")],
            position_start: real("position_start"),
            valve: interface.integers.iter().any(|variable| variable.name == "servovalve.law").then(|| ValveRules {
                law: integer("servovalve.law"),
                law_number: integer("servovalve.law_number"),
                leakage: real("motor.leakage_coefficient"),
            }),
        };
        let (max_step, fixed_step) = (real("solver.max_step_size"), real("solver.fixed_step_size"));
        Self { interface, event_indicators, max_step, fixed_step, rules: Some(rules) }
    }

    /// A drivetrain of which everything is constant that must fit together.
    pub fn drivetrain(interface: &'static Interface) -> Self {
        let max_step = interface.reals.iter().position(|variable| variable.name == "solver.max_step_size");
        let max_step = max_step.expect("every drivetrain has internal steps");
        Self { interface, event_indicators: interface.event_indicators, max_step, fixed_step: max_step, rules: None }
    }

    /// Integer parameters.
    pub fn choices(&self) -> Vec<usize> {
        let of = |rules: &Rules| vec![rules.law, rules.law_number, rules.table_size, rules.method, rules.method_number];
        self.rules.as_ref().map_or(Vec::new(), of)
    }

    /// Whether the values fit together: the rules of the variables' descriptions.
    pub fn is_consistent(&self, memory: &Memory) -> bool {
        let Memory { reals, integers, .. } = memory;
        let steps = reals[self.max_step].min(reals[self.fixed_step]);
        steps >= 1e-9 && self.rules.as_ref().is_none_or(|rules| rules.hold(reals, integers))
    }

    /// Internal steps that a communication step of `step` takes at least.
    pub fn work(&self, memory: &Memory, step: f64) -> f64 {
        let fixed = self.rules.as_ref().is_some_and(|rules| rules.has_fixed_steps(&memory.integers));
        step / memory.reals[if fixed { self.fixed_step } else { self.max_step }]
    }
}

impl ValveRules {
    fn hold(&self, reals: &[f64], integers: &[i32]) -> bool {
        let law = if integers[self.law_number] == 0 { integers[self.law] } else { integers[self.law_number] };
        law != ORIFICE || reals[self.leakage] > 0.0
    }
}

impl Rules {
    fn hold(&self, reals: &[f64], integers: &[i32]) -> bool {
        let [lower, upper] = self.travel.map(|place| reals[place]);
        let start = reals[self.position_start];
        let is_fed = self.valve.as_ref().is_none_or(|valve| valve.hold(reals, integers));
        lower <= upper && (lower..=upper).contains(&start) && self.law_is_complete(reals, integers) && is_fed
    }

    fn law_is_complete(&self, reals: &[f64], integers: &[i32]) -> bool {
        let table = &reals[self.table_velocity..][..integers[self.table_size] as usize];
        let of_load = reals[self.load_static_ratio];
        if of_load > 0.0 && of_load < 1.0 {
            return false;
        }
        let law = self.law(integers);
        if numbers(Family::Smooth).contains(&law) && integers[self.load_dependence] == 1 && reals[self.coulomb] == 0.0 {
            return false;
        }
        match law {
            5 => reals[self.sharpness] != 1.0,
            law if numbers(Family::Bristle).contains(&law) => reals[self.coulomb] != 0.0,
            8 => table[0] == 0.0 && table.windows(2).all(|pair| pair[0] < pair[1]),
            _ => true,
        }
    }

    /// The law in effect: a number other than 0 overrides the enumeration.
    fn law(&self, integers: &[i32]) -> i32 {
        if integers[self.law_number] == 0 { integers[self.law] } else { integers[self.law_number] }
    }

    fn method(&self, integers: &[i32]) -> i32 {
        if integers[self.method_number] == 0 { integers[self.method] } else { integers[self.method_number] }
    }

    fn has_fixed_steps(&self, integers: &[i32]) -> bool {
        (9..=12).contains(&self.law(integers)) || self.method(integers) == 2
    }
}

pub fn is_set_by_importer(causality: Causality) -> bool {
    matches!(causality, Causality::Parameter | Causality::Input)
}

pub fn is_in_range(variable: &RealVariable, value: f64) -> bool {
    let above = value > variable.min || (value == variable.min && !variable.exclusive_min);
    value.is_finite() && above && value <= variable.max
}

/// Whether a variable may be set now (FMI 2.0, 2.2.7 and the notes to the tables of 3.2.3 and 4.2.4, and the same in 2.3, 3.2 and 4.2 of
/// FMI 3.0; and fixed parameters at the beginning, for importers that set them too late).
pub fn may_set(memory: &Memory, co_simulation: bool, causality: Causality, variability: Variability) -> bool {
    match (causality, memory.mode) {
        (Causality::Parameter | Causality::Input, Mode::Instantiated | Mode::Initialization) => true,
        (Causality::Parameter, Mode::Event | Mode::Step) => variability == Variability::Tunable || memory.beginning,
        (Causality::Input, Mode::Event | Mode::Step) => true,
        (Causality::Input, Mode::Continuous) => !co_simulation && variability == Variability::Continuous,
        _ => false,
    }
}

impl Memory {
    /// As after instantiation.
    pub fn fresh(interface: &Interface) -> Self {
        Self {
            mode: Mode::Instantiated,
            time: 0.0,
            stop: None,
            reals: interface.reals.iter().map(|variable| variable.start).collect(),
            integers: interface.integers.iter().map(|variable| variable.start).collect(),
            ramps: vec![0.0; interface.inputs.len()],
            beginning: false,
            last_step: 0,
        }
    }

    /// Before the first communication point.
    pub fn is_before_start(&self) -> bool {
        matches!(self.mode, Mode::Instantiated | Mode::Initialization)
    }

    /// Inputs after a step: straight lines, which then hold.
    pub fn inputs_after(&mut self, interface: &Interface, step: f64) {
        for (&input, ramp) in interface.inputs.iter().zip(&mut self.ramps) {
            self.reals[input as usize] += *ramp * step;
            *ramp = 0.0;
        }
    }
}

/// Index of an Integer variable.
pub fn integer_index(reference: u32) -> usize {
    reference.wrapping_sub(FIRST_INTEGER_REFERENCE) as usize
}
