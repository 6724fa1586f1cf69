//! Games on cells against play on whole positions, by the definition of a move alone.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::*;
use crate::board::rewrite::random_tests::Random;
use crate::length::cases;
use crate::solve::{Component, Playable, Searches, Sum};
use crate::{Budget, Error, Player, Store};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// Bits of the random games.
const WIDTH: u64 = 10;

/// Whether a condition holds, by definition.
fn holds(condition: &Condition, nodes: &[Node], bits: Bits) -> bool {
    let root = match condition {
        Condition::Cubes(cubes) => return cubes.iter().any(|(mask, value)| bits & mask == *value),
        Condition::Diagram(root) => *root,
    };
    if root < 2 {
        return root == 1;
    }
    let Node { cell, next } = &nodes[root as usize - 2];
    let state = (0..cell.width).map(|i| (bits >> (cell.shift + i) & 1) << i).sum::<Bits>();
    let next = next.get(state as usize);
    next.is_some_and(|next| holds(&Condition::Diagram(*next), nodes, bits))
}

/// The positions after the moves of a player, by definition.
fn options(game: &CellGame, bits: Bits, player: Player) -> BTreeSet<Bits> {
    let legal = game.moves(player).iter().filter(|m| holds(&m.when, game.nodes(), bits));
    let results = legal.map(|m| {
        let mut made = (bits & !(m.clear | m.set)) | m.set;
        for (bit, condition) in &m.computed {
            made = (made & !bit) | if holds(condition, game.nodes(), bits) { *bit } else { 0 };
        }
        made
    });
    results.collect()
}

/// The options of a state, each once.
fn options_of(game: &CellGame, state: State, player: Player) -> BTreeSet<Bits> {
    let mut found = BTreeSet::new();
    game.each_option(state, player, &mut |bits| assert!(found.insert(bits), "twice: {bits:b}"));
    found
}

fn parts_of(game: &CellGame, state: State) -> Vec<State> {
    let mut parts = Vec::new();
    game.parts_of(state, &mut parts);
    parts
}

/// Play on whole positions.
struct Whole<'g>(&'g CellGame);

/// Play on parts.
struct Parted<'g>(&'g CellGame);

impl Playable for Whole<'_> {
    type Position = Bits;
    type Error = Error;

    fn options(&self, bits: &Bits, player: Player) -> Result<Vec<Sum<Bits>>, Error> {
        let made = options(self.0, *bits, player).into_iter();
        Ok(made.map(|bits| vec![Component::Position(bits)]).collect())
    }
}

impl Playable for Parted<'_> {
    type Position = State;
    type Error = Error;

    fn is_impartial(&self, _: &State) -> bool {
        self.0.is_impartial()
    }

    fn stays_impartial(&self, _: &State) -> bool {
        self.0.is_impartial()
    }

    fn options(&self, state: &State, player: Player) -> Result<Vec<Sum<State>>, Error> {
        let sum = |bits| {
            let parts = parts_of(self.0, State { bits, ..*state });
            parts.into_iter().map(Component::Position).collect()
        };
        Ok(options_of(self.0, *state, player).into_iter().map(sum).collect())
    }
}

/// What kind of random games to make.
#[derive(Clone, Copy)]
struct Kind {
    /// Whether each move sets a bit that no move sets back but by setting a lower one.
    ends: bool,
    impartial: bool,
}

/// Makes a random game.
struct Maker {
    random: Random,
    nodes: Vec<Node>,
    kind: Kind,
    /// How near to each other the bits of a move are.
    near: u64,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn game(seed: u64, kind: Kind) -> CellGame {
        let near = 1 + seed / 6 % 4;
        let mut maker = Maker { random: Random::new(seed), nodes: Vec::new(), kind, near };
        let count = 1 + maker.below(8);
        let left: Vec<Move> = (0..count).map(|_| maker.step()).collect();
        let right = match kind.impartial {
            true => left.iter().rev().cloned().collect(),
            false => (0..count).map(|_| maker.step()).collect(),
        };
        CellGame::new([left, right], maker.nodes)
    }

    /// Some bits, few of them, near each other as in most games.
    fn bits(&mut self, from: u64) -> Bits {
        let count = self.below(3);
        let start = self.below(WIDTH);
        let bits = (0..count).map(|_| 1 << ((start + self.below(self.near)) % WIDTH));
        bits.fold(0, |all: Bits, bit| all | bit) >> from << from
    }

