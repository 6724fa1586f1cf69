//! Nimbers of positions that are integers, and lists and tuples of integers, such as `Wythoff(3, 5)` or `Chomp([4, 4, 2])`.
//!
//! Knows: which rules are integer arithmetic for lists of given lengths. Must not know: how nimbers are stored.
//!
//! A position is the row of its integers. A rule is compiled for the lengths of the lists in a position; moves
//! that lead to lists of other lengths are left to the evaluator.
//!
//! Rules are compiled as those of heaps are. Loops through constants are unrolled, and what depends on the outer
//! loops only is computed there. Along the innermost loop each integer is linear on pieces (`pieces.rs`), so the
//! options are runs of keys that differ by a constant; other integers are found by columns (`columns.rs`, `listing.rs`). A
//! depth-first search lists the moves of each position once. Keys of up to 22 bits are places of a table, and longer
//! ones are hashed (`positions.rs`). If all moves keep an order in which integers do not increase (`falling.rs`),
//! the place is the rank among such positions (`ranked.rs`). Along the innermost loop ranks are sums of rows, and no
//! key is made.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upstar_core::impartial::Replies;
use upstar_core::{Budget, Error, Game, Player, Store};

use super::boards::Row;
use super::checks::Checks;
use super::compile::ClosedRules;
use super::entailing::Sets;
use super::falling::Falling;
use super::listing::Lister;
use super::mex::{Found, Seen};
use super::points;
use super::positions::{PositionEntry, Positions};
use super::program::{Halt, Int};
use super::ranked::NO_RANK;
use super::summands::Summands;
use super::tuple_rules::{IntegerRule, TupleRule};
use super::values::Games;
use crate::analysis::integer;
use crate::analysis::normal::Argument;
use crate::value::Value;

/// Positions of more integers are left to the evaluator. The sum of what so many add to a rank fits (`ranked.rs`).
pub(super) const MOST_INTEGERS: usize = 31;
const _: () = assert!(NO_RANK.checked_mul(MOST_INTEGERS as u32).is_some());

/// After more failures everything is left to the evaluator.
const MOST_FAILURES: u32 = 8;

/// Tables by the arguments of positions; `None` where the rules are no integer arithmetic.
pub(super) type Shapes = FxHashMap<Vec<Argument>, Option<Summands>>;

/// What is known of a ruleset, by the lengths of the lists in its positions.
#[derive(Debug, Default)]
pub struct Tuples {
    of_lengths: Shapes,
    of_lengths_by_win: Shapes,
    of_lengths_in_misere: Shapes,
    pub(super) of_lengths_by_value: Shapes,
    pub(super) of_lengths_by_replies: Shapes,
    pub(super) of_lengths_by_points: Shapes,
    /// By the arguments of positions, too; `None` where the checks are no integer arithmetic.
    pub(super) checks: FxHashMap<Vec<Argument>, Option<Checks>>,
    /// How often the checks were to be evaluated.
    pub(super) checked: u32,
    /// By how many options are forbidden, and whether play is misère.
    of_lengths_blocked: FxHashMap<(u32, bool), Shapes>,
}

impl Tuples {
    /// The nimber of the position with these arguments, in a ruleset decided by the last move; `None` if the evaluator
    /// must find it, or a mistake.
    ///
    /// Cost: each position that can be reached has its moves listed once, a few nanoseconds for each.
    ///
    /// # Errors
    /// When the budget is exhausted; nimbers found before are kept.
    pub fn nimber(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        budget: &Budget,
    ) -> Result<Option<u32>, Error> {
        let summands = summands_of(&mut self.of_lengths, Found::Nimber, (rules, arguments));
        summands.map_or(Ok(None), |(summands, integers)| summands.find(&integers, budget))
    }

