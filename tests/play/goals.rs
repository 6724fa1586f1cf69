//! Matches decided by a goal.

use upstar::play::{Effort, Knowledge, board, choose, record};
use upstar::session::expect::differences;
use upstar_core::Player::{self, Left, Right};

use super::{begin, chosen, hear, make, names_of, session};
use crate::length::cases;

/// How a match ends that the machine plays against itself.
fn watched(start: &str, first: Player) -> String {
    let mut session = session();
    let mut game = begin(&mut session, start, first);
    loop {
        if let Some(ending) = session.ask(|host| game.ending(host)).unwrap() {
            let file = session.ask(|host| record(host, &game, "")).unwrap();
            let wrong = differences(&mut super::session(), "record", &file);
            assert!(wrong.is_empty(), "{file}\n{wrong:?}");
            return ending.to_string();
        }
        let made = chosen(&mut session, &game).made;
        session.ask(|host| game.play(host, made)).unwrap();
    }
}

#[test]
fn goals_are_reached_or_not_as_they_should() {
    assert_eq!(watched("TicTacToe(3, 3)", Left), "there are no more moves: a draw");
    assert_eq!(watched("Hex(3, 3)", Left), "the goal is reached: Left wins");
    assert_eq!(watched("Hex(3, 3)", Right), "the goal is reached: Right wins");
}

#[test]
fn a_win_is_taken_at_once_and_a_threat_is_met() {
    let mut session = session();
    let game = begin(&mut session, "TicTacToe(\"xx.|oo.|...\")", Left);
    let choice = chosen(&mut session, &game);
    assert_eq!(choice.made.name, "c1");
    assert!(matches!(choice.knowledge, Knowledge::Solved { winner: Some(Left), .. }));
    let game = begin(&mut session, "TicTacToe(\"xx.|o..|...\")", Right);
    assert_eq!(chosen(&mut session, &game).made.name, "c1");
}

#[test]
fn moves_that_are_none_are_told_apart() {
    let mut session = session();
    let mut game = begin(&mut session, "TicTacToe(3, 3)", Left);
    make(&mut session, &mut game, "b2");
    let mut hears = |text: &str| hear(&mut session, &game, text);
    assert!(hears("b2").starts_with("Right has no such move: b2 shows `x`"));
    assert!(hears("d1").starts_with("there is no cell d1"));
    assert_eq!(hears("A1"), "a1");
    let switching = "ShannonSwitching(\"0-1, 1-2, 0-2, 2-3, 1-3\", 0, 3)";
    assert_eq!(names_of(&mut session, switching, Left), ["0-1", "0-2", "1-2", "1-3", "2-3"]);
    assert_eq!(names_of(&mut session, switching, Right), ["0-1", "0-2", "1-2", "1-3", "2-3"]);
}

#[test]
fn where_nothing_is_known_matches_at_random_tell() {
    let mut session = session();
    // One stone more joins top and bottom; nothing is solved.
    let game = begin(&mut session, "Hex(\"..x..|..x..|..x..|.....|o.xoo\")", Left);
    let effort = Effort { states: 0, solve: 0, ..Effort::default() };
    let choice = session.ask(|host| choose(host, &game, effort)).unwrap().unwrap();
    assert_eq!(choice.made.name, "c4");
    assert_eq!(choice.knowledge, Knowledge::Paths { own: 0, other: None });
    // No sides are connected here.
    let game = begin(&mut session, "TicTacToe(\"xx.|oo.|...\")", Left);
    let choice = session.ask(|host| choose(host, &game, effort)).unwrap().unwrap();
    assert_eq!(choice.made.name, "c1");
    assert!(matches!(choice.knowledge, Knowledge::PlayedOut { won, of } if won == of && of > 0));
}

/// What is played without looking far.
fn at_once(session: &mut upstar::session::Session, text: &str, first: Player) -> String {
    let game = begin(session, text, first);
    let choice = session.ask(|host| choose(host, &game, Effort::least())).unwrap().unwrap();
    assert!(matches!(choice.knowledge, Knowledge::Paths { .. }), "{choice:?}");
    choice.made.name
}

