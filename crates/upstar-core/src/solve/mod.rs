//! Games with moves, and all questions about their positions.
//!
//! Knows: the interface of rulesets; how values follow from options.
//! Must not know: boards, heaps, or how rules are written.
//!
//! The value of a position is the game of its options' values; an option is a sum of components, so
//! each component is evaluated once and remembered. Impartial positions are evaluated by the theorem of
//! Sprague and Grundy (Winning Ways, chapter 4): the nimber is the least one that no option has,
//! and that of a sum is the nim-sum. Every search is depth-first along a path of its own
//! (`path.rs`), and not on the machine stack.
//!
//! A game with moves is a [`Playable`], and all questions about its positions are methods of one [`Searches`]. Several
//! threads ask a ruleset at once, through `&self`; the [`Memo`] of the solver remembers everything. Rules that ask
//! for values themselves do so with a solver on the same memo.

mod ahead;
mod answers;
pub(crate) mod bounded;
mod cycle;
mod first_win;
pub mod goal;
mod graph;
pub mod kept;
mod memo;
pub mod minimax;
mod misere;
mod nimber_search;
mod nimbers;
mod path;
pub mod points;
mod proof_numbers;
mod search;
mod searches;
pub mod taking;
mod threads;
mod values;
mod walk;

use std::hash::Hash;

use crate::loopy::GameValue;
use crate::solve::goal::connection::{Claimed, Contest};
use crate::solve::goal::{Hint, Verdict};
use crate::solve::points::Turn;
use crate::solve::taking::Takings;
use crate::{Error, Game, Player, Rational};

pub use graph::Lines;
pub use memo::Memo;
pub(crate) use memo::Memos;
pub(crate) use nimbers::NimberSet;
pub use search::Method;
pub use searches::Searches;

/// Why a question about positions has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved<P, E = Error> {
    /// The engine or the rules failed, or the budget is exhausted.
    #[error(transparent)]
    Failed(E),
    /// Play can return: these positions lead to each other, the last back to the first. Each may stand
    /// for others of the same normal form.
    #[error("the play can return to a position it has left")]
    Repeats(Vec<P>),
}

impl<P, E: From<Error>> From<Error> for Unsolved<P, E> {
    fn from(error: Error) -> Self {
        Unsolved::Failed(error.into())
    }
}

/// Of a cycle only the length is kept.
impl<P> From<Unsolved<P>> for Error {
    fn from(why: Unsolved<P>) -> Self {
        match why {
            Unsolved::Failed(error) => error,
            Unsolved::Repeats(cycle) => Error::Repeats { positions: cycle.len() },
        }
    }
}

/// Error of rules, which says whether it is about repetition.
pub trait Failure: From<Error> {
    /// Whether the reason is that play can return to a position: then there may be an answer all the same, by the
    /// graph of all that follows.
    fn is_repetition(&self) -> bool;
}

impl Failure for Error {
    fn is_repetition(&self) -> bool {
        matches!(self, Error::Repeats { .. })
    }
}

impl<P, E: Failure> Failure for Unsolved<P, E> {
    fn is_repetition(&self) -> bool {
        match self {
            Unsolved::Failed(error) => error.is_repetition(),
            Unsolved::Repeats(_) => true,
        }
    }
}

/// Component of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Component<P> {
    /// A position, of this or another ruleset.
    Position(P),
    /// A position with the players exchanged: its value is the negative.
    Negative(P),
    /// A game whose value is known already.
    Value(Game),
}

impl<P> Component<P> {
    /// The position of the component, whichever way round; `None` for a value.
    pub fn position(&self) -> Option<&P> {
        match self {
            Component::Position(position) | Component::Negative(position) => Some(position),
            Component::Value(_) => None,
        }
    }
}

impl<P> Component<P> {
    /// The same component with the players exchanged.
    ///
    /// # Errors
    /// As for [`Game::checked_neg`].
    pub(crate) fn negative(self) -> Result<Component<P>, Error> {
        Ok(match self {
            Component::Position(position) => Component::Negative(position),
            Component::Negative(position) => Component::Position(position),
            Component::Value(game) => Component::Value(game.checked_neg()?),
        })
    }
}

/// Sum that a move leads to: components played side by side. Without components it is 0.
pub type Sum<P> = Vec<Component<P>>;

/// Options of a position, one after the other in the same memory.
#[derive(Debug, Clone)]
pub struct OptionList<P> {
    /// The components of all of them.
    pub(crate) parts: Vec<Component<P>>,
    /// Where the components of each end.
    pub(crate) ends: Vec<u32>,
}

