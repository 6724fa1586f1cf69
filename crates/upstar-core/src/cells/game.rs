//! A game on cells: its moves in the form in which they are tried, and the options of a state.
//!
//! Knows: moves of both players. Must not know: how positions fall apart.
//!
//! Nearly all moves ask one of a few cubes and write constants: each such cube is a move by itself ([`Plain`]). The
//! others are tried one by one ([`Mixed`]).
//!
//! In games about points some bits are shared: they say whose turn it is, and are in no scope (`points.rs`).
//!
//! A state with all bits in scope has all moves. Any other state has the moves that write in its scope and surely change
//! no bit outside. A move surely changes a bit if it asks the bit and writes the other value. What it may still write
//! out of scope has no effect. `split.rs` proves that these are the moves of a part.

use rustc_hash::{FxHashMap, FxHashSet};

use super::condition::{Cube, Test};
use super::{ALL, Bits, Condition, Move, Node, State, ending};
use crate::Player;
use crate::bytes::write_count;

/// Positions of games in which moves compute more bits than this do not fall apart: to look for parts would take longer
/// than it saves.
const MOST_COMPUTED: usize = 64;

/// Most cubes of a diagram that are tried one by one.
const MOST_CUBES: usize = 8;

/// A move that asks a cube and writes constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Plain {
    /// Where it can be made.
    pub(super) when: Cube,
    /// The bits that become 1.
    pub(super) set: Bits,
    /// The bits that become 0.
    pub(super) clear: Bits,
    /// The number of its row in [`Paid::rows`].
    pub(super) pays: u32,
}

/// Any other move.
#[derive(Debug, Clone)]
pub(super) struct Mixed {
    /// Where it can be made.
    pub(super) when: Test,
    /// The bits that become 1.
    pub(super) set: Bits,
    /// The bits that become 0.
    pub(super) clear: Bits,
    /// Other bits, and where they become 1.
    pub(super) computed: Box<[(Bits, Test)]>,
    /// All bits that it writes.
    pub(super) written: Bits,
    /// The bits that it surely changes.
    changed: Bits,
    /// The number of its row, as for [`Plain`].
    pub(super) pays: u32,
}

/// Rules about points. It is empty for other games.
#[derive(Debug, Clone)]
pub(super) struct Paid {
    /// Bits that say whose turn it is. All parts of a position ask and write them.
    pub(super) shared: Bits,
    /// Whether the moves of Right are those of Left with the players and the shared bits exchanged.
    pub(super) even: bool,
    /// The payments of moves. The first row is empty.
    pub(super) rows: Vec<Row>,
    /// What Left gets at the end, under conditions, each with the bits that it mentions.
    pub(super) terms: Vec<(Test, i64, Bits)>,
}

/// Points that a move pays and shared bits that it changes, under conditions about the position before it.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// Points for the player who makes it.
    pub(super) points: Box<[(Test, i64)]>,
    /// Shared bits, each of which changes where its condition says what is beside it.
    pub(super) flips: Box<[(Test, bool, Bits)]>,
}

impl Row {
    /// All conditions.
    pub(super) fn tests(&self) -> impl Iterator<Item = &Test> {
        let points = self.points.iter().map(|(test, _)| test);
        points.chain(self.flips.iter().map(|(test, ..)| test))
    }
}

impl Default for Paid {
    fn default() -> Self {
        Paid { shared: 0, even: false, rows: vec![Row::default()], terms: Vec::new() }
    }
}

/// Whether a move that writes and surely changes these bits is one of a state with this scope.
fn belongs(scope: Bits, shared: Bits, written: Bits, changed: Bits) -> bool {
    scope == ALL || (written & scope != 0 && changed & !(scope | shared) == 0)
}

impl Plain {
    /// All bits that it writes.
    pub(super) fn written(&self) -> Bits {
        self.set | self.clear
    }

    /// The move as positions are divided by it: without the bits that their parts share.
    fn without(&self, shared: Bits) -> Plain {
        let Cube { ones, zeros } = self.when;
        let when = Cube { ones: ones & !shared, zeros: zeros & !shared };
        Plain { when, set: self.set & !shared, clear: self.clear & !shared, pays: self.pays }
    }

    /// The bits that it surely changes.
    pub(super) fn changed(&self) -> Bits {
        (self.set & self.when.zeros) | (self.clear & self.when.ones)
    }

    /// Whether it is a move of a state with this scope, whose parts share some bits.
    pub(super) fn belongs(&self, scope: Bits, shared: Bits) -> bool {
        belongs(scope, shared, self.written(), self.changed())
    }

    /// The bits after the move.
    pub(super) fn made(&self, bits: Bits) -> Bits {
        (bits & !self.clear) | self.set
    }
}