    /// Whether `first`, who begins, wins the position with these arguments; `None` if the evaluator must find it. No move may
    /// lead to a sum: who wins that is not known of its summands.
    ///
    /// Cost: each position that is met has its moves listed once, and those after a move that wins are not met.
    ///
    /// # Errors
    /// As for [`nimber`](Tuples::nimber).
    pub fn wins(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        first: Player,
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        if self.count_summands(rules, arguments) > 1 {
            let nimber = self.nimber(rules, arguments, budget)?;
            return Ok(nimber.map(|nimber| nimber != 0));
        }
        // Of a position whose nimber is known it is known who wins.
        let position = (rules, arguments);
        if let Some((summands, integers)) =
            summands_of(&mut self.of_lengths, Found::Nimber, position)
            && let Some(nimber) = summands.known(&integers)
        {
            return Ok(Some(nimber != 0));
        }
        won(&mut self.of_lengths_by_win, Found::Win, position, first, budget)
    }

    /// Whether `first`, who begins, wins the position with these arguments in misère play; `None` if the evaluator must find
    /// it. No move may lead to a sum: who wins that is not known of its summands.
    ///
    /// # Errors
    /// As for [`nimber`](Tuples::nimber), which it costs as much as.
    pub fn wins_misere(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        first: Player,
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        let shapes = &mut self.of_lengths_in_misere;
        won(shapes, Found::WinInMisere, (rules, arguments), first, budget)
    }

    /// Whether `first`, who begins, wins the position with these arguments, where the opponent forbids up to `most` options
    /// before each move; `None` if the evaluator must find it.
    ///
    /// # Errors
    /// As for [`nimber`](Tuples::nimber), which it costs as much as.
    pub fn wins_blocked(
        &mut self,
        rules: ClosedRules<'_>,
        arguments: &[Value],
        (first, most, misere): (Player, u32, bool),
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        let shapes = self.of_lengths_blocked.entry((most, misere)).or_default();
        won(shapes, Found::Blocked { most, misere }, (rules, arguments), first, budget)
    }

    /// Whether nimbers of the position with these arguments are looked for in a table, and all were found that were.
    pub fn reads(&mut self, rules: ClosedRules<'_>, arguments: &[Value]) -> bool {
        let found = summands_of(&mut self.of_lengths, Found::Nimber, (rules, arguments));
        found.is_some_and(|(summands, integers)| {
            !summands.have_failed() && summands.may_have(&integers)
        })
    }

    /// Number of summands into which the position with these arguments falls.
    pub fn count_summands(&mut self, rules: ClosedRules<'_>, arguments: &[Value]) -> usize {
        let found = summands_of(&mut self.of_lengths, Found::Nimber, (rules, arguments));
        found.map_or(1, |(summands, _)| summands.count())
    }
}

/// Whether `first`, who begins, wins the position.
fn won(
    shapes: &mut Shapes,
    found: Found,
    position: (ClosedRules<'_>, &[Value]),
    first: Player,
    budget: &Budget,
) -> Result<Option<bool>, Error> {
    let Some((summands, mut integers)) = summands_of(shapes, found, position) else {
        return Ok(None);
    };
    integers.extend(summands.mover(first));
    Ok(summands.find(&integers, budget)?.map(|wins| wins == 1))
}

/// The tables for the position of a ruleset with these arguments, and its integers.
pub(super) fn summands_of<'s>(
    shapes: &'s mut Shapes,
    found: Found,
    (rules, arguments): (ClosedRules<'_>, &[Value]),
) -> Option<(&'s mut Summands, Vec<i64>)> {
    let (shape, integers) = integers(arguments)?;
    let summands = shapes.entry(shape);
    let summands = summands.or_insert_with_key(|shape| Summands::new(rules, shape, found));
    Some((summands.as_mut()?, integers))
}

fn sum(integers: &[i64]) -> i64 {
    integers.iter().fold(0i64, |sum, n| sum.saturating_add(*n))
}

/// What the arguments are, and all their integers in a row.
pub(super) fn integers(arguments: &[Value]) -> Option<(Vec<Argument>, Vec<i64>)> {
    let integer = |value: &Value| integer(value).filter(|n| *n >= 0);
    let (mut shape, mut row) = (Vec::new(), Vec::new());
    for argument in arguments {
        if let Value::Board(cells) = argument {
            let (kind, numbers) = Row::of(cells)?;
            shape.push(Argument::Row(kind));
            row.extend(numbers);
            continue;
        }
        let (kind, items) = match argument {
            Value::List(list) => (Argument::List(list.items().len()), list.items()),
            Value::Tuple(tuple) => (Argument::Tuple(tuple.items().len()), tuple.items()),
            other => (Argument::Integer, std::slice::from_ref(other)),
        };
        shape.push(kind);
        for item in items {
            row.push(integer(item)?);
        }
    }
    (1..=MOST_INTEGERS).contains(&row.len()).then_some((shape, row))
}

/// The nimbers of positions whose lists have the same lengths.
#[derive(Debug)]
pub(super) struct OneShape {
    rules: Vec<TupleRule>,
    /// The slot of each integer of a position.
    places: Vec<usize>,
    slots: Vec<i64>,
    positions: Positions,
    seen: Seen,
    /// The solver of positions whose integers do not increase, if all moves keep that.
    falling: Option<Falling>,
    found: Found,
    /// The games that numbers of positions stand for, where they do.
    games: Games,
    /// The same for sets of nimbers.
    sets: Sets,
    /// The points where play ends, if these are looked for.
    pub(super) score: Option<Int>,
    /// How often the evaluator had to look at a rule.
    failures: u32,
    /// The largest number that each integer may be, where a board shows it.
    limits: Option<Vec<i64>>,
    /// The least sum of the integers of a position from which the search met integers without room.
    too_large: i64,
}

/// Why a search ends early.
pub(super) enum Stop {
    /// The evaluator must find out.
    Unfit,
    /// An integer is larger than there is room for.
    Larger,
    /// A limit is passed.
    Core(Error),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Unfit => Stop::Unfit,
            Halt::Core(error) => Stop::Core(error),
        }
    }
}

