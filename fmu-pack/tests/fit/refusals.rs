//! Bad input: one clear sentence each.

use super::Bench;

/// Steady friction as a formula, from a trajectory.
pub(super) const STUDY: &str = r#"
[model.a]
law = "sliding"
[parameter.coulomb]
start = 1
[parameter.viscous]
start = 0.1
[recording.r]
files = "a.csv"
time.column = "t"
input.velocity.column = "w"
output.torque.column = "T"
"#;

/// Samples of 1 + 0.5·w.
pub(super) fn samples(count: usize) -> Vec<[f64; 3]> {
    let one = |k: usize| {
        let w = 1.0 + (0.37 * k as f64).sin();
        [0.01 * k as f64, w, 1.0 + 0.5 * w + 0.001 * (1.7 * k as f64).cos()]
    };
    (0..count).map(one).collect()
}

pub(super) fn file(rows: &[[f64; 3]]) -> String {
    let rows: Vec<String> = rows.iter().map(|[t, w, torque]| format!("{t},{w},{torque}\n")).collect();
    format!("t,w,T\n{}", rows.concat())
}

fn refused(content: &str) -> String {
    Bench::new(&[("a.csv", content)]).refused(STUDY)
}

#[test]
fn a_column_that_is_not_there_is_told_with_those_that_are() {
    let told = refused(&file(&samples(40)).replace("t,w,T", "t,w,torque"));
    assert!(told.contains("a.csv, line 1: there is no column \"T\""), "{told}");
    assert!(told.contains("the columns are t, w, torque"), "{told}");
}

#[test]
fn a_cell_that_is_no_number_is_told_with_file_line_and_column() {
    let told = refused(&file(&samples(40)).replace("0.03,", "NaN,"));
    assert!(told.contains("a.csv, line 5, column 1: cell = \"NaN\": is no finite number"), "{told}");
}

#[test]
fn times_that_go_back_are_told_with_their_row() {
    let mut rows = samples(40);
    rows[7][0] = 0.055;
    let told = refused(&file(&rows));
    assert!(told.contains("a.csv: at row 8 the time goes from 0.06 s to 0.055 s; times must rise"), "{told}");
}

#[test]
fn unequal_samples_are_used_and_told() {
    let mut rows = samples(40);
    rows.retain(|[t, _, _]| !(0.1..0.13).contains(t));
    let fit = Bench::new(&[("a.csv", &file(&rows))]).fit(STUDY, &[]);
    assert!(fit.said.contains("r: its samples are unequally spaced, 1.000e-2 s to 4.000e-2 s"), "{}", fit.said);
    assert!((fit.value("viscous") - 0.5).abs() < 1e-2, "{}", fit.result);
}

#[test]
fn samples_with_a_gap_of_a_thousand_are_refused() {
    let mut rows = samples(40);
    rows[39][0] = 1000.0;
    let told = refused(&file(&rows));
    assert!(told.contains("too unequal to be simulated; sample them again at equal times"), "{told}");
}

#[test]
fn a_recording_in_which_nothing_moves_is_refused() {
    let rows: Vec<[f64; 3]> = samples(40).iter().map(|[t, w, _]| [*t, *w, 0.25]).collect();
    let told = refused(&file(&rows));
    assert!(told.contains("a.csv: nothing moves: torque is 0.25 in all 40 rows"), "{told}");
}

#[test]
fn a_sensor_at_the_end_of_its_range_is_told() {
    let rows: Vec<[f64; 3]> = samples(200)
        .iter()
        .map(|[t, w, torque]| {
            // The slow part goes beyond what the sensor shows.
            [*t, *w, (torque + 4.0 * (4.0 * t).sin()).min(4.5)]
        })
        .collect();
    let fit = Bench::new(&[("a.csv", &file(&rows))]).fit(STUDY, &[]);
    assert!(fit.said.contains("torque stays at 4.5, the end of its values, for "), "{}", fit.said);
}

#[test]
fn fewer_data_than_parameters_are_refused() {
    let study = STUDY.replace("kind", "").replace("time.column = \"t\"", "kind = \"stationary\"");
    let told = Bench::new(&[("a.csv", &file(&samples(40)))]).refused(&study);
    assert!(
        told.contains(
            "model a: the recordings have 1 value for 2 free parameters; more data than parameters are needed"
        ),
        "{told}"
    );
    for (rows, read) in [(2, "2 rows"), (1, "1 row")] {
        let told = refused(&file(&samples(rows)));
        assert!(told.contains(&format!("a.csv: it has {read} of readings; at least 3 are needed")), "{told}");
    }
}

