//! The solver against definitions, on random rulesets.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::board::{Board, Rules, Turns};
use crate::length::properties;
use crate::loopy::{self, Graph, Winners};
use crate::oracle::goal::Finite;
use crate::{Budget, Rational, Store};

/// The target of a move: positions side by side, and perhaps a number.
type Target = (Vec<usize>, Option<i64>);

/// A table of moves: for each position, what each player can move to, positions side by side and perhaps a number.
#[derive(Debug, Clone)]
struct Table {
    moves: Vec<[Vec<Target>; 2]>,
    is_impartial: bool,
}

impl Ruleset for Table {
    type Position = usize;

    fn moves(&self, position: &usize, player: Player, to: &mut Moves<'_, usize>) {
        for (positions, number) in &self.moves[*position][self.side(player)] {
            let positions = positions.iter().copied().map(Component::Position);
            to.option(positions.chain(number.map(|number| Component::Value(number.into()))));
        }
    }

    fn hints(&self) -> Hints {
        Hints { is_impartial: self.is_impartial, ..Hints::default() }
    }
}

impl Table {
    fn side(&self, player: Player) -> usize {
        if self.is_impartial { 0 } else { player as usize }
    }

    /// The value of a position in which play ends, by definition.
    fn value(&self, position: usize) -> Game {
        let side = |player| -> Vec<Game> {
            let options = self.moves[position][self.side(player)].iter();
            options
                .map(|(positions, number)| {
                    let numbers = number.iter().map(|number| Game::from(*number));
                    positions.iter().map(|to| self.value(*to)).chain(numbers).sum()
                })
                .collect()
        };
        Game::new(side(Player::Left), side(Player::Right)).unwrap()
    }

    /// Whether the player to move wins in misère play, by definition; without numbers.
    fn wins_misere(&self, sum: &[usize], mover: Player) -> bool {
        let mut cannot_move = true;
        for (at, position) in sum.iter().enumerate() {
            for (to, _) in &self.moves[*position][self.side(mover)] {
                cannot_move = false;
                let next = [&sum[..at], &to[..], &sum[at + 1..]].concat();
                if !self.wins_misere(&next, mover.opponent()) {
                    return true;
                }
            }
        }
        cannot_move
    }
}

/// Tables in which moves lead to smaller positions.
fn tables(numbers: bool) -> impl Strategy<Value = Table> {
    let number =
        if numbers { prop::option::weighted(0.2, -2i64..3).boxed() } else { Just(None).boxed() };
    let option = (vec(any::<prop::sample::Index>(), 0..3), number);
    let side = || vec(option.clone(), 0..3);
    (vec((side(), side()), 1..6), any::<bool>()).prop_map(|(positions, is_impartial)| {
        let below = |at: usize, side: Vec<(Vec<prop::sample::Index>, Option<i64>)>| {
            let to = side.into_iter().filter(|(to, _)| at > 0 || to.is_empty());
            to.map(|(to, number)| (to.iter().map(|to| to.index(at)).collect(), number)).collect()
        };
        let sides = |(at, (left, right))| [below(at, left), below(at, right)];
        Table { moves: positions.into_iter().enumerate().map(sides).collect(), is_impartial }
    })
}

