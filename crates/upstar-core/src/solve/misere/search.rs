//! Who wins in misère play when the players have different moves: a search.
//!
//! Knows: sums as sorted lists of summands with signs, what was found about them.
//! Must not know: values. Only a summand without moves for anybody is dropped; no two cancel.
//!
//! Right's turn is Left's turn in the sum with the players exchanged, so one table serves both.
//! The search is depth-first, and leaves a sum at the first winning move.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::bounded::Bounded;
use super::super::path::Path;
use super::super::{Component, Playable, Searches, Sum};
use crate::{Error, Game, Player};

/// Number of a summand, twice, and one more with the players exchanged.
type SummandCode = u32;
/// Sum as a sorted list of summands.
type SumKey = Arc<[SummandCode]>;

/// Summand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum MisereSummand<P> {
    Position(P),
    Game(Game),
}

/// Summands by number, and the transposition table. Options and winners are replaced when memory is scarce; summands
/// stay, because sums know them by number.
#[derive(Debug)]
pub(super) struct SearchMemory<P> {
    items: Vec<MisereSummand<P>>,
    numbers: FxHashMap<MisereSummand<P>, u32>,
    /// Left's options in each summand.
    options: Bounded<SummandCode, Arc<[SumKey]>>,
    /// Whether Left, to move, wins.
    wins: Bounded<SumKey, bool>,
}

impl<P> Default for SearchMemory<P> {
    fn default() -> Self {
        SearchMemory {
            items: Vec::new(),
            numbers: FxHashMap::default(),
            options: Bounded::default(),
            wins: Bounded::default(),
        }
    }
}

impl<P: Eq + Hash + Clone> SearchMemory<P> {
    fn code(&mut self, item: MisereSummand<P>, negated: bool) -> Result<SummandCode, Error> {
        let next = self.items.len() as u32;
        if next >= u32::MAX / 2 {
            return Err(Error::StoreFull);
        }
        let number = *self.numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        Ok(2 * number + u32::from(negated))
    }

    fn key(&mut self, sum: &[Component<P>], negated: bool) -> Result<SumKey, Error> {
        let mut codes = Vec::with_capacity(sum.len());
        for part in sum {
            codes.push(match part {
                Component::Position(position) => {
                    self.code(MisereSummand::Position(position.clone()), negated)?
                }
                Component::Negative(position) => {
                    self.code(MisereSummand::Position(position.clone()), !negated)?
                }
                Component::Value(Game::ZERO) => continue,
                Component::Value(game) => self.code(MisereSummand::Game(*game), negated)?,
            });
        }
        codes.sort_unstable();
        Ok(codes.into())
    }
}

/// Node of the path: moves of a sum, and how many of them were tried.
struct TriedMoves {
    moves: Vec<SumKey>,
    done: usize,
    /// Number of sums that were entered before.
    before: u64,
}

/// Why there is a node on top of the path.
const UNDER_WAY: &str = "a sum is being searched";

struct MisereSearch<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    path: Path<SumKey, TriedMoves>,
    /// Number of sums that were put on the path.
    entered: u64,
}

/// Whether a player wins a sum in misère play when moving first. Cost: each sum that is met is
/// looked at once.
///
/// # Errors
/// When the rules fail, a sum repeats, or the budget of the store is exhausted.
pub(in crate::solve) fn wins<R: Playable>(
    searches: &Searches<'_, R>,
    sum: &[Component<R::Position>],
    first: Player,
) -> Result<bool, R::Error> {
    let key = searches.misere().search.key(sum, first == Player::Right)?;
    MisereSearch { searches, path: Path::new(), entered: 0 }.wins(key)
}

