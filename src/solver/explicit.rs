//! Steps by Taylor series, up to their end or their first event.

use super::advance::{Cursor, Grazing, Progress};
use super::polynomial::first_crossing;
use super::series::{Convergence, MAX_ORDER, Margins, Series};
use super::{Expansion, Input, System};

/// Expands a linear mode from the cursor over `length`, or less; returns what is known of the guards on the way.
#[inline]
pub(super) fn expand<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &S,
    series: &mut Series<N>,
    cursor: &Cursor<N, S::Mode>,
    input: &Input<U>,
    length: f64,
) -> Margins<G> {
    let mut margins = Margins::default();
    series.expand(&cursor.state, &system.scales(), length, Convergence::LINEAR, |order, state| {
        let coefficients = system.coefficients(&cursor.mode, order, state, input, length, None);
        margins.add(&coefficients.guards, order);
        coefficients.rates
    });
    // They belong to the full length; a shorter step makes them pessimistic, which is safe.
    margins
}

/// One step of a linear mode.
#[inline]
pub(super) fn linear_step<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &S,
    series: &mut Series<N>,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    remaining: f64,
) -> Progress {
    let margins = expand(system, series, cursor, input, remaining);
    let crossing =
        if are_safe(&margins, cursor.grazing) { None } else { suspected(system, cursor, input, series, &margins) };
    arrive(cursor, series, crossing)
}

/// Moves the cursor to the crossing, or to the end of the series.
#[inline]
fn arrive<const N: usize, M>(
    cursor: &mut Cursor<N, M>,
    series: &Series<N>,
    crossing: Option<(usize, f64)>,
) -> Progress {
    match crossing {
        None => {
            cursor.state = series.end();
            Progress { length: series.length(), guard: None }
        }
        Some((guard, theta)) => {
            cursor.state = series.at(theta);
            Progress { length: theta * series.length(), guard: Some(guard) }
        }
    }
}

/// Whether no guard can vanish.
#[inline]
fn are_safe<const G: usize>(margins: &Margins<G>, grazing: Option<Grazing>) -> bool {
    (0..G).all(|guard| is_safe(margins, guard, grazing))
}

#[inline]
fn is_safe<const G: usize>(margins: &Margins<G>, guard: usize, grazing: Option<Grazing>) -> bool {
    margins.is_safe(guard, grazing.is_some_and(|grazing| grazing.guard == guard))
}

/// Isolates the roots of the guards that may vanish within the step.
#[inline(never)]
fn suspected<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &S,
    cursor: &Cursor<N, S::Mode>,
    input: &Input<U>,
    series: &Series<N>,
    margins: &Margins<G>,
) -> Option<(usize, f64)> {
    let mut polynomials = [[0.0; G]; MAX_ORDER];
    for (order, guards) in polynomials.iter_mut().enumerate().take(series.order()) {
        let state = &series.coefficients()[order];
        *guards = system.coefficients(&cursor.mode, order, state, input, series.length(), None).guards;
    }
    let suspicious = |guard| !is_safe(margins, guard, cursor.grazing);
    first_of(&polynomials[..series.order()], cursor.grazing, suspicious)
}

/// Lengths that are tried, each much shorter than the one before: over too long a step the terms of a nonlinear mode, which
/// grow like powers of the length over the distance of the nearest singularity, exceed all numbers.
const LENGTHS: u32 = 8;
const SHORTER: f64 = 1.0 / 1_048_576.0;

/// One step of a nonlinear mode; `None` if its series does not converge.
#[inline(never)]
pub(super) fn nonlinear_step<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    remaining: f64,
    expansion: &mut S::Expansion,
) -> Option<Progress> {
    let mut series = Series::default();
    let mut polynomials = [[0.0; G]; MAX_ORDER];
    let mut length = remaining;
    for _ in 0..LENGTHS {
        let has_converged =
            series.expand(&cursor.state, &system.scales(), length, Convergence::NONLINEAR, |order, state| {
                let coefficients = system.coefficients(&cursor.mode, order, state, input, length, Some(expansion));
                polynomials[order] = coefficients.guards;
                coefficients.rates
            });
        if has_converged {
            series.shorten_to(expansion.horizon(series.length() / length) * length);
            let polynomials = &mut polynomials[..series.order()];
            let margins = rescale(polynomials, series.length() / length);
            let suspicious = |guard| !is_safe(&margins, guard, cursor.grazing);
            let crossing = first_of(polynomials, cursor.grazing, suspicious);
            return Some(arrive(cursor, &series, crossing));
        }
        length *= SHORTER;
    }
    None
}

/// Takes polynomials over the part `share` of their interval.
fn rescale<const G: usize>(polynomials: &mut [[f64; G]], share: f64) -> Margins<G> {
    let mut margins = Margins::default();
    let mut power = 1.0;
    for (order, guards) in polynomials.iter_mut().enumerate() {
        if share < 1.0 {
            *guards = guards.map(|guard| guard * power);
            power *= share;
        }
        margins.add(guards, order);
    }
    margins
}

/// Crossings this close in θ happen together.
const SIMULTANEOUS: f64 = 16.0 * f64::EPSILON;

/// Right after an event other guards than its own may stand on their surface too, but for rounding.
fn forgive_rounding(polynomial: &mut [f64]) {
    if let [start, rest @ ..] = polynomial
        && *start < 0.0
        && -*start <= SIMULTANEOUS * rest.iter().map(|c| c.abs()).sum::<f64>()
    {
        *start = 0.0;
    }
}

/// The first crossing among the guards for which `suspicious` holds; `polynomials[order][guard]`.
pub(super) fn first_of<const G: usize>(
    polynomials: &[[f64; G]],
    grazing: Option<Grazing>,
    suspicious: impl Fn(usize) -> bool,
) -> Option<(usize, f64)> {
    let mut first: Option<(usize, f64)> = None;
    for guard in (0..G).filter(|&guard| suspicious(guard)) {
        let mut polynomial = [0.0; MAX_ORDER];
        let polynomial = &mut polynomial[..polynomials.len()];
        for (coefficient, guards) in polynomial.iter_mut().zip(polynomials) {
            *coefficient = guards[guard];
        }
        if let Some(grazing) = grazing.filter(|grazing| grazing.guard == guard) {
            for coefficient in polynomial.iter_mut().take(grazing.known) {
                *coefficient = coefficient.max(0.0);
            }
        }
        if grazing.is_some() {
            forgive_rounding(polynomial);
        }
        if let Some(theta) = first_crossing(polynomial)
            // Of guards that are crossed together the last goes first: kinks before what they decide. One that is crossed
            // already is not together with one that will be: the two sides of breakaway must not depend on their order.
            && first.is_none_or(|(_, earlier)| theta <= if earlier == 0.0 { 0.0 } else { earlier + SIMULTANEOUS })
        {
            first = Some((guard, theta));
        }
    }
    first
}
