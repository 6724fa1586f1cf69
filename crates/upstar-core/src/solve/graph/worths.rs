//! Loopy values of the vertices of a graph.
//!
//! Knows: in which order they are found, and which are needed. Must not know: how the value
//! of a small graph is found (that is [`crate::loopy`]).

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::LoopyAnswer;
use super::places::{Places, SignedPosition};
use super::solve::signed;
use super::sums::Sums;
use crate::budget::effort;
use crate::graph::components;
use crate::loopy::{self, Builder, GameValue};
use crate::{Error, Player, Store};

/// Most steps for the values of a graph, a few seconds.
const MOST_STEPS: u64 = 1 << 28;

/// Values of the vertices of a graph, found component by component from the last.
pub(super) struct Worths<'a> {
    store: &'a Store,
    sums: &'a Sums,
    known: Vec<Option<GameValue>>,
}

impl<'a> Worths<'a> {
    /// Finds the values of the vertices to which play can go from another component, and of the first.
    pub(super) fn of<P: Clone + Eq + Hash>(
        places: &Places<P>,
        store: &'a Store,
        sums: &'a Sums,
    ) -> Result<Self, Error> {
        let count = sums.vertices.len();
        let follower = |vertex: u32, at: usize| {
            let left = sums.options(vertex, Player::Left);
            let right = sums.options(vertex, Player::Right);
            left.get(at).or_else(|| right.get(at - left.len())).copied()
        };
        let groups = components(count, follower, store.budget())?;
        let mut group_of = vec![0; count];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&vertex| group_of[vertex as usize] = number);
        }
        let mut wanted = vec![false; count];
        wanted[0] = true;
        for (from, to) in sums.options.edges() {
            wanted[to as usize] |= group_of[to as usize] != group_of[from as usize / 2];
        }
        let mut worths = Worths { store, sums, known: vec![None; count] };
        let until = effort().saturating_add(MOST_STEPS);
        for group in groups {
            if effort() > until {
                return Err(Error::WorthTooHard { seen: count as u64 });
            }
            worths.group(places, &group, &wanted)?;
        }
        Ok(worths)
    }

    /// Values that were found of single positions, by their terms.
    pub(super) fn of_positions(&self) -> impl Iterator<Item = (SignedPosition, &GameValue)> {
        let found = self.known.iter().enumerate();
        found
            .filter_map(|(vertex, worth)| Some((self.sums.single(vertex as u32)?, worth.as_ref()?)))
    }

    /// Value of the first vertex.
    pub(super) fn of_first(&self) -> Option<GameValue> {
        self.known.first()?.clone()
    }

    /// Finds the values of the wanted vertices of a component.
    fn group<P: Clone + Eq + Hash>(
        &mut self,
        places: &Places<P>,
        group: &[u32],
        wanted: &[bool],
    ) -> Result<(), Error> {
        let first = group[0];
        if let Some(worth) = self.leaf(places, first)? {
            self.known[first as usize] = Some(worth);
            return Ok(());
        }
        let mut builder = Builder::new(self.store);
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for &vertex in group {
            numbers.insert(vertex, builder.vertex());
        }
        for &vertex in group {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                for &to in self.sums.options(vertex, player) {
                    side.push(match (numbers.get(&to), &self.known[to as usize]) {
                        (Some(&number), _) => number,
                        (None, Some(worth)) => builder.worth(worth)?,
                        (None, None) => return Err(Error::NotAStopper),
                    });
                }
            }
            let [left, right] = sides;
            builder.set(numbers[&vertex], left, right)?;
        }
        let graph = builder.finish();
        let asked: Vec<u32> =
            group.iter().filter(|vertex| wanted[**vertex as usize]).copied().collect();
        let places: Vec<u32> = asked.iter().map(|vertex| numbers[vertex]).collect();
        let worths = loopy::values(self.store, &graph, &places)?;
        for (vertex, worth) in asked.into_iter().zip(worths) {
            self.known[vertex as usize] = Some(worth);
        }
        Ok(())
    }

    /// Value of a vertex that is known.
    fn leaf<P: Clone + Eq + Hash>(
        &self,
        places: &Places<P>,
        vertex: u32,
    ) -> Result<Option<GameValue>, Error> {
        if self.sums.is_game(vertex) {
            return Ok(Some(GameValue::Short(self.sums.vertices[vertex as usize].game)));
        }
        let Some(term) = self.sums.single(vertex) else { return Ok(None) };
        match places.answer(term) {
            Some(LoopyAnswer::GameValue(worth)) => signed(self.store, worth, term).map(Some),
            _ => Ok(None),
        }
    }
}
