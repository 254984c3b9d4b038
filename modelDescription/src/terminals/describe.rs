//! The terminals of a declared model: a flange for each shaft end, and one terminal for each other input.
//!
//! At a flange motion goes out and torque or force comes in. The members have the names of Modelica's flanges, of which
//! angle and torque are enough for a connection (matching rule `bus`). Modelica counts the torque that flows into a
//! component: what pushes towards positive position is `inflow`, a load that pushes against it `outflow`.

use super::{
    CoordinateSystem, GraphicalRepresentation, Icon, Terminal, TerminalGraphicalRepresentation, TerminalMemberVariable,
    Terminals, TerminalsAndIcons,
};
use crate::declaration::{Causality, Element, Model, ModelKind, Value};
use crate::elements::ElementKind;
use crate::models::Motion;

/// The FMU is drawn from −100 to 100 in both directions.
const EXTENT: f64 = 100.0;
/// A unit is 0.1 mm: the FMU is 20 mm wide.
const MILLIMETRES: f64 = 0.1;
/// Half the side of a terminal, where there is room for it.
const HALF_SIDE: f64 = 10.0;

/// The terminals of `model`, and where they and its icon are drawn.
pub fn describe(model: &Model) -> TerminalsAndIcons {
    let mut plan = plan(model);
    plan.retain(|planned| !planned.terminal.members.is_empty());
    TerminalsAndIcons {
        fmi_version: "3.0".into(),
        graphical_representation: Some(GraphicalRepresentation {
            coordinate_system: Some(CoordinateSystem {
                x1: -EXTENT,
                y1: -EXTENT,
                x2: EXTENT,
                y2: EXTENT,
                suggested_scaling_factor_to_mm: MILLIMETRES,
            }),
            icon: Some(Icon { x1: -EXTENT, y1: -EXTENT, x2: EXTENT, y2: EXTENT }),
        }),
        terminals: (!plan.is_empty()).then(|| Terminals { terminals: placed(plan) }),
    }
}

/// Where a terminal is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// A terminal without its place.
struct Planned {
    terminal: Terminal,
    side: Side,
    picture: &'static str,
    color: &'static str,
}

fn plan(model: &Model) -> Vec<Planned> {
    match model.kind {
        ModelKind::MotionTransmission => vec![
            Shaft { name: "motor_flange", effort: "motor_torque", ..Shaft::DRIVING }.plan(model),
            Shaft { name: "load_flange", effort: "load_torque", ..Shaft::DRIVEN }.plan(model),
        ],
        ModelKind::ServoActuator => vec![
            signal(model, "command", "command"),
            signal(model, "supply", "supply_pressure"),
            Shaft { name: "load_flange", effort: "load_torque", ..Shaft::DRIVEN }.plan(model),
        ],
        ModelKind::HydraulicActuator => {
            let rod = Shaft { name: "rod_flange", motion: Motion::Linear, side: Side::Right, ..Shaft::DRIVING };
            vec![Shaft { effort: "force", ..rod }.plan(model)]
        }
        ModelKind::Drivetrain => model.elements.iter().enumerate().flat_map(|place| of_element(model, place)).collect(),
    }
}

fn of_element(model: &Model, (index, element): (usize, &Element)) -> Vec<Planned> {
    match element.kind {
        ElementKind::Torque | ElementKind::Force => vec![external(model, index, element)],
        ElementKind::Servo | ElementKind::LinearServo => ["command", "supply_pressure"]
            .map(|input| format!("{}.{input}", element.name))
            .into_iter()
            // Connected ones are no inputs.
            .filter(|input| can_be_connected(model, input))
            .map(|input| signal(model, &input, &input))
            .collect(),
        ElementKind::LinearInput => vec![signal(model, &element.name, &element.name)],
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Load
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput
        | ElementKind::Coefficient
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => Vec::new(),
    }
}

/// An external torque or force is a flange of the body that it acts on; where it acts on several, or in part, its power is
/// not that of one shaft, and it is a mere signal.
fn external(model: &Model, index: usize, element: &Element) -> Planned {
    let loads = model.elements.iter().filter(|load| load.kind == ElementKind::Load && load.first == Some(index));
    match loads.collect::<Vec<_>>()[..] {
        [Element { name, second: Some(body), .. }] if gain(model, name) == Some(1.0) => Shaft {
            name: &element.name,
            effort: &element.name,
            body: &model.elements[*body].name,
            motion: element.kind.motion(),
            side: Side::Right,
            ..Shaft::DRIVING
        }
        .plan(model),
        _ => signal(model, &element.name, &element.name),
    }
}

fn gain(model: &Model, load: &str) -> Option<f64> {
    match model.variable(&format!("{load}.gain"))?.value {
        Value::Real(real) => Some(real.start),
        Value::Integer { .. } | Value::Enumeration { .. } => None,
    }
}

