//! The solver of a ruleset: questions about its positions, for programs in Rust.
//!
//! Knows: rulesets, the store of their values, what has been found. Must not know: searches (they are in
//! [`crate::solve`], over numbered positions).

pub(crate) mod interner;
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
use crate::solve::{Component, Memo, Playable as _, Searches, Sum};
use crate::{Error, Game, Outcome, Player, Rational, Store};

pub use misere::MisereSolver;
pub use ruleset::{Goal, Hints, Moves, Points, Ruleset};
pub use sweep::{Counts, Sweep};

use crate::board::rewrite::Parts;
use numbered::{AnyRules, ByGoal, ByPoints, Numbered, Rules};

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
    store: Store,
    memo: Arc<Memo<u32>>,
}

impl<R: Ruleset> Clone for Solver<R> {
    fn clone(&self) -> Self {
        Solver(self.0.clone())
    }
}

/// How much is remembered; rulesets and positions need not be shown.
impl<R: Ruleset> fmt::Debug for Solver<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("values", &self.0.store.len()).finish_non_exhaustive()
    }
}

/// What stands for a position of a ruleset.
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

/// A position as the searches see it.
enum Place {
    Boards(Parts),
    Number(u32),
}

/// Asks the searches about a position, as a sum of its parts.
macro_rules! ask {
    ($solver:expr, $position:expr, |$searches:ident, $sum:ident| $ask:expr) => {{
        let solver = $solver;
        match solver.place($position)? {
            $crate::solver::Place::Boards(parts) => {
                let $searches = &parts.planes.searches(&solver.0.store);
                let $sum = &parts.sum[..];
                $ask.map_err(Into::into)
            }
            $crate::solver::Place::Number(number) => {
                let rules = $crate::solver::AnyRules(&solver.0.rules);
                let $searches = &solver.searches(&rules);
                let $sum = &[$crate::solve::Component::Position(number)][..];
                $ask
            }
        }
    }};
}
use ask;

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
        let (rules, memo) = (Rules::new(ruleset), Arc::new(Memo::numbered(|number| Some(*number))));
        Solver(Arc::new(Shared { rules, store: store.clone(), memo }))
    }

    /// The ruleset.
    pub fn rules(&self) -> &R {
        &self.0.rules.ruleset
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The value of a position: a short game, or a loopy one when play can go on for ever.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Solver};
    /// // Left may walk to and fro, Right to the right only.
    /// let walks = Rules::strip(".x")?
    ///     .left("x.", ".x", Turns::Orthogonally)?
    ///     .right("x.", ".x", Turns::None)?;
    /// let walks = Solver::new(walks);
    /// assert_eq!(walks.value("x.")?.to_string(), "<on|on>");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Also when positions that lead to each other are too many to find their value.
    pub fn value(&self, position: impl AsPosition<R>) -> Result<GameValue, Error> {
        ask!(self, position, |searches, sum| searches.sum_worth(sum, &mut 0))
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
        ask!(self, position, |searches, sum| searches.sum_value(sum))
    }

    /// The outcome class of a position.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn outcome(&self, position: impl AsPosition<R>) -> Result<Outcome, Error> {
        ask!(self, position, |searches, sum| searches
            .sum_outcome(sum, &mut 0)
            .map(|(outcome, _)| outcome))
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
        ask!(self, position, |searches, sum| searches
            .sum_winner(sum, first, &mut 0)
            .map(|(winner, _)| winner))
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
    /// [`Error::NotImpartial`] when the value is no nimber.
    pub fn nimber(&self, position: impl AsPosition<R>) -> Result<LoopyNimber, Error> {
        let position = position.position(self.rules())?;
        let nimber: Result<_, Error> =
            ask!(self, &position, |searches, sum| searches.sum_nimber(sum, &mut 0));
        match nimber? {
            Some(nimber) => Ok(nimber),
            None => match self.value(&position)? {
                GameValue::Short(game) => self.0.store.as_nimber(game),
                GameValue::Loopy(_) => None,
            }
            .map(LoopyNimber::Finite)
            .ok_or(Error::NotImpartial),
        }
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
        let number = self.number(position.position(self.rules())?);
        let options = AnyRules(&self.0.rules).options(&number, player)?;
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
        let mut winning = self.moves(position, player)?;
        let mut failed = Ok(());
        winning.retain(|option| {
            let wins = failed.clone().and_then(|()| self.wins_second(option, player));
            wins.unwrap_or_else(|error| {
                failed = Err(error);
                false
            })
        });
        failed.map(|()| winning)
    }

    /// Whether a player wins a sum when the opponent begins.
    fn wins_second(&self, sum: &[Component<R::Position>], player: Player) -> Result<bool, Error> {
        let first = player.opponent();
        if let [Component::Position(position)] = sum {
            return Ok(self.winner(position, first)? == Some(player));
        }
        let sum = self.numbers(sum);
        let rules = AnyRules(&self.0.rules);
        let (winner, _) = self.searches(&rules).sum_winner(&sum, first, &mut 0)?;
        Ok(winner == Some(player))
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
        match self.rules().parts(&position, self.0.store.budget()) {
            Some(parts) => parts.map(Place::Boards),
            None => Ok(Place::Number(self.number(position))),
        }
    }

    fn number(&self, position: R::Position) -> u32 {
        self.0.rules.positions.number(position)
    }

    /// The components of a sum by number.
    fn numbers(&self, sum: &[Component<R::Position>]) -> Sum<u32> {
        let number = |part: &Component<R::Position>| match part {
            Component::Position(position) => Component::Position(self.number(position.clone())),
            Component::Negative(position) => Component::Negative(self.number(position.clone())),
            Component::Value(game) => Component::Value(*game),
        };
        sum.iter().map(number).collect()
    }

    fn searches<'a>(&'a self, rules: &'a AnyRules<'a>) -> Searches<'a, AnyRules<'a>> {
        Searches::with_memo(rules, &self.0.store, self.0.memo.clone())
    }

    fn ask_by<T>(
        &self,
        position: impl AsPosition<R>,
        rules: &dyn Numbered,
        ask: impl FnOnce(&Searches<'_, AnyRules<'_>>, u32) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let number = self.number(position.position(self.rules())?);
        ask(&self.searches(&AnyRules(rules)), number)
    }
}

impl<R: Goal> Solver<R> {
    /// The result when `mover` begins, in rules in which a goal decides. What neither player can force is a draw.
    ///
    /// # Errors
    /// [`Error::NotOnePosition`] when a move leads to a sum.
    pub fn result(&self, position: impl AsPosition<R>, mover: Player) -> Result<Verdict, Error> {
        let rules = ByGoal(&self.0.rules);
        self.ask_by(position, &rules, |searches, number| searches.winner(&number, mover))
    }
}

impl<R: Points> Solver<R> {
    /// The points that Left gets from here on, in rules in which points decide.
    ///
    /// # Errors
    /// Also when a position leads back to itself, or a move leads to a sum.
    pub fn score(&self, position: impl AsPosition<R>) -> Result<Rational, Error> {
        let rules = ByPoints(&self.0.rules);
        self.ask_by(position, &rules, |searches, number| searches.score(&number))
    }
}
