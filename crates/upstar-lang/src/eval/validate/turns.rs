//! Games of turns, about points, decided by a goal or with options that are forbidden, by plain backward induction on the rules.
//!
//! Knows: moves as the declaration says them. Must not know: normal forms, bounds, what is remembered.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use upstar_core::solve::goal::Verdict;
use upstar_core::{Player, Rational};

use super::question::Ground;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::environment::Environment;
use crate::eval::solve::goals::declared_end;
use crate::eval::solve::points::moves::turn_at;
use crate::eval::solve::points::turn_in;
use crate::value::points::{Move, Turn};
use crate::value::{Fault, Position, Result, Value};

/// A position and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::eval) struct TurnsNode {
    pub(super) position: Arc<Position>,
    /// The player to move, unless the rules state it.
    pub(super) mover: Option<Player>,
}

/// Positions with the moves of the player whose turn it is, as far as they have been listed.
#[derive(Debug)]
pub(in crate::eval) struct Turns {
    room: usize,
    nodes: IndexMap<TurnsNode, Turn, FxBuildHasher>,
    /// How many of the best moves are forbidden, where some may be.
    forbidden: FxHashMap<TurnsNode, usize>,
    /// Places that a walk has come to.
    walked: FxHashSet<TurnsNode>,
}

impl Turns {
    pub(super) fn new(room: usize) -> Self {
        Turns {
            room,
            nodes: IndexMap::default(),
            forbidden: FxHashMap::default(),
            walked: FxHashSet::default(),
        }
    }

    fn after(&self, node: &TurnsNode) -> Option<Vec<TurnsNode>> {
        Some(match self.nodes.get(node)? {
            Turn::Over(_) => Vec::new(),
            Turn::Of(_, moves) => moves.iter().map(|step| node.then(step)).collect(),
        })
    }

    /// All that follows, the last first; `None` unless all has been listed.
    fn followers(&self, node: &TurnsNode) -> Option<Vec<TurnsNode>> {
        let mut found = Vec::new();
        let mut met: FxHashSet<TurnsNode> = FxHashSet::default();
        let mut open = vec![node.clone()];
        while let Some(node) = open.pop() {
            if met.insert(node.clone()) {
                open.extend(self.after(&node)?);
                found.push(node);
            }
        }
        found.reverse();
        Some(found)
    }
}

impl TurnsNode {
    fn then(&self, step: &Move) -> TurnsNode {
        TurnsNode { position: step.to.clone(), mover: self.mover.map(Player::opponent) }
    }
}

impl Ground for Turns {
    type Node = TurnsNode;

    fn next(&mut self, machine: &mut Machine<'_>, node: &TurnsNode) -> Result<Vec<TurnsNode>> {
        list_turn(machine, self, node)?;
        Ok(self.after(node).unwrap_or_default())
    }

    fn walked(&mut self) -> (&mut FxHashSet<TurnsNode>, usize) {
        (&mut self.walked, self.room)
    }

    fn rulesets(&self) -> Vec<u32> {
        self.nodes.keys().map(|node| node.position.ruleset.id).collect()
    }
}

/// Points for the end of a game that is decided by a goal.
fn points_of(verdict: Verdict) -> Rational {
    Rational::from(match verdict {
        Verdict::Left => 1,
        Verdict::Draw => 0,
        Verdict::Right => -1,
    })
}

/// The place of a position in which a player begins.
pub(super) fn turns_node(position: &Arc<Position>, first: Option<Player>) -> Result<TurnsNode> {
    let ruleset = &position.ruleset;
    let mover = first.filter(|_| !ruleset.is_about_points() || ruleset.tree.turn.is_none());
    Ok(TurnsNode { position: position.clone(), mover })
}

fn list_turn(machine: &mut Machine<'_>, turns: &mut Turns, node: &TurnsNode) -> Result<()> {
    if turns.nodes.contains_key(node) {
        return Ok(());
    }
    let ruleset = &node.position.ruleset;
    let turn = match () {
        () if ruleset.is_decided_by_goal() => goal_turn(machine, node)?,
        () if ruleset.is_blocking() => blocking_turn(machine, turns, node)?,
        () => {
            let node = machine.env.points_node(node.position.clone(), node.mover);
            turn_at(machine, &node)?
        }
    };
    turns.nodes.insert(node.clone(), turn);
    Ok(())
}

/// A turn in a game decided by a goal, with points for its end.
fn goal_turn(machine: &mut Machine<'_>, node: &TurnsNode) -> Result<Turn> {
    let mover = node.mover.unwrap_or(Player::Left);
    if let Some(end) = declared_end(machine, &node.position, mover)? {
        return Ok(Turn::Over(points_of(end)));
    }
    let moves = plain_moves(machine, node, mover)?;
    Ok(match moves.is_empty() {
        true => Turn::Over(Rational::ZERO),
        false => Turn::Of(mover, moves),
    })
}

