//! The symmetries of a set of rules.
//!
//! Knows: turns and mirrors of the plane, permutations of symbols, and which of them preserve each player's
//! rules or exchange the players.
//! Must not know: values of positions; exchanging the players means the negative.

use rustc_hash::FxHashSet;

use super::stencil::{Cell, Stencil};
use crate::board::{BLOCKED, Board, MAX_SYMBOLS, Shape, Symbol};

/// Alphabet size up to which all permutations are tried; beyond, only transpositions.
const ALL_EXCHANGES: usize = 5;

/// An element of the dihedral group of the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::board) struct SquareSymmetry {
    /// Exchanges rows and columns, before the flips.
    pub(in crate::board) transpose: bool,
    /// Exchanges top and bottom.
    pub(in crate::board) flip_rows: bool,
    /// Exchanges left and right.
    pub(in crate::board) flip_columns: bool,
}

/// A symmetry: a turn and a permutation of symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::board) struct Symmetry {
    pub(in crate::board) turn: SquareSymmetry,
    /// Image of each symbol.
    pub(in crate::board) exchange: Box<[Symbol]>,
    /// Whether the players are exchanged.
    pub(in crate::board) negates: bool,
}

/// The symmetry group of the rules of both players, as sets.
#[derive(Debug, Clone)]
pub struct Symmetries {
    all: Vec<Symmetry>,
    /// Whether both players have the same rules.
    impartial: bool,
    /// Whether boards that come back to their beginning may also be turned along the ways around.
    slides: bool,
}

impl Symmetries {
    /// The symmetries of these rules, found by trying every turn with every permutation of symbols.
    pub(in crate::board) fn of(left: &[Stencil], right: &[Stencil], symbols: usize) -> Self {
        Symmetries::among(left, right, exchanges(symbols))
    }

    /// The turns and mirrors that keep the rules of each player or exchange the players.
    pub(in crate::board) fn turns_of(left: &[Stencil], right: &[Stencil], symbols: usize) -> Self {
        Symmetries::among(left, right, vec![(0..symbols as Symbol).collect()])
    }

    /// The symmetries with these permutations of symbols.
    fn among(left: &[Stencil], right: &[Stencil], exchanges: Vec<Box<[Symbol]>>) -> Self {
        let set = |stencils: &[Stencil]| stencils.iter().cloned().collect::<FxHashSet<_>>();
        let (left, right) = (set(left), set(right));
        let mut found = Vec::new();
        for exchange in exchanges {
            for turn in SquareSymmetry::all() {
                // Different stencils have different images, so sets of the same size are equal
                // when one has all images of the other.
                let onto = |set: &FxHashSet<Stencil>, other: &FxHashSet<Stencil>| {
                    set.len() == other.len()
                        && set.iter().all(|stencil| other.contains(&turn.of(stencil, &exchange)))
                };
                let keeps = onto(&left, &left) && onto(&right, &right);
                if keeps || (onto(&left, &right) && onto(&right, &left)) {
                    found.push(Symmetry { turn, exchange: exchange.clone(), negates: !keeps });
                }
            }
        }
        Symmetries { all: found, impartial: left == right, slides: false }
    }

    /// All turns and mirrors of boards of a shape, each with each of these permutations, the identity first
    /// among them; `true` where the players are exchanged.
    pub fn with(shape: Shape, exchanges: &[(Box<[Symbol]>, bool)]) -> Self {
        let strip = SquareSymmetry { transpose: false, flip_rows: false, flip_columns: true };
        let fits = |turn: &SquareSymmetry| match shape {
            Shape::Grid | Shape::Torus => true,
            Shape::Cylinder => !turn.transpose,
            Shape::Strip | Shape::Ring => turn.index() & !strip.index() == 0,
        };
        let one = |(exchange, negates): &(Box<[Symbol]>, bool)| {
            let (exchange, negates) = (exchange.clone(), *negates);
            let turned = move |turn| Symmetry { turn, exchange: exchange.clone(), negates };
            SquareSymmetry::all().filter(fits).map(turned)
        };
        let all = exchanges.iter().flat_map(one).collect();
        Symmetries { all, impartial: false, slides: shape.is_closed() }
    }

    /// The turns of rings alone: they keep rewrite rules, as these say nothing of where on a way around a pattern lies.
    pub fn slides(symbols: usize) -> Self {
        let exchange = (0..symbols as Symbol).collect();
        let turn = SquareSymmetry { transpose: false, flip_rows: false, flip_columns: false };
        let all = vec![Symmetry { turn, exchange, negates: false }];
        Symmetries { all, impartial: false, slides: true }
    }

    /// Rows and columns by which a board may be turned along the ways around that come back; (0, 0) first.
    pub(in crate::board) fn slid(&self, board: &Board) -> impl Iterator<Item = (usize, usize)> {
        let around = |cells: usize, wraps: bool| if wraps && self.slides { cells } else { 1 };
        let [down, right] = board.wraps;
        let columns = around(board.columns(), right);
        (0..around(board.rows(), down)).flat_map(move |row| (0..columns).map(move |c| (row, c)))
    }

