//! What a step costs besides arithmetic: nothing. No allocation, no system call, hence no lock that waits; and what an
//! instance costs: at most 2 KiB and 64 bytes, however many there are.
#![cfg(feature = "fmi")]
#![allow(unsafe_code, clippy::unwrap_used)]

use actuator_fmu::interface::INTERFACES;

use model_description::models::laws;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use test_support::component::Component;
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK, Order, WARNING, Witness, interface};

/// The system's allocator, counted per thread, as tests run side by side.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<i64> = const { Cell::new(0) };
}

fn count(bytes: i64) {
    // An exiting thread frees after its counters are gone.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + u64::from(bytes > 0)));
    let _ = BYTES.try_with(|sum| sum.set(sum.get() + bytes));
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations on this thread during `work`.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Models with the inputs that are driven here and a level [SI] at which there are breakaways, stops and reversals.
const MODELS: [(&str, &str, f64); 3] = [
    ("MotionTransmission", "motor_torque", 2e4),
    ("ServoActuator", "command", 0.01),
    ("HydraulicActuator", "force", 2e3),
];
/// Friction laws.
const LAWS: std::ops::RangeInclusive<u8> = 1..=laws::LAWS.len() as u8;
/// Event-located and fixed step.
const METHODS: std::ops::RangeInclusive<u8> = 1..=2;

/// An instance of each model with each law and method that goes with it.
fn instances() -> Vec<(String, Component, &'static str, f64)> {
    let mut instances = Vec::new();
    for (model, input, level) in MODELS {
        for (law, method) in LAWS.flat_map(|law| METHODS.map(move |method| (law, method))) {
            let component = Component::new(model).with("friction.law", law.into()).with("solver.method", method.into());
            if let Some(component) = component.try_started() {
                instances.push((format!("{model}, law {law}, method {method}"), component, input, level));
            }
        }
    }
    instances
}

/// Steps with a new input and its slope before each, and all values read after each.
fn drive(component: &mut Component, input: &str, level: f64, steps: u32) {
    let input = component.reference(input);
    let references = component.outputs::<10>();
    let mut values = [f64::NAN; 10];
    for step in 0..steps {
        let phase = f64::from(step) / 20.0;
        component.set(input, level * phase.sin());
        component.set_slope(input, level * 50.0 * phase.cos());
        component.step();
        component.get_all(&references, &mut values);
    }
}

#[test]
fn no_step_no_get_and_no_set_allocates_whatever_the_law() {
    let instances = instances();
    assert!(instances.len() >= 40, "{} instances", instances.len());
    let mut events = 0;
    for (name, mut component, input, level) in instances {
        assert_eq!(allocations(|| drive(&mut component, input, level, 400)), 0, "{name}");
        events += component.get_integer("event_count");
    }
    assert!(events > 500, "{events} events");
}

/// A transmission with bristles that a torque throws to and fro in real time, and whoever listens to all that it tells.
fn told_of() -> Instance<Witness> {
    let transmission = interface("MotionTransmission");
    let instance = Instance::ordered(transmission, &Order::new(transmission, CO_SIMULATION, "told"));
    assert_eq!(instance.setup(0.0, None), OK);
    for (name, value) in [("solver.real_time", 1), ("friction.law_number", 6)] {
        assert_eq!(instance.set_integer(name, value), OK);
    }
    assert_eq!([instance.enter_initialization(), instance.exit_initialization()], [OK; 2]);
    instance
}

/// Steps in which something is bridged, of which it warns once a second; how often it did.
fn thrown(instance: &Instance<Witness>, torque: u32) -> u32 {
    (0..2_500)
        .map(|step| {
            let value = if step % 2 == 0 { 3e6 } else { -3e6 };
            assert_eq!(instance.set_reals(&[torque], &[value]), OK);
            u32::from(instance.step(f64::from(step) * 1e-3, 1e-3) == WARNING)
        })
        .sum()
}

#[test]
fn no_step_that_warns_or_tells_an_event_allocates() {
    let instance = told_of();
    let (torque, mut warnings) = (instance.reference("motor_torque"), 0);
    assert_eq!(allocations(|| warnings = thrown(&instance, torque)), 0);
    let told = instance.logger.messages.get();
    assert!(warnings == 3 && told > 2 * warnings, "{warnings} {told}");
}

#[test]
fn saving_into_an_existing_state_and_restoring_allocate_nothing() {
    for (model, input, level) in MODELS {
        let mut component = Component::new(model).started();
        let mut saved = component.save();
        let count = allocations(|| {
            for _ in 0..10 {
                component.save_into(&mut saved);
                drive(&mut component, input, level, 20);
                component.restore(&saved);
            }
        });
        assert_eq!(count, 0, "{model}");
    }
}

#[test]
fn the_counter_sees_an_allocation() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 7]))), 1);
}

