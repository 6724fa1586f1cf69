//! Strings and Coins on cells: a player who takes the last string of a coin gets the coin and moves again.
//!
//! Knows: coins with their strings, and the search. Must not know: what cells stand for.
//!
//! The rules are of this kind (`Strings::of`) if each move takes one string, at any time; each string holds one coin, two
//! coins or none; all coins are worth the same; a move that takes the last string of a coin, and only such a move, pays for
//! it, and does not pass the turn. Dots and Boxes is played so, its lines being strings and its boxes coins.
//!
//! A coin with one string can be taken. A position is *quiet* if there is none, and its *rest* is the quiet position that
//! is left when coins are taken as long as there is one. The rest does not depend on the order. V is the value for the
//! player to move, in coins.
//!
//! *Lemma.* Let n coins be taken on the way from a position P to its rest Q. Then V(P) = n + V(Q), or, if the player can
//! also leave some of these coins to the opponent, V(P) = n + max(V(Q), -2d - V(Q)). Here d is the least number that can be
//! left: 2, or else 4 (Winning Ways, ch. 16; Berlekamp, The Dots and Boxes Game, 2000).
//!
//! *What can be left.* Join two of these coins if one of the strings holds both. Each taken coin had one string when it was
//! taken, so the coins fall into trees. A tree is *rooted* if one of its strings holds no other coin of it; that string is
//! taken last, so there is only one. To leave coins is to take a string that holds no coin with one string. In a rooted tree
//! of at least two coins, all but the coin at the root and one beside it can be taken, and then the string at the root: 2
//! coins are left. In a tree without a root such a string holds two coins with more strings each: it leaves 4 if the
//! others are taken before, and it exists unless all strings hold the same coin. In other trees there is no such string.
//!
//! *Proof* by induction on the number of strings. At least: take all, or all but d, in the order above. The opponent then
//! has a position with d coins to take, nothing to leave, and the rest Q, which is worth d + V(Q) to the opponent.
//! At most: look at each move m.
//! - It takes coins. Q remains the rest, and less can be left, so the lemma for P - m gives no more.
//! - It takes one of the strings between P and Q, and no coin. The opponent can take all n, and gets n + V(Q) or more. The
//!   player gets -n - V(Q) at most, which is n - 2d - V(Q) or less: something can be left, and so d <= n.
//! - It takes a string of Q. By then the opponent can take n coins and those that can be taken in Q - m. What can be left in
//!   Q - m can be left here, as trees only grow. So the opponent has n + V(Q - m) or more, and the player
//!   -n - V(Q - m) <= -n + V(Q) at most, since m is a move in Q which takes no coin there.
//!
//! So only quiet positions are searched. A move in one takes no coin. It leads to another one, or to coins for the opponent,
//! who then chooses between the two values of the lemma: that is a position with d and the rest.
//!
//! *Same positions.* Strings that hold the same coins are twins; of these the first ones stay. Other symmetries of the
//! game are tried one by one. Renamings that do not carry coins to coins are not used.

use std::cmp::Reverse;

use super::game::{CellGame, Plain, Row};
use super::shape::Symmetries;
use super::{Bits, scattered, single_bits};
use crate::solve::bounded::Bounded;
use crate::solve::minimax::{
    self, Bounds, Child, Listed, Minimax, MinimaxHalt, Open, Question, Turn,
};
use crate::{Budget, Player};

/// Most strings, those that a word has bits for.
const MOST_STRINGS: u32 = u64::BITS;

/// Most bits that decide whether a move takes a coin.
const MOST_AROUND: u32 = 12;

/// The strings of a position that are not taken.
type Strands = u64;

/// Coins, each a bit: there are at most two for each string.
type Coins = u128;

/// A game of Strings and Coins.
#[derive(Debug, Clone)]
pub(super) struct Strings {
    /// The bit of each string.
    bits: Box<[Bits]>,
    /// The bits that are 1 where the string is not taken.
    present: Bits,
    /// The strings of each coin.
    coins: Box<[Strands]>,
    /// The coins that each string holds.
    held: Box<[Coins]>,
    /// What a coin is worth.
    worth: i64,
    /// Classes of strings that hold the same coins, of two strings at least.
    twins: Box<[Strands]>,
    /// Symmetries: where the strings of each byte go.
    renamings: Box<[Box<[[Strands; 256]]>]>,
}

