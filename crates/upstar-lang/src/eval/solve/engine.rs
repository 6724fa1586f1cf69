//! The choice of the engine: what answers questions about a position.
//!
//! Knows: which engine takes which rulesets and positions. Must not know: how engines work, or how they are described.
//!
//! The solver and `how` ask the same: [`Environment::table_of`] and [`Environment::board_rules`] are what
//! [`Environment::engine`] is made of. A new engine is a variant here, and a line in `engine`.

use std::sync::Arc;

use upstar_core::Player;
use upstar_core::board::Board;
use upstar_core::board::rewrite::Boards;

use crate::eval::environment::Environment;
use crate::resolve::tree::PositionKind;
use crate::value::{Position, Result, Ruleset, Value};

/// What answers questions about a position.
#[derive(Debug)]
pub(in crate::eval) enum Engine {
    /// A table of nimbers.
    Table(Table),
    /// Boards on bit planes.
    Boards(BoardRules),
    /// A search for goals on bits.
    Goals,
    /// Positions that are written as cells, and moves on their bits.
    Cells,
    /// A search by compiled rules of integers and lists, for points.
    Lists,
    /// The rules, evaluated position by position.
    Rules,
}

/// What a table of nimbers is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::eval) enum Table {
    /// Heaps.
    Heaps,
    /// Rows of coins, by single heads.
    Coins,
    /// Several integers, and lists of integers.
    Integers,
}

/// Rules of boards on bit planes.
#[derive(Debug, Clone)]
pub(in crate::eval) enum BoardRules {
    /// The rewrite rules of the declaration.
    Written,
    /// Rewrite rules that were found for boards of a size.
    Found(Arc<Boards>),
    /// Placements of one stone.
    Placements(Arc<Boards>),
}

/// Most cells of boards whose moves are placements.
const MOST_PLACED: usize = 128;

/// Steps of a search in a table that only tries it.
const MOST_STEPS: u64 = 1 << 14;

impl Environment<'_> {
    /// The engine for a position when play goes on from it.
    pub(in crate::eval) fn engine(&self, position: &Arc<Position>) -> Result<Engine> {
        let ruleset = &position.ruleset;
        if self.is_plain(ruleset) || ruleset.is_affine() {
            return Ok(Engine::Rules);
        }
        if ruleset.is_about_points() {
            let mover = ruleset.tree.turn.is_none().then_some(Player::Left);
            let node = self.points_node(position.clone(), mover);
            let cells = || self.is_on_cells(&node).then_some(Engine::Cells);
            let lists = || self.is_listed(&node).then_some(Engine::Lists);
            let found = if node.counts() { lists().or_else(cells) } else { cells().or_else(lists) };
            return Ok(found.unwrap_or(Engine::Rules));
        }
        if ruleset.is_decided_by_goal() {
            return Ok(match () {
                () if self.goal_boards(position).is_some() => Engine::Goals,
                () if self.cells_of(position).is_some() => Engine::Cells,
                () => Engine::Rules,
            });
        }
        if let Some(table) = self.table_of(ruleset)
            && self.is_in_table(table, position)?
        {
            return Ok(Engine::Table(table));
        }
        if let [Value::Board(cells)] = position.arguments()
            && let Some(rules) = self.board_rules(ruleset, &cells.board)
            && self.boards(ruleset, cells)?.is_some()
        {
            return Ok(Engine::Boards(rules));
        }
        Ok(self.cells_of(position).map_or(Engine::Rules, |_| Engine::Cells))
    }

    /// The table in which nimbers of a ruleset are looked for first, if there is one.
    pub(in crate::eval) fn table_of(&self, ruleset: &Ruleset) -> Option<Table> {
        let is_by_last_move =
            !ruleset.is_about_points() && !ruleset.is_decided_by_goal() && !ruleset.is_affine();
        match ruleset.tree.position {
            _ if !is_by_last_move || self.is_plain(ruleset) => None,
            PositionKind::Heap => Some(Table::Heaps),
            PositionKind::Coins => Some(Table::Coins),
            PositionKind::Tuple => Some(Table::Integers),
            PositionKind::Strip(_) | PositionKind::Grid(_) | PositionKind::Graph => None,
        }
    }

    /// Whether the nimber of a position is looked for in a table: the rules are read, and a short search in the table does
    /// not end with a position that the evaluator must look at.
    fn is_in_table(&self, table: Table, position: &Position) -> Result<bool> {
        let ruleset = &position.ruleset;
        let is_read = match table {
            Table::Heaps | Table::Coins => self.with_heaps(ruleset, |_| Ok(Some(())))?.is_some(),
            Table::Integers => self.reads_integers(ruleset, position.arguments()),
        };
        let tried =
            || self.budget.within(MOST_STEPS, || self.table_nimber(ruleset, position.arguments()));
        Ok(is_read && !matches!(tried(), Ok(None)))
    }

    /// The rules by which a board is one on bit planes, if its moves are known to be such.
    pub(in crate::eval) fn board_rules(
        &self,
        ruleset: &Ruleset,
        board: &Board,
    ) -> Option<BoardRules> {
        if self.is_plain(ruleset) {
            return None;
        }
        if let Some(boards) = self.ground_boards(ruleset, board) {
            return Some(BoardRules::Found(boards));
        }
        let is_small = board.symbols().len() <= MOST_PLACED;
        if let Some(boards) = self.placements(ruleset).filter(|_| is_small) {
            return Some(BoardRules::Placements(boards.clone()));
        }
        self.world.rules.compiled(ruleset).is_of_rewrites().then_some(BoardRules::Written)
    }
}