/// The most that an allocator adds to a block.
const OVERHEAD: u64 = 16;
/// What the feature `panic-test`, which is never delivered, adds to an instance.
const PANICS: f64 = 32.0;

#[test]
fn a_hundred_thousand_instances_take_two_kibibytes_each_and_leave_nothing() {
    const COUNT: usize = 100_000;
    // Not the tunable twins, which are of the same size.
    for interface in INTERFACES.iter().filter(|interface| !interface.identifier.starts_with("Tunable")) {
        let (blocks, bytes) = (ALLOCATIONS.get(), BYTES.get());
        let mut instances = Vec::with_capacity(COUNT);
        instances.extend((0..COUNT).map(|_| Component::new(interface.identifier)));
        // The list itself is not part of the instances, nor are name and GUID, which are freed.
        let (list, list_block) = ((COUNT * size_of::<Component>()) as i64, 1);
        let resident = (BYTES.get() - bytes - list) as u64 + OVERHEAD * (ALLOCATIONS.get() - blocks - list_block);
        let each = resident as f64 / COUNT as f64 - PANICS;
        // Two kibibytes, and what came with levels by direction, a static ratio of the load and bridged time.
        assert!(each <= 2048.0 + 64.0, "{}: {each} bytes each", interface.identifier);
        drop(instances);
        assert_eq!(BYTES.get(), bytes, "{}: bytes are left", interface.identifier);
        println!("{}: {each:.0} bytes each", interface.identifier);
    }
}

#[test]
fn lifetimes_one_after_the_other_leave_no_byte() {
    let lifetimes = test_support::cases::count(20_000, 100_000) as usize;
    let lifetime = |number: usize| {
        let kind = if number.is_multiple_of(2) { CO_SIMULATION } else { MODEL_EXCHANGE };
        let instance = Instance::started(INTERFACES[number % INTERFACES.len()].identifier, kind);
        // A refusal, with its message.
        assert_eq!(instance.step(7.0, -1.0), ERROR);
        assert_eq!(instance.step(0.0, 1e-3) == OK, kind == CO_SIMULATION);
        // Every eighth lifetime with saved states and their bytes.
        if number.is_multiple_of(8) {
            assert_eq!(instance.restore(&instance.bytes()), OK);
        }
    };
    (0..6).for_each(lifetime);
    let bytes = BYTES.get();
    (0..lifetimes).for_each(lifetime);
    assert_eq!(BYTES.get(), bytes, "bytes are left");
}

