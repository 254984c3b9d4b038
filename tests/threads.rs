//! Instances that are handed from thread to thread between any two calls: FMI allows it, and importers with a pool of
//! threads do it. They run with the bits of one thread, and no data is shared that the importer does not order.
//!
//! The script `scripts/reliability.sh` runs these tests under ThreadSanitizer too.
#![cfg(feature = "fmi")]
#![allow(unsafe_code, reason = "hands an instance to another thread")]
#![allow(clippy::unwrap_used)]

use actuator_fmu::fmi3::*;
use std::collections::VecDeque;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use test_support::importer::{CO_SIMULATION, Instance, OK, interface, reference};

const THREADS: usize = 4;
/// Instances of each model.
const INSTANCES: usize = 8;
const STEPS: u32 = 60;
/// Communication step [s].
const STEP: f64 = 1e-3;

/// Models with the input that is driven, and its size [SI].
const MODELS: [(&str, &str, f64); 3] = [
    ("MotionTransmission", "motor_torque", 2e4),
    ("ServoActuator", "command", 0.01),
    ("HydraulicActuator", "force", 2e3),
];

/// An instance under way, with the bits of its outputs so far.
struct Journey {
    instance: Instance,
    input: &'static str,
    level: f64,
    done: u32,
    bits: Vec<u64>,
}

// SAFETY: one thread at a time has it; the library keeps nothing per thread.
unsafe impl Send for Journey {}

impl Journey {
    /// All that a test needs, each with another level of its input.
    fn all() -> Vec<Self> {
        MODELS.iter().flat_map(|model| (0..INSTANCES).map(move |number| Self::begin(model, number))).collect()
    }

    fn begin((model, input, level): &(&str, &'static str, f64), number: usize) -> Self {
        let instance = Instance::started(model, CO_SIMULATION);
        let level = level * (1.0 + number as f64 / INSTANCES as f64);
        Self { instance, input, level, done: 0, bits: Vec::new() }
    }

    fn is_over(&self) -> bool {
        self.done == STEPS
    }

    /// One call of each kind that a simulation consists of.
    fn go_on(&mut self) {
        let time = f64::from(self.done) * STEP;
        assert_eq!(self.instance.set(self.input, self.level * (f64::from(self.done) / 8.0).sin()), OK);
        if self.done.is_multiple_of(10) {
            let before = self.instance.bytes();
            assert_eq!(self.instance.step(time, STEP), OK);
            assert_eq!(self.instance.restore(&before), OK);
        }
        assert_eq!(self.instance.step(time, STEP), OK);
        self.bits.push(self.instance.get("position").to_bits());
        self.bits.push(self.instance.get("acceleration").to_bits());
        self.done += 1;
    }
}

/// The bits of every instance where one thread does everything.
fn alone() -> Vec<Vec<u64>> {
    let all = Journey::all().into_iter().map(|mut journey| {
        while !journey.is_over() {
            journey.go_on();
        }
        journey.bits
    });
    all.collect()
}

/// Takes whatever journey waits, does one step of it, and lets it wait again.
fn work(waiting: &Mutex<VecDeque<(usize, Journey)>>, over: &Sender<(usize, Journey)>, travels: &mut u32) {
    loop {
        let next = waiting.lock().unwrap().pop_front();
        let Some((number, mut journey)) = next else { return };
        journey.go_on();
        *travels += 1;
        if journey.is_over() {
            over.send((number, journey)).unwrap();
        } else {
            waiting.lock().unwrap().push_back((number, journey));
        }
    }
}

#[test]
fn steps_by_a_pool_of_threads_have_the_bits_of_one_thread() {
    let expected = alone();
    let waiting = Mutex::new(Journey::all().into_iter().enumerate().collect::<VecDeque<_>>());
    let (over, arrivals) = channel();
    let travels: Vec<u32> = std::thread::scope(|scope| {
        let worker = |_| {
            let (waiting, over) = (&waiting, over.clone());
            scope.spawn(move || {
                let mut travels = 0;
                work(waiting, &over, &mut travels);
                travels
            })
        };
        let workers: Vec<_> = (0..THREADS).map(worker).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    drop(over);
    let mut arrived: Vec<_> = arrivals.into_iter().collect();
    arrived.sort_by_key(|(number, _)| *number);
    assert_eq!(travels.iter().sum::<u32>(), STEPS * expected.len() as u32);
    assert_eq!(arrived.len(), expected.len());
    for ((number, journey), bits) in arrived.iter().zip(&expected) {
        assert!(journey.bits == *bits, "instance {number} has other bits");
    }
}

/// Passes a journey on after every step until it is over.
fn pass_on(from: &Receiver<Journey>, to: &Sender<Journey>) -> Option<Journey> {
    while let Ok(mut journey) = from.recv() {
        journey.go_on();
        if journey.is_over() {
            return Some(journey);
        }
        // The next thread may have seen the end already.
        let _ = to.send(journey);
    }
    None
}

#[test]
fn an_instance_that_goes_round_a_ring_of_threads_has_the_bits_of_one_thread() {
    for (place, model) in MODELS.iter().enumerate() {
        let (mut senders, receivers): (VecDeque<_>, Vec<_>) = (0..THREADS).map(|_| channel()).unzip();
        senders[0].send(Journey::begin(model, 3)).unwrap();
        // Each thread sends to the one after it.
        senders.rotate_left(1);
        let arrived = std::thread::scope(|scope| {
            let pairs = receivers.into_iter().zip(senders);
            let threads: Vec<_> = pairs.map(|(from, to)| scope.spawn(move || pass_on(&from, &to))).collect();
            threads.into_iter().find_map(|thread| thread.join().unwrap())
        });
        assert!(arrived.unwrap().bits == alone()[place * INSTANCES + 3], "{model:?} has other bits");
    }
}

#[test]
fn threads_make_and_free_instances_without_a_word_between_them() {
    let expected = alone();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let expected = &expected;
            scope.spawn(move || {
                for number in (thread..expected.len()).step_by(THREADS) {
                    let mut journey = Journey::begin(&MODELS[number / INSTANCES], number % INSTANCES);
                    while !journey.is_over() {
                        journey.go_on();
                    }
                    assert!(journey.bits == expected[number], "instance {number} has other bits");
                }
            });
        }
    });
}

