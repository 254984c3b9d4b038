//! The C header of the library, which cbindgen makes of its functions.

use std::path::Path;

/// The header is committed, so that it can be read and the library is built without cbindgen. After a meant change of the
/// functions: `UPDATE_GOLDEN=1 cargo test --test library header`.
#[test]
fn the_header_is_that_of_the_exported_functions() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fmi2");
    let config = cbindgen::Config { usize_is_size_t: true, ..cbindgen::Config::default() };
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(source.join("mod.rs"))
        .with_language(cbindgen::Language::C)
        .with_include_guard("ACTUATOR_FMU_H")
        .with_no_includes()
        .with_sys_include("stddef.h")
        .with_include("fmi2FunctionTypes.h")
        .with_cpp_compat(true)
        .generate()
        .unwrap();
    let mut now = Vec::new();
    bindings.write(&mut now);
    let file = source.join("actuator_fmu.h");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        committed,
        String::from_utf8(now).unwrap(),
        "UPDATE_GOLDEN=1 cargo test --test library header writes it"
    );
}
