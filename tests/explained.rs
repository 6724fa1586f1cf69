//! Explanations of random games state what the engine computes.

use std::path::Path;

use upstar::session::Session;
use upstar::value::explanation::{Explanation, Piece, Sentence, Step};
use upstar::value::{Value, order, show};
use upstar_core::Player;

use crate::length::cases;
use crate::support::{Dice, said, session};

/// Games of each test.
const GAMES: usize = 120;

impl Dice {
    /// A bracket of small games, which may have brackets within.
    fn bracket(&mut self, depth: u64) -> String {
        let small = ["0", "1", "-1", "1/2", "2", "-3/4", "*", "*2", "^", "v", "^*", "±1", "<3|1>"];
        let mut side = || {
            let option = |dice: &mut Dice| match depth > 0 && dice.roll(4) == 0 {
                true => dice.bracket(depth - 1),
                false => (*dice.one_of(&small)).to_owned(),
            };
            let options: Vec<String> = (0..=self.roll(3)).map(|_| option(self)).collect();
            options[..options.len() - usize::from(self.roll(6) == 0)].join(",")
        };
        format!("{{{}|{}}}", side(), side())
    }
}

/// The explanation that an input answers.
fn explained(session: &mut Session, input: &str) -> Explanation {
    let reply = session.eval("input", input);
    assert!(reply.diagnostics.is_empty(), "{input}: {:?}", reply.diagnostics);
    let Value::Explanation(why) = &reply.answers[0].value else { panic!("{input}") };
    (**why).clone()
}

/// All statements and cells of steps.
fn sentences<'s>(steps: &'s [Step], found: &mut Vec<&'s Sentence>) {
    for step in steps {
        match step {
            Step::Says { line, under } | Step::Claims { line, under, .. } => {
                found.push(line);
                sentences(under, found);
            }
            Step::Table(rows) => found.extend(rows.iter().flatten()),
            Step::Drawing(_) | Step::Folded => {}
        }
    }
}

/// All tables in steps.
fn tables<'s>(steps: &'s [Step], found: &mut Vec<&'s [Vec<Sentence>]>) {
    for step in steps {
        match step {
            Step::Says { under, .. } | Step::Claims { under, .. } => tables(under, found),
            Step::Table(rows) => found.push(rows),
            Step::Drawing(_) | Step::Folded => {}
        }
    }
}

fn is_blank(piece: &Piece) -> bool {
    matches!(piece, Piece::Words(words) if words == " ")
}

/// Checks each comparison of two values in the steps; how many there were.
fn comparisons_hold(session: &mut Session, input: &str, why: &Explanation) -> usize {
    let mut all = Vec::new();
    sentences(&why.steps, &mut all);
    let mut count = 0;
    for sentence in all {
        for pieces in sentence.pieces.windows(5) {
            let [Piece::Value(a), before, Piece::Sign(op), after, Piece::Value(b)] = pieces else {
                continue;
            };
            if is_blank(before) && is_blank(after) {
                let holds = session.ask(|host| order::compare(host, *op, a, b));
                assert_eq!(holds.ok(), Some(true), "{input}: {sentence:?}");
                count += 1;
            }
        }
    }
    count
}

fn text(session: &mut Session, value: &Value) -> String {
    session.ask(|host| show::value(&host.store(), value)).expect("no limit")
}

fn value(sentence: &Sentence) -> Option<&Value> {
    match &sentence.pieces[..] {
        [Piece::Value(value)] => Some(value),
        _ => None,
    }
}

#[test]
fn comparisons_in_explanations_of_games_hold() {
    let mut session = session(Path::new("tests"));
    let mut random = Dice(3);
    let mut count = 0;
    for _ in 0..cases(GAMES) {
        let game = random.bracket(1);
        for asked in [
            game.clone(),
            format!("left_options({game})"),
            format!("right_options(form({game}))"),
            format!("is_number({game})"),
            format!("is_infinitesimal({game})"),
        ] {
            let input = format!("explain({asked}, 3)");
            let why = explained(&mut session, &input);
            count += comparisons_hold(&mut session, &input, &why);
        }
    }
    assert!(count > cases(GAMES), "{count}");
}

/// The last bracket of an explanation is the canonical form, option by option.
#[test]
fn what_remains_is_the_canonical_form() {
    let mut session = session(Path::new("tests"));
    let mut random = Dice(5);
    for _ in 0..cases(GAMES) {
        let game = random.bracket(1);
        let why = explained(&mut session, &format!("explain({game})"));
        let Some(Step::Says { line, .. }) = why.steps.last() else { panic!("{game}") };
        let form = line.pieces.iter().find_map(|piece| match piece {
            Piece::Value(form @ Value::Typed(_)) => Some(form.clone()),
            _ => None,
        });
        // A number is found by the simplest-number theorem.
        let Some(form) = form else {
            assert_eq!(said(&mut session, &format!("is_number({game})")), "true", "{game}");
            continue;
        };
        let form = text(&mut session, &form);
        assert_eq!(said(&mut session, &format!("{game} is {form}")), "true", "{game}: {form}");
    }
}

