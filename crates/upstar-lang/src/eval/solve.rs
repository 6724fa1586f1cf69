//! The interface of the evaluator to builtins: solutions of positions.

use std::sync::Arc;

use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use upstar_core::impartial::{LoopyNimber, Replies};
use upstar_core::misere;
use upstar_core::solve::goal::Verdict;
use upstar_core::solve::{self, Component, Method};
use upstar_core::{Game, Outcome, Player, Rational, Store};

use super::nodes::SolverNode;
use super::parts::heads;
use super::validate::{
    Best, Canonical, Engine, GenusOf, GoalWinner, MisereFormOf, MisereWinner, Nimber, OutcomeOf,
    PartValues, Points, Winner,
};
use super::{Event, Machine};
use crate::analysis::invariance::Invariance;
use crate::diagnostic::Code;
use crate::resolve::tree::PositionKind;
use crate::value::host::{Host, Wanted};
use crate::value::points::{Row, Turn};
use crate::value::{
    Attempt, Fault, MAX_ITEMS, Misere, Position, Result, Ruleset, Value, affine, goals, heaps,
    loopy, nimbers,
};
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Symmetries;

impl Machine<'_> {
    pub(super) fn solve(&mut self, position: &Arc<Position>) -> Attempt<Game> {
        self.by_last_move(&position.ruleset)?;
        let store = self.world.store();
        if let Some(nimber) = self.table_nimber(position)? {
            return Ok(store.nimber(nimbers::stored(&nimber)?)?);
        }
        let parts = self.parts(position, false)?;
        let values = self.values_of(parts)?;
        Ok(store.total(&values)?)
    }

    /// Values of components.
    pub(super) fn values_of(&mut self, parts: solve::Sum<SolverNode>) -> Attempt<Vec<Game>> {
        let store = self.world.store();
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push(match part {
                Component::Position(SolverNode::Board(table, id))
                | Component::Negative(SolverNode::Board(table, id)) => {
                    let value = self.on_boards(table, |solver| solver.value(&id))?;
                    if matches!(part, Component::Negative(_)) { store.neg(value)? } else { value }
                }
                _ => self.solved(|solver| solver.sum_value(&[part]))?,
            });
        }
        Ok(values)
    }

    /// Runs `work` as one more open call.
    pub(super) fn one_deeper<T, E: From<Fault>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.enter()?;
        let result = work(self);
        self.calls -= 1;
        result
    }

    /// Nimber of a position whose ruleset has a table: a heap, a row of coins, or several integers.
    fn table_nimber(&mut self, position: &Position) -> Result<Option<BigUint>> {
        let of_heap = self.heap_nimber(position)?;
        let ruleset = &position.ruleset;
        if self.is_plain(ruleset) {
            return Ok(None);
        }
        if of_heap.is_some() || !matches!(ruleset.tree.position, PositionKind::Tuple) {
            return Ok(of_heap);
        }
        let nimber = self.world.rules.tuple_nimber(ruleset, position.arguments(), &self.budget)?;
        Ok(self.perhaps_spoilt(nimber))
    }

    fn perhaps_spoilt(&self, nimber: Option<BigUint>) -> Option<BigUint> {
        nimber.map(|nimber| nimber + u8::from(self.world.validation.spoils(Engine::Tables)))
    }

    /// Nimber of a heap or row of coins, if its ruleset has a table.
    pub(super) fn heap_nimber(&mut self, position: &Position) -> Result<Option<BigUint>> {
        self.by_last_move(&position.ruleset)?;
        let ruleset = &position.ruleset;
        if self.is_plain(ruleset) {
            return Ok(None);
        }
        let nimber = |size: &_| {
            let nimber = self.world.rules.heap_nimber(ruleset, size, &self.budget)?;
            Ok::<_, Fault>(self.perhaps_spoilt(nimber))
        };
        match position.arguments() {
            [Value::Number(size)] if ruleset.is_of_heaps() => {
                let size = size.to_integer().and_then(|size| size.to_biguint());
                size.map_or(Ok(None), |size| nimber(&size))
            }
            [Value::Board(row)] if ruleset.is_of_coins() => {
                let mut total = Some(BigUint::ZERO);
                for place in heads(row) {
                    let of_head = nimber(&BigUint::from(place as u64))?;
                    total = total.zip(of_head).map(|(sum, nimber)| sum ^ nimber);
                    if total.is_none() {
                        break;
                    }
                }
                Ok(total)
            }
            _ => Ok(None),
        }
    }

    /// Nimber of a position by its table, or of its parts.
    pub(super) fn nimber_of(&mut self, position: &Arc<Position>) -> Attempt<Option<BigUint>> {
        self.by_last_move(&position.ruleset)?;
        if let Some(nimber) = self.table_nimber(position)? {
            return Ok(Some(nimber));
        }
        let store = self.world.store();
        let mut total: u32 = 0;
        for part in self.parts(position, false)? {
            let nimber = match part {
                Component::Position(SolverNode::Board(table, id))
                | Component::Negative(SolverNode::Board(table, id)) => {
                    self.on_boards(table, |solver| solver.nimber(&id))?
                }
                Component::Position(place) | Component::Negative(place) => {
                    self.solved(|solver| solver.nimber(&place))?
                }
                Component::Value(game) => store.as_nimber(game),
            };
            let Some(nimber) = nimber else { return Ok(None) };
            total ^= nimber;
        }
        Ok(Some(BigUint::from(total)))
    }
}