impl OneShape {
    pub(super) fn new(
        rules: Vec<IntegerRule>,
        places: Vec<usize>,
        slots: usize,
        (found, has_mover): (Found, bool),
    ) -> Self {
        let positions = Positions::new(places.len(), has_mover);
        let plain = rules.iter().map(|rule| (&rule.steps[..], &rule.parts[..]));
        // Options that are forbidden are counted, and those of one rank may be listed twice.
        let falling = match found {
            Found::Blocked { .. } | Found::Value | Found::Points | Found::Replies => None,
            _ => Falling::new(plain, &places, slots, found),
        };
        OneShape {
            rules: rules.into_iter().map(|rule| TupleRule::new(rule, slots)).collect(),
            places,
            slots: vec![0; slots],
            positions,
            seen: Seen::new(),
            falling,
            found,
            games: Games::default(),
            sets: Sets::default(),
            score: None,
            failures: 0,
            limits: None,
            too_large: i64::MAX,
        }
    }

    /// Leaves options to the evaluator in which an integer is larger than its limit.
    pub(super) fn limit(&mut self, limits: Vec<i64>) {
        // Ranks know no limits.
        self.falling = None;
        self.limits = Some(limits);
    }

    /// Whether the evaluator had to find out before.
    pub(super) fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// Whether it is not known that the evaluator must find out.
    pub(super) fn may_have(&self, integers: &[i64]) -> bool {
        self.failures < MOST_FAILURES && sum(integers) < self.too_large
    }

    /// The number of a position, if it is known.
    pub(super) fn known(&self, integers: &[i64]) -> Option<u32> {
        let by_rank = self.falling.as_ref().and_then(|falling| falling.known(integers));
        by_rank.or_else(|| {
            let most = self.positions.most();
            let fits = most > 0 && integers.iter().all(|n| (0..=most).contains(n));
            let entry = fits.then(|| self.positions.get(self.positions.key(integers)))?;
            match entry {
                PositionEntry::Nimber(nimber) => Some(nimber),
                _ => None,
            }
        })
    }

    /// The canonical form of a position.
    pub(super) fn value(&mut self, integers: &[i64], store: &Store) -> Result<Option<Game>, Error> {
        let number = self.number(integers, store.budget(), Some(store))?;
        Ok(number.map(|number| self.games.game(number)))
    }

    /// The nimbers beside which a player who must move in a position wins.
    pub(super) fn replies(
        &mut self,
        integers: &[i64],
        budget: &Budget,
    ) -> Result<Option<Arc<Replies>>, Error> {
        let number = self.number(integers, budget, None)?;
        Ok(number.map(|number| self.sets.set(number)))
    }

