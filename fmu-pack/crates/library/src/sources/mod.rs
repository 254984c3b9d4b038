//! The models as C: for machines that take no libraries, as those that control a test rig in real time.
//!
//! rustc compiles the library to a WebAssembly module, which knows no machine. [`module`] reads it, [`translate`] writes its
//! functions as C, and `interface` what stands between an importer and them: the module has a memory of its own. `c` has what is
//! the same in all of it. One file of C comes of it, with the configuration of its FMU as data.

mod interface;
mod module;
mod translate;

use crate::block::{ensure_sources, ensure_version};
use configuration_block::{CAPACITY, HEADER};
use interface::{is_needed, shim};
use model_description::FmiVersion;
use model_description::declaration::ModelKind;
use module::{Module, Type};
use translate::{Callback, Translation};

pub use module::Unreadable;

/// Of an instance, where nothing else is said when the C is compiled.
const DEFAULT_PAGES: u32 = 48;

/// Left for the functions of the module when arguments are put onto its stack.
const STACK_OF_FUNCTIONS: u32 = 128 * 1024;

/// A variable of the module: its address is where the configuration stands.
const CONFIGURATION: &str = "ACTUATOR_FMU_CONFIGURATION";

const LICENSE: &str = "Licensed under MIT or Apache-2.0, as documentation/licenses says.";

/// What models a module has. C of a module without drivetrains is smaller and sooner compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The actuators of one body.
    Actuators,
    /// These, and what a configuration puts together from elements.
    Drivetrains,
}

impl Extent {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Actuators, Self::Drivetrains];

    /// The one that a model needs.
    pub fn of(model: ModelKind) -> Self {
        match model {
            ModelKind::MotionTransmission | ModelKind::ServoActuator | ModelKind::HydraulicActuator => Self::Actuators,
            ModelKind::Drivetrain => Self::Drivetrains,
        }
    }

    /// Name of its file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Actuators => "actuators.wasm",
            Self::Drivetrains => "drivetrains.wasm",
        }
    }
}

/// The library as a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Portable {
    bytes: Vec<u8>,
}

impl Portable {
    /// A module of these bytes.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Unreadable> {
        let module = Module::read(&bytes)?;
        configuration_address(&module)?;
        Ok(Self { bytes })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Refuses a module of another version, or of other sources than these models. `models` are identifiers and GUIDs.
    pub fn ensure_current(&self, models: &[(&str, &str)]) -> Result<(), crate::Error> {
        ensure_version(self.block().ok_or(crate::Error::NoBlock)?)?;
        ensure_sources(&self.bytes, models)
    }

    /// The block as compiled, which is empty.
    fn block(&self) -> Option<&[u8]> {
        let module = Module::read(&self.bytes).ok()?;
        let address = configuration_address(&module).ok()?;
        module.data.iter().find_map(|data| {
            let first = address.checked_sub(data.address)? as usize;
            data.bytes.get(first..first + CAPACITY)
        })
    }

    /// The C of an FMU: its functions begin with `identifier_` where the compiler is not told otherwise.
    pub fn c(&self, version: FmiVersion, identifier: &str, content: Option<&[u8]>) -> Result<String, Unreadable> {
        let module = Module::read(&self.bytes)?;
        let address = configuration_address(&module)?;
        let roots: Vec<(&str, usize)> =
            module.exported_functions.iter().filter(|(name, _)| is_needed(name, version)).copied().collect();
        let numbers: Vec<usize> = roots.iter().map(|(_, number)| *number).collect();
        let translation = translate::translate(&module, &numbers, callbacks(version))?;
        let names: String =
            roots.iter().map(|(name, number)| format!("#define FUNCTION_OF_{name} f_{number}\n")).collect();
        let configuration = configuration(content)?;
        Ok(Parts { version, identifier, module: &module, address, translation, names, configuration }
            .joined(&shim(&module, version)?))
    }
}

/// What the file is put together from.
struct Parts<'a> {
    version: FmiVersion,
    identifier: &'a str,
    module: &'a Module<'a>,
    address: u32,
    translation: Translation,
    /// Functions of the module by their names.
    names: String,
    configuration: String,
}

impl Parts<'_> {
    fn joined(&self, shim: &str) -> String {
        let (types, instances) = match self.version {
            FmiVersion::V2 => (include_str!("c/fmi2_types.c"), include_str!("c/fmi2.c")),
            FmiVersion::V3 => (include_str!("c/fmi3_types.c"), include_str!("c/fmi3.c")),
        };
        let head =
            format!("/* {} as C: the equations, translated from the compiled library. {LICENSE} */\n", self.identifier);
        let (platform, runtime) = (include_str!("c/platform.c"), include_str!("c/runtime.c"));
        let translated = [
            "#define MODULE(name) FUNCTION_OF_##name\n",
            &self.names,
            &format!("#define STACK g0\n#define CONFIGURATION_ADDRESS {}u\n", self.address),
            "static F indirect(I*i,u32 place,u32 type);\n",
            "static void tell(Host host, void *environment, const char *name, int status, const char *text);\n",
            &self.translation.functions,
            &self.translation.start,
        ]
        .concat();
        let (names, calls) = (include_str!("c/names.c"), include_str!("c/calls.c"));
        // The types of FMI stand before the instance, which has a field of one of them.
        let parts = [&head, platform, types, names, runtime, &translated, calls, instances, shim];
        self.filled(&parts.concat())
    }

    /// With the values of this FMU.
    fn filled(&self, text: &str) -> String {
        let least = self.module.pages + 1;
        let major = match self.version {
            FmiVersion::V2 => "2",
            FmiVersion::V3 => "3",
        };
        text.replace("$DEFAULT_PAGES", &DEFAULT_PAGES.max(least).to_string())
            .replace("$LEAST_PAGES", &least.to_string())
            .replace("$STACK_OF_FUNCTIONS", &format!("{STACK_OF_FUNCTIONS}u"))
            .replace("$FIELDS", &self.translation.fields)
            .replace("$CONFIGURATION", &self.configuration)
            .replace("$MAJOR", major)
            .replace("$IDENTIFIER_", &format!("{}_", self.identifier))
    }
}

fn configuration_address(module: &Module<'_>) -> Result<u32, Unreadable> {
    module.global(CONFIGURATION).ok_or(Unreadable::Damaged("it has no place for a configuration"))
}

/// The bytes of the block as far as they are not zero: header and content.
fn configuration(content: Option<&[u8]>) -> Result<String, Unreadable> {
    let mut block = configuration_block::empty(env!("CARGO_PKG_VERSION"));
    debug_assert_eq!(block.len(), CAPACITY);
    if let Some(content) = content {
        let filled = configuration_block::fill(&mut block, content);
        filled.map_err(|_| Unreadable::Damaged("its place for a configuration is too small"))?;
    }
    Ok(translate::initializer(&block[..HEADER + content.map_or(0, <[u8]>::len)]))
}

fn callbacks(version: FmiVersion) -> &'static [Callback] {
    use Type::{F64, I32};
    match version {
        FmiVersion::V2 => &[Callback { name: "log_message", parameters: &[I32, I32, I32, I32, I32, I32] }],
        FmiVersion::V3 => &[
            Callback { name: "log_message", parameters: &[I32, I32, I32, I32] },
            Callback { name: "intermediate_update", parameters: &[I32, F64, I32, I32, I32, I32, I32, I32] },
        ],
    }
}
