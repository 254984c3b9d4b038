//! The block of the page on Modelica's friction elements, driven by a sine, and its solution in closed form.

use super::Error;
use super::comparison::{Comparison, Solution};
use super::lab::Lab;
use super::matching::agree;
use super::modelica::{PIECE, TIME_LIMIT, same_modes};
use super::reference::Known;
use super::section::{Section, Statement};
use super::transmission::{NEUTRAL, agreement};
use fmu_simulation::EventKind;
use fmu_simulation::scenario::{Scenario, Signal};
use std::f64::consts::PI;

/// m·dv/dt = A·sin(ωt) − f, with f = f0 + f1·v while sliding and |f| ≤ f0 at rest.
const MASS: f64 = 1.0;
const LEVEL: f64 = 1.0;
const VISCOUS: f64 = 0.5;
const AMPLITUDE: f64 = 1.6;
const FREQUENCY: f64 = PI;
const END: f64 = 6.0;

fn drive(time: f64) -> f64 {
    AMPLITUDE * (FREQUENCY * time).sin()
}

/// Sliding in one direction from rest at some time.
#[derive(Clone, Copy)]
struct Slide {
    begin: f64,
    position: f64,
    direction: f64,
}

impl Slide {
    /// Periodic part of the velocity and of the position.
    fn forced(time: f64) -> (f64, f64) {
        let decay = VISCOUS / MASS;
        let gain = AMPLITUDE / (MASS * (decay * decay + FREQUENCY * FREQUENCY));
        let (sine, cosine) = (FREQUENCY * time).sin_cos();
        (gain * (decay * sine - FREQUENCY * cosine), -gain * (decay / FREQUENCY * cosine + sine))
    }

    /// Position and velocity.
    fn at(&self, time: f64) -> (f64, f64) {
        let (decay, since) = (VISCOUS / MASS, time - self.begin);
        let drift = self.direction * LEVEL / VISCOUS;
        let ((velocity, position), (velocity_0, position_0)) = (Self::forced(time), Self::forced(self.begin));
        let transient = drift - velocity_0;
        let fading = (-decay * since).exp();
        let travel = position - position_0 - drift * since + transient * (1.0 - fading) / decay;
        (self.position + travel, velocity - drift + transient * fading)
    }

    /// When it comes to rest: the first zero of the velocity after it began.
    fn end(&self) -> f64 {
        const SCAN: f64 = 1e-3;
        let moves = |time: f64| self.direction * self.at(time).1 > 0.0;
        let mut low = self.begin + SCAN;
        while moves(low + SCAN) {
            low += SCAN;
        }
        bisected(low, low + SCAN, |time| !moves(time))
    }
}

