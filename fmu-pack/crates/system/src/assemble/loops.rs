//! Algebraic loops: inputs that depend on themselves at the same instant.

use crate::facts::{Dependencies, Facts};
use crate::system::Connection;
use std::collections::HashMap;

/// A circle of connections through direct feedthrough.
pub(crate) struct AlgebraicLoop {
    /// Places in the list of connections, in the order of the signal.
    pub(crate) connections: Vec<usize>,
    /// Every FMU on the way says that its output depends on the input.
    pub(crate) is_certain: bool,
}

impl AlgebraicLoop {
    /// `lever.y → servo.u → servo.y → lever.u → lever.y`, as a sentence.
    pub(crate) fn sentence(&self, connections: &[Connection]) -> String {
        let mut ends: Vec<String> = Vec::new();
        for index in &self.connections {
            ends.extend([connections[*index].from.to_string(), connections[*index].to.to_string()]);
        }
        ends.extend(ends.first().cloned());
        let chain = ends.join(" → ");
        if self.is_certain {
            format!("algebraic loop: each of these depends on the one before at the same instant: {chain}")
        } else {
            format!("possible algebraic loop, because an FMU does not say which inputs its outputs depend on: {chain}")
        }
    }
}

/// A loop that is certain, if there is one; else one that is possible.
pub(crate) fn algebraic_loop<'a>(
    connections: &[Connection],
    facts: &dyn Fn(&str) -> Option<&'a Facts>,
) -> Option<AlgebraicLoop> {
    // By component: what begins there.
    let mut leaving: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, connection) in connections.iter().enumerate() {
        if let Some(component) = &connection.from.component {
            leaving.entry(component).or_default().push(index);
        }
    }
    let none = Vec::new();
    let find = |is_certain: bool| {
        // The next connection after the first `tried` that begins at an output which depends on the input where this one ends.
        let next = |node: usize, tried: usize| {
            let input = &connections[node].to;
            let component = input.component.as_deref()?;
            let facts = facts(component);
            let all = leaving.get(component).unwrap_or(&none);
            let depends =
                |index: &usize| match facts.map(|facts| facts.dependencies(&connections[*index].from.connector)) {
                    Some(Dependencies::Inputs(inputs)) => inputs.contains(&input.connector),
                    Some(Dependencies::Undeclared) | None => !is_certain,
                };
            let found = all.iter().enumerate().skip(tried).find(|(_, index)| depends(index));
            found.map(|(place, index)| (place + 1, *index))
        };
        cycle(connections.len(), next).map(|connections| AlgebraicLoop { connections, is_certain })
    };
    find(true).or_else(|| find(false))
}

/// Some circle in a graph; depth first, without recursion. `next` gives a follower of a node after the first so many places, and
/// how many places were tried then.
fn cycle(nodes: usize, next: impl Fn(usize, usize) -> Option<(usize, usize)>) -> Option<Vec<usize>> {
    let mut is_done = vec![false; nodes];
    let mut is_on_path = vec![false; nodes];
    for start in 0..nodes {
        let mut path = vec![(start, 0)];
        while let Some((node, tried)) = path.last_mut() {
            let node = *node;
            if is_done[node] {
                path.pop();
                continue;
            }
            is_on_path[node] = true;
            match next(node, *tried) {
                Some((_, follower)) if is_on_path[follower] => {
                    let from = path.iter().position(|(node, _)| *node == follower).unwrap_or(0);
                    return Some(path[from..].iter().map(|(node, _)| *node).collect());
                }
                Some((after, follower)) => {
                    *tried = after;
                    path.push((follower, 0));
                }
                None => {
                    (is_done[node], is_on_path[node]) = (true, false);
                    path.pop();
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::cycle;

    fn of(graph: &[Vec<usize>]) -> Option<Vec<usize>> {
        cycle(graph.len(), |node, tried| graph[node].get(tried).map(|follower| (tried + 1, *follower)))
    }

    #[test]
    fn a_circle_is_found_without_the_way_that_leads_to_it() {
        assert_eq!(of(&[vec![1], vec![2], vec![3], vec![1]]), Some(vec![1, 2, 3]));
        assert_eq!(of(&[vec![0]]), Some(vec![0]));
        assert_eq!(of(&[vec![1, 2], vec![2], vec![]]), None);
        assert_eq!(of(&[vec![1], vec![2, 0], vec![]]), Some(vec![0, 1]));
        // Many ways through the same nodes are each gone once.
        let ladder: Vec<Vec<usize>> = (0..10_000).map(|node| vec![node + 1, node + 1]).chain([vec![]]).collect();
        assert_eq!(of(&ladder), None);
    }
}
