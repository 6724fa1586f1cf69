//! The packing bound: how many moves a player surely makes more than the opponent can.
//!
//! Knows: which moves meet. Must not know: the search, or its table.
//!
//! *The most that a player can have.* Let each condition have a share, so that the shares of those that a move uses are 1
//! together at least. No two moves of a player use the same condition, so the player makes at most as many moves as all
//! shares together. A move of the opponent that *denies* a condition takes its share away: no move that uses the
//! condition comes after it, and none came before, since that would have taken the denying move. The shares are chosen
//! for each group of moves that are connected by taking each other: all conditions have the share 1 / c, if each move
//! uses c of them at least; or some have the share 1, so that each move uses one. The smaller sum counts.
//!
//! *The least.* Moves of which none takes another are packed. First come those that no move of the opponent takes, which
//! are *safe*; then others, in *areas*. An area is a move, perhaps with further ones
//! which are safe once it is made. Or it is a move in the place of a safe one, which denies more. The player who makes it
//! gains its worth: the moves, and the shares that they deny. The opponent spoils an area by taking one of its moves. Let d be the most areas that a move
//! spoils, among the moves that spoil an area with the worth v.
//!
//! *Lemma.* The player who begins gains the sum of all v / (1 + d) at least. Proof: make the move of the area with the
//! largest v d / (1 + d). A reply that spoils e areas spoils such with d >= e only, hence at most e times the largest
//! v / (1 + d) among them, which is no more than v d / (1 + d) of the area made. So in both moves together the sum falls
//! by v at most, and v was gained. Afterwards no move spoils more areas than before. If the opponent begins, the first
//! move costs at most the largest v d / (1 + d).
//!
//! *Rounding.* What is gained is a sum of worths, so the bound is rounded up to a multiple of their greatest common
//! divisor. Also, let class 1 be the areas with d = 1, and class 2 the others, with D for their largest d. A move spoils
//! one area of class 1, or D of class 2. A player who answers in the same class gets in a class of worths v1 >= v2 >= ...
//! the sum of v1, v(d+2), v(2d+3), ... when beginning there, and of v(d+1), v(2d+2), ... when answering. With all areas the
//! player begins in one class and answers in the other.
//!
//! *Moves that matter.* Let the opponent, beginning, have more than the player's most less one move. Then each move of
//! the player that spoils no area loses: the areas are the same afterwards, and the player's most has lost a move. So
//! does a move in the integer. The same holds of areas that avoid a move m: let this also hold when the opponent has
//! not the moves that m takes. Then m loses, since the opponent has the same moves after it, and the player has no
//! more. And each move loses that spoils none of the areas found without those: they are still there, no move spoils
//! more of them, and the player's most counts all own moves. So each move that still matters is tried in this way, and
//! those are left that matter every time (`decided` in `search.rs`). If there are none, the player loses. A quarter of
//! the positions are saved, and some of the others cost less.
//!
//! *Ways to pack.* The first moves that fit are packed, and then the last ones, each time with single moves and with areas
//! of several. The second direction saves an eighth of the positions. Two things save less than they cost: shares
//! chosen by what the packed moves deny (4 %), and areas of several moves sought before all others (5 %).
//!
//! A player who moves first wins if the moves surely made exceed the opponent's most by more than 0; who moves second, if
//! they do by more than -1. Sums that the own moves alone decide come from tables (`strips.rs`). Cost: some operations on
//! words for each move, about 0.3 microseconds for a way to pack 80 moves.

use super::conflicts::{Conflicts, Meeting, Set, Side};
use super::strips::Shares;

/// A move, in the units in which shares and worths are counted: each share and each v / (1 + d) is a whole number of
/// them.
pub(super) const MOVE: i32 = 60 * PART;

/// What a share of one sixtieth of a move is counted as.
const PART: i32 = 60;

/// Most conditions of a move that count for its share, and most areas that a move spoils.
pub(super) const MOST: usize = 4;

/// Most areas that are packed.
const AREAS: usize = 32;

/// A way to pack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Whether the last moves that fit are packed, and not the first.
    is_backward: bool,
    /// Whether areas of several moves are made before those of one.
    has_guards: bool,
}

