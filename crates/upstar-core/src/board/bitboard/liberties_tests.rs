//! Boards under rules about liberties against boards on which liberties are counted.

use super::liberties::Liberties;
use crate::board::rewrite::random_tests::Random;
use crate::board::rewrite::{Boards, Parts};
use crate::board::{Board, CellSet, Moment, Placement, Symbol};
use crate::length::cases;
use crate::solve::{Component, Playable, Searches, Sum};
use crate::{Error, Player, Store};

const STONES: u64 = 0b110;

/// The stones whose groups have no liberties; any symbol but `.` and `#` counts as a stone, if `all`.
fn without_liberties(moment: Moment, all: bool) -> CellSet {
    let beside = CellSet::Showing(1, moment).beside();
    let with = CellSet::Groups(0b1110, Box::new(beside), moment);
    let stones = CellSet::Showing(if all { !STONES } else { STONES }, moment);
    (if all { !stones } else { stones }).and(!with)
}

/// That no group is without liberties before a move, nor those after it that the move may have taken one from.
fn near(all: bool) -> CellSet {
    let before = without_liberties(Moment::Before, all).all_unless();
    let after = without_liberties(Moment::After, all);
    before.and(!after.clone().or(after.beside()))
}

/// That no group is without liberties after a move.
fn everywhere(all: bool) -> CellSet {
    without_liberties(Moment::After, all).all_unless()
}

#[test]
fn guards_about_liberties_are_recognised() {
    for all in [false, true] {
        let found = Liberties::of_guard(&near(all), 4);
        assert!(found.is_some_and(|found| found.bans_blocked == all));
        assert_eq!(Liberties::of_guard(&everywhere(all), 4), found);
        let before = without_liberties(Moment::Before, all).all_unless();
        let after = without_liberties(Moment::After, all);
        let showing = |symbols, moment| CellSet::Showing(symbols, moment);
        for other in [
            CellSet::All,
            before.clone(),
            // Groups beside the new stone are not asked for, or others than those.
            before.clone().and(!after.clone()),
            before.clone().and(!after.clone().or(after.clone().beside().beside())),
            // Groups that had no liberties before may stay so.
            !after.clone().or(after.clone().beside()),
            // Something else is asked for too, or for other stones.
            near(all).and(showing(1, Moment::After).beside()),
            near(all).and(showing(2, Moment::Before).all_unless()),
            near(all).or(showing(2, Moment::Before).all_unless()),
            near(all).and(everywhere(!all)),
            !near(all),
            !everywhere(all),
        ] {
            assert_eq!(Liberties::of_guard(&other, 4), None, "{other:?}");
        }
    }
}

/// Boards with the stones that each player puts.
struct Naive([Vec<Symbol>; 2]);

impl Playable for Naive {
    type Position = Board;
    type Error = Error;

    fn options(&self, board: &Board, player: Player) -> Result<Vec<Sum<Board>>, Error> {
        let symbols = |board: &Board| board.symbols().to_vec();
        let breathes = |board: &Board| {
            let stones =
                (0..board.symbols().len()).filter(|&at| [1, 2].contains(&board.symbols()[at]));
            stones.into_iter().all(|at| board.count_liberties(at) > 0)
        };
        let mut options = Vec::new();
        if !breathes(board) {
            return Ok(options);
        }
        for (at, _) in symbols(board).iter().enumerate().filter(|(_, symbol)| **symbol == 0) {
            for &stone in &self.0[player as usize] {
                let mut after = board.clone();
                after.symbols_mut()[at] = stone;
                if breathes(&after) {
                    options.push(vec![Component::Position(after)]);
                }
            }
        }
        Ok(options)
    }
}

/// Values of all these boards, whose stones the players put, are those found without splitting them.
fn agree(stones: &[Vec<Symbol>; 2], guard: &CellSet, boards: impl Iterator<Item = Board>) {
    let store = Store::default();
    let placements = stones.clone().map(|stones| {
        let placed = |writes| Placement { needs: 1, writes, guard: guard.clone() };
        stones.into_iter().map(placed).collect()
    });
    let (split, naive) = (Boards::of_placements(placements), Naive(stones.clone()));
    let naive = Searches::new(&naive, &store);
    let mut most = 0;
    for board in boards {
        let Parts { planes, sum } = split.parts(&board, store.budget()).unwrap();
        most = most.max(sum.len());
        let found = planes.searches(&store).sum_value(&sum).unwrap();
        assert_eq!(found, naive.value(&board).unwrap(), "{board:?}");
        // A component is worth the same as a board of its own, with cells that are not there.
        for part in &sum {
            let (Component::Position(id) | Component::Negative(id)) = part else { continue };
            let alone = split.parts(&planes.board(*id).unwrap(), store.budget()).unwrap();
            let value = alone.planes.searches(&store).sum_value(&alone.sum).unwrap();
            assert_eq!(value, planes.searches(&store).value(id).unwrap(), "{board:?}");
        }
    }
    assert!(most > 1, "boards fall apart");
}

/// All boards of one row or column.
fn rows(length: u32) -> impl Iterator<Item = Board> {
    (0..4u32.pow(length)).flat_map(move |number| {
        let cells: Box<[Symbol]> =
            (0..length).map(|at| (number / 4u32.pow(at) % 4) as Symbol).collect();
        let length = length as usize;
        [(1, length), (length, 1)].map(|(rows, columns)| Board::new(rows, columns, cells.clone()))
    })
}

/// Random boards, mostly of free cells.
fn random(seed: u64, sizes: &[(usize, usize)]) -> impl Iterator<Item = Board> {
    let mut dice = Random::new(seed);
    (0..cases(300u32) as usize).map(move |round| {
        let (rows, columns) = sizes[round % sizes.len()];
        let symbol = |dice: &mut Random| dice.below(7).saturating_sub(3) as Symbol;
        Board::new(rows, columns, (0..rows * columns).map(|_| symbol(&mut dice)).collect())
    })
}

#[test]
fn boards_are_worth_the_sum_of_their_components() {
    let each = [vec![1], vec![2]];
    for guard in [near(false), everywhere(false), near(true), everywhere(true)] {
        agree(&each, &guard, (1..=5).flat_map(rows));
        agree(&each, &guard, random(1, &[(1, 8), (2, 3), (2, 4), (3, 3), (4, 2)]));
        // Left may put stones of either kind, and so may both.
        agree(&[vec![1, 2], vec![2]], &guard, random(2, &[(1, 6), (2, 3)]));
        agree(&[vec![1, 2], vec![1, 2]], &guard, random(3, &[(1, 6), (2, 3)]));
        agree(&[vec![1], vec![]], &guard, random(4, &[(1, 8), (3, 3)]));
    }
}
