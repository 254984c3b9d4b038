//! A panic on purpose where each function of FMI 3.0 begins and where it is done.

use super::host::Host;
use super::lifetime::{CO_SIMULATION, Call, LIFETIMES, MODEL_EXCHANGE};
use crate::allocator;
use crate::panics::{WHEN, keep_quiet_about_deliberate_panics};
use actuator_fmu::fmi3::CALL_TABLE;
use actuator_fmu::instance::Operation;
use std::collections::BTreeSet;
use test_support::importer::{ERROR, FATAL};

/// A lifetime with one panic: the call in which it happens is fatal, and all after it are refused. False if there was none.
fn panics_once(co_simulation: bool, lifetime: &[Call], name: &str) -> bool {
    let host = Host::new(co_simulation, name);
    assert!(host.instantiate());
    let mut lost = false;
    for call in lifetime {
        let status = (call.function)(&host);
        // Within a step the importer's own call is lost, and then the step.
        let (fatal, was_lost) = (host.fatal.get() == 1, lost);
        lost |= fatal;
        match (was_lost, fatal) {
            (true, _) => assert_eq!(status, ERROR, "{} after a {name}", call.name),
            (false, true) => {
                assert!(host.text().contains(&format!("deliberate {name}")) || status == ERROR, "{}", host.text());
                assert!(status >= ERROR || call.name == "fmi3DoStep", "{}: {status}", call.name);
                assert!(!name.ends_with(call.name) || status == FATAL, "{}: {status}", call.name);
            }
            (false, false) => assert_eq!(status, call.status, "{} before a {name}", call.name),
        }
    }
    assert_eq!(host.fatal.get(), u32::from(lost), "{name}");
    free_states(&host);
    lost
}

/// Saved states outlive the instance that is lost; another one frees them.
fn free_states(host: &Host) {
    let other = Host::new(true, "other");
    assert!(other.instantiate());
    for state in [&host.saved, &host.copy] {
        assert_eq!(unsafe { actuator_fmu::fmi3::fmi3FreeFMUState(other.handle.get(), state.as_ptr()) }, 0);
    }
}

#[test]
fn a_panic_in_any_function_of_fmi_3_is_fatal_for_its_instance_and_leaves_no_memory() {
    keep_quiet_about_deliberate_panics();
    let names: BTreeSet<_> = CO_SIMULATION.iter().chain(MODEL_EXCHANGE).map(|call| call.name).collect();
    let mut panics = 0;
    for (name, when) in names.iter().flat_map(|name| WHEN.map(|when| (name, when))) {
        let name = format!("panic {when} {name}");
        let held = allocator::held();
        let lost = LIFETIMES.map(|(co_simulation, lifetime)| panics_once(co_simulation, lifetime, &name));
        assert!(lost.contains(&true), "{name} does not happen");
        panics += lost.iter().filter(|lost| **lost).count();
        drop(name);
        assert!(allocator::held() <= held, "bytes are left");
    }
    assert!(panics > 90, "{panics}");
}

#[test]
fn a_panic_while_an_instance_of_fmi_3_is_made_or_freed_stays_inside() {
    keep_quiet_about_deliberate_panics();
    for when in WHEN {
        for (co_simulation, function) in [(true, "CoSimulation"), (false, "ModelExchange")] {
            let host = Host::new(co_simulation, &format!("panic {when} fmi3Instantiate{function}"));
            assert!(!host.instantiate());
            assert_eq!(host.messages.get(), 1);
            assert!(host.text().contains("defect in the library: deliberate"), "{}", host.text());
            let host = Host::new(co_simulation, &format!("panic {when} fmi3FreeInstance"));
            assert!(host.instantiate());
            let held = allocator::held();
            host.free();
            assert!(allocator::held() < held);
        }
    }
}

#[test]
fn the_lives_have_all_functions_of_the_call_table() {
    let tried: BTreeSet<_> = CO_SIMULATION.iter().chain(MODEL_EXCHANGE).map(|call| call.name).collect();
    let all: BTreeSet<_> = Operation::ALL.iter().map(|operation| CALL_TABLE.name(*operation)).collect();
    assert_eq!(all.symmetric_difference(&tried).collect::<Vec<_>>(), [&"-"]);
}
