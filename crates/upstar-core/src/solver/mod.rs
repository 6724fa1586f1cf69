//! The solver of a ruleset: questions about its positions, for programs in Rust.
//!
//! Knows: rulesets, the store of their values, what has been found. Must not know: searches (they are in
//! [`crate::solve`], over numbered positions).

mod kernel;
mod misere;
mod numbered;
mod ruleset;
mod sweep;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::impartial::LoopyNimber;
use crate::loopy::GameValue;
use crate::solve::goal::Verdict;
use crate::solve::{Component, Sum};
use crate::{Error, Game, Outcome, Player, Rational, Store};

pub use misere::MisereSolver;
pub use ruleset::{Goal, Hints, Moves, Points, Ruleset};
pub use sweep::{Counts, Sweep};

use kernel::{Kernel, Place};
use numbered::{AnyRules, Rules};

/// Answers questions about the positions of a ruleset, and remembers what it has found.
///
/// ```
/// use upstar_core::{Error, Hints, Moves, Player, Ruleset, Solver};
///
/// /// One or two stones are taken from a heap, which may be split in two.
/// struct Kayles;
///
/// impl Ruleset for Kayles {
///     type Position = u32;
///
///     fn moves(&self, heap: &u32, _: Player, to: &mut Moves<u32>) {
///         for rest in (1..=2).filter_map(|taken| heap.checked_sub(taken)) {
///             for part in 0..=rest / 2 {
///                 to.sum([part, rest - part]);
///             }
///         }
///     }
///
///     fn hints(&self) -> Hints {
///         Hints::default().impartial().ends()
///     }
/// }
///
/// let kayles = Solver::new(Kayles);
/// assert_eq!(kayles.nimber(&12)?, 4);
/// assert_eq!(kayles.winning_moves(&3, Player::Left)?.len(), 1);
/// assert_eq!(kayles.misere().outcome(&4)?.to_string(), "P");
/// # Ok::<(), Error>(())
/// ```
///
/// A clone shares what is remembered, and several threads may ask at the same time. Questions fail when the rules
/// fail, when the budget of the store is exhausted, and when something grows too large; what was found before is kept.
/// Whether play can return to a position does not matter, except for [`Solver::game`] and in misère play.
///
/// A position is a reference; a text or a slice will do for rules whose positions are a `String`, a
/// [`Board`](crate::board::Board) or a `Vec`: see [`AsPosition`].
pub struct Solver<R: Ruleset>(Arc<Shared<R>>);

struct Shared<R: Ruleset> {
    rules: Rules<R>,
    kernel: Kernel,
}

impl<R: Ruleset> Clone for Solver<R> {
    fn clone(&self) -> Self {
        Solver(self.0.clone())
    }
}

/// Shows the number of values; a ruleset need not have `Debug`.
impl<R: Ruleset> fmt::Debug for Solver<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("values", &self.0.kernel.store.len()).finish_non_exhaustive()
    }
}

/// A position of a ruleset, or a text or slice that is read as one.
pub trait AsPosition<R: Ruleset> {
    /// The position.
    ///
    /// # Errors
    /// When the text of a board cannot be read.
    fn position(self, rules: &R) -> Result<R::Position, Error>;
}

impl<P: Clone, R: Ruleset<Position = P>> AsPosition<R> for &P {
    fn position(self, _: &R) -> Result<P, Error> {
        Ok(self.clone())
    }
}

impl<R: Ruleset<Position = String>> AsPosition<R> for &str {
    fn position(self, _: &R) -> Result<String, Error> {
        Ok(self.to_owned())
    }
}

impl<T: Clone, R: Ruleset<Position = Vec<T>>> AsPosition<R> for &[T] {
    fn position(self, _: &R) -> Result<Vec<T>, Error> {
        Ok(self.to_owned())
    }
}

impl<R: Ruleset> Solver<R> {
    /// A solver whose values are in [`Store::global`].
    pub fn new(ruleset: R) -> Self {
        Solver::in_store(ruleset, Store::global())
    }

