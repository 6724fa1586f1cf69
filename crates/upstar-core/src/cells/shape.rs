//! The shape of a part: what it is up to the names of its bits.
//!
//! Knows: colour refinement with individualisation (McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981).
//! Must not know: values, or what bits stand for.
//!
//! A part is its open bits with their values, and the moves that may fire, each cut to what it asks and writes of these
//! bits: `split.rs` proves that nothing else matters. A renaming of the bits that carries the moves of one part and its
//! values to those of another carries positions to positions and options to options, so both parts have the same value.
//! The shape is the moves and values with the bits in an order that is found by refinement. It has all there is to know
//! of the part, so parts of one shape are isomorphic, however good the order is. Where the order is not unique, parts
//! that are isomorphic may have different shapes, and no answer depends on it.
//!
//! If the moves of Left and Right are exchanged, the part becomes its negative. The shape is that of the part or of its
//! negative, whichever comes first.

use super::game::{CellGame, Plain};
use super::{ALL, Bits, State};
use crate::Player;

/// Most open bits of a part with a shape.
const MOST_BITS: usize = 40;

/// Most bits that the moves of such a part ask and write, together.
const MOST_LINKS: usize = 640;

/// Most orders that are compared.
const MOST_ORDERS: usize = 8;

/// A part up to the names of its bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Equal for parts that are isomorphic, if `negated` is the same; if not, each is isomorphic to the negative of the
    /// other.
    pub key: Box<[u64]>,
    /// Whether it is the key of the negative.
    pub negated: bool,
}

/// A move cut to the open bits of a part, which have numbers from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Cut {
    player: u64,
    ones: u64,
    zeros: u64,
    set: u64,
    clear: u64,
}

impl Cut {
    fn words(&self) -> [u64; 5] {
        [self.player, self.ones, self.zeros, self.set, self.clear]
    }

    /// The bits that it asks or writes.
    fn touched(&self) -> u64 {
        self.ones | self.zeros | self.set | self.clear
    }

    /// What it does with a bit.
    fn role(&self, bit: u32) -> u64 {
        let is_in = |mask: u64| mask >> bit & 1;
        is_in(self.ones) | is_in(self.zeros) << 1 | is_in(self.set) << 2 | is_in(self.clear) << 3
    }
}

impl CellGame {
    /// The shape of a part; `None` for a whole position, for large parts, and where a move computes what it writes.
    pub fn shape(&self, state: State) -> Option<Shape> {
        let State { bits, scope } = state;
        let count = scope.count_ones() as usize;
        if scope == ALL || count > MOST_BITS || self.mixed().any(|mixed| mixed.belongs(scope)) {
            return None;
        }
        let can = self.can(state);
        let mut moves: Vec<Cut> = Vec::new();
        for player in [Player::Left, Player::Right] {
            if self.is_impartial() && player == Player::Right {
                break;
            }
            let fires = |plain: &&Plain| can.allows(&plain.when) && plain.belongs(scope);
            for plain in self.plain_of(player).iter().filter(fires) {
                moves.push(cut(plain, scope, player));
            }
        }
        moves.sort_unstable();
        moves.dedup();
        let links: u32 = moves.iter().map(|cut| cut.touched().count_ones()).sum();
        if links as usize > MOST_LINKS {
            return None;
        }
        let values = gathered(bits, scope);
        let own = Search::new(values, count, &moves).key();
        if self.is_impartial() {
            return Some(Shape { key: own, negated: false });
        }
        for cut in &mut moves {
            cut.player ^= 1;
        }
        let negative = Search::new(values, count, &moves).key();
        Some(match negative < own {
            true => Shape { key: negative, negated: true },
            false => Shape { key: own, negated: false },
        })
    }
}

/// A move cut to the bits of a scope. What it writes is what it asks, or may change them.
fn cut(plain: &Plain, scope: Bits, player: Player) -> Cut {
    let (ones, zeros) = (plain.when.ones & scope, plain.when.zeros & scope);
    Cut {
        player: player as u64,
        ones: gathered(ones, scope),
        zeros: gathered(zeros, scope),
        set: gathered(plain.set & !ones, scope),
        clear: gathered(plain.clear & !zeros, scope),
    }
}