    fn node(&mut self) -> u32 {
        let width = 1 + self.below(3);
        let shift = self.below(WIDTH + 1 - width);
        let states = (1 << width) - u64::from(self.below(4) == 0);
        let earlier = self.nodes.len() as u64;
        // Mostly the last nodes, so that diagrams are deep, and mostly always and never.
        let next = (0..states).map(|_| match self.below(3) {
            0 => self.below(2) as u32,
            1 => self.below(earlier + 2) as u32,
            _ => (earlier + 1 - self.below(earlier.min(3) + 1)) as u32,
        });
        let next = next.collect();
        self.nodes.push(Node { cell: Field { shift: shift as u8, width: width as u8 }, next });
        self.nodes.len() as u32 + 1
    }

    /// A condition, which asks a bit to be 0 if one is given.
    fn condition(&mut self, zero: Bits) -> Condition {
        if self.below(4) > 0 {
            let cubes = (0..1 + self.below(3)).map(|_| {
                let mask = self.bits(0);
                (mask | zero, mask & !zero & (self.below(1 << WIDTH) as Bits))
            });
            return Condition::Cubes(cubes.collect());
        }
        let mut root = (0..1 + self.below(3)).map(|_| self.node()).last().unwrap_or(1);
        if zero != 0 {
            let cell = Field { shift: zero.trailing_zeros() as u8, width: 1 };
            self.nodes.push(Node { cell, next: [root].into() });
            root = self.nodes.len() as u32 + 1;
        }
        Condition::Diagram(root)
    }

    fn step(&mut self) -> Move {
        // Bits below `first` are left alone; the one before it is set, if play is to end.
        let first = if self.kind.ends { 1 + self.below(WIDTH) } else { 0 };
        let key = if first > 0 { 1 << (first - 1) } else { 0 };
        let mut set = self.bits(first) | key;
        let clear = self.bits(first);
        // Moves that change nothing are rare.
        if set | clear == 0 && self.below(16) > 0 {
            set = 1 << self.below(WIDTH);
        }
        let when = self.condition(key);
        let count = if first < WIDTH { self.below(2) } else { 0 };
        let computed = (0..count).map(|_| {
            let bit = first + self.below(WIDTH - first);
            (1 << bit, self.condition(0))
        });
        let computed = computed.collect();
        let made = Move { when, clear, set, computed };
        if self.kind.ends || self.below(4) == 0 { made } else { strict(made) }
    }
}

/// A move that surely changes all bits that it writes, where it can be made of a move like that.
fn strict(from: Move) -> Move {
    let Condition::Cubes(cubes) = &from.when else { return from };
    let Move { set, clear, .. } = from;
    let cube = |(mask, value): &(Bits, Bits)| (mask | set | clear, value & !set | clear & !set);
    Move { when: Condition::Cubes(cubes.iter().map(cube).collect()), ..from }
}

/// Bits that a position begins with.
fn start(random: &mut Random) -> Bits {
    (random.below(1 << WIDTH) & random.below(1 << WIDTH)).into()
}

/// Checks that a state is the sum of its parts, move by move, in every position that follows.
fn check_sum(game: &CellGame, state: State) -> Vec<State> {
    let parts = parts_of(game, state);
    let scopes = parts.iter().fold(0, |all: Bits, part| {
        assert_eq!(all & part.scope, 0, "{parts:?}");
        all | part.scope
    });
    assert_eq!(scopes & !state.scope, 0);
    let mut seen = HashSet::from([state.bits]);
    let mut rest = vec![state.bits];
    while let Some(bits) = rest.pop() {
        assert_eq!((bits ^ state.bits) & !scopes, 0, "{parts:?}");
        for player in PLAYERS {
            let whole = options_of(game, State { bits, ..state }, player);
            let of_part = |part: &State| {
                let inside =
                    State { bits: (bits & part.scope) | (part.bits & !part.scope), ..*part };
                let scope = part.scope;
                let options = options_of(game, inside, player).into_iter();
                options.map(move |made| (made & scope) | (bits & !scope)).collect::<Vec<_>>()
            };
            let together: BTreeSet<Bits> = parts.iter().flat_map(of_part).collect();
            assert_eq!(whole, together, "{state:?} {parts:?} at {bits:b}");
            rest.extend(whole.into_iter().filter(|made| seen.insert(*made)));
        }
    }
    parts
}

