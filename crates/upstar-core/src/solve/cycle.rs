//! Search for a cycle: a line of play that returns to a position.
//!
//! Knows: which positions follow which. Must not know: what is asked about them.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::path::Path;

/// Cycle that a depth-first search from `root` meets first; `None` when no line of play from there
/// returns.
///
/// `followers` lists where a position leads, the last of which is entered first, and may end the search.
/// `finish` takes note of a position after which no line of play returns. Cost: each position is listed
/// once.
pub(super) fn find_cycle<P: Clone + Eq + Hash, E>(
    root: &P,
    mut followers: impl FnMut(&P) -> Result<Vec<P>, E>,
    mut finish: impl FnMut(&P),
) -> Result<Option<Vec<P>>, E> {
    let mut path: Path<P, Option<Vec<P>>> = Path::new();
    let mut finished: FxHashSet<P> = FxHashSet::default();
    let mut next = Some(root.clone());
    loop {
        match next {
            Some(position) if finished.contains(&position) => {}
            Some(position) => {
                if let Err(cycle) = path.push(position, None) {
                    return Ok(Some(cycle));
                }
            }
            None => {
                let (position, _) = path.pop().expect("it has no more followers");
                finish(&position);
                finished.insert(position);
            }
        }
        let Some((position, open)) = path.top() else { return Ok(None) };
        let open = match open {
            Some(open) => open,
            None => open.insert(followers(position)?),
        };
        next = open.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cycle found when number `i` leads to those of `edges[i]`, and the numbers that lead to none.
    fn found(edges: &[&[usize]]) -> (Option<Vec<usize>>, Vec<usize>) {
        let mut finished = Vec::new();
        let followers = |&i: &usize| Ok::<_, ()>(edges[i].to_vec());
        let cycle = find_cycle(&0, followers, |&i| finished.push(i)).unwrap();
        (cycle, finished)
    }

    #[test]
    fn cycles_are_found_and_joins_are_none() {
        assert_eq!(found(&[&[1, 2], &[3], &[3], &[]]), (None, vec![3, 2, 1, 0]));
        assert_eq!(found(&[&[0]]), (Some(vec![0]), vec![]));
        assert_eq!(found(&[&[1], &[2], &[3, 4], &[1], &[]]), (Some(vec![1, 2, 3]), vec![4]));
        assert_eq!(found(&[&[1], &[], &[2]]), (None, vec![1, 0]));
    }
}
