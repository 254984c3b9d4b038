//! Compiles the C shim of the FMI logger: stable Rust cannot define a function with variable arguments.

fn main() {
    // WebAssembly loads no libraries, and has no C compiler.
    if std::env::var_os("CARGO_CFG_TARGET_FAMILY").is_some_and(|family| family == "wasm") {
        return;
    }
    println!("cargo::rerun-if-changed=src/fmi2/logger.c");
    cc::Build::new().file("src/fmi2/logger.c").warnings_into_errors(true).compile("fmu_pack_logger");
}
