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
use super::atoms::Term;
use super::state::State;
use super::table::{INFINITE, Stage};
use crate::position::{Part, Rules};
use crate::{Error, Player};

/// Steps of the first round.
const FIRST_ROUND: u64 = 20_000;

/// A sum the search is below of, and the numbers at which it is left.
struct Frame {
    node: u32,
    win: u32,
    loss: u32,
}

/// What became of a sum that a move leads to.
enum Child {
    /// The mover wins by it.
    Wins,
    /// The mover loses by it.
    Loses,
    /// Nobody knows yet.
    Open(u32),
}

impl<R: Rules> Search<'_, R> {
    /// Whether the player who moves first wins: values and search in turn.
    pub(super) fn question(
        &mut self,
        sum: &[Part<R::Position>],
        first: Player,
    ) -> Result<bool, R::Error> {
        let mut effort = FIRST_ROUND;
        loop {
            self.allowed = self.valuing + effort / 2;
            let state = self.root(sum, first, effort / 2)?;
            self.allowed = self.valuing + effort / 2;
            if let Some(answer) = self.decided(&state)? {
                return Ok(answer);
            }
            let root = self.open(&state)?;
            if let Some(answer) = self.prove(root, self.store.budget().steps() + effort)? {
                return Ok(answer);
            }
            effort = effort.saturating_mul(4);
        }
    }

    /// The sum as a search sees it; each position is tried for its value.
    fn root(
        &mut self,
        sum: &[Part<R::Position>],
        first: Player,
        effort: u64,
    ) -> Result<State, R::Error> {
        let mut state = State::zero();
        for part in sum {
            self.step()?;
            match part {
                Part::Value(game) => {
                    let game =
                        if first == Player::Left { *game } else { self.store.neg(*game)? };
                    self.add_game(&mut state, game)?;
                }
                Part::Position(position) | Part::Negative(position) => {
                    let mut term = self.position(position)?;
                    if self.shortcuts.values && self.value(term)?.is_none() {
                        self.try_value(position, effort)?;
                    }
                    if matches!(part, Part::Negative(_)) != (first == Player::Right) {
                        term = term.negative();
                    }
                    self.add_term(&mut state, term)?;
                }
            }
        }
        self.settle(&mut state)?;
        Ok(state)
    }

    fn step(&self) -> Result<(), Error> {
        Ok(self.store.budget().step()?)
    }

    /// The number of a sum, met before or not.
    fn open(&mut self, state: &State) -> Result<u32, R::Error> {
        match self.table.find(state) {
            Some(node) => Ok(node),
            None => {
                let loss = self.replies(state)?;
                Ok(self.table.add(state, 1, loss)?)
            }
        }
    }

    /// An estimate of the moves that Left has.
    fn replies(&mut self, state: &State) -> Result<u32, R::Error> {
        if !self.shortcuts.mobility {
            return Ok(1);
        }
        let mut count = 1;
        for &term in &state.terms {
            count += self.choices(term, Player::Left)?.len();
        }
        Ok(u32::try_from(count).unwrap_or(INFINITE - 1))
    }

    /// Whether the mover of a sum wins; nothing when the budget counts more than `until` steps
    /// before.
    fn prove(&mut self, root: u32, until: u64) -> Result<Option<bool>, R::Error> {
        let mut path = vec![Frame { node: root, win: INFINITE, loss: INFINITE }];
        let result = self.run(&mut path, until);
        for frame in path {
            self.table.node_mut(frame.node).on_path = false;
        }
        let known = result?;
        Ok(known.then(|| self.table.node(root).win == 0))
    }

    /// Runs until the root is solved: then true.
    fn run(&mut self, path: &mut Vec<Frame>, until: u64) -> Result<bool, R::Error> {
        while let Some(&Frame { node, win, loss }) = path.last() {
            self.step()?;
            if self.store.budget().steps() > until {
                return Ok(false);
            }
            self.table.node_mut(node).on_path = true;
            if self.table.node(node).stage == Stage::Fresh {
                self.expand(node)?;
            }
            match self.weigh(node, win, loss)? {
                Some(next) if self.table.node(next.node).on_path => {
                    return Err(self.repeats(path, next.node));
                }
                Some(next) => path.push(next),
                None => {
                    self.table.node_mut(node).on_path = false;
                    path.pop();
                }
            }
        }
        Ok(true)
    }

    /// Brings the numbers of a sum up to date. The move to follow next, unless the sum is solved
    /// or passes its limits.
    fn weigh(&mut self, at: u32, win: u32, loss: u32) -> Result<Option<Frame>, R::Error> {
        loop {
            if self.table.node(at).is_solved() {
                return Ok(None);
            }
            let mut children = std::mem::take(&mut self.table.node_mut(at).children);
            let (mut best, mut second, mut best_loss) = (0, INFINITE, INFINITE);
            let mut hardest = 0;
            children.retain(|&child| {
                let child_node = self.table.node(child);
                if child_node.win == 0 {
                    return false;
                }
                hardest = hardest.max(child_node.win);
                if child_node.loss < best_loss {
                    (best, best_loss, second) = (child, child_node.loss, best_loss);
                } else {
                    second = second.min(child_node.loss);
                }
                true
            });
            if best_loss == 0 {
                self.table.node_mut(at).settle(true);
                continue;
            }
            if children.is_empty() {
                self.exhausted(at)?;
                continue;
            }
            let more = u32::try_from(children.len() - 1).unwrap_or(INFINITE);
            let node = self.table.node_mut(at);
            node.children = children;
            node.win = best_loss;
            node.loss = hardest.saturating_add(more).min(INFINITE - 1);
            if node.win >= win || node.loss >= loss {
                return Ok(None);
            }
            let patience = second.saturating_add(second / 4).saturating_add(1).min(INFINITE);
            return Ok(Some(Frame { node: best, win: loss - more, loss: win.min(patience) }));
        }
    }

    /// All listed moves lose: what remains is a move in a number, which is better than all
    /// others only when everything else is a number too (Winning Ways, chapter 6, "number
    /// avoidance").
    fn exhausted(&mut self, at: u32) -> Result<(), R::Error> {
        let node = self.table.node_mut(at);
        let stage = std::mem::replace(&mut node.stage, Stage::Complete);
        let state = node.state();
        if stage == Stage::Listed && self.store.is_number(state.game) {
            for option in self.store.left_options(state.game)? {
                let next = self.after_packed(&state, option)?;
                match self.child(&next)? {
                    Child::Wins => {
                        self.table.node_mut(at).settle(true);
                        return Ok(());
                    }
                    Child::Loses => {}
                    Child::Open(child) => {
                        self.table.node_mut(at).children.push(child);
                        return Ok(());
                    }
                }
            }
        }
        self.table.node_mut(at).settle(false);
        Ok(())
    }

    /// Lists the moves of a sum, those that may win.
    fn expand(&mut self, at: u32) -> Result<(), R::Error> {
        self.expanded += 1;
        self.table.node_mut(at).stage = Stage::Listed;
        let old = self.table.node(at).state();
        let mut state = State::zero();
        self.add_packed(&mut state, old.game)?;
        for &term in &old.terms {
            self.add_term(&mut state, term)?;
        }
        self.settle(&mut state)?;
        if state != old {
            if let Some(wins) = self.decided(&state)? {
                self.table.node_mut(at).settle(wins);
                return Ok(());
            }
            self.table.node_mut(at).simpler = Some(Box::new(state.clone()));
        }
        match self.list(&state)? {
            Some(children) => self.table.node_mut(at).children = children,
            None => self.table.node_mut(at).settle(true),
        }
        Ok(())
    }

    /// The sums that Left can move to and that may win; nothing when one wins for sure.
    fn list(&mut self, state: &State) -> Result<Option<Vec<u32>>, R::Error> {
        let mut children = Vec::new();
        let mut last: Option<Term> = None;
        for (place, &term) in state.terms.iter().enumerate() {
            if last.replace(term) == Some(term) {
                continue;
            }
            for choice in self.choices(term, Player::Left)?.iter() {
                self.step()?;
                let next = self.after(state, place, choice)?;
                match self.child(&next)? {
                    Child::Wins => return Ok(None),
                    Child::Loses => {}
                    Child::Open(child) => children.push(child),
                }
            }
        }
        if !self.store.is_number(state.game) {
            for option in self.store.left_options(state.game)? {
                self.step()?;
                let next = self.after_packed(state, option)?;
                match self.child(&next)? {
                    Child::Wins => return Ok(None),
                    Child::Loses => {}
                    Child::Open(child) => children.push(child),
                }
            }
        }
        children.sort_unstable();
        children.dedup();
        Ok(Some(children))
    }

    /// What is known of a sum in which the opponent moves next.
    fn child(&mut self, state: &State) -> Result<Child, R::Error> {
        if let Some(opponent_wins) = self.decided(state)? {
            return Ok(if opponent_wins { Child::Loses } else { Child::Wins });
        }
        let at = self.open(state)?;
        let node = self.table.node(at);
        Ok(match (node.win, node.loss) {
            (0, _) => Child::Loses,
            (_, 0) => Child::Wins,
            _ => Child::Open(at),
        })
    }

    /// The error for a sum that leads back to itself.
    fn repeats(&mut self, path: &[Frame], again: u32) -> R::Error {
        let start = path.iter().position(|frame| frame.node == again).unwrap_or(0);
        let sums = path[start..].iter().map(|frame| self.table.node(frame.node).state());
        let first = sums.filter_map(|sum| {
            sum.terms.iter().find_map(|&term| self.atoms.position(term).cloned())
        });
        let cycle = first.collect();
        self.rules.repeats(cycle)
    }
}
