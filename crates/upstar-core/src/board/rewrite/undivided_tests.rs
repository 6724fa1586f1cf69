//! Boards under random placements and random rules of several steps, asked in any order of sizes, against all boards
//! that follow from them: undivided, each cell by cell, without any memory.

use std::collections::HashMap;

use super::boards::{Boards, Parts};
use super::random_tests::Random;
use super::value_tests::nth;
use super::*;
use crate::board::{Alphabet, Board, CellSet, Moment, Placement, Shape, Symbol};
use crate::length::cases;
use crate::loopy::Winners;
use crate::solve::{Component, Playable, Searches, Sum};
use crate::{Budget, Error, Player, Store};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// More boards than this are not compared.
const MOST_BOARDS: usize = 800;

/// A board and all that follow it, by number, with their options.
struct Whole {
    boards: Vec<Board>,
    options: Vec<[Vec<usize>; 2]>,
}

/// Who wins when each player begins; neither player in a draw.
type Winner = [Option<Player>; 2];

impl Whole {
    fn new(root: &Board, options: &dyn Fn(&Board, Player) -> Vec<Board>) -> Option<Whole> {
        let mut numbers = HashMap::from([(root.clone(), 0)]);
        let mut whole = Whole { boards: vec![root.clone()], options: Vec::new() };
        while let Some(board) = whole.boards.get(whole.options.len()).cloned() {
            let mut number = |after: Board| {
                *numbers.entry(after).or_insert_with_key(|after| {
                    whole.boards.push(after.clone());
                    whole.boards.len() - 1
                })
            };
            let found = PLAYERS
                .map(|player| options(&board, player).into_iter().map(&mut number).collect());
            whole.options.push(found);
            if whole.boards.len() > MOST_BOARDS {
                return None;
            }
        }
        Some(whole)
    }

    /// The winners of each board, in rounds.
    fn winners(&self, misere: bool) -> Vec<Winner> {
        let mut winner: Vec<Winner> = vec![[None; 2]; self.boards.len()];
        loop {
            let before = winner.clone();
            for (at, sides) in self.options.iter().enumerate() {
                for player in PLAYERS {
                    let opponent = player.opponent();
                    let after: Vec<Option<Player>> = { sides[player as usize].iter() }
                        .map(|to| before[*to][opponent as usize])
                        .collect();
                    let stuck = if misere { player } else { opponent };
                    winner[at][player as usize] = match &after[..] {
                        [] => Some(stuck),
                        _ if after.contains(&Some(player)) => Some(player),
                        _ if after.iter().all(|won| *won == Some(opponent)) => Some(opponent),
                        _ => None,
                    };
                }
            }
            if winner == before {
                return winner;
            }
        }
    }

    /// The boards, each after all that follow it; `None` when play may return.
    fn in_order(&self) -> Option<Vec<usize>> {
        let (mut order, mut is_placed) = (Vec::new(), vec![false; self.boards.len()]);
        loop {
            let before = order.len();
            for at in 0..self.boards.len() {
                if !is_placed[at] && self.options[at].iter().flatten().all(|to| is_placed[*to]) {
                    is_placed[at] = true;
                    order.push(at);
                }
            }
            match order.len() {
                all if all == self.boards.len() => return Some(order),
                now if now == before => return None,
                _ => {}
            }
        }
    }

    /// The nimber of each board, by mex; `None` where the players have different options.
    fn nimbers(&self, order: &[usize]) -> Option<Vec<u32>> {
        let mut nimbers = vec![0; self.boards.len()];
        for &at in order {
            let mut sides = self.options[at].clone();
            sides.iter_mut().for_each(|side| side.sort_unstable());
            let [left, right] = &sides;
            if left != right {
                return None;
            }
            let after: Vec<u32> = left.iter().map(|to| nimbers[*to]).collect();
            nimbers[at] = (0..).find(|nimber| !after.contains(nimber)).expect("there are many");
        }
        Some(nimbers)
    }
}

