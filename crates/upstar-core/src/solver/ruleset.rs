//! Rules as their author writes them: moves, and what is known about them.
//!
//! Knows: how moves are listed. Must not know: searches.

use std::hash::Hash;
use std::sync::Arc;

use crate::board::rewrite::Parts;
use crate::shared::Interner;
use crate::solve::goal::Verdict;
use crate::solve::{Component, OptionList};
use crate::{Budget, Error, Game, Player, Rational, Store};

/// The rules of a game: its positions, and the moves in them. A [`Solver`](crate::Solver) answers questions about it.
///
/// ```
/// use upstar_core::{Error, Moves, Player, Ruleset, Solver};
///
/// /// Toads `T` move and jump to the right, frogs `F` to the left.
/// struct ToadsAndFrogs;
///
/// impl Ruleset for ToadsAndFrogs {
///     type Position = String;
///
///     fn moves(&self, strip: &String, player: Player, to: &mut Moves<String>) {
///         let rules = match player {
///             Player::Left => [("T.", ".T"), ("TF.", ".FT")],
///             Player::Right => [(".F", "F."), (".TF", "FT.")],
///         };
///         for (from, after) in rules {
///             for (at, _) in strip.match_indices(from) {
///                 let mut next = strip.clone();
///                 next.replace_range(at..at + from.len(), after);
///                 to.position(next);
///             }
///         }
///     }
/// }
///
/// let toads = Solver::new(ToadsAndFrogs);
/// assert_eq!(toads.value("TT.F")?.to_string(), "<1/2|0>");
/// assert_eq!(toads.outcome("T..F")?.to_string(), "P");
/// # Ok::<(), Error>(())
/// ```
pub trait Ruleset: Send + Sync {
    /// A position. Equal positions have the same moves.
    type Position: Clone + Eq + Hash + Send + Sync;

    /// Adds the moves of a player in a position, in a fixed order: asked again, the answer is the same.
    fn moves(&self, position: &Self::Position, player: Player, to: &mut Moves<'_, Self::Position>);

    /// Facts about the rules, which make answers faster.
    fn hints(&self) -> Hints {
        Hints::default()
    }

    /// The independent parts of a position as boards of bits, for rules that have them.
    ///
    /// # Errors
    /// When the position is no board of these rules, or the budget is exhausted.
    #[doc(hidden)]
    fn parts(&self, _position: &Self::Position, _budget: &Budget) -> Option<Result<Parts, Error>> {
        None
    }
}

/// Rules behind a reference are rules.
macro_rules! forward {
    ($($Reference:ty),*) => { $(
        impl<R: Ruleset> Ruleset for $Reference {
            type Position = R::Position;

            fn moves(&self, position: &R::Position, player: Player, to: &mut Moves<'_, R::Position>) {
                (**self).moves(position, player, to);
            }

            fn hints(&self) -> Hints {
                (**self).hints()
            }

            fn parts(&self, position: &R::Position, budget: &Budget) -> Option<Result<Parts, Error>> {
                (**self).parts(position, budget)
            }
        }
    )* };
}

forward!(&R, Arc<R>);

/// The same for goals and points.
macro_rules! forward_ends {
    ($($Reference:ty),*) => { $(
        impl<R: Goal> Goal for $Reference {
            fn verdict(&self, position: &R::Position, mover: Player) -> Option<Verdict> {
                (**self).verdict(position, mover)
            }
        }

        impl<R: Points> Points for $Reference {
            fn mover(&self, position: &R::Position) -> Player {
                (**self).mover(position)
            }

            fn gain(&self, from: &R::Position, to: &R::Position) -> Rational {
                (**self).gain(from, to)
            }

            fn score(&self, end: &R::Position) -> Rational {
                (**self).score(end)
            }
        }
    )* };
}

forward_ends!(&R, Arc<R>);

/// Rules in which a goal decides, and not the last move: [`Solver::result`](crate::Solver::result). It is a draw when a
/// player cannot move and nobody has reached a goal. Each move leads to one position.
///
/// All other questions to a solver (`outcome`, `winning_moves`, ...) are about play in which the last move decides: they do
/// not look at the goal.
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
/// assert_eq!(race.result(&0, Player::Left)?, Verdict::Left);
/// assert_eq!(race.result(&1, Player::Left)?, Verdict::Right);
/// # Ok::<(), Error>(())
/// ```
pub trait Goal: Ruleset {
    /// The result when play has ended in a position with `mover` to move; `None` when it goes on.
    fn verdict(&self, position: &Self::Position, mover: Player) -> Option<Verdict>;
}

/// Rules in which points decide: [`Solver::score`](crate::Solver::score). Play ends when the player whose turn it is
/// has no move. Each move leads to one position, and a position says whose turn it is.
///
/// All other questions to a solver are about play in which the last move decides: they do not look at points.
///
/// ```
/// use upstar_core::{Error, Moves, Player, Points, Rational, Ruleset, Solver};
///
/// /// The players take a coin from an end of a row in turn, Left first.
/// struct Coins(Vec<i64>);
///
/// impl Ruleset for Coins {
///     type Position = (usize, usize);
///
///     fn moves(&self, &(from, to): &(usize, usize), _: Player, moves: &mut Moves<(usize, usize)>) {
///         if from < to {
///             moves.position((from + 1, to));
///             moves.position((from, to - 1));
///         }
///     }
/// }
///
/// impl Points for Coins {
///     fn mover(&self, &(from, to): &(usize, usize)) -> Player {
///         if (self.0.len() - (to - from)) % 2 == 0 { Player::Left } else { Player::Right }
///     }
///
///     fn gain(&self, before: &(usize, usize), after: &(usize, usize)) -> Rational {
///         let coin = if before.0 < after.0 { self.0[before.0] } else { self.0[after.1] };
///         Rational::from(if self.mover(before) == Player::Left { coin } else { -coin })
///     }
/// }
///
/// let coins = Solver::new(Coins(vec![3, 9, 1, 2]));
/// assert_eq!(coins.score((0, 4))?, 7);
/// # Ok::<(), Error>(())
/// ```
pub trait Points: Ruleset {
    /// The player to move.
    fn mover(&self, position: &Self::Position) -> Player;

