//! Questions about misère play.

use super::{AsPosition, Solver};
use crate::misere::Genus;
use crate::solve::Sum;
use crate::{Error, Outcome, Player, Ruleset};

/// Answers questions about misère play, in which the player who cannot move wins: see [`Solver::misere`].
///
/// Play has to end: [`Error::Repeats`] where it can return to a position.
///
/// ```
/// use upstar_core::board::{Rules, Turns};
/// use upstar_core::{Error, Outcome, Solver};
///
/// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?).misere();
/// assert_eq!(cram.outcome("..|..")?, Outcome::N);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct MisereSolver<R: Ruleset>(Solver<R>);

impl<R: Ruleset> Clone for MisereSolver<R> {
    fn clone(&self) -> Self {
        MisereSolver(self.0.clone())
    }
}

impl<R: Ruleset> MisereSolver<R> {
    pub(super) fn new(solver: Solver<R>) -> Self {
        MisereSolver(solver)
    }

    /// The genus of an impartial position; `None` unless the rules say [`Hints::impartial`](crate::Hints::impartial) or are
    /// rules of boards that are the same for both players.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn genus(&self, position: impl AsPosition<R>) -> Result<Option<Genus>, Error> {
        self.0.0.kernel.genus(&self.0.0.rules, &self.0.place(position)?)
    }

    /// The winner when a player begins.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn winner(&self, position: impl AsPosition<R>, first: Player) -> Result<Player, Error> {
        self.0.0.kernel.misere_winner(&self.0.0.rules, &self.0.place(position)?, first)
    }

    /// The outcome class.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn outcome(&self, position: impl AsPosition<R>) -> Result<Outcome, Error> {
        let position = position.position(self.0.rules())?;
        let [left, right] =
            [Player::Left, Player::Right].map(|first| self.winner(&position, first));
        Ok(Outcome::of(Some(left?), Some(right?)))
    }

    /// The moves with which a player wins.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn winning_moves(
        &self,
        position: impl AsPosition<R>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        self.0.filtered_moves(position, player, |after| {
            let (kernel, rules) = (&self.0.0.kernel, &self.0.0.rules);
            Ok(kernel.misere_winner(rules, after, player.opponent())? == player)
        })
    }
}
