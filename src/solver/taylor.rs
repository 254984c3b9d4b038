//! Steps by Taylor series, up to their end or their first event.

use super::advance::{Cursor, DepartedGuard, Progress, Quality, SMALLEST_FRACTION};
use super::polynomial::{Crossing, is_positive_until, isolate};
use super::series::{Convergence, Margins, Series};
use super::work::Work;
use super::{Expansion, Input, Statistics, System, Vector, count};
use crate::SERIES_ORDER;

/// Workspace for the coefficients of all states and guards.
pub(super) struct Workspace<'a, X, G> {
    /// What may be done yet.
    pub work: &'a Work,
    series: Series<X>,
    /// `guards[order][guard]`.
    guards: [G; SERIES_ORDER],
}

/// The workspace of a system.
pub(super) type WorkspaceOf<'a, S> = Workspace<'a, <S as System>::State, <S as System>::Guards>;

impl<'a, X: Vector, G: Vector> Workspace<'a, X, G> {
    #[inline]
    pub(super) fn new(work: &'a Work) -> Self {
        Self { work, series: Series::default(), guards: [G::ZERO; SERIES_ORDER] }
    }

    /// Expands from the cursor over `length`, or less; a nonlinear mode has an `expansion`. Returns whether the series
    /// converges.
    #[inline]
    pub(super) fn expand<S: System<State = X, Guards = G>>(
        &mut self,
        system: &S,
        cursor: &Cursor<X, S::Mode>,
        input: &Input<S::Inputs>,
        length: f64,
        mut expansion: Option<&mut S::Expansion>,
    ) -> bool {
        let Self { series, guards, .. } = self;
        let convergence = if expansion.is_some() { Convergence::NONLINEAR } else { Convergence::LINEAR };
        series.expand(&cursor.state, &system.scales(), length, convergence, |order, state| {
            let coefficients = system.coefficients(&cursor.mode, order, state, input, length, expansion.as_deref_mut());
            guards[order] = coefficients.guards;
            (coefficients.rates, expansion.as_deref().is_none_or(Expansion::is_settled))
        })
    }

    /// Moves the cursor to the end of the series, of an expansion over `length`, or to the first event on the way; no further than it is known
    /// that there is none.
    #[inline]
    fn arrive<M>(&mut self, cursor: &mut Cursor<X, M>, length: f64) -> Progress {
        let Self { work, series, guards } = self;
        let guards = &mut guards[..series.order()];
        let margins = margins(guards, series.length() / length);
        let surface = cursor.departed.and_then(DepartedGuard::surface);
        let is_safe = |guard| margins.is_safe(guard, surface == Some(guard));
        let unresolved = UnresolvedGuards::all_but(G::LEN, is_safe);
        let first = if unresolved.is_empty() {
            First::Nothing
        } else {
            work.isolate(|looks| first_of(G::flattened(guards), G::LEN, unresolved, cursor.departed, looks))
        };
        let (state, theta, guard) = match first {
            First::Nothing => (series.end(), 1.0, None),
            First::Crossed(guard, theta) => (series.at(theta), theta, Some(guard)),
            First::UnknownFrom(theta) => {
                work.end();
                (series.at(theta), theta, None)
            }
        };
        cursor.state = state;
        Progress { length: theta * series.length(), guard, tries: 1, quality: Quality::Accurate }
    }

    /// One step of a linear mode.
    #[inline]
    pub(super) fn linear_step<S: System<State = X, Guards = G>>(
        &mut self,
        system: &S,
        cursor: &mut Cursor<X, S::Mode>,
        input: &Input<S::Inputs>,
        remaining: f64,
        statistics: &mut Statistics,
    ) -> Progress {
        let (length, tries) = self.expand_linear(system, cursor, input, remaining, statistics);
        match length {
            Some(length) => Progress { tries, ..self.arrive(cursor, length) },
            None => Progress::nowhere(tries),
        }
    }

