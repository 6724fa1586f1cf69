//! Bit planes against boards cell by cell.

use super::*;
use crate::board::rewrite::Turns;
use crate::board::rewrite::Written;
use crate::board::{Adjacency, Alphabet, Condition, Side, Symbol};
use crate::solve::single;

fn rules(alphabet: &Alphabet, texts: &[(&str, &str)], turns: Turns) -> Vec<Rule> {
    let rule = |&(pattern, replacement)| {
        let written = [Written { pattern, replacement, turns }];
        Rule::compile(&written, alphabet, Shape::Grid).unwrap()
    };
    texts.iter().map(rule).collect()
}

fn random(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
    *seed >> 16
}

/// Compares moves and goals of both representations on random positions.
fn compare(left: &[Rule], right: &[Rule], goals: &Goals, size: (usize, usize), images: usize) {
    let fast_boards = GoalBoards::new([left, right], goals, 3, size).unwrap();
    assert_eq!(fast_boards.images.len(), images);
    let mut seed = 1;
    for _ in 0..200 {
        let mut board = Board::empty(size.0, size.1).unwrap();
        for cell in board.symbols_mut() {
            *cell = (random(&mut seed) % 3) as Symbol;
        }
        let stones = fast_boards.stones(&board);
        for (mover, rules) in [(Player::Left, left), (Player::Right, right)] {
            let slow = rules.iter().flat_map(|rule| rule.results(&board).unwrap());
            let mut slow: Vec<Stones> = slow.map(|board| fast_boards.stones(&board)).collect();
            let fast = fast_boards.options(&stones, mover).unwrap();
            let mut fast: Vec<Stones> = fast.into_iter().map(|to| single(to).unwrap()).collect();
            for moves in [&mut slow, &mut fast] {
                moves.sort_unstable();
                moves.dedup();
            }
            assert_eq!(fast, slow);
            // The normal form is idempotent and keeps the result.
            let (normal, other) = fast_boards.normal(&stones, mover);
            assert_eq!(fast_boards.normal(&normal, other), (normal, other));
            let of =
                |stones, mover| fast_boards.ended(stones, mover).map(|end| end.of_player(mover));
            assert_eq!(of(&stones, mover), of(&normal, other));
        }
        for condition in goals.each().into_iter().flatten() {
            let slow = match condition {
                Condition::Line(symbol, length) => board.has_line(*symbol, *length),
                Condition::Connects(symbol, sides, adjacency) => {
                    board.connects(*symbol, *sides, *adjacency)
                }
                _ => continue,
            };
            assert_eq!(
                Goal::new(condition, size).holds(&fast_boards.planes(&stones)),
                slow,
                "{condition:?}"
            );
        }
    }
}

#[test]
fn moves_goals_and_symmetries_are_those_of_the_rules() {
    let alphabet = Alphabet::parse(".xo").unwrap();
    let place = |symbol| rules(&alphabet, &[(".", symbol)], Turns::None);
    let (x, o) = (place("x"), place("o"));
    let lines = Goals {
        left: Some(Condition::Line(1, 3)),
        right: Some(Condition::Line(2, 3)),
        ..Goals::default()
    };
    compare(&x, &o, &lines, (4, 4), 16);
    compare(&x, &o, &lines, (3, 5), 8);
    let connects = |adjacency| Goals {
        left: Some(Condition::connects(1, [Side::Top, Side::Bottom], adjacency)),
        right: Some(Condition::connects(2, [Side::Right, Side::Left], adjacency)),
        ..Goals::default()
    };
    compare(&x, &o, &connects(Adjacency::Hex), (4, 4), 4);
    compare(&x, &o, &connects(Adjacency::Hex), (3, 4), 2);
    compare(&x, &o, &connects(Adjacency::Orthogonal), (5, 5), 8);
    compare(&x, &o, &connects(Adjacency::Orthogonal), (8, 8), 8);
    let gaps = Goals {
        left: Some(Condition::Line(0, 3)),
        right: Some(Condition::connects(0, [Side::Top, Side::Bottom], Adjacency::Orthogonal)),
        ..Goals::default()
    };
    compare(&x, &o, &gaps, (3, 4), 4);
    let drop = |symbol: &str| rules(&alphabet, &[(".|[^.]", &format!("{symbol}|?"))], Turns::None);
    compare(&drop("x"), &drop("o"), &lines, (4, 5), 4);
    let jump = rules(&alphabet, &[("xo.", "..x"), (".$", "x")], Turns::Orthogonally);
    compare(&jump, &o, &lines, (4, 4), 8);
}
