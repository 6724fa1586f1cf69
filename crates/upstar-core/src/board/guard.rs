//! Guards: where on a board a move may be made, by what the board looks like before and after it.
//!
//! Knows: sets of cells by symbols, sides and groups. Must not know: how boards are kept, or how rules are
//! written.
//!
//! A guard treats all cells alike, so it is kept by turns and mirrors of the board.

use super::Symbol;

/// The board before a move, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// As it lies.
    Before,
    /// As the move leaves it.
    After,
}

/// A set of cells of a board on which a move is made at a cell.
///
/// Symbols are given as bits: bit `s` stands for symbol `s`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellSet {
    /// All cells.
    All,
    /// The cell where the move is made.
    Moved,
    /// The cells that show one of these symbols.
    Showing(u64, Moment),
    /// The cells above, left of, right of and below these.
    Beside(Box<CellSet>),
    /// The groups that have a cell among these. A group shows one of the symbols, and hangs together along
    /// rows and columns.
    Groups(u64, Box<CellSet>, Moment),
    /// The cells that are not among these.
    Not(Box<CellSet>),
    /// The cells of both sets.
    And(Box<[CellSet; 2]>),
    /// The cells of either set.
    Or(Box<[CellSet; 2]>),
    /// All cells when there are none of these; otherwise none.
    AllUnless(Box<CellSet>),
}

/// A move at one cell: what it must show, what it shows afterwards, and where that is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The symbols that the cell may show, as bits.
    pub needs: u64,
    /// What it shows afterwards.
    pub writes: Symbol,
    /// The cells where the move may be made.
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

    /// The cells above, left of, right of and below these.
    #[must_use]
    pub fn beside(self) -> CellSet {
        CellSet::Beside(Box::new(self))
    }

    /// All cells when there are none of these; otherwise none.
    #[must_use]
    pub fn all_unless(self) -> CellSet {
        CellSet::AllUnless(Box::new(self))
    }

    /// The sets that this one is made of.
    fn parts(&self) -> &[CellSet] {
        match self {
            CellSet::All | CellSet::Moved | CellSet::Showing(..) => &[],
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
            CellSet::Moved
            | CellSet::Showing(_, Moment::After)
            | CellSet::Groups(_, _, Moment::After) => true,
            _ => self.parts().iter().any(CellSet::depends_on_move),
        }
    }

    /// Sets of symbols that must be distinguished.
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

    /// The set with other symbols for these.
    pub(in crate::board) fn renamed(&self, rename: &impl Fn(u64) -> u64) -> CellSet {
        let boxed = |set: &CellSet| Box::new(set.renamed(rename));
        let both = |[a, b]: &[CellSet; 2]| Box::new([a.renamed(rename), b.renamed(rename)]);
        match self {
            CellSet::All => CellSet::All,
            CellSet::Moved => CellSet::Moved,
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
