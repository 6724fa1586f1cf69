//! The moves of a game about points, and what they bring.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::{Player, Rational};

use super::Spot;
use crate::diagnostic::Code;
use crate::eval::Machine;
use crate::eval::code::Slim;
use crate::resolve::tree::{Alternative, Expr};
use crate::rules::too_many_ways;
use crate::value::points::{Move, Turn};
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
        let tree = position.ruleset.tree.clone();
        let Some(turn) = &tree.turn else { return Ok(None) };
        let said = match self.ways(&position.ruleset).and_then(|ways| ways.turn()) {
            Some(code) => self.said_by(code, position)?,
            None => self.said(turn, position)?,
        };
        match said {
            Value::Player(player) => Ok(Some(player)),
            other => Err(other.wrong("a player, `Left` or `Right`")).at(turn.span),
        }
    }

    /// What Max gets where play is over.
    fn score(&mut self, position: &Arc<Position>) -> Result<Rational> {
        let tree = position.ruleset.tree.clone();
        let Some(score) = &tree.score else { return Ok(Rational::ZERO) };
        let said = match self.ways(&position.ruleset).and_then(|ways| ways.score()) {
            Some(code) => self.said_by(code, position)?,
            None => self.said(score, position)?,
        };
        host::number(self.world.store(), &said).at(score.span)
    }

    /// The value of an expression about a position.
    fn said(&mut self, expr: &Expr, position: &Position) -> Result<Value> {
        let mut frame = self.position_frame(position);
        self.needed(expr, &mut frame)
    }

    fn moves_for_points(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        self.rewrites_for_points(position, player, &mut moves)?;
        let compiled = self.world.rules.compiled(&position.ruleset);
        if compiled.rewrites_only {
            return Ok(moves);
        }
        let Some(ways) = self.ways(&position.ruleset) else {
            self.walk_for_points(position, player, &mut moves)?;
            return Ok(moves);
        };
        for way in ways.moves(|mover| compiled.serves(mover, player)) {
            let all = self.each_move(way, position, &mut |machine, to, gain, span| {
                let to = machine.led_to(position, to.value()?).at(span)?;
                let gain = match gain {
                    None => Rational::ZERO,
                    Some(Slim::Int(gain)) => Rational::from(gain),
                    Some(gain) => host::number(machine.world.store(), &gain.value()?).at(span)?,
                };
                add(&mut moves, player, to, gain);
                Ok(())
            });
            all.at(way.span)?;
        }
        Ok(moves)
    }

    /// Moves by expressions that are not compiled.
    fn walk_for_points(
        &mut self,
        position: &Arc<Position>,
        player: Player,
        moves: &mut Vec<Move>,
    ) -> Result<()> {
        let tree = position.ruleset.tree.clone();
        let compiled = self.world.rules.compiled(&position.ruleset);
        let mut frame = self.position_frame(position);
        for clause in tree.clauses.iter().filter(|clause| compiled.serves(clause.mover, player)) {
            for way in &clause.alternatives {
                let Alternative::Options { parts, gain, generators, span } = way else { continue };
                self.generate(generators, &mut frame, &mut |machine, frame| {
                    let [to] = &parts[..] else { return Err(in_parts()) };
                    let value = machine.expr(to, frame)?;
                    let to = machine.led_to(position, value).at(to.span)?;
                    let gain = match gain {
                        None => Rational::ZERO,
                        Some(gain) => {
                            let value = machine.needed(gain, frame)?;
                            host::number(machine.world.store(), &value).at(gain.span)?
                        }
                    };
                    add(moves, player, to, gain);
                    Ok(())
                })
                .at(*span)?;
            }
        }
        Ok(())
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
        let tree = ruleset.tree.clone();
        let clauses = tree.clauses.iter().filter(|clause| compiled.serves(clause.mover, player));
        let gains = clauses.flat_map(|clause| &clause.alternatives).filter_map(|way| match way {
            Alternative::Rewrite { gain, .. } => Some(gain),
            Alternative::Options { .. } => None,
        });
        for (rule, gain) in compiled.rules(player).iter().zip(gains) {
            let gain = match gain {
                None => Rational::ZERO,
                Some(gain) => {
                    let value = self.said(gain, position)?;
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
