//! Variables of all types of FMI 3.0.

use super::command::{fails, fmu_pack, succeeds};
use super::fmu::Integrator;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

#[test]
fn one_element_of_an_array_is_set_and_the_others_keep_their_values() {
    let fmu = Integrator::new();
    let out = succeeds(&["run", fmu.path(), "--stop-time", "0.25", "--set", "table[2]=7", "--set", "table[3]=0.5"]);
    // 1 + 10*7 + 100*0.5
    assert!(out.ends_with("\n0.25,0,0,121,0\n"), "{out}");
}

#[test]
fn the_list_of_variables_has_elements_other_names_and_types() {
    let fmu = Integrator::new();
    let out = succeeds(&["info", "--variables", "--format", "json", fmu.path()]);
    let info: serde_json::Value = serde_json::from_str(&out).unwrap();
    let variables = info["variables"].as_array().unwrap();
    let start = |name: &str| {
        let found = variables.iter().find(|variable| variable["name"] == name);
        found.map(|variable| variable["start"].as_str().unwrap().to_string())
    };
    assert_eq!([start("table[1]"), start("table[3]"), start("table")], [Some("1".into()), Some("3".into()), None]);
    let of_x: Vec<&str> =
        variables.iter().filter(|v| v["reference"] == 1).map(|v| v["name"].as_str().unwrap()).collect();
    assert_eq!(of_x, ["x", "integral"]);
    let crossing = variables.iter().find(|variable| variable["name"] == "crossing").unwrap();
    assert_eq!((&crossing["type"], &crossing["causality"]), (&"clock".into(), &"output".into()));
}

#[test]
fn a_value_that_its_type_does_not_hold_is_refused_before_the_run() {
    let fmu = Integrator::new();
    succeeds(&["run", fmu.path(), "--set", "narrow=-128", "--set", "kind=two"]);
    let message = fails(&["run", fmu.path(), "--set", "narrow=128"], 2);
    assert_eq!(message, "error: --set narrow=128: must be a whole number from -128 to 127\n");
    let message = fails(&["run", fmu.path(), "--set", "kind=3"], 2);
    assert_eq!(message, "error: --set kind=3: must be one of one (1), two (2)\n");
    let message = fails(&["run", fmu.path(), "--set", "crossing=1"], 2);
    assert_eq!(
        message,
        "error: --set crossing=1: crossing has causality output; only parameters and inputs can be set\n"
    );
}

/// Variables of the types that no double holds, and an array of inputs.
fn with_wide_variables(description: &str) -> String {
    let variables = r#"
    <Float64 name="gains" valueReference="15" causality="input" start="0 0 0"><Dimension start="3"/></Float64>
    <UInt64 name="count" valueReference="16" causality="parameter" start="0"/>
    <UInt64 name="counted" valueReference="16" causality="output"/>
    <Int64 name="signed" valueReference="17" causality="output"/>
    <String name="label" valueReference="18" causality="output"><Dimension start="2"/></String>
    <Binary name="bytes" valueReference="19" causality="output"/>
  </ModelVariables>"#;
    description.replace("  </ModelVariables>", variables)
}

#[test]
fn integers_of_64_bits_are_set_and_recorded_digit_by_digit() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let arguments = ["run", fmu.path(), "--stop-time", "0.25", "--record", "counted,signed"];
    let out = succeeds(&[&arguments[..], &["--set", "count=18446744073709551615"]].concat());
    // 2^64 - 1, and -(2^53 + 1), the first whole number that is no double.
    let row = "18446744073709551615,-9007199254740993";
    assert_eq!(out, format!("time,counted,signed\n0,{row}\n0.25,{row}\n"));
    let message = fails(&["run", fmu.path(), "--set", "count=18446744073709551616"], 2);
    assert_eq!(
        message,
        "error: --set count=18446744073709551616: must be a whole number from 0 to 18446744073709551615\n"
    );
}

