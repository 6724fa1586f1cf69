//! Who wins in misère play when the players have different moves: a search.
//!
//! Knows: sums as sorted lists of summands with signs, what was found about them.
//! Must not know: values. Only a summand without moves for anybody is dropped; no two cancel.
//!
//! Right's turn is Left's turn in the sum with the players exchanged, so one table serves both.
//! The search is depth-first on an explicit stack, and ends at the first winning move.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Part, Ruleset, Solver, Sum};
use crate::{Error, Game, Player};

/// A summand: twice its number, and one more with the players exchanged.
type Code = u32;
/// Summands in order.
type Key = Arc<[Code]>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Item<P> {
    Position(P),
    Game(Game),
}

/// What searches have found.
#[derive(Debug)]
pub(super) struct Memory<P> {
    items: Vec<Item<P>>,
    numbers: FxHashMap<Item<P>, u32>,
    /// Left's options in each summand.
    options: FxHashMap<Code, Arc<[Key]>>,
    /// Whether Left, to move, wins.
    wins: FxHashMap<Key, bool>,
}

impl<P> Default for Memory<P> {
    fn default() -> Self {
        Memory {
            items: Vec::new(),
            numbers: FxHashMap::default(),
            options: FxHashMap::default(),
            wins: FxHashMap::default(),
        }
    }
}

impl<P: Eq + Hash + Clone> Memory<P> {
    fn code(&mut self, item: Item<P>, negated: bool) -> Result<Code, Error> {
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

    fn key(&mut self, sum: &[Part<P>], negated: bool) -> Result<Key, Error> {
        let mut codes = Vec::with_capacity(sum.len());
        for part in sum {
            codes.push(match part {
                Part::Position(position) => self.code(Item::Position(position.clone()), negated)?,
                Part::Negative(position) => {
                    self.code(Item::Position(position.clone()), !negated)?
                }
                Part::Value(Game::ZERO) => continue,
                Part::Value(game) => self.code(Item::Game(*game), negated)?,
            });
        }
        codes.sort_unstable();
        Ok(codes.into())
    }
}

/// A sum whose moves are being tried.
struct Frame {
    key: Key,
    moves: Vec<Key>,
    done: usize,
}

struct Search<'a, R: Ruleset> {
    solver: &'a Solver<'a, R>,
    stack: Vec<Frame>,
    on_path: FxHashSet<Key>,
}

/// Whether a player wins a sum in misère play when moving first. Cost: each sum that is met is
/// looked at once.
///
/// # Errors
/// When the rules fail, a sum repeats, or the budget of the store is exhausted.
pub(in crate::solve) fn wins<R: Ruleset>(
    solver: &Solver<'_, R>,
    sum: &[Part<R::Position>],
    first: Player,
) -> Result<bool, R::Error> {
    let key = solver.misere().search.key(sum, first == Player::Right)?;
    let mut search = Search { solver, stack: Vec::new(), on_path: FxHashSet::default() };
    search.wins(key)
}

impl<R: Ruleset> Search<'_, R> {
    fn wins(&mut self, root: Key) -> Result<bool, R::Error> {
        if let Some(answer) = self.answer(&root) {
            return Ok(answer);
        }
        self.enter(root.clone())?;
        while let Some(frame) = self.stack.last_mut() {
            self.solver.store.budget().step().map_err(Error::from)?;
            let next = frame.moves.get(frame.done).cloned();
            frame.done += 1;
            match next {
                Some(next) => match self.answer(&next) {
                    Some(false) => self.leave(true),
                    Some(true) => {}
                    None => {
                        self.stack.last_mut().expect("a sum is being tried").done -= 1;
                        self.enter(next)?;
                    }
                },
                None => {
                    let stuck = self.stack.last().is_some_and(|frame| frame.moves.is_empty());
                    self.leave(stuck);
                }
            }
        }
        Ok(self.answer(&root).expect("the first frame has found it"))
    }

    fn answer(&self, key: &Key) -> Option<bool> {
        self.solver.misere().search.wins.get(key).copied()
    }

    /// The answer for the topmost sum.
    fn leave(&mut self, wins: bool) {
        let frame = self.stack.pop().expect("a sum is being tried");
        self.on_path.remove(&frame.key);
        self.solver.misere().search.wins.insert(frame.key, wins);
    }

    fn enter(&mut self, key: Key) -> Result<(), R::Error> {
        if !self.on_path.insert(key.clone()) {
            return Err(self.circle(&key));
        }
        let mut moves = Vec::new();
        for (place, &code) in key.iter().enumerate() {
            if place > 0 && key[place - 1] == code {
                continue;
            }
            for option in self.options(code)?.iter() {
                self.solver.store.budget().step().map_err(Error::from)?;
                // The opponent is to move: the players change sides.
                let others = key[..place].iter().chain(&key[place + 1..]);
                let mut next: Vec<Code> = others.chain(&**option).map(|code| code ^ 1).collect();
                next.sort_unstable();
                moves.push(next.into());
            }
        }
        self.stack.push(Frame { key, moves, done: 0 });
        Ok(())
    }

    /// Left's options in a summand.
    fn options(&mut self, code: Code) -> Result<Arc<[Key]>, R::Error> {
        let known = self.solver.misere().search.options.get(&code).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let negated = code % 2 == 1;
        let mover = if negated { Player::Right } else { Player::Left };
        let item = self.solver.misere().search.items[(code / 2) as usize].clone();
        let sums: Vec<Sum<R::Position>> = match item {
            Item::Position(position) => {
                let mover =
                    if self.solver.rules.is_impartial(&position) { Player::Left } else { mover };
                self.solver.rules.options(&position, mover)?
            }
            Item::Game(game) => {
                let options = match mover {
                    Player::Left => self.solver.store.left_options(game)?,
                    Player::Right => self.solver.store.right_options(game)?,
                };
                options.into_iter().map(|option| vec![Part::Value(option)]).collect()
            }
        };
        let memory = &mut self.solver.misere().search;
        let keys: Result<Vec<Key>, Error> =
            sums.iter().map(|sum| memory.key(sum, negated)).collect();
        let mut keys = keys?;
        keys.sort_unstable();
        keys.dedup();
        let keys: Arc<[Key]> = keys.into();
        memory.options.insert(code, keys.clone());
        Ok(keys)
    }

    /// The error for a sum that is reached again: the positions moved in on the way around.
    fn circle(&mut self, key: &Key) -> R::Error {
        let start = self.stack.iter().position(|frame| frame.key == *key);
        let start = start.expect("it is on the path");
        let mut keys: Vec<Key> =
            self.stack[start..].iter().map(|frame| frame.key.clone()).collect();
        keys.push(key.clone());
        let memory = self.solver.misere();
        let moved = keys.windows(2).filter_map(|pair| {
            let stays = |code: &&Code| pair[1].binary_search(&(**code ^ 1)).is_ok();
            let code = pair[0].iter().find(|code| !stays(code))?;
            match &memory.search.items[(*code / 2) as usize] {
                Item::Position(position) => Some(position.clone()),
                Item::Game(_) => None,
            }
        });
        let cycle = moved.collect();
        drop(memory);
        self.solver.rules.repeats(cycle)
    }
}