    /// Expands a linear mode over `length`, or over one so much shorter that the terms are numbers; returns that, unless the work does not suffice
    /// for it, and the number of tries.
    #[inline]
    pub(super) fn expand_linear<S: System<State = X, Guards = G>>(
        &mut self,
        system: &S,
        cursor: &Cursor<X, S::Mode>,
        input: &Input<S::Inputs>,
        mut length: f64,
        statistics: &mut Statistics,
    ) -> (Option<f64>, u32) {
        let mut tries = 0;
        while self.work.begin(self.work.weights.expansion) {
            tries += 1;
            count(&mut statistics.expansions, 1);
            let converges = self.expand(system, cursor, input, length, None);
            self.work.spend(self.series.order() as i32 * self.work.weights.linear_order);
            if converges || tries == LENGTHS {
                return (Some(length), tries);
            }
            count(&mut statistics.rejected_steps, 1);
            length *= SHORTER;
        }
        (None, tries)
    }

    /// One step of a nonlinear mode; what it has cost if its series does not converge at any length that may be tried.
    #[inline(never)]
    pub(super) fn nonlinear_step<S: System<State = X, Guards = G>>(
        &mut self,
        system: &S,
        cursor: &mut Cursor<X, S::Mode>,
        input: &Input<S::Inputs>,
        remaining: f64,
        expansion: &mut S::Expansion,
        statistics: &mut Statistics,
    ) -> Result<Progress, u32> {
        let mut length = remaining;
        for tries in 1..=LENGTHS {
            if !self.work.begin(self.work.weights.expansion) {
                return Err(tries - 1);
            }
            count(&mut statistics.expansions, 1);
            let converges = self.expand(system, cursor, input, length, Some(expansion));
            self.work.spend(self.series.order() as i32 * self.work.weights.order);
            if converges {
                let share = self.series.length() / length;
                let horizon = expansion.horizon(share);
                if horizon == 0.0 {
                    return Err(tries);
                }
                self.series.shorten_to(horizon * length);
                return Ok(Progress { tries, ..self.arrive(cursor, length) });
            }
            count(&mut statistics.rejected_steps, 1);
            length *= SHORTER;
        }
        Err(LENGTHS)
    }
}

/// Lengths that are tried, each much shorter than the one before: over too long a step the terms, which grow like
/// powers of the length over the distance of the nearest singularity or the fastest time constant, exceed all numbers.
pub(super) const LENGTHS: u32 = 8;
const SHORTER: f64 = 1.0 / 1_048_576.0;

/// Takes guards to the part `share` of their interval; returns what is known of them on the way.
#[inline]
fn margins<G: Vector>(polynomials: &mut [G], share: f64) -> Margins<G> {
    if share < 1.0 {
        let mut power = 1.0;
        for guards in polynomials.iter_mut() {
            guards.as_mut().iter_mut().for_each(|guard| *guard *= power);
            power *= share;
        }
    }
    Margins::of(polynomials)
}

/// Crossings this close in θ happen together.
pub(super) const SIMULTANEOUS: f64 = 16.0 * f64::EPSILON;

/// Right after an event other guards than its own may stand on their surface too, but for rounding; or below it for a time
/// that no step resolves. A body that nothing holds and that jams under a falling torque breaks away at once, jams again
/// after the square of that time, and so on: what is left is decided where the guard is back on its surface.
#[inline(never)]
fn forgive(polynomial: &mut [f64]) {
    if let [start, rest @ ..] = polynomial
        && *start < 0.0
        && (-*start <= SIMULTANEOUS * rest.iter().map(|c| c.abs()).sum::<f64>()
            || rest.first().is_some_and(|slope| -*start <= SMALLEST_FRACTION * slope))
    {
        *start = 0.0;
    }
    if let [start, slope, rest @ ..] = polynomial
        && *start == 0.0
        && *slope < 0.0
        && -*slope <= SMALLEST_FRACTION * rest.iter().map(|c| c.abs()).sum::<f64>()
    {
        *slope = 0.0;
    }
}

