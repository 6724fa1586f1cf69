//! Guards: conditions on what the cells of a board show, as decision diagrams.
//!
//! Knows: cells by number, sets of symbols as bits. Must not know: expressions, or where cells lie.
//!
//! A node asks one cell what it shows, and cells are asked in their order. Equal conditions are equal nodes (Bryant,
//! Graph-Based Algorithms for Boolean Function Manipulation, 1986; here with an edge for each set of symbols). So
//! however a condition is worded, it is the same guard, and whether it always holds is a comparison of numbers.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use upstar_core::Budget;
use upstar_core::board::Symbol;

/// Each time that work makes this number of steps, it looks at the limits of the budget.
const STEPS_BETWEEN_LOOKS: usize = 1 << 12;

/// Most different conditions to which a cell leads where prime implicants are found.
const MOST_BRANCHES: usize = 4;

/// A condition, by the number of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Guard(u32);

impl Guard {
    /// The condition that never holds.
    pub(super) const NEVER: Guard = Guard(0);
    /// The condition that always holds.
    pub(super) const ALWAYS: Guard = Guard(1);

    /// Whether it never holds.
    pub(super) fn is_never(self) -> bool {
        self == Guard::NEVER
    }
}

/// Cells that show one of some symbols each, in the order of the cells: a conjunction.
pub(super) type Cube = Vec<(usize, u64)>;

/// Alternatives of a node: sets of symbols, each symbol in one of them, and what must hold then.
type Branches = Box<[(u64, Guard)]>;

/// All guards of one analysis.
#[derive(Debug)]
pub(super) struct Guards {
    /// What a cell can show, as bits.
    symbols: u64,
    /// The same for the first cells, where they differ.
    domains: Vec<u64>,
    /// The nodes after those of the two constants.
    nodes: Vec<(usize, Branches)>,
    numbers: FxHashMap<(usize, Branches), Guard>,
    joined: FxHashMap<(bool, Guard, Guard), Guard>,
    opposites: FxHashMap<Guard, Guard>,
    /// Steps that are left.
    steps: usize,
    /// Whether steps were missing.
    is_spent: bool,
    /// The budget that ends the work too, and how many steps are left when the work looks at it next.
    watched: Option<Budget>,
    next_look: usize,
}

