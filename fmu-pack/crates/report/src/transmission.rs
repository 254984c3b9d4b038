//! Problems whose solution is known to 40 digits or in closed form: load switching, free deceleration, stick-slip.

use super::comparison::{Comparison, Solution};
use super::lab::Lab;
use super::matching::agree;
use super::reference::{Columns, Known, transmission_events};
use super::section::{Section, Statement, scientific};
use super::{Case, Chapter, Error};
use fmu_simulation::EventKind;
use fmu_simulation::scenario::{Scenario, Signal};
use std::f64::consts::{PI, TAU};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Transmission and mass against exact solutions",
        introduction: include_str!("../assets/transmission.html"),
        cases: vec![
            Case::new("p2", sine_force),
            Case::new("p3", load_switching),
            Case::new("p4", free_deceleration),
            Case::new("stick-slip", stick_slip),
        ],
    }
}

/// Rounding over a thousand steps.
const POSITION_LIMIT: f64 = 1e-12;
const TIME_LIMIT: f64 = 1e-11;

fn table(file: &str, times: &[f64], events: Vec<Known>) -> Result<Solution, Error> {
    let table = Columns::read(&format!("transmission/{file}.csv"))?;
    let (position, velocity) = (table.at("t", "x", times)?, table.at("t", "v", times)?);
    Ok(Solution { name: "40 digits", position, velocity, events })
}

/// Agreement in a few words.
pub(super) fn agreement(comparison: &Comparison, events: &Statement, unit: &str) -> String {
    let late = events.quantity.map_or(f64::NAN, |quantity| quantity.value);
    format!("{} {unit}; {} s", scientific(comparison.position_error()), scientific(late))
}

/// Parameters of a transmission without losses by load, viscous friction or stops in reach.
pub(super) const NEUTRAL: [(&str, f64); 5] = [
    ("friction.efficiency_opposing", 1.0),
    ("friction.efficiency_aiding", 1.0),
    ("viscous_coefficient", 0.0),
    ("travel.lower", -1e3),
    ("travel.upper", 1e3),
];

