//! The transposition table of a search: the sums it has met, by number, for all threads that search.
//!
//! Knows: proof numbers of sums and where they lead. Must not know: rules, or how sums are made.
//!
//! Where rules cannot fail and all play surely ends, it does not matter which positions are met. Then all threads
//! run the same proof-number search on one table of sums and one of atoms. Proof numbers are words that are read
//! and written at once. Children are behind a lock for each sum, and what is solved stays solved. A sum on the path
//! of another thread weighs as harder, so that threads part near the leaves. A round takes nothing from the one
//! before but the table, and entries are only forgotten between rounds.
//!
//! When memory is short, keeping a quarter of the solved sums and beginning a new round with four times the steps did not
//! decide Clobber 5x5 within 1 GB in 100 s; keeping what took most work, and going on with the round, takes 36 s.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use spin::Yield;
use spin::mutex::{SpinMutex, SpinMutexGuard};

use super::atoms::SignedAtom;
use super::state::LeftSum;
use crate::shared::{Shards, hash_of};
use crate::solve::proof_numbers::ProofNumbers;
use crate::{Error, Game};

/// How many of the moves of a sum are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// All but the one in a number.
    Listed,
    /// All.
    Complete,
}

fn pack(numbers: ProofNumbers) -> u64 {
    u64::from(numbers.proof) << 32 | u64::from(numbers.disproof)
}

fn unpack(word: u64) -> ProofNumbers {
    ProofNumbers { proof: (word >> 32) as u32, disproof: word as u32 }
}

/// Where a sum leads.
#[derive(Debug)]
pub(super) struct Followers {
    pub stage: Stage,
    /// The sums the mover can move to that are not known to lose.
    pub children: Vec<u32>,
    /// The sum whose moves were listed, when more values were known by then.
    pub simpler: Option<LeftSum>,
}

/// The terms of a sum. Most sums have one.
#[derive(Debug)]
enum NodeTerms {
    One(SignedAtom),
    Many(Box<[SignedAtom]>),
}

/// An entry: a sum with Left to move, and its proof numbers.
#[derive(Debug)]
pub(super) struct SumNode {
    game: Game,
    /// How many threads have this sum on their path.
    busy: AtomicU32,
    /// How often one looked at where it leads.
    work: AtomicU32,
    terms: NodeTerms,
    numbers: AtomicU64,
    /// Where the sum leads, while its moves are listed and it is not solved: few entries have that at a time.
    followers: SpinMutex<Option<Box<Followers>>, Yield>,
}

impl SumNode {
    fn new(state: &LeftSum, numbers: ProofNumbers) -> Self {
        let terms = match state.terms[..] {
            [one] => NodeTerms::One(one),
            _ => NodeTerms::Many(state.terms.clone().into()),
        };
        SumNode {
            game: state.game,
            busy: AtomicU32::new(0),
            work: AtomicU32::new(0),
            terms,
            numbers: AtomicU64::new(pack(numbers)),
            followers: SpinMutex::new(None),
        }
    }

    fn terms(&self) -> &[SignedAtom] {
        match &self.terms {
            NodeTerms::One(one) => std::slice::from_ref(one),
            NodeTerms::Many(terms) => terms,
        }
    }

    /// The sum, with the values known when its moves were listed.
    pub(super) fn state(&self) -> LeftSum {
        self.state_of(self.followers().as_deref())
    }

    /// The same, where the guard of [`SumNode::followers`] is held.
    pub(super) fn state_of(&self, followers: Option<&Followers>) -> LeftSum {
        let simpler = followers.and_then(|followers| followers.simpler.clone());
        simpler.unwrap_or_else(|| LeftSum { game: self.game, terms: self.terms().to_vec() })
    }

    /// The sum as it was met.
    pub(super) fn sum(&self) -> (Game, &[SignedAtom]) {
        (self.game, self.terms())
    }

    fn is(&self, game: Game, terms: &[SignedAtom]) -> bool {
        self.game == game && self.terms() == terms
    }

    fn hash(&self) -> u64 {
        hash(self.game, self.terms())
    }

    /// The atoms of the sum.
    pub(super) fn atoms(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms().iter().map(|term| term.atom())
    }

    /// Numbers of the question whether its mover loses.
    pub(super) fn numbers(&self) -> ProofNumbers {
        unpack(self.numbers.load(Acquire))
    }

    pub(super) fn is_solved(&self) -> bool {
        self.numbers().is_answered()
    }

    /// Keeps the numbers of a sum that is not solved, unless another thread has solved it meanwhile.
    pub(super) fn update(&self, numbers: ProofNumbers) {
        let open = |word| (!unpack(word).is_answered()).then_some(pack(numbers));
        // What is solved stays so.
        let _ = self.numbers.fetch_update(Release, Relaxed, open);
    }

