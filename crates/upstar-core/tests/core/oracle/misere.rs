//! Misère play of impartial games by definition.
//!
//! Knows: trees of options, as they are. Must not know: any shortcut.

/// An impartial game as the list of its options, never simplified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tree {
    options: Vec<Tree>,
}

impl Tree {
    /// The game with these options.
    pub(crate) fn new(options: Vec<Tree>) -> Self {
        Tree { options }
    }

    /// A heap of n in Nim.
    pub(crate) fn nimber(n: u32) -> Self {
        Tree::new((0..n).map(Tree::nimber).collect())
    }

    /// Both side by side.
    pub(crate) fn plus(&self, other: &Tree) -> Self {
        let here = self.options.iter().map(|option| option.plus(other));
        let there = other.options.iter().map(|option| self.plus(option));
        Tree::new(here.chain(there).collect())
    }
}

/// Whether the previous player wins when who cannot move wins.
pub(crate) fn previous_wins(game: &Tree) -> bool {
    !game.options.is_empty() && !game.options.iter().any(previous_wins)
}

/// Whether one of `tests`, added to both, gives different outcomes.
pub(crate) fn distinguished(a: &Tree, b: &Tree, tests: &[Tree]) -> bool {
    tests.iter().any(|test| previous_wins(&a.plus(test)) != previous_wins(&b.plus(test)))
}
