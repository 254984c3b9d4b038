//! The laws of physics and the promises of the contract as a table of rules, each judged from what is shown at one
//! communication point (and the one before it), with the parameters of the configuration alone.

use super::machine::{Contact, Friction, Gear, Instant, Machine, Spring};

/// Rounding of sums of torques, relative to the largest of the mechanism: what a gear or a contact at rest passes on follows
/// from the balances of all that is behind it.
const ROUNDING: f64 = 1e-11;
/// Torques that balance to nothing are differences of earlier ones: rounding is relative to at least this part of those.
const LEAST: f64 = 1e-4;
/// Rounding of a few operations.
const FEW: f64 = 8.0 * f64::EPSILON;
/// Rounding of positions that were integrated, relative to the positions that they are differences of.
const PLACE: f64 = 1e-12;

/// An instant with what the rules compare it with.
pub struct Case<'a> {
    pub machine: &'a Machine,
    pub at: &'a Instant,
    pub before: Option<&'a Instant>,
    /// Largest torque times lever [J].
    size: f64,
    /// Largest position of each body in the life.
    reach: &'a [f64],
}

type Verdict = Result<(), String>;

/// A row of the table.
pub struct Rule {
    pub name: &'static str,
    pub why: &'static str,
    check: fn(&Case<'_>) -> Verdict,
}

/// What must hold at every communication point.
pub const RULES: [Rule; 11] = [
    Rule { name: "balance", why: "Newton and Euler: J·a is the sum of all torques that are shown", check: balance },
    Rule { name: "sliding", why: "contract: tau = sign(v_rel)·engagement·(law + viscous)", check: sliding },
    Rule { name: "stuck", why: "contract: v_rel is exactly 0 and |tau| within the breakaway level", check: stuck },
    Rule { name: "free", why: "contract: an engagement of 0 or less is free", check: free },
    Rule { name: "one-way", why: "contract: v_second − v_first >= 0", check: one_way },
    Rule { name: "rest", why: "what sticks to the ground does not creep: same position to the bit", check: rest },
    Rule { name: "travel", why: "contract: hard stops", check: travel },
    Rule { name: "stop", why: "a stop pushes, and only where it is touched", check: stop },
    Rule { name: "spring", why: "contract: torque of shafts and rods from the deflection and its rate", check: spring },
    Rule { name: "gear", why: "contract: ties positions; losses by direction and load", check: gear },
    Rule { name: "loss", why: "second law: friction, damping and losses never deliver energy", check: loss },
];

/// All points of a life.
pub fn judge(machine: &Machine, points: &[Instant]) -> Verdict {
    cases(machine, points, |case| {
        RULES.iter().try_for_each(|rule| {
            (rule.check)(case).map_err(|problem| format!("{}: at {:?} s {problem}", rule.name, case.at.time))
        })
    })
}

/// Whether a rule objects to any point of a life, whatever the others say.
pub fn objects(rule: &Rule, machine: &Machine, points: &[Instant]) -> bool {
    cases(machine, points, |case| (rule.check)(case)).is_err()
}

fn cases(machine: &Machine, points: &[Instant], check: impl Fn(&Case<'_>) -> Verdict) -> Verdict {
    let sizes: Vec<f64> = points.iter().map(|at| size(machine, at)).collect();
    let least = LEAST * sizes.iter().copied().fold(0.0, f64::max);
    let bodies = 0..machine.bodies.len();
    let largest = |body: usize| points.iter().map(|at| at.position(body).abs()).fold(0.0, f64::max);
    // In the motion of the body that moves most, seen through the levers.
    let most = bodies.clone().map(|body| largest(body) / machine.bodies[body].lever).fold(0.0, f64::max);
    let reach: Vec<f64> = bodies.map(|body| largest(body).max(LEAST * most * machine.bodies[body].lever)).collect();
    points.iter().enumerate().try_for_each(|(number, at)| {
        let before = number.checked_sub(1).map(|number| &points[number]);
        check(&Case { machine, at, before, size: sizes[number].max(least), reach: &reach })
    })
}

/// Terms of the balances of all bodies: what acts on each.
fn terms(machine: &Machine, at: &Instant) -> Vec<Vec<f64>> {
    let mut terms: Vec<Vec<f64>> = machine
        .bodies
        .iter()
        .enumerate()
        .map(|(index, body)| {
            vec![-body.inertia * at.acceleration(index), -body.viscous * at.velocity(index), -at.stop(index)]
        })
        .collect();
    for (index, contact) in machine.contacts.iter().enumerate() {
        let (torque, _) = at.contact(index);
        terms[contact.second].push(-torque);
        contact.first.into_iter().for_each(|first| terms[first].push(torque));
    }
    for (index, spring) in machine.springs.iter().enumerate() {
        let (torque, _) = at.spring(index);
        terms[spring.second].push(-torque);
        spring.first.into_iter().for_each(|first| terms[first].push(torque / spring.ratio));
    }
    for (index, gear) in machine.gears.iter().enumerate() {
        let (torque, loss) = at.gear(index);
        terms[gear.first].push(-torque);
        terms[gear.second].push(gear.ratio * (torque - loss));
    }
    for ((_, body, gain), load) in machine.loads.iter().zip(&at.loads) {
        terms[*body].push(gain * load);
    }
    terms
}

fn size(machine: &Machine, at: &Instant) -> f64 {
    let of_body = terms(machine, at).into_iter().zip(&machine.bodies);
    of_body.flat_map(|(terms, body)| terms.into_iter().map(|term| term.abs() * body.lever)).fold(0.0, f64::max)
}

impl Case<'_> {
    /// Rounding of torques on a body.
    fn rounding(&self, body: usize) -> f64 {
        ROUNDING * self.size / self.machine.bodies[body].lever
    }

    fn ends(&self, contact: &Contact) -> (f64, f64) {
        (contact.first.map_or(0.0, |first| self.at.velocity(first)), self.at.velocity(contact.second))
    }

    fn contacts(&self) -> impl Iterator<Item = (usize, &Contact)> {
        self.machine.contacts.iter().enumerate()
    }
}

fn refuse_unless(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

fn balance(case: &Case<'_>) -> Verdict {
    terms(case.machine, case.at).iter().enumerate().try_for_each(|(index, terms)| {
        let missing: f64 = terms.iter().sum();
        let name = &case.machine.bodies[index].name;
        refuse_unless(missing.abs() <= case.rounding(index), || {
            format!("{name} is out of balance by {missing:e}, of {terms:?}")
        })
    })
}

/// Level of friction at engagement 1 while sliding.
fn level(friction: &Friction, speed: f64) -> f64 {
    let Friction { coulomb, static_ratio, velocity, exponent, viscous, table, .. } = friction;
    let excess = coulomb * (static_ratio - 1.0);
    let law = match friction.law {
        "stribeck" => coulomb + excess * (-(speed / velocity).powf(*exponent)).exp(),
        "hess_soom" => coulomb + excess / (1.0 + (speed / velocity).powf(*exponent)),
        "tabulated" => {
            let next = table.iter().position(|(at, _)| *at > speed);
            match next {
                Some(next) if next > 0 => {
                    let ((v0, f0), (v1, f1)) = (table[next - 1], table[next]);
                    f0 + (f1 - f0) * (speed - v0) / (v1 - v0)
                }
                Some(_) | None => table.last().map_or(0.0, |(_, level)| *level),
            }
        }
        _ => *coulomb,
    };
    law + viscous * speed
}

/// Level that is held at rest, at engagement 1.
fn breakaway(friction: &Friction) -> f64 {
    let at_rest = if friction.law == "tabulated" { friction.table[0].1 } else { friction.coulomb };
    friction.breakaway_ratio * friction.static_ratio * at_rest
}

/// What rounding of the speed does to the level.
fn rounding_of_level(friction: &Friction, speed: f64, speeds: f64) -> f64 {
    let width = PLACE * speeds;
    let at = |speed: f64| level(friction, speed.max(0.0));
    let spread = (at(speed + width) - at(speed)).abs().max((at(speed - width) - at(speed)).abs());
    spread + ROUNDING * at(speed)
}

fn sliding(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(index, _)| case.at.contacts[*index].number.abs() == 1).try_for_each(|(index, contact)| {
        let (torque, velocity) = case.at.contact(index);
        let direction = f64::from(case.at.contacts[index].number);
        let (first, second) = case.ends(contact);
        let speeds = first.abs() + second.abs();
        let name = &contact.name;
        refuse_unless((velocity - (second - first)).abs() <= FEW * speeds, || {
            format!("{name} shows {velocity:e} and not {second:e} − {first:e}")
        })?;
        refuse_unless(direction * velocity >= -FEW * speeds, || {
            format!("{name} slides to {direction} with {velocity:e}")
        })?;
        let engagement = case.at.engagements[index].max(0.0);
        let expected = direction * engagement * level(&contact.friction, velocity.abs());
        let allowed = engagement * rounding_of_level(&contact.friction, velocity.abs(), speeds);
        refuse_unless((torque - expected).abs() <= allowed + PLACE * level(&contact.friction, velocity.abs()), || {
            format!("{name} slides with {velocity:e} under {torque:e}, not {expected:e}")
        })?;
        let relative =
            case.at.acceleration(contact.second) - contact.first.map_or(0.0, |first| case.at.acceleration(first));
        let accelerations = case.at.acceleration(contact.second).abs()
            + contact.first.map_or(0.0, |first| case.at.acceleration(first).abs());
        // With a breakaway at a ratio of 1 the acceleration begins at zero.
        refuse_unless(velocity.abs() > 0.0 || direction * relative >= -1e-9 * accelerations, || {
            format!("{name} begins to slide to {direction} with the acceleration {relative:e}")
        })
    })
}

fn stuck(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(index, _)| case.at.contacts[*index].number == 0).try_for_each(|(index, contact)| {
        let (torque, velocity) = case.at.contact(index);
        let (first, second) = case.ends(contact);
        let ends = [contact.first.unwrap_or(contact.second), contact.second];
        let is_tied = ends.iter().any(|end| case.machine.bodies[*end].is_tied);
        let name = &contact.name;
        refuse_unless(velocity == 0.0, || format!("{name} sticks with the relative velocity {velocity:e}"))?;
        let apart = (first - second).abs();
        let allowed = if is_tied && contact.first.is_some() { FEW * first.abs().max(second.abs()) } else { 0.0 };
        refuse_unless(apart <= allowed, || format!("{name} sticks, but its ends have {first:?} and {second:?}"))?;
        let engagement = case.at.engagements[index];
        let bound = if contact.is_freewheel && engagement <= 0.0 {
            contact.release
        } else {
            engagement * breakaway(&contact.friction)
        };
        let load = if contact.is_freewheel { torque } else { torque.abs() };
        refuse_unless(load <= bound * (1.0 + 1e-9) + case.rounding(contact.second), || {
            format!("{name} sticks under {torque:e} at a level of {bound:e}")
        })
    })
}