    /// The nimber of a position, or who wins it.
    pub(super) fn nimber(
        &mut self,
        integers: &[i64],
        budget: &Budget,
    ) -> Result<Option<u32>, Error> {
        self.number(integers, budget, None)
    }

    fn number(
        &mut self,
        integers: &[i64],
        budget: &Budget,
        store: Option<&Store>,
    ) -> Result<Option<u32>, Error> {
        if !self.may_have(integers) {
            return Ok(None);
        }
        if let Some(falling) = &mut self.falling
            && let Some(nimber) = falling.nimber(integers, budget)?
        {
            return Ok(Some(nimber));
        }
        // Moves that make an integer larger than all in the position mostly keep the sum.
        let sum = sum(integers);
        let largest = integers.iter().copied().max().unwrap_or(0);
        // Others add something, so small tables get larger.
        let doubled = |room: &i64| Some(2 * room + 1).filter(|room| self.positions.is_small(*room));
        let more = std::iter::successors(doubled(&sum.min(i64::MAX / 4)), doubled);
        let rooms: Vec<i64> = [largest, sum].into_iter().chain(more).collect();
        for room in rooms {
            if !self.positions.make_room(room, budget)? {
                return Ok(None);
            }
            let mut search =
                TupleSearch { shape: self, budget, store, keys: Vec::new(), path: Vec::new() };
            let found = search.run(integers);
            let open: Vec<u64> = search.path.iter().map(|open| open.key).collect();
            open.into_iter().for_each(|key| self.positions.forget(key));
            match found {
                Ok(nimber) => return Ok(Some(nimber)),
                Err(Stop::Larger) => {}
                Err(Stop::Unfit) => {
                    self.failures += 1;
                    return Ok(None);
                }
                Err(Stop::Core(error)) => return Err(error),
            }
        }
        self.too_large = sum;
        Ok(None)
    }
}

/// Depth-first search for the nimber of a position.
struct TupleSearch<'a> {
    shape: &'a mut OneShape,
    budget: &'a Budget,
    /// Where canonical forms are, if these are looked for.
    store: Option<&'a Store>,
    /// Keys of the options of the positions on the path, each with [`MORE`] if another summand of the same
    /// option follows; nimbers in place of those that are known.
    keys: Vec<u64>,
    path: Vec<Open>,
}

/// A position on the path of the search.
struct Open {
    key: u64,
    /// Where its options begin and where the next one is that has no nimber yet.
    first: usize,
    next: usize,
    /// Where the options of the groups after the first begin.
    groups: [usize; 2],
    /// How many of the options before that are lost by the other player.
    winning: u32,
    /// The number of the points where play ends there.
    over: u32,
}

/// Mark of a summand that another one follows.
pub(super) const MORE: u64 = 1 << 63;

