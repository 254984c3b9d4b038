//! The section of the library in which the packer leaves the configuration.

use crate::interface::VERSION;
use configuration_block::{CAPACITY, empty};

/// As compiled, the block is empty. The packer fills it in the file.
// SAFETY: nothing else has a section of that name.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__fmucfg"))]
#[cfg_attr(not(any(target_vendor = "apple", target_family = "wasm")), unsafe(link_section = ".fmucfg"))]
// A section of a WebAssembly module is not in its memory. There the packer finds the block by this name, the address that the
// module exports.
#[cfg_attr(target_family = "wasm", unsafe(export_name = "ACTUATOR_FMU_CONFIGURATION"))]
pub static BLOCK: [u8; CAPACITY] = empty(VERSION);

/// The block as it is in the library that was loaded.
pub(crate) fn block() -> &'static [u8] {
    let compiled = &raw const BLOCK;
    // The compiler knows what it has put into the block and would read that instead. Where a volatile read leads it does not
    // know.
    // SAFETY: it reads a variable of this function.
    let loaded = unsafe { (&raw const compiled).read_volatile() };
    // SAFETY: it is the address of the block, which nobody writes to while the library is loaded.
    unsafe { &*loaded }
}