#[test]
fn an_input_signal_that_would_lose_digits_of_an_integer_is_refused_with_its_cell() {
    let wanted = "<Int64 name=\"wanted\" valueReference=\"20\" causality=\"input\" start=\"0\"/></ModelVariables>";
    let fmu = Integrator::with(&[], |description| description.replace("</ModelVariables>", wanted));
    let signal = fmu.folder.path().join("wanted.csv");
    for value in ["9007199254740993", "-9007199254740995", "9223372036854775807"] {
        std::fs::write(&signal, format!("time,wanted\n0,{value}\n")).unwrap();
        let message = fails(&["run", fmu.path(), "--input", signal.to_str().unwrap()], 2);
        let (place, allowed) = ("wanted.csv, line 2, column 2", "must be a whole number");
        assert!(message.contains(place) && message.contains(value) && message.contains(allowed), "{message}");
    }
}

#[test]
fn a_parquet_file_has_integers_of_64_bits_as_they_are() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let output = fmu.folder.path().join("out.parquet");
    let files = ["-o", output.to_str().unwrap(), "--record", "counted,signed,label[2],x"];
    succeeds(
        &[&["run", fmu.path(), "--stop-time", "0.25", "--set", "count=18446744073709551615"], &files[..]].concat(),
    );
    let reader = SerializedFileReader::new(std::fs::File::open(output).unwrap()).unwrap();
    let row = reader.get_row_iter(None).unwrap().last().unwrap().unwrap();
    assert_eq!(row.get_ulong(1).unwrap(), u64::MAX);
    assert_eq!(row.get_long(2).unwrap(), -9_007_199_254_740_993);
    assert_eq!(row.get_string(3).unwrap(), "moved");
    assert_eq!(row.get_double(4).unwrap(), 0.0);
}

/// What a sweep leaves as CSV.
fn swept(fmu: &Integrator, more: &[&str]) -> String {
    let output = fmu.folder.path().join("out.csv");
    succeeds(&[&["sweep", fmu.path(), "--stop-time", "0.25", "-o", output.to_str().unwrap()], more].concat());
    std::fs::read_to_string(output).unwrap()
}

#[test]
fn a_sweep_sets_and_keeps_integers_of_64_bits_digit_by_digit() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let record = ["--record", "counted,signed", "--set"];
    let rows = |counts: &[&str]| -> String {
        let row = |(run, count): (usize, &&str)| {
            let signed = ["-9007199254740993"; 3].join(",");
            format!("{run},{count},{count},{count},{count},{signed},\n")
        };
        counts.iter().enumerate().map(row).collect()
    };
    let header = "run,count,counted,counted_min,counted_max,signed,signed_min,signed_max,problem\n";
    // 2^64 - 1, and 2^53 + 1, the first whole number that is no double.
    let counts = ["18446744073709551615", "9007199254740993", "7"];
    let out = swept(&fmu, &[&record[..], &[&format!("count={}", counts.join(","))]].concat());
    assert_eq!(out, format!("{header}{}", rows(&counts)));
    let out = swept(&fmu, &[&record[..], &["count=18446744073709551615:18446744073709551611:3"]].concat());
    assert_eq!(
        out,
        format!("{header}{}", rows(&["18446744073709551615", "18446744073709551613", "18446744073709551611"]))
    );
    let samples = fmu.folder.path().join("samples.csv");
    std::fs::write(&samples, "count\n9007199254740993\n18446744073709551614\n").unwrap();
    let out = swept(&fmu, &[&record[..2], &["--samples-from", samples.to_str().unwrap()]].concat());
    assert_eq!(out, format!("{header}{}", rows(&["9007199254740993", "18446744073709551614"])));
    let refused = fails(&["sweep", fmu.path(), "--set", "count=1:2:3", "-o", "out.csv"], 2);
    assert!(refused.contains("count=1:2:3: 1.5 must be a whole number"), "{refused}");
}

#[test]
fn the_parquet_file_of_a_sweep_has_integers_of_64_bits_and_texts() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let output = fmu.folder.path().join("out.parquet");
    let arguments = ["sweep", fmu.path(), "--stop-time", "0.25", "--record", "counted,signed,label[2],bytes"];
    succeeds(&[&arguments[..], &["--set", "count=18446744073709551615", "-o", output.to_str().unwrap()]].concat());
    let reader = SerializedFileReader::new(std::fs::File::open(output).unwrap()).unwrap();
    let row = reader.get_row_iter(None).unwrap().last().unwrap().unwrap();
    let unsigned: Vec<u64> = (1..=4).map(|place| row.get_ulong(place).unwrap()).collect();
    assert_eq!(unsigned, [u64::MAX; 4], "count, and the last, the smallest and the largest value of counted");
    let signed: Vec<i64> = (5..=7).map(|place| row.get_long(place).unwrap()).collect();
    assert_eq!(signed, [-9_007_199_254_740_993; 3]);
    assert_eq!((&**row.get_string(8).unwrap(), &**row.get_string(9).unwrap()), ("moved", "007fff"));
}