impl Playable for Whole {
    type Position = usize;
    type Error = Error;

    fn options(&self, at: &usize, player: Player) -> Result<Vec<Sum<usize>>, Error> {
        let one = |to: &usize| vec![Component::Position(*to)];
        Ok(self.options[*at][player as usize].iter().map(one).collect())
    }
}

/// How many boards were compared, in how many of them play may return, and how many had parts.
#[derive(Debug, Default)]
struct Count {
    all: usize,
    loopy: usize,
    parted: usize,
}

/// Compares all answers about a board with those of the boards that follow it. The answers about `boards` may
/// remember what was asked before.
fn compare(
    (boards, named): (&Boards, &dyn std::fmt::Debug),
    store: &Store,
    root: &Board,
    options: &dyn Fn(&Board, Player) -> Vec<Board>,
    count: &mut Count,
) {
    let Some(whole) = Whole::new(root, options) else { return };
    let said = || format!("{named:?} on {root:?}");
    let Parts { planes, sum } = boards.parts(root, store.budget()).unwrap();
    let searches = planes.searches(store);
    let [left, right] = whole.winners(false)[0];
    let winners = Winners { left_starts: left, right_starts: right };
    assert_eq!(searches.winners(&sum, &mut 0).unwrap(), winners, "{}", said());
    count.all += 1;
    count.parted += usize::from(sum.len() != 1);
    let Some(order) = whole.in_order() else {
        count.loopy += 1;
        return;
    };
    let outcome = searches.sum_outcome(&sum, &mut 0).unwrap().0;
    assert_eq!(outcome, winners.outcome(), "{}", said());
    let value = Searches::new(&whole, store).value(&0).unwrap();
    assert_eq!(searches.sum_value(&sum).unwrap(), value, "{}", said());
    let misere = whole.winners(true)[0];
    for player in PLAYERS {
        let wins = searches.wins_misere(&sum, player).unwrap();
        assert_eq!(wins, misere[player as usize] == Some(player), "{}, misère", said());
    }
    if let Some(nimbers) = whole.nimbers(&order) {
        let mut nimber = 0;
        for id in sum.iter().filter_map(Component::position) {
            nimber ^= searches.nimber(id).unwrap().unwrap_or(u32::MAX);
        }
        let all = sum.iter().filter_map(Component::position).count() == sum.len();
        let alike = sum.iter().filter_map(Component::position).all(|id| planes.is_impartial(id));
        assert!(!(all && alike) || nimber == nimbers[0], "{}: *{nimber}", said());
    }
}

/// Boards of these sizes in a random order, each with random symbols.
fn boards_to_ask(random: &mut Random, sizes: &[(usize, usize)], symbols: usize) -> Vec<Board> {
    let mut sizes = sizes.to_vec();
    let mut boards = Vec::new();
    while !sizes.is_empty() {
        let (rows, columns) = sizes.swap_remove(random.below(sizes.len() as u64) as usize);
        let code = random.below((symbols as u64).pow((rows * columns) as u32));
        boards.push(nth(rows, columns, symbols, code as usize));
    }
    boards
}

/// A placement that mostly has no condition on other cells, or one that always holds.
fn placement(random: &mut Random, symbols: u64) -> Placement {
    let (one, other) = (1 << random.below(symbols), 1 << random.below(symbols));
    let needs = match random.below(8) {
        0 => (1 << symbols) - 1,
        1 => one & other,
        2 | 3 => one | other,
        _ => one,
    };
    let guard = match random.below(12) {
        0 => !!CellSet::All,
        1 => CellSet::All.and(CellSet::All),
        2 => (!CellSet::All).or(CellSet::All),
        3 => CellSet::Showing(one, Moment::Before).beside(),
        4 => !CellSet::Showing(one, Moment::After).beside(),
        _ => CellSet::All,
    };
    Placement { needs, writes: random.below(symbols) as Symbol, guard }
}

