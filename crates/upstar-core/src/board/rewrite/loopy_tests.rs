//! Boards to which play can return: parts in normal form, of which each board is divided once, against rounds over
//! all boards that follow.

use std::collections::HashMap;

use super::boards::{Boards, Parts};
use super::random_tests::Random;
use super::value_tests::nth;
use super::*;
use crate::board::{Alphabet, Board, Shape};
use crate::impartial::LoopyNimber;
use crate::loopy::Winners;
use crate::solve::{Component, OptionList, Playable, Sum};
use crate::{Budget, Outcome, Player, Store};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// A rule that replaces some of these symbols by any others.
fn rule(random: &mut Random, symbols: &str) -> Option<Rule> {
    let all: Vec<char> = symbols.chars().collect();
    let (rows, columns) = [(1, 2), (1, 2), (1, 3), (2, 1), (2, 2)][random.below(5) as usize];
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let cells = (0..columns).map(|_| {
            let mut any = || all[random.below(all.len() as u64) as usize].to_string();
            let (a, b, c) = (any(), any(), any());
            match random.below(5) {
                0 => (format!("[{a}{b}]"), c),
                1 => (format!("[{a}{b}]"), "?".to_owned()),
                _ => (a, b),
            }
        });
        let (f, t): (Vec<_>, Vec<_>) = cells.unzip();
        from.push(f.concat());
        to.push(t.concat());
    }
    let turns = [Turns::None, Turns::Orthogonally, Turns::Diagonally, Turns::AnyDirection];
    let turns = if rows == 1 { turns[random.below(4) as usize] } else { Turns::None };
    let alphabet = Alphabet::parse(symbols).unwrap();
    Rule::single(&from.join("|"), &to.join("|"), turns, &alphabet, Shape::Grid).ok()
}

/// Winners at a board and at all that follow it.
fn naive(boards: &Boards, root: &Board) -> Vec<(Board, Winners)> {
    let (mut numbers, mut all) = (HashMap::from([(root.clone(), 0)]), vec![root.clone()]);
    let mut options: Vec<[Vec<usize>; 2]> = Vec::new();
    while let Some(board) = all.get(options.len()).cloned() {
        options.push(PLAYERS.map(|player| {
            let rules = boards.rules(player).iter();
            let after = rules.flat_map(|rule| rule.results(&board).unwrap().collect::<Vec<_>>());
            after
                .map(|after| {
                    *numbers.entry(after).or_insert_with_key(|after| {
                        all.push(after.clone());
                        all.len() - 1
                    })
                })
                .collect()
        }));
    }
    let mut winner: Vec<[Option<Player>; 2]> = vec![[None; 2]; all.len()];
    loop {
        let before = winner.clone();
        for (at, sides) in options.iter().enumerate() {
            for player in PLAYERS {
                let mut after =
                    sides[player as usize].iter().map(|to| before[*to][player.opponent() as usize]);
                if after.clone().any(|won| won == Some(player)) {
                    winner[at][player as usize] = Some(player);
                } else if after.all(|won| won == Some(player.opponent())) {
                    winner[at][player as usize] = Some(player.opponent());
                }
            }
        }
        if winner == before {
            let winners =
                |[left_starts, right_starts]: [_; 2]| Winners { left_starts, right_starts };
            return all.into_iter().zip(winner.into_iter().map(winners)).collect();
        }
    }
}

/// Options in any order, the parts of each in order.
fn sorted(mut options: Vec<Sum<u32>>) -> Vec<Vec<String>> {
    let names = |sum: &mut Sum<u32>| sum.iter().map(|part| format!("{part:?}")).collect();
    let mut all: Vec<Vec<String>> = options.iter_mut().map(names).collect();
    all.iter_mut().for_each(|names| names.sort());
    all.sort();
    all
}

