//! Conditions on cells, compiled: where they hold, and what they may say while some bits can change.
//!
//! Knows: cubes and decision diagrams. Must not know: moves, or who makes them.

use std::collections::BTreeSet;

use super::{Bits, Condition, Field, Node};

/// Bits that must be 1, and bits that must be 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cube {
    /// The bits that must be 1.
    pub(super) ones: Bits,
    /// The bits that must be 0.
    pub(super) zeros: Bits,
}

impl Cube {
    pub(super) fn holds(&self, bits: Bits) -> bool {
        (self.ones & !bits) | (self.zeros & bits) == 0
    }

    /// The cube that holds where both hold; `None` if they contradict each other.
    pub(super) fn and(&self, other: &Cube) -> Option<Cube> {
        let both = Cube { ones: self.ones | other.ones, zeros: self.zeros | other.zeros };
        (both.ones & both.zeros == 0).then_some(both)
    }

    /// Whether another cube holds wherever this one does.
    fn implies(&self, other: &Cube) -> bool {
        (other.ones & !self.ones) | (other.zeros & !self.zeros) == 0
    }

    /// The cube without the one bit in which both contradict each other; `None` if there is none, or more than one.
    fn consensus(&self, other: &Cube) -> Option<Cube> {
        let against = (self.ones & other.zeros) | (self.zeros & other.ones);
        let ones = (self.ones | other.ones) & !against;
        let zeros = (self.zeros | other.zeros) & !against;
        (against.is_power_of_two()).then_some(Cube { ones, zeros })
    }

    /// This cube without the bits that another cube asks.
    pub(super) fn beyond(&self, other: &Cube) -> Cube {
        let rest = !other.asked();
        Cube { ones: self.ones & rest, zeros: self.zeros & rest }
    }

    /// The bits that it asks.
    pub(super) fn asked(&self) -> Bits {
        self.ones | self.zeros
    }

    /// The cube with a cell in a state; `None` if they contradict each other.
    fn with(&self, cell: Field, state: usize) -> Option<Cube> {
        let ones = (state as Bits) << cell.shift;
        let zeros = cell.mask() & !ones;
        self.and(&Cube { ones, zeros })
    }
}

/// The values that bits can have, now or later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Can {
    /// The bits that can be 0.
    pub(super) zero: Bits,
    /// The bits that can be 1.
    pub(super) one: Bits,
}

impl Can {
    /// The bits that can be both.
    pub(super) fn open(&self) -> Bits {
        self.zero & self.one
    }

    /// The bits that are 1 for ever.
    pub(super) fn always_one(&self) -> Bits {
        self.one & !self.zero
    }

    pub(super) fn allows(&self, cube: &Cube) -> bool {
        (cube.ones & !self.one) | (cube.zeros & !self.zero) == 0
    }

    /// The states of a cell, each bit by itself.
    fn states(&self, shift: u8, mask: usize) -> impl Iterator<Item = usize> {
        let one = (self.one >> shift) as usize & mask;
        let open = one & (self.zero >> shift) as usize;
        // The subsets of `open`, from the full one down, with the bits that are 1 for ever.
        let mut next = Some(open);
        std::iter::from_fn(move || {
            let subset = next?;
            next = (subset != 0).then(|| (subset - 1) & open);
            Some((one & !open) | subset)
        })
    }
}

/// What a condition may say while bits can change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether it may hold in some position.
    pub(super) may_hold: bool,
    /// Whether it may fail in some position.
    pub(super) may_fail: bool,
    /// The bits that decide: with all others changed as they can, it says the same.
    pub(super) asked: Bits,
    /// The bits that must stay where they are constant, for all this to be true: constant ones outside can become 0.
    pub(super) read: Bits,
}

impl Look {
    /// Whether the condition may hold and may fail.
    pub(super) fn is_undecided(&self) -> bool {
        self.may_hold && self.may_fail
    }
}

/// A condition, ready to be asked.
#[derive(Debug, Clone)]
pub(super) enum Test {
    /// One of these holds.
    Cubes(Box<[Cube]>),
    /// A diagram.
    Diagram(Diagram),
}

impl Test {
    pub(super) fn new(condition: &Condition, nodes: &[Node]) -> Test {
        match condition {
            Condition::Cubes(cubes) => {
                let possible = cubes.iter().filter(|(mask, value)| value & !mask == 0);
                let cube =
                    |(mask, value): &(Bits, Bits)| Cube { ones: *value, zeros: mask & !value };
                Test::Cubes(possible.map(cube).collect())
            }
            Condition::Diagram(root) => Test::Diagram(Diagram::new(*root, nodes)),
        }
    }

    pub(super) fn holds(&self, bits: Bits) -> bool {
        match self {
            Test::Cubes(cubes) => cubes.iter().any(|cube| cube.holds(bits)),
            Test::Diagram(diagram) => diagram.holds(bits),
        }
    }

