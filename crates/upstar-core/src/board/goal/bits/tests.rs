//! Bit planes against boards cell by cell.

use super::condition::Goal;
use super::*;
use crate::board::rewrite::Pattern;
use crate::board::rewrite::Turns;
use crate::board::rewrite::Written;
use crate::board::{Adjacency, Alphabet, Condition, Shape, Side, Symbol};
use crate::solve::{Playable as _, single};

fn rules(alphabet: &Alphabet, texts: &[(&str, &str)], turns: Turns) -> Vec<Rule> {
    let rule = |&(pattern, replacement)| {
        let written = [Written::once(pattern, replacement, turns)];
        Rule::compile(&written, alphabet, Shape::Grid).unwrap()
    };
    texts.iter().map(rule).collect()
}

/// So many cells in a straight line.
fn line(symbol: Symbol, length: usize) -> Condition {
    let alphabet = Alphabet::parse(".xo").unwrap();
    Condition::Pattern(Pattern::line(symbol, length, &alphabet, Shape::Grid).unwrap())
}

/// A pattern in some directions.
fn pattern(text: &str, turns: Turns) -> Condition {
    let alphabet = Alphabet::parse(".xo").unwrap();
    Condition::Pattern(Pattern::new(text, turns, &alphabet, Shape::Grid).unwrap())
}

fn random(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
    *seed >> 16
}

/// Compares moves and goals of both representations on random positions, with words of each width that has room.
fn compare(left: &[Rule], right: &[Rule], goals: &Goals, size: (usize, usize), images: usize) {
    let cells = size.0 * size.1;
    if cells <= 64 {
        compare_at::<u64>(left, right, goals, size, images);
    }
    if cells <= 128 {
        compare_at::<u128>(left, right, goals, size, images);
    }
    compare_at::<Widest>(left, right, goals, size, images);
}

fn compare_at<W: Word>(
    left: &[Rule],
    right: &[Rule],
    goals: &Goals,
    size: (usize, usize),
    images: usize,
) {
    let fast_boards = GoalPlanes::<W>::new([left, right], goals, 3, size).unwrap();
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
            let mut slow: Vec<Stones<W>> = slow.map(|board| fast_boards.stones(&board)).collect();
            let fast = fast_boards.options(&stones, mover).unwrap();
            let mut fast: Vec<Stones<W>> = fast.into_iter().map(|to| single(to).unwrap()).collect();
            for moves in [&mut slow, &mut fast] {
                moves.sort_unstable();
                moves.dedup();
            }
            assert_eq!(fast, slow);
            // The normal form is idempotent and keeps the result.
            let (normal, other) = fast_boards.normal(&stones, mover);
            assert_eq!(fast_boards.normal(&normal, other), (normal.clone(), other));
            let end = |stones, mover| {
                fast_boards.ended(stones, mover).map(|end: Verdict| end.of_player(mover))
            };
            assert_eq!(end(&stones, mover), end(&normal, other));
        }
        let laid = goals.laid(size).unwrap();
        for (condition, laid) in goals.each().into_iter().zip(laid.each()) {
            let (Some(condition), Some(laid)) = (condition, laid) else { continue };
            let slow = match condition {
                Condition::Pattern(pattern) => match pattern.as_line() {
                    Some((symbol, length)) => board.has_line(symbol, length),
                    None => pattern.is_on(&board).unwrap(),
                },
                Condition::Connects(symbol, sides, adjacency) => {
                    board.connects(*symbol, *sides, *adjacency)
                }
                _ => continue,
            };
            assert_eq!(
                Goal::new(laid, size).unwrap().holds(&fast_boards.planes(&stones)),
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
    let lines = Goals { left: Some(line(1, 3)), right: Some(line(2, 3)), ..Goals::default() };
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
        left: Some(line(0, 3)),
        right: Some(Condition::connects(0, [Side::Top, Side::Bottom], Adjacency::Orthogonal)),
        ..Goals::default()
    };
    compare(&x, &o, &gaps, (3, 4), 4);
    let patterns = Goals {
        left: Some(pattern("xo~x", Turns::Orthogonally)),
        right: Some(pattern("ox~o", Turns::Orthogonally)),
        draw: Some(pattern("[xo][xo]|[xo][xo]", Turns::None)),
        no_moves: [true, true],
    };
    compare(&x, &o, &patterns, (4, 4), 16);
    compare(&x, &o, &patterns, (3, 5), 8);
    let once = Goals { left: Some(pattern(".xo", Turns::None)), ..Goals::default() };
    compare(&x, &o, &once, (3, 5), 2);
    let drop = |symbol: &str| rules(&alphabet, &[(".|[^.]", &format!("{symbol}|?"))], Turns::None);
    compare(&drop("x"), &drop("o"), &lines, (4, 5), 4);
    let jump = rules(&alphabet, &[("xo.", "..x"), (".$", "x")], Turns::Orthogonally);
    compare(&jump, &o, &lines, (4, 4), 8);
    for size in [(9, 9), (8, 16), (15, 15)] {
        let square = size.0 == size.1;
        compare(&x, &o, &lines, size, if square { 16 } else { 8 });
        compare(&x, &o, &connects(Adjacency::Hex), size, if square { 4 } else { 2 });
    }
    compare(&jump, &o, &gaps, (2, 100), 4);
}

