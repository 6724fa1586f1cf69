//! Searches for winners and nimbers against values, on random boards of twenty rulesets.

use super::*;
use crate::board::rewrite::random_tests::Random;
use crate::board::rewrite::{Boards, Id, Parts, Rule, Turns, Written};
use crate::board::{Alphabet, Board, Shape};
use crate::length::cases;
use crate::solve::Prospects;
use crate::solve::nimbers::by_mex;
use crate::solve::walk::Stop;
use crate::{Budget, Game, Outcome, Store};

/// A ruleset as text: its symbols, and for each rule of a player pattern and replacement of each step.
struct Spelled {
    symbols: &'static str,
    turns: Turns,
    left: &'static [&'static [(&'static str, &'static str)]],
    right: &'static [&'static [(&'static str, &'static str)]],
}

/// Most cells of a board with two symbols, and with more.
const MOST_CELLS: [u64; 2] = [16, 9];

/// Twenty rulesets in which play ends, eight of them impartial.
fn rulesets() -> Vec<Spelled> {
    use Turns::{AnyDirection, Diagonally, None, Orthogonally};
    let of = |symbols, turns, left, right| Spelled { symbols, turns, left, right };
    let both = |symbols, turns, rules| Spelled { symbols, turns, left: rules, right: rules };
    vec![
        // Domineering, with dominoes, with trominoes, and squares against dominoes.
        of(".#", None, &[&[(".|.", "#|#")]], &[&[("..", "##")]]),
        of(".#", None, &[&[(".|.|.", "#|#|#")]], &[&[("...", "###")]]),
        of(".#", None, &[&[("..|..", "##|##")]], &[&[("..", "##")]]),
        // Clobber, and stones that push, eat, grow or vanish.
        of(".xo", Orthogonally, &[&[("xo", ".x")]], &[&[("ox", ".o")]]),
        of(".xo", None, &[&[(".x", "x.")], &[("ox", "x.")]], &[&[("o.", ".o")], &[("ox", ".o")]]),
        of(".xo", Orthogonally, &[&[("xo", "x.")]], &[&[("ox", "o.")]]),
        of(".xo", Orthogonally, &[&[("x.", "xx")]], &[&[("o.", "oo")]]),
        of(".xo", Orthogonally, &[&[("xx", "..")]], &[&[("oo", "..")]]),
        // Toads and Frogs, Konane, Amazons, and rooks that shoot.
        of(
            ".TF",
            None,
            &[&[("T.", ".T")], &[("TF.", ".FT")]],
            &[&[(".F", "F.")], &[(".TF", "FT.")]],
        ),
        of(".xo", Orthogonally, &[&[("x(o.)~o.", ".(..)~.x")]], &[&[("o(x.)~x.", ".(..)~.o")]]),
        of(
            ".xo#",
            AnyDirection,
            &[&[("x.~.", "..~x"), ("x.~.", "x.~#")]],
            &[&[("o.~.", "..~o"), ("o.~.", "o.~#")]],
        ),
        of(".xo#", Orthogonally, &[&[("x.~.", "x.~#")]], &[&[("o.~.", "o.~#")]]),
        // Cram, along rows and columns, along diagonals, and with trominoes.
        both(".#", Orthogonally, &[&[("..", "##")]]),
        both(".#", Diagonally, &[&[("..", "##")]]),
        both(".#", Orthogonally, &[&[("...", "###")]]),
        // Kayles, Clobber, peg jumps, captures and squares for both players.
        both(".#", Orthogonally, &[&[(".", "#")], &[("..", "##")]]),
        both(".xo", Orthogonally, &[&[("xo", ".x")], &[("ox", ".o")]]),
        both(".x", Orthogonally, &[&[("xx.", "..x")]]),
        both(".xo", AnyDirection, &[&[("x.o", "...")]]),
        both(".#", None, &[&[("..|..", "##|##")], &[(".", "#")]]),
    ]
}

impl Spelled {
    /// The ruleset with nothing remembered.
    fn boards(&self) -> Boards {
        let alphabet = Alphabet::parse(self.symbols).unwrap();
        let rule = |steps: &&[(&'static str, &'static str)]| {
            let turns = self.turns;
            let step = |&(pattern, replacement)| Written::once(pattern, replacement, turns);
            let steps: Vec<Written<'_>> = steps.iter().map(step).collect();
            Rule::compile(&steps, &alphabet, Shape::Grid).unwrap()
        };
        let [left, right] = [self.left, self.right].map(|rules| rules.iter().map(rule).collect());
        Boards::new(left, right)
    }

