//! Games about points on cells: gains of moves, whose turn it is, the score at the end, and values by search.
//!
//! Knows: moves with what they pay, and the search. Must not know: how positions are divided, or what cells stand for.
//!
//! A position is the multiset of its parts (`parts.rs`) with the shared bits: those that say whose turn it is. Parts that
//! differ in the names of their bits are one. Proof: a move changes bits of one part and shared bits, and what it pays
//! is decided by these (`split.rs`). The terms of the score are each decided by the bits of one part. So play is the same
//! from two positions with the same parts and shared bits, whatever a sum is worth.
//!
//! To divide positions, all moves must be cubes that write constants. Only shared bits may change under conditions: moves
//! that differ in nothing else are one. A move that computes other bits becomes several, and what is paid under a condition
//! is paid under disjoint cubes. Where these are too many, positions are left whole.
//!
//! Games of Strings and Coins are searched in another way (`strings/`).
//!
//! Where the exchange of the players exchanges their moves, a position with Right to move has the negative of the value with
//! Left to move, so both are one for the search. A bit that says whose turn it is is exchanged with the players.

use std::collections::BTreeMap;

use super::condition::{Cube, Test};
use super::game::{CellGame, Paid, Plain, Row, Side};
use super::parts::PartTable;
use super::shape::Symmetries;
use super::strings::{Strings, StringsTable};
use super::{Bits, Condition, Move, Node, gathered, scattered, single_bits};
use crate::solve::minimax::{
    self, Bounds, Child, IntegerBounds, Listed, Minimax, MinimaxHalt, Promises, Question, Turn,
};
use crate::{Budget, Error, Player};

/// Most shared bits.
const MOST_SHARED: u32 = 4;

/// Most cubes with constants that one move becomes, and that all of them become.
const MOST_CUBES: usize = 128;
const MOST_PLAIN: usize = 1 << 14;

/// Most bits of a sum that is written as a polynomial.
const MOST_TOGETHER: usize = 10;

/// What a position is worth where play ends.
#[derive(Debug, Clone, Default)]
pub struct CellScore {
    /// Points that Left has in any case.
    pub base: i64,
    /// More points for Left, each where its condition holds.
    pub terms: Vec<(Condition, i64)>,
}

/// A move with what it pays the player who makes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaidMove {
    /// The move.
    pub change: Move,
    /// Points, each where its condition holds in the position before the move.
    pub pays: Vec<(Condition, i64)>,
}

/// The rules of a game about points.
#[derive(Debug, Clone)]
pub struct CellPoints {
    /// The moves, with what they pay.
    pub(super) game: CellGame,
    /// Where it is Left's turn, if the rules say it.
    turn: Option<Test>,
    pub(super) base: i64,
    pub(super) symmetries: Symmetries,
    /// The same game as one of Strings and Coins, if it is.
    pub(super) strings: Option<Strings>,
}

/// What is known of a game about points: its parts, and bounds of values.
#[derive(Debug, Default)]
pub struct CellSearch {
    parts: PartTable,
    known: IntegerBounds,
    strings: StringsTable,
}

impl CellSearch {
    /// Number of positions of which bounds are known.
    pub fn known(&self) -> usize {
        self.known.count() + self.strings.count()
    }
}

/// A position as the search knows it: a byte of the shared bits and one of the mover unless the rules state that player, and
/// then the numbers of the parts, in ascending order.
type Key = Box<[u8]>;

impl CellPoints {
    /// A game with these moves of Left and Right. Of `turn` there is the condition under which it is Left's turn, if
    /// players do not alternate. Positions have so many bits, and diagrams are numbers of `nodes`.
    ///
    /// # Panics
    /// When a node does not lead to earlier ones, or there is no node of a number.
    pub fn new(
        moves: &[Vec<PaidMove>; 2],
        turn: Option<&Condition>,
        score: &CellScore,
        (nodes, bits): (&[Node], u32),
    ) -> CellPoints {
        let turn = turn.map(|turn| Test::new(turn, nodes));
        let written = Rules { moves, turn: turn.as_ref(), score, nodes };
        let mut game = written.divided().unwrap_or_else(|| written.whole());
        let even = match turn {
            None => score.terms.is_empty() && moves[0] == moves[1],
            Some(_) => is_even(&game),
        };
        game.paid.even = even && score.base == 0;
        let symmetries = game.symmetries(bits);
        let strings = Strings::of(&game, &symmetries);
        CellPoints { game, turn, base: score.base, symmetries, strings }
    }