fn free(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(_, contact)| !contact.is_freewheel).try_for_each(|(index, contact)| {
        let (engagement, regime) = (case.at.engagements[index], case.at.contacts[index].number);
        let torque = case.at.contact(index).0;
        let name = &contact.name;
        // An engagement that a line leads to zero may be above or below it by rounding.
        let is_clear = engagement.abs() > 1e-12;
        refuse_unless(!is_clear || (regime == 2) == (engagement < 0.0), || {
            format!("{name} with the engagement {engagement:e} has the regime {regime}")
        })?;
        refuse_unless(regime != 2 || torque == 0.0, || format!("{name} is free under {torque:e}"))
    })
}

fn one_way(case: &Case<'_>) -> Verdict {
    case.contacts().filter(|(_, contact)| contact.is_freewheel).try_for_each(|(index, contact)| {
        let (velocity, regime) = (case.at.contact(index).1, case.at.contacts[index].number);
        let name = &contact.name;
        refuse_unless(matches!(regime, 0 | 1), || format!("{name} has the regime {regime}"))?;
        let (first, second) = case.ends(contact);
        let rounding = FEW * (first.abs() + second.abs());
        refuse_unless(velocity >= -rounding, || format!("{name} turns the wrong way with {velocity:e}"))
    })
}

fn rest(case: &Case<'_>) -> Verdict {
    let Some(before) = case.before.filter(|before| before.events == case.at.events) else { return Ok(()) };
    case.contacts().filter(|(_, contact)| contact.first.is_none()).try_for_each(|(index, contact)| {
        let held = [before, case.at].iter().all(|at| at.contacts[index].number == 0);
        let [then, now] = [before, case.at].map(|at| at.position(contact.second));
        refuse_unless(!held || then.to_bits() == now.to_bits(), || {
            format!("{} holds its body, which moves from {then:?} to {now:?}", contact.name)
        })
    })
}