    pub(super) fn look(&self, can: &Can) -> Look {
        match self {
            Test::Cubes(cubes) => look_at_cubes(cubes, can),
            Test::Diagram(diagram) => diagram.look(can),
        }
    }

    /// Cubes of which one holds exactly where the test does, if there are at most so many.
    pub(super) fn cubes(&self, most: usize) -> Option<Vec<Cube>> {
        match self {
            Test::Cubes(cubes) => (cubes.len() <= most).then(|| cubes.to_vec()),
            Test::Diagram(diagram) => diagram.paths(most),
        }
    }

    /// Disjoint cubes of which one holds exactly where `within` holds and the test is `wanted`, if there are at most so many.
    /// They are the same for all ways to write the test: the paths of a reduced diagram that asks bits in ascending order.
    pub(super) fn paths(&self, within: &Cube, wanted: bool, most: usize) -> Option<Vec<Cube>> {
        let can = Can { zero: !within.ones, one: !within.zeros };
        let look = self.look(&can);
        if !look.is_undecided() {
            let is_wanted = look.may_hold == wanted;
            return Some(if is_wanted { vec![*within] } else { Vec::new() });
        }
        let bit = look.asked & look.asked.wrapping_neg();
        let zero = Cube { ones: within.ones, zeros: within.zeros | bit };
        let one = Cube { ones: within.ones | bit, zeros: within.zeros };
        let zero = self.paths(&zero, wanted, most)?;
        let one = self.paths(&one, wanted, most)?;
        let without = |cube: &Cube| Cube { ones: cube.ones & !bit, zeros: cube.zeros & !bit };
        let is_needed = !zero.iter().map(without).eq(one.iter().map(without));
        let mut found = zero;
        match is_needed {
            true => found.extend(one),
            false => found.iter_mut().for_each(|cube| *cube = without(cube)),
        }
        (found.len() <= most).then_some(found)
    }

    /// The prime implicants of the test, or of its negation, where `within` holds, if there are at most so many: cubes of
    /// which at least one holds exactly there. They do not depend on how the test is written, nor on the order of the bits.
    pub(super) fn primes(&self, within: &Cube, wanted: bool, most: usize) -> Option<Vec<Cube>> {
        let mut primes = self.paths(within, wanted, most)?;
        let mut at = 0;
        while at < primes.len() {
            for before in 0..at {
                let Some(new) = primes[at].consensus(&primes[before]) else { continue };
                if !primes.iter().any(|known| new.implies(known)) {
                    primes.push(new);
                }
            }
            if primes.len() > most {
                return None;
            }
            at += 1;
        }
        let implied = |cube: &Cube| primes.iter().any(|other| other != cube && cube.implies(other));
        let mut found: Vec<Cube> = primes.iter().copied().filter(|cube| !implied(cube)).collect();
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// All bits that it mentions.
    pub(super) fn mentioned(&self) -> Bits {
        match self {
            Test::Cubes(cubes) => cubes.iter().fold(0, |all, cube| all | cube.asked()),
            Test::Diagram(diagram) => {
                diagram.nodes.iter().fold(0, |all, node| all | node.cell.mask())
            }
        }
    }

    /// What is true wherever the test holds; `None` if it never holds.
    pub(super) fn implied(&self) -> Option<Cube> {
        match self {
            Test::Cubes(cubes) => cubes.iter().copied().reduce(common),
            Test::Diagram(diagram) => diagram.implied(),
        }
    }
}

/// What is true in both.
fn common(a: Cube, b: Cube) -> Cube {
    Cube { ones: a.ones & b.ones, zeros: a.zeros & b.zeros }
}

fn look_at_cubes(cubes: &[Cube], can: &Can) -> Look {
    let mut look = Look { may_fail: true, ..Look::default() };
    for cube in cubes {
        let all = cube.ones | cube.zeros;
        if can.allows(cube) {
            look.may_hold = true;
            look.read |= all;
            look.asked |= all & can.open();
            look.may_fail &= all & can.open() != 0;
        } else if cube.ones & !can.one == 0 {
            // A bit that is 1 for ever keeps it from holding; elsewhere one that is 0 does.
            look.read |= cube.zeros;
        }
    }
    if !look.may_fail {
        look.asked = 0;
    }
    look
}

/// The nodes of a decision diagram that its root leads to, numbered anew: each leads to earlier ones, the root is the
/// last.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    nodes: Box<[Asks]>,
    /// Where the states of each node lead: 0 never, 1 always, n the node n - 2.
    next: Box<[u32]>,
    /// The root, in the same way.
    root: u32,
}

/// Node of a compiled diagram.
#[derive(Debug, Clone, Copy)]
struct Asks {
    cell: Field,
    /// Where its states begin in `next`; there is one for each number of so many bits.
    first: u32,
}

