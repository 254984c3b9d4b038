//! Linear systems of FMUs of others.

use super::command::succeeds;
use super::fmu::Bad;

/// A ball that falls, with its states as outputs by their value references; with or without directional derivatives.
fn falling_ball(flag: &str) -> Bad {
    let variable = |name: &str, reference: u32, causality: &str, derivative: &str| {
        format!(
            "<ScalarVariable name=\"{name}\" valueReference=\"{reference}\" causality=\"{causality}\" \
             variability=\"continuous\"><Real {derivative}/></ScalarVariable>"
        )
    };
    let variables = [
        variable("h", 4, "output", ""),
        variable("v", 5, "output", ""),
        variable("der(h)", 6, "local", "derivative=\"4\""),
        variable("der(v)", 7, "local", "derivative=\"5\""),
    ]
    .concat();
    Bad::with(&[], |description| {
        let exchange = format!("<ModelExchange modelIdentifier=\"Bad\" {flag}/><CoSimulation");
        let structure = "<Outputs><Unknown index=\"4\"/><Unknown index=\"5\"/></Outputs>\
                         <Derivatives><Unknown index=\"6\"/><Unknown index=\"7\"/></Derivatives>";
        let description =
            description.replace("<CoSimulation", &exchange).replace("causality=\"output\"", "causality=\"local\"");
        description
            .replace("</ModelVariables>", &format!("{variables}</ModelVariables>"))
            .replace("<Outputs><Unknown index=\"2\"/></Outputs>", structure)
    })
}

#[test]
fn a_falling_ball_moves_and_its_outputs_are_its_states() {
    for flag in ["providesDirectionalDerivative=\"true\"", ""] {
        let fmu = falling_ball(flag);
        let system: serde_json::Value = serde_json::from_str(&succeeds(&["linearize", fmu.path()])).unwrap();
        // h' = v, v' = -9.81, whatever u is.
        assert_eq!(system["removed_states"], serde_json::json!([]), "{flag}");
        assert_eq!(system["c"], serde_json::json!([[1.0, 0.0], [0.0, 1.0]]), "{flag}");
        let entry = |row: usize, column: usize| system["a"][row][column].as_f64().unwrap();
        assert_eq!([entry(0, 0), entry(1, 0), entry(1, 1)], [0.0; 3], "{flag}");
        // A central difference is good to its step.
        assert!((entry(0, 1) - 1.0).abs() < 1e-9, "{flag}");
        for pole in system["poles"].as_array().unwrap() {
            assert_eq!(
                (pole["natural_frequency"].as_f64(), &pole["damping_ratio"]),
                (Some(0.0), &serde_json::Value::Null)
            );
        }
    }
}
