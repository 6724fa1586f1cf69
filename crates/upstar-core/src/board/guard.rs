//! Guards: conditions on the board before and after a move that decide where it is allowed.
//!
//! Knows: sets of cells by symbols, adjacency and groups. Must not know: how boards are stored, or how rules
//! are written.
//!
//! A guard treats all cells alike, so it is invariant under symmetries of the board.

use super::Symbol;

/// The board before a move, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// Board before the move.
    Before,
    /// Board after the move.
    After,
}

/// A set of cells, relative to a move at one cell.
///
/// Sets of symbols are bits: bit `s` represents symbol `s`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellSet {
    /// All cells.
    All,
    /// The cell of the move.
    Changed,
    /// The cells that show one of these symbols.
    Showing(u64, Moment),
    /// The orthogonal neighbours of these cells.
    Beside(Box<CellSet>),
    /// The groups that contain one of these cells. A group shows one of the symbols and is orthogonally
    /// connected.
    Groups(u64, Box<CellSet>, Moment),
    /// The complement.
    Not(Box<CellSet>),
    /// The cells of both sets.
    And(Box<[CellSet; 2]>),
    /// The cells of either set.
    Or(Box<[CellSet; 2]>),
    /// All cells if the set is empty, otherwise none.
    AllUnless(Box<CellSet>),
}

/// A move at one cell: the symbols required, the symbol written, and where it is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Symbols that the cell may show before, as bits.
    pub needs: u64,
    /// Symbol of the cell afterwards.
    pub writes: Symbol,
    /// Cells where the move is allowed.
    pub guard: CellSet,
}

impl CellSet {
    /// The cells of both sets.
    #[must_use]
    pub fn and(self, other: CellSet) -> CellSet {
        match (self, other) {
            (CellSet::All, set) | (set, CellSet::All) => set,
            (CellSet::Showing(a, before), CellSet::Showing(b, after)) if before == after => {
                CellSet::Showing(a & b, before)
            }
            // Only the groups of these symbols matter.
            (CellSet::Showing(a, before), CellSet::Groups(b, touching, after))
            | (CellSet::Groups(b, touching, after), CellSet::Showing(a, before))
                if before == after =>
            {
                CellSet::Groups(a & b, touching, after)
            }
            (a, b) => CellSet::And(Box::new([a, b])),
        }
    }

    /// The cells of either set.
    #[must_use]
    pub fn or(self, other: CellSet) -> CellSet {
        match (self, other) {
            (CellSet::Not(all), set) | (set, CellSet::Not(all)) if *all == CellSet::All => set,
            (a, b) => CellSet::Or(Box::new([a, b])),
        }
    }

    /// The orthogonal neighbours of these cells.
    #[must_use]
    pub fn beside(self) -> CellSet {
        CellSet::Beside(Box::new(self))
    }

    /// All cells if the set is empty, otherwise none.
    #[must_use]
    pub fn all_unless(self) -> CellSet {
        CellSet::AllUnless(Box::new(self))
    }

    /// The operands of this set.
    fn parts(&self) -> &[CellSet] {
        match self {
            CellSet::All | CellSet::Changed | CellSet::Showing(..) => &[],
            CellSet::Beside(set)
            | CellSet::Groups(_, set, _)
            | CellSet::Not(set)
            | CellSet::AllUnless(set) => std::slice::from_ref(set),
            CellSet::And(sets) | CellSet::Or(sets) => &sets[..],
        }
    }

    /// Whether the set depends on the move.
    pub(in crate::board) fn depends_on_move(&self) -> bool {
        match self {
            CellSet::Changed
            | CellSet::Showing(_, Moment::After)
            | CellSet::Groups(_, _, Moment::After) => true,
            _ => self.parts().iter().any(CellSet::depends_on_move),
        }
    }

    /// Appends the sets of symbols that must be distinguished.
    pub(in crate::board) fn needs(&self, found: &mut Vec<u64>) {
        match self {
            CellSet::Showing(symbols, _) => found.push(*symbols),
            // Each symbol has groups of its own.
            CellSet::Groups(symbols, ..) => {
                let each = (0..u64::BITS).map(|symbol| symbols & 1 << symbol);
                found.extend(each.filter(|one| *one != 0));
            }
            _ => {}
        }
        self.parts().iter().for_each(|part| part.needs(found));
    }

    /// The set with its sets of symbols mapped by `rename`.
    pub(in crate::board) fn renamed(&self, rename: &impl Fn(u64) -> u64) -> CellSet {
        let boxed = |set: &CellSet| Box::new(set.renamed(rename));
        let both = |[a, b]: &[CellSet; 2]| Box::new([a.renamed(rename), b.renamed(rename)]);
        match self {
            CellSet::All => CellSet::All,
            CellSet::Changed => CellSet::Changed,
            CellSet::Showing(symbols, moment) => CellSet::Showing(rename(*symbols), *moment),
            CellSet::Beside(set) => CellSet::Beside(boxed(set)),
            CellSet::Groups(symbols, set, moment) => {
                CellSet::Groups(rename(*symbols), boxed(set), *moment)
            }
            CellSet::Not(set) => CellSet::Not(boxed(set)),
            CellSet::And(sets) => CellSet::And(both(sets)),
            CellSet::Or(sets) => CellSet::Or(both(sets)),
            CellSet::AllUnless(set) => CellSet::AllUnless(boxed(set)),
        }
    }
}

impl std::ops::Not for CellSet {
    type Output = CellSet;

    fn not(self) -> CellSet {
        match self {
            CellSet::Not(set) => *set,
            set => CellSet::Not(Box::new(set)),
        }
    }
}
