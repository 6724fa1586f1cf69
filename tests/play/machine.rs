//! What the machine plays: it never gives away a win, and loses late.

use proptest::prelude::*;
use upstar::play::{Effort, Knowledge, Match, choose, strategy};
use upstar::session::Session;
use upstar::value::{Value, elements};
use upstar_core::Player::{self, Left, Right};

use super::{begin, chosen, make, session, value};
use crate::length::properties;

/// Whether `first` wins when moving first, asked of the language.
fn wins(session: &mut Session, position: &Value, first: Player) -> bool {
    let shown = session.show(position);
    let outcome = value(session, &format!("outcome({shown})"));
    let outcome = session.show(&outcome);
    outcome == "N" || outcome == if first == Left { "L" } else { "R" }
}

#[test]
fn a_lost_position_is_lost_late() {
    let mut session = session();
    // All moves lose; taking from the large heap would end it at once.
    let game = begin(&mut session, "Nim(1, 2, 3)", Left);
    let choice = chosen(&mut session, &game);
    let Knowledge::Solved { winner: Some(Right), moves: Some(6), .. } = choice.knowledge else {
        panic!("{choice:?}")
    };
    let game = begin(&mut session, "Domineering(\"...|...\")", Right);
    let first = chosen(&mut session, &game);
    assert!(first.reason(&game, Right).contains("it wins, in"));
}

#[test]
fn large_positions_are_won_by_their_values() {
    let mut session = session();
    let game = begin(&mut session, "Nim(100, 200, 300)", Left);
    let choice = chosen(&mut session, &game);
    let Knowledge::Solved { winner: Some(Left), .. } = choice.knowledge else {
        panic!("{choice:?}")
    };
    assert_eq!(choice.made.name, "300>172");
}

/// No effort for anything but temperatures.
fn by_temperature() -> Effort {
    Effort { states: 0, table: 0, solve: 0, ..Effort::default() }
}

#[test]
fn hot_sums_that_are_too_large_are_played_by_temperature() {
    let mut session = session();
    // The widest summand at the temperature where the compound thermograph is best.
    let sum = "Nim(0) + <9|-9> + <4|-4> + <1|-1>";
    for (player, name) in [(Left, "B:9"), (Right, "B:-9")] {
        let game = begin(&mut session, sum, player);
        let choice = session.ask(|host| choose(host, &game, by_temperature())).unwrap().unwrap();
        assert_eq!(choice.made.name, name);
        assert_eq!(choice.knowledge, Knowledge::Temperature(9.into()));
    }
    let text: Vec<String> = (0..9).map(|n| format!("Domineering(\"{}\")", board(n))).collect();
    let game = begin(&mut session, &text.join(" + "), Left);
    let choice = session.ask(|host| choose(host, &game, Effort::default())).unwrap().unwrap();
    assert!(!matches!(choice.knowledge, Knowledge::Answers(_)), "{choice:?}");
    assert!(session.budget().max_steps() == u64::MAX);
}

/// A board of 4 times 4 cells with two cells covered.
fn board(n: usize) -> String {
    let mut cells = ['.'; 16];
    cells[n % 16] = '#';
    cells[(5 * n + 7) % 16] = '#';
    cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

#[test]
fn what_cannot_be_solved_is_played_all_the_same() {
    let mut session = session();
    let game = begin(&mut session, "Amazons(\"x....x|......|......|......|o....o\")", Left);
    let choice = session.ask(|host| choose(host, &game, Effort::least())).unwrap().unwrap();
    assert!(matches!(choice.knowledge, Knowledge::Answers(Some(_))), "{choice:?}");
}

#[test]
fn strategies_are_maps_and_empty_when_there_is_none() {
    let mut session = session();
    let mut shown = |text: &str| {
        let value = value(&mut session, text);
        session.show(&value)
    };
    assert_eq!(
        shown("strategy(Nim(1, 1), Left)"),
        "{(Nim(0, 1)): Nim(0, 0), (Nim(1, 0)): Nim(0, 0)}"
    );
    assert_eq!(shown("strategy(Domineering(1, 2), Left)"), "{:}");
    let reply = session.eval("play", "strategy(Domineering(5, 6), Left)");
    assert_eq!(reply.diagnostics[0].code.number(), "G0505");
}

/// Positions for which all is known.
fn positions() -> impl Strategy<Value = String> {
    let cells = |letters: &'static [char], rows: usize, columns: usize| {
        prop::collection::vec(
            prop::collection::vec(prop::sample::select(letters), columns)
                .prop_map(|row| row.into_iter().collect::<String>()),
            rows,
        )
        .prop_map(|rows| rows.join("|"))
    };
    let on = |name: &'static str| move |board: String| format!("{name}(\"{board}\")");
    prop_oneof![
        cells(&['.', '.', '#'], 3, 4).prop_map(on("Domineering")),
        cells(&['.', 'x', 'o'], 3, 3).prop_map(on("Clobber")),
        cells(&['.', 'T', 'F'], 1, 7).prop_map(on("ToadsAndFrogs")),
        cells(&['.', '.', 'x', 'o'], 2, 3).prop_map(on("Snort")),
        (0..6_u32, 0..6_u32, 0..9_u32).prop_map(|(a, b, c)| format!("Nim({a}, {b}, {c})")),
        (0..6_u32, 0..9_u32).prop_map(|(a, b)| format!("misere(Kayles({a}, {b}))")),
        (0..4_u32, 0..4_u32, 0..5_u32).prop_map(|(a, b, c)| format!("misere(Nim({a}, {b}, {c}))")),
        (cells(&['.', 'x', 'o'], 2, 3), 0..4_u32)
            .prop_map(|(board, n)| format!("Clobber(\"{board}\") + Nim({n})")),
    ]
}

