//! The platform folders of an FMU.

use model_description::FmiVersion;

/// A folder below `binaries/` and the suffix of its libraries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Platform {
    folder: String,
}

/// Folders by the platform tuples of FMI 2.0.4, those that can be packed.
pub const FOLDERS: [&str; 5] = ["linux64", "win64", "aarch64-linux", "darwin64", "aarch64-darwin"];

/// Where the modules for a browser are among prebuilt libraries. It is no platform of FMI: no FMU has one.
const WEB: &str = "wasm";

impl Platform {
    /// WebAssembly, which browsers run.
    pub fn web() -> Self {
        Self { folder: WEB.to_string() }
    }

    /// The machine that the packer runs on.
    pub fn host() -> Self {
        let folder = match (std::env::consts::OS, std::env::consts::ARCH) {
            ("windows", _) => "win64",
            ("macos", "x86_64") => "darwin64",
            ("macos", _) => "aarch64-darwin",
            (_, "aarch64") => "aarch64-linux",
            _ => "linux64",
        };
        Self { folder: folder.to_string() }
    }

    /// A platform by the name of its folder.
    pub fn named(folder: &str) -> Option<Self> {
        FOLDERS.contains(&folder).then(|| Self { folder: folder.to_string() })
    }

    /// Name of the folder, such as `linux64`.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Where the library of a model is in the archive.
    pub fn library(&self, identifier: &str) -> String {
        format!("binaries/{}/{}", self.folder, self.file(identifier))
    }

    /// The same in an archive for a version of FMI.
    pub fn library_for(&self, version: FmiVersion, identifier: &str) -> String {
        format!("binaries/{}/{}", self.folder_for(version), self.file(identifier))
    }

    /// Name of the folder in an archive for a version of FMI: FMI 3.0 names architecture and system.
    pub fn folder_for(&self, version: FmiVersion) -> &str {
        match (version, &*self.folder) {
            (FmiVersion::V3, "linux64") => "x86_64-linux",
            (FmiVersion::V3, "win64") => "x86_64-windows",
            (FmiVersion::V3, "darwin64") => "x86_64-darwin",
            (FmiVersion::V2 | FmiVersion::V3, folder) => folder,
        }
    }

    /// File name of a library.
    pub fn file(&self, name: &str) -> String {
        format!("{name}{}", self.suffix())
    }

    fn suffix(&self) -> &'static str {
        if self.folder == WEB {
            ".wasm"
        } else if self.folder.starts_with("win") {
            ".dll"
        } else if self.folder.contains("darwin") {
            ".dylib"
        } else {
            ".so"
        }
    }
}

impl std::fmt::Display for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.folder)
    }
}

impl std::str::FromStr for Platform {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text).ok_or_else(|| format!("{text} is not one of {}", FOLDERS.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_where_importers_look() {
        let library = |platform| Platform::named(platform).map(|platform| platform.library("A"));
        assert_eq!(library("win64").as_deref(), Some("binaries/win64/A.dll"));
        assert_eq!(library("aarch64-linux").as_deref(), Some("binaries/aarch64-linux/A.so"));
        assert_eq!(library("darwin64").as_deref(), Some("binaries/darwin64/A.dylib"));
        assert_eq!(library("amiga"), None);
    }

    #[test]
    fn fmi_3_names_architecture_and_system() {
        let folders: Vec<Platform> = FOLDERS.iter().filter_map(|folder| Platform::named(folder)).collect();
        let folders: Vec<&str> = folders.iter().map(|platform| platform.folder_for(FmiVersion::V3)).collect();
        let expected = ["x86_64-linux", "x86_64-windows", "aarch64-linux", "x86_64-darwin", "aarch64-darwin"];
        assert_eq!(folders, expected);
    }

    #[test]
    fn an_unknown_platform_is_answered_with_the_known_ones() {
        let answer = "linux32".parse::<Platform>();
        let expected = "linux32 is not one of linux64, win64, aarch64-linux, darwin64, aarch64-darwin";
        assert_eq!(answer, Err(expected.to_string()));
    }
}