proptest! {
    #![proptest_config(properties(128))]

    #[test]
    fn values_outcomes_and_moves_are_those_of_the_definition(table in tables(true)) {
        let solver = Solver::new(table.clone());
        for position in 0..table.moves.len() {
            let value = table.value(position);
            prop_assert_eq!(solver.game(&position), Ok(value));
            prop_assert_eq!(solver.value(&position), Ok(GameValue::Short(value)));
            prop_assert_eq!(solver.outcome(&position), value.outcome());
            if !table.is_impartial {
                let nimber = value.as_nimber().map(LoopyNimber::Finite).ok_or(Error::NotImpartial);
                prop_assert_eq!(solver.nimber(&position), nimber);
            }
            for player in [Player::Left, Player::Right] {
                prop_assert_eq!(solver.winner(&position, player), Ok(value.outcome().unwrap().winners()[player as usize]));
                let moves = solver.moves(&position, player).unwrap();
                prop_assert_eq!(moves.len(), table.moves[position][table.side(player)].len());
                let of_sum = |option: &Sum<usize>| -> Game {
                    let parts = option.iter().map(|part| match part {
                        Component::Position(to) => table.value(*to),
                        Component::Negative(to) => -table.value(*to),
                        Component::Value(game) => *game,
                    });
                    parts.sum()
                };
                let won = |option: &Sum<usize>| {
                    of_sum(option).outcome().unwrap().winners()[player.opponent() as usize] == Some(player)
                };
                for option in &moves {
                    prop_assert_eq!(solver.game(option), Ok(of_sum(option)));
                    prop_assert_eq!(solver.outcome(option.clone()), of_sum(option).outcome());
                    let next: Result<Vec<Game>, Error> = solver
                        .moves(option, player)
                        .unwrap()
                        .iter()
                        .map(|after| solver.game(after))
                        .collect();
                    let [left, right] = match player {
                        Player::Left => [next.unwrap(), vec![]],
                        Player::Right => [vec![], next.unwrap()],
                    };
                    // The moves of one player decide how the sum compares with numbers.
                    let half = Game::new(left, right).unwrap();
                    prop_assert_eq!(half.outcome().unwrap().winners()[player as usize],
                        of_sum(option).outcome().unwrap().winners()[player as usize]);
                }
                let expected: Vec<_> = moves.into_iter().filter(won).collect();
                prop_assert_eq!(solver.winning_moves(&position, player), Ok(expected));
            }
        }
    }

    #[test]
    fn misere_play_is_that_of_the_definition(table in tables(false)) {
        let solver = Solver::new(table.clone()).misere();
        for position in 0..table.moves.len() {
            for player in [Player::Left, Player::Right] {
                let wins = table.wins_misere(&[position], player);
                let winner = if wins { player } else { player.opponent() };
                prop_assert_eq!(solver.winner(&position, player), Ok(winner));
                prop_assert_eq!(!solver.winning_moves(&position, player).unwrap().is_empty(),
                    wins && !table.moves[position][table.side(player)].is_empty());
            }
        }
    }

    #[test]
    fn loopy_play_is_that_of_the_graph(
        moves in (1..6usize).prop_flat_map(|n| vec((vec(0..n, 0..3), vec(0..n, 0..3)), n))
    ) {
        let single = |side: &Vec<usize>| side.iter().map(|to| (vec![*to], None)).collect();
        let sides = moves.iter().map(|(left, right)| [single(left), single(right)]);
        let solver = Solver::new(Table { moves: sides.collect(), is_impartial: false });
        let vertices = |side: &Vec<usize>| side.iter().map(|to| *to as u32).collect();
        let graph = moves.iter().map(|(left, right)| [vertices(left), vertices(right)]);
        let (graph, store) = (Graph::new(graph.collect()).unwrap(), Store::global());
        let winners = loopy::winners(&graph, store.budget()).unwrap();
        for (position, expected) in winners.iter().enumerate() {
            prop_assert_eq!(solver.outcome(&position), Ok(expected.outcome()));
            prop_assert_eq!(solver.value(&position), loopy::value(store, &graph, position as u32));
            let Winners { left_starts, right_starts } = *expected;
            prop_assert_eq!(solver.winner(&position, Player::Left), Ok(left_starts));
            prop_assert_eq!(solver.winner(&position, Player::Right), Ok(right_starts));
        }
    }

    #[test]
    fn a_hint_changes_no_answer_about_impartial_rules(
        ends in any::<bool>(),
        moves in (1..6usize).prop_flat_map(|n| vec(vec((vec(0..n, 0..3), prop::option::weighted(0.1, 0..2i64)), 0..3), n)),
    ) {
        let sides = moves.into_iter().enumerate().map(|(at, mut options)| {
            options.retain(|(to, number)| !ends || number.is_none() && to.iter().all(|to| *to < at));
            let reversed = options.iter().rev().map(|(to, number)| (to.iter().rev().copied().collect(), *number));
            [reversed.collect(), options]
        });
        let moves: Vec<[Vec<Target>; 2]> = sides.collect();
        let brief = || {
            let budget = Budget::unlimited();
            budget.limit_steps(5_000);
            Store::new(budget)
        };
        let solver = |is_impartial| Solver::in_store(Table { moves: moves.clone(), is_impartial }, &brief());
        let (hinted, plain) = (solver(true), solver(false));
        let known = |error: &Error| matches!(error, Error::Exhausted(_) | Error::TooManySums { .. });
        for position in 0..moves.len() {
            let answers = [hinted.nimber(position), plain.nimber(position)];
            if !answers.iter().flat_map(|answer| answer.as_ref().err()).any(known) {
                prop_assert_eq!(&answers[0], &answers[1]);
            }
            let answers = [hinted.misere().genus(position), plain.misere().genus(position)];
            if !answers.iter().flat_map(|answer| answer.as_ref().err()).any(known) {
                prop_assert_eq!(&answers[0].as_ref().ok(), &answers[1].as_ref().ok());
                prop_assert!(!ends || matches!(answers[1], Ok(Some(_))));
            }
        }
    }
}