impl Mixed {
    /// Whether it is a move of a state with this scope, whose parts share some bits.
    pub(super) fn belongs(&self, scope: Bits, shared: Bits) -> bool {
        belongs(scope, shared, self.written, self.changed)
    }

    /// The bits after the move.
    pub(super) fn made(&self, bits: Bits) -> Bits {
        let constant = (bits & !self.clear) | self.set;
        self.computed.iter().fold(constant, |made, (bit, test)| match test.holds(bits) {
            true => made | bit,
            false => made & !bit,
        })
    }
}

/// The moves of a player, as they are tried.
#[derive(Debug, Clone, Default)]
pub(super) struct Side {
    pub(super) plain: Vec<Plain>,
    pub(super) mixed: Vec<Mixed>,
}

impl Side {
    /// These moves, each with the number of what it pays.
    pub(super) fn new<'m>(
        moves: impl IntoIterator<Item = (&'m Move, u32)>,
        nodes: &[Node],
    ) -> Side {
        let mut side = Side::default();
        let mut known = FxHashSet::default();
        for (each, pays) in moves {
            let test = Test::new(&each.when, nodes);
            let few = match test {
                Test::Cubes(_) => usize::MAX,
                Test::Diagram(_) => MOST_CUBES,
            };
            match test.cubes(few) {
                Some(cubes) if each.computed.is_empty() => {
                    let (set, clear) = (each.set, each.clear & !each.set);
                    let plain = cubes.into_iter().map(|when| Plain { when, set, clear, pays });
                    side.plain.extend(plain.filter(|plain| known.insert(*plain)));
                }
                _ => side.mixed.extend(mixed((each, pays), test, nodes)),
            }
        }
        side
    }
}

/// A move with this condition; `None` if it can never be made.
fn mixed((each, pays): (&Move, u32), when: Test, nodes: &[Node]) -> Option<Mixed> {
    let asked = when.implied()?;
    // Of several conditions for a bit the last one counts.
    let last: FxHashMap<Bits, &Condition> =
        each.computed.iter().map(|(bit, c)| (*bit, c)).collect();
    let mut computed: Vec<(Bits, Test)> =
        last.iter().map(|(bit, condition)| (*bit, Test::new(condition, nodes))).collect();
    computed.sort_unstable_by_key(|(bit, _)| *bit);
    let bits = computed.iter().fold(0, |all, (bit, _)| all | bit);
    let set = each.set & !bits;
    let clear = each.clear & !each.set & !bits;
    Some(Mixed {
        when,
        set,
        clear,
        computed: computed.into(),
        written: set | clear | bits,
        changed: (set & asked.zeros) | (clear & asked.ones),
        pays,
    })
}

/// A game whose positions are bits.
#[derive(Debug, Clone)]
pub struct CellGame {
    moves: [Vec<Move>; 2],
    nodes: Vec<Node>,
    sides: [Side; 2],
    /// The plain moves of both players, each once, without shared bits.
    pub(super) plain: Vec<Plain>,
    impartial: bool,
    ends: bool,
    /// Whether it is looked for parts.
    pub(super) divides: bool,
    pub(super) paid: Paid,
}

impl CellGame {
    /// A game with these moves of Left and Right. Diagrams are numbers of `nodes`.
    ///
    /// # Panics
    /// When a node does not lead to earlier ones, or there is no node of a number.
    pub fn new(moves: [Vec<Move>; 2], nodes: Vec<Node>) -> CellGame {
        let [left, right] = moves.each_ref().map(|moves| moves.iter().collect::<FxHashSet<_>>());
        let impartial = left == right;
        let side = |moves: &Vec<Move>| Side::new(moves.iter().map(|each| (each, 0)), &nodes);
        let sides = moves.each_ref().map(side);
        let computed = sides.iter().flat_map(|side| &side.mixed).map(|mixed| mixed.computed.len());
        let divides = computed.sum::<usize>() <= MOST_COMPUTED;
        CellGame { moves, nodes, impartial, ..CellGame::of_sides(sides, divides, Paid::default()) }
    }

    /// A game with these moves, which may be about points.
    pub(super) fn of_sides(sides: [Side; 2], divides: bool, paid: Paid) -> CellGame {
        let mut known = FxHashSet::default();
        let plain =
            sides.iter().flat_map(|side| &side.plain).map(|plain| plain.without(paid.shared));
        let plain = plain.filter(|plain| known.insert(*plain)).collect();
        let ends = ending::ends(&sides);
        let (moves, nodes) = Default::default();
        CellGame { moves, nodes, sides, plain, impartial: false, ends, divides, paid }
    }

    /// The moves of a player, as they were given.
    pub fn moves(&self, player: Player) -> &[Move] {
        &self.moves[player as usize]
    }

    /// The nodes of all diagrams.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether no line of play goes on for ever: proved from the moves alone, `false` where that is not known.
    pub fn ends(&self) -> bool {
        self.ends
    }

