//! Which variables of our FMUs take only values above their minimum. An attribute `min` of FMI is a value that is allowed, so a
//! description cannot say it; the declaration does.
//!
//! A name is all that an importer has. Where elements of one name for a variable disagree, as the stiffness of a shaft and that of a spring
//! with hysteresis, nothing is said here, and the FMU refuses the value itself.

use crate::declaration::Variable;
use crate::elements::ElementKind;
use crate::models;
use std::collections::BTreeSet;

/// Names of variables that exclude their minimum.
#[derive(Clone, Debug)]
pub struct ExcludedMinima {
    /// Of a model of one body, and of what belongs to no element.
    whole: BTreeSet<String>,
    /// Of elements of drivetrains, behind the name of the element and its dot.
    of_elements: BTreeSet<String>,
}

impl ExcludedMinima {
    /// As declared.
    pub fn declared() -> Self {
        let of_system = ElementKind::System.variables();
        let models = models::all().into_iter().flat_map(|model| model.variables);
        let elements = ElementKind::ALL.iter().filter(|kind| **kind != ElementKind::System);
        let (excluding, others): (Vec<_>, Vec<_>) = elements.flat_map(|kind| kind.variables()).partition(excludes);
        let others: BTreeSet<String> = others.into_iter().map(|variable| variable.name).collect();
        Self {
            whole: models.chain(of_system).filter(excludes).map(|variable| variable.name).collect(),
            of_elements: excluding.into_iter().map(|of| of.name).filter(|name| !others.contains(name)).collect(),
        }
    }

    /// Whether the variable of that name, which has a minimum, must be greater.
    pub fn contain(&self, name: &str) -> bool {
        let mut behind_dots = name.match_indices('.').map(|(place, _)| &name[place + 1..]);
        self.whole.contains(name) || behind_dots.any(|rest| self.of_elements.contains(rest))
    }
}

fn excludes(variable: &Variable) -> bool {
    variable.real().is_some_and(|real| real.exclusive_min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A minimum that counts.
    fn has_minimum(variable: &&Variable) -> bool {
        variable.real().is_some_and(|real| real.min > -f64::MAX)
    }

    #[test]
    fn a_name_tells_what_is_declared() {
        let known = ExcludedMinima::declared();
        for model in models::all() {
            for variable in model.variables.iter().filter(has_minimum) {
                assert_eq!(
                    known.contain(&variable.name),
                    excludes(variable),
                    "{} of {}",
                    variable.name,
                    model.identifier
                );
            }
        }
        let mut unsaid = Vec::new();
        for kind in ElementKind::ALL {
            for variable in kind.variables().iter().filter(has_minimum) {
                let name =
                    if kind == ElementKind::System { variable.name.clone() } else { format!("e.{}", variable.name) };
                match (known.contain(&name), excludes(variable)) {
                    (false, true) => unsaid.push((kind, variable.name.clone())),
                    (told, is_so) => assert_eq!(told, is_so, "{} of {kind:?}", variable.name),
                }
            }
        }
        let hysteresis = [ElementKind::Hysteresis, ElementKind::LinearHysteresis];
        assert_eq!(unsaid, hysteresis.map(|kind| (kind, "stiffness".to_owned())), "shafts may have none");
        assert!(known.contain("inertia") && !known.contain("load_inertia"), "of a model");
        assert!(!known.contain("arm.inertia"), "of a body that a gear ties to another");
    }
}
