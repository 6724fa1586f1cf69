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
//!
//! In games about points a shape also has what moves pay, and the terms of the score, which are moves that nobody makes.
//! Shared bits keep their names. A renaming of all bits that carries all moves to moves is a symmetry of the game. The
//! orders that lead to the same shape of all moves differ by symmetries.

use super::condition::{Can, Cube, Test};
use super::game::{CellGame, Plain};
use super::{ALL, Bits, State, gathered};
use crate::Player;
use crate::shared::mixed;

/// Most open bits of a part with a shape.
const MOST_BITS: usize = 40;

/// Most bits that the moves of such a part ask and write, together.
const MOST_LINKS: usize = 640;

/// The same for a whole game whose symmetries are looked for.
const MOST_LINKS_OF_GAMES: usize = 1 << 16;

/// Most orders that are compared.
const MOST_ORDERS: usize = 8;

/// Most symmetries of a game, but for those that exchange twins.
const MOST_SYMMETRIES: usize = 64;

/// Colours from here on are those of bits with names of their own, or with a rank among their twins.
const NAMED: u64 = 2;

/// Most cubes under which a shared bit changes.
const MOST_CUBES: usize = 64;

/// Stands in the place of the player where a term of the score is written as a move.
const NOBODY: u64 = 2;

/// A part up to the names of its bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Equal for parts that are isomorphic, if `negated` is the same; if not, each is isomorphic to the negative of the
    /// other.
    pub key: Box<[u64]>,
    /// Whether it is the key of the negative.
    pub negated: bool,
}

/// Symmetries of a game: renamings of its bits under which its moves are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Symmetries {
    /// Classes of bits, in ascending order, of which any two can be exchanged.
    twins: Vec<Vec<u8>>,
    /// The new name of each bit. They carry classes to classes in the same order, and the one that changes nothing is
    /// left out.
    renamings: Vec<Box<[u8]>>,
}

impl Symmetries {
    /// The same state for all states that differ by a symmetry, if all symmetries were found.
    pub(super) fn normal(&self, state: State) -> State {
        if state.scope == ALL {
            return state;
        }
        let order = |state: &State| (state.scope, state.bits);
        let images = self.renamings.iter().map(|names| self.sorted(renamed(state, names)));
        images.fold(self.sorted(state), |least, image| match order(&image) < order(&least) {
            true => image,
            false => least,
        })
    }

    /// The new names of the bits, for each renaming but those that exchange twins.
    pub(super) fn renamings(&self) -> impl Iterator<Item = &[u8]> {
        self.renamings.iter().map(|names| &names[..])
    }

    /// The state with twins in an order that is always the same.
    fn sorted(&self, mut state: State) -> State {
        for class in &self.twins {
            let mut kinds: Vec<(Bits, Bits)> =
                class.iter().map(|bit| (state.scope >> bit & 1, state.bits >> bit & 1)).collect();
            kinds.sort_unstable();
            for (bit, (scope, value)) in class.iter().zip(kinds) {
                state.scope = (state.scope & !(1 << bit)) | scope << bit;
                state.bits = (state.bits & !(1 << bit)) | value << bit;
            }
        }
        state
    }
}

