//! Curves that lie on each other. Where they do, they take turns along the way, so that the colour of each is seen.

use super::style::FINE;

/// A point of the drawing.
pub(super) type Point = (i32, i32);

/// Length of a turn.
const TURN: f64 = 14.0 * FINE as f64;

/// A curve with its length from the first point to each.
struct Way<'a> {
    points: &'a [Point],
    lengths: Vec<f64>,
}

/// Of each curve the pieces that are drawn, one curve after the other; none of a curve that lies on no earlier one. The curves have
/// their points at the same places across, and lie on each other where they are no further apart than half of their thickness: beside
/// that, the lower one is seen.
pub(super) fn pieces(curves: &[Vec<Point>], thickness: u32) -> Vec<Option<Vec<Vec<Point>>>> {
    if curves.len() < 2 {
        return vec![None; curves.len()];
    }
    let ways: Vec<Way<'_>> = curves.iter().map(|points| Way::new(points)).collect();
    (0..ways.len()).map(|place| pieces_of(place, &ways, 0.5 * f64::from(thickness))).collect()
}

/// What lies on each other in one segment.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pile {
    /// The lowest curve.
    lowest: usize,
    /// How many curves are below this one.
    below: usize,
    /// How many there are.
    count: usize,
}

fn pieces_of(place: usize, ways: &[Way<'_>], most: f64) -> Option<Vec<Vec<Point>>> {
    let segments = ways[place].points.len().saturating_sub(1);
    let mut piles: Vec<Option<Pile>> = (0..segments).map(|segment| pile(place, ways, segment, most)).collect();
    leave_out_crossings(&mut piles, &ways[place]);
    piles.iter().any(Option::is_some).then(|| {
        let mut pen = Pen::default();
        for (segment, pile) in piles.iter().enumerate() {
            let ends = (ways[place].points[segment], ways[place].points[segment + 1]);
            match pile {
                None => pen.draw(ends),
                Some(pile) => pen.take_turns(ends, *pile, ways[pile.lowest].segment(segment)),
            }
        }
        pen.finish()
    })
}

/// The curves on which a curve lies in a segment, if it is not the lowest.
fn pile(place: usize, ways: &[Way<'_>], segment: usize, most: f64) -> Option<Pile> {
    let is_on = |other: &usize| ways[place].is_on(&ways[*other], segment, most);
    let lowest = (0..place).find(is_on)?;
    let below = (lowest..place).filter(is_on).count();
    let above = (place + 1..ways.len()).filter(is_on).count();
    Some(Pile { lowest, below, count: below + 1 + above })
}

/// Curves that only cross have no room for turns.
fn leave_out_crossings(piles: &mut [Option<Pile>], way: &Way<'_>) {
    let mut first = 0;
    for run in piles.chunk_by_mut(|one, other| one.is_some() == other.is_some()) {
        let end = first + run.len();
        let most = run.iter().flatten().map(|pile| pile.count).max().unwrap_or(0);
        if way.lengths[end] - way.lengths[first] < most as f64 * TURN {
            run.fill(None);
        }
        first = end;
    }
}

impl<'a> Way<'a> {
    fn new(points: &'a [Point]) -> Self {
        let mut length = 0.0;
        let steps = points.windows(2).map(|ends| {
            length += distance(ends[0], ends[1]);
            length
        });
        let lengths = std::iter::once(0.0).chain(steps).collect();
        Self { points, lengths }
    }

    /// The lengths at both ends of a segment.
    fn segment(&self, segment: usize) -> (f64, f64) {
        (self.lengths[segment], self.lengths[segment + 1])
    }

    /// At both ends of the segment; across the way, because steep curves that lie on each other are far apart up and down. The less
    /// steep one counts: beside it the other goes away.
    fn is_on(&self, other: &Way<'_>, segment: usize, most: f64) -> bool {
        let ends = (self.points.get(segment), self.points.get(segment + 1));
        let others = (other.points.get(segment), other.points.get(segment + 1));
        let ((Some(from), Some(to)), (Some(other_from), Some(other_to))) = (ends, others) else { return false };
        let share = share_across(*from, *to).max(share_across(*other_from, *other_to));
        let apart = |one: &Point, other: &Point| f64::from((one.1 - other.1).abs()) * share;
        apart(from, other_from) <= most && apart(to, other_to) <= most
    }
}

/// Across over along; of a step up or down 1, because nothing is known beside it.
fn share_across(from: Point, to: Point) -> f64 {
    let across = f64::from(to.0 - from.0);
    if across > 0.0 { across / distance(from, to) } else { 1.0 }
}

fn distance(from: Point, to: Point) -> f64 {
    f64::from(to.0 - from.0).hypot(f64::from(to.1 - from.1))
}

/// Draws, or moves over what is not drawn.
#[derive(Default)]
struct Pen {
    pieces: Vec<Vec<Point>>,
    is_down: bool,
}

impl Pen {
    fn draw(&mut self, (from, to): (Point, Point)) {
        match self.pieces.last_mut().filter(|_| self.is_down) {
            Some(piece) => piece.push(to),
            None => self.pieces.push(vec![from, to]),
        }
        self.is_down = true;
    }

    /// Draws what is the curve's turn of a segment between two lengths of the lowest curve.
    fn take_turns(&mut self, (from, to): (Point, Point), pile: Pile, (begin, end): (f64, f64)) {
        let between = |length: f64| {
            let share = if end > begin { (length - begin) / (end - begin) } else { 1.0 };
            let part = |from: i32, to: i32| from + (share * f64::from(to - from)).round() as i32;
            (part(from.0, to.0), part(from.1, to.1))
        };
        let mut length = begin;
        let mut turn = (begin / TURN).floor();
        loop {
            let next = end.min((turn + 1.0) * TURN);
            if turn.rem_euclid(pile.count as f64) == pile.below as f64 {
                self.draw((between(length), between(next)));
            } else {
                self.is_down = false;
            }
            if next >= end {
                return;
            }
            (length, turn) = (next, turn + 1.0);
        }
    }

    /// Points that repeat the one before are left out.
    fn finish(mut self) -> Vec<Vec<Point>> {
        self.pieces.iter_mut().for_each(Vec::dedup);
        self.pieces.retain(|piece| piece.len() > 1);
        self.pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THICKNESS: u32 = 20;

    fn curve(of: impl Fn(i32) -> i32) -> Vec<Point> {
        (0..=800).map(|place| (place * FINE, of(place * FINE))).collect()
    }

    fn length(pieces: &[Vec<Point>]) -> f64 {
        pieces.iter().flat_map(|piece| piece.windows(2)).map(|ends| distance(ends[0], ends[1])).sum()
    }

    #[test]
    fn of_three_curves_on_each_other_each_is_seen_on_a_third_of_the_way() {
        let curves = [curve(|_| 0), curve(|x| x % 2), curve(|_| 3)];
        let [lowest, middle, upper] = &pieces(&curves, THICKNESS)[..] else { panic!("three curves") };
        assert_eq!(*lowest, None, "what lies below all is drawn without gaps");
        for pieces in [middle, upper] {
            let share = length(pieces.as_ref().unwrap()) / 8000.0;
            assert!((share - 1.0 / 3.0).abs() < 0.02, "{share}");
        }
        let spans = |pieces: &Option<Vec<Vec<Point>>>| -> Vec<(i32, i32)> {
            pieces.iter().flatten().map(|piece| (piece[0].0, piece[piece.len() - 1].0)).collect()
        };
        // No turn of the one is hidden below a turn of the other.
        for (begin, end) in spans(middle) {
            assert!(spans(upper).iter().all(|other| other.1 <= begin + 1 || other.0 + 1 >= end), "{begin} {end}");
        }
    }

    #[test]
    fn a_curve_has_gaps_only_where_it_lies_on_another() {
        let curves = [curve(|_| 0), curve(|x| if x < 4000 { 0 } else { x - 4000 })];
        let pieces = &pieces(&curves, THICKNESS)[1];
        let last = pieces.as_ref().unwrap().last().unwrap();
        assert!(last[0].0 <= 4000 + 2 * THICKNESS as i32 && *last.last().unwrap() == (8000, 4000), "{:?}", last[0]);
    }

    #[test]
    fn curves_that_cross_or_are_apart_have_no_gaps() {
        let apart = [curve(|_| 0), curve(|_| THICKNESS as i32 / 2 + 1), curve(|x| x - 4000)];
        assert_eq!(pieces(&apart, THICKNESS), [None, None, None]);
        assert_eq!(pieces(&[Vec::new(), Vec::new()], THICKNESS), [None, None]);
    }

    #[test]
    fn steep_curves_lie_on_each_other_where_they_are_close_across() {
        // 100 apart up and down is 2 across.
        let steep = [curve(|x| 50 * x), curve(|x| 50 * x + 100)];
        assert!(pieces(&steep, THICKNESS)[1].is_some());
        // The same fall somewhat later: where the one is steep, the other is level.
        let fall = |x: i32, begin: i32| (400 * (x - begin)).clamp(0, 24_000);
        let falls = [curve(|x| fall(x, 4000)), curve(|x| fall(x, 4060))];
        let fallen = pieces(&falls, THICKNESS)[1].clone().unwrap();
        let level = |piece: &&Vec<Point>| piece.iter().any(|at| at.1 > 0 && at.1 < 24_000);
        assert_eq!(fallen.iter().filter(level).map(|piece| piece[piece.len() - 1].1).max(), Some(24_000));
        assert_eq!(fallen.iter().filter(level).count(), 1, "its whole fall is one piece");
    }
}
