//! No equation knows its units: in other ones everything is the same to the bit. Random scenarios of `tests/support/src/scenario`, with
//! all parameters, inputs and times in units that are powers of two times the usual ones.
#![allow(dead_code, unused_imports, reason = "the random scenarios are used as they are")]

use test_support::cases;
use test_support::scenario::{Kind, Method, in_other_units};

const KINDS: [Kind; 3] = [Kind::Transmission, Kind::Servo, Kind::Hydraulic];

fn is_the_same_in_other_units(law: i32, method: Method) {
    let problems: Vec<String> = KINDS
        .into_iter()
        .flat_map(|kind| cases::seeds(1, 20, 100).map(move |seed| (kind, seed)))
        .filter_map(|(kind, seed)| in_other_units(kind, law, seed, method).err())
        .collect();
    assert!(problems.is_empty(), "{} are not: {}", problems.len(), problems[0]);
}

macro_rules! laws {
    ($($name:ident: $law:expr, $method:expr;)*) => {$(
        #[test]
        fn $name() {
            is_the_same_in_other_units($law, $method);
        }
    )*};
}

laws! {
    coulomb_friction_is_the_same_in_other_units: 1, Method::EventLocated;
    hess_soom_friction_is_the_same_in_other_units: 2, Method::EventLocated;
    stribeck_friction_is_the_same_in_other_units: 3, Method::EventLocated;
    majd_simaan_friction_is_the_same_in_other_units: 4, Method::EventLocated;
    approximate_majd_simaan_friction_is_the_same_in_other_units: 5, Method::EventLocated;
    dahl_friction_is_the_same_in_other_units: 6, Method::EventLocated;
    lugre_friction_is_the_same_in_other_units: 7, Method::EventLocated;
    tabulated_friction_is_the_same_in_other_units: 8, Method::EventLocated;
    karnopp_friction_is_the_same_in_other_units: 9, Method::EventLocated;
    sign_friction_is_the_same_in_other_units: 10, Method::EventLocated;
    hyperviscous_friction_is_the_same_in_other_units: 11, Method::EventLocated;
    quinn_friction_is_the_same_in_other_units: 12, Method::EventLocated;
    elasto_plastic_friction_is_the_same_in_other_units: 13, Method::EventLocated;
}

#[test]
fn fixed_steps_are_the_same_in_other_units() {
    (1..=8).chain([13]).for_each(|law| is_the_same_in_other_units(law, Method::FixedStep));
}