impl Host for Machine<'_> {
    fn store(&self) -> Arc<Store> {
        self.world.store().clone()
    }

    fn call(&mut self, callee: &Value, args: Vec<Value>) -> Result<Value> {
        self.apply(callee, args, &[])
    }

    fn position_value(&mut self, position: &Arc<Position>) -> Attempt<Game> {
        self.answered(Canonical, &Value::Position(position.clone()))
    }

    fn loopy_value(&mut self, position: &Arc<Position>) -> Attempt<Value> {
        let worth = self.worth(position)?;
        Ok(Value::of_worth(self.world.store(), worth))
    }

    fn part_values(&mut self, value: &Value) -> Result<Vec<Game>> {
        Ok(self.answered(PartValues, value)?)
    }

    fn position_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<BigUint>> {
        self.answered(Nimber, &Value::Position(position.clone()))
    }

    fn options_of_nimber(
        &mut self,
        position: &Arc<Position>,
        nimber: &BigUint,
    ) -> Attempt<Option<Vec<Value>>> {
        let (ruleset, [Value::Number(size)]) = (&position.ruleset, position.arguments()) else {
            return Ok(None);
        };
        let size = size.to_integer().and_then(|size| size.to_biguint());
        let is_large = |size: &BigUint| *size > MAX_ITEMS.into() && !self.is_plain(ruleset);
        let Some(size) = size.filter(|size| ruleset.is_of_heaps() && is_large(size)) else {
            return Ok(None);
        };
        let left = self.world.rules.heaps_left(ruleset, &size, nimber, &self.budget)?;
        let heap = |size: BigUint| {
            let size = Value::Number(Rational::from(BigInt::from(size)));
            Ok(Value::Position(Arc::new(Position::new(ruleset.clone(), vec![size])?)))
        };
        let left = left.map(|left| left.into_iter().map(heap).collect::<Result<_>>());
        Ok(left.transpose()?)
    }

    fn loopy_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<LoopyNimber>> {
        self.nimber_even_if_loopy(position)
    }

    fn is_impartial(&mut self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        !ruleset.is_decided_by_goal()
            && (ruleset.is_affine() || self.world.rules.compiled(ruleset).impartial)
    }

    fn winner(&mut self, value: &Value, first: Player) -> Attempt<(Option<Player>, Method)> {
        if let Some(position) = goals::position(value) {
            let end = self.answered(GoalWinner(first), &Value::Position(position.clone()))?;
            return Ok((end.winner(), Method::Value));
        }
        if matches!(value, Value::Loopy(_) | Value::LoopyBracket(_)) {
            return Ok((loopy::winners(self, value)?.when_starts(first), Method::Value));
        }
        goals::refuse_sum(value)?;
        if affine::is_affine(value) {
            let is_won = affine::of(self, value)?.is_won();
            return Ok((Some(if is_won { first } else { first.opponent() }), Method::Value));
        }
        self.answered(Winner(first), value)
    }

    fn outcome(&mut self, value: &Value) -> Attempt<(Outcome, Method)> {
        if let Some(position) = goals::position(value) {
            return Ok(self.goal_outcome(position)?);
        }
        if matches!(value, Value::Loopy(_) | Value::LoopyBracket(_)) {
            return Ok((loopy::outcome(self, value)?, Method::Value));
        }
        goals::refuse_sum(value)?;
        if affine::is_affine(value) {
            let is_won = affine::of(self, value)?.is_won();
            return Ok((if is_won { Outcome::N } else { Outcome::P }, Method::Value));
        }
        self.answered(OutcomeOf, value)
    }

    fn options(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Value>> {
        let by_goal = position.ruleset.is_decided_by_goal();
        if by_goal && self.end_of(position, player)?.is_some() {
            return Ok(Vec::new());
        }
        if position.ruleset.is_affine() {
            let moves = self.moves_and_kinds(position)?.into_iter().map(|step| step.to);
            return Ok(moves.collect::<IndexSet<_>>().into_iter().collect());
        }
        self.options_of(position, player)
    }

    fn turns(&mut self, ruleset: &Arc<Ruleset>, place: i64) -> Result<Vec<Vec<i64>>> {
        self.turned_sets(ruleset, place)
    }

    fn symmetries(&mut self, position: &Position) -> Result<Symmetries> {
        let ruleset = &position.ruleset;
        self.by_last_move(ruleset)?;
        let Some(Value::Board(cells)) = position.arguments().first() else {
            let position = Value::Position(Arc::new(position.clone()));
            return Err(position.wrong("a position on a board"));
        };
        let compiled = self.world.rules.compiled(ruleset);
        if !self.is_plain(ruleset)
            && let Some(turns) = compiled.turns(&cells.board, &self.budget)?
        {
            return Ok(turns);
        }
        if let Some(Invariance::Boards(symmetries)) = self.invariance(ruleset) {
            return Ok((**symmetries).clone());
        }
        match self.ground_turns(ruleset, &cells.board)? {
            Some(turns) => Ok(turns),
            None => Err(Fault::new(
                Code::WrongPosition,
                format!(
                    "no turn of boards is known to keep the rules of {}",
                    ruleset.tree.name.text
                ),
            )
            .note("its moves look at the places of cells, have conditions, or repeat steps in too many ways")),
        }
    }

    fn impartial(&mut self, ruleset: &Arc<Ruleset>) -> Result<Arc<Ruleset>> {
        self.by_last_move(ruleset)?;
        self.world.rules.impartial(ruleset)
    }

    fn heaps(&mut self, ruleset: &Arc<Ruleset>, ask: heaps::Ask<'_>) -> Result<Option<Value>> {
        self.by_last_move(ruleset)?;
        self.validate_heaps(ruleset)?;
        if self.is_plain(ruleset) {
            return Ok(None);
        }
        self.world.rules.ask_heaps(ruleset, &self.budget, ask)
    }

    fn misere_store(&self) -> Arc<misere::MisereStore> {
        self.world.misere_store.clone()
    }

    fn misere_genus(&mut self, misere: &Misere) -> Result<Option<misere::Genus>> {
        Ok(self.answered(GenusOf, &Value::Misere(Arc::new(misere.clone())))?)
    }

    fn misere_form(&mut self, misere: &Misere) -> Result<Option<misere::MisereForm>> {
        Ok(self.answered(MisereFormOf, &Value::Misere(Arc::new(misere.clone())))?)
    }

    fn misere_wins(&mut self, misere: &Misere, first: Player) -> Result<bool> {
        Ok(self.answered(MisereWinner(first), &Value::Misere(Arc::new(misere.clone())))?)
    }

    fn affine_moves(&mut self, position: &Arc<Position>) -> Result<Vec<affine::Move>> {
        self.moves_and_kinds(position)
    }

    fn affine_replies(&mut self, value: &Value) -> Result<Replies> {
        self.replies(value)
    }

    fn board_goals(&mut self, position: &Position) -> Option<Goals> {
        self.world.rules.goals(&position.ruleset)
    }

    fn play(&mut self, wanted: Wanted) {
        self.events.push(Event::Play(wanted));
    }

    fn points_turn(&mut self, position: &Arc<Position>, first: Option<Player>) -> Result<Turn> {
        self.turn_in(position, first)
    }

    fn points_value(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<Rational> {
        Ok(self.answered(Points(first), &Value::Position(position.clone()))?)
    }

    fn points_best(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<(Rational, Vec<usize>)> {
        Ok(self.answered(Best(first), &Value::Position(position.clone()))?)
    }

    fn points_induction(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
        limit: usize,
    ) -> Attempt<Vec<Row>> {
        Ok(self.induction_in_points(position, first, limit)?)
    }

    fn goal_end(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>> {
        self.end_of(position, mover)
    }

    fn goal_winner(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict> {
        Ok(self.answered(GoalWinner(mover), &Value::Position(position.clone()))?)
    }

    fn save(&mut self, path: &str, text: String) {
        self.events.push(Event::File { path: path.to_owned(), text, span: self.place });
    }
}