#[test]
fn stops_and_birthdays_are_those_of_the_functions() {
    let mut session = session(Path::new("tests"));
    let mut random = Dice(9);
    let (mut stops, mut days) = (0, 0);
    for _ in 0..cases(GAMES) {
        let game = random.bracket(1);
        let why = explained(&mut session, &format!("explain(stops({game}), 3)"));
        let said_stops: Vec<String> = why.title.pieces[1..]
            .iter()
            .filter_map(|piece| match piece {
                Piece::Value(stop) => Some(text(&mut session, stop)),
                _ => None,
            })
            .collect();
        let computed = said(&mut session, &format!("stops({game})"));
        assert_eq!(computed, format!("({})", said_stops.join(", ")), "{game}");
        stops += rows_agree(&mut session, &game, &why);
        let why = explained(&mut session, &format!("explain(birthday({game}))"));
        let day = said(&mut session, &format!("birthday({game})"));
        let title = why.title.pieces.last();
        assert_eq!(title, Some(&Piece::Words(format!(" is {day}"))), "{game}");
        days += rows_agree(&mut session, &game, &why);
        for question in ["is_number", "is_infinitesimal"] {
            let why = explained(&mut session, &format!("explain({question}({game}))"));
            let Some(Piece::Words(title)) = why.title.pieces.last() else { panic!("{game}") };
            let is = (!title.contains(" not ")).to_string();
            assert_eq!(said(&mut session, &format!("{question}({game})")), is, "{game}: {title}");
        }
    }
    assert!(stops > cases(GAMES) && days > cases(GAMES), "{stops} {days}");
}

/// Checks the rows of tables of options by the function that their head names; how many there were.
fn rows_agree(session: &mut Session, game: &str, why: &Explanation) -> usize {
    let mut all = Vec::new();
    tables(&why.steps, &mut all);
    let mut count = 0;
    for table in all {
        let Piece::Words(head) = &table[0][1].pieces[0] else { panic!("{game}") };
        let function = match head.as_str() {
            "Left stop" => "left_stop",
            "Right stop" => "right_stop",
            _ => "birthday",
        };
        for row in &table[1..] {
            let (Some(option), Some(answer)) = (value(&row[0]), value(&row[1])) else {
                panic!("{game}: {row:?}")
            };
            let (option, answer) = (text(session, option), text(session, answer));
            let computed = said(session, &format!("{function}({option})"));
            assert_eq!(computed, answer, "{game}: {function}({option})");
            count += 1;
        }
    }
    count
}

/// The rows of a table of replies are moves by the rules, and each answer leaves a game that the other player loses.
#[test]
fn answers_on_boards_are_moves_that_win() {
    let mut session = session(Path::new("tests"));
    let mut random = Dice(13);
    let mut count = 0;
    for _ in 0..cases(40) {
        let (ruleset, signs) = *random.one_of(&[("Domineering", "..#"), ("Clobber", "xo.")]);
        let signs: Vec<char> = signs.chars().collect();
        let row =
            |random: &mut Dice| -> String { (0..3).map(|_| *random.one_of(&signs)).collect() };
        let board = [row(&mut random), row(&mut random), row(&mut random)].join("|");
        let position = format!("{ruleset}(\"{board}\")");
        let why = explained(&mut session, &format!("explain(outcome({position}), 3)"));
        let last = why.steps.last().expect("an explanation has steps");
        let Step::Says { line, .. } = last else { panic!("{position}") };
        let outcome = said(&mut session, &format!("outcome({position})"));
        let Some(Piece::Value(said_outcome)) = line.pieces.last() else { panic!("{position}") };
        assert_eq!(text(&mut session, said_outcome), outcome, "{position}");
        let mut all = Vec::new();
        tables(&why.steps, &mut all);
        for table in all {
            let Some(Piece::Words(head)) = table[0][0].pieces.first() else { continue };
            let (mover, answerer) = match head.as_str() {
                "Left moves to" => (Player::Left, "Right"),
                _ => (Player::Right, "Left"),
            };
            for row in &table[1..] {
                let [Some(option), Some(answer)] = [value(&row[0]), row.get(1).and_then(value)]
                else {
                    continue;
                };
                let [option, answer] = [option, answer].map(|shown| text(&mut session, shown));
                let is_move = format!("{answer} in moves({option}, {answerer})");
                assert_eq!(said(&mut session, &is_move), "true", "{position}");
                let op = if mover == Player::Left { "<=" } else { ">=" };
                assert_eq!(said(&mut session, &format!("{answer} {op} 0")), "true", "{position}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count}");
}

/// Boards beside each other fit on the least screen, with the branches before them.
#[test]
fn boards_in_explanations_fit_a_screen_of_60_columns() {
    let mut drawn = 0;
    let mut session = session(Path::new("tests"));
    let boards =
        ["Domineering(2, 3)", "Domineering(3, 4)", "Clobber(\"xoxo|oxox\")", "Snort(2, 4)"];
    for board in boards {
        for asked in [board.to_owned(), format!("outcome({board})")] {
            let reply = session.eval("input", &format!("explain({asked})"));
            assert!(reply.diagnostics.is_empty(), "{asked}: {:?}", reply.diagnostics);
            let text = &reply.answers[0].text;
            drawn += text.lines().filter(|line| line.starts_with("│     ")).count();
            for line in text.lines().filter(|line| line.starts_with("│     ")) {
                assert!(line.chars().count() <= 60 || line.contains("explain"), "{line}\n{text}");
            }
        }
    }
    assert!(drawn > 20, "{drawn}");
}
