//! Memory that runs out while a drivetrain exists, at every single allocation.
//!
//! Its elements are known at run time only, so it takes far more memory than the other models, and the first instance reads the
//! configuration of the library as well.

use crate::allocator::{self, Plan};
use actuator_fmu::fmi2::*;
use actuator_fmu::interface::Interface;
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;
use test_support::drivetrain::{interface, run_configured};
use test_support::importer::{CO_SIMULATION, ERROR, OK, Order, Witness, reference};

/// Every kind of part: what a mechanism has no memory for, it does not ask for.
const CONFIGURATION: &str = r#"
name = "Starved"
model = "Drivetrain"
[body.motor]
inertia = 0.1
[body.shaft_end]
inertia = 0.2
[body.surface]
inertia = 0.5
travel.lower = -0.4
travel.upper = 0.4
[mass.ram]
mass = 3
[body.idler]
inertia = 1
[servo.valve]
on = "idler"
command_from = "law.command"
[linear.law]
inputs = [{ name = "angle", from = "surface.position" }, "pilot"]
states = ["x"]
outputs = [{ name = "command", unit = "rad", limit.upper = 0.1, rate_limit = 2 }]
A = [[-3]]
B = [[3, 1]]
C = [[-0.1]]
D = [[-0.05, 0.1]]
[gear.box]
connects = ["motor", "shaft_end"]
ratio = -5
efficiency_opposing = 0.9
friction.coulomb_torque = 0.01
[shaft.tube]
connects = ["shaft_end", "surface"]
stiffness = 500
damping = 0.5
backlash = 0.01
[screw.jack]
connects = ["surface", "ram"]
efficiency_opposing = 0.8
[brake.hold]
on = "surface"
friction.law = "stribeck"
friction.coulomb_torque = 2
friction.static_ratio = 1.3
[brake.bearing]
on = "motor"
friction.law = "lugre"
friction.coulomb_torque = 0.02
[clutch.slip]
connects = ["motor", "idler"]
friction.coulomb_torque = 1
[freewheel.one_way]
connects = ["idler", "surface"]
friction.coulomb_torque = 0.5
[[input]]
name = "drive"
on = "motor"
[[input]]
name = "load"
on = "ram"
"#;

/// More allocations than a lifetime does.
const MANY: u64 = 5000;
/// Longer than a saved state as bytes.
const LONGEST: usize = 1 << 16;

/// An importer that allocates nothing during a lifetime.
struct Importer {
    interface: &'static Interface,
    order: Order,
    witness: Witness,
    handle: Cell<fmi2Component>,
    saved: Cell<fmi2FMUstate>,
    made: Cell<fmi2FMUstate>,
    bytes: RefCell<Vec<u8>>,
    size: Cell<usize>,
    references: Vec<fmi2ValueReference>,
    values: RefCell<Vec<f64>>,
    inputs: [fmi2ValueReference; 2],
    position: fmi2ValueReference,
    velocity: fmi2ValueReference,
}

impl Importer {
    fn new() -> Self {
        let interface = interface(CONFIGURATION);
        let of = |name| reference(interface, name);
        Self {
            interface,
            order: Order::new(interface, CO_SIMULATION, "drivetrain"),
            witness: Witness::default(),
            handle: Cell::new(null_mut()),
            saved: Cell::new(null_mut()),
            made: Cell::new(null_mut()),
            bytes: RefCell::new(vec![0; LONGEST]),
            size: Cell::new(0),
            references: (0..interface.reals.len() as u32).collect(),
            values: RefCell::new(vec![0.0; interface.reals.len()]),
            inputs: [of("drive"), of("load")],
            position: of("surface.position"),
            velocity: of("surface.velocity"),
        }
    }

    fn instantiate(&self) -> fmi2Status {
        self.handle.set(self.order.instantiate(&self.witness));
        if self.handle.get().is_null() { ERROR } else { OK }
    }

    /// Steps with other loads, of which nothing is told.
    fn steps(&self, begin: f64, drive: f64) -> fmi2Status {
        let set = unsafe { fmi2SetReal(self.handle.get(), self.inputs.as_ptr(), 2, [drive, -0.5].as_ptr()) };
        (0..4).fold(set, |worst, step| {
            let point = begin + 5e-3 * f64::from(step);
            worst.max(unsafe { fmi2DoStep(self.handle.get(), point, 5e-3, 1) })
        })
    }

