//! What random scenarios have found in the physics, each as the smallest case that shows it.

use actuator_fmu::actuator::{Actuator, Event, EventKind, MotionTransmission, Observer, Warning};
use test_support::quadrature::integral;
use test_support::scenario::{Kind, RETUNED, Scores, Weighing, assess_recorded, recorded};

/// Runs a scenario that found something, as it was then.
fn assess(kind: Kind, law: i32, seed: u64, weighing: Weighing) -> Result<Scores, String> {
    assess_recorded(&recorded(kind, law, seed), weighing)
}

/// All that is reported.
#[derive(Default)]
struct Reports {
    events: Vec<Event>,
    warnings: usize,
}

impl Observer for Reports {
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }

    fn warning(&mut self, _: &Warning) {
        self.warnings += 1;
    }
}

impl Reports {
    fn kinds(&self) -> Vec<EventKind> {
        self.events.iter().map(|event| event.kind).collect()
    }
}

/// A transmission at time 0, and what it reports.
struct Subject {
    actuator: MotionTransmission,
    reports: Reports,
    time: f64,
}

impl Subject {
    /// Inertia 1, no damping, fc 1 and fs 1.5, lossless mesh, stops at ±1; and what is said here.
    fn new(law: i32, reals: &[(&str, f64)]) -> Self {
        let neutral = [
            ("inertia", 1.0),
            ("viscous_coefficient", 0.0),
            ("friction.coulomb_torque", 1.0),
            ("friction.static_ratio", 1.5),
            ("friction.efficiency_opposing", 1.0),
            ("friction.efficiency_aiding", 1.0),
            ("travel.lower", -1.0),
            ("travel.upper", 1.0),
        ];
        let mut subject = Self { actuator: Kind::Transmission.transmission(), reports: Reports::default(), time: 0.0 };
        neutral.iter().chain(reals).for_each(|(name, value)| *subject.real(name) = *value);
        let place = subject.actuator.interface().integers.iter().position(|variable| variable.name == "friction.law");
        subject.actuator.integers_mut()[place.expect("a variable")] = law;
        subject.actuator.check().expect("these parameters are allowed");
        subject.actuator.initialize(0.0, &mut subject.reports);
        subject
    }

    fn real(&mut self, name: &str) -> &mut f64 {
        let place = self.actuator.interface().reals.iter().position(|variable| variable.name == name);
        &mut self.actuator.reals_mut()[place.expect("a variable")]
    }

    fn integer(&mut self, name: &str) -> i32 {
        self.actuator.update_outputs();
        let place = self.actuator.interface().integers.iter().position(|variable| variable.name == name);
        self.actuator.integers()[place.expect("a variable")]
    }

    fn output(&mut self, name: &str) -> f64 {
        self.actuator.update_outputs();
        *self.real(name)
    }

    /// A ramp from the present torque on, for as many steps of this length.
    fn go(&mut self, slope: f64, step: f64, steps: usize) {
        for _ in 0..steps {
            self.actuator.inputs_changed();
            self.actuator.set_input_derivative(0, slope);
            self.actuator.advance(self.time, step, &mut self.reports);
            self.time += step;
        }
    }
}

#[test]
fn a_body_that_jams_on_a_stop_rests_on_it() {
    // Was: clear of the stop, so that a torque against it broke it away, and it hit the stop with velocity zero.
    let mesh = [("inertia", 0.1), ("load_inertia", 1.0), ("friction.efficiency_aiding", -0.5)];
    let start = [("position_start", -1.0), ("velocity_start", -1.0)];
    let mut subject = Subject::new(1, &[mesh.as_slice(), &start].concat());
    subject.go(0.0, 0.1, 1);
    assert_eq!(subject.integer("end_stop"), -1);
    *subject.real("motor_torque") = -5.0;
    subject.go(0.0, 0.1, 1);
    assert_eq!(subject.reports.kinds(), [EventKind::Jam]);
    assert_eq!(subject.output("end_stop_torque"), -3.5);
}

#[test]
fn motion_that_only_rounding_stops_goes_on_without_an_event() {
    // Was: a reversal into the direction that it had, once in every internal step.
    let level = 0.132_911_866_213_547;
    let mut subject = Subject::new(
        2,
        &[
            ("friction.coulomb_torque", level),
            ("friction.static_ratio", 1.836_193_520_195_226_9),
            ("friction.stribeck_velocity", 0.000_890_256_817_942_603_5),
            ("friction.stribeck_exponent", 0.571_987_286_197_547),
            ("friction.efficiency_aiding", 0.057_046_022_603_434_5),
            ("friction.efficiency_opposing", 0.430_346_749_845_406_44),
            ("inertia", 0.111_820_011_747_102_17),
            ("load_inertia", 0.016_998_800_737_807_518),
            ("viscous_coefficient", 0.998_583_987_486_416_7),
            ("motor_torque", -0.244_051_907_498_369_89),
        ],
    );
    let (end, length) = (-0.244_051_907_498_369_97, 0.195_281_048_582_055_3);
    let slope = (end - *subject.real("motor_torque")) / length;
    subject.go(slope, length, 1);
    let reversals = subject.reports.kinds().iter().filter(|kind| matches!(kind, EventKind::Reversal { .. })).count();
    assert_eq!((reversals, subject.reports.warnings), (0, 0), "{:?}", subject.reports.kinds());
}