impl Guards {
    /// No guards yet; `symbols` are those of the alphabet, as bits, and `steps` is how much work may be done.
    pub(super) fn new(symbols: u64, steps: usize) -> Self {
        Guards {
            symbols,
            domains: Vec::new(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            joined: FxHashMap::default(),
            opposites: FxHashMap::default(),
            steps,
            is_spent: false,
            watched: None,
            next_look: 0,
        }
    }

    /// No guards yet; `domains` are the symbols that each cell can show, as bits. `budget` ends the work too, and so do three
    /// quarters of its memory.
    pub(super) fn of_domains(domains: Vec<u64>, steps: usize, budget: &Budget) -> Self {
        let watched = Some(budget.clone());
        let next_look = steps.saturating_sub(STEPS_BETWEEN_LOOKS);
        Guards { domains, watched, next_look, ..Guards::new(0, steps) }
    }

    /// The symbols that a cell can show, as bits.
    pub(super) fn domain(&self, cell: usize) -> u64 {
        self.domains.get(cell).copied().unwrap_or(self.symbols)
    }

    /// All symbols of a board, as bits.
    pub(super) fn symbols(&self) -> u64 {
        self.symbols
    }

    /// Steps that are left.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Counts steps; `None` when none are left.
    pub(super) fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.steps.checked_sub(steps).filter(|left| self.may_go_on(*left));
        self.is_spent |= left.is_none();
        self.steps = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Whether the budget permits more steps.
    fn may_go_on(&mut self, left: usize) -> bool {
        let Some(budget) = self.watched.as_ref().filter(|_| left < self.next_look) else {
            return true;
        };
        self.next_look = left.saturating_sub(STEPS_BETWEEN_LOOKS);
        budget.step().is_ok() && budget.reserve(budget.max_bytes() / 4).is_ok()
    }

    /// Whether steps were missing.
    pub(super) fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// The condition that a cell shows one of these symbols.
    pub(super) fn shows(&mut self, cell: usize, symbols: u64) -> Guard {
        let domain = self.domain(cell);
        let symbols = symbols & domain;
        self.node(cell, vec![(symbols, Guard::ALWAYS), (domain & !symbols, Guard::NEVER)])
    }

    /// The node with these alternatives.
    fn node(&mut self, cell: usize, branches: Vec<(u64, Guard)>) -> Guard {
        let mut merged: Vec<(u64, Guard)> = Vec::with_capacity(branches.len());
        for (symbols, guard) in branches {
            match merged.iter_mut().find(|(_, known)| *known == guard) {
                Some((known, _)) => *known |= symbols,
                None if symbols != 0 => merged.push((symbols, guard)),
                None => {}
            }
        }
        if let [(_, guard)] = merged[..] {
            return guard;
        }
        merged.sort_unstable_by_key(|(symbols, _)| symbols.trailing_zeros());
        let key = (cell, merged.into_boxed_slice());
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        // `spend` bounds the number of guards, so it fits.
        let guard = Guard(self.nodes.len() as u32 + 2);
        self.nodes.push(key.clone());
        self.numbers.insert(key, guard);
        guard
    }

    /// The cell that a guard asks first; the constants ask none.
    pub(super) fn first(&self, guard: Guard) -> usize {
        guard.0.checked_sub(2).map_or(usize::MAX, |node| self.nodes[node as usize].0)
    }

    /// What remains of a guard for each set of symbols that `cell` may show. The guard asks no cell before it.
    fn branches(&self, guard: Guard, cell: usize) -> Branches {
        match guard.0.checked_sub(2) {
            Some(node) if self.nodes[node as usize].0 == cell => {
                self.nodes[node as usize].1.clone()
            }
            _ => [(self.domain(cell), guard)].into(),
        }
    }

    /// The cell that a guard asks first, and what remains of it for each set of symbols; `None` for the constants.
    pub(super) fn asked(&self, guard: Guard) -> Option<(usize, &[(u64, Guard)])> {
        let (cell, branches) = &self.nodes[guard.0.checked_sub(2)? as usize];
        Some((*cell, branches))
    }

    /// Both.
    pub(super) fn and(&mut self, left: Guard, right: Guard) -> Option<Guard> {
        self.join(true, left, right)
    }

    /// Either.
    pub(super) fn or(&mut self, left: Guard, right: Guard) -> Option<Guard> {
        self.join(false, left, right)
    }

    /// The one, but not the other.
    pub(super) fn without(&mut self, left: Guard, right: Guard) -> Option<Guard> {
        let right = self.not(right)?;
        self.and(left, right)
    }

    fn join(&mut self, both: bool, left: Guard, right: Guard) -> Option<Guard> {
        let (neutral, final_) =
            if both { (Guard::ALWAYS, Guard::NEVER) } else { (Guard::NEVER, Guard::ALWAYS) };
        match (left, right) {
            (a, b) if a == neutral || a == b => return Some(b),
            (a, b) if b == neutral => return Some(a),
            (a, b) if a == final_ || b == final_ => return Some(final_),
            _ => {}
        }
        let key = (both, left.min(right), left.max(right));
        if let Some(&known) = self.joined.get(&key) {
            return Some(known);
        }
        let cell = self.first(left).min(self.first(right));
        let (lefts, rights) = (self.branches(left, cell), self.branches(right, cell));
        let mut branches = Vec::new();
        for &(symbols, one) in &lefts {
            for &(others, other) in &rights {
                if symbols & others != 0 {
                    self.spend(1)?;
                    branches.push((symbols & others, self.join(both, one, other)?));
                }
            }
        }
        let joined = self.node(cell, branches);
        self.joined.insert(key, joined);
        Some(joined)
    }

    /// The opposite.
    pub(super) fn not(&mut self, guard: Guard) -> Option<Guard> {
        match guard {
            Guard::NEVER => return Some(Guard::ALWAYS),
            Guard::ALWAYS => return Some(Guard::NEVER),
            _ => {}
        }
        if let Some(&known) = self.opposites.get(&guard) {
            return Some(known);
        }
        self.spend(1)?;
        let cell = self.first(guard);
        let mut branches = self.branches(guard, cell);
        for (_, guard) in &mut branches {
            *guard = self.not(*guard)?;
        }
        let opposite = self.node(cell, branches.into_vec());
        self.opposites.insert(guard, opposite);
        self.opposites.insert(opposite, guard);
        Some(opposite)
    }

    /// Whether one condition follows from another.
    pub(super) fn implies(&mut self, left: Guard, right: Guard) -> Option<bool> {
        Some(self.without(left, right)?.is_never())
    }

    /// The condition that all cells of a cube show what it says.
    pub(super) fn of_cube(&mut self, cube: &[(usize, u64)]) -> Option<Guard> {
        let mut guard = Guard::ALWAYS;
        for &(cell, symbols) in cube {
            let shows = self.shows(cell, symbols);
            guard = self.and(guard, shows)?;
        }
        Some(guard)
    }

    /// Cubes of which exactly one holds whenever a guard does; `None` when they are more than `most`.
    pub(super) fn cubes(&mut self, guard: Guard, most: usize) -> Option<Vec<Cube>> {
        let mut found = Vec::new();
        let mut open = vec![(guard, Cube::new())];
        while let Some((guard, cube)) = open.pop() {
            self.spend(1)?;
            match guard {
                Guard::NEVER => {}
                Guard::ALWAYS if found.len() == most => return None,
                Guard::ALWAYS => found.push(cube),
                Guard(node) => {
                    let (cell, branches) = &self.nodes[node as usize - 2];
                    for &(symbols, guard) in branches.iter().rev() {
                        let mut longer = cube.clone();
                        longer.push((*cell, symbols));
                        open.push((guard, longer));
                    }
                }
            }
        }
        Some(found)
    }

    /// Whether a guard asks a cell from this number on.
    pub(super) fn asks_beyond(&self, guard: Guard, cells: usize) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![guard]);
        while let Some(guard) = open.pop() {
            let Some((cell, branches)) = self.asked(guard) else { continue };
            if cell >= cells {
                return true;
            }
            if seen.insert(guard) {
                open.extend(branches.iter().map(|(_, next)| *next));
            }
        }
        false
    }

    /// The prime implicants of a guard, in order: the weakest cubes from which it follows, of which one holds whenever it
    /// does. They do not depend on the order of the cells. `None` when there are more than `most`, of the guard or of what
    /// remains of it when first cells are known.
    ///
    /// Source: Coudert and Madre, Implicit and incremental computation of primes and essential primes of Boolean functions,
    /// 1992; here for sets of symbols.
    pub(super) fn primes(&mut self, guard: Guard, most: usize) -> Option<Vec<Cube>> {
        let mut found = self.primes_from(guard, most, &mut FxHashMap::default())?.to_vec();
        found.sort_unstable();
        Some(found)
    }

    fn primes_from(
        &mut self,
        guard: Guard,
        most: usize,
        known: &mut FxHashMap<Guard, Rc<[Cube]>>,
    ) -> Option<Rc<[Cube]>> {
        let Some((cell, branches)) = self.asked(guard) else {
            let cube = (guard == Guard::ALWAYS).then(Cube::new);
            return Some(cube.into_iter().collect());
        };
        if let Some(found) = known.get(&guard) {
            return Some(found.clone());
        }
        let branches: Vec<(u64, Guard)> = branches.to_vec();
        (branches.len() <= MOST_BRANCHES).then_some(())?;
        // The condition on the other cells where this one shows any symbol of some branches, by the branches as bits.
        let all = (1usize << branches.len()) - 1;
        let mut rests: Vec<Rc<[Cube]>> = vec![Rc::from([])];
        for of in 1..=all {
            let mut rest = Guard::ALWAYS;
            for (_, next) in branches.iter().enumerate().filter(|(n, _)| of >> n & 1 != 0) {
                rest = self.and(rest, next.1)?;
            }
            rests.push(self.primes_from(rest, most, known)?);
        }
        let mut found: Vec<Cube> = rests[all].to_vec();
        for of in 1..all {
            // A cube that is also one for more symbols is no prime implicant for these.
            let more = (0..branches.len()).map(|n| of | 1 << n).filter(|more| *more != of);
            let weaker: FxHashSet<&Cube> = more.flat_map(|more| rests[more].iter()).collect();
            let chosen = branches.iter().enumerate().filter(|(n, _)| of >> n & 1 != 0);
            let symbols = chosen.fold(0, |all, (_, (symbols, _))| all | symbols);
            for cube in rests[of].iter().filter(|cube| !weaker.contains(cube)) {
                found.push(std::iter::once((cell, symbols)).chain(cube.iter().copied()).collect());
            }
        }
        self.spend(found.len() + all)?;
        (found.len() <= most).then_some(())?;
        let found: Rc<[Cube]> = found.into();
        known.insert(guard, found.clone());
        Some(found)
    }

    /// Whether a guard holds on a board.
    pub(super) fn holds(&self, guard: Guard, board: &[Symbol]) -> bool {
        let mut guard = guard;
        while let Some(node) = guard.0.checked_sub(2) {
            let (cell, branches) = &self.nodes[node as usize];
            let shown = board[*cell];
            let branch = branches.iter().find(|(symbols, _)| symbols >> shown & 1 != 0);
            // Symbols that no branch has are in no alphabet.
            guard = branch.map_or(Guard::NEVER, |(_, next)| *next);
        }
        guard == Guard::ALWAYS
    }

    /// Whether a guard implies that a cell shows a symbol.
    pub(super) fn is_known(&mut self, guard: Guard, cell: usize, symbol: Symbol) -> Option<bool> {
        let shows = self.shows(cell, 1 << symbol);
        self.implies(guard, shows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_conditions_are_equal_guards() {
        let mut guards = Guards::new(0b111, 1000);
        let (a, b) = (guards.shows(0, 1), guards.shows(3, 0b110));
        let both = guards.and(a, b).unwrap();
        let (not_a, not_b) = (guards.not(a).unwrap(), guards.not(b).unwrap());
        let either = guards.or(not_a, not_b).unwrap();
        assert_eq!(guards.not(either), Some(both));
        assert_eq!(guards.or(a, not_a), Some(Guard::ALWAYS));
        assert_eq!(guards.shows(3, 0b001), not_b);
        assert_eq!(guards.cubes(both, 9), Some(vec![vec![(0, 1), (3, 0b110)]]));
        assert_eq!(guards.cubes(either, 9).unwrap().len(), 2);
        assert_eq!(guards.cubes(either, 1), None);
        assert!(guards.holds(either, &[0, 2, 2, 0]) && !guards.holds(either, &[0, 2, 2, 1]));
    }

    /// By definition: cubes from which a condition follows, and which are the weakest such ones.
    #[test]
    fn prime_implicants_are_the_weakest_cubes() {
        let mut seed = 1u32;
        for _ in 0..200 {
            let mut guards = Guards::new(0b111, 100_000);
            let mut guard = Guard::NEVER;
            for _ in 0..4 {
                let mut cube = Guard::ALWAYS;
                for cell in 0..3 {
                    seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                    let shows = guards.shows(cell, u64::from(1 + (seed >> 16) % 7));
                    cube = guards.and(cube, shows).unwrap();
                }
                guard = guards.or(guard, cube).unwrap();
            }
            let sets = || 1u64..8;
            let all = sets().flat_map(|a| sets().flat_map(move |b| sets().map(move |c| [a, b, c])));
            let implicants: Vec<[u64; 3]> = all
                .filter(|sets| {
                    let cells = sets.iter().enumerate();
                    let cells: Vec<(usize, u64)> = cells.map(|(n, set)| (n, *set)).collect();
                    let cube = guards.of_cube(&cells).unwrap();
                    guards.implies(cube, guard).unwrap()
                })
                .collect();
            let is_within = |a: &[u64; 3], b: &[u64; 3]| a.iter().zip(b).all(|(a, b)| a & !b == 0);
            let is_prime = |one: &&[u64; 3]| {
                !implicants.iter().any(|other| other != *one && is_within(one, other))
            };
            let cube = |sets: &[u64; 3]| -> Cube {
                let cells = sets.iter().enumerate().map(|(n, set)| (n, *set));
                cells.filter(|(_, set)| *set != 0b111).collect()
            };
            let mut expected: Vec<Cube> = implicants.iter().filter(is_prime).map(cube).collect();
            expected.sort_unstable();
            assert_eq!(guards.primes(guard, 1000), Some(expected));
        }
    }

    #[test]
    fn work_is_bounded() {
        let mut guards = Guards::new(0b11, 10);
        let parity = (0..20).try_fold(Guard::NEVER, |parity, cell| {
            let shows = guards.shows(cell, 1);
            let (one, other) = (guards.without(parity, shows)?, guards.without(shows, parity)?);
            guards.or(one, other)
        });
        assert_eq!(parity, None);
    }
}