/// Compares the lists of a lister with the options, for all parts that follow. Returns the numbers of options and
/// of sums that were listed.
fn compare_lists(Parts { planes, sum }: &Parts) -> (usize, usize) {
    let mut parts: Vec<u32> = sum.iter().filter_map(|part| part.position().copied()).collect();
    let (mut lister, mut at, mut count) = (planes.lister(), 0, 0);
    let (mut new, mut sums) = (OptionList::default(), Vec::new());
    while let Some(&id) = parts.get(at) {
        at += 1;
        for player in PLAYERS {
            let mut numbers = Vec::new();
            lister.list(&id, player, &mut numbers, &mut new).unwrap();
            sums.extend(std::mem::take(&mut new).into_sums());
            let listed: Vec<_> =
                numbers.iter().map(|number| sums[*number as usize].clone()).collect();
            let options = planes.options(&id, player).unwrap();
            for part in options.iter().flatten().filter_map(Component::position) {
                if !parts.contains(part) {
                    parts.push(*part);
                }
            }
            count += numbers.len();
            assert_eq!(sorted(listed), sorted(options), "{:?}", planes.board(id).unwrap());
        }
    }
    (count, sums.len())
}

/// Compares winners on a board and on some that follow. Returns how many were draws.
fn compare(boards: &Boards, root: &Board, random: &mut Random) -> usize {
    let store = Store::new(Budget::unlimited());
    let mut draws = 0;
    let all = naive(boards, root);
    let some = (0..4).map(|_| random.below(all.len() as u64) as usize).chain([0]);
    for (board, winners) in some.map(|at| &all[at]) {
        let Parts { planes, sum } = boards.parts(board, store.budget()).unwrap();
        let searches = planes.searches(&store);
        assert_eq!(searches.winners(&sum, &mut 0).unwrap(), *winners, "{board:?}");
        draws += usize::from(winners.left_starts.is_none() || winners.right_starts.is_none());
        if sum.iter().all(|part| part.position().is_some_and(|id| planes.is_impartial(id))) {
            let mut total = LoopyNimber::Finite(0);
            for id in sum.iter().filter_map(Component::position) {
                total = total.plus(&searches.loopy_nimber(id, &mut 0).unwrap().unwrap());
            }
            assert_eq!(total.outcome(), winners.outcome(), "{board:?}");
        }
    }
    draws
}

#[test]
fn any_rules_keep_their_winners() {
    let mut random = Random::new(19);
    let (mut draws, mut options, mut sums) = (0, 0, 0);
    for round in 0..1000 {
        let symbols = [".x", ".xo", ".xo", ".xo#"][round % 4];
        let mut rules = || (0..2).filter_map(|_| rule(&mut random, symbols)).collect::<Vec<_>>();
        let (left, right) = (rules(), rules());
        let right = if random.below(4) == 0 { left.clone() } else { right };
        let boards = Boards::new(left, right);
        let (rows, columns) = [(1, 5), (2, 3), (3, 2), (1, 4)][random.below(4) as usize];
        let code = random.below((symbols.len() as u64).pow((rows * columns) as u32)) as usize;
        let board = nth(rows, columns, symbols.len(), code);
        let parts = boards.parts(&board, &Budget::unlimited()).unwrap();
        let (some, new) = compare_lists(&parts);
        (options, sums) = (options + some, sums + new);
        draws += compare(&boards, &board, &mut random);
    }
    assert!(draws > 300 && options > 2 * sums, "{draws} draws, {options} options, {sums} sums");
}

