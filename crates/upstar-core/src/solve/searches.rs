//! All questions about positions of a ruleset, each with the file that answers it.
//!
//! Knows: the questions, and the memo kept between them. Must not know: how answers are found.

use std::sync::Arc;

use super::ahead::Ahead;
use super::graph::{self, Lines};
use super::memo::Memo;
use super::misere;
use super::search::{self, Method};
use super::{Component, Playable, threads};
use crate::impartial::LoopyNimber;
use crate::loopy::{GameValue, Winners};
use crate::misere::{Genus, MisereForm, MisereStore};
use crate::solve::goal::{self, Verdict};
use crate::solve::points::{self, Move, Row};
use crate::{Game, Outcome, Player, Rational, Store};

/// The searches that answer questions about the positions of a ruleset, and what they have found.
///
/// All its methods take `&self`, and threads may ask at the same time. They fail when the rules
/// fail, when the budget of the store is exhausted, and when something grows too large; what was
/// found before is kept.
///
/// ```
/// use upstar_core::solve::{Component, Playable, Searches, Sum};
/// use upstar_core::{Error, Player, Store};
///
/// /// One or two stones are taken from a heap, which may be split in two.
/// struct Kayles;
///
/// impl Playable for Kayles {
///     type Position = u32;
///     type Error = Error;
///
///     fn is_impartial(&self, _: &u32) -> bool {
///         true
///     }
///
///     fn options(&self, heap: &u32, _: Player) -> Result<Vec<Sum<u32>>, Error> {
///         let rests = (1..=2).filter_map(|taken| heap.checked_sub(taken));
///         let split = |rest| (0..=rest / 2).map(move |a| [a, rest - a].map(Component::Position).to_vec());
///         Ok(rests.flat_map(split).collect())
///     }
/// }
///
/// let store = Store::default();
/// let searches = Searches::new(&Kayles, &store);
/// assert_eq!(searches.nimber(&12)?, Some(4));
/// assert_eq!(store.show(searches.value(&12)?).to_string(), "*4");
/// assert_eq!(searches.outcome(&12)?.to_string(), "N");
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Searches<'s, R: Playable> {
    pub(super) rules: &'s R,
    pub(super) store: &'s Store,
    pub(super) memo: Arc<Memo<R::Position>>,
    /// Where other threads list options ahead.
    pub(super) ahead: Option<&'s Ahead<'s, R::Position>>,
}

impl<'s, R: Playable> Searches<'s, R> {
    /// A solver with an empty memo. Values are games of this store, whose budget limits steps, memory and
    /// threads.
    pub fn new(rules: &'s R, store: &'s Store) -> Self {
        Searches::with_memo(rules, store, Arc::default())
    }

    /// A solver that shares the memo of another one of the same ruleset and store. A memo of another store is left
    /// alone, and the solver begins with an empty one.
    pub fn with_memo(rules: &'s R, store: &'s Store, memo: Arc<Memo<R::Position>>) -> Self {
        let memo = if memo.is_of(store) { memo } else { Arc::new(memo.emptied(store)) };
        Searches { rules, store, memo, ahead: None }
    }

