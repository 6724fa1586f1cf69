//! Interface to the evaluator.
//!
//! Builtins and operations do not know the evaluator. They ask [`Host`] to call a function of the program, or for
//! the value of a position. Outcomes, winning moves and comparisons of positions all ask `Host::wins`, which also
//! says how the winner was found.

use std::sync::Arc;

use num_bigint::BigUint;
use upstar_core::board::Goals;
use upstar_core::board::rewrite::Symmetries;
use upstar_core::impartial::{LoopyNimber, Replies};
use upstar_core::misere::{self, Genus};
use upstar_core::solve::Method;
use upstar_core::solve::goal::Verdict;
use upstar_core::{Game, Outcome, Player, Rational, Store};

use super::entailing::AffineMove;
use super::how::How;
use super::points::{Row, Turn};
use super::{Attempt, Misere, Position, Result, Ruleset, Value, heaps};

/// The evaluator, as operations and builtins see it.
pub trait Host: Send {
    /// The store of canonical forms.
    fn store(&self) -> Store;
    /// Calls a function, builtin or ruleset.
    ///
    /// # Errors
    /// When the call fails.
    fn call(&mut self, callee: &Value, args: Vec<Value>) -> Result<Value>;
    /// The value of a position.
    ///
    /// # Errors
    /// When an option cannot be computed, a position repeats, or a limit is passed.
    fn position_value(&mut self, position: &Arc<Position>) -> Attempt<Game>;
    /// The value of a position, which may be loopy: a number, a game or a loopy game.
    ///
    /// # Errors
    /// When an option cannot be computed, or a limit is passed.
    fn loopy_value(&mut self, position: &Arc<Position>) -> Attempt<Value>;
    /// The values of the independent parts of a game, position or sum.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn part_values(&mut self, value: &Value) -> Result<Vec<Game>>;
    /// Nimber of a position, if the rules make it and all its followers impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn position_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<BigUint>>;
    /// Options of a heap with this nimber, for heaps with too many options to be listed; `None` for others,
    /// and if they are not known.
    ///
    /// # Errors
    /// As for [`Host::position_nimber`].
    fn options_of_nimber(
        &mut self,
        position: &Arc<Position>,
        nimber: &BigUint,
    ) -> Attempt<Option<Vec<Value>>>;
    /// Nimber of a position with possibly infinite play, if the rules make it and all its followers
    /// impartial.
    ///
    /// # Errors
    /// When an option cannot be computed, a position repeats and something that follows it is not
    /// impartial, or a limit is passed. Cost: each position that follows is looked at once.
    fn loopy_nimber(&mut self, position: &Arc<Position>) -> Attempt<Option<LoopyNimber>>;
    /// Whether both players have the same options by the rules.
    fn is_impartial(&mut self, position: &Position) -> bool;
    /// Winner of a game, position or sum when a player moves first, and the method that found it. `None` if
    /// play is infinite.
    ///
    /// # Errors
    /// For values that are not games; as for [`Host::position_value`].
    fn winner(&mut self, value: &Value, first: Player) -> Attempt<(Option<Player>, Method)>;
    /// Whether a player wins a game, position or sum when moving first, and how that was found.
    ///
    /// # Errors
    /// As for [`Host::winner`].
    fn wins(&mut self, value: &Value, first: Player) -> Attempt<(bool, Method)> {
        let (winner, method) = self.winner(value, first)?;
        Ok((winner == Some(first), method))
    }
    /// Outcome of a game, position or sum, and the method that found it.
    ///
    /// # Errors
    /// As for [`Host::wins`].
    fn outcome(&mut self, value: &Value) -> Attempt<(Outcome, Method)>;
    /// Whether the rules alone show that play from a position ends. Where they do not, it may end all the same.
    fn play_ends(&mut self, position: &Position) -> bool;
    /// The options of a player, without repetition.
    ///
    /// # Errors
    /// When one cannot be computed, or there are too many to list.
    fn options(&mut self, position: &Arc<Position>, player: Player) -> Result<Vec<Value>>;
    /// The sets of places that a ruleset of coins allows to turn when the rightmost is `place`.
    ///
    /// # Errors
    /// When the rules fail there.
    fn turns(&mut self, ruleset: &Arc<Ruleset>, place: i64) -> Result<Vec<Vec<i64>>>;
    /// The turns and mirrors of boards of the size of a position that are known to keep the rules.
    ///
    /// # Errors
    /// When the position is not on a board, its game is decided by a goal or points, none is known, or a
    /// limit is passed.
    fn symmetries(&mut self, position: &Position) -> Result<Symmetries>;
    /// The version of a ruleset in which each player has the moves of both.
    ///
    /// # Errors
    /// When values are nested too deeply.
    fn impartial(&mut self, ruleset: &Arc<Ruleset>) -> Result<Arc<Ruleset>>;
    /// Answer of `ask` about the heaps of a ruleset; `None` if its moves are neither integer arithmetic nor
    /// those of a code.
    ///
    /// # Errors
    /// Errors of the question.
    fn heaps(&mut self, ruleset: &Arc<Ruleset>, ask: heaps::Ask<'_>) -> Result<Option<Value>>;
    /// The canonical forms of misère play.
    fn misere_store(&self) -> Arc<misere::MisereStore>;
    /// Genus of a sum in misère play; `None` if it is not impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_genus(&mut self, misere: &Misere) -> Result<Option<Genus>>;
    /// Canonical form of a sum in misère play; `None` if it is not impartial.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_form(&mut self, misere: &Misere) -> Result<Option<misere::MisereForm>>;
    /// Whether a player wins games in misère play when moving first.
    ///
    /// # Errors
    /// As for [`Host::position_value`].
    fn misere_wins(&mut self, misere: &Misere, first: Player) -> Result<bool>;
    /// Moves of a player in a position with complimenting and entailing moves, in the order of the rules.
    ///
    /// # Errors
    /// As for [`Host::options`].
    fn affine_moves(&mut self, position: &Arc<Position>, player: Player)
    -> Result<Vec<AffineMove>>;
    /// The moves that win for a player in a position or sum with complimenting and entailing moves, where the players may
    /// move differently.
    ///
    /// # Errors
    /// When a position repeats, a summand is loopy or not decided by the last move, or a limit is passed. Cost: each sum
    /// that follows is looked at once.
    fn affine_winning(&mut self, value: &Value, player: Player) -> Result<Vec<Value>>;
    /// The nimbers beside which a player wins who must move in an impartial position or sum.
    ///
    /// # Errors
    /// When something is not impartial, a position repeats, or a limit is passed. Cost: each position
    /// that follows is looked at once.
    fn affine_replies(&mut self, value: &Value) -> Result<Replies>;
    /// Checks that a player may move in a position, where the rules say whose turn it is.
    ///
    /// # Errors
    /// When it is the turn of the other player, or the rules fail to say whose.
    fn check_turn(&mut self, position: &Arc<Position>, player: Player) -> Result<()>;
    /// Moves in a position of a game about points. `first` is the player to move; not needed where the
    /// rules state the player.
    ///
    /// # Errors
    /// When the game is not about points, an option cannot be computed, or `first` is missing or
    /// not the player whose turn it is.
    fn points_turn(&mut self, position: &Arc<Position>, first: Option<Player>) -> Result<Turn>;
    /// Points of Max from a position on when both play well.
    ///
    /// # Errors
    /// As for [`Host::points_turn`]; when positions repeat, or a limit is passed.
    fn points_value(&mut self, position: &Arc<Position>, first: Option<Player>)
    -> Result<Rational>;
    /// The same, with the indices of the best moves among those of [`Host::points_turn`].
    ///
    /// # Errors
    /// As for [`Host::points_value`].
    fn points_best(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
    ) -> Result<(Rational, Vec<usize>)>;
    /// All positions that follow, in the order of backward induction.
    ///
    /// # Errors
    /// As for [`Host::points_value`]; when there are more than `limit` positions.
    fn points_induction(
        &mut self,
        position: &Arc<Position>,
        first: Option<Player>,
        limit: usize,
    ) -> Attempt<Vec<Row>>;
    /// Result of a position of a game decided by a goal, if play has ended when `mover` would be to move;
    /// `None` while play goes on. The goal of the player who has just moved is checked first.
    /// [`Host::options`] lists no moves after the end.
    ///
    /// # Errors
    /// When a goal cannot be computed.
    fn goal_end(&mut self, position: &Arc<Position>, mover: Player) -> Result<Option<Verdict>>;
    /// Goals of a position as conditions on its board; `None` if they are about more than lines and
    /// connected sides.
    fn board_goals(&mut self, position: &Position) -> Option<Goals>;
    /// Result of best play of both when `mover` begins. A player who cannot move makes it a draw.
    ///
    /// # Errors
    /// When a goal or a move cannot be computed, or a limit is passed.
    fn goal_winner(&mut self, position: &Arc<Position>, mover: Player) -> Result<Verdict>;
    /// Winner when `mover` begins where options are forbidden before each move; `None` if neither player can force the
    /// end.
    ///
    /// # Errors
    /// When an option cannot be computed or is no position of the same ruleset, or a limit is passed.
    fn blocked_winner(&mut self, position: &Arc<Position>, mover: Player)
    -> Result<Option<Player>>;
    /// How many options the opponent may forbid in a position; 0 where the rules say nothing about that.
    ///
    /// # Errors
    /// When it is no integer from 0 on.
    fn most_blocked(&mut self, position: &Arc<Position>) -> Result<u64>;
    /// How questions about a game are answered, for each summand.
    ///
    /// # Errors
    /// When it is not a game, or stated parts cannot be computed.
    fn how(&mut self, value: &Value) -> Result<Vec<How>>;
    /// The declarations of the rulesets of games, and of what these read: a program whose positions are the same.
    ///
    /// # Errors
    /// When a limit is passed while a value is written.
    fn program(&mut self, games: &[Value]) -> Result<String>;
    /// Requests a match, which is played after the whole input has succeeded.
    fn play(&mut self, wanted: Wanted);
    /// Requests a file, which is written after the whole input has succeeded.
    fn save(&mut self, path: &str, text: String);
}

/// A match that is to be played.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Opening position.
    pub start: Value,
    /// The player at the terminal; `Left` by default.
    pub person: Option<Player>,
    /// The player who begins; the person by default.
    pub first: Option<Player>,
}