#[test]
fn a_jam_is_recognized_whatever_the_ratio_of_the_inertias_is() {
    // Was: taken for the end of a segment where rounding of the margin, which grows with the ratio, exceeded 1e-9; the
    // step was bridged.
    for number in 0..40 {
        let (law, velocity) = (2 + number % 2, 0.3 + 0.02 * f64::from(number));
        for inertia in [1e-3, 1e-6, 1e-9, 1e-12] {
            // No sliding solution where friction exceeds 1/0.6 of the Coulomb level.
            let mesh = [("inertia", inertia), ("load_inertia", 1.0), ("friction.efficiency_aiding", 0.4)];
            let friction = [("friction.static_ratio", 2.0), ("friction.stribeck_velocity", 0.1)];
            let start = [("velocity_start", velocity), ("friction.stribeck_exponent", 2.0)];
            let mut subject = Subject::new(law, &[mesh.as_slice(), &friction, &start].concat());
            subject.go(0.0, 1.0, 1);
            let told = (subject.reports.kinds(), subject.reports.warnings);
            assert_eq!(told, (vec![EventKind::Jam], 0), "law {law}, inertia {inertia}, velocity {velocity}");
            assert_eq!((subject.integer("friction_regime"), subject.output("velocity")), (0, 0.0));
        }
    }
}

#[test]
fn a_characteristic_that_vanishes_far_out_is_not_forgotten_on_the_way_to_it() {
    // Was: in the first version with series those of exp(−|v/v_s|^m) seemed to have converged to zero where the exponent
    // was large, and the body stopped 1e-3 s late; then steps through a large exponent were so short that they were taken
    // for stiff.
    let scenarios = [(Kind::Transmission, 40000051), (Kind::Servo, 40000004), (Kind::Hydraulic, 41000772)];
    for (kind, seed) in scenarios {
        assess(kind, 3, seed, Weighing(1000)).expect("a physical scenario");
    }
}

#[test]
fn what_is_bridged_is_mirrored_exactly() {
    // Was: the damping of a bridged servo was a difference of torques, with other rounding in the mirror.
    for law in [2, 3] {
        assess(Kind::Servo, law, 60019358, Weighing(1000)).expect("a physical scenario");
    }
}

#[test]
fn energy_closes_up_to_a_jam() {
    // Was: 5e-9 of the turnover was missing, in the judgement. Its panels were not halved close enough to the jam.
    for (law, seed) in [(2, 60010500), (3, 60000350), (8, 60006300)] {
        assess(Kind::Transmission, law, seed, Weighing(1)).expect("a physical scenario");
    }
}

#[test]
fn a_jam_is_located_though_the_deceleration_before_it_has_no_bound() {
    // Was: 2 % late in the second case. A cubic through the steep mesh torque swings through zero, and the solver
    // changed the side of the mesh there, although the torque itself did not vanish.
    let (level, excess, stribeck, exponent) = (0.0293, 1.457, 0.2933, 1.5067);
    for (inertia, drive, viscous, start) in [(1e-2, 0.0, 0.0, 1.0), (1e-12, 0.0889, 0.1496, 3.0)] {
        let load_inertia = 1.277e-3;
        let inertia = inertia * load_inertia;
        let mesh = [("inertia", inertia), ("load_inertia", load_inertia), ("friction.efficiency_aiding", 0.3412)];
        let friction = [
            ("friction.coulomb_torque", level),
            ("friction.static_ratio", 1.0 + excess),
            ("friction.stribeck_velocity", stribeck),
            ("friction.stribeck_exponent", exponent),
            ("viscous_coefficient", viscous),
        ];
        let moving = [("motor_torque", drive), ("velocity_start", start)];
        let mut subject = Subject::new(2, &[mesh.as_slice(), &friction, &moving].concat());
        subject.go(0.0, 0.03, 1);
        // Aiding: (J_M + (1 − g·χ)·J_L)·v' = T − c·v − χ·fc up to where the left side vanishes.
        let gain = 1.0 - 0.3412;
        let ratio = |velocity: f64| 1.0 + excess / (1.0 + (velocity / stribeck).powf(exponent));
        let effective = |velocity: f64| inertia + (1.0 - gain * ratio(velocity)) * load_inertia;
        let slowing = |velocity: f64| level * ratio(velocity) + viscous * velocity - drive;
        let limit_ratio = (1.0 + inertia / load_inertia) / gain;
        let limit = stribeck * (excess / (limit_ratio - 1.0) - 1.0).powf(1.0 / exponent);
        let time = integral(limit, start, 20_000, |velocity| effective(velocity) / slowing(velocity));
        let jam = subject.reports.events[0];
        assert_eq!(jam.kind, EventKind::Jam);
        // The tolerance of 1e-9 a step, of the start velocity; the body jams where 2e-6 of its inertia is left.
        assert!((jam.time / time - 1.0).abs() < 1e-8, "inertia {inertia:e}: {:e} s and not {time:e}", jam.time);
        assert!((jam.velocity - limit).abs() < 1e-7 * start, "{:e} and not {limit:e}", jam.velocity);
    }
}

