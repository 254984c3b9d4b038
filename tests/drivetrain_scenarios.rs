//! Random drivetrains obey the laws of physics; and those who judge them object to what does not.
#![allow(clippy::unwrap_used, missing_docs)]

use test_support::cases;
use test_support::drivetrain_scenario::additions::{CREEPING, LINEAR, SERVOS, TUNED};
use test_support::drivetrain_scenario::flow::{Closed, closes};
use test_support::drivetrain_scenario::judge::{RULES, objects};
use test_support::drivetrain_scenario::machine::{Friction, Instant, Machine};
use test_support::drivetrain_scenario::reduce::{reduce, rule};
use test_support::drivetrain_scenario::run::{Scene, Trace};
use test_support::drivetrain_scenario::same::{mirror, neighbours, other_order, other_steps, reading, saved_state};
use test_support::drivetrain_scenario::scenario::{Element, Load, Piece, Scenario};
use test_support::drivetrain_scenario::{
    BEARINGS, Kind, Scores, UNBALANCED, assess, assess_all, assess_briefly, brief_defect, defect, draw, known_defects,
};
use test_support::random::Random;
use test_support::reports::Reports;

/// Where seeds begin, and how many scenarios of them are assessed at each change and in a thorough run: plain ones, those with bearings, and
/// those with something else besides; `scripts/reliability.sh` runs more.
const SCENARIOS: [(u64, u64, u64); 6] =
    [(1, 14, 100), (BEARINGS, 5, 40), (TUNED, 2, 20), (LINEAR, 2, 20), (SERVOS, 2, 20), (CREEPING, 1, 20)];

/// Scenarios that broke a rule, and what was wrong.
const MENDED: [u64; 22] = [
    // A hold that ended as the torque of a servo began, with a derivative that the decision does not look at.
    1_073_741_831,
    // A brake at its level pressed a freewheel until the internal step ended, beside a gear that turned.
    134_672_186,
    // A body without room between its stops, whose mirror image differed by a bit.
    2_097_173,
    4_194_311,
    // The direction in which a contact begins to creep as another begins with a broken power: its mirror image had the same.
    17_100_029,
    // The judge: a load, an input of a linear system and a command that lines lead to 0 are that up to rounding.
    67_584_369,
    134_672_173,
    1_073_741_883,
    // The judge: what creeps is set in motion by a later derivative, through another contact that creeps.
    80_000_096,
    // A gear under a torque that is almost zero rested and turned at once.
    134_217_843,
    // Something else let go, and a gear was left without its bearing's share.
    134_219_751,
    // A brake without level held for an internal step, at its bound beside freewheels that had a share.
    1_073_743_009,
    // Steps of a program as long as its multipliers left rounding in which a bound seemed to hold that did not.
    1_073_742_868,
    // Of two sets of signs that which took less from the first gear was taken, and not that which took less from the last.
    2_000_000_262,
    // The sign of a mesh torque that is zero at rest, in a loop that nothing loads yet: its mirror image had the same.
    134_217_846,
    134_672_144,
    // A gear that locks itself jammed where it had a motion besides the one that the equations gave first: in the mirror image it did not.
    134_671_969,
    // Of what carries only what others can not the first one that seemed to help was kept, though another had made it needless: its mirror image
    // had another share.
    1_214,
    // A gear that locks itself rested or turned: a search began with what holds it left out, as others at rest held it as well.
    1_885,
    // What the start had cost to decide counted as work of the first step, but not in a copy.
    2_133,
    // Of guards that are crossed together but for rounding the first of the list was located: in the mirror image another one.
    16_778_105,
    // A stop was held by what rounding left of a spring and its damper that cancelled each other, and was left and touched for ever.
    2_000_000_227,
];

