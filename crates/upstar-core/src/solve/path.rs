//! Path of a depth-first search: the stack of its nodes, which is also the set of their keys.
//!
//! Knows: the order of the nodes, and which keys they have. Must not know: positions, or what is
//! searched for.
//!
//! Every depth-first search of this folder runs along such a path. There are the fold (`walk.rs`), proof-number
//! search for nimbers (`nimber_search.rs`) and for sums (`search/`), minimax (`minimax/`), and the search for a cycle
//! (`cycle.rs`). If a key would come twice, the path gives the keys of the cycle.
//!
//! A search leaves a node when its contents say so. In a fold these are a summary of the moves seen, in minimax
//! bounds around a wanted value. The proof-number searches have the same numbers and thresholds (`proof_numbers.rs`). For
//! nimbers these are of one position and several nimbers, for sums of children in a table. One search
//! has no path: in games of connections (`goal/connection/`) each move claims a cell, so nothing repeats, and their
//! proofs carry regions.

use std::hash::Hash;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

/// Path from the root of a depth-first search to the node it works on. No key is on it twice: a
/// search that would return to one gets the keys of the cycle instead. Cost of each operation:
/// constant, but for the keys of a cycle.
#[derive(Debug)]
pub(super) struct Path<K, N> {
    nodes: IndexMap<K, N, FxBuildHasher>,
}

impl<K: Eq + Hash, N> Path<K, N> {
    /// A path without nodes.
    pub(super) fn new() -> Self {
        Path { nodes: IndexMap::default() }
    }

    /// A path of one node.
    pub(super) fn from_root(key: K, node: N) -> Self {
        Path { nodes: IndexMap::from_iter([(key, node)]) }
    }

    /// Puts a node on top.
    ///
    /// # Errors
    /// When the key is on the path: the keys from there to the top, which lead back to the first.
    /// They are taken off the path.
    pub(super) fn push(&mut self, key: K, node: N) -> Result<(), Vec<K>> {
        match self.nodes.entry(key) {
            Entry::Vacant(place) => {
                place.insert(node);
                Ok(())
            }
            Entry::Occupied(first) => {
                let first = first.index();
                Err(self.nodes.drain(first..).map(|(key, _)| key).collect())
            }
        }
    }

    /// Key and node on top.
    #[inline]
    pub(super) fn top(&mut self) -> Option<(&K, &mut N)> {
        self.nodes.last_mut()
    }

    /// A node by its place, counted from the root.
    pub(super) fn node(&mut self, place: usize) -> Option<&mut N> {
        self.nodes.get_index_mut(place).map(|(_, node)| node)
    }

    /// Takes key and node off the top.
    pub(super) fn pop(&mut self) -> Option<(K, N)> {
        self.nodes.pop()
    }

    /// Whether a node with this key is on the path.
    pub(super) fn contains(&self, key: &K) -> bool {
        self.nodes.contains_key(key)
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the search has not begun, or has left its root.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Keys from the root to the top.
    pub(super) fn into_keys(self) -> impl Iterator<Item = K> {
        self.nodes.into_keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_on_the_path_is_refused_with_its_cycle() {
        let mut path = Path::new();
        for key in [3, 1, 4] {
            assert_eq!(path.push(key, ()), Ok(()));
        }
        assert!(path.contains(&1) && !path.contains(&5));
        assert_eq!(path.push(1, ()), Err(vec![1, 4]));
        assert_eq!(path.into_keys().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn a_key_that_was_left_may_be_entered_again() {
        let mut path = Path::new();
        assert_eq!(path.push(7, 'a'), Ok(()));
        assert_eq!(path.push(8, 'b'), Ok(()));
        assert_eq!(path.pop(), Some((8, 'b')));
        assert_eq!(path.push(8, 'c'), Ok(()));
        assert_eq!(path.top(), Some((&8, &mut 'c')));
        assert_eq!(path.len(), 2);
        assert_eq!(path.push(8, 'd'), Err(vec![8]));
        assert_eq!(path.pop(), Some((7, 'a')));
        assert!(path.is_empty() && path.pop().is_none());
    }
}
