//! Text that should be one of the files beside a description: terminals, or a manifest, experiments or parameters of FMI-LS-REF.

use model_description::references::{
    self, read_experiments, read_manifest, read_parameter_set, resolve, write_experiments, write_manifest,
    write_parameter_set,
};
use model_description::{decode, terminals};
use std::fmt::Debug;

/// Each reader refuses it, or what was read is the same once it was written. No source leads out of the archive.
pub fn related_files(bytes: &[u8]) {
    let Ok(text) = decode(bytes.to_vec()) else { return };
    round_trip(&text, terminals::read, terminals::write);
    round_trip(&text, read_manifest, write_manifest);
    round_trip(&text, |text| read_experiments("a.exp", text), write_experiments);
    round_trip(&text, |text| read_parameter_set("a.ssv", text), write_parameter_set);
    if let Ok(manifest) = read_manifest(&text) {
        for related in manifest.related {
            if let references::Target::Inside(name) = resolve(references::MANIFEST, &related.source) {
                assert!(name.split('/').all(|part| part != ".."), "{name}");
            }
        }
    }
}

fn round_trip<T, E: Debug>(text: &str, read: impl Fn(&str) -> Result<T, E>, write: fn(&T) -> String) {
    let Ok(value) = read(text) else { return };
    let written = write(&value);
    let again = read(&written).unwrap_or_else(|error| panic!("{error:?} in what was written:\n{written}"));
    assert_eq!(write(&again), written);
}
