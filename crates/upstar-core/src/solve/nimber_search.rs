//! Depth-first proof-number search for nimbers: is it 0? is it 1? ...
//!
//! Knows: nim-sums, what each answer excludes. Must not know: games.
//!
//! One option with nimber `n` proves that the nimber of a position is not `n`, and of that option nothing
//! more need be known than that its nimber is `n`; so does a smaller nimber that the position has. So most
//! positions are never evaluated, as in a search for the winner of `G + *n`. The children of the question
//! whether a position has the nimber `n` are the same question about the options, and about the position
//! with smaller nimbers.
//!
//! Sources: Lemoine and Viennot, Nimbers are inevitable, Theoretical Computer Science 462, 2012;
//! Nagai, Df-pn algorithm for searching AND/OR trees, 2002.
//!
//! Threads share answers and proof numbers; a question that one thread works on seems harder to the others. They
//! only do so where all play surely ends and stays impartial, so that no cycle can be met or missed.
//!
//! # What was tried
//!
//! A program for Cram alone on thirteen boards; the measure is the geometric mean of listed options and looks at
//! questions, of which a tenth is within what a single board varies.
//!
//! | design | result |
//! |---|---|
//! | **pieces of at least eight options; a child is left when another is better by a quarter** | 1.11 |
//! | all options at once, and no such patience | 1.75 |
//! | pieces of one; of twelve; of eight and then the rest | 1.09; 1.29; 1.21 |
//! | patience of 1/8; 1/3; 1/2; 1 | 1.29; 1.24; 1.25; 1.78 |
//! | moves in reverse, or the other direction first | 1.09 to 1.11 |
//! | first proof numbers: the number of moves to the power 0.8; 1.1; 1.25 | 1.56; 1.26; 1.86 |
//! | first proof numbers by the parity of the nimber; less for what is listed in part | 1.30 to 1.39; 1.11 |
//! | the largest disproof number in place of the sum; depth first without proof numbers | 1.25; 3 times |
//!
//! What bounds Cram is splitting, turning and finding boards after moves: of 5x6 the options take 60%. The proof
//! found for 4x9 has 28,500 positions of the 107,000 that are listed, so a perfect order saves at most three quarters.

use std::hash::BuildHasher;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::cycle::find_cycle;
use super::graph::surely_ends;
use super::memo::{FEW, NimberFacts};
use super::nimbers::by_mex;
use super::path::Path;
use super::proof_numbers::{ProofNumbers, ProofTable, Selection, SumState};
use super::walk::{Stop, step};
use super::{Component, OptionList, Playable, Searches, Sum};
use crate::{Error, Player};

/// Steps without a new position or answer, after which a cycle is looked for at first.
const PATIENCE: u64 = 1 << 14;
/// Most components of options that are kept; beyond, options are listed again when needed.
const MOST_HELD: usize = 1 << 22;
/// About eight times as many bytes as a component takes there: an eighth of the memory is for options.
const BYTES: u64 = 1 << 8;

/// Nimber of a position, for rules where few options decide; `None` when the position, or one that was
/// looked at, is not impartial.
///
/// # Errors
/// As for [`nimber`](super::nimbers::nimber). What was found before stays in the memo.
pub(super) fn by_search<R: Playable>(
    searches: &Searches<'_, R>,
    position: &R::Position,
    until: u64,
    table: ProofTable<'_, R::Position>,
) -> Result<Option<u32>, Stop<R::Error>> {
    let lists = FxHashMap::default();
    let mut search = NimberSearch {
        searches,
        until,
        lists,
        held: 0,
        table,
        listing: OptionListing::default(),
        idle: 0,
        patience: PATIENCE,
    };
    search.find(position)
}

/// Options of a position whose nimbers were not known when they were listed, the smallest first. What the others
/// exclude is in the memo.
struct UnknownOptions<P> {
    /// The components of all of them, one option after the other.
    parts: Box<[Component<P>]>,
    /// Where the components of each end.
    ends: Box<[u32]>,
    /// Whether the position has so few options that they bound its nimber below [`FEW`].
    bounded: bool,
}

