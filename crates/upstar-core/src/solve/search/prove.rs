//! Depth-first proof-number search.
//!
//! Knows: proof numbers, thresholds, the path. Must not know: what sums are made of.
//!
//! Every sum carries two numbers: how much effort is still needed to prove that its mover loses,
//! and that it wins. The search goes where the less effort is needed, and comes back when
//! another place has become more promising. Sources: Allis, van der Meulen and van den Herik,
//! Proof-number search, Artificial Intelligence 66, 1994; Nagai, Df-pn algorithm for searching
//! AND/OR trees, 2002; Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number search, 2008, for
//! the maximum in place of the sum, because the same sums are reached in many ways. Half the number
//! of the other children is added to it: on 3x8 in Clobber the whole number lists 1.45 times as many sums, and
//! none of it 1.1 times as many.
//!
//! # What was tried
//!
//! A sum in which the opponent has n moves is expected to take n (1 + log2(n)/5) steps to disprove.
//!
//! | design | measure | result |
//! |---|---|---|
//! | n, and all other children | Clobber 4x6 | twice the sums, 2.6 times the time |
//! | the powers 3/2, 2 and 3 of n | Clobber 4x6; NoGo 4x4 | the same sums; twice the time |
//! | the power 4/5 of n | Clobber 3x8 | 1.25 times the sums of n |
//! | own moves as proof number; a patience of a quarter | Clobber 3x8 | less than 10% |
//! | more proof for moves and games in excess of the opponent's | NoGo 1x28 | 0.9 to 1.2 times the steps |
//!
//! For rules whose moves only take cells, missing moves (`moves.rs`) count: the first disproof number is replies times
//! missing moves. The sum of both, the square of the missing moves, or the difference of those missing to both players
//! take 1.7 to 4.5 times as long on Domineering 5x8. Counting which moves of the opponent are stopped surely saves 4% of the
//! sums and takes four times as long to count.

use super::SumSearch;
use super::moves::SumMoves;
use super::table::{Followers, Stage};
use crate::budget::effort;
use crate::solve::Playable;
use crate::solve::path::Path;
use crate::solve::proof_numbers::{ProofNumbers, Selection, Weighing};

impl<R: Playable> SumSearch<'_, R> {
    /// Whether the mover of a sum wins; nothing when the effort of this thread passes `until`
    /// before, or the table is full.
    pub(super) fn prove(&mut self, root: u32, until: u64) -> Result<Option<bool>, R::Error> {
        let table = &self.memory.table;
        table.node(root).enter();
        let mut path = Path::from_root(root, ProofNumbers::UNLIMITED);
        let ended = self.run(&mut path, root, until);
        path.into_keys().for_each(|at| table.node(at).leave());
        ended?;
        Ok(table.node(root).winner())
    }

    /// Runs until the root is solved, the effort passes `until` or the table is full.
    fn run(
        &mut self,
        path: &mut Path<u32, ProofNumbers>,
        root: u32,
        until: u64,
    ) -> Result<(), R::Error> {
        let table = &self.memory.table;
        while let Some((&node, &mut thresholds)) = path.top() {
            self.step()?;
            self.full = self.is_full();
            if self.full || effort() > until || table.node(root).is_solved() {
                return Ok(());
            }
            let is_fresh = !table.node(node).is_solved() && table.node(node).followers().is_none();
            if is_fresh && !self.expand(node, until)? {
                return Ok(());
            }
            match self.weigh(node, thresholds)? {
                Some((child, of_child)) => {
                    table.node(child).enter();
                    path.push(child, of_child).map_err(|cycle| self.repeats(&cycle))?;
                }
                None => {
                    path.pop();
                    table.node(node).leave();
                }
            }
        }
        Ok(())
    }

    /// Lists the moves of a sum. False when they are too many.
    fn expand(&mut self, at: u32, until: u64) -> Result<bool, R::Error> {
        self.expanded = true;
        let node = self.memory.table.node(at);
        let state = node.state();
        let (simpler, wins) = self.simpler(&state)?;
        if let Some(wins) = wins {
            self.solved(node, wins)?;
            return Ok(true);
        }
        match self.moves(&simpler, until)? {
            SumMoves::Win => self.solved(node, true)?,
            SumMoves::TooMany => return Ok(false),
            SumMoves::Open(children) => {
                let mut followers = node.followers();
                // Another thread may have been faster.
                if followers.is_none() && !node.is_solved() {
                    let simpler = (simpler != state).then_some(simpler);
                    let listed = Followers { stage: Stage::Listed, children, simpler };
                    *followers = Some(Box::new(listed));
                }
            }
        }
        Ok(true)
    }

    /// Brings the numbers of a sum up to date. The child to search next and its thresholds, unless
    /// the sum is solved or passes its own.
    fn weigh(
        &mut self,
        at: u32,
        thresholds: ProofNumbers,
    ) -> Result<Option<(u32, ProofNumbers)>, R::Error> {
        let node = self.memory.table.node(at);
        node.count_work();
        while !node.is_solved() {
            let children = match &mut *node.followers() {
                Some(followers) => self.select(&mut followers.children),
                // Another thread has solved the sum.
                None => return Ok(None),
            };
            let numbers = children.of_parent();
            match children.best {
                None => self.exhausted(at)?,
                Some(_) if numbers.disproof == 0 => self.solved(node, true)?,
                Some(best) => {
                    node.update(numbers);
                    let stays = !numbers.reach(thresholds);
                    return Ok(stays.then(|| (best, children.of_child(thresholds))));
                }
            }
        }
        Ok(None)
    }

    /// Drops the children by which the mover loses, and selects among the others. Among equals the one
    /// met last goes first: rules of heaps list the largest moves last.
    fn select(&self, children: &mut Vec<u32>) -> Selection {
        let mut all = Selection::new(Weighing::Largest);
        children.retain(|&child| {
            let node = self.memory.table.node(child);
            let numbers = node.numbers();
            let is_open = numbers.disproof != 0;
            if is_open {
                all.see(child, numbers, node.busy());
            }
            is_open
        });
        all
    }

    /// All moves listed lose; what remains is a move in a number.
    fn exhausted(&mut self, at: u32) -> Result<(), R::Error> {
        let node = self.memory.table.node(at);
        let (stage, state) = match node.followers().as_deref() {
            Some(followers) if followers.children.is_empty() => {
                (followers.stage, node.state_of(Some(followers)))
            }
            // Another thread has been faster.
            _ => return Ok(()),
        };
        let moves = match stage {
            Stage::Complete => SumMoves::Open(Vec::new()),
            Stage::Listed => self.move_in_number(&state)?,
        };
        match moves {
            SumMoves::Win => self.solved(node, true)?,
            SumMoves::Open(children) if !children.is_empty() => {
                if let Some(followers) = &mut *node.followers()
                    && followers.stage == Stage::Listed
                {
                    (followers.stage, followers.children) = (Stage::Complete, children);
                }
            }
            SumMoves::Open(_) | SumMoves::TooMany => self.solved(node, false)?,
        }
        Ok(())
    }

    /// The error for a sum that leads back to itself. With the players exchanged on the way, a
    /// position may come back before the sum does.
    fn repeats(&self, sums: &[u32]) -> R::Error {
        let mut cycle = Vec::new();
        for &sum in sums {
            let sum = self.memory.table.node(sum).state();
            let atoms = &self.memory.atoms;
            let position = sum.terms.iter().find_map(|&term| atoms.position_of(term));
            match position {
                Some(position) if cycle.contains(position) => break,
                position => cycle.extend(position.cloned()),
            }
        }
        self.searches.rules.repeats(cycle)
    }
}
