//! Games about points: whose turn it is, moves with what they bring, and values by minimax.
//!
//! Knows: how clauses about points are evaluated, and which positions have the same value.
//! Must not know: how minimax works.

mod moves;
mod normal;

use std::sync::Arc;

use upstar_core::solve::points;
use upstar_core::solve::{Component, Memo, Ruleset, Solver, Sum};
use upstar_core::{Player, Rational};

use super::Machine;
use super::declared::Declared;
use crate::diagnostic::Code;
use crate::value::goals::by_goal;
use crate::value::points::{Row, Turn, about_points, without_points};
use crate::value::{self, Fault, Position, Result};

/// A position with all that matters for what follows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    position: Arc<Position>,
    /// Whose turn it is, where the rules leave that to the players.
    mover: Option<Player>,
}

/// What is known of positions of games about points.
pub(super) type Known = Memo<Spot>;

/// The rules of games about points.
struct InPoints<'d, 'm, 'w> {
    declared: &'d Declared<'m, 'w>,
    /// Whether positions are brought into normal form.
    normal: bool,
}

impl Ruleset for InPoints<'_, '_, '_> {
    type Position = Spot;
    type Error = Fault;

    fn options(&self, spot: &Spot, player: Player) -> Result<Vec<Sum<Spot>>> {
        Ok(match self.turn(spot)? {
            points::Turn::Of(mover, moves) if mover == player => {
                let part = |step: points::Move<Spot>| match step.exchanged {
                    false => vec![Component::Position(step.to)],
                    true => vec![Component::Negative(step.to)],
                };
                moves.into_iter().map(part).collect()
            }
            _ => Vec::new(),
        })
    }

    fn turn(&self, spot: &Spot) -> Result<points::Turn<Spot>> {
        self.declared.machine().spots(spot, self.normal)
    }

    fn repeats(&self, cycle: Vec<Spot>) -> Fault {
        self.declared.machine().no_end(&cycle)
    }
}

impl Machine<'_> {
    /// Refuses rulesets in which the last move decides nothing.
    pub(super) fn by_last_move(&self, ruleset: &value::Ruleset) -> Result<()> {
        match () {
            () if ruleset.is_about_points() => Err(about_points(ruleset)),
            () if ruleset.is_decided_by_goal() => Err(by_goal(ruleset)),
            () => Ok(()),
        }
    }

    /// What can be done in a position when `first` is to move, where the rules do not tell.
    pub(super) fn turn_in(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<Turn> {
        let spot = self.spot(position, first)?;
        Ok(match self.turn_at(&spot)? {
            Turn::Of(player, moves) => Turn::Of(player, moves::once(moves).0),
            over => over,
        })
    }

    pub(super) fn value_in_points(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<Rational> {
        let spot = self.spot(position, first)?;
        self.in_points(true, |solver| solver.score(&spot))
    }

    pub(super) fn best_in_points(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<(Rational, Vec<usize>)> {
        let spot = self.spot(position, first)?;
        let (value, best) = self.in_points(true, |solver| solver.best_moves(&spot))?;
        let Turn::Of(_, moves) = self.turn_at(&spot)? else { return Ok((value, Vec::new())) };
        let places = moves::once(moves).1;
        let mut best: Vec<usize> = best.iter().filter_map(|&at| places.get(at).copied()).collect();
        best.sort_unstable();
        best.dedup();
        Ok((value, best))
    }

    pub(super) fn induction_in_points(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
        limit: usize,
    ) -> Result<Vec<Row>> {
        let spot = self.spot(position, first)?;
        let rows = self.in_points(false, |solver| solver.induction(&spot, limit))?;
        let mut shown = Vec::with_capacity(rows.len());
        for row in rows {
            let best = match (row.best, self.turn_at(&row.position)?) {
                (Some(place), Turn::Of(_, moves)) => moves.get(place).map(|step| step.to.clone()),
                _ => None,
            };
            let mover = match row.position.mover {
                Some(mover) => mover,
                None => self.whose_turn(&row.position.position)?.unwrap_or(Player::Left),
            };
            let (position, value) = (row.position.position, row.value);
            shown.push(Row { position, height: row.height, mover, value, best });
        }
        Ok(shown)
    }

    /// The position as minimax sees it, and whether it is one of a game about points.
    fn spot(&mut self, position: &Arc<Position>, first: Option<Player>) -> Result<Spot> {
        let ruleset = &position.ruleset;
        if !ruleset.is_about_points() {
            return Err(without_points(ruleset));
        }
        let position = position.clone();
        if ruleset.tree.turn.is_none() {
            return match first {
                Some(_) => Ok(Spot { position, mover: first }),
                None => Err(Fault::new(Code::WrongCount, "who begins? The players move in turn")
                    .help("say `value(P, Max)` or `value(P, Min)`")),
            };
        }
        let mover = self.whose_turn(&position)?;
        match first {
            Some(first) if Some(first) != mover && mover.is_some() => {
                let name = if first == Player::Left { "Right" } else { "Left" };
                Err(Fault::new(Code::OutOfRange, format!("here it is {name}'s turn"))
                    .note("the ruleset says whose turn it is, by its clause `turn`"))
            }
            _ => Ok(Spot { position, mover: None }),
        }
    }

    fn in_points<T>(
        &mut self,
        normal: bool,
        ask: impl FnOnce(&Solver<'_, InPoints<'_, '_, '_>>) -> Result<T>,
    ) -> Result<T> {
        let world = self.world;
        self.with_rulesets(|declared| {
            let rules = InPoints { declared, normal };
            ask(&Solver::with_memo(&rules, world.store(), world.points.clone()))
        })
    }

    /// What can be done at a spot, the spots after that perhaps in normal form.
    fn spots(&mut self, spot: &Spot, normal: bool) -> Result<points::Turn<Spot>> {
        let (player, moves) = match self.turn_at(spot)? {
            Turn::Over(score) => return Ok(points::Turn::Over(score)),
            Turn::Of(player, moves) => (player, moves),
        };
        let mover = spot.mover.map(Player::opponent);
        let mut steps = Vec::with_capacity(moves.len());
        for step in moves {
            let to = Spot { position: step.to, mover };
            let (to, exchanged) = if normal { self.in_normal_form(to)? } else { (to, false) };
            steps.push(points::Move { gain: step.gain, to, exchanged });
        }
        Ok(points::Turn::Of(player, steps))
    }

    /// The fault of positions that lead to each other.
    fn no_end(&mut self, cycle: &[Spot]) -> Fault {
        let positions: Vec<Arc<Position>> =
            cycle.iter().map(|spot| spot.position.clone()).collect();
        self.repeating(&positions, "points are counted where play ends, and this play need not end")
    }
}
