//! Nodes: positions as numbers for the solver, so that its tables and threads need not look into them.
//!
//! Knows: numbers of positions, and boards of rewrite rules in tables of their own.
//! Must not know: results about positions.
//!
//! Loopy values beside positions are nodes like any other.

use std::sync::Arc;

use upstar_core::cells::State;
use upstar_core::loopy::Loopy;
use upstar_core::shared::Interner;
use upstar_core::short::hackenbush;
use upstar_core::solve::{self, Component, Memo, Searches, Unsolved};
use upstar_core::{Game, Player};

use super::engine::BoardRules;
use super::points::by_last_move;
use crate::analysis::invariance::Invariance;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::environment::ground::digest;
use crate::eval::environment::meanings::MeaningNumber;
use crate::eval::positions::options::OrderedOptions;
use crate::eval::positions::stated::stated;
use crate::eval::validate::FastMethod;
use crate::source::Span;
use crate::value::graph::GROUND;
use crate::value::{
    Attempt, Cells, Fault, Graph, NoAnswer, Position, Result, Ruleset, Term, TermKind, Value, ops,
    show,
};
use upstar_core::board::Board;
use upstar_core::board::rewrite::{Id, Parts, Planes};

/// Most moves of a cycle whose places are shown.
const MOST_MOVES: usize = 4;

/// Note for positions that repeat.
pub(super) const LOOPY: &str = "such games are loopy, and this is a question about games that end; `outcome`, \
                     `winning_moves`, comparisons and `explain` are for both";

/// Component of a position, as the solver sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::eval) enum SolverNode {
    /// A board of rewrite rules: the index of its table in the world, and its number there.
    Board(usize, Id),
    /// A position that is written as cells, or a part of one: the number of its table, and its number there.
    State(u32, u32),
    /// Any other position, by its number in [`Positions`].
    Position(u32),
    /// A loopy value in a sum with positions.
    Loopy(Arc<Loopy>),
}

/// Table of the numbered boards of a ruleset.
pub(in crate::eval) struct BoardTable {
    pub(in crate::eval) planes: Arc<Planes>,
    /// A position of the ruleset, and its board, from which others are made.
    sample: Arc<Position>,
    cells: Arc<Cells>,
}

impl BoardTable {
    /// Position with the board of this number.
    pub(in crate::eval) fn position(&self, id: Id) -> Result<Arc<Position>> {
        let board = self.planes.board(id);
        self.position_of(board.expect("the table has numbered it"))
    }

    fn position_of(&self, board: Board) -> Result<Arc<Position>> {
        let (alphabet, shape) = (self.cells.alphabet.clone(), self.cells.shape);
        let board = Value::Board(Arc::new(Cells { board, alphabet, shape }));
        Ok(Arc::new(Position::new(self.sample.ruleset.clone(), vec![board])?))
    }
}

/// Transposition table of positions, which outlives evaluations.
pub(in crate::eval) type NodeMemo = Memo<SolverNode>;

/// Creates an empty transposition table.
pub(in crate::eval) fn empty_memo() -> Arc<NodeMemo> {
    Arc::new(Memo::numbered(|node| match node {
        SolverNode::Position(number) => Some(*number),
        SolverNode::Board(..) | SolverNode::State(..) | SolverNode::Loopy(_) => None,
    }))
}

/// Positions with their meanings, by number.
pub(in crate::eval) type Positions = Interner<(Arc<Position>, MeaningNumber)>;

impl<'w> Environment<'w> {
    /// Position with this number.
    pub(in crate::eval) fn numbered(&self, number: u32) -> &'w Arc<Position> {
        &self.world.positions.get(number).0
    }

    /// Node of a position, with the meaning that it has now.
    pub(in crate::eval) fn node_of(&self, position: &Arc<Position>) -> SolverNode {
        let meant = (position.clone(), self.meaning_of(position));
        SolverNode::Position(self.world.positions.number(&meant))
    }
}

/// Independent components of an option.
pub(in crate::eval) fn summands(
    machine: &mut Machine<'_>,
    option: &Value,
) -> Result<solve::Sum<SolverNode>> {
    components_of(machine, option, false, |machine, position, negated| {
        parts_of(machine, position, negated)
    })
}

