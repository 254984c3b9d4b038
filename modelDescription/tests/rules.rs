//! Every rule of the validator, broken once in a description that is clean otherwise.

use std::collections::BTreeSet;

use model_description::schema::{
    Causality, DependencyKind, Initial, Item, LogCategory, ScalarVariable, Unknown, Variability, VariableType,
};
use model_description::validation::rules;
use model_description::{FmiVersion, ModelDescription, Severity, describe, models, validate};

fn clean() -> ModelDescription {
    let models = models::all();
    let servo = models.iter().find(|model| model.identifier == "ServoActuator");
    describe(servo.expect("there is a ServoActuator"))
}

fn variable<'a>(description: &'a mut ModelDescription, name: &str) -> &'a mut ScalarVariable {
    let mut variables = description.model_variables.variables.iter_mut();
    variables.find(|variable| variable.name == name).expect("the variable is declared")
}

fn real<'a>(description: &'a mut ModelDescription, name: &str) -> &'a mut model_description::schema::RealVariable {
    match &mut variable(description, name).kind {
        VariableType::Real(real) => real,
        other => panic!("{name} is {other:?}"),
    }
}

fn enumeration<'a>(
    description: &'a mut ModelDescription,
    name: &str,
) -> &'a mut model_description::schema::EnumerationVariable {
    match &mut variable(description, name).kind {
        VariableType::Enumeration(enumeration) => enumeration,
        other => panic!("{name} is {other:?}"),
    }
}

fn items(description: &mut ModelDescription) -> &mut Vec<Item> {
    let types = description.type_definitions.as_mut().expect("there are types");
    &mut types.types[0].enumeration.as_mut().expect("it is an enumeration").items
}

fn units(description: &mut ModelDescription) -> &mut Vec<model_description::schema::Unit> {
    &mut description.unit_definitions.as_mut().expect("there are units").units
}

fn outputs(description: &mut ModelDescription) -> &mut Vec<Unknown> {
    &mut description.model_structure.outputs.as_mut().expect("there are outputs").unknowns
}

fn derivatives(description: &mut ModelDescription) -> &mut Vec<Unknown> {
    &mut description.model_structure.derivatives.as_mut().expect("there are derivatives").unknowns
}

fn initial_unknowns(description: &mut ModelDescription) -> &mut Vec<Unknown> {
    &mut description.model_structure.initial_unknowns.as_mut().expect("there are unknowns").unknowns
}