/// A game decided by a goal, and by points in which each move gains as many as its target has.
struct Ends(Finite);

impl Ruleset for Ends {
    type Position = usize;

    fn moves(&self, position: &usize, player: Player, to: &mut Moves<'_, usize>) {
        self.0.moves[*position][player as usize].iter().for_each(|next| to.position(*next));
    }
}

impl Goal for Ends {
    fn verdict(&self, position: &usize, mover: Player) -> Option<Verdict> {
        self.0.ends[*position][mover as usize]
    }
}

impl Points for Ends {
    fn mover(&self, position: &usize) -> Player {
        if position.is_multiple_of(2) { Player::Left } else { Player::Right }
    }

    fn gain(&self, from: &usize, to: &usize) -> Rational {
        Rational::from((from * to) as i64 % 5 - 2)
    }

    fn score(&self, end: &usize) -> Rational {
        Rational::from(*end as i64 % 3)
    }
}

impl Ends {
    fn minimax(&self, position: usize) -> Rational {
        let mover = self.mover(&position);
        let after = self.0.moves[position][mover as usize].iter();
        let totals = after.map(|to| &self.gain(&position, to) + &self.minimax(*to));
        match mover {
            Player::Left => totals.max(),
            Player::Right => totals.min(),
        }
        .unwrap_or_else(|| self.score(&position))
    }
}

proptest! {
    #![proptest_config(properties(128))]

    #[test]
    fn goals_and_points_decide_as_by_minimax(
        moves in vec((vec(0..8usize, 0..4), vec(0..8usize, 0..4)), 8),
        ends in vec((0..6u8, 0..6u8), 8),
    ) {
        let verdict = |end: u8| match end {
            0 => Some(Verdict::Left),
            1 => Some(Verdict::Right),
            2 => Some(Verdict::Draw),
            _ => None,
        };
        let game = Finite {
            moves: moves.iter().map(|(left, right)| [left.clone(), right.clone()]).collect(),
            ends: ends.iter().map(|(left, right)| [verdict(*left), verdict(*right)]).collect(),
        };
        let mut onward = game.clone();
        for (at, sides) in onward.moves.iter_mut().enumerate() {
            sides.iter_mut().for_each(|side| side.retain(|to| *to > at));
        }
        let (by_goal, by_points) = (Solver::new(Ends(game)), Solver::new(Ends(onward)));
        for position in 0..8 {
            for mover in [Player::Left, Player::Right] {
                let expected = by_goal.rules().0.value(position, mover);
                prop_assert_eq!(by_goal.result(&position, mover), Ok(expected));
                let (result, best) = by_goal.result_with_moves(position, mover).unwrap();
                let Finite { moves, ends } = &by_goal.rules().0;
                let reaches = |to: &&usize| by_goal.rules().0.value(**to, mover.opponent()) == expected;
                let moves = moves[position][mover as usize].iter().filter(reaches);
                let moves = moves.filter(|_| ends[position][mover as usize].is_none());
                let moves: Vec<Sum<usize>> = moves.map(|to| vec![Component::Position(*to)]).collect();
                prop_assert_eq!((result, best), (expected, moves));
            }
            let rules = by_points.rules();
            let expected = rules.minimax(position);
            prop_assert_eq!(by_points.score(&position), Ok(expected.clone()));
            let moves = rules.0.moves[position][rules.mover(&position) as usize].iter();
            let reaches = |to: &&usize| rules.gain(&position, to) + rules.minimax(**to) == expected;
            let best = moves.filter(reaches).map(|to| vec![Component::Position(*to)]).collect();
            prop_assert_eq!(by_points.score_with_moves(position), Ok((expected.clone(), best)));
        }
    }
}