impl<R: Playable> MisereSearch<'_, R> {
    fn wins(&mut self, root: SumKey) -> Result<bool, R::Error> {
        if let Some(answer) = self.answer(&root) {
            return Ok(answer);
        }
        self.enter(root)?;
        // The answer for the sum that was left last, until the one before takes it.
        let mut left = None;
        while let Some((_, node)) = self.path.top() {
            self.searches.store.budget().step().map_err(Error::from)?;
            let Some(next) = node.moves.get(node.done).cloned() else {
                let is_stuck = node.moves.is_empty();
                left = Some(self.leave(is_stuck));
                continue;
            };
            match left.take().or_else(|| self.answer(&next)) {
                Some(false) => left = Some(self.leave(true)),
                Some(true) => self.path.top().expect(UNDER_WAY).1.done += 1,
                None => self.enter(next)?,
            }
        }
        Ok(left.expect("the root was left"))
    }

    fn answer(&self, key: &SumKey) -> Option<bool> {
        self.searches.misere().search.wins.get(key).copied()
    }

    /// Remembers the answer for the sum on top of the path, and takes it off.
    fn leave(&mut self, wins: bool) -> bool {
        let (key, node) = self.path.pop().expect(UNDER_WAY);
        let budget = self.searches.store.budget();
        let steps = self.entered - node.before;
        self.searches.misere().search.wins.insert(key, wins, steps, budget);
        wins
    }

    /// Puts a sum on the path.
    fn enter(&mut self, key: SumKey) -> Result<(), R::Error> {
        let mut moves = Vec::new();
        for (place, &code) in key.iter().enumerate() {
            if place > 0 && key[place - 1] == code {
                continue;
            }
            for option in self.options(code)?.iter() {
                self.searches.store.budget().step().map_err(Error::from)?;
                // The opponent is to move: the players change sides.
                let others = key[..place].iter().chain(&key[place + 1..]);
                let mut next: Vec<SummandCode> =
                    others.chain(&**option).map(|code| code ^ 1).collect();
                next.sort_unstable();
                moves.push(next.into());
            }
        }
        let node = TriedMoves { moves, done: 0, before: self.entered };
        self.entered += 1;
        self.path.push(key, node).map_err(|cycle| self.repeats(&cycle))
    }

    /// Left's options in a summand.
    fn options(&mut self, code: SummandCode) -> Result<Arc<[SumKey]>, R::Error> {
        let known = self.searches.misere().search.options.get(&code).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let negated = code % 2 == 1;
        let mover = if negated { Player::Right } else { Player::Left };
        let item = self.searches.misere().search.items[(code / 2) as usize].clone();
        let sums: Vec<Sum<R::Position>> = match item {
            MisereSummand::Position(position) => {
                let mover =
                    if self.searches.rules.is_impartial(&position) { Player::Left } else { mover };
                self.searches.rules.options(&position, mover)?
            }
            MisereSummand::Game(game) => {
                let options = match mover {
                    Player::Left => self.searches.store.left_options(game)?,
                    Player::Right => self.searches.store.right_options(game)?,
                };
                options.into_iter().map(|option| vec![Component::Value(option)]).collect()
            }
        };
        let memory = &mut self.searches.misere().search;
        let keys: Result<Vec<SumKey>, Error> =
            sums.iter().map(|sum| memory.key(sum, negated)).collect();
        let mut keys = keys?;
        keys.sort_unstable();
        keys.dedup();
        let keys: Arc<[SumKey]> = keys.into();
        let budget = self.searches.store.budget();
        memory.options.insert(code, keys.clone(), keys.len() as u64, budget);
        Ok(keys)
    }

    /// The error for sums that lead to each other: the positions that are moved in.
    fn repeats(&self, sums: &[SumKey]) -> R::Error {
        let memory = self.searches.misere();
        let next = sums.iter().cycle().skip(1);
        let moved = sums.iter().zip(next).filter_map(|(sum, next)| {
            let stays = |code: &&SummandCode| next.binary_search(&(**code ^ 1)).is_ok();
            let code = sum.iter().find(|code| !stays(code))?;
            match &memory.search.items[(*code / 2) as usize] {
                MisereSummand::Position(position) => Some(position.clone()),
                MisereSummand::Game(_) => None,
            }
        });
        let cycle = moved.collect();
        drop(memory);
        self.searches.rules.repeats(cycle)
    }
}
