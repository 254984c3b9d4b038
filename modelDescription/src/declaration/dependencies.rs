//! What a computed variable depends on: the declared direct sources, followed to what is known.

use std::collections::BTreeSet;

use super::{Causality, Model, Variability, Variable};

impl Model {
    /// Number of a variable in modelDescription.xml, from 1.
    pub fn number(&self, name: &str) -> Option<u32> {
        let mut seen = self.variables.iter().filter(|variable| !variable.is_hidden);
        seen.position(|variable| variable.name == name).map(|index| index as u32 + 1)
    }

    /// While time runs: the numbers of the inputs and continuous states on which a variable depends. Parameters do
    /// not count (FMI 2.0, 2.2.8); a state depends on itself.
    pub fn running_dependencies(&self, variable: &Variable) -> BTreeSet<u32> {
        self.follow(variable, |known| match known {
            _ if known.is_state() => Step::Known,
            _ if known.causality == Causality::Input => Step::Known,
            _ if known.has_start() => Step::Ignored,
            _ => Step::ComputedFrom(&known.computed_from),
        })
    }

    /// While the simulation runs, with the parameters beside them: FMI 3.0 counts them among the knowns. Start values of states,
    /// which act at initialization only, are none.
    pub fn running_dependencies_with_parameters(&self, variable: &Variable) -> BTreeSet<u32> {
        let starts: BTreeSet<&str> =
            self.variables.iter().flat_map(|state| state.starts_from.iter().flatten()).map(|name| &**name).collect();
        self.follow(variable, |known| match known {
            _ if known.is_state() => Step::Known,
            _ if known.causality == Causality::Input => Step::Known,
            _ if known.variability == Variability::Constant || starts.contains(&*known.name) => Step::Ignored,
            _ if known.has_start() => Step::Known,
            _ => Step::ComputedFrom(&known.computed_from),
        })
    }

    /// At initialization: the numbers of the inputs and parameters on which a variable depends.
    pub fn initial_dependencies(&self, variable: &Variable) -> BTreeSet<u32> {
        self.follow(variable, |known| match &known.starts_from {
            Some(sources) => Step::ComputedFrom(sources),
            None if known.variability == Variability::Constant => Step::Ignored,
            None if known.has_start() => Step::Known,
            None => Step::ComputedFrom(&known.computed_from),
        })
    }

    fn follow<'a>(&'a self, from: &'a Variable, step: impl Fn(&'a Variable) -> Step<'a>) -> BTreeSet<u32> {
        let mut known = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(variable) = open.pop() {
            if !seen.insert(&variable.name) {
                continue;
            }
            match step(variable) {
                Step::Known => known.extend(self.number(&variable.name)),
                Step::Ignored => {}
                Step::ComputedFrom(sources) => open.extend(sources.iter().flat_map(|source| self.sources(source))),
            }
        }
        known
    }

    /// The variables that a source stands for: itself, the parameters of a group for `group.*`, or for `*` all parameters,
    /// inputs and states.
    pub fn sources(&self, source: &str) -> Vec<&Variable> {
        match source.strip_suffix('*') {
            None => self.variable(source).into_iter().collect(),
            Some("") => self.variables.iter().filter(|variable| variable.has_start() || variable.is_state()).collect(),
            Some(prefix) => {
                let of_group = |variable: &&Variable| variable.has_start() && variable.name.starts_with(prefix);
                self.variables.iter().filter(of_group).collect()
            }
        }
    }
}

enum Step<'a> {
    Known,
    Ignored,
    ComputedFrom(&'a [String]),
}