    /// Whether no line of play goes on for ever, as far as the moves show.
    pub fn ends(&self) -> bool {
        self.game.ends()
    }

    /// Value of a position for Left: what is still to come. The player to move counts unless the rules state it.
    /// `None` where numbers are too large or lines of play too long.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn value(
        &self,
        search: &mut CellSearch,
        position: (Bits, Option<Player>),
        budget: &Budget,
    ) -> Result<Option<i64>, Error> {
        let CellSearch { parts, known, strings } = search;
        if let (Some(rules), Some(mover)) = (&self.strings, self.stated(position.0)) {
            let found = MinimaxHalt::found(rules.value(strings, position.0, budget))?;
            return Ok(found.map(|value| if mover == Player::Left { value } else { -value }));
        }
        let mut play = Play { rules: self, parts, known, budget };
        let (key, settled, exchanged) = play.key(position);
        let found = MinimaxHalt::found(minimax::value(&mut play, &key))?;
        Ok(found.map(|value| settled + if exchanged { -value } else { value }))
    }

    /// Whether the value of a position for Left is more than a number; `None` as for [`value`](CellPoints::value).
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn exceeds(
        &self,
        search: &mut CellSearch,
        position: (Bits, Option<Player>),
        than: i64,
        budget: &Budget,
    ) -> Result<Option<bool>, Error> {
        let CellSearch { parts, known, strings } = search;
        if let (Some(rules), Some(mover)) = (&self.strings, self.stated(position.0)) {
            // -value > than says that not value > -than - 1.
            let is_left = mover == Player::Left;
            let asked = if is_left { than } else { -than - 1 };
            let more = MinimaxHalt::found(rules.exceeds(strings, (position.0, asked), budget))?;
            return Ok(more.map(|more| more == is_left));
        }
        let mut play = Play { rules: self, parts, known, budget };
        let (key, settled, exchanged) = play.key(position);
        let than = than - settled;
        // -value > than says that not value >= -than.
        let asked = if exchanged { Question::least(-than) } else { Question::more(than) };
        let holds = MinimaxHalt::found(minimax::holds(&mut play, &key, &asked))?;
        Ok(holds.map(|holds| holds != exchanged))
    }

    /// Whose turn it is, if the rules say it. If positions are divided, the shared bits decide.
    pub(super) fn stated(&self, bits: Bits) -> Option<Player> {
        let is_left = self.turn.as_ref()?.holds(bits);
        Some(if is_left { Player::Left } else { Player::Right })
    }
}

/// The rules as they are given.
struct Rules<'r> {
    moves: &'r [Vec<PaidMove>; 2],
    turn: Option<&'r Test>,
    score: &'r CellScore,
    nodes: &'r [Node],
}

/// What a move pays, and the shared bits that it changes where one of some cubes holds, or none.
type CubeRow = (Vec<(Cube, i64)>, Vec<(Vec<Cube>, bool, Bits)>);

/// Rows of payments, each once, by their numbers.
#[derive(Default)]
struct Rows {
    numbers: BTreeMap<CubeRow, u32>,
}

impl Rows {
    fn number(&mut self, (mut points, mut flips): CubeRow) -> u32 {
        points.retain(|(_, n)| *n != 0);
        points.sort_unstable();
        flips.sort_unstable();
        if points.is_empty() && flips.is_empty() {
            return 0;
        }
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry((points, flips)).or_insert(next)
    }

    fn rows(self) -> Vec<Row> {
        let mut rows: Vec<(u32, CubeRow)> =
            self.numbers.into_iter().map(|(row, number)| (number, row)).collect();
        rows.sort_unstable();
        let row = |(_, (points, flips)): (u32, CubeRow)| Row {
            points: points.into_iter().map(|(cube, n)| (any(vec![cube]), n)).collect(),
            flips: flips
                .into_iter()
                .map(|(cubes, wanted, bit)| (any(cubes), wanted, bit))
                .collect(),
        };
        [Row::default()].into_iter().chain(rows.into_iter().map(row)).collect()
    }
}