#[test]
fn a_sweep_keeps_texts_and_bytes_at_the_end_where_they_stand_in_the_description() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let out = swept(&fmu, &["--set", "u=0,4"]);
    let expected = "run,u,x,x_min,x_max,hits,hits_min,hits_max,table_sum,table_sum_min,table_sum_max,half,half_min,half_max,\
         counted,counted_min,counted_max,signed,signed_min,signed_max,label[1],label[2],bytes,problem\n\
         0,0,0,0,0,0,0,0,321,321,321,0,0,0,0,0,0,-9007199254740993,-9007199254740993,-9007199254740993,first,moved,007fff,\n\
         1,4,1,0,1,0,0,0,321,321,321,0.5,0,0.5,0,0,0,-9007199254740993,-9007199254740993,-9007199254740993,first,moved,007fff,\n";
    assert_eq!(out, expected);
}

#[test]
fn a_text_that_the_fmu_does_not_give_is_left_out_of_a_sweep_and_named_once() {
    let unknown = "<Binary name=\"other\" valueReference=\"21\" causality=\"output\"/></ModelVariables>";
    let fmu =
        Integrator::with(&[], |description| with_wide_variables(description).replace("</ModelVariables>", unknown));
    let output = fmu.folder.path().join("out.csv");
    let record = ["--record", "x,bytes,other", "--set", "u=0,4", "-o", output.to_str().unwrap()];
    let answer = fmu_pack(&[&["sweep", fmu.path(), "--stop-time", "0.25"], &record[..]].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert_eq!(answer.err, "warning: other is left out: the FMU does not give its value\n");
    let rows = std::fs::read_to_string(output).unwrap();
    assert_eq!(rows, "run,u,x,x_min,x_max,bytes,other,problem\n0,0,0,0,0,007fff,,\n1,4,1,0,1,007fff,,\n");
}

#[test]
fn the_run_with_the_largest_integer_of_64_bits_is_kept() {
    let fmu = Integrator::with(&[], with_wide_variables);
    // As doubles the two are the same.
    let counts = ["--set", "count=9007199254740992,9007199254740993", "--record", "counted"];
    swept(&fmu, &[&counts[..], &["--keep", "largest:counted:1"]].concat());
    let kept = |run: u64| fmu.folder.path().join(format!("out_run{run}.csv")).exists();
    assert_eq!((kept(0), kept(1)), (false, true));
    let bytes = ["sweep", fmu.path(), "--set", "u=0,4", "--keep", "smallest:bytes:1", "-o", "out.csv"];
    let message = fails(&bytes, 2);
    assert_eq!(message, "error: --keep: bytes is a text, and has no smallest and no largest value\n");
}

#[test]
fn a_comparison_has_integers_of_64_bits_and_texts_in_its_table_and_names_the_texts_that_are_not_drawn() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let (output, plot) = (fmu.folder.path().join("out.csv"), fmu.folder.path().join("out.svg"));
    let vary = ["compare", fmu.path(), "--vary", "count=9007199254740993,18446744073709551615", "--stop-time", "0.25"];
    let record = ["--record", "counted,label[2]"];
    let files = ["-o", output.to_str().unwrap(), "--plot", plot.to_str().unwrap()];
    let answer = fmu_pack(&[&vary[..], &record, &files].concat());
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert_eq!(answer.err, "warning: label[2] is a text, and not in the plot\n");
    let (first, second) = ("9007199254740993", "18446744073709551615");
    assert_eq!(
        std::fs::read_to_string(output).unwrap(),
        format!(
            "time,{first}/counted,{first}/label[2],{second}/counted,{second}/label[2]\n\
             0,{first},,{second},\n0.25,{first},moved,{second},moved\n"
        )
    );
    let message = fails(&[&vary[..], &["--record", "label[2]", "--plot", plot.to_str().unwrap()]].concat(), 2);
    assert!(message.contains("label[2] is a text, and there is nothing else to draw"), "{message}");
}

