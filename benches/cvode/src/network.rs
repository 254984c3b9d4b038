//! Drivetrains for CVODE, as tests/reference/drivetrain describes them: calls network.c.

use crate::piece::{Piece, pieces};
use crate::run::{Request, Setting};
use anyhow::Context;
use fmu_simulation::scenario::{Scenario, Signal};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_long};
use std::path::Path;

/// A case of the references.
#[derive(Deserialize)]
pub struct Case {
    pub stop_time: f64,
    pub bodies: Vec<Body>,
    contacts: Vec<Contact>,
    springs: Vec<Spring>,
    loads: Vec<Load>,
    signals: BTreeMap<String, Line>,
}

#[derive(Deserialize)]
pub struct Body {
    pub name: String,
    inertia: f64,
    q0: f64,
    v0: f64,
}

#[derive(Deserialize)]
struct Contact {
    a: Option<String>,
    b: String,
    coulomb: f64,
    #[serde(default = "one")]
    peak: f64,
    normal: Option<String>,
    #[serde(default = "one")]
    normal_gain: f64,
}

#[derive(Deserialize)]
struct Spring {
    a: Option<String>,
    b: String,
    c: f64,
    d: f64,
}

#[derive(Deserialize)]
struct Load {
    body: String,
    signal: String,
}

#[derive(Deserialize)]
struct Line {
    t: Vec<f64>,
    y: Vec<f64>,
}

fn one() -> f64 {
    1.0
}

impl Case {
    /// Reads a case of the references.
    pub fn read(name: &str) -> anyhow::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reference/drivetrain");
        let path = folder.join(format!("{name}.json"));
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// A signal by name.
    pub fn signal(&self, name: &str) -> anyhow::Result<Signal> {
        let Line { t, y } = self.signals.get(name).with_context(|| name.to_string())?;
        Ok(Signal::new(&t.iter().copied().zip(y.iter().copied()).collect::<Vec<_>>()))
    }
}

/// Mirrors `spring_t`.
#[repr(C)]
struct SpringOf {
    a: c_int,
    b: c_int,
    stiffness: f64,
    damping: f64,
}

/// Mirrors `contact_t`.
#[repr(C)]
#[derive(PartialEq)]
struct ContactOf {
    a: c_int,
    b: c_int,
}

/// Mirrors `term_t`.
#[repr(C)]
struct TermOf {
    contact: c_int,
    signal: c_int,
    level: f64,
    peak: f64,
}

/// Mirrors `load_t`.
#[repr(C)]
struct LoadOf {
    body: c_int,
    signal: c_int,
}

/// Mirrors `network_t`.
#[repr(C)]
struct Raw {
    bodies: c_int,
    springs: c_int,
    contacts: c_int,
    terms: c_int,
    loads: c_int,
    segments: c_int,
    inertia: *const f64,
    position: *const f64,
    velocity: *const f64,
    spring: *const SpringOf,
    contact: *const ContactOf,
    term: *const TermOf,
    load: *const LoadOf,
    segment: *const Piece,
}

unsafe extern "C" {
    fn work_precision_network(
        network: *const Raw,
        is_smooth: c_int,
        scales: *const f64,
        request: *const Request,
        positions: *mut f64,
    ) -> c_long;
}

/// A drivetrain whose inputs are those of a scenario.
#[derive(Default)]
pub struct Network {
    inertia: Vec<f64>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    springs: Vec<SpringOf>,
    contacts: Vec<ContactOf>,
    terms: Vec<TermOf>,
    loads: Vec<LoadOf>,
    pieces: Vec<Piece>,
    /// Sizes of positions and velocities, for absolute tolerances.
    pub scales: [f64; 2],
}

/// In C, the ground and the engagement that is always 1.
const NONE: c_int = -1;

impl Network {
    /// `order` names the signals in the order of the inputs of the scenario.
    pub fn new(case: &Case, scenario: &Scenario, order: &[&str], scales: [f64; 2]) -> anyhow::Result<Self> {
        let body = |name: &str| place(case.bodies.iter().map(|body| body.name.as_str()), name);
        let end = |name: &Option<String>| name.as_deref().map_or(Ok(NONE), body);
        let signal = |name: &str| place(order.iter().copied(), name);
        let mut network = Self { pieces: pieces(scenario), scales, ..Self::default() };
        for body in &case.bodies {
            network.inertia.push(body.inertia);
            network.position.push(body.q0);
            network.velocity.push(body.v0);
        }
        for Spring { a, b, c, d } in &case.springs {
            network.springs.push(SpringOf { a: end(a)?, b: body(b)?, stiffness: *c, damping: *d });
        }
        for contact in &case.contacts {
            let joint = ContactOf { a: end(&contact.a)?, b: body(&contact.b)? };
            let normal = contact.normal.as_deref().map_or(Ok(NONE), signal)?;
            network.add(joint, normal, contact.normal_gain * contact.coulomb, contact.peak);
        }
        for load in &case.loads {
            network.loads.push(LoadOf { body: body(&load.body)?, signal: signal(&load.signal)? });
        }
        Ok(network)
    }

    /// A term of the contact that joins these bodies.
    fn add(&mut self, joint: ContactOf, signal: c_int, level: f64, peak: f64) {
        let known = self.contacts.iter().position(|contact| *contact == joint);
        let contact = known.unwrap_or(self.contacts.len()) as c_int;
        self.contacts.extend(known.is_none().then_some(joint));
        self.terms.push(TermOf { contact, signal, level, peak });
    }

    /// Positions of all bodies at multiples of `step`. If `is_smooth`, it goes over bends of the inputs, and starts anew only
    /// where they jump or leave zero.
    pub fn integrate(&self, setting: Setting, is_smooth: bool, step: f64, positions: &mut [f64]) -> anyhow::Result<()> {
        let raw = Raw {
            bodies: self.inertia.len() as c_int,
            springs: self.springs.len() as c_int,
            contacts: self.contacts.len() as c_int,
            terms: self.terms.len() as c_int,
            loads: self.loads.len() as c_int,
            segments: self.pieces.len() as c_int,
            inertia: self.inertia.as_ptr(),
            position: self.position.as_ptr(),
            velocity: self.velocity.as_ptr(),
            spring: self.springs.as_ptr(),
            contact: self.contacts.as_ptr(),
            term: self.terms.as_ptr(),
            load: self.loads.as_ptr(),
            segment: self.pieces.as_ptr(),
        };
        let request = setting.request(step, positions.len() / self.inertia.len())?;
        let (scales, positions) = (self.scales.as_ptr(), positions.as_mut_ptr());
        // SAFETY: the structures mirror those in C, the arrays have the lengths that are passed; both cases have at most as
        // many bodies, contacts, terms and signals as C has room for.
        let events = unsafe { work_precision_network(&raw, c_int::from(is_smooth), scales, &request, positions) };
        setting.check(events)
    }
}

fn place<'a>(mut names: impl Iterator<Item = &'a str>, name: &str) -> anyhow::Result<c_int> {
    let place = names.position(|known| known == name).with_context(|| name.to_string())?;
    Ok(c_int::try_from(place)?)
}