/// All ways to pack.
pub(super) const WAYS: [Way; 4] = [
    Way { is_backward: false, has_guards: false },
    Way { is_backward: false, has_guards: true },
    Way { is_backward: true, has_guards: false },
    Way { is_backward: true, has_guards: true },
];

/// Those that are enough where many positions are compared.
pub(super) const FORWARD: [Way; 2] = [WAYS[0], WAYS[1]];

/// Areas as they are packed.
struct Areas<W> {
    /// The moves of the opponent that spoil each, and its worth.
    hitters: [W; AREAS],
    worths: [i32; AREAS],
    count: usize,
    /// The greatest common divisor of all worths.
    step: i32,
    /// The moves of the opponent that spoil one area, two, three and four.
    spoil: [W; MOST],
}

/// Sums and largest worths of some areas.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// All v / (1 + d) together.
    sum: i32,
    /// All v of class 1, and of class 2.
    worths: [i32; 2],
    /// No less than the largest v of each class.
    most: [i32; 2],
    /// The largest v d / (1 + d).
    most_lost: i32,
}

/// Areas with the most areas that a move spoils among those that spoil them, and sets of them as bits.
struct Gains<'a, W> {
    areas: &'a Areas<W>,
    degrees: [u8; AREAS],
    parts: [i32; AREAS],
}

impl<W: Set> Areas<W> {
    fn new() -> Areas<W> {
        let (hitters, spoil) = ([W::default(); AREAS], [W::default(); MOST]);
        Areas { hitters, worths: [0; AREAS], count: 0, step: 0, spoil }
    }

    /// Adds an area, unless a move would spoil too many.
    #[inline]
    fn add(&mut self, hitters: W, worth: i32) -> bool {
        let [one, two, three, four] = self.spoil;
        if four.meets(hitters) || self.count == AREAS {
            return false;
        }
        self.hitters[self.count] = hitters;
        self.worths[self.count] = worth;
        self.count += 1;
        self.step = common_divisor(worth, self.step);
        self.spoil = [
            one | hitters,
            two | (one & hitters),
            three | (two & hitters),
            four | (three & hitters),
        ];
        true
    }

    fn gains(&self) -> Gains<'_, W> {
        let mut gains = Gains { areas: self, degrees: [0; AREAS], parts: [0; AREAS] };
        let [_, two, three, four] = self.spoil;
        for at in 0..self.count {
            let (hitters, worth) = (self.hitters[at], self.worths[at]);
            let (degree, part) = match (hitters.meets(two), hitters.meets(three)) {
                (false, _) => (1, worth / 2),
                (true, false) => (2, worth / 3),
                (true, true) if hitters.meets(four) => (4, worth / 5),
                (true, true) => (3, worth / 4),
            };
            (gains.degrees[at], gains.parts[at]) = (degree, part);
        }
        gains
    }
}