/// The time at which a condition becomes true.
fn bisected(mut low: f64, mut high: f64, is_true: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if is_true(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}

/// Slides and rests, in the order of time.
fn slides() -> Vec<(Slide, f64)> {
    let (mut slides, mut time, mut position): (Vec<(Slide, f64)>, f64, f64) = (Vec::new(), 0.0, 0.0);
    while time < END {
        let begin = if drive(time).abs() > LEVEL { time } else { breakaway(time) };
        let slide = Slide { begin, position, direction: drive(begin + 1e-9).signum() };
        time = slide.end();
        position = slide.at(time).0;
        slides.push((slide, time));
    }
    slides
}

/// When the drive exceeds the level next.
fn breakaway(from: f64) -> f64 {
    const SCAN: f64 = 1e-3;
    let exceeds = |time: f64| drive(time).abs() > LEVEL;
    let mut low = from;
    while !exceeds(low + SCAN) {
        low += SCAN;
    }
    bisected(low, low + SCAN, exceeds)
}

fn solution(times: &[f64]) -> Solution {
    let slides = slides();
    let state = |time: f64| {
        let Some((slide, end)) = slides.iter().rev().find(|(slide, _)| slide.begin <= time) else { return (0.0, 0.0) };
        if time < *end { slide.at(time) } else { (slide.at(*end).0, 0.0) }
    };
    let (position, velocity) = times.iter().map(|time| state(*time)).unzip();
    Solution { name: "closed form", position, velocity, events: events(&slides) }
}

fn events(slides: &[(Slide, f64)]) -> Vec<Known> {
    let mut events = Vec::new();
    for (index, (slide, end)) in slides.iter().enumerate() {
        let direction = Some(slide.direction as i8);
        let goes_on = index > 0 && slides[index - 1].1 == slide.begin;
        let kind = if goes_on { EventKind::Reversal } else { EventKind::Breakaway };
        events.push(Known { kind, direction, time: slide.begin, position: slide.position });
        if slides.get(index + 1).is_none_or(|(next, _)| next.begin > *end) {
            events.push(Known { kind: EventKind::Stop, direction: None, time: *end, position: slide.at(*end).0 });
        }
    }
    events.retain(|event| event.time <= END);
    events
}

fn scenario() -> Scenario {
    let mut parameters = NEUTRAL.to_vec();
    parameters.extend([
        ("inertia", MASS),
        ("friction.coulomb_torque", LEVEL),
        ("friction.static_ratio", 1.0),
        ("viscous_coefficient", VISCOUS),
    ]);
    Scenario {
        name: "block",
        title: "",
        model: "MotionTransmission",
        parameters,
        inputs: vec![("motor_torque", Signal::sampled(drive, PIECE, END)), ("load_torque", Signal::constant(0.0))],
        step_size: 1e-3,
        stop_time: END,
    }
}

/// The block through the FMU.
pub(super) fn section(lab: &Lab) -> Result<Section, Error> {
    let comparison = Comparison::new(lab, &scenario(), true, |times| Ok(solution(times)))?;
    let events = comparison.events();
    let at = agree(&events, TIME_LIMIT);
    let trace = &comparison.located;
    let modes: Vec<f64> =
        comparison.solution.velocity.iter().map(|v| if *v == 0.0 { 0.0 } else { v.signum() }).collect();
    let creeps =
        trace.column("friction_regime").iter().zip(trace.column("velocity")).any(|(r, v)| *r == 0.0 && *v != 0.0);
    Ok(Section {
        title: "The block on a surface under a sine force".to_string(),
        against: "closed form, piece by piece".to_string(),
        about: "The introductory element of the page: f = f0 + f1·v while sliding, |f| ≤ f0 at rest; mass 1, f0 = 1, \
                f1 = 0.5, force 1.6 sin(πt)."
            .to_string(),
        pictures: vec![(String::new(), comparison.picture(&[("motor_torque", "drive")])?)],
        agreement: agreement(&comparison, &at, "rad"),
        statements: vec![
            Statement::closed_form("the same position").below(comparison.position_error(), 1e-7, "rad"),
            Statement::closed_form("the same velocity").below(comparison.velocity_error(), 1e-7, "rad/s"),
            at,
            same_modes(trace, &modes),
            Statement::paper(
                "at rest Modelica keeps der(v) = 0: “a small, linear drift”; here the velocity is exactly 0",
            )
            .is(!creeps, "0 at every point at rest"),
        ],
        events,
        ..Section::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_obeys_its_equation() {
        for (slide, end) in slides() {
            let h = 1e-5;
            for time in [slide.begin + 1e-3, 0.5 * (slide.begin + end), end - 1e-3] {
                let acceleration = (slide.at(time + h).1 - slide.at(time - h).1) / (2.0 * h);
                let velocity = (slide.at(time + h).0 - slide.at(time - h).0) / (2.0 * h);
                let force = drive(time) - slide.direction * LEVEL - VISCOUS * slide.at(time).1;
                assert!((MASS * acceleration - force).abs() < 1e-8, "at {time}");
                assert!((velocity - slide.at(time).1).abs() < 1e-8, "at {time}");
            }
            assert!(slide.at(slide.begin).1.abs() < 1e-15 && slide.at(end).1.abs() < 1e-14);
        }
    }
}
