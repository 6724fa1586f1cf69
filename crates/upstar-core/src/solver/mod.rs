//! The solver of a ruleset: questions about its positions, for programs in Rust.
//!
//! Knows: rulesets, the store of their values, what has been found. Must not know: searches (they are in
//! [`crate::solve`], over numbered positions).

mod growth;
mod kernel;
mod misere;
mod numbered;
mod position;
mod ruleset;
mod sameness;
mod sweep;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::impartial::LoopyNimber;
use crate::loopy::GameValue;
use crate::solve::goal::Verdict;
use crate::solve::{Component, Sum, single};
use crate::{Error, Game, Outcome, Player, Rational, Store};

pub use misere::MisereSolver;
pub use position::{AsPosition, Given};
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
/// assert_eq!(kayles.nimber(12)?, 4);
/// let wins = kayles.winning_moves(3, Player::Left)?;
/// assert!(wins.len() == 1 && kayles.nimber(&wins[0])? == 0);
/// assert_eq!(kayles.misere().outcome(4)?.to_string(), "P");
/// # Ok::<(), Error>(())
/// ```
///
/// Steps, memory, threads and time are limited by the [`Budget`](crate::Budget) of the store: see
/// [`in_store`](Solver::in_store). Without limits, a question about positions without end may take all memory.
///
/// A clone shares what is remembered, and several threads may ask at the same time. Questions fail when the rules
/// fail, when the budget of the store is exhausted, and when something grows too large; what was found before is kept.
/// Whether play can return to a position does not matter, except for [`Solver::game`] and in misère play.
///
/// A position is given by value or by reference, and so is a sum as moves lead to. A text or a slice will do for rules whose
/// positions are a `String`, a [`Board`](crate::board::Board) or a `Vec`: see [`AsPosition`].
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
    pub fn value<K>(&self, position: impl AsPosition<R, K>) -> Result<GameValue, Error> {
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
    /// assert_eq!(square.temperature()?, 1);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Repeats`] when play can return to a position, unless the value is found before: the nimber of an impartial
    /// board may be.
    pub fn game<K>(&self, position: impl AsPosition<R, K>) -> Result<Game, Error> {
        self.0.kernel.game(&self.0.rules, &self.place(position)?)
    }

    /// The outcome class of a position.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn outcome<K>(&self, position: impl AsPosition<R, K>) -> Result<Outcome, Error> {
        self.0.kernel.outcome(&self.0.rules, &self.place(position)?)
    }

    /// The winner when a player begins; `None` for a draw by endless play.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn winner<K>(
        &self,
        position: impl AsPosition<R, K>,
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
    /// [`Error::NotImpartial`] when the value is no nimber. Where play can go on for ever, also when the players have
    /// different moves in a position that follows. Without [`Hints::impartial`] that is found out for 65,536 positions at most.
    pub fn nimber<K>(&self, position: impl AsPosition<R, K>) -> Result<LoopyNimber, Error> {
        self.0.kernel.nimber(&self.0.rules, &self.place(position)?)
    }

    /// The moves of a player: what each leads to, one position or several side by side. Where positions are given side by
    /// side, a move is made in one of them. A solver can be asked about what moves lead to.
    ///
    /// ```
    /// # use upstar_core::board::{Rules, Turns};
    /// # use upstar_core::{Error, Player, Solver};
    /// let cram = Solver::new(Rules::grid(".#")?.both("..", "##", Turns::Orthogonally)?);
    /// let mut nimbers = Vec::new();
    /// for after in cram.moves("....", Player::Left)? {
    ///     nimbers.push(cram.nimber(&after)?);
    /// }
    /// assert_eq!(nimbers, [1, 0, 1]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the rules fail; when a game has too many options to list.
    pub fn moves<K>(
        &self,
        position: impl AsPosition<R, K>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        let sum = position.components(self.rules())?;
        let mut moves = Vec::new();
        for (at, part) in sum.iter().enumerate() {
            for option in self.moves_of_part(part, player)? {
                let mut after = sum.clone();
                after.splice(at..=at, option);
                moves.push(after);
            }
        }
        Ok(moves)
    }

    /// The moves of a player in one component of a sum.
    fn moves_of_part(
        &self,
        part: &Component<R::Position>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        let (position, mover) = match part {
            Component::Position(position) => (position, player),
            Component::Negative(position) => (position, player.opponent()),
            Component::Value(game) => {
                let game = self.store().copy(*game)?;
                let options = game.options(player)?;
                return Ok(options.into_iter().map(|to| vec![Component::Value(to)]).collect());
            }
        };
        let options = self.0.kernel.options(&self.0.rules, self.number(position), mover)?;
        let named =
            |option: &Sum<u32>| option.iter().map(|part| self.0.rules.named(part)).collect();
        let mut options: Vec<Sum<R::Position>> = options.iter().map(named).collect();
        if mover != player {
            for part in options.iter_mut().flatten() {
                *part = part.clone().negative()?;
            }
        }
        Ok(options)
    }

    /// The moves with which a player wins.
    ///
    /// # Errors
    /// As for [`outcome`](Solver::outcome).
    pub fn winning_moves<K>(
        &self,
        position: impl AsPosition<R, K>,
        player: Player,
    ) -> Result<Vec<Sum<R::Position>>, Error> {
        self.filtered_moves(position, player, |after| {
            let winner = self.0.kernel.winner(&self.0.rules, after, player.opponent())?;
            Ok(winner == Some(player))
        })
    }

    /// The moves after which a sum is as is asked for.
    fn filtered_moves<K>(
        &self,
        position: impl AsPosition<R, K>,
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

    fn place<K>(&self, position: impl AsPosition<R, K>) -> Result<Place, Error> {
        self.sum_place(&position.components(self.rules())?)
    }

    fn sum_place(&self, sum: &[Component<R::Position>]) -> Result<Place, Error> {
        if let [Component::Position(position)] = sum
            && let Some(parts) = self.rules().parts(position, self.0.kernel.store.budget())
        {
            return parts.map(Place::Boards);
        }
        let number = |part: &Component<R::Position>| {
            Ok(match part {
                Component::Position(position) => Component::Position(self.number(position)),
                Component::Negative(position) => Component::Negative(self.number(position)),
                Component::Value(game) => Component::Value(self.store().copy(*game)?),
            })
        };
        Ok(Place::Numbers(sum.iter().map(number).collect::<Result<_, Error>>()?))
    }

    /// The number of the one position that is given.
    fn single_number<K>(&self, position: impl AsPosition<R, K>) -> Result<u32, Error> {
        Ok(self.number(&single(position.components(self.rules())?)?))
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
    pub fn result<K>(
        &self,
        position: impl AsPosition<R, K>,
        mover: Player,
    ) -> Result<Verdict, Error> {
        self.result_of(self.single_number(position)?, mover)
    }

    /// The result when `mover` begins, and the moves that reach it; none where play has ended.
    ///
    /// Where play can return to a position, a player who only makes such moves may win later and later: the moves keep the
    /// win, and need not bring it nearer.
    ///
    /// ```
    /// use upstar_core::{Error, Goal, Moves, Player, Ruleset, Solver, Verdict};
    ///
    /// /// The players add 1 or 2 in turn; who reaches ten wins.
    /// struct ToTen;
    ///
    /// impl Ruleset for ToTen {
    ///     type Position = u32;
    ///
    ///     fn moves(&self, &n: &u32, _: Player, to: &mut Moves<u32>) {
    ///         (1..=2).filter(|k| n + k <= 10).for_each(|k| to.position(n + k));
    ///     }
    /// }
    ///
    /// impl Goal for ToTen {
    ///     fn verdict(&self, n: &u32, mover: Player) -> Option<Verdict> {
    ///         (*n == 10).then(|| Verdict::of(Some(mover.opponent())))
    ///     }
    /// }
    ///
    /// let race = Solver::new(ToTen);
    /// let (result, moves) = race.result_with_moves(0, Player::Left)?;
    /// assert_eq!((result, moves.len()), (Verdict::Left, 1));
    /// assert_eq!(race.result(&moves[0], Player::Right)?, Verdict::Left);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`result`](Solver::result).
    #[expect(clippy::type_complexity, reason = "a pair needs no name")]
    pub fn result_with_moves<K>(
        &self,
        position: impl AsPosition<R, K>,
        mover: Player,
    ) -> Result<(Verdict, Vec<Sum<R::Position>>), Error> {
        let position = single(position.components(self.rules())?)?;
        let number = self.number(&position);
        let result = self.result_of(number, mover)?;
        let mut best = Vec::new();
        if self.0.rules.verdict(number, mover).is_none() {
            for option in self.moves(&position, mover)? {
                if self.result(&option, mover.opponent())? == result {
                    best.push(option);
                }
            }
        }
        Ok((result, best))
    }

    fn result_of(&self, number: u32, mover: Player) -> Result<Verdict, Error> {
        let verdict = |number, mover| self.0.rules.verdict(number, mover);
        self.0.kernel.result(&AnyRules::by_goal(&self.0.rules, &verdict), number, mover)
    }
}

impl<R: Points> Solver<R> {
    /// The points that Left gets from here on, in rules in which points decide.
    ///
    /// # Errors
    /// Also when a position leads back to itself, or a move leads to a sum.
    pub fn score<K>(&self, position: impl AsPosition<R, K>) -> Result<Rational, Error> {
        let number = self.single_number(position)?;
        let turn = |number| self.0.rules.turn(number);
        self.0.kernel.score(&AnyRules::by_points(&self.0.rules, &turn), number)
    }

    /// The points that Left gets from here on, and the moves of the player whose turn it is that reach them; none at the
    /// end of play.
    ///
    /// ```
    /// use upstar_core::{Error, Moves, Player, Points, Rational, Ruleset, Solver};
    ///
    /// /// Left takes 1 or 2 of the stones, each worth a point, once.
    /// struct Once;
    ///
    /// impl Ruleset for Once {
    ///     type Position = (u32, bool);
    ///
    ///     fn moves(&self, &(stones, over): &(u32, bool), _: Player, to: &mut Moves<(u32, bool)>) {
    ///         (1..=stones.min(2)).filter(|_| !over).for_each(|k| to.position((stones - k, true)));
    ///     }
    /// }
    ///
    /// impl Points for Once {
    ///     fn mover(&self, _: &(u32, bool)) -> Player {
    ///         Player::Left
    ///     }
    ///
    ///     fn gain(&self, from: &(u32, bool), to: &(u32, bool)) -> Rational {
    ///         Rational::from(i64::from(from.0 - to.0))
    ///     }
    /// }
    ///
    /// let (score, moves) = Solver::new(Once).score_with_moves((5, false))?;
    /// assert!(score == 2 && moves.len() == 1);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`score`](Solver::score).
    #[expect(clippy::type_complexity, reason = "a pair needs no name")]
    pub fn score_with_moves<K>(
        &self,
        position: impl AsPosition<R, K>,
    ) -> Result<(Rational, Vec<Sum<R::Position>>), Error> {
        let position = single(position.components(self.rules())?)?;
        let turn = |number| self.0.rules.turn(number);
        let rules = AnyRules::by_points(&self.0.rules, &turn);
        let (score, places) = self.0.kernel.best_moves(&rules, self.number(&position))?;
        let moves = self.moves(&position, self.rules().mover(&position))?;
        Ok((score, places.into_iter().filter_map(|place| moves.get(place).cloned()).collect()))
    }
}
