//! The descriptions as they were reviewed. A difference is a change of the importers' contract; if it is meant, run
//! `UPDATE_GOLDEN=1 cargo test -p model-description` and commit the new files.

use std::path::PathBuf;
use std::{env, fs};

#[test]
fn descriptions_are_the_reviewed_ones() {
    for export in model_description::exports() {
        let name = format!("{}.xml", export.model.identifier);
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(&name);
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &export.xml).expect("the golden folder is writable");
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        let difference = golden.lines().zip(export.xml.lines()).zip(1..).find(|((old, new), _)| old != new);
        let hint = "if that is meant: UPDATE_GOLDEN=1 cargo test -p model-description";
        if let Some(((old, new), line)) = difference {
            panic!("golden/{name}, line {line}:\n  reviewed {old}\n  now      {new}\n{hint}");
        }
        assert!(golden == export.xml, "golden/{name} has {} bytes, now {}; {hint}", golden.len(), export.xml.len());
    }
}