    /// All that the instance shows, as one number.
    fn shown(&self) -> u64 {
        let mut values = self.values.borrow_mut();
        let (references, count) = (self.references.as_ptr(), self.references.len());
        unsafe { fmi2GetReal(self.handle.get(), references, count, values.as_mut_ptr()) };
        values.iter().fold(0, |all, value| all.rotate_left(7) ^ value.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn free(&self) {
        unsafe {
            for state in [&self.saved, &self.made] {
                fmi2FreeFMUstate(self.handle.get(), state.as_ptr());
                state.set(null_mut());
            }
            fmi2FreeInstance(self.handle.replace(null_mut()));
        }
    }

    fn serialize(&self) -> fmi2Status {
        unsafe {
            fmi2SerializeFMUstate(
                self.handle.get(),
                self.saved.get(),
                self.bytes.borrow_mut().as_mut_ptr().cast(),
                self.size.get(),
            )
        }
    }

    fn deserialize(&self) -> fmi2Status {
        let bytes = self.bytes.borrow();
        unsafe {
            fmi2DeSerializeFMUstate(self.handle.get(), bytes.as_ptr().cast(), self.size.get(), self.made.as_ptr())
        }
    }
}

/// One call with its name.
type Call = (&'static str, Memory, fn(&Importer) -> fmi2Status);

/// Whether a call takes memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Taken,
    NotTaken,
}
use Memory::{NotTaken, Taken};

/// A lifetime in which everything is made, saved and given back.
const LIFETIME: &[Call] = &[
    ("fmi2Instantiate", Taken, Importer::instantiate),
    ("no messages", NotTaken, |i| unsafe { fmi2SetDebugLogging(i.handle.get(), 0, 0, std::ptr::null()) }),
    ("messages of errors", NotTaken, |i| unsafe {
        fmi2SetDebugLogging(i.handle.get(), 1, 1, &c"logStatusError".as_ptr())
    }),
    ("fmi2SetupExperiment", NotTaken, |i| unsafe { fmi2SetupExperiment(i.handle.get(), 0, 0.0, 0.0, 0, 0.0) }),
    ("fmi2EnterInitializationMode", NotTaken, |i| unsafe { fmi2EnterInitializationMode(i.handle.get()) }),
    ("fmi2ExitInitializationMode", NotTaken, |i| unsafe { fmi2ExitInitializationMode(i.handle.get()) }),
    ("steps", NotTaken, |i| i.steps(0.0, 0.5)),
    ("fmi2GetFMUstate", Taken, |i| unsafe { fmi2GetFMUstate(i.handle.get(), i.saved.as_ptr()) }),
    ("steps after saving", NotTaken, |i| i.steps(0.02, -0.5)),
    ("fmi2SetFMUstate", NotTaken, |i| unsafe { fmi2SetFMUstate(i.handle.get(), i.saved.get()) }),
    ("fmi2SerializedFMUstateSize", NotTaken, |i| unsafe {
        fmi2SerializedFMUstateSize(i.handle.get(), i.saved.get(), i.size.as_ptr())
    }),
    ("fmi2SerializeFMUstate", NotTaken, Importer::serialize),
    ("fmi2DeSerializeFMUstate", Taken, Importer::deserialize),
    ("steps after restoring", NotTaken, |i| i.steps(0.02, 0.2)),
    ("fmi2SetFMUstate with restored bytes", NotTaken, |i| unsafe { fmi2SetFMUstate(i.handle.get(), i.made.get()) }),
    ("steps after restoring bytes", NotTaken, |i| i.steps(0.02, 0.8)),
    ("fmi2GetFMUstate in place of another", NotTaken, |i| unsafe { fmi2GetFMUstate(i.handle.get(), i.saved.as_ptr()) }),
    ("fmi2GetRealOutputDerivatives", NotTaken, |i| unsafe {
        fmi2GetRealOutputDerivatives(i.handle.get(), &i.position, 1, &1, &mut 0.0)
    }),
    ("fmi2GetDirectionalDerivative", Taken, |i| unsafe {
        fmi2GetDirectionalDerivative(i.handle.get(), &i.velocity, 1, &i.inputs[0], 1, &1.0, &mut 0.0)
    }),
    ("fmi2DeSerializeFMUstate in place of another", Taken, Importer::deserialize),
    ("fmi2Reset", Taken, |i| unsafe { fmi2Reset(i.handle.get()) }),
    ("fmi2EnterInitializationMode again", NotTaken, |i| unsafe { fmi2EnterInitializationMode(i.handle.get()) }),
    ("fmi2ExitInitializationMode again", NotTaken, |i| unsafe { fmi2ExitInitializationMode(i.handle.get()) }),
    ("steps of the second lifetime", NotTaken, |i| i.steps(0.0, 0.5)),
    ("fmi2FreeFMUstate", NotTaken, |i| unsafe { fmi2FreeFMUstate(i.handle.get(), i.saved.as_ptr()) }),
];

/// How a lifetime went.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    /// All that was shown after steps.
    shown: u64,
    /// Calls that were refused for lack of memory.
    refused: u32,
    /// The call that was refused twice; no other came after it.
    ended: Option<&'static str>,
    /// A call that was answered in another way.
    wrong: Option<(&'static str, fmi2Status)>,
}

/// Plays a lifetime, and does a refused call again. What it finds is judged where there is memory.
fn play_lifetime(importer: &Importer) -> Outcome {
    let mut outcome = Outcome::default();
    for &(name, _, call) in LIFETIME {
        for attempt in 0..2 {
            importer.witness.messages.set(0);
            let status = call(importer);
            if status == OK {
                break;
            }
            let is_told = importer.witness.messages.replace(0) == 1
                && importer.witness.status.get() == ERROR
                && importer.witness.text().contains("not enough memory");
            outcome.refused += 1;
            if status != ERROR || !is_told {
                outcome.wrong = Some((name, status));
            } else if attempt == 1 {
                outcome.ended = Some(name);
            }
        }
        if outcome.wrong.is_some() || outcome.ended.is_some() {
            break;
        }
        if name.starts_with("steps") {
            outcome.shown = outcome.shown.rotate_left(1) ^ importer.shown();
        }
    }
    importer.free();
    outcome
}

#[test]
fn a_drivetrain_for_which_there_is_no_memory_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    run_configured(CONFIGURATION, "drivetrain::lives_with_too_little_memory", folder.path());
}

#[test]
#[ignore = "runs in a program that was configured to be the drivetrain"]
fn lives_with_too_little_memory() {
    let importer = Importer::new();
    let read = first_instance(&importer);
    the_last_that_uses_the_configuration_gives_it_back(&importer);
    takes_no_memory_where_none_is_needed(&importer);
    let (wanted, failed) = allocator::with(Plan::Once(MANY), || play_lifetime(&importer));
    assert!(!failed && wanted.refused == 0 && wanted.wrong.is_none(), "{wanted:?}");
    let single = (0..MANY).find(|&number| {
        let before = allocator::held();
        let (outcome, failed) = allocator::with(Plan::Once(number), || play_lifetime(&importer));
        assert_eq!(outcome, Outcome { refused: u32::from(failed), ..wanted }, "allocation {number}");
        assert_eq!(allocator::held(), before, "allocation {number}: bytes are left");
        !failed
    });
    let lasting = (0..MANY).find(|&number| {
        let before = allocator::held();
        let (outcome, failed) = allocator::with(Plan::From(number), || play_lifetime(&importer));
        let is_ended = outcome.ended.is_some();
        assert_eq!((is_ended, outcome.wrong), (failed, None), "allocation {number} and all after it: {outcome:?}");
        assert_eq!(allocator::held(), before, "allocation {number} and all after it: bytes are left");
        !failed
    });
    let single = single.expect("a lifetime ends");
    assert_eq!(Some(single), lasting);
    println!("{read} allocations of the first instance, {single} of a lifetime");
    // Four mechanisms, of some two hundred lists each.
    assert!(read > 50 && single > 4 * 50, "{read} allocations of the first instance, {single} of a lifetime");
}

/// Reads the configuration, as soon as there is memory for it; how many allocations that and the instance took. The last instance
/// gives back all that was read.
fn first_instance(importer: &Importer) -> u64 {
    let taken = (0..MANY).find(|&number| {
        let held = allocator::held();
        let (status, failed) = allocator::with(Plan::From(number), || importer.instantiate());
        assert_eq!(status, if failed { ERROR } else { OK }, "allocation {number}");
        assert_eq!(importer.witness.messages.replace(0), u32::from(failed), "allocation {number}");
        assert!(!failed || importer.witness.text().contains("not enough memory"), "{:?}", importer.witness);
        importer.free();
        assert_eq!(allocator::held(), held, "allocation {number}: bytes are left");
        !failed
    });
    taken.unwrap_or_else(|| panic!("{} has no end of allocations", importer.interface.identifier))
}

/// The variables stay while anybody uses them: another instance, or a saved state of one that is gone.
fn the_last_that_uses_the_configuration_gives_it_back(importer: &Importer) {
    let held = allocator::held();
    let start = |importer: &Importer| {
        for (name, _, call) in &LIFETIME[..7] {
            assert_eq!(call(importer), OK, "{name}");
        }
    };
    start(importer);
    let one = importer.handle.replace(null_mut());
    start(importer);
    let size = allocator::held();
    unsafe { fmi2FreeInstance(one) };
    assert!(allocator::held() < size, "an instance gives back its own");
    assert_eq!(unsafe { fmi2GetFMUstate(importer.handle.get(), importer.saved.as_ptr()) }, OK);
    let shown = importer.shown();
    unsafe { fmi2FreeInstance(importer.handle.replace(null_mut())) };
    // A third instance goes on from the state of the second.
    start(importer);
    assert_eq!(importer.steps(0.02, -0.5), OK);
    assert_ne!(importer.shown(), shown);
    assert_eq!(unsafe { fmi2SetFMUstate(importer.handle.get(), importer.saved.get()) }, OK);
    assert_eq!(importer.shown(), shown);
    importer.free();
    assert_eq!(allocator::held(), held, "bytes are left");
}

fn takes_no_memory_where_none_is_needed(importer: &Importer) {
    for &(name, memory, call) in LIFETIME {
        let (status, failed) = match memory {
            Taken => (call(importer), false),
            NotTaken => allocator::with(Plan::From(0), || call(importer)),
        };
        assert_eq!((status, failed), (OK, false), "{name}: {:?}", importer.witness);
    }
    importer.free();
    importer.witness.messages.set(0);
}