/// Cubes as a test.
fn any(cubes: Vec<Cube>) -> Test {
    Test::Cubes(cubes.into())
}

/// Where a move can be made, the shared bits that it changes there, and what it pays.
type Way = (Vec<Cube>, Bits, Vec<(Cube, i64)>);

/// Moves by the bits that they set and clear, without shared bits.
type Groups = BTreeMap<(Bits, Bits), Vec<Way>>;

impl Rules<'_> {
    /// The game with moves that are cubes with constants; `None` where these are too many, or a term reads the shared
    /// bits.
    fn divided(&self) -> Option<CellGame> {
        let shared = self.turn.map_or(0, Test::mentioned);
        if shared.count_ones() > MOST_SHARED {
            return None;
        }
        let (mut rows, mut count) = (Rows::default(), 0);
        let mut sides = [Side::default(), Side::default()];
        for player in [Player::Left, Player::Right] {
            let turns = match self.turn {
                None => vec![Cube::default()],
                Some(turn) => turn.paths(&Cube::default(), player == Player::Left, MOST_CUBES)?,
            };
            let side = &mut sides[player as usize].plain;
            for turn in turns {
                let mut groups = Groups::new();
                for paid in &self.moves[player as usize] {
                    self.group(paid, shared, &turn, &mut groups)?;
                }
                for ((set, clear), ways) in groups {
                    for (when, row) in merged(&ways, &turn)? {
                        let pays = rows.number(row);
                        side.extend(when.into_iter().map(|when| Plain { when, set, clear, pays }));
                        count += 1;
                    }
                }
                (count <= MOST_PLAIN).then_some(())?;
            }
            side.sort_unstable();
            side.dedup();
        }
        let mut terms = Vec::new();
        for (condition, n) in &self.score.terms {
            let cubes = disjoint(&Test::new(condition, self.nodes), &Cube::default())?;
            (cubes.iter().all(|cube| cube.asked() & shared == 0)).then_some(())?;
            terms.extend(cubes.into_iter().map(|cube| (any(vec![cube]), *n, cube.asked())));
        }
        let paid = Paid { shared, even: false, rows: rows.rows(), terms };
        Some(CellGame::of_sides(sides, true, paid))
    }

    /// Adds a move to those that write the same, by what it computes. The turn says all shared bits that it changes.
    fn group(
        &self,
        PaidMove { change, pays }: &PaidMove,
        shared: Bits,
        turn: &Cube,
        groups: &mut Groups,
    ) -> Option<()> {
        // Of several conditions for a bit the last one counts.
        let computed: BTreeMap<Bits, &Condition> =
            change.computed.iter().map(|(bit, condition)| (*bit, condition)).collect();
        let all = computed.keys().fold(0, |all, bit| all | bit);
        let when = Test::new(&change.when, self.nodes).paths(turn, true, MOST_CUBES)?;
        let mut found = vec![(when, change.set & !all, change.clear & !change.set & !all)];
        for (bit, condition) in computed {
            let test = Test::new(condition, self.nodes);
            let mut next = Vec::new();
            for (when, set, clear) in found {
                for (wanted, one, zero) in [(true, bit, 0), (false, 0, bit)] {
                    let mut cubes = Vec::new();
                    for cube in &when {
                        cubes.extend(test.paths(cube, wanted, MOST_CUBES)?);
                    }
                    if !cubes.is_empty() {
                        next.push((cubes, set | one, clear | zero));
                    }
                }
                (next.len() <= MOST_CUBES).then_some(())?;
            }
            found = next;
        }
        for (when, set, clear) in found {
            let known = turn.asked();
            ((set | clear) & shared & !known == 0).then_some(())?;
            let flips = ((set & turn.zeros) | (clear & turn.ones)) & shared;
            let mut paid = Vec::new();
            for (condition, n) in pays {
                let test = Test::new(condition, self.nodes);
                let cubes = disjoint(&test, turn)?;
                paid.extend(cubes.into_iter().map(|cube| (cube.beyond(turn), *n)));
            }
            paid.sort_unstable();
            groups.entry((set & !shared, clear & !shared)).or_default().push((when, flips, paid));
        }
        Some(())
    }

    /// The game whose positions are left whole.
    fn whole(&self) -> CellGame {
        let test = |(condition, n): &(Condition, i64)| (Test::new(condition, self.nodes), *n);
        let mut rows = vec![Row::default()];
        let sides = self.moves.each_ref().map(|moves| {
            let mut with_rows = Vec::new();
            for PaidMove { change, pays } in moves {
                with_rows.push((change, if pays.is_empty() { 0 } else { rows.len() as u32 }));
                if !pays.is_empty() {
                    rows.push(Row { points: pays.iter().map(test).collect(), flips: [].into() });
                }
            }
            Side::new(with_rows, self.nodes)
        });
        let terms = self.score.terms.iter().map(|term| {
            let (test, n) = test(term);
            let mentioned = test.mentioned();
            (test, n, mentioned)
        });
        let terms = terms.collect();
        CellGame::of_sides(sides, false, Paid { shared: 0, even: false, rows, terms })
    }
}

