//! Every rule of the validator for FMI 3.0, broken once in a description that is clean otherwise.

use model_description::fmi3::schema::{
    Alias, Causality, DependencyKind, Dimension, Initial, LogCategory, TypeDefinition, Unknown, Variability, Variable,
    VariableType,
};
use model_description::fmi3::{ModelDescription, describe, validate};
use model_description::validation::rules;
use model_description::{FmiVersion, models};
use std::collections::BTreeSet;

fn clean() -> ModelDescription {
    let models = models::all();
    let servo = models.iter().find(|model| model.identifier == "ServoActuator");
    describe(servo.expect("there is a ServoActuator")).expect("it can be described")
}

fn variable<'a>(description: &'a mut ModelDescription, name: &str) -> &'a mut Variable {
    let mut variables = description.model_variables.variables.iter_mut();
    variables.find(|variable| variable.name == name).expect("the variable is declared")
}

fn units(description: &mut ModelDescription) -> &mut Vec<model_description::schema::Unit> {
    &mut description.unit_definitions.as_mut().expect("there are units").units
}

fn types(description: &mut ModelDescription) -> &mut Vec<TypeDefinition> {
    &mut description.type_definitions.as_mut().expect("there are types").types
}

fn outputs(description: &mut ModelDescription) -> &mut Vec<Unknown> {
    &mut description.model_structure.outputs
}

fn initial_unknowns(description: &mut ModelDescription) -> &mut Vec<Unknown> {
    &mut description.model_structure.initial_unknowns
}