    /// The whole position as one state with all bits in scope: for games that do not fall apart, such as those with
    /// goals.
    pub fn whole(&self, bits: Bits) -> State {
        State { bits, scope: ALL }
    }

    /// Whether moves or the end pay anything.
    pub(super) fn is_about_points(&self) -> bool {
        self.paid.rows.len() > 1 || !self.paid.terms.is_empty()
    }

    /// The moves of a player.
    pub(super) fn side(&self, player: Player) -> &Side {
        &self.sides[player as usize]
    }

    /// The moves that are not plain, of both players unless they are the same.
    pub(super) fn mixed(&self) -> impl Iterator<Item = &Mixed> {
        let sides = if self.impartial { &self.sides[..1] } else { &self.sides[..] };
        sides.iter().flat_map(|side| &side.mixed)
    }

    /// Calls `found` with the bits after each move of a player in a state, each result once. A move whose result is
    /// the position itself is a move, too.
    pub fn each_option(&self, state: State, player: Player, found: &mut dyn FnMut(Bits)) {
        let State { bits, scope } = state;
        let player = if self.impartial { Player::Left } else { player };
        let side = &self.sides[player as usize];
        let mut seen = Seen::default();
        let mut add = |made: Bits| {
            let made = (made & scope) | (bits & !scope);
            if seen.insert(made) {
                found(made);
            }
        };
        for plain in &side.plain {
            if plain.when.holds(bits) && plain.belongs(scope, 0) {
                add(plain.made(bits));
            }
        }
        for mixed in &side.mixed {
            if mixed.belongs(scope, 0) && mixed.when.holds(bits) {
                add(mixed.made(bits));
            }
        }
    }

    /// Whether a condition holds in a position.
    pub fn holds(&self, condition: &Condition, bits: Bits) -> bool {
        match condition {
            Condition::Cubes(cubes) => cubes.iter().any(|(mask, value)| bits & mask == *value),
            Condition::Diagram(root) => {
                let mut at = *root;
                while let Some(n) = at.checked_sub(2) {
                    let node = &self.nodes[n as usize];
                    at = node.next.get(node.cell.state(bits)).copied().unwrap_or(0);
                }
                at == 1
            }
        }
    }

    /// Bytes that differ where the moves differ, for digests in archives.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for moves in &self.moves {
            write_count(moves.len() as u64, &mut bytes);
            for each in moves {
                write_condition(&each.when, &mut bytes);
                bytes.extend(each.clear.to_le_bytes());
                bytes.extend(each.set.to_le_bytes());
                write_count(each.computed.len() as u64, &mut bytes);
                for (bit, condition) in &each.computed {
                    bytes.extend(bit.to_le_bytes());
                    write_condition(condition, &mut bytes);
                }
            }
        }
        write_count(self.nodes.len() as u64, &mut bytes);
        for node in &self.nodes {
            bytes.extend([node.cell.shift, node.cell.width]);
            write_count(node.next.len() as u64, &mut bytes);
            for next in &node.next {
                write_count(u64::from(*next), &mut bytes);
            }
        }
        bytes
    }
}

fn write_condition(condition: &Condition, bytes: &mut Vec<u8>) {
    match condition {
        Condition::Cubes(cubes) => {
            bytes.push(0);
            write_count(cubes.len() as u64, bytes);
            for (mask, value) in cubes {
                bytes.extend(mask.to_le_bytes());
                bytes.extend(value.to_le_bytes());
            }
        }
        Condition::Diagram(root) => {
            bytes.push(1);
            write_count(u64::from(*root), bytes);
        }
    }
}

/// How many results are kept before more memory is asked for.
const FEW: usize = 48;

/// The results found so far. Most are told apart from all others by a bit of their hash.
pub(super) struct Seen {
    hashes: [u64; 8],
    few: [Bits; FEW],
    count: usize,
    more: FxHashSet<Bits>,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { hashes: [0; 8], few: [0; FEW], count: 0, more: FxHashSet::default() }
    }
}

impl Seen {
    /// Whether this is new.
    pub(super) fn insert(&mut self, bits: Bits) -> bool {
        let folded = (bits as u64) ^ ((bits >> 64) as u64).rotate_left(29);
        let hash = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55;
        let (word, bit) = ((hash >> 6) as usize, 1 << (hash & 63));
        let may_be_known = self.hashes[word] & bit != 0;
        self.hashes[word] |= bit;
        let few = &self.few[..self.count];
        if may_be_known && (few.contains(&bits) || self.more.contains(&bits)) {
            return false;
        }
        match self.few.get_mut(self.count) {
            Some(free) => {
                *free = bits;
                self.count += 1;
            }
            None => {
                self.more.insert(bits);
            }
        }
        true
    }
}
