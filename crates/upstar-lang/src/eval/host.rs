//! What builtins ask of the machine: the methods of [`Host`], each handed to who answers it.

use std::sync::Arc;

use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use upstar_core::impartial::{LoopyNimber, Replies};
use upstar_core::misere;
use upstar_core::solve::Method;
use upstar_core::solve::goal::Verdict;
use upstar_core::{Game, Outcome, Player, Rational, Store};

use crate::analysis::invariance::Invariance;
use crate::diagnostic::Code;
use crate::eval::positions::stated::turned_sets;
use crate::eval::solve::affine::{moves_and_kinds, replies};
use crate::eval::solve::blocking::blocking_outcome;
use crate::eval::solve::goals::{end_of, goal_outcome};
use crate::eval::solve::how::answered_how;
use crate::eval::solve::loopy_positions::{nimber_even_if_loopy, worth};
use crate::eval::solve::partizan_affine::{affine_winning, affine_wins};
use crate::eval::solve::points::{by_last_move, check_turn, induction_in_points, turn_in};
use crate::eval::validate::{
    Best, Canonical, GenusOf, MisereFormOf, MisereWinner, Nimber, OutcomeOf, PartValues, Points,
    TurnsWinner, Winner,
};
use crate::eval::{Event, Machine};
use crate::value::host::{Host, Wanted};
use crate::value::how::How;
use crate::value::points::{Row, Turn};
use crate::value::{
    Attempt, Fault, MAX_ITEMS, Misere, Position, Readers, Result, Ruleset, Value, affine, blocking,
    goals, heaps, loopy,
};
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Symmetries;