/// Rules that refuse a position.
struct Odd;

impl Ruleset for Odd {
    type Position = Vec<u32>;

    fn moves(&self, heap: &Vec<u32>, _: Player, to: &mut Moves<'_, Vec<u32>>) {
        match heap[..] {
            [0] => to.fail("an empty heap"),
            [n] => to.position(vec![n - 1]),
            _ => {}
        }
    }
}

#[test]
fn rules_may_refuse_a_position() {
    let odd = Solver::new(Odd);
    let refused = Error::Rules("an empty heap");
    assert_eq!(odd.outcome(&[3][..]), Err(refused.clone()));
    assert_eq!(odd.moves(&vec![0], Player::Left), Err(refused.clone()));
    assert_eq!(odd.value(&[1, 2][..]), Ok(GameValue::Short(Game::ZERO)));
    let positions = [vec![], vec![1, 2], vec![4]];
    assert_eq!(odd.sweep(positions).values(), Err(refused));
}

#[test]
fn a_solver_keeps_its_store() {
    let store = Store::new(Budget::unlimited());
    let odd = Solver::in_store(Odd, &store);
    let value = odd.game(&[][..]).unwrap();
    drop(store);
    assert_eq!(value + 1, 1);
    assert!(1 == value + 1 && 0 < value + 1 && value + value == 0);
    assert!(odd.clone().store().has(odd.game(&[1, 1][..]).unwrap()));
}

/// Rules of boards as any other rules: no parts, no symmetries.
struct Whole(Rules);

impl Ruleset for Whole {
    type Position = Board;

    fn moves(&self, board: &Board, player: Player, to: &mut Moves<'_, Board>) {
        self.0.moves(board, player, to);
    }
}

