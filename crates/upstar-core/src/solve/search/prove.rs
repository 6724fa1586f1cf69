//! Depth-first proof-number search.
//!
//! Knows: proof numbers, thresholds, the path. Must not know: what sums are made of.
//!
//! Every sum carries two numbers: how much effort is still needed to prove that its mover wins,
//! and that it loses. The search goes where the less effort is needed, and comes back when
//! another place has become more promising. Sources: Allis, van der Meulen and van den Herik,
//! Proof-number search, Artificial Intelligence 66, 1994; Nagai, Df-pn algorithm for searching
//! AND/OR trees, 2002; Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number search, 2008, for
//! the maximum in place of the sum, because the same sums are reached in many ways.

use super::Search;
use super::moves::Moves;
use super::state::State;
use super::table::{INFINITE, Stage};
use crate::solve::Ruleset;
use crate::solve::path::Path;

/// Thresholds of a sum on the path: the numbers at which the search goes back to its parent.
#[derive(Clone, Copy)]
struct Thresholds {
    win: u32,
    loss: u32,
}

/// The proof numbers of the children of a sum, put together.
struct Weight {
    /// The child with the least disproof number, this number, and that of the next.
    best: u32,
    win: u32,
    second: u32,
    /// The largest proof number of a child.
    hardest: u32,
}

impl<R: Ruleset> Search<'_, R> {
    /// Whether the mover of a sum wins; nothing when the effort of this thread passes `until`
    /// before, or the table is full.
    pub(super) fn prove(&mut self, sum: &State, until: u64) -> Result<Option<bool>, R::Error> {
        let root = self.open(sum, 0)?;
        // An earlier search has found it.
        self.expanded |= self.table.node(root).is_solved();
        let unlimited = Thresholds { win: INFINITE, loss: INFINITE };
        let solved = self.run(Path::from_root(root, unlimited), until)?;
        Ok(solved.then(|| self.table.node(root).win == 0))
    }

    /// Runs until the root is solved: then true.
    fn run(&mut self, mut path: Path<u32, Thresholds>, until: u64) -> Result<bool, R::Error> {
        while let Some((&node, &mut thresholds)) = path.top() {
            self.step()?;
            if self.solver.store.budget().effort() > until || self.is_full() {
                return Ok(false);
            }
            if self.table.node(node).stage == Stage::Fresh && !self.expand(node, until)? {
                return Ok(false);
            }
            match self.weigh(node, thresholds)? {
                Some((child, of_child)) => {
                    path.push(child, of_child).map_err(|cycle| self.repeats(&cycle))?;
                }
                None => _ = path.pop(),
            }
        }
        Ok(true)
    }

    /// Lists the moves of a sum. False when they are too many.
    fn expand(&mut self, at: u32, until: u64) -> Result<bool, R::Error> {
        self.expanded = true;
        let state = self.table.node(at).state();
        let (simpler, wins) = self.simpler(&state)?;
        if let Some(wins) = wins {
            self.table.node_mut(at).settle(wins);
            return Ok(true);
        }
        let moves = self.moves(&simpler, until)?;
        let node = self.table.node_mut(at);
        match moves {
            Moves::Win => node.settle(true),
            Moves::TooMany => return Ok(false),
            Moves::Open(children) => {
                node.children = children;
                node.stage = Stage::Listed;
                node.simpler = (simpler != state).then(|| Box::new(simpler));
            }
        }
        Ok(true)
    }

    /// Brings the numbers of a sum up to date. The child to search next and its thresholds, unless
    /// the sum is solved or passes its own.
    fn weigh(
        &mut self,
        at: u32,
        Thresholds { win, loss }: Thresholds,
    ) -> Result<Option<(u32, Thresholds)>, R::Error> {
        while !self.table.node(at).is_solved() {
            let mut children = std::mem::take(&mut self.table.node_mut(at).children);
            let weight = self.weight(&mut children);
            if weight.win == 0 {
                self.table.node_mut(at).settle(true);
            } else if children.is_empty() {
                self.exhausted(at)?;
            } else {
                let more = u32::try_from(children.len() - 1).unwrap_or(INFINITE);
                let node = self.table.node_mut(at);
                node.children = children;
                node.win = weight.win;
                node.loss = weight.hardest.saturating_add(more).min(INFINITE - 1);
                if node.win >= win || node.loss >= loss {
                    return Ok(None);
                }
                let patience = weight.second.saturating_add(1);
                let thresholds = Thresholds { win: loss - more, loss: win.min(patience) };
                return Ok(Some((weight.best, thresholds)));
            }
        }
        Ok(None)
    }

    /// Drops the children by which the mover loses and weighs the others. Among equals the one
    /// met last goes first: rules of heaps list the largest moves last.
    fn weight(&self, children: &mut Vec<u32>) -> Weight {
        let mut weight = Weight { best: 0, win: INFINITE, second: INFINITE, hardest: 0 };
        children.retain(|&child| {
            let node = self.table.node(child);
            if node.win == 0 {
                return false;
            }
            weight.hardest = weight.hardest.max(node.win);
            if node.loss <= weight.win {
                (weight.second, weight.win, weight.best) = (weight.win, node.loss, child);
            } else {
                weight.second = weight.second.min(node.loss);
            }
            true
        });
        weight
    }

    /// All moves listed lose; what remains is a move in a number.
    fn exhausted(&mut self, at: u32) -> Result<(), R::Error> {
        let mut moves = Moves::Open(Vec::new());
        if self.table.node(at).stage == Stage::Listed {
            let state = self.table.node(at).state();
            moves = self.move_in_number(&state)?;
        }
        let node = self.table.node_mut(at);
        node.stage = Stage::Complete;
        match moves {
            Moves::Win => node.settle(true),
            Moves::Open(children) if !children.is_empty() => node.children = children,
            Moves::Open(_) | Moves::TooMany => node.settle(false),
        }
        Ok(())
    }

    /// The error for a sum that leads back to itself. With the players exchanged on the way, a
    /// position may come back before the sum does.
    fn repeats(&self, sums: &[u32]) -> R::Error {
        let mut cycle = Vec::new();
        for &sum in sums {
            let sum = self.table.node(sum).state();
            let position = sum.terms.iter().find_map(|&term| self.atoms.position_of(term));
            match position {
                Some(position) if cycle.contains(position) => break,
                position => cycle.extend(position.cloned()),
            }
        }
        self.solver.rules.repeats(cycle)
    }
}
