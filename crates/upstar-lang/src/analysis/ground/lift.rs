//! Moves on boards of one size as rewrite rules that have the same placements on them.
//!
//! Knows: where cells lie. Must not know: how moves were found.
//!
//! Moves that write the same symbols in the same arrangement, anywhere, become rules together. The first cell that is
//! written is the place of a move. Its guard falls into cubes: conditions on single cells. A cube is taken as a rule,
//! together with the cubes at other places that agree with it wherever both can be seen, so that a condition on a cell
//! which lies outside of the board at some places is in the rule. Then cells are found that must be on the board, or
//! must not, so that the rule allows no move that there is not. At the end all placements of all rules at a place are
//! together what the guard there says, or there is no result.

use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

use upstar_core::board::rewrite::{Rule, RuleCell};
use upstar_core::board::{Alphabet, Shape, Symbol};

use super::guards::{Cube, Guard, Guards};
use super::moves::Moves;

/// Most conjunctions into which one guard falls.
const MOST_CUBES: usize = 32;

/// Most rules of a player.
const MOST_RULES: usize = 256;

/// More rules are of use only if most of them have several places: otherwise few boards are equal up to their place, and moves
/// on bits cost less than large patterns.
const FEW_RULES: usize = 8;

/// Greatest distance outside of the board at which a rule asks for the border alone.
const MOST_BORDER: i32 = 2;

/// Rows and columns.
type Offset = (i32, i32);

/// Symbols by offset from the place of a move.
type Shown = BTreeMap<Offset, u64>;

/// The boards on which moves are made.
pub(super) struct Size<'a> {
    pub(super) rows: i32,
    pub(super) columns: i32,
    pub(super) alphabet: &'a Alphabet,
    pub(super) shape: Shape,
}

impl Size<'_> {
    /// The number of the cell at an offset from a place, if it is on the board.
    fn cell(&self, place: Offset, offset: Offset) -> Option<usize> {
        let (row, column) = (place.0 + offset.0, place.1 + offset.1);
        let is_inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_inside.then_some((row * self.columns + column) as usize)
    }

    fn place(&self, cell: usize) -> Offset {
        let cell = cell as i32;
        (cell / self.columns, cell % self.columns)
    }

    fn places(&self) -> impl Iterator<Item = Offset> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }
}

/// A rule in the making.
#[derive(Debug, Clone)]
struct Draft {
    shown: Shown,
    /// Offsets of cells that must be on the board.
    inside: BTreeSet<Offset>,
    /// Offsets of cells that must not be on the board.
    outside: BTreeSet<Offset>,
}

/// Cubes at other places that belong to the rule of a cube, among those that agree with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    /// All, with their conditions on cells that cannot be seen from the place of the cube.
    All,
    /// Those without such conditions: where guards fall into several cubes, it is not known which belong together.
    Known,
    /// None: the rule may look at places.
    None,
}