/// Components of a value, or of its negative; `parts` splits a position.
pub(in crate::eval) fn components_of(
    machine: &mut Machine<'_>,
    value: &Value,
    negated: bool,
    parts: impl Fn(&mut Machine<'_>, &Arc<Position>, bool) -> Result<solve::Sum<SolverNode>>,
) -> Result<solve::Sum<SolverNode>> {
    let terms = ops::terms(machine.env.world.store(), value, negated)?;
    let mut components = Vec::with_capacity(terms.len());
    for Term { negated, kind } in terms {
        match kind {
            TermKind::Position(position) => components.extend(parts(machine, &position, negated)?),
            TermKind::Game(game) if negated => {
                components.push(Component::Value(machine.env.world.store().neg(game)?));
            }
            TermKind::Game(game) => components.push(Component::Value(game)),
            TermKind::Loopy(loopy) if negated => {
                components.push(Component::Negative(SolverNode::Loopy(loopy)));
            }
            TermKind::Loopy(loopy) => {
                components.push(Component::Position(SolverNode::Loopy(loopy)))
            }
        }
    }
    Ok(components)
}

/// Independent components of a position, in normal form.
pub(in crate::eval) fn parts_of(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    negated: bool,
) -> Result<solve::Sum<SolverNode>> {
    by_last_move(&position.ruleset)?;
    if let Some(pieces) = machine.env.pieces_of_picture(position)? {
        let store = machine.env.world.store();
        let signed = |value| if negated { store.neg(value) } else { Ok(value) };
        let component = |value| -> Result<_> { Ok(Component::Value(signed(value)?)) };
        return pieces.into_iter().map(component).collect();
    }
    // Where the rules are read as moves on bits, what is stated about parts has been proved.
    if position.ruleset.tree.parts.is_some() && machine.env.cells_when_paid(position).is_some() {
        return machine.env.split(position, negated);
    }
    match stated(machine, position)? {
        Some(stated) => stated_components(machine, &position.ruleset, &stated, negated),
        None => machine.env.split(position, negated),
    }
}

impl Environment<'_> {
    /// Values of the pieces of a position whose rules are Hackenbush.
    fn pieces_of_picture(&self, position: &Arc<Position>) -> Result<Option<Vec<Game>>> {
        let Some(picture) = self.picture(position) else { return Ok(None) };
        let mut pieces = hackenbush(self.world.store(), &picture, GROUND)?;
        if self.world.validation.spoils(FastMethod::Pictures) {
            pieces.push(Game::ONE);
        }
        Ok(Some(pieces))
    }

    /// Components that follow from the rules, without stated `parts`.
    pub(in crate::eval) fn split(
        &self,
        position: &Arc<Position>,
        negated: bool,
    ) -> Result<solve::Sum<SolverNode>> {
        by_last_move(&position.ruleset)?;
        if let [Value::Board(cells)] = position.arguments()
            && let Some(parts) = self.boards(&position.ruleset, cells)?
        {
            let table = self.table(&parts.planes, position, cells);
            let sum = as_nodes(table, parts.sum);
            return Ok(match negated {
                true => sum.into_iter().map(opposite).collect(),
                false => sum,
            });
        }
        if let Some((table, bits)) = self.cells_when_paid(position) {
            let whole = self.world.cell_tables[table as usize].rules.game.whole(bits);
            return Ok(self.parts_of_state(table, whole, negated));
        }
        let cells = match position.arguments() {
            [Value::Board(cells)] => cells,
            [Value::Graph(graph)] => {
                let position = self.renumbered(position, graph)?;
                return Ok(vec![signed(self.node_of(&position), negated)]);
            }
            _ => return Ok(vec![signed(self.node_of(position), negated)]),
        };
        let (position, mirrored) = self.turned_over(position, cells)?;
        Ok(vec![signed(self.node_of(&position), mirrored != negated)])
    }

    /// The independent parts of a state.
    pub(super) fn parts_of_state(
        &self,
        number: u32,
        state: State,
        negated: bool,
    ) -> solve::Sum<SolverNode> {
        let table = &self.world.cell_tables[number as usize];
        let mut parts = Vec::new();
        if !self.world.validation.spoils(FastMethod::Cells) {
            table.each_part(state, &mut |(part, opposite)| {
                parts.push(signed(SolverNode::State(number, part), negated != opposite));
            });
        }
        parts
    }

    /// The options of a state. A game that is decided by a goal does not fall apart.
    pub(super) fn state_options(
        &self,
        number: u32,
        state: u32,
        player: Player,
    ) -> Result<Vec<solve::Sum<SolverNode>>> {
        let table = &self.world.cell_tables[number as usize];
        let (game, state) = (&table.rules.game, table.state(state));
        let by_goal = table.ruleset.is_decided_by_goal();
        self.budget.step()?;
        let mut options = Vec::new();
        game.each_option(state, player, &mut |bits| {
            let after = State { bits, ..state };
            options.push(match by_goal {
                true => vec![signed(SolverNode::State(number, table.number(after).0), false)],
                false => self.parts_of_state(number, after, false),
            });
        });
        Ok(options)
    }

    /// Position on the normal form of its graph, if the rules do not look at the numbers of vertices.
    fn renumbered(&self, position: &Arc<Position>, graph: &Graph) -> Result<Arc<Position>> {
        let Some(Invariance::Graphs { rooted }) = self.invariance(&position.ruleset) else {
            return Ok(position.clone());
        };
        self.budget.step()?;
        let graph = Value::Graph(Arc::new(graph.normal(*rooted)));
        Ok(Arc::new(Position::new(position.ruleset.clone(), vec![graph])?))
    }

    /// Position on the least of its symmetric boards, if the rules do not look at places, and whether the
    /// players are exchanged.
    fn turned_over(
        &self,
        position: &Arc<Position>,
        cells: &Cells,
    ) -> Result<(Arc<Position>, bool)> {
        let Some(Invariance::Boards(symmetries)) = self.invariance(&position.ruleset) else {
            return Ok((position.clone(), false));
        };
        let (board, negated) = symmetries.canonical(&cells.board);
        let negated = negated != self.world.validation.spoils(FastMethod::Symmetries);
        if board == cells.board {
            return Ok((position.clone(), self.world.validation.spoils(FastMethod::Symmetries)));
        }
        let cells = Cells { board, alphabet: cells.alphabet.clone(), shape: cells.shape };
        let board = Value::Board(Arc::new(cells));
        Ok((Arc::new(Position::new(position.ruleset.clone(), vec![board])?), negated))
    }

    /// Independent components of a board whose moves are rewrite rules or placements only.
    pub(super) fn boards(&self, ruleset: &Ruleset, cells: &Cells) -> Result<Option<Parts>> {
        let compiled = self.world.rules.compiled(ruleset);
        let mut parts = match self.board_rules(ruleset, &cells.board) {
            None => None,
            Some(BoardRules::Written) => compiled.parts(&cells.board, &self.budget)?,
            Some(BoardRules::Found(boards) | BoardRules::Placements(boards)) => {
                Some(boards.parts(&cells.board, &self.budget)?)
            }
        };
        if self.world.validation.spoils(FastMethod::Boards) {
            parts.iter_mut().for_each(|parts| parts.sum.clear());
        }
        Ok(parts)
    }

    /// Index of the table for the boards of a ruleset.
    fn table(&self, planes: &Arc<Planes>, position: &Arc<Position>, cells: &Arc<Cells>) -> usize {
        let board_tables = &self.world.board_tables;
        let mut all = board_tables.iter();
        let known = all.find(|(_, table)| {
            Arc::ptr_eq(&table.planes, planes) && table.sample.ruleset == position.ruleset
        });
        known.map_or_else(
            || {
                if let Some(number) = self.number_in_archive(&position.ruleset)
                    && let Some(archive) = self.world.archive()
                {
                    let archive = archive.clone();
                    match self.ground_boards(&position.ruleset, &cells.board) {
                        Some(boards) => planes.keep_for_rules(archive, number, digest(&boards)),
                        None => planes.keep_in(archive, number),
                    }
                }
                let (planes, sample, cells) = (planes.clone(), position.clone(), cells.clone());
                board_tables.push(BoardTable { planes, sample, cells })
            },
            |(number, _)| number,
        )
    }
}

