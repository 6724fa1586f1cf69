//! Bit planes against boards of cells, up to the ends of their words.

use crate::solve::{Component, OptionList, Playable, Sum};
use crate::{Budget, Error, Player, Store};

use std::collections::BTreeSet;

use super::{Id, Planes};
use crate::board::rewrite::Rule;
use crate::board::rewrite::Turns;
use crate::board::rewrite::naive_split::Splitter;
use crate::board::rewrite::ring::ringed;
use crate::board::rewrite::rule_stencils::RuleStencils;
use crate::board::rewrite::stencil::Cell;
use crate::board::rewrite::symmetry::Symmetries;
use crate::board::{Alphabet, BLOCKED, Board, Shape};

/// The same rules on cells and on planes.
pub(in crate::board) struct Both {
    rules: [Vec<Rule>; 2],
    stencils: RuleStencils,
    splitter: Splitter,
    symmetries: Symmetries,
    planes: Planes,
}

/// Parts by number, in order; `true` where the players are exchanged.
pub(in crate::board) type Numbered = Vec<(Id, bool)>;

fn numbered(sum: &Sum<Id>, negated: bool) -> Numbered {
    let one = |part: &Component<Id>| match part {
        Component::Position(id) => (*id, negated),
        Component::Negative(id) => (*id, !negated),
        Component::Value(_) => unreachable!("planes give no values"),
    };
    let mut parts: Numbered = sum.iter().map(one).collect();
    parts.sort_unstable();
    parts
}

/// Parts in normal form with signs, in order.
pub(in crate::board) type Parts = Vec<(Board, bool)>;

impl Both {
    fn new(alphabet: &str, left: &[(&str, &str)], right: &[(&str, &str)], turns: Turns) -> Self {
        let alphabet = Alphabet::parse(alphabet).unwrap();
        let rule = |&(p, r): &(_, _)| Rule::single(p, r, turns, &alphabet, Shape::Grid).unwrap();
        let rules = [left, right].map(|side| side.iter().map(rule).collect::<Vec<_>>());
        Both::of(rules, alphabet.len(), 512).unwrap()
    }

    /// Rules of Left and Right for boards with sides up to `side`, their ring included.
    pub(in crate::board) fn of(
        rules: [Vec<Rule>; 2],
        symbols: usize,
        side: usize,
    ) -> Result<Self, Error> {
        let stencils = RuleStencils::of_rules(&rules, side)?;
        Ok(Both {
            splitter: Splitter::new(&rules, stencils.split()),
            rules,
            symmetries: Symmetries::of(&stencils.left, &stencils.right, symbols),
            planes: Planes::new(&stencils, &Budget::unlimited())?,
            stencils,
        })
    }

    /// Whether a move may leave the board unchanged: such boards are not split.
    pub(in crate::board) fn may_have_null_move(&self) -> bool {
        let kept = |cell: &Cell| cell.writes.is_none_or(|symbol| cell.needs >> symbol & 1 != 0);
        let RuleStencils { left, right, .. } = &self.stencils;
        left.iter()
            .chain(right)
            .chain(self.stencils.split())
            .any(|stencil| stencil.cells.iter().all(kept))
    }

    /// Number of cells of all stencils.
    pub(in crate::board) fn cells(&self) -> usize {
        let RuleStencils { left, right, .. } = &self.stencils;
        left.iter()
            .chain(right)
            .chain(self.stencils.split())
            .map(|stencil| stencil.cells.len())
            .sum()
    }

    /// Whether play provably ends.
    pub(in crate::board) fn provably_ends(&self) -> bool {
        self.planes.provably_ends()
    }

    /// The independent parts of a board.
    pub(in crate::board) fn split(&mut self, board: &Board) -> Vec<Board> {
        let ringed = ringed(self.rules.iter().flatten(), board);
        self.splitter.parts(ringed.as_ref().unwrap_or(board))
    }

    /// The parts of a board in normal form.
    pub(in crate::board) fn by_cells(&mut self, board: &Board) -> Parts {
        let parts = self.split(board);
        let mut parts: Parts = parts.iter().map(|p| self.symmetries.canonical(p)).collect();
        parts.sort();
        parts
    }