#[test]
fn large_boards_of_hex_are_played_by_the_lengths_of_ways() {
    let mut session = session();
    // On five times five cells those of the short diagonal near the middle win.
    let first = at_once(&mut session, "Hex(5)", Left);
    assert!(["b4", "c3", "d2"].contains(&first.as_str()), "{first}");
    // A bridge is completed where the other player enters it.
    let entered = "Hex(\"...x...|...x...|...x...|..ox...|..x....|.ox....|.o.....\")";
    assert_eq!(at_once(&mut session, entered, Left), "c7");
    // Left has the middle column; Right's answer is no corner.
    let row = "...........";
    let board =
        format!("{row}|{row}|{row}|{row}|.....x.....|.....x.....|{row}|{row}|{row}|{row}|{row}");
    let answer = at_once(&mut session, &format!("Hex(\"{board}\")"), Right);
    let near = |name: &str| ('c'..='i').contains(&name.chars().next().unwrap());
    assert!(near(&answer), "{answer}");
}

#[test]
fn who_looks_at_ways_beats_who_plays_at_random() {
    for (machine, seed) in [(Left, 1_u64), (Right, 2), (Left, 3)] {
        let mut session = session();
        let mut game = begin(&mut session, "Hex(7)", Left);
        let mut dice = seed;
        let winner = loop {
            if let Some(ending) = session.ask(|host| game.ending(host)).unwrap() {
                break ending.winner;
            }
            let made = if game.to_move() == machine {
                let choice = session.ask(|host| choose(host, &game, Effort::least()));
                choice.unwrap().unwrap().made
            } else {
                let moves = session.ask(|host| game.moves(host)).unwrap();
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                moves[(dice >> 33) as usize % moves.len()].clone()
            };
            session.ask(|host| game.play(host, made)).unwrap();
        };
        assert_eq!(winner, Some(machine));
    }
}

#[test]
fn boards_of_hex_lean_and_keep_their_coordinates() {
    let mut session = session();
    let game = begin(&mut session, "Hex(\"x..|.o.|...\")", Left);
    let drawn = session
        .ask(|host| board(host, game.position(), upstar::value::Notation::UNICODE, 80))
        .unwrap();
    assert_eq!(drawn, "  a b c\n1 x . .\n2  . o .\n3   . . .");
}

/// One player's goal: how it is written, and what it asks. The functions `avoids`, `connects` and
/// `hex_connects` of the program hide those of the language where they have the same name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ask {
    /// Of the language: along rows and columns, or as in Hex.
    Connects { hex: bool },
    /// Of the program, with the same arguments: that there is no connection.
    Avoids { hex: bool },
}

/// A ruleset in which both players claim cells, with goals of the language or of the program.
struct Claiming {
    text: String,
    goals: [Ask; 2],
}

impl Claiming {
    fn random(seed: &mut u32, name: &str) -> Claiming {
        let mut below = |limit: u32| {
            *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (*seed >> 16) % limit
        };
        let (mut text, is_hidden) = (String::new(), below(3) == 0);
        if is_hidden {
            // From here on the names of the language mean something else.
            text += "fn connects(b, s, p, q) { not avoids_not(b, s, p, q) }\n";
            text += "fn hex_connects(b, s, p, q) { not avoids_not_hex(b, s, p, q) }\n";
        }
        let mut goals = [Ask::Connects { hex: false }; 2];
        let mut clauses = String::new();
        for (n, (who, symbol, sides)) in
            [("left", "x", "\"top\", \"bottom\""), ("right", "o", "\"left\", \"right\"")]
                .into_iter()
                .enumerate()
        {
            let hex = below(2) == 0;
            let word = if hex { "hex_connects" } else { "connects" };
            let (ask, call) = match below(5) {
                0 => (Ask::Avoids { hex }, format!("avoids{}(b, ", if hex { "_hex" } else { "" })),
                1 if !is_hidden => (Ask::Connects { hex }, format!("{word}(")),
                2 if !is_hidden => (Ask::Connects { hex }, format!("b.{word}(")),
                _ if is_hidden => (Ask::Avoids { hex }, format!("{word}(b, ")),
                _ => (Ask::Connects { hex }, format!("{word}(b, ")),
            };
            goals[n] = ask;
            clauses += &format!("  {who} wins if {call}\"{symbol}\", {sides})\n");
        }
        text += &format!(
            "game {name}(b: grid of \".xo\") {{\n  left \".\" -> \"x\"\n  right \".\" -> \"o\"\n{clauses}}}\n"
        );
        Claiming { text, goals }
    }

