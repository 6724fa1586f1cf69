//! The transposition table of a search: the sums it has met, by number.
//!
//! Knows: proof numbers of sums and where they lead. Must not know: rules, or how sums are made.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::atoms::Term;
use super::state::State;
use crate::{Error, Game};

/// The proof number of what is false.
pub(super) const INFINITE: u32 = u32::MAX;

/// How many of the moves of a sum are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// None.
    Fresh,
    /// All but the one in a number.
    Listed,
    /// All.
    Complete,
}

/// An entry: a sum with Left to move, and its proof numbers.
#[derive(Debug, Clone)]
pub(super) struct Node {
    game: Game,
    terms: Box<[Term]>,
    /// Proof number: the effort still needed to prove that the mover wins; 0 when proved.
    pub win: u32,
    /// Disproof number: the effort still needed to prove that the mover loses; 0 when proved.
    pub loss: u32,
    pub stage: Stage,
    /// The sums the mover can move to that are not known to lose.
    pub children: Vec<u32>,
    /// The sum whose moves were listed, when more values were known by then.
    pub simpler: Option<Box<State>>,
}

impl Node {
    /// The sum, with the values known when its moves were listed.
    pub(super) fn state(&self) -> State {
        if let Some(simpler) = &self.simpler {
            return (**simpler).clone();
        }
        State { game: self.game, terms: self.terms.to_vec() }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.win == 0 || self.loss == 0
    }

    pub(super) fn settle(&mut self, wins: bool) {
        (self.win, self.loss) = if wins { (0, INFINITE) } else { (INFINITE, 0) };
        self.children = Vec::new();
        self.simpler = None;
        self.stage = Stage::Complete;
    }
}

/// The transposition table.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    nodes: Vec<Node>,
    places: HashTable<u32>,
}

impl Table {
    /// The number of a sum, if it was met.
    pub(super) fn find(&self, state: &State) -> Option<u32> {
        let same = |&at: &u32| {
            let node = &self.nodes[at as usize];
            node.game == state.game && *node.terms == *state.terms
        };
        self.places.find(hash(state.game, &state.terms), same).copied()
    }

    /// The number of a sum that was not met before, with the effort to prove a loss.
    pub(super) fn add(&mut self, state: &State, loss: u32) -> Result<u32, Error> {
        let at = u32::try_from(self.nodes.len()).map_err(|_| Error::StoreFull)?;
        let nodes = &self.nodes;
        let hasher = |&at: &u32| {
            let node: &Node = &nodes[at as usize];
            hash(node.game, &node.terms)
        };
        self.places.insert_unique(hash(state.game, &state.terms), at, hasher);
        let (game, terms) = (state.game, state.terms.clone().into());
        self.nodes.push(Node {
            game,
            terms,
            win: 1,
            loss,
            stage: Stage::Fresh,
            children: Vec::new(),
            simpler: None,
        });
        Ok(at)
    }

    /// How many sums there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets all sums but those that took some work to solve.
    pub(super) fn keep_solved(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        self.places.clear();
        let worth = |node: &Node| node.is_solved() && node.stage != Stage::Fresh;
        for node in nodes.into_iter().filter(worth) {
            let at = self.nodes.len() as u32;
            let place = hash(node.game, &node.terms);
            self.nodes.push(node);
            let nodes = &self.nodes;
            self.places.insert_unique(place, at, |&at| {
                let node: &Node = &nodes[at as usize];
                hash(node.game, &node.terms)
            });
        }
    }

    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }
}

fn hash(game: Game, terms: &[Term]) -> u64 {
    FxBuildHasher.hash_one((game, terms))
}
