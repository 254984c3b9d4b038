//! An importer that allocates nothing during a call.

use actuator_fmu::fmi2::*;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::ptr::null_mut;
use test_support::importer::{Instance, Order, Witness, interface};

/// An instance with its witness, and states that calls use.
pub struct Host {
    instance: Instance<Witness>,
    /// A saved state that some calls use, and one that a call made.
    pub saved: Cell<fmi2FMUstate>,
    pub made: Cell<fmi2FMUstate>,
    /// A saved state as bytes.
    pub bytes: Vec<u8>,
}

impl Deref for Host {
    type Target = Instance<Witness>;

    fn deref(&self) -> &Self::Target {
        &self.instance
    }
}

impl DerefMut for Host {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.instance
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.free(self.saved.get());
        self.free(self.made.get());
    }
}

impl Host {
    pub fn new(identifier: &str, kind: fmi2Type, name: &str) -> Self {
        let interface = interface(identifier);
        let instance = Instance::ordered(interface, &Order::new(interface, kind, name));
        Self { instance, saved: Cell::new(null_mut()), made: Cell::new(null_mut()), bytes: Vec::new() }
    }

    pub fn initialize(&self) {
        assert_eq!(self.enter_initialization(), 0);
        assert_eq!(self.exit_initialization(), 0);
    }
}
