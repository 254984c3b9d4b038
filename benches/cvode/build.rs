//! Compiles the CVODE side and links SUNDIALS.

fn main() {
    let files = ["src/cvode.c", "src/network.c", "src/run.c"];
    files.iter().chain(&["src/run.h"]).for_each(|file| println!("cargo::rerun-if-changed={file}"));
    cc::Build::new().files(files).std("gnu11").opt_level(3).warnings(true).compile("work_precision_cvode");
    for library in ["sundials_cvode", "sundials_nvecserial", "sundials_sunlinsoldense", "sundials_sunmatrixdense", "m"]
    {
        println!("cargo::rustc-link-lib={library}");
    }
}