impl TupleSearch<'_> {
    fn run(&mut self, integers: &[i64]) -> Result<u32, Stop> {
        let start = self.shape.positions.key(integers);
        if let PositionEntry::Nimber(nimber) = self.shape.positions.get(start) {
            return Ok(nimber);
        }
        self.open(start)?;
        loop {
            let open =
                self.path.last_mut().expect("the path ends where its first position is solved");
            let positions = &mut self.shape.positions;
            let mut unknown = None;
            let most_in_vain = self.shape.found.most_in_vain();
            while let Some(option) = self.keys.get_mut(open.next) {
                match positions.get(*option & !MORE) {
                    // Moves after those that decide do not matter.
                    PositionEntry::Nimber(0) if most_in_vain == Some(open.winning) => {
                        self.keys.truncate(open.next);
                        self.keys.push(0);
                        break;
                    }
                    PositionEntry::Nimber(nimber) => {
                        *option = u64::from(nimber) | *option & MORE;
                        open.winning += u32::from(nimber == 0);
                    }
                    PositionEntry::Unknown => {
                        unknown = Some(*option & !MORE);
                        break;
                    }
                    // Play can return, which the evaluator describes.
                    PositionEntry::Open => return Err(Stop::Unfit),
                }
                open.next += 1;
            }
            if let Some(key) = unknown {
                self.open(key)?;
                continue;
            }
            let nimber = self.solved()?;
            let solved = self.path.pop().expect("it is the last of the path");
            self.keys.truncate(solved.first);
            self.shape.positions.set(solved.key, nimber);
            if self.path.is_empty() {
                return Ok(nimber);
            }
        }
    }

    /// The number of the last position, of which those of all options are known, or those up to one that decides who wins.
    fn solved(&mut self) -> Result<u32, Stop> {
        let Some(&Open { key, first, groups: [second, third], over, .. }) = self.path.last() else {
            return Err(Stop::Unfit);
        };
        let keys = &self.keys[..];
        let OneShape { found, games, sets, positions, .. } = &mut *self.shape;
        let number = match (found, self.store) {
            (Found::Value, Some(store)) => {
                games.number([&keys[first..second], &keys[second..third]], store, self.budget)
            }
            (Found::Replies, _) => {
                let options = [&keys[first..second], &keys[second..third], &keys[third..]];
                sets.number(options, self.budget)
            }
            (Found::Points, _) => {
                let options = keys[first..].iter().map(|option| *option as u32);
                let mover = positions.integers(key).last();
                return Ok(points::best(options, mover).unwrap_or(over));
            }
            _ => return Ok(self.mex()),
        };
        number.map_err(Stop::Core)
    }

    /// The least nimber that no option of the last position has.
    fn mex(&mut self) -> u32 {
        let first = self.path.last().map_or(0, |open| open.first);
        let seen = &mut self.shape.seen;
        seen.begin();
        let options = self.keys[first..].iter().map(|option| *option as u32);
        if let Some(wins) = self.shape.found.wins(options) {
            return wins;
        }
        let mut sum = 0;
        for option in &self.keys[first..] {
            sum ^= *option as u32;
            if option & MORE == 0 {
                seen.see(sum);
                sum = 0;
            }
        }
        seen.mex()
    }

    /// Lists the options of a position and puts it on the path.
    fn open(&mut self, key: u64) -> Result<(), Stop> {
        let OneShape { rules, places, slots, positions, found, score, limits, .. } =
            &mut *self.shape;
        let found = *found;
        positions.open(key, self.budget).map_err(Stop::Core)?;
        let first = self.keys.len();
        self.path.push(Open { key, first, next: first, groups: [first; 2], winning: 0, over: 0 });
        for (place, integer) in places.iter().zip(positions.integers(key)) {
            slots[*place] = integer;
        }
        let (budget, keys) = (self.budget, &mut self.keys);
        let (pieces, has_pieces) = (Vec::new(), true);
        let mut lister = Lister { slots, positions, budget, keys, pieces, has_pieces };
        for group in 0..found.groups() {
            for rule in rules.iter().filter(|rule| rule.groups[group]) {
                lister.rule(rule)?;
            }
            if let Some(open) = self.path.last_mut() {
                let end = lister.keys.len();
                open.groups.iter_mut().skip(group).for_each(|begin| *begin = end);
            }
        }
        if let Some(limits) = limits
            && limits.iter().any(|most| *most < positions.most())
        {
            let exceeds = |key: &u64| {
                positions.integers(key & !MORE).zip(limits.iter()).any(|(n, most)| n > *most)
            };
            if self.keys[first..].iter().any(exceeds) {
                return Err(Stop::Unfit);
            }
        }
        if let (Some(score), true) = (score, self.keys.len() == first) {
            for (place, integer) in places.iter().zip(positions.integers(key)) {
                slots[*place] = integer;
            }
            let over = points::number(score.value(slots)?).ok_or(Stop::Unfit)?;
            if let Some(open) = self.path.last_mut() {
                open.over = over;
            }
        }
        if let Found::Blocked { .. } = found {
            keep_different(&mut self.keys, first);
        }
        Ok(())
    }
}

/// Leaves one of equal keys from a place on.
fn keep_different(keys: &mut Vec<u64>, first: usize) {
    keys[first..].sort_unstable();
    let mut kept = first;
    for place in first..keys.len() {
        if kept == first || keys[kept - 1] != keys[place] {
            keys[kept] = keys[place];
            kept += 1;
        }
    }
    keys.truncate(kept);
}