impl<W: Set> Gains<'_, W> {
    /// All areas.
    fn all(&self) -> u64 {
        (1 << self.areas.count) - 1
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for at in 0..self.areas.count {
            let (worth, part) = (self.areas.worths[at], self.parts[at]);
            let class = usize::from(self.degrees[at] > 1);
            tally.sum += part;
            tally.worths[class] += worth;
            tally.most[class] = tally.most[class].max(worth);
            tally.most_lost = tally.most_lost.max(worth - part);
        }
        tally
    }

    /// The tally without an area.
    fn without(&self, mut tally: Tally, at: usize) -> Tally {
        tally.sum -= self.parts[at];
        tally.worths[usize::from(self.degrees[at] > 1)] -= self.areas.worths[at];
        tally
    }

    /// Whether the player who begins gains more than a limit from some areas.
    fn begins_above(&self, limit: i32, some: u64, tally: &Tally) -> bool {
        if limit < 0 || some == 0 {
            return limit < 0;
        }
        let Tally { worths: [one, two], most: [first, second], .. } = *tally;
        // Every other worth, the largest one first, is half of all and of the largest at most; every third one, a third
        // of all and of twice the largest; and so on.
        let begun = (3 * (one + first) + 2 * two).max(3 * one + 2 * (two + 2 * second));
        round_up(tally.sum, self.areas.step) > limit
            || (begun > 6 * limit && self.classes(some).0 > limit)
    }

    /// Whether the player who answers gains more than a limit from all areas.
    fn answers_above(&self, limit: i32, tally: &Tally) -> bool {
        let all = self.all();
        if limit < 0 || all == 0 {
            return limit < 0;
        }
        let [one, two] = tally.worths;
        round_up(tally.sum - tally.most_lost, self.areas.step) > limit
            || (3 * one + 2 * two > 6 * limit && self.classes(all).1 > limit)
    }

    /// The gain of the player who begins, and of the one who answers, by answers in the same class.
    fn classes(&self, some: u64) -> (i32, i32) {
        let mut widest = 1;
        let mut classes = [([0; AREAS], 0); 2];
        for at in some.members() {
            let degree = usize::from(self.degrees[at]);
            widest = widest.max(degree);
            let (worths, count) = &mut classes[usize::from(degree > 1)];
            insert(worths, count, self.areas.worths[at]);
        }
        let gained = |(worths, count): &([i32; AREAS], usize), degree: usize| {
            let each = |from: usize| worths[..*count].iter().skip(from).step_by(degree + 1);
            (each(0).sum::<i32>(), each(degree).sum::<i32>())
        };
        let (ones, wide) = (gained(&classes[0], 1), gained(&classes[1], widest));
        ((ones.0 + wide.1).max(ones.1 + wide.0), ones.1 + wide.1)
    }

    /// The moves among these of the opponent after which the player, who is then to move, does not surely gain more than
    /// a limit.
    fn saved(&self, among: W, limit: i32, tally: &Tally) -> W {
        let (all, [one, two, ..]) = (self.all(), self.areas.spoil);
        let mut saved = among & one;
        for at in 0..self.areas.count {
            let alone = self.areas.hitters[at] & saved & !two;
            let is_safe = || self.begins_above(limit, all & !(1 << at), &self.without(*tally, at));
            if !alone.is_empty() && is_safe() {
                saved &= !alone;
            }
        }
        for each in (saved & two).members() {
            let hit = (0..self.areas.count).filter(|at| self.areas.hitters[*at].has(each));
            let (left, tally) = hit.fold((all, *tally), |(left, tally), at| {
                (left & !(1 << at), self.without(tally, at))
            });
            if self.begins_above(limit, left, &tally) {
                saved &= !W::one(each);
            }
        }
        saved
    }
}

/// Inserts a worth into a list that begins with the largest.
#[inline]
fn insert(worths: &mut [i32; AREAS], count: &mut usize, worth: i32) {
    let mut at = *count;
    while at > 0 && worths[at - 1] < worth {
        worths[at] = worths[at - 1];
        at -= 1;
    }
    worths[at] = worth;
    *count += 1;
}

/// The least multiple of a step that is at least a sum, and no less than 0.
fn round_up(sum: i32, step: i32) -> i32 {
    (sum.max(0) + step - 1) / step * step
}

