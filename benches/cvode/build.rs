//! Compiles the CVODE side and links SUNDIALS.

fn main() {
    println!("cargo::rerun-if-changed=src/cvode.c");
    cc::Build::new().file("src/cvode.c").std("gnu11").opt_level(3).warnings(true).compile("work_precision_cvode");
    for library in ["sundials_cvode", "sundials_nvecserial", "sundials_sunlinsoldense", "sundials_sunmatrixdense", "m"]
    {
        println!("cargo::rustc-link-lib={library}");
    }
}
