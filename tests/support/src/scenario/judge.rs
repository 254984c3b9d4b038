//! What must hold at every communication point, and of the events.

use super::draw::{Scenario, TABULATED, family};
use super::edges::Edge;
use super::model::{Instant, Kind};
use super::run::Trace;
use crate::friction::approximate_peak;
use actuator_fmu::actuator::{Event, EventKind};
use model_description::models::laws::Family;

/// Rounding of a sum of torques, relative to their sizes: a few operations, and derivatives of stiff laws.
const ROUNDING: f64 = 1e-11;
fn sticks(law: i32) -> bool {
    family(law) == Family::Sticks
}

/// All points and events of a trace.
pub fn judge(scenario: &Scenario, trace: &Trace) -> Result<(), String> {
    let judges: Vec<_> = (0..scenario.pieces.len()).map(|piece| Judge::new(&scenario.during(piece))).collect();
    let initial = Judge::new(scenario);
    let mut last: Option<Instant> = None;
    for (number, (time, instant)) in trace.points.iter().enumerate() {
        let judge = if number == 0 { &initial } else { &judges[instant.piece] };
        let point = judge.point(instant).and_then(|()| judge.rest(instant, last.as_ref()));
        point.map_err(|problem| format!("at {time} s: {problem}; {instant:?}"))?;
        last = Some(*instant);
    }
    let counted = trace.points.last().map_or(0, |(_, instant)| instant.event_count);
    if counted as usize != trace.reports.events.len() {
        return Err(format!("{} events reported, {counted} counted", trace.reports.events.len()));
    }
    if sticks(scenario.law) && trace.reports.warnings == 0 {
        follow(scenario, &trace.reports.events)?;
    }
    Ok(())
}

struct Judge {
    law: i32,
    lower: f64,
    upper: f64,
    inertia: f64,
    load_inertia: f64,
    level: f64,
    /// σ₀ and σ₁ of the bristles.
    stiffness: f64,
    damping: f64,
    /// Size of velocities.
    velocity: f64,
    /// Smallest and largest sliding friction over the level; of a table without load.
    sliding: [f64; 2],
    /// Breakaway over the level; of a table over its first point, which is `table_start`.
    breakaway: f64,
    table_start: f64,
    /// Growth of the level with a load that opposes and one that aids.
    gains: [f64; 2],
}

impl Judge {
    fn new(scenario: &Scenario) -> Self {
        let parameter = |name| scenario.parameter(name);
        let or_zero = |value: f64| if value.is_nan() { 0.0 } else { value };
        let ratio = parameter("friction.static_ratio");
        let lift = parameter("friction.breakaway_ratio");
        let lift = if lift.is_nan() { 1.0 } else { lift };
        let level = parameter(scenario.level_name());
        let table = scenario.table.iter().map(|(_, value)| value * scenario.scale.level);
        let (sliding, breakaway) = match scenario.law {
            1 => ([1.0, 1.0], ratio),
            2 | 3 => ([1.0, ratio], ratio),
            TABULATED => {
                let (least, most) = (table.clone().fold(f64::INFINITY, f64::min), table.fold(0.0, f64::max));
                ([least, most], ratio)
            }
            5 => {
                let peak = approximate_peak(parameter("friction.sharpness"), ratio);
                ([0.0, peak], ratio.max(peak))
            }
            _ => ([0.0, ratio], ratio),
        };
        let loaded = sticks(scenario.law) || family(scenario.law) == Family::Comparator;
        let efficiency = |name| parameter(name);
        let gains =
            [1.0 / efficiency("friction.efficiency_opposing") - 1.0, 1.0 - efficiency("friction.efficiency_aiding")];
        Self {
            law: scenario.law,
            lower: parameter("travel.lower"),
            upper: parameter("travel.upper"),
            inertia: parameter(scenario.inertia_name()),
            load_inertia: if scenario.kind == Kind::Transmission {
                or_zero(parameter("load_inertia"))
            } else {
                servo_load(scenario)
            },
            level,
            stiffness: parameter("friction.bristle_stiffness"),
            damping: parameter("friction.bristle_damping"),
            velocity: scenario.scale.velocity,
            sliding,
            breakaway: lift * breakaway,
            table_start: scenario.table.first().map_or(0.0, |(_, value)| value * scenario.scale.level),
            gains: if loaded { gains } else { [0.0; 2] },
        }
    }

