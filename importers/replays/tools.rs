//! The tools and the files that repeat their calls.

/// One version of one tool.
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
    /// In `c/`, without its ending.
    pub file: &'static str,
    /// What else is compiled with it.
    pub parts: &'static [&'static str],
}

const OPENMODELICA: &[&str] = &["importer", "model_exchange", "openmodelica"];
const OMSIMULATOR_ME: &[&str] = &["importer", "model_exchange", "omsimulator", "omsimulator_me"];

pub const OPENMODELICA_1_16: Tool =
    Tool { name: "OpenModelica", version: "1.16 to 1.19", file: "openmodelica_1_16", parts: OPENMODELICA };
pub const OPENMODELICA_1_21: Tool =
    Tool { name: "OpenModelica", version: "1.21", file: "openmodelica_1_21", parts: OPENMODELICA };
pub const OPENMODELICA_1_27: Tool =
    Tool { name: "OpenModelica", version: "1.22 to 1.27", file: "openmodelica_1_27", parts: OPENMODELICA };
pub const OPENMODELICA_2026_08: Tool =
    Tool { name: "OpenModelica", version: "master, 2026-08", file: "openmodelica_2026_08", parts: OPENMODELICA };
pub const OMSIMULATOR_CS: Tool = Tool {
    name: "OMSimulator",
    version: "2.1 to master, 2026-08",
    file: "omsimulator_cs",
    parts: &["importer", "omsimulator"],
};
pub const OMSIMULATOR_DERIVATIVES: Tool = Tool {
    name: "OMSimulator",
    version: "2.1 to master, 2026-08",
    file: "omsimulator_derivatives",
    parts: &["importer", "omsimulator"],
};
pub const OMSIMULATOR_2_1: Tool =
    Tool { name: "OMSimulator", version: "2.1.3", file: "omsimulator_2_1_me", parts: OMSIMULATOR_ME };
pub const OMSIMULATOR_3_0: Tool =
    Tool { name: "OMSimulator", version: "3.0.0", file: "omsimulator_3_0_me", parts: OMSIMULATOR_ME };
pub const OMSIMULATOR_2026_08: Tool =
    Tool { name: "OMSimulator", version: "master, 2026-08", file: "omsimulator_2026_08_me", parts: OMSIMULATOR_ME };
pub const FMUSIM_CS: Tool =
    Tool { name: "fmusim", version: "0.0.39", file: "fmusim_cs", parts: &["importer", "fmusim"] };
pub const FMUSIM_ME: Tool =
    Tool { name: "fmusim", version: "0.0.39", file: "fmusim_me", parts: &["importer", "model_exchange", "fmusim"] };
pub const FMI_KIT_CS: Tool =
    Tool { name: "FMI Kit for Simulink", version: "3.1", file: "fmi_kit_cs", parts: &["importer", "fmi_kit"] };
pub const FMI_KIT_ME: Tool = Tool {
    name: "FMI Kit for Simulink",
    version: "3.1",
    file: "fmi_kit_me",
    parts: &["importer", "model_exchange", "fmi_kit"],
};
pub const SIMULINK: Tool =
    Tool { name: "Simulink, FMU block", version: "as documented", file: "simulink", parts: &["importer"] };
pub const DYMOLA: Tool =
    Tool { name: "Dymola", version: "as documented", file: "dymola", parts: &["importer", "model_exchange"] };