#[test]
fn a_jam_behind_the_valve_is_recognized_though_its_margin_is_rounded() {
    // Was: taken for the end of a segment that this law does not have, again and again, until the step was bridged. The
    // margin is 1 + f·J_L/J_M with a ratio of 1e12.
    let scores = assess(Kind::Servo, 3, 1861, Weighing(1000));
    assert_eq!(scores.expect("a physical scenario").warned, 0);
}

#[test]
fn a_body_that_breaks_away_from_where_its_load_vanishes_moves_at_once() {
    // Was: the side of a load of zero, by the rounding of its slope, changed to and fro until the step was bridged, and
    // the motion began one internal step late.
    let scores = assess(Kind::Hydraulic, 8, 9598, Weighing(1000));
    assert_eq!(scores.expect("a physical scenario").warned, 0);
}

#[test]
fn a_body_that_starts_into_its_stop_hits_it_however_soon_it_would_turn_back() {
    for (law, torque) in [(2, -100.0), (3, -1000.0), (8, -100.0)] {
        let start = [("position_start", 1.0), ("velocity_start", 0.01), ("motor_torque", torque)];
        let mut subject = Subject::new(law, &start);
        subject.go(0.0, 0.01, 1);
        assert_eq!(subject.reports.kinds()[0], EventKind::EndStop { side: 1 }, "law {law}");
        assert!(subject.output("position") <= 1.0);
    }
}

#[test]
fn breakaway_to_either_side_is_the_mirror_of_the_other_where_there_is_no_friction() {
    // Was: backward whenever both breakaway levels were crossed within rounding, because the later guard went first.
    let scores = assess(Kind::Transmission, 2, 15283, Weighing(1000));
    assert_eq!(scores.expect("a scenario with a mirror").scenarios, 1);
}

#[test]
fn energy_closes_for_bristles_that_are_very_stiff() {
    // Was: 2e-6 of the turnover missing. The test took the friction of 4e6 times the level at the very start, which lasts
    // 1 ns, for that of a whole step, and its panels agreed within a share of that.
    assess(Kind::Transmission, 7, 23200, Weighing(1)).expect("a physical scenario");
}

#[test]
fn a_kink_of_the_valve_that_is_touched_does_not_depend_on_the_communication_step() {
    // Was: a flapper that turns round as it touches its stop stayed there for 0.3 ms, although it pressed on it with less
    // than nothing, where the remaining step was so short that this provably rose: it was taken to start at zero.
    assess(Kind::Servo, 1, 3424, Weighing(1000)).expect("a physical scenario");
}

#[test]
fn a_jam_behind_the_valve_does_not_depend_on_the_communication_step() {
    // Was: 9e-5 s late in every second case. The body jammed where 2e-6 of its driving inertia is left, 1e-20 of the speed
    // above the limit where that is 1e-12 of the driven one: below what a step, or a number, tells apart.
    assess(Kind::Servo, 2, 5825, Weighing(1000)).expect("a physical scenario");
}

#[test]
fn jams_that_follow_each_other_ever_faster_end_in_balance() {
    // Was: bridged, and out of balance at the end of the step. Where nothing holds the body and its drive falls through
    // zero, each motion lasts the square of the one before, and the last ones no step resolves; and bridging took the
    // torques from the begin of its interval.
    for (law, seed) in [(1, 9013759), (2, 9003578)] {
        assess(Kind::Transmission, law, seed, Weighing(1000)).expect("a physical scenario");
    }
}

