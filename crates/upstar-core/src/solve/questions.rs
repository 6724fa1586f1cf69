//! Nimbers by questions: is it 0? is it 1? ...
//!
//! Knows: nim-sums, what each answer excludes, proof numbers of questions. Must not know: games.
//!
//! That the nimber is not `n` is shown by one option with nimber `n`, and of that option nothing
//! more need be known than that its nimber is `n`; or by a smaller nimber that the position has.
//! So most positions are never evaluated, as in a search for the winner of `G + *n`. Of the options
//! the one is looked at first that needs the least effort, as in `search/prove.rs`.
//!
//! Sources: Lemoine and Viennot, Nimbers are inevitable, Theoretical Computer Science 462, 2012;
//! Nagai, Df-pn algorithm for searching AND/OR trees, 2002.

use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::circle::circle;
use super::effort::{Effort, Efforts, State, Weight};
use super::graph::surely_ends;
use super::nimbers::by_options;
use super::walk::{Stop, step};
use super::{Part, Ruleset, Solver, Sum};
use crate::Player;

/// Nimbers from here on are found by listing all options.
const FEW: u32 = 64;
/// Steps without a new position or answer, after which a circle is looked for at first.
const PATIENCE: u64 = 1 << 14;
/// Components of options that are kept; beyond, they are listed again when needed.
const MOST_HELD: usize = 1 << 22;

/// The nimber of a position, for rules where few options decide.
/// `None` when the position, or one that was looked at, is not impartial.
///
/// # Errors
/// As for [`nimber`](super::nimber). What was found before stays in the memo.
pub(super) fn by_questions<R: Ruleset>(
    solver: &Solver<'_, R>,
    position: &R::Position,
    until: u64,
    efforts: Efforts<'_, R::Position>,
) -> Result<Option<u32>, Stop<R::Error>> {
    let mut search = Search {
        solver,
        until,
        lists: FxHashMap::default(),
        held: 0,
        efforts,
        idle: 0,
        patience: PATIENCE,
        stack: Vec::new(),
        on_path: FxHashSet::default(),
    };
    search.find(position)
}

/// The options of a position, the smallest first.
type List<P> = Rc<[Sum<P>]>;

/// A question about a position.
struct Frame<P> {
    position: P,
    /// Whether it has this nimber.
    n: u32,
    /// The efforts at which the question is left for another one.
    limit: Effort,
    options: List<P>,
    /// Which of them may have the nimber.
    open: Vec<u32>,
}

struct Search<'a, R: Ruleset> {
    solver: &'a Solver<'a, R>,
    /// The search ends when the budget counts more steps.
    until: u64,
    /// The options of positions.
    lists: FxHashMap<R::Position, List<R::Position>>,
    /// Components in these.
    held: usize,
    efforts: Efforts<'a, R::Position>,
    /// Steps since there was a new position or answer.
    idle: u64,
    patience: u64,
    stack: Vec<Frame<R::Position>>,
    on_path: FxHashSet<R::Position>,
}

/// What to do next.
enum Next<P> {
    Ask(P, u32, Effort),
    Leave,
    Mixed,
}

