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
//! *Moves that matter.* If a player loses even by passing, as the bound shows, then moves that spoil no area lose too:
//! the areas are the same afterwards, and a move is gone.
//!
//! A player who moves first wins if the moves surely made exceed the opponent's most by more than 0; who moves second, if
//! they do by more than -1. Cost: some operations on words for each move, about half a microsecond for 80 moves.

use super::conflicts::{Conflicts, Meeting, Set, Side};

/// A move, in the units in which shares and worths are counted: each share and each v / (1 + d) is a whole number of
/// them.
pub(super) const MOVE: i32 = 60 * PART;

/// What a share of one sixtieth of a move is counted as.
const PART: i32 = 60;

/// Most conditions of a move that count for its share, and most areas that a move spoils.
const MOST: usize = 4;

/// Most areas that are packed.
const AREAS: usize = 32;

/// Shares of the conditions that a player uses.
#[derive(Debug, Clone, Copy)]
struct Shares<W> {
    /// All together.
    total: i32,
    /// The conditions with the share 1, 1/2, 1/3, 1/4.
    of: [W; MOST],
}

/// What a player surely has more than the opponent can have, in units of a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margin<W> {
    /// If the player begins.
    pub(super) first: i32,
    /// If the opponent begins.
    pub(super) second: i32,
    /// The moves of the opponent that spoil an area, if `first` is more than what was asked.
    pub(super) spoilers: Option<W>,
}

/// Areas as they are packed.
struct Areas<W> {
    all: [(W, i32); AREAS],
    count: usize,
    /// The moves of the opponent that spoil one area, two, three and four.
    spoil: [W; MOST],
}

impl<W: Set> Default for Areas<W> {
    fn default() -> Self {
        Areas { all: [(W::default(), 0); AREAS], count: 0, spoil: [W::default(); MOST] }
    }
}

impl<W: Set> Areas<W> {
    /// Adds an area, unless a move would spoil too many.
    #[inline]
    fn add(&mut self, hitters: W, worth: i32) -> bool {
        let [one, two, three, four] = self.spoil;
        if four.meets(hitters) || self.count == AREAS {
            return false;
        }
        self.all[self.count] = (hitters, worth);
        self.count += 1;
        self.spoil = [
            one | hitters,
            two | (one & hitters),
            three | (two & hitters),
            four | (three & hitters),
        ];
        true
    }

    /// The most areas that a move spoils, among those that spoil this one.
    #[inline]
    fn degree(&self, hitters: W) -> i32 {
        let [_, two, three, four] = self.spoil;
        1 + i32::from(hitters.meets(two))
            + i32::from(hitters.meets(three))
            + i32::from(hitters.meets(four))
    }

    /// The moves among these of the opponent after which the player, who is then to move, does not surely gain more than
    /// a limit.
    fn saved(&mut self, among: W, limit: i32) -> W {
        let (all, count) = (self.all, self.count);
        let (mut sum, mut step) = (0, 0);
        let mut parts = [0; AREAS];
        for (part, &(hitters, worth)) in parts.iter_mut().zip(&all[..count]) {
            *part = worth / (1 + self.degree(hitters));
            sum += *part;
            step = common_divisor(step, worth);
        }
        let mut saved = among;
        for at in among.members() {
            let mut left = sum;
            self.count = 0;
            for (part, area) in parts.iter().zip(&all[..count]) {
                if area.0.has(at) {
                    left -= part;
                } else {
                    self.all[self.count] = *area;
                    self.count += 1;
                }
            }
            if round_up(left, step) > limit || self.gains().0 > limit {
                saved &= !W::one(at);
            }
        }
        saved
    }