fn travel(case: &Case<'_>) -> Verdict {
    case.machine.bodies.iter().enumerate().try_for_each(|(index, body)| {
        let (position, (lower, upper)) = (case.at.position(index), body.travel);
        // A tied body is where its ratio to another has it.
        let allowed = if body.is_tied { FEW * position.abs() } else { 0.0 };
        refuse_unless((lower - allowed..=upper + allowed).contains(&position), || {
            format!("{} is at {position:?}, outside its travel {lower:?} .. {upper:?}", body.name)
        })
    })
}

fn stop(case: &Case<'_>) -> Verdict {
    case.machine.bodies.iter().enumerate().try_for_each(|(index, body)| {
        let (side, torque) = (case.at.bodies[index].number, case.at.stop(index));
        let (position, velocity) = (case.at.position(index), case.at.velocity(index));
        let name = &body.name;
        if side == 0 {
            return refuse_unless(torque == 0.0, || format!("{name} touches no stop, which acts with {torque:e}"));
        }
        let limit = if side < 0 { body.travel.0 } else { body.travel.1 };
        let allowed = if body.is_tied { FEW * position.abs() } else { 0.0 };
        refuse_unless((position - limit).abs() <= allowed, || {
            format!("{name} touches its stop at {limit:?} at {position:?}")
        })?;
        refuse_unless(velocity == 0.0, || format!("{name} touches a stop with the velocity {velocity:e}"))?;
        let push = f64::from(side) * torque;
        refuse_unless(body.travel.0 == body.travel.1 || push >= -case.rounding(index), || {
            format!("the stop of {name} on side {side} pulls with {torque:e}")
        })
    })
}

