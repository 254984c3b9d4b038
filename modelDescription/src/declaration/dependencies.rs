//! What a computed variable depends on: the declared direct sources, followed to what is known.

use std::collections::BTreeSet;

use super::{Causality, Model, Numbers, Value, Variability, Variable};

impl Model {
    /// While time runs: the numbers of the inputs and continuous states on which a variable depends. Parameters do
    /// not count (FMI 2.0, 2.2.8); a state depends on itself.
    pub fn running_dependencies(&self, variable: &Variable, numbers: &Numbers<'_>) -> BTreeSet<u32> {
        self.follow(variable, numbers, |known| match known {
            _ if known.is_state() => Step::Known,
            _ if known.causality == Causality::Input => Step::Known,
            _ if known.has_start() => Step::Ignored,
            _ => Step::ComputedFrom(&known.computed_from),
        })
    }

    /// While the simulation runs, with the parameters beside them: FMI 3.0 counts them among the knowns. Start values of states,
    /// which act at initialization only, are none.
    pub fn running_dependencies_with_parameters(&self, variable: &Variable, numbers: &Numbers<'_>) -> BTreeSet<u32> {
        let starts: BTreeSet<&str> =
            self.variables.iter().flat_map(|state| state.starts_from.iter().flatten()).map(|name| &**name).collect();
        self.follow(variable, numbers, |known| match known {
            _ if known.is_state() => Step::Known,
            _ if known.causality == Causality::Input => Step::Known,
            _ if known.variability == Variability::Constant || starts.contains(&*known.name) => Step::Ignored,
            _ if known.has_start() => Step::Known,
            _ => Step::ComputedFrom(&known.computed_from),
        })
    }

    /// At initialization: the numbers of the inputs and parameters on which a variable depends. States start from their start
    /// values, but from everything where the model starts in equilibrium. One that is told to do so only when it runs keeps the
    /// dependencies of its start values: else every coupled FMU would be part of an algebraic loop at the start.
    pub fn initial_dependencies(&self, variable: &Variable, numbers: &Numbers<'_>) -> BTreeSet<u32> {
        let is_trimmed = self.starts_in_equilibrium();
        self.follow(variable, numbers, |known| match &known.starts_from {
            Some(_) if is_trimmed => Step::ComputedFromAll,
            Some(sources) => Step::ComputedFrom(sources),
            None if known.variability == Variability::Constant => Step::Ignored,
            None if known.has_start() => Step::Known,
            None => Step::ComputedFrom(&known.computed_from),
        })
    }

    /// Whether its start value of `initialization` is `trim`.
    fn starts_in_equilibrium(&self) -> bool {
        let is_trim = |variable: &Variable| match variable.value {
            Value::Enumeration { of, start } => of.items[(start - 1) as usize].name == "trim",
            Value::Integer { .. } | Value::Real(_) => false,
        };
        let is_number = |variable: &Variable| matches!(variable.value, Value::Integer { start: 2, .. });
        self.variable("initialization").is_some_and(is_trim)
            || self.variable("initialization_number").is_some_and(is_number)
    }

    fn follow<'a>(
        &'a self,
        from: &'a Variable,
        numbers: &Numbers<'_>,
        step: impl Fn(&'a Variable) -> Step<'a>,
    ) -> BTreeSet<u32> {
        let mut known = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(variable) = open.pop() {
            if !seen.insert(&variable.name) {
                continue;
            }
            match step(variable) {
                Step::Known => known.extend(numbers.of(&variable.name)),
                Step::Ignored => {}
                Step::ComputedFromAll => open.extend(self.sources("*")),
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
    ComputedFromAll,
}