impl<P> Default for OptionList<P> {
    fn default() -> Self {
        OptionList { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<P> Extend<Sum<P>> for OptionList<P> {
    fn extend<T: IntoIterator<Item = Sum<P>>>(&mut self, options: T) {
        for option in options {
            self.parts.extend(option);
            self.end();
        }
    }
}

impl<P> OptionList<P> {
    /// Ends an option whose components were added.
    pub(crate) fn end(&mut self) {
        self.ends.push(self.parts.len() as u32);
    }

    /// Number of components of the options, with each option counted as one more.
    pub(crate) fn size(&self) -> usize {
        self.parts.len() + self.len()
    }

    /// Number of options.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The components of option `i`.
    pub(crate) fn get(&self, i: usize) -> &[Component<P>] {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.parts[start as usize..self.ends[i] as usize]
    }

    /// Drops all options.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// Where the components of each option are.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| *end as usize));
        starts.zip(&self.ends).map(|(start, end)| start..*end as usize)
    }

    /// The options, each in its own memory.
    pub fn into_sums(self) -> Vec<Sum<P>> {
        let lengths: Vec<usize> = self.ranges().map(|range| range.len()).collect();
        let mut parts = self.parts.into_iter();
        lengths.into_iter().map(|length| parts.by_ref().take(length).collect()).collect()
    }
}

/// Lister of the options of many positions, which gives a sum that several of them lead to just once where
/// the rules recognise it early.
pub trait Lister<P, E> {
    /// Appends the numbers of the sums that a player can move to, in any order. The sums have the numbers
    /// 0, 1, 2, ... in the order in which this call and those before have appended them to `sums`.
    ///
    /// # Errors
    /// As for [`Playable::options`]. The lister is of no use afterwards.
    fn list(
        &mut self,
        position: &P,
        player: Player,
        numbers: &mut Vec<u32>,
        sums: &mut OptionList<P>,
    ) -> Result<(), E>;
}

/// Lister to which all sums are new.
struct PlainLister<'r, R> {
    rules: &'r R,
    /// Number of sums.
    count: u32,
}

impl<R: Playable> Lister<R::Position, R::Error> for PlainLister<'_, R> {
    fn list(
        &mut self,
        position: &R::Position,
        player: Player,
        numbers: &mut Vec<u32>,
        sums: &mut OptionList<R::Position>,
    ) -> Result<(), R::Error> {
        let before = sums.len();
        self.rules.list(position, player, sums)?;
        let first = self.count;
        self.count += (sums.len() - before) as u32;
        numbers.extend(first..self.count);
        Ok(())
    }
}

/// Position that a sum consists of.
///
/// # Errors
/// When it consists of anything else.
pub(crate) fn single<P>(sum: Sum<P>) -> Result<P, Error> {
    match <[Component<P>; 1]>::try_from(sum) {
        Ok([Component::Position(position)]) => Ok(position),
        _ => Err(Error::NotOnePosition),
    }
}

/// Moves of a player in a position in which moves can only disappear.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Prospects {
    /// Moves that the player can make one after the other whatever the opponent does.
    pub safe: u32,
    /// Further such moves, of which each move of the opponent takes away one at most.
    pub contested: u32,
    /// Most moves that the player can make until play ends.
    pub most: u32,
}

impl std::ops::Add for Prospects {
    type Output = Self;

    /// What the player can do in both of two positions side by side.
    fn add(self, other: Self) -> Self {
        Prospects {
            safe: self.safe.saturating_add(other.safe),
            contested: self.contested.saturating_add(other.contested),
            most: self.most.saturating_add(other.most),
        }
    }
}

/// Rules of a game with moves, as a [`Searches`] asks for them.
///
/// Only [`options`](Playable::options) has to be written. The other methods have defaults that are always
/// right; better answers save work.
pub trait Playable: Sync {
    /// Position; equal positions have equal values.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// Error of the rules.
    type Error: Failure + Send;

    /// Options of a player, in a fixed order: asked again, the answer is the same.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> Result<Vec<Sum<Self::Position>>, Self::Error>;

    /// Appends the same options to a list.
    ///
    /// # Errors
    /// As for [`options`](Playable::options).
    fn list(
        &self,
        position: &Self::Position,
        player: Player,
        options: &mut OptionList<Self::Position>,
    ) -> Result<(), Self::Error> {
        options.extend(self.options(position, player)?);
        Ok(())
    }

    /// Appends some of the same options, as many as the rules choose, beginning at `start`, which is 0 at
    /// first. Returns where to go on; `None` when there are no more.
    ///
    /// # Errors
    /// As for [`options`](Playable::options).
    fn list_some(
        &self,
        position: &Self::Position,
        player: Player,
        _start: usize,
        options: &mut OptionList<Self::Position>,
    ) -> Result<Option<usize>, Self::Error> {
        self.list(position, player, options)?;
        Ok(None)
    }

    /// A lister of the [`options`](Playable::options) of many positions.
    fn lister(&self) -> Box<dyn Lister<Self::Position, Self::Error> + '_>
    where
        Self: Sized,
    {
        Box::new(PlainLister { rules: self, count: 0 })
    }