/// The bits of a scope, moved together.
fn gathered(bits: Bits, scope: Bits) -> u64 {
    let (mut gathered, mut rest, mut place) = (0, scope, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        gathered |= u64::from(bits & lowest != 0) << place;
        rest ^= lowest;
        place += 1;
    }
    gathered
}

/// A number that depends on two, as if it were random.
fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(23)
}

/// Search for the least key over orders of the bits.
struct Search<'m> {
    values: u64,
    moves: &'m [Cut],
    best: Option<Box<[u64]>>,
    orders: usize,
    colours: Vec<u64>,
}

impl<'m> Search<'m> {
    fn new(values: u64, bits: usize, moves: &'m [Cut]) -> Self {
        let colours = (0..bits).map(|bit| values >> bit & 1).collect();
        Search { values, moves, best: None, orders: 0, colours }
    }

    fn key(mut self) -> Box<[u64]> {
        let colours = std::mem::take(&mut self.colours);
        self.order(self.refined(colours));
        self.best.unwrap_or_default()
    }

    /// Colours by those of moves, and of the other bits in these, until there are no more classes.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut classes = distinct(&colours);
        loop {
            let mut finer: Vec<u64> = colours.iter().map(|colour| mixed(*colour, 1)).collect();
            for cut in self.moves {
                let mut of_move = mixed(cut.player, 7);
                each(cut.touched(), |bit| {
                    let link = mixed(colours[bit as usize], cut.role(bit));
                    of_move = of_move.wrapping_add(mixed(link, 3));
                });
                each(cut.touched(), |bit| {
                    let link = mixed(of_move, cut.role(bit) + 16);
                    finer[bit as usize] = finer[bit as usize].wrapping_add(link);
                });
            }
            let now = distinct(&finer);
            if now <= classes {
                return colours;
            }
            (colours, classes) = (finer, now);
        }
    }

    /// Orders the bits by their colours; where several have one colour, each of them is tried as the first.
    fn order(&mut self, colours: Vec<u64>) {
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_unstable_by_key(|bit| colours[*bit]);
        let shared = order.windows(2).find(|pair| colours[pair[0]] == colours[pair[1]]);
        let Some(&[first, _]) = shared else {
            self.orders += 1;
            let key = self.written(&order);
            if self.best.as_ref().is_none_or(|best| key < *best) {
                self.best = Some(key);
            }
            return;
        };
        let alike: Vec<usize> =
            order.into_iter().filter(|bit| colours[*bit] == colours[first]).collect();
        for (tried, bit) in alike.into_iter().enumerate() {
            if tried > 0 && self.orders >= MOST_ORDERS {
                return;
            }
            let mut colours = colours.clone();
            colours[bit] = mixed(colours[bit], 5);
            let colours = self.refined(colours);
            self.order(colours);
        }
    }

    /// The key with the bits in this order.
    fn written(&self, order: &[usize]) -> Box<[u64]> {
        let mut places = vec![0u32; order.len()];
        for (place, bit) in order.iter().enumerate() {
            places[*bit] = place as u32;
        }
        let moved = |mask: u64| {
            let mut moved = 0u64;
            each(mask, |bit| moved |= 1 << places[bit as usize]);
            moved
        };
        let mut moves: Vec<Cut> = self.moves.to_vec();
        for cut in &mut moves {
            let Cut { ones, zeros, set, clear, .. } = cut;
            for mask in [ones, zeros, set, clear] {
                *mask = moved(*mask);
            }
        }
        moves.sort_unstable();
        let head = [order.len() as u64, moved(self.values)];
        head.into_iter().chain(moves.iter().flat_map(Cut::words)).collect()
    }
}

/// How many different numbers there are.
fn distinct(numbers: &[u64]) -> usize {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Calls `found` with the place of each bit of a mask.
fn each(mut mask: u64, mut found: impl FnMut(u32)) {
    while mask != 0 {
        found(mask.trailing_zeros());
        mask &= mask - 1;
    }
}