type Break = (&'static str, fn(&mut ModelDescription));

const BREAKS: &[Break] = &[
    ("MD-HEAD-01", |it| it.fmi_version = "1.0".into()),
    ("MD-HEAD-02", |it| it.model_name.clear()),
    ("MD-HEAD-03", |it| it.guid.clear()),
    ("MD-HEAD-04", |it| (it.model_exchange, it.co_simulation) = (None, None)),
    ("MD-HEAD-05", |it| it.co_simulation.as_mut().expect("CS").model_identifier = "2fast".into()),
    ("MD-HEAD-05", |it| it.model_exchange.as_mut().expect("ME").model_identifier = "servo-actuator".into()),
    ("MD-HEAD-06", |it| it.variable_naming_convention = Some("nested".into())),
    ("MD-HEAD-07", |it| it.co_simulation.as_mut().expect("CS").can_get_and_set_fmu_state = false),
    ("MD-EXP-02", |it| it.default_experiment.as_mut().expect("experiment").stop_time = Some(-1.0)),
    ("MD-EXP-02", |it| it.default_experiment.as_mut().expect("experiment").step_size = Some(-1e-3)),
    ("MD-EXP-01", |it| it.default_experiment.as_mut().expect("experiment").tolerance = Some(f64::NAN)),
    ("MD-LOG-01", |it| {
        let categories = &mut it.log_categories.as_mut().expect("categories").categories;
        categories.push(LogCategory { name: "logAll".into(), description: None });
    }),
    ("MD-UNIT-01", |it| {
        let again = units(it)[0].clone();
        units(it).push(again);
    }),
    ("MD-UNIT-02", |it| {
        let unit = &mut units(it)[0];
        unit.display_units.push(unit.display_units[0].clone());
    }),
    ("MD-UNIT-03", |it| units(it)[0].display_units[0].factor = Some(0.0)),
    ("MD-UNIT-04", |it| real(it, "current").unit = Some("mA".into())),
    ("MD-UNIT-05", |it| real(it, "current").unit = None),
    ("MD-UNIT-06", |it| real(it, "current").display_unit = Some("uA".into())),
    ("MD-UNIT-07", |it| real(it, "acceleration").unit = Some("rad/s".into())),
    ("MD-TYPE-01", |it| variable(it, "current").name = "FrictionLaw".into()),
    ("MD-TYPE-02", |it| items(it)[1].value = 1),
    ("MD-TYPE-02", |it| items(it).clear()),
    ("MD-TYPE-03", |it| enumeration(it, "friction.law").declared_type = None),
    ("MD-TYPE-04", |it| enumeration(it, "friction.law").declared_type = Some("FrictionLow".into())),
    ("MD-TYPE-04", |it| real(it, "current").declared_type = Some("FrictionLaw".into())),
    ("MD-TYPE-05", |it| enumeration(it, "friction.law").start = Some(99)),
    ("MD-NAME-01", |it| variable(it, "current").name.clear()),
    ("MD-NAME-02", |it| variable(it, "current").name = "velocity".into()),
    ("MD-NAME-03", |it| variable(it, "current").name = "motor current".into()),
    ("MD-NAME-04", |it| variable(it, "load_torque").value_reference = 0),
    ("MD-START-01", |it| variable(it, "inertia").variability = Some(Variability::Continuous)),
    ("MD-START-01", |it| variable(it, "command").variability = Some(Variability::Fixed)),
    ("MD-START-02", |it| variable(it, "end_stop").variability = None),
    ("MD-START-03", |it| variable(it, "command").initial = Some(Initial::Exact)),
    ("MD-START-03", |it| variable(it, "inertia").initial = Some(Initial::Calculated)),
    ("MD-START-04", |it| real(it, "command").start = None),
    ("MD-START-04", |it| real(it, "inertia").start = None),
    ("MD-START-05", |it| real(it, "acceleration").start = Some(0.0)),
    ("MD-START-06", |it| {
        for name in ["flapper_velocity", "spool_velocity"] {
            variable(it, name).causality = Some(Causality::Independent);
        }
    }),
    ("MD-RANGE-01", |it| real(it, "inertia").start = Some(f64::NAN)),
    ("MD-RANGE-01", |it| real(it, "travel.upper").max = Some(f64::INFINITY)),
    ("MD-RANGE-02", |it| real(it, "inertia").max = Some(-1.0)),
    ("MD-RANGE-03", |it| real(it, "friction.static_ratio").start = Some(0.99)),
    ("MD-RANGE-03", |it| real(it, "friction.efficiency_aiding").start = Some(1.01)),
    ("MD-RANGE-04", |it| real(it, "position").nominal = Some(0.0)),
    ("MD-DER-01", |it| real(it, "acceleration").derivative = Some(0)),
    ("MD-DER-01", |it| real(it, "acceleration").derivative = Some(9999)),
    ("MD-DER-02", |it| real(it, "acceleration").derivative = Some(9)),
    ("MD-DER-03", |it| {
        real(it, "motor_torque").derivative = Some(4);
        let place = it.model_variables.variables.iter().position(|variable| variable.name == "motor_torque");
        let index = place.expect("the variable is declared") as u32 + 1;
        derivatives(it).push(Unknown { index, dependencies: None, dependencies_kind: None });
    }),
    ("MD-DER-04", |it| real(it, "current").reinit = Some(true)),
    ("MD-STRUCT-01", |it| outputs(it)[0].index = 9999),
    ("MD-STRUCT-01", |it| {
        let again = outputs(it)[0].clone();
        outputs(it).push(again);
    }),
    ("MD-STRUCT-02", |it| drop(outputs(it).pop())),
    ("MD-STRUCT-02", |it| outputs(it)[0].index = 1),
    ("MD-STRUCT-03", |it| derivatives(it)[0].index = 1),
    ("MD-STRUCT-04", |it| drop(derivatives(it).pop())),
    ("MD-STRUCT-05", |it| drop(initial_unknowns(it).pop())),
    ("MD-STRUCT-05", |it| initial_unknowns(it)[0].index = 1),
    ("MD-STRUCT-06", |it| initial_unknowns(it).swap(0, 1)),
    ("MD-STRUCT-07", |it| outputs(it)[2].dependencies.as_mut().expect("dependencies").reverse()),
    ("MD-STRUCT-08", |it| {
        let parameter = it.model_variables.variables.len() as u32;
        outputs(it)[2].dependencies.as_mut().expect("dependencies").push(parameter);
    }),
    ("MD-STRUCT-09", |it| outputs(it)[2].dependencies_kind = Some(vec![DependencyKind::Dependent])),
    ("MD-STRUCT-10", |it| {
        initial_unknowns(it)[0].dependencies_kind = Some(vec![DependencyKind::Fixed]);
    }),
    ("MD-STRUCT-11", |it| it.log_categories.as_mut().expect("categories").categories.clear()),
    ("MD-STRUCT-11", |it| derivatives(it).clear()),
    ("MD-MANY-01", |it| {
        let mut nameless = variable(it, "current").clone();
        nameless.name.clear();
        it.model_variables.variables.extend(vec![nameless; 10_001]);
    }),
];

#[test]
fn own_descriptions_have_no_findings() {
    for model in models::all() {
        assert_eq!(validate(&describe(&model)), [], "{}", model.identifier);
    }
}

#[test]
fn every_broken_rule_is_found() {
    for (place, (rule, make_wrong)) in BREAKS.iter().enumerate() {
        let mut description = clean();
        make_wrong(&mut description);
        let findings = validate(&description);
        let found = findings.iter().any(|finding| finding.rule == *rule);
        assert!(found, "break {place} of {rule} gives {findings:#?}");
    }
}

#[test]
fn every_rule_has_a_broken_description() {
    let broken: BTreeSet<&str> = BREAKS.iter().map(|(rule, _)| *rule).collect();
    let ids: Vec<&str> = rules(FmiVersion::V2).map(|rule| rule.id).collect();
    assert_eq!(broken, ids.iter().copied().collect());
    assert_eq!(broken.len(), ids.len(), "ids of rules are unique");
}

/// FMI 2.0, 2.2.7 and 2.2.5, do not say that a variable has one derivative only, nor that an experiment has a length.
#[test]
fn two_variables_may_be_the_derivative_of_one_and_an_experiment_may_be_one_instant() {
    let mut description = clean();
    real(&mut description, "motor_torque").derivative = Some(4);
    description.default_experiment.as_mut().expect("experiment").stop_time = Some(0.0);
    assert!(validate(&description).iter().all(|finding| finding.severity == Severity::Warning));
    let found: Vec<String> = validate(&description).into_iter().map(|finding| finding.rule).collect();
    assert!(!found.iter().any(|rule| rule.starts_with("MD-EXP") || rule == "MD-DER-03"), "{found:?}");
}

#[test]
fn attributes_are_told_as_the_file_spells_them() {
    let message = |make_wrong: fn(&mut ModelDescription)| {
        let mut description = clean();
        make_wrong(&mut description);
        validate(&description).remove(0).problem
    };
    let problem = message(|it| {
        variable(it, "friction_regime").initial = Some(Initial::Approx);
    });
    assert_eq!(problem, "has no start value, but is initial approx");
    let problem = message(|it| variable(it, "inertia").variability = Some(Variability::Continuous));
    assert_eq!(problem, "causality parameter does not go with variability continuous");
    let problem = message(|it| variable(it, "inertia").initial = Some(Initial::Calculated));
    assert_eq!(problem, "initial calculated with causality parameter and variability fixed; allowed: exact");
}

#[test]
fn a_finding_says_where_what_and_which_section() {
    let mut description = clean();
    real(&mut description, "friction.static_ratio").start = Some(0.5);
    let findings = validate(&description);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].severity, Severity::Error);
    assert_eq!(
        findings[0].to_string(),
        "error MD-RANGE-03 ModelVariables, variable 37 \"friction.static_ratio\": start 0.5 is below min 1 \
         (FMI 2.0, 2.2.3)"
    );
}