type Break = (&'static str, fn(&mut ModelDescription));

const BREAKS: &[Break] = &[
    ("M3-HEAD-01", |it| it.fmi_version = "3.0-alpha".into()),
    ("M3-HEAD-02", |it| it.model_name.clear()),
    ("M3-HEAD-03", |it| it.instantiation_token.clear()),
    ("M3-HEAD-04", |it| (it.model_exchange, it.co_simulation) = (None, None)),
    ("M3-HEAD-05", |it| it.co_simulation.as_mut().expect("CS").model_identifier = "2fast".into()),
    ("M3-HEAD-06", |it| it.variable_naming_convention = Some("nested".into())),
    ("M3-HEAD-07", |it| it.model_exchange.as_mut().expect("ME").can_get_and_set_fmu_state = false),
    ("M3-HEAD-08", |it| it.co_simulation.as_mut().expect("CS").provides_intermediate_update = false),
    ("M3-EXP-01", |it| it.default_experiment.as_mut().expect("experiment").stop_time = Some(f64::INFINITY)),
    ("M3-EXP-02", |it| it.default_experiment.as_mut().expect("experiment").stop_time = Some(-1.0)),
    ("M3-LOG-01", |it| {
        let categories = &mut it.log_categories.as_mut().expect("categories").categories;
        categories.push(LogCategory { name: "logAll".into(), description: None });
    }),
    ("M3-LOG-02", |it| it.log_categories.as_mut().expect("categories").categories.clear()),
    ("M3-LOG-02", |it| types(it).clear()),
    ("M3-UNIT-01", |it| {
        let again = units(it)[0].clone();
        units(it).push(again);
    }),
    ("M3-UNIT-02", |it| {
        let unit = &mut units(it)[1];
        unit.display_units.push(unit.display_units[0].clone());
    }),
    ("M3-UNIT-03", |it| units(it)[1].display_units[0].factor = Some(0.0)),
    ("M3-UNIT-04", |it| variable(it, "current").unit = Some("mA".into())),
    ("M3-UNIT-05", |it| variable(it, "current").unit = None),
    ("M3-UNIT-05", |it| variable(it, "current").display_unit = Some("uA".into())),
    ("M3-UNIT-06", |it| variable(it, "acceleration").unit = Some("rad/s".into())),
    ("M3-TYPE-01", |it| types(it)[0].name.clear()),
    ("M3-TYPE-02", |it| types(it)[0].items[1].value = 1),
    ("M3-TYPE-02", |it| types(it)[0].items.clear()),
    ("M3-TYPE-03", |it| variable(it, "friction.law").declared_type = None),
    ("M3-TYPE-04", |it| variable(it, "friction.law").declared_type = Some("FrictionLow".into())),
    ("M3-TYPE-04", |it| variable(it, "current").declared_type = Some("FrictionLaw".into())),
    ("M3-TYPE-05", |it| variable(it, "friction.law").start = Some("99".into())),
    ("M3-NAME-01", |it| variable(it, "current").name.clear()),
    ("M3-NAME-02", |it| variable(it, "current").name = "velocity".into()),
    ("M3-NAME-02", |it| variable(it, "current").aliases = vec![Alias { name: "time".into(), ..Alias::default() }]),
    ("M3-NAME-03", |it| variable(it, "current").name = "motor current".into()),
    ("M3-NAME-04", |it| variable(it, "event_count").value_reference = 0),
    ("M3-START-01", |it| variable(it, "inertia").variability = Some(Variability::Continuous)),
    ("M3-START-02", |it| variable(it, "end_stop").variability = Some(Variability::Continuous)),
    ("M3-START-03", |it| variable(it, "inertia").initial = Some(Initial::Calculated)),
    ("M3-START-03", |it| variable(it, "time").initial = Some(Initial::Exact)),
    ("M3-START-04", |it| variable(it, "command").start = None),
    ("M3-START-05", |it| variable(it, "acceleration").start = Some("0".into())),
    ("M3-START-06", |it| variable(it, "time").causality = None),
    ("M3-START-06", |it| variable(it, "current").causality = Some(Causality::Independent)),
    ("M3-START-07", |it| variable(it, "friction.table.velocity").start = Some("0 1 2".into())),
    ("M3-START-07", |it| variable(it, "inertia").start = Some("1 2".into())),
    ("M3-START-08", |it| variable(it, "inertia").start = Some("NaN".into())),
    ("M3-START-08", |it| variable(it, "friction.table.size").start = Some("2147483648".into())),
    ("M3-START-08", |it| variable(it, "friction.table.size").max = Some("1.5".into())),
    ("M3-RANGE-01", |it| variable(it, "inertia").max = Some("-1".into())),
    ("M3-RANGE-02", |it| variable(it, "friction.static_ratio").start = Some("0.99".into())),
    ("M3-RANGE-02", |it| variable(it, "friction.table.size").start = Some("17".into())),
    ("M3-RANGE-03", |it| variable(it, "position").nominal = Some(0.0)),
    ("M3-DIM-01", |it| variable(it, "friction.table.velocity").dimensions[0] = Dimension::default()),
    ("M3-DIM-01", |it| variable(it, "friction.table.velocity").dimensions[0].start = Some(0)),
    ("M3-DIM-02", |it| {
        variable(it, "friction.table.velocity").dimensions[0] = Dimension { start: None, value_reference: Some(0) };
    }),
    ("M3-DIM-03", |it| {
        variable(it, "breakaway").dimensions = vec![Dimension { start: Some(2), value_reference: None }];
    }),
    ("M3-DER-01", |it| variable(it, "acceleration").derivative = Some(9999)),
    ("M3-DER-01", |it| variable(it, "acceleration").derivative = Some(4096)),
    ("M3-DER-02", |it| {
        variable(it, "motor_torque").derivative = Some(4);
        let value_reference = variable(it, "motor_torque").value_reference;
        let unknown = Unknown { value_reference, dependencies: None, dependencies_kind: None };
        it.model_structure.continuous_state_derivatives.push(unknown);
    }),
    ("M3-DER-03", |it| variable(it, "current").reinit = Some(true)),
    ("M3-CLOCK-01", |it| variable(it, "breakaway").interval_variability = None),
    ("M3-CLOCK-01", |it| variable(it, "breakaway").causality = Some(Causality::Parameter)),
    ("M3-CLOCK-02", |it| variable(it, "event_count").clocks = Some(vec![0])),
    ("M3-CLOCK-02", |it| variable(it, "position").clocks = Some(vec![8193])),
    ("M3-CLOCK-03", |it| variable(it, "event_count").previous = Some(4097)),
    ("M3-CLOCK-04", |it| variable(it, "inertia").intermediate_update = Some(true)),
    ("M3-STRUCT-01", |it| outputs(it)[0].value_reference = 9999),
    ("M3-STRUCT-01", |it| {
        let again = outputs(it)[0].clone();
        outputs(it).push(again);
    }),
    ("M3-STRUCT-02", |it| drop(outputs(it).pop())),
    ("M3-STRUCT-02", |it| outputs(it)[0].value_reference = 8192),
    ("M3-STRUCT-03", |it| it.model_structure.continuous_state_derivatives[0].value_reference = 0),
    ("M3-STRUCT-04", |it| drop(initial_unknowns(it).remove(0))),
    ("M3-STRUCT-04", |it| initial_unknowns(it)[0].value_reference = 0),
    ("M3-STRUCT-05", |it| outputs(it)[2].dependencies = Some(vec![0, 0])),
    ("M3-STRUCT-05", |it| outputs(it)[2].dependencies = Some(vec![9999])),
    ("M3-STRUCT-06", |it| outputs(it)[2].dependencies = Some(vec![4098])),
    ("M3-STRUCT-07", |it| outputs(it)[2].dependencies_kind = Some(vec![DependencyKind::Dependent])),
    ("M3-STRUCT-08", |it| initial_unknowns(it)[0].dependencies_kind = Some(vec![DependencyKind::Fixed])),
    ("M3-STRUCT-09", |it| it.model_structure.event_indicators[0].value_reference = 4096),
    ("M3-STRUCT-10", |it| {
        it.model_structure.clocked_states.push(Unknown { value_reference: 4096, ..Unknown::default() });
    }),
    ("M3-MANY-01", |it| {
        let mut nameless = variable(it, "current").clone();
        nameless.name.clear();
        it.model_variables.variables.extend(vec![nameless; 10_001]);
    }),
];

#[test]
fn own_descriptions_have_no_findings() {
    for model in models::all() {
        assert_eq!(validate(&describe(&model).expect("it can be described")), [], "{}", model.identifier);
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
    let ids: Vec<&str> = rules(FmiVersion::V3).map(|rule| rule.id).collect();
    assert_eq!(broken, ids.iter().copied().collect());
    assert_eq!(broken.len(), ids.len(), "ids of rules are unique");
}

#[test]
fn parameters_are_knowns_in_fmi3() {
    let mut description = clean();
    let inertia = variable(&mut description, "inertia").value_reference;
    let output = &mut outputs(&mut description)[2];
    (output.dependencies, output.dependencies_kind) = (Some(vec![inertia]), None);
    assert_eq!(validate(&description), []);
}

#[test]
fn an_output_clock_may_be_an_initial_unknown_or_not() {
    let mut description = clean();
    let of_clock = |unknown: &Unknown| (8193..8196).contains(&unknown.value_reference);
    let before = initial_unknowns(&mut description).len();
    initial_unknowns(&mut description).retain(|unknown| !of_clock(unknown));
    assert_eq!(initial_unknowns(&mut description).len(), before - 3);
    assert_eq!(validate(&description), []);
}

#[test]
fn one_start_value_stands_for_all_elements() {
    let mut description = clean();
    variable(&mut description, "friction.table.velocity").start = Some("0.5".into());
    assert_eq!(validate(&description), []);
}

#[test]
fn whole_numbers_are_compared_beyond_the_digits_of_floating_point_ones() {
    let mut description = clean();
    let size = variable(&mut description, "friction.table.size");
    size.variable_type = VariableType::UInt64;
    (size.max, size.start) = (Some("18446744073709551614".into()), Some("18446744073709551615".into()));
    let rules: Vec<String> = validate(&description).into_iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["M3-RANGE-02"]);
}

#[test]
fn a_finding_says_where_what_and_which_section() {
    let mut description = clean();
    variable(&mut description, "friction.static_ratio").start = Some("0.5".into());
    let findings = validate(&description);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0].to_string(),
        "error M3-RANGE-02 ModelVariables, variable 38 \"friction.static_ratio\": start 0.5 is below min 1 \
         (FMI 3.0, 2.4.4)"
    );
}