    /// A random board; every third is kept by a half-turn, with the symbols of the players exchanged every sixth.
    fn board(&self, random: &mut Random) -> Board {
        let symbols = self.symbols.len() as u64;
        let most = MOST_CELLS[usize::from(symbols > 2)];
        let rows = 1 + random.below(4);
        let columns = 1 + random.below(most / rows);
        let mut board = Board::empty(rows as usize, columns as usize).unwrap();
        // The first symbol is the most frequent of two.
        let symbol = |random: &mut Random| match symbols {
            2 => u64::from(random.below(4) == 0),
            _ => random.below(symbols),
        };
        board.symbols_mut().iter_mut().for_each(|cell| *cell = symbol(random) as u8);
        let (kind, cells) = (random.below(6), board.symbols_mut());
        let exchanged = |symbol: u8| match symbol {
            1 | 2 if kind == 0 && symbols > 2 => 3 - symbol,
            symbol => symbol,
        };
        if kind < 2 {
            let last = cells.len() - 1;
            (0..cells.len() / 2).for_each(|at| cells[last - at] = exchanged(cells[at]));
        }
        board
    }
}

/// The outcome of a board by a search with these settings.
fn outcome_with(boards: &Boards, store: &Store, board: &Board, settings: Settings) -> Outcome {
    let Parts { planes, sum } = boards.parts(board, store.budget()).unwrap();
    let wins = |first| wins_with(&planes.searches(store), &sum, first, settings).unwrap().0;
    Outcome::of_winners(wins(Player::Left), wins(Player::Right))
}

/// The nimber of a board from the nimbers of all options.
fn naive_nimber(boards: &Boards, store: &Store, board: &Board) -> u32 {
    let Parts { planes, sum } = boards.parts(board, store.budget()).unwrap();
    let searches = planes.searches(store);
    sum.iter().filter_map(Component::position).fold(0, |total, id| {
        match by_mex(&searches, id, u64::MAX) {
            Ok(Some(nimber)) => total ^ nimber,
            Ok(None) | Err(Stop::Mixed | Stop::Enough) => panic!("{board:?} has no nimber"),
            Err(Stop::Error(error)) => panic!("{error}"),
        }
    })
}

/// The nimber of a board by search.
fn searched_nimber(boards: &Boards, store: &Store, board: &Board) -> u32 {
    let Parts { planes, sum } = boards.parts(board, store.budget()).unwrap();
    let searches = planes.searches(store);
    let nimber = |id| searches.nimber(id).unwrap().expect("the rules are impartial");
    sum.iter().filter_map(Component::position).fold(0, |total, id| total ^ nimber(id))
}