    /// The rules.
    pub fn rules(&self) -> &'s R {
        self.rules
    }

    /// The store of the values.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// The memo.
    pub fn memo(&self) -> &Arc<Memo<R::Position>> {
        &self.memo
    }

    /// The value of a position, in which all play must end: by its options (`values.rs`), on as many
    /// threads as the budget allows (`threads.rs`).
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn value(&self, position: &R::Position) -> Result<Game, R::Error> {
        threads::value_together(self, position)
    }

    /// The value of a sum of positions and games.
    ///
    /// # Errors
    /// As for [`value`](Searches::value).
    pub fn sum_value(&self, sum: &[Component<R::Position>]) -> Result<Game, R::Error> {
        let mut games = Vec::with_capacity(sum.len());
        for part in sum {
            games.push(match part {
                Component::Value(game) => *game,
                Component::Position(position) => self.value(position)?,
                Component::Negative(position) => self.store.neg(self.value(position)?)?,
            });
        }
        Ok(self.store.total(&games)?)
    }

    /// The nimber of a position; `None` when the position, or one it can lead to, is not
    /// impartial. Such a position can still be worth a nimber: see [`value`](Searches::value). By mex
    /// (`nimbers.rs`) or by proof-number search (`nimber_search.rs`).
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn nimber(&self, position: &R::Position) -> Result<Option<u32>, R::Error> {
        threads::nimber_together(self, position)
    }

    /// The outcome of a position, whether play ends or not (`answers.rs`).
    ///
    /// # Errors
    /// As for [`sum_winner`](Searches::sum_winner).
    pub fn outcome(&self, position: &R::Position) -> Result<Outcome, R::Error> {
        Ok(self.sum_outcome(&[Component::Position(position.clone())], &mut 0)?.0)
    }

    /// Whether the player to move first wins a sum in which play ends, and how that was found: by proof-number search,
    /// or by values where that is faster (`search/`).
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn wins(
        &self,
        sum: &[Component<R::Position>],
        first: Player,
    ) -> Result<(bool, Method), R::Error> {
        search::wins(self, sum, first)
    }

    /// Whether play from a position ends, as far as so many steps show (`graph/probe.rs`). Fewer steps
    /// than before are not spent again.
    ///
    /// # Errors
    /// Only for the reasons that all questions have.
    pub fn lines(&self, position: &R::Position, steps: u64) -> Result<Lines, R::Error> {
        graph::lines(self, position, steps)
    }

    /// Whether a graph has shown that play from a position may be infinite.
    pub fn repeats_surely(&self, position: &R::Position) -> bool {
        graph::repeats_surely(self, position)
    }

    /// Who wins a sum, for each player to start, when play may be infinite (`graph/`). `seen`
    /// counts the positions looked at, also when there is no answer. Cost: linear in the moves of
    /// all positions that follow, where positions do not fall apart.
    ///
    /// # Errors
    /// Also when there are too many positions.
    pub fn winners(
        &self,
        sum: &[Component<R::Position>],
        seen: &mut u64,
    ) -> Result<Winners, R::Error> {
        graph::winners(self, sum, seen)
    }

    /// Who wins a sum, when that is remembered from a graph that was solved.
    pub fn known_winners(&self, sum: &[Component<R::Position>]) -> Option<Winners> {
        graph::known_winners(self, sum)
    }

    /// The loopy value of a position, when play may be infinite (`graph/`). `seen` counts the positions
    /// looked at.
    ///
    /// # Errors
    /// Also when there are too many positions, or a group of positions that lead to each other is
    /// too large for its value.
    pub fn worth(&self, position: &R::Position, seen: &mut u64) -> Result<GameValue, R::Error> {
        graph::worth(self, position, seen)
    }

    /// The nimber of an impartial position, when play may be infinite (`graph/`); `None`
    /// when something that follows is not impartial. `seen` counts the positions looked at.
    ///
    /// # Errors
    /// As for [`winners`](Searches::winners).
    pub fn loopy_nimber(
        &self,
        position: &R::Position,
        seen: &mut u64,
    ) -> Result<Option<LoopyNimber>, R::Error> {
        graph::loopy_nimber(self, position, seen)
    }

    /// The genus of a sum (`misere/`); `None` when it, or what it can lead to, is not impartial.
    ///
    /// # Errors
    /// Also when a position repeats.
    pub fn genus(&self, sum: &[Component<R::Position>]) -> Result<Option<Genus>, R::Error> {
        misere::genus(self, sum)
    }

    /// The canonical form in misère play of a sum (`misere/`); `None` when it, or what it can lead
    /// to, is not impartial. It can be very large where the genus is found at once.
    ///
    /// # Errors
    /// As for [`genus`](Searches::genus).
    pub fn misere_form(
        &self,
        forms: &MisereStore,
        sum: &[Component<R::Position>],
    ) -> Result<Option<MisereForm>, R::Error> {
        misere::canonical(self, forms, sum)
    }

    /// Whether a player wins a sum in misère play when moving first (`misere/search.rs`). Cost: each
    /// sum that is met is looked at once.
    ///
    /// # Errors
    /// Also when a sum repeats.
    pub fn wins_misere(
        &self,
        sum: &[Component<R::Position>],
        first: Player,
    ) -> Result<bool, R::Error> {
        misere::wins(self, sum, first)
    }

    /// The result when `mover` begins, in a game decided by a goal (`goal/`): by alpha-beta search, or by
    /// retrograde analysis where play can return. A game that neither player can win by force is a draw.
    ///
    /// # Errors
    /// Also when a move does not lead to one position, a line of play is longer than
    /// [`LONGEST_PLAY`](crate::LONGEST_PLAY), or play can return and there are too many positions.
    pub fn winner(&self, position: &R::Position, mover: Player) -> Result<Verdict, R::Error> {
        goal::winner(self, position, mover)
    }

    /// The score from here on, for Left, in a game about points (`minimax/`): by alpha-beta search
    /// with empty windows, in steps that double, and between two bounds by halves.
    ///
    /// # Errors
    /// Also when a position leads back to itself.
    pub fn score(&self, position: &R::Position) -> Result<Rational, R::Error> {
        self.memo.with_points(|table| points::value(table, self, position))
    }

    /// Whether Left gets more than a number.
    ///
    /// # Errors
    /// As for [`score`](Searches::score).
    pub fn scores_more(&self, position: &R::Position, than: &Rational) -> Result<bool, R::Error> {
        self.memo.with_points(|table| points::exceeds(table, self, position, than, false))
    }

    /// Whether Left gets a number or more.
    ///
    /// # Errors
    /// As for [`score`](Searches::score).
    pub fn scores_least(&self, position: &R::Position, than: &Rational) -> Result<bool, R::Error> {
        self.memo.with_points(|table| points::exceeds(table, self, position, than, true))
    }

    /// The score and the places of all moves that reach it, among those that the rules give; none
    /// where play is over.
    ///
    /// # Errors
    /// As for [`score`](Searches::score).
    pub fn best_moves(&self, position: &R::Position) -> Result<(Rational, Vec<usize>), R::Error> {
        self.memo.with_points(|table| points::best_moves(table, self, position))
    }

    /// A line of play in which both always choose the first best move, up to the end. The gains are for
    /// the player who is Left at the beginning, and `exchanged` says whether that player is Right in
    /// `to`.
    ///
    /// # Errors
    /// As for [`score`](Searches::score); when the line is longer than is followed.
    pub fn best_line(&self, position: &R::Position) -> Result<Vec<Move<R::Position>>, R::Error> {
        self.memo.with_points(|table| points::line(table, self, position))
    }

    /// The scores of a position and of all that follow it, in the order in which they are filled
    /// in (`points/induction.rs`): first the ends of play, then the positions with one move left at
    /// most, and so on; the last row is the position itself. Cost: every position is looked at once.
    ///
    /// # Errors
    /// Also when positions repeat, or there are more than `limit` of them.
    pub fn induction(
        &self,
        position: &R::Position,
        limit: usize,
    ) -> Result<Vec<Row<R::Position>>, R::Error> {
        points::induction(self, position, limit)
    }
}

/// Searches and stores are for several threads.
#[expect(dead_code, reason = "it is enough that it compiles")]
fn are_shared<'s, R: Playable<Position: 's> + 's>() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Searches<'s, R>>();
    is_shared::<Store>();
}
