//! Admissible ranges of every friction parameter: a value outside is refused by its name, and nothing else changes.

use crate::laws;

use actuator_fmu::actuator::{Actuator, InvalidParameter};
use actuator_fmu::interface::FIRST_INTEGER_REFERENCE;
use laws::{Kind, law, set_table};
use test_support::saved::save;
use test_support::{Recorder, get, set, set_all};

/// Name of the refused variable.
fn name(actuator: &dyn Actuator, refused: &InvalidParameter) -> &'static str {
    let interface = actuator.interface();
    match refused.reference.checked_sub(FIRST_INTEGER_REFERENCE) {
        Some(index) => interface.integers[index as usize].name,
        None => interface.reals[refused.reference as usize].name,
    }
}

/// The law's name with its parameters in order, on a running actuator of the kind.
fn running(kind: Kind, number: i32) -> Box<dyn Actuator> {
    let mut actuator = kind.actuator();
    set(&mut *actuator, "friction.law", f64::from(number));
    set_table(&mut *actuator, kind, 1.0, 0.1);
    actuator.check().unwrap_or_else(|refused| panic!("{kind:?}, law {number}: {refused:?}"));
    let mut recorder = Recorder::default();
    actuator.initialize(0.0, &mut recorder);
    actuator.advance(0.0, 0.01, &mut recorder);
    actuator.update_outputs();
    actuator
}

/// Sets one parameter, expects it to be refused, and expects the rest to be as before.
fn assert_refused(kind: Kind, number: i32, parameter: &str, value: f64) {
    let mut actuator = running(kind, number);
    let good = get(&*actuator, parameter);
    let before = save(&mut *actuator);
    set(&mut *actuator, parameter, value);
    let refused = actuator.check().expect_err(&format!("{kind:?}, law {number}: {parameter} = {value}"));
    assert_eq!(name(&*actuator, &refused), parameter, "{kind:?}, law {number}");
    assert!(refused.value == value || (refused.value.is_nan() && value.is_nan()), "{refused:?}");
    assert!(refused.allowed.starts_with("must"), "{refused:?}");
    set(&mut *actuator, parameter, good);
    assert!(save(&mut *actuator) == before, "{parameter}: the check changed something");
}

#[test]
fn every_default_configuration_of_every_law_is_admissible() {
    for kind in Kind::ALL {
        for number in law::all() {
            running(kind, number);
        }
    }
}

#[test]
fn values_outside_their_ranges_are_refused_under_every_law() {
    for kind in Kind::ALL {
        for number in law::all() {
            for (parameter, values) in [
                (kind.coulomb_name(), &[-1e-9][..]),
                // fs < fc.
                ("friction.static_ratio", &[1.0 - 1e-12, 0.0, -1.0]),
                ("friction.breakaway_ratio", &[0.999]),
                ("friction.efficiency_opposing", &[0.0, -0.5, 1.0 + 1e-12]),
                ("friction.efficiency_aiding", &[1.0 + 1e-12]),
                ("friction.stribeck_velocity", &[0.0, -1e-3]),
                ("friction.stribeck_exponent", &[0.0, -1.0, 10.5]),
                ("friction.sharpness", &[0.0, -10.0]),
                ("friction.regularization_velocity", &[0.0, -1e-3]),
                ("friction.bristle_stiffness", &[0.0, -1e5]),
                ("friction.bristle_damping", &[-1e-9]),
                ("friction.law", &[0.0, law::all().len() as f64 + 1.0, -1.0]),
                ("friction.elastic_share", &[-1e-9, 1.0]),
                ("friction.table.size", &[0.0, 17.0]),
            ] {
                for &value in values {
                    assert_refused(kind, number, parameter, value);
                }
            }
        }
    }
}

#[test]
fn what_is_not_a_finite_number_is_refused() {
    for kind in Kind::ALL {
        for parameter in [
            "friction.static_ratio",
            "friction.efficiency_aiding",
            "friction.stribeck_velocity",
            "friction.bristle_deflection_start",
            "friction.table.velocity[2]",
            kind.coulomb_name(),
        ] {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert_refused(kind, law::COULOMB, parameter, value);
            }
        }
    }
}

