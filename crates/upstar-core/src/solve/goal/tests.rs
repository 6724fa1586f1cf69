//! The search against the definition, on random games.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::oracle::goal::Finite;
use crate::solve::bounded::tests::{replaced, scarce};
use crate::solve::{Component, Sum};
use crate::{Error, Store};

/// A finite game as a ruleset. With `mirror`, position 2n+1 is 2n with the players exchanged.
struct FiniteGame<'a> {
    game: &'a Finite,
    mirror: bool,
}

impl Playable for FiniteGame<'_> {
    type Position = usize;
    type Error = Error;

    fn verdict(&self, position: &usize, mover: Player) -> Result<Option<Verdict>, Error> {
        Ok(self.game.ends[*position][mover as usize])
    }

    fn options(&self, position: &usize, mover: Player) -> Result<Vec<Sum<usize>>, Error> {
        let moves = self.game.moves[*position][mover as usize].iter();
        Ok(moves.map(|&to| vec![Component::Position(to)]).collect())
    }

    fn hint(&self, _: &usize, to: &usize, _: Player) -> Hint {
        Hint { label: *to as u32, promise: 0 }
    }

    fn normal(&self, position: &usize, mover: Player) -> (usize, Player) {
        match self.mirror && position % 2 == 1 {
            true => (position - 1, mover.opponent()),
            false => (*position, mover),
        }
    }
}

fn end() -> impl Strategy<Value = Option<Verdict>> {
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(Verdict::Left)),
        1 => Just(Some(Verdict::Right)),
        1 => Just(Some(Verdict::Draw)),
    ]
}

fn finite(size: usize) -> impl Strategy<Value = Finite> {
    let moves = (vec(0..size, 0..4), vec(0..size, 0..4)).prop_map(|(left, right)| [left, right]);
    let ends = (end(), end()).prop_map(|(left, right)| [left, right]);
    (vec(moves, size), vec(ends, size)).prop_map(|(moves, ends)| Finite { moves, ends })
}

/// Keeps only moves that lead onward.
fn onward(mut game: Finite) -> Finite {
    for (at, sides) in game.moves.iter_mut().enumerate() {
        sides.iter_mut().for_each(|moves| moves.retain(|&to| to > at));
    }
    game
}

/// Adds for each position the one with the players exchanged.
fn mirrored(game: &Finite) -> Finite {
    let mut both = Finite::default();
    let swap = |verdict: Option<Verdict>| {
        verdict.map(|verdict| Verdict::of(verdict.winner().map(Player::opponent)))
    };
    for (moves, ends) in game.moves.iter().zip(&game.ends) {
        // A move may lead to either copy: to the mirror image where the number is odd.
        let here = |to: &usize| 2 * to + to % 2;
        let there = |to: &usize| 2 * to + 1 - to % 2;
        let [left, right] = moves;
        both.moves.push([left.iter().map(here).collect(), right.iter().map(here).collect()]);
        both.moves.push([right.iter().map(there).collect(), left.iter().map(there).collect()]);
        both.ends.push(*ends);
        both.ends.push([swap(ends[1]), swap(ends[0])]);
    }
    both
}

fn agree(game: &Finite, mirror: bool) -> Result<(), TestCaseError> {
    let (rules, store) = (FiniteGame { game, mirror }, Store::default());
    let searches = Searches::new(&rules, &store);
    for position in 0..game.moves.len() {
        for mover in [Player::Left, Player::Right] {
            let found = searches.winner(&position, mover).unwrap();
            prop_assert_eq!(found, game.value(position, mover), "at {} for {:?}", position, mover);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_search_agrees_with_the_definition(game in finite(12)) {
        agree(&onward(game), false)?;
    }

    #[test]
    fn play_without_end_is_a_draw(game in finite(9)) {
        agree(&game, false)?;
    }

    #[test]
    fn exchanged_players_are_one_position(game in finite(8)) {
        agree(&mirrored(&game), true)?;
        agree(&mirrored(&onward(game)), true)?;
    }
}

#[test]
fn an_exhausted_budget_leaves_what_is_known_usable() {
    let size = 300;
    let on = |at: usize| vec![at + 1, at + 2].into_iter().filter(|&to| to < size).collect();
    let game = Finite {
        moves: (0..size).map(|at| [on(at), on(at)]).collect(),
        ends: vec![[None; 2]; size],
    };
    let (rules, store) = (FiniteGame { game: &game, mirror: false }, Store::default());
    let searches = Searches::new(&rules, &store);
    store.budget().limit_steps(256);
    let stopped = searches.winner(&0, Player::Left);
    assert!(matches!(stopped, Err(Error::Exhausted(_))));
    store.budget().limit_steps(u64::MAX);
    let found = searches.winner(&0, Player::Left).unwrap();
    assert_eq!(found, Verdict::Draw);
}

/// Left wants all cells of one of the sets, Right a cell of each and one more. A position is the cells of Left, those of
/// Right, and how many cells there are.
struct Claiming {
    sets: Vec<u64>,
    extra: u64,
}

impl Playable for Claiming {
    type Position = (u64, u64, u32);
    type Error = Error;

    fn verdict(
        &self,
        &(left, right, _): &Self::Position,
        _: Player,
    ) -> Result<Option<Verdict>, Error> {
        let is_made = self.sets.iter().any(|set| left & set == *set);
        let is_broken =
            right & self.extra == self.extra && self.sets.iter().all(|set| right & set != 0);
        Ok(match (is_made, is_broken) {
            (true, _) => Some(Verdict::Left),
            (_, true) => Some(Verdict::Right),
            _ => None,
        })
    }

    fn options(
        &self,
        &(left, right, cells): &Self::Position,
        mover: Player,
    ) -> Result<Vec<Sum<Self::Position>>, Error> {
        let free = (0..cells).filter(|cell| (left | right) >> cell & 1 == 0);
        let after = |cell: u32| match mover {
            Player::Left => (left | 1 << cell, right, cells),
            Player::Right => (left, right | 1 << cell, cells),
        };
        Ok(free.map(|cell| vec![Component::Position(after(cell))]).collect())
    }
}

/// With a transposition table that never grows: three in a row on a 3x3 board with one more cell.
#[test]
fn winners_are_the_same_when_entries_are_replaced() {
    let sets = vec![0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421];
    let rules = Claiming { sets, extra: 1 << 9 };
    let position = (0, 0, 10);
    let (free, scarce) = (Store::default(), Store::new(scarce()));
    let count = replaced(|| {
        for mover in [Player::Left, Player::Right] {
            let expected = Searches::new(&rules, &free).winner(&position, mover);
            let found = Searches::new(&rules, &scarce).winner(&position, mover);
            assert_eq!(found, expected);
        }
    });
    assert!(count > 0);
}
