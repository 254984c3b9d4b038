//! Which files an FMU has, and where each version of FMI looks for them.

use super::{Error, Model, Models, description_with_sources, documentation, scheme};
use fmu_import::archive::Contents;
use model_description::build_description::{FILE as BUILD_DESCRIPTION, build_description};
use model_description::references::{self, Related};
use model_description::{FmiVersion, terminals};
use std::collections::BTreeSet;

/// A drawing, and the same as pixels, 64 units wide. They are made from it by the tests, so that to make an FMU takes no program
/// that draws.
struct Icon {
    svg: &'static str,
    png: &'static [u8],
}

/// The icon that is drawn in this file of the assets.
macro_rules! icon {
    ($name:literal) => {
        Icon {
            svg: include_str!(concat!("../../assets/", $name, ".svg")),
            png: include_bytes!(concat!("../../assets/", $name, ".png")),
        }
    };
}

/// The picture of the FMU.
const ICON: Icon = icon!("model");

/// Licence texts by name, but for the one that says which is for what.
const LICENSES: [(&str, &str); 3] = [
    ("Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
    ("MIT.txt", include_str!("../../../LICENSE-MIT")),
    ("libm.txt", include_str!("../../assets/licenses/libm.txt")),
];
const WHICH_LICENSE: &str = include_str!("../../assets/licenses/README.txt");

/// Pictures of terminals by their names.
const TERMINALS: [(&str, Icon); 3] = [
    ("flange_rotational", icon!("terminals/flange_rotational")),
    ("flange_translational", icon!("terminals/flange_translational")),
    ("signal", icon!("terminals/signal")),
];

impl Models {
    /// The files of a model's FMU, with these C sources.
    pub(super) fn contents(
        &self,
        model: &Model,
        version: FmiVersion,
        sources: Vec<(String, String)>,
    ) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
        contents.add("modelDescription.xml", description_with_sources(&model.export, version, &names)?);
        match version {
            FmiVersion::V2 => contents.add("model.png", ICON.png),
            FmiVersion::V3 => add_terminals(&mut contents, model, ""),
        }
        let page = documentation::page(&model.interface, version, scheme(&model.export.model).as_ref())?;
        contents.add("documentation/index.html", page);
        for (name, text) in LICENSES.into_iter().chain([(entry_point(version), WHICH_LICENSE)]) {
            contents.add(format!("documentation/licenses/{name}"), text);
        }
        contents.add("resources/", "");
        for built in &self.libraries.0 {
            let place = built.binary.platform.library_for(version, model.identifier());
            contents.add(place, &*model.library(built)?);
        }
        for (name, text) in sources {
            contents.add(format!("sources/{name}"), text);
        }
        Ok(contents)
    }

    /// The C of a model by the names of the files; FMI 3.0 has a description of how to compile it beside it.
    pub(super) fn sources(&self, model: &Model, version: FmiVersion) -> Result<Vec<(String, String)>, Error> {
        let Some(portable) = self.portable_for(model) else { return Ok(Vec::new()) };
        let identifier = model.identifier();
        let c = portable.module.c(version, identifier, model.content.as_deref());
        let c = c.map_err(|source| Error::Portable { path: portable.path.clone(), source })?;
        let mut files = vec![(format!("{identifier}.c"), c)];
        if version == FmiVersion::V3 {
            files.push((BUILD_DESCRIPTION.to_owned(), build_description(identifier)));
        }
        Ok(files)
    }
}

/// The file among the licences that is read first; FMI 3.0 says its name.
pub(super) fn entry_point(version: FmiVersion) -> &'static str {
    match version {
        FmiVersion::V2 => "README.txt",
        FmiVersion::V3 => "license.txt",
    }
}

/// FMI 2.0 has no place for terminals: the same files are related files of FMI-LS-REF.
pub(super) fn add_terminals_of_fmi_2(contents: &mut Contents, model: &Model) -> Related {
    add_terminals(contents, model, &format!("{}/", references::FOLDER));
    Related {
        mime_type: Some("application/xml".to_owned()),
        source: terminals::FILE.to_owned(),
        role: "meta-data".to_owned(),
        description: Some("Terminals and icons, as FMI 3.0 describes them".to_owned()),
        labels: Vec::new(),
    }
}

/// Terminals and icons below `folder`, each picture as PNG, which all importers know, and as SVG.
fn add_terminals(contents: &mut Contents, model: &Model, folder: &str) {
    let described = terminals::describe(&model.export.model);
    contents.add(format!("{folder}{}", terminals::FILE), terminals::write(&described));
    add_icon(contents, folder, "icon", &ICON);
    let places = described.terminals().iter().filter_map(|terminal| terminal.graphical_representation.as_ref());
    let used: BTreeSet<&str> = places.map(|place| place.icon_base_name.as_str()).collect();
    for (name, icon) in TERMINALS.iter().filter(|(name, _)| used.contains(name)) {
        add_icon(contents, folder, name, icon);
    }
}

fn add_icon(contents: &mut Contents, folder: &str, name: &str, icon: &Icon) {
    contents.add(format!("{folder}terminalsAndIcons/{name}.png"), icon.png);
    contents.add(format!("{folder}terminalsAndIcons/{name}.svg"), icon.svg);
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;
    use std::path::Path;

    /// `UPDATE_GOLDEN=1 cargo test -p fmu-pack icons` draws them.
    #[test]
    fn pixels_of_icons_are_those_of_their_drawings() {
        let icons = TERMINALS.map(|(name, icon)| (format!("terminals/{name}"), icon));
        for (name, icon) in icons.iter().map(|(name, icon)| (name.as_str(), icon)).chain([("model", &ICON)]) {
            let drawn = fmu_plot::to_png(icon.svg, 1.0).unwrap();
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/{name}.png"));
                std::fs::write(path, &drawn).unwrap();
                continue;
            }
            assert!(drawn == icon.png, "assets/{name}.png is not what assets/{name}.svg draws");
        }
    }
}