#[test]
fn texts_and_bytes_are_recorded_where_they_stand_in_the_description() {
    let fmu = Integrator::with(&[], with_wide_variables);
    let out = succeeds(&["run", fmu.path(), "--stop-time", "0.25"]);
    assert_eq!(
        out,
        "time,x,hits,table_sum,half,counted,signed,label[1],label[2],bytes\n\
         0,0,0,321,0,0,-9007199254740993,first,,\n0.25,0,0,321,0,0,-9007199254740993,first,moved,007fff\n"
    );
}

#[test]
fn signals_take_truth_values_names_of_items_and_arrays_as_settings_do() {
    let tunable = |description: &str| {
        let kind = "declaredType=\"Kind\" causality=\"parameter\"";
        with_wide_variables(description).replace(kind, "declaredType=\"Kind\" causality=\"input\"")
    };
    let fmu = Integrator::with(&[], tunable);
    let signals = fmu.signals("time,u,hold,kind,gains\n0,1,true,two,1 2 3\n0.5,1,false,one,1 2 3\n1,1,0,1,0 0 0\n");
    let record = ["--record", "x,hold,kind,gains[1],gains[3],table_sum", "--step-size", "0.5"];
    let out = succeeds(&[&["run", fmu.path(), "--input", &signals], &record[..]].concat());
    // It is held up to 0.5 s; 1 + 10*2 + 100*3 are added to the table's 321.
    let rows = ["0,0,1,2,1,3,642", "0.5,0,0,1,1,3,642", "1,0.5,0,1,0,0,321"].join("\n");
    assert_eq!(out, format!("time,x,hold,kind,gains[1],gains[3],table_sum\n{rows}\n"));
    for (cells, column, problem) in [
        ("1,perhaps,one,1 2 3", 3, "hold = \"perhaps\": must be true or false"),
        ("1,true,three,1 2 3", 4, "kind = \"three\": must be one of one (1), two (2)"),
        ("1,true,one,1 2", 5, "gains = \"1 2\": must be 3 values with spaces between them, as 1 2 3"),
        ("1,true,one,1 2 x", 5, "gains = \"1 2 x\": must be a finite number such as 0.25 or -1e3"),
    ] {
        let signals = fmu.signals(&format!("time,u,hold,kind,gains\n0,{cells}\n"));
        let message = fails(&["run", fmu.path(), "--input", &signals], 2);
        assert_eq!(message, format!("error: {signals}, line 2, column {column}: {problem}\n"));
    }
}

/// Parameters that are texts, bytes and arrays, each with an output that shows it.
fn with_rich_parameters(description: &str) -> String {
    let two = "<Dimension start=\"2\"/>";
    let kinds = [
        ("String", "note", 21, ""),
        ("String", "notes", 22, two),
        ("Binary", "seed", 23, ""),
        ("Binary", "seeds", 24, two),
        ("Int64", "wide", 25, two),
    ];
    let variables = kinds.map(|(kind, name, reference, dimension)| {
        let start = if kind == "Int64" { " start=\"0 0\"" } else { "" };
        format!(
            "<{kind} name=\"{name}\" valueReference=\"{reference}\" causality=\"parameter\"{start}>{dimension}</{kind}>\
             <{kind} name=\"has_{name}\" valueReference=\"{reference}\" causality=\"output\">{dimension}</{kind}>"
        )
    });
    with_wide_variables(description).replace("</ModelVariables>", &(variables.concat() + "</ModelVariables>"))
}