impl<R: Ruleset> Search<'_, R> {
    fn find(&mut self, root: &R::Position) -> Result<Option<u32>, Stop<R::Error>> {
        loop {
            if let Some(nimber) = self.solver.memo.nimbers.get(root) {
                return Ok(Some(nimber));
            }
            let lowest = self.lowest(root);
            if !self.enter(root.clone(), lowest, Effort::UNLIMITED)? {
                return Ok(None);
            }
            while let Some(mut frame) = self.stack.pop() {
                self.look_for_circle(root)?;
                let next = self.look(&mut frame)?;
                if self.efforts.are_shared() && self.solver.memo.nimbers.get(root).is_some() {
                    break;
                }
                match next {
                    Next::Ask(position, n, limit) => {
                        self.stack.push(frame);
                        if !self.enter(position, n, limit)? {
                            return Ok(None);
                        }
                    }
                    Next::Leave => {
                        self.efforts.leave(&frame.position, frame.n);
                        let done = !self.is_below(&frame.position);
                        _ = done && self.on_path.remove(&frame.position);
                    }
                    Next::Mixed => return Ok(None),
                }
            }
        }
    }

    /// Efforts that lead back to themselves grow without end, and nothing new is found.
    fn look_for_circle(&mut self, root: &R::Position) -> Result<(), Stop<R::Error>> {
        self.idle += 1;
        if self.idle < self.patience {
            return Ok(());
        }
        (self.idle, self.patience) = (0, self.patience.saturating_mul(2));
        let round = circle(&self.lists, root, || step(self.solver.store, self.until))?;
        round.map_or(Ok(()), |round| Err(Stop::Error(self.solver.rules.repeats(round))))
    }

    /// Whether the topmost question is about this position.
    fn is_below(&self, position: &R::Position) -> bool {
        self.stack.last().is_some_and(|frame| frame.position == *position)
    }

    /// Begins to answer a question. False when the position is not impartial.
    fn enter(
        &mut self,
        position: R::Position,
        n: u32,
        limit: Effort,
    ) -> Result<bool, Stop<R::Error>> {
        if !self.solver.rules.is_impartial(&position) {
            return Ok(false);
        }
        if n >= FEW {
            // What takes long without a look at the others is left to the first thread.
            if self.efforts.are_of_helper() {
                return Err(Stop::Enough);
            }
            let nimber = by_options(self.solver, &position, self.until)?;
            return Ok(nimber.is_some());
        }
        if !self.is_below(&position) && !self.on_path.insert(position.clone()) {
            let start = self.stack.iter().position(|frame| frame.position == position);
            let path = self.stack.drain(start.expect("it is on the path")..);
            let mut cycle: Vec<R::Position> = path.map(|frame| frame.position).collect();
            // Several questions about a position lie one upon the other.
            cycle.dedup();
            return Err(Stop::Error(self.solver.rules.repeats(cycle)));
        }
        let options = self.list(&position)?;
        self.efforts.enter(&position, n);
        let open = (0..options.len() as u32).collect();
        self.stack.push(Frame { position, n, limit, options, open });
        Ok(true)
    }

    /// The options of a position: the smallest first, each once, without pairs of equal parts.
    fn list(&mut self, position: &R::Position) -> Result<List<R::Position>, Stop<R::Error>> {
        if let Some(known) = self.lists.get(position) {
            return Ok(known.clone());
        }
        self.idle = 0;
        let mut options = self.solver.options(position, Player::Left).map_err(Stop::Error)?;
        for sum in &mut options {
            self.step()?;
            self.cancel(sum)?;
            sum.sort_by_cached_key(|part| self.size(part));
        }
        options.sort_by_cached_key(|sum| {
            (sum.last().map_or(0, |part| self.size(part)), FxBuildHasher.hash_one(sum))
        });
        options.dedup();
        // So many options can have no larger mex.
        if let Some(larger) = larger_than(options.len()) {
            self.exclude(position, larger, true);
        }
        let more = options.iter().map(|sum| sum.len() + 1).sum::<usize>();
        if self.held + more > MOST_HELD {
            self.lists.clear();
            self.held = 0;
        }
        self.held += more;
        let list: List<R::Position> = options.into();
        self.lists.insert(position.clone(), list.clone());
        Ok(list)
    }

    /// Drops pairs of equal parts, whose nim-sum is 0 where play in them surely ends. Two drawn
    /// parts make a draw.
    fn cancel(&mut self, sum: &mut Sum<R::Position>) -> Result<(), Stop<R::Error>> {
        let mut at = 0;
        while at < sum.len() {
            let same = (at + 1..sum.len()).find(|&other| sum[other] == sum[at]);
            match same {
                Some(other) if self.cancels(&sum[at])? => {
                    sum.swap_remove(other);
                    sum.swap_remove(at);
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    /// Whether a part is impartial and play in it surely ends: then two of it make 0.
    fn cancels(&mut self, part: &Part<R::Position>) -> Result<bool, Stop<R::Error>> {
        Ok(match part {
            Part::Value(game) => self.solver.store.as_nimber(*game).is_some(),
            Part::Position(place) | Part::Negative(place) => {
                self.solver.rules.is_impartial(place) && surely_ends(self.solver, place)?
            }
        })
    }

    /// About how many moves a part has.
    fn size(&self, part: &Part<R::Position>) -> u32 {
        match part {
            Part::Position(position) | Part::Negative(position) => self.solver.rules.size(position),
            Part::Value(_) => 0,
        }
    }

    /// Works on a question until another must be answered.
    fn look(
        &mut self,
        frame: &mut Frame<R::Position>,
    ) -> Result<Next<R::Position>, Stop<R::Error>> {
        self.step()?;
        let Some(weight) = self.weigh(frame)? else { return Ok(Next::Mixed) };
        let known = self.solver.memo.nimbers.get(&frame.position).is_some();
        if known || self.is_excluded(&frame.position, frame.n) {
            return Ok(Next::Leave);
        }
        let Some((position, n)) = weight.best else {
            self.solver.memo.nimbers.insert(frame.position.clone(), frame.n);
            return Ok(Next::Leave);
        };
        let effort = Effort { no: weight.effort.yes, yes: weight.all };
        self.efforts.remember(&frame.position, frame.n, effort);
        if effort.no >= frame.limit.no || effort.yes >= frame.limit.yes {
            return Ok(Next::Leave);
        }
        if weight.entire {
            return Ok(Next::Ask(position, n, Effort::UNLIMITED));
        }
        let others = weight.all.saturating_sub(weight.effort.no);
        let yes = frame.limit.no.min(weight.second.saturating_add(1));
        Ok(Next::Ask(position, n, Effort { no: frame.limit.yes - others, yes }))
    }

    /// Takes note of the options whose nimbers are known, and weighs the others and the smaller
    /// nimbers. Nothing when an option is not impartial.
    fn weigh(
        &mut self,
        frame: &mut Frame<R::Position>,
    ) -> Result<Option<Weight<R::Position>>, Stop<R::Error>> {
        let (options, n) = (frame.options.clone(), frame.n);
        let (mut weight, mut seen, mut mixed) = (Weight::new(), 0, false);
        frame.open.retain(|&at| {
            let sum = &options[at as usize];
            match self.state(sum, n) {
                State::Nimber(nimber) => seen |= 1u64.checked_shl(nimber).unwrap_or(0),
                State::Other => {}
                State::Ask(position, n) => {
                    let effort = self.effort(position, n);
                    weight.add(effort, false, || (position.clone(), n));
                    return true;
                }
                State::Find(position) => {
                    let effort = self.effort_of_sum(sum);
                    weight.add(effort, true, || (position.clone(), self.lowest(position)));
                    return true;
                }
                State::Mixed => mixed = true,
            }
            false
        });
        self.step()?;
        let bounded = larger_than(options.len()).is_some();
        self.exclude(&frame.position, seen, bounded);
        for smaller in 0..n {
            if !self.is_excluded(&frame.position, smaller) {
                let effort = self.effort(&frame.position, smaller);
                weight.add(effort, false, || (frame.position.clone(), smaller));
            }
        }
        Ok((!mixed).then_some(weight))
    }

    /// What is known of a sum when it is asked whether its nimber is `n`. Small parts come first.
    fn state<'s>(&mut self, sum: &'s [Part<R::Position>], n: u32) -> State<'s, R::Position> {
        let mut total = 0;
        let mut unknown: Option<&R::Position> = None;
        for part in sum {
            total ^= match part {
                Part::Value(game) => match self.solver.store.as_nimber(*game) {
                    Some(nimber) => nimber,
                    None => return State::Mixed,
                },
                Part::Position(position) | Part::Negative(position) => {
                    match (self.solver.memo.nimbers.get(position), unknown) {
                        (Some(nimber), _) => nimber,
                        (None, Some(first)) => return State::Find(first),
                        (None, None) => {
                            unknown = Some(position);
                            0
                        }
                    }
                }
            };
        }
        match unknown {
            None => State::Nimber(total),
            Some(position) if self.is_excluded(position, n ^ total) => State::Other,
            Some(position) => State::Ask(position, n ^ total),
        }
    }

    /// The effort of a question that is not answered; at first the more the larger the position.
    fn effort(&self, position: &R::Position, n: u32) -> Effort {
        let first = || Effort { no: 1, yes: self.solver.rules.size(position).saturating_add(1) };
        self.efforts.of(position, n, first)
    }

    /// The effort of a question about a sum of several positions: their nimbers must be found.
    fn effort_of_sum(&mut self, sum: &[Part<R::Position>]) -> Effort {
        let mut effort = Effort { no: 0, yes: 1 };
        for part in sum {
            if let Part::Position(position) | Part::Negative(position) = part
                && self.solver.memo.nimbers.get(position).is_none()
            {
                effort.no += 1;
                effort.yes =
                    effort.yes.saturating_add(self.solver.rules.size(position).saturating_mul(2));
            }
        }
        effort
    }

    /// The least nimber that the position may have.
    fn lowest(&mut self, position: &R::Position) -> u32 {
        self.solver.memo.excluded.get(position).map_or(0, u64::trailing_ones)
    }

    fn is_excluded(&mut self, position: &R::Position, n: u32) -> bool {
        n < FEW && self.solver.memo.excluded.get(position).is_some_and(|bits| bits >> n & 1 != 0)
    }

    /// Takes note of nimbers that a position does not have; when its nimber is bounded by them and
    /// one is left, that is it.
    fn exclude(&mut self, position: &R::Position, bits: u64, bounded: bool) {
        if bits == 0 {
            return;
        }
        let memo = &self.solver.memo;
        let before = memo.excluded.add(position.clone(), bits);
        let bits = bits | before;
        self.idle *= u64::from(bits == before);
        if bounded && bits.count_zeros() == 1 {
            memo.nimbers.insert(position.clone(), bits.trailing_ones());
        }
    }

    fn step(&self) -> Result<(), Stop<R::Error>> {
        step(self.solver.store, self.until)
    }
}

/// The nimbers above the mex of so many options, as bits, if it is one of the few.
fn larger_than(options: usize) -> Option<u64> {
    u32::try_from(options + 1).ok().and_then(|n| u64::MAX.checked_shl(n))
}
