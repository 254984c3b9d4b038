//! Libraries that were built before: a folder per platform.
//!
//! ```text
//! libraries/linux64/actuator_fmu.so
//! libraries/win64/actuator_fmu.dll
//! libraries/aarch64-linux/actuator_fmu.so
//! libraries/c/actuators.wasm
//! libraries/c/drivetrains.wasm
//! libraries/wasm/actuator_fmu.wasm
//! libraries/wasm/fmu-pack.wasm
//! ```

use crate::sources::Extent;
use crate::toolchain::PORTABLE;
use fmu_import::platform::{FOLDERS, Platform};
use std::path::{Path, PathBuf};

/// Name of the library, without the suffix that the platform gives it.
pub const NAME: &str = "actuator_fmu";

/// A folder with libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// This folder.
    pub fn new(path: &Path) -> Self {
        Self(path.into())
    }

    /// The folder `libraries` beside this program, if there is one with a library.
    pub fn beside_program() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let folder = Self(program.canonicalize().ok()?.with_file_name("libraries"));
        (!folder.platforms().is_empty()).then_some(folder)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the library of a platform is, or would be.
    pub fn library(&self, platform: &Platform) -> PathBuf {
        self.0.join(platform.folder()).join(platform.file(NAME))
    }

    /// Where a module is, or would be, that is translated to C.
    pub fn portable(&self, extent: Extent) -> PathBuf {
        self.0.join(PORTABLE).join(extent.file())
    }

    /// Where the packer for pages is, or would be.
    pub fn packer(&self) -> PathBuf {
        self.library(&Platform::web()).with_file_name("fmu-pack.wasm")
    }

    /// Platforms that have a library here.
    pub fn platforms(&self) -> Vec<Platform> {
        let platforms = FOLDERS.iter().filter_map(|folder| Platform::named(folder));
        platforms.filter(|platform| self.library(platform).is_file()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_platforms_whose_libraries_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let libraries = Folder::new(folder.path());
        assert_eq!(libraries.platforms(), []);
        let windows = Platform::named("win64").unwrap();
        std::fs::create_dir(folder.path().join("win64")).unwrap();
        std::fs::write(folder.path().join("win64/actuator_fmu.dll"), "").unwrap();
        assert_eq!(libraries.platforms(), [windows]);
    }
}