/// A node may lead to never.
const FAILS: u8 = 1;
/// A node may lead to always.
const HOLDS: u8 = 2;
/// A node is reached.
const REACHED: u8 = 4;

/// Most nodes of a diagram that is looked at without asking for memory.
const FEW: usize = 256;

impl Diagram {
    fn new(root: u32, nodes: &[Node]) -> Diagram {
        let mut found = BTreeSet::from([root]);
        let mut at = root;
        while let Some(n) = at.checked_sub(2) {
            found.extend(nodes[n as usize].next.iter().inspect(|next| assert!(**next < at)));
            at = found.range(..at).next_back().copied().unwrap_or(0);
        }
        let found: Vec<u32> = found.into_iter().filter(|n| *n > 1).collect();
        let number = |n: u32| found.binary_search(&n).map_or(n, |at| at as u32 + 2);
        let (mut asks, mut next) = (Vec::with_capacity(found.len()), Vec::new());
        for n in &found {
            let node = &nodes[*n as usize - 2];
            let first = next.len();
            asks.push(Asks { cell: node.cell, first: first as u32 });
            next.extend(node.next.iter().map(|n| number(*n)));
            next.resize(first + (1 << node.cell.width), 0);
        }
        Diagram { nodes: asks.into(), next: next.into(), root: number(root) }
    }

    fn holds(&self, bits: Bits) -> bool {
        let mut at = self.root;
        while let Some(n) = at.checked_sub(2) {
            let node = self.nodes[n as usize];
            at = self.next[node.first as usize + node.cell.state(bits)];
        }
        at == 1
    }

    /// Where the states that a node's cell can have lead.
    fn followers(&self, node: Asks, can: &Can) -> impl Iterator<Item = u32> {
        let states = can.states(node.cell.shift, (1 << node.cell.width) - 1);
        states.map(move |state| self.next[node.first as usize + state])
    }

    fn look(&self, can: &Can) -> Look {
        let mut few = [0; FEW];
        let mut many = Vec::new();
        let marks = match few.get_mut(..self.nodes.len()) {
            Some(marks) => marks,
            None => {
                many.resize(self.nodes.len(), 0);
                &mut many[..]
            }
        };
        self.look_with(can, marks)
    }

    /// Looks with a mark for each node: first at what each may lead to, then at which are reached.
    fn look_with(&self, can: &Can, marks: &mut [u8]) -> Look {
        let ends = |n: u32, marks: &[u8]| match n {
            0 => FAILS,
            1 => HOLDS,
            n => marks[n as usize - 2],
        };
        for (n, node) in self.nodes.iter().enumerate() {
            let mark = self.followers(*node, can).fold(0, |mark, next| mark | ends(next, marks));
            marks[n] = mark;
        }
        let root = ends(self.root, marks);
        let may_hold = root & HOLDS != 0;
        let mut look = Look { may_hold, may_fail: root & FAILS != 0, ..Look::default() };
        if let Some(last) = marks.last_mut() {
            *last |= REACHED;
        }
        for (n, node) in self.nodes.iter().enumerate().rev() {
            if marks[n] & REACHED == 0 {
                continue;
            }
            look.read |= node.cell.mask();
            if marks[n] & (HOLDS | FAILS) == HOLDS | FAILS {
                look.asked |= node.cell.mask() & can.open();
            }
            for next in self.followers(*node, can).filter(|next| *next > 1) {
                marks[next as usize - 2] |= REACHED;
            }
        }
        look
    }

    /// The paths to always as cubes, if there are at most so many.
    fn paths(&self, most: usize) -> Option<Vec<Cube>> {
        let mut paths = Vec::new();
        // Paths that lead nowhere cost steps, too.
        let mut steps = 16 * most;
        let mut stack = vec![(self.root, Cube::default())];
        while let Some((at, cube)) = stack.pop() {
            if at == 1 {
                paths.push(cube);
            }
            let Some(n) = at.checked_sub(2) else { continue };
            let node = self.nodes[n as usize];
            for state in 0..1 << node.cell.width {
                let next = self.next[node.first as usize + state];
                if next > 0 {
                    stack.extend(cube.with(node.cell, state).map(|cube| (next, cube)));
                }
            }
            steps = steps.checked_sub(1)?;
        }
        (paths.len() <= most).then_some(paths)
    }

    /// What all paths to always ask.
    fn implied(&self) -> Option<Cube> {
        let mut known: Vec<Option<Cube>> = vec![None, Some(Cube::default())];
        for node in &self.nodes {
            let through = |state: usize| {
                let next = self.next[node.first as usize + state];
                known[next as usize].as_ref()?.with(node.cell, state)
            };
            known.push((0..1 << node.cell.width).filter_map(through).reduce(common));
        }
        known[self.root as usize]
    }
}
