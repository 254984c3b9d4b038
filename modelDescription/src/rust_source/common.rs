//! What every model declares: own parameters and computed variables of the same name, and the shared groups. Code that holds
//! for all models reads and writes them without knowing the model.

use super::layout::{Field, FieldType, SHARED_GROUPS, parameter_groups};
use super::words::{camel_case, doc, snake_case};
use crate::declaration::{Causality, Model, Value, Variable};

const DERIVES: &str = "#[derive(Clone, Copy, Debug, PartialEq)]\n";

/// Names that all models have in common.
pub struct Common {
    parameters: Vec<Field>,
    outputs: Vec<Variable>,
}

impl Common {
    /// Of these models.
    pub fn of(models: &[&Model]) -> Self {
        let Some((first, others)) = models.split_first() else {
            return Self { parameters: Vec::new(), outputs: Vec::new() };
        };
        let has_parameter = |model: &&Model, name: &str| own_reals(model).iter().any(|field| field.name == name);
        let has_output = |model: &&Model, name: &str| computed(model).any(|variable| variable.name == name);
        let parameters = own_reals(first).into_iter();
        Self {
            parameters: parameters
                .filter(|field| others.iter().all(|model| has_parameter(model, &field.name)))
                .collect(),
            outputs: computed(first)
                .filter(|variable| others.iter().all(|model| has_output(model, &variable.name)))
                .cloned()
                .collect(),
        }
    }

    /// Whether every model computes the variable.
    pub fn is_output(&self, variable: &Variable) -> bool {
        self.outputs.iter().any(|output| output.name == variable.name)
    }

    /// Names of the computed variables as fields.
    pub fn output_names(&self) -> Vec<String> {
        self.outputs.iter().map(|variable| snake_case(&variable.name)).collect()
    }

    /// The trait of the parameters, the struct of the outputs and the references of the parameters.
    pub fn source(&self) -> String {
        self.parameters_trait() + &self.outputs_struct() + &self.references_struct()
    }

    fn parameters_trait(&self) -> String {
        let own: String = self
            .parameters
            .iter()
            .map(|field| format!("{}    fn {}(&self) -> f64;\n", doc("    ", &field.description, ""), field.name))
            .collect();
        let groups: String = SHARED_GROUPS
            .iter()
            .map(|name| format!("    /// Group `{name}`.\n    fn {name}(&self) -> &{}Parameters;\n", camel_case(name)))
            .collect();
        format!("/// Parameters that every model has.\npub trait CommonParameters {{\n{own}{groups}}}\n\n")
    }

    /// The trait of the parameters for those of one model, to stand in its module.
    pub fn parameters_impl(&self) -> String {
        let own: String = self
            .parameters
            .iter()
            .map(|field| format!("        fn {0}(&self) -> f64 {{\n            self.{0}\n        }}\n", field.name))
            .collect();
        let groups: String = SHARED_GROUPS
            .iter()
            .map(|name| {
                format!(
                    "        fn {name}(&self) -> &super::{}Parameters {{\n            &self.{name}\n        }}\n",
                    camel_case(name)
                )
            })
            .collect();
        format!("    impl super::CommonParameters for Parameters {{\n{own}{groups}    }}\n\n")
    }

    fn outputs_struct(&self) -> String {
        let fields: String = self
            .outputs
            .iter()
            .map(|variable| {
                let kind = match variable.value {
                    Value::Real(_) => "f64",
                    Value::Integer { .. } | Value::Enumeration { .. } => "i32",
                };
                let name = snake_case(&variable.name);
                format!("{}    pub {name}: {kind},\n", doc("    ", &variable.description, ""))
            })
            .collect();
        format!("/// What every model computes.\n{DERIVES}pub struct CommonOutputs {{\n{fields}}}\n\n")
    }

    fn references_struct(&self) -> String {
        let own: String = self
            .parameters
            .iter()
            .map(|field| format!("    /// Value reference of `{0}`.\n    pub {0}: u32,\n", field.name))
            .collect();
        let groups: String = SHARED_GROUPS
            .iter()
            .map(|name| format!("    /// Group `{name}`.\n    pub {name}: {}References,\n", camel_case(name)))
            .collect();
        format!(
            "/// Value references of the parameters that every model has.\n{DERIVES}pub struct CommonReferences {{\n{own}{groups}}}\n\n"
        )
    }

    /// The references of one model as an expression, to stand in its module.
    pub fn references(&self) -> String {
        let own = self.parameters.iter().map(|field| field.name.as_str());
        let fields: Vec<_> =
            own.chain(SHARED_GROUPS).map(|name| format!("{name}: reference::{}", name.to_uppercase())).collect();
        format!("super::CommonReferences {{ {} }}", fields.join(", "))
    }
}

/// Real parameters of no group.
fn own_reals(model: &Model) -> Vec<Field> {
    let own = parameter_groups(model).into_iter().next();
    let fields = own.into_iter().flat_map(|group| group.fields);
    fields.filter(|field| field.kind == FieldType::Real).collect()
}

/// The variables that a model computes, Real ones first.
pub fn computed(model: &Model) -> impl Iterator<Item = &Variable> {
    let reals = model.reals().map(|(variable, _)| variable);
    reals.chain(model.integers()).filter(|variable| is_computed(variable))
}

/// Whether the model computes it.
pub fn is_computed(variable: &Variable) -> bool {
    !matches!(variable.causality, Causality::Parameter | Causality::Input)
}