impl<P> UnknownOptions<P> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The option with this number.
    fn at(&self, number: u32) -> &[Component<P>] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.parts[start..self.ends[number] as usize]
    }
}

/// Node of the path: the question whether its position has a certain nimber.
struct NimberQuestion<P> {
    n: u32,
    /// Numbers at which the search goes back to another question.
    thresholds: ProofNumbers,
    options: Rc<UnknownOptions<P>>,
    /// The children that are not answered, in the order of the options; none before the first look.
    open: Vec<Child>,
    /// The child that was searched last, as an index of `open`.
    searched: Option<usize>,
    /// Question about the same position that waits for this one. There may be thousands, where a move leads from a
    /// position to itself: other moves may answer them, and what does not is found by a look for cycles.
    parent: Option<Box<NimberQuestion<P>>>,
}

/// Questions that wait for each other are dropped one by one, and not within each other: they may be more than the machine
/// stack has room for.
impl<P> Drop for NimberQuestion<P> {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut question) = next {
            next = question.parent.take();
        }
    }
}

/// Child of a question, with the numbers that it had when it was looked at last.
struct Child {
    asks: Asks,
    numbers: ProofNumbers,
}

/// What a child asks.
#[derive(Clone, Copy)]
enum Asks {
    /// Whether the option with this number has the nimber of the question.
    Option(u32),
    /// Whether the position has this smaller nimber.
    Smaller(u32),
}

/// Options of a position; `None` where one among the first answers the question.
type Listed<R> =
    Result<Option<Rc<UnknownOptions<<R as Playable>::Position>>>, Stop<<R as Playable>::Error>>;

/// Options being listed. The memory is used again for the next ones.
struct OptionListing<P> {
    /// The ones listed last.
    all: OptionList<P>,
    /// Those with unknown nimbers.
    open: OptionList<P>,
    /// Of each of these the size of its largest component, a hash and its place.
    order: Vec<(u32, u64, Range<usize>)>,
    sum: Sum<P>,
}

impl<P> Default for OptionListing<P> {
    fn default() -> Self {
        let (all, open) = (OptionList::default(), OptionList::default());
        OptionListing { all, open, order: Vec::new(), sum: Sum::new() }
    }
}

/// Positions that questions are about.
type Questions<P> = Path<P, NimberQuestion<P>>;

struct NimberSearch<'a, R: Playable> {
    searches: &'a Searches<'a, R>,
    /// Number of steps in the budget at which the search ends.
    until: u64,
    /// Options of positions.
    lists: FxHashMap<R::Position, Rc<UnknownOptions<R::Position>>>,
    /// Components in these.
    held: usize,
    table: ProofTable<'a, R::Position>,
    listing: OptionListing<R::Position>,
    /// Steps since there was a new position or answer.
    idle: u64,
    patience: u64,
}

/// What to do next.
enum SearchStep<P> {
    Ask(P, u32, ProofNumbers),
    Again,
    Leave,
    Mixed,
}