    /// Where the sum leads, if its moves are listed and it is not solved. Other threads wait meanwhile, so the guard is
    /// kept for a short time.
    pub(super) fn followers(&self) -> SpinMutexGuard<'_, Option<Box<Followers>>, Yield> {
        self.followers.lock()
    }

    pub(super) fn settle(&self, wins: bool) {
        let solved = ProofNumbers::answered(!wins);
        debug_assert!(!self.is_solved() || self.numbers() == solved, "found twice");
        // Who finds no children sees that the sum is solved.
        self.numbers.store(pack(solved), Release);
        *self.followers() = None;
    }

    /// Whether its mover wins, if that is known.
    pub(super) fn winner(&self) -> Option<bool> {
        let numbers = self.numbers();
        numbers.is_answered().then_some(numbers.disproof == 0)
    }

    /// Forgets where the sum leads; its proof numbers stay.
    fn forget_followers(&mut self) {
        *self.followers.get_mut() = None;
    }

    /// How many threads have this sum on their path.
    pub(super) fn busy(&self) -> u32 {
        self.busy.load(Relaxed)
    }

    /// A thread puts this sum on its path.
    pub(super) fn enter(&self) {
        self.busy.fetch_add(1, Relaxed);
    }

    /// A thread looks at where it leads.
    pub(super) fn count_work(&self) {
        self.work.fetch_add(1, Relaxed);
    }

    /// How often a thread looked at where it leads.
    pub(super) fn work(&self) -> u32 {
        self.work.load(Relaxed)
    }

    /// A thread takes it off its path.
    pub(super) fn leave(&self) {
        self.busy.fetch_sub(1, Relaxed);
    }
}

/// The transposition table.
#[derive(Debug, Default)]
pub(super) struct SumTable {
    nodes: boxcar::Vec<SumNode>,
    places: Shards<u32>,
}

impl SumTable {
    /// The number of a sum, if it was met.
    pub(super) fn find(&self, state: &LeftSum) -> Option<u32> {
        let hash = hash(state.game, &state.terms);
        self.places.with(hash, |places| {
            places.find(hash, |&at| self.node(at).is(state.game, &state.terms)).copied()
        })
    }

    /// The number of a sum, which is new unless another thread has added it meanwhile, with the effort to
    /// prove a loss.
    pub(super) fn add(&self, state: &LeftSum, loss: u32) -> Result<u32, Error> {
        self.insert(SumNode::new(state, ProofNumbers { proof: loss, disproof: 1 }))
    }

    fn insert(&self, node: SumNode) -> Result<u32, Error> {
        let hash = node.hash();
        self.places.with(hash, |places| {
            if let Some(&at) = places.find(hash, |&at| self.node(at).is(node.game, node.terms())) {
                return Ok(at);
            }
            let at = u32::try_from(self.nodes.push(node)).map_err(|_| Error::StoreFull)?;
            places.insert_unique(hash, at, |&at| self.node(at).hash());
            Ok(at)
        })
    }

    /// How many sums there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.count()
    }

    /// About so many sums that took the most work, without their followers. They keep their proof numbers, so that the
    /// search goes on where it was. Sums that `noted` takes with their winner are not among them.
    pub(super) fn hardest(
        self,
        most: usize,
        noted: impl Fn((Game, &[SignedAtom]), bool) -> bool,
    ) -> Vec<SumNode> {
        // How many sums there are, by the logarithm of the work.
        let mut counts = [0; 33];
        let mut worth = Vec::with_capacity(self.len());
        for (_, node) in &self.nodes {
            let elsewhere = node.winner().is_some_and(|wins| noted(node.sum(), wins));
            let log = if elsewhere { None } else { node.work().checked_ilog2() };
            log.into_iter().for_each(|log| counts[log as usize] += 1);
            worth.push(log);
        }
        let mut kept = 0;
        let enough = |count: &usize| {
            kept += count;
            kept > most
        };
        let least = counts.iter().rposition(enough).map_or(0, |log| log as u32 + 1);
        let hard = |log: Option<u32>| log.is_some_and(|log| log >= least);
        let hardest = self.nodes.into_iter().zip(worth).filter(|(_, log)| hard(*log));
        hardest.map(|(mut node, _)| (node.forget_followers(), node).1).collect()
    }

    /// The table of sums whose atoms have got other numbers in the same order.
    pub(super) fn renumbered(
        nodes: Vec<SumNode>,
        renumbered: impl Fn(SignedAtom) -> SignedAtom,
    ) -> Self {
        let table = SumTable::default();
        for mut node in nodes {
            match &mut node.terms {
                NodeTerms::One(one) => *one = renumbered(*one),
                NodeTerms::Many(terms) => {
                    terms.iter_mut().for_each(|term| *term = renumbered(*term))
                }
            }
            table.insert(node).expect("there were more before");
        }
        table
    }

    pub(super) fn node(&self, at: u32) -> &SumNode {
        &self.nodes[at as usize]
    }
}

fn hash(game: Game, terms: &[SignedAtom]) -> u64 {
    hash_of((game, terms))
}