fn block(piece: f64) -> Scenario {
    let mut parameters = NEUTRAL.to_vec();
    parameters.extend([("inertia", 1.0), ("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)]);
    let force = Signal::sampled(|t| 0.2 + 2.0 * (PI * t).sin(), piece, 10.0);
    Scenario {
        name: "p2",
        title: "",
        model: "MotionTransmission",
        parameters,
        inputs: vec![("motor_torque", force), ("load_torque", Signal::constant(0.0))],
        step_size: 1e-3,
        stop_time: 10.0,
    }
}

fn sine_force(lab: &Lab) -> Result<Section, Error> {
    let run = |piece: f64, table_1: bool| {
        Comparison::new(lab, &block(piece), table_1, |times| table("P2_sine", times, transmission_events("P2")?))
    };
    let (fine, coarse) = (run(1e-3, true)?, run(1e-2, false)?);
    let events = fine.events();
    // The line through two points of a sine of 2 N·m is off by (π·1 ms)²/8 of it: 2.5e-6 N·m over 5 N·m/s.
    let at = agree(&events, 2e-6);
    let error = fine.position_error();
    let order = (coarse.position_error() / error).log10();
    Ok(Section {
        title: "P2: block under a sine force".to_string(),
        against: "piecewise closed form, evaluated with 40 digits".to_string(),
        about:
            "Mass 1 under 0.2 + 2 sin(πt), dynamic friction 1, static 1.5. The sine goes in as straight lines of 1 ms: \
                what is left is their error."
                .to_string(),
        pictures: vec![(String::new(), fine.picture(&[("motor_torque", "drive")])?)],
        agreement: agreement(&fine, &at, "rad"),
        statements: vec![
            Statement::reference("the same position at every millisecond").below(error, 2e-6, "rad"),
            at,
            Statement::requirement(
                "the error falls with the square of the spacing of the input points, from 10 ms to 1 ms",
            )
            .close(order, 2.0, 0.1, "(order)"),
        ],
        events,
        ..Section::default()
    })
}

fn scenario(name: &str) -> Result<Scenario, Error> {
    Scenario::find(name).ok_or_else(|| Error::Model { name: name.to_string() })
}

fn load_switching(lab: &Lab) -> Result<Section, Error> {
    let solve = |times: &[f64]| table("P3_rev", times, transmission_events("P3_rev")?);
    let comparison = Comparison::new(lab, &scenario("p3_rev")?, true, solve)?;
    Ok(Section {
        title: "P3: motor and load switch, with end stops".to_string(),
        against: "piecewise closed form, evaluated with 40 digits".to_string(),
        about: "Load-dependent friction (efficiencies 0.8 and 0.7, static ratio 1.3); torques switch between \
                communication points; inelastic stops at ±0.8 rad."
            .to_string(),
        ..beside_the_closed_form(&comparison, &[("motor_torque", "motor"), ("load_torque", "load")])?
    })
}

/// The reversal of P4 with 20 digits, from transmission/events.json.
const P4_REVERSAL: f64 = 0.052_951_803_326_730_21;

fn free_deceleration(lab: &Lab) -> Result<Section, Error> {
    let reversal = Known { kind: EventKind::Reversal, direction: Some(-1), time: P4_REVERSAL, position: f64::NAN };
    let solve = |times: &[f64]| table("P4_rev_C0.4_v6", times, vec![reversal]);
    let comparison = Comparison::new(lab, &scenario("p4")?, true, solve)?;
    Ok(Section {
        title: "P4: free deceleration against a load that drives it back".to_string(),
        against: "closed form, evaluated with 40 digits".to_string(),
        about: "From 6 rad/s without motor torque; the transmission of P3.".to_string(),
        ..beside_the_closed_form(&comparison, &[("load_torque", "load")])?
    })
}

/// Picture of these inputs and the position, agreement, events.
fn beside_the_closed_form(comparison: &Comparison, inputs: &[(&str, &str)]) -> Result<Section, Error> {
    let events = comparison.events();
    let at = agree(&events, TIME_LIMIT);
    let position = Statement::reference("the same position at every millisecond");
    Ok(Section {
        pictures: vec![(String::new(), comparison.picture(inputs)?)],
        agreement: agreement(comparison, &at, "rad"),
        statements: vec![position.below(comparison.position_error(), POSITION_LIMIT, "rad"), at],
        events,
        ..Section::default()
    })
}

/// The stick-slip mass: 1 kg on a spring of 2 N/m whose end moves at 0.1 m/s; friction 1 N, static 1.5 N.
pub mod pulled {
    use super::{Scenario, Signal, TAU};

    /// Of the spring, in N/m.
    pub const STIFFNESS: f64 = 2.0;
    /// Of the spring's far end, in m/s.
    pub const SPEED: f64 = 0.1;
    /// While sliding, in N.
    pub const FRICTION: f64 = 1.0;
    /// At breakaway, in N.
    pub const STATIC: f64 = 1.5;
    /// End of the run, in s.
    pub const END: f64 = 40.0;

    /// The mass under the force that the spring's far end puts on it.
    pub fn scenario() -> Scenario {
        Scenario {
            name: "stick-slip",
            title: "",
            model: "HydraulicActuator",
            parameters: vec![
                ("friction.law", 1.0),
                ("mass", 1.0),
                ("spring_stiffness", STIFFNESS),
                ("viscous_coefficient", 0.0),
                ("pressure_step.force_amplitude", 0.0),
                ("friction.coulomb_force", FRICTION),
                ("friction.static_ratio", STATIC / FRICTION),
            ],
            inputs: vec![("force", Signal::new(&[(0.0, 0.0), (END, STIFFNESS * SPEED * END)]))],
            step_size: 1e-3,
            stop_time: END,
        }
    }

    /// Angular frequency of the sliding mass.
    fn frequency() -> f64 {
        STIFFNESS.sqrt()
    }

    /// First breakaway: the spring must be stretched to the static level.
    pub fn first_breakaway() -> f64 {
        STATIC / (STIFFNESS * SPEED)
    }

    /// How long a slip lasts: 2π − 2·atan(ΔF/(V·√(km))) of the oscillation.
    pub fn slip_time() -> f64 {
        let excess = STATIC - FRICTION;
        (TAU - 2.0 * (excess / (SPEED * STIFFNESS.sqrt())).atan()) / frequency()
    }

    /// From breakaway to breakaway: the slip, and the stretching by 2·ΔF at k·V.
    pub fn period() -> f64 {
        2.0 * (STATIC - FRICTION) / (STIFFNESS * SPEED) + slip_time()
    }

    /// Position at `time`, in closed form.
    pub fn position(time: f64) -> f64 {
        let since = time - first_breakaway();
        if since <= 0.0 {
            return 0.0;
        }
        let (number, since) = ((since / period()).floor(), since.rem_euclid(period()));
        number * slip(slip_time()) + slip(since.min(slip_time()))
    }

    /// Travel of a slip: x(t) = V·t + (ΔF/k)·(1 − cos ωt) − (V/ω)·sin ωt.
    fn slip(time: f64) -> f64 {
        let angle = frequency() * time;
        let swing = (STATIC - FRICTION) / STIFFNESS * (1.0 - angle.cos());
        SPEED * time + swing - SPEED / frequency() * angle.sin()
    }

    /// The phase of a slip ends where the velocity is zero again.
    #[cfg(test)]
    pub fn velocity_at_the_end_of_a_slip() -> f64 {
        let angle = frequency() * slip_time();
        let swing = (STATIC - FRICTION) / STIFFNESS * frequency() * angle.sin();
        SPEED + swing - SPEED * angle.cos()
    }
}

fn stick_slip(lab: &Lab) -> Result<Section, Error> {
    let comparison = Comparison::new(lab, &pulled::scenario(), true, |times| Ok(stick_slip_solution(times)))?;
    let events = comparison.events();
    let at = agree(&events, TIME_LIMIT);
    let breakaways: Vec<f64> = comparison.located.events_of(EventKind::Breakaway).map(|event| event.time).collect();
    let periods = breakaways.windows(2).map(|pair| pair[1] - pair[0]);
    let worst = periods.map(|period| (period - pulled::period()).abs()).fold(0.0, f64::max);
    let reversed = comparison.located.events_of(EventKind::Reversal).count();
    Ok(Section {
        title: "Stick-slip of a mass pulled by a spring".to_string(),
        against: "closed form".to_string(),
        about: "1 kg on a spring of 2 N/m whose end moves at 0.1 m/s; dynamic friction 1 N, static 1.5 N.".to_string(),
        pictures: vec![(String::new(), comparison.picture(&[("force", "spring’s end")])?)],
        agreement: agreement(&comparison, &at, "m"),
        statements: vec![
            Statement::closed_form("the same position at every millisecond").below(
                comparison.position_error(),
                1e-11,
                "m",
            ),
            at,
            Statement::closed_form(format!(
                "period 2ΔF/(kV) + (2π − 2 atan(ΔF/(V√(km))))/ω = {:.13} s",
                pulled::period()
            ))
            .below(worst, TIME_LIMIT, "s"),
            Statement::requirement("it never turns back: each slip ends in a stop")
                .is(reversed == 0, format!("{reversed} reversals")),
        ],
        events,
        ..Section::default()
    })
}

fn stick_slip_solution(times: &[f64]) -> Solution {
    let known = |kind, direction, time| Known { kind, direction, time, position: f64::NAN };
    let first = pulled::first_breakaway();
    let count = ((pulled::END - first) / pulled::period()).floor() as usize;
    let mut events = Vec::new();
    for number in 0..=count {
        let breakaway = first + number as f64 * pulled::period();
        events.push(known(EventKind::Breakaway, Some(1), breakaway));
        events.push(known(EventKind::Stop, None, breakaway + pulled::slip_time()));
    }
    events.retain(|event| event.time < pulled::END);
    let position = times.iter().map(|time| pulled::position(*time)).collect();
    Solution { name: "closed form", position, velocity: Vec::new(), events }
}

#[cfg(test)]
mod tests {
    use super::pulled;

    #[test]
    fn a_slip_begins_and_ends_at_rest() {
        assert!(pulled::velocity_at_the_end_of_a_slip().abs() < 1e-15);
        assert!((pulled::period() - 7.611_259_254_101_3).abs() < 1e-12);
        let (first, period) = (pulled::first_breakaway(), pulled::period());
        // Each period carries the mass as far as the spring's end moves.
        assert!((pulled::position(first + period) - 0.1 * period).abs() < 1e-14);
    }
}
