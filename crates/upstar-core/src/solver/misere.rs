//! Questions about misère play.

use super::{AsPosition, Solver, ask};
use crate::misere::Genus;
use crate::solve::{Component, Sum};
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
/// assert_eq!(cram.outcome("..|..")?, Outcome::P);
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

    /// The genus of an impartial position; `None` when it is not impartial.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn genus(&self, position: impl AsPosition<R>) -> Result<Option<Genus>, Error> {
        ask!(&self.0, position, |searches, sum| searches.genus(sum))
    }

    /// The winner when a player begins.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn winner(&self, position: impl AsPosition<R>, first: Player) -> Result<Player, Error> {
        let wins: Result<bool, Error> =
            ask!(&self.0, position, |searches, sum| match searches.genus(sum)? {
                Some(genus) => Ok(genus.misere() != 0),
                None => searches.wins_misere(sum, first),
            });
        Ok(if wins? { first } else { first.opponent() })
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
        let mut winning = Vec::new();
        for option in self.0.moves(position, player)? {
            if self.wins_second(&option, player)? {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// Whether a player wins a sum when the opponent begins.
    fn wins_second(&self, sum: &[Component<R::Position>], player: Player) -> Result<bool, Error> {
        let first = player.opponent();
        if let [Component::Position(position)] = sum {
            return Ok(self.winner(position, first)? == player);
        }
        let sum = self.0.numbers(sum);
        let rules = super::AnyRules(&self.0.0.rules);
        let searches = self.0.searches(&rules);
        Ok(match searches.genus(&sum)? {
            Some(genus) => genus.misere() == 0,
            None => !searches.wins_misere(&sum, first)?,
        })
    }
}
