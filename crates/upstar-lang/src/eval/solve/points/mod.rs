//! Games about points: the player to move, moves with their gains, and values by minimax.
//!
//! Knows: how clauses about points are evaluated, and which positions have the same value.
//! Must not know: how minimax works.
//!
//! Points are counted from here on, so a position with the player to move is all that minimax sees; a gain is the
//! mover's. Boards and graphs among the parameters come in normal form if moves, gains, score and turn are all
//! invariant under turns, mirrors and renumbering (`analysis/invariance/points.rs`). Players are exchanged if both
//! have the same moves, gains are all that counts, and the rules do nothing with the player but pass it on or take
//! the opponent. Questions about the last mover are refused where values are asked for, not by each builtin.

mod cells;
mod lists;
pub(in crate::eval) mod moves;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use upstar_core::solve::points;
use upstar_core::solve::{Component, Memo, Playable, Searches, Sum};
use upstar_core::{Player, Rational};

use super::declared::Declared;
use crate::analysis::invariance::Change;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::environment::meanings::MeaningNumber;
use crate::eval::solve::nodes::repeating;
use crate::eval::solve::points::cells::{best_in_cells, cell_value};
use crate::eval::solve::points::lists::{best_listed, listed_value};
use crate::eval::solve::points::moves::{estimate, turn_at, whose_turn};
use crate::value::goals::by_goal;
use crate::value::points::{Row, Turn, about_points, without_points};
use crate::value::show::player_name;
use crate::value::{self, Cells, Fault, Position, Result, Value, affine, blocking};

/// Position of a game about points, with all that affects the play after it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::eval) struct PointsNode {
    pub(in crate::eval) position: Arc<Position>,
    meaning: MeaningNumber,
    /// The player to move, unless the rules state it with `turn`.
    pub(in crate::eval) mover: Option<Player>,
}

impl PointsNode {
    /// Whether an integer is one of the arguments. Such positions are seldom few enough to be written as cells, so that
    /// compiled rules are asked first.
    pub(in crate::eval) fn counts(&self) -> bool {
        self.position.arguments().iter().any(|argument| matches!(argument, Value::Number(_)))
    }
}

pub(in crate::eval) use cells::CellMemo;
pub(in crate::eval) use lists::{ListFailures, ListMemo};

/// Transposition table of games about points.
pub(in crate::eval) type PointsMemo = Memo<PointsNode>;

/// The declared rulesets of games about points, as a [`Playable`] of the core.
struct PointsRules<'d, 'm, 'w> {
    declared: &'d Declared<'m, 'w>,
    /// Whether positions are brought into normal form.
    normal: bool,
    /// Whether the score fails in some position in which play is not over.
    no_estimates: AtomicBool,
}

impl Playable for PointsRules<'_, '_, '_> {
    type Position = PointsNode;
    type Error = Fault;

    fn options(&self, node: &PointsNode, player: Player) -> Result<Vec<Sum<PointsNode>>> {
        Ok(match self.turn(node)? {
            points::Turn::Of(mover, moves) if mover == player => {
                let part = |step: points::Move<PointsNode>| match step.exchanged {
                    false => vec![Component::Position(step.to)],
                    true => vec![Component::Negative(step.to)],
                };
                moves.into_iter().map(part).collect()
            }
            _ => Vec::new(),
        })
    }

    fn turn(&self, node: &PointsNode) -> Result<points::Turn<PointsNode>> {
        turn_at_node(&mut self.declared.machine(), node, self.normal)
    }

    fn estimate(&self, node: &PointsNode) -> Option<Rational> {
        if self.no_estimates.load(Relaxed) {
            return None;
        }
        let estimate = estimate(&mut self.declared.machine(), &node.position);
        self.no_estimates.store(estimate.is_none(), Relaxed);
        estimate
    }

    fn repeats(&self, cycle: Vec<PointsNode>) -> Fault {
        no_end(&mut self.declared.machine(), &cycle)
    }
}

/// Fails for rulesets in which the last move decides nothing.
pub(in crate::eval) fn by_last_move(ruleset: &value::Ruleset) -> Result<()> {
    match () {
        () if ruleset.is_about_points() => Err(about_points(ruleset)),
        () if ruleset.is_decided_by_goal() => Err(by_goal(ruleset)),
        () if ruleset.is_affine() => Err(affine::no_value(ruleset)),
        () if ruleset.is_blocking() => Err(blocking::no_value(ruleset)),
        () => Ok(()),
    }
}