impl<R: Playable> NimberSearch<'_, R> {
    fn find(&mut self, root: &R::Position) -> Result<Option<u32>, Stop<R::Error>> {
        self.notice(root);
        loop {
            if let Some(nimber) = self.searches.memo.nimbers.get(root) {
                return Ok(Some(nimber));
            }
            let (mut path, lowest) = (Path::new(), self.lowest(root));
            if !self.enter(&mut path, root.clone(), lowest, ProofNumbers::UNLIMITED)? {
                return Ok(None);
            }
            while let Some((position, question)) = path.top() {
                self.look_for_cycle(root)?;
                let next = self.look(position, question)?;
                if self.table.is_shared() && self.searches.memo.nimbers.get(root).is_some() {
                    break;
                }
                match next {
                    SearchStep::Ask(position, n, thresholds) => {
                        if !self.enter(&mut path, position, n, thresholds)? {
                            return Ok(None);
                        }
                    }
                    SearchStep::Again => {}
                    SearchStep::Leave => self.leave(&mut path),
                    SearchStep::Mixed => return Ok(None),
                }
            }
        }
    }

    /// Looks for a cycle after many steps in which nothing new was found: proof numbers around a cycle
    /// that the path does not meet grow without end.
    fn look_for_cycle(&mut self, root: &R::Position) -> Result<(), Stop<R::Error>> {
        self.idle += 1;
        if self.idle < self.patience {
            return Ok(());
        }
        (self.idle, self.patience) = (0, self.patience.saturating_mul(2));
        let followers = |position: &R::Position| {
            self.step()?;
            let parts = self.lists.get(position).into_iter().flat_map(|list| list.parts.iter());
            let mut all = Vec::new();
            for position in parts.filter_map(Component::position) {
                self.step()?;
                all.push(position.clone());
            }
            Ok::<_, Stop<R::Error>>(all)
        };
        let cycle = find_cycle(root, followers, |_| ())?;
        cycle.map_or(Ok(()), |cycle| Err(Stop::Error(self.searches.rules.repeats(cycle))))
    }

    /// Begins to answer a question. False when the position is not impartial.
    fn enter(
        &mut self,
        path: &mut Questions<R::Position>,
        position: R::Position,
        n: u32,
        thresholds: ProofNumbers,
    ) -> Result<bool, Stop<R::Error>> {
        if !self.searches.rules.is_impartial(&position) {
            return Ok(false);
        }
        if n >= FEW {
            // What takes long without a look at the others is left to the first thread.
            if self.table.is_of_helper() {
                return Err(Stop::Enough);
            }
            let nimber = by_mex(self.searches, &position, self.until)?;
            return Ok(nimber.is_some());
        }
        if self.is_answered_in_archive(&position, n) {
            return Ok(true);
        }
        let Some(options) = self.list(&position, n)? else {
            self.searches.keep_nimber(&position);
            return Ok(true);
        };
        self.table.enter(&position, n);
        let open = Vec::new();
        let question =
            NimberQuestion { n, thresholds, options, open, searched: None, parent: None };
        match path.top() {
            Some((top, current)) if *top == position => {
                let parent = std::mem::replace(current, question);
                current.parent = Some(Box::new(parent));
            }
            _ => path
                .push(position, question)
                .map_err(|cycle| Stop::Error(self.searches.rules.repeats(cycle)))?,
        }
        Ok(true)
    }

    /// Whether a question about a position that is met for the first time was answered in an earlier run.
    fn is_answered_in_archive(&self, position: &R::Position, n: u32) -> bool {
        if !self.searches.keeps() || self.lists.contains_key(position) {
            return false;
        }
        let facts = self.searches.recall_nimber(position);
        facts.nimber().is_some() || facts.excludes(n)
    }

    /// Leaves the question on top.
    fn leave(&mut self, path: &mut Questions<R::Position>) {
        let (position, question) = path.top().expect("a question was looked at");
        self.table.leave(position, question.n);
        match question.parent.take() {
            Some(parent) => *question = *parent,
            None => _ = path.pop(),
        }
    }

    /// Options of a position: the smallest first, each once, without pairs of equal components. `None` when an option
    /// among the first has the nimber `n`, so that the position does not.
    fn list(&mut self, position: &R::Position, n: u32) -> Listed<R> {
        if let Some(known) = self.lists.get(position) {
            return Ok(Some(known.clone()));
        }
        self.idle = 0;
        let mut listing = std::mem::take(&mut self.listing);
        let list = self.list_with(position, n, &mut listing)?;
        self.listing = listing;
        if let Some(list) = &list {
            self.keep(position, list);
        }
        Ok(list)
    }

    /// The same, with these buffers.
    fn list_with(
        &mut self,
        position: &R::Position,
        n: u32,
        listing: &mut OptionListing<R::Position>,
    ) -> Listed<R> {
        listing.open.clear();
        listing.order.clear();
        let (mut excluded, mut next) = (0, Some(0));
        while let Some(start) = next {
            listing.all.clear();
            let all = &mut listing.all;
            next =
                self.searches.list_some(position, Player::Left, start, all).map_err(Stop::Error)?;
            excluded |= self.sift(listing)?;
            if next.is_some() && excluded >> n & 1 != 0 {
                self.exclude(position, excluded, false);
                return Ok(None);
            }
        }
        let OptionListing { open, order, .. } = listing;
        order.sort_unstable_by_key(|(size, hash, place)| (*size, *hash, place.start));
        order.dedup_by(|(.., one), (.., other)| {
            open.parts[one.clone()] == open.parts[other.clone()]
        });
        // The mex of so many different nimbers is not larger.
        let larger = larger_than(excluded.count_ones() as usize + order.len());
        let bounded = larger.is_some();
        self.exclude(position, excluded | larger.unwrap_or(0), bounded);
        let mut end = 0;
        let ends = order.iter().map(|(.., place)| {
            end += place.len() as u32;
            end
        });
        let ends = ends.collect();
        let parts = order.iter().flat_map(|(.., place)| open.parts[place.clone()].iter().cloned());
        Ok(Some(Rc::new(UnknownOptions { parts: parts.collect(), ends, bounded })))
    }

    /// The nimbers of the options listed last, as bits; those with unknown nimbers are kept.
    fn sift(&mut self, listing: &mut OptionListing<R::Position>) -> Result<u64, Stop<R::Error>> {
        let OptionListing { all, open, order, sum } = listing;
        let mut excluded = 0;
        all.parts.iter().filter_map(Component::position).for_each(|part| self.notice(part));
        for range in all.ranges() {
            self.step()?;
            sum.clear();
            sum.extend_from_slice(&all.parts[range]);
            self.cancel(sum)?;
            match self.state(sum, 0) {
                SumState::Nimber(nimber) if nimber < FEW => excluded |= 1 << nimber,
                SumState::Nimber(_) => {}
                _ => {
                    if sum.len() > 1 {
                        sum.sort_by_cached_key(|part| self.size(part));
                    }
                    let size = sum.last().map_or(0, |part| self.size(part));
                    let start = open.parts.len();
                    order.push((size, FxBuildHasher.hash_one(&sum[..]), start..start + sum.len()));
                    open.parts.append(sum);
                }
            }
        }
        Ok(excluded)
    }

    /// Keeps options, and forgets the others when they are too many.
    fn keep(&mut self, position: &R::Position, list: &Rc<UnknownOptions<R::Position>>) {
        let more = list.parts.len() + list.len();
        let memory = self.searches.store.budget().max_bytes() / BYTES;
        if self.held + more > MOST_HELD.min(usize::try_from(memory).unwrap_or(usize::MAX)) {
            self.lists.clear();
            self.held = 0;
        }
        self.held += more;
        self.lists.insert(position.clone(), list.clone());
    }

    /// Remembers the nimber of a position that is surely 0.
    fn notice(&self, position: &R::Position) {
        let Searches { rules, memo, .. } = self.searches;
        if memo.nimbers.facts(position).is_unknown() && rules.is_zero(position) {
            memo.nimbers.insert(position.clone(), 0);
        }
    }

    /// Drops pairs of equal components in which play surely ends: their nim-sum is 0. Two equal components that are
    /// draws are a draw.
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

    /// Whether a component is impartial and play in it surely ends, so that two of it are 0.
    fn cancels(&mut self, part: &Component<R::Position>) -> Result<bool, Stop<R::Error>> {
        Ok(match part {
            Component::Value(game) => self.searches.store.as_nimber(*game).is_some(),
            Component::Position(place) | Component::Negative(place) => {
                self.searches.rules.is_impartial(place) && surely_ends(self.searches, place)?
            }
        })
    }

    /// About how many moves a component has.
    fn size(&self, part: &Component<R::Position>) -> u32 {
        part.position().map_or(0, |position| self.mobility(position))
    }

    /// About how many moves a position has.
    fn mobility(&self, position: &R::Position) -> u32 {
        self.searches.rules.mobility(position, Player::Left).unwrap_or(1)
    }

    /// Evaluates a question: which child to search next, or that it is answered or left.
    fn look(
        &mut self,
        position: &R::Position,
        question: &mut NimberQuestion<R::Position>,
    ) -> Result<SearchStep<R::Position>, Stop<R::Error>> {
        self.step()?;
        if !self.update(position, question)? {
            return Ok(SearchStep::Mixed);
        }
        let facts = self.searches.memo.nimbers.facts(position);
        if facts.nimber().is_some() || facts.excludes(question.n) {
            self.searches.keep_nimber(position);
            return Ok(SearchStep::Leave);
        }
        let children = Selection::among(question.open.iter().map(|child| child.numbers));
        let Some(best) = children.best else {
            self.searches.memo.nimbers.insert(position.clone(), question.n);
            self.searches.keep_nimber(position);
            return Ok(SearchStep::Leave);
        };
        let numbers = children.of_parent();
        let budget = self.searches.store.budget();
        self.table.insert(position, question.n, numbers, budget);
        if numbers.reach(question.thresholds) {
            return Ok(SearchStep::Leave);
        }
        let best = best as usize;
        question.searched = Some(best);
        let (child, n, is_partial) = match question.open[best].asks {
            Asks::Smaller(smaller) => (position, smaller, false),
            Asks::Option(at) => match self.state(question.options.at(at), question.n) {
                SumState::Ask(position, n) => (position, n, false),
                SumState::Find(position) => (position, self.lowest(position), true),
                // Answered since: the next look takes note of it.
                _ => return Ok(SearchStep::Again),
            },
        };
        // The answer alone does not prove the child when other components of the sum have no nimber yet.
        let thresholds = match is_partial {
            true => ProofNumbers::UNLIMITED,
            false => children.of_child(question.thresholds),
        };
        Ok(SearchStep::Ask(child.clone(), n, thresholds))
    }

    /// Brings the numbers of the children up to date, and takes note of the options whose nimbers are known: of all
    /// of them at the first look and where other threads work, of the child that was searched otherwise. False when an
    /// option is not impartial.
    fn update(
        &mut self,
        position: &R::Position,
        question: &mut NimberQuestion<R::Position>,
    ) -> Result<bool, Stop<R::Error>> {
        let NimberQuestion { n, options, open, searched, .. } = question;
        let (mut seen, mut mixed) = (0, false);
        let mut numbers = |asks, before| match asks {
            Asks::Smaller(smaller) => {
                let facts = self.searches.memo.nimbers.facts(position);
                (!facts.excludes(smaller)).then(|| self.numbers(position, smaller, before))
            }
            Asks::Option(at) => {
                let sum = options.at(at);
                match self.state(sum, *n) {
                    SumState::Nimber(nimber) => {
                        seen |= if nimber < FEW { 1 << nimber } else { 0 };
                        None
                    }
                    SumState::Excluded => None,
                    SumState::Ask(position, n) => Some(self.numbers(position, n, before)),
                    SumState::Find(_) => Some(self.numbers_of_sum(sum)),
                    SumState::Mixed => {
                        mixed = true;
                        None
                    }
                }
            }
        };
        let mut again = |child: &mut Child| {
            let next = numbers(child.asks, Some(child.numbers));
            next.map(|next| child.numbers = next).is_some()
        };
        match searched.take() {
            // Other threads answer questions meanwhile.
            Some(_) if self.table.is_shared() => open.retain_mut(again),
            Some(at) => {
                if !again(&mut open[at]) {
                    open.remove(at);
                }
            }
            None => {
                let options = (0..options.len() as u32).map(Asks::Option);
                let all = options.chain((0..*n).map(Asks::Smaller));
                open.clear();
                open.extend(all.filter_map(|asks| {
                    let numbers = numbers(asks, None)?;
                    Some(Child { asks, numbers })
                }));
            }
        }
        self.step()?;
        if mixed {
            self.check_games(&question.options)?;
        }
        self.exclude(position, seen, question.options.bounded);
        Ok(!mixed)
    }

    /// Checks that the games to which options lead are of the store: those of another one are no nimbers.
    fn check_games(&self, options: &UnknownOptions<R::Position>) -> Result<(), Error> {
        for part in &options.parts {
            if let Component::Value(game) = part {
                self.searches.store.check(&[*game])?;
            }
        }
        Ok(())
    }

    /// What is known of a sum when it is asked whether its nimber is `n`. The smallest component without a
    /// nimber comes first.
    fn state<'s>(&self, sum: &'s [Component<R::Position>], n: u32) -> SumState<'s, R::Position> {
        let mut total = 0;
        let mut unknown: Option<(&R::Position, NimberFacts)> = None;
        for part in sum {
            total ^= match part {
                Component::Value(game) => match self.searches.store.as_nimber(*game) {
                    Some(nimber) => nimber,
                    None => return SumState::Mixed,
                },
                Component::Position(position) | Component::Negative(position) => {
                    let facts = self.searches.memo.nimbers.facts(position);
                    match (facts.nimber(), unknown) {
                        (Some(nimber), _) => nimber,
                        (None, Some((first, _))) => return SumState::Find(first),
                        (None, None) => {
                            unknown = Some((position, facts));
                            0
                        }
                    }
                }
            };
        }
        match unknown {
            None => SumState::Nimber(total),
            Some((_, facts)) if facts.excludes(n ^ total) => SumState::Excluded,
            Some((position, _)) => SumState::Ask(position, n ^ total),
        }
    }

    /// Proof numbers of a question that is not answered: those of the table, those that it had `before`, or first ones,
    /// which are large for a large position. The more smaller nimbers it does not have, the likelier it has this one.
    fn numbers(
        &self,
        position: &R::Position,
        n: u32,
        before: Option<ProofNumbers>,
    ) -> ProofNumbers {
        let first = || {
            let size = self.mobility(position);
            let excluded = self.searches.memo.nimbers.facts(position).excluded_below(n);
            let proof = (size - size / 5 * excluded.min(4)).saturating_add(1);
            ProofNumbers { proof, disproof: 1 }
        };
        self.table.get(position, n, before, first)
    }

    /// Proof numbers of a question about a sum of several positions, whose nimbers must be found.
    fn numbers_of_sum(&self, sum: &[Component<R::Position>]) -> ProofNumbers {
        let mut numbers = ProofNumbers { proof: 1, disproof: 0 };
        for position in sum.iter().filter_map(Component::position) {
            if self.searches.memo.nimbers.get(position).is_none() {
                let size = self.mobility(position);
                numbers.proof = numbers.proof.saturating_add(size);
                numbers.disproof += 1;
            }
        }
        numbers
    }

    /// Least nimber that the position may have.
    fn lowest(&self, position: &R::Position) -> u32 {
        self.searches.memo.nimbers.facts(position).lowest()
    }

    /// Takes note of nimbers that a position does not have; when they bound its nimber and leave one, it has
    /// that.
    fn exclude(&mut self, position: &R::Position, bits: u64, bounded: bool) {
        if bits == 0 {
            return;
        }
        let memo = &self.searches.memo;
        let Some(before) = memo.nimbers.exclude(position.clone(), bits) else { return };
        let bits = bits | before;
        self.idle *= u64::from(bits == before);
        if bounded && bits.count_ones() == FEW - 1 {
            memo.nimbers.insert(position.clone(), bits.trailing_ones());
        }
    }

    fn step(&self) -> Result<(), Stop<R::Error>> {
        step(self.searches.store, self.until)
    }
}

/// Nimbers above the largest mex of so many options, as bits; `None` when none of them is among the few.
fn larger_than(options: usize) -> Option<u64> {
    let least = u32::try_from(options + 1).ok().filter(|n| *n < FEW)?;
    Some((1 << FEW) - (1 << least))
}
