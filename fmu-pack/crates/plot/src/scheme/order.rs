//! In which order bodies stand, and where a long row of them is broken.

use super::Scheme;

/// From the first body on, each next to one that it is joined to where that is possible.
pub(super) fn order(scheme: &Scheme) -> Vec<usize> {
    let count = scheme.bodies.len();
    let mut order: Vec<usize> = Vec::new();
    while let Some(start) = (0..count).find(|body| !order.contains(body)) {
        let mut next = Some(start);
        while let Some(body) = next {
            order.push(body);
            let neighbour = |from: usize| {
                let ends = scheme.links.iter().filter_map(move |link| match (link.first, link.second) {
                    (Some(first), second) if first == from => Some(second),
                    (Some(first), second) if second == from => Some(first),
                    (Some(_) | None, _) => None,
                });
                ends.into_iter().find(|end| !order.contains(end))
            };
            next = order.iter().rev().find_map(|from| neighbour(*from));
        }
    }
    order
}

/// The order in rows of at most `most`, where `widths` are those of the bodies in their order, the gap behind each included. A
/// row is at least half full, and broken where the fewest links are cut.
pub(super) fn rows(scheme: &Scheme, order: &[usize], widths: &[i32], most: i32) -> Vec<Vec<usize>> {
    let mut rows = Vec::new();
    let mut start = 0;
    while start < order.len() {
        let end = row_end(scheme, order, widths, start, most);
        rows.push(order[start..end].to_vec());
        start = end;
    }
    rows
}

fn row_end(scheme: &Scheme, order: &[usize], widths: &[i32], start: usize, most: i32) -> usize {
    let filled = |end: usize| widths[start..end].iter().sum::<i32>();
    if filled(order.len()) <= most {
        return order.len();
    }
    let is_cut = |end: usize, first: usize, second: usize| {
        let place = |body: usize| order.iter().position(|other| *other == body);
        (place(first) < Some(end)) != (place(second) < Some(end))
    };
    let cuts = |end: usize| {
        let joined = scheme.links.iter().filter_map(|link| Some((link.first?, link.second)));
        joined.filter(|(first, second)| is_cut(end, *first, *second)).count()
    };
    let ends = (start + 1..order.len()).filter(|end| filled(*end) <= most && 2 * filled(*end) >= most);
    // Of equal ones the last: the row is fuller.
    ends.rev().min_by_key(|end| cuts(*end)).unwrap_or(start + 1)
}

#[cfg(test)]
mod tests {
    use super::super::layout::tests::{link, scheme};
    use super::*;

    #[test]
    fn bodies_stand_beside_those_that_they_are_joined_to() {
        let star = scheme(4, vec![link(Some(0), 2), link(Some(2), 3), link(Some(0), 1)]);
        assert_eq!(order(&star), [0, 2, 3, 1]);
    }

    #[test]
    fn a_long_row_is_broken_where_the_fewest_links_are_cut() {
        let links = [(0, 1), (1, 2), (2, 3), (1, 3), (0, 3), (4, 5), (4, 5), (3, 4)];
        let chain = scheme(6, links.map(|(first, second)| link(Some(first), second)).to_vec());
        let order: Vec<usize> = (0..6).collect();
        assert_eq!(rows(&chain, &order, &[100; 6], 500), [vec![0, 1, 2, 3], vec![4, 5]]);
        assert_eq!(rows(&chain, &order, &[100; 6], 600), [vec![0, 1, 2, 3, 4, 5]]);
        assert_eq!(rows(&chain, &order, &[700; 6], 600).len(), 6);
    }
}