#[test]
fn every_state_is_the_sum_of_its_parts_move_by_move() {
    let mut counts = [0; 4];
    for seed in 0..cases(1800) {
        let kind = Kind { ends: seed % 2 == 0, impartial: seed % 3 == 0 };
        let game = Maker::game(seed, kind);
        let mut random = Random::new(seed);
        let bits = start(&mut random);
        for player in PLAYERS {
            let whole = options_of(&game, game.whole(bits), player);
            assert_eq!(whole, options(&game, bits, player), "{seed}");
        }
        let mut rest = vec![game.whole(bits)];
        let mut seen = HashSet::new();
        while let Some(state) = rest.pop().filter(|_| seen.len() < 20) {
            let parts = check_sum(&game, state);
            counts[parts.len().min(3)] += 1;
            for part in parts {
                for player in PLAYERS {
                    let options = options_of(&game, part, player).into_iter();
                    let states = options.map(|bits| State { bits, ..part });
                    rest.extend(states.filter(|state| seen.insert(*state)));
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn a_position_is_worth_what_its_parts_are_together() {
    let mut apart = 0;
    for seed in 0..cases(600) {
        let game = Maker::game(seed, Kind { ends: true, impartial: seed % 3 == 0 });
        let store = Store::new(Budget::unlimited());
        let (whole, parted) = (Whole(&game), Parted(&game));
        let (whole, parted) = (Searches::new(&whole, &store), Searches::new(&parted, &store));
        let mut random = Random::new(seed);
        for _ in 0..3 {
            let bits = start(&mut random);
            let parts = parts_of(&game, game.whole(bits));
            apart += usize::from(parts.len() > 1);
            let sum: Vec<_> = parts.into_iter().map(Component::Position).collect();
            let value = parted.sum_value(&sum).unwrap();
            assert_eq!(value, whole.value(&bits).unwrap(), "{seed}, {bits:b}");
        }
    }
    assert!(apart > 100, "{apart}");
}

/// Whether play can return to a position, by a search of all of them.
fn has_cycle(game: &CellGame) -> bool {
    // Positions on the path, and those from which play surely ends.
    let mut ended: HashMap<Bits, bool> = HashMap::new();
    for start in 0..1 << WIDTH {
        let mut path = vec![(start, false)];
        while let Some((bits, is_left)) = path.pop() {
            if is_left {
                ended.insert(bits, true);
                continue;
            }
            match ended.get(&bits) {
                Some(true) => continue,
                Some(false) => return true,
                None => {}
            }
            ended.insert(bits, false);
            path.push((bits, true));
            let next = PLAYERS.into_iter().flat_map(|player| options(game, bits, player));
            let next: BTreeSet<Bits> = next.filter(|made| ended.get(made) != Some(&true)).collect();
            if next.iter().any(|made| ended.contains_key(made)) {
                return true;
            }
            path.extend(next.into_iter().map(|made| (made, false)));
        }
    }
    false
}

#[test]
fn play_that_surely_ends_never_returns() {
    let mut counts = [0; 3];
    for seed in 0..cases(240) {
        let game = Maker::game(seed, Kind { ends: seed % 4 == 0, impartial: seed % 8 > 2 });
        assert!(game.ends() || seed % 4 != 0, "{seed}");
        match (game.ends(), has_cycle(&game)) {
            (true, cycle) => {
                assert!(!cycle, "{seed}");
                counts[0] += usize::from(seed % 4 != 0);
            }
            (false, cycle) => counts[1 + usize::from(cycle)] += 1,
        }
    }
    assert!(counts[0] > 10 && counts[2] > 10, "{counts:?}");
}

/// Node Kayles on a path: a vertex is taken, and its neighbours cannot be any more.
fn node_kayles(vertices: u32) -> CellGame {
    let all: Bits = (1 << vertices) - 1;
    let take = |v: u32| Move {
        when: Condition::Cubes([(1 << v, 0)].into()),
        clear: 0,
        set: (0b111 << v >> 1) & all,
        computed: [].into(),
    };
    let moves: Vec<Move> = (0..vertices).map(take).collect();
    CellGame::new([moves.clone(), moves], Vec::new())
}

#[test]
fn a_path_of_node_kayles_falls_apart_where_vertices_are_taken() {
    let game = node_kayles(9);
    assert!(game.is_impartial() && game.ends());
    let mut made = Vec::new();
    game.each_option(game.whole(0), Player::Right, &mut |bits| made.push(bits));
    assert!(made.contains(&0b11100), "{made:?}");
    let mut parts = Vec::new();
    game.parts(0b11100, &mut parts);
    parts.sort_by_key(|part| part.scope);
    assert_eq!(parts, [State { bits: 0, scope: 0b11 }, State { bits: 0, scope: 0b1_1110_0000 }]);
    // The nimbers of Dawson's Kayles, one vertex further.
    let store = Store::new(Budget::unlimited());
    for (vertices, nimber) in [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0].into_iter().enumerate() {
        let game = node_kayles(vertices as u32 + 1);
        let rules = Parted(&game);
        let parts = parts_of(&game, game.whole(0));
        assert_eq!(Searches::new(&rules, &store).nimber(&parts[0]).unwrap(), Some(nimber));
    }
}

#[test]
fn long_games_with_many_moves_fall_apart_too() {
    // Two bits are taken, at most five places apart.
    let take = |(i, distance): (u32, u32)| {
        let both: Bits = 1 << i | 1 << (i + distance);
        let when = Condition::Cubes([(both, 0)].into());
        Move { when, clear: 0, set: both, computed: [].into() }
    };
    let pairs = (1..=5).flat_map(|distance| (0..128 - distance).map(move |i| (i, distance)));
    let moves: Vec<Move> = pairs.map(take).collect();
    assert_eq!(moves.len(), 625);
    let game = CellGame::new([moves.clone(), moves], Vec::new());
    assert!(game.ends());
    assert_eq!(parts_of(&game, game.whole(0)), [game.whole(0)]);
    let wall = 0b1_1111 << 70;
    let mut parts = parts_of(&game, game.whole(wall));
    parts.sort_by_key(|part| part.scope);
    let low = State { bits: 0, scope: (1 << 70) - 1 };
    assert_eq!(parts, [low, State { bits: 0, scope: !wall & !low.scope }]);
    assert_eq!(options_of(&game, low, Player::Left).len(), 5 * 70 - 15);
    let whole = options_of(&game, game.whole(wall), Player::Left);
    assert_eq!(whole, options(&game, wall, Player::Left));
}

#[test]
fn a_constant_bit_is_kept_where_it_keeps_a_move_from_being_made() {
    // Left takes bit 0 while bit 4 is there, and Right while bit 5 is not; bit 6 is asked by nobody.
    let take = |mask: Bits, value: Bits| Move {
        when: Condition::Cubes([(1 | mask, value)].into()),
        clear: 0,
        set: 1,
        computed: [].into(),
    };
    let game = CellGame::new([vec![take(16, 16)], vec![take(32, 0)]], Vec::new());
    let parts = |bits| parts_of(&game, game.whole(bits));
    assert_eq!(parts(0b101_0000), [State { bits: 0b1_0000, scope: 1 }]);
    assert_eq!(parts(0b111_0000), [State { bits: 0b11_0000, scope: 1 }]);
    assert_eq!(parts(0b110_0000), []);
    assert_eq!(parts(0b100_0001), []);
}

#[test]
fn bits_that_are_computed_may_change_either_way() {
    // Left gives bit 0 for bit 1, and Right takes it back, where bit 2 allows it.
    let when = |value: Bits| Condition::Cubes([(0b11, value)].into());
    let give = Move { when: when(1), clear: 1, set: 2, computed: [].into() };
    let allowed = Condition::Cubes([(4, 4)].into());
    let take = Move { when: when(2), clear: 2, set: 0, computed: [(1, allowed)].into() };
    let game = CellGame::new([vec![give], vec![take]], Vec::new());
    assert!(has_cycle(&game) && !game.ends());
    let parts = |bits| parts_of(&game, game.whole(bits));
    assert_eq!(parts(0b101), [State { bits: 0b101, scope: 0b11 }]);
    assert_eq!(parts(0b110), [State { bits: 0b110, scope: 0b11 }]);
    assert_eq!(parts(0b010), [State { bits: 0b010, scope: 0b10 }]);
}

#[test]
fn moves_that_jump_end_because_bits_get_fewer() {
    // As in peg solitaire: a bit jumps over another one, either way.
    let jump = |(from, over, to): (u32, u32, u32)| Move {
        when: Condition::Cubes([(1 << from | 1 << over | 1 << to, 1 << from | 1 << over)].into()),
        clear: 1 << from | 1 << over,
        set: 1 << to,
        computed: [].into(),
    };
    let jumps: Vec<Move> =
        (0..8).flat_map(|i| [(i, i + 1, i + 2), (i + 2, i + 1, i)]).map(jump).collect();
    assert!(CellGame::new([jumps.clone(), jumps], Vec::new()).ends());
}

#[test]
fn a_move_that_changes_nothing_leaves_the_position_whole() {
    let pass =
        Move { when: Condition::Cubes([(0, 0)].into()), clear: 0, set: 0, computed: [].into() };
    let take = |bit| Move { when: Condition::Cubes([(bit, 0)].into()), set: bit, ..pass.clone() };
    let game = CellGame::new([vec![take(1), take(2)], vec![pass.clone()]], Vec::new());
    assert!(!game.ends());
    assert_eq!(parts_of(&game, game.whole(0)), [game.whole(0)]);
    assert_eq!(options_of(&game, game.whole(0), Player::Right), BTreeSet::from([0]));
}

#[test]
fn bytes_tell_games_apart() {
    let games = (0..50).map(|seed| Maker::game(seed, Kind { ends: false, impartial: false }));
    let bytes: HashSet<Vec<u8>> = games.map(|game| game.bytes()).collect();
    assert_eq!(bytes.len(), 50);
    assert_eq!(node_kayles(5).bytes(), node_kayles(5).bytes());
}

#[test]
fn parts_of_one_shape_have_one_value() {
    let mut again = 0;
    for seed in 0..cases(400) {
        let game = Maker::game(seed, Kind { ends: true, impartial: seed % 3 == 0 });
        let store = Store::new(Budget::unlimited());
        let rules = Parted(&game);
        let searches = Searches::new(&rules, &store);
        let mut random = Random::new(seed);
        let (mut known, mut seen) = (HashMap::new(), HashSet::new());
        for _ in 0..20 {
            for part in parts_of(&game, game.whole(start(&mut random))) {
                let Some(shape) = game.shape(part).filter(|_| seen.insert(part)) else { continue };
                let value = searches.value(&part).unwrap();
                let value = if shape.negated { store.neg(value).unwrap() } else { value };
                again += usize::from(known.contains_key(&shape.key));
                assert_eq!(*known.entry(shape.key).or_insert(value), value, "{seed}, {part:?}");
            }
        }
    }
    assert!(again > 100, "{again}");
}

#[test]
fn positions_of_one_shape_differ_in_the_names_of_their_bits() {
    let game = node_kayles(12);
    let shape = |bits| {
        parts_of(&game, game.whole(bits))
            .into_iter()
            .map(|part| game.shape(part))
            .collect::<Vec<_>>()
    };
    // Four vertices at either end, and in the middle.
    let ends = shape(0b0000_1111_0000);
    assert_eq!(ends.len(), 2);
    assert_eq!(ends[0], ends[1]);
    assert_eq!(shape(0b1111_0000_1111), ends[..1]);
    assert_ne!(shape(0b1111_1000_1111), ends[..1]);
    // Left may take what Right may not: each player's moves are the other's in the negative.
    let take = |bit: Bits| Move {
        when: Condition::Cubes([(bit, 0)].into()),
        clear: 0,
        set: bit,
        computed: [].into(),
    };
    let game = CellGame::new([vec![take(1)], vec![take(2)]], Vec::new());
    let [left, right] = [0b10, 0b01].map(|bits| parts_of(&game, game.whole(bits))[0]);
    let (left, right) = (game.shape(left).unwrap(), game.shape(right).unwrap());
    assert_eq!(left.key, right.key);
    assert_ne!(left.negated, right.negated);
}

/// Rules about points with the moves of a game: gains, whose turn it is, and the score.
struct Points {
    game: CellGame,
    pays: [Vec<Vec<(Condition, i64)>>; 2],
    turn: Option<Condition>,
    score: CellScore,
}

impl Points {
    fn new(seed: u64) -> Points {
        let kind = Kind { ends: true, impartial: seed.is_multiple_of(3) };
        let mut maker = Maker { random: Random::new(seed), nodes: Vec::new(), kind, near: 4 };
        let count = 1 + maker.below(5);
        let left: Vec<Move> = (0..count).map(|_| maker.step()).collect();
        let right = match kind.impartial {
            true => left.clone(),
            false => (0..count).map(|_| maker.step()).collect(),
        };
        let mut pays = || -> Vec<Vec<(Condition, i64)>> {
            let mut row = |_| {
                let terms = maker.below(3);
                (0..terms).map(|_| (maker.condition(0), maker.below(7) as i64 - 2)).collect()
            };
            (0..count).map(&mut row).collect()
        };
        let ours = pays();
        let theirs = if kind.impartial { ours.clone() } else { pays() };
        let turn = (maker.below(3) == 0).then(|| maker.condition(0));
        let terms = (0..maker.below(4)).map(|n| (maker.condition(0), n as i64 * 3 - 4)).collect();
        let score = CellScore { base: maker.below(2) as i64, terms };
        let game = CellGame::new([left, right], maker.nodes);
        Points { game, pays: [ours, theirs], turn, score }
    }

    fn rules(&self) -> CellPoints {
        let side = |player: Player| {
            let moves = self.game.moves(player).iter().cloned();
            let paid = moves.zip(&self.pays[player as usize]);
            paid.map(|(change, pays)| PaidMove { change, pays: pays.clone() }).collect()
        };
        let bits = (self.game.nodes(), WIDTH as u32);
        CellPoints::new(&PLAYERS.map(side), self.turn.as_ref(), &self.score, bits)
    }

    /// What Left gets from a position on, by definition.
    fn value(&self, at: (Bits, Player), known: &mut HashMap<(Bits, Player), i64>) -> i64 {
        if let Some(value) = known.get(&at) {
            return *value;
        }
        let (bits, mover) = at;
        let nodes = self.game.nodes();
        let mover = match &self.turn {
            Some(turn) if holds(turn, nodes, bits) => Player::Left,
            Some(_) => Player::Right,
            None => mover,
        };
        let sign = if mover == Player::Left { 1 } else { -1 };
        let mut values = Vec::new();
        for (each, pays) in self.game.moves(mover).iter().zip(&self.pays[mover as usize]) {
            let paid = pays.iter().filter(|(when, _)| holds(when, nodes, bits));
            let gain: i64 = paid.map(|(_, n)| n).sum();
            let alone = CellGame::new([vec![each.clone()], Vec::new()], nodes.to_vec());
            for made in options(&alone, bits, Player::Left) {
                values.push(sign * gain + self.value((made, mover.opponent()), known));
            }
        }
        let best = values.into_iter().max_by_key(|value| sign * value);
        let terms = self.score.terms.iter().filter(|(when, _)| holds(when, nodes, bits));
        let value = best.unwrap_or(self.score.base + terms.map(|(_, n)| n).sum::<i64>());
        known.insert(at, value);
        value
    }
}

#[test]
fn points_are_those_of_minimax() {
    let budget = Budget::unlimited();
    for seed in 0..cases(300) {
        let points = Points::new(seed);
        if !points.game.ends() {
            continue;
        }
        let (rules, mut known, mut search) = (points.rules(), HashMap::new(), Default::default());
        for bits in [0, 0b11, 0b10_0101_0110] {
            for player in PLAYERS {
                let value = points.value((bits, player), &mut known);
                let start = (bits, points.turn.is_none().then_some(player));
                let found = rules.value(&mut search, start, &budget);
                assert_eq!(found, Ok(Some(value)), "seed {seed}, {bits:b}, {player:?}");
                for than in [value - 1, value] {
                    let more = rules.exceeds(&mut search, start, than, &budget);
                    assert_eq!(more, Ok(Some(value > than)), "seed {seed}, {bits:b}, {player:?}");
                }
            }
        }
    }
}
