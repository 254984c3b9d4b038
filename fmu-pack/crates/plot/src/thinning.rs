//! Leaves out points of a line that nobody would see.

use super::Kept;

/// How far a left-out point may lie off the line, as a share of the height: a tenth of a pixel.
const INVISIBLE: f64 = 8e-4;

/// Points of a line over ascending times; values that are not finite are left out.
pub(super) fn thinned(time: &[f64], values: &[f64], height: f64) -> Vec<(f64, f64)> {
    let mut kept = Kept::new(time.len() as u64, 1);
    time.iter().zip(values).filter(|(_, value)| value.is_finite()).for_each(|(time, value)| kept.row(*time, &[*value]));
    let kept = kept.finish();
    let points: Vec<(f64, f64)> = kept.time.into_iter().zip(kept.columns.concat()).collect();
    straightened(&points, INVISIBLE * height)
}

/// The line without points that lie within `tolerance` of the straight line between those that are kept.
fn straightened(points: &[(f64, f64)], tolerance: f64) -> Vec<(f64, f64)> {
    let Some((&first, rest)) = points.split_first() else { return Vec::new() };
    let (mut kept, mut anchor, mut last) = (vec![first], first, first);
    let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
    for &point in rest {
        let slope = (point.1 - anchor.1) / (point.0 - anchor.0);
        // Also where two points have the same time.
        if !(least..=most).contains(&slope) {
            kept.push(last);
            (anchor, least, most) = (last, f64::NEG_INFINITY, f64::INFINITY);
        }
        let span = point.0 - anchor.0;
        least = least.max((point.1 - tolerance - anchor.1) / span);
        most = most.min((point.1 + tolerance - anchor.1) / span);
        last = point;
    }
    if last != first {
        kept.push(last);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_peaks_and_the_order() {
        let time: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut values = vec![0.0; time.len()];
        values[77_777] = 9.0;
        let points = thinned(&time, &values, 9.0);
        assert!(points.len() <= 10, "{points:?}");
        assert!(points.contains(&(77_777.0, 9.0)));
        assert!(points.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    }

    #[test]
    fn keeps_a_curve_within_the_tolerance() {
        let time: Vec<f64> = (0..2000).map(|k| f64::from(k) * 1e-3).collect();
        let values: Vec<f64> = time.iter().map(|t| (7.0 * t).sin()).collect();
        let points = thinned(&time, &values, 2.0);
        assert!(points.len() < 400, "{}", points.len());
        let between = |t: f64| {
            let next = points.partition_point(|point| point.0 < t).max(1);
            let (a, b) = (points[next - 1], points[next]);
            a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0)
        };
        let off = time.iter().zip(&values).map(|(t, value)| (between(*t) - value).abs()).fold(0.0, f64::max);
        assert!(off <= 2.0 * INVISIBLE * 2.0, "{off}");
    }

    #[test]
    fn what_is_not_a_number_is_left_out() {
        assert_eq!(thinned(&[0.0, 1.0, 2.0], &[1.0, f64::NAN, 5.0], 4.0), [(0.0, 1.0), (2.0, 5.0)]);
        assert_eq!(thinned(&[], &[], 1.0), []);
    }
}