/// The boards after a placement, cell by cell.
fn placed(placement: &Placement, board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    for cell in 0..board.symbols().len() {
        let mut after = board.clone();
        after.symbols_mut()[cell] = placement.writes;
        if placement.needs >> board.symbols()[cell] & 1 != 0
            && allows(&placement.guard, [board, &after], cell)
        {
            found.push(after);
        }
    }
    found
}

/// Whether a cell is in a set about it and its neighbours.
fn allows(set: &CellSet, boards: [&Board; 2], cell: usize) -> bool {
    match set {
        CellSet::All => true,
        CellSet::Showing(symbols, moment) => {
            symbols >> boards[*moment as usize].symbols()[cell] & 1 != 0
        }
        CellSet::Beside(set) => boards[0].neighbours(cell).any(|next| allows(set, boards, next)),
        CellSet::Not(set) => !allows(set, boards, cell),
        CellSet::And(both) => both.iter().all(|set| allows(set, boards, cell)),
        CellSet::Or(both) => both.iter().any(|set| allows(set, boards, cell)),
        _ => unreachable!("no such guard is made"),
    }
}

#[test]
fn any_placements_are_worth_what_boards_that_follow_are() {
    let mut random = Random::new(37);
    let mut count = Count::default();
    let sizes = [(1, 1), (1, 2), (1, 3), (2, 2), (1, 4), (3, 1), (2, 3)];
    for _ in 0..cases(400u32) {
        let symbols = 2 + random.below(2);
        let mut some = |most: u64| -> Vec<Placement> {
            (0..random.below(most + 1)).map(|_| placement(&mut random, symbols)).collect()
        };
        let (left, right) = (some(2), some(2));
        let both = random.below(3) == 0;
        let sides = if both { [left.clone(), left] } else { [left, right] };
        let (boards, store) =
            (Boards::of_placements(sides.clone()), Store::new(Budget::unlimited()));
        let options = |board: &Board, player: Player| -> Vec<Board> {
            sides[player as usize].iter().flat_map(|each| placed(each, board)).collect()
        };
        for board in boards_to_ask(&mut random, &sizes, symbols as usize) {
            compare((&boards, &sides), &store, &board, &options, &mut count);
        }
    }
    assert!(count.loopy > count.all / 20 && count.parted > count.all / 5, "{count:?}");
}

/// The steps of a rule: pattern, replacement, turns, and whether it repeats.
type Steps = Vec<(String, String, Turns, bool)>;

/// Steps of which mostly each writes a cell from which the next one continues.
fn steps(random: &mut Random, symbols: &str) -> Steps {
    let all: Vec<char> = symbols.chars().collect();
    let turns = [Turns::None, Turns::None, Turns::Orthogonally, Turns::AnyDirection];
    let mut steps = Steps::new();
    let mut last = None;
    for _ in 0..1 + random.below(3) {
        let (mut from, mut to) = (String::new(), String::new());
        let cells = [1, 1, 2, 2, 3, 4][random.below(6) as usize];
        for cell in 0..cells {
            let mut any = || all[random.below(all.len() as u64) as usize];
            let (a, b, c) = (any(), any(), any());
            let a = if cell == 0 { last.unwrap_or(a) } else { a };
            let (f, t) = match random.below(6) {
                0 => (format!("[{a}{b}]"), c.to_string()),
                1 => (format!("[{a}{b}]"), "?".to_owned()),
                2 if cell > 0 => ("?".to_owned(), "?".to_owned()),
                _ => (a.to_string(), c.to_string()),
            };
            let run = if cell > 0 && random.below(10) == 0 { "~" } else { "" };
            from.extend([&f, run]);
            to.extend([&t, run]);
        }
        last = to.chars().rfind(|symbol| all.contains(symbol));
        steps.push((from, to, turns[random.below(4) as usize], random.below(12) == 0));
    }
    steps
}

