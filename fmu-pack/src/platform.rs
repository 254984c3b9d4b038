//! The platform folders of an FMU.

/// A folder below `binaries/` and the suffix of its libraries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Platform {
    folder: String,
}

impl Platform {
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
        const KNOWN: [&str; 5] = ["linux64", "win64", "darwin64", "aarch64-linux", "aarch64-darwin"];
        KNOWN.contains(&folder).then(|| Self { folder: folder.to_string() })
    }

    /// Name of the folder, such as `linux64`.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Where the library of a model is in the archive.
    pub fn library(&self, identifier: &str) -> String {
        format!("binaries/{}/{identifier}{}", self.folder, self.suffix())
    }

    fn suffix(&self) -> &'static str {
        if self.folder.starts_with("win") {
            ".dll"
        } else if self.folder.contains("darwin") {
            ".dylib"
        } else {
            ".so"
        }
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
}