/// Guards of which it is not proved that they stay positive over the step.
#[derive(Clone, Copy)]
pub(super) struct UnresolvedGuards(u32);

impl UnresolvedGuards {
    /// Of so many guards those that are not safe.
    #[inline]
    pub(super) fn all_but(guards: usize, is_safe: impl Fn(usize) -> bool) -> Self {
        Self((0..guards).fold(0, |unresolved, guard| unresolved | (u32::from(!is_safe(guard)) << guard)))
    }

    /// Of so many guards, whose coefficients follow each other order by order, those whose first does not outweigh all others, as
    /// [`isolate`] asks too. One function for all models.
    #[inline(never)]
    pub(super) fn of(polynomials: &[f64], count: usize) -> Self {
        Self::all_but(count, |guard| {
            let mut terms = polynomials.iter().skip(guard).step_by(count);
            let start = terms.next().copied().unwrap_or_default();
            start > terms.map(|term| term.abs()).sum()
        })
    }

    /// All of them proved safe.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One of them proved safe.
    pub(super) fn remove(&mut self, guard: usize) {
        self.0 &= !(1 << guard);
    }

    fn contains(self, guard: usize) -> bool {
        self.0 >> guard & 1 == 1
    }
}

/// What is known of the first crossing of several guards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum First {
    /// There is none.
    Nothing,
    /// Which guard, and where.
    Crossed(usize, f64),
    /// There is none up to here; for more the looks did not suffice.
    UnknownFrom(f64),
}

impl First {
    /// Of the first crossing that was found, where all guards are known until `known_until`; that is beyond 1 where they are throughout.
    pub fn known(found: Option<(usize, f64)>, known_until: f64) -> Self {
        match found {
            Some((guard, theta)) if theta <= known_until => Self::Crossed(guard, theta),
            _ if known_until <= 1.0 => Self::UnknownFrom(known_until),
            _ => Self::Nothing,
        }
    }
}

/// The first crossing among those of `count` guards that are unresolved, with at most so many looks; their coefficients follow each other order by
/// order. One function for all models.
#[inline(never)]
pub(super) fn first_of(
    polynomials: &[f64],
    count: usize,
    unresolved: UnresolvedGuards,
    departed: Option<DepartedGuard>,
    looks: &mut u32,
) -> First {
    let (mut first, mut known_until): (Option<(usize, f64)>, _) = (None, f64::INFINITY);
    for guard in (0..count).filter(|&guard| unresolved.contains(guard)) {
        let mut polynomial = [0.0; SERIES_ORDER];
        let polynomial = &mut polynomial[..polynomials.len() / count];
        for (coefficient, guards) in polynomial.iter_mut().zip(polynomials.chunks_exact(count)) {
            *coefficient = guards[guard];
        }
        if let Some(departed) = departed.filter(|departed| departed.guard() == guard) {
            for coefficient in polynomial.iter_mut().take(departed.known()) {
                *coefficient = coefficient.max(0.0);
            }
        }
        if departed.is_some() {
            forgive(polynomial);
        }
        // Of guards that are crossed together the last goes first: kinks before what they decide. One that is crossed
        // already is not together with one that will be: the two sides of breakaway must not depend on their order.
        let latest = first.map(|(_, earlier)| if earlier == 0.0 { 0.0 } else { earlier + SIMULTANEOUS });
        if latest.is_some_and(|latest| is_positive_until(polynomial, latest)) {
            continue;
        }
        match isolate(polynomial, looks) {
            Crossing::Nowhere => {}
            Crossing::At(theta) if latest.is_some_and(|latest| theta > latest) => {}
            Crossing::At(theta) => first = Some((guard, theta)),
            Crossing::UnknownFrom(theta) => known_until = known_until.min(theta),
        }
    }
    First::known(first, known_until)
}
