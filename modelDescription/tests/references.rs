//! Manifest, experiments and parameter sets of FMI-LS-REF.
#![allow(clippy::unwrap_used, missing_docs)]

use model_description::references::{
    Deviation, Experiment, Experiments, Manifest, Parameter, ParameterSet, ParameterValue, Parameters, Related,
    TimeSeries, TransientSimulation, is_role, read_experiments, read_manifest, read_parameter_set, write_experiments,
    write_manifest, write_parameter_set,
};

#[test]
fn a_manifest_is_written_as_the_standard_shows_it_and_read_back() {
    let related = Related {
        mime_type: Some("text/csv".into()),
        source: "a_ref.csv".into(),
        role: "result".into(),
        description: Some("Results".into()),
        labels: Vec::new(),
    };
    let manifest = Manifest::new(vec![related]);
    let text = write_manifest(&manifest);
    for part in [
        "<fmiReferences ",
        "xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\"",
        "fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\"",
        "fmi-ls:fmi-ls-version=\"1.0.0-beta.1\"",
        "fmi-ls:fmi-ls-description=\"Layered Standard providing information on related files included in an FMU.\"",
        "<Related type=\"text/csv\" source=\"a_ref.csv\" role=\"result\" description=\"Results\"/>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(read_manifest(&text).unwrap(), manifest);
}

#[test]
fn roles_are_those_of_the_standard() {
    for role in
        ["experiment", "experiment/smoke-test", "experiment/validation", "serialized-state/x86_64-linux", "other"]
    {
        assert!(is_role(role), "{role}");
    }
    for role in ["", "experiments", "experiment/", "experiment/test", "result/x", "Result"] {
        assert!(!is_role(role), "{role}");
    }
}

#[test]
fn experiments_are_read_as_they_were_written_and_as_the_first_drafts_had_them() {
    let times = TransientSimulation { start_time: Some(0.0), stop_time: Some(1.6), step_size: Some(1e-3) };
    let deviation = Deviation { variable: "position".into(), absolute: 1e-9 };
    let experiment = Experiment {
        tolerance: Some(1e-9),
        parameters: Some(Parameters { mime_type: None, source: "a.ssv".into() }),
        stimuli: Some(TimeSeries::csv("a_in.csv".into(), Vec::new())),
        references: Some(TimeSeries::csv("a_ref.csv".into(), vec![deviation.clone()])),
        ..Experiment::transient("a".into(), "An experiment".into(), times.clone())
    };
    let all = Experiments { name: "All".into(), description: None, experiments: vec![experiment] };
    let text = write_experiments(&all);
    assert!(text.contains("<TransientSimulation startTime=\"0\" stopTime=\"1.6\" stepSize=\"0.001\"/>"), "{text}");
    let read = read_experiments("a.exp", &text).unwrap();
    assert_eq!(read, all);
    assert_eq!(read.experiments[0].references.as_ref().unwrap().deviations(), [deviation]);

    let draft = "<Experiments name=\"D\"><Experiment name=\"e\" startTime=\"0.0\" stopTime=\"1.6\" stepSize=\"0.001\">\
                 <Stimuli source=\"i.csv\"/></Experiment><Experiment name=\"f\"><Linearization/></Experiment></Experiments>";
    let read = read_experiments("a.exp", draft).unwrap();
    assert_eq!(read.experiments[0].times(), Some(times));
    assert_eq!(read.experiments[1].times(), None);
}

#[test]
fn parameters_keep_their_types_with_and_without_a_prefix() {
    let value = |value: &str| value.to_owned();
    let parameters = vec![
        Parameter { name: "inertia".into(), value: ParameterValue::Real { value: value("0.05") } },
        Parameter { name: "friction.law".into(), value: ParameterValue::Enumeration { value: value("lugre") } },
        Parameter { name: "n".into(), value: ParameterValue::Integer { value: value("3") } },
        Parameter { name: "on".into(), value: ParameterValue::Boolean { value: value("true") } },
    ];
    let set = ParameterSet::new("p".into(), parameters);
    let text = write_parameter_set(&set);
    assert!(text.contains("<ssv:ParameterSet xmlns:ssv=\"http://ssp-standard.org/SSP1/"), "{text}");
    assert!(text.contains("<ssv:Enumeration value=\"lugre\"/>"), "{text}");
    assert_eq!(read_parameter_set("p.ssv", &text).unwrap(), set);
    let plain = text.replace("ssv:", "").replace("xmlns:ssv", "xmlns");
    assert_eq!(read_parameter_set("p.ssv", &plain).unwrap().list, set.list);
}

#[test]
fn a_damaged_file_is_told_by_its_own_name_and_line() {
    assert_eq!(
        read_manifest("<fmiModelDescription/>").unwrap_err().to_string(),
        "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml, line 1: the root element is <fmiModelDescription>, not \
         <fmiReferences>"
    );
    assert!(read_experiments("x.exp", "<Experiments>\n<").unwrap_err().to_string().starts_with("x.exp, line 2: "));
}
