//! Bad input: one clear sentence each.

use super::Bench;

/// Steady friction as a formula, from a trajectory.
const STUDY: &str = r#"
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
fn samples(count: usize) -> Vec<[f64; 3]> {
    let one = |k: usize| {
        let w = 1.0 + (0.37 * k as f64).sin();
        [0.01 * k as f64, w, 1.0 + 0.5 * w + 0.001 * (1.7 * k as f64).cos()]
    };
    (0..count).map(one).collect()
}

fn file(rows: &[[f64; 3]]) -> String {
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
        told.contains("model a: 2 parameters are free and there are 1 data; more data than parameters are needed"),
        "{told}"
    );
    let told = refused(&file(&samples(2)));
    assert!(told.contains("a.csv: it has 2 rows of readings; at least 3 are needed"), "{told}");
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