#[test]
fn the_ends_of_the_ranges_that_belong_to_them_are_accepted() {
    for kind in Kind::ALL {
        for number in law::all() {
            let mut actuator = running(kind, number);
            let ends = [
                ("friction.static_ratio", 1.0),
                ("friction.breakaway_ratio", 1.0),
                ("friction.efficiency_opposing", 1.0),
                ("friction.efficiency_aiding", 1.0),
                ("friction.bristle_damping", 0.0),
                ("friction.stribeck_exponent", 10.0),
            ];
            set_all(&mut *actuator, &ends);
            assert_eq!(actuator.check(), Ok(()), "{kind:?}, law {number}");
            set(&mut *actuator, "friction.efficiency_aiding", -100.0);
            assert_eq!(actuator.check(), Ok(()), "irreversible without a bound");
        }
    }
}

#[test]
fn a_table_must_begin_at_rest_and_ascend_where_it_is_used() {
    let kind = Kind::Hydraulic;
    assert_refused(kind, law::TABULATED, "friction.table.velocity[1]", 0.01);
    // Points at 0, 0.1, 0.3 and 1 m/s.
    assert_refused(kind, law::TABULATED, "friction.table.velocity[2]", 0.0);
    assert_refused(kind, law::TABULATED, "friction.table.velocity[3]", 0.1);
    assert_refused(kind, law::TABULATED, "friction.table.velocity[4]", 0.25);
    assert_refused(kind, law::TABULATED, "friction.table.force[2]", -1.0);
    assert_refused(kind, law::TABULATED, "friction.table.velocity[2]", -0.1);
    // Points beyond the size, and tables of other laws, do not matter.
    for (number, size) in [(law::TABULATED, 2.0), (law::STRIBECK, 4.0)] {
        let mut actuator = running(kind, number);
        set(&mut *actuator, "friction.table.size", size);
        set(&mut *actuator, "friction.table.velocity[4]", 0.2);
        assert_eq!(actuator.check(), Ok(()), "law {number}");
    }
}

#[test]
fn laws_refuse_what_their_formula_cannot_take() {
    for kind in Kind::ALL {
        assert_refused(kind, law::MAJD_SIMAAN_APPROXIMATE, "friction.sharpness", 1.0);
        for number in law::bristles() {
            assert_refused(kind, number, kind.coulomb_name(), 0.0);
        }
        // The exact amplitude has a limit there, and the others take zero friction.
        let mut exact = running(kind, law::MAJD_SIMAAN);
        set(&mut *exact, "friction.sharpness", 1.0);
        assert_eq!(exact.check(), Ok(()));
        for number in [law::COULOMB, law::STRIBECK, law::MAJD_SIMAAN, law::TABULATED, law::KARNOPP, law::QUINN] {
            let mut actuator = running(kind, number);
            set(&mut *actuator, kind.coulomb_name(), 0.0);
            assert_eq!(actuator.check(), Ok(()), "{kind:?}, law {number}");
        }
    }
}

#[test]
fn refusals_of_motion_and_solver_parameters_name_them_too() {
    for kind in Kind::ALL {
        let inertia = if kind == Kind::Hydraulic { "mass" } else { "inertia" };
        for (parameter, value) in [
            (inertia, 0.0),
            ("viscous_coefficient", -1.0),
            ("position_start", 1e7),
            ("solver.tolerance", 0.0),
            ("solver.max_step_size", 0.0),
            ("solver.fixed_step_size", 1e-12),
            ("solver.method", 3.0),
        ] {
            assert_refused(kind, law::COULOMB, parameter, value);
        }
        let lower = get(&*running(kind, law::COULOMB), "travel.upper") + 1.0;
        assert_refused(kind, law::COULOMB, "travel.lower", lower);
    }
}

/// A refused tunable change is undone by its owner; the run goes on as if it had never been tried.
#[test]
fn a_run_goes_on_unchanged_after_a_refused_change() {
    let run = |disturbed: bool| {
        let mut actuator = running(Kind::Transmission, law::STRIBECK);
        let mut recorder = Recorder::default();
        if disturbed {
            let good = get(&*actuator, "friction.static_ratio");
            set(&mut *actuator, "friction.static_ratio", 0.5);
            assert!(actuator.check().is_err());
            set(&mut *actuator, "friction.static_ratio", good);
        }
        actuator.advance(0.01, 0.05, &mut recorder);
        save(&mut *actuator)
    };
    assert!(run(true) == run(false));
}
