//! Who wins in misère play when the players have different moves: a search.
//!
//! Knows: sums as sorted lists of summands with signs, what was found about them.
//! Must not know: values. Only a summand without moves for anybody is dropped; no two cancel.
//!
//! Right's turn is Left's turn in the sum with the players exchanged, so one table serves both.
//! The search is that of `solve/minimax/`, which leaves a sum at the first winning move.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::bounded::Bounded;
use super::super::minimax::{self, Bounds, Child, Listed, Minimax, Turn};
use super::super::{Component, Playable, Searches, Sum};
use crate::{Budget, Error, Game, Player};

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

/// The sums of rules, as the search for minimax values meets them: a win is 1 and a loss -1, for the player to move, who
/// is Left. Each move exchanges the players.
struct MisereSums<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
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
    Ok(minimax::value(&mut MisereSums { searches }, &key)? == 1)
}

impl<R: Playable> Minimax for MisereSums<'_, R> {
    type Position = SumKey;
    type Value = i8;
    type Move = SumKey;
    type Error = R::Error;

    fn budget(&self) -> &Budget {
        self.searches.store.budget()
    }

    fn bounds(&self, key: &SumKey) -> Bounds<i8> {
        match self.searches.misere().search.wins.get(key) {
            Some(true) => Bounds::exactly(1),
            Some(false) => Bounds::exactly(-1),
            None => Bounds::between(-1, 1),
        }
    }

    fn remember(&mut self, key: SumKey, known: Bounds<i8>, steps: u64) {
        let wins = known.least == Some(1);
        self.searches.misere().search.wins.insert(key, wins, steps, self.searches.store.budget());
    }

    fn turn(&mut self, key: &SumKey) -> Result<Turn<i8, SumKey>, R::Error> {
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
                moves.push(Listed { gain: 0, exchanges: true, how: next.into() });
            }
        }
        // Who cannot move wins.
        Ok(if moves.is_empty() { Turn::Over(1) } else { Turn::Of(Player::Left, moves) })
    }

    fn make(&mut self, _: &SumKey, next: &SumKey) -> Result<Child<SumKey, i8>, R::Error> {
        Ok(Child::Position(next.clone()))
    }

    fn bytes(key: &SumKey) -> usize {
        size_of::<SumKey>() + size_of_val(&**key)
    }

    /// The error for sums that lead to each other: the positions that are moved in.
    fn repeats(&self, sums: Vec<SumKey>) -> R::Error {
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

impl<R: Playable> MisereSums<'_, R> {
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
}