/// A shaft end.
#[derive(Clone, Copy)]
struct Shaft<'a> {
    name: &'a str,
    /// The input.
    effort: &'a str,
    /// What moves; empty where the model has one body only.
    body: &'a str,
    motion: Motion,
    /// Sign: `inflow` pushes towards positive position, `outflow` towards negative.
    flow: &'static str,
    side: Side,
}

impl Shaft<'static> {
    /// Torque towards positive position.
    const DRIVING: Self =
        Self { name: "", effort: "", body: "", motion: Motion::Rotary, flow: "inflow", side: Side::Left };
    /// Torque towards negative position.
    const DRIVEN: Self = Self { flow: "outflow", side: Side::Right, ..Self::DRIVING };
}

impl Shaft<'_> {
    fn plan(&self, model: &Model) -> Planned {
        let [position, velocity] = self.motion.pick(["phi", "w"], ["s", "v"]);
        let effort = self.motion.pick("tau", "f");
        let of_body = |variable: &str| match self.body {
            "" => variable.to_owned(),
            body => format!("{body}.{variable}"),
        };
        let wanted = [
            (of_body("position"), position, "signal"),
            (self.effort.to_owned(), effort, self.flow),
            (of_body("velocity"), velocity, "signal"),
            (of_body("acceleration"), "a", "signal"),
        ];
        let members = wanted.into_iter().filter(|(variable, ..)| can_be_connected(model, variable));
        let terminal = Terminal {
            name: self.name.to_owned(),
            matching_rule: "bus".into(),
            terminal_kind: Some(self.kind().into()),
            description: Some(self.description()),
            members: members.map(|(variable, name, kind)| member(&variable, name, kind)).collect(),
            ..Terminal::default()
        };
        Planned {
            terminal,
            side: self.side,
            picture: self.motion.pick("flange_rotational", "flange_translational"),
            color: self.motion.pick("95 95 95", "0 127 0"),
        }
    }

    fn kind(&self) -> &'static str {
        match self.side {
            Side::Left => self.motion.pick(
                "Modelica.Mechanics.Rotational.Interfaces.Flange_a",
                "Modelica.Mechanics.Translational.Interfaces.Flange_a",
            ),
            Side::Right => self.motion.pick(
                "Modelica.Mechanics.Rotational.Interfaces.Flange_b",
                "Modelica.Mechanics.Translational.Interfaces.Flange_b",
            ),
        }
    }

    fn description(&self) -> String {
        let effort = self.motion.effort_word();
        let direction = if self.flow == "inflow" { "positive" } else { "negative" };
        format!(
            "{} flange: motion goes out, {effort} comes in, and a positive one pushes towards {direction} position; two \
             flanges of this causality need a spring between them",
            self.motion.pick("Rotational", "Translational")
        )
    }
}

/// A terminal of one input.
fn signal(model: &Model, name: &str, variable: &str) -> Planned {
    let declared = model.variable(variable).filter(|_| can_be_connected(model, variable));
    let member_name = variable.rsplit('.').next().unwrap_or(variable);
    Planned {
        terminal: Terminal {
            name: name.to_owned(),
            matching_rule: "sequence".into(),
            description: declared.map(|declared| declared.description.clone()),
            members: declared.map(|_| member(variable, member_name, "signal")).into_iter().collect(),
            ..Terminal::default()
        },
        side: Side::Left,
        picture: "signal",
        color: "0 0 127",
    }
}

/// Members are inputs and outputs; a drivetrain may keep its outputs to itself.
fn can_be_connected(model: &Model, variable: &str) -> bool {
    let variable = model.variable(variable).filter(|variable| !variable.is_hidden);
    variable.is_some_and(|variable| matches!(variable.causality, Causality::Input | Causality::Output))
}

fn member(variable: &str, name: &str, kind: &str) -> TerminalMemberVariable {
    TerminalMemberVariable {
        variable_name: variable.into(),
        member_name: Some(name.into()),
        variable_kind: kind.into(),
    }
}

/// Each side has its terminals at even distances, from the top down.
fn placed(plan: Vec<Planned>) -> Vec<Terminal> {
    let counts = [Side::Left, Side::Right].map(|side| plan.iter().filter(|planned| planned.side == side).count());
    let mut numbers = [0, 0];
    let mut place = |planned: Planned| {
        let side = usize::from(planned.side == Side::Right);
        let distance = 2.0 * EXTENT / counts[side] as f64;
        let y = EXTENT - distance * (f64::from(numbers[side]) + 0.5);
        numbers[side] += 1;
        let x = if planned.side == Side::Left { -EXTENT } else { EXTENT };
        // Neighbours must not touch.
        let half = HALF_SIDE.min(0.4 * distance);
        let place = TerminalGraphicalRepresentation {
            default_connection_color: Some(planned.color.into()),
            x1: x - half,
            y1: y - half,
            x2: x + half,
            y2: y + half,
            icon_base_name: planned.picture.into(),
        };
        Terminal { graphical_representation: Some(place), ..planned.terminal }
    };
    plan.into_iter().map(&mut place).collect()
}