proptest! {
    #![proptest_config(properties(400))]

    #[test]
    fn boards_of_bits_answer_as_whole_boards_do(
        rules in vec((0..3u8, vec((0..3usize, 0..3usize), 2..4)), 1..4),
        cells in vec(0..3u8, 4..9),
    ) {
        let symbol = |at: usize| ['.', 'o', '#'][at];
        let read = || {
            let mut all = Rules::grid(".o#").unwrap();
            for (mover, cells) in &rules {
                let pattern: String = cells.iter().map(|cell| symbol(cell.0)).collect();
                let replacement: String = cells.iter().map(|cell| symbol(cell.1)).collect();
                all = match mover {
                    0 => all.left(&pattern, &replacement, Turns::Orthogonally),
                    1 => all.right(&pattern, &replacement, Turns::None),
                    _ => all.both(&pattern, &replacement, Turns::Orthogonally),
                }
                .ok()?;
            }
            Some(all)
        };
        let Some(bits) = read() else { return Ok(()) };
        let budget = Budget::unlimited();
        budget.limit_steps(2_000_000);
        let store = Store::new(budget);
        let (bits, whole) = (Solver::in_store(bits, &store), Solver::in_store(Whole(read().unwrap()), &store));
        let rows = if cells.len().is_multiple_of(2) { 2 } else { 1 };
        let mut board = Board::empty(rows, cells.len() / rows).unwrap();
        for (cell, symbol) in cells.iter().enumerate() {
            prop_assert!(board.set(cell, *symbol));
        }
        // Where the budget is exhausted there is nothing to compare.
        let agree = |a: String, b: String| a == b || a.contains("Exhausted") || b.contains("Exhausted");
        let debug = |answer: &dyn std::fmt::Debug| format!("{answer:?}");
        prop_assert!(agree(debug(&bits.outcome(&board)), debug(&whole.outcome(&board))));
        prop_assert_eq!(bits.moves(&board, Player::Left), whole.moves(&board, Player::Left));
        // A cycle of boards in normal form can be shorter than one of boards.
        let text = |game: Result<Game, Error>| match game {
            Err(Error::Repeats { .. }) => "repeats".to_owned(),
            game => debug(&game),
        };
        let [game, expected] = [text(bits.game(&board)), text(whole.game(&board))];
        let returns = expected == "repeats" && game != expected;
        if returns {
            // The nimber of an impartial board may be found although play can return: it is the value with all of that.
            let [value, expected] = [bits.value(&board), whole.value(&board)];
            prop_assert!(agree(debug(&bits.game(&board).map(GameValue::from)), debug(&value)));
            prop_assert!(agree(debug(&value), debug(&expected)), "{:?}, not {:?}", value, expected);
        } else {
            prop_assert!(agree(game.clone(), expected.clone()), "{}, not {}", game, expected);
        }
        if game.starts_with("Ok") && !returns {
            for player in [Player::Left, Player::Right] {
                let [a, b] = [bits.misere().winner(&board, player), whole.misere().winner(&board, player)];
                prop_assert!(agree(debug(&a), debug(&b)));
                let [a, b] = [bits.winning_moves(&board, player), whole.winning_moves(&board, player)];
                prop_assert!(agree(debug(&a), debug(&b)));
            }
        }
    }
}

/// A move to a number that the rules have from the global store.
#[test]
fn games_in_moves_are_copied_to_the_store_of_the_solver() {
    let table = Table { moves: vec![[vec![(vec![], Some(5))], vec![]]], is_impartial: false };
    let store = Store::new(Budget::unlimited());
    assert_eq!(Solver::in_store(table, &store).game(&0).unwrap(), 6);
}

/// Rules whose positions lead to longer and longer sums.
struct Doubling;

impl Ruleset for Doubling {
    type Position = u32;

    fn moves(&self, n: &u32, player: Player, to: &mut Moves<'_, u32>) {
        match n {
            0 => to.sum([0, 0]),
            1 => to.sum([2, 3]),
            2 if player == Player::Left => to.position(1),
            _ => {}
        }
    }
}

#[test]
fn sums_that_grow_without_end_are_errors_in_misere_play() {
    let solver = Solver::new(Doubling).misere();
    for (position, positions) in [(0, 1), (1, 2)] {
        let answer = solver.winner(position, Player::Left);
        assert!(
            answer == Err(Error::Repeats { positions }) || (position == 1 && answer.is_ok()),
            "{answer:?}"
        );
    }
    assert_eq!(solver.winner(3, Player::Left), Ok(Player::Left));
}

#[test]
fn games_of_other_stores_and_sums_are_answered() {
    let solver = Solver::in_store(Odd, &Store::default());
    let two: Game = "2".parse().unwrap();
    let sum =
        vec![Component::Position(vec![1, 2]), Component::Negative(vec![]), Component::Value(two)];
    assert_eq!(solver.game(&sum).unwrap().as_number(), Some(2.into()));
    assert_eq!(solver.moves(&sum, Player::Left).unwrap().len(), 1);
    assert_eq!(solver.misere().outcome(&sum).unwrap(), Outcome::R);
    assert_eq!(solver.outcome([7; 0]), Ok(Outcome::P));
}