    /// The options of a player, by moving in one part of a board.
    pub(in crate::board) fn reached(&mut self, board: &Board, player: Player) -> BTreeSet<Parts> {
        let parts = self.split(board);
        let mut reached = BTreeSet::new();
        for (which, part) in parts.iter().enumerate() {
            let rules = self.rules[player as usize].clone();
            let moved = rules.iter().flat_map(|rule| rule.results(part).unwrap());
            for moved in moved.collect::<Vec<Board>>() {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != which);
                let mut all = self.by_cells(&moved);
                all.extend(others.map(|(_, part)| self.symmetries.canonical(part)));
                all.sort();
                reached.insert(all);
            }
        }
        reached
    }

    /// The parts of a board by number; `true` where the players are exchanged.
    pub(in crate::board) fn by_planes(&mut self, board: &Board) -> Numbered {
        let ringed = ringed(self.rules.iter().flatten(), board);
        let parts = self.planes.parts(ringed.as_ref().unwrap_or(board)).unwrap();
        numbered(&parts, false)
    }

    /// The options of a player, by moving in one part of a board, by number.
    pub(in crate::board) fn reached_by_planes(
        &mut self,
        board: &Board,
        player: Player,
    ) -> BTreeSet<Numbered> {
        let parts = self.by_planes(board);
        let mut reached = BTreeSet::new();
        for (which, &(id, negated)) in parts.iter().enumerate() {
            let mover = if negated { player.opponent() } else { player };
            for option in self.planes.options(&id, mover).unwrap() {
                let mut all = numbered(&option, negated);
                let others = parts.iter().enumerate().filter(|(other, _)| *other != which);
                all.extend(others.map(|(_, part)| *part));
                all.sort_unstable();
                reached.insert(all);
            }
        }
        reached
    }

    /// These parts in normal form, as cells.
    fn named(&self, sum: &Sum<Id>) -> Parts {
        let named = |part: &Component<Id>| {
            let (id, negated) = match part {
                Component::Position(id) => (*id, false),
                Component::Negative(id) => (*id, true),
                Component::Value(_) => unreachable!("planes give no values"),
            };
            let (board, other) = self.symmetries.canonical(&self.planes.board(id).unwrap());
            (board, negated != other)
        };
        let mut parts: Parts = sum.iter().map(named).collect();
        parts.sort();
        parts
    }

    /// The boards by number.
    pub(super) fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Asserts that the parts of a board are those found cell by cell, up to indistinguishable symbols;
    /// returns their number.
    pub(super) fn agree_on_parts(&mut self, board: &Board) -> usize {
        let found = self.by_planes(board);
        let parts = self.split(board);
        let mut expected: Numbered = parts.iter().flat_map(|part| self.by_planes(part)).collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{board:?}");
        assert_eq!(found.len(), parts.len(), "{board:?}");
        found.len()
    }

    /// The options of a player, some at a time.
    fn listed_in_turn(&self, id: Id, player: Player) -> Vec<Sum<Id>> {
        let (mut options, mut next) = (OptionList::default(), Some(0));
        while let Some(start) = next {
            next = self.planes.list_some(&id, player, start, &mut options).unwrap();
        }
        options.into_sums()
    }

    /// Asserts that the parts and their options are the same on planes and on cells.
    fn agree(&mut self, board: &Board) {
        let parts = self.planes.parts(board).unwrap();
        assert_eq!(self.named(&parts), self.by_cells(board), "{board:?}");
        for part in parts {
            let (Component::Position(id) | Component::Negative(id)) = part else { continue };
            let part = self.planes.board(id).unwrap();
            for player in [Player::Left, Player::Right] {
                let rules = self.rules[player as usize].clone();
                let moved: Vec<Board> =
                    rules.iter().flat_map(|r| r.results(&part).unwrap()).collect();
                let mut expected: Vec<Parts> = moved.iter().map(|b| self.by_cells(b)).collect();
                let options = self.planes.options(&id, player).unwrap();
                assert_eq!(self.listed_in_turn(id, player), options, "{player:?} from {part:?}");
                let mut found: Vec<Parts> = options.iter().map(|sum| self.named(sum)).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{player:?} from {part:?}");
            }
        }
    }
}

/// Sizes around the ends of words, wide and tall.
const SIZES: &[(usize, usize)] = &[
    (1, 1),
    (1, 63),
    (1, 64),
    (1, 65),
    (1, 127),
    (1, 128),
    (63, 1),
    (64, 1),
    (65, 1),
    (128, 1),
    (2, 32),
    (2, 33),
    (33, 2),
    (64, 2),
    (2, 64),
    (8, 8),
    (7, 9),
    (9, 7),
    (8, 9),
    (3, 21),
    (21, 3),
    (5, 13),
    (11, 11),
    (8, 16),
    (16, 8),
    (4, 32),
    (9, 14),
    (3, 42),
    (10, 12),
    (1, 129),
    (129, 1),
    (13, 10),
    (13, 13),
    (2, 200),
    (16, 32),
    (22, 23),
    (512, 1),
];