#[test]
fn an_array_is_set_as_a_whole() {
    let fmu = Integrator::with(&[], with_rich_parameters);
    let run = |more: &[&str]| {
        succeeds(
            &[&["run", fmu.path(), "--stop-time", "0.25", "--record", "table_sum,has_wide[1],has_wide[2]"], more]
                .concat(),
        )
    };
    // 1*4 + 10*5 + 100*6; 2^53 + 1 is no double, and -2^63 the smallest whole number of 64 bits.
    let out = run(&["--set", "table=4 5  6", "--set", "wide=9007199254740993 -9223372036854775808"]);
    assert!(out.ends_with("\n0.25,654,9007199254740993,-9223372036854775808\n"), "{out}");
    // An array of inputs, which is set in initialization mode: 1*1 + 10*2 + 100*3 more than the table's 321.
    assert!(run(&["--set", "gains=\"1 2 3\""]).ends_with("\n0.25,642,0,0\n"));
    let parameters = fmu.folder.path().join("parameters.txt");
    std::fs::write(&parameters, "# a table\ntable = 4 5 6\nwide = 1 -1\n").unwrap();
    assert!(run(&["--parameters", parameters.to_str().unwrap()]).ends_with("\n0.25,654,1,-1\n"));
}

#[test]
fn an_array_with_another_number_of_values_is_refused() {
    let fmu = Integrator::new();
    let refused = |values: &[&str]| {
        let set = values.iter().flat_map(|value| ["--set", value]).collect::<Vec<_>>();
        fails(&[&["run", fmu.path()], &set[..]].concat(), 2)
    };
    for (values, found) in [("1 2", "2 values"), ("1 2 3 4", "4 values"), ("1", "1 value"), ("", "0 values")] {
        let told = format!("error: --set table={values}: table has 3 elements, not {found}\n");
        assert_eq!(refused(&[&format!("table={values}")]), told);
    }
    let message = refused(&["table=1 2.x 3"]);
    assert!(message.starts_with("error: --set table=1 2.x 3: 2.x must be a finite number such as 0.25"), "{message}");
    let message = refused(&["table=1 2 3", "table[2]=5"]);
    assert_eq!(message, "error: --set table[2]=5: table[2] is set twice\n");
    let message = refused(&["tabel=1 2 3"]);
    assert!(message.contains("no parameter or input called tabel; the nearest names are"), "{message}");
}

#[test]
fn a_whole_number_that_is_beyond_its_limit_by_less_than_a_double_shows_is_refused() {
    let limit = "<UInt64 name=\"count\" max=\"9007199254740992\"";
    let fmu = Integrator::with(&[], |d| with_wide_variables(d).replace("<UInt64 name=\"count\"", limit));
    succeeds(&["run", fmu.path(), "--set", "count=9007199254740992"]);
    let message = fails(&["run", fmu.path(), "--set", "count=9007199254740993"], 2);
    assert_eq!(message, "error: --set count=9007199254740993: must be at most 9007199254740992\n");
}

#[test]
fn texts_and_bytes_are_set() {
    let fmu = Integrator::with(&[], with_rich_parameters);
    let record = ["--record", "has_note,has_notes[1],has_notes[2],has_seed,has_seeds[1],has_seeds[2]"];
    let run = |settings: &[&str]| {
        let set = settings.iter().flat_map(|setting| ["--set", setting]).collect::<Vec<_>>();
        let out = succeeds(&[&["run", fmu.path(), "--stop-time", "0.25"], &record[..], &set].concat());
        out.lines().next_back().unwrap().to_owned()
    };
    assert_eq!(run(&["note=größer = 5 m", "seed=00fF3c"]), "0.25,größer = 5 m,,,00ff3c,,");
    assert_eq!(run(&["note=\" a b \"", "seed="]), "0.25, a b ,,,,,");
    assert_eq!(run(&["notes=one \"two three\"", "seeds=01 0203"]), "0.25,,one,two three,,01,0203");
    assert_eq!(run(&["notes[2]=two three", "seeds[1]=7f"]), "0.25,,,two three,,7f,");
    let refused = |setting: &str| fails(&["run", fmu.path(), "--set", setting], 2);
    let bytes = "bytes of two hexadecimal digits each, such as 00ff3c";
    assert_eq!(refused("seed=00f"), format!("error: --set seed=00f: must be {bytes}\n"));
    assert_eq!(refused("seeds=00 0x"), format!("error: --set seeds=00 0x: 0x must be {bytes}\n"));
    assert_eq!(refused("notes=one"), "error: --set notes=one: notes has 2 elements, not 1 value\n");
}