/// Asks the solver about boards of a ruleset.
pub(in crate::eval) fn on_boards<T>(
    machine: &mut Machine<'_>,
    table: usize,
    ask: impl FnOnce(&Searches<'_, Planes>) -> std::result::Result<T, Unsolved<Board>>,
) -> Attempt<T> {
    let planes = &machine.env.world.board_tables[table].planes;
    ask(&planes.searches(machine.env.world.store())).map_err(|why| unsolved(machine, table, why))
}

/// Asks the searches about a sum: on bit planes where its components are boards of one table. `seen` counts positions of graphs.
macro_rules! on_sum {
    ($machine:expr, $sum:expr, |$searches:ident, $parts:ident, $seen:ident| $ask:expr) => {{
        let mut count = 0;
        let $seen = &mut count;
        let found = match $crate::eval::solve::nodes::all_boards($sum) {
            Some((table, boards)) => {
                let $parts = &boards;
                $crate::eval::solve::nodes::on_boards($machine, table, |$searches| $ask)
            }
            None => {
                let $parts = $sum;
                $machine.solved(|$searches| $ask)
            }
        };
        found.map_err(|why| why.map(|fault| $crate::eval::solve::nodes::counted(fault, count)))
    }};
}
pub(super) use on_sum;

/// Boards of a sum and their table, if its components are boards of one table or games.
pub(super) fn all_boards(sum: &[Component<SolverNode>]) -> Option<(usize, solve::Sum<Id>)> {
    let table = sum.iter().find_map(|part| match part {
        Component::Position(SolverNode::Board(table, _))
        | Component::Negative(SolverNode::Board(table, _)) => Some(*table),
        _ => None,
    })?;
    let board = |part: &Component<SolverNode>| match part {
        Component::Position(SolverNode::Board(at, id)) if *at == table => {
            Some(Component::Position(*id))
        }
        Component::Negative(SolverNode::Board(at, id)) if *at == table => {
            Some(Component::Negative(*id))
        }
        Component::Value(game) => Some(Component::Value(*game)),
        _ => None,
    };
    Some((table, sum.iter().map(board).collect::<Option<_>>()?))
}

/// Adds to the fault of a limit how many positions were visited.
pub(super) fn counted(fault: Fault, seen: u64) -> Fault {
    match fault.is_exhaustion() && seen > 0 {
        true => fault.note(format!(
            "{seen} positions have been looked at, and there are more: perhaps there is no end of \
             them"
        )),
        false => fault,
    }
}

/// Words the failure of a question about the boards of a ruleset.
pub(super) fn unsolved(
    machine: &mut Machine<'_>,
    table: usize,
    unsolved: Unsolved<Board>,
) -> NoAnswer {
    match unsolved {
        Unsolved::Failed(error) => error.into(),
        Unsolved::Repeats(cycle) => {
            let table = &machine.env.world.board_tables[table];
            let cycle = cycle.into_iter().map(|board| table.position_of(board));
            match cycle.collect::<Result<Vec<_>>>() {
                Ok(cycle) => NoAnswer::Repeats(repeating(machine, &cycle, LOOPY)),
                Err(fault) => fault.into(),
            }
        }
    }
}

/// Fault of a cycle of positions, with a note.
pub(super) fn repeating(machine: &mut Machine<'_>, cycle: &[Arc<Position>], note: &str) -> Fault {
    let shown: Vec<String> = cycle
        .iter()
        .chain(cycle.first())
        .take(6)
        .filter_map(|p| show::value(machine.env.world.store(), &Value::Position(p.clone())).ok())
        .collect();
    let mut fault = match cycle {
        [_] => Fault::new(Code::Repeats, "a move leads from a position to itself"),
        _ => Fault::new(Code::Repeats, "the play can return to a position it has left"),
    };
    for span in moves_of(machine, cycle) {
        fault = fault.label(span, "by this move");
    }
    fault.note(format!("the cycle, up to symmetry: {}", shown.join(" → "))).note(note)
}

/// Components of stated summands.
fn stated_components(
    machine: &mut Machine<'_>,
    ruleset: &Arc<Ruleset>,
    stated: &[Value],
    negated: bool,
) -> Result<solve::Sum<SolverNode>> {
    let mut components = Vec::with_capacity(stated.len());
    for value in stated {
        components.extend(components_of(machine, value, negated, |machine, part, negated| {
            // A statement about positions of the ruleset itself is final.
            if part.ruleset == *ruleset {
                return machine.env.split(part, negated);
            }
            machine.one_deeper(|machine| parts_of(machine, part, negated))
        })?);
    }
    Ok(components)
}

/// Places of the alternatives that make the moves of a cycle, for moves by expressions.
fn moves_of(machine: &mut Machine<'_>, cycle: &[Arc<Position>]) -> Vec<Span> {
    let mut spans = Vec::new();
    for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)).take(MOST_MOVES) {
        let span = move_between(machine, from, to);
        spans.extend(span.filter(|span| !spans.contains(span)));
    }
    spans
}