/// The moves that write the same bits, each with where it can be made, what it pays, and the shared bits that it changes.
/// Ways that exclude each other are one move.
fn merged(ways: &[Way], turn: &Cube) -> Option<Vec<(Vec<Cube>, CubeRow)>> {
    let all: Vec<Cube> = ways.iter().flat_map(|(when, ..)| when).copied().collect();
    let groups: Vec<&[Way]> = if are_apart(&all) { vec![ways] } else { ways.chunks(1).collect() };
    let mut moves = Vec::new();
    for ways in groups {
        let all: Vec<Cube> = ways.iter().flat_map(|(when, ..)| when).copied().collect();
        let when = any(all).primes(turn, true, MOST_CUBES)?;
        let changed = ways.iter().fold(0, |all, (_, flips, _)| all | flips);
        let mut flips = Vec::new();
        for bit in single_bits(changed) {
            let there = ways.iter().filter(|(_, flips, _)| flips & bit != 0);
            let there = any(there.flat_map(|(when, ..)| when).copied().collect());
            flips.push(flipped(&there, &when, turn, bit)?);
        }
        moves.push((when, (summed(paid(ways, turn)), flips)));
    }
    Some(moves)
}

/// What moves pay that exclude each other.
fn paid(ways: &[Way], turn: &Cube) -> Vec<(Cube, i64)> {
    if ways.iter().all(|(.., paid)| *paid == ways[0].2) {
        return ways[0].2.clone();
    }
    let mut all = Vec::new();
    for (when, _, paid) in ways {
        for (cube, n) in paid {
            all.extend(when.iter().filter_map(|when| Some((when.beyond(turn).and(cube)?, *n))));
        }
    }
    all
}

/// The same sum as a polynomial in the bits, where that is not longer: `max(a, b)` of two conditions is `a + b - ab`. A bit
/// stands for itself or for its negation, whichever is true where more is paid. So a sum does not depend on how it is
/// written.
fn summed(given: Vec<(Cube, i64)>) -> Vec<(Cube, i64)> {
    let asked = given.iter().fold(0, |all, (cube, _)| all | cube.asked());
    let bits: Vec<Bits> = single_bits(asked).collect();
    if bits.len() > MOST_TOGETHER {
        return given;
    }
    let position = |set: usize| scattered(set as u64, asked);
    let value = |set: usize| -> i64 {
        let at = position(set);
        given.iter().filter(|(cube, _)| cube.holds(at)).map(|(_, n)| n).sum()
    };
    let values: Vec<i64> = (0..1 << bits.len()).map(value).collect();
    // The bits that are 0 where more is paid.
    let mut negated = 0;
    for at in 0..bits.len() {
        let of = |is_one: usize| -> i64 {
            let there = values.iter().enumerate().filter(|(set, _)| set >> at & 1 == is_one);
            there.map(|(_, n)| n.abs()).sum()
        };
        negated |= usize::from(of(0) > of(1)) << at;
    }
    let mut terms: Vec<i64> = (0..values.len()).map(|set| values[set ^ negated]).collect();
    for at in 0..bits.len() {
        for set in (0..terms.len()).filter(|set| set >> at & 1 != 0) {
            terms[set] -= terms[set ^ 1 << at];
        }
    }
    let term = |(set, n): (usize, i64)| {
        let (ones, zeros) = (position(set & !negated), position(set & negated));
        (Cube { ones, zeros }, n)
    };
    let found = terms.into_iter().enumerate().filter(|(_, n)| *n != 0);
    let found: Vec<(Cube, i64)> = found.map(term).collect();
    if found.len() > given.len() { given } else { found }
}

