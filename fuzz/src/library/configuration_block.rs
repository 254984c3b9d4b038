//! Bytes that should be the content of a configuration block.

use actuator_fmu::instance::configured::{self, Configuration};
use actuator_fmu::interface::VERSION;
use configuration_block::{Damage, HEADER, empty, fill};

/// The reader of the library takes or refuses them, with and without a right checksum.
pub fn configuration_block(bytes: &[u8]) {
    let mut block = empty(VERSION);
    if fill(&mut block, bytes).is_err() {
        return;
    }
    if let Ok(Some(Configuration::Declared(base, content))) = configured::read(&block) {
        assert_eq!(content.reals.iter().len(), base.reals.len());
        assert_eq!(content.integers.iter().len(), base.integers.len());
        assert_eq!(base.identifier, content.model);
    }
    if let [place, change, ..] = *bytes
        && change != 0
    {
        let place = usize::from(place) % (HEADER + bytes.len());
        block[place] ^= change;
        assert!(configured::read(&block).is_err(), "byte {place} ^ {change}");
    }
    let raw = configured::read(bytes);
    assert_eq!(raw.err(), Some(Damage::NoBlock.into()), "it has not the size of a block");
}