/// What is known of the values of positions.
#[derive(Debug)]
pub(super) struct StringsTable {
    /// The least and the greatest value of quiet positions.
    known: Bounded<Strands, [i16; 2]>,
    /// How often each string was a move that decided a question.
    credits: [u64; MOST_STRINGS as usize],
}

impl Default for StringsTable {
    fn default() -> Self {
        StringsTable { known: Bounded::default(), credits: [0; MOST_STRINGS as usize] }
    }
}

impl StringsTable {
    /// Number of positions of which bounds are known.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }
}

/// A quiet position, after the player to move was offered some coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Offer {
    /// The strings, in normal form.
    strands: Strands,
    /// How many coins the player can leave to the opponent to pass the turn: 0, 2 or 4.
    handout: u8,
}

/// A move of the search.
#[derive(Debug, Clone, Copy)]
struct Strand {
    string: u8,
    to: Offer,
}

impl Strings {
    /// The game, if its rules are of this kind.
    pub(super) fn of(game: &CellGame, symmetries: &Symmetries) -> Option<Strings> {
        let paid = &game.paid;
        if !paid.even || !paid.shared.is_power_of_two() {
            return None;
        }
        let mut moves: Vec<&Plain> = game.side(Player::Left).plain.iter().collect();
        moves.sort_by_key(|plain| plain.written());
        let bits: Box<[Bits]> = moves.iter().map(|plain| plain.written()).collect();
        if bits.len() > MOST_STRINGS as usize || bits.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let takes_one = |plain: &&Plain| {
            let bit = plain.written();
            bit.is_power_of_two()
                && plain.when.asked() & !paid.shared == bit
                && plain.changed() == bit
        };
        moves.iter().all(takes_one).then_some(())?;
        let present = moves.iter().fold(0, |all, plain| all | plain.clear);
        let mut found = Vec::new();
        for plain in &moves {
            let row = &paid.rows[plain.pays as usize];
            found.push(coins_of(plain, row, present, paid.shared)?);
        }
        let worth = found.iter().flatten().map(|(_, worth)| *worth).next()?;
        (found.iter().flatten().all(|(_, other)| *other == worth && worth > 0)).then_some(())?;
        let mut all: Vec<Bits> = found.iter().flatten().map(|(coin, _)| *coin).collect();
        all.sort_unstable();
        all.dedup();
        // The moves of all strings of a coin pay for it, once each.
        let holds = |at: usize, coin: Bits| found[at].iter().filter(|(of, _)| *of == coin).count();
        let is_held = |coin: &Bits| {
            let strings = bits.iter().enumerate().filter(|(_, bit)| coin & **bit != 0);
            strings.map(|(at, _)| holds(at, *coin)).eq((0..coin.count_ones()).map(|_| 1))
        };
        (all.iter().all(is_held) && found.iter().all(|coins| coins.len() <= 2)).then_some(())?;
        let strands = |coin: &Bits| strands(&bits, *coin);
        let coins: Box<[Strands]> = all.iter().map(strands).collect();
        let held = |at: usize| {
            let there = coins.iter().enumerate().filter(|(_, coin)| *coin >> at & 1 != 0);
            there.fold(0, |all, (coin, _)| all | 1 << coin)
        };
        let held: Box<[Coins]> = (0..bits.len()).map(held).collect();
        let twins = twins(&held);
        let renamings = symmetries.renamings();
        let renamings = renamings.filter_map(|names| renaming(&bits, &coins, names)).collect();
        Some(Strings { bits, present, coins, held, worth, twins, renamings })
    }

