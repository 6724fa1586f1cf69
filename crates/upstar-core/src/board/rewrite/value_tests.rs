//! Splitting, normal forms and bit planes preserve the values of boards.

use crate::solve::{Component, Playable, Searches, Sum, Unsolved};
use crate::{Budget, Game, Player, Store};

use super::naive_split::Splitter;
use super::ring::ringed;
use super::rule_stencils::RuleStencils;
use super::symmetry::Symmetries;
use super::*;
use crate::board::bitboard::Planes;
use crate::board::{Alphabet, Board, Shape};

/// Boards as cells under the rules of both players, with or without splitting.
struct Tested {
    left: Vec<Rule>,
    right: Vec<Rule>,
    splitter: Option<Splitter>,
}

impl Tested {
    fn parts(&self, board: Board) -> Sum<Board> {
        self.boards(board).into_iter().map(Component::Position).collect()
    }

    fn boards(&self, board: Board) -> Vec<Board> {
        match &self.splitter {
            Some(splitter) => {
                let ringed = ringed(self.left.iter().chain(&self.right), &board);
                splitter.parts(&ringed.unwrap_or(board))
            }
            None => vec![board],
        }
    }
}

impl Playable for Tested {
    type Position = Board;
    type Error = Unsolved<Board>;

    fn is_impartial(&self, _: &Board) -> bool {
        false
    }

    fn options(&self, board: &Board, player: Player) -> Result<Vec<Sum<Board>>, Unsolved<Board>> {
        let rules = if player == Player::Left { &self.left } else { &self.right };
        let boards: Vec<Board> =
            rules.iter().flat_map(|rule| rule.results(board).unwrap()).collect();
        Ok(boards.into_iter().map(|board| self.parts(board)).collect())
    }

    fn repeats(&self, cycle: Vec<Board>) -> Unsolved<Board> {
        Unsolved::Repeats(cycle)
    }
}

/// Values of boards under the same rules: as cells with and without splitting, and on bit planes
/// with and without symmetries.
pub(in crate::board) struct Pair {
    store: Store,
    split: Tested,
    whole: Tested,
    planes: Planes,
    unturned: Planes,
}

/// Longest side of the boards here, with their ring.
const SIDE: usize = 12;

impl Pair {
    pub(in crate::board) fn new(left: &[Rule], right: &[Rule]) -> Self {
        let tested = |splitter| Tested { left: left.into(), right: right.into(), splitter };
        let rules = [left.to_vec(), right.to_vec()];
        let ways = RuleStencils::of_rules(&rules, SIDE).unwrap();
        Pair {
            store: Store::new(Budget::unlimited()),
            split: tested(Some(Splitter::new(&rules, ways.split()))),
            whole: tested(None),
            planes: Planes::new(&ways, &Budget::unlimited()).unwrap(),
            unturned: Planes::without_symmetries(&ways),
        }
    }

    /// The value, computed each way.
    pub(in crate::board) fn value(&mut self, board: &Board) -> Game {
        let whole = Searches::new(&self.whole, &self.store).value(board).unwrap();
        let parts = self.split.parts(board.clone());
        assert_eq!(
            Searches::new(&self.split, &self.store).sum_value(&parts).unwrap(),
            whole,
            "{board:?}"
        );
        let ringed = ringed(self.whole.left.iter().chain(&self.whole.right), board);
        let board = ringed.as_ref().unwrap_or(board);
        for planes in [&self.planes, &self.unturned] {
            let parts = planes.parts(board).unwrap();
            assert_eq!(planes.searches(&self.store).sum_value(&parts).unwrap(), whole, "{board:?}");
        }
        whole
    }

    /// The value of a board of any size, on bit planes.
    pub(in crate::board) fn on_planes(&self, board: &Board) -> Game {
        let parts = self.planes.parts(board).unwrap();
        self.planes.searches(&self.store).sum_value(&parts).unwrap()
    }

    /// The sum of two values.
    pub(in crate::board) fn sum(&self, one: Game, other: Game) -> Game {
        self.store.add(one, other).unwrap()
    }

    /// All boards of this size.
    pub(super) fn all(&mut self, rows: usize, columns: usize, symbols: usize) {
        for code in 0..symbols.pow((rows * columns) as u32) {
            self.value(&nth(rows, columns, symbols, code));
        }
    }
}

/// The board whose cells are the digits of a number.
pub(in crate::board) fn nth(rows: usize, columns: usize, symbols: usize, mut code: usize) -> Board {
    let mut board = Board::empty(rows, columns).unwrap();
    for symbol in board.symbols_mut() {
        *symbol = (code % symbols) as u8;
        code /= symbols;
    }
    board
}

fn compile(alphabet: &str, rules: &[(&str, &str)], turns: Turns) -> Vec<Rule> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let rule = |&(p, r): &(_, _)| Rule::single(p, r, turns, &alphabet, Shape::Grid).unwrap();
    rules.iter().map(rule).collect()
}