/// Where a shared bit changes, as the fewer cubes of those where it does and those where it does not.
fn flipped(there: &Test, when: &[Cube], turn: &Cube, bit: Bits) -> Option<(Vec<Cube>, bool, Bits)> {
    // What a single cube asks is asked by the move itself.
    let within = if let [when] = when { when } else { turn };
    let ways = [true, false].map(|wanted| there.primes(within, wanted, MOST_CUBES));
    let (cubes, wanted) = match ways {
        [Some(does), Some(does_not)] if does_not.len() < does.len() => (does_not, false),
        [Some(does), _] => (does, true),
        [None, does_not] => (does_not?, false),
    };
    Some((cubes.iter().map(|cube| cube.beyond(within)).collect(), wanted, bit))
}

/// Whether no two of these cubes hold in one position.
fn are_apart(cubes: &[Cube]) -> bool {
    let is_apart =
        |(at, cube): (usize, &Cube)| cubes[..at].iter().all(|other| other.and(cube).is_none());
    cubes.iter().enumerate().all(is_apart)
}

/// Cubes that exclude each other, of which one holds exactly where a test holds within a cube.
fn disjoint(test: &Test, within: &Cube) -> Option<Vec<Cube>> {
    let given = test.cubes(MOST_CUBES)?;
    let cubes: Vec<Cube> = given.iter().filter_map(|cube| cube.and(within)).collect();
    match matches!(test, Test::Cubes(_)) && are_apart(&cubes) {
        true => Some(cubes),
        false => test.paths(within, true, MOST_CUBES),
    }
}

/// Whether the exchange of the players, and of the one bit that says whose turn it is, exchanges their moves, and nothing is
/// paid to Left alone.
fn is_even(game: &CellGame) -> bool {
    let [left, right] = [Player::Left, Player::Right].map(|player| game.side(player));
    let shared = game.paid.shared;
    if !game.divides || shared.count_ones() != 1 || !game.paid.terms.is_empty() {
        return false;
    }
    let exchanged = |plain: &Plain| {
        let Plain { when: Cube { ones, zeros }, set, clear, pays } = *plain;
        let swap = |a: Bits, b: Bits| (a & !shared) | (b & shared);
        let when = Cube { ones: swap(ones, zeros), zeros: swap(zeros, ones) };
        Plain { when, set: swap(set, clear), clear: swap(clear, set), pays }
    };
    let pays_by_turn = |plain: &Plain| {
        let row = &game.paid.rows[plain.pays as usize];
        row.tests().any(|test| test.mentioned() & shared != 0)
    };
    let mut ours: Vec<Plain> = left.plain.iter().map(exchanged).collect();
    let mut theirs = right.plain.clone();
    ours.sort_unstable();
    theirs.sort_unstable();
    ours == theirs && !theirs.iter().any(pays_by_turn)
}

/// The rules during a search.
struct Play<'r> {
    rules: &'r CellPoints,
    parts: &'r mut PartTable,
    known: &'r mut IntegerBounds,
    budget: &'r Budget,
}

impl Play<'_> {
    /// The key of a position, what is settled there for Left, and whether the players are exchanged.
    fn key(&mut self, (bits, mover): (Bits, Option<Player>)) -> (Key, i64, bool) {
        let shared = self.rules.game.paid.shared;
        let (parts, settled) = self.parts.divided(self.rules, bits & !shared, self.budget);
        let mover = self.rules.stated(bits).or(mover).unwrap_or(Player::Left);
        let mut key = Vec::with_capacity(2 + 4 * parts.len());
        let exchanged = self.begin(gathered(bits, shared) as SharedBits, mover, &mut key);
        key.extend(parts.iter().flat_map(|part| part.to_be_bytes()));
        (key.into(), settled, exchanged)
    }

    /// Writes the shared bits and the mover; returns whether the players are exchanged.
    fn begin(&self, shared: SharedBits, mover: Player, key: &mut Vec<u8>) -> bool {
        let paid = &self.rules.game.paid;
        let exchanged = paid.even && mover == Player::Right;
        let all = gathered(Bits::MAX, paid.shared) as SharedBits;
        let shared = if exchanged { !shared & all } else { shared };
        let mover = if exchanged { Player::Left } else { mover };
        key.extend([shared, mover as u8]);
        exchanged
    }

    /// The shared bits, the mover, and the parts of a key.
    fn read<'k>(
        &self,
        key: &'k [u8],
    ) -> (SharedBits, Player, impl Iterator<Item = u32> + Clone + use<'k>) {
        let mover = if key[1] == Player::Left as u8 { Player::Left } else { Player::Right };
        let part = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().expect("four bytes"));
        (key[0], mover, key[2..].chunks_exact(4).map(part))
    }
}

