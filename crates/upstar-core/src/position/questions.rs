//! Nimbers by questions: is it 0? is it 1? ...
//!
//! Knows: nim-sums, what each answer excludes. Must not know: games.
//!
//! That the nimber is not `n` is shown by one option with nimber `n`, and of that option nothing
//! more need be known than that its nimber is `n`. So most positions are never evaluated, as in
//! a search for the winner of `G + *n`.
//!
//! Source: Lemoine and Viennot, Nimbers are inevitable, Theoretical Computer Science 462, 2012.

use rustc_hash::{FxHashMap, FxHashSet};

use super::nimbers::by_options;
use super::walk::{Stop, step};
use super::{Part, Rules, Sum};
use crate::{Player, Store};

/// Nimbers from here on are found by listing all options.
const FEW: u32 = 64;

/// The nimber of a position, for rules where few options decide.
/// `None` when the position, or one that was looked at, is not impartial.
///
/// # Errors
/// As for [`nimber`](super::nimber). What was found before stays in the memo.
/// Cost: at most one look at the options of each position for each nimber up to its own.
pub(super) fn by_questions<R: Rules>(
    rules: &mut R,
    store: &Store,
    position: &R::Position,
    until: u64,
) -> Result<Option<u32>, Stop<R::Error>> {
    let excluded = std::mem::take(&mut rules.memo().excluded);
    let mut search =
        Search { rules, store, until, excluded, stack: Vec::new(), on_path: FxHashSet::default() };
    let answer = search.find(position);
    let Search { rules, excluded, .. } = search;
    rules.memo().excluded = excluded;
    answer
}

/// A question about a position.
struct Frame<P> {
    position: P,
    /// What was asked: whether it has this nimber.
    asked: u32,
    /// The nimber that is looked for among the options: what was asked, or a smaller one.
    n: u32,
    /// The options whose nimbers are not known.
    open: Vec<Sum<P>>,
    /// How many of them are known not to have the nimber.
    done: usize,
    /// Whether there are so few options that the nimber is one of the few.
    bounded: bool,
}

/// What is known of a sum.
enum State<P> {
    /// Its nimber.
    Nimber(u32),
    /// It has not the nimber asked for.
    Other,
    /// This must be answered first: whether the position has the nimber.
    Ask(P, u32),
    /// It is not impartial.
    Mixed,
}

struct Search<'a, R: Rules> {
    rules: &'a mut R,
    store: &'a Store,
    /// The search ends when the budget counts more steps.
    until: u64,
    /// Nimbers that positions do not have, as bits.
    excluded: FxHashMap<R::Position, u64>,
    stack: Vec<Frame<R::Position>>,
    on_path: FxHashSet<R::Position>,
}

/// What to do next.
enum Next<P> {
    Ask(P, u32),
    Leave,
    Mixed,
}