    /// Error for a cycle: positions that lead to each other, the last back to the first.
    fn repeats(&self, cycle: Vec<Self::Position>) -> Self::Error {
        Error::Repeats { positions: cycle.len() }.into()
    }

    /// Whether both players have the same options here. Then only Left's are asked for.
    fn is_impartial(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether this position and everything it can lead to are surely impartial; `false` when
    /// that is not known.
    fn stays_impartial(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether every line of play from this position surely ends; `false` when that is not
    /// known.
    fn surely_ends(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the rules surely give the options of this position and of all that can follow it, so that
    /// nothing but the budget ends a question; `false` when that is not known.
    fn never_fails(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether so few positions can follow this one that its value is worth looking for first, as
    /// with a heap of n, which leads to n smaller ones at most.
    fn has_few_followers(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether nimbers are found faster by proof-number search (is it 0? is it 1? ...) than by
    /// mex of the nimbers of all options: on boards, but not with heaps.
    fn ask_for_nimbers(&self) -> bool {
        false
    }

    /// Nimber of a position, where the rules find it by a table of their own; `None` without one, and after `go_on`, which
    /// is asked at each step, has returned false.
    fn nimber_by_table(
        &self,
        _position: &Self::Position,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        None
    }

    /// About how many moves a player has, where that is known without listing them: a search plays first
    /// where the opponent has few.
    fn mobility(&self, _position: &Self::Position, _player: Player) -> Option<u32> {
        None
    }

    /// What Left and Right can surely do in a position, and at most, where that is counted.
    fn prospects(&self, _position: &Self::Position) -> Option<[Prospects; 2]> {
        None
    }

    /// The moves of Left and Right in a position, where moves only take each other away (`taking/`).
    fn takings(&self, _position: &Self::Position) -> Option<Takings> {
        None
    }

    /// Whether this position is surely its own negative, as one is that a symmetry exchanges with the
    /// same position of the other player; `false` when that is not known.
    fn is_own_negative(&self, position: &Self::Position) -> bool {
        self.stays_impartial(position)
    }

    /// Whether the value of this position is surely 0, as where the second player can mirror each move;
    /// `false` when that is not known.
    fn is_zero(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Loopy value that a position stands for. Its moves are asked for where it is played beside others.
    fn worth(&self, _position: &Self::Position) -> Option<GameValue> {
        None
    }

    /// Appends bytes for a position that mean the same in every run of a program, so that answers can be kept
    /// (`kept.rs`); `false` when there are none. Positions of different values have different bytes.
    fn key(&self, _position: &Self::Position, _key: &mut Vec<u8>) -> bool {
        false
    }

    /// Most positions that are listed when play can return, before the search fails with
    /// [`Error::Endless`].
    fn most_listed(&self) -> usize {
        1 << 22
    }

    /// Length of the longest line of play that is followed from a position: larger where positions are
    /// small and surely get smaller, as heaps do.
    fn most_moves(&self, _position: &Self::Position) -> usize {
        1 << 20
    }

    /// Result in a game that is decided by a goal, when play has ended here with `mover` to move. The
    /// players move in turn, each move leads to one position, and it is a draw when a player cannot
    /// move.
    ///
    /// # Errors
    /// When the rules fail on this position.
    fn verdict(
        &self,
        _position: &Self::Position,
        _mover: Player,
    ) -> Result<Option<Verdict>, Self::Error> {
        Ok(None)
    }

    /// Normal form of a position of such a game, and who is to move there: the other player where
    /// the players are exchanged. All positions with the same normal form have the same value for the
    /// player to move.
    fn normal(&self, position: &Self::Position, mover: Player) -> (Self::Position, Player) {
        (position.clone(), mover)
    }

    /// Guess at how good a move is in such a game.
    fn hint(&self, _from: &Self::Position, _to: &Self::Position, _mover: Player) -> Hint {
        Hint::default()
    }

    /// Contests and cells of a position of such a game, when the players claim free cells to connect some, as in Hex. A
    /// goal is reached if the maker of a contest wins it.
    fn connections(&self, _position: &Self::Position) -> Option<(&[Contest], Claimed)> {
        None
    }

    /// Moves in a position of a game about points, or the score at the end. Asked again, the answer is the
    /// same.
    ///
    /// # Errors
    /// When the rules fail on this position; when the game is not about points.
    fn turn(&self, _position: &Self::Position) -> Result<Turn<Self::Position>, Self::Error> {
        Err(Error::NotAboutPoints.into())
    }

    /// Guess at the value of a position of a game about points, for the order in which moves are tried.
    fn estimate(&self, _position: &Self::Position) -> Option<Rational> {
        None
    }
}

#[cfg(test)]
mod tests;
