//! The bits of recorded trajectories: a change that is not meant to change the numbers changes none of them.
//!
//! `tests/trajectory_bits.txt` has a hash for each case. Where numbers are meant to change, `UPDATE_GOLDEN=1 cargo test --test
//! trajectory_bits` records them anew, and the difference shows which laws and models it concerns.

mod harness;
mod laws;

use actuator_fmu::actuator::Actuator;
use harness::transmission::{P3, P3_END, p3_inputs, transmission};
use harness::{Run, get, scenario, set, set_all};
use laws::{Kind, law};
use std::fmt::Write;
use std::path::Path;

/// FNV-1a over the bits of what moves.
struct Hash(u64);

impl Hash {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, actuator: &dyn Actuator) {
        for name in ["position", "velocity", "bristle_deflection", "friction_regime", "event_count", "last_event_time"]
        {
            for byte in get(actuator, name).to_le_bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
}

fn hash(run: Run) -> u64 {
    let mut hash = Hash::START;
    run.go(|_, actuator| hash.add(actuator));
    hash.0
}

fn figure(number: u32) -> u64 {
    let mut hash = Hash::START;
    scenario::run(number, 1e-3, |_| {}, |_, actuator| hash.add(actuator));
    hash.0
}

fn p3() -> u64 {
    hash(Run { actuator: &mut transmission(&P3), inputs: p3_inputs(), end: P3_END, step: 1e-3 })
}

fn lugre(amplitude: f64) -> u64 {
    let mut actuator = Kind::Hydraulic.actuator();
    set(&mut *actuator, "pressure_step.force_amplitude", amplitude);
    hash(Run { actuator: &mut *actuator, inputs: vec![], end: 2.0, step: 1e-3 })
}

fn driven(kind: Kind, law: i32, method: f64) -> u64 {
    let mut actuator = laws::loaded(kind, law, 1.0);
    set_all(&mut *actuator, &[("solver.method", method)]);
    hash(Run { actuator: &mut *actuator, inputs: laws::drive(kind, 1.0), end: 1.0, step: 1e-3 })
}

fn hashes() -> String {
    let mut text = String::new();
    let mut line = |name: String, hash: u64| writeln!(text, "{name} {hash:016x}").expect("a string takes it");
    (6..=17).for_each(|number| line(format!("figure {number}"), figure(number)));
    line("P3".to_owned(), p3());
    [1.0, 10.0, 100.0, 1000.0].iter().for_each(|&a| line(format!("LuGre {a} N"), lugre(a)));
    for kind in Kind::ALL {
        for law in law::ALL {
            line(format!("{kind:?} law {law} event_located"), driven(kind, law, 1.0));
            line(format!("{kind:?} law {law} fixed_step"), driven(kind, law, 2.0));
        }
    }
    text
}

#[test]
fn recorded_trajectories_have_the_same_bits() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trajectory_bits.txt");
    let hashes = hashes();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &hashes).expect("the file can be written");
    }
    let recorded = std::fs::read_to_string(&path).expect("the recorded hashes are there");
    let differing: Vec<_> = hashes.lines().zip(recorded.lines()).filter(|(new, old)| new != old).collect();
    assert!(differing.is_empty() && hashes.lines().count() == recorded.lines().count(), "{differing:#?}");
}
