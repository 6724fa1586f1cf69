//! Values of games about points whose positions are written as cells.
//!
//! Knows: for which positions games on cells are asked. Must not know: how rules are read, or games searched.

use rustc_hash::FxHashSet;
use upstar_core::cells::{Bits, CellPoints, CellSearch};
use upstar_core::{Budget, Player, Rational};

use super::PointsNode;
use super::moves::once;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::environment::cells::CellTable;
use crate::eval::solve::points::keeps_table;
use crate::eval::solve::points::moves::turn_at;
use crate::eval::validate::FastMethod;
use crate::value::points::Turn;
use crate::value::{Position, Result};

/// Tables of so many positions of other games are kept during a search.
const MOST_KEPT: usize = if cfg!(test) { 1 << 9 } else { 1 << 16 };

/// What is known of the values of games on cells that were asked about last.
#[derive(Debug, Default)]
pub(in crate::eval) struct CellMemo {
    /// With the numbers of their tables of cells, from the last one that was asked about to the first.
    games: Vec<(u32, CellSearch)>,
    /// Those that no search answers.
    failed: FxHashSet<u32>,
}

impl CellMemo {
    /// Number of positions of which something is known.
    pub(in crate::eval) fn known(&self) -> usize {
        self.games.iter().map(|(_, search)| search.known()).sum()
    }

    /// Takes what is known of a game out, for a search. Tables of other games make room.
    fn take(&mut self, table: u32) -> CellSearch {
        let place = self.games.iter().position(|(of, _)| *of == table);
        let search = place.map_or_else(CellSearch::default, |place| self.games.remove(place).1);
        let mut rest = MOST_KEPT;
        self.games.retain(|(_, search)| match rest.checked_sub(search.known()) {
            Some(less) => {
                rest = less;
                true
            }
            None => false,
        });
        search
    }

    /// Puts it back after a search, unless another thread has put a larger table there.
    fn put(&mut self, table: u32, search: CellSearch) {
        let place = self.games.iter().position(|(of, _)| *of == table);
        match place.map(|place| &mut self.games[place].1) {
            Some(known) if known.known() > search.known() => {}
            Some(known) => *known = search,
            None => self.games.insert(0, (table, search)),
        }
    }
}

/// A game on cells, with the player to move in the position that is asked about.
struct Asked<'w> {
    table: &'w CellTable,
    rules: &'w CellPoints,
    start: (Bits, Option<Player>),
    /// The points so far, in units.
    tally: i64,
}

impl Asked<'_> {
    /// The bits of another position, who moves there, and the points so far.
    fn after(&self, position: &Position) -> Option<((Bits, Option<Player>), i64)> {
        let is_same = self.table.ruleset == position.ruleset;
        let bits = self.table.rules.write(position.arguments()).filter(|_| is_same)?;
        let tally = self.table.rules.tally(position.arguments())?;
        Some(((bits, self.start.1.map(Player::opponent)), tally))
    }

    /// The value of the position, with the points so far.
    fn value(&self, search: &mut CellSearch, budget: &Budget) -> Result<Option<i64>> {
        let value = self.rules.value(search, self.start, budget)?;
        Ok(value.and_then(|value| value.checked_add(self.tally)))
    }
}

/// What a game on cells answers about a position, asked with `ask`; `None` where the rules must answer.
fn by_cells<T>(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    ask: impl FnOnce(&mut Machine<'_>, &Asked<'_>, &mut CellSearch) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let Some((number, asked)) = machine.env.points_on_cells(node) else { return Ok(None) };
    let memo = &machine.env.world.cells_in_points;
    let mut search = {
        let mut memo = memo.lock();
        if memo.failed.contains(&number) {
            return Ok(None);
        }
        memo.take(number)
    };
    let found = ask(machine, &asked, &mut search);
    if matches!(found, Ok(None)) {
        // Numbers are too large, or lines of play too long.
        memo.lock().failed.insert(number);
    } else if keeps_table(machine, &found) {
        memo.lock().put(number, search);
    }
    found
}

impl<'w> Environment<'w> {
    /// Whether values are looked for in a game on cells.
    pub(in crate::eval::solve) fn is_on_cells(&self, node: &PointsNode) -> bool {
        let failed = |number| self.world.cells_in_points.lock().failed.contains(&number);
        self.points_on_cells(node).is_some_and(|(number, _)| !failed(number))
    }

    /// The game on cells to which a position belongs, with the number of its table.
    fn points_on_cells(&self, node: &PointsNode) -> Option<(u32, Asked<'w>)> {
        let (number, bits) = self.cells_of(&node.position)?;
        let table = &self.world.cell_tables[number as usize];
        let rules = table.rules.points.as_ref()?;
        let tally = table.rules.tally(node.position.arguments())?;
        Some((number, Asked { table, rules, start: (bits, node.mover), tally }))
    }
}

/// Value of a position by a game on cells; `None` where the rules must find it.
pub(super) fn cell_value(machine: &mut Machine<'_>, node: &PointsNode) -> Result<Option<Rational>> {
    by_cells(machine, node, |machine, asked, search| {
        let value = asked.value(search, &machine.env.budget)?;
        let spoilt = i64::from(machine.env.world.validation.spoils(FastMethod::Cells));
        Ok(value.map(|value| asked.table.rules.points_of(value + spoilt)))
    })
}

/// Value of a position by a game on cells, and indices of the best ones of its different moves; `None` where the rules
/// must find them.
pub(super) fn best_in_cells(
    machine: &mut Machine<'_>,
    node: &PointsNode,
) -> Result<Option<(Rational, Vec<usize>)>> {
    by_cells(machine, node, |machine, asked, search| best_of_cells(machine, node, asked, search))
}

fn best_of_cells(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    asked: &Asked<'_>,
    search: &mut CellSearch,
) -> Result<Option<(Rational, Vec<usize>)>> {
    let Some(units) = asked.value(search, &machine.env.budget)? else { return Ok(None) };
    let value = asked.table.rules.points_of(units);
    let Turn::Of(player, moves) = turn_at(machine, node)? else {
        return Ok(Some((value, Vec::new())));
    };
    let mut best = Vec::new();
    for (index, step) in once(moves).0.into_iter().enumerate() {
        let gain = asked.table.rules.in_units(&step.gain);
        let (Some((after, tally)), Some(gain)) = (asked.after(&step.to), gain) else {
            return Ok(None);
        };
        let rest = units - gain - tally;
        let than = if player == Player::Left { rest - 1 } else { rest };
        let more = asked.rules.exceeds(search, after, than, &machine.env.budget)?;
        match more.map(|more| more == (player == Player::Left)) {
            Some(true) => best.push(index),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some((value, best)))
}