/// `UPSTAR_TEST_LENGTH=200` makes 100,000 positions.
#[test]
fn boards_of_twenty_rulesets_are_won_as_their_values_say() {
    let usual = Settings::USUAL;
    let settings = [
        usual,
        Settings { values: false, ..usual },
        Settings { values: false, whole: false, ..usual },
        Settings { heat: false, whole: false, first_round: 1, most: 40, fewest: 20, ..usual },
    ];
    let (mut random, mut counts) = (Random::new(19), [0; 4]);
    for ruleset in rulesets() {
        let (mut store, mut naive) = (Store::new(Budget::unlimited()), ruleset.boards());
        let mut searched: Vec<_> = settings.iter().map(|_| ruleset.boards()).collect();
        for round in 0..cases(25u32) {
            if round % 500 == 499 {
                (store, naive) = (Store::new(Budget::unlimited()), ruleset.boards());
                searched = settings.iter().map(|_| ruleset.boards()).collect();
            }
            let board = ruleset.board(&mut random);
            let Parts { planes, sum } = naive.parts(&board, store.budget()).unwrap();
            let value = planes.searches(&store).sum_value(&sum).unwrap();
            let expected = store.outcome(value).unwrap();
            counts[expected as usize] += 1;
            for (boards, settings) in searched.iter().zip(settings) {
                let found = outcome_with(boards, &store, &board, settings);
                assert_eq!(found, expected, "{board:?} of {:?} with {settings:?}", ruleset.left);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// The steps in which a search finds whether Left, moving first, wins a board.
fn steps(
    (boards, store): (&Boards, &Store),
    board: &Board,
    memory: &mut SumMemory<Id>,
    settings: Settings,
) -> (bool, u64) {
    let Parts { planes, sum } = boards.parts(board, store.budget()).unwrap();
    store.budget().restart();
    let found = answer(&planes.searches(store), memory, settings, (&sum, Player::Left)).unwrap();
    (found.0, store.budget().steps())
}

#[test]
fn a_table_that_is_often_full_costs_few_steps() {
    let usual = Settings { values: false, whole: false, ..Settings::USUAL };
    let little = Settings { most: 400, fewest: 100, ..usual };
    for (ruleset, (rows, columns)) in [(0, (5, 6)), (3, (3, 5))] {
        let ruleset = &rulesets()[ruleset];
        let mut board = Board::empty(rows, columns).unwrap();
        if ruleset.symbols.len() > 2 {
            let cells = board.symbols_mut().iter_mut().enumerate();
            cells.for_each(|(at, cell)| *cell = 1 + (at % 2) as u8);
        }
        let ask = |settings| {
            let (boards, store) = (ruleset.boards(), Store::default());
            let Parts { planes, .. } = boards.parts(&board, store.budget()).unwrap();
            let mut memory = planes.searches(&store).memo.take_search();
            let (wins, steps) = steps((&boards, &store), &board, &mut memory, settings);
            (wins, steps, memory.len())
        };
        let (with_room, without) = (ask(usual), ask(little));
        assert_eq!(with_room.0, without.0);
        assert!(without.2 < with_room.2 / 2, "{without:?}, {with_room:?}");
        assert!(without.1 < 4 * with_room.1, "{without:?}, {with_room:?}");
    }
}

#[test]
fn who_wins_a_position_alone_is_not_forgotten() {
    let settings = Settings { values: false, whole: false, ..Settings::USUAL };
    let (boards, store) = (rulesets()[0].boards(), Store::default());
    let board = Board::empty(5, 6).unwrap();
    let Parts { planes, .. } = boards.parts(&board, store.budget()).unwrap();
    let searches = planes.searches(&store);
    let mut memory = searches.memo.take_search();
    let ask = |memory: &mut _| steps((&boards, &store), &board, memory, settings);
    let (wins, steps) = ask(&mut memory);
    memory.keep(&searches.memo, 0);
    assert_eq!(memory.len(), 0);
    let (again, few) = ask(&mut memory);
    assert_eq!(wins, again);
    assert!(few < steps / 100, "{few} of {steps}");
}

/// `UPSTAR_TEST_LENGTH=200` makes 100,000 positions.
#[test]
fn nimbers_found_by_search_are_those_of_mex() {
    let mut random = Random::new(20);
    let impartial = |ruleset: &Spelled| std::ptr::eq(ruleset.left, ruleset.right);
    let impartial: Vec<Spelled> = rulesets().into_iter().filter(impartial).collect();
    assert_eq!(impartial.len(), 8);
    for ruleset in impartial {
        let (store, naive, mut searched) =
            (Store::new(Budget::unlimited()), ruleset.boards(), ruleset.boards());
        for round in 0..cases(63u32) {
            if round % 20 == 19 {
                searched = ruleset.boards();
            }
            let board = ruleset.board(&mut random);
            let expected = naive_nimber(&naive, &store, &board);
            let found = searched_nimber(&searched, &store, &board);
            assert_eq!(found, expected, "{board:?} of {:?}", ruleset.left);
        }
    }
}

/// `UPSTAR_TEST_LENGTH=200` makes 90,000 positions.
#[test]
fn values_lie_where_the_counted_moves_say() {
    let (mut random, mut tight) = (Random::new(21), 0);
    for (number, ruleset) in rulesets().into_iter().enumerate() {
        let (mut store, mut boards) = (Store::new(Budget::unlimited()), ruleset.boards());
        for round in 0..cases(150u32) {
            if round % 500 == 499 {
                (store, boards) = (Store::new(Budget::unlimited()), ruleset.boards());
            }
            let board = ruleset.board(&mut random);
            let Parts { planes, sum } = boards.parts(&board, store.budget()).unwrap();
            for id in sum.iter().filter_map(Component::position) {
                let Some([left, right]) = planes.prospects(id) else {
                    // The first three take cells, and their players have different moves.
                    assert!(number >= 3, "{board:?}");
                    continue;
                };
                let value = planes.searches(&store).value(id).unwrap();
                let sure = |side: Prospects| i64::from(side.safe + side.contested / 2);
                let least = store.integer(sure(left) - i64::from(right.most)).unwrap();
                let most = store.integer(i64::from(left.most) - sure(right)).unwrap();
                let within = store.le(least, value).unwrap() && store.le(value, most).unwrap();
                assert!(within, "{board:?} of {:?}: {left:?}, {right:?}", ruleset.left);
                tight += u32::from(least == value || value == most);
            }
        }
    }
    assert!(tight > 100, "{tight}");
}

#[test]
fn moves_are_counted() {
    let domineering = &rulesets()[0];
    let counted = |text: &str| {
        let (alphabet, store) = (Alphabet::parse(".#").unwrap(), Store::default());
        let board = Board::parse(text, Shape::Grid, &alphabet).unwrap();
        let boards = domineering.boards();
        let Parts { planes, sum } = boards.parts(&board, store.budget()).unwrap();
        let [Component::Position(id)] = sum[..] else { panic!("{sum:?}") };
        planes.prospects(&id).unwrap()
    };
    let of = |safe, contested, most| Prospects { safe, contested, most };
    assert_eq!(counted("....."), [of(0, 0, 0), of(2, 0, 2)]);
    assert_eq!(counted("..|.."), [of(0, 1, 2), of(0, 1, 2)]);
    assert_eq!(counted("...|.##"), [of(0, 1, 1), of(1, 0, 1)]);
}

/// `UPSTAR_TEST_LENGTH=200` makes 100,000 positions.
#[test]
fn positions_keep_to_what_is_proved_of_them() {
    let settings = Settings { values: false, whole: false, ..Settings::USUAL };
    let (mut random, mut counts) = (Random::new(22), [0; 2]);
    for ruleset in rulesets() {
        let store = Store::new(Budget::unlimited());
        let games = ["0", "1", "-1/2", "^", "v*", "{1|-1}", "{2|0||-1}"];
        let games = games.map(|text| store.parse(text).unwrap());
        for _ in 0..cases(25u32) {
            let boards = ruleset.boards();
            let board = ruleset.board(&mut random);
            let Parts { planes, sum } = boards.parts(&board, store.budget()).unwrap();
            let searches = planes.searches(&store);
            let mut memory = searches.memo.take_search();
            for game in games {
                let sum = [&sum[..], &[Component::Value(game)]].concat();
                let value = searches.sum_value(&sum).unwrap();
                let expected =
                    [!store.le(value, Game::ZERO).unwrap(), !store.le(Game::ZERO, value).unwrap()];
                for (first, expected) in [Player::Left, Player::Right].into_iter().zip(expected) {
                    let found = answer(&searches, &mut memory, settings, (&sum, first)).unwrap();
                    assert_eq!(found.0, expected, "{board:?} of {:?}, {first:?}", ruleset.left);
                }
            }
            for (id, proofs) in memory.atoms.all_proofs() {
                let value = searches.value(id).unwrap();
                let minus = store.neg(value).unwrap();
                if let Some(most) = proofs.most() {
                    assert!(store.le(value, most).unwrap(), "{board:?} of {:?}", ruleset.left);
                    counts[0] += 1;
                }
                if let Some(minus_least) = proofs.minus_least() {
                    assert!(store.le(minus, minus_least).unwrap(), "{board:?}");
                    counts[0] += 1;
                }
                if let Some(beats) = proofs.beats() {
                    assert!(!store.le(value, beats).unwrap(), "{board:?} of {:?}", ruleset.left);
                    counts[1] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn what_is_proved_of_a_position_decides_other_sums() {
    let settings = Settings { values: false, whole: false, ..Settings::USUAL };
    for rows in 2..=3 {
        let (boards, store) = (rulesets()[3].boards(), Store::default());
        let mut board = Board::empty(rows, 5).unwrap();
        let cells = board.symbols_mut().iter_mut().enumerate();
        cells.for_each(|(at, cell)| *cell = 1 + (at % 2) as u8);
        let Parts { planes, sum } = boards.parts(&board, store.budget()).unwrap();
        let searches = planes.searches(&store);
        let mut memory = searches.memo.take_search();
        let mut ask = |game: &str| {
            let game = Component::Value(store.parse(game).unwrap());
            store.budget().restart();
            let asked = (&[&sum[..], &[game]].concat()[..], Player::Left);
            let (wins, _) = answer(&searches, &mut memory, settings, asked).unwrap();
            (wins, store.budget().steps())
        };
        let (wins, steps) = ask("^*");
        // With more up Left wins all the more.
        let (again, few) = ask(if wins { "^^^*" } else { "v*" });
        assert_eq!(wins, again);
        assert!(few < 10 && 20 * few < steps, "{few} of {steps}");
    }
}
