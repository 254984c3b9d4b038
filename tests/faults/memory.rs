//! Memory that runs out, at every single allocation of every function.

use crate::allocator::{self, Plan};
use crate::calls::{Call, LEGAL, TOLD};
use crate::host::Host;
use actuator_fmu::fmi2::*;
use actuator_fmu::interface::INTERFACES;
use test_support::importer::{CO_SIMULATION, ERROR, MODEL_EXCHANGE, OK, Order, WARNING, Witness};

/// More allocations than any function does.
const MANY: u64 = 500;

/// One allocation fails, or it and all after it.
const PLANS: [fn(u64) -> Plan; 2] = [Plan::Once, Plan::From];

#[test]
fn an_instance_for_which_there_is_no_memory_is_not_made_and_that_is_told() {
    for (interface, kind) in INTERFACES.iter().flat_map(|&i| [CO_SIMULATION, MODEL_EXCHANGE].map(|kind| (i, kind))) {
        for plan in PLANS {
            let (order, witness) = (Order::new(interface, kind, "actuator"), Witness::default());
            let before = allocator::held();
            let allocations = (0..MANY).find(|&number| {
                let (handle, failed) = allocator::with(plan(number), || order.instantiate(&witness));
                assert_eq!(handle.is_null(), failed, "{} allocation {number}", interface.identifier);
                if failed {
                    assert_eq!(witness.messages.replace(0), 1);
                    assert_eq!((witness.status.get(), witness.text().contains("not enough memory")), (ERROR, true));
                }
                unsafe { fmi2FreeInstance(handle) };
                assert_eq!(allocator::held(), before, "bytes are left");
                !failed
            });
            // Name, logger, input derivatives, model, component; in Model Exchange the importer's step, with the model at its beginning
            // and the copy that takes it again.
            let wanted = if kind == MODEL_EXCHANGE { 8 } else { 5 };
            assert_eq!(allocations, Some(wanted), "{}", interface.identifier);
        }
    }
}

/// How often a call was refused for lack of memory, and how often it was done although its message was lost.
#[derive(Default)]
struct Outcomes {
    refused: u32,
    told_briefly: u32,
}

/// Does a call with each of its allocations failing in turn.
fn starve(call: &Call, identifier: &str, plan: fn(u64) -> Plan, outcomes: &mut Outcomes) {
    let wanted = (call.function)(&call.brought(identifier, "actuator"));
    for number in 0..MANY {
        let host = call.brought(identifier, "actuator");
        let before = host.bytes();
        let (status, failed) = allocator::with(plan(number), || (call.function)(&host));
        let what = format!("{} of {identifier}, allocation {number}: {}", call.name, host.logger.text());
        if !failed {
            assert_eq!(status, wanted, "{what}");
            return;
        }
        let told = host.logger.messages.get();
        if status == wanted {
            // Only what was told was lost, and it was replaced.
            assert_eq!(told, 1, "{what}");
            outcomes.told_briefly += 1;
        } else {
            assert_eq!((status, told), (ERROR, 1), "{what}");
            assert!(host.logger.text().contains("not enough memory"), "{what}");
            assert!(host.bytes() == before, "{what}: the instance changed");
            outcomes.refused += 1;
            assert_eq!((call.function)(&host), wanted, "{what}: not done where there is memory again");
        }
    }
    panic!("{} of {identifier} has no end of allocations", call.name);
}

#[test]
fn a_call_for_which_there_is_no_memory_is_refused_and_changes_nothing() {
    let mut outcomes = Outcomes::default();
    for interface in INTERFACES {
        for (call, plan) in LEGAL.iter().chain(TOLD).flat_map(|call| PLANS.map(|plan| (call, plan))) {
            let held = allocator::held();
            starve(call, interface.identifier, plan, &mut outcomes);
            assert_eq!(allocator::held(), held, "{} leaves bytes", call.name);
        }
    }
    // Tunable parameters, new saved states, restored bytes, reset, and the differences of directional derivatives.
    assert!(outcomes.refused > 12 * 30, "{} refused", outcomes.refused);
    assert!(outcomes.told_briefly > 12 * 20, "{} told briefly", outcomes.told_briefly);
}

/// Breakaway and stop with all events told.
fn drive(host: &Host, plan: Option<fn(u64) -> Plan>) -> (Vec<u64>, u64) {
    let (mut bits, mut failures) = (Vec::with_capacity(40), 0);
    for step in 0..40_u32 {
        let begin = f64::from(step) * 0.05;
        assert_eq!(host.set("motor_torque", 8000.0 * (20.0 * begin).sin()), OK);
        let advance = || host.step(begin, 0.05);
        let (status, failed) = match plan {
            Some(plan) => allocator::with(plan(u64::from(step % 3)), advance),
            None => (advance(), false),
        };
        assert_eq!(status, OK);
        failures += u64::from(failed);
        bits.push(host.get("position").to_bits());
    }
    (bits, failures)
}

#[test]
fn events_happen_and_are_told_with_the_same_bits_where_there_is_no_memory() {
    let started = || {
        let host = Host::new("MotionTransmission", CO_SIMULATION, "actuator");
        host.initialize();
        host.logger.messages.set(0);
        host
    };
    let fed = started();
    let (bits, _) = drive(&fed, None);
    assert!(fed.logger.messages.get() > 3, "{} events", fed.logger.messages.get());
    for plan in PLANS {
        let starved = started();
        // Nothing is allocated: a message is written in a buffer of fixed size.
        assert_eq!(drive(&starved, Some(plan)), (bits.clone(), 0));
        assert_eq!(starved.logger.messages.get(), fed.logger.messages.get());
        assert_eq!(starved.logger.text(), fed.logger.text());
    }
}

#[test]
fn the_calls_of_these_tests_are_legal_or_told() {
    for call in LEGAL {
        let host = call.brought("TunableMotionTransmission", "actuator");
        let status = (call.function)(&host);
        assert_eq!(status, OK, "{} in {:?}: {}", call.name, call.stage, host.logger.text());
        // Termination tells how much work there was.
        let told = u32::from(call.name == "fmi2Terminate");
        assert_eq!(host.logger.messages.get(), told, "{} in {:?}", call.name, call.stage);
    }
    for call in TOLD {
        let host = call.brought("MotionTransmission", "actuator");
        let status = (call.function)(&host);
        let is_tolerated =
            ["is tolerated", "is taken as not defined"].iter().any(|part| host.logger.text().contains(part));
        assert!(status != OK || is_tolerated, "{} is silent", call.name);
        assert_eq!(host.logger.messages.get(), 1, "{} in {:?}", call.name, call.stage);
        assert!(host.logger.status.get() >= WARNING);
    }
}
