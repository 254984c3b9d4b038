//! An importer of FMI 3.0 that allocates nothing during a call.

use actuator_fmu::fmi3::*;
use actuator_fmu::interface::Interface;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use test_support::importer::{FATAL, interface, reference};

const LENGTH: usize = 400;

/// An instance, what it told, and what its lifetime needs.
pub struct Host {
    pub handle: Cell<fmi3Instance>,
    pub interface: &'static Interface,
    co_simulation: bool,
    name: CString,
    token: CString,
    /// Inputs and outputs within steps.
    wanted: [u32; 2],
    pub messages: Cell<u32>,
    pub fatal: Cell<u32>,
    text: Cell<[u8; LENGTH]>,
    pub saved: Cell<fmi3FMUState>,
    pub copy: Cell<fmi3FMUState>,
    pub bytes: RefCell<Vec<u8>>,
    pub size: Cell<usize>,
    /// Time that the last step has reached.
    pub time: Cell<f64>,
    /// Is called with every message.
    pub on_message: Cell<Option<fn(&Host)>>,
}

unsafe extern "C" fn log(environment: *mut c_void, status: fmi3Status, category: *const c_char, text: *const c_char) {
    let host = unsafe { &*environment.cast::<Host>() };
    assert!(unsafe { CStr::from_ptr(category) }.to_bytes().starts_with(b"log"));
    let told = unsafe { CStr::from_ptr(text) }.to_bytes();
    let (mut kept, length) = ([0; LENGTH], told.len().min(LENGTH - 1));
    kept[..length].copy_from_slice(&told[..length]);
    host.text.set(kept);
    host.messages.set(host.messages.get() + 1);
    host.fatal.set(host.fatal.get() + u32::from(status == FATAL));
    if let Some(act) = host.on_message.get() {
        act(host);
    }
}

unsafe extern "C" fn update(
    environment: *mut c_void,
    time: f64,
    set: u8,
    _: u8,
    _: u8,
    _: u8,
    _: *mut u8,
    _: *mut f64,
) {
    let host = unsafe { &*environment.cast::<Host>() };
    let mut value = 9000.0 + time;
    unsafe {
        match set {
            0 => fmi3GetFloat64(host.handle.get(), &host.wanted[1], 1, &mut value, 1),
            _ => fmi3SetFloat64(host.handle.get(), &host.wanted[0], 1, &value, 1),
        }
    };
}

impl Drop for Host {
    fn drop(&mut self) {
        self.free();
    }
}

impl Host {
    /// Not instantiated yet.
    pub fn new(co_simulation: bool, name: &str) -> Box<Self> {
        let interface = interface("TunableMotionTransmission");
        let wanted = ["motor_torque", "position"].map(|name| reference(interface, name));
        Box::new(Self {
            handle: Cell::new(null_mut()),
            interface,
            co_simulation,
            name: CString::new(name).unwrap(),
            token: CString::new(interface.guid).unwrap(),
            wanted,
            messages: Cell::new(0),
            fatal: Cell::new(0),
            text: Cell::new([0; LENGTH]),
            saved: Cell::new(null_mut()),
            copy: Cell::new(null_mut()),
            bytes: RefCell::new(vec![0; 16_384]),
            size: Cell::new(0),
            time: Cell::new(0.0),
            on_message: Cell::new(None),
        })
    }

    /// Makes the instance, in Co-Simulation with all that FMI 3.0 has; false if there is none.
    pub fn instantiate(&self) -> bool {
        let environment = std::ptr::from_ref(self).cast_mut().cast::<c_void>();
        let (name, token, wanted) = (self.name.as_ptr(), self.token.as_ptr(), self.wanted.as_ptr());
        self.handle.set(unsafe {
            if self.co_simulation {
                let (log, update) = (Some(log as _), Some(update as _));
                fmi3InstantiateCoSimulation(name, token, null(), 0, 1, 1, 1, wanted, 2, environment, log, update)
            } else {
                fmi3InstantiateModelExchange(name, token, null(), 0, 1, environment, Some(log))
            }
        });
        !self.handle.get().is_null()
    }

    pub fn free(&self) {
        unsafe { fmi3FreeInstance(self.handle.replace(null_mut())) };
    }

    pub fn reference(&self, name: &str) -> u32 {
        reference(self.interface, name)
    }

    /// The last message.
    pub fn text(&self) -> String {
        let text = self.text.get();
        String::from_utf8(text.iter().copied().take_while(|&byte| byte != 0).collect()).unwrap()
    }

    pub fn set(&self, name: &str, value: f64) -> fmi3Status {
        unsafe { fmi3SetFloat64(self.handle.get(), &self.reference(name), 1, &value, 1) }
    }

    pub fn get(&self, name: &str) -> f64 {
        let mut value = f64::NAN;
        unsafe { fmi3GetFloat64(self.handle.get(), &self.reference(name), 1, &mut value, 1) };
        value
    }

    pub fn step(&self, point: f64, length: f64) -> fmi3Status {
        let ([mut event, mut terminate, mut early], mut time) = ([9; 3], f64::NAN);
        let handle = self.handle.get();
        let status = unsafe { fmi3DoStep(handle, point, length, 1, &mut event, &mut terminate, &mut early, &mut time) };
        self.time.set(if status == 0 { time } else { self.time.get() });
        status
    }
}