fn domineering() -> Pair {
    let left = compile(".#", &[(".|.", "#|#")], Turns::None);
    Pair::new(&left, &compile(".#", &[("..", "##")], Turns::None))
}

fn parts(pair: &mut Pair, alphabet: &str, board: &str) -> Vec<String> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let board = Board::parse(board, Shape::Grid, &alphabet).unwrap();
    let parts = pair.split.boards(board);
    parts.iter().map(|part| part.display(&alphabet).to_string()).collect()
}

#[test]
fn domineering_is_a_sum_of_its_regions() {
    let mut pair = domineering();
    assert_eq!(parts(&mut pair, ".#", "..#.|##..|#.##|..#."), ["..", " .|..", " .|.."]);
}

#[test]
fn domineering_boards_keep_their_values() {
    let mut pair = domineering();
    pair.all(3, 3, 2);
    pair.all(2, 4, 2);
}

/// Winning RuleStencils, chapter 5: a square of four is ±1, a column of two 1, a row of two -1.
#[test]
fn small_domineering_boards_are_as_published() {
    let mut pair = domineering();
    let mut of = |rows, columns| pair.value(&Board::empty(rows, columns).unwrap());
    let (column, row, square) = (of(2, 1), of(1, 2), of(2, 2));
    let store = &pair.store;
    assert_eq!(column, store.game(&[Game::ZERO], &[]).unwrap());
    assert_eq!(row, store.game(&[], &[Game::ZERO]).unwrap());
    assert_eq!(square, store.game(&[column], &[row]).unwrap());
}

#[test]
fn clobber_boards_keep_their_values() {
    let left = compile(".xo", &[("xo", ".x")], Turns::Orthogonally);
    let right = compile(".xo", &[("ox", ".o")], Turns::Orthogonally);
    let mut pair = Pair::new(&left, &right);
    assert_eq!(parts(&mut pair, ".xo", "xx.o|xo..|...x"), ["xx|xo"]);
    assert_eq!(parts(&mut pair, ".xo", "xo.ox|.....|ooooo"), ["xo", "ox"]);
    pair.all(2, 3, 3);
}

#[test]
fn toads_and_frogs_that_have_passed_are_apart() {
    let left = compile(".TF", &[("T.", ".T"), ("TF.", ".FT")], Turns::None);
    let right = compile(".TF", &[(".F", "F."), (".TF", "FT.")], Turns::None);
    let mut pair = Pair::new(&left, &right);
    assert_eq!(parts(&mut pair, ".TF", "F.T"), [""; 0]);
    assert_eq!(parts(&mut pair, ".TF", "F.FT.."), [".F", "T.."]);
    pair.all(1, 7, 3);
}

#[test]
fn a_cell_that_never_changes_does_not_tie() {
    // Left paints next to a wall: both sides look at the same wall.
    let left = compile(".#x", &[(".#", "x#"), ("#.", "#x")], Turns::None);
    let mut pair = Pair::new(&left, &compile(".#x", &[("..", "xx")], Turns::None));
    assert_eq!(parts(&mut pair, ".#x", ".#."), [".#", "#."]);
    assert_eq!(parts(&mut pair, ".#x", "x..#.x"), ["..#", "#."]);
    pair.all(1, 5, 3);
    pair.all(2, 2, 3);
}

#[test]
fn blocked_cells_take_part_in_nothing() {
    let left = compile(".x", &[(".?|..", "x?|.x")], Turns::None);
    let mut pair = Pair::new(&left, &[]);
    assert_eq!(parts(&mut pair, ".x", "...|...|..."), ["...|...|..."]);
    pair.all(3, 3, 2);
}

/// The value of the normal form of each board is its value or the negative.
pub(super) fn symmetric(pair: &mut Pair, alphabet: &str, (rows, columns): (usize, usize)) -> usize {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let symbols = alphabet.len();
    let rules = [pair.whole.left.clone(), pair.whole.right.clone()];
    let ways = RuleStencils::of_rules(&rules, SIDE).unwrap();
    let found = Symmetries::of(&ways.left, &ways.right, symbols);
    for code in 0..symbols.pow((rows * columns) as u32) {
        let board = nth(rows, columns, symbols, code);
        let rules = pair.whole.left.iter().chain(&pair.whole.right);
        let board = ringed(rules, &board).unwrap_or(board);
        let (canonical, negated) = found.canonical(&board);
        let (value, other) = (pair.value(&board), pair.value(&canonical));
        if negated {
            assert_eq!(pair.store.add(value, other).unwrap(), Game::ZERO, "{board:?}");
        } else {
            assert_eq!(value, other, "{board:?}");
        }
        assert_eq!(found.canonical(&canonical).0, canonical);
    }
    found.iter().count()
}