/// Winner of each random board, one after the other in one memo.
fn winners<W: Word>(
    rules: [&[Rule]; 2],
    goals: &Goals,
    size: (usize, usize),
    boards: &[Board],
) -> Vec<Verdict> {
    let searched = Searched::<W>::new(rules, goals, 3, size).unwrap();
    let store = Store::default();
    let both =
        boards.iter().flat_map(|board| [Player::Left, Player::Right].map(|mover| (board, mover)));
    both.map(|(board, mover)| searched.winner(board, mover, &store).unwrap()).collect()
}

/// Boards with at most `empty` empty cells.
fn nearly_full((rows, columns): (usize, usize), empty: usize, seed: &mut u32) -> Board {
    let mut board = Board::empty(rows, columns).unwrap();
    for cell in board.symbols_mut() {
        *cell = 1 + (random(seed) % 2) as Symbol;
    }
    for _ in 0..empty {
        let cell = random(seed) as usize % (rows * columns);
        board.symbols_mut()[cell] = 0;
    }
    board
}

#[test]
fn the_width_of_words_does_not_change_the_winner() {
    let alphabet = Alphabet::parse(".xo").unwrap();
    let place = |symbol| rules(&alphabet, &[(".", symbol)], Turns::None);
    let (x, o) = (place("x"), place("o"));
    let goals = [
        Goals { left: Some(line(1, 4)), right: Some(line(2, 4)), ..Goals::default() },
        Goals {
            left: Some(Condition::connects(1, [Side::Top, Side::Bottom], Adjacency::Hex)),
            right: Some(Condition::connects(2, [Side::Right, Side::Left], Adjacency::Hex)),
            ..Goals::default()
        },
    ];
    let mut seed = 7;
    for goals in goals {
        let size = (5, 7);
        let boards: Vec<Board> = (0..40).map(|_| nearly_full(size, 8, &mut seed)).collect();
        let expected = winners::<u64>([&x, &o], &goals, size, &boards);
        assert_eq!(winners::<u128>([&x, &o], &goals, size, &boards), expected);
        assert_eq!(winners::<Widest>([&x, &o], &goals, size, &boards), expected);
        let size = (9, 13);
        let boards: Vec<Board> = (0..40).map(|_| nearly_full(size, 8, &mut seed)).collect();
        let expected = winners::<u128>([&x, &o], &goals, size, &boards);
        assert_eq!(winners::<Widest>([&x, &o], &goals, size, &boards), expected);
    }
}
