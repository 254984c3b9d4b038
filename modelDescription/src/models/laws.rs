//! The friction laws: each is declared here once. What lists laws or asks what one of them does takes it from here: the
//! enumeration `friction.law`, the descriptions of the parameters, the tools, the tests and the fuzzer.
//!
//! The equation of a law stands in `src/friction` of the actuator crate, and `src/actuator/law.rs` leads from here to there.

use crate::declaration::{EnumerationItem, EnumerationType};

/// What a law does at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Set-valued at zero velocity: it sticks with velocity exactly 0. Its level depends on the load.
    Sticks,
    /// One smooth curve through zero: it creeps under any effort. Its level depends on the load where `friction.load_dependence` is 1.
    Smooth,
    /// A bristle deflection carries the effort: elastic before it slides. Its level depends on the load as that of [`Family::Smooth`].
    Bristle,
    /// An algorithm for comparison, integrated with fixed steps. Its level depends on the load.
    Comparator,
}

/// A friction law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrictionLaw {
    /// Name in `friction.law`; its number is its place in [`LAWS`], from 1.
    pub name: &'static str,
    /// What it does at rest.
    pub family: Family,
    /// Equation in a word, and source.
    pub description: &'static str,
    /// The parameters `friction.*` that it uses, rotary or linear name left out; `table` is a group.
    pub uses: &'static [&'static str],
}

impl FrictionLaw {
    /// Whether its friction depends on the load, by the efficiencies, without `friction.load_dependence`.
    pub fn depends_on_load(&self) -> bool {
        match self.family {
            Family::Sticks | Family::Comparator => true,
            Family::Smooth | Family::Bristle => false,
        }
    }

    /// What regime 0 of a body or contact is called: bristles carry the effort before they slip, and what creeps or has a dead band
    /// is at rest without being stuck.
    pub fn rest_name(&self) -> &'static str {
        match self.family {
            Family::Sticks => STUCK,
            Family::Bristle => "stuck or presliding",
            Family::Smooth | Family::Comparator => "at rest",
        }
    }
}

/// Regime 0 of what truly sticks; so do elements that have no choice of a law, as gears with losses.
pub const STUCK: &str = "stuck";

/// The law of that name.
pub fn law(name: &str) -> Option<&'static FrictionLaw> {
    LAWS.iter().find(|law| law.name == name)
}

/// Numbers of the laws of a family, as in `friction.law`.
pub fn numbers(family: Family) -> Vec<i32> {
    numbers_where(|law| law.family == family)
}

fn numbers_where(is_meant: impl Fn(&FrictionLaw) -> bool) -> Vec<i32> {
    (1..).zip(&LAWS).filter(|(_, law)| is_meant(law)).map(|(number, _)| number).collect()
}

/// "laws 2 to 5 and 7": those that use a parameter.
pub(super) fn using(parameter: &str) -> String {
    in_words(&numbers_where(|law| law.uses.contains(&parameter)))
}

/// "laws 1 to 8": those of the families.
pub(crate) fn of(families: &[Family]) -> String {
    in_words(&numbers_where(|law| families.contains(&law.family)))
}

fn in_words(numbers: &[i32]) -> String {
    let runs: Vec<String> = numbers.chunk_by(|a, b| a + 1 == *b).flat_map(run).collect();
    match runs.as_slice() {
        [] => "no law".to_owned(),
        [one] if numbers.len() == 1 => format!("law {one}"),
        [run] => format!("laws {run}"),
        [first @ .., last] => format!("laws {} and {last}", first.join(", ")),
    }
}

/// "2 to 5", or the numbers of a short run one by one.
fn run(numbers: &[i32]) -> Vec<String> {
    match numbers {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(i32::to_string).collect(),
    }
}

const fn declare(
    name: &'static str,
    family: Family,
    description: &'static str,
    uses: &'static [&'static str],
) -> FrictionLaw {
    FrictionLaw { name, family, description, uses }
}

/// What a level that falls with the speed uses.
const STRIBECK_PARAMETERS: &[&str] = &[
    "coulomb",
    "static_ratio",
    "load_static_ratio",
    "breakaway_ratio",
    "stribeck_velocity",
    "stribeck_exponent",
    "backward_ratio",
];

