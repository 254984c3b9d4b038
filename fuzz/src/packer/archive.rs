//! Bytes that should be an FMU: audited, every file read within the limits, its description checked.

use fmu_import::archive::{Archive, Limits, audit};

/// Small, so that a hostile archive shows by time or memory.
const LIMITS: Limits = Limits {
    packed: 1 << 20,
    file: 4 << 20,
    total: 8 << 20,
    entries: 100,
    description: 1 << 20,
    ratio: 100,
    any_ratio: 64 << 10,
};

/// No file is larger than the limits, whatever the archive declares.
pub fn archive(bytes: &[u8]) {
    let Ok(archive) = Archive::from_bytes(bytes.to_vec(), LIMITS) else { return };
    let findings = audit(&archive);
    for entry in archive.entries() {
        let name = entry.text();
        if let Ok(file) = archive.read(&name) {
            assert!(file.len() as u64 <= LIMITS.file, "{name} has {} bytes", file.len());
        }
    }
    if let Ok(text) = archive.description() {
        drop(model_description::read(&text).map(|description| model_description::validate(&description)));
    }
    drop(findings);
}
