//! Which files an FMU has, and where each version of FMI looks for them.

use super::{Error, Model, Models, description, documentation, scheme};
use fmu_import::archive::Contents;
use fmu_plot as plot;
use model_description::references::{self, Related};
use model_description::{FmiVersion, terminals};
use std::collections::BTreeSet;

/// The picture of the FMU.
const ICON: &str = include_str!("../../assets/model.svg");

/// Licence texts by name, but for the one that says which is for what.
const LICENSES: [(&str, &str); 3] = [
    ("Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
    ("MIT.txt", include_str!("../../../LICENSE-MIT")),
    ("libm.txt", include_str!("../../assets/licenses/libm.txt")),
];
const WHICH_LICENSE: &str = include_str!("../../assets/licenses/README.txt");

/// Pictures of terminals by their names, 64 units wide.
const TERMINALS: [(&str, &str); 3] = [
    ("flange_rotational", include_str!("../../assets/terminals/flange_rotational.svg")),
    ("flange_translational", include_str!("../../assets/terminals/flange_translational.svg")),
    ("signal", include_str!("../../assets/terminals/signal.svg")),
];

impl Models {
    /// The files of a model's FMU.
    pub(super) fn contents(&self, model: &Model, version: FmiVersion) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        contents.add("modelDescription.xml", description(&model.export, version)?);
        match version {
            FmiVersion::V2 => contents.add("model.png", plot::to_png(ICON, 1.0)?),
            FmiVersion::V3 => add_terminals(&mut contents, model, "")?,
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
        Ok(contents)
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
pub(super) fn add_terminals_of_fmi_2(contents: &mut Contents, model: &Model) -> Result<Related, Error> {
    add_terminals(contents, model, &format!("{}/", references::FOLDER))?;
    Ok(Related {
        mime_type: Some("application/xml".to_owned()),
        source: terminals::FILE.to_owned(),
        role: "meta-data".to_owned(),
        description: Some("Terminals and icons, as FMI 3.0 describes them".to_owned()),
        labels: Vec::new(),
    })
}

/// Terminals and icons below `folder`, each picture as PNG, which all importers know, and as SVG.
fn add_terminals(contents: &mut Contents, model: &Model, folder: &str) -> Result<(), Error> {
    let described = terminals::describe(&model.export.model);
    contents.add(format!("{folder}{}", terminals::FILE), terminals::write(&described));
    add_picture(contents, folder, "icon", ICON)?;
    let places = described.terminals().iter().filter_map(|terminal| terminal.graphical_representation.as_ref());
    let used: BTreeSet<&str> = places.map(|place| place.icon_base_name.as_str()).collect();
    let mut pictures = TERMINALS.iter().filter(|(name, _)| used.contains(name));
    pictures.try_for_each(|(name, picture)| add_picture(contents, folder, name, picture))
}

fn add_picture(contents: &mut Contents, folder: &str, name: &str, svg: &str) -> Result<(), Error> {
    contents.add(format!("{folder}terminalsAndIcons/{name}.png"), plot::to_png(svg, 1.0)?);
    contents.add(format!("{folder}terminalsAndIcons/{name}.svg"), svg);
    Ok(())
}
