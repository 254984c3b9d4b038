//! Names at the ends of curves, where a legend would be too long to be read. They never overlap: what would is moved up or down, and a
//! thin line leads from the curve's end to its name.

use super::curves::{Dash, draw_curve};
use super::parts::named_sample;
use super::style::{Area, FINE, GAP, Outcome, width};
use plotters::prelude::*;

/// More entries of a legend are not found again in the picture: curves are named at their ends then.
pub(super) const MOST_IN_LEGEND: usize = 8;
/// From one name to the next, at least.
pub(super) const PITCH: i32 = 15 * FINE;
/// Between the edge of the diagram and the names, for the lines that lead there.
const LEAD: i32 = 34 * FINE;
/// Length of the sample of a curve: two long dashes and the gap between them.
const SAMPLE: i32 = 32 * FINE;
/// Right of the longest name, and how much longer it may be than estimated, in per cent: not all machines have the font.
const BEHIND: i32 = 10 * FINE;
const LONGER: i32 = 15;
/// A name that is moved no further than this needs no line that leads there.
const NEAR: i32 = 2 * FINE;

/// The end of a curve.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End<'a> {
    /// Of the curve.
    pub(super) name: &'a str,
    /// Where it ends, in the area.
    pub(super) at: (i32, i32),
    pub(super) colour: RGBColor,
}

/// How much room the names take to the right of the diagram.
pub(super) fn room<'a>(names: impl Iterator<Item = &'a str>) -> i32 {
    let longest = names.map(width).max().unwrap_or(0);
    LEAD + SAMPLE + GAP + longest * (100 + LONGER) / 100 + BEHIND
}

/// How high the diagram must be for this many.
pub(super) fn height(count: usize) -> i32 {
    PITCH * count as i32
}

/// Writes the names to the right of a diagram whose right edge is at `right` and which reaches from `top` to `bottom`; `sample` draws
/// a piece of the curve of that place.
pub(super) fn draw_ends(
    area: &Area<'_>,
    ends: &[End<'_>],
    (right, top, bottom): (i32, i32, i32),
    sample: &dyn Fn(usize, [(i32, i32); 2]) -> Outcome,
) -> Outcome {
    let wanted: Vec<i32> = ends.iter().map(|end| end.at.1).collect();
    for (place, (end, middle)) in ends.iter().zip(spread(&wanted, (top, bottom))).enumerate() {
        let thin = end.colour.stroke_width(7);
        let is_moved = (middle - end.at.1).abs() > NEAR;
        if end.at.0 < right {
            // It ends inside of the diagram: level to the edge first, so that the lines do not cross.
            draw_curve(area, vec![end.at, (right, end.at.1)], Dash::Dots, thin)?;
        }
        if is_moved || end.at.0 < right {
            let lead = [
                (right, end.at.1),
                (right + 4 * FINE, end.at.1),
                (right + LEAD - 8 * FINE, middle),
                (right + LEAD - 3 * FINE, middle),
            ];
            draw_curve(area, lead.to_vec(), Dash::Solid, thin)?;
        }
        let at = (right + LEAD, middle - 6 * FINE);
        named_sample(area, at, SAMPLE, end.name, |ends| sample(place, ends))?;
    }
    Ok(())
}

/// Heights as near as possible to those that are wanted (least squares), in the same order and no two closer than [`PITCH`]: less
/// the room that those before it need, each is the mean of a group of neighbours that would otherwise be too close.
fn spread(wanted: &[i32], (top, bottom): (i32, i32)) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|place| wanted[*place]);
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (rank, place) in order.iter().enumerate() {
        let mut group = (f64::from(wanted[*place] - height(rank)), 1);
        while let Some((mean, count)) = groups.pop_if(|(mean, _)| *mean >= group.0) {
            let all = count + group.1;
            group = ((mean * count as f64 + group.0 * group.1 as f64) / all as f64, all);
        }
        groups.push(group);
    }
    let means = groups.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    let last = bottom - height(wanted.len().saturating_sub(1));
    let mut found = vec![0; wanted.len()];
    for ((rank, place), mean) in order.into_iter().enumerate().zip(means) {
        found[place] = (mean.round() as i32).min(last).max(top) + height(rank);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closest(found: &[i32]) -> i32 {
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap()
    }

    #[test]
    fn names_that_have_room_are_at_their_curves() {
        let wanted = [9 * PITCH, PITCH, 5 * PITCH];
        assert_eq!(spread(&wanted, (0, 20 * PITCH)), wanted);
    }

    #[test]
    fn names_of_curves_with_one_end_are_spread_about_it_in_their_order() {
        let found = spread(&[10 * PITCH; 5], (0, 20 * PITCH));
        assert_eq!(found, [8, 9, 10, 11, 12].map(|place| place * PITCH));
    }

    #[test]
    fn names_never_overlap_and_stay_beside_the_diagram() {
        // Numbers of Lehmer's generator, some of them many times.
        let mut number = 1_u64;
        let mut draw = |below: u64| {
            number = number * 48_271 % 2_147_483_647;
            number % below
        };
        for count in 2..60 {
            let bottom = height(count + draw(20) as usize);
            let few = 1 + draw(5) as i32;
            let wanted: Vec<i32> = (0..count).map(|_| draw(bottom as u64) as i32 / few / PITCH * few * PITCH).collect();
            let found = spread(&wanted, (0, bottom));
            assert!(closest(&found) >= PITCH, "{wanted:?} {found:?}");
            assert!(found.iter().all(|place| (0..=bottom).contains(place)), "{wanted:?} {found:?}");
            let crosses = |one: usize, other: usize| (wanted[one] < wanted[other]) && found[one] > found[other];
            assert!((0..count).all(|one| (0..count).all(|other| !crosses(one, other))), "{wanted:?} {found:?}");
        }
    }
}