#[test]
fn the_events_of_a_steep_characteristic_do_not_depend_on_the_communication_step() {
    // Was: moved by up to 1.5e-7 s, five times what a change of the data by 1e-7 does. The implicit integrator allowed
    // errors of the velocity, from which a body that breaks away gently grows.
    let hydraulic = [(2, 8017421), (3, 8017421), (3, 8021839)].map(|(law, seed)| (Kind::Hydraulic, law, seed));
    for (kind, law, seed) in hydraulic.into_iter().chain([(Kind::Servo, 2, 5003672)]) {
        assess(kind, law, seed, Weighing(1000)).expect("a physical scenario");
    }
}

#[test]
fn a_comparator_whose_fixed_steps_diverge_ends_its_life_with_a_refusal_and_a_remedy() {
    // Was: judged as a failure of the physics; what the FMU says of it was not looked at.
    for law in [9, 11, 12] {
        let scores = assess(Kind::Hydraulic, law, 80008234, Weighing(1000)).expect("an answer of the FMU");
        assert_eq!((scores.diverged, scores.points), (1, 16), "law {law}");
    }
}

#[test]
fn a_stiff_characteristic_keeps_to_the_tolerance_whatever_the_communication_step_is() {
    // Was: refused by the judge, because a stop moved by 4.56e-12 s. Sliding back with 5e-5 of its inertia left, the body is
    // so stiff that the implicit integrator leads it; with a tolerance of 1e-12 all steps agree to 1e-14 s.
    assess(Kind::Servo, 2, 60021596, Weighing(1000)).expect("a physical scenario");
}

#[test]
fn what_the_implicit_integrator_leads_moves_by_what_its_tolerance_does() {
    // Was: not compared. The tolerance of 1e-9 is relative to 1e-3 m and 1e-3 m/s at least, and these scenarios creep with 1e-5 m/s
    // to a stop: its time moves by up to 8.5e-9 s, more than a change of the data by 1e-7 does, and by 1e-11 s with a
    // tolerance of 1e-13.
    for (law, seed) in [(4, 97000021), (5, 97000021), (4, 97001414), (5, 97001414), (5, 99002454)] {
        assess(Kind::Hydraulic, law, seed, Weighing(1000)).expect("a physical scenario");
    }
}

#[test]
fn a_velocity_that_has_decayed_to_the_smallest_number_costs_no_more_than_any_other() {
    // Was: 0.6 s for each internal step of 1 ms. Nothing could be proved of a guard of -5e-324 m/s, because its parts rounded
    // away, and the search for its crossing halved 67 million intervals.
    assess(Kind::Hydraulic, 5, 98000130, Weighing(1000)).expect("a physical scenario");
}

#[test]
fn a_narrow_stribeck_effect_of_the_bristles_is_not_leapt_over_on_the_way_to_rest() {
    // Was: in every second case a stop 8.9e-8 s late and a velocity wrong by 1.9e-7 m/s, with a tolerance of 1e-11 too. The
    // effect lasts 0.1 ms before the reversal, and fell between two nodes of a step of 0.4 ms that ends there.
    assess(Kind::Hydraulic, 7, 99103812, Weighing(1)).expect("a physical scenario");
}

#[test]
fn of_two_events_right_before_a_jam_the_one_that_comes_first_is_taken() {
    // Was: a jam 3e-11 s late, with any tolerance. The load side turns over as the deceleration grows without bound, within
    // 1e-10 s of the segment's end; the cubics of a step took the order wrong, and what is behind the jam is no motion.
    assess(Kind::Servo, 2, 120003069, Weighing(1000)).expect("a physical scenario");
}

#[test]
fn a_servo_that_has_settled_stops_when_rounding_of_its_command_lets_it() {
    // Was: refused by the judge, because a stop moved by 1.4e-12 s. The velocity has come down to 1e-10 rad/s; one bit of the
    // position, which the loop multiplies, is 1e-17 rad/s of it.
    for law in [1, 2] {
        assess(Kind::Servo, law, 120023908, Weighing(1000)).expect("a physical scenario");
    }
}

/// Driving inertia 1e-12 of the driven, damping 5e13 times faster than an internal step: the terms of its expansion exceeded
/// all numbers, and so did the states.
#[test]
fn a_damping_far_too_fast_for_its_step_gives_numbers() {
    assess(Kind::Servo, 1, RETUNED + 27, Weighing(1000)).unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn a_frozen_life_reads_back_as_it_was_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/robustness/scenarios");
    for entry in std::fs::read_dir(folder).expect("the folder of scenarios") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let word = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).expect("a scenario").to_owned();
        let kind = Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == word("actuator ")).expect("an actuator");
        let (law, seed) = (word("law ").parse().expect("a law"), word("seed ").parse().expect("a seed"));
        assert_eq!(recorded(kind, law, seed).to_string(), text, "{}", path.display());
    }
}