#[test]
fn random_drivetrains_are_physical() {
    let mut problems = Vec::new();
    let mut report = |seed: u64, problem: String| {
        if defect(seed).is_none() {
            problems.push(format!("seed {seed}: {problem}"));
        }
    };
    let mut scores = Scores::default();
    let first = SCENARIOS.into_iter().map(|(begin, few, many)| begin..begin + cases::count(few, many));
    let drawn = SCENARIOS.into_iter().map(|(begin, _, many)| cases::drawn(begin, many));
    first.chain(drawn).for_each(|seeds| scores.add(&assess_all(seeds, &mut report)));
    for seed in MENDED {
        // Those with round numbers without balances, as wherever they are assessed.
        let assess = if Kind::of(seed).is_some() { assess_briefly } else { assess };
        match assess(&draw(seed)) {
            Ok(score) => scores.add(&score),
            Err(problem) => report(seed, problem),
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(scores.events > 300 && scores.closed > 50 && scores.compared > 50 && scores.mirrored > 10, "{scores}");
}

/// Scenarios with round numbers of each kind, at each change and in a thorough run.
const ROUND_SCENARIOS: [(Kind, u64, u64); 6] = [
    (Kind::Round, 20, 100),
    (Kind::Singular, 80, 300),
    (Kind::Engaged, 10, 40),
    (Kind::Arriving, 10, 40),
    (Kind::Supplied, 10, 40),
    (Kind::Rows, 20, 80),
];
/// Of so many drawn scenarios one may break a rule that a known scenario of its kind breaks.
const DRAWN_FOR_A_KNOWN_PROBLEM: usize = 20;

/// Those that fail are the known ones, each by its rule; one that fails no more leaves the list of defects. The known ones are assessed at
/// each change.
fn assess_round_numbers(of: &[Kind]) {
    let mut problems = Vec::new();
    for (kind, few, many) in ROUND_SCENARIOS.into_iter().filter(|(kind, ..)| of.contains(kind)) {
        let first = kind.begin()..kind.begin() + cases::count(few, many);
        let known: Vec<u64> = known_defects().filter(|seed| Kind::of(*seed) == Some(kind)).collect();
        let behind = known.iter().copied().filter(|seed| !first.contains(seed));
        for seed in first.clone().chain(behind) {
            let found = assess_briefly(&draw(seed)).err();
            match (found, brief_defect(seed)) {
                (None, None) => {}
                (None, Some(what)) => problems.push(format!("seed {seed} does not fail any more: {what}")),
                (Some(problem), Some(what)) if what.starts_with(rule(&problem)) => {}
                (Some(problem), _) => problems.push(format!("seed {seed}: {problem}")),
            }
        }
        problems.extend(of_drawn_scenarios(cases::drawn(kind.begin(), many), &known));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// What is wrong with scenarios that a thorough run draws: they break no rule but those that known scenarios of their kind break, and these
/// rarely.
fn of_drawn_scenarios(seeds: std::ops::Range<u64>, known: &[u64]) -> Vec<String> {
    let most = (seeds.end - seeds.start) as usize / DRAWN_FOR_A_KNOWN_PROBLEM;
    let found: Vec<(bool, String)> = seeds
        .filter_map(|seed| assess_briefly(&draw(seed)).err().map(|problem| (seed, problem)))
        .map(|(seed, problem)| {
            let mut rules = known.iter().filter_map(|seed| defect(*seed));
            (rules.any(|what| what.starts_with(rule(&problem))), format!("seed {seed}: {problem}"))
        })
        .collect();
    let is_rare = found.iter().filter(|(is_known, _)| *is_known).count() <= most;
    found.into_iter().filter(|(is_known, _)| !(*is_known && is_rare)).map(|(_, problem)| problem).collect()
}

#[test]
fn lives_that_are_known_not_to_balance_do_not() {
    for (seed, what) in UNBALANCED {
        let found = assess(&draw(seed)).err();
        assert!(
            found.as_deref().is_some_and(|problem| what.starts_with(rule(problem))),
            "seed {seed}: {what}, {found:?}"
        );
    }
}

/// Three tests, so that they run side by side.
#[test]
fn drivetrains_with_round_numbers_and_singular_conditions_fail_where_it_is_known() {
    assess_round_numbers(&[Kind::Round, Kind::Singular]);
}

#[test]
fn drivetrains_whose_engagements_and_arrivals_end_at_communication_points_fail_where_it_is_known() {
    assess_round_numbers(&[Kind::Engaged, Kind::Arriving]);
}

#[test]
fn drivetrains_with_supplies_that_come_and_go_and_rows_of_stations_fail_where_it_is_known() {
    assess_round_numbers(&[Kind::Supplied, Kind::Rows]);
}

/// What a broken library would show: the rule that must object, what is wrong, and how.
struct Broken {
    rule: &'static str,
    what: &'static str,
    spoil: fn(&Machine, &mut Instant),
}

const fn broken(rule: &'static str, what: &'static str, spoil: fn(&Machine, &mut Instant)) -> Broken {
    Broken { rule, what, spoil }
}

/// Wrong by a millionth.
const SLIGHTLY: f64 = 1.0 + 1e-6;

const OUTCOMES: [Broken; 42] = [
    broken("balance", "an acceleration", |_, at| at.bodies[0].reals[2] *= SLIGHTLY),
    broken("balance", "a load is not felt", |_, at| at.loads[0] += at.loads[0].abs()),
    broken("balance", "torque of a spring", |_, at| at.springs.iter_mut().for_each(|it| it.reals[0] *= SLIGHTLY)),
    broken("balance", "torque of a gear", |_, at| at.gears.iter_mut().for_each(|it| it.reals[0] *= SLIGHTLY)),
    broken("balance", "a bearing drags more than it can", |machine, at| bearings(machine, at, 1.0, SLIGHTLY)),
    broken("balance", "a bearing holds more than it can", |machine, at| bearings(machine, at, 0.0, 10.0)),
    broken("sliding", "level", |_, at| sliding(at, |it| it.reals[0] *= SLIGHTLY)),
    broken("sliding", "direction", |_, at| sliding(at, |it| it.number = -it.number)),
    broken("sliding", "relative velocity", |_, at| sliding(at, |it| it.reals[1] *= SLIGHTLY)),
    broken("stuck", "creeps", |_, at| stuck(at, |it| it.reals[1] = 1e-300)),
    broken("stuck", "holds more than it can", |_, at| stuck(at, |it| it.reals[0] += 1e9)),
    broken("stuck", "slides and says that it sticks", |_, at| sliding(at, |it| it.number = 0)),
    broken("free", "drags", |_, at| with_regime(at, 2, |it| it.reals[0] = 1e-9)),
    broken("free", "is held although it is free", |_, at| with_regime(at, 2, |it| it.number = 0)),
    broken("free", "keeps the deflection of its bristles", |_, at| with_regime(at, 2, |it| it.reals[2] = 1e-9)),
    broken("free", "holds although its engagement stays at 0", |_, at| {
        let engaged = at.engagements.iter().zip(&at.is_steady);
        let contacts = at.contacts.iter_mut().zip(engaged);
        contacts.filter(|(_, (level, is_steady))| **level == 0.0 && **is_steady).for_each(|(it, _)| it.number = 1);
    }),
    broken("one-way", "turns the wrong way", |machine, at| {
        let contacts = machine.contacts.iter().zip(&mut at.contacts);
        contacts.filter(|(contact, _)| contact.is_freewheel).for_each(|(_, it)| it.number = -1);
    }),
    broken("one-way", "velocity", |machine, at| {
        let contacts = machine.contacts.iter().zip(&mut at.contacts);
        contacts.filter(|(contact, _)| contact.is_freewheel).for_each(|(_, it)| it.reals[1] = -it.reals[1]);
    }),
    broken("rest", "what a brake holds creeps by a bit", |machine, at| {
        let moves = ((at.time * 1e6) as u64).is_multiple_of(2);
        for contact in machine.contacts.iter().filter(|contact| contact.first.is_none() && moves) {
            let position = &mut at.bodies[contact.second].reals[0];
            *position = position.next_up();
        }
    }),
    broken("travel", "a bit beyond the stop", |machine, at| {
        let bodies = machine.bodies.iter().zip(&mut at.bodies).filter(|(body, it)| it.number > 0 && !body.is_tied);
        bodies.for_each(|(body, it)| it.reals[0] = body.travel.1.next_up());
    }),
    broken("stop", "acts from afar", |_, at| untouched(at, |it| it.reals[3] = 1e-9)),
    broken("stop", "pulls", |_, at| touched(at, |it| it.reals[3] = -it.reals[3])),
    broken("stop", "lets through", |_, at| touched(at, |it| it.reals[1] = f64::from(it.number) * 1e-12)),
    broken("spring", "stiffness", |_, at| at.springs.iter_mut().for_each(|it| it.reals[0] *= SLIGHTLY)),
    broken("spring", "side of the gap", |_, at| at.springs.iter_mut().for_each(|it| it.number = -it.number)),
    broken("gear", "slips", |machine, at| {
        machine.gears.iter().for_each(|gear| at.bodies[gear.second].reals[0] *= 1.0 + 1e-9);
    }),
    broken("gear", "loss", |_, at| at.gears.iter_mut().for_each(|it| it.reals[1] *= SLIGHTLY)),
    broken("creeping", "drives", |machine, at| {
        of_law(machine, at, Friction::creeps, |it| it.reals[0] = -it.reals[0]);
    }),
    broken("creeping", "more than the static level", |machine, at| {
        of_law(machine, at, Friction::creeps, |it| it.reals[0] *= 10.0);
    }),
    broken("creeping", "direction", |machine, at| of_law(machine, at, Friction::creeps, |it| it.number = -it.number)),
    broken("bristles", "torque", |machine, at| {
        of_law(machine, at, Friction::has_bristles, |it| it.reals[0] *= SLIGHTLY);
    }),
    broken("bristles", "deflection", |machine, at| {
        of_law(machine, at, Friction::has_bristles, |it| it.reals[2] *= SLIGHTLY);
    }),
    broken("bristles", "rate of the deflection", |machine, at| {
        of_law(machine, at, Friction::has_bristles, |it| it.reals[3] *= SLIGHTLY);
    }),
    broken("linear", "an output", |_, at| at.systems.iter_mut().for_each(|(reals, _)| reals[2] *= SLIGHTLY)),
    broken("linear", "a rate", |_, at| at.systems.iter_mut().for_each(|(reals, _)| reals.reverse())),
    broken("linear", "at which limit", |_, at| at.systems.iter_mut().for_each(|(_, side)| *side = -*side)),
    broken("servo", "error", |_, at| servos(at, 1)),
    broken("servo", "current", |_, at| servos(at, 3)),
    broken("servo", "pressure", |_, at| servos(at, 7)),
    broken("servo", "torque", |_, at| servos(at, 8)),
    broken("loss", "friction drives", |_, at| sliding(at, |it| it.reals[0] = -it.reals[0])),
    broken("loss", "a gear drives", |_, at| at.gears.iter_mut().for_each(|it| it.reals[1] = -it.reals[1])),
];

/// Torques that turn, or hold, bodies with bearings are by these factors of their levels larger.
fn bearings(machine: &Machine, at: &mut Instant, turns: f64, factor: f64) {
    for gear in machine.gears.iter().filter(|gear| gear.bearing.0 > 0.0) {
        let velocity = at.velocity(gear.second);
        if (velocity != 0.0) == (turns != 0.0) {
            let change = (factor - 1.0) * gear.bearing.0 / machine.bodies[gear.second].inertia;
            at.bodies[gear.second].reals[2] -= change * if velocity < 0.0 { -1.0 } else { 1.0 };
        }
    }
}

/// Changes one of the outputs of all servos.
fn servos(at: &mut Instant, place: usize) {
    at.servos.iter_mut().for_each(|servo| servo[place] *= SLIGHTLY);
}

/// Changes what contacts of some laws show.
fn of_law(machine: &Machine, at: &mut Instant, which: fn(&Friction) -> bool, change: fn(&mut Shown)) {
    let contacts = machine.contacts.iter().zip(&mut at.contacts);
    contacts.filter(|(contact, it)| which(&contact.friction) && it.number != 2).for_each(|(_, it)| change(it));
}

type Shown = test_support::drivetrain_scenario::machine::Shown;

fn sliding(at: &mut Instant, change: fn(&mut Shown)) {
    at.contacts.iter_mut().filter(|it| it.number.abs() == 1 && it.reals[1] != 0.0).for_each(change);
}

fn stuck(at: &mut Instant, change: fn(&mut Shown)) {
    with_regime(at, 0, change);
}

fn with_regime(at: &mut Instant, regime: i32, change: fn(&mut Shown)) {
    at.contacts.iter_mut().filter(|it| it.number == regime).for_each(change);
}

fn touched(at: &mut Instant, change: fn(&mut Shown)) {
    at.bodies.iter_mut().filter(|it| it.number != 0).for_each(change);
}

fn untouched(at: &mut Instant, change: fn(&mut Shown)) {
    at.bodies.iter_mut().filter(|it| it.number == 0).for_each(change);
}

/// Seeds of scenarios to spoil, of which one is enough that shows it; in the last engagements end at 0, for what the others do not have.
fn seeds_to_spoil() -> impl Iterator<Item = u64> {
    let kinds =
        [(1, 30), (BEARINGS, 10), (TUNED, 3), (LINEAR, 3), (SERVOS, 3), (CREEPING, 3), (Kind::Engaged.begin(), 10)];
    kinds.into_iter().flat_map(|(begin, count)| begin..begin + count)
}

/// Does something with scenarios that are sound, one after the other, until it says true.
fn with_sound_scenarios(mut act: impl FnMut(&mut Scene<'_>, &Trace) -> bool) -> bool {
    seeds_to_spoil().filter(|seed| defect(*seed).is_none()).any(|seed| {
        let scenario = draw(seed);
        let mut scene = Scene::new(&scenario).unwrap();
        let trace = scene.trace(scene.fresh.copy().unwrap(), scenario.steps, 1.0).unwrap();
        act(&mut scene, &trace)
    })
}

#[test]
fn every_rule_objects_to_what_a_broken_library_would_show() {
    let mut unnoticed: Vec<&Broken> = OUTCOMES.iter().collect();
    with_sound_scenarios(|scene, trace| {
        unnoticed.retain(|Broken { rule, spoil, .. }| {
            let judged = RULES.iter().find(|known| known.name == *rule).unwrap_or_else(|| panic!("no rule {rule}"));
            assert!(!objects(judged, &scene.machine, &trace.points), "{rule}");
            let mut points = trace.points.clone();
            points.iter_mut().for_each(|at| spoil(&scene.machine, at));
            !objects(judged, &scene.machine, &points)
        });
        unnoticed.is_empty()
    });
    let unnoticed: Vec<String> = unnoticed.iter().map(|broken| format!("{}: {}", broken.rule, broken.what)).collect();
    assert!(unnoticed.is_empty(), "not noticed: {unnoticed:?}");
    let unbroken = RULES.iter().find(|rule| !OUTCOMES.iter().any(|broken| broken.rule == rule.name));
    assert!(unbroken.is_none(), "nothing breaks the rule {:?}", unbroken.map(|rule| rule.name));
}

/// Begin of the problem that motion and energy must show.
const BALANCES: [Broken; 4] = [
    broken("position of", "velocity", |_, at| at.bodies.iter_mut().for_each(|it| it.reals[1] *= SLIGHTLY)),
    broken("velocity of", "acceleration", |_, at| at.bodies.iter_mut().for_each(|it| it.reals[2] *= SLIGHTLY)),
    broken("energy", "work put in", |_, at| at.loads.iter_mut().for_each(|load| *load *= SLIGHTLY)),
    broken("energy", "work of friction", |_, at| at.contacts.iter_mut().for_each(|it| it.reals[0] *= SLIGHTLY)),
];

#[test]
fn motion_and_energy_do_not_close_over_what_a_broken_library_would_show() {
    for Broken { rule, what, spoil } in &BALANCES {
        let is_noticed = with_sound_scenarios(|scene, trace| {
            let mut reports = Reports::default();
            let mut actuator = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports).unwrap();
            let first = scene.steps(scene.scenario.steps).next().unwrap();
            scene.spoil = *spoil;
            let outcome = closes(scene, &actuator, first, trace);
            scene.step(&mut actuator, &first, 1.0, &mut reports).unwrap();
            outcome.is_err_and(|problem| problem.starts_with(rule))
        });
        assert!(is_noticed, "{rule}: {what} is not noticed");
    }
}

/// A body of 1 kg·m² that 3 N·m drive over a brake of 1 + exp(−v/v_s) N·m: exp(v/v_s) = (1 + exp(2·t/v_s))/2, so that
/// v_s·ln 2 is missing of 2·t once the Stribeck effect is over, after v_s.
fn over_at_once(decay: f64) -> Scenario {
    let mut brake = Element::new("brake", "k".into(), &["b"]);
    brake.words.push(("friction.law", "stribeck"));
    let keys = ["friction.coulomb_torque", "friction.static_ratio", "friction.stribeck_velocity"];
    keys.into_iter().zip([1.0, 2.0, decay]).for_each(|(key, value)| brake.set(key, value));
    brake.set("friction.stribeck_exponent", 1.0);
    Scenario {
        seed: 0,
        elements: vec![Element::new("body", "b".into(), &[]), brake],
        systems: vec![],
        loads: vec![Load { name: "u".into(), on: "b".into(), gain: 1.0 }],
        signals: vec!["u".into()],
        pieces: vec![Piece { length: 0.01, values: vec![[3.0, 3.0]] }],
        changes: vec![],
        steps: 1,
        is_integrated: false,
    }
}

#[test]
fn a_motion_closes_whose_stribeck_effect_is_over_before_the_nodes_of_a_panel() {
    const DECAY: f64 = 1e-8;
    let scenario = over_at_once(DECAY);
    let scene = Scene::new(&scenario).unwrap();
    let trace = scene.trace(scene.fresh.copy().unwrap(), scenario.steps, 1.0).unwrap();
    let expected = 2.0 * 0.01 - DECAY * std::f64::consts::LN_2;
    assert!((trace.points[1].velocity(0) - expected).abs() <= 1e-15, "{:?}", trace.points[1]);
    let actuator = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut Reports::default()).unwrap();
    let outcome = closes(&scene, &actuator, scene.steps(1).next().unwrap(), &trace);
    assert!(matches!(outcome, Ok(Closed::Within(_))), "{outcome:?}");
}

/// A scenario with another last point.
fn changed(trace: &Trace, change: fn(&mut Instant)) -> Trace {
    let mut changed = trace.clone();
    change(changed.points.last_mut().unwrap());
    changed
}

/// Bodies end elsewhere.
fn elsewhere(_: &Machine, at: &mut Instant) {
    at.bodies.iter_mut().for_each(|it| it.reals[0] *= SLIGHTLY);
}

#[test]
fn what_must_be_the_same_is_noticed_where_it_is_not() {
    let bit = |at: &mut Instant| at.bodies[0].reals[0] = at.bodies[0].reals[0].next_up();
    let random = || Random::new(1);
    let mirrored = |scene: &mut Scene<'_>, trace: &Trace| {
        mirror(scene, &changed(trace, bit)).is_err_and(|it| it.starts_with("mirror"))
    };
    assert!(with_sound_scenarios(mirrored), "mirror");
    let restored = |scene: &mut Scene<'_>, trace: &Trace| {
        saved_state(scene, &changed(trace, bit), &mut random()).is_err_and(|it| it.starts_with("saved state"))
    };
    assert!(with_sound_scenarios(restored), "saved state");
    let read = |scene: &mut Scene<'_>, trace: &Trace| {
        reading(scene, &changed(trace, bit)).is_err_and(|it| it.starts_with("reading"))
    };
    assert!(with_sound_scenarios(read), "reading");
    let undecided = |scene: &mut Scene<'_>, trace: &Trace| {
        scene.spoil = |_, at| stuck(at, |it| it.reals[0] += 1e9);
        let mut spoiled = trace.clone();
        spoiled.points.iter_mut().for_each(|at| (scene.spoil)(&scene.machine, at));
        reading(scene, &spoiled).is_err_and(|it| it.starts_with("undecided"))
    };
    assert!(with_sound_scenarios(undecided), "undecided");
    let alone = |scene: &mut Scene<'_>, trace: &Trace| {
        let mut spoiled = trace.clone();
        spoiled.points.iter_mut().for_each(|at| at.bodies.iter_mut().for_each(|it| it.reals[0] *= 1.01));
        neighbours(scene, &spoiled, &mut random()).is_err_and(|it| it.starts_with("neighbour"))
    };
    assert!(with_sound_scenarios(alone), "neighbour");
    let stepped = |scene: &mut Scene<'_>, trace: &Trace| {
        scene.spoil = elsewhere;
        other_steps(scene, trace, 1).is_err_and(|it| it.starts_with("step"))
    };
    assert!(with_sound_scenarios(stepped), "step");
    let ordered = |scene: &mut Scene<'_>, trace: &Trace| {
        scene.spoil = elsewhere;
        other_order(scene, trace, &mut random()).is_err_and(|it| it.starts_with("order"))
    };
    assert!(with_sound_scenarios(ordered), "order");
}

/// Breaks one rule whatever is left of a scenario.
fn always_wrong(scenario: &Scenario) -> Result<Scores, String> {
    Scene::new(scenario)?;
    Err("always: wrong".into())
}

#[test]
fn a_scenario_is_reduced_with_the_inputs_of_what_it_does_without() {
    let scenario = draw(Kind::Supplied.begin());
    assert!(scenario.signals.iter().any(|name| name.ends_with(".supply_pressure")), "{scenario}");
    let (smallest, _) = reduce(always_wrong, &scenario, "always: wrong");
    assert_eq!((smallest.elements.len(), &smallest.signals[..]), (1, &[][..]), "{smallest}");
}