/// A turn where options are forbidden, with points for its end.
fn blocking_turn(machine: &mut Machine<'_>, turns: &mut Turns, node: &TurnsNode) -> Result<Turn> {
    let mover = node.mover.unwrap_or(Player::Left);
    let moves = plain_moves(machine, node, mover)?;
    let most = usize::try_from(machine.most_forbidden(&node.position)?).unwrap_or(usize::MAX);
    let won_by = |player| Turn::Over(points_of(Verdict::of(Some(player))));
    Ok(match node.position.ruleset.tree.misere {
        true if moves.is_empty() => won_by(mover),
        false if moves.len() <= most => won_by(mover.opponent()),
        _ => {
            turns.forbidden.insert(node.clone(), most.min(moves.len() - 1));
            Turn::Of(mover, moves)
        }
    })
}

/// The moves of a player, each to one position.
fn plain_moves(machine: &mut Machine<'_>, node: &TurnsNode, mover: Player) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    for option in machine.options_of(&node.position, mover)? {
        match option {
            Value::Position(to) if to.ruleset == node.position.ruleset => {
                moves.push(Move { to, gain: Rational::ZERO });
            }
            other => return Err(other.wrong("a position")),
        }
    }
    Ok(moves)
}

/// Points of all that follows, where play ends.
fn points_after(
    env: &Environment<'_>,
    turns: &Turns,
    node: &TurnsNode,
) -> Result<FxHashMap<TurnsNode, Rational>> {
    let mut known: FxHashMap<TurnsNode, Rational> = FxHashMap::default();
    let not_listed = || Fault::new(Code::WrongType, "this is not asked of the rules");
    let mut open = turns.followers(node).ok_or_else(not_listed)?;
    loop {
        let (before, mut left) = (open.len(), Vec::new());
        for node in open {
            env.budget.step()?;
            let found = match &turns.nodes[&node] {
                Turn::Over(points) => Some(points.clone()),
                Turn::Of(player, moves) => {
                    let points = moves.iter().map(|step| after(&known, &node, step));
                    let points: Option<Vec<Rational>> = points.collect();
                    let forbidden = turns.forbidden.get(&node).copied().unwrap_or(0);
                    points.and_then(|points| best(*player, points, forbidden))
                }
            };
            match found {
                Some(found) => {
                    known.insert(node, found);
                }
                None => left.push(node),
            }
        }
        if left.len() == before || left.is_empty() {
            return Ok(known);
        }
        open = left;
    }
}

/// Points with best play; `None` where play repeats.
pub(super) fn plain_points(
    env: &Environment<'_>,
    turns: &Turns,
    node: &TurnsNode,
) -> Result<Option<Rational>> {
    Ok(points_after(env, turns, node)?.remove(node))
}

/// Points with best play, and the places of the best ones among different moves.
pub(super) fn plain_best(
    machine: &mut Machine<'_>,
    turns: &Turns,
    node: &TurnsNode,
) -> Result<Option<(Rational, Vec<usize>)>> {
    let known = points_after(&machine.env, turns, node)?;
    let Some(points) = known.get(node) else { return Ok(None) };
    let moves = match turn_in(machine, &node.position, node.mover)? {
        Turn::Over(_) => return Ok(Some((points.clone(), Vec::new()))),
        Turn::Of(_, moves) => moves,
    };
    let is_best = |step: &Move| after(&known, node, step).as_ref() == Some(points);
    let best = (0..).zip(&moves).filter(|(_, step)| is_best(step));
    Ok(Some((points.clone(), best.map(|(place, _)| place).collect())))
}

/// The end with best play, in a game decided by a goal.
pub(super) fn plain_verdict(
    env: &Environment<'_>,
    turns: &Turns,
    node: &TurnsNode,
) -> Result<Option<Verdict>> {
    let points = plain_points(env, turns, node)?;
    let verdicts = [Verdict::Left, Verdict::Draw, Verdict::Right];
    Ok(points.and_then(|points| verdicts.into_iter().find(|one| points_of(*one) == points)))
}

/// Points after a move, with its gain.
fn after(
    known: &FxHashMap<TurnsNode, Rational>,
    node: &TurnsNode,
    step: &Move,
) -> Option<Rational> {
    Some(&step.gain + known.get(&node.then(step))?)
}

/// What a player chooses when so many of the best moves are forbidden.
fn best(player: Player, mut points: Vec<Rational>, forbidden: usize) -> Option<Rational> {
    points.sort();
    match player {
        Player::Left => points.into_iter().rev().nth(forbidden),
        Player::Right => points.into_iter().nth(forbidden),
    }
}