#[test]
fn what_a_study_does_not_say_is_told_where_it_belongs() {
    let bench = Bench::new(&[("a.csv", &file(&samples(40)))]);
    for (study, told) in [
        (STUDY.replace("law = \"sliding\"", ""), "[model.a] needs one of fmu, config and law = \"sliding\""),
        (STUDY.replace("coulomb", "colomb"), "(parameter.colomb): the model a has no parameter or input called colomb"),
        (STUDY.replace("output.torque", "output.force"), "the model a has no parameter or input called force"),
        (STUDY.replace("time.column = \"t\"", ""), "a trajectory needs its times: time.column, or sampling"),
        (STUDY.replace("start = 1", "begin = 1"), "is no key of a parameter; there are variable, start"),
        (STUDY.replace("start = 1", "start = 1\nlower = 2"), "start = 1 must be within lower = 2 and upper = inf"),
        (STUDY.replace("start = 1", "start = 0"), "start is 0: give size, how large a change matters"),
        (STUDY.replace("files = \"a.csv\"", "files = \"b*.csv\""), "b*.csv: there is no such file"),
        (STUDY.replace("files = \"a.csv\"", "files = \"a.csv\"\nheld_back = true"), "there is no recording to fit"),
        (STUDY.replace("[parameter.coulomb]\nstart = 1\n[parameter.viscous]\nstart = 0.1\n", ""), "nothing is free"),
    ] {
        let said = bench.refused(&study);
        assert!(said.contains(told), "{told}: {said}");
    }
}

/// The same law from three steady recordings, each of a velocity.
fn steady_study() -> String {
    STUDY.replace("files = \"a.csv\"\ntime.column = \"t\"", "files = [\"s*.csv\"]\nkind = \"stationary\"")
}

fn steady() -> Bench {
    let of = |w: f64| {
        let rows: Vec<[f64; 3]> = samples(40)
            .iter()
            .enumerate()
            .map(|(k, [t, ..])| [*t, w, 1.0 + 0.5 * w + 0.01 * (1.7 * k as f64).cos()])
            .collect();
        file(&rows)
    };
    Bench::new(&[("s1.csv", &of(1.0)), ("s2.csv", &of(2.0)), ("s3.csv", &of(3.0))])
}

/// All refusals of [`steady_study`] with a text replaced.
fn are_refused(cases: &[(&str, &str, &str)]) {
    let bench = steady();
    for (of, by, told) in cases {
        let said = bench.refused(&steady_study().replace(of, by));
        assert!(said.contains(told), "{by}: {told}: {said}");
        assert!(!bench.path("out/study.resume").exists() && !bench.path("out/result.json").exists(), "{by}");
    }
}

#[test]
fn a_model_whose_name_is_no_file_name_is_refused() {
    let bench = steady();
    let outside = bench.text("evil");
    for name in [&outside, "", "a/b", "../evil", " a", "a\\\\b", "a:b"] {
        let said = bench.refused(&steady_study().replace("[model.a]", &format!("[model.\"{name}\"]")));
        assert!(said.contains("becomes that of a file"), "{name}: {said}");
    }
    assert!(!bench.path("evil.txt").exists());
    are_refused(&[
        ("[model.a]", "[model.\"a.b\"]", "the name of a model has no dots"),
        ("[model.a]", "[model.A]\nlaw = \"sliding\"\n[model.a]", "differs from another model by capitals alone"),
    ]);
    assert!(bench.fit(&steady_study().replace("[model.a]", "[model.\"Ärger 1-b_\"]"), &[]).said.is_empty());
}

/// The study and what it reads are still there, whatever the results are called.
#[test]
fn results_do_not_take_the_place_of_what_is_read() {
    let bench = steady();
    let folder = bench.text("");
    let template = "model = \"MotionTransmission\"\n";
    bench.write("template.toml", template);
    for (study, model) in [("report.html", "a"), ("b.txt", "b"), ("study.toml", "template")] {
        let text = steady_study().replace("[model.a]", &format!("[model.{model}]\nconfig = \"template.toml\""));
        bench.write(study, &text);
        let said = crate::command::fails(&["fit", &bench.text(study), "-o", &folder], 2);
        assert!(said.contains("this file is read; the results need another name"), "{said}");
        assert_eq!((bench.read(study), bench.read("template.toml")), (text, template.to_owned()));
    }
    assert!(!bench.path("result.json").exists());
}

