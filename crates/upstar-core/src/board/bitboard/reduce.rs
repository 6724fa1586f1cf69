//! Rules over planes: indistinguishable symbols become one plane.
//!
//! Knows: which symbols the rules distinguish. Must not know: boards or words.
//!
//! Two symbols that occur in the same sets of required symbols can be exchanged anywhere on a board without
//! changing the possible moves: they become one plane. A cell with a symbol that no rule requires never takes
//! part in a move: it is blocked.

use crate::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::basis::Basis;
use super::liberties::Liberties;
use super::moves::Sets;
use crate::board::rewrite::rule_stencils::RuleStencils;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::board::rewrite::symmetry::Symmetries;
use crate::board::{BLOCKED, Symbol};

/// Rules of both players over planes in place of symbols.
#[derive(Debug)]
pub(super) struct Reduced {
    /// The plane of each symbol; [`BLOCKED`] if it has none.
    plane_of: [Symbol; BLOCKED as usize + 1],
    /// A symbol for each plane.
    pub(super) symbols: Vec<Symbol>,
    /// The distinct stencils of the rules, and whether Left and Right may use each.
    pub(super) stencils: Vec<(Stencil, [bool; 2])>,
    /// What boards are split by; `None` where they are not, since moves have conditions on other cells.
    pub(super) split: Option<Basis>,
    /// The sets of planes that cells require.
    pub(super) sets: Sets,
    /// The symmetries, with permutations of planes.
    pub(super) symmetries: Symmetries,
    /// Stones and free cells, if all moves are about liberties.
    pub(super) liberties: Option<Liberties>,
    /// Whether both players have the same rules.
    pub(super) impartial: bool,
    /// Budget for everything derived from the rules.
    pub(super) budget: Budget,
}

impl Reduced {
    /// # Errors
    /// When the budget runs out.
    pub(super) fn new(rules: &RuleStencils, budget: &Budget) -> Result<Self, Exhausted> {
        let RuleStencils { left, right, split } = rules;
        let all = left.iter().chain(right).chain(split.iter().flat_map(|split| split.iter()));
        let (plane_of, symbols) = planes(&sorted(all.flat_map(needs)));
        let one = |stencil: &Stencil| reduced(stencil, &plane_of);
        let (left, right) = (sorted(left.iter().map(one)), sorted(right.iter().map(one)));
        let split = split.as_ref().map(|split| sorted(split.iter().map(one)));
        let all = sorted(left.iter().chain(&right).cloned());
        let sets = Sets::new(symbols.len(), all.iter().chain(split.iter().flatten()));
        let split = split.map(|split| Basis::of(split, &sets, budget)).transpose()?;
        let symmetries = Symmetries::of(&left, &right, symbols.len());
        let whose = |s: &Stencil| [&left, &right].map(|side| side.binary_search(s).is_ok());
        let stencils = all.into_iter().map(|s| (s.clone(), whose(&s))).collect();
        let impartial = left == right;
        let liberties = Liberties::of_rules(left.iter().chain(&right), symbols.len());
        let budget = budget.clone();
        Ok(Reduced {
            plane_of,
            symbols,
            stencils,
            split,
            sets,
            symmetries,
            liberties,
            impartial,
            budget,
        })
    }

    /// The plane of a symbol; `None` if the cell cannot take part in a move.
    #[inline]
    pub(super) fn plane(&self, symbol: Symbol) -> Option<usize> {
        let plane = self.plane_of[symbol as usize];
        (plane != BLOCKED).then_some(plane as usize)
    }
}

/// The sets of symbols that cells require and the guard distinguishes.
fn needs(stencil: &Stencil) -> Vec<u64> {
    let mut needs: Vec<u64> = stencil.cells.iter().map(|cell| cell.needs).collect();
    stencil.guard.iter().for_each(|guard| guard.needs(&mut needs));
    needs
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// One plane for each class of symbols that occur in the same sets, at least one.
fn planes(needs: &[u64]) -> ([Symbol; BLOCKED as usize + 1], Vec<Symbol>) {
    let mut plane_of = [BLOCKED; BLOCKED as usize + 1];
    let mut symbols = Vec::new();
    let mut classes: FxHashMap<Vec<bool>, Symbol> = FxHashMap::default();
    for symbol in 0..BLOCKED {
        let class: Vec<bool> = needs.iter().map(|set| set >> symbol & 1 != 0).collect();
        if class.contains(&true) {
            plane_of[symbol as usize] = *classes.entry(class).or_insert_with(|| {
                symbols.push(symbol);
                symbols.len() as Symbol - 1
            });
        }
    }
    (plane_of, symbols)
}

fn reduced(stencil: &Stencil, plane_of: &[Symbol; BLOCKED as usize + 1]) -> Stencil {
    let planes = |symbols: u64| {
        let all = (0..BLOCKED as usize).filter(|&symbol| symbols >> symbol & 1 != 0);
        all.fold(0, |set, symbol| set | 1u64 << plane_of[symbol])
    };
    let cells = stencil.cells.iter().map(|cell| {
        let writes = cell.writes.map(|symbol| plane_of[symbol as usize]);
        let needs = planes(cell.needs);
        (cell.row as i32, cell.column as i32, Cell { needs, writes, ..*cell })
    });
    Stencil::from_cells(cells).guarded_as(stencil, &planes)
}