/// All laws.
pub static LAWS: [FrictionLaw; COUNT] = [
    declare(
        "coulomb",
        Family::Sticks,
        "Coulomb friction with stiction and load dependence (Borello and Dalla Vedova 2012); sticks",
        &["coulomb", "static_ratio", "load_static_ratio", "breakaway_ratio", "backward_ratio"],
    ),
    declare(
        "hess_soom",
        Family::Sticks,
        "Hess-Soom characteristic, fc + (fs - fc)/(1 + |w/wc|^m); sticks",
        STRIBECK_PARAMETERS,
    ),
    declare(
        "stribeck",
        Family::Sticks,
        "Stribeck characteristic, fc + (fs - fc) exp(-|w/wc|^m); sticks",
        STRIBECK_PARAMETERS,
    ),
    declare(
        "majd_simaan",
        Family::Smooth,
        "Continuous model of Johari Majd and Simaan with exact Stribeck amplitude, eq. (13); no true stiction: it creeps \
         under a constant effort below breakaway",
        &["coulomb", "static_ratio", "stribeck_velocity", "sharpness", "backward_ratio", "load_dependence"],
    ),
    declare(
        "majd_simaan_approximate",
        Family::Smooth,
        "The same with the approximate Stribeck amplitude of eq. (19); it creeps as well",
        &["coulomb", "static_ratio", "stribeck_velocity", "sharpness", "backward_ratio", "load_dependence"],
    ),
    declare(
        "dahl",
        Family::Bristle,
        "Dahl's bristle model: presliding hysteresis, no Stribeck effect",
        &["coulomb", "bristle_stiffness", "backward_ratio", "load_dependence"],
    ),
    declare(
        "lugre",
        Family::Bristle,
        "LuGre bristle model: presliding displacement, Stribeck effect, frictional lag",
        &[
            "coulomb",
            "static_ratio",
            "stribeck_velocity",
            "stribeck_exponent",
            "bristle_stiffness",
            "bristle_damping",
            "backward_ratio",
            "load_dependence",
        ],
    ),
    declare(
        "tabulated",
        Family::Sticks,
        "Friction without load from friction.table, linear between its points, plus the share of the load; sticks",
        &["static_ratio", "load_static_ratio", "breakaway_ratio", "table", "backward_ratio"],
    ),
    declare(
        "karnopp",
        Family::Comparator,
        "Comparator: Karnopp's dead band of width friction.regularization_velocity",
        &[
            "coulomb",
            "static_ratio",
            "load_static_ratio",
            "breakaway_ratio",
            "regularization_velocity",
            "backward_ratio",
        ],
    ),
    declare(
        "sign",
        Family::Comparator,
        "Comparator: Coulomb friction with the bare sign of the velocity; chatters at rest",
        &["coulomb", "backward_ratio"],
    ),
    declare(
        "hyperviscous",
        Family::Comparator,
        "Comparator: saturated viscous friction, linear below friction.regularization_velocity",
        &["coulomb", "regularization_velocity", "backward_ratio"],
    ),
    declare(
        "quinn",
        Family::Comparator,
        "Comparator: Quinn's regularisation below friction.regularization_velocity",
        &[
            "coulomb",
            "static_ratio",
            "load_static_ratio",
            "breakaway_ratio",
            "regularization_velocity",
            "backward_ratio",
        ],
    ),
    declare(
        "elasto_plastic",
        Family::Bristle,
        "LuGre with a purely elastic range: it does not drift under a load that vibrates within that range (Dupont et al. 2002)",
        &[
            "coulomb",
            "static_ratio",
            "stribeck_velocity",
            "stribeck_exponent",
            "bristle_stiffness",
            "bristle_damping",
            "elastic_share",
            "backward_ratio",
            "load_dependence",
        ],
    ),
];

const COUNT: usize = 13;

/// `friction.law`.
pub(super) static FRICTION_LAW: EnumerationType = EnumerationType {
    name: "FrictionLaw",
    description: "Friction law: how friction depends on velocity, and what it does at rest",
    items: &ITEMS,
};

static ITEMS: [EnumerationItem; COUNT] = {
    const EMPTY: EnumerationItem = EnumerationItem { name: "", description: "" };
    let mut items = [EMPTY; COUNT];
    let mut number = 0;
    while number < COUNT {
        let FrictionLaw { name, description, .. } = LAWS[number];
        items[number] = EnumerationItem { name, description };
        number += 1;
    }
    items
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_told_in_words() {
        assert_eq!(in_words(&[8]), "law 8");
        assert_eq!(in_words(&[6, 7]), "laws 6 and 7");
        assert_eq!(in_words(&[2, 3, 4, 5, 7]), "laws 2 to 5 and 7");
        assert_eq!(in_words(&[1, 2, 3, 8, 10, 11, 12]), "laws 1 to 3, 8 and 10 to 12");
    }
}