/// An instance of FMI 3.0 with event mode, early return and intermediate updates, and what its callback gives.
struct Partner {
    handle: fmi3Instance,
    input: u32,
    /// The input at the end of the step.
    value: f64,
    time: f64,
    bits: Vec<u64>,
}

// SAFETY: one thread at a time has it; the library keeps nothing per thread.
unsafe impl Send for Partner {}

impl Drop for Partner {
    fn drop(&mut self) {
        // SAFETY: the handle is valid and not used again.
        unsafe { fmi3FreeInstance(self.handle) };
    }
}

unsafe extern "C" fn give(
    partner: *mut c_void,
    _: f64,
    sets: u8,
    _: u8,
    _: u8,
    _: u8,
    requested: *mut u8,
    _: *mut f64,
) {
    // SAFETY: the environment is the partner, which is in its box and waits for the end of the step.
    unsafe {
        let (handle, input, value) = {
            let partner = &*partner.cast::<Partner>();
            (partner.handle, partner.input, partner.value)
        };
        *requested = 0;
        if sets != 0 {
            assert_eq!(fmi3SetFloat64(handle, &input, 1, &value, 1), OK);
        }
    }
}

impl Partner {
    fn begin((model, input, _): &(&str, &str, f64)) -> Box<Self> {
        let interface = interface(model);
        let input = reference(interface, input);
        let token = CString::new(interface.guid).unwrap();
        let mut partner = Box::new(Self { handle: null_mut(), input, value: 0.0, time: 0.0, bits: Vec::new() });
        let environment = (&raw mut *partner).cast();
        let (name, token) = (c"threads".as_ptr(), token.as_ptr());
        // SAFETY: the pointers are valid.
        unsafe {
            partner.handle =
                fmi3InstantiateCoSimulation(name, token, null(), 0, 0, 1, 1, &input, 1, environment, None, Some(give));
            assert_eq!(fmi3EnterInitializationMode(partner.handle, 0, 0.0, 0.0, 0, 0.0), OK);
            assert_eq!(fmi3ExitInitializationMode(partner.handle), OK);
        }
        partner.settle();
        partner
    }

    /// From event mode to step mode.
    fn settle(&self) {
        let ([mut again, mut terminate, mut nominals, mut values, mut defined], mut next) = ([1; 5], 0.0);
        // SAFETY: handle and pointers are valid.
        unsafe {
            while again != 0 {
                let places = (&mut terminate, &mut nominals, &mut values, &mut defined, &mut next);
                let status =
                    fmi3UpdateDiscreteStates(self.handle, &mut again, places.0, places.1, places.2, places.3, places.4);
                assert_eq!(status, OK);
            }
            assert_eq!(fmi3EnterStepMode(self.handle), OK);
        }
    }

    /// One step, to its end or to its first event, which is handled.
    fn go_on(&mut self, level: f64) {
        self.value = level * (self.bits.len() as f64 / 8.0).sin();
        let ([mut event, mut terminate, mut early], mut reached) = ([0; 3], 0.0);
        // SAFETY: handle and pointers are valid.
        unsafe {
            let places = (&mut event, &mut terminate, &mut early, &mut reached);
            assert_eq!(fmi3DoStep(self.handle, self.time, STEP, 1, places.0, places.1, places.2, places.3), OK);
            if event != 0 {
                assert_eq!(fmi3EnterEventMode(self.handle), OK);
                self.settle();
            }
        }
        self.time = reached;
        self.bits.push(reached.to_bits());
    }
}

#[test]
fn fmi_3_instances_with_events_and_updates_have_the_bits_of_one_thread_on_many() {
    for model in &MODELS {
        let mut alone = Partner::begin(model);
        (0..4 * STEPS).for_each(|_| alone.go_on(model.2));
        let mut travelling: Vec<_> = (0..THREADS).map(|_| Partner::begin(model)).collect();
        for _ in 0..4 {
            // Each instance meets a new thread, and all go on side by side.
            travelling = std::thread::scope(|scope| {
                let go_on = |mut partner: Box<Partner>| {
                    (0..STEPS).for_each(|_| partner.go_on(model.2));
                    partner
                };
                let threads: Vec<_> =
                    travelling.into_iter().map(|partner| scope.spawn(move || go_on(partner))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
        }
        assert!(travelling.iter().all(|partner| partner.bits == alone.bits), "{model:?} has other bits");
    }
}