    /// The turns and mirrors among them, in words: those that change some board with this number of rows, each kind
    /// once.
    pub fn named(&self, rows: usize) -> Vec<&'static str> {
        let has = |wanted: fn(SquareSymmetry) -> bool| self.all.iter().any(|one| wanted(one.turn));
        // On a single row the mirror from top to bottom changes nothing, and rows and columns are not exchanged.
        let single = rows == 1;
        let kinds: [(&str, bool); 5] = [
            ("mirrored left to right", has(|t| !t.transpose && t.flip_columns && !t.flip_rows)),
            (
                "mirrored top to bottom",
                !single && has(|t| !t.transpose && t.flip_rows && !t.flip_columns),
            ),
            ("turned by 180°", !single && has(|t| !t.transpose && t.flip_rows && t.flip_columns)),
            ("turned by 90°", !single && has(|t| t.transpose && t.flip_rows != t.flip_columns)),
            (
                "mirrored at a diagonal",
                !single && has(|t| t.transpose && t.flip_rows == t.flip_columns),
            ),
        ];
        kinds.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }

    /// The identity alone.
    #[cfg(test)]
    pub(in crate::board) fn identity(&self) -> Self {
        Symmetries { all: self.all[..1].to_vec(), ..*self }
    }

    /// All symmetries, the identity first.
    pub(in crate::board) fn iter(&self) -> impl Iterator<Item = &Symmetry> {
        self.all.iter()
    }

    /// Whether both players provably have the same rules.
    pub(in crate::board) fn impartial(&self) -> bool {
        self.impartial
    }

    /// Whether some symmetry exchanges rows and columns.
    pub(in crate::board) fn transpose(&self) -> bool {
        self.all.iter().any(|symmetry| symmetry.turn.transpose)
    }
}

impl SquareSymmetry {
    pub(in crate::board) fn all() -> impl Iterator<Item = SquareSymmetry> {
        (0..8).map(|bits| SquareSymmetry {
            transpose: bits & 1 != 0,
            flip_rows: bits & 2 != 0,
            flip_columns: bits & 4 != 0,
        })
    }

    /// Its index among the eight turns.
    pub(in crate::board) fn index(self) -> usize {
        usize::from(self.transpose)
            | usize::from(self.flip_rows) << 1
            | usize::from(self.flip_columns) << 2
    }

    /// Image of a stencil under the turn and a permutation of symbols.
    fn of(self, stencil: &Stencil, exchange: &[Symbol]) -> Stencil {
        let exchanged = |symbols: u64| {
            let all = (0..exchange.len()).filter(|&symbol| symbols >> symbol & 1 != 0);
            all.fold(0, |set, symbol| set | 1u64 << exchange[symbol])
        };
        let cells = stencil.cells.iter().map(|cell| {
            let (mut row, mut column) = (cell.row as i32, cell.column as i32);
            if self.transpose {
                (row, column) = (column, row);
            }
            row = if self.flip_rows { -row } else { row };
            column = if self.flip_columns { -column } else { column };
            // The border symbol is fixed.
            let needs = exchanged(cell.needs) | cell.needs >> exchange.len() << exchange.len();
            let becomes = |symbol: Symbol| *exchange.get(symbol as usize).unwrap_or(&BLOCKED);
            let writes = cell.writes.map(becomes);
            (row, column, Cell { row: 0, column: 0, needs, writes })
        });
        // Guards are invariant under turns.
        Stencil::from_cells(cells).guarded_as(stencil, &exchanged)
    }
}

/// Permutations of symbols to try, the identity first; there are at most [`MAX_SYMBOLS`] symbols.
pub fn exchanges(symbols: usize) -> Vec<Box<[Symbol]>> {
    let symbols = symbols.min(MAX_SYMBOLS);
    let identity: Box<[Symbol]> = (0..symbols as Symbol).collect();
    if symbols <= ALL_EXCHANGES {
        let mut all = Vec::new();
        permute(&mut identity.clone(), 0, &mut all);
        return all;
    }
    let mut all = vec![identity.clone()];
    for a in 0..symbols {
        for b in a + 1..symbols {
            let mut swapped = identity.clone();
            swapped.swap(a, b);
            all.push(swapped);
        }
    }
    all
}

/// All permutations of the symbols from `start` on.
fn permute(symbols: &mut Box<[Symbol]>, start: usize, all: &mut Vec<Box<[Symbol]>>) {
    if start == symbols.len() {
        all.push(symbols.clone());
    }
    for other in start..symbols.len() {
        symbols.swap(start, other);
        permute(symbols, start + 1, all);
        symbols.swap(start, other);
    }
}