/// The rules whose placements are these moves; `None` if there are none.
pub(super) fn rules(moves: &Moves, size: &Size<'_>, guards: &mut Guards) -> Option<Vec<Rule>> {
    let mut classes: BTreeMap<Vec<(Offset, Symbol)>, BTreeMap<Offset, Guard>> = BTreeMap::new();
    for (writes, guard) in moves {
        if guard.is_never() {
            continue;
        }
        // A move that changes nothing is no rule.
        let place = size.place(writes.first()?.0);
        let relative = writes.iter().map(|(cell, symbol)| {
            let (row, column) = size.place(*cell);
            ((row - place.0, column - place.1), *symbol)
        });
        classes.entry(relative.collect()).or_default().insert(place, *guard);
    }
    let mut found = Vec::new();
    for (writes, at) in classes {
        Class { writes, at, size, guards }.rules(&mut found)?;
        if found.len() > MOST_RULES {
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    if found.len() > FEW_RULES && 4 * found.len() > 3 * moves.len() {
        return None;
    }
    found.iter().map(|cells| Rule::of_cells(cells, size.alphabet, size.shape)).collect()
}

/// The moves that write the same symbols in the same arrangement.
struct Class<'a> {
    writes: Vec<(Offset, Symbol)>,
    /// The guard at each place where there are such moves.
    at: BTreeMap<Offset, Guard>,
    size: &'a Size<'a>,
    guards: &'a mut Guards,
}

impl Class<'_> {
    /// Adds the rules of these moves.
    fn rules(mut self, found: &mut Vec<Vec<RuleCell>>) -> Option<()> {
        let fits = |place: &Offset| {
            self.writes.iter().all(|(offset, _)| self.size.cell(*place, *offset).is_some())
        };
        let places: Vec<Offset> = self.size.places().filter(fits).collect();
        let mut cubes: BTreeMap<Offset, Vec<Shown>> = BTreeMap::new();
        for (&place, &guard) in &self.at {
            let of_place = cubes_of(self.guards, guard)?;
            let shown = |cube: Cube| {
                cube.iter()
                    .map(|(cell, symbols)| {
                        let (row, column) = self.size.place(*cell);
                        ((row - place.0, column - place.1), *symbols)
                    })
                    .collect()
            };
            cubes.insert(place, of_place.into_iter().map(shown).collect());
        }
        // Places in the middle, from where most can be seen, come first.
        let mut order: Vec<Offset> = self.at.keys().copied().collect();
        order.sort_by_key(|place| {
            let end = |at: i32, cells: i32| (2 * at + 1 - cells).abs();
            (end(place.0, self.size.rows).max(end(place.1, self.size.columns)), *place)
        });
        let is_single = cubes.values().all(|cubes| cubes.len() == 1);
        let mut covered: BTreeMap<Offset, Guard> = BTreeMap::new();
        for &place in &order {
            for cube in &cubes[&place] {
                let here = self.laid(cube, place)?;
                let so_far = covered.get(&place).copied().unwrap_or(Guard::NEVER);
                if self.guards.implies(here, so_far)? {
                    continue;
                }
                let from = (cube, place);
                let joins = [Join::All, Join::Known, Join::None];
                let mut drafts = joins.into_iter().skip(usize::from(!is_single));
                let draft =
                    drafts.find_map(|join| self.draft(from, join, &order, &cubes, &places))?;
                for &other in &places {
                    if self.is_allowed(&draft, other) {
                        let laid = self.laid(&draft.shown, other)?;
                        let known = covered.entry(other).or_insert(Guard::NEVER);
                        *known = self.guards.or(*known, laid)?;
                    }
                }
                found.push(self.cells(&draft, &places));
                if found.len() > MOST_RULES {
                    return None;
                }
            }
        }
        let is_exact = |place: &Offset| {
            let guard = |guards: &BTreeMap<Offset, Guard>| {
                guards.get(place).copied().unwrap_or(Guard::NEVER)
            };
            guard(&covered) == guard(&self.at)
        };
        places.iter().all(is_exact).then_some(())
    }

    /// What cells must show for a move at a place; those outside of the board need not.
    fn laid(&mut self, shown: &Shown, place: Offset) -> Option<Guard> {
        let inside =
            |(offset, symbols): (&Offset, &u64)| Some((self.size.cell(place, *offset)?, *symbols));
        let cube: Cube = shown.iter().filter_map(inside).collect();
        self.guards.spend(cube.len())?;
        // From the last cell on, each step makes one node.
        let reversed: Cube = cube.into_iter().rev().collect();
        self.guards.of_cube(&reversed)
    }

    fn is_allowed(&self, draft: &Draft, place: Offset) -> bool {
        draft.inside.iter().all(|offset| self.size.cell(place, *offset).is_some())
            && draft.outside.iter().all(|offset| self.size.cell(place, *offset).is_none())
    }

    /// The rule of a cube at a place, with cubes at other places that agree with it.
    fn draft(
        &mut self,
        (cube, place): (&Shown, Offset),
        join: Join,
        order: &[Offset],
        cubes: &BTreeMap<Offset, Vec<Shown>>,
        places: &[Offset],
    ) -> Option<Draft> {
        let all = self.guards.symbols();
        let relative = |place: Offset| {
            self.size.places().map(move |cell| (cell.0 - place.0, cell.1 - place.1))
        };
        let mut shown = cube.clone();
        let mut seen: FxHashSet<Offset> = relative(place).collect();
        let mut sources = vec![place];
        for &other in order {
            if other == place || join == Join::None {
                continue;
            }
            let is_seen = |offset: &Offset| self.size.cell(other, *offset).is_some();
            let agrees = |theirs: &&Shown| {
                let symbols =
                    |shown: &Shown, offset: &Offset| shown.get(offset).copied().unwrap_or(all);
                let both = |offset: &Offset| seen.contains(offset) && is_seen(offset);
                let offsets = shown.keys().chain(theirs.keys()).filter(|offset| both(offset));
                let mut offsets = offsets.into_iter();
                (join == Join::All || theirs.keys().all(|offset| shown.contains_key(offset)))
                    && offsets.all(|offset| symbols(&shown, offset) == symbols(theirs, offset))
            };
            if let Some(theirs) = cubes[&other].iter().find(agrees) {
                shown.extend(theirs.iter().map(|(offset, symbols)| (*offset, *symbols)));
                seen.extend(relative(other));
                sources.push(other);
            }
        }
        let draft = Draft { shown, inside: BTreeSet::new(), outside: BTreeSet::new() };
        self.bounded(draft, &sources, places)
    }

    /// The draft with cells that must be on the board, or must not, so that there are no other moves.
    fn bounded(
        &mut self,
        mut draft: Draft,
        sources: &[Offset],
        places: &[Offset],
    ) -> Option<Draft> {
        let mut wrong = Vec::new();
        for &place in places {
            let laid = self.laid(&draft.shown, place)?;
            let guard = self.at.get(&place).copied().unwrap_or(Guard::NEVER);
            if !self.guards.implies(laid, guard)? {
                wrong.push(place);
            }
        }
        let asked: Vec<Offset> = draft.shown.keys().copied().collect();
        let mut candidates: Vec<(Offset, bool)> =
            asked.into_iter().map(|offset| (offset, true)).collect();
        // Near cells come first, because far ones hold boards together.
        for k in 1..=self.size.rows.max(self.size.columns) {
            let around = [(-k, 0), (k, 0), (0, -k), (0, k)];
            candidates.extend(around.map(|offset| (offset, true)));
            if k <= MOST_BORDER {
                candidates.extend(around.map(|offset| (offset, false)));
            }
        }
        while !wrong.is_empty() {
            let (mut best, mut most) = (None, 0);
            for &(offset, is_inside) in &candidates {
                self.guards.spend(1)?;
                let holds =
                    |place: &&Offset| self.size.cell(**place, offset).is_some() == is_inside;
                if sources.iter().all(|place| holds(&place)) {
                    let excluded = wrong.iter().filter(|place| !holds(place)).count();
                    if excluded > most {
                        (best, most) = (Some((offset, is_inside)), excluded);
                    }
                }
            }
            let (offset, is_inside) = best?;
            if is_inside {
                draft.inside.insert(offset);
            } else {
                draft.outside.insert(offset);
            }
            wrong.retain(|place| self.size.cell(*place, offset).is_some() == is_inside);
        }
        Some(draft)
    }

    /// The cells of a rule.
    fn cells(&self, draft: &Draft, places: &[Offset]) -> Vec<RuleCell> {
        let all = self.guards.symbols();
        let mut cells: BTreeMap<Offset, RuleCell> = BTreeMap::new();
        for (&(row, column), &needs) in &draft.shown {
            let offset = (row, column);
            let leaves = |place: &Offset| self.size.cell(*place, offset).is_none();
            let may_be_outside = !draft.inside.contains(&offset) && places.iter().any(leaves);
            let cell = RuleCell { row, column, needs, may_be_outside, writes: None };
            cells.insert(offset, cell);
        }
        let border = draft.inside.iter().map(|offset| (*offset, all, false));
        let border = border.chain(draft.outside.iter().map(|offset| (*offset, 0, true)));
        for (offset, needs, may_be_outside) in border {
            let (row, column) = offset;
            let cell = RuleCell { row, column, needs, may_be_outside, writes: None };
            cells.entry(offset).or_insert(cell);
        }
        for &(offset, symbol) in &self.writes {
            let (row, column) = offset;
            let cell = RuleCell { row, column, needs: all, may_be_outside: false, writes: None };
            let cell = cells.entry(offset).or_insert(cell);
            if cell.needs != 1 << symbol {
                cell.writes = Some(symbol);
            }
        }
        cells.into_values().collect()
    }
}

/// Cubes that are a guard together. Where there are several, each is as large as it can be, so that they do not depend
/// on the order in which cells are asked.
pub(super) fn cubes_of(guards: &mut Guards, guard: Guard) -> Option<Vec<Cube>> {
    let disjoint = guards.cubes(guard, MOST_CUBES)?;
    if disjoint.len() == 1 {
        return Some(disjoint);
    }
    let mut found: Vec<Cube> = Vec::new();
    for mut cube in disjoint {
        for at in 0..cube.len() {
            let mut symbols = guards.domain(cube[at].0) & !cube[at].1;
            while symbols != 0 {
                let symbol = symbols & symbols.wrapping_neg();
                symbols &= !symbol;
                cube[at].1 |= symbol;
                let reversed: Cube = cube.iter().rev().copied().collect();
                let larger = guards.of_cube(&reversed)?;
                if !guards.implies(larger, guard)? {
                    cube[at].1 &= !symbol;
                }
            }
        }
        cube.retain(|(cell, symbols)| *symbols != guards.domain(*cell));
        if !found.contains(&cube) {
            found.push(cube);
        }
    }
    Some(found)
}