    fn point(&self, at: &Instant) -> Result<(), String> {
        if at.position < self.lower || at.position > self.upper {
            return Err(format!("outside its travel {} .. {}", self.lower, self.upper));
        }
        let inertial = (self.inertia + self.load_inertia) * at.acceleration;
        let balance = at.active - at.friction - at.stop - inertial;
        if balance.abs() > ROUNDING * (at.size + inertial.abs() + at.stop.abs()) {
            return Err(format!("out of balance by {balance:e}"));
        }
        if at.end_stop == 0 && at.stop != 0.0 && self.lower != self.upper {
            return Err("a stop that is not touched acts".to_string());
        }
        // An end stop pushes.
        let pull = -f64::from(at.end_stop) * at.stop;
        if pull > ROUNDING * at.size {
            return Err("an end stop pulls".to_string());
        }
        self.response(at)?;
        self.direction(at)?;
        self.bounds(at)
    }

    /// What never sticks feels every force: d acceleration/d drive = 1/inertia, also where nothing acts and nothing moves.
    fn response(&self, at: &Instant) -> Result<(), String> {
        let feels = matches!(family(self.law), Family::Smooth | Family::Bristle) && at.end_stop == 0;
        match at.response {
            Some(response) if feels && (response * (self.inertia + self.load_inertia) - 1.0).abs() > ROUNDING => {
                Err(format!("the derivative of the acceleration with the drive is {response:e}, not 1/inertia"))
            }
            _ => Ok(()),
        }
    }

    /// Friction that slides is against the regime, also where the velocity has not left zero yet; there the body must not
    /// accelerate against it either.
    fn direction(&self, at: &Instant) -> Result<(), String> {
        if !sticks(self.law) || at.regime == 0 {
            return Ok(());
        }
        let regime = f64::from(at.regime);
        if regime * at.velocity < 0.0 {
            return Err("velocity against the regime".to_string());
        }
        if at.velocity == 0.0 && regime * at.acceleration * self.inertia < -1e-9 * at.size {
            return Err("leaves rest against the torque".to_string());
        }
        if regime * at.friction < -1e-9 * at.size {
            return Err("friction drives from rest".to_string());
        }
        Ok(())
    }

    /// Friction is within its level; where it slides it does not drive.
    fn bounds(&self, at: &Instant) -> Result<(), String> {
        // A comparator knows the load torque only.
        let inertial = if family(self.law) == Family::Comparator { 0.0 } else { self.load_inertia * at.acceleration };
        let mesh = at.load + inertial;
        let share = |direction: f64| self.gains[usize::from(direction * mesh < 0.0)] * mesh.abs();
        // The mesh torque is a difference of large numbers where the inertias are.
        let slack = 1e-9 * at.size + 1e-9 * self.gains[0].max(self.gains[1]) * mesh.abs();
        let size = at.friction.abs();
        let sliding = sticks(self.law) && at.regime != 0;
        let moves = at.velocity.abs() > 1e-12 * self.velocity;
        let opposes = moves && (sliding || family(self.law) == Family::Smooth);
        if opposes && at.friction * at.velocity < -slack * at.velocity.abs() {
            return Err("friction drives".to_string());
        }
        let (least, most) = match self.law {
            law if family(law) == Family::Bristle => (0.0, self.bristles(at)?),
            _ if sliding => {
                let [least, most] = self.sliding;
                (self.sliding_level(least, share(at.regime.into())), self.sliding_level(most, share(at.regime.into())))
            }
            _ => (0.0, self.largest(share(1.0).max(share(-1.0)))),
        };
        if size < least - slack || size > most + slack {
            return Err(format!("friction is not within {least} .. {most}"));
        }
        Ok(())
    }