#[test]
fn ten_thousand_instances_that_take_turns_do_not_know_of_each_other() {
    const COUNT: usize = 10_000;
    let torque = |index: usize| 2500.0 + index as f64;
    let start = |index| Component::new("MotionTransmission").with("motor_torque", torque(index)).started();
    let mut instances: Vec<Component> = (0..COUNT).map(start).collect();
    (0..10).for_each(|_| instances.iter_mut().for_each(Component::step));
    for index in (0..COUNT).step_by(997) {
        let mut alone = start(index);
        (0..10).for_each(|_| alone.step());
        assert_eq!(instances[index].get("position").to_bits(), alone.get("position").to_bits(), "{index}");
    }
    assert!(instances[0].get("velocity") == 0.0 && instances[COUNT - 1].get("velocity") > 0.0);
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod system_calls {
    use super::*;

    /// How a child process ended that did `work` where any system call but the exit is its death.
    fn ending(work: impl FnOnce()) -> i32 {
        // SAFETY: the child only computes on memory that it has, and exits; it neither allocates nor takes locks.
        match unsafe { libc::fork() } {
            0 => {
                forbid_system_calls();
                work();
                // SAFETY: ends the process at once.
                unsafe { libc::_exit(0) }
            }
            child => {
                assert!(child > 0, "no child process");
                let mut status = 0;
                // SAFETY: `status` is a live integer.
                assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
                status
            }
        }
    }

    fn forbid_system_calls() {
        const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
        const JUMP: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
        const ANSWER: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
        let line = |code, jt, jf, k| libc::sock_filter { code, jt, jf, k };
        let mut filter = [
            // The number of the system call is the first word.
            line(LOAD, 0, 0, 0),
            line(JUMP, 0, 1, libc::SYS_exit_group as u32),
            line(ANSWER, 0, 0, libc::SECCOMP_RET_ALLOW),
            line(ANSWER, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        ];
        let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
        // SAFETY: the program lives during the calls; a kernel that refuses is noticed by the control test.
        unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program);
        }
    }

    #[test]
    fn a_system_call_would_be_noticed() {
        // SAFETY: asks the kernel for a number.
        let status = ending(|| _ = unsafe { libc::syscall(libc::SYS_getppid) });
        assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSYS, "status {status:#x}");
    }

    #[test]
    fn no_step_that_warns_or_tells_an_event_calls_the_system() {
        let instance = told_of();
        let torque = instance.reference("motor_torque");
        assert_eq!(ending(|| _ = thrown(&instance, torque)), 0);
    }

    #[test]
    fn no_step_no_get_and_no_set_calls_the_system_whatever_the_law() {
        for (name, mut component, input, level) in instances() {
            assert_eq!(ending(|| drive(&mut component, input, level, 200)), 0, "{name}");
        }
    }
}

/// Watches and keeps nothing.
struct Silent;

impl actuator_fmu::actuator::Observer for Silent {
    fn event(&mut self, _: &actuator_fmu::actuator::Event) {}
    fn warning(&mut self, _: &actuator_fmu::actuator::Warning) {}
}

#[test]
fn a_step_of_a_drivetrain_takes_no_memory_whatever_happens_in_it() {
    use actuator_fmu::actuator::Actuator;
    for (name, input, level) in [
        ("coupled_clutches", "torque", 40.0),
        ("flap_line", "drive", 150.0),
        ("electromechanical_actuator", "motor_torque", 0.3),
        ("dual_servo_surface", "left.command", 0.02),
        ("pitch_hold", "control.theta_command", 0.2),
        ("jack_bench", "bench.velocity", 3.0),
        ("stick_slip_belt", "pulley.velocity", 0.3),
    ] {
        let mut actuator = test_support::drivetrain::drivetrain(&test_support::drivetrain::example(name));
        actuator.initialize(0.0, &mut Silent);
        let taken = allocations(|| {
            for step in 0..400_u32 {
                let sign = if step / 50 % 2 == 0 { 1.0 } else { -1.0 };
                test_support::set(&mut actuator, input, sign * level);
                actuator.inputs_changed();
                assert!(actuator.advance(f64::from(step) * 0.01, 0.01, &mut Silent));
                actuator.update_outputs();
            }
        });
        let events = actuator.statistics().events;
        assert!(events.breakaways + events.stops + events.reversals > 2, "{name}: {events:?}");
        assert_eq!(taken, 0, "{name}");
    }
}
