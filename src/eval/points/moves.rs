//! The moves of a game about points, and what they bring.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::{Player, Rational};

use super::Spot;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::frames::slots_of;
use crate::rules::too_many_ways;
use crate::value::code::MoveCode;
use crate::value::points::{Move, Turn};
use crate::value::scalar::Scalar;
use crate::value::{At, Cells, Fault, Position, Result, Value, host};

/// A move of a player who gets `gain` for it.
fn add(moves: &mut Vec<Move>, player: Player, to: Arc<Position>, gain: Rational) {
    let gain = if player == Player::Left { gain } else { -&gain };
    moves.push(Move { to, gain });
}

/// Moves in their order, each once, and the place of each among them.
pub(super) fn once(moves: Vec<Move>) -> (Vec<Move>, Vec<usize>) {
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

impl Machine<'_> {
    /// What can be done at a spot, perhaps with moves that are the same: play ends where the player whose turn it is cannot move.
    pub(super) fn turn_at(&mut self, spot: &Spot) -> Result<Turn> {
        let position = &spot.position;
        let mover = match spot.mover {
            Some(mover) => Some(mover),
            None => self.whose_turn(position)?,
        };
        if let Some(mover) = mover {
            let moves = self.moves_for_points(position, mover)?;
            if !moves.is_empty() {
                return Ok(Turn::Of(mover, moves));
            }
        }
        self.score(position).map(Turn::Over)
    }

    /// What `turn` says of a position.
    pub(super) fn whose_turn(&mut self, position: &Arc<Position>) -> Result<Option<Player>> {
        let Some(turn) = position.ruleset.rules.turn else { return Ok(None) };
        match self.said_by(turn, position)? {
            Value::Player(player) => Ok(Some(player)),
            other => Err(other.wrong("a player, `Left` or `Right`")).at(turn.span),
        }
    }

    /// What Max gets where play is over.
    fn score(&mut self, position: &Arc<Position>) -> Result<Rational> {
        let Some(score) = position.ruleset.rules.score else { return Ok(Rational::ZERO) };
        let said = self.said_by(score, position)?;
        host::number(self.world.store(), &said).at(score.span)
    }

    fn moves_for_points(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        self.rewrites_for_points(position, player, &mut moves)?;
        let compiled = self.world.rules.compiled(&position.ruleset);
        if compiled.rewrites_only {
            return Ok(moves);
        }
        let ruleset = &position.ruleset;
        for way in &ruleset.rules.moves {
            if way.mover.is_some_and(|mover| compiled.serves(mover, player)) {
                self.scored_moves(way, (position, player), &mut moves).at(way.span)?;
            }
        }
        Ok(moves)
    }

    /// Moves by expressions, with what they bring.
    fn scored_moves(
        &mut self,
        way: &MoveCode,
        (position, player): (&Arc<Position>, Player),
        moves: &mut Vec<Move>,
    ) -> Result<()> {
        let [span] = way.parts[..] else { return Err(in_parts()) };
        let entry = way.with_gain.unwrap_or(way.entry);
        let (slots, mut gain) = (slots_of(position), Rational::ZERO);
        let mut said = None;
        self.each_part(&position.ruleset, entry, slots, &mut |machine, value, part, _| {
            if part == MoveCode::GAIN {
                said = Some(value);
                return Ok(());
            }
            let to = machine.led_to(position, value.value()?).at(span)?;
            match said.take() {
                None => {}
                Some(Scalar::Int(n)) => gain = Rational::from(n),
                Some(other) => {
                    gain = host::number(machine.world.store(), &other.value()?).at(span)?;
                }
            }
            add(moves, player, to, gain.clone());
            Ok(())
        })
    }

    /// Moves by rewrite rules, in their order.
    fn rewrites_for_points(
        &mut self,
        position: &Arc<Position>,
        player: Player,
        moves: &mut Vec<Move>,
    ) -> Result<()> {
        let ruleset = position.ruleset.clone();
        let compiled = self.world.rules.compiled(&ruleset);
        let (Some((alphabet, shape)), [Value::Board(cells)]) =
            (&compiled.board, position.arguments())
        else {
            return Ok(());
        };
        let rewrites = ruleset.rules.rewrites.iter();
        let gains = rewrites.filter(|(mover, _)| compiled.serves(*mover, player));
        for (rule, (_, gain)) in compiled.rules(player).iter().zip(gains) {
            let gain = match gain {
                None => Rational::ZERO,
                Some(gain) => {
                    let value = self.said_by(*gain, position)?;
                    host::number(self.world.store(), &value).at(gain.span)?
                }
            };
            for board in rule.results(&cells.board).map_err(|_| too_many_ways(&cells.board))? {
                self.budget.step()?;
                let cells = Cells { board, alphabet: alphabet.clone(), shape: *shape };
                let board = [Value::Board(Arc::new(cells))];
                let to = Position::new(ruleset.clone(), board)?;
                add(moves, player, Arc::new(to), gain.clone());
            }
        }
        Ok(())
    }

    /// Where a move leads: to one position of the same ruleset.
    fn led_to(&mut self, from: &Position, value: Value) -> Result<Arc<Position>> {
        match self.option_part(from, value)? {
            Value::Position(to) if to.ruleset == from.ruleset => Ok(to),
            _ => Err(in_parts()),
        }
    }
}

/// The fault of a move that leads to something else than one position of the ruleset.
pub(in crate::eval) fn in_parts() -> Fault {
    Fault::new(Code::WrongPosition, "in a game about points a move leads to one position of it")
        .help("put all parts into one position, for instance a list: what a sum is worth in points does not follow from its parts")
}