/// Compares boards of all these sizes in a random order under rules of Left and Right.
fn compare_rules(
    random: &mut Random,
    (symbols, shape): (&str, Shape),
    texts: [Vec<Steps>; 2],
    sizes: &[(usize, usize)],
    count: &mut Count,
) {
    let alphabet = Alphabet::parse(symbols).unwrap();
    let rule = |steps: &Steps| {
        let written = steps.iter().map(|(pattern, replacement, turns, repeats)| Written {
            repeats: *repeats,
            ..Written::once(pattern, replacement, *turns)
        });
        Rule::compile(&written.collect::<Vec<_>>(), &alphabet, shape).ok()
    };
    let rules = texts.each_ref().map(|side| side.iter().filter_map(rule).collect::<Vec<Rule>>());
    let is_few = |rule: &Rule| rule.stencils(8, 8).is_ok_and(|ways| ways.len() < 200);
    if !rules.iter().flatten().all(is_few) {
        return;
    }
    let [left, right] = rules.clone();
    let (boards, store) = (Boards::new(left, right), Store::new(Budget::unlimited()));
    let options = |board: &Board, player: Player| -> Vec<Board> {
        let rules = rules[player as usize].iter();
        rules.flat_map(|rule| rule.results(board).unwrap().collect::<Vec<_>>()).collect()
    };
    for board in boards_to_ask(random, sizes, alphabet.len()) {
        compare((&boards, &texts), &store, &board, &options, count);
    }
}

const STRIPS: &[(usize, usize)] = &[(1, 1), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6)];
const GRIDS: &[(usize, usize)] = &[(1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (2, 3)];

#[test]
fn any_steps_are_worth_the_same_whatever_was_asked_before() {
    let mut random = Random::new(38);
    let mut count = Count::default();
    for round in 0..cases(600u32) {
        let (shape, sizes) = [(Shape::Strip, STRIPS), (Shape::Grid, GRIDS)][round as usize % 2];
        let symbols = [".x", ".xo"][random.below(2) as usize];
        let mut some =
            || (0..1 + random.below(2)).map(|_| steps(&mut random, symbols)).collect::<Vec<_>>();
        let (left, right) = (some(), some());
        let texts = match random.below(3) {
            0 => [left.clone(), left],
            1 => [left, Vec::new()],
            _ => [left, right],
        };
        compare_rules(&mut random, (symbols, shape), texts, sizes, &mut count);
    }
    assert!(count.loopy > count.all / 20 && count.parted > count.all / 5, "{count:?}");
}

/// Rules whose first step fits boards that are too small for all of them.
#[test]
fn rules_met_on_smaller_boards_first_are_worth_the_same() {
    let step = |pattern: &str, replacement: &str, turns| {
        (pattern.to_owned(), replacement.to_owned(), turns, false)
    };
    let (once, turned) = (Turns::None, Turns::Orthogonally);
    let writes = vec![step(".", "x", once), step("xx", "..", once)];
    let moves = vec![step("[ox.].", "?o", once), step("oxx?", "oxo?", once)];
    let draws = vec![step("[.#]?", "o?", once), step("o?", ".?", turned)];
    let mut count = Count::default();
    for round in 0..40 {
        let mut random = Random::new(round);
        let mut check = |symbols, texts, (shape, sizes)| {
            compare_rules(&mut random, (symbols, shape), texts, sizes, &mut count);
        };
        for boards in [(Shape::Strip, STRIPS), (Shape::Grid, GRIDS)] {
            check(".x", [vec![writes.clone()], vec![writes.clone()]], boards);
            check(".xo", [Vec::new(), vec![moves.clone()]], boards);
            check(".#o", [vec![draws.clone()], vec![draws.clone()]], boards);
        }
    }
    assert!(count.all > 1000 && count.loopy > 100, "{count:?}");
}
