//! Moves of games about points, with their gains.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::{Player, Rational};

use super::PointsNode;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::machine::frames::slots_of;
use crate::value::code::MoveCode;
use crate::value::points::{Move, Turn};
use crate::value::scalar::Scalar;
use crate::value::{At, Fault, Position, Result, Value, expect};

/// Adds a move of a player who gains `gain`.
fn add(moves: &mut Vec<Move>, player: Player, to: Arc<Position>, gain: Rational) {
    let gain = if player == Player::Left { gain } else { -&gain };
    moves.push(Move { to, gain });
}

/// Moves without repetition, and the index of each given move among them.
pub(in crate::eval) fn once(moves: Vec<Move>) -> (Vec<Move>, Vec<usize>) {
    let mut seen: FxHashMap<Move, usize> = FxHashMap::default();
    let (mut list, mut places) = (Vec::new(), Vec::with_capacity(moves.len()));
    for step in moves {
        places.push(*seen.entry(step).or_insert_with_key(|step| {
            list.push(step.clone());
            list.len() - 1
        }));
    }
    (list, places)
}

/// Moves at a node, with repetitions. Play ends where the player to move has none.
pub(in crate::eval) fn turn_at(machine: &mut Machine<'_>, node: &PointsNode) -> Result<Turn> {
    let position = &node.position;
    let mover = match node.mover {
        Some(mover) => Some(mover),
        None => whose_turn(machine, position)?,
    };
    if let Some(mover) = mover {
        let moves = moves_for_points(machine, position, mover)?;
        if !moves.is_empty() {
            return Ok(Turn::Of(mover, moves));
        }
    }
    score(machine, position).map(Turn::Over)
}

/// The player that `turn` states for a position.
pub(super) fn whose_turn(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
) -> Result<Option<Player>> {
    let Some(turn) = position.ruleset.rules.turn else { return Ok(None) };
    match machine.evaluate_in(turn, position)? {
        Value::Player(player) => Ok(Some(player)),
        other => Err(other.wrong("a player, `Left` or `Right`")).at(turn.span),
    }
}

/// Points of Max at the end of play.
fn score(machine: &mut Machine<'_>, position: &Arc<Position>) -> Result<Rational> {
    let Some(score) = position.ruleset.rules.score else { return Ok(Rational::ZERO) };
    let said = machine.evaluate_in(score, position)?;
    expect::number(machine.env.world.store(), &said).at(score.span)
}

/// Points of Max if play ended in a position; `None` when the rules do not say it.
pub(super) fn estimate(machine: &mut Machine<'_>, position: &Arc<Position>) -> Option<Rational> {
    let score = position.ruleset.rules.score?;
    let said = machine.evaluate_in(score, position).ok()?;
    expect::number(machine.env.world.store(), &said).ok()
}

fn moves_for_points(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    player: Player,
) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    rewrites_for_points(machine, position, player, &mut moves)?;
    let compiled = machine.env.world.rules.compiled(&position.ruleset);
    if compiled.rewrites_only {
        return Ok(moves);
    }
    let ruleset = &position.ruleset;
    for way in &ruleset.rules.moves {
        if way.mover.is_some_and(|mover| compiled.serves(mover, player)) {
            scored_moves(machine, way, (position, player), &mut moves).at(way.span)?;
        }
    }
    Ok(moves)
}

/// Moves by expressions, with their gains.
fn scored_moves(
    machine: &mut Machine<'_>,
    way: &MoveCode,
    (position, player): (&Arc<Position>, Player),
    moves: &mut Vec<Move>,
) -> Result<()> {
    let [span] = way.parts[..] else { return Err(in_parts()) };
    let entry = way.with_gain.unwrap_or(way.entry);
    let (slots, mut gain) = (slots_of(position), Rational::ZERO);
    let mut said = None;
    machine.each_part(&position.ruleset, entry, slots, &mut |machine, value, part, _| {
        if part == MoveCode::GAIN {
            said = Some(value);
            return Ok(ControlFlow::Continue(()));
        }
        let to = successor(machine, position, value.value()?).at(span)?;
        match said.take() {
            None => {}
            Some(Scalar::Int(n)) => gain = Rational::from(n),
            Some(other) => {
                gain = expect::number(machine.env.world.store(), &other.value()?).at(span)?;
            }
        }
        add(moves, player, to, gain.clone());
        Ok(ControlFlow::Continue(()))
    })
}

/// Moves by rewrite rules, in their order.
fn rewrites_for_points(
    machine: &mut Machine<'_>,
    position: &Arc<Position>,
    player: Player,
    moves: &mut Vec<Move>,
) -> Result<()> {
    let ruleset = &position.ruleset;
    let compiled = machine.env.world.rules.compiled(ruleset);
    for (rule, rewrite) in compiled.rewrites.iter().zip(&ruleset.rules.rewrites) {
        if !compiled.serves(rewrite.mover, player) {
            continue;
        }
        let gain = match rewrite.gain {
            None => Rational::ZERO,
            Some(gain) => {
                let value = machine.evaluate_in(gain, position)?;
                expect::number(machine.env.world.store(), &value).at(gain.span)?
            }
        };
        machine.rewritten(position, (rule, rewrite), &mut |to| {
            add(moves, player, to, gain.clone());
        })?;
    }
    Ok(())
}

/// Position after a move: one of the same ruleset.
fn successor(machine: &mut Machine<'_>, from: &Position, value: Value) -> Result<Arc<Position>> {
    match machine.option_part(from, value)? {
        Value::Position(to) if to.ruleset == from.ruleset => Ok(to),
        _ => Err(in_parts()),
    }
}

/// Fault of a move that does not lead to one position of the ruleset.
pub(in crate::eval) fn in_parts() -> Fault {
    Fault::new(Code::WrongPosition, "in a game about points a move leads to one position of it")
        .help("put all parts into one position, for instance a list: what a sum is worth in points does not follow from its parts")
}
