//! Rules over planes: symbols that the rules do not tell apart become one plane.
//!
//! Knows: which symbols the rules tell apart. Must not know: boards or words.
//!
//! Two symbols that every cell of every rule asks for together, or not at all, can be exchanged
//! anywhere on a board and the same moves are possible: they become one plane. A cell that shows
//! a symbol no rule asks for can never take part in a move: it is blocked.

use crate::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::basis::basis;
use super::moves::Sets;
use crate::board::rewrite::boards::Ways;
use crate::board::rewrite::stencil::{Cell, Stencil};
use crate::board::rewrite::symmetry::Symmetries;
use crate::board::{BLOCKED, Symbol};

/// Rules of both players over planes in place of symbols.
#[derive(Debug)]
pub(super) struct Reduced {
    /// The plane of each symbol; [`BLOCKED`] when it has none.
    plane_of: [Symbol; BLOCKED as usize + 1],
    /// A symbol for each plane.
    pub(super) symbols: Vec<Symbol>,
    /// The rules, without repetition, and who may use each: Left, Right.
    pub(super) stencils: Vec<(Stencil, [bool; 2])>,
    /// What boards are split by, without repetition; see `split.rs`.
    pub(super) steps: Vec<Stencil>,
    /// What cells ask for.
    pub(super) sets: Sets,
    /// The symmetries, with exchanges of planes.
    pub(super) symmetries: Symmetries,
    /// Whether moves depend on cells that they do not touch, so that no board falls apart.
    pub(super) guarded: bool,
    /// Whether both players have the same rules.
    pub(super) impartial: bool,
    /// Budget for all that is worked out of the rules.
    pub(super) budget: Budget,
}

impl Reduced {
    /// # Errors
    /// When the budget runs out.
    pub(super) fn new(ways: &Ways, budget: &Budget) -> Result<Self, Exhausted> {
        let Ways { left, right, steps } = ways;
        let all = [left, right, steps].into_iter();
        let (plane_of, symbols) = planes(&sorted(all.flat_map(|stencils| needs(stencils))));
        let reduce = |stencils: &[Stencil]| sorted(stencils.iter().map(|s| reduced(s, &plane_of)));
        let (left, right, steps) = (reduce(left), reduce(right), reduce(steps));
        let all = sorted(left.iter().chain(&right).cloned());
        let sets = Sets::new(symbols.len(), all.iter().chain(&steps));
        let steps = basis(steps, &sets, budget)?;
        let symmetries = Symmetries::of(&left, &right, symbols.len());
        let whose = |s: &Stencil| [&left, &right].map(|side| side.binary_search(s).is_ok());
        let stencils = all.into_iter().map(|s| (s.clone(), whose(&s))).collect();
        let impartial = left == right;
        let guarded = left.iter().chain(&right).any(|stencil| stencil.guard.is_some());
        let budget = budget.clone();
        Ok(Reduced {
            plane_of,
            symbols,
            stencils,
            steps,
            sets,
            symmetries,
            guarded,
            impartial,
            budget,
        })
    }

    /// The plane of a symbol; none when the cell can be left out.
    #[inline]
    pub(super) fn plane(&self, symbol: Symbol) -> Option<usize> {
        let plane = self.plane_of[symbol as usize];
        (plane != BLOCKED).then_some(plane as usize)
    }
}

/// What cells ask for, and the sets of symbols that guards tell apart.
fn needs(stencils: &[Stencil]) -> impl Iterator<Item = u64> + '_ {
    stencils.iter().flat_map(|stencil| {
        let mut needs: Vec<u64> = stencil.cells.iter().map(|cell| cell.needs).collect();
        stencil.guard.iter().for_each(|guard| guard.needs(&mut needs));
        needs
    })
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// One plane for each class of symbols that occur in the same sets, in some set at least.
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
