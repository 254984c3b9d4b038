//! Which bodies gears and screws tie together.

use super::super::ConfigurationError;
use super::super::document::Document;
use super::draft::Draft;
use super::is_body;
use crate::declaration::Element;
use crate::elements::ElementKind;

/// What a body is tied to: the first body of its group in the file, with the gears that lead there.
pub struct Ties {
    /// By element: the element of the root.
    pub root: Vec<usize>,
    /// By element: the gears on the way from the root, each with whether it is passed from its first to its second.
    pub way: Vec<Vec<(usize, bool)>>,
}

/// Finds the groups; a loop of gears is refused.
pub fn find(document: &Document, drafts: &[Draft<'_>], elements: &[Element]) -> Result<Ties, ConfigurationError> {
    let gears: Vec<usize> = (0..elements.len())
        .filter(|&index| matches!(elements[index].kind, ElementKind::Gear | ElementKind::Screw))
        .collect();
    let mut set: Vec<usize> = (0..elements.len()).collect();
    for &gear in &gears {
        let (Some(first), Some(second)) = (elements[gear].first, elements[gear].second) else { continue };
        let (a, b) = (set[first], set[second]);
        if a == b {
            let problem = "closes a loop of rigid gears, which leaves no motion or none that is determined";
            return Err(document.error(drafts[gear - 1].at, problem));
        }
        set.iter_mut().filter(|set| **set == b).for_each(|set| *set = a);
    }
    let mut ties = Ties { root: (0..elements.len()).collect(), way: vec![Vec::new(); elements.len()] };
    for index in (0..elements.len()).filter(|&index| is_body(elements[index].kind)) {
        let root = (0..elements.len()).find(|&other| is_body(elements[other].kind) && set[other] == set[index]);
        ties.root[index] = root.unwrap_or(index);
    }
    for root in (0..elements.len()).filter(|&index| ties.root[index] == index) {
        walk(elements, &gears, root, &mut ties.way);
    }
    Ok(ties)
}

/// The ways from a root to all that is tied to it.
fn walk(elements: &[Element], gears: &[usize], root: usize, way: &mut [Vec<(usize, bool)>]) {
    let mut open = vec![root];
    while let Some(body) = open.pop() {
        for &gear in gears {
            let (Some(first), Some(second)) = (elements[gear].first, elements[gear].second) else { continue };
            let (next, forward) = if first == body { (second, true) } else { (first, false) };
            let touches = first == body || second == body;
            if touches && next != root && way[next].is_empty() {
                way[next] = way[body].clone();
                way[next].push((gear, forward));
                open.push(next);
            }
        }
    }
}