/// The shared bits, moved together.
pub(super) type SharedBits = u8;

impl Minimax for Play<'_> {
    type Position = Key;
    type Value = i64;
    /// A part by its place in the key, and the number of a move there.
    type Move = (u32, u32);
    type Error = MinimaxHalt;

    fn budget(&self) -> &Budget {
        self.budget
    }

    fn bounds(&self, position: &Key) -> Bounds<i64> {
        let (_, _, parts) = self.read(position);
        let of_parts =
            || parts.fold(Bounds::exactly(0), |sum, part| sum.plus(self.parts.bounds(part)));
        self.known.get(position).unwrap_or_else(of_parts)
    }

    fn remember(&mut self, position: Key, known: Bounds<i64>, steps: u64) {
        self.known.insert(position, known, steps, self.budget);
    }

    fn turn(&mut self, position: &Key) -> Result<Turn<i64, (u32, u32)>, MinimaxHalt> {
        let (shared, mover, parts) = self.read(position);
        let parts: Vec<u32> = parts.collect();
        let sign = if mover == Player::Left { 1 } else { -1 };
        let mut promises = Promises::default();
        for (at, &part) in parts.iter().enumerate() {
            if at > 0 && parts[at - 1] == part {
                continue;
            }
            self.parts.expand(self.rules, (part, mover, shared), self.budget)?;
            let largest = parts.iter().filter(|other| **other != part);
            let largest = largest.map(|other| self.parts.size(*other)).max().unwrap_or(0);
            let listed_here = self.parts.moves((part, mover, shared));
            for (number, step) in (0..).zip(listed_here.moves.iter()) {
                let left = listed_here.left(step);
                let size = left.iter().map(|part| self.parts.size(*part)).max().unwrap_or(0);
                // The search looks at bounds first; of equal ones come gains, and then what leaves small parts.
                let promise = step.gain.saturating_mul(128) - sign * i64::from(largest.max(size));
                let next = step.next.unwrap_or(mover.opponent());
                let exchanges = self.rules.game.paid.even && next == Player::Right;
                let step = Listed { gain: step.gain, exchanges, how: (at as u32, number) };
                promises.push(step, promise, self.budget)?;
            }
        }
        promises.turn(mover, || Ok(parts.iter().map(|part| self.parts.ending(*part)).sum()))
    }

    fn make(
        &mut self,
        position: &Key,
        &(at, number): &(u32, u32),
    ) -> Result<Child<Key, i64>, MinimaxHalt> {
        let (shared, mover, parts) = self.read(position);
        let part = parts.clone().nth(at as usize).ok_or(MinimaxHalt::Unfit)?;
        // What was listed may have been forgotten since.
        self.parts.expand(self.rules, (part, mover, shared), self.budget)?;
        let listed = self.parts.moves((part, mover, shared));
        let step = &listed.moves[number as usize];
        let next = step.next.unwrap_or(mover.opponent());
        let left = listed.left(step);
        let mut to = Vec::with_capacity(position.len() - 4 + 4 * left.len());
        self.begin(step.shared, next, &mut to);
        let rest = parts.enumerate().filter(|(place, _)| *place != at as usize);
        let mut left: Vec<u32> = rest.map(|(_, part)| part).chain(left.iter().copied()).collect();
        left.sort_unstable();
        to.extend(left.iter().flat_map(|part| part.to_be_bytes()));
        Ok(Child::Position(to.into()))
    }

    fn bytes(position: &Key) -> usize {
        size_of::<Key>() + position.len()
    }

    fn repeats(&self, _: Vec<Key>) -> MinimaxHalt {
        MinimaxHalt::Unfit
    }
}