/// Boards of several kinds of word, and parts that become smaller.
#[test]
fn known_rules_keep_their_winners() {
    let walk = (1, "F.", ".F", Turns::Diagonally);
    let geese = [(0, "?.|G?", "?G|.?", Turns::None), (0, ".?|?G", "G?|?.", Turns::None), walk];
    let slides = [
        (0, "T.", ".T", Turns::Orthogonally),
        (0, "TF.", ".FT", Turns::None),
        (1, ".F", "F.", Turns::Orthogonally),
        (1, ".TF", "FT.", Turns::None),
    ];
    let eats = [(0, "T[.F]", ".T", Turns::Orthogonally), (1, "F.", ".F", Turns::Diagonally)];
    let mut random = Random::new(20);
    for (rules, symbols, start) in [
        (&geese[..], ".GF", "..F.|....|....|.G.G"),
        (
            &geese,
            ".GF",
            "F......|.......|.......|.......|.......|.......|.......|.......|.......|..G....",
        ),
        (&geese, ".GF", "..F..|G.G..|.....|.G.G."),
        (&slides, ".TF", "TT..FF"),
        (&slides, ".TF", "T.F|.T.|..F"),
        (&eats, ".TF", "T...F|.....|F...."),
    ] {
        let alphabet = Alphabet::parse(symbols).unwrap();
        let mut boards = Boards::default();
        for &(player, pattern, replacement, turns) in rules {
            let rule = Rule::single(pattern, replacement, turns, &alphabet, Shape::Grid).unwrap();
            boards.add(PLAYERS[player], rule);
        }
        let board = Board::parse(start, Shape::Grid, &alphabet).unwrap();
        let parts = boards.parts(&board, &Budget::unlimited()).unwrap();
        let (options, sums) = compare_lists(&parts);
        assert!(options > 2 * sums, "{options} options, {sums} sums");
        compare(&boards, &board, &mut random);
    }
}

/// Boards of each kind of word, and rules with many patterns.
#[test]
fn long_boards_are_divided_once() {
    let alphabet = Alphabet::parse(".TF").unwrap();
    let rule = |pattern: &str, replacement: &str, turns| {
        Rule::single(pattern, replacement, turns, &alphabet, Shape::Grid).unwrap()
    };
    let slide = rule("T.", ".T", Turns::Orthogonally);
    for columns in [20, 64, 65, 128, 512, 513] {
        let boards = Boards::new(vec![slide.clone()], vec![slide.clone()]);
        let board = Board::parse(&format!("T{}", ".".repeat(columns - 1)), Shape::Grid, &alphabet);
        let parts = boards.parts(&board.unwrap(), &Budget::unlimited()).unwrap();
        let (options, sums) = compare_lists(&parts);
        // Each board is one sum, but those of sparse words are divided after each move.
        let most = if columns <= 512 { columns } else { options };
        assert!(sums <= most && columns < options, "{options} options, {sums} of {most} sums");
    }
    let many =
        [slide, rule("T.", ".T", Turns::Diagonally), rule("T?.", ".?T", Turns::AnyDirection)];
    let boards = Boards::new(many.to_vec(), vec![rule("F.", ".F", Turns::AnyDirection)]);
    let board = Board::parse("T..|...|.F.", Shape::Grid, &alphabet).unwrap();
    let parts = boards.parts(&board, &Budget::unlimited()).unwrap();
    let (options, sums) = compare_lists(&parts);
    assert!(options > sums, "{options} options, {sums} sums");
}

#[test]
fn both_kinds_of_end_and_draws_are_found() {
    // A fox that is shut in loses, a fox behind the geese wins, and sliding both ways is a draw.
    let alphabet = Alphabet::parse(".GF").unwrap();
    let rule = |pattern, replacement, turns| {
        Rule::single(pattern, replacement, turns, &alphabet, Shape::Grid).unwrap()
    };
    let geese = [("?.|G?", "?G|.?"), (".?|?G", "G?|?.")];
    let geese = geese.map(|(from, to)| rule(from, to, Turns::None)).to_vec();
    let fox = vec![rule("F.", ".F", Turns::Diagonally)];
    let boards = Boards::new(geese, fox);
    let outcome = |boards: &Boards, text: &str| {
        let store = Store::new(Budget::unlimited());
        let board = Board::parse(text, Shape::Grid, &alphabet).unwrap();
        let Parts { planes, sum } = boards.parts(&board, store.budget()).unwrap();
        planes.searches(&store).winners(&sum, &mut 0).unwrap().outcome()
    };
    assert_eq!(outcome(&boards, "F..|.G.|...|G.."), Outcome::L);
    assert_eq!(outcome(&boards, "G..|...|..F"), Outcome::R);
    let both = Boards::new(
        vec![rule("G.", ".G", Turns::Orthogonally)],
        boards.rules(Player::Right).to_vec(),
    );
    assert_eq!(outcome(&both, "G...|....|...F"), Outcome::D);
}
