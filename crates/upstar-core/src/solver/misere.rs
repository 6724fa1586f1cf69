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

    /// The genus of an impartial position; `None` for others, and where its value or one that follows is known to be no
    /// nimber.
    ///
    /// Boards know whether they are impartial. Other rules may say so, by [`Hints::impartial`](crate::Hints::impartial);
    /// otherwise the moves of both players are compared in all positions that follow, and the answer is `None` when these
    /// are more than 65,536.
    ///
    /// ```
    /// # use upstar_core::{Error, Moves, Player, Ruleset, Solver};
    /// struct Nim;
    /// impl Ruleset for Nim {
    ///     type Position = u32;
    ///     fn moves(&self, heap: &u32, _: Player, to: &mut Moves<u32>) {
    ///         (0..*heap).for_each(|rest| to.position(rest));
    ///     }
    /// }
    /// let genus = Solver::new(Nim).misere().genus(3)?.expect("Nim is impartial");
    /// assert_eq!((genus.normal(), genus.misere()), (3, 3));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn genus<K>(&self, position: impl AsPosition<R, K>) -> Result<Option<Genus>, Error> {
        self.0.0.kernel.genus(&self.0.0.rules, &self.0.place(position)?)
    }

    /// The winner when a player begins.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn winner<K>(
        &self,
        position: impl AsPosition<R, K>,
        first: Player,
    ) -> Result<Player, Error> {
        self.0.0.kernel.misere_winner(&self.0.0.rules, &self.0.place(position)?, first)
    }

    /// The outcome class.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn outcome<K>(&self, position: impl AsPosition<R, K>) -> Result<Outcome, Error> {
        let sum = position.components(self.0.rules())?;
        let [left, right] = [Player::Left, Player::Right].map(|first| self.winner(&sum, first));
        Ok(Outcome::of(Some(left?), Some(right?)))
    }

    /// The moves with which a player wins.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn winning_moves<K>(
        &self,
        position: impl AsPosition<R, K>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        self.0.filtered_moves(position, player, |after| {
            let (kernel, rules) = (&self.0.0.kernel, &self.0.0.rules);
            Ok(kernel.misere_winner(rules, after, player.opponent())? == player)
        })
    }
}