    /// Whether the goal of a player is reached.
    fn is_reached(&self, cells: &[u8], columns: usize, player: Player) -> bool {
        let (symbol, down) = if player == Left { (b'x', true) } else { (b'o', false) };
        let (hex, wanted) = match self.goals[player as usize] {
            Ask::Connects { hex } => (hex, true),
            Ask::Avoids { hex } => (hex, false),
        };
        let rows = cells.len() / columns;
        let place = |cell: usize| (cell / columns, cell % columns);
        let mut seen: Vec<usize> = (0..cells.len())
            .filter(|cell| if down { place(*cell).0 == 0 } else { place(*cell).1 == 0 })
            .filter(|cell| cells[*cell] == symbol)
            .collect();
        let mut next = 0;
        while next < seen.len() {
            let (row, column) = place(seen[next]);
            next += 1;
            for cell in (0..cells.len()).filter(|cell| cells[*cell] == symbol) {
                let (to, at) = place(cell);
                let (a, b) = (to as i32 - row as i32, at as i32 - column as i32);
                let beside = a.abs() + b.abs() == 1 || hex && a * b == -1;
                if beside && !seen.contains(&cell) {
                    seen.push(cell);
                }
            }
        }
        let ends = |cell: &usize| {
            if down { place(*cell).0 + 1 == rows } else { place(*cell).1 + 1 == columns }
        };
        seen.iter().any(ends) == wanted
    }

    /// Who wins, by trying everything; `None` for a draw.
    fn winner(&self, cells: &mut Vec<u8>, columns: usize, mover: Player) -> Option<Player> {
        for player in [mover.opponent(), mover] {
            if self.is_reached(cells, columns, player) {
                return Some(player);
            }
        }
        let mut best = Some(mover.opponent());
        let free: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] == b'.').collect();
        if free.is_empty() {
            return None;
        }
        for cell in free {
            cells[cell] = if mover == Left { b'x' } else { b'o' };
            let found = self.winner(cells, columns, mover.opponent());
            cells[cell] = b'.';
            match found {
                Some(winner) if winner == mover => return found,
                None => best = None,
                _ => {}
            }
        }
        best
    }
}

const RULESETS: usize = 24;

#[test]
fn goals_of_the_program_are_not_taken_for_those_of_the_language() {
    let (mut seed, mut by_ways, mut by_program) = (5, 0, 0);
    for n in 0..cases(RULESETS) {
        let mut session = session();
        let ask = |session: &mut upstar::session::Session, text: &str| {
            let reply = session.eval("goals", text);
            assert!(reply.diagnostics.is_empty(), "{text}: {:?}", reply.diagnostics);
        };
        let helpers = "lines := connects; slanted := hex_connects\n\
                       fn avoids(b, s, p, q) { not lines(b, s, p, q) }\n\
                       fn avoids_hex(b, s, p, q) { not slanted(b, s, p, q) }\n\
                       fn avoids_not(b, s, p, q) { lines(b, s, p, q) }\n\
                       fn avoids_not_hex(b, s, p, q) { slanted(b, s, p, q) }\n";
        ask(&mut session, helpers);
        let game = Claiming::random(&mut seed, "Claiming");
        ask(&mut session, &game.text);
        let (rows, columns) = [(2, 2), (2, 3), (3, 2)][n % 3];
        let row = ".".repeat(columns);
        let start = format!("Claiming(\"{}\")", vec![row; rows].join("|"));
        let winners =
            [Left, Right].map(|mover| game.winner(&mut vec![b'.'; rows * columns], columns, mover));
        let outcome = upstar_core::Outcome::of(winners[0], winners[1]);
        let found = super::value(&mut session, &format!("outcome({start})"));
        assert_eq!(found, upstar::value::Value::Outcome(outcome), "{}", game.text);
        // The machine measures ways where both goals are connections of one kind, and only there.
        let is_of_ways = matches!(
            game.goals,
            [Ask::Connects { hex: a }, Ask::Connects { hex: b }] if a == b
        );
        let effort = Effort { states: 0, solve: 0, ..Effort::default() };
        let begun = begin(&mut session, &start, Left);
        if let Some(choice) = session.ask(|host| choose(host, &begun, effort)).unwrap() {
            let measured = matches!(choice.knowledge, Knowledge::Paths { .. });
            assert!(!measured || is_of_ways, "{}{choice:?}", game.text);
            by_ways += usize::from(measured);
            by_program += usize::from(!is_of_ways);
        }
    }
    assert!(by_ways > 0 && by_program > 0, "{by_ways} {by_program}");
}