fn common_divisor(mut one: i32, mut other: i32) -> i32 {
    if one == other {
        return one;
    }
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl<W: Set> Side<W> {
    /// Shares of the conditions that moves of the player use.
    pub(super) fn shares(&self, mut rest: W) -> Shares<W> {
        if let Some(known) = self.strips.shares(rest) {
            return known;
        }
        let mut shares = Shares { total: 0, of: [W::default(); MOST] };
        while !rest.is_empty() {
            let mut group = W::one(rest.first());
            let (mut new, mut used, mut fewest) = (group, W::default(), MOST as u8);
            while !new.is_empty() {
                let each = &self.moves[new.first()];
                new = new.rest();
                used |= each.uses;
                fewest = fewest.min(each.width);
                let more = each.clashes & rest & !group;
                group |= more;
                new |= more;
            }
            rest &= !group;
            let (whole, count) = self.whole_shares(group);
            let equal = used.count() as i32 * (MOVE / i32::from(fewest));
            if count * MOVE < equal {
                shares.total += count * MOVE;
                shares.of[0] |= whole;
            } else {
                shares.total += equal;
                shares.of[fewest as usize - 1] |= used;
            }
        }
        shares
    }

    /// Conditions so that each move uses one, and their number with that of sets of moves that exclude each other.
    pub(super) fn whole_shares(&self, mut group: W) -> (W, i32) {
        let (mut chosen, mut count) = (W::default(), 0);
        while !group.is_empty() {
            let first = &self.moves[group.first()];
            // Most groups are moves side by side, and the last condition of the first one is that of the next ones.
            let mut covered = self.users[first.last_use as usize] & group;
            let clique = if self.is_by_use { covered } else { self.clique(group) };
            if !self.is_by_use && clique.count() > covered.count() {
                covered = clique;
            } else {
                chosen |= W::one(first.last_use as usize);
            }
            count += 1;
            group &= !covered;
        }
        (chosen, count)
    }

    /// A count that is quickly made: about the most moves, and once more those that are safe.
    pub(super) fn rough(&self, own: W, other: W) -> i32 {
        let most = self.strips.count(own).unwrap_or_else(|| self.whole_shares(own).1);
        most + self.packed(self.safe(own, other), false).count() as i32
    }

    /// Moves of which none meets another: the first one of these and so on, or the last one and so on.
    #[inline]
    pub(super) fn packed(&self, mut moves: W, backwards: bool) -> W {
        if let Some(known) = self.strips.packed(moves, backwards) {
            return known;
        }
        let mut packed = W::default();
        while !moves.is_empty() {
            let at = if backwards { moves.last() } else { moves.first() };
            moves &= !self.moves[at].clashes;
            packed |= W::one(at);
        }
        packed
    }

    /// The first of these moves, and some that exclude each other and it.
    fn clique(&self, group: W) -> W {
        let first = group.first();
        let mut clique = W::one(first);
        let mut left = self.moves[first].excludes & group & !clique;
        while !left.is_empty() {
            let next = left.first();
            clique |= W::one(next);
            left &= self.moves[next].excludes & !W::one(next);
        }
        clique
    }

    /// The moves among these that no move of the opponent takes.
    #[inline]
    pub(super) fn safe(&self, own: W, other: W) -> W {
        let mut safe = W::default();
        let mut left = own;
        while !left.is_empty() {
            let each = left.first();
            left = left.rest();
            if !self.moves[each].hitters.meets(other) {
                safe |= W::one(each);
            }
        }
        safe
    }
}

/// Moves of a player that are packed.
struct Packing<'c, W> {
    side: &'c Side<W>,
    own: W,
    other: W,
    /// Shares of what the opponent uses.
    shares: Shares<W>,
    /// Packed moves that are safe.
    safe: W,
    /// The moves that none of those meets.
    rest: W,
    /// What the safe moves are worth beyond the shares.
    base: i32,
    /// The first moves of the rest that fit.
    forward: W,
    /// Conditions that packed moves deny.
    denied: W,
}

