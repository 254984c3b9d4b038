//! Algebraic loops: inputs that depend on themselves at the same instant.

use crate::facts::{Dependencies, Facts};
use crate::system::Connection;

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
    let find = |is_certain: bool| {
        let next = followers(connections, facts, is_certain);
        cycle(&next).map(|connections| AlgebraicLoop { connections, is_certain })
    };
    find(true).or_else(|| find(false))
}

/// For each connection those that begin at an output which depends on its input.
fn followers<'a>(
    connections: &[Connection],
    facts: &dyn Fn(&str) -> Option<&'a Facts>,
    is_certain: bool,
) -> Vec<Vec<usize>> {
    let depends = |output: &Connection, input: &Connection| {
        let Some(component) = &input.to.component else { return false };
        if output.from.component.as_ref() != Some(component) {
            return false;
        }
        match facts(component).map(|facts| facts.dependencies(&output.from.connector)) {
            Some(Dependencies::Inputs(inputs)) => inputs.contains(&input.to.connector),
            Some(Dependencies::Undeclared) | None => !is_certain,
        }
    };
    let of = |input: &Connection| (0..connections.len()).filter(|next| depends(&connections[*next], input)).collect();
    connections.iter().map(of).collect()
}

/// Some circle in a graph; depth first, without recursion.
fn cycle(next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut is_done = vec![false; next.len()];
    let mut is_on_path = vec![false; next.len()];
    for start in 0..next.len() {
        // The path so far, with how many followers of each were tried.
        let mut path = vec![(start, 0)];
        while let Some((node, tried)) = path.last_mut() {
            let node = *node;
            if *tried == 0 {
                if is_done[node] {
                    path.pop();
                    continue;
                }
                is_on_path[node] = true;
            }
            let follower = next[node].get(*tried).copied();
            *tried += 1;
            match follower {
                Some(follower) if is_on_path[follower] => {
                    let from = path.iter().position(|(node, _)| *node == follower).unwrap_or(0);
                    return Some(path[from..].iter().map(|(node, _)| *node).collect());
                }
                Some(follower) => path.push((follower, 0)),
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

    #[test]
    fn a_circle_is_found_without_the_way_that_leads_to_it() {
        assert_eq!(cycle(&[vec![1], vec![2], vec![3], vec![1]]), Some(vec![1, 2, 3]));
        assert_eq!(cycle(&[vec![0]]), Some(vec![0]));
        assert_eq!(cycle(&[vec![1, 2], vec![2], vec![]]), None);
        // Many ways through the same nodes are each gone once.
        let ladder: Vec<Vec<usize>> = (0..10_000).map(|node| vec![node + 1, node + 1]).chain([vec![]]).collect();
        assert_eq!(cycle(&ladder), None);
    }
}