    /// Value of a position for the player to move.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn value(
        &self,
        table: &mut StringsTable,
        position: Bits,
        budget: &Budget,
    ) -> Result<i64, MinimaxHalt> {
        let (taken, start) = self.start(position);
        let mut search = StringsSearch { strings: self, table, budget };
        Ok(self.worth * (taken + minimax::value(&mut search, &start)?))
    }

    /// Whether the value for the player to move is more than a number.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub(super) fn exceeds(
        &self,
        table: &mut StringsTable,
        (position, than): (Bits, i64),
        budget: &Budget,
    ) -> Result<bool, MinimaxHalt> {
        let (taken, start) = self.start(position);
        let question = Question::more(than.div_euclid(self.worth) - taken);
        minimax::holds(&mut StringsSearch { strings: self, table, budget }, &start, &question)
    }

    /// The coins that can be taken in a position, and what is offered then.
    fn start(&self, position: Bits) -> (i64, Offer) {
        let strands = strands(&self.bits, position ^ !self.present);
        let loose = (0..).zip(&self.coins).filter(|(_, coin)| (*coin & strands).count_ones() == 1);
        let loose = loose.fold(0, |all, (coin, _): (u32, _)| all | 1 << coin);
        self.rest(strands, loose)
    }

    /// The number of coins that are taken from here to the rest, and the rest with what can be left. These coins can be
    /// taken at once.
    fn rest(&self, strands: Strands, mut loose: Coins) -> (i64, Offer) {
        let (mut rest, mut taken): (Strands, Coins) = (strands, 0);
        while loose != 0 {
            let coin = loose.trailing_zeros() as usize;
            loose &= loose - 1;
            let string = self.coins[coin] & rest;
            if string == 0 {
                continue;
            }
            rest ^= string;
            taken |= 1 << coin;
            for other in each_bit(self.held[string.trailing_zeros() as usize] & !(1 << coin)) {
                match (self.coins[other] & rest).count_ones() {
                    0 => taken |= 1 << other,
                    1 => loose |= 1 << other,
                    _ => {}
                }
            }
        }
        let handout = if taken.count_ones() < 2 { 0 } else { self.handout(strands, taken) };
        (i64::from(taken.count_ones()), Offer { strands: self.normal(rest), handout })
    }

    /// The least number of these coins that can be left to the opponent, or 0.
    fn handout(&self, strands: Strands, taken: Coins) -> u8 {
        let is_large = |coin: &usize| (self.coins[*coin] & strands).count_ones() > 1;
        let mut handout = 0;
        for coin in each_bit(taken).filter(is_large) {
            for string in each_bit((self.coins[coin] & strands).into()) {
                let others = self.held[string] & !(1 << coin);
                if others & taken == 0 {
                    return 2;
                }
                if each_bit(others).all(|other| is_large(&other)) {
                    handout = 4;
                }
            }
        }
        handout
    }

    /// The same strings for all positions that differ by a symmetry.
    fn normal(&self, strands: Strands) -> Strands {
        let image = |names: &[[Strands; 256]]| {
            let bytes = strands.to_le_bytes();
            self.sorted(names.iter().zip(bytes).fold(0, |all, (of, byte)| all | of[byte as usize]))
        };
        self.renamings.iter().map(|names| image(names)).fold(self.sorted(strands), Strands::min)
    }

    /// The strings with the first ones of each class of twins.
    fn sorted(&self, mut strands: Strands) -> Strands {
        for &class in &self.twins {
            let (mut first, mut rest) = (0, class);
            for _ in 0..(strands & class).count_ones() {
                first |= rest & rest.wrapping_neg();
                rest &= rest - 1;
            }
            strands = (strands & !class) | first;
        }
        strands
    }

    /// The moves of a quiet position, each result once.
    fn moves(&self, strands: Strands) -> Vec<Listed<i64, Strand>> {
        let mut tried = strands;
        for class in &self.twins {
            let there = strands & class;
            tried &= !there | there & there.wrapping_neg();
        }
        let mut moves: Vec<Listed<i64, Strand>> = Vec::with_capacity(tried.count_ones() as usize);
        for string in each_bit(tried.into()) {
            let after = strands & !(1 << string);
            let is_loose = |coin: &usize| (self.coins[*coin] & after).count_ones() == 1;
            let loose = each_bit(self.held[string]).filter(is_loose);
            let (taken, to) = self.rest(after, loose.fold(0, |all, coin| all | 1 << coin));
            let how = Strand { string: string as u8, to };
            match moves.iter_mut().find(|other| other.how.to.strands == to.strands) {
                // The opponent gets less where there is nothing to leave, or more has to be left.
                Some(known) => {
                    let worst = |handout: u8| if handout == 0 { u8::MAX } else { handout };
                    if worst(to.handout) > worst(known.how.to.handout) {
                        known.how = how;
                    }
                }
                None => moves.push(Listed { gain: -taken, exchanges: true, how }),
            }
        }
        moves
    }

    /// The coins that are not taken.
    fn coins_left(&self, strands: Strands) -> i64 {
        self.coins.iter().filter(|coin| **coin & strands != 0).count() as i64
    }

    /// How near a position is to the end of safe moves: coins with two strings count most, and then those with three.
    fn tightness(&self, strands: Strands) -> i64 {
        let weight = |coin: &Strands| match (coin & strands).count_ones() {
            2 => 4,
            3 => 1,
            _ => 0,
        };
        self.coins.iter().map(weight).sum()
    }
}