impl Host for Machine<'_> {
    fn store(&self) -> Store {
        self.env.world.store().clone()
    }

    fn call(&mut self, callee: &Value, args: Vec<Value>) -> Result<Value> {
        self.apply(callee, args, &[])
    }

    fn position_value(&mut self, position: &Arc<Position>) -> Attempt<Game> {
        self.answered(Canonical, &Value::Position(position.clone()))
    }

    fn loopy_value(&mut self, position: &Arc<Position>) -> Attempt<Value> {
        let worth = worth(self, position)?;
        Ok(Value::of_worth(self.env.world.store(), worth))
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
        let is_large = |size: &BigUint| *size > MAX_ITEMS.into() && !self.env.is_plain(ruleset);
        let Some(size) = size.filter(|size| ruleset.is_of_heaps() && is_large(size)) else {
            return Ok(None);
        };
        let left = self.env.with_heaps(ruleset, |heaps| heaps.left_with_nimber(&size, nimber))?;
        let heap = |size: BigUint| {
            let size = Value::Number(Rational::from(BigInt::from(size)));
            Ok(Value::Position(Arc::new(Position::new(ruleset.clone(), vec![size])?)))
        };
        let left = left.map(|left| left.into_iter().map(heap).collect::<Result<_>>());
        Ok(left.transpose()?)
    }

    fn loopy_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<LoopyNimber>> {
        nimber_even_if_loopy(self, position)
    }

    fn is_impartial(&mut self, position: &Position) -> bool {
        let ruleset = &position.ruleset;
        !ruleset.is_decided_by_goal()
            && (ruleset.is_affine() && !ruleset.is_partizan_affine()
                || self.env.world.rules.compiled(ruleset).impartial)
    }

    fn winner(&mut self, value: &Value, first: Player) -> Attempt<(Option<Player>, Method)> {
        if let Some(position) = goals::position(value) {
            return Ok((self.goal_winner(position, first)?.winner(), Method::Value));
        }
        if let Some(position) = blocking::position(value) {
            return Ok((self.blocked_winner(position, first)?, Method::Search));
        }
        if matches!(value, Value::Loopy(_) | Value::LoopyBracket(_)) {
            return Ok((loopy::winners(self, value)?.when_starts(first), Method::Value));
        }
        goals::refuse_sum(value)?;
        blocking::refuse_sum(value)?;
        if affine::is_affine(value) {
            let (is_won, method) = affine_wins(self, value, first)?;
            return Ok((Some(if is_won { first } else { first.opponent() }), method));
        }
        self.answered(Winner(first), value)
    }

    fn outcome(&mut self, value: &Value) -> Attempt<(Outcome, Method)> {
        if let Some(position) = goals::position(value) {
            return Ok(goal_outcome(self, position)?);
        }
        if let Some(position) = blocking::position(value) {
            return Ok((blocking_outcome(self, position)?, Method::Search));
        }
        if matches!(value, Value::Loopy(_) | Value::LoopyBracket(_)) {
            return Ok((loopy::outcome(self, value)?, Method::Value));
        }
        goals::refuse_sum(value)?;
        blocking::refuse_sum(value)?;
        if affine::is_affine(value) {
            let [left, right] =
                [Player::Left, Player::Right].map(|one| affine_wins(self, value, one));
            let ((left, method), (right, _)) = (left?, right?);
            return Ok((Outcome::of_winners(left, right), method));
        }
        self.answered(OutcomeOf, value)
    }

    fn play_ends(&mut self, position: &Position) -> bool {
        self.env.position_ends(position)
    }

    fn options(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Value>> {
        let by_goal = position.ruleset.is_decided_by_goal();
        if by_goal && end_of(self, position, player)?.is_some() {
            return Ok(Vec::new());
        }
        if position.ruleset.is_affine() {
            let moves = moves_and_kinds(self, position, player)?.into_iter().map(|step| step.to);
            return Ok(moves.collect::<IndexSet<_>>().into_iter().collect());
        }
        self.options_of(position, player)
    }

    fn turns(&mut self, ruleset: &Arc<Ruleset>, place: i64) -> Result<Vec<Vec<i64>>> {
        turned_sets(self, ruleset, place)
    }

    fn symmetries(&mut self, position: &Position) -> Result<Symmetries> {
        let ruleset = &position.ruleset;
        by_last_move(ruleset)?;
        let Some(Value::Board(cells)) = position.arguments().first() else {
            let position = Value::Position(Arc::new(position.clone()));
            return Err(position.wrong("a position on a board"));
        };
        let compiled = self.env.world.rules.compiled(ruleset);
        if !self.env.is_plain(ruleset)
            && let Some(turns) = compiled.turns(&cells.board, &self.env.budget)?
        {
            return Ok(turns);
        }
        if let Some(Invariance::Boards(symmetries)) = self.env.invariance(ruleset) {
            return Ok((**symmetries).clone());
        }
        match self.env.ground_turns(ruleset, &cells.board)? {
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
        by_last_move(ruleset)?;
        self.env.world.rules.impartial(ruleset)
    }

    fn heaps(&mut self, ruleset: &Arc<Ruleset>, ask: heaps::Ask<'_>) -> Result<Option<Value>> {
        by_last_move(ruleset)?;
        self.validate_heaps(ruleset)?;
        if self.env.is_plain(ruleset) {
            return Ok(None);
        }
        self.env.with_heaps(ruleset, |heaps| ask(heaps).map(Some))
    }

    fn misere_store(&self) -> Arc<misere::MisereStore> {
        self.env.world.misere_store.clone()
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

    fn affine_moves(
        &mut self,
        position: &Arc<Position>,
        player: Player,
    ) -> Result<Vec<affine::AffineMove>> {
        moves_and_kinds(self, position, player)
    }

    fn affine_winning(&mut self, value: &Value, player: Player) -> Result<Vec<Value>> {
        affine_winning(self, value, player)
    }

    fn affine_replies(&mut self, value: &Value) -> Result<Replies> {
        replies(self, value)
    }

    fn board_goals(&mut self, position: &Position) -> Option<Goals> {
        self.env.goals(&position.ruleset)
    }

    fn blocked_winner(
        &mut self,
        position: &Arc<Position>,
        mover: Player,
    ) -> Result<Option<Player>> {
        Ok(self.goal_winner(position, mover)?.winner())
    }

    fn most_blocked(&mut self, position: &Arc<Position>) -> Result<u64> {
        self.most_forbidden(position)
    }

    fn how(&mut self, value: &Value) -> Result<Vec<How>> {
        answered_how(self, value)
    }

    fn program(&mut self, games: &[Value]) -> Result<String> {
        let mut readers = Readers::default();
        games.iter().for_each(|game| game.readers(&mut readers));
        self.env.program_of(&readers.into_found())
    }

    fn play(&mut self, wanted: Wanted) {
        self.events.push(Event::Play(wanted));
    }

    fn check_turn(&mut self, position: &Arc<Position>, player: Player) -> Result<()> {
        check_turn(self, position, player)
    }

    fn points_turn(&mut self, position: &Arc<Position>, first: Option<Player>) -> Result<Turn> {
        turn_in(self, position, first)
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
        Ok(induction_in_points(self, position, first, limit)?)
    }

    fn goal_end(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>> {
        end_of(self, position, mover)
    }

    fn goal_winner(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict> {
        Ok(self.answered(TurnsWinner(mover), &Value::Position(position.clone()))?)
    }

    fn save(&mut self, path: &str, text: String) {
        self.events.push(Event::File { path: path.to_owned(), text, span: self.place });
    }
}
