//! Proofs that play on cells ends, in every position.
//!
//! Knows: which bits moves may change, and which they surely change. Must not know: positions.
//!
//! A sum over the bits of a position is bounded. So if no remaining move increases a sum, the moves that surely
//! decrease it are made finitely often and can be left out; then another sum may apply to those that remain. If no
//! moves remain, play ends. The sums are each single bit, the number of all bits that are 1, and their negatives.
//! Proof: in an infinite line of play a first move must be made infinitely often, among those in the order in which
//! they are left out; after the last of those before, no move increases its sum, so it is made finitely often.

use super::Bits;
use super::condition::{Cube, Test};
use super::game::{Mixed, Side};

/// Most cubes of a diagram that are looked at one by one.
const MOST_CUBES: usize = 256;

/// What a move does to bits.
#[derive(Debug, Clone, Copy)]
struct Change {
    /// The bits that it may change from 0 to 1.
    may_rise: Bits,
    /// The bits that it may change from 1 to 0.
    may_fall: Bits,
    /// The bits that it surely changes from 0 to 1.
    rises: Bits,
    /// The bits that it surely changes from 1 to 0.
    falls: Bits,
}

impl Change {
    fn new(when: Cube, set: Bits, clear: Bits, computed: Bits) -> Change {
        Change {
            may_rise: (set | computed) & !when.ones,
            may_fall: (clear | computed) & !when.zeros,
            rises: set & when.zeros,
            falls: clear & when.ones,
        }
    }

    /// Most bits by which the number of those that are 1 grows.
    fn most(&self) -> i32 {
        self.may_rise.count_ones() as i32 - self.falls.count_ones() as i32
    }

    /// Most bits by which the number of those that are 0 grows.
    fn most_zeros(&self) -> i32 {
        self.may_fall.count_ones() as i32 - self.rises.count_ones() as i32
    }
}

/// Whether no line of play goes on for ever, as far as the moves alone show.
pub(super) fn ends(sides: &[Side]) -> bool {
    let plain = sides.iter().flat_map(|side| &side.plain);
    let plain = plain.map(|plain| Change::new(plain.when, plain.set, plain.clear, 0));
    let mixed = sides.iter().flat_map(|side| &side.mixed).flat_map(changes);
    let mut left: Vec<Change> = plain.chain(mixed).collect();
    while !left.is_empty() {
        let before = left.len();
        drop_by_single_bits(&mut left);
        drop_by(Change::most, &mut left);
        drop_by(Change::most_zeros, &mut left);
        if left.len() == before {
            return false;
        }
    }
    true
}

/// What a move does, for each cube of its condition where they are not too many.
fn changes(mixed: &Mixed) -> Vec<Change> {
    let cubes = match &mixed.when {
        Test::Cubes(cubes) => cubes.to_vec(),
        test => test.cubes(MOST_CUBES).unwrap_or_else(|| test.implied().into_iter().collect()),
    };
    let computed = mixed.written & !mixed.set & !mixed.clear;
    cubes.into_iter().map(|cube| Change::new(cube, mixed.set, mixed.clear, computed)).collect()
}

/// Drops the moves that surely change a bit which no move may change the other way.
fn drop_by_single_bits(left: &mut Vec<Change>) {
    let (mut may_rise, mut may_fall) = (0, 0);
    for change in &*left {
        may_rise |= change.may_rise;
        may_fall |= change.may_fall;
    }
    left.retain(|change| (change.rises & !may_fall) | (change.falls & !may_rise) == 0);
}

/// Drops the moves that decrease a sum, if none increases it.
fn drop_by(most: fn(&Change) -> i32, left: &mut Vec<Change>) {
    if left.iter().all(|change| most(change) <= 0) {
        left.retain(|change| most(change) >= 0);
    }
}