/// The numbers of the bits of a mask, from the lowest one on.
fn each_bit(mask: u128) -> impl Iterator<Item = usize> {
    single_bits(mask).map(|bit| bit.trailing_zeros() as usize)
}

/// The strings whose bits are in a mask.
fn strands(bits: &[Bits], mask: Bits) -> Strands {
    (0..).zip(bits).fold(0, |all, (at, bit): (u32, _)| all | Strands::from(mask & bit != 0) << at)
}

/// The coins that a string holds, as bits, with what is paid for each; `None` where something else decides what is paid or
/// who moves next.
fn coins_of(plain: &Plain, row: &Row, present: Bits, shared: Bits) -> Option<Vec<(Bits, i64)>> {
    let own = plain.written();
    let mut coins = Vec::new();
    for (test, worth) in &row.points {
        let cubes = test.cubes(1)?;
        let [cube] = cubes[..] else { return None };
        let (ones, zeros) = (cube.ones & !own, cube.zeros & !own);
        // The other strings are taken, and this one is not.
        let is_own = plain.when.and(&cube).is_some();
        (is_own && ones & present == 0 && zeros & !present == 0).then_some(())?;
        (cube.asked() & shared == 0).then_some(())?;
        coins.push((ones | zeros | own, *worth));
    }
    let [(test, wanted, bit)] = &row.flips[..] else { return None };
    let around = coins.iter().fold(0, |all, (coin, _)| all | coin) & !own;
    let is_known = *bit == shared && test.mentioned() & !(around | own | shared) == 0;
    (is_known && around.count_ones() <= MOST_AROUND).then_some(())?;
    // Whether a move passes the turn where, beside its own string, just these are not taken.
    let passes = |untaken: u64| {
        let untaken = scattered(untaken, around);
        test.holds((untaken ^ !present) & !plain.when.zeros | plain.when.ones) == *wanted
    };
    let takes = |untaken: u64| {
        let untaken = scattered(untaken, around);
        coins.iter().any(|(coin, _)| coin & untaken == 0)
    };
    (0..1 << around.count_ones()).all(|untaken| passes(untaken) != takes(untaken)).then_some(coins)
}

/// The classes of strings that hold the same coins, of two strings at least.
fn twins(held: &[Coins]) -> Box<[Strands]> {
    let class = |coins: &Coins| {
        let same = held.iter().enumerate().filter(|(_, other)| *other == coins);
        same.fold(0, |all, (at, _)| all | 1 << at)
    };
    let mut classes: Vec<Strands> = held.iter().map(class).collect();
    classes.retain(|class| class.count_ones() > 1);
    classes.sort_unstable();
    classes.dedup();
    classes.into()
}