fn move_between(
    machine: &mut Machine<'_>,
    from: &Arc<Position>,
    to: &Arc<Position>,
) -> Option<Span> {
    let (ruleset, node) = (from.ruleset.clone(), machine.env.node_of(to));
    for way in &ruleset.rules.moves {
        let mut options = OrderedOptions::default();
        machine.options_by(way, from, usize::MAX, &mut options).ok()?;
        for option in options {
            let parts = summands(machine, &option).ok()?;
            if parts.iter().filter_map(Component::position).any(|part| *part == node) {
                return Some(way.span);
            }
        }
    }
    None
}

/// A position, or its negative.
fn signed(node: SolverNode, negated: bool) -> Component<SolverNode> {
    match negated {
        true => Component::Negative(node),
        false => Component::Position(node),
    }
}

/// Components of a board as nodes.
pub(super) fn as_nodes(table: usize, sum: solve::Sum<Id>) -> solve::Sum<SolverNode> {
    let place = |part| match part {
        Component::Position(id) => Component::Position(SolverNode::Board(table, id)),
        Component::Negative(id) => Component::Negative(SolverNode::Board(table, id)),
        Component::Value(game) => Component::Value(game),
    };
    sum.into_iter().map(place).collect()
}

/// Component with the players exchanged.
fn opposite(part: Component<SolverNode>) -> Component<SolverNode> {
    match part {
        Component::Position(place) => Component::Negative(place),
        Component::Negative(place) => Component::Position(place),
        // The rules of boards produce no values.
        value @ Component::Value(_) => value,
    }
}