    /// The points that Left gets for a move; negative when Right gets some.
    fn gain(&self, from: &Self::Position, to: &Self::Position) -> Rational;

    /// The points that Left gets at the end of play.
    fn score(&self, _end: &Self::Position) -> Rational {
        Rational::from(0)
    }
}

/// Facts about rules, which make answers faster.
///
/// Without [`impartial`](Hints::impartial) two questions compare the moves of both players in all positions that follow:
/// the genus ([`MisereSolver::genus`](crate::MisereSolver::genus)), and the nimber of a position from which play can go on
/// for ever. They have no answer where more than 65,536 positions follow.
///
/// ```
/// use upstar_core::Hints;
/// assert!(Hints::default().impartial().ends().is_impartial);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hints {
    /// Both players have the same moves in every position. Then only Left's are asked for.
    pub is_impartial: bool,
    /// Every line of play ends.
    pub ends: bool,
}

impl Hints {
    /// Both players have the same moves in every position.
    #[must_use]
    pub fn impartial(self) -> Self {
        Hints { is_impartial: true, ..self }
    }

    /// Every line of play ends.
    #[must_use]
    pub fn ends(self) -> Self {
        Hints { ends: true, ..self }
    }
}

/// The moves in a position, as rules list them.
#[derive(Debug)]
pub struct Moves<'a, P> {
    pub(super) positions: &'a Interner<P>,
    pub(super) store: &'a Store,
    pub(super) options: &'a mut OptionList<u32>,
    pub(super) failed: Option<Error>,
}

impl<P: Clone + Eq + Hash> Moves<'_, P> {
    /// A move to a position.
    pub fn position(&mut self, position: P) {
        self.option([Component::Position(position)]);
    }

    /// A move to several positions side by side; to none, which is 0.
    pub fn sum(&mut self, positions: impl IntoIterator<Item = P>) {
        self.option(positions.into_iter().map(Component::Position));
    }

    /// A move to a game whose value is known.
    pub fn game(&mut self, game: impl Into<Game>) {
        self.option([Component::Value(game.into())]);
    }

    /// A move to positions, negatives of positions, and games side by side. Games of another store are copied to that of
    /// the solver.
    ///
    /// Each option is a step of the budget. After a failure no more options are kept.
    pub fn option(&mut self, components: impl IntoIterator<Item = Component<P>>) {
        if self.has_failed() {
            return;
        }
        if let Err(exhausted) = self.store.budget().step() {
            return self.fail_with(exhausted.into());
        }
        for component in components {
            self.options.parts.push(match component {
                Component::Position(position) => {
                    Component::Position(self.positions.number(&position))
                }
                Component::Negative(position) => {
                    Component::Negative(self.positions.number(&position))
                }
                Component::Value(game) => match self.store.copy(game) {
                    Ok(game) => Component::Value(game),
                    Err(error) => return self.fail_with(error),
                },
            });
        }
        self.options.end();
    }

    /// Says that the rules have no moves for this position, because it makes no sense: the question that led here fails
    /// with [`Error::Rules`].
    pub fn fail(&mut self, why: &'static str) {
        self.fail_with(Error::Rules(why));
    }

    /// Whether the list has failed, as it does when the budget is exhausted. Rules with very many moves can stop then.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Fails with an error.
    pub(crate) fn fail_with(&mut self, error: Error) {
        self.failed = Some(error);
    }
}