/// Sizes beyond the words of fixed length.
const LARGE: &[(usize, usize)] = &[(1, 513), (19, 27), (700, 1)];

/// Boards of these sizes, the first symbol on about `blanks` of seven cells.
fn boards(sizes: &[(usize, usize)], symbols: u64, blanks: u64) -> impl Iterator<Item = Board> + '_ {
    let mut state = blanks;
    let mut below = move |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    sizes.iter().map(move |&(rows, columns)| {
        let mut board = Board::empty(rows, columns).unwrap();
        for symbol in board.symbols_mut() {
            let dice = below(7);
            *symbol = match dice < blanks {
                true => 0,
                false if dice == 6 && below(4) == 0 => BLOCKED,
                false => below(symbols) as u8,
            };
        }
        board
    })
}

fn all_agree(both: Both, symbols: u64) {
    agree_up_to(6, both, symbols);
}

/// The same on boards of which at most `blanks` of seven cells are empty.
fn agree_up_to(blanks: u64, mut both: Both, symbols: u64) {
    for few in 0..=blanks {
        boards(SIZES, symbols, few).for_each(|board| both.agree(&board));
    }
    boards(LARGE, symbols, blanks.min(4)).for_each(|board| both.agree(&board));
}

#[test]
fn dominoes() {
    let both = Both::new(".#", &[(".|.", "#|#")], &[("..", "##")], Turns::None);
    all_agree(both, 2);
}

#[test]
fn clobbering_stones() {
    all_agree(Both::new(".xo", &[("xo", ".x")], &[("ox", ".o")], Turns::Orthogonally), 3);
}

#[test]
fn jumping_stones() {
    let left = [("xo.", "..x"), ("xo.o.", "....x")];
    let right = [("ox.", "..o"), ("ox.x.", "....o")];
    all_agree(Both::new(".xo", &left, &right, Turns::Orthogonally), 3);
}

#[test]
fn animals_in_a_row() {
    let left = [("T.", ".T"), ("TF.", ".FT")];
    let right = [(".F", "F."), (".TF", "FT.")];
    all_agree(Both::new(".TF", &left, &right, Turns::None), 3);
}

#[test]
fn stones_that_mind_their_neighbours() {
    let left = [("?[.o]?|[.o].[.o]|?[.o]?", "???|?x?|???")];
    let right = [("?[.x]?|[.x].[.x]|?[.x]?", "???|?o?|???")];
    all_agree(Both::new(".xo", &left, &right, Turns::None), 3);
}

#[test]
fn steps_in_any_direction() {
    let left = [("x.", ".x"), ("x[xo]", ".?")];
    agree_up_to(2, Both::new(".xo", &left, &[("o", "x")], Turns::AnyDirection), 3);
}

#[test]
fn symbols_that_no_rule_tells_apart_are_one_plane() {
    let both = Both::new(".abc#", &[("[ab].", ".a")], &[("[abc].", "##")], Turns::None);
    let alphabet = Alphabet::parse(".abc#").unwrap();
    let id = |text: &str| {
        let board = Board::parse(text, Shape::Grid, &alphabet).unwrap();
        format!("{:?}", both.planes.parts(&board).unwrap())
    };
    assert_eq!(id("a..b."), id("b..a."));
    assert_ne!(id("a..b."), id("c..b."));
    assert_eq!(id("a#b."), id("b.#c"));
}

/// The search for nimbers and canonical forms agree on boards with more options than are listed at once.
#[test]
fn nimbers_of_impartial_boards_are_their_values() {
    let sizes = [(3, 4), (4, 4), (2, 8), (5, 3), (3, 6), (1, 20)];
    for (pattern, result) in [("..", "##"), ("...", "#.#"), (".x", "x#"), ("xx.", "..x")] {
        let rule = [(pattern, result)];
        let both = Both::new(".x#", &rule, &rule, Turns::Orthogonally);
        for blanks in 2..=6 {
            for board in boards(&sizes, 2, blanks) {
                let (store, fresh) =
                    (Store::default(), Both::new(".x#", &rule, &rule, Turns::Orthogonally));
                for part in both.planes.parts(&board).unwrap() {
                    let (Component::Position(id) | Component::Negative(id)) = part else {
                        continue;
                    };
                    let nimber = both.planes.searches(&store).nimber(&id).unwrap();
                    let sum = fresh.planes.parts(&both.planes.board(id).unwrap()).unwrap();
                    let value = fresh.planes.searches(&store).sum_value(&sum).unwrap();
                    assert_eq!(nimber, store.as_nimber(value), "{board:?}");
                }
            }
        }
    }
}
