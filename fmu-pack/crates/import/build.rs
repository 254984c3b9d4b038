//! Compiles the C shim of the FMI logger: stable Rust cannot define a function with variable arguments.

fn main() {
    println!("cargo::rerun-if-changed=src/fmi2/logger.c");
    cc::Build::new().file("src/fmi2/logger.c").warnings_into_errors(true).compile("fmu_pack_logger");
}