#[test]
fn symmetries_keep_or_negate_values() {
    assert_eq!(symmetric(&mut domineering(), ".#", (3, 2)), 8);
    let left = compile(".xo", &[("xo", ".x")], Turns::Orthogonally);
    let right = compile(".xo", &[("ox", ".o")], Turns::Orthogonally);
    assert_eq!(symmetric(&mut Pair::new(&left, &right), ".xo", (2, 3)), 16);
    let left = compile(".TF", &[("T.", ".T"), ("TF.", ".FT")], Turns::None);
    let right = compile(".TF", &[(".F", "F."), (".TF", "FT.")], Turns::None);
    // Top and bottom do not matter; left and right exchange the players.
    assert_eq!(symmetric(&mut Pair::new(&left, &right), ".TF", (1, 6)), 4);
}

/// The value of each board with rules of runs, borders and steps is that of its parts.
fn rules(alphabet: &str, texts: &[&[(&str, &str)]], turns: Turns, shape: Shape) -> Vec<Rule> {
    let alphabet = Alphabet::parse(alphabet).unwrap();
    let rule = |steps: &&[(&str, &str)]| {
        let written = |&(pattern, replacement)| Written::once(pattern, replacement, turns);
        let written: Vec<Written<'_>> = steps.iter().map(written).collect();
        Rule::compile(&written, &alphabet, shape).unwrap()
    };
    texts.iter().map(rule).collect()
}

#[test]
fn boards_with_runs_and_steps_keep_their_values() {
    let orthogonally = Turns::Orthogonally;
    let shoot = |piece: &[(&str, &str)]| rules(".xo#", &[piece], orthogonally, Shape::Grid);
    let left = shoot(&[("x.~.", "..~x"), ("x.~.", "x.~#")]);
    let right = shoot(&[("o.~.", "..~o"), ("o.~.", "o.~#")]);
    let mut amazons = Pair::new(&left, &right);
    amazons.all(2, 2, 4);
    amazons.all(1, 5, 4);
    assert_eq!(symmetric(&mut amazons, ".xo#", (1, 4)), 16);
    let left = rules(".xo", &[&[("x(o.)~o.", ".(..)~.x")]], orthogonally, Shape::Grid);
    let right = rules(".xo", &[&[("o(x.)~x.", ".(..)~.o")]], orthogonally, Shape::Grid);
    let mut konane = Pair::new(&left, &right);
    konane.all(2, 3, 3);
    konane.all(1, 7, 3);
    assert_eq!(symmetric(&mut konane, ".xo", (2, 3)), 16);
}

#[test]
fn steps_split_as_all_of_them_together() {
    let queen = |piece: char| {
        let [from, to, shot] = ["x.~.", "..~x", "x.~#"].map(|t| t.replace('x', &piece.to_string()));
        rules(".xo#", &[&[(&*from, &*to), (&*from, &*shot)]], Turns::AnyDirection, Shape::Grid)
    };
    let (left, right) = (queen('x'), queen('o'));
    // A slide is made of steps to the next cell, in eight directions.
    let mut pair = Pair::new(&left, &right);
    assert_eq!(pair.planes.basis(), 32);
    assert_eq!(parts(&mut pair, ".xo#", "x.##.o|####.."), ["x.", ".o|.."]);
    pair.all(2, 2, 4);
    // The cell from which the second step continues is unchanged: both steps are one placement.
    let left = rules(".xo", &[&[(".[xo]", "xo"), ("o.", "ox")]], Turns::None, Shape::Grid);
    let mut pair = Pair::new(&left, &[]);
    assert_eq!(parts(&mut pair, ".xo", ".o."), [".o."]);
    assert_eq!(parts(&mut pair, ".xo", ".o"), [""; 0]);
    pair.all(1, 6, 3);
}

#[test]
fn boards_with_borders_keep_their_values() {
    // Left eats from the left border, Right from a corner; pairs in the middle go too.
    let texts: [&[(&str, &str)]; 2] = [&[("^.~x", ".~.")], &[("ox", "..")]];
    let left = rules(".xo", &texts, Turns::None, Shape::Grid);
    let right = rules(".xo", &[&[("^|o$", ".")]], Turns::None, Shape::Grid);
    let mut pair = Pair::new(&left, &right);
    pair.all(2, 3, 3);
    pair.all(3, 2, 3);
    symmetric(&mut pair, ".xo", (2, 2));
    assert_eq!(parts(&mut pair, ".xo", ".ox|o.."), [" .ox"]);
    let col = |own: char| {
        let cell = format!("[^{own}]");
        let pattern = format!(" {cell} |{cell}.{cell}| {cell} ");
        let replacement = format!(" ? |?{own}?| ? ");
        rules(".xo", &[&[(&*pattern, &*replacement)]], Turns::None, Shape::Grid)
    };
    let mut col = Pair::new(&col('x'), &col('o'));
    col.all(2, 3, 3);
    assert_eq!(symmetric(&mut col, ".xo", (2, 2)), 16);
}