    /// What the player gains at least who begins, and who answers.
    fn gains(&self) -> (i32, i32) {
        if self.count == 0 {
            return (0, 0);
        }
        let (mut sum, mut most_lost, mut step, mut widest) = (0, 0, 0, 1);
        let mut classes = [([0; AREAS], 0); 2];
        for &(hitters, worth) in &self.all[..self.count] {
            let degree = self.degree(hitters);
            sum += worth / (1 + degree);
            most_lost = most_lost.max(worth / (1 + degree) * degree);
            step = common_divisor(step, worth);
            widest = widest.max(degree);
            let (worths, count) = &mut classes[usize::from(degree > 1)];
            insert(worths, count, worth);
        }
        let begun = |(worths, count): &([i32; AREAS], usize), degree: i32| {
            worths[..*count].iter().step_by(degree as usize + 1).sum::<i32>()
        };
        let answered = |(worths, count): &([i32; AREAS], usize), degree: i32| {
            worths[..*count].iter().skip(degree as usize).step_by(degree as usize + 1).sum::<i32>()
        };
        let ones = (begun(&classes[0], 1), answered(&classes[0], 1));
        let wide = (begun(&classes[1], widest), answered(&classes[1], widest));
        let second = ones.1 + wide.1;
        let first = (ones.0 + wide.1).max(ones.1 + wide.0);
        (first.max(round_up(sum, step)), second.max(round_up(sum - most_lost, step)))
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
    fn shares(&self, mut rest: W) -> Shares<W> {
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
    #[inline]
    fn whole_shares(&self, mut group: W) -> (W, i32) {
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
        let mut count = self.whole_shares(own).1;
        let mut safe = self.safe(own, other);
        while !safe.is_empty() {
            safe &= !self.moves[safe.first()].clashes;
            count += 1;
        }
        count
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
    other: W,
    shares: Shares<W>,
    /// Conditions that packed moves deny.
    denied: W,
}

impl<W: Set> Packing<'_, W> {
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

    /// Makes areas of packed moves, with those together that one of them makes safe.
    fn guarded(&mut self, mut packed: W, areas: &mut Areas<W>) -> W {
        for fewest in [2, 1] {
            for at in packed.members() {
                if !packed.has(at) {
                    continue;
                }
                let each = &self.side.moves[at];
                let left = self.other & !each.spoils;
                let guarded = each.guards & packed;
                let safe = self.side.safe(guarded, left);
                if safe.count() < fewest {
                    continue;
                }
                let hitters = safe
                    .members()
                    .fold(each.hitters, |all, one| all | self.side.moves[one].hitters);
                let denied = self.denied;
                let mut worth = self.worth(each);
                for one in safe.members() {
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
    fn options(&mut self, (own, safe, packed): (W, W, W), areas: &mut Areas<W>) {
        let mut taken = packed;
        for at in safe.members() {
            let option = (self.side.moves[at].clashes & own & !W::one(at)).members().find(|&one| {
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
    /// What a player with these moves surely has more than the opponent can have. `wanted` is the margin from which on the
    /// moves matter that spoil areas.
    pub(super) fn margin(&self, side: usize, (own, other): (W, W), wanted: i32) -> Margin<W> {
        let shares = self.sides[1 - side].shares(other);
        let side = &self.sides[side];
        let mut packing = Packing { side, other, shares, denied: W::default() };
        let (mut base, mut rest) = (-shares.total, own);
        let (mut left, mut safe) = (side.safe(own, other), W::default());
        while !left.is_empty() {
            let at = left.first();
            let each = &side.moves[at];
            base += packing.worth(each);
            left &= !each.clashes;
            rest &= !each.clashes;
            safe |= W::one(at);
        }
        let mut packed = W::default();
        while !rest.is_empty() {
            let at = rest.first();
            rest &= !side.moves[at].clashes;
            packed |= W::one(at);
        }
        let mut margin = Margin { first: i32::MIN, second: i32::MIN, spoilers: None };
        let denied = packing.denied;
        for guards in [false, true] {
            let mut areas = Areas::default();
            packing.denied = denied;
            let singles = if guards { packing.guarded(packed, &mut areas) } else { packed };
            if guards && singles == packed {
                break;
            }
            packing.single(singles, &mut areas);
            packing.options((own, safe, safe | packed), &mut areas);
            let (first, second) = areas.gains();
            margin.first = margin.first.max(base + first);
            margin.second = margin.second.max(base + second);
            if base + first > wanted {
                let before = margin.spoilers.unwrap_or(!W::default());
                let saved = areas.saved(before & areas.spoil[0], wanted - base);
                margin.spoilers = Some(saved);
            }
        }
        margin
    }
}