/// A state with other names of its bits.
fn renamed(state: State, names: &[u8]) -> State {
    let moved = |mut bits: Bits| {
        let mut moved = 0;
        while bits != 0 {
            moved |= 1 << names[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        moved
    };
    State { bits: moved(state.bits), scope: moved(state.scope) }
}

/// A move cut to the open bits of a part, which have numbers from 0 on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    player: u64,
    ones: u64,
    zeros: u64,
    set: u64,
    clear: u64,
}

impl Cut {
    /// The same, asking a cube.
    fn asking(self, cube: Cube, all: Bits) -> Cut {
        Cut { ones: gathered(cube.ones & all, all), zeros: gathered(cube.zeros & all, all), ..self }
    }

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

/// A cube under which a move pays. What it pays is in the place of the player; `set` is a shared bit that changes.
type Payment = Cut;

/// A cut move with its payments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    cut: Cut,
    pays: Vec<Payment>,
}

impl Link {
    fn size(&self) -> usize {
        let all = self.pays.iter().chain([&self.cut]);
        all.map(|cut| cut.touched().count_ones() as usize).sum()
    }
}

impl CellGame {
    /// The shape of a part; `None` for a whole position, for large parts, and where a move computes what it writes.
    pub fn shape(&self, state: State) -> Option<Shape> {
        let State { bits, scope } = state;
        let all = scope | self.paid.shared;
        if scope == ALL || scope.count_ones() as usize > MOST_BITS {
            return None;
        }
        let mut links = self.links(state, &self.can_have(state), MOST_LINKS)?;
        let values = gathered(bits & scope, all);
        let colours = self.colours(values, all);
        let own = Search::new((values, &colours), &links, MOST_ORDERS).key();
        if self.is_impartial() || self.is_about_points() {
            return Some(Shape { key: own, negated: false });
        }
        for link in &mut links {
            link.cut.player ^= 1;
        }
        let negative = Search::new((values, &colours), &links, MOST_ORDERS).key();
        Some(match negative < own {
            true => Shape { key: negative, negated: true },
            false => Shape { key: own, negated: false },
        })
    }

    /// Renamings of the bits of a game about points that carry all moves to moves, as far as they are found. There are so
    /// many bits.
    pub(super) fn symmetries(&self, bits: u32) -> Symmetries {
        let all = 1u64.checked_shl(bits).map_or(u64::MAX, |end| end - 1);
        if bits > u64::BITS || !self.divides {
            return Symmetries::default();
        }
        let can = Can { zero: ALL, one: ALL };
        let whole = State { bits: 0, scope: all.into() };
        let Some(links) = self.links(whole, &can, MOST_LINKS_OF_GAMES) else {
            return Symmetries::default();
        };
        let mut colours = self.colours(0, all.into());
        let search = Search::new((0, &colours), &links, MOST_SYMMETRIES);
        let twins = search.twins();
        for class in &twins {
            for (rank, bit) in (0..).zip(class) {
                colours[usize::from(*bit)] = mixed(NAMED + rank, 13);
            }
        }
        let orders = Search::new((0, &colours), &links, MOST_SYMMETRIES).orders();
        let renaming = |order: &Vec<usize>| {
            let mut names = vec![0; order.len()];
            orders[0].iter().zip(order).for_each(|(from, to)| names[*from] = *to as u8);
            names.into()
        };
        let renamings = orders.iter().skip(1).map(renaming).collect();
        Symmetries { twins, renamings }
    }

    /// The first colours of bits: by their values, and shared ones by their names.
    fn colours(&self, values: u64, all: Bits) -> Vec<u64> {
        let shared = gathered(self.paid.shared & all, all);
        let colour = |bit: u64| match shared >> bit & 1 {
            1 => bit + NAMED,
            _ => values >> bit & 1,
        };
        (0..u64::from(all.count_ones())).map(colour).collect()
    }

    /// The moves that may fire, cut to the bits of a state and the shared ones, each once; `None` where a move computes
    /// what it writes, and for many.
    fn links(&self, State { scope, .. }: State, can: &Can, most: usize) -> Option<Vec<Link>> {
        let all = scope | self.paid.shared;
        if self.mixed().any(|mixed| mixed.belongs(scope, self.paid.shared)) {
            return None;
        }
        let mut links: Vec<Link> = Vec::new();
        for player in [Player::Left, Player::Right] {
            if (self.is_impartial() || self.paid.even) && player == Player::Right {
                break;
            }
            let fires =
                |plain: &&Plain| can.allows(&plain.when) && plain.belongs(scope, self.paid.shared);
            for plain in self.side(player).plain.iter().filter(fires) {
                let row = &self.paid.rows[plain.pays as usize];
                let mut pays = Vec::new();
                for (test, n) in &row.points {
                    pays.extend(payments((test, *n), can, all)?);
                }
                for (test, wanted, bit) in &row.flips {
                    // Of several cubes one must hold, so that they may overlap.
                    let set = gathered(*bit, all);
                    let kind = Cut { player: u64::from(*wanted), set, ..Cut::default() };
                    let asked = test.cubes(MOST_CUBES)?.into_iter().filter(|cube| can.allows(cube));
                    pays.extend(asked.map(|cube| kind.asking(cube, all)));
                    pays.push(Cut { clear: set, ..kind });
                }
                pays.sort_unstable();
                links.push(Link { cut: cut(plain, all, player), pays });
            }
        }
        for (test, n, _) in &self.paid.terms {
            if test.look(can).is_undecided() {
                let cut = Cut { player: NOBODY, ones: 0, zeros: 0, set: 0, clear: 0 };
                let mut pays = payments((test, *n), can, all)?;
                pays.sort_unstable();
                links.push(Link { cut, pays });
            }
        }
        links.sort_unstable();
        if !self.is_about_points() {
            links.dedup();
        }
        (links.iter().map(Link::size).sum::<usize>() <= most).then_some(links)
    }
}

/// The cubes under which something is paid, where they may hold; `None` where they may overlap.
fn payments((test, n): (&Test, i64), can: &Can, all: Bits) -> Option<Vec<Payment>> {
    let kind = Cut { player: n as u64, ..Cut::default() };
    let cubes = test.cubes(1)?.into_iter().filter(|cube| can.allows(cube));
    Some(cubes.map(|cube| kind.asking(cube, all)).collect())
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

/// Search for the least key over orders of the bits.
struct Search<'m> {
    values: u64,
    colours: &'m [u64],
    links: &'m [Link],
    best: Option<Box<[u64]>>,
    /// The orders with the best key, and how many were tried.
    orders: Vec<Vec<usize>>,
    tried: usize,
    most_orders: usize,
    /// Whether moves may pay.
    pays: bool,
}

impl<'m> Search<'m> {
    fn new((values, colours): (u64, &'m [u64]), links: &'m [Link], most_orders: usize) -> Self {
        let pays = links.iter().any(|link| !link.pays.is_empty());
        let (best, orders) = (None, Vec::new());
        Search { values, colours, links, best, orders, tried: 0, most_orders, pays }
    }

    /// The least key.
    fn key(mut self) -> Box<[u64]> {
        self.order(self.refined(self.colours.to_vec()));
        self.best.unwrap_or_default()
    }

    /// The orders that have it.
    fn orders(mut self) -> Vec<Vec<usize>> {
        self.order(self.refined(self.colours.to_vec()));
        self.orders
    }

    /// Classes of bits, two at least, any two of which can be exchanged.
    fn twins(&self) -> Vec<Vec<u8>> {
        let mut classes: Vec<Vec<u8>> = Vec::new();
        let colours = self.refined(self.colours.to_vec());
        let order: Vec<usize> = (0..colours.len()).collect();
        let key = self.written(&order);
        for &bit in &order {
            let is_twin = |class: &&mut Vec<u8>| {
                let first = usize::from(class[0]);
                let mut exchanged = order.clone();
                exchanged.swap(first, bit);
                colours[first] == colours[bit] && self.written(&exchanged) == key
            };
            match classes.iter_mut().find(is_twin) {
                Some(class) => class.push(bit as u8),
                None => classes.push(vec![bit as u8]),
            }
        }
        classes.retain(|class| class.len() > 1);
        classes
    }

    /// Colours by those of moves, and of the other bits in these, until there are no more classes.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut classes = distinct(&colours);
        loop {
            let mut finer: Vec<u64> = colours.iter().map(|colour| mixed(*colour, 1)).collect();
            for link in self.links {
                let of_payment = |of_link: u64, pays: &Payment| {
                    of_link.wrapping_add(mixed(of_cut(pays, &colours), 11))
                };
                let of_link = link.pays.iter().fold(of_cut(&link.cut, &colours), of_payment);
                spread(&link.cut, of_link, &mut finer);
                for pays in &link.pays {
                    spread(pays, mixed(of_link, pays.player), &mut finer);
                }
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
            self.tried += 1;
            let key = self.written(&order);
            if self.best.as_ref().is_none_or(|best| key < *best) {
                self.best = Some(key);
                self.orders = vec![order];
            } else if self.best == Some(key) {
                self.orders.push(order);
            }
            return;
        };
        let alike: Vec<usize> =
            order.into_iter().filter(|bit| colours[*bit] == colours[first]).collect();
        for (place, bit) in alike.into_iter().enumerate() {
            if place > 0 && self.tried >= self.most_orders {
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
        let renamed = |cut: &Cut| Cut {
            player: cut.player,
            ones: moved(cut.ones),
            zeros: moved(cut.zeros),
            set: moved(cut.set),
            clear: moved(cut.clear),
        };
        let mut links: Vec<Link> = self.links.to_vec();
        for link in &mut links {
            link.cut = renamed(&link.cut);
            link.pays.iter_mut().for_each(|pays| *pays = renamed(pays));
            link.pays.sort_unstable();
        }
        links.sort_unstable();
        // Bits with names of their own have colours of their own, which say where they are in the order.
        let named = (0..).zip(self.colours).filter(|(_, colour)| **colour >= NAMED);
        let mut named: Vec<(u32, u64)> =
            named.map(|(bit, colour): (usize, _)| (places[bit], *colour)).collect();
        named.sort_unstable();
        let mut key = vec![order.len() as u64 | u64::from(self.pays) << 32, moved(self.values)];
        key.extend(named.into_iter().flat_map(|(place, colour)| [u64::from(place), colour]));
        for link in &links {
            key.extend(link.cut.words());
            if self.pays {
                key.push(link.pays.len() as u64);
                key.extend(link.pays.iter().flat_map(Cut::words));
            }
        }
        key.into()
    }
}

/// A number for what a cut does with colours.
fn of_cut(cut: &Cut, colours: &[u64]) -> u64 {
    let mut of_cut = mixed(cut.player, 7);
    each(cut.touched(), |bit| {
        let link = mixed(colours[bit as usize], cut.role(bit));
        of_cut = of_cut.wrapping_add(mixed(link, 3));
    });
    of_cut
}

/// Adds the number of a link to those of the bits that one of its cuts touches.
fn spread(cut: &Cut, of_link: u64, finer: &mut [u64]) {
    each(cut.touched(), |bit| {
        let link = mixed(of_link, cut.role(bit) + 16);
        finer[bit as usize] = finer[bit as usize].wrapping_add(link);
    });
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