#[test]
fn a_global_search_of_too_many_points_is_refused_before_memory_is_taken() {
    are_refused(&[
        ("\n[model.a]", "starts = 1000000000000\n[model.a]", "starts = 1000000000000: starts*(generations + 1)"),
        ("\n[model.a]", "starts = 5\ngenerations = 9223372036854775807\n[model.a]", "it has at most 1000000"),
    ]);
}

#[test]
fn numbers_of_which_squares_are_none_are_refused_before_anything_is_written() {
    let bench = steady();
    let content = bench.read("s2.csv").replacen("0.02,2,", "0.02,2,1e200\n0.021,2,", 1);
    bench.write("s2.csv", &content);
    let said = bench.refused(&steady_study());
    assert!(said.contains("s2.csv: torque is 1e200 at row 3; numbers up to 1e75 can be fitted"), "{said}");
    assert!(!bench.path("out/result.json").exists());
}

#[test]
fn noise_that_is_not_above_0_is_refused() {
    for noise in ["0", "-1", "\"-2 mN.m\""] {
        let told = format!("noise = {noise}: must be greater than 0");
        are_refused(&[(
            "output.torque.column",
            &format!("output.torque.noise = {noise}\noutput.torque.column"),
            &told,
        )]);
    }
}

#[test]
fn means_of_equal_rows_get_a_standard_error_that_is_told_or_are_refused() {
    let bench = steady();
    let equal = |w: f64| file(&samples(50).iter().map(|[t, ..]| [*t, w, 1.0 + 0.1 * w]).collect::<Vec<_>>());
    bench.write("s1.csv", &equal(1.0));
    let fit = bench.fit(&steady_study(), &[]);
    let told =
        "torque is 1.1 in all 50 rows; the standard error of its mean is taken from the surest of the recordings";
    assert!(fit.said.contains(told), "{}", fit.said);
    bench.write("s2.csv", &equal(2.0));
    bench.write("s3.csv", &equal(3.0));
    let bare = Bench::new(&[("s1.csv", &equal(1.0)), ("s2.csv", &equal(2.0)), ("s3.csv", &equal(3.0))]);
    let said = bare.refused(&steady_study());
    assert!(said.contains("torque is 1.1 in all 50 rows, which tells no standard error of its mean"), "{said}");
    let given = steady_study().replace("output.torque.column", "output.torque.noise = 0.05\noutput.torque.column");
    assert!(bare.fit(&given, &[]).covers("viscous", 0.1));
}

#[test]
fn what_is_no_number_or_lies_beyond_is_told_as_it_is() {
    are_refused(&[
        ("start = 0.1", "start = nan", "start = nan: \"nan\" is not a finite number"),
        ("start = 0.1", "start = 0.1\nlower = 0.1\nupper = 0.1", "lower = 0.1 must be less than upper = 0.1"),
        ("kind =", "skip = 100\nkind =", "s1.csv: skip = 100 leaves nothing of its 41 lines"),
        ("kind =", "settle = -1\nkind =", "settle must be 0 or more"),
    ]);
    let told = refused(&file(&samples(40)).replace("0.03,", "NaN,"));
    assert!(!told.contains("comma"), "{told}");
}

#[test]
fn units_of_another_quantity_are_refused_of_the_formula_too() {
    are_refused(&[
        (
            "start = 1\n",
            "start = \"20 m\"\n",
            "start = \"20 m\": must be a number, or one with a unit that converts to N.m or N",
        ),
        ("input.velocity.column", "input.velocity.unit = \"rad\"\ninput.velocity.column", "converts to rad/s or m/s"),
        ("output.torque.column", "output.torque.noise = \"1 rad\"\noutput.torque.column", "converts to N.m or N"),
    ]);
}

#[test]
fn a_heading_or_a_file_that_is_there_twice_is_refused() {
    are_refused(&[("[\"s*.csv\"]", "[\"s*.csv\", \"s2.csv\"]", "s2.csv: it is read twice in recording.r")]);
    let bench = steady();
    bench.write("s1.csv", &bench.read("s1.csv").replace("t,w,T", "w,w,T"));
    let said = bench.refused(&steady_study());
    assert!(said.contains("line 1: columns 1 and 2 are both headed \"w\"; give the number"), "{said}");
}