/// Where the strings of each byte go by a renaming of the bits; `None` if it does not carry strings to strings and coins to
/// coins.
fn renaming(bits: &[Bits], coins: &[Strands], names: &[u8]) -> Option<Box<[[Strands; 256]]>> {
    let mut images = Vec::with_capacity(bits.len());
    for bit in bits {
        let name = names.get(bit.trailing_zeros() as usize)?;
        images.push(strands(bits, 1 << name));
    }
    let image = |strands: Strands| each_bit(strands.into()).fold(0, |all, at| all | images[at]);
    let reached = images.iter().fold(0, |all, image| all | image).count_ones() as usize;
    let is_symmetry = coins.iter().all(|coin| coins.contains(&image(*coin)));
    (reached == bits.len() && is_symmetry).then_some(())?;
    let byte = |first: usize| {
        let mut table = [0; 256];
        for (set, place) in table.iter_mut().enumerate() {
            let there = each_bit(set as u128).filter_map(|at| images.get(first + at));
            *place = there.fold(0, |all, image| all | image);
        }
        table
    };
    Some((0..bits.len()).step_by(8).map(byte).collect())
}

/// The rules during a search. The player to move is Left.
struct StringsSearch<'r> {
    strings: &'r Strings,
    table: &'r mut StringsTable,
    budget: &'r Budget,
}

impl StringsSearch<'_> {
    /// Bounds of the value of a quiet position. It is even or odd as the number of coins is.
    fn quiet(&self, strands: Strands) -> [i64; 2] {
        match self.table.known.get(&strands) {
            Some(known) => known.map(i64::from),
            None => {
                let coins = self.strings.coins_left(strands);
                [-coins, coins]
            }
        }
    }
}

impl Minimax for StringsSearch<'_> {
    type Position = Offer;
    type Value = i64;
    type Move = Strand;
    type Error = MinimaxHalt;

    fn budget(&self) -> &Budget {
        self.budget
    }

    fn bounds(&self, &Offer { strands, handout }: &Offer) -> Bounds<i64> {
        let [least, most] = self.quiet(strands);
        let left = -i64::from(handout);
        if left == 0 {
            return Bounds::between(least, most);
        }
        let better = |value: i64| value.max(2 * left - value);
        let lowest =
            if (least..=most).contains(&left) { left } else { better(least).min(better(most)) };
        Bounds::between(lowest, better(least).max(better(most)))
    }

    fn remember(&mut self, position: Offer, found: Bounds<i64>, steps: u64) {
        if position.handout > 0 {
            return;
        }
        let [least, most] = self.quiet(position.strands);
        let odd = |bound: i64| (bound - least).rem_euclid(2);
        let least_found = found.least.map_or(least, |bound| bound + odd(bound));
        let most_found = found.most.map_or(most, |bound| bound - odd(bound));
        let bounds = [least.max(least_found) as i16, most.min(most_found) as i16];
        self.table.known.insert(position.strands, bounds, steps, self.budget);
    }

    fn turn(&mut self, position: &Offer) -> Result<Turn<i64, Strand>, MinimaxHalt> {
        let &Offer { strands, handout } = position;
        if strands == 0 && handout == 0 {
            return Ok(Turn::Over(0));
        }
        if handout == 0 {
            return Ok(Turn::Of(Player::Left, self.strings.moves(strands)));
        }
        let how = Strand { string: 0, to: Offer { strands, handout: 0 } };
        let take = Listed { gain: 0, exchanges: false, how };
        let leave = Listed { gain: -2 * i64::from(handout), exchanges: true, how };
        Ok(Turn::Of(Player::Left, vec![take, leave]))
    }

    fn make(&mut self, _: &Offer, how: &Strand) -> Result<Child<Offer, i64>, MinimaxHalt> {
        Ok(Child::Position(how.to))
    }

    fn order(
        &self,
        position: &Offer,
        _: Player,
        listed: &mut [Listed<i64, Strand>],
        open: &mut [Open<Offer, i64>],
    ) {
        if position.handout > 0 {
            return;
        }
        open.sort_by_cached_key(|step| {
            let Listed { gain, how, .. } = &listed[step.place as usize];
            let credits = self.table.credits[usize::from(how.string)];
            Reverse((*gain, self.strings.tightness(step.to.strands), credits))
        });
    }

    fn credit(&mut self, position: &Offer, how: &Strand, _: usize) {
        if position.handout == 0 {
            self.table.credits[usize::from(how.string)] += 1;
        }
    }

    fn repeats(&self, _: Vec<Offer>) -> MinimaxHalt {
        MinimaxHalt::Unfit
    }
}

#[cfg(test)]
mod tests;
