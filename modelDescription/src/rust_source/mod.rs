//! Rust source of the declaration: the tables of variables and the typed parameters, inputs and outputs.

mod choices;
mod common;
mod elements;
mod layout;
mod module;
mod shared;
mod table;
mod words;

use crate::Export;
use crate::declaration::{BREAKAWAY_REFERENCE, FIRST_EVENT_INDICATOR_REFERENCE, TIME_REFERENCE};
use common::Common;

/// The feature of the actuator crate that has the twins in it.
const TWINS: &str = "#[cfg(feature = \"tunable-twins\")]";

/// The file that `src/interface.rs` of the actuator crate includes. `base` has one entry for each physics, in order; `twins` are
/// further FMUs for tests, which run on the same typed code with variabilities of their own. `fingerprint` is that of the
/// declaration ([`crate::fingerprint`]).
pub fn write(base: &[Export], twins: &[Export], fingerprint: &str) -> String {
    let mut source = format!(
        "// Made from the declaration in modelDescription/src; not to be edited.\n{}{fingerprint}\n\n",
        crate::fingerprint::LABEL
    );
    let models: Vec<_> = base.iter().map(|export| &export.model).collect();
    let kinds = elements::kinds();
    let of_elements: Vec<_> = models.iter().copied().chain(kinds.iter().map(|(_, model)| model)).collect();
    source += &shared::model_enum(&models);
    source += &choices::enums(&of_elements);
    source += &elements::write(&kinds);
    source += &shared::groups(&models);
    let common = Common::of(&models);
    source += &common.source();
    source += &interfaces(base, twins);
    for export in base {
        source += &module::write(export, &common);
    }
    for export in twins {
        source += &twin_module(export);
    }
    source
}

fn interfaces(base: &[Export], twins: &[Export]) -> String {
    let own = base.iter().map(|export| format!("    &{}::INTERFACE,\n", export.model.kind.module()));
    let others = twins.iter().map(|twin| format!("    {TWINS}\n    &{}::INTERFACE,\n", twin_module_name(twin)));
    let list: String = own.chain(others).collect();
    format!(
        "/// All exported FMUs.\npub static INTERFACES: &[&Interface] = &[\n{list}];\n\n\
         /// Version of the models.\npub static VERSION: &str = {:?};\n\n\
         /// Value reference of the time in FMI 3.0.\npub const TIME_REFERENCE: u32 = {TIME_REFERENCE};\n\n\
         /// Value references of the clocks of FMI 3.0 start here.\npub const FIRST_CLOCK_REFERENCE: u32 = {BREAKAWAY_REFERENCE};\n\n\
         /// Value references of the event indicators in FMI 3.0 start here.\n\
         pub const FIRST_EVENT_INDICATOR_REFERENCE: u32 = {FIRST_EVENT_INDICATOR_REFERENCE};\n\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn twin_module_name(export: &Export) -> String {
    format!("twin_{}", export.model.identifier)
}

fn twin_module(export: &Export) -> String {
    format!(
        "/// A twin for tests: {}.\n{TWINS}\n#[allow(non_snake_case, clippy::approx_constant)]\npub mod {} {{\n{}}}\n\n",
        export.model.identifier,
        twin_module_name(export),
        table::write(export)
    )
}
