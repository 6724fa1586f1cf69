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
use upstar_core::solve::Playable;
use upstar_core::solve::taking::Takings;

use super::nodes::SolverNode;
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
    /// A search for connections on bits.
    Connections,
    /// Positions that are written as cells, and moves on their bits.
    Cells,
    /// A search by compiled rules of integers and lists, for points.
    Lists,
    /// The pieces of a picture, whose rules are Hackenbush.
    Pictures,
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
        if self.is_plain(ruleset) || ruleset.is_affine() || ruleset.is_blocking() {
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
            return Ok(match self.goal_boards(position) {
                Some((boards, _)) if boards.are_of_connections() => Engine::Connections,
                Some(_) => Engine::Goals,
                None => self.cells_of(position).map_or(Engine::Rules, |_| Engine::Cells),
            });
        }
        if let Some(table) = self.table_of(ruleset)
            && self.is_in_table(table, position)?
        {
            return Ok(Engine::Table(table));
        }
        if self.picture(position).is_some() {
            return Ok(Engine::Pictures);
        }
        if let [Value::Board(cells)] = position.arguments()
            && let Some(rules) = self.board_rules(ruleset, &cells.board)
            && self.boards(ruleset, cells)?.is_some()
        {
            return Ok(Engine::Boards(rules));
        }
        Ok(self.cells_of(position).map_or(Engine::Rules, |_| Engine::Cells))
    }

    /// The moves of a node, where they only take each other away.
    pub(super) fn takings(&self, node: &SolverNode) -> Option<Takings> {
        match node {
            SolverNode::Board(table, id) => self.world.board_tables[*table].planes.takings(id),
            SolverNode::State(table, number) => {
                let table = &self.world.cell_tables[*table as usize];
                let by_last_move = !table.ruleset.is_decided_by_goal();
                by_last_move.then(|| table.rules.game.takings(table.state(*number)))?
            }
            SolverNode::Position(_) | SolverNode::Loopy(_) => None,
        }
    }

    /// The table in which nimbers of a ruleset are looked for first, if there is one.
    pub(in crate::eval) fn table_of(&self, ruleset: &Ruleset) -> Option<Table> {
        match ruleset.tree.position {
            _ if !ruleset.is_by_last_move() || self.is_plain(ruleset) => None,
            PositionKind::Heap => Some(Table::Heaps),
            PositionKind::Coins => Some(Table::Coins),
            _ => self.is_of_integers(ruleset).then_some(Table::Integers),
        }
    }

    /// Whether positions of a ruleset may be integers in a row: several arguments, or a strip or ring of numbers.
    pub(in crate::eval) fn is_of_integers(&self, ruleset: &Ruleset) -> bool {
        let compiled = self.world.rules.compiled(ruleset);
        match &compiled.board {
            _ if matches!(ruleset.tree.position, PositionKind::Tuple) => true,
            Some((alphabet, shape)) => {
                shape.is_row() && alphabet.is_of_numbers() && !compiled.is_of_rewrites()
            }
            None => false,
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use upstar_core::{Budget, Player};

    use crate::eval::solve::nodes::parts_of;
    use crate::session::Session;
    use crate::value::Value;
    use upstar_core::solve::taking::Takings;

    /// Rules in the words of a user, and a position.
    const WORDED: &[(&str, &str)] = &[
        (
            "game A(b: grid of \".#\") { \
               left b.with({p: \"#\", (p[1] + 1, p[2]): \"#\"}) for p in b.cells \
                 if (p[1] + 1, p[2]) in b.cells and b[p] == \".\" and b[(p[1] + 1, p[2])] == \".\"; \
               right b.with({p: \"#\", (p[1], p[2] + 1): \"#\"}) for p in b.cells \
                 if (p[1], p[2] + 1) in b.cells and b[p] == \".\" and b[(p[1], p[2] + 1)] == \".\" }",
            "A(\"....|.#..|....\")",
        ),
        (
            "game B(b: grid of \".o\") { left \"..\" -> \"oo\"; right \".|.|.\" -> \"o|o|o\" }",
            "B(3, 4)",
        ),
        (
            "game C(free) { \
               left {x for x in free if x != c and x != c + 4} for c in free if c + 4 in free; \
               right {x for x in free if x != c and x != c + 1} for c in free if c + 1 in free and c % 4 != 0 }",
            "C({k for k in 1..12})",
        ),
        (
            "game D(p) { left [p[j] and abs(j - i) > 1 for j in 1..length(p)] for i in 1..length(p) if p[i]; \
               right [p[j] and abs(j - i) > 2 for j in 1..length(p)] for i in 1..length(p) if p[i] }",
            "D([true for i in 1..9])",
        ),
    ];

    /// Positions of the library.
    const LIBRARY: &[&str] = &[
        "Domineering(3, 4)",
        "Domineering(\"...#.|.....|#....\")",
        "Col(3, 3)",
        "Snort(3, 3)",
        "Col(\"x..|..o|...\")",
        "Cram(3, 3)",
        "NodeKayles(grid_graph(3, 4))",
        "ArcKayles(grid_graph(3, 3))",
        "DawsonsPawns(9)",
        "Treblecross(9)",
    ];

    /// The moves of a position, if they only take.
    fn takings(session: &mut Session, program: &str, position: &str) -> Option<Takings> {
        let reply = session.eval("test", &format!("{program}\n{position}"));
        assert!(!reply.failed(), "{position}: {:?}", reply.diagnostics);
        let value = reply.answers.last().expect("a position").value.clone();
        let Value::Position(position) = value else { panic!("{value:?}") };
        let mut machine = session.machine();
        let parts = parts_of(&mut machine, &position, false).expect("it falls apart");
        Takings::of_sum(&parts, |node| machine.env.takings(node))
    }

    /// Winners by the search on whole positions, and by canonical values.
    #[test]
    fn positions_whose_moves_only_take_have_the_winners_of_their_values() {
        let mut wrong = String::new();
        let library = LIBRARY.iter().map(|position| ("", *position));
        for (program, position) in library.chain(WORDED.iter().copied()) {
            let mut session = Session::default();
            session.use_bits_from(0);
            let Some(takings) = takings(&mut session, program, position) else {
                writeln!(wrong, "{position}: not read").expect("memory");
                continue;
            };
            let wins = |first| takings.wins(first, &Budget::unlimited(), u64::MAX).ok().flatten();
            let found = match [Player::Left, Player::Right].map(wins) {
                [Some(true), Some(true)] => "N",
                [Some(true), Some(false)] => "L",
                [Some(false), Some(true)] => "R",
                _ => "P",
            };
            let reply = session.eval("test", &format!("outcome(canonical({position})) == {found}"));
            let holds = reply.answers.last().map(|answer| answer.value.clone());
            if holds != Some(Value::Bool(true)) {
                writeln!(wrong, "{position}: {found}, {:?}", reply.diagnostics).expect("memory");
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    /// Stones leave cells that others need free.
    #[test]
    fn moves_that_give_back_are_not_read_as_taking() {
        for position in ["Clobber(3, 3)", "Amazons(\"x..|...|..o\")", "ToadsAndFrogs(\"TT..FF\")"] {
            let mut session = Session::default();
            assert_eq!(takings(&mut session, "", position), None, "{position}");
        }
    }
}