/// Deflection, its rate, and the rounding of both.
fn deflection(spring: &Spring, at: &Instant) -> ((f64, f64), (f64, f64)) {
    let of = |end: Option<usize>, read: fn(&Instant, usize) -> f64| end.map_or(0.0, |body| read(at, body));
    let (q, v) = (of(spring.first, Instant::position), of(spring.first, Instant::velocity));
    let (q2, v2) = (at.position(spring.second), at.velocity(spring.second));
    let sizes = (q2.abs() + (q / spring.ratio).abs() + spring.rest.abs(), v2.abs() + (v / spring.ratio).abs());
    ((q2 - q / spring.ratio - spring.rest, v2 - v / spring.ratio), (FEW * sizes.0, FEW * sizes.1))
}

/// Elastic torque and whole torque at a deflection, where it is on this side of the gap.
pub fn spring_torque(spring: &Spring, side: i32, (angle, rate): (f64, f64)) -> (f64, f64) {
    let Some((lower, upper)) = spring.gap else {
        return (spring.stiffness * angle, spring.stiffness * angle + spring.damping * rate);
    };
    if side == 0 {
        return (0.0, 0.0);
    }
    let s = f64::from(side);
    let depth = s * angle - if side > 0 { upper } else { -lower };
    let (elastic, damping) = (spring.stiffness * depth, spring.damping * s * rate);
    let whole =
        if spring.is_unilateral { (elastic + damping).max(0.0) } else { elastic + damping.max(-elastic).min(elastic) };
    (s * elastic, s * whole)
}

fn spring(case: &Case<'_>) -> Verdict {
    case.machine.springs.iter().enumerate().try_for_each(|(index, spring)| {
        let (torque, shown) = case.at.spring(index);
        let side = case.at.springs[index].number;
        let ((angle, rate), (of_angle, of_rate)) = deflection(spring, case.at);
        let name = &spring.name;
        refuse_unless((angle - shown).abs() <= of_angle, || {
            format!("{name} is deflected by {angle:e}, not {shown:e}")
        })?;
        if let Some((lower, upper)) = spring.gap {
            let size = of_angle * PLACE / FEW;
            let fits = match side {
                0 => angle >= lower - size && angle <= upper + size,
                1 => angle >= upper - size,
                _ => angle <= lower + size,
            };
            refuse_unless(fits, || format!("{name} is deflected by {angle:?} and shows contact {side}"))?;
        } else {
            refuse_unless(side == 0, || format!("{name} has no free play and shows contact {side}"))?;
        }
        let (_, expected) = spring_torque(spring, side, (angle, rate));
        let size = of_angle * PLACE / FEW;
        let allowed = 2.0 * spring.stiffness * size + spring.damping * of_rate + ROUNDING * expected.abs();
        refuse_unless((torque - expected).abs() <= allowed, || {
            format!("{name} at {angle:e} with {rate:e} has {torque:e}, not {expected:e}")
        })
    })
}