    /// Sliding friction where the characteristic is `ratio` and the load's share is `share`: a table is scaled by no level.
    fn sliding_level(&self, ratio: f64, share: f64) -> f64 {
        if self.law == TABULATED { ratio + share } else { ratio * (self.level + share) }
    }

    /// The most that friction can be.
    fn largest(&self, share: f64) -> f64 {
        let at_rest = if self.law == TABULATED { self.table_start } else { self.level };
        self.sliding_level(self.sliding[1], share).max(self.breakaway * (at_rest + share))
    }

    /// Bristles deflect up to where they slip, fs/σ₀, from where ż = v − |v|·z/g turns back, as g ≤ fs/σ₀; so
    /// |F| ≤ fs + σ₁·|v|·(1 + fs/fc). Both to the tolerance, which holds per step and relative to ten times fs/σ₀.
    fn bristles(&self, at: &Instant) -> Result<f64, String> {
        let ratio = if self.law == 6 { 1.0 } else { self.breakaway };
        let slack = 1.0 + 1e-6;
        let slipping = ratio * self.level / self.stiffness;
        if at.deflection.abs() > slipping * slack {
            return Err(format!("the bristles deflect beyond {slipping:e}"));
        }
        let damping = if self.law == 6 { 0.0 } else { self.damping };
        Ok((ratio * self.level + damping * at.velocity.abs() * (1.0 + ratio)) * slack)
    }

    /// Stuck is exact, and stays where it is until something happens.
    fn rest(&self, at: &Instant, last: Option<&Instant>) -> Result<(), String> {
        if !sticks(self.law) || at.regime != 0 {
            return Ok(());
        }
        if at.velocity.to_bits() != 0 || at.acceleration.to_bits() != 0 {
            return Err("stuck, and moving".to_string());
        }
        let same = last.filter(|last| last.regime == 0 && last.event_count == at.event_count);
        match same {
            Some(last) if last.position.to_bits() != at.position.to_bits() => Err("stuck, and creeping".to_string()),
            _ => Ok(()),
        }
    }
}

fn servo_load(scenario: &Scenario) -> f64 {
    let load = scenario.parameter("load_inertia");
    if load.is_nan() { 0.0 } else { load }
}

/// Each event begins where the one before it ended: none is lost.
fn follow(scenario: &Scenario, events: &[Event]) -> Result<(), String> {
    let start = scenario.parameter("velocity_start");
    let mut regime = if start > 0.0 { 1 } else { -i8::from(start < 0.0) };
    let mut time = 0.0;
    for event in events {
        let (fits, after) = match event.kind {
            EventKind::Breakaway { direction } => (regime == 0, direction),
            EventKind::Reversal { direction } => (regime == -direction, direction),
            EventKind::Stop | EventKind::Jam => (regime != 0, 0),
            EventKind::EndStop { side } => (regime == side, 0),
            // A body alone has nothing to engage.
            EventKind::Engaged | EventKind::Disengaged => (false, 0),
        };
        if !fits || event.time < time - ROUNDING * scenario.end() {
            return Err(format!("{event:?} after regime {regime} at {time} s; {events:?}"));
        }
        (regime, time) = (after, event.time);
    }
    Ok(())
}

/// Whether a scenario may differ by rounding alone: exactly on a limit, one bit decides.
pub fn is_decided_by_rounding(scenario: &Scenario) -> bool {
    let edges = [Edge::OnTheLimit, Edge::ZeroAtAPoint, Edge::AtTheStop, Edge::NoFriction, Edge::RampToTheLimit];
    scenario.edge.is_some_and(|edge| edges.contains(&edge))
}
