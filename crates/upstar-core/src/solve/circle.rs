//! Positions that return to themselves.
//!
//! Knows: which positions follow which. Must not know: what is asked about them.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Part, Sum};

/// A circle among the followers of `root`, as far as their options are listed. Cost: once for each
/// part of an option; `step` is called for each position and may end the search.
pub(super) fn circle<P: Clone + Eq + Hash, E>(
    lists: &FxHashMap<P, Rc<[Sum<P>]>>,
    root: &P,
    mut step: impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<P>>, E> {
    // Positions that were entered; true when all that follows them was seen.
    let mut seen: FxHashMap<P, bool> = FxHashMap::default();
    let mut path = vec![(root.clone(), followers(lists, root))];
    seen.insert(root.clone(), false);
    while let Some((position, open)) = path.last_mut() {
        step()?;
        let Some(next) = open.pop() else {
            seen.insert(position.clone(), true);
            path.pop();
            continue;
        };
        match seen.get(&next) {
            Some(true) => {}
            Some(false) => {
                let start = path.iter().position(|(position, _)| *position == next);
                let round = path.drain(start.expect("it is on the path")..);
                return Ok(Some(round.map(|(position, _)| position).collect()));
            }
            None => {
                seen.insert(next.clone(), false);
                let open = followers(lists, &next);
                path.push((next, open));
            }
        }
    }
    Ok(None)
}

fn followers<P: Clone + Eq + Hash>(lists: &FxHashMap<P, Rc<[Sum<P>]>>, position: &P) -> Vec<P> {
    let parts = lists.get(position).into_iter().flat_map(|list| list.iter().flatten());
    parts
        .filter_map(|part| match part {
            Part::Position(position) | Part::Negative(position) => Some(position.clone()),
            Part::Value(_) => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circle found when number `i` leads to those of `edges[i]`.
    fn found(edges: &[&[usize]]) -> Option<Vec<usize>> {
        let sum = |to: &usize| vec![Part::Position(*to)];
        let lists = edges.iter().enumerate().map(|(i, to)| (i, to.iter().map(sum).collect()));
        circle(&lists.collect(), &0, || Ok::<(), ()>(())).unwrap()
    }

    #[test]
    fn circles_are_found_and_joins_are_none() {
        assert_eq!(found(&[&[1, 2], &[3], &[3], &[]]), None);
        assert_eq!(found(&[&[0]]), Some(vec![0]));
        assert_eq!(found(&[&[1], &[2], &[3], &[1]]), Some(vec![1, 2, 3]));
        assert_eq!(found(&[&[1], &[], &[2]]), None);
    }
}
