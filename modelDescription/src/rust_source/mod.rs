//! Rust source of the declaration: the tables of variables and the typed parameters, inputs and outputs.

mod choices;
mod common;
mod layout;
mod module;
mod shared;
mod table;
mod words;

use crate::Export;
use common::Common;

/// The file that `src/interface.rs` of the actuator crate includes. `base` has one entry for each physics, in order;
/// `configured` are further FMUs that run on the same typed code with start values of their own.
pub fn write(base: &[Export], configured: &[Export]) -> String {
    let mut source = String::from("// Made from the declaration in modelDescription/src/models; not to be edited.\n\n");
    let models: Vec<_> = base.iter().map(|export| &export.model).collect();
    source += &shared::model_enum(&models);
    source += &choices::enums(&models);
    source += &shared::groups(&models);
    let common = Common::of(&models);
    source += &common.source();
    source += &interfaces(base, configured);
    for export in base {
        source += &module::write(export, &common);
    }
    for export in configured {
        source += &configured_module(export);
    }
    source
}

fn interfaces(base: &[Export], configured: &[Export]) -> String {
    let own = base.iter().map(|export| export.model.kind.module().to_owned());
    let others = configured.iter().map(configured_module_name);
    let list: String = own.chain(others).map(|module| format!("    &{module}::INTERFACE,\n")).collect();
    format!(
        "/// All exported FMUs.\npub static INTERFACES: &[&Interface] = &[\n{list}];\n\n\
         /// Version of the models.\npub static VERSION: &str = {:?};\n\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn configured_module_name(export: &Export) -> String {
    format!("configured_{}", export.model.identifier)
}

fn configured_module(export: &Export) -> String {
    format!(
        "/// A configured FMU: {}.\n#[allow(non_snake_case, clippy::approx_constant)]\npub mod {} {{\n{}}}\n\n",
        export.model.identifier,
        configured_module_name(export),
        table::write(export)
    )
}