impl<R: Rules> Search<'_, R> {
    fn find(&mut self, root: &R::Position) -> Result<Option<u32>, Stop<R::Error>> {
        loop {
            if let Some(nimber) = self.rules.memo().nimbers.get(root) {
                return Ok(Some(nimber));
            }
            let lowest = self.lowest(root);
            if !self.enter(root.clone(), lowest)? {
                return Ok(None);
            }
            while !self.stack.is_empty() {
                match self.advance()? {
                    Next::Ask(position, n) => {
                        if !self.enter(position, n)? {
                            return Ok(None);
                        }
                    }
                    Next::Leave => {
                        if let Some(frame) = self.stack.pop() {
                            self.on_path.remove(&frame.position);
                        }
                    }
                    Next::Mixed => return Ok(None),
                }
            }
        }
    }

    /// Begins to answer a question. False when the position is not impartial.
    fn enter(&mut self, position: R::Position, asked: u32) -> Result<bool, Stop<R::Error>> {
        if !self.rules.is_impartial(&position) {
            return Ok(false);
        }
        if asked >= FEW {
            let nimber = by_options(self.rules, self.store, &position, self.until)?;
            return Ok(nimber.is_some());
        }
        if !self.on_path.insert(position.clone()) {
            let start = self.stack.iter().position(|frame| frame.position == position);
            let cycle = self.stack.drain(start.unwrap_or(0)..).map(|frame| frame.position);
            return Err(Stop::Error(self.rules.repeats(cycle.collect())));
        }
        let open = self.rules.options(&position, Player::Left).map_err(Stop::Error)?;
        // So many options can have no larger mex.
        let larger = u32::try_from(open.len() + 1).ok().and_then(|n| u64::MAX.checked_shl(n));
        let bounded = larger.is_some();
        self.exclude(&position, larger.unwrap_or(0), bounded);
        self.stack.push(Frame { position, asked, n: asked, open, done: 0, bounded });
        self.sweep()
    }

    /// Takes the options with known nimbers off the topmost list. False when one is not
    /// impartial.
    fn sweep(&mut self) -> Result<bool, Stop<R::Error>> {
        let Some(mut frame) = self.stack.pop() else { return Ok(true) };
        let (mut mixed, mut seen) = (false, 0);
        let mut kept = Vec::with_capacity(frame.open.len());
        for sum in frame.open {
            self.step()?;
            match self.state(&sum, frame.n) {
                State::Nimber(n @ 0..FEW) => seen |= 1 << n,
                State::Nimber(_) => {}
                State::Mixed => mixed = true,
                State::Other | State::Ask(..) => kept.push(sum),
            }
        }
        self.exclude(&frame.position, seen, frame.bounded);
        frame.open = kept;
        self.stack.push(frame);
        Ok(!mixed)
    }

    /// Works on the topmost question until another must be answered.
    fn advance(&mut self) -> Result<Next<R::Position>, Stop<R::Error>> {
        let Some(mut frame) = self.stack.pop() else { return Ok(Next::Leave) };
        let next = self.look(&mut frame);
        self.stack.push(frame);
        next
    }

    fn look(
        &mut self,
        frame: &mut Frame<R::Position>,
    ) -> Result<Next<R::Position>, Stop<R::Error>> {
        loop {
            self.step()?;
            if self.rules.memo().nimbers.get(&frame.position).is_some() {
                return Ok(Next::Leave);
            }
            if self.is_excluded(&frame.position, frame.n) {
                if frame.n == frame.asked {
                    return Ok(Next::Leave);
                }
                (frame.n, frame.done) = (self.lowest(&frame.position).min(frame.asked), 0);
                continue;
            }
            let Some(sum) = frame.open.get(frame.done) else {
                let lowest = self.lowest(&frame.position);
                if lowest == frame.n {
                    self.rules.memo().nimbers.insert(frame.position.clone(), frame.n);
                    self.excluded.remove(&frame.position);
                    return Ok(Next::Leave);
                }
                // No option has the nimber asked for; perhaps the position has a smaller one.
                (frame.n, frame.done) = (lowest, 0);
                continue;
            };
            match self.state(sum, frame.n) {
                State::Nimber(n) => {
                    if n < FEW {
                        self.exclude(&frame.position, 1 << n, frame.bounded);
                    }
                    frame.open.swap_remove(frame.done);
                }
                State::Other => frame.done += 1,
                State::Ask(position, n) => return Ok(Next::Ask(position, n)),
                State::Mixed => return Ok(Next::Mixed),
            }
        }
    }

    /// What is known of a sum when it is asked whether its nimber is `n`.
    fn state(&mut self, sum: &[Part<R::Position>], n: u32) -> State<R::Position> {
        let mut total = 0;
        let mut unknown: Option<&R::Position> = None;
        for part in sum {
            let known = match part {
                Part::Value(game) => match self.store.as_nimber(*game) {
                    Some(nimber) => Some(nimber),
                    None => return State::Mixed,
                },
                Part::Position(position) | Part::Negative(position) => {
                    let known = self.rules.memo().nimbers.get(position);
                    match (known, unknown) {
                        (None, Some(first)) => {
                            return State::Ask(first.clone(), self.lowest(first));
                        }
                        (None, None) => unknown = Some(position),
                        _ => {}
                    }
                    known
                }
            };
            total ^= known.unwrap_or(0);
        }
        let Some(position) = unknown else { return State::Nimber(total) };
        if self.is_excluded(position, n ^ total) {
            return State::Other;
        }
        State::Ask(position.clone(), n ^ total)
    }

    /// The least nimber that the position may have.
    fn lowest(&self, position: &R::Position) -> u32 {
        self.excluded.get(position).map_or(0, |bits| bits.trailing_ones())
    }

    fn is_excluded(&self, position: &R::Position, n: u32) -> bool {
        n < FEW && self.excluded.get(position).is_some_and(|bits| bits >> n & 1 != 0)
    }

    /// Takes note of nimbers that a position does not have; when its nimber is bounded by them and
    /// one is left, that is it.
    fn exclude(&mut self, position: &R::Position, bits: u64, bounded: bool) {
        if bits == 0 {
            return;
        }
        let excluded = self.excluded.entry(position.clone()).or_default();
        *excluded |= bits;
        if bounded && excluded.count_zeros() == 1 {
            let nimber = excluded.trailing_ones();
            self.excluded.remove(position);
            self.rules.memo().nimbers.insert(position.clone(), nimber);
        }
    }

    fn step(&self) -> Result<(), Stop<R::Error>> {
        step(self.store, self.until)
    }
}