    /// A solver whose values are in a store, whose budget limits steps, memory and threads.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Budget, Error, Solver, Store};
    /// let budget = Budget::unlimited();
    /// budget.limit_steps(1000);
    /// let cram = Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?;
    /// let cram = Solver::in_store(cram, &Store::new(budget));
    /// assert!(matches!(cram.outcome("......|......|......|......|......"), Err(Error::Exhausted(_))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn in_store(ruleset: R, store: &Store) -> Self {
        Solver(Arc::new(Shared {
            rules: Rules::new(ruleset, store.clone()),
            kernel: Kernel::new(store),
        }))
    }

    /// The ruleset.
    pub fn rules(&self) -> &R {
        &self.0.rules.ruleset
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        &self.0.kernel.store
    }

    /// The value of a position: a short game ([`GameValue::short`]), or a loopy one when play can go on for ever.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// // Left may walk to and fro, Right to the right only.
    /// let walks = Rules::strip(".x")?
    ///     .left("x.", ".x", Turns::Orthogonally)?
    ///     .right("x.", ".x", Turns::None)?;
    /// let walks = Solver::new(walks);
    /// assert_eq!(walks.value("x.")?.to_string(), "on & *");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Also when positions that lead to each other are too many to find their value.
    pub fn value(&self, position: impl AsPosition<R>) -> Result<GameValue, Error> {
        self.0.kernel.value(&self.0.rules, &self.place(position)?)
    }

    /// The value of a position as a short game.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// let domineering = Rules::grid(".#")?
    ///     .left(".|.", "#|#", Turns::None)?
    ///     .right("..", "##", Turns::None)?;
    /// let domineering = Solver::new(domineering);
    /// let square = domineering.game("..|..")?;
    /// assert_eq!((square + square).to_string(), "0");
    /// assert_eq!(square.temperature()?, 1.into());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Repeats`] when play can return to a position.
    pub fn game(&self, position: impl AsPosition<R>) -> Result<Game, Error> {
        self.0.kernel.game(&self.0.rules, &self.place(position)?)
    }

    /// The outcome class of a position.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn outcome(&self, position: impl AsPosition<R>) -> Result<Outcome, Error> {
        self.0.kernel.outcome(&self.0.rules, &self.place(position)?)
    }

    /// The winner when a player begins; `None` for a draw by endless play.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn winner(
        &self,
        position: impl AsPosition<R>,
        first: Player,
    ) -> Result<Option<Player>, Error> {
        self.0.kernel.winner(&self.0.rules, &self.place(position)?, first)
    }

    /// The nimber of a position, or of a loopy impartial one the set of nimbers that it can be moved to.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?);
    /// assert_eq!(cram.nimber("...|...|...")?, 0);
    /// assert_eq!(cram.nimber("..|..|..")?.to_string(), "1");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotImpartial`] when the value is no nimber, or play can go on for ever and the rules do not say
    /// [`Hints::impartial`].
    pub fn nimber(&self, position: impl AsPosition<R>) -> Result<LoopyNimber, Error> {
        self.0.kernel.nimber(&self.0.rules, &self.place(position)?)
    }

    /// The moves of a player: what each leads to, one position or several side by side.
    ///
    /// # Errors
    /// When the rules fail.
    pub fn moves(
        &self,
        position: impl AsPosition<R>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        let number = self.number(&position.position(self.rules())?);
        let options = self.0.kernel.options(&self.0.rules, number, player)?;
        let named =
            |option: &Sum<u32>| option.iter().map(|part| self.0.rules.named(part)).collect();
        Ok(options.iter().map(named).collect())
    }

    /// The moves with which a player wins.
    ///
    /// # Errors
    /// As for [`outcome`](Solver::outcome).
    pub fn winning_moves(
        &self,
        position: impl AsPosition<R>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        self.filtered_moves(position, player, |after| {
            let winner = self.0.kernel.winner(&self.0.rules, after, player.opponent())?;
            Ok(winner == Some(player))
        })
    }

    /// The moves after which a sum is as is asked for.
    fn filtered_moves(
        &self,
        position: impl AsPosition<R>,
        player: Player,
        is_wanted: impl Fn(&Place) -> Result<bool, Error>,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        let mut wanted = Vec::new();
        for option in self.moves(position, player)? {
            if is_wanted(&self.sum_place(&option)?)? {
                wanted.push(option);
            }
        }
        Ok(wanted)
    }

    /// The same questions about misère play, in which the player who cannot move wins.
    pub fn misere(&self) -> MisereSolver<R> {
        MisereSolver::new(self.clone())
    }

    /// Many positions at once, on as many threads as the machine has cores.
    ///
    /// ```
    /// # use upstar_core::{Error, Hints, Moves, Player, Ruleset, Solver};
    /// # struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u32;
    /// #     fn moves(&self, heap: &u32, _: Player, to: &mut Moves<u32>) {
    /// #         (0..*heap).for_each(|rest| to.position(rest));
    /// #     }
    /// # }
    /// let values = Solver::new(Nim).sweep(0..4).values()?;
    /// assert_eq!(values.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0", "*", "*2", "*3"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn sweep<I: IntoIterator<Item = R::Position>>(
        &self,
        positions: I,
    ) -> Sweep<'_, R, I::IntoIter>
    where
        I::IntoIter: Send,
    {
        Sweep::new(self, positions.into_iter())
    }

    fn place(&self, position: impl AsPosition<R>) -> Result<Place, Error> {
        let position = position.position(self.rules())?;
        match self.rules().parts(&position, self.0.kernel.store.budget()) {
            Some(parts) => parts.map(Place::Boards),
            None => Ok(self.number(&position).into()),
        }
    }

    fn sum_place(&self, sum: &[Component<R::Position>]) -> Result<Place, Error> {
        if let [Component::Position(position)] = sum {
            return self.place(position);
        }
        let number = |part: &Component<R::Position>| match part {
            Component::Position(position) => Component::Position(self.number(position)),
            Component::Negative(position) => Component::Negative(self.number(position)),
            Component::Value(game) => Component::Value(*game),
        };
        Ok(Place::Numbers(sum.iter().map(number).collect()))
    }

    fn number(&self, position: &R::Position) -> u32 {
        self.0.rules.positions.number(position)
    }
}

impl<R: Goal> Solver<R> {
    /// The result when `mover` begins, in rules in which a goal decides. It is a draw when neither player can force a win.
    ///
    /// # Errors
    /// [`Error::NotOnePosition`] when a move leads to a sum.
    pub fn result(&self, position: impl AsPosition<R>, mover: Player) -> Result<Verdict, Error> {
        let number = self.number(&position.position(self.rules())?);
        let verdict = |number, mover| self.0.rules.verdict(number, mover);
        self.0.kernel.result(&AnyRules::by_goal(&self.0.rules, &verdict), number, mover)
    }
}

impl<R: Points> Solver<R> {
    /// The points that Left gets from here on, in rules in which points decide.
    ///
    /// # Errors
    /// Also when a position leads back to itself, or a move leads to a sum.
    pub fn score(&self, position: impl AsPosition<R>) -> Result<Rational, Error> {
        let number = self.number(&position.position(self.rules())?);
        let turn = |number| self.0.rules.turn(number);
        self.0.kernel.score(&AnyRules::by_points(&self.0.rules, &turn), number)
    }
}
