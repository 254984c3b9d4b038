//! The libraries that go into an FMU, and what its C sources are made of: given, prebuilt, or built now.

use super::{Binary, Error, Model, Request, SourceCode};
use fmu_import::platform::Platform;
use fmu_library::sources::{self, Extent};
use fmu_library::toolchain::{self as toolchain, Order};
use fmu_library::{Folder, Library};
use model_description::{Export, exports};
use std::path::{Path, PathBuf};

/// One for a platform, as it was built.
pub(super) struct Built {
    /// Which file.
    pub(super) binary: Binary,
    /// What is in it.
    pub(super) library: Library,
}

/// Libraries of these models as they were built, one for a platform.
pub struct Libraries(pub(super) Vec<Built>);

impl Libraries {
    /// Has cargo build for any machine of each platform.
    pub fn compile(platforms: &[Platform], workspace: Option<&Path>, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        let (platforms, workspace) = (platforms.to_vec(), workspace.map(Path::to_path_buf));
        read_all(compiled(&Request { platforms, workspace, ..Request::default() }, progress)?.into_iter())
    }

    /// Their bytes.
    pub fn files(&self) -> impl Iterator<Item = (&Platform, &[u8])> {
        self.0.iter().map(|built| (&built.binary.platform, built.library.bytes()))
    }
}

/// For machines like this one: prebuilt, or by the machine's own compiler as it is.
pub(super) fn native(progress: &dyn Fn(&str)) -> Result<Libraries, Error> {
    let host = Platform::host();
    let prebuilt = Folder::beside_program().filter(|folder| folder.platforms().contains(&host));
    let path = match prebuilt {
        Some(folder) => folder.library(&host),
        None => toolchain::build_native(&Order::default(), progress)?,
    };
    read_all([Binary { platform: host, path }].into_iter())
}

/// Those that were asked for.
pub(super) fn find(request: &Request, progress: &dyn Fn(&str)) -> Result<Libraries, Error> {
    let own = match request.prebuilt() {
        _ if request.source_code == SourceCode::Only => Vec::new(),
        Some(folder) => from_folder(&folder, request)?,
        None => compiled(request, progress)?,
    };
    read_all(own.into_iter().chain(request.binaries.iter().cloned()))
}

/// Of the platforms asked for; without any, of all that are there.
fn from_folder(folder: &Folder, request: &Request) -> Result<Vec<Binary>, Error> {
    let known = folder.platforms();
    let given = |platform: &Platform| request.binaries.iter().any(|binary| binary.platform == *platform);
    let mut wanted = request.platforms.clone();
    if wanted.is_empty() {
        wanted = known.iter().filter(|platform| !given(platform)).cloned().collect();
    }
    // Without any library at all the one of this machine is missed, and is the example of where one belongs.
    if wanted.is_empty() && request.binaries.is_empty() {
        wanted.push(Platform::host());
    }
    if let Some(missing) = wanted.iter().find(|platform| !known.contains(platform)) {
        let known: Vec<String> = known.iter().map(ToString::to_string).collect();
        let known = if known.is_empty() { "none at all".to_owned() } else { format!("those of {}", known.join(", ")) };
        return Err(Error::NoLibrary {
            folder: folder.path().into(),
            platform: missing.clone(),
            expected: folder.library(missing),
            known,
        });
    }
    Ok(wanted.into_iter().map(|platform| Binary { path: folder.library(&platform), platform }).collect())
}

/// For any machine of the platforms asked for; without any, of this one's, as portable as the tools here allow.
fn compiled(request: &Request, progress: &dyn Fn(&str)) -> Result<Vec<Binary>, Error> {
    // What is missing for any of them is told before the first is compiled, which takes minutes.
    request.platforms.iter().try_for_each(toolchain::ensure)?;
    if request.source_code != SourceCode::None {
        toolchain::ensure_portable()?;
    }
    let order = order(request.workspace.as_deref())?;
    let build = |platform: &Platform| {
        Ok(Binary { platform: platform.clone(), path: toolchain::build(platform, &order, progress)? })
    };
    let mut built: Vec<Binary> = request.platforms.iter().map(build).collect::<Result<_, Error>>()?;
    if built.is_empty() {
        built.push(Binary { platform: Platform::host(), path: toolchain::build_host(&order, progress)? });
    }
    Ok(built)
}

/// What is compiled of the models' own sources in this folder, or of those that this program was built from.
pub fn order(workspace: Option<&Path>) -> Result<Order, Error> {
    Ok(Order { workspace: workspace.map(absolute).transpose()?, ..Order::default() })
}

/// The folder from the root on, without links (but on Windows, where such a name is none for cargo).
fn absolute(folder: &Path) -> Result<PathBuf, Error> {
    let found = if cfg!(windows) { std::path::absolute(folder) } else { folder.canonicalize() };
    found.map_err(|source| Error::File { path: folder.to_path_buf(), source })
}

/// Models as a module that is translated to C, as it was built.
pub struct Portable {
    pub(super) extent: Extent,
    pub(super) path: PathBuf,
    pub(super) module: sources::Portable,
}

impl Portable {
    /// Has cargo build it.
    pub fn compile(extent: Extent, workspace: Option<&Path>, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        Self::read(extent, toolchain::build_portable(extent, &order(workspace)?, progress)?)
    }

    /// Those that models need, if sources were asked for: prebuilt, or built now.
    pub(super) fn find(request: &Request, models: &[Model], progress: &dyn Fn(&str)) -> Result<Vec<Self>, Error> {
        if request.source_code == SourceCode::None {
            return Ok(Vec::new());
        }
        let is_needed = |extent: &Extent| models.iter().any(|model| model.extent() == *extent);
        Extent::ALL.into_iter().filter(is_needed).map(|extent| Self::find_one(extent, request, progress)).collect()
    }

    fn find_one(extent: Extent, request: &Request, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        let path = match request.prebuilt() {
            Some(folder) if folder.portable(extent).is_file() => folder.portable(extent),
            Some(folder) => {
                return Err(Error::NoPortable { folder: folder.path().into(), expected: folder.portable(extent) });
            }
            None => toolchain::build_portable(extent, &order(request.workspace.as_deref())?, progress)?,
        };
        Self::read(extent, path)
    }

    fn read(extent: Extent, path: PathBuf) -> Result<Self, Error> {
        let bytes = std::fs::read(&path).map_err(|source| Error::File { path: path.clone(), source })?;
        let module = sources::Portable::read(bytes);
        let module = module.map_err(|source| Error::Portable { path: path.clone(), source })?;
        let declared = exports();
        let current = module.ensure_current(&known(&declared));
        current.map_err(|source| Error::Library { path: path.clone(), source })?;
        Ok(Self { extent, path, module })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.module.bytes()
    }
}

/// Identifiers and GUIDs.
fn known(declared: &[Export]) -> Vec<(&str, &str)> {
    declared.iter().map(|export| (&*export.model.identifier, &*export.guid)).collect()
}

/// Refuses what is no library of these sources.
fn read_all(binaries: impl Iterator<Item = Binary>) -> Result<Libraries, Error> {
    let declared = exports();
    let known = known(&declared);
    let read = |binary: Binary| {
        let path = &binary.path;
        let bytes = std::fs::read(path).map_err(|source| Error::File { path: path.clone(), source })?;
        let library = Library::read(bytes).and_then(|library| library.ensure_current(&known).map(|()| library));
        let library = library.map_err(|source| Error::Library { path: path.clone(), source })?;
        Ok(Built { binary, library })
    };
    binaries.map(read).collect::<Result<_, Error>>().map(Libraries)
}
