//! Memory that runs out, at every single allocation of a lifetime.

use super::host::Host;
use super::lifetime::{LIFETIMES, go_on};
use crate::allocator::{self, Plan};
use test_support::importer::ERROR;

/// More allocations than a lifetime does.
const MANY: u64 = 1000;

/// A lifetime in which allocations fail until something is refused; that is done again, and the lifetime goes on. Whether anything failed,
/// and whether anything was refused.
fn starve(co_simulation: bool, plan: Plan) -> (bool, bool) {
    let lifetime = LIFETIMES[usize::from(!co_simulation)].1;
    let host = Host::new(co_simulation, "actuator");
    let (first, failed) = allocator::with(plan, || if host.instantiate() { go_on(&host, lifetime, 0) } else { None });
    if host.handle.get().is_null() {
        let told = (host.messages.get(), host.text().contains("not enough memory"));
        assert_eq!((failed, told), (true, (1, true)), "{}", host.text());
        assert!(host.instantiate(), "there is memory again");
        assert_eq!(go_on(&host, lifetime, 0), None);
        return (true, true);
    }
    if let Some((number, status)) = first {
        let what = format!("{}: {}", lifetime[number].name, host.text());
        assert_eq!((failed, status, host.text().contains("not enough memory")), (true, ERROR, true), "{what}");
        assert_eq!(go_on(&host, lifetime, number), None, "{what}: not done where there is memory again");
    }
    (failed, first.is_some())
}

#[test]
fn whatever_allocation_of_a_life_fails_is_refused_and_done_again_and_nothing_is_left() {
    for (co_simulation, least) in [(true, 12), (false, 6)] {
        for plan in [Plan::Once, Plan::From] {
            let mut refused = 0;
            let before = allocator::held();
            let end = (0..MANY).find(|&number| {
                let (failed, was_refused) = starve(co_simulation, plan(number));
                refused += u32::from(was_refused);
                assert_eq!(allocator::held(), before, "bytes are left after allocation {number}");
                !failed
            });
            assert!(end.is_some_and(|end| end > 10), "{end:?} allocations");
            assert!(refused >= least, "{refused} refused of {end:?}");
        }
    }
}