/// Level of the losses of a gear in a direction.
fn loss_level(gear: &Gear, direction: f64, mesh: f64) -> f64 {
    let gain = if direction * mesh >= 0.0 { 1.0 / gear.opposing - 1.0 } else { 1.0 - gear.aiding };
    gear.coulomb + gain * mesh.abs()
}

fn gear(case: &Case<'_>) -> Verdict {
    case.machine.gears.iter().enumerate().try_for_each(|(index, gear)| {
        let at = case.at;
        let name = &gear.name;
        let (first, second) = (at.position(gear.first), gear.ratio * at.position(gear.second));
        refuse_unless((first - second).abs() <= PLACE * case.reach[gear.first], || {
            format!("{name} ties position {first:?} to {second:?}")
        })?;
        let (first, second) = (at.velocity(gear.first), gear.ratio * at.velocity(gear.second));
        refuse_unless((first - second).abs() <= FEW * first.abs(), || {
            format!("{name} ties velocity {first:?} to {second:?}")
        })?;
        let (torque, loss) = at.gear(index);
        let mesh = torque - loss;
        let velocity = at.velocity(gear.first);
        let direction = f64::from(at.gears[index].number);
        let allowed = case.rounding(gear.first);
        refuse_unless(direction * velocity >= 0.0 && (direction != 0.0 || velocity == 0.0), || {
            format!("{name} turns with {velocity:e} and shows {direction}")
        })?;
        if direction != 0.0 {
            let expected = direction * loss_level(gear, direction, mesh);
            return refuse_unless((loss - expected).abs() <= allowed, || {
                format!("{name} turns to {direction} under {mesh:e} and loses {loss:e}, not {expected:e}")
            });
        }
        let bounds = [-1.0, 1.0].map(|direction| direction * gear.static_ratio * loss_level(gear, direction, mesh));
        refuse_unless(loss >= bounds[0] - allowed && loss <= bounds[1] + allowed, || {
            format!("{name} rests under {mesh:e} with {loss:e}, outside {bounds:?}")
        })
    })
}

fn loss(case: &Case<'_>) -> Verdict {
    for (index, contact) in case.contacts() {
        let (torque, velocity) = case.at.contact(index);
        let (first, second) = case.ends(contact);
        // An engagement that a line leads to zero is that up to rounding.
        let rounding = PLACE * level(&contact.friction, velocity.abs()) * velocity.abs();
        let allowed = (FEW * (first.abs() + second.abs())) * torque.abs() + rounding;
        refuse_unless(torque * velocity >= -allowed, || {
            format!("{} drives: {torque:e} at {velocity:e}", contact.name)
        })?;
    }
    for (index, spring) in case.machine.springs.iter().enumerate() {
        let ((angle, rate), (of_angle, of_rate)) = deflection(spring, case.at);
        let torque = case.at.spring(index).0;
        let (elastic, _) = spring_torque(spring, case.at.springs[index].number, (angle, rate));
        let size = of_angle * PLACE / FEW;
        let allowed = (torque.abs() + elastic.abs()) * (of_rate + ROUNDING * rate.abs())
            + 2.0 * spring.stiffness * size * rate.abs();
        refuse_unless((torque - elastic) * rate >= -allowed, || {
            format!("{} delivers: {torque:e} at {angle:e} and {rate:e}", spring.name)
        })?;
    }
    for (index, gear) in case.machine.gears.iter().enumerate() {
        let (lost, velocity) = (case.at.gear(index).1, case.at.velocity(gear.first));
        refuse_unless(lost * velocity >= -case.rounding(gear.first) * velocity.abs(), || {
            format!("{} delivers: loss {lost:e} at {velocity:e}", gear.name)
        })?;
    }
    Ok(())
}