impl<'c, W: Set> Packing<'c, W> {
    fn new(conflicts: &'c Conflicts<W>, side: usize, (own, other): (W, W)) -> Packing<'c, W> {
        let shares = conflicts.sides[1 - side].shares(other);
        let side = &conflicts.sides[side];
        // What a safe move denies is used by no move that is left, since that would take it.
        let safe = side.packed(side.safe(own, other), false);
        let base = safe.count() as i32 * MOVE - shares.total;
        let rest = safe.members().fold(own, |rest, at| rest & !side.moves[at].clashes);
        let forward = side.packed(rest, false);
        Packing { side, own, other, shares, safe, rest, forward, base, denied: W::default() }
    }

    /// The areas of a way to pack, unless they are those of another one, or are hardly worth what is asked.
    fn areas(&mut self, way: Way, limit: i32) -> Option<Areas<W>> {
        let packed = match way.is_backward {
            true => self.side.packed(self.rest, true),
            false => self.forward,
        };
        // A guess: half of all worths and of one move. An area of several moves may be worth more; then a decision is missed,
        // and nothing wrong is said.
        let most = packed.count() as i32 * MOVE + self.shares.total;
        if 2 * limit > most + MOVE || (way.is_backward && packed == self.forward) {
            return None;
        }
        let mut areas = Areas::new();
        self.denied = W::default();
        let singles = if way.has_guards { self.guarded(packed, &mut areas) } else { packed };
        if way.has_guards && singles == packed {
            return None;
        }
        self.single(singles, &mut areas);
        self.options(packed, &mut areas);
        Some(areas)
    }

    /// What the shares are worth that a move denies.
    #[inline]
    fn denies(&self, each: &Meeting<W>) -> i32 {
        let denied = each.denies & !self.denied;
        if denied.is_empty() {
            return 0;
        }
        let shares = [60, 30, 20, 15].map(|share| share * PART);
        let worth = |(of, share): (W, i32)| match of & denied {
            none if none.is_empty() => 0,
            some => share * some.count() as i32,
        };
        self.shares.of.into_iter().zip(shares).map(worth).sum()
    }

    /// The worth of a move, whose conditions are denied from now on.
    #[inline]
    fn worth(&mut self, each: &Meeting<W>) -> i32 {
        let worth = MOVE + self.denies(each);
        self.denied |= each.denies;
        worth
    }

    /// Makes areas of packed moves, with those together that one of them makes safe. Returns the others.
    fn guarded(&mut self, mut packed: W, areas: &mut Areas<W>) -> W {
        let mut guards = packed;
        for fewest in [2, 1] {
            for at in guards.members() {
                if !packed.has(at) {
                    continue;
                }
                let each = &self.side.moves[at];
                let safe = self.side.safe(each.guards & packed, self.other & !each.spoils);
                if safe.is_empty() {
                    guards &= !W::one(at);
                }
                if safe.is_empty() || (fewest == 2 && safe.rest().is_empty()) {
                    continue;
                }
                let denied = self.denied;
                let (mut hitters, mut worth) = (each.hitters, self.worth(each));
                for one in safe.members() {
                    hitters |= self.side.moves[one].hitters;
                    worth += self.worth(&self.side.moves[one]);
                }
                if areas.add(hitters & self.other, worth) {
                    packed &= !(safe | W::one(at));
                } else {
                    self.denied = denied;
                }
            }
        }
        packed
    }

    /// Makes an area of each packed move.
    fn single(&mut self, packed: W, areas: &mut Areas<W>) {
        for at in packed.members() {
            let each = &self.side.moves[at];
            let denied = self.denied;
            let worth = self.worth(each);
            if !areas.add(each.hitters & self.other, worth) {
                self.denied = denied;
            }
        }
    }

    /// Makes areas of moves that may be made in the place of a safe one and deny more.
    fn options(&mut self, packed: W, areas: &mut Areas<W>) {
        let mut taken = self.safe | packed;
        for at in self.safe.members() {
            let option =
                (self.side.moves[at].clashes & self.own & !W::one(at)).members().find(|&one| {
                    let each = &self.side.moves[one];
                    (each.clashes & taken & !W::one(at)).is_empty()
                        && self.side.moves[at].denies.is_within(each.denies)
                        && self.denies(each) > 0
                });
            if let Some(option) = option {
                let each = &self.side.moves[option];
                let worth = self.denies(each);
                if each.hitters.meets(self.other) && areas.add(each.hitters & self.other, worth) {
                    self.denied |= each.denies;
                    taken |= W::one(option);
                }
            }
        }
    }
}

impl<W: Set> Conflicts<W> {
    /// Whether a player with these moves, who begins, surely has more than a limit beyond the most that the opponent can
    /// have.
    pub(super) fn begins_above(&self, side: usize, moves: (W, W), limit: i32) -> bool {
        let mut packing = Packing::new(self, side, moves);
        let limit = limit - packing.base;
        WAYS.into_iter().any(|way| {
            packing.areas(way, limit).is_some_and(|areas| {
                let gains = areas.gains();
                gains.begins_above(limit, gains.all(), &gains.tally())
            })
        })
    }

    /// The moves of the opponent after one of which the player, who is then to move, has not surely more than a limit beyond
    /// the most that the opponent can have; `None` if any move may be one. There is none if the player has more than the limit
    /// when answering too.
    pub(super) fn spoilers(
        &self,
        side: usize,
        moves: (W, W),
        limit: i32,
        ways: &[Way],
    ) -> Option<W> {
        let mut packing = Packing::new(self, side, moves);
        let limit = limit - packing.base;
        let mut spoilers = None;
        for way in ways {
            let Some(areas) = packing.areas(*way, limit) else { continue };
            let gains = areas.gains();
            let tally = gains.tally();
            if gains.answers_above(limit, &tally) {
                return Some(W::default());
            }
            if gains.begins_above(limit, gains.all(), &tally) {
                spoilers = Some(gains.saved(spoilers.unwrap_or(!W::default()), limit, &tally));
            }
        }
        spoilers
    }
}
