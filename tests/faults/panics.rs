//! A panic on purpose where each function begins and where it is done.

use crate::calls::{LEGAL, TOLD};
use crate::host::Host;
use actuator_fmu::fmi2::*;
use actuator_fmu::instance::Operation;
use actuator_fmu::interface::INTERFACES;
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::sync::Once;
use test_support::importer::{CO_SIMULATION, ERROR, FATAL, OK, Order, Witness};

/// The default hook writes, and so allocates, for every panic; these are no news.
pub fn keep_quiet_about_deliberate_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let text = panic.payload().downcast_ref::<String>();
            if !text.is_some_and(|text| text.starts_with("deliberate")) {
                default(panic);
            }
        }));
    });
}

pub const WHEN: [&str; 2] = ["before", "after"];

/// A healthy instance that is stepped between the panics of others.
struct Bystander {
    host: Host,
    steps: u32,
}

impl Bystander {
    fn new() -> Self {
        let host = Host::new("MotionTransmission", CO_SIMULATION, "bystander");
        host.initialize();
        Self { host, steps: 0 }
    }

    fn step(&mut self) -> u64 {
        let begin = f64::from(self.steps) * 0.01;
        assert_eq!(self.host.set("motor_torque", 8000.0 * (20.0 * begin).sin()), OK);
        assert_eq!(self.host.step(begin, 0.01), OK);
        self.steps += 1;
        self.host.get("position").to_bits()
    }
}

/// Everything that can be asked of an instance is refused, in every way in which it can be asked.
fn assert_lost(host: &Host, what: &str) {
    for call in LEGAL.iter().chain(TOLD) {
        assert_eq!((call.function)(host), ERROR, "{} after a {what}", call.name);
    }
}

#[test]
fn a_panic_in_any_function_is_fatal_for_its_instance_and_for_no_other() {
    keep_quiet_about_deliberate_panics();
    let (mut bystander, mut alone) = (Bystander::new(), Bystander::new());
    let mut bits = Vec::new();
    for (call, when) in LEGAL.iter().chain(TOLD).flat_map(|call| WHEN.map(|when| (call, when))) {
        for interface in INTERFACES {
            let name = format!("panic {when} {}", call.name);
            let host = call.brought(interface.identifier, &name);
            assert_eq!((call.function)(&host), FATAL, "{name}");
            let (status, text) = (host.logger.status.get(), host.logger.text());
            assert_eq!(status, FATAL, "{name}");
            assert!(text.starts_with(call.name) && text.contains(&format!("deliberate {name}")), "{text}");
            assert_lost(&host, &name);
            bits.push(bystander.step());
            // Saved states outlive the instance that is lost.
            bystander.host.free(host.saved.replace(std::ptr::null_mut()));
            bystander.host.free(host.made.replace(std::ptr::null_mut()));
        }
    }
    assert_eq!(bits, (0..bits.len()).map(|_| alone.step()).collect::<Vec<_>>());
}

#[test]
fn a_panic_while_instantiating_gives_no_instance_and_is_told() {
    keep_quiet_about_deliberate_panics();
    for (interface, when) in INTERFACES.iter().flat_map(|interface| WHEN.map(|when| (*interface, when))) {
        let witness = Witness::default();
        let name = format!("panic {when} fmi2Instantiate");
        assert!(Order::new(interface, CO_SIMULATION, &name).instantiate(&witness).is_null());
        assert_eq!((witness.messages.get(), witness.status.get()), (1, ERROR));
        assert!(witness.text().contains(&format!("defect in the library: deliberate {name}")), "{}", witness.text());
    }
}

#[test]
fn a_panic_while_freeing_stays_inside_and_leaves_no_memory() {
    keep_quiet_about_deliberate_panics();
    let free =
        |when: &str| drop(Host::new("MotionTransmission", CO_SIMULATION, &format!("panic {when} fmi2FreeInstance")));
    WHEN.iter().for_each(|when| free(when));
    let held = crate::allocator::held();
    WHEN.iter().for_each(|when| free(when));
    assert_eq!(crate::allocator::held(), held);
}

#[test]
fn the_functions_tried_are_all_functions_of_the_interface() {
    let tried: BTreeSet<_> = LEGAL.iter().chain(TOLD).map(|call| call.name).collect();
    let names = Operation::ALL.iter().map(|operation| CALL_TABLE.name(*operation));
    // What only FMI 3.0 has.
    let all: BTreeSet<_> = names.filter(|name| *name != "-").collect();
    assert_eq!(tried, all);
    // Two more give constants and have no instance; two make and free one.
    let header = include_str!("../../src/fmi2/actuator_fmu.h");
    let before_arguments = header.split('(').filter_map(|text| text.split_whitespace().last());
    let names = before_arguments.map(|name| name.trim_start_matches('*'));
    let exported: BTreeSet<_> = names.filter(|name| name.starts_with("fmi2")).collect();
    let more = ["fmi2GetVersion", "fmi2GetTypesPlatform", "fmi2Instantiate", "fmi2FreeInstance"];
    let known: BTreeSet<_> = all.into_iter().chain(more).collect();
    assert_eq!(exported.symmetric_difference(&known).collect::<Vec<_>>(), [] as [&&str; 0]);
    assert_eq!(exported.len(), 44);
    unsafe {
        assert_eq!(CStr::from_ptr(fmi2GetVersion()), c"2.0");
        assert_eq!(CStr::from_ptr(fmi2GetTypesPlatform()), c"default");
    }
}