/// The winner when the machine is `machine` and the other player plays by `dice`.
fn play_out(session: &mut Session, mut game: Match, machine: Player, dice: &[u8]) -> Player {
    let mut throws = dice.iter().cycle();
    loop {
        if let Some(ending) = session.ask(|host| game.ending(host)).unwrap() {
            return ending.winner.unwrap();
        }
        let made = if game.to_move() == machine {
            chosen(session, &game).made
        } else {
            let moves = session.ask(|host| game.moves(host)).unwrap();
            moves[usize::from(*throws.next().unwrap()) % moves.len()].clone()
        };
        session.ask(|host| game.play(host, made)).unwrap();
    }
}

proptest! {
    #![proptest_config(properties(120))]

    #[test]
    fn the_machine_never_loses_a_won_position(
        text in positions(),
        first in prop::sample::select(vec![Left, Right]),
        machine in prop::sample::select(vec![Left, Right]),
        dice in prop::collection::vec(any::<u8>(), 5),
    ) {
        let mut session = session();
        let start = value(&mut session, &text);
        let first_wins = wins(&mut session, &start, first);
        let machine_wins = first_wins == (first == machine);
        let game = begin(&mut session, &text, first);
        let winner = play_out(&mut session, game, machine, &dice);
        prop_assert!(!machine_wins || winner == machine, "{}", text);
    }

    #[test]
    fn whoever_keeps_to_a_strategy_wins(
        text in positions(),
        player in prop::sample::select(vec![Left, Right]),
        dice in prop::collection::vec(any::<u8>(), 5),
    ) {
        let mut session = session();
        let start = value(&mut session, &text);
        let entries = session.ask(|host| strategy(host, &start, player)).unwrap();
        for first in [Left, Right] {
            if wins(&mut session, &start, first) != (first == player) {
                continue;
            }
            let mut throws = dice.iter().cycle();
            let (mut at, mut who) = (start.clone(), first);
            loop {
                let shown = session.show(&at);
                let list = value(&mut session, &format!("moves({shown}, {who:?})"));
                let options: Vec<Value> = elements(&list).unwrap().collect();
                if options.is_empty() {
                    let loses = !shown.starts_with("misere");
                    prop_assert_eq!(who != player, loses, "{} at {}", &text, &shown);
                    break;
                }
                at = if who == player {
                    let found = entries.iter().find(|(position, _)| *position == at);
                    let Some((_, to)) = found else { panic!("{text}: nothing for {shown}") };
                    prop_assert!(options.contains(to));
                    to.clone()
                } else {
                    options[usize::from(*throws.next().unwrap()) % options.len()].clone()
                };
                who = who.opponent();
            }
        }
    }
}

#[test]
fn thinking_that_is_stopped_leaves_the_session_as_it_was() {
    let mut session = session();
    value(&mut session, "x := 41");
    let mut game = begin(&mut session, "NoGo(5, 5)", Left);
    let budget = session.budget().clone();
    budget.limit_steps(50_000);
    let stopped = session.ask(|host| choose(host, &game, Effort::default()));
    assert!(stopped.is_err_and(|diagnostic| diagnostic.code.is_exhaustion()));
    budget.limit_steps(u64::MAX);
    assert_eq!(value(&mut session, "x + 1"), Value::integer(42));
    make(&mut session, &mut game, "a1");
}