/// Moves of a position when `first` is to move, unless the rules state the player.
pub(in crate::eval) fn turn_in(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<Turn> {
    let node = node(machine, position, first)?;
    Ok(match turn_at(machine, &node)? {
        Turn::Of(player, moves) => Turn::Of(player, moves::once(moves).0),
        over => over,
    })
}

/// A search for an answer about a position; `None` where the rules must find it.
type Search<T> = fn(&mut Machine<'_>, &PointsNode) -> Result<Option<T>>;

/// The answer of the first search that has one.
fn first_of<T>(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    on_cells: Search<T>,
    listed: Search<T>,
) -> Result<Option<T>> {
    let [first, second] = if node.counts() { [listed, on_cells] } else { [on_cells, listed] };
    match first(machine, node)? {
        None => second(machine, node),
        found => Ok(found),
    }
}

pub(in crate::eval) fn value_in_points(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<Rational> {
    let node = node(machine, position, first)?;
    match first_of(machine, &node, cell_value, listed_value)? {
        Some(value) => Ok(value),
        None => in_points(machine, true, |searches| searches.score(&node)),
    }
}

pub(in crate::eval) fn best_in_points(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<(Rational, Vec<usize>)> {
    let node = node(machine, position, first)?;
    if let Some(found) = first_of(machine, &node, best_in_cells, best_listed)? {
        return Ok(found);
    }
    let (value, best) = in_points(machine, true, |searches| searches.best_moves(&node))?;
    let Turn::Of(_, moves) = turn_at(machine, &node)? else { return Ok((value, Vec::new())) };
    let places = moves::once(moves).1;
    let mut best: Vec<usize> = best.iter().filter_map(|&at| places.get(at).copied()).collect();
    best.sort_unstable();
    best.dedup();
    Ok((value, best))
}

pub(in crate::eval) fn induction_in_points(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    first: Option<Player>,
    limit: usize,
) -> Result<Vec<Row>> {
    let node = node(machine, position, first)?;
    let rows = in_points(machine, false, |searches| searches.induction(&node, limit))?;
    let mut shown = Vec::with_capacity(rows.len());
    for row in rows {
        let best = match (row.best, turn_at(machine, &row.position)?) {
            (Some(place), Turn::Of(_, moves)) => moves.get(place).map(|step| step.to.clone()),
            _ => None,
        };
        let mover = match row.position.mover {
            Some(mover) => mover,
            None => whose_turn(machine, &row.position.position)?.unwrap_or(Player::Left),
        };
        let (position, value) = (row.position.position, row.value);
        shown.push(Row { position, height: row.height, mover, value, best });
    }
    Ok(shown)
}

/// Node of a position. Fails unless its game is about points.
fn node(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    first: Option<Player>,
) -> Result<PointsNode> {
    let ruleset = &position.ruleset;
    if !ruleset.is_about_points() {
        return Err(without_points(ruleset));
    }
    let position = position.clone();
    if ruleset.tree.turn.is_none() {
        return match first {
            Some(_) => Ok(machine.env.points_node(position, first)),
            None => Err(Fault::new(Code::WrongCount, "who begins? The players move in turn")
                .help("say `value(P, Max)` or `value(P, Min)`")),
        };
    }
    if let Some(first) = first {
        check_turn(machine, &position, first)?;
    }
    Ok(machine.env.points_node(position, None))
}

/// Checks that a player may move in a position, where the rules say whose turn it is.
pub(in crate::eval) fn check_turn(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    player: Player,
) -> Result<()> {
    if position.ruleset.tree.turn.is_some()
        && whose_turn(machine, position)? == Some(player.opponent())
    {
        let name = player_name(player.opponent());
        return Err(Fault::new(Code::OutOfRange, format!("here it is {name}'s turn"))
            .note("the ruleset says whose turn it is, by its clause `turn`"));
    }
    Ok(())
}

impl Environment<'_> {
    pub(in crate::eval) fn points_node(
        &self,
        position: Arc<Position>,
        mover: Option<Player>,
    ) -> PointsNode {
        let meaning = self.meaning_of(&position);
        PointsNode { position, meaning, mover }
    }
}

fn in_points<T>(
    machine: &mut Machine<'_>,
    normal: bool,
    ask: impl FnOnce(&Searches<'_, PointsRules<'_, '_, '_>>) -> Result<T>,
) -> Result<T> {
    let world = machine.env.world;
    machine.with_rulesets(|declared| {
        let rules = PointsRules { declared, normal, no_estimates: AtomicBool::new(false) };
        ask(&Searches::with_memo(&rules, world.store(), world.points.get()))
    })
}

/// Moves at a node; with `normal` their positions are in normal form.
fn turn_at_node(
    machine: &mut Machine<'_>,
    node: &PointsNode,
    normal: bool,
) -> Result<points::Turn<PointsNode>> {
    let (player, moves) = match turn_at(machine, node)? {
        Turn::Over(score) => return Ok(points::Turn::Over(score)),
        Turn::Of(player, moves) => (player, moves),
    };
    let mover = node.mover.map(Player::opponent);
    let mut steps = Vec::with_capacity(moves.len());
    for step in moves {
        let to = machine.env.points_node(step.to, mover);
        let (to, exchanged) = if normal { machine.env.in_normal_form(to)? } else { (to, false) };
        steps.push(points::Move { gain: step.gain, to, exchanged });
    }
    Ok(points::Turn::Of(player, steps))
}

/// Fault of a cycle of positions.
fn no_end(machine: &mut Machine<'_>, cycle: &[PointsNode]) -> Fault {
    let positions: Vec<Arc<Position>> = cycle.iter().map(|node| node.position.clone()).collect();
    repeating(machine, &positions, "points are counted where play ends, and this play need not end")
}

/// Whether a search keeps its table after this result. A search that is stopped leaves nothing behind, so that its
/// memory is free. Where validation ends it, what was found before stays: its bounds are proven.
fn keeps_table<T, E>(machine: &Machine<'_>, found: &std::result::Result<T, E>) -> bool {
    found.is_ok() || machine.is_validating
}

impl Environment<'_> {
    /// Normal form of a node, and whether the players are exchanged.
    pub(super) fn in_normal_form(&self, node: PointsNode) -> Result<(PointsNode, bool)> {
        let ruleset = &node.position.ruleset;
        if self.is_plain(ruleset) {
            return Ok((node, false));
        }
        let form = self.points_invariance(ruleset);
        let mut exchanged = false;
        let PointsNode { position, meaning, mut mover } = node;
        if form.turns && mover == Some(Player::Right) {
            (mover, exchanged) = (Some(Player::Left), true);
        }
        let arguments = position.arguments();
        let mut normal: Option<Vec<Value>> = None;
        if let Some(place) = form.player
            && let Some(Value::Player(Player::Right)) = arguments.get(place)
        {
            let arguments = normal.get_or_insert_with(|| position.arguments().to_vec());
            arguments[place] = Value::Player(Player::Left);
            exchanged = true;
        }
        if let Some((place, change)) = &form.whole
            && let Some(value) = arguments.get(*place)
            && let Some(value) = changed(value, change)
        {
            self.budget.step()?;
            normal.get_or_insert_with(|| arguments.to_vec())[*place] = value;
        }
        let position = match normal {
            Some(arguments) => Arc::new(Position::new(position.ruleset.clone(), arguments)?),
            None => position,
        };
        Ok((PointsNode { position, meaning, mover }, exchanged))
    }
}

/// Normal form of a board or graph; `None` for a board in normal form, or another value.
fn changed(value: &Value, change: &Change) -> Option<Value> {
    match (value, change) {
        (Value::Board(cells), Change::Board(symmetries)) => {
            let (board, _) = symmetries.canonical(&cells.board);
            let (alphabet, shape) = (cells.alphabet.clone(), cells.shape);
            (board != cells.board).then(|| Value::Board(Arc::new(Cells { board, alphabet, shape })))
        }
        (Value::Graph(graph), Change::Graph { rooted }) => {
            Some(Value::Graph(Arc::new(graph.normal(*rooted))))
        }
        _ => None,
    }
}
