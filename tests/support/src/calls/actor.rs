//! One instance behind the C interface, with what it should remember and a judge of every call.

use super::memory::{Layout, Memory};
use super::partner::Partner;
use super::port::Port;
use super::table::{Call, Mode, Standard};
use crate::importer::{Counts, Instance, Order};
use actuator_fmu::fmi3::fmi3FreeInstance;
use std::ffi::c_void;
use std::ops::Deref;
use std::ptr::null_mut;

pub use crate::importer::{DISCARD, ERROR, OK, WARNING};

/// What the model of the interface expects of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// OK or Warning.
    Done,
    /// Error, reported to the logger, and nothing changed.
    Refused,
    /// OK or Warning, or Discard where a number is too large to be one.
    Readable,
    /// OK or Warning, or Error where a number is too large to be one.
    Failing,
    /// Discard, reported to the logger.
    Discarded,
    /// Depends on numbers that only the physics knows: anything but Fatal.
    Open,
}

/// Refused where `condition` fails.
pub fn expect(condition: bool) -> Expected {
    if condition { Expected::Done } else { Expected::Refused }
}

/// What went wrong, as a sentence.
pub type Verdict<T = ()> = Result<T, String>;

pub struct Actor {
    instance: Instance<Counts>,
    pub standard: Standard,
    /// What the importer does within steps, in FMI 3.0.
    pub partner: Box<Partner>,
    /// Which of the layouts.
    pub model: usize,
    pub co_simulation: bool,
    pub memory: Memory,
    /// Categories as bits by status; those of errors are needed to expect a message.
    pub tells_errors: bool,
    scratch: *mut c_void,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Deref for Actor {
    type Target = Instance<Counts>;

    fn deref(&self) -> &Self::Target {
        &self.instance
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.instance.free(self.scratch);
        if self.standard == Standard::Three {
            // SAFETY: the handle is valid and not used again.
            unsafe { fmi3FreeInstance(std::mem::replace(&mut self.instance.handle, null_mut())) };
        }
    }
}

impl Actor {
    /// A new instance of FMI 2.0 with a logger.
    pub fn new(layout: &Layout, model: usize, co_simulation: bool, logging: bool) -> Verdict<Self> {
        let order = Order::new(layout.interface, i32::from(co_simulation), "fuzz").with_logging(i32::from(logging));
        let instance = Instance::try_ordered(layout.interface, &order)
            .map_err(|_| format!("no instance of {}", layout.interface.identifier))?;
        Self::with(instance, Standard::Two, Box::default(), layout, model, co_simulation)
    }

    /// A new instance of FMI 3.0, with a partner whose wishes are known.
    pub fn new_of_three(
        layout: &Layout,
        model: usize,
        co_simulation: bool,
        logging: bool,
        partner: Box<Partner>,
    ) -> Verdict<Self> {
        let logger = Box::<Counts>::default();
        let handle = partner.instantiate(layout.interface, co_simulation, logging, &logger);
        if handle.is_null() {
            return Err(format!("no instance of {}: {}", layout.interface.identifier, logger.last()));
        }
        let instance = Instance { handle, interface: layout.interface, logger };
        Self::with(instance, Standard::Three, partner, layout, model, co_simulation)
    }

    /// A new one of the same version.
    pub fn of(standard: Standard, layout: &Layout, model: usize, co_simulation: bool) -> Verdict<Self> {
        match standard {
            Standard::Two => Self::new(layout, model, co_simulation, false),
            Standard::Three => Self::new_of_three(layout, model, co_simulation, false, Box::default()),
        }
    }

    fn with(
        instance: Instance<Counts>,
        standard: Standard,
        partner: Box<Partner>,
        layout: &Layout,
        model: usize,
        co_simulation: bool,
    ) -> Verdict<Self> {
        let memory = Memory::fresh(layout.interface);
        let (before, after) = (Vec::new(), Vec::new());
        let scratch = null_mut();
        Ok(Self {
            instance,
            standard,
            partner,
            model,
            co_simulation,
            memory,
            tells_errors: true,
            scratch,
            before,
            after,
        })
    }

    pub fn is_legal(&self, call: Call) -> bool {
        let has_it = call != Call::EnterEventMode || self.has_event_mode();
        has_it && call.is_legal(self.standard, self.co_simulation, self.memory.mode)
    }

    /// Whether event mode exists for this instance.
    pub fn has_event_mode(&self) -> bool {
        !self.co_simulation || self.partner.event_mode
    }

    /// The functions of its version.
    pub fn port(&self) -> Port {
        Port { standard: self.standard, handle: self.handle }
    }

    /// Does a call and judges its status, its message, and what a refusal left.
    pub fn attempt(&mut self, call: Call, expected: Expected, function: impl FnOnce(Port) -> i32) -> Verdict<i32> {
        if expected == Expected::Refused {
            let storage = std::mem::take(&mut self.before);
            self.before = self.image(storage)?;
        }
        self.logger.take(OK);
        let status = function(self.port());
        self.judge(call, expected, status)?;
        if expected == Expected::Refused {
            let storage = std::mem::take(&mut self.after);
            self.after = self.image(storage)?;
            if self.before != self.after {
                return Err(format!("{call:?} was refused in {:?} and changed the instance", self.memory.mode));
            }
        }
        Ok(status)
    }

    fn judge(&self, call: Call, expected: Expected, status: i32) -> Verdict {
        let fits = match expected {
            Expected::Done => matches!(status, OK | WARNING),
            Expected::Readable => matches!(status, OK | WARNING | DISCARD),
            Expected::Refused => status == ERROR,
            Expected::Failing => matches!(status, OK | WARNING | ERROR),
            Expected::Discarded => status == DISCARD,
            Expected::Open => matches!(status, OK | WARNING | DISCARD | ERROR),
        };
        let mode = self.memory.mode;
        if !fits {
            return Err(format!("{call:?} in {mode:?}: status {status} where the model says {expected:?}"));
        }
        if self.logger.is_malformed() {
            return Err(format!("{call:?} in {mode:?}: a message that cannot be printed"));
        }
        if status == ERROR && self.tells_errors && self.logger.take(ERROR) != 1 {
            return Err(format!("{call:?} in {mode:?}: an Error without one message"));
        }
        Ok(())
    }

    /// The whole instance as bytes, into existing storage.
    fn image(&mut self, mut bytes: Vec<u8>) -> Verdict<Vec<u8>> {
        let mut size = 0;
        // SAFETY: handles and pointers are valid.
        let statuses = unsafe {
            let port = self.port();
            let saved = port.get_state(&mut self.scratch);
            let sized = port.serialized_size(self.scratch, &mut size);
            bytes.resize(size, 0);
            [saved, sized, port.serialize(self.scratch, &mut bytes)]
        };
        if statuses == [OK; 3] { Ok(bytes) } else { Err(format!("the state cannot be saved: {statuses:?}")) }
    }

    /// The whole instance as bytes.
    pub fn bytes(&mut self) -> Verdict<Vec<u8>> {
        self.image(Vec::new())
    }

    /// Whether computed variables can be read: the parameters fit together, which they always do once the simulation has
    /// begun.
    pub fn can_compute(&self, layout: &Layout) -> bool {
        layout.is_consistent(&self.memory)
    }

    pub fn mode(&self) -> Mode {
        self.memory.mode
    }
}
