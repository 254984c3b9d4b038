//! What a configured FMU has of its own, as bytes in a section of its library.
//!
//! One compiled library serves every FMU. Which FMU it is stands in a block of [`CAPACITY`] bytes, in a section that is named
//! [`SECTION`]: empty in the library as compiled, which then is that of the models as declared, and filled by the packer in a
//! copy. The library reads it from its own memory; no file is needed when the FMU runs.
//!
//! All numbers are little-endian. The header:
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | [`MAGIC`] |
//! | 8 to 11 | [`LAYOUT`], u32 |
//! | 12 to 15 | [`CAPACITY`], u32 |
//! | 16 to 31 | version of the library, ASCII, filled up with zeros |
//! | 32 to 35 | length of the content in bytes, u32; 0 in an empty block |
//! | 36 to 39 | zero |
//! | 40 to 47 | checksum of the header before it and of the content (64-bit FNV-1a), u64; 0 in an empty block |
//!
//! The content, of which every text is its length (u16) and its bytes in UTF-8:
//!
//! | what | as |
//! |---|---|
//! | name of the model, model identifier, GUID | three texts |
//! | elements, of a model that is put together from them | their number (u16), then [`Element`]: kind (u8), begin and end (u16), connector (u8), name (text) |
//! | continuous states of such a model | their number (u16), then [`State`]: value references of state and derivative (u32), nominal value (f64) |
//! | Real variables by value reference | their number (u32), then start value (f64) and [`Variability`] (u8) of each |
//! | Integer and Enumeration variables by value reference | their number (u32), then start value (i32) and [`Variability`] (u8) of each |
//! | tables of friction that are data | their number (u16), then [`Table`]: element (u16), whether the last two columns count (u8), number of points (u16), and of each point four numbers (f64) |
//!
//! This crate knows the layout and nothing of what the variables mean.
#![no_std]

#[cfg(any(feature = "write", test))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod content;
mod damage;
mod elements;
mod header;
mod tables;
#[cfg(any(feature = "write", test))]
mod write;

pub use content::{Content, Integers, Reals, Variability, decode};
pub use damage::Damage;
pub use elements::{Element, Elements, State, States};
pub use header::{content, empty, fnv1a, version};
pub use tables::{COLUMNS, Table, Tables};
#[cfg(any(feature = "write", test))]
pub use write::{TableData, TooLarge, encode, encode_assembled, fill};

/// Name of the section in ELF and PE files; in Mach-O files it is `__fmucfg` of the segment `__DATA`.
pub const SECTION: &str = ".fmucfg";

/// First bytes of a block.
pub const MAGIC: [u8; 8] = *b"ACTFMUCB";

/// Number of the layout that is described above.
pub const LAYOUT: u32 = 4;

/// Bytes of a block: enough for the variables of a drivetrain of 32 bodies, and little enough for a library of 1 MB.
pub const CAPACITY: usize = 256 * 1024;

/// Bytes of the header.
pub const HEADER: usize = 48;
