//! Positions that lead to themselves beside others: play in them makes ever longer sums.
//!
//! Knows: the moves of numbered positions. Must not know: what is asked about them.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::numbered::Numbered;
use crate::graph::components;
use crate::solve::{Component, OptionList};
use crate::{Budget, Error, Game, Player};

/// Most positions that are looked at.
const MOST_POSITIONS: usize = 1 << 12;

/// What positions lead to, by their places in the order in which they are met.
#[derive(Default)]
struct Edges {
    places: FxHashMap<u32, u32>,
    numbers: Vec<u32>,
    to: Vec<Vec<u32>>,
    /// The edges to a position beside others.
    growing: Vec<(u32, u32)>,
}

/// The length of a cycle of positions in which one leads to the next beside others; `None` when none is found among the
/// first 4096 positions.
///
/// # Errors
/// When the rules fail, or the budget is exhausted.
pub(super) fn growing_cycle(
    rules: &dyn Numbered,
    budget: &Budget,
    roots: impl Iterator<Item = u32>,
) -> Result<Option<usize>, Error> {
    let mut edges = Edges::default();
    for root in roots {
        edges.place(root);
    }
    while edges.to.len() < edges.numbers.len().min(MOST_POSITIONS) {
        edges.list(rules, budget)?;
    }
    let mut group = vec![0; edges.numbers.len()];
    let successor = |place: u32, i: usize| edges.to.get(place as usize)?.get(i).copied();
    for (n, places) in components(group.len(), successor, budget)?.iter().enumerate() {
        places.iter().for_each(|place| group[*place as usize] = n);
    }
    let same = |&&(from, to): &&(u32, u32)| group[from as usize] == group[to as usize];
    let Some(&(from, to)) = edges.growing.iter().find(same) else { return Ok(None) };
    Ok(edges.length(to, from, budget)?.map(|length| length + 1))
}

impl Edges {
    fn place(&mut self, number: u32) -> u32 {
        *self.places.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            self.numbers.len() as u32 - 1
        })
    }

    /// Lists the moves of the next position.
    fn list(&mut self, rules: &dyn Numbered, budget: &Budget) -> Result<(), Error> {
        let from = self.to.len() as u32;
        let number = self.numbers[from as usize];
        let mut all = Vec::new();
        for player in [Player::Left, Player::Right] {
            let mut options = OptionList::default();
            rules.list(number, player, &mut options)?;
            for option in options.into_sums() {
                budget.step()?;
                let grows =
                    option.iter().filter(|part| **part != Component::Value(Game::ZERO)).count() > 1;
                for number in option.iter().filter_map(Component::position) {
                    let to = self.place(*number);
                    all.push(to);
                    if grows {
                        self.growing.push((from, to));
                    }
                }
            }
        }
        self.to.push(all);
        Ok(())
    }

    /// The number of moves from one place to another.
    fn length(&self, from: u32, to: u32, budget: &Budget) -> Result<Option<usize>, Error> {
        let mut lengths = FxHashMap::from_iter([(from, 0)]);
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            budget.step()?;
            let length = lengths[&place];
            if place == to {
                return Ok(Some(length));
            }
            for next in self.to.get(place as usize).into_iter().flatten() {
                if !lengths.contains_key(next) {
                    lengths.insert(*next, length + 1);
                    open.push_back(*next);
                }
            }
        }
        Ok(None)
    }
}
